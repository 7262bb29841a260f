"""Beyond the first descent: let groups trade sizes, shuffle a few people, deal groups anew, and descend again."""

from __future__ import annotations

from itertools import combinations, islice
from typing import NamedTuple

import numpy as np

from ..._workers import Workers
from ..backends.backend import Factory
from ..backends.numba_backend import NumbaBackend
from .descent import FEW_PEOPLE, Descent
from .problem import TOLERANCE, Problem, SizeTerm
from .transport import Transport

Array = np.ndarray

# With so few people everybody weighs too much in the own group for the tangent to part them from it.
_TOO_FEW = 32
# Trades of sizes tried without success before giving up; with more pairs of groups, some are left out.
_MAX_TRADES = 15


class Effort(NamedTuple):
    """How hard to look around an assignment."""

    swaps: bool = False  # finish descents with swaps of pairs
    trades: bool = False  # let pairs of groups exchange sizes
    merges: bool = False  # make one group of two; where sizes are wanted, also two of another
    rounds: int = 0  # shuffles of a tenth of the people
    deals: int = 0  # pairs of groups whose people are dealt anew


class Visited(NamedTuple):
    """An assignment that no step improves, and its objective."""

    value: float
    labels: Array


def explore(
    problem: Problem, labels: Array, effort: Effort, rng: np.random.Generator, backend: Factory = NumbaBackend
) -> list[Visited]:
    """Descend from ``labels``, then perturb the best assignment and descend again; return where each ended.

    Which group gets which size is a choice that moves and swaps hardly ever undo, so pairs of groups are tried
    with their sizes exchanged until no exchange helps. With exact sizes people first swap at the new ones: a single
    move would often undo the exchange. Where sizes may change, two groups are also made one, and where they are wanted
    a third one two. Shuffles follow, then new deals of the people of two groups. The best assignment comes first.
    """
    people = backend(problem, Workers(1))
    descent = Descent(problem, people, Transport(problem.size) if len(labels) > _TOO_FEW else None)
    n_groups = len(people.sizes)
    pairs = list(combinations(range(n_groups), 2)) if effort.trades else []
    rng.shuffle(pairs)
    mergers = _choose_mergers(n_groups, problem.size.weight > 0, rng) if effort.merges else []
    untried: list[tuple[int, int]] = []
    unmerged: list[tuple[int, int, int | None]] = []
    rounds, deals = effort.rounds, effort.deals
    visited: list[Visited] = []
    best = np.inf
    new: Array | None = labels
    holds_sizes = effort.swaps and problem.size.fixed_sizes
    traded = False
    while True:
        if new is not None:
            people.start(new)
            if traded and holds_sizes:
                people.swap_each(FEW_PEOPLE.sweeps)
            value = descent.run(FEW_PEOPLE, swaps=effort.swaps)
            visited.append(Visited(value, people.labels_on_host()))
            if value < best - TOLERANCE:
                best, keep, liking = value, visited[-1].labels, people.gains_of().copy()
                untried = pairs[:_MAX_TRADES]
                unmerged = list(mergers)
        traded = bool(untried)
        if traded:
            new = _trade_sizes(keep, liking, *untried.pop(), problem.size.bounds)
        elif unmerged:
            new = _merge(keep, liking, *unmerged.pop(), problem.size.bounds)
        elif rounds > 0:
            rounds -= 1
            new = _shuffle_some(keep, rng)
        elif deals > 0 and n_groups > 1:
            deals -= 1
            new = _deal_anew(keep, problem.size, rng)
        else:
            return sorted(visited, key=lambda end: end.value)


def _trade_sizes(labels: Array, liking: Array, g: int, h: int, bounds: Array) -> Array | None:
    """Let groups g and h exchange sizes: those of the larger who mind least go to the smaller; None if not allowed."""
    surplus = int((labels == g).sum() - (labels == h).sum())
    if surplus == 0:
        return None
    if surplus < 0:
        g, h, surplus = h, g, -surplus
    members = np.flatnonzero(labels == g)
    if len(members) - surplus < bounds[0, g] or len(members) > bounds[1, h]:
        return None
    regret = liking[members, g] - liking[members, h]
    new = labels.copy()
    new[members[np.argsort(regret, kind="stable")[:surplus]]] = h
    return new


def _choose_mergers(n_groups: int, sized: bool, rng: np.random.Generator) -> list[tuple[int, int, int | None]]:
    """Return pairs of groups that become one, each with a third one that becomes two where sizes are wanted."""
    pairs = list(combinations(range(n_groups), 2))
    rng.shuffle(pairs)
    thirds = rng.permutation(n_groups).tolist() if sized else [None]
    return list(islice(((g, h, k) for k in thirds for g, h in pairs if k not in (g, h)), _MAX_TRADES))


def _merge(labels: Array, liking: Array, g: int, h: int, k: int | None, bounds: Array) -> Array | None:
    """Make one group of g and h, and give g half of group k, if any: those who mind least. None if not allowed."""
    new = np.where(labels == g, h, labels)
    if k is not None:
        split = np.flatnonzero(labels == k)
        regret = liking[split, k] - liking[split, g]
        new[split[np.argsort(regret, kind="stable")[: len(split) // 2]]] = g
    before, sizes = (np.bincount(these, minlength=bounds.shape[1]) for these in (labels, new))
    changes = min(before[g], before[h]) > 0 if k is None else sizes[g] > 0
    return new if changes and np.all((bounds[0] <= sizes) & (sizes <= bounds[1])) else None


def _shuffle_some(labels: Array, rng: np.random.Generator) -> Array:
    """Let a tenth of the people (at least fourteen), chosen at random, exchange groups at random."""
    n_people = len(labels)
    some = rng.permutation(n_people)[: min(n_people, max(14, n_people // 10))]
    new = labels.copy()
    new[some] = labels[rng.permutation(some)]
    return new


def _deal_anew(labels: Array, term: SizeTerm, rng: np.random.Generator) -> Array:
    """Deal the people of two groups out at random between them; where sizes may change, half the time all to one.

    If each of two groups holds half of two clusters, moving one or two people does not help.
    """
    g, h = rng.choice(len(term.log_target), 2, replace=False)
    both = np.flatnonzero((labels == g) | (labels == h))
    new = labels.copy()
    merge = rng.random() < 0.5 and not term.fixed_sizes and len(both) <= term.bounds[1, h] and term.bounds[0, g] <= 0
    new[both] = h if merge else labels[rng.permutation(both)]
    return new
