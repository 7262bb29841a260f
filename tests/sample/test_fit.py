from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import AnswersError, CapacityError, InputError, ModelError, SurveyError
from bayeshat.model.density import log_likelihood, membership_probabilities
from bayeshat.model.prior import Prior
from bayeshat.model.simulate import simulate
from bayeshat.options import DONE
from bayeshat.sample.draws import Size
from bayeshat.sample.fit import fit
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.survey.answers import Answers
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE

EVEN = Survey.load("simulation-even")
EVEN_CASE, UNEVEN_CASE = ("simulation-even", 20), ("simulation-uneven", 20)


def flat(survey, **changes):
    prior = np.where(survey.answer_prior > 0, 1.0, 0.0)
    return replace(survey, answer_prior=prior, **changes)


def three_kinds(n_each=15, n_questions=10):
    """People of three kinds who answer as their kind does, but for a few."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(3), n_each)
    codes = np.repeat(truth[:, None], n_questions, axis=1)
    odd = rng.random(codes.shape) < 0.1
    codes[odd] = rng.integers(0, 3, odd.sum())
    names = tuple(f"p{n}" for n in range(len(codes)))
    return Answers(codes=codes.astype(np.int16), names=names)


@pytest.mark.parametrize(
    ("name", "n_people", "membership"),
    [
        ("hogwarts", 21, "mixed"),
        ("simulation-even", 20, "single"),
        *(
            pytest.param(*case, membership, marks=pytest.mark.long)
            for case, membership in [(EVEN_CASE, "mixed"), (UNEVEN_CASE, "mixed"), (UNEVEN_CASE, "single")]
        ),
        pytest.param("hogwarts", 21, "single", marks=pytest.mark.long),
    ],
)
def test_the_papers_criterion_is_met_by_default(name, n_people, membership):
    survey = Survey.load(name)
    posterior = fit(survey, simulate(survey, n_people, rng=3).answers, membership=membership, rng=3)
    assert posterior.status.code == "ok", posterior.status
    assert posterior.status.r_hat_max < 1.01
    assert min(posterior.status.ess_bulk_min, posterior.status.ess_tail_min) >= 400
    assert "The chains agree" in str(posterior.status)
    assert posterior.status.ok
    assert posterior.z.shape == (4, 1000, n_people)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_same_seed_same_bits_whatever_the_threads(membership):
    answers = simulate(EVEN, rng=1, missing=0.1).answers
    one, two = (
        fit(EVEN, answers, membership=membership, chains=3, tune=20, draws=60, max_draws=240, rng=7, threads=threads)
        for threads in (1, 2)
    )
    for name in ("z", "phi", "theta", "log_likelihood"):
        assert (getattr(one, name) == getattr(two, name)).all()
    other = fit(EVEN, answers, membership=membership, chains=3, tune=20, draws=60, max_draws=60, rng=8)
    assert (one.z != other.z).any()
    generator = np.random.default_rng(7)
    again = fit(EVEN, answers, membership=membership, chains=3, tune=20, draws=60, max_draws=240, rng=generator)
    assert (again.z == one.z).all()
    assert (one.z[0] != one.z[1]).any()


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_draws_agree_with_the_reference_densities(membership):
    answers = simulate(EVEN, rng=1, missing=0.2).answers
    posterior = fit(EVEN, answers, membership=membership, tune=50, draws=100, max_draws=100)
    weights = posterior.theta if membership == "mixed" else posterior.weights
    expected = log_likelihood(answers.codes, weights, posterior.phi, membership)
    np.testing.assert_allclose(posterior.log_likelihood, expected, rtol=1e-10)
    assert posterior.phi.sum(axis=-1) == pytest.approx(np.ones(posterior.phi.shape[:-1]))
    assert posterior.theta.sum(axis=-1) == pytest.approx(np.ones(posterior.theta.shape[:-1]))
    if membership == "single":
        given = membership_probabilities(answers.codes, posterior.weights, posterior.phi)
        np.testing.assert_allclose(posterior.theta, given, rtol=1e-8, atol=1e-12)


def test_the_kind_of_membership_follows_from_the_answer_priors():
    options = {"chains": 1, "tune": 1, "draws": 4, "max_draws": 4}
    answers = simulate(EVEN, rng=1).answers
    assert fit(EVEN, answers, **options).membership == "mixed"
    assert fit(flat(EVEN), answers, **options).membership == "single"
    assert fit(flat(EVEN), answers, membership="mixed", **options).membership == "mixed"


def test_labels_change_nothing_but_z():
    """Both kinds start from the same random numbers, so that they differ only after the first label is drawn."""
    answers = simulate(EVEN, 1, rng=1).answers
    options = {"chains": 2, "tune": 5, "draws": 1, "max_draws": 1, "thin": 1}
    dominant, drawn = (fit(EVEN, answers, label=label, **options) for label in ("dominant", "drawn"))
    assert (dominant.theta == drawn.theta).all()
    assert (dominant.z == dominant.theta.argmax(axis=-1)).all()


def test_one_person_one_answer_has_the_posterior_of_the_textbook():
    """E[theta] = (alpha + P(w = k)) / (sum alpha + 1), with P(w = k) from the prior means."""
    survey = replace(EVEN, questions=EVEN.questions[:1], answer_prior=EVEN.answer_prior[:, :1], sizes=None)
    posterior = fit(survey, Answers(codes=np.array([[2]], np.int16), names=("Ann",)), draws=4000)
    alpha, beta = survey.membership_prior, survey.answer_prior[:, 0]
    given = alpha / alpha.sum() * beta[:, 2] / beta.sum(axis=1)
    expected = (alpha + given / given.sum()) / (alpha.sum() + 1)
    error = posterior.theta.std(axis=(0, 1)).ravel() / np.sqrt(posterior.status.ess_bulk_min)
    z = np.abs(posterior.theta_mean[0] - expected) / error
    assert z.max() < stats.norm.isf(FAILURE_RATE / 6)


def test_people_without_answers_keep_their_prior():
    answers = simulate(EVEN, rng=2).answers
    codes = answers.codes.copy()
    codes[4] = -1
    posterior = fit(EVEN, Answers(codes=codes, names=answers.names))
    theta = posterior.theta[:, ::5, 4, 0].ravel()
    shape = EVEN.membership_prior
    assert stats.kstest(theta, stats.beta(shape[0], shape[1:].sum()).cdf).pvalue > FAILURE_RATE


def test_theta_not_kept():
    answers = simulate(EVEN, rng=1).answers
    kept = fit(EVEN, answers, rng=1, max_draws=1000)
    lean = fit(EVEN, answers, rng=1, max_draws=1000, keep_theta=False)
    assert lean.theta is None
    assert (lean.z == kept.z).all()
    assert np.abs(lean.theta_mean - kept.theta_mean).max() < 0.05
    assert np.abs(lean.theta_low - kept.theta_low).max() < 0.1
    assert np.abs(lean.theta_high - kept.theta_high).max() < 0.1
    assert "theta not kept" in repr(lean)
    assert len(lean.summary()["parameter"]) == len(kept.summary()["parameter"])
    assert "theta" not in lean.to_datatree()["posterior"]


@pytest.mark.parametrize("membership", [pytest.param("mixed", marks=pytest.mark.long), "single"])
def test_label_switching_is_no_failure(membership):
    survey = flat(EVEN, membership_prior=np.ones(3))
    posterior = fit(survey, three_kinds(), membership=membership, rng=2, chains=6)
    assert posterior.status.code == "label_switching", posterior.status
    assert posterior.status.converged
    assert not posterior.status.ok
    assert posterior.status.r_hat_max > 1.01 > posterior.status.label_free_r_hat_max
    assert "labels are not identified" in posterior.status.message


def test_informative_priors_do_not_excuse_disagreement():
    posterior = fit(EVEN, three_kinds(), tune=0, draws=100, max_draws=100)
    assert posterior.status.code == "not_converged"


def test_an_unconverged_run_names_the_worst_parameter_and_the_remedy():
    posterior = fit(EVEN, simulate(EVEN, rng=1).answers, tune=0, draws=150, max_draws=150)
    status = posterior.status
    assert not status.converged
    assert status.worst in posterior.summary()["parameter"]
    assert status.message.endswith(f"worst for {status.worst}. {status.remedy}")
    few = fit(EVEN, simulate(EVEN, rng=1).answers, draws=2, max_draws=2).status
    assert "Raise draws: 4 x 2 are too few" in few.message


def test_going_on_keeps_the_number_of_draws():
    told = []
    answers = simulate(EVEN, rng=1).answers
    posterior = fit(EVEN, answers, tune=10, draws=101, max_draws=3000, progress=lambda *news: told.append(news))
    assert posterior.n_draws == 101
    assert (posterior.phi[:, :, 0, 0].sum(axis=-1) > 0.999).all()
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert told[-1] == (1.0, DONE)
    assert any("not settled yet" in str(word) for _, word in told)


@pytest.mark.parametrize("keep_theta", [False, True])
def test_means_are_those_of_the_kept_draws_after_going_on(keep_theta):
    """Under single membership theta follows from the parameters of each kept draw, and so does its mean."""
    survey, told = flat(EVEN), []
    answers = simulate(EVEN, rng=1).answers
    posterior = fit(
        survey,
        answers,
        tune=5,
        draws=101,
        max_draws=808,
        keep_theta=keep_theta,
        progress=lambda _, word: told.append(word),
    )
    assert any("not settled yet" in str(word) for word in told)
    given = membership_probabilities(answers.codes, posterior.weights, posterior.phi)
    np.testing.assert_allclose(posterior.theta_mean, given.mean(axis=(0, 1)), rtol=1e-8, atol=1e-12)


def test_progress_on_standard_error(capsys):
    fit(EVEN, simulate(EVEN, rng=1).answers, draws=50, max_draws=50, progress=True)
    assert "100% done" in capsys.readouterr().err


def test_memory_is_checked_before_sampling(monkeypatch):
    answers = simulate(EVEN, rng=1).answers
    monkeypatch.setattr("bayeshat.sample.draws.free_memory", lambda: 3 * 2**20)
    with pytest.raises(
        CapacityError,
        match=r"fit into the free memory \(3\.0 MiB\); 4 chains x 1000 draws of 20 people need 4\.\d MiB\. Lower draws",
    ):
        fit(EVEN, answers)
    monkeypatch.setattr("bayeshat.sample.draws.free_memory", lambda: int(4.4 * 2**20))
    with pytest.raises(CapacityError, match=r"keep_theta=False, or use a larger machine"):
        fit(EVEN, answers)


def test_theta_is_left_out_when_there_are_many_people():
    assert Size(4, 1000, 20, 3, 10, 3, False).stride(None) == 1
    many = Size(2, 200, 10**5, 4, 12, 4, False)
    assert many.stride(None) > 1
    assert many.stride(True) == 1
    assert many.bytes(many.stride(None)) < many.bytes(1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"sampler": "magic"},
            InputError,
            r"sampler must be 'gibbs' or 'nuts' or 'nuts-correlated'; got 'magic'\. Take",
        ),
        ({"membership": "both"}, ModelError, r"membership must be 'mixed' or 'single'; got 'both'"),
        ({"label": "first"}, InputError, r"label must be 'dominant' or 'drawn'; got 'first'\. Take"),
        ({"chains": 0}, InputError, r"chains must be a whole number of at least 1; got 0\. Use 4"),
        ({"draws": 0}, InputError, r"draws must be a whole number of at least 1; got 0"),
        ({"tune": -1}, InputError, r"tune must be a whole number of at least 0; got -1"),
        ({"thin": 1.5}, InputError, r"thin must be a whole number of at least 1; got 1\.5"),
        ({"threads": 0}, InputError, r"threads must be a whole number of at least 1; got 0\. Leave"),
        ({"rng": -3}, InputError, r"rng must be a whole number of at least 0; got -3\. Pass"),
        ({"rng": "abc"}, InputError, r"rng must be a whole number of at least 0; got 'abc'\. Pass a seed or a numpy"),
        ({"rng": 1.5}, InputError, r"rng must be a whole number of at least 0; got 1\.5\. Pass"),
        ({"rng": True}, InputError, r"rng must be a whole number of at least 0; got True\. Pass"),
        ({"chain": 2}, InputError, r"Settings of fit must be among .*chains.*; got 'chain'\. Did you mean 'chains'\?"),
        ({"max_draw": 2}, InputError, r"got 'max_draw'\. Did you mean 'max_draws'\?"),
        ({"xyzzy": 2}, InputError, r"got 'xyzzy'\. Leave it out"),
        (
            {"max_draws": 10},
            InputError,
            r"max_draws must be at least 1000, the sweeps that 1000 draws take; got 10\. Raise",
        ),
    ],
)
def test_errors_in_options(options, error, message):
    with pytest.raises(error, match=message):
        fit(EVEN, simulate(EVEN, rng=1).answers, **options)


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        (np.zeros((3, 4), int), r"one column per question \(10\), or several .*; got shape \(3, 4\)\. Read"),
        (np.zeros((0, 10), int), r"from at least one person; got none\. Check"),
        (np.zeros((3, 10)), r"coded as whole numbers; got type float64"),
        (np.full((3, 10), -1), r"at least one answer; got only unanswered questions\. Check"),
        (
            np.full((3, 10), 3),
            r"question 'q1' must be 0 to 2, -1 for none, or -2 for one that cannot be read; got 3 for",
        ),
        (np.full((3, 10), -2), r"at least one answer; got only unanswered questions\. Check"),
        (np.full((3, 10), -3), r"got -3 for 'a'"),
    ],
)
def test_errors_in_answers(codes, message):
    with pytest.raises(ModelError, match=message):
        fit(EVEN, Answers(codes=codes, names=("a", "b", "c")[: len(codes)]))


def test_a_packaged_survey_and_tables_of_answers(tmp_path):
    options = {"chains": 1, "tune": 5, "draws": 5, "max_draws": 5}
    answers = simulate(EVEN, 4, rng=1).answers
    table = {question.id: (answers.codes[:, q] + 1).tolist() for q, question in enumerate(EVEN.questions)}
    path = tmp_path / "a.csv"
    rows = zip(*table.values(), strict=True)
    path.write_text("\n".join([",".join(table), *(",".join(map(str, row)) for row in rows)]))
    known = fit(EVEN, answers, **options)
    for source in (str(path), path, table, pytest.importorskip("pandas").DataFrame(table)):
        assert (fit("simulation-even", source, **options).phi == known.phi).all()
    with pytest.raises(AnswersError, match=r"got .*nowhere\.csv"):
        fit("simulation-even", tmp_path / "nowhere.csv", **options)
    with pytest.raises(SurveyError, match="hogwarts"):
        fit("hogwart", path, **options)


def test_too_many_options():
    """Codes are 16-bit numbers."""
    question = replace(EVEN.questions[0], options=tuple(map(str, range(40_000))))
    survey = replace(
        EVEN, questions=(question,), answer_prior=np.ones((3, 1, 40_000)), membership_prior=np.ones(3), sizes=None
    )
    answers = Answers(codes=np.array([[39_999]]), names=("Ann",))
    with pytest.raises(ModelError, match=r"at most 32767 options; got 40000 for 'q1'\. Leave the question out"):
        fit(survey, answers)
    question = replace(question, options=question.options[:30_000])
    survey = replace(survey, questions=(question,), answer_prior=np.ones((3, 1, 30_000)))
    with pytest.raises(CapacityError, match=r"Leave out questions with very many options \(one has 30000\)"):
        fit(survey, Answers(codes=np.array([[3]]), names=("Ann",)), draws=10**6)


def test_too_many_clusters():
    survey = replace(
        EVEN,
        clusters=tuple(replace(EVEN.clusters[0], name=str(k)) for k in range(300)),
        answer_prior=np.ones((300, 10, 3)),
        membership_prior=np.ones(300),
        sizes=None,
    )
    with pytest.raises(ModelError, match=r"at most 255 clusters to be sampled; got 300\. Merge"):
        fit(survey, simulate(EVEN, rng=1).answers)


def test_one_cluster_and_one_person():
    cluster = replace(
        EVEN, clusters=EVEN.clusters[:1], answer_prior=EVEN.answer_prior[:1], membership_prior=np.ones(1), sizes=None
    )
    for membership in ("mixed", "single"):
        alone = fit(cluster, Answers(codes=np.zeros((1, 10), np.int16), names=("Ann",)), membership=membership)
        assert alone.status.ok, alone.status
        assert (alone.probabilities == 1).all()
        one_chain = fit(
            EVEN, Answers(codes=np.zeros((1, 10), np.int16), names=("Ann",)), membership=membership, chains=1
        )
        assert one_chain.z.shape == (1, 1000, 1)


def test_clusters_alike_in_part():
    """Two clusters swap names; the third must still be told apart from them."""
    prior = EVEN.answer_prior.copy()
    prior[1] = prior[0] = 1.0
    prior[2] = np.where(np.arange(3) == 2, 50.0, 1.0)
    survey = replace(EVEN, answer_prior=prior, membership_prior=np.ones(3))
    status = fit(survey, three_kinds(), rng=1, membership="single", chains=6).status
    assert status.code == "label_switching", status


def stuck_chains(n_chains=48):
    """Return how many chains end far below the others on four clear groups (8 nats: each has a wrong grouping)."""
    rng = np.random.default_rng(2)
    usual = rng.integers(0, 3, (4, 12))
    truth = rng.integers(0, 4, 100)
    codes = np.where(rng.random((100, 12)) < 0.85, usual[truth], rng.integers(0, 3, (100, 12))).astype(np.int16)
    prior = Prior(np.ones(4), np.ones((4, 12, 3)), np.full(12, 3))
    draws = Size(n_chains, 20, 100, 4, 12, 3, True).allocate(20)
    sampler = Gibbs(codes, prior, "single", rng.spawn(n_chains), 2)
    sampler.step(sampler.init(300, lambda _: None), draws, 1, lambda _: None)
    reached = draws.log_likelihood.mean(axis=1)
    return int((reached < np.median(reached) - 8).sum())


def test_chains_of_single_membership_find_clear_groups(monkeypatch):
    assert stuck_chains() == 0
    monkeypatch.setattr("bayeshat.sample.samplers.gibbs.STARTS", 1000)
    assert stuck_chains() > 10, "chains with one start each get stuck here"
