"""What was asked for: sizes, ranges of sizes and their weight, read in one place for every front end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...errors import InputError, TargetError
from ...rules.rules import Bounds, Rules, parse_bounds
from ...tables.person_names import NameIndex
from ...tables.text import nearest
from ...words.phrases import group_word
from .sizes import round_sizes
from .target import Target, as_target

# The paper's weight of the sizes, where they are a guide rather than a must.
SOFT_WEIGHT = 1.0
# Their weight where choices come first: enough to decide between groups that are equal otherwise.
EVEN_AMONG_EQUALS = 1e-7


@dataclass(frozen=True, eq=False)
class Request:
    """Wanted sizes and rules, with the defaults filled in.

    Attributes
    ----------
    sizes
        None, "balanced", or sizes as :func:`bayeshat.decide` takes them; ranges have become rules.
    rules
        The rules, those about ranges of sizes included; None if there are none.
    size_weight
        Weight of the size term; infinity makes the sizes exact.
    labels
        "fixed" if each size belongs to its own group, else "free".
    houses
        Names of the survey's houses; None for draws from other tools.
    yields
        Whether the sizes give way to rules that do not allow them: true for "balanced" without an explicit weight.
    note
        What was changed about the sizes, in words; empty if nothing.
    wishes_first
        Whether rules that hold if possible come before what the draws say, which is only noise.
    """

    sizes: Any
    rules: Rules | None
    size_weight: float
    labels: str
    houses: tuple[str, ...] | None = None
    yields: bool = False
    note: str = ""
    wishes_first: bool = False

    def as_guide(self) -> Request:
        """Return the request with its sizes as a guide, because the rules do not allow them."""
        note = "The rules do not allow groups of even sizes, so even sizes are only a guide."
        return replace(self, size_weight=SOFT_WEIGHT, yields=False, note=note)

    def target(self, n_people: int, n_clusters: int, *, groups: int | None = None, pseudocount: float = 0.1) -> Target:
        """Return the wanted sizes for so many people, or say why they cannot be met."""
        sizes, names = self.sizes, None
        if self.houses is not None:
            sizes, names = name_houses(self.sizes, self.houses, groups, n_people)
        target = as_target(
            sizes,
            groups,
            n_people=n_people,
            n_clusters=n_clusters,
            size_weight=self.size_weight,
            pseudocount=pseudocount,
            labels=self.labels,
            names=names,
        )
        return replace(target, note=self.note) if self.note else target


def read_request(
    target: Any,
    rules: Rules | None = None,
    *,
    size_weight: float | None = None,
    labels: str | None = None,
    houses: Sequence[str] | None = None,
) -> Request:
    """Fill in the defaults of what was asked for.

    Sizes are met exactly, unless there is a weight. Ranges of sizes become rules, with balanced sizes as a guide within
    them. Sizes given for a survey's houses belong to these houses; with draws from other tools, sizes without names
    belong to no group in particular. Of a request, what is given besides is changed; rules are added to its own.

    Examples
    --------
    >>> request = read_request("4..6")
    >>> request.sizes, request.size_weight, [rule.words() for rule in request.rules]
    ('balanced', 1.0, ['every group has 4 to 6 people'])
    >>> read_request({"owls": 4, "cats": 5}, houses=["owls", "cats"]).size_weight
    inf
    """
    if isinstance(target, Request):
        return _change_request(target, rules, size_weight, labels)
    target = _as_mapping(target, by_number=houses is None)
    yields = size_weight is None and isinstance(target, str)
    if size_weight is None:
        size_weight = exact_weight(target)
    if is_range(target):
        by_name = isinstance(target, Mapping)
        ranges = Rules(bounds={str(k): v for k, v in target.items()} if by_name else target)
        rules = (rules or Rules()) + Rules(replace(rule, automatic=True) for rule in ranges.of(Bounds))
        target = dict.fromkeys(target, 1.0 / len(target)) if by_name and houses is None else "balanced"
    if labels is None:
        sized = target is not None and not isinstance(target, str)
        labels = "fixed" if isinstance(target, Mapping) or (houses is not None and sized) else "free"
    return Request(target, rules, size_weight, labels, None if houses is None else tuple(houses), yields)


def _change_request(request: Request, rules: Rules | None, size_weight: float | None, labels: str | None) -> Request:
    if size_weight is not None:
        request = replace(request, size_weight=size_weight, yields=False)
    if labels is not None:
        request = replace(request, labels=labels)
    return replace(request, rules=(request.rules or Rules()) + rules) if rules else request


def _as_mapping(target: Any, *, by_number: bool) -> Any:
    """Return a pandas Series with an index of names as a dict, and whole numbers in text as numbers.

    With ``by_number``, names may also be numbers, unless these only count the entries.
    """
    if isinstance(target, Mapping) and all(str(size).strip().isdigit() for size in target.values()):
        return {name: int(str(size)) if isinstance(size, str) else size for name, size in target.items()}
    index = getattr(target, "index", None)
    if index is None or callable(index):
        return target
    if not all(isinstance(name, str) for name in index) and (not by_number or list(index) == list(range(len(index)))):
        return target
    return dict(zip(index, target, strict=True))


def is_range(target: Any) -> bool:
    """Say whether sizes are given as ranges, such as "4..6"."""
    if isinstance(target, Mapping):
        return any(isinstance(size, str) for size in target.values())
    if not isinstance(target, str) or target.strip().lower() == "balanced":
        return False
    try:
        parse_bounds(target)
    except InputError:
        return False
    return True


def exact_weight(target: Any) -> float:
    """Return the default weight of a person's sizes: they are met exactly, but within a range balance is a guide."""
    return SOFT_WEIGHT if target is None or is_range(target) else math.inf


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


def _sizes_by_house(sizes: Mapping[Any, Any], houses: tuple[str, ...], n_people: int) -> list[Any]:
    """Return a size for each house; houses not named share what is left as evenly as possible."""
    known, word = NameIndex(houses), group_word(houses)
    given: dict[str, Any] = {}
    for name, size in sizes.items():
        meant = known.find(str(name))
        if len(meant) != 1:
            near = nearest(str(name), houses)
            remedy = f"Did you mean {near}? Otherwise give" if near else "Give"
            raise TargetError(
                f"Sizes must be given for the survey's {word}s ({', '.join(houses)}); got {str(name)!r}. "
                f"{remedy} a list of sizes without names to make groups that are not the survey's."
            )
        house = houses[meant[0]]
        if isinstance(size, (bool, np.bool_)):
            raise TargetError(f"A size must be a number; got {size} for {house}. Write a number of people.")
        if house in given:
            raise TargetError(f"Each {word} may be named once; got {house} twice. Leave one of the two out.")
        given[house] = size
    others = [house for house in houses if house not in given]
    if others:
        given |= zip(others, _rest(list(given.values()), len(others), n_people), strict=True)
    return [given[house] for house in houses]


def _rest(sizes: list[Any], n_others: int, n_people: int) -> list[Any]:
    """Share what the given sizes leave: whole people, or proportions if proportions were given."""
    try:
        total = float(sum(float(size) for size in sizes))
    except (TypeError, ValueError):
        return [0] * n_others  # the sizes are checked later, with an error that says what is wrong
    shares = total <= 1 + 1e-6 and any(isinstance(size, (float, np.floating)) for size in sizes)
    if shares:
        return [max(1.0 - total, 0.0) / n_others] * n_others
    left = n_people - total
    return round_sizes(np.ones(n_others), round(left)).tolist() if left > 0 and left.is_integer() else [0] * n_others
