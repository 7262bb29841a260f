"""Our own reading of Teel et al. (2015): EM for two groups whose totals are known.

Given the parameters, memberships are Bernoulli, conditioned on their known sum: the conditional Bernoulli distribution.
Its marginals replace the responsibilities of the E-step; the M-step is the usual one of a latent class model, here with
the survey's prior counts, which also say which group is which. We had no copy of the paper.
"""

from __future__ import annotations

import numpy as np

from .protocol import Peer, Problem, Solution

MAX_ROUNDS = 500


def solve(problem: Problem) -> Solution:
    n_first = problem.sizes[0]
    chances = problem.answer_prior / problem.answer_prior.sum(axis=2, keepdims=True)
    before = None
    for _ in range(MAX_ROUNDS):
        first = marginals(_log_odds(problem.answers, chances), n_first)
        if before is not None and np.abs(first - before).max() < 1e-8:
            break
        before = first
        chances = _estimate(problem, np.column_stack([first, 1 - first]))
    labels = np.ones(len(first), dtype=int)
    labels[np.argsort(-first, kind="stable")[:n_first]] = 0
    return Solution(labels=labels)


def marginals(log_odds: np.ndarray, total: int) -> np.ndarray:
    """Return everybody's chance to be in the first group, given that so many are.

    With w_n the odds, and R(m, S) the sum over all m people of S of the product of their odds, the chance of n is
    w_n R(total - 1, all but n) / R(total, all); R without n comes from the sums over the people before and after n.
    """
    n = len(log_odds)
    before = np.full((n + 1, total + 1), -np.inf)
    after = before.copy()
    before[0, 0] = after[n, 0] = 0.0
    for i in range(n):
        before[i + 1] = np.logaddexp(before[i], np.r_[-np.inf, before[i, :-1] + log_odds[i]])
    for i in reversed(range(n)):
        after[i] = np.logaddexp(after[i + 1], np.r_[-np.inf, after[i + 1, :-1] + log_odds[i]])
    others = np.array(
        [np.logaddexp.reduce(before[i, :total] + after[i + 1, total - 1 :: -1][:total]) for i in range(n)]
    )
    return np.exp(log_odds + others - before[n, total])


def _log_odds(answers, chances):
    questions = np.arange(answers.shape[1])
    return np.log(chances[0, questions, answers] / chances[1, questions, answers]).sum(axis=1)


def _estimate(problem, member):
    chosen = problem.answers[:, :, None] == np.arange(problem.answer_prior.shape[2])
    counts = problem.answer_prior + np.einsum("nk,nqv->kqv", member, chosen)
    return counts / counts.sum(axis=2, keepdims=True)


PEER = Peer(
    name="Teel 2015 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: "our own",
    about="EM with conditional Bernoulli memberships, prior counts of the survey",
    keeps_sizes=True,
    accepts=lambda problem: problem.totals,
)
