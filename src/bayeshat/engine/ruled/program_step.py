"""The linear step under rules: an integer program for the people whom rules name, and prices for the others."""

from __future__ import annotations

import time

import numpy as np

from ...rules.constraints import Constraints
from ..kernels._transport_numba import transport
from ..kernels.arrays import SizeTerm, new_size_state
from ..machines.machine import Machine
from ..programs.integer_program import USUAL_LIMIT, Answer, Blocks, Bound, Limit, blocks_of, solve_program
from ..sizes import Sizes

Array = np.ndarray

# Up to this many people x groups, the program has variables for each person.
_MAX_SINGLE_CELLS = 4_000
# Programs in one step, each with better bounds for the people who have no variables of their own.
_MAX_PROGRAMS_PER_STEP = 8
# Bounds are good enough if they fall short of the truth by this share of what is given up.
_MAX_RELATIVE_EXCESS = 1e-8


class ProgramStep:
    """Maximise the summed gains of everybody under rules, minus the cost of unmet wishes about several people.

    With few people one program decides. With more, it has variables for each person whom rules tie to others, and for
    each kind of other people (same traits, same groups allowed) the number who go to each group. A transport then
    chooses these people. Its prices bound the worth of any other numbers, and the program is solved again with this
    bound, until it knows the worth of its own answer. So the answer is the best one for any number of people.

    Parameters
    ----------
    constraints
        The rules.
    target, term
        The wanted sizes, and the cost of sizes.
    blocks
        Whom the program has variables for; by default each person where people are few, else those whom rules tie.
    limit
        When all programs of one step together stop, and the best assignment so far is taken.

    Attributes
    ----------
    gap
        The largest gap of the programs so far, relative as in ``Limit``.
    hurried
        Whether the clock stopped one of them.
    """

    def __init__(
        self,
        constraints: Constraints,
        target: Sizes,
        term: SizeTerm,
        *,
        blocks: Blocks | None = None,
        limit: Limit = USUAL_LIMIT,
    ) -> None:
        self.constraints, self.target, self.term, self.limit = constraints, target, term, limit
        many = constraints.n_people * constraints.n_groups > _MAX_SINGLE_CELLS
        self.blocks = blocks or blocks_of(constraints, split=many, also_by=constraints.mixed_codes)
        self.gap, self.hurried = 0.0, False
        self.sizes = np.zeros(constraints.n_groups, np.int64)  # of the last assignment that was tried

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Try the best assignment at these sizes (None: the present ones); return its gain."""
        if not self.place(people, people.sizes.copy() if sizes is None else sizes):
            return -np.inf
        resized = people.size_cost(people.sizes) - people.size_cost(self.sizes)
        return resized + people.judge(np.zeros(len(self.sizes))).gain

    def place(self, people: Machine, sizes: Array | None, *, any_order: bool = False) -> bool:
        """Try the best assignment at these sizes (None: at any sizes); say whether one was found.

        If the rules do not allow the sizes, any sizes will do, or the exact ones in any order that the target allows.
        """
        gains = people.gains_of(np.arange(people.n_people))[:, : self.constraints.n_groups]
        labels, answer = self._solve(gains, sizes, any_order)
        if answer.impossible and sizes is not None:
            labels, answer = self._solve(gains, self.target.exact, self.term.free)
        self.gap = max(self.gap, answer.gap)
        if labels is None:
            return False
        people.try_groups(np.arange(people.n_people), labels)
        self.sizes = np.bincount(labels, minlength=self.constraints.n_groups)
        return True

    def _solve(self, gains: Array, sizes: Array | None, any_order: bool) -> tuple[Array | None, Answer]:
        """Return the best assignment, and the answer of the last program."""
        blocks = self.blocks
        single = np.array([not np.ptp(gains[people], axis=0).any() for people in blocks.members]) | (blocks.parts == 1)
        worth = blocks.add_up(gains) / blocks.parts[:, None] * single[:, None]
        several = {b: blocks.members[b] for b in np.flatnonzero(~single).tolist()}
        kinds = {b: _Kind(gains[some], self.constraints.allowed[some]) for b, some in several.items()}
        bounds = {b: [kind.bound(b)] for b, kind in kinds.items()}
        ends, left, counts = time.monotonic() + self.limit.seconds, self.limit, None
        for _ in range(_MAX_PROGRAMS_PER_STEP):
            known = [bound for some in bounds.values() for bound in some]
            answer = solve_program(
                self.constraints, blocks, worth, sizes=sizes, any_order=any_order, bounds=known, limit=left
            )
            self.hurried = self.hurried or answer.hurried
            if answer.counts is None:
                break
            counts, gap = answer.counts, answer.gap
            excess = given_up = 0.0
            for b, kind in kinds.items():
                kind.transport(counts[b], self.term)
                least = max(bound.unit * (bound.least - bound.prices @ counts[b]) for bound in bounds[b])
                given_up += kind.given_up
                excess += kind.given_up - max(least, 0.0)
                bounds[b].append(kind.bound(b))
            if excess <= _MAX_RELATIVE_EXCESS * given_up:
                break
            left = left._replace(work=left.work - answer.work, seconds=ends - time.monotonic())
            self.hurried = self.hurried or left.seconds <= 0
            if left.work <= 0 or left.seconds <= 0:
                break
        if counts is None:
            return None, answer
        labels = blocks.labels(counts)
        for b, some in several.items():
            labels[some] = kinds[b].labels
        return labels, Answer(counts, gap=max(gap, excess / given_up if given_up > 0 else 0.0))


class _Kind:
    """People whom no rule tells apart, and their last transport."""

    def __init__(self, gains: Array, allowed: Array) -> None:
        self.gains = np.where(allowed, gains, -np.inf)
        self.best = self.gains.max(axis=1)
        self.gains = np.where(allowed, gains, self.best[:, None] - 1e3 * max(np.ptp(gains), 1e-12))
        self.prices = np.zeros(gains.shape[1])
        self.unit = max(float((self.best[:, None] - self.gains)[allowed].max()), 1e-12)
        self.labels = self.gains.argmax(axis=1)
        self.given_up = 0.0

    def transport(self, sizes: Array, term: SizeTerm) -> None:
        """Find who goes to which group at these sizes."""
        transport(self.gains, sizes, False, term, new_size_state(len(sizes)), self.labels, self.prices)
        self.given_up = float((self.best - self.gains[np.arange(len(self.labels)), self.labels]).sum())

    def bound(self, block: int) -> Bound:
        """Return the bound by the present prices, for any number of people in each group."""
        most = (self.gains - self.prices).max(axis=1).sum()
        return Bound(block, self.prices / self.unit, float(self.best.sum() - most) / self.unit, self.unit)
