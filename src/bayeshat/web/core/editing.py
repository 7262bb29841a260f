"""Changes by hand: people are moved, swapped and locked, and all of it can be undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from ...engine.sizes import read_group_size
from ...report.result import Result
from ...words.message import Message
from ..db.schema import Change, Event, Sorting
from ..refusals import Refused
from ..slow import slow
from .board import full_loss, tell_change
from .events import move_version
from .history import History, read_history
from .jobs import SortOptions
from .result_rows import rearrange, tell_off_sizes
from .results import WAITING, Standing, check_person, names_of

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
    words: str | Message
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
    _put(session, sorting, version, _claim(session, sorting, version), dict.fromkeys(people, group))


def swap(session: Session, sorting: Sorting, version: int, person: int, other: int) -> None:
    """Exchange two people; errors as for `move`."""
    if person == other:
        raise Refused(Message("board-swap-self"), "other")
    history = _claim(session, sorting, version)
    _check_people(sorting, (person, other))
    _put(session, sorting, version, history, {person: history.labels[other], other: history.labels[person]})


def arrange(session: Session, sorting: Sorting, version: int, labels: Sequence[int]) -> None:
    """Put everybody into the group that a label for each person names; errors as for `move`."""
    _put(session, sorting, version, _claim(session, sorting, version), dict(enumerate(labels)))


def lock(session: Session, sorting: Sorting, version: int, people: Sequence[int], locked: bool = True) -> None:
    """Keep people where they are, also when the rest is sorted again; or, with ``locked=False``, no longer."""
    history = _claim(session, sorting, version)
    _check_people(sorting, people)
    changed = [person for person in dict.fromkeys(people) if (person in history.locked) != locked]
    if changed:
        _record(session, sorting, version, "lock" if locked else "unlock", changed)


def undo(session: Session, sorting: Sorting, version: int) -> None:
    """Take the last change back."""
    if not _claim(session, sorting, version).done:
        raise Refused(Message("board-no-undo-left"))
    _record(session, sorting, version, "undo")


def redo(session: Session, sorting: Sorting, version: int) -> None:
    """Make the change again that was taken back last."""
    if not _claim(session, sorting, version).undone:
        raise Refused(Message("board-no-redo-left"))
    _record(session, sorting, version, "redo")


@slow
def preview_move(standing: Standing, person: int, group: int) -> Preview:
    """Return what moving somebody would do; nothing is changed."""
    check_person(standing.sorting, person)
    _check_group(standing.sorting, group)
    if person in standing.locked:
        raise Refused(Message("board-is-fixed", name=standing.names[person]), "person")
    result = standing.decided
    labels = np.array(standing.labels, dtype=np.int64)
    after = labels.copy()
    after[person] = group
    old, new = rearrange(result.decision, labels), rearrange(result.decision, after)
    fewer = result.fewer_right(old, new)
    was, will = (() if one.kept is None else one.kept.unmet for one in (old, new))
    sizes = tell_off_sizes(result.decision, new.sizes)
    return Preview(
        fewer_right=fewer,
        words="" if result.is_mixed else tell_change(fewer, result.noun),
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
    groups = _groups_of(standing)
    locked = {standing.places[n].response_id for n in standing.locked}
    return SortOptions.of(
        event,
        locked={one: group for one, group in groups.items() if one in locked},
        stay={one: group for one, group in groups.items() if stays and one not in locked},
        stay_weight=STAY_WEIGHT if stays else 0.0,
        **changes,
    )


def place_options(event: Event, standing: Standing, **changes: Any) -> SortOptions:
    """Return how to place those who came late so that nobody else moves; locked people stay locked."""
    locked = resort_options(event, standing).locked
    groups = [group["name"] for group in standing.sorting.groups]
    waited = [one for one, _ in standing.sorting.about.get(WAITING, ())]
    kept = {"locked": locked, "placed": _groups_of(standing), "groups": groups, "waited": waited}
    options = SortOptions.of(event, **kept, **changes)
    # The groups stay as many as they are, so that they grow evenly.
    return options if read_group_size(options.target) is None else replace(options, target="balanced")


def _groups_of(standing: Standing) -> dict[str, str]:
    """Return everybody's group, by the ids of their responses; people who were removed have none."""
    groups = [group["name"] for group in standing.sorting.groups]
    return {response_id: groups[standing.labels[n]] for n, response_id in standing.remaining.items()}


def _claim(session: Session, sorting: Sorting, version: int) -> History:
    """Take the right to change a result at the version that was shown; others who saw it are refused."""
    if sorting.purpose == "rounds":
        raise Refused(Message("board-rounds-fixed"))
    move_version(session, Sorting, sorting.id, version)
    return read_history(session, sorting)


def _put(session: Session, sorting: Sorting, version: int, history: History, groups: Mapping[int, int]) -> None:
    """Bring people into groups; those who are there already do not count."""
    _check_people(sorting, groups)
    for group in groups.values():
        _check_group(sorting, group)
    steps = [[n, history.labels[n], group] for n, group in groups.items() if history.labels[n] != group]
    held = next((person for person, _, _ in steps if person in history.locked), None)
    if held is not None:
        raise Refused(Message("board-is-fixed", name=names_of(session, sorting)[held]), "person")
    if steps:
        _record(session, sorting, version, "move", steps)


def _check_people(sorting: Sorting, people: Collection[int]) -> None:
    if not people:
        raise Refused(Message("board-nobody"), "person")
    for person in people:
        check_person(sorting, person)


def _check_group(sorting: Sorting, group: int) -> None:
    if not 0 <= group < len(sorting.groups):
        raise Refused(Message("board-no-group"), "group")


def _record(session: Session, sorting: Sorting, version: int, kind: str, steps: Sequence[Any] = ()) -> None:
    session.add(Change(sorting_id=sorting.id, number=version + 1, kind=kind, steps=list(steps)))


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
