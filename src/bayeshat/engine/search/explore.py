"""Beyond the first descent: let groups trade sizes, shuffle a few people, deal groups out again, and descend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np

from ...options import Workers
from ..kernels._steps_numba import descend_from, improve
from ..kernels.arrays import TOLERANCE, Arrays, SizeTerm, new_size_state, new_state
from ..machines.machine import Patience
from ..machines.numba_machine import NumbaMachine
from .descent import Visited

Array = np.ndarray

# Trades of sizes around one assignment, and mergers; with more pairs of groups, a random choice is tried.
_MAX_TRADES_PER_WALK = 15
# Shuffles, or new deals, of one assignment before the best result replaces it.
_CHANGES_AT_ONCE = 4
# The result of a descent on some of the draws continues on all draws unless it is worse than the best assignment by
# more than this many times the largest gain of any such continuation so far.
_MAX_SETBACK_IN_GAINS = 2.0
# Up to this many people there are no transports: each person has too much weight in their own group for the tangent to
# move them. Without wanted sizes there are none at all, since single moves are faster.
_MAX_PEOPLE_WITHOUT_TRANSPORT = 32
# A descent goes on until no step improves.
FEW_PEOPLE_PATIENCE = Patience(laps=100, rounds=30, sweeps=100, worthwhile=0.0)


class Effort(NamedTuple):
    """How hard to look around an assignment."""

    trades: bool = False  # let pairs of groups exchange sizes
    merges: bool = False  # join two groups; if there are wanted sizes, also split another one
    splits: bool = False  # if everybody is in one group, split off those who lose least
    rounds: int = 0  # shuffles of a tenth of the people
    deals: int = 0  # pairs of groups whose people are dealt out again


@dataclass
class _Walk:
    """The assignments visited around one assignment, and the remaining effort there."""

    visited: list[Visited]  # the best first
    rounds: int
    deals: int
    moved: bool = True  # whether the best one is new, so that trades and mergers must be tried

    @property
    def best(self) -> Visited:
        """The best assignment so far."""
        return self.visited[0]

    def visit(self, end: Visited) -> None:
        """Record where a descent ended."""
        if end.value < self.best.value - TOLERANCE:
            self.visited.insert(0, end)
            self.moved = True
        else:
            self.visited.append(end)


class Explorer:
    """Explores a problem from several assignments in parallel.

    If there are parts, every descent starts on one of them. Descents with the same result there continue as one.

    Parameters
    ----------
    arrays
        The problem, with few enough people for single moves and swaps.
    workers
        Threads to spread the assignments over.
    swaps
        Whether pairs of people change places in a descent.
    joins
        Whether groups are joined where that is better; only for problems without costs of sizes or groups.
    labelled
        Whether the numbering of the groups matters.
    parts
        (P, N, T) the codes of several parts of the draws, all of the same weight, on which descents take turns to
        start; None if they start on all draws.
    """

    def __init__(
        self,
        arrays: Arrays,
        workers: Workers,
        *,
        swaps: bool = False,
        joins: bool = False,
        labelled: bool = True,
        parts: Array | None = None,
    ) -> None:
        self.arrays, self.workers = arrays, workers
        self.swaps, self.joins, self.labelled = swaps, joins, labelled
        self._parts, self._rough = parts, arrays  # the rough arrays are good enough to find who loses least
        self._most_gained = np.inf  # by continuing from a part of the draws on all draws
        if parts is not None:
            n_draws = parts.shape[2]
            self._rough = arrays._replace(z=parts[0], weights=np.full(n_draws, 1.0 / n_draws))
            self._most_gained = 0.0
        self._ends: dict[bytes, Visited] = {}  # where the descent from an assignment ended
        self.patience, size = FEW_PEOPLE_PATIENCE, arrays.size
        if size.fixed_sizes and not swaps:
            self.patience = self.patience._replace(sweeps=0)  # hardly anybody can move alone
        sized = size.weight > 0 or size.fixed_sizes
        if not sized or len(arrays.z) <= _MAX_PEOPLE_WITHOUT_TRANSPORT:
            self.patience = self.patience._replace(rounds=0)

    def descend(self, starts: Sequence[Array]) -> list[Visited]:
        """Descend from each start; return where each descent ended."""
        return [end for end in self._descend_within(starts, [np.inf] * len(starts)) if end is not None]

    def wander(self, ends: list[Visited], effort: Effort, rng: np.random.Generator) -> list[list[Visited]]:
        """Look around the results of descents; return the assignments that each visited, the best first.

        Moves and swaps hardly ever change which group has which size, so pairs of groups try to exchange their sizes
        until no exchange helps. If sizes may change, two groups are also joined and, if there are wanted sizes, a third
        one is split. At the same time people are shuffled; after that, the people of two groups are dealt out again.
        """
        walks = [_Walk([end], effort.rounds, effort.deals) for end in ends]
        while around := [(walk, labels) for walk in walks for labels in self._look_around(walk, effort, rng)]:
            limits = [walk.best.value + _MAX_SETBACK_IN_GAINS * self._most_gained for walk, _ in around]
            found = self._descend_within([labels for _, labels in around], limits)
            for (walk, _), end in zip(around, found, strict=True):
                if end is not None:
                    walk.visit(end)
        return [walk.visited for walk in walks]

    def _look_around(self, walk: _Walk, effort: Effort, rng: np.random.Generator) -> list[Array]:
        """Return the next starts, around the best assignment of a walk."""
        labels, size = walk.best.labels, self.arrays.size
        n_groups = len(size.log_target)
        new: list[Array | None] = []
        if walk.moved and (effort.trades or effort.merges or effort.splits):
            liking = self._at(labels).utilities
            if effort.trades:
                pairs = _shuffled_pairs(n_groups, rng)[:_MAX_TRADES_PER_WALK]
                trades = [_trade_sizes(labels, liking, g, h, size.bounds) for g, h in pairs]
                if self.swaps and size.fixed_sizes:
                    # First only swaps, which keep the new sizes: a single move would often undo the exchange.
                    trades = [self._swap_only(traded) for traded in trades if traded is not None]
                new += trades
            if effort.merges:
                mergers = _choose_mergers(n_groups, size.weight > 0, rng)
                new += [_merge(labels, liking, *merger, size.bounds) for merger in mergers]
            if effort.splits:
                new += _part_off(labels, liking, n_groups)
        walk.moved = False
        if walk.rounds > 0:
            new += [_shuffle_some(labels, rng) for _ in range(min(walk.rounds, _CHANGES_AT_ONCE))]
            walk.rounds -= _CHANGES_AT_ONCE
        elif walk.deals > 0 and n_groups > 1:
            new += [_deal_anew(labels, size, rng) for _ in range(min(walk.deals, _CHANGES_AT_ONCE))]
            walk.deals -= _CHANGES_AT_ONCE
        return [one for one in new if one is not None]

    def _descend_within(self, starts: Sequence[Array], limits: Sequence[float]) -> list[Visited | None]:
        """Descend from each start; None if the result on a part of the draws is above its limit on all draws."""
        if not len(starts):
            return []
        begun = np.array(starts)
        if self._parts is not None:
            begun = self.run_each(begun)[1]
        keys = _tell_apart(begun, self.labelled)
        within: dict[bytes, float] = {}
        for key, limit in zip(keys, limits, strict=True):
            within[key] = max(limit, within.get(key, -np.inf))
        new = {key: keys.index(key) for key in within if key not in self._ends}
        if new:
            most, begun = np.array([within[key] for key in new]), begun[list(new.values())]
            (before, after), ends = self.run_each(begun, most)
            went_on = before <= most
            if self._parts is not None and went_on.any():
                self._most_gained = max(self._most_gained, float((before - after)[went_on].max()))
            for key, value, labels, went in zip(new, after.tolist(), ends, went_on.tolist(), strict=True):
                if went:
                    self._ends[key] = Visited(value, labels)
        return [self._ends.get(key) for key in keys]

    def run_each(self, starts: Array, limits: Array | None = None) -> tuple[Array, Array]:
        """Descend from each of several assignments, (M, N), unless its objective is above its limit, (M,).

        Without limits, they take turns to see only one of the parts. Return the objectives before and after, (2, M),
        and the final assignments, (M, N).
        """
        arrays, parts, joins = self.arrays, self.arrays.z[None], self.joins
        if limits is None and self._parts is not None:
            arrays, parts, joins = self._rough, self._parts, False
        most = np.full(len(starts), np.inf) if limits is None else limits
        values, ends, (laps, rounds, sweeps, _) = np.empty((2, len(starts))), np.empty_like(starts), self.patience
        how = (laps, rounds, sweeps, self.swaps, joins)
        step = min(self.workers.threads, len(starts))

        def work(first: int) -> None:
            spare = new_size_state(len(arrays.size.log_target)) if rounds > 0 else None
            state = new_state(arrays)
            descend_from(arrays, parts, state, spare, starts, most, first, step, *how, values, ends)

        self.workers.map(work, list(range(step)))
        return values, ends

    def _at(self, labels: Array) -> NumbaMachine:
        """Return a machine at an assignment, with everybody's exact gains filled."""
        people = NumbaMachine(self._rough, Workers(1))
        people.start(labels)
        people.look()
        return people

    def _swap_only(self, labels: Array) -> Array:
        """Only swap people, from an assignment; return where that ends."""
        people = self._at(labels)
        improve(self._rough, people.state, self.patience.sweeps, False, True)
        return people.labels


def _trade_sizes(labels: Array, liking: Array, g: int, h: int, bounds: Array) -> Array | None:
    """Let groups g and h exchange sizes: members of the larger who lose least move; None if not allowed."""
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


def _shuffled_pairs(n_groups: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Return all pairs of groups in random order."""
    pairs = list(combinations(range(n_groups), 2))
    return [pairs[i] for i in rng.permutation(len(pairs)).tolist()]


def _choose_mergers(n_groups: int, sized: bool, rng: np.random.Generator) -> list[tuple[int, int, int | None]]:
    """Return pairs of groups to join, each with a third one to split if there are wanted sizes."""
    pairs = _shuffled_pairs(n_groups, rng)
    thirds = rng.permutation(n_groups).tolist() if sized else [None]
    return list(islice(((g, h, k) for k in thirds for g, h in pairs if k not in (g, h)), _MAX_TRADES_PER_WALK))


def _merge(labels: Array, liking: Array, g: int, h: int, k: int | None, bounds: Array) -> Array | None:
    """Join g and h as h, and move half of group k, if given, to g: those who lose least. None if not allowed."""
    new = np.where(labels == g, h, labels)
    if k is not None:
        split = np.flatnonzero(labels == k)
        regret = liking[split, k] - liking[split, g]
        new[split[np.argsort(regret, kind="stable")[: len(split) // 2]]] = g
    before, sizes = (np.bincount(these, minlength=bounds.shape[1]) for these in (labels, new))
    changes = min(before[g], before[h]) > 0 if k is None else sizes[g] > 0
    return new if changes and np.all((bounds[0] <= sizes) & (sizes <= bounds[1])) else None


def _part_off(labels: Array, liking: Array, n_groups: int) -> list[Array]:
    """If everybody is in one group, split off those who lose least: a quarter, an eighth, and so on.

    Two people who belong together, apart from the others, would not leave one by one.
    """
    g = int(labels[0])
    if n_groups < 2 or (labels != g).any():
        return []
    h = 0 if g else 1
    by_regret = np.argsort(liking[:, g] - liking[:, h], kind="stable")
    new = []
    n_parted = len(labels) // 4
    while n_parted > 1:
        new.append(labels.copy())
        new[-1][by_regret[:n_parted]] = h
        n_parted //= 2
    return new


def _shuffle_some(labels: Array, rng: np.random.Generator) -> Array:
    """Let a tenth of the people (at least fourteen), chosen at random, exchange groups at random."""
    n_people = len(labels)
    some = rng.permutation(n_people)[: min(n_people, max(14, n_people // 10))]
    new = labels.copy()
    new[some] = labels[rng.permutation(some)]
    return new


def _deal_anew(labels: Array, term: SizeTerm, rng: np.random.Generator) -> Array:
    """Deal out the people of two groups at random between them; if sizes may change, half the time all to one group.

    If two groups each hold half of two clusters, moving one or two people does not help.
    """
    g, h = rng.choice(len(term.log_target), 2, replace=False)
    both = np.flatnonzero((labels == g) | (labels == h))
    new = labels.copy()
    merge = rng.random() < 0.5 and not term.fixed_sizes and len(both) <= term.bounds[1, h] and term.bounds[0, g] <= 0
    new[both] = h if merge else labels[rng.permutation(both)]
    return new


def keep_distinct(ends: list[Visited], n_kept: int, labelled: bool) -> tuple[list[Visited], list[int]]:
    """Return the best distinct assignments, and for each given one its number among them (-1: not kept).

    Unless ``labelled``, assignments that differ only in the numbering of the groups are the same.
    """
    keys = _tell_apart(np.array([end.labels for end in ends]), labelled)
    kept: dict[bytes, int] = {}
    best: list[Visited] = []
    for i in sorted(range(len(ends)), key=lambda i: ends[i].value):
        if len(best) < n_kept and keys[i] not in kept:
            kept[keys[i]] = len(best)
            best.append(ends[i])
    return best, [kept.get(key, -1) for key in keys]


def _tell_apart(labels: Array, labelled: bool) -> list[bytes]:
    """Return a key for each of several assignments, (M, N); the numbering of groups matters only if ``labelled``."""
    if not labelled:
        # Everybody gets the number of the first member of their group.
        n_rows, n_people = labels.shape
        rows = np.arange(n_rows)[:, None]
        first = np.empty((n_rows, int(labels.max()) + 1), np.int64)
        first[rows, labels[:, ::-1]] = np.arange(n_people - 1, -1, -1)  # the last assignment, the first member, wins
        labels = first[rows, labels]
    return [row.tobytes() for row in labels]
