"""Who would be in the same group if the same people answered the survey again."""

from __future__ import annotations

import numpy as np

from .._options import Progress, as_generator, as_reporter
from .._workers import Workers, check_threads
from ..engine.decision import Decision
from ..engine.labels.draws import LabelDraws
from ..engine.loss.losses import VI
from ..engine.uncertainty.again import Again
from ..model.columns import columns_for
from ..model.simulate import answer_survey
from ..sample.draws.posterior import Posterior
from ..sample.draws.store import Draws, Size
from ..sample.samplers.given_phi import label_everybody
from .replicates import spread_over_chains

Array = np.ndarray

# How often everybody answers again, and with how many draws people are sorted each time, in all chains together.
_TIMES, _DRAWS = 40, 200
# With more people, or with rules for more than these, this takes too long.
_MOST_PEOPLE, _MOST_WITH_RULES = 1000, 100


def stay_if_asked_again(
    posterior: Posterior,
    decision: Decision,
    *,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: bool | Progress = False,
) -> Array | None:
    r"""Return the probability that each person would come into the same group again, (N,).

    .. math:: P(a'_n = a_n \mid x), \quad a' = \hat a(x'), \quad x' \sim p(x' \mid \theta, \phi), \quad
              \theta, \phi \sim p(\theta, \phi \mid x)

    Each time everybody answers the questions again that they have answered, with memberships and clusters' answers from
    one draw of the posterior. People are then sorted again, with the same sizes, rules and loss, and with what is known
    about the clusters' answers now. Groups that stand for no houses are matched with those of the decision.

    Returns None where this takes too long (many people), or does not hold: houses of known totals, correlated houses.

    Parameters
    ----------
    posterior
        What the answers say.
    decision
        Who is in which group.
    rng, threads, progress
        As for :func:`bayeshat.decide`.
    """
    n_people = posterior.n_people
    if n_people > (_MOST_PEOPLE if decision.kept is None else _MOST_WITH_RULES):
        return None
    kept_theta = posterior.theta is not None or posterior.membership == "single"
    if posterior.totals is not None or posterior.correlation is not None or not kept_theta:
        return None
    tell = as_reporter(progress)
    times = list(zip(*spread_over_chains(posterior, _TIMES), strict=True))
    seeds = as_generator(rng).integers(2**63, size=len(times)).tolist()
    # With names that mean nothing, groups are compared by their people.
    loss = None if decision._draws.identified else VI()
    done = 0

    def sort_again(time: tuple[tuple[int, int], int]) -> Array:
        """Return who is in the same group after answering once more."""
        nonlocal done
        generator = np.random.default_rng(time[1])
        draws = _draws_of_answers(posterior, *time[0], generator)
        again = Again(decision, draws, Workers(1), generator)
        labels = again.decide(np.arange(draws.n_draws), [again.first], loss if again.named else None)
        done += 1
        tell(done / len(times), "asking again")
        return np.asarray(labels == again.first)

    with Workers(check_threads(threads)) as workers:
        return np.asarray(np.mean(workers.map(sort_again, list(zip(times, seeds, strict=True))), axis=0))


def _draws_of_answers(posterior: Posterior, chain: int, number: int, rng: np.random.Generator) -> LabelDraws:
    """Let everybody answer again as one draw says, and return draws of their labels given the new answers."""
    survey, prior, n_people = posterior.survey, posterior.prior, posterior.n_people
    if posterior.membership == "single":
        theta = np.eye(posterior.n_clusters)[posterior.z[chain, number]]
    else:
        assert posterior.theta is not None
        theta = posterior.theta[chain, number]
    codes, questions, levels = answer_survey(survey, prior, theta, posterior.phi[chain, number], rng)
    given = posterior.answers
    answered = np.zeros((n_people, survey.n_questions), bool)
    person, column = np.nonzero(np.asarray(given.codes) >= 0)
    answered[person, np.asarray(given.questions)[column]] = True
    codes = np.where(answered[:, questions], codes, -1).astype(np.int16)
    n_chains, single = posterior.n_chains, posterior.weights is not None
    per_chain = min(posterior.n_draws, max(1, _DRAWS // n_chains))
    shape = (prior.n_clusters, prior.n_questions, prior.n_wide, single, codes.shape[1])
    store = Size(n_chains, per_chain, n_people, *shape).allocate(per_chain, posterior.label == "dominant")
    nothing = np.empty(0)
    learned = Draws(nothing, posterior.phi, nothing, nothing, posterior.weights, posterior.log_likelihood, stride=1)
    columns = columns_for(survey, questions, levels)
    seed = int(rng.integers(2**63))
    label_everybody(codes, prior, columns, learned, store, seed, 1, lambda _: None, known=posterior.known)
    labels = np.ascontiguousarray(store.z.reshape(-1, n_people).T)
    names = tuple(survey.cluster_names)
    return LabelDraws(labels, np.full(labels.shape[1], 1 / labels.shape[1]), names, len(names), prior.alike)
