"""Whether people belong to one group each, or to several a little."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..kinds.dirichlet import draw_categories
from ..model.columns import Columns, columns_for, columns_of
from ..model.simulate import draw_kinds
from ..sample.convergence import checked_people
from ..sample.posterior import Posterior
from ..sample.predict import people_log_likelihood
from ..words.message import Message, Setting, join
from .replicates import counted_answers, spread_over_chains

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

    def sentence(self, *, remedies: bool = True) -> str | Message:
        """Return what to tell people, and which setting to change; empty if there is nothing to tell."""
        if not self.is_wrong:
            return ""
        if not remedies:
            return Message("checks-partly")
        remedy = Message("checks-partly-do", membership=Setting("membership", "mixed"))
        return join([Message("checks-partly"), remedy], "space")


def check_one_group_each(posterior: Posterior, rng: int | np.random.Generator = 0) -> OneGroupEach:
    r"""Test single membership against mixed membership, without sampling again.

    .. math:: T(x) = \sum_n \log\frac{\int \prod_c \sum_k \theta_k \phi_{k,q_c,x_{nc}}\, p(\theta)\, d\theta}
                                     {\sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}}}

    is computed in 60 draws of φ and π, for the answers and for answers drawn from the same φ and π. Only surveys that
    describe their houses are tested: with flat priors the groups adapt to either. Only people whose group is not known
    are looked at, at most 200 of them, evenly spread.

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
    unknown = np.arange(posterior.n_people) if posterior.known is None else np.flatnonzero(posterior.known < 0)
    if len(unknown) == 0:
        return OneGroupEach(False, None)
    generator = np.random.default_rng(rng)
    codes = np.asarray(posterior.answers.codes)[unknown[checked_people(len(unknown))]]
    columns, alpha = columns_of(survey, posterior.answers), np.asarray(survey.membership_prior, dtype=float)
    where = spread_over_chains(posterior, _DRAWS)
    phi, shares = posterior.phi[where], posterior.weights[where]
    given = _more_mixed(codes, phi, shares, alpha, columns).sum(axis=1)
    counted = counted_answers(survey, posterior.answers)
    p = counted.probabilities(phi) if counted.codes.shape[1] == codes.shape[1] else None
    reached = []
    for d, value in enumerate(given):
        one = draw_categories(np.broadcast_to(shares[d], (len(codes), len(alpha))), generator)
        if p is None:
            drawn, questions, levels = draw_kinds(survey, posterior.prior, np.eye(len(alpha))[one], phi[d], generator)
            columns = columns_for(survey, questions, levels)
        else:
            drawn = draw_categories(p[d][one[:, None], counted.slots], generator)
        drawn = np.where(codes >= 0, drawn, -1).astype(np.int16)
        reached.append(_more_mixed(drawn, phi[d : d + 1], shares[d : d + 1], alpha, columns).sum() >= value)
    p_value = float((1 + sum(reached)) / (1 + len(reached)))
    return OneGroupEach(p_value < LEVEL, p_value)


def _more_mixed(codes: Array, phi: Array, shares: Array, alpha: Array, columns: Columns) -> Array:
    """Return log p(answers) under mixed membership less that under single membership, (D, N)."""
    mixed = people_log_likelihood(codes, phi, alpha, None, columns, threads=1)
    return mixed - people_log_likelihood(codes, phi, alpha, shares, columns)
