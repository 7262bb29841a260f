"""One result's life: weighed, renamed, changed, published, changed again, latecomers placed, compared, downloaded."""

import re

from playwright.sync_api import expect

from bayeshat.web.core import responses
from bayeshat.web.core.editing import move
from bayeshat.web.core.results import get_sorting, read_standing
from bayeshat.web.db.schema import Event

PERSON = "Person 02"  # who is to be with Person 01


def move_person(ready, person, group):
    """Move somebody as another tab would; how hands move people is tested with the board."""
    with ready.served.database.session() as session:
        sorting = get_sorting(session, session.get(Event, ready.event_id), ready.sorting_id)
        move(session, sorting, sorting.version, [person], group)


def answer(ready, name):
    with ready.served.database.session() as session:
        event = session.get(Event, ready.event_id)
        given = responses.list_responses(session, event)[0].answers
        responses.submit(
            session, ready.served.keys, event, name, given, f"{ready.event_id}-{name}", settings=ready.served.settings
        )


def test_a_result_from_the_sort_to_the_latecomers(make_event, visits, inspect_page):
    ready = make_event(21, 1)
    page = visits.open(ready.served, organiser="Minerva", timezone_id="America/New_York")
    page.goto(f"{ready.path}/results")
    # Times are the reader's, and names are the organiser's.
    expect(page.locator("time").first).not_to_contain_text("UTC")
    page.get_by_text("Rename").click()
    page.get_by_label("Name").fill("Draft for Monday")
    page.get_by_role("button", name="Save the name").click()
    expect(page.get_by_role("heading", name="Draft for Monday")).to_be_visible()

    # Moved by hand: a rule is broken, and publishing asks.
    with ready.served.database.reading() as session:
        labels = _read(session, ready).labels
    elsewhere = (labels[1] + 1) % 4
    move_person(ready, 1, elsewhere)
    page.reload()
    page.get_by_role("link", name="Publish…").click()
    expect(page.get_by_role("alert")).to_contain_text("1 rule is broken: Person 01 and Person 02 must be together")
    expect(page.get_by_role("figure")).to_contain_text("Person 01, you are in")
    inspect_page(page, "publish with a broken rule")
    page.get_by_role("button", name="Publish anyway").click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()

    # Edited again: people see it only once it is published again.
    respondent = visits.open(ready.served, "phone")
    respondent.goto(ready.receipts[PERSON])
    seen = respondent.locator(".verdict").inner_text()
    move_person(ready, 1, labels[1])
    page.reload()
    expect(page.get_by_text("1 person has been moved since you published.")).to_be_visible()
    respondent.reload()
    expect(respondent.locator(".verdict")).to_have_text(seen)
    page.get_by_role("link", name="Publish again…").click()
    expect(page.get_by_text(re.compile(f"{PERSON}: from {seen} to"))).to_be_visible()
    inspect_page(page, "publish again")
    page.get_by_role("button", name="Publish again").click()
    respondent.reload()
    expect(respondent.locator(".verdict")).not_to_have_text(seen)

    # Somebody comes late, and is placed without moving anybody.
    answer(ready, "Late Lou")
    page.reload()
    expect(page.get_by_text("1 person has answered since.")).to_be_visible()
    inspect_page(page, "board with news")
    page.goto(f"{ready.path}/results")
    inspect_page(page, "results with news")
    page.get_by_role("button", name="Place the latecomer").click()
    ready.served.finish_sort(page)
    page.get_by_text("About this result").click()
    expect(page.get_by_text("1 latecomer placed")).to_be_visible()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Two results compared")).to_be_visible()
    expect(page.get_by_text("Everybody who is in both results is in the same group: 21 people.")).to_be_visible()
    inspect_page(page, "compare")


def _read(session, ready):
    return read_standing(session, get_sorting(session, session.get(Event, ready.event_id), ready.sorting_id))


def where_dot(page):
    return [page.locator(".dot.now").get_attribute(name) for name in ("cx", "cy")]


def test_the_slider_chooses_how_much_sizes_count(make_event, visits, inspect_page):
    ready = make_event(21, 1)
    page = visits.open(ready.served, organiser="Minerva")
    page.goto(ready.board)
    page.get_by_role("link", name="Show the trade-off").click()
    page.get_by_role("button", name="Work out the trade-off").click()
    slider = page.get_by_role("slider", name="How much sizes count")
    ready.served.finish_work()
    expect(slider).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)
    exact = where_dot(page)
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-chosen]")).to_contain_text(re.compile(r"Gryffindor \d+, .* people in their right group"))
    expect(slider).to_have_attribute("aria-valuetext", page.locator("[data-chosen]").inner_text())
    assert where_dot(page) != exact
    inspect_page(page, "trade-off worked out")
    page.get_by_role("button", name="Sort with this").click()
    ready.served.finish_sort(page)
    expect(page).not_to_have_url(re.compile(ready.sorting_id))


def test_the_same_without_scripts(make_event, visits):
    ready = make_event(21, 1)
    page = visits.open(ready.served, "phone", organiser="Minerva", java_script_enabled=False)
    page.goto(f"{ready.board}/trade-off")
    page.get_by_role("button", name="Work out the trade-off").click()
    ready.served.finish_work()
    page.reload()
    page.get_by_role("radio").first.check()
    expect(page.get_by_role("button", name="Sort with this")).to_be_visible()
    page.goto(f"{ready.board}/why/0")
    expect(page.get_by_role("heading", name=re.compile("Why Person 01 is in"))).to_be_visible()
    page.goto(f"{ready.path}/results")
    expect(page.get_by_text("UTC").first).to_be_visible()


def test_files_are_downloaded(make_event, visits):
    ready = make_event(21, 1)
    page = visits.open(ready.served, organiser="Minerva")
    page.goto(ready.board)
    starts = {
        "Who is where (CSV)": b"",
        "Chances (CSV)": b"",
        "All tables (XLSX)": b"PK",
        "The report for the organisers": b"<!doctype html>",
        "The groups to hand out": b"<!doctype html>",
    }
    for words, start in starts.items():
        with page.expect_download() as waiting:
            page.get_by_role("link", name=words).click()
        with open(waiting.value.path(), "rb") as file:
            content = file.read()
        assert content.removeprefix(b"\xef\xbb\xbf").startswith(start), words
        assert b"Person 09" in content or start == b"PK"
