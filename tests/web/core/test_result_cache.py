"""Results are unpacked once, and again only when a name or an answer in them has changed."""

import pytest
from sqlalchemy import inspect, update

from bayeshat.web.core import accounts, events, responses, results, steps
from bayeshat.web.core.steps import read_overview
from bayeshat.web.db.schema import Response
from bayeshat.web.remembered import Remembered, count_deletions
from web.core.samples import show, stand, store_sort


@pytest.fixture
def cache(monkeypatch):
    """A cache of the test's own, and what was unpacked into it."""
    made = Remembered(results._MOST_BYTES, results._measure)
    unpacked = []

    def unpack(sorting, answers):
        unpacked.append(sorting.id)
        return really_unpack(sorting, answers)

    really_unpack = results.unpack
    monkeypatch.setattr(results, "unpack", unpack)
    monkeypatch.setattr(results, "_recent", made)
    made.unpacked = unpacked
    return made


def test_a_result_is_read_and_unpacked_once(party, cache):
    sorting = store_sort(party)
    first = show(party, sorting)
    assert show(party, sorting) == first
    assert cache.unpacked == [sorting.id]
    assert "arrays" in inspect(stand(party, sorting).sorting).unloaded


def test_a_new_name_is_shown_at_once(party, cache):
    sorting = store_sort(party)
    show(party, sorting)
    with party.database.session() as session:
        session.execute(update(Response).where(Response.name == "Guest 03").values(name="Zoe"))
    assert stand(party, sorting).current.names[3] == "Zoe"
    assert show(party, sorting).members[3].name == "Zoe"
    assert len(cache.unpacked) == 2


def test_nothing_of_a_deleted_person_is_kept(party, cache):
    sorting = store_sort(party)
    show(party, sorting)
    with party.database.session() as session:
        person = responses.list_responses(session, party.event)[3]
        responses.delete_response(session, person)
    assert not cache._kept
    show(party, sorting)
    assert "Guest 03" not in repr([people for people, _, _ in cache._kept.values()])
    assert len(cache._kept) == 1


def test_the_least_used_results_make_room(party, cache):
    one, two, three = (store_sort(party) for _ in range(3))
    show(party, one)
    size = next(iter(cache._kept.values()))[2]
    cache.most = 2 * size
    for sorting in (two, one, three):
        show(party, sorting)
    assert list(cache._kept) == [one.id, three.id]
    cache.most = size - 1
    show(party, two)
    assert not cache._kept


def test_what_was_read_before_a_deletion_is_not_kept(party, cache):
    sorting = store_sort(party)
    early = stand(party, sorting)
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[3])
    assert early.decided.names[3] == "Guest 03"
    assert not cache._kept


def test_what_is_checked_of_an_event_forgets_the_deleted(party):
    with party.database.reading() as session:
        overview, known = read_overview(session, party.event), events.summary(session, party.event)
    assert overview.checks.problems == ()
    made_of = (party.event.version, known.n_responses, known.last_at, known.missing)
    assert steps._checked.find(party.event.id, made_of) is not None
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[3])
    assert steps._checked.find(party.event.id, made_of) is None


def test_deleting_what_names_nobody_forgets_nothing(party):
    before = count_deletions()
    with party.database.session() as session:
        accounts.log_in(session, party.organiser, 1)
        accounts.end_logins(session, party.organiser)
    assert count_deletions() == before
