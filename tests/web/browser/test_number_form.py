"""A question for a number: written in the builder, answered on a phone."""

import re

from playwright.sync_api import expect

from bayeshat.web.core import events


def test_a_question_for_a_number_is_written_and_answered(make_event, visits, inspect_page):
    visits.expect("status of 422")
    ground = make_event()
    page = visits.open(ground.served, organiser="Minerva")
    page.goto(f"{ground.path}/survey/edit")
    question = page.locator("#question-0")
    expect(question.get_by_label("Unit")).to_be_hidden()
    question.get_by_label("People give").select_option("a number")
    expect(question.get_by_label("Answer 1", exact=True)).to_be_hidden()
    question.get_by_label("What is asked").fill("How tall are you?")
    question.get_by_label("Unit").fill("cm")
    page.get_by_role("button", name="Save the survey").click()
    # The range is missing: the form says so at its field, and has kept the rest.
    expect(page.get_by_role("alert")).to_contain_text("between which numbers most answers lie")
    expect(question.get_by_label("Unit")).to_have_value("cm")
    question.get_by_label("Usually from").fill("150")
    question.get_by_label("to", exact=True).fill("200")
    question.get_by_label("What is typical of Slytherin").fill("165,5")
    page.get_by_role("button", name="Save the survey").click()
    expect(page.get_by_text("Slytherin: 165.5 cm")).to_be_visible()
    with ground.served.database.reading() as session:
        survey = events.survey_of(session.get(events.Event, ground.event_id))
    assert (survey.questions[0].kind, survey.questions[0].scale, survey.questions[0].unit) == (
        "number",
        (150, 200),
        "cm",
    )

    phone = visits.open(ground.served, "phone")
    phone.goto(ground.share)
    phone.get_by_label("Your name").fill("Zoë")
    phone.get_by_label("Your number, in cm").fill("1.72")
    phone.get_by_label("Your number, in cm").blur()
    expect(phone.locator(".count")).to_contain_text("1 of 8 answered")
    phone.get_by_role("button", name="Send my answers").click()
    expect(phone.get_by_role("alert")).to_contain_text("1.72 cm is far from the usual numbers")
    inspect_page(phone, "form with an odd number")
    phone.get_by_label("Your number, in cm").fill("1,72 m")
    phone.get_by_role("button", name="Send my answers").click()
    expect(phone).to_have_url(re.compile("/r/"))
    expect(phone.get_by_text("172 cm")).to_be_visible()


def test_a_rating_and_a_ranking_are_written_and_answered(make_event, visits, inspect_page):
    ground = make_event()
    page = visits.open(ground.served, organiser="Minerva")
    page.goto(f"{ground.path}/survey/edit")
    first, second = page.locator("#question-0"), page.locator("#question-1")
    first.get_by_label("People give").select_option("a rating on a scale")
    expect(first.get_by_label("Unit")).to_be_hidden()
    first.get_by_label("From").fill("1")
    first.get_by_label("to", exact=True).fill("5")
    first.get_by_label("What is typical of Slytherin").fill("4")
    # Opening a question folds the one before.
    second.locator("summary").first.click()
    expect(first.get_by_label("What is asked")).to_be_hidden()
    second.get_by_label("People give").select_option("answers in order, the best first")
    inspect_page(page, "builder of a ranking")
    page.get_by_role("button", name="Save the survey").click()
    expect(page.get_by_text("Slytherin: 4")).to_be_visible()

    phone = visits.open(ground.served, "phone")
    phone.goto(ground.share)
    phone.get_by_label("Your name").fill("Zoë")
    rating, ranking = phone.locator("#q0"), phone.locator("#q1")
    expect(rating.get_by_role("radio")).to_have_count(6)
    rating.get_by_label("4", exact=True).check()
    ranking.get_by_label("First choice").select_option("What I achieved")
    ranking.get_by_label("Second choice").select_option("What I achieved")
    expect(phone.locator(".count")).to_contain_text("2 of 8 answered")
    visits.expect("status of 422")
    phone.get_by_role("button", name="Send my answers").click()
    expect(phone.get_by_role("alert")).to_contain_text("you chose “What I achieved” twice")
    inspect_page(phone, "form with a rating and a ranking")
    ranking.get_by_label("Second choice").select_option("The risks I took")
    phone.get_by_role("button", name="Send my answers").click()
    expect(phone.get_by_text("What I achieved, The risks I took")).to_be_visible()
