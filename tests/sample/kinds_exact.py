"""A small survey with every kind of question, its exact posterior, and whether a sampler has it."""

from __future__ import annotations

from itertools import product

import numpy as np
from scipy import stats

from bayeshat.model.columns import Columns
from bayeshat.model.kinds import kind_of
from bayeshat.model.prior import prior_from
from bayeshat.sample.draws.store import Size
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.sample.samplers.kernels._gibbs_numba import Pace
from bayeshat.survey.spec import Cluster, Question, Survey
from sample.calibration import _compare_means, labelled_chain

QUESTIONS = (
    Question("c", "Which?", ("a", "b", "c")),
    Question("h", "How tall?", (), "number"),
    Question("s", "Which ones?", ("u", "v"), "several"),
    Question("k", "How many?", (), "count"),
    Question("r", "How much?", (), "rating", (1.0, 5.0)),
    Question("i", "Income?", (), "number", log=True),
)
COLUMNS = np.array([0, 1, 2, 2, 3, 4, 5])
LEVELS = (None, np.array([1.0, 2.5]), None, None, np.array([0.0, 4.0]), np.array([2.0, 5.0]), np.array([1.0, 20.0]))
CODES = np.array([[0, 0, 1, 0, -1, 1, 0], [2, 1, 0, 1, 1, -1, -1], [-1, -1, 1, -1, 0, 0, -1]], np.int16)
FEW = CODES[:2]


def small_survey(questions=QUESTIONS):
    """Two clusters with unlike priors."""
    rows = {
        "c": [[0.5, 1.5, 1.0], [2.0, 0.6, 0.4]],
        "h": [[1.0, 1.5, 3.0, 1.0], [3.0, 0.5, 4.0, 3.0]],
        "s": [[0.5, 1.5, 2.0, 1.0], [3.0, 0.6, 1.0, 2.0]],
        "k": [[1.5, 1.0], [3.0, 0.8]],
        "r": [[2.0, 1.0, 3.0, 2.0], [4.0, 2.0, 3.5, 3.0]],
        "i": [[0.5, 1.0, 3.0, 2.0], [2.5, 1.0, 3.0, 2.0]],
    }
    prior = np.zeros((2, len(questions), 4))
    for q, question in enumerate(questions):
        for k in range(2):
            prior[k, q, : len(rows[question.id][k])] = rows[question.id][k]
    return Survey("Small", questions, (Cluster("one"), Cluster("two")), prior, np.array([0.7, 1.2]))


def columns_with(weights):
    return Columns(COLUMNS, np.asarray(weights, dtype=float)[COLUMNS], LEVELS, QUESTIONS)


def exact_means(membership, codes, weights, known):
    """Return E[theta of each person], or of the shares, then E of parameters, by going through all labels at once."""
    survey = small_survey()
    prior, columns = prior_from(survey), columns_with(weights)
    n_people, alpha = len(codes), survey.membership_prior
    times = columns.weights.astype(int) if membership == "mixed" else np.ones(len(COLUMNS), int)
    answers = [
        (n, c) for n in range(n_people) for c in range(len(COLUMNS)) if codes[n, c] >= 0 for _ in range(times[c])
    ]
    n_labels = len(answers) if membership == "mixed" else n_people
    labels = np.array(list(product(range(2), repeat=n_labels)))
    known = np.full(n_people, -1) if known is None else known
    if membership == "single":
        labels = labels[((known < 0) | (labels == known)).all(axis=1)]
    in_cluster = labels[:, :, None] == np.arange(2)  # (all ways, labels, K)
    logs, found = 0.0, []
    if membership == "mixed":
        for person in range(n_people):
            mine = [i for i, (n, _) in enumerate(answers) if n == person]
            shape = alpha + in_cluster[:, mine].sum(axis=1) + (known[person] == np.arange(2))
            logs = logs + log_dirichlet_norm(shape)
            found.append(shape / shape.sum(axis=1, keepdims=True))
    else:
        shape = alpha + in_cluster.sum(axis=1)
        logs = logs + log_dirichlet_norm(shape)
        found.append(shape / shape.sum(axis=1, keepdims=True))
    for q, question in enumerate(QUESTIONS):
        kind, beta = kind_of(question), prior.of_question(q)
        mine = np.flatnonzero(q == COLUMNS)
        levels = LEVELS[mine[0]]
        numbers = np.empty(0) if levels is None else kind.numbers(question, levels)
        n_levels = kind.n_levels(question) if levels is None else len(levels)
        tally = np.zeros((len(labels), 2, len(mine), n_levels))
        for i, (n, c) in enumerate(answers):
            if COLUMNS[c] == q:
                who = in_cluster[:, i if membership == "mixed" else n]
                weight = 1.0 if membership == "mixed" else columns.weights[c]
                tally[:, :, int(np.flatnonzero(mine == c)[0]), codes[n, c]] += weight * who
        tally = tally if levels is None else tally[:, :, 0]
        logs = logs + kind.log_marginal(np.broadcast_to(beta, (len(labels), *beta.shape)), tally, numbers).sum(axis=1)
        found.append(parameter_means(question, beta, tally, numbers).reshape(len(labels), -1))
    chance = np.exp(logs - logs.max())
    return chance @ np.concatenate(found, axis=1) / chance.sum()


def log_dirichlet_norm(shape):
    from scipy.special import gammaln

    return gammaln(shape).sum(axis=1) - gammaln(shape.sum(axis=1))


def parameter_means(question, beta, tally, numbers):
    """Return E[parameters | labels], (ways, K, M); of numbers E[mean] and E[variance]."""
    if question.kind == "choice":
        shape = beta + tally[:, :, 0]
        return shape / shape.sum(axis=-1, keepdims=True)
    if question.kind == "several":
        ticked, others = beta[:, :2] + tally[..., 1], beta[:, 2:] + tally[..., 0]
        return ticked / (ticked + others)
    n, total = tally.sum(axis=-1), (tally * numbers).sum(axis=-1)
    if question.kind == "count":
        return ((beta[:, 0] + total) / (beta[:, 1] + n))[..., None]
    mean, strength, shape, scale = beta.T
    after = (strength * mean + total) / (strength + n)
    squares = (tally * numbers**2).sum(axis=-1) + strength * mean**2 - (strength + n) * after**2
    return np.stack([after, (scale + squares / 2) / (shape + n / 2 - 1)], axis=-1)


def exactness_of_kinds(
    membership, codes, weights, known=None, n_draws=4000, n_batches=40, build=Gibbs, n_chains=1, tune=64
):
    """Return the smallest p-value over all means of a sampler's draws, times their number."""
    prior = prior_from(small_survey())
    rng = np.random.default_rng(3)
    sampler = build(codes, prior, membership, rng.spawn(n_chains), 1, columns_with(weights), known)
    draws = Size(n_chains, n_draws // n_chains, len(codes), 2, len(QUESTIONS), prior.n_wide, membership == "single")
    draws = draws.allocate(1)
    sampler.step(sampler.init(tune, lambda _: None), draws, 1, lambda _: None)
    parts = [(draws.theta if membership == "mixed" else draws.weights).reshape(n_draws, -1)]
    for q, question in enumerate(QUESTIONS):
        values = draws.phi[..., q, : prior.n_parameters[q]].copy()
        if question.kind in ("number", "rating"):
            values[..., 1] **= 2
        parts.append(values.reshape(n_draws, -1))
    values = np.concatenate(parts, axis=1)
    batches = values.reshape(n_batches, -1, values.shape[1]).mean(axis=1)
    error = batches.std(axis=0, ddof=1) / np.sqrt(n_batches)
    t = np.abs(values.mean(axis=0) - exact_means(membership, codes, weights, known)) / error
    return float(2 * stats.t.sf(t.max(), n_batches - 1) * len(t))


def geweke_p_value(membership, n_iterations=1500, n_people=3, seed=0):
    """Return the smallest p-value that means agree of parameters and answers drawn forwards and by the sampler.

    (Geweke 2004, "Getting it right".) Ratings are left out: what is simulated of them is rounded.
    """
    questions = tuple(question for question in QUESTIONS if question.kind != "rating")
    survey = small_survey(questions)
    prior, rng = prior_from(survey), np.random.default_rng(seed)
    kinds = [kind_of(question) for question in questions]
    asked = np.repeat(np.arange(len(questions)), [kind.n_columns(q) for kind, q in zip(kinds, questions, strict=True)])

    def forwards():
        phi = np.zeros((2, len(questions), prior.n_wide))
        for q, kind in enumerate(kinds):
            phi[:, q, : prior.n_parameters[q]] = kind.draw(prior.of_question(q), np.zeros(1), np.zeros(1), rng)
        if membership == "single":
            share = rng.dirichlet(prior.membership_prior)
            return share, np.repeat(rng.choice(2, (n_people, 1), p=share), len(asked), axis=1), phi
        theta = rng.dirichlet(prior.membership_prior, n_people)
        return theta, (rng.random((n_people, len(asked))) > theta[:, :1]).astype(int), phi

    def answer(labels, phi):
        parts = []
        for q, (kind, question) in enumerate(zip(kinds, questions, strict=True)):
            own = phi[labels[:, asked == q], q, : prior.n_parameters[q]]
            parts.append(kind.simulate(own, question, rng))
        return np.concatenate(parts, axis=1)

    def quantities(theta, phi, answers):
        first = theta[0] if theta.ndim == 2 else theta
        told = np.tanh(np.concatenate([phi[:, 1, :2], phi[:, 4, :2]], axis=1)).ravel()
        return [first[0], *phi[:, 2, :2].ravel(), *np.log1p(phi[:, 3, 0]), *told, *np.tanh(answers).mean(axis=0)]

    marginal = [quantities(theta, phi, answer(labels, phi)) for theta, labels, phi in (forwards() for _ in range(3000))]
    _, labels, phi = forwards()
    answers, successive = answer(labels, phi), []
    draws = Size(1, 1, n_people, 2, len(questions), prior.n_wide, membership == "single").allocate(1)
    for _ in range(n_iterations):
        codes, levels = np.empty(answers.shape, np.int16), []
        for c, q in enumerate(asked):
            values, codes[:, c] = np.unique(answers[:, c], return_inverse=True)
            if kinds[q].counted:
                codes[:, c], values = answers[:, c], None
            levels.append(values)
        columns = Columns(asked, np.ones(len(asked)), tuple(levels), questions)
        sampler = Gibbs(codes, prior, membership, [rng], 1, columns)
        chain = labelled_chain(sampler.data, labels, codes, rng)
        sampler._advance(sampler.data, chain, rng, draws, 0, Pace(0, 0, 1, 1))
        phi = draws.phi[0, 0].copy()
        theta = draws.theta[0, 0].copy() if membership == "mixed" else draws.weights[0, 0].copy()
        labels = chain.labels[0].T if membership == "mixed" else np.repeat(chain.labels[:, None], len(asked), axis=1)
        labels = labels.astype(int)
        answers = answer(labels, phi)
        successive.append(quantities(theta, phi, answers))
    return _compare_means(np.array(marginal), np.array(successive))
