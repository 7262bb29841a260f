"""Our own reading of Zhong and Ghosh (2003), "Scalable, balanced model-based clustering".

Models are re-estimated and people re-assigned in turn, until nothing changes; the assignment is balanced by iterative
bipartition: one cluster after the other takes the people whose log-likelihood under its model exceeds that under the
best of the models still to come by most, as many as its size. Here a model is a product of categorical distributions
(one pseudo-answer per option) and normal ones, clusters take their turn in order, sizes may differ, and the best of ten
random starts by likelihood counts; the paper balances equal sizes, and its models are those of its own data.
"""

from __future__ import annotations

import numpy as np

from .protocol import Peer, Problem, Solution

N_STARTS = 10
MAX_ROUNDS = 100


def solve(problem: Problem) -> Solution:
    rng = np.random.default_rng(problem.seed)
    n_people = len(problem.answers)
    sizes = np.asarray(problem.sizes or np.bincount(np.arange(n_people) % problem.n_groups))
    best, most = None, -np.inf
    for _ in range(N_STARTS):
        labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
        for _ in range(MAX_ROUNDS):
            fit = log_likelihoods(problem, labels, len(sizes))
            following = bipartition(fit, sizes)
            if np.array_equal(following, labels):
                break
            labels = following
        likelihood = fit[np.arange(n_people), labels].sum()
        if likelihood > most:
            best, most = labels, likelihood
    return Solution(labels=best)


def bipartition(fit: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Assign people with log-likelihoods (N, G) to groups of these sizes: each group in turn against all later ones."""
    labels = np.full(len(fit), len(sizes) - 1)
    left = np.arange(len(fit))
    for g, size in enumerate(sizes[:-1]):
        lead = fit[left, g] - fit[left, g + 1 :].max(axis=1)
        order = np.argsort(-lead, kind="stable")
        labels[left[order[:size]]] = g
        left = left[order[size:]]
    return labels


def log_likelihoods(problem: Problem, labels: np.ndarray, n_groups: int) -> np.ndarray:
    """Return (N, G) log-likelihoods of everybody's answers under each group's model, estimated from its members."""
    member = (labels[:, None] == np.arange(n_groups)).astype(float)
    total = np.zeros(member.shape)
    for codes in problem.answers.T:
        chosen = (codes[:, None] == np.arange(codes.max() + 1)).astype(float)
        counts = member.T @ chosen + 1.0
        chances = counts / counts.sum(axis=1, keepdims=True)
        total += chosen @ np.log(chances.T)
    for values in [] if problem.numbers is None else problem.numbers.T:
        n = member.sum(axis=0)
        means = member.T @ values / n
        spread = np.sqrt(member.T @ values**2 / n - means**2 + 1e-3 * values.var())
        total += -0.5 * ((values[:, None] - means) / spread) ** 2 - np.log(spread)
    return total


PEER = Peer(
    name="Zhong and Ghosh 2003 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: "our own",
    about="categorical and normal models, iterative bipartition to the wanted sizes, best of 10 starts",
    keeps_sizes=True,
)
