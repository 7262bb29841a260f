"""Making, checking and showing surveys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from .options import AnswersFile, NameColumn, SurveyName, consoles, speaking_plainly

survey_app = typer.Typer(help="Make, check and show surveys.", no_args_is_help=True)


@survey_app.command("new")
@speaking_plainly
def survey_new(
    answers: AnswersFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="Survey file to write.")] = Path("survey.toml"),
    houses: Annotated[str, typer.Option(help='How many houses, or their names: "Red,Green,Blue".')] = "4",
    only: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is a question; give it once for each.")
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is no question; give it once for each.")
    ] = None,
    name_column: NameColumn = None,
    force: Annotated[bool, typer.Option(help="Write over an existing file.")] = False,
) -> None:
    """Make a survey with flat priors from a table of answers.

    Example: bayeshat survey new answers.csv --houses Red,Green,Blue --skip "Anything else?" -o survey.toml
    """
    from ..report.files import make_folder
    from ..survey.spec import Survey

    if output.exists() and not force:
        raise InputError(f"The survey file must be a new one; {output} exists. Choose another name, or add --force.")
    names = [name.strip() for name in houses.split(",") if name.strip()]
    wanted = int(houses) if houses.strip().isdecimal() else names
    made = Survey.from_answers(answers, wanted, name_column=name_column, only=only or (), skip=skip or ())
    make_folder(output.parent)
    made.save(output)
    print(f"{output}: {made.n_questions} questions, {made.n_clusters} houses.")
    if made.description:
        print(f"{made.description} Name the questions with --only, or leave more out with --skip.")


@survey_app.command("check")
@speaking_plainly
def survey_check(
    survey: SurveyName,
) -> None:
    """Check a survey file.

    Example: bayeshat survey check survey.toml
    """
    from ..survey.spec import Survey

    checked = Survey.load(survey)
    print(f"{survey}: fine. {checked.n_questions} questions, {checked.n_clusters} houses.")


@survey_app.command("show")
@speaking_plainly
def survey_show(
    survey: SurveyName,
) -> None:
    """Show a survey: houses, questions, options and prior counts.

    Example: bayeshat survey show hogwarts
    """
    from ..survey.spec import Survey
    from .show import show_survey

    show_survey(consoles()[0], Survey.load(survey))
