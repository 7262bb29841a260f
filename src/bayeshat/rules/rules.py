"""The organiser's rules: who goes where, who is together or apart, how large groups are, what people wish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import InputError
from ..tables.text import normalise
from .bounds import Bounds, parse_bounds
from .columns import CommonTimes, NotAlone, Spread
from .company import Apart, NotAgain, Together
from .fair import Fair
from .names import match_names
from .placing import Bar, Pin, Stay
from .plain import read_plain, write_plain
from .quotas import AtLeast, JointSize, Running
from .rule import Columns, Role, Rule
from .slot import Slot
from .table import KINDS, in_order
from .values import distinct_values
from .wish import Wish

__all__ = [
    "Apart",
    "AtLeast",
    "Bar",
    "Bounds",
    "CommonTimes",
    "Fair",
    "JointSize",
    "NotAgain",
    "NotAlone",
    "Pin",
    "Rule",
    "Rules",
    "Running",
    "Slot",
    "Spread",
    "Stay",
    "Together",
    "Wish",
    "distinct_values",
    "parse_bounds",
    "resolve_names",
]

Kind = TypeVar("Kind", bound=Rule)


@dataclass(frozen=True, init=False)
class Rules:
    """A set of rules.

    Each keyword takes plain values, or rules of its kind where a weight or a reason is wanted.

    Parameters
    ----------
    rules
        Rules of any kinds.
    pins, bars
        The group, or groups, that people must be in, or must not be in: ``{"Ann": "Gryffindor"}``.
    together, apart
        Lists of people: ``[["Ann", "Bo"], ["Cy", "Di", "Ed"]]``.
    bounds
        The size of every group (``"4..6"``, ``"4.."``, ``"..6"``, ``5``), or of single groups
        (``{"Gryffindor": "4..6", "Dance": "0 or 5..12"}``).
    joint_size
        Sizes of several groups together: ``JointSize(["Pottery", "Chess"], most=10)``.
    running
        How many of several groups have anybody in them: ``Running(["Pottery", "Chess", "Dance"], most=2)``.
    spread
        Columns whose values are spread evenly, so that people who answer alike are in different groups:
        ``["gender"]``.
    not_alone
        Columns, or pairs of a column and a value, of which no group may have just one: ``["gender", ("year", "1")]``.
    at_least
        People with some value that every group needs: ``AtLeast("Can drive", "yes", 2)``.
    common_times
        A column of free times, of which the members of every group share at least one; or
        ``CommonTimes("When are you free?", 2)``.
    wishes
        The groups that people would like, best first: ``{"Ann": ["Ravenclaw", "Slytherin"]}``.
    companions
        Whom people would like to be with: ``{"Ann": "Bo"}``.
    stay
        An earlier assignment, kept as far as possible: ``{"Ann": "Ravenclaw"}``.
    not_again
        People who were in one group before, of whom as few as possible meet again: ``[["Ann", "Bo"], ["Cy", "Di"]]``.
    fair
        The order in which choices are granted: "first choices", "nobody badly" or "average" (:class:`Fair`).
    slots
        The groups that are held at the same time, where people are in several: ``{"Morning": ["Pottery", "Chess"]}``.

    Attributes
    ----------
    rules
        All rules, in the order of their kinds and then as given, each once.

    Raises
    ------
    InputError
        If a rule makes no sense as it is written; the error lists all such rules.

    Examples
    --------
    >>> import bayeshat as bh
    >>> rules = bh.Rules(
    ...     pins={"Ann": "Gryffindor"},
    ...     together=[["Ann", "Bo"], bh.Together(["Cy", "Di"], weight=0.2, reason="friends")],
    ...     bounds="4..6",
    ... )
    >>> for rule in rules:
    ...     print(rule.words())
    Every group must have 4 to 6 people
    Ann must be in Gryffindor
    Ann and Bo must be together
    Cy and Di should be together (weight 0.2) (friends)
    """

    rules: tuple[Rule, ...]

    def __init__(
        self,
        rules: Iterable[Rule] = (),
        *,
        pins: Mapping[str, str | Iterable[str]] | Iterable[Pin] | None = None,
        bars: Mapping[str, str | Iterable[str]] | Iterable[Bar] | None = None,
        together: Iterable[Iterable[str] | Together] | None = None,
        apart: Iterable[Iterable[str] | Apart] | None = None,
        bounds: str | int | Mapping[str, str | int] | Bounds | Iterable[Bounds] | None = None,
        joint_size: JointSize | Iterable[JointSize] | None = None,
        running: Running | Iterable[Running] | None = None,
        spread: str | Iterable[str | Spread] | None = None,
        not_alone: str | Iterable[str | tuple[str, str] | NotAlone] | None = None,
        at_least: AtLeast | Iterable[AtLeast] | None = None,
        common_times: str | CommonTimes | Iterable[str | CommonTimes] | None = None,
        wishes: Mapping[str, str | Iterable[str]] | Iterable[Wish] | None = None,
        companions: Mapping[str, str | Iterable[str]] | Iterable[Wish] | None = None,
        stay: Mapping[str, str] | Stay | Iterable[Stay] | None = None,
        not_again: Iterable[Iterable[str]] | NotAgain | Iterable[NotAgain] | None = None,
        fair: str | Fair | None = None,
        slots: Mapping[str, str | Iterable[str]] | Iterable[Slot] | None = None,
    ) -> None:
        given = [_check_rule(rule) for rule in rules]
        keywords = {
            "pins": pins,
            "bars": bars,
            "together": together,
            "apart": apart,
            "bounds": bounds,
            "joint_size": joint_size,
            "running": running,
            "spread": spread,
            "not_alone": not_alone,
            "at_least": at_least,
            "common_times": common_times,
            "wishes": wishes,
            "companions": companions,
            "stay": stay,
            "not_again": not_again,
            "fair": fair,
            "slots": slots,
        }
        plain = {key: value for key, value in keywords.items() if value is not None}
        # The order of kinds makes equal sets equal however they were written down.
        object.__setattr__(self, "rules", tuple(in_order((*given, *read_plain(plain)))))

    @classmethod
    def from_plain(cls, table: Any, where: str = "") -> Rules:
        """Return the rules in a table with a key for each kind, as JSON and TOML have it; `where` is its own key."""
        return cls(read_plain(table, where))

    def to_plain(self) -> dict[str, Any]:
        """Return the table that :meth:`from_plain` reads; empty without rules.

        Examples
        --------
        >>> Rules(pins={"Ann": "Red"}).to_plain()
        {'pin': {'Ann': 'Red'}}
        """
        return write_plain(self.rules)

    def rename_people(self, rename: Callable[[str], str]) -> Rules:
        """Return the rules with other names of people; groups, columns and reasons stay.

        Examples
        --------
        >>> Rules(pins={"Ann": "Ann"}).rename_people(str.upper).rules
        (Pin(person='ANN', groups=('Ann',), reason='', automatic=False),)
        """
        return self._rename(lambda role, name: rename(name) if role == "person" else name)

    def rename_groups(self, names: Mapping[str, str | None]) -> Rules:
        """Return the rules with other names of groups; None takes a group out, and with it rules that name no other.

        Examples
        --------
        >>> rules = Rules(pins={"Ann": ["Red", "Blue"]}, bounds={"blue": "1..4"})
        >>> rules.rename_groups({"Red": "Rot", "Blue": None}).rules
        (Pin(person='Ann', groups=('Rot',), reason='', automatic=False),)
        """
        known = {normalise(old): new for old, new in names.items()}
        return self._rename(lambda role, name: known.get(normalise(name), name) if role == "group" else name)

    def _rename(self, change: Callable[[Role, str], str | None]) -> Rules:
        return Rules(renamed for rule in self.rules if (renamed := rule.rename(change)) is not None)

    def __add__(self, other: Rules) -> Rules:
        """Return the rules of both, each once."""
        return Rules((*self.rules, *other.rules)) if isinstance(other, Rules) else NotImplemented

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Return the rules of one kind.

        Examples
        --------
        >>> import bayeshat as bh
        >>> bh.Rules(pins={"Ann": "Gryffindor"}, not_alone=["gender"]).of(bh.NotAlone)
        (NotAlone(column='gender', value=None, reason=''),)
        """
        return tuple(rule for rule in self.rules if isinstance(rule, kind))


def resolve_names(rules: Rules, people: Sequence[str], groups: Sequence[str], columns: Columns) -> Rules:
    """Return the rules with all names as people, groups and columns spell them; case and spaces do not matter.

    Parameters
    ----------
    rules
        The rules.
    people, groups
        The names that there are.
    columns
        The texts of further columns by heading, one per person.

    Raises
    ------
    InputError
        If a name is unknown or ambiguous; the error lists all of them, with the nearest known names.

    Examples
    --------
    >>> rules = Rules(pins={"ann": "gryffindor "})
    >>> resolve_names(rules, ["Ann", "Bo"], ["Gryffindor", "Slytherin"], {}).rules[0].words()
    'Ann must be in Gryffindor'
    """
    return Rules(match_names(rules, people, groups, columns)) if rules else rules


def _check_rule(rule: Any) -> Rule:
    if not isinstance(rule, Rule):
        kinds = ", ".join(dict.fromkeys(kind.__name__ for kind in KINDS.values()))
        raise InputError(
            f"Rules must hold rules ({kinds}); got {type(rule).__name__}. Use the keywords for plain values."
        )
    return rule
