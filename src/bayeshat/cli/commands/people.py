"""Sorting people: from a survey and answers to groups."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError
from ..options import (
    AnswersFile,
    Folder,
    Force,
    Json,
    Partitions,
    Quiet,
    Report,
    Rounds,
    Scheduler,
    Seed,
    SomeAnswers,
    SurveyName,
    consoles,
    number_from,
    print_json,
    whole_number,
)
from ..parse import check_is_survey, existing
from ..sort_options import SortOptions, takes_sort_options

if TYPE_CHECKING:
    from ...report.result import Result

# The files that a sort may write; the first is always there.
WRITTEN = (
    "decision.json",
    "assignments.csv",
    "probabilities.csv",
    "report.html",
    "groups.xlsx",
    "lists.html",
    "mail-merge.csv",
    "rounds.csv",
)


def demo(
    output: Folder = Path("bayeshat-demo"),
    report: Report = True,
    seed: Seed = 1,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Sort 21 simulated people into the four Hogwarts houses.

    Example: bayeshat demo
    """
    from ...model.simulate import simulate as draw
    from ...sorting.people import sort_people
    from ...survey.spec import Survey

    survey = Survey.load("hogwarts")
    simulated = draw(survey, 21, rng=seed)
    _run(
        lambda progress: sort_people(survey, simulated.answers, "balanced", rng=seed, progress=progress),
        SortOptions(output=output, report=report, as_json=as_json, quiet=quiet),
        extra={"answers.csv": answers_table(survey, simulated.answers)},
    )


@takes_sort_options
def sort(
    survey: SurveyName,
    answers: SomeAnswers = None,
    stay: Annotated[
        Path | None, typer.Option(help="Earlier groups (assignments.csv); move as few people as possible.")
    ] = None,
    rounds: Rounds = 1,
    scheduler: Scheduler = None,
    partitions: Partitions = None,
    *,
    options: SortOptions,
) -> None:
    """Sort people from their answers; writes assignments.csv, probabilities.csv and decision.json.

    Answers in partitions (--answers) are sorted by a Dask scheduler; writes part-*.parquet and _decision.json.

    For example:

      bayeshat sort hogwarts answers.csv --report

      bayeshat sort survey.toml answers.xlsx --sizes "4..6" --rules rules.csv -o groups --xlsx

      bayeshat sort hogwarts answers.csv --sizes "Gryffindor=5,Slytherin=5,Ravenclaw=5,Hufflepuff=6"

      bayeshat sort survey.toml answers.csv --known "last year's house"

      bayeshat sort survey.toml answers.csv --mix gender --mix "Which year are you in?=strong"

      bayeshat sort survey.toml answers.csv --free-times "When are you free?" --common 2 --rounds 3

      bayeshat sort hogwarts --scheduler tcp://10.0.0.5:8786 --answers 'answers/part-*.parquet' -o groups
    """
    from ...engine.rounds import check_rounds
    from ...sorting.people import sort_by_plan
    from ...sorting.plan import Plan
    from ...survey.spec import Survey
    from .mix import mix_answers

    if partitions is not None or scheduler is not None:
        from .partitions import sort_on_cluster

        others = {"a file of answers": answers, "--stay": stay, "--rounds": rounds if rounds > 1 else None}
        sort_on_cluster(survey, partitions, scheduler or "local", others, options)
        return
    check_is_survey(survey, answers, options.sizes)
    if answers is None:
        raise InputError("Answers must be given: a file, or a pattern of files with --answers; got none. Add one.")
    asked = Survey.load(survey)
    if options.only_mixes(asked):
        mix_answers(asked, answers, options, stay, rounds)
        return
    settings = options.settings(asked)
    existing(stay, "The earlier groups")
    threads = settings.pop("threads")
    plan = Plan.read(asked, answers, stay=stay, **settings)
    check_rounds(rounds, plan.given.n_people)
    _run(lambda progress: sort_by_plan(plan, threads=threads, progress=progress), options, rounds=rounds)


@takes_sort_options
def place(
    survey: SurveyName,
    answers: AnswersFile,
    earlier: Annotated[Path, typer.Argument(help="Earlier groups: the assignments.csv of a sort.")],
    *,
    options: SortOptions,
) -> None:
    """Place people who came late, without moving anybody else; the answers must be everybody's.

    Example: bayeshat place hogwarts all-answers.csv sorted/assignments.csv -o sorted-again
    """
    from ...sorting.latecomers import place_people
    from ...survey.spec import Survey

    check_is_survey(survey, answers, options.sizes)
    asked = Survey.load(survey)
    settings = options.settings(asked)
    existing(earlier, "The earlier groups")
    _run(lambda progress: place_people(asked, answers, earlier, progress=progress, **settings), options)


def explain(
    name: Annotated[str, typer.Argument(help="The person whose place to explain.")],
    folder: Annotated[Path, typer.Option("--from", help="Folder that a sort wrote its files to.")] = Path("sorted"),
    as_json: Json = False,
) -> None:
    """Say why somebody is in a group: the answers, rules and sizes that decided, and what alternatives cost.

    Example: bayeshat explain "Ann Smith" --from sorted
    """
    from ...report.explain import read_explanation

    found = read_explanation(folder / "decision.json", name)
    if as_json:
        print_json(found.to_dict())
    else:
        print("\n".join(map(str, found.words())))


def _run(
    work: Callable[[Callable[[float, str], None]], Result],
    options: SortOptions,
    extra: dict[str, dict[str, list[Any]]] | None = None,
    rounds: int = 1,
) -> None:
    """Sort, write and print: what the commands share; ``extra`` are further tables to write, by file name."""
    from ...checks.prior import prior_sensitivity
    from ...engine.rounds import plan_rounds
    from ...options import part_of
    from ...report.files import write_csv
    from ...report.tables import with_identifiers
    from ...report.whole_folder import check_folder, whole_folder
    from ..show import progress_bar, show_result, show_rounds

    began = time.perf_counter()
    out, err = consoles()
    names = (*WRITTEN, *(extra or {}))
    # Before the long work, so that nobody waits for a refusal.
    check_folder(options.output, names)
    with progress_bar(err, options.quiet or options.as_json) as progress:
        result = work(part_of(progress, 0.0, 0.95))
        result.how_settled(threads=options.threads, progress=part_of(progress, 0.95, 0.05))
        progress(1.0, "planning rounds" if rounds > 1 else "writing files")
        planned = plan_rounds(result.decision, rounds, rng=options.seed) if rounds > 1 else None
    with whole_folder(options.output, names) as folder:
        files = [write_csv(table, folder / name) for name, table in (extra or {}).items()]
        files += write_files(result, folder, options)
        if planned is not None:
            named = with_identifiers(planned.table(), result.answers.identifiers)
            files.append(write_csv(named, folder / "rounds.csv"))
    told = prior_sensitivity(result.posterior).lines() if options.sensitivity else []
    if options.as_json:
        more: dict[str, Any] = {} if planned is None else {"rounds": planned.to_dict()}
        print_json(result.to_dict() | more | ({"sensitivity": told} if options.sensitivity else {}))
    elif not options.quiet:
        show_result(out, result)
        for line in told:
            out.print(line, markup=False)
        if planned is not None:
            show_rounds(out, planned, files)
        out.print(f"\nDone in {time.perf_counter() - began:.1f} s. Files:")
        for file in files:
            out.print(f"  {options.output / file.name}", soft_wrap=True, markup=False)


def write_files(result: Result, folder: Path, options: SortOptions) -> list[Path]:
    """Write a result's tables, its decision and what else is asked for into a folder."""
    from ...report.explain import MOST_EXPLAINED, explanations
    from ...report.files import write_csv, write_json, write_xlsx
    from ...report.lists import group_sheets, write_lists
    from ...report.page.html import write_report

    content = result.to_dict()
    if len(result.names) <= MOST_EXPLAINED:
        content["people"] = explanations(result)
    tables = {"assignments": result.assignments(), "probabilities": result.probabilities(), "sizes": result.sizes()}
    files = [
        write_csv(tables["assignments"], folder / "assignments.csv"),
        write_csv(tables["probabilities"], folder / "probabilities.csv"),
        write_json(content, folder / "decision.json"),
    ]
    if options.report:
        shown = {"with_answers": not options.no_answers, "with_ids": not options.no_ids}
        files.append(write_report(result, folder / "report.html", **shown))
    if options.xlsx:
        files.append(write_xlsx({**tables, **group_sheets(result)}, folder / "groups.xlsx"))
    if options.lists:
        files += write_lists(result, folder, with_ids=not options.no_ids)
    return files


def simulate(
    survey: SurveyName,
    people: Annotated[int, typer.Argument(parser=whole_number(1), metavar="PEOPLE", help="How many people.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="CSV file to write.")] = Path("answers.csv"),
    truth: Annotated[Path | None, typer.Option(help="Write the true houses to this CSV file.")] = None,
    missing: Annotated[
        float, typer.Option(parser=number_from(0.0, 0.99), metavar="SHARE", help="Share of answers left out.")
    ] = 0.0,
    seed: Seed = 0,
    force: Force = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Simulate answers to a survey.

    Example: bayeshat simulate hogwarts 30 -o answers.csv --truth houses.csv
    """
    from ...model.simulate import simulate as draw
    from ...report.files import write_tables
    from ...report.whole_folder import check_new_file
    from ...survey.spec import Survey

    if truth is not None and truth.resolve() == output.resolve():
        raise InputError(f"The true houses must have a file of their own; got {str(truth)!r} twice. Name another file.")
    check_is_survey(survey)
    asked = Survey.load(survey)
    for path in (output, truth):
        if path is not None:
            check_new_file(path, force)
    drawn = draw(asked, people, rng=seed, missing=missing)
    tables = {output: answers_table(asked, drawn.answers)}
    if truth is not None:
        houses = [asked.cluster_names[k] for k in drawn.truth]
        tables[truth] = {"name": list(drawn.answers.names), "house": houses}
    files = write_tables(tables)
    if as_json:
        print_json({"files": [str(file) for file in files]})
    elif not quiet:
        print("\n".join(str(file) for file in files))


def answers_table(survey: Any, answers: Any) -> dict[str, list[Any]]:
    """Return coded answers as a table that ``read_answers`` reads back."""
    from ...survey.answers import text_columns
    from ...tables.name_columns import free_name_heading

    columns = text_columns(survey, answers)
    texts = [asked.text for asked in survey.questions]
    naming = free_name_heading([*texts, *(asked.id for asked in survey.questions)])
    return {naming: list(answers.names)} | {text: list(columns[text]) for text in texts}
