"""R-hat and effective sample sizes, for many parameters at once.

The definitions are those of Vehtari et al. (2021, "Rank-normalization, folding, and localization: an improved R-hat"),
as in arviz-stats; the tests hold the two together. Working on all parameters at once makes this fast enough
to ask after every batch of draws whether to go on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Array = np.ndarray

# Fewer draws per chain than this say nothing.
MIN_DRAWS = 4
TAIL = 0.05
# Numbers held at a time while many parameters are worked on.
_BLOCK = 1_000_000


class Diagnostics(NamedTuple):
    """How well each of P parameters has been sampled; each (P,)."""

    r_hat: Array
    ess_bulk: Array
    ess_tail: Array


def diagnose(values: Array) -> Diagnostics:
    """Return R-hat and effective sample sizes of parameters (P, chain, draw).

    A parameter that is the same in all draws has R-hat 1 and as many effective draws as draws; one that is constant
    within every chain but not the same in all has an infinite R-hat. With fewer than 4 draws per chain
    R-hat is infinite and the sizes are 0.

    Examples
    --------
    >>> draws = np.random.default_rng(1).normal(size=(2, 4, 1000))
    >>> bool((diagnose(draws).r_hat < 1.01).all())
    True
    """
    n_parameters, n_chains, n_draws = values.shape
    if n_draws < MIN_DRAWS:
        return Diagnostics(np.full(n_parameters, np.inf), np.zeros(n_parameters), np.zeros(n_parameters))
    step = max(1, _BLOCK // (n_chains * n_draws))
    parts = [_diagnose(np.asarray(values[i : i + step], dtype=float)) for i in range(0, n_parameters, step)]
    return Diagnostics(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _diagnose(values: Array) -> Diagnostics:
    n_parameters = len(values)
    halves = _split(values)
    flat = halves.reshape(n_parameters, -1)
    ranked = _normal_scores(flat).reshape(halves.shape)
    folded = _normal_scores(np.abs(flat - np.median(flat, axis=1, keepdims=True))).reshape(halves.shape)
    low, high = np.quantile(values.reshape(n_parameters, -1), [TAIL, 1 - TAIL], axis=1)
    below = _ess(_split(values <= low[:, None, None]).astype(float))
    above = _ess(_split(values <= high[:, None, None]).astype(float))
    return Diagnostics(np.maximum(_r_hat(ranked), _r_hat(folded)), _ess(ranked), np.minimum(below, above))


def _split(values: Array) -> Array:
    """Make two chains of each: its first and its second half."""
    half = values.shape[-1] // 2
    return np.concatenate([values[..., :half], values[..., -half:]], axis=1)


def _normal_scores(values: Array) -> Array:
    """Replace values (P, S) by the normal quantiles of their ranks; equal values share their mean rank."""
    from scipy.special import ndtri
    from scipy.stats import rankdata

    return ndtri((rankdata(values, axis=1) - 3 / 8) / (values.shape[1] + 1 / 4))


def _r_hat(values: Array) -> Array:
    n_draws = values.shape[-1]
    within = values.var(axis=-1, ddof=1).mean(axis=-1)
    between = n_draws * values.mean(axis=-1).var(axis=-1, ddof=1)
    # Rounding leaves something in the variance of equal numbers.
    still = within <= 1e-20
    ratio = np.where(between <= 1e-20, 1.0, np.inf)
    np.divide(between, within, out=ratio, where=~still)
    return np.where(still, ratio, np.sqrt((ratio + n_draws - 1) / n_draws))


def _ess(values: Array) -> Array:
    """Return the effective sample sizes of split chains (P, chain, draw), by Geyer's initial monotone sequence."""
    n_parameters, n_chains, n_draws = values.shape
    total = n_chains * n_draws
    autocovariance = _autocovariance(values)
    within = autocovariance[:, 0] * n_draws / (n_draws - 1)
    spread = within * (n_draws - 1) / n_draws + values.mean(axis=-1).var(axis=-1, ddof=1)
    constant = np.ptp(values.reshape(n_parameters, -1), axis=1) < 1e-15
    spread[constant] = 1.0
    rho = 1 - (within[:, None] - autocovariance) / spread[:, None]
    rho[:, 0] = 1.0
    # Sums of neighbours: as long as they are positive (Geyer's positive sequence), made non-increasing.
    last = max((n_draws - 1) // 2 - 1, 0)
    pairs = rho[:, 0 : 2 * last + 2 : 2] + rho[:, 1 : 2 * last + 2 : 2]
    negative = np.hstack([pairs <= 0, np.ones((n_parameters, 1), dtype=bool)])
    n_kept = np.minimum(np.argmax(negative, axis=1), last)
    kept = np.arange(last + 1) < n_kept[:, None]
    following = np.take_along_axis(rho, 2 * n_kept[:, None], axis=1)[:, 0]
    ended = np.take_along_axis(pairs, n_kept[:, None], axis=1)[:, 0] < 0
    following[ended] = np.maximum(following[ended], 0)
    tau = -1 + 2 * np.where(kept, np.minimum.accumulate(pairs, axis=1), 0).sum(axis=1) + following
    ess = total / np.maximum(tau, 1 / np.log10(total))
    return np.where(constant, float(total), ess)


def _autocovariance(values: Array) -> Array:
    """Return autocovariances averaged over chains, (P, draw)."""
    from scipy.fft import irfft, next_fast_len, rfft

    n_draws = values.shape[-1]
    size = next_fast_len(2 * n_draws, real=True)
    spectrum = rfft(values - values.mean(axis=-1, keepdims=True), size, axis=-1)
    power = (spectrum.real**2 + spectrum.imag**2).mean(axis=1)
    return irfft(power, size, axis=-1)[:, :n_draws] / n_draws
