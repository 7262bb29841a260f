"""Several groups for everybody: how many, at which times, and whether there are enough places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from ..engine.sizes import is_range
from ..errors import InputError, TargetError
from ..options import whole
from ..rules.rules import Bounds, Rules, Slot
from ..rules.scope import Places
from ..tables.person_names import NameIndex
from ..tables.text import clip, nearest, normalise
from ..words.message import Message, join, join_some

# Names in one message.
_NAMED = 8


@dataclass(frozen=True)
class Timetable:
    """How many groups each person gets, and when they are held.

    Attributes
    ----------
    each
        How many groups each person gets.
    slots
        The groups of each time slot, by its name; empty if nobody said when groups are held.
    workshops
        What each group is one of: "Pottery" for the groups "Pottery (Morning)" and "Pottery (Afternoon)".
    """

    each: int
    slots: Mapping[str, tuple[str, ...]]
    workshops: Mapping[str, str]

    @classmethod
    def read(
        cls, each: int | None, slots: Sequence[Slot], names: Sequence[str], n_groups: int | None = None
    ) -> Timetable | None:
        """Return the timetable for groups of these names, or this number of groups; None if everybody is in one group.

        Examples
        --------
        >>> slots = [Slot("Morning", ("Pottery", "Chess")), Slot("Afternoon", ("Pottery", "Golf"))]
        >>> Timetable.read(None, slots, ()).slots
        {'Morning': ('Pottery (Morning)', 'Chess'), 'Afternoon': ('Pottery (Afternoon)', 'Golf')}
        """
        if not slots:
            number = 1 if each is None else whole("each", each, 1, "Use 2 for two groups each.")
            count = len(names) or n_groups or number
            if count < number:
                raise InputError(Message("plan-each-groups", each=number, count=count))
            return cls(number, {}, {name: name for name in names}) if number > 1 else None
        held = _read_slots(slots, names)
        number = len(held) if each is None else whole("each", each, 1, "Use 2 for two groups each.")
        if number > len(held):
            raise InputError(Message("plan-each-slots", each=number, count=len(held), slots=join(list(held))))
        times: dict[str, int] = {}
        for workshop in (workshop for some in held.values() for workshop in some):
            times[workshop] = times.get(workshop, 0) + 1
        workshops: dict[str, str] = {}
        by_slot: dict[str, tuple[str, ...]] = {}
        for slot, some in held.items():
            groups = [name if times[name] == 1 else f"{name} ({slot})" for name in some]
            workshops |= zip(groups, some, strict=True)
            by_slot[slot] = tuple(groups)
        if number > _most_each(by_slot, workshops):
            raise InputError(Message("plan-each-workshops", each=number, most=_most_each(by_slot, workshops)))
        return cls(number, by_slot, workshops)

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups, slot by slot."""
        return tuple(self.workshops)

    @property
    def names(self) -> tuple[str, ...]:
        """All names that wishes and rules may use: those of workshops, and of the groups that are held."""
        return tuple(dict.fromkeys((*self.workshops.values(), *self.workshops)))

    @property
    def places(self) -> Places:
        """The same as rules have it."""
        held = {
            workshop: tuple(group for group, name in self.workshops.items() if name == workshop)
            for workshop in self.workshops.values()
        }
        return Places(self.each, {workshop: groups for workshop, groups in held.items() if groups != (workshop,)})

    @property
    def rules(self) -> Rules:
        """The groups that nobody can have together, as rules."""
        slots = [Slot(slot, groups) for slot, groups in self.slots.items()]
        again = [Slot(workshop, groups, is_repeated=True) for workshop, groups in self.places.held.items()]
        return Rules([*slots, *again])

    @property
    def is_full(self) -> bool:
        """Whether everybody has a group in every slot."""
        return len(self.slots) == self.each

    def size_groups(self, target: Any, n_people: int) -> Any:
        """Return the size of each group, given those of workshops; refuse sizes that leave too few places, or too many.

        Balanced sizes are balanced in each slot.
        """
        if isinstance(target, str) and normalise(target) == "balanced" and self.is_full:
            sizes = {
                group: f"{n_people // len(groups)}..{-(-n_people // len(groups))}"
                for groups in self.slots.values()
                for group in groups
            }
        elif isinstance(target, Mapping):
            sizes = self._by_group(target)
        elif self.workshops and isinstance(target, str) and is_range(target):
            sizes = dict.fromkeys(self.groups, target)
        elif isinstance(target, str):
            return dict.fromkeys(self.groups, 1 / len(self.groups)) if self.workshops else target
        else:
            names = self.groups or tuple(str(number) for number in range(1, len(target) + 1))
            if len(target) != len(names):
                raise TargetError(Message("sizes-not-groups", groups=len(names), count=len(target)))
            sizes = dict(zip(names, target, strict=True))
        self._check_places(sizes, n_people)
        return sizes if self.workshops else target

    def _by_group(self, target: Mapping[Any, Any]) -> dict[str, Any]:
        """Return the size of each group from those of workshops or groups, by name."""
        known, given, unknown = NameIndex(self.names), dict[str, Any](), list[str]()
        for name, size in target.items():
            found = known.find(str(name))
            if len(found) == 1:
                given[self.names[found[0]]] = size
            else:
                unknown.append(str(name))
        missing = [group for group, workshop in self.workshops.items() if not {group, workshop} & set(given)]
        if unknown and (near := nearest(unknown[0], missing)):
            slot = next(slot for slot, groups in self.slots.items() if near in groups)
            raise InputError(_tell_unknown(list(map(str, target)), near, slot, unknown[0]))
        if unknown:
            raise InputError(Message("plan-slots-missing", slots=join(list(self.slots)), group=clip(unknown[0])))
        if missing:
            raise TargetError(Message("plan-each-sizes", groups=join_some(missing, _NAMED), count=len(missing)))
        return {group: given.get(group, given.get(workshop)) for group, workshop in self.workshops.items()}

    def _check_places(self, sizes: Mapping[str, Any], n_people: int) -> None:
        """Refuse sizes that leave too few places for everybody, all in all or in one slot, or too many."""
        bounds = {group: _read_size(size, n_people) for group, size in sizes.items()}
        if None in bounds.values():
            return  # shares, or sizes that are refused elsewhere
        parts = {slot: groups for slot, groups in self.slots.items() if self.is_full} or {"": tuple(sizes)}
        for slot, groups in parts.items():
            needed = n_people if slot else n_people * self.each
            least, most = (sum((bounds[group] or (0, 0))[i] for group in groups) for i in (0, 1))
            told = {"slot": slot, "in_slot": int(bool(slot)), "people": n_people, "each": self.each, "needed": needed}
            if most < needed:
                raise TargetError(Message("plan-few-places", **told, places=most, gap=needed - most))
            if least > needed:
                raise TargetError(Message("plan-many-places", **told, places=least, gap=least - needed))


def _read_slots(slots: Sequence[Slot], names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the workshops of each slot, as `names` spell them; all of these must be in a slot."""
    held: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    spelled = NameIndex(names)
    first: dict[str, str] = {}
    for slot in slots:
        title = titles.setdefault(normalise(slot.name), slot.name)
        for group in slot.groups:
            found = spelled.find(group)
            if names and len(found) != 1:
                raise InputError(_tell_unknown(names, group, title, nearest(group, names)))
            name = names[found[0]] if names else first.setdefault(normalise(group), group)
            if name not in held.setdefault(title, []):
                held[title].append(name)
    if missing := [name for name in names if not any(name in some for some in held.values())]:
        raise InputError(Message("plan-slots-missing", slots=join(list(held)), group=clip(missing[0])))
    return {title: tuple(some) for title, some in held.items()}


def _tell_unknown(names: Sequence[str], group: str, slot: str, near: str | None) -> Message:
    """Return that a slot names a group that is not there, and which may be meant."""
    told = {"groups": join_some(names, _NAMED), "group": clip(group), "slot": slot}
    return Message("plan-slots-unknown", **told, near=near or "", known=int(near is not None))


def _most_each(slots: Mapping[str, tuple[str, ...]], workshops: Mapping[str, str]) -> int:
    """Return how many different workshops one person can get, at most one in each slot."""
    taken: dict[str, str] = {}

    def find(slot: str, tried: set[str]) -> bool:
        """Let a slot take a workshop, if need be from another slot that can take another one."""
        for workshop in (workshops[group] for group in slots[slot]):
            if workshop not in tried:
                tried.add(workshop)
                if workshop not in taken or find(taken[workshop], tried):
                    taken[workshop] = slot
                    return True
        return False

    return sum(find(slot, set()) for slot in slots)


def _read_size(size: Any, n_people: int) -> tuple[int, int] | None:
    """Return the least and the most of a size, of which nobody takes two places; None for a share."""
    if not isinstance(size, str):
        return (int(size), min(int(size), n_people)) if isinstance(size, Integral) else None
    (limit,) = Rules(bounds=size).of(Bounds)
    if limit.counted is not None:
        return None
    least = 0 if limit.or_empty else int(limit.least or 0)
    return least, n_people if limit.most is None else min(int(limit.most), n_people)
