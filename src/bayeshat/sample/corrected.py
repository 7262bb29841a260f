"""Labels of people who are sorted by corrections, which known people taught."""

from __future__ import annotations

import numpy as np

from ..kinds.dirichlet import draw_categories
from ..model.columns import Columns
from ..model.corrected import add_up, correct
from ..options import Workers
from ..survey.corrections import Corrections
from .draws import Draws
from .predict import given_single

Array = np.ndarray

# People whose labels come from one random stream. Its number follows from theirs, so that threads do not matter.
BLOCK = 512
# People x draws x clusters that are worked on at a time.
_NUMBERS = 1 << 22


def label_corrected(
    codes: Array,
    columns: Columns,
    corrections: Corrections,
    draws: Draws,
    seed: int,
    *,
    threads: int = 1,
    known: Array | None = None,
    first: int = 0,
) -> None:
    r"""Fill the draws of everybody's labels under single membership, given draws of φ and π, with corrections.

    .. math:: P(z_n = k) \propto \pi_k\, p(x_n \mid \phi_k)^a \exp(c_k + d_k(x_n))

    Every draw takes one version of c and d after the other.

    Parameters
    ----------
    codes, columns
        (N, C) everybody's answers, and what the columns ask.
    corrections
        What known people taught.
    draws
        The draws, with φ and π, and with the mixture's chances where theta is kept.
    seed, threads
        Seed of the random streams, and the number of threads, which does not change the draws.
    known
        (N,) known clusters, -1 where none is, or None.
    first
        The position of the first of these people among everybody, a multiple of ``BLOCK``.
    """
    n_chains, n_draws = draws.log_likelihood.shape
    draws.theta_sum[:] = 0.0
    assert draws.weights is not None
    shares, phi = draws.weights, draws.phi
    mean_shares = shares.mean(axis=(0, 1))
    step = max(1, _NUMBERS // (BLOCK * phi.shape[2]))

    def label(some: slice) -> None:
        rng = np.random.default_rng([seed, (first + some.start) // BLOCK])
        additions = add_up(corrections, codes[some], columns, mean_shares)
        there = None if known is None else np.flatnonzero(known[some] >= 0)
        for c in range(n_chains):
            for start in range(0, n_draws, step):
                which = np.arange(start, min(start + step, n_draws))
                version = (c * n_draws + which) % len(additions)
                given = np.empty(0)
                if corrections.power and draws.keeps_theta:
                    given = draws.theta[c, which, some]
                elif corrections.power:
                    given = given_single(codes[some].astype(np.int16), columns, shares[c, which], phi[c, which]).label
                chances = correct(given, shares[c, which], additions[version], corrections.power)
                if known is not None and there is not None:
                    chances[:, there] = np.eye(chances.shape[-1])[known[some][there]]
                draws.z[c, which, some] = draw_categories(chances, rng)
                draws.theta_sum[c, some] += chances.sum(axis=0)
                kept = which % draws.stride == 0
                draws.theta[c, which[kept] // draws.stride, some] = chances[kept]

    blocks = [slice(start, min(start + BLOCK, len(codes))) for start in range(0, len(codes), BLOCK)]
    with Workers(threads) as workers:
        workers.map(label, blocks)
    draws.n_summed = n_draws
