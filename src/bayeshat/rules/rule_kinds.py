"""The kinds of rules that an organiser may set: small values that check themselves and say themselves in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..errors import InputError
from ..tables.text import quote
from .rule_checks import (
    STRENGTHS,
    as_name,
    as_names,
    check_bounds,
    check_company,
    check_person_and_groups,
    check_reason,
    check_weight,
    count_people,
    list_names,
    refuse_twins,
)


@dataclass(frozen=True)
class _Rule:
    """What all rules have in common."""

    @property
    def is_hard(self) -> bool:
        """Whether the rule must hold, rather than hold if possible."""
        return getattr(self, "weight", None) is None

    def words(self) -> str:
        """Return the rule as part of a sentence, with its reason in brackets."""
        wish = "" if self.is_hard or isinstance(self, Wish) else " if possible"
        reason = getattr(self, "reason", "")
        return self._sentence() + wish + (f" ({reason})" if reason else "")

    def _sentence(self) -> str:
        raise NotImplementedError

    def _set(self, **values: Any) -> None:
        """Replace what was given by what is kept."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Bounds(_Rule):
    """A group, or every group, has at least and at most so many people.

    Attributes
    ----------
    least, most
        The smallest and the largest size; None where it is open.
    group
        The group's name; None for every group.
    reason
        Why; repeated in reports.
    automatic
        Whether the program wrote this rule itself, as for a pin.

    Examples
    --------
    >>> Bounds(4, 6, "Gryffindor").words()
    'Gryffindor has 4 to 6 people'
    """

    least: int | None
    most: int | None
    group: str | None = None
    reason: str = ""
    automatic: bool = field(default=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        check_bounds(self.least, self.most)
        if self.group is not None:
            self._set(group=as_name(self.group, "group"))
        check_reason(self.reason)

    def _sentence(self) -> str:
        who = "every group" if self.group is None else self.group
        if self.least == self.most:
            return f"{who} has exactly {count_people(self.least)}"
        if self.most is None:
            return f"{who} has at least {count_people(self.least)}"
        if self.least is None:
            return f"{who} has at most {count_people(self.most)}"
        return f"{who} has {self.least} to {count_people(self.most)}"


@dataclass(frozen=True)
class Pin(_Rule):
    """A person is in one of these groups.

    Attributes
    ----------
    person, groups
        Names.
    reason
        Why; repeated in reports.
    automatic
        Whether the program wrote this rule itself. Such rules are not counted as the organiser's; rule files do not
        store this.

    Examples
    --------
    >>> Pin("Ann", ("Ravenclaw",), reason="prefect").words()
    'Ann is in Ravenclaw (prefect)'
    """

    person: str
    groups: tuple[str, ...]
    reason: str = ""
    automatic: bool = field(default=False, compare=False, kw_only=True)

    def __post_init__(self) -> None:
        person, groups = check_person_and_groups(self.person, self.groups, "A pin")
        self._set(person=person, groups=groups)
        check_reason(self.reason)

    def _sentence(self) -> str:
        return f"{self.person} is in {list_names(self.groups, 'or')}"


@dataclass(frozen=True)
class Bar(_Rule):
    """A person is in none of these groups.

    Examples
    --------
    >>> Bar("Ann", ("Slytherin",)).words()
    'Ann is not in Slytherin'
    """

    person: str
    groups: tuple[str, ...]
    reason: str = ""

    def __post_init__(self) -> None:
        person, groups = check_person_and_groups(self.person, self.groups, "A bar")
        self._set(person=person, groups=groups)
        check_reason(self.reason)

    def _sentence(self) -> str:
        return f"{self.person} is not in {list_names(self.groups, 'or')}"


@dataclass(frozen=True)
class Together(_Rule):
    """These people are all in one group; with a weight, if possible.

    Examples
    --------
    >>> Together(("Ann", "Bo"), weight=0.5).words()
    'Ann and Bo are together if possible'
    """

    people: tuple[str, ...]
    weight: float | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self._set(people=check_company(self.people, "together"), weight=check_weight(self.weight))
        check_reason(self.reason)

    def _sentence(self) -> str:
        return f"{list_names(self.people, 'and')} are together"


@dataclass(frozen=True)
class Apart(_Rule):
    """Any two of these people are in different groups; with a weight, if possible.

    Examples
    --------
    >>> Apart(("Ann", "Bo")).words()
    'Ann and Bo are apart'
    """

    people: tuple[str, ...]
    weight: float | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self._set(people=check_company(self.people, "apart"), weight=check_weight(self.weight))
        check_reason(self.reason)

    def _sentence(self) -> str:
        return f"{list_names(self.people, 'and')} are {'apart' if len(self.people) == 2 else 'all apart'}"


@dataclass(frozen=True)
class Spread(_Rule):
    """The values of a column are spread evenly over the groups.

    In every group, the number of people with a value differs from (people with the value) x (group size) / N by less
    than 1; with a weight, if possible. Empty cells are no value; several answers, separated by semicolons, count one by
    one; numbers are cut into bands of about as many people each if there are many different ones.

    Attributes
    ----------
    column
        Heading of a column, or a question.
    reason
        Why; repeated in reports.
    weight
        What it costs if two people exchange their groups and make an even spread uneven, in people in their right
        group; costs grow with the square. None: the spread must be even.
    bands
        How many bands to cut numbers into; by default four if there are more than eight different ones.

    Examples
    --------
    >>> Spread("gender", weight=1).words()
    'gender is spread evenly over the groups if possible'
    """

    column: str
    reason: str = ""
    weight: float | None = field(default=None, kw_only=True)
    bands: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        self._set(column=as_name(self.column, "column"), weight=check_weight(self.weight))
        check_reason(self.reason)
        if self.bands is not None and (type(self.bands) is not int or self.bands < 2):
            raise InputError(f"Numbers must be cut into at least 2 bands; got {self.bands!r}. Write e.g. 4.")

    def _sentence(self) -> str:
        return f"{quote(self.column) if ' ' in self.column else self.column} is spread evenly over the groups"


@dataclass(frozen=True)
class NotAlone(_Rule):
    """No group has exactly one person with the value in the column; None: with any of its values.

    Examples
    --------
    >>> NotAlone("gender", "woman").words()
    'no group has exactly one person with gender = woman'
    """

    column: str
    value: str | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self._set(column=as_name(self.column, "column"))
        if self.value is not None:
            self._set(value=as_name(self.value, "value"))
        check_reason(self.reason)

    def _sentence(self) -> str:
        if self.value is None:
            return f"nobody is alone in a group with their value of {self.column}"
        return f"no group has exactly one person with {self.column} = {self.value}"


@dataclass(frozen=True)
class CommonTimes(_Rule):
    """The members of every group share at least so many free times.

    Attributes
    ----------
    column
        Heading of a column, or a question, whose cells list the times that suit a person, separated by semicolons or
        else by commas. An empty cell means that any time will do.
    common
        How many times must suit all members of a group.
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> CommonTimes("When are you free?", 2).words()
    'the members of every group share at least 2 free times in "When are you free?"'
    """

    column: str
    common: int = 1
    reason: str = ""

    def __post_init__(self) -> None:
        self._set(column=as_name(self.column, "column"))
        if type(self.common) is not int or self.common < 1:
            raise InputError(f"Groups must share at least 1 free time; got {self.common!r}. Write e.g. 2.")
        check_reason(self.reason)

    def _sentence(self) -> str:
        times = "time" if self.common == 1 else "times"
        return f"the members of every group share at least {self.common} free {times} in {quote(self.column)}"


@dataclass(frozen=True)
class Wish(_Rule):
    """What a person would like: groups, the best first, or else a companion.

    Attributes
    ----------
    person, groups, companion
        Names.
    weight
        What the wish is worth, in people in their right group; or "weak" (0.1), "normal" (0.25), "strong" (0.5).
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> Wish("Ann", ("Ravenclaw", "Slytherin"), weight="strong").words()
    'Ann wishes to be in Ravenclaw, then Slytherin'
    """

    person: str
    groups: tuple[str, ...] = ()
    companion: str | None = None
    weight: float = STRENGTHS["normal"]
    reason: str = ""

    def __post_init__(self) -> None:
        self._set(
            person=as_name(self.person, "person"),
            groups=as_names(self.groups, "group"),
            weight=check_weight(self.weight, "A wish"),
        )
        if bool(self.groups) == (self.companion is not None):
            got = "both" if self.groups else "neither"
            raise InputError(
                f"A wish must name groups or a companion; got {got} for {quote(self.person)}. "
                f"{'Make two wishes of it' if self.groups else 'Name one, or leave the wish out'}."
            )
        refuse_twins(self.groups, "group", "A wish")
        if self.companion is not None:
            self._set(companion=as_name(self.companion, "companion"))
            refuse_twins((self.person, self.companion), "person", "A wish for a companion")
        check_reason(self.reason)

    def _sentence(self) -> str:
        if self.companion is not None:
            return f"{self.person} wishes to be with {self.companion}"
        return f"{self.person} wishes to be in {', then '.join(self.groups)}"


@dataclass(frozen=True, init=False)
class Stay(_Rule):
    """People stay in the groups of an earlier assignment as far as possible.

    Attributes
    ----------
    groups
        Pairs of a person and their earlier group; a mapping may be given.
    weight
        What each person's staying is worth, in people in their right group; or a word, as for a wish.
    reason
        Why; repeated in reports.
    automatic
        Whether the program wrote this rule itself, as for a pin.

    Examples
    --------
    >>> Stay({"Ann": "Ravenclaw"}).words()
    'Ann stays in Ravenclaw if possible'
    """

    groups: tuple[tuple[str, str], ...]
    weight: float = 1.0
    reason: str = ""
    automatic: bool = field(default=False, compare=False)

    def __init__(
        self,
        groups: Mapping[str, str] | Iterable[tuple[str, str]],
        weight: float = 1.0,
        reason: str = "",
        *,
        automatic: bool = False,
    ) -> None:
        given = tuple(groups.items()) if isinstance(groups, Mapping) else tuple(groups)
        if not given:
            raise InputError("An earlier assignment must name people; got nobody. Name them, or leave it out.")
        pairs = tuple((as_name(person, "person"), as_name(group, f"group of {person}")) for person, group in given)
        refuse_twins([person for person, _ in pairs], "person", "An earlier assignment")
        check_reason(reason)
        worth = check_weight(weight, "An earlier assignment")
        self._set(groups=pairs, weight=worth, reason=reason, automatic=automatic)

    def _sentence(self) -> str:
        if len(self.groups) == 1:
            return "{} stays in {}".format(*self.groups[0])
        return f"{len(self.groups)} people stay in their earlier groups"


Rule: TypeAlias = Bounds | Pin | Bar | Together | Apart | Spread | NotAlone | CommonTimes | Wish | Stay

# The order in which rules are kept and told.
KINDS: tuple[type[Rule], ...] = (Bounds, Pin, Bar, Together, Apart, Spread, NotAlone, CommonTimes, Wish, Stay)
