"""The form and the receipt: what a respondent sees, without any script."""

import re

import pytest

from bayeshat.kinds.question import Question
from bayeshat.web.core.form_fields import LONGEST_NAME
from bayeshat.web.pages import load_template
from bayeshat.web.routes.respondent_view import option_mark
from bayeshat.words.message import catalogue


def form_data(text):
    """Return what a form sends when nothing was chosen."""
    return {"submission_key": re.search(r'name="submission_key" value="([^"]+)"', text)[1]}


def test_form_is_plain_and_labelled(event):
    page = event.web.browser().get(event.share)
    assert page.status_code == 200
    assert page.text.count("<fieldset") == page.text.count("<legend") == 8
    assert 'lang="en"' in page.text
    assert 'href="#main"' in page.text
    assert 'autocomplete="name"' in page.text
    assert f'name="name" value="" required maxlength="{LONGEST_NAME}"' in page.text
    assert "hx-get" not in page.text
    # Nothing is chosen beforehand, and a plain count says how far one is.
    assert " checked" not in page.text
    assert "0 of 8 answered" in page.text


def test_answers_are_kept_once_and_shown_to_their_owner(event):
    browser = event.web.browser()
    data = form_data(browser.get(event.share).text) | {"name": "Zoë <b>", "q0": "1"}
    first = browser.post(event.share, data=data)
    again = browser.post(event.share, data=data)
    assert first.status_code == 200
    assert first.url == again.url
    assert first.url.path.startswith("/r/")
    assert "Zoë &lt;b&gt;" in first.text
    assert "<b>" not in first.text.split("<h1>")[1].split("</h1>")[0]
    assert ">1</span> has answered" in event.page
    # The link works in any browser: it is all that is needed.
    assert event.web.browser().get(first.url.path).status_code == 200


def test_mistakes_are_said_at_their_fields_and_nothing_is_lost(event):
    browser = event.web.browser()
    data = form_data(browser.get(event.share).text)
    nameless = browser.post(event.share, data=data | {"name": " ", "q1": "2"})
    assert nameless.status_code == 422
    assert '<a href="#name" autofocus>' in nameless.text
    assert 'aria-invalid="true" aria-describedby="name-wrong name-help"' in nameless.text
    assert re.search(r'name="q1" value="2\.\w+" checked', nameless.text)
    for wrong in ("99", "-1", "x", "1.5"):
        answer = browser.post(event.share, data=data | {"name": "Ann", "q3": wrong})
        assert answer.status_code == 422
        assert '<a href="#q3" autofocus>' in answer.text
    # All at once, each marked at its field; only the first has the focus.
    several = browser.post(event.share, data=data | {"name": "", "q0": ["0", "1"], "q3": "99"})
    assert "these 3 things" in several.text
    assert re.findall(r'<li><a href="#(\w+)"', several.text) == ["name", "q0", "q3"]
    assert several.text.count("autofocus") == 1
    assert several.text.count('aria-invalid="true"') == 3
    assert "Question 1: choose one option only" in several.text
    assert ">0</span> have answered" in event.page


def test_own_answers_can_be_changed_until_the_form_closes(event):
    browser = event.web.browser()
    receipt = event.answer("Ann", browser, q0="0")
    form = browser.get(f"{receipt}/edit")
    assert re.search(r'name="q0" value="0\.\w+" checked', form.text)
    changed = browser.submit(f"{receipt}/edit", name="Anna", q0="1")
    assert "Your changes have been saved" in changed.text
    assert "Anna" in changed.text
    wrong = browser.submit(f"{receipt}/edit", name="Anna", q0="7")
    assert wrong.status_code == 422
    event.send("form", action="close")
    late = browser.post(f"{receipt}/edit", data={"name": "Anna", "q0": "0"})
    assert late.status_code == 422
    assert "Your answers were not sent" in late.text
    assert "Anna" in late.text
    assert browser.get(f"{receipt}/edit").url.path == receipt
    assert "The form is closed" in browser.get(receipt).text
    assert "This form is closed" in browser.get(event.share).text
    event.send("form", action="open")
    assert browser.get(event.share).text.count("<fieldset") == 8


def test_full_form_takes_nobody_more(event):
    event.send("settings", title="Full", asks_names="yes", max_responses="1")
    browser = event.web.browser()
    data = form_data(browser.get(event.share).text)
    event.answer("Ann")
    assert "This form is full" in event.web.browser().get(event.share).text
    late = browser.post(event.share, data=data | {"name": "Bo", "q0": "0"})
    assert late.status_code == 422
    assert "reached its maximum number of answers" in late.text


def test_names_are_not_asked_where_the_organiser_says_so(event):
    event.send("settings", title="Nameless", max_responses="")
    form = event.web.browser().get(event.share).text
    assert 'id="name"' not in form
    assert "guest" in event.web.browser().get(event.answer("")).text


def test_wrong_links_lead_nowhere(event):
    browser = event.web.browser()
    receipt, share = event.answer("Ann"), event.share
    for path in (share[:-1] + ("A" if share[-1] != "A" else "B"), f"/f/{'0' * 32}/{share.rsplit('/', 1)[1]}"):
        assert browser.get(path).status_code == 404
    assert browser.get(receipt[:-1] + ("A" if receipt[-1] != "A" else "B")).status_code == 404
    assert browser.get("/r/short").status_code == 404
    event.send("form", action="renew")
    assert browser.get(share).status_code == 404
    assert browser.get(event.share).status_code == 200
    assert browser.get(receipt).status_code == 200


def test_own_data_can_be_taken_and_deleted(event):
    browser = event.web.browser()
    receipt = event.answer("Ann", browser, q0="0")
    data = browser.get(f"{receipt}/data.json")
    assert data.json()["name"] == "Ann"
    assert data.headers["content-disposition"].startswith("attachment")
    gone = browser.submit(f"{receipt}/delete")
    assert "Your answers are deleted" in gone.text
    assert browser.get(receipt).status_code == 404
    assert ">0</span> have answered" in event.page


def test_people_who_answer_get_no_cookie(event):
    """docs/organise/privacy.md says so."""
    browser = event.web.browser()
    receipt = event.answer("Ann", browser)
    browser.get(f"{receipt}/edit")
    browser.get(f"{receipt}/delete")
    assert not browser.cookies


def test_submissions_are_limited(start_server):
    with start_server(submit_limit=2) as web:
        organiser = web.organiser()
        path = organiser.submit("/events/new", title="Few", survey="hogwarts").url.path
        share = re.search(r'id="share" readonly value="[^/]+//[^/]+([^"]+)"', organiser.get(f"{path}/people").text)[1]
        browser = web.browser()
        data = form_data(browser.get(share).text) | {"name": "Ann", "q0": "0"}
        statuses = [browser.post(share, data=data).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.parametrize("published", [False, True])
def test_published_result_shows_the_own_place_only(sorted_event, published):
    board = sorted_event.board
    action = "publish" if published else "unpublish"
    done = sorted_event.organiser.submit(f"{board}/publish", version=sorted_event.version, action=action)
    assert done.status_code == 200
    browser = sorted_event.web.browser()
    page = browser.get(sorted_event.receipts[0]).text
    assert ("you are in" in page) is published
    assert (browser.get(f"{sorted_event.receipts[0]}/data.json").json()["groups"] != []) is published
    if published:
        assert '<p class="verdict g0">Gryffindor</p>' in page
        assert page.count('<svg class="g') == 4
        assert re.search("Your answers? to “.+” points? to Gryffindor|fits your answers", page)
        for other in ("Bo", "Cy", "Flo", "Hal"):
            assert not re.search(rf"\b{other}\b", page)


def test_an_option_for_empty_answers_is_not_offered():
    """The form has a button for no answer already, and leaves the positions of the other options as they are."""
    asked = Question("tea", "Tea?", ("yes", "left empty", "no"), blank="left empty")
    macros = load_template("respondent_macros").module
    shown = str(macros.question(catalogue("en"), asked, 0, (), {}, 1, option_mark, False))
    assert "left empty" not in shown
    assert re.findall(r'value="(\d)\.', shown) == ["0", "2"]
    assert "No answer" in shown
