"""Groups written into a course: whom the names mean there, what there is to do, and doing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import CourseError, InputError
from ..options import Progress
from ..rules.reading import read_assignment
from ..tables.person_columns import find_names, read_names
from ..tables.person_ids import ids_of
from ..tables.person_names import NameIndex
from ..tables.reading import read_table
from ..tables.text import clip, listed, normalise, quoted, quoted_some
from ..words.message import Message, join, join_some
from ..words.phrases import title_of
from .course import Course, CourseGroup, GroupSet, Membership, Student

# People named in a sentence, and groups.
_NAMED, _LISTED = 10, 30
# The longest name of a group or a set that both systems take, and what Moodle takes for the start of a tag.
_LONGEST_NAME = 200
_TAG = "<"
# The kinds of ids that may be one and the same: many logins are e-mail addresses.
_LOGINS = ("email", "username", "login_id")
# People have several e-mail addresses, but one number.
_SEVERAL = frozenset(_LOGINS)


@dataclass(frozen=True)
class Placed:
    """Somebody in a table of groups: name, group, and what else says who it is."""

    name: str
    group: str
    ids: Mapping[str, str]


def read_placed(path: Path, prefix: str = "") -> list[Placed]:
    """Return who is in which group, from a table such as assignments.csv; people who wait for a place are left out.

    ``prefix`` is put before the names of the groups.
    """
    table = read_table(path)
    # This also says what is wrong with the table.
    groups = read_assignment(table)
    naming = find_names(table, None)
    names = [] if naming is None else read_names(naming)
    columns = {column.heading: column.texts() for column in table.columns}
    rows = {name: row for row, name in reversed(list(enumerate(names))) if name in groups}
    placed = []
    for name, group in groups.items():
        ids = ids_of({heading: cells[rows[name]].strip() for heading, cells in columns.items()})
        placed.append(Placed(name, f"{prefix}{title_of(group)}", ids))
    return placed


@dataclass(frozen=True)
class Found:
    """Whom the people in a table are in a course.

    Attributes
    ----------
    groups
        The students of each group, by its name.
    by_name
        People who have another address in the course, and were found by their name.
    absent
        People who are not in the course.
    left
        Students who are not in the table.
    """

    groups: Mapping[str, Sequence[Student]]
    by_name: Sequence[str]
    absent: Sequence[str]
    left: Sequence[Student]


def find_people(placed: Sequence[Placed], students: Sequence[Student], course: Course) -> Found:
    """Return whom the people in a table are in a course: by their ids, or else by a name that one student has.

    Raises
    ------
    InputError
        If a name could mean several students, or two people of the table are the same student.
    """
    index = _Students(students)
    groups: dict[str, list[Student]] = {}
    by_name, absent = [], []
    unclear: list[Message] = []
    seen: dict[str, str] = {}
    for person in placed:
        same, others = index.find(person)
        if len(same) > 1:
            several = [Message("courses-somebody", name=one.name, id=_tell_id(one)) for one in same]
            unclear.append(Message("courses-may-be", name=clip(person.name), names=join_some(several, _NAMED)))
        elif not same:
            absent.append(person.name)
        elif same[0].id in seen:
            both = {"name": clip(person.name), "other": clip(seen[same[0].id]), "student": same[0].name}
            unclear.append(Message("courses-twice", **both))
        else:
            seen[same[0].id] = person.name
            groups.setdefault(person.group, []).append(same[0])
            by_name += [person.name] if others else []
    if unclear:
        raise InputError(Message("courses-unclear", count=len(unclear), people=listed(unclear)))
    if not seen:
        told = {"number": course.number, "host": course.site.host, "count": len(students)}
        raise InputError(Message("courses-nobody", names=quoted_some(absent, 3), **told))
    return Found(groups, by_name, absent, [one for one in students if one.id not in seen])


class _Students:
    """Students by what says who they are."""

    def __init__(self, students: Sequence[Student]) -> None:
        self._by_id: dict[tuple[str, str], list[Student]] = {}
        for student in students:
            for kind, cell in student.ids.items():
                self._by_id.setdefault((_plain_kind(kind), normalise(cell)), []).append(student)
        called = [(name, student) for student in students for name in student.names]
        self._called = [student for _, student in called]
        self._names = NameIndex([name for name, _ in called])

    def find(self, person: Placed) -> tuple[list[Student], bool]:
        """Return which students a person may be, and whether these have another address than the person."""
        for kind, cell in person.ids.items():
            if same := self._by_id.get((_plain_kind(kind), normalise(cell))):
                return _distinct(same), False
        named = _distinct([self._called[place] for place in self._names.find(person.name)])
        # Somebody of another number is somebody else.
        may_be = [one for one in named if not _differ(person.ids, one.ids)]
        known = {_plain_kind(kind) for kind in person.ids}
        return may_be, any(known & {_plain_kind(kind) for kind in one.ids} for one in may_be)


def _plain_kind(kind: str) -> str:
    return _LOGINS[0] if kind in _LOGINS else kind


def _differ(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Say whether two people have different numbers of one kind."""
    shared = (one.keys() & other.keys()) - _SEVERAL
    return any(normalise(one[kind]) != normalise(other[kind]) for kind in shared)


def _distinct(students: Sequence[Student]) -> list[Student]:
    return list({student.id: student for student in students}.values())


def _tell_id(student: Student) -> str:
    return next((student.ids[kind] for kind in (*_LOGINS, *student.ids) if kind in student.ids), student.id)


@dataclass(frozen=True)
class Plan:
    """What there is to write into a course.

    Attributes
    ----------
    course, name
        The course, and the name of the set of groups.
    found
        Who is to be in which group.
    there
        The set as it is.
    """

    course: Course
    name: str
    found: Found
    there: GroupSet

    @cached_property
    def known(self) -> dict[str, CourseGroup]:
        """The groups of the set that the table has too, by the table's names."""
        groups = {normalise(group.name): group for group in self.there.groups}
        return {name: groups[normalise(name)] for name in self.found.groups if normalise(name) in groups}

    @property
    def new_groups(self) -> list[str]:
        """The names of groups to make."""
        return [name for name in self.found.groups if name not in self.known]

    @cached_property
    def additions(self) -> list[tuple[str, Student]]:
        """Who is to be put into which group."""
        return [
            (name, student)
            for name, students in self.found.groups.items()
            for student in students
            if name not in self.known or student.id not in self.known[name].members
        ]

    @cached_property
    def moves(self) -> list[tuple[CourseGroup, Student]]:
        """Who is in another group of the set now, and must leave it."""
        wanted = {student.id: (name, student) for name, some in self.found.groups.items() for student in some}
        return [
            (group, wanted[person][1])
            for group in self.there.groups
            for person in sorted(group.members & wanted.keys())
            if group is not self.known.get(wanted[person][0])
        ]

    @property
    def other_groups(self) -> list[CourseGroup]:
        """The groups of the set that the table does not have; they stay as they are."""
        return [group for group in self.there.groups if group not in self.known.values()]

    @property
    def is_done(self) -> bool:
        """Whether all is there already."""
        return not (self.there.id is None or self.new_groups or self.additions or self.moves)

    def check(self, update: bool) -> None:
        """Raise InputError if what is there forbids the plan; with ``update``, people may be moved."""
        if self.there.taken:
            names = quoted(self.there.taken)
            raise InputError(Message("courses-taken", system=self.course.system, names=names, set=clip(self.name)))
        if update or self.there.id is None:
            return
        others = [Message("courses-other-group", group=clip(group.name)) for group in self.other_groups]
        moved = [
            Message("courses-other-place", name=student.name, group=clip(group.name)) for group, student in self.moves
        ]
        ours = {student.id for students in self.found.groups.values() for student in students}
        strangers = [
            Message("courses-other-people", group=clip(group.name), count=len(group.members - ours))
            for group in self.known.values()
            if group.members - ours
        ]
        if told := [*others, *moved, *strangers]:
            raise InputError(
                Message("courses-there", set=clip(self.name), host=self.course.site.host, what=listed(told))
            )

    def words(self) -> list[Message]:
        """Return what is to be written, and who is left out, in sentences."""
        told = {"host": self.course.site.host, "set": self.name, "number": self.course.number}
        told_system = {"system": self.course.system, **told}
        lines = [Message("courses-plan-new" if self.there.id is None else "courses-plan-set", **told_system)]
        if self.new_groups:
            names = join_some([clip(name) for name in self.new_groups], _LISTED)
            lines.append(Message("courses-plan-groups", count=len(self.new_groups), names=names))
        if self.additions:
            lines.append(Message("courses-plan-members", count=len(self.additions)))
        if self.moves:
            names = join_some([student.name for _, student in self.moves], _NAMED)
            lines.append(Message("courses-plan-moves", count=len(self.moves), names=names))
        if self.other_groups:
            names = join_some([clip(group.name) for group in self.other_groups], _NAMED)
            lines.append(Message("courses-plan-stay", count=len(self.other_groups), names=names))
        for message, people in (
            ("courses-plan-by-name", self.found.by_name),
            ("courses-plan-absent", self.found.absent),
            ("courses-plan-left", [student.name for student in self.found.left]),
        ):
            if people:
                lines.append(Message(message, count=len(people), names=join_some(list(map(clip, people)), _NAMED)))
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "system": self.course.system,
            "host": self.course.site.host,
            "course": self.course.number,
            "set": self.name,
            "new_set": self.there.id is None,
            "new_groups": self.new_groups,
            "additions": [{"group": name, "name": student.name} for name, student in self.additions],
            "moves": [{"from": group.name, "name": student.name} for group, student in self.moves],
            "groups_that_stay": [group.name for group in self.other_groups],
            "found_by_name": list(self.found.by_name),
            "not_in_the_course": list(self.found.absent),
            "not_in_the_file": [student.name for student in self.found.left],
        }


def make_plan(course: Course, name: str, placed: Sequence[Placed]) -> Plan:
    """Return what there is to write; nothing is written."""
    groups = list(dict.fromkeys(person.group for person in placed))
    wrong = [clip(text) for text in (name, *groups) if not text.strip() or len(text) > _LONGEST_NAME or _TAG in text]
    if wrong:
        raise InputError(Message("courses-names", most=_LONGEST_NAME, names=quoted(wrong)))
    found = find_people(placed, course.students(), course)
    return Plan(course, name, found, course.find_set(name, groups))


@dataclass
class Written:
    """What has been written so far."""

    new_set: bool = False
    n_groups: int = 0
    n_out: int = 0
    n_members: int = 0

    def words(self, plan: Plan) -> Message:
        """Return how much of a plan this is."""
        parts = [Message("courses-wrote-set", set=clip(plan.name))] if self.new_set else []
        for message, count, total in (
            ("courses-wrote-groups", self.n_groups, len(plan.new_groups)),
            ("courses-wrote-out", self.n_out, len(plan.moves)),
            ("courses-wrote-members", self.n_members, len(plan.additions)),
        ):
            if total:
                parts.append(Message(message, count=count, total=total))
        return Message("courses-wrote", what=join(parts, "and") if parts else Message("words-value-nothing"))


def carry_out(plan: Plan, written: Written, progress: Progress) -> None:
    """Write what a plan says, and keep account of it in ``written``.

    Raises
    ------
    CourseError
        If the course system fails or refuses; the error says what has been written, and that the same call goes on
        from there.
    """
    course = plan.course
    total = 1 + len(plan.new_groups) + len(plan.moves) + len(plan.additions)

    def tell() -> None:
        done = written.n_groups + written.n_out + written.n_members
        progress(done / total, Message("progress-publishing", host=course.site.host))

    tell()
    try:
        set_id = plan.there.id
        if set_id is None:
            set_id = course.make_set(plan.name)
            written.new_set = True
        ids = {name: group.id for name, group in plan.known.items()}
        for made in course.make_groups(set_id, plan.new_groups):
            ids |= made
            written.n_groups = len(made)
            tell()
        # Who is to move leaves first: nobody is in two groups.
        out: list[Membership] = [(group.id, student.id) for group, student in plan.moves]
        for written.n_out in course.remove(out):
            tell()
        for written.n_members in course.add([(ids[name], student.id) for name, student in plan.additions]):
            tell()
    except CourseError as error:
        raise CourseError(Message("courses-partly", why=error.words, wrote=written.words(plan))) from None
