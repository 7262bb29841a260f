"""Latecomers: placed into groups in which nobody else moves, also where these groups break rules already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...engine.decision import Decision, Kept
from ...report.result import Result
from ...rules.rule import Rule
from ...rules.rule_set import RuleSet
from ...rules.rules import Pin, Rules
from ...rules.scope import Scope
from ...survey.answers import text_columns
from ...words.message import Message, join
from ...words.status import Status

# The status of groups that break rules because nobody was to be moved.
BROKEN = "broken_before"


def keepable(rules: Rules, placed: Mapping[str, str]) -> Rules:
    """Return the rules that placing the others can still keep.

    Parameters
    ----------
    rules
        All rules, with names as people have them.
    placed
        Groups of those who stay where they are, by name.

    Examples
    --------
    >>> rules = Rules(pins={"Ann": "Owls", "Di": "Owls"}, apart=[["Bo", "Cy"]])
    >>> [rule.words() for rule in keepable(rules, {"Ann": "Larks", "Bo": "Owls", "Cy": "Larks"})]
    ['Di must be in Owls', 'Bo and Cy must be apart']
    """
    groups = (*placed.values(), *(group for rule in rules for group in rule.mentions("group")))
    scope = Scope(tuple(placed), tuple(dict.fromkeys(groups)), {})
    labels = np.array([scope.group[group] for group in placed.values()], dtype=np.int64)
    return Rules(rule for rule in rules if not (rule.is_hard and _is_broken(rule, scope, labels)))


def restore_rules(result: Result, rules: Rules) -> Result:
    """Return a result of placing under the organiser's own rules, broken ones among them.

    Those that only kept people in their places while others were placed are gone, so that hands may move anybody.
    """
    decision = result.decision
    kept = decision.kept
    if kept is None:
        return result
    if not rules:
        return replace(result, decision=replace(decision, kept=None))
    columns = text_columns(result.survey, result.answers)
    ruling = RuleSet.of(rules, result.names, decision.names, columns).priced(kept.worth)
    kept = replace(kept, ruling=ruling, unmet=ruling.unmet(decision.labels), fewer_right=None)
    decision = replace(decision, kept=kept)
    broken = [rule.told() for rule in kept.unmet if rule.is_hard]
    if broken:
        words = Message("board-broken-before", rules=join(broken, "semicolon"))
        decision = replace(decision, status=Status(BROKEN, (Message(BROKEN, words),)))
    return replace(result, decision=decision)


def hold_placed(decision: Decision, kept: Kept, placed: Sequence[int]) -> Decision:
    """Return a decision in which nobody moves who was placed before, to see what its rules cost.

    Rules that must hold and are broken are left out: with them, there are no such groups.
    """
    broken = {rule for rule in kept.unmet if rule.is_hard}
    staying = [Pin(kept.ruling.people[n], (decision.groups[n],), automatic=True) for n in placed]
    rules = Rules([*(rule for rule in kept.ruling.rules if rule not in broken), *staying])
    ruling = RuleSet.of(rules, kept.ruling.people, kept.ruling.groups, kept.ruling.columns).priced(kept.worth)
    return replace(decision, kept=replace(kept, ruling=ruling, unmet=ruling.unmet(decision.labels), fewer_right=0.0))


def _is_broken(rule: Rule, scope: Scope, labels: np.ndarray) -> bool:
    """Say whether a rule is broken by those who are placed, wherever the others come."""
    about = rule.rename(lambda role, name: name if role != "person" or name in scope.own else None)
    if about is None or rule.mentions("column"):
        return False
    constraints = scope.some([about])
    # Groups still grow.
    return replace(constraints, least=np.zeros_like(constraints.least)).broken(labels)
