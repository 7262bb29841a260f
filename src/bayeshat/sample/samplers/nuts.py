"""NUTS through NumPyro: the model with the labels summed out, as in the paper, and one with correlated houses."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ...errors import ModelError, SamplerError
from ...kinds.choice import CountedKind
from ...kinds.dirichlet import draw_categories
from ...model.columns import Columns, as_columns, with_known
from ...model.density import log_likelihood, membership_probabilities
from ...model.favourites import SHARPNESS, log_favourites_densities
from ...model.prior import Prior
from ...words.voice import setting
from ..draws import Draws
from .sampler import Info, Tell

Array = np.ndarray

# Draws whose log likelihood is computed at a time.
_BLOCK = 100
# Correlated houses: standard deviation of the prior of η's means, in log units.
_MEAN_SPREAD = 1.0
# Correlated houses: standard deviation of the prior of η's log scales.
_SCALE_SPREAD = 0.5
# Correlated houses: the LKJ prior of the correlations. 1 is flat; larger values favour independent houses.
_CONCENTRATION = 2.0


class State(NamedTuple):
    """The state of all chains, which NumPyro keeps itself once it has begun."""

    tune: int  # steps to adapt for
    batch: int  # draws that NumPyro makes at a time; 0 before the first step
    mcmc: Any


class Nuts:
    """The No-U-Turn sampler (Hoffman and Gelman 2014), all chains in one vectorised run.

    Parameters
    ----------
    codes, columns
        (N, C) answers, and what the columns ask.
    prior
        The priors.
    membership
        "mixed" or "single".
    generators
        One per chain: they draw the labels z given the parameters; the first one also seeds NumPyro.
    threads
        Not used: NumPyro has threads of its own.
    known
        (N,) known clusters, -1 where none is, or None.
    """

    def __init__(
        self,
        codes: Array,
        prior: Prior,
        membership: str,
        generators: list[np.random.Generator],
        threads: int,  # noqa: ARG002
        columns: Columns | Array | None = None,
        known: Array | None = None,
    ) -> None:
        import_numpyro()
        self.codes, self.prior, self.membership, self.known = codes, prior, membership, known
        self.columns, self.generators = as_columns(columns, codes.shape[1]), generators

    def init(self, sweeps: int, tell: Tell) -> State:
        """Note how many steps to adapt for; NumPyro makes them together with the first draws."""
        tell(sweeps * len(self.generators))
        return State(sweeps, 0, None)

    def step(self, state: State, draws: Draws, thin: int, tell: Tell) -> tuple[State, Info]:
        """Fill the draws of every chain after those that are kept, one every ``thin`` steps."""
        n_draws, made, d = draws.log_likelihood.shape[1], 0, draws.n_kept
        # NumPyro compiles for a number of draws at a time, so this is always that of the first step.
        batch = state.batch or n_draws * thin
        mcmc = state.mcmc
        while d < n_draws:
            mcmc, sites = self._next_batch(mcmc, state.tune, batch)
            keep = [i for i in range(batch) if (made + i + 1) % thin == 0][: n_draws - d]
            self._keep({name: values[:, keep] for name, values in sites.items()}, draws, d)
            made, d = made + batch, d + len(keep)
            tell(batch * len(self.generators))
        draws.n_summed += n_draws - draws.n_kept
        return State(state.tune, batch, mcmc), Info(made)

    def _next_batch(self, mcmc: Any, tune: int, batch: int) -> tuple[Any, dict[str, Array]]:
        jax, numpyro = import_numpyro()
        with _double_precision(jax):
            if mcmc is None:
                mcmc = numpyro.infer.MCMC(
                    numpyro.infer.NUTS(self.make_model()),
                    num_warmup=tune,
                    num_samples=batch,
                    num_chains=len(self.generators),
                    chain_method="vectorized",
                    progress_bar=False,
                )
                key = jax.random.key(int(self.generators[0].integers(2**32)))
            else:
                mcmc.post_warmup_state = mcmc.last_state
                key = mcmc.post_warmup_state.rng_key
            mcmc.run(key)
            return mcmc, {name: np.asarray(values) for name, values in mcmc.get_samples(group_by_chain=True).items()}

    def make_model(self) -> Callable[[], None]:
        """Return the NumPyro model; questions of one kind with as many prior numbers share one site."""
        jax, numpyro = import_numpyro()
        jnp, prior, known = jax.numpy, self.prior, self.known
        if self.membership == "mixed":
            prior, known = with_known(prior, known), None
        shape = (len(self.codes), prior.n_clusters)
        possible = np.ones(shape, bool)
        if known is not None:
            possible = (known[:, None] < 0) | (known[:, None] == np.arange(prior.n_clusters))
        questions = site_questions(prior).items()
        sites = {name: _Site(self.codes, prior, self.columns, own) for name, own in questions}

        def model() -> None:
            theta = self._draw_theta(prior)
            total, sharpness = 0.0, jnp.zeros(len(SHARPNESS))
            given = jnp.zeros(shape) + jnp.log(theta)
            for name, site in sites.items():
                parameters = site.kind.site(numpyro, name, site.prior)
                sharpness = sharpness + site.gains_by_sharpness(parameters, jnp)
                p, scale = site.densities(parameters, jnp)
                weight = jnp.asarray(site.weights)
                if self.membership == "mixed":
                    mixed = jnp.einsum("nk,nck->nc", theta, p)
                    logs = jnp.where(site.seen, jnp.log(jnp.where(site.seen, mixed, 1.0)) + scale, 0.0)
                    total = total + (weight * logs).sum()
                else:
                    seen = site.seen[..., None]
                    logs = jnp.where(seen, jnp.log(jnp.where(seen, p, 1.0)) + scale[..., None], 0.0)
                    given = given + (weight[:, None] * logs).sum(axis=1)
            if self.membership == "single":
                total = jax.scipy.special.logsumexp(jnp.where(jnp.asarray(possible), given, -jnp.inf), axis=1).sum()
            numpyro.factor("answers", total)
            if prior.favoured.any():
                numpyro.factor("favourites", jax.scipy.special.logsumexp(sharpness) - np.log(len(SHARPNESS)))

        return model

    def _draw_theta(self, prior: Prior) -> Any:
        """Draw all memberships (N, K), or shares (K,), in a NumPyro model."""
        jax, numpyro = import_numpyro()
        alpha = jax.numpy.asarray(prior.membership_prior)
        if self.membership == "mixed":
            alpha = jax.numpy.broadcast_to(alpha, (len(self.codes), prior.n_clusters))
        return numpyro.sample("theta", numpyro.distributions.Dirichlet(alpha).to_event(alpha.ndim - 1))

    def _keep(self, sites: dict[str, Array], draws: Draws, first: int) -> None:
        n_kept = sites["theta"].shape[1]
        draws.phi[:, first : first + n_kept] = self._phi(sites)
        for c, rng in enumerate(self.generators):
            for start in range(0, n_kept, _BLOCK):
                here = slice(start, min(start + _BLOCK, n_kept))
                there = slice(first + here.start, first + here.stop)
                theta, phi = sites["theta"][c, here], draws.phi[c, there]
                asked = (self.columns, self.known)
                draws.log_likelihood[c, there] = log_likelihood(self.codes, theta, phi, self.membership, *asked)
                if draws.weights is not None:
                    draws.weights[c, there] = theta
                    theta = membership_probabilities(self.codes, theta, phi, *asked)
                draws.z[c, there] = theta.argmax(axis=-1) if draws.dominant else draw_categories(theta, rng)
                draws.theta_sum[c] += theta.sum(axis=0)
                kept = [i for i in range(len(theta)) if (there.start + i) % draws.stride == 0]
                draws.theta[c, [(there.start + i) // draws.stride for i in kept]] = theta[kept]

    def _phi(self, sites: dict[str, Array]) -> Array:
        """Put the parameters of answers together, (chain, draw, K, Q, M)."""
        shape = sites["theta"].shape[:2]
        phi = np.zeros((*shape, self.prior.n_clusters, self.prior.n_questions, self.prior.n_wide))
        for name, kind_questions in site_questions(self.prior).items():
            phi[..., kind_questions, : sites[name].shape[-1]] = sites[name]
        return phi


class CorrelatedNuts(Nuts):
    r"""The No-U-Turn sampler for mixed membership with correlated houses.

    .. math:: \theta_n = \mathrm{softmax}(\eta_n), \quad \eta_n \sim \mathrm{Normal}(\mu, S\,\Omega\,S), \quad
              \Omega \sim \mathrm{LKJ}(2)

    (the logistic-normal distribution; Aitchison and Shen 1980, Blei and Lafferty 2007). A Dirichlet(α) vector is the
    softmax of independent numbers, logarithms of gamma variables with mean ψ(α_k) and variance ψ'(α_k). Here these are
    normal and may be correlated: μ has its prior mean at ψ(α_k), and S at the square root of ψ'(α_k). Adding a constant
    to all of η_n does not change θ_n, so only the prior, which favours independent houses, limits a correlation that
    all houses share.

    Parameters
    ----------
    codes, prior, generators, threads, columns
        As for :class:`Nuts`.
    membership
        "mixed".
    known
        None: known people are not supported.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        if self.membership != "mixed" or self.known is not None:
            got = "known people" if self.known is not None else setting("membership", self.membership)
            raise ModelError(
                f"{setting('sampler', 'nuts-correlated')} must have mixed membership, and nobody whose house is known; "
                f"got {got}. Use {setting('sampler', 'nuts')} or {setting('sampler', 'gibbs')}."
            )
        if self.prior.n_clusters == 1:
            raise ModelError(
                f"{setting('sampler', 'nuts-correlated')} must have at least two houses; got one. Use "
                f"{setting('sampler', 'nuts')} or {setting('sampler', 'gibbs')}."
            )

    def _draw_theta(self, prior: Prior) -> Any:
        """Draw all memberships (N, K) in terms of independent normals, which are easier to sample."""
        from scipy.special import polygamma

        jax, numpyro = import_numpyro()
        jnp, dist = jax.numpy, numpyro.distributions
        n_clusters, alpha = prior.n_clusters, prior.membership_prior
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


def import_numpyro() -> tuple[Any, Any]:
    """Return jax and numpyro, or raise an error that says how to install them."""
    try:
        import jax
        import numpyro
    except ImportError as error:
        raise SamplerError(
            f"{setting('sampler', 'nuts')} needs NumPyro and JAX; got: {error}. "
            "Install them with: pip install 'bayeshat[nuts]', "
            f"or use {setting('sampler', 'gibbs')}."
        ) from None
    return jax, numpyro


def _double_precision(jax: Any) -> Any:
    """Return a context in which JAX computes in double precision; older versions keep it elsewhere."""
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    return import_module("jax.experimental").enable_x64()


def site_questions(prior: Prior) -> dict[str, Array]:
    """Return which questions share a site: of one kind, with as many prior numbers."""
    found: dict[str, list[int]] = {}
    for q, kind in enumerate(prior.kinds):
        name = "phi" if kind.plain else type(kind).__name__.lower()
        found.setdefault(f"{name}_{prior.n_options[q]}", []).append(q)
    return {name: np.array(questions) for name, questions in sorted(found.items(), key=_size_of_site)}


def _size_of_site(item: tuple[str, list[int]]) -> tuple[str, int]:
    name, _, size = item[0].rpartition("_")
    return name, int(size)


class _Site:
    """The columns of answers to questions that share a site."""

    def __init__(self, codes: Array, prior: Prior, asked: Columns, questions: Array) -> None:
        self.kind = prior.kinds[questions[0]]
        self.prior = prior.answer_prior[:, questions, : prior.n_options[questions[0]]]
        self.favoured = np.flatnonzero(prior.favoured[questions])
        here = np.flatnonzero(np.isin(asked.questions, questions))
        self.weights, self.codes = asked.weights[here], codes[:, here]
        self.seen = self.codes >= 0
        # The slots of these questions, in order, and which of them each column answers.
        slots = np.unique(asked.column_slots[here])
        self.columns = np.searchsorted(slots, asked.column_slots[here])
        if isinstance(self.kind, CountedKind):
            # Gathering from phi would make its gradient a scatter, which is slow. Products with zeros and ones are
            # fast: one takes phi from slots to columns, the other picks each column's option.
            self.asked = self.columns[:, None] == np.arange(len(slots))
            n_levels = self.kind.counts(self.prior).shape[-1]
            self.chosen = self.codes[..., None] == np.arange(n_levels)
        elif asked.slots is not None:
            self.numbers = next(group.numbers for group in asked.slots.numbers if group.kind is self.kind)

    def gains_by_sharpness(self, parameters: Any, jnp: Any) -> Any:
        """Return the log density minus that under the flat prior, which sites are drawn from, (G,)."""
        if len(self.favoured) == 0:
            return 0.0
        from scipy.special import gammaln

        n_clusters, _, n_options = self.prior.shape
        flat = n_clusters * len(self.favoured) * gammaln(n_options)
        options = np.full(len(self.favoured), n_options)
        return log_favourites_densities(parameters[:, self.favoured], options, jnp) - flat

    def densities(self, parameters: Any, jnp: Any) -> tuple[Any, Any]:
        """Return the densities of all answers, (N, C, K), divided by the exponential of the second array, (N, C)."""
        if isinstance(self.kind, CountedKind):
            phi = self.kind.probabilities(parameters, jnp)
            phi = phi.reshape(phi.shape[0], -1, phi.shape[-1])
            if self.asked.shape[0] > self.asked.shape[1]:
                phi = jnp.einsum("cq,kqv->kcv", jnp.asarray(self.asked, dtype=float), phi)
            return jnp.einsum("kcv,ncv->nck", phi, jnp.asarray(self.chosen, dtype=float)), jnp.zeros(self.codes.shape)
        logs = self.kind.log_densities(parameters, self.numbers, jnp)
        # JAX's maximum rather than NumPy's, because JAX may trace the codes.
        logs = jnp.moveaxis(logs[:, self.columns, jnp.maximum(self.codes, 0)], 0, -1)
        top = logs.max(axis=-1)
        return jnp.exp(jnp.maximum(logs - top[..., None], -600.0)), top
