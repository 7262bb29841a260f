"""What all kinds of rules share: names that play a role, a weight and a reason, and how a rule is written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from ..errors import InputError
from ..tables.text import clip, did_you_mean, find_twin, nearest, normalise, quoted
from ..tables.toml import describe
from ..words.message import Message, join, join_more

if TYPE_CHECKING:
    from .row import Row
    from .scope import Builder, Groups, Scope

# What a name in a rule is the name of. A value is one of the rule's column.
Role = Literal["person", "group", "column", "value"]
# Columns of the table of people: texts by heading, one for each person.
Columns: TypeAlias = Mapping[str, Sequence[str]]

# Words for weights. Weights are in people: 0.25 is worth a quarter of one person in their right group.
STRENGTHS = {"weak": 0.1, "normal": 0.25, "strong": 0.5}
# The word for each weight, as messages have it.
WORDS_FOR_WEIGHTS = {weight: word for word, weight in STRENGTHS.items()} | {1.0: "very-strong"}
# Names listed in a sentence.
_NAMED = 8


def named(role: Role, *, many: bool = False, least: int = 1, **options: Any) -> Any:
    """Return a field that holds one name, or at least ``least`` names, of people, groups, columns or values.

    It is optional if its default is None.
    """
    return field(metadata={"role": role, "many": many, "least": least}, **options)


@dataclass(frozen=True)
class Form:
    """How a kind of rule is written as plain values: in Python, in TOML, in a row of a table.

    Attributes
    ----------
    keys
        What the table of a rule may hold. A plain value instead of a table is the first of these.
    example
        What somebody may write who has written something else.
    owner
        The field that the key of each entry holds, if there is one for each person or group.
    words
        What people write for the kind in a row of a table.
    must
        The kind that must hold where this one only should.
    asks
        What a form asks for, besides a reason: "person" or "people", "companion", "group", "any_group" (one or all),
        "groups", "several_groups" (which the sentence is about), "choices" (groups, the best first), "column", "value",
        "bands", "shares", "size", "weight"; nothing if no form offers this kind.
    """

    keys: tuple[str, ...]
    example: str
    owner: str = ""
    words: tuple[str, ...] = ()
    must: str = ""
    asks: tuple[str, ...] = ()

    def options(self, item: Any, owner: str | None, start: Any) -> dict[str, Any]:
        """Return what an entry says of each field; ``start`` stands for the main thing where it is missing."""
        keys = self.keys if owner is not None or not self.owner else (self.owner, *self.keys)
        known: dict[str, Any] = {self.owner: owner} if self.owner else {}
        if not isinstance(item, Mapping):
            return known | {self.keys[0]: item}
        for key in item:
            if key not in keys:
                near = nearest(str(key), keys, cutoff=0.6)
                hint = did_you_mean(near) or Message("words-remove")
                raise InputError(Message("rules-entry-keys", keys=join(keys), key=clip(str(key)), hint=hint))
        return known | {self.keys[0]: start} | dict(item)


@dataclass(frozen=True)
class Rule:
    """A rule of the organiser. Each kind is a class that says all about itself.

    Its fields are names with a role (`named`) and whatever else it needs; the methods here follow from these.

    Attributes
    ----------
    forms
        How the rule is written, by the names of its kinds.
    leaves_out_absent
        Whether people whom it names and who are not there are left out of it; in other rules, they are a mistake.
    """

    forms: ClassVar[Mapping[str, Form]]
    leaves_out_absent: ClassVar[bool] = False

    @property
    def kind(self) -> str:
        """What the rule is called in files."""
        return next(iter(self.forms))

    @property
    def title(self) -> Message:
        """What errors call it."""
        return title_of(self.kind)

    @property
    def weight(self) -> float | None:
        """What it is worth to keep the rule if possible, in people in their right group; None if it must hold."""
        return None

    @property
    def reason(self) -> str:
        """Why; repeated in reports."""
        return ""

    @property
    def automatic(self) -> bool:
        """Whether the program wrote this rule itself."""
        return False

    @property
    def is_hard(self) -> bool:
        """Whether the rule must hold, rather than hold if possible."""
        return self.weight is None

    @property
    def is_wish(self) -> bool:
        """Whether to count it among the wishes that are granted or not."""
        return not self.is_hard

    @property
    def choices(self) -> tuple[str, ...]:
        """The groups that the rule asks for, the best first, if it ranks them."""
        return ()

    def __post_init__(self) -> None:
        for place, kept in self._named():
            value = getattr(self, place.name)
            if value is None and place.default is None:
                continue
            read = as_names if place.metadata["many"] else as_name
            self._set(**{place.name: read(value, kept)})
        refuse_twins(self.mentions("person"), "person", self.title)
        refuse_twins(self.mentions("group"), "group", self.title)
        self.check_extras()

    def check_extras(self) -> None:
        """Check the weight and the reason."""
        for place in fields(self):
            if place.name == "weight":
                self._set(weight=check_weight(self.weight, None if place.default is None else self.title))
        if not isinstance(self.reason, str):
            got = type(self.reason).__name__
            raise InputError(Message("rules-reason-text", got=got))

    def _set(self, **values: Any) -> None:
        """Replace what was given by what is kept."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # Names

    def _named(self) -> Iterator[tuple[Field[Any], Role]]:
        for place in fields(self):
            if "role" in place.metadata:
                yield place, place.metadata["role"]

    def _names(self, place: Field[Any]) -> tuple[str, ...]:
        value = getattr(self, place.name)
        return () if value is None else (value,) if isinstance(value, str) else value

    def mentions(self, role: Role) -> tuple[str, ...]:
        """Return the people, groups, columns or values that the rule names."""
        return tuple(name for place, kept in self._named() if kept == role for name in self._names(place))

    def rename(self, change: Callable[[Role, str], str | None]) -> Self | None:
        """Return the rule with other names, without those for which there is None; None if too few are left."""
        values: dict[str, Any] = {}
        for place, role in self._named():
            new = tuple(name for old in self._names(place) if (name := change(role, old)) is not None)
            if place.metadata["many"]:
                values[place.name] = new
            elif new:
                (values[place.name],) = new
            if self._names(place) and len(new) < place.metadata["least"]:
                return None
        return replace(self, **values)

    def find_heading(self, columns: Columns) -> str | None:
        """Return the heading of the rule's column where the rule names it in a way of its own."""
        return None

    def find_fault(self, cells: Sequence[str]) -> Message | None:
        """Return why the rule cannot be applied to the cells of its column; None if it can."""
        return None

    def by_person(self) -> Iterator[tuple[str, Rule]]:
        """Yield everybody whom the rule names, with what it asks of them."""
        for person in self.mentions("person"):
            yield person, self

    # Words

    def words(self) -> str:
        """Return the rule as part of a sentence, with its reason in brackets."""
        return str(self.told())

    def with_reason(self, reason: str) -> Self:
        """Return the same rule with another reason."""
        return replace(self, reason=reason)  # type: ignore[call-arg]

    def told(self) -> Message:
        """Return the same as a message."""
        if self.reason:
            return Message("rules-with-reason", rule=self.sentence(), reason=self.reason)
        return self.sentence()

    def sentence(self) -> Message:
        """Return the rule as a sentence without its full stop and its reason."""
        raise NotImplementedError

    def must_or_should(self, message: str, **facts: Any) -> Message:
        """Return a sentence on a rule that must hold, or on one with a weight, whose id ends with "-soft"."""
        return (
            Message(message, **facts) if self.is_hard else Message(f"{message}-soft", **facts, strength=self.strength)
        )

    @property
    def strength(self) -> Message:
        """How much the rule counts, if it need not hold."""
        return tell_strength(self.weight or 0.0)

    # What it means

    def is_met(self, at: Groups) -> bool:
        """Say whether people's groups meet the rule, fully if it is a wish."""
        raise NotImplementedError

    def outcome(self, at: Groups) -> Message:
        """Return what became of the rule, in a few words."""
        if self.is_met(at):
            return Message("rules-kept")
        return Message("rules-broken" if self.is_hard else "rules-not-granted")

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        """Return sentences on how all rules of this kind came out, beyond whether they are met."""
        return []

    def why_impossible(self, scope: Scope) -> Message | None:
        """Return what else to say if this rule alone cannot be met."""
        return None

    def add_to(self, build: Builder) -> None:
        """Add to the constraints and the costs what the rule asks for."""
        raise NotImplementedError

    # How it is written

    @classmethod
    def verb(cls, kind: str) -> Message:
        """Return what a form calls a kind, between the names that it asks for."""
        return Message(f"rules-verb-{kind.replace('_', '-')}")

    @classmethod
    def usual_weight(cls) -> float | None:
        """Return the weight of a rule that cannot be a must; None if it can."""
        weights = (place.default for place in fields(cls) if place.name == "weight")
        return next((weight for weight in weights if isinstance(weight, float)), None)

    @property
    def fits_form(self) -> bool:
        """Whether a form can show all of the rule."""
        return bool(self.forms[self.kind].asks)

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        """Return a rule from names by their roles, in the order of its fields, and whatever else a form asked for."""
        left = {role: list(some) for role, some in names.items()}
        values: dict[str, Any] = {}
        for place in fields(cls):
            if "role" in place.metadata:
                some = left.get(place.metadata["role"], [])
                if place.metadata["many"]:
                    values[place.name] = some
                elif some or place.default is MISSING:
                    values[place.name] = some.pop(0) if some else ""
        return cls(**values, **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        """Return the rules in a row of a table."""
        raise NotImplementedError

    @classmethod
    def entries(cls, kind: str, value: Any, key: str) -> Iterator[tuple[str, Any, str | None]]:
        """Yield each entry in the plain values of a kind: what errors call it, its value, and the name it stands under.

        The value is a list of entries or one entry, or a table by owner if the kind has one.
        """
        form, holds_one = cls.forms[kind], cls._start(kind) == ""
        if form.owner and isinstance(value, Mapping):
            for name, item in value.items():
                # Several of what a rule holds one of are several rules.
                for one in item if holds_one and isinstance(item, list | tuple) else [item]:
                    yield f"{key}.{name}", one, name
            return
        alone = isinstance(value, cls | Mapping) or (isinstance(value, str) and holds_one)
        if not alone and (isinstance(value, str | bytes) or not hasattr(value, "__iter__")):
            raise InputError(Message("rules-no-list", got=describe(value), example=form.example))
        for where, item in [(key, value)] if alone else [(f"{key}[{n}]", item) for n, item in enumerate(value, 1)]:
            if form.owner and not isinstance(item, cls | Mapping):
                raise InputError(Message("rules-no-owner", owner=form.owner, got=describe(item), example=form.example))
            yield where, item, None

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        """Return one rule from itself, from a table of its fields, or from what it is mainly about."""
        return item if isinstance(item, cls) else cls(**cls.forms[kind].options(item, owner, cls._start(kind)))

    @classmethod
    def _start(cls, kind: str) -> Any:
        """Return what stands for the main field where it is missing: nothing, one name or several."""
        main = cls.forms[kind].keys[0]
        return () if any(place.name == main and place.metadata.get("many") for place in fields(cls)) else ""

    def to_plain(self) -> dict[str, Any]:
        """Return the fields that are not as usual, but for the one that owns the entry."""
        usual = {place.name: place.default for place in fields(self)}
        main, *others = self.forms[self.kind].keys
        value = getattr(self, main)
        if isinstance(value, tuple):
            value = list(value) if len(value) > 1 else value[0]
        return {main: value} | {key: getattr(self, key) for key in others if getattr(self, key) != usual[key]}

    def to_entry(self) -> Any:
        """Return the shortest plain value from which the rule can be read again."""
        plain = self.to_plain()
        return plain if len(plain) > 1 else next(iter(plain.values()))

    @classmethod
    def write_all(cls, kind: str, rules: Sequence[Rule]) -> Any:
        """Return rules of one kind so that `entries` finds them: a table by owner if each has its own, or a list."""
        owner = cls.forms[kind].owner
        if not owner:
            return [rule.to_entry() for rule in rules]
        names = [getattr(rule, owner) for rule in rules]
        if None not in names and len(set(names)) == len(names):
            return {name: rule.to_entry() for name, rule in zip(names, rules, strict=True)}
        if len(rules) == 1 and len(rules[0].to_plain()) == 1:
            return rules[0].to_entry()
        return [
            ({} if name is None else {owner: name}) | rule.to_plain() for name, rule in zip(names, rules, strict=True)
        ]


def title_of(kind: str) -> Message:
    """Return what errors call a rule of a kind; those that we do not know have their kind as their name."""
    return Message(f"rules-title-{kind.replace('_', '-')}", f"A rule {kind}")


def as_names(given: Any, role: Role) -> tuple[str, ...]:
    """Return several names; a single text or whole number is one name."""
    if _is_name(given):
        return (as_name(given, role),)
    if isinstance(given, Mapping) or not hasattr(given, "__iter__"):
        raise InputError(Message("rules-names-no-list", got=describe(given)))
    return tuple(as_name(name, role) for name in given)


def as_name(name: Any, role: Role) -> str:
    """Return a name as text, or raise InputError."""
    if not _is_name(name):
        raise InputError(Message("rules-name-no-text", role=role, got=describe(name)))
    text = str(name)
    if not normalise(text):
        raise InputError(Message("rules-name-empty", role=role))
    return text


def _is_name(given: Any) -> bool:
    """Say whether this can be a name: a text, or a whole number, since people and columns may be numbered."""
    return isinstance(given, str | Integral) and not isinstance(given, bool)


def refuse_twins(names: Iterable[str], role: Role, rule: Message) -> None:
    """Raise InputError if two names mean the same."""
    listed = list(names)
    twin = find_twin(listed)
    if twin is not None:
        pair = quoted(dict.fromkeys(listed[place] for place in twin))
        raise InputError(Message("rules-twice", rule=rule, role=role, names=pair))


def check_weight(weight: Any, soft_only: Message | None = None) -> float | None:
    """Return the weight as a float; None, a must, is refused where `soft_only` names what cannot be one."""
    if weight is None and soft_only is None:
        return None
    if isinstance(weight, str):
        weight = STRENGTHS.get(normalise(weight), weight)
    try:
        number = math.nan if isinstance(weight, bool | str) else float(weight)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        told = {"words": join(list(STRENGTHS)), "got": repr(weight)}
        if soft_only is None:
            raise InputError(Message("rules-weight", **told))
        raise InputError(Message("rules-weight-soft", rule=soft_only, **told))
    return number


def tell_strength(weight: float) -> Message:
    """Return the word for a weight.

    Examples
    --------
    >>> str(tell_strength(0.5)), str(tell_strength(0.3))
    ('strong', 'weight 0.3')
    """
    word = WORDS_FOR_WEIGHTS.get(weight)
    return Message(f"rules-strength-{word}") if word else Message("rules-strength-other", weight=weight)


def count_people(count: int | None) -> str:
    """Return "1 person", "2 people"."""
    return f"{count} {'person' if count == 1 else 'people'}"


def list_names(names: Sequence[str], how: str) -> str | Message:
    """Return names as a sentence has them: "Ann, Bo and Cy"; of many, the first."""
    if len(names) > _NAMED:
        return join_more(names[: _NAMED - 1], len(names) - _NAMED + 1)
    return join(names, how)
