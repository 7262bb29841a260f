"""The search for the assignment with the smallest expected loss.

Many starts descend on a small version of the problem: some of the draws and, if there are very many, some of the
people. The neighbourhood of the best distinct results is explored, and the best ones descend on the whole problem. All
random numbers are drawn before work is spread over threads, so the number of threads changes only the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from ...errors import CapacityError
from ...options import Workers, free_memory, show_bytes
from ...words.message import Message, Setting
from ..draws import LabelDraws
from ..kernels.arrays import TANGENT, TOLERANCE, Arrays, SizeTerm, padded
from ..machines.machine import Machine, open_machine
from ..machines.numba_machine import NumbaMachine
from ..naming import best_names
from ..problem import Problem
from ..sizes import Sizes, match_sorted, round_sizes
from .descent import MIN_AGREEING_STARTS, Descent, SearchOptions, Visited
from .exhaustive import find_for_certain
from .explore import Effort, Explorer, keep_distinct
from .pair_search import looks_at_pairs, search_pairs
from .starts import make_starts
from .transport import Transport

Array = np.ndarray

# People in the sample; up to half as many more, everybody is in it.
_SAMPLE_PEOPLE = 2000
# People x draws of the small problem.
_SAMPLE_CELLS = 200_000
# Draws of the small problem, even if that exceeds the cells above.
_MIN_SAMPLE_DRAWS = 64
# Descents start on a part of the draws: people x draws of each part.
_PART_CELLS = 5_000
# Draws of each part, even if that exceeds the cells above.
_MIN_PART_DRAWS = 32
# Parts of the draws. Results that several parts share are not an accident of the draws; two parts would be too few.
_PARTS = 4
# With more people in the small problem, descents there do not swap pairs. On the whole problem they do if nobody was
# left out of the sample.
_MAX_PEOPLE_WITH_SWAPS = 300
# Results that are explored in the small problem.
_MAX_EXPLORED = 3
# Results that descend on the whole problem.
_MAX_FINALISTS = 4
# Shuffles around each explored result.
_MAX_SHUFFLES = 4
# Up to this many people, starts are added while too few reach the best value, and further variations are tried.
_MAX_PEOPLE_WITH_MORE_STARTS = 1000
# Starts in total, as a multiple of the requested number.
_MAX_STARTS_PER_REQUESTED = 4
# Starts that are added at a time.
_STARTS_ADDED_AT_ONCE = 2
# A start reaches the best value if it ends within this distance, divided by the number of people ...
_NEAR_PER_PERSON = 0.01
# ... or within this distance if there are more than 1000 people, whose starts never end at the same assignment.
_NEAR_WITH_MANY_PEOPLE = 1e-3
# Pairs of groups that are dealt out again from each added start.
_MAX_DEALS = 16
# People x draws x deals from each added start, though there are always at least 2 deals.
_CELLS_OF_DEALS = 1_000_000
# Without wanted sizes, all starts may end in the same local optimum of some losses. Then this many pairs of groups of
# the best results are dealt out again.
_DEALS_AGAINST_TRAPS = 8
# With many people, pairs of groups that try to exchange their sizes.
_MAX_TRADES = 15
# Contingency tables count people in 32 bits.
MAX_PEOPLE = 2**31 - 1
# Free memory is checked only for problems that need more bytes.
_UNCHECKED_BYTES = 1 << 26


@dataclass(frozen=True)
class Found:
    """The result of a search, whether it is proven best, and how many starts reached it."""

    labels: Array
    n_starts: int
    n_best: int
    proven: bool = False
    gap: float = 0.0  # the largest gap of the integer programs that improved or proved it
    hurried: bool = False  # whether the clock stopped one of the programs

    @property
    def is_uncertain(self) -> bool:
        """Whether too few starts reached this value to rule out a better one."""
        return is_uncertain(self.n_best, self.proven)

    @property
    def is_small(self) -> bool:
        """Whether there are few enough people for the search to add starts."""
        return len(self.labels) <= _MAX_PEOPLE_WITH_MORE_STARTS


def is_uncertain(n_best: int, proven: bool) -> bool:
    """Say whether too few starts reached the best value to rule out a better one."""
    return not proven and n_best < MIN_AGREEING_STARTS


def tell_search(n_best: int, n_starts: int, proven: bool) -> Message:
    """Return how a search ended, and what that says about better groups."""
    if proven:
        return Message("search-proven")
    if is_uncertain(n_best, proven):
        return Message("search-few", reached=n_best, starts=n_starts, setting=Setting("starts"))
    return Message("search-many", reached=n_best, starts=n_starts)


def search(problem: Problem, options: SearchOptions, warm: list[Array], personal: Array | None = None) -> Found:
    """Minimise the expected loss of a prepared problem, without its rules.

    ``warm`` are assignments of everybody to start from, in addition to other starts; ``personal`` (N, G) is the cost of
    each person in each group by rules.
    """
    problem = problem.reduced()
    draws, target = problem.draws, problem.sizes
    everybody = open_machine(problem, problem.arrays(personal), options.workers)
    options.progress(0.0, Message("progress-starts"))
    if target.bounds is None and draws.where != "cuda":
        good, proven = find_for_certain(everybody.arrays, target, everybody)
        if good is not None and proven:
            return Found(good, 1, 1, proven=True)
        warm = warm if good is None else [*warm, good]
    if personal is None and looks_at_pairs(draws, problem.loss, target):
        ends = search_pairs(draws, problem.loss, target.n_groups, options, warm)
        reached = _n_reached([end.value for end in ends], draws.n_people)
        return Found(min(ends, key=lambda end: end.value).labels, len(ends), reached)
    return _Search(problem, everybody, options, personal).run(warm)


class _Search:
    """A search from many starts, on a small version of the problem first.

    Parameters
    ----------
    problem
        The whole problem.
    everybody
        The machine that holds everybody.
    options
        How to search.
    personal
        (N, G) the cost of each person in each group by rules; None if there is none.
    """

    improve: Callable[[list[Array]], list[Visited]]  # descend from assignments of everybody
    improve_sample: Callable[[list[Array]], list[Visited]]  # the same from assignments of the people in the sample

    def __init__(self, problem: Problem, everybody: Machine, options: SearchOptions, personal: Array | None) -> None:
        self.everybody, self.target, self.loss = everybody, problem.sizes, problem.loss
        self.n_starts, self.rng, workers, self.progress = options
        draws, whole = problem.draws, everybody.arrays
        self.n_people = n_people = draws.n_people
        n_fitting = everybody.cells_of_finalists // (n_people * draws.n_draws)
        self.n_finalists = int(max(1, min(n_fitting, _MAX_FINALISTS)))
        self.labelled = self.loss.sees_labels or personal is not None
        # If only the draws tell groups apart, descents join two groups where that is better. Exploring would join them
        # too, but then such searches take about twice as long.
        self.joins = self.target.wanted is None and self.target.bounds is None and not self.labelled
        people = _sample_people(draws, self.rng)
        some = sample_draws(draws, n_people if people is None else len(people))
        part = problem.sample(people, some, workers)
        self.few, self.few_target, small = part.draws, part.sizes, whole
        self.few_cells = self.few.n_people * self.few.n_draws
        if people is not None:
            # Each person in the sample stands for several people, so their costs are scaled up.
            small = part.arrays(None if personal is None else personal[people] * (n_people / len(people)))
        elif some is not None:
            small = whole._replace(z=self.few.codes, weights=self.few.weights)
        swaps = self.few.n_people <= _MAX_PEOPLE_WITH_SWAPS
        self.small, self.is_sample = small, people is not None
        self.is_done = small is whole and swaps  # after a descent on the small problem
        self.explorer = Explorer(
            small,
            workers,
            swaps=swaps,
            joins=self.joins and small is whole,
            labelled=self.labelled,
            parts=_first_parts(self.few),
        )
        if people is None:
            # Without parts of the draws.
            self.improve = self.improve_sample = Explorer(whole, workers, swaps=True, joins=self.joins).descend
        else:
            many = _Many(
                everybody, self.target, lambda share: self.progress(0.4 + 0.6 * share, Message("progress-improving"))
            )
            self.improve = many.improve
            self.improve_sample = lambda ends: [many.extend(small, labels, some) for labels in ends]

    def run(self, warm: list[Array]) -> Found:
        """Search from starts, and from assignments of everybody."""
        starts = make_starts(self.small, self.few, self.few_target, self.n_starts, self.rng)
        leaders, line = keep_distinct(self.explorer.descend(starts), _MAX_EXPLORED, self.labelled)
        self.progress(0.2, Message("progress-exploring"))
        visited = self._explore(leaders, agree=2 * line.count(0) > len(line))
        self.progress(0.4, Message("progress-improving"))
        done, became = self._finish([end for end, _ in visited])
        led_to = np.full(len(leaders), np.inf)
        for (_, leader), i in zip(visited, became, strict=True):
            led_to[leader] = min(led_to[leader], done[i].value if i >= 0 else np.inf)
        warmed = self.improve(warm)
        values = [led_to[leader] if leader >= 0 else np.inf for leader in line] + [end.value for end in warmed]
        best = self._renumber(min([*done, *warmed], key=lambda end: end.value), values)
        best = self._add_starts(best, values)
        return Found(best.labels, len(values), _n_reached(values, self.n_people))

    def _explore(self, leaders: list[Visited], *, agree: bool) -> list[tuple[Visited, int]]:
        """Look around the best results; return the assignments visited, each with the number of its leader.

        If most starts ``agree`` on the best one, people are not shuffled.
        """
        target, size, is_few = self.target, self.everybody.arrays.size, self.n_people <= _MAX_PEOPLE_WITH_MORE_STARTS
        trades = target.wanted is not None and (size.free or not size.fixed_sizes)
        rounds = max(1, min(2 * _SAMPLE_CELLS // self.few_cells, _MAX_SHUFFLES))
        if agree:
            rounds = 0
        elif trades and np.ptp(self.few_target.whole_sizes(self.few.n_people)) > 1:
            rounds = (rounds + 1) // 2  # here trades of sizes find what shuffles would
        trapped = is_few and target.wanted is None and any(term.traps_starts for _, term in self.loss.pairs())
        effort = Effort(trades, rounds=rounds, deals=_DEALS_AGAINST_TRAPS if trapped else 0)
        around = self.explorer.wander(leaders, effort, self.rng)
        visited = [(end, leader) for leader, ends in enumerate(around) for end in ends]
        if is_few and not size.fixed_sizes:
            lowest, leader = min(visited, key=lambda one: one[0].value)
            [merged] = self.explorer.wander([lowest], Effort(merges=True, splits=self.joins), self.rng)
            visited += [(end, leader) for end in merged]
        return visited

    def _finish(self, ends: list[Visited]) -> tuple[list[Visited], list[int]]:
        """Return the best distinct ends, improved on the whole problem, and which of them each end became."""
        finalists, became = keep_distinct(ends, self.n_finalists, self.labelled)
        return finalists if self.is_done else self.improve_sample([end.labels for end in finalists]), became

    def _renumber(self, best: Visited, values: list[float]) -> Visited:
        """Give the groups of the best assignment their best numbers, descend again, and record the value.

        If labels matter but sizes belong to no group in particular, groups can exchange their numbers and nothing else
        changes. Moves of one or two people hardly ever lead to this.
        """
        arrays = self.everybody.arrays
        if self.is_sample or not len(arrays.cost) or not _are_groups_alike(arrays.size):
            return best
        self.everybody.start(best.labels)
        numbers = _cheapest_numbers(self.everybody)
        if numbers is None:
            return best
        [end] = self.improve([numbers[best.labels]])
        values.append(end.value)
        return min(best, end, key=lambda end: end.value)

    def _add_starts(self, best: Visited, values: list[float]) -> Visited:
        """With few people, add starts until enough of them reach the best value; record their values."""
        deals = max(2, min(_CELLS_OF_DEALS // self.few_cells, _MAX_DEALS))
        rng = None
        while (
            self.n_people <= _MAX_PEOPLE_WITH_MORE_STARTS
            and len(values) < _MAX_STARTS_PER_REQUESTED * self.n_starts
            and _n_reached(values, self.n_people) < MIN_AGREEING_STARTS
        ):
            # A separate stream, so that the caller's generator is not affected.
            rng = rng or self.rng.spawn(1)[0]
            # The first starts, such as everybody together, are the same every time, so they are skipped.
            starts = make_starts(self.small, self.few, self.few_target, 2 * _STARTS_ADDED_AT_ONCE, rng)
            ends = self.explorer.descend(starts[_STARTS_ADDED_AT_ONCE:])
            done, became = self._finish([walk[0] for walk in self.explorer.wander(ends, Effort(deals=deals), rng)])
            values += [done[i].value if i >= 0 else np.inf for i in became]
            best = self._renumber(min([best, *done], key=lambda end: end.value), values)
        return best


class _Many:
    """Descents with everybody where they are too many to explore: by transport and single moves.

    Parameters
    ----------
    people
        The machine that holds everybody.
    target
        The wanted sizes.
    progress
        A function of the share done.
    """

    def __init__(self, people: Machine, target: Sizes, progress: Callable[[float], None]) -> None:
        self.people, self.target, self.progress = people, target, progress
        self.alike = _are_groups_alike(people.arrays.size)

    def improve(self, all_labels: list[Array]) -> list[Visited]:
        """Descend from assignments of everybody."""
        ends = []
        for labels in all_labels:
            self.people.start(labels)
            ends.append(self._descend())
        return ends

    def extend(self, small: Arrays, labels: Array, draws: Array | None) -> Visited:
        """Extend an assignment of the sample to everybody, by the draws of the small problem, and descend."""
        people, target = self.people, self.target
        sample = NumbaMachine(small, Workers(1))
        sample.start(labels)
        people.gains(sample.weighted(TANGENT), draws, people.n_people / len(labels))
        if target.wanted is None and target.bounds is None:
            people.choose(np.zeros(target.n_groups))
        else:
            sizes = target.within(round_sizes(sample.sizes, people.n_people))
            if target.exact is not None:
                sizes = match_sorted(sample.sizes, target.exact) if people.arrays.size.free else target.exact.copy()
            Transport(people.arrays.size, resize=False)(people, sizes)
        people.adopt()
        return self._descend()

    def _descend(self) -> Visited:
        people = self.people
        step = Transport(people.arrays.size)
        descent = Descent(people, step, step.for_nearest if people.most_narrowed else None)
        for n_done, patience in enumerate(people.stages()):
            if people.arrays.size.fixed_sizes:
                patience = patience._replace(sweeps=0)  # hardly anybody can move alone
            descent.run(patience, partial(self._tell, n_done))
        while self.alike and (self._renumber() or self._trade_sizes(step, patience.worthwhile)):
            descent.run(patience)
        return Visited(people.objective(), people.labels_on_host())

    def _tell(self, n_done: int, share: float) -> None:
        """Report progress: each stage takes half of what was left."""
        self.progress(1.0 - (1.0 - share) * 0.5**n_done)

    def _renumber(self) -> bool:
        """Give the groups their best numbers; say whether any changed.

        The sample decided which group stands for which cluster; everybody may differ.
        """
        people = self.people
        numbers = _cheapest_numbers(people)
        if numbers is not None:
            people.start(numbers[people.labels_on_host()])
        return numbers is not None

    def _trade_sizes(self, step: Transport, worthwhile: float) -> bool:
        """Let two groups exchange their sizes if that lowers the loss; say whether two did.

        The sample decided which group has which size, and steps at given sizes never change it.
        """
        people = self.people
        groups = range(self.target.n_groups if self.target.wanted is not None else 0)
        pairs = [(g, h) for g, h in combinations(groups, 2) if abs(people.sizes[g] - people.sizes[h]) > 1]
        if pairs:
            people.majorise()
        for g, h in pairs[:_MAX_TRADES]:
            sizes, prices = people.sizes.copy(), step.prices.copy()
            sizes[[g, h]] = sizes[[h, g]]
            if step(people, sizes) > max(worthwhile, TOLERANCE):
                people.adopt()
                return True
            step.prices = prices
        return False


def _are_groups_alike(size: SizeTerm) -> bool:
    """Say whether groups may exchange their numbers and sizes."""
    return size.free and not np.ptp(size.bounds, axis=1).any()


def _cheapest_numbers(people: Machine) -> Array | None:
    """Return the cheapest numbers of the present groups, (G,); None if they have them already."""
    cost = people.costs_by_group()
    numbers = best_names(-cost)
    gain = np.trace(cost) - cost[np.arange(len(cost)), numbers].sum()
    return numbers if gain > TOLERANCE else None


def near_enough(n_people: int) -> float:
    """Return the distance from the best value within which a start counts as having reached it."""
    return _NEAR_PER_PERSON / n_people if n_people <= _MAX_PEOPLE_WITH_MORE_STARTS else _NEAR_WITH_MANY_PEOPLE


def _n_reached(values: list[float], n_people: int) -> int:
    """Return how many starts reached the best value."""
    most = min(values) + near_enough(n_people)
    return int(sum(value <= most for value in values))


def _sample_people(draws: LabelDraws, rng: np.random.Generator) -> Array | None:
    """Choose the people of the small problem; None means all."""
    if draws.n_people <= _SAMPLE_PEOPLE * 1.5:
        return None
    return np.sort(rng.choice(draws.n_people, _SAMPLE_PEOPLE, replace=False))


def sample_draws(draws: LabelDraws, n_people: int) -> Array | None:
    """Choose the draws of the small problem, for this number of people; None means all."""
    return draws.spread(max(_MIN_SAMPLE_DRAWS, _SAMPLE_CELLS // n_people))


def _first_parts(draws: LabelDraws) -> Array | None:
    """Return the codes of parts of the draws for descents to start on, (P, N, T); None if there are too few draws."""
    n_first = max(_MIN_PART_DRAWS, _PART_CELLS // draws.n_people)
    if draws.n_draws <= n_first * 1.5:
        return None
    at = (np.arange(_PARTS) + 0.5) / _PARTS
    parts = draws.at((np.arange(n_first) + at[:, None]) / n_first)
    return np.ascontiguousarray(draws.codes[:, parts].transpose(1, 0, 2))


def check_memory(problem: Problem, threads: int) -> None:
    """Raise CapacityError if the problem does not fit into memory, before anything is allocated."""
    draws, target = problem.draws, problem.sizes
    if draws.where == "cuda":
        return  # its machine looks at the GPU's memory
    if draws.n_people > MAX_PEOPLE:
        raise CapacityError(
            f"A decision must be about at most {MAX_PEOPLE:,} people, since counts have 32 bits; got "
            f"{draws.n_people:,}. Decide about parts of them."
        )
    cells = draws.n_draws * draws.n_clusters * padded(target.n_groups)
    per_person = 1 if draws.where == "partitions" else padded(target.n_groups)
    needed = 20 * cells * (threads + 1) + 60 * draws.n_people * per_person
    if needed < _UNCHECKED_BYTES:
        return
    free = free_memory()
    if needed > free:
        raise CapacityError(
            f"Deciding needs about {show_bytes(needed)} of memory for {draws.n_draws} draws, {draws.n_clusters} "
            f"clusters and {target.n_groups} groups; {show_bytes(free)} are free. "
            "Use fewer draws (every tenth, say), fewer groups, or fewer threads."
        )
