"""What the columns of answers ask, and whose cluster is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..words.settings import setting
from .prior import Prior
from .slots import Slots

if TYPE_CHECKING:
    from ..kinds.question import Question
    from ..survey.answers import Answers
    from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Columns:
    """The C columns of answers.

    Attributes
    ----------
    questions
        (C,) the question of each column.
    weights
        (C,) the power of each column's likelihood.
    levels
        For each column the numbers that its codes stand for, or None; empty where all codes stand for options.
    asked
        The survey's questions; empty where all are choices.
    """

    questions: Array
    weights: Array
    levels: tuple[Array | None, ...] = ()
    asked: tuple[Question, ...] = ()

    @cached_property
    def slots(self) -> Slots | None:
        """Where the columns' answers stand; None where every slot is a question of the kind choice, or like one."""
        if not self.asked:
            return None
        slots = Slots(self.asked, self.questions, self.levels)
        return None if slots.plain else slots

    @property
    def column_slots(self) -> Array:
        """(C,) the slot of each column."""
        return self.questions if self.slots is None else self.slots.column_slots

    @property
    def weighted(self) -> bool:
        """Whether any weight differs from 1."""
        return bool((self.weights != 1.0).any())

    @property
    def whole(self) -> bool:
        """Whether all weights are whole numbers, as mixed membership wants them."""
        return bool((self.weights == np.round(self.weights)).all())


def columns_of(survey: Survey, answers: Answers) -> Columns:
    """Return what the columns of these answers ask."""
    return columns_for(survey, np.asarray(answers.questions), answers.levels)


def columns_for(survey: Survey, questions: Array, levels: tuple[Array | None, ...] = ()) -> Columns:
    """Return columns that answer these questions (C,) of a survey."""
    weights = np.array([survey.questions[q].weight for q in questions], dtype=float)
    return Columns(questions, weights, levels, survey.questions)


def as_columns(columns: Columns | Array | None, n_columns: int) -> Columns:
    """Return columns of weight 1 where only their questions are given; by default each is a question of its own."""
    if isinstance(columns, Columns):
        return columns
    questions = np.arange(n_columns) if columns is None else np.asarray(columns)
    return Columns(questions, np.ones(n_columns))


def repeat_columns(codes: Array, weights: Array) -> tuple[Array, Array]:
    """Return answers in which every column stands as often as its weight says, and which column each one is.

    Under mixed membership, where every answer has a label of its own, a whole weight is a question asked so often. A
    column of weight 0 stays, without answers.
    """
    whole = np.round(weights).astype(int)
    if (whole == 1).all() and (weights == 1).all():
        return codes, np.arange(len(weights))
    if (whole != weights).any():
        wrong = weights[whole != weights][0]
        raise ModelError(
            f"weights of questions must be whole numbers under mixed membership; got {wrong:g}. Round it, use "
            f"{setting('membership', 'single')}, or sample with {setting('sampler', 'nuts')}."
        )
    times = np.maximum(whole, 1)
    blank = np.where(whole > 0, codes, -1).astype(codes.dtype)
    return np.repeat(blank, times, axis=1), np.repeat(np.arange(len(weights)), times)


def check_known(known: Any, n_people: int, n_clusters: int) -> Array | None:
    """Return everybody's known cluster (N,), -1 where it is not; None if it is nobody's."""
    if known is None:
        return None
    labels = np.asarray(known)
    if labels.shape != (n_people,) or labels.dtype.kind not in "iu":
        raise ModelError(
            f"known must hold a whole number for each of the {n_people} people; got shape {labels.shape} of type "
            f"{labels.dtype}. Give everybody's cluster, counted from 0, and -1 where it is not known."
        )
    wrong = (labels < -1) | (labels >= n_clusters)
    if wrong.any():
        raise ModelError(
            f"known must be 0 to {n_clusters - 1}, or -1 for not known; got {labels[wrong][0]}. "
            "Clusters are counted from 0, in the survey's order."
        )
    return labels.astype(np.int64) if (labels >= 0).any() else None


def with_known(prior: Prior, known: Array | None) -> Prior:
    r"""Return the prior of mixed memberships, given a label that was drawn from θ of everybody whose cluster is known.

    .. math:: p(\theta_n \mid z_n = k) = \mathrm{Dirichlet}(\alpha + e_k)
    """
    if known is None:
        return prior
    one_more = known[:, None] == np.arange(prior.n_clusters)
    return replace(prior, membership_prior=prior.membership_prior + one_more)


def with_known_numbers(prior: Prior, codes: Array, columns: Columns, known: Array | None) -> Prior:
    r"""Return the prior of single memberships after what known people's numbers teach beyond their weights.

    .. math:: p'(\phi_{kq}) \propto p(\phi_{kq}) \prod_{n: z_n = k} p(x_{nq} \mid \phi_{kq})^{1 - w_q}, \qquad w_q < 1

    A weight below 1 says how little a number tells of a person's cluster, because other answers repeat it. What numbers
    people of a cluster give is as well known as without it: with this prior, known people teach that fully.
    """
    rest = np.maximum(1.0 - columns.weights, 0.0)
    if known is None or columns.slots is None or not rest.any():
        return prior
    there = known >= 0
    tally = columns.slots.count_answers(codes[there], known[there], prior.n_clusters, rest)
    answer_prior = prior.answer_prior.copy()
    for group in columns.slots.numbers:
        here = np.s_[:, group.questions, : group.n_prior]
        seen = tally[:, group.slots, : group.numbers.shape[1]]
        answer_prior[here] = group.kind.update(answer_prior[here], seen, group.numbers)
    return replace(prior, answer_prior=answer_prior)
