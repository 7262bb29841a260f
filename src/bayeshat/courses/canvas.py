"""Courses in Canvas: its REST API, with a token in a header and lists in pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin

from ..errors import CourseError
from ..tables.text import normalise
from ..words.message import Message
from .course import CourseGroup, GroupSet, Membership, Student, System, read_records
from .site import Answer, Form, Site

# Entries in a page: Canvas sends ten if it is not asked for more.
_PAGE = "100"
# Pages of a list: a server that always names another one has lost count.
_MOST_PAGES = 1000
_NEXT = re.compile(r'<([^>]*)>\s*;[^,]*\brel="?next"?', re.IGNORECASE)
# Which columns of our tables hold what Canvas says of somebody.
_IDS = {"email": "email", "user_id": "sis_user_id", "login_id": "login_id", "canvas_user_id": "id"}


@dataclass(frozen=True, eq=False)
class CanvasCourse:
    """A course in Canvas."""

    site: Site
    number: str
    system: str = "Canvas"

    def students(self) -> list[Student]:
        """Return who takes the course, without Canvas's own test student."""
        asked = [("enrollment_type[]", "student"), ("include[]", "email")]
        found = self._list(f"courses/{self.number}/users", asked, "id", "name")
        students = {}
        for one in found:
            names = dict.fromkeys(str(one[key]) for key in ("name", "sortable_name", "short_name") if one.get(key))
            ids = {kind: str(one[key]) for kind, key in _IDS.items() if one.get(key)}
            students[str(one["id"])] = Student(str(one["id"]), tuple(names), ids)
        return list(students.values())

    def find_set(self, name: str, wanted: Sequence[str]) -> GroupSet:  # noqa: ARG002
        """Return a group set as it is now; groups of other sets may have the same names."""
        sets = self._list(f"courses/{self.number}/group_categories", [], "id", "name")
        # Those with a role, such as "student_organized", are Canvas's own.
        found = [one for one in sets if normalise(str(one["name"])) == normalise(name) and not one.get("role")]
        if not found:
            return GroupSet()
        groups = self._list(f"group_categories/{found[0]['id']}/groups", [], "id", "name")
        return GroupSet(str(found[0]["id"]), tuple(map(self._read_group, groups)))

    def make_set(self, name: str) -> str:
        """Make a group set, and return its number."""
        return self._make(f"courses/{self.number}/group_categories", [("name", name)])

    def make_groups(self, set_id: str, names: Sequence[str]) -> Iterator[dict[str, str]]:
        """Make groups in a set, one by one; yield the numbers of those that are there, by name."""
        made: dict[str, str] = {}
        for name in names:
            made[name] = self._make(f"group_categories/{set_id}/groups", [("name", name)])
            yield dict(made)

    def add(self, members: Sequence[Membership]) -> Iterator[int]:
        """Put people into groups, one by one; yield how many are there."""
        for count, (group, person) in enumerate(members, 1):
            self._make(f"groups/{group}/memberships", [("user_id", person)])
            yield count

    def remove(self, members: Sequence[Membership]) -> Iterator[int]:
        """Take people out of groups, one by one; yield how many are out."""
        for count, (group, person) in enumerate(members, 1):
            self._check(self._send(f"groups/{group}/users/{person}", method="DELETE"))
            yield count

    def _read_group(self, group: dict[str, Any]) -> CourseGroup:
        members = self._list(f"groups/{group['id']}/memberships", [], "user_id")
        return CourseGroup(str(group["id"]), str(group["name"]), frozenset(str(one["user_id"]) for one in members))

    def _list(self, path: str, asked: Form, *keys: str) -> list[dict[str, Any]]:
        """Return all entries of a list, page by page."""
        address = f"{path}?{urlencode([*asked, ('per_page', _PAGE)])}"
        found: list[dict[str, Any]] = []
        for _ in range(_MOST_PAGES):
            answer = self._check(self._send(address, repeats=True))
            found += read_records(self, answer.json(), keys)
            # The address of the next page is taken as it is: Canvas may change what is in it.
            following = _NEXT.search(", ".join(answer.headers.get_all("Link", [])))
            if following is None:
                return found
            address = following[1]
        raise CourseError(Message("courses-odd", host=self.site.host, system=self.system))

    def _make(self, path: str, form: Form) -> str:
        """Make something, and return its number."""
        made = self._check(self._send(path, method="POST", form=form)).json()
        [record] = read_records(self, [made], ["id"])
        return str(record["id"])

    def _send(self, path: str, **how: Any) -> Answer:
        address = urljoin(f"{self.site.root}/api/v1/", path)
        return self.site.send(address, headers={"Authorization": f"Bearer {self.site.token}"}, **how)

    def _check(self, answer: Answer) -> Answer:
        """Return an answer that is no error; raise CourseError with what Canvas says if it is one."""
        if answer.status < 400:
            return answer
        said = self.site.hide(_read_error(answer.json()))
        told = {"host": self.site.host, "said": said or f"HTTP {answer.status}", "system": self.system}
        if answer.status == 401 and (answer.headers.get("WWW-Authenticate") or "access token" in said.lower()):
            raise CourseError(Message("courses-token-refused", variable=CANVAS.variable, **told))
        if answer.status in (401, 403):
            raise CourseError(Message("courses-not-allowed", **told))
        if answer.status == 404:
            raise CourseError(Message("courses-not-found", number=self.number, **told))
        if answer.status >= 500:
            raise CourseError(Message("courses-failed", status=answer.status, **told))
        raise CourseError(Message("courses-refused", **told))


def _read_error(content: Any) -> str:
    """Return what an error says: its messages in a list, or by the fields that are wrong."""
    errors = content.get("errors", content.get("message", "")) if isinstance(content, dict) else ""
    if isinstance(errors, dict):
        errors = [one for some in errors.values() for one in (some if isinstance(some, list) else [some])]
    if isinstance(errors, list):
        return "; ".join(str(one.get("message", "")) if isinstance(one, dict) else str(one) for one in errors)
    return str(errors)


CANVAS = System("Canvas", r"(.*)/courses/(\d+)(?:[/?].*)?", "BAYESHAT_CANVAS_TOKEN", CanvasCourse)
