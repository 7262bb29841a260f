"""Mixing people: groups whose members differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...options import Progress
from ...tables.text import normalise
from ...words.message import Message, join
from ...words.voice import for_programs
from ..options import (
    Each,
    Fair,
    Groups,
    Left,
    Model,
    Output,
    Reading,
    Rounds,
    Search,
    Sizes,
    Slots,
    WaitingList,
    Wanted,
)
from ..parse import existing, parse_sizes
from ..run import Made, Plans, find_alternate, run

if TYPE_CHECKING:
    from rich.console import Console

    from ...engine.decision import Decision
    from ...sorting.mix import PeopleTable
    from ...survey.spec import Survey

_MIXED = Output(output=Path("mixed"))


def mix(
    people: Annotated[Path, typer.Argument(help="People: .csv, .tsv or .xlsx, one row per person.")],
    sizes: Sizes = "balanced",
    groups: Groups = None,
    *,
    output: Output = _MIXED,
    wanted: Wanted,
    fair: Fair = None,
    waiting_list: WaitingList = None,
    left: Left = None,
    each: Each = None,
    slot: Slots = None,
    rounds: Rounds = 1,
    reading: Reading,
    search: Search,
) -> None:
    """Make groups of people who differ, or by their wishes, without sorting; writes assignments.csv and decision.json.

    For example:

      bayeshat mix people.csv --groups 5 --mix gender --mix age --lists

      bayeshat mix people.csv --groups 5 --free-times "When are you free?" --common 2

      bayeshat mix people.csv --groups 8 --rounds 4

      bayeshat mix people.csv --groups 8 --not-again last-term/assignments.csv

      bayeshat mix people.csv --wishes "1st choice" --sizes "Pottery=8,Chess=12,Theatre=10"

      bayeshat mix people.csv --wishes "1st choice" --sizes "Pottery=8,Chess=12" --waiting-list lottery

      bayeshat mix people.csv --wishes "1st choice" --slot "Morning=Pottery; Chess" --slot "Noon=Golf; Chess"

      bayeshat mix people.xlsx --sizes "4..6" --groups 8 --mix "Which year are you in?=strong" --rules rules.csv
    """
    from ...engine.sizes import read_group_size
    from ...errors import TargetError
    from ...rules.rules import Rules, Slot
    from ...sorting.mix import read_people_table

    existing(people, "people")
    questions = _questions(people, wanted.mix, reading)
    asked = wanted.settings(questions) | {"fair": fair, "waiting_list": waiting_list, "each": each}
    asked["rules"] += Rules(map(Slot.of, slot or ()))
    if left:
        asked |= {"before": existing(output.output / "assignments.csv", "groups"), "left": left}
    target = parse_sizes(sizes)
    how = dict(vars(reading))
    unknown = how.pop("unknown")
    table = read_people_table(people, **how)
    if questions is not None:
        left_out = [note for note in questions.notes if note.id == "survey-left-out"]
        advice = [Message("command-mix-left-out")] if left_out else []
        table = replace(table, notes=(*table.notes, *left_out, *advice))
    is_open = target is None or (isinstance(target, str) and read_group_size(target) is None)
    if groups is None and wanted.wishes is None and is_open and not asked["rules"].of(Slot):
        number = _advise_number(len(table.names), target)
        raise TargetError(Message("command-number-of-groups", sizes=str(sizes), number=number))
    _mix(table, target, output, search, title=people.stem, rounds=rounds, groups=groups, unknown=unknown, **asked)


def _advise_number(n_people: int, sizes: str | None) -> str | Message:
    """Return the options for numbers of groups that a range of sizes allows, or for any number."""
    from ...rules.rules import Bounds

    size = Bounds(0, None) if sizes in (None, "balanced") else Bounds.of(str(sizes))
    if not size.least or not size.most:
        return Message("command-any-number")
    allowed = range(-(-n_people // int(size.most)), n_people // int(size.least) + 1)
    return join([f"--groups {number}" for number in allowed[:3]], "or") or Message("command-any-number")


def _questions(people: Path, mix: list[str] | None, reading: Reading) -> Survey | None:
    """Return the columns that look like questions, if all of them are to mix people; else nothing."""
    from ...survey.spec import Survey

    if not any(normalise(text.partition("=")[0]) == "all" for text in mix or ()):
        return None
    return Survey.from_answers(people, name_column=reading.name_column, headings=reading.headings)


def mix_answers(
    survey: Survey,
    answers: Path,
    sizes: str | None,
    stay: Path | None,
    rounds: int,
    output: Output,
    wanted: Wanted,
    reading: Reading,
    model: Model,
) -> None:
    """Make groups for a survey all of whose questions mix people; options about sorting are refused."""
    from ...errors import InputError
    from ...sorting.mix import PeopleTable
    from ...survey.answers import read_people, text_columns
    from ...survey.wishes import column_rules

    about_sorting: dict[str, Any] = {"--stay": stay, "--size-weight": model.size_weight}
    about_sorting |= {"--totals": model.totals, "--size-prior": model.size_prior}
    wrong = [name for name, value in about_sorting.items() if value is not None]
    if wrong:
        raise InputError(Message("command-only-mixes", option=wrong[0]))
    settings = model.settings(sizes) | wanted.settings(survey)
    asked, given = read_people(answers, survey, **vars(reading))
    wished, notes = column_rules(asked, given, wanted.wishes, wanted.friends, unknown=reading.unknown)
    target = settings.get("target", "balanced")
    people = PeopleTable(given.names, text_columns(asked, given), (*given.notes, *notes))
    rules = asked.rules + settings["rules"] + wished
    mixing = {name: settings[name] for name in ("mix", "common_times", "count_by", "not_again")}
    colors = {cluster.name: cluster.color for cluster in asked.clusters}
    shown: dict[str, Any] = {"title": asked.title, "listed": given.extra, "colors": colors}
    _mix(people, target, output, model, **shown, rounds=rounds, groups=asked.cluster_names, rules=rules, **mixing)


def _mix(
    people: PeopleTable,
    sizes: Any,
    output: Output,
    search: Search,
    *,
    title: str,
    listed: Mapping[str, Sequence[str]] | None = None,
    colors: Mapping[str, str | None] | None = None,
    rounds: int,
    **options: Any,
) -> None:
    """Mix, write and print; lists have the columns `listed`, or all, and groups the colours of their names."""
    from ...engine.rounds import check_rounds
    from ...report.files import write_csv, write_json, write_text, write_xlsx
    from ...report.lists import GroupedPeople, group_sheets, write_lists
    from ...report.mixed_report import render_mixed
    from ...report.tables import (
        Table,
        add_waiting,
        by_person,
        choices_column,
        groups_table,
        heading,
        sizes_table,
        with_identifiers,
    )
    from ...sorting.mix import mix_people
    from ...tables.person_columns import find_identifiers
    from ..show import show_groups, show_waiting

    check_rounds(rounds, len(people.names))
    find_alternate(output, people.columns)
    shown = people.columns if listed is None else {title: tuple(cells) for title, cells in listed.items()}

    def make(progress: Progress) -> Made:
        how = {"rng": search.seed, "threads": search.threads, "starts": search.starts, **options}
        decision = mix_people(people, sizes, progress=progress, **how)
        names = decision.problem.person_names
        columns = _by_place(replace(people, columns=shown), decision)
        known = find_identifiers(columns)
        painted = None if colors is None else [colors.get(name) for name in decision.names]
        grouped = GroupedPeople(
            output.title or title, names, decision, columns, known, painted, reading=list(map(str, people.notes))
        )

        def list_groups() -> Table:
            table = with_identifiers(groups_table(names, decision) | choices_column(decision), known)
            return add_waiting(by_person(table, decision), decision)

        def write(folder: Path, content: dict[str, Any], plans: Plans) -> list[Path]:
            with for_programs():
                groups = list_groups()
            files = [write_csv(groups, folder / "assignments.csv"), write_json(content, folder / "decision.json")]
            if output.report:
                page = render_mixed(replace(grouped, rounds=plans.rounds), with_answers=not output.no_answers)
                files.append(write_text(page, folder / "report.html"))
            if output.xlsx:
                sheets = {heading("assignments"): list_groups(), heading("sizes"): sizes_table(decision)}
                files.append(write_xlsx({**sheets, **group_sheets(grouped, plans.seats)}, folder / "groups.xlsx"))
            if output.lists:
                files += write_lists(grouped, folder, with_ids=not output.no_ids)
            return files

        def show(console: Console) -> None:
            for note in people.notes:
                console.print(f"{note}\n", markup=False)
            show_groups(console, decision, names, None, colors)
            show_waiting(console, decision)
            console.print(str(decision.status), markup=False)

        with for_programs():
            content = decision.to_dict() | {"identifiers": known, "reading": list(map(str, people.notes))}
        return Made(decision, known, content, write, show, grouped, _by_place(people, decision))

    run(make, output, rounds=rounds, seed=search.seed)


def _by_place(people: PeopleTable, decision: Decision) -> dict[str, tuple[str, ...]]:
    """Return the columns of those who are in groups, with a row for each of their groups."""
    columns = people.only(decision.problem.person_names).columns
    return {heading: decision.places.repeat(cells) for heading, cells in columns.items()}
