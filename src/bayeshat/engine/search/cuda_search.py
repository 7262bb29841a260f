"""The search where the draws lie on a GPU: starts on the host with a sample of the people, then everybody there."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import numpy as np

from ...options import Progress, Workers
from ..draws import CudaDraws, LabelDraws
from ..kernels._transport_numba import settle_people
from ..kernels.arrays import TOLERANCE, Arrays, SizeTerm, new_size_state, padded
from ..losses import Loss
from ..machines.cuda_machine import CudaMachine
from ..machines.machine import Machine
from ..naming import best_names, first_members, log_support, number_groups
from ..problem import build_arrays, size_term
from ..sizes import Sizes, round_sizes
from ..tables import cluster_probabilities, count_tables, total_loss
from .descent import Descent, Patience
from .explore import Effort, Explorer
from .search import Found, keep_distinct
from .starts import make_starts

Array = np.ndarray

# People and draws of the small problem, and results that are explored in it.
_SMALL_PEOPLE, _SMALL_DRAWS = 2000, 100
_EXPLORED = 4
# Results that go on to everybody: at most so many, and people x draws that they may add up to.
_FINALISTS, _WHOLE_CELLS = 4, 1e9
# Draws that the first rounds look at; then four times as many, then all.
_FIRST_DRAWS = 128
_ROUGHLY = Patience(laps=1, rounds=25, sweeps=0, worthwhile=2e-5)
_FINELY = Patience(laps=1, rounds=25, sweeps=0, worthwhile=1e-7)
# People near a boundary that the exact repair looks at: at least so many, and so many for each one to be shifted. If
# even _MANY leave some others who would rather change, the next round sees to these.
_CANDIDATES, _PER_SHIFT, _MANY = 4096, 16, 4_000_000
# Pairs of groups that may exchange their sizes.
_MAX_TRADES = 15
# People whose clusters say which group is which.
_NAMING = 16384


class CudaPeople(CudaMachine):
    """Everybody on a device, with loss and wanted sizes: what a descent works on.

    Single moves and swaps are left out: with so many people one person's own weight hardly matters.
    """

    def __init__(self, draws: CudaDraws, loss: Loss, target: Sizes) -> None:
        super().__init__(draws.planes, target.n_groups)
        self.n_people, self.loss, self.all_weights = draws.n_people, loss, draws.weights
        self.free = target.labels == "free" or not loss.sees_labels
        self.target = replace(target, labels="free") if self.free else target
        none = np.zeros((0, padded(target.n_groups)))
        # The descent asks only whether sizes are fixed; arrays with an entry for everybody are left empty.
        self.arrays = Arrays(none, draws.weights, none, none, draws.n_clusters, self.size_term(0, 1))
        self.look_at(draws.n_draws)

    def look_at(self, n_draws: int) -> None:
        """Go on with the first draws alone."""
        self.weights = self.all_weights[:n_draws] / self.all_weights[:n_draws].sum()
        self._tables: Array | None = None

    def tables(self) -> Array:
        """Return the contingency tables of the present assignment, (D, K, G)."""
        if self._tables is None:
            self._tables = self.count(len(self.weights))
        return self._tables

    def start(self, labels: Array | None = None) -> None:
        """Take an assignment (N,) from the host, or put everybody into the first group."""
        super().start(labels)
        self._tables = None

    def adopt(self) -> None:
        """Go over to the assignment on trial."""
        super().adopt()
        self._tables = None

    def renumber(self, numbers: Array) -> None:
        """Give the groups new numbers (G,)."""
        super().renumber(numbers)
        self._tables = None

    def objective(self) -> float:
        """Return the expected loss, exactly."""
        return total_loss(self.tables(), self.weights, self.loss, self.target)

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        self.gains(slopes(self.tables(), self.weights, self.loss))

    def size_cost(self, sizes: Array) -> float:
        """Return the part of the loss that depends on the sizes alone; exact sizes are met sooner or later."""
        wanted = 0.0 if self.target.exact is not None else self.target.cost(sizes)
        return float(self.loss.groups(sizes, self.n_people).sum()) + wanted

    def size_term(self, low: int, high: int) -> SizeTerm:
        """Return the size part as kernels take it, for sizes from ``low`` to ``high`` alone, counted from ``low``."""
        exact = self.target.exact is not None
        counts = np.zeros(1, np.int64) if exact else np.arange(low, high + 1)
        term = size_term(self.loss, self.target, counts, self.n_people, self.n_people, free=self.free)
        # Exact sizes cost nothing, but are looked up.
        by_size = np.zeros((2, high - low + 1)) if exact else term.by_size
        return term._replace(by_size=by_size, bounds=term.bounds - low)


class CudaTransport:
    """The linear step where the people lie on a device: prices from there, and an exact repair here.

    Parameters
    ----------
    wanted
        (G,) the sizes of the first step, and of every step where they are exact.
    """

    def __init__(self, wanted: Array) -> None:
        self.wanted = wanted
        self.prices = np.zeros(len(wanted))

    def __call__(self, people: Any, sizes: Array | None = None) -> float:
        """Put the best assignment on trial; return what it gains."""
        exact = people.target.exact is not None
        wanted = self.wanted if sizes is None else sizes
        opening, chosen_sizes, density = people.balance(wanted, self.prices)
        need = max(_CANDIDATES, _PER_SHIFT * int(np.maximum(chosen_sizes - wanted, 0).sum()))
        while True:
            some, gains, chosen = people.near(opening, np.inf if need >= people.n_people else need / density)
            low = max(0, int(min(chosen_sizes.min(), wanted.min())) - len(some) - 2)
            high = int(max(chosen_sizes.max(), wanted.max())) + len(some) + 2
            state, groups, prices = new_size_state(len(wanted)), chosen.copy(), opening.copy()
            state.sizes[:] = chosen_sizes - low
            settle_people(gains, wanted - low, True, people.size_term(low, high), state, groups, prices)
            people.try_groups(some, groups)
            reached = state.sizes + low
            shifted = int(np.abs(reached - wanted).sum()) // 2
            met = shifted == 0 if exact else _PER_SHIFT * shifted <= len(some)
            content = need >= _MANY or (met and people.least_gap(prices) > -TOLERANCE)
            if need >= people.n_people or (met and content):
                break
            people.try_groups(some, chosen)
            need *= 8
        self.prices, self.wanted = prices, reached
        if not people.target.meets(people.sizes, any_order=people.free):
            return np.inf  # exact sizes are worth any loss
        return people.trial_gain() + people.size_cost(people.sizes) - people.size_cost(reached)


def lift(people: CudaPeople, labels: Array, few: LabelDraws) -> Array:
    """Extend an assignment of some people to everybody, roughly at the wanted sizes; return these."""
    target = people.target
    people.gains(slopes(count_tables(labels, few, target.n_groups), few.weights, people.loss))
    sizes = np.bincount(labels, minlength=target.n_groups)
    wanted = target.within(round_sizes(sizes, people.n_people))
    if target.exact is not None:
        wanted = target.exact.copy()
        if people.free:
            wanted[np.argsort(sizes, kind="stable")] = np.sort(target.exact)
    people.balance(wanted, np.zeros(len(wanted)))
    people.adopt()
    return wanted


def lift_and_descend(people: CudaPeople, labels: Array, few: LabelDraws, progress: Progress) -> None:
    """Descend with everybody, on ever more of the draws, from an assignment of some of the people."""
    step = CudaTransport(lift(people, labels, few))
    descent = Descent(people.arrays, cast(Machine, people), step)
    all_draws = len(people.all_weights)
    for n_draws in [n for n in (_FIRST_DRAWS, 4 * _FIRST_DRAWS) if 2 * n <= all_draws] + [all_draws]:
        progress(0.4 + 0.6 * n_draws / (n_draws + all_draws), "improving the best")
        people.look_at(n_draws)
        descent.run(_FINELY if n_draws == all_draws else _ROUGHLY)
    if people.loss.sees_labels and people.free:
        # Which group stands for which cluster was found with a sample; everybody may say otherwise.
        people_of = np.tensordot(people.all_weights, people.tables(), axes=1).T  # (G, K)
        numbers = best_names(-people_of @ people.loss.label_costs(*people_of.shape[::-1]))
        people.renumber(numbers)
        step.wanted = people.sizes.copy()
        descent.run(_FINELY)
    while people.free and trade_sizes(people, step):
        descent.run(_FINELY)


def trade_sizes(people: CudaPeople, step: CudaTransport) -> bool:
    """Let two groups exchange their sizes if everybody gains by it; return whether two did.

    Which group has which size was found with a sample, and steps at given sizes never change it.
    """
    people.majorise()
    pairs = [(g, h) for g, h in combinations(range(people.n_groups), 2) if abs(people.sizes[g] - people.sizes[h]) > 1]
    for g, h in pairs[:_MAX_TRADES] if people.target.wanted is not None else []:
        sizes = people.sizes.copy()
        sizes[[g, h]] = sizes[[h, g]]
        if step(people, sizes) > _FINELY.worthwhile:
            people.adopt()
            return True
        step.wanted = people.sizes.copy()
    return False


def slopes(tables: Array, weights: Array, loss: Loss) -> Array:
    """Return what one more person is worth in each cluster and group of each draw, (D, K, G).

    The slope of the convex part at the counts, between that of the next person and that of the last one, and the worth
    of being placed by label, which is linear.
    """
    n_people = int(tables[0].sum())
    worth = [loss.joint(np.abs(tables + step), n_people) for step in (-1, 0, 1, 2)]
    below = np.where(tables > 0, worth[1] - worth[0], 2 * (worth[2] - worth[1]) - (worth[3] - worth[2]))
    table = weights[:, None, None] * 0.5 * (below + worth[2] - worth[1])
    return table - weights[:, None, None] * loss.label_costs(*tables.shape[1:]) / n_people


def search_on_cuda(
    draws: CudaDraws,
    loss: Loss,
    target: Sizes,
    *,
    n_starts: int,
    rng: np.random.Generator,
    workers: Workers,
    progress: Progress,
) -> tuple[Found, Array, bool]:
    """Minimise the expected loss; return what was found, its tables, and whether the posterior would name it anew."""
    progress(0.0, "trying starts")
    people = CudaPeople(draws, loss, target)
    some = np.sort(rng.choice(draws.n_people, _SMALL_PEOPLE, replace=False))
    few = draws.some(some, min(draws.n_draws, _SMALL_DRAWS))
    few_target = target.scaled(len(some), draws.n_people)
    placed = loss.sees_labels
    shares = cluster_probabilities(draws.some(some, draws.n_draws), workers) if placed else None
    small = build_arrays(few, loss, few_target, shares, draws.n_people)
    starts = make_starts(small, few, few_target, n_starts, rng)
    explore = Explorer(small, workers, labelled=placed)
    ends = explore.descend(starts)
    leaders, line = keep_distinct(ends, _EXPLORED, placed)
    progress(0.2, "exploring")
    trades = target.wanted is not None and (small.size.free or not small.size.fixed_sizes)
    effort = Effort(trades=trades, rounds=int(len(set(line)) > 1))
    around = explore.wander(leaders, effort, rng)
    found_by = [(end, i) for i, ends in enumerate(around) for end in ends]
    n_finalists = int(np.clip(_WHOLE_CELLS // (draws.n_people * draws.n_draws), 1, _FINALISTS))
    finalists, became = keep_distinct([end for end, _ in found_by], n_finalists, placed)
    done = []
    for end in finalists:
        lift_and_descend(people, end.labels, few, progress)
        done.append((people.objective(), people.labels_on_host() if len(finalists) > 1 else None))
    best = min(range(len(done)), key=lambda i: done[i][0])
    if len(done) > 1:
        people.start(done[best][1])
    led = {leader for (_, leader), i in zip(found_by, became, strict=True) if i == best}
    disagrees = False
    if not placed:
        some = np.linspace(0, draws.n_people - 1, _NAMING).astype(np.int64)
        shares = draws.even_out(cluster_probabilities(draws.some(some, draws.n_draws), workers))
        support = log_support(people.labels_of(some), shares, target.n_groups, draws.n_draws)
        first = first_members(people.labels_of(np.arange(min(draws.n_people, _NAMING))), target.n_groups)
        numbers, disagrees = number_groups(people.sizes, support, target, first=first)
        people.renumber(numbers)
    progress(1.0, "done")
    return Found(people.labels_on_host(), n_starts, sum(i in led for i in line)), people.count(), disagrees
