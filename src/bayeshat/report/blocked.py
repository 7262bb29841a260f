"""Which rules name a person, and which keep one from moving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..engine.decision import Decision
from ..rules.rule import Rule
from ..rules.rule_set import RuleSet
from ..rules.scope import Groups
from ..words.message import Message

Array = np.ndarray
Step = tuple[int, int]


def rules_by_person(decision: Decision) -> dict[str, list[tuple[Message, bool, bool]]]:
    """Return for each person that rules name: each rule in words, whether it must hold, and whether it does."""
    named: dict[str, list[tuple[Message, bool, bool]]] = {}
    if decision.kept is None:
        return named
    at = Groups(decision.kept.ruling, decision.labels)
    for rule in decision.kept.ruling.rules:
        for name, one in rule.by_person():
            named.setdefault(name, []).append((one.told(), one.is_hard, one.is_met(at)))
    return named


def wishes_lost(decision: Decision) -> Array:
    """Return how much more unmet wishes would cost, in people, if each person alone moved to each group, (N, G)."""
    labels = decision.labels
    if decision.kept is None:
        return np.zeros((len(labels), len(decision.names)))
    # Once more by number, for the search counts weights in loss.
    constraints = decision.kept.ruling.some(decision.kept.ruling.rules)
    costs = constraints.cost.copy()
    # A negative cost of a pair is what it costs to part them: being together costs so much less.
    for one, other in (constraints.pairs.T, constraints.pairs.T[::-1]):
        np.add.at(costs, (one, labels[other]), constraints.pair_costs)
    return costs - costs[np.arange(len(labels)), labels][:, None]


def blocking_rules(decision: Decision, steps: Iterable[Step]) -> dict[Step, tuple[Rule, ...]]:
    """Return the rules that would be broken if a person alone moved to a group, for each such step.

    Parameters
    ----------
    decision
        Who is where.
    steps
        Pairs of a person's number and a group's.
    """
    wanted: dict[int, list[int]] = {}
    for n, g in steps:
        wanted.setdefault(int(n), []).append(int(g))
    found: dict[Step, tuple[Rule, ...]] = {}
    if decision.kept is None or not wanted:
        return found
    own = decision.kept.ruling.own
    for rule in decision.kept.ruling.rules:
        if rule.is_hard:
            about = [n for name in rule.mentions("person") for n in own[name].tolist()] or list(wanted)
            for step in _broken_steps(
                rule, decision, decision.kept.ruling, [(n, g) for n in about for g in wanted.get(n, ())]
            ):
                found[step] = (*found.get(step, ()), rule)
    return found


def _broken_steps(rule: Rule, decision: Decision, ruling: RuleSet, steps: Sequence[Step]) -> list[Step]:
    """Return the steps after which a rule is not met."""
    cells = [ruling.columns[column] for column in rule.mentions("column")]
    labels = decision.labels.copy()
    known: dict[tuple[object, ...], bool] = {}
    broken = []
    for n, g in steps:
        own = int(labels[n])
        # Rules about whole groups cannot tell people of one group with one value apart.
        key = (own, g, n) if rule.mentions("person") else (own, g, *(column[n] for column in cells))
        if key not in known:
            labels[n] = g
            known[key] = rule.is_met(Groups(ruling, labels))
            labels[n] = own
        if not known[key]:
            broken.append((n, g))
    return broken
