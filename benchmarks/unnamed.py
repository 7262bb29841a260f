"""People sorted by a table of answers alone: who is right, what is claimed, and what other priors would do."""

from __future__ import annotations

import math
import time
from collections import defaultdict

import numpy as np
from peers.k_means_hungarian import solve
from peers.protocol import Problem
from scipy.optimize import linear_sum_assignment

import bayeshat as bh

PEOPLE = {28: 7, 60: 6, 200: 4}  # and how many data sets of each design
# Data sets by which the prior of shares was chosen have smaller numbers.
FIRST_SEED = 1000
SAMPLING = {"tune": 300, "draws": 200, "max_draws": 200, "threads": 1}
# Priors to compare: each makes the survey to sort by, and options of the fit.
SHARES = {
    "before": lambda survey: (survey, {"size_prior": 0.3 * survey.n_clusters}),
    "now": lambda survey: (survey, {}),
}
WORDS = ("apple", "bread", "cheese", "dates", "eggs", "figs", "grapes")


def unnamed():
    """Right people of 100 with the share prior of before and of now, and by k-means cut to size (takes an hour)."""
    run(DESIGNS, SHARES, PEOPLE, FIRST_SEED)


def run(designs, priors, people, first_seed):
    """Print what came of data sets of every design, as many as ``people`` says for each number of people."""
    cells = [(design, n) for n in people for design in designs]
    show(
        [
            measure(designs, *cell, seed, priors)
            for cell in cells
            for seed in range(first_seed, first_seed + people[cell[1]])
        ]
    )


def measure(designs, design, n_people, seed, priors):
    """Return what came of one data set: for each prior, the share right, claimed, the error, convergence and time."""
    rng = np.random.default_rng([list(designs).index(design), n_people, seed])
    table, truth = designs[design](n_people, rng)
    n_groups, sizes = truth.max() + 1, np.bincount(truth).tolist()
    named = {"name": [f"Person {n}" for n in range(n_people)], **table}
    survey = bh.Survey.from_answers(named, int(n_groups))
    answers = bh.read_answers(named, survey)
    found = {"design": design, "people": n_people, "seed": seed}
    for name, choose in priors.items():
        chosen, options = choose(survey)
        began = time.process_time()
        posterior = bh.fit(chosen, answers, rng=seed, **options, **SAMPLING)
        spent = time.process_time() - began
        decision = bh.decide(posterior, sizes, rng=seed, threads=1)
        chances = decision.chances()[np.arange(n_people), decision.labels]
        right = find_right(decision.labels, truth)
        error = float(((chances - right) ** 2).mean())
        told = (right.mean(), chances.mean(), error, posterior.status.converged, spent)
        found[name] = [float(value) for value in told]
    found["k-means"] = float(find_right(by_k_means(survey, answers, sizes, seed), truth).mean())
    return found


def show(rows):
    """Print a line for each design and number of people, and one for all."""
    by = defaultdict(list)
    for row in rows:
        by[row["people"], row["design"]].append(row)
        by[row["people"], "all"].append(row)
        by[0, "all, any number"].append(row)
    print("  people of 100; error: mean squared error of the claims; differences from before (standard error)")
    for (n_people, design), some in sorted(by.items(), key=lambda item: item[0][0] or math.inf):
        before, now = (np.array([row[name] for row in some]) for name in ("before", "now"))
        gain, less = 100 * (now[:, 0] - before[:, 0]), now[:, 2] - before[:, 2]
        over = [100 * (values[:, 1] - values[:, 0]).mean() for values in (before, now)]
        k_means = 100 * np.mean([row["k-means"] for row in some])
        print(
            f"  {n_people or '':>4} {design:<24} {len(some):>3} sets: right {100 * before[:, 0].mean():.1f} -> "
            f"{100 * now[:, 0].mean():.1f}, {gain.mean():+.1f} ({_error(gain):.1f}), k-means {k_means:.1f}; "
            f"claimed - right {over[0]:+.1f} -> {over[1]:+.1f}; error {before[:, 2].mean():.3f} -> "
            f"{now[:, 2].mean():.3f} ({_error(less):.3f}); converged {before[:, 3].mean():.0%} -> "
            f"{now[:, 3].mean():.0%}; CPU seconds {before[:, 4].mean():.1f} -> {now[:, 4].mean():.1f}",
            flush=True,
        )


def _error(values):
    return values.std(ddof=1) / math.sqrt(len(values)) if len(values) > 1 else math.nan


def find_right(labels, truth):
    """Return who is in the group of their house (N,), with groups and houses matched as well as possible."""
    shared = np.zeros((truth.max() + 1, truth.max() + 1))
    np.add.at(shared, (labels, truth), 1)
    return linear_sum_assignment(shared, maximize=True)[1][labels] == truth


def by_k_means(survey, answers, sizes, seed):
    """Return groups by k-means on 0/1 columns and standardised numbers, then moved to the sizes at least cost."""
    levels = answers.levels or (None,) * answers.codes.shape[1]
    options = [c for c, values in enumerate(levels) if values is None]
    numbers = [values[answers.codes[:, c]] for c, values in enumerate(levels) if values is not None]
    codes = answers.codes[:, options] if options else None
    given = {"answers": codes, "numbers": np.column_stack(numbers) if numbers else None}
    return solve(Problem(n_groups=survey.n_clusters, sizes=tuple(sizes), seed=seed, **given)).labels


def split_people(n_people, shares, rng):
    """Return everybody's group (N,), sizes in proportion to the shares."""
    edges = np.round(np.cumsum(shares) / np.sum(shares) * n_people)
    return rng.permutation(np.searchsorted(edges, np.arange(n_people), side="right"))


def _answer(phi, rng, first=1):
    """Return columns of answers drawn from probabilities (N, Q, V)."""
    codes = (rng.random((*phi.shape[:2], 1)) > phi.cumsum(axis=2)[:, :, :-1]).sum(axis=2)
    return {f"Question {q + first}": [WORDS[code] for code in codes[:, q]] for q in range(codes.shape[1])}


def _favourites(n_groups, n_questions, own, rng, n_options=4):
    """Return probabilities (K, Q, V): one option has a large one, the others share the rest."""
    favourite = rng.integers(0, n_options, (n_groups, n_questions, 1))
    return np.where(np.arange(n_options) == favourite, own, (1 - own) / (n_options - 1))


def _around(n_groups, popular, strength, rng):
    """Return probabilities (K, Q, V) of groups that differ around what is popular (Q, V) with everybody."""
    return np.array([[rng.dirichlet(strength * row + 1e-3) for row in popular] for _ in range(n_groups)])


def _classes(own, shares=(1, 1, 1)):
    def draw(n_people, rng):
        truth = split_people(n_people, shares, rng)
        return _answer(_favourites(len(shares), 10, own, rng)[truth], rng), truth

    return draw


def _popular(n_questions, n_options, strength):
    def draw(n_people, rng):
        truth = split_people(n_people, (1, 1, 1), rng)
        popular = rng.dirichlet(np.ones(n_options), n_questions)
        return _answer(_around(3, popular, strength, rng)[truth], rng), truth

    return draw


def _noise(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    noise = np.repeat(rng.dirichlet(np.ones(4), 6)[None], 3, axis=0)
    return _answer(np.concatenate([_favourites(3, 6, 0.65, rng), noise], axis=1)[truth], rng), truth


def _mixed(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    theta = np.array([rng.dirichlet(np.where(np.arange(3) == k, 7.0, 1.0)) for k in truth])
    return _answer(np.einsum("nk,kqv->nqv", theta, _favourites(3, 10, 0.8, rng)), rng), truth


def _flat(n_people, rng):
    truth = split_people(n_people, (1, 1, 1, 1), rng)
    return _answer(rng.dirichlet(np.ones(3), (4, 8))[truth], rng), truth


def _rate(truth, n_questions, apart, rng):
    means = rng.normal(3.3, 0.5, n_questions) + rng.normal(0, apart, (truth.max() + 1, n_questions))
    given = np.clip(np.rint(means[truth] + rng.normal(0, 1, (len(truth), n_questions))), 1, 5).astype(int)
    return {f"How much {q}?": given[:, q].tolist() for q in range(n_questions)}


def _tick(truth, n_questions, apart, rng):
    ticked = {}
    for q in range(n_questions):
        odds = rng.normal(-1, 0.8, 7) + rng.normal(0, apart, (truth.max() + 1, 7))
        rows = rng.random((len(truth), 7)) < 1 / (1 + np.exp(-odds[truth]))
        cells = ["; ".join(word for word, on in zip(WORDS, row, strict=True) if on) for row in rows]
        ticked[f"Which {q}?"] = cells
    return ticked


def _ratings(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    return _rate(truth, 8, 0.8, rng), truth


def _ticks(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    return _tick(truth, 3, 1.3, rng), truth


def _kinds(n_people, rng):
    """Choices, of which a tenth is not answered, two ratings, a number and a list."""
    truth = split_people(n_people, (1, 1, 1), rng)
    table = _answer(_around(3, rng.dirichlet(np.full(4, 1.5), 5), 5.0, rng)[truth], rng)
    for cells in table.values():
        cells[:] = ["" if rng.random() < 0.1 else cell for cell in cells]
    height = (170 + rng.normal(0, 8, 3)[truth] + rng.normal(0, 8, n_people)).round(1).tolist()
    return {**table, **_rate(truth, 2, 0.7, rng), "Height in cm": height, **_tick(truth, 1, 1.0, rng)}, truth


def _packaged(name):
    def draw(n_people, rng):
        drawn = bh.simulate(bh.Survey.load(name), n_people, rng=rng)
        codes = drawn.answers.codes
        return {f"Question {q + 1}": [WORDS[code] for code in codes[:, q]] for q in range(codes.shape[1])}, drawn.truth

    return draw


DESIGNS = {
    "classes": _classes(0.55),
    "vague classes": _classes(0.42),
    "classes of 6 : 3 : 1": _classes(0.6, (6, 3, 1)),
    "classes of 3 : 1": _classes(0.55, (3, 1)),
    "popular options": _popular(10, 4, 6.0),
    "popular yes or no": _popular(14, 2, 3.0),
    "six questions are noise": _noise,
    "mixed members": _mixed,
    "ratings": _ratings,
    "ticks": _ticks,
    "all kinds": _kinds,
    "flat prior": _flat,
    "hogwarts": _packaged("hogwarts"),
    "even design": _packaged("simulation-even"),
}
