"""Deciding under an organiser's rules: how long it takes, what the rules cost, and how good the search is."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
from annealing import anneal, value_of
from tools import say, uncertain_draws

import bayeshat as bh

# Millions of steps for annealing in each case, to take ten times our own processor time; the run says whether they do.
_ANNEALING_STEPS = (39, 30, 87, 50, 90, 54, 70, 33, 38, 45, 90, 68, 90, 52, 36, 36, 33, 33, 36, 32, 20, 21, 36, 32)


def camp(n_people=300, n_groups=30, seed=1, n_draws=4000, bounds="9..11"):
    """Draws, names, a column and rules for a camp: 30 groups of 9 to 11, 20 sets together, 40 pairs apart, 10 pins."""
    rng = np.random.default_rng(seed)
    people = [f"person {n + 1}" for n in range(n_people)]
    groups = [f"group {g + 1}" for g in range(n_groups)]
    order = rng.permutation(n_people)
    edges = np.concatenate([[0], np.cumsum(rng.integers(2, 5, 20))])
    together = [[people[n] for n in order[a:b]] for a, b in pairwise(edges)]
    joined = {frozenset((a, b)) for company in together for a in company for b in company}
    apart: list[list[str]] = []
    while len(apart) < 40:
        pair = [people[n] for n in rng.choice(n_people, 2, replace=False)]
        if frozenset(pair) not in joined:
            apart.append(pair)
    pins = {people[n]: str(rng.choice(groups)) for n in rng.choice(order[edges[-1] :], 10, replace=False)}
    school = {"school": rng.choice(list("ABCD"), n_people, p=[0.4, 0.3, 0.2, 0.1]).tolist()}
    rules = bh.Rules(bounds=bounds, together=together, apart=apart, pins=pins, spread=["school"])
    return (
        uncertain_draws(n_people, 4, n_draws, seed=seed),
        dict.fromkeys(groups, n_people / n_groups),
        people,
        school,
        rules,
    )


def rules():
    """300 people, 30 groups of 9 to 11, 40 pairs apart, 20 sets together, one column spread, 10 pins."""
    draws, target, people, columns, kept = camp()
    bh.decide(draws[:, :20], "balanced", rules=bh.Rules(bounds="4..6"))
    began = time.perf_counter()
    decision = bh.decide(draws, target, labels="free", rules=kept, people=people, columns=columns)
    say("seconds", time.perf_counter() - began, 60)
    say("rules not met", len(decision.kept.unmet), 0)
    print(
        f"  expected loss {decision.expected_loss:.4f}, of which the rules cost {decision.kept.price:.4f}", flush=True
    )


def mixed_rules(rng, n_people, people, groups):
    """A mixture of rules of every kind for so many people, about half of them wishes, that can be met."""
    shuffled = [people[n] for n in rng.permutation(n_people)]
    some = iter(shuffled)
    fair = n_people // len(groups)
    makers = [
        lambda: [bh.Together([next(some) for _ in range(int(rng.integers(2, 5)))]) for _ in range(n_people // 20)],
        lambda: [bh.Apart([next(some) for _ in range(2)]) for _ in range(n_people // 12)],
        lambda: [bh.Pin(next(some), (str(rng.choice(groups)),)) for _ in range(n_people // 20)],
        lambda: [bh.Bar(next(some), (str(rng.choice(groups)),)) for _ in range(n_people // 12)],
        lambda: [
            bh.Wish(person, tuple(rng.permutation(groups)[:2].tolist()), weight=float(rng.exponential(0.5)))
            for person in rng.choice(people, n_people // 5, replace=False).tolist()
        ],
        lambda: [
            bh.Wish(a, companion=b, weight=float(rng.exponential(0.5)))
            for a, b in rng.choice(people, (n_people // 3, 2)).tolist()
            if a != b
        ],
        lambda: [bh.Spread("school")],
        lambda: [bh.NotAlone("hobby")],
        lambda: [bh.Bounds(max(1, fair - int(rng.integers(2, 8))), fair + int(rng.integers(2, 8)))],
    ]
    chosen = rng.choice(len(makers), int(rng.integers(2, 6)), replace=False)
    return bh.Rules([rule for i in sorted(chosen.tolist()) for rule in makers[i]()])


def mixed_cases(number=12):
    """Yield VI and Binder under mixtures of rules: vague and sharp draws, 60 to 150 people, 3 to 8 groups."""
    for case in range(number):
        rng = np.random.default_rng(1000 + case)
        n_people, n_groups = int(rng.integers(60, 151)), int(rng.integers(3, 9))
        people = [f"person {n + 1}" for n in range(n_people)]
        groups = [f"group {g + 1}" for g in range(n_groups)]
        limits = rng.dirichlet(np.full(n_groups, (0.3, 1.0, 3.0)[case % 3]), n_people).cumsum(axis=1)
        draws = (rng.random((200, n_people, 1)) > limits).sum(axis=2).clip(max=n_groups - 1)
        options = {
            "target": dict(
                zip(groups, rng.multinomial(n_people, np.full(n_groups, 1 / n_groups)).tolist(), strict=True)
            ),
            "size_weight": (1.0, 0.1, float("inf"))[case // 3 % 3],
            "labels": ("free", "fixed")[case % 2],
            "rules": mixed_rules(rng, n_people, people, groups),
            "people": people,
            "columns": {
                "school": rng.choice(list("ABC"), n_people).tolist(),
                "hobby": rng.choice(list("abcdefgh"), n_people).tolist(),
            },
        }
        for loss in ("vi", "binder"):
            yield f"{loss} {case} N={n_people} G={n_groups}", draws, options | {"loss": loss}


def annealing(cases=None):
    """VI and Binder under 24 mixtures of rules, against plain simulated annealing of ten times the time.

    Annealing takes the steps of ``_ANNEALING_STEPS`` from a fixed seed. So its value comes out the same however loaded
    the machine is, and a case can be repeated alone (``--cases 4 5``). The times are processor times of this run; if
    annealing takes less than ten times ours in a case, that case needs more steps.
    """
    bh.decide(uncertain_draws(60, 3, 50), "balanced", rules=bh.Rules(bounds="10..40"), threads=1)
    behind, longer, ours_in_all = [], [], 0.0
    for case, (name, draws, options) in enumerate(mixed_cases()):
        if cases and case not in cases:
            continue
        began = time.process_time()
        decision = bh.decide(draws, **options, threads=1)
        spent = time.process_time() - began
        ours = value_of(decision, draws, decision.labels)
        theirs, their_time = anneal(decision, draws, int(1e6 * _ANNEALING_STEPS[case]))
        behind.append(100 * (ours / theirs - 1))
        longer.append(their_time / spent)
        ours_in_all += spent
        print(
            f"  {case:2d} {name:<22} ours {ours:.5f} in {spent:5.2f} s, "
            f"annealing {theirs:.5f} in {longer[-1]:4.1f} times that: {behind[-1]:+.3f} %",
            flush=True,
        )
    print(
        f"  behind by more than 0.1 % in {sum(b > 0.1 for b in behind)} of {len(behind)}, mean {np.mean(behind):+.3f} %"
    )
    print(f"  processor time of all decisions: {ours_in_all:.1f} s")
    say("most per cent above annealing of ten times the time", max(behind), 0.1)
    say("annealing's processor time, at least so many times ours", min(longer), 10, "at least")


def seven_kinds(n_people=200, n_groups=10, seed=2):
    """A table of people with three choices each, and 24 rules of nine kinds, two of them even spreads if possible."""
    rng = np.random.default_rng(seed)
    groups = [f"workshop {g + 1}" for g in range(n_groups)]
    names = [f"person {n + 1}" for n in range(n_people)]
    liked = rng.dirichlet(np.full(n_groups, 3.0))
    table = {"name": names, "choices": ["; ".join(rng.choice(groups, 3, replace=False, p=liked)) for _ in names]}
    for column, values in {"year": "abcd", "drives": "ab", "school": "abcde", "gender": "ab"}.items():
        table[column] = rng.choice(list(values), n_people).tolist()
    some, fair = iter([names[n] for n in rng.permutation(n_people)]), n_people // n_groups
    rules = [bh.Pin(next(some), tuple(rng.choice(groups, 2, replace=False).tolist())) for _ in range(4)]
    rules += [bh.Bar(next(some), (str(rng.choice(groups)),)) for _ in range(4)]
    rules += [bh.Together([next(some) for _ in range(3)]) for _ in range(4)]
    rules += [bh.Apart([next(some) for _ in range(3)]) for _ in range(5)]
    rules += [bh.JointSize(groups[i : i + 2], None, 2 * fair) for i in (0, 2)]
    rules += [bh.AtLeast("drives", "b", 2), bh.AtLeast("gender", "b", 3, weight=0.5), bh.NotAlone("school")]
    rules += [bh.Spread("year", weight=0.5), bh.Spread("gender", shares={"a": 0.5, "b": 0.5}, weight=0.25)]
    return table, groups, bh.Rules(rules)


def mixes():
    """Processor time to mix people under many rules, with and without choices, earlier groups and ranges of sizes."""
    table, groups, kept = seven_kinds()
    rng = np.random.default_rng(0)
    before = [dict(zip(table["name"], rng.permutation(np.arange(200) % 10).astype(str), strict=True)) for _ in range(2)]
    bh.mix_people(seven_kinds(40, 4)[0], groups=4, mix=bh.Spread("year", weight=1), not_again=before, unknown="blank")
    many, workshops, _ = seven_kinds(400, 20)
    year = bh.Spread("year", weight=0.5)
    cases = {
        "200 people, 24 rules": (10, table, {"groups": groups, "rules": kept}),
        "the same with choices": (10, table, {"groups": groups, "rules": kept, "wishes": "choices"}),
        "the same with groups of two terms": (
            20,
            table,
            {"groups": groups, "rules": kept, "wishes": "choices", "not_again": before},
        ),
        "400 people, choices of 20 workshops, an even spread": (
            10,
            many,
            {"groups": workshops, "wishes": "choices", "mix": year},
        ),
        "200 people in groups of 15 to 25, an even spread": (
            1,
            table,
            {"target": "15..25", "groups": groups, "mix": "year"},
        ),
    }
    for name, (most, people, options) in cases.items():
        began = time.process_time()
        decision = bh.mix_people(people, **options, threads=1)
        sure = "proven best" if decision.proven else f"{decision.n_best} of {decision.n_starts} starts agree"
        say(f"seconds, {name} ({sure})", time.process_time() - began, most)


def crowds():
    """VI and Placement under rules as people grow more, 3000 of them on the way: processor time and loss."""
    for loss in ("placement", "vi"):
        for n_people in (500, 1000, 2000, 2990, 3000, 3001, 3008, 6000, 12000):
            draws, target, people, columns, kept = camp(
                n_people, 4, n_draws=200, bounds=f"{n_people // 5}..{n_people // 3}"
            )
            began = time.process_time()
            options = {"rules": kept, "people": people, "columns": columns, "threads": 1}
            decision = bh.decide(draws, target, size_weight=float("inf"), loss=loss, **options)
            spent = time.process_time() - began
            sure = "proven best" if decision.proven else f"gap {decision.kept.gap:.1e}"
            print(
                f"  {loss:<10} {n_people:6d} people {spent:7.2f} s, loss {decision.expected_loss:.5f}, {sure}",
                flush=True,
            )
