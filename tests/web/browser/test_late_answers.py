"""Answers of the server that come late: they change nothing that somebody has typed or chosen since."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

OTHER = "Person 09"
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


@pytest.fixture
def sentence(make_event, visits):
    """The rules of an event."""
    event = make_event(6)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/rules")
    return page


@pytest.fixture
def board(make_event, visits):
    """A result."""
    event = make_event(21, 1)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(event.board)
    return page


def entry(page, name):
    """Return somebody's entry on the board."""
    return page.locator(".person").filter(has=page.locator(".name", has_text=re.compile(f"^{name}$")))


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


def test_what_is_typed_while_a_rule_gets_other_fields_stays(sentence):
    sentence.get_by_label("Reason").fill("They")
    with held(sentence, "**/rules?*"):
        sentence.get_by_label("What the rule says").select_option("must be together")
        expect(sentence.locator(".htmx-request")).to_have_count(1)
        sentence.get_by_label("Person 1").fill("Person 1")
        sentence.get_by_role("button", name="Add another person").click()
        sentence.get_by_label("Person 4").fill("Person 5")
        sentence.get_by_label("Reason").focus()
        sentence.keyboard.press("End")
        sentence.keyboard.type(" row")
    expect(sentence.get_by_label("How much it counts")).to_be_visible()
    sentence.keyboard.type(" a lot")
    expect(sentence.get_by_label("Reason")).to_have_value("They row a lot")
    expect(sentence.get_by_label("Person 1")).to_have_value("Person 1")
    expect(sentence.get_by_label("Person 4")).to_have_value("Person 5")


def test_the_menu_of_a_rule_stays_when_its_fields_come(sentence):
    # Another menu, although it looked the same, would know nothing of the letters that were typed to choose in it.
    menu = sentence.get_by_label("What the rule says")
    menu.evaluate("menu => { window.menu = menu; }")
    menu.press("ArrowUp")
    expect(sentence.get_by_label("How much it counts")).to_be_visible()
    expect(menu).to_be_focused()
    assert menu.evaluate("menu => menu === window.menu")


def test_a_rule_is_what_was_chosen_last(sentence):
    menu = sentence.get_by_label("What the rule says")
    with held(sentence, "**/rules?*"):
        menu.select_option("must be together")
        expect(sentence.locator(".htmx-request")).to_have_count(1)
        menu.select_option("must be in")
    expect(sentence.get_by_label("Group", exact=True)).to_be_visible()
    expect(menu).to_have_value("pin")


def test_sizes_are_judged_as_they_were_typed_last(make_event, visits):
    event = make_event(6)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/groups")
    with held(page, "**/groups?*"):
        page.get_by_label("Gryffindor").fill("4")
        expect(page.locator(".htmx-request")).to_have_count(1)
        page.get_by_label("Gryffindor").fill("3")
    expect(page.get_by_text("6 people: Gryffindor 3")).to_be_visible()


def test_a_late_move_leaves_the_keyboard_where_it_is(board):
    entry(board, OTHER).get_by_role("link", name="Move or ask why").click()
    find = board.get_by_role("textbox", name="Find a person")
    with held(board, "**/move"):
        board.get_by_role("button", name=f"Move {OTHER}").click()
        find.focus()
        board.keyboard.type("Person")
    expect(board.get_by_role("status").filter(has_text="Moved.").first).to_be_visible()
    expect(find).to_be_focused()
    expect(find).to_have_value("Person")


def test_a_late_move_leaves_a_name_that_is_being_typed(board):
    entry(board, OTHER).get_by_role("link", name="Move or ask why").click()
    title = board.get_by_label("Name", exact=True)
    with held(board, "**/move"):
        board.get_by_role("button", name=f"Move {OTHER}").click()
        board.get_by_text("Options").click()
        title.fill("Rooms")
    expect(board.get_by_role("status").filter(has_text="Moved.").first).to_be_visible()
    expect(title).to_have_value("Rooms")
    expect(title).to_be_focused()


def test_places_are_shown_once_and_leave_the_keyboard_where_it_is(board):
    find = board.get_by_role("textbox", name="Find a person")
    with held(board, "**/person/*"):
        entry(board, OTHER).get_by_role("link", name="Move or ask why").dblclick()
        find.focus()
    menu = board.get_by_label(f"Move {OTHER} to")
    expect(menu).to_be_visible()
    expect(find).to_be_focused()
    expect(board.locator(".htmx-request")).to_have_count(0)
    expect(menu).to_have_count(1)


def test_a_forecast_is_of_the_group_that_was_chosen_last(board):
    entry(board, OTHER).get_by_role("link", name="Move or ask why").click()
    menu = board.get_by_label(f"Move {OTHER} to")
    forecast = entry(board, OTHER).get_by_role("status")
    menu.select_option(index=1)
    expect(forecast).not_to_be_empty()
    told = forecast.inner_text()
    with board.expect_response("**/preview?*"), held(board, "**/preview?*"):
        menu.select_option(index=2)
        menu.select_option(index=1)
    board.wait_for_load_state("networkidle")
    expect(forecast).to_have_text(told)
