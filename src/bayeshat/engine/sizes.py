"""Group sizes: reading them in any form, their distance from other sizes, and rounding to whole people."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError, TargetError
from ..options import whole
from ..rules.rules import Bounds, Rules
from ..tables.numbers import show_short
from ..tables.person_names import NameIndex
from ..tables.text import nearest
from ..words.message import Message, Setting, join

Array = np.ndarray


def aitchison_distance(x: ArrayLike, y: ArrayLike) -> float:
    r"""Return the Aitchison distance of two compositions (their scale does not matter).

    .. math:: d_A(x, y) = \lVert \operatorname{clr}(x) - \operatorname{clr}(y) \rVert_2, \quad
              \operatorname{clr}(x) = \ln x - \overline{\ln x}

    It is infinite if any part of either composition is zero.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.aitchison_distance([1, 2, 3], [10, 20, 30])
    0.0
    """
    a, b = _parts(x, "x"), _parts(y, "y")
    if a.size != b.size:
        raise InputError(
            f"Both compositions must have the same number of parts; got {a.size} and {b.size}. Leave no group out."
        )
    if (a == 0).any() or (b == 0).any():
        return math.inf
    ratio = np.log(a / a.max()) - np.log(b / b.max())
    distance = float(np.linalg.norm(ratio - ratio.mean()))
    return distance if distance > 1e-15 * a.size else 0.0


def size_distance(sizes: ArrayLike, target: ArrayLike, *, pseudocount: float = 0.1, labels: str = "free") -> float:
    """Return the Aitchison distance of group sizes, each plus the pseudocount, from the wanted sizes.

    With ``labels="free"`` this is the distance at the best matching of groups to wanted sizes. The squared distance is
    a sum of squared differences, so matching both sides in sorted order is optimal.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.size_distance([5, 7, 8], [8, 7, 5], pseudocount=0)
    0.0
    >>> round(bh.size_distance([5, 7, 8], [8, 7, 5], pseudocount=0, labels="fixed"), 3)
    0.665
    """
    check_labels(labels)
    check_pseudocount(pseudocount)
    have = _parts(sizes, "sizes") + pseudocount
    want = fill_zeros(_parts(target, "target"), have.sum() - pseudocount * have.size, pseudocount)
    if labels == "free":
        have, want = np.sort(have), np.sort(want)
    return aitchison_distance(have, want)


def fill_zeros(target: Array, n_people: float, pseudocount: float) -> Array:
    """Replace wanted sizes of zero by the pseudocount, which is the size that an empty group counts as."""
    total = target.sum()
    if pseudocount == 0 or total == 0 or (target > 0).all():
        return target
    return np.where(target > 0, target, pseudocount * total / max(n_people, 1.0))


def round_sizes(proportions: ArrayLike, n_people: int) -> Array:
    """Round proportions to sizes that add up to everybody, by largest remainder (ties: the earlier group).

    Examples
    --------
    >>> round_sizes([0.5, 0.25, 0.25], 21)
    array([11,  5,  5])
    """
    shares = np.asarray(proportions, dtype=float)
    exact = shares / shares.sum() * n_people
    # Remainders that differ by less than this are equal: the difference is a rounding error.
    smallest = max(1e-9, n_people * 1e-14)
    sizes = np.floor(exact + smallest).astype(np.int64)
    missing = n_people - int(sizes.sum())
    order = np.argsort(-np.round((exact - sizes) / smallest), kind="stable")
    sizes[order[:missing]] += 1
    return sizes


def fit_sizes(sizes: Array, least: Array, most: Array) -> Array:
    """Bring sizes within bounds, and restore their sum one person at a time where the size changed most.

    If the bounds leave no room for everybody, the sizes come as close as possible.

    Examples
    --------
    >>> fit_sizes(np.array([9, 1, 2]), np.array([3, 3, 3]), np.array([5, 5, 5]))
    array([5, 3, 4])
    """
    fitted = np.clip(sizes, least, most)
    while (gap := int(sizes.sum() - fitted.sum())) != 0:
        step = 1 if gap > 0 else -1
        room = fitted < most if gap > 0 else fitted > least
        if not room.any():
            break
        off = np.where(room, step * (sizes - fitted), -np.inf)
        fitted[int(np.argmax(off))] += step
    return fitted


def check_labels(labels: str) -> None:
    """Raise TargetError unless ``labels`` is "free" or "fixed"."""
    if labels not in ("free", "fixed"):
        raise TargetError(Message("sizes-labels", got=repr(labels)))


def check_pseudocount(pseudocount: float) -> None:
    """Raise TargetError unless the pseudocount is a finite number of at least 0."""
    if not (isinstance(pseudocount, (int, float, np.number)) and 0 <= pseudocount < math.inf):
        raise TargetError(Message("sizes-pseudocount", got=repr(pseudocount)))


def _parts(values: Any, name: str) -> Array:
    """Return one number per group; raise TargetError unless all are finite and at least 0."""
    try:
        parts = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise TargetError(f"{name} must be numbers; got {values!r}. Give a list of sizes such as [8, 7, 5].") from None
    if parts.ndim != 1 or parts.size == 0:
        raise TargetError(
            f"{name} must be a flat list with one size per group; got shape {parts.shape}. Write e.g. [8, 7, 5]."
        )
    if not np.isfinite(parts).all() or (parts < 0).any():
        raise TargetError(Message("sizes-negative", sizes=_show(parts)))
    return parts


# Weight of sizes that are a guide, as in the paper.
SOFT_WEIGHT = 1.0
# Weight of sizes if people's choices come first: it only decides between otherwise equal groups.
EVEN_AMONG_EQUALS = 1e-7
# Sizes that leave the number of groups to the number of people.
_EACH = re.compile(r"groups of (\d+)")
# With more groups, an error message does not list the sizes that it suggests.
_MAX_GROUPS_IN_ADVICE = 20


@dataclass(frozen=True, eq=False)
class Sizes:
    """The wanted group sizes, read and checked for a number of people.

    Attributes
    ----------
    n_groups
        G.
    wanted
        (G,) wanted number of people in each group, not necessarily whole; None if sizes do not matter.
    exact
        (G,) whole sizes that must be met, or None if sizes are a guide or do not matter.
    names
        The groups' names if the caller or the survey gave them.
    size_weight
        Weight of the size term; infinity makes the sizes exact.
    pseudocount
        Added to each size in the size term.
    labels
        "fixed" if each size belongs to its own group, else "free".
    bounds
        (2, G) least and most people in each group, or None.
    ranges
        Ranges of sizes, as rules.
    yields
        Whether the sizes become a guide if rules do not allow them: true for "balanced" without an explicit weight.
    is_whole
        Whether sizes were given as whole numbers of people, or as "balanced".
    is_softened
        Whether exact sizes became a guide because the rules do not allow them.

    Examples
    --------
    >>> sizes = Sizes.read("4..6", n_people=10, n_clusters=2)
    >>> sizes.wanted.tolist(), sizes.size_weight, [rule.words() for rule in sizes.ranges]
    ([5.0, 5.0], 1.0, ['Every group must have 4 to 6 people'])
    >>> Sizes.read({"owls": 4, "cats": 5}, n_people=9, n_clusters=2).exact.tolist()
    [4, 5]
    >>> Sizes.read("groups of 4", n_people=23).exact.tolist()
    [4, 4, 4, 4, 4, 3]
    """

    n_groups: int
    wanted: Array | None
    exact: Array | None
    names: tuple[str, ...] | None
    size_weight: float
    pseudocount: float
    labels: str
    bounds: Array | None = None
    ranges: tuple[Bounds, ...] = ()
    yields: bool = False
    is_whole: bool = True
    is_softened: bool = False

    @classmethod
    def read(
        cls,
        given: Any,
        *,
        n_people: int,
        n_clusters: int = 0,
        groups: int | None = None,
        houses: Sequence[str] | None = None,
        size_weight: float | None = None,
        pseudocount: float = 0.1,
        labels: str | None = None,
    ) -> Sizes:
        """Read sizes in any form: None, "balanced", "groups of 4", counts, shares, ranges; or by name.

        Sizes are met exactly unless there is a weight. Ranges become rules, with balanced sizes as a guide within
        them. Sizes for a survey's houses belong to these houses, which may stay empty. With draws from other tools,
        sizes without names belong to no group in particular. Without sizes and ``groups``, there is a group for each
        house or for each of ``n_clusters``.
        """
        if isinstance(given, Sizes):
            return given._changed(n_people, size_weight, labels)
        if (size := read_group_size(given)) is not None:
            made = count_groups(size, n_people)
            if groups not in (None, made):
                told = {"people": n_people, "size": size, "count": made, "groups": Setting("groups", groups)}
                raise TargetError(Message("sizes-two-numbers", **told))
            given, groups = "balanced", made
        given = _as_mapping(given, by_number=houses is None)
        yields = size_weight is None and isinstance(given, str)
        weight = _check_weight(exact_weight(given) if size_weight is None else size_weight)
        ranges: tuple[Bounds, ...] = ()
        if is_range(given):
            by_name = isinstance(given, Mapping)
            bounds = Rules(bounds={str(name): size for name, size in given.items()} if by_name else given).of(Bounds)
            ranges = tuple(replace(rule, automatic=True) for rule in bounds)
            given = dict.fromkeys(given, 1.0 / len(given)) if by_name and houses is None else "balanced"
        sized = given is not None and not isinstance(given, str)
        if labels is None:
            labels = "fixed" if isinstance(given, Mapping) or (houses is not None and sized) else "free"
        check_labels(labels)
        check_pseudocount(pseudocount)
        names = None
        if houses is not None:
            n_clusters = len(houses)
            given, names = name_houses(given, tuple(houses), groups, n_people)
        elif isinstance(given, Mapping):
            names = tuple(str(name) for name in given)
            if len(set(names)) != len(names):
                raise TargetError(f"Group names must differ; got {', '.join(names)}. Rename one of them.")
            given = list(given.values())
        if isinstance(given, (set, frozenset)):
            raise TargetError("Sizes must have an order (a list) or names (a mapping); got a set. Use a list of sizes.")
        number = None if groups is None else whole("groups", groups, 1, "Ask for 1 or more groups.")
        wanted, is_whole = _read_sizes(given, n_people) if sized else (None, True)
        if wanted is not None:
            n_groups = wanted.size
            if number not in (None, n_groups):
                raise TargetError(Message("sizes-not-groups", groups=groups, count=n_groups))
        else:
            n_groups = len(names) if names is not None else number or min(n_clusters, n_people)
            wanted = _read_word(given, n_groups, n_people, labels)
            labels = "free"  # even sizes belong to no group in particular: the loss decides who gets one person more
        # Houses may stay empty, so there may be more of them than people.
        may_be_empty = houses is not None and names is not None
        if n_groups > n_people and not may_be_empty and (given is not None or groups is not None):
            raise TargetError(Message("sizes-groups", groups=n_groups, people=n_people))
        read = cls(n_groups, wanted, None, names, 0.0, float(pseudocount), labels)
        return replace(read, ranges=ranges, yields=yields, is_whole=is_whole).with_weight(weight)

    @property
    def soft_weight(self) -> float:
        """The weight of the size term; zero if sizes do not matter or are exact."""
        return self.size_weight if self.wanted is not None and self.exact is None else 0.0

    @property
    def forbids_empty(self) -> bool:
        """Whether an empty group is infinitely far from the wanted sizes."""
        return self.soft_weight > 0 and self.pseudocount == 0

    @property
    def note(self) -> Message | None:
        """What was changed about the sizes; None if nothing was."""
        if self.is_softened:
            return Message("sizes-softened")
        if self.exact is None or self.wanted is None or self.is_whole:
            return None
        rounded = not np.allclose(self.exact, self.wanted, rtol=0, atol=1e-9)
        return Message("sizes-rounded", sizes=_show(self.exact)) if rounded else None

    def with_weight(self, size_weight: float) -> Sizes:
        """Return the same sizes with another weight; infinity makes them exact."""
        exact = None
        if math.isinf(size_weight):
            if self.wanted is None:
                raise TargetError(Message("sizes-none-to-meet", weight=Setting("size_weight", math.inf)))
            exact = round_sizes(self.wanted, round(float(self.wanted.sum())))
        changed = replace(self, size_weight=size_weight, exact=exact)
        if self.wanted is not None and changed.forbids_empty:
            n_people = round(float(self.wanted.sum()))
            if (self.wanted == 0).any() or self.n_groups > n_people:
                raise TargetError(Message("sizes-empty-group", sizes=_show(self.wanted), people=n_people))
        return changed

    def as_guide(self) -> Sizes:
        """Return the sizes as a guide, because the rules do not allow them."""
        return replace(self.with_weight(SOFT_WEIGHT), yields=False, is_softened=True)

    def scaled(self, n_people: int, n_everybody: int) -> Sizes:
        """Return the same sizes for some of the people."""
        exact = None if self.exact is None else round_sizes(self.exact, n_people)
        wanted = None if self.wanted is None else self.wanted * (n_people / self.wanted.sum())
        bounds = self.bounds
        if bounds is not None and n_people < n_everybody:
            share = n_people / n_everybody
            bounds = np.stack([np.floor(bounds[0] * share), np.ceil(bounds[1] * share)]).astype(np.int64)
        return replace(self, wanted=wanted, exact=exact, bounds=bounds)

    def whole_sizes(self, n_people: int) -> Array:
        """Return whole sizes to start from: the wanted sizes, or equal ones without wanted sizes."""
        if self.exact is not None:
            return self.exact
        return self.within(round_sizes(np.ones(self.n_groups) if self.wanted is None else self.wanted, n_people))

    def within(self, sizes: Array) -> Array:
        """Return the sizes, changed as little as possible to be within the bounds."""
        return sizes if self.bounds is None else fit_sizes(sizes, *self.bounds)

    def allows(self, sizes: Array) -> bool:
        """Say whether sizes are within the bounds."""
        return self.bounds is None or bool((sizes >= self.bounds[0]).all() and (sizes <= self.bounds[1]).all())

    def meets(self, sizes: Array, *, any_order: bool) -> bool:
        """Say whether sizes are within the bounds and, if there are exact sizes, equal to these."""
        if self.exact is None:
            return self.allows(sizes)
        same = np.sort(sizes) == np.sort(self.exact) if any_order else sizes == self.exact
        return bool(same.all()) and self.allows(sizes)

    def distance(self, sizes: ArrayLike) -> float:
        """Return the distance of sizes from the wanted ones; NaN without wanted sizes."""
        if self.wanted is None:
            return math.nan
        return size_distance(sizes, self.wanted, pseudocount=self.pseudocount, labels=self.labels)

    def matched(self, sizes: Array, before: Array | None = None) -> Array | None:
        """Return the wanted size that each group is matched to.

        Groups of the same size are matched in the order of the sizes wanted ``before``, if these are given.
        """
        wanted = self.wanted if self.exact is None else self.exact
        if wanted is None or self.labels == "fixed":
            return wanted
        return match_sorted(sizes, wanted, before)

    def cost(self, sizes: ArrayLike) -> float:
        """Return the size term of the loss."""
        if not self.meets(np.asarray(sizes), any_order=self.labels == "free"):
            return math.inf
        return self.soft_weight * self.distance(sizes) if self.soft_weight > 0 else 0.0

    def _changed(self, n_people: int, size_weight: float | None, labels: str | None) -> Sizes:
        """Return the sizes with another weight or other labels, for the same number of people."""
        total = n_people if self.wanted is None else round(float(self.wanted.sum()))
        if total != n_people:
            raise TargetError(
                f"Sizes must be read for the same number of people ({n_people}); got sizes for {total}. "
                "Read them again for these people."
            )
        changed = self if labels is None else replace(self, labels=labels)
        if size_weight is None:
            return changed
        return replace(changed.with_weight(_check_weight(size_weight)), yields=False)


def match_sorted(sizes: Array, wanted: Array, before: Array | None = None) -> Array:
    """Return the wanted size that each group is matched to: the largest group to the largest size, and so on.

    Groups of the same size are matched in the order of ``before``, if that is given.
    """
    matched = np.empty(len(wanted), wanted.dtype)
    matched[np.argsort(sizes, kind="stable") if before is None else np.lexsort((before, sizes))] = np.sort(wanted)
    return matched


def is_range(target: Any) -> bool:
    """Say whether sizes are given as ranges, such as "4..6"."""
    if isinstance(target, Mapping):
        return any(isinstance(size, str) for size in target.values())
    if not isinstance(target, str) or target.strip().lower() == "balanced":
        return False
    try:
        Bounds.of(target)
    except InputError:
        return False
    return True


def read_group_size(target: Any) -> int | None:
    """Return about how large each group is to be, in sizes such as "groups of 4"; None for other sizes.

    Examples
    --------
    >>> read_group_size("groups of 4"), read_group_size("4..6")
    (4, None)
    """
    found = _EACH.fullmatch(target.strip()) if isinstance(target, str) else None
    if found is not None and int(found[1]) < 1:
        raise TargetError(Message("sizes-of-nobody", got=repr(target)))
    return None if found is None else int(found[1])


def count_groups(size: int, n_people: int) -> int:
    """Return the number of groups whose average size is as near to this one as possible.

    Examples
    --------
    >>> count_groups(4, 23), count_groups(4, 21), count_groups(4, 1)
    (6, 5, 1)
    """
    fewer = n_people // size
    return min((number for number in (fewer, fewer + 1) if number > 0), key=lambda n: abs(n_people / n - size))


def exact_weight(target: Any) -> float:
    """Return the default weight of sizes: they are exact, but within ranges balanced sizes are a guide."""
    return SOFT_WEIGHT if target is None or is_range(target) else math.inf


def _as_mapping(target: Any, *, by_number: bool) -> Any:
    """Return a pandas Series with an index of names as a dict, and whole numbers in text as numbers.

    With ``by_number``, names may also be numbers, unless these are 0, 1, 2, ….
    """
    if isinstance(target, Mapping) and all(str(size).strip().isdigit() for size in target.values()):
        return {name: int(str(size)) if isinstance(size, str) else size for name, size in target.items()}
    index = getattr(target, "index", None)
    if index is None or callable(index):
        return target
    if not all(isinstance(name, str) for name in index) and (not by_number or list(index) == list(range(len(index)))):
        return target
    return dict(zip(index, target, strict=True))


def name_houses(
    sizes: Any, houses: tuple[str, ...], groups: int | None, n_people: int
) -> tuple[Any, tuple[str, ...] | None]:
    """Return the sizes in the order of the houses, and the groups' names; None if the groups are not the houses.

    Examples
    --------
    >>> name_houses({"cats": 3}, ("owls", "cats", "toads"), None, 8)
    ([3, 3, 2], ('owls', 'cats', 'toads'))
    """
    n_houses = len(houses)
    if sizes is None or isinstance(sizes, str):
        return sizes, houses if groups in (None, n_houses) else None
    if isinstance(sizes, Mapping):
        return _sizes_by_house(sizes, houses, n_people), houses
    if np.ndim(sizes) == 1 and len(sizes) > n_houses and not np.any(np.asarray(sizes[n_houses:], dtype=float)):
        sizes = sizes[:n_houses]
    return sizes, houses if np.ndim(sizes) == 1 and len(sizes) == n_houses else None


def _read_word(target: str | None, n_groups: int, n_people: int, labels: str) -> Array | None:
    """Return even sizes for "balanced", and None for None."""
    if target is None:
        if labels == "fixed":
            raise TargetError(Message("sizes-none-to-tie"))
        return None
    if target.lower() != "balanced":
        raise TargetError(Message("sizes-unknown-word", got=repr(target)))
    return np.full(n_groups, n_people / n_groups)


def _read_sizes(target: Any, n_people: int) -> tuple[Array, bool]:
    """Return the wanted sizes in people, and whether they were given as counts."""
    sizes = _parts(target, "Sizes")
    total = float(sizes.sum())
    if math.isclose(total, n_people, rel_tol=1e-9):
        return sizes, bool((sizes == np.round(sizes)).all())
    if math.isclose(total, 1.0, rel_tol=1e-6):
        return sizes / total * n_people, False
    if (sizes == np.round(sizes)).all():
        if sizes.size == 1 and 0 < total < n_people:
            raise TargetError(_advise_sizes(n_people, round(total)))
        told = {"people": n_people, "total": round(total), "sizes": _add_up(sizes, total)}
        gap = round(n_people - total)
        raise TargetError(Message("sizes-sum-add" if gap > 0 else "sizes-sum-take", gap=abs(gap), **told))
    raise TargetError(Message("sizes-no-sum", people=n_people, sizes=_show(sizes), total=show_short(total)))


def _sizes_by_house(sizes: Mapping[Any, Any], houses: tuple[str, ...], n_people: int) -> list[Any]:
    """Return a size for each house; houses without a size share the remaining people as evenly as possible."""
    known = NameIndex(houses)
    given: dict[str, Any] = {}
    for name, size in sizes.items():
        meant = known.find(str(name))
        if len(meant) != 1:
            near = nearest(str(name), houses)
            told = {"houses": join(houses), "got": repr(str(name))}
            if near:
                raise TargetError(Message("sizes-unknown-near", near=near, **told))
            raise TargetError(Message("sizes-unknown", **told))
        house = houses[meant[0]]
        if isinstance(size, (bool, np.bool_)):
            raise TargetError(Message("sizes-no-number", got=str(size), house=house))
        if house in given:
            raise TargetError(Message("sizes-twice", name=house))
        given[house] = size
    others = [house for house in houses if house not in given]
    if others:
        given |= zip(others, _rest(list(given.values()), len(others), n_people), strict=True)
    return [given[house] for house in houses]


def _rest(sizes: list[Any], n_others: int, n_people: int) -> list[Any]:
    """Return sizes for the other houses: whole people or, if shares were given, shares."""
    try:
        total = float(sum(float(size) for size in sizes))
    except (TypeError, ValueError):
        return [0] * n_others  # the sizes are checked later, with a proper error message
    shares = total <= 1 + 1e-6 and any(isinstance(size, (float, np.floating)) for size in sizes)
    if shares:
        return [max(1.0 - total, 0.0) / n_others] * n_others
    left = n_people - total
    return round_sizes(np.ones(n_others), round(left)).tolist() if left > 0 and left.is_integer() else [0] * n_others


def _advise_sizes(n_people: int, size: int) -> Message:
    """Return that one size is not all, with how to ask for groups of about this size."""
    numbers, told = sorted({n_people // size, -(-n_people // size)}), {"people": n_people, "total": size}
    if numbers[-1] > _MAX_GROUPS_IN_ADVICE:
        return Message("sizes-one-of-many", groups=numbers[-1], **told)
    ways = [",".join(show_short(s) for s in round_sizes(np.ones(number), n_people)) for number in numbers]
    return Message("sizes-one", ways=join(ways, "or"), **told)


def _add_up(sizes: Array, total: float) -> str:
    return f"{'+'.join(map(show_short, sizes))} = {show_short(total)}" if sizes.size > 1 else show_short(total)


def _show(sizes: Array) -> str:
    shown = ", ".join(show_short(s) for s in sizes[:12])
    return shown + (", …" if sizes.size > 12 else "")


def _check_weight(size_weight: float) -> float:
    if not (isinstance(size_weight, (int, float, np.number)) and size_weight >= 0):
        raise TargetError(Message("sizes-weight", got=repr(size_weight)))
    return float(size_weight)
