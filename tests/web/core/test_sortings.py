import json
import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.event import listen

from bayeshat.web.core import editing, events, jobs, publishing, responses, results
from bayeshat.web.core.board import list_choices
from bayeshat.web.core.results import tell_making
from bayeshat.web.core.trade_off import compute_trade_off, keep_trade_off, read_trade_off, used_weight
from bayeshat.web.db.schema import Event, Published, Sorting
from bayeshat.web.refusals import NotFound, Refused, Stale
from bayeshat.words.message import Message
from web.core.samples import both_databases, key_of, let_guests_answer, show, stand, store_sort


@pytest.fixture
def sorting(party):
    return store_sort(
        party, target={"Owls": 6, "Larks": 6}, rules={"together": [["Guest 00", "Guest 02"]]}, loss="placement"
    )


def test_the_board_shows_everybody(party, sorting):
    board = show(party, sorting)
    groups = [(group.name, group.size, str(group.wanted)) for group in board.groups]
    assert groups == [("Owls", 6, "6"), ("Larks", 6, "6")]
    assert {member.name for member in board.groups[0].members} == {f"Guest {n:02d}" for n in range(0, 12, 2)}
    assert [member.person for member in board.members] == list(range(12))
    assert all(member.share > 0.5 and sum(member.shares) == pytest.approx(1) for member in board.members)
    assert all(0 < member.error < 0.05 for member in board.members)
    assert all(member.next_best is None for member in board.members if member.level == 0)
    assert board.expected_right == pytest.approx(sum(member.share for member in board.members))
    assert (board.loss_change, board.fewer_right, board.unmet) == (0, 0, ())
    assert str(board.loss_reason) == "People were grouped by the chosen loss: Placement()."
    assert str(board.cost_of_sizes) == (
        "Keeping to these sizes and rules makes no measurable difference, compared with everybody in their likeliest "
        "group."
    )
    assert (board.can_undo, board.can_redo, board.version) == (False, False, 1)
    assert board.stands_for_houses
    assert all(group.color.startswith("#") for group in board.groups)


def test_choices_tell_what_moves_and_the_best_swap_mean(party, sorting):
    standing = stand(party, sorting)
    # Who must be together cannot move alone; exact sizes do not keep anybody from being moved by hand.
    assert [(move.name, move.breaks_rule) for move in list_choices(standing, 0).moves] == [("Larks", True)]
    assert [(move.name, move.breaks_rule) for move in list_choices(standing, 4).moves] == [("Larks", False)]
    for person in (-1, 12):
        with pytest.raises(Refused, match="no such person"):
            list_choices(standing, person)


def test_people_in_doubt_can_be_swapped(hat):
    let_guests_answer(hat, 6)
    hat.answer("Unsure", [], [1], key_of(50))
    hat.answer("Unsure too", [], [1], key_of(51))
    again = store_sort(hat, in_full=True, target={"Owls": 4, "Larks": 4})
    unsure, too = show(hat, again).members[-2:]
    assert unsure.group != too.group
    doubtful = unsure if unsure.level > too.level else too
    assert doubtful.next_best == 1 - doubtful.group
    standing = stand(hat, again)
    swap = list_choices(standing, unsure.person).swap
    assert swap.person == too.person
    assert str(swap.words) == f"Swapping with Unsure too ({swap.group}) is about as good"
    assert "is a clearly worse fit: " in str(list_choices(standing, 0).swap.words)
    with hat.database.session() as session:
        editing.lock(session, again, 1, [too.person])
    assert list_choices(stand(hat, again), unsure.person).swap is None
    assert list_choices(stand(hat, again), too.person).locked


@both_databases
def test_results_belong_to_their_event(party, sorting):
    with party.database.reading() as session:
        assert [one.id for one in results.list_sortings(session, party.event)] == [sorting.id]
        for event, identity in ((Event(id="0" * 32), sorting.id), (party.event, "\x00")):
            with pytest.raises(NotFound):
                results.get_sorting(session, event, identity)


def own_result(session, person):
    return publishing.read_receipt(session, person.receipt_hash)[2]


@both_databases
def test_people_see_their_own_place_once_it_is_published(party, sorting):
    late, _ = party.answer("Late", [0], [], key_of(60))
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session:
        event = session.get_one(Event, party.event.id)
        person = responses.list_responses(session, event)[1]
        assert own_result(session, person) is None
        event = publishing.publish(session, event, publication, event.version)
        own = own_result(session, person)
        assert (own.group, own.number, own.mates) == ("Larks", 1, ())
        assert [(share.group, share.own) for share in own.shares] == [("Owls", False), ("Larks", True)]
        assert "Guest" not in repr(own)
        assert own_result(session, late) is None
        with pytest.raises(Stale):
            publishing.unpublish(session, event, event.version - 1)
        with pytest.raises(Refused, match="published"):
            results.delete_sorting(session, event, sorting)
        event = publishing.unpublish(session, event)
        assert own_result(session, person) is None
        results.delete_sorting(session, event, sorting)
        assert results.list_sortings(session, event) == []


def publish(party, sorting):
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session:
        return publishing.publish(session, session.get_one(Event, party.event.id), publication)


def test_changes_by_hand_wait_to_be_published_again(party, sorting):
    def own(event):
        with party.database.reading() as session:
            person = responses.list_responses(session, event)[1]
            return own_result(session, person).group, stand(party, sorting).history.unpublished

    event = publish(party, sorting)
    with party.database.session() as session:
        # Publishing is a change of the result: whoever saw it before is told so.
        editing.move(session, sorting, 2, [1], 0)
    assert own(event) == ("Larks", [1])
    event = publish(party, sorting)
    assert own(event) == ("Owls", [])


def test_what_changed_between_looking_and_publishing_is_not_published(party, sorting):
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session:
        editing.move(session, sorting, 1, [1], 0)
    with party.database.session() as session, pytest.raises(Stale):
        publishing.publish(session, party.event, publication)


def test_group_mates_are_seen_only_if_the_organiser_lets_them(party, sorting):
    event = publish(party, sorting)
    with party.database.session() as session:
        known = session.get_one(Event, event.id)
        known.shows_mates = True
        person = responses.list_responses(session, known)[1]
        assert own_result(session, person).mates == tuple(f"Guest {n:02d}" for n in range(3, 12, 2))


def test_group_mates_are_in_the_order_of_the_alphabet():
    sorting = Sorting(groups=[{"name": "Owls", "color": None}], purpose="alike")
    place = Published(group_number=0, shares=[1.0], choice=None, rounds=[])
    others = [(name, 0, []) for name in ("Zoe", "Änne", "bo", "Ann")]
    own = publishing.show_own(Event(shows_mates=True), sorting, place, others)
    assert own.mates == ("Ann", "Änne", "bo", "Zoe")


@both_databases
def test_all_receipts_take_one_query_and_their_groups_one_each(party, sorting):
    event = publish(party, sorting)
    asked = []
    with party.database.reading() as session:
        people = responses.list_responses(session, event)
    listen(party.database.engine, "after_cursor_execute", lambda *told: asked.append(told[2]))

    def read(*hashes):
        asked.clear()
        with party.database.reading() as session:
            found = publishing.read_receipts(session, hashes)
        return found, len([statement for statement in asked if statement.startswith("SELECT")])

    hashes = [person.receipt_hash for person in people]
    found, queries = read(*hashes[:11], "0" * 64)
    assert queries == 1
    assert {key: receipt.response.id for key, receipt in found.items()} == {
        person.receipt_hash: person.id for person in people[:11]
    }
    assert [found[key].own.group for key in hashes[:3]] == ["Owls", "Larks", "Owls"]
    with party.database.session() as session:
        session.get_one(Event, event.id).shows_mates = True
    found, queries = read(*hashes[:4])
    assert [found[key].own.mates for key in hashes[1:4:2]] == [
        tuple(f"Guest {n:02d}" for n in range(1, 12, 2) if n != own) for own in (1, 3)
    ]
    assert queries == 3


def test_nobody_publishes_the_result_of_another_event(party, sorting):
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session, pytest.raises(NotFound):
        publishing.publish(session, Event(id="0" * 32), publication)


def test_the_trade_off_falls_and_is_kept(party, sorting):
    points = compute_trade_off(stand(party, sorting))
    assert points[-1].size_weight == math.inf
    assert len({(point.sizes, round(point.expected_right, 2)) for point in points}) == len(points)
    assert all(sum(point.sizes) == 12 for point in points)
    right, distance = [[getattr(point, name) for point in points] for name in ("expected_right", "size_distance")]
    assert sorted(right, reverse=True) == pytest.approx(right)
    assert sorted(distance, reverse=True) == pytest.approx(distance)
    with party.database.session() as session:
        assert read_trade_off(session, sorting) == []
        keep_trade_off(session, sorting.id, points)
        assert read_trade_off(session, sorting) == points
        assert used_weight(session, sorting) == math.inf
        # It was made without locks, and tells nothing about those with them.
        editing.lock(session, sorting, 1, [3])
        assert read_trade_off(session, sorting) == []
        keep_trade_off(session, sorting.id, points, [3])
        assert read_trade_off(session, sorting) == points


def test_the_trade_off_leaves_whoever_is_locked_in_place(party, sorting):
    free = compute_trade_off(stand(party, sorting))
    with party.database.session() as session:
        editing.move(session, sorting, 1, [0, 2, 4, 6], 1)
        editing.lock(session, sorting, 2, [0, 2, 4, 6])
    held = compute_trade_off(stand(party, sorting))
    assert held[0].expected_right < free[0].expected_right - 1
    assert all(point.sizes[1] >= 4 for point in held)


def test_two_results_are_compared_by_person(party, sorting):
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[11])
    party.answer("New", [0], [0], key_of(70))
    other = store_sort(party, rules={"pin": {"Guest 00": "Larks"}}, loss="placement")
    found = results.compare(stand(party, sorting), stand(party, other))
    assert results.Moved("Guest 00", "Owls", "Larks") in found.moved
    assert found.only_before == ("removed person 1",)
    assert found.only_after == ("New",)
    assert found.n_same + len(found.moved) == 11
    assert found.distance > 0
    same = results.compare(stand(party, sorting), stand(party, sorting))
    assert (same.moved, same.distance, same.n_same) == ((), 0.0, 12)


def test_places_are_explained(party, sorting):
    told = " ".join(map(str, results.explain(stand(party, sorting), 0)))
    assert "Guest 00 is in Owls" in told
    assert "Guest 00 and Guest 02 must be together" in told
    with pytest.raises(Refused):
        results.explain(stand(party, sorting), 12)


@both_databases
def test_who_is_deleted_is_gone_from_results_too(party, sorting):
    with party.database.session() as session:
        editing.move(session, sorting, 1, [0], 1)
        response = responses.list_responses(session, party.event)[0]
        exported = responses.export_person(session, response)
        responses.delete_response(session, response)
    assert exported["groups"][0]["group"] == "Larks"
    assert set(exported["groups"][0]["fits"]) == {"Larks", "Owls"}
    assert sum(exported["groups"][0]["fits"].values()) == pytest.approx(1, abs=1e-3)
    standing, board = stand(party, sorting), show(party, sorting)
    assert "Guest" not in json.dumps([standing.sorting.about, standing.sorting.made_of, standing.sorting.title])
    assert (standing.places[0].response_id, standing.given[0].answers) == (None, {})
    assert response.id not in [place.response_id for place in standing.places]
    assert board.members[0].name == "removed person 1"
    assert "removed person 1 and Guest 02 must be together" in [str(rule.words) for rule in board.unmet]
    assert str(board.undo_words) == "move removed person 1 from Owls to Larks"


def test_deletion_touches_nothing_that_happens_to_read_like_the_name(hat):
    names = ["balanced", "o", "{", "Owls", "placement"]
    for n, name in enumerate(["Ann", *names]):
        hat.answer(name, [0], [0], key_of(n))
    sorting = store_sort(hat, target="balanced")
    before = stand(hat, sorting).sorting.about
    with hat.database.session() as session:
        for response in responses.list_responses(session, hat.event)[1:]:
            responses.delete_response(session, response)
    assert stand(hat, sorting).sorting.about == before
    board = show(hat, sorting)
    assert [member.name for member in board.members] == ["Ann", *(f"removed person {n}" for n in range(1, 6))]
    assert [group.name for group in board.groups] == ["Owls", "Larks"]


@both_databases
def test_two_people_deleted_at_once_are_both_gone(party, sorting):
    with party.database.reading() as session:
        two = responses.list_responses(session, party.event)[:2]

    def remove(response):
        with party.database.session() as session:
            responses.delete_response(session, response)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(remove, two))
    standing = stand(party, sorting)
    assert [place.response_id for place in standing.places[:2]] == [None, None]
    assert standing.names[:2] == ("removed person 1", "removed person 2")


def test_whoever_is_renamed_keeps_their_place_and_lock(party, sorting):
    with party.database.session() as session:
        editing.lock(session, sorting, 1, [3])
        response = responses.list_responses(session, party.event)[3]
        session.get_one(responses.Response, response.id).name = "Somebody else"
    board = show(party, sorting)
    assert (board.members[3].name, board.members[3].locked) == ("Somebody else", True)
    with party.database.reading() as session:
        options = editing.resort_options(party.event, stand(party, sorting))
        given = jobs.read_input(session, party.event, options)
    assert [rule.words() for rule in given.rules] == ["Somebody else must be in Larks (locked)"]


def test_exact_sizes_stay_shown_when_hands_leave_them(party):
    sorting = store_sort(party, target={"Owls": 6, "Larks": 6})
    seen = editing.preview_move(stand(party, sorting), 0, 1)
    with party.database.session() as session:
        editing.move(session, sorting, 1, [0], 1)
    board = show(party, sorting)
    assert str(seen.sizes) == "Owls has 5 (wanted: 6), Larks has 7 (wanted: 6)"
    assert any(f"not as wanted: {seen.sizes}." in str(warning) for warning in board.warnings)
    assert math.isfinite(seen.loss_change)
    assert math.isfinite(board.expected_loss)
    assert board.cost_of_sizes == ""
    assert [(group.size, str(group.wanted)) for group in board.groups] == [(5, "6"), (7, "6")]


def test_results_say_what_they_were_made_of_and_what_came_since(party, sorting):
    assert sorting.title == "Result 1"
    assert str(tell_making(sorting)) == "12 people, sizes: Owls 6, Larks 6, 1 rule"
    party.answer("Late", [0], [], key_of(95))
    with party.database.session() as session:
        assert results.read_news(session, sorting).n_new == 1
        results.rename(session, sorting, " First  try ")
    with party.database.reading() as session:
        assert results.get_sorting(session, party.event, sorting.id).title == "First try"
    assert store_sort(party).title == "Result 2"


def test_results_outlive_a_changed_event(party, sorting):
    with party.database.session() as session:
        events.update_event(session, party.event, 1, settings=party.settings, target="balanced", title="Other")
    assert show(party, sorting).groups[0].wanted == Message("words-size-exact", low=6, high=6)
