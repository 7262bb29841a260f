"""Rounds of sampling: how long the next one is, until the chains agree, and which earlier draws stay."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from threading import Lock
from typing import NamedTuple

import numpy as np

from ..options import DONE, Progress, as_reporter, show_bytes
from ..words.message import Message
from ..words.phrases import tell_figures
from .convergence import APART, ESS, R_HAT, Convergence
from .draws import Draws
from .samplers.sampler import Sampler

Array = np.ndarray

# Effective draws that a longer round aims at.
AIM = 1.25 * ESS
# How many times longer than all rounds before it a round may be.
LONGEST = 4
# A round that adds to earlier draws multiplies their sweeps at least by this.
SHORTEST = 1.15


class Schedule(NamedTuple):
    """How long to sample."""

    tune: int  # sweeps before anything is kept
    thin: int  # sweeps per draw in the first round
    cap: int  # most sweeps after tuning
    adds: bool  # whether slow chains that agree keep earlier draws and add to them
    gives_up: bool = False  # whether chains that are far apart stop before the cap


class Round(NamedTuple):
    """What the next round keeps and makes."""

    n_kept: int  # earlier draws per chain that stay, evenly spread
    thin: int  # sweeps per new draw


def sample_rounds(
    sampler: Sampler, store: Draws, report: Report, schedule: Schedule, check: Callable[[], Convergence]
) -> Convergence:
    """Sample until converged or the cap; every round adds to the draws before it, or replaces them."""
    n_draws = store.log_likelihood.shape[1]
    report.plan(
        schedule.tune + n_draws * schedule.thin,
        Message("progress-tuning", memory=tell_figures(show_bytes(store.nbytes))),
    )
    state = sampler.init(schedule.tune, report.tell)
    report.plan(0, Message("progress-sampling"))
    state, info = sampler.step(state, store, schedule.thin, report.tell)
    made = held = info.sweeps
    # The sweeps after which each draw was made.
    times = schedule.thin * np.arange(1, n_draws + 1)
    status = check()
    while (following := plan_round(status, made, held, n_draws, schedule)) is not None:
        n_new = n_draws - following.n_kept
        report.plan(n_new * following.thin, Message("progress-more"))
        which = spread_evenly(times, following.n_kept)
        store.keep(which)
        state, info = sampler.step(state, store, following.thin, report.tell)
        times = np.append(times[which], made + following.thin * np.arange(1, n_new + 1))
        made += info.sweeps
        held = info.sweeps + (held if following.n_kept else 0)
        status = check()
    return status


def plan_round(status: Convergence, made: int, held: int, n_draws: int, schedule: Schedule) -> Round | None:
    """Plan the next round after ``made`` sweeps per chain, ``held`` of them behind the draws; None if it is over.

    If too few draws are kept to show enough effective ones, R-hat decides alone. Chains that are apart are still
    settling: a round of at least as many sweeps as all before it replaces their draws. A round of n times the sweeps
    has about an n-th part of R² - 1. Where the longest one, half of the cap, would still leave chains apart, they may
    give up after the second round. Where chains agree but move slowly, the effective draws say how much longer it
    takes, and their earlier draws are as good as later ones.
    """
    enough = status.cause == "few_draws" and status.r_hat < R_HAT
    needed = held * (status.r_hat**2 - 1) / (APART**2 - 1)
    hopeless = status.cause == "apart" and made > held and needed > schedule.cap / 2
    if status.converged or enough or (hopeless and schedule.gives_up):
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
    """Choose some of the draws, which were made at increasing times, as evenly spread over time as possible.

    Examples
    --------
    >>> spread_evenly(np.array([1, 2, 3, 4, 6, 8, 10]), 4)
    array([0, 3, 4, 6])
    """
    even = np.linspace(times[0], times[-1], n_kept)
    nearest = np.interp(even, times, np.arange(len(times))).round().astype(int)
    # If two times have the same nearest draw, the second takes the next one.
    order = np.arange(n_kept)
    return np.minimum(np.maximum.accumulate(nearest - order), len(times) - n_kept) + order


class Report:
    """Reports how far sampling has come. The threads of the chains call it."""

    def __init__(self, progress: bool | Progress, chains: int) -> None:
        self._show = as_reporter(progress)
        self._chains, self._planned, self._done, self._share = chains, 0, 0.0, 0.0
        self._word: str | Message = ""
        self._lock = Lock()

    def plan(self, sweeps: int, word: str | Message) -> None:
        """Add sweeps per chain to what there is to do, and set the word to show."""
        self._planned += sweeps * self._chains
        self._word = word

    def tell(self, sweeps: float) -> None:
        """Count sweeps of one chain as done. The share never falls."""
        with self._lock:
            self._done += sweeps
            self._share = max(self._share, min(0.99, self._done / max(1, self._planned)))
            self._show(self._share, self._word)

    def finish(self) -> None:
        """Report the end."""
        self._show(1.0, DONE)
