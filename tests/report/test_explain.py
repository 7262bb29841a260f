"""Why somebody is where they are, and what else could be."""

import json
from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.report.blocked import blocking_rules, wishes_lost
from bayeshat.report.explain import Explanation, explain_person, explanations, find_person, read_explanation
from bayeshat.report.files import write_json
from bayeshat.report.reasons import SpeakingAnswer
from bayeshat.words.voice import speaking
from report.results import flat, hostile, houses, many_groups, one_person, quick_result, ruled, several


def tell(why):
    return [str(message) for message in why.words()]


def everybody(result):
    return [Explanation.from_dict(plain) for plain in explanations(result)]


@pytest.mark.parametrize("make", [houses, hostile, flat, many_groups, one_person, ruled, several])
def test_explanations_survive_json(make):
    result = make()
    for name, plain in zip(result.names, explanations(result), strict=True):
        back = Explanation.from_dict(json.loads(json.dumps(plain, allow_nan=False)))
        assert back == explain_person(result, name)
        assert back.name == name
        assert all(tell(back))


def test_costs_are_those_of_the_decision():
    survey = bh.Survey.load("hogwarts")
    result = quick_result(survey, bh.simulate(survey, 21, rng=1).answers, size_weight=1.0)
    decision, table, right = result.decision, result.decision.table(), result.expected_right()
    for n, why in enumerate(everybody(result)):
        assert why.group == result.decision.groups[n]
        assert why.share == round(float(result.posterior.probabilities[n, result.decision.labels[n]]), 4)
        assert {other.group for other in why.alternatives} == set(result.decision.names) - {why.group}
        for other in why.alternatives:
            assert other.loss_change == pytest.approx(table[f"move to {other.group}"][n], abs=1e-8)
            labels = decision.labels.copy()
            labels[n] = decision.names.index(other.group)
            moved = result.expected_right(replace(decision, labels=labels))
            assert other.fewer_right == pytest.approx(right - moved, abs=1e-4)
        m = table["swap with"][n]
        assert why.swap.name == result.names[m]
        assert why.swap.loss_change == pytest.approx(table["swap change"][n], abs=1e-8)
        labels = decision.labels.copy()
        labels[[n, m]] = labels[[m, n]]
        swapped = result.expected_right(replace(decision, labels=labels))
        assert why.swap.fewer_right == pytest.approx(right - swapped, abs=1e-4)


def test_costs_are_told_in_people():
    told = tell(explain_person(houses(), "Person 01"))
    assert not any("loss" in line for line in told)
    costs = [line for line in told if ": moving there " in line]
    assert len(costs) == 3
    assert all("in their right house." in line or "no measurable difference." in line for line in costs)


def test_explanations_are_told_in_other_languages():
    why = explain_person(houses(), "Person 01")
    with speaking(language="de"):
        told = tell(why)
    assert told[0].startswith("Person 01 ist in ")
    assert sum(line.startswith("Dafür: ") for line in told) == len(why.spoke_for) > 0
    assert len(told) == len(tell(why))
    assert not set(told) & set(tell(why))


def test_numbers_in_explanations_have_the_decimal_sign_of_their_language():
    answer = SpeakingAnswer(1, "How tall?", "1.64 m", 1.0, is_number=True)
    why = replace(explain_person(houses(), "Person 01"), spoke_for=(answer,))
    assert any("“1.64 m”" in line for line in tell(why))
    with speaking(language="de"):
        assert any("„1,64 m“" in line for line in tell(why))


@pytest.mark.parametrize(
    ("sense", "english", "german"),
    [
        ("", "the answer “180 cm” to “How tall?”,", "die Antwort „180 cm“ auf „How tall?“,"),
        ("not ticked", "not ticking “180 cm” in “How tall?”,", "„180 cm“ bei „How tall?“ nicht angekreuzt,"),
        ("more than most", "“180 cm” to “How tall?” (more than most),", "auf „How tall?“ (mehr als die meisten),"),
    ],
)
def test_answers_that_spoke_are_told_in_both_languages(sense, english, german):
    answer = SpeakingAnswer(1, "How tall?", "180 cm", 0.7, sense)
    why = replace(explain_person(houses(), "Person 01"), spoke_for=(answer,))
    assert any(english in line for line in tell(why))
    with speaking(language="de"):
        assert any(german in line for line in tell(why))


def test_uncertain_percentages_say_so():
    why = explain_person(houses(), "Person 01")
    unsure = replace(why, share=0.48, error=0.03)
    assert tell(unsure)[0].startswith("Person 01 is in ")
    assert "48\u00a0% (give or take 3)" in tell(unsure)[1]


def test_rules_that_forbid_a_move_are_those_that_it_would_break():
    """The rules told are exactly what the engine finds broken in the changed assignment."""
    result = ruled()
    decision = result.decision
    for n, why in enumerate(everybody(result)):
        for other in why.alternatives:
            labels = decision.labels.copy()
            labels[n] = decision.names.index(other.group)
            broken = {rule.words() for rule in decision.kept.ruling.unmet(labels) if rule.is_hard}
            sizes = np.bincount(labels, minlength=4)
            as_wanted = sorted(sizes.tolist()) == [5, 5, 5, 6]
            assert set(map(str, other.forbidden_by)) == (broken or (set() if as_wanted else {"the sizes"}))
            assert (other.loss_change is None) == bool(other.forbidden_by)


@pytest.mark.parametrize(
    "rules",
    [
        {"together": [["Person 01", "Person 02", "Person 03"]], "size": "4..6"},
        {"not_alone": ["year"], "size": {"Gryffindor": "..5"}},
    ],
)
def test_rules_about_groups_and_company_forbid_moves(rules):
    survey = bh.Survey.load("hogwarts")
    drawn = bh.simulate(survey, 21, rng=2).answers
    answers = bh.Answers(drawn.codes, drawn.names, {"year": tuple("1122"[n % 4] for n in range(21))})
    decision = quick_result(survey, answers, rules=rules).decision
    steps = [(n, g) for n in range(21) for g in range(4) if g != decision.labels[n]]
    found = blocking_rules(decision, steps)
    assert found
    for n, g in steps:
        labels = decision.labels.copy()
        labels[n] = g
        assert found.get((n, g), ()) == tuple(rule for rule in decision.kept.ruling.unmet(labels) if rule.is_hard)


def test_rules_are_told_to_those_they_name():
    result = ruled()
    whys = {why.name: why for why in everybody(result)}
    assert [str(rule.words) for rule in whys["Person 01"].rules] == ["Person 01 must be in Ravenclaw (brings the key)"]
    assert whys["Person 01"].decided_by == "rules"
    assert [str(rule.words) for rule in whys["Person 09"].rules] == [
        "Person 07 would like to be with Person 09 (normal)"
    ]
    assert whys["Person 21"].rules == ()
    for name in [f"Person {n}" for n in range(10, 20)]:
        (stay,) = whys[name].rules
        assert str(stay.words) == f"{name} should stay in Hufflepuff (weight 0.01) (last <b>year</b>)"
        assert (stay.hard, stay.met) == (False, whys[name].group == "Hufflepuff")
    assert any("brings the key" in sentence for sentence in tell(whys["Person 01"]))
    assert any("not fully granted" in line for why in whys.values() for line in tell(why))


def test_what_decided_is_tell():
    result = ruled()
    for n, why in enumerate(everybody(result)):
        better = [other for other in why.alternatives if other.share > why.share]
        pinned = result.decision.kept.ruling.constraints.allowed[n].sum() == 1
        if why.decided_by == "sizes and company":
            assert better
            assert set(better[0].forbidden_by) <= {"the sizes"}
            told = f"{better[0].group} fits better"
            assert any(line.startswith(told) and "the sizes" in line for line in tell(why))
        elif why.decided_by == "wishes":
            assert better
            assert any(rule.met and not rule.hard for rule in why.rules)
        elif why.decided_by == "rules":
            assert pinned or set(better[0].forbidden_by) - {"the sizes"}
        else:
            assert not better
            assert why.decided_by == ("answers" if why.answered else "prior")
    told = {why.decided_by for some in (result, houses()) for why in everybody(some)}
    assert told >= {"rules", "sizes and company", "answers"}


def keeping(result, why, weight):
    """Return the same people sorted with a wish that one of them stays where they are."""
    wish = {why.name: {"groups": why.group, "weight": weight}}
    return quick_result(result.survey, result.answers, loss="vi", rules={"wish": wish})


def test_a_wish_decided_only_if_it_outweighs_the_better_group():
    result = houses()
    why = next(why for why in everybody(result) if why.decided_by == "sizes and company")
    ahead = why.alternatives[0].share - why.share
    for weight, decided in ((ahead / 2, "sizes and company"), (ahead + 0.01, "wishes")):
        wished = keeping(result, why, weight)
        same = explain_person(wished, why.name)
        assert (same.group, same.share, same.rules[0].met) == (why.group, why.share, True)
        assert same.decided_by == decided
    noise = replace(wished.checks, separation=replace(wished.checks.separation, is_noise=True))
    faint = replace(keeping(result, why, ahead / 2), checks=noise)
    assert explain_person(faint, why.name).decided_by == "wishes"


def test_wishes_lost_are_what_the_rules_say_of_the_changed_assignment():
    survey = bh.Survey.load("hogwarts")
    some = {"together": [{"people": ["Person 01", "Person 02", "Person 03"], "weight": 0.2}]}
    apart = {"apart": [{"people": ["Person 03", "Person 04"], "weight": 0.3}]}
    rules = {
        **some,
        **apart,
        "wish": {"Person 04": ["Slytherin", "Ravenclaw"]},
        "companion": {"Person 07": "Person 09"},
    }
    decision = quick_result(survey, bh.simulate(survey, 21, rng=1).answers, rules=rules).decision
    cost = decision.kept.ruling.some(decision.kept.ruling.rules).soft_cost
    lost = wishes_lost(decision)
    assert (lost > 0).any()
    for n, g in np.ndindex(*lost.shape):
        labels = decision.labels.copy()
        labels[n] = g
        assert lost[n, g] == pytest.approx(cost(labels) - cost(decision.labels))


def test_who_said_nothing_is_told_so():
    silent = explain_person(ruled(), "Person 05")
    assert (silent.answered, silent.spoke_for, silent.spoke_against) == (0, (), ())
    assert any(line.startswith("They answered nothing") for line in tell(silent))


def test_answers_speak_for_and_against():
    for why in everybody(houses()):
        assert all(answer.strength > 0 for answer in why.spoke_for)
        assert all(answer.strength < 0 for answer in why.spoke_against)
        assert all(abs(answer.strength) >= np.log(1.05) for answer in why.spoke_for + why.spoke_against)
        assert len(why.spoke_for) + len(why.spoke_against) <= why.answered == 8
        lines = tell(why)
        assert sum(line.startswith("For it: ") for line in lines) == len(why.spoke_for)
        assert sum(line.startswith("Against it: ") for line in lines) == len(why.spoke_against)


def test_exact_sizes_forbid_what_no_rule_does():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 20, rng=3).answers
    why = explain_person(quick_result(survey, answers, [5, 5, 5, 5]), "Person 01")
    assert {other.forbidden_by for other in why.alternatives} == {("the sizes",)}
    assert any("two people can swap" in line for line in tell(why))
    assert any(line.startswith(f"Swapping with {why.swap.name} (") for line in tell(why))


def test_groups_that_are_no_houses_are_told_by_their_company():
    why = explain_person(hostile(), "Ann")
    assert why.noun == "own"
    assert "Their chance of belonging in this group is" in tell(why)[1]
    alone = replace(why, share=0.1, decided_by="sizes and company")
    assert any("fits better" in line for line in tell(alone))


def test_unknown_names_are_told_the_nearest():
    with pytest.raises(InputError, match=r'got "Persn 03"\. Did you mean "Person 03"'):
        explain_person(houses(), "Persn 03")
    with pytest.raises(InputError, match="one of the 2 people"):
        find_person(["Ann", "Bo"], "xyz")
    with pytest.raises(InputError, match="which may be ANN, Ann"):
        find_person(["ANN", "Ann"], "ann")
    assert find_person(["ANN", "Ann"], "Ann") == 1


def test_explanations_are_read_back_from_the_decision(tmp_path):
    result = ruled()
    path = write_json({**result.to_dict(), "people": explanations(result)}, tmp_path / "decision.json")
    assert read_explanation(path, "person 07") == explain_person(result, "Person 07")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "can be read"),
        ("{", "must be JSON"),
        ("{}", "got none"),
        ("[]", "got none"),
        ('{"people": [1]}', "got none"),
    ],
)
def test_files_without_explanations_are_refused(tmp_path, content, told):
    path = tmp_path / "decision.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=told):
        read_explanation(path, "Ann")


def test_explanations_of_another_version_are_refused(tmp_path):
    plain = explanations(ruled())[0]
    del plain["noun"]
    with pytest.raises(InputError, match="Sort again"):
        Explanation.from_dict(plain)


def test_a_part_of_a_name_will_do_if_only_one_person_has_it():
    names = ["Anna Bauer", "Ben Weber", "Jan Weber", "Ann-Marie Ö (a@x.org)"]
    assert [find_person(names, name) for name in ("anna", "BAUER", "weber ben", "Marie")] == [0, 0, 1, 3]
    with pytest.raises(InputError, match='got "Weber", which may be Ben Weber, Jan Weber'):
        find_person(names, "Weber")
    with pytest.raises(InputError, match="must be one of the 4 people"):
        find_person(names, "An")
