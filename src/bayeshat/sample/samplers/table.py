"""The table of samplers, and what each one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...model.columns import Columns
from ...model.prior import Prior
from ...words.settings import setting
from .sampler import Sampler

Array = np.ndarray


class Kind(NamedTuple):
    """One line of the table."""

    # build(codes (N, C), prior, membership, generators (one per chain), threads, columns, known (N,) or None)
    build: Callable[[Array, Prior, str, list[np.random.Generator], int, Columns, Array | None], Sampler]
    tune: int  # sweeps before anything is kept, by default
    thin: int = 1  # sweeps per kept draw under mixed membership, by default
    long_round: int = 0  # sweeps of the first round where there are many people
    at_once: bool = False  # whether everybody's labels must be drawn together
    check: Callable[[], object] = lambda: None  # raises an error if a package that the sampler needs is missing


def _gibbs(codes: Array, prior: Prior, *others: Any) -> Sampler:
    if prior.totals is not None:
        from .totals import TotalsGibbs

        return TotalsGibbs(codes, prior, *others)
    from .gibbs import Gibbs

    return Gibbs(codes, prior, *others)


def _nuts(*problem: Any) -> Sampler:
    from .nuts import Nuts

    return Nuts(*problem)


def _correlated_nuts(*problem: Any) -> Sampler:
    from .nuts import CorrelatedNuts

    return CorrelatedNuts(*problem)


def _check_numpyro() -> None:
    from .nuts import import_numpyro

    import_numpyro()


# Gibbs has nothing to adapt. It draws theta for kept draws only, which takes as long as one or two sweeps.
SAMPLERS = {
    "gibbs": Kind(_gibbs, tune=500, thin=3, long_round=10_000),
    "nuts": Kind(_nuts, tune=1000, check=_check_numpyro),
    "nuts-correlated": Kind(_correlated_nuts, tune=1000, at_once=True, check=_check_numpyro),
}


def find_sampler(name: str) -> Kind:
    """Return a sampler by its name; raise an error if there is none, or if it needs a package that is missing."""
    if name not in SAMPLERS:
        names = " or ".join(map(repr, SAMPLERS))
        raise InputError(f"{setting('sampler')} must be {names}; got {name!r}. Take 'gibbs' if in doubt.")
    SAMPLERS[name].check()
    return SAMPLERS[name]
