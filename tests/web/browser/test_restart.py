"""The server is killed in the middle of its work: nothing is lost, doubled or half written."""

import importlib.util
import re
import time
from pathlib import Path

import pytest

from web.browser.served import answers_csv

N_PEOPLE = 800  # a sort of some seconds, so that there is a middle


@pytest.fixture(scope="module")
def load():
    """The load of the benchmark, which these tests run in small."""
    path = Path(__file__).parents[3] / "benchmarks" / "serving.py"
    spec = importlib.util.spec_from_file_location("serving", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def server(load, tmp_path):
    running = load.Server(tmp_path)
    yield running
    if running.process.poll() is None:
        running.kill()


@pytest.fixture
def organiser(load, server):
    made = load.Organiser(server)
    yield made
    made.client.close()


def wait_for(look, seconds=60):
    """Return the first answer that is not empty."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("that did not happen")


def is_half_way(client, job):
    """Say whether a sort has begun but not ended."""
    found = re.search(r'<progress max="1" value="([\d.]+)"', client.get(job).text)
    return found is not None and float(found[1]) > 0.0


def test_every_answer_with_a_receipt_is_kept_once_through_a_kill(load, server, organiser):
    event, share = organiser.make_event("Load")
    receipts, _ = load.submit_through_a_kill(server, share, 60)
    assert len(receipts) == 60
    assert load.count_wrong(organiser, event, receipts) == 0


def test_sort_goes_on_after_a_kill_and_is_marked_after_a_second(server, organiser):
    client = organiser.client
    event, _ = organiser.make_event("Large")
    files = {"file": ("people.csv", answers_csv(N_PEOPLE).encode(), "text/csv")}
    organiser.send(f"{event}/import", event, {}, files)
    job = organiser.send(f"{event}/sort", event, {}).url.path
    assert "/jobs/" in job

    # After the first kill it goes on by itself: it is half way again.
    for _ in range(2):
        wait_for(lambda: is_half_way(client, job))
        server.kill()
        server.start()
        assert "/sortings/" not in client.get(f"{event}/results").text
    page = wait_for(lambda: text if "interrupted" in (text := client.get(job).text) else "")
    assert "Start it again" in page
    assert "The last sort was interrupted" in client.get(f"{event}/sort").text

    again = organiser.send(job, job, {"action": "restart"}).url.path
    board = wait_for(lambda: path if "/sortings/" in (path := client.get(again).url.path) else "")
    sizes = [int(text) for text in re.findall(r"<b>(\d+)</b>", client.get(board).text)]
    assert sum(sizes) == N_PEOPLE
    assert len(re.findall(r'href="[^"]*/sortings/', client.get(f"{event}/results").text)) == 1
    assert client.get("/healthz").json()["status"] == "ok"
