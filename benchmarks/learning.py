"""Learning from people whose group is known: held-out accuracy, log score and calibration against other classifiers."""

from __future__ import annotations

import csv
import os
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from peers.scores import BINS, judge
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from tools import say

import bayeshat as bh

SPLITS = 20
# Images of digits are many, and their pixels too.
DIGITS = 600
# Draws given known groups are independent of each other: few are enough.
QUICK = {"tune": 20, "draws": 500}
METHODS = ("naive Bayes", "logistic regression", "bayeshat")


def known(data=None):
    """Half of the groups known, right groups of the other half (--data FILE.csv ... for more data; takes minutes)."""
    sets = {f"{name}, in quarters": _quartiles(load) for name, load in _LOADED.items()}
    sets |= {f"{name}, as it is": _load(load) for name, load in _LOADED.items()}
    sets |= {path.stem: _read(path) for path in data or ()}
    print(f"  means over {SPLITS} splits; calibration is the expected calibration error, {BINS} bins")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, (answers, groups) in sets.items():
            rows = np.array(list(pool.map(_compare, [answers] * SPLITS, [groups] * SPLITS, range(SPLITS))))
            mean, error = rows.mean(axis=0), rows.std(axis=0, ddof=1) / np.sqrt(SPLITS)
            print(f"  {name}: {len(groups)} people, {answers.shape[1]} questions, {len(np.unique(groups))} groups")
            for method, row, wide in zip(METHODS, mean, error, strict=True):
                shown = zip(("right", "log score", "calibration"), row, wide, strict=True)
                print(f"    {method:<20} " + ", ".join(f"{what} {x:.3f} ± {e:.3f}" for what, x, e in shown))
            best = mean[:2, 0].max()
            say(f"{name}: right groups, less than the better of the two by", best - mean[2, 0], 0.03)
            say(f"{name}: calibration error, as a part of naive Bayes'", mean[2, 2] / mean[0, 2], 1.0)


def _compare(answers, groups, seed):
    """Return accuracy, log score and calibration error of each method on one half, given the groups of the other."""
    order = np.random.default_rng(seed).permutation(len(groups))
    here, there = np.array_split(order, 2)
    if answers.dtype == float:
        spread, bayes = StandardScaler().fit(answers[here]), GaussianNB().fit(answers[here], groups[here])
    else:
        n_options = answers.max(axis=0) + 1
        spread = OneHotEncoder(categories=[np.arange(n) for n in n_options]).fit(answers)
        bayes = CategoricalNB(min_categories=n_options).fit(answers[here], groups[here])
    logistic = LogisticRegression(max_iter=2000).fit(spread.transform(answers[here]), groups[here])
    hat = bh.SortingHat(random_state=seed, n_jobs=1, **QUICK).fit(answers[here], groups[here])
    found = []
    for method, given in ((bayes, answers), (logistic, spread.transform(answers)), (hat, answers)):
        chances = np.full((len(there), groups.max() + 1), 1e-12)
        chances[:, method.classes_] = method.predict_proba(given[there])
        found.append(judge(chances, groups[there]))
    return found


def _load(load):
    """Return a data set of scikit-learn as numbers, and its groups; a column with one value only says nothing."""
    values, groups = load(return_X_y=True)
    if load is load_digits:
        values, groups = values[:DIGITS], groups[:DIGITS]
    return values[:, np.ptp(values, axis=0) > 0].astype(float), groups


def _quartiles(load):
    """Return the same with every column cut into quarters."""
    values, groups = _load(load)
    cuts = np.quantile(values, [0.25, 0.5, 0.75], axis=0)
    return _code([(column[:, None] > cut).sum(axis=1) for column, cut in zip(values.T, cuts.T, strict=True)]), groups


def _read(path):
    """Return a file's answers and groups: a name in the first column, the group in the last."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = np.array(list(csv.reader(file))[1:])
    return _code(rows[:, 1:-1].T), np.unique(rows[:, -1], return_inverse=True)[1]


def _code(columns):
    """Return columns as whole numbers from 0; a column with one value only says nothing."""
    coded = [np.unique(column, return_inverse=True)[1] for column in columns]
    return np.column_stack([column for column in coded if column.max() > 0])


_LOADED = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits}
