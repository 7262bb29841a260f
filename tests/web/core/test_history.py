"""Groups follow from what was decided and the changes since, just as if each change were made to a table of places."""

import random

import pytest
from sqlalchemy import select

from bayeshat.web.core import editing, publishing, responses
from bayeshat.web.core.history import read_history, replay
from bayeshat.web.db.schema import Change, Event, Published, Sorting
from bayeshat.web.refusals import Refused
from web.core.samples import stand, store_sort


class Table:
    """Keeps everything twice over: each change is made to everybody's place, and undone by an older copy of it all."""

    def __init__(self, labels):
        self.labels, self.locked, self.published = list(labels), set(), None
        self.before, self.after = [], []

    def state(self):
        return list(self.labels), set(self.locked)

    def change(self, groups=None, lock=(), unlock=()):
        state = self.state()
        groups = {n: group for n, group in (groups or {}).items() if self.labels[n] != group}
        if self.locked & groups.keys():
            return
        for n, group in groups.items():
            self.labels[n] = group
        self.locked = (self.locked | set(lock)) - set(unlock)
        if self.state() != state:
            self.before.append(state)
            self.after.clear()

    def step(self, source, target):
        if source:
            target.append(self.state())
            self.labels, self.locked = source.pop()


def change_somehow(rng, party, sorting, version, table):
    """Make a random change both in the database and in the table, and return the name of it."""
    people = rng.sample(range(12), rng.randint(1, 3))
    group, kind = (
        rng.randrange(2),
        rng.choice(("move", "move", "swap", "arrange", "lock", "unlock", "undo", "redo", "publish")),
    )
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session:
        if kind == "move":
            table.change(dict.fromkeys(people, group))
            editing.move(session, sorting, version, people, group)
        elif kind == "swap":
            one, other = rng.sample(range(12), 2)
            table.change({one: table.labels[other], other: table.labels[one]})
            editing.swap(session, sorting, version, one, other)
        elif kind == "arrange":
            labels = [rng.randrange(2) for _ in range(12)]
            table.change(dict(enumerate(labels)))
            editing.arrange(session, sorting, version, labels)
        elif kind in ("lock", "unlock"):
            table.change(**{kind: people})
            editing.lock(session, sorting, version, people, kind == "lock")
        elif kind == "undo":
            table.step(table.before, table.after)
            editing.undo(session, sorting, version)
        elif kind == "redo":
            table.step(table.after, table.before)
            editing.redo(session, sorting, version)
        else:
            table.published = list(table.labels)
            publishing.publish(session, session.get_one(Event, party.event.id), publication)


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_lead_to_the_same_places(party, seed):
    rng, sorting = random.Random(seed), store_sort(party)
    table = Table(stand(party, sorting).labels)
    decided, published_at = list(table.labels), 0
    for _ in range(50):
        with party.database.reading() as session:
            version = session.get_one(Sorting, sorting.id).version
        try:
            change_somehow(rng, party, sorting, version, table)
        except Refused:
            continue
        with party.database.reading() as session:
            history = read_history(session, sorting)
            shown = dict(session.execute(select(Published.position, Published.group_number)).all())
            changes = list(session.scalars(select(Change).order_by(Change.number)))
        assert (list(history.labels), set(history.locked)) == table.state()
        assert (len(history.done), len(history.undone)) == (len(table.before), len(table.after))
        assert list(history.decided) == decided == list(replay(decided, [], []).labels)
        if table.published is not None:
            assert list(history.published) == [shown[n] for n in range(12)] == table.published
            published_at = max(n for n, change in enumerate(changes) if change.kind == "publish")
            assert list(replay(decided, [], changes[:published_at]).labels) == table.published
    assert len(changes) > 20
    assert published_at


def test_changes_are_only_ever_added(party):
    sorting = store_sort(party)

    def kinds():
        with party.database.reading() as session:
            return [(change.number, change.kind) for change in session.scalars(select(Change).order_by(Change.number))]

    with party.database.session() as session:
        editing.move(session, sorting, 1, [0], 1)
        editing.undo(session, sorting, 2)
        editing.lock(session, sorting, 3, [0])
        # Nothing comes of it, so that nothing is noted.
        editing.lock(session, sorting, 4, [0])
        editing.undo(session, sorting, 5)
        editing.redo(session, sorting, 6)
    assert kinds() == [(2, "move"), (3, "undo"), (4, "lock"), (6, "undo"), (7, "redo")]
    assert stand(party, sorting).locked == (0,)


def test_somebody_who_is_deleted_leaves_the_published_groups(party):
    sorting = store_sort(party)
    publication = publishing.prepare_publication(stand(party, sorting))
    gone = publication.rows[3]["response_id"]
    with party.database.session() as session:
        event = publishing.publish(session, session.get_one(Event, party.event.id), publication)
        responses.delete_responses(session, event.id, [gone])
        assert gone not in set(session.scalars(select(Published.response_id)))
        # What was read before the deletion brings nobody back.
        publication = publishing.Publication(sorting.id, 2, publication.rows)
        publishing.publish(session, event, publication)
        assert len(session.scalars(select(Published)).all()) == 11
        publishing.unpublish(session, event)
        assert session.scalars(select(Published)).all() == []
