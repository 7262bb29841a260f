"""An organiser's list of people: expected, answered, read from a file, deleted."""

import re

from playwright.sync_api import expect

from browser import STICKING_OUT

# Short names in lists that take more than one line.
BROKEN_NAMES = """() => [...document.querySelectorAll(".list .name")].filter(name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return name.textContent.length < 10 && text.getClientRects().length > 1;
}).map(name => name.textContent)"""
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 360, "height": 740}}


def inspect_both(page, inspect_page, name):
    """Look at a page as a phone shows it, and at its width on a desk."""
    page.set_viewport_size(SIZES["phone"])
    inspect_page(page, name)
    page.set_viewport_size(SIZES["desktop"])
    assert page.evaluate(STICKING_OUT) == [], name


def test_people_are_expected_answer_by_their_links_and_are_deleted(served, make_event, visits, inspect_page, tmp_path):
    ready = make_event(12, 1)
    page = visits.open(served, organiser="Minerva")
    page.goto(f"{ready.path}/roster")
    page.get_by_label("Names").fill(f"Ann Lee <ann@example.org>\nPerson 01, one@example.org\n{'Long' * 24}")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("3 people: 1 answered, 2 missing.")).to_be_visible()
    page.get_by_role("searchbox").or_(page.get_by_label("Search")).first.fill("lee")
    expect(page.get_by_text("1 of 3 people")).to_be_visible()
    expect(page.locator("#people > li:visible")).to_have_count(1)
    page.get_by_label("Search").fill("")
    inspect_both(page, inspect_page, "roster")

    ann = visits.open(served, "phone")
    ann.goto(page.get_by_role("link", name="Link of Ann Lee").get_attribute("href"))
    expect(ann.get_by_label("Your name")).to_have_count(0)
    ann.locator("fieldset.question, .question").first.locator("label").first.click()
    inspect_page(ann, "personal form")
    ann.get_by_role("button", name=re.compile("Send")).click()
    ann.wait_for_url("**/r/*")

    table = page.request.get(f"{ready.path}/files/answers.csv").text()
    header, *rows = table.splitlines()
    file = tmp_path / "answers.csv"
    file.write_text("\n".join([header, rows[0].replace("Person 01", "Zoe")]), encoding="utf-8")
    for expected in ("The answers were imported.", "0 new, 1 replaced, 0 left out"):
        page.goto(f"{ready.path}/import")
        page.get_by_label("CSV or XLSX file").set_input_files(file)
        page.get_by_role("button", name="Read the file").click()
        expect(page.get_by_text(expected)).to_be_visible()
    inspect_both(page, inspect_page, "import")
    page.get_by_role("button", name="Replace 1 person").click()

    expect(page.get_by_text("14 people. Only the organisers of this event can see this list.")).to_be_visible()
    expect(page.locator("#people time").first).not_to_contain_text("UTC")
    inspect_both(page, inspect_page, "answers")
    page.set_viewport_size(SIZES["phone"])
    assert page.evaluate(BROKEN_NAMES) == []
    page.set_viewport_size(SIZES["desktop"])
    page.get_by_label("Zoe", exact=True).check()
    page.get_by_label("Ann Lee", exact=True).check()
    page.get_by_role("button", name="Delete the selected…").click()
    inspect_both(page, inspect_page, "delete answers")
    page.get_by_role("button", name="Delete the answers").click()
    expect(page.get_by_text("12 people.")).to_be_visible()

    page.goto(f"{ready.board}/course-files?course=TEA101")
    expect(page.get_by_text("could not be matched")).to_have_count(2)
    inspect_both(page, inspect_page, "course files")
