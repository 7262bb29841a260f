"""Posterior predictive checks: whether the model reproduces each question, and each pair of questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..sample.draws.posterior import Posterior
from .counted_answers import counted_answers
from .replicates import draw_labels, replicate_answers, spread_over_chains

Array = np.ndarray

# Of pairs that are called odd, at most this share is so by chance, on average (Benjamini and Hochberg 1995).
FALSE_DISCOVERIES = 0.05
_LEVEL = 0.05
# Replicated sets of answers, within the work that all of them may take.
_MOST_SETS, _FEWEST_SETS, _MOST_WORK = 200, 40, 2_000_000_000
_MOST_PEOPLE = 1000
# Pairs that a sentence names.
_NAMED = 3


@dataclass(frozen=True, eq=False)
class PairResiduals:
    """How far answers are from what the model predicts, for every question and every pair of questions.

    Attributes
    ----------
    questions
        The ids of the Q questions whose answers are options.
    residuals
        (Q, Q) χ² of the table of two questions against its prediction, less its predictive mean, in predictive
        standard deviations; of one question on the diagonal. Large values mean that the model misses something.
    p_values
        (Q, Q) posterior predictive p-values, from a gamma distribution with the mean and variance of the replicated
        χ². They are cautious: where the model holds they lie around 0.5 rather than anywhere.
    odd
        (Q, Q) whether a pair is called odd, so that at most a twentieth of those called odd are so by chance.
    """

    questions: tuple[str, ...]
    residuals: Array
    p_values: Array
    odd: Array

    def table(self) -> dict[str, list[Any]]:
        """Return one row per pair of questions, the worst first: first, second, residual, p_value, odd."""
        one, other = np.triu_indices(len(self.questions), 1)
        order = np.argsort(self.p_values[one, other], kind="stable")
        one, other = one[order], other[order]
        return {
            "first": [self.questions[q] for q in one],
            "second": [self.questions[q] for q in other],
            "residual": self.residuals[one, other].tolist(),
            "p_value": self.p_values[one, other].tolist(),
            "odd": self.odd[one, other].tolist(),
        }

    @property
    def odd_pairs(self) -> tuple[tuple[str, str], ...] | None:
        """The two ids of each pair that is called odd, the worst first; None where there are no pairs to check."""
        table = self.table()
        named = zip(table["first"], table["second"], table["odd"], strict=True)
        return tuple((first, second) for first, second, odd in named if odd) if table["odd"] else None

    def sentence(self) -> str:
        """Return what was found, in words for analysts."""
        table = self.table()
        n_pairs = len(table["first"])
        if n_pairs == 0:
            return "No pairs of questions could be checked, because there are not two questions with options."
        low = sum(p < _LEVEL for p in table["p_value"])
        chance = (
            f"{low} of {n_pairs} pairs have a p-value below {_LEVEL}; by chance at most {_LEVEL * n_pairs:.1f} would"
        )
        named = [f"{first} with {second}" for first, second in self.odd_pairs or ()]
        if not named:
            return f"The groups explain how answers to different questions go together ({chance})."
        more = f", and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        return (
            f"The groups do not explain how some questions go together: {', '.join(named[:_NAMED])}{more} ({chance}). "
            "Such questions say the same thing twice and make percentages too confident: leave one of each pair "
            "out, or allow more groups."
        )


def check_pairs(posterior: Posterior, rng: int | np.random.Generator = 0) -> PairResiduals:
    """Compare the answers with up to 200 sets that the model draws for the same people.

    Each set comes from one draw: everybody's label (single membership) or memberships (mixed), and the clusters'
    answers. Questions whose answers are numbers are left out. Of more than 1000 people, 1000 are looked at, evenly
    spread.

    Parameters
    ----------
    posterior
        The posterior.
    rng
        Seed or generator.
    """
    generator = np.random.default_rng(rng)
    survey, counted = posterior.survey, counted_answers(posterior.survey, posterior.answers)
    n_people = posterior.n_people
    people = np.unique(np.linspace(0, n_people - 1, min(n_people, _MOST_PEOPLE)).astype(int))
    codes = counted.codes[people]
    asked = np.unique(counted.questions)
    ids = tuple(survey.questions[q].id for q in asked)
    if len(ids) == 0:
        nothing = np.empty((0, 0))
        return PairResiduals(ids, nothing, nothing, nothing.astype(bool))
    n_levels = counted.all_slots.n_levels[: counted.all_slots.n_counted]
    starts, n_cells = np.cumsum(n_levels) - n_levels, int(n_levels.sum())
    slot_questions = np.full(len(n_levels), -1)
    slot_questions[counted.slots] = counted.questions
    n_sets = int(np.clip(_MOST_WORK // (len(codes) * n_cells**2), _FEWEST_SETS, _MOST_SETS))
    given = _joint_counts(codes, starts[counted.slots], n_cells)
    chains, numbers = spread_over_chains(posterior, n_sets)
    drawn = np.empty((len(chains), *given.shape), np.float32)
    for d, (chain, number) in enumerate(zip(chains, numbers, strict=True)):
        if posterior.membership == "single":
            labels = np.broadcast_to(posterior.z[chain, number, people][:, None], codes.shape)
        else:
            theta = posterior.theta_mean if posterior.theta is None else posterior.theta[chain, number]
            labels = draw_labels(theta[people], codes.shape[1], generator)
        p = counted.probabilities(posterior.phi[chain, number])
        drawn[d] = _joint_counts(
            replicate_answers(codes, counted.slots, labels, p, generator), starts[counted.slots], n_cells
        )
    expected = drawn.mean(axis=0)
    by_question = np.repeat(slot_questions, n_levels)[:, None] == asked

    def distance(counts: Array) -> Array:
        """Return χ² against the expected counts, (..., Q, Q); half a count keeps rare cells from deciding."""
        return by_question.T @ ((counts - expected) ** 2 / (expected + 0.5)) @ by_question

    found, predicted = distance(given), distance(drawn)
    mean, variance = predicted.mean(axis=0), np.maximum(predicted.var(axis=0), 1e-12)
    from scipy.stats import gamma

    p_values = gamma.sf(found, np.maximum(mean, 1e-6) ** 2 / variance, scale=variance / np.maximum(mean, 1e-6))
    residuals = (found - mean) / np.sqrt(variance)
    return PairResiduals(ids, residuals, p_values, _odd_pairs(p_values))


def _joint_counts(codes: Array, starts: Array, n_cells: int) -> Array:
    """Return how often each two answers were given by one person, (F, F) over the options of all questions."""
    chosen = np.zeros((len(codes), n_cells), np.float32)
    person, column = np.nonzero(codes >= 0)
    np.add.at(chosen, (person, starts[column] + codes[person, column]), 1.0)
    return chosen.T @ chosen


def _odd_pairs(p_values: Array) -> Array:
    """Return which pairs stand out, by the rule of Benjamini and Hochberg."""
    one, other = np.triu_indices(len(p_values), 1)
    values = p_values[one, other]
    order = np.argsort(values, kind="stable")
    passed = np.flatnonzero(values[order] <= FALSE_DISCOVERIES * np.arange(1, len(values) + 1) / max(len(values), 1))
    odd = np.zeros(p_values.shape, bool)
    if len(passed):
        chosen = order[: passed[-1] + 1]
        odd[one[chosen], other[chosen]] = odd[other[chosen], one[chosen]] = True
    return odd
