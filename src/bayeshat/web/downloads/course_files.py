"""Groups as files that course systems read: Moodle and Canvas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from ...report.tables import Table
from ..people_names import name_key
from ..results.places import Standing
from ..roster.person_ids import ids_of, same_ids
from ..roster.roster import further_columns, roster_of
from ..storage.schema import Event, Response, RosterEntry


@dataclass(frozen=True)
class CoursePerson:
    """Somebody in a group.

    Attributes
    ----------
    name, group
        Who is where.
    ids
        E-mail address, numbers and logins that are known, by `person_ids.ID_HEADINGS`.
    """

    name: str
    group: str
    ids: Mapping[str, str]


@dataclass(frozen=True)
class CourseFile:
    """A file for a course system: its table, and who is left out because nothing says who they are there."""

    table: Table
    unmatched: tuple[str, ...]


def course_people(session: Session, event: Event, standing: Standing) -> list[CoursePerson]:
    """Return everybody in a result with what is known of them: from their own file, or from the roster.

    Somebody is on the roster by their personal link, by an e-mail address or number, or by a name that is there once.
    """
    roster = roster_of(session, event)
    rows = session.execute(select(Response.id, Response.roster_entry_id).where(Response.event_id == event.id))
    links = {row.id: row.roster_entry_id for row in rows}
    groups = standing.groups
    people = []
    for place, name in zip(standing.places, standing.names, strict=True):
        if place.response_id is not None:
            entry = _find_entry(roster, links.get(place.response_id), place.extra, name)
            known = {} if entry is None else ids_of(further_columns(entry))
            people.append(CoursePerson(name, groups[place.group_number], {**known, **ids_of(place.extra)}))
    return people


def canvas_groups(people: Sequence[CoursePerson]) -> CourseFile:
    """Return the file that Canvas imports into a group set: who is in which group.

    Canvas wants one of its own number, the school's number or the login; where only an e-mail address is known, it is
    taken for the login.
    """
    columns = ("canvas_user_id", "user_id", "login_id")
    rows = []
    for person in people:
        ids = {column: person.ids.get(column, "") for column in columns}
        if not any(ids.values()):
            ids["login_id"] = person.ids.get("email", "")
        rows.append((person, ids))
    known = [(person, ids) for person, ids in rows if any(ids.values())]
    table: Table = {"name": [person.name for person, _ in known]}
    table |= {column: [ids[column] for _, ids in known] for column in columns}
    table["group_name"] = [person.group for person, _ in known]
    return CourseFile(table, tuple(person.name for person, ids in rows if not any(ids.values())))


def moodle_groups(people: Sequence[CoursePerson], description: str) -> CourseFile:
    """Return the file that makes the groups in a Moodle course; who is in them is told by `moodle_users`."""
    groups = sorted({person.group for person in people})
    # Moodle refuses a table of a single column.
    return CourseFile({"groupname": list(groups), "description": [description] * len(groups)}, ())


def moodle_users(people: Sequence[CoursePerson], course: str) -> CourseFile:
    """Return the file by which Moodle's "Upload users" puts people into the groups of a course.

    Moodle wants the user name; where only an e-mail address is known, it is taken for that.

    Parameters
    ----------
    course
        The course's short name in Moodle.
    """
    known = [person for person in people if person.ids.keys() & {"username", "email"}]
    table: Table = {
        # Moodle's user names are in small letters.
        "username": [person.ids.get("username", person.ids.get("email", "")).lower() for person in known],
        "email": [person.ids.get("email", "") for person in known],
        "course1": [course] * len(known),
        "group1": [person.group for person in known],
    }
    return CourseFile(table, tuple(person.name for person in people if person not in known))


# The files by their names; each is made of the people, the event's title and the course's short name.
FILES: dict[str, Callable[[Sequence[CoursePerson], str, str], CourseFile]] = {
    "canvas_groups.csv": lambda people, title, course: canvas_groups(people),  # noqa: ARG005
    "moodle_groups.csv": lambda people, title, course: moodle_groups(people, title),  # noqa: ARG005
    "moodle_users.csv": lambda people, title, course: moodle_users(people, course),  # noqa: ARG005
}


def _find_entry(
    roster: Sequence[RosterEntry], entry_id: str | None, extra: Mapping[str, str], name: str
) -> RosterEntry | None:
    linked = [entry for entry in roster if entry.id == entry_id]
    same = [entry for entry in roster if same_ids(extra, further_columns(entry))]
    named = [
        entry
        for entry in roster
        if name_key(entry.name) == name_key(name) and same_ids(extra, further_columns(entry)) is not False
    ]
    return next((found[0] for found in (linked, same, named) if len(found) == 1), None)
