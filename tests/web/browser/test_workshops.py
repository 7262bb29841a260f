"""Workshops with places, and rounds of meetings, in a real browser: from the new event to everybody's receipt."""

import re

from playwright.sync_api import expect

SURVEY = """title = "Project day"
prior = "flat"
houses = ["Group 1", "Group 2"]
[[questions]]
id = "year"
text = "Which year are you in?"
options = ["5", "6"]
"""
WISHES = {
    "Anneliese": ("Pottery", "Chess"),
    "Bonifaz": ("Pottery", "Film"),
    "Cyriak": ("Chess", "Film"),
    "Dora": ("Chess", "Film"),
}


def test_workshops_from_the_form_to_the_receipt(served, visits, inspect_page):
    page = visits.open(served, organiser="Minerva")
    page.goto("/events/new")
    page.get_by_label("Title").fill("Project day")
    page.get_by_label(re.compile("^Workshops, by choice")).check()
    page.get_by_label(re.compile("^A survey file")).check()
    file = {"name": "day.toml", "mimeType": "application/toml", "buffer": SURVEY.encode()}
    page.get_by_label("Survey file", exact=True).set_input_files(file)
    inspect_page(page, "new event of workshops")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="Project day", level=1)).to_be_visible()
    event = page.url.split("?")[0]
    page.goto(f"{event}/groups")
    expect(page.get_by_label(re.compile("^Workshops, by choice"))).to_be_checked()
    expect(page.get_by_label("Number of rounds")).to_be_hidden()
    for number, (name, size) in enumerate((("Pottery", "at most 1"), ("Chess", "at most 3"), ("Film", "at most 3")), 1):
        page.get_by_label(f"Name of group {number}", exact=True).fill(name)
        page.get_by_label(f"Size of group {number}", exact=True).fill(size)
    expect(page.get_by_label(re.compile("^One by one"))).to_be_checked()
    page.get_by_role("button", name="Save the sizes").click()
    expect(page.get_by_label("Name of group 3", exact=True)).to_have_value("Film")
    inspect_page(page, "groups of workshops")
    phone = visits.open(served, "phone", organiser="Minerva")
    phone.goto(f"{event}/groups")
    inspect_page(phone, "groups of workshops")

    page.goto(f"{event}/people")
    link = page.get_by_label("Link of the form").input_value()
    people = {name: visits.open(served, "phone") for name in WISHES}
    for name, person in people.items():
        person.goto(link)
        person.get_by_label("Your name").fill(name)
        person.get_by_label("5", exact=True).check()
        for place, wish in zip(("First choice", "Second choice"), WISHES[name], strict=True):
            person.get_by_label(place).select_option(wish)
        if name == "Anneliese":
            inspect_page(person, "form of workshops")
        person.get_by_role("button", name="Send my answers").click()
        expect(person.get_by_role("heading", name=f"Thank you, {name}")).to_be_visible()

    page.goto(f"{event}/sort")
    page.get_by_role("button", name="Make the groups").click()
    served.finish_sort(page)
    expect(page.get_by_text("3 got their first choice and 1 their second.")).to_be_visible()
    inspect_page(page, "board of workshops")
    board = page.url.split("?")[0]
    phone.goto(board)
    inspect_page(phone, "board of workshops")
    expect(page.get_by_role("region", name="Chess").locator(".name", has_text="Cyriak")).to_be_visible()
    page.goto(f"{board}/person/2")
    page.get_by_label("Move Cyriak to").select_option("Film")
    page.get_by_role("button", name=re.compile("^Move")).click()
    expect(page.get_by_role("region", name="Film").locator(".name", has_text="Cyriak")).to_be_visible()
    expect(page.get_by_text("2 got their first choice and 2 their second.")).to_be_visible()
    page.get_by_role("link", name="Publish…").click()
    inspect_page(page, "publishing workshops")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    cyriak = people["Cyriak"]
    cyriak.reload()
    expect(cyriak.locator(".verdict")).to_have_text("Film")
    expect(cyriak.get_by_text("This was your second choice")).to_be_visible()
    inspect_page(cyriak, "receipt of a workshop")


def test_somebody_waits_and_moves_up(served, visits, inspect_page):
    page = visits.open(served, organiser="Minerva")
    page.goto("/events/new")
    page.get_by_label("Title").fill("Project day")
    page.get_by_label(re.compile("^Workshops, by choice")).check()
    page.get_by_label(re.compile("^A survey file")).check()
    file = {"name": "day.toml", "mimeType": "application/toml", "buffer": SURVEY.encode()}
    page.get_by_label("Survey file", exact=True).set_input_files(file)
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="Project day", level=1)).to_be_visible()
    event = page.url.split("?")[0]
    page.goto(f"{event}/groups")
    for number, name in enumerate(("Pottery", "Chess"), 1):
        page.get_by_label(f"Name of group {number}", exact=True).fill(name)
        page.get_by_label(f"Size of group {number}", exact=True).fill("1" if name == "Pottery" else "2")
    page.get_by_role("button", name="Save the sizes").click()
    page.get_by_label("If there are more people than places").select_option("first come")
    page.get_by_role("button", name="Save the purpose").click()
    expect(page.get_by_label("If there are more people than places")).to_have_value("first come")
    inspect_page(page, "groups with a waiting list")
    page.goto(f"{event}/people")
    link = page.get_by_label("Link of the form").input_value()
    person, receipts = visits.open(served, "phone"), {}
    for name in ("Anneliese", "Bonifaz", "Cyriak", "Dora"):
        person.goto(link)
        person.get_by_label("Your name").fill(name)
        person.get_by_label("5", exact=True).check()
        person.get_by_label("First choice").select_option("Pottery")
        person.get_by_role("button", name="Send my answers").click()
        expect(person.get_by_role("heading", name=f"Thank you, {name}")).to_be_visible()
        receipts[name] = person.url
    page.goto(f"{event}/sort")
    expect(page.get_by_text("There is 1 place too few, so 1 person waits: the last to answer.")).to_be_visible()
    inspect_page(page, "sort with a waiting list")
    page.get_by_role("button", name="Make the groups").click()
    served.finish_sort(page)
    expect(page.get_by_role("region", name="Waiting list").get_by_role("listitem")).to_contain_text(["Dora"])
    inspect_page(page, "board with a waiting list")
    page.get_by_role("link", name="Publish…").click()
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    person.goto(receipts["Dora"])
    expect(person.get_by_text("you are number 1 on the waiting list")).to_be_visible()
    inspect_page(person, "receipt on the waiting list")
    person.goto(f"{receipts['Bonifaz'].split('?')[0]}/delete")
    person.get_by_role("button", name="Delete my answers").click()
    page.reload()
    expect(page.get_by_text("1 person has left, and others wait for a place.")).to_be_visible()
    inspect_page(page, "board with a free place")
    page.get_by_role("button", name="Fill the free places").click()
    served.finish_sort(page)
    expect(page.locator(".person .name", has_text="Dora")).to_be_visible()
    expect(page.get_by_role("region", name="Waiting list")).to_have_count(0)


def test_rounds_are_shown_one_by_one(make_event, visits, inspect_page):
    event = make_event(8)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/groups")
    page.get_by_label(re.compile("^Several rounds of meetings")).check()
    page.get_by_label("Number of rounds").fill("3")
    page.get_by_role("button", name="Save the purpose").click()
    expect(page.get_by_role("link", name=re.compile("4 groups of 2, 3 rounds"))).to_be_visible()
    page.get_by_label("About this many people in each group:", exact=True).last.fill("4")
    expect(page.get_by_text("8 people: 2 groups of 4.")).to_be_visible()
    page.goto(f"{event.path}/sort")
    page.get_by_role("button", name="Make the groups").click()
    event.served.finish_sort(page)
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(page.get_by_text("nobody can be moved by hand")).to_be_visible()
    inspect_page(page, "board of rounds")
    phone = visits.open(event.served, "phone")
    page.get_by_role("link", name="Publish…").click()
    inspect_page(page, "publishing rounds")
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    phone.goto(next(iter(event.receipts.values())))
    expect(phone.get_by_text(re.compile("^Round 3: "))).to_be_visible()
    inspect_page(phone, "receipt of rounds")
