"""The cost of each rule of a decision, found by deciding again without it."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import replace

import numpy as np

from ..options import Progress, Workers, part_of
from ..rules.rule import Rule
from ..words.message import Message
from .decision import Decision, Kept
from .ruled.search import search_ruled
from .search.descent import SearchOptions

# Starts of each search, in addition to the decision itself.
_STARTS_PER_RULE = 4
_WORD = Message("progress-rule-costs")


def price_rules(
    decision: Decision,
    rules: Container[Rule],
    *,
    seconds: float,
    threads: int | None = None,
    progress: bool | Progress = False,
) -> list[float | None]:
    """Return how many fewer people are expected in their right group because of each rule.

    Each figure compares the decision with the best one found without this rule, with all others kept. Rules may have
    the same effect, so the figures need not add up to the cost of all rules together.

    Parameters
    ----------
    decision
        A decision under rules.
    rules
        The rules whose cost is wanted.
    seconds
        No further rule is examined after this time.
    threads
        Threads to use; by default one per core.
    progress
        As for :func:`decide`.

    Returns
    -------
    list
        One figure of at least 0 for each rule of ``decision.kept.ruling``; None for rules that were not examined, and
        for all rules if ``decision.kept.fewer_right`` is None.
    """
    kept = decision.kept
    if kept is None or kept.fewer_right is None:
        return [] if kept is None else [None] * len(kept.ruling.rules)
    own = list(kept.ruling.rules)
    if len(own) == 1:
        return [max(kept.fewer_right, 0.0) if own[0] in rules else None]
    costs: list[float | None] = [None] * len(own)
    ends = time.monotonic() + seconds
    with Workers(threads) as workers:
        for n, rule in enumerate(own):
            tell = part_of(progress, n / len(own), 1 / len(own))
            tell(0.0, _WORD)
            if rule in rules and time.monotonic() < ends:
                costs[n] = _price(decision, kept, rule, own[:n] + own[n + 1 :], workers, tell)
    return costs


def _price(decision: Decision, kept: Kept, rule: Rule, others: list[Rule], workers: Workers, tell: Progress) -> float:
    """Return the cost of one rule, given the others."""
    freer = replace(kept.ruling, constraints=kept.ruling.some(others)).priced(kept.worth)
    problem = replace(decision.problem, rules=freer)
    options = SearchOptions(_STARTS_PER_RULE, np.random.default_rng(0), workers, lambda share, _: tell(share, _WORD))
    labels = search_ruled(problem, options, [decision.labels]).labels
    # The rule costs nothing if the best groups without it meet it anyway, or are no better.
    if rule not in kept.ruling.unmet(labels) or not problem.prefers(labels, decision.labels, workers):
        return 0.0
    right = [problem.expected_right(some, workers) for some in (labels, decision.labels)]
    return max(right[0] - right[1], 0.0)
