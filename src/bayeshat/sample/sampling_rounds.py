"""Rounds of sampling: how many sweeps it takes until the chains agree, and what becomes of earlier draws."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from threading import Lock
from typing import NamedTuple

import numpy as np

from ..options import Progress, as_reporter, show_bytes
from .draws.convergence import ESS, R_HAT, Convergence
from .draws.store import Draws
from .samplers.sampler_table import Sampler

Array = np.ndarray

# Effective draws that a longer round aims at, and how many times longer than all before it may be.
AIM, LONGEST = 1.25 * ESS, 4
# A round that adds to earlier draws multiplies their sweeps at least by this.
SHORTEST = 1.15


class Schedule(NamedTuple):
    """How long to sample."""

    tune: int  # sweeps before anything is kept
    thin: int  # sweeps per draw in the first round
    cap: int  # most sweeps after tuning
    adds: bool  # whether slow chains that agree keep earlier draws and add to them


class Round(NamedTuple):
    """What the next round keeps and makes."""

    n_kept: int  # earlier draws per chain that stay, evenly spread
    thin: int  # sweeps per new draw


def sample_rounds(
    sampler: Sampler, store: Draws, report: Report, schedule: Schedule, check: Callable[[], Convergence]
) -> Convergence:
    """Sample until converged or the cap; every round adds to the draws before it, or replaces them."""
    n_draws = store.log_likelihood.shape[1]
    report.plan(schedule.tune + n_draws * schedule.thin, f"tuning ({show_bytes(store.nbytes)} of draws)")
    state = sampler.init(schedule.tune, report.tell)
    report.plan(0, "sampling")
    state, info = sampler.step(state, store, schedule.thin, report.tell)
    made = held = info.sweeps
    # The sweeps after which each draw was made.
    times = schedule.thin * np.arange(1, n_draws + 1)
    status = check()
    while (following := plan_round(status, made, held, n_draws, schedule)) is not None:
        n_new = n_draws - following.n_kept
        report.plan(n_new * following.thin, "still sampling: not settled yet")
        which = spread_evenly(times, following.n_kept)
        store.keep(which)
        state, info = sampler.step(state, store, following.thin, report.tell)
        times = np.append(times[which], made + following.thin * np.arange(1, n_new + 1))
        made += info.sweeps
        held = info.sweeps + (held if following.n_kept else 0)
        status = check()
    return status


def plan_round(status: Convergence, made: int, held: int, n_draws: int, schedule: Schedule) -> Round | None:
    """Return what to do after so many sweeps per chain, ``held`` of them behind the draws; None if that is all.

    Where too few draws are kept to show enough effective ones, R-hat of what must pass decides alone. Chains that are
    apart are still settling: a round of at least as many sweeps as all before it replaces their draws.
    Of chains that agree but for slowness, the effective draws say how much longer it takes; their earlier draws are as
    good as later ones.
    """
    enough = status.cause == "few_draws" and status.r_hat < R_HAT
    if status.converged or enough:
        return None
    missing = AIM / max(status.effective, 1.0) if status.cause == "slow" else 1.0
    if schedule.adds and status.cause == "slow" and missing <= LONGEST:
        most = held + schedule.cap - made
        thin = min(ceil(max(missing, SHORTEST) * held / n_draws), most // n_draws)
        n_kept = ceil(held / thin)
        return Round(n_kept, thin) if n_kept < n_draws else None
    rounds = min(int(np.clip(missing, 1, LONGEST)), schedule.cap // made - 1)
    return Round(0, rounds * made // n_draws) if rounds >= 1 else None


def spread_evenly(times: Array, n_kept: int) -> Array:
    """Choose some of the draws that were made at increasing times, as evenly spread over time as they can be.

    Examples
    --------
    >>> spread_evenly(np.array([1, 2, 3, 4, 6, 8, 10]), 4)
    array([0, 3, 4, 6])
    """
    wanted = np.linspace(times[0], times[-1], n_kept)
    nearest = np.interp(wanted, times, np.arange(len(times))).round().astype(int)
    # Where two times want the same draw, the second takes the next one.
    order = np.arange(n_kept)
    return np.minimum(np.maximum.accumulate(nearest - order), len(times) - n_kept) + order


class Report:
    """Tells how far sampling has come; the chains' threads add what they have done."""

    def __init__(self, progress: bool | Progress, chains: int) -> None:
        self._show = as_reporter(progress)
        self._chains, self._planned, self._done, self._share, self._word = chains, 0, 0.0, 0.0, ""
        self._lock = Lock()

    def plan(self, sweeps: int, word: str) -> None:
        """Add to what there is to do."""
        self._planned += sweeps * self._chains
        self._word = word

    def tell(self, sweeps: float) -> None:
        """Count sweeps of one chain as done; the share never goes back."""
        with self._lock:
            self._done += sweeps
            self._share = max(self._share, min(0.99, self._done / max(1, self._planned)))
            self._show(self._share, self._word)

    def finish(self) -> None:
        """Say that all is done."""
        self._show(1.0, "done")
