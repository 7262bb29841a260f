"""Learning from known people on the command line."""

import csv
import json

import pytest

QUICK = ["--draws", "50", "--tune", "20", "--max-draws", "50", "--starts", "2"]


@pytest.fixture
def past(run, tmp_path):
    """Answers of thirty people, of whom the first twenty-four have a house, and a file of theirs alone."""
    run("simulate", "simulation-even", 30, "--truth", "truth.csv", "-q")
    tables = []
    for name in ("answers.csv", "truth.csv"):
        with (tmp_path / name).open(encoding="utf-8-sig", newline="") as file:
            tables.append(list(csv.reader(file)))
    rows = [[*row, house if n <= 24 else ""] for n, (row, (_, house)) in enumerate(zip(*tables, strict=True))]
    for name, some in (("all.csv", rows), ("past.csv", rows[:25])):
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(some)
    return tmp_path


def test_sorting_by_what_known_people_teach(run, past):
    done = run("sort", "simulation-even", "all.csv", "--known", "house", "--report", *QUICK)
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "6 people, 3 houses" in told
    assert "Learned from 24 people whose house is known (Cluster 1" in told
    assert "What each question contributes" in told
    assert "What each question contributes" in (past / "sorted" / "report.html").read_text(encoding="utf-8")
    counted = run(
        "sort", "simulation-even", "all.csv", "--known", "house", "--known-count", "--json", "-o", "c", *QUICK
    )
    found = json.loads(counted.stdout)
    assert len(found["names"]) == 30
    assert sum(found["learned"]["people"].values()) == 24
    placed = ["place", "simulation-even", "all.csv", "sorted/assignments.csv", "--known", "house", "-o", "p", *QUICK]
    assert run(*placed).exit_code == 0


def test_what_is_known_must_fit(run, past):
    wrong = run("sort", "simulation-even", "all.csv", "--known", "hose", *QUICK)
    assert wrong.exit_code == 2
    assert 'error: --known must be a heading of the answers; got "hose". Did you mean "house"?' in wrong.stderr
    everybody = run("sort", "simulation-even", "past.csv", "--known", "house", *QUICK)
    assert "Somebody must be left to sort; got 24 people" in everybody.stderr
    mode = run("sort", "simulation-even", "all.csv", "--known", "house", "--weights", "on", *QUICK)
    assert "--weights must be 'auto' or 'off'; got 'on'" in mode.stderr


def test_learning_a_survey(run, past):
    done = run("learn", "simulation-even", "past.csv", "--known", "house", "--discount", "0.25", "--least", "2")
    assert done.exit_code == 0, done.output
    assert "Learned from 24 people" in " ".join(done.output.split())
    text = (past / "learned.toml").read_text(encoding="utf-8")
    assert text.startswith("# This survey was learned from at least 24 people")
    assert run("survey", "check", "learned.toml").exit_code == 0
    again = run("learn", "simulation-even", "past.csv", "--known", "house")
    assert again.exit_code == 2
    assert "which exists" in again.stderr
    assert run("learn", "simulation-even", "past.csv", "--known", "house", "--force", "--json").exit_code == 0
    assert run("sort", "learned.toml", "answers.csv", *QUICK).exit_code == 0


def test_a_survey_from_nothing(run, past):
    done = run("survey", "new", "past.csv", "--known", "house", "-o", "new.toml")
    assert done.exit_code == 0, done.output
    shown = run("survey", "show", "new.toml").output
    assert "Houses: Cluster 1, Cluster 2, Cluster 3" in shown
    assert run("survey", "new", "past.csv", "--known", "house", "-o", "new.toml").exit_code == 2


def test_whose_house_depends_on_the_prior(run, past):
    done = run("sort", "simulation-even", "past.csv", "--sensitivity", "--draws", "300")
    assert "if the survey's prior counted somewhat" in " ".join(done.output.split())
    plain = run("sort", "simulation-even", "past.csv", "--sensitivity", "--json", "-o", "j", "--draws", "300")
    assert "counted somewhat" in json.loads(plain.stdout)["sensitivity"][0]
