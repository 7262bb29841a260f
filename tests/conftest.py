"""What holds for all tests."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bayeshat.checks import asked_again
from bayeshat.engine.ruled import search as ruled_search
from bayeshat.known_people import weights

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
sys.path.append(str(BENCHMARKS))
# A source distribution has the tests alone.
collect_ignore = [] if BENCHMARKS.exists() else ["test_cost.py", "test_peers.py", "test_peers_in_r.py"]


# No test may fail because the machine is busy, or because today's random examples are others than yesterday's.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

SHIPPED = {name: getattr(asked_again, name) for name in ("_TIMES", "_FEWER_TIMES", "_DRAWS")}

ANNEALING_WORK = ruled_search._ANNEALING_WORK


@pytest.fixture(scope="session", autouse=True)
def few_times():
    """Ask people again four times rather than forty, which takes ten times as long.

    Every report does it, and most tests are about something else; `as_shipped` is for those about this.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asked_again, "_TIMES", 4)
        patch.setattr(asked_again, "_FEWER_TIMES", 4)
        yield


@pytest.fixture(scope="session", autouse=True)
def little_annealing():
    """Look for better groups under rules a tenth as long; `engine/` tests how good the groups are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruled_search, "_ANNEALING_WORK", ANNEALING_WORK / 10)
        yield


@pytest.fixture(scope="module")
def whole_annealing():
    """Look for better groups under rules as long as outside of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruled_search, "_ANNEALING_WORK", ANNEALING_WORK)
        yield


@pytest.fixture
def few_penalties(monkeypatch):
    """Choose between two penalties of learned weights rather than six; `known_people/` tests the choice."""
    monkeypatch.setattr(weights, "PENALTIES", (0.01, 0.0))


@pytest.fixture
def as_shipped(monkeypatch):
    """Ask people again as often, and with as many draws, as outside of the tests."""
    for name, number in SHIPPED.items():
        monkeypatch.setattr(asked_again, name, number)
