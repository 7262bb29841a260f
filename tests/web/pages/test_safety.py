"""What holds for every route: tokens, strangers, headers, limits, errors, the log."""

import hashlib
import html
import json
import logging
import re
from pathlib import Path
from typing import get_args

import pytest

import bayeshat.web
from bayeshat.web.app import ROUTERS
from bayeshat.web.auth import Editing, LoggedIn, Owning, ResultEditing, ResultViewing, Viewing
from bayeshat.web.core import roster
from bayeshat.web.db.schema import Event
from bayeshat.web.logs import json_lines
from bayeshat.web.middleware import CONTENT_SECURITY_POLICY, ORGANISERS
from bayeshat.web.pages import HTMX

TEMPLATES = Path(bayeshat.web.__file__).parent
PUBLIC = ("/login", "/forgotten", "/setup", "/join/", "/reset/", "/f/", "/r/", "/p/")


def personal_link(sorted_event):
    """Return the parts of the address of somebody on the roster."""
    site = sorted_event.web.site
    if not hasattr(sorted_event, "entry_id"):
        with site.database.session() as session:
            event = session.get_one(Event, sorted_event.path.rsplit("/", 1)[1])
            roster.add_people(session, event, [roster.Expected("Ivy")], site.settings)
            sorted_event.entry_id = roster.roster_of(session, event)[0].id
    return sorted_event.entry_id, site.keys.roster_token(sorted_event.entry_id)


def fill(path, sorted_event):
    """Return a route's pattern with what there is."""
    receipt = sorted_event.receipts[0].rsplit("/", 1)[1]
    entry_id, token = personal_link(sorted_event)
    values = {
        "event_id": sorted_event.path.rsplit("/", 1)[1],
        "sorting_id": sorted_event.board.rsplit("/", 1)[1],
        "other_id": sorted_event.board.rsplit("/", 1)[1],
        "job_id": sorted_event.job.rsplit("/", 1)[1],
        "entry_id": entry_id,
        "token": token if path.startswith("/p/") else sorted_event.share.rsplit("/", 1)[1],
        "receipt": receipt,
        "response_id": "0" * 32,
        "rule": "0" * 16,
        "organiser_id": "0" * 32,
        "invitation_id": "0" * 32,
        "person": "0",
        "name": "answers.csv",
        "codes": "e69f00",
    }
    return re.sub(r"{(\w+)}", lambda found: values[found[1]], path)


def operations(web, method):
    described = web.app.openapi()["paths"]
    return [path for path, entry in described.items() if method in entry]


def test_every_change_is_refused_from_another_site(web, organiser, sorted_event):
    paths = operations(web, "post")
    assert len(paths) > 20
    for path in paths:
        answer = organiser.post(fill(path, sorted_event), data={}, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403, path
        assert "was not sent from a page of this server" in answer.text


def test_every_address_of_organisers_has_one_gate():
    gates = (LoggedIn, Viewing, Editing, Owning, ResultViewing, ResultEditing)
    lets_in = {get_args(one)[1].dependency: one for one in gates}
    routes = [route for router in ROUTERS for route in router.routes if route.path.startswith(ORGANISERS)]
    assert len(routes) > 60
    for route in routes:
        (gate,) = (lets_in[one.call] for one in route.dependant.dependencies if one.call in lets_in)
        assert "POST" not in route.methods or gate not in (Viewing, ResultViewing), route.path


def test_strangers_are_refused_everywhere(web, sorted_event):
    stranger = web.browser(follow_redirects=False)
    private = [path for path in operations(web, "get") if path.startswith(("/events", "/account", "/organisers"))]
    assert len(private) > 15
    for path in private:
        answer = stranger.get(fill(path, sorted_event), params={"person": 0, "group": 0, "other": "0" * 32})
        assert answer.status_code == 303, path
        assert answer.headers["location"].startswith("/login")
        plain = stranger.get(fill(path, sorted_event), headers={"accept": "application/json"})
        assert plain.status_code in (401, 422), path
    for path in operations(web, "post"):
        if not path.startswith(PUBLIC):
            assert stranger.post(fill(path, sorted_event), data={}).status_code == 401, path


def test_another_organiser_finds_nothing(web, sorted_event):
    other = web.organiser("Severus")
    assert "/events/" + sorted_event.path.rsplit("/", 1)[1] not in other.get("/").text
    for path in operations(web, "get"):
        if "{event_id}" in path and not path.startswith("/f/"):
            params = {"person": 0, "group": 0, "other": "0" * 32}
            assert other.get(fill(path, sorted_event), params=params).status_code == 404, path
    for path in operations(web, "post"):
        if "{event_id}" in path and not path.startswith("/f/"):
            assert other.post(fill(path, sorted_event), data={}).status_code == 404, path


def test_all_answers_have_safe_headers(web, organiser, sorted_event, monkeypatch):
    def fail(*_):
        raise RuntimeError("secret text")

    answers = [
        organiser.get(path)
        for path in ("/", sorted_event.board, "/nowhere", "/static/app.css", "/healthz", "/openapi.json", "/static/x")
    ]
    answers += [organiser.get("/nowhere", headers={"accept": "application/json"}), organiser.post("/account/name")]
    answers += [organiser.put("/login"), web.browser(follow_redirects=False).get("/account")]
    with monkeypatch.context() as patch:
        patch.setattr("bayeshat.web.core.events.list_events", fail)
        answers.append(organiser.get("/"))
    assert answers[-1].status_code == 500
    for answer in answers:
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])
    assert "unsafe" not in CONTENT_SECURITY_POLICY


def test_failure_is_a_plain_page_with_the_request_number(web, organiser, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("the answers of Ann")

    monkeypatch.setattr("bayeshat.web.core.events.list_events", fail)
    with caplog.at_level(logging.INFO, "bayeshat.web"):
        page = organiser.get("/")
        plain = organiser.get("/", headers={"accept": "application/json"})
    assert page.status_code == 500
    assert page.headers["x-request-id"] in page.text
    assert "Traceback" not in page.text
    assert "the answers of Ann" not in page.text
    assert set(plain.json()) == {"error", "field", "request_id"}
    lines = [json_lines().format(record) for record in caplog.records]
    failure = next(json.loads(line) for line in lines if '"failure"' in line)
    assert failure["request_id"] == page.headers["x-request-id"]
    assert failure["exception"] == "RuntimeError"
    assert not any("the answers of Ann" in line for line in lines)


def test_log_names_routes_and_no_secrets(web, event, caplog):
    with caplog.at_level(logging.INFO, "bayeshat.web"):
        receipt = event.answer("Zacharias")
        event.web.browser().get(receipt)
    lines = [json_lines().format(record) for record in caplog.records if record.name == "bayeshat.web"]
    assert any(json.loads(line)["route"] == "/r/{receipt}" for line in lines if '"request"' in line)
    text = "\n".join(lines)
    for secret in ("Zacharias", receipt.rsplit("/", 1)[1], event.share.rsplit("/", 1)[1]):
        assert secret not in text


def test_text_that_no_database_keeps_is_refused(event):
    answer = event.send("settings", title="a\0b")
    assert answer.status_code == 422
    assert "invalid characters" in answer.text


@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.jinja")), ids=lambda path: path.name)
def test_templates_need_nothing_that_the_policy_forbids(template):
    text = template.read_text()
    if template.name == "handout.html.jinja":
        # A file to keep, which is never shown as a page of ours, carries its style sheet.
        text = text.replace("<style>{{ style }}</style>", "")
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son[a-z]+\s*=", text)
    assert not re.search(r"hx-on|<style|javascript:|https?://", text)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", text))


def test_static_files_are_kept_by_their_hash(web):
    browser = web.browser()
    address = re.search(r'href="(/static/app.css[^"]+)"', browser.get("/login").text)[1]
    assert "immutable" in browser.get(address).headers["cache-control"]
    assert browser.get("/static/app.css").headers["cache-control"] == "no-cache"
    assert browser.get("/static/../app.py").status_code == 404
    assert browser.get("/static/%2e%2e/app.py").status_code == 404


def test_colors(web):
    browser = web.browser()
    assert browser.get("/colors/e69f00-0072b2.css").text.count("--c:") == 2
    assert browser.get("/colors/red;}.css").status_code == 404


def test_every_operation_is_described(web):
    described = web.app.openapi()["paths"]
    identifiers = [one["operationId"] for entry in described.values() for one in entry.values()]
    assert len(set(identifiers)) == len(identifiers) > 50
    for path, entry in described.items():
        for one in entry.values():
            assert one["summary"], path
            assert one["description"], path


def test_vendored_script_is_what_it_says(web):
    folder = Path(bayeshat.web.__file__).parent / "static" / "vendor"
    noted = (folder / "VENDORED.md").read_text()
    content = (folder / HTMX).read_bytes()
    assert hashlib.sha256(content).hexdigest() in noted
    assert HTMX in noted
    assert "Zero-Clause BSD" in (folder / "htmx-LICENSE.txt").read_text()
    page = web.browser().get("/login").text
    settings = json.loads(html.unescape(re.search(r"name=\"htmx-config\" content='([^']+)'", page)[1]))
    assert settings["allowEval"] is False
    assert settings["includeIndicatorStyles"] is False
