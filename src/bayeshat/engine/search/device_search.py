"""The search where the draws lie on a GPU: starts on the host with a sample of the people, then everybody there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..._options import Progress
from ..._workers import Workers
from ..backends.cuda_backend import CudaBackend
from ..labels.draws import LabelDraws
from ..labels.identify import log_support, number_groups
from ..labels.plane_draws import PlaneDraws
from ..loss.expected import count_tables
from ..loss.losses import Composition
from ..wanted.sizes import round_sizes
from ..wanted.target import Target
from ._descent_numba import TOLERANCE
from ._parallel_descent_numba import settle_people
from ._sizes_numba import SizeTerm, new_size_state
from .explore import Effort
from .problem import build_problem, cluster_probabilities, size_term
from .search import Found, explore_all, keep_distinct
from .starts import make_starts

Array = np.ndarray

# People and draws of the small problem, and results that are explored in it.
_SMALL_PEOPLE, _SMALL_DRAWS = 2000, 100
_EXPLORED = 4
# Draws that the first rounds look at, and the gain below which a round is the last one with so many draws.
_FIRST_DRAWS = 128
_ROUGH, _WORTHWHILE = 2e-5, 1e-7
_MAX_ROUNDS = 25
# People near a boundary that the exact repair looks at: at least so many, and where sizes may change this share of all.
_CANDIDATES = 4096
# People whose clusters say which group is which.
_NAMING = 16384
_RESIZED = 500


class DeviceDescent:
    """Majorise and transport, with the passes over everybody on a device.

    Parameters
    ----------
    backend
        The passes.
    weights
        (T,) weights of the draws, in the backend's order.
    parts, target
        Loss and wanted sizes.
    """

    def __init__(self, backend: CudaBackend, weights: Array, parts: Composition, target: Target) -> None:
        self.backend, self.weights, self.parts = backend, weights, parts
        self.n_people = backend.draws.n_people
        self.free = target.labels == "free" or parts.placement_weight() == 0
        self.target = replace(target, labels="free") if self.free else target
        self.prices = np.zeros(target.n_groups)

    def lift(self, labels: Array, few: LabelDraws) -> None:
        """Extend an assignment of some people to everybody, on the draws that it was found with."""
        tables = count_tables(labels, few, self.target.n_groups)
        self.backend.gains(slopes(tables, few.weights, self.parts))
        sizes = np.bincount(labels, minlength=self.target.n_groups)
        wanted = self.target.within(round_sizes(sizes, self.n_people))
        if self.target.exact is not None:
            wanted = self.target.exact.copy()
            if self.free:
                wanted[np.argsort(sizes, kind="stable")] = np.sort(self.target.exact)
        self.backend.start()
        self._transport(wanted, resize=False)
        self.backend.adopt()

    def descend(self, progress: Progress) -> None:
        """Descend until a round is worth little, first on some of the draws."""
        n_draws = self.backend.draws.n_draws
        stages = [n for n in (_FIRST_DRAWS, 4 * _FIRST_DRAWS) if 2 * n <= n_draws] + [n_draws]
        for stage, n_some in enumerate(stages):
            weights = self.weights[:n_some] / self.weights[:n_some].sum()
            enough = _WORTHWHILE if n_some == n_draws else _ROUGH
            tables = self.backend.count(n_some)
            for _ in range(_MAX_ROUNDS):
                progress(0.4 + 0.6 * stage / len(stages), "improving the best")
                self.backend.gains(slopes(tables, weights, self.parts))
                cost = self._size_cost(self.backend.sizes)
                sizes = self._transport(self.backend.sizes.copy(), resize=True)
                gain = self.backend.trial_gain() + cost - self._size_cost(sizes)
                if gain < TOLERANCE:
                    break
                self.backend.adopt()
                tables = self.backend.count(n_some)
                if gain < enough:
                    break

    def _size_cost(self, sizes: Array) -> float:
        return float(self.parts.groups(sizes, self.n_people).sum()) + self.target.cost(sizes)

    def _transport(self, wanted: Array, *, resize: bool) -> Array:
        """Let everybody choose under the wanted sizes, or the best ones near them; return the sizes."""
        opening, sizes, density = self.backend.balance(wanted, self.prices)
        exact = self.target.exact is not None
        surplus = int(np.maximum(sizes - wanted, 0).sum())
        need = max(_CANDIDATES, 16 * surplus, self.n_people // _RESIZED if resize and not exact else 0)
        while True:
            people, gains, chosen = self.backend.near(opening, np.inf if need >= self.n_people else need / density)
            room = len(people) + 2
            low = max(0, int(min(sizes.min(), wanted.min())) - room)
            high = int(max(sizes.max(), wanted.max())) + room
            size = new_size_state(len(wanted))
            size.sizes[:] = sizes - low
            groups, self.prices = chosen.copy(), opening.copy()
            everyone = np.arange(len(groups))
            settle_people(gains, everyone, wanted - low, resize, self._term(low, high), size, groups, self.prices)
            self.backend.try_groups(people, groups)
            reached = size.sizes + low
            met = (resize and not exact) or (reached == wanted).all()
            if need >= self.n_people or (met and self.backend.least_gap(self.prices) > -TOLERANCE):
                return reached
            need *= 8
            self.backend.try_groups(people, chosen)

    def _term(self, low: int, high: int) -> SizeTerm:
        """Return the size part for sizes from ``low`` to ``high`` alone, counted from ``low``."""
        if self.target.exact is not None:
            # Exact sizes cost nothing, but swaps of sizes are looked up.
            counts, free_of_charge = np.zeros(1, np.int64), np.zeros((2, high - low + 1))
            term = size_term(self.parts, self.target, counts, self.n_people, self.n_people, free=self.free)
            return term._replace(by_size=free_of_charge, bounds=term.bounds - low)
        counts = np.arange(low, high + 1)
        term = size_term(self.parts, self.target, counts, self.n_people, self.n_people, free=self.free)
        return term._replace(bounds=term.bounds - low)


def slopes(tables: Array, weights: Array, parts: Composition) -> Array:
    """Return what one more person is worth in each cluster and group of each draw, (D, K, G).

    The slope of the convex part at the counts, between that of the next person and that of the last one, and the worth
    of being placed in the own cluster, which is linear.
    """
    n_people = int(tables[0].sum())
    worth = [parts.joint(np.abs(tables + step), n_people) for step in (-1, 0, 1, 2)]
    below = np.where(tables > 0, worth[1] - worth[0], 2 * (worth[2] - worth[1]) - (worth[3] - worth[2]))
    table = weights[:, None, None] * 0.5 * (below + worth[2] - worth[1])
    shared = np.arange(min(tables.shape[1:]))
    table[:, shared, shared] += weights[:, None] * parts.placement_weight() / n_people
    return table


def search_on_device(
    draws: PlaneDraws,
    parts: Composition,
    target: Target,
    *,
    n_starts: int,
    rng: np.random.Generator,
    workers: Workers,
    progress: Progress,
) -> tuple[Found, Array, bool]:
    """Minimise the expected loss; return what was found, its tables, and whether the posterior would name it anew."""
    progress(0.0, "trying starts")
    backend = CudaBackend(draws.planes, target.n_groups)
    n_people = draws.n_people
    people = np.sort(rng.choice(n_people, _SMALL_PEOPLE, replace=False))
    few = draws.some(people, min(draws.n_draws, _SMALL_DRAWS))
    few_target = target.scaled(len(people), n_people)
    placed = parts.placement_weight() > 0
    shares = cluster_probabilities(draws.some(people, draws.n_draws), workers) if placed else None
    small = build_problem(few, parts, few_target, shares, n_people)
    starts = make_starts(small, few, few_target, n_starts, rng)
    ends = [end[0] for end in explore_all(small, starts, Effort(), rng, workers)]
    leaders, line = keep_distinct(ends, _EXPLORED, placed)
    progress(0.2, "exploring")
    trades = target.wanted is not None and (small.size.free or not small.size.fixed_sizes)
    effort = Effort(trades=trades, rounds=int(len(set(line)) > 1))
    around = explore_all(small, [end.labels for end in leaders], effort, rng, workers)
    best, led = min(((end, i) for i, ends in enumerate(around) for end in ends), key=lambda found: found[0].value)
    descent = DeviceDescent(backend, draws.weights, parts, target)
    descent.lift(best.labels, few)
    descent.descend(progress)
    disagrees = False
    if not placed:
        some = np.linspace(0, n_people - 1, _NAMING).astype(np.int64)
        shares = draws.even_out(cluster_probabilities(draws.some(some, draws.n_draws), workers))
        support = log_support(backend.labels_of(some), shares, target.n_groups, draws.n_draws)
        numbers, disagrees = number_groups(backend.sizes, support, target)
        backend.renumber(numbers)
    progress(1.0, "done")
    return Found(backend.labels_on_host(), n_starts, sum(i == led for i in line)), backend.count(), disagrees
