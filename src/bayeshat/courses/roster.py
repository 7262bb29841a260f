"""Who takes a course, as a table that every command reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..tables.person_ids import ID_HEADINGS
from .course import Student


def roster_table(students: Sequence[Student]) -> dict[str, list[Any]]:
    """Return a row for each student: the name, and the ids that the course system shows, under their usual headings.

    Examples
    --------
    >>> roster_table([Student("7", ("Ann Lee", "Lee, Ann"), {"email": "ann@example.org", "canvas_user_id": "7"})])
    {'name': ['Ann Lee'], 'e-mail': ['ann@example.org'], 'canvas_user_id': ['7']}
    """
    kinds = [kind for kind in ID_HEADINGS if any(kind in student.ids for student in students)]
    columns = {ID_HEADINGS[kind][0]: [student.ids.get(kind, "") for student in students] for kind in kinds}
    return {"name": [student.name for student in students], **columns}
