"""The report in a real browser."""

import re
from itertools import pairwise

import pytest

from bayeshat.engine.seats import seat_people
from bayeshat.report.files import write_text
from bayeshat.report.lists import render_lists, render_place_cards
from bayeshat.report.page.html import write_report
from browser import CONTRAST, PATIENCE, STICKING_OUT, open_browser
from report.results import HOSTILE, flat, hostile, houses, many_groups, one_person, ruled, several

RESULTS = {
    "houses": houses,
    "hostile": hostile,
    "flat": flat,
    "many_groups": many_groups,
    "one_person": one_person,
    "crowd": lambda: houses(300),
    "ruled": ruled,
    "several": several,
}
LISTS = ("houses", "hostile", "crowd")
SEATED = ("hostile", "crowd")
PAGES = (*RESULTS, *(f"lists of {name}" for name in LISTS))
PAGES += tuple(f"{what} of {name}" for what in ("seats", "cards") for name in SEATED)
# A4 less the margins of the page's own style, at 96 dots per inch.
PRINTED_WIDTH = 687

REMEMBER = "() => document.querySelectorAll('details').forEach(e => { e.dataset.open = e.open; })"
RESTORE = """() => {
  document.querySelectorAll('details').forEach(e => { e.open = e.dataset.open === 'true'; });
  document.documentElement.style.fontSize = '';
}"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    written = {name: write_report(make(), folder / f"{name}.html") for name, make in RESULTS.items()}
    for name in LISTS:
        written[f"lists of {name}"] = write_text(render_lists(RESULTS[name]()), folder / f"{name}-lists.html")
    for name in SEATED:
        seats = seat_people(RESULTS[name]().decision)
        lists, cards = render_lists(RESULTS[name](), seats=seats), render_place_cards(RESULTS[name](), seats)
        written[f"seats of {name}"] = write_text(lists, folder / f"{name}-seats.html")
        written[f"cards of {name}"] = write_text(cards, folder / f"{name}-cards.html")
    return written


@pytest.fixture(scope="module")
def opened(browser):
    """Keep pages open for all tests, with what they said and asked for."""
    pages, said, asked = {}, [], []
    yield pages, said, asked
    for page in pages.values():
        page.close()


@pytest.fixture
def show(browser, files, opened):
    """Return a function that shows a page; at the end nothing may have been said, asked for or popped up.

    Opening a page takes longer than looking at it, so each is opened once, and comes back as it was.
    """
    pages, said, asked = opened

    def show_page(name, width=1280, *, media="screen", scheme="light"):
        if name not in pages:
            page = pages[name] = browser.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("dialog", lambda dialog: said.append(dialog.message))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(files[name].as_uri())
            page.evaluate(REMEMBER)
        page = pages[name]
        page.bring_to_front()  # Chromium may draw nothing for a page behind others, and a click waits for what is drawn
        page.evaluate(RESTORE)
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(media=media, color_scheme=scheme)
        return page

    yield show_page
    assert said == []
    assert asked == [files[name].as_uri() for name in pages]


def unfold(page):
    page.evaluate("() => document.querySelectorAll('details').forEach(e => { e.open = true; })")


@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out(show, name):
    for width in (320, 1280):
        page = show(name, width)
        unfold(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(STICKING_OUT) == []


def test_nothing_sticks_out_when_text_is_twice_as_large(show):
    page = show("houses", 640)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.parametrize("name", ["hostile", "many_groups", "ruled"])
def test_text_can_be_read(show, name):
    for scheme in ("light", "dark"):
        page = show(name, scheme=scheme)
        unfold(page)
        ratios = page.evaluate(CONTRAST)
        assert ratios[0][0] >= 4.5, ratios
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, background[4:-1].split(","))) > 380) == (scheme == "light")


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("ruled", "dark"),
        ("hostile", "light"),
        ("many_groups", "light"),
        ("lists of hostile", "dark"),
        ("seats of hostile", "dark"),
        ("cards of hostile", "light"),
    ],
)
def test_the_printed_page_is_light_and_nothing_is_cut_off(show, name, scheme):
    page = show(name, PRINTED_WIDTH, media="print", scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= PRINTED_WIDTH
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(CONTRAST)[0][0] >= 4.5
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    kept = "[...document.querySelectorAll('tr, li:has(label), li:has(div), li:has(b)')]"
    assert page.evaluate(f"{kept}.every(e => getComputedStyle(e).breakInside === 'avoid')")


def test_the_report_prints_on_a4(show):
    pdf = show("ruled", media="print").pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^]]*)\]", pdf)}
    assert len(boxes) == 1
    assert boxes.pop() == pytest.approx((0, 0, 595.3, 841.9), abs=1)


def test_each_list_is_printed_on_a_page_of_its_own(show):
    """Also the longest: as many people as go on a page in two columns."""
    page = show("lists of crowd", media="print")
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = [tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^]]*)\]", pdf)]
    assert len(boxes) == page.locator("section").count() >= 8
    assert boxes == [pytest.approx((0, 0, 595.3, 841.9), abs=1)] * len(boxes)


def test_ten_place_cards_are_printed_on_a_page(show):
    page = show("cards of crowd", media="print")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/MediaBox", pdf)) == page.locator("li").count() / 10 == 30


def test_boxes_can_be_ticked(show):
    page = show("lists of houses")
    name = houses().names[0]
    page.get_by_label(name).check()
    assert page.get_by_label(name).is_checked()
    page.get_by_label(name).uncheck()


def test_folded_names_are_printed(show):
    page = show("crowd", PRINTED_WIDTH, media="print")
    height = page.evaluate("document.querySelector('.card .names').getBoundingClientRect().height")
    assert height > 200


def test_people_are_found_by_a_part_of_their_name(show):
    page = show("crowd")
    box = page.get_by_label("Find a person")
    box.fill("  PERSON 12")
    assert [
        name for name in page.locator("#index li:visible bdi:first-child").all_inner_texts() if "12" not in name
    ] == []
    assert page.locator("#index output").inner_text() == f"{page.locator('#index li:visible').count()} found"
    page.locator("#index li:visible a").first.click()
    assert page.locator("tr:target").is_visible()
    box.fill("")
    assert page.locator("#index li:visible").count() == 0  # folded again


def test_everybody_is_listed_without_scripts(browser, files):
    page = browser.new_page(java_script_enabled=False)
    page.set_default_timeout(PATIENCE)
    page.goto(files["crowd"].as_uri())
    assert not page.get_by_label("Find a person").is_visible()
    page.locator("#index summary").click()
    assert page.locator("#index li:visible").count() == 300
    page.close()


def test_names_are_text(show):
    page = show("hostile")
    shown = page.evaluate("[...document.querySelectorAll('.names bdi')].map(e => e.textContent)")
    assert sorted(shown) == sorted(name.encode("utf-8", "replace").decode() for name in HOSTILE)
    assert page.evaluate("document.querySelectorAll('script, img, bdi *').length") == 0


def test_a_name_from_right_to_left_keeps_to_itself(show):
    page = show("hostile")
    directions = page.evaluate("[...document.querySelectorAll('bdi')].map(e => getComputedStyle(e).unicodeBidi)")
    assert set(directions) == {"isolate"}


@pytest.mark.parametrize("name", RESULTS)
def test_headings_tables_and_pictures_can_be_heard(show, name):
    page = show(name)
    assert page.get_attribute("html", "lang") == "en"
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(e => Number(e.tagName[1]))")
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [page.locator(mark).count() for mark in ("main", "body > header", "nav", "body > footer")] == [1, 1, 1, 1]
    mute = """e => !(e.getAttribute('role') === 'img' && e.getAttribute('aria-label')) && e.ariaHidden !== 'true'"""
    assert page.evaluate(f"[...document.querySelectorAll('svg')].filter({mute}).length") == 0
    assert page.evaluate("[...document.querySelectorAll('th:not([scope])')].length") == 0
    untitled = "e => !e.caption || !e.caption.textContent.trim()"
    assert page.evaluate(f"[...document.querySelectorAll('table')].filter({untitled}).length") == 0
