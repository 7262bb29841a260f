"""Who is where already, and the sizes and rules that keep them there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..engine.losses import is_auto
from ..engine.sizes import SOFT_WEIGHT, Sizes, is_range
from ..report.result import Result
from ..rules.rules import Bounds, Pin, Rules
from ..rules.rules_read import read_assignment
from ..sample.house_sizes import read_totals
from ..survey.answers import Answers
from ..survey.spec import Survey
from ..tables.person_names import NameIndex
from ..tables.text import normalise


def plan_placing(
    survey: Survey,
    before: Mapping[str, str],
    n_people: int,
    target: Any,
    size_weight: float | None,
    reason: str = "placed before",
) -> tuple[Any, float | None, Rules]:
    """Return what to ask for so that nobody who was placed before moves: sizes, their weight, and rules.

    Parameters
    ----------
    survey
        What was asked.
    before
        The groups of those who were placed before, by name.
    n_people
        How many people there are now.
    target, size_weight
        Wanted sizes and their weight, as for :func:`sort_people`.
    reason
        Why they are where they are.
    """
    staying = Rules([Pin(name, (group,), reason, automatic=True) for name, group in before.items()])
    some = isinstance(target, Mapping) and len(target) < survey.n_clusters and not is_range(target)
    if (some or (isinstance(target, str) and target == "balanced")) and size_weight is None:
        staying += _even_bounds(before, survey, n_people, target if some else {})
        return "balanced", SOFT_WEIGHT, staying
    return target, size_weight, staying


def _even_bounds(before: Mapping[str, str], survey: Survey, n_people: int, given: Mapping[str, Any]) -> Rules:
    """Return bounds that make the sizes as even as possible without moving anybody.

    Houses with a given size keep it. The others are filled up to a common level; people left over may go to any of
    them.
    """
    houses = survey.cluster_names
    names = [normalise(house) for house in houses]
    taken = np.array([Counter(normalise(group) for group in before.values())[name] for name in names])
    fixed = np.isin(names, [normalise(str(name)) for name in given])
    # Reading the sizes refuses unknown houses.
    sizes = taken
    if given:
        exact = Sizes.read(dict(given), n_people=n_people, houses=houses).exact
        sizes = taken if exact is None else exact

    def filled(level: int) -> np.ndarray:
        return np.where(fixed, sizes, np.maximum(taken, level))

    level = max((level for level in range(n_people + 1) if filled(level).sum() <= n_people), default=0)
    more = int(filled(level).sum() < n_people)
    bounds = zip(houses, filled(level).tolist(), filled(level + more).tolist(), fixed.tolist(), strict=True)
    return Rules(Bounds(least, most, house, automatic=not asked) for house, least, most, asked in bounds)


def wanted_sizes(target: Any, totals: Any, survey: Survey, answers: Answers) -> Any:
    """Return the wanted sizes: where nobody says, the totals if they are known, or else even ones."""
    known = read_totals(totals, survey.cluster_names, answers.n_people)
    if not is_auto(target):
        return target
    return "balanced" if known is None else dict(zip(survey.cluster_names, known.tolist(), strict=True))


def earlier_groups(source: Any, answers: Answers) -> tuple[dict[str, str], list[str]]:
    """Return the earlier groups of those who answered, and the names of those who are gone."""
    before = source.assignment() if isinstance(source, Result) else read_assignment(source)
    known = NameIndex(answers.names).match(before)
    there = {known[name]: group for name, group in before.items() if name in known}
    return there, [name for name in before if name not in known]
