"""A survey and its answers with some of the questions only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .answers import Answers
from .spec import Survey


def keep_questions(survey: Survey, answers: Answers, keep: Sequence[int]) -> tuple[Survey, Answers]:
    """Return the survey and the answers with these questions only, by position, rising.

    Examples
    --------
    >>> survey = Survey.load("simulation-even")
    >>> some, answers = keep_questions(survey, Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo")), [0, 4])
    >>> [question.id for question in some.questions], answers.codes.shape
    (['q1', 'q5'], (2, 2))
    """
    kept = list(keep)
    asked = np.isin(answers.questions, kept)
    survey = replace(
        survey,
        questions=tuple(survey.questions[q] for q in kept),
        answer_prior=survey.answer_prior[:, kept, : survey.n_options[kept].max()],
    )
    questions = np.searchsorted(kept, answers.questions[asked])
    return survey, replace(answers, codes=answers.codes[:, asked], questions=questions)
