"""Options of the command that say how a table is read."""

import csv
import json
from pathlib import Path

from rich.console import Console

from bayeshat.cli.show import progress_bar

QUICK = ["--draws", "50", "--tune", "50", "--max-draws", "50", "--chains", "2", "--starts", "2"]


def write(tmp_path, *rows):
    path = tmp_path / "answers.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return str(path)


def test_what_reading_left_out_is_printed_with_the_options_that_keep_it(tmp_path, run):
    people = [("Ann", "yes", "Bo"), ("Bo", "no", ""), ("Cy", "no", "Ann, Bo"), ("Ann", "no", ""), ("Di", "milk", "Zed")]
    path = write(tmp_path, ("Nombre", "Tea?", "Who with?"), *people)
    survey = tmp_path / "survey.toml"
    made = run("survey", "new", path, "--houses", "Red,Blue", "--only", "Tea?", "-o", str(survey))
    assert made.exit_code == 0, made.output
    text = survey.read_text(encoding="utf-8")
    assert 'name = "Red"' in text
    survey.write_text(text.replace('"milk", ', ""), encoding="utf-8")
    command = ["sort", str(survey), path, "-o", str(tmp_path / "out"), *QUICK]
    refused = run(*command)
    assert refused.exit_code == 2
    assert "use --duplicates latest or --duplicates first" in refused.output
    refused = run(*command, "--duplicates", "latest")
    assert "use --unknown blank; to count them as one more option, --unknown option." in refused.output
    sorted_ = run(*command, "--duplicates", "latest", "--unknown", "blank", "--friends", "Who with?")
    assert sorted_.exit_code == 0, sorted_.output
    told = " ".join(sorted_.output.split())
    assert "(Ann, rows 2, 5): the latest answers count. Keep all with --duplicates separate." in told
    assert '1 unknown answer left blank: "milk" in "Tea?" (1).' in told
    assert '1 name in "Who with?" left out: Di: "Zed" (nobody has a similar name).' in told
    wrong = run(*command, "--duplicates", "newest")
    assert 'error: --duplicates must be one of "refuse", "latest", "first", "separate"' in wrong.output
    wrong = run(*command, "--duplicates", "first", "--unknown", "option", "--wishes", "House?")
    assert 'error: --wishes must be a heading of the answers; got "House?"' in wrong.output


def test_nobody_named_says_how_to_name_them(tmp_path, run):
    path = write(tmp_path, ("animal", "legs"), ("ape", 2), ("bee", 6), ("cat", 4), ("dog", 4))
    survey = str(tmp_path / "survey.toml")
    assert run("survey", "new", path, "--houses", "2", "--only", "legs", "-o", survey).exit_code == 0
    told = " ".join(run("sort", survey, path, "-o", str(tmp_path / "out"), *QUICK).output.split())
    assert 'If there is one (perhaps "animal"), give its heading with --name-column.' in told


def test_progress_off_a_terminal_is_a_line_every_few_seconds(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 6.0, 6.0, 8.0, 12.0, 12.0])
    monkeypatch.setattr("bayeshat.cli.show.monotonic", lambda: next(clock))
    with progress_bar(Console(), quiet=False) as progress:
        for share in (0.1, 0.2, 0.3, 0.4):
            progress(share, "sampling [1]")
    assert capsys.readouterr().out == " 20%  sampling [1]\n 40%  sampling [1]\n"


def test_a_file_without_headings(tmp_path, run):
    rows = [("yes" if n % 3 else "no", "tea" if n % 2 else "milk", "yes" if n % 5 > 1 else "no") for n in range(20)]
    path, survey = write(tmp_path, *rows), str(tmp_path / "survey.toml")
    refused = run("survey", "new", path, "-o", survey)
    assert refused.exit_code == 2
    assert "read it with --no-headings" in " ".join(refused.output.split())
    made = run("survey", "new", path, "--groups", "2", "--no-headings", "-o", survey)
    assert made.exit_code == 0, made.output
    assert "--no-headings --report" in made.output
    command = ["sort", survey, path, "--no-headings", "-o", str(tmp_path / "out"), "--json", *QUICK]
    sorted_ = run(*command)
    assert sorted_.exit_code == 0, sorted_.output
    assert '"person 20"' in sorted_.output
    mixed = run("mix", path, "--groups", "4", "--mix", "all", "--no-headings", "-o", str(tmp_path / "mixed"), "--json")
    assert mixed.exit_code == 0, mixed.output


def test_files_of_known_people_and_earlier_groups_may_lack_headings_too(tmp_path, run):
    """As the file of answers does; headings that are there all the same are recognised."""
    drinks = [(f"p{n}", *(("tea", "milk")[(n + (n % 9 == q)) % 2] for q in range(4))) for n in range(24)]
    path, survey = write(tmp_path, *drinks), str(tmp_path / "survey.toml")
    questions = [f"[[questions]]\nid = 'q{q}'\ntext = 'column {q}'\noptions = ['tea', 'milk']" for q in range(2, 6)]
    start = "title = 'Drinks'\nprior = 'flat'\ngroups = [{ name = 'Red' }, { name = 'Blue' }]"
    Path(survey).write_text("\n".join([start, *questions]), encoding="utf-8")
    rows = [f"p{n},{('Red', 'Blue')[n % 2]}" for n in range(22)]
    options = ["--no-headings", "--name-column", "column 1", "--json", *QUICK]
    groups = tmp_path / "groups.csv"
    for first in ([], ["name,group"]):
        groups.write_text("\n".join(first + rows), encoding="utf-8")
        out = tmp_path / f"out {len(first)}"
        known = run("sort", survey, path, "--known", str(groups), "-o", str(out / "known"), *options)
        assert known.exit_code == 0, known.output
        assert json.loads(known.output)["learned"]["people"] == {"Red": 11, "Blue": 11}
        stay = run("sort", survey, path, "--stay", str(groups), "-o", str(out / "stay"), *options)
        assert stay.exit_code == 0, stay.output
        assert len(json.loads(stay.output)["options"]["stay"]) == 22
    groups.write_text("\n".join(f"{row},x" for row in rows), encoding="utf-8")
    refused = run("sort", survey, path, "--known", str(groups), "-o", str(tmp_path / "refused"), *options)
    assert "groups.csv must have two columns where files have no headings, names and groups; got 3" in " ".join(
        refused.output.split()
    )


def test_a_possible_known_group_is_told_with_the_option_that_learns_from_it(tmp_path, run):
    rows = [(f"p{n}", ("tea", "milk")[n % 2], ("Red", "Blue")[n % 2]) for n in range(20)]
    path = write(tmp_path, ("name", "Drink?", "Sorting_house"), *rows)
    told = " ".join(run("survey", "new", path, "--groups", "2", "-o", str(tmp_path / "survey.toml")).output.split())
    assert '"Sorting_house" (looks like the group that people are in already; to learn from it, use --known' in told
    assert "--known Sorting_house)" in told
    learned = run("survey", "new", path, "--known", "Sorting_house", "-o", str(tmp_path / "learned.toml"))
    assert learned.exit_code == 0, learned.output
