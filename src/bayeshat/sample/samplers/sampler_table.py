"""What a sampler is, and which there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...errors import InputError
from ...model.columns import Columns
from ...model.prior import Prior
from ...words.settings import setting
from ..draws.store import Draws

Array = np.ndarray
Tell = Callable[[float], None]


class Info(NamedTuple):
    """What a step says about itself."""

    sweeps: int  # per chain


class Sampler(Protocol):
    """All chains of one sampler: where they start, and how they move on.

    A State is whatever the next step needs; only the sampler itself looks into it. ``tell`` is called with the sweeps
    that were made since it was last called, of all chains together.
    """

    def init(self, sweeps: int, tell: Tell) -> Any:
        """Return the State of chains that have settled for so many sweeps."""

    def step(self, state: Any, draws: Draws, thin: int, tell: Tell) -> tuple[Any, Info]:
        """Fill the draws after those that are kept, each after ``thin`` sweeps; return where the chains are now."""


class Kind(NamedTuple):
    """One line of the table of samplers."""

    # build(codes (N, C), prior, membership, generators (one per chain), threads, columns, known (N,) or None)
    build: Callable[[Array, Prior, str, list[np.random.Generator], int, Columns, Array | None], Sampler]
    tune: int  # sweeps before anything is kept, by default
    thin: int = 1  # sweeps per kept draw under mixed membership, by default
    long_round: int = 0  # sweeps of the first round where there are many people
    at_once: bool = False  # whether nobody's labels can be drawn after the others'
    check: Callable[[], object] = lambda: None  # raises an error if what the sampler needs is not installed


def _gibbs(codes: Array, prior: Prior, *others: Any) -> Sampler:
    if prior.totals is not None:
        from .totals_gibbs import TotalsGibbs

        return TotalsGibbs(codes, prior, *others)
    from .gibbs import Gibbs

    return Gibbs(codes, prior, *others)


def _nuts(*problem: Any) -> Sampler:
    from .nuts import Nuts

    return Nuts(*problem)


def _correlated_nuts(*problem: Any) -> Sampler:
    from .correlated_nuts import CorrelatedNuts

    return CorrelatedNuts(*problem)


def _check_numpyro() -> None:
    from .nuts import import_numpyro

    import_numpyro()


# Gibbs has nothing to adapt. It draws theta only for draws that are kept, which costs as much as a sweep or two.
SAMPLERS = {
    "gibbs": Kind(_gibbs, tune=500, thin=3, long_round=10_000),
    "nuts": Kind(_nuts, tune=1000, check=_check_numpyro),
    "nuts-correlated": Kind(_correlated_nuts, tune=1000, at_once=True, check=_check_numpyro),
}


def find_sampler(name: str) -> Kind:
    """Return a sampler by its name, or say that there is no such sampler or what must be installed for it."""
    if name not in SAMPLERS:
        known = " or ".join(map(repr, SAMPLERS))
        raise InputError(f"{setting('sampler')} must be {known}; got {name!r}. Take 'gibbs' if in doubt.")
    SAMPLERS[name].check()
    return SAMPLERS[name]
