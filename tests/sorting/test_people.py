import json

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.model.prior import Prior
from bayeshat.options import DONE

QUICK = {"tune": 200, "draws": 200, "max_draws": 200, "starts": 2}


@pytest.fixture(scope="module")
def hogwarts():
    survey = bh.Survey.load("hogwarts")
    return survey, bh.simulate(survey, 21, rng=2)


@pytest.fixture(scope="module")
def result(hogwarts):
    survey, simulated = hogwarts
    return bh.sort_people(survey, simulated.answers, rng=1, **QUICK)


def test_everybody_is_sorted_into_balanced_houses(result):
    groups = result.groups()
    assert list(groups) == ["Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff"]
    assert sorted(name for members in groups.values() for name in members) == sorted(result.names)
    assert sorted(len(members) for members in groups.values()) == [5, 5, 5, 6]


def test_sizes_by_name_in_any_order(hogwarts):
    survey, simulated = hogwarts
    target = {"Hufflepuff": 9, "Gryffindor": 5, "Ravenclaw": 4, "Slytherin": 3}
    result = bh.sort_people(survey, simulated.answers, target, loss="placement", size_weight=float("inf"), **QUICK)
    assert {name: len(members) for name, members in result.groups().items()} == target
    assert result.decision.names == survey.cluster_names


def test_the_tables_hold_the_same_numbers_as_the_decision(result):
    rows = result.assignments()
    assert rows["group"] == list(result.decision.groups)
    shares = result.probabilities()
    assert np.allclose(np.sum([shares[house] for house in result.survey.cluster_names], axis=0), 1, atol=1e-3)
    assert result.sizes()["size"] == result.decision.sizes.tolist()
    own = [shares[group][n] for n, group in enumerate(rows["group"])]
    following = [shares[group][n] for n, group in enumerate(rows["next best"])]
    assert rows["probability"] == own
    assert rows["probability of next best"] == following
    assert np.allclose(rows["fewer right if moved"], np.subtract(own, following), atol=2e-4)


def test_the_comparison_shows_what_the_loss_costs(result):
    table = result.comparison()
    best = result.posterior.probabilities.argmax(axis=1)
    assert table["loss"] == ["0.25 * VI() + Placement()", "VI()"]
    assert table["in most probable house"][0] == pytest.approx((result.decision.labels == best).mean(), abs=1e-4)
    assert table["rightly placed"][0] >= table["rightly placed"][1] - 0.02
    assert table["expected VI (bits)"][1] <= table["expected VI (bits)"][0] + 0.05


def test_nothing_is_compared_where_houses_mean_nothing():
    survey = bh.Survey.from_answers({"one": list("aabbab") * 3, "two": list("xxyyxy") * 3}, n_clusters=2)
    result = bh.sort_people(survey, {"one": list("aabbab") * 3, "two": list("xxyyxy") * 3}, **QUICK)
    assert result.comparison() is None
    assert result.decision.sizes.tolist() == [9, 9]
    assert not result.identified
    assert set(result.probabilities()) == {"name", *result.decision.names}


def test_results_are_plain_values(result):
    content = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert content["survey"] == "Which Hogwarts house?"
    assert content["options"]["labels"] == "free"


def test_progress_runs_from_start_to_end(hogwarts):
    survey, simulated = hogwarts
    seen = []
    bh.sort_people(survey, simulated.answers, progress=lambda *told: seen.append(told), **QUICK)
    shares = [share for share, _ in seen]
    assert shares == sorted(shares)
    assert [(share, word) for share, word in seen if word == DONE] == seen[-1:] == [(1.0, DONE)]


def test_a_posterior_decides_by_the_names_of_its_houses(result):
    decision = bh.decide(result.posterior, "balanced")
    assert decision.names == result.survey.cluster_names
    assert set(decision.table()) >= {"probability of Gryffindor", "move to Slytherin"}


def test_same_seed_same_groups(hogwarts):
    survey, simulated = hogwarts
    one, two = (bh.sort_people(survey, simulated.answers, rng=5, threads=t, **QUICK) for t in (1, 2))
    assert (one.decision.labels == two.decision.labels).all()
    assert (one.posterior.z == two.posterior.z).all()


def test_sizes_of_any_kind_of_number_are_plain_values_in_a_result(hogwarts):
    survey, simulated = hogwarts
    for target in (np.array([5, 5, 5, 6]), {"Gryffindor": np.int64(6)}, {"Gryffindor": "6"}):
        result = bh.sort_people(survey, simulated.answers, target, **QUICK)
        json.dumps(result.to_dict(), allow_nan=False)
        assert result.decision.size_weight == float("inf")


def test_what_the_sizes_cost_is_told_against_the_likeliest_houses(hogwarts):
    survey, simulated = hogwarts
    result = bh.sort_people(survey, simulated.answers, {"Gryffindor": 21}, **QUICK)
    assert "Having these sizes means" in str(result.cost_of_sizes())
    assert "fewer people expected in their right house" in str(result.cost_of_sizes())


def test_warnings_of_an_unsettled_sampler_use_no_statistics(hogwarts):
    survey, simulated = hogwarts
    result = bh.sort_people(survey, simulated.answers, tune=0, draws=5, max_draws=5, thin=1)
    warning = str(result.warnings()[0])
    assert warning.startswith("These percentages are not reliable yet")
    assert not any(word in " ".join(map(str, result.warnings())) for word in ("R-hat", "theta", "converged"))


def test_what_rules_cost_is_not_put_down_to_the_sizes(hogwarts):
    survey, simulated = hogwarts
    rules = bh.Rules(together=[list(simulated.answers.names[:2])])
    result = bh.sort_people(survey, simulated.answers, rules=rules, **QUICK)
    assert str(result.cost_of_sizes()).startswith("Keeping to these sizes and rules")


def test_unknown_settings_are_told_with_all_that_there_are():
    with pytest.raises(
        InputError, match=r"Settings of sort_people must be among .*size_weight.*max_draws.*'size_wait'"
    ):
        bh.sort_people("hogwarts", "answers.csv", size_wait=1)


def test_nobody_is_sorted_by_a_question_that_mixes():
    survey = bh.Survey.load("simulation-even")
    answers = bh.simulate(survey, 12, rng=1).answers
    options = {"rng": 1, "chains": 2, "draws": 50, "tune": 50, "max_draws": 50, "starts": 2}
    result = bh.sort_people(survey, answers, mix=["q2"], **options)
    assert [question.id for question in result.survey.questions] == ["q1", *(f"q{n}" for n in range(3, 11))]
    assert result.answers.codes.shape == (12, 9)
    assert (result.answers.codes == np.delete(answers.codes, 1, axis=1)).all()
    assert str(result.decision.kept.outcomes[0]).startswith("Each group has")
    with pytest.raises(InputError, match="At least one question must be left"):
        bh.sort_people(survey, answers, mix=[f"q{n}" for n in range(1, 11)], **options)


def test_a_sort_builds_its_prior_once(hogwarts, monkeypatch):
    """The prior travels with the posterior; measuring how settled the groups are takes it from there too."""
    survey, simulated = hogwarts
    built, build = [], Prior.__post_init__
    monkeypatch.setattr(Prior, "__post_init__", lambda prior: built.append(build(prior)))
    bh.sort_people(survey, simulated.answers, rng=1, **QUICK).how_settled()
    assert len(built) == 1
