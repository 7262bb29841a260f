"""scikit-learn's logistic regressions and naive Bayes, taught by the people whose group is known."""

from __future__ import annotations

import warnings

import numpy as np

from .k_means_hungarian import version
from .protocol import Peer, Problem, Solution
from .scores import TINY

PENALTIES = {"logisticregression__C": [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]}


def with_options(problem: Problem) -> Solution:
    """Give the regression a column for each value of each question; an empty cell is a value, too."""
    return _regress(problem, _options(_cells(problem), problem.known >= 0))


def with_numbers(problem: Problem) -> Solution:
    """Give the regression numbers as they are, and a column for each option of the other questions."""
    parts = [] if problem.numbers is None else [problem.numbers]
    if problem.answers.shape[1]:
        parts.append(_options(problem.answers, problem.known >= 0))
    return _regress(problem, np.hstack(parts))


def bayes(problem: Problem) -> Solution:
    from sklearn.naive_bayes import CategoricalNB

    codes = np.column_stack([np.unique(column, return_inverse=True)[1] for column in _cells(problem).T])
    there = problem.known >= 0
    model = CategoricalNB(min_categories=codes.max(axis=0) + 1).fit(codes[there], problem.known[there])
    return Solution(chances=_chances(problem, model.classes_, model.predict_proba(codes[~there])))


def _regress(problem: Problem, columns: np.ndarray) -> Solution:
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV, StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    folds = StratifiedKFold(5, shuffle=True, random_state=problem.seed)
    model = make_pipeline(StandardScaler(with_mean=False), LogisticRegression(max_iter=500))
    search = GridSearchCV(model, PENALTIES, scoring=_log_score, cv=folds)
    there = problem.known >= 0
    with warnings.catch_warnings():
        # A rare group may be missing from a fold, and the smallest penalties may take longer.
        warnings.simplefilter("ignore")
        search.fit(columns[there], problem.known[there])
    return Solution(chances=_chances(problem, search.classes_, search.predict_proba(columns[~there])))


def _chances(problem: Problem, classes: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return the chances of all groups; those that nobody who is known is in have none."""
    chances = np.zeros((len(found), problem.n_groups))
    chances[:, classes] = found
    return chances


def _log_score(model, columns: np.ndarray, groups: np.ndarray) -> float:
    """Return the mean log probability of groups; one that was in no other fold has next to none."""
    places = {group: k for k, group in enumerate(model.classes_.tolist())}
    chances = np.column_stack([model.predict_proba(columns), np.full(len(columns), TINY)])
    own = [places.get(group, len(places)) for group in groups.tolist()]
    return float(np.log(np.maximum(chances[np.arange(len(own)), own], TINY)).mean())


def _cells(problem: Problem) -> np.ndarray:
    return np.array([column for heading, column in problem.table.items() if heading != "name"]).T


def _options(cells: np.ndarray, here: np.ndarray) -> np.ndarray:
    from sklearn.preprocessing import OneHotEncoder

    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    return encoder.fit(cells[here]).transform(cells)


_HOW = "the penalty chosen by cross-validation, columns scaled to one standard deviation"
PEERS = (
    Peer(
        name="logistic regression, options",
        kind="learns groups",
        solve=with_options,
        version=version,
        about=f"scikit-learn's LogisticRegression on 0/1 columns, {_HOW}",
    ),
    Peer(
        name="logistic regression, numbers",
        kind="learns groups",
        solve=with_numbers,
        version=version,
        about=f"the same with numbers as they are, {_HOW}",
    ),
    Peer(
        name="naive Bayes",
        kind="learns groups",
        solve=bayes,
        version=version,
        about="scikit-learn's CategoricalNB, every value an option",
    ),
)
