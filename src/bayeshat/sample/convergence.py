"""Whether the chains agree: the paper's criterion, effective sample sizes, and quantities that need no labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..model.prior import Prior
from .diagnostics import Diagnostics, diagnose
from .store import Draws

if TYPE_CHECKING:
    from ..survey.spec import Survey

Array = np.ndarray

R_HAT = 1.01
ESS = 400
# With more people than this, so many of them, evenly spread, stand for all.
MAX_PEOPLE = 200
MAX_PAIRS = 50


@dataclass(frozen=True)
class Convergence:
    """How the chains stand: numbers and a word for programs, and sentences for people, with the remedy.

    Attributes
    ----------
    converged
        Whether the draws may be used.
    r_hat_max
        Largest rank-normalised split R-hat of all memberships and answer probabilities.
    worst
        The parameter that is furthest from what is wanted.
    ess_bulk_min, ess_tail_min
        Smallest effective sample sizes of these parameters.
    label_free_r_hat_max
        Largest R-hat of quantities that do not change when clusters swap names: the log likelihood, whether some
        pairs are in the same cluster, and the clusters' sizes in order.
    code
        "ok", "label_switching" (clusters with the same prior swap names between draws; everything that does not depend
        on their names has converged) or "not_converged".
    message
        The same in words.
    """

    converged: bool
    r_hat_max: float
    worst: str
    ess_bulk_min: float
    ess_tail_min: float
    label_free_r_hat_max: float
    code: str
    message: str

    @property
    def ok(self) -> bool:
        """Whether nothing calls for a second look."""
        return self.code == "ok"

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, eq=False)
class Parameters:
    """Draws of named parameters, (P, chain, draw)."""

    names: list[str]
    values: Array


def check_convergence(draws: Draws, prior: Prior, survey: Survey, names: tuple[str, ...]) -> Convergence:
    """Compare the chains.

    All parameters must have R-hat < 1.01 and bulk and tail effective sample sizes of at least 400. Where the prior
    cannot tell some clusters apart, parameters that depend on their names need not pass if those that
    do not depend on them do.
    """
    people = checked_people(len(names))
    all_of_them = model_parameters(draws, prior, survey, names, people)
    found = diagnose(all_of_them.values)
    free = label_free(draws, people)
    found_free = diagnose(free.values)
    ok = _passes(found)
    worst = all_of_them.names[_worst(found)]
    code = "ok" if ok.all() else "not_converged"
    if code != "ok" and len(np.unique(prior.alike)) < prior.n_clusters and _passes(found_free).all():
        named = nameless(draws, prior, names, people)
        if not named.names or _passes(diagnose(named.values)).all():
            code = "label_switching"
    numbers = (float(found.r_hat.max()), float(found.ess_bulk.min()), float(found.ess_tail.min()))
    free_r_hat = float(found_free.r_hat.max())
    return Convergence(
        converged=code != "not_converged",
        r_hat_max=numbers[0],
        worst=worst,
        ess_bulk_min=numbers[1],
        ess_tail_min=numbers[2],
        label_free_r_hat_max=free_r_hat,
        code=code,
        message=_message(code, numbers, worst, free_r_hat, draws),
    )


def _message(code: str, numbers: tuple[float, float, float], worst: str, free_r_hat: float, draws: Draws) -> str:
    r_hat, bulk, tail = numbers
    stands = f"R-hat is at most {r_hat:.4f} and the effective sample size at least {min(bulk, tail):.0f}"
    if code == "ok":
        return f"The chains agree: {stands}."
    if code == "label_switching":
        return (
            "The chains agree on everything that does not depend on the clusters' names "
            f"(R-hat at most {free_r_hat:.3f}). "
            "The labels are not identified: the prior cannot tell some clusters apart, so they swap names "
            "between draws. Losses that ignore names (VI, Binder) are safe; to tie people to named clusters, give the "
            "clusters different answer priors."
        )
    n_chains, n_draws = draws.log_likelihood.shape
    if n_chains * n_draws < ESS:
        remedy = f"Ask for more draws: {n_chains} x {n_draws} are too few to show {ESS} effective ones."
    else:
        remedy = "Raise max_draws (or draws and tune) and run again, or use more informative priors."
    wanted = f"R-hat must be below {R_HAT} and effective sample sizes at least {ESS} for every parameter"
    return f"The chains have not converged: {wanted}; {stands}, worst for {worst}. {remedy}"


def _passes(found: Diagnostics) -> Array:
    return (found.r_hat < R_HAT) & (found.ess_bulk >= ESS) & (found.ess_tail >= ESS)


def _worst(found: Diagnostics) -> int:
    """Return the parameter with the largest R-hat, or with the fewest effective draws if all R-hats are fine."""
    if (found.r_hat >= R_HAT).any():
        return int(np.argmax(found.r_hat))
    return int(np.argmin(np.minimum(found.ess_bulk, found.ess_tail)))


def checked_people(n_people: int) -> Array:
    """Return who is looked at: everybody, or a fixed sample."""
    return np.unique(np.linspace(0, n_people - 1, min(n_people, MAX_PEOPLE)).astype(int))


def memberships(draws: Draws, people: Array) -> Array:
    """Return draws of some people's memberships (chain, draw, person, cluster): theta, or else labels as 0 and 1."""
    if draws.keeps_theta:
        return draws.theta[:, :, people]
    return (draws.z[:, :, people, None] == np.arange(draws.theta.shape[-1])).astype(float)


def model_parameters(draws: Draws, prior: Prior, survey: Survey, names: tuple[str, ...], people: Array) -> Parameters:
    """Return memberships, shares of the clusters if there are any, and answer probabilities."""
    clusters = survey.cluster_names
    labels = [f"theta[{names[n]}, {cluster}]" for n in people for cluster in clusters]
    values = [_last_first(memberships(draws, people))]
    if draws.weights is not None:
        labels += [f"weights[{cluster}]" for cluster in clusters]
        values.append(_last_first(draws.weights))
    labels += [
        f"phi[{cluster}, {question.id}, {option}]"
        for cluster in clusters
        for question in survey.questions
        for option in question.options
    ]
    values.append(_last_first(draws.phi[..., prior.used]))
    return Parameters(labels, np.concatenate(values))


def nameless(draws: Draws, prior: Prior, names: tuple[str, ...], people: Array) -> Parameters:
    """Return what the prior does identify: memberships in clusters alike taken together, answers of the others."""
    alike = prior.alike
    kinds, counts = np.unique(alike, return_counts=True)
    if len(kinds) == 1:
        return Parameters([], np.empty((0, *draws.log_likelihood.shape)))
    summed = memberships(draws, people) @ (alike[:, None] == kinds).astype(float)
    labels = [f"theta[{names[n]}, kind {kind}]" for n in people for kind in kinds]
    alone = np.isin(alike, kinds[counts == 1])
    values = [_last_first(summed), _last_first(draws.phi[:, :, alone][..., prior.used])]
    labels += [f"phi[{k}, ...]" for k in np.flatnonzero(alone) for _ in range(int(prior.used.sum()))]
    return Parameters(labels, np.concatenate(values))


def label_free(draws: Draws, people: Array) -> Parameters:
    """Return quantities that stay the same when clusters swap names."""
    values = [draws.log_likelihood[None]]
    labels = ["log likelihood"]
    sizes = np.stack([(draws.z[:, :, people] == k).sum(axis=-1) for k in range(draws.theta.shape[-1])])
    values.append(np.sort(sizes, axis=0).astype(float))
    labels += [f"size of cluster {rank + 1} by size" for rank in range(len(sizes))]
    first, second = np.triu_indices(len(people), 1)
    if len(first):
        some = np.unique(np.linspace(0, len(first) - 1, min(len(first), MAX_PAIRS)).astype(int))
        one, other = memberships(draws, people[first[some]]), memberships(draws, people[second[some]])
        values.append(_last_first((one * other).sum(axis=-1)))
        labels += [f"pair {i}" for i in some]
    return Parameters(labels, np.concatenate(values))


def _last_first(values: Array) -> Array:
    """Bring (chain, draw, ...) into the shape (parameter, chain, draw)."""
    return np.moveaxis(values.reshape(*values.shape[:2], -1), -1, 0)
