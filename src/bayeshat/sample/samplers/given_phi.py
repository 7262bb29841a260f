"""Everybody's labels, given answer probabilities that were learned from a part of the people."""

from __future__ import annotations

import numpy as np

from ..._workers import Workers
from ...model.prior import Prior
from ..draws.store import Draws
from ._gibbs_numba import Pace, Span, advance_mixed, advance_single
from .chains import chain_store, make_data, start_chain
from .sampler_table import Tell

Array = np.ndarray

# Blocks of people, or rows of answers, per task: their states stay in a core's second cache.
_TASK_BLOCKS, _TASK_ROWS = 32, 8192
# Sweeps over the labels of a person's answers for each draw of phi.
SWEEPS = 2


def label_everybody(
    codes: Array,
    prior: Prior,
    questions: Array,
    learned: Draws,
    draws: Draws,
    rng: np.random.Generator,
    threads: int,
    tell: Tell,
) -> None:
    r"""Fill the draws of everybody's labels given some of the draws of φ that a part of the people left.

    .. math:: p(\phi, z) = p(\phi \mid x_\text{part}) \prod_n p(z_n \mid \phi, x_n)

    Given φ (and under single membership the shares π) people are independent of each other: every block of people is a
    task of its own, with random streams of its own. Under single membership z is drawn from p(z | π, φ, x) itself.
    Under mixed membership each draw of φ makes some sweeps over the labels w of a person's answers, which leave
    p(w | φ, x) as it is, starting from the labels for the draw before. Those are off only as far as φ has moved since,
    which is little where many people were learned from, and the sweeps remove most of that. θ and z given w are exact.

    Parameters
    ----------
    codes, questions
        (N, C) everybody's answers, and (C,) the question of each column.
    prior
        The priors.
    learned
        Draws of φ (chain, draw, K, Q, V) and of the shares.
    draws
        The arrays to fill; they may have fewer draws, which are spread evenly over those of φ.
    rng
        Generator for the random streams.
    threads
        Tasks that run at the same time.
    tell
        Called with the number of draws that were made for everybody in one chain; may be a fraction.
    """
    single = draws.weights is not None
    data = make_data(codes, prior, "single" if single else "mixed", questions)
    n_chains, n_draws = draws.log_likelihood.shape
    which = np.linspace(0, learned.log_likelihood.shape[1] - 1, n_draws).round().astype(int)
    draws.phi[:] = learned.phi[:, which]
    if draws.weights is not None and learned.weights is not None:
        draws.weights[:] = learned.weights[:, which]
    chains = [start_chain(data, rng) for _ in range(n_chains)]
    advance = advance_single if single else advance_mixed
    step, size = _TASK_ROWS if single else _TASK_BLOCKS, len(data.codes)
    spans = [Span(first, min(first + step, size), False) for first in range(0, size, step)]

    def label(task: tuple[int, Span]) -> Array:
        c, span = task
        mine, store = (
            chains[c]._replace(
                phi=np.empty_like(chains[c].phi), share=chains[c].share.copy(), tally=chains[c].tally.copy()
            ),
            chain_store(draws, c),
        )
        scores = np.empty(n_draws)
        for d in range(n_draws):
            mine.phi[:] = draws.phi[c, d].transpose(1, 2, 0)
            if draws.weights is not None:
                mine.share[:] = draws.weights[c, d]
            # The first draw has more to settle: the labels start from nothing.
            quiet = 0 if single else (SWEEPS if d else 10 * SWEEPS) - 1
            advance(data, mine, store, Pace(quiet, d, d + 1, 1), span)
            scores[d] = mine.score[span.first : span.last].sum()
        tell(n_draws * (span.last - span.first) / size)
        return scores

    tasks = [(c, span) for span in spans for c in range(n_chains)]
    draws.log_likelihood[:] = 0.0
    with Workers(threads) as workers:
        for (c, _), scores in zip(tasks, workers.map(label, tasks), strict=True):
            draws.log_likelihood[c] += scores
    draws.n_summed = n_draws
