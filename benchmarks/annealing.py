"""Plain simulated annealing under rules: an opponent for the search, with code of its own."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numba import njit

import bayeshat as bh
from bayeshat.engine.programs.integer_program import blocks_of, solve_program

# Runs that share the steps, and how far each cools down.
RUNS = 4
COOLING = 1e-3


class Landscape(NamedTuple):
    """Everything that a step looks at. Units are people, or sets of people who must be together."""

    z: np.ndarray  # (N, T) draws
    joint: np.ndarray  # (N + 1,) what an overlap of cluster and group is worth, per draw
    group: np.ndarray  # (N + 1,) what a group of a size costs
    size_weight: float
    pseudocount: float
    wanted: np.ndarray  # (G,) sorted where their order does not matter
    free: bool
    exact: bool
    bounds: np.ndarray  # (2, G)
    begin: np.ndarray  # (U + 1,)
    members: np.ndarray  # (N,)
    cost: np.ndarray  # (N, G) infinite where a person must not be
    apart: np.ndarray  # (N, N) whether two must not share a group
    company: np.ndarray  # (N, N) what it costs when two share a group
    values: np.ndarray  # (C, N)
    totals: np.ndarray  # (V,)
    spread: np.ndarray  # (V,)
    lonely: np.ndarray  # (V,)


@njit(cache=True)
def size_cost(land, sizes):
    """Return what the sizes cost; infinite where they are not allowed."""
    n_groups = sizes.shape[0]
    total = 0.0
    for g in range(n_groups):
        if sizes[g] < land.bounds[0, g] or sizes[g] > land.bounds[1, g]:
            return np.inf
        total += land.group[sizes[g]]
    have = np.sort(sizes) if land.free else sizes
    if land.exact:
        for g in range(n_groups):
            if have[g] != land.wanted[g]:
                return np.inf
    elif land.size_weight > 0:
        ratio = np.log(have + land.pseudocount) - np.log(land.wanted)
        total += land.size_weight * np.sqrt(((ratio - ratio.mean()) ** 2).sum())
    return total


@njit(cache=True)
def keeps(land, labels, sizes, traits, n, m, g, h):
    """Say whether the groups g and h keep to the rules, after the units n and m (or n alone) went there."""
    for unit in (n, m):
        if unit < 0:
            continue
        for i in range(land.begin[unit], land.begin[unit + 1]):
            a = land.members[i]
            if land.cost[a, labels[a]] == np.inf:
                return False
            for b in range(labels.shape[0]):
                if land.apart[a, b] and labels[a] == labels[b]:
                    return False
    for v in range(land.totals.shape[0]):
        for group in (g, h):
            have = traits[v, group]
            off = abs(have * labels.shape[0] - land.totals[v] * sizes[group])
            if land.spread[v] and off >= labels.shape[0]:
                return False
            if land.lonely[v] and have == 1:
                return False
    return True


@njit(cache=True)
def company_cost(land, labels, n):
    total = 0.0
    for m in range(labels.shape[0]):
        if land.company[n, m] != 0.0 and labels[m] == labels[n]:
            total += land.company[n, m]
    return total


@njit(cache=True)
def shift(land, labels, sizes, traits, unit, h):
    """Move a unit as far as labels, sizes and traits go; return what its wishes then cost more."""
    rise = 0.0
    for i in range(land.begin[unit], land.begin[unit + 1]):
        n = land.members[i]
        g = labels[n]
        rise -= land.cost[n, g] + company_cost(land, labels, n)
        for c in range(land.values.shape[0]):
            v = land.values[c, n]
            if v >= 0:
                traits[v, g] -= 1
                traits[v, h] += 1
        sizes[g] -= 1
        sizes[h] += 1
        labels[n] = h
        rise += land.cost[n, h] + company_cost(land, labels, n)
    return rise


@njit(cache=True)
def recount(land, counts, unit, g, h):
    """Move a unit from g to h in the tables; return how much the overlaps are worth less."""
    rise = 0.0
    for i in range(land.begin[unit], land.begin[unit + 1]):
        row = land.z[land.members[i]]
        for t in range(row.shape[0]):
            k = row[t]
            a, b = counts[t, k, g], counts[t, k, h]
            rise += land.joint[a] - land.joint[a - 1] + land.joint[b] - land.joint[b + 1]
            counts[t, k, g] = a - 1
            counts[t, k, h] = b + 1
    return rise


@njit(cache=True)
def change_of_one(land, counts, n, g, h):
    row = land.z[n]
    rise = 0.0
    for t in range(row.shape[0]):
        a, b = counts[t, row[t], g], counts[t, row[t], h]
        rise += land.joint[a] - land.joint[a - 1] + land.joint[b] - land.joint[b + 1]
    return rise


@njit(cache=True)
def change_of_two(land, counts, n, m, g, h):
    one, two = land.z[n], land.z[m]
    rise = 0.0
    for t in range(one.shape[0]):
        k, j = one[t], two[t]
        if k != j:
            a, b = counts[t, k, g], counts[t, k, h]
            c, d = counts[t, j, h], counts[t, j, g]
            rise += land.joint[a] - land.joint[a - 1] + land.joint[b] - land.joint[b + 1]
            rise += land.joint[c] - land.joint[c - 1] + land.joint[d] - land.joint[d + 1]
    return rise


@njit(cache=True)
def cool_down(land, labels, counts, hot, cold, n_steps, rng, best):
    """Take random steps at falling temperature; fill the best labels and return how far they are below the first."""
    n_units = land.begin.shape[0] - 1
    n_groups = land.bounds.shape[1]
    sizes = np.bincount(labels, minlength=n_groups)
    traits = np.zeros((land.totals.shape[0], n_groups), np.int64)
    for n in range(labels.shape[0]):
        for c in range(land.values.shape[0]):
            if land.values[c, n] >= 0:
                traits[land.values[c, n], labels[n]] += 1
    now = least = 0.0
    best[:] = labels
    own_cost = size_cost(land, sizes)
    for step in range(n_steps):
        heat = hot * (cold / hot) ** (step / n_steps)
        a = int(rng.random() * n_units)
        n = land.members[land.begin[a]]
        g = labels[n]
        b = -1
        if rng.random() < 0.5:
            h = int(rng.random() * n_groups)
        else:
            b = int(rng.random() * n_units)
            h = labels[land.members[land.begin[b]]]
        if g == h:
            continue
        change = shift(land, labels, sizes, traits, a, h)
        if b >= 0:
            change += shift(land, labels, sizes, traits, b, g)
        new_cost = size_cost(land, sizes)
        taken = new_cost < np.inf and keeps(land, labels, sizes, traits, a, b, g, h)
        if taken:
            change += new_cost - own_cost
            sole = land.begin[a + 1] - land.begin[a] == 1
            if b >= 0:
                sole = sole and land.begin[b + 1] - land.begin[b] == 1
            if not sole:
                change += recount(land, counts, a, g, h)
                if b >= 0:
                    change += recount(land, counts, b, h, g)
            elif b >= 0:
                change += change_of_two(land, counts, n, land.members[land.begin[b]], g, h)
            else:
                change += change_of_one(land, counts, n, g, h)
            taken = change <= 0 or rng.random() < np.exp(-change / heat)
            if taken == sole:
                # Tables of single people are brought up to date only now; those of sets are put back.
                there, back = (h, g) if taken else (g, h)
                recount(land, counts, a, back, there)
                if b >= 0:
                    recount(land, counts, b, there, back)
        if not taken:
            shift(land, labels, sizes, traits, a, g)
            if b >= 0:
                shift(land, labels, sizes, traits, b, h)
            continue
        own_cost = new_cost
        now += change
        if now < least - 1e-12:
            least = now
            best[:] = labels
    return least


def landscape(decision, draws) -> Landscape:
    """Return the problem of a decision under rules, weights of wishes priced as the decision priced them."""
    constraints = decision.kept.ruling.constraints
    target = decision.problem.sizes
    draws = np.asarray(draws)
    n_people, n_groups = constraints.n_people, constraints.n_groups
    counts = np.arange(n_people + 2)
    ((_, loss),) = decision.loss.terms
    worth = type(loss).worth(counts, n_people)
    blocks = blocks_of(constraints, split=False)
    apart = np.zeros((n_people, n_people), bool)
    for people in constraints.apart:
        apart[np.ix_(people, people)] = True
    np.fill_diagonal(apart, False)
    company = np.zeros((n_people, n_people))
    i, j = constraints.pairs.T
    company[i, j] = company[j, i] = constraints.pair_costs
    first = np.cumsum([0, *(len(trait.totals) for trait in constraints.traits)])
    values = [np.where(t.codes >= 0, t.codes + at, -1) for t, at in zip(constraints.traits, first[:-1], strict=True)]
    free = target.labels == "free"
    wanted = target.wanted if target.exact is None else target.exact
    wanted = np.zeros(n_groups) if wanted is None else wanted.astype(float)
    joined = [np.zeros(0)] * (not constraints.traits)
    return Landscape(
        z=np.ascontiguousarray(draws.T).astype(np.uint8),
        joint=2.0 * worth / len(draws),
        group=(2.0 - loss.a) * worth,
        size_weight=float(target.soft_weight),
        pseudocount=float(target.pseudocount),
        wanted=np.sort(wanted) if free else wanted,
        free=free,
        exact=target.exact is not None,
        bounds=np.stack([constraints.least, constraints.most]),
        begin=np.cumsum([0, *(len(people) for people in blocks.members)]),
        members=np.concatenate(blocks.members),
        cost=np.where(constraints.allowed, constraints.cost, np.inf),
        apart=apart,
        company=company,
        values=np.array(values, np.int64).reshape(len(values), n_people),
        totals=np.concatenate([*joined, *(t.totals for t in constraints.traits)]).astype(np.int64),
        spread=np.concatenate([*joined, *(np.full(len(t.totals), t.spread) for t in constraints.traits)]).astype(bool),
        lonely=np.concatenate([*joined, *(t.lonely for t in constraints.traits)]).astype(bool),
    )


def count_tables(land: Landscape, labels):
    counts = np.zeros((land.z.shape[1], int(land.z.max()) + 1, land.bounds.shape[1]), np.int64)
    for n, g in enumerate(labels):
        counts[np.arange(len(counts)), land.z[n], g] += 1
    return counts


def value_of(decision, draws, labels) -> float:
    """Return the expected loss plus the cost of unmet wishes; infinite if rules are broken."""
    constraints, target = decision.kept.ruling.constraints, decision.problem.sizes
    if constraints.broken(labels):
        return np.inf
    loss = bh.expected_loss(
        labels,
        draws,
        target.wanted,
        groups=target.n_groups if target.wanted is None else None,
        loss=decision.loss,
        size_weight=target.size_weight if target.wanted is not None else None,
        pseudocount=target.pseudocount,
        labels=target.labels,
    )
    return loss + constraints.soft_cost(labels)


def random_start(decision, rng):
    """Return an assignment that keeps to the rules: the best one for random preferences."""
    constraints, target = decision.kept.ruling.constraints, decision.problem.sizes
    blocks = blocks_of(constraints, split=False)
    liking = rng.random((len(blocks.members), constraints.n_groups))
    sizes = {"sizes": target.exact, "any_order": target.labels == "free"}
    return solve_program(constraints, blocks, liking, **sizes).counts.argmax(axis=1)[blocks.block_of]


def anneal(decision, draws, steps: int, seed: int = 0) -> tuple[float, float]:
    """Return the best value that annealing finds in so many steps, and the processor time they took.

    The same steps and seed find the same value on any machine, however loaded. Finding starts is not counted as time.
    """
    land, rng = landscape(decision, draws), np.random.default_rng(seed)
    found, spent = np.inf, 0.0
    labels = random_start(decision, rng)
    best = labels.copy()
    cool_down(land, labels.copy(), count_tables(land, labels), 1.0, 1.0, 10, rng, best)  # compiles
    worth = max(decision.kept.worth, 1e-9)
    for _ in range(RUNS):
        labels = random_start(decision, rng)
        counts = count_tables(land, labels)
        began = time.process_time()
        cool_down(land, labels, counts, 3 * worth, 3 * COOLING * worth, steps // RUNS, rng, best)
        spent += time.process_time() - began
        found = min(found, value_of(decision, draws, best))
    return found, spent
