"""The search where rules must be kept: integer programs for everybody at once, then steps that keep to the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ..._options import Progress
from ..._workers import Workers
from ...errors import RulesError, SearchError
from ...rules.constraints import Constraints, count_groups
from ...rules.rule_set import RuleSet
from ..backends.numba_backend import NumbaBackend
from ..labels.draws import LabelDraws
from ..labels.identify import arrange
from ..loss.losses import Composition
from ..loss.worth import person_worth
from ..search.exhaustive import best_of, every_assignment
from ..search.explore import Visited
from ..search.problem import TOLERANCE, Problem, State, build_problem, new_state, relevant_draws
from ..search.search import Found, keep_distinct, near_enough, sample_draws, search
from ..search.starts import make_starts
from ..wanted.target import Target
from ._rules_search_numba import MANY_UNITS, Ruled, descend_ruled, shuffle_ruled
from .infeasible import forbid_empty
from .integer_program import Blocks, blocks_of, solve_program
from .rules_search_many import FORBIDDEN, NOT_FOUND, search_many

Array = np.ndarray

# With more people than this the rest is left to transport: only those whom rules name are in the programs.
MANY_PEOPLE = 3000
# Units x groups for which a program is solved in every round, and altogether.
_CELLS_PER_ROUND = 12_000
_CELLS = 40_000
_ROUNDS = 6
_SHUFFLES, _FEW_SHUFFLES = 8, 2
_EXPLORED = 4
# Seconds for one program; the best assignment so far is taken then.
_SECONDS = 20.0
_IMPOSSIBLE = (
    "The rules must leave at least one way to sort everybody; every way was tried, and each breaks a rule or a wanted "
    "size. Leave some rules out."
)


def as_ruled(constraints: Constraints, blocks: Blocks | None = None) -> Ruled:
    """Return rules as the kernels take them; blocks must be whole units."""
    blocks = blocks_of(constraints, split=False) if blocks is None else blocks
    n_people, n_units = constraints.n_people, len(blocks.members)
    unit_of = blocks.block_of
    apart = {
        (int(a), int(b)) for people in constraints.apart for a in unit_of[people] for b in unit_of[people] if a != b
    }
    pairs = [(int(i), int(j), cost) for (i, j), cost in zip(constraints.pairs, constraints.pair_costs, strict=True)]
    company = sorted(pairs + [(j, i, cost) for i, j, cost in pairs])
    values: list[Array] = []
    asked: list[Array] = []
    totals: list[Array] = []
    for trait in constraints.traits:
        values.append(np.where(trait.codes >= 0, trait.codes + sum(len(total) for total in totals), -1))
        asked.append(np.stack([np.full(len(trait.totals), trait.spread), trait.lonely]))
        totals.append(trait.totals)
    return Ruled(
        begin=np.concatenate([[0], np.cumsum([len(people) for people in blocks.members])]),
        members=np.concatenate(blocks.members),
        allowed=np.array([constraints.allowed[people].all(axis=0) for people in blocks.members]),
        apart_begin=_beginnings([a for a, _ in apart], n_units),
        apart=np.array([b for _, b in sorted(apart)], dtype=np.int64),
        values=np.array(values, dtype=np.int64).reshape(len(values), n_people),
        asked=np.concatenate(asked, axis=1) if asked else np.zeros((2, 0), dtype=bool),
        totals=np.concatenate(totals).astype(np.int64) if totals else np.zeros(0, np.int64),
        pair_begin=_beginnings([i for i, _, _ in company], n_people),
        pair_other=np.array([j for _, j, _ in company], dtype=np.int64),
        pair_cost=np.array([cost for _, _, cost in company], dtype=float),
    )


def _beginnings(owners: list[int], number: int) -> Array:
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=number))]).astype(np.int64)


class Ruling(NamedTuple):
    """A decision under rules, and the decision without rules to compare it with."""

    found: Found
    rules: RuleSet  # weights turned into losses
    free: Array  # (N,) the decision without rules, numbered as it would be shown
    worth: float  # of one person in their right group, in expected loss
    gap: float  # how far integer programs were from solved


def keep_rules(
    draws: LabelDraws,
    parts: Composition,
    target: Target,
    ruling: RuleSet,
    probabilities: Array | None,
    options: dict[str, Any],
    warm: list[Array],
) -> Ruling:
    """Decide under rules that can all be met; the decision without rules is made first and used as a start.

    ``options`` are those of ``search``; ``warm`` holds assignments to go out from, which may break rules.
    """
    workers = options["workers"]
    free = search(draws, parts, target, probabilities, **options, warm=[]).labels
    if parts.placement_weight() == 0:
        free, _ = arrange(free, probabilities, target, draws.n_draws)
    worth = person_worth(free, draws, parts, target, probabilities, workers)
    priced = ruling.priced(worth)
    constraints = forbid_empty(priced.constraints, target)
    bounded = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    # Starts are the assignments that keep to the rules, and all with their groups numbered as suits the rules best.
    known = [free, *warm]
    versions = [labels for labels in known if not constraints.broken(labels)]
    versions += [_aligned(labels, constraints) for labels in known]
    starts = list({labels.tobytes(): labels for labels in versions}.values())
    look = search_ruled if draws.n_people <= MANY_PEOPLE else search_many
    found, gap = look(draws, parts, bounded, constraints, probabilities, **options, warm=starts)
    if constraints.broken(found.labels):
        raise SearchError(NOT_FOUND)
    return Ruling(found, priced, free, worth, gap)


def search_ruled(
    draws: LabelDraws,
    parts: Composition,
    target: Target,
    constraints: Constraints,
    probabilities: Array | None,
    *,
    n_starts: int,
    rng: np.random.Generator,
    workers: Workers,
    progress: Progress,
    warm: list[Array],
) -> tuple[Found, float]:
    """Minimise the expected loss under the rules; ``warm`` holds assignments that may break them, to go out from."""
    draws = relevant_draws(draws, parts)
    n_people = draws.n_people
    placed = probabilities if parts.placement_weight() > 0 else None
    some = sample_draws(draws, n_people)
    few = draws.subset(None, some)
    personal = constraints.cost if constraints.names_groups else None
    whole = build_problem(draws, parts, target, placed, n_people, personal)
    small = whole if some is None else build_problem(few, parts, target, placed, n_people, personal)
    blocks = blocks_of(constraints, split=False)
    ruled = as_ruled(constraints, blocks)
    climb = _Climb(small, ruled, blocks, constraints, target)
    any_order = whole.size.free
    few_enough = _all_assignments(constraints, blocks, target, any_order=any_order)
    if few_enough is not None:
        if not len(few_enough):
            raise RulesError(_IMPOSSIBLE)
        i, j = constraints.pairs.T
        company = (few_enough[:, i] == few_enough[:, j]) @ constraints.pair_costs
        best_labels = best_of(whole, few_enough, company)
        if best_labels is not None:
            return Found(best_labels, 1, 1, proven=True), 0.0
    cells = len(blocks.members) * constraints.n_groups
    n_starts = max(2, min(n_starts, _CELLS // cells))
    outset = warm + make_starts(small, few, target, max(0, n_starts - len(warm)), rng)
    fine = [
        not constraints.broken(labels)
        and target.meets(np.bincount(labels, minlength=target.n_groups), any_order=any_order)
        for labels in outset
    ]

    def begin(job: int) -> tuple[Visited, float] | None:
        if fine[job]:
            return climb.settle(outset[job])
        # Assignments far from the wanted sizes may be the only ones near: every second start ignores them at first.
        return climb.settle_ruled(outset[job], sized=job % 2 == 0 or target.exact is not None)

    progress(0.3, "keeping to the rules")
    settled = [end for end in workers.map(begin, list(range(len(outset)))) if end is not None]
    if not settled:
        raise SearchError(NOT_FOUND)
    ends, gap = [end for end, _ in settled], max(gap for _, gap in settled)
    leaders, line = keep_distinct(ends, _EXPLORED, constraints.names_groups or placed is not None)
    if len(set(line)) > 1:
        progress(0.6, "exploring")
        jobs = list(zip(leaders, rng.integers(2**63, size=len(leaders)).tolist(), strict=True))
        shuffled = workers.map(lambda job: climb.shuffled(job[0], np.random.default_rng(job[1])), jobs)
        leaders, gap = [end for end, _ in shuffled], max(gap, *(gap for _, gap in shuffled))
    progress(0.8, "improving the best")
    final = leaders
    if some is not None:
        known = [labels for labels, is_fine in zip(warm, fine, strict=False) if is_fine]
        final = workers.map(lambda labels: _descend(whole, ruled, labels), [end.labels for end in leaders] + known)
    best = min(final, key=lambda end: end.value)
    reached = [end.value <= best.value + near_enough(n_people) for end in final]
    n_best = sum(leader >= 0 and reached[leader] for leader in line)
    return Found(best.labels, len(outset), n_best), gap


def _all_assignments(constraints: Constraints, blocks: Blocks, target: Target, *, any_order: bool) -> Array | None:
    """Return every assignment that keeps to the rules, (M, N); None if there are too many to go through."""
    n_units, n_groups = len(blocks.members), constraints.n_groups
    numbers = every_assignment(n_units, n_groups)
    if numbers is None:
        return None
    labels = np.empty((len(numbers), constraints.n_people), np.int64)
    for unit, people in enumerate(blocks.members):
        labels[:, people] = numbers[:, unit, None]
    labels = labels[constraints.kept_by(labels)]
    if target.exact is not None and len(labels):
        sizes = count_groups(labels, n_groups)
        same = np.sort(sizes, axis=1) == np.sort(target.exact) if any_order else sizes == target.exact
        labels = labels[same.all(axis=1)]
    return labels


class _Climb:
    """From any assignment to one that keeps to the rules and that no allowed step improves.

    Methods return where they ended, and the largest gap of the programs on the way.
    """

    def __init__(
        self, problem: Problem, ruled: Ruled, blocks: Blocks, constraints: Constraints, target: Target
    ) -> None:
        self.problem, self.ruled, self.blocks = problem, ruled, blocks
        self.constraints, self.target = constraints, target
        self._unit_of = np.repeat(np.arange(len(blocks.members)), np.diff(ruled.begin))

    def settle_ruled(self, labels: Array, *, sized: bool) -> tuple[Visited, float] | None:
        """Return where the descent from any assignment ended; None if the rules could not be met in time."""
        new, gap = self._program(labels, self._first_sizes(labels) if sized else None)
        if new is None:
            return None
        end, later = self.settle(new)
        return end, max(gap, later)

    def shuffled(self, end: Visited, rng: np.random.Generator) -> tuple[Visited, float]:
        """Exchange some units at random, descend again, and return the best that was found on the way."""
        gap = 0.0
        state = new_state(self.problem)
        n_units = len(self.blocks.members)
        for _ in range(_SHUFFLES if n_units <= MANY_UNITS else _FEW_SHUFFLES):
            some = rng.integers(n_units, size=(max(3, n_units // 10), 2))
            groups = -1 - rng.integers(self.constraints.n_groups, size=len(some))
            some[:, 1] = np.where(rng.random(len(some)) < 0.3, groups, some[:, 1])
            shuffle_ruled(self.problem, state, self.ruled, end.labels, some)
            other = _descend(self.problem, self.ruled, state.labels.copy(), state)
            if other.value < end.value - TOLERANCE:
                end, later = self.settle(other.labels)
                gap = max(gap, later)
        return end, gap

    def settle(self, labels: Array) -> tuple[Visited, float]:
        """Alternate programs and steps, from an assignment that keeps to the rules, until neither improves."""
        state, gap = new_state(self.problem), 0.0
        end = _descend(self.problem, self.ruled, labels, state)
        for _ in range(_ROUNDS):
            if len(self.blocks.members) * self.constraints.n_groups > _CELLS_PER_ROUND:
                break
            sizes = np.bincount(end.labels, minlength=self.constraints.n_groups)
            new, later = self._program(end.labels, sizes)
            gap = max(gap, later)
            if new is None or (new == end.labels).all():
                break
            other = _descend(self.problem, self.ruled, new, state)
            if other.value > end.value - TOLERANCE:
                break
            end = other
        return end, gap

    def _program(self, labels: Array, sizes: Array | None) -> tuple[Array | None, float]:
        """Majorise at an assignment and solve for everybody at once, with these sizes if they are possible.

        phi is convex, so its tangent bounds it from below: at the same sizes a better tangent is a better assignment.
        """
        problem, n_people = self.problem, len(labels)
        with Workers(1) as alone:
            people = NumbaBackend(problem, alone)
            people.start(labels)
            people.majorise()
        n_groups = self.constraints.n_groups
        utilities = np.zeros((len(self.blocks.members), n_groups))
        np.add.at(utilities, self._unit_of, people.gains_of(self.ruled.members)[:, :n_groups])
        answer = solve_program(self.constraints, self.blocks, utilities, sizes=sizes, seconds=_SECONDS)
        if answer.impossible and sizes is not None:
            possible = self._possible_sizes(sizes)
            if possible is None:
                return None, 0.0
            answer = solve_program(self.constraints, self.blocks, utilities, sizes=possible, seconds=_SECONDS)
        if answer.counts is None:
            return None, 0.0
        new = np.empty(n_people, np.int64)
        new[self.ruled.members] = answer.counts.argmax(axis=1)[self._unit_of]
        return new, answer.gap

    def _first_sizes(self, labels: Array) -> Array:
        """Return the sizes to begin with: the wanted ones, matched to those that there are, or just these."""
        target = self.target
        sizes = np.bincount(labels, minlength=self.constraints.n_groups)
        if target.wanted is None:
            return target.within(sizes)
        wanted = target.whole_sizes(int(sizes.sum()))
        if not self.problem.size.free:
            return wanted
        matched = np.empty_like(wanted)
        matched[np.argsort(sizes, kind="stable")] = np.sort(wanted)
        return target.within(matched) if target.exact is None else matched

    def _possible_sizes(self, sizes: Array) -> Array | None:
        """Return sizes near the given ones at which the rules can be met."""
        blocks = blocks_of(self.constraints)
        asked: dict[str, Any] = {"near": sizes, "off_cost": 1.0}
        if self.target.exact is not None:
            asked = {"free_sizes": self.target.exact} if self.problem.size.free else {"sizes": self.target.exact}
        answer = solve_program(self.constraints, blocks, np.zeros((len(blocks.members), len(sizes))), **asked)
        return None if answer.counts is None else blocks.weight @ answer.counts


def _descend(problem: Problem, ruled: Ruled, labels: Array, state: State | None = None) -> Visited:
    state = new_state(problem) if state is None else state
    value = descend_ruled(problem, state, ruled, labels, len(labels) <= MANY_PEOPLE)
    return Visited(value, state.labels.copy())


def _aligned(labels: Array, constraints: Constraints) -> Array:
    """Return the assignment with groups numbered so that as few people as possible are where they must not be."""
    from scipy.optimize import linear_sum_assignment

    price = constraints.cost + FORBIDDEN * ~constraints.allowed
    total = np.zeros((constraints.n_groups, constraints.n_groups))
    np.add.at(total, labels, price)
    return linear_sum_assignment(total)[1][labels]
