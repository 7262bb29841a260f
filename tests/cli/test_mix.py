"""Mixed teams from the command line."""

import csv
import json
import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

QUICK = ("--draws", "100", "--tune", "100", "--max-draws", "100", "--chains", "2", "--starts", "2")
PET = "Which pet would you take to school?"


def read(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def answers(run):
    run("simulate", "hogwarts", 24, "-o", "answers.csv", "-q")
    return "answers.csv"


def pets_by_group(assignments):
    pets = {row["name"]: row[PET] for row in read("answers.csv")}
    groups = {}
    for row in read(assignments):
        groups.setdefault(row["group"], []).append(pets[row["name"]])
    return groups


def test_people_meet_others_than_last_term(run):
    Path("people.csv").write_text("name\n" + "\n".join(f"P{n}" for n in range(9)), encoding="utf-8")
    first = run("mix", "people.csv", "--groups", 3, "-o", "first")
    assert first.exit_code == 0, first.output
    run("mix", "people.csv", "--groups", 3, "--not-again", "first/assignments.csv", "-o", "second")
    terms = ("--not-again", "first/assignments.csv", "--not-again", "second/assignments.csv")
    done = run("mix", "people.csv", "--groups", 3, *terms, "--rounds", 2, "--report", "-o", "third")
    assert done.exit_code == 0, done.output
    together = set()
    for folder in ("first", "second", "third"):
        rows = read(f"{folder}/assignments.csv")
        pairs = {
            (a["name"], b["name"]) for a in rows for b in rows if a["group"] == b["group"] and a["name"] < b["name"]
        }
        assert together.isdisjoint(pairs)
        together |= pairs
    assert "None of the 18 pairs from earlier groups meets again." in " ".join(done.output.split())
    assert json.loads(Path("third/decision.json").read_text(encoding="utf-8"))["rounds"]["repeats"] == 0
    missing = run("mix", "people.csv", "--groups", 3, "--not-again", "none.csv")
    assert missing.exit_code == 2
    assert "The earlier groups must be in a file" in " ".join(missing.output.split())


def test_people_wait_and_move_up(run):
    rows = [f"P{n},{'Art' if n % 3 else 'Golf'},{'Golf' if n % 3 else 'Art'}" for n in range(8)]
    Path("people.csv").write_text("name,1st choice,2nd choice\n" + "\n".join(rows), encoding="utf-8")
    asked = ("mix", "people.csv", "--wishes", "1st choice", "--sizes", "Art=3,Golf=2", "-o", "out")
    refused = run(*asked)
    assert refused.exit_code == 2
    assert "let 3 people wait for a place: --waiting-list lottery" in " ".join(refused.output.split())
    asked += ("--waiting-list", "first come", "--report", "--lists", "--xlsx")
    done = run(*asked)
    assert done.exit_code == 0, done.output
    assert "Waiting list (3) 1. P5 (Art, Golf)" in " ".join(done.output.split())
    table = read("out/assignments.csv")
    assert [row["name"] for row in table[5:]] == ["P5", "P6", "P7"]
    assert table[5] == {
        "name": "P5",
        "group": "Waiting list",
        "choice": "",
        "place on the waiting list": "1",
        "waits for": "Art; Golf",
    }
    assert {row["place on the waiting list"] for row in table[:5]} == {""}
    for file in ("report.html", "lists.html"):
        page = Path("out", file).read_text(encoding="utf-8")
        assert "Waiting list" in page
        assert "P7" in page
    before = {row["name"]: row["group"] for row in table[:5]}
    done = run(*asked, "--left", "P1")
    assert done.exit_code == 0, done.output
    assert "P1 left. P5 moves up. Nobody else moves." in " ".join(done.output.split())
    after = {row["name"]: row["group"] for row in read("out/assignments.csv")}
    assert {name: after[name] for name in before if name != "P1"} == {
        name: group for name, group in before.items() if name != "P1"
    }
    assert "P1" not in after
    assert after["P5"] == before["P1"]
    assert [name for name, group in after.items() if group == "Waiting list"] == ["P6", "P7"]
    # Nobody met anybody on the waiting list.
    done = run("mix", "people.csv", "--groups", 4, "--not-again", "out/assignments.csv", "-o", "next")
    assert done.exit_code == 0, done.output
    assert "pairs from earlier groups" in " ".join(done.output.split())
    assert "4 pairs from earlier groups" in " ".join(done.output.split())


def test_a_question_mixes_instead_of_sorting(run, answers):
    done = run("sort", "hogwarts", answers, "--mix", PET.lower(), "-o", "out", *QUICK)
    assert done.exit_code == 0, done.output
    assert '2 or 3 of the 10 with "An owl"' in " ".join(done.output.split())
    groups = pets_by_group("out/assignments.csv")
    assert len(groups) == 4
    assert {group.count("An owl") for group in groups.values()} <= {2, 3}


def test_all_questions_mix_and_none_sorts(run, answers):
    done = run("sort", "hogwarts", answers, "--mix", "all=normal", "-o", "out", "--starts", "2")
    assert done.exit_code == 0, done.output
    assert {row["group"] for row in read("out/assignments.csv")} == {
        "Gryffindor",
        "Slytherin",
        "Ravenclaw",
        "Hufflepuff",
    }
    told = json.loads(Path("out/decision.json").read_text(encoding="utf-8"))
    assert len(told["rules"]["outcomes"]) == 8


def test_columns_that_do_not_mix_are_told(run):
    rows = [f"p{n},{('tea', 'milk')[n % 2]},{('Red', 'Blue')[n // 4]},{13 + n % 3}" for n in range(8)]
    Path("sprint.csv").write_text("\n".join(["name,Drink?,Vote?,100 m time (s)", *rows]), encoding="utf-8")
    done = run("mix", "sprint.csv", "--groups", 2, "--mix", "all", "--starts", "2")
    assert done.exit_code == 0, done.output
    told = json.loads(Path("mixed/decision.json").read_text(encoding="utf-8"))
    assert [rule.split("”")[0] for rule in told["rules"]["rules"]] == ["“Drink?", "“100 m time (s)"]
    assert 'Left out: "Vote?"' in " ".join(done.output.split())
    assert [note.split(":")[0] for note in told["reading"]] == [
        "Left out",
        "To mix by a column that was left out too, name it",
    ]


def test_people_are_mixed_without_a_survey(run, answers):
    done = run("mix", answers, "--groups", 3, "--mix", PET, "--mix", "Which gift would please you most?=weak", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["sizes"] == [8, 8, 8]
    assert {group.count("An owl") for group in pets_by_group("mixed/assignments.csv").values()} <= {3, 4}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("mix", "answers.csv", "--mix", PET), "Add e.g. --groups 4."),
        (("mix", "answers.csv", "--groups", "3", "--mix", "pets"), 'column "pets"'),
        (("sort", "hogwarts", "answers.csv", "--mix", "pet"), 'column "pet"'),
        (("sort", "hogwarts", "answers.csv", "--mix", "all=weak", "--totals", "12,12"), "so --totals cannot be used"),
        (("sort", "hogwarts", "answers.csv", "--mix", f"{PET}=heavy"), 'or with weak, normal, strong; got "heavy" in'),
    ],
)
def test_mistakes_are_told(run, answers, arguments, told):
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr


def test_groups_share_free_times(run):
    rows = ["name,times", *(f"P{n},{'Mon; Tue' if n % 3 else 'Wed; Tue'}" for n in range(9))]
    Path("people.csv").write_text("\n".join(rows))
    done = run("mix", "people.csv", "--sizes", "3,6", "--free-times", "times", "--common", 2)
    assert done.exit_code == 0, done.output
    groups = {row["name"]: row["group"] for row in read("mixed/assignments.csv")}
    assert len({groups[f"P{n}"] for n in (0, 3, 6)}) == 1
    assert "Times that suit all members" in done.output
    refused = run("mix", "people.csv", "--groups", 3, "--free-times", "times", "--common", 3)
    assert refused.exit_code == 2
    assert "P0 names only 2" in refused.stderr
    assert "Add --free-times" in run("mix", "people.csv", "--groups", 3, "--common", 2).stderr


def test_rounds_have_a_column_each(run, answers):
    done = run("mix", answers, "--groups", 6, "--rounds", 3, "--mix", PET, "-o", "out", "--report")
    assert done.exit_code == 0, done.output
    assert "In 3 rounds, nobody meets anybody twice." in " ".join(done.output.split())
    rows = read("out/rounds.csv")
    assert list(rows[0]) == ["name", "round 1", "round 2", "round 3"]
    assert [row["round 1"] for row in rows] == [row["group"] for row in read("out/assignments.csv")]
    page = Path("out/report.html").read_text(encoding="utf-8")
    assert re.findall(r"<h2 [^>]*>(Round \d)</h2>", page) == ["Round 1", "Round 2", "Round 3"]
    done = run("sort", "hogwarts", answers, "--rounds", 2, "-o", "sorted", "--json", *QUICK)
    assert json.loads(done.stdout)["rounds"]["repeats"] >= json.loads(done.stdout)["rounds"]["fewest"] == 8
    assert len(read("sorted/rounds.csv")) == 24


def test_ids_travel_and_what_was_left_out_is_told(run):
    rows = ["#,Name,Email,Year,Response Type,Submit Date (UTC)"]
    rows += [f"t{n},P{n},p{n}@b.org,{n % 2},{'started' if n == 8 else 'completed'},2026-01-0{n}" for n in range(1, 9)]
    Path("people.csv").write_text("\n".join(rows))
    done = run("mix", "people.csv", "--groups", 3, "--rounds", 2, "--mix", "Year=weak", "-o", "out")
    assert done.exit_code == 0, done.output
    assert "1 row of people.csv (from Typeform) left out" in done.output
    for name in ("assignments.csv", "rounds.csv"):
        assert [row["Email"] for row in read(f"out/{name}")] == [f"p{n}@b.org" for n in range(1, 8)]
    kept = run("mix", "people.csv", "--groups", 2, "--unfinished", "-o", "all", "--json")
    assert len(read("all/assignments.csv")) == 8
    assert json.loads(kept.stdout)["reading"] == []


def test_a_new_survey_tells_what_was_left_out(run):
    form = Path(__file__).parent.parent / "survey" / "forms" / "typeform.csv"
    told = run("survey", "new", form)
    assert told.exit_code == 0, told.output
    assert "1 row of typeform.csv (from Typeform) left out (unfinished: 1). Keep it with --unfinished." in told.output
    assert "left out (unfinished" not in run("survey", "new", form, "--unfinished", "--force").output
    assert len(json.loads(run("survey", "new", form, "--force", "--json").stdout)["reading"]) == 1


@pytest.mark.parametrize("command", [("mix", "many.csv", "--groups", 500), ("sort", "pets.toml", "many.csv")])
def test_too_many_people_for_rounds_are_refused_before_the_work(run, monkeypatch, command):
    Path("many.csv").write_text("name,pet\n" + "\n".join(f"P{n},{'cat' if n % 2 else 'dog'}" for n in range(3001)))
    run("survey", "new", "many.csv", "-o", "pets.toml", "--houses", 2)
    for name in ("bayeshat.sorting.people.sort_by_plan", "bayeshat.sorting.mix.mix_people"):
        monkeypatch.setattr(name, lambda *_, **__: pytest.fail("the work began"))
    refused = run(*command, "--rounds", 2)
    assert refused.exit_code == 2
    assert "Rounds can be planned for at most 3000 people; got 3001." in refused.stderr


def test_a_column_to_spread_if_possible_is_no_wish(run, answers):
    done = run("sort", "hogwarts", answers, "--mix", f"{PET}=strong", "--report", "-o", "out", *QUICK)
    assert done.exit_code == 0, done.output
    page = Path("out/report.html").read_text(encoding="utf-8")
    assert "The column to spread if possible is " in page
    assert "wish" not in page.lower().split("<main")[1]
    assert "wish" not in done.output.lower()


def test_nobody_takes_chance_for_mixing(run, answers):
    assert "You named no column to mix by, so the groups are random." in run("mix", answers, "--groups", 3).output
    mixed = " ".join(run("mix", answers, "--groups", 3, "--mix", "all").output.split())
    assert "groups are random" not in mixed
    assert f'in "{PET}"' in mixed


@pytest.mark.parametrize(
    ("sizes", "advice"),
    [
        ("7", "For groups of about 7, give a size for each group: 8,8,8 or 6,6,6,6."),
        ("7-8", "Add --groups 3."),
        ("4 to 6", "Add --groups 4, --groups 5 or --groups 6."),
    ],
)
def test_sizes_that_leave_the_number_of_groups_open_are_refused_with_numbers_that_work(run, answers, sizes, advice):
    assert advice in run("mix", answers, "--sizes", sizes).stderr


@pytest.mark.parametrize(("sizes", "made"), [("groups of 5", "55554"), ("7 per group", "888")])
def test_groups_of_a_size_are_as_many_as_people_need(run, answers, sizes, made):
    done = run("mix", answers, "--sizes", sizes, "--json")
    assert done.exit_code == 0, done.output
    assert sorted(json.loads(done.stdout)["sizes"], reverse=True) == list(map(int, made))


def test_a_number_of_groups_must_go_with_their_size(run, answers):
    done = run("mix", answers, "--sizes", "groups of 5", "--groups", 3)
    assert done.exit_code == 2
    assert "24 people in groups of about 5 are 5 groups; got --groups 3." in " ".join(done.stderr.split())


def test_mixed_people_are_listed_like_sorted_ones(run):
    rows = ["name,e-mail,year", *(f"P{n},p{n}@example.org,{n % 2}" for n in range(6))]
    Path("people.csv").write_text("\n".join(rows))
    done = run("mix", "people.csv", "--groups", 2, "--mix", "year", "--lists", "--xlsx")
    assert done.exit_code == 0, done.output
    assert "lists.html" in done.output
    placed = {row["name"]: row["group"] for row in read("mixed/assignments.csv")}
    letters = read("mixed/mail-merge.csv")
    assert list(letters[0]) == ["name", "e-mail", "group", "members"]
    for letter in letters:
        company = [name for name, group in placed.items() if group == placed[letter["name"]]]
        assert letter["group"] == f"Group {placed[letter['name']]}"
        assert letter["members"] == ", ".join(company)
    page = Path("mixed/lists.html").read_text(encoding="utf-8")
    assert page.count("<section") == 2
    assert "<title>people: lists</title>" in page
    assert "p0@example.org" in page
    sheets = load_workbook("mixed/groups.xlsx")
    assert sheets.sheetnames == ["assignments", "sizes", "Group 1", "Group 2"]
    assert [cell.value for cell in sheets["Group 1"][1]] == ["name", "e-mail", "year"]
    run("mix", "people.csv", "--groups", 2, "--lists", "--no-ids")
    assert "p0@example.org" not in Path("mixed/lists.html").read_text(encoding="utf-8")


def test_everybody_gets_a_place_at_a_table(run):
    rows = ["name,e-mail,side,with", *(f"P{n},p{n}@example.org,{'lr'[n % 2]},P{(n + 5) % 8}" for n in range(8))]
    Path("people.csv").write_text("\n".join(rows))
    command = ("mix", "people.csv", "--sizes", "Garden=4,Terrace=4", "--mix", "side", "--friends", "with")
    done = run(*command, "--seats", "round", "--alternate", " Side ", "--xlsx", "--report")
    assert done.exit_code == 0, done.output
    assert 'the same "side"' in " ".join(done.output.split())
    for file in ("seats.csv", "seats.html", "place-cards.html"):
        assert f"mixed/{file}" in done.output
    placed = read("mixed/seats.csv")
    assert [row["place"] for row in placed] == ["1", "2", "3", "4"] * 2
    assert {row["name"]: row["table"] for row in placed} == {
        row["name"]: row["group"] for row in read("mixed/assignments.csv")
    }
    seats = json.loads(Path("mixed/decision.json").read_text(encoding="utf-8"))["seats"]
    assert seats["groups"] == {
        group: [row["name"] for row in placed if row["table"] == group] for group in ("Garden", "Terrace")
    }
    assert seats["alternate"] == ["side"]
    book = load_workbook("mixed/groups.xlsx")
    assert book.sheetnames == ["assignments", "sizes", "seats", "Garden", "Terrace"]
    assert [list(map(str, row)) for row in book["seats"].values] == [
        ["table", "place", "name"],
        *(list(row.values()) for row in placed),
    ]
    assert "@example.org" not in Path("mixed/seats.html").read_text(encoding="utf-8")
    # The next run has no places, and leaves no old ones behind.
    run(*command)
    assert not Path("mixed/seats.csv").exists()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--seats", "oval"), "--seats must be one of"),
        (("--alternate", "side"), "--alternate needs places; got 'side' without --seats."),
        (
            ("--seats", "row", "--alternate", "sides"),
            '--alternate must be a heading of the answers; got "sides". Did you',
        ),
    ],
)
def test_places_that_cannot_be_given_are_refused_before_anything_else(run, answers, monkeypatch, asked, sentence):
    monkeypatch.setattr("bayeshat.sorting.people.sort_by_plan", None)
    monkeypatch.setattr("bayeshat.sorting.mix.mix_people", None)
    lines = Path(answers).read_text(encoding="utf-8").splitlines()
    Path(answers).write_text("\n".join([f"{lines[0]},side", *(f"{line},l" for line in lines[1:])]), encoding="utf-8")
    for command in (("mix", answers, "--groups", 2), ("sort", "hogwarts", answers)):
        done = run(*command, *asked)
        assert done.exit_code == 2
        assert sentence in " ".join(done.stderr.split())


SURVEY = """
title = "Colours"
[[clusters]]
name = "Red"
color = "#d00000"
[[clusters]]
name = "Blue"
color = "#0000d0"
[[questions]]
id = "tea"
text = "Tea?"
options = ["yes", "no"]
prior = "flat"
"""


def test_groups_of_a_mixed_survey_have_their_own_colours_and_lists_no_answers(run):
    Path("survey.toml").write_text(SURVEY)
    rows = ["name,e-mail,Tea?", *(f"P{n},p{n}@example.org,{('yes', 'no')[n % 2]}" for n in range(6))]
    Path("people.csv").write_text("\n".join(rows))
    command = ("sort", "survey.toml", "people.csv", "--mix", "all", "--lists", "--xlsx", "-o", "out")
    done = run(*command, "--sizes", "Blue=3,Red=3")
    assert done.exit_code == 0, done.output
    page = Path("out/lists.html").read_text(encoding="utf-8")
    assert page.index("#d00000") < page.index("#0000d0")
    assert page.index("Red") < page.index("Blue")
    sheet = load_workbook("out/groups.xlsx")["Blue"]
    assert [cell.value for cell in sheet[1]] == ["name", "e-mail"]
    assert list(read("out/mail-merge.csv")[0]) == ["name", "e-mail", "group", "members"]


@pytest.mark.parametrize("wanted", ["--lists", "--xlsx", "--seats=round"])
def test_lists_are_of_the_first_round_and_say_so(run, answers, wanted):
    words = "Lists are of round 1; rounds.csv has all rounds."
    for command in (("mix", answers, "--groups", 6), ("sort", "hogwarts", answers, *QUICK)):
        done = run(*command, "--rounds", 2, "-o", "out", wanted)
        assert words in " ".join(done.output.split())
        assert words not in " ".join(run(*command, "--rounds", 2, "-o", "out").output.split())


def test_houses_that_only_mix_are_listed_too(run, answers):
    done = run(
        "sort", "hogwarts", answers, "--mix", "all=weak", "--lists", "--xlsx", "-o", "out", "--starts", "2", "-q"
    )
    assert done.exit_code == 0, done.output
    assert Path("out/groups.xlsx").exists()
    assert "<title>Which Hogwarts house?: lists</title>" in Path("out/lists.html").read_text(encoding="utf-8")


def test_workshops_have_room_for_every_first_choice(run):
    first, second = ["Chess", "Chess", "Drama", "Drama", "Golf", "Golf"], ["Golf", "Drama", "Golf"] * 2
    rows = [f"P{n},{a},{b if a != b else 'Chess'}" for n, (a, b) in enumerate(zip(first, second, strict=True))]
    Path("tiny.csv").write_text("\n".join(["name,First choice,Second choice", *rows]))
    for sizes in ("..4", "..6", "0..6"):
        done = run("mix", "tiny.csv", "--wishes", "First choice", "--sizes", sizes)
        assert done.exit_code == 0, done.output
        assert [row["group"] for row in read("mixed/assignments.csv")] == first
        told = " ".join(done.output.split())
        assert "6 got their first." in told
        assert "No other groups grant more first choices, or as many of these and more second ones: this was" in told


def test_who_got_which_choice_is_written_and_told(run):
    rows = [
        "name,1st choice,2nd choice,free",
        *(f"P{n},Chess,Drama,{'Mon; Tue' if n % 2 else 'Tue'}" for n in range(4)),
    ]
    Path("people.csv").write_text("\n".join([*rows, "Ann,,,Tue"]))
    command = ("mix", "people.csv", "--wishes", "1st choice", "--sizes", "Chess=2,Drama=3", "--free-times", "free")
    done = run(*command, "--report", "--lists", "--xlsx", "--title", "Friday <b>")
    assert done.exit_code == 0, done.output
    for name in ("assignments.csv", "mail-merge.csv"):
        got = {row["name"]: (row["group"], row["choice"]) for row in read(f"mixed/{name}")}
        assert sorted(got.values()) == [("Chess", "1"), ("Chess", "1"), ("Drama", ""), ("Drama", "2"), ("Drama", "2")]
    assert {row["times"] for row in read("mixed/mail-merge.csv")} == {"Tue"}
    second = [name for name, (_, choice) in got.items() if choice == "2"]
    report, lists = (Path(f"mixed/{name}.html").read_text(encoding="utf-8") for name in ("report", "lists"))
    for name in second:
        assert f"{name} (2nd choice)" in done.output
        assert f"<bdi>{name}</bdi> <small>2nd choice</small>" in report
    assert report.count("2nd choice</small>") == 2
    assert "Chess  (2)  everybody can come: Tue" in done.output
    for page in (report, lists):
        assert page.count("Everybody can come: Tue") == 2
        assert "<title>Friday &lt;b&gt;: " in page
    sheet = load_workbook("mixed/groups.xlsx")["Drama"]
    assert [cell.value for cell in sheet[1]][:2] == ["name", "choice"]
    run(*command, "--report", "--no-answers")
    report = Path("mixed/report.html").read_text(encoding="utf-8")
    assert "choice" not in report.split("<main")[1]
    assert "Everybody can come" not in report


def test_a_title_stands_above_the_report_and_the_lists(run, answers):
    done = run("sort", "hogwarts", answers, "--title", "Year 7", "--report", "--lists", "-o", "out", *QUICK)
    assert done.exit_code == 0, done.output
    for name in ("report", "lists"):
        assert "<h1" in (page := Path(f"out/{name}.html").read_text(encoding="utf-8"))
        assert "<title>Year 7: " in page


def test_names_fill_the_width_of_the_terminal(run):
    Path("people.csv").write_text("name\n" + "\n".join(f"Person {n:02}" for n in range(40)))
    lines = run("mix", "people.csv", "--groups", 2).output.splitlines()
    rows = [line for line in lines if line.startswith("  Person")]
    assert len(rows) == 4
    assert all(len(line.rstrip()) <= 120 for line in rows)


def test_everyday_options_come_first_and_statistics_last(run):
    for command in ("sort", "place", "mix"):
        titles = re.findall(r"╭─ ([A-Z][a-z ]+) ─", run(command, "--help").output)
        assert titles == ["Arguments", "Options", "Rules", "Reading the table", "For statisticians"]


def test_nobody_who_was_mixed_is_explained_and_the_reason_is_true(run):
    Path("people.csv").write_text("name,year\n" + "\n".join(f"P{n},{n % 2}" for n in range(6)))
    assert run("mix", "people.csv", "--groups", 2, "--mix", "year", "-q").exit_code == 0
    told = run("explain", "P1", "--from", "mixed")
    assert told.exit_code == 2
    assert "these groups were not made by sorting people by their answers" in told.stderr
    assert "5000" not in told.stderr


DAY = """name,e-mail,1st choice,2nd choice,3rd choice
Ann,ann@example.org,Pottery,Chess,Dance
Bo,bo@example.org,Pottery,Dance,Golf
Cy,cy@example.org,Chess,Pottery,Golf
Di,di@example.org,Dance,Golf,Chess
Ed,ed@example.org,Golf,Pottery,Dance
Flo,flo@example.org,Pottery,Golf,Chess
"""
TIMES = ("--slot", "Morning=Pottery; Chess", "--slot", "Noon=Pottery; Dance; Golf")


def test_everybody_has_one_row_with_all_their_groups(run):
    Path("day.csv").write_text(DAY)
    command = ("mix", "day.csv", "--wishes", "1st choice", "--sizes", "..3")
    done = run(*command, *TIMES, "--lists", "--xlsx", "--report", "--seats", "round", "-o", "day")
    assert done.exit_code == 0, done.output
    lines = done.output.split("\n")
    assert lines.index("Morning") < lines.index("Pottery (Morning)  (3)") < lines.index("Noon")
    rows = read("day/assignments.csv")
    heads = ["name", "e-mail", "group Morning", "group Noon", "choice Morning", "choice Noon"]
    assert list(rows[0]) == heads
    assert [row["name"] for row in rows] == ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    asked = {row["name"]: [row["1st choice"], row["2nd choice"], row["3rd choice"]] for row in read("day.csv")}
    for row in rows:
        got = [row["group Morning"].partition(" (")[0], row["group Noon"].partition(" (")[0]]
        assert got[0] != got[1]
        ranks = [str(asked[row["name"]].index(group) + 1) for group in got]
        assert ranks == [row["choice Morning"], row["choice Noon"]]
    letters = read("day/mail-merge.csv")
    assert len(letters) == 6
    for row, letter in zip(rows, letters, strict=True):
        company = [one["name"] for one in rows if one["group Noon"] == row["group Noon"]]
        assert letter["members Noon"] == ", ".join(company)
    page = Path("day/lists.html").read_text(encoding="utf-8")
    assert page.count("<section") == 5
    assert "Chess (Morning)" in page
    sheets = load_workbook("day/groups.xlsx").sheetnames
    assert sheets[-5:] == ["Pottery (Morning)", "Chess (Morning)", "Pottery (Noon)", "Dance (Noon)", "Golf (Noon)"]
    report = Path("day/report.html").read_text(encoding="utf-8")
    assert "6 people in 5 groups" in report
    morning, noon = (report.index(f'id="slot-{number}-title"') for number in (1, 2))
    assert morning < report.index("Pottery (Morning)", morning) < noon < report.index("Pottery (Noon)", noon)
    content = json.loads(Path("day/decision.json").read_text(encoding="utf-8"))
    assert content["groups_of"]["Ann"] == [rows[0]["group Morning"], rows[0]["group Noon"]]
    assert len(read("day/seats.csv")) == 12


def test_without_times_groups_are_numbered_and_said_in_german(run):
    Path("day.csv").write_text(DAY)
    done = run("--language", "de", "mix", "day.csv", "--wishes", "1st choice", "--sizes", "..4", "--each", 2)
    assert done.exit_code == 0, done.output
    assert "Weniger als ihre ersten 2 Wünsche: " in " ".join(done.output.split())
    assert list(read("mixed/assignments.csv")[0])[2:] == ["group 1", "group 2", "choice 1", "choice 2"]


def test_several_groups_and_rounds_do_not_go_together(run):
    Path("day.csv").write_text(DAY)
    done = run("mix", "day.csv", "--groups", 3, "--each", 2, "--rounds", 2)
    assert done.exit_code == 2
    assert "With 2 groups for each person, --rounds is not possible. Leave one of the two out." in done.stderr
    wrong = run("mix", "day.csv", "--groups", 3, "--slot", "Morning Pottery")
    assert wrong.exit_code == 2
    assert 'got "Morning Pottery". Write e.g. "Morning=Pottery; Chess".' in " ".join(wrong.stderr.split())
