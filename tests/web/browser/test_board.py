"""The board in a browser: by mouse, by menu, by keyboard, in two tabs; what is said at once."""

import re

import pytest
from playwright.sync_api import expect

from web.browser.served import prepare

PERSON = "Person 02"  # who is to be with Person 01
OTHER = "Person 09"


def card(page, name):
    """Return somebody's entry."""
    return page.locator(".person").filter(has=page.locator(".name", has_text=re.compile(f"^{name}$")))


def group_of(page, name):
    return page.locator(".card").filter(has=card(page, name)).get_by_role("heading").inner_text()


def in_group(page, group, name):
    return page.get_by_role("region", name=group, exact=True).locator(".name", has_text=re.compile(f"^{name}$"))


def another_group(page, name):
    here = group_of(page, name)
    return next(text for text in page.locator(".card h2").all_inner_texts() if text != here)


def choose(page, name):
    """Ask where somebody could be instead, and return the menu."""
    card(page, name).get_by_role("link", name="Move or ask why").click()
    return page.get_by_label(f"Move {name} to")


def choose_group(page, name, group):
    menu = choose(page, name)
    menu.select_option(menu.locator("option", has_text=group).inner_text())


def number(page, title):
    """Return one of the numbers below the groups."""
    return page.locator(".status div").filter(has_text=title).locator("dd")


@pytest.fixture
def opened(make_event, visits):
    """An event with a result, and the organiser looking at it."""
    event = make_event(21, 1)
    event.page = visits.open(event.served, organiser="Minerva")
    event.page.goto(event.board)
    return event


def test_person_is_dragged_and_everything_follows_at_once(opened, inspect_page):
    page = opened.page
    before, goal = group_of(page, PERSON), another_group(page, PERSON)
    expect(number(page, "Expected in")).to_contain_text("as sorted")
    expect(number(page, "Rules broken")).to_contain_text("all are kept")
    card(page, PERSON).locator(".name").drag_to(
        page.get_by_role("region", name=goal, exact=True).get_by_role("heading")
    )
    expect(in_group(page, goal, PERSON)).to_be_visible()
    expect(number(page, "Moved by hand")).to_contain_text("1")
    expect(number(page, "Expected in")).to_contain_text(re.compile(r"(worse fit|better fit|as good): "))
    expect(number(page, "Rules broken")).to_contain_text("Person 01")
    expect(page.locator("#say")).to_contain_text("Rules broken: 1")
    inspect_page(page, "board with a broken rule")
    page.get_by_role("button", name="Undo").click()
    expect(in_group(page, before, PERSON)).to_be_visible()
    expect(number(page, "Expected in")).to_contain_text("as sorted")
    page.get_by_role("button", name="Redo").click()
    expect(in_group(page, goal, PERSON)).to_be_visible()
    # It is kept: another look shows the same.
    page.reload()
    expect(in_group(page, goal, PERSON)).to_be_visible()
    expect(number(page, "Rules broken")).to_contain_text("Person 01")


def test_a_drop_that_breaks_the_sizes_offers_a_swap(opened, inspect_page):
    page = opened.page
    # The first groups are both as small as they may be.
    name = page.locator(".card .name").first.inner_text()
    before, goal = group_of(page, name), another_group(page, name)
    sizes = page.locator(".card .size").all_inner_texts()

    def drop():
        card(page, name).locator(".name").drag_to(
            page.get_by_role("region", name=goal, exact=True).get_by_role("heading")
        )
        expect(page.get_by_role("dialog")).to_contain_text(f"{name} to {goal}: ")

    drop()
    inspect_page(page, "a swap is offered")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(in_group(page, before, name)).to_be_visible()
    drop()
    swap = page.get_by_role("button", name="Swap with ")
    other = swap.inner_text().removeprefix("Swap with ")
    swap.click()
    expect(in_group(page, goal, name)).to_be_visible()
    expect(in_group(page, before, other)).to_be_visible()
    expect(page.locator(".card .size")).to_have_text(sizes)


TOP = "one => one.getBoundingClientRect().top + scrollY"
# What the keyboard comes by before the first person.
STOPS = """() => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter(one => one.checkVisibility() && !one.disabled && one.type !== "hidden");
  return stops.findIndex(one => one.closest(".person"));
}"""


@pytest.mark.parametrize(("size", "highest"), [("desktop", 340), ("phone", 420)])
def test_people_are_on_the_first_screen(make_event, visits, size, highest):
    event = make_event(21, 1)
    page = visits.open(event.served, size, organiser="Minerva")
    page.goto(event.board)
    assert page.locator("#groups").evaluate(TOP) <= highest
    assert 0 < page.evaluate(STOPS) < 10
    heights = page.locator(".card summary").evaluate_all("heads => heads.map(one => one.offsetHeight)")
    assert len(heights) > 1
    assert len(set(heights)) == 1
    # A group's name stays in view while its people scroll by.
    last = page.locator(".card").first.locator(".person").last
    last.evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 250)")
    expect(page.locator(".card summary").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_person_is_moved_by_the_menu_and_locked(make_event, visits, size):
    event = make_event(21, 1)
    page = visits.open(event.served, size, organiser="Minerva")
    page.goto(event.board)
    goal = another_group(page, PERSON)
    entry = card(page, PERSON)
    menu = choose(page, PERSON)
    menu.select_option(menu.locator("option", has_text=goal).inner_text())
    expect(entry.get_by_role("status")).to_contain_text("Breaks: Person 01")
    entry.get_by_role("button", name=f"Move {PERSON}").click()
    expect(in_group(page, goal, PERSON)).to_be_visible()
    card(page, PERSON).get_by_role("button", name=f"Lock {PERSON}").click()
    expect(card(page, PERSON).get_by_role("button", name=f"Locked {PERSON}")).to_have_attribute("aria-pressed", "true")
    expect(number(page, "Locked")).to_contain_text("1")
    card(page, PERSON).get_by_text("Move or ask why").click()
    card(page, PERSON).get_by_role("link", name="Why here?").click()
    expect(card(page, PERSON).get_by_text(f"{PERSON} is in {goal}")).to_be_visible()


def test_the_first_person_is_a_few_keys_away(opened):
    page = opened.page
    reached = []
    for _ in range(10):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('.person') !== null"))
    # Fewer than ten links and buttons come before.
    assert any(reached)


def test_person_is_moved_with_the_keyboard_alone(opened):
    page = opened.page
    goal = another_group(page, OTHER)
    card(page, OTHER).locator(".more").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label(f"Move {OTHER} to")).to_be_focused()
    page.keyboard.type(goal[0])
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"Move {OTHER}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(in_group(page, goal, OTHER)).to_be_visible()
    # The keyboard is still where the person is, and what happened is said aloud.
    expect(card(page, OTHER).locator(".more")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Moved.").first).to_be_visible()
    # So it is when the change is undone and made again by keyboard.
    for keys, told in (("Control+z", "Undone."), ("Control+Shift+Z", "Redone.")):
        page.keyboard.press(keys)
        expect(page.get_by_role("status").filter(has_text=told).first).to_be_visible()
        expect(card(page, OTHER).locator(".more")).to_be_focused()
    page.locator("#undo").press("Enter")
    # There is nothing more to undo: a button that does nothing cannot have the keyboard.
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#redo")).to_be_focused()


def test_the_page_does_not_jump_when_it_is_scrolled(opened):
    """Otherwise a click far down may miss what it was meant for."""
    height = "() => document.documentElement.scrollHeight"
    drawn = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    before = opened.page.evaluate(height)
    opened.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    opened.page.evaluate(drawn)
    assert opened.page.evaluate(height) == before


def test_stale_tab_is_refused_and_shows_how_things_are(opened, visits):
    first = opened.page
    second = first.context.new_page()
    second.goto(opened.board)
    goal = another_group(first, PERSON)
    choose_group(first, PERSON, goal)
    card(first, PERSON).get_by_role("button", name=f"Move {PERSON}").click()
    expect(in_group(first, goal, PERSON)).to_be_visible()
    visits.expect("status of 409")
    before = group_of(second, OTHER)
    choose(second, OTHER)
    card(second, OTHER).get_by_role("button", name=f"Move {OTHER}").click()
    expect(second.get_by_role("alert")).to_contain_text("Somebody changed this in the meantime")
    expect(in_group(second, goal, PERSON)).to_be_visible()
    expect(in_group(second, before, OTHER)).to_be_visible()
    # Looked at again, the change can be made.
    choose(second, OTHER)
    card(second, OTHER).get_by_role("button", name=f"Move {OTHER}").click()
    expect(number(second, "Moved by hand")).to_contain_text("2")


def test_a_change_that_fails_is_told(opened, visits):
    page = opened.page
    choose_group(page, OTHER, another_group(page, OTHER))
    for words in ("status of 40", "Status Error Code 40", "net::ERR_FAILED", "htmx:afterRequest", "htmx:sendError"):
        visits.expect(words)

    def fail(answer, told):
        page.route("**/move", answer, times=1)
        card(page, OTHER).get_by_role("button", name=f"Move {OTHER}").click()
        expect(page.locator("#say")).to_contain_text(told)

    fail(lambda route: route.fulfill(status=403), "This page is too old")
    fail(lambda route: route.fulfill(status=404), "That did not work")
    fail(lambda route: route.abort(), "The server cannot be reached")
    expect(number(page, "Moved by hand")).to_contain_text("0")


def test_sorted_again_around_locks(opened):
    page = opened.page
    goal = another_group(page, OTHER)
    choose_group(page, OTHER, goal)
    card(page, OTHER).get_by_role("button", name=f"Move {OTHER}").click()
    expect(in_group(page, goal, OTHER)).to_be_visible()
    page.get_by_role("button", name=f"Lock {OTHER}").click()
    expect(number(page, "Locked")).to_contain_text("1")
    page.get_by_role("button", name="Sort around the locks").click()
    opened.served.finish_sort(page)
    expect(page).not_to_have_url(re.compile(opened.sorting_id))
    expect(in_group(page, goal, OTHER)).to_be_visible()
    expect(page.locator(".name")).to_have_count(21)


def test_many_people_are_found_selected_moved_undone_and_locked(served, visits, inspect_page):
    # More than fit the roomy view.
    crowd = prepare(served, "Crowd", 100, 1)
    page = visits.open(served, organiser="Minerva")
    page.goto(crowd.board)
    expect(page.locator(".person")).to_have_count(100)
    expect(page.locator(".compact .person")).to_have_count(100)
    find = page.get_by_role("textbox", name="Find a person")
    find.press_sequentially("Person 012")
    expect(page.get_by_role("status").filter(has_text="1 found")).to_be_visible()
    expect(page.locator(".person:visible")).to_have_count(1)
    find.fill("Person 00")
    expect(page.locator(".person:visible")).to_have_count(9)
    people = [f"Person 00{n}" for n in (1, 2, 3)]
    before = [group_of(page, name) for name in people]
    goal = next(name for name in page.locator(".card h2").all_inner_texts() if name not in before)
    for name in people:
        page.get_by_role("checkbox", name=name).focus()
        page.keyboard.press("Space")
    expect(page.locator("#picked")).to_have_text("3 people selected")
    # Enter leads from any box to what can be done with those who are selected.
    page.keyboard.press("Enter")
    expect(page.get_by_label("Move them to")).to_be_focused()
    page.keyboard.type(goal[0])
    inspect_page(page, "board of many with three selected")
    page.get_by_role("button", name="Move the selected people").press("Enter")
    for name in people:
        expect(in_group(page, goal, name)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Moved.").first).to_be_visible()
    expect(number(page, "Moved by hand")).to_contain_text("3")
    page.locator("body").press("Control+z")
    expect(page.get_by_role("status").filter(has_text="Undone.").first).to_be_visible()
    for group, name in zip(before, people, strict=True):
        expect(in_group(page, group, name)).to_be_visible()
    page.locator("body").press("Control+Shift+Z")
    expect(number(page, "Moved by hand")).to_contain_text("3")
    page.get_by_role("button", name=f"Lock {people[0]}").press("Enter")
    expect(page.get_by_role("button", name=f"Locked {people[0]}")).to_be_focused()
    # Whoever is selected is dragged along, but for those who are locked.
    for name in people[1:]:
        page.get_by_role("checkbox", name=name).check()
    card(page, people[1]).locator(".name").drag_to(page.get_by_role("heading", name=before[1], exact=True))
    for name in people[1:]:
        expect(in_group(page, before[1], name)).to_be_visible()
    expect(in_group(page, goal, people[0])).to_be_visible()
    # What was looked for and how it is ordered survive a reload.
    page.get_by_text("Options").click()
    page.get_by_label("Order").select_option("Least sure first")
    page.reload()
    expect(page.locator(".person:visible")).to_have_count(9)
    shares = page.locator(".card").first.locator(".person").evaluate_all("rows => rows.map(row => +row.dataset.share)")
    assert shares == sorted(shares)
    page.get_by_text("Options").click()
    page.get_by_role("button", name="Collapse all").click()
    expect(page.locator(".person:visible")).to_have_count(0)
