"""What became of rules in a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ...report.page.page_rules import price_in_words
from ...rules.names import match_names
from ...rules.rule import Rule
from ...rules.rule_set import RuleSet
from ...rules.scope import Groups
from ...words.message import Message
from ...words.phrases import is_negligible, tell_people
from ..db.schema import Sorting
from .jobs import find_follow_up
from .result_rows import CHANGED
from .results import Standing, read_standing
from .rules import Cast, examine

# The kind of work that finds out what each rule costs, and where that stands in what is known about a result.
COSTS = "rule_costs"
# Where it stands who had a place before latecomers were placed: people's positions.
PLACED = "placed_before"
# Costs of at least this many people are rounded to whole people.
_WHOLE = 0.75


@dataclass(frozen=True)
class Outcome:
    """Whether a rule is kept in a result, in a word; and what it costs, if that can be told."""

    kept: bool
    word: Message
    cost: Message | None


@dataclass(frozen=True, eq=False)
class Told:
    """A result as it stands, and whether somebody is still finding out what its rules cost."""

    standing: Standing
    waits: bool


def read_told(session: Session, sorting: Sorting) -> Told:
    """Read what the outcomes of rules depend on."""
    return Told(read_standing(session, sorting), find_follow_up(session, sorting, COSTS) is not None)


def outcomes_of(told: Told | None, rules: Sequence[Rule]) -> tuple[list[Outcome | None], str | Message]:
    """Return what became of each rule in a result as it stands, and what all rules cost, in a sentence.

    A rule that the result knows nothing of has no outcome; without a result, none has. Nothing is sorted for this.
    """
    if told is None or not rules:
        return [None] * len(rules), ""
    standing = told.standing
    decision = standing.current.decision
    if decision.kept is None:
        return [None] * len(rules), ""
    kept_rules = decision.kept.ruling.rules
    known: dict[Rule | None, int] = {rule.with_reason(""): n for n, rule in enumerate(kept_rules)}
    unmet, at = set(decision.kept.unmet), Groups(decision.kept.ruling, decision.labels)
    costs = standing.sorting.about.get(COSTS)
    noun = standing.current.noun
    waits = costs is None and told.waits
    when = "by-hand" if decision.status.code == CHANGED else "placed" if PLACED in standing.sorting.about else "sorted"
    outcomes: list[Outcome | None] = []
    for spelled in _spelled(rules, decision.kept.ruling):
        place = known.get(spelled)
        if place is None:
            outcomes.append(None)
            continue
        there = kept_rules.rules[place]
        kept = there not in unmet
        cost = Message("rules-cost-waits") if waits else _tell_cost(costs, place, kept, when, noun)
        outcomes.append(Outcome(kept, there.outcome(at), cost))
    return outcomes, price_in_words(decision.kept, noun)


def _spelled(rules: Sequence[Rule], ruling: RuleSet) -> list[Rule | None]:
    """Return rules without their reasons and with the names that a result has; None for those that name others."""
    cast = Cast(ruling.people, (), ruling.groups, ruling.columns)
    named = [n for n, rule in enumerate(rules) if not examine(rule, cast).problems]
    matched = match_names([rules[n] for n in named], ruling.people, ruling.groups, ruling.columns)
    known = dict(zip(named, matched, strict=True))
    return [known[n].with_reason("") if n in known else None for n in range(len(rules))]


def keep_costs(session: Session, sorting_id: str, costs: Sequence[float | None]) -> None:
    """Keep with a result what each of its rules costs in people; None where that is not known."""
    about = session.scalar(select(Sorting.about).where(Sorting.id == sorting_id))
    if about is not None:
        session.execute(update(Sorting).where(Sorting.id == sorting_id).values(about=about | {COSTS: list(costs)}))


def _tell_cost(costs: Sequence[float | None] | None, place: int, kept: bool, when: str, noun: str) -> Message | None:
    """Say what one rule costs; nothing if no rule's cost is known, or if a rule that is not kept costs nothing."""
    if not costs or all(cost is None for cost in costs):
        return None
    cost = costs[place]
    if cost is None:
        return Message("rules-cost-unknown")
    if is_negligible(cost):
        return Message("rules-cost-nothing", when=when) if kept else None
    if cost < _WHOLE:
        return Message("rules-cost-little", when=when, people=tell_people(cost, noun))
    if round(cost) == 1:
        return Message("rules-cost-person", when=when, noun=noun)
    return Message("rules-cost-people", when=when, count=round(cost), noun=noun)
