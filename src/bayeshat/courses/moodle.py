"""Courses in Moodle: functions of its web service, called by name with a token in the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from ..errors import CourseError
from ..tables.text import normalise
from ..words.message import Message
from .course import CourseGroup, GroupSet, Membership, Student, System, read_records
from .site import Form, Site

# Things in one call: servers take a thousand fields of a form, three for each thing.
_AT_ONCE = 100
# Roles of people who teach or look after a course; everybody else takes it.
_STAFF = frozenset({"manager", "coursecreator", "editingteacher", "teacher"})
# Which columns of our tables hold what Moodle says of somebody.
_IDS = {"email": "email", "username": "username", "id_number": "idnumber", "moodle_user_id": "id"}
# What errors mean, by Moodle's codes.
_TOKEN_REFUSED = frozenset({"invalidtoken", "invalidtimedtoken"})
_NO_FUNCTION = "accessexception"
_NOT_ALLOWED = frozenset({"nopermissions", "requireloginerror", "errorcoursecontextnotvalid"})
_NOT_FOUND = frozenset({"invalidrecord", "invalidrecordunknown", "invalidcourseid"})


@dataclass(frozen=True, eq=False)
class MoodleCourse:
    """A course in Moodle."""

    site: Site
    number: str
    system: str = "Moodle"

    def students(self) -> list[Student]:
        """Return who takes the course: all who are enrolled in it, but for those who only teach."""
        # No more is asked for than is used.
        fields = ",".join(("fullname", "firstname", "lastname", "roles", *_IDS.values()))
        asked = [("options[0][name]", "userfields"), ("options[0][value]", fields)]
        found = self._ask("core_enrol_get_enrolled_users", [("courseid", self.number), *asked], "id", "fullname")
        students = []
        for one in found:
            roles = {role.get("shortname") for role in one.get("roles") or ()}
            if "student" in roles or not roles & _STAFF:
                ids = {kind: unescape(str(one[key])) for kind, key in _IDS.items() if one.get(key)}
                names = [str(one["fullname"])]
                if one.get("firstname") and one.get("lastname"):
                    names.append(f"{one['lastname']}, {one['firstname']}")
                students.append(Student(str(one["id"]), tuple(map(unescape, names)), ids))
        return students

    def find_set(self, name: str, wanted: Sequence[str]) -> GroupSet:
        """Return a grouping as it is now; no two groups of a course have the same name."""
        sets = self._ask("core_group_get_course_groupings", [("courseid", self.number)], "id", "name")
        found = next((one for one in sets if _plain(one) == normalise(name)), None)
        grouped = self._groups_of(sets)
        own = [] if found is None else grouped[str(found["id"])]
        inside = {str(one["id"]) for one in own}
        names = set(map(normalise, wanted))
        every = self._ask("core_group_get_course_groups", [("courseid", self.number)], "id", "name")
        others = [one for one in every if str(one["id"]) not in inside and _plain(one) in names]
        used = {str(one["id"]) for groups in grouped.values() for one in groups}
        members = self._members([*own, *others])
        # An empty group that is in no grouping may be ours, from a call that was cut short.
        taken = [unescape(str(one["name"])) for one in others if str(one["id"]) in used or members[str(one["id"])]]
        groups = [CourseGroup(str(one["id"]), unescape(str(one["name"])), members[str(one["id"])]) for one in own]
        return GroupSet(None if found is None else str(found["id"]), tuple(groups), tuple(taken))

    def make_set(self, name: str) -> str:
        """Make a grouping, and return its number."""
        form = _indexed("groupings", [{"courseid": self.number, "name": name, "description": ""}])
        [made] = self._call("core_group_create_groupings", form, "id")
        return str(made["id"])

    def make_groups(self, set_id: str, names: Sequence[str]) -> Iterator[dict[str, str]]:
        """Make groups in a grouping; yield the numbers of those that are there, by name."""
        if not names:
            return
        every = self._ask("core_group_get_course_groups", [("courseid", self.number)], "id", "name")
        known = {_plain(one): str(one["id"]) for one in every}
        there: dict[str, str] = {}
        for some in _batches(names):
            new = [name for name in some if normalise(name) not in known]
            if new:
                form = _indexed("groups", [{"courseid": self.number, "name": name, "description": ""} for name in new])
                made = self._call("core_group_create_groups", form, "id")
                known |= {normalise(name): str(one["id"]) for name, one in zip(new, made, strict=True)}
            ours = {name: known[normalise(name)] for name in some}
            assigned = [{"groupingid": set_id, "groupid": group} for group in ours.values()]
            self._call("core_group_assign_grouping", _indexed("assignments", assigned))
            there |= ours
            yield dict(there)

    def add(self, members: Sequence[Membership]) -> Iterator[int]:
        """Put people into groups; yield how many are there."""
        return self._change("core_group_add_group_members", members)

    def remove(self, members: Sequence[Membership]) -> Iterator[int]:
        """Take people out of groups; yield how many are out."""
        return self._change("core_group_delete_group_members", members)

    def _change(self, function: str, members: Sequence[Membership]) -> Iterator[int]:
        count = 0
        for some in _batches(members):
            self._call(function, _indexed("members", [{"groupid": group, "userid": person} for group, person in some]))
            count += len(some)
            yield count

    def _groups_of(self, sets: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
        """Return the groups of each grouping, by its number."""
        found: dict[str, list[dict[str, Any]]] = {}
        for some in _batches(sets):
            asked = [*_numbered("groupingids", some), ("returngroups", "1")]
            for one in self._ask("core_group_get_groupings", asked, "id"):
                found[str(one["id"])] = read_records(self, one.get("groups") or [], ["id", "name"])
        return found

    def _members(self, groups: Sequence[dict[str, Any]]) -> dict[str, frozenset[str]]:
        """Return the numbers of each group's members, by its number."""
        found: dict[str, frozenset[str]] = {}
        for some in _batches(groups):
            for one in self._ask("core_group_get_group_members", _numbered("groupids", some), "groupid", "userids"):
                found[str(one["groupid"])] = frozenset(map(str, one["userids"]))
        return found

    def _ask(self, function: str, form: Form, *keys: str) -> list[dict[str, Any]]:
        """Return the records that a function returns which changes nothing."""
        return self._call(function, form, *keys, repeats=True)

    def _call(self, function: str, form: Form, *keys: str, repeats: bool = False) -> list[dict[str, Any]]:
        """Return the records that a function returns, none if it returns nothing."""
        # In the form, and not in the address, which servers write into their logs.
        sent = [("wstoken", self.site.token), ("wsfunction", function), ("moodlewsrestformat", "json"), *form]
        address = f"{self.site.root}/webservice/rest/server.php"
        answer = self.site.send(address, method="POST", form=sent, repeats=repeats)
        content = answer.json()
        told = {"host": self.site.host, "system": self.system}
        if isinstance(content, dict) and "exception" in content:
            self._refuse(function, str(content.get("errorcode", "")), self.site.hide(str(content.get("message", ""))))
        if answer.status >= 400:
            said = f"HTTP {answer.status}"
            raise CourseError(
                Message(
                    "courses-refused" if answer.status < 500 else "courses-failed",
                    said=said,
                    status=answer.status,
                    **told,
                )
            )
        if content is None and answer.text.strip() != "null":
            raise CourseError(Message("courses-odd", **told))
        return [] if content is None else read_records(self, content, keys)

    def _refuse(self, function: str, code: str, said: str) -> None:
        """Raise CourseError for an error, which Moodle sends with a status of success."""
        told = {"host": self.site.host, "said": said, "system": self.system}
        if code in _TOKEN_REFUSED:
            raise CourseError(Message("courses-token-refused", variable=MOODLE.variable, **told))
        if code in _NOT_FOUND:
            raise CourseError(Message("courses-not-found", number=self.number, **told))
        if code == _NO_FUNCTION:
            raise CourseError(Message("courses-function", function=function, **told))
        if code in _NOT_ALLOWED:
            raise CourseError(Message("courses-not-allowed", **told))
        raise CourseError(Message("courses-refused", **told))


def _plain(record: dict[str, Any]) -> str:
    """Return the name of a group or grouping to compare: Moodle sends names as parts of web pages."""
    return normalise(unescape(str(record["name"])))


def _batches(things: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(things), _AT_ONCE):
        yield things[start : start + _AT_ONCE]


def _indexed(key: str, records: Sequence[dict[str, str]]) -> Form:
    """Return records as fields of a form: "members[0][userid]"."""
    return [(f"{key}[{n}][{name}]", value) for n, record in enumerate(records) for name, value in record.items()]


def _numbered(key: str, records: Sequence[dict[str, Any]]) -> Form:
    """Return the numbers of records as fields of a form: "groupids[0]"."""
    return [(f"{key}[{n}]", str(record["id"])) for n, record in enumerate(records)]


MOODLE = System(
    "Moodle",
    r"(.*)/(?:course/view|user/index|group/index)\.php\?(?:.*&)?id=(\d+).*",
    "BAYESHAT_MOODLE_TOKEN",
    MoodleCourse,
)
