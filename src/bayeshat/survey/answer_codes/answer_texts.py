"""Everything that is known about people, as columns of text that rules may name."""

from __future__ import annotations

from ...kinds.table import kind_of
from ..answers import Answers
from ..spec import Survey


def answer_texts(survey: Survey, answers: Answers, question: int) -> list[str]:
    """Return what everybody answered to one question as text; no answer is an empty text.

    Several answers are joined by semicolons.
    """
    asked = survey.questions[question]
    return kind_of(asked).texts(asked, answers.chosen(question), answers.levels_of(question))


def chosen_options(survey: Survey, answers: Answers, question: int) -> list[list[float]]:
    """Return the options that everybody chose in one question, or the numbers that they gave."""
    asked = survey.questions[question]
    return kind_of(asked).chosen_options(asked, answers.chosen(question), answers.levels_of(question))


def text_columns(survey: Survey, answers: Answers) -> dict[str, tuple[str, ...]]:
    """Return the table's other columns, and the answers to each question by its id and by its text.

    Examples
    --------
    >>> import numpy as np
    >>> survey = Survey.load("simulation-even")
    >>> answers = Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo"), {"school": ("north", "south")})
    >>> columns = text_columns(survey, answers)
    >>> columns["school"], columns["q1"]
    (('north', 'south'), ('A', 'A'))
    """
    columns = dict(answers.extra)
    for q, question in enumerate(survey.questions):
        texts = tuple(answer_texts(survey, answers, q))
        columns.setdefault(question.text, texts)
        columns.setdefault(question.id, texts)
    return columns
