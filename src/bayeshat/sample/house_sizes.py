"""How many people each house has, where that is known (``totals``) or believed (``size_prior``)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import ModelError
from ..model.prior import Prior
from ..survey.spec import Survey
from ..tables.numbers import show_short
from ..tables.person_names import NameIndex
from ..tables.text import nearest
from ..words.message import Message, Setting, join

Array = np.ndarray

Totals = Mapping[str, int] | Sequence[int]
Sizes = Mapping[str, float] | Sequence[float]
SizePrior = Sizes | tuple[Sizes, float] | float


def membership_for_sizes(membership: str, totals: Any, size_prior: Any) -> str:
    """Return the kind of membership: "auto" becomes "single" if sizes are given, and "mixed" is refused."""
    given = [name for name, value in (("totals", totals), ("size_prior", size_prior)) if value is not None]
    if len(given) == 2:
        raise ModelError(Message("totals-both"))
    if given and membership == "mixed":
        raise ModelError(
            Message(
                "totals-mixed",
                given=Setting(given[0]),
            )
        )
    return "single" if given and membership == "auto" else membership


def read_totals(
    totals: Totals | None,
    houses: Sequence[str],
    n_people: int,
    known: Array | None = None,
) -> Array | None:
    """Return how many people each house has, (K,), checked; None if no totals are given.

    ``known`` (N,) are known clusters, -1 where unknown: a house's total must have room for all of its known people.

    Examples
    --------
    >>> read_totals({"toads": 2, "owls": 3}, ("owls", "toads"), 5).tolist()
    [3, 2]
    """
    if totals is None:
        return None
    values = _by_house("totals", totals, houses)
    for house, value in zip(houses, values, strict=True):
        if value < 0 or value != int(value):
            raise ModelError(Message("totals-whole", got=show_short(value), house=house))
    added = int(values.sum())
    if added != n_people:
        sum_of = " + ".join(show_short(value) for value in values)
        raise ModelError(
            Message(
                "totals-sum",
                people=n_people,
                sum=sum_of,
                added=added,
            )
        )
    there = np.zeros(len(houses)) if known is None else np.bincount(known[known >= 0], minlength=len(houses))
    for house, value, least in zip(houses, values, there, strict=True):
        if value < least:
            raise ModelError(
                Message(
                    "totals-known",
                    got=show_short(value),
                    house=house,
                    least=show_short(least),
                )
            )
    return values.astype(np.int64)


def with_size_prior(survey: Survey, size_prior: SizePrior | None) -> Survey:
    r"""Return the survey with a membership prior that says what is believed about the houses' sizes.

    .. math:: \pi \sim \mathrm{Dirichlet}(s\,e / \textstyle\sum e)

    with expected sizes e and strength s. The number of people in each house then is Dirichlet-multinomial. With s much
    larger than the number of people, the sizes are nearly fixed; s equal to the number of houses, with equal sizes,
    makes all shares equally probable; with a smaller s, nearly everybody is expected in one house.

    Examples
    --------
    >>> survey = Survey.load("hogwarts")
    >>> with_size_prior(survey, 8).membership_prior.tolist()
    [2.0, 2.0, 2.0, 2.0]
    >>> with_size_prior(survey, ([10, 20, 30, 40], 5)).membership_prior.tolist()
    [0.5, 1.0, 1.5, 2.0]
    """
    if size_prior is None:
        return survey
    houses = survey.cluster_names
    if isinstance(size_prior, (int, float, np.number)):
        sizes, strength = np.ones(len(houses)), float(size_prior)
    elif isinstance(size_prior, tuple) and len(size_prior) == 2 and isinstance(size_prior[0], (Mapping, Sequence)):
        sizes, strength = _by_house("size_prior", size_prior[0], houses), float(size_prior[1])
    else:
        sizes = _by_house("size_prior", size_prior, houses)
        strength = float(sizes.sum())
    if (sizes <= 0).any():
        raise ModelError(
            Message(
                "totals-prior-zero",
                got=show_short(sizes.min()),
                house=houses[int(sizes.argmin())],
            )
        )
    if not (math.isfinite(strength) and strength > 0):
        raise ModelError(Message("totals-strength", got=show_short(strength)))
    return replace(survey, membership_prior=strength * sizes / sizes.sum())


def totals_notes(prior: Prior, houses: Sequence[str]) -> tuple[Message, ...]:
    """Return what to say about totals that were known."""
    if prior.totals is None:
        return ()
    shown = join([f"{house} {total}" for house, total in zip(houses, prior.totals, strict=True)])
    known = Message("totals", Message("sampling-totals", totals=shown))
    if not prior.told_by_totals:
        return (known,)
    return known, Message("told_by_totals", Message("sampling-totals-tell"))


def _by_house(name: str, values: Sizes, houses: Sequence[str]) -> Array:
    """Return a number for each house, (K,), from a mapping or a list in the order of the houses."""
    told = {"setting": Setting(name), "houses": join(houses)}
    if isinstance(values, Mapping):
        known = NameIndex(houses)
        given: dict[int, Any] = {}
        for house, value in values.items():
            k = meant[0] if len(meant := known.find(str(house))) == 1 else None
            if k is None or k in given:
                near = nearest(str(house), houses)
                why = "twice" if k is not None else "near" if near else "unknown"
                hint = {"near": near} if why == "near" else {}
                raise ModelError(Message(f"totals-{why}", **told, got=repr(house), **hint))
            given[k] = value
        missing = [house for k, house in enumerate(houses) if k not in given]
        if missing:
            nobody = Message("totals-zero" if name == "totals" else "totals-small")
            raise ModelError(Message("totals-missing", **told, missing=join(missing), nobody=nobody))
        values = [given[k] for k in range(len(houses))]
    try:
        numbers = np.array(values, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(math.nan)
    if numbers.shape != (len(houses),) or not np.isfinite(numbers).all():
        got = ", ".join(map(str, values)) if isinstance(values, list | tuple) else repr(values)
        raise ModelError(Message("totals-each", **told, count=len(houses), got=got))
    return numbers
