"""Respondents in a real browser: in German from the form to the house, and on a shared tablet."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Error, expect
from sqlalchemy import update

from bayeshat.web.core import publishing, results
from bayeshat.web.core.results import read_standing
from bayeshat.web.db.schema import Event, now


def set_event(event, **values):
    """Set what the event's own pages would."""
    with event.served.database.session() as session:
        session.execute(update(Event).where(Event.id == event.event_id).values(**values))


def publish(event):
    with event.served.database.reading() as session:
        known = session.get_one(Event, event.event_id)
        standing = read_standing(session, results.get_sorting(session, known, event.sorting_id))
    publication = publishing.prepare_publication(standing)
    with event.served.database.session() as session:
        publishing.publish(session, known, publication)


def test_in_german_from_the_form_to_the_house(make_event, visits, inspect_page):
    event = make_event(21, 1)
    values = {"language": "de", "closes_at": now() + timedelta(days=1), "shows_mates": True}
    set_event(event, consent="Mein Name darf in der Klasse gezeigt werden.", privacy_notice="Bis Juli.", **values)
    visits.expect("status of 422")
    page = visits.open(event.served, "phone", locale="de-AT", timezone_id="Europe/Vienna")
    page.goto(event.share)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    # In the reader's own time zone.
    there = values["closes_at"].astimezone(ZoneInfo("Europe/Vienna"))
    expect(page.locator("time")).to_have_text(re.compile(f"um {there:%H:%M}$"))
    inspect_page(page, "German form")
    page.locator(".question").first.get_by_role("radio").first.check()
    expect(page.get_by_text("1 von 8 beantwortet")).to_be_visible()
    page.locator(".question").first.get_by_label("Keine Antwort").check()
    expect(page.get_by_text("0 von 8 beantwortet")).to_be_visible()

    page.get_by_role("button", name="Antworten absenden").click()
    expect(page.get_by_role("heading", name="Bitte sieh dir diese 3 Punkte noch einmal an")).to_be_visible()
    expect(page.get_by_role("link", name="Schreibe deinen Namen")).to_be_focused()
    inspect_page(page, "German errors")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Dein Name")).to_be_focused()
    page.keyboard.type("Person 01")
    for question in page.locator(".question").all():
        question.get_by_role("radio").nth(1).check()
    page.get_by_label("Mein Name darf").check()
    page.get_by_role("button", name="Antworten absenden").click()
    expect(page.get_by_role("alert")).to_contain_text("Unter dem Namen Person 01 hat schon jemand geantwortet.")
    expect(page.get_by_text("8 von 8 beantwortet")).to_be_visible()
    page.get_by_role("button", name="Trotzdem absenden").click()
    expect(page.get_by_role("heading", name="Danke, Person 01")).to_be_visible()
    expect(page.get_by_text("noch nicht veröffentlicht")).to_be_visible()
    inspect_page(page, "German receipt")

    publish(event)
    page.reload()
    expect(page.get_by_text("bevor deine Antworten da waren")).to_be_visible()
    page.get_by_role("link", name="Meine Antworten löschen").click()
    inspect_page(page, "German deletion")
    page.get_by_role("button", name="Meine Antworten löschen").click()
    expect(page.get_by_role("heading", name="Deine Antworten sind gelöscht")).to_be_visible()

    page.goto(event.receipts["Person 02"])
    expect(page.get_by_role("heading", name="Person 02, deine Gruppe ist")).to_be_visible()
    expect(page.get_by_text(re.compile("spr[ei]ch(t|en) für|zu deinen Antworten"))).not_to_have_count(0)
    expect(page.get_by_role("heading", name="Wer mit dir zusammen ist")).to_be_visible()
    inspect_page(page, "German house")


def fill_in(page, name):
    page.get_by_label("Your name").fill(name)
    for question in page.locator(".question").all():
        question.get_by_role("radio").nth(1).check()


def check_empty(page):
    """Fail if anything of a person is on the page."""
    for text in ("Anneliese", "/r/", "data:image"):
        assert text not in page.content()
    expect(page.get_by_label("Your name")).to_have_value("")
    expect(page.locator(":checked")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_back_on_a_shared_tablet_shows_nothing(make_event, visits, inspect_page, scripts):
    event = make_event()
    set_event(event, is_kiosk=True)
    visits.expect("status of 422")
    page = visits.open(event.served, java_script_enabled=scripts)
    page.goto("/login")
    page.goto(event.share)
    # A mistake first: that page, too, is one to go back to.
    fill_in(page, "")
    page.get_by_role("button", name="Send my answers").click()
    expect(page.get_by_role("link", name="Write your name")).to_be_focused()
    page.get_by_label("Your name").fill("Anneliese")
    expect(page.locator(":checked")).to_have_count(8)
    page.get_by_role("button", name="Send my answers").click()
    expect(page.get_by_role("heading", name="Thank you!")).to_be_visible()
    expect(page.get_by_role("img", name="QR code of your own link")).to_be_visible()
    assert "/r/" not in page.url
    if scripts:
        inspect_page(page, "thanks")
    page.get_by_role("link", name="Next person").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    check_empty(page)
    assert event.stored == ["Anneliese"]

    # Back to where the tablet was before, step by step. A browser that would have to send a form once more asks first,
    # and shows its own page; the server shows nothing for it either.
    for _ in range(5):
        try:
            page.go_back()
        except Error:
            page.wait_for_url("chrome-error://**")
            continue
        if page.url.endswith("/login"):
            break
        check_empty(page)
    expect(page).to_have_url(re.compile("/login$"))
    page.goto(event.share)
    check_empty(page)
