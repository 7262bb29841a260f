"""Making, checking and showing surveys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import SurveyError
from ..tables.text import find_twin, quote
from .options import AnswersFile, Force, Json, NameColumn, SurveyName, Unfinished, consoles, print_json
from .parse import is_number

if TYPE_CHECKING:
    from ..survey.spec import Survey

survey_app = typer.Typer(help="Make, check and show surveys.", no_args_is_help=True)


@survey_app.command("new")
def survey_new(
    answers: AnswersFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="Survey file to write.")] = Path("survey.toml"),
    houses: Annotated[str, typer.Option(help='How many houses, or their names: "Red,Green,Blue".')] = "4",
    only: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is a question. May be repeated.")
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is not a question. May be repeated.")
    ] = None,
    name_column: NameColumn = None,
    unfinished: Unfinished = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Make a survey with flat priors from a table of answers.

    Example: bayeshat survey new answers.csv --houses Red,Green,Blue --skip "Anything else?" -o survey.toml
    """
    from ..report.files import make_folder
    from ..report.whole_folder import check_new_file
    from ..survey.form_tools.recognise import read_form
    from ..survey.spec import Survey

    check_new_file(output, force)
    wanted = read_houses(houses)
    table = read_form(answers, unfinished=unfinished)
    made = Survey.from_answers(table, wanted, name_column=name_column, only=only or (), skip=skip or ())
    make_folder(output.parent)
    made.save(output)
    if as_json:
        told = {"description": made.description, "reading": list(table.notes)}
        print_json({"file": str(output), **_counts(made), **told})
        return
    for note in table.notes:
        print(f"{note}\n")
    print(f"{output}: {_size(made)}.")
    if made.description:
        print(f"{made.description} Name the questions with --only, or leave more out with --skip.")


def read_houses(text: str) -> int | list[str]:
    """Return how many houses there are, or their names."""
    if text.strip().isdecimal():
        return int(text)
    names = [name.strip() for name in text.split(",") if name.strip()]
    twin = find_twin(names)
    if not names or is_number(text) or twin is not None:
        got = f"{quote(names[twin[0]])} twice" if twin is not None else repr(text)
        raise SurveyError(
            f"--houses must be a whole number of at least 1, or a list of different names; got {got}. Write e.g. 4, "
            'or "Red,Green,Blue".'
        )
    return names


@survey_app.command("check")
def survey_check(
    survey: SurveyName,
    as_json: Json = False,
) -> None:
    """Check a survey file.

    Example: bayeshat survey check survey.toml
    """
    from ..survey.spec import Survey

    checked = Survey.load(survey)
    if as_json:
        print_json({"survey": checked.title, **_counts(checked)})
    else:
        print(f"{survey}: no problems found. {_size(checked)}.")


@survey_app.command("show")
def survey_show(
    survey: SurveyName,
    as_json: Json = False,
) -> None:
    """Show a survey: houses, questions, options and prior counts.

    Example: bayeshat survey show hogwarts
    """
    from ..survey.spec import Survey
    from .show import show_survey

    shown = Survey.load(survey)
    if as_json:
        print_json(_as_plain(shown))
    else:
        show_survey(consoles()[0], shown)


def _counts(survey: Survey) -> dict[str, int]:
    return {"questions": survey.n_questions, "houses": survey.n_clusters}


def _size(survey: Survey) -> str:
    counted = [f"{n} {word if n != 1 else word.removesuffix('s')}" for word, n in _counts(survey).items()]
    return ", ".join(counted)


def _as_plain(survey: Survey) -> dict[str, Any]:
    """Return a survey as plain values."""
    questions = []
    for q, question in enumerate(survey.questions):
        counts = survey.answer_prior[:, q, : len(question.options)].tolist()
        prior = dict(zip(survey.cluster_names, counts, strict=True))
        told = {"id": question.id, "text": question.text, "kind": question.kind}
        questions.append({**told, "options": list(question.options), "prior": prior})
    return {
        "title": survey.title,
        "description": survey.description,
        "houses": list(survey.cluster_names),
        "membership_prior": [float(alpha) for alpha in survey.membership_prior],
        "questions": questions,
    }
