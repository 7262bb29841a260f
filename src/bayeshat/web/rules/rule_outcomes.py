"""What became of rules in a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from ...engine.decision import Decision
from ...report.page_people import percent
from ...report.page_rules import price_in_words, tell_outcome
from ...rules.rule_names import match_names
from ...rules.rule_set import RuleSet
from ...rules.rules import Bar, Pin, Rule, Wish
from ..results.places import Standing, read_standing
from ..storage.schema import Sorting
from .rule_problems import Cast, examine


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
    known: dict[Rule | None, Rule] = {replace(rule, reason=""): rule for rule in decision.kept.ruling.rules}
    unmet = set(decision.kept.unmet)
    told: list[Outcome | None] = []
    for spelled in _spelled(rules, decision.kept.ruling):
        there = known.get(spelled)
        if there is None:
            told.append(None)
            continue
        kept = there not in unmet
        word = "kept" if kept and not isinstance(there, Wish) else tell_outcome(there, decision, standing.names, kept)
        told.append(Outcome(kept, "not kept" if word == "not met" else word, _tell_cost(there, standing, decision)))
    return told, price_in_words(decision, "group")


def _spelled(rules: Sequence[Rule], ruling: RuleSet) -> list[Rule | None]:
    """Return rules without their reasons and with the names that a result has; None for those that name others."""
    cast = Cast(ruling.people, (), ruling.groups, ruling.columns)
    named = [n for n, rule in enumerate(rules) if not examine(rule, cast).problems]
    matched = match_names([rules[n] for n in named], ruling.people, ruling.groups, ruling.columns)
    known = dict(zip(named, matched, strict=True))
    return [replace(known[n], reason="") if n in known else None for n in range(len(rules))]


def _tell_cost(rule: Rule, standing: Standing, decision: Decision) -> str:
    """Say what a rule about one person costs that person; of others that is not known without another sort."""
    if not isinstance(rule, Pin | Bar):
        return ""
    place = standing.places[standing.names.index(rule.person)]
    own, best = place.group_number, max(range(len(place.shares)), key=place.shares.__getitem__)
    if place.shares[own] >= place.shares[best]:
        return f"It costs nothing: {decision.names[own]} fits {rule.person} best anyway."
    fits = f"{decision.names[best]} would fit {rule.person} better"
    return f"{fits}: {percent(place.shares[best])} instead of {percent(place.shares[own])}."
