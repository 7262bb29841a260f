"""Waiting lists: who waits where there are fewer places than people, and who moves up when somebody leaves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import Any

import numpy as np

from ..engine.decision import Decision, Waiting
from ..engine.programs.conflicts import is_possible
from ..engine.sizes import Sizes, is_range
from ..errors import BayesHatError, InputError, RulesError, TargetError
from ..options import as_generator
from ..rules.names import match_names
from ..rules.reading import read_waiting
from ..rules.rule import Rule
from ..rules.rule_set import RuleSet
from ..rules.rules import Apart, Bar, Bounds, CommonTimes, JointSize, Pin, Rules, Running, Together
from ..rules.scope import ONE_EACH, Places
from ..rules.values import distinct_values
from ..tables.person_names import NameIndex
from ..tables.text import clip, nearest, normalise
from ..words.message import Message, join, join_some

# How it is decided who waits: by lot, or by the order of the table.
LOTTERY, FIRST_COME = WAYS = ("lottery", "first come")
_WORDS = {
    "los": LOTTERY,
    "losverfahren": LOTTERY,
    "by lot": LOTTERY,
    "first come first served": FIRST_COME,
    "first come, first served": FIRST_COME,
    "wer zuerst kommt": FIRST_COME,
}
# Rules that hold for some people if they hold for more.
_KEPT_BY_FEWER = (Pin, Bar, Together, Apart, CommonTimes)
# People in one note.
_NAMED = 8
# Sets of people who are tried where rules need certain people, such as that nobody is alone.
_MOST_TRIED = 1000


def read_way(text: str) -> str:
    """Return how it is decided who waits, or refuse the text.

    Examples
    --------
    >>> read_way("First come")
    'first come'
    """
    plain = normalise(text) if isinstance(text, str) else ""
    if (way := _WORDS.get(plain, plain)) not in WAYS:
        raise InputError(Message("plan-waiting-way", got=clip(str(text))))
    return way


def read_places(target: Any, groups: Sequence[str] | None, number: int | None) -> dict[str, str]:
    """Return how many people each group may have, as ranges by name, or refuse sizes that do not say it.

    Examples
    --------
    >>> read_places([3, 2], None, None), read_places("2..4", None, 2)
    ({'1': '0..3', '2': '0..2'}, {'1': '2..4', '2': '2..4'})
    """
    if isinstance(target, Mapping):
        sizes = {str(name): size for name, size in target.items()}
    elif isinstance(target, str):
        n_groups = len(groups) if groups is not None else number
        if not is_range(target) or n_groups is None:
            raise TargetError(Message("plan-waiting-sizes"))
        sizes = dict.fromkeys(groups or map(str, range(1, n_groups + 1)), target)
    else:
        counts = list(target)
        names = groups or [str(g) for g in range(1, len(counts) + 1)]
        if len(names) != len(counts):
            raise TargetError(Message("plan-waiting-sizes"))
        sizes = dict(zip(names, counts, strict=True))
    places: dict[str, str] = {}
    for name, size in sizes.items():
        text = size if isinstance(size, str) else f"0..{int(size)}" if _is_count(size) else ""
        limits = Bounds.of(text) if text else None
        if limits is None or limits.most is None or limits.counted is not None:
            raise TargetError(Message("plan-waiting-sizes"))
        places[name] = text
    if not count_places(places):
        raise TargetError(Message("plan-waiting-sizes"))
    return places


def _is_count(size: Any) -> bool:
    return not isinstance(size, bool) and float(size) == math.floor(float(size)) and float(size) >= 0


def count_places(places: Mapping[str, str]) -> int:
    """Return how many people there is room for."""
    return sum(int(Bounds.of(size).most or 0) for size in places.values())


@dataclass(frozen=True, eq=False)
class Entrants:
    """Everybody who would like a place.

    Attributes
    ----------
    people, columns
        Everybody's name, and what else is known, as texts by heading.
    rules
        All rules but the sizes, with names that are known.
    bounds
        The sizes as rules.
    """

    people: tuple[str, ...]
    columns: Mapping[str, Sequence[str]]
    groups: tuple[str, ...]
    rules: Rules
    bounds: Rules

    @classmethod
    def read(
        cls,
        people: Sequence[str],
        columns: Mapping[str, Sequence[str]],
        groups: Sequence[str],
        rules: Rules,
        bounds: Rules,
    ) -> Entrants:
        """Match the names in rules; unknown ones are reported all at once."""
        known = Rules(match_names(rules, people, groups, columns))
        return cls(tuple(people), columns, tuple(groups), known, bounds)

    def rules_for(self, some: Iterable[str]) -> Rules:
        """Return the rules without people who are not among these, and without rules that say nothing of these."""
        there = set(some)
        columns = self.columns_for([name for name in self.people if name in there])
        renamed = (_rule_for(rule, there) for rule in self.rules)
        return Rules(rule for rule in renamed if rule is not None and _applies(rule, columns))

    def columns_for(self, some: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the columns of some people."""
        place = {name: n for n, name in enumerate(self.people)}
        return {heading: tuple(cells[place[name]] for name in some) for heading, cells in self.columns.items()}

    def fits(self, some: Iterable[str], pins: Rules, *, loosely: bool = False) -> bool:
        """Say whether these people can all have places under the rules.

        ``loosely`` looks only at rules that still hold when people are taken away.
        """
        there = set(some)
        few = [name for name in self.people if name in there]
        rules = [rule for rule in (*self.rules_for(few), *pins) if rule.is_hard]
        bounds: list[Rule] = list(self.bounds)
        if loosely:
            rules = [rule for rule in rules if _is_kept_by_fewer(rule)]
            bounds = [
                replace(rule, least=None, or_empty=False) for rule in self.bounds.of(Bounds) if rule.most is not None
            ]
        if not few:
            return True
        return is_possible(RuleSet.of(Rules([*rules, *bounds]), few, self.groups, self.columns_for(few)).constraints)

    def units(self, order: Sequence[str]) -> list[tuple[str, ...]]:
        """Return people in this order, those who must be together as one."""
        company: dict[str, set[str]] = {}
        for rule in self.rules.of(Together):
            if rule.is_hard:
                joined = set(rule.people).union(*(company.get(name, ()) for name in rule.people))
                for name in joined:
                    company[name] = joined
        units: dict[str, tuple[str, ...]] = {}
        for name in order:
            if not any(name in unit for unit in units.values()):
                units[name] = tuple(one for one in order if one in company.get(name, {name}))
        return list(units.values())

    def choose(self, order: Sequence[str], n_places: int) -> list[str]:
        """Return who gets a place, as many as possible: each in this order who fits with those before."""
        units = self.units(order)
        first: list[tuple[str, ...]] = []
        for unit in units:
            if _count(first) + len(unit) <= n_places:
                first.append(unit)
        if not self.fits(_people(first), Rules()):
            first = self._choose_one_by_one(units, n_places)
        return self.fill_up(_people(first), Rules(), order, n_places)

    def _choose_one_by_one(self, units: Sequence[tuple[str, ...]], n_places: int) -> list[tuple[str, ...]]:
        chosen: list[tuple[str, ...]] = []
        for unit in units:
            more = [*chosen, unit]
            if _count(more) <= n_places and self.fits(_people(more), Rules(), loosely=True):
                chosen = more
        if self.fits(_people(chosen), Rules()):
            return chosen
        # Rules that need people, such as that nobody is alone, may ask for others: as many as possible, in order.
        sizes = range(min(len(units), n_places), 0, -1)
        others = (list(some) for size in sizes for some in combinations(units, size))
        tried = (some for some in islice(others, _MOST_TRIED) if _count(some) <= n_places)
        fewer = chain(tried, (chosen[:size] for size in range(len(chosen) - 1, 0, -1)))
        return next((some for some in fewer if self.fits(_people(some), Rules())), chosen)

    def fill_up(self, placed: Sequence[str], pins: Rules, order: Sequence[str], n_places: int) -> list[str]:
        """Return those who have a place, and everybody in this order who can have one with them."""
        there, changed = list(placed), True
        while changed:
            changed = False
            for unit in self.units([name for name in order if name not in set(there)]):
                more = [*there, *unit]
                if len(more) <= n_places and self.fits(more, pins):
                    there, changed = more, True
        return there

    def without_broken(self, there: Mapping[str, str]) -> tuple[Entrants, list[Message]]:
        """Return the rules that people in their places keep, with a note on the others; groups may be smaller."""
        few = [name for name in self.people if name in there]
        number = {normalise(group): g for g, group in enumerate(self.groups)}
        if unknown := [group for group in there.values() if normalise(group) not in number]:
            raise InputError(
                Message("plan-no-such-place", groups=join_some(self.groups, _NAMED), group=clip(unknown[0]))
            )
        labels = np.array([number[normalise(there[name])] for name in few], dtype=np.int64)
        about = (tuple(few), self.groups, self.columns_for(few))
        broken: list[Rule] = []
        for rule in self.rules if few else ():
            now = replace(self, rules=Rules([rule])).rules_for(few) if rule.is_hard else Rules()
            if now and RuleSet.of(now, *about).constraints.broken(labels):
                broken.append(rule)
        counts = np.bincount(labels, minlength=len(self.groups))
        bounds = []
        for rule in self.bounds.of(Bounds):
            size = int(counts.min() if rule.group is None else counts[number[normalise(rule.group)]])
            bounds.append(replace(rule, least=None if rule.least is None else min(rule.least, size)))
        notes = (
            [Message("plan-left-broken", rules=join([rule.told() for rule in broken], "semicolon"))] if broken else []
        )
        kept = Rules(rule for rule in self.rules if rule not in set(broken))
        return replace(self, rules=kept, bounds=Rules(bounds)), notes

    def listed(self, names: Sequence[str]) -> tuple[Waiting, ...]:
        """Return people who wait, with the groups that they chose."""
        wishes: dict[str, list[str]] = {}
        for rule in self.rules:
            for person in rule.mentions("person") if rule.choices else ():
                wishes.setdefault(person, []).extend(rule.choices)
        return tuple(Waiting(name, tuple(dict.fromkeys(wishes.get(name, ())))) for name in names)


def tell_waiting(waiting: Sequence[Waiting], way: str, *, n_places: int, n_people: int) -> Message:
    """Return who waits and how that was decided, or that nobody does."""
    if not waiting:
        return Message("plan-nobody-waits")
    names = join_some([one.name for one in waiting], _NAMED)
    how = way.split()[0]
    told = {"count": len(waiting), "names": names, "how": how, "places": n_places, "people": n_people}
    placed = n_people - len(waiting)
    # Rules may leave places free that nobody who waits can take.
    return Message("plan-waits", **told) if placed >= n_places else Message("plan-waits-rules", **told, placed=placed)


def _rule_for(rule: Rule, there: set[str]) -> Rule | None:
    """Return a rule without people who are not there; None if it says nothing then."""
    return rule.rename(lambda role, name: name if role != "person" or name in there else None)


def _is_kept_by_fewer(rule: Rule) -> bool:
    """Say whether a rule that holds for some people holds for any of them."""
    return isinstance(rule, _KEPT_BY_FEWER) or (isinstance(rule, JointSize | Running) and rule.least is None)


def _applies(rule: Rule, columns: Mapping[str, Sequence[str]]) -> bool:
    """Say whether a rule has anything to ask of people with these columns: its values may all wait."""
    for column in rule.mentions("column"):
        cells = columns[column]
        values = set(map(normalise, distinct_values(cells)))
        if not values or rule.find_fault(cells) or not values.issuperset(map(normalise, rule.mentions("value"))):
            return False
    return True


def _people(units: Iterable[tuple[str, ...]]) -> list[str]:
    return [name for unit in units for name in unit]


def _count(units: Iterable[tuple[str, ...]]) -> int:
    return sum(map(len, units))


def fill_groups(sizes: Iterable[Bounds], rules: Rules, places: Places = ONE_EACH) -> Rules:
    """Return ranges with somebody in every group that names no smallest size, unless it may be closed."""
    closable = {normalise(group) for rule in rules.of(Running) for group in rule.groups}
    closable |= {
        normalise(group) for name, some in places.held.items() if normalise(name) in closable for group in some
    }

    def fill(size: Bounds) -> Bounds:
        may_close = bool(closable) if size.group is None else normalise(size.group) in closable
        given = size.least is not None or size.most is None
        return size if given or may_close else replace(size, least=min(1, size.most or 0))

    return Rules(map(fill, sizes))


@dataclass(frozen=True, eq=False)
class Seats:
    """Who has a place, who waits, and what is asked of those with a place.

    Attributes
    ----------
    placed
        The names of those who have a place.
    waiting
        The others, in the order in which they move up.
    places
        The size of each group, as a range.
    rules, bounds
        The rules about those who have a place, and the sizes as rules.
    notes
        What to say about it.
    """

    placed: list[str]
    waiting: tuple[Waiting, ...]
    places: dict[str, str]
    rules: Rules
    bounds: Rules
    notes: list[Message]


def take_seats(
    people: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    target: Any,
    groups: Sequence[str] | None,
    number: int | None,
    rules: Rules,
    way: str | None,
    *,
    rng: int | np.random.Generator | None,
    before: Any = None,
    left: Sequence[str] = (),
) -> Seats:
    """Decide who has a place; arguments as for :func:`bayeshat.mix_people`."""
    if way is None or (left and before is None):
        raise InputError(Message("plan-waiting-missing" if way is None else "plan-left-without"))
    way = read_way(way)
    places = read_places(target, groups, number)
    ranges = Sizes.read(places, n_people=len(people), n_clusters=1, houses=tuple(places)).ranges
    entrants = Entrants.read(people, columns, tuple(places), rules, fill_groups(ranges, rules))
    n_places = count_places(places)
    if before is None:
        by_lot = as_generator(rng).permutation(len(people)).tolist()
        order = [people[n] for n in (by_lot if way == LOTTERY else range(len(people)))]
        placed = entrants.choose(order, n_places)
        waiting = [name for name in order if name not in set(placed)]
        notes = [tell_waiting(entrants.listed(waiting), way, n_places=n_places, n_people=len(people))]
        return Seats(placed, entrants.listed(waiting), places, entrants.rules_for(placed), entrants.bounds, notes)
    there, order, gone = _read_before(before, left, people)
    entrants, notes = entrants.without_broken(there)
    pins = Rules([Pin(name, (group,), "placed before", automatic=True) for name, group in there.items()])
    placed = entrants.fill_up(list(there), pins, order, n_places)
    moved = [name for name in order if name in set(placed)]
    waiting = [name for name in order if name not in set(placed)]
    told = {"left": join_some(gone, _NAMED), "count": len(moved), "moved": join_some(moved, _NAMED), "gone": len(gone)}
    notes = [Message("plan-moved-up", **told), *notes]
    return Seats(placed, entrants.listed(waiting), places, entrants.rules_for(placed) + pins, entrants.bounds, notes)


def _read_before(
    before: Any, left: Sequence[str], people: Sequence[str]
) -> tuple[dict[str, str], list[str], list[str]]:
    """Return the groups of those who are still there, the order of those who wait, and who has left."""
    if isinstance(before, Decision):
        placed = dict(zip(before.problem.person_names, before.groups, strict=True))
        waited = [one.name for one in before.waiting]
    else:
        placed, waited = read_waiting(before)
    known, earlier = NameIndex(people), [*placed, *waited]
    spelled = known.match(earlier)
    index = NameIndex(earlier)
    gone = [name for name in earlier if name not in spelled]
    for name in left:
        found = index.find(name)
        if len(found) != 1:
            near = nearest(name, earlier)
            raise InputError(
                Message("plan-left-unknown", name=clip(name), near=near or "", known=int(near is not None))
            )
        gone.append(earlier[found[0]])
    gone = list(dict.fromkeys(gone))
    there = {spelled[name]: group for name, group in placed.items() if name not in gone}
    order = [spelled[name] for name in waited if name not in gone]
    seen = {spelled[name] for name in earlier if name in spelled}
    return there, [*order, *(name for name in people if name not in seen)], gone


def offer_waiting(
    error: TargetError | RulesError, target: Any, groups: Sequence[str] | None, number: int | None, n_people: int
) -> TargetError | RulesError:
    """Return the error; if there are only too few places, with the offer of a waiting list."""
    try:
        n_places = count_places(read_places(target, groups, number))
    except BayesHatError:
        return error
    if n_places >= n_people or not (isinstance(error, TargetError) or error.by_sizes or _are_sizes(error)):
        return error
    words = join([error.words, Message("plan-offer-waiting", count=n_people - n_places)], "space")
    return TargetError(words) if isinstance(error, TargetError) else RulesError(words, error.conflict, by_sizes=True)


def _are_sizes(error: RulesError) -> bool:
    return all(isinstance(rule, Bounds) for rule in error.conflict)
