"""Stored results: shown, compared, published."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from sqlalchemy import delete, select
from sqlalchemy.orm import Session, undefer

from ...engine.api import decide_path
from ...engine.partition import variation_of_information
from ...report.explain import explain_person
from ...report.page_people import WORDS, group_title, measure_sureness
from ...report.result import Result
from ..events.events import move_version
from ..refusals import NotFound, Refused
from ..storage.schema import Edit, Event, Response, Sorting, is_id
from .board import Board, colors_of, make_board
from .result_rows import pack, unpack

# Weights of the sizes on the trade-off curve.
WEIGHTS = (0.0, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_STARTS = 8
_GONE = "There is no such result. Look at the event again."


@dataclass(frozen=True)
class TradeOff:
    """What one weight of the sizes would lead to.

    Attributes
    ----------
    size_weight
        The weight; infinity makes the sizes exact.
    expected_right
        How many people are expected in their right group.
    expected_vi
        Expected Variation of Information, in bits: how much the groups disagree with the answers.
    size_distance
        How far the sizes are from the wanted ones.
    sizes
        The groups' sizes.
    """

    size_weight: float
    expected_right: float
    expected_vi: float
    size_distance: float
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Moved:
    """Somebody who is in different groups in two results."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Comparison:
    """How two results differ.

    Attributes
    ----------
    moved
        People who are in groups of different names.
    only_before, only_after
        People who are in one result only.
    n_same
        People who are in groups of the same name.
    distance
        Variation of Information between the two, in bits, whatever the groups are called: 0 if they are the same.
    """

    moved: tuple[Moved, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    n_same: int
    distance: float


@dataclass(frozen=True)
class OwnShare:
    """How well one group fits somebody."""

    group: str
    color: str
    share: float
    own: bool


@dataclass(frozen=True)
class OwnResult:
    """What one person may see of a published result: their own place, and nobody else's.

    Attributes
    ----------
    group, color
        Where they are.
    shares
        How well each group fits them.
    stands_for_houses
        Whether shares are probabilities of houses.
    sureness
        The report's word for it.
    """

    group: str
    color: str
    shares: tuple[OwnShare, ...]
    stands_for_houses: bool
    sureness: str


def store(session: Session, event: Event, result: Result, response_ids: list[str]) -> Sorting:
    """Keep a result; it becomes visible when the session ends, as a whole."""
    about, arrays = pack(result)
    sorting = Sorting(
        event_id=event.id,
        survey_toml=event.survey_toml,
        names=list(result.names),
        response_ids=list(response_ids),
        about=about,
        arrays=arrays,
        labels=result.decision.labels.tolist(),
    )
    session.add(sorting)
    session.flush()
    return sorting


def list_sortings(session: Session, event: Event) -> list[Sorting]:
    """Return an event's results, the newest first."""
    wanted = select(Sorting).where(Sorting.event_id == event.id).order_by(Sorting.created_at.desc(), Sorting.id)
    return list(session.scalars(wanted))


def get_sorting(session: Session, event: Event, sorting_id: str) -> Sorting:
    """Return one of an event's results; NotFound if it is another event's."""
    whole = [undefer(Sorting.arrays)]
    sorting = session.get(Sorting, sorting_id, options=whole) if is_id(sorting_id) else None
    if sorting is None or sorting.event_id != event.id:
        raise NotFound(_GONE)
    return sorting


def load(session: Session, sorting: Sorting) -> Sorting:
    """Return a result as it is now in the database, whenever it was read."""
    known = session.get(Sorting, sorting.id, options=[undefer(Sorting.arrays)])
    if known is None:
        raise NotFound(_GONE)
    return known


def edits_of(session: Session, sorting: Sorting) -> list[Edit]:
    """Return the changes that were made by hand, in order."""
    return list(session.scalars(select(Edit).where(Edit.sorting_id == sorting.id).order_by(Edit.number)))


def board(session: Session, sorting: Sorting) -> Board:
    """Return a result as it stands now."""
    known = load(session, sorting)
    event = session.get_one(Event, known.event_id)
    return make_board(known, edits_of(session, known), event.published_sorting_id == known.id)


def publish(session: Session, event: Event, sorting: Sorting, version: int | None = None) -> Event:
    """Let everybody see their own place in a result, as it stands now and as it is changed later."""
    if sorting.event_id != event.id:
        raise NotFound(_GONE)
    return _set_published(session, event, sorting.id, version)


def unpublish(session: Session, event: Event, version: int | None = None) -> Event:
    """Let nobody see a result."""
    return _set_published(session, event, None, version)


def delete_sorting(session: Session, event: Event, sorting: Sorting) -> None:
    """Delete a result, which must not be published."""
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    if known.published_sorting_id == sorting.id:
        raise Refused("This result is published. Take it back first, then delete it.")
    session.execute(delete(Edit).where(Edit.sorting_id == sorting.id))
    session.execute(delete(Sorting).where(Sorting.id == sorting.id))


def compute_trade_off(sorting: Sorting) -> list[TradeOff]:
    """Return what other weights of the sizes would lead to; it takes as long as a sort: keep it out of sessions."""
    result = unpack(sorting)
    options, kept = result.options, result.decision.kept
    weights = (*WEIGHTS, math.inf) if math.isinf(result.decision.size_weight) else WEIGHTS
    path = decide_path(
        result.posterior,
        options["target"] if options["target"] is not None else "balanced",
        weights,
        loss="auto" if options.get("loss") == "auto" else result.decision.loss,
        pseudocount=options["pseudocount"],
        labels=options["labels"],
        rules=None if kept is None else kept.ruling.rules,
        starts=_STARTS,
        rng=1,
    )
    return [
        TradeOff(
            weight,
            result.expected_right(decision),
            float(decision.expected_vi),
            0.0 if np.isnan(decision.size_distance) else float(decision.size_distance),
            tuple(decision.sizes.tolist()),
        )
        for weight, decision in zip(weights, path, strict=True)
    ]


def keep_trade_off(session: Session, sorting: Sorting, points: list[TradeOff]) -> None:
    """Keep the trade-off curve with its result."""
    session.get_one(Sorting, sorting.id).trade_off = [
        # JSON has no infinity.
        [f"{point.size_weight:g}", point.expected_right, point.expected_vi, point.size_distance, list(point.sizes)]
        for point in points
    ]


def trade_off(session: Session, sorting: Sorting) -> list[TradeOff]:
    """Return what other weights of the sizes would lead to; it is computed the first time, then kept."""
    known = load(session, sorting)
    if not has_trade_off(known):
        keep_trade_off(session, known, compute_trade_off(known))
    return [
        TradeOff(float(weight), right, vi, distance, tuple(sizes))
        for weight, right, vi, distance, sizes in known.trade_off or ()
    ]


def has_trade_off(sorting: Sorting) -> bool:
    """Say whether the trade-off curve is stored with its result; curves in an older form do not count."""
    return bool(sorting.trade_off) and len(sorting.trade_off[0]) == len(fields(TradeOff))


def compare(one: Sorting, other: Sorting) -> Comparison:
    """Return who is elsewhere in the other result."""
    before, after = _places(one), _places(other)
    both = [key for key in before if key in after]
    moved = tuple(
        Moved(before[key][0], before[key][1], after[key][1]) for key in both if before[key][1] != after[key][1]
    )
    distance = 0.0
    if both:
        distance = variation_of_information(
            _numbers([before[key][1] for key in both]), _numbers([after[key][1] for key in both])
        )
    return Comparison(
        moved=moved,
        only_before=tuple(before[key][0] for key in before if key not in after),
        only_after=tuple(after[key][0] for key in after if key not in before),
        n_same=len(both) - len(moved),
        distance=float(distance),
    )


def own_result(session: Session, response: Response, event: Event) -> OwnResult | None:
    """Return where somebody is, once that is published; None if it is not, or they came after the sort."""
    if event.published_sorting_id is None:
        return None
    sorting = session.get(Sorting, event.published_sorting_id)
    if sorting is None or response.id not in sorting.response_ids:
        return None
    person = sorting.response_ids.index(response.id)
    result = unpack(sorting, sorting.labels)
    sureness, colors = measure_sureness(result), colors_of(result)
    own, level = int(result.decision.labels[person]), int(sureness.words[person])
    shares = tuple(
        OwnShare(group_title(name), colors[g], float(sureness.shares[person, g]), g == own)
        for g, name in enumerate(result.decision.names)
    )
    return OwnResult(
        group=shares[own].group,
        color=colors[own],
        shares=shares,
        stands_for_houses=result.stands_for_houses,
        sureness=WORDS[level] if level >= 0 else "on their own",
    )


def explain(sorting: Sorting, person: int) -> list[str]:
    """Say why somebody is where they are now, in sentences."""
    check_person(sorting, person)
    return explain_person(unpack(sorting, sorting.labels), sorting.names[person]).words()


def check_person(sorting: Sorting, person: int) -> None:
    """Refuse a number that is nobody's."""
    if not 0 <= person < len(sorting.names):
        raise Refused("There is no such person in this result. Look at it again.", "person")


def _set_published(session: Session, event: Event, sorting_id: str | None, version: int | None) -> Event:
    move_version(session, Event, event.id, version, published_sorting_id=sorting_id)
    known = session.get_one(Event, event.id)
    session.refresh(known)
    return known


def _places(sorting: Sorting) -> dict[Any, tuple[str, str]]:
    """Return everybody's name and group, by what tells that two are the same person."""
    groups = sorting.about["decision"]["names"]
    pairs = zip(sorting.names, sorting.response_ids, sorting.labels, strict=True)
    return {
        identity or (sorting.id, n): (name, group_title(groups[label]))
        for n, (name, identity, label) in enumerate(pairs)
    }


def _numbers(groups: list[str]) -> np.ndarray:
    return np.unique(np.array(groups), return_inverse=True)[1]
