"""``--totals`` and ``--size-prior`` of ``bayeshat sort``."""

import csv
import json

import numpy as np
import pytest

import bayeshat as bh

QUICK = ["--draws", "50", "--tune", "50", "--max-draws", "50", "--chains", "2", "--starts", "2", "--seed", "1"]


@pytest.fixture
def ballots(tmp_path, monkeypatch):
    """A survey with two houses of which it says nothing, and answers of 12 and 6 people."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    yes = rng.random((18, 8)) < np.repeat([0.85, 0.15], [12, 6])[:, None]
    rows = [[f"Person {n}", *np.where(row, "yes", "no")] for n, row in enumerate(yes)]
    with open("answers.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["name", *(f"q{q}" for q in range(8))], *rows])
    bh.Survey.from_answers("answers.csv", ["Ayes", "Noes"]).save("survey.toml")


@pytest.fixture
def sort(run, ballots):
    """Sort with some options; return what --json prints."""

    def go(*options):
        done = run("sort", "survey.toml", "answers.csv", *options, *QUICK, "-o", "out", "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return go


def test_totals_are_the_sizes_where_no_others_are_wanted(sort):
    found = sort("--totals", "Noes=6,Ayes=12")
    assert found["decision"]["sizes"] == [12, 6]
    assert "The totals were known: Ayes 12, Noes 6." in json.dumps(found)
    assert "the totals tell the groups apart" in found["decision"]["loss_reason"]
    assert found["options"]["totals"] == {"Noes": 6, "Ayes": 12}


def test_totals_and_wanted_sizes_are_two_things(sort):
    found = sort("--totals", "12,6", "--sizes", "balanced")
    assert found["decision"]["sizes"] == [9, 9]
    assert found["options"]["totals"] == [12, 6]


def test_a_size_prior_leaves_the_sizes_alone(sort):
    assert sort("--size-prior", "Ayes=12,Noes=6")["decision"]["sizes"] == [9, 9]
    assert sort()["decision"]["sizes"] == [9, 9]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--totals", "12,7"], "--totals must add up to the number of people who answered (18); got 12 + 7 = 19."),
        (["--totals", "Ayes=12,Nays=6"], "--totals must name the survey's groups (Ayes, Noes); got 'Nays'."),
        (["--totals", "balanced"], '--totals must be a number for each group; got "balanced".'),
        (["--totals", "50%,50%"], "--totals must be whole numbers of at least 0; got 0.5 for Ayes."),
        (["--totals", "12,6", "--membership", "mixed"], "got --membership mixed."),
        (["--totals", "12,6", "--size-prior", "12,6"], "Give --totals where the numbers are known"),
        (["--size-prior", "none"], '--size-prior must be a number for each group; got "none".'),
    ],
)
def test_totals_that_cannot_be_used(run, ballots, options, sentence):
    done = run("sort", "survey.toml", "answers.csv", *options, *QUICK)
    assert done.exit_code == 2
    assert sentence in " ".join(done.stderr.split())
