"""People who answer after the sort: placed without moving anybody, whatever hands did before."""

import pytest

from bayeshat.rules.reading import read_rules
from bayeshat.web.core import editing, jobs, responses, results
from bayeshat.web.core.board import list_choices
from bayeshat.web.core.events import move_version
from bayeshat.web.core.results import tell_making
from bayeshat.web.core.rule_outcomes import outcomes_of, read_told
from bayeshat.web.db.schema import Event
from bayeshat.web.refusals import Refused
from bayeshat.words.message import Message
from web.core.samples import key_of, make_worker, show, stand, store_sort

TOGETHER = {"together": [["Guest 00", "Guest 02"]]}


def answer_late(party, count=3):
    for n in range(count):
        party.answer(f"Late {n}", [0], [0], key_of(100 + n))


def place(party, sorting, **changes):
    """Place everybody who came late, as the page does, and return the new result."""
    with party.database.reading() as session:
        event = session.get_one(Event, party.event.id)
        options = editing.place_options(event, stand(party, sorting), **changes)
        given = jobs.read_input(session, event, options)
    jobs.check_sort(given)
    with party.database.session() as session:
        job = jobs.enqueue_sort(session, event, options)
    assert make_worker(party.database).run_one()
    with party.database.reading() as session:
        job = jobs.get_job(session, party.event, job.id)
        assert job.state == "done", jobs.message_of(session, job)
        return results.get_sorting(session, party.event, job.sorting_id)


def where(party, sorting):
    standing = stand(party, sorting)
    return dict(zip(standing.names, (standing.groups[label] for label in standing.labels), strict=True))


def set_rules(party, rules):
    with party.database.session() as session:
        session.get_one(Event, party.event.id).rules = rules


def test_latecomers_are_placed_and_nobody_else_moves(party):
    sorting = store_sort(party)
    with party.database.session() as session:
        # Even against the answers and the sizes, everybody stays.
        editing.move(session, sorting, 1, [0, 2], 1)
    with party.database.session() as session:
        editing.lock(session, sorting, 2, [0])
    before = where(party, sorting)
    answer_late(party)
    later = place(party, sorting)
    after = where(party, later)
    assert {name: after[name] for name in before} == before
    # Four Owls and eight Larks: all three go where there is room, which is also where they belong.
    assert [after[f"Late {n}"] for n in range(3)] == ["Owls"] * 3
    making = "15 people, groups as even as possible, no rules, 1 locked, 3 latecomers placed"
    assert str(tell_making(later)) == making
    board = show(party, later)
    assert [member.name for member in board.members if member.locked] == ["Guest 00"]
    assert board.loss_reason == Message("loss-newcomers", noun="group")
    # That people stay who could not move says nothing about how settled they are.
    told = " ".join(map(str, board.settled.words))
    assert "of those without a fixed place would end up in the same group" in told
    # Only those who are locked are said to be pinned, and hands may move everybody else.
    assert [member.name for member in board.members if member.note] == ["Guest 00"]
    standing = stand(party, later)
    free = [list_choices(standing, member.person) for member in board.members if not member.locked]
    assert not any(move.breaks_rule for choices in free for move in choices.moves)


def test_rules_that_are_broken_already_stay_broken_and_others_are_kept(party, full_sorts):
    rules = {**TOGETHER, "apart": [["Late 0", "Late 1"]]}
    sorting = store_sort(party, in_full=True, rules=TOGETHER)
    with party.database.session() as session:
        editing.swap(session, sorting, 1, 0, 1)
    answer_late(party, 2)
    set_rules(party, rules)
    later = place(party, sorting)
    after = where(party, later)
    assert after["Late 0"] != after["Late 1"]
    assert after["Guest 00"] == "Larks"
    board = show(party, later)
    rule = "Guest 00 and Guest 02 must be together"
    assert [(str(one.words), one.hard) for one in board.unmet] == [(rule, True)]
    assert str(board.warnings[0]) == f"Broken before, and still broken: {rule}."


def test_rules_that_cannot_be_kept_are_refused_before_anybody_waits(party):
    sorting = store_sort(party)
    answer_late(party, 1)
    set_rules(party, {"apart": [["Late 0", "Guest 00", "Guest 01"]]})
    with pytest.raises(Refused):
        place(party, sorting)


def test_whoever_was_deleted_is_not_placed(party):
    sorting = store_sort(party)
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[0])
    answer_late(party, 1)
    assert set(where(party, place(party, sorting))) == {f"Guest {n:02d}" for n in range(1, 12)} | {"Late 0"}


@pytest.mark.parametrize("size_weight", [None, 1.0])
def test_sizes_as_a_guide_and_ranges_work_too(party, size_weight):
    sorting = store_sort(party)
    answer_late(party, 2)
    later = place(party, sorting, target="5..9", size_weight=size_weight)
    assert sorted(stand(party, later).current.decision.sizes.tolist()) in ([6, 8], [7, 7])


def test_rules_tell_what_they_cost_while_nobody_else_moves(party):
    rules = {"pin": {"Late 0": "Larks", "Guest 00": "Owls"}, "apart": [["Guest 01", "Guest 03"]]}
    sorting = store_sort(party)
    answer_late(party, 2)
    set_rules(party, rules)
    later = place(party, sorting, target=None)
    while make_worker(party.database).run_one():
        pass
    with party.database.reading() as session:
        read = read_told(session, session.get_one(type(later), later.id))
    told, _ = outcomes_of(read, list(read_rules(rules)))
    # Late 0 would be an owl; Guest 00 is one anyway. What is broken already costs nothing.
    assert ["" if one.cost is None else str(one.cost) for one in told] == [
        "While nobody else moves: costs about one person in their right group.",
        "While nobody else moves: costs about nothing. Without it, the groups would be about as good.",
        "",
    ]
    assert [one.kept for one in told] == [True, True, False]


def test_a_second_press_finds_what_the_first_has_placed(party):
    sorting = store_sort(party)
    answer_late(party, 1)

    def press():
        with party.database.reading() as session:
            event = session.get_one(Event, party.event.id)
            options = editing.place_options(event, stand(party, sorting))
        with party.database.session() as session:
            return jobs.enqueue_sort(session, event, options).id

    first = press()
    assert press() == first
    while make_worker(party.database).run_one():
        pass
    assert press() == first
    party.answer("Later", [0], [0], key_of(200))
    again = press()
    assert again != first
    while make_worker(party.database).run_one():
        pass
    set_rules(party, {"pin": {"Later": "Owls"}})
    with party.database.session() as session:
        move_version(session, Event, party.event.id, None)
    assert press() not in (first, again)
