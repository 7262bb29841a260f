"""How many groups: offered where the survey says nothing of its houses, compared as a job, and taken."""

from types import SimpleNamespace

import pytest

import bayeshat as bh
from bayeshat.checks import number_of_groups
from bayeshat.checks.halves import Halves
from bayeshat.survey.spec import parse_survey
from bayeshat.web.core import events, group_numbers, responses
from bayeshat.web.core.group_numbers import CompareWork, enqueue_comparison, read_group_numbers, take_number
from bayeshat.web.db.schema import Event
from bayeshat.web.pages import render_part
from bayeshat.web.refusals import Refused
from bayeshat.words.message import Message, catalogue
from bayeshat.words.phrases import tell_tenths
from web.core.samples import key_of, make_worker

FLAT = 'title = "Flat"\nprior = "flat"\nhouses = ["Owls", "Larks"]\n' + "".join(
    f'[[questions]]\nid = "q{q}"\ntext = "Number {q}?"\noptions = ["a", "b", "c"]\n' for q in range(1, 7)
)


@pytest.fixture
def flat(hat):
    """An event whose survey says nothing of its houses, and twelve people."""
    with hat.database.session() as session:
        hat.event = events.create_event(session, hat.organiser, "Flat", FLAT, settings=hat.settings)
        for n in range(group_numbers.FEWEST):
            given = {"q1": [n % 3]}
            responses.submit(session, hat.keys, hat.event, f"Guest {n}", given, key_of(n), settings=hat.settings)
    return hat


def look(hat):
    with hat.database.reading() as session:
        event = session.get_one(Event, hat.event.id)
        return event, read_group_numbers(session, event, events.summary(session, event).n_responses)


def test_the_answers_say_how_many_groups_there_are(monkeypatch):
    # Two kinds of people who could hardly be less alike need few draws.
    monkeypatch.setattr(number_of_groups, "_SAMPLING", {"draws": 100, "max_draws": 100})
    survey = parse_survey(FLAT, "the survey")
    people = [("a", "b")[n % 2] for n in range(12)]
    answers = bh.read_answers({"name": [f"P{n}" for n in range(12)]} | {f"q{q}": people for q in range(1, 7)}, survey)
    shares = []
    found = CompareWork().run(SimpleNamespace(survey=survey, answers=answers), lambda share, _: shares.append(share), 1)
    assert (found["recommended"], found["n_people"]) == (2, 12)
    assert str(Message.from_plain(found["words"])).endswith("best, of 1 to 3 groups that were tried.")
    cost = str(Message.from_plain(found["costs"]["1"]))
    assert cost.startswith("With 1 group instead of 2, each answer")
    assert cost.endswith("less likely. That is more than chance explains.")
    assert shares[-1] == 1


def test_a_comparison_is_kept_told_and_taken(flat, monkeypatch):
    made = SimpleNamespace(
        recommended=3,
        houses=(1, 2, 3),
        sentence=lambda: Message("compare-nearly", count=3, best=4, tried=Message("words-size-range", low=1, high=8)),
        cost=lambda n: Message(
            "compare-less-likely",
            groups=n,
            recommended=3,
            percent=tell_tenths(12.34 * (3 - n)),
            sure=Message("compare-no-chance"),
        ),
        halves=Halves(0.64, 0.37),
    )
    monkeypatch.setattr(group_numbers, "compare", lambda *_, **__: made)
    event, numbers = look(flat)
    assert (numbers.is_asked, numbers.is_going, numbers.sentences, numbers.recommended) == (True, False, [], 0)
    with flat.database.session() as session, pytest.raises(Refused, match="no recommended number"):
        take_number(session, event)
    with flat.database.session() as session:
        enqueue_comparison(session, event)
        enqueue_comparison(session, event)
    assert look(flat)[1].is_going
    worker = make_worker(flat.database)
    assert worker.run_one()
    # Asked for twice, done once.
    assert not worker.run_one()
    event, numbers = look(flat)
    assert numbers.recommended == 3
    german = " ".join(map(catalogue("de").tell, numbers.sentences))
    assert "Empfohlen sind 3 Gruppen: Versucht wurden 1 bis 8 Gruppen; 4 sagen" in german
    assert (
        "Mit 2 Gruppen statt 3 wäre jede Antwort einer neuen Person um 12,3 % weniger wahrscheinlich. Das ist mehr"
        in german
    )
    assert "Mit anderen Fragen wären etwa 6 von 10 Personen in derselben Gruppe" in german
    with flat.database.session() as session:
        rules = {"pin": {"Guest 1": "Larks"}}
        known = events.update_event(
            session, event, event.version, settings=flat.settings, rules=rules, target={"Owls": "4", "Larks": "8"}
        )
        take_number(session, known)
    event, numbers = look(flat)
    assert events.survey_of(event).cluster_names == ("Owls", "Larks", "Group 3")
    assert (event.target, event.rules, event.survey_version) == ({"sizes": "balanced"}, rules, 1)
    assert (numbers.recommended, len(numbers.sentences)) == (0, 3)


def test_surveys_that_describe_their_houses_are_not_compared(party):
    assert not look(party)[1].is_asked
    with party.database.session() as session, pytest.raises(Refused, match="can be compared once 12 people"):
        enqueue_comparison(session, party.event)


def test_a_server_that_cannot_compare_says_what_is_missing(flat, monkeypatch):
    monkeypatch.setattr(group_numbers, "find_spec", lambda _: None)
    numbers = look(flat)[1]
    page = render_part("group_numbers_part", {"say": catalogue("en"), "numbers": numbers, "can_edit": True})
    assert "pip install &#39;bayeshat[compare]&#39;" in page
    assert "<form" not in page
    with flat.database.session() as session, pytest.raises(Refused, match=r"bayeshat\[compare\]"):
        enqueue_comparison(session, flat.event)
