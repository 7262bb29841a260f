"""What holds for all tests."""

import pytest

from bayeshat.checking import asked_again


@pytest.fixture(scope="session", autouse=True)
def few_times():
    """Ask people again four times rather than forty: every sort does it, and most tests are about something else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asked_again, "_TIMES", 4)
        patch.setattr(asked_again, "_FEWER_TIMES", 4)
        yield
