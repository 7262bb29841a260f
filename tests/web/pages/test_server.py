"""The server as a process of its own: what it prints, what it logs, and how it stops."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from types import SimpleNamespace

import httpx
import pytest

from bayeshat.errors import InputError
from bayeshat.web.core.jobs import SortOptions
from bayeshat.web.db.schema import Event, Job, now
from bayeshat.web.server import describe_start, listen
from bayeshat.web.settings import Settings
from systems import on_posix

START = """
import sys
from pathlib import Path
from bayeshat.web.server import serve
from bayeshat.web.settings import Settings
serve(Settings(port=0, data_dir=Path(sys.argv[1])), tell=lambda text: print(text, flush=True))
"""


@pytest.fixture
def process(tmp_path):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BAYESHAT_")}
    command = [sys.executable, "-c", START, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as running:
        yield running
        running.kill()


@on_posix
def test_server_prints_the_address_and_stops_when_it_is_told(process):
    first, address, _ = (process.stdout.readline().strip() for _ in range(3))
    assert "Open this address once" in first
    host, secret = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/setup\?secret=(\S+)", address).groups()
    with httpx.Client(base_url=host, headers={"origin": host}, follow_redirects=True, timeout=300) as browser:
        assert browser.get(address).status_code == 200
        data = {"secret": secret, "name": "Ann", "password": "four words or more"}
        assert browser.post("/setup", data=data).status_code == 200
        page = browser.post("/events/new", data={"title": "Live", "survey": "hogwarts"})
        assert browser.get(f"{page.url.path}/live").status_code == 200
        # A connection stays open.
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0
    logged = [json.loads(line) for line in errors.splitlines()]
    routes = {line.get("route") for line in logged}
    assert "/events/{event_id}" in routes
    # Pages ask for it every second.
    assert "/events/{event_id}/live" not in routes
    assert secret not in errors
    assert not [line for line in logged if line["level"] == "error"]


def test_secret_is_told_only_while_there_is_no_organiser(start_server):
    with start_server() as web:
        assert f"/setup?secret={web.secret()}" in describe_start(web.site, 8000)
        web.organiser()
        assert describe_start(web.site, 8000).splitlines()[0] == "bayeshat is ready: http://127.0.0.1:8000"


def test_health_tells_database_worker_and_disk(start_server, monkeypatch, tmp_path):
    with start_server() as web:
        browser = web.browser()

        def check():
            answer = browser.get("/healthz")
            told = answer.json()
            parts = {name: told[name]["well"] for name in ("database", "worker", "disk")}
            assert answer.status_code == (200 if all(parts.values()) else 503)
            assert told["status"] == ("ok" if all(parts.values()) else "unavailable")
            return parts, told

        assert all(check()[0].values())
        with monkeypatch.context() as patch:
            patch.setattr(web.site.database, "ping", lambda: False)
            parts, told = check()
        assert parts == {"database": False, "worker": True, "disk": True}
        assert "does not answer" in told["database"]["words"]
        with monkeypatch.context() as patch:
            patch.setattr(web.site.worker, "health", lambda: SimpleNamespace(well=False, words="It has ended."))
            parts, told = check()
        assert parts == {"database": True, "worker": False, "disk": True}
        assert told["worker"]["words"] == "It has ended."
    with start_server(min_free_disk=2**40) as web:
        told = web.browser().get("/healthz").json()
        assert told["disk"]["well"] is False
        assert "at least 1048576 MiB" in told["disk"]["words"]
    with start_server(
        secret_key="k" * 32, database_url=f"sqlite:///{tmp_path}/other.db", data_dir=tmp_path / "a/b"
    ) as web:
        # With a key and a database of its own a server may have no data folder.
        assert not web.site.settings.data_dir.exists()
        assert web.browser().get("/healthz").status_code == 200


TOKEN = "a token of 24 characters"


def numbers_of(text):
    """Return what a page in Prometheus' form says, as {name and labels: number}; every line must be of that form."""
    lines = text.removesuffix("\n").split("\n")
    label = r'[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"'
    sample = re.compile(rf"([a-z_]+\{{{label}(?:,{label})*\}}) (\d+(?:\.\d+)?)")
    kinds = {line.split()[2] for line in lines if re.fullmatch(r"# TYPE [a-z_]+ (counter|gauge)", line)}
    found = [sample.fullmatch(line).groups() for line in lines if not line.startswith("# ")]
    assert {name.split("{")[0] for name, _ in found} <= kinds
    return {name: float(number) for name, number in found}


def test_prometheus_finds_numbers_that_name_nobody(start_server, sorted_site):
    paths = sorted_site[1]
    with start_server(metrics_token=TOKEN) as web:
        browser = web.browser()
        for receipt in paths["receipts"][:2]:
            assert browser.get(receipt).status_code == 200
        assert browser.get("/nowhere").status_code == 404
        asked = {"authorization": f"Bearer {TOKEN}", "host": "app:8000"}
        answer = browser.get("/metrics", headers=asked)
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        found = numbers_of(answer.text)
        assert found['bayeshat_requests_total{route="/r/{receipt}",status="200"}'] == 2
        assert found['bayeshat_requests_total{route="",status="404"}'] == 1
        assert found['bayeshat_request_seconds_total{route="/r/{receipt}",status="200"}'] > 0
        assert found['bayeshat_jobs{kind="sort",state="done"}'] == 1
        assert not re.search("Ann|Sorted|" + paths["receipts"][0].rsplit("/", 1)[1], answer.text)
        again = numbers_of(browser.get("/metrics", headers=asked).text)
        assert again['bayeshat_requests_total{route="/metrics",status="200"}'] == 1


@pytest.mark.parametrize("settings", [{}, {"metrics_token": TOKEN}])
@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer None", "Bearer another token of 24"])
def test_there_are_no_numbers_without_the_token(start_server, settings, authorization):
    with start_server(**settings) as web:
        answer = web.browser().get("/metrics", headers={"authorization": authorization})
        assert answer.status_code == 404
        assert "bayeshat_" not in answer.text


def test_taken_address_is_refused_with_a_sentence(tmp_path):
    with listen(Settings(port=0, data_dir=tmp_path)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"127.0.0.1:{port}"):
            listen(Settings(port=port, data_dir=tmp_path))


def test_connections_of_devices_that_have_gone_end(tmp_path):
    with listen(Settings(port=0, data_dir=tmp_path)) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


def leave_running(web, event_id, attempts):
    """Leave a sort as a server does that is killed, and return its path."""
    with web.site.database.session() as session:
        options = SortOptions.of(session.get_one(Event, event_id)).to_dict()
        ended = f"{socket.gethostname()[:100]}:{2**22 + 1}:a"  # above any process number
        job = Job(event_id=event_id, options=options, state="running", worker=ended, attempts=attempts)
        job.heartbeat_at = now()
        session.add(job)
        session.flush()
        return f"/events/{event_id}/jobs/{job.id}"


@pytest.mark.parametrize("attempts", [1, 2])
def test_a_sort_that_was_cut_off_goes_on_by_itself_once(start_server, sorted_site, attempts):
    event = sorted_site[1]["event"]
    with start_server() as web:
        job = leave_running(web, event.rsplit("/", 1)[1], attempts)
    with start_server() as web:
        organiser = web.organiser()
        if attempts == 2:
            assert "Start it again" in organiser.get(job).text
            assert "The last sort was interrupted" in organiser.get(f"{event}/sort").text
            organiser.submit(job, action="restart")
        web.finish_work()
        results = organiser.get(f"{event}/results").text
    # The one from before, and the new one.
    assert len(set(re.findall(r'href="[^"]*/sortings/(\w+)"', results))) == 2
