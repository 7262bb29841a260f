from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln

import bayeshat as bh
from bayeshat.checks.pairs import check_pairs
from bayeshat.errors import ModelError
from bayeshat.kinds.number import normal_prior
from bayeshat.kinds.question import Question
from bayeshat.model.columns import Columns, columns_of
from bayeshat.model.prior import Prior
from bayeshat.model.style import STYLE_PEOPLE, STYLE_VARIANCE, StyledRatings, shows_style
from bayeshat.sample.draws import Size
from bayeshat.sample.kernels._gibbs_numba import Pace
from bayeshat.sample.model import Model
from bayeshat.sample.places.threads import Threads
from bayeshat.sample.predict import given_single, predict_labels
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.sample.samplers.style import StyleStep
from sample.calibration import FAILURE_RATE, labelled_chain
from sample.kinds_exact import means_p_value

ALPHA = np.array([0.8, 1.5])
SCALE = np.array([1.0, 0.5, 1.5])
# The first person gave the same answers as the last but one.
CODES = np.array([[1, 0, 0], [0, 1, -1], [1, 0, 0], [2, 1, 1]], np.int16)
LEVELS = (np.array([1.0, 3.0, 4.0]), np.array([2.0, 4.0]), np.array([1.0, 5.0]))


def prior_of(sd_people):
    """Return the prior of two clusters and three ratings; of standard deviations it is worth this many people."""
    asked = tuple(Question(f"q{q}", f"How much {q}?", (), "rating", (1.0, 5.0)) for q in range(3))
    means = np.array([[2.0, 3.0, 3.0], [3.5, 3.0, 2.0]])
    rows = [[normal_prior(mean, 1.0 + 0.2 * k, 0.7, sd_people) for mean in row] for k, row in enumerate(means)]
    return Prior(ALPHA, np.array(rows), np.full(3, 4), asked=asked, style=SCALE)


def columns_with(prior, levels, weights=(1.0, 1.0, 1.0)):
    return Columns(np.arange(3), np.array(weights), tuple(levels), prior.asked)


def sampler_of(codes, prior, columns, rng):
    return Gibbs(codes, prior, "single", [rng], 1, columns, None)


def store_for(n_draws, n_people):
    return Size(1, n_draws, n_people, 2, 3, 2, True, 3, True).allocate(1)


def exact_means(prior):
    """Return E[shares], E[means of the ratings] and E[spread], standard deviations being known.

    Given labels and the spread, ratings are normal: their mean and covariance are written down, and means of clusters
    follow by regression. The spread is summed over a fine grid of its prior's quantiles.
    """
    n_people, spreads = (
        len(CODES),
        np.sqrt(STYLE_PEOPLE / 2 * STYLE_VARIANCE / stats.gamma(STYLE_PEOPLE / 2).ppf((np.arange(400) + 0.5) / 400)),
    )
    person, question = np.nonzero(CODES >= 0)
    given = np.array([LEVELS[q][CODES[n, q]] for n, q in zip(person, question, strict=True)])
    middle, strength, variance = prior.answer_prior[..., 0], prior.answer_prior[..., 1], prior.answer_prior[..., 3]
    variance = variance / prior.answer_prior[..., 2]
    logs, found = [], []
    for labels in product(range(2), repeat=n_people):
        k = np.array(labels)[person]
        share = ALPHA + np.bincount(labels, minlength=2)
        cells = k * 3 + question
        of_mean = (cells[:, None] == np.arange(6)) * (variance / strength).ravel()
        base = np.diag(variance.ravel()[cells]) + of_mean @ (cells == np.arange(6)[:, None])
        alike = (person[:, None] == person) * SCALE[question][:, None] * SCALE[question]
        for spread in spreads:
            covariance = base + spread**2 * alike
            away = np.linalg.solve(covariance, given - middle.ravel()[cells])
            fit = -0.5 * (away @ (given - middle.ravel()[cells]) + np.linalg.slogdet(covariance)[1])
            logs.append(gammaln(share).sum() + fit)
            found.append([*share / share.sum(), *(middle.ravel() + of_mean.T @ away), spread])
    chance = np.exp(np.array(logs) - max(logs))
    return chance @ np.array(found) / chance.sum()


def exactness_p_value(n_draws=40_000):
    """Return the smallest p-value that means over the draws are the exact ones, times their number."""
    prior = prior_of(1e8)
    sampler = sampler_of(CODES, prior, columns_with(prior, LEVELS), np.random.default_rng(4))
    draws = store_for(n_draws, len(CODES))
    sampler.step(sampler.init(64, lambda _: None), draws, 1, lambda _: None)
    spread = draws.style[0, :, :1] / SCALE[0]
    values = np.column_stack([draws.weights[0], draws.phi[0, :, :, :, 0].reshape(n_draws, -1), spread])
    return means_p_value(values, exact_means(prior))


def geweke_p_value(n_chains=600, n_steps=8, n_people=6, seed=0):
    """Return the smallest p-value that parameters and ratings stay as they were drawn, times their number.

    (Geweke 2004, "Getting it right".) Many short chains, each begun with a draw of everything from the prior, as in
    `sample.kinds_exact.geweke_p_value`.
    """
    rng, prior, changes = np.random.default_rng(seed), prior_of(6.0), []
    kind, nothing = prior.kinds[0], np.zeros(1)

    def quantities(share, phi, spread, ratings):
        means, spreads = np.tanh(phi[..., 0] - 3.0), np.log(phi[..., 1])
        products = np.tanh(ratings - 3.0)
        together = [(products[:, q] * products[:, p]).mean() for q, p in ((0, 1), (0, 2), (1, 2))]
        return np.array([share[0], *means.ravel(), *spreads.ravel(), np.log(spread), *together])

    for _ in range(n_chains):
        share = rng.dirichlet(ALPHA)
        labels = rng.choice(2, n_people, p=share)
        phi = kind.draw(prior.answer_prior, nothing, nothing, rng)
        shape = STYLE_PEOPLE / 2
        spread = np.sqrt(shape * STYLE_VARIANCE / rng.standard_gamma(shape))
        for step in range(n_steps + 1):
            own = phi[labels]
            felt = own[..., 0] + spread * rng.normal(size=(n_people, 1)) * SCALE
            ratings = felt + own[..., 1] * rng.normal(size=(n_people, 3))
            if step == 0:
                first = quantities(share, phi, spread, ratings)
            if step == n_steps:
                changes.append(quantities(share, phi, spread, ratings) - first)
                break
            coded = [np.unique(column, return_inverse=True) for column in ratings.T]
            codes = np.stack([code for _, code in coded], axis=1).astype(np.int16)
            sampler = sampler_of(codes, prior, columns_with(prior, [levels for levels, _ in coded]), rng)
            chain = labelled_chain(sampler.data, labels[:, None], codes, rng, prior)
            chain.numbers[:], chain.spread[0] = phi, spread
            draws = store_for(1, n_people)
            sampler._advance(sampler.data, chain, rng, draws, 0, Pace(0, 0, 1, 1))
            share, phi, labels = draws.weights[0, 0], draws.phi[0, 0], chain.labels.astype(int)
            spread = chain.spread[0]
    p = stats.ttest_1samp(np.array(changes), 0.0).pvalue
    return float(p.min() * len(p))


def test_exact_posterior():
    assert exactness_p_value(4000) > FAILURE_RATE


@pytest.mark.long
def test_exact_posterior_in_many_draws():
    assert exactness_p_value(40_000) > FAILURE_RATE


@pytest.mark.long
def test_geweke():
    assert geweke_p_value() > FAILURE_RATE


def break_spread(monkeypatch):
    """Expect styles to vary four times as much."""
    monkeypatch.setattr("bayeshat.sample.samplers.style.STYLE_VARIANCE", 4 * STYLE_VARIANCE)


def break_odds(monkeypatch):
    """Weigh labels as if there were no style."""
    true = StyledRatings.log_densities
    monkeypatch.setattr(StyledRatings, "log_densities", lambda self, phi, style: true(self, phi, 0.0 * style))


def break_styles(monkeypatch):
    """Know styles better than the ratings say."""
    true = StyledRatings.of_style

    def surer(self, *given):
        precision, towards = true(self, *given)
        return precision + 1.0, towards

    monkeypatch.setattr(StyledRatings, "of_style", surer)


def break_sums(monkeypatch):
    """Leave the style in the ratings that parameters are drawn from."""
    true = StyleStep._less_style
    monkeypatch.setattr(StyleStep, "_less_style", lambda self, labels, f: true(self, labels, 0.0 * f))


@pytest.mark.long
@pytest.mark.parametrize("broken", [break_spread, break_odds, break_styles, break_sums])
def test_exact_posterior_catches_broken_steps(broken, monkeypatch):
    broken(monkeypatch)
    assert exactness_p_value(20_000) < FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("broken", [break_spread, break_styles])
def test_geweke_catches_broken_steps(broken, monkeypatch):
    broken(monkeypatch)
    assert geweke_p_value() < FAILURE_RATE


def rate(n_people, rng, style=1.0, n_ratings=8, missing=0.0):
    """Return a table of ratings of two groups, and everybody's group."""
    truth = np.arange(n_people) % 2
    means = rng.normal(3.0, 0.8, (2, n_ratings))
    felt = means[truth] + style * rng.normal(size=(n_people, 1)) + 0.8 * rng.normal(size=(n_people, n_ratings))
    given = np.clip(np.rint(felt), 1, 5).astype(int).astype(str)
    given[rng.random(given.shape) < missing] = ""
    return {
        "name": [f"P{n}" for n in range(n_people)],
        **{f"How much {q}?": given[:, q].tolist() for q in range(n_ratings)},
    }, truth


def read(table, n_groups=2):
    survey = bh.Survey.from_answers(table, n_groups)
    return survey, bh.read_answers(table, survey)


def quick_fit(survey, answers, **options):
    return bh.fit(survey, answers, **{"chains": 2, "tune": 40, "draws": 30, "max_draws": 30, "rng": 1, **options})


@pytest.fixture(scope="module")
def styled():
    table, _ = rate(40, np.random.default_rng(3), missing=0.1)
    # Choices and a number stand beside the ratings.
    table["Where?"] = ["here", "there"] * 20
    table["Height in cm"] = np.random.default_rng(4).normal(170, 9, 40).round(1).tolist()
    survey, answers = read(table)
    return quick_fit(survey, answers, style="common")


def test_log_densities_are_those_of_a_normal_distribution():
    prior, rng = prior_of(8.0), np.random.default_rng(2)
    columns = columns_with(prior, LEVELS)
    ratings = StyledRatings(CODES, columns.slots, columns.column_slots, columns.weights)
    phi, style = np.stack([rng.normal(3, 1, (2, 3)), rng.uniform(0.5, 2, (2, 3))], axis=-1), 0.7 * SCALE
    found = ratings.log_densities(phi, style)
    for n, codes in enumerate(CODES):
        seen = codes >= 0
        given = [LEVELS[q][codes[q]] for q in np.flatnonzero(seen)]
        for k in range(2):
            covariance = np.diag(phi[k, seen, 1] ** 2) + np.outer(style[seen], style[seen])
            expected = stats.multivariate_normal(phi[k, seen, 0], covariance).logpdf(given)
            assert found[n, k] == pytest.approx(expected)


def test_powers_count_answers_as_if_they_came_several_times():
    prior, rng = prior_of(8.0), np.random.default_rng(2)
    phi = np.stack([rng.normal(3, 1, (2, 3)), rng.uniform(0.5, 2, (2, 3))], axis=-1)
    columns = columns_with(prior, LEVELS, (2.0, 0.0, 1.0))
    twice = StyledRatings(CODES, columns.slots, columns.column_slots, columns.weights)
    other = StyledRatings(CODES[:, [0, 0, 2]], columns.slots, np.array([0, 0, 2]), np.ones(3))
    other.counts[:] = twice.counts
    precision, towards = twice.of_style(phi, SCALE)
    own = phi[..., 0], phi[..., 1] ** -2.0
    for n, codes in enumerate(CODES):
        for k in range(2):
            weight = np.array([2.0, 0.0, 1.0]) * (codes >= 0)
            given = np.array([LEVELS[q][code] for q, code in enumerate(codes)])
            assert precision[n, k] == pytest.approx(1 + (weight * SCALE**2 * own[1][k]).sum())
            assert towards[n, k] == pytest.approx((weight * SCALE * (given - own[0][k]) * own[1][k]).sum())


def test_every_draw_has_the_memberships_and_the_likelihood_of_its_parameters(styled):
    columns, codes = columns_of(styled.survey, styled.answers), styled.answers.codes
    for c, d in ((0, 3), (1, 29)):
        one = (styled.weights[c, d][None], styled.phi[c, d][None], styled.style[c, d][None])
        found = given_single(codes, columns, *one)
        np.testing.assert_allclose(found.label[0], styled.theta[c, d], atol=1e-9)
        assert found.log_weight.sum() == pytest.approx(styled.log_likelihood[c, d])


def test_labels_of_everybody_have_them_too():
    survey, answers = read(rate(60, np.random.default_rng(3))[0])
    posterior = quick_fit(survey, answers, style="common", learn_from=45, keep_theta=True)
    columns = columns_of(survey, answers)
    one = (posterior.weights[0, 5][None], posterior.phi[0, 5][None], posterior.style[0, 5][None])
    found = given_single(answers.codes, columns, *one)
    np.testing.assert_allclose(found.label[0], posterior.theta[0, 5], atol=1e-9)
    assert found.log_weight.sum() == pytest.approx(posterior.log_likelihood[0, 5])


def test_latecomers_are_predicted_with_style(styled):
    columns = columns_of(styled.survey, styled.answers)
    codes, which = styled.answers.codes[:9], np.arange(60)
    draws = [values.reshape(60, *values.shape[2:]) for values in (styled.weights, styled.phi, styled.style)]
    found = given_single(codes, columns, *draws)
    chances = np.exp(found.log_weight - found.log_weight.max(axis=0))
    expected = (chances[..., None] * found.label).sum(axis=0) / chances.sum(axis=0)[:, None]
    np.testing.assert_allclose(predict_labels(styled, codes, columns, which), expected)
    without = predict_labels(replace(styled, style=None), styled.answers.codes, columns)
    assert np.abs(predict_labels(styled, styled.answers.codes, columns) - without).max() > 0.02


def test_groups_are_found_behind_a_style():
    table, truth = rate(150, np.random.default_rng(5), style=1.3, n_ratings=12)
    survey, answers = read(table)
    right = {}
    for style in ("auto", "none"):
        posterior = quick_fit(survey, answers, style=style, tune=150)
        labels = bh.decide(posterior, [75, 75], rng=1, threads=1).labels
        right[style] = max((labels == truth).mean(), (labels != truth).mean())
    # Measured: .96 and .62.
    assert right["auto"] > 0.9 > 0.75 > right["none"]


def test_a_style_is_tried_against_the_same_model_without(monkeypatch):
    """Nothing else differs, such as the prior of spreads; the model that is then used without a style has its own."""
    survey, answers = read(rate_high_or_low(40, np.random.default_rng(6)))
    sampled, true = [], Threads._sample.__func__

    def note(cls, model, *others):
        sampled.append(model)
        return true(cls, model, *others)

    monkeypatch.setattr(Threads, "_sample", classmethod(note))
    quick_fit(survey, answers)
    styled, without, used = sampled
    assert styled.prior.style is not None
    assert without.prior.style is None
    np.testing.assert_array_equal(without.prior.answer_prior, styled.prior.answer_prior)
    assert (styled.prior.answer_prior != used.prior.answer_prior).any()


def choose(n_people, rng):
    """Return a table of choices."""
    words = np.array(["apple", "bread", "cheese"])
    return {"name": list(range(n_people)), **{f"{q}?": words[rng.integers(0, 3, n_people)].tolist() for q in range(8)}}


def rate_high_or_low(n_people, rng):
    """Return ratings of two groups that differ in how high they rate, and in nothing else."""
    level = 3.0 + 1.5 * (np.arange(n_people) % 2 - 0.5)
    given = np.clip(np.rint(level[:, None] + 0.6 * rng.normal(size=(n_people, 8))), 1, 5).astype(int)
    return {"name": list(range(n_people)), **{f"How much {q}?": given[:, q].tolist() for q in range(8)}}


@pytest.mark.parametrize("draw", [choose, lambda n_people, rng: rate(n_people, rng, 0.0)[0], rate_high_or_low])
def test_nothing_changes_where_there_is_no_style(draw):
    table = draw(40, np.random.default_rng(6))
    survey, answers = read(table)
    auto, none = quick_fit(survey, answers), quick_fit(survey, answers, style="none")
    assert auto.style is None
    assert (auto.z == none.z).all()
    assert (auto.phi == none.phi).all()
    assert "answering_style" not in [note.id for note in auto.status.notes]


def test_stated_priors_have_no_style(styled):
    survey = replace(styled.survey, learns_favourites=False)
    assert quick_fit(survey, styled.answers).style is None
    with pytest.raises(ModelError, match="at least 5 ratings"):
        quick_fit(survey, styled.answers, style="common")


def test_a_style_is_only_sampled_in_memory_by_gibbs(styled):
    with pytest.raises(ModelError, match="needs Gibbs sampling"):
        bh.fit(styled.survey, styled.answers, sampler="nuts", style="common")
    with pytest.raises(ModelError, match="must be 'auto', 'common' or 'none'"):
        bh.fit(styled.survey, styled.answers, style="some")


def test_known_people_and_totals_have_no_style(styled):
    known = np.full(40, -1)
    known[0] = 1
    for told in ({"known": known}, {"totals": [20, 20]}):
        assert Model.read(styled.survey, styled.answers, style="auto", **told).prior.style is None
        with pytest.raises(ModelError, match="neither known people nor totals"):
            Model.read(styled.survey, styled.answers, style="common", **told)


def test_ratings_that_go_apart_show_no_style():
    rng = np.random.default_rng(7)
    apart = rng.normal(size=(200, 10)) + rng.normal(size=(200, 1)) * np.tile([1.0, -1.0], 5)
    assert not shows_style(apart)
    apart[rng.random(apart.shape) < 0.3] = np.nan
    assert not shows_style(apart)


def test_files_and_trees_hold_the_style(styled, tmp_path):
    styled.save(tmp_path / "posterior.npz")
    again = bh.Posterior.load(tmp_path / "posterior.npz")
    assert (again.style == styled.style).all()
    assert "answering_style" in [note.id for note in again.status.notes]
    tree = styled.to_datatree()
    assert tree["posterior"]["style"].dims == ("chain", "draw", "asked")
    assert np.isfinite(tree["log_likelihood"]["answers"]).all()
    assert "style" in styled.summary()["parameter"]


def test_pairs_are_compared_less_the_style():
    survey, answers = read(rate(150, np.random.default_rng(8))[0])
    posterior = quick_fit(survey, answers, style="common", tune=150)
    with_style = check_pairs(posterior)
    without = check_pairs(replace(posterior, style=None))
    assert with_style.odd.sum() < without.odd.sum() / 4
