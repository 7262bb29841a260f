"""The search with draws on a GPU: starts on the host with a sample of the people, then everybody on the GPU."""

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

# People in the sample.
_SAMPLE_PEOPLE = 2000
# Draws of the sample.
_SAMPLE_DRAWS = 100
# Results that are explored in the sample.
_MAX_EXPLORED = 4
# Results that are extended to everybody.
_MAX_FINALISTS = 4
# People x draws of all these results together.
_CELLS_OF_FINALISTS = 1e9
# Draws that the first rounds read; later rounds read four times as many, then all.
_FIRST_DRAWS = 128
# Patience on some of the draws.
_ROUGH_PATIENCE = Patience(laps=1, rounds=25, sweeps=0, worthwhile=2e-5)
# Patience on all draws.
_FINE_PATIENCE = Patience(laps=1, rounds=25, sweeps=0, worthwhile=1e-7)
# People near a boundary who take part in the exact repair.
_MIN_CANDIDATES = 4096
# Such people for each person who must be shifted.
_CANDIDATES_PER_SHIFT = 16
# With this many candidates, people outside who would rather change are left to the next round.
_ENOUGH_CANDIDATES = 4_000_000
# Pairs of groups that try to exchange their sizes.
_MAX_TRADES = 15
# People whose clusters decide which group is which.
_NAMING_PEOPLE = 16384


class CudaPeople(CudaMachine):
    """Everybody on a GPU, with the loss and the wanted sizes, as a descent needs them.

    There are no single moves or swaps: with very many people, one person hardly matters.
    """

    def __init__(self, draws: CudaDraws, loss: Loss, target: Sizes) -> None:
        super().__init__(draws.planes, target.n_groups)
        self.n_people, self.loss, self.all_weights = draws.n_people, loss, draws.weights
        self.free = target.labels == "free" or not loss.sees_labels
        self.target = replace(target, labels="free") if self.free else target
        none = np.zeros((0, padded(target.n_groups)))
        # The descent only needs to know whether sizes are fixed; arrays with an entry per person stay empty.
        self.arrays = Arrays(none, draws.weights, none, none, draws.n_clusters, self.size_term(0, 1))
        self.look_at(draws.n_draws)

    def look_at(self, n_draws: int) -> None:
        """Use only the first draws from now on."""
        self.weights = self.all_weights[:n_draws] / self.all_weights[:n_draws].sum()
        self._tables: Array | None = None

    def tables(self) -> Array:
        """Return the contingency tables of the present assignment, (D, K, G)."""
        if self._tables is None:
            self._tables = self.count(len(self.weights))
        return self._tables

    def start(self, labels: Array | None = None) -> None:
        """Adopt an assignment (N,) from the host, or put everybody into the first group."""
        super().start(labels)
        self._tables = None

    def adopt(self) -> None:
        """Adopt the trial assignment."""
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
        """Return the part of the loss that depends only on the sizes; exact sizes cost nothing on the way."""
        wanted = 0.0 if self.target.exact is not None else self.target.cost(sizes)
        return float(self.loss.groups(sizes, self.n_people).sum()) + wanted

    def size_term(self, low: int, high: int) -> SizeTerm:
        """Return the size part for kernels, only for sizes from ``low`` to ``high``, counted from ``low``."""
        exact = self.target.exact is not None
        counts = np.zeros(1, np.int64) if exact else np.arange(low, high + 1)
        term = size_term(self.loss, self.target, counts, self.n_people, self.n_people, free=self.free)
        # Exact sizes cost nothing, but kernels look them up.
        by_size = np.zeros((2, high - low + 1)) if exact else term.by_size
        return term._replace(by_size=by_size, bounds=term.bounds - low)


class CudaTransport:
    """The linear step with people on a GPU: prices from the GPU, and an exact repair on the host.

    Parameters
    ----------
    wanted
        (G,) the sizes of the first step and, if sizes are exact, of every step.
    """

    def __init__(self, wanted: Array) -> None:
        self.wanted = wanted
        self.prices = np.zeros(len(wanted))

    def __call__(self, people: Any, sizes: Array | None = None) -> float:
        """Try the best assignment; return its gain."""
        exact = people.target.exact is not None
        wanted = self.wanted if sizes is None else sizes
        opening, chosen_sizes, density = people.balance(wanted, self.prices)
        need = max(_MIN_CANDIDATES, _CANDIDATES_PER_SHIFT * int(np.maximum(chosen_sizes - wanted, 0).sum()))
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
            met = shifted == 0 if exact else _CANDIDATES_PER_SHIFT * shifted <= len(some)
            content = need >= _ENOUGH_CANDIDATES or (met and people.least_gap(prices) > -TOLERANCE)
            if need >= people.n_people or (met and content):
                break
            people.try_groups(some, chosen)
            need *= 8
        self.prices, self.wanted = prices, reached
        if not people.target.meets(people.sizes, any_order=people.free):
            return np.inf  # meeting exact sizes justifies any loss
        return people.trial_gain() + people.size_cost(people.sizes) - people.size_cost(reached)


def lift(people: CudaPeople, labels: Array, few: LabelDraws) -> Array:
    """Extend an assignment of some people to everybody, roughly at the wanted sizes; return the wanted sizes."""
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
    """Descend with everybody, on more and more draws, from an assignment of some people."""
    step = CudaTransport(lift(people, labels, few))
    descent = Descent(people.arrays, cast(Machine, people), step)
    all_draws = len(people.all_weights)
    for n_draws in [n for n in (_FIRST_DRAWS, 4 * _FIRST_DRAWS) if 2 * n <= all_draws] + [all_draws]:
        progress(0.4 + 0.6 * n_draws / (n_draws + all_draws), "improving the best")
        people.look_at(n_draws)
        descent.run(_FINE_PATIENCE if n_draws == all_draws else _ROUGH_PATIENCE)
    if people.loss.sees_labels and people.free:
        # The sample decided which group stands for which cluster; everybody may differ.
        people_of = np.tensordot(people.all_weights, people.tables(), axes=1).T  # (G, K)
        numbers = best_names(-people_of @ people.loss.label_costs(*people_of.shape[::-1]))
        people.renumber(numbers)
        step.wanted = people.sizes.copy()
        descent.run(_FINE_PATIENCE)
    while people.free and trade_sizes(people, step):
        descent.run(_FINE_PATIENCE)


def trade_sizes(people: CudaPeople, step: CudaTransport) -> bool:
    """Let two groups exchange their sizes if that lowers the loss; return whether two did.

    The sample decided which group has which size, and steps at given sizes never change it.
    """
    people.majorise()
    pairs = [(g, h) for g, h in combinations(range(people.n_groups), 2) if abs(people.sizes[g] - people.sizes[h]) > 1]
    for g, h in pairs[:_MAX_TRADES] if people.target.wanted is not None else []:
        sizes = people.sizes.copy()
        sizes[[g, h]] = sizes[[h, g]]
        if step(people, sizes) > _FINE_PATIENCE.worthwhile:
            people.adopt()
            return True
        step.wanted = people.sizes.copy()
    return False


def slopes(tables: Array, weights: Array, loss: Loss) -> Array:
    """Return what one more person is worth in each cluster and group of each draw, (D, K, G).

    This is the slope of the convex part at the counts, halfway between the last person's and the next person's gain,
    minus the linear cost of labels.
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
    """Minimise the expected loss; return the result, its tables, and whether the posterior prefers other names."""
    progress(0.0, "trying starts")
    people = CudaPeople(draws, loss, target)
    some = np.sort(rng.choice(draws.n_people, _SAMPLE_PEOPLE, replace=False))
    few = draws.some(some, min(draws.n_draws, _SAMPLE_DRAWS))
    few_target = target.scaled(len(some), draws.n_people)
    placed = loss.sees_labels
    shares = cluster_probabilities(draws.some(some, draws.n_draws), workers) if placed else None
    small = build_arrays(few, loss, few_target, shares, draws.n_people)
    starts = make_starts(small, few, few_target, n_starts, rng)
    explore = Explorer(small, workers, labelled=placed)
    ends = explore.descend(starts)
    leaders, line = keep_distinct(ends, _MAX_EXPLORED, placed)
    progress(0.2, "exploring")
    trades = target.wanted is not None and (small.size.free or not small.size.fixed_sizes)
    effort = Effort(trades=trades, rounds=int(len(set(line)) > 1))
    around = explore.wander(leaders, effort, rng)
    found_by = [(end, i) for i, ends in enumerate(around) for end in ends]
    n_finalists = int(np.clip(_CELLS_OF_FINALISTS // (draws.n_people * draws.n_draws), 1, _MAX_FINALISTS))
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
        some = np.linspace(0, draws.n_people - 1, _NAMING_PEOPLE).astype(np.int64)
        shares = draws.even_out(cluster_probabilities(draws.some(some, draws.n_draws), workers))
        support = log_support(people.labels_of(some), shares, target.n_groups, draws.n_draws)
        first = first_members(people.labels_of(np.arange(min(draws.n_people, _NAMING_PEOPLE))), target.n_groups)
        numbers, disagrees = number_groups(people.sizes, support, target, first=first)
        people.renumber(numbers)
    progress(1.0, "done")
    return Found(people.labels_on_host(), n_starts, sum(i in led for i in line)), people.count(), disagrees
