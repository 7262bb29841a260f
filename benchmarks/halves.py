"""Groups made from the answers alone: how many people other questions put into the same group, and what is claimed."""

from __future__ import annotations

import os

import numpy as np
from peers.real_data import FOLDER, SOURCES, read_source
from unnamed import split_people

import bayeshat as bh
from bayeshat.checks.halves import over_chance, share_together

PEOPLE, DEALT = 300, 100
# Data sets of each design, and splits of each real survey.
SETS, SPLITS = 4, 2
SAMPLING = {"tune": 300, "draws": 200, "max_draws": 200, "threads": 1}


def halves():
    """Sorted by one half of the questions and by the other: the same group, and claims (BAYESHAT_REAL: real ones)."""
    print(f"  {PEOPLE} people, means of both halves and of {SETS} data sets ({SPLITS} of real surveys)")
    print("  implied: in common if the claims were right; error: standard deviation of estimated - in common")
    sources = SOURCES if os.environ.get(FOLDER) else {}
    designs = DESIGNS | {name: _real(name) for name in sources}
    for name, draw in designs.items():
        rows = [_compare(*draw(seed), seed) for seed in range(SPLITS if name in sources else SETS)]
        found = {key: np.nanmean([row[key] for row in rows]) for key in rows[0]}
        found["error"] = np.nanstd([row["estimated"] - row["in common"] for row in rows], ddof=1)
        print(f"  {name:<28} " + ", ".join(f"{key} {value:.2f}" for key, value in found.items()), flush=True)


def _compare(table, sizes, seed):
    """Return how many people both halves put into the same group, and what was claimed for each half."""
    rng = np.random.default_rng(seed)
    headings = [heading for heading in table if heading != "name"]
    parts = np.array_split(rng.permutation(len(headings)), 2)
    sorts = [_sort(table, [headings[q] for q in sorted(part)], sizes, seed) for part in parts]
    labels = [result.decision.labels for result in sorts]
    chance = np.mean([share_together(labels[0], rng.permutation(labels[1])) for _ in range(DEALT)])
    before = [result.decision.mean_chance() for result in sorts]
    after = [result.expected_right() / sum(sizes) for result in sorts]
    told = [result.halves for result in sorts if result.halves is not None]
    agreements = [one.agreement for one in told if one.agreement is not None]
    implied = chance + (1 - chance) * np.prod([over_chance(share, chance) for share in before])
    return {
        "in common": share_together(*labels),
        "estimated": np.mean(agreements) if agreements else np.nan,
        "by chance": chance,
        "claimed before": np.mean(before),
        "after": np.mean(after),
        "implied before": implied,
        "lowered": sum(one.kept < 1 for one in told) / len(sorts),
    }


def _sort(table, asked, sizes, seed):
    some = {"name": table["name"]} | {heading: table[heading] for heading in asked}
    survey = bh.Survey.from_answers(some, len(sizes), name_column="name", only=asked)
    return bh.sort_people(survey, some, sizes, name_column="name", unknown="blank", rng=seed, **SAMPLING)


def _classes(n_questions):
    def draw(seed):
        rng = np.random.default_rng(seed)
        truth = split_people(PEOPLE, (1, 1, 1), rng)
        favourite = rng.integers(4, size=(3, n_questions))[truth]
        codes = np.where(rng.random(favourite.shape) < 0.6, favourite, rng.integers(4, size=favourite.shape))
        return _named({f"Question {q + 1}": [f"option {code}" for code in codes[:, q]] for q in range(n_questions)})

    return draw


def _styles(n_questions, n_styles):
    """Ratings of three groups, and ways of answering that all questions share."""

    def draw(seed):
        rng = np.random.default_rng(seed)
        truth = split_people(PEOPLE, (1, 1, 1), rng)
        means = 4 + rng.normal(0, 0.5, (3, n_questions))[truth]
        styles = rng.normal(size=(PEOPLE, n_styles)) @ rng.normal(size=(n_styles, n_questions))
        given = np.clip(np.rint(means + styles + rng.normal(size=means.shape)), 1, 7).astype(int)
        return _named({f"How much {q + 1}?": given[:, q].tolist() for q in range(n_questions)})

    return draw


def _named(table):
    sizes = np.bincount(split_people(PEOPLE, (1, 1, 1), np.random.default_rng(0)))
    return {"name": [f"Person {n + 1}" for n in range(PEOPLE)], **table}, sizes.tolist()


def _real(name):
    def draw(seed):
        table, houses, truth, _ = read_source(name)
        chosen = np.random.default_rng(seed).permutation(len(truth))[:PEOPLE]
        some = {heading: [cells[n] for n in chosen] for heading, cells in table.items()}
        sizes = np.bincount(truth[chosen], minlength=len(houses))
        return some, sizes[sizes > 0].tolist()

    return draw


DESIGNS = {
    "classes, 12 questions": _classes(12),
    "classes, 24 questions": _classes(24),
    "style of 1, 12 ratings": _styles(12, 1),
    "styles of 2, 12 ratings": _styles(12, 2),
    "styles of 3, 12 ratings": _styles(12, 3),
    "styles of 2, 24 ratings": _styles(24, 2),
    "styles of 3, 24 ratings": _styles(24, 3),
}
