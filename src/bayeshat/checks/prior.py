"""Whose group would change if the survey's prior counted for more or for less."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..engine.draws import as_draws
from ..model.density import log_prior_of_answers
from ..options import Workers
from ..sample.posterior import Posterior
from ..words.message import Message

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

    def sentence(self) -> Message:
        """Return the same in words."""
        power = "less" if self.power < 1 else "more"
        return Message(f"checks-prior-{power}", name=self.name, house=self.house, other=self.other)


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

    def lines(self) -> list[Message]:
        """Return one line per person, or one that says why there are none."""
        if not self.named:
            return [Message("checks-prior-unnamed")]
        if self.effective < _FEWEST:
            return [Message("checks-prior-few", draws=round(self.effective))]
        if not self.changes:
            return [Message("checks-prior-none")]
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
    if not posterior.identified:
        return PriorSensitivity((), float(posterior.n_chains * posterior.n_draws), named=False)
    houses, before = posterior.survey.cluster_names, scaled_shares(posterior, 1.0)[0].argmax(axis=1)
    changes: dict[int, Change] = {}
    effective = np.inf
    for power in POWERS:
        shares, here = scaled_shares(posterior, power)
        effective, after = min(effective, here), shares.argmax(axis=1)
        for n in np.flatnonzero(after != before).tolist():
            changes.setdefault(n, Change(posterior.names[n], houses[before[n]], houses[after[n]], power))
    found = tuple(changes[n] for n in sorted(changes)) if effective >= _FEWEST else ()
    return PriorSensitivity(found, effective)


def scaled_shares(posterior: Posterior, power: float) -> tuple[Array, float]:
    """Return P(z_n = k) with the prior of answers raised to a power, (N, K), and how many draws these rest on."""
    prior = posterior.prior
    # One chain at a time: a prior whose shape is learned takes several times the memory of the parameters.
    logs = (power - 1) * np.concatenate([log_prior_of_answers(phi, prior) for phi in posterior.phi])
    draws = as_draws(posterior, np.exp(logs - logs.max()))
    return draws.shares(Workers(1)), draws.n_effective
