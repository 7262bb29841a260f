"""A result's history: how it was decided, and the changes since. It only grows, and all else follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..db.schema import Change, Sorting

# Kinds of changes that put people into other groups.
MOVES = ("move", "exchange")


@dataclass(frozen=True)
class History:
    """How a result came to be as it is.

    Attributes
    ----------
    decided, labels
        Everybody's group as it was decided, and as it is now.
    published
        Everybody's group as people see it; empty if the result was never published.
    locked
        Positions of those who are locked, in order.
    done, undone
        Changes that can be undone, and that can be made again: the last one is next.
    """

    decided: tuple[int, ...]
    labels: tuple[int, ...]
    published: tuple[int, ...]
    locked: tuple[int, ...]
    done: tuple[Change, ...]
    undone: tuple[Change, ...]

    @property
    def moved(self) -> list[int]:
        """Positions of those who are elsewhere than decided."""
        return _differing(self.decided, self.labels)

    @property
    def moved_by_hand(self) -> list[int]:
        """Positions of those whom an organiser has put there, and no exchange."""
        exchanged = self.exchanged
        return [n for n in self.moved if n not in exchanged]

    @property
    def unpublished(self) -> list[int]:
        """Positions of those who are elsewhere than people see."""
        return _differing(self.published, self.labels) if self.published else []

    @property
    def exchanges(self) -> list[Change]:
        """Exchanges that people made by themselves, in order."""
        return [change for change in self.done if change.kind == "exchange"]

    @property
    def exchanged(self) -> dict[int, tuple[int, int]]:
        """With whom those have exchanged places whom nobody has moved since, and their group before, by position."""
        found: dict[int, tuple[int, int]] = {}
        for change in self.done:
            if change.kind == "exchange":
                one, other = change.steps
                found |= {one[0]: (other[0], one[1]), other[0]: (one[0], other[1])}
            elif change.kind == "move":
                for person, _, _ in change.steps:
                    found.pop(person, None)
        return found

    def after_exchange(self, steps: Sequence[list[int]]) -> History:
        """Return what people see once two of them have exchanged places: without changes that are not published."""
        seen = list(self.published)
        for person, _, after in steps:
            seen[person] = after
        change = Change(kind="exchange", steps=list(steps))
        return replace(self, labels=tuple(seen), published=tuple(seen), done=(*self.done, change))


def replay(decided: Sequence[int], locked: Iterable[int], changes: Iterable[Change]) -> History:
    """Return what some changes make of a result.

    Parameters
    ----------
    decided, locked
        Everybody's group as it was decided, and the positions of those who were locked then.
    changes
        In order: all of them, or the first ones, to see what was before.

    Examples
    --------
    >>> move, show, undo = Change(kind="move", steps=[[0, 0, 1]]), Change(kind="publish"), Change(kind="undo")
    >>> history = replay([0, 1], [], [move, show, undo])
    >>> history.labels, history.published, history.unpublished
    ((0, 1), (1, 1), [0])

    People see at once that two of them have exchanged places.

    >>> exchange = Change(kind="exchange", steps=[[0, 0, 1], [1, 1, 0]])
    >>> history = replay([0, 1], [], [show, exchange])
    >>> history.labels, history.published
    ((1, 0), (1, 0))
    """
    labels, held = list(decided), set(locked)
    published: tuple[int, ...] = ()
    done: list[Change] = []
    undone: list[Change] = []

    def apply(change: Change, back: bool = False) -> None:
        if change.kind in MOVES:
            for person, before, after in change.steps:
                labels[person] = before if back else after
        elif (change.kind == "lock") != back:
            held.update(change.steps)
        else:
            held.difference_update(change.steps)

    for change in changes:
        if change.kind == "undo":
            undone.append(done.pop())
            apply(undone[-1], back=True)
        elif change.kind == "redo":
            done.append(undone.pop())
            apply(done[-1])
        elif change.kind == "publish":
            published = tuple(labels)
        else:
            apply(change)
            done.append(change)
            undone.clear()
            if change.kind == "exchange":
                seen = {person: after for person, _, after in change.steps}
                published = tuple(seen.get(n, group) for n, group in enumerate(published))
    return History(tuple(decided), tuple(labels), published, tuple(sorted(held)), tuple(done), tuple(undone))


def read_histories(session: Session, sorting_ids: Sequence[str]) -> dict[str, History]:
    """Return the histories of some results, by their ids."""
    made: dict[str, list[Change]] = {identity: [] for identity in sorting_ids}
    wanted = select(Change).where(Change.sorting_id.in_(sorting_ids)).order_by(Change.sorting_id, Change.number)
    for change in session.scalars(wanted):
        made[change.sorting_id].append(change)
    decided = select(Sorting.id, Sorting.decided, Sorting.locked).where(Sorting.id.in_(sorting_ids))
    return {identity: replay(labels, locked, made[identity]) for identity, labels, locked in session.execute(decided)}


def read_history(session: Session, sorting: Sorting) -> History:
    """Return the history of one result."""
    return read_histories(session, [sorting.id])[sorting.id]


def _differing(some: Sequence[int], others: Sequence[int]) -> list[int]:
    return [n for n, (one, other) in enumerate(zip(some, others, strict=True)) if one != other]
