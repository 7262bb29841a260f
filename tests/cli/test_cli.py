import csv
import json
import re

import numpy as np
import openpyxl
import pytest
import xarray as xr

from bayeshat import __version__

QUICK = ["--draws", "100", "--tune", "100", "--max-draws", "100", "--chains", "2", "--starts", "2"]


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_version(run):
    assert run("version").output.strip() == f"bayeshat {__version__}"


def test_demo_prints_houses_and_writes_files(run, tmp_path):
    result = run("demo")
    assert result.exit_code == 0
    for word in (
        "Gryffindor",
        "Slytherin",
        "Ravenclaw",
        "Hufflepuff",
        "Sizes",
        "Expected in their right house",
        "assignments.csv",
    ):
        assert word in result.output
    assert len(rows(tmp_path / "bayeshat-demo" / "assignments.csv")) == 21
    assert len(rows(tmp_path / "bayeshat-demo" / "answers.csv")) == 21


def test_the_whole_journey(run, tmp_path):
    assert (
        run("simulate", "hogwarts", 24, "-o", "answers.csv", "--truth", "truth.csv", "--missing", 0.05).exit_code == 0
    )
    assert len(rows(tmp_path / "truth.csv")) == 24
    result = run("sort", "hogwarts", "answers.csv", "-s", "6,6,6,6", "-o", "out", "--xlsx", *QUICK)
    assert result.exit_code == 0, result.output
    groups = [row["group"] for row in rows(tmp_path / "out" / "assignments.csv")]
    assert sorted(np.unique(groups, return_counts=True)[1]) == [6, 6, 6, 6]
    decision = json.loads((tmp_path / "out" / "decision.json").read_text())
    assert decision["decision"]["groups"] == groups
    book = openpyxl.load_workbook(tmp_path / "out" / "groups.xlsx")
    houses = ["Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff"]
    assert book.sheetnames == ["assignments", "probabilities", "sizes", *houses]
    assert [cell.value for cell in book["assignments"]["B"][1:]] == groups


def test_the_result_says_how_good_it_is_in_people(run):
    run("simulate", "hogwarts", 12)
    output = " ".join(run("sort", "hogwarts", "answers.csv", *QUICK).output.split())
    assert "12 people in 4 houses" in output
    assert re.search(r"Expected in their right house: \d+\.\d of 12 people\. People were sorted by the house", output)
    assert "Having these sizes" in output
    assert "bits" not in output


def test_uncertain_percentages_are_told_so(run):
    run("simulate", "hogwarts", 12)
    few = run("sort", "hogwarts", "answers.csv", "--draws", 40, "--tune", 40, "--max-draws", 40, "--starts", 2).output
    assert re.search(r"±\d", few)
    assert "how far off a percentage may be" in few
    many = run("sort", "hogwarts", "answers.csv", "--draws", 2000, "--max-draws", 2000, "--starts", 2).output
    assert "±" not in many


def test_json_and_quiet(run):
    run("simulate", "simulation-even", 12)
    result = run("sort", "simulation-even", "answers.csv", "--json", *QUICK)
    assert json.loads(result.stdout)["decision"]["status"]["code"]
    assert run("sort", "simulation-even", "answers.csv", "--quiet", *QUICK).output == ""


def test_a_survey_of_ones_own(run, tmp_path):
    run("simulate", "simulation-even", 20)
    made = run("survey", "new", "answers.csv", "--houses", 3)
    assert made.output.splitlines()[-1] == "Next: bayeshat sort survey.toml answers.csv --report --lists"
    assert made.exit_code == 0
    assert "10 questions, 3 groups" in made.output
    assert "no problems found" in run("survey", "check", "survey.toml").output
    assert run("survey", "new", "answers.csv").exit_code == 2
    assert run("sort", "survey.toml", "answers.csv", *QUICK).exit_code == 0


def test_what_a_new_survey_left_out_is_a_comment_and_heads_no_form(run, tmp_path):
    rows = ["name,Any words?,How often?", *(f"Person {n},word {n},{n % 3 + 1}." for n in range(12))]
    (tmp_path / "words.csv").write_text("\n".join(rows), encoding="utf-8")
    told = " ".join(run("survey", "new", "words.csv").output.split())
    assert 'Left out: "Any words?" (free text' in told
    text = (tmp_path / "survey.toml").read_text(encoding="utf-8")
    assert text.startswith('# Left out: "Any words?" (free text')
    assert "description" not in text
    assert "no problems found" in run("survey", "check", "survey.toml").output


def test_survey_show(run):
    output = run("survey", "show", "hogwarts").output
    assert "Gryffindor" in output
    assert "Membership prior: 0.3" in output


@pytest.fixture
def draws():
    rng = np.random.default_rng(0)
    return np.where(rng.random((100, 9)) < 0.2, rng.integers(0, 3, (100, 9)), np.arange(9) // 3)


def test_decide_on_draws_of_other_tools(run, draws, tmp_path):
    np.save("draws.npy", draws)
    np.savetxt("draws.csv", draws, fmt="%d", delimiter=",", header=",".join("abcdefghi"), comments="")
    posterior = xr.Dataset({"z": (("chain", "draw", "person"), draws.reshape(4, 25, 9)), "x": (("chain",), np.ones(4))})
    xr.DataTree.from_dict({"posterior": posterior}).to_netcdf("draws.nc", engine="h5netcdf")
    answers = [run("decide", f"draws.{kind}", "-s", "3,3,3", "--json") for kind in ("npy", "csv", "nc")]
    labels = [json.loads(answer.stdout)["labels"] for answer in answers]
    assert labels[0] == labels[1] == labels[2] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert run("decide", "draws.npy", "-o", "groups.csv", "-q").exit_code == 0
    assert len(rows(tmp_path / "groups.csv")) == 9


def test_names_of_surveys_and_files_that_are_not_there(run):
    assert 'Did you mean "hogwarts"?' in run("sort", "hogwart", "answers.csv").stderr
    assert "nowhere.csv" in run("sort", "hogwarts", "nowhere.csv").stderr


def test_names_that_look_like_formulas_or_markup_are_shown_as_text(run, tmp_path):
    run("simulate", "simulation-even", 6)
    text = (tmp_path / "answers.csv").read_text(encoding="utf-8-sig").splitlines()
    name = text[1].split(",")[0]
    (tmp_path / "answers.csv").write_text("\n".join(text).replace(name, "=1+2[bold]"))
    result = run("sort", "simulation-even", "answers.csv", "-o", "out", *QUICK)
    assert "=1+2[bold]" in result.output
    assert any(row["name"] == "'=1+2[bold]" for row in rows(tmp_path / "out" / "assignments.csv"))
