"""Sorting people: from a survey and answers to groups."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError
from ...options import Progress, part_of
from ...words.message import Message
from ...words.voice import for_programs
from ..options import (
    RULES,
    STATISTICIANS,
    AnswersFile,
    Folder,
    Force,
    Json,
    Model,
    Output,
    Quiet,
    Reading,
    Rounds,
    Seed,
    SizesOrTotals,
    SomeAnswers,
    SurveyName,
    Wanted,
    WithReport,
    number_from,
    print_json,
    whole_number,
)
from ..parse import check_is_survey, existing
from ..run import Made, Plans, find_alternate, run

if TYPE_CHECKING:
    from rich.console import Console

    from ...report.result import Result


def demo(
    output: Folder = Path("bayeshat-demo"),
    report: WithReport = True,
    seed: Seed = 1,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Sort 21 simulated people into the four Hogwarts houses.

    Example: bayeshat demo
    """
    from ...model.simulate import simulate as draw
    from ...report.files import write_csv
    from ...sorting.people import sort_people
    from ...survey.spec import Survey

    survey = Survey.load("hogwarts")
    simulated = draw(survey, 21, rng=seed)
    asked = Output(output=output, report=report, as_json=as_json, quiet=quiet)

    def make(progress: Progress) -> Made:
        result = sort_people(survey, simulated.answers, "balanced", rng=seed, progress=part_of(progress, 0.0, 0.95))
        made, table = describe(result, asked, Model(), progress), answers_table(survey, simulated.answers)

        def write(folder: Path, content: dict[str, Any], plans: Plans) -> list[Path]:
            return [write_csv(table, folder / "answers.csv"), *made.write(folder, content, plans)]

        return replace(made, write=write)

    run(make, asked, extra=("answers.csv",))


def sort(
    survey: SurveyName,
    answers: SomeAnswers = None,
    sizes: SizesOrTotals = None,
    *,
    output: Output,
    wanted: Wanted,
    stay: Annotated[
        Path | None,
        typer.Option(help="Earlier groups (assignments.csv); move as few people as possible.", rich_help_panel=RULES),
    ] = None,
    rounds: Rounds = 1,
    reading: Reading,
    model: Model,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help='Dask scheduler: "tcp://host:8786", or "local" for workers here (needs bayeshat\\[dask]).',
            rich_help_panel=STATISTICIANS,
        ),
    ] = None,
    partitions: Annotated[
        str | None,
        typer.Option(
            "--answers",
            help="Answers in partitions: a pattern of Parquet files in quotes.",
            rich_help_panel=STATISTICIANS,
        ),
    ] = None,
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
    from ...survey.answers import text_columns
    from ...survey.spec import Survey
    from .mix import mix_answers

    if partitions is not None or scheduler is not None:
        from .sort_on_cluster import sort_on_cluster

        others = {"a file of answers": answers, "--stay": stay, "--rounds": rounds if rounds > 1 else None}
        unusable = [name for name, value in others.items() if value is not None]
        sort_on_cluster(survey, partitions, scheduler or "local", sizes, unusable, output, wanted, reading, model)
        return
    check_is_survey(survey, answers, sizes)
    if answers is None:
        raise InputError(Message("command-no-answers"))
    asked = Survey.load(survey)
    if wanted.only_mixes(asked):
        mix_answers(asked, answers, sizes, stay, rounds, output, wanted, reading, model)
        return
    settings = model.settings(sizes) | wanted.settings(asked) | vars(reading)
    existing(stay, "groups")
    threads = settings.pop("threads")
    plan = Plan.read(asked, answers, stay=stay, **settings)
    check_rounds(rounds, plan.given.n_people)
    find_alternate(output, text_columns(plan.survey, plan.given))

    def make(progress: Progress) -> Made:
        result = sort_by_plan(plan, threads=threads, progress=part_of(progress, 0.0, 0.95))
        return describe(result, output, model, progress)

    run(make, output, rounds=rounds, seed=model.seed)


def place(
    survey: SurveyName,
    answers: AnswersFile,
    earlier: Annotated[Path, typer.Argument(help="Earlier groups: the assignments.csv of a sort.")],
    sizes: SizesOrTotals = None,
    *,
    output: Output,
    wanted: Wanted,
    reading: Reading,
    model: Model,
) -> None:
    """Place people who came late, without moving anybody else; the answers must be everybody's.

    Example: bayeshat place hogwarts all-answers.csv sorted/assignments.csv -o sorted-again
    """
    from ...sorting.latecomers import place_people
    from ...survey.spec import Survey

    check_is_survey(survey, answers, sizes)
    asked = Survey.load(survey)
    settings = model.settings(sizes) | wanted.settings(asked) | vars(reading)
    existing(earlier, "groups")

    def make(progress: Progress) -> Made:
        result = place_people(asked, answers, earlier, progress=part_of(progress, 0.0, 0.95), **settings)
        return describe(result, output, model, progress)

    run(make, output)


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


def describe(result: Result, output: Output, model: Model, progress: Progress) -> Made:
    """Return sorted people with what is written and printed about them, for which a last part of the work is left."""
    from ...checks.prior import prior_sensitivity
    from ...report.explain import MOST_EXPLAINED, explanations
    from ...report.files import write_csv, write_json, write_xlsx
    from ...report.lists import group_sheets, other_sheets, write_lists
    from ...report.page.html import write_report
    from ...survey.answers import text_columns
    from ..show import show_result

    if output.title is not None:
        result = replace(result, survey=replace(result.survey, title=output.title))
    result.how_settled(threads=model.threads, progress=part_of(progress, 0.95, 0.05))
    sensitive = prior_sensitivity(result.posterior).lines() if model.sensitivity else []

    def write(folder: Path, content: dict[str, Any], plans: Plans) -> list[Path]:
        people = {"people": explanations(result)} if len(result.names) <= MOST_EXPLAINED else {}
        with for_programs():
            tables = {"assignments": result.assignments(), "probabilities": result.probabilities()}
        files = [write_csv(table, folder / f"{name}.csv") for name, table in tables.items()]
        files.append(write_json(content | people, folder / "decision.json"))
        if output.report:
            shown = {"with_answers": not output.no_answers, "with_ids": not output.no_ids}
            files.append(write_report(result, folder / "report.html", **shown))
        if output.xlsx:
            sheets = zip(other_sheets(), (result.assignments(), result.probabilities(), result.sizes()), strict=True)
            files.append(write_xlsx({**dict(sheets), **group_sheets(result, plans.seats)}, folder / "groups.xlsx"))
        if output.lists:
            files += write_lists(result, folder, with_ids=not output.no_ids)
        return files

    def show(console: Console) -> None:
        show_result(console, result)
        for line in sensitive:
            console.print(str(line), markup=False)

    with for_programs():
        content = result.to_dict() | ({"sensitivity": list(map(str, sensitive))} if model.sensitivity else {})
    columns = text_columns(result.survey, result.answers)
    return Made(result.decision, result.answers.identifiers, content, write, show, result, columns)


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
        raise InputError(Message("command-truth", file=repr(str(truth))))
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
    from ...tables.person_columns import free_name_heading

    columns = text_columns(survey, answers)
    texts = [asked.text for asked in survey.questions]
    naming = free_name_heading([*texts, *(asked.id for asked in survey.questions)])
    return {naming: list(answers.names)} | {text: list(columns[text]) for text in texts}
