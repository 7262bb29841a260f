"""Every page, at the widths of a desk and of a phone, in light and in dark."""

import pytest

from bayeshat.web.core import events, jobs, publishing, results
from bayeshat.web.core.results import read_standing
from bayeshat.web.db.schema import Job
from browser import STICKING_OUT
from web.browser.conftest import SIZES
from web.browser.served import prepare


@pytest.fixture
def ground(served):
    """An event with two results, one of them published and changed by hand, a closed one, and sorts that stopped."""
    made = prepare(served, "Autumn term <b>", 21, 2)
    with served.database.reading() as session:
        event = session.get(events.Event, made.event_id)
        made.other_id = next(one.id for one in results.list_sortings(session, event) if one.id != made.sorting_id)
        standing = read_standing(session, results.get_sorting(session, event, made.sorting_id))
    publication = publishing.prepare_publication(standing)
    with served.database.session() as session:
        publishing.publish(session, event, publication, allows_exchange=True)
        session.add(Job(event_id=event.id, state="interrupted", options=jobs.SortOptions.of(event).to_dict()))
    with served.database.reading() as session:
        event = session.get(events.Event, made.event_id)
        made.job_id = jobs.list_jobs(session, event)[0].id
    made.closed = prepare(served, "A closed form", 1)
    with served.database.session() as session:
        events.close_form(session, session.get(events.Event, made.closed.event_id))
    return made


def organiser_pages(ground):
    response = f"{ground.path}/answers"
    return {
        "home": "/",
        "account": "/account",
        "second factor": "/account/second-factor",
        "new event": "/events/new",
        "event": ground.path,
        **{step: f"{ground.path}/{step}" for step in ("people", "groups", "rules", "sort", "results")},
        "wish": f"{ground.path}/rules?kind=wish",
        "rule about a column": f"{ground.path}/rules?kind=not+alone",
        "survey": f"{ground.path}/survey",
        "builder": f"{ground.closed.path}/survey/edit",
        "answers": response,
        "earlier people": f"{ground.path}/past",
        "board": ground.board,
        "board found": f"{ground.board}?find=Person+2",
        "why": f"{ground.board}/why/0",
        "trade-off": f"{ground.board}/trade-off",
        "compare": f"{ground.board}/compare/{ground.other_id}",
        "results": f"{ground.path}/results",
        "publish": f"{ground.board}/publish",
        "unpublish": f"{ground.board}/unpublish",
        "delete result": f"{ground.board}/delete",
        "job": f"{ground.path}/jobs/{ground.job_id}",
        "delete event": f"{ground.path}/delete",
        "members": f"{ground.path}/members",
        "audit log": f"{ground.path}/log",
        "copy": f"{ground.path}/copy",
        "not there": "/events/" + "0" * 32,
    }


def public_pages(ground):
    return {
        "login": "/login",
        "forgotten password": "/forgotten",
        "form": ground.share,
        "closed form": ground.closed.share,
        "receipt with house": ground.receipts["Person 01"],
        "receipt": ground.closed.receipts["Person 1"],
        "own answers": f"{ground.receipts['Person 02']}/edit",
        "delete own answers": f"{ground.receipts['Person 02']}/delete",
        "exchange": f"{ground.receipts['Person 03']}/exchange",
        "no exchange": f"{ground.closed.receipts['Person 1']}/exchange",
        "wrong link": "/r/" + "x" * 30,
    }


# axe-core looks at colours in the dark as well, where the web changed.
thoroughly = pytest.mark.parametrize(
    "thorough", [pytest.param(False, id="usual"), pytest.param(True, id="thorough", marks=pytest.mark.long)]
)


# As far apart as readers may set their text without losing any of it (WCAG 2.2, 1.4.12).
SET_APART = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important;"
    + " word-spacing: .16em !important } p { margin-bottom: 2em !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def inspect_all(page, pages, inspect_page, thorough):
    """Look at all pages as a phone shows them, at their width on a desk, and as narrow as at four times the size."""
    for name, path in pages.items():
        page.goto(path)
        page.locator("details").evaluate_all("parts => parts.slice(0, 3).forEach(part => { part.open = true; })")
        inspect_page(page, name, thorough=thorough)
        page.set_viewport_size(SIZES["desktop"])
        assert page.evaluate(STICKING_OUT) == [], name
        page.set_viewport_size({"width": 320, "height": 800})
        page.evaluate(SET_APART)
        assert page.evaluate(STICKING_OUT) == [], name
        page.set_viewport_size(SIZES["phone"])


def test_what_is_too_small_to_press_is_found(ground, visits, inspect_page):
    page = visits.open(ground.served, "phone")
    page.goto("/login")
    page.locator("main").evaluate("main => { main.innerHTML += '<button>x</button><button>y</button>'; }")
    shrink = "all => all.forEach(one => { one.style.cssText = 'all: unset; display: inline-block; width: 9px'; })"
    page.locator("main > button").evaluate_all(shrink)
    with pytest.raises(AssertionError, match="target-size"):
        inspect_page(page, "login")


@thoroughly
def test_every_page_of_an_organiser_can_be_used_by_everybody(ground, visits, inspect_page, thorough):
    visits.expect("status of 404")
    page = visits.open(ground.served, "phone", organiser="Minerva")
    inspect_all(page, organiser_pages(ground), inspect_page, thorough)


@thoroughly
def test_every_page_of_a_respondent_can_be_used_by_everybody(ground, visits, inspect_page, thorough):
    visits.expect("status of 404")
    inspect_all(visits.open(ground.served, "phone"), public_pages(ground), inspect_page, thorough)
