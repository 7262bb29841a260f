"""People sorted by ratings that go together whatever their group: who is right with an answering style and without."""

from __future__ import annotations

import numpy as np
import unnamed
from peers.protocol import UnavailableError
from peers.real_data import FOLDER, read_source
from unnamed import run, split_people

PEOPLE = {60: 6, 300: 6}  # and how many data sets of each design
# People of real surveys, drawn from all of them, and how many times.
REAL_PEOPLE = {500: 4}
# Data sets by which the choice of a style was made have smaller numbers.
FIRST_SEED = 3000
# Groups of a real survey, the largest ones.
MOST_GROUPS = 7
PRIORS = {"before": lambda survey: (survey, {"style": "none"}), "now": lambda survey: (survey, {})}


def styled():
    """Right people of 100 without an answering style and with the usual choice (real surveys: benchmarks/peers)."""
    run(DESIGNS, PRIORS, PEOPLE, FIRST_SEED)
    for name in ("finland", "beps"):
        try:
            table, _, truth, _ = read_source(name)
        except UnavailableError as error:
            print(f"  {name}: {error} ({FOLDER})")
        else:
            run({name: _real(table, truth)}, PRIORS, REAL_PEOPLE, FIRST_SEED)


def _rate(style=0.0, apart=0.6, n_questions=12, both_ways=False):
    """Return a design of three groups whose ratings from 1 to 5 a common style moves, or half of them down."""

    def draw(n_people, rng):
        truth = split_people(n_people, (1, 1, 1), rng)
        means = rng.normal(0.3, 0.4, n_questions) + rng.normal(0, apart, (3, n_questions))
        loading = style * rng.uniform(0.5, 1.2, n_questions)
        loading *= rng.choice([-1, 1], n_questions) if both_ways else 1
        felt = 3 + means[truth] + rng.normal(0, 1, (n_people, 1)) * loading + rng.normal(0, 1, (n_people, n_questions))
        return _table(felt), truth

    return draw


def _ladder(n_people, rng):
    """Return groups that differ in how high they rate, and in nothing else."""
    truth = split_people(n_people, (1, 1, 1), rng)
    return _table(3 + rng.normal(0, 0.4, 8) + (truth[:, None] - 1) + rng.normal(0, 1, (n_people, 8))), truth


def _table(felt):
    given = np.clip(np.rint(felt), 1, 5).astype(int)
    return {f"How much {q}?": column.tolist() for q, column in enumerate(given.T)}


def _real(table, groups):
    largest = np.argsort(-np.bincount(groups))[:MOST_GROUPS]

    def draw(n_people, rng):
        people = rng.permutation(np.flatnonzero(np.isin(groups, largest)))[:n_people]
        truth = np.unique(groups[people], return_inverse=True)[1]
        return {text: [cells[n] for n in people] for text, cells in table.items() if text != "name"}, truth

    return draw


DESIGNS = {
    "12 ratings, a common style": _rate(1.0),
    "12 ratings, a strong common style": _rate(1.4, apart=0.8),
    "12 ratings, a weak common style": _rate(0.5),
    "12 ratings, a style both ways": _rate(1.0, both_ways=True),
    "12 ratings, no style": _rate(),
    "groups differ in how high they rate": _ladder,
    "classes": unnamed.DESIGNS["classes"],
}
