"""``Decision.certificate``: one way of proving after the other, quick ones first, until the time is up."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from ..._options import Progress, as_reporter
from ..._vocabulary import setting
from ..._workers import Workers, check_threads
from ...errors import InputError
from .certificate import ROUNDING, Certificate, certify
from .claim import Claim, Clock, claim_of, value_with_wishes
from .group_choice import choose_groups
from .group_costs import MOST_PEOPLE
from .row_bounds import MANY_PEOPLE, Rows, SizeBounds, bound_by_rows, company_by_count, partner_costs

if TYPE_CHECKING:
    from ..decision import Decision

Array = np.ndarray

# Part of the time that bounds by rows may take, where groups can be listed after them.
_ROWS_SHARE = 0.4


def prove(
    decision: Decision, time_limit: float, *, threads: int | None = None, progress: bool | Progress = False
) -> Certificate:
    """Return how far the decision can be from the best possible one; see ``Decision.certificate``."""
    seconds = check_seconds(time_limit)
    began = time.monotonic()
    if decision.proven:
        return certify(value_with_wishes(decision), value_with_wishes(decision), "search", 0.0)
    claim = claim_of(decision)
    tell = as_reporter(progress)
    with Workers(check_threads(threads)) as workers:
        bound, method, better = _Proof(claim, Clock(began + seconds), workers, tell).run()
    tell(1.0, "done")
    return certify(claim.value, bound, method, time.monotonic() - began, better)


def check_seconds(seconds: float) -> float:
    """Return the time that a proof may take, or say what it must be."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float, np.number)) or not 0 < seconds < np.inf:
        raise InputError(
            f"{setting('prove')} must be a number of seconds above 0; got {seconds!r}. Ten seconds are a good start."
        )
    return float(seconds)


class _Proof:
    """The ways of proving, for one claim."""

    def __init__(self, claim: Claim, clock: Clock, workers: Workers, tell: Progress) -> None:
        self.claim, self.clock, self.workers, self.tell = claim, clock, workers, tell
        self.bound, self.method = 0.0, "none"
        self.value = claim.value
        self.better: Array | None = None

    def run(self) -> tuple[float, str, Array | None]:
        """Return the bound, what gave it, and a better assignment if one was found."""
        by_count = company_by_count(self.claim)
        if self.claim.n_people > MANY_PEOPLE or by_count is None:
            return self.bound, self.method, None
        self.tell(0.0, "bounding the loss")
        few = self.claim.n_people <= MOST_PEOPLE
        left = Clock(self.clock.ends - (1 - _ROWS_SHARE) * self.clock.left) if few else self.clock
        rows = Rows(self.claim, by_count, partner_costs(self.claim), self.workers)
        found = bound_by_rows(self.claim, rows, left)
        self._raise(found.least, "rows")
        if not self.is_done and few:
            self.tell(0.2, "looking at every group")
            self._choose(found)
        return self.bound, self.method, self.better

    @property
    def is_done(self) -> bool:
        """Whether the bound is reached."""
        return self.bound > self.value - ROUNDING

    def _raise(self, bound: float, method: str) -> None:
        if bound > self.bound:
            self.bound, self.method = min(bound, self.value), method

    def _choose(self, found: SizeBounds) -> None:
        chosen = choose_groups(self.claim, found, self.clock, self.workers)
        self.value, self.better = chosen.value, chosen.better
        self._raise(chosen.bounds.least, "groups")
