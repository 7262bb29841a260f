"""Wishes in a real browser: from the organiser's switches over a phone to the board."""

import re

from playwright.sync_api import expect


def test_a_wish_from_the_form_to_the_board(make_event, visits, inspect_page):
    event = make_event(7)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/people")
    page.locator("summary").get_by_text("Answers any number of answers").click()
    page.get_by_label(re.compile("^Ask for wishes")).check()
    page.get_by_label(re.compile("^Ask for friends")).check()
    page.get_by_role("button", name="Save the settings").click()
    expect(page.get_by_label(re.compile("^Ask for wishes"))).to_be_checked()

    phone = visits.open(event.served, "phone")
    phone.goto(event.share)
    phone.get_by_label("Your name").fill("Anneliese")
    phone.locator(".question").first.get_by_role("radio").first.check()
    phone.get_by_label("First choice").select_option("Slytherin")
    phone.get_by_label("Who would you like to be with?").fill("Person 3, Zed")
    inspect_page(phone, "form with wishes")
    phone.get_by_role("button", name="Send my answers").click()
    expect(phone.get_by_text("Person 3, Zed")).to_be_visible()
    inspect_page(phone, "receipt with wishes")

    page.goto(f"{event.path}/sort")
    expect(page.get_by_text("Anneliese: “Zed”")).to_be_visible()
    inspect_page(page, "sort with an unknown friend")
    page.get_by_role("button", name="Sort", exact=True).click()
    event.served.finish_sort(page)
    expect(page.get_by_label("The groups").get_by_text("Anneliese", exact=True).first).to_be_visible()
    page.goto(f"{page.url.split('?')[0]}/why/7")
    expect(page.get_by_text("Wish: Anneliese would like to be in Slytherin (normal)")).to_be_visible()
    expect(page.get_by_text("Wish: Anneliese would like to be with Person 3 (normal)")).to_be_visible()
    inspect_page(page, "reasons with wishes")
