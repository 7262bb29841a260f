"""Both journeys from end to end: an organiser's and two respondents', as they would do it."""

import re

import pytest
from playwright.sync_api import expect

from bayeshat.web.auth import LOGIN_COOKIE
from web.browser.served import answers_csv
from web.hosting import PASSWORD


def answer(page, name, choice=0):
    """Fill the form in, without sending it."""
    page.get_by_label("Your name").fill(name)
    for question in page.get_by_role("group").all():
        question.get_by_role("radio").nth(choice).check()


def count_answers(page):
    return page.get_by_role("region", name="Answers").locator("p").first


def set_up(served, page):
    """Make the first organiser with the secret that the server printed."""
    page.goto(served.opening)
    page.get_by_label("Your name").fill("Minerva")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()


def make_event(page, title):
    """Make an event with the packaged survey, and return its form's link."""
    page.get_by_role("link", name=re.compile("Make the first event|New event")).first.click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("The Hogwarts survey").check()
    page.get_by_role("button", name="Make the event").click()
    go_to(page, "People")
    return page.get_by_label("Link of the form").input_value()


def go_to(page, step):
    """Go to one of an event's steps."""
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=re.compile(f"^{step}")).click()
    expect(page.get_by_role("heading", name=step, exact=True, level=1)).to_be_visible()


def test_from_setting_up_to_everybodys_house(served, visits, inspect_page):
    page = visits.open(served)
    page.goto(served.opening)
    inspect_page(page, "setup")
    set_up(served, page)
    inspect_page(page, "no events")
    link = make_event(page, "Welcome evening")
    expect(count_answers(page)).to_have_text("0 have answered")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()

    # Two people answer at once; one of them without scripts.
    ann = visits.open(served, "phone")
    bo = visits.open(served, "desktop", java_script_enabled=False)
    for person, name, choice in ((ann, "Anneliese", 0), (bo, "Bonifaz", 1)):
        person.goto(link)
        answer(person, name, choice)
    for person, name in ((ann, "Anneliese"), (bo, "Bonifaz")):
        person.get_by_role("button", name="Send my answers").click()
        expect(person.get_by_role("heading", name=f"Thank you, {name}")).to_be_visible()
        expect(person.get_by_label("Your private link")).to_have_value(person.url)
    assert ann.url != bo.url
    for person, other in ((ann, "Bonifaz"), (bo, "Anneliese")):
        assert other not in person.content()
        expect(person.get_by_role("main")).not_to_contain_text(re.compile("(?<!What you )answered"))
    # The organiser's page has not been loaded again.
    expect(count_answers(page)).to_have_text("2 have answered")
    expect(page.get_by_text("Latest: Bonifaz, Anneliese")).to_be_visible()

    for person in (ann, bo):
        person.get_by_role("link", name="Change my answers").click()
        person.get_by_role("group", name=re.compile("Which pet")).get_by_label("A toad").check()
        person.get_by_role("button", name="Save the changes").click()
        expect(person.get_by_text("Your changes have been saved.")).to_be_visible()
        expect(person.get_by_text("A toad")).to_be_visible()

    people = page.url
    page.get_by_role("link", name="Read answers from a file").click()
    file = {"name": "rest.csv", "mimeType": "text/csv", "buffer": answers_csv(19).encode()}
    page.get_by_label("CSV or XLSX file").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("The answers were imported.")).to_be_visible()
    page.goto(people)
    expect(count_answers(page)).to_have_text("21 have answered")

    go_to(page, "Groups")
    page.get_by_label("Range, such as 4 to 6").fill("4..7")
    page.get_by_role("button", name="Save the sizes").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("link", name="Groups 4 groups of 4 to 7")).to_be_visible()

    go_to(page, "Rules")
    page.get_by_label("Person 1").fill("Anneliese")
    page.get_by_label("Person 2").fill("Bonifaz")
    page.get_by_role("button", name="Add the rule").click()
    expect(page.get_by_text("Anneliese and Bonifaz must be apart", exact=True)).to_be_visible()
    page.get_by_label("What the rule says").select_option("must be in")
    expect(page.get_by_label("Person 2")).to_have_count(0)
    page.get_by_label("Who").fill("Anneliese")
    page.get_by_label("Group", exact=True).select_option("Ravenclaw")
    page.get_by_role("button", name="Add the rule").click()
    expect(page.get_by_text("Anneliese must be in Ravenclaw", exact=True)).to_be_visible()
    # Without scripts the fields come with a press of a button.
    plain = visits.open(served, organiser="Minerva", java_script_enabled=False)
    plain.goto(page.url.split("?")[0])
    plain.get_by_label("What the rule says").select_option("must not be in")
    plain.get_by_role("button", name="Show the fields").click()
    plain.get_by_label("Who").fill("Bonifaz")
    plain.get_by_label("Group", exact=True).select_option("Slytherin")
    plain.get_by_role("button", name="Add the rule").click()
    expect(plain.get_by_role("heading", name="3 rules")).to_be_visible()

    go_to(page, "Sort")
    expect(page.get_by_role("heading", name="21 people, 4 groups of 4 to 7, 3 rules")).to_be_visible()
    page.get_by_role("button", name="Sort", exact=True).click()
    served.finish_sort(page)
    expect(page.get_by_role("region", name="Ravenclaw").locator(".name", has_text="Anneliese")).to_be_visible()
    sizes = [card.locator(".name").count() for card in page.locator(".card").all()]
    assert sum(sizes) == 21
    assert all(4 <= n_people <= 7 for n_people in sizes)

    ann.reload()
    expect(ann.get_by_role("heading", name="Thank you, Anneliese")).to_be_visible()
    page.get_by_role("link", name="Publish…").click()
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    for person, name in ((ann, "Anneliese"), (bo, "Bonifaz")):
        person.reload()
        expect(person.get_by_role("heading", name=f"{name}, you are in")).to_be_visible()
    expect(ann.locator(".verdict")).to_have_text("Ravenclaw")
    expect(bo.locator(".verdict")).not_to_have_text("Ravenclaw")

    page.get_by_role("link", name="Welcome evening").click()
    expect(page.get_by_text("1 result, published")).to_be_visible()
    go_to(page, "Rules")
    expect(page.get_by_role("listitem").filter(has_text="must be apart").get_by_text("kept")).to_be_visible()
    go_to(page, "People")
    page.get_by_role("button", name="Close the form").click()
    expect(page.get_by_text("form closed")).to_be_visible()
    late = visits.open(served, "phone")
    late.goto(link)
    expect(late.get_by_role("heading", name="This form is closed")).to_be_visible()
    ann.reload()
    expect(ann.get_by_role("link", name="Change my answers")).to_have_count(0)

    page.get_by_role("link", name="Welcome evening").click()
    page.get_by_role("link", name="Delete this event…").click()
    page.get_by_label("To be sure, type the title").fill("Welcome evening")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible()
    visits.expect("status of 404")
    for gone in (ann.url, link):
        ann.goto(gone)
        expect(ann.get_by_role("heading", name="There is nothing here")).to_be_visible()


@pytest.mark.long  # what differs on PostgreSQL is tested in web/core, and all its pages in test_description.py
def test_core_of_the_journey_on_postgresql(served_by_postgres, visits):
    served = served_by_postgres
    assert served.database.kind == "postgresql"
    page = visits.open(served)
    set_up(served, page)
    link = make_event(page, "On PostgreSQL")
    people = [visits.open(served, "phone", java_script_enabled=n > 0) for n in range(3)]
    for n, person in enumerate(people):
        person.goto(link)
        answer(person, f"Person {n}", n % 2)
    for person in people:
        person.get_by_role("button", name="Send my answers").click()
    # Nothing was loaded again since nobody had answered.
    expect(count_answers(page)).to_have_text("3 have answered")
    go_to(page, "Sort")
    page.get_by_role("button", name="Sort", exact=True).click()
    served.finish_sort(page)
    first = page.get_by_role("listitem").filter(has_text="Move or ask why: Person 0")
    first.get_by_text("Move or ask why").click()
    goal = first.get_by_label("Move Person 0 to").locator("option").nth(1).inner_text().split(" (")[0]
    first.get_by_label("Move Person 0 to").select_option(index=1)
    first.get_by_role("button", name="Move Person 0").click()
    expect(page.get_by_role("region", name=goal).locator(".name", has_text="Person 0")).to_be_visible()
    page.get_by_role("link", name="Publish…").click()
    page.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    people[0].reload()
    expect(people[0].locator(".verdict")).to_have_text(goal)


def test_survey_is_built_in_the_browser(served, visits, inspect_page):
    page = visits.open(served, "phone", organiser="Minerva")
    page.goto("/events/new")
    page.get_by_label("Title").fill("Tea or coffee")
    page.get_by_label("A survey of your own").check()
    page.get_by_role("button", name="Make the event").click()
    page.get_by_label("Group 1", exact=True).fill("Owls")
    page.get_by_label("Group 2", exact=True).fill("Larks")
    page.get_by_role("button", name="Add a group").click()
    page.get_by_label("Group 3", exact=True).fill("Doves")
    first = page.get_by_role("group", name="Question 1", exact=True)
    first.get_by_label("What is asked").fill("When are you awake?")
    answer_of = first.get_by_role("group", name="Answer 1 of question 1")
    answer_of.get_by_label("Answer 1").fill("At night")
    page.get_by_role("button", name="Add a question").click()
    second = page.get_by_role("group", name="Question 2", exact=True)
    second.get_by_label("What is asked").fill("What do you drink?")
    visits.expect("status of 422")
    page.get_by_role("button", name="Save the survey").click()
    # Two answers have no text yet: that is said, with links to them, and nothing is lost.
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Answer 1 of question 2 is empty")
    inspect_page(page, "builder with mistakes")
    summary.get_by_role("link").first.click()
    expect(page.locator("#q-1-0")).to_be_focused()
    for number, text in ((1, "Tea"), (2, "Coffee")):
        second.get_by_role("group", name=f"Answer {number} of question 2").get_by_label(f"Answer {number}").fill(text)
    tea = second.get_by_role("group", name="Answer 1 of question 2").get_by_label("Points to")
    tea.select_option("Doves")
    # The counts follow what is chosen, and the other way round.
    second.get_by_text("Advanced for question 2").click()
    doves = second.get_by_label("Answer 1 of question 2 in Doves")
    expect(doves).to_have_value("3")
    doves.fill("5")
    expect(tea).to_have_value("own")
    tea.select_option("Doves")
    expect(doves).to_have_value("3")
    page.get_by_role("button", name="Save the survey").click()
    expect(page.get_by_role("heading", name="Preview of the survey")).to_be_visible()
    expect(page.get_by_role("heading", name="What do you drink?")).to_be_visible()
    # Two tabs change it: the second save says so, and nothing typed is lost, not even by a login that ended.
    page.get_by_role("link", name="Change it").click()
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Group 1", exact=True).fill("Robins")
    other.get_by_role("button", name="Save the survey").click()
    expect(other.get_by_role("heading", name="Preview of the survey")).to_be_visible()
    page.get_by_label("Group 1", exact=True).fill("Eagles")
    page.get_by_text("Colours", exact=True).click()
    page.get_by_label("Choose the colour of Owls").fill("#ff8800")
    expect(page.get_by_label("Colour of Owls", exact=True)).to_have_value("#ff8800")
    for status in (409, 422):
        visits.expect(f"status of {status}")
    page.get_by_role("button", name="Save the survey").click()
    expect(page.get_by_role("alert")).to_contain_text("Somebody changed this survey after you opened it")
    inspect_page(page, "builder of a stale survey")
    page.context.clear_cookies(name=LOGIN_COOKIE)
    page.get_by_role("button", name="Replace it with mine").click()
    expect(page.get_by_role("alert")).to_contain_text("You have been logged out")
    page.context.add_cookies(served.log_in("Minerva"))
    page.get_by_role("button", name="Save the survey").click()
    page.get_by_role("button", name="Replace it with mine").click()
    expect(page.get_by_role("heading", name="Preview of the survey")).to_be_visible()
    expect(page.get_by_role("list", name="Groups", exact=True)).to_contain_text("Eagles")
    page.get_by_role("link", name="Go on to the event").click()
    go_to(page, "People")
    page.get_by_role("button", name="Open the form", exact=True).click()
    link = page.get_by_label("Link of the form").input_value()
    person = visits.open(served, "phone")
    person.goto(link)
    expect(person.get_by_role("group", name=re.compile("What do you drink")).get_by_label("Tea")).to_be_visible()


def test_form_is_answered_with_the_keyboard_alone(make_event, visits):
    event = make_event()
    page = visits.open(event.served)
    page.goto(event.share)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Kim")
    for number in range(1, 9):
        page.keyboard.press("Tab")
        # Nothing is chosen beforehand.
        page.keyboard.press("Space")
        expect(page.get_by_text(f"{number} of 8 answered")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send my answers")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you, Kim")).to_be_visible()
    expect(page.get_by_text("The evening")).to_be_visible()
    expect(page.get_by_text("No answer")).to_have_count(0)
    assert event.stored == ["Kim"]


def test_rules_are_built_with_the_keyboard_alone(make_event, visits, inspect_page):
    event = make_event(6)
    page = visits.open(event.served, organiser="Minerva")
    page.goto(f"{event.path}/rules")
    page.get_by_label("Person 1").focus()
    page.keyboard.type("Person 1")
    page.keyboard.press("Tab")
    page.keyboard.type("Person 3")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_label("What the rule says")).to_be_focused()
    # The fields come anew, and the keyboard stays where it was.
    with page.expect_response(re.compile("kind=together")):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    expect(page.get_by_label("How much it counts")).to_be_visible()
    expect(page.get_by_label("What the rule says")).to_be_focused()
    expect(page.get_by_label("Person 1")).to_have_value("Person 1")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Add another person")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Person 4")).to_be_focused()
    page.keyboard.type("Persson 5")
    visits.expect("status of 422")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Did you mean “Person 5”?")
    inspect_page(page, "doubtful rule")
    wrong = page.locator('[name="people"][value="Persson 5"]')
    wrong.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("Person 5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Person 1, Person 3 and Person 5 must be together", exact=True)).to_be_visible()
    remove = page.get_by_role("button", name="Remove the rule: Person 1, Person 3 and Person 5")
    remove.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No rules yet")).to_be_visible()


def test_two_organisers_lose_nothing(make_event, visits, inspect_page):
    event = make_event(6)
    first = visits.open(event.served, organiser="Minerva", timezone_id="Europe/Berlin")
    second = visits.open(event.served, "phone", organiser="Minerva", timezone_id="America/New_York")
    visits.expect("status of 409")
    for page in (first, second):
        page.goto(f"{event.path}/people")
    first.get_by_text("any number of answers").click()
    first.get_by_label("Title").fill("Ours")
    first.get_by_label("The form closes on (Europe/Berlin)").fill("2099-07-01T18:30")
    first.get_by_role("button", name="Save the settings").click()
    expect(first.get_by_text("Saved.")).to_be_visible()
    expect(first.get_by_label("The form closes on")).to_have_value("2099-07-01T18:30")
    second.get_by_label("Title").fill("Mine")
    second.get_by_text("Language and privacy").click()
    second.get_by_label("Privacy notice").fill("Nobody else reads this.")
    second.get_by_role("button", name="Save the settings").click()
    expect(second.get_by_role("alert")).to_contain_text("Somebody else saved this in the meantime")
    expect(second.get_by_label("Privacy notice")).to_have_value("Nobody else reads this.")
    expect(second.get_by_text("Stored now: Ours")).to_be_visible()
    inspect_page(second, "stale settings")
    second.get_by_label("The form closes on").fill("2099-07-01T12:30")
    second.get_by_role("button", name="Save anyway").click()
    expect(second.get_by_text("Saved.")).to_be_visible()
    first.reload()
    expect(first.get_by_label("Title")).to_have_value("Mine")
    expect(first.get_by_text(re.compile("any number of answers, until"))).to_be_visible()
    expect(first.get_by_label("The form closes on")).to_have_value("2099-07-01T18:30")

    for page in (first, second):
        page.goto(f"{event.path}/groups")
    first.get_by_label("Gryffindor").fill("4")
    expect(first.get_by_label("One by one")).to_be_checked()
    expect(first.get_by_text("6 people: Gryffindor 4, Slytherin 1, Ravenclaw 1 and Hufflepuff 0.")).to_be_visible()
    first.get_by_label("Slytherin").fill("3")
    expect(first.get_by_text("1 person too few")).to_be_visible()
    first.get_by_role("button", name="Save the sizes").click()
    expect(
        first.get_by_text("The groups need at least 7 people, and 6 have answered: 1 person too few.")
    ).to_be_visible()

    # Rules of both are kept, whoever was first.
    for page in (first, second):
        page.goto(f"{event.path}/rules")
    for page, names in ((first, ("Person 1", "Person 2")), (second, ("Person 3", "Person 4"))):
        for number, name in enumerate(names, 1):
            page.get_by_label(f"Person {number}").fill(name)
        page.get_by_role("button", name="Add the rule").click()
    expect(second.get_by_role("heading", name="2 rules")).to_be_visible()


def test_a_table_becomes_an_event_in_the_browser(served, visits, inspect_page, tmp_path):
    path = tmp_path / "answers.csv"
    rows = [f"Person {n},{'Judo' if n % 2 else 'Golf'},{'x' * (n % 2)},{'x' * (n % 3 > 0)},hello\n" for n in range(12)]
    path.write_text("Name,Sport,Football,Chess,Remarks\n" + "".join(rows))
    page = visits.open(served, "phone", organiser="Minerva")
    page.goto("/events/new")
    page.get_by_label("Title").fill("Answered elsewhere")
    expect(page.get_by_label("CSV or XLSX file")).to_be_hidden()
    page.get_by_label("Answers that you have already").check()
    page.get_by_label("CSV or XLSX file").set_input_files(path)
    inspect_page(page, "new event from a table")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_text("12 people have answered.")).to_be_visible()
    inspect_page(page, "what a table becomes")
    page.get_by_label("Sport").uncheck()
    page.get_by_role("button", name="Make the event with 12 people").click()
    expect(page.get_by_text("The answers were imported.")).to_be_visible()
    page.get_by_role("link", name="People 12 answered").click()
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_visible()
