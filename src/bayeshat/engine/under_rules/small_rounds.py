"""Rounds beyond single exchanges: all groupings of few people are tried, and of more, all of two groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...rules.constraints import Constraints
from ..search.exhaustive import every_assignment
from .blocks import blocks_of

Array = np.ndarray

# Groupings x pairs that a search through all rounds may look at.
_LOOKS = 1e9
# Groupings x pairs that are kept.
_KEPT = 2e7
# Units that two groups share out between them at a time.
_SHARED_OUT = 12


class Groupings(NamedTuple):
    """Every way to make groups of the wanted sizes that keeps to the rules; who is with whom is all that counts."""

    labels: Array  # (M, N)
    pairs: Array  # (M, P) which pairs of people are together, as numbers that multiply fast

    def cover(self, met: Array, n_rounds: int, enough: int) -> tuple[list[int], bool]:
        """Choose groupings in which as many pairs as possible meet who have not ``met`` (P,) yet.

        Since no grouping can add more new pairs later than now, a choice whose rounds could not all together beat the
        best so far is not followed. Returns the choices, and whether no others are better; ``enough`` new pairs cannot
        be exceeded.
        """
        best: list[int] = []
        most, left = -1, max(int(_LOOKS / self.pairs.size), 1)

        def choose(met: Array, allowed: Array, chosen: list[int], covered: int) -> None:
            nonlocal best, most, left
            left -= 1
            gains = self.pairs[allowed] @ ~met
            order = np.argsort(-gains, kind="stable")
            n_left = n_rounds - len(chosen)
            for place, at in enumerate(order):
                gain = round(float(gains[at]))
                if covered + n_left * gain <= most or most == enough or left <= 0:
                    return
                grouping = int(allowed[at])
                if n_left == 1:
                    best, most = [*chosen, grouping], covered + gain
                    return
                # Those that were tried before need not be tried again after this one.
                choose(met | (self.pairs[grouping] > 0), allowed[order[place:]], [*chosen, grouping], covered + gain)

        choose(met, np.arange(len(self.pairs)), [], 0)
        return best, most == enough or left > 0


def every_grouping(constraints: Constraints, sizes: Array) -> Groupings | None:
    """Return every way to make groups of these sizes under the rules; None if there are too many."""
    blocks = blocks_of(constraints, split=False)
    alone = all(len(people) == 1 for people in blocks.members)
    numbers = every_assignment(len(blocks.members), constraints.n_groups, sizes=sizes if alone else None)
    if numbers is None:
        return None
    labels = np.empty((len(numbers), constraints.n_people), np.int64)
    for unit, people in enumerate(blocks.members):
        labels[:, people] = numbers[:, unit, None]
    labels = labels[(np.sort(labels) == np.repeat(np.arange(len(sizes)), sizes)).all(axis=1)]
    labels = labels[constraints.kept_by(labels)]
    i, j = np.triu_indices(constraints.n_people, 1)
    if not 0 < len(labels) * len(i) <= _KEPT:
        return None
    # Of groups with exchanged names, those that grant most wishes.
    cost = constraints.cost[np.arange(constraints.n_people), labels].sum(axis=1)
    labels = labels[np.argsort(cost, kind="stable")]
    pairs, kept = np.unique(labels[:, i] == labels[:, j], axis=0, return_index=True)
    return Groupings(labels[kept], pairs.astype(np.float32))


def share_out(
    constraints: Constraints,
    units: Sequence[Array],
    labels: Array,
    met: Array,
    groups: tuple[int, int],
    rng: np.random.Generator,
) -> Array:
    """Share out the people of two groups between them so that as few as possible meet again; return all labels (N,).

    Unlike an exchange of two people, this changes as many as it takes to keep to the rules. Of large groups, some
    people at random stay where they are.

    Parameters
    ----------
    units
        Everybody in sets who must be together, most of them alone.
    labels
        (N,) everybody's group in this round.
    met
        (N, N) who meets in other rounds.
    """
    both = [people for people in units if labels[people[0]] in groups]
    some = [both[u] for u in rng.permutation(len(both))[:_SHARED_OUT]]
    weight = np.array([len(people) for people in some])
    now = labels == groups[0]
    sides = (np.arange(2 ** len(some))[:, None] >> np.arange(len(some))) & 1 == 1
    sides = sides[sides @ weight == weight[[now[people[0]] for people in some]].sum()]
    there = np.flatnonzero(np.isin(labels, groups))
    first = np.repeat(now[None], len(sides), axis=0)
    for u, people in enumerate(some):
        first[:, people] = sides[:, u, None]
    again = met[np.ix_(there, there)].astype(np.float32)
    repeats = _count_again(first[:, there], again)
    fewer = np.flatnonzero(repeats < _count_again(now[None, there], again) - 0.5)
    tried = np.repeat(labels[None], len(fewer), axis=0)
    tried[:, there] = np.where(first[np.ix_(fewer, there)], *groups)
    kept = constraints.kept_by(tried)
    return tried[kept][int(np.argmin(repeats[fewer][kept]))] if kept.any() else labels


def _count_again(first: Array, again: Array) -> Array:
    """Return how many pairs meet again if some people (M, U) are in the first group and the others in the second."""
    one, two = first.astype(np.float32), (~first).astype(np.float32)
    counts: Array = ((one @ again) * one + (two @ again) * two).sum(axis=1) / 2
    return counts
