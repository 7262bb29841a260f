"""The wanted group sizes, in all the forms people write them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...errors import TargetError
from ...tables.numbers import show_short
from ...words.settings import setting
from .sizes import check_labels, check_pseudocount, fit_sizes, round_sizes, size_distance

Array = np.ndarray

# Advice writes out the sizes of at most so many groups.
_MOST_ADVISED = 20


@dataclass(frozen=True, eq=False)
class Target:
    """The wanted sizes, checked.

    Attributes
    ----------
    wanted
        (G,) wanted number of people in each group, not necessarily whole; None if sizes do not matter.
    exact
        (G,) whole sizes that must be met, or None if the target is soft.
    names
        The groups' names where the caller gave them.
    note
        What was done to the target, in words; empty if nothing.
    bounds
        (2, G) least and most people in each group, or None.
    """

    n_groups: int
    wanted: Array | None
    exact: Array | None
    names: tuple[str, ...] | None
    size_weight: float
    pseudocount: float
    labels: str
    note: str = ""
    bounds: Array | None = None

    @property
    def soft_weight(self) -> float:
        """The weight of the size term; zero where sizes do not matter or are exact."""
        return self.size_weight if self.wanted is not None and self.exact is None else 0.0

    @property
    def forbids_empty(self) -> bool:
        """Whether an empty group is infinitely far from the wanted sizes."""
        return self.soft_weight > 0 and self.pseudocount == 0

    def scaled(self, n_people: int, n_everybody: int) -> Target:
        """Return the same target for some of the people."""
        exact = None if self.exact is None else round_sizes(self.exact, n_people)
        wanted = None if self.wanted is None else self.wanted * (n_people / self.wanted.sum())
        bounds = self.bounds
        if bounds is not None and n_people < n_everybody:
            share = n_people / n_everybody
            bounds = np.stack([np.floor(bounds[0] * share), np.ceil(bounds[1] * share)]).astype(np.int64)
        return replace(self, wanted=wanted, exact=exact, bounds=bounds)

    def whole_sizes(self, n_people: int) -> Array:
        """Return whole sizes to start from: the wanted ones, or equal ones where none are wanted."""
        if self.exact is not None:
            return self.exact
        return self.within(round_sizes(np.ones(self.n_groups) if self.wanted is None else self.wanted, n_people))

    def within(self, sizes: Array) -> Array:
        """Return the sizes, changed as little as the bounds ask for."""
        return sizes if self.bounds is None else fit_sizes(sizes, *self.bounds)

    def allows(self, sizes: Array) -> bool:
        """Say whether sizes are within the bounds."""
        return self.bounds is None or bool((sizes >= self.bounds[0]).all() and (sizes <= self.bounds[1]).all())

    def meets(self, sizes: Array, *, any_order: bool) -> bool:
        """Say whether sizes are within the bounds and, where they are exact, the wanted ones."""
        if self.exact is None:
            return self.allows(sizes)
        same = np.sort(sizes) == np.sort(self.exact) if any_order else sizes == self.exact
        return bool(same.all()) and self.allows(sizes)

    def distance(self, sizes: ArrayLike) -> float:
        """Return the distance of some sizes from the wanted ones; NaN if none are wanted."""
        if self.wanted is None:
            return math.nan
        return size_distance(sizes, self.wanted, pseudocount=self.pseudocount, labels=self.labels)

    def matched(self, sizes: Array, before: Array | None = None) -> Array | None:
        """Return the wanted size that each group was matched to; of groups of one size, by what was wanted `before`."""
        wanted = self.wanted if self.exact is None else self.exact
        if wanted is None or self.labels == "fixed":
            return wanted
        matched = np.empty(len(wanted), wanted.dtype)
        order = np.argsort(sizes, kind="stable") if before is None else np.lexsort((before, sizes))
        matched[order] = np.sort(wanted)
        return matched

    def cost(self, sizes: ArrayLike) -> float:
        """Return the size term of the loss."""
        if not self.allows(np.asarray(sizes)):
            return math.inf
        if self.wanted is None or self.size_weight == 0:
            return 0.0
        if self.exact is not None:
            have, want = np.asarray(sizes), self.exact
            if self.labels == "free":
                have, want = np.sort(have), np.sort(want)
            return 0.0 if (have == want).all() else math.inf
        return self.size_weight * self.distance(sizes)


def as_target(
    target: Any,
    groups: int | None,
    *,
    n_people: int,
    n_clusters: int,
    size_weight: float,
    pseudocount: float,
    labels: str,
    names: tuple[str, ...] | None = None,
) -> Target:
    """Read the wanted sizes: None, "balanced", counts, proportions, or a mapping of names to either.

    ``names`` are those of groups that exist whatever the sizes are, such as a survey's houses: they may stay empty, and
    there may be more of them than people.
    """
    check_labels(labels)
    check_pseudocount(pseudocount)
    size_weight = _check_weight(size_weight)
    standing = names is not None
    if isinstance(target, Mapping):
        names = tuple(str(name) for name in target)
        if len(set(names)) != len(names):
            raise TargetError(f"Group names must differ; got {', '.join(names)}. Rename one of them.")
        target = list(target.values())
    if isinstance(target, (set, frozenset)):
        raise TargetError("Sizes must have an order (a list) or names (a mapping); got a set. Use a list of sizes.")
    if target is None or isinstance(target, str):
        groups = len(names) if names is not None else groups
        wanted, n_groups = _unnamed_target(target, groups, n_people, n_clusters, size_weight, labels)
        counts = False
        labels = "free"  # even sizes belong to no group in particular, so the loss decides who gets one person more
    else:
        wanted, counts = _read_sizes(target, n_people)
        n_groups = wanted.size
        if groups is not None and _check_groups(groups) != n_groups:
            raise TargetError(
                f"There must be one size per group ({groups}); got {n_groups} {'size' if n_groups == 1 else 'sizes'}. "
                f"Leave {setting('groups')} out, or give as many sizes as groups."
            )
    if n_groups > n_people and not standing and (target is not None or groups is not None):
        raise TargetError(
            f"There must be at least one person per group; got {n_groups} groups for {n_people} "
            f"{'person' if n_people == 1 else 'people'}. Ask for fewer groups."
        ).with_kind("sizes-groups", groups=n_groups, people=n_people)
    soft = wanted is not None and 0 < size_weight < math.inf
    if soft and pseudocount == 0 and wanted is not None and ((wanted == 0).any() or n_groups > n_people):
        raise TargetError(
            f"Every group must have people when {setting('pseudocount')} is 0 (an empty group is infinitely far away); "
            f"got {_show(wanted)} for {n_people} people. Leave the empty group out, or use 0.1."
        )
    exact, note = None, ""
    if wanted is not None and math.isinf(size_weight):
        exact = round_sizes(wanted, n_people)
        if not (counts or isinstance(target, str)) and not np.allclose(exact, wanted, rtol=0, atol=1e-9):
            note = f"The wanted sizes were rounded to {_show(exact)} people."
    return Target(n_groups, wanted, exact, names, size_weight, float(pseudocount), labels, note)


def _unnamed_target(
    target: str | None, groups: int | None, n_people: int, n_clusters: int, size_weight: float, labels: str
) -> tuple[Array | None, int]:
    """Read a target that names no sizes: None or "balanced"."""
    n_groups = min(n_clusters, n_people) if groups is None else _check_groups(groups)
    if target is None:
        if labels == "fixed":
            raise TargetError(
                f"{setting('labels', 'fixed')} ties each size to a group, so it needs sizes; got none. "
                f"Give a size for each group, or use {setting('labels', 'free')}."
            )
        if math.isinf(size_weight):
            raise TargetError(
                f"{setting('size_weight', math.inf)} needs sizes to meet exactly; got none. "
                f"Give sizes, or {setting('target', 'balanced')}."
            )
        return None, n_groups
    if target.lower() != "balanced":
        raise TargetError(
            f'Sizes must be None, "balanced", a list of sizes or shares, or a mapping; got {target!r}. '
            f"Use {setting('target', 'balanced')} for groups of equal size."
        )
    return np.full(n_groups, n_people / n_groups), n_groups


def _read_sizes(target: Any, n_people: int) -> tuple[Array, bool]:
    """Return the wanted sizes in people, and whether they were given as counts."""
    try:
        sizes = np.asarray(target, dtype=float)
    except (TypeError, ValueError):
        raise TargetError(f"Sizes must be numbers; got {target!r}. Give a list of sizes such as [8, 7, 5].") from None
    if sizes.ndim != 1 or sizes.size == 0:
        raise TargetError(
            f"Sizes must be a list with one size per group; got shape {sizes.shape}. Write e.g. [8, 7, 5]."
        )
    if not np.isfinite(sizes).all() or (sizes < 0).any():
        raise TargetError(f"Sizes must be finite and not negative; got {_show(sizes)}. Correct the sizes.")
    total = float(sizes.sum())
    if math.isclose(total, n_people, rel_tol=1e-9):
        return sizes, bool((sizes == np.round(sizes)).all())
    if math.isclose(total, 1.0, rel_tol=1e-6):
        return sizes / total * n_people, False
    if (sizes == np.round(sizes)).all():
        if sizes.size == 1 and 0 < total < n_people:
            raise TargetError(
                f"Sizes must add up to the number of people ({n_people}); got one size, {show_short(total)}. "
                f"{_advise_sizes(n_people, round(total))}"
            ).with_kind("sizes-sum", people=n_people, total=round(total))
        gap = n_people - total
        places = f"{show_short(abs(gap))} {'place' if abs(gap) == 1 else 'places'}"
        change = f"Add {places}" if gap > 0 else f"Take {places} away or add people"
        raise TargetError(
            f"Sizes must add up to the number of people ({n_people}); "
            f"got {_add_up(sizes, total)}. {change}, or give shares that add up to 1."
        ).with_kind("sizes-sum", people=n_people, total=round(total))
    raise TargetError(
        f"Sizes must add up to the number of people ({n_people}) or, as shares, to 1; "
        f"got {_show(sizes)}, which add up to {show_short(total)}. Correct the sizes."
    )


def _advise_sizes(n_people: int, size: int) -> str:
    """Return how to ask for groups of about one size."""
    numbers = sorted({n_people // size, -(-n_people // size)})
    if numbers[-1] > _MOST_ADVISED:
        return f"For groups of about {size}, ask for {numbers[-1]} groups of balanced sizes."
    ways = [",".join(show_short(s) for s in round_sizes(np.ones(number), n_people)) for number in numbers]
    return f"For groups of about {size}, give a size for each group: {' or '.join(ways)}."


def _add_up(sizes: Array, total: float) -> str:
    return f"{'+'.join(map(show_short, sizes))} = {show_short(total)}" if sizes.size > 1 else show_short(total)


def _show(sizes: Array) -> str:
    shown = ", ".join(show_short(s) for s in sizes[:12])
    return shown + (", …" if sizes.size > 12 else "")


def _check_groups(groups: Any) -> int:
    if isinstance(groups, bool) or not isinstance(groups, (int, np.integer)) or groups < 1:
        raise TargetError(
            f"{setting('groups')} must be a whole number of at least 1; got {groups!r}. Ask for 1 or more groups."
        )
    return int(groups)


def _check_weight(size_weight: float) -> float:
    if not (isinstance(size_weight, (int, float, np.number)) and size_weight >= 0):
        raise TargetError(
            f"{setting('size_weight')} must be at least 0 (0: sizes do not matter, inf: exact sizes); got "
            f"{size_weight!r}. The usual weight is 1."
        )
    return float(size_weight)
