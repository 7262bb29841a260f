"""What the columns of answers ask, where their answers stand, and whose cluster is known.

Samplers know no kinds of questions. For them every column of answers belongs to a slot, and a slot has levels: the
options of a choice, "not ticked" and "ticked" of one option of several, or the different numbers that people gave. The
first slots are those of counted kinds, whose probabilities the kernels draw. The slots of numbers follow; their
densities are computed outside of the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..kinds.choice import CountedKind
from ..kinds.kind import Kind
from ..kinds.number import NumberKind
from ..kinds.table import kind_of
from ..words.voice import setting
from .prior import Prior

if TYPE_CHECKING:
    from ..kinds.question import Question
    from ..survey.answers import Answers
    from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Part:
    """Slots next to each other: those of one question of a counted kind, or of all questions of one kind with numbers.

    Attributes
    ----------
    kind
        The kind of these questions.
    questions
        The question of a counted kind; (Q',) all questions of a kind with numbers.
    slots
        Where they stand.
    numbers
        (Q', L) the numbers that levels stand for, 0 beyond a question's own levels; nothing for a counted kind.
    n_prior, n_parameters, n_levels
        How many prior numbers, parameters and levels each question has, at most.
    """

    kind: Any
    questions: Any
    slots: slice
    numbers: Array
    n_prior: int
    n_parameters: int
    n_levels: int


class Slots:
    """The slots of a survey's questions.

    Parameters
    ----------
    asked
        The Q questions.
    questions
        (C,) the question of each column of answers.
    levels
        The numbers that the codes of each column stand for, or None where they stand for options.

    Attributes
    ----------
    column_slots
        (C,) the slot of each column.
    n_levels
        (S,) the levels of each slot.
    n_counted
        How many slots, the first ones, are of counted kinds.
    counted, numbers
        The parts of counted kinds, and those of kinds with numbers.
    plain
        Whether slots are questions, and their probabilities the parameters.
    """

    def __init__(self, asked: Sequence[Question], questions: Array, levels: Sequence[Array | None]) -> None:
        kinds = [kind_of(question) for question in asked]
        n_levels: list[int] = []
        first = {}

        def part(kind: Kind, own: Any, q: int, numbers: Array, levels: list[int]) -> Part:
            """Return the next slots, one for each of these numbers of levels."""
            slots = slice(len(n_levels), len(n_levels) + len(levels))
            n_levels.extend(levels)
            n_parameters = len(kind.parameter_names(asked[q]))
            return Part(kind, own, slots, numbers, kind.n_prior(asked[q]), n_parameters, max(levels))

        self.counted: list[Part] = []
        for q, (kind, question) in enumerate(zip(kinds, asked, strict=True)):
            if isinstance(kind, CountedKind):
                first[q], widths = len(n_levels), [kind.n_levels(question)] * kind.n_columns(question)
                self.counted.append(part(kind, q, q, np.empty(0), widths))
        self.n_counted = len(n_levels)
        self.numbers: list[Part] = []
        for kind in dict.fromkeys(kind for kind in kinds if isinstance(kind, NumberKind)):
            mine = [q for q, other in enumerate(kinds) if other is kind]
            given = [_numbers(kind, asked[q], q, questions, levels) for q in mine]
            padded = np.zeros((len(mine), max(1, *map(len, given))))
            for row, values in zip(padded, given, strict=True):
                row[: len(values)] = values
            first |= {q: len(n_levels) + i for i, q in enumerate(mine)}
            widths = [max(1, len(values)) for values in given]
            self.numbers.append(part(kind, np.array(mine), mine[0], padded, widths))
        self.n_levels = np.array(n_levels)
        self.plain = all(kind.plain for kind in kinds)
        place = np.array([int((questions[:c] == q).sum()) for c, q in enumerate(questions)], dtype=int)
        most = np.array([kinds[q].n_columns(asked[q]) for q in questions])
        # Every column of a choice has the same slot, should there be several.
        self.column_slots = np.array([first[q] for q in questions]) + np.minimum(place, most - 1)

    @property
    def shape(self) -> tuple[int, int]:
        """Slots, and the most levels of any."""
        return len(self.n_levels), int(self.n_levels.max())

    def prior_counts(self, answer_prior: Array) -> Array:
        """Return the Dirichlet parameters (K, S, V) of counted slots; zero elsewhere."""
        counts = np.zeros((len(answer_prior), *self.shape))
        for one in self.counted:
            counts[:, one.slots, : one.n_levels] = one.kind.counts(answer_prior[:, one.questions, : one.n_prior])
        return counts

    def of_questions(self, chosen: Array) -> Array:
        """Return which slots (S,) belong to these questions (Q,) of counted kinds."""
        found = np.zeros(len(self.n_levels), bool)
        for one in self.counted:
            found[one.slots] = chosen[one.questions]
        return found

    def log_tables(self, phi: Array) -> Array:
        """Return the log density of every level, (..., K, S, V), given parameters (..., K, Q, M)."""
        tables = np.zeros((*phi.shape[:-2], *self.shape))
        for one in (*self.counted, *self.numbers):
            parameters = phi[..., one.questions, : one.n_parameters]
            tables[..., one.slots, : one.n_levels] = one.kind.log_densities(parameters, one.numbers)
        return tables

    def count_answers(self, codes: Array, labels: Array, n_clusters: int, weights: Array) -> Array:
        """Return how often people of each cluster gave each answer, (K, S, V), each column (C,) with its weight.

        People have answers (N, C) and a cluster (N,) each.
        """
        tally = np.zeros((n_clusters, *self.shape))
        person, column = np.nonzero(codes >= 0)
        np.add.at(tally, (labels[person], self.column_slots[column], codes[person, column]), weights[column])
        return tally

    def put_parameters(self, probabilities: Array, phi: Array) -> None:
        """Set the parameters (K, Q, M) of counted kinds from probabilities (K, S, V)."""
        for one in self.counted:
            found = one.kind.parameters(probabilities[:, one.slots, : one.n_levels])
            phi[:, one.questions, : one.n_parameters] = found

    def log_marginal(self, tally: Array, answer_prior: Array) -> float:
        """Return the log probability of answers, (K, S, V) of each level, with all parameters integrated out."""
        total = 0.0
        for one in (*self.counted, *self.numbers):
            prior, here = answer_prior[:, one.questions, : one.n_prior], tally[:, one.slots, : one.n_levels]
            total += float(np.sum(one.kind.log_marginal(prior, here, one.numbers)))
        return total


def _numbers(kind: NumberKind, question: Question, q: int, questions: Array, levels: Sequence[Array | None]) -> Array:
    """Return the numbers that the codes of a question's column stand for, as its densities take them."""
    columns = np.flatnonzero(questions == q)
    given = levels[columns[0]] if len(columns) == 1 and len(levels) else None
    if given is None:
        raise ModelError(
            f"answers to {question.id!r} must be one column of numbers, with its levels; got {len(columns)} columns "
            f"without. Read them with read_answers(…, survey), in memory."
        )
    return kind.numbers(question, np.asarray(given, dtype=float))


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

    Under mixed membership every answer has a label of its own, so a question of weight 3 counts as asked three times.
    A column of weight 0 stays, without answers.
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
    """Return everybody's known cluster (N,), -1 where it is not; None if no cluster is known."""
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
        seen = tally[:, group.slots, : group.n_levels]
        answer_prior[here] = group.kind.update(answer_prior[here], seen, group.numbers)
    return replace(prior, answer_prior=answer_prior)
