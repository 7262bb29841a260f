"""Copies of events, and the list of events."""

import pytest

from bayeshat.web.core import audit, events, roster
from bayeshat.web.core.event_copy import COPIED, copy_event, propose_title
from bayeshat.web.core.events import list_cards
from bayeshat.web.core.responses import list_responses
from bayeshat.web.core.roster import Expected
from bayeshat.web.db.schema import Event, now
from bayeshat.words.message import Message, catalogue
from web.core.samples import SMALL, both_databases, store_sort

TIMES = {"size": "2..9", "common_times": [{"column": "When are you awake?", "common": 1}]}
RULES = {"pin": {"Guest 01": "Owls"}, **TIMES}


def make_copy(hat, *, with_people):
    """Copy an event with everything set."""
    changes = {"rules": RULES, "target": "4..8", "max_responses": "50", "loss": "binder"}
    with hat.database.session() as session:
        roster.add_people(session, hat.event, [Expected("Guest 01"), Expected("Zoe")], hat.settings)
        known = events.update_event(session, hat.event, 1, settings=hat.settings, **changes)
        known.consent, known.is_kiosk, known.closes_at = "I agree.", True, now()
        return known, copy_event(session, hat.organiser, known, "Next", with_people=with_people, settings=hat.settings)


@pytest.mark.parametrize("with_people", [False, True])
def test_a_copy_has_the_settings_and_nobodys_answers(party, with_people):
    store_sort(party)
    event, made = make_copy(party, with_people=with_people)
    assert made.survey_toml == event.survey_toml
    for field in COPIED:
        assert getattr(made, field) == getattr(event, field), field
    assert (made.title, made.is_open, made.closes_at, made.published_sorting_id) == ("Next", False, None, None)
    assert made.rules == (RULES if with_people else TIMES)
    with party.database.reading() as session:
        assert list_responses(session, made) == []
        expected = [entry.name for entry in events.roster_of(session, made)]
        assert events.open_event(session, party.organiser, made.id)[1] == "owner"
        cards = {card.event.title: card for card in list_cards(session, party.organiser)}
    assert expected == (["Guest 01", "Zoe"] if with_people else [])
    old, new = cards["Tea party"], cards["Next"]
    assert (old.role, old.n_responses, old.n_expected, old.n_sortings) == ("owner", 12, 2, 1)
    assert (new.n_responses, new.n_expected, new.n_sortings) == (0, len(expected), 0)
    assert party.keys.share_token(made.id, made.share_number) != party.keys.share_token(event.id, event.share_number)


@pytest.mark.parametrize("with_people", [False, True])
def test_a_copy_takes_rules_out_of_the_survey(hat, with_people):
    with hat.database.session() as session:
        text = f'{SMALL}[rules]\nsize = "2..9"\napart = [["Secret Person", "Bert"]]\n'
        event = events.create_event(session, hat.organiser, "First", text, settings=hat.settings)
        event.learned = {"survey_toml": event.survey_toml}
        made = copy_event(session, hat.organiser, event, "Next", with_people=with_people, settings=hat.settings)
        assert made.rules == {"size": "2..9"} | ({"apart": [["Secret Person", "Bert"]]} if with_people else {})
        assert "rules" not in made.survey_toml + made.asked_toml


def test_a_copy_keeps_what_a_class_list_says_of_people(hat):
    with hat.database.session() as session:
        person = Expected("Zoe", "zoe@example.org", {"student id": "0042"})
        roster.add_people(session, hat.event, [person], hat.settings)
    _, made = make_copy(hat, with_people=True)
    with hat.database.reading() as session:
        zoe = next(entry for entry in events.roster_of(session, made) if entry.name == "Zoe")
    assert (zoe.email, zoe.extra) == ("zoe@example.org", {"student id": "0042"})


def test_everything_that_can_be_set_is_copied_or_left_on_purpose():
    left = {
        "id",
        "title",
        "survey_toml",
        "survey_version",
        "is_open",
        "closes_at",
        "delete_at",
        "share_number",
        "rules",
        "published_sorting_id",
        "published_at",
        "version",
        "created_at",
        "changed_at",
    }
    assert {column.name for column in Event.__table__.columns} == left | set(COPIED)


def test_proposed_titles_are_new_and_short_enough():
    assert propose_title("A", {"A"}, catalogue("en")) == "A (copy)"
    assert propose_title("A", {"A", "A (Kopie)"}, catalogue("de")) == "A (Kopie 2)"
    assert len(propose_title("x" * 200, set(), catalogue("en"))) == 200


@both_databases
def test_the_audit_log_is_paged_and_outlives_the_event(hat):
    with hat.database.session() as session:
        for n in range(audit.PAGE + 2):
            audit.record(session, hat.event, hat.organiser, Message("accounts-did-removed", name=f"Organiser {n}"))
        audit.record(session, None, None, Message("accounts-did-removed", name="Nobody"))
    with hat.database.reading() as session:
        first, n_pages = audit.list_entries(session, hat.event)
        last, _ = audit.list_entries(session, hat.event, 2)
        (own,), _ = audit.list_entries(session, None)
    with hat.database.session() as session:
        events.delete_event(session, hat.event)
        kept, n_kept = audit.list_entries(session, None)
    assert (len(first), len(last), n_pages) == (audit.PAGE, 2, 2)
    assert (first[0].organiser, first[0].event_title) == ("Ann Organiser", "Tea party")
    assert first[0].created_at >= first[-1].created_at >= last[0].created_at
    assert (own.organiser, str(own.words)) == ("", "removed Nobody")
    assert str(last[-1].words) == "removed Organiser 0"
    assert catalogue("de").tell(last[-1].words) == "hat Organiser 0 entfernt"
    assert (len(kept), n_kept) == (audit.PAGE, 2)
