r"""Prior of answers where a survey says nothing of its houses: how clearly each has a favourite option is learned.

Under the flat prior every option of every cluster has a chance of its own. Often a cluster has one favourite option,
and the others are about alike, which few people cannot teach a flat prior. With V options, for clusters k and questions
q, with one sharpness s for all,

.. math:: f_{kq} \sim \mathrm{Uniform}\{1, …, V\}, \qquad
          \phi_{kq} \mid f, s \sim \mathrm{Dirichlet}(s (1 - r) \mathbf 1 + s r V e_f), \qquad
          r^2 = \frac{1 - 1/s}{V + 1}.

For s = 1 this is the flat prior. For every s each option has the same mean, 1/V, and the same variance as under the
flat prior: clusters are expected to be as far apart as before, and only the shape of the prior is learned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray

# Each is as probable as any other beforehand. Beyond the last, the prior hardly changes.
SHARPNESS = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])


def favourite_counts(n_options: Array, sharpness: Array) -> tuple[Array, Array]:
    """Return the prior count of each option, and what the favourite has besides.

    Examples
    --------
    >>> favourite_counts(np.array([4]), np.array([1.0]))
    (array([1.]), array([0.]))
    """
    share = np.sqrt((1 - 1 / sharpness) / (n_options + 1))
    return sharpness * (1 - share), sharpness * share * n_options


def log_favourites(tally: Array, n_options: Array) -> Array:
    """Return log p(answers, favourite | sharpness), (G, K, S, V), probabilities of options integrated out.

    Parameters
    ----------
    tally
        (K, S, V) answers by cluster and option; nothing beyond a question's own options.
    n_options
        (S,) how many options each question has.
    """
    from scipy.special import gammaln

    common, extra = favourite_counts(n_options, SHARPNESS[:, None])  # (G, S)
    total, given = (n_options * common + extra)[:, None], tally.sum(axis=-1)
    # Of an option that nobody took, whether a question has it or not, every other factor is 1.
    common, extra = common[:, None, :, None], extra[:, None, :, None]
    others, own = gammaln(common + tally) - gammaln(common), gammaln(common + extra + tally) - gammaln(common + extra)
    logs = (gammaln(total) - gammaln(total + given) + others.sum(axis=-1))[..., None] + own - others
    used = np.arange(tally.shape[-1]) < n_options[:, None]
    return np.where(used, logs - np.log(n_options)[:, None], -np.inf)


def log_sharpness(of_favourites: Array) -> Array:
    """Return log p(answers, sharpness), (G,), given what `log_favourites` returns: favourites are summed out."""
    from scipy.special import logsumexp

    return np.asarray(logsumexp(of_favourites, axis=-1).sum(axis=(-2, -1)) - np.log(len(SHARPNESS)))


def log_favourites_densities(phi: Any, n_options: Array, xp: Any = np) -> Any:
    """Return the log prior density of probabilities (..., K, S, V) for each sharpness, (G, ...).

    Favourites are summed out. ``xp`` computes with ``phi``: NumPy, or JAX's twin of it.
    """
    from scipy.special import gammaln

    used = np.arange(phi.shape[-1]) < n_options[:, None]
    leading = (len(SHARPNESS), *(1,) * (phi.ndim - 2), len(n_options))
    common, extra = (counts.reshape(leading) for counts in favourite_counts(n_options, SHARPNESS[:, None]))
    constant = gammaln(n_options * common + extra) - (n_options - 1) * gammaln(common) - gammaln(common + extra)
    logs = xp.log(xp.where(used, phi, 1.0))
    of_favourite = xp.where(used, extra[..., None] * logs, -np.inf)
    top = of_favourite.max(axis=-1)
    summed = top + xp.log(xp.exp(of_favourite - top[..., None]).sum(axis=-1))
    return (constant - np.log(n_options) + (common - 1) * logs.sum(axis=-1) + summed).sum(axis=(-2, -1))


def log_favourites_prior(phi: Array, n_options: Array) -> Array:
    """Return the log prior density (...) of probabilities (..., K, S, V), with favourites and sharpness summed out."""
    from scipy.special import logsumexp

    return np.asarray(logsumexp(log_favourites_densities(phi, n_options), axis=0) - np.log(len(SHARPNESS)))


def draw_favourites(tally: Array, n_options: Array, rng: np.random.Generator) -> Array:
    """Draw sharpness and favourites given the answers, and return the prior counts that they make, (K, S, V).

    Probabilities of options are integrated out, so that those drawn before must not be used in drawing the next.
    """
    logs = log_favourites(tally, n_options)
    chances = log_sharpness(logs)
    # The largest of log chances plus Gumbel noise is a draw.
    g = int(np.argmax(chances + rng.gumbel(size=len(chances))))
    favourite = np.argmax(logs[g] + rng.gumbel(size=logs[g].shape), axis=-1)
    common, extra = favourite_counts(n_options, SHARPNESS[g])
    used = np.arange(tally.shape[-1]) < n_options[:, None]
    own = np.arange(tally.shape[-1]) == favourite[..., None]
    return np.where(used, common[:, None], 0.0) + own * extra[:, None]
