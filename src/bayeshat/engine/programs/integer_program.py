"""The integer program for rules, and the blocks of people in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...errors import SearchError
from ...rules.constraints import Constraints, Meeting, Quota, Trait

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of people who must stay together, or whom no rule tells apart.

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

    def add_up(self, values: Array) -> Array:
        """Return the sums of the values (N, G) of each block's people, (B, G)."""
        return np.array([values[people].sum(axis=0) for people in self.members])

    def labels(self, counts: Array) -> Array:
        """Return everybody's group, (N,), given how many parts of each block are in each group, (B, G)."""
        labels = np.empty(sum(map(len, self.members)), np.int64)
        for people, own in zip(self.members, counts, strict=True):
            labels[people] = np.repeat(np.arange(len(own)), own * (len(people) // own.sum()))
        return labels


def blocks_of(constraints: Constraints, *, split: bool = True, also_by: Array | None = None) -> Blocks:
    """Return blocks of people: one for each set that must be together and, with ``split`` false, for each other person.

    With ``split`` true, people whom no rule ties to others share a block if they have the same traits, may be in the
    same groups and, if ``also_by`` (N, C) is given, have the same row there. Where people are in several groups, all
    places of a person, and of those who must be with them, then are one block, if they may be in the same groups.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n_people, each = constraints.n_people, constraints.each
    together = list(constraints.together)
    if each > 1:
        # A person's places differ where they are those of time slots.
        same = (constraints.allowed.reshape(-1, each, constraints.n_groups) == constraints.allowed[::each, None]).all()
        if split and same and not len(constraints.pairs):
            together += list(np.arange(n_people).reshape(-1, each))
        else:
            each = 1
        split = False
    links = np.array([pair for people in together for pair in pairwise(people)], np.int64).reshape(-1, 2)
    graph = coo_array((np.ones(len(links)), tuple(links.T)), shape=(n_people, n_people))
    company = connected_components(graph, directed=False)[1]
    sizes = np.bincount(company)
    alone = sizes[company] == 1
    named = np.zeros(n_people, dtype=bool)
    for people in constraints.apart:
        named[people] = True
    named[constraints.pairs] = True
    members: list[Array] = [np.flatnonzero(company == one) for one in np.flatnonzero(sizes > 1)]
    # First everybody's first place, then everybody's second: these are the parts.
    members = [people[np.argsort(people % each, kind="stable")] for people in members]
    parts = [each] * len(members)
    rest = np.flatnonzero(alone & (named | (not split)))
    members += list(rest[:, None])
    parts += [1] * len(rest)
    if split:
        others = np.flatnonzero(alone & ~named)
        about = [constraints.allowed, *(trait.codes[:, None] for trait in constraints.hard_traits)]
        about += [meeting.busy.T for meeting in constraints.meetings]
        about += [quota.amounts[:, None] for quota in constraints.quotas if quota.amounts is not None]
        about += [] if also_by is None else [also_by]
        kinds = np.unique(np.hstack(about)[others], axis=0, return_inverse=True)[1].ravel()
        for kind in np.unique(kinds):
            people = others[kinds == kind]
            members.append(people)
            parts.append(len(people))
    return Blocks(tuple(members), np.array(parts, dtype=np.int64))


# SciPy's status codes.
_SOLVED = 0
_IMPOSSIBLE = 2
# Answers that differ by less than this in an aim are equally good by it; weights are scaled so that the least is 1.
_AIM_TOLERANCE = 1e-4


class Bound(NamedTuple):
    """A lower bound on what a block of several parts gives up, compared with everybody's best group.

    If x (G,) of its people are in the groups, the bound is ``unit * (least - prices @ x)``, or 0 if that is negative.
    """

    block: int
    prices: Array  # (G,)
    least: float
    unit: float


class Limit(NamedTuple):
    """When a program stops and returns the best answer so far.

    Work is counted, so the answer is the same on any machine. The clock stops only programs whose work takes far longer
    than usual; then a message says so.
    """

    gap: float = 1e-3  # to the optimum, relative to the value plus ``Program.stake``
    work: float = 2e7  # nodes of the search tree x entries of the rows
    seconds: float = 120.0


# The default of all programs.
USUAL_LIMIT = Limit()


class Answer(NamedTuple):
    """The result of a program: how many parts of each block go to each group, or None."""

    counts: Array | None
    impossible: bool = False
    gap: float = 0.0  # from 0 (proven best) to 1, relative as in ``Limit``
    work: float = 0.0  # as in ``Limit``
    hurried: bool = False  # whether the clock stopped it


@dataclass
class Program:
    """An integer program, built row by row."""

    n_variables: int
    rows: list[tuple[Array, Array, float, float]] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    cost: list[float] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    # What everybody's best group is worth: costs are relative to this.
    best: float = 0.0
    # The cost of a random answer, relative to ``best``.
    stake: float = 0.0

    def add(self, columns: Array, values: Array, low: float, high: float) -> None:
        """Add the row low <= values . x[columns] <= high."""
        self.rows.append((columns, values, low, high))

    def new(self, number: int, upper: float, cost: float | Array = 0.0, *, whole: bool = True) -> Array:
        """Add variables between 0 and ``upper``, all of the same cost or each of its own; return their columns."""
        first = self.n_variables
        self.n_variables += number
        self.lower += [0.0] * number
        self.upper += [upper] * number
        self.cost += np.broadcast_to(cost, number).tolist()
        self.whole += [int(whole)] * number
        return np.arange(first, self.n_variables)


def solve_program(
    constraints: Constraints,
    blocks: Blocks,
    utilities: Array | None = None,
    *,
    sizes: Array | None = None,
    any_order: bool = False,
    bounds: Sequence[Bound] = (),
    limit: Limit = USUAL_LIMIT,
) -> Answer:
    """Find how many parts of each block go to each group, under every hard rule.

    Parameters
    ----------
    utilities
        (B, G) what a part of a block is worth in each group; None if any assignment will do. Then wishes about company
        and quotas count too and, at sizes in this order, uneven spreads; people of one block must have the same values.
    sizes, any_order
        (G,) exact sizes, and whether any group may have any of them.
    bounds
        Lower bounds on what blocks of several parts give up; the bounds of one block must be next to each other.
    limit
        When to stop and return the best answer so far.
    """
    program, x = _base(constraints, blocks, utilities, sizes, any_order)
    given_up = {bound.block: program.new(1, np.inf, bound.unit, whole=False) for bound in bounds[::-1]}
    for bound in bounds:
        columns = np.append(x[bound.block], given_up[bound.block])
        program.add(columns, np.append(bound.prices, 1.0), bound.least, np.inf)
    _add_soft_pairs(program, constraints, blocks, x, utilities)
    if utilities is not None and sizes is not None and not any_order:
        for trait in constraints.mixed:
            _add_soft_trait(program, trait, blocks, x, sizes)
    # The solver's gap is relative to the value. A variable fixed at 1 adds the stake to the value, so the gap stays
    # meaningful if everybody can have their best group.
    program.new(1, 1.0, program.stake)
    program.lower[-1] = 1.0
    # The solver's tolerances are absolute, so costs are divided by the largest.
    largest = max(program.cost[:-1]) or 1.0
    program.cost = [cost / largest for cost in program.cost]
    found, work = _solve(program, limit)
    hurried = _stopped_by(found, "time limit")
    if found.x is None:
        return Answer(None, impossible=found.status == _IMPOSSIBLE, hurried=hurried)
    counts = np.round(found.x[x]).astype(np.int64)
    return Answer(counts, gap=_gap(found), work=work, hurried=hurried)


def solve_in_order(
    constraints: Constraints,
    blocks: Blocks,
    aims: Sequence[Array | None],
    *,
    sizes: Array | None = None,
    any_order: bool = False,
    limit: Limit = USUAL_LIMIT,
) -> tuple[Answer, bool]:
    """Find the best answer by the first aim, under every hard rule; break ties by the second aim, and so on.

    Parameters
    ----------
    aims
        (B, G) what a part of a block is worth in each group; None for sizes as even as possible, by their squares.
    sizes, any_order
        As for ``solve_program``.
    limit
        When all programs together stop. ``limit.gap`` is ignored: each program runs until its answer is proven best.

    Returns
    -------
    tuple
        The answer, and whether it is proven best by every aim.
    """
    program, x = _base(constraints, blocks, None, sizes, any_order)
    ends, work, best, proven = time.monotonic() + limit.seconds, 0.0, Answer(None), True
    for aim in aims:
        if aim is None:
            columns, prices, unit = *_add_squares(program, blocks.weight, x, constraints), 1.0
        else:
            columns, prices = x.ravel(), -aim.ravel()
            # With equal weights this counts people, which is exact.
            unit = float(np.abs(prices[prices != 0]).min(initial=np.inf))
        if not prices.any():
            continue
        prices = prices / unit
        program.cost = np.bincount(columns, prices, program.n_variables).tolist()
        left = limit._replace(gap=0.0, work=limit.work - work, seconds=ends - time.monotonic())
        if left.work <= 0 or left.seconds <= 0:
            return best._replace(hurried=best.hurried or left.seconds <= 0), False
        found, done = _solve(program, left)
        hurried = best.hurried or _stopped_by(found, "time limit")
        if found.x is None:
            return best._replace(impossible=found.status == _IMPOSSIBLE, hurried=hurried), False
        work += done
        best = Answer(np.round(found.x[x]).astype(np.int64), work=work, hurried=hurried)
        proven = proven and found.status == _SOLVED
        program.add(columns, prices, -np.inf, found.fun + _AIM_TOLERANCE)
    return best, proven


def _add_sizes(program: Program, weight: Array, x: Array, sizes: Array, any_order: bool) -> None:
    """Require exactly these sizes, each for its own group or in any order."""
    n_groups = len(sizes)
    if not any_order:
        for g in range(n_groups):
            program.add(x[:, g], weight, sizes[g], sizes[g])
        return
    chosen = program.new(n_groups * n_groups, 1.0).reshape(n_groups, n_groups)
    for g in range(n_groups):
        program.add(chosen[g], np.ones(n_groups), 1, 1)
        program.add(chosen[:, g], np.ones(n_groups), 1, 1)
        program.add(np.append(x[:, g], chosen[g]), np.append(weight, -sizes), 0, 0)


def _add_squares(program: Program, weight: Array, x: Array, constraints: Constraints) -> tuple[Array, Array]:
    """Add a step for each person that a group may grow by; return the steps, and what each adds to the squared size.

    Later steps of a group cost more, so a group always takes its first ones.
    """
    columns: list[Array] = []
    prices: list[Array] = []
    for g in range(x.shape[1]):
        least = int(constraints.least[g])
        most = int(min(constraints.most[g], constraints.n_people))
        steps = program.new(max(most - least, 0), 1.0, whole=False)
        program.add(np.concatenate([x[:, g], steps]), np.concatenate([weight, -np.ones(len(steps))]), least, least)
        columns.append(steps)
        prices.append(2.0 * np.arange(least, least + len(steps)) + 1.0)
    return np.concatenate(columns), np.concatenate(prices)


def _base(
    constraints: Constraints, blocks: Blocks, utilities: Array | None, sizes: Array | None, any_order: bool
) -> tuple[Program, Array]:
    """Return a program that places everybody under all hard rules, and at these sizes, and its variables (B, G)."""
    n_blocks, n_groups = len(blocks.members), constraints.n_groups
    program = Program(0)
    x = program.new(n_blocks * n_groups, 1.0).reshape(n_blocks, n_groups)
    may = np.array([constraints.allowed[people].all(axis=0) for people in blocks.members])
    most = blocks.parts if constraints.each == 1 else np.ones_like(blocks.parts)
    program.upper = (may * most[:, None]).astype(float).ravel().tolist()
    if utilities is not None:
        # Costs are relative to everybody's best group, since a constant in all answers would hide large gaps.
        best = np.where(may, utilities, -np.inf).max(axis=1, keepdims=True)
        regret = np.where(may, best - utilities, 0.0)
        program.cost = regret.ravel().tolist()
        program.best = float(best[:, 0] @ blocks.parts)
        program.stake = float(regret.mean(axis=1) @ blocks.parts)
    weight = blocks.weight.astype(float)
    for b in range(n_blocks):
        program.add(x[b], np.ones(n_groups), blocks.parts[b], blocks.parts[b])
    for g in range(n_groups):
        program.add(x[:, g], weight, constraints.least[g], constraints.most[g])
    block_of = blocks.block_of
    for people in constraints.apart:
        these, number = np.unique(block_of[people], return_counts=True)
        for g in range(n_groups):
            program.add(x[these, g], number / blocks.parts[these], -np.inf, 1)
    if constraints.clashes:
        for own in dict.fromkeys(map(tuple, block_of.reshape(-1, constraints.each).tolist())):
            for clash in constraints.clashes:
                columns = x[np.ix_(sorted(set(own)), np.flatnonzero(clash))].ravel()
                program.add(columns, np.ones(len(columns)), -np.inf, 1)
    for trait in constraints.hard_traits:
        _add_trait(program, trait, blocks, x, weight)
    for meeting in constraints.meetings:
        _add_meeting(program, meeting, blocks, x, constraints.most)
    for quota in constraints.quotas if utilities is not None else constraints.hard_quotas:
        _add_quota(program, quota, blocks, x, weight)
    if sizes is not None:
        _add_sizes(program, weight, x, sizes, any_order)
    return program, x


def _add_meeting(program: Program, meeting: Meeting, blocks: Blocks, x: Array, most: Array) -> None:
    """Require enough times in every group at which no member is busy."""
    busy = np.array([meeting.busy[:, people].any(axis=1) for people in blocks.members])
    for g in range(x.shape[1]):
        shared = program.new(len(meeting.times), 1.0)
        program.add(shared, np.ones(len(shared)), meeting.least, np.inf)
        for s, suits in enumerate(shared):
            (there,) = np.nonzero(busy[:, s])
            number = float(min(blocks.parts[there].sum(), most[g]))
            program.add(np.append(x[there, g], suits), np.append(np.ones(len(there)), number), -np.inf, number)


def _add_quota(program: Program, quota: Quota, blocks: Blocks, x: Array, weight: Array) -> None:
    """Require that groups have at least and at most so much, or let what they miss cost something."""
    groups = np.flatnonzero(quota.groups)
    if quota.amounts is None:
        columns = np.concatenate([_add_opened(program, x[:, [g]], weight) for g in groups])
        program.add(columns, np.ones(len(columns)), quota.least, quota.most)
        return
    amounts = np.array([quota.amounts[people].sum() for people in blocks.members]) / blocks.parts
    for some in [groups] if quota.jointly else groups[:, None]:
        columns, values = x[:, some].ravel(), np.repeat(amounts, len(some))
        low, high = quota.least, quota.most
        short = over = np.zeros(0, np.int64)
        if not quota.must:
            short, over = (program.new(1, np.inf, quota.price, whole=False) for _ in range(2))
        if quota.unless_empty and low > 0:
            (opened,) = _add_opened(program, x[:, some], weight)
            program.add(np.r_[columns, short, opened], np.r_[values, np.ones(len(short)), -low], 0, np.inf)
        elif low > 0:
            program.add(np.r_[columns, short], np.r_[values, np.ones(len(short))], low, np.inf)
        if high < quota.amounts.sum():
            program.add(np.r_[columns, over], np.r_[values, -np.ones(len(over))], -np.inf, high)


def _add_opened(program: Program, x: Array, weight: Array) -> Array:
    """Return the column of a variable that is 1 if anybody is in these groups (B, some), and 0 if nobody is."""
    opened, people = program.new(1, 1.0), np.repeat(weight, x.shape[1])
    most = float(sum(np.array(program.upper)[x] @ np.ones(x.shape[1]) * weight))
    program.add(np.r_[x.ravel(), opened], np.r_[people, -most], -np.inf, 0)
    program.add(np.r_[x.ravel(), opened], np.r_[people, -1.0], 0, np.inf)
    return opened


def _have(trait: Trait, blocks: Blocks) -> Array:
    """Return how many people of a part of each block have each value, (B, V)."""
    codes = [trait.codes[people] for people in blocks.members]
    have = np.array([np.bincount(own[own >= 0], minlength=len(trait.totals)) for own in codes])
    return have / blocks.parts[:, None]


def _add_soft_trait(program: Program, trait: Trait, blocks: Blocks, x: Array, sizes: Array) -> None:
    """Add the cost of uneven spreads at these sizes, beyond that of the whole numbers nearest to even ones.

    Each value has a step for each person in a group above or below that number. Later steps cost more, so the first
    ones are taken first.
    """
    have = _have(trait, blocks)
    for v, g in np.ndindex(len(trait.totals), len(sizes)):
        with_value, fair = np.flatnonzero(have[:, v]), trait.wanted[v] * sizes[g] / trait.among
        number = np.arange(int(min(trait.totals[v], sizes[g])))
        nearest = int(min(np.round(fair), len(number)))
        steps = program.new(len(number), 1.0, trait.price * np.abs(2 * (number - fair) + 1), whole=False)
        values = np.append(have[with_value, v], np.where(number < nearest, 1.0, -1.0))
        program.add(np.append(x[with_value, g], steps), values, nearest, nearest)


def _add_trait(program: Program, trait: Trait, blocks: Blocks, x: Array, weight: Array) -> None:
    n_groups, have = x.shape[1], _have(trait, blocks)
    for v, total in enumerate(trait.totals):
        with_value = np.flatnonzero(have[:, v])
        for g in range(n_groups):
            if trait.spread:
                # Both sides of the strict inequality are multiples of 1 / among, so the limit is half a step below 1.
                limit = 1.0 - 0.5 / trait.among
                program.add(x[:, g], have[:, v] - weight * (trait.wanted[v] / trait.among), -limit, limit)
            if trait.lonely[v]:
                some = program.new(1, 1.0)
                columns = np.append(x[with_value, g], some)
                program.add(columns, np.append(have[with_value, v], -2.0), 0, np.inf)
                program.add(columns, np.append(have[with_value, v], -float(total)), -np.inf, 0)


def _add_soft_pairs(
    program: Program, constraints: Constraints, blocks: Blocks, x: Array, utilities: Array | None
) -> None:
    """Add the costs of pairs who wish to be together, or apart; pairs in blocks that can be split are skipped."""
    if utilities is None or not len(constraints.pairs):
        return
    for (i, j), cost in zip(blocks.block_of[constraints.pairs].tolist(), constraints.pair_costs.tolist(), strict=True):
        if i == j or blocks.parts[i] > 1 or blocks.parts[j] > 1:
            continue
        price = program.new(1, 1.0, abs(cost), whole=False)[0]
        for g in range(x.shape[1]):
            columns = np.array([x[i, g], x[j, g], price])
            program.add(columns, np.array([1.0, 1.0 if cost > 0 else -1.0, -1.0]), -np.inf, 1.0 if cost > 0 else 0.0)


class Bounded(NamedTuple):
    """A lower bound on the cost of any answer at given sizes, and the best answer found.

    At other sizes n the bound is ``bound + prices @ (n - sizes)``, except in integer programs.
    """

    bound: float
    prices: Array  # (G,)
    counts: Array | None  # (B, G), only from integer programs


def bound_program(
    constraints: Constraints, blocks: Blocks, utilities: Array, sizes: Array, *, whole: bool, seconds: float
) -> Bounded | None:
    """Return a lower bound on the cost of people and wishes about company at these sizes; None if time runs out.

    The cost of uneven spreads is ignored. The bound is infinite if the rules cannot be met at these sizes.
    """
    from scipy.optimize import linprog, milp
    from scipy.sparse import vstack

    program, x = _base(constraints, blocks, utilities, sizes, any_order=False)
    first = len(program.rows) - len(sizes)
    _add_soft_pairs(program, constraints, blocks, x, utilities)
    scale = max(program.cost) or 1.0
    cost, bounds, rows = _in_arrays(program)
    if whole:
        options: Any = {"time_limit": seconds, "mip_rel_gap": 0.0}
        found = milp(
            cost / scale, integrality=np.array(program.whole), bounds=bounds, constraints=rows, options=options
        )
        if found.status == _IMPOSSIBLE:
            return Bounded(np.inf, np.zeros(len(sizes)), None)
        counts = None if found.x is None else np.round(found.x[x]).astype(np.int64)
        bound = found.fun if found.status == _SOLVED else found.mip_dual_bound
        if bound is None:
            return None
        return Bounded(scale * bound - program.best, np.zeros(len(sizes)), counts)
    # Only "at most" rows; a row with two sides becomes two.
    above, below = np.isfinite(rows.ub), np.isfinite(rows.lb)
    matrix, most = vstack([rows.A[above], -rows.A[below]]), np.concatenate([rows.ub[above], -rows.lb[below]])
    relaxed = linprog(  # type: ignore[call-overload]
        cost / scale, matrix, most, bounds=np.stack([bounds.lb, bounds.ub], axis=1), options={"time_limit": seconds}
    )
    if relaxed.status == _IMPOSSIBLE:
        return Bounded(np.inf, np.zeros(len(sizes)), None)
    if relaxed.status != _SOLVED:
        return None
    # Any multipliers of at most zero give a valid bound, so the solver's tolerances do not matter.
    multipliers = scale * np.minimum(relaxed.ineqlin.marginals, 0.0)
    reduced = cost - matrix.T @ multipliers
    bound = float(multipliers @ most + np.minimum(reduced * bounds.lb, reduced * bounds.ub).sum())
    slopes = np.zeros(len(program.rows))
    slopes[above] += multipliers[: above.sum()]
    slopes[below] -= multipliers[above.sum() :]
    return Bounded(bound - program.best, slopes[first : first + len(sizes)], None)


def _in_arrays(program: Program) -> tuple[Array, Any, Any]:
    """Return the costs, the bounds and the rows of a program in SciPy's form."""
    from scipy.optimize import Bounds, LinearConstraint
    from scipy.sparse import csr_array

    lengths = [len(columns) for columns, *_ in program.rows]
    matrix = csr_array(
        (
            np.concatenate([values for _, values, *_ in program.rows]).astype(float),
            np.concatenate([columns for columns, *_ in program.rows]),
            np.concatenate([[0], np.cumsum(lengths)]),
        ),
        shape=(len(program.rows), program.n_variables),
    )
    low, high = np.array([row[2:] for row in program.rows], dtype=float).T
    bounds = Bounds(np.array(program.lower), np.array(program.upper))
    return np.array(program.cost), bounds, LinearConstraint(matrix, low, high)


def _solve(program: Program, limit: Limit) -> tuple[Any, float]:
    """Return SciPy's result for a program, and the work that it took."""
    from scipy.optimize import milp

    cost, bounds, rows = _in_arrays(program)
    options: Any = {
        "mip_rel_gap": limit.gap,
        "node_limit": max(1, int(limit.work / rows.A.nnz)),
        "time_limit": limit.seconds,
    }

    # Presolve may end with "infeasible or unbounded"; nothing here is unbounded.
    for presolve in (True, False):
        options["presolve"] = presolve
        found = milp(cost, integrality=np.array(program.whole), bounds=bounds, constraints=rows, options=options)
        if not _has_failed(found):
            break
    else:
        raise SearchError(
            f"The solver must be able to solve the integer program for the rules; it failed ({found.message}). "
            "Leave some rules out, or sort fewer people at a time."
        )
    return found, float((found.mip_node_count or 0) * rows.A.nnz)


def _has_failed(found: Any) -> bool:
    """Say whether a program ended without an answer for a reason other than a limit."""
    return found.status not in (_SOLVED, _IMPOSSIBLE) and not _stopped_by(found, "limit")


def _stopped_by(found: Any, limit: str) -> bool:
    """Say whether a limit stopped a program. SciPy has no status for every limit, but its message names it."""
    return found.status not in (_SOLVED, _IMPOSSIBLE) and f"{limit} reached" in found.message.lower()


def _gap(found: Any) -> float:
    """Return the gap between an answer and the solver's bound, relative to its value."""
    if found.fun is None or found.mip_dual_bound is None or found.fun <= 0:
        return 0.0
    return float(np.clip((found.fun - found.mip_dual_bound) / found.fun, 0.0, 1.0))
