"""Whether people belong to one group each, or to several a little."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._vocabulary import setting
from ..sample.draws.convergence import checked_people
from ..sample.draws.pointwise import people_log_likelihood
from ..sample.draws.posterior import Posterior
from .replicates import draw_labels, replicate_answers, spread_over_chains

Array = np.ndarray

# Single membership is called wrong where replicated answers look as mixed as the given ones less often than this.
LEVEL = 0.1
_DRAWS = 60


@dataclass(frozen=True)
class OneGroupEach:
    """Whether answers look as if everybody belonged to one group.

    Attributes
    ----------
    is_wrong
        Whether single membership was assumed, and does not fit.
    p_value
        Posterior predictive p-value: how often answers that follow the model look as mixed as those that were given;
        None where nothing was tested.
    """

    is_wrong: bool
    p_value: float | None

    def sentence(self) -> str:
        """Return what to tell people; empty if there is nothing to tell."""
        if not self.is_wrong:
            return ""
        return (
            "People seem to belong to several groups a little rather than to one, so these percentages claim too "
            f"much: sort again with {setting('membership', 'mixed')}."
        )


def check_one_group_each(posterior: Posterior, rng: int | np.random.Generator = 0) -> OneGroupEach:
    r"""Test single membership against mixed membership, without sampling again.

    .. math:: T(x) = \sum_n \log\frac{\int \prod_c \sum_k \theta_k \phi_{k,q_c,x_{nc}}\, p(\theta)\, d\theta}
                                     {\sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}}}

    is computed in 60 draws of φ and π, for the answers and for answers drawn from the same φ and π. Only surveys that
    describe their houses are tested: with flat priors the groups adapt to either. Of at most 200 people, evenly spread.

    Parameters
    ----------
    posterior
        The posterior; under mixed membership nothing is tested.
    rng
        Seed or generator.
    """
    survey = posterior.survey
    if posterior.weights is None or posterior.n_clusters == 1 or not survey.is_informative:
        return OneGroupEach(False, None)
    generator = np.random.default_rng(rng)
    codes = np.asarray(posterior.answers.codes)[checked_people(posterior.n_people)]
    questions, alpha = np.asarray(posterior.answers.questions), np.asarray(survey.membership_prior, dtype=float)
    where = spread_over_chains(posterior, _DRAWS)
    phi, shares = posterior.phi[where], posterior.weights[where]
    given = _more_mixed(codes, phi, shares, alpha, questions).sum(axis=1)
    reached = []
    for d, value in enumerate(given):
        one = draw_labels(np.broadcast_to(shares[d], (len(codes), len(alpha))), 1, generator)
        labels = np.broadcast_to(one, codes.shape)
        drawn = replicate_answers(codes, questions, labels, phi[d], survey.n_options, generator)
        reached.append(_more_mixed(drawn, phi[d : d + 1], shares[d : d + 1], alpha, questions).sum() >= value)
    p_value = (1 + sum(reached)) / (1 + len(reached))
    return OneGroupEach(p_value < LEVEL, p_value)


def _more_mixed(codes: Array, phi: Array, shares: Array, alpha: Array, questions: Array) -> Array:
    """Return log p(answers) under mixed membership less that under single membership, (D, N)."""
    mixed = people_log_likelihood(codes, phi, alpha, None, questions, threads=1)
    return mixed - people_log_likelihood(codes, phi, alpha, shares, questions)
