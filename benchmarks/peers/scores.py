"""How good a peer's groups are; computed here for all alike, never by a peer."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import pdist
from scipy.stats import entropy, rankdata

import bayeshat as bh
from bayeshat.sample.convergence import diagnose

from .features import as_columns
from .protocol import Problem, Solution

# Bins of the expected calibration error.
BINS = 10
# Smaller chances count as this one, so that a log score is finite.
TINY = 1e-12
WITHOUT_SIZES = {"vi": bh.VI(), "vi a=0.5": bh.VI(a=0.5), "binder": bh.Binder()}


def score(problem: Problem, solution: Solution) -> dict[str, float]:
    """Return what can be said of a solution: "loss", "sizes met", "right", effective draws, scores of chances."""
    if solution.theta is not None:
        return _score_sampler(solution.theta)
    if solution.chances is not None:
        return _score_chances(problem, solution.chances)
    labels = np.unique(solution.labels, return_inverse=True)[1]
    found = {"loss": value(problem, labels), "groups": float(labels.max() + 1)}
    if problem.sizes is not None:
        found["sizes met"] = float(sizes_met(labels, problem.sizes))
    if problem.truth is not None:
        found["right"] = right(labels, problem.truth)
    return found


def value(problem: Problem, labels: np.ndarray) -> float:
    """Return the loss of labels 0, 1, …: the one that the problem names, or else the sum of squares."""
    if problem.draws is not None:
        if problem.loss in WITHOUT_SIZES:
            loss = WITHOUT_SIZES[problem.loss]
            return float(bh.expected_loss(labels, problem.draws, loss=loss, size_weight=0.0))
        if labels.max() >= len(problem.sizes):
            return float("inf")
        return float(
            bh.expected_loss(
                labels, problem.draws, list(problem.sizes), size_weight=1.0, pseudocount=0.1, labels="free"
            )
        )
    points = as_columns(problem)
    groups = [points[labels == g] for g in range(labels.max() + 1)]
    if problem.loss == "diversity":
        return -float(sum(pdist(group).sum() for group in groups))
    if problem.loss == "unevenness":
        mean = points.mean(axis=0)
        return float(sum(((group.sum(axis=0) - len(group) * mean) ** 2).sum() for group in groups))
    return float(sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups))


def sizes_met(labels: np.ndarray, sizes: tuple[int, ...]) -> bool:
    """Say whether the groups have the wanted sizes, whichever has which."""
    have = np.bincount(labels, minlength=len(sizes))
    return bool(len(have) == len(sizes) and np.array_equal(np.sort(have), np.sort(sizes)))


def right(labels: np.ndarray, truth: np.ndarray) -> float:
    """Return the share of people in their right group, with groups named as suits best: peers name none."""
    table = np.zeros((labels.max() + 1, truth.max() + 1))
    np.add.at(table, (labels, truth), 1)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum() / len(labels))


def judge(chances: np.ndarray, truth: np.ndarray) -> tuple[float, float, float]:
    """Return the share of people in their right group, the log score, and the expected calibration error."""
    is_right = chances.argmax(axis=1) == truth
    log_score = np.log(np.maximum(chances[np.arange(len(truth)), truth], TINY)).mean()
    claimed = chances.max(axis=1)
    bins = np.minimum((claimed * BINS).astype(int), BINS - 1)
    gaps = [(bins == b).mean() * abs((claimed - is_right)[bins == b].mean()) for b in np.unique(bins)]
    return float(is_right.mean()), float(log_score), float(sum(gaps))


def _score_chances(problem: Problem, chances: np.ndarray) -> dict[str, float]:
    """Score the chances of people whose group is not known; sizes are met as these chances say best."""
    unknown = problem.known < 0
    truth = problem.truth[unknown]
    is_right, log_score, calibration = judge(chances, truth)
    seats = np.repeat(np.arange(problem.n_groups), problem.sizes)
    chosen = seats[linear_sum_assignment(-np.log(np.maximum(chances[:, seats], TINY)))[1]]
    found = {"right": is_right, "right with sizes": float((chosen == truth).mean())}
    found |= {"log score": log_score, "calibration": calibration}
    if problem.between is not None:
        found["between"] = area(entropy(chances, axis=1), problem.between[unknown])
    return found


def area(values: np.ndarray, is_one: np.ndarray) -> float:
    """Return how often somebody who is one has a larger value than somebody who is not; half of the ties count."""
    n_ones = int(is_one.sum())
    above = rankdata(values)[is_one].sum() - n_ones * (n_ones + 1) / 2
    return float(above / (n_ones * (len(values) - n_ones)))


def _score_sampler(theta: np.ndarray) -> dict[str, float]:
    """Return the fewest effective draws and the largest R-hat of any membership (chain, draw, N, K)."""
    found = diagnose(np.moveaxis(theta.reshape(*theta.shape[:2], -1), -1, 0))
    return {"effective draws": float(found.ess_bulk.min()), "R-hat": float(found.r_hat.max())}
