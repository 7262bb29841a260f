"""The names in rules, matched to the people, groups and columns that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..tables.name_columns import heading_kind
from ..tables.person_names import NameIndex, names_with
from ..tables.text import bullets, in_line, nearest, normalise, quote, quote_all
from .rule import Columns, Role, Rule
from .values import distinct_headings, distinct_values

# Mistakes listed in one message.
_LISTED = 20
# Among more names than this, looking for the nearest would take long.
_COMPARED = 20_000


def match_names(rules: Iterable[Rule], people: Sequence[str], groups: Sequence[str], columns: Columns) -> list[Rule]:
    """Return the rules with every name as it is spelled elsewhere, or report all that are unknown."""
    names = _Names(people, groups, columns)
    matched = [names.match(rule) for rule in rules]
    if names.mistakes:
        lines = [mistake.told() for mistake in list(names.mistakes)[:_LISTED]]
        n_wrong = len(names.mistakes)
        raise InputError(
            "Every person, group, column and value that a rule names must be known and unique; "
            f"{n_wrong} {'is' if n_wrong == 1 else 'are'} not:\n{bullets(lines, total=n_wrong, limit=_LISTED)}\n"
            "Correct the names, or leave these rules out."
        )
    return matched


def refuse_people(rules: Iterable[Rule], people: Sequence[str], why: str) -> None:
    """Refuse rules that name any of these people, who are not sorted; ``why`` says so."""
    aside = {normalise(person) for person in people}
    wrong = [
        f"{quote(name)} in {quote(rule.words())}"
        for rule in rules
        for name in rule.mentions("person")
        if normalise(name) in aside
    ]
    if wrong:
        raise InputError(
            f"Rules must name people who are sorted; got {len(wrong)} who {'is' if len(wrong) == 1 else 'are'} not:\n"
            f"{bullets(wrong, limit=_LISTED)}\n{why}"
        )


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
            heading: _Index(f"value of {quote(heading)},", distinct_values(cells)) for heading, cells in columns.items()
        }
        # A dict keeps the order, and tells each mistake once.
        self.mistakes: dict[_Mistake, None] = {}

    def match(self, rule: Rule) -> Rule:
        """Return the rule with known names; mistakes are noted, and their names kept."""
        column = ""

        def change(role: Role, name: str) -> str:
            nonlocal column
            if role == "value":
                # An unknown or empty column is a mistake by itself.
                index = self.values.get(column)
                return name if index is None or not index.names else self._find(index, name, rule)
            if role != "column":
                return self._find(self.indexes[role], name, rule)
            column = rule.find_heading(self.columns) or self._find(self.indexes[role], name, rule)
            if column in self.columns:
                empty = not self.values[column].names
                fault = "all its cells are empty" if empty else rule.find_fault(self.columns[column])
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
        self, what: str, names: Sequence[str], *, any_spelling: bool = False, listed: Sequence[str] | None = None
    ) -> None:
        self.what = what
        self.names = names
        self.listed = names if listed is None else listed
        index = NameIndex(names)
        # In a value every sign counts: -1 is not 1.
        self.places = index.find if any_spelling else index.find_same

    def find(self, name: str) -> list[str]:
        """Return the known names that this one may mean: the same one, or those that differ in ways that do not matter.

        A name that several people share is repeated once for each of them.
        """
        return [self.names[place] for place in self.places(name)]

    def namesakes(self, name: str) -> list[str]:
        """Return the names of several people of one name, who are told apart by what stands in brackets after it."""
        start = f"{normalise(name)} ("
        found = [known for known in self.names if normalise(known).startswith(start)]
        return found if len(found) > 1 else []


class _Mistake:
    """A name that means nothing, or more than one thing; equal if the same name was sought."""

    def __init__(self, index: _Index, name: str, rule: Rule, hint: str = "") -> None:
        self.index, self.name, self.rule, self.hint = index, name, rule, hint

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mistake) and (self.index, self.name) == (other.index, other.name)

    def __hash__(self) -> int:
        return hash((id(self.index), self.name))

    def told(self) -> str:
        """Return the mistake in words."""
        found = list(dict.fromkeys(self.index.find(self.name)))
        near = nearest(self.name, self.index.names) if len(self.index.names) <= _COMPARED else None
        if self.hint:
            hint = self.hint
        elif len(found) == 1:
            hint = f"{len(self.index.find(self.name))} have this name; make their names different"
        elif found:
            hint = f"may be {quote_all(found)}"
        elif not self.index.names:
            hint = "there are none"
        elif namesakes := self.index.namesakes(self.name):
            hint = f"{len(namesakes)} have this name; write {in_line(list(map(quote, namesakes)), limit=5)}"
        elif parts := [one for one in names_with(self.name, self.index.names) if len(one) > len(self.name)]:
            hint = f"write the whole name: {in_line(list(map(quote, parts)), limit=5)}"
        elif near:
            hint = f"nearest: {quote(near)}"
        elif self.index.what == "column" and heading_kind(self.name) == "name":
            hint = "people's names are all different, so they are not among the columns"
        elif self.index.what in ("column", "group"):
            listed = in_line(list(map(quote, self.index.listed)), limit=8)
            hint = f"none is near; the {self.index.what}s are {listed}"
        else:
            hint = "none is near"
        rule = quote(self.rule.words().replace('"', "'"))
        return f"{self.index.what} {quote(self.name)} in {rule} ({hint})"
