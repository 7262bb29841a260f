"""Several answers to one question, from fitting to what is kept of it."""

from dataclasses import replace

import numpy as np
import pytest

from bayeshat.errors import ModelError
from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import simulate
from bayeshat.sample.fit import fit
from bayeshat.sample.posterior import Posterior
from bayeshat.sample.predict import predict_labels
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.survey.answers import Answers
from bayeshat.survey.spec import Survey
from sample.densities import log_joint

HOGWARTS = Survey.load("hogwarts")
# A third answer to question 2 and a second to question 5, by some people.
COLUMNS = np.array([0, 1, 2, 2, 2, 3, 4, 5, 5, 6, 7])


def several_answers(n_people=12):
    drawn = [simulate(HOGWARTS, n_people, rng=seed, missing=0.2).answers.codes for seed in range(3)]
    codes = np.stack([drawn[0][:, 0]] * len(COLUMNS), axis=1)
    for c, q in enumerate(COLUMNS):
        codes[:, c] = drawn[int((COLUMNS[:c] == q).sum())][:, q]
    return Answers(codes, tuple(f"p{n}" for n in range(n_people)), questions=COLUMNS)


@pytest.fixture(scope="module", params=["mixed", "single"])
def posterior(request):
    return fit(
        HOGWARTS, several_answers(), membership=request.param, chains=2, tune=50, draws=100, max_draws=100, rng=1
    )


def test_shapes_stay_those_of_the_questions(posterior):
    assert posterior.phi.shape == (2, 100, 4, 8, 6)
    assert posterior.answers.chosen(2).shape == (12, 3)
    assert posterior.answers.chosen(0).shape == (12, 1)


def test_save_and_load(posterior, tmp_path):
    posterior.save(tmp_path / "several.npz")
    again = Posterior.load(tmp_path / "several.npz")
    assert (again.answers.codes == posterior.answers.codes).all()
    assert again.answers.questions.tolist() == COLUMNS.tolist()


def test_datatree(posterior):
    observed = posterior.to_datatree()["observed_data"]
    assert observed["answers"].dims == ("respondent", "answer")
    ids = [question.id for question in HOGWARTS.questions]
    assert observed["answered_question"].values.tolist() == [ids[q] for q in COLUMNS]


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_a_newcomer_is_predicted_as_if_fitted_with_the_others(membership):
    everybody = several_answers()
    others = Answers(everybody.codes[:11], everybody.names[:11], questions=COLUMNS)
    options = {"membership": membership, "label": "drawn", "draws": 4000, "max_draws": 4000, "rng": 1}
    together, without = (fit(HOGWARTS, answers, **options) for answers in (everybody, others))
    found = predict_labels(without, everybody.codes[11:], COLUMNS)
    assert found.shape == (1, 4)
    # Monte Carlo errors of both are at most 0.015, of their difference 0.02: five of them are rarer than FAILURE_RATE.
    assert np.abs(found - together.theta_mean[11]).max() < 0.1


def test_unused_columns_change_nothing():
    plain = simulate(HOGWARTS, 12, rng=1).answers
    empty = np.full((12, 1), -1, np.int16)
    wide = replace(plain, codes=np.hstack([plain.codes, empty]), questions=np.array([*range(8), 3]))
    options = {"chains": 2, "tune": 20, "draws": 20, "max_draws": 20, "rng": 4}
    one, other = (fit(HOGWARTS, answers, **options) for answers in (plain, wide))
    np.testing.assert_array_equal(one.phi, other.phi)
    np.testing.assert_array_equal(one.theta, other.theta)


@pytest.mark.parametrize("questions", [np.arange(9), np.array([0, 1, 2, 3, 4, 5, 6, 6]), np.arange(7)])
def test_every_question_has_a_column(questions):
    answers = replace(simulate(HOGWARTS, 5, rng=1).answers, questions=questions)
    with pytest.raises(ModelError, match=r"one column per question \(8\), or several where several answers may be"):
        fit(HOGWARTS, answers)


def test_a_wrong_second_answer_is_told():
    answers = several_answers()
    answers.codes[3, 8] = 9
    with pytest.raises(
        ModelError, match="question 'q6' must be 0 to 5, -1 for none, or -2 for one that cannot be read; got 9 for 'p3'"
    ):
        fit(HOGWARTS, answers)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_nuts_has_the_reference_density(membership):
    pytest.importorskip("numpyro", reason="NumPyro is the extra bayeshat[nuts]")
    from numpyro.infer.util import log_density

    from bayeshat.sample.samplers.nuts import Nuts, _double_precision, import_numpyro

    answers, prior = several_answers(), prior_from(HOGWARTS)
    jax, _ = import_numpyro()
    rng = np.random.default_rng(2)
    with _double_precision(jax):
        model = Nuts(answers.codes, prior, membership, [], 1, answers.questions).make_model()
        density = jax.jit(lambda sites: log_density(model, (), {}, sites)[0])
        for _ in range(3):
            theta = rng.dirichlet(np.ones(4), 12) if membership == "mixed" else rng.dirichlet(np.ones(4))
            phi = np.zeros((4, 8, 6))
            for q, v in enumerate(prior.n_options):
                phi[:, q, :v] = rng.dirichlet(np.ones(v), 4)
            sites = {f"phi_{v}": phi[:, prior.n_options == v, :v] for v in np.unique(prior.n_options)}
            found = float(density({"theta": theta, **sites}))
            known = log_joint(answers.codes, theta, phi, prior, membership, answers.questions)
            assert found == pytest.approx(known, rel=1e-10)


def test_one_column_each_is_what_kernels_take_by_default():
    prior, codes = prior_from(HOGWARTS), simulate(HOGWARTS, 5, rng=1).answers.codes
    data = Gibbs(codes, prior, "mixed", [np.random.default_rng(0)], 1).data
    assert data.questions.tolist() == list(range(8))
