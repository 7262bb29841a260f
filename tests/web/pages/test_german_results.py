"""A German organiser: every page of rules, roster, sorts, results, board and downloads, without a word of English."""

import html
import json
import re
import shutil
from datetime import timedelta

import httpx
import pytest

from bayeshat._kernel_cache import PREPARING
from bayeshat.web.db.schema import Event, Job, now
from bayeshat.web.pages import STATIC
from web.hosting import settings_for

from .conftest import Ground, make_event
from .test_german import english_in, read

HX = {"hx-request": "true"}
# A worker on another machine.
ELSEWHERE = "elsewhere:1:x"
NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Emil", "Frieda", "Gustav", "Hanna")
SURVEY = """
title = "Klassen"
[[houses]]
name = "Eulen"
[[houses]]
name = "Lerchen"
[[questions]]
id = "tee"
text = "Tee?"
options = ["ja", "nein"]
prior.Eulen = [7, 1]
prior.Lerchen = [1, 7]
[[questions]]
id = "wann"
text = "Wann bist du wach?"
options = ["nachts", "morgens"]
prior.Eulen = [7, 1]
prior.Lerchen = [1, 7]
"""


@pytest.fixture(scope="session")
def german_site(host, empty_site, tmp_path_factory):
    """A data folder with an event of a German organiser: answers, rules, a result and a latecomer; its paths."""
    folder = tmp_path_factory.mktemp("german") / "data"
    shutil.copytree(empty_site, folder)
    with host.run(settings_for(folder)) as web:
        ground = make_event(web, web.organiser("Gudrun", language="de"), "Klasse 7b")
        with web.site.database.session() as session:
            event = session.get_one(Event, ground.path.rsplit("/", 1)[1])
            event.survey_toml, event.language = SURVEY, "de"
        for n, name in enumerate(NAMES[:-1]):
            ground.answer(name, **({"q0": str(n % 2), "q1": str(n % 2)} if n else {"q0": "0"}))
        ground.rule("pin", ["Anna"], groups="Eulen", reason="hat den Schlüssel")
        ground.rule("apart", ["Anna", "Clara"])
        ground.rule("together", ["Bernd", "Dieter"], weight="0.25")
        ground.rule("wish", ["Emil"], groups=["Lerchen", "Eulen"], weight="0.5")
        ground.rule("companion", ["Bernd", "Dieter"], weight="0.25")
        ground.rule("size", groups="Eulen", size="2..5")
        ground.rule("not alone", column="tee", value="ja")
        ground.rule("spread", column="wann")
        _, board = ground.finish(ground.send("sort"))
        ground.answer(NAMES[-1], q0="1", q1="1")
        return folder, ground.path, board


@pytest.fixture
def data_folder(german_site, tmp_path):
    """A copy of it for each test."""
    return shutil.copytree(german_site[0], tmp_path / "site")


@pytest.fixture
def german(web, german_site):
    """The event and its result."""
    _, path, board = german_site
    ground = Ground(web, web.organiser("Gudrun"), path)
    ground.board = board
    return ground


def shown(page, text):
    """Return a part of a page as a page."""
    return httpx.Response(200, text=text, request=page.request)


def told(page):
    """Return what a script says aloud after a change."""
    return shown(page, re.search(r'data-say="([^"]*)"', page.text)[1])


def act(ground, what, **fields):
    """Change the board as a script does, and return the part of the page that comes back."""
    page = ground.organiser.get(ground.board).text
    version = re.search(r'data-version="(\d+)"', page)[1]
    return ground.organiser.submit(f"{ground.board}/{what}", headers=HX, version=version, **fields)


def test_no_page_holds_english(german):
    board = german.board
    pages = [f"{german.path}/{page}" for page in ("rules", "roster", "results", "rules?kind=not+alone")]
    pages += [f"{german.path}/rules?kind={kind}" for kind in ("pin", "together", "wish", "companion", "stay", "size")]
    pages += [board, f"{board}?view=compact", f"{board}/publish", f"{board}/delete", f"{board}/trade-off"]
    pages += [f"{board}/unpublish", f"{board}/course-files", f"{board}/course-files?course=K7b"]
    pages += [f"{board}/{page}/{n}" for n in range(7) for page in ("why", "person")]
    for path in pages:
        read(german.organiser.get(path))


def test_a_sort_says_that_the_calculations_are_prepared(german):
    with german.web.site.database.session() as session:
        event_id = german.path.rsplit("/", 1)[1]
        job = Job(event_id=event_id, options={}, state="running", share=0.3, word=PREPARING.id, worker=ELSEWHERE)
        job.heartbeat_at = now() + timedelta(minutes=1)
        session.add(job)
        session.flush()
        path = f"{german.path}/jobs/{job.id}"
    page = read(german.organiser.get(path))
    assert "Die Berechnungen werden vorbereitet (einmalig, bis zu einer halben Minute)." in page
    part = german.organiser.get(f"{path}/live")
    assert "Gruppen bilden" in part.text
    assert english_in(part) == []
    with german.web.site.database.session() as session:
        session.delete(session.get_one(Job, job.id))


def test_scripts_say_it_in_german(german):
    page = german.organiser.get(german.board)
    words = json.loads(html.unescape(re.search(r'data-script="([^"]*)"', page.text)[1]))
    assert english_in(shown(page, re.sub(r"\{\w+\}", "", " ".join(words.values())))) == []
    script = (STATIC / "board.js").read_text(encoding="utf-8")
    assert set(re.findall(r'tell\("([\w-]+)"', script)) <= set(words)


def test_changes_by_hand_are_told_in_german(german):
    board = german.board
    for what, fields in (("move", {"person": ["1", "3"], "group": "0"}), ("lock", {"person": "1"}), ("undo", {})):
        page = act(german, what, **fields)
        read(page)
        assert english_in(told(page)) == []
    for path in (board, f"{board}/publish", f"{board}/why/1", f"{board}/person/1"):
        read(german.organiser.get(path))
    forecast = german.organiser.get(f"{board}/preview?person=5&group=0")
    assert english_in(shown(forecast, forecast.json()["words"])) == []
    assert "ist verletzt: " in german.organiser.get(f"{board}/publish").text
    published = german.send(f"{board.removeprefix(german.path)[1:]}/publish", version=german.version, anyway="yes")
    assert "veröffentlicht</span>" in published.text
    act(german, "undo")
    assert "Noch einmal veröffentlichen…" in german.organiser.get(board).text
    for path in (board, f"{board}/publish", f"{german.path}/results"):
        read(german.organiser.get(path))


def test_refusals_are_german(german):
    board = german.board
    refused = [
        act(german, "lock"),
        act(german, "move", person="0", group="99"),
        german.organiser.get(f"{board}/why/99"),
        german.organiser.get(f"{german.path}/jobs/{'0' * 32}"),
        german.send("rules/add", kind="pin", people=["Niemand"], groups="Eulen"),
        german.send("rules/add", kind="bar", people=["Anna"], groups="Eulen"),
        german.send("rules/add", kind="apart", people=["Anna"]),
        german.send("rules/add", kind="apart", people=["Anna", "Clara"]),
        german.send("roster/import", roster=""),
        german.send("roster/mail", kind="invitation", subject="", text=""),
        german.organiser.get(f"{board}/files/nichts.txt"),
    ]
    for page in refused:
        assert page.status_code in (404, 409, 422)
        read(page, page.status_code)


def test_what_hangs_on_the_wall_is_german_and_holds_names_and_groups_only(german):
    page = german.organiser.get(f"{german.board}/files/handout.html")
    assert page.headers["content-disposition"].startswith("attachment")
    body = page.text.partition("<body>")[2]
    words = re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", body))).split()
    left = " ".join(words)
    for known in ("Klasse 7b", "Eulen", "Lerchen", *NAMES[:-1]):
        assert known in left
        left = left.replace(known, "")
    assert re.fullmatch(r"(\s*\d+ Person(en)?)+\s*", left)


def test_latecomers_and_comparisons_are_german(german):
    board = german.board
    assert "1 Person hat seitdem geantwortet" in german.organiser.get(board).text
    _, later = german.finish(german.organiser.submit(f"{board}/place"))
    for path in (later, f"{board}/compare/{later.rsplit('/', 1)[1]}", f"{german.path}/rules", f"{later}/why/7"):
        read(german.organiser.get(path))
    assert "Ergebnis 2" in german.organiser.get(later).text
    assert "1 Nachzügler eingeteilt" in german.organiser.get(later).text
