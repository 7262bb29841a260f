"""Whose house is known: columns, mappings and lists."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.known_people.people import KnownPeople, read_houses, read_known

SURVEY = bh.Survey.load("simulation-even")
ANSWERS = bh.Answers(
    np.zeros((4, 10), np.int16), ("Ann", "Bo", "Cy", "Di"), {"House?": ("cluster 1", "", "CLUSTER 3", "n/a")}
)
HOUSES = {"Ann": "Cluster 1", "cy": "Cluster 3"}


def test_a_column_a_mapping_and_a_list_say_the_same(tmp_path):
    path = tmp_path / "houses.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("name", "house"), *HOUSES.items()])
    frame = pd.DataFrame({"name": list(HOUSES), "house": list(HOUSES.values())})
    for source in ("house?", HOUSES, path, str(path), frame):
        known = read_known(source, SURVEY, ANSWERS)
        assert known.labels.tolist() == [0, -1, 2, -1]
        assert known.question is None
    assert (
        str(known.notes()[0]) == "Learned from 2 people whose group is known (Cluster 1 1, Cluster 2 0, Cluster 3 1)."
    )
    assert str(known.notes()[1]).startswith("Nobody is known to be in Cluster 2:")


def test_a_question_may_hold_the_houses():
    question = bh.Question("team", "Which team were you in?", ("Red", "Blue"))
    clusters = (bh.Cluster("Red"), bh.Cluster("Blue"))
    survey = bh.Survey(
        "Teams", (bh.Question("q1", "Tea?", ("yes", "no")), question), clusters, np.ones((2, 2, 2)), np.ones(2)
    )
    answers = bh.read_answers({"name": ["Ann", "Bo"], "Tea?": ["yes", "no"], "team": ["Blue", ""]}, survey)
    for heading in ("TEAM", "Which team were you in?"):
        known = read_known(heading, survey, answers)
        assert (known.labels.tolist(), known.question) == ([1, -1], 1)


def test_unknown_houses_are_refused_with_the_nearest():
    with pytest.raises(InputError, match=r'got 1 that is not\n  Bo: "Clustre 2" \(nearest: "Cluster 2"\)'):
        read_known({"Bo": "Clustre 2"}, SURVEY, ANSWERS)
    with pytest.raises(InputError, match=r'got "Hose"\. Did you mean "House\?"'):
        read_known("Hose", SURVEY, ANSWERS)


def test_known_people_who_did_not_answer_are_told():
    known = read_known({"Ann": "Cluster 1", "Eve": "Cluster 2"}, SURVEY, ANSWERS)
    assert known.absent == ("Eve",)
    assert "1 person whose group is known but who did not answer: Eve." in str(known.notes()[-1])


def test_somebody_must_be_known_and_somebody_left():
    with pytest.raises(InputError, match="must give at least one person's group"):
        KnownPeople(np.array([-1, -1]), ("a", "b")).check()
    with pytest.raises(InputError, match="Somebody must be left to sort; got 2 people"):
        KnownPeople(np.array([0, 1]), ("a", "b")).check()


def test_houses_of_a_column_are_spelled_as_most_people_do():
    table = {"name": list("abcd"), "team": ["red", "Red", "red", "Blue"]}
    assert read_houses(table, "Team") == ("Blue", "red")


def test_a_name_of_two_people_is_refused():
    answers = bh.Answers(np.zeros((3, 10), np.int16), ("Ann", "Bo", "ann"))
    with pytest.raises(InputError, match='must be one person\'s; got "ann" more than once'):
        read_known({"Ann": "Cluster 1"}, SURVEY, answers)
    alone = bh.Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo"))
    with pytest.raises(InputError, match="Ann"):
        read_known({"Ann": "Cluster 1", "ANN": "Cluster 2"}, SURVEY, alone)
