"""An event's rules: added, changed and removed one at a time, read from files, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ...engine.problem import check_rules
from ...engine.sizes import Sizes
from ...errors import BayesHatError, RulesError
from ...rules.names import match_names
from ...rules.reading import read_rules
from ...rules.rule import Rule
from ...rules.rules import Rules, Stay
from ...rules.values import distinct_values
from ...sorting.earlier import not_again_rules
from ...tables.text import nearest, normalise
from ...words.message import Message, join
from ..db.schema import Event, Response
from ..refusals import NotFound, Refused, words_of
from ..settings import Settings
from ..slow import slow
from .events import change_event, hold_event
from .rule_sentences import key_of
from .uploads import open_upload
from .wishes import rename_friend

MOST_RULES = 2000

_KINDS = (".csv", ".tsv", ".xlsx", ".toml")
_LARGEST = 2**20

# Names that are alike at least so much are suggested.
_ALIKE = 0.6


def add_rules(session: Session, event: Event, rules: Iterable[Rule]) -> Event:
    """Add rules to those that there are now; one that is there already stays as it is."""
    known = hold_event(session, event)
    return _keep(session, known, [*list(Rules.from_plain(known.rules)), *rules])


def change_rule(session: Session, event: Event, key: str, rule: Rule) -> Event:
    """Put a rule in the place of another one."""
    known = hold_event(session, event)
    rules = list(Rules.from_plain(known.rules))
    rules[_place(rules, key)] = rule
    return _keep(session, known, rules)


def remove_rule(session: Session, event: Event, key: str) -> Event:
    """Remove a rule."""
    known = hold_event(session, event)
    rules = list(Rules.from_plain(known.rules))
    del rules[_place(rules, key)]
    return _keep(session, known, rules)


def find_rule(event: Event, key: str) -> Rule:
    """Return one of an event's rules; NotFound if there is none by this key."""
    rules = list(Rules.from_plain(event.rules))
    return rules[_place(rules, key)]


def follow_name(session: Session, event: Event, old: str, new: str) -> None:
    """Let an event's rules, and the wishes of others, name somebody as they are called now.

    Where several people were called so before, or are called so now, nobody knows who is meant: all stays as it is.
    """
    if normalise(old) == normalise(new):
        return
    names = [normalise(name) for name in session.scalars(select(Response.name).where(Response.event_id == event.id))]
    if normalise(old) in names or names.count(normalise(new)) != 1:
        return
    rename_friend(session, event, old, new)
    rules = Rules.from_plain(event.rules)
    renamed = rules.rename_people(lambda name: new if normalise(name) == normalise(old) else name)
    if renamed != rules:
        change_event(session, event, rules=renamed.to_plain())


def _place(rules: Sequence[Rule], key: str) -> int:
    for n, rule in enumerate(rules):
        if key_of(rule) == key:
            return n
    raise NotFound(Message("rules-gone"))


def _keep(session: Session, event: Event, rules: Sequence[Rule]) -> Event:
    if len(rules) > MOST_RULES:
        raise Refused(Message("rules-too-many", most=MOST_RULES, count=len(rules)), "rules")
    return change_event(session, event, rules=Rules(rules).to_plain())


@slow
def read_rules_file(name: str, data: bytes, settings: Settings, *, not_again: bool = False) -> list[Rule]:
    """Return the rules in a CSV, TSV, XLSX or TOML file, or refuse it with all that is wrong.

    With ``not_again``, earlier groups in the file are not to be kept, but not to meet again.
    """
    with open_upload(name, data, settings, _LARGEST, "rules", _KINDS) as path:
        try:
            rules = read_rules(path)
            stay = [dict(rule.groups) for rule in rules.of(Stay)]
            if not_again and len(stay) == len(rules):
                rules = not_again_rules(stay)
            return list(rules)
        except BayesHatError as error:
            raise Refused(words_of(error), "file") from None


@dataclass(frozen=True, eq=False)
class Cast:
    """Everybody and everything that rules may name.

    Attributes
    ----------
    people
        Names of those who have answered, no two the same.
    expected
        Names on the roster of those who have not.
    groups
        Names of the groups.
    columns
        What is known of those who have answered, by heading.
    """

    people: tuple[str, ...]
    expected: tuple[str, ...]
    groups: tuple[str, ...]
    columns: Mapping[str, Sequence[str]]

    @cached_property
    def answered(self) -> dict[str, str]:
        """Names of those who have answered, by what is compared of them."""
        return {normalise(name): name for name in self.people}

    @cached_property
    def awaited(self) -> dict[str, str]:
        """Names of those who have not, likewise."""
        return {normalise(name): name for name in self.expected}

    def spell(self, rule: Rule) -> Rule:
        """Return a rule with people's names as they themselves spell them."""
        known = self.awaited | self.answered
        return next(iter(Rules([rule]).rename_people(lambda name: known.get(normalise(name), name))))


@dataclass(frozen=True)
class Finding:
    """What is to be said about a rule.

    Attributes
    ----------
    problems
        Sentences.
    waiting
        People in it who are expected and have not answered yet.
    strangers
        People in it whom nobody knows, with the nearest known name, if one is near.
    broken
        Whether a group, a column or a value in it does not exist.
    """

    problems: tuple[str | Message, ...] = ()
    waiting: tuple[str, ...] = ()
    strangers: tuple[tuple[str, str], ...] = ()
    broken: bool = False


@dataclass(frozen=True)
class Conflict:
    """Rules that cannot all be met: in words, and their places among all rules; empty if there is no conflict."""

    words: str | Message = ""
    places: frozenset[int] = frozenset()


def examine(rule: Rule, cast: Cast) -> Finding:
    """Say what is wrong with the names in a rule.

    Examples
    --------
    >>> from bayeshat import Pin
    >>> cast = Cast(("Ann", "Bo"), ("Cy",), ("Red", "Blue"), {})
    >>> [str(words) for words in examine(Pin("Anne", ("Red",)), cast).problems]
    ['Nobody called “Anne” has answered or is expected. Did you mean “Ann”?']
    >>> examine(Pin("cy", ("Red",)), cast).waiting
    ('cy',)
    """
    problems: list[str | Message] = []
    waiting, strangers = [], []
    for name in () if rule.leaves_out_absent else rule.mentions("person"):
        if normalise(name) in cast.answered:
            continue
        if normalise(name) in cast.awaited:
            waiting.append(name)
            continue
        near = nearest(name, (*cast.people, *cast.expected), cutoff=_ALIKE) or ""
        strangers.append((name, near))
        stranger = Message("rules-stranger-listed" if cast.expected else "rules-stranger", name=name)
        problems.append(join([stranger, Message("rules-near", name=near)] if near else [stranger], "space"))
    broken = [*_unknown_groups(rule, cast), *_unknown_columns(rule, cast)]
    return Finding((*problems, *broken), tuple(waiting), tuple(strangers), bool(broken))


@slow
def find_conflict(rules: Sequence[Rule], cast: Cast, target: Any, size_weight: float | None) -> Conflict:
    """Find a smallest set of rules that cannot all be met, as if everybody whom they name had answered.

    Rules that name groups or columns that do not exist are left out, and so are sizes that do not add up.
    """
    findings = [examine(rule, cast) for rule in rules]
    sound = [n for n, finding in enumerate(findings) if not finding.broken]
    strangers = dict.fromkeys(name for finding in findings for name, _ in finding.strangers)
    unknown = {normalise(name): name for name in strangers}
    everybody = tuple((unknown | cast.awaited | cast.answered).values())
    if len(everybody) < 2 or not sound:
        return Conflict()
    known = dict(zip(cast.people, range(len(cast.people)), strict=True))
    columns = {
        heading: [cells[known[name]] if name in known else "" for name in everybody]
        for heading, cells in cast.columns.items()
    }
    resolved = match_names([rules[n] for n in sound], everybody, cast.groups, columns)
    try:
        sizes = Sizes.read(target, n_people=len(everybody), houses=cast.groups, size_weight=size_weight)
    except BayesHatError:
        sizes = Sizes.read(None, n_people=len(everybody), houses=cast.groups)
    try:
        check_rules(sizes, Rules(resolved), everybody, columns)
    except RulesError as error:
        words = words_of(error)
        return Conflict(words, frozenset(n for n, rule in zip(sound, resolved, strict=True) if rule in error.conflict))
    except BayesHatError as error:
        return Conflict(words_of(error))
    return Conflict()


def _unknown_groups(rule: Rule, cast: Cast) -> Iterable[Message]:
    known = set(map(normalise, cast.groups))
    return [
        Message("rules-no-group", name=name, groups=", ".join(cast.groups))
        for name in rule.mentions("group")
        if normalise(name) not in known
    ]


def _unknown_columns(rule: Rule, cast: Cast) -> Iterable[Message]:
    """Return what is wrong with a rule's column, or with the value in it."""
    if rule.find_heading(cast.columns) is not None:
        return
    for name in rule.mentions("column"):
        column = next((heading for heading in cast.columns if normalise(heading) == normalise(name)), None)
        values = () if column is None else distinct_values(cast.columns[column])
        if column is None:
            yield Message("rules-no-column", name=name)
        elif not values:
            yield Message("rules-no-answers", name=column)
        else:
            for value in rule.mentions("value"):
                if normalise(value) not in map(normalise, values):
                    yield Message("rules-no-value", value=value, name=column)
