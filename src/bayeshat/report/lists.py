"""Lists to work with: a sheet for each group, a table for letters to everybody, and pages to print."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..engine.decision import Decision
from ..rules.rules import Pin
from ..tables.text import free_heading, in_line, quote
from .files import legal_titles, write_csv, write_text
from .page.html import page_style, render_page
from .page.page_people import group_title
from .reasons import (
    FAINT,
    NOT_TICKED,
    SpeakingAnswer,
    answer_strengths,
    commoner_answers,
    group_profiles,
    strongest_answers,
)
from .result import Result
from .settled_tables import SETTLED_WORDS
from .tables import Table, choices_column, shared_times, tell_identities

# Sheets that a workbook of a result has besides.
OTHER_SHEETS = ("assignments", "probabilities", "sizes")
# Members named in a letter; a larger group ends with how many more there are.
NAMED_MEMBERS = 60
# Names on a printed page: in one column, in two, and in two where each name takes another line for e-mail or id.
ONE_COLUMN, TWO_COLUMNS, TWO_COLUMNS_OF_IDS = 16, 40, 26

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


@dataclass(frozen=True, eq=False)
class GroupedPeople:
    """People in groups, however these were made, and what lists of them may say.

    Attributes
    ----------
    title
        What the lists are of.
    names
        Everybody's name.
    decision
        Who is in which group.
    columns
        What else a table says about everybody, by heading.
    identifiers
        Those of the columns that say who people are, such as e-mail addresses.
    colors
        Colours for the groups, if somebody has chosen some.
    notes
        What to note about each person; often nothing.
    shares
        (N,) the chance that each person belongs in their group; None where nobody was sorted.
    why
        A sentence to each person; empty where nobody was sorted.
    reading
        What a reader should know of how the table was read, in sentences.
    """

    title: str
    names: tuple[str, ...]
    decision: Decision
    columns: Mapping[str, Sequence[str]]
    identifiers: Mapping[str, Sequence[str]]
    colors: list[str | None] | None = None
    notes: Sequence[str] = ()
    shares: np.ndarray | None = None
    why: Sequence[str] = ()
    reading: Sequence[str] = ()

    @property
    def titles(self) -> list[str]:
        """The groups' names as headings."""
        return [group_title(name) for name in self.decision.names]

    def members(self) -> list[list[int]]:
        """Return the positions of each group's members."""
        return [np.flatnonzero(self.decision.labels == g).tolist() for g in range(len(self.decision.names))]

    def probabilities(self) -> Table:
        """Return the column with everybody's chance of belonging in their group; none where nobody was sorted."""
        return {} if self.shares is None else {"probability": [round(float(share), 4) for share in self.shares]}


def as_grouped(people: Result | GroupedPeople, *, with_why: bool = False) -> GroupedPeople:
    """Return sorted people as those that lists are made of; why they are where they are takes a while to say."""
    if isinstance(people, GroupedPeople):
        return people
    return GroupedPeople(
        people.survey.title,
        people.names,
        people.decision,
        people.answers.extra,
        people.answers.identifiers,
        people.group_colors(),
        people.notes(),
        people.group_shares()[np.arange(len(people.names)), people.decision.labels],
        _tell_why(people) if with_why else (),
    )


def group_sheets(people: Result | GroupedPeople, taken: Sequence[str] = OTHER_SHEETS) -> dict[str, Table]:
    """Return a table for each group, by a name that a sheet may have.

    A row is a member: name, probability of belonging in the group, which of their choices it is, a note if there is
    anything to note, and what else the table of answers says about them, such as an e-mail address.

    Parameters
    ----------
    people
        People in groups.
    taken
        Names of sheets that the groups' must differ from.
    """
    about = as_grouped(people)
    columns: Table = {"name": list(about.names)} | about.probabilities() | choices_column(about.decision)
    if any(about.notes):
        columns["note"] = list(about.notes)
    for heading, cells in about.columns.items():
        columns[free_heading(heading, columns)] = list(cells)
    titles = legal_titles(about.titles, taken)
    members = about.members()
    return {
        title: {heading: [cells[n] for n in some] for heading, cells in columns.items()}
        for title, some in zip(titles, members, strict=True)
    }


def mail_merge_table(people: Result | GroupedPeople) -> Table:
    """Return one row a person, for letters: name, e-mail (if known), group, its members, probability, choice, why.

    The sentence of why is written to the person, and speaks of nobody else and of no rule's reason. People who were
    not sorted have neither a probability nor such a sentence.
    """
    about = as_grouped(people, with_why=True)
    company = [in_line([about.names[n] for n in members], NAMED_MEMBERS) for members in about.members()]
    titles, labels = about.titles, about.decision.labels.tolist()
    columns: Table = {"name": list(about.names)}
    addresses = find_addresses(about)
    if addresses is not None:
        columns["e-mail"] = list(addresses)
    for heading, cells in about.identifiers.items():
        if tuple(cells) != addresses:
            columns[free_heading(heading, columns)] = list(cells)
    columns |= {"group": [titles[g] for g in labels], "members": [company[g] for g in labels]}
    columns |= about.probabilities() | choices_column(about.decision)
    times = shared_times(about.decision)
    columns |= {"times": ["; ".join(times[g]) for g in labels]} if any(times) else {}
    return columns | ({"why": list(about.why)} if about.why else {})


def render_lists(people: Result | GroupedPeople, *, with_ids: bool = True) -> str:
    """Return pages to print, one or more for each group, with large names and boxes to tick, as one HTML file.

    It needs nothing else, and names are text in it, as in the report.

    Parameters
    ----------
    people
        People in groups.
    with_ids
        Whether to print people's e-mail addresses and ids beside their names.
    """
    about = as_grouped(people)
    ids = tell_identities(about.identifiers if with_ids else {}, len(about.names))
    listed = list(zip(about.names, ids, strict=True))
    times, sheets = shared_times(about.decision), []
    for g, (title, positions) in enumerate(zip(about.titles, about.members(), strict=True)):
        members = [listed[n] for n in positions]
        two_columns = TWO_COLUMNS if not any(ids) else TWO_COLUMNS_OF_IDS
        length = ONE_COLUMN if len(members) <= ONE_COLUMN else two_columns
        parts = [members[start : start + length] for start in range(0, len(members), length)] or [[]]
        sheets += [
            {
                "g": g,
                "name": title,
                "size": len(members),
                "times": times[g],
                "part": part,
                "parts": len(parts),
                "members": some,
            }
            for part, some in enumerate(parts, 1)
        ]
    return render_page(
        "lists.html.jinja",
        page_style(about.decision.names, about.colors, "lists.css"),
        title=about.title,
        sheets=sheets,
        one_column=ONE_COLUMN,
    )


def write_lists(people: Result | GroupedPeople, folder: Path, *, with_ids: bool) -> list[Path]:
    """Write lists to print and a table for letters into a folder."""
    return [
        write_text(render_lists(people, with_ids=with_ids), folder / "lists.html"),
        write_csv(mail_merge_table(people), folder / "mail-merge.csv"),
    ]


def find_addresses(people: Result | GroupedPeople) -> tuple[str, ...] | None:
    """Return everybody's e-mail address, from the first column that holds mostly such; None if none does."""
    about = as_grouped(people)
    for cells in (*about.columns.values(), about.names):
        written = [cell for cell in cells if cell.strip()]
        if written and sum(_MAIL.fullmatch(cell.strip()) is not None for cell in written) > len(written) / 2:
            return tuple(cells)
    return None


def _tell_why(result: Result) -> list[str]:
    """Return a sentence to everybody on why they are in their group."""
    kept, silent = result.decision.kept, set(result.silent)
    pins = set() if kept is None else {pin.person for pin in kept.ruling.rules.of(Pin)}
    strengths = answer_strengths(result, group_profiles(result))
    told = strongest_answers(result, strengths, 2, among=commoner_answers(result))
    shares, labels, levels = result.group_shares(), result.decision.labels.tolist(), result.sure_levels()
    sizes = "the sizes of the groups" if kept is None else "the sizes of the groups and the organisers' rules"
    sentences = []
    for n, name in enumerate(result.names):
        answers = [answer for answer in told[n] if answer.strength >= FAINT]
        fits = shares[n, labels[n]] >= shares[n].max()
        if name in pins:
            sentences.append("The organisers gave you this place.")
        elif name in silent:
            sentences.append("We have no answers from you, so you were placed where there was room.")
        elif SETTLED_WORDS[levels[n]] == "better elsewhere" or not (answers or fits):
            sentences.append(f"You were placed here because of {sizes}.")
        else:
            sentences.append(_tell_answers(group_title(result.decision.groups[n]), answers))
    return sentences


def _tell_answers(group: str, answers: Sequence[SpeakingAnswer]) -> str:
    if not answers:
        return "Your answers do not point to one group, so you were placed where you fit in well with the others."
    told = {
        answer: f"{quote(answer.option)}{_sense(answer)} to {quote(answer.question)}"
        for answer in answers
        if answer.sense != NOT_TICKED
    }
    answered = list(told.values())
    unticked = [f"{quote(answer.option)} at {quote(answer.question)}" for answer in answers if answer not in told]
    said = [f"answered {' and '.join(answered)}"] if answered else []
    said += [f"did not tick {' or '.join(unticked)}"] if unticked else []
    return f"You {' and '.join(said)}, which is more common in {group} than elsewhere."


def _sense(answer: SpeakingAnswer) -> str:
    return f" ({answer.sense})" if answer.sense else ""
