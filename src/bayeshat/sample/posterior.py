"""What was sampled, and how sure it is."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..model.prior import Prior, prior_from
from ..survey.answers import pick_people, text_columns
from .convergence import Convergence, checked_people, diagnose, model_parameters
from .draws import Draws

if TYPE_CHECKING:
    import xarray

    from ..survey.answers import Answers
    from ..survey.corrections import Corrections
    from ..survey.spec import Survey

Array = np.ndarray

# Quantiles that bound 95 % of the draws.
LOW = 0.025
HIGH = 0.975
# People whose quantiles and errors are computed at a time.
_BLOCK = 1000
# Batches that each chain is cut into for Monte Carlo errors.
_BATCHES = 10


@dataclass(frozen=True, eq=False, repr=False)
class Posterior:
    """Draws from the posterior.

    Attributes
    ----------
    z
        (chain, draw, N) everybody's cluster; ``label`` says which.
    phi
        (chain, draw, K, Q, M) the parameters of answers, 0 beyond a question's own: the probabilities of its options,
        or of ticking each; mean and standard deviation of a number (of its logarithm on a log scale); rate of a count.
    theta
        (chain, draw, N, K) memberships, or None where they were not kept. Under single membership P(z = k) given the
        other parameters.
    theta_mean
        (N, K) their posterior means.
    theta_low, theta_high
        (N, K) their 2.5 % and 97.5 % quantiles; where theta is not kept, those of a thinned reservoir of at most 200
        draws per chain (fewer if these would take more than 256 MB).
    log_likelihood
        (chain, draw) log probability of the answers, labels summed out.
    weights
        (chain, draw, K) the clusters' shares π under single membership, or None.
    survey, answers
        What was asked and answered.
    membership
        "mixed" or "single".
    sampler
        The sampler's name: "gibbs", "nuts" or "nuts-correlated".
    seconds
        Time taken.
    status
        Whether the chains agree.
    label
        What z is: "dominant", the cluster with the largest theta in each draw, or "drawn", z ~ Categorical(theta).
    known
        (N,) the clusters that were known beforehand, -1 where none was; None if none was at all.
    taught
        Clusters of known people whom `select` left out: they still give these clusters' names a meaning.
    totals
        (K,) how many people each cluster has in every draw, where that was known, or None.
    correlation
        (chain, draw, K, K) correlations of the clusters: where positive, people who belong partly to one belong more
        often partly to the other too. None unless the sampler is "nuts-correlated".
    style
        (chain, draw, Q) how far one standard deviation of people's answering style moves each rating; None where people
        have no style.

    Examples
    --------
    >>> import tempfile
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> posterior.z.shape, posterior.probabilities.shape, posterior.identified
    ((4, 50, 8), (8, 4), True)
    >>> posterior.summary()["parameter"][0]
    'theta[Person 1, Gryffindor]'
    >>> sorted(posterior.to_datatree().children)
    ['log_likelihood', 'observed_data', 'posterior', 'sample_stats']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     posterior.save(f"{folder}/posterior.npz")
    ...     again = bh.Posterior.load(f"{folder}/posterior.npz")
    >>> bool((again.z == posterior.z).all()), posterior.select([0, 2]).names
    (True, ('Person 1', 'Person 3'))
    """

    z: Array
    phi: Array
    theta: Array | None
    theta_mean: Array
    theta_low: Array
    theta_high: Array
    log_likelihood: Array
    weights: Array | None
    survey: Survey
    answers: Answers
    membership: str
    sampler: str
    seconds: float
    status: Convergence
    label: str = "drawn"
    known: Array | None = None
    taught: frozenset[int] = frozenset()
    totals: Array | None = None
    correlation: Array | None = None
    style: Array | None = None

    @classmethod
    def blank(cls, survey: Survey, answers: Answers) -> Self:
        """Make a posterior that knows nothing of anybody, for people who are not sorted by their answers."""
        n_people, n_clusters = answers.n_people, survey.n_clusters
        even = np.full((n_people, n_clusters), 1.0 / n_clusters)
        return cls(
            z=np.zeros((1, 1, n_people), np.uint8),
            phi=np.zeros((1, 1, *survey.answer_prior.shape)),
            theta=None,
            theta_mean=even,
            theta_low=even,
            theta_high=even,
            log_likelihood=np.zeros((1, 1)),
            weights=None,
            survey=survey,
            answers=answers,
            membership="single",
            sampler="",
            seconds=0.0,
            status=Convergence(
                "ok",
                converged=True,
                r_hat_max=1.0,
                worst="",
                ess_bulk_min=1.0,
                ess_tail_min=1.0,
                label_free_r_hat_max=1.0,
            ),
        )

    @classmethod
    def with_prior(cls, prior: Prior, **values: Any) -> Self:
        """Make a posterior whose prior is already built."""
        posterior = cls(**values)
        posterior.__dict__["prior"] = prior  # where `cached_property` keeps it
        return posterior

    @classmethod
    def from_draws(cls, draws: Draws, prior: Prior, **others: Any) -> Self:
        """Make a posterior of a sampler's draws, with means and quantiles of theta, and of other attributes.

        The quantiles are NaN if no draw of theta was kept. Attributes that are given take precedence.
        """
        mean = draws.theta.mean(axis=(0, 1)) if draws.keeps_theta else draws.theta_sum.mean(axis=0) / draws.n_summed
        unknown = np.broadcast_to(np.float64(np.nan), mean.shape)
        low, high = quantiles(draws.theta) if draws.theta.size else (unknown, unknown)
        values = {
            "phi": draws.phi,
            "theta": draws.theta if draws.keeps_theta else None,
            "theta_mean": mean,
            "theta_low": low,
            "theta_high": high,
            "log_likelihood": draws.log_likelihood,
            "weights": draws.weights,
            "correlation": draws.correlation,
            "style": draws.style,
        }
        return cls.with_prior(prior, **values | others)

    @property
    def _shape(self) -> tuple[int, ...]:
        """Numbers of chains, draws and people: the shape of z."""
        return self.z.shape

    @property
    def n_people(self) -> int:
        """Number of people, N."""
        return self._shape[2]

    @property
    def n_clusters(self) -> int:
        """Number of clusters, K."""
        return int(self.phi.shape[2])

    @property
    def n_chains(self) -> int:
        """Number of chains."""
        return self._shape[0]

    @property
    def n_draws(self) -> int:
        """Number of kept draws per chain."""
        return self._shape[1]

    @property
    def keeps_theta(self) -> bool:
        """Whether theta is kept in every draw."""
        return self.theta is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names."""
        return self.answers.names

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """What rules may name about the people: the table's other columns, and the answers."""
        return text_columns(self.survey, self.answers)

    @property
    def identified(self) -> bool:
        """Whether the clusters' names mean something: the prior, known people or totals tell them all apart."""
        return self.prior.identified

    @cached_property
    def prior(self) -> Prior:
        """The priors, and what known people and totals say about the clusters."""
        prior = prior_from(self.survey, known=self.known, totals=self.totals)
        return replace(prior, known_clusters=prior.known_clusters | self.taught) if self.taught else prior

    def select(self, people: Array) -> Posterior:
        """Return the posterior of some people, by a mask or positions; what the others taught stays."""
        values = {field.name: getattr(self, field.name) for field in fields(Posterior)}
        for name in ("z", "theta"):
            values[name] = None if values[name] is None else values[name][:, :, people]
        for name in ("theta_mean", "theta_low", "theta_high", "known"):
            values[name] = None if values[name] is None else values[name][people]
        values |= {"answers": pick_people(self.answers, people), "taught": self.prior.known_clusters}
        return Posterior.with_prior(self.prior, **values)

    @property
    def corrections(self) -> Corrections | None:
        """What known people taught beyond the answers of each house; None where people were sorted without."""
        taught = self.known is not None or bool(self.taught) or self.survey.is_taught
        applies = taught and self.membership == "single" and self.totals is None
        return self.survey.corrections if applies else None

    @property
    def memberships(self) -> Array:
        """(N, K) posterior means of the memberships."""
        return self.theta_mean

    @cached_property
    def probabilities(self) -> Array:
        """(N, K) probability that a cluster is a person's label: the share of draws in which it is.

        Under single membership, the mean of P(z = k) given the other parameters, which has the same expectation and a
        smaller Monte Carlo error. Where the prior does not identify the names (``identified``) they are arbitrary.
        """
        if self.membership == "single":
            return self.theta_mean
        return np.stack([(self.z == k).mean(axis=(0, 1)) for k in range(self.n_clusters)], axis=1)

    @cached_property
    def probability_errors(self) -> Array:
        """(N, K) Monte Carlo standard errors of ``probabilities``, by batch means; NaN if there is only one draw.

        Each chain is cut into at most 10 batches. Under single membership, where theta is not kept, these are the
        errors of shares of draws, which are larger.
        """
        size = max(1, self.n_draws // _BATCHES)
        n_batches = self.n_draws // size
        errors = np.full((self.n_people, self.n_clusters), np.nan)
        if self.n_chains * n_batches < 2:
            return errors
        theta = self.theta if self.membership == "single" else None
        for start in range(0, self.n_people, _BLOCK):
            here = slice(start, start + _BLOCK)
            for k in range(self.n_clusters):
                values = self.z[:, :, here] == k if theta is None else theta[:, :, here, k]
                batches = values[:, -n_batches * size :].reshape(self.n_chains * n_batches, size, -1).mean(axis=1)
                errors[here, k] = batches.std(axis=0, ddof=1) / np.sqrt(len(batches))
        return errors

    def summary(self) -> dict[str, list[Any]]:
        """Return one row per parameter as columns: parameter, mean, sd, low, high, ess_bulk, ess_tail, r_hat.

        ``low`` and ``high`` are the 2.5 % and 97.5 % quantiles. Of more than 200 people a fixed sample of 200 is shown.
        """
        people = checked_people(self.n_people)
        parameters = model_parameters(self, self.prior, self.survey, self.names, people)
        found = diagnose(parameters.values)
        flat = parameters.values.reshape(len(parameters.names), -1)
        low, high = np.quantile(flat, [LOW, HIGH], axis=1)
        columns = {
            "mean": flat.mean(axis=1),
            "sd": flat.std(axis=1, ddof=1) if flat.shape[1] > 1 else np.full(len(flat), np.nan),
            "low": low,
            "high": high,
            "ess_bulk": found.ess_bulk,
            "ess_tail": found.ess_tail,
            "r_hat": found.r_hat,
        }
        return {"parameter": parameters.names, **{name: values.tolist() for name, values in columns.items()}}

    def to_datatree(self) -> xarray.DataTree:
        """Return the draws as ArviZ keeps them: posterior, sample_stats, observed_data and log_likelihood.

        ``phi`` has one dimension for the parameters of all questions, ``parameter``, whose coordinates ``question`` and
        ``option`` say what each one is: ``phi.where(phi.question == "q1", drop=True)`` are those of one question. The
        coordinate ``code`` is the number that an option has in ``observed_data.answers``.

        The last group holds the log probability of each person's answers, label and membership integrated out. Where
        that would be slow it has only some of the draws; its attribute ``every`` says which.
        """
        from .export import to_datatree

        return to_datatree(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to one ``.npz`` file."""
        from .export import save

        save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Posterior:
        """Read what :meth:`save` wrote."""
        from .export import load

        return cls(**load(path))

    def __repr__(self) -> str:
        kept = "" if self.theta is not None else ", theta not kept"
        return (
            f"Posterior of {self.n_people} people in {self.n_clusters} clusters "
            f"({self.membership} membership, {self.label} labels)\n"
            f"  {self.sampler}: {self.n_chains} chains x {self.n_draws} draws in {self.seconds:.1f} s{kept}\n"
            f"  {self.status.message}"
        )


def quantiles(theta: Array) -> tuple[Array, Array]:
    """Return the lower and upper quantiles over all draws, (N, K) each, a block of people at a time."""
    flat = theta.reshape(-1, *theta.shape[2:])
    starts = range(0, theta.shape[2], _BLOCK)
    blocks = [np.quantile(flat[:, start : start + _BLOCK], [LOW, HIGH], axis=0) for start in starts]
    low, high = np.concatenate(blocks, axis=1)
    return low, high
