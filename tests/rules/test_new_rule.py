"""A new kind of rule is one class and one line in the table: one that only these tests know."""

import csv

import numpy as np
import pytest
from typer.testing import CliRunner

import bayeshat as bh
from bayeshat.cli.app import app
from bayeshat.errors import InputError, RulesError
from bayeshat.rules.reading import read_rules
from bayeshat.rules.rules import resolve_names
from bayeshat.rules.table import KINDS
from rules.new_rule import Seniors

QUICK = ["--draws", "100", "--tune", "100", "--max-draws", "100", "--chains", "2", "--starts", "2"]


@pytest.fixture(autouse=True)
def seniors(monkeypatch):
    monkeypatch.setitem(KINDS, "seniors", Seniors)


def test_it_is_read_and_written(tmp_path):
    rule = Seniors("year", "4", "they lead")
    table = {"rule": ["Elders"], "who": [""], "what": ["year = 4"], "reason": ["they lead"]}
    assert list(read_rules(table)) == [rule]
    (tmp_path / "rules.toml").write_text('seniors = { column = "year", value = "4", reason = "they lead" }')
    assert list(read_rules(tmp_path / "rules.toml")) == [rule]
    rules = bh.Rules([rule, bh.Apart(("Ann", "Bo"))])
    assert rules.rules == (bh.Apart(("Ann", "Bo")), rule)
    assert bh.Rules.from_plain(rules.to_plain()) == rules
    with pytest.raises(InputError, match="row 0: A rule seniors must not name people"):
        read_rules(table | {"who": ["Ann"]})
    with pytest.raises(InputError, match='An entry must hold only column, value, reason; got "valeu"'):
        bh.Rules.from_plain({"seniors": [{"column": "year", "valeu": "4"}]})


def test_its_names_are_checked():
    columns = {"Year": ["4", "1", "4"]}
    known = resolve_names(bh.Rules([Seniors("year", "4")]), ["Ann", "Bo", "Cy"], ["red", "blue"], columns)
    assert known.rules == (Seniors("Year", "4"),)
    with pytest.raises(InputError, match='value of "Year", "5"'):
        resolve_names(bh.Rules([Seniors("year", "5")]), ["Ann", "Bo", "Cy"], ["red", "blue"], columns)


def test_it_is_kept_by_the_search():
    draws = np.tile([0, 0, 0, 1, 1, 1], (4, 1))
    columns = {"year": ["4", "4", "1", "1", "1", "1"]}
    decision = bh.decide(draws, [3, 3], rules=bh.Rules([Seniors("year", "4")]), columns=columns)
    assert decision.labels[0] != decision.labels[1]
    with pytest.raises(RulesError, match="cannot be met with 6 people and 2 groups: No group has two"):
        bh.decide(draws, [3, 3], rules=bh.Rules([Seniors("year", "1")]), columns=columns)


def test_it_comes_from_the_command_line_and_into_the_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    CliRunner().invoke(app, ["simulate", "hogwarts", "16", "-q"])
    with open("answers.csv", encoding="utf-8-sig", newline="") as file:
        rows = [row | {"year": "4" if n < 4 else "1"} for n, row in enumerate(csv.DictReader(file))]
    with open("answers.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    (tmp_path / "rules.csv").write_text("rule,who,what\nseniors,,year=4\n")
    wanted = ["-s", "balanced", "--rules", "rules.csv", "--report"]
    done = CliRunner().invoke(app, ["sort", "hogwarts", "answers.csv", *wanted, *QUICK])
    assert done.exit_code == 0, done.output
    assert "The rule is met." in done.output
    with open("sorted/assignments.csv", encoding="utf-8-sig", newline="") as file:
        groups = {row["name"]: row["group"] for row in csv.DictReader(file)}
    assert len({groups[row["name"]] for row in rows[:4]}) == 4
    report = (tmp_path / "sorted" / "report.html").read_text(encoding="utf-8")
    assert "No group has two people with year = 4" in report
