"""Deciding again: the same sizes, rules and loss, with other draws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...options import Workers
from ..draws import LabelDraws
from ..losses import Loss
from ..naming import number_like
from ..problem import Problem
from ..ruled.search import search_ruled
from ..search.descent import SearchOptions
from ..search.search import search
from ..tables import losses_by_draw

Array = np.ndarray

# Starts in addition to the given ones; good groupings mostly are near the decision.
_STARTS_BESIDES_WARM = 2
# People x draws to decide on; with more, draws are chosen evenly.
_MAX_CELLS = 2_000_000
# Draws to decide on, even if that exceeds the cells above.
_MIN_DRAWS = 64


class Again:
    """Decides about the same people again.

    Parameters
    ----------
    problem
        What was decided, with all draws in the host's memory.
    labels
        (N,) the decision.
    workers
        Threads.
    rng
        Random generator, for the starts of searches.
    """

    def __init__(self, problem: Problem, labels: Array, workers: Workers, rng: np.random.Generator) -> None:
        self.problem, self.first, self.workers, self.rng = problem, np.asarray(labels), workers, rng

    @property
    def draws(self) -> LabelDraws:
        """All draws."""
        return self.problem.draws

    @property
    def named(self) -> bool:
        """Whether the loss looks at which group a person is in."""
        return self.problem.loss.sees_labels

    @property
    def n_groups(self) -> int:
        """G."""
        return self.problem.n_groups

    def losses(self, labels: Array) -> Array:
        """Return the loss of a grouping under every draw, with its size term and the cost of unmet wishes, (T,)."""
        sizes = self.problem.sizes.cost(np.bincount(labels, minlength=self.n_groups))
        return self._losses(labels, self.n_groups) + sizes + self.problem.wishes_cost(labels)

    def losses_of_draw(self, t: int) -> Array:
        """Return the loss of grouping people as in draw t, under every draw, without sizes and rules, (T,)."""
        return self._losses(self.draws.codes[:, t].astype(np.int64), self.draws.n_clusters)

    def _losses(self, labels: Array, n_groups: int) -> Array:
        tables = self.draws.count(labels, n_groups, self.workers)
        return np.maximum(losses_by_draw(tables, self.problem.loss), 0.0)  # rounding may give negative values

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
        weights = self.draws.weights[which]
        nobody = replace(self.draws, codes=self.draws.codes[:0, which], weights=weights / weights.sum())
        some = nobody.spread(max(_MIN_DRAWS, _MAX_CELLS // self.draws.n_people))
        if some is None:
            draws = replace(nobody, codes=np.ascontiguousarray(self.draws.codes[:, which]))
        else:
            draws = self.draws.subset(None, which[some])
        problem = self.problem if loss is None else replace(self.problem, loss=loss)
        problem = replace(problem, draws=draws).prepared(self.workers)
        options = SearchOptions(_STARTS_BESIDES_WARM, self.rng, self.workers, lambda *_: None)
        if problem.rules is None:
            found = search(problem, options, warm)
        else:
            found = search_ruled(problem, options._replace(n_starts=1), warm)
        if problem.loss.sees_labels:
            return found.labels
        return number_like(found.labels, self.first, problem.sizes, problem.alike_groups)
