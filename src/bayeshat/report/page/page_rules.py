"""The part of the report about the organiser's rules: what they were, what became of them, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.decision import Decision
from ...rules.rule import Rule
from ...rules.rules import resolve_names
from ...rules.scope import Groups
from ...words.phrases import tell_cost
from ..result import Result
from .page_people import percent

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
            "words": str(rule.sentence()),
            "reason": rule.reason,
            "outcome": str(rule.outcome(at)),
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
        "summary": _summary([rule for rule in rules if not rule.automatic], unmet),
        "price": price_in_words(decision, noun),
    }


def price_in_words(decision: Decision, noun: str = "house") -> str:
    """Return what keeping to the rules costs in people; empty if not known, as after changes by hand."""
    kept = decision.kept
    if kept is None or kept.fewer_right is None:
        return ""
    told = f"{tell_cost('Keeping to the rules', max(kept.fewer_right, 0.0), noun)}."
    if kept.gap >= WORTH_TELLING:
        told += f" The search was cut short: one step ended within {percent(kept.gap)} of its best answer."
    return told


def rules_beyond_survey(result: Result) -> tuple[Rule, ...]:
    """Return the rules that the survey file does not hold."""
    kept = result.decision.kept
    if kept is None:
        return ()
    ruling = kept.ruling
    own = set(resolve_names(result.survey.rules, ruling.people, ruling.groups, ruling.columns))
    return tuple(rule for rule in ruling.rules if rule not in own)


def _summary(rules: Sequence[Rule], unmet: set[Rule]) -> str:
    """Say how many of the organiser's own rules are met."""
    hard = sum(rule.is_hard for rule in rules)
    # Changes by hand may break what must hold.
    broken = sum(rule in unmet for rule in rules if rule.is_hard)
    wishes = [rule for rule in rules if rule.is_wish]
    spreads = [rule for rule in rules if not rule.is_hard and not rule.is_wish]
    soft, missed = len(wishes), sum(rule in unmet for rule in wishes)
    told = []
    if hard == 1:
        told.append(f"The one rule that must hold is {'broken' if broken else 'met'}.")
    elif broken:
        told.append(f"Of {hard} rules that must hold, {broken} {'is' if broken == 1 else 'are'} broken.")
    elif hard:
        told.append(f"All {hard} rules that must hold are met.")
    if soft == 1:
        told.append(f"The one wish is {'not fully ' if missed else ''}granted.")
    elif soft:
        granted = soft - missed
        told.append(f"Of {soft} wishes, {granted} {'is' if granted == 1 else 'are'} fully granted.")
    even = sum(rule not in unmet for rule in spreads)
    if len(spreads) == 1:
        told.append(f"The column to spread if possible is {'' if even else 'not quite '}evenly spread.")
    elif spreads:
        told.append(
            f"Of {len(spreads)} columns to spread if possible, {even} {'is' if even == 1 else 'are'} evenly spread."
        )
    return " ".join(told)
