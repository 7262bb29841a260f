"""Exchanging places: two who agree, rules, locks, the board, and everybody who is too late."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sqlalchemy import select

from bayeshat.web.core import audit, deletion, editing, events, exchanges, publishing, responses, results
from bayeshat.web.core.board import tell_edit
from bayeshat.web.core.publishing import read_receipt
from bayeshat.web.db.schema import Change, Event, Published, Response, now
from bayeshat.web.refusals import NotFound, Refused
from bayeshat.web.security import hash_token
from web.core.samples import both_databases, key_of, show, stand, store_sort
from web.core.test_retention import kept_bytes, set_date

OWLS, LARKS = 0, 1


class Fair:
    """A published result in which people may exchange places."""

    def __init__(self, party, **sort):
        self.party, self.database = party, party.database
        self.sorting = store_sort(party, **sort)
        self.publish(allows_exchange=True)

    def publish(self, sorting=None, **settings):
        publication = publishing.prepare_publication(stand(self.party, sorting or self.sorting))
        with self.database.session() as session:
            publishing.publish(session, session.get_one(Event, self.party.event.id), publication, **settings)

    def unpublish(self):
        with self.database.session() as session:
            publishing.unpublish(session, session.get_one(Event, self.party.event.id))

    def allow(self, allowed):
        with self.database.session() as session:
            session.get_one(Event, self.party.event.id).allows_exchange = allowed

    def receipt(self, person):
        """Return the token of somebody's receipt: the guests answered in the order of their positions."""
        return self.party.keys.receipt_token(self.party.event.id, key_of(person))

    def place(self, person):
        """Return what somebody's receipt shows."""
        with self.database.reading() as session:
            return read_receipt(session, hash_token(self.receipt(person))).own

    @property
    def history(self):
        return stand(self.party, self.sorting).history

    @property
    def seen(self):
        with self.database.reading() as session:
            rows = session.execute(select(Published.position, Published.group_number))
            return [group for _, group in sorted(map(tuple, rows))]

    def someone(self, group, number=0):
        return [n for n, one in enumerate(self.history.published) if one == group][number]

    def code(self, person):
        with self.database.reading() as session:
            return exchanges.read_holder(session, self.receipt(person)).place.offer

    def offer(self, person, group):
        exchanges.make_offer(self.database, self.receipt(person), group)
        return self.code(person)

    def look(self, person, code):
        return exchanges.find_offer(self.database, self.receipt(person), code)

    def take(self, person, code, group):
        exchanges.take_offer(self.database, self.receipt(person), code, group)

    def edit(self, act, *asked, **named):
        """Change the board as an organiser."""
        with self.database.session() as session:
            sorting = results.get_sorting(session, session.get_one(Event, self.party.event.id), self.sorting.id)
            act(session, sorting, sorting.version, *asked, **named)


@pytest.fixture
def fair(party):
    return Fair(party)


def kinds(fair):
    with fair.database.reading() as session:
        return [change.kind for change in session.scalars(select(Change).order_by(Change.number))]


@both_databases
def test_two_who_agree_exchange_places_at_once(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    before = fair.seen
    code = fair.offer(ann, LARKS)
    assert fair.place(ann).has_offer
    found = fair.look(bo, f" {code[:4].lower()} {code[4:].lower()} ")
    assert (found.other.name, found.other.group, found.own.group) == (f"Guest {ann:02d}", "Owls", "Larks")
    assert fair.seen == before
    fair.take(bo, code, OWLS)
    after = list(before)
    after[ann], after[bo] = LARKS, OWLS
    # What people see, what the board shows and what follows from all changes are the same; sizes stay.
    history = fair.history
    assert fair.seen == list(history.published) == list(history.labels) == after
    assert sorted(after) == sorted(before)
    assert list(history.decided) == before
    assert kinds(fair) == ["publish", "exchange"]
    assert (fair.place(ann).group, fair.place(ann).came_from, fair.place(ann).has_offer) == ("Larks", "Owls", False)
    assert (fair.place(bo).group, fair.place(bo).came_from) == ("Owls", "Larks")
    assert [str(words) for words in publishing.tell_reason(Event(), fair.place(bo))] == [
        "You are here because you exchanged places with somebody. Before, you were in Larks."
    ]


def test_what_people_see_of_an_exchange_is_what_publishing_again_shows(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    fair.take(bo, fair.offer(ann, LARKS), OWLS)

    def rows():
        with fair.database.reading() as session:
            columns = (Published.position, Published.group_number, Published.shares, Published.choice)
            return sorted(map(tuple, session.execute(select(*columns, Published.came_from))))

    shown = rows()
    fair.publish()
    assert rows() == shown


def test_organisers_see_an_exchange_and_can_undo_it(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    fair.take(bo, fair.offer(ann, LARKS), OWLS)
    board = show(fair.party, fair.sorting)
    names = f"Guest {ann:02d}", f"Guest {bo:02d}"
    assert str(board.undo_words) == f"{names[0]} and {names[1]} exchanged places themselves"
    ((words, at),) = board.exchanges
    assert str(words) == f"{names[0]} (from Owls) and {names[1]} (from Larks)"
    assert at <= now()
    told = [str(words) for words in results.explain(stand(fair.party, fair.sorting), ann)]
    assert f"{names[0]} and {names[1]} exchanged places. The sort had put {names[0]} into Owls." in told
    assert not [words for words in told if "organiser" in words]
    with fair.database.reading() as session:
        (entry,), _ = audit.list_entries(session, fair.party.event)
    assert str(entry.words) == "let two people exchange places in Result 1, as both wished"
    # Undone on the board, it is gone for people once that is published.
    fair.edit(editing.undo)
    assert list(fair.history.labels) == list(fair.history.decided)
    assert fair.history.unpublished == sorted([ann, bo])
    assert not show(fair.party, fair.sorting).exchanges
    assert fair.place(ann).group == "Larks"
    fair.publish()
    assert (fair.place(ann).group, fair.place(ann).came_from) == ("Owls", "")
    fair.edit(editing.redo)
    assert fair.history.exchanged[ann] == (bo, OWLS)


def test_a_move_after_an_exchange_is_the_organisers(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    fair.take(bo, fair.offer(ann, LARKS), OWLS)
    fair.edit(editing.move, [ann], OWLS)
    fair.edit(editing.move, [ann], LARKS)
    assert list(fair.history.exchanged) == [bo]
    told = [str(words) for words in results.explain(stand(fair.party, fair.sorting), ann)]
    assert [words for words in told if "The organiser moved" in words]
    assert str(tell_edit(fair.history.done[-1], stand(fair.party, fair.sorting))).startswith("move Guest")


def test_an_exchange_leaves_what_is_not_published_alone(fair):
    ann, bo, cy = fair.someone(OWLS), fair.someone(LARKS), fair.someone(OWLS, 1)
    fair.edit(editing.move, [cy], LARKS)
    fair.take(bo, fair.offer(ann, LARKS), OWLS)
    assert fair.history.labels[cy] == LARKS
    assert fair.seen[cy] == fair.history.published[cy] == OWLS
    assert fair.history.unpublished == [cy]


def test_nobody_exchanges_who_is_moved_on_the_board(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code = fair.offer(ann, LARKS)
    fair.edit(editing.move, [ann], LARKS)
    with pytest.raises(Refused, match="working on the other person's group"):
        fair.take(bo, code, OWLS)
    with pytest.raises(Refused, match="working on the groups"):
        fair.offer(ann, LARKS)
    fair.edit(editing.undo)
    fair.take(bo, code, OWLS)
    assert fair.place(ann).group == "Larks"


def test_nobody_exchanges_who_is_locked(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code = fair.offer(ann, LARKS)
    fair.edit(editing.lock, [ann])
    with pytest.raises(Refused, match="fixed the other person's place"):
        fair.look(bo, code)
    with pytest.raises(Refused, match="have fixed your place"):
        fair.offer(ann, LARKS)
    fair.edit(editing.lock, [ann], locked=False)
    fair.edit(editing.lock, [bo])
    with pytest.raises(Refused, match="have fixed your place"):
        fair.look(bo, code)


def test_somebody_whom_a_rule_keeps_in_a_group_cannot_exchange(party):
    fair = Fair(party, rules={"pin": {"Guest 00": "Owls"}})
    assert fair.history.labels[0] == OWLS
    with pytest.raises(Refused, match="have fixed your place"):
        fair.offer(0, LARKS)


@pytest.mark.parametrize("where", ["published", "board"])
def test_no_exchange_breaks_a_rule(party, where):
    """Whether with people as everybody sees them, or as the organiser has moved them since."""
    fair = Fair(party, rules={"apart": [["Guest 00", "Guest 01"]]})
    zero, one = (fair.history.published[n] for n in (0, 1))
    assert zero != one
    # Somebody beside Guest 01 would bring Guest 00 there, where the two are apart now.
    bo = next(n for n in range(12) if fair.history.published[n] == one and n != 1)
    if where == "board":
        # Published together, the two broke the rule already; on the board, they no longer do.
        fair.edit(editing.move, [1], zero)
        fair.publish()
        fair.edit(editing.move, [1], one)
    code = fair.offer(0, one)
    with pytest.raises(Refused, match="A rule of the organisers does not allow"):
        fair.take(bo, code, zero)
    assert "exchange" not in kinds(fair)
    # The two may exchange with each other: that keeps them apart.
    if where == "published":
        fair.take(1, code, zero)
        assert fair.seen[0] == one


def test_a_rule_that_is_broken_anyway_does_not_stand_in_the_way(party):
    fair = Fair(party, rules={"apart": [["Guest 00", "Guest 01"]]})
    zero = fair.history.published[0]
    fair.edit(editing.move, [1], zero)
    fair.publish()
    ann = next(n for n in range(2, 12) if fair.history.published[n] == zero)
    bo = next(n for n in range(2, 12) if fair.history.published[n] != zero)
    fair.take(bo, fair.offer(ann, 1 - zero), zero)
    assert fair.seen[ann] == 1 - zero


def test_the_code_is_for_somebody_in_the_wanted_group(fair):
    ann, cy = fair.someone(OWLS), fair.someone(OWLS, 1)
    code = fair.offer(ann, LARKS)
    with pytest.raises(Refused, match="for somebody in Larks, and you are in Owls"):
        fair.look(cy, code)
    with pytest.raises(Refused, match="your own code"):
        fair.look(ann, code)
    for wrong in ("", "AAAABBBB", "%", code[:-1], f"{code}A"):
        with pytest.raises(Refused, match="no open offer"):
            fair.look(fair.someone(LARKS), wrong)
    for group in (OWLS, 2, 99):
        with pytest.raises(Refused, match="Choose one of the other groups"):
            fair.offer(ann, group)


def test_offers_end(fair):
    ann, bo, cy = fair.someone(OWLS), fair.someone(LARKS), fair.someone(LARKS, 1)
    code = fair.offer(ann, LARKS)
    # Asked for once more, it is the same offer.
    assert fair.offer(ann, LARKS) == code
    # Published again, it stays open if nobody has moved the person.
    fair.publish()
    assert fair.code(ann) == code
    with fair.database.session() as session:
        for _ in range(2):
            exchanges.withdraw_offer(session, fair.receipt(ann))
    with pytest.raises(Refused, match="no open offer"):
        fair.take(bo, code, OWLS)
    code, other = fair.offer(ann, LARKS), fair.offer(bo, OWLS)
    assert code != other
    # Both of the two offers end with an exchange.
    fair.take(bo, code, OWLS)
    for used, person in ((code, cy), (other, cy)):
        with pytest.raises(Refused, match="no open offer"):
            fair.look(person, used)
    # Moved on the board and published: the offer is gone.
    code = fair.offer(cy, OWLS)
    fair.edit(editing.move, [cy], OWLS)
    fair.publish()
    assert fair.code(cy) is None
    fair.edit(editing.move, [cy], LARKS)
    fair.publish()
    assert fair.code(cy) is None
    fair.offer(cy, OWLS)
    fair.unpublish()
    with pytest.raises(Refused, match="cannot be exchanged now"):
        fair.code(cy)
    fair.publish()
    assert fair.code(cy) is None


def test_another_result_ends_all_offers(fair):
    ann = fair.someone(OWLS)
    fair.offer(ann, LARKS)
    fair.publish(store_sort(fair.party))
    assert fair.code(ann) is None


def test_organisers_may_switch_it_off(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code = fair.offer(ann, LARKS)
    fair.allow(False)
    for act in (lambda: fair.take(bo, code, OWLS), lambda: fair.look(bo, code), lambda: fair.offer(bo, OWLS)):
        with pytest.raises(Refused, match="cannot be exchanged now"):
            act()
    assert fair.seen == list(fair.history.decided)


def test_the_switch_is_off_at_first(party):
    with party.database.reading() as session:
        assert not session.get_one(Event, party.event.id).allows_exchange
    fair = Fair.__new__(Fair)
    fair.party, fair.database, fair.sorting = party, party.database, store_sort(party)
    fair.publish()
    with pytest.raises(Refused, match="cannot be exchanged now"):
        fair.offer(0, LARKS)


def test_what_is_sent_twice_is_done_once(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code = fair.offer(ann, LARKS)
    for _ in range(3):
        fair.take(bo, code, OWLS)
    assert kinds(fair).count("exchange") == 1
    # Somebody else comes too late with the same code.
    with pytest.raises(Refused, match="no open offer"):
        fair.take(fair.someone(LARKS, 1), code, OWLS)


@both_databases
def test_of_many_who_take_one_offer_at_once_one_exchanges(fair):
    ann, takers = fair.someone(OWLS), [fair.someone(LARKS, n) for n in range(4)]
    code, before = fair.offer(ann, LARKS), fair.seen
    together = threading.Barrier(4)

    def take(person):
        together.wait(300)
        try:
            fair.take(person, code, OWLS)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(take, takers))
    assert sum(done) == 1
    after = list(before)
    after[ann], after[takers[done.index(True)]] = LARKS, OWLS
    assert fair.seen == list(fair.history.labels) == after


@both_databases
def test_exchanges_at_the_same_moment_all_happen(fair):
    pairs = [(fair.someone(OWLS, n), fair.someone(LARKS, n)) for n in range(4)]
    codes, before = [fair.offer(one, LARKS) for one, _ in pairs], fair.seen
    together = threading.Barrier(4)

    def take(n):
        together.wait(300)
        fair.take(pairs[n][1], codes[n], OWLS)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(take, range(4)))
    after = np.array(before)
    for one, other in pairs:
        after[[one, other]] = LARKS, OWLS
    assert fair.seen == list(fair.history.published) == list(fair.history.labels) == after.tolist()
    assert kinds(fair).count("exchange") == 4


def test_a_change_on_the_board_meanwhile_is_noticed(fair, monkeypatch):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code, prepare = fair.offer(ann, LARKS), exchanges.Offer.prepare

    def lock_meanwhile(offer):
        ready = prepare(offer)
        fair.edit(editing.lock, [bo])
        return ready

    monkeypatch.setattr(exchanges.Offer, "prepare", lock_meanwhile)
    with pytest.raises(Refused, match="have fixed your place"):
        fair.take(bo, code, OWLS)
    assert fair.seen == list(fair.history.decided)


def test_somebody_who_only_ever_comes_too_late_is_told(fair, monkeypatch):
    ann, bo, cy = fair.someone(OWLS), fair.someone(LARKS), fair.someone(LARKS, 1)
    code, prepare = fair.offer(ann, LARKS), exchanges.Offer.prepare

    def lock_meanwhile(offer):
        ready = prepare(offer)
        fair.edit(editing.lock, [cy], locked=cy not in fair.history.locked)
        return ready

    monkeypatch.setattr(exchanges.Offer, "prepare", lock_meanwhile)
    with pytest.raises(Refused, match="have just been changed"):
        fair.take(bo, code, OWLS)


def test_deleting_somebody_deletes_their_offer(fair):
    ann, bo, cy = fair.someone(OWLS), fair.someone(LARKS), fair.someone(LARKS, 1)
    code, other = fair.offer(ann, LARKS), fair.offer(cy, OWLS)
    assert code.encode() in kept_bytes(fair.party)
    with fair.database.session() as session:
        response, _ = responses.response_of(session, fair.receipt(ann))
        assert responses.export_person(session, response)["exchange"] == {"offer": code, "wants": "Larks"}
        responses.delete_response(session, response)
    assert code.encode() not in kept_bytes(fair.party)
    with pytest.raises(Refused, match="no open offer"):
        fair.take(bo, code, OWLS)
    with pytest.raises(NotFound):
        fair.code(ann)
    set_date(fair.party, fair.party.event.id, now())
    assert deletion.delete_expired(fair.database) == 1
    assert other.encode() not in kept_bytes(fair.party)


def test_somebody_deleted_meanwhile_is_not_exchanged(fair, monkeypatch):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    code, prepare = fair.offer(ann, LARKS), exchanges.Offer.prepare

    def delete_meanwhile(offer):
        ready = prepare(offer)
        with fair.database.session() as session:
            response, _ = responses.response_of(session, fair.receipt(ann))
            responses.delete_response(session, response)
        return ready

    monkeypatch.setattr(exchanges.Offer, "prepare", delete_meanwhile)
    with pytest.raises(Refused, match="cannot be exchanged now"):
        fair.take(bo, code, OWLS)
    assert fair.place(bo).group == "Larks"
    assert "exchange" not in kinds(fair)


def test_people_export_where_they_came_from(fair):
    ann, bo = fair.someone(OWLS), fair.someone(LARKS)
    fair.take(bo, fair.offer(ann, LARKS), OWLS)
    with fair.database.reading() as session:
        response = session.scalars(select(Response).where(Response.name == f"Guest {bo:02d}")).one()
        data = responses.export_person(session, response)
    assert data["exchange"] == {"came_from": "Larks"}
    assert data["groups"][0]["group"] == "Owls"


def test_a_copy_takes_the_switch_over(fair):
    from bayeshat.web.core.event_copy import copy_event

    with fair.database.session() as session:
        event = events.get_event(session, fair.party.organiser, fair.party.event.id)
        settings = fair.party.settings
        assert copy_event(session, fair.party.organiser, event, "Copy", with_people=False, settings=settings)
        copied = session.scalars(select(Event).where(Event.title == "Copy")).one()
        assert copied.allows_exchange
