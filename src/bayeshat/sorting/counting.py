"""Sizes in what people count as: somebody who needs two places counts as two."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.programs.conflicts import is_possible
from ..engine.sizes import SOFT_WEIGHT, Sizes
from ..rules.rule import Columns
from ..rules.rule_set import RuleSet
from ..rules.rules import Bounds, Rules, resolve_names
from ..rules.values import read_amounts


def count_sizes(
    column: str, target: Any, rules: Rules, people: Sequence[str], columns: Columns, **sizing: Any
) -> tuple[Rules, tuple[str, ...] | None, int]:
    """Return rules for sizes in which people count as a column says, the groups' names if they have any, and G.

    Sizes are met as closely as amounts and rules allow: each group has its size, but for the least difference with
    which everybody has a place. Ranges are kept as they are.

    Parameters
    ----------
    column
        Heading of the column.
    target, sizing
        Wanted sizes, which add up to what everybody counts as together, as for ``Sizes.read``.
    rules
        All other rules.
    people, columns
        Everybody's name, and what is known about them.
    """
    (any_size,) = resolve_names(Rules([Bounds(0, None, counted=column)]), people, (), columns).of(Bounds)
    column = any_size.counted or column
    read = read_amounts(columns[column])
    assert read is not None  # resolving the name looked at the column
    amounts, parts = read
    sizes = Sizes.read(target, n_people=amounts.sum() / parts, size_weight=SOFT_WEIGHT, **sizing)
    names = sizes.names or tuple(str(group + 1) for group in range(sizes.n_groups))
    if sizes.ranges or sizes.wanted is None:
        ranges = Rules(Bounds(r.least, r.most, r.group, or_empty=r.or_empty, counted=column) for r in sizes.ranges)
        return ranges, sizes.names, sizes.n_groups
    wanted = np.round(sizes.wanted * parts, 6)

    def within(slack: int) -> Rules:
        least, most = np.maximum(np.floor(wanted) - slack, 0) / parts, (np.ceil(wanted) + slack) / parts
        bounds = zip(least.tolist(), most.tolist(), names, strict=True)
        return Rules(Bounds(low, high, name, counted=column, automatic=True) for low, high, name in bounds)

    def is_met(slack: int) -> bool:
        return is_possible(RuleSet.of(rules + within(slack), people, names, columns).constraints)

    # Without other rules, a difference of what the largest counts as is always enough.
    largest = int(amounts.max())
    slack = bisect_left(range(largest), True, key=is_met)
    return within(slack), sizes.names, sizes.n_groups
