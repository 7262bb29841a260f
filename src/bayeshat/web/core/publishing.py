"""Publishing: what to know before, what people see afterwards on their receipts, and why they are where they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import and_, bindparam, delete, select
from sqlalchemy.orm import Session

from ...kinds.table import number_kind_of, option_chances
from ...report.page.page_people import measure_sureness
from ...report.reasons import FAINT, option_strengths
from ...report.tables import find_choices
from ...survey.spec import Survey
from ...tables.person_names import sort_key
from ...words.message import Message, join
from ...words.phrases import title_of
from ..db.schema import Change, Event, Place, Published, Response, Sorting, now
from ..refusals import NotFound
from ..slow import slow
from .events import change_event, move_version, survey_of
from .form_fields import asks_number
from .result_rows import tell_off_sizes
from .results import Moved, Standing, get_sorting, hold_responses, insert_rows, waiting_places

MOST = 2
_NO_OFFER = {"offer": None, "wants": None}


@dataclass(frozen=True)
class Publication:
    """What people will see of a result: which one, in which version, and where everybody is with how well that fits."""

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
class OwnRound:
    """Somebody's group in one round, and the names of the others in it."""

    group: str
    number: int
    mates: tuple[str, ...]


@dataclass(frozen=True)
class OwnResult:
    """What one person may see of a published result.

    Attributes
    ----------
    group, color, number
        Where they are.
    shares
        How well each group fits them.
    mates
        Names of the others in the group, if the organiser lets them be seen.
    is_sorted
        Whether their answers decided where they are.
    choice
        Which of their choices the group is, 0 for none; None where they did not choose.
    rounds
        Their groups in all rounds, with the others of each; empty where there is only one.
    came_from
        Their group before they exchanged places; empty if they have not.
    has_offer
        Whether they offer to exchange places.
    groups
        Titles and colours of all groups.
    answers
        What they had answered when they were sorted; a reason for the place is made of it.
    """

    group: str
    color: str
    number: int
    shares: tuple[OwnShare, ...]
    mates: tuple[str, ...]
    answers: Mapping[str, Any] = field(compare=False)
    is_sorted: bool = True
    choice: int | None = None
    rounds: tuple[OwnRound, ...] = ()
    came_from: str = ""
    has_offer: bool = False
    groups: tuple[tuple[str, str], ...] = ()


class _Told(NamedTuple):
    """What receipts need to know of a result."""

    groups: list[Any]
    purpose: str


class Receipt(NamedTuple):
    """What belongs to a receipt: somebody's answers, their event, and where they are, None if that is not published.

    `waits` is their number on the waiting list of the published result; 0 if they are not on it.
    """

    response: Response
    event: Event
    own: OwnResult | None
    waits: int = 0


# Made once: a whole school opens its receipts together, and putting a statement together takes longer than running it.
_RECEIPT = (
    select(Response, Event, Published, Place.answers, Sorting.groups, Sorting.purpose)
    .join(Event, Event.id == Response.event_id)
    .outerjoin(Published, Published.response_id == Response.id)
    .outerjoin(Place, and_(Place.sorting_id == Published.sorting_id, Place.position == Published.position))
    .outerjoin(Sorting, Sorting.id == Published.sorting_id)
    .where(Response.receipt_hash.in_(bindparam("hashes", expanding=True)))
)


@dataclass(frozen=True)
class PublicationCheck:
    """What to know before a result is published.

    Attributes
    ----------
    broken
        Rules that must hold and do not, in words.
    sizes
        Which sizes are not as wanted, in words; empty if all are.
    moved
        People who see another group than before; empty if this result is not the published one.
    name, preview
        One person who has a link of their own, and what they would see; empty and None if nobody has one.
    n_without_link
        People in the result who have no link of their own.
    is_empty
        Whether everybody has been removed.
    """

    broken: tuple[Message, ...]
    sizes: str | Message
    moved: tuple[Moved, ...]
    name: str
    preview: OwnResult | None
    n_without_link: int
    is_empty: bool

    @property
    def questions(self) -> list[Message]:
        """What speaks against publishing, in sentences; empty if nothing does."""
        told = []
        if self.broken:
            rules = join(self.broken, "semicolon")
            told.append(Message("results-broken", count=len(self.broken), rules=rules))
        if self.sizes:
            told.append(Message("results-sizes-off", sizes=self.sizes))
        return told


def find_reader(standing: Standing, imported: Collection[str]) -> int | None:
    """Return the position of the first person who has a link of their own, which `imported` people have not."""
    return next((n for n, response_id in standing.remaining.items() if response_id not in imported), None)


def check_publication(
    event: Event,
    standing: Standing,
    publication: Publication,
    imported: Collection[str],
    answers: Mapping[str, Any] | None = None,
) -> PublicationCheck:
    """Return what publishing a result as it stands would mean.

    Parameters
    ----------
    imported
        Ids of the responses that came from a file: only the form gives people links of their own.
    answers
        The answers of the person whose receipt is previewed, if it gives reasons.
    """
    decision = standing.current.decision
    unmet = () if decision.kept is None else decision.kept.unmet
    groups, names, history = standing.titles, standing.names, standing.history
    published = event.published_sorting_id == standing.sorting.id
    changes = [
        Moved(names[n], groups[history.published[n]], groups[history.labels[n]])
        for n in history.unpublished
        if published
    ]
    reader, preview = find_reader(standing, imported), None
    if reader is not None:
        seen = next(row for row in publication.rows if row["position"] == reader)
        others = [
            (names[row["position"]], row["group_number"], row["rounds"]) for row in publication.rows if row is not seen
        ]
        own = Published(**{name: seen[name] for name in ("group_number", "shares", "choice", "rounds", "came_from")})
        preview = show_own(event, standing.sorting, own, others, answers)
    return PublicationCheck(
        broken=tuple(rule.told() for rule in unmet if rule.is_hard),
        sizes=tell_off_sizes(standing.decided.decision, decision.sizes),
        moved=tuple(changes),
        name="" if reader is None else names[reader],
        preview=preview,
        n_without_link=sum(row["response_id"] in imported for row in publication.rows),
        is_empty=not publication.rows,
    )


@slow
def prepare_publication(standing: Standing) -> Publication:
    """Return what people will see of a result as it stands; measured before anything is written."""
    result = standing.current
    shares = [[]] * len(standing.names) if result.is_mixed else measure_sureness(result).shares.round(4).tolist()
    choices = find_choices(result.decision) if result.is_mixed else [None] * len(standing.names)
    rounds = [[]] * len(standing.names) if result.rounds is None else result.rounds.labels.T.tolist()
    exchanged = standing.history.exchanged
    rows = [
        {
            "response_id": response_id,
            "position": n,
            "group_number": standing.labels[n],
            "shares": shares[n],
            "choice": choices[n],
            "rounds": rounds[n],
            "came_from": exchanged[n][1] if n in exchanged else None,
        }
        for n, response_id in standing.remaining.items()
    ]
    return Publication(standing.sorting.id, standing.sorting.version, rows)


def publish(
    session: Session, event: Event, publication: Publication, version: int | None = None, **settings: bool
) -> Event:
    """Let everybody see their own place in a result; later changes by hand wait to be published again.

    Offers to exchange places stay open where nothing has changed for the person.

    Parameters
    ----------
    publication
        The result as the organiser saw it.
    version
        The event's version that the organiser saw.
    **settings
        Switches of the event that are set with it.

    Raises
    ------
    Stale
        If the event or the result has been changed since.
    """
    sorting = get_sorting(session, event, publication.sorting_id)
    move_version(session, Sorting, sorting.id, publication.version)
    offers = _read_offers(session, sorting.id)
    event = _show(session, event, version, sorting.id, **settings)
    session.add(Change(sorting_id=sorting.id, number=publication.version + 1, kind="publish", steps=[]))
    there = hold_responses(session, event.id)
    rows = [
        row | offers.get((row["response_id"], row["group_number"]), _NO_OFFER) | {"sorting_id": sorting.id}
        for row in publication.rows
        if row["response_id"] in there
    ]
    insert_rows(session, Published, rows)
    return event


def unpublish(session: Session, event: Event, version: int | None = None) -> Event:
    """Let nobody see a result."""
    return _show(session, event, version, None)


def _read_offers(session: Session, sorting_id: str) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the open offers to exchange places in a result, by whose they are and their group."""
    found = session.scalars(select(Published).where(Published.sorting_id == sorting_id, Published.offer.is_not(None)))
    return {(one.response_id, one.group_number): {"offer": one.offer, "wants": one.wants} for one in found}


def _show(session: Session, event: Event, version: int | None, sorting_id: str | None, **settings: bool) -> Event:
    """Note which result people see, and let go of what they have seen until now."""
    at = None if sorting_id is None else now()
    event = change_event(session, event, version, published_sorting_id=sorting_id, published_at=at, **settings)
    own = select(Sorting.id).where(Sorting.event_id == event.id)
    session.execute(delete(Published).where(Published.sorting_id.in_(own)))
    return event


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
    waiting = cache(partial(waiting_places, session))
    for response, event, own, answers, *about in session.execute(_RECEIPT, {"hashes": receipt_hashes}):
        sorting = _Told(*about)
        result = None
        if own is not None:
            people = members(own.sorting_id, None if own.rounds else own.group_number) if event.shows_mates else ()
            others = [(name, group, rounds) for identity, name, group, rounds in people if identity != response.id]
            result = show_own(event, sorting, own, others, answers)
        waits = 0
        if own is None and event.published_sorting_id is not None:
            waits = waiting(event.published_sorting_id).get(response.id, 0)
        receipts[response.receipt_hash] = Receipt(response, event, result, waits)
    return receipts


def _read_members(session: Session, sorting_id: str, number: int | None) -> list[tuple[str, str, int, list[int]]]:
    """Return the ids, names and groups of those whose published group this is; of everybody if it is None."""
    columns = (Response.id, Response.name, Published.group_number, Published.rounds)
    placed = select(*columns).join(Published, Published.response_id == Response.id)
    wanted = placed.where(Published.sorting_id == sorting_id)
    rows = session.execute(wanted if number is None else wanted.where(Published.group_number == number))
    return [(identity, name, group, rounds) for identity, name, group, rounds in rows]


def show_own(
    event: Event,
    sorting: Sorting | _Told,
    own: Published,
    others: Iterable[tuple[str, int, Sequence[int]]],
    answers: Mapping[str, Any] | None = None,
) -> OwnResult:
    """Return what somebody sees; of the others' names only what the organiser lets them see.

    Parameters
    ----------
    sorting
        The result, or its groups and purpose.
    own
        Where they are.
    others
        Names of others, their groups, and those in all rounds.
    """
    titles = [group["name"] for group in sorting.groups]
    colors = [group["color"] for group in sorting.groups]
    number, seen = own.group_number, list(others) if event.shows_mates else []
    parts = tuple(OwnShare(titles[g], colors[g], share, g == number) for g, share in enumerate(own.shares))

    def with_them(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=sort_key))

    rounds = tuple(
        OwnRound(titles[g], g, with_them(name for name, _, theirs in seen if theirs[r] == g))
        for r, g in enumerate(own.rounds)
    )
    mates = with_them(name for name, group, _ in seen if group == number)
    return OwnResult(
        titles[number],
        colors[number],
        number,
        parts,
        mates,
        answers or {},
        sorting.purpose == "alike",
        own.choice,
        rounds,
        "" if own.came_from is None else titles[own.came_from],
        own.offer is not None,
        tuple(zip(titles, colors, strict=True)),
    )


def answers_of(session: Session, sorting: Sorting, person: int) -> dict[str, Any]:
    """Return what somebody had answered when they were sorted; a reason for the place is made of it."""
    wanted = select(Place.answers).where(Place.sorting_id == sorting.id, Place.position == person)
    return dict(session.scalar(wanted) or {})


def tell_reason(event: Event, own: OwnResult) -> list[Message]:
    """Return why somebody is in their group, as they read it; nothing if the organiser does not let them."""
    told = [Message("form-receipt-exchanged", group=title_of(own.came_from))] if own.came_from else []
    if own.choice is not None:
        # Everybody may know which of their own choices they got.
        return [*told, Message("form-receipt-choice", place=own.choice)]
    if not event.shows_reason or not own.is_sorted:
        return told
    spoke = speaking_questions(survey_of(event), own.group, own.answers)
    if spoke:
        filled = dict(zip(("first", "second"), spoke, strict=False))
        told.append(
            Message(f"form-receipt-reason-{'one' if len(spoke) == 1 else 'two'}", group=title_of(own.group), **filled)
        )
    if own.shares:
        best = max(own.shares, key=lambda one: (one.share, one.own))
        if best.own:
            told.append(Message("form-receipt-fits-best"))
        elif not own.came_from:
            told.append(Message("form-receipt-fits-less"))
    return told


def speaking_questions(survey: Survey, group: str, answers: Mapping[str, Sequence[float]]) -> list[str]:
    """Return the questions whose answers speak most for a house in this survey, the strongest first.

    What speaks for a house is what the survey says of it. What was learned from everybody's answers may weigh them
    differently, but not worth unpacking a whole result for every reader.

    Parameters
    ----------
    group
        The group's name; one that is no house of the survey has nothing that speaks for it.
    answers
        The chosen options by question, or the number, as they were sorted.

    Examples
    --------
    >>> survey = Survey.load("hogwarts")
    >>> speaking_questions(survey, "Group 7", {survey.questions[0].id: [0]})
    []
    """
    if group not in survey.cluster_names:
        return []
    house = survey.cluster_names.index(group)
    strengths = [
        asked.weight * sum(_speaks_for(survey, q, house, given) for given in answers.get(asked.id, ()))
        for q, asked in enumerate(survey.questions)
    ]
    ordered = sorted(range(survey.n_questions), key=strengths.__getitem__, reverse=True)
    return [survey.questions[q].text for q in ordered[:MOST] if strengths[q] > FAINT]


def _speaks_for(survey: Survey, q: int, house: int, given: float) -> float:
    """Return how strongly an answer, the position of an option or a number, speaks for a house."""
    asked = survey.questions[q]
    if asks_number(asked):
        kind = number_kind_of(asked)
        priors = survey.answer_prior[:, q, : kind.n_prior(asked)]
        chances = np.array([[kind.number_density(asked, prior, given)] for prior in priors])
        return float(option_strengths(chances)[house, 0])
    return _house_strengths(survey)[q][house][int(given)] if given < len(asked.options) else 0.0


@lru_cache(maxsize=32)
def _house_strengths(survey: Survey) -> list[list[list[float]]]:
    """Return how strongly each option speaks for each house, (Q, G, V): the same for all who answer the survey."""
    return [
        option_strengths(option_chances(asked, survey.answer_prior[:, q])).tolist()
        for q, asked in enumerate(survey.questions)
    ]
