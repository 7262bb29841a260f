"""Answers of the server that come late: they change nothing that somebody has typed or chosen since."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

# What has the keyboard once an answer is in the page, before any timer of the page has run out.
KEYBOARD = """() => { window.keyboard = new Promise(done => document.addEventListener("htmx:afterSwap", () => {
  setTimeout(() => done(document.activeElement.id));
}, { once: true })); }"""


@contextmanager
def held(page, address):
    """Hold the next request to an address back until the block ends."""
    waiting = []
    page.route(address, lambda route: waiting.append(route), times=1)
    with page.expect_request(address):
        yield
    while not waiting:
        page.wait_for_timeout(1)
    waiting[0].continue_()


@pytest.fixture
def editing(make_event, visits):
    """The form of a survey."""
    event = make_event()
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/survey/edit")
    return page


def test_nothing_is_typed_into_a_survey_that_is_about_to_be_replaced(editing):
    with held(editing, "**/survey"):
        editing.get_by_role("button", name="Add a group").click()
        for field in ("Group 1", "What is asked"):
            expect(editing.get_by_label(field, exact=True).first).to_be_disabled()
        expect(editing.get_by_role("button", name="Add a question")).to_be_disabled()
    expect(editing.get_by_label("Group 5", exact=True)).to_be_focused()
    expect(editing.get_by_label("Group 1", exact=True)).to_be_enabled()


def test_the_keyboard_comes_with_the_answer(editing):
    # If it came later, it would be taken from the field in which somebody has begun to type.
    editing.evaluate(KEYBOARD)
    editing.get_by_role("button", name="Add a group").click()
    assert editing.evaluate("window.keyboard") == "h-4"


def test_sizes_are_judged_as_they_were_typed_last(make_event, visits):
    event = make_event(6)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/groups")
    with held(page, "**/groups?*"):
        page.get_by_label("Gryffindor").fill("4")
        expect(page.locator(".htmx-request")).to_have_count(1)
        page.get_by_label("Gryffindor").fill("3")
    expect(page.get_by_text("6 people: Gryffindor 3")).to_be_visible()
