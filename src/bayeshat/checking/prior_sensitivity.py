"""Whose group would change if the survey's prior counted for more or for less."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..sample.draws.posterior import Posterior

Array = np.ndarray

# The prior is raised to these powers: a fifth less, and a quarter more.
POWERS = (0.8, 1.25)
# With fewer effective draws than this, the weighted shares are too rough to tell anything.
_FEWEST = 100.0


@dataclass(frozen=True)
class Change:
    """Somebody whose likeliest house depends on the strength of the prior."""

    name: str
    house: str
    other: str
    power: float

    def sentence(self) -> str:
        """Return the same in words."""
        much = "less" if self.power < 1 else "more"
        return f"{self.name}: {self.house}, but {self.other} if the survey's prior counted somewhat {much}."


@dataclass(frozen=True)
class PriorSensitivity:
    """Whose likeliest house changes with the strength of the prior.

    Attributes
    ----------
    changes
        Those people, in the order of the answers.
    effective
        How many effective draws the weighted shares rest on, at least.
    named
        Whether the survey says how houses differ, so that people have a likeliest one.
    """

    changes: tuple[Change, ...]
    effective: float
    named: bool = True

    def lines(self) -> list[str]:
        """Return one line per person, or one that says why there are none."""
        if not self.named:
            return [
                "The survey does not say how its groups differ, so nobody has a likeliest group that could change with "
                "the strength of its prior."
            ]
        if self.effective < _FEWEST:
            return [
                f"There are too few draws to say how much the prior decides ({self.effective:.0f} effective ones): "
                "sample more."
            ]
        if not self.changes:
            return ["Nobody's likeliest house would change if the survey's prior counted somewhat more or less."]
        return [change.sentence() for change in self.changes]


def prior_sensitivity(posterior: Posterior) -> PriorSensitivity:
    r"""Find people whose likeliest house changes when the prior of the answers is power-scaled, without sampling again.

    Draws are weighted by :math:`p(\phi)^{a - 1}` with a = 0.8 and 1.25 (Kallioinen, Paananen, Bürkner and Vehtari
    2024). Where clusters' names mean nothing nobody has a likeliest house, and nothing is found.

    Parameters
    ----------
    posterior
        The posterior.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> bh.prior_sensitivity(bh.fit(survey, bh.simulate(survey, rng=1).answers, rng=1)).effective > 100
    True
    """
    n_all = posterior.n_chains * posterior.n_draws
    if not posterior.identified:
        return PriorSensitivity((), float(n_all), named=False)
    log_prior = _log_prior_of_answers(posterior).reshape(-1)
    z = posterior.z.reshape(n_all, -1)
    houses, before = posterior.survey.cluster_names, _likeliest(z, np.full(n_all, 1.0 / n_all), posterior.n_clusters)
    changes: dict[int, Change] = {}
    effective = np.inf
    for power in POWERS:
        logs = (power - 1) * log_prior
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        effective = min(effective, 1.0 / float((weights**2).sum()))
        after = _likeliest(z, weights, posterior.n_clusters)
        for n in np.flatnonzero(after != before).tolist():
            changes.setdefault(n, Change(posterior.names[n], houses[before[n]], houses[after[n]], power))
    found = tuple(changes[n] for n in sorted(changes)) if effective >= _FEWEST else ()
    return PriorSensitivity(found, effective)


def _likeliest(z: Array, weights: Array, n_clusters: int) -> Array:
    """Return everybody's most frequent label, (N,), given labels (D, N) and weights of the draws."""
    return np.stack([weights @ (z == k) for k in range(n_clusters)]).argmax(axis=0)


def _log_prior_of_answers(posterior: Posterior) -> Array:
    """Return the log prior density of all clusters' answers in each draw, (chain, draw)."""
    prior = posterior.prior
    total = np.zeros(posterior.phi.shape[:2])
    for q in range(prior.n_questions):
        phi, kind = posterior.phi[:, :, :, q, : prior.n_parameters[q]], prior.kinds[q]
        total += np.asarray(kind.log_prior(phi, prior.of_question(q))).sum(axis=2)
    return total
