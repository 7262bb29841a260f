"""NUTS with houses that may go together: a logistic-normal prior of the memberships."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import ModelError
from ...model.columns import Columns
from ...model.prior import Prior
from ...words.settings import setting
from ..draws.store import Draws
from .nuts import Nuts, import_numpyro, make_model

Array = np.ndarray

# How freely the data may move the means of η, in log units, and its scales, as a factor's logarithm.
_MEAN_SPREAD, _SCALE_SPREAD = 1.0, 0.5
# The correlations' LKJ prior: 1 is flat, larger values favour independent houses.
_CONCENTRATION = 2.0


class CorrelatedNuts(Nuts):
    r"""The No-U-Turn sampler for mixed membership with correlated houses.

    .. math:: \theta_n = \mathrm{softmax}(\eta_n), \quad \eta_n \sim \mathrm{Normal}(\mu, S\,\Omega\,S), \quad
              \Omega \sim \mathrm{LKJ}(2)

    (the logistic-normal distribution; Aitchison and Shen 1980, Blei and Lafferty 2007). A Dirichlet(α) vector is the
    softmax of independent numbers, logarithms of gamma variables with mean ψ(α_k) and variance ψ'(α_k). Here these are
    normal and may be correlated: μ has its prior mean at ψ(α_k), and S at the square root of ψ'(α_k). Adding the same
    to all of η_n changes nothing in θ_n, so that only the prior, which favours independent houses, tells a correlation
    that all houses share from none.

    Parameters
    ----------
    codes, prior, generators, threads, columns
        As for :class:`Nuts`.
    membership
        "mixed".
    known
        None: known people are not supported.
    """

    def __init__(
        self,
        codes: Array,
        prior: Prior,
        membership: str,
        generators: list[np.random.Generator],
        threads: int,
        columns: Columns | Array | None = None,
        known: Array | None = None,
    ) -> None:
        if membership != "mixed" or known is not None:
            got = "known people" if known is not None else setting("membership", membership)
            raise ModelError(
                f"{setting('sampler', 'nuts-correlated')} must have mixed membership, and nobody whose house is known; "
                f"got {got}. Use {setting('sampler', 'nuts')} or {setting('sampler', 'gibbs')}."
            )
        if prior.n_clusters == 1:
            raise ModelError(
                f"{setting('sampler', 'nuts-correlated')} must have at least two houses; got one. Use "
                f"{setting('sampler', 'nuts')} or {setting('sampler', 'gibbs')}."
            )
        super().__init__(codes, prior, membership, generators, threads, columns)

    def _make_model(self) -> Callable[[], None]:
        return make_model(self.codes, self.prior, self.membership, self.columns, draw_theta=self._draw_theta)

    def _draw_theta(self) -> Any:
        """Draw all memberships (N, K) in terms of independent normals, which are easier to sample."""
        from scipy.special import polygamma

        jax, numpyro = import_numpyro()
        jnp, dist = jax.numpy, numpyro.distributions
        n_clusters, alpha = self.prior.n_clusters, self.prior.membership_prior
        mean = numpyro.sample("mean", dist.Normal(polygamma(0, alpha), _MEAN_SPREAD).to_event(1))
        logs = 0.5 * np.log(polygamma(1, alpha))
        scale = numpyro.sample("scale", dist.LogNormal(logs, _SCALE_SPREAD).to_event(1))
        root = numpyro.sample("root", dist.LKJCholesky(n_clusters, _CONCENTRATION))
        shape = (len(self.codes), n_clusters)
        normals = numpyro.sample("normals", dist.Normal(jnp.zeros(shape), 1.0).to_event(2))
        numpyro.deterministic("correlation", root @ root.T)
        return numpyro.deterministic("theta", jax.nn.softmax(mean + scale * (normals @ root.T), axis=-1))

    def _keep(self, sites: dict[str, Array], draws: Draws, first: int) -> None:
        super()._keep(sites, draws, first)
        found = sites["correlation"]
        if draws.correlation is None:
            draws.correlation = np.zeros((*draws.log_likelihood.shape, *found.shape[2:]))
        draws.correlation[:, first : first + found.shape[1]] = found
