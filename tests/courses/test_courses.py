"""Who takes a course, and groups written into it, against servers that answer as Canvas and Moodle are documented."""

import csv
import json
import re
import shlex
import traceback
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bayeshat.courses.site as site
from bayeshat.cli.app import app
from bayeshat.courses.systems import SYSTEMS, open_course
from bayeshat.errors import CourseError
from courses.course_servers import HANG_UP, TOKEN, CanvasServer, MoodleServer, student

STUDENTS = [
    student(11, "Ann Lee", "alee", "ann@example.org", "S1"),
    student(12, "Bo Ek", "bek", "bo@example.org", "S2"),
    student(13, "Cy Fox", "cfox", "cy@example.org", "S3"),
    student(14, "Di Müller", "dmueller", "di@example.org", "S4"),
    student(15, "Ed Roe", "eroe", "ed@example.org", "S5"),
    student(16, "Flo Day", "fday", "flo@example.org", "S6"),
    student(17, "Gus Poe", "gpoe", "gus@example.org", "S7"),
]
GROUPS = {
    "Group 1": ["Ann Lee", "Cy Fox", "Ed Roe"],
    "R & D": ["Bo Ek", "Di Müller"],
    "Group 3": ["Flo Day", "Gus Poe"],
}
BOTH = pytest.mark.parametrize("server", [CanvasServer, MoodleServer], indirect=True)


@pytest.fixture
def server(request, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(site, "_PAUSE", 0.001)
    for system in SYSTEMS:
        monkeypatch.setenv(system.variable, TOKEN)
    opened = request.param(STUDENTS)
    yield opened
    opened.close()


def run(*arguments, answer=None):
    """Run the command; whatever it says, it never says the token."""
    done = CliRunner().invoke(app, ["course", *map(str, arguments)], input=answer)
    assert TOKEN not in done.output
    assert done.exception is None or TOKEN not in "".join(traceback.format_exception(done.exception))
    return done


def said(done):
    return " ".join(done.output.split())


def write_groups(groups=None, name="groups.csv", columns=("name", "group"), rows=None):
    """Write a table of groups, of names alone if nothing else is said."""
    found = rows or [(person, group) for group, people in (groups or GROUPS).items() for person in people]
    with open(name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns, *found])
    return name


def publish(server, *more, answer=None, file="groups.csv", name="Teams"):
    return run("publish", server.address, file, "--set", name, *more, answer=answer)


# Who takes the course


@BOTH
def test_the_roster_has_all_students_and_what_tells_them_apart(server):
    done = run("roster", server.address)
    assert done.exit_code == 0, done.output
    with open("people.csv", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [one["name"] for one in STUDENTS]
    assert [row["e-mail"] for row in rows] == [one["email"] for one in STUDENTS]
    assert f"7 students of course {'123' if isinstance(server, CanvasServer) else '7'}" in said(done)
    assert "Next: bayeshat mix people.csv --groups 5" in done.output
    assert server.writes == []
    assert run("roster", server.address).exit_code == 2
    assert run("roster", server.address, "--force").exit_code == 0
    assert json.loads(run("roster", server.address, "--force", "--json").output) == {
        "file": "people.csv",
        "students": 7,
    }


@BOTH
def test_a_course_is_sorted_and_published_though_two_students_have_one_name(server):
    """The table of students goes through `mix`, and its groups find their way back."""
    twin = student(18, "Ann Lee", "alee2", "ann2@example.org", "S8")
    server.students.append(
        twin
        if isinstance(server, CanvasServer)
        else {"id": 18, "fullname": "Ann Lee", "email": "ann2@example.org", "roles": []}
    )
    assert run("roster", server.address).exit_code == 0
    mixed = CliRunner().invoke(app, ["mix", "people.csv", "--groups", "2"])
    assert mixed.exit_code == 0, mixed.output
    done = run("publish", server.address, "mixed/assignments.csv", "--set", "Teams", "--yes")
    assert done.exit_code == 0, done.output
    with open("mixed/assignments.csv", encoding="utf-8-sig") as file:
        placed = [(f"Group {row['group']}", row["name"].partition(" (")[0]) for row in csv.DictReader(file)]
    wanted = {group: sorted(name for own, name in placed if own == group) for group in ("Group 1", "Group 2")}
    assert server.as_named("Teams") == wanted


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
def test_all_pages_are_read_by_their_own_addresses(server):
    run("roster", server.address)
    pages = [request.query.get("page") for request in server.seen]
    assert pages == [None, ["bookmark:3"], ["bookmark:6"]]


@pytest.mark.parametrize("server", [MoodleServer], indirect=True)
def test_people_who_only_teach_are_no_students_and_no_more_is_asked_for_than_needed(server):
    run("roster", server.address)
    assert "Tea Cher" not in Path("people.csv").read_text(encoding="utf-8")
    assert server.seen[0].form["options[0][value]"] == "fullname,firstname,lastname,roles,email,username,idnumber,id"


# The token


@BOTH
def test_the_token_is_in_no_address_and_not_in_the_help(server):
    write_groups()
    run("roster", server.address)
    publish(server, "--yes")
    assert server.seen
    for request in server.seen:
        assert TOKEN not in request.address
    for request in server.seen if isinstance(server, CanvasServer) else []:
        assert TOKEN not in request.body
    assert "--token" not in run("publish", "--help").output


@BOTH
def test_a_wrong_token_is_told_without_saying_it(server, monkeypatch):
    wrong = "another-t0ken"
    for system in SYSTEMS:
        monkeypatch.setenv(system.variable, wrong)
    # A server that repeats what it got.
    respond = server.respond

    def repeat(request):
        status, headers, content = respond(request)
        return status, headers, json.dumps(content).replace(" token", f" token {wrong}")

    server.respond = repeat
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert "Your token must be valid at 127.0.0.1" in said(done)
    assert wrong not in done.output
    assert not Path("people.csv").exists()


@BOTH
@pytest.mark.parametrize(
    ("token", "words"),
    [("", "must be in the variable BAYESHAT_"), ("two words", "and nothing else"), ("tökén", "and nothing else")],
)
def test_a_token_that_cannot_be_one_is_refused_before_anything_is_sent(server, monkeypatch, token, words):
    for system in SYSTEMS:
        monkeypatch.setenv(system.variable, token)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert words in said(done)
    assert not token or token not in done.output
    assert server.seen == []


@BOTH
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_the_token_stays(server, status):
    elsewhere = CanvasServer(STUDENTS)
    server.interfere = lambda _: (status, {"Location": f"{elsewhere.root}/steal?x=1"}, "")
    try:
        done = run("roster", server.address)
    finally:
        elsewhere.close()
    assert done.exit_code == 2
    assert f"sends its visitors to {elsewhere.root}. The token was not sent there." in said(done)
    assert elsewhere.seen == []


@BOTH
def test_a_redirect_to_another_page_of_the_server_names_the_page(server):
    server.interfere = lambda _: (302, {"Location": "/login/index.php?token=abc"}, "")
    done = run("roster", server.address)
    assert f"sends its visitors to {server.root}/login/index.php." in said(done)
    assert len(server.seen) == 1


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
def test_a_next_page_on_another_server_is_not_asked_for(server):
    elsewhere = CanvasServer(STUDENTS)
    server.interfere = lambda _: (200, {"Link": f'<{elsewhere.root}/api/v1/courses/123/users>; rel="next"'}, [])
    try:
        done = run("roster", server.address)
    finally:
        elsewhere.close()
    assert done.exit_code == 2
    assert f"its list continues at {elsewhere.root}. The token was not sent there." in said(done)
    assert elsewhere.seen == []


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://canvas.example.org/courses/123", "The address must begin with https://"),
        ("http://127.0.0.1.example.org/courses/123", "The address must begin with https://"),
        ("ftp://127.0.0.1/courses/123", "The address must begin with https://"),
        ("https://canvas.example.org/", "The course must be given by the address of its page"),
        ("https://moodle.example.org/course/view.php?name=7", "The course must be given by the address of its page"),
        ("https://me:password@canvas.example.org/courses/1", "The course must be given by the address of its page"),
        ("https://x.org/webservice?wstoken=hidden", "The course must be given by the address of its page"),
        ("courses/123", "The course must be given by the address of its page"),
    ],
)
def test_other_addresses_are_refused(address, words):
    with pytest.raises(CourseError) as error:
        open_course(address, {system.variable: TOKEN for system in SYSTEMS})
    assert words in str(error.value)
    assert not re.search("password|hidden", str(error.value))


@pytest.mark.parametrize(
    ("address", "system", "number", "root"),
    [
        ("https://c.org/courses/5", "Canvas", "5", "https://c.org"),
        (" https://c.org:8443/courses/5/users?x=1 ", "Canvas", "5", "https://c.org:8443"),
        ("https://c.org/courses/5#tab", "Canvas", "5", "https://c.org"),
        ("https://u.org/m/course/view.php?id=8&section=2", "Moodle", "8", "https://u.org/m"),
        ("https://u.org/user/index.php?contextid=3&id=8", "Moodle", "8", "https://u.org"),
        ("https://u.org/group/index.php?id=8", "Moodle", "8", "https://u.org"),
        ("http://localhost/course/view.php?id=8", "Moodle", "8", "http://localhost"),
    ],
)
def test_courses_are_recognised_by_their_pages(address, system, number, root):
    course = open_course(address, {one.variable: TOKEN for one in SYSTEMS})
    assert (course.system, course.number, course.site.root) == (system, number, root)
    assert TOKEN not in repr(course) + repr(course.site) + str(vars(course.site).keys())


# Groups


@BOTH
def test_what_would_be_written_is_said_first_and_written_after_a_yes(server):
    write_groups()
    done = publish(server, "--dry-run")
    assert done.exit_code == 0, done.output
    for words in ('a new set of groups, "Teams"', "3 new groups: Group 1, R & D, Group 3", "7 people are put into"):
        assert words in said(done)
    for answer, words in (("n\n", "Nothing was written."), ("\n", "Nothing was written."), ("what\n", "Nothing was")):
        done = publish(server, answer=answer)
        assert done.exit_code == 0
        assert words in said(done)
    done = publish(server, answer="")
    assert done.exit_code == 2
    assert 'Answer "y", or add --yes.' in said(done)
    assert server.writes == []
    done = publish(server, answer="y\n")
    assert done.exit_code == 0, done.output
    assert 'Written: the set "Teams", 3 of 3 groups and 7 of 7 people.' in said(done)
    assert server.as_named("Teams") == GROUPS
    n_writes = len(server.writes)
    done = publish(server)
    assert done.exit_code == 0
    assert "Nothing to do: everything is there already." in said(done)
    assert len(server.writes) == n_writes


@BOTH
def test_names_and_addresses_of_people_are_not_sent(server):
    write_groups()
    publish(server, "--yes")
    sent = " ".join(request.address + request.body for request in server.seen)
    assert "Teams" in sent
    assert not re.search("Lee|Ann|Fox|example", sent)


@BOTH
def test_people_are_found_by_ids_before_names(server):
    rows = [
        ("Somebody", "ANN@example.org", "A"),
        ("Lee, Ann", "bo@example.org", "A"),
        ("Fox, cy", "", "B"),
        ("di mueller", "", "B"),
        ("Ed Roe", "ed@home.example.org", "B"),
    ]
    write_groups(columns=("name", "e-mail", "group"), rows=rows)
    done = publish(server, "--yes")
    assert done.exit_code == 0, done.output
    assert server.as_named("Teams") == {"A": ["Ann Lee", "Bo Ek"], "B": ["Cy Fox", "Di Müller", "Ed Roe"]}
    assert "Found by name, with another address in the course: Ed Roe." in said(done)
    assert "2 students are not in the file: Flo Day, Gus Poe." in said(done)


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
def test_somebody_with_another_number_is_somebody_else(server):
    rows = [("Ann Lee", "S9", "A"), ("Bo Ek", "S2", "A"), ("Lee, Ann", "", "B")]
    write_groups(columns=("name", "user_id", "group"), rows=rows)
    done = publish(server, "--yes")
    assert "Not a student of the course, and left out: Ann Lee." in said(done)
    assert server.as_named("Teams") == {"A": ["Bo Ek"], "B": ["Ann Lee"]}


@BOTH
def test_names_that_several_students_have_are_refused(server):
    server.students += [
        {"id": 21, "name": "Ann Lee", "fullname": "Ann Lee", "email": "a2@example.org", "login_id": "a2"}
    ]
    write_groups()
    done = publish(server, "--yes")
    assert done.exit_code == 2
    words = "Everybody in the file must be one student of the course; 1 person is not:"
    assert f'{words} "Ann Lee" may be Ann Lee (ann@example.org), Ann Lee (a2@example.org)' in said(done)
    assert "Add a column with their e-mail addresses or logins to the file" in said(done)
    assert server.writes == []


@BOTH
def test_two_people_who_are_one_student_are_refused(server):
    rows = [("Ann Lee", "ann@example.org", "A"), ("Annie", "ANN@example.org", "B")]
    write_groups(columns=("name", "e-mail", "group"), rows=rows)
    done = publish(server, "--yes")
    assert done.exit_code == 2
    assert '"Annie" and "Ann Lee" are both Ann Lee' in said(done)
    assert server.writes == []


@BOTH
def test_a_table_of_strangers_is_refused(server):
    write_groups({"A": ["Xu", "Yves"]})
    done = publish(server, "--yes")
    assert done.exit_code == 2
    assert 'which has 7 students; got none of them, but "Xu", "Yves".' in said(done)


@BOTH
def test_people_who_wait_for_a_place_are_left_out(server):
    write_groups({"A": ["Ann Lee"], "Waiting list": ["Bo Ek"]})
    publish(server, "--yes")
    assert server.as_named("Teams") == {"A": ["Ann Lee"]}


@BOTH
@pytest.mark.parametrize(
    ("there", "words"),
    [
        ({"Group 1": [11], "Old": []}, '"Old" is not in the file'),
        ({"Group 1": [], "R & D": [11]}, 'Ann Lee is in "R & D"'),
        ({"Group 1": [12]}, 'Bo Ek is in "Group 1"'),
    ],
)
def test_a_set_that_does_not_agree_with_the_file_is_refused_without_update(server, there, words):
    server.make("Teams", there)
    write_groups()
    before = server.as_named("Teams")
    done = publish(server, "--yes")
    assert done.exit_code == 2
    assert 'The set "Teams" at 127.0.0.1' in said(done)
    assert words in said(done)
    assert server.as_named("Teams") == before
    done = publish(server, "--yes", "--update")
    assert done.exit_code == 0, done.output
    # Nothing is deleted.
    assert server.as_named("Teams") == {**{name: [] for name in there if name == "Old"}, **GROUPS}


@BOTH
def test_people_whom_the_file_does_not_have_stay_in_their_group(server):
    server.make("Teams", {"Group 1": [17]})
    write_groups({"Group 1": ["Ann Lee"], "Group 2": ["Bo Ek"]})
    assert '"Group 1" has 1 person who is not in the file' in said(publish(server, "--yes"))
    assert publish(server, "--yes", "--update").exit_code == 0
    assert server.as_named("Teams") == {"Group 1": ["Ann Lee", "Gus Poe"], "Group 2": ["Bo Ek"]}


@BOTH
def test_an_empty_set_with_the_same_groups_is_filled(server):
    server.make("teams", {"group 1": [], "R & D": [12]})
    write_groups()
    done = publish(server, "--yes")
    assert done.exit_code == 0, done.output
    assert "1 new group: Group 3." in said(done)
    assert server.as_named("teams") == {"group 1" if name == "Group 1" else name: own for name, own in GROUPS.items()}


@BOTH
def test_a_second_set_has_groups_of_the_same_people(server):
    write_groups()
    assert publish(server, "--yes", name="First").exit_code == 0
    done = publish(server, "--yes", name="Second")
    if isinstance(server, MoodleServer):
        assert done.exit_code == 2
        assert 'no two groups of a course have the same name; outside the set "Second" there are' in said(done)
        done = publish(server, "--yes", "--prefix", "Second: ", name="Second")
        assert server.as_named("Second") == {f"Second: {name}": own for name, own in GROUPS.items()}
    else:
        assert server.as_named("Second") == GROUPS
    assert done.exit_code == 0, done.output
    assert server.as_named("First") == GROUPS


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
def test_sets_that_belong_to_canvas_itself_are_left_alone(server):
    write_groups({"A": ["Ann Lee"]})
    done = publish(server, "--yes", name="Student Groups")
    assert done.exit_code == 2
    assert 'says "Student Groups is already in use."' in said(done)


@BOTH
@pytest.mark.parametrize("names", [{"x" * 201: ["Ann Lee"]}, {"<b>": ["Ann Lee"]}])
def test_names_that_no_system_keeps_as_they_are_are_refused(server, names):
    write_groups(names)
    done = publish(server, "--yes")
    assert done.exit_code == 2
    assert "must have 1 to 200 characters" in said(done)
    assert server.seen == []


@BOTH
def test_json_has_the_plan_and_what_was_written(server):
    write_groups()
    plan = json.loads(publish(server, "--dry-run", "--json").stdout)
    assert plan["new_groups"] == list(GROUPS)
    assert plan["written"] == {"new_set": False, "n_groups": 0, "n_out": 0, "n_members": 0}
    plan = json.loads(publish(server, "--yes", "--json").stdout)
    assert plan["written"] == {"new_set": True, "n_groups": 3, "n_out": 0, "n_members": 7}


# What goes wrong


@BOTH
@pytest.mark.parametrize("failure", [HANG_UP, (502, {}, "<html>Bad gateway</html>")], ids=["hang up", "502"])
def test_interrupted_writing_says_how_far_it_came_and_goes_on_without_doubles(server, failure):
    """Whichever request fails, also one that was carried out before the line broke, and if somebody has to move."""
    write_groups({"A": ["Ann Lee"], "B": ["Bo Ek"]})
    n_broken = 0
    for nth, carried_out in product(range(1, 30), (True, False)):
        name = f"Teams {nth} {carried_out}"
        options = ("--yes", "--update", "--prefix", f"{name}: ")
        if nth % 2:
            server.make(name, {f"{name}: A": [12]})
        server.interfere = Breakdown(server, nth, failure, carried_out)
        done = publish(server, *options, name=name)
        if done.exit_code == 0:
            break
        assert "Run the same command again: it continues from there." in said(done)
        assert re.search(r"Written: (nothing|the set|\d of \d)", said(done)), done.output
        assert server.interfere.count == nth  # a request that writes is not sent again
        server.interfere = lambda _: None
        again = publish(server, *options, name=name)
        assert again.exit_code == 0, again.output
        assert server.as_named(name) == {f"{name}: A": ["Ann Lee"], f"{name}: B": ["Bo Ek"]}
        n_broken += 1
    assert n_broken >= 8


class Breakdown:
    """Lets one of the requests that write fail, before or after it is carried out."""

    def __init__(self, server, nth, failure, carried_out):
        self.server, self.nth, self.failure, self.carried_out, self.count = server, nth, failure, carried_out, 0

    def __call__(self, request):
        self.count += self.server.changes(request)
        if not self.server.changes(request) or self.count != self.nth:
            return None
        if self.carried_out:
            self.server.respond(request)
        return self.failure


@BOTH
def test_what_was_written_is_told_when_somebody_stops_it(server, monkeypatch):
    write_groups()
    kind = type(open_course(server.address, {system.variable: TOKEN for system in SYSTEMS}))
    add = kind.add

    def stop(course, members):
        yield from add(course, members[:2])
        raise KeyboardInterrupt

    monkeypatch.setattr(kind, "add", stop)
    done = publish(server, "--yes")
    assert done.exit_code == 130
    assert 'Written: the set "Teams", 3 of 3 groups and 2 of 7 people. Run the same command again' in said(done)
    monkeypatch.setattr(kind, "add", add)
    assert publish(server, "--yes").exit_code == 0
    assert server.as_named("Teams") == GROUPS


THROTTLED = [(403, {}, "403 Forbidden (Rate Limit Exceeded)\n"), (429, {"Retry-After": "0"}, "")]


@BOTH
@pytest.mark.parametrize("busy", THROTTLED, ids=["403", "429"])
def test_a_busy_server_is_asked_again_later_and_nothing_is_written_twice(server, busy):
    write_groups()
    count = 0

    def refuse_often(_):
        nonlocal count
        count += 1
        return busy if count % 3 else None

    server.interfere = refuse_often
    done = publish(server, "--yes")
    assert done.exit_code == 0, done.output
    assert server.as_named("Teams") == GROUPS
    server.interfere = lambda _: busy
    n_seen = len(server.seen)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert "it is too busy. Try again in a few minutes." in said(done)
    assert len(server.seen) == n_seen + 5


@BOTH
@pytest.mark.parametrize("failure", [HANG_UP, (503, {}, "later"), (500, {}, "{}")], ids=["hang up", "503", "500"])
def test_reading_is_tried_again(server, failure):
    count = 0

    def fail_twice(_):
        nonlocal count
        count += 1
        return failure if count < 3 else None

    server.interfere = fail_twice
    done = run("roster", server.address)
    assert done.exit_code == 0, done.output
    server.interfere = lambda _: failure
    done = run("roster", server.address, "--force")
    assert done.exit_code == 2
    assert re.search(r"no answer|failed \(HTTP 50", said(done)), done.output


def test_a_server_that_is_not_there_is_told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site, "_PAUSE", 0.001)
    server = CanvasServer(STUDENTS)
    server.close()
    monkeypatch.setenv("BAYESHAT_CANVAS_TOKEN", TOKEN)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert "got no answer (Connection refused)" in said(done)
    assert "trying again" not in said(done)


@BOTH
@pytest.mark.parametrize(
    "text", ["<html>Log in</html>", '{"a": 1}', "[1]", '[{"name": "x"}]', "", "null", "\x1b[31m" * 3], ids=range(7)
)
def test_answers_of_something_else_are_refused(server, text):
    server.interfere = lambda _: (200, {}, text)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert re.search("its answer is different|shows none for course", said(done)), done.output
    assert "\x1b" not in done.output


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
@pytest.mark.parametrize(
    ("status", "content", "words"),
    [
        (403, {"status": "unauthorized", "errors": [{"message": "user not authorized"}]}, "must allow you to do this"),
        (401, {"status": "unauthorized", "errors": [{"message": "not authorized"}]}, "must allow you to do this"),
        (404, {"errors": [{"message": "The specified resource does not exist."}]}, "Course 123 must exist"),
        (422, {"message": "odd \x1b[31m sign"}, 'says "odd [31m sign"'),
    ],
)
def test_errors_of_canvas_are_told(server, status, content, words):
    server.interfere = lambda _: (status, {}, content)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert words in said(done)


@pytest.mark.parametrize("server", [MoodleServer], indirect=True)
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("invalidrecord", "Course 7 must exist"),
        ("accessexception", "must have the function core_enrol_get_enrolled_users"),
        ("nopermissions", "must allow you to do this in the course"),
        ("somethingelse", 'says "It is so."'),
    ],
)
def test_errors_of_moodle_come_with_the_status_of_success_and_are_told(server, code, words):
    error = {"exception": "moodle_exception", "errorcode": code, "message": "It is so."}
    server.interfere = lambda _: (200, {}, error)
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert words in said(done)
    assert len(server.seen) == 1


@pytest.mark.parametrize("server", [MoodleServer], indirect=True)
def test_many_people_are_written_in_several_calls(server, monkeypatch):
    monkeypatch.setattr("bayeshat.courses.moodle._AT_ONCE", 2)
    write_groups()
    assert publish(server, "--yes").exit_code == 0
    assert server.as_named("Teams") == GROUPS
    calls = [request.form["wsfunction"] for request in server.writes]
    assert calls.count("core_group_add_group_members") == 4
    assert calls.count("core_group_create_groups") == 2


@pytest.mark.parametrize("server", [CanvasServer], indirect=True)
def test_a_course_without_students_is_told(server):
    server.students = []
    done = run("roster", server.address)
    assert done.exit_code == 2
    assert "The course must have students whom you are allowed to see" in said(done)


@BOTH
def test_everything_is_told_in_german_too(server):
    write_groups()
    done = CliRunner().invoke(
        app, ["--language", "de", "course", "publish", server.address, "groups.csv", "--set", "Teams"], input="ja\n"
    )
    assert done.exit_code == 0, done.output
    assert "ein neuer Gruppensatz, „Teams“" in said(done)
    assert "Das schreiben? [j/N]" in said(done)
    assert "Geschrieben: der Gruppensatz „Teams“, 3 von 3 Gruppen und 7 von 7 Personen." in said(done)


DOCS = Path(__file__).parent.parent.parent / "docs" / "organise" / "courses.md"


@BOTH
def test_the_page_about_courses_can_be_followed(server):
    text = DOCS.read_text(encoding="utf-8")
    printed = ""
    for line in re.findall(r"^bayeshat (.*)$", text, re.MULTILINE):
        words = shlex.split(line.replace("https://canvas.example.org/courses/123", server.address))
        done = CliRunner().invoke(app, words, input="y\n")
        assert done.exit_code == 0, done.output
        printed += done.output
    [shown] = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert " ".join(shown.split()) in " ".join(printed.split())
    assert sum(map(len, server.as_named("Project teams").values())) == 7


@pytest.mark.parametrize("server", [MoodleServer], indirect=True)
def test_the_functions_that_moodle_must_offer_are_named(server):
    server.functions = set(re.findall(r"`(core_\w+)`", DOCS.read_text(encoding="utf-8")))
    assert run("roster", server.address).exit_code == 0
    server.make("Teams", {"Group 1": [], "R & D": [11]})
    write_groups()
    assert publish(server, "--yes", "--update").exit_code == 0
    assert publish(server, "--yes", "--prefix", "New ", name="New").exit_code == 0
    assert {request.form["wsfunction"] for request in server.seen} == server.functions
