"""Conflicts between rules: found before the search, and explained by as few rules as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...errors import RulesError
from ...rules.constraints import Constraints
from ...rules.rule import Rule
from ...rules.rule_set import RuleSet
from ...words.settings import setting
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
    words = [rule.words() for rule in rules]
    if len(hard) in conflict:
        words.append(asked)
    sizes_alone = all(rule.kind == "size" and rule.automatic for rule in rules)
    there = f"{_count(len(ruling.people), 'person', 'people')} and {_count(len(ruling.groups), 'group', 'groups')}"
    why = rules[0].why_impossible(ruling) if len(rules) == 1 else ""
    told = _say(words, there, sizes_alone, why)
    raise RulesError(told, rules, by_sizes=len(hard) in conflict)


def _asked_of_sizes(target: Sizes) -> str:
    """Return in words what the target demands of the sizes; an empty text if nothing."""
    if target.exact is not None:
        order = " in any order" if target.labels == "free" else ""
        return f"the groups have exactly {', '.join(str(size) for size in target.exact)} people{order}"
    return f"no group is empty ({setting('pseudocount', 0)} forbids it)" if target.forbids_empty else ""


def forbid_empty(constraints: Constraints, target: Sizes) -> Constraints:
    """Add the rule that no group is empty, if the target forbids empty groups."""
    return replace(constraints, least=np.maximum(constraints.least, 1)) if target.forbids_empty else constraints


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _say(words: list[str], there: str, sizes_alone: bool, why: str) -> str:
    if sizes_alone:
        return f"These sizes cannot be met with {there}: {' and '.join(words)}. Change them{why}."
    if len(words) == 1:
        return f"This rule cannot be met with {there}: {words[0]}.{why} Change it or leave it out."
    listed = "".join(f"\n  - {word}" for word in words)
    return f"These {len(words)} rules cannot all be met with {there}:{listed}\nLeave out any one of them to solve this."


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
