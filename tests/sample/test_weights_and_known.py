"""Questions that count more or less than others, and people whose cluster is known: exact posteriors, both samplers."""

from dataclasses import replace

import numpy as np
import pytest

from bayeshat.errors import ModelError, SurveyError
from bayeshat.model.columns import Columns, with_known
from bayeshat.model.density import log_likelihood, membership_probabilities
from bayeshat.model.simulate import simulate
from bayeshat.sample.fit import fit
from bayeshat.sample.posterior import Posterior
from bayeshat.sample.predict import predict_labels
from bayeshat.sample.settings import choose_people
from bayeshat.survey.answers import Answers
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE, plain_kernels, small_prior
from sample.densities import log_joint, log_marginal
from sample.exact import ONE_EACH, exactness_p_value

EVEN = Survey.load("simulation-even")
QUICK = {"chains": 2, "tune": 50, "draws": 100, "max_draws": 100, "rng": 1}
WEIGHTS = {"mixed": np.array([2.0, 0.0]), "single": np.array([2.5, 0.4])}
KNOWN = np.array([1, -1, -1, 0])
# A broken twin of each new line.
BROKEN = {
    "tally without weight": ("single", ("data.weight[q] * chain.tally", "chain.tally")),
    "table without weight": ("single", ("chain.phi[q, v, k] ** data.weight[q]", "chain.phi[q, v, k]")),
    "labels drawn though known": ("single", ("if known < 0 or known == k else 0.0", "if True else 0.0")),
}


def weighted_survey(*weights):
    questions = tuple(replace(one, weight=w) for one, w in zip(EVEN.questions, weights, strict=False))
    return replace(EVEN, questions=questions + EVEN.questions[len(weights) :])


@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize("known", [None, KNOWN])
def test_exact_posterior(membership, known):
    weights = WEIGHTS[membership]
    assert exactness_p_value(membership, n_draws=100_000, weights=weights, known=known) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("twin", BROKEN)
def test_exact_posterior_catches_broken_kernels(twin):
    membership, change = BROKEN[twin]
    found = exactness_p_value(membership, plain_kernels(change), 10_000, weights=WEIGHTS[membership], known=KNOWN)
    assert found < FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_nuts_has_the_reference_density(membership):
    """Weights need not be whole."""
    pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    from numpyro.infer.util import log_density

    from bayeshat.sample.samplers.nuts import Nuts, _double_precision, import_numpyro

    jax, _ = import_numpyro()
    (codes, questions), prior = ONE_EACH, small_prior()
    columns, rng = Columns(questions, WEIGHTS["single"]), np.random.default_rng(2)
    theta = rng.dirichlet(np.ones(2), 4) if membership == "mixed" else rng.dirichlet(np.ones(2))
    phi = np.zeros((2, 2, 3))
    phi[:, 0, :2], phi[:, 1] = rng.dirichlet(np.ones(2), 2), rng.dirichlet(np.ones(3), 2)
    with _double_precision(jax):
        model = Nuts(codes, prior, membership, [], 1, columns, KNOWN).make_model()
        sites = {"theta": theta, "phi_2": phi[:, :1, :2], "phi_3": phi[:, 1:]}
        found = float(jax.jit(lambda sites: log_density(model, (), {}, sites)[0])(sites))
    given = with_known(prior, KNOWN) if membership == "mixed" else prior
    labels = KNOWN if membership == "single" else None
    assert found == pytest.approx(log_joint(codes, theta, phi, given, membership, columns, labels), rel=1e-10)


def test_density_by_hand():
    rng = np.random.default_rng(3)
    pi, phi = rng.dirichlet(np.ones(2)), rng.dirichlet(np.ones(3), (2, 2))
    codes, columns = np.array([[0, 2], [1, -1]]), Columns(np.array([0, 1]), np.array([1.5, 0.5]))
    first = pi * phi[:, 0, 0] ** 1.5 * phi[:, 1, 2] ** 0.5
    second = pi * phi[:, 0, 1] ** 1.5
    assert log_likelihood(codes, pi, phi, "single", columns) == pytest.approx(np.log(first.sum() * second.sum()))
    known = np.array([1, -1])
    expected = np.log(first[1] * second.sum())
    assert log_likelihood(codes, pi, phi, "single", columns, known) == pytest.approx(expected)
    sorted_in = membership_probabilities(codes, pi, phi, columns, known)
    assert sorted_in[0].tolist() == [0, 1]
    assert sorted_in[1] == pytest.approx(second / second.sum())


def test_a_weight_of_two_is_a_question_asked_twice():
    prior, (codes, _) = small_prior(), ONE_EACH
    z = np.array([0, 1, 1, 0])
    twice = np.column_stack([codes, codes[:, 1]])
    asked_twice = log_marginal(twice, z, prior, np.array([0, 1, 1]))
    assert log_marginal(codes, z, prior, Columns(np.array([0, 1]), np.array([1.0, 2.0]))) == pytest.approx(asked_twice)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_kept_draws_fit_their_log_likelihood(membership):
    survey = weighted_survey(2, 0, 3)
    answers = simulate(survey, 12, rng=1, missing=0.2).answers
    known = np.array([0, 1, 2, 2] + [-1] * 8)
    posterior = fit(survey, answers, membership=membership, known=known, **QUICK)
    columns = Columns(answers.questions, np.array([one.weight for one in survey.questions], float))
    theta = posterior.theta if membership == "mixed" else posterior.weights
    expected = log_likelihood(
        answers.codes, theta, posterior.phi, membership, columns, known if membership == "single" else None
    )
    np.testing.assert_allclose(posterior.log_likelihood, expected, rtol=1e-10)
    if membership == "single":
        assert (posterior.z[:, :, :4] == known[:4]).all()
        assert posterior.probabilities[:4].tolist() == np.eye(3)[[0, 1, 2, 2]].tolist()


def test_a_question_of_weight_zero_says_nothing():
    survey = weighted_survey(*[0] * 9)
    answers = simulate(survey, 8, rng=1).answers
    others = Answers(np.where(np.arange(10) < 9, 2 - answers.codes, answers.codes), answers.names)
    one, other = (fit(survey, some, membership="single", **QUICK) for some in (answers, others))
    np.testing.assert_allclose(one.weights, other.weights, rtol=1e-6)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_newcomers_are_predicted_by_weight(membership):
    """A weight of two predicts as the same answer given twice does."""
    survey = weighted_survey(2)
    answers = simulate(survey, 20, rng=2).answers
    posterior = fit(survey, answers, membership=membership, **QUICK)
    plain = replace(posterior, survey=EVEN)
    twice = np.column_stack([answers.codes, answers.codes[:, 0]])
    found = predict_labels(posterior, answers.codes)
    expected = predict_labels(plain, twice, np.array([*range(10), 0]))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_fractions_of_answers_predict_under_mixed_membership():
    """A weight just below 2 comes close to 2, which is summed out exactly; one just above 0 to 0."""
    answers = simulate(EVEN, 20, rng=2).answers
    posterior = fit(EVEN, answers, membership="mixed", **QUICK)
    for near, exact in ((1.999, 2.0), (0.001, 0.0)):
        found, expected = (
            predict_labels(replace(posterior, survey=weighted_survey(w)), answers.codes) for w in (near, exact)
        )
        # Sampled until two halves differ by less than 0.01.
        np.testing.assert_allclose(found, expected, atol=0.03)


def test_known_people_name_the_clusters_of_a_flat_survey():
    flat = replace(EVEN, answer_prior=np.ones_like(EVEN.answer_prior))
    drawn = simulate(EVEN, 90, rng=5, own=40, rest=0.1)
    known = np.where(np.arange(90) < 45, drawn.truth, -1)
    posterior = fit(flat, drawn.answers, known=known, rng=1)
    assert posterior.membership == "single"
    assert posterior.identified
    assert posterior.status.code == "ok"
    right = posterior.probabilities.argmax(axis=1) == drawn.truth
    assert right[45:].mean() > 0.85
    assert not fit(flat, drawn.answers, **QUICK).identified


def test_a_few_known_people_name_the_clusters_of_many():
    """Chains start on parts of the people, which hold the known ones."""
    flat = replace(EVEN, answer_prior=np.ones_like(EVEN.answer_prior))
    drawn = simulate(EVEN, 600, rng=5, own=40, rest=0.1)
    known = np.where(np.arange(600) % 40 == 0, drawn.truth, -1)
    posterior = fit(flat, drawn.answers, known=known, chains=4, tune=200, draws=100, max_draws=100, rng=2)
    for chain in posterior.z:
        assert (chain == drawn.truth).mean() > 0.8


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_known_people_are_learned_from_and_keep_their_label(membership):
    drawn = simulate(EVEN, 300, rng=5)
    known = np.where(np.arange(300) % 30 == 0, drawn.truth, -1)
    posterior = fit(EVEN, drawn.answers, known=known, membership=membership, label="drawn", learn_from=50, **QUICK)
    assert (posterior.z[:, :, known >= 0] == known[known >= 0]).all()
    assert "learned from 50 of 300" in posterior.status.message
    chosen = choose_people(np.random.default_rng(1), 300, 50, known)
    assert len(chosen) == 50
    assert set(np.flatnonzero(known >= 0)) <= set(chosen)


def test_save_and_load(tmp_path):
    survey = weighted_survey(1.5)
    answers = simulate(survey, 6, rng=1).answers
    posterior = fit(survey, answers, known=np.array([0, -1, -1, 2, -1, -1]), **QUICK)
    posterior.save(tmp_path / "known.npz")
    again = Posterior.load(tmp_path / "known.npz")
    assert again.known.tolist() == [0, -1, -1, 2, -1, -1]
    assert again.survey.questions[0].weight == 1.5


def test_weights_in_survey_files():
    survey = weighted_survey(2, 0, 0.25)
    assert "weight = 0.25" in survey.to_toml()
    assert EVEN.to_toml().count("weight") == 0
    with pytest.raises(SurveyError, match=r"questions\[1\]\.weight must be 0 to 100; got -1\. Use 2 to count"):
        weighted_survey(-1).validate()


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ([0, 1], r"known must hold a whole number for each of the 6 people; got shape \(2,\)"),
        ([0.5] * 6, "got shape .* of type float64. Give everybody's cluster, counted from 0, and -1 where"),
        ([3] * 6, "known must be 0 to 2, or -1 for not known; got 3. Clusters are counted"),
    ],
)
def test_known_clusters_that_cannot_be(known, message):
    with pytest.raises(ModelError, match=message):
        fit(EVEN, simulate(EVEN, 6, rng=1).answers, known=known, **QUICK)


def test_what_cannot_be_weighted_says_so():
    answers = simulate(EVEN, 6, rng=1).answers
    with pytest.raises(
        ModelError, match=r"weights of questions must be whole numbers under mixed membership; got 0\.5"
    ):
        fit(weighted_survey(0.5), answers, membership="mixed", **QUICK)
