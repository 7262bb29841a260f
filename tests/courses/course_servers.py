"""Canvas and Moodle on loopback, as far as their documentation says: a course, its students, its groups.

They were written from the documented requests and answers, and were never compared with a real server.
"""

import json
import re
import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import parse_qs, parse_qsl, urlsplit

TOKEN = "7~s3cretT0kenThatNobodyMaySee"
# Closes the connection instead of answering.
HANG_UP = "hang up"


class CourseServer(ThreadingHTTPServer):
    """A server with one course.

    Attributes
    ----------
    seen
        The requests, each with its method, address, headers and form.
    interfere
        A function of a request that may return an answer to give instead (status, headers, text), `HANG_UP`, or None.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen, self.interfere, self.numbers = [], lambda request: None, count(1000)
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def root(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self):
        self.shutdown()
        self.server_close()

    @property
    def writes(self):
        """The requests that may change something."""
        return [request for request in self.seen if self.changes(request)]


class Request:
    def __init__(self, handler, method):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0))).decode()
        self.method, self.address, self.headers = method, handler.path, dict(handler.headers)
        self.path, self.query = urlsplit(handler.path).path, parse_qs(urlsplit(handler.path).query)
        self.body, self.form = body, dict(parse_qsl(body, keep_blank_values=True))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, method):
        request = Request(self, method)
        with self.server.lock:
            self.server.seen.append(request)
            answer = self.server.interfere(request) or self.server.respond(request)
        if answer == HANG_UP:
            self.close_connection = True
            self.connection.close()
            return
        status, headers, text = answer
        content = (text if isinstance(text, str) else json.dumps(text)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_DELETE(self):
        self.answer("DELETE")


def student(number, name, login="", email="", sis=""):
    first, _, last = name.rpartition(" ")
    sortable = f"{last}, {first}" if first else last
    record = {"id": number, "name": name, "sortable_name": sortable, "short_name": name, "login_id": login}
    return record | ({"email": email} if email else {}) | ({"sis_user_id": sis} if sis else {})


class CanvasServer(CourseServer):
    """Canvas with course 123, three entries in a page."""

    def __init__(self, students):
        super().__init__()
        self.students, self.page = list(students), 3
        # By number: name and role of a set; name and set of a group; members.
        self.sets = {1: ("Student Groups", "student_organized")}
        self.groups, self.members = {}, {}

    @property
    def address(self):
        return f"{self.root}/courses/123"

    def changes(self, request):
        return request.method != "GET"

    def as_named(self, name):
        """The groups of a set, by name, each with the names of its members in order."""
        names = {one["id"]: one["name"] for one in self.students}
        return {
            group: sorted(names[person] for person in self.members[number])
            for number, (group, own) in self.groups.items()
            if self.sets[own][0] == name
        }

    def make(self, name, groups):
        """Put a set with groups and the numbers of their members there, as a teacher would by hand."""
        own = next(self.numbers)
        self.sets[own] = (name, None)
        for group, members in groups.items():
            number = next(self.numbers)
            self.groups[number], self.members[number] = (group, own), list(members)

    def respond(self, request):
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            error = {"errors": [{"message": "Invalid access token."}]}
            return 401, {"WWW-Authenticate": 'Bearer realm="canvas-lms"'}, error
        path = request.path.removeprefix("/api/v1/")
        for pattern, method, respond in (
            (r"courses/123/users", "GET", self._list_students),
            (r"courses/123/group_categories", "GET", self._list_sets),
            (r"courses/123/group_categories", "POST", self._make_set),
            (r"group_categories/(\d+)/groups", "GET", self._list_groups),
            (r"group_categories/(\d+)/groups", "POST", self._make_group),
            (r"groups/(\d+)/memberships", "GET", self._list_members),
            (r"groups/(\d+)/memberships", "POST", self._add_member),
            (r"groups/(\d+)/users/(\d+)", "DELETE", self._remove_member),
        ):
            found = re.fullmatch(pattern, path)
            if found and request.method == method:
                return respond(request, *map(int, found.groups()))
        return 404, {}, {"errors": [{"message": "The specified resource does not exist."}]}

    def _pages(self, request, entries):
        """One page of a list; the addresses of the others are opaque, and the documented ones of a header."""
        start = int(request.query.get("page", ["bookmark:0"])[0].partition(":")[2])
        size = min(int(request.query.get("per_page", ["10"])[0]), self.page)
        links = [f'<{self.root}{request.path}?page=bookmark:{start}&per_page={size}>; rel="current"']
        if start + size < len(entries):
            links.append(f'<{self.root}{request.path}?page=bookmark:{start + size}&per_page={size}>; rel="next"')
        links.append(f'<{self.root}{request.path}?page=bookmark:0&per_page={size}>; rel="first"')
        return 200, {"link": ",".join(links)}, entries[start : start + size]

    def _list_students(self, request):
        assert "page" in request.query or request.query["enrollment_type[]"] == ["student"]
        return self._pages(request, self.students)

    def _list_sets(self, request):
        sets = [{"id": number, "name": name, "role": role} for number, (name, role) in self.sets.items()]
        return self._pages(request, sets)

    def _make_set(self, request):
        name = request.form["name"]
        if name in [known for known, _ in self.sets.values()]:
            errors = {"name": [{"attribute": "name", "message": f"{name} is already in use.", "type": "taken"}]}
            return 400, {}, {"errors": errors}
        number = next(self.numbers)
        self.sets[number] = (name, None)
        return 200, {}, {"id": number, "name": name, "role": None, "context_type": "Course", "course_id": 123}

    def _list_groups(self, request, own):
        groups = [
            {"id": number, "name": name, "group_category_id": of, "members_count": len(self.members[number])}
            for number, (name, of) in self.groups.items()
            if of == own
        ]
        return self._pages(request, groups)

    def _make_group(self, request, own):
        number = next(self.numbers)
        self.groups[number], self.members[number] = (request.form["name"], own), []
        return 200, {}, {"id": number, "name": request.form["name"], "group_category_id": own}

    def _list_members(self, request, group):
        states = {"workflow_state": "accepted", "moderator": False}
        entries = [{"id": 7 * n, "group_id": group, "user_id": n, **states} for n in self.members[group]]
        return self._pages(request, entries)

    def _add_member(self, request, group):
        person = int(request.form["user_id"])
        if person not in [one["id"] for one in self.students]:
            return 404, {}, {"errors": [{"message": "The specified resource does not exist."}]}
        new = person not in self.members[group]
        if new:
            self.members[group].append(person)
        entry = {"id": 7 * person, "group_id": group, "user_id": person, "workflow_state": "accepted"}
        return 200, {}, {**entry, "moderator": False, "just_created": new}

    def _remove_member(self, request, group, person):
        self.members[group].remove(person)
        return 200, {}, {"ok": True}


class MoodleServer(CourseServer):
    """Moodle with course 7, in a folder of its site."""

    def __init__(self, students):
        super().__init__()
        self.students = [
            {
                "id": one["id"],
                "fullname": one["name"],
                "firstname": one["name"].partition(" ")[0],
                "lastname": one["name"].partition(" ")[2],
                **({"email": one["email"]} if "email" in one else {}),
                "roles": [{"roleid": 5, "name": "", "shortname": "student", "sortorder": 0}],
            }
            for one in students
        ]
        teacher = [{"roleid": 3, "name": "", "shortname": "editingteacher", "sortorder": 0}]
        self.students.append({"id": 9, "fullname": "Tea Cher", "email": "tea@example.org", "roles": teacher})
        self.groupings, self.groups, self.members, self.grouped = {}, {}, {}, {}
        self.functions = None

    @property
    def address(self):
        return f"{self.root}/moodle/course/view.php?id=7"

    def changes(self, request):
        return "_get_" not in request.form["wsfunction"]

    def as_named(self, name):
        names = {one["id"]: one["fullname"] for one in self.students}
        return {
            self.groups[group]: sorted(names[person] for person in self.members[group])
            for number, own in self.groupings.items()
            if own == name
            for group in self.grouped[number]
        }

    def make(self, name, groups):
        numbers = []
        for group, members in groups.items():
            numbers.append(next(self.numbers))
            self.groups[numbers[-1]], self.members[numbers[-1]] = group, list(members)
        if name is not None:
            number = next(self.numbers)
            self.groupings[number], self.grouped[number] = name, numbers

    def respond(self, request):
        form = request.form
        assert request.method == "POST"
        assert request.path == "/moodle/webservice/rest/server.php"
        assert form["moodlewsrestformat"] == "json"
        if form["wstoken"] != TOKEN:
            return self._error("core\\exception\\moodle_exception", "invalidtoken", "Invalid token - token not found")
        function = form["wsfunction"]
        if self.functions is not None and function not in self.functions:
            return self._error("webservice_access_exception", "accessexception", "Access control exception")
        try:
            return 200, {}, json.dumps(getattr(self, function.removeprefix("core_"))(read_form(form)))
        except MoodleError as error:
            return self._error("invalid_parameter_exception", *error.args)

    def _error(self, kind, code, message):
        """An error, which Moodle sends with the status of success."""
        return 200, {}, {"exception": kind, "errorcode": code, "message": message}

    def _check_course(self, number):
        if number != "7":
            raise MoodleError("invalidrecord", "Can't find data record in database table course.")

    def enrol_get_enrolled_users(self, given):
        self._check_course(given["courseid"])
        [option] = given["options"].values()
        assert option["name"] == "userfields"
        fields = {"id", *option["value"].split(",")}
        return [{key: value for key, value in one.items() if key in fields} for one in self.students]

    def group_get_course_groups(self, given):
        self._check_course(given["courseid"])
        return [{"id": number, "courseid": 7, "name": escape(name)} for number, name in self.groups.items()]

    def group_get_course_groupings(self, given):
        self._check_course(given["courseid"])
        return [{"id": number, "courseid": 7, "name": name} for number, name in self.groupings.items()]

    def group_get_groupings(self, given):
        assert given["returngroups"] == "1"
        found = []
        for number in map(int, given["groupingids"].values()):
            record = {"id": number, "courseid": 7, "name": self.groupings[number]}
            groups = [{"id": group, "courseid": 7, "name": self.groups[group]} for group in self.grouped[number]]
            # A grouping without groups has no such list.
            found.append(record | ({"groups": groups} if groups else {}))
        return found

    def group_get_group_members(self, given):
        return [{"groupid": int(n), "userids": self.members[int(n)]} for n in given["groupids"].values()]

    def group_create_groupings(self, given):
        [grouping] = given["groupings"].values()
        self._check_course(grouping["courseid"])
        if grouping["name"] in self.groupings.values():
            raise MoodleError("invalidparameter", "Grouping with the same name already exists in the course")
        number = next(self.numbers)
        self.groupings[number], self.grouped[number] = grouping["name"], []
        return [{"id": number, "courseid": 7, **grouping}]

    def group_create_groups(self, given):
        made = []
        for group in given["groups"].values():
            self._check_course(group["courseid"])
            if group["name"] in self.groups.values():
                raise MoodleError("invalidparameter", "Group with the same name already exists in the course")
        for group in given["groups"].values():
            number = next(self.numbers)
            self.groups[number], self.members[number] = group["name"], []
            made.append({"id": number, "courseid": 7, **group})
        return made

    def group_assign_grouping(self, given):
        for one in given["assignments"].values():
            grouped = self.grouped[int(one["groupingid"])]
            if int(one["groupid"]) not in grouped:
                grouped.append(int(one["groupid"]))

    def group_add_group_members(self, given):
        enrolled = {one["id"] for one in self.students}
        if not {int(one["userid"]) for one in given["members"].values()} <= enrolled:
            raise MoodleError("invalidparameter", "Only enrolled users may be members of groups")
        for one in given["members"].values():
            members = self.members[int(one["groupid"])]
            if int(one["userid"]) not in members:
                members.append(int(one["userid"]))

    def group_delete_group_members(self, given):
        for one in given["members"].values():
            self.members[int(one["groupid"])].remove(int(one["userid"]))


class MoodleError(Exception):
    """An error: Moodle's code and message."""


def read_form(form):
    """Return what fields such as "members[0][userid]" hold, as dictionaries within dictionaries."""
    read = {}
    for field, value in form.items():
        first, *keys = re.findall(r"[^\[\]]+", field)
        place = read
        for key in (first, *keys)[:-1]:
            place = place.setdefault(key, {})
        place[(first, *keys)[-1]] = value
    return read
