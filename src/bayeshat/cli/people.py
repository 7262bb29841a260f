"""Sorting people: from a survey and answers to groups."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import (
    AnswersFile,
    Chains,
    Common,
    Draws,
    Folder,
    FreeTimes,
    Json,
    Lists,
    LossName,
    MaxDraws,
    Membership,
    Mix,
    NameColumn,
    Partitions,
    Quiet,
    Report,
    Rounds,
    RulesFile,
    Sampler,
    Scheduler,
    Seed,
    Sizes,
    SomeAnswers,
    Starts,
    SurveyName,
    Threads,
    Tune,
    Weight,
    Xlsx,
    consoles,
    print_json,
)
from .parse import parse_sizes

if TYPE_CHECKING:
    from ..report.result import Result


def demo(output: Folder = Path("bayeshat-demo"), report: Report = True, seed: Seed = 1, quiet: Quiet = False) -> None:
    """Sort 21 simulated people into the four Hogwarts houses.

    Example: bayeshat demo
    """
    from ..model.simulate import simulate as draw
    from ..pipeline import sort_people
    from ..report.files import make_folder, write_csv
    from ..survey.spec import Survey

    survey = Survey.load("hogwarts")
    simulated = draw(survey, 21, rng=seed)
    folder = make_folder(output)
    answers = write_csv(answers_table(survey, simulated.answers), folder / "answers.csv")
    _run(
        lambda **options: sort_people(survey, simulated.answers, "balanced", rng=seed, **options),
        folder,
        quiet=quiet,
        report=report,
        files=[answers],
    )


def sort(
    survey: SurveyName,
    answers: SomeAnswers = None,
    sizes: Sizes = "balanced",
    size_weight: Weight = None,
    rules: RulesFile = None,
    mix: Mix = None,
    free_times: FreeTimes = None,
    common: Common = 1,
    rounds: Rounds = 1,
    stay: Annotated[
        Path | None, typer.Option(help="Earlier groups (assignments.csv); move as few people as possible.")
    ] = None,
    loss: LossName = "auto",
    membership: Membership = "auto",
    sampler: Sampler = "gibbs",
    chains: Chains = 4,
    tune: Tune = None,
    draws: Draws = None,
    max_draws: MaxDraws = None,
    starts: Starts = 16,
    name_column: NameColumn = None,
    output: Folder = Path("sorted"),
    report: Report = False,
    xlsx: Xlsx = False,
    lists: Lists = False,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
    quiet: Quiet = False,
    scheduler: Scheduler = None,
    partitions: Partitions = None,
) -> None:
    """Sort people from their answers; writes assignments.csv, probabilities.csv and decision.json.

    Answers in partitions (--answers) are sorted by a Dask scheduler; writes part-*.parquet and _decision.json.

    Examples
    --------
      bayeshat sort hogwarts answers.csv --report

      bayeshat sort survey.toml answers.xlsx --sizes "4..6" --rules rules.csv -o groups --xlsx

      bayeshat sort hogwarts answers.csv --sizes "Gryffindor=5,Slytherin=5,Ravenclaw=5,Hufflepuff=6"

      bayeshat sort survey.toml answers.csv --mix gender --mix "Which year are you in?=strong"

      bayeshat sort survey.toml answers.csv --free-times "When are you free?" --common 2 --rounds 3

      bayeshat sort hogwarts --scheduler tcp://10.0.0.5:8786 --answers 'answers/part-*.parquet' -o groups
    """
    from ..errors import InputError
    from ..pipeline import sort_people
    from ..report.files import make_folder

    if partitions is not None or scheduler is not None:
        from .partitions import sort_on_cluster

        others = {
            "a file of answers": answers,
            "--rules": rules,
            "--mix": mix,
            "--free-times": free_times,
            "--rounds": rounds if rounds > 1 else None,
            "--stay": stay,
            "--threads": threads,
        }
        flags = {"--report": report, "--xlsx": xlsx, "--lists": lists}
        sort_on_cluster(
            survey,
            partitions,
            scheduler or "local",
            output,
            [name for name, value in (others | flags).items() if value not in (None, False)],
            quiet=quiet,
            as_json=as_json,
            target=parse_sizes(sizes),
            size_weight=size_weight,
            loss=loss,
            membership=membership,
            sampler=sampler,
            chains=chains,
            tune=tune,
            draws=draws,
            max_draws=max_draws,
            starts=starts,
            name_column=name_column,
            rng=seed,
        )
        return
    if answers is None:
        raise InputError("Answers must be given: a file, or a pattern of files with --answers; got none. Add one.")
    from ..survey.spec import Survey
    from .mix import free_times_rule, mix_answers, parse_mix

    asked = Survey.load(survey)
    mixed, times = parse_mix(mix, asked), free_times_rule(free_times, common)
    if {question.text for question in asked.questions} <= {spread.column for spread in mixed}:
        unused = {"--stay": stay, "--size-weight": size_weight, "--report": report, "--xlsx": xlsx, "--lists": lists}
        about = {"mix": mixed, "common_times": times, "rounds": rounds, "starts": starts, "rng": seed}
        how = {"threads": threads, "quiet": quiet, "as_json": as_json}
        mix_answers(asked, answers, parse_sizes(sizes), rules, name_column, output, unused, **about, **how)
        return
    folder = make_folder(output)
    _run(
        lambda **options: sort_people(
            asked,
            answers,
            parse_sizes(sizes),
            loss=loss,
            size_weight=size_weight,
            rules=rules,
            mix=mixed,
            common_times=times,
            stay=stay,
            membership=membership,
            sampler=sampler,
            chains=chains,
            tune=tune,
            draws=draws,
            max_draws=max_draws,
            starts=starts,
            name_column=name_column,
            rng=seed,
            threads=threads,
            **options,
        ),
        folder,
        quiet=quiet,
        as_json=as_json,
        report=report,
        xlsx=xlsx,
        lists=lists,
        rounds=rounds,
        seed=seed,
    )


def place(
    survey: SurveyName,
    answers: AnswersFile,
    earlier: Annotated[Path, typer.Argument(help="Earlier groups: the assignments.csv of a sort.")],
    sizes: Sizes = "balanced",
    size_weight: Weight = None,
    rules: RulesFile = None,
    loss: LossName = "auto",
    membership: Membership = "auto",
    sampler: Sampler = "gibbs",
    chains: Chains = 4,
    tune: Tune = None,
    draws: Draws = 1000,
    max_draws: MaxDraws = None,
    starts: Starts = 16,
    name_column: NameColumn = None,
    output: Folder = Path("sorted"),
    report: Report = False,
    xlsx: Xlsx = False,
    lists: Lists = False,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place people who came late, without moving anybody else; answers are everybody's.

    Example: bayeshat place hogwarts all-answers.csv sorted/assignments.csv -o sorted-again
    """
    from ..pipeline import place_people
    from ..report.files import make_folder

    folder = make_folder(output)
    _run(
        lambda **options: place_people(
            survey,
            answers,
            earlier,
            parse_sizes(sizes),
            size_weight=size_weight,
            rules=rules,
            loss=loss,
            membership=membership,
            sampler=sampler,
            chains=chains,
            tune=tune,
            draws=draws,
            max_draws=max_draws,
            starts=starts,
            name_column=name_column,
            rng=seed,
            threads=threads,
            **options,
        ),
        folder,
        quiet=quiet,
        as_json=as_json,
        report=report,
        xlsx=xlsx,
        lists=lists,
    )


def explain(
    name: Annotated[str, typer.Argument(help="Whose place is to be explained.")],
    folder: Annotated[Path, typer.Option("--from", help="Folder that a sort wrote its files to.")] = Path("sorted"),
    as_json: Json = False,
) -> None:
    """Say why somebody is in a group: the answers, rules and sizes that decided, and what alternatives cost.

    Example: bayeshat explain "Ann Smith" --from sorted
    """
    from ..report.explain import read_explanation

    found = read_explanation(folder / "decision.json", name)
    if as_json:
        print_json(found.to_dict())
    else:
        print("\n".join(found.words()))


def _run(
    work: Callable[..., Result],
    folder: Path,
    *,
    quiet: bool,
    as_json: bool = False,
    report: bool = False,
    xlsx: bool = False,
    lists: bool = False,
    files: list[Path] | None = None,
    rounds: int = 1,
    seed: int = 0,
) -> None:
    """Sort, write and print: what the commands share."""
    from .mix import add_rounds
    from .show import progress_bar, show_result

    began = time.perf_counter()
    out, err = consoles()
    with progress_bar(err, quiet or as_json) as progress:
        result = work(progress=progress)
    files = [*(files or []), *write_files(result, folder, report=report, xlsx=xlsx, lists=lists)]
    content, told = add_rounds(result.decision, rounds, seed, folder, files)
    if as_json:
        print_json(result.to_dict() | content)
    elif not quiet:
        show_result(out, result)
        out.print(told, markup=False, end="")
        out.print(f"\nDone in {time.perf_counter() - began:.1f} s. Files:")
        for file in files:
            out.print(f"  {file}", soft_wrap=True)


def write_files(result: Result, folder: Path, *, report: bool, xlsx: bool, lists: bool) -> list[Path]:
    """Write a result's tables, its decision and what else is asked for into a folder."""
    from ..report.explain import MOST_EXPLAINED, explanations
    from ..report.files import write_csv, write_json, write_text, write_xlsx
    from ..report.lists import group_sheets, mail_merge_table, render_lists
    from ..report.page.html import write_report

    content = result.to_dict()
    if len(result.names) <= MOST_EXPLAINED:
        content["people"] = explanations(result)
    tables = {"assignments": result.assignments(), "probabilities": result.probabilities(), "sizes": result.sizes()}
    files = [
        write_csv(tables["assignments"], folder / "assignments.csv"),
        write_csv(tables["probabilities"], folder / "probabilities.csv"),
        write_json(content, folder / "decision.json"),
    ]
    if report:
        files.append(write_report(result, folder / "report.html"))
    if xlsx:
        files.append(write_xlsx({**tables, **group_sheets(result)}, folder / "groups.xlsx"))
    if lists:
        files.append(write_text(render_lists(result), folder / "lists.html"))
        files.append(write_csv(mail_merge_table(result), folder / "mail-merge.csv"))
    return files


def simulate(
    survey: SurveyName,
    people: Annotated[int, typer.Argument(min=1, help="How many people.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="CSV file to write.")] = Path("answers.csv"),
    truth: Annotated[Path | None, typer.Option(help="Write the true houses to this CSV file.")] = None,
    missing: Annotated[float, typer.Option(min=0.0, max=0.99, help="Share of answers left out.")] = 0.0,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Simulate answers to a survey.

    Example: bayeshat simulate hogwarts 30 -o answers.csv --truth houses.csv
    """
    from ..model.simulate import simulate as draw
    from ..report.files import make_folder, write_csv
    from ..survey.spec import Survey

    asked = Survey.load(survey)
    drawn = draw(asked, people, rng=seed, missing=missing)
    make_folder(output.parent)
    files = [write_csv(answers_table(asked, drawn.answers), output)]
    if truth is not None:
        make_folder(truth.parent)
        houses = [asked.cluster_names[k] for k in drawn.truth]
        files.append(write_csv({"name": list(drawn.answers.names), "house": houses}, truth))
    if not quiet:
        print("\n".join(str(file) for file in files))


def answers_table(survey: Any, answers: Any) -> dict[str, list[Any]]:
    """Return coded answers as a table that ``read_answers`` reads back."""
    from ..survey.columns import text_columns

    columns = text_columns(survey, answers)
    return {"name": list(answers.names)} | {asked.text: list(columns[asked.text]) for asked in survey.questions}
