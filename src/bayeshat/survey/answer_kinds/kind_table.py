"""The table of all kinds of questions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..spec import Question, Survey
from .answer_kind import AnswerKind
from .count_answers import CountAnswers
from .number_answers import NumberAnswers
from .option_answers import ChoiceAnswers
from .ranking_answers import RankingAnswers
from .rating_answers import RatingAnswers
from .several_answers import SeveralAnswers

Array = np.ndarray

ANSWER_KINDS: dict[str, AnswerKind] = {
    kind.name: kind
    for kind in (
        ChoiceAnswers(),
        SeveralAnswers(),
        RatingAnswers(),
        NumberAnswers(),
        CountAnswers(),
        RankingAnswers(),
    )
}


def kind_of(question: Question) -> AnswerKind:
    """Return the kind of a question."""
    return ANSWER_KINDS[question.kind]


def option_chances(survey: Survey, question: int) -> Array:
    """Return how probable each option of a question is in each house before anybody has answered, (K, V)."""
    asked, kind = survey.questions[question], kind_of(survey.questions[question])
    priors = survey.answer_prior[:, question, : kind.prior_size(asked)]
    return np.array([kind.option_chances(asked, row) for row in priors])


def flat_priors(questions: Sequence[Question], n_clusters: int) -> Array:
    """Return the (K, Q, P) prior of houses of which nothing is known beforehand; zero beyond a question's own numbers.

    Examples
    --------
    >>> flat_priors([Question("q", "Tea?", ("yes", "no")), Question("n", "Cups?", (), "count")], 2).tolist()[0]
    [[1.0, 1.0], [1.0, 0.2]]
    """
    rows = [kind_of(question).flat_prior(question, question.id) for question in questions]
    prior = np.zeros((n_clusters, len(rows), max(map(len, rows), default=0)))
    for q, row in enumerate(rows):
        prior[:, q, : len(row)] = row
    return prior
