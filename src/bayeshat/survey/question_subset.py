"""A survey and its answers with some of the questions only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..kinds.table import kind_of
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
    questions = tuple(survey.questions[q] for q in kept)
    n_numbers = max(kind_of(question).n_prior(question) for question in questions)
    survey = replace(survey, questions=questions, answer_prior=survey.answer_prior[:, kept, :n_numbers])
    answers = replace(
        answers,
        codes=answers.codes[:, asked],
        questions=np.searchsorted(kept, answers.questions[asked]),
        levels=tuple(levels for levels, there in zip(answers.levels, asked, strict=True) if there),
    )
    return survey, answers
