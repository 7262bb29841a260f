"""Whether the chains agree: R-hat, effective sample sizes, and quantities that need no labels."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..model.prior import Prior
from ..options import Workers, choose_evenly
from ..words.message import Message, Setting
from ..words.phrases import tell_figures
from ..words.status import Status
from ..words.voice import for_programs

if TYPE_CHECKING:
    from ..survey.spec import Survey
    from .draws import Draws
    from .posterior import Posterior

Array = np.ndarray

# R-hat must be below this (Silverman and Silverman 2017).
R_HAT = 1.01
# Effective sample sizes must be at least this.
ESS = 400
# From this R-hat on, chains are in different places rather than slow.
APART = 1.1
# With more people than this, this many of them, evenly spread, are checked.
MAX_PEOPLE = 200
# Pairs of people that are checked for being in the same cluster, at most.
MAX_PAIRS = 50
# Probabilities of answers that are checked, at most; but at least one per person.
MAX_PREDICTIVE = 200
# With fewer draws per chain, R-hat and effective sample sizes mean nothing.
MIN_DRAWS = 4
# Share of the draws in each tail, for effective sample sizes of the tails.
TAIL = 0.05
# Numbers that are worked on at a time where there are many parameters.
_BLOCK = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Convergence(Status):
    """Whether the chains agree: numbers and codes for programs, and notes for people.

    Attributes
    ----------
    code
        "ok", "label_switching" (some clusters have the same prior, so that their names mean nothing; everything that
        does not depend on their names has converged) or "not_converged".
    notes
        What there is to say: the finding first, with the code as its id, then "checked_some" (not everybody was
        checked) and "remedy" (what to do, naming settings of :func:`bayeshat.fit`). ``fit`` adds others: "totals",
        "told_by_totals", "taught_by_survey", "learned_from", "fewer_draws", "corrections_left_out" and
        "sampled_on_cpu".
    converged
        Whether the draws may be used.
    r_hat_max
        Largest rank-normalised split R-hat of all memberships and answer probabilities.
    worst
        The quantity that is furthest from its limits, of those that must pass.
    ess_bulk_min, ess_tail_min
        Smallest effective sample sizes of these parameters.
    label_free_r_hat_max
        Largest R-hat of quantities that do not change when clusters swap names: the log likelihood, whether some pairs
        are in the same cluster, the clusters' sizes in order and, if some clusters have the same prior, probabilities
        of people's answers Σ_k θ_nk φ_kqv and memberships in each kind of cluster.
    cause
        Why something should be done: "" (nothing to do), "alike" (clusters with the same prior), "one_chain" (no other
        chain to compare with), "few_draws", "slow" (more draws help), "apart" (chains in different places: more tuning
        and chains help) or "unsettled" (the same for a single chain).
    effective
        Smallest effective sample size of what must pass.
    r_hat
        Largest R-hat of what must pass; infinite if unknown.
    """

    converged: bool
    r_hat_max: float
    worst: str
    ess_bulk_min: float
    ess_tail_min: float
    label_free_r_hat_max: float
    cause: str = ""
    effective: float = 0.0
    r_hat: float = math.inf

    @property
    def remedy(self) -> str | Message:
        """What to do; "" if nothing."""
        return next((note for note in self.notes if note.id == "remedy"), "")

    def with_notes(self, *notes: Message) -> Convergence:
        """Return the same with more notes."""
        return replace(self, notes=(*self.notes, *notes))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold."""
        return asdict(self) | super().to_dict()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Convergence:
        """Read what :meth:`to_dict` returned; numbers may be texts such as "inf"."""
        status = Status.from_dict(values)
        words = ("converged", "worst", "cause")
        rest: dict[str, Any] = {
            name: value if name in words else float(value)
            for name, value in values.items()
            if name not in ("code", "notes")
        }
        return cls(status.code, status.notes, **rest)


class Diagnostics(NamedTuple):
    """How well each of P parameters has been sampled; each (P,)."""

    r_hat: Array
    ess_bulk: Array
    ess_tail: Array


def diagnose(values: Array, threads: int = 1) -> Diagnostics:
    """Return R-hat and effective sample sizes of parameters (P, chain, draw); threads share the parameters.

    The definitions are those of Vehtari et al. (2021, "Rank-normalization, folding, and localization: an improved
    R-hat"), as in arviz-stats. All parameters are worked on at once, which is fast enough to do after every round.

    A parameter that is the same in all draws has R-hat 1 and as many effective draws as draws; one that is constant
    within every chain but not the same in all has an infinite R-hat. With fewer than 4 draws per chain
    R-hat is infinite and the sizes are 0.

    Examples
    --------
    >>> draws = np.random.default_rng(1).normal(size=(2, 4, 1000))
    >>> bool((diagnose(draws).r_hat < 1.01).all())
    True
    """
    n_parameters, n_chains, n_draws = values.shape
    if n_draws < MIN_DRAWS:
        return Diagnostics(np.full(n_parameters, np.inf), np.zeros(n_parameters), np.zeros(n_parameters))
    step = max(1, min(_BLOCK // (n_chains * n_draws), -(-n_parameters // threads)))
    blocks = [np.asarray(values[start : start + step], dtype=float) for start in range(0, n_parameters, step)]
    with Workers(threads) as workers:
        parts = workers.map(_diagnose, blocks)
    return Diagnostics(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _diagnose(values: Array) -> Diagnostics:
    n_parameters = len(values)
    halves = _split(values)
    flat = halves.reshape(n_parameters, -1)
    order = np.argsort(flat, axis=1)
    rising = np.take_along_axis(flat, order, axis=1)
    middle = rising.shape[1] // 2
    median = (rising[:, middle - 1] + rising[:, middle]) / 2
    # In this order, distances from the median fall and then rise: a stable sort only has to merge the two.
    distances = np.abs(rising - median[:, None])
    nearest = np.argsort(distances, axis=1, kind="stable")
    distances, order_by_distance = (np.take_along_axis(one, nearest, axis=1) for one in (distances, order))
    ranked = _normal_scores(rising, order).reshape(halves.shape)
    folded = _normal_scores(distances, order_by_distance).reshape(halves.shape)
    low, high = np.quantile(values.reshape(n_parameters, -1), [TAIL, 1 - TAIL], axis=1)
    below = _ess(_split(values <= low[:, None, None]).astype(float))
    above = _ess(_split(values <= high[:, None, None]).astype(float))
    return Diagnostics(np.maximum(_r_hat(ranked), _r_hat(folded)), _ess(ranked), np.minimum(below, above))


def _split(values: Array) -> Array:
    """Make two chains of each: its first and its second half."""
    half = values.shape[-1] // 2
    return np.concatenate([values[..., :half], values[..., -half:]], axis=1)


def _normal_scores(rising: Array, order: Array) -> Array:
    """Return the normal quantiles of the ranks of values (P, S), which are given in rising order, and that order.

    Equal values share their mean rank.
    """
    from scipy.special import ndtri

    n_values = rising.shape[1]
    quantiles = np.tile(ndtri((np.arange(1, n_values + 1) - 3 / 8) / (n_values + 1 / 4)), (len(rising), 1))
    tied = (rising[:, 1:] == rising[:, :-1]).any(axis=1)
    quantiles[tied] = ndtri((_mean_ranks(rising[tied]) - 3 / 8) / (n_values + 1 / 4))
    scores = np.empty(rising.shape)
    np.put_along_axis(scores, order, quantiles, axis=1)
    return scores


def _mean_ranks(rising: Array) -> Array:
    """Return the ranks of values (P, S) in rising order, counted from 1; equal values share their mean rank."""
    places, new = np.arange(rising.shape[1]), rising[:, 1:] != rising[:, :-1]
    first, last = np.zeros(rising.shape, np.int64), np.full(rising.shape, rising.shape[1] - 1)
    first[:, 1:], last[:, :-1] = new * places[1:], np.where(new, places[:-1], last[:, :-1])
    last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
    return (np.maximum.accumulate(first, axis=1) + last) / 2 + 1


def _r_hat(values: Array) -> Array:
    n_draws = values.shape[-1]
    within = values.var(axis=-1, ddof=1).mean(axis=-1)
    between = n_draws * values.mean(axis=-1).var(axis=-1, ddof=1)
    # Rounding leaves something in the variance of equal numbers.
    still = within <= 1e-20
    ratio = np.where(between <= 1e-20, 1.0, np.inf)
    np.divide(between, within, out=ratio, where=~still)
    return np.where(still, ratio, np.sqrt((ratio + n_draws - 1) / n_draws))


def _ess(values: Array) -> Array:
    """Return the effective sample sizes of split chains (P, chain, draw), by Geyer's initial monotone sequence."""
    n_parameters, n_chains, n_draws = values.shape
    total = n_chains * n_draws
    autocovariance = _autocovariance(values)
    within = autocovariance[:, 0] * n_draws / (n_draws - 1)
    spread = within * (n_draws - 1) / n_draws + values.mean(axis=-1).var(axis=-1, ddof=1)
    constant = np.ptp(values.reshape(n_parameters, -1), axis=1) < 1e-15
    spread[constant] = 1.0
    rho = 1 - (within[:, None] - autocovariance) / spread[:, None]
    rho[:, 0] = 1.0
    # Sums of neighbours: as long as they are positive (Geyer's positive sequence), made non-increasing.
    last = max((n_draws - 1) // 2 - 1, 0)
    pairs = rho[:, 0 : 2 * last + 2 : 2] + rho[:, 1 : 2 * last + 2 : 2]
    negative = np.hstack([pairs <= 0, np.ones((n_parameters, 1), dtype=bool)])
    n_kept = np.minimum(np.argmax(negative, axis=1), last)
    kept = np.arange(last + 1) < n_kept[:, None]
    following = np.take_along_axis(rho, 2 * n_kept[:, None], axis=1)[:, 0]
    ended = np.take_along_axis(pairs, n_kept[:, None], axis=1)[:, 0] < 0
    following[ended] = np.maximum(following[ended], 0)
    tau = -1 + 2 * np.where(kept, np.minimum.accumulate(pairs, axis=1), 0).sum(axis=1) + following
    ess = total / np.maximum(tau, 1 / np.log10(total))
    return np.where(constant, float(total), ess)


def _autocovariance(values: Array) -> Array:
    """Return autocovariances averaged over chains, (P, draw)."""
    from scipy.fft import irfft, next_fast_len, rfft

    n_draws = values.shape[-1]
    size = next_fast_len(2 * n_draws, real=True)
    spectrum = rfft(values - values.mean(axis=-1, keepdims=True), size, axis=-1)
    power = (spectrum.real**2 + spectrum.imag**2).mean(axis=1)
    return irfft(power, size, axis=-1)[:, :n_draws] / n_draws


@dataclass(frozen=True, eq=False)
class Parameters:
    """Draws of named parameters, (P, chain, draw); a quantity of several parameters is named by a message."""

    names: list[Any]
    values: Array


def check_convergence(
    draws: Draws | Posterior,
    prior: Prior,
    survey: Survey,
    names: tuple[str, ...],
    n_people: int | None = None,
    threads: int = 1,
) -> Convergence:
    """Compare the chains.

    All parameters must have R-hat < 1.01 and bulk and tail effective sample sizes of at least 400. Where the prior
    cannot tell some clusters apart, only quantities that do not depend on their names must pass, and the code is never
    "ok", even if the chains happen to agree on names. Of more than 200 people, 200 are checked, evenly spread.

    Parameters
    ----------
    draws, names
        The draws and the names of everybody, or of those who are checked.
    prior, survey
        The priors and the survey.
    n_people
        How many people there are, if the draws only hold those who are checked.
    threads
        Number of threads.
    """
    people = checked_people(len(names))
    parameters = model_parameters(draws, prior, survey, names, people)
    found = diagnose(parameters.values, threads)
    free = [label_free(draws, names, people)]
    if not prior.identified:
        free += [predictive(draws, prior, survey, names, people), nameless(draws, prior, names, people)]
    found_free = diagnose(np.concatenate([part.values for part in free]), threads)
    code, judged, worst = "ok", found, parameters.names[_worst(found)]
    if not prior.identified:
        code, judged = "label_switching", found_free
        worst = [name for part in free for name in part.names][_worst(found_free)]
    code = code if _passes(judged).all() else "not_converged"
    n_chains, n_draws = draws.log_likelihood.shape
    cause, remedy = _advice(code, judged, n_chains, n_draws)
    with for_programs():
        english = str(worst)
    notes = [Message(code, _finding(code, judged, worst, n_chains))]
    if len(people) < (n_all := n_people or len(names)):
        notes.append(Message("checked_some", Message("sampling-checked", count=len(people), all=n_all)))
    if remedy is not None:
        notes.append(Message("remedy", remedy))
    return Convergence(
        code,
        tuple(notes),
        converged=code != "not_converged",
        r_hat_max=float(found.r_hat.max()),
        worst=english,
        ess_bulk_min=float(found.ess_bulk.min()),
        ess_tail_min=float(found.ess_tail.min()),
        label_free_r_hat_max=float(found_free.r_hat.max()),
        cause=cause,
        effective=float(min(judged.ess_bulk.min(), judged.ess_tail.min())),
        r_hat=float(judged.r_hat.max()),
    )


def _finding(code: str, found: Diagnostics, worst: str | Message, n_chains: int) -> Message:
    effective = min(found.ess_bulk.min(), found.ess_tail.min())
    stands = Message("sampling-stands", rhat=tell_figures(f"{found.r_hat.max():.4f}"), effective=f"{effective:.0f}")
    if code == "ok":
        return Message("sampling-agree", chains=n_chains, stands=stands)
    if code == "label_switching":
        return Message("sampling-switching", chains=n_chains, stands=stands)
    limit = tell_figures(f"{R_HAT}")
    return Message("sampling-apart", chains=n_chains, limit=limit, least=ESS, stands=stands, worst=worst)


def _advice(code: str, found: Diagnostics, n_chains: int, n_draws: int) -> tuple[str, Message | None]:
    """Return why something should be done, and what."""
    chains, tune = Setting("chains"), Setting("tune")
    if code == "label_switching":
        return "alike", Message("sampling-do-priors")
    if code == "ok":
        return ("one_chain", Message("sampling-do-chains", chains=chains)) if n_chains == 1 else ("", None)
    if n_chains * n_draws < ESS:
        kept = f"{n_chains} x {n_draws}"
        return "few_draws", Message("sampling-do-draws", draws=Setting("draws"), kept=kept, least=ESS)
    if found.r_hat.max() < APART:
        return "slow", Message("sampling-do-longer", draws=Setting("max_draws"))
    if n_chains == 1:
        return "unsettled", Message("sampling-do-settle", tune=tune, chains=chains)
    return "apart", Message("sampling-do-tune", tune=tune, chains=chains)


def _passes(found: Diagnostics) -> Array:
    return (found.r_hat < R_HAT) & (found.ess_bulk >= ESS) & (found.ess_tail >= ESS)


def _worst(found: Diagnostics) -> int:
    """Return the parameter with the largest R-hat, or with the fewest effective draws if all R-hats are fine."""
    if (found.r_hat >= R_HAT).any():
        return int(np.argmax(found.r_hat))
    return int(np.argmin(np.minimum(found.ess_bulk, found.ess_tail)))


def checked_people(n_people: int) -> Array:
    """Return who is checked: everybody, or a fixed sample, evenly spread."""
    return choose_evenly(n_people, MAX_PEOPLE)


def memberships(draws: Draws | Posterior, people: Array) -> Array:
    """Return draws of some people's memberships (chain, draw, person, cluster): theta, or else labels as 0 and 1."""
    if draws.keeps_theta and draws.theta is not None:
        return draws.theta[:, :, people]
    return (draws.z[:, :, people, None] == np.arange(draws.phi.shape[2])).astype(float)


def model_parameters(
    draws: Draws | Posterior, prior: Prior, survey: Survey, names: tuple[str, ...], people: Array
) -> Parameters:
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
    if draws.style is not None:
        labels.append("style")
        values.append(draws.style.max(axis=-1)[None])
    labels += [
        f"phi[{cluster}, {question.id}, {option}]"
        for cluster in clusters
        for question, kind in zip(survey.questions, prior.kinds, strict=True)
        for option in kind.parameter_names(question)
    ]
    values.append(_last_first(draws.phi[..., prior.used]))
    return Parameters(labels, np.concatenate(values))


def nameless(draws: Draws | Posterior, prior: Prior, names: tuple[str, ...], people: Array) -> Parameters:
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


def cluster_sizes(z: Array, n_clusters: int) -> Array:
    """Return how many people of z (chain, draw, N) each cluster has in every draw, (K, chain, draw)."""
    return np.stack([(z == k).sum(axis=-1) for k in range(n_clusters)])


def label_free(draws: Draws | Posterior, names: tuple[str, ...], people: Array) -> Parameters:
    """Return quantities that stay the same when clusters swap names."""
    values = [draws.log_likelihood[None]]
    labels = [Message("sampling-log-likelihood")]
    sizes = cluster_sizes(draws.z[:, :, people], draws.phi.shape[2])
    values.append(np.sort(sizes, axis=0).astype(float))
    labels += [Message("sampling-size", rank=rank + 1) for rank in range(len(sizes))]
    if draws.style is not None:
        values.append(draws.style.max(axis=-1)[None])
        labels.append(Message("sampling-spread-of-styles"))
    first, second = np.triu_indices(len(people), 1)
    if len(first):
        some = choose_evenly(len(first), MAX_PAIRS)
        one, other = people[first[some]], people[second[some]]
        values.append(_last_first((memberships(draws, one) * memberships(draws, other)).sum(axis=-1)))
        labels += [Message("sampling-together", one=names[n], other=names[m]) for n, m in zip(one, other, strict=True)]
    return Parameters(labels, np.concatenate(values))


def predictive(
    draws: Draws | Posterior, prior: Prior, survey: Survey, names: tuple[str, ...], people: Array
) -> Parameters:
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
