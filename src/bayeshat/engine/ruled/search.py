"""The search under rules: a few starts, integer programs, steps that keep all rules, and annealing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...errors import RulesError, SearchError
from ...options import Workers
from ...rules.constraints import Constraints
from ...rules.rule_set import RuleSet
from ...words.message import Message
from ..draws import LabelDraws
from ..kernels.arrays import PSI, TOLERANCE, Arrays, move_costs, size_costs
from ..machines.machine import Patience
from ..naming import best_names
from ..problem import Problem, person_worth
from ..programs.deal_out import deal_out
from ..programs.integer_program import Blocks, Limit, blocks_of, solve_in_order
from ..search.descent import Descent, SearchOptions, Visited
from ..search.exhaustive import best_of, every_assignment_under
from ..search.explore import keep_distinct
from ..search.search import Found, near_enough, sample_draws, search
from ..search.starts import make_starts
from ..sizes import EVEN_AMONG_EQUALS, Sizes, fit_sizes, match_sorted
from .program_step import ProgramStep
from .units import UnitMachine, rule_arrays

Array = np.ndarray

# People x groups in all starts together: with more people there are fewer starts.
_CELLS_OF_ALL_STARTS = 40_000
# Starts of the search that treats rules as preferences.
_PREFERENCE_STARTS = 4
# If the answers are noise, soft rules weigh this many times as much: a normal wish as much as five people in their
# right group.
WISHES_FIRST_FACTOR = 20.0
# Starts that get a good integer program; these programs take most of the time.
_MAX_CAREFUL_STARTS = 4
# Limit of these programs; they need not be solved completely, since steps follow.
_CAREFUL_START_LIMIT = Limit(gap=0.05, work=5e6)
# Limit of the programs for other starts. These are annealed, so any assignment that meets the rules will do, and a
# program finds one twenty times as fast. Rules about free times, and many pairs who should be apart, use only this
# limit: programs hardly improve on it.
_OTHER_START_LIMIT = Limit(gap=1.0)
# Up to this many people x groups, the program for a linear loss has variables for each person.
_MAX_SINGLE_CELLS = 40_000
# Limit of that program: it runs until its answer is proven best.
_LINEAR_LIMIT = Limit(gap=1e-7, work=3e8)
# Stages of annealing: how many of the best starts take part, and their share of the steps.
_HEATING_STAGES = ((4, 0.2), (2, 0.2), (1, 0.6))
# First temperature of a start. Temperatures are in units of the mean cost of a person's next-best group.
_START_HEAT = 0.8
# A start cools down by this factor.
_START_COOLING = 0.1
# Range of the first temperatures of later heatings: low ones find similar groups, high ones different groups, such as
# groups that trade sizes.
_HEAT_RANGE = (0.06, 3.0)
# Up to this many people, programs are solved in time whatever the rules.
_MOST_PROGRAMMED_PEOPLE = 12
# Last temperature of later heatings, at which hardly anybody moves.
_END_HEAT = 0.02
# Proposals per person, in a start and for each factor of ten that a later heating cools down.
_STEPS_PER_PERSON = 100
# The same in later heatings where many pairs should be together or apart: there, slow cooling finds better groups.
_SLOW_STEPS_PER_PERSON = 3000
# Share of the heatings that begin with a reduced size weight: groups can trade sizes only through unwanted sizes.
_LOOSE_SHARE = 0.4
# Factor of the size weight in these.
_LOOSE_WEIGHT = 0.1
# Proposals per person with the reduced size weight.
_LOOSE_STEPS_PER_PERSON = 20
# Proposals x draws of the whole annealing, for each group.
_ANNEALING_WORK = 5e8
# Further groups add no work.
_MAX_PAID_GROUPS = 8
# The overhead of a proposal, in draws: it takes as long as reading 600 draws.
_STEP_OVERHEAD = 600
# With fewer starts there is proportionally less work.
_FULL_WORK_STARTS = 16
# Proposals per person in the whole annealing.
_MAX_STEPS_PER_PERSON = 40_000
# Heatings in a row without a better assignment.
_MAX_FUTILE_HEATINGS = 80
# Limits of the last descent, which solves a program in each round.
_LAST_DESCENT = Patience(laps=3, rounds=2, sweeps=100, worthwhile=1e-9)
_IMPOSSIBLE = (
    "The rules must leave at least one way to sort everybody; every way was tried, and each breaks a rule or a wanted "
    "size. Leave some rules out."
)
_NOT_FOUND = (
    "No assignment that keeps to the rules was found in time, nor was it shown that there is none. "
    "Leave some rules out, or sort fewer people at a time."
)


class Ruled(NamedTuple):
    """A decision under rules, and the decision without rules to compare it with."""

    found: Found
    problem: Problem  # with the weights of its rules turned into losses
    free: Array  # (N,) the decision without rules, with its final numbers
    worth: float  # of one person in their right group, in expected loss


def keep_rules(problem: Problem, options: SearchOptions, warm: list[Array]) -> Ruled:
    """Decide under rules that can all be met; the decision without rules is made first, and is one of the starts.

    ``warm`` are further starts, which may break rules.
    """
    loss, ruling = problem.loss, problem.rules
    assert ruling is not None
    if loss.is_nothing:
        # Only wishes matter, so they are granted in the order of people's choices.
        ruling = ruling.in_order()
    free = _decide_freely(problem, ruling.constraints, options)
    worth = person_worth(problem, free, options.workers) * (WISHES_FIRST_FACTOR if problem.wishes_first else 1.0)
    problem = replace(problem, rules=ruling.priced(worth))
    constraints = problem.constraints
    assert constraints is not None
    # Starts are the assignments that meet the rules, and all assignments with the groups renumbered to suit the rules.
    known = [free, *warm]
    versions = [labels for labels in known if not constraints.broken(labels)]
    versions += [_aligned(labels, constraints) for labels in known]
    starts = list({labels.tobytes(): labels for labels in versions}.values())
    aims = _aims(ruling) if loss.is_nothing and not constraints.meetings else []
    if aims:
        found = grant_in_order(aims, problem.bounded().sizes, constraints, options)
        if not constraints.shares_costs:
            return Ruled(found, problem, found.labels, worth)
        starts.append(found.labels)
    found = search_ruled(problem, options, starts)
    if constraints.broken(found.labels):
        raise SearchError(_NOT_FOUND)
    return Ruled(found, problem, free, worth)


def _decide_freely(problem: Problem, constraints: Constraints, options: SearchOptions) -> Array:
    """Return the decision without rules, with its final numbers; of equally good ones, one that suits the rules."""
    target = problem.sizes
    if problem.loss.is_nothing or (problem.draws.n_clusters == 1 and target.exact is not None):
        # All assignments of these sizes are equally good.
        sizes = target.whole_sizes(problem.n_people)
        if target.exact is None:
            sizes = fit_sizes(sizes, constraints.least, constraints.most)
        dealt = (deal_out(constraints, sizes, soft=soft) for soft in (True, False))
        anyhow = np.repeat(np.arange(target.n_groups), sizes)
        free = next((labels for labels in dealt if labels is not None), anyhow)
    else:
        free = search(problem, options, []).labels
    if problem.loss.sees_labels:
        return free
    numbered: Array = replace(problem, rules=None).numbered(free, options.workers)[0]
    return numbered


def search_ruled(problem: Problem, options: SearchOptions, warm: list[Array]) -> Found:
    """Minimise the expected loss under rules with prices.

    ``warm`` are assignments to start from, which may break rules.
    """
    problem = problem.bounded().reduced()
    constraints, loss, target = problem.constraints, problem.loss, problem.sizes
    assert constraints is not None
    personal = constraints.personal_costs() if constraints.names_groups else None
    whole = problem.arrays(personal)
    few_enough = every_assignment_under(constraints, target.exact, any_order=whole.size.free)
    if few_enough is not None:
        if not len(few_enough):
            raise RulesError(_IMPOSSIBLE)
        best = best_of(whole, few_enough, constraints.shared_costs(few_enough))
        if best is not None:
            return Found(best, 1, 1, proven=True)
    # Without a loss, wishes about company decide, and exchanges grant more of these than a program does in time.
    ruled = _RuledSearch(constraints, target, options.workers, by_company=loss.is_nothing)
    for labels in warm:
        if ruled.is_fine(whole, labels) and ruled.is_perfect(whole, labels):
            return Found(labels, 1, 1, proven=True)
    if not loss.pairs() and ruled.programs_help:
        found = ruled.solve_linear(whole, options.rng)
        is_whole = target.soft_weight == 0 and not constraints.mixed
        if is_whole and found is None:
            raise SearchError(_NOT_FOUND)
        if found is not None and (found.proven or is_whole):
            return found
        warm = warm if found is None else [found.labels, *warm]
    if personal is not None:
        # One more start: the decision that treats the rules as preferences.
        wished = search(problem, options._replace(n_starts=_PREFERENCE_STARTS), [], personal)
        warm = [*warm, wished.labels]
    labelled = constraints.names_groups or (loss.sees_labels and problem.shares is not None)
    return ruled.run(whole, problem.draws, options, warm, labelled=labelled)


def _spreads_many(constraints: Constraints) -> bool:
    """Say whether more values should be spread than a group has places: then programs hardly improve on exchanges."""
    n_values = sum(len(trait.values) for trait in constraints.mixed)
    return n_values * constraints.n_groups > constraints.n_people > _MOST_PROGRAMMED_PEOPLE


def _has_many_pairs(constraints: Constraints, *, by_company: bool) -> bool:
    """Say whether wishes about pairs are too many for programs to improve much on exchanges.

    If many pairs should be apart, their bounds are empty: a part of everybody in every group brings nobody wholly
    together with anybody. If nothing but company decides (``by_company``), a few pairs are too many.
    """
    most = 0 if by_company else constraints.n_people
    pairs = constraints.pair_costs if by_company else constraints.pair_costs[constraints.pair_costs > 0]
    return len(pairs) > most and constraints.n_people > _MOST_PROGRAMMED_PEOPLE


def _aims(ruling: RuleSet) -> list[Array]:
    """Return the aims to grant in order, (N, G) each: people's choices, or their earlier groups; none if both exist."""
    choices, stays = ruling.choices, ruling.stays
    if choices and stays.any():
        return []
    return ruling.aims or ([-stays] if stays.any() else [])


def grant_in_order(
    aims: Sequence[Array], target: Sizes, constraints: Constraints, options: SearchOptions, limit: Limit = _LINEAR_LIMIT
) -> Found:
    """Return the best assignment by the first aim; ties are broken by the second aim, and so on.

    Sizes that are a guide come before all aims. Within ranges they come last (``EVEN_AMONG_EQUALS``).
    """
    options.progress(0.3, Message("progress-choices"))
    blocks = _blocks_alike(constraints, aims, options.rng)
    ordered: list[Array | None] = [blocks.add_up(aim) / blocks.parts[:, None] for aim in aims]
    if target.soft_weight > 0:
        ordered.insert(len(ordered) if target.soft_weight <= EVEN_AMONG_EQUALS else 0, None)
    answer, proven = solve_in_order(
        constraints, blocks, ordered, sizes=target.exact, any_order=target.labels == "free", limit=limit
    )
    if answer.counts is None:
        raise RulesError(_IMPOSSIBLE) if answer.impossible else SearchError(_NOT_FOUND)
    return Found(blocks.labels(answer.counts), 1, 1, proven=proven, hurried=answer.hurried)


def _blocks_alike(constraints: Constraints, aims: Sequence[Array], rng: np.random.Generator) -> Blocks:
    """Return blocks of people whom no rule and no aim (N, ...) tells apart, in random order.

    So chance, not the order in the table, decides which of several equal people gets their choice.
    """
    blocks = blocks_of(constraints, also_by=np.concatenate(aims, axis=1))
    # Where people are in several groups, a block has whole people, whose places stand in order.
    members = [rng.permutation(people) if constraints.each == 1 else people for people in blocks.members]
    order = rng.permutation(len(members))
    return Blocks(tuple(members[b] for b in order), blocks.parts[order])


class _RuledSearch:
    """A search from several starts, for one set of rules, and its parts; ``by_company`` as for ``_has_many_pairs``."""

    def __init__(self, constraints: Constraints, target: Sizes, workers: Workers, *, by_company: bool = False) -> None:
        self.constraints, self.target, self.workers = constraints, target, workers
        self.ruled = rule_arrays(constraints)
        # Whether programs improve on exchanges, and what they look at.
        self.has_many_pairs = _has_many_pairs(constraints, by_company=by_company)
        self.programs_help = not (constraints.meetings or self.has_many_pairs)
        self.programmed = constraints
        if not self.programs_help:
            self.programmed = replace(constraints, pairs=constraints.pairs[:0], pair_costs=constraints.pair_costs[:0])
        if not self.programs_help or _spreads_many(constraints):
            traits = tuple(replace(trait, price=0.0) for trait in constraints.traits)
            self.programmed = replace(self.programmed, traits=traits)
        self.ended: list[tuple[float, bool]] = []  # the gap of each program, and whether the clock stopped it

    def run(
        self, whole: Arrays, draws: LabelDraws, options: SearchOptions, warm: list[Array], *, labelled: bool
    ) -> Found:
        """Make starts meet the rules, heat the best of them, and let the best results descend on all draws.

        Unless ``labelled``, assignments that differ only in the numbering of the groups are the same.
        """
        n_asked, rng, workers, progress = options
        constraints, n_people = self.constraints, draws.n_people
        some = sample_draws(draws, n_people)
        few = draws.subset(None, some)
        small = whole if some is None else whole._replace(z=few.codes, weights=few.weights)
        n_starts = max(2, min(n_asked, _CELLS_OF_ALL_STARTS // (n_people * constraints.n_groups)))
        starts = warm + make_starts(small, few, self.target, max(0, n_starts - len(warm)), rng)
        progress(0.3, Message("progress-rules"))
        jobs = list(zip(starts, range(len(starts)), rng.integers(2**63, size=len(starts)).tolist(), strict=True))
        ends = [end for end in workers.map(lambda job: self.begin(small, *job), jobs) if end is not None]
        if not ends:
            raise SearchError(_NOT_FOUND)
        best = min(ends, key=lambda end: end.value)
        if self.is_perfect(whole, best.labels):
            n_best = sum(end.value <= best.value + TOLERANCE for end in ends)
            return Found(best.labels, len(starts), n_best, proven=True)
        progress(0.5, Message("progress-exploring"))
        leaders, line = keep_distinct(ends, _HEATING_STAGES[0][0], labelled)
        # A single start, if the others failed in time, does not show agreement.
        blocked = constraints.mixed or constraints.meetings or constraints.quotas or constraints.lonely
        if len(ends) == 1 or len(set(line)) > 1 or blocked:
            cells = _ANNEALING_WORK * min(constraints.n_groups, _MAX_PAID_GROUPS)
            leaders = self.heat_up(small, leaders, cells * min(1.0, n_asked / _FULL_WORK_STARTS), rng)
        progress(0.8, Message("progress-improving"))
        finalists, became = keep_distinct(leaders, 2, labelled)
        known = [labels for labels in warm if self.is_fine(whole, labels)] if some is not None else []
        final = [self.finish(whole, labels) for labels in [end.labels for end in finalists] + known]
        best = min(final, key=lambda end: end.value)
        values = [final[i].value if i >= 0 else np.inf for i in became]
        n_best = sum(leader >= 0 and values[leader] <= best.value + near_enough(n_people) for leader in line)
        proven = self.is_perfect(whole, best.labels)
        gap, hurried = max((gap for gap, _ in self.ended), default=0.0), any(hurried for _, hurried in self.ended)
        return Found(best.labels, len(starts), max(n_best, 1), proven, gap, hurried)

    def people(self, arrays: Arrays, workers: Workers | None = None) -> UnitMachine:
        """Return a machine with everybody; it has one thread unless ``workers`` are given."""
        return UnitMachine(arrays, self.constraints, self.ruled, workers or Workers(1))

    def is_fine(self, arrays: Arrays, labels: Array) -> bool:
        """Say whether an assignment meets the rules and the wanted sizes."""
        sizes = np.bincount(labels, minlength=self.target.n_groups)
        return not self.constraints.broken(labels) and self.target.meets(sizes, any_order=arrays.size.free)

    def is_perfect(self, arrays: Arrays, labels: Array) -> bool:
        """Say whether an assignment is clearly best: the loss is constant, and the rules cost the least possible."""
        sizes = np.bincount(labels, minlength=self.target.n_groups)
        if not self._is_same_for_all(arrays) or not self._has_best_sizes(arrays, labels):
            return False
        return self.constraints.shared_cost(labels) <= self.constraints.even_cost(sizes) + TOLERANCE

    def _is_same_for_all(self, arrays: Arrays) -> bool:
        """Say whether the loss depends on nothing but the sizes."""
        n_groups = self.constraints.n_groups
        return arrays.n_clusters == 1 and not (len(arrays.cost) and np.ptp(arrays.cost[:, :n_groups]))

    def _has_best_sizes(self, arrays: Arrays, labels: Array) -> bool:
        """Say whether all other sizes alone cost at least as much as this assignment, if the loss is the same for all.

        If equal sizes are wanted, each move to a group that is smaller by two or more lowers the distance from them,
        unless that is at least 1 (ln(x) / x falls beyond e). So the least distance of other sizes is one move away.
        """
        target, term = self.target, arrays.size
        if target.exact is not None:
            return True
        sizes = np.bincount(labels, minlength=target.n_groups)
        now, others = float(size_costs(term, sizes[None])[0]), 0.0
        if term.weight > 0 and np.ptp(sizes) <= 1 and not (np.ptp(term.log_target) or term.by_size[PSI, 1:].any()):
            moves = move_costs(term, sizes)
            others = min(now + moves[moves > TOLERANCE].min(initial=np.inf), term.weight)
        return now + self.constraints.shared_cost(labels) <= others + TOLERANCE

    def solve_linear(self, arrays: Arrays, rng: np.random.Generator) -> Found | None:
        """Return the best assignment for a loss that is linear in people: the answer of one program.

        Uneven spreads, and distances from the wanted sizes, have costs at given sizes only. There is no answer if
        programs do not improve on exchanges of people, or if the sizes that they would need are not known.
        """
        constraints, target = self.constraints, self.target
        sizes, guided = target.exact, target.soft_weight > 0
        # If nothing tells groups apart, one order of the sizes is as good as any other.
        any_order = len(arrays.cost) > 0 and (guided or arrays.size.free)
        if guided or constraints.mixed:
            sizes = target.whole_sizes(constraints.n_people)
            any_order = any_order and np.ptp(sizes) > 0
            known = target.exact is not None or (guided and self._is_same_for_all(arrays))
            if not known or any_order or self.programmed is not constraints:
                return None
        people = self.people(arrays, self.workers)
        people.majorise()
        gains = people.gains_of(np.arange(people.n_people))[:, : constraints.n_groups]
        blocks = _blocks_alike(constraints, [gains, constraints.mixed_codes], rng)
        if len(blocks.members) * constraints.n_groups > _MAX_SINGLE_CELLS:
            blocks = blocks_of(constraints, also_by=constraints.mixed_codes)
        step = ProgramStep(constraints, target, arrays.size, blocks=blocks, limit=_LINEAR_LIMIT)
        if not step.place(people, sizes, any_order=any_order):
            return None
        people.adopt()
        proven = step.gap <= _LINEAR_LIMIT.gap and (not guided or self._has_best_sizes(arrays, people.labels))
        if not proven:
            people.move_each(_LAST_DESCENT.sweeps)
        ended = (0.0, False) if proven else (step.gap, step.hurried)
        return Found(people.labels_on_host(), 1, 1, proven, *ended)

    def begin(self, arrays: Arrays, labels: Array, job: int, seed: int) -> Visited | None:
        """Make a start meet the rules and descend by single steps; None if the rules could not be met."""
        people = self.people(arrays)
        people.start(labels)
        if not self.is_fine(arrays, labels):
            # The only assignments nearby may have quite different sizes: every second start ignores the wanted ones.
            sized = job % 2 == 0 or self.target.exact is not None
            people.majorise()
            sizes = self._first_sizes(arrays, labels) if sized else None
            careful = job < _MAX_CAREFUL_STARTS and self.programs_help
            limits = [_CAREFUL_START_LIMIT, _OTHER_START_LIMIT] if careful else [_OTHER_START_LIMIT]
            if not any(self._place(arrays, people, sizes, limit) for limit in limits):
                return None
            people.adopt()
            if not careful:
                people.move_each(_LAST_DESCENT.sweeps)
                n_steps = _STEPS_PER_PERSON * self.constraints.n_people
                people.anneal(_START_HEAT * people.regret(), _START_COOLING, n_steps, np.random.default_rng(seed))
        people.move_each(_LAST_DESCENT.sweeps)
        return Visited(people.objective(), people.labels_on_host())

    def _place(self, arrays: Arrays, people: UnitMachine, sizes: Array | None, limit: Limit) -> bool:
        """Try an assignment that meets the rules; say whether one was found."""
        step = ProgramStep(self.programmed, self.target, arrays.size, limit=limit)
        found = step.place(people, sizes)
        self.ended.append((0.0, step.hurried))
        return found

    def heat_up(self, arrays: Arrays, leaders: list[Visited], cells: float, rng: np.random.Generator) -> list[Visited]:
        """Heat assignments, cool them down and descend, again and again; return the best one found from each.

        The stages give all of them some steps, the better half more, and the best one most.
        """
        n_people, n_units = self.constraints.n_people, len(self.ruled.begin) - 1
        # Sets of people take longer, since their steps are never rejected without reading the draws.
        step_cells = (arrays.z.shape[1] + _STEP_OVERHEAD) * n_people / n_units
        n_steps = min(_MAX_STEPS_PER_PERSON * n_people, cells / step_cells)
        leaders = list(leaders)
        for n_heated, share in _HEATING_STAGES:
            heated = sorted(range(len(leaders)), key=lambda i: leaders[i].value)[:n_heated]
            jobs = [(leaders[i], share * n_steps / len(heated), int(rng.integers(2**63))) for i in heated]
            for i, end in zip(heated, self.workers.map(lambda job: self._heat(arrays, *job), jobs), strict=True):
                leaders[i] = end
        return leaders

    def _heat(self, arrays: Arrays, best: Visited, n_steps: float, seed: int) -> Visited:
        """Heat one assignment again and again until the steps are used up; return the best one found."""
        rng, people = np.random.default_rng(seed), self.people(arrays)
        people.start(best.labels)
        people.move_each(_LAST_DESCENT.sweeps)
        regret, futile, n_people = people.regret(), 0, self.constraints.n_people
        term = arrays.size
        loose = self.people(arrays._replace(size=term._replace(weight=_LOOSE_WEIGHT * term.weight)))
        may_trade = term.weight > 0 and not term.fixed_sizes
        coolest, hottest = np.log(_HEAT_RANGE)
        each = _SLOW_STEPS_PER_PERSON if self.has_many_pairs else _STEPS_PER_PERSON
        while futile < _MAX_FUTILE_HEATINGS and n_steps > 0:
            futile += 1
            labels = best.labels
            heat = float(np.exp(rng.uniform(coolest, hottest)))
            if may_trade and rng.random() < _LOOSE_SHARE:
                loose.start(labels)
                loose.anneal(heat * regret, 1.0, _LOOSE_STEPS_PER_PERSON * n_people, rng)
                labels = loose.labels_on_host()
                n_steps -= _LOOSE_STEPS_PER_PERSON * n_people
            people.start(labels)
            cooling = int(each * n_people * np.log10(heat / _END_HEAT))
            people.anneal(heat * regret, _END_HEAT / heat, cooling, rng)
            people.move_each(_LAST_DESCENT.sweeps)
            n_steps -= cooling
            if (value := people.objective()) < best.value - TOLERANCE:
                best, futile = Visited(value, people.labels_on_host()), 0
        return best

    def finish(self, arrays: Arrays, labels: Array) -> Visited:
        """Descend by integer programs and single steps."""
        step = ProgramStep(self.programmed, self.target, arrays.size)
        people = self.people(arrays, self.workers)
        people.start(labels)
        people.move_each(_LAST_DESCENT.sweeps)
        if not self.programs_help:
            return Visited(people.objective(), people.labels_on_host())
        value = Descent(people, step).run(_LAST_DESCENT)
        self.ended.append((step.gap, step.hurried))
        return Visited(value, people.labels_on_host())

    def _first_sizes(self, arrays: Arrays, labels: Array) -> Array:
        """Return the first sizes: the wanted sizes, matched to the present ones, or else the present sizes."""
        target = self.target
        sizes = np.bincount(labels, minlength=self.constraints.n_groups)
        if target.wanted is None:
            return target.within(sizes)
        wanted = target.whole_sizes(int(sizes.sum()))
        if not arrays.size.free:
            return wanted
        matched = match_sorted(sizes, wanted)
        return target.within(matched) if target.exact is None else matched


def _aligned(labels: Array, constraints: Constraints) -> Array:
    """Return the assignment with groups numbered so that as few people as possible are in forbidden groups."""
    total = np.zeros((constraints.n_groups, constraints.n_groups))
    np.add.at(total, labels, constraints.personal_costs())
    return best_names(-total)[labels]
