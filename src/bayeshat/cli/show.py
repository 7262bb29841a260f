"""What the command prints for people, with rich."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

from .._kernel_cache import telling
from ..checks.number_of_groups import Comparison
from ..engine.decision import Decision
from ..engine.rounds import Rounds
from ..engine.uncertainty.uncertainty import Uncertainty
from ..kinds.table import kind_of
from ..known_people.weights import QuestionWeights
from ..options import Progress
from ..report.result import Result
from ..report.tables import choice_notes, shared_times, wanted_in_words
from ..survey.spec import Survey
from ..words.message import Catalogue, Message, Setting, catalogue, join
from ..words.phrases import LARGE_ERROR, tell_figures, tell_share, tell_tenths, title_of
from ..words.voice import current_voice

_BAR = 8
# Files that list the members of each group.
_LISTS = ("lists.html", "mail-merge.csv", "groups.xlsx", "seats.html")
# Between two lines of progress where there is no terminal.
_SECONDS = 5.0
# With more people than this, groups are counted rather than listed.
_LISTED = 200
# Changes of an alternative that fit into a line.
_CHANGES = 8
# Between these chances, an alternative is said to be about as likely.
_AS_LIKELY = (0.4, 0.6)
# Columns of a comparison of numbers of groups.
_COMPARED = ("houses", "worse_by", "standard_error", "note")


@contextlib.contextmanager
def progress_bar(console: Console, quiet: bool) -> Iterator[Progress]:
    """Yield a function that shows the share done: as a bar, or off a terminal as a line every few seconds.

    That something is compiled is said in a line of its own, for it may take longer than the work.
    """
    if quiet or not console.is_terminal:
        with tell_preparing(console, quiet):
            yield (lambda *_: None) if quiet else _progress_lines(console)
        return
    say = _here()
    columns = (
        TextColumn("{task.description:<28}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f}%"),
        TimeElapsedColumn(),
    )
    with (
        Bar(*columns, console=console, transient=True) as bar,
        telling(lambda sentence: bar.console.print(say.tell(sentence), markup=False)),
    ):
        task = bar.add_task(say("progress-starting"), total=1.0)
        yield lambda share, word: bar.update(task, completed=share, description=say.tell(word))


@contextlib.contextmanager
def tell_preparing(console: Console, quiet: bool) -> Iterator[None]:
    """Say in a line when something is compiled."""
    say = _here()

    def tell(sentence: Message) -> None:
        if not quiet:
            console.print(say.tell(sentence), markup=False, soft_wrap=True)

    with telling(tell):
        yield


def _here() -> Catalogue:
    """Return the catalogue of the command's language, for the threads of a sort, which know no voice."""
    return catalogue(current_voice().language, pages=False)


def _progress_lines(console: Console) -> Progress:
    """Return a function that prints a line if the last one, or the start, is some seconds ago."""
    last, say = monotonic(), _here()

    def tell(share: float, word: str | Message) -> None:
        nonlocal last
        if monotonic() - last >= _SECONDS:
            last = monotonic()
            console.print(f"{share:4.0%}  {say.tell(word)}", markup=False)

    return tell


def show_waiting(console: Console, decision: Decision) -> None:
    """Print who waits for a place, in the order in which they move up."""
    if not decision.waiting:
        return
    console.print(f"[bold]{escape(str(Message('show-waiting', count=len(decision.waiting))))}[/bold]")
    for place, one in enumerate(decision.waiting[:_LISTED], 1):
        groups = f" ({', '.join(one.groups)})" if one.groups else ""
        console.print(f"  {place}. {one.name}{groups}", markup=False)
    console.print()


def show_result(console: Console, result: Result) -> None:
    """Print the groups with their members, each person's probabilities, sizes and diagnostics."""
    survey, decision = result.survey, result.decision
    colors = {cluster.name: cluster.color for cluster in survey.clusters}
    n_people, n_groups = decision.n_people, len(decision.names)
    counted = Message("report-counts", people=n_people, groups=n_groups, noun=result.noun)
    console.print(f"[bold]{escape(survey.title)}[/bold]  {counted}\n")
    for note in result.answers.notes:
        console.print(f"{escape(str(note))}\n")
    if result.lesson is not None:
        for sentence in result.lesson.words():
            console.print(escape(str(sentence)))
        console.print()
    errors = result.share_errors()
    if n_groups > 1 and n_people <= _LISTED:
        console.print(f"{Message('show-percentages', noun=result.noun)}\n")
    show_groups(console, decision, result.names, result.group_shares(), colors, errors)
    if n_people <= _LISTED and (errors > LARGE_ERROR).any():
        console.print(f"{Message('show-errors', draws=Setting('draws'))}\n")
    _show_sizes(console, decision)
    if result.lesson is not None:
        show_contributions(console, result.lesson.weights, survey)
    settled = result.how_settled()
    told = [] if settled is None else [settled.settled_in_words(), _tell_ways(settled)]
    for words in (result.fit_in_words(), decision.loss_reason, result.cost_of_sizes(), *told):
        if words:
            console.print(escape(str(words)))
    if decision.status.ok and decision.status.notes:
        console.print(escape(decision.status.message))
    for warning in result.warnings():
        console.print(f"[yellow]{escape(str(warning))}[/yellow]")


def _tell_ways(settled: Uncertainty) -> str | Message:
    """Return in how many ways else people could be grouped; empty if none stands out."""
    first, *others = settled.alternatives
    if not others:
        return ""
    if len(others) > 1 or others[0].n_moved > _CHANGES:
        return Message("show-ways", count=len(others))
    way = others[0]
    likely = "likelier" if way.weight > _AS_LIKELY[1] else "as-likely" if way.weight >= _AS_LIKELY[0] else "other"
    shares = {"share": tell_share(way.weight), "ours": tell_share(first.weight)} if likely == "likelier" else {}
    shares |= {"share": tell_share(way.weight)} if likely == "other" else {}
    return Message(f"show-way-{likely}", changes=way.changes, **shares)


def show_rounds(console: Console, planned: Rounds, files: Sequence[Path]) -> None:
    """Print how often people meet again, and of which round the lists among the files are."""
    console.print(str(planned.words()), markup=False)
    if any(file.name in _LISTS for file in files):
        console.print(str(Message("show-rounds-files")))


def show_groups(
    console: Console,
    decision: Decision,
    names: tuple[str, ...],
    shares: np.ndarray | None,
    colors: Mapping[str, str | None] | None = None,
    errors: np.ndarray | None = None,
) -> None:
    """Print each group's members with small bars for how well each group fits; shares and errors are (N, G).

    Without shares, names stand in columns, each with its choice where that is not the first.
    """
    if decision.n_people > _LISTED:
        return
    rows = None if shares is None else _share_rows(console.width, decision, names, shares, errors)
    notes = choice_notes(decision)
    for group, times in zip(decision.names, shared_times(decision), strict=True):
        members = decision.members(group)
        style = (colors or {}).get(group)
        for slot, there in decision.slots:
            if there.argmax() == decision.names.index(group):
                console.print(f"[underline]{escape(slot)}[/underline]\n")
        title = escape(str(title_of(group)))
        heading = f"[bold]{title}[/bold]" if style is None else f"[bold {style}]█ [/][bold]{title}[/bold]"
        meet = f"  {escape(str(Message('show-meet', times=join(times))))}" if times else ""
        console.print(f"{heading}  ({len(members)}){meet}")
        if rows is None:
            shown = [f"{escape(names[n])}{f' [dim]({notes[n]})[/dim]' if notes and notes[n] else ''}" for n in members]
            console.print(Padding(Columns(shown, padding=(0, 2), equal=True, column_first=True), (0, 0, 0, 2)))
            console.print()
            continue
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("", min_width=_name_width(names), overflow="fold")
        for column in rows.headings:
            table.add_column(escape(column), no_wrap=not rows.folds)
        for n in members:
            table.add_row(f"  {escape(names[n])}", *rows.cells[n])
        console.print(table)
        console.print()


class _ShareRows(NamedTuple):
    """What stands behind everybody's name: how probable groups are."""

    headings: list[str]
    cells: list[list[str]]
    folds: bool = False


def _share_rows(
    width: int, decision: Decision, names: tuple[str, ...], shares: np.ndarray, errors: np.ndarray | None
) -> _ShareRows:
    """Return the most detailed rows that fit the width: bars for every group, percentages, or only the two that count.

    A table that is wider than the terminal loses its last columns, which may be those of people's own groups.
    """
    titles = [str(title_of(name)) for name in decision.names]
    doubts = np.zeros_like(shares) if errors is None else errors
    room = width - max(_name_width(names), *(cell_len(name) + 2 for name in names))
    for bar in (_BAR, 0):
        cells = [[_chance(*pair, bar) for pair in zip(*row, strict=True)] for row in zip(shares, doubts, strict=True)]
        needed = sum(2 + max(map(cell_len, column)) for column in zip(titles, *cells, strict=True))
        if needed <= room or len(titles) == 1:
            labels = decision.labels.tolist()
            return _ShareRows(
                titles,
                [
                    [_marked(cell, g == label) for g, cell in enumerate(row)]
                    for row, label in zip(cells, labels, strict=True)
                ],
            )
    told = []
    for n, label in enumerate(decision.labels.tolist()):
        here = _marked(_chance(shares[n, label], doubts[n, label], _BAR), True)
        other = max((g for g in range(len(titles)) if g != label), key=lambda g: shares[n, g])
        told.append(
            [here, _marked(f"{_chance(shares[n, other], doubts[n, other], 0)}  {escape(titles[other])}", False)]
        )
    return _ShareRows([str(Message("show-here")), str(Message("show-other"))], told, folds=True)


def _name_width(names: tuple[str, ...]) -> int:
    return min(24, max(16, *(len(name) + 2 for name in names)))


def _chance(share: float, error: float, bar: int) -> str:
    """Return a percentage, behind a bar of blocks, with its error if that is large."""
    blocks = f"{'█' * round(share * bar):<{bar}} " if bar else ""
    return f"{blocks}{share:4.0%}" + (f" ±{100 * error:.0f}" if error > LARGE_ERROR else "")


def _marked(text: str, own: bool) -> str:
    return f"[bold]{text}[/bold]" if own else f"[dim]{text}[/dim]"


def _show_sizes(console: Console, decision: Decision) -> None:
    table = Table(box=None, pad_edge=False, title=str(Message("show-sizes")), title_justify="left")
    for heading in ("group", "people", "wanted"):
        table.add_column(str(Message(f"show-sizes-{heading}")), justify="left" if heading == "group" else "right")
    for g, group in enumerate(decision.names):
        table.add_row(escape(str(title_of(group))), str(decision.sizes[g]), str(wanted_in_words(decision, g)))
    console.print(table)
    if told := decision.quality_in_words():
        console.print(escape(str(told)))
    console.print()


def show_contributions(console: Console, weights: QuestionWeights, survey: Survey) -> None:
    """Print what each question contributes, those that matter most first."""
    rows = weights.table(survey)
    if not rows:
        return
    title = str(Message("show-contributions"))
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for heading in ("question", "weight", "without"):
        table.add_column(str(Message(f"show-{heading}")), justify="right" if heading == "weight" else "left")
    for question, weight, word in zip(rows["question"], rows["weight"], rows["without it"], strict=True):
        table.add_row(escape(question), str(tell_figures(f"{weight:g}")), str(word))
    console.print(table)
    console.print()


def show_comparison(console: Console, comparison: Comparison) -> None:
    """Print how well each number of groups predicts, which is recommended, and what others would cost."""
    table = Table(box=None, pad_edge=False, title=str(Message("compare-title")), title_justify="left")
    for heading in (Message("compare-groups"), Message("compare-worse"), "±", ""):
        table.add_column(str(heading), justify="left" if not heading else "right")
    for n, worse, error, note in zip(*(comparison.table()[key] for key in _COMPARED), strict=True):
        mark = str(Message("compare-recommended")) if n == comparison.recommended else ""
        figures = (str(tell_tenths(number)) for number in (worse, error))
        table.add_row(str(n), *figures, escape("; ".join(filter(None, [mark, note]))))
    console.print(table)
    console.print(f"\n{escape(str(comparison.sentence()))}")
    others = [n for n in (comparison.houses[0], comparison.houses[-1]) if n != comparison.recommended]
    for n in dict.fromkeys(others):
        console.print(escape(str(comparison.cost(n))))
    if comparison.halves is not None:
        console.print(escape(str(comparison.halves.sentence())))


def show_decision(console: Console, decision: Decision) -> None:
    """Print how good a decision on label draws is."""
    loss, bits = (tell_figures(f"{value:.4g}") for value in (decision.expected_loss, decision.expected_vi))
    told = [Message("show-loss", loss=loss, measure=repr(decision.loss), bits=bits)]
    for words in (*told, decision.quality_in_words(), decision.status):
        if str(words):
            console.print(str(words), markup=False)


def show_survey(console: Console, survey: Survey) -> None:
    """Print a survey: groups, questions, options and prior counts."""
    console.print(f"[bold]{escape(survey.title)}[/bold]")
    if survey.description:
        console.print(escape(survey.description))
    names = join(survey.cluster_names)
    prior = join([tell_figures(f"{alpha:g}") for alpha in survey.membership_prior], "semicolon")
    console.print(f"\n{escape(str(Message('show-groups', names=names, noun=survey.noun)))}")
    console.print(f"{Message('show-prior', prior=prior)}\n")
    for q, question in enumerate(survey.questions):
        table = Table(box=None, pad_edge=False, title=escape(f"{question.id}  {question.text}"), title_justify="left")
        kind = kind_of(question)
        table.add_column(str(Message("show-option" if kind.counted else f"show-kind-{question.kind}")))
        for name in survey.cluster_names:
            table.add_column(escape(name), justify="right")
        priors = [kind.show_prior(question, house[: kind.n_prior(question)]) for house in survey.answer_prior[:, q]]
        for row, told in zip(kind.rows(question), zip(*priors, strict=True), strict=True):
            table.add_row(escape(row), *map(str, told))
        console.print(table)
        console.print()


def size_in_words(survey: Survey) -> Message:
    """Return how many questions and groups a survey has."""
    return Message("show-size", questions=survey.n_questions, groups=survey.n_clusters, noun=survey.noun)
