"""A loss is an open protocol: a class and a line in the table, and everything works with it."""

import itertools
from dataclasses import dataclass

import numpy as np
import pytest

import bayeshat as bh
import strategies as our
from bayeshat.engine.losses import LOSSES, LinearLoss, PairLoss, as_loss
from bayeshat.errors import LossError


@dataclass(frozen=True, repr=False)
class Power(PairLoss):
    """Convex in the counts, between VI and Binder."""

    @staticmethod
    def worth(counts, n_people):
        """Return (c / N) ** 1.5."""
        return (np.asarray(counts, dtype=float) / n_people) ** 1.5


@dataclass(frozen=True)
class Steps(LinearLoss):
    """Linear in people: how many places away from the own cluster's group, for groups in an order."""

    def costs(self, n_clusters, n_groups):
        """Return the distance of numbers, at most 1."""
        return np.abs(np.arange(n_clusters)[:, None] - np.arange(n_groups)) / max(n_clusters - 1, 1)


@pytest.fixture(autouse=True)
def two_more_losses(monkeypatch):
    monkeypatch.setitem(LOSSES, "power", Power)
    monkeypatch.setitem(LOSSES, "steps", Steps)


def least_loss(draws, sizes, **options):
    """Return the least expected loss of all assignments with these sizes."""
    everybody = set(itertools.permutations(np.repeat(np.arange(len(sizes)), sizes).tolist()))
    return min(bh.expected_loss(labels, draws, sizes, size_weight=np.inf, **options) for labels in everybody)


@pytest.mark.parametrize("searched", [False, True])
@pytest.mark.parametrize("text", ["power", "0.5*power(a=0.8) + vi", "steps", "power + 0.3*steps", "steps + placement"])
def test_a_new_loss_is_read_from_text_and_decided_with(text, searched, monkeypatch):
    if searched:
        our.search_alone(monkeypatch)
    draws = our.random_draws(4, n_draws=9, n_people=7)
    options = {"loss": text, "labels": "fixed"}
    decision = bh.decide(draws, [3, 2, 2], size_weight=np.inf, starts=6, **options)
    assert decision.expected_loss == pytest.approx(least_loss(draws, [3, 2, 2], **options), abs=1e-10)
    assert decision.expected_loss == pytest.approx(
        bh.expected_loss(decision.labels, draws, [3, 2, 2], size_weight=np.inf, **options), abs=1e-12
    )


def test_a_linear_loss_counts_every_person_by_their_probability():
    draws = np.array([[0, 1, 2, 2], [0, 2, 2, 1]])
    # Person 1 is one or two places away from group 0, person 3 one or none away from group 2; costs are halved.
    assert bh.expected_loss([0, 0, 2, 2], draws, loss=Steps()) == pytest.approx((1.5 + 0.5) / 2 / 4)


@pytest.mark.parametrize("name", ["vi", "binder", "placement", "power", "steps"])
def test_every_loss_keeps_to_its_kind(name):
    loss = LOSSES[name]()
    if isinstance(loss, PairLoss):
        worth = loss.worth(np.arange(50), 49)
        assert worth[0] == 0
        assert (np.diff(worth, 2) >= -1e-12).all()
        assert not loss.adds_up_over_pairs or np.ptp(np.diff(worth, 2)) < 1e-12
    else:
        costs = loss.costs(3, 4)
        assert costs.shape == (3, 4)
        assert (np.diag(costs) == 0).all()
    assert as_loss(repr(loss)) == loss


@pytest.mark.parametrize("text", ["steps(a=1)", "power(b=1)", "powers"])
def test_text_that_does_not_fit_the_table_is_refused(text):
    with pytest.raises(LossError, match="'power', 'steps'"):
        as_loss(text)
