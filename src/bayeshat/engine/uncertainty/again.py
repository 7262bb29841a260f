"""Deciding again: the same sizes, rules and loss, with other draws."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...options import Workers
from ..draws import LabelDraws
from ..losses import Loss
from ..naming import number_groups
from ..problem import cluster_shares
from ..programs.conflicts import forbid_empty
from ..ruled.search import search_ruled
from ..search.search import search
from ..tables import count_everybody, pair_losses

if TYPE_CHECKING:
    from ..decision import Decision

Array = np.ndarray

# Starts in addition to the given ones; good groupings mostly are near the decision.
_STARTS_BESIDES_WARM = 2
# People x draws to decide on; with more, draws are chosen evenly.
_MAX_CELLS = 2_000_000
# Draws to decide on, even if that exceeds the cells above.
_MIN_DRAWS = 64


class Again:
    """Decides about the same people again, with the sizes, rules and loss of a decision.

    Parameters
    ----------
    decision
        The decision.
    draws
        Its draws, in the host's memory.
    workers
        Threads.
    rng
        Random generator, for the starts of searches.
    """

    def __init__(self, decision: Decision, draws: LabelDraws, workers: Workers, rng: np.random.Generator) -> None:
        self.first, self.draws, self.workers, self.rng = np.asarray(decision.labels), draws, workers, rng
        self.target, self.loss = decision.problem.sizes, decision.loss
        self.constraints = None
        if decision.kept is not None:
            self.constraints = forbid_empty(decision.kept.ruling.constraints, self.target)

    @property
    def named(self) -> bool:
        """Whether the loss looks at which group a person is in."""
        return self.loss.sees_labels

    @property
    def n_groups(self) -> int:
        """G."""
        return self.target.n_groups

    def tables(self, labels: Array, n_groups: int | None = None) -> Array:
        """Return how many people of each cluster are in each group, in every draw, (T, K, G)."""
        return count_everybody(self.draws, labels, n_groups or self.n_groups, self.workers)

    def losses(self, labels: Array) -> Array:
        """Return the loss of a grouping under every draw, with its size term and the cost of unmet wishes, (T,)."""
        sizes = np.bincount(labels, minlength=self.n_groups)
        return self._draw_losses(self.tables(labels)) + self.target.cost(sizes) + self.wishes(labels)

    def wishes(self, labels: Array) -> float:
        """Return the cost of unmet wishes."""
        return 0.0 if self.constraints is None else self.constraints.soft_cost(labels)

    def losses_of_draw(self, t: int) -> Array:
        """Return the loss of grouping people as in draw t, under every draw, without sizes and rules, (T,)."""
        return self._draw_losses(self.tables(self.draws.codes[:, t].astype(np.int64), self.draws.n_clusters))

    def _draw_losses(self, tables: Array) -> Array:
        losses = np.maximum(pair_losses(tables, self.loss), 0.0)  # rounding may give negative values
        if self.named:
            by_label = self.loss.label_costs(*tables.shape[1:])
            losses = losses + np.tensordot(tables, by_label, axes=2) / len(self.first)
        return losses

    def decide(self, which: Array, warm: list[Array], loss: Loss | None = None) -> Array:
        """Return the best grouping for some of the draws, numbered like the decision.

        Parameters
        ----------
        which
            (D,) the draws, by number; they keep their relative weights.
        warm
            Groupings to start from, which meet sizes and rules.
        loss
            The loss to minimise; by default that of the decision.
        """
        loss = self.loss if loss is None else loss
        weights = self.draws.weights[which]
        nobody = replace(self.draws, codes=self.draws.codes[:0, which], weights=weights / weights.sum())
        some = nobody.spread(max(_MIN_DRAWS, _MAX_CELLS // self.draws.n_people))
        if some is None:
            draws = replace(nobody, codes=np.ascontiguousarray(self.draws.codes[:, which]))
        else:
            draws = self.draws.subset(None, which[some])
        probabilities = cluster_shares(draws, self.workers, by_label=True) if loss.sees_labels else None
        options: dict[str, Any] = {
            "n_starts": _STARTS_BESIDES_WARM,
            "rng": self.rng,
            "workers": self.workers,
            "progress": lambda *_: None,
            "warm": warm,
        }
        if self.constraints is None:
            found = search(draws, loss, self.target, probabilities, **options)
        else:
            bounds = np.stack([self.constraints.least, self.constraints.most])
            bounded = replace(self.target, bounds=bounds)
            found, _ = search_ruled(draws, loss, bounded, self.constraints, probabilities, **options | {"n_starts": 1})
        return found.labels if loss.sees_labels else self.numbered(found.labels)

    def numbered(self, labels: Array) -> Array:
        """Return a grouping with each group numbered like the decision's group that it shares most people with.

        Only groups that sizes and rules do not tell apart exchange their numbers.
        """
        shared = np.zeros((self.n_groups, self.n_groups))
        np.add.at(shared, (labels, self.first), 1.0)
        alike = None
        if self.constraints is not None and self.constraints.names_groups:
            alike = self.constraints.interchangeable
        return number_groups(np.bincount(labels, minlength=self.n_groups), shared, self.target, alike)[0][labels]
