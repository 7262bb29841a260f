"""Several rounds of groups in which as few pairs as possible meet twice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..options import Progress, Workers, as_generator, as_reporter, whole
from ..rules.constraints import Constraints
from ..rules.rule_set import RuleSet
from ..rules.rules import NotAgain, Rules
from ..words.message import Message, Setting
from .decision import Decision
from .draws import LabelDraws
from .kernels.arrays import TOLERANCE
from .programs.integer_program import blocks_of
from .ruled.units import UnitMachine, rule_arrays
from .search.exhaustive import every_assignment_under

Array = np.ndarray

# With more people, the table of all pairs takes too much memory.
_MAX_PEOPLE = 3000
# The cost of a repeated meeting: more than any loss.
_REPEAT_COST = 1e3
# First temperature of the annealing, as a share of that cost.
_START_HEAT = 0.7
# Last temperature of the annealing, as a share of that cost.
_END_HEAT = 0.05
# Temperatures of the annealing.
_HEAT_LEVELS = 40
# Proposals per person at each temperature.
_STEPS_PER_PERSON = 20
# Proposals in all attempts together.
_STEPS_OF_ALL_ATTEMPTS = 2e6
# Attempts to anneal all rounds.
_MAX_ATTEMPTS = 20
# Proposals x people in one attempt.
_WORK_PER_ATTEMPT = 5e9
# Pairs of groups whose people are divided again, in one attempt.
_SHARINGS_PER_ATTEMPT = 100
# Units that two groups divide between them at a time.
_MAX_SHARED_UNITS = 12
# With more rounds, not all groupings are tried.
_MAX_ROUNDS_TO_TRY_ALL = 50
# Groupings x pairs that the search over all groupings reads.
_MAX_COVER_WORK = 1e9
# Groupings x pairs that are kept in memory.
_MAX_GROUPING_CELLS = 2e7
# Rounds of a plan.
_MAX_ROUNDS = 1000
# Rounds x people x people of a plan.
_MAX_ROUND_PAIRS = 1e9
# Draws that are used to judge rounds after the first.
_DRAWS_OF_LATER_ROUNDS = 200
# Sweeps of single moves and exchanges in one round.
_MAX_SWEEPS = 100


# No pairs of people, (0, 2).
NOBODY_MET = np.zeros((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Rounds:
    """Groups for several rounds.

    Attributes
    ----------
    labels
        (R, N) everybody's group in each round; the first round is the given decision.
    names, people
        Names of the groups and of the people.
    repeats
        The number of repeated meetings: each meeting of two people after their first counts, and each meeting of two
        who met before.
    fewest
        A lower bound on repeated meetings, given the first round, the sizes and the rules.
    outcomes
        Sentences on how rules about columns came out in each round.
    before
        (S, 2) pairs of people who met before the first round: those of :class:`bayeshat.NotAgain`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> decision = bh.mix_people({"name": ["Ann", "Bo", "Cy", "Di"]}, groups=2)
    >>> rounds = bh.plan_rounds(decision, 2)
    >>> rounds.labels.shape, rounds.repeats, rounds.again
    ((2, 4), 0, 0)
    >>> str(rounds.words())
    'In 2 rounds, nobody meets anybody twice.'
    >>> list(rounds.table())
    ['name', 'round 1', 'round 2']
    """

    labels: Array
    names: tuple[str, ...]
    people: tuple[str, ...]
    repeats: int
    fewest: int
    outcomes: tuple[tuple[Message, ...], ...] = ()
    before: Array = field(default_factory=lambda: NOBODY_MET)

    @property
    def again(self) -> int:
        """How many pairs of people meet more than once, or meet and had met before."""
        meetings = _meetings(self.labels)
        return int((np.triu(meetings + _table(self.before, len(meetings)), 1)[np.triu(meetings, 1) > 0] > 1).sum())

    def words(self) -> Message:
        """Return a sentence on how many pairs meet again, and how many of their meetings cannot be avoided."""
        told = {"rounds": len(self.labels), "earlier": len(self.before)}
        if self.repeats == 0:
            return Message("rounds-new", **told)
        meetings = Message("rounds-again", **told, pairs=self.again, repeats=self.repeats)
        if self.repeats == self.fewest:
            return Message("rounds-fewest", meetings=meetings)
        return Message("rounds-least", meetings=meetings, fewest=self.fewest)

    def table(self) -> dict[str, list[str]]:
        """Return a table with one row per person: the name, and the group in each round."""
        columns = {f"round {r}": [self.names[g] for g in labels] for r, labels in enumerate(self.labels.tolist(), 1)}
        return {"name": list(self.people)} | columns

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "labels": self.labels.tolist(),
            "names": list(self.names),
            "repeats": self.repeats,
            "pairs_again": self.again,
            "fewest": self.fewest,
            "outcomes": [list(map(str, sentences)) for sentences in self.outcomes],
        }


def plan_rounds(
    decision: Decision,
    rounds: int,
    *,
    rng: int | np.random.Generator | None = None,
    progress: bool | Progress = False,
) -> Rounds:
    """Plan several rounds of groups in which as few people as possible meet again.

    The first round is the decision. The others have groups of the same sizes under the same rules. As few meetings as
    possible are repeated, so that as many different pairs as possible meet; among equally good groups, the decision's
    loss chooses. Every repeated meeting counts: a pair that meets three times is as bad as two pairs that meet twice,
    since in both cases two other pairs miss their chance to meet. People who met before (:class:`bayeshat.NotAgain`)
    meet again in whichever round they meet.

    Parameters
    ----------
    decision
        The groups of the first round.
    rounds
        How many rounds there are, the first one included.
    rng
        Seed or generator; None is seed 0.
    progress
        As for :func:`decide`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": [f"Person {n}" for n in range(1, 10)]}
    >>> rounds = bh.plan_rounds(bh.mix_people(table, groups=3), 4)
    >>> str(rounds.words())
    'In 4 rounds, nobody meets anybody twice.'
    """
    n_rounds = check_rounds(rounds, decision.n_people)
    if n_rounds > 1 and decision.places.each > 1:
        raise InputError(Message("plan-each-with", each=decision.places.each, setting=Setting("rounds")))
    names = decision.problem.person_names
    nothing = RuleSet.of(Rules(), names, decision.names, {})
    ruling = nothing if decision.kept is None else decision.kept.ruling
    before = met_before(ruling)
    others = ruling.some(rule for rule in ruling.rules if not isinstance(rule, NotAgain))
    worth = 0.0 if decision.kept is None else decision.kept.worth
    # Meeting again is counted here, not weighed.
    constraints = replace(ruling.constraints, pairs=others.pairs, pair_costs=others.pair_costs * worth)
    fewest = _fewest(decision.labels, n_rounds, constraints, before)
    planning = _Planning(decision, constraints, n_rounds, before)
    labels, proven = planning.run(as_generator(rng), fewest, as_reporter(progress))
    repeats = count_repeats(labels, before)
    return Rounds(
        labels,
        decision.names,
        names,
        repeats,
        repeats if proven else fewest,
        tuple(map(ruling.tell_outcomes, labels)),
        before,
    )


def met_before(ruling: RuleSet) -> Array:
    """Return the pairs of people who should not meet again, by number, (S, 2)."""
    return ruling.some(ruling.rules.of(NotAgain)).pairs


def check_rounds(rounds: int, n_people: int) -> int:
    """Return the number of rounds; raise InputError if they cannot be planned."""
    n_rounds = whole("rounds", rounds, 1, "Use 2 or more.")
    if n_rounds > 1 and n_people > _MAX_PEOPLE:
        raise InputError(
            f"Rounds can be planned for at most {_MAX_PEOPLE} people; got {n_people}. Plan them for some of the "
            "people at a time."
        )
    most = int(min(_MAX_ROUNDS, _MAX_ROUND_PAIRS / n_people**2))
    if n_rounds > most:
        raise InputError(
            f"For {n_people} people, at most {most} rounds can be planned; got {n_rounds}. Ask for fewer, or repeat "
            "those of a shorter plan."
        )
    return n_rounds


def count_repeats(labels: Array, before: Array = NOBODY_MET) -> int:
    """Return the number of repeated meetings in rounds (R, N), of people of whom pairs (S, 2) met before."""
    return _repeats(_meetings(labels) + _table(before, labels.shape[1]))


def _repeats(meetings: Array) -> int:
    return int(np.triu(np.maximum(meetings - 1, 0), 1).sum())


def _table(pairs: Array, n_people: int) -> Array:
    """Return which people are pairs (S, 2), (N, N)."""
    table = np.zeros((n_people, n_people), np.int64)
    table[pairs[:, 0], pairs[:, 1]] = table[pairs[:, 1], pairs[:, 0]] = 1
    return table


def _meetings(labels: Array) -> Array:
    """Return how often any two people meet, (N, N), themselves included."""
    n_people = labels.shape[1]
    return sum((_are_together(own) for own in labels), np.zeros((n_people, n_people), np.int64))


def _are_together(own: Array) -> Array:
    """Return which people share a group in one round (N,), (N, N)."""
    return own[:, None] == own


def _fewest(first: Array, n_rounds: int, constraints: Constraints, before: Array) -> int:
    """Return a lower bound on repeated meetings, given the first round (N,) and pairs (S, 2) who met before.

    The number of pairs is limited; members of a group can only spread over the next round's groups; and people whom
    rules keep together, or in one group, meet in every round.
    """
    n_people, n_groups = len(first), constraints.n_groups
    sizes = np.bincount(first, minlength=n_groups)
    again = int((first[before[:, 0]] == first[before[:, 1]]).sum())
    meetings = n_rounds * sum(math.comb(size, 2) for size in sizes.tolist())
    parted = 0
    for size in sizes.tolist():
        each, more = divmod(size, n_groups)
        parted += more * math.comb(each + 1, 2) + (n_groups - more) * math.comb(each, 2)
    forced = np.zeros((n_people, n_people), dtype=bool)
    for people in constraints.together:
        forced[np.ix_(people, people)] = True
    pinned = np.where(constraints.allowed.sum(axis=1) == 1, constraints.allowed.argmax(axis=1), -1)
    forced |= (pinned[:, None] == pinned) & (pinned >= 0)
    always = int(np.triu(forced, 1).sum())
    return max(meetings - math.comb(n_people, 2) + len(before), again + (n_rounds - 1) * max(parted, always))


class _Planning:
    """The search for all rounds but the first.

    Only one round changes at a time. The machines know everybody's group in that round, and ``met`` who meets in the
    others or met ``before`` (S, 2).
    """

    def __init__(self, decision: Decision, constraints: Constraints, n_rounds: int, before: Array) -> None:
        self.first, self.constraints = decision.labels.astype(np.int64), constraints
        self.before, self.earlier = before, _table(before, decision.n_people)
        self.n_people, self.n_rounds = decision.n_people, n_rounds
        self.met = np.zeros((self.n_people, self.n_people), dtype=np.bool_)
        target = replace(decision.problem.sizes, exact=decision.sizes.astype(np.int64), labels="fixed", bounds=None)
        self.problem = replace(decision.problem, sizes=target).reduced()

    def _people(self, draws: LabelDraws, shares: Array | None) -> UnitMachine:
        """Return a machine that counts repeated meetings, and the loss by these draws."""
        arrays = replace(self.problem, draws=draws, shares=shares).arrays(self.constraints.cost)
        ruled = rule_arrays(self.constraints)._replace(met=self.met, again=_REPEAT_COST)
        return UnitMachine(arrays, self.constraints, ruled, Workers(1))

    def run(self, rng: np.random.Generator, fewest: int, progress: Progress) -> tuple[Array, bool]:
        """Return everybody's group in each round, (R, N), and whether fewer repeated meetings are proven impossible."""
        if self.n_rounds == 1:
            return self.first[None], True
        best, proven = self._try_all(fewest)
        least = count_repeats(best, self.before)
        if least > fewest and not proven:
            # Meetings matter most, so the draws are not needed until repeated meetings are as few as possible.
            blind = self._people(self.problem.draws.blind(), None)
            calls = _HEAT_LEVELS * (self.n_rounds - 1)
            steps = int(min(_STEPS_PER_PERSON * self.n_people, _WORK_PER_ATTEMPT / (calls * self.n_people)))
            attempts = int(np.clip(_STEPS_OF_ALL_ATTEMPTS // (calls * steps), 1, _MAX_ATTEMPTS))
            for attempt in range(attempts):
                progress(0.8 * attempt / attempts, Message("progress-rounds"))
                labels = self._share_out(self._anneal(blind, steps, rng), fewest, rng)
                if (repeats := count_repeats(labels, self.before)) < least:
                    best, least = labels, repeats
                if least == fewest:
                    break
        draws, shares = self.problem.draws, self.problem.shares
        if (
            draws.n_clusters > 1
            or self.problem.loss.sees_labels
            or self.constraints.mixed
            or self.constraints.soft_quotas
        ):
            progress(0.8, Message("progress-better-rounds"))
            few = draws.subset(None, draws.spread(_DRAWS_OF_LATER_ROUNDS))
            best = self._improve(self._people(few, shares), best, rng)
        return best, proven or least == fewest

    def _try_all(self, fewest: int) -> tuple[Array, bool]:
        """Return the best rounds and whether they are proven best; the first round repeated if there are too many."""
        labels = np.tile(self.first, (self.n_rounds, 1))
        groupings = None
        if self.n_rounds <= _MAX_ROUNDS_TO_TRY_ALL:
            groupings = list_groupings(self.constraints, np.bincount(self.first, minlength=self.constraints.n_groups))
        if groupings is None:
            return labels, False
        i, j = np.triu_indices(self.n_people, 1)
        met = self.first[i] == self.first[j]
        again = self.earlier[i, j] > 0
        # Every later meeting is a new pair or a repeat.
        enough = (self.n_rounds - 1) * int(met.sum()) - (fewest - int((met & again).sum()))
        met |= again
        chosen, proven = groupings.cover(met, self.n_rounds - 1, enough)
        labels[1:] = groupings.labels[chosen]
        return labels, proven

    def _anneal(self, people: UnitMachine, n_steps: int, rng: np.random.Generator) -> Array:
        """Anneal all rounds together; return the rounds with the fewest repeated meetings on the way."""
        labels = np.tile(self.first, (self.n_rounds, 1))
        meetings = self._meetings(labels)
        best, least = labels.copy(), _repeats(meetings)
        for heat in _REPEAT_COST * np.geomspace(_START_HEAT, _END_HEAT, _HEAT_LEVELS):
            for own in labels[1:]:
                self._look_around(meetings, own)
                people.start(own)
                people.anneal(heat, 1.0, n_steps, rng)
                self._take(meetings, own, people.labels)
            if (repeats := _repeats(meetings)) < least:
                best, least = labels.copy(), repeats
        return self._settle(people, best)

    def _share_out(self, labels: Array, fewest: int, rng: np.random.Generator) -> Array:
        """Divide the people of pairs of groups again, in case rules leave too little room for exchanges of two."""
        constraints, labels = self.constraints, labels.copy()
        if not constraints.is_hard:
            return labels
        left, n_groups = _SHARINGS_PER_ATTEMPT, constraints.n_groups
        units, meetings, futile = blocks_of(constraints, split=False).members, self._meetings(labels), 0
        turns = [(r, g, h) for r in range(1, self.n_rounds) for g in range(n_groups) for h in range(g)]
        while futile < len(turns) and left > 0 and _repeats(meetings) > fewest:
            for turn in rng.permutation(len(turns)).tolist():
                r, g, h = turns[turn]
                self._look_around(meetings, labels[r])
                new = share_out(constraints, units, labels[r], self.met, (g, h), rng)
                futile = futile + 1 if (new == labels[r]).all() else 0
                self._take(meetings, labels[r], new)
                left -= 1
                if futile >= len(turns) or left <= 0:
                    break
        return labels

    def _settle(self, people: UnitMachine, labels: Array) -> Array:
        """Exchange people in one round after the other until nothing improves."""
        labels, meetings = labels.copy(), self._meetings(labels)
        changed = True
        while changed:
            changed = False
            for own in labels[1:]:
                self._look_around(meetings, own)
                people.start(own)
                changed |= people.move_each(_MAX_SWEEPS) > 0
                self._take(meetings, own, people.labels)
        return labels

    def _improve(self, people: UnitMachine, labels: Array, rng: np.random.Generator) -> Array:
        """Lower the loss of each round, without more repeated meetings."""
        labels = self._settle(people, labels)
        meetings = self._meetings(labels)
        for own in labels[1:]:
            self._look_around(meetings, own)
            people.start(own)
            people.look()
            before, heat = self._value(people), people.regret()
            if heat <= 0:
                continue
            people.start(people.anneal(heat, 0.1, _STEPS_PER_PERSON * self.n_people, rng))
            people.move_each(_MAX_SWEEPS)
            if self._value(people) < before - TOLERANCE:
                self._take(meetings, own, people.labels)
        return self._settle(people, labels)

    def _meetings(self, labels: Array) -> Array:
        """Return how often any two people meet, counting one meeting for those who met before, (N, N)."""
        return _meetings(labels) + self.earlier

    def _value(self, people: UnitMachine) -> float:
        """Return the objective with the cost of repeated meetings."""
        return people.objective() + _REPEAT_COST * float((self.met & _are_together(people.labels)).sum()) / 2

    def _look_around(self, meetings: Array, own: Array) -> None:
        """Update who meets in other rounds, given all meetings (N, N) and the groups of this round (N,)."""
        self.met[:] = meetings > _are_together(own)
        np.fill_diagonal(self.met, False)

    @staticmethod
    def _take(meetings: Array, own: Array, new: Array) -> None:
        """Replace the groups of one round, (N,), and update the meetings."""
        meetings += _are_together(new).astype(np.int64) - _are_together(own)
        own[:] = new


class Groupings(NamedTuple):
    """Every way to make groups of the wanted sizes under the rules; only who is with whom matters."""

    labels: Array  # (M, N)
    pairs: Array  # (M, P) whether each pair of people is together, as floats for fast products

    def cover(self, met: Array, n_rounds: int, enough: int) -> tuple[list[int], bool]:
        """Choose groupings with as many new pairs as possible, who have not ``met`` (P,) yet.

        No grouping can add more new pairs later than now, so a branch ends when its rounds cannot beat the best
        choice. Returns the choice, and whether it is proven best; ``enough`` is an upper bound on new pairs.
        """
        best: list[int] = []
        most, left = -1, max(int(_MAX_COVER_WORK / self.pairs.size), 1)

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
                # Groupings that were tried before this one need not be tried after it.
                choose(met | (self.pairs[grouping] > 0), allowed[order[place:]], [*chosen, grouping], covered + gain)

        choose(met, np.arange(len(self.pairs)), [], 0)
        return best, most == enough or left > 0


def list_groupings(constraints: Constraints, sizes: Array) -> Groupings | None:
    """Return every way to make groups of these sizes under the rules; None if there are too many."""
    labels = every_assignment_under(constraints, sizes)
    i, j = np.triu_indices(constraints.n_people, 1)
    if labels is None or not 0 < len(labels) * len(i) <= _MAX_GROUPING_CELLS:
        return None
    # Of groupings that differ only in the groups' names, keep the one that grants most wishes.
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
    """Divide the people of two groups so that as few pairs as possible meet again; return all labels (N,).

    Unlike an exchange of two people, this moves as many people as the rules require. In large groups, some people
    stay, chosen at random.

    Parameters
    ----------
    units
        Everybody in sets of people who must be together; most sets are single people.
    labels
        (N,) everybody's group in this round.
    met
        (N, N) who meets in other rounds.
    """
    both = [people for people in units if labels[people[0]] in groups]
    some = [both[u] for u in rng.permutation(len(both))[:_MAX_SHARED_UNITS]]
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
