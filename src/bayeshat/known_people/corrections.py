"""Corrections learned from people whose house is known: a regression on their answers, beside the mixture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy.special import log_softmax, softmax

from ..kinds.kind import UNKNOWN
from ..kinds.table import kind_of
from ..model.columns import columns_of
from ..model.corrected import mark_answers
from ..survey.answers import Answers
from ..survey.corrections import Corrections, n_corrected
from ..survey.spec import Survey

Array = np.ndarray

# Penalties on the squares of coefficients that are tried, the largest first.
RIDGES = (300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3)
# Beside the best of them, penalties larger and smaller by this factor are tried.
FINER = 3**0.5
# Smaller penalties are not tried once the log score has fallen by this much per person.
WORSE = 0.004
# How much the answers of each house may count beside the regression. 1 is without it.
POWERS = (0.75, 0.5, 0.25, 0.0)
# Options are scaled so that one that an eighth of the people chose varies as much as a number.
OPTION_SCALE = 3.0
# How much a number may bend where that is allowed, compared with options.
BENDS = (0.0, 0.5)
# A question with more different numbers than this has a table at quantiles.
MOST_NUMBERS = 12
# How many quantiles these are.
QUANTILES = 7
# Numbers that fewer people gave are never the last of a table.
FEWEST_AT_ENDS = 2
# With this many known people, corrections must be better by two standard errors; with many more, by one.
FEW_PEOPLE = 40
# Of more known people than this, some are chosen for the coefficients.
MOST_PEOPLE = 20_000
# Versions of the coefficients that say how uncertain they are.
VERSIONS = 64
# Penalty on the squares of the constants.
CONSTANT_RIDGE = 1e-3
# Steps of the search for coefficients, at most.
MOST_STEPS = 200
# Steps that versions of the coefficients take from the best ones, at most.
MOST_SOLVING_STEPS = 40
# These steps end when what is left is this part of the first.
SOLVED = 1e-2
# Decimals of coefficients.
DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Design:
    """The columns of the regression.

    Attributes
    ----------
    marks
        (N, F) how much of each column of `Corrections.flat` everybody's answers have.
    filled
        (N, F) the same with averages over the others for answers that cannot be read, so that they say nothing.
    unread
        (N, Q) whose answer to each question cannot be read.
    blank
        Corrections without any effect, with the tables that coefficients become.
    lines
        (F, L) for each question that is answered by numbers what its numbers are worth on a straight line.
    scale
        (F,) how each column is scaled, 0 where too few people have it.
    bending
        (F,) which columns let a number's effect bend.
    ticked
        (Q,) the questions in which people tick options.
    """

    marks: Array
    filled: Array
    unread: Array
    blank: Corrections
    lines: Array
    scale: Array
    bending: Array
    ticked: Array

    def columns(self, bend: float) -> Array:
        """Return the columns of the regression, (N, F + L)."""
        return np.hstack([self.filled * self._scales(bend), self.filled @ self.lines])

    def flat(self, coefficients: Array, bend: float) -> Array:
        """Return corrections (..., K, F) for coefficients (..., 1 + F + L, K) of the constant and centred columns."""
        n_marks, slopes = self.marks.shape[1], np.swapaxes(coefficients[..., 1:, :], -1, -2)
        flat = slopes[..., :n_marks] * self._scales(bend) + slopes[..., n_marks:] @ self.lines.T
        flat[..., 0] = coefficients[..., 0, :]
        # On average over these people a question adds nothing, and nor does an answer that hardly anybody gave.
        means, rare, starts = self.filled.mean(axis=0), (self.scale == 0) & ~self.bending, self.blank.starts
        for q, (first, last) in enumerate(pairwise(starts.tolist())):
            each = flat[..., first:last] * means[first:last]
            mean = each.sum(axis=-1)[..., None]
            if self.ticked[q]:
                # Every option adds something, ticked or not. What an empty answer adds on average goes to all of them.
                middle = (first + last - 1) // 2
                away = each[..., : middle - first] + each[..., -1:] / (middle - first)
                flat[..., first:middle] -= away
                flat[..., middle : last - 1] = -away
                flat[..., last - 1 :] = np.where(rare[last - 1], 0.0, flat[..., last - 1 :] - mean)
            else:
                flat[..., first:last] = np.where(rare[first:last], 0.0, flat[..., first:last] - mean)
        return flat

    def without_few(self, labels: Array, fewest: int) -> Design:
        """Return the design in which answers that fewer people of a house (N,) gave count as if they could not be read.

        So what the people of a house teach is the same whether nobody there gave such an answer or somebody did.
        """
        return replace(self, filled=self._fill(labels, fewest))

    def _fill(self, labels: Array, fewest: int) -> Array:
        """Return the marks with averages for answers that cannot be read, or that fewer people of a house gave."""
        filled, starts = self.marks.copy(), self.blank.starts
        for q, (first, last) in enumerate(pairwise(starts.tolist())):
            middle = (first + last - 1) // 2
            # Every option that people may tick, and whether they left all of them empty, is an answer of its own.
            ticks = [np.array([v, v + middle - first]) for v in range(first, middle)] if self.ticked[q] else []
            whole = np.arange(first, last)[-1 if ticks else 0 :]
            hidden = self.unread[:, q] | self._are_few(whole, labels, fewest)
            for columns in (*ticks, whole):
                out = hidden | self._are_few(columns, labels, fewest)
                if out.any():
                    filled[np.ix_(out, columns)] = self.marks[np.ix_(~out, columns)].sum(axis=0) / max((~out).sum(), 1)
        return filled

    def _are_few(self, columns: Array, labels: Array, fewest: int) -> Array:
        """Return whose marks in any of these columns fewer people of their house have, (N,)."""
        given = self.marks[:, columns] > 0
        counts = np.zeros((labels.max(initial=0) + 1, len(columns)))
        np.add.at(counts, labels, given)
        return np.asarray((given & (counts < fewest)[labels]).any(axis=1))

    def _scales(self, bend: float) -> Array:
        return self.scale * np.where(self.bending, bend, 1.0)


def design_columns(survey: Survey, answers: Answers, n_clusters: int, least: int = 1) -> Design:
    """Return the columns of a regression on answers; those that fewer than ``least`` people have count nothing."""
    numbers = tuple(_numbers_of(survey, answers, q, least) for q in range(survey.n_questions))
    widths = [1 + (n_corrected(one) or len(at)) for one, at in zip(survey.questions, numbers, strict=True)]
    tables = tuple(np.zeros((n_clusters, width)) for width in widths)
    blank = Corrections(1.0, np.zeros(n_clusters), tables, numbers)
    marks = mark_answers(blank, answers.codes, columns_of(survey, answers))
    people, starts = (marks > 0).sum(axis=0), blank.starts
    scale = np.where((people >= least) & (people < len(marks)), OPTION_SCALE, 0.0)
    scale[0] = 0.0
    ticked = np.array([kind_of(question).many_answers for question in survey.questions])
    for q in np.flatnonzero(ticked).tolist():
        # An option that was not ticked says nothing that ticking it does not say.
        scale[(starts[q] + starts[q + 1] - 1) // 2 : starts[q + 1] - 1] = 0.0
    lines, bending = [], np.zeros(marks.shape[1], bool)
    for q, at in enumerate(numbers):
        if not at:
            continue
        here = slice(starts[q], starts[q + 1] - 1)
        bending[here] = True
        question = survey.questions[q]
        worth = np.asarray(kind_of(question).numbers(question, np.array(at)), dtype=float)
        there = answers.chosen(q).ravel() >= 0
        given = marks[there, here] @ worth
        line = np.zeros(marks.shape[1])
        line[here] = (worth - given.mean()) / given.std()
        lines.append(line)
    across = np.array(lines).reshape(-1, marks.shape[1]).T
    unread = np.stack([(answers.chosen(q) == UNKNOWN).all(axis=1) for q in range(survey.n_questions)], axis=1)
    design = Design(marks, marks, unread, blank, across, scale, bending, ticked)
    return design.without_few(np.zeros(len(marks), dtype=int), 0)


def _numbers_of(survey: Survey, answers: Answers, q: int, least: int) -> tuple[float, ...]:
    """Return the numbers at which a question has a table; none if it has options, or people gave one number only."""
    if kind_of(survey.questions[q]).counted:
        return ()
    codes, levels = answers.chosen(q).ravel(), answers.levels_of(q)
    assert levels is not None
    given = np.sort(levels[codes[codes >= 0]])
    inner = given[max(least, FEWEST_AT_ENDS) - 1 : len(given) - max(least, FEWEST_AT_ENDS) + 1]
    if len(inner) == 0:
        return ()
    different, people = np.unique(inner, return_counts=True)
    if len(different) <= MOST_NUMBERS:
        at = different[people >= least]
    else:
        at, spread = np.quantile(inner, np.linspace(0, 1, QUANTILES)), np.full(QUANTILES, np.ptp(inner))
        # Where logarithms count, small numbers need as many digits as large ones.
        size = np.minimum(at, spread) if survey.questions[q].log else spread
        digits = 2 - np.floor(np.log10(size)).astype(int)
        at = np.unique([round(one, places) for one, places in zip(at.tolist(), digits.tolist(), strict=True)])
    return tuple(at.tolist()) if len(at) > 1 and np.ptp(given) > 0 else ()


class Regression:
    r"""A multinomial regression with a penalty on the squares of its coefficients.

    .. math:: \max_B \sum_n \log \mathrm{softmax}(o + \tilde x_n B)_{z_n} - \tfrac\lambda2 \lVert B \rVert^2

    with centred columns x̃, and an offset o.

    Parameters
    ----------
    columns
        (N, J) the columns.
    labels, offset
        (N,) the people's houses, and (K,) what is added for everybody.
    """

    def __init__(self, columns: Array, labels: Array, offset: Array) -> None:
        self._mean = columns.mean(axis=0)
        self._x = np.hstack([np.ones((len(columns), 1)), columns - self._mean])
        self._labels, self._offset, self._people = labels, offset, np.arange(len(labels))
        shares = np.bincount(labels, minlength=len(offset)) / len(labels)
        # Curvature of the likelihood at equal chances, about: it scales the search.
        self._curvature = max((1 - shares @ shares) / len(offset), 1e-3) * np.square(self._x).sum(axis=0)
        self.coefficients = np.zeros((self._x.shape[1], len(offset)))
        self._penalty = np.zeros(self._x.shape[1])

    def fit(self, ridge: float) -> Regression:
        """Find the coefficients, (1 + J, K), from those found before."""
        from scipy.optimize import minimize

        self._penalty = np.append(CONSTANT_RIDGE, np.full(len(self._mean), ridge))
        steps = self._steps()[:, None]
        shape = self.coefficients.shape

        def loss(scaled: Array) -> tuple[float, Array]:
            found = scaled.reshape(shape) * steps
            log_p = self._log_chances(self._x, found)
            excess = np.exp(log_p)
            excess[self._people, self._labels] -= 1
            penalised = self._penalty[:, None] * found
            value = 0.5 * (penalised * found).sum() - log_p[self._people, self._labels].sum()
            return float(value), ((self._x.T @ excess + penalised) * steps).ravel()

        start = (self.coefficients / steps).ravel()
        options: Any = {"maxiter": MOST_STEPS, "ftol": 1e-9, "gtol": 1e-3}
        self.coefficients = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x.reshape(shape) * steps
        return self

    def log_chances(self, columns: Array) -> Array:
        """Return the log probabilities of the houses, (M, K), of people with these columns."""
        return self._log_chances(np.hstack([np.ones((len(columns), 1)), columns - self._mean]), self.coefficients)

    def versions(self, n_versions: int, rng: np.random.Generator) -> Array:
        r"""Return coefficients as they would be had other people been known, (R, 1 + J, K).

        .. math:: B_r = \hat B + H^{-1} \sum_n (w_{nr} - 1)\, \tilde x_n (e_{z_n} - p_n)^\top,
                  \qquad w_{nr} \sim \mathrm{Exp}(1)

        is one Newton step of a weighted likelihood bootstrap, whose covariance is that of the sandwich formula.
        """
        chances = np.exp(self._log_chances(self._x, self.coefficients))
        missing = -chances
        missing[self._people, self._labels] += 1
        weights = rng.standard_exponential((n_versions, len(self._labels))) - 1
        wanted = np.stack([self._x.T @ (row[:, None] * missing) for row in weights])
        return self.coefficients + self._solve(wanted, chances)

    def _solve(self, wanted: Array, chances: Array) -> Array:
        """Solve H B = wanted, (R, 1 + J, K), by conjugate gradients."""
        steps = np.square(self._steps())[:, None]
        found, left = np.zeros_like(wanted), wanted.copy()
        ahead = steps * left
        way, size = ahead.copy(), (left * ahead).sum(axis=(1, 2))
        first = np.maximum(size, np.finfo(float).tiny)
        for _ in range(MOST_SOLVING_STEPS):
            logits = self._x @ way
            bent = chances * (logits - (chances * logits).sum(axis=-1, keepdims=True))
            image = self._x.T @ bent + self._penalty[:, None] * way
            far = size / np.maximum((way * image).sum(axis=(1, 2)), np.finfo(float).tiny)
            found += far[:, None, None] * way
            left -= far[:, None, None] * image
            ahead = steps * left
            new = (left * ahead).sum(axis=(1, 2))
            if (new <= SOLVED**2 * first).all():
                break
            way = ahead + (new / np.maximum(size, np.finfo(float).tiny))[:, None, None] * way
            size = new
        return found

    def _steps(self) -> Array:
        return 1 / np.sqrt(self._curvature + self._penalty)

    def _log_chances(self, x: Array, coefficients: Array) -> Array:
        return np.asarray(log_softmax(self._offset + x @ coefficients, axis=1))


@dataclass(frozen=True, eq=False)
class Choice:
    """What cross-validation chose.

    Attributes
    ----------
    power
        How much the answers of each house count beside the regression.
    bend, ridge
        How much numbers may bend, and the penalty.
    by_fold
        For each fold the corrections (K, F) that the people of the others teach.
    """

    power: float
    bend: float
    ridge: float
    by_fold: Array

    def held_out(self, design: Design, folds: Array) -> tuple[Array, Array]:
        """Return what each question adds for everybody, (N, K, Q), as other folds teach it, and the constants."""
        flat, starts = self.by_fold[folds], design.blank.starts
        each = [
            np.einsum("nkf,nf->nk", flat[..., first:last], design.marks[:, first:last])
            for first, last in pairwise(starts.tolist())
        ]
        return np.stack(each, axis=2), flat[..., 0]


class _Tried(NamedTuple):
    """A regression that was tried: its mean log score, how it was fitted, and what it says of people left out."""

    score: float
    bend: float
    ridge: float
    log_chances: Array  # (N, K)
    coefficients: list[Array]


class _Folds:
    """Regressions that each leave the people of one fold out."""

    def __init__(self, design: Design, taught: Design, bend: float, labels: Array, folds: Array, shares: Array) -> None:
        self._bend, self._labels, self._shape = bend, labels, shares.shape
        self._columns, columns = design.columns(bend), taught.columns(bend)
        self._out = [folds == f for f in np.unique(folds)]
        self._fits = [Regression(columns[~out], labels[~out], shares[out][0]) for out in self._out]

    def leave_out(self, ridge: float) -> _Tried:
        found = np.empty(self._shape)
        for out, one in zip(self._out, self._fits, strict=True):
            found[out] = one.fit(ridge).log_chances(self._columns[out])
        score = found[np.arange(len(found)), self._labels].mean()
        return _Tried(float(score), self._bend, ridge, found, [one.coefficients for one in self._fits])

    def search(self) -> list[_Tried]:
        """Try penalties from the largest on, until smaller ones are worse, and then finer ones."""
        tried = list[_Tried]()
        for ridge in RIDGES:
            tried.append(self.leave_out(ridge))
            if tried[-1].score < max(one.score for one in tried) - WORSE:
                break
        best = max(tried, key=lambda one: one.score)
        return tried + [self.leave_out(best.ridge * factor) for factor in (FINER, 1 / FINER)]


def choose_corrections(
    design: Design, labels: Array, folds: Array, shares: Array, mixture: Array, fewest: int = 0
) -> Choice | None:
    """Choose corrections by cross-validation; None if the mixture alone is about as good.

    Parameters
    ----------
    design
        The columns of the regression.
    labels, folds
        (N,) the known people's houses, and their folds.
    shares
        (N, K) log share of each house, as learned from the people of other folds.
    mixture
        (D, N, K) log probabilities of the houses by the mixture, as learned from the people of other folds.
    fewest
        Answers that fewer people of a house gave teach nothing. People who are left out are sorted by all answers.
    """
    people, taught = np.arange(len(labels)), design.without_few(labels, fewest)
    bends = BENDS if design.bending.any() else BENDS[:1]
    tried = [one for bend in bends for one in _Folds(design, taught, bend, labels, folds, shares).search()]
    chosen = max(tried, key=lambda one: one.score)

    def pooled(power: float) -> Array:
        chances = softmax(power * mixture + (1 - power) * chosen.log_chances, axis=-1).mean(axis=0)
        return np.log(np.maximum(chances[people, labels], np.finfo(float).tiny))

    alone = pooled(1.0)
    gains = {power: pooled(power) - alone for power in POWERS}
    power, gain = max(gains.items(), key=lambda found: found[1].mean())
    if not gain.mean() > (1 + FEW_PEOPLE / len(gain)) * gain.std() / np.sqrt(len(gain)):
        return None
    by_fold = np.stack([(1 - power) * taught.flat(one, chosen.bend) for one in chosen.coefficients])
    return Choice(power, chosen.bend, chosen.ridge, by_fold)


def fit_corrections(
    design: Design, labels: Array, shares: Array, choice: Choice, rng: np.random.Generator, fewest: int = 0
) -> Corrections:
    """Return corrections learned from all known people, and versions of them.

    ``shares`` (K,) are log shares; answers that ``fewest`` people of a house did not give teach nothing.
    """
    design = design.without_few(labels, fewest)
    regression = Regression(design.columns(choice.bend), labels, shares).fit(choice.ridge)
    part = 1 - choice.power
    flat = np.round(part * design.flat(regression.coefficients, choice.bend), DECIMALS)
    versions = part * design.flat(regression.versions(VERSIONS, rng), choice.bend)
    starts = design.blank.starts
    tables = tuple(flat[:, first:last] for first, last in pairwise(starts.tolist()))
    return replace(design.blank, power=choice.power, constants=flat[:, 0], tables=tables, versions=versions)
