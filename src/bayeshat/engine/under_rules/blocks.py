"""Everybody in blocks: people who must be together, or who are the same to every rule."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...rules.constraints import Constraints

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Blocks:
    """People who go together or are the same to every rule.

    Attributes
    ----------
    members
        The people of each block.
    parts
        (B,) how many parts a block can be split into: 1 for people who stay together, else the number of people.
    """

    members: tuple[Array, ...]
    parts: Array

    @property
    def weight(self) -> Array:
        """(B,) people per part."""
        return np.array([len(people) for people in self.members]) // self.parts

    @property
    def block_of(self) -> Array:
        """(N,) everybody's block."""
        numbers = np.repeat(np.arange(len(self.members)), [len(people) for people in self.members])
        return numbers[np.argsort(np.concatenate(self.members))]


def blocks_of(constraints: Constraints, *, split: bool = True) -> Blocks:
    """Return everybody in blocks: sets that must be together; with ``split`` false, the others one by one.

    With ``split`` true, people whom no rule ties to others make one block with those who have the same traits and may
    be in the same groups.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n_people = constraints.n_people
    links = np.array([pair for people in constraints.together for pair in pairwise(people)], np.int64).reshape(-1, 2)
    graph = coo_array((np.ones(len(links)), tuple(links.T)), shape=(n_people, n_people))
    company = connected_components(graph, directed=False)[1]
    sizes = np.bincount(company)
    alone = sizes[company] == 1
    named = np.zeros(n_people, dtype=bool)
    for people in constraints.apart:
        named[people] = True
    named[constraints.pairs] = True
    members: list[Array] = [np.flatnonzero(company == one) for one in np.flatnonzero(sizes > 1)]
    parts = [1] * len(members)
    rest = np.flatnonzero(alone & (named | (not split)))
    members += list(rest[:, None])
    parts += [1] * len(rest)
    if split:
        others = np.flatnonzero(alone & ~named)
        kinds = np.unique(constraints.allowed[others], axis=0, return_inverse=True)[1].ravel()
        for trait in constraints.hard_traits:
            kinds = np.unique(kinds * (len(trait.totals) + 1) + trait.codes[others] + 1, return_inverse=True)[1]
        for meeting in constraints.meetings:
            patterns = np.unique(meeting.busy[:, others], axis=1, return_inverse=True)[1].ravel()
            kinds = np.unique(kinds * (len(others) + 1) + patterns, return_inverse=True)[1]
        for kind in np.unique(kinds):
            people = others[kinds == kind]
            members.append(people)
            parts.append(len(people))
    return Blocks(tuple(members), np.array(parts, dtype=np.int64))
