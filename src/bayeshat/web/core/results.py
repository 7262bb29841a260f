"""Stored results: kept, read as they stand, listed, compared and explained; and what came in since."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session, defer, undefer

from ...engine.decision import Waiting
from ...engine.partition import variation_of_information
from ...engine.sizes import read_group_size
from ...engine.uncertainty.uncertainty import count_settled
from ...report.blocked import rules_by_person
from ...report.colors import group_colors
from ...report.explain import explain_person
from ...report.explanation import BY_EXCHANGE, NamedRule
from ...report.page.page_people import measure_sureness
from ...report.result import Result
from ...report.tables import find_choices
from ...words.message import Message, catalogue, join
from ...words.phrases import title_of
from ...words.voice import DEFAULT
from ..db.schema import Event, Place, Response, Sorting, is_id, new_id
from ..people_names import tell_apart
from ..refusals import NotFound, Refused
from ..remembered import Remembered
from .event_fields import check_title
from .events import parse_spoken_survey
from .group_sizes import tell_range
from .history import History, read_histories, read_history
from .responses import Given, collect_answers
from .result_rows import pack, rearrange_result, unpack
from .wishes import names_friends

# Rows that are written with one statement.
_CHUNK = 1000
# Where it stands who waits for a place, in what is known about a result: ids of responses, and groups that they chose.
WAITING = "waiting"
# Results that are kept unpacked, as unpacking one takes longer than showing it: about ten of 1000 people.
_MOST_BYTES = 256 * 2**20


@dataclass(frozen=True, eq=False)
class Packed:
    """What is kept of a result, ready to be written: the result's columns, and those of each place."""

    sorting: dict[str, Any]
    places: list[dict[str, Any]]


@dataclass(frozen=True, eq=False)
class Standing:
    """A result as it stood at one moment in the database.

    Attributes
    ----------
    sorting, history
        The result, with everything in it, and what became of it.
    places
        Whose place is whose, by position, without shares and answers: `decided` has these.
    names
        Their names, no two the same.
    given
        What everybody answered, to unpack the result with.
    recent
        The result as it was decided, if it was unpacked before; then nothing that it is unpacked from was read again.
    deletions
        How often somebody had been deleted before this was read.
    waiting
        Who waits for a place, in the order in which they move up.
    """

    sorting: Sorting
    history: History
    places: tuple[Place, ...]
    names: tuple[str, ...]
    given: tuple[Given, ...]
    recent: Result | None
    deletions: int
    waiting: tuple[Waiting, ...] = ()

    @property
    def labels(self) -> tuple[int, ...]:
        """Everybody's group now."""
        return self.history.labels

    @property
    def locked(self) -> tuple[int, ...]:
        """Positions of those who are locked."""
        return self.history.locked

    @property
    def remaining(self) -> dict[int, str]:
        """The responses' ids of those who have not been removed, by position."""
        return {place.position: place.response_id for place in self.places if place.response_id is not None}

    @property
    def groups(self) -> list[str]:
        """The groups' names as headings, as files have them."""
        return [str(title_of(group["name"])) for group in self.sorting.groups]

    @property
    def titles(self) -> list[str | Message]:
        """The groups' names as headings, as pages have them."""
        return [title_of(group["name"]) for group in self.sorting.groups]

    @cached_property
    def decided(self) -> Result:
        """The result as it was decided."""
        if self.recent is not None:
            return self.recent
        survey = parse_spoken_survey(self.sorting.survey_toml)
        result = unpack(self.sorting, collect_answers(survey, self.given, self.names))
        _recent.keep(self.sorting.id, _describe_people(self.places, self.names), result, self.deletions)
        return result

    @cached_property
    def current(self) -> Result:
        """The result as it stands, with the changes by hand."""
        result = rearrange_result(self.decided, self.labels)
        return replace(result, decision=replace(result.decision, waiting=self.waiting)) if self.waiting else result


def pack_result(
    result: Result,
    responses: Sequence[Response],
    survey_toml: str,
    answers_at: datetime,
    locked: Sequence[str] = (),
    n_wishes: int = 0,
) -> Packed:
    """Return what to keep of a result.

    Parameters
    ----------
    result
        Made with `place_token` instead of names.
    responses
        Whose answers it was made of, in the result's order.
    survey_toml
        The survey that they answered.
    answers_at
        When the answers were read.
    locked
        Ids of the responses of those who were held where they are.
    n_wishes
        How many of the result's rules are people's own wishes, or what the groups are for.
    """
    about, arrays = pack(result)
    shares, names = measure_sureness(result).shares, result.decision.names
    places = [
        {
            "position": n,
            "response_id": response.id,
            "shares": [] if result.is_mixed else [round(share, 4) for share in shares[n].tolist()],
            "answers": response.answers,
            # Names of friends that the form asked for are left out of the result's answers, and so they are here.
            "extra": {
                heading: cell
                for heading, cell in response.extra.items()
                if heading in result.answers.extra or not names_friends(heading)
            },
        }
        for n, response in enumerate(responses)
    ]
    sorting = {
        "survey_toml": survey_toml,
        "groups": [{"name": name, "color": color} for name, color in zip(names, colors_of(result), strict=True)],
        "n_people": len(places),
        "decided": result.decision.labels.tolist(),
        "locked": [n for n, response in enumerate(responses) if response.id in set(locked)],
        "made_of": [told.to_plain() for told in describe_making(result, len(locked), n_wishes)],
        "answers_at": answers_at,
        "about": about,
        "arrays": arrays,
    }
    return Packed(sorting, places)


def store(session: Session, event: Event, packed: Packed, title: str = "") -> Sorting:
    """Keep a result; it becomes visible when the session ends, as a whole. Whoever was deleted meanwhile stays so."""
    sorting = Sorting(id=new_id(), event_id=event.id, title=title or _next_title(session, event), **packed.sorting)
    session.add(sorting)
    session.flush()
    there = hold_responses(session, event.id)
    rows = [
        {**place, "sorting_id": sorting.id}
        if place["response_id"] in there
        else {**place, "sorting_id": sorting.id, "response_id": None, "answers": {}, "extra": {}}
        for place in packed.places
    ]
    insert_rows(session, Place, rows)
    return sorting


def hold_responses(session: Session, event_id: str) -> set[str]:
    """Return the ids of an event's responses, none of which is deleted before what this session writes is visible."""
    held = select(Response.id).where(Response.event_id == event_id).order_by(Response.id)
    return set(session.scalars(held.with_for_update(read=True, key_share=True)))


def insert_rows(session: Session, table: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Write many rows, a thousand with each statement."""
    for start in range(0, len(rows), _CHUNK):
        session.execute(insert(table.__table__), rows[start : start + _CHUNK])


def read_standing(session: Session, sorting: Sorting) -> Standing:
    """Return a result as it stands now in the database, whenever it was read before."""
    whole = [undefer(Sorting.about), undefer(Sorting.survey_toml), undefer(Sorting.trade_off)]
    rows = session.execute(
        select(Place, Response.name)
        .outerjoin(Response, Place.response_id == Response.id)
        .where(Place.sorting_id == sorting.id)
        .order_by(Place.position)
        .options(defer(Place.shares), defer(Place.answers))
        .execution_options(populate_existing=True)
    ).all()
    places, names = tuple(place for place, _ in rows), _names(session, sorting, [name for _, name in rows])
    recent = _recent.find(sorting.id, _describe_people(places, names))
    given: tuple[Given, ...] = ()
    if recent is None:
        whole.append(undefer(Sorting.arrays))
        said = session.scalars(select(Place.answers).where(Place.sorting_id == sorting.id).order_by(Place.position))
        given = tuple(Given(answers, place.extra) for answers, place in zip(said, places, strict=True))
    known = session.get(Sorting, sorting.id, options=whole, populate_existing=True)
    if known is None:
        raise NotFound(Message("results-gone"))
    history = read_history(session, sorting)
    waiting = tuple(Waiting(name, groups) for _, name, groups in _read_waiting(session, known.about.get(WAITING) or ()))
    return Standing(known, history, places, names, given, recent, session.info["deletions"], waiting)


def _read_waiting(session: Session, kept: Sequence[Any]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the ids, the names and the chosen groups of those who still wait, in order."""
    ids = [one for one, _ in kept]
    names = dict(session.execute(select(Response.id, Response.name).where(Response.id.in_(ids))).all()) if ids else {}
    return [(one, names[one], tuple(groups)) for one, groups in kept if one in names]


def waiting_places(session: Session, sorting_id: str) -> dict[str, int]:
    """Return who waits for a place in a result, by the ids of their responses, with their numbers on the list."""
    kept = session.scalar(select(Sorting.about[WAITING]).where(Sorting.id == sorting_id)) or ()
    return {one: number for number, (one, _, _) in enumerate(_read_waiting(session, kept), 1)}


def names_of(session: Session, sorting: Sorting) -> tuple[str, ...]:
    """Return the names of a result's people, by position."""
    wanted = (
        select(Response.name)
        .select_from(Place)
        .outerjoin(Response, Place.response_id == Response.id)
        .where(Place.sorting_id == sorting.id)
        .order_by(Place.position)
    )
    return _names(session, sorting, list(session.scalars(wanted)))


def check_person(sorting: Sorting, person: int) -> None:
    """Refuse a position that nobody has."""
    if not 0 <= person < sorting.n_people:
        raise Refused(Message("results-no-person"), "person")


def colors_of(result: Result) -> tuple[str, ...]:
    """Return the groups' colours, as the report has them."""
    names = result.decision.names
    wanted = None
    if len(names) == result.survey.n_clusters:
        wanted = [cluster.color for cluster in result.survey.clusters]
    return group_colors(names, wanted)


def describe_making(result: Result, n_locked: int, n_wishes: int) -> list[Message]:
    """Return what a result was made of."""
    sizes: Mapping[str, Any] | Sequence[Any] | str | None = result.options.get("target")
    told = [Message("results-made-people", value=result.decision.n_people)]
    if sizes is None:
        told.append(Message("results-made-any"))
    elif isinstance(sizes, Mapping):
        kind = "sizes" if result.options.get("totals") is None else "totals"
        each = [(title_of(str(name)), tell_range(str(size))) for name, size in sizes.items()]
        listed = join([Message("events-size-of", group=group, size=size) for group, size in each])
        told.append(Message(f"results-made-{kind}", value=listed))
    elif (size := read_group_size(sizes)) is not None:
        told.append(Message("results-made-about", value=size))
    elif sizes == "balanced":
        told.append(Message("results-made-even"))
    elif isinstance(sizes, str):
        told.append(Message("results-made-each", value=tell_range(sizes)))
    else:
        told.append(Message("results-made-sizes", value=join([tell_range(str(size)) for size in sizes])))
    rules = result.decision.kept
    # Locked people and wishes are rules, too, but not the organiser's.
    count = 0 if rules is None else sum(not rule.automatic for rule in rules.ruling.rules)
    told.append(Message("results-made-rules", value=max(count - n_locked - n_wishes, 0)))
    if n_locked:
        told.append(Message("results-made-locked", value=n_locked))
    return told


def tell_making(sorting: Sorting) -> str | Message:
    """Return what a result was made of, as it was kept."""
    return join([Message.from_plain(one) for one in sorting.made_of])


def _measure(result: Result) -> int:
    """Return about how many bytes a result takes."""
    posterior = result.posterior
    arrays = [posterior.z, posterior.phi, posterior.theta_mean, posterior.theta_low, posterior.theta_high]
    decisions = [one for one in (result.decision, result.other, result.softer) if one is not None]
    # Decisions share their draws.
    draws = {id(one.problem.draws): one.problem.draws.codes.nbytes for one in decisions}
    return sum(array.nbytes for array in arrays) + sum(draws.values())


_recent = Remembered(_MOST_BYTES, _measure)


def _describe_people(places: Sequence[Place], names: Sequence[str]) -> Hashable:
    """Return all that may change of what a result is unpacked from: names, and whether answers are deleted."""
    return tuple((name, place.response_id) for name, place in zip(names, places, strict=True))


def _names(session: Session, sorting: Sorting, names: Sequence[str | None]) -> tuple[str, ...]:
    """Return everybody's name; for removed people a word in the event's language, which all organisers share."""
    if None not in names:
        return tell_apart([name for name in names if name is not None])
    language = session.scalar(select(Event.language).where(Event.id == sorting.event_id))
    say, numbers = catalogue(language or DEFAULT), count(1)
    return tell_apart([say("results-removed", number=next(numbers)) if name is None else name for name in names])


def _next_title(session: Session, event: Event) -> str:
    taken = set(session.scalars(select(Sorting.title).where(Sorting.event_id == event.id)))
    say = catalogue(event.language)
    titles = (say("results-number", number=n) for n in count(len(taken) + 1))
    return next(title for title in titles if title not in taken)


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


def rename(session: Session, sorting: Sorting, title: str) -> None:
    """Give a result another name."""
    session.execute(update(Sorting).where(Sorting.id == sorting.id).values(title=check_title(title)))


def delete_sorting(session: Session, event: Event, sorting: Sorting) -> None:
    """Delete a result, which must not be published."""
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    if known.published_sorting_id == sorting.id:
        raise Refused(Message("results-delete-published"))
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


def explain(standing: Standing, person: int) -> list[Message]:
    """Say why somebody is where they are now, in sentences."""
    check_person(standing.sorting, person)
    before, now = standing.history.decided[person], standing.labels[person]
    moved_from = standing.sorting.groups[before]["name"] if before != now else ""
    result, name = standing.current, standing.names[person]
    moved = Message("why-moved", name=name, group=title_of(moved_from))
    has_exchanged = bool(moved_from) and person in standing.history.exchanged
    if has_exchanged:
        other = standing.names[standing.history.exchanged[person][0]]
        moved = Message("results-why-exchanged", other=other, **moved.facts)
    if not result.is_mixed:
        why = explain_person(result, name, moved_from)
        if not has_exchanged:
            return why.words()
        first, *others = replace(why, decided_by=BY_EXCHANGE, moved_from="").words()
        return [first, moved, *others]
    told = [Message("results-why-here", name=name, group=standing.titles[now])]
    if moved_from:
        told.append(moved)
    choice = find_choices(result.decision)[person]
    if choice is not None:
        told.append(Message("results-why-choice", place=choice))
    told += [NamedRule(*rule).sentence() for rule in rules_by_person(result.decision).get(name, ())]
    return told if len(told) > 1 else [*told, Message("results-why-mixed")]


def _places(standing: Standing) -> dict[Any, tuple[str, str]]:
    """Return everybody's name and group, by what tells that two are the same person."""
    groups = [group["name"] for group in standing.sorting.groups]
    return {
        place.response_id or (standing.sorting.id, place.position): (name, groups[label])
        for name, place, label in zip(standing.names, standing.places, standing.labels, strict=True)
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
    n_left
        People in it who have left, where others wait for their places.
    """

    n_new: int = 0
    n_changed: int = 0
    n_left: int = 0

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
    n_moved, n_exchanges
        People who were moved by hand; how often two people exchanged places by themselves.
    published
        Whether people see it.
    n_unpublished
        People who have been moved since it was published.
    settled
        How many people are settled, in words; None if that was not measured, or people have moved since.
    """

    sorting: Sorting
    news: News
    n_moved: int
    n_exchanges: int
    published: bool
    n_unpublished: int
    settled: Message | None = None

    @property
    def making(self) -> str | Message:
        """What it was made of."""
        return tell_making(self.sorting)


def read_news(session: Session, sorting: Sorting) -> News:
    """Return what came in after a result was made."""
    of_result = select(Place.response_id).where(Place.sorting_id == sorting.id)
    placed = of_result.where(Place.response_id.is_not(None))
    there = select(func.count()).select_from(Response).where(Response.event_id == sorting.event_id)
    waiting = waiting_places(session, sorting.id)
    n_new = session.scalar(there.where(Response.id.not_in(placed), Response.id.not_in(list(waiting)))) or 0
    later = there.where(Response.id.in_(placed), Response.changed_at > sorting.answers_at)
    n_left = sum(one is None for one in session.scalars(of_result)) if waiting else 0
    return News(n_new, session.scalar(later) or 0, n_left)


def read_listed(session: Session, event: Event, sorting: Sorting, history: History) -> ListedResult:
    """Return a result as lists show it."""
    published = event.published_sorting_id == sorting.id
    return ListedResult(
        sorting=sorting,
        news=read_news(session, sorting),
        n_moved=len(history.moved_by_hand),
        n_exchanges=len(history.exchanges),
        published=published,
        n_unpublished=len(history.unpublished) if published else 0,
        # What is kept was counted when they were sorted; the board counts anew once people were moved.
        settled=None
        if history.moved
        else _tell_counts(session.scalar(select(Sorting.about["settled"]).where(Sorting.id == sorting.id))),
    )


def _tell_counts(about: Mapping[str, Any] | None) -> Message | None:
    """Return how many people are settled, of what is kept of a result; None if nothing is."""
    if not about:
        return None
    return count_settled(about["counts"][0], sum(about["counts"]), about["settled_from"], about["any_fixed"])


def list_results(session: Session, event: Event) -> list[ListedResult]:
    """Return an event's results, the newest first."""
    found = list_sortings(session, event)
    histories = read_histories(session, [sorting.id for sorting in found])
    return [read_listed(session, event, sorting, histories[sorting.id]) for sorting in found]
