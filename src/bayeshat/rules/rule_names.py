"""The names in rules, matched to the people, groups and columns that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..errors import InputError
from ..tables.name_columns import heading_kind
from ..tables.person_names import NameIndex, names_with
from ..tables.text import bullets, in_line, nearest, normalise, quote, quote_all
from .rule_kinds import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rule, Spread, Stay, Together, Wish
from .traits import as_numbers, distinct_headings, distinct_values, listing_column

# Mistakes listed in one message.
_LISTED = 20
# Among more names than this, looking for the nearest would take long.
_COMPARED = 20_000


def match_names(
    rules: Iterable[Rule], people: Sequence[str], groups: Sequence[str], columns: Mapping[str, Sequence[str]]
) -> list[Rule]:
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
    wrong = [f"{quote(name)} in {quote(rule.words())}" for rule in rules for name in _people_of(rule, aside)]
    if wrong:
        raise InputError(
            f"Rules must name people who are sorted; got {len(wrong)} who {'is' if len(wrong) == 1 else 'are'} not:\n"
            f"{bullets(wrong, limit=_LISTED)}\n{why}"
        )


def _people_of(rule: Rule, aside: set[str]) -> list[str]:
    """Return those whom a rule names among some people, by their normalised names."""
    named: tuple[str | None, ...] = ()
    match rule:
        case Pin() | Bar():
            named = (rule.person,)
        case Together() | Apart():
            named = rule.people
        case Wish():
            named = (rule.person, rule.companion)
        case Stay():
            named = tuple(person for person, _ in rule.groups)
    return [name for name in named if name is not None and normalise(name) in aside]


def rename_groups(rules: Iterable[Rule], names: Mapping[str, str | None]) -> list[Rule]:
    """Return the rules with other names of groups; None takes a group out, and with it rules that name no other.

    Examples
    --------
    >>> rename_groups([Pin("Ann", ("Red", "Blue")), Bounds(1, 4, "blue")], {"Red": "Rot", "Blue": None})
    [Pin(person='Ann', groups=('Rot',), reason='', automatic=False)]
    """
    known = {normalise(old): new for old, new in names.items()}

    def rename(group: str) -> str | None:
        return known.get(normalise(group), group)

    renamed: list[Rule] = []
    for rule in rules:
        match rule:
            case Bounds() if rule.group is not None:
                group = rename(rule.group)
                renamed += [] if group is None else [replace(rule, group=group)]
            case Pin() | Bar() | Wish() if rule.groups:
                groups = tuple(group for group in map(rename, rule.groups) if group is not None)
                renamed += [replace(rule, groups=groups)] if groups else []
            case Stay():
                pairs = tuple((person, new) for person, old in rule.groups if (new := rename(old)) is not None)
                renamed += [replace(rule, groups=pairs)] if pairs else []
            case _:
                renamed.append(rule)
    return renamed


class _Names:
    """All names that a rule may use."""

    def __init__(self, people: Sequence[str], groups: Sequence[str], columns: Mapping[str, Sequence[str]]) -> None:
        self.people = _Index("person", people, any_spelling=True)
        self.groups = _Index("group", groups, any_spelling=True)
        self.columns = _Index("column", tuple(columns), listed=distinct_headings(columns))
        self.cells = columns
        self.values = {
            heading: _Index(f"value of {quote(heading)},", distinct_values(cells)) for heading, cells in columns.items()
        }
        # A dict keeps the order, and tells each mistake once.
        self.mistakes: dict[_Mistake, None] = {}

    def match(self, rule: Rule) -> Rule:
        """Return the rule with known names; mistakes are noted, and their names kept."""
        match rule:
            case Bounds():
                return rule if rule.group is None else replace(rule, group=self._find(self.groups, rule.group, rule))
            case Pin() | Bar():
                return replace(
                    rule,
                    person=self._find(self.people, rule.person, rule),
                    groups=self._find_all(self.groups, rule.groups, rule),
                )
            case Together() | Apart():
                return replace(rule, people=self._find_all(self.people, rule.people, rule))
            case Spread():
                column = self._find_column(rule)
                if rule.bands and column in self.cells and as_numbers(self.cells[column]) is None:
                    self.mistakes.setdefault(_Mistake(self.columns, column, rule, "bands need a column of numbers"))
                return replace(rule, column=column)
            case CommonTimes():
                return replace(rule, column=listing_column(rule.column, self.cells) or self._find_column(rule))
            case NotAlone():
                return self._match_not_alone(rule)
            case Wish():
                wanted = None if rule.companion is None else self._find(self.people, rule.companion, rule)
                return replace(
                    rule,
                    person=self._find(self.people, rule.person, rule),
                    groups=self._find_all(self.groups, rule.groups, rule),
                    companion=wanted,
                )
            case Stay():
                pairs = [
                    (self._find(self.people, person, rule), self._find(self.groups, group, rule))
                    for person, group in rule.groups
                ]
                return replace(rule, groups=tuple(pairs))

    def _match_not_alone(self, rule: NotAlone) -> Rule:
        column = self._find_column(rule)
        value = rule.value
        if value is not None and column in self.values and self.values[column].names:
            value = self._find(self.values[column], value, rule)
        return replace(rule, column=column, value=value)

    def _find_column(self, rule: Spread | NotAlone | CommonTimes) -> str:
        column = self._find(self.columns, rule.column, rule)
        if column in self.values and not self.values[column].names:
            self.mistakes.setdefault(_Mistake(self.columns, column, rule, "all its cells are empty"))
        return column

    def _find_all(self, index: _Index, names: Iterable[str], rule: Rule) -> tuple[str, ...]:
        return tuple(self._find(index, name, rule) for name in names)

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
