"""Prove that no assignment is better than a given one: fast methods first, until one succeeds or time is up."""

from __future__ import annotations

import time

import numpy as np

from ..._cuda import check_device
from ...errors import InputError
from ...options import DONE, Progress, Workers, as_reporter
from ...words.message import Message
from ...words.voice import setting
from ..kernels._rows_numba import bound_rows
from ..naming import number_like
from ..problem import Problem
from .certificate import ROUNDING, Certificate, certify
from .claim import Claim, Clock, claim_of
from .every_grouping import try_every_grouping
from .groups import MAX_BRANCHED_PEOPLE, branch_and_bound
from .linear import prove_linear
from .rows import MAX_BOUNDED_PEOPLE, Rows, bound_by_rows, company_by_count, least_places

Array = np.ndarray

# Share of the time after which bounds by rows end, if groups follow.
_ROWS_END = 0.4


def prove(
    problem: Problem,
    labels: Array,
    time_limit: float,
    *,
    device: str = "cpu",
    threads: int | None = None,
    progress: bool | Progress = False,
) -> Certificate:
    """Return how far an assignment can be from the best possible one; see ``Decision.certificate``."""
    seconds = check_seconds(time_limit)
    began = time.monotonic()
    claim = claim_of(problem, labels)
    if check_device(device) == "cuda":
        best, better = try_every_grouping(claim)
        return certify(claim.value, best, "every grouping", time.monotonic() - began, better)
    tell = as_reporter(progress)
    with Workers(threads) as workers:
        bound, method, better = _bound(claim, Clock(began, seconds), workers, tell)
    if better is not None and claim.blind:
        better = number_like(better, claim.labels, claim.target)
    tell(1.0, DONE)
    return certify(claim.value, bound, method, time.monotonic() - began, better)


def check_seconds(seconds: float) -> float:
    """Return the time limit of a proof; raise InputError if it is not a positive number."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float, np.number)) or not 0 < seconds < np.inf:
        raise InputError(
            f"{setting('prove')} must be a number of seconds above 0; got {seconds!r}. Ten seconds are a good start."
        )
    return float(seconds)


def _compile(claim: Claim, by_count: Array) -> None:
    """Compile the kernels by calls on one draw, before the clock starts; this happens once after an installation."""
    n_people = claim.n_people
    z, weights, nothing = claim.arrays.z[:, :1].copy(), np.ones(1), np.zeros((n_people, n_people))
    least_places(claim, claim.cost, claim.sizes)
    bound_rows(z, weights, by_count, nothing, 2, 1, 0, 1, np.zeros((n_people, n_people + 1)))


def _bound(claim: Claim, clock: Clock, workers: Workers, tell: Progress) -> tuple[float, str, Array | None]:
    """Return the bound, the method that found it, and a better assignment if there is one."""
    by_count = company_by_count(claim)
    if not 2 < claim.n_people <= MAX_BOUNDED_PEOPLE or by_count is None:
        return 0.0, "none", None
    tell(0.0, Message("progress-proof"))
    _compile(claim, by_count)
    clock = Clock(time.monotonic(), clock.seconds)
    tell(0.0, Message("progress-bounds"))
    value, better = claim.value, None
    few = claim.n_people <= MAX_BRANCHED_PEOPLE and claim.is_by_group
    found = bound_by_rows(Rows(claim, by_count, workers), clock.at(_ROWS_END if few else 1.0), clock)
    bounds = {"none": 0.0, "rows": found.least}
    if found.least <= value - ROUNDING and claim.is_linear and claim.has_company_rules:
        tell(_ROWS_END, Message("progress-programs"))
        raised, value, better = prove_linear(claim, found, clock)
        bounds["integer programs"] = raised.least
    if max(bounds.values()) <= value - ROUNDING and few and len(found.sizes):
        tell(_ROWS_END, Message("progress-groups"))
        is_open = found.bounds < value - ROUNDING
        ended = branch_and_bound(
            claim,
            found.sizes[is_open],
            time_limit=max(clock.left, 0.1),
            workers=workers,
            progress=lambda share, word: tell(_ROWS_END + (1 - _ROWS_END) * share, word),
        )
        if ended.value < value - ROUNDING:
            value, better = ended.value, ended.labels
        bound = ended.value if ended.finished else ended.bound
        bounds["branch and bound"] = min(bound, found.rest, found.bounds[~is_open].min(initial=np.inf))
    method = max(bounds, key=lambda name: bounds[name])
    return min(bounds[method], value), method, better
