"""Tables of a result: one source for each number, and notes where there is something to note."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.report.lists import group_sheets, mail_merge_table, render_lists
from bayeshat.report.page.html import render_report
from bayeshat.report.tables import assignments_table, find_notes
from bayeshat.rules.rules import Pin
from report.results import flat, hostile, houses, quick_result, ruled, two_groups


def test_the_probabilities_of_all_tables_are_the_same():
    """The share of draws in which the house is somebody's label, everywhere."""
    result = houses()
    own = result.posterior.probabilities[np.arange(21), result.decision.labels].round(4).tolist()
    table, every = result.assignments(), result.probabilities()
    assert table["probability"] == own
    assert [every[group][n] for n, group in enumerate(result.decision.groups)] == own
    assert np.array_equal(result.group_shares(), result.posterior.probabilities)


def test_groups_that_stand_for_no_houses_have_chances_of_their_own():
    for result in (flat(), hostile(), two_groups()):
        assert not result.stands_for_houses
        assert np.array_equal(result.group_shares(), result.decision.chances())


def test_the_next_best_house_and_what_it_costs_are_told_with_exact_sizes():
    result = houses()
    table, right = result.assignments(), result.expected_right()
    decision = result.decision
    assert np.isinf(decision.size_weight)
    for n in range(21):
        others = result.posterior.probabilities[n].copy()
        others[decision.labels[n]] = -1
        assert table["next best"][n] == decision.names[others.argmax()]
        assert table["probability of next best"][n] == pytest.approx(others.max(), abs=1e-4)
        labels = decision.labels.copy()
        labels[n] = others.argmax()
        fewer = right - result.expected_right(replace(decision, labels=labels))
        assert table["fewer right if moved"][n] == pytest.approx(fewer, abs=1e-4)
        m = result.names.index(table["swap with"][n])
        labels = decision.labels.copy()
        labels[[n, m]] = labels[[m, n]]
        fewer = right - result.expected_right(replace(decision, labels=labels))
        assert table["fewer right if swapped"][n] == pytest.approx(fewer, abs=1e-4)


def test_draws_of_other_tools_have_their_shares():
    draws = np.array([[0, 0, 1, 1], [0, 1, 1, 1]] * 10)
    decision = bh.decide(draws, None)
    table = assignments_table("abcd", decision, decision.chances())
    assert sorted(table["probability"]) == [0.5, 1.0, 1.0, 1.0]


def test_there_are_notes_only_where_there_is_something_to_note():
    assert "note" not in houses().assignments()
    notes = ruled().assignments()["note"]
    assert notes[:5] == ["pinned: brings the key", "pinned", "", "", "no answers: placed where there was room"]
    assert not any(notes[5:])


def test_a_pin_counts_for_more_than_the_prior():
    pins = [Pin("Ann", ("A", "B"), "one"), Pin("Ann", ("B", "C"), "two")]
    assert [str(note.words) for note in find_notes(["Ann", "Bo"], ["Ann", "Bo"], pins)] == [
        "no answers; pinned: one; two",
        "no answers: placed where there was room",
    ]


def test_columns_of_ids_and_addresses_travel_to_every_table():
    table = {"name": ["Ann", "Bo"], "E-Mail-Adresse": ["a@b.org", "b@b.org"], "Student ID": [7, 8], "Tea?": ["y", "n"]}
    table["Token"] = ["", ""]
    result = bh.sort_people(bh.Survey.from_answers(table, 2), table, draws=20, tune=20, rng=1)
    for made in (result.assignments(), result.probabilities()):
        assert list(made)[:3] == ["name", "E-Mail-Adresse", "Student ID"]
        assert "Token" not in made
        assert made["Student ID"] == ["7", "8"]
    for page in (render_report(result), render_lists(result)):
        assert "a@b.org, Student ID 7" in page
    for page in (
        render_report(result, with_ids=False),
        render_lists(result, with_ids=False),
    ):
        assert "a@b.org" not in page
        assert "Student ID" not in page
    merged = mail_merge_table(result)
    assert (merged["e-mail"], merged["Student ID"]) == (["a@b.org", "b@b.org"], ["7", "8"])
    assert all("Student ID" in sheet for sheet in group_sheets(result).values())


def test_a_house_may_be_called_like_any_column():
    table = {"name": ["Ann", "Bo", "Cy"], "Student ID": [7, 8, 9], "Tea?": ["y", "n", "y"]}
    houses = ["Name", "student id", "probability of Name", "person"]
    questions = bh.Survey.from_answers(table, houses)
    prior = np.array([[[4.0, 1.0]], [[1.0, 4.0]], [[2.0, 9.0]], [[9.0, 2.0]]])
    result = quick_result(replace(questions, answer_prior=prior), table, None)
    made = result.probabilities()
    assert list(made) == [
        *("name", "Student ID", "probability of Name (2)", "probability of student id"),
        *("probability of Name", "person"),
    ]
    assert made["name"] == ["Ann", "Bo", "Cy"]
    assert made["Student ID"] == ["7", "8", "9"]
    assert np.array([made[heading] for heading in list(made)[2:]]).sum(axis=0) == pytest.approx([1.0] * 3, abs=1e-3)
