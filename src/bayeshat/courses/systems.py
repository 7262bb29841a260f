"""The course systems, and which of them an address belongs to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from ..errors import CourseError
from ..tables.text import clip
from ..words.message import Message
from .canvas import CANVAS
from .course import Course, System
from .moodle import MOODLE
from .site import Site, check_root

SYSTEMS: tuple[System, ...] = (CANVAS, MOODLE)


def open_course(address: str, environment: Mapping[str, str]) -> Course:
    """Return the course whose page has this address; its token is in the environment.

    Examples
    --------
    >>> course = open_course("https://canvas.example/courses/123/users", {"BAYESHAT_CANVAS_TOKEN": "secret"})
    >>> course.system, course.number, course.site.root
    ('Canvas', '123', 'https://canvas.example')
    >>> course = open_course("https://uni.example/moodle/course/view.php?id=7", {"BAYESHAT_MOODLE_TOKEN": "secret"})
    >>> course.system, course.number, course.site.root
    ('Moodle', '7', 'https://uni.example/moodle')
    """
    parts = urlsplit(address.strip())
    page = f"{parts.path}?{parts.query}" if parts.query else parts.path
    for system in SYSTEMS:
        found = re.fullmatch(system.pattern, page)
        if found and parts.hostname and parts.username is None:
            root = f"{parts.scheme}://{parts.netloc}{found[1]}"
            check_root(root)
            course: Course = system.open(Site(root, _read_token(system, environment)), found[2])
            return course
    # What is behind the path is not repeated: it may hold a secret.
    got = f"{parts.scheme}://{parts.hostname or ''}{parts.path}" if parts.scheme else parts.path
    raise CourseError(Message("courses-address", got=clip(got)))


def _read_token(system: System, environment: Mapping[str, str]) -> str:
    token = environment.get(system.variable, "").strip()
    if not token:
        raise CourseError(Message("courses-no-token", system=system.name, variable=system.variable))
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise CourseError(Message("courses-odd-token", system=system.name, variable=system.variable))
    return token
