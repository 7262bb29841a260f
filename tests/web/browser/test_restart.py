"""The server is killed while people answer: nothing is lost, doubled or half written."""

import importlib.util
from pathlib import Path

import pytest


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


@pytest.mark.long  # web/core/test_responses.py kills a process that stores answers in every run
def test_every_answer_with_a_receipt_is_kept_once_through_a_kill(load, server, organiser):
    event, share = organiser.make_event("Load")
    receipts, _ = load.submit_through_a_kill(server, share, 60)
    assert len(receipts) == 60
    assert load.count_wrong(organiser, event, receipts) == 0
