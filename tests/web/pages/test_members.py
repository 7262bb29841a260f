"""Several organisers: invitations, roles on every route, the audit log, copies, a reset password."""

import ast
import html
import inspect
import re

import pytest

from bayeshat.web import auth
from bayeshat.web.app import ROUTERS
from bayeshat.web.core import accounts
from bayeshat.web.middleware import ORGANISERS
from web.hosting import PASSWORD

from .conftest import Ground, find
from .test_safety import fill, operations


def invite(owner, path, role, note=""):
    """Return the path of an invitation to an event."""
    page = owner.submit(f"{path}/members/invitations", role=role, note=note)
    assert page.status_code == 200
    return find(r'id="link" readonly value="[^/]+//[^/]+([^"]+)"', page.text)


def accept(browser, link):
    return browser.submit(f"/account/invitations/{link.rsplit('/', 1)[1]}")


def log_of(event):
    page = event.organiser.get(f"{event.path}/log").text
    return [html.unescape(words) for words in re.findall(r"</td><td>[^<]*</td><td>([^<]*)</td>", page)]


@pytest.fixture
def admin(web):
    """A browser of an administrator."""
    browser = web.organiser("Albus")
    with web.site.database.session() as session:
        accounts.find_organiser(session, "Albus").is_admin = True
    return browser


@pytest.fixture
def viewer(web, organiser, sorted_event):
    """A browser of somebody who may only look at the sorted event."""
    browser = web.organiser("Filius")
    assert accept(browser, invite(organiser, sorted_event.path, "viewer")).url.path == sorted_event.path
    return browser


def test_every_change_of_an_event_is_refused_to_viewers_and_strangers(web, viewer, sorted_event):
    stranger = web.organiser("Gilderoy")
    for browser, status in ((viewer, 403), (stranger, 404)):
        paths = [path for path in operations(web, "post") if path.startswith("/events/{event_id}")]
        assert len(paths) > 15
        for path in paths:
            answer = browser.post(fill(path, sorted_event), data={})
            assert answer.status_code == status, path
            assert "Ask an owner" in answer.text or status == 404


def test_editors_cannot_do_what_is_the_owners(web, organiser, event):
    editor = web.organiser("Sybill")
    accept(editor, invite(organiser, event.path, "editor"))
    owners = ("delete", "members/invitations", f"members/{'0' * 32}", f"members/invitations/{'0' * 32}/withdraw")
    for path in owners:
        assert editor.post(f"{event.path}/{path}", data={}).status_code == 403, path
    for path in ("delete", "log"):
        assert editor.get(f"{event.path}/{path}").status_code == 403, path
    changed = editor.submit(f"{event.path}/form", action="close")
    assert "The form is closed" in changed.text


def test_viewers_see_everything_and_no_buttons_of_ours(viewer, sorted_event):
    for path in ("", "/answers", "/files/answers.csv", "/members", sorted_event.board.removeprefix(sorted_event.path)):
        assert viewer.get(sorted_event.path + path).status_code == 200, path
    page = viewer.get(f"{sorted_event.path}/members").text
    assert "Minerva" in page
    assert f'action="{sorted_event.path}' not in page
    shown = viewer.get(sorted_event.path).text
    for link in ("copy", "log", "delete"):
        assert f'href="{sorted_event.path}/{link}"' not in shown
    assert '<span class="badge">viewer</span>' in viewer.get("/").text


def test_viewers_get_nobodys_personal_link(viewer, sorted_event):
    """Whoever has somebody's personal link can answer, change and delete in their name."""
    roster = f"{sorted_event.path}/roster"
    sorted_event.organiser.submit(f"{roster}/import", roster="Ann\nIda")
    assert "/p/" in sorted_event.organiser.get(roster).text
    page = viewer.get(roster)
    assert (page.status_code, "Ida" in page.text) == (200, True)
    assert "/p/" not in page.text
    assert f'action="{roster}/' not in page.text
    refused = viewer.get(f"{roster}/links.csv")
    assert (refused.status_code, "/p/" in refused.text) == (403, False)


def test_viewers_find_no_button_that_they_may_not_press(viewer, organiser, sorted_event):
    path = sorted_event.path
    organiser.submit(f"{path}/roster/import", roster="Zacharias Smith")
    board = sorted_event.board.removeprefix(path)
    for page in ("", "/people", "/groups", "/rules", "/sort", "/results", "/answers", "/roster", "/past", board):
        shown = viewer.get(path + page).text
        buttons = re.findall(r'<form method="post" action="([^"]+)"(?:(?!</form>).)*<button', shown, re.DOTALL)
        assert buttons == ["/logout"], page
    # With a personal link one can answer in somebody's name.
    assert "Zacharias Smith" in viewer.get(f"{path}/roster").text
    assert "/p/" in organiser.get(f"{path}/roster").text
    assert "/p/" not in viewer.get(f"{path}/roster").text
    assert organiser.get(f"{path}/roster/links.csv").status_code == 200
    assert viewer.get(f"{path}/roster/links.csv").status_code == 403


def test_viewers_are_not_sent_to_sort(web, organiser, event):
    viewer = web.organiser("Sybill")
    accept(viewer, invite(organiser, event.path, "viewer"))
    for page in ("/rules", "/results"):
        assert "to Sort</a>" in organiser.get(event.path + page).text
        assert "to Sort</a>" not in viewer.get(event.path + page).text
    assert "There is no result yet." in viewer.get(f"{event.path}/results").text


def test_an_invitation_makes_an_account_and_works_once(web, organiser, event):
    link = invite(organiser, event.path, "editor", "Bo & co")
    assert "Bo &amp; co" in organiser.get(f"{event.path}/members").text
    newcomer = web.browser()
    page = newcomer.get(link).text
    assert "Minerva invites you to the event <b>Autumn term</b> as an editor" in page
    wrong = newcomer.submit(link, name="Newt Scamander", password="short")
    assert wrong.status_code == 422
    assert 'value="Newt Scamander"' in wrong.text
    taken = newcomer.submit(link, name="minerva", password=PASSWORD)
    assert (taken.status_code, 'href="#name"' in taken.text) == (422, True)
    name = f"Newt {event.path[-8:]}"
    done = newcomer.submit(link, name=name, password=PASSWORD)
    assert done.url.path == event.path
    assert "You can now see this event" in done.text
    assert web.browser().get(link).status_code == 404
    assert "Bo &amp; co" not in organiser.get(f"{event.path}/members").text
    assert log_of(event)[:2] == ["accepted an invitation", "invited an editor"]


def test_an_invitation_is_accepted_after_logging_in(web, organiser, event):
    web.organiser("Rolanda")
    link = invite(organiser, event.path, "viewer")
    browser = web.browser()
    way = find(r'href="(/login\?next=[^"]+)"', browser.get(link).text)
    assert browser.get(way).status_code == 200
    page = browser.post("/login", data={"name": "Rolanda", "password": PASSWORD, "next": link})
    assert page.url.path == link
    assert accept(browser, link).url.path == event.path
    assert browser.get(link).status_code == 404


def test_withdrawn_invitations_lead_nowhere(web, organiser, event):
    link = invite(organiser, event.path, "owner")
    page = organiser.get(f"{event.path}/members").text
    way = find(r'action="([^"]+/withdraw)"', page)
    assert "was withdrawn" in organiser.submit(way).text
    assert web.browser().get(link).status_code == 404
    assert organiser.submit(way).status_code == 404


def test_members_change_roles_and_go_but_not_the_last_owner(web, organiser, event):
    other = web.organiser("Aurora")
    accept(other, invite(organiser, event.path, "viewer"))
    page = organiser.get(f"{event.path}/members").text
    # The only owner has no buttons, and whoever sends that all the same is refused.
    ((way, name),) = re.findall(r'action="([^"]+/members/[0-9a-f]{32})".*?Role of ([^<]+)<', page, re.DOTALL)
    assert name == "Aurora"
    with web.site.database.reading() as session:
        own = accounts.find_organiser(session, "Minerva").id
    last = organiser.submit(f"{event.path}/members/{own}", role="viewer")
    assert last.status_code == 422
    assert "the only one" in last.text
    organiser.submit(way, role="owner", action="change")
    assert other.get(f"{event.path}/log").status_code == 200
    assert organiser.submit(way, action="remove").status_code == 200
    assert other.get(event.path).status_code == 404
    assert log_of(event)[:2] == ["removed Aurora", "made Aurora an owner"]


def test_administrators_invite_organisers(web, admin):
    page = admin.submit("/organisers/invitations", note="Hagrid")
    link = find(r'id="link" readonly value="[^/]+//[^/]+([^"]+)"', page.text)
    assert "you have an account already" in admin.get(link).text
    assert admin.submit(f"/account/invitations/{link.rsplit('/', 1)[1]}").status_code == 422
    newcomer = web.browser()
    joined = newcomer.submit(link, name="Rubeus", password=PASSWORD)
    assert "Nothing here yet" in joined.text
    assert newcomer.get("/organisers").status_code == 403
    assert newcomer.get("/organisers/log").status_code == 403
    assert newcomer.submit("/organisers/invitations").status_code == 403
    assert "Rubeus" in admin.get("/organisers").text
    log = admin.get("/organisers/log").text
    assert "<td>Rubeus</td><td>logged in</td>" in log
    assert "invited an organiser" in log
    with web.site.database.session() as session:
        session.delete(accounts.find_organiser(session, "Rubeus"))


# What changes nothing of an event, or nothing that others see. Deleting an account writes its own entries; linking one
# is told when the provider has sent the browser back.
UNTOLD = {"choose_language", "delete_account", "link_openid", "make_trade_off"}


def calls_of(function):
    """Return the names of all functions and methods that a function calls, with the functions it calls by name."""
    called, waiting, module = set(), [function.__name__], inspect.getmodule(function)
    while waiting:
        known = getattr(module, waiting.pop(), None)
        if not inspect.isfunction(known):
            continue
        for node in ast.walk(ast.parse(inspect.getsource(known))):
            if isinstance(node, ast.Call):
                # A block that is told nothing tells nothing.
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                name = "write nothing" if name == "write" and not node.args else name
                if name not in called:
                    called.add(name)
                    waiting.append(name)
    return called


def test_every_operation_that_changes_or_takes_something_tells_the_audit_log():
    # Those that need no login write their own entries, or are respondents'.
    told = {
        route.operation_id: calls_of(route.endpoint)
        for router in ROUTERS
        for route in router.routes
        if route.path.startswith(ORGANISERS)
        if "POST" in route.methods or route.operation_id.startswith("download_")
    }
    assert len(told) > 20
    silent = {name for name, calls in told.items() if not calls & {"write", "record"}}
    assert silent == UNTOLD


def test_what_cannot_be_told_is_not_done(event, monkeypatch):
    def fail(*_):
        raise RuntimeError

    monkeypatch.setattr(auth.audit, "record", fail)
    before = event.version
    assert event.send("form", action="close").status_code == 500
    assert event.organiser.get(f"{event.path}/files/answers.csv").status_code == 500
    assert event.version == before


def test_what_is_done_is_written_down_without_respondents(web, organiser):
    made = organiser.submit("/events/new", title="Autumn term", survey="hogwarts")
    event = Ground(web, organiser, made.url.path)
    event.answer("Zacharias")
    event.send("form", action="close")
    event.send("settings", title="Other title", asks_names="yes")
    event.send("settings", title="", asks_names="yes")
    event.rule("pin", ["Zacharias"], groups="Gryffindor")
    event.organiser.get(f"{event.path}/files/answers.csv")
    event.organiser.get(f"{event.path}/files/survey.toml")
    listed = event.organiser.get(f"{event.path}/answers").text
    person = re.search(r'href="[^"]+/([0-9a-f]{32})/data.json"', listed)[1]
    for sure in ("", "yes"):
        event.organiser.submit(f"{event.path}/answers/delete", people=person, sure=sure)
    # Neither what was refused nor what only shows something is there.
    assert log_of(event) == [
        "deleted one person's answers",
        "downloaded the answers",
        "added a rule",
        "changed the settings",
        "closed the form",
        "made the event",
    ]
    assert "Zacharias" not in event.organiser.get(f"{event.path}/log").text


def test_results_are_named_in_the_log(sorted_event):
    # Also after the board was looked at, when the result is at hand without all that belongs to it.
    for path in (sorted_event.board, f"{sorted_event.board}/files/assignments.csv"):
        assert sorted_event.organiser.get(path).status_code == 200, path
    assert log_of(sorted_event)[0] == "downloaded assignments.csv of Result 1"


def test_an_event_is_copied(web, organiser, event):
    event.rule("pin", ["Ann"], groups="Gryffindor")
    event.rule("size", groups="", size="2..6")
    event.answer("Ann")
    assert f'href="{event.path}/copy"' in organiser.get("/").text
    form = organiser.get(f"{event.path}/copy").text
    title = find(r'name="title" type="text" value="([^"]+)"', form)
    assert title.startswith("Autumn term (copy")
    wrong = organiser.submit(f"{event.path}/copy", title="x" * 201, people="yes")
    assert (wrong.status_code, "checked" in wrong.text) == (422, True)
    made = organiser.submit(f"{event.path}/copy", title=title)
    assert made.url.path != event.path
    assert "This is the copy" in made.text
    assert f"<h1>{title}</h1>" in made.text
    assert "nobody has answered yet" in made.text
    rules = organiser.get(f"{made.url.path}/rules").text
    assert "Every group must have 2 to 6 people" in rules
    assert "Ann must be in" not in rules
    with_people = organiser.submit(f"{event.path}/copy", title=title, people="yes")
    assert "Ann must be in Gryffindor" in organiser.get(f"{with_people.url.path}/rules").text
    assert "made the event as a copy" in organiser.get(f"{with_people.url.path}/log").text


def test_many_events_can_be_searched(web):
    browser = web.newcomer("Bathilda")
    assert "Make the first event" in browser.get("/").text
    path = browser.submit("/events/new", title="Needle & thread", survey="hogwarts").url.path
    assert 'role="search"' not in browser.get("/").text
    for n in range(8):
        browser.submit(f"{path}/copy", title=f"Straw {n}")
    assert 'role="search"' in browser.get("/").text
    found = browser.get("/", params={"find": "THREAD needle"}).text
    assert "Needle &amp; thread" in found
    assert "Straw" not in found
    assert "No event has “hay”" in browser.get("/", params={"find": "hay"}).text


def test_a_password_is_reset_by_the_administrators_link(web):
    browser = web.newcomer("Quirinus")
    with web.site.database.session() as session:
        token = accounts.reset_token(web.site.keys, accounts.find_organiser(session, browser.name))
    somebody = web.browser()
    path = f"/reset/{token}"
    assert f"For the account of {browser.name}" in somebody.get(path).text
    short = somebody.submit(path, password="short")
    assert (short.status_code, 'href="#password"' in short.text) == (422, True)
    assert somebody.submit(path, password=PASSWORD + "?").url.path == "/login"
    assert browser.get("/account").url.path == "/login"
    assert somebody.get(path).status_code == 404
    assert somebody.post(path, data={"password": PASSWORD}).status_code == 404
    assert somebody.submit("/login", name=browser.name, password=PASSWORD).status_code == 403
    assert somebody.submit("/login", name=browser.name, password=PASSWORD + "?").url.path == "/"


def test_the_account_page_changes_the_name_and_logs_out_everywhere(web, organiser):
    browser = web.newcomer("Poppy")
    other = web.organiser(browser.name)
    taken = browser.submit("/account/name", name="minerva")
    assert (taken.status_code, 'value="minerva"' in taken.text) == (422, True)
    longer = f"{browser.name} P."
    assert longer in browser.submit("/account/name", name=longer).text
    assert "logged out everywhere" in browser.submit("/account/logout").text
    assert other.get("/account").url.path == "/login"
    assert other.submit("/login", name=longer.lower(), password=PASSWORD).url.path == "/"


def test_pages_that_do_not_exist_let_people_log_out(web, organiser, event):
    for path in ("/nowhere", "/events/not-an-event", f"/events/{'0' * 32}"):
        page = organiser.get(path)
        assert page.status_code == 404
        assert '<button class="link">Log out</button>' in page.text
        assert "Log out" not in web.browser(follow_redirects=False).get(path).text
    # Respondents see nothing of it, also in the organiser's own browser.
    assert "Log out" not in organiser.get(f"/r/{'x' * 40}").text
    browser = web.organiser("Argus")
    assert browser.submit("/logout").url.path == "/login"


def test_a_removed_member_follows_nothing(web, organiser, event):
    browser = web.organiser("Sybill")
    accept(browser, invite(organiser, event.path, "viewer"))
    members = organiser.get(f"{event.path}/members").text
    (way,) = re.findall(r'action="([^"]+/members/[0-9a-f]{32})"', members)
    assert "answered" in browser.get(f"{event.path}/live").text
    assert organiser.submit(way, action="remove").status_code == 200
    assert browser.get(f"{event.path}/live").status_code == 404


def test_nothing_is_followed_after_logging_out(web, event):
    browser = web.organiser("Minerva")
    assert "answered" in browser.get(f"{event.path}/live").text
    other = web.browser(cookies=dict(browser.cookies))
    assert other.submit("/logout").status_code == 200
    assert browser.get(f"{event.path}/live", headers={"hx-request": "true"}).status_code == 401
