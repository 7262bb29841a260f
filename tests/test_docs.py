"""Every command and sample in README.md and docs/ runs, or at least says what exists."""

import ast
import csv
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bayeshat as bh
from bayeshat.cli.app import app
from bayeshat.rules.rules_read import read_rules
from bayeshat.survey.answer_kinds.kind_table import ANSWER_KINDS
from bayeshat.survey.survey_file.toml_read import parse_survey
from bayeshat.tables.numbers import read_numbers

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
QUICK = ["--draws", "50", "--tune", "50", "--max-draws", "50"]
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Zoë Ö", "Ann Smith", *(f"Person {n:02}" for n in range(8, 22))]


def blocks(page, language=""):
    """Return the blocks of a page that are in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(page):
    """Return the commands that a page shows, in blocks and within lines."""
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"^(bayeshat .*)$", text, re.MULTILINE) + re.findall(r"`(bayeshat [a-z][^`]*)`", text)
    return [shlex.split(line.replace("…", ""), comments=True)[1:] for line in shown]


@pytest.fixture
def answers(tmp_path, monkeypatch):
    """A folder with answers of 21 people to the survey hogwarts, with the other columns that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    survey = bh.Survey.load("hogwarts")
    drawn = bh.simulate(survey, 21, rng=1).answers
    extra = {
        "gender": tuple("wm"[n % 2] for n in range(21)),
        "year": tuple("123"[n % 3] for n in range(21)),
        "age": tuple(str(11 + n % 7) for n in range(21)),
        "When are you free?": tuple("Monday; Tuesday; Friday" if n % 2 else "" for n in range(21)),
    }
    columns = {"name": NAMES, **extra}
    for q, question in enumerate(survey.questions):
        columns[question.text] = [question.options[code] for code in drawn.codes[:, q]]
    with open("answers.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    return bh.read_answers("answers.csv", survey)


def rows_of_rules():
    """Return the table of rules that docs/organise/rules.md shows."""
    text = (ROOT / "docs" / "organise" / "rules.md").read_text(encoding="utf-8")
    table = re.search(r"^\| rule \| who .*?\n\n", text, re.MULTILINE | re.DOTALL)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table if not row.startswith("| ---")]


def test_the_table_of_rules_can_be_kept(answers):
    with open("rules.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows_of_rules())
    result = bh.sort_people("hogwarts", answers, "4..6", rules="rules.csv", draws=50, tune=50, max_draws=50, rng=1)
    assert len(result.decision.kept.ruling.rules) >= len(rows_of_rules()) - 1
    assert not [rule for rule in result.decision.kept.unmet if rule.is_hard]


def test_rules_in_toml_can_be_kept(answers, tmp_path):
    samples = blocks(ROOT / "docs" / "organise" / "rules.md", "toml")
    assert len(samples) == 2
    for sample in samples:
        Path("rules.toml").write_text(sample, encoding="utf-8")
        options = {"draws": 50, "tune": 50, "max_draws": 50}
        result = bh.sort_people("hogwarts", answers, rules="rules.toml", rng=1, **options)
        assert not [rule for rule in result.decision.kept.unmet if rule.is_hard]


def test_rules_in_python_are_those_of_the_survey_file(answers):
    [sample] = blocks(ROOT / "docs" / "organise" / "rules.md", "python")
    code = sample[: sample.index("rules = rules +")]
    names = {}
    exec(code, names)
    assert set(names["rules"]) == set(read_rules_of(blocks(ROOT / "docs" / "organise" / "rules.md", "toml")[0]))


def read_rules_of(text):
    Path("sample.toml").write_text(text.replace('"Zoë Ö" = "Slytherin"', ""), encoding="utf-8")
    return read_rules("sample.toml")


def test_the_survey_file_is_a_survey():
    whole, kinds = blocks(ROOT / "docs" / "organise" / "survey.md", "toml")
    survey = parse_survey(f"{whole}\n{kinds}", "a page")
    assert survey.cluster_names == ("Larks", "Owls")
    assert [question.kind for question in survey.questions] == ["choice", "choice", "several", "rating"]


def test_the_page_of_kinds_shows_all_of_them():
    [sample] = blocks(ROOT / "docs" / "organise" / "kinds.md", "toml")
    survey = parse_survey(sample, "a page")
    assert {"choice", *(question.kind for question in survey.questions)} == set(ANSWER_KINDS)
    assert parse_survey(survey.to_toml(), "again").to_toml() == survey.to_toml()


def test_python_about_certificates_runs():
    [sample] = blocks(ROOT / "docs" / "method" / "certificates.md", "python")
    names = {}
    exec(sample, names)
    assert f"# {names['decision'].certified.words()!r}\n" in sample


def test_numbers_are_read_as_the_page_of_kinds_says():
    height = parse_survey(
        'title = "T"\nprior = "flat"\nhouses = ["A"]\n[[questions]]\ntext = "Q"\nkind = "number"\nunit = "cm"\n'
        "scale = [150, 200]",
        "a page",
    )
    for cell in ("1.80 m", "1,80 m", "180 cm", "180"):
        assert bh.read_answers({"Q": [cell]}, height).levels[0].tolist() == [180]
    assert [number.value for number in read_numbers(["12 000", "12,000", "12'000"])] == [12000] * 3


def test_python_in_the_readme_runs(answers, capsys):
    [sample] = blocks(ROOT / "README.md", "python")
    exec(sample.replace("answers)", "answers, draws=50, tune=50, max_draws=50)"), {})
    assert capsys.readouterr().out == "[0 0 0 1 1 1]\n"


def test_the_readme_is_short_and_its_pictures_are_small():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") < 150
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert len(shown) == 2
    assert all((ROOT / path).stat().st_size < 200_000 for path in shown)


def test_tests_that_the_pages_name_exist():
    defined = {
        path.relative_to(ROOT).as_posix(): set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M))
        for path in (ROOT / "tests").rglob("test_*.py")
    }
    named = 0
    for page in sorted((ROOT / "docs" / "method").glob("*.md")):
        for path, name in re.findall(r"`(?:(tests/[\w/]+\.py)(?:::)?)?(test_\w+)?`", page.read_text(encoding="utf-8")):
            if path or name:
                named += 1
                assert not path or path in defined, f"{page.name}: {path}"
                assert not name or name in (defined[path] if path else set().union(*defined.values())), name
    assert named > 40


def test_python_about_totals_runs(capsys):
    page = ROOT / "docs" / "analyse" / "totals.md"
    [sample] = blocks(page, "python")
    exec(sample.replace("votes)", "votes, draws=50, tune=50, max_draws=50)"), {})
    assert f"```\n{capsys.readouterr().out}```\n" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_samples_use_names_that_exist(page):
    for sample in blocks(page, "python"):
        for node in ast.walk(ast.parse(sample)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bh":
                assert hasattr(bh, node.attr), node.attr


def test_the_commands_of_the_readme_run_in_their_order(answers, tmp_path):
    runner = CliRunner()
    with open("rules.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows_of_rules())
    lines = (tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "all.csv").write_text("\n".join([*lines, lines[-1].replace(NAMES[-1], "Late Larry")]), encoding="utf-8")
    book = pytest.importorskip("openpyxl").Workbook()
    for row in csv.reader(lines):
        book.active.append(row)
    book.save("answers.xlsx")
    ran = []
    for line in commands(ROOT / "README.md"):
        if line[0] in ("survey", "sort", "explain", "place") and "-" not in line[-1][:1] and len(line) > 1:
            done = runner.invoke(app, [*line, *(QUICK if line[0] in ("sort", "place") else [])])
            assert done.exit_code == 0, f"{line}: {done.output}"
            ran.append(line[0])
    assert {"survey", "sort", "explain", "place"} <= set(ran)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_their_options_exist(page):
    runner, known = CliRunner(), {}
    for line in commands(page):
        path = line[:2] if line[0] in ("survey", "server") else line[:1]
        if path[0] == "COMMAND" or (len(path) > 1 and path[1].endswith(",")):
            continue
        if tuple(path) not in known:
            shown = runner.invoke(app, [*path, "--help"], env={"COLUMNS": "200"})
            assert shown.exit_code == 0, line
            known[tuple(path)] = shown.output
        for word in line:
            if word.startswith("--") and word != "--help":
                assert f"{word} " in known[tuple(path)], line
