"""Learning a survey from people whose group is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ...words.message import Message
from ...words.voice import for_programs
from ..options import (
    STATISTICIANS,
    AnswersFile,
    Force,
    Json,
    Reading,
    Seed,
    SurveyName,
    Weights,
    consoles,
    number_from,
    print_json,
    whole_number,
)
from ..parse import check_is_survey


def learn(
    survey: SurveyName,
    answers: AnswersFile,
    known: Annotated[
        str,
        typer.Option("--known", help="Heading of the column with people's groups, or a file of names and groups."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Survey file to write.")] = Path("learned.toml"),
    seed: Seed = 0,
    force: Force = False,
    as_json: Json = False,
    *,
    reading: Reading,
    discount: Annotated[
        float,
        typer.Option(
            parser=number_from(0.0, 1.0),
            metavar="NUMBER",
            help="How much each of these people counts.",
            rich_help_panel=STATISTICIANS,
        ),
    ] = 0.5,
    least: Annotated[
        int,
        typer.Option(
            parser=whole_number(1),
            metavar="NUMBER",
            help="Count people in steps of this size; fewer are not counted.",
            rich_help_panel=STATISTICIANS,
        ),
    ] = 3,
    weights: Weights = "auto",
) -> None:
    """Learn a survey from people whose group is known: write what people of each group answer into a survey file.

    The file gives away nobody's answers.

    Example: bayeshat learn survey.toml last-year.csv --known house -o learned.toml
    """
    how = {"discount": discount, "least": least, "weights": weights, "rng": seed}
    write_learned(survey, answers, known, output, force, as_json, **how, **vars(reading))


def write_learned(
    survey: str | None, answers: Path, known: str, output: Path, force: bool, as_json: bool, **settings: Any
) -> None:
    """Learn a survey, write it to a file, and print what was learned; without a survey, make one."""
    from ...known_people.learned_survey import learn_survey
    from ...report.files import make_folder
    from ...report.whole_folder import check_new_file
    from ..show import show_contributions, size_in_words, tell_preparing

    if survey is not None:
        check_is_survey(survey, answers)
    check_new_file(output, force)
    with tell_preparing(consoles()[1], as_json):
        learned = learn_survey(survey, answers, known, **settings)
    make_folder(output.parent)
    learned.save(output, force=force)
    if as_json:
        with for_programs():
            table = learned.weights.table(learned.survey)
            print_json({"file": str(output), "words": list(map(str, learned.words())), "questions": table})
        return
    out = consoles()[0]
    out.print(str(Message("show-learned", file=str(output), size=size_in_words(learned.survey))), markup=False)
    out.print(" ".join(map(str, learned.words())) + "\n", markup=False)
    show_contributions(out, learned.weights, learned.survey)
