"""The organiser's event: surveys, sizes, rules, files, deleting."""

import re

import pytest


def test_event_is_made_from_a_file(web, organiser):
    from bayeshat import Survey

    text = Survey.load("simulation-even").to_toml().encode()
    files = {"file": ("survey.toml", text, "application/toml")}
    page = organiser.submit("/events/new", title="From a file", survey="upload", files=files)
    assert page.status_code == 200
    assert "From a file" in page.text
    survey = organiser.get(f"{page.url.path}/files/survey.toml")
    assert survey.content.decode() == text.decode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Choose a survey file"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"title = 3", "title"),
        (b"[[[", "survey"),
        # Unchecked, this takes a minute and gigabytes.
        (b".".join([b"a"] * 30_000) + b" = 1", "at most 8 parts"),
        (b"x = " + b"[" * 50_000, "at most 16 levels"),
    ],
)
def test_files_that_cannot_be_used_are_refused_with_a_sentence(organiser, content, words):
    files = {"file": ("survey.toml", content, "application/toml")}
    page = organiser.submit("/events/new", title="Bad", survey="upload", files=files)
    assert page.status_code == 422
    assert words in page.text
    assert '<a href="#file">' in page.text
    # What was typed and chosen is still there; browsers do not let a page choose the file again.
    assert re.search(r'name="title"[^>]* value="Bad"', page.text)
    assert 'value="upload" checked' in page.text


def test_unknown_survey_is_refused(organiser):
    assert organiser.submit("/events/new", title="Bad", survey="../secret").status_code == 422


def test_settings_and_who_is_missing(event):
    event.answer("ann")
    page = event.send("settings", title="New title", asks_names="yes", max_responses="5", roster="Ann\nBo\n\nCy")
    assert "<h1>New title</h1>" in page.text
    assert "2 missing:</b> Bo, Cy" in page.text
    assert "of at most 5" in page.text
    wrong = event.send("settings", title="", asks_names="yes")
    assert wrong.status_code == 422
    assert '<a href="#title">' in wrong.text


def test_stale_change_is_refused_and_shows_how_things_are(event):
    version = event.version
    event.send("settings", title="First tab", asks_names="yes")
    token = event.organiser.csrf(event.path)
    stale = event.organiser.post(
        f"{event.path}/settings", data={"csrf": token, "version": version, "title": "Second tab", "asks_names": "yes"}
    )
    assert stale.status_code == 409
    assert "Somebody changed this in the meantime" in stale.text
    assert "First tab" in stale.text
    assert "Second tab" not in stale.text


def test_sizes_are_kept_or_refused_at_their_place(event):
    page = event.send("sizes", sizes="houses", size__0="4", size__1="4..6", size__2="4", size__3="..5", size_weight="2")
    assert re.search(r'name="size-1" value="4..6"', page.text)
    assert re.search(r'value="houses" checked', page.text)
    assert event.send("sizes", sizes="range", range="2..9", size_weight="1").status_code == 200
    assert event.send("sizes", sizes="free", size_weight="inf").status_code == 200
    wrong = event.send("sizes", sizes="houses", size__0="many", size_weight="1")
    assert wrong.status_code == 422
    assert '<a href="#target">' in wrong.text
    assert event.send("sizes", sizes="balanced", size_weight="-1").status_code == 422
    assert event.send("sizes", sizes="other", size_weight="1").status_code == 422


def test_rules_come_back_as_they_were_written(event):
    columns = {
        "rule": ["pin", "apart", "wish", "size"],
        "who": ["Ann", "Bo; Cy", "Di", "Slytherin"],
        "what": ["Gryffindor", "", "Ravenclaw; Slytherin", "2..6"],
        "weight": ["", "0.5", "2", ""],
        "reason": ["key", "", "", "small room"],
    }
    page = event.send("rules", **columns).text
    for field in ("who", "what", "weight", "reason"):
        shown = re.findall(rf'name="{field}" value="([^"]*)"', page)
        assert sorted(filter(None, shown)) == sorted(filter(None, columns[field]))
    more = event.send("rules", action="add", **columns).text
    assert more.count('name="who"') == page.count('name="who"') + 1


def test_rules_that_cannot_be_read_are_refused_without_losing_them(event):
    wrong = event.send("rules", rule=["pin"], who=["Ann"], what=[""], weight=[""], reason=["because"])
    assert wrong.status_code == 422
    assert '<a href="#rules">' in wrong.text
    assert 'value="because"' in wrong.text
    uneven = event.send("rules", rule=["pin", "bar"], who=["Ann"], what=["x"], weight=[""], reason=[""])
    assert uneven.status_code == 422


def test_answers_are_read_from_a_file_and_downloaded(event):
    event.answer("Ann", q0="0")
    table = event.organiser.get(f"{event.path}/files/answers.csv")
    assert table.headers["content-disposition"].startswith("attachment")
    more = table.content.decode("utf-8-sig").replace("Ann", "Bo").encode()
    page = event.organiser.submit(f"{event.path}/import", event.path, files={"file": ("answers.csv", more, "text/csv")})
    assert page.status_code == 200
    assert ">2</span> have answered" in page.text
    listed = event.organiser.get(f"{event.path}/answers").text
    assert '<th scope="row">Bo</th>' in listed
    for name, content in (("x.exe", b"\0\1"), ("x.csv", b""), ("x.xlsx", b"PK\3\4 no zip")):
        wrong = event.organiser.submit(f"{event.path}/import", event.path, files={"file": (name, content)})
        assert wrong.status_code == 422
        assert '<a href="#file">' in wrong.text


def test_answers_of_one_person_can_be_taken_and_deleted(event):
    event.answer("Ann")
    listed = event.organiser.get(f"{event.path}/answers").text
    address = re.search(r'href="([^"]+)/data.json"', listed)[1]
    assert event.organiser.get(f"{address}/data.json").json()["name"] == "Ann"
    assert "Delete the answers of Ann?" in event.organiser.get(f"{address}/delete").text
    assert "That person&#39;s answers were deleted" in event.organiser.submit(f"{address}/delete").text
    assert event.organiser.get(f"{address}/data.json").status_code == 404


def test_qr_code_is_drawn_here(event):
    picture = event.organiser.get(f"{event.path}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_sorting_nobody_is_refused(event):
    page = event.send("sort")
    assert page.status_code == 422
    assert "At least 2 people" in page.text


def test_rule_that_cannot_hold_is_said_before_sorting(event):
    event.answer("Ann")
    event.answer("Bo")
    event.send("rules", rule=["pin"], who=["Nobody Here"], what=["Gryffindor"], weight=[""], reason=[""])
    page = event.send("sort")
    assert page.status_code == 422
    assert '<a href="#rules">' in page.text


def test_event_is_deleted_only_with_its_title(event):
    receipt = event.answer("Ann")
    path = f"{event.path}/delete"
    assert event.organiser.submit(path, title="something else").status_code == 422
    assert event.organiser.get(event.path).status_code == 200
    assert event.organiser.submit(path, title="autumn TERM").url.path == "/"
    assert event.organiser.get(event.path).status_code == 404
    assert event.web.browser().get(receipt).status_code == 404


def test_unknown_actions_are_refused(event):
    assert event.send("form", action="explode").status_code == 422
    assert event.organiser.get(f"{event.path}/files/passwords.txt").status_code == 404
    assert event.organiser.get(f"{event.path}/jobs/{'0' * 32}").status_code == 404
