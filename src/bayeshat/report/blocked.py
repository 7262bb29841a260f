"""Which rules name a person, and which keep one from moving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..engine.decision import Decision
from ..rules.rules import Apart, Bar, Pin, Rule, Stay, Together, Wish

Array = np.ndarray
Step = tuple[int, int]


def rules_by_person(decision: Decision) -> dict[str, list[tuple[str, bool, bool]]]:
    """Return for each person that rules name: each rule in words, whether it must hold, and whether it does."""
    named: dict[str, list[tuple[str, bool, bool]]] = {}
    if decision.kept is None:
        return named
    ruling, unmet = decision.kept.ruling, set(decision.kept.unmet)
    now = dict(zip(ruling.people, decision.groups, strict=True))
    for rule in ruling.rules:
        if isinstance(rule, Stay):
            # An earlier assignment is kept or not for each person by themselves.
            for name, group in rule.groups:
                words = Stay(((name, group),), rule.weight, rule.reason).words()
                named.setdefault(name, []).append((words, False, now[name] == group))
        else:
            for name in people_of(rule):
                named.setdefault(name, []).append((rule.words(), rule.is_hard, rule not in unmet))
    return named


def people_of(rule: Rule) -> tuple[str, ...]:
    """Return whom a rule names; nobody for a rule about whole groups."""
    if isinstance(rule, (Together, Apart)):
        return rule.people
    if isinstance(rule, (Pin, Bar)):
        return (rule.person,)
    if isinstance(rule, Wish):
        return (rule.person,) if rule.companion is None else (rule.person, rule.companion)
    return tuple(name for name, _ in rule.groups) if isinstance(rule, Stay) else ()


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
    number = {name: n for n, name in enumerate(decision.kept.ruling.people)}
    for rule in decision.kept.ruling.rules:
        if rule.is_hard:
            about = [number[name] for name in people_of(rule)] or list(wanted)
            for step in _broken_steps(rule, decision, [(n, g) for n in about for g in wanted.get(n, ())]):
                found[step] = (*found.get(step, ()), rule)
    return found


def _broken_steps(rule: Rule, decision: Decision, steps: Sequence[Step]) -> list[Step]:
    """Return the steps that break a rule which is met now."""
    if decision.kept is None or not steps:
        return []
    # These are common and say it themselves.
    if isinstance(rule, Pin):
        return [(n, g) for n, g in steps if decision.names[g] not in rule.groups]
    if isinstance(rule, Bar):
        return [(n, g) for n, g in steps if decision.names[g] in rule.groups]
    ruling = decision.kept.ruling
    alone = ruling.some([rule])
    cells = ruling.columns.get(getattr(rule, "column", ""), ())
    labels = decision.labels.copy()
    known: dict[tuple[object, ...], bool] = {}
    broken = []
    for n, g in steps:
        own = int(labels[n])
        # Rules about whole groups cannot tell people of one group with one value apart.
        key = (own, g, n) if people_of(rule) else (own, g, cells[n] if cells else None)
        if key not in known:
            labels[n] = g
            known[key] = alone.broken(labels)
            labels[n] = own
        if known[key]:
            broken.append((n, g))
    return broken
