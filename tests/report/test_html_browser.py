"""The report in a real browser."""

import re
from itertools import pairwise

import pytest

from bayeshat.report.html import write_report
from browser import CONTRAST, STICKING_OUT, open_browser
from report.results import HOSTILE, flat, hostile, houses, many_groups, one_person

RESULTS = {
    "houses": houses,
    "hostile": hostile,
    "flat": flat,
    "many_groups": many_groups,
    "one_person": one_person,
    "crowd": lambda: houses(600),
}
# A4 less the margins of the page's own style, at 96 dots per inch.
PRINTED_WIDTH = 687


@pytest.fixture(scope="module")
def browser():
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    return {name: write_report(make(), folder / f"{name}.html") for name, make in RESULTS.items()}


@pytest.fixture
def show(browser, reports):
    """Return a function that opens a report; at the end nothing may have been said, asked for or popped up."""
    pages, said, asked, expected = [], [], [], []

    def open_page(name, width=1280, **options):
        page = browser.new_page(viewport={"width": width, "height": 800}, **options)
        pages.append(page)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: asked.append(request.url))
        expected.append(reports[name].as_uri())
        page.goto(expected[-1])
        return page

    yield open_page
    for page in pages:
        page.close()
    assert said == []
    assert asked == expected


def unfold(page):
    page.evaluate("() => document.querySelectorAll('details').forEach(e => { e.open = true; })")


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_sticks_out(show, name, width):
    page = show(name, width)
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(STICKING_OUT) == []


def test_nothing_sticks_out_when_text_is_twice_as_large(show):
    page = show("houses", 640)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.parametrize("name", ["hostile", "many_groups"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(show, name, scheme):
    page = show(name, color_scheme=scheme)
    unfold(page)
    ratios = page.evaluate(CONTRAST)
    assert ratios[0][0] >= 4.5, ratios
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, background[4:-1].split(","))) > 380) == (scheme == "light")


@pytest.mark.parametrize(("name", "scheme"), [("houses", "dark"), ("hostile", "light"), ("many_groups", "light")])
def test_the_printed_page_is_light_and_nothing_is_cut_off(show, name, scheme):
    page = show(name, PRINTED_WIDTH, color_scheme=scheme)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= PRINTED_WIDTH
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(CONTRAST)[0][0] >= 4.5
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("[...document.querySelectorAll('tr')].every(e => getComputedStyle(e).breakInside === 'avoid')")


def test_the_report_prints_on_a4(show):
    pdf = show("houses").pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^]]*)\]", pdf)}
    assert len(boxes) == 1
    assert boxes.pop() == pytest.approx((0, 0, 595.3, 841.9), abs=1)


def test_folded_names_are_printed(show):
    page = show("crowd", PRINTED_WIDTH)
    page.emulate_media(media="print")
    height = page.evaluate("document.querySelector('.card .names').getBoundingClientRect().height")
    assert height > 200


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
