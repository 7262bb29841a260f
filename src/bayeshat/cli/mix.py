"""Mixing people: groups whose members differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import (
    Common,
    Folder,
    FreeTimes,
    Json,
    Mix,
    NameColumn,
    Quiet,
    Rounds,
    RulesFile,
    Seed,
    Sizes,
    Starts,
    consoles,
    print_json,
)
from .parse import parse_sizes

if TYPE_CHECKING:
    from ..engine.decision import Decision
    from ..rules.rules import CommonTimes, Spread
    from ..survey.spec import Survey


def mix(
    people: Annotated[Path, typer.Argument(help="People: .csv, .tsv or .xlsx, one row per person.")],
    mix: Mix = None,
    free_times: FreeTimes = None,
    common: Common = 1,
    rounds: Rounds = 1,
    sizes: Sizes = "balanced",
    groups: Annotated[int | None, typer.Option(min=1, help="Number of groups, where the sizes do not say it.")] = None,
    rules: RulesFile = None,
    starts: Starts = 16,
    name_column: NameColumn = None,
    output: Folder = Path("mixed"),
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make groups of people who differ, without sorting them; writes assignments.csv and decision.json.

    Examples
    --------
      bayeshat mix people.csv --groups 5 --mix gender --mix age

      bayeshat mix people.csv --groups 5 --free-times "When are you free?" --common 2

      bayeshat mix people.csv --groups 8 --rounds 4

      bayeshat mix people.xlsx --sizes "4..6" --groups 8 --mix "Which year are you in?=strong" --rules rules.csv
    """
    from ..errors import TargetError
    from ..rules.rules_read import read_rules

    wanted = parse_sizes(sizes)
    if groups is None and (wanted is None or isinstance(wanted, str)):
        raise TargetError(f'The number of groups must be known; got only the sizes "{sizes}". Add e.g. --groups 4.')
    _mix(
        people,
        wanted,
        output,
        quiet=quiet,
        as_json=as_json,
        groups=groups,
        mix=parse_mix(mix),
        common_times=free_times_rule(free_times, common),
        rules=read_rules(rules),
        rounds=rounds,
        starts=starts,
        rng=seed,
        name_column=name_column,
    )


def mix_answers(
    survey: Survey,
    answers: Path,
    sizes: Any,
    rules: Path | None,
    name_column: str | None,
    output: Path,
    unused: dict[str, Any],
    **options: Any,
) -> None:
    """Make groups for a survey all of whose questions mix people, so that none is left to sort them by.

    Options that are about sorting alone (``unused``) are refused.
    """
    from ..errors import InputError
    from ..rules.rules_read import read_rules
    from ..survey.answers import read_answers
    from ..survey.columns import text_columns

    wrong = [name for name, value in unused.items() if value not in (None, False)]
    if wrong:
        raise InputError(
            f"Where all questions mix people, nobody is sorted, and {wrong[0]} must be left out; got it. Leave it out, "
            "or leave a question to sort by."
        )
    given = read_answers(answers, survey, name_column=name_column)
    houses = survey.cluster_names
    if sizes == "balanced":
        sizes = dict.fromkeys(houses, 1 / len(houses))
    elif isinstance(sizes, list) and len(sizes) == len(houses):
        sizes = dict(zip(houses, sizes, strict=True))
    people = {"name": list(given.names)} | {name: list(cells) for name, cells in text_columns(survey, given).items()}
    _mix(people, sizes, output, groups=len(houses), rules=survey.rules + read_rules(rules), **options)


def parse_mix(texts: list[str] | None, survey: Survey | None = None) -> list[Spread]:
    """Return what people are mixed by: "gender", "gender=strong" or "all", which is every question of the survey.

    Examples
    --------
    >>> [(rule.column, rule.weight) for rule in parse_mix(["gender", "a=b", "age=weak", "year=0.4"])]
    [('gender', None), ('a=b', None), ('age', 0.1), ('year', 0.4)]
    """
    from ..rules.rule_checks import STRENGTHS
    from ..rules.rules import Spread
    from ..tables.text import normalise

    rules: list[Spread] = []
    questions = {} if survey is None else {normalise(name): q.text for q in survey.questions for name in (q.id, q.text)}
    for text in texts or []:
        column, sign, last = text.rpartition("=")
        soft = bool(sign) and (normalise(last) in STRENGTHS or _is_number(last))
        column, weight = (column.strip(), float(STRENGTHS.get(normalise(last), last))) if soft else (text, None)
        columns = [questions.get(normalise(column), column)]
        if survey is not None and normalise(column) == "all":
            columns = [question.text for question in survey.questions]
        rules += [Spread(one, weight=weight) for one in columns]
    return rules


def free_times_rule(column: str | None, common: int) -> CommonTimes | None:
    """Return the rule that members of a group share some free times, if a column of them is given."""
    from ..errors import InputError
    from ..rules.rules import CommonTimes

    if column is None and common > 1:
        raise InputError(f"--common needs a column of free times; got only {common}. Add --free-times COLUMN.")
    return None if column is None else CommonTimes(column, common)


def _mix(people: Any, sizes: Any, output: Path, *, quiet: bool, as_json: bool, rounds: int, **options: Any) -> None:
    """Mix, write and print."""
    from ..mixing import mix_people
    from ..report.files import make_folder, write_csv, write_json
    from .show import progress_bar, show_groups

    folder = make_folder(output)
    out, err = consoles()
    with progress_bar(err, quiet or as_json) as progress:
        decision = mix_people(people, sizes, progress=progress, **options)
    names = decision.people or ()
    files: list[Path] = []
    content, told = add_rounds(decision, rounds, options["rng"], folder, files)
    content = decision.to_dict() | content
    files[:0] = [
        write_csv({"name": list(names), "group": list(decision.groups)}, folder / "assignments.csv"),
        write_json(content, folder / "decision.json"),
    ]
    if as_json:
        print_json(content)
    elif not quiet:
        show_groups(out, decision, names, None)
        out.print(str(decision.status), markup=False)
        out.print(told, markup=False, end="")
        for file in files:
            out.print(f"  {file}", soft_wrap=True)


def add_rounds(
    decision: Decision, rounds: int, seed: int, folder: Path, files: list[Path]
) -> tuple[dict[str, Any], str]:
    """Plan further rounds and write them, if there are any; return them as plain values and in words."""
    from ..engine.under_rules.rounds import plan_rounds
    from ..report.files import write_csv

    if rounds == 1:
        return {}, ""
    planned = plan_rounds(decision, rounds, rng=seed)
    files.append(write_csv(planned.table(), folder / "rounds.csv"))
    return {"rounds": planned.to_dict()}, f"{planned.words()}\n"


def _is_number(text: str) -> bool:
    try:
        return float(text) > 0
    except ValueError:
        return False
