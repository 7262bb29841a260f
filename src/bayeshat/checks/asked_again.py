"""Who would be in the same group if the same people answered the survey again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..engine.decision import Decision
from ..engine.draws import LabelDraws, draws_of_houses
from ..engine.losses import VI
from ..engine.uncertainty.again import Again
from ..engine.uncertainty.uncertainty import Uncertainty
from ..model.columns import columns_for
from ..model.simulate import answer_survey
from ..options import Progress, Workers, as_generator, as_reporter
from ..sample.posterior import Posterior
from ..sample.samplers.label_everybody import draw_labels
from ..words.message import Message
from .replicates import memberships_in_draws, spread_over_chains

Array = np.ndarray

# Up to this many people answer again 40 times, and more people 20 times. With rules, which are about everybody, more
# people would take too long.
_FEW_PEOPLE = 100
_TIMES = 40
_FEWER_TIMES = 20
# Draws in all chains together with which people are sorted each time.
_DRAWS = 200
# Of more people than this, this many are asked, chosen at random.
_ASKED = 500


def ask_again(
    found: Uncertainty,
    posterior: Posterior,
    decision: Decision,
    *,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: bool | Progress = False,
) -> Uncertainty:
    r"""Return how sure a decision is, with staying found by asking people again.

    .. math:: P(a'_n = a_n \mid x), \quad a' = \hat a(x'), \quad x' \sim p(x' \mid \theta, \phi), \quad
              \theta, \phi \sim p(\theta, \phi \mid x)

    Each time people answer the questions again that they have answered, with memberships and clusters' answers from one
    draw of the posterior. They are then sorted again, with the same sizes, rules and loss, and with what is known about
    the clusters' answers now. Groups that do not stand for houses are matched with those of the decision.

    How often a person stays in a few dozen times depends on chance. So first the log odds of what was estimated from
    the draws are shifted until they are right on average. Then estimates and shares are combined: the more they differ
    beyond chance, the more the shares count. Of many people, only some are asked; the others have shifted estimates.

    Nothing changes where this would take too long (rules for many people), where the answers come from another model
    (houses of known totals, correlated houses), and where the labels lie on a GPU; nor where people are sorted by
    corrections or have an answering style. There people would answer again much as they did, beyond what their house
    says, and what is known of that is not kept: answers that are drawn from the houses alone would change too often.

    Parameters
    ----------
    found
        How sure the decision is, as far as the draws say.
    posterior
        What the answers say.
    decision
        Who is in which group.
    rng, threads, progress
        As for :func:`bayeshat.decide`.
    """
    n_people = posterior.n_people
    too_long = decision.kept is not None and n_people > _FEW_PEOPLE
    given = (posterior.totals, posterior.correlation, posterior.style, posterior.corrections)
    other_model = any(one is not None for one in given)
    if too_long or other_model or hasattr(posterior, "planes"):
        return found
    generator = as_generator(rng)
    some = np.arange(n_people)
    if n_people > _ASKED:
        some = np.sort(generator.choice(n_people, _ASKED, replace=False))
        posterior, decision = posterior.select(some), _about(decision, some)
    asked, n_times = _share_staying(posterior, decision, generator, threads, progress)
    staying = _shifted(found.staying, found.staying[some], float(asked.mean()))
    staying[some] += _trust(asked, staying[some], n_times) * (asked - staying[some])
    return replace(found, staying=staying, staying_from="answers", based_on=min(found.based_on, len(some)))


def _about(decision: Decision, people: Array) -> Decision:
    """Return the decision about some of the people, who have the sizes that they have in it."""
    labels, target = decision.labels[people], decision.problem.sizes.scaled(len(people), decision.n_people)
    if target.exact is not None:
        target = replace(target, exact=np.bincount(labels, minlength=target.n_groups))
    return replace(decision, labels=labels, problem=replace(decision.problem, sizes=target))


def _shifted(estimates: Array, sample: Array, mean: float) -> Array:
    """Return estimates with their log odds shifted so that a sample of them has this mean; 0 and 1 stay."""
    from scipy.optimize import brentq
    from scipy.special import expit, logit

    low, high = 1e-6, 1.0 - 1e-6

    def away(shift: float) -> float:
        return float(expit(logit(sample.clip(low, high)) + shift).mean()) - float(np.clip(mean, 2 * low, 1 - 2 * low))

    shift = brentq(away, -30.0, 30.0)
    shifted = expit(logit(estimates.clip(low, high)) + shift)
    return np.where((estimates > 0) & (estimates < 1), shifted, estimates)


def _trust(shares: Array, estimates: Array, n_times: int) -> float:
    r"""Return the weight of the observed shares, 0 to 1, that brings people's estimates nearest to the truth.

    .. math:: \frac{R \rho}{1 + (R - 1) \rho}, \quad
              \frac{1}{R} + \left(1 - \frac{1}{R}\right) \rho = \frac{\sum (s - q)^2}{\sum q (1 - q)}

    with shares s of R times, and estimates q; ρ is how much of the differences between people these do not explain.
    """
    chance = float((estimates * (1 - estimates)).sum())
    if n_times == 1 or chance == 0:
        return 1.0
    beyond = (float(((shares - estimates) ** 2).sum()) / chance - 1 / n_times) / (1 - 1 / n_times)
    rho = min(max(beyond, 0.0), 1.0)
    return n_times * rho / (1 + (n_times - 1) * rho)


def _share_staying(
    posterior: Posterior, decision: Decision, rng: np.random.Generator, threads: int | None, progress: bool | Progress
) -> tuple[Array, int]:
    """Return the share of times that each person ends up in the same group again, (N,), and the number of times."""
    n_times = _TIMES if posterior.n_people <= _FEW_PEOPLE else _FEWER_TIMES
    which = spread_over_chains(posterior, n_times)
    theta = memberships_in_draws(posterior, which, np.arange(posterior.n_people), rng)
    seeds = rng.integers(2**63, size=len(theta)).tolist()
    phi = posterior.phi[which]
    # Where names mean nothing, groups are compared by their people.
    loss = None if decision.problem.draws.identified else VI()
    tell, done = as_reporter(progress), 0

    def sort_again(i: int) -> Array:
        """Return who is in the same group after answering once more."""
        nonlocal done
        generator = np.random.default_rng(seeds[i])
        draws = _answer_again(posterior, theta[i], phi[i], generator)
        again = Again(replace(decision.problem, draws=draws), decision.labels, Workers(1), generator)
        labels = again.decide(np.arange(draws.n_draws), [again.first], loss if again.named else None)
        done += 1
        tell(done / len(theta), Message("progress-again"))
        return np.asarray(labels == again.first)

    with Workers(threads) as workers:
        stayed = workers.map(sort_again, list(range(len(theta))))
    return np.asarray(np.mean(stayed, axis=0)), len(stayed)


def _answer_again(posterior: Posterior, theta: Array, phi: Array, rng: np.random.Generator) -> LabelDraws:
    """Let everybody answer again, with these memberships and parameters, and return draws of their labels then."""
    survey, prior, n_people = posterior.survey, posterior.prior, posterior.n_people
    codes, questions, levels = answer_survey(survey, prior, theta, phi, rng)
    answered = np.zeros((n_people, survey.n_questions), bool)
    person, column = np.nonzero(np.asarray(posterior.answers.codes) >= 0)
    answered[person, np.asarray(posterior.answers.questions)[column]] = True
    codes = np.where(answered[:, questions], codes, -1).astype(np.int16)
    per_chain = min(posterior.n_draws, max(1, _DRAWS // posterior.n_chains))
    given = (
        columns_for(survey, questions, levels),
        posterior.phi,
        posterior.weights,
        per_chain,
        int(rng.integers(2**63)),
    )
    z = draw_labels(codes, prior, *given, dominant=posterior.label == "dominant", known=posterior.known).z
    return draws_of_houses(np.ascontiguousarray(z.reshape(-1, n_people).T), survey, prior)
