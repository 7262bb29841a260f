"""Slow, obvious twins of what the package computes fast; every one follows its definition word for word."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np


def entropy(labels):
    shares = np.unique(labels, return_counts=True)[1] / len(labels)
    return -sum(p * np.log2(p) for p in shares)


def vi(a, b):
    """2 H(a, b) - H(a) - H(b): the appendix of the paper."""
    joint = [f"{x}|{y}" for x, y in zip(a, b, strict=True)]
    return 2 * entropy(joint) - entropy(list(a)) - entropy(list(b))


def binder(a, b, together_cost=1.0):
    """Share of ordered pairs on which truth ``b`` and estimate ``a`` differ, parting weighted against joining."""
    n = len(a)
    total = 0.0
    for i, j in product(range(n), range(n)):
        if b[i] == b[j] and a[i] != a[j]:
            total += together_cost
        if b[i] != b[j] and a[i] == a[j]:
            total += 2 - together_cost
    return total / n**2


def placement(a, b):
    return float(np.mean([x != y for x, y in zip(a, b, strict=True)]))


def aitchison(x, y):
    """The double sum of the paper."""
    d = len(x)
    total = sum((np.log(x[i] / x[j]) - np.log(y[i] / y[j])) ** 2 for i in range(d) for j in range(d))
    return np.sqrt(total / (2 * d))


def size_distance(sizes, target, pseudocount, labels):
    sizes = np.asarray(sizes, dtype=float) + pseudocount
    orders = permutations(range(len(target))) if labels == "free" else [range(len(target))]
    return min(aitchison(sizes, np.asarray(target, dtype=float)[list(order)]) for order in orders)


def expected_loss(labels, draws, weights, pair_loss, target=None, size_weight=0.0, pseudocount=0.1, mode="free"):
    loss = sum(w * pair_loss(labels, z) for w, z in zip(weights, draws, strict=True))
    if target is None or size_weight == 0:
        return loss
    sizes = np.bincount(labels, minlength=len(target))
    if np.isinf(size_weight):
        have, want = (np.sort(sizes), np.sort(target)) if mode == "free" else (sizes, np.asarray(target))
        return loss if (have == want).all() else np.inf
    if pseudocount == 0 and (sizes == 0).any():
        return np.inf
    return loss + size_weight * size_distance(sizes, target, pseudocount, mode)


def assignments(n_people, n_groups):
    """All assignments of people to labelled groups."""
    return product(range(n_groups), repeat=n_people)


def partitions(n_people, n_groups):
    """All partitions into at most ``n_groups`` groups, as restricted growth strings."""

    def grow(prefix, used):
        if len(prefix) == n_people:
            yield tuple(prefix)
            return
        for g in range(min(used + 1, n_groups)):
            yield from grow([*prefix, g], max(used, g + 1))

    yield from grow([], 0)


def best_matchings(counts):
    """All best matchings of clusters and groups (K, G), and how many people they put right.

    Every cluster goes with one group and every group with a cluster; with more groups, the other way round.
    """
    n_few, n_many = sorted(counts.shape)
    wide = counts if counts.shape == (n_few, n_many) else counts.T
    found = {}
    for goes_with in product(range(n_few), repeat=n_many):
        if len(set(goes_with)) == n_few:
            match = (np.arange(n_few)[:, None] == goes_with).astype(float)
            found.setdefault(int((match * wide).sum()), []).append(match if wide is counts else match.T)
    most = max(found)
    return found[most], most


def coclustering(draws):
    draws = np.asarray(draws)
    return np.mean([[[x == y for y in z] for x in z] for z in draws], axis=0)


def keeps(rule, labels, people, groups, columns):
    """Say whether an assignment (a list of group names) meets a hard rule, straight from what the rule says."""
    group_of = dict(zip(people, labels, strict=True))
    kind = type(rule).__name__
    members = {group: [person for person in people if group_of[person] == group] for group in groups}
    if kind in ("Bounds", "JointSize", "Running", "AtLeast"):
        row = np.array([[groups.index(label) for label in labels]])
        return not missing(rule, row, people, groups, columns).any()
    if kind == "Pin":
        return group_of[rule.person] in rule.groups
    if kind == "Bar":
        return group_of[rule.person] not in rule.groups
    if kind == "Together":
        return len({group_of[person] for person in rule.people}) == 1
    if kind == "Apart":
        return len({group_of[person] for person in rule.people}) == len(rule.people)
    cells = dict(zip(people, columns[rule.column], strict=True))
    if kind == "CommonTimes":
        free = {person: set(cell.split("; ")) for person, cell in cells.items() if cell}
        times = set().union(*free.values())
        shared = [times.intersection(*(free.get(person, times) for person in some)) for some in members.values()]
        # Where nobody names a time, anybody can meet anybody.
        return not times or all(len(some) >= rule.common for some in shared)
    values = {value for value in cells.values() if value}
    if kind == "NotAlone" and rule.value is not None:
        values = {rule.value}
    for value in values:
        for group in groups:
            here = sum(cells[person] == value for person in members[group])
            if kind == "NotAlone" and here == 1:
                return False
            if kind == "Spread" and abs(here - fair_share(rule, value, columns) * len(members[group])) > 1 - 1e-9:
                return False
    return True


# All assignments of a few people at once, as rows of group numbers (M, N).


def all_assignments(n_people, n_groups):
    return np.array(list(product(range(n_groups), repeat=n_people)))


def entropies(counts):
    """Entropy of each row of counts, in bits."""
    shares = counts / counts.sum(axis=1, keepdims=True)
    return -(shares * np.log2(np.where(shares > 0, shares, 1.0))).sum(axis=1)


def expected_losses(rows, n_groups, draws, weights, terms):
    """Expected loss without sizes; ``terms`` are triples of a weight, "vi", "binder" or "placement", and Dahl's a."""
    n = rows.shape[1]
    inside = rows[:, None, :] == np.arange(n_groups)[:, None]
    same = (rows[:, :, None] == rows[:, None, :]).reshape(len(rows), n * n)
    total = np.zeros(len(rows))
    for draw, w in zip(np.asarray(draws), weights, strict=True):
        is_cluster = draw[:, None] == np.unique(draw)
        joint = (inside.astype(float) @ is_cluster).reshape(len(rows), -1)
        own = (draw[:, None] == draw).ravel()
        for factor, kind, a in terms:
            if kind == "vi":
                truth = entropies(is_cluster.sum(axis=0)[None])[0]
                loss = 2 * entropies(joint) - a * truth - (2 - a) * entropies(inside.sum(axis=2))
            elif kind == "binder":
                loss = (a * (own & ~same).sum(axis=1) + (2 - a) * (~own & same).sum(axis=1)) / n**2
            else:
                loss = (rows != draw).mean(axis=1)
            total += w * factor * loss
    return total


def size_costs(rows, target, size_weight, pseudocount, mode):
    """What the sizes of each assignment cost."""
    if size_weight == 0:
        return np.zeros(len(rows))
    sizes = np.stack([(rows == g).sum(axis=1) for g in range(len(target))], axis=1)
    distinct, which = np.unique(sizes, axis=0, return_inverse=True)
    if np.isinf(size_weight):
        want = np.sort(target) if mode == "free" else np.asarray(target)
        have = np.sort(distinct, axis=1) if mode == "free" else distinct
        costs = np.where((have == want).all(axis=1), 0.0, np.inf)
    else:
        empty = (distinct == 0).any(axis=1) & (pseudocount == 0)
        costs = [
            np.inf if bad else size_weight * size_distance(row, target, pseudocount, mode)
            for row, bad in zip(distinct, empty, strict=True)
        ]
    return np.asarray(costs)[which.ravel()]


def kept_by(rule, rows, people, groups, columns):
    """Say which assignments meet a hard rule; ``keeps`` for all of them at once."""
    kind = type(rule).__name__
    place = {person: n for n, person in enumerate(people)}
    number = {group: g for g, group in enumerate(groups)}
    if kind in ("Bounds", "JointSize", "Running", "AtLeast"):
        return missing(rule, rows, people, groups, columns) == 0
    if kind in ("Pin", "Bar"):
        listed = np.isin(rows[:, place[rule.person]], [number[group] for group in rule.groups])
        return listed if kind == "Pin" else ~listed
    if kind in ("Together", "Apart"):
        company = np.sort(rows[:, [place[person] for person in rule.people]], axis=1)
        steps = np.diff(company, axis=1) == 0
        return steps.all(axis=1) if kind == "Together" else ~steps.any(axis=1)
    if kind == "CommonTimes":
        return np.array([keeps(rule, [groups[g] for g in row], people, groups, columns) for row in rows.tolist()])
    cells = np.array(columns[rule.column])
    met = np.ones(len(rows), dtype=bool)
    for value in set(columns[rule.column]) - {""}:
        if kind == "NotAlone" and rule.value not in (None, value):
            continue
        for g in range(len(groups)):
            here = (rows[:, cells == value] == g).sum(axis=1)
            fair = fair_share(rule, value, columns) * (rows == g).sum(axis=1)
            met &= here != 1 if kind == "NotAlone" else np.abs(here - fair) < 1 - 1e-9
    return met


def fair_share(rule, value, columns):
    """The share of a value that every group should have: the given one, or that of everybody."""
    shares = dict(getattr(rule, "shares", ()))
    if shares:
        return shares.get(value, 0.0) / sum(shares.values())
    return columns[rule.column].count(value) / len(columns[rule.column])


def missing(rule, rows, people, groups, columns):
    """How many people, places or groups each assignment has too few or too many, by a rule that counts."""
    total = np.zeros(len(rows))
    for r, row in enumerate(rows.tolist()):
        members = {group: [n for n, g in enumerate(row) if groups[g] == group] for group in groups}
        if type(rule).__name__ == "AtLeast":
            for there in filter(None, members.values()):
                have = sum(columns[rule.column][n] == rule.value for n in there)
                total[r] += max(0, rule.count - have)
            continue
        if type(rule).__name__ == "Running":
            counts = [sum(bool(members[group]) for group in rule.groups)]
        elif type(rule).__name__ == "JointSize":
            counts = [sum(len(members[group]) for group in rule.groups)]
        else:
            concerned = [members[group] for group in (groups if rule.group is None else [rule.group])]
            worth = [1.0] * len(people)
            if rule.counted is not None:
                worth = [float(cell or 1) for cell in columns[rule.counted]]
            counts = [sum(worth[n] for n in there) for there in concerned if there or not rule.or_empty]
        for count in counts:
            total[r] += max(0, (rule.least or 0) - count) + (0 if rule.most is None else max(0, count - rule.most))
    return total


def wish_costs(rule, rows, people, groups, columns):
    """What a soft rule costs in each assignment, in people: its weight times how far it is from met."""
    kind = type(rule).__name__
    if kind == "AtLeast":
        return rule.weight * missing(rule, rows, people, groups, columns)
    if kind == "Spread":
        total, cells = np.zeros(len(rows)), np.array(columns[rule.column])
        for value in set(columns[rule.column]) - {""}:
            for g in range(len(groups)):
                fair = fair_share(rule, value, columns) * (rows == g).sum(axis=1)
                total += ((rows[:, cells == value] == g).sum(axis=1) - fair) ** 2
        return rule.weight / 4 * total
    place = {person: n for n, person in enumerate(people)}
    number = {group: g for g, group in enumerate(groups)}
    if kind == "Stay":
        left = [rows[:, place[person]] != number[before] for person, before in rule.groups]
        return rule.weight * np.sum(left, axis=0)
    if kind == "Wish" and rule.groups:
        price = np.ones(len(groups))
        for rank, group in enumerate(rule.groups):
            price[number[group]] = rank / len(rule.groups)
        return rule.weight * price[rows[:, place[rule.person]]]
    company = (rule.person, rule.companion) if kind == "Wish" else rule.people
    total = np.zeros(len(rows))
    for i, a in enumerate(company):
        for b in company[i + 1 :]:
            together = rows[:, place[a]] == rows[:, place[b]]
            total += together if kind == "Apart" else ~together
    return rule.weight * total / (len(company) - 1)


def again_costs(rules, rows, people):
    """What pairs who meet again cost in each assignment, in people; all rules of this kind count a pair together."""
    place = {person: n for n, person in enumerate(people)}
    times, price = {}, {}
    for rule in rules:
        if type(rule).__name__ == "NotAgain":
            for company in rule.groups:
                for a in company:
                    for b in company:
                        if place[a] < place[b]:
                            times[a, b] = times.get((a, b), 0) + 1
                            price[a, b] = max(price.get((a, b), 0.0), rule.weight)
    total = np.zeros(len(rows))
    for (a, b), often in times.items():
        together = rows[:, place[a]] == rows[:, place[b]]
        total += price[a, b] * (1 + (often - 1) * (len(times) + 1)) * together
    return total


def uneven(labels, columns, n_groups):
    """Sum over columns, values and groups of the squared distance from the fair share; empty cells are no value."""
    total = 0.0
    labels = np.asarray(labels)
    for cells in columns:
        for value in set(cells) - {""}:
            have = np.array([cell == value for cell in cells])
            for g in range(n_groups):
                total += (have[labels == g].sum() - have.sum() * (labels == g).mean()) ** 2
    return total


def exchange_until_even(labels, columns, rng):
    """As the package anticlust does: everybody in turn exchanges with the best partner, until nobody gains.

    ``columns`` hold one value per person. With sizes as they are, the sum of squared counts is what varies in `uneven`.
    """
    labels = labels.copy()
    have = np.column_stack([[cell == v for cell in cells] for cells in columns for v in sorted(set(cells) - {""})])
    counts = np.stack([have[labels == g].sum(axis=0) for g in range(labels.max() + 1)])
    improved = True
    while improved:
        improved = False
        for n in rng.permutation(len(labels)):
            g, there = labels[n], counts[labels]
            change = have.astype(int) - have[n]  # in the count of n's group
            costs = (change * (2 * (counts[g] - there) + 2 * change)).sum(axis=1)
            costs[labels == g] = 0
            m = int(np.argmin(costs))
            if costs[m] < 0:
                counts[g] += change[m]
                counts[labels[m]] -= change[m]
                labels[n], labels[m] = labels[m], g
                improved = True
    return labels


def repeats(rounds):
    """How many meetings are not the first of two people."""
    met, again = set(), 0
    for labels in rounds:
        for i, j in product(range(len(labels)), repeat=2):
            if i < j and labels[i] == labels[j]:
                again += (i, j) in met
                met.add((i, j))
    return again


def exchange_rounds(rounds, rng):
    """In every round but the first, everybody in turn exchanges with the best partner, until no meeting is spared."""
    rounds = np.array(rounds)
    people = np.arange(rounds.shape[1])
    improved = True
    while improved:
        improved = False
        for r in range(1, len(rounds)):
            labels = rounds[r]
            met = sum((own[:, None] == own) for s, own in enumerate(rounds) if s != r) > 0
            np.fill_diagonal(met, False)
            for n in rng.permutation(len(people)):
                known = met.astype(float) @ (labels[:, None] == np.arange(labels.max() + 1))
                g = labels[n]
                costs = known[n, labels] - known[n, g] + known[:, g] - known[people, labels] - 2 * met[n]
                costs[labels == g] = 0
                m = int(np.argmin(costs))
                if costs[m] < 0:
                    labels[n], labels[m] = labels[m], g
                    improved = True
    return rounds
