"""What holds for all tests."""

import sys
from pathlib import Path

import pytest

from bayeshat.checking import asked_again

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
sys.path.append(str(BENCHMARKS))
# A source distribution has the tests alone.
collect_ignore = [] if BENCHMARKS.exists() else ["test_peers.py", "test_peers_in_r.py"]


@pytest.fixture(scope="session", autouse=True)
def few_times():
    """Ask people again four times rather than forty: every sort does it, and most tests are about something else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asked_again, "_TIMES", 4)
        patch.setattr(asked_again, "_FEWER_TIMES", 4)
        yield
