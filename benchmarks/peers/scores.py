"""How good a peer's groups are; computed here for all alike, never by a peer."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import pdist

import bayeshat as bh
from bayeshat.sample.convergence import diagnose

from .features import as_columns
from .protocol import Problem, Solution

WITHOUT_SIZES = {"vi": bh.VI(), "vi a=0.5": bh.VI(a=0.5), "binder": bh.Binder()}


def score(problem: Problem, solution: Solution) -> dict[str, float]:
    """Return what can be said of a solution: "loss", "sizes met", "right" and, for samplers, effective draws."""
    if solution.theta is not None:
        return _score_sampler(solution.theta)
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


def _score_sampler(theta: np.ndarray) -> dict[str, float]:
    """Return the fewest effective draws and the largest R-hat of any membership (chain, draw, N, K)."""
    found = diagnose(np.moveaxis(theta.reshape(*theta.shape[:2], -1), -1, 0))
    return {"effective draws": float(found.ess_bulk.min()), "R-hat": float(found.r_hat.max())}
