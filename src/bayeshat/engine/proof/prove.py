"""Prove that no assignment is better than a given one: fast methods first, until one succeeds or time is up."""

from __future__ import annotations

import time

import numpy as np

from ..._cuda import check_device
from ...errors import InputError
from ...options import Progress, Workers, as_reporter, check_threads
from ...words.settings import setting
from ..kernels._rows_numba import bound_rows
from ..naming import number_like
from ..problem import Problem
from .certificate import ROUNDING, Certificate, certify
from .claim import Claim, Clock, claim_of
from .every_grouping import try_every_grouping
from .groups import MAX_BRANCHED_PEOPLE, branch_and_bound
from .linear import prove_linear
from .rows import MAX_BOUNDED_PEOPLE, Rows, SizeBounds, bound_by_rows, company_by_count, least_places

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
    with Workers(check_threads(threads)) as workers:
        bound, method, better = _Proof(claim, Clock(began, seconds), workers, tell).run()
    if better is not None and claim.blind:
        better = number_like(better, claim.labels, claim.target)
    tell(1.0, "done")
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


class _Proof:
    """The methods of proof, for one claim."""

    def __init__(self, claim: Claim, clock: Clock, workers: Workers, tell: Progress) -> None:
        self.claim, self.clock, self.workers, self.tell = claim, clock, workers, tell
        self.bound, self.method = 0.0, "none"
        self.value = claim.value
        self.better: Array | None = None

    def run(self) -> tuple[float, str, Array | None]:
        """Return the bound, the method that found it, and a better assignment if there is one."""
        by_count = company_by_count(self.claim)
        if not 2 < self.claim.n_people <= MAX_BOUNDED_PEOPLE or by_count is None:
            return self.bound, self.method, None
        self.tell(0.0, "preparing the proof")
        _compile(self.claim, by_count)
        self.clock = Clock(time.monotonic(), self.clock.seconds)
        self.tell(0.0, "bounding the loss")
        claim, few = self.claim, self.claim.n_people <= MAX_BRANCHED_PEOPLE
        rows_end = self.clock.at(_ROWS_END if few else 1.0)
        found = bound_by_rows(Rows(claim, by_count, self.workers), rows_end, self.clock)
        self._raise(found.least, "rows")
        if not self.is_done and claim.is_linear:
            self.tell(_ROWS_END, "solving integer programs")
            self._keep(*prove_linear(claim, found, self.clock), "integer programs")
        if not self.is_done and few and len(found.sizes):
            self.tell(_ROWS_END, "looking at every group")
            self._branch(found)
        return self.bound, self.method, self.better

    @property
    def is_done(self) -> bool:
        """Whether the bound has reached the value."""
        return self.bound > self.value - ROUNDING

    def _raise(self, bound: float, method: str) -> None:
        if bound > self.bound:
            self.bound, self.method = min(bound, self.value), method

    def _keep(self, bounds: SizeBounds, value: float, better: Array | None, method: str) -> None:
        if better is not None:
            self.value, self.better = value, better
        self._raise(bounds.least, method)

    def _branch(self, found: SizeBounds) -> None:
        """Prove by branch and bound, at the sizes that are still open."""
        is_open = found.bounds < self.value - ROUNDING
        ended = branch_and_bound(
            self.claim,
            found.sizes[is_open],
            time_limit=max(self.clock.left, 0.1),
            workers=self.workers,
            progress=lambda share, word: self.tell(_ROWS_END + (1 - _ROWS_END) * share, word),
        )
        if ended.value < self.value - ROUNDING:
            self.value, self.better = ended.value, ended.labels
        bound = ended.value if ended.finished else ended.bound
        self._raise(min(bound, found.rest, found.bounds[~is_open].min(initial=np.inf)), "branch and bound")
