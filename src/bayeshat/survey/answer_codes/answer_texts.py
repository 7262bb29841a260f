"""Everything that is known about people, as columns of text that rules may name."""

from __future__ import annotations

from ..answers import Answers
from ..spec import Survey


def text_columns(survey: Survey, answers: Answers) -> dict[str, tuple[str, ...]]:
    """Return the table's other columns, and the answers to each question by its id and by its text.

    Several answers to one question are joined by semicolons; no answer is an empty text.

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
        chosen = answers.chosen(q).tolist()
        texts = tuple("; ".join(question.options[code] for code in row if code >= 0) for row in chosen)
        columns.setdefault(question.text, texts)
        columns.setdefault(question.id, texts)
    return columns
