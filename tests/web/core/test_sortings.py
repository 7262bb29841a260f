import json
import math

import pytest

from bayeshat.web.answers import responses
from bayeshat.web.events import events
from bayeshat.web.refusals import NotFound, Refused, Stale
from bayeshat.web.results import editing, sortings
from bayeshat.web.results.result_rows import read_arrays
from bayeshat.web.storage.schema import Event
from web.core.samples import key_of, store_sort


def show(hat, sorting):
    with hat.database.reading() as session:
        return sortings.board(session, sortings.get_sorting(session, hat.event, sorting.id))


@pytest.fixture
def sorting(party):
    return store_sort(
        party, target={"Owls": 6, "Larks": 6}, rules={"together": [["Guest 00", "Guest 02"]]}, loss="placement"
    )


def test_the_board_shows_everybody(party, sorting):
    board = show(party, sorting)
    assert [(group.name, group.size, group.wanted) for group in board.groups] == [("Owls", 6, "6"), ("Larks", 6, "6")]
    assert {member.name for member in board.groups[0].members} == {f"Guest {n:02d}" for n in range(0, 12, 2)}
    assert [member.person for member in board.members] == list(range(12))
    assert all(member.share > 0.5 and sum(member.shares) == pytest.approx(1) for member in board.members)
    assert all(member.fewer_right[member.group] == 0 for member in board.members)
    # Who must be together cannot move alone; exact sizes do not keep anybody from being moved by hand.
    assert board.members[0].breaks_rules == (False, True)
    assert board.members[4].breaks_rules == (False, False)
    assert board.members[4].verdicts == ("as good", "clearly worse")
    assert all(0 < member.error < 0.05 and len(member.errors) == 2 for member in board.members)
    assert board.expected_right == pytest.approx(sum(member.share for member in board.members))
    assert (board.loss_change, board.fewer_right, board.unmet) == (0, 0, ())
    assert board.loss_reason == "People were grouped by the chosen loss: Placement()."
    assert board.cost_of_sizes == (
        "Keeping to these sizes and rules makes no measurable difference, compared with everybody in their likeliest "
        "house. Meeting the sizes exactly rather than as a guide makes no measurable difference."
    )
    assert (board.can_undo, board.can_redo, board.published, board.version) == (False, False, False, 1)
    assert board.stands_for_houses
    assert all(group.color.startswith("#") for group in board.groups)


def test_cheap_swaps_are_marked(party, sorting):
    party.answer("Unsure", [], [1], key_of(50))
    party.answer("Unsure too", [], [1], key_of(51))
    board = show(party, store_sort(party, target={"Owls": 7, "Larks": 7}))
    unsure, too = board.members[-2:]
    assert unsure.group != too.group
    assert unsure.swap.person == too.person
    assert unsure.swap.cheap
    assert unsure.swap.verdict in ("as good", "slightly worse")
    assert not board.members[0].swap.cheap
    assert board.members[0].swap.words.startswith("clearly worse: ")


def test_results_belong_to_their_event(party, sorting):
    with party.database.reading() as session:
        assert [one.id for one in sortings.list_sortings(session, party.event)] == [sorting.id]
        for event, identity in ((Event(id="0" * 32), sorting.id), (party.event, "\x00")):
            with pytest.raises(NotFound):
                sortings.get_sorting(session, event, identity)


def test_people_see_their_own_place_once_it_is_published(party, sorting):
    late, _ = party.answer("Late", [0], [], key_of(60))
    with party.database.session() as session:
        event = session.get_one(Event, party.event.id)
        person = responses.list_responses(session, event)[1]
        assert sortings.own_result(session, person, event) is None
        event = sortings.publish(session, event, sorting, event.version)
        own = sortings.own_result(session, person, event)
        assert (own.group, own.stands_for_houses) == ("Larks", True)
        assert [(share.group, share.own) for share in own.shares] == [("Owls", False), ("Larks", True)]
        assert "Guest" not in repr(own)
        assert sortings.own_result(session, late, event) is None
        with pytest.raises(Stale):
            sortings.unpublish(session, event, event.version - 1)
        with pytest.raises(Refused, match="published"):
            sortings.delete_sorting(session, event, sorting)
        event = sortings.unpublish(session, event)
        assert sortings.own_result(session, person, event) is None
        sortings.delete_sorting(session, event, sorting)
        assert sortings.list_sortings(session, event) == []


def test_published_places_follow_changes_by_hand(party, sorting):
    with party.database.session() as session:
        event = sortings.publish(session, party.event, sorting)
        editing.move(session, sorting, 1, 1, 0)
        person = responses.list_responses(session, event)[1]
        assert sortings.own_result(session, person, event).group == "Owls"
        assert sortings.board(session, sortings.get_sorting(session, event, sorting.id)).published


def test_nobody_publishes_the_result_of_another_event(party, sorting):
    with party.database.session() as session, pytest.raises(NotFound):
        sortings.publish(session, Event(id="0" * 32), sorting)


def test_the_trade_off_falls_and_is_kept(party, sorting):
    points = sortings.compute_trade_off(sorting)
    assert [point.size_weight for point in points] == [*sortings.WEIGHTS, math.inf]
    assert all(sum(point.sizes) == 12 for point in points)
    right, distance = [[getattr(point, name) for point in points] for name in ("expected_right", "size_distance")]
    assert sorted(right, reverse=True) == pytest.approx(right)
    assert sorted(distance, reverse=True) == pytest.approx(distance)
    with party.database.session() as session:
        sortings.keep_trade_off(session, sorting, points)
    with party.database.session() as session:
        known = sortings.get_sorting(session, party.event, sorting.id)
        assert len(known.trade_off) == len(points)
        assert sortings.trade_off(session, known) == points
        # A curve from before people were counted is drawn anew.
        known.trade_off = [[1.0, 0.5, 0.0, [6, 6]]]
        assert sortings.trade_off(session, known) == points


def test_two_results_are_compared_by_person(party, sorting):
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[11])
    party.answer("New", [0], [0], key_of(70))
    other = store_sort(party, rules={"pin": {"Guest 00": "Larks"}}, loss="placement")
    with party.database.reading() as session:
        sorting = sortings.get_sorting(session, party.event, sorting.id)
    found = sortings.compare(sorting, other)
    assert sortings.Moved("Guest 00", "Owls", "Larks") in found.moved
    assert found.only_before == ("removed person 1",)
    assert found.only_after == ("New",)
    assert found.n_same + len(found.moved) == 11
    assert found.distance > 0
    same = sortings.compare(sorting, sorting)
    assert (same.moved, same.distance, same.n_same) == ((), 0.0, 12)


def test_places_are_explained(party, sorting):
    told = " ".join(sortings.explain(sorting, 0))
    assert "Guest 00 is in Owls" in told
    assert "Guest 00 and Guest 02 are together" in told
    with pytest.raises(Refused):
        sortings.explain(sorting, 12)


def test_who_is_deleted_is_gone_from_results_too(party, sorting):
    with party.database.session() as session:
        editing.move(session, sorting, 1, 0, 1)
        response = responses.list_responses(session, party.event)[0]
        exported = responses.export_person(session, response)
        responses.delete_response(session, response)
    assert exported["groups"][0]["group"] == "Larks"
    with party.database.reading() as session:
        known = sortings.get_sorting(session, party.event, sorting.id)
        board = sortings.board(session, known)
    assert "Guest 00" not in json.dumps([known.names, known.about, known.labels])
    assert response.id not in known.response_ids
    assert (read_arrays(known.arrays)["codes"][0] == -1).all()
    assert board.members[0].name == "removed person 1"
    assert "removed person 1 and Guest 02 are together" in [rule.words for rule in board.unmet]
    assert board.undo_words == "move removed person 1 from Owls to Larks"


def test_exact_sizes_stay_shown_when_hands_leave_them(party):
    sorting = store_sort(party, target={"Owls": 6, "Larks": 6}, size_weight=math.inf)
    with party.database.session() as session:
        seen = editing.preview_move(session, sorting, 0, 1)
        board = editing.move(session, sorting, 1, 0, 1)
    assert seen.sizes == "Owls has 5 (wanted: 6), Larks has 7 (wanted: 6)"
    assert any(f"no longer as wanted: {seen.sizes}." in warning for warning in board.warnings)
    assert math.isfinite(seen.loss_change)
    assert math.isfinite(board.expected_loss)
    assert board.cost_of_sizes == ""
    assert [(group.size, group.wanted) for group in board.groups] == [(5, "6"), (7, "6")]


def test_results_outlive_a_changed_event(party, sorting):
    with party.database.session() as session:
        events.update_event(session, party.event, 1, settings=party.settings, target="balanced", title="Other")
    assert show(party, sorting).groups[0].wanted == "6"
