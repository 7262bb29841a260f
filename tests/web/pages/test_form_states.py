"""What respondents see when something comes in between: nothing that was typed is lost, nothing untrue is said."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from bayeshat.web.core.downloads import FILES
from bayeshat.web.db.schema import Event, now
from bayeshat.web.routes import respondent
from bayeshat.words import message

HIDDEN = ("submission_key", "survey_version")
ANSWERS = {"name": "Zoë Lee", "q0": "1", "q5": "2"}


def set_event(event, **values):
    """Set what the event's own pages would."""
    with event.web.site.database.session() as session:
        session.execute(update(Event).where(Event.id == event.path.rsplit("/", 1)[1]).values(**values))


def change_survey(event, change):
    with event.web.site.database.session() as session:
        known = session.get_one(Event, event.path.rsplit("/", 1)[1])
        known.survey_toml, known.survey_version = change(known.survey_toml), known.survey_version + 1


def read_form(text):
    """Return what a form sends as it is shown: its hidden fields, the name, and what is chosen."""
    data = {name: re.search(rf'name="{name}" value="([^"]*)"', text)[1] for name in HIDDEN}
    data["name"] = re.search(r'id="name" name="name" value="([^"]*)"', text)[1]
    return data | dict(re.findall(r'name="(q\d+)" value="([^"]+)" checked', text))


def fill(event, browser, **answers):
    """Return a form that somebody has filled in with the marks of the options."""
    text = browser.get(event.share).text
    marks = {
        f"{field} {value.split('.')[0]}": value for field, value in re.findall(r'name="(q\d+)" value="([^"]+)"', text)
    }
    chosen = {field: marks[f"{field} {code}"] for field, code in answers.items() if field != "name"}
    return read_form(text) | {"name": answers["name"]} | chosen


def test_an_older_form_is_answered_with_the_new_one_and_what_still_fits(event):
    browser = event.web.browser()
    data = fill(event, browser, **ANSWERS)
    text = browser.get(event.share).text
    options = re.findall(rf'name="q5" value="{data["q5"]}".*?<span>(.*?)</span>', text)

    def swap(toml):
        """Put the last questions first; the first of all loses the option that was chosen."""
        head, *asked = re.split(r"(?=^\[\[questions\]\])", toml, flags=re.M)
        first = re.findall(r'name="q0" value="1\.\w+".*?<span>(.*?)</span>', text)[0]
        return head + "".join([one.replace(f'"{first}"', '"Something else"') for one in reversed(asked)])

    change_survey(event, swap)
    refused = browser.post(event.share, data=data)
    assert refused.status_code == 409
    assert "The questions have changed" in refused.text
    again = read_form(refused.text)
    assert again["name"] == "Zoë Lee"
    assert [field for field in again if field.startswith("q")] == ["q2"]
    assert re.findall(rf'name="q2" value="{again["q2"]}" checked><span>(.*?)</span>', refused.text) == options
    assert "1 of 8 answered" in refused.text
    assert browser.post(event.share, data=again).url.path.startswith("/r/")


def test_sending_too_often_shows_the_form_again(start_server):
    with start_server(submit_limit=1) as web:
        organiser = web.organiser()
        path = organiser.submit("/events/new", title="Few", survey="hogwarts").url.path
        share = re.search(r'id="share" readonly value="[^/]+//[^/]+([^"]+)"', organiser.get(f"{path}/people").text)[1]
        browser = web.browser()
        data = read_form(browser.get(share).text) | ANSWERS
        receipt = browser.post(share, data=data).url.path
        refused = browser.post(share, data=data)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert "Nothing is lost" in refused.text
        assert read_form(refused.text)["name"] == "Zoë Lee"
        assert re.search(r'name="q5" value="2\.\w+" checked', refused.text)
        deletion = browser.submit(f"{receipt}/delete")
        assert deletion.status_code == 429
        assert "Delete your answers?" in deletion.text


@pytest.mark.parametrize("reason", ["closed", "date", "full"])
def test_a_form_that_closed_in_the_meantime_shows_what_was_typed(event, reason):
    browser = event.web.browser()
    data = fill(event, browser, **ANSWERS)
    chosen = re.findall(rf'value="{data["q5"]}".*?<span>(.*?)</span>', browser.get(event.share).text)[0]
    if reason == "full":
        event.answer("Bo")
        set_event(event, max_responses=1)
    else:
        set_event(event, **({"is_open": False} if reason == "closed" else {"closes_at": now() - timedelta(hours=1)}))
    late = browser.post(event.share, data=data)
    assert late.status_code == 422
    assert "Your answers were not sent" in late.text
    assert "Zoë Lee" in late.text
    assert chosen in late.text
    assert "ask the person who sent you the form" in late.text
    shown = browser.get(event.share).text
    assert ("This form is full" if reason == "full" else "This form is closed") in shown
    assert ("<time datetime=" in shown) is (reason == "date")


def test_a_link_renewed_in_the_meantime_shows_what_was_typed(event):
    browser = event.web.browser()
    data, share = fill(event, browser, **ANSWERS), event.share
    set_event(event, share_number=3)
    late = browser.post(share, data=data)
    assert late.status_code == 422
    assert "This link has been replaced" in late.text
    assert "Zoë Lee" in late.text
    # Whoever never had a link learns nothing.
    wrong = share[:-1] + ("A" if share[-1] != "A" else "B")
    assert browser.post(wrong, data=data).status_code == 404


def test_an_event_deleted_while_answers_come_leads_nowhere(event, monkeypatch):
    browser = event.web.browser()
    data, share = fill(event, browser, **ANSWERS), event.share
    # Somebody deletes it between two looks at it.
    read = respondent.AnswerForm.read_answers

    def delete_and_read(form, survey):
        event.organiser.submit(f"{event.path}/delete", title="Autumn term")
        return read(form, survey)

    monkeypatch.setattr(respondent.AnswerForm, "read_answers", delete_and_read)
    gone = browser.post(share, data=data)
    assert gone.status_code == 404
    assert "There is nothing here" in gone.text


def test_until_when_is_said_in_utc(event):
    set_event(event, closes_at=now() + timedelta(days=2))
    page = event.web.browser().get(event.share).text
    assert re.search(r'Open until <time datetime="20\d\d-[^"]+\+00:00">[^<]+ UTC</time>', page)


def test_a_second_answer_under_the_same_name_is_warned_of(event):
    event.answer("Zoë Lee")
    browser = event.web.browser()
    data = fill(event, browser, name="zoë  lee", q0="1")
    warned = browser.post(event.share, data=data)
    assert warned.status_code == 422
    assert "Somebody has answered as zoë lee." in warned.text
    assert 'name="send_anyway" value="yes"' in warned.text
    assert read_form(warned.text)["q0"] == data["q0"]
    assert 'name="send_anyway"' not in browser.get(event.share).text
    sent = browser.post(event.share, data=read_form(warned.text) | {"send_anyway": "yes"})
    assert sent.url.path.startswith("/r/")
    # One's own name is no namesake; another's is.
    assert (
        "Your changes have been saved"
        in event.web.browser().submit(f"{event.answer('Bo')}/edit", name="Bo", q0="0").text
    )
    renamed = event.web.browser().submit(f"{sent.url.path}/edit", name="Bo", q0="0")
    assert "Somebody has answered as Bo." in renamed.text


def test_privacy_and_consent(event):
    set_event(event, privacy_notice="Kept until July.\nAsk <us>.", consent="My name may be shown.")
    browser = event.web.browser()
    page = browser.get(event.share).text
    assert "Ask &lt;us&gt;." in page
    data = fill(event, browser, **ANSWERS)
    refused = browser.post(event.share, data=data)
    assert refused.status_code == 422
    assert '<a href="#consent" autofocus>' in refused.text
    receipt = browser.post(event.share, data=data | {"consent": "yes"}).url.path
    assert receipt.startswith("/r/")
    # Asked once.
    assert 'name="consent"' not in browser.get(f"{receipt}/edit").text


def test_a_shared_device_shows_nothing_of_the_person_before(event):
    set_event(event, is_kiosk=True)
    browser = event.web.browser()
    page = browser.get(event.share)
    assert page.headers["cache-control"] == "no-store"
    assert page.text.count('autocomplete="off"') == 2
    data = fill(event, browser, **ANSWERS)
    wrong = browser.post(event.share, data=data | {"name": ""})
    assert re.search(r'name="q5" value="2\.\w+" checked', wrong.text)
    thanks = browser.post(event.share, data=data)
    assert thanks.url.path == event.share
    assert thanks.headers["refresh"].endswith(f"url={event.share}")
    assert "data:image/svg+xml" in thanks.text
    # Gone back to and sent once more, right or wrong: no code, no answers.
    for sent in (data, data | {"name": ""}):
        again = browser.post(event.share, data=sent)
        assert "Thank you!" in again.text
        for text in ("data:image", "Zoë", " checked", "/r/"):
            assert text not in again.text
    assert ">1</span> has answered" in event.page


def test_who_reads_what_is_said_truly(event):
    assert "see your name" not in event.web.browser().get(event.share).text
    set_event(event, shows_mates=True)
    browser = event.web.browser()
    form = browser.get(event.share).text
    assert "organisers can also download them" in form
    assert "the others in your group see your name" in form
    receipt = event.answer("Ann", browser)
    assert "lists everybody&#39;s answers by name" in browser.get(receipt).text
    asked = browser.get(f"{receipt}/delete").text
    for words in ("a place without a name", "files and backups", "rules that they wrote"):
        assert words in asked


def test_the_receipt_says_how_things_stand(sorted_event):
    board, browser = sorted_event.board, sorted_event.web.browser()

    def publish(action):
        sorted_event.organiser.submit(f"{board}/publish", version=sorted_event.version, action=action)

    publish("unpublish")
    assert "not published yet" in browser.get(sorted_event.receipts[1]).text
    publish("publish")
    late = sorted_event.answer("Late Comer")
    assert "before your answers arrived" in browser.get(late).text
    browser.submit(f"{late}/delete")
    full = browser.get(sorted_event.receipts[1]).text
    assert "Why?" in full
    assert "How well does each group fit?" in full
    assert "Who is in your group" not in full
    assert "80 % means: going by everybody’s answers" in full
    set_event(sorted_event, shows_reason=False, shows_chances=False, shows_mates=True)
    bare = browser.get(sorted_event.receipts[1]).text
    assert "Why?" not in bare
    assert "%" not in bare
    assert "Who is in your group" in bare
    set_event(sorted_event, shows_reason=True, shows_chances=True, shows_mates=False, is_open=False)
    closed = browser.get(sorted_event.receipts[1]).text
    assert "answers stay as they are" in closed
    assert "/edit" not in closed
    set_event(sorted_event, is_open=True)


def test_refusals_are_in_the_readers_language(event):
    german = event.web.browser(headers={"accept-language": "de-AT,en;q=0.5"})
    gone = german.get("/r/" + "x" * 30)
    assert gone.status_code == 404
    assert "Hier ist nichts" in gone.text
    assert '<html lang="de">' in gone.text
    assert "Hier ist nichts" in german.get("/r/short").text
    assert "There is nothing here" in event.web.browser().get("/r/" + "x" * 30).text
    assert german.get("/r/" + "x" * 30, headers={"accept": "application/json"}).json()["error"]
    set_event(event, language="de")
    browser = event.web.browser()
    refused = browser.post(event.share, data=fill(event, browser, name=" ", q0="1"))
    assert "Schreibe deinen Namen, mit 1 bis 100 Zeichen." in refused.text
    assert '<html lang="de">' in refused.text


def test_a_form_without_its_version_counts_as_the_oldest(event):
    browser = event.web.browser()
    data = fill(event, browser, **ANSWERS)
    del data["survey_version"]
    change_survey(event, lambda toml: toml.replace("[[questions]]", "# changed\n[[questions]]", 1))
    refused = browser.post(event.share, data=data)
    assert refused.status_code == 409
    assert "The questions have changed" in refused.text


@pytest.mark.parametrize("language", sorted(set(message.languages()) - set(message.languages(whole=True))))
def test_a_language_for_respondents_has_all_that_they_read(sorted_event, language, monkeypatch):
    """Without English to fall back to, no page of theirs fails."""
    codes = message.languages()
    monkeypatch.setattr(message, "languages", lambda whole=False: codes)
    set_event(sorted_event, language=language, asks_wishes=True, asks_friends=True, consent="Sí")
    sorted_event.organiser.submit(
        f"{sorted_event.board}/publish",
        version=sorted_event.version,
        action="publish",
        show_mates="yes",
        show_chances="yes",
    )
    browser = sorted_event.web.browser()
    browser.headers["accept-language"] = language
    receipt = sorted_event.receipts[0]
    pages = [browser.get(path) for path in (sorted_event.share, receipt, "/f/x/y", "/r/x")]
    assert "Grupo" in pages[1].text or language != "es"
    data = read_form(pages[0].text)
    wrong = ({}, {"name": "Ann", "q0": "x", "q1": "99"}, {"name": "Ann", "q0": "1", "consent": "yes"})
    pages += [browser.post(sorted_event.share, data=data | sent) for sent in wrong]
    pages.append(browser.post(sorted_event.share, data=data | {"name": "Zoë", "q0": "1", "consent": "yes"}))
    own = pages[-1].url.path
    assert own.startswith("/r/")
    pages += [browser.get(f"{own}/edit"), browser.get(f"{own}/delete"), browser.post(f"{own}/delete"), browser.get(own)]
    set_event(sorted_event, is_open=False)
    pages += [browser.get(sorted_event.share), browser.post(sorted_event.share, data=data | {"name": "Bo"})]
    for name in (one for one, file in FILES.items() if file.is_for_all):
        pages.append(sorted_event.organiser.get(f"{sorted_event.board}/files/{name}"))
        assert pages[-1].status_code == 200
    for page in pages:
        assert page.status_code < 500, page.url
        assert f'<html lang="{language}">' in page.text, page.url
