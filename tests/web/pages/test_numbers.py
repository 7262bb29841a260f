"""Forms that ask for numbers, and surveys that learn from people of an earlier year."""

import re
from html import unescape

import pytest

from web.number_survey import number_survey
from web.pages.conftest import Ground

CATS = ("{ mean = 1, people = 4 }", "{ mean = 5, people = 4 }")
SURVEY = number_survey("tall", "cats", "tea", cats=CATS)


@pytest.fixture
def camp(web, organiser):
    files = {"file": ("camp.toml", SURVEY.encode())}
    page = organiser.submit("/events/new", title="Camp", survey="upload", files=files)
    return Ground(web, organiser, page.url.path)


def text_of(page):
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", page.text)))


def fill(page, **answers):
    """Return what a form sends: its hidden fields, and the answers."""
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
    return hidden | {"name": "Zoë"} | answers


def test_numbers_are_asked_read_shown_and_changed(camp):
    camp.send("settings", language="de", title="Camp", asks_names="yes")
    browser = camp.web.browser()
    form = browser.get(camp.share)
    assert re.search(r'id="q0" name="q0" value="" inputmode="decimal"', form.text)
    assert re.search(r'id="q1" name="q1" value="" inputmode="numeric"', form.text)
    wrong = browser.post(camp.share, data=fill(form, q0="groß", q1="1,5"))
    assert wrong.status_code == 422
    assert "Frage 1: Schreib eine Zahl, in Ziffern." in text_of(wrong)
    assert "Frage 2: Schreib eine ganze Zahl, mindestens 0." in text_of(wrong)
    # What was typed is still there.
    assert 'name="q0" value="groß"' in wrong.text
    odd = browser.post(camp.share, data=fill(wrong, q0="1,72", q1="2"))
    assert odd.status_code == 422
    assert "1,72 cm ist weit entfernt von den üblichen Zahlen, 150 bis 200 cm" in text_of(odd)
    receipt = browser.post(camp.share, data=fill(odd, q0="1,725 m", q1="2"))
    assert "How tall are you? 172,5 cm" in text_of(receipt)
    data = browser.get(f"{receipt.url.path}/data.json").json()
    assert data["answers"] == {"How tall are you?": ["172,5 cm"], "How many cats have you got?": ["2"], "Tea?": []}
    own = browser.get(f"{receipt.url.path}/edit")
    assert 'name="q0" value="172,5"' in own.text
    changed = browser.post(f"{receipt.url.path}/edit", data=fill(own, q0="9,5", q1="", send_anyway="yes"))
    assert "How tall are you? 9,5 cm" in text_of(changed)
    assert "How many cats have you got? Keine Antwort" in text_of(changed)
    table = camp.organiser.get(f"{camp.path}/files/answers.csv").text
    assert '"Zoë","9.5","",""' in table


RANKED = """
title = "Camp"
prior = "flat"
houses = ["Sea", "Hills"]
[[questions]]
id = "best"
text = "Which is best?"
kind = "ranking"
options = ["Swim", "Climb", "Sleep"]
[[questions]]
id = "rain"
text = "Do you like rain?"
kind = "rating"
scale = [1, 5]
"""


def test_a_ranking_is_answered_without_scripts(web, organiser):
    files = {"file": ("camp.toml", RANKED.encode())}
    page = organiser.submit("/events/new", title="Camp", survey="upload", files=files)
    camp = Ground(web, organiser, page.url.path)
    browser = camp.web.browser()
    form = browser.get(camp.share)
    choices = re.findall(r'<option value="([^"]+)"', form.text)[:3]
    rain = re.findall(r'type="radio" name="q1" value="([^"]+)"', form.text)
    assert len(rain) == 5
    twice = browser.post(camp.share, data=fill(form, q0=[choices[1], "", choices[1]], q1=rain[4]))
    assert twice.status_code == 422
    assert "Question 1: fill in the first choice before the second, and so on." in text_of(twice)
    twice = browser.post(camp.share, data=fill(twice, q0=[choices[1], choices[1], ""], q1=rain[4]))
    assert twice.status_code == 422
    assert "Question 1: you chose “Climb” twice. Choose each answer only once." in text_of(twice)
    # What was chosen is still there.
    assert twice.text.count(f'<option value="{choices[1]}" selected') == 2
    assert f'value="{rain[4]}" checked' in twice.text
    receipt = browser.post(camp.share, data=fill(twice, q0=[choices[1], choices[0], ""], q1=rain[4]))
    assert "Which is best? Climb, Swim Do you like rain? 5" in text_of(receipt)
    own = browser.get(f"{receipt.url.path}/edit")
    changed = browser.post(f"{receipt.url.path}/edit", data=fill(own, q0=["", "", ""], q1=rain[0]))
    assert "Which is best? No answer Do you like rain? 1" in text_of(changed)


def test_a_number_still_fits_a_survey_that_changed(camp):
    browser = camp.web.browser()
    form = browser.get(camp.share)
    page = camp.organiser.get(f"{camp.path}/survey/edit")
    fields = dict(re.findall(r'<(?:input|textarea)[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page.text))
    fields |= {"q-0": "Height?", "q-1": "Cats?", "q-2": "Tea?", "k-0": "number", "k-1": "number", "k-2": "choice"}
    fields |= {"q-2-0": "yes", "q-2-1": "no", "lo-1": "0", "hi-1": "9", "action": "save", "description": ""}
    assert camp.organiser.post(f"{camp.path}/survey", data=fields).url.path == f"{camp.path}/survey"
    shown = browser.post(camp.share, data=fill(form, q0="180", q1="3"))
    assert shown.status_code == 409
    # The count has become a number.
    assert re.findall(r'name="q[01]" value="([^"]*)"', shown.text) == ["180", ""]


def test_a_file_with_odd_numbers_is_asked_about_before_it_is_kept(camp):
    where = f"{camp.path}/import"
    files = {"file": ("camp.csv", b"name,tall,cats,tea\nAnn,1.72,2,yes\nBo,180,1,no\n")}
    page = camp.organiser.submit(where, files=files)
    assert "far from the usual ones" in text_of(page)
    assert re.findall(r"<li>([^<]+ \(question \d\))", page.text) == ["Ann: 1.72 cm (question 1)"]
    assert "Ann" not in camp.organiser.get(f"{camp.path}/files/answers.csv").text
    upload = re.search(r'name="upload" value="([^"]*)"', page.text)[1]
    assert camp.organiser.submit(where, upload=upload).url.path == f"{camp.path}/answers"
    assert '"Ann","1.72","2"' in camp.organiser.get(f"{camp.path}/files/answers.csv").text


def test_a_file_stays_while_the_page_asks_for_its_column(camp):
    rows = [f"Former {n};{160 + 20 * (n % 2)},5;{n % 2};yes;{('Sea', 'Hills')[n % 2]};Sea" for n in range(24)]
    past = "\n".join(["name;tall;cats;tea;house;first", *rows]).encode()
    where = f"{camp.path}/past"
    asked = camp.organiser.submit(where, files={"file": ("2025.csv", past)})
    assert asked.status_code == 422
    assert "2025.csv has been uploaded." in text_of(asked)
    upload = re.search(r'name="upload" value="([^"]+)"', asked.text)[1]
    nothing = {"file": ("", b"", "application/octet-stream")}
    wrong = camp.organiser.submit(where, files=nothing, upload=upload, column="home")
    assert "2025.csv has been uploaded." in text_of(wrong)
    page = camp.organiser.submit(where, files=nothing, upload=upload, column="house")
    assert "Learned from 24 people in 2025.csv." in text_of(page)
    assert "Choose it again" in text_of(camp.organiser.submit(where, upload=upload, column="house"))


def test_a_survey_learns_from_people_of_an_earlier_year_and_forgets(camp):
    rows = [f"Former {n};{160 + 20 * (n % 2)},5;{n % 2};yes;{('Sea', 'Hills')[n % 2]}" for n in range(24)]
    past = "\n".join(["name;tall;cats;tea;house", *rows]).encode()
    where = f"{camp.path}/past"
    refused = camp.organiser.submit(where, files={"file": ("2025.csv", b"name,tall\nAnn,180\n")})
    assert refused.status_code == 422
    page = camp.organiser.submit(where, files={"file": ("2025.csv", past)})
    assert page.status_code == 200
    assert "Learned from 24 people in 2025.csv." in text_of(page)
    assert "Sea 12, Hills 12" in text_of(page)
    assert "Former" not in page.text
    assert "Learned from 24 people in 2025.csv. Nobody's answers are kept" in text_of(
        camp.organiser.get(f"{camp.path}/sort")
    )
    assert "Hills: 180." in text_of(camp.organiser.get(f"{camp.path}/survey"))
    assert "what was learned from earlier people is forgotten" in camp.organiser.get(f"{camp.path}/survey/edit").text
    forgotten = camp.organiser.submit(where, action="forget")
    assert "What was learned is forgotten." in text_of(forgotten)
    assert "Learned from" not in camp.organiser.get(f"{camp.path}/sort").text
    log = text_of(camp.organiser.get(f"{camp.path}/log"))
    assert "had the survey learn from earlier people" in log
    assert "discarded what the survey had learned" in log
