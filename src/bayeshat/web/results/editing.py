"""Changes by hand: people are moved, swapped and locked, and all of it can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from ...report.result import Result
from ..answers.responses import answers_of
from ..events.events import move_version
from ..jobs.sort_queue import SortOptions, enqueue_sort
from ..refusals import Refused, Stale
from ..storage.schema import Edit, Event, Job, Sorting
from .board import Board, full_loss, tell_change
from .result_rows import rearrange, tell_sizes, unpack
from .sortings import board, check_person, edits_of, load

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
    words: str
    loss_change: float
    broken: tuple[str, ...]
    mended: tuple[str, ...]
    sizes: str
    exchange: int | None


def move(session: Session, sorting: Sorting, version: int, person: int, group: int) -> Board:
    """Move somebody to another group.

    Raises
    ------
    Stale
        If the result has been changed since the version that was shown.
    Refused
        If there is no such person or group, or the person is locked.
    """
    known = _claim(session, sorting, version)
    step = _step(known, person, group)
    return _record(session, known, {"labels": [step]} if step[1] != step[2] else None)


def swap(session: Session, sorting: Sorting, version: int, person: int, other: int) -> Board:
    """Exchange two people; errors as for `move`."""
    known = _claim(session, sorting, version)
    steps = _swap_steps(known, person, other)
    return _record(session, known, {"labels": steps} if steps[0][1] != steps[0][2] else None)


def lock(session: Session, sorting: Sorting, version: int, person: int) -> Board:
    """Keep somebody where they are, also when the rest is sorted again."""
    known = _claim(session, sorting, version)
    check_person(known, person)
    return _record(session, known, {"lock": person} if person not in known.locked else None)


def unlock(session: Session, sorting: Sorting, version: int, person: int) -> Board:
    """Let somebody be moved again."""
    known = _claim(session, sorting, version)
    check_person(known, person)
    return _record(session, known, {"unlock": person} if person in known.locked else None)


def undo(session: Session, sorting: Sorting, version: int) -> Board:
    """Take the last change back."""
    known = _claim(session, sorting, version)
    done = [edit for edit in edits_of(session, known) if not edit.undone]
    if not done:
        raise Refused("There is nothing to undo.")
    _apply(known, _opposite(done[-1].change))
    done[-1].undone = True
    return _show(session, known)


def redo(session: Session, sorting: Sorting, version: int) -> Board:
    """Make the change again that was taken back last."""
    known = _claim(session, sorting, version)
    undone = [edit for edit in edits_of(session, known) if edit.undone]
    if not undone:
        raise Refused("There is nothing to redo.")
    _apply(known, undone[0].change)
    undone[0].undone = False
    return _show(session, known)


def preview_move(session: Session, sorting: Sorting, person: int, group: int) -> Preview:
    """Return what moving somebody would do; nothing is changed."""
    known = load(session, sorting)
    return _preview(known, [_step(known, person, group)])


def preview_swap(session: Session, sorting: Sorting, person: int, other: int) -> Preview:
    """Return what exchanging two people would do; nothing is changed."""
    known = load(session, sorting)
    return _preview(known, _swap_steps(known, person, other))


def resort_around_locks(
    session: Session, event: Event, sorting: Sorting, stay_weight: float = 0.0, **changes: Any
) -> Job:
    """Ask for another sort in which locked people stay where they are.

    Parameters
    ----------
    stay_weight
        How much it counts that all others stay, too, in units of the expected loss; 0 for not at all.
    **changes
        Other options of the sort than those the organiser set for the event.
    """
    known = load(session, sorting)
    groups = known.about["decision"]["names"]
    present = set(answers_of(session, event).names)
    places = {name: groups[label] for name, label in zip(known.names, known.labels, strict=True) if name in present}
    locked = {known.names[n] for n in known.locked}
    options = SortOptions.of(
        event,
        locked={name: group for name, group in places.items() if name in locked},
        stay={name: group for name, group in places.items() if name not in locked} if stay_weight > 0 else {},
        stay_weight=stay_weight,
        **changes,
    )
    return enqueue_sort(session, event, options)


def _claim(session: Session, sorting: Sorting, version: int) -> Sorting:
    """Take the right to change a result at the version that was shown; whoever else saw it is refused."""
    move_version(session, Sorting, sorting.id, version)
    known = session.get(Sorting, sorting.id)
    if known is None:
        raise Stale
    session.refresh(known)
    return known


def _step(sorting: Sorting, person: int, group: int) -> list[int]:
    check_person(sorting, person)
    if not 0 <= group < len(sorting.about["decision"]["names"]):
        raise Refused("There is no such group in this result. Look at it again.", "group")
    if person in sorting.locked:
        raise Refused(f"{sorting.names[person]} is locked. Unlock them first.", "person")
    return [person, sorting.labels[person], group]


def _swap_steps(sorting: Sorting, person: int, other: int) -> list[list[int]]:
    check_person(sorting, person)
    check_person(sorting, other)
    return [_step(sorting, person, sorting.labels[other]), _step(sorting, other, sorting.labels[person])]


def _preview(sorting: Sorting, steps: Sequence[Sequence[int]]) -> Preview:
    result = unpack(sorting)
    labels = np.array(sorting.labels, dtype=np.int64)
    after = labels.copy()
    for person, _, group in steps:
        after[person] = group
    old, new = rearrange(result.decision, labels), rearrange(result.decision, after)
    fewer = result.expected_right(old) - result.expected_right(new)
    was = [] if old.kept is None else [rule.words() for rule in old.kept.unmet]
    will = [] if new.kept is None else [rule.words() for rule in new.kept.unmet]
    sizes = tell_sizes(result.decision, new.sizes)
    return Preview(
        fewer_right=fewer,
        words=tell_change(fewer, result.noun),
        loss_change=full_loss(new) - full_loss(old),
        broken=tuple(rule for rule in will if rule not in was),
        mended=tuple(rule for rule in was if rule not in will),
        sizes=sizes,
        exchange=_find_exchange(sorting, replace(result, decision=old), steps[0]) if sizes else None,
    )


def _find_exchange(sorting: Sorting, result: Result, step: Sequence[int]) -> int | None:
    """Return the cheapest member to swap with somebody who moves into their group, without breaking another rule."""
    person, own, group = step
    labels, kept, shares = result.decision.labels, result.decision.kept, result.group_shares()
    there = np.setdiff1d(np.flatnonzero(labels == group), sorting.locked)
    for other in there[np.argsort(shares[there, group] - shares[there, own], kind="stable")][:_TRIED].tolist():
        swapped = labels.copy()
        swapped[[person, other]] = group, own
        if kept is None or {rule for rule in kept.ruling.unmet(swapped) if rule.is_hard} <= set(kept.unmet):
            return int(other)
    return None


def _record(session: Session, sorting: Sorting, change: dict[str, Any] | None) -> Board:
    """Make a change and keep it to be undone; what was undone before can no longer be redone."""
    if change is not None:
        session.execute(delete(Edit).where(Edit.sorting_id == sorting.id, Edit.undone))
        last = session.scalar(select(func.max(Edit.number)).where(Edit.sorting_id == sorting.id)) or 0
        session.add(Edit(sorting_id=sorting.id, number=last + 1, change=change))
        _apply(sorting, change)
    return _show(session, sorting)


def _apply(sorting: Sorting, change: dict[str, Any]) -> None:
    # Lists are replaced, not changed in place: SQLAlchemy notices only that.
    if "labels" in change:
        labels = list(sorting.labels)
        for person, _, group in change["labels"]:
            labels[person] = group
        sorting.labels = labels
    elif "lock" in change:
        sorting.locked = sorted({*sorting.locked, change["lock"]})
    else:
        sorting.locked = [person for person in sorting.locked if person != change["unlock"]]


def _opposite(change: dict[str, Any]) -> dict[str, Any]:
    if "labels" in change:
        return {"labels": [[person, after, before] for person, before, after in change["labels"]]}
    return {"unlock": change["lock"]} if "lock" in change else {"lock": change["unlock"]}


def _show(session: Session, sorting: Sorting) -> Board:
    session.flush()
    return board(session, sorting)
