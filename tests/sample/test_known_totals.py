"""``fit`` with totals that are known, or sizes that are believed in."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.sample.samplers.totals import TotalsGibbs

QUICK = {"tune": 50, "draws": 50, "max_draws": 50, "rng": 1, "threads": 1}


def flat_survey(n_questions=8):
    """Two houses of which the prior says the same, and is not learned."""
    columns = {f"q{q}": ["no", "yes"] for q in range(n_questions)}
    survey = bh.Survey.from_answers({"name": ["Ann", "Bo"], **columns}, ["Ayes", "Noes"])
    return replace(survey, learns_favourites=False)


def two_groups(sizes, clear=0.8, n_questions=8, seed=1):
    """Answers of two groups, the first of which mostly says yes, and everybody's group."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.repeat([0, 1], sizes))
    yes = rng.random((sum(sizes), n_questions)) < np.where(truth == 0, clear, 1 - clear)[:, None]
    return bh.Answers(yes.astype(np.int16), tuple(f"Person {n}" for n in range(len(truth)))), truth


def test_every_draw_has_the_totals_and_the_status_says_so():
    answers, truth = two_groups((30, 12))
    posterior = bh.fit(flat_survey(), answers, totals={"noes": 12, "Ayes": 30}, rng=1)
    assert ((posterior.z == 1).sum(axis=2) == 12).all()
    assert posterior.membership == "single"
    assert posterior.totals.tolist() == [30, 12]
    assert posterior.status.ok
    assert posterior.status.ess_bulk_min > 400
    assert "The totals were known: Ayes 30, Noes 12." in posterior.status.message
    assert "only their totals say which group is which" in posterior.status.message
    assert posterior.identified
    # Everybody's chances add up to the totals, as they do in every draw.
    np.testing.assert_allclose(posterior.probabilities.sum(axis=0), [30, 12])
    assert (posterior.probabilities.argmax(axis=1) == truth).mean() > 0.9
    np.testing.assert_allclose(posterior.weights[0, 0], [31 / 44, 13 / 44], rtol=0.05)


def test_the_log_likelihood_is_that_of_the_kept_parameters():
    from bayeshat.model.density import log_likelihood

    answers, _ = two_groups((8, 7), clear=0.6)
    posterior = bh.fit(flat_survey(), answers, totals=[8, 7], **QUICK)
    for c, d in ((0, 0), (2, 49), (3, 20)):
        known = log_likelihood(answers.codes, posterior.weights[c, d], posterior.phi[c, d], "single")
        assert posterior.log_likelihood[c, d] == pytest.approx(known, abs=1e-8)


def test_names_that_only_totals_tell_apart_move_between_readings_of_the_answers(monkeypatch):
    # 21 against 19 people hardly say which of two groups is which.
    answers, _ = two_groups((21, 19), clear=0.75, seed=2)
    survey, how = flat_survey(), {"totals": [21, 19], "rng": 1, "threads": 1, "max_draws": 1000}
    posterior = bh.fit(survey, answers, **how)
    assert posterior.status.ok
    assert 0.1 < posterior.probabilities[:, 0].min() < 0.4
    monkeypatch.setattr(TotalsGibbs, "_find_kinds", lambda _, prior: np.arange(prior.n_clusters))
    assert bh.fit(survey, answers, **how).status.cause == "apart"


def test_equal_totals_tell_nothing_apart():
    answers, _ = two_groups((10, 10))
    posterior = bh.fit(flat_survey(), answers, totals=[10, 10], rng=1)
    assert not posterior.identified
    assert posterior.status.code == "label_switching"
    assert posterior.prior.alike.tolist() == [0, 0]


def test_the_same_seed_gives_the_same_draws_whatever_the_threads():
    answers, _ = two_groups((9, 6))
    one, two = (bh.fit(flat_survey(), answers, totals=[9, 6], **QUICK | {"threads": n}) for n in (1, 3))
    assert (one.z == two.z).all()
    np.testing.assert_array_equal(one.theta, two.theta)


def test_many_people_in_blocks_keep_their_totals():
    answers, truth = two_groups((700, 500))
    posterior = bh.fit(flat_survey(), answers, totals=[700, 500], **QUICK)
    assert ((posterior.z == 0).sum(axis=2) == 700).all()
    assert (posterior.probabilities.argmax(axis=1) == truth).mean() > 0.9


def test_a_posterior_with_totals_is_saved_decided_and_applied(tmp_path):
    answers, truth = two_groups((9, 6), clear=0.95)
    posterior = bh.fit(flat_survey(), answers, totals=[9, 6], **QUICK)
    posterior.save(tmp_path / "posterior.npz")
    assert bh.Posterior.load(tmp_path / "posterior.npz").identified
    decision = bh.decide(posterior, [9, 6])
    assert decision.sizes.tolist() == [9, 6]
    assert (decision.labels == truth).mean() > 0.8
    assert posterior.summary()["parameter"][-1].startswith("phi")


def test_known_people_keep_their_house_within_the_totals():
    answers, _ = two_groups((9, 6))
    known = np.full(15, -1)
    known[:4] = [0, 1, 1, 0]
    posterior = bh.fit(flat_survey(), answers, totals=[9, 6], known=known, **QUICK)
    assert (posterior.z[:, :, :4] == known[:4]).all()
    assert ((posterior.z == 0).sum(axis=2) == 9).all()
    with pytest.raises(bh.BayesHatError, match="got 1 for Noes, where 2 are known to be"):
        bh.fit(flat_survey(), answers, totals=[14, 1], known=known, **QUICK)


@pytest.mark.parametrize(
    ("totals", "message"),
    [
        ({"Ayes": 9, "Noes": 7}, r"must add up to the number of people who answered \(15\); got 9 \+ 7 = 16"),
        ([-1, 16], "whole numbers of at least 0; got -1 for Ayes"),
        ([7.5, 7.5], "whole numbers of at least 0; got 7.5 for Ayes"),
        ({"Ayes": 9, "Nose": 6}, r"must name the survey's groups \(Ayes, Noes\); got 'Nose'. Did you mean Noes\?"),
        ({"Ayes": 9}, "must name every group .* got none for Noes"),
        ({"Ayes": 9, "ayes": 6}, "got 'ayes' twice"),
        ([9, 3, 3], r"one number for each group, 2 in all \(Ayes, Noes\)"),
        ("9,6", r"one number for each group, 2 in all \(Ayes, Noes\)"),
        (15, r"one number for each group, 2 in all \(Ayes, Noes\)"),
    ],
)
def test_wrong_totals(totals, message):
    answers, _ = two_groups((9, 6))
    with pytest.raises(bh.BayesHatError, match=message):
        bh.fit(flat_survey(), answers, totals=totals, **QUICK)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"membership": "mixed"}, 'totals must go with single membership.*got membership="mixed"'),
        ({"sampler": "nuts"}, 'totals must go with Gibbs sampling.*got sampler="nuts"'),
        ({"learn_from": 5}, "learn_from must be left out with totals.*got 5"),
        ({"size_prior": 3}, "got both"),
    ],
)
def test_settings_that_do_not_go_with_totals(other, message):
    answers, _ = two_groups((9, 6))
    with pytest.raises(bh.BayesHatError, match=message):
        bh.fit(flat_survey(), answers, totals=[9, 6], **QUICK | other)


def test_a_size_prior_lies_between_no_knowledge_and_totals():
    """The firmer the belief in equal sizes, which the answers contradict, the smaller is the larger group."""
    answers, _ = two_groups((30, 10), clear=0.7)
    sizes = []
    for strength in (2, 40, 4000):
        posterior = bh.fit(flat_survey(), answers, size_prior=({"Ayes": 8, "Noes": 8}, strength), **QUICK)
        assert posterior.membership == "single"
        assert posterior.survey.membership_prior.tolist() == [strength / 2, strength / 2]
        sizes.append((posterior.z[..., None] == [0, 1]).sum(axis=2).max(axis=-1).mean())
    assert sizes[0] > sizes[1] > sizes[2]
    assert sizes[2] < 24


def test_expected_sizes_alone_count_as_so_many_people():
    answers, _ = two_groups((9, 6))
    posterior = bh.fit(flat_survey(), answers, size_prior={"Ayes": 9, "Noes": 6}, **QUICK)
    assert posterior.survey.membership_prior.tolist() == [9, 6]


@pytest.mark.parametrize(
    ("size_prior", "message"),
    [
        ({"Ayes": 0, "Noes": 6}, "more than 0 people in every group; got 0 for Ayes"),
        (0, "must be a number of people above 0; got 0"),
        (([1, 2], float("inf")), "must be a number of people above 0; got inf"),
        ([1, 2, 3], "one number for each group"),
    ],
)
def test_wrong_size_priors(size_prior, message):
    answers, _ = two_groups((9, 6))
    with pytest.raises(bh.BayesHatError, match=message):
        bh.fit(flat_survey(), answers, size_prior=size_prior, **QUICK)
