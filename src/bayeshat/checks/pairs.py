"""Whether the groups explain how answers to two questions go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kinds.dirichlet import draw_categories
from ..kinds.kind import NOT_ANSWERED
from ..kinds.number import NumberKind
from ..kinds.table import number_kind_of
from ..model.columns import columns_of
from ..model.style import StyledRatings
from ..options import choose_evenly
from ..sample.posterior import Posterior
from ..words.message import Message, join_some
from ..words.phrases import tell_figures, tell_tenths
from .replicates import CountedAnswers, counted_answers, memberships_in_draws, spread_over_chains

if TYPE_CHECKING:
    from ..kinds.question import Question

Array = np.ndarray

# Of pairs that are called odd, at most this share is so by chance, on average (Benjamini and Hochberg 1995). Where the
# model holds, this is how often any pair is called odd.
FALSE_DISCOVERIES = 0.05
_LEVEL = 0.05
# Draws that are looked at: the fewest where more products than _MOST_WORK would have to be summed.
_MOST_SETS = 100
_FEWEST_SETS = 60
_MOST_WORK = 1_000_000_000
# Most people that are looked at.
_MOST_PEOPLE = 1000
# Pairs that a sentence names.
_NAMED = 3


@dataclass(frozen=True, eq=False)
class PairResiduals:
    """How far answers are from what the model predicts, for every question and every pair of questions.

    Attributes
    ----------
    questions
        The ids of the Q questions.
    residuals
        (Q, Q) how much two questions go together within groups, in standard deviations above what the model gives; on
        the diagonal, how far the answers to one question are from its prediction. Large values mean that the model
        misses something.
    p_values
        (Q, Q) p-values that hold whatever the draws have in common: twice their mean over the draws. Where the model
        holds, at most 5 % are below 0.05.
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
        order = np.lexsort((-self.residuals[one, other], self.p_values[one, other]))
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

    def sentence(self) -> Message:
        """Return what was found, in words for analysts."""
        table = self.table()
        n_pairs = len(table["first"])
        if n_pairs == 0:
            return Message("checks-pairs-none")
        low, level = sum(p < _LEVEL for p in table["p_value"]), tell_figures(f"{_LEVEL}")
        chance = Message("checks-pairs-chance", low=low, pairs=n_pairs, level=level, most=tell_tenths(_LEVEL * n_pairs))
        if not self.odd_pairs:
            return Message("checks-pairs-explained", chance=chance)
        return Message("checks-pairs-odd", pairs=tell_pairs(self.odd_pairs), chance=chance)


def tell_pairs(pairs: Sequence[tuple[str | Message, str | Message]]) -> str | Message:
    """Return the worst pairs of questions, and how many more there are."""
    return join_some([Message("checks-pair", first=first, second=second) for first, second in pairs], _NAMED)


def check_pairs(posterior: Posterior, rng: int | np.random.Generator = 0) -> PairResiduals:
    r"""Test whether answers to two questions are independent within groups, as the model says.

    Given everybody's memberships θ and the clusters' parameters φ, answers to different questions are independent. In
    up to 100 draws of these, answers are compared with what θ and φ predict for the person. With residuals r of
    variance w (of an option, whether it was given less its probability; of a number, its rank under the prediction),

    .. math:: T_{qq'} = \sum_{v \in q,\, v' \in q'} \frac{(\sum_n r_{nv} r_{nv'})^2}{\sum_n w_{nv} w_{nv'} + 1/2}

    is compared with its values for answers drawn from the same θ and φ. If the model holds, the answers and one draw
    from the posterior are distributed like the answers and the truth, so that the p-value of every draw is right
    (Johnson 2007); twice the mean over the draws is then right, too (Vovk and Wang 2020). Of more than 1000 people,
    1000 are looked at, evenly spread.

    Parameters
    ----------
    posterior
        The posterior.
    rng
        Seed or generator.
    """
    generator = np.random.default_rng(rng)
    people = choose_evenly(posterior.n_people, _MOST_PEOPLE)
    columns = _Columns(posterior, people)
    ids = tuple(posterior.survey.questions[q].id for q in columns.asked)
    # Memberships that go together have another prior than the one that they could be drawn anew from.
    unknown = posterior.correlation is not None and posterior.theta is None
    if len(ids) == 0 or unknown:
        nothing = np.empty((0, 0))
        return PairResiduals((), nothing, nothing, nothing.astype(bool))
    n_sets = int(np.clip(_MOST_WORK // (len(people) * columns.n_cells**2), _FEWEST_SETS, _MOST_SETS))
    which = spread_over_chains(posterior, n_sets)
    theta = memberships_in_draws(posterior, which, people, generator)
    shape = (len(theta), len(ids), len(ids))
    found, drawn = np.empty(shape), np.empty(shape)
    style = None if posterior.style is None else posterior.style[which]
    for d, phi in enumerate(posterior.phi[which]):
        moved = columns.draw_moved(theta[d], phi, None if style is None else style[d], generator)
        found[d] = columns.distances(columns.given.less(moved), theta[d], phi)
        drawn[d] = columns.distances(columns.draw(theta[d], phi, moved, generator), theta[d], phi)
    residuals = (found.mean(axis=0) - drawn.mean(axis=0)) / np.maximum(drawn.std(axis=0), 1e-6)
    p_values = np.ones(shape[1:])
    for one, other in (np.diag_indices(len(ids)), np.triu_indices(len(ids), 1)):
        p_values[one, other] = p_values[other, one] = _p_values(found[:, one, other], drawn[:, one, other])
    return PairResiduals(ids, residuals, p_values, _odd_pairs(p_values))


def _p_values(found: Array, drawn: Array) -> Array:
    """Return the p-values (P,) of what was found in each draw (D, P), given what the model drew for it (D, P).

    Gamma distributions with the mean and variance of the other draws make pairs comparable. How often p-values from
    these are so small for what the model drew, over all pairs and draws, is the p-value of a draw.
    """
    n_draws, n_pairs = drawn.shape
    if n_draws < 3 or n_pairs == 0:
        return np.ones(n_pairs)
    from scipy.special import gammaincc

    # The moments of all draws but one.
    mean = np.maximum((drawn.sum(axis=0) - drawn) / (n_draws - 1), 1e-6)
    squares = ((drawn**2).sum(axis=0) - drawn**2) / (n_draws - 1)
    variance = np.maximum(squares - mean**2, 1e-12)
    shape, scale = mean**2 / variance, variance / mean
    of_drawn, of_found = (gammaincc(shape, np.maximum(values, 0.0) / scale) for values in (drawn, found))
    smaller = np.searchsorted(np.sort(of_drawn, axis=None), of_found * (1 + 1e-9), side="right")
    return np.asarray(np.minimum(2 * ((1 + smaller) / (1 + drawn.size)).mean(axis=0), 1.0))


@dataclass(frozen=True, eq=False)
class _Given:
    """Answers of N people: codes of options (N, C), -1 for none; numbers (N,) of each such question, NaN for none."""

    codes: Array
    numbers: tuple[Array, ...]

    def less(self, moved: Array) -> _Given:
        """Return the same, with so much less in each number (columns, N): what people's style adds to it."""
        return replace(self, numbers=tuple(given - more for given, more in zip(self.numbers, moved, strict=True)))


@dataclass(frozen=True, eq=False)
class _Numbers:
    """A question whose answers are numbers."""

    number: int
    question: Question
    kind: NumberKind
    n_parameters: int


class _Columns:
    """The answers as cells: one for each option of a column, one for each column of numbers."""

    def __init__(self, posterior: Posterior, people: Array) -> None:
        survey, answers, prior = posterior.survey, posterior.answers, posterior.prior
        self.counted: CountedAnswers = counted_answers(survey, answers)
        slots = self.counted.all_slots
        n_levels = slots.n_levels[self.counted.slots]
        self._used = np.arange(n_levels.max(initial=1)) < n_levels[:, None]  # (C, V)
        self._widths = n_levels
        here = np.flatnonzero(slots.column_slots >= slots.n_counted)
        columns = [int(answers.questions[c]) for c in here]
        self.numbers = tuple(
            _Numbers(q, survey.questions[q], number_kind_of(survey.questions[q]), int(prior.n_parameters[q]))
            for q in columns
        )
        values = []
        for c, column in zip(here.tolist(), self.numbers, strict=True):
            levels = column.kind.numbers(column.question, np.asarray(answers.levels[c], dtype=float))
            values.append(np.append(levels, np.nan)[np.maximum(np.asarray(answers.codes)[people, c], NOT_ANSWERED)])
        self.given = _Given(self.counted.codes[people], tuple(values))
        if posterior.style is not None:
            weights = columns_of(survey, answers).weights
            self._ratings = StyledRatings(np.asarray(answers.codes)[people], slots, slots.column_slots, weights)
        of_cells = np.concatenate([np.repeat(self.counted.questions, n_levels), np.array(columns, dtype=int)])
        self.asked = np.unique(of_cells)
        self.n_cells = len(of_cells)
        self._by_question = (of_cells[:, None] == self.asked).astype(np.float32)

    def draw_moved(self, theta: Array, phi: Array, style: Array | None, rng: np.random.Generator) -> Array:
        """Draw how far people's answering style moves each number, (columns, N), given clusters (N, K) as 0 and 1."""
        moved = np.zeros((len(self.numbers), len(theta)))
        if style is not None:
            precision, towards = ((theta * both).sum(axis=1) for both in self._ratings.of_style(phi, style))
            f = towards / precision + rng.standard_normal(len(theta)) / np.sqrt(precision)
            for own, column in zip(moved, self.numbers, strict=True):
                own[:] = style[column.number] * f
        return moved

    def draw(self, theta: Array, phi: Array, moved: Array, rng: np.random.Generator) -> _Given:
        """Draw answers from memberships (N, K) and parameters (K, Q, M), to the questions that were answered.

        Numbers are drawn moved by people's style, and returned without.
        """
        n_columns = self.given.codes.shape[1]
        labels = draw_categories(np.repeat(theta[:, None], n_columns + len(self.numbers), axis=1), rng)
        p = self.counted.probabilities(phi)[labels[:, :n_columns], self.counted.slots]
        codes = np.where(self.given.codes >= 0, draw_categories(p, rng), -1).astype(np.int16)
        numbers = []
        several = zip(self.numbers, self.given.numbers, labels[:, n_columns:].T, moved, strict=True)
        for column, given, label, more in several:
            parameters = phi[label, column.number, : column.n_parameters].copy()
            parameters[:, 0] += more
            drawn = column.kind.simulate(parameters[:, None], column.question, rng)[:, 0]
            numbers.append(np.where(np.isnan(given), np.nan, column.kind.numbers(column.question, drawn) - more))
        return _Given(codes, tuple(numbers))

    def distances(self, answers: _Given, theta: Array, phi: Array) -> Array:
        """Return T of all pairs of questions, (Q, Q), and on the diagonal how far each is from its prediction."""
        residuals, variances = self._residuals(answers, theta, phi)
        seen = variances > 0
        alone = (residuals.sum(axis=0) ** 2 / (variances.sum(axis=0) + 0.5)) @ self._by_question
        # Less their means within groups: answers that the groups' distributions do not fit do not count as dependent.
        means = (theta.T @ residuals) / np.maximum(theta.T @ seen, 1e-9)
        residuals = residuals - seen * (theta @ means)
        products = residuals.T @ residuals
        together = self._by_question.T @ (products**2 / (variances.T @ variances + 0.5)) @ self._by_question
        np.fill_diagonal(together, alone)
        return np.asarray(together)

    def _residuals(self, answers: _Given, theta: Array, phi: Array) -> tuple[Array, Array]:
        """Return the residual of every cell and its variance, (N, F); 0 where there is no answer."""
        p = self.counted.probabilities(phi)[:, self.counted.slots, : self._used.shape[1]]  # (K, C, V)
        expected = (theta @ p[:, self._used]).astype(np.float32)
        given = (answers.codes[:, :, None] == np.arange(p.shape[2]))[:, self._used]
        seen = np.repeat(answers.codes >= 0, self._widths, axis=1)
        residuals, variances = [(given - expected) * seen], [np.maximum(expected * (1 - expected), 1e-12) * seen]
        for column, numbers in zip(self.numbers, answers.numbers, strict=True):
            there = ~np.isnan(numbers)
            parameters = phi[:, column.number, : column.n_parameters]
            ranks = column.kind.middle_rank(parameters[:, None], np.where(there, numbers, 0.0))  # (K, N)
            # Ranks are uniform; with this factor, their variance is 1.
            of_people = np.sqrt(12.0) * ((theta * ranks.T).sum(axis=1) - 0.5) * there
            residuals.append(of_people[:, None].astype(np.float32))
            variances.append(there[:, None].astype(np.float32))
        return np.concatenate(residuals, axis=1), np.concatenate(variances, axis=1)


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
