"""What became of rules in a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ..._words import NEGLIGIBLE, tell_people
from ...report.page.page_rules import price_in_words, tell_outcome
from ...rules.rule_names import match_names
from ...rules.rule_set import RuleSet
from ...rules.rules import Rule, Wish
from ..jobs.sort_queue import find_follow_up
from ..results.places import read_standing
from ..results.result_rows import CHANGED
from ..storage.schema import Sorting
from .rule_problems import Cast, examine

# The kind of work that finds out what each rule costs, and where that stands in what is known about a result.
COSTS = "rule_costs"
# Where it stands who had a place before latecomers were placed: people's positions.
PLACED = "placed_before"
WAITS = "What it costs is still being worked out."
# From this many people on, a cost is told in whole people.
_WHOLE = 0.75


@dataclass(frozen=True)
class Outcome:
    """Whether a rule is kept in a result, in a word; and what it costs, if that can be told."""

    kept: bool
    word: str
    cost: str


def outcomes_of(session: Session, sorting: Sorting, rules: Sequence[Rule]) -> tuple[list[Outcome | None], str]:
    """Return what became of each rule in a result as it stands, and what all rules cost, in a sentence.

    A rule that the result knows nothing of has no outcome. Nothing is sorted for this.
    """
    if not rules:
        return [], ""
    standing = read_standing(session, sorting)
    decision = standing.current.decision
    if decision.kept is None:
        return [None] * len(rules), ""
    kept_rules = decision.kept.ruling.rules
    known: dict[Rule | None, int] = {replace(rule, reason=""): n for n, rule in enumerate(kept_rules)}
    unmet = set(decision.kept.unmet)
    costs = standing.sorting.about.get(COSTS)
    placed = PLACED in standing.sorting.about
    waits = costs is None and find_follow_up(session, sorting, COSTS) is not None
    told: list[Outcome | None] = []
    for spelled in _spelled(rules, decision.kept.ruling):
        place = known.get(spelled)
        if place is None:
            told.append(None)
            continue
        there = kept_rules.rules[place]
        kept = there not in unmet
        word = "kept" if kept and not isinstance(there, Wish) else tell_outcome(there, decision, standing.names, kept)
        cost = WAITS if waits else _tell_cost(costs, place, kept)
        if cost and (decision.status.code == CHANGED or placed):
            when = "Before the changes by hand" if decision.status.code == CHANGED else "While nobody else moves"
            cost = f"{when}: {cost[:1].lower()}{cost[1:]}"
        told.append(Outcome(kept, "not kept" if word == "not met" else word, cost))
    return told, price_in_words(decision, "group")


def _spelled(rules: Sequence[Rule], ruling: RuleSet) -> list[Rule | None]:
    """Return rules without their reasons and with the names that a result has; None for those that name others."""
    cast = Cast(ruling.people, (), ruling.groups, ruling.columns)
    named = [n for n, rule in enumerate(rules) if not examine(rule, cast).problems]
    matched = match_names([rules[n] for n in named], ruling.people, ruling.groups, ruling.columns)
    known = dict(zip(named, matched, strict=True))
    return [replace(known[n], reason="") if n in known else None for n in range(len(rules))]


def keep_costs(session: Session, sorting_id: str, costs: Sequence[float | None]) -> None:
    """Keep with a result what each of its rules costs in people; None where that is not known."""
    about = session.scalar(select(Sorting.about).where(Sorting.id == sorting_id))
    if about is not None:
        session.execute(update(Sorting).where(Sorting.id == sorting_id).values(about=about | {COSTS: list(costs)}))


def _tell_cost(costs: Sequence[float | None] | None, place: int, kept: bool) -> str:
    """Say what one rule costs; nothing if no rule's cost is known, or if a rule that is not kept costs nothing."""
    if not costs or all(cost is None for cost in costs):
        return ""
    cost = costs[place]
    if cost is None:
        return "What it costs was not worked out: that would take too long."
    if cost < NEGLIGIBLE:
        return "Costs about nothing. Without it, the groups would be about as good." if kept else ""
    if cost < _WHOLE:
        return f"Costs a little: {tell_people(cost, 'group')}."
    people = "one person" if round(cost) == 1 else f"{round(cost)} people"
    return f"Costs about {people} in their right group."
