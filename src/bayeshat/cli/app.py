"""The commands."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import __version__
from ..errors import BayesHatError, InputError
from .parse import parse_loss, parse_sizes, read_draws

if TYPE_CHECKING:
    from ..report.result import Result

app = typer.Typer(
    help="Sort people into groups of the sizes you need, from a survey, and say how sure that is.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
survey_app = typer.Typer(help="Make, check and show surveys.", no_args_is_help=True)
app.add_typer(survey_app, name="survey")

Sizes = Annotated[
    str,
    typer.Option("--sizes", "-s", help='"balanced", "5,5,5,6", "40%,35%,25%", "Gryffindor=5,Slytherin=6,…" or "none".'),
]
Strict = Annotated[bool, typer.Option("--strict", help="Meet the sizes exactly.")]
Weight = Annotated[float, typer.Option("--size-weight", min=0.0, help="How much sizes count against fit.")]
LossName = Annotated[str, typer.Option("--loss", help='"vi", "binder", "placement", or a sum: "vi+0.5*placement".')]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same groups.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Xlsx = Annotated[bool, typer.Option("--xlsx", help="Write a spreadsheet too.")]


@contextmanager
def _speaking_plainly() -> Iterator[None]:
    """Turn what a user can put right into a plain sentence and exit code 2."""
    try:
        yield
    except BayesHatError as error:
        print(f"error: {error}", file=sys.stderr)
        raise typer.Exit(2) from None


def _consoles() -> tuple[Any, Any]:
    from rich.console import Console

    return Console(highlight=False), Console(stderr=True, highlight=False)


@app.command()
def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the files.")] = Path("bayeshat-demo"),
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Sort 21 simulated people into the four Hogwarts houses.

    Example: bayeshat demo
    """
    with _speaking_plainly():
        from ..model.simulate import simulate
        from ..report.files import make_folder, write_csv
        from ..survey.spec import Survey

        survey = Survey.load("hogwarts")
        simulated = simulate(survey, 21, rng=seed)
        folder = make_folder(output)
        answers = write_csv(_answers_table(survey, simulated.answers), folder / "answers.csv")
        _sort(survey, simulated.answers, folder, sizes="balanced", seed=seed, quiet=quiet, files=[answers])


@app.command()
def sort(
    survey: Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")],
    answers: Annotated[Path, typer.Argument(help="Answers: .csv, .tsv or .xlsx, one row per person.")],
    sizes: Sizes = "balanced",
    strict: Strict = False,
    size_weight: Weight = 1.0,
    loss: LossName = "vi",
    membership: Annotated[str, typer.Option(help='"mixed" or "single".')] = "mixed",
    sampler: Annotated[str, typer.Option(help='"gibbs", or "nuts" (needs bayeshat\\[nuts]).')] = "gibbs",
    draws: Annotated[int, typer.Option(min=1, help="Draws kept per chain.")] = 1000,
    name_column: Annotated[str | None, typer.Option(help="Heading of the column with names.")] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the files.")] = Path("sorted"),
    xlsx: Xlsx = False,
    seed: Seed = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; by default one per core.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Sort people from their answers; writes assignments.csv, probabilities.csv and decision.json.

    Examples
    --------
      bayeshat sort hogwarts answers.csv

      bayeshat sort survey.toml answers.xlsx --sizes "5,5,5,6" --strict -o groups --xlsx

      bayeshat sort hogwarts answers.csv --sizes "Gryffindor=5,Slytherin=5,Ravenclaw=5,Hufflepuff=6" --loss placement
    """
    with _speaking_plainly():
        from ..report.files import make_folder
        from ..survey.answers import read_answers
        from ..survey.spec import Survey

        asked = Survey.load(survey)
        given = read_answers(answers, asked, name_column=name_column)
        _sort(
            asked,
            given,
            make_folder(output),
            sizes=sizes,
            strict=strict,
            size_weight=size_weight,
            loss=loss,
            membership=membership,
            sampler=sampler,
            draws=draws,
            seed=seed,
            threads=threads,
            xlsx=xlsx,
            as_json=as_json,
            quiet=quiet,
        )


def _sort(
    survey: Any,
    answers: Any,
    folder: Path,
    *,
    sizes: str,
    seed: int,
    quiet: bool,
    strict: bool = False,
    size_weight: float = 1.0,
    loss: str = "vi",
    threads: int | None = None,
    xlsx: bool = False,
    as_json: bool = False,
    files: list[Path] | None = None,
    **sampling: Any,
) -> None:
    """Sort, print and write: what ``demo`` and ``sort`` share."""
    from ..pipeline import sort_people
    from .show import progress_bar, show_result

    began = time.perf_counter()
    target = parse_sizes(sizes)
    out, err = _consoles()
    with progress_bar(err, quiet or as_json) as progress:
        result = sort_people(
            survey,
            answers,
            target,
            loss=parse_loss(loss),
            size_weight=float("inf") if strict else size_weight,
            rng=seed,
            threads=threads,
            progress=progress,
            **sampling,
        )
    files = [*(files or []), *write_files(result, folder, xlsx)]
    if as_json:
        _print_json(result.to_dict())
    elif not quiet:
        show_result(out, result)
        out.print(f"\nDone in {time.perf_counter() - began:.1f} s. Files:")
        for file in files:
            out.print(f"  {file}", soft_wrap=True)


def write_files(result: Result, folder: Path, xlsx: bool) -> list[Path]:
    """Write a result's tables and its decision into a folder."""
    from ..report.files import write_csv, write_json, write_xlsx

    tables = {"assignments": result.assignments(), "probabilities": result.probabilities(), "sizes": result.sizes()}
    files = [
        write_csv(tables["assignments"], folder / "assignments.csv"),
        write_csv(tables["probabilities"], folder / "probabilities.csv"),
        write_json(result.to_dict(), folder / "decision.json"),
    ]
    if xlsx:
        files.append(write_xlsx(tables, folder / "groups.xlsx"))
    return files


@app.command()
def simulate(
    survey: Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")],
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
    with _speaking_plainly():
        from ..model.simulate import simulate as draw
        from ..report.files import make_folder, write_csv
        from ..survey.spec import Survey

        asked = Survey.load(survey)
        drawn = draw(asked, people, rng=seed, missing=missing)
        make_folder(output.parent)
        files = [write_csv(_answers_table(asked, drawn.answers), output)]
        if truth is not None:
            make_folder(truth.parent)
            houses = [asked.cluster_names[k] for k in drawn.truth]
            files.append(write_csv({"name": list(drawn.answers.names), "house": houses}, truth))
        if not quiet:
            print("\n".join(str(file) for file in files))


def _answers_table(survey: Any, answers: Any) -> dict[str, list[Any]]:
    """Return coded answers as a table that ``read_answers`` reads back."""
    table: dict[str, list[Any]] = {"name": list(answers.names)}
    for q, question in enumerate(survey.questions):
        table[question.text] = [question.options[code] if code >= 0 else "" for code in answers.codes[:, q]]
    return table


@app.command()
def decide(
    draws: Annotated[Path, typer.Argument(help="Label draws: .npy, .csv (a row per draw) or .nc (ArviZ).")],
    sizes: Sizes = "none",
    groups: Annotated[int | None, typer.Option(min=1, help="Number of groups, where the sizes do not say it.")] = None,
    strict: Strict = False,
    size_weight: Weight = 1.0,
    loss: LossName = "vi",
    labels: Annotated[str, typer.Option(help='"free", or "fixed": each size to its own group.')] = "free",
    variable: Annotated[str | None, typer.Option(help="Variable of a .nc file that holds the labels.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="CSV file to write.")] = None,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Decide on label draws from another tool (Stan, PyMC, NumPyro, …).

    Example: bayeshat decide draws.npy --sizes "8,7,5" -o groups.csv
    """
    with _speaking_plainly():
        from ..engine.api import decide as decide_on
        from ..report.files import make_folder, write_csv
        from ..report.tables import assignments_table, group_probabilities
        from .show import progress_bar, show_groups

        out, err = _consoles()
        with progress_bar(err, quiet or as_json) as progress:
            decision = decide_on(
                read_draws(draws, variable),
                parse_sizes(sizes),
                groups=groups,
                loss=parse_loss(loss),
                size_weight=float("inf") if strict else size_weight,
                labels=labels,
                rng=seed,
                progress=progress,
            )
        names = tuple(f"person {n + 1}" for n in range(decision.n_people))
        if output is not None:
            make_folder(output.parent)
            write_csv(assignments_table(names, decision), output)
        if as_json:
            _print_json(decision.to_dict())
        elif not quiet:
            show_groups(out, decision, names, group_probabilities(decision))
            out.print(repr(decision), markup=False)
            if output is not None:
                out.print(f"\nFile: {output}", soft_wrap=True)


@survey_app.command("new")
def survey_new(
    answers: Annotated[Path, typer.Argument(help="Answers: .csv, .tsv or .xlsx, one row per person.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Survey file to write.")] = Path("survey.toml"),
    houses: Annotated[int, typer.Option(min=1, help="How many houses.")] = 4,
    name_column: Annotated[str | None, typer.Option(help="Heading of the column with names.")] = None,
    force: Annotated[bool, typer.Option(help="Write over an existing file.")] = False,
) -> None:
    """Make a survey with flat priors from a table of answers.

    Example: bayeshat survey new answers.csv --houses 3 -o survey.toml
    """
    with _speaking_plainly():
        from ..report.files import make_folder
        from ..survey.spec import Survey

        if output.exists() and not force:
            raise InputError(
                f"The survey file must be a new one; {output} exists. Choose another name, or add --force."
            )
        made = Survey.from_answers(answers, houses, name_column=name_column)
        make_folder(output.parent)
        made.save(output)
        print(f"{output}: {made.n_questions} questions, {made.n_clusters} houses.")
        if made.description:
            print(made.description)


@survey_app.command("check")
def survey_check(
    survey: Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")],
) -> None:
    """Check a survey file.

    Example: bayeshat survey check survey.toml
    """
    with _speaking_plainly():
        from ..survey.spec import Survey

        checked = Survey.load(survey)
        print(f"{survey}: fine. {checked.n_questions} questions, {checked.n_clusters} houses.")


@survey_app.command("show")
def survey_show(
    survey: Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")],
) -> None:
    """Show a survey: houses, questions, options and prior counts.

    Example: bayeshat survey show hogwarts
    """
    with _speaking_plainly():
        from ..survey.spec import Survey
        from .show import show_survey

        show_survey(_consoles()[0], Survey.load(survey))


@app.command()
def version() -> None:
    """Print the version."""
    print(f"bayeshat {__version__}")


def _print_json(content: dict[str, Any]) -> None:
    from ..report.files import to_json

    print(to_json(content))


def main() -> None:
    """Run the command."""
    app()
