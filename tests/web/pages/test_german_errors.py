"""What the library refuses, told to a German organiser in German; English is folded below, and marked."""

import re

import pytest

from bayeshat.web.core.jobs import write_words
from bayeshat.web.db.schema import Event, Job
from bayeshat.words.message import Message

from .conftest import Ground
from .test_german import SURVEY, read

HEADING = "name,Wann stehst du auf?,Was magst du?\n"


@pytest.fixture
def fest(web):
    """An event of a German organiser, with two answers."""
    browser = web.newcomer("Gerlinde", language="de")
    sent = {"title": "Sommerfest", "survey": "upload"}
    made = browser.post("/events/new", data=sent, files={"file": ("umfrage.toml", SURVEY.encode())})
    ground = Ground(web, browser, made.url.path)
    for name in ("Änne", "Björn"):
        ground.answer(name, q0="0", q1="1")
    return ground


def upload(fest, where, name, data):
    """Send a file to a page of the event, or to the page for new events."""
    page = where if where.startswith("/") else f"{fest.path}/{where}"
    sent = {"title": "Kaputt", "survey": "upload"}
    return fest.organiser.post(page, data=sent, files={"file": (name, data.encode())})


def told(page, status=422):
    """Return the words of a page, which must be German, and the English that is folded in it."""
    text = read(page, status)
    folded = re.findall(
        r"<details><summary>Einzelheiten auf Englisch</summary><div lang=\"en\">(.*?)</div>", text, re.S
    )
    rest = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    assert not re.search(r'<(span|div|p) lang="en">', rest)
    return re.sub(r"\s+", " ", rest), " ".join(folded)


def test_sizes_that_cannot_be_meant(fest):
    for size, sentence in (("6..4", "Schreiben Sie 4 bis 6 statt 6 bis 4"), ("viele", "„viele“ ist keines von beiden")):
        words, english = told(fest.send("sizes", sizes="range", range=size))
        assert sentence in words
        assert not english


def test_rules_that_cannot_all_be_met_are_told_where_a_sort_is_asked_for(fest):
    fest.rule("apart", ["Änne", "Björn"])
    fest.rule("together", ["Änne", "Björn"])
    words, english = told(fest.send("sort"))
    assert "Diese 2 Regeln lassen sich mit 2 Personen und 2 Gruppen nicht alle einhalten" in words
    assert not english
    with fest.web.site.database.session() as session:
        session.get_one(Event, fest.path.rsplit("/", 1)[1]).rules = {}


def test_rules_that_name_somebody_twice(fest):
    words, english = told(fest.rule("apart", ["Änne", "änne"]))
    assert "darf jede Person nur einmal nennen" in words
    assert not english


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (f"{HEADING}Dana,gestern,Musik\n", "Zeile 2, Spalte „Wann stehst du auf?“: „gestern“"),
        (f"{HEADING}Dana,frueh,Musik\n", "„frueh“ (ähnlichste Option: „früh“)"),
        (HEADING + "".join(f"P{n},gestern,Musik\n" for n in range(30)), "</li><li>und 10 weitere</li></ul>"),
        ("name,Wann stehst du auf?\nDana,früh\n", "Es fehlen:<ul><li>Was magst du?"),
        (
            "name,Wann stehst du auf?,Was magst du\nDana,früh,x\n",
            "<li>Was magst du? (ähnlichste Überschrift: „Was magst du“)</li></ul>Andere Überschriften",
        ),
        (HEADING, "muss unter den Überschriften weitere Zeilen enthalten"),
    ],
)
def test_files_of_answers_that_do_not_fit(fest, data, sentence):
    words, english = told(upload(fest, "import", "antworten.csv", data))
    assert sentence in words
    assert not english


def test_files_of_surveys_that_cannot_be_read(fest):
    words, english = told(upload(fest, "/events/new", "umfrage.toml", "x = ["))
    assert "Die Datei der Umfrage muss TOML sein; am Ende ist ein Fehler." in words
    assert not english


def test_files_of_rules_that_cannot_be_read(fest):
    words, english = told(upload(fest, "rules/upload", "regeln.csv", "wer,was\nÄnne,tanzt\n"))
    assert "regeln.csv muss die Spalten Regel, Wer und Was haben" in words
    assert not english


def test_a_sort_that_failed_names_people_as_they_are_called_now(fest):
    with fest.web.site.database.session() as session:
        event = session.get_one(Event, fest.path.rsplit("/", 1)[1])
        person = "{" + "0" * 32 + "}"
        words = write_words(Message("page-failed-other", detail=f"{person} must be in one group."))
        job = Job(event_id=event.id, options={}, state="failed", message=words)
        session.add(job)
        session.flush()
        path = f"{fest.path}/jobs/{job.id}"
    words, english = told(fest.organiser.get(path), 200)
    assert "Das hat nicht funktioniert." in words
    assert english == "removed person must be in one group."
