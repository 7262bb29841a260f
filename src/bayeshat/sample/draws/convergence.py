"""Whether the chains agree: the paper's criterion, effective sample sizes, and quantities that need no labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...model.prior import Prior
from ...words.settings import setting
from .diagnostics import Diagnostics, diagnose
from .store import Draws

if TYPE_CHECKING:
    from ...survey.spec import Survey

Array = np.ndarray

R_HAT = 1.01
ESS = 400
# From this R-hat, chains are stuck in different places rather than slow.
APART = 1.1
# With more people than this, so many of them, evenly spread, stand for all.
MAX_PEOPLE = 200
# Pairs of people, and probabilities of answers (at least one per person), that are checked.
MAX_PAIRS = 50
MAX_PREDICTIVE = 200


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
        The quantity that is furthest from what is wanted, of those that must pass.
    ess_bulk_min, ess_tail_min
        Smallest effective sample sizes of these parameters.
    label_free_r_hat_max
        Largest R-hat of quantities that do not change when clusters swap names: the log likelihood, whether some pairs
        are in the same cluster, the clusters' sizes in order and, if some clusters have the same prior, probabilities
        of people's answers Σ_k θ_nk φ_kqv and memberships in each kind of cluster.
    code
        "ok", "label_switching" (some clusters have the same prior, so that their names mean nothing; everything that
        does not depend on their names has converged) or "not_converged".
    message
        The same in words; it ends with the remedy.
    cause
        Why something should be done: "" (nothing to do), "alike" (clusters with the same prior), "one_chain" (no other
        chain to compare with), "few_draws", "slow" (more draws help), "apart" (chains in different places: more tuning
        and chains help) or "unsettled" (the same for a single chain).
    remedy
        What to do, naming settings of :func:`bayeshat.fit`; "" if nothing.
    effective
        Smallest effective sample size of what must pass.
    r_hat
        Largest R-hat of what must pass; infinite where it was not kept.
    """

    converged: bool
    r_hat_max: float
    worst: str
    ess_bulk_min: float
    ess_tail_min: float
    label_free_r_hat_max: float
    code: str
    message: str
    cause: str = ""
    remedy: str = ""
    effective: float = 0.0
    r_hat: float = math.inf

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
    cannot tell some clusters apart, only quantities that do not depend on their names must pass, and the code is never
    "ok", even if the chains happen to agree on names. Of more than 200 people, 200 are checked, evenly spread.
    """
    people = checked_people(len(names))
    parameters = model_parameters(draws, prior, survey, names, people)
    found = diagnose(parameters.values)
    free = [label_free(draws, names, people)]
    if not prior.identified:
        free += [predictive(draws, prior, survey, names, people), nameless(draws, prior, names, people)]
    found_free = diagnose(np.concatenate([part.values for part in free]))
    code, judged, worst = "ok", found, parameters.names[_worst(found)]
    if not prior.identified:
        code, judged = "label_switching", found_free
        worst = [name for part in free for name in part.names][_worst(found_free)]
    code = code if _passes(judged).all() else "not_converged"
    n_chains, n_draws = draws.log_likelihood.shape
    cause, remedy = _advice(code, judged, n_chains, n_draws)
    return Convergence(
        converged=code != "not_converged",
        r_hat_max=float(found.r_hat.max()),
        worst=worst,
        ess_bulk_min=float(found.ess_bulk.min()),
        ess_tail_min=float(found.ess_tail.min()),
        label_free_r_hat_max=float(found_free.r_hat.max()),
        code=code,
        message=" ".join(filter(None, [_finding(code, judged, worst, n_chains), _looked(people, names), remedy])),
        cause=cause,
        remedy=remedy,
        effective=float(min(judged.ess_bulk.min(), judged.ess_tail.min())),
        r_hat=float(judged.r_hat.max()),
    )


def _finding(code: str, found: Diagnostics, worst: str, n_chains: int) -> str:
    who = "The chains" if n_chains > 1 else "The two halves of the only chain"
    effective = min(found.ess_bulk.min(), found.ess_tail.min())
    stands = f"R-hat is at most {found.r_hat.max():.4f} and the effective sample size at least {effective:.0f}"
    if code == "ok":
        return f"{who} agree: {stands}."
    if code == "label_switching":
        return (
            f"{who} agree on everything that does not depend on the clusters' names: {stands}. "
            "The labels are not identified: some clusters have the same prior, so nothing says which of them is "
            "which, and a name may stand for different groups in different draws."
        )
    wanted = f"R-hat must be below {R_HAT} and effective sample sizes at least {ESS}"
    start = "The chains have not" if n_chains > 1 else "The chain has not"
    return f"{start} converged: {wanted}; {stands}, worst for {worst}."


def _looked(people: Array, names: tuple[str, ...]) -> str:
    return "" if len(people) == len(names) else f"Checked for {len(people)} of the {len(names)} people, evenly spread."


def _advice(code: str, found: Diagnostics, n_chains: int, n_draws: int) -> tuple[str, str]:
    """Return why something should be done, and what."""
    if code == "label_switching":
        return "alike", "To get groups whose names mean something, give every cluster its own answer prior."
    if code == "ok":
        one = f"There is no other chain to compare it with: raise {setting('chains')} to 2 or more."
        return ("one_chain", one) if n_chains == 1 else ("", "")
    if n_chains * n_draws < ESS:
        return (
            "few_draws",
            f"Raise {setting('draws')}: {n_chains} x {n_draws} are too few to show {ESS} effective ones.",
        )
    if found.r_hat.max() < APART:
        return "slow", f"The sampler moves slowly: raise {setting('max_draws')}, e.g. to 64000."
    if n_chains == 1:
        return (
            "unsettled",
            f"The chain has not settled yet: raise {setting('tune')}, and raise {setting('chains')} to 2 or more.",
        )
    return "apart", (
        "The chains are in different places: each explains the answers in its own way. More draws alone may not "
        f"bring them together: raise {setting('tune')} and {setting('chains')}."
    )


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
    """Return memberships, shares or correlations of the clusters if there are any, and the parameters of answers."""
    clusters = survey.cluster_names
    labels = [f"theta[{names[n]}, {cluster}]" for n in people for cluster in clusters]
    values = [_last_first(memberships(draws, people))]
    if draws.weights is not None:
        labels += [f"weights[{cluster}]" for cluster in clusters]
        values.append(_last_first(draws.weights))
    if draws.correlation is not None:
        first, second = np.triu_indices(len(clusters), 1)
        labels += [f"correlation[{clusters[k]}, {clusters[m]}]" for k, m in zip(first, second, strict=True)]
        values.append(_last_first(draws.correlation[:, :, first, second]))
    labels += [
        f"phi[{cluster}, {question.id}, {option}]"
        for cluster in clusters
        for question, kind in zip(survey.questions, prior.kinds, strict=True)
        for option in kind.parameter_names(question)
    ]
    values.append(_last_first(draws.phi[..., prior.used]))
    return Parameters(labels, np.concatenate(values))


def nameless(draws: Draws, prior: Prior, names: tuple[str, ...], people: Array) -> Parameters:
    """Return what the prior identifies: memberships in each kind of cluster, answers of clusters unlike all others."""
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


def label_free(draws: Draws, names: tuple[str, ...], people: Array) -> Parameters:
    """Return quantities that stay the same when clusters swap names."""
    values = [draws.log_likelihood[None]]
    labels = ["log likelihood"]
    sizes = np.stack([(draws.z[:, :, people] == k).sum(axis=-1) for k in range(draws.theta.shape[-1])])
    values.append(np.sort(sizes, axis=0).astype(float))
    labels += [f"size of cluster {rank + 1} by size" for rank in range(len(sizes))]
    first, second = np.triu_indices(len(people), 1)
    if len(first):
        some = np.unique(np.linspace(0, len(first) - 1, min(len(first), MAX_PAIRS)).astype(int))
        one, other = people[first[some]], people[second[some]]
        values.append(_last_first((memberships(draws, one) * memberships(draws, other)).sum(axis=-1)))
        labels += [f"{names[n]} and {names[m]} together" for n, m in zip(one, other, strict=True)]
    return Parameters(labels, np.concatenate(values))


def predictive(draws: Draws, prior: Prior, survey: Survey, names: tuple[str, ...], people: Array) -> Parameters:
    """Return probabilities Σ_k θ_nk φ_kqv of answers, at least one per person; they do not depend on names.

    Of numbers these are means of the clusters' parameters.
    """
    theta, values, labels = memberships(draws, people), [], []
    questions, options = np.nonzero(prior.used)
    each = max(1, min(len(questions), MAX_PREDICTIVE // len(people)))
    for i, n in enumerate(people):
        cells = (i * each + np.arange(each)) % len(questions)
        answers = draws.phi[:, :, :, questions[cells], options[cells]]
        values.append(np.einsum("cdk,cdka->acd", theta[:, :, i], answers))
        for question, option in zip(questions[cells], options[cells], strict=True):
            asked = survey.questions[question]
            called = prior.kinds[question].parameter_names(asked)[option]
            labels.append(f"P({names[n]}, {asked.id}, {called})")
    return Parameters(labels, np.concatenate(values))


def _last_first(values: Array) -> Array:
    """Bring (chain, draw, ...) into the shape (parameter, chain, draw)."""
    return np.moveaxis(values.reshape(*values.shape[:2], -1), -1, 0)
