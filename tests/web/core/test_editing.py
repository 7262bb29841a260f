from concurrent.futures import ThreadPoolExecutor

import pytest

from bayeshat.web.core import editing, results
from bayeshat.web.core.board import list_choices
from bayeshat.web.core.jobs import enqueue_sort
from bayeshat.web.core.results import tell_making
from bayeshat.web.db.schema import Event
from bayeshat.web.refusals import Refused, Stale
from web.core.samples import both_databases, make_worker, show, stand, store_sort


@pytest.fixture
def sorting(party):
    # Placement ties groups to houses, so that people are where their answers say.
    rules = {"together": [["Guest 00", "Guest 02"]], "wish": {"Guest 04": "Larks"}}
    return store_sort(party, target={"Owls": 6, "Larks": 6}, rules=rules, loss="placement", size_weight=2.0)


@pytest.fixture
def edit(party, sorting):
    """Make a change in a session of its own, and return the board after it; people may be given singly."""

    def make(what, version, *arguments):
        if what in (editing.move, editing.lock):
            arguments = ([arguments[0]] if isinstance(arguments[0], int) else arguments[0], *arguments[1:])
        with party.database.session() as session:
            what(session, sorting, version, *arguments)
        return show(party, sorting)

    return make


@pytest.fixture
def preview(party, sorting):
    return lambda person, group: editing.preview_move(stand(party, sorting), person, group)


@pytest.fixture
def look(party, sorting):
    return lambda: show(party, sorting)


def groups_of(board):
    return [member.group for member in board.members]


def test_a_move_changes_one_place_and_tells_what_it_costs(edit, preview, look):
    before, seen = look(), preview(0, 1)
    board = edit(editing.move, 1, 0, 1)
    assert groups_of(board) == [1, *groups_of(before)[1:]]
    assert board.fewer_right == pytest.approx(seen.fewer_right)
    assert board.loss_change == pytest.approx(seen.loss_change)
    assert board.fewer_right > 0.5
    assert board.change_words == seen.words
    assert str(board.verdict) == "clearly worse fit than sorted"
    assert str(seen.words).startswith("clearly worse fit: ")
    assert str(seen.words).endswith(" fewer people expected in their right group")
    assert list(map(str, seen.broken)) == ["Guest 00 and Guest 02 must be together"]
    assert [(rule.words, rule.hard) for rule in board.unmet if rule.hard] == [(seen.broken[0], True)]
    assert (board.version, board.n_moved) == (2, 1)
    assert (board.members[0].moved, board.members[0].decided) == (True, 0)
    assert str(board.undo_words) == "move Guest 00 from Owls to Larks"
    assert (board.recent_people, board.recent_groups) == ({0}, {0, 1})
    assert board.broken_rules == seen.broken
    assert str(board.summary).endswith("clearly worse fit than sorted. Rules broken: 1. Wishes not granted: 1.")
    assert [group.size for group in board.groups] == [5, 7]
    assert str(board.size_words).startswith("distance from the wanted sizes 0.")
    back = preview(0, 0)
    assert back.mended == seen.broken
    assert back.loss_change == pytest.approx(-seen.loss_change)
    assert str(back.words) == str(seen.words).replace("worse", "better").replace("fewer", "more")


def test_the_figures_of_a_choice_are_those_of_the_move(party, sorting, edit, preview, look):
    before = look()
    ((told,),) = [[move.fewer_right for move in list_choices(stand(party, sorting), 6).moves]]
    assert preview(6, 1).fewer_right == pytest.approx(told)
    after = edit(editing.move, 1, 6, 1)
    assert after.fewer_right == pytest.approx(told)
    assert after.expected_right == pytest.approx(before.expected_right - told)
    assert after.expected_right == pytest.approx(sum(member.share for member in after.members))


def test_somebody_can_come_in_exchange_where_sizes_are_exact(party):
    rules = {"pin": {"Guest 01": "Larks"}}
    sorting = store_sort(party, target={"Owls": 6, "Larks": 6}, rules=rules)
    with party.database.session() as session:
        editing.lock(session, sorting, 1, [3])
    seen = editing.preview_move(stand(party, sorting), 0, 1)
    board, version = show(party, sorting), 2
    # The one who is locked and the one who is pinned cannot come.
    kept_rules = {}
    for other in range(5, 12, 2):
        with party.database.session() as session:
            editing.swap(session, sorting, version, 0, other)
        kept_rules[other] = show(party, sorting).fewer_right
        with party.database.session() as session:
            editing.undo(session, sorting, version + 1)
        version += 2
    assert show(party, sorting).members[0].group == board.members[0].group
    assert str(seen.sizes) == "Owls has 5 (wanted: 6), Larks has 7 (wanted: 6)"
    assert kept_rules[seen.exchange] == min(kept_rules.values())


def test_a_granted_wish_counts(preview):
    seen = preview(4, 1)
    assert list(map(str, seen.mended)) == ["Guest 04 would like to be in Larks (normal)"]


def test_a_swap_keeps_the_sizes(party, sorting, edit):
    costs = [list_choices(stand(party, sorting), person).moves[0].fewer_right for person in (6, 1)]
    board = edit(editing.swap, 1, 6, 1)
    assert (board.members[6].group, board.members[1].group) == (1, 0)
    assert [group.size for group in board.groups] == [6, 6]
    assert board.fewer_right == pytest.approx(sum(costs))
    assert str(board.size_words) == "sizes as wanted"
    assert str(board.undo_words) == "swap Guest 06 and Guest 01"


def test_everything_can_be_undone_and_redone(edit, look):
    boards = [look()]
    boards.append(edit(editing.move, 1, 6, 1))
    boards.append(edit(editing.swap, 2, 1, 4))
    boards.append(edit(editing.lock, 3, 1))
    assert boards[-1].members[1].locked
    version = 4
    for earlier in boards[-2::-1]:
        board = edit(editing.undo, version)
        version += 1
        assert groups_of(board) == groups_of(earlier)
        assert [member.locked for member in board.members] == [member.locked for member in earlier.members]
        assert board.can_redo
    assert not board.can_undo
    with pytest.raises(Refused, match="nothing to undo"):
        edit(editing.undo, version)
    for later in boards[1:]:
        board = edit(editing.redo, version)
        version += 1
        assert groups_of(board) == groups_of(later)
    assert board.members[1].locked
    with pytest.raises(Refused, match="nothing to redo"):
        edit(editing.redo, version)


def test_a_new_change_ends_what_could_be_redone(edit, look):
    edit(editing.move, 1, 6, 1)
    board = edit(editing.undo, 2)
    assert (str(board.redo_words), board.undo_words) == ("move Guest 06 from Owls to Larks", None)
    board = edit(editing.move, 3, 8, 1)
    assert (board.redo_words, str(board.undo_words)) == (None, "move Guest 08 from Owls to Larks")
    assert groups_of(edit(editing.undo, 4)) == groups_of(look())


def test_what_changes_nothing_is_not_kept(edit):
    assert not edit(editing.move, 1, 0, 0).can_undo
    assert not edit(editing.lock, 2, 0, False).can_undo
    assert not edit(editing.swap, 3, 0, 2).can_undo


def test_locked_people_stay(edit, preview):
    edit(editing.lock, 1, 6)
    for what in ((editing.move, 2, 6, 1), (editing.swap, 2, 1, 6)):
        with pytest.raises(Refused, match="Guest 06 is locked"):
            edit(*what)
    with pytest.raises(Refused, match="Guest 06 is locked"):
        preview(6, 1)
    board = edit(editing.lock, 2, 6, False)
    assert not board.members[6].locked
    assert edit(editing.move, 3, 6, 1).members[6].group == 1


@pytest.mark.parametrize(
    ("person", "group", "field"), [(12, 0, "person"), (-1, 0, "person"), (0, 2, "group"), (0, -1, "group")]
)
def test_numbers_that_are_nobodys_are_refused(edit, look, person, group, field):
    with pytest.raises(Refused) as refused:
        edit(editing.move, 1, person, group)
    assert refused.value.field == field
    assert look().version == 1


def test_a_stale_change_is_refused(edit, look):
    edit(editing.move, 1, 6, 1)
    for what in ((editing.move, 1, 8, 1), (editing.undo, 1), (editing.lock, 1, 0)):
        with pytest.raises(Stale, match="Somebody changed this in the meantime"):
            edit(*what)
    assert look().n_moved == 1


@both_databases
def test_of_many_changes_at_once_exactly_one_is_taken(edit, look):
    def try_it(person):
        try:
            edit(editing.move, 1, person, 1)
        except Stale:
            return None
        return person

    with ThreadPoolExecutor(6) as pool:
        taken = [person for person in pool.map(try_it, range(0, 12, 2)) if person is not None]
    board = look()
    assert len(taken) == 1
    assert [member.person for member in board.members if member.moved] == taken
    assert board.version == 2


def test_several_people_are_moved_and_locked_at_once(edit, look):
    board = edit(editing.move, 1, [6, 8, 10], 1)
    assert [board.members[n].group for n in (6, 8, 10)] == [1, 1, 1]
    assert str(board.undo_words) == "move Guest 06 and 2 more to Larks"
    board = edit(editing.lock, 2, [6, 8])
    assert str(board.undo_words) == "lock Guest 06 and 1 more"
    with pytest.raises(Refused, match="Guest 08 is locked"):
        edit(editing.move, 3, [10, 8], 0)
    assert look().members[10].group == 1
    with pytest.raises(Refused, match="at least one person"):
        edit(editing.move, 3, [], 0)
    edit(editing.undo, 3)
    board = edit(editing.undo, 4)
    assert [board.members[n].group for n in (6, 8, 10)] == [0, 0, 0]


def sort_around(party, sorting, stays=False):
    with party.database.session() as session:
        event = session.get_one(Event, party.event.id)
        job = enqueue_sort(session, event, editing.resort_options(event, stand(party, sorting), stays))
    assert make_worker(party.database).run_one()
    with party.database.reading() as session:
        return job, results.list_sortings(session, party.event)[0]


def test_the_rest_is_sorted_around_locks(party, sorting, edit):
    edit(editing.move, 1, 6, 1)
    edit(editing.lock, 2, 6)
    edit(editing.move, 3, 1, 0)
    ids = [place.response_id for place in stand(party, sorting).places]
    job, newest = sort_around(party, sorting, stays=True)
    assert job.options["locked"] == {ids[6]: "Larks"}
    assert job.options["stay"][ids[1]] == "Owls"
    board = show(party, newest)
    assert newest.id != sorting.id
    assert board.members[6].group == 1
    assert str(board.members[6].note) == "pinned: locked"
    # Locks last from one sort to the next.
    assert stand(party, newest).locked == (6,)
    assert str(tell_making(newest)).endswith(", 1 locked")
    _, third = sort_around(party, newest)
    assert (show(party, third).members[6].group, stand(party, third).locked) == (1, (6,))


def test_nobody_can_swap_with_themself(edit, look):
    with pytest.raises(Refused, match="somebody else") as refused:
        edit(editing.swap, 1, 3, 3)
    assert refused.value.field == "other"
    assert look().version == 1
