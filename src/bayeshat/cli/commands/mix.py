"""Mixing people: groups whose members differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...tables.text import normalise
from ..options import (
    Common,
    Duplicates,
    Folder,
    FreeTimes,
    Friends,
    Groups,
    Json,
    Lists,
    Mix,
    NameColumn,
    NoIds,
    Quiet,
    Rounds,
    RulesFile,
    Seed,
    Sizes,
    Starts,
    Unfinished,
    Unknown,
    Wishes,
    Xlsx,
    consoles,
    print_json,
)
from ..parse import existing, free_times_rule, parse_mix, parse_sizes
from ..sort_options import SortOptions

if TYPE_CHECKING:
    from ...sorting.mix import PeopleTable
    from ...survey.spec import Survey

# The files that mixing may write; the first is always there.
_WRITTEN = ("decision.json", "assignments.csv", "groups.xlsx", "lists.html", "mail-merge.csv", "rounds.csv")


def mix(
    people: Annotated[Path, typer.Argument(help="People: .csv, .tsv or .xlsx, one row per person.")],
    mix: Mix = None,
    free_times: FreeTimes = None,
    common: Common = 1,
    rounds: Rounds = 1,
    wishes: Wishes = None,
    friends: Friends = None,
    sizes: Sizes = "balanced",
    groups: Groups = None,
    rules: RulesFile = None,
    starts: Starts = 16,
    name_column: NameColumn = None,
    duplicates: Duplicates = "refuse",
    unknown: Unknown = "refuse",
    unfinished: Unfinished = False,
    output: Folder = Path("mixed"),
    no_ids: NoIds = False,
    xlsx: Xlsx = False,
    lists: Lists = False,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make groups of people who differ, or by their wishes, without sorting; writes assignments.csv and decision.json.

    For example:

      bayeshat mix people.csv --groups 5 --mix gender --mix age --lists

      bayeshat mix people.csv --groups 5 --free-times "When are you free?" --common 2

      bayeshat mix people.csv --groups 8 --rounds 4

      bayeshat mix people.csv --wishes "1st choice" --sizes "Pottery=8,Chess=12,Theatre=10"

      bayeshat mix people.xlsx --sizes "4..6" --groups 8 --mix "Which year are you in?=strong" --rules rules.csv
    """
    from ...errors import TargetError
    from ...rules.reading import read_rules
    from ...sorting.mix import read_people_table

    existing(people, "The people")
    existing(rules, "The rules")
    wanted = parse_sizes(sizes)
    table = read_people_table(people, name_column=name_column, duplicates=duplicates, unfinished=unfinished)
    if groups is None and wishes is None and (wanted is None or isinstance(wanted, str)):
        number = _advise_number(len(table.names), wanted)
        raise TargetError(f'The number of groups must be known; got only the sizes "{sizes}". Add {number}.')
    writing = SortOptions(output=output, no_ids=no_ids, xlsx=xlsx, lists=lists, as_json=as_json, quiet=quiet)
    _mix(
        table,
        wanted,
        writing,
        title=people.stem,
        groups=groups,
        mix=parse_mix(mix, _questions(people, mix, name_column)),
        common_times=free_times_rule(free_times, common),
        wishes=wishes,
        friends=friends,
        unknown=unknown,
        rules=read_rules(rules),
        rounds=rounds,
        starts=starts,
        rng=seed,
    )


def _advise_number(n_people: int, sizes: str | None) -> str:
    """Return the options for numbers of groups that a range of sizes allows, or for any number."""
    from ...rules.rules import parse_bounds

    least, most = (None, None) if sizes in (None, "balanced") else parse_bounds(str(sizes))
    if not least or not most:
        return "e.g. --groups 4"
    allowed = range(-(-n_people // most), n_people // least + 1)
    return " or ".join(f"--groups {number}" for number in allowed[:3]) or "e.g. --groups 4"


def _questions(people: Path, mix: list[str] | None, name_column: str | None) -> Survey | None:
    """Return the columns that look like questions, if all of them are to mix people; else nothing."""
    from ...survey.spec import Survey

    if not any(normalise(text.partition("=")[0]) == "all" for text in mix or ()):
        return None
    return Survey.from_answers(people, name_column=name_column)


def mix_answers(survey: Survey, answers: Path, options: SortOptions, stay: Path | None, rounds: int) -> None:
    """Make groups for a survey all of whose questions mix people; options about sorting are refused."""
    from ...errors import InputError
    from ...rules.reading import read_rules
    from ...sorting.mix import PeopleTable
    from ...survey.answers import read_people, text_columns
    from ...survey.wish_columns import column_rules

    about_sorting: dict[str, Any] = {"--stay": stay, "--size-weight": options.size_weight, "--report": options.report}
    about_sorting |= {"--totals": options.totals, "--size-prior": options.size_prior}
    wrong = [name for name, value in about_sorting.items() if value not in (None, False)]
    if wrong:
        raise InputError(
            f"If all questions mix people, nobody is sorted, so {wrong[0]} cannot be used. Leave it out, or leave a "
            "question to sort by."
        )
    settings = options.settings(survey)
    reading = {name: settings[name] for name in ("name_column", "duplicates", "unknown", "unfinished")}
    asked, given = read_people(answers, survey, **reading)
    wished, notes = column_rules(asked, given, options.wishes, options.friends, unknown=options.unknown)
    houses, sizes = asked.cluster_names, settings.get("target", "balanced")
    if sizes == "balanced":
        sizes = dict.fromkeys(houses, 1 / len(houses))
    elif isinstance(sizes, list) and len(sizes) == len(houses):
        sizes = dict(zip(houses, sizes, strict=True))
    people = PeopleTable(given.names, text_columns(asked, given), (*given.notes, *notes))
    rules = asked.rules + read_rules(options.rules) + wished
    named = ("mix", "common_times", "starts", "threads", "rng")
    wanted = {"groups": len(houses), "rules": rules, **{name: settings[name] for name in named}}
    colors = {cluster.name: cluster.color for cluster in asked.clusters}
    _mix(people, sizes, options, title=asked.title, listed=given.extra, colors=colors, rounds=rounds, **wanted)


def _mix(
    people: PeopleTable,
    sizes: Any,
    writing: SortOptions,
    *,
    title: str,
    listed: Mapping[str, Sequence[str]] | None = None,
    colors: Mapping[str, str | None] | None = None,
    rounds: int,
    **options: Any,
) -> None:
    """Mix, write and print; lists have the columns `listed`, or all, and groups the colours of their names."""
    from ...engine.rounds import check_rounds, plan_rounds
    from ...report.files import write_csv, write_json, write_xlsx
    from ...report.lists import GroupedPeople, group_sheets, write_lists
    from ...report.tables import sizes_table, with_identifiers
    from ...report.whole_folder import check_folder, whole_folder
    from ...sorting.mix import mix_people
    from ...tables.name_columns import find_identifiers
    from ..show import progress_bar, show_groups, show_rounds

    # Before the long work, so that nobody waits for a refusal.
    output, silent = writing.output, writing.quiet or writing.as_json
    check_folder(output, _WRITTEN)
    check_rounds(rounds, len(people.names))
    out, err = consoles()
    with progress_bar(err, silent) as progress:
        decision = mix_people(people, sizes, progress=progress, **options)
        planned = plan_rounds(decision, rounds, rng=options["rng"]) if rounds > 1 else None
    columns = people.columns if listed is None else listed
    known = find_identifiers(columns)
    content = decision.to_dict() | {"identifiers": known, "reading": list(people.notes)}
    content |= {} if planned is None else {"rounds": planned.to_dict()}
    painted = None if colors is None else [colors.get(name) for name in decision.names]
    grouped = GroupedPeople(title, people.names, decision, columns, known, painted)
    groups = with_identifiers({"name": list(people.names), "group": list(decision.groups)}, known)
    with whole_folder(output, _WRITTEN) as folder:
        files = [
            write_csv(groups, folder / "assignments.csv"),
            write_json(content, folder / "decision.json"),
        ]
        if writing.xlsx:
            sheets = {"assignments": groups, "sizes": sizes_table(decision)}
            files.append(write_xlsx({**sheets, **group_sheets(grouped)}, folder / "groups.xlsx"))
        if writing.lists:
            files += write_lists(grouped, folder, with_ids=not writing.no_ids)
        if planned is not None:
            files.append(write_csv(with_identifiers(planned.table(), known), folder / "rounds.csv"))
    if writing.as_json:
        print_json(content)
    elif not writing.quiet:
        for note in people.notes:
            out.print(f"{note}\n", markup=False)
        show_groups(out, decision, people.names, None)
        out.print(str(decision.status), markup=False)
        if planned is not None:
            show_rounds(out, planned, files)
        for file in files:
            out.print(f"  {output / file.name}", soft_wrap=True, markup=False)
