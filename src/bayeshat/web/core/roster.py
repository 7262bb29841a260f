"""The roster: who is expected to answer, each with a link of their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from ...tables.person_columns import find_names
from ...tables.person_ids import ID_HEADINGS, ids_of, same_ids
from ...tables.table import Table
from ...tables.text import in_line, quote
from ...words.message import Message
from ..db.schema import Event, Response, RosterEntry, Upload, is_id
from ..people_names import Repeated, name_key
from ..refusals import NotFound, Refused
from ..security import Keys, hash_token, same
from ..settings import Settings
from .builder import clean_text

_LONGEST_NAME = 100
_LONGEST_ADDRESS = 254
_LONGEST_ID = 200
_LONGEST_KEY = 200
# People whom a question names who come more than once.
_NAMED = 20
_ADDRESS = re.compile(r"[^@\s<>,;:\"'()\[\]\\]+@[^@\s<>,;:\"'()\[\]\\]+")
_NO_LINK = "There is no such personal link. Check the address, or ask the person who sent it for a new one."


@dataclass(frozen=True)
class Expected:
    """Somebody who is expected to answer, as the organiser gave them.

    Attributes
    ----------
    name, email
        The e-mail address may be empty.
    extra
        Numbers and logins of a course system, by their headings.
    """

    name: str
    email: str = ""
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class RosterRow:
    """Somebody on the roster, and their answers if there are any."""

    entry: RosterEntry
    response: Response | None


def read_lines(text: str) -> list[Expected]:
    r"""Return the people in a pasted text, one in a line, with or without an e-mail address.

    Examples
    --------
    >>> [(one.name, one.email) for one in read_lines("Ann Lee <ann@example.org>\nBo;bo@example.org\n\nLee, Cy")]
    [('Ann Lee', 'ann@example.org'), ('Bo', 'bo@example.org'), ('Lee, Cy', '')]
    """
    people = []
    for line in text.splitlines():
        found = _ADDRESS.search(line)
        rest = line if found is None else line[: found.start()] + " " + line[found.end() :]
        name = clean_text(rest).strip(" ,;<>\"'\t")
        if found is not None or name:
            people.append(Expected(name or found[0], found[0] if found else ""))  # type: ignore[index]
    return people


def read_class_list(table: Table) -> list[Expected]:
    """Return the people in a table with names and, maybe, e-mail addresses: a class list of Moodle or Canvas, too.

    Raises
    ------
    Refused
        If no column has names.
    """
    naming = find_names(table, None)
    if naming is None:
        raise Refused(
            Message("roster-no-names", headings=in_line([quote(heading) for heading in table.headings])), "file"
        )
    columns = {column.heading: column.texts() for column in table.columns}
    people = []
    for n, name in enumerate(naming.texts()):
        cells = {heading: clean_text(texts[n])[:_LONGEST_ID] for heading, texts in columns.items()}
        known = {heading: cell for heading, cell in cells.items() if ids_of({heading: cell})}
        email = ids_of(known).get("email", "")
        rest = {heading: cell for heading, cell in known.items() if "email" not in ids_of({heading: cell})}
        if clean_text(name):
            people.append(Expected(clean_text(name), email, rest))
    return people


def read_people(text: str, table: Table | None) -> list[Expected]:
    """Return the people in a pasted text, and in a table if there is one."""
    return read_lines(text) + ([] if table is None else read_class_list(table))


def find_repeated(people: Sequence[Expected]) -> Repeated:
    """Return who comes more than once in a list without an address or id that says whether it is one person.

    Examples
    --------
    >>> find_repeated([Expected("Ann"), Expected("ann"), Expected("Bo", "b@x.org"), Expected("Bo", "o@x.org")]).words
    'Ann'
    """
    names: dict[str, str] = {}
    known: dict[str, list[frozenset[str]]] = {}
    for person in people:
        key = name_key(person.name)
        names.setdefault(key, person.name)
        known.setdefault(key, []).append(frozenset(ids_of(further_columns(person))))
    # People who both have an id of one kind, such as an address, are the same if the ids are equal, and else not.
    again = [
        names[key]
        for key, kinds in known.items()
        if len(kinds) > 1 and (frozenset() in kinds or any(not one & two for one, two in combinations(set(kinds), 2)))
    ]
    return Repeated(tuple(again[:_NAMED]), max(len(again) - _NAMED, 0))


def add_people(
    session: Session, event: Event, people: Sequence[Expected], settings: Settings, *, separate: bool = False
) -> tuple[int, int]:
    """Put people on the roster, and return how many are new, and how many were there.

    People who are on the list keep their links; an e-mail address that is given replaces the one before. People of the
    same name with different addresses or ids are different people.

    Parameters
    ----------
    separate
        Whether people of one name in the list are different people even where nothing tells them apart.

    Raises
    ------
    Refused
        If a name or an address cannot be used, or there are too many people.
    """
    people = [_checked(person) for person in people]
    # The event is held, so that two who add the same people do so one after the other.
    session.execute(select(Event.id).where(Event.id == event.id).with_for_update(key_share=True))
    there = roster_of(session, event)
    by_name: dict[str, list[RosterEntry]] = {}
    for entry in there:
        by_name.setdefault(name_key(entry.name), []).append(entry)
    keys = {entry.key for entry in there}
    # Entries that surely belong to somebody are not given to anybody else, even earlier in the list.
    taken = {one for person in people for one in by_name.get(name_key(person.name), ()) if _is_same(person, one)}
    position = max((entry.position for entry in there), default=-1)
    added = 0
    for person in people:
        namesakes = by_name.setdefault(name_key(person.name), [])
        found = _same_person(person, namesakes, taken if separate else set())
        if found is None:
            added, position = added + 1, position + 1
            key = _free_key(person.name, keys)
            found = RosterEntry(event_id=event.id, position=position, name=person.name, key=key, email="", extra={})
            keys.add(key)
            namesakes.append(found)
            session.add(found)
        taken.add(found)
        found.email = person.email or found.email
        found.extra = {**found.extra, **person.extra}
    if len(there) + added > settings.max_people:
        raise Refused(Message("roster-too-many", most=settings.max_people, count=len(there) + added), "roster")
    session.flush()
    return added, len(people) - added


def remove_people(session: Session, event: Event, entry_ids: Sequence[str]) -> None:
    """Take people off the roster: their links stop working, and what they answered stays."""
    session.execute(
        delete(RosterEntry)
        .where(RosterEntry.event_id == event.id, RosterEntry.id.in_(entry_ids))
        .execution_options(synchronize_session="fetch")
    )
    # Files that wait for an organiser may hold the names, too.
    session.execute(delete(Upload).where(Upload.event_id == event.id))


def roster_of(session: Session, event: Event) -> list[RosterEntry]:
    """Return who is expected to answer, in the organiser's order."""
    wanted = select(RosterEntry).where(RosterEntry.event_id == event.id)
    return list(session.scalars(wanted.order_by(RosterEntry.position, RosterEntry.id)))


def match_answers(
    roster: Sequence[RosterEntry], given: Iterable[tuple[str, str, str | None]]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return whose answers are whose: by personal link, or else by name, each once.

    Parameters
    ----------
    given
        Of each response its id, its name, and the roster's entry that it came from.

    Returns
    -------
    The responses' ids by the entries', and ids and names of responses of people who are not on the roster.
    """
    answered: dict[str, str] = {}
    by_name: dict[str, list[tuple[str, str]]] = {}
    for identity, name, entry_id in given:
        if entry_id is None:
            by_name.setdefault(name_key(name), []).append((identity, name))
        else:
            answered[entry_id] = identity
    for entry in roster:
        if entry.id not in answered and (namesakes := by_name.get(name_key(entry.name))):
            answered[entry.id] = namesakes.pop(0)[0]
    return answered, [one for namesakes in by_name.values() for one in namesakes]


def list_roster(session: Session, event: Event) -> list[RosterRow]:
    """Return everybody on the roster with their answers."""
    roster = roster_of(session, event)
    given = {one.id: one for one in session.scalars(select(Response).where(Response.event_id == event.id))}
    answered, _ = match_answers(roster, [(one.id, one.name, one.roster_entry_id) for one in given.values()])
    return [RosterRow(entry, given.get(answered.get(entry.id, ""))) for entry in roster]


def invited(session: Session, keys: Keys, entry_id: str, token: str) -> tuple[RosterEntry, Event]:
    """Return whose personal link this is, and the event; NotFound if it belongs to nobody."""
    entry = session.get(RosterEntry, entry_id) if is_id(entry_id) else None
    if entry is None or not same(keys.roster_token(entry.id), token):
        raise NotFound(_NO_LINK)
    return entry, session.get_one(Event, entry.event_id)


def link_path(keys: Keys, entry: RosterEntry) -> str:
    """Return the path of somebody's personal link."""
    return f"/p/{entry.id}/{keys.roster_token(entry.id)}"


def further_columns(entry: Expected | RosterEntry) -> dict[str, str]:
    """Return what the organiser knows of somebody, as columns that travel with their answers."""
    return {**({ID_HEADINGS["email"][0]: entry.email} if entry.email else {}), **entry.extra}


def is_address(text: str) -> bool:
    """Say whether a text can be an e-mail address.

    Examples
    --------
    >>> is_address("ann@example.org"), is_address("Ann <ann@example.org>")
    (True, False)
    """
    return len(text) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(text) is not None


def _checked(person: Expected) -> Expected:
    if len(person.name) > _LONGEST_NAME:
        raise Refused(Message("roster-long-name", longest=_LONGEST_NAME, name=quote(person.name)), "roster")
    if person.email and not is_address(person.email):
        address, name = quote(person.email), quote(person.name)
        raise Refused(Message("roster-wrong-address", address=address, name=name), "roster")
    return person


def _same_person(
    person: Expected, namesakes: Sequence[RosterEntry], taken: Collection[RosterEntry]
) -> RosterEntry | None:
    """Return who of the same name it is: addresses or ids tell, or else the first who is not somebody else's."""
    alike = [(entry, _is_same(person, entry)) for entry in namesakes]
    sure = (entry for entry, is_same in alike if is_same)
    return next(sure, next((entry for entry, is_same in alike if is_same is None and entry not in taken), None))


def _is_same(person: Expected, entry: RosterEntry) -> bool | None:
    """Say whether addresses or ids show that it is the same person; None if they do not say."""
    return same_ids(further_columns(person), further_columns(entry))


def _free_key(name: str, keys: Collection[str]) -> str:
    """Return the name without regard to case and spaces, numbered if somebody else has it."""
    plain = name_key(name)
    plain = plain if len(plain) <= _LONGEST_KEY - 10 else hash_token(plain)
    return next(key for n in count(1) if (key := plain if n == 1 else f"{plain} {n}") not in keys)
