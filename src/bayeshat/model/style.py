r"""Answering style: some people rate everything higher than others do, whatever their group.

A rating of person n in cluster k, of question q, is

.. math:: x_{nq} = \mu_{kq} + \tau s_q f_n + \sigma_{kq} e_{nq}, \qquad f_n, e_{nq} \sim N(0, 1),

with the standard deviation :math:`s_q` of everybody's ratings of this question. Without the style :math:`f_n`, ratings
of one person are independent given the cluster, and people who rate high would make a cluster of their own. The style
moves all ratings alike, by its spread τ. A factor that moved each rating by an amount of its own could also be what the
clusters themselves differ by, and nothing in the answers tells one from the other.
"""

from __future__ import annotations

import numpy as np

from ..kinds.rating import Rating
from .columns import Part, Slots

Array = np.ndarray

# How many imagined people stand behind the expected variance of styles.
STYLE_PEOPLE = 4.0
# Variance of styles that is expected, as a share of that of ratings.
STYLE_VARIANCE = 0.2
# With fewer ratings, clusters that differ in all of them look like a style.
FEWEST_RATINGS = 5
# Mean correlation of two ratings from which people are taken to have a style.
_LEAST_CORRELATION = 0.1
# The same as a share of the root mean square of correlations: clusters make some of them negative, a style does not.
_LEAST_SHARE = 0.5


def shows_style(ratings: Array) -> bool:
    """Say whether ratings (N, J), NaN where there is none, go together as an answering style makes them.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> noise, style = rng.normal(size=(100, 8)), rng.normal(size=(100, 1))
    >>> shows_style(noise), shows_style(noise + style), shows_style(noise + style * np.array([1, -1] * 4))
    (False, True, False)
    """
    n_ratings = ratings.shape[1]
    if n_ratings < FEWEST_RATINGS:
        return False
    seen = np.isfinite(ratings).astype(float)
    scaled = np.nan_to_num((ratings - np.nanmean(ratings, axis=0)) / np.nanstd(ratings, axis=0))
    pairs = np.triu_indices(n_ratings, 1)
    products, squares = (scaled.T @ scaled)[pairs], scaled**2
    together = np.sqrt((squares.T @ seen)[pairs] * (seen.T @ squares)[pairs])
    correlation = products / np.maximum(together, np.finfo(float).tiny)
    mean, size = correlation.mean(), np.sqrt((correlation**2).mean())
    return bool(mean >= _LEAST_CORRELATION and mean >= _LEAST_SHARE * size)


class StyledRatings:
    """People's ratings, which an answering style moves.

    Parameters
    ----------
    codes
        (U, C) answers, -1 where there is none.
    slots
        Where answers stand.
    column_slots
        (C,) the slot of each column.
    weights
        (C,) the power of each column's likelihood.

    Attributes
    ----------
    part
        The slots of all J ratings.
    given, counts
        (U, J) the ratings, 0 where there is none, and their powers, 0 where there is none.
    """

    def __init__(self, codes: Array, slots: Slots, column_slots: Array, weights: Array) -> None:
        self.part: Part = rating_part(slots)
        self.given = np.zeros((len(codes), len(self.part.questions)))
        self.counts = np.zeros_like(self.given)
        for c, slot in enumerate(column_slots.astype(int).tolist()):
            if not self.part.slots.start <= slot < self.part.slots.stop:
                continue
            seen, j = codes[:, c] >= 0, slot - self.part.slots.start
            self.given[seen, j] = self.part.numbers[j, codes[seen, c]]
            self.counts[seen, j] = weights[c]
        self._powers = (self.counts, self.counts * self.given, self.counts * self.given**2)

    def parameters(self, phi: Array) -> tuple[Array, Array]:
        """Return means and precisions, (..., K, J) each, from the parameters (..., K, Q, M) of all questions."""
        own = phi[..., self.part.questions, :2]
        return own[..., 0], own[..., 1] ** -2.0

    def of_style(self, phi: Array, style: Array) -> tuple[Array, Array]:
        r"""Return the precision of each person's style f and that times its mean, (..., U, K), in each cluster.

        .. math:: A_{nk} = 1 + \sum_q w_{nq} \frac{l_q^2}{\sigma_{kq}^2}, \qquad
                  b_{nk} = \sum_q w_{nq} \frac{l_q (x_{nq} - \mu_{kq})}{\sigma_{kq}^2}

        ``style`` (..., Q) is how far one unit of f moves the answers to each question, l = τ s.
        """
        mean, precision = self.parameters(phi)
        ones, firsts, _ = self._powers
        moved = style[..., None, self.part.questions] * precision
        there, centre = np.swapaxes(moved, -1, -2), np.swapaxes(moved * mean, -1, -2)
        squares = np.swapaxes(moved * style[..., None, self.part.questions], -1, -2)
        return 1.0 + ones @ squares, firsts @ there - ones @ centre

    def log_densities(self, phi: Array, style: Array) -> Array:
        r"""Return the log density of each person's ratings in each cluster, (..., U, K), the style f integrated out.

        .. math:: \log p(x_n \mid k) = \sum_q w_{nq} \log N(x_{nq}; \mu_{kq}, \sigma_{kq}^2)
                  + \frac{b_{nk}^2}{2 A_{nk}} - \frac12 \log A_{nk}
        """
        mean, precision = self.parameters(phi)
        ones, firsts, squares = self._powers
        constant = np.swapaxes(mean**2 * precision + np.log(2 * np.pi / precision), -1, -2)
        apart = squares @ np.swapaxes(precision, -1, -2) - 2 * firsts @ np.swapaxes(mean * precision, -1, -2)
        a, b = self.of_style(phi, style)
        return np.asarray((b**2 / a - np.log(a) - apart - ones @ constant) / 2)


def rating_part(slots: Slots) -> Part:
    """Return the slots of all ratings that are numbers."""
    return next(part for part in slots.numbers if isinstance(part.kind, Rating))
