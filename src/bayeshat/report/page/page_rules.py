"""The part of the report about the organiser's rules: what they were, what became of them, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.decision import Decision, Kept
from ...rules.rule import Rule
from ...rules.rules import resolve_names
from ...rules.scope import Groups
from ...words.message import Message, join
from ...words.phrases import tell_cost, tell_share
from ..result import Result

# Rules listed; beyond, those that are not met come first.
LISTED_RULES = 200
# Rules up to which the list is unfolded.
OPEN_RULES = 40
# How far a search must have been from its end to be told.
WORTH_TELLING = 0.005


def describe_rules(decision: Decision, noun: str) -> dict[str, Any] | None:
    """Return the rules with their reasons and what became of them, and what they cost; None if there were none."""
    kept = decision.kept
    if kept is None:
        return None
    rules = list(kept.ruling.rules)
    unmet, at = set(kept.unmet), Groups(kept.ruling, decision.labels)
    if len(rules) > LISTED_RULES:
        rules.sort(key=lambda rule: rule not in unmet)
    rows = [
        {
            "words": rule.sentence(),
            "reason": rule.reason,
            "outcome": rule.outcome(at),
            "met": rule not in unmet,
        }
        for rule in rules[:LISTED_RULES]
    ]
    return {
        "rows": rows,
        "more": max(len(rules) - LISTED_RULES, 0),
        "unfolded": len(rules) <= OPEN_RULES,
        "n_rules": len(rules),
        "reasons": any(row["reason"] for row in rows),
        "summary": join([*kept.rules_in_words(), *_tell_spreads(kept.own_rules, unmet)], "space"),
        "price": price_in_words(kept, noun),
    }


def price_in_words(kept: Kept, noun: str = "group") -> str | Message:
    """Return what keeping to the rules costs in people; empty if not known, as after changes by hand."""
    if kept.fewer_right is None:
        return ""
    told = [tell_cost("decision-price", max(kept.fewer_right, 0.0), noun)]
    if kept.gap >= WORTH_TELLING:
        told.append(Message("decision-cut-short", share=tell_share(kept.gap)))
    return join(told, "space")


def rules_beyond_survey(result: Result) -> tuple[Rule, ...]:
    """Return the rules that the survey file does not hold."""
    kept = result.decision.kept
    if kept is None:
        return ()
    ruling = kept.ruling
    own = set(resolve_names(result.survey.rules, ruling.people, ruling.groups, ruling.columns))
    return tuple(rule for rule in ruling.rules if rule not in own)


def _tell_spreads(rules: Sequence[Rule], unmet: set[Rule]) -> list[Message]:
    """Return how many of the columns to spread if possible are evenly spread."""
    spreads = [rule for rule in rules if not rule.is_hard and rule.mentions("column")]
    even = sum(rule not in unmet for rule in spreads)
    return [Message("decision-spreads", count=len(spreads), even=even)] if spreads else []
