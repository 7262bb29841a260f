"""The wrong membership is noticed; pairs of questions that the groups do not explain are found."""

import json

import numpy as np
from scipy import stats

import bayeshat as bh
from bayeshat.checking import pair_residuals
from bayeshat.checking.model_check import ModelCheck
from bayeshat.checking.one_group_each import LEVEL, check_one_group_each
from bayeshat.checking.pair_residuals import check_pairs
from checking.designs import flatten, one_house_each
from sample.calibration import FAILURE_RATE
from sample.test_kinds_houses import houses_survey

EVEN, HOGWARTS = bh.Survey.load("simulation-even"), bh.Survey.load("hogwarts")
QUICK = {"chains": 2, "tune": 200, "draws": 200, "max_draws": 400}
SETS = 8


def count_wrong(survey, make, membership="single"):
    fits = (bh.fit(survey, make(seed), membership=membership, rng=seed, **QUICK) for seed in range(SETS))
    return sum(check_one_group_each(posterior).is_wrong for posterior in fits)


def test_mixed_memberships_fitted_with_single_ones_are_noticed():
    """The paper's design: 28 of 30 data sets were noticed."""
    found = count_wrong(EVEN, lambda seed: bh.simulate(EVEN, 20, rng=seed).answers)
    assert found >= stats.binom.ppf(FAILURE_RATE, SETS, 0.9)


def test_people_with_one_house_each_are_left_in_peace():
    wrong = count_wrong(EVEN, lambda seed: one_house_each(EVEN, 20, seed))
    assert wrong <= stats.binom.isf(FAILURE_RATE, SETS, LEVEL)
    assert wrong == 0


def test_numbers_and_known_people_are_checked_too():
    """60 people with numbers: 20 of 20 data sets were noticed, and none where everybody had one house.

    Of 20 people beside as many who are known, 10 of 20 and none.
    """
    asked = houses_survey()
    for own, rest, wrong in ((7, 1, True), (1e4, 1e-4, False)):
        drawn = bh.simulate(asked, 60, own=own, rest=rest, rng=1, missing=0.05).answers
        posterior = bh.fit(asked, drawn, membership="single", rng=1, **QUICK)
        assert check_one_group_each(posterior).is_wrong == wrong
    people = bh.simulate(EVEN, 120, rng=1)
    known = np.where(np.arange(120) % 2, people.truth, -1)
    posterior = bh.fit(EVEN, people.answers, membership="single", known=known, rng=1, **QUICK)
    assert check_one_group_each(posterior).is_wrong


def test_mixed_membership_is_not_told_to_be_mixed():
    assert count_wrong(EVEN, lambda seed: bh.simulate(EVEN, 20, rng=seed).answers, "mixed") == 0


def test_the_sentence_names_the_remedy():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 20, rng=1).answers, membership="single", rng=1, **QUICK)
    [told] = bh.check_model(posterior).warnings()
    assert told.endswith('sort again with membership="mixed".')


def test_a_check_comes_back_from_plain_values():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 20, rng=1).answers, membership="single", rng=1, **QUICK)
    check = bh.check_model(posterior)
    again = ModelCheck.from_dict(json.loads(json.dumps(check.to_dict())))
    assert again.warnings() == check.warnings()
    assert again.pairs is None
    assert again.sentence() == check.sentence()
    assert again.odd_pairs == check.odd_pairs == ()
    older = {name: value for name, value in check.to_dict().items() if name != "odd_pairs"}
    assert ModelCheck.from_dict(older).odd_pairs is None


def fit_with_copy(copied):
    """Fit groups to answers of which, if asked for, the last question repeats the first."""
    answers = one_house_each(EVEN, 40, 2)
    codes = answers.codes.copy()
    if copied:
        codes[:, 9] = codes[:, 0]
    return bh.fit(EVEN, bh.Answers(codes, answers.names), membership="single", rng=1, **QUICK)


def test_a_question_that_repeats_another_is_found():
    check = check_pairs(fit_with_copy(True))
    worst = check.table()
    assert (worst["first"][0], worst["second"][0], worst["odd"][0]) == ("q1", "q10", True)
    assert "do not explain how some questions go together: q1 with q10" in check.sentence()
    assert check.odd_pairs[0] == ("q1", "q10")


def test_pairs_that_the_groups_explain_are_not_odd():
    check = check_pairs(fit_with_copy(False))
    assert not check.odd.any()
    assert check.sentence().startswith("The groups explain")


def test_p_values_are_cautious_where_the_model_holds():
    """Posterior predictive p-values gather around one half: few are small, over 4 data sets with 28 pairs each."""
    values = []
    for seed in range(4):
        posterior = bh.fit(HOGWARTS, bh.simulate(HOGWARTS, 40, rng=seed).answers, rng=seed, **QUICK)
        values += check_pairs(posterior).table()["p_value"]
    assert sum(p < 0.05 for p in values) <= stats.binom.isf(FAILURE_RATE, len(values), 0.05)


def test_a_model_whose_answers_do_not_follow_the_labels_is_caught(monkeypatch):
    """Answers replicated without the groups miss how questions go together."""
    survey = flatten(EVEN)
    answers = one_house_each(EVEN, 60, 1)
    posterior = bh.fit(survey, answers, rng=1, **QUICK)
    assert not check_pairs(posterior).odd.any()

    def alone(codes, slots, labels, p, rng):
        return original(codes, slots, labels, np.broadcast_to(p.mean(axis=0), p.shape), rng)

    original = pair_residuals.replicate_answers
    monkeypatch.setattr(pair_residuals, "replicate_answers", alone)
    assert check_pairs(posterior).odd.mean() > 0.1


def test_false_discoveries_are_controlled():
    p_values = np.ones((4, 4))
    one, other = np.triu_indices(4, 1)
    p_values[one, other] = [0.001, 0.012, 0.03, 0.2, 0.5, 0.9]
    odd = pair_residuals._odd_pairs(p_values)
    # Benjamini and Hochberg: 0.001 <= 0.05 / 6 and 0.012 <= 0.1 / 6, but 0.03 > 0.15 / 6.
    assert odd[one, other].tolist() == [True, True, False, False, False, False]
    assert (odd == odd.T).all()


def test_the_same_seed_gives_the_same_check():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 30, rng=1).answers, rng=1, **QUICK)
    assert bh.check_model(posterior, rng=5).to_dict() == bh.check_model(posterior, rng=5).to_dict()
