"""A German organiser: every page, every notice and every refusal is German."""

import re
from html.parser import HTMLParser

import httpx
import pytest

from bayeshat.web.core.accounts import reset_token
from bayeshat.web.db.schema import Event, Invitation, Organiser
from web.hosting import Browser
from web.pages.conftest import Ground, find

SURVEY = """
title = "Herbstfest"
description = "Was wir wissen möchten."
[[houses]]
name = "Eulen"
[[houses]]
name = "Lerchen"
[[questions]]
text = "Wann stehst du auf?"
options = ["früh", "spät"]
prior.Eulen = [1, 3]
prior.Lerchen = [3, 1]
[[questions]]
text = "Was magst du?"
kind = "several"
options = ["Musik", "Sport"]
prior.Eulen = { ticks = [1, 3], people = 4 }
prior.Lerchen = { ticks = [3, 1], people = 4 }
"""
# Words that German does not have.
WORDS = """
a about add after again all already always and answer answered answers any anybody are as ask asked at away be
because been before being but by can cannot change changed check choose close closed copy could date delete deleted
do does done download each either else empty event events everybody everything expected few first fit for found from
go group groups had has have heading here him his house houses how if import into is it its keep language large
larger last leave left less let like line list log look made make many may mean members merge more most much must
new next no nobody none nothing now of on once one only open or organiser organisers other others our out over page
password people place places please press publish published question questions read reload remove replace result
results role rule rules save saved see send sent settings share show shown size sizes some somebody something sort
sorted stay stays step steps still survey take than that the their them then there these they this those time title
to together too try type typed under until up use used user very wait we were what when where which who whoever why
with without word words work works would write wrong yes yet you your
"""
ENGLISH = set(re.findall("[a-z]+", WORDS))


class Shown(HTMLParser):
    """What a page shows or reads aloud, but for parts in another language and what people wrote."""

    ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
    VOID = ("br", "hr", "img", "input", "link", "meta", "rect", "path")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag, attributes) -> None:
        given = dict(attributes)
        if tag not in self.VOID and (self.hidden or given.get("lang") == "en" or tag in ("script", "code", "textarea")):
            self.hidden.append(tag)
        if not self.hidden:
            told = [given.get(name) or "" for name in self.ATTRIBUTES]
            told += [
                value or "" for name, value in given.items() if name.startswith("data-sum") or name == "data-words"
            ]
            self.texts += told

    def handle_endtag(self, tag) -> None:
        if self.hidden and self.hidden[-1] == tag:
            self.hidden.pop()

    def handle_data(self, data) -> None:
        if not self.hidden:
            self.texts.append(data)


def english_in(page: httpx.Response) -> list[str]:
    """Return the English words of a page."""
    assert 'lang="de"' in page.text[:200] or "<html" not in page.text, page.url
    parser = Shown()
    parser.feed(page.text)
    # Scripts fill numbers in after the sign #.
    words = re.findall(r"[^\W\d_]+", re.sub(r"#\w+", "", " ".join(parser.texts)))
    return sorted({word for word in words if word.lower() in ENGLISH})


def read(page: httpx.Response, status: int = 200) -> str:
    """Return a page's text, which must be German."""
    assert page.status_code == status, page.text
    assert english_in(page) == [], page.url
    return page.text


@pytest.fixture
def gerda(web) -> Browser:
    """A browser of somebody who runs the server, and chose German on the page of their account."""
    browser = web.newcomer("Gerda", is_admin=True)
    assert "Your account" in browser.get("/account").text
    chosen = read(browser.submit("/account/language", language="de"))
    assert "Das sind Ihre Seiten" in chosen
    assert re.search(r'value="de"[^>]* selected', chosen)
    return browser


@pytest.fixture
def fest(web, gerda) -> Ground:
    """A German event with two answers."""
    sent = {"title": "Herbstfest", "survey": "upload"}
    made = gerda.post("/events/new", data=sent, files={"file": ("umfrage.toml", SURVEY.encode())})
    read(made)
    ground = Ground(web, gerda, made.url.path)
    for name in ("Änne", "Björn"):
        ground.answer(name, q0="0", q1="1")
    return ground


def test_words_of_a_language_are_told_apart():
    page = httpx.Response(
        200, text='<p>Wer die Umfrage <i lang="en">the survey</i> sieht</p>', request=httpx.Request("GET", "http://h/")
    )
    assert english_in(page) == []
    page = httpx.Response(200, text='<b aria-label="Add">Nothing</b>', request=httpx.Request("GET", "http://h/"))
    assert english_in(page) == ["Add", "Nothing"]


def test_every_page_of_an_event_is_german(gerda, fest):
    overview = read(gerda.get(fest.path))
    assert "2 Gruppen mit 1" in overview
    assert "noch nicht eingeteilt" in overview
    for step in ("people", "groups", "sort", "members", "log", "copy", "delete", "survey", "import", "answers"):
        read(gerda.get(f"{fest.path}/{step}"))
    listed = gerda.get(f"{fest.path}/answers").text
    person = find(r'href="[^"]+/([0-9a-f]{32})/delete"', listed)
    assert "Die Antworten von Änne löschen?" in read(gerda.get(f"{fest.path}/answers/{person}/delete"))
    read(gerda.get(f"{fest.path}/answers", params={"search": "Bj"}))
    read(gerda.get("/"))
    read(gerda.get("/", params={"find": "gibt es nicht"}))


def test_the_event_and_its_form_are_german_from_the_start(web, gerda, fest):
    with web.site.database.reading() as session:
        assert session.get_one(Event, fest.path.rsplit("/", 1)[1]).language == "de"
    built = read(gerda.submit("/events/new", title="Eigene Fragen", survey="build"))
    assert "Ihre erste Frage?" in built
    path = built and find(r'action="(/events/[0-9a-f]{32}/survey)"', built)
    for action in ("add-house", "add-question", "add-option-0"):
        read(gerda.submit(path, action=action, h__0="Ahorn", h__1="Buche", q__0="?", q__0__0="x", q__0__1="y"))
    wrong = read(gerda.submit(path, action="save", h__0="Ahorn", h__1="ahorn", q__0="", q__0__0="x"), 422)
    assert "Zwei Gruppen heißen ahorn." in wrong
    assert "Frage 1 ist leer." in wrong
    read(gerda.submit(path, action="remove-house-9"), 422)
    copy = read(gerda.get(f"{path.removesuffix('/survey')}/copy"))
    assert 'value="Eigene Fragen (Kopie)"' in copy


def test_forms_and_their_refusals_are_german(gerda, fest):
    for fields in (
        {"title": ""},
        {"max_responses": "viele"},
        {"closes_at": "morgen"},
        {"delete_at": "2020-01-01"},
        {"language": "xx"},
        {"privacy_notice": "x" * 10_001},
    ):
        read(fest.send("settings", **{"title": "Herbstfest", "language": "de", **fields}), 422)
    stale = read(fest.send("settings", title="Anders", language="de", version="0"), 409)
    assert "Trotzdem speichern" in stale
    assert "Gespeichert." in read(fest.send("settings", title="Herbstfest", language="de", asks_names="yes"))
    for fields in ({"sizes": "range"}, {"sizes": "houses"}, {"size_weight": "-1"}):
        page = fest.send("sizes", **fields)
        read(page, page.status_code)
    read(fest.send("sizes", sizes="range", range="4..6"))
    assert "Die Gruppen brauchen mindestens 8 Personen" in read(gerda.get(f"{fest.path}/sort"))
    read(fest.send("sizes", sizes="balanced"))
    for action in ("close", "open", "renew", "tanzen"):
        page = fest.send("form", action=action)
        read(page, 422 if action == "tanzen" else 200)
    read(gerda.submit(f"{fest.path}/delete", title="falsch"), 422)
    read(gerda.submit(f"{fest.path}/copy", title="x" * 201), 422)
    read(gerda.submit("/events/new", title="Leer", survey="upload"), 422)
    sent = {"title": "Kaputt", "survey": "upload"}
    broken = gerda.post("/events/new", data=sent, files={"file": ("umfrage.toml", b"x = [")})
    assert "Wählen Sie die Datei dann noch einmal." in read(broken, 422)
    read(gerda.submit("/events/new", title="Keine", survey="gibt-es-nicht"), 422)


def test_reading_files_is_german(gerda, fest):
    def send(name, data):
        sent = {}
        return gerda.post(f"{fest.path}/import", data=sent, files={"file": (name, data.encode())})

    heading = "name,Wann stehst du auf?,Was magst du?\n"
    read(send("leer.csv", ""), 422)
    read(send("bild.png", "x"), 422)
    shown = read(send("antworten.csv", f"{heading}Änne,früh,Musik\nCem,spät,Sport\n,früh,Sport\n"))
    assert "2 neu, 0 ersetzt, 1 ausgelassen" in shown
    assert "2 Personen hinzufügen" in shown
    upload = find(r'name="upload" value="([^"]+)"', shown)
    kept = read(gerda.submit(f"{fest.path}/import", upload=upload))
    assert "Person 1" in kept
    people = re.findall(r'name="people" value="(\w+)"', kept)[:2]
    asked = read(gerda.submit(f"{fest.path}/answers/delete", people=people))
    assert "Die Antworten von 2 Personen löschen?" in asked
    done = gerda.submit(f"{fest.path}/answers/delete", people=people[:1], sure="yes")
    assert "Die Antworten dieser Person wurden gelöscht." in read(done)
    assert "hat die Antworten einer Person gelöscht" in read(gerda.get(f"{fest.path}/log"))


def test_accounts_and_invitations_are_german(web, gerda, fest):
    for path in ("/account", "/organisers", "/organisers/log", "/events/new"):
        read(gerda.get(path))
    read(gerda.submit("/account", old="falsch", new="ein neues langes Wort"), 422)
    read(gerda.submit("/account/name", name=""), 422)
    assert "Wird mit Ihrem Konto gelöscht" in read(gerda.get("/account/delete"))
    read(gerda.submit("/account/delete", password="falsch"), 422)
    read(gerda.submit("/account/language", language="xx"), 422)
    read(gerda.submit("/organisers/invitations", note="x" * 101), 422)
    links = [read(gerda.submit("/organisers/invitations", note="Frau Blau"))]
    for role in ("viewer", "editor", "owner"):
        page = gerda.submit(f"{fest.path}/members/invitations", role=role, note="Herr Rot")
        links.append(read(page))
    stranger = web.browser(headers={"accept-language": "de-AT,de;q=0.9"})
    for page in links:
        path = find(r'id="link" readonly value="[^/]+//[^/]+([^"]+)"', page)
        read(stranger.get(path))
        read(gerda.get(path))
    read(stranger.submit(path, name="", password="ein neues langes Wort"), 422)
    read(stranger.submit(path, name="Rudi", password="kurz"), 422)
    read(stranger.get("/login"))
    read(stranger.get("/forgotten"))
    read(gerda.get("/account/second-factor"))
    read(stranger.submit("/login", name=gerda.name, password="falsch"), 403)
    with web.site.database.reading() as session:
        token = reset_token(web.site.keys, session.query(Organiser).filter_by(name=gerda.name).one())
        open_ones = session.query(Invitation).count()
    assert f"Für das Konto von {gerda.name}." in read(stranger.get(f"/reset/{token}"))
    read(stranger.get(f"/reset/{token}x"), 404)
    assert open_ones >= 4
    accepted = stranger.submit(path, name="Rudi", password="ein neues langes Wort")
    # Whoever joins has chosen nothing yet: the browser's language is theirs.
    assert "Sie können diese Veranstaltung nun sehen." in read(accepted)
    members = read(gerda.get(f"{fest.path}/members"))
    assert "Leitung" in members
    rudi = find(r'action="(/events/\w+/members/\w+)">[^\n]*\n[^\n]*Rolle von Rudi', members)
    assert "Gespeichert." in read(gerda.submit(rudi, role="viewer", action="change"))
    refused = stranger.submit(f"{fest.path}/form", action="close")
    assert "Sie haben Einsicht." in read(refused, 403)
    read(stranger.get(fest.path))
    read(gerda.submit(rudi, role="viewer", action="remove"))


def test_pages_for_errors_are_german_and_json_stays_english(web, gerda, monkeypatch):
    missing = "/events/" + "0" * 32
    assert "Diese Veranstaltung gibt es nicht." in read(gerda.get(missing), 404)
    read(gerda.get("/gibt/es/nicht"), 404)
    read(gerda.put("/account"), 405)
    read(gerda.post("/account/name", data={"name": gerda.name}, headers={"origin": "http://evil.example"}), 403)
    read(gerda.submit("/account/name", name="x" * 10_001), 422)
    assert "Das Feld „page“ fehlt" in gerda.get("/organisers/log", params={"page": "viele"}).text
    read(web.browser(headers={"accept-language": "de"}).post("/account/name", data={"name": "x"}), 401)
    told = gerda.get(missing, headers={"accept": "application/json"}).json()
    assert told["error"] == "There is no such event. Check the address, or look at the list of your events."
    monkeypatch.setattr("bayeshat.web.routes.accounts.language_names", lambda: 1 / 0)
    broken = gerda.get("/account", headers={"accept-language": "de"})
    assert "Das ist unser Fehler, nicht Ihrer." in read(broken, 500)


def test_without_a_choice_the_browser_decides(web):
    browser = web.newcomer("Hilde")
    assert '<html lang="en">' in browser.get("/").text
    browser.headers["accept-language"] = "de"
    assert '<html lang="de">' in browser.get("/").text
    browser.submit("/account/language", language="en")
    assert '<html lang="en">' in browser.get("/").text
    browser.submit("/account/language", language="")
    assert '<html lang="de">' in browser.get("/").text


def test_a_new_server_welcomes_in_german(start_server):
    with start_server() as web:
        stranger = web.browser(headers={"accept-language": "de"})
        assert "Willkommen" in read(stranger.get("/setup"))
        read(stranger.submit("/setup", secret="falsch", name="Gerda", password="ein neues langes Wort"), 403)
        read(stranger.submit("/setup", secret=web.secret(), name="Gerda", password="kurz"), 422)
        begun = stranger.submit("/setup", secret=web.secret(), name="Gerda", password="ein neues langes Wort")
        assert "Hier ist noch nichts" in read(begun)
