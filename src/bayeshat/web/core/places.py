"""Who is where in a result: a row for each person, with names as the responses have them now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, defer, undefer

from ...report.colors import group_colors
from ...report.page.page_people import group_title, measure_sureness
from ...report.result import Result
from ...report.settled_tables import SETTLED_WORDS
from ...words.message import Catalogue, Message, catalogue
from ...words.phrases import title_of
from ...words.voice import DEFAULT
from ..db.schema import Event, Place, Response, Sorting, new_id
from ..people_names import tell_apart
from ..refusals import NotFound, Refused
from ..remembered import Remembered
from .events import parse_known_survey
from .responses import Given, collect_answers
from .result_rows import pack, rearrange_result, unpack
from .wishes import names_friends

# Rows that are written with one statement.
_CHUNK = 1000
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
    sorting
        The result, with everything in it.
    places
        Its people, by position, without their shares and answers: `decided` has these.
    names
        Their names, no two the same.
    given
        What everybody answered, to unpack the result with.
    recent
        The result as it was decided, if it was unpacked before; then nothing that it is unpacked from was read again.
    deletions
        How often somebody had been deleted before this was read.
    """

    sorting: Sorting
    places: tuple[Place, ...]
    names: tuple[str, ...]
    given: tuple[Given, ...]
    recent: Result | None
    deletions: int

    @property
    def labels(self) -> list[int]:
        """Everybody's group now."""
        return [place.group_number for place in self.places]

    @property
    def locked(self) -> list[int]:
        """Positions of those who are locked."""
        return [place.position for place in self.places if place.locked]

    @property
    def groups(self) -> list[str]:
        """The groups' names as headings, as files have them."""
        return [group_title(group["name"]) for group in self.sorting.groups]

    @property
    def titles(self) -> list[str | Message]:
        """The groups' names as headings, as pages have them."""
        return [title_of(group["name"]) for group in self.sorting.groups]

    @cached_property
    def decided(self) -> Result:
        """The result as it was decided."""
        if self.recent is not None:
            return self.recent
        survey = parse_known_survey(self.sorting.survey_toml)
        result = unpack(self.sorting, collect_answers(survey, self.given, self.names))
        _recent.keep(self.sorting.id, _describe_people(self.places, self.names), result, self.deletions)
        return result

    @cached_property
    def current(self) -> Result:
        """The result as it stands, with the changes by hand."""
        return rearrange_result(self.decided, self.labels)


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
        How many of the result's rules are people's own wishes.
    """
    about, arrays = pack(result)
    sureness = measure_sureness(result)
    names, held = result.decision.names, set(locked)
    places = [
        {
            "position": n,
            "response_id": response.id,
            "group_number": int(label),
            "decided_number": int(label),
            "locked": response.id in held,
            "shares": [round(share, 4) for share in sureness.shares[n].tolist()],
            "sureness": SETTLED_WORDS[sureness.levels[n]],
            "answers": response.answers,
            # Names of friends that the form asked for are left out of the result's answers, and so they are here.
            "extra": {
                heading: cell
                for heading, cell in response.extra.items()
                if heading in result.answers.extra or not names_friends(heading)
            },
        }
        for n, (response, label) in enumerate(zip(responses, result.decision.labels, strict=True))
    ]
    sorting = {
        "survey_toml": survey_toml,
        "groups": [{"name": name, "color": color} for name, color in zip(names, colors_of(result), strict=True)],
        "n_people": len(places),
        "made_of": describe_making(result, len(locked), n_wishes),
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
    # Rows that are held cannot be deleted before this result is visible to the deletion.
    held = select(Response.id).where(Response.event_id == event.id).order_by(Response.id)
    there = set(session.scalars(held.with_for_update(read=True, key_share=True)))
    rows = [
        {**place, "sorting_id": sorting.id}
        if place["response_id"] in there
        else {**place, "sorting_id": sorting.id, "response_id": None, "answers": {}, "extra": {}, "locked": False}
        for place in packed.places
    ]
    for start in range(0, len(rows), _CHUNK):
        session.execute(Place.__table__.insert(), rows[start : start + _CHUNK])  # type: ignore[attr-defined]
    return sorting


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
    return Standing(known, places, names, given, recent, session.info["deletions"])


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
    """Refuse a number that is nobody's."""
    if not 0 <= person < sorting.n_people:
        raise Refused(Message("results-no-person"), "person")


def colors_of(result: Result) -> tuple[str, ...]:
    """Return the groups' colours, as the report has them."""
    names = result.decision.names
    wanted = None
    if len(names) == result.survey.n_clusters:
        wanted = [cluster.color for cluster in result.survey.clusters]
    return group_colors(names, wanted)


def describe_making(result: Result, n_locked: int, n_wishes: int) -> list[list[Any]]:
    """Return what a result was made of, for `tell_making`: pairs of a kind and a value."""
    sizes: Mapping[str, Any] | str | None = result.options.get("target")
    told: list[list[Any]] = [["people", result.decision.n_people]]
    if sizes is None:
        told.append(["any", 0])
    elif isinstance(sizes, Mapping):
        kind = "sizes" if result.options.get("totals") is None else "totals"
        told.append([kind, [[group_title(str(name)), str(size)] for name, size in sizes.items()]])
    else:
        told.append(["even", 0] if sizes == "balanced" else ["each", str(sizes)])
    rules = result.decision.kept
    # Locked people and wishes are rules, too, but not the organiser's.
    count = 0 if rules is None else sum(not rule.automatic for rule in rules.ruling.rules)
    told.append(["rules", max(count - n_locked - n_wishes, 0)])
    if n_locked:
        told.append(["locked", n_locked])
    return told


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
    """Return everybody's name; whoever is removed is called so in the event's language, which all organisers share."""
    if None not in names:
        return tell_apart([name for name in names if name is not None])
    say, numbers = _words_of_event(session, sorting.event_id), count(1)
    return tell_apart([say("results-removed", number=next(numbers)) if name is None else name for name in names])


def _next_title(session: Session, event: Event) -> str:
    taken = set(session.scalars(select(Sorting.title).where(Sorting.event_id == event.id)))
    say = catalogue(event.language)
    titles = (say("results-number", number=n) for n in count(len(taken) + 1))
    return next(title for title in titles if title not in taken)


def _words_of_event(session: Session, event_id: str) -> Catalogue:
    return catalogue(session.scalar(select(Event.language).where(Event.id == event_id)) or DEFAULT)
