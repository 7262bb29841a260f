"""Every kind of question against its exact posterior, in Gibbs, NUTS and predictions; and broken twins."""

from itertools import product

import numpy as np
import pytest

from bayeshat.kinds.count import Count
from bayeshat.kinds.number import Number
from bayeshat.kinds.ranking import Ranking
from bayeshat.kinds.rating import Rating
from bayeshat.kinds.several import Several
from bayeshat.model.columns import Slots, columns_of, with_known
from bayeshat.model.density import log_answer_densities, log_joint_of_labels, log_likelihood
from bayeshat.model.prior import prior_from
from bayeshat.sample.fit import fit
from bayeshat.sample.house_sizes import with_size_prior
from bayeshat.sample.posterior import Posterior
from bayeshat.sample.predict import predict_labels
from bayeshat.sample.samplers import collapsed_steps, kinds
from bayeshat.sample.samplers.kinds import KindsSweep
from bayeshat.survey.answers import Answers
from sample.calibration import FAILURE_RATE
from sample.densities import log_joint
from sample.kinds_exact import (
    CODES,
    COLUMNS,
    FEW,
    LEVELS,
    calibration_p_value,
    columns_with,
    draw_values,
    exact_means,
    exactness_of_kinds,
    geweke_p_value,
    means_p_value,
    single_world,
    small_survey,
)

ONES = np.ones(7)
WEIGHTS = {"mixed": np.array([1.0, 2, 1, 0, 1, 1, 1]), "single": np.array([0.5, 1.7, 2.5, 0.0, 1.5, 1.0, 0.7])}
CASES = {"mixed": FEW, "single": CODES}
KNOWN = np.array([1, -1, 0])


@pytest.mark.parametrize("membership", [pytest.param("mixed", marks=pytest.mark.long), "single"])
def test_exact_posterior(membership):
    assert exactness_of_kinds(membership, CASES[membership], ONES) > FAILURE_RATE


def test_exact_posterior_with_all_moves(monkeypatch):
    monkeypatch.setattr(kinds, "MOVED", 1.0)
    assert exactness_of_kinds("mixed", FEW, WEIGHTS["mixed"], KNOWN[:2], n_draws=2000) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "name", "broken"),
    [
        (collapsed_steps.NumberQuestion, "log_marginal", lambda _, tally, __: np.zeros(tally.shape[:-1])),
        (Slots, "log_marginal", lambda *_: 0.0),
    ],
    ids=["numbers forgotten", "names not weighed"],
)
def test_broken_moves_are_caught(monkeypatch, where, name, broken):
    monkeypatch.setattr(kinds, "MOVED", 1.0)
    monkeypatch.setattr(where, name, broken)
    assert exactness_of_kinds("mixed", FEW, ONES) < FAILURE_RATE


@pytest.mark.parametrize("membership", [pytest.param("mixed", marks=pytest.mark.long), "single"])
def test_exact_posterior_with_weights_and_known_people(membership):
    codes = CASES[membership]
    assert exactness_of_kinds(membership, codes, WEIGHTS[membership], KNOWN[: len(codes)]) > FAILURE_RATE


def the_truth(labels):
    return labels


def elsewhere(labels):
    return 1 - labels


def wrong_spread(self, prior, tally, numbers, rng):
    drawn = right_draw(self, prior, tally, numbers, rng)
    drawn[..., 1] *= 1.1
    return drawn


def twice_as_wide(self, prior, tally, numbers, rng):
    """Draw numbers forwards as they should be, and only in the sampler as they should not."""
    drawn = right_draw(self, prior, tally, numbers, rng)
    drawn[..., 1] *= 1.0 if tally.size == 1 else 2.0
    return drawn


def no_answers(self, prior, tally, numbers, rng):
    return right_draw(self, prior, 0 * tally, numbers, rng)


right_draw = Number.draw
right_counts = Several.counts
right_rates = Count.draw


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize(
    ("where", "name", "broken"),
    [
        (Number, "draw", wrong_spread),
        (Number, "draw", no_answers),
        (Several, "counts", lambda self, prior: right_counts(self, prior)[..., ::-1]),
        (Ranking, "counts", lambda _, prior: prior[..., None, ::-1]),
        (Count, "draw", lambda self, prior, tally, numbers, rng: right_rates(self, prior, tally, numbers, rng) * 1.3),
    ],
    ids=["wrong spread", "answers not counted", "ticked for not ticked", "last for first", "wrong rates"],
)
def test_broken_kinds_are_caught(monkeypatch, membership, where, name, broken):
    """Marginals of several come from the same counts, so that this twin's exact posterior is another one too."""
    expected = exact_means(membership, CASES[membership], ONES, None)
    monkeypatch.setattr(where, name, broken)
    assert means_p_value(draw_values(membership, CASES[membership], ONES, n_draws=2000), expected) < FAILURE_RATE


@pytest.mark.long
def test_powers_that_only_half_count_are_caught(monkeypatch):
    right = KindsSweep.__init__

    def without_weights(self, slots, columns, prior, single):
        right(self, slots, columns, prior, single)
        self.weight[:] = 1.0

    monkeypatch.setattr(KindsSweep, "__init__", without_weights)
    assert exactness_of_kinds("single", CODES, WEIGHTS["single"], n_draws=4000) < FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_geweke(membership):
    """Of three people, the house of one is known."""
    assert geweke_p_value(membership, the_truth) > FAILURE_RATE


@pytest.mark.long
def test_geweke_catches_people_told_to_be_elsewhere():
    assert geweke_p_value("single", elsewhere) < FAILURE_RATE


@pytest.mark.long
def test_geweke_catches_a_wrong_spread(monkeypatch):
    monkeypatch.setattr(Number, "draw", twice_as_wide)
    assert geweke_p_value("single", n_chains=100) < FAILURE_RATE


def test_a_rating_is_a_number_put_on_its_scale():
    """The model takes ratings for the numbers that they were before."""
    question, around = small_survey().questions[4], np.tile([3.0, 2.0], (200, 1, 1))
    number, rating = (kind.simulate(around, question, np.random.default_rng(1)) for kind in (Number(), Rating()))
    assert rating.tolist() == np.clip(np.round(number), 1, 5).tolist()
    assert (rating != number).all()


# Simulations that are enough to notice a mistake.
FEWER = {"n_simulations": 60}


@pytest.mark.long
def test_chances_hold_with_known_people():
    """Simulation-based calibration."""
    assert calibration_p_value(the_truth) > FAILURE_RATE


@pytest.mark.long
def test_calibration_catches_people_told_to_be_elsewhere():
    assert calibration_p_value(elsewhere, **FEWER) < FAILURE_RATE


@pytest.mark.long
def test_calibration_catches_a_wrong_spread(monkeypatch):
    monkeypatch.setattr(Number, "draw", twice_as_wide)
    assert calibration_p_value(**FEWER) < FAILURE_RATE


TOTALS = (2, 4)


def calibration_with_totals(believed, **fewer):
    prior = prior_from(small_survey(), totals=np.array(believed))
    return calibration_p_value(world=single_world(totals=TOTALS), prior=prior, **fewer)


@pytest.mark.long
def test_chances_hold_with_known_totals():
    assert calibration_with_totals(TOTALS, n_simulations=60) > FAILURE_RATE


@pytest.mark.long
def test_calibration_catches_totals_of_the_other_house():
    assert calibration_with_totals(TOTALS[::-1], **FEWER) < FAILURE_RATE


def calibration_with_believed_sizes(size_prior, **fewer):
    """Return the p-value where a quarter of people is expected in the first house, as if 4 had been counted."""
    prior = prior_from(with_size_prior(small_survey(), size_prior))
    return calibration_p_value(world=single_world(alpha=[1.0, 3.0]), prior=prior, **fewer)


@pytest.mark.long
def test_chances_hold_with_believed_sizes():
    assert calibration_with_believed_sizes(({"one": 5, "two": 15}, 4.0)) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("wrong", [({"one": 15, "two": 5}, 4.0), ({"one": 5, "two": 15}, 400.0)])
def test_calibration_catches_wrong_sizes_and_too_much_belief(wrong):
    assert calibration_with_believed_sizes(wrong, **FEWER) < FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_nuts_has_the_reference_density(membership):
    """Its numbers are in units of the prior's width, which adds the logarithm of that to the density."""
    pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    from numpyro.infer.util import log_density

    from bayeshat.sample.samplers.nuts import Nuts, _double_precision, import_numpyro

    jax, _ = import_numpyro()
    survey, rng, weights = small_survey(), np.random.default_rng(2), WEIGHTS["single"]
    prior, columns = prior_from(survey), columns_with(weights)
    theta = rng.dirichlet(np.ones(2), 3) if membership == "mixed" else rng.dirichlet(np.ones(2))
    phi, sites, change = np.zeros((2, 7, prior.n_wide)), {"theta": theta}, 0.0
    phi[:, [0, 6]] = rng.dirichlet(np.ones(3), (2, 2))
    phi[:, 2, :2], phi[:, 3, :1] = rng.random((2, 2)), rng.gamma(2, size=(2, 1))
    sites |= {"phi_3": phi[:, [0, 6]], "several_4": phi[:, 2:3, :2], "count_2": phi[:, 3:4, :1]}
    for name, questions in (("number_4", [1, 5]), ("rating_4", [4])):
        away, units = rng.normal(size=(2, len(questions))), rng.gamma(3, size=(2, len(questions)))
        mean, strength, _, scale = np.moveaxis(prior.answer_prior[:, questions], -1, 0)
        width = np.sqrt(scale * units / strength)
        phi[:, questions, 0], phi[:, questions, 1] = mean + width * away, np.sqrt(scale * units)
        sites |= {f"{name}_mean": away, f"{name}_variance": units}
        change += np.log(width * scale).sum()
    with _double_precision(jax):
        model = Nuts(CODES, prior, membership, [], 1, columns, KNOWN).make_model()
        found = float(jax.jit(lambda sites: log_density(model, (), {}, sites)[0])(sites))
    given = with_known(prior, KNOWN) if membership == "mixed" else prior
    known = KNOWN if membership == "single" else None
    expected = log_joint(CODES, theta, phi, given, membership, columns, known)
    assert found == pytest.approx(expected + change, rel=1e-9)


def posterior_of(membership, **options):
    answers = Answers(CODES, ("Ann", "Bo", "Cy"), questions=COLUMNS, levels=LEVELS)
    settings = {"chains": 2, "tune": 50, "draws": 60, "max_draws": 60, "rng": 1, **options}
    return fit(small_survey(), answers, membership=membership, **settings)


@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize("learn_from", [None, 2])
def test_kept_draws_fit_their_log_likelihood(membership, learn_from):
    posterior = posterior_of(membership, learn_from=learn_from)
    theta = posterior.theta if membership == "mixed" else posterior.weights
    columns = columns_of(posterior.survey, posterior.answers)
    expected = log_likelihood(CODES, theta, posterior.phi, membership, columns)
    np.testing.assert_allclose(posterior.log_likelihood, expected, rtol=1e-6)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_newcomers_against_all_labels(membership):
    posterior = posterior_of(membership, label="drawn")
    columns = columns_of(posterior.survey, posterior.answers)
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    alpha, expected = posterior.survey.membership_prior, np.zeros((3, 2))
    if membership == "single":
        expected = np.exp(log_joint_of_labels(CODES, posterior.weights.reshape(-1, 2), phi, columns)).sum(axis=0)
    else:
        given = log_answer_densities(CODES, phi, columns)  # (draw, K, N, C)
        for n in range(3):
            seen = np.flatnonzero(CODES[n] >= 0)
            for labels in product(range(2), repeat=len(seen)):
                counts = alpha + np.bincount(labels, minlength=2)
                logs = given[:, list(labels), n, seen].sum(axis=1)
                chance = np.prod([np.prod(a + np.arange(round(c - a))) for a, c in zip(alpha, counts, strict=True)])
                expected[n] += np.exp(logs).sum() * chance * counts / counts.sum()
    expected /= expected.sum(axis=1, keepdims=True)
    found = predict_labels(posterior, CODES, columns, which=np.arange(len(phi)))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_save_and_load_and_datatree(tmp_path):
    posterior = posterior_of("mixed")
    posterior.save(tmp_path / "kinds.npz")
    again = Posterior.load(tmp_path / "kinds.npz")
    for one, other in zip(again.answers.levels, LEVELS, strict=True):
        assert (one is None) if other is None else (one == other).all()
    assert (again.phi == posterior.phi).all()
    tree = posterior.to_datatree()
    drawn = tree["posterior"]["phi"]
    assert drawn["option"].values[drawn["question"] == "k"].tolist() == ["rate"]
    assert np.isfinite(drawn).all()
    given = tree["observed_data"]["answers"].values
    assert given[:, 1] == pytest.approx([1.0, 2.5, np.nan], nan_ok=True)
    assert given[:, 0].tolist() == [0, 2, -1]
    names = posterior.summary()["parameter"]
    assert {"phi[one, h, sd]", "phi[two, k, rate]", "phi[two, s, v]", "phi[one, r, mean]"} <= set(names)
