"""Conflicts between rules: found before the search, and explained by as few rules as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...errors import RulesError
from ...rules.constraints import Constraints
from ...rules.rule import Rule
from ...rules.rule_set import RuleSet
from ...words.message import Message, Setting, join
from ..sizes import Sizes, fit_sizes, round_sizes
from .deal_out import deal_out
from .integer_program import blocks_of, solve_program

Array = np.ndarray


def allows_sizes(ruling: RuleSet, target: Sizes) -> bool:
    """Say whether the rules can be met with the target's exact sizes; True if it has no exact sizes."""
    return target.exact is None or _is_possible_with(ruling.constraints, target)


def refuse_conflicts(ruling: RuleSet, target: Sizes) -> None:
    """Raise RulesError if the rules cannot all be met; it names a minimal set of conflicting rules."""
    if _is_possible_with(ruling.constraints, target):
        return
    hard = [rule for rule in ruling.rules if rule.is_hard]
    asked = _asked_of_sizes(target)
    n_rules = len(hard) + bool(asked)

    def possible(some: Sequence[int]) -> bool:
        constraints = ruling.some([hard[i] for i in some if i < len(hard)])
        return _is_possible_with(constraints, target) if asked and len(hard) in some else is_possible(constraints)

    conflict = smallest_conflict(n_rules, possible)
    rules: tuple[Rule, ...] = tuple(hard[i] for i in conflict if i < len(hard))
    by_sizes = len(hard) in conflict
    words = [*(rule.told() for rule in rules), *([asked] if asked and by_sizes else [])]
    raise RulesError(_say(words, ruling, rules), rules, by_sizes=by_sizes)


def _asked_of_sizes(target: Sizes) -> Message | None:
    """Return what the target demands of the sizes; None if nothing."""
    if target.exact is not None:
        sizes = ", ".join(map(str, target.exact))
        return Message("rules-sizes-free" if target.labels == "free" else "rules-sizes", sizes=sizes)
    return Message("rules-sizes-empty", setting=Setting("pseudocount", 0)) if target.forbids_empty else None


def forbid_empty(constraints: Constraints, target: Sizes) -> Constraints:
    """Add the rule that no group is empty, if the target forbids empty groups."""
    return replace(constraints, least=np.maximum(constraints.least, 1)) if target.forbids_empty else constraints


def _say(words: Sequence[Message], ruling: RuleSet, rules: Sequence[Rule]) -> Message:
    """Return that rules cannot all be met, and what to do about it."""
    there = {
        "people": Message("rules-conflict-people", count=len(ruling.people), each=ruling.places.each),
        "groups": Message("rules-conflict-groups", count=len(ruling.groups)),
    }
    why = rules[0].why_impossible(ruling) if len(rules) == 1 else None
    if all(rule.kind == "size" and rule.automatic for rule in rules):
        message = "rules-conflict-ranges-make" if why else "rules-conflict-ranges"
        return Message(message, **there, rules=join(words, "and"), **({"make": why} if why else {}))
    if len(words) == 1:
        message = "rules-conflict-one-why" if why else "rules-conflict-one"
        return Message(message, **there, rule=words[0], **({"why": why} if why else {}))
    lines = join([Message("rules-conflict-line", rule=one) for one in words], "line")
    conflict = Message("rules-conflict", **there, count=len(words), rules=lines)
    return Message("rules-conflict-why", conflict=conflict, why=why) if why else conflict


def _is_possible_with(constraints: Constraints, target: Sizes) -> bool:
    """Say whether any assignment meets the rules and what the target demands of the sizes."""
    return is_possible(forbid_empty(constraints, target), target.exact, any_order=target.labels == "free")


def is_possible(constraints: Constraints, sizes: Array | None = None, *, any_order: bool = False) -> bool:
    """Say whether any assignment meets the rules and has these sizes; also True if the time limit left that open."""
    if not constraints.allowed.any(axis=1).all() or (constraints.least > constraints.most).any():
        return False
    asked = sizes
    if asked is None and constraints.least.sum() <= constraints.n_people <= constraints.most.sum():
        equal = round_sizes(np.ones(constraints.n_groups), constraints.n_people)
        asked = fit_sizes(equal, constraints.least, constraints.most)
    if asked is not None and deal_out(constraints, asked) is not None:
        return True
    return not solve_program(constraints, blocks_of(constraints), sizes=sizes, any_order=any_order).impossible


def smallest_conflict(n_rules: int, possible: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return rules, of 0 .. n_rules - 1, that cannot all be met; dropping any one of them resolves the conflict.

    ``possible`` says whether some of the rules can be met together. Halves are tried first (QuickXplain, Junker 2004).
    """

    def find(kept: list[int], rules: list[int], added: bool) -> list[int]:
        if added and not possible(kept):
            return []
        if len(rules) == 1:
            return rules
        first, second = rules[: len(rules) // 2], rules[len(rules) // 2 :]
        late = find(kept + first, second, True)
        early = find(kept + late, first, bool(late))
        return early + late

    return sorted(find([], list(range(n_rules)), False))
