"""Two people exchange places in real browsers: one makes an offer, the other takes it, and the organiser sees it."""

import re

import pytest
from playwright.sync_api import expect

from bayeshat.web.core import publishing, results
from bayeshat.web.core.results import read_standing
from bayeshat.web.db.schema import Event


def read(event):
    """Return the event and its result as it stands."""
    with event.served.database.reading() as session:
        known = session.get_one(Event, event.event_id)
        return known, read_standing(session, results.get_sorting(session, known, event.sorting_id))


def find_pair(event):
    """Return the names and groups of two people in different groups whom no rule names."""
    _, standing = read(event)
    placed = [(name, standing.groups[label]) for name, label in zip(standing.names, standing.labels, strict=True)]
    ann = placed[2]
    return *ann, *next(one for one in placed[3:] if one[1] != ann[1])


@pytest.mark.parametrize("scripts", [True, False])
def test_ann_offers_and_bo_takes(make_event, visits, inspect_page, scripts):
    event = make_event(21, 1)
    ann, owls, bo, larks = find_pair(event)
    visits.expect("status of 422")
    organiser = visits.open(event.served, organiser="Minerva")
    organiser.goto(f"{event.board}/publish")
    organiser.get_by_label("People may exchange places").check()
    inspect_page(organiser, "publish with exchanges")
    organiser.get_by_role("button", name="Publish").click()
    expect(organiser.get_by_text("published", exact=True)).to_be_visible()

    one = visits.open(event.served, "phone", java_script_enabled=scripts)
    one.goto(event.receipts[ann])
    expect(one.locator(".verdict")).to_have_text(owls)
    one.get_by_role("link", name="Exchange places").click()
    one.get_by_label("The group that you would like").select_option(larks)
    if scripts:
        inspect_page(one, "exchange")
    one.get_by_role("button", name="Make the offer").click()
    code = one.locator(".code").inner_text()
    if scripts:
        inspect_page(one, "exchange with an offer")

    other = visits.open(event.served, java_script_enabled=scripts)
    other.goto(event.receipts[bo])
    other.get_by_role("link", name="Exchange places").click()
    other.get_by_label("The code").fill("NOTHING2")
    other.get_by_role("button", name="Look at the offer").click()
    expect(other.get_by_role("link", name=re.compile("There is no open offer"))).to_be_focused()
    if scripts:
        inspect_page(other, "exchange with a wrong code")
    other.get_by_label("The code").fill(code.lower())
    other.get_by_role("button", name="Look at the offer").click()
    expect(other.get_by_text(f"{ann} ({owls}) would like to exchange places with you ({larks}).")).to_be_visible()
    if scripts:
        inspect_page(other, "exchange found")
    other.get_by_role("link", name="No, I stay where I am").click()
    expect(other.get_by_text(f"You are in {larks}.")).to_be_visible()
    other.get_by_label("The code").fill(code)
    other.get_by_role("button", name="Look at the offer").click()
    take = other.get_by_role("button", name="Exchange places")
    if scripts:
        take.dblclick()
    else:
        take.click()
    expect(other.get_by_role("status").filter(has_text="You have exchanged places")).to_be_visible()
    expect(other.locator(".verdict")).to_have_text(owls)
    if scripts:
        inspect_page(other, "receipt after an exchange")
    one.goto(event.receipts[ann])
    expect(one.locator(".verdict")).to_have_text(larks)
    expect(one.get_by_text(f"Before, you were in {owls}.")).to_be_visible()

    organiser.reload()
    expect(organiser.get_by_text("Two people have exchanged places by their own links")).to_be_visible()
    organiser.get_by_text("About this result", exact=True).click()
    expect(organiser.get_by_text(f"{ann} (from {owls}) and {bo} (from {larks})")).to_be_visible()
    # What lies below the bar that stays at the top cannot be pressed.
    organiser.evaluate("scrollTo(0, 0)")
    inspect_page(organiser, "board after an exchange")
    organiser.get_by_role("button", name="Undo").click()
    expect(organiser.get_by_text("2 people have been moved since you published.")).to_be_visible()
    known, standing = read(event)
    publication = publishing.prepare_publication(standing)
    with event.served.database.session() as session:
        publishing.publish(session, known, publication, allows_exchange=False)
    one.reload()
    expect(one.locator(".verdict")).to_have_text(owls)
    expect(one.get_by_role("link", name="Exchange places")).to_have_count(0)
