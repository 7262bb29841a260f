"""Changes by hand: people are moved, swapped and locked, and all of it can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ...report.result import Result
from ...words.message import Message
from ..db.schema import Edit, Event, Place, Sorting
from ..refusals import Refused, Stale
from .board import full_loss
from .change_words import tell_change
from .events import move_version
from .jobs import SortOptions
from .places import Standing, check_person, names_of
from .result_rows import find_off_sizes, rearrange
from .result_words import tell_off_sizes
from .results import edits_of

# How much it counts that people stay where they are, in units of the expected loss.
STAY_WEIGHT = 1.0
# How many people are tried as partners for an exchange.
_TRIED = 50


@dataclass(frozen=True)
class Preview:
    """What a change would do.

    Attributes
    ----------
    fewer_right
        How many fewer people would be expected in their right group.
    words
        The same in words.
    loss_change
        Change in expected loss, wishes counted in.
    broken, mended
        Rules and wishes that would no longer be met, and that would be met again, in words.
    sizes
        Which sizes would differ from exact wanted ones, in words; empty if none would.
    exchange
        Who could best swap places to keep the sizes; None if nobody needs to, or nobody can without breaking a rule.
    """

    fewer_right: float
    words: Message
    loss_change: float
    broken: tuple[Message, ...]
    mended: tuple[Message, ...]
    sizes: str | Message
    exchange: int | None


def move(session: Session, sorting: Sorting, version: int, people: Sequence[int], group: int) -> None:
    """Move people to another group.

    Raises
    ------
    Stale
        If the result has been changed since the version that was shown.
    Refused
        If there is no such person or group, or somebody is locked.
    """
    known = _claim(session, sorting, version)
    _check_group(known, group)
    places = _places(session, known, people)
    steps = [[place.position, place.group_number, group] for place in places if place.group_number != group]
    _record(session, known, {"labels": steps} if steps else None)


def swap(session: Session, sorting: Sorting, version: int, person: int, other: int) -> None:
    """Exchange two people; errors as for `move`."""
    if person == other:
        raise Refused(Message("board-swap-self"), "other")
    known = _claim(session, sorting, version)
    one, two = _places(session, known, [person, other])
    steps = [
        [one.position, one.group_number, two.group_number],
        [two.position, two.group_number, one.group_number],
    ]
    _record(session, known, {"labels": steps} if one.group_number != two.group_number else None)


def arrange(session: Session, sorting: Sorting, version: int, labels: Sequence[int]) -> None:
    """Put everybody into the group that a label for each person names; errors as for `move`."""
    known = _claim(session, sorting, version)
    now = session.execute(select(Place.position, Place.group_number).where(Place.sorting_id == known.id)).all()
    steps = [[person, group, int(labels[person])] for person, group in sorted(now) if group != labels[person]]
    if steps:
        _places(session, known, [person for person, _, _ in steps])
    _record(session, known, {"labels": steps} if steps else None)


def lock(session: Session, sorting: Sorting, version: int, people: Sequence[int], locked: bool = True) -> None:
    """Keep people where they are, also when the rest is sorted again; or, with ``locked=False``, no longer."""
    known = _claim(session, sorting, version)
    places = _places(session, known, people, free=False)
    changed = [place.position for place in places if place.locked != locked]
    _record(session, known, {"lock" if locked else "unlock": changed} if changed else None)


def undo(session: Session, sorting: Sorting, version: int) -> None:
    """Take the last change back."""
    known = _claim(session, sorting, version)
    done = [edit for edit in edits_of(session, known) if not edit.undone]
    if not done:
        raise Refused(Message("board-no-undo-left"))
    _apply(session, known, _opposite(done[-1].change))
    done[-1].undone = True


def redo(session: Session, sorting: Sorting, version: int) -> None:
    """Make the change again that was taken back last."""
    known = _claim(session, sorting, version)
    undone = [edit for edit in edits_of(session, known) if edit.undone]
    if not undone:
        raise Refused(Message("board-no-redo-left"))
    _apply(session, known, undone[0].change)
    undone[0].undone = False


def preview_move(standing: Standing, person: int, group: int) -> Preview:
    """Return what moving somebody would do; nothing is changed."""
    check_person(standing.sorting, person)
    _check_group(standing.sorting, group)
    if standing.places[person].locked:
        raise Refused(Message("board-is-fixed", name=standing.names[person]), "person")
    result = standing.decided
    labels = np.array(standing.labels, dtype=np.int64)
    after = labels.copy()
    after[person] = group
    old, new = rearrange(result.decision, labels), rearrange(result.decision, after)
    fewer = result.fewer_right(old, new)
    was, will = (() if one.kept is None else one.kept.unmet for one in (old, new))
    sizes = tell_off_sizes(find_off_sizes(result.decision, new.sizes))
    return Preview(
        fewer_right=fewer,
        words=tell_change(fewer, result.noun),
        loss_change=full_loss(new) - full_loss(old),
        broken=tuple(rule.told() for rule in will if rule not in was),
        mended=tuple(rule.told() for rule in was if rule not in will),
        sizes=sizes,
        exchange=_find_exchange(standing, replace(result, decision=old), person, group) if sizes else None,
    )


def resort_options(event: Event, standing: Standing, stays: bool = False, **changes: Any) -> SortOptions:
    """Return how to sort again so that locked people stay where they are.

    Parameters
    ----------
    stays
        Whether all others stay, too, where that is possible.
    **changes
        Other options of the sort than those the organiser set for the event.
    """
    groups = [group["name"] for group in standing.sorting.groups]
    there = [place for place in standing.places if place.response_id is not None]
    return SortOptions.of(
        event,
        locked={place.response_id: groups[place.group_number] for place in there if place.locked},
        stay={place.response_id: groups[place.group_number] for place in there if stays and not place.locked},
        stay_weight=STAY_WEIGHT if stays else 0.0,
        **changes,
    )


def place_options(event: Event, standing: Standing, **changes: Any) -> SortOptions:
    """Return how to place those who came late so that nobody else moves; locked people stay locked."""
    groups = [group["name"] for group in standing.sorting.groups]
    placed = {
        place.response_id: groups[place.group_number] for place in standing.places if place.response_id is not None
    }
    locked = resort_options(event, standing).locked
    return SortOptions.of(event, locked=locked, placed=placed, **changes)


def _claim(session: Session, sorting: Sorting, version: int) -> Sorting:
    """Take the right to change a result at the version that was shown; whoever else saw it is refused."""
    move_version(session, Sorting, sorting.id, version)
    known = session.get(Sorting, sorting.id)
    if known is None:
        raise Stale
    session.refresh(known)
    return known


def _check_group(sorting: Sorting, group: int) -> None:
    if not 0 <= group < len(sorting.groups):
        raise Refused(Message("board-no-group"), "group")


def _places(session: Session, sorting: Sorting, people: Sequence[int], free: bool = True) -> list[Place]:
    """Return the places of some people, in the order in which they were named; with ``free``, none may be locked."""
    wanted = list(dict.fromkeys(people))
    if not wanted:
        raise Refused(Message("board-nobody"), "person")
    for person in wanted:
        check_person(sorting, person)
    rows = session.scalars(select(Place).where(Place.sorting_id == sorting.id, Place.position.in_(wanted)))
    found = {place.position: place for place in rows}
    held = [person for person in wanted if free and found[person].locked]
    if held:
        raise Refused(Message("board-is-fixed", name=names_of(session, sorting)[held[0]]), "person")
    return [found[person] for person in wanted]


def _find_exchange(standing: Standing, result: Result, person: int, group: int) -> int | None:
    """Return the cheapest member to swap with somebody who moves into their group, without breaking another rule."""
    labels, kept, shares = result.decision.labels, result.decision.kept, result.group_shares()
    own = int(labels[person])
    there = np.setdiff1d(np.flatnonzero(labels == group), standing.locked)
    for other in there[np.argsort(shares[there, group] - shares[there, own], kind="stable")][:_TRIED].tolist():
        swapped = labels.copy()
        swapped[[person, other]] = group, own
        if kept is None or {rule for rule in kept.ruling.unmet(swapped) if rule.is_hard} <= set(kept.unmet):
            return int(other)
    return None


def _record(session: Session, sorting: Sorting, change: dict[str, Any] | None) -> None:
    """Make a change and keep it to be undone; what was undone before can no longer be redone."""
    if change is None:
        return
    session.execute(delete(Edit).where(Edit.sorting_id == sorting.id, Edit.undone))
    last = session.scalar(select(func.max(Edit.number)).where(Edit.sorting_id == sorting.id)) or 0
    session.add(Edit(sorting_id=sorting.id, number=last + 1, change=change))
    _apply(session, sorting, change)


def _apply(session: Session, sorting: Sorting, change: dict[str, Any]) -> None:
    def set_places(positions: Sequence[int], **values: Any) -> None:
        session.execute(
            update(Place)
            .where(Place.sorting_id == sorting.id, Place.position.in_(positions))
            .values(**values)
            .execution_options(synchronize_session=False)
        )

    if "labels" in change:
        for group in {after for _, _, after in change["labels"]}:
            set_places([person for person, _, after in change["labels"] if after == group], group_number=group)
    else:
        ((word, people),) = change.items()
        set_places(people, locked=word == "lock")


def _opposite(change: dict[str, Any]) -> dict[str, Any]:
    if "labels" in change:
        return {"labels": [[person, after, before] for person, before, after in change["labels"]]}
    return {"unlock": change["lock"]} if "lock" in change else {"lock": change["unlock"]}
