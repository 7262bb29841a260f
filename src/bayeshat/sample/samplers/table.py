"""The table of samplers, and what each one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...model.columns import Columns
from ...model.prior import Prior
from ...words.voice import setting
from .gibbs import Gibbs
from .nuts import CorrelatedNuts, Nuts, import_numpyro
from .sampler import Sampler
from .totals import TotalsGibbs

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
    return (Gibbs if prior.totals is None else TotalsGibbs)(codes, prior, *others)


# Gibbs has nothing to adapt. It draws theta for kept draws only, which takes as long as one or two sweeps.
SAMPLERS = {
    "gibbs": Kind(_gibbs, tune=500, thin=3, long_round=10_000),
    "nuts": Kind(Nuts, tune=1000, check=import_numpyro),
    "nuts-correlated": Kind(CorrelatedNuts, tune=1000, at_once=True, check=import_numpyro),
}


def find_sampler(name: str) -> Kind:
    """Return a sampler by its name; raise an error if there is none, or if it needs a package that is missing."""
    if name not in SAMPLERS:
        names = " or ".join(map(repr, SAMPLERS))
        raise InputError(f"{setting('sampler')} must be {names}; got {name!r}. Take 'gibbs' if in doubt.")
    SAMPLERS[name].check()
    return SAMPLERS[name]
