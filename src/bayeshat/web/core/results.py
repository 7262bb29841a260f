"""Stored results: listed, compared, published, explained, deleted; and what came in since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import and_, bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from ...engine.partition import variation_of_information
from ...report.explain import explain_person
from ...report.page.page_people import group_title, measure_sureness
from ...report.settled_tables import SETTLED_WORDS
from ...tables.person_names import sort_key
from ...words.message import Message
from ...words.phrases import title_of
from ..db.schema import Edit, Event, Place, Response, Sorting, is_id, now
from ..refusals import NotFound, Refused
from .event_fields import check_title
from .events import move_version
from .places import Standing, check_person
from .result_words import tell_making
from .settled_words import tell_kept_counts


@dataclass(frozen=True)
class Moved:
    """Somebody who is in different groups in two results."""

    name: str
    before: str | Message
    after: str | Message


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
class Publication:
    """What people will see of a result: which one, in which version, and the columns of each place."""

    sorting_id: str
    version: int
    rows: list[dict[str, Any]]


@dataclass(frozen=True)
class OwnShare:
    """How well one group fits somebody."""

    group: str
    color: str
    share: float
    own: bool


@dataclass(frozen=True)
class OwnResult:
    """What one person may see of a published result.

    Attributes
    ----------
    group, color, number
        Where they are.
    shares
        How well each group fits them.
    sureness
        The report's word for how sure the place is.
    mates
        Names of the others in the group, if the organiser lets them be seen.
    answers
        What they had answered when they were sorted; a reason for the place is made of it.
    """

    group: str
    color: str
    number: int
    shares: tuple[OwnShare, ...]
    sureness: str
    mates: tuple[str, ...]
    answers: dict[str, Any] = field(default_factory=dict, compare=False)


class Receipt(NamedTuple):
    """What belongs to a receipt: somebody's answers, their event, and where they are, None if that is not published."""

    response: Response
    event: Event
    own: OwnResult | None


# Made once: a whole school opens its receipts together, and putting a statement together takes longer than running it.
_RECEIPT = (
    select(Response, Event, Place.published_number, Place.shares, Place.sureness, Place.answers, Sorting.groups)
    .join(Event, Event.id == Response.event_id)
    .outerjoin(Place, and_(Place.sorting_id == Event.published_sorting_id, Place.response_id == Response.id))
    .outerjoin(Sorting, Sorting.id == Place.sorting_id)
    .where(Response.receipt_hash.in_(bindparam("hashes", expanding=True)))
)


def list_sortings(session: Session, event: Event) -> list[Sorting]:
    """Return an event's results, the newest first."""
    wanted = select(Sorting).where(Sorting.event_id == event.id).order_by(Sorting.created_at.desc(), Sorting.id)
    return list(session.scalars(wanted))


def get_sorting(session: Session, event: Event, sorting_id: str) -> Sorting:
    """Return one of an event's results; NotFound if it is another event's."""
    sorting = session.get(Sorting, sorting_id) if is_id(sorting_id) else None
    if sorting is None or sorting.event_id != event.id:
        raise NotFound(Message("results-gone"))
    return sorting


def edits_of(session: Session, sorting: Sorting) -> list[Edit]:
    """Return the changes that were made by hand, in order."""
    return list(session.scalars(select(Edit).where(Edit.sorting_id == sorting.id).order_by(Edit.number)))


def rename(session: Session, sorting: Sorting, title: str) -> None:
    """Give a result another name."""
    session.execute(update(Sorting).where(Sorting.id == sorting.id).values(title=check_title(title)))


def list_latecomers(session: Session, sorting: Sorting) -> list[Response]:
    """Return the responses of those who have no place in a result, in the order in which they came."""
    placed = select(Place.response_id).where(Place.sorting_id == sorting.id, Place.response_id.is_not(None))
    wanted = select(Response).where(Response.event_id == sorting.event_id, Response.id.not_in(placed))
    return list(session.scalars(wanted.order_by(Response.created_at, Response.id)))


def prepare_publication(standing: Standing) -> Publication:
    """Return what people will see of a result as it stands; measured before anything is written."""
    sureness = measure_sureness(standing.current)
    rows = [
        {
            "place": place.position,
            "published_number": place.group_number,
            "shares": [round(share, 4) for share in sureness.shares[n].tolist()],
            "sureness": SETTLED_WORDS[sureness.levels[n]],
        }
        for n, place in enumerate(standing.places)
    ]
    return Publication(standing.sorting.id, standing.sorting.version, rows)


def publish(session: Session, event: Event, publication: Publication, version: int | None = None) -> Event:
    """Let everybody see their own place in a result; later changes by hand wait to be published again.

    Parameters
    ----------
    publication
        The result as the organiser saw it.
    version
        The event's version that the organiser saw.

    Raises
    ------
    Stale
        If the event or the result has been changed since.
    """
    sorting = get_sorting(session, event, publication.sorting_id)
    move_version(session, Sorting, sorting.id, publication.version)
    table = Place.__table__
    session.connection().execute(
        update(table)  # type: ignore[arg-type]
        .where(table.c.sorting_id == sorting.id, table.c.position == bindparam("place"))
        .values({name: bindparam(name) for name in ("published_number", "shares", "sureness")}),
        publication.rows,
    )
    return _set_published(session, event, version, published_sorting_id=sorting.id, published_at=now())


def unpublish(session: Session, event: Event, version: int | None = None) -> Event:
    """Let nobody see a result."""
    return _set_published(session, event, version, published_sorting_id=None, published_at=None)


def count_unpublished(session: Session, sorting: Sorting) -> int:
    """Return how many people are elsewhere than the published version of a result says."""
    differ = (Place.sorting_id == sorting.id, Place.published_number != Place.group_number)
    return session.scalar(select(func.count()).select_from(Place).where(*differ)) or 0


def delete_sorting(session: Session, event: Event, sorting: Sorting) -> None:
    """Delete a result, which must not be published."""
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    if known.published_sorting_id == sorting.id:
        raise Refused(Message("results-delete-published"))
    for rows in (Edit, Place):
        session.execute(delete(rows).where(rows.sorting_id == sorting.id))
    session.execute(delete(Sorting).where(Sorting.id == sorting.id))


def compare(one: Standing, other: Standing) -> Comparison:
    """Return who is elsewhere in the other result."""
    before, after = _places(one), _places(other)
    both = [key for key in before if key in after]
    moved = tuple(
        Moved(before[key][0], title_of(before[key][1]), title_of(after[key][1]))
        for key in both
        if before[key][1] != after[key][1]
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


def read_receipt(session: Session, receipt_hash: str) -> Receipt:
    """Return what a receipt shows.

    Raises
    ------
    NotFound
        If no answers belong to the receipt.
    """
    found = read_receipts(session, [receipt_hash]).get(receipt_hash)
    if found is None:
        raise NotFound(Message("answers-no-receipt"))
    return found


def read_receipts(session: Session, receipt_hashes: Sequence[str]) -> dict[str, Receipt]:
    """Return what some receipts show, by their hashes; those to which no answers belong are left out."""
    receipts = {}
    members = cache(partial(_read_members, session))
    for response, event, own, shares, sureness, answers, groups in session.execute(
        _RECEIPT, {"hashes": receipt_hashes}
    ):
        result = None
        if own is not None:
            people = members(event.published_sorting_id, own) if event.shows_mates else ()
            mates = [name for identity, name in people if identity != response.id]
            result = replace(show_own(event, groups, own, shares, sureness, mates), answers=answers)
        receipts[response.receipt_hash] = Receipt(response, event, result)
    return receipts


def _read_members(session: Session, sorting_id: str, number: int) -> list[tuple[str, str]]:
    """Return the ids and names of those whose published group this is."""
    placed = select(Response.id, Response.name).join(Place, Place.response_id == Response.id)
    rows = session.execute(placed.where(Place.sorting_id == sorting_id, Place.published_number == number))
    return [(identity, name) for identity, name in rows]


def show_own(
    event: Event, groups: Sequence[Any], own: int, shares: Sequence[float], sureness: str, mates: Iterable[str]
) -> OwnResult:
    """Return what somebody in the group ``own`` sees; of the others' names only what the organiser lets them see."""
    titles = [group_title(group["name"]) for group in groups]
    colors = [group["color"] for group in groups]
    parts = tuple(OwnShare(titles[g], colors[g], share, g == own) for g, share in enumerate(shares))
    shown = tuple(sorted(mates, key=sort_key)) if event.shows_mates else ()
    return OwnResult(titles[own], colors[own], own, parts, sureness, shown)


def answers_of(session: Session, sorting: Sorting, person: int) -> dict[str, Any]:
    """Return what somebody had answered when they were sorted; a reason for the place is made of it."""
    wanted = select(Place.answers).where(Place.sorting_id == sorting.id, Place.position == person)
    return dict(session.scalar(wanted) or {})


def explain(standing: Standing, person: int) -> list[Message]:
    """Say why somebody is where they are now, in sentences."""
    check_person(standing.sorting, person)
    place, groups = standing.places[person], standing.sorting.groups
    moved_from = groups[place.decided_number]["name"] if place.group_number != place.decided_number else ""
    return explain_person(standing.current, standing.names[person], moved_from).words()


def _set_published(session: Session, event: Event, version: int | None, **values: Any) -> Event:
    move_version(session, Event, event.id, version, **values)
    known = session.get_one(Event, event.id)
    session.refresh(known)
    return known


def _places(standing: Standing) -> dict[Any, tuple[str, str]]:
    """Return everybody's name and group, by what tells that two are the same person."""
    groups = [group["name"] for group in standing.sorting.groups]
    pairs = zip(standing.names, standing.places, strict=True)
    return {
        place.response_id or (standing.sorting.id, place.position): (name, groups[place.group_number])
        for name, place in pairs
    }


def _numbers(groups: list[str]) -> np.ndarray:
    return np.unique(np.array(groups), return_inverse=True)[1]


@dataclass(frozen=True)
class News:
    """What came in after a result was made.

    Attributes
    ----------
    n_new
        People who have answered and have no place in it.
    n_changed
        People in it who have changed their answers.
    """

    n_new: int = 0
    n_changed: int = 0

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def count(self) -> int:
        """How many answers came or were changed."""
        return self.n_new + self.n_changed

    @property
    def words(self) -> str | Message:
        """The same in a sentence; empty if nothing came.

        Examples
        --------
        >>> str(News(2, 1).words)
        '2 people have answered since, and 1 person has changed their answers.'
        >>> str(News(1).words)
        '1 person has answered since.'
        """
        if self.n_new and self.n_changed:
            new = Message("results-news-both-new", count=self.n_new)
            changed = Message("results-news-both-changed", count=self.n_changed)
            return Message("results-news-both", new=new, changed=changed)
        if self.n_new:
            return Message("results-news-new", count=self.n_new)
        return Message("results-news-changed", count=self.n_changed) if self.n_changed else ""


@dataclass(frozen=True)
class ListedResult:
    """A result in the list of results.

    Attributes
    ----------
    sorting
        The result.
    news
        What came in after it was made.
    n_moved
        People who were moved by hand.
    published
        Whether people see it.
    n_unpublished
        People who have been moved since it was published.
    settled
        How many people are settled, in words; None if that was not measured, or people were moved by hand.
    """

    sorting: Sorting
    news: News
    n_moved: int
    published: bool
    n_unpublished: int
    settled: Message | None = None

    @property
    def making(self) -> str | Message:
        """What it was made of."""
        return tell_making(self.sorting.made_of)


def read_news(session: Session, sorting: Sorting) -> News:
    """Return what came in after a result was made."""
    placed = select(Place.response_id).where(Place.sorting_id == sorting.id, Place.response_id.is_not(None))
    there = select(func.count()).select_from(Response).where(Response.event_id == sorting.event_id)
    n_new = session.scalar(there.where(Response.id.not_in(placed))) or 0
    later = there.where(Response.id.in_(placed), Response.changed_at > sorting.answers_at)
    return News(n_new, session.scalar(later) or 0)


def read_listed(session: Session, event: Event, sorting: Sorting) -> ListedResult:
    """Return a result as lists show it."""
    places = select(func.count()).select_from(Place).where(Place.sorting_id == sorting.id)
    published = event.published_sorting_id == sorting.id
    n_moved = session.scalar(places.where(Place.group_number != Place.decided_number)) or 0
    kept = select(Sorting.about["settled"]).where(Sorting.id == sorting.id)
    return ListedResult(
        sorting=sorting,
        news=read_news(session, sorting),
        n_moved=n_moved,
        published=published,
        n_unpublished=(session.scalar(places.where(Place.published_number != Place.group_number)) or 0)
        if published
        else 0,
        # What is kept was counted when they were sorted; the board counts anew once people were moved.
        settled=None if n_moved else tell_kept_counts(session.scalar(kept)),
    )


def list_results(session: Session, event: Event) -> list[ListedResult]:
    """Return an event's results, the newest first."""
    return [read_listed(session, event, sorting) for sorting in list_sortings(session, event)]
