"""Groups for other ends than people who are alike, from new event to receipt: mixed, by choice, and in rounds."""

import csv
import io
import json
import re
from html import unescape

import pytest

from web.pages.conftest import Ground

FLAT = 'title = "Day"\nprior = "flat"\nhouses = ["Owls", "Larks", "Jays"]\n' + "".join(
    f'[[questions]]\nid = "q{q}"\ntext = "{text}?"\noptions = ["a", "b", "c"]\n'
    for q, text in enumerate(("Year", "Club"), 1)
)


def make(organiser, web, purpose: str, survey: str = FLAT) -> Ground:
    """Make an event on the page for new ones."""
    made = organiser.submit(
        "/events/new", title="Day", survey="upload", purpose=purpose, files={"file": ("s.toml", survey.encode())}
    )
    assert made.status_code == 200, made.text
    return Ground(web, organiser, made.url.path)


def groups_of(event, board: str) -> list[dict[str, str]]:
    text = event.organiser.get(f"{board}/files/assignments.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def publish(event, board: str):
    page = event.organiser.get(f"{board}/publish").text
    fields = dict(re.findall(r'name="(version|result_version|anyway)" value="(\w+)"', page))
    shown = event.organiser.submit(f"{board}/publish", **fields)
    assert shown.status_code == 200, shown.text
    return unescape(page)


def main_of(page: str) -> str:
    return unescape(page.split("<main", 1)[1])


@pytest.fixture
def mixed(web, organiser):
    """An event of mixed groups, and twelve people of two years."""
    event = make(organiser, web, "mixed")
    event.receipts = [event.answer(f"Guest {n:02}", q0=str(n % 2), q1=str(n % 3)) for n in range(12)]
    return event


def test_mixed_groups_are_mixtures_and_nobody_has_a_chance(mixed):
    page = mixed.organiser.get(f"{mixed.path}/groups").text
    assert 'name="purpose" value="mixed" checked' in page
    assert re.findall(r'name="mix" value="([^"]+)" checked', page) == ["Year?", "Club?"]
    mixed.send("purpose", purpose="mixed", mix=["Year?"])
    mixed.rule("apart", ["Guest 00", "Guest 02"])
    assert "each group has its share of what you chose" in mixed.organiser.get(f"{mixed.path}/sort").text
    _, board = mixed.finish(mixed.organiser.submit(f"{mixed.path}/sort"))
    page = main_of(mixed.organiser.get(board).text)
    assert "Spread evenly over the groups: Year?." in page
    assert "%" not in re.sub(r"<(style|script).*?</\1>", "", page)
    assert "probabilities.csv" not in page
    rows = groups_of(mixed, board)
    groups = {name: [row["name"] for row in rows if row["group"] == name] for name in ("Owls", "Larks", "Jays")}
    assert [len(members) for members in groups.values()] == [4, 4, 4]
    assert all(sum(int(name[-2:]) % 2 for name in members) == 2 for members in groups.values())
    assert not any({"Guest 00", "Guest 02"} <= set(members) for members in groups.values())
    assert list(rows[0]) == ["name", "group"]
    # Hands may still move and lock people.
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    moved = mixed.organiser.submit(
        f"{board}/move", version=version, person="0", group="1" if "Guest 00" not in groups["Larks"] else "0"
    )
    assert moved.status_code == 200
    assert "1 person was moved" in moved.text
    preview = mixed.organiser.get(f"{board}/preview?person=1&group=2").json()
    assert "right" not in preview["words"]
    assert mixed.organiser.get(f"{board}/person/3").status_code == 200
    assert (
        "answers"
        not in main_of(mixed.organiser.get(f"{board}/why/4").text)
        .split("results")[0]
        .split("Nobody is sorted by their")[0]
    )
    for name in ("groups.xlsx", "report.html", "handout.html", "seats.html", "place_cards.html"):
        assert mixed.organiser.get(f"{board}/files/{name}").status_code == 200
    assert mixed.organiser.get(f"{board}/files/probabilities.csv").status_code == 404
    assert mixed.organiser.get(f"{board}/course-files").status_code == 200
    assert mixed.organiser.submit(f"{board}/trade-off").status_code == 404
    shown = publish(mixed, board)
    assert "in percent" not in shown
    receipt = main_of(mixed.web.browser().get(mixed.receipts[5]).text)
    assert "you are in" in receipt
    assert "%" not in receipt
    assert "fits" not in receipt


def test_latecomers_join_mixed_groups_and_nobody_else_moves(mixed):
    _, board = mixed.finish(mixed.organiser.submit(f"{mixed.path}/sort"))
    before = {row["name"]: row["group"] for row in groups_of(mixed, board)}
    mixed.answer("Late", q0="0", q1="1")
    assert "Place the latecomer" in mixed.organiser.get(board).text
    _, placed = mixed.finish(mixed.organiser.submit(f"{board}/place"))
    after = {row["name"]: row["group"] for row in groups_of(mixed, placed)}
    assert after.pop("Late") in before.values()
    assert after == before
    _, again = mixed.finish(mixed.organiser.submit(f"{placed}/resort"))
    assert len(groups_of(mixed, again)) == 13


def test_workshops_have_places_and_everybody_gets_a_choice(web, organiser):
    event = make(organiser, web, "choices")
    rows = {
        "name__0": "Pottery",
        "size__0": "..2",
        "name__1": "Chess",
        "size__1": "..4",
        "name__2": "Film",
        "size__2": "..4",
    }
    page = event.send("sizes", sizes="houses", **rows).text
    assert "The groups have room for" not in page
    form = web.browser().get(event.share).text
    assert "Places are limited" in form
    wished = [
        ("Pottery", "Chess"),
        ("Pottery", "Film"),
        ("Pottery", "Chess"),
        ("Chess", ""),
        ("Film", "Chess"),
        ("Film", ""),
    ]
    receipts = {}
    for n, (first, second) in enumerate(wished):
        receipts[f"P{n}"] = event.answer(f"P{n}", q0="0", wish0=first, wish1=second)
    receipts["Quiet"] = event.answer("Quiet", q0="0")
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    page = main_of(event.organiser.get(board).text)
    assert "5 got their first choice and 1 their second." in page
    rows = {row["name"]: (row["group"], row["choice"]) for row in groups_of(event, board)}
    assert sorted(rows[f"P{n}"][1] for n in range(6)) == ["1", "1", "1", "1", "1", "2"]
    assert sum(group == "Pottery" for group, _ in rows.values()) == 2
    second = next(name for name, (_, choice) in rows.items() if choice == "2")
    assert "second choice" in main_of(event.organiser.get(f"{board}/why/{list(rows).index(second)}").text)
    publish(event, board)
    assert "This was your second choice." in main_of(web.browser().get(receipts[second]).text)
    assert "choice" not in main_of(web.browser().get(receipts["Quiet"]).text).split("What you answered")[0]


def test_a_question_of_the_survey_may_hold_the_choices(web, organiser):
    survey = 'title = "Day"\nprior = "flat"\nhouses = ["A", "B"]\n' + "".join(
        f'[[questions]]\nid = "q{q}"\ntext = "{place} choice"\noptions = ["Pottery", "Chess", "Film"]\n'
        for q, place in enumerate(("1st", "2nd"), 1)
    )
    event = make(organiser, web, "choices", survey)
    page = event.organiser.get(f"{event.path}/groups").text
    assert re.findall(r'name="name-\d" value="([^"]+)"', page) == ["Pottery", "Chess", "Film"]
    assert 'name="wish0"' not in web.browser().get(event.share).text
    for n in range(6):
        event.answer(f"P{n}", q0=str(n % 3), q1=str((n + 1) % 3))
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    assert "6 got their first choice." in main_of(event.organiser.get(board).text)
    # A ranking is read, too.
    kept = event.send("purpose", purpose="choices", choices="")
    assert kept.status_code == 200
    assert 'name="wish0"' in web.browser().get(event.share).text


def test_the_organiser_chooses_how_choices_are_granted(web, organiser):
    survey = 'title = "Day"\nprior = "flat"\nhouses = ["A", "B"]\n' + "".join(
        f'[[questions]]\nid = "q{q}"\ntext = "{place} choice"\noptions = ["Pottery", "Chess", "Film"]\n'
        for q, place in enumerate(("1st", "2nd", "3rd"), 1)
    )
    event = make(organiser, web, "choices", survey)
    for n in range(6):
        wishes = (0, 1, 2) if n < 4 else (1, 2, 0)
        event.answer(f"P{n}", **{f"q{place}": str(wish) for place, wish in enumerate(wishes)})
    assert event.send("purpose", purpose="choices", choices="q1", fair="best").status_code == 422
    assert event.send("purpose", purpose="choices", choices="q1", fair="nobody badly").status_code == 200
    assert 'value="nobody badly" selected' in event.organiser.get(f"{event.path}/groups").text
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    page = main_of(event.organiser.get(board).text)
    assert "2 got their first choice and 4 their second" in page
    assert "if they came first, 4 instead of 2 people would get theirs" in page
    assert "none of" not in page


def test_people_meet_others_in_each_round(web, organiser):
    event = make(organiser, web, "rounds")
    wrong = event.send("purpose", purpose="rounds", rounds="1")
    assert wrong.status_code == 422
    assert "Choose 2 or more rounds." in wrong.text
    event.send("purpose", purpose="rounds", rounds="3")
    receipts = [event.answer(f"P{n}", q0="0") for n in range(9)]
    page = event.organiser.get(f"{event.path}/sort").text
    assert "as few people as possible meet twice" in page
    assert "3 rounds" in page
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    page = main_of(event.organiser.get(board).text)
    assert "In 3 rounds, nobody meets anybody twice." in page
    assert re.findall(r">(Round \d)</h2>", page) == ["Round 1", "Round 2", "Round 3"]
    assert "nobody can be moved by hand" in page
    refused = event.organiser.submit(f"{board}/move", version="1", person="0", group="1")
    assert refused.status_code == 422
    rows = groups_of(event, board)
    assert list(rows[0]) == ["name", "round 1", "round 2", "round 3"]
    handout = event.organiser.get(f"{board}/files/handout.html").text
    assert handout.count("<section") == 9
    assert "Round 3: Jays" in handout
    assert "seats.html" not in page
    assert event.organiser.get(f"{board}/files/seats.html").status_code == 404
    report = event.organiser.get(f"{board}/files/report.html").text
    for number in (1, 2, 3):
        part = report.split(f'<section id="round-{number}"')[1].split("</section>")[0]
        assert sorted(re.findall(r"<li><bdi>(P\d)</bdi>", part)) == [f"P{n}" for n in range(9)]
    people = event.organiser.get(f"{event.path}/answers", params={"search": "P4"}).text
    kept = event.organiser.get(re.search(r'href="([^"]+/data.json)"', people)[1]).json()["groups"]
    assert kept[0]["rounds"] == [{"round": r, "group": rows[4][f"round {r}"]} for r in (1, 2, 3)]
    event.send("settings", title="Day", shows_mates="yes", language="en", asks_names="yes")
    publish(event, board)
    own = web.browser()
    receipt = main_of(own.get(receipts[4]).text)
    told = re.findall(r"<b>Round (\d): (\w+)</b>", receipt)
    assert [(f"round {r}", group) for r, group in told] == [(name, rows[4][name]) for name in list(rows[4])[1:]]
    mates = re.findall(r"With you: ([^<]+)", receipt) or re.findall(r'class="small">[^<]*: ([^<]+)</p>', receipt)
    assert len({name for one in mates for name in one.split(", ")}) == 6
    data = json.loads(own.get(f"{receipts[4]}/data.json").text)
    assert [one["round"] for one in data["groups"]] == [1, 2, 3]


def test_purposes_are_told_in_german(web, organiser):
    event = make(organiser, web, "rounds")
    event.send("settings", title="Day", shows_mates="yes", language="de", asks_names="yes")
    receipts = [event.answer(f"P{n}", q0="0") for n in range(6)]
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    publish(event, board)
    assert "das sind deine Gruppen" in web.browser().get(receipts[0]).text
    event.send("purpose", purpose="choices", choices="")
    assert "Wohin möchtest du gern?" in web.browser().get(event.share).text


def test_purposes_that_do_not_exist_are_refused(event):
    assert event.send("purpose", purpose="other").status_code == 422
    assert event.send("purpose", purpose="choices", choices="nothing").status_code == 422
    assert event.organiser.submit("/events/new", title="Day", survey="hogwarts", purpose="other").status_code == 422


def test_groups_that_the_survey_describes_may_be_any_number_where_nobody_is_sorted(event):
    event.send("purpose", purpose="mixed", mix=[])
    page = event.send("sizes", sizes="each", each="4").text
    assert 'value="each" checked' in page
    for n in range(9):
        event.answer(f"P{n}", q0=str(n % 2))
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    assert {row["group"] for row in groups_of(event, board)} == {"Gryffindor", "Slytherin"}
    # For people who are alike, there are the survey's groups again.
    event.send("purpose", purpose="alike")
    page = event.organiser.get(f"{event.path}/groups").text
    assert 'value="balanced" checked' in page
    assert "describes its 4 groups" in page
