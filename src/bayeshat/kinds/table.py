"""The table of all kinds of questions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .choice import Choice
from .count import Count
from .kind import Kind
from .number import Number, NumberKind
from .question import Question
from .ranking import Ranking
from .rating import Rating
from .several import Several

Array = np.ndarray

KINDS: dict[str, Kind] = {
    "choice": Choice(),
    "several": Several(),
    "rating": Rating(),
    "number": Number(),
    "count": Count(),
    "ranking": Ranking(),
}


def kind_of(question: Question) -> Kind:
    """Return the kind of a question; a rating without order has a kind with options.

    Examples
    --------
    >>> height = Question("h", "How tall?", (), "number")
    >>> kind_of(height).parameter_names(height)
    ('mean', 'sd')
    """
    return KINDS[question.kind].of(question)


def number_kind_of(question: Question) -> NumberKind:
    """Return the kind of a question that asks for a number."""
    kind = kind_of(question)
    if not isinstance(kind, NumberKind):
        raise TypeError(f"{question.id!r} asks for options, not for a number")
    return kind


def flat_priors(questions: Sequence[Question], n_clusters: int) -> Array:
    """Return the (K, Q, P) prior of houses about which nothing is known; zero beyond a question's own numbers.

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


def option_chances(question: Question, priors: Array) -> Array:
    """Return how probable each option is in each house before anybody has answered, (K, V), given priors (K, ≥P)."""
    kind = kind_of(question)
    return np.array([kind.option_chances(question, row[: kind.n_prior(question)]) for row in priors])
