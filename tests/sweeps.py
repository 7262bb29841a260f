"""Sweeps over seeds: a few in every run of the tests, the rest in ``make test-long``."""

import pytest


def seeds(n, usual):
    """Return seeds 0 to n - 1 as parameters of a test; all but the first `usual` ones are marked as long."""
    return [pytest.param(seed, marks=[pytest.mark.long] * (seed >= usual)) for seed in range(n)]
