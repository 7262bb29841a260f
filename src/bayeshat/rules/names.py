"""The names in rules, matched to the people, groups and columns that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..tables.person_columns import heading_kind
from ..tables.person_names import NameIndex, names_with
from ..tables.text import clip, listed, nearest, normalise, quoted, quoted_some
from ..words.message import Message, join_some
from .rule import Columns, Role, Rule
from .values import distinct_headings, distinct_values

# Mistakes listed in one message.
_LISTED = 20
# People who are not there named in one note.
_ABSENT = 5
# Among more names than this, looking for the nearest would take long.
_COMPARED = 20_000


def match_names(rules: Iterable[Rule], people: Sequence[str], groups: Sequence[str], columns: Columns) -> list[Rule]:
    """Return the rules with every name as it is spelled elsewhere, or report all that are unknown."""
    names = _Names(people, groups, columns)
    matched = [names.match(rule) for rule in rules]
    if names.mistakes:
        n_wrong = len(names.mistakes)
        lines = listed([mistake.told() for mistake in list(names.mistakes)[:_LISTED]], n_wrong)
        raise InputError(Message("rules-unknown-names", count=n_wrong, names=lines))
    return matched


def tell_absent(rules: Iterable[Rule], people: Sequence[str]) -> list[Message]:
    """Return a note on people who are left out of rules because they are not there; none if there are none."""
    known = NameIndex(people)
    named = dict.fromkeys(name for rule in rules if rule.leaves_out_absent for name in rule.mentions("person"))
    absent = [name for name in named if not known.find(name)]
    return [Message("rules-absent", count=len(absent), names=join_some(absent, _ABSENT))] if absent else []


def refuse_people(rules: Iterable[Rule], people: Sequence[str], remedy: Message) -> None:
    """Refuse rules that name any of these people, who are not sorted; ``remedy`` says why, and what to do."""
    aside = {normalise(person) for person in people}
    wrong = [
        Message("rules-name-in-rule", name=clip(name), rule=rule.told())
        for rule in rules
        if not rule.leaves_out_absent
        for name in rule.mentions("person")
        if normalise(name) in aside
    ]
    if wrong:
        raise InputError(Message("rules-not-sorted", count=len(wrong), names=listed(wrong), remedy=remedy))


class _Names:
    """All names that a rule may use."""

    def __init__(self, people: Sequence[str], groups: Sequence[str], columns: Columns) -> None:
        self.indexes: dict[Role, _Index] = {
            "person": _Index("person", people, any_spelling=True),
            "group": _Index("group", groups, any_spelling=True),
            "column": _Index("column", tuple(columns), listed=distinct_headings(columns)),
        }
        self.columns = columns
        self.values = {
            heading: _Index("value", distinct_values(cells), column=heading) for heading, cells in columns.items()
        }
        # A dict keeps the order, and tells each mistake once.
        self.mistakes: dict[_Mistake, None] = {}

    def match(self, rule: Rule) -> Rule:
        """Return the rule with known names; mistakes are noted, and their names kept."""
        column = ""

        def change(role: Role, name: str) -> str | None:
            nonlocal column
            if role == "person" and rule.leaves_out_absent and not self.indexes[role].find(name):
                return None
            if role == "value":
                # An unknown or empty column is a mistake by itself.
                index = self.values.get(column)
                return name if index is None or not index.names else self._find(index, name, rule)
            if role != "column":
                return self._find(self.indexes[role], name, rule)
            column = rule.find_heading(self.columns) or self._find(self.indexes[role], name, rule)
            if column in self.columns:
                empty = not self.values[column].names
                fault = Message("rules-why-empty") if empty else rule.find_fault(self.columns[column])
                if fault:
                    self.mistakes.setdefault(_Mistake(self.indexes[role], column, rule, fault))
            return column

        return rule.rename(change) or rule

    def _find(self, index: _Index, name: str, rule: Rule) -> str:
        found = index.find(name)
        if len(found) == 1:
            return found[0]
        self.mistakes.setdefault(_Mistake(index, name, rule))
        return name


class _Index:
    """The known names of one sort: case and spaces do not matter; with `any_spelling`, nor do accents and hyphens."""

    def __init__(
        self,
        role: Role,
        names: Sequence[str],
        *,
        any_spelling: bool = False,
        listed: Sequence[str] | None = None,
        column: str = "",
    ) -> None:
        self.role = role
        self.names = names
        self.listed = names if listed is None else listed
        self.column = column
        index = NameIndex(names)
        # In a value every sign counts: -1 is not 1.
        self.places = index.find if any_spelling else index.find_same

    def find(self, name: str) -> list[str]:
        """Return the known names that this one may mean: the same one, or those that differ in ways that do not matter.

        A name that several people share is repeated once for each of them.
        """
        return [self.names[place] for place in self.places(name)]

    def namesakes(self, name: str) -> list[str]:
        """Return the names of people who share one name; brackets after it tell them apart."""
        start = f"{normalise(name)} ("
        found = [known for known in self.names if normalise(known).startswith(start)]
        return found if len(found) > 1 else []


class _Mistake:
    """A name that means nothing, or more than one thing; equal if the same name was sought."""

    def __init__(self, index: _Index, name: str, rule: Rule, fault: Message | None = None) -> None:
        self.index, self.name, self.rule, self.fault = index, name, rule, fault

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mistake) and (self.index, self.name) == (other.index, other.name)

    def __hash__(self) -> int:
        return hash((id(self.index), self.name))

    def told(self) -> Message:
        """Return the mistake in words."""
        index = self.index
        told = {"role": index.role, "column": clip(index.column), "name": clip(self.name), "rule": self.rule.told()}
        return Message("rules-unknown-name", **told, why=self.fault or self._why())

    def _why(self) -> Message:
        """Return why the name means nothing or several things, and which name may be meant."""
        index, same = self.index, self.index.find(self.name)
        found = list(dict.fromkeys(same))
        if len(found) == 1:
            return Message("rules-why-shared", count=len(same))
        if found:
            return Message("rules-why-may-be", names=quoted(found))
        if not index.names:
            return Message("rules-why-none")
        if namesakes := index.namesakes(self.name):
            return Message("rules-why-namesakes", count=len(namesakes), names=quoted_some(namesakes, 5))
        if parts := [one for one in names_with(self.name, index.names) if len(one) > len(self.name)]:
            return Message("rules-why-part", names=quoted_some(parts, 5))
        near = nearest(self.name, index.names) if len(index.names) <= _COMPARED else None
        if near:
            return Message("rules-why-near", name=clip(near))
        if index.role == "column" and heading_kind(self.name) == "name":
            return Message("rules-why-names")
        if index.role in ("column", "group"):
            return Message("rules-why-listed", role=index.role, names=quoted_some(index.listed, 8))
        return Message("rules-why-unknown")
