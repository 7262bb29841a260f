"""Learning from known people on the command line."""

import csv
import json

import pytest

from bayeshat import _kernel_cache
from bayeshat.known_people.learned_survey import learn_survey

pytestmark = pytest.mark.usefixtures("few_penalties")
QUICK = ["--draws", "50", "--tune", "20", "--max-draws", "50", "--chains", "2", "--starts", "2"]


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
    assert "6 people in 3 groups" in told
    assert "Learned from 24 people whose group is known (Cluster 1" in told
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


def test_learning_says_that_the_calculations_are_prepared(run, past, monkeypatch):
    def learn(*arguments, **settings):
        _kernel_cache._tell(_kernel_cache.PREPARING)
        return learn_survey(*arguments, **settings)

    monkeypatch.setattr("bayeshat.known_people.learned_survey.learn_survey", learn)
    quick = ("learn", "simulation-even", "past.csv", "--known", "house", "--weights", "off")
    told = run(*quick, "-o", "told.toml")
    assert told.exit_code == 0
    assert told.stderr.count(str(_kernel_cache.PREPARING)) == 1
    silent = run(*quick, "-o", "silent.toml", "--json")
    assert str(_kernel_cache.PREPARING) not in silent.stderr


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
    assert "Groups: Cluster 1, Cluster 2, Cluster 3" in shown
    assert run("survey", "new", "past.csv", "--known", "house", "-o", "new.toml").exit_code == 2


def test_whose_house_depends_on_the_prior(run, past):
    done = run("sort", "simulation-even", "past.csv", "--sensitivity", "--draws", "300", "--max-draws", "300")
    assert "if the survey's prior counted somewhat" in " ".join(done.output.split())
    plain = run(
        "sort",
        "simulation-even",
        "past.csv",
        "--sensitivity",
        "--json",
        "-o",
        "j",
        "--draws",
        "300",
        "--max-draws",
        "300",
    )
    assert "counted somewhat" in json.loads(plain.stdout)["sensitivity"][0]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--known-count"], "--known-count needs people whose group is known; got no --known. Add --known"),
        (["--weights", "off"], "--weights needs people whose group is known; got 'off' without --known."),
        (["--known", "nosuch.csv"], 'a file of names and groups; got "nosuch.csv", which does not exist.'),
        (["--known", "empty.csv"], "The list of known groups could not be read. empty.csv"),
        (["--known", "house", "--rules", "rules.csv"], '"Person 01" in "Person 01 and Person 30 must be together"'),
        (["--known", "house", "--friends", "friend"], '"Person 01" (their group is known, so they are not sorted;'),
        (["--totals", "8,8"], "one number for each group, 3 in all (Cluster 1, Cluster 2, Cluster 3); got 8, 8. Write"),
        (["--totals", ""], '--totals must be a number for each group; got "". Write e.g. "Ayes=120,Noes=80".'),
    ],
)
def test_what_cannot_be_meant_is_refused(run, past, options, told):
    (past / "empty.csv").write_text("")
    (past / "rules.csv").write_text("rule,who,what\ntogether,Person 01; Person 30,\n")
    rows = (past / "all.csv").read_text(encoding="utf-8").splitlines()
    friends = ["friend", *[""] * 28, "Person 01", ""]
    (past / "all.csv").write_text("\n".join(f"{row},{friend}" for row, friend in zip(rows, friends, strict=True)))
    done = run("sort", "simulation-even", "all.csv", *options, *QUICK)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())


def test_what_was_left_out_and_what_was_not_learned_is_said(run, past):
    rows = (past / "past.csv").read_text(encoding="utf-8").splitlines()
    cells = ["Age", *(str(20 + n % 12) for n in range(23)), "older than most"]
    notes = ["Any words?", *(f"word {n}" for n in range(24))]
    more = [",".join(row) for row in zip(rows, cells, notes, strict=True)]
    (past / "past.csv").write_text("\n".join(more), encoding="utf-8")
    made = run("survey", "new", "past.csv", "--known", "house", "-o", "made.toml")
    told = " ".join(made.output.split())
    assert 'Left out: "Any words?" (free text' in told
    assert 'Not read as numbers: "older than most" in "Age".' in told
    assert "older" not in (past / "made.toml").read_text(encoding="utf-8")
    none = run("learn", "simulation-even", "past.csv", "--known", "house", "--least", "100", "--weights", "off")
    told = " ".join(none.output.split())
    assert "No prior count was learned, because fewer than 100 people" in told
    assert "Learned from" not in told
    text = (past / "learned.toml").read_text(encoding="utf-8")
    assert text.startswith("# This survey was to be learned from fewer than 100 people")


def test_no_more_groups_than_people_are_compared(run, past):
    done = run("survey", "new", "past.csv", "--houses", "2..100", "--skip", "house")
    assert done.exit_code == 2
    assert "--groups must be at most the number of people (24); got 100. Try e.g. up to 4" in done.stderr
