"""What every course system can do: say who is in a course, and take groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..errors import CourseError
from ..words.message import Message
from .site import Site


@dataclass(frozen=True)
class Student:
    """Somebody who takes a course.

    Attributes
    ----------
    id
        The course system's own number.
    names
        What the person is called; the first is shown, others are how lists may have it.
    ids
        E-mail address, numbers and logins, by the kinds of ``ID_HEADINGS``.
    """

    id: str
    names: tuple[str, ...]
    ids: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.names[0]


@dataclass(frozen=True)
class CourseGroup:
    """A group in a course: the system's own number, the name, and the numbers of its members."""

    id: str
    name: str
    members: frozenset[str]


@dataclass(frozen=True)
class GroupSet:
    """A set of groups of one course, in which everybody is in one group: a group set in Canvas, a grouping in Moodle.

    Attributes
    ----------
    id
        The system's own number; None if there is no such set yet.
    groups
        Its groups.
    taken
        Names that no group of this set can have, because other groups of the course have them.
    """

    id: str | None = None
    groups: tuple[CourseGroup, ...] = ()
    taken: tuple[str, ...] = ()


# Somebody's place in a group, by the system's numbers: the group's, the person's.
Membership = tuple[str, str]


class Course(Protocol):
    """A course in some system, as the person sees it whose token is used.

    What writes yields, after each request, how many of the things that it was asked for are there now, so that this can
    be told if the next request fails.
    """

    @property
    def system(self) -> str:
        """What the system is called."""

    @property
    def number(self) -> str:
        """The course's number."""

    @property
    def site(self) -> Site:
        """The web service."""

    def students(self) -> list[Student]:
        """Return who takes the course."""

    def find_set(self, name: str, wanted: Sequence[str]) -> GroupSet:
        """Return a set of groups as it is now; ``wanted`` are the names that its groups should have."""

    def make_set(self, name: str) -> str:
        """Make a set of groups, and return its number."""

    def make_groups(self, set_id: str, names: Sequence[str]) -> Iterator[dict[str, str]]:
        """Make groups in a set; yield the numbers of those that are there, by name."""

    def add(self, members: Sequence[Membership]) -> Iterator[int]:
        """Put people into groups; yield how many are there."""

    def remove(self, members: Sequence[Membership]) -> Iterator[int]:
        """Take people out of groups; yield how many are out."""


@dataclass(frozen=True)
class System:
    """A course system: how its courses are recognised, and with what they are opened.

    Attributes
    ----------
    name
        What it is called.
    pattern
        What the path and the query of a course's page look like: first the path of the site, then the course's number.
    variable
        The variable of the environment that holds the token.
    open
        Returns a course from its site and its number.
    """

    name: str
    pattern: str
    variable: str
    open: Any = field(repr=False)


def read_records(course: Course, content: Any, keys: Iterable[str]) -> list[dict[str, Any]]:
    """Return a list of records that have some keys; raise CourseError if the answer is something else."""
    wanted = tuple(keys)
    if not isinstance(content, list) or not all(
        isinstance(one, dict) and all(key in one for key in wanted) for one in content
    ):
        raise CourseError(Message("courses-odd", host=course.site.host, system=course.system))
    return content
