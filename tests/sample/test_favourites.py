"""Priors whose shape is learned: against their definition, the exact posterior and the truth; and broken twins."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import logsumexp

import bayeshat as bh
from bayeshat.kinds.dirichlet import log_multinomial
from bayeshat.kinds.question import Question
from bayeshat.kinds.table import flat_priors
from bayeshat.model import favourites
from bayeshat.model.favourites import SHARPNESS, favourite_counts, log_favourites, log_favourites_prior, log_sharpness
from bayeshat.model.prior import Prior, prior_from
from bayeshat.sample.draws import Size
from bayeshat.sample.samplers import collapsed_steps, gibbs
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.sample.samplers.totals import TotalsGibbs
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE
from sample.densities import log_joint, log_marginal, log_prior
from sample.kinds_exact import means_p_value

N_OPTIONS = np.array([3, 3, 2])
CODES = np.array([[0, 2, 0], [0, 2, 1], [1, 0, -1], [2, -1, 1]], np.int16)
FEW = CODES[:3]
TOTALS = np.array([3, 1])


def small_prior(**kwargs):
    """Two clusters that the first question tells apart; of the others nothing is said."""
    answers = np.ones((2, 3, 3))
    answers[:, 0] = [[2.0, 0.6, 0.4], [0.5, 1.5, 1.0]]
    return Prior(np.array([0.7, 1.2]), answers, N_OPTIONS, **{"learns_favourites": True, **kwargs})


def every_prior(n_clusters, n_options):
    """Return each sharpness with all favourites (K, Q) and the prior counts (K, Q, V) that they make."""
    width = n_options.max()
    for sharpness in SHARPNESS:
        common, extra = favourite_counts(n_options, sharpness)
        for own in product(*(range(n) for _ in range(n_clusters) for n in n_options)):
            favourite = np.array(own).reshape(n_clusters, -1)
            counts = np.where(np.arange(width) < n_options[:, None], common[:, None], 0.0)
            yield counts + (np.arange(width) == favourite[..., None]) * extra[:, None]


def exact_means(membership, codes, totals=None):
    """Return E of everybody's theta, or of the shares, then of phi, going through labels, sharpness and favourites."""
    stated, alpha = small_prior().answer_prior, np.array([0.7, 1.2])
    priors = [np.concatenate([stated[:, :1], learned], axis=1) for learned in every_prior(2, N_OPTIONS[1:])]
    priors = np.where(np.arange(3) < N_OPTIONS[:, None], np.array(priors), 1e-300)
    answers = [(n, q) for n in range(len(codes)) for q in range(3) if codes[n, q] >= 0]
    logs, values = [], []
    for labels in product(range(2), repeat=len(answers) if membership == "mixed" else len(codes)):
        if totals is not None and (np.bincount(labels, minlength=2) != totals).any():
            continue
        own = labels if membership == "mixed" else [labels[n] for n, _ in answers]
        tally, people = np.zeros((2, 3, 3)), np.zeros((len(codes), 2))
        for (n, q), k in zip(answers, own, strict=True):
            tally[k, q, codes[n, q]] += 1
            people[n, k] += 1
        groups = people if membership == "mixed" else np.bincount(labels, minlength=2)[None]
        shapes = alpha + groups
        # How many people are where is known where there are totals, whatever the shares.
        log_p = 0.0 if totals is not None else log_multinomial(groups, alpha).sum()
        logs.append(log_p + log_multinomial(tally, priors).sum(axis=(1, 2)))
        phi = (priors + tally) / (priors + tally).sum(axis=-1, keepdims=True)
        theta = np.broadcast_to(shapes / shapes.sum(axis=1, keepdims=True), (len(priors), *shapes.shape))
        values.append(np.concatenate([theta.reshape(len(priors), -1), phi.reshape(len(priors), -1)], axis=1))
    logs, values = np.concatenate(logs), np.concatenate(values)
    chance = np.exp(logs - logs.max())
    return chance @ values / chance.sum()


def draw_values(membership, codes, prior, n_draws=4000, n_chains=2):
    """Return a sampler's draws of what `exact_means` has the means of, one row for each."""
    build = Gibbs if prior.totals is None else TotalsGibbs
    sampler = build(codes, prior, membership, np.random.default_rng(4).spawn(n_chains), 1)
    draws = Size(n_chains, n_draws // n_chains, len(codes), 2, 3, 3, membership == "single").allocate(1)
    sampler.step(sampler.init(100, lambda _: None), draws, 4, lambda _: None)
    theta = draws.theta if membership == "mixed" else draws.weights
    return np.concatenate([theta.reshape(n_draws, -1), draws.phi.reshape(n_draws, -1)], axis=1)


def exactness(membership, totals=None, codes=None, prior=None, **kwargs):
    codes = (FEW if membership == "mixed" else CODES) if codes is None else codes
    prior = small_prior(totals=totals) if prior is None else prior
    values, expected = draw_values(membership, codes, prior, **kwargs), exact_means(membership, codes, totals)
    moves = values.std(axis=0) > 1e-12
    np.testing.assert_allclose(values[0, ~moves], expected[~moves], atol=1e-9)
    return means_p_value(values[:, moves], expected[moves])


@pytest.mark.parametrize("n_options", [2, 3, 4, 9])
def test_every_sharpness_has_the_mean_and_the_variance_of_the_flat_prior(n_options):
    for sharpness in SHARPNESS:
        common, extra = favourite_counts(np.array(n_options), np.array(sharpness))
        shapes = np.full((n_options, n_options), common) + extra * np.eye(n_options)
        total = shapes.sum(axis=1, keepdims=True)
        first, second = shapes / total, shapes * (shapes + 1) / (total * (total + 1))
        np.testing.assert_allclose(first.mean(axis=0), 1 / n_options)
        np.testing.assert_allclose(second.mean(axis=0), 2 / (n_options * (n_options + 1)))


def test_marginals_are_sums_over_all_favourites():
    rng = np.random.default_rng(1)
    tally, n_options = rng.integers(0, 4, (2, 2, 3)).astype(float), np.array([3, 2])
    tally[:, 1, 2] = 0
    weight = 1.0 / np.prod(n_options) ** 2
    slow = [
        log_multinomial(tally, np.where(prior > 0, prior, 1e-300)).sum() + np.log(weight)
        for prior in every_prior(2, n_options)
    ]
    slow = logsumexp(np.array(slow).reshape(len(SHARPNESS), -1), axis=1) - np.log(len(SHARPNESS))
    np.testing.assert_allclose(log_sharpness(log_favourites(tally, n_options)), slow)


def test_densities_integrate_to_the_marginal():
    prior = Prior(np.array([1.0]), np.ones((1, 1, 2)), np.array([2]), learns_favourites=True)
    codes, n_options = np.array([[0], [0], [1], [0]]), np.array([2])

    def joint(p):
        phi = np.array([[[p, 1 - p]]])
        return np.exp(log_favourites_prior(phi, n_options)) * p**3 * (1 - p)

    assert np.log(integrate.quad(joint, 0, 1)[0]) == pytest.approx(log_marginal(codes, np.zeros(4, int), prior))
    phi = np.array([[[0.3, 0.7]]])
    assert log_prior(np.ones(1), phi, prior) == pytest.approx(log_favourites_prior(phi, n_options))
    flat = replace(prior, learns_favourites=False)
    assert log_prior(np.ones(1), phi, flat) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("membership", "totals"),
    [("mixed", None), pytest.param("single", None, marks=pytest.mark.long), ("single", TOTALS)],
)
def test_exact_posterior(membership, totals):
    assert exactness(membership, totals) > FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_nuts_has_the_reference_density(membership):
    """The first two questions share a site; only of one of them the shape is learned."""
    pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    from numpyro.infer.util import log_density

    from bayeshat.sample.samplers.nuts import Nuts, _double_precision, import_numpyro

    jax, _ = import_numpyro()
    rng, prior = np.random.default_rng(5), small_prior()
    theta = rng.dirichlet(np.ones(2), len(CODES)) if membership == "mixed" else rng.dirichlet(np.ones(2))
    phi = np.zeros((2, 3, 3))
    phi[:, :2], phi[:, 2, :2] = rng.dirichlet(np.ones(3), (2, 2)), rng.dirichlet(np.ones(2), 2)
    sites = {"theta": theta, "phi_3": phi[:, :2], "phi_2": phi[:, 2:, :2]}
    with _double_precision(jax):
        model = Nuts(CODES, prior, membership, [], 1).make_model()
        # Compiled as one; NumPyro would compile every step by itself, which takes longer.
        found = float(jax.jit(lambda sites: log_density(model, (), {}, sites)[0])(sites))
    assert found == pytest.approx(log_joint(CODES, theta, phi, prior, membership), rel=1e-9)


def forget_answers(tally, n_options, rng):
    return favourites.draw_favourites(np.zeros_like(tally), n_options, rng)


def favour_least(tally, n_options, rng):
    return favourites.draw_favourites(tally.max() - tally, n_options, rng)


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize("broken", [forget_answers, favour_least])
def test_broken_favourites_are_caught(monkeypatch, membership, broken):
    monkeypatch.setattr(collapsed_steps, "draw_favourites", broken)
    assert exactness(membership) < FAILURE_RATE


def calibration(membership, prior, n_simulations=150, n_people=8, n_ranks=15):
    """Return the smallest p-value of the ranks of the truth, answers from the prior whose shape is learned."""
    rng, ranks = np.random.default_rng(2), []
    truth, single = small_prior(), membership == "single"
    draws = Size(1, n_ranks, n_people, 2, 3, 3, single).allocate(1)
    for _ in range(n_simulations):
        counts = truth.answer_prior.copy()
        counts[:, 1:] = favourites.draw_favourites(np.zeros((2, 2, 3)), N_OPTIONS[1:], rng)
        phi = np.zeros((2, 3, 3))
        for k, q in product(range(2), range(3)):
            phi[k, q, : N_OPTIONS[q]] = rng.dirichlet(counts[k, q, : N_OPTIONS[q]])
        theta = rng.dirichlet(truth.membership_prior, None if single else n_people)
        first = theta[0] if single else theta[:, :1]
        labels = np.broadcast_to(rng.random((n_people, 1 if single else 3)) > first, (n_people, 3)).astype(int)
        codes = (rng.random((n_people, 3, 1)) > phi[labels, np.arange(3)].cumsum(axis=2)[:, :, :-1]).sum(axis=2)
        sampler = Gibbs(codes.astype(np.int16), prior, membership, [rng], 1)
        sampler.step(sampler.init(60, lambda _: None), draws, 20, lambda _: None)
        pairs = [(draws.phi[0, :, k, q].max(axis=1), phi[k, q].max()) for k in range(2) for q in (1, 2)]
        drawn = draws.weights[0, :, 0] if single else draws.theta[0, :, 0, 0]
        pairs.append((drawn, theta[0] if single else theta[0, 0]))
        ranks.append([(values < value).sum() for values, value in pairs])
    edges = np.linspace(-0.5, n_ranks + 0.5, 5)
    p = [stats.chisquare(np.histogram(column, edges)[0]).pvalue for column in np.array(ranks).T]
    return float(min(p) * len(p))


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_simulation_based_calibration(monkeypatch, membership):
    monkeypatch.setattr(gibbs, "FAVOURITES_SWEEPS", 5)
    assert calibration(membership, small_prior()) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_simulation_based_calibration_catches_the_flat_prior(membership):
    assert calibration(membership, small_prior(learns_favourites=False), n_simulations=400) < FAILURE_RATE


def classes(n_people, seed):
    """Three classes, eight questions with four options: one has chance 0.55 in a class, the others 0.15 each."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n_people)
    favourite = rng.integers(0, 4, (3, 8))
    codes = np.where(rng.random((n_people, 8)) < 0.4, favourite[truth], rng.integers(0, 4, (n_people, 8)))
    return bh.Answers(codes.astype(np.int16), tuple(f"P{n}" for n in range(n_people))), truth


def blank_survey(**kwargs):
    questions = tuple(Question(f"q{q}", f"Question {q}?", tuple("abcd")) for q in range(8))
    clusters = tuple(Cluster(f"Group {k}") for k in range(3))
    return Survey("Blank", questions, clusters, flat_priors(questions, 3), np.ones(3), **kwargs)


def count_right(labels, truth):
    from scipy.optimize import linear_sum_assignment

    shared = np.zeros((3, 3))
    np.add.at(shared, (labels, truth), 1)
    return shared[linear_sum_assignment(shared, maximize=True)].sum()


@pytest.mark.long
def test_more_people_are_right_where_classes_have_favourites():
    right = {True: 0.0, False: 0.0}
    for seed in range(2):
        answers, truth = classes(120, seed)
        for learns in right:
            posterior = bh.fit(blank_survey(learns_favourites=learns), answers, draws=100, max_draws=400, rng=1)
            right[learns] += count_right(bh.decide(posterior, np.bincount(truth).tolist(), rng=1).labels, truth)
    assert right[True] > right[False]


def test_stated_priors_are_taken_as_they_stand():
    survey = bh.Survey.load("simulation-even")
    answers = bh.simulate(survey, rng=1).answers
    assert not survey.learns_favourites
    learning = replace(survey, learns_favourites=True)
    assert not prior_from(learning).favoured.any()
    few = {"tune": 20, "draws": 20, "max_draws": 60, "rng": 1}
    for membership in ("mixed", "single"):
        one, other = (bh.fit(which, answers, membership=membership, **few) for which in (survey, learning))
        assert (one.z == other.z).all()
        assert (one.phi == other.phi).all()


def test_only_choices_without_a_prior_learn_their_shape():
    questions = (
        Question("c", "Which?", ("a", "b", "c")),
        Question("d", "And which?", ("a", "b")),
        Question("s", "Which ones?", ("u", "v"), "several"),
        Question("r", "How much?", (), "rating", (1.0, 5.0)),
    )
    prior = flat_priors(questions, 2)
    prior[1, 1, 0] = 3.0
    survey = Survey("T", questions, (Cluster("A"), Cluster("B")), prior, np.ones(2), learns_favourites=True)
    assert prior_from(survey).favoured.tolist() == [True, False, False, False]


def test_surveys_from_answers_learn_and_files_keep_it():
    table = {"name": ["Ann", "Bo", "Cy", "Di"], "Tea?": ["yes", "no", "yes", "no"], "Hat?": ["a", "b", "b", "c"]}
    survey = bh.Survey.from_answers(table, 2)
    assert survey.learns_favourites
    assert 'prior = "learned"' in survey.to_toml()
    from bayeshat.survey.spec import parse_survey

    for learns in (True, False):
        for prior in (survey.answer_prior, survey.answer_prior * np.array([1.0, 2.0])[:, None, None]):
            given = replace(survey, learns_favourites=learns, answer_prior=prior)
            again = parse_survey(given.to_toml(), "survey.toml")
            assert again.learns_favourites == learns
            assert (again.answer_prior == prior).all()


def test_other_questions_may_stand_beside():
    """Favourites are learned in a survey with numbers and lists, too."""
    answers, truth = classes(60, 5)
    table = {f"q{q}": [f"option {code}" for code in answers.codes[:, q]] for q in range(8)}
    table["Height in cm"] = (170 + 12.5 * truth + np.random.default_rng(3).normal(0, 4, 60)).round(1).tolist()
    table["name"] = list(answers.names)
    survey = bh.Survey.from_answers(table, 3)
    assert prior_from(survey).favoured.sum() == 8
    assert survey.questions[-1].kind == "number"
    result = bh.sort_people(survey, table, np.bincount(truth).tolist(), draws=100, max_draws=400, starts=4, rng=1)
    assert count_right(result.decision.labels, truth) > 48
