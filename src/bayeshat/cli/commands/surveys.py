"""Making, checking and showing surveys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import InputError, SurveyError
from ...tables.text import clip, find_twin, quote
from ...words.message import Message
from ..options import (
    AnswersFile,
    Commands,
    Force,
    Headings,
    Json,
    NameColumn,
    SurveyName,
    Unfinished,
    consoles,
    print_json,
)
from ..parse import check_is_survey

if TYPE_CHECKING:
    from ...checks.number_of_groups import Comparison
    from ...survey.spec import Survey

survey_app = Commands(help="Make, check and show surveys.", no_args_is_help=True)


@survey_app.command("new")
def survey_new(
    answers: AnswersFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="Survey file to write.")] = Path("survey.toml"),
    houses: Annotated[
        str,
        typer.Option(
            "--groups",
            "--houses",
            help='How many groups; a range to find out, "2..8"; or their names, "Red,Green,Blue".',
        ),
    ] = "4",
    only: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is a question. May be repeated.")
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option(help="Heading of a column that is not a question. May be repeated.")
    ] = None,
    known: Annotated[
        str | None,
        typer.Option(help="Heading of the column with the group that each person is in: learn the survey from them."),
    ] = None,
    figures: Annotated[
        bool,
        typer.Option(
            "--figures",
            help="Draw how well each number of a range of groups predicts, beside the survey file (needs "
            "bayeshat\\[plot]).",
        ),
    ] = False,
    name_column: NameColumn = None,
    unfinished: Unfinished = False,
    headings: Headings = True,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Make a survey from a table of answers alone, or one that is learned from people whose group is known.

    For example:

      bayeshat survey new answers.csv --groups Red,Green,Blue --skip "Anything else?" -o survey.toml

      bayeshat survey new last-year.csv --known group -o survey.toml
      bayeshat survey new answers.csv --groups 2..8 --figures
    """
    from ...report.files import make_folder
    from ...report.whole_folder import check_new_file
    from ...survey.exports.recognise import read_form
    from ...survey.spec import Survey
    from ..show import show_comparison, size_in_words

    numbers = _read_range(houses)
    if figures and (known is not None or numbers is None):
        got = f"--groups {quote(houses)}" if known is None else "--known"
        raise InputError(Message("command-figures", got=got))
    if known is not None:
        from .learn import write_learned

        if houses != "4":
            raise InputError(Message("command-groups-known", got=repr(houses)))
        columns = {"only": only, "skip": skip, "name_column": name_column}
        reading = {"unfinished": unfinished, "headings": headings}
        write_learned(None, answers, known, output, force, as_json, **columns, **reading)
        return
    check_new_file(output, force)
    picture = _check_picture(output, force) if figures else None
    table = read_form(answers, unfinished=unfinished, headings=headings)
    chosen: dict[str, Any] = {"name_column": name_column, "only": only or (), "skip": skip or ()}
    compared = None if numbers is None else _compare(table, numbers, chosen, as_json)
    made = Survey.from_answers(table, read_houses(houses), **chosen) if compared is None else compared.survey
    make_folder(output.parent)
    made.save(output)
    if picture is not None and compared is not None:
        _draw(compared, picture)
    if as_json:
        told = {} if compared is None else {"comparison": compared.table(), "reason": str(compared.sentence())}
        told |= {} if picture is None else {"figure": str(picture)}
        said = {"notes": list(map(str, made.notes)), "reading": list(map(str, table.notes))}
        print_json({"file": str(output), **_counts(made), **said, **told})
        return
    for note in table.notes:
        print(f"{note}\n")
    if compared is not None:
        show_comparison(consoles()[0], compared)
    if picture is not None:
        print(Message("show-picture", file=str(picture)))
    print(Message("show-learned", file=str(output), size=size_in_words(made)))
    for note in made.notes:
        print(f"  {note}")
    print(Message("show-choose"))
    more = "" if headings else " --no-headings"
    print(Message("show-next", command=f"bayeshat sort {_typed(output)} {_typed(answers)}{more} --report --lists"))


def _typed(path: Path) -> str:
    """Return a path as people type it."""
    return f'"{path}"' if " " in str(path) else str(path)


def read_houses(text: str) -> int | list[str]:
    """Return how many houses there are, or their names."""
    if text.strip().isdecimal():
        return int(text)
    names = [name.strip() for name in text.split(",") if name.strip()]
    twin = find_twin(names)
    # One name would be one group of everybody: "2-8", "five" and "groups of 4" are slips.
    if len(names) < 2 or twin is not None:
        got = repr(text) if twin is None else Message("command-twice", name=clip(names[twin[0]]))
        raise SurveyError(Message("command-groups", got=got))
    return names


@survey_app.command("check")
def survey_check(
    survey: SurveyName,
    as_json: Json = False,
) -> None:
    """Check a survey file.

    Example: bayeshat survey check survey.toml
    """
    from ...survey.spec import Survey
    from ..show import size_in_words

    check_is_survey(survey)
    checked = Survey.load(survey)
    if as_json:
        print_json({"survey": checked.title, **_counts(checked)})
    else:
        print(Message("show-checked", file=survey, size=size_in_words(checked)))


@survey_app.command("show")
def survey_show(
    survey: SurveyName,
    as_json: Json = False,
) -> None:
    """Show a survey: groups, questions, options and prior counts.

    Example: bayeshat survey show hogwarts
    """
    from ...survey.spec import Survey
    from ..show import show_survey

    check_is_survey(survey)
    shown = Survey.load(survey)
    if as_json:
        print_json(_as_plain(shown))
    else:
        show_survey(consoles()[0], shown)


def _read_range(houses: str) -> range | None:
    """Return the numbers of houses of a range such as 2..8; None if no range was asked for."""
    found = re.fullmatch(r"\s*(\d+)\s*\.\.\s*(\d+)\s*", houses)
    if found is None:
        return None
    fewest, most = int(found[1]), int(found[2])
    if not 1 <= fewest <= most:
        how = "reversed" if 1 <= most < fewest else "zero"
        range_told = {"got": repr(houses.strip()), "least": str(most), "most": str(fewest)}
        raise InputError(Message(f"command-range-{how}", **range_told))
    return range(fewest, most + 1)


def _compare(answers: Any, numbers: range, chosen: dict[str, Any], quiet: bool) -> Comparison:
    from ...checks.number_of_groups import compare
    from ..show import progress_bar

    with progress_bar(consoles()[1], quiet) as progress:
        return compare(None, answers, numbers, progress=progress, **chosen)


def _check_picture(output: Path, force: bool) -> Path:
    """Return the picture's file, beside the survey's, before anything slow is done for it."""
    from ...report.files import wants_figures
    from ...report.whole_folder import check_new_file

    wants_figures(True)
    return check_new_file(output.with_name(f"{output.stem}-houses.png"), force)


def _draw(compared: Comparison, picture: Path) -> None:
    from matplotlib.figure import Figure

    from ... import plot
    from ...report.files import write_figure

    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    plot.comparison(compared, ax=figure.add_subplot())
    write_figure(figure, picture)


def _counts(survey: Survey) -> dict[str, int]:
    return {"questions": survey.n_questions, "houses": survey.n_clusters}


def _as_plain(survey: Survey) -> dict[str, Any]:
    """Return a survey as plain values."""
    from ...kinds.table import kind_of

    questions = []
    for q, question in enumerate(survey.questions):
        counts = survey.answer_prior[:, q, : kind_of(question).n_prior(question)].tolist()
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
