"""Results are unpacked once, and again only when a name or an answer in them has changed."""

import pytest
from sqlalchemy import inspect, update

from bayeshat.web.answers import responses
from bayeshat.web.results import places
from bayeshat.web.results.result_cache import ResultCache
from bayeshat.web.storage.schema import Response
from web.core.samples import show, stand, store_sort


@pytest.fixture
def cache(monkeypatch):
    """A cache of the test's own, and what was unpacked into it."""
    made = ResultCache()
    unpacked = []

    def unpack(sorting, answers):
        unpacked.append(sorting.id)
        return places_unpack(sorting, answers)

    places_unpack = places.unpack
    monkeypatch.setattr(places, "unpack", unpack)
    monkeypatch.setattr(places, "_recent", made)
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
    show(party, sorting)
    assert "Guest 03" not in repr([people for people, _, _ in cache._kept.values()])
    assert len(cache._kept) == 1


def test_the_least_used_results_make_room(party, cache):
    one, two, three = (store_sort(party) for _ in range(3))
    show(party, one)
    size = next(iter(cache._kept.values()))[2]
    cache.most_bytes = 2 * size
    for sorting in (two, one, three):
        show(party, sorting)
    assert list(cache._kept) == [one.id, three.id]
    cache.most_bytes = size - 1
    show(party, two)
    assert not cache._kept
