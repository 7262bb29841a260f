"""Where the answers of every question stand: slots with a table of densities by level and cluster.

Samplers know no kind of question. To them a column of answers belongs to a slot, and a slot has levels: the options of
a choice, "not ticked" and "ticked" of one option of several, the different numbers that people gave. Slots of counted
kinds come first: kernels draw their probabilities. Those of numbers follow: their densities are set from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError
from ..kinds.counted_kind import CountedKind
from ..kinds.number_kind import NumberKind
from ..kinds.table import kind_of

if TYPE_CHECKING:
    from ..kinds.question import Question

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Counted:
    """A question of a counted kind."""

    kind: CountedKind
    question: int
    slots: slice
    n_prior: int
    n_parameters: int
    n_levels: int


@dataclass(frozen=True, eq=False)
class Numbers:
    """All questions of one kind whose answers are numbers."""

    kind: NumberKind
    questions: Array  # (Q',)
    slots: slice
    numbers: Array  # (Q', L), 0 beyond a question's own levels
    n_prior: int
    n_parameters: int


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
        What is in the slots.
    plain
        Whether slots are questions, and their probabilities the parameters.
    """

    def __init__(self, asked: Sequence[Question], questions: Array, levels: Sequence[Array | None]) -> None:
        kinds = [kind_of(question) for question in asked]
        self.counted: list[Counted] = []
        n_levels: list[int] = []
        first = {}
        for q, (kind, question) in enumerate(zip(kinds, asked, strict=True)):
            if isinstance(kind, CountedKind):
                first[q], width = len(n_levels), kind.n_columns(question)
                n_levels += [kind.n_levels(question)] * width
                here, n_parameters = slice(first[q], first[q] + width), len(kind.parameter_names(question))
                own = (kind.n_prior(question), n_parameters, kind.n_levels(question))
                self.counted.append(Counted(kind, q, here, *own))
        self.n_counted = len(n_levels)
        self.numbers: list[Numbers] = []
        for kind in dict.fromkeys(kind for kind in kinds if isinstance(kind, NumberKind)):
            mine = [q for q, other in enumerate(kinds) if other is kind]
            given = [_numbers(kind, asked[q], q, questions, levels) for q in mine]
            padded = np.zeros((len(mine), max(1, *map(len, given))))
            for row, values in zip(padded, given, strict=True):
                row[: len(values)] = values
            first |= {q: len(n_levels) + i for i, q in enumerate(mine)}
            slots = slice(len(n_levels), len(n_levels) + len(mine))
            n_levels += [max(1, len(values)) for values in given]
            sizes = (kind.n_prior(asked[mine[0]]), len(kind.parameter_names(asked[mine[0]])))
            self.numbers.append(Numbers(kind, np.array(mine), slots, padded, *sizes))
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
            counts[:, one.slots, : one.n_levels] = one.kind.counts(answer_prior[:, one.question, : one.n_prior])
        return counts

    def of_questions(self, chosen: Array) -> Array:
        """Return which slots (S,) belong to these questions (Q,) of counted kinds."""
        found = np.zeros(len(self.n_levels), bool)
        for one in self.counted:
            found[one.slots] = chosen[one.question]
        return found

    def log_tables(self, phi: Array) -> Array:
        """Return the log density of every level, (..., K, S, V), given parameters (..., K, Q, M)."""
        tables = np.zeros((*phi.shape[:-2], *self.shape))
        for one in self.counted:
            parameters = phi[..., one.question, : one.n_parameters]
            tables[..., one.slots, : one.n_levels] = one.kind.log_densities(parameters, np.empty(0))
        for group in self.numbers:
            parameters = phi[..., group.questions, : group.n_parameters]
            width = group.numbers.shape[1]
            tables[..., group.slots, :width] = group.kind.log_densities(parameters, group.numbers)
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
            phi[:, one.question, : one.n_parameters] = found

    def log_marginal(self, tally: Array, answer_prior: Array) -> float:
        """Return the log probability of answers, (K, S, V) of each level, with all parameters integrated out."""
        total = 0.0
        for one in self.counted:
            prior, here = answer_prior[:, one.question, : one.n_prior], tally[:, one.slots, : one.n_levels]
            total += float(np.sum(one.kind.log_marginal(prior, here, np.empty(0))))
        for group in self.numbers:
            prior, here = answer_prior[:, group.questions, : group.n_prior], tally[:, group.slots]
            here = here[..., : group.numbers.shape[1]]
            total += float(np.sum(group.kind.log_marginal(prior, here, group.numbers)))
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
