"""The commands of an organiser's year: rules, a report, latecomers, a second sort, an explanation."""

import csv
import json
import re

import pytest
from typer.testing import CliRunner

from bayeshat.cli.app import app

QUICK = ["--draws", "100", "--tune", "100", "--max-draws", "100", "--chains", "2", "--starts", "2"]


def groups(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["name"]: row["group"] for row in csv.DictReader(file)}


def write_rules(folder):
    rows = [
        ("rule", "who", "what", "weight", "reason"),
        ("pin", "Person 01", "Slytherin", "", "brings the key"),
        ("together", "Person 02; Person 03", "", "", ""),
        ("apart", "Person 04; Person 05", "", "", ""),
        ("wish", "Person 06", "Ravenclaw", "0.1", ""),
    ]
    with (folder / "rules.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return folder / "rules.csv"


@pytest.fixture(scope="module")
def sorted_by_rules(tmp_path_factory):
    """Sort sixteen people by rules; return the folder and what the command printed."""
    folder = tmp_path_factory.mktemp("rules")
    wanted = ["-s", "3..5", "--rules", write_rules(folder), "--report", "--lists", "--xlsx"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "120")
        CliRunner().invoke(app, ["simulate", "hogwarts", "16", "-q"])
        result = CliRunner().invoke(app, ["sort", "hogwarts", "answers.csv", *map(str, wanted), *QUICK])
    return folder, result


def test_rules_report_and_lists(sorted_by_rules):
    tmp_path, result = sorted_by_rules
    assert result.exit_code == 0, result.output
    where = groups(tmp_path / "sorted" / "assignments.csv")
    assert where["Person 01"] == "Slytherin"
    assert where["Person 02"] == where["Person 03"]
    assert where["Person 04"] != where["Person 05"]
    assert all(3 <= list(where.values()).count(group) <= 5 for group in set(where.values()))
    assert "rules are met" in result.output
    assert "brings the key" in (tmp_path / "sorted" / "report.html").read_text(encoding="utf-8")
    for name in ("lists.html", "mail-merge.csv", "groups.xlsx"):
        assert (tmp_path / "sorted" / name).stat().st_size > 0


def test_the_command_speaks_other_languages(run, sorted_by_rules, monkeypatch):
    monkeypatch.chdir(sorted_by_rules[0])
    german = run("--language", "de", "explain", "person 01").output
    assert german.startswith("Person 01 ist in Slytherin")
    monkeypatch.setenv("BAYESHAT_LANGUAGE", "de")
    assert run("explain", "person 01").output == german
    assert run("--language", "en", "explain", "person 01").output.startswith("Person 01 is in Slytherin")
    unknown = run("--language", "xx", "explain", "person 01")
    assert unknown.exit_code == 2
    assert "must be de (Deutsch) or en (English); got 'xx'" in unknown.stderr


def test_explain(run, sorted_by_rules, monkeypatch):
    monkeypatch.chdir(sorted_by_rules[0])
    told = run("explain", "person 01")
    assert told.exit_code == 0, told.output
    assert "Slytherin" in told.output
    assert "brings the key" in told.output
    assert json.loads(run("explain", "Person 01", "--json").stdout)["group"] == "Slytherin"
    unknown = run("explain", "Persn 01")
    assert unknown.exit_code == 2
    assert "Person 01" in unknown.stderr
    assert run("explain", "Person 01", "--from", "nowhere").exit_code == 2


def test_latecomers_and_a_second_sort(run, tmp_path):
    run("simulate", "hogwarts", 14, "-o", "all.csv", "-q")
    lines = (tmp_path / "all.csv").read_text(encoding="utf-8-sig").splitlines()
    (tmp_path / "early.csv").write_text("\n".join(lines[:11]), encoding="utf-8")
    run("sort", "hogwarts", "early.csv", "-q", *QUICK)
    before = groups(tmp_path / "sorted" / "assignments.csv")
    result = run("place", "hogwarts", "all.csv", "sorted/assignments.csv", "-o", "late", "-q", *QUICK)
    assert result.exit_code == 0, result.output
    after = groups(tmp_path / "late" / "assignments.csv")
    assert len(after) == 14
    assert {name: after[name] for name in before} == before
    again = run("sort", "hogwarts", "all.csv", "--stay", "late/assignments.csv", "-o", "again", "-q", *QUICK)
    assert again.exit_code == 0, again.output
    assert groups(tmp_path / "again" / "assignments.csv") == after


def test_contradictions_are_told(run, tmp_path):
    run("simulate", "hogwarts", 12, "-q")
    (tmp_path / "rules.toml").write_text(
        'together = [["Person 01", "Person 02"]]\napart = [["Person 01", "Person 02"]]\n'
    )
    result = run("sort", "hogwarts", "answers.csv", "--rules", "rules.toml")
    assert result.exit_code == 2
    assert "These 2 rules cannot all be met" in result.stderr
    (tmp_path / "rules.toml").write_text('together = [["Person 01", "Persn 02"]]\n')
    assert "Persn 02" in run("sort", "hogwarts", "answers.csv", "--rules", "rules.toml").stderr


@pytest.mark.long
def test_paper(run, tmp_path):
    result = run("paper", "--data-sets", 1, "--no-nuts", "--no-figures", "-o", "study")
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "study" / "study.json").read_text())
    assert "Table 1" in result.output


@pytest.fixture
def class_list(tmp_path):
    """Write the answers of 12 people who fall into two groups."""
    rows = [[f"P{n:02}", *["ab"[(n < 6) ^ (n == q)] for q in range(4)], ""] for n in range(12)]
    with (tmp_path / "class.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["name", "Tea?", "Dogs?", "Sea?", "Early?"], *(row[:5] for row in rows)])
    return tmp_path / "class.csv"


def test_groups_that_are_only_numbered_are_never_called_houses(run, tmp_path, class_list):
    made = run("survey", "new", class_list, "--groups", 2)
    assert made.exit_code == 0, made.output
    assert "4 questions, 2 groups." in made.output
    done = run("sort", "survey.toml", class_list, "--report", "--sensitivity", *QUICK)
    assert "the survey does not say how its groups differ" in " ".join(done.output.split())
    told = [made.output, done.output, run("survey", "show", "survey.toml").output, run("explain", "P01").output]
    told += [run("survey", "check", "survey.toml").output]
    told += [run("sort", "survey.toml", class_list, "-s", "Red=6").stderr]
    told += [run("sort", "survey.toml", class_list, "--totals", "Red=6").stderr]
    page = (tmp_path / "sorted" / "report.html").read_text(encoding="utf-8")
    told += re.findall(r">([^<>]+)<", page.split("</style>")[1])
    assert [text for text in told if "house" in text.lower()] == []


def test_numbers_of_groups_stay_when_somebody_joins(run, tmp_path, class_list):
    run("survey", "new", class_list, "--groups", 2)
    run("sort", "survey.toml", class_list, "-q", *QUICK)
    before = groups(tmp_path / "sorted" / "assignments.csv")
    assert before["P00"] == "Group 1"
    with class_list.open("a") as file:
        file.write("P12,b,b,b,b\n")
    for seed in range(2):
        run("sort", "survey.toml", class_list, "-o", "again", "-q", "--seed", seed, *QUICK)
        after = groups(tmp_path / "again" / "assignments.csv")
        assert {name: after[name] for name in before} == before
