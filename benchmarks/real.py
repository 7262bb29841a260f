"""Real surveys: groups from what half of the people teach, at once or learned before, against logistic regression.

The files are not part of this repository. Download them into one folder:

- beps.csv: British election panel, from carData in Rdatasets;
- finland_2015.csv: answers of candidates in the Finnish election of 2015 (Koivisto/vaalikonedatavisu), with columns
  party, q1 … q30;
- pottermore_sortings.csv: recorded sortings (SilverSpell187/pottermore-sorting-analyzer);
- religion_survey.csv: FiveThirtyEight's survey on religion and comfort, without its columns of ids.
"""

from __future__ import annotations

import csv
import warnings
from typing import NamedTuple

import numpy as np
from learning import BINS, QUICK, judge
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from tools import say

import bayeshat as bh

SPLITS = 3
# Groups with fewer people are left out.
FEWEST = 10
PENALTIES = {"logisticregression__C": [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]}


class Source(NamedTuple):
    """A file: the column of the group, columns that are no questions, and its rows of headings."""

    group: int
    others: tuple[int, ...] = ()
    headings: int = 1


SOURCES = {
    "beps": Source(1, (0,)),
    "finland_2015": Source(0),
    "pottermore_sortings": Source(7, (8,)),
    "religion_survey": Source(0, (1,), headings=2),
}


def real(data=None):
    """Half of the groups of real surveys known, right groups of the other half (--data FOLDER; takes minutes)."""
    if not data:
        print("  no files: give --data FOLDER, with the files that benchmarks/real.py names")
        return
    print(f"  means over {SPLITS} splits; calibration is the expected calibration error, {BINS} bins")
    for name, source in SOURCES.items():
        path = data[0] / f"{name}.csv"
        if not path.is_file():
            print(f"  {name}: {path} is missing")
            continue
        table, groups = _read(path, source)
        rows = [_compare(table, groups, seed) for seed in range(SPLITS)]
        print(f"  {name}: {len(groups)} people, {len(table) - 1} questions, {len(np.unique(groups))} groups")
        means = {method: np.mean([row[method] for row in rows], axis=0) for method in rows[0]}
        for method, found in means.items():
            told = zip(("right", "log score", "calibration"), found, strict=True)
            print(f"    {method:<24} " + ", ".join(f"{what} {value:.3f}" for what, value in told), flush=True)
        best = max(means[method][0] for method in ("logistic, options", "logistic, numbers"))
        say(f"{name}: right groups, less than the better logistic regression by", best - means["at once"][0], 0.01)
        gap = means["at once"][0] - means["learned before"][0]
        say(f"{name}: right groups, fewer where the survey was learned before by", gap, 0.005)


def _compare(table, groups, seed):
    """Return accuracy, log score and calibration error of each method on one half, given the groups of the other."""
    order = np.random.default_rng(seed).permutation(len(groups))
    here, there = np.array_split(order, 2)
    names = np.unique(groups)
    right = np.searchsorted(names, groups[there])
    cells = np.array([column for heading, column in table.items() if heading != "name"]).T
    found = {}
    for method, design in (("logistic, options", _options), ("logistic, numbers", _numbers)):
        folds = KFold(5, shuffle=True, random_state=seed)
        model = make_pipeline(StandardScaler(with_mean=False), LogisticRegression(max_iter=500))
        search = GridSearchCV(model, PENALTIES, scoring="neg_log_loss", cv=folds, error_score=-np.inf)
        values = design(cells, here)
        with warnings.catch_warnings():
            # A rare group may be missing from a fold.
            warnings.simplefilter("ignore")
            search.fit(values[here], groups[here])
        chances = np.full((len(there), len(names)), 1e-12)
        chances[:, np.searchsorted(names, search.classes_)] = search.predict_proba(values[there])
        found[method] = judge(chances, right)
    past, late = _rows(table, here), _rows(table, there)
    survey = bh.Survey.from_answers(_rows(table, order), names.tolist(), name_column="name")
    known = dict(zip(past["name"], groups[here].tolist(), strict=True))
    how = {"name_column": "name", "unknown": "blank", "threads": 1, "rng": seed, **QUICK}
    at_once = bh.sort_people(survey, _rows(table, order), None, known=known, **how)
    found["at once"] = judge(at_once.posterior.probabilities, right)
    learned = bh.learn_survey(survey, past, known, name_column="name", unknown="blank").survey
    found["learned before"] = judge(bh.sort_people(learned, late, None, **how).posterior.probabilities, right)
    return found


def _rows(table, people):
    return {heading: [column[n] for n in people] for heading, column in table.items()}


def _options(cells, here):
    """Return one column for each option; a cell that is empty is one, too."""
    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return encoder.fit(cells[here]).transform(cells)


def _numbers(cells, here):
    """Return a column of numbers as it is, and one column for each option of the others."""
    numeric = np.array([all(cell.replace(".", "", 1).lstrip("-").isdigit() for cell in column) for column in cells.T])
    parts = [cells[:, numeric].astype(float)]
    if not numeric.all():
        parts.append(_options(cells[:, ~numeric], here))
    return np.hstack(parts)


def _read(path, source):
    """Return a table with names, and everybody's group (N,)."""
    with path.open(newline="", encoding="utf-8") as file:
        headings, *rows = csv.reader(file)
    groups = [row[source.group].strip() for row in rows[source.headings - 1 :]]
    people = [row for row in rows[source.headings - 1 :] if groups.count(row[source.group].strip()) >= FEWEST]
    asked = [c for c in range(len(headings)) if c not in (source.group, *source.others)]
    table = {"name": [f"Person {n + 1}" for n in range(len(people))]}
    # Headings may come several times.
    table |= {f"{headings[c]} ({c})": [row[c].strip() for row in people] for c in asked}
    return table, np.array([row[source.group].strip() for row in people])
