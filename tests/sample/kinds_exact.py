"""A small survey with every kind of question, its exact posterior, and whether a sampler has it."""

from __future__ import annotations

from itertools import product

import numpy as np
from scipy import stats

from bayeshat.kinds.question import Question
from bayeshat.kinds.rating import Rating
from bayeshat.kinds.table import KINDS, kind_of
from bayeshat.model.columns import Columns
from bayeshat.model.prior import prior_from
from bayeshat.sample.draws import Size
from bayeshat.sample.kernels._gibbs_numba import Pace
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.sample.samplers.totals import TotalsGibbs
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey
from sample.calibration import labelled_chain

QUESTIONS = (
    Question("c", "Which?", ("a", "b", "c")),
    Question("h", "How tall?", (), "number"),
    Question("s", "Which ones?", ("u", "v"), "several"),
    Question("k", "How many?", (), "count"),
    Question("r", "How much?", (), "rating", (1.0, 5.0)),
    Question("i", "Income?", (), "number", log=True),
    Question("o", "In which order?", ("x", "y", "z"), "ranking"),
)
COLUMNS = np.array([0, 1, 2, 2, 3, 4, 5, 6])
NUMBERS = {1: [1.0, 2.5], 4: [0.0, 4.0], 5: [2.0, 5.0], 6: [1.0, 20.0]}
LEVELS = tuple(np.array(NUMBERS[c]) if c in NUMBERS else None for c in range(len(COLUMNS)))
CODES = np.array([[0, 0, 1, 0, -1, 1, 0, 1], [2, 1, 0, 1, 1, -1, -1, -1], [-1, -1, 1, -1, 0, 0, -1, 2]], np.int16)
FEW = CODES[:2]


def small_survey():
    """Two clusters with unlike priors."""
    rows = {
        "c": [[0.5, 1.5, 1.0], [2.0, 0.6, 0.4]],
        "h": [[1.0, 1.5, 3.0, 1.0], [3.0, 0.5, 4.0, 3.0]],
        "s": [[0.5, 1.5, 2.0, 1.0], [3.0, 0.6, 1.0, 2.0]],
        "k": [[1.5, 1.0], [3.0, 0.8]],
        "r": [[2.0, 1.0, 3.0, 2.0], [4.0, 2.0, 3.5, 3.0]],
        "i": [[0.5, 1.0, 3.0, 2.0], [2.5, 1.0, 3.0, 2.0]],
        "o": [[2.0, 0.8, 0.5], [0.6, 1.4, 2.5]],
    }
    prior = np.zeros((2, len(QUESTIONS), 4))
    for q, question in enumerate(QUESTIONS):
        for k in range(2):
            prior[k, q, : len(rows[question.id][k])] = rows[question.id][k]
    return Survey("Small", QUESTIONS, (Cluster("one"), Cluster("two")), prior, np.array([0.7, 1.2]))


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
    if question.kind in ("choice", "ranking"):
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


def draw_values(membership, codes, weights, known=None, n_draws=4000):
    """Return Gibbs draws of what `exact_means` has the means of, one row for each."""
    prior = prior_from(small_survey())
    rng = np.random.default_rng(3)
    sampler = Gibbs(codes, prior, membership, rng.spawn(1), 1, columns_with(weights), known)
    draws = Size(1, n_draws, len(codes), 2, len(QUESTIONS), prior.n_wide, membership == "single").allocate(1)
    sampler.step(sampler.init(64, lambda _: None), draws, 1, lambda _: None)
    return as_values(draws.theta if membership == "mixed" else draws.weights, draws.phi)


def as_values(theta, phi):
    """Return draws (chain, draw, ...) as rows, in the order of `exact_means`."""
    n_rows, parts = phi.shape[0] * phi.shape[1], [theta]
    for q, (question, n) in enumerate(zip(QUESTIONS, prior_from(small_survey()).n_parameters, strict=True)):
        values = phi[..., q, :n].copy()
        if question.kind in ("number", "rating"):
            values[..., 1] **= 2
        parts.append(values)
    return np.concatenate([part.reshape(n_rows, -1) for part in parts], axis=1)


def means_p_value(values, expected, n_batches=40):
    """Return the smallest p-value that draws have these means, times their number."""
    batches = values.reshape(n_batches, -1, values.shape[1]).mean(axis=1)
    error = batches.std(axis=0, ddof=1) / np.sqrt(n_batches)
    t = np.abs(values.mean(axis=0) - expected) / error
    return float(2 * stats.t.sf(t.max(), n_batches - 1) * len(t))


def exactness_of_kinds(membership, codes, weights, known=None, n_draws=4000):
    """Return the smallest p-value over all means of Gibbs draws, times their number."""
    values = draw_values(membership, codes, weights, known, n_draws)
    return means_p_value(values, exact_means(membership, codes, weights, known))


def as_modelled(kind):
    """Return the kind that answers as the density says: a rating is any number until it is put on its scale."""
    return KINDS["number"] if isinstance(kind, Rating) else kind


class Forwards:
    """Draws memberships, labels, parameters and answers of the small survey from the prior.

    Everybody's memberships, or the clusters' shares, come from ``alpha``, by default the survey's own. Where ``totals``
    are given, everybody has one cluster, and so many people have each.
    """

    def __init__(self, membership, n_people, rng, alpha=None, totals=None):
        self.prior, self.rng = prior_from(small_survey()), rng
        self.alpha, self.totals = self.prior.membership_prior if alpha is None else np.array(alpha), totals
        self.membership, self.n_people = membership, n_people
        self.kinds = [kind_of(question) for question in QUESTIONS]

    def draw(self):
        """Return memberships (shares for single membership), the label of each answer, and parameters."""
        rng, prior = self.rng, self.prior
        phi = np.zeros((2, len(QUESTIONS), prior.n_wide))
        for q, kind in enumerate(self.kinds):
            phi[:, q, : prior.n_parameters[q]] = kind.draw(prior.of_question(q), np.zeros(1), np.zeros(1), rng)
        if self.membership == "mixed":
            theta = rng.dirichlet(self.alpha, self.n_people)
            return theta, (rng.random((self.n_people, len(COLUMNS))) > theta[:, :1]).astype(int), phi
        share = rng.dirichlet(self.alpha)
        if self.totals is None:
            own = rng.choice(2, self.n_people, p=share)
        else:
            own = rng.permutation(np.repeat([0, 1], self.totals))
        return share, np.repeat(own[:, None], len(COLUMNS), axis=1), phi

    def answer(self, labels, phi):
        """Return everybody's answers, (N, C)."""
        parts = []
        for q, (kind, question) in enumerate(zip(self.kinds, QUESTIONS, strict=True)):
            own = phi[labels[:, q == COLUMNS], q, : self.prior.n_parameters[q]]
            parts.append(as_modelled(kind).simulate(own, question, self.rng))
        return np.concatenate(parts, axis=1)

    def sampler(self, answers, prior, known=None):
        """Return a sampler for these answers that believes in this prior, and their codes."""
        codes, levels = np.empty(answers.shape, np.int16), []
        for c, q in enumerate(COLUMNS):
            values, codes[:, c] = np.unique(answers[:, c], return_inverse=True)
            if self.kinds[q].counted:
                codes[:, c], values = answers[:, c], None
            levels.append(values)
        columns = Columns(COLUMNS, np.ones(len(COLUMNS)), tuple(levels), QUESTIONS)
        build = Gibbs if prior.totals is None else TotalsGibbs
        return build(codes, prior, self.membership, [self.rng], 1, columns, known), codes

    def store(self, n_draws):
        """Return room for the draws of one chain."""
        single = self.membership == "single"
        return Size(1, n_draws, self.n_people, 2, len(QUESTIONS), self.prior.n_wide, single).allocate(1)


def single_world(**sizes):
    """Return six people with one cluster each."""
    return Forwards("single", 6, np.random.default_rng(0), **sizes)


def geweke_p_value(membership, told=None, n_chains=250, n_steps=6, n_people=3, seed=0):
    """Return the smallest p-value that parameters and answers stay as they were drawn, times the number of quantities.

    (Geweke 2004, "Getting it right".) Instead of one long chain there are many short ones, each begun with a draw of
    everything from the prior: they are independent however slowly they move, and their means may not change from the
    first step to the last. The first person's cluster is known, or a label drawn from their memberships, if the sampler
    is ``told`` something about it: what a function says of the truth.
    """
    world = Forwards(membership, n_people, np.random.default_rng(seed))
    rng, draws, changes = world.rng, world.store(1), []

    def quantities(theta, phi, answers):
        first = theta[0] if theta.ndim == 2 else theta
        means, spreads = np.tanh(phi[:, [1, 4, 5], 0] - 2.5), np.log(phi[:, [1, 4, 5], 1])
        options = [*phi[:, 0, 0], *phi[:, 2, :2].ravel(), *phi[:, 6, 0]]
        given = np.tanh(answers - 2.5).mean(axis=0)
        return np.array([first[0], *options, *np.log1p(phi[:, 3, 0]), *means.ravel(), *spreads.ravel(), *given])

    for _ in range(n_chains):
        (theta, labels, phi), known = world.draw(), None
        for step in range(n_steps + 1):
            if told is not None:
                own = int(rng.random() > theta.ravel()[0])
                known = np.array([told(own)] + [-1] * (n_people - 1))
                if membership == "single":
                    labels[0] = own
            answers = world.answer(labels, phi)
            if step == 0:
                first = quantities(theta, phi, answers)
            if step == n_steps:
                changes.append(quantities(theta, phi, answers) - first)
                break
            sampler, codes = world.sampler(answers, world.prior, known)
            chain = labelled_chain(sampler.data, labels, codes, rng)
            sampler._advance(sampler.data, chain, rng, draws, 0, Pace(0, 0, 1, 1))
            phi = draws.phi[0, 0].copy()
            theta = draws.theta[0, 0].copy() if membership == "mixed" else draws.weights[0, 0].copy()
            labels = chain.labels[0].T if membership == "mixed" else np.repeat(chain.labels[:, None], len(COLUMNS), 1)
            labels = labels.astype(int)
    p = stats.ttest_1samp(np.array(changes), 0.0).pvalue
    return float(p.min() * len(p))


def calibration_p_value(told=None, world=None, prior=None, n_simulations=100, n_known=3, n_ranks=15):
    """Return the smallest chi-square p-value of the ranks of the truth among draws, times the number of quantities.

    Everybody has one cluster, which is known of the first people if the sampler is ``told`` something about it: what a
    function says of the truth. The sampler believes in ``prior``, by default the one that the world is drawn from.
    Equal values have their ranks by lot.
    """
    world = single_world() if world is None else world
    rng, draws, ranks = world.rng, world.store(n_ranks), []

    def quantities(share, z, phi):
        of_last = (z[..., n_known:] == 0).sum(axis=-1)
        numbers = [phi[..., 0, q, m] for q in (1, 4) for m in range(2)]
        others = [phi[..., 0, 0, 0], phi[..., 1, 2, 0], phi[..., 1, 3, 0], phi[..., 1, 5, 0], phi[..., 0, 6, 1]]
        drawn = [share[..., 0]] if world.totals is None else []
        return np.stack([*drawn, of_last, *numbers, *others], axis=-1)

    for _ in range(n_simulations):
        share, labels, phi = world.draw()
        own, known = labels[:, 0], None
        if told is not None:
            known = np.where(np.arange(len(own)) < n_known, told(own), -1)
        sampler, _ = world.sampler(world.answer(labels, phi), world.prior if prior is None else prior, known)
        sampler.step(sampler.init(30, lambda _: None), draws, 4, lambda _: None)
        found, true = quantities(draws.weights[0], draws.z[0], draws.phi[0]), quantities(share, own, phi)
        ranks.append((found < true).sum(axis=0) + rng.integers(0, (found == true).sum(axis=0) + 1))
    edges = np.linspace(-0.5, n_ranks + 0.5, 5)
    p = [stats.chisquare(np.histogram(column, edges)[0]).pvalue for column in np.array(ranks).T]
    return float(min(p) * len(p))
