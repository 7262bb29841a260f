"""An event from answers that people gave elsewhere: what a table becomes is shown, then done."""

import re
from html import unescape
from random import Random

from bayeshat.web.db.schema import Event, Response

from .test_german import read

TABLE = (
    "Timestamp,Name,Sport,Football,Chess,Height in cm,Comments\n"
    "2026-05-01 10:00,Ann,Judo,x,,160,\n"
    "2026-05-01 10:01,Bo,Judo,x,x,170,Hello\n"
    "2026-05-01 10:02,Cy,Golf,,x,181,\n"
    "2026-05-01 10:03,Di,Golf,,x,175,Hello\n"
    "2026-05-01 10:04,Ed,Judo,x,,168,\n"
)


def text_of(page):
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", page.text)))


def show(browser, table=TABLE, name="answers.csv", **fields):
    """Send a table to the page for new events."""
    sent = {"title": "Camp", "survey": "table", "groups": "2"} | fields
    return browser.submit("/events/new", files={"table": (name, table.encode())}, **sent)


def confirm(browser, page, **fields):
    """Send what the page shows, as it is but for some fields."""
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
    chosen = re.findall(r'name="use" value="(\d+)" checked', page.text)
    return browser.post(
        "/events/new/table", data={name: unescape(value) for name, value in hidden.items()} | {"use": chosen} | fields
    )


def test_a_table_is_shown_and_becomes_an_event_with_everybodys_answers(web, organiser):
    page = show(organiser)
    assert page.status_code == 200
    words = text_of(page)
    assert "5 people have answered." in words
    assert "Ann, Bo, Cy, Di, Ed" in words
    assert "sorted into: Group 1, Group 2." in words
    assert "Football / Chess As many as apply. Chess, Football" in words
    assert "Not taken for questions: Timestamp, Comments." in words
    made = confirm(organiser, page)
    assert made.status_code == 200
    assert made.url.path.endswith("/groups")
    with web.site.database.reading() as session:
        event = session.get(Event, made.url.path.split("/")[2])
        kept = {one.name: one for one in session.query(Response).filter_by(event_id=event.id)}
    assert sorted(kept) == ["Ann", "Bo", "Cy", "Di", "Ed"]
    assert sorted(kept["Bo"].answers.values()) == [[0, 1], [1], [170.0]]
    assert kept["Di"].extra["Comments"] == "Hello"
    # Everybody has answered, so that nobody else can.
    assert event.is_open is False
    # Nothing says which group an answer points to, so no bars pretend to.
    preview = organiser.get(f"/events/{event.id}/survey").text
    assert "No answer points to a group" in preview
    assert 'class="bar"' not in preview


def test_whoever_comes_twice_answered_again_or_is_somebody_else(web, organiser):
    twice = TABLE + "2026-05-02 10:00,Ann,Golf,x,,160,\n"
    page = show(organiser, twice)
    words = text_of(page)
    assert "The table has 6 rows." in words
    assert "In the file more than once: Ann (rows 2, 7)" in words
    assert "Say whether the same person answered again" in text_of(confirm(organiser, page))
    for again, sports in (("latest", [[0]]), ("separate", [[0], [1]])):
        made = confirm(organiser, show(organiser, twice), again=again)
        with web.site.database.reading() as session:
            kept = session.query(Response).filter_by(event_id=made.url.path.split("/")[2], name="Ann").all()
        assert sorted(one.answers["Sport"] for one in kept) == sports


def test_headings_stand_as_they_are_written(organiser):
    table = "Name,Sport,What's new & good?\nAnn,Judo,\nBo,Golf,Cats\nCy,Judo,\n"
    assert "Not taken for questions: What's new & good?. Rules" in text_of(show(organiser, table))


def test_a_table_of_choices_alone_says_how_to_make_groups_of_it(organiser):
    table = "Name,1st choice,2nd choice\nAnn,Chess,Judo\nBo,Judo,Chess\nCy,Chess,Judo\n"
    assert 'bayeshat mix, the name of your file, --wishes "1st choice"' in text_of(show(organiser, table))


def test_whoever_presses_the_button_twice_makes_one_event(organiser):
    page = show(organiser)
    assert confirm(organiser, page).url.path.endswith("/groups")
    again = confirm(organiser, page)
    assert again.status_code == 422
    assert "The file is no longer here. Choose it again." in text_of(again)
    assert organiser.get("/").text.count(">Camp<") == 1


def test_an_event_is_made_with_its_people_or_not_at_all(web, organiser, monkeypatch):
    page = show(organiser)
    with web.site.database.reading() as session:
        before = session.query(Event).count()
    with monkeypatch.context() as fewer:
        # Less than there are, once they are to be written.
        fewer.setattr("bayeshat.web.core.imports.count_responses", lambda *_: web.site.settings.max_people)
        assert confirm(organiser, page).status_code == 422
    with web.site.database.reading() as session:
        assert session.query(Event).count() == before
    assert confirm(organiser, page).url.path.endswith("/groups")


def test_what_the_groups_are_for_is_wrong_where_it_is_asked(organiser):
    wrong = confirm(organiser, show(organiser), purpose="chess")
    assert wrong.status_code == 422
    assert '<a href="#purpose">' in wrong.text
    assert "answers.csv has been uploaded." in text_of(wrong)


def test_columns_that_should_not_decide_are_left_out_and_groups_have_names(web, organiser):
    page = show(organiser, groups="Kitchen, Garden; Stage")
    made = confirm(organiser, page, use=["0"])
    with web.site.database.reading() as session:
        event = session.get(Event, made.url.path.split("/")[2])
        assert [name in event.survey_toml for name in ("Kitchen", "Garden", "Stage", "Sport")] == [True] * 4
        assert 'text = "Height' not in event.survey_toml
        assert session.query(Response).filter_by(event_id=event.id, name="Ann").one().extra["Height in cm"] == "160"


def test_what_is_wrong_is_said_where_it_is_and_nothing_is_made(web, organiser):
    with web.site.database.reading() as session:
        before = session.query(Event).count()
    for fields, words in (
        ({"title": ""}, "Write a title"),
        ({"groups": "1"}, "Say how many groups there are, from 2 to 20"),
        ({"groups": "Red, red"}, "Say how many groups there are"),
        ({"groups": "R" * 201 + ", Blue"}, "at most 200 characters"),
        ({"table": "name,sport\n"}, "a row for each person"),
        ({"table": "name,sport\nAnn,golf\nBo,golf\n"}, "No column of the file looks like a question"),
        ({"name": "answers.pdf"}, "must be a CSV, TSV or XLSX file"),
    ):
        page = show(organiser, **fields)
        assert page.status_code == 422, fields
        assert words in text_of(page), fields
        # Whoever uses the keyboard goes on from what is wrong.
        assert re.search(r'role="alert" tabindex="-1" autofocus', page.text), fields
        # What was chosen is still chosen.
        assert re.search(r'value="table" checked', page.text), fields
    page = show(organiser)
    none = confirm(organiser, page, use=[])
    assert none.status_code == 422
    assert "Choose at least one column that should decide." in text_of(none)
    assert "The file is no longer here. Choose it again." in text_of(confirm(organiser, page, upload="x"))
    with web.site.database.reading() as session:
        assert session.query(Event).count() == before


def test_a_table_stays_when_something_else_is_wrong(organiser):
    for fields in ({"title": ""}, {"groups": "1"}):
        wrong = show(organiser, **fields)
        assert wrong.status_code == 422
        assert "answers.csv has been uploaded." in text_of(wrong)
        kept = re.search(r'name="upload" value="([^"]+)"', wrong.text)[1]
        sent = {"title": "Camp", "survey": "table", "groups": "2", "upload": kept}
        assert "5 people have answered." in text_of(organiser.submit("/events/new", **sent))
    # So it does where the title is found wrong only on the next page.
    assert "answers.csv has been uploaded." in text_of(confirm(organiser, show(organiser), title=""))
    # A file that cannot be read is not kept.
    assert 'name="upload"' not in show(organiser, table="name,sport\n", title="Camp").text


def test_a_table_larger_than_other_forms_is_taken(start_server):
    most = 100_000
    rows = [f"P{n},{'Judo' if n % 2 else 'Golf'},{Random(n).randbytes(5_000).hex()}" for n in range(most // 5_000)]
    with start_server(max_body=most) as web:
        organiser = web.organiser()
        page = show(organiser, "\n".join(["Name,Sport,Comments", *rows]))
        assert confirm(organiser, page).status_code == 200


def test_numbers_far_from_the_usual_are_shown_first(organiser):
    people = "".join(f"P{n},{'Judo' if n % 2 else 'Golf'},{160 + 3 * n}\n" for n in range(12))
    page = show(organiser, f"Name,Sport,Height in cm\n{people}Far,Judo,1750\n")
    assert "Far: 1,750 (question 2)" in text_of(page)


def test_a_german_organiser_reads_german(web):
    browser = web.newcomer("Greta", language="de")
    table = (
        "Zeitstempel,Name,Sport,Fußball,Schach,Bemerkungen\n"
        "01.05.2026 10:00,Anke,Judo,x,,\n01.05.2026 10:01,Bo,Judo,x,x,Hallo\n01.05.2026 10:02,Curt,Rudern,,x,\n"
    )
    page = show(browser, table, title="Freizeit")
    words = read(page)
    assert "3 Personen haben geantwortet." in words
    assert "Gruppe 1, Gruppe 2" in words
    assert "Nicht als Fragen genommen: Zeitstempel, Bemerkungen." in words
    read(confirm(browser, page))
    read(confirm(browser, page, use=[]), 422)
    read(show(browser, table, "antworten.csv", title="Freizeit", groups="1"), 422)
    read(show(browser, "Name,Sport\nAnke,Judo\nBo,Judo\n", title="Freizeit"), 422)
