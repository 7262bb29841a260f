"""The cost of each rule of a decision, found by deciding again without it."""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import replace
from typing import Any

import numpy as np

from ..options import Progress, Workers, check_threads, part_of
from ..rules.rules import Rule
from .decision import Decision, Kept
from .programs.conflicts import forbid_empty
from .ruled.search import search_ruled
from .tables import expected_right, find_chances

# Starts of each search, in addition to the decision itself.
_STARTS_PER_RULE = 4
_PROGRESS_WORDS = "finding out what each rule costs"


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
    with Workers(check_threads(threads)) as workers:
        for n, rule in enumerate(own):
            tell = part_of(progress, n / len(own), 1 / len(own))
            tell(0.0, _PROGRESS_WORDS)
            if rule in rules and time.monotonic() < ends:
                costs[n] = _price(decision, kept, rule, own[:n] + own[n + 1 :], workers, tell)
    return costs


def _price(decision: Decision, kept: Kept, rule: Rule, others: list[Rule], workers: Workers, tell: Progress) -> float:
    """Return the cost of one rule, given the others."""
    draws, loss, target = decision.problem.draws, decision.loss, decision.problem.sizes
    freer = replace(kept.ruling, constraints=kept.ruling.some(others)).priced(kept.worth)
    constraints = forbid_empty(freer.constraints, target)
    bounded = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    options: dict[str, Any] = {
        "n_starts": _STARTS_PER_RULE,
        "rng": np.random.default_rng(0),
        "workers": workers,
        "progress": lambda share, _: tell(share, _PROGRESS_WORDS),
    }
    shares = decision.shares
    found, _ = search_ruled(draws, loss, bounded, constraints, shares, **options, warm=[decision.labels])
    # The rule costs nothing if the best groups without it meet it anyway, or are no better.
    if rule not in kept.ruling.unmet(found.labels):
        return 0.0
    if not replace(decision, kept=replace(kept, ruling=freer)).is_beaten_by(found.labels):
        return 0.0
    named = loss.sees_labels
    right = [
        expected_right(labels, find_chances(labels, draws, target.n_groups, named, workers))
        for labels in (found.labels, decision.labels)
    ]
    return max(right[0] - right[1], 0.0)
