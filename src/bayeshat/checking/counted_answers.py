"""Answers whose levels are options: those that can be drawn again and counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model.slots import Slots
from ..survey.answers import Answers
from ..survey.spec import Survey

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class CountedAnswers:
    """Answers to questions whose answers are options; numbers are left out.

    Attributes
    ----------
    codes
        (N, C) the answers, -1 where there is none.
    questions
        (C,) the question of each column.
    slots
        (C,) where the probabilities of each column's options stand in `probabilities`.
    all_slots
        The slots of all questions.
    """

    codes: Array
    questions: Array
    slots: Array
    all_slots: Slots

    def probabilities(self, phi: Array) -> Array:
        """Return the probability of each option, (..., K, S, V), given parameters (..., K, Q, M)."""
        tables = np.exp(self.all_slots.log_tables(phi)[..., : self.all_slots.n_counted, :])
        used = np.arange(tables.shape[-1]) < self.all_slots.n_levels[: tables.shape[-2], None]
        return np.where(used, tables, 0.0)

    def prior_means(self, survey: Survey) -> Array:
        """Return the prior means of these probabilities, (K, S, V)."""
        counts = self.all_slots.prior_counts(survey.answer_prior)[:, : self.all_slots.n_counted]
        return counts / counts.sum(axis=2, keepdims=True)


def counted_answers(survey: Survey, answers: Answers) -> CountedAnswers:
    """Return the answers whose levels are options."""
    questions = np.asarray(answers.questions)
    slots = Slots(survey.questions, questions, answers.levels)
    kept = slots.column_slots < slots.n_counted
    return CountedAnswers(np.asarray(answers.codes)[:, kept], questions[kept], slots.column_slots[kept], slots)
