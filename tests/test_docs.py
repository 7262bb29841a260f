"""Every command and sample in README.md and docs/ runs, or at least says what exists."""

import ast
import csv
import re
import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from typer.testing import CliRunner

import bayeshat as bh
from bayeshat.cli.app import app
from bayeshat.kinds.table import KINDS
from bayeshat.rules.reading import read_rules
from bayeshat.survey.exports.recognise import TOOLS
from bayeshat.survey.spec import parse_survey
from bayeshat.tables.numbers import read_numbers
from bayeshat.words.message import catalogue

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SAMPLING = {"chains": 2, "draws": 50, "tune": 50, "max_draws": 50}
SORTING = {**SAMPLING, "starts": 2}
QUICK = [word for name, value in SORTING.items() for word in (f"--{name.replace('_', '-')}", str(value))]
QUICKLY = ", ".join(f"{name}={value}" for name, value in SAMPLING.items())
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Zoë Ö", "Ann Smith", *(f"Person {n:02}" for n in range(8, 22))]


def blocks(page, language=""):
    """Return the blocks of a page that are in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(page):
    """Return the commands that a page shows, in blocks and within lines."""
    text = page.read_text(encoding="utf-8").replace("\\\n", "")
    shown = re.findall(r"^ *(bayeshat .*)$", text, re.MULTILINE) + re.findall(r"`(bayeshat [a-z][^`]*)`", text)
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
        "Can drive": tuple("yes" if n % 2 else "no" for n in range(21)),
        "When are you free?": tuple("Monday; Tuesday; Friday" if n % 2 else "" for n in range(21)),
    }
    columns = {"name": NAMES, **extra}
    for q, question in enumerate(survey.questions):
        columns[question.text] = [question.options[code] for code in drawn.codes[:, q]]
    with open("answers.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
    return bh.read_answers("answers.csv", survey)


def rows_of_rules(page="organise/rules.md"):
    """Return the table of rules that a page shows."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = re.search(r"^\| rule \| who .*?\n\n", text, re.MULTILINE | re.DOTALL)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table if not row.startswith("| ---")]


def test_the_table_of_rules_can_be_kept(answers):
    with open("rules.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows_of_rules())
    result = bh.sort_people("hogwarts", answers, "4..6", rules="rules.csv", rng=1, **SORTING)
    assert len(result.decision.kept.ruling.rules) >= len(rows_of_rules()) - 1
    assert not [rule for rule in result.decision.kept.unmet if rule.is_hard]


def test_rules_in_toml_can_be_kept(answers, tmp_path):
    samples = blocks(ROOT / "docs" / "reference" / "rules.md", "toml")
    assert len(samples) == 2
    for sample in samples:
        Path("rules.toml").write_text(sample, encoding="utf-8")
        result = bh.sort_people("hogwarts", answers, rules="rules.toml", rng=1, **SORTING)
        assert not [rule for rule in result.decision.kept.unmet if rule.is_hard]


def test_rules_in_python_are_those_of_the_survey_file(answers):
    [sample] = blocks(ROOT / "docs" / "reference" / "rules.md", "python")
    code = sample[: sample.index("rules = rules +")]
    names = {}
    exec(code, names)
    assert set(names["rules"]) == set(read_rules_of(blocks(ROOT / "docs" / "reference" / "rules.md", "toml")[0]))


def read_rules_of(text):
    Path("sample.toml").write_text(text.replace('"Zoë Ö" = "Slytherin"', ""), encoding="utf-8")
    return read_rules("sample.toml")


def test_the_survey_file_is_a_survey():
    [sample] = blocks(ROOT / "docs" / "organise" / "survey.md", "toml")
    survey = parse_survey(sample, "a page")
    assert survey.cluster_names == ("Larks", "Owls")
    assert [question.kind for question in survey.questions] == ["choice", "choice"]


def test_the_page_of_kinds_shows_all_of_them():
    [sample] = blocks(ROOT / "docs" / "organise" / "kinds.md", "toml")
    survey = parse_survey(sample, "a page")
    assert {"choice", *(question.kind for question in survey.questions)} == set(KINDS)
    assert parse_survey(survey.to_toml(), "again").to_toml() == survey.to_toml()


def test_all_form_tools_are_named_wherever_some_are():
    import bayeshat.web  # noqa: F401, whose catalogues have that message

    texts = [catalogue(language)("answers-file-kinds") for language in ("en", "de")]
    texts.append((ROOT / "docs" / "reference" / "tables.md").read_text(encoding="utf-8"))
    assert all(tool.name in text for text in texts for tool in TOOLS)


def test_python_about_certificates_runs():
    [sample] = blocks(ROOT / "docs" / "method" / "certificates.md", "python")
    names = {}
    exec(sample, names)
    assert f"# {str(names['decision'].certified.words())!r}\n" in sample


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
    exec(sample.replace("answers)", f"answers, {QUICKLY})"), {})
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


@pytest.fixture
def quickly(monkeypatch):
    """Sampling that takes no time, and pictures that are drawn but not written."""
    for name in ("fit", "sort_people", "compare", "SortingHat"):
        monkeypatch.setattr(bh, name, partial(getattr(bh, name), **SAMPLING))
    monkeypatch.setattr(Figure, "savefig", lambda _, path, **__: Path(path).touch())


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "analyse").glob("*.md")), ids=lambda page: page.name)
def test_python_for_analysts_runs_and_prints_what_it_shows(page, answers, quickly, capsys):
    know_some_houses("answers.csv")
    names = {}
    text = page.read_text(encoding="utf-8")
    for sample, _, shown in re.findall(r"^```python\n(.*?)^```\n(\n```\n(.*?)^```\n)?", text, re.MULTILINE | re.DOTALL):
        exec(sample, names)
        printed = capsys.readouterr().out
        assert not shown or printed == shown


def know_some_houses(path):
    """Add a column with the houses of most people to a table."""
    head, *rows = csv.reader(Path(path).read_text(encoding="utf-8").splitlines())
    houses = bh.Survey.load("hogwarts").cluster_names
    known = [houses[n % 4] if n < 16 else "" for n in range(len(rows))]
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*head, "house"], *([*row, house] for row, house in zip(rows, known, strict=True))])


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


def write_form(path, people):
    """Write answers as Google Forms exports them: times, addresses, names, ticks, free words that few people wrote."""
    heads = ["Timestamp", "Email Address", "What is your name?", "Build or read?", "Which have you done?", "How loud?"]
    rows = [[*heads, "Which year are you in?", "Who would you like to be with?", "When are you free?"]]
    for n, name in enumerate(people):
        ticked = ";".join(["Drill", "Story", "Game"][n % 2 : 1 + n % 3])
        times = "Monday;Tuesday" if n % 2 else "Tuesday;Friday"
        told = [["Build", "Read"][n % 2], ticked, str(1 + n % 5), f"Year {7 + n % 2}", "Cy" if n == 3 else "", times]
        rows.append([f"2026/11/12 4:{n:02}:09 PM GMT+1", f"{n}@example.org", name, *told])
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)


def test_the_organisers_path_can_be_walked_as_it_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    people = ["Mia Rossi", *NAMES[:16]]
    write_form("answers.csv", people)
    write_form("all.csv", [*people, "Late Larry"])
    page = ROOT / "docs" / "organise" / "first_groups.md"
    ran = []
    for line in commands(page):
        if line[0] in ("survey", "sort", "explain", "place"):
            done = CliRunner().invoke(app, [*line, *(QUICK if line[0] in ("sort", "place") else [])])
            assert done.exit_code == 0, f"{line}: {done.output}"
            ran.append(line[0])
    assert ran == ["survey", "sort", "explain", "place", "sort"]
    shown = re.findall(r"^\|.*\| `(--[^`]*)`", page.read_text(encoding="utf-8"), re.MULTILINE)
    more = [text for text in shown if "Kitchen" not in text and "8,7,5" not in text]
    assert len(more) == 5
    Path("rules.csv").write_text("rule,who,what\napart,Ann; Bo,\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["sort", "survey.toml", "answers.csv", *shlex.split(" ".join(more)), *QUICK])
    assert done.exit_code == 0, done.output


def test_recipes_give_what_they_show(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    text = (ROOT / "docs" / "organise" / "recipes.md").read_text(encoding="utf-8")
    recipes = text.split("\n## ")[1:]
    for recipe in recipes:
        for name, content in re.findall(r"^`([\w-]+\.csv)`\n\n```\n(.*?)^```$", recipe, re.MULTILINE | re.DOTALL):
            Path(name).write_text(content, encoding="utf-8")
        printed = ""
        for line in re.findall(r"^bayeshat (.*)$", recipe, re.MULTILINE):
            words = shlex.split(line)
            done = CliRunner().invoke(app, [*words, *(QUICK if words[0] in ("sort", "place") else [])])
            assert done.exit_code == 0, f"{line}: {done.output}"
            printed += done.output
        [shown] = re.findall(r"^```text\n(.*?)^```$", recipe, re.MULTILINE | re.DOTALL)
        assert " ".join(shown.split()) in " ".join(printed.split())
    assert len(recipes) == 13
    with (
        open("later/assignments.csv", encoding="utf-8-sig") as late,
        open("camp/assignments.csv", encoding="utf-8-sig") as early,
    ):
        before, after = ({row["name"]: row["group"] for row in csv.DictReader(file)} for file in (early, late))
    assert before == {name: group for name, group in after.items() if name != "Gus"}


def test_the_table_of_choices_runs(answers):
    rng = np.random.default_rng(1)
    draws = np.where(rng.random((60, 21)) < 0.7, np.repeat([0, 1, 2], 7), rng.integers(0, 3, (60, 21)))
    house = ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff", *[""] * 17)
    answers = replace(answers, extra={**answers.extra, "house": house})
    names = {"bh": bh, "survey": bh.Survey.load("hogwarts"), "answers": answers, "draws": draws}
    made, helps, call = {}, "", ""
    rows = re.findall(
        r"^\| (.*) \| (.*) \| .*\|$", (ROOT / "docs" / "choose.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    for want, write in rows:
        options, code = (*re.findall("`([^`]*)`", write), "", "")[:2]
        if want.startswith("**"):
            call = code.removesuffix(")")
            helps = CliRunner().invoke(app, [options.split()[1], "--help"], env={"COLUMNS": "200"}).output
        elif call:
            assert all(f"{option} " in helps for option in re.findall(r"--[a-z-]+", options)), options
            quickly = f"{QUICKLY}, starts=2, rng=1" if "survey" in call else "starts=2, rng=1"
            made[want] = eval(", ".join(filter(None, [call, code, quickly])) + ")", names)
    assert len(made) == 18
    sizes = {want: sorted(getattr(one, "decision", one).sizes.tolist()) for want, one in made.items()}
    assert sizes["sizes within bounds"] == [5, 5, 5, 6]
    assert sizes["more or fewer groups than houses"] == [4, 4, 4, 4, 5]
    assert sizes["sizes met exactly"] == sizes["groups that are the labels"] == [6, 7, 8]
    assert str(made["more or fewer groups than houses"].decision.loss) == "VI()"
    assert str(made["everybody in their likeliest house"].decision.loss) == "Placement()"
    assert made["to learn from people whose group is known"].posterior.membership == "single"


@pytest.mark.parametrize("name", ["salso", "k_means_constrained", "stepmix"])
@pytest.mark.filterwarnings("ignore:.*:sklearn.exceptions.ConvergenceWarning")
def test_examples_of_moving_run(name, capsys):
    page = ROOT / "docs" / "moving" / f"{name}.md"
    [sample] = blocks(page, "python")
    exec(re.sub(r"(random_state=0|12\], rng=1)\)", rf"\1, {QUICKLY})", sample), {})
    assert f"```\n{capsys.readouterr().out}```\n" in page.read_text(encoding="utf-8")


def test_the_example_of_mixing_runs(answers):
    with open("rules.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows_of_rules("moving/gruepr.md"))
    rows = zip(NAMES, answers.extra["gender"], answers.extra["year"], answers.extra["age"], strict=True)
    with open("students.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow(["name", "gender", "major", "skill", "When are you free?"])
        csv.writer(file).writerows([*row, "Monday; Tuesday; Friday"] for row in rows)
    [line] = [line for line in commands(ROOT / "docs" / "moving" / "gruepr.md") if len(line) > 9]
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0, done.output
    groups = bh.read_assignment("mixed/assignments.csv")
    assert groups["Ann"] != groups["Bo"]
    assert groups["Cy"] == groups["Di"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_their_options_exist(page):
    runner, known = CliRunner(), {}
    for line in commands(page):
        path = line[:2] if line[0] in ("survey", "server", "course") else line[:1]
        if path[0] == "COMMAND" or (len(path) > 1 and path[1].endswith(",")):
            continue
        if tuple(path) not in known:
            shown = runner.invoke(app, [*path, "--help"], env={"COLUMNS": "200"})
            assert shown.exit_code == 0, line
            known[tuple(path)] = shown.output
        for word in line:
            if word.startswith("--") and word != "--help":
                assert f"{word} " in known[tuple(path)], line


def test_the_paper_cites_what_its_list_has():
    text = (ROOT / "publication" / "paper.md").read_text(encoding="utf-8")
    listed = re.findall(r"^@\w+\{(\w+),", (ROOT / "publication" / "paper.bib").read_text(encoding="utf-8"), re.M)
    assert set(re.findall(r"@(\w+)", text)) == set(listed)
    # The journal's editors ask for this length.
    assert 750 <= len(text.split("---")[2].split()) <= 1750
    for part in ("Summary", "Statement of need", "State of the field", "References"):
        assert f"\n# {part}\n" in text
