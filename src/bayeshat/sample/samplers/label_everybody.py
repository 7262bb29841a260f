"""Draws everybody's labels given answer probabilities that were learned from some of the people."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...model.columns import Columns, as_columns, with_known
from ...model.prior import Prior
from ...options import Workers
from ..draws import Draws, Size
from ..kernels._gibbs_numba import GIVEN, Pace, Span, advance_mixed, advance_single
from .chain import chain_store, make_data, start_chain
from .kinds import KindsSweep, count_levels
from .sampler import Tell

Array = np.ndarray

# People whose labels come from one random stream. Its number follows from theirs, so that threads and partitions do not
# matter. Their states stay in a core's second cache.
BLOCK = 8192
# Sweeps over the labels of a person's answers for each draw of phi.
SWEEPS = 2
# Sweeps before the first draw, whose labels start from nothing.
FIRST_SWEEPS = 18
# Numbers of the tables that are made for several draws at a time, where questions are not all choices.
_TABLE_NUMBERS = 1 << 21


def label_everybody(
    codes: Array,
    prior: Prior,
    columns: Columns | Array,
    phi: Array,
    shares: Array | None,
    draws: Draws,
    seed: int,
    *,
    threads: int = 1,
    tell: Tell = lambda _: None,
    first: int = 0,
    known: Array | None = None,
    style: Array | None = None,
) -> None:
    r"""Fill the draws of everybody's labels, given draws of φ that were learned from some of the people.

    .. math:: p(\phi, z) = p(\phi \mid x_\text{part}) \prod_n p(z_n \mid \phi, x_n)

    Given φ, and under single membership the shares π, people are independent of each other, so every block of people is
    a task with its own random streams. Under single membership z is drawn from p(z | π, φ, x) itself. Under mixed
    membership, each draw of φ is followed by some sweeps over the labels w of a person's answers, which leave
    p(w | φ, x) as it is. They start from the labels for the draw before. These are off only as far as φ has moved since
    then, which is little if φ was learned from many people, and the sweeps remove most of that. θ and z given w are
    exact.

    Parameters
    ----------
    codes, columns
        (N, C) everybody's answers, and what the columns ask.
    prior
        The priors.
    phi
        (chain, draw, K, Q, V) draws of φ.
    shares
        (chain, draw, K) draws of the clusters' shares under single membership, else None.
    draws
        The arrays to fill. They may have fewer draws, which are spread evenly over those of φ.
    seed
        Seed of the random streams.
    threads
        Number of threads; it does not change the draws.
    tell
        Called with the number of draws made for everybody in one chain, which may be a fraction.
    first
        The position of the first of these people among everybody, a multiple of ``BLOCK``.
    known
        (N,) known clusters, -1 where none is, or None.
    style
        (chain, draw, Q) draws of how far people's answering style moves each rating, or None.
    """
    single = draws.weights is not None
    n_chains, n_draws = draws.log_likelihood.shape
    which = np.linspace(0, phi.shape[1] - 1, n_draws).round().astype(int)
    draws.phi[:] = phi[:, which]
    if draws.weights is not None and shares is not None:
        draws.weights[:] = shares[:, which]
    if draws.style is not None and style is not None:
        draws.style[:] = style[:, which]
    advance = advance_single if single else advance_mixed
    asked = as_columns(columns, codes.shape[1])
    sweep = None if asked.slots is None else KindsSweep(asked.slots, asked, prior, single)

    def label(task: tuple[int, slice]) -> Array:
        """Draw the labels of a block of people in one chain; return the log-likelihood of every draw."""
        c, some = task
        labels = None if known is None else known[some]
        mine = prior if single else with_known(prior, labels)
        data = make_data(codes[some], mine, "single" if single else "mixed", asked, labels)
        own = start_chain(data, np.random.default_rng([seed, (first + some.start) // BLOCK, c]), prior)
        styled = None if sweep is None else sweep.style_step(data)
        kept = chain_store(draws, c)
        store = kept._replace(
            z=np.empty_like(kept.z[:, some], order="C"),
            theta=np.empty_like(kept.theta[:, some], order="C"),
            theta_sum=np.zeros_like(kept.theta_sum[some]),
            log_likelihood=np.empty(n_draws),
        )
        everybody = Span(0, len(data.codes), GIVEN)
        step = n_draws if sweep is None else max(1, _TABLE_NUMBERS // own.phi.size)
        if styled is not None:
            # The odds of ratings change with every draw.
            step = 1
        for start in range(0, n_draws, step):
            here = slice(start, min(start + step, n_draws))
            tables = draws.phi[c, here]
            if sweep is not None:
                tables, log_scale = sweep.tables(tables)
            odds = 0.0
            if styled is not None and draws.style is not None:
                odds = styled.weigh_by(own, draws.phi[c, start], draws.style[c, start])
            pace = Pace(0, here.start, here.stop, 1)
            if not single:
                pace = Pace(0 if start else FIRST_SWEEPS, here.start, here.stop, SWEEPS)
            advance(data, own, store._replace(phi=tables), pace, everybody)
            if sweep is not None:
                scales = count_levels(data, sweep.slots) * log_scale
                store.log_likelihood[here] += scales.reshape(len(scales), -1).sum(axis=1)
            store.log_likelihood[here] += odds
        kept.z[:, some], kept.theta[:, some], kept.theta_sum[some] = store.z, store.theta, store.theta_sum
        tell(n_draws * len(codes[some]) / len(codes))
        return store.log_likelihood

    blocks = [slice(start, min(start + BLOCK, len(codes))) for start in range(0, len(codes), BLOCK)]
    tasks = [(c, some) for some in blocks for c in range(n_chains)]
    draws.log_likelihood[:] = 0.0
    with Workers(threads) as workers:
        for (c, _), scores in zip(tasks, workers.map(label, tasks), strict=True):
            draws.log_likelihood[c] += scores
    draws.n_summed = n_draws


def draw_labels(
    codes: Array,
    prior: Prior,
    columns: Columns | Array,
    phi: Array,
    shares: Array | None,
    n_draws: int,
    seed: int,
    *,
    dominant: bool = False,
    **others: Any,
) -> Draws:
    """Return ``n_draws`` draws per chain of everybody's labels, with theta of the first; see `label_everybody`."""
    n_chains, _, n_clusters, n_questions, width = phi.shape
    single, n_columns = shares is not None, codes.shape[1]
    size = Size(n_chains, n_draws, len(codes), n_clusters, n_questions, width, single, n_columns)
    draws = size.allocate(n_draws, dominant)
    label_everybody(codes, prior, columns, phi, shares, draws, seed, **others)
    return draws
