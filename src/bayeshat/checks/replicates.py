"""Answers as the model would give them, for comparison with those that were given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model.columns import Slots, columns_of
from ..options import choose_evenly
from ..sample.posterior import Posterior
from ..sample.samplers.label_everybody import draw_labels
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


def spread_over_chains(posterior: Posterior, n_draws: int) -> tuple[Array, Array]:
    """Return the chains and the numbers of ``n_draws`` draws, or of all if there are fewer, evenly spread."""
    return np.divmod(choose_evenly(posterior.n_chains * posterior.n_draws, n_draws), posterior.n_draws)


def memberships_in_draws(
    posterior: Posterior, which: tuple[Array, Array], people: Array, rng: np.random.Generator
) -> Array:
    """Return people's memberships in some draws, (D, N, K); one-hot under single membership.

    Where they were not kept they are drawn anew, given the parameters of the same draw: those of another draw may have
    other names for the same clusters.

    Parameters
    ----------
    posterior
        The posterior.
    which
        (D,) the chains and the numbers of the draws.
    people
        (N,) positions of the people.
    rng
        Random generator.
    """
    chains, numbers = which
    if posterior.membership == "single":
        return np.asarray(np.eye(posterior.n_clusters)[posterior.z[chains[:, None], numbers[:, None], people]])
    if posterior.theta is not None:
        return posterior.theta[chains[:, None], numbers[:, None], people]
    codes, columns = np.asarray(posterior.answers.codes)[people], columns_of(posterior.survey, posterior.answers)
    known = None if posterior.known is None else posterior.known[people]
    # Each draw is a chain of its own, whose labels settle on its own parameters.
    phi, seed = posterior.phi[chains, numbers][:, None], int(rng.integers(2**63))
    return draw_labels(codes, posterior.prior, columns, phi, None, 1, seed, known=known).theta[:, 0]
