"""Rules on the way from a survey to groups: checked first, kept, told; latecomers and people who answered nothing."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError, RulesError

QUICK = {"draws": 100, "tune": 100, "max_draws": 100, "starts": 2}


@pytest.fixture(scope="module")
def asked():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 16, rng=3).answers
    codes = answers.codes.copy()
    codes[5] = -1
    return survey, bh.Answers(codes, answers.names, {"school": tuple("ab" * 8)})


def test_rules_of_the_call_and_of_the_survey_are_kept(asked):
    survey, answers = asked
    a, b, c = answers.names[:3]
    own = bh.Survey(**{**vars(survey), "rules": bh.Rules(pins={a: "Slytherin"})})
    rules = {"rule": ["together", "spread"], "who": [f"{a}; {b}", ""], "what": ["", "school"]}
    result = bh.sort_people(own, answers, "3..5", rules=rules, **QUICK)
    where = result.assignment()
    assert where[a] == where[b] == "Slytherin"
    assert set(result.decision.sizes) <= {3, 4, 5}
    for group in result.decision.names:
        schools = [answers.extra["school"][n] for n in result.decision.members(group)]
        assert abs(schools.count("a") - len(schools) / 2) < 1
    assert result.options["rules"] == {"together": [[a, b]], "spread": ["school"]}
    assert result.to_dict()["decision"]["rules"]["unmet"] == []
    assert c in where


def test_contradictions_are_found_before_sampling(asked, monkeypatch):
    survey, answers = asked
    monkeypatch.setattr(
        "bayeshat.known_people.lesson.fit", lambda *_, **__: pytest.fail("sampled before checking the rules")
    )
    with pytest.raises(RulesError, match="cannot all be met"):
        bh.sort_people(survey, answers, rules=bh.Rules(bounds="..5", together=[answers.names[:6]]))


def test_people_without_answers_are_placed_and_flagged(asked):
    survey, answers = asked
    result = bh.sort_people(survey, answers, **QUICK)
    assert result.silent == (answers.names[5],)
    assert any(
        "placed where there was room" in warning and answers.names[5] in warning
        for warning in map(str, result.warnings())
    )
    assert result.to_dict()["silent"] == [answers.names[5]]


def test_latecomers_are_placed_and_nobody_moves(asked):
    survey, answers = asked
    early = bh.Answers(answers.codes[:12], answers.names[:12])
    before = bh.sort_people(survey, early, **QUICK)
    for earlier in (before, before.assignment()):
        after = bh.place_people(survey, answers, earlier, **QUICK)
        assert {name: after.assignment()[name] for name in early.names} == before.assignment()
    with pytest.raises(InputError, match="must be among the answers"):
        bh.place_people(survey, early, after, **QUICK)


def test_a_second_sort_moves_as_few_as_possible(asked):
    survey, answers = asked
    rng = np.random.default_rng(0)
    before = dict(zip(answers.names, rng.permutation(np.repeat(survey.cluster_names, 4)).tolist(), strict=True))
    before["gone"] = "Ravenclaw"
    same = bh.sort_people(survey, answers, stay=before, **QUICK)
    assert all(before[name] == group for name, group in same.assignment().items())
    rules = bh.Rules(bounds={"Slytherin": "5.."})
    moved = bh.sort_people(survey, answers, "3..5", stay=before, rules=rules, **QUICK)
    assert sum(before[name] != group for name, group in moved.assignment().items()) == 1


def test_latecomers_make_groups_as_even_as_can_be():
    survey = bh.Survey.load("hogwarts")
    everybody = bh.simulate(survey, 12, rng=1).answers
    early = dict.fromkeys(everybody.names[:6], "Ravenclaw") | {everybody.names[6]: "Slytherin"}
    late = bh.place_people(survey, everybody, early, tune=200, draws=200, max_draws=200, starts=4)
    assert {name: late.assignment()[name] for name in early} == early
    assert late.decision.sizes.tolist() == [2, 2, 6, 2]
    assert "rule" not in str(late.decision.status)
    assert "Leaving people where they were" in str(late.decision.status)


def test_latecomers_go_by_their_own_probabilities():
    """Those placed before keep their houses even against their answers, and rename nobody else's."""
    survey = bh.Survey.load("simulation-even")
    drawn = bh.simulate(survey, 24, rng=2)
    names = drawn.answers.names
    swapped = {names[n]: survey.cluster_names[(drawn.truth[n] + 1) % 3] for n in range(9)}
    late = bh.place_people(survey, drawn.answers, swapped, None, tune=200, draws=400, max_draws=1600)
    assert {name: late.assignment()[name] for name in swapped} == swapped
    best = late.posterior.probabilities.argmax(axis=1)
    assert (late.decision.labels[9:] == best[9:]).mean() > 0.85


def test_pins_wishes_and_named_sizes_keep_the_default_near_placement():
    survey = bh.Survey.load("hogwarts")
    houses = survey.cluster_names
    sizes = dict(zip(houses, (4, 5, 6, 5), strict=True))
    rates = []
    for seed in range(2):
        answers = bh.simulate(survey, 20, rng=seed).answers
        posterior = bh.fit(survey, answers, rng=seed, draws=250, max_draws=250)
        rng = np.random.default_rng(seed)
        rules = bh.Rules(
            pins={answers.names[0]: houses[2], answers.names[1]: houses[0]},
            wishes={name: str(rng.choice(houses)) for name in answers.names[2:]},
        )
        best = posterior.probabilities.argmax(axis=1)
        decisions = [bh.decide(posterior, sizes, loss=loss, rules=rules, rng=seed) for loss in ("auto", "placement")]
        rates.append([(decision.labels == best).mean() for decision in decisions])
    ours, placed = np.mean(rates, axis=0)
    assert ours > placed - 0.1


def test_latecomers_with_the_size_of_one_house():
    """Houses without a size share the rest on top of those who are there already."""
    survey = bh.Survey.load("hogwarts")
    everybody = bh.simulate(survey, 16, rng=1).answers
    early = dict.fromkeys(everybody.names[:7], "Ravenclaw")
    late = bh.place_people(survey, everybody, early, {"slytherin": 4}, tune=200, draws=200, max_draws=200, starts=4)
    assert sorted(late.decision.sizes.tolist()) == [2, 3, 4, 7]
    assert late.decision.sizes[1] == 4


@pytest.mark.parametrize("informative", [False, True])
def test_wishes_come_first_where_the_answers_are_noise(informative):
    """Where they are not, a wish for a group that somebody does not belong to is not granted."""
    rng = np.random.default_rng(3)
    houses = ("Art", "Chess", "Music")
    own = np.arange(24) % 3
    said = np.repeat(own[:, None], 6, axis=1) if informative else rng.integers(0, 3, (24, 6))
    names = [f"P{n}" for n in range(24)]
    table = {"name": names} | {f"q{q}": [f"option {code}" for code in said[:, q]] for q in range(6)}
    survey = bh.Survey.from_answers(table, houses)
    wished = rng.permutation(own)
    wishes = {name: [houses[g]] for name, g in zip(names, wished, strict=True)}
    quick = {"draws": 100, "max_draws": 100, "tune": 100, "starts": 4, "rng": 1}
    result = bh.sort_people(survey, table, rules=bh.Rules(wishes=wishes), **quick)
    told = "wishes and other rules that hold if possible came first" in " ".join(map(str, result.warnings()))
    assert result.checks.separation.is_noise is result.puts_wishes_first is told is not informative
    if informative:
        together = result.decision.labels[:, None] == result.decision.labels
        assert (together == (own[:, None] == own)).all()
    else:
        assert (result.decision.labels == wished).all()
