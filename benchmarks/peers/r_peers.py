"""Peers that need R, each skipped by name where R or its package is missing; R_LIBS names further package folders."""

from __future__ import annotations

from functools import partial

import numpy as np

from .protocol import Peer, Problem
from .r_process import solve_in_r, version_in_r


def _few(most: int, problem: Problem) -> bool:
    return problem.draws.shape[1] <= most


def _alike(problem: Problem) -> bool:
    """Say whether all questions have the same number of options, as Stan's array of simplexes needs."""
    return len(np.unique((problem.answer_prior > 0).any(axis=0).sum(axis=1))) == 1


PEERS = (
    Peer(
        name="salso",
        kind="decides draws",
        solve=solve_in_r("salso.R"),
        version=partial(version_in_r, "salso"),
        own_clock=True,
        about="salso(draws, loss, maxNClusters = groups, nCores = 1), else its defaults: 16 runs",
        losses=("vi", "vi a=0.5", "binder"),
    ),
    Peer(
        name="mcclust.ext",
        kind="decides draws",
        solve=solve_in_r("mcclust_ext.R", "avg"),
        version=partial(version_in_r, "mcclust.ext"),
        own_clock=True,
        about="minVI or minbinder.ext(similarities, draws, max.k = groups): average linkage, its default",
        losses=("vi", "binder"),
        accepts=partial(_few, 5000),
    ),
    Peer(
        name="mcclust.ext, all methods",
        kind="decides draws",
        solve=solve_in_r("mcclust_ext.R", "all"),
        version=partial(version_in_r, "mcclust.ext"),
        own_clock=True,
        about='the same with method = "all": the best of two linkages and all draws (for Binder, also Lau and Green)',
        losses=("vi", "binder"),
        accepts=partial(_few, 1000),
    ),
    Peer(
        name="GreedyEPL (Rastelli 2016)",
        kind="decides draws",
        solve=solve_in_r("greedy_epl.R"),
        version=partial(version_in_r, "GreedyEPL"),
        own_clock=True,
        about="MinimiseEPL(draws, Kup = groups): one random start, as by default",
        losses=("vi", "binder"),
    ),
    Peer(
        name="rgenoud (Silverman 2017)",
        kind="decides draws",
        solve=solve_in_r("rgenoud.R", "C"),
        version=partial(version_in_r, "rgenoud"),
        own_clock=True,
        about="the paper's settings (population 3000, 20 wait generations, 2000 at most), its loss compiled",
        losses=("vi", "paper"),
        keeps_sizes=True,
        accepts=partial(_few, 200),
    ),
    Peer(
        name="rgenoud, loss in R",
        kind="decides draws",
        solve=solve_in_r("rgenoud.R", "R"),
        version=partial(version_in_r, "rgenoud"),
        own_clock=True,
        about="the same with the loss in vectorised R",
        losses=("vi", "paper"),
        keeps_sizes=True,
        accepts=partial(_few, 20),
    ),
    Peer(
        name="anticlust",
        kind="mixes people",
        solve=solve_in_r("anticlust.R"),
        version=partial(version_in_r, "anticlust"),
        own_clock=True,
        about="anticlustering(0/1 columns, sizes, objective): one round of exchanges, its default",
        losses=("unevenness", "diversity"),
        keeps_sizes=True,
    ),
    Peer(
        name="anticlust, repeated",
        kind="mixes people",
        solve=solve_in_r("anticlust.R", "repeated"),
        version=partial(version_in_r, "anticlust"),
        own_clock=True,
        about='the same with method = "local-maximum", repetitions = 10',
        losses=("unevenness", "diversity"),
        keeps_sizes=True,
    ),
    Peer(
        name="Stan's NUTS (rstan)",
        kind="samples",
        solve=solve_in_r("rstan.R"),
        version=partial(version_in_r, "rstan"),
        own_clock=True,
        about="the paper's model and chains (4 of 1000 + 1000), labels summed out; compilation apart",
        accepts=_alike,
    ),
)
