import pytest


@pytest.fixture(scope="module", autouse=True)
def thorough_search(whole_annealing):
    """These tests are about how good the groups are."""
