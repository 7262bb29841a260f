"""A scikit-learn clusterer: answers in, groups of the wanted sizes out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .checks.halves import check_halves
from .checks.separation import Separation, check_separation
from .engine.decide import decide
from .engine.draws import as_draws
from .engine.losses import is_auto
from .engine.sizes import Sizes
from .engine.tables import match_clusters
from .errors import InputError, SeparationWarning, TargetError
from .kinds.table import flat_priors
from .known_people.lesson import fit_with_lesson, predict_houses
from .known_people.people import KnownPeople
from .model.columns import columns_of
from .options import Workers
from .rules.rules import Rules
from .sample.predict import predict_labels, spread_draws
from .sorting.plan import fill_evenly, pin_people, wanted_sizes
from .survey.answers import Answers
from .survey.cluster import Cluster
from .survey.frame import categorical_columns, see_columns
from .survey.spec import Survey
from .tables.text import free_heading

try:
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data
except ModuleNotFoundError as error:
    raise ImportError(
        f"SortingHat needs scikit-learn; got: {error}. Install it with: pip install 'bayeshat[sklearn]', or use "
        "sort_people, which does without it."
    ) from None

Array = np.ndarray

# Arguments that `bayeshat.fit` gets as they are.
_SAMPLING = ("membership", "chains", "tune", "draws", "max_draws", "learn_from", "style")
# The prior count of each category if groups are known. Known people say enough, and with this weak prior the claimed
# chances were right more often (benchmarks/learning.py).
_KNOWN_PRIOR = 0.25


class SortingHat(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Cluster categories and numbers into groups of the wanted sizes.

    It fits a Bayesian mixture whose priors are the same for all groups, and chooses the assignment that minimises the
    expected loss (Silverman and Silverman 2017). Missing values are unanswered questions. ``y`` gives the groups that
    are known; everybody else is then sorted by what these people's answers teach.

    A column of texts, booleans or a categorical dtype holds categories: every distinct value is an answer. So does one
    of whole numbers from 0 to at most 9, also if they are floats (1.0), as encoders write categories, or of two whole
    numbers. Other whole numbers up to 10, and words of a known scale such as never, often, always, are ratings, as in
    :meth:`Survey.from_answers`. All other numbers are numbers, with a normal distribution in every cluster. `kinds_`
    says how each column was read; `categories` and `numbers` overrule that. Numbers far from all others in their
    column, such as a height of 1800 cm, are left out with a warning.

    Parameters
    ----------
    n_groups
        Number of groups; a list of sizes must have as many. With ``y`` there are as many groups as classes.
    target
        Wanted sizes: "balanced", None (sizes do not matter), counts or shares. "auto" is the ``totals``, if they are
        known; else None with ``y``, whose known groups say how large each group is likely to be, and "balanced"
        without. With ``y``, counts may be given by class: ``{"red": 5, "blue": 7}``.
    totals, size_prior
        How many of these people truly belong to each group, or what is believed of it, as for :func:`bayeshat.fit`: in
        the order of the groups or, with ``y``, by class. A size prior replaces ``membership_prior``.
    n_clusters
        Clusters of the mixture; by default, and with ``y``, totals or a size prior, as many as groups.
    loss, size_weight, pseudocount
        As for :func:`bayeshat.decide`; groups are alike beforehand, so "auto" is the variation of information.
    membership, membership_prior, chains, tune, draws, max_draws, learn_from, style
        As for :func:`bayeshat.fit`; groups are alike beforehand, so "auto" is single membership.
        ``membership_prior`` is the Dirichlet parameter of the groups' shares or, under mixed membership, of everybody's
        memberships; by default 3 for shares, and 1 for memberships and with ``y`` or totals.
    categories, numbers
        Columns that hold categories, or numbers, whatever they look like: names of a frame's columns, or positions
        counted from 0; or "all".
    n_jobs
        Threads; None is one per core.
    random_state
        Seed, or a NumPy RandomState; None is seed 0.

    Attributes
    ----------
    classes_
        (G,) what the groups are called: the classes of ``y``, or 0 .. G - 1.
    labels_
        (N,) group of each person, one of the classes.
    lesson_
        What people whose group is known taught, with the weights of the columns; None if there are none.
    posterior_
        The posterior, see :class:`bayeshat.Posterior`.
    halves_
        How many people would be in the same group by other columns; None with ``y``, or where that was not looked at.
    decision_
        The decision, see :class:`bayeshat.Decision`; its names are the classes as text.
    kinds_
        "category", "rating" or "number" for each column.
    categories_
        The distinct values of each column of categories; None for a column of numbers.

    Examples
    --------
    >>> import bayeshat as bh
    >>> X = [["a", "x"], ["a", "x"], ["b", "y"], ["b", "y"]]
    >>> bh.SortingHat(n_groups=2, draws=200, tune=200).fit_predict(X).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    >>> hat = bh.SortingHat(draws=200, tune=200).fit(X, ["red", "", "blue", None])
    >>> hat.classes_.tolist(), hat.predict(X[:1]).tolist()
    (['blue', 'red'], ['red'])
    """

    def __init__(
        self,
        n_groups: int = 4,
        target: Any = "auto",
        *,
        totals: Any = None,
        size_prior: Any = None,
        n_clusters: int | None = None,
        loss: Any = "auto",
        size_weight: float | None = None,
        pseudocount: float = 0.1,
        membership: str = "auto",
        membership_prior: float | None = None,
        chains: int = 4,
        tune: int = 1000,
        draws: int | None = None,
        max_draws: int | None = None,
        learn_from: int | None = None,
        style: str = "auto",
        categories: Any = (),
        numbers: Any = (),
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.n_groups = n_groups
        self.target = target
        self.totals = totals
        self.size_prior = size_prior
        self.n_clusters = n_clusters
        self.loss = loss
        self.size_weight = size_weight
        self.pseudocount = pseudocount
        self.membership = membership
        self.membership_prior = membership_prior
        self.chains = chains
        self.tune = tune
        self.draws = draws
        self.max_draws = max_draws
        self.learn_from = learn_from
        self.style = style
        self.categories = categories
        self.numbers = numbers
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> SortingHat:
        """Fit the mixture and decide on the groups.

        If the chains do not agree, a scikit-learn ConvergenceWarning says what to do. If the answers hardly separate
        people, if other columns would make quite different groups or, with ``y``, if the answers hardly say who is in
        which known group, the groups are little better than chance, and a :class:`bayeshat.SeparationWarning` says so.

        Parameters
        ----------
        X
            (N, Q) answers: a data frame or array of categories and numbers.
        y
            (N,) the known groups; None, NaN, an empty text or, as elsewhere in scikit-learn, -1 where a group is not
            known. At least two groups must be known. Where -1 may be meant as a group, it is refused, or a warning
            says what was done: give that group another name. Known people stay in their groups, and count in the
            sizes. None if nobody's group is known.
        """
        categorical = categorical_columns(X)
        table = validate_data(self, X, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=2)
        said = {"categories": self.categories, "numbers": self.numbers}
        self._columns = see_columns(table, getattr(self, "feature_names_in_", ()), categorical, said)
        self.kinds_, self.categories_ = self._columns.kinds, list(self._columns.categories)
        seed = 0 if self.random_state is None else check_random_state(self.random_state).randint(2**31 - 1)
        rng = np.random.default_rng(seed)
        answers = self._answers(table)
        classes, labels, note = read_classes(y, len(table))
        if note:
            warnings.warn(note, UserWarning, stacklevel=2)
        self.classes_ = np.arange(self.n_groups) if labels is None else classes
        n_groups = len(self.classes_)
        target, totals, size_prior = (
            by_class(option, getattr(self, option), self.classes_, labels is not None)
            for option in ("target", "totals", "size_prior")
        )
        if np.ndim(target) == 1 and np.size(target) != n_groups:
            raise TargetError(
                f"There must be one size per group (n_groups={n_groups}); got {np.size(target)}. "
                "Give as many sizes as groups."
            )
        n_clusters = self.n_clusters
        if n_clusters is None or labels is not None or totals is not None or size_prior is not None:
            n_clusters = n_groups
        names = class_names(self.classes_)
        called = names if n_clusters == n_groups else [str(k + 1) for k in range(n_clusters)]
        survey = self._survey(answers, called, 1.0 if labels is None else _KNOWN_PRIOR)
        if labels is not None and totals is None and is_auto(target):
            target = None
        target = wanted_sizes(target, totals, survey, answers)
        groups = n_groups if target is None or isinstance(target, str) else None
        size_weight, rules, known = self.size_weight, Rules(), None
        if labels is not None:
            known = KnownPeople(labels, survey.cluster_names)
            there = known.assignment(answers.names)
            target, size_weight, bounds = fill_evenly(survey, there, len(table), target, size_weight)
            rules = pin_people(there, "group known") + bounds
        # Sizes that cannot be met are refused before anything is sampled.
        sizes = Sizes.read(
            target,
            n_people=len(table),
            groups=groups,
            houses=survey.cluster_names,
            size_weight=size_weight,
            pseudocount=self.pseudocount,
        )
        if self.membership_prior is not None and self.membership != "mixed" and labels is None and totals is None:
            # Use the requested prior for the shares instead of the usual one.
            size_prior = self.membership_prior * survey.n_clusters if size_prior is None else size_prior
        sampling = {name: getattr(self, name) for name in _SAMPLING} | {"totals": totals, "size_prior": size_prior}
        self.lesson_, self.posterior_ = fit_with_lesson(
            known, survey, answers, "auto", rng=rng, threads=self._threads, **sampling
        )
        if not self.posterior_.status.converged:
            warnings.warn(self.posterior_.status.message, ConvergenceWarning, stacklevel=2)
        if self.lesson_ is None:
            separation: Separation | None = check_separation(survey, answers, self.posterior_.membership)
        else:
            separation = self.lesson_.separation
        if separation is not None and separation.is_noise:
            warnings.warn(str(separation.sentence()), SeparationWarning, stacklevel=2)
        decision = decide(self.posterior_, sizes, loss=self.loss, rules=rules, rng=rng, threads=self._threads)
        self.decision_ = replace(decision, names=names)
        self.labels_ = self.classes_[self.decision_.labels]
        self.halves_ = None
        if self.posterior_.prior.is_blank and separation is not None and not separation.is_noise:
            about = (survey, answers, decision.sizes, self.posterior_.membership)
            how: dict[str, Any] = {"claimed": decision.mean_chance(), "style": self.posterior_.prior.style}
            self.halves_ = check_halves(*about, **how, threads=self._threads)
        if self.halves_ is not None and self.halves_.is_little:
            warnings.warn(str(self.halves_.sentence()), SeparationWarning, stacklevel=2)
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Array:
        """Fit the mixture, decide on the groups, and return everybody's group, as in `labels_`."""
        return self.fit(X, y).labels_

    def predict_proba(self, X: Any) -> Array:
        """Return the probability of each group for new people, (N, G), in the order of the classes.

        Clusters are matched with the decided groups in every draw, so label switching does no harm. Group sizes are
        not enforced. Without ``y``, probabilities are lowered where other columns do not bear them out (`halves_`).
        """
        chances = self._chances(self._answers(self._table(X)))
        return chances if self.halves_ is None else self.halves_.lower(chances)

    def _table(self, X: Any) -> Array:
        """Return new people's table, checked."""
        check_is_fitted(self)
        return np.asarray(validate_data(self, X, dtype=None, ensure_all_finite="allow-nan", reset=False))

    def _chances(self, answers: Answers) -> Array:
        """Return the probability of each group for new people as the model has it, (N, G)."""
        which = spread_draws(self.posterior_, len(self.kinds_))
        columns = columns_of(self.posterior_.survey, answers)
        if self.lesson_ is not None:
            return predict_houses(self.posterior_, answers.codes, columns, which)
        draws = as_draws(self.posterior_).subset(None, which)
        with Workers(self._threads) as workers:
            tables = draws.count(self.decision_.labels, len(self.decision_.names), workers)
            shares = _share_clusters(tables, match_clusters(tables, workers))
        return predict_labels(self.posterior_, answers.codes, columns, which, shares, self._threads)

    def predict(self, X: Any) -> Array:
        """Return the most probable group for new people, (N,), one of `classes_`.

        Group sizes are not enforced. Where `predict_proba` lowers chances, which group is likelier stays the same.
        Should it give all groups the same chance, this is still the group that the answers speak for.
        """
        best = self._chances(self._answers(self._table(X))).argmax(axis=1)
        return self.classes_[best]

    @property
    def _threads(self) -> int | None:
        return None if self.n_jobs is None or self.n_jobs < 1 else self.n_jobs

    def _answers(self, table: Array) -> Answers:
        """Code a table; categories that ``fit`` has not seen, and numbers far from all others, count as unanswered."""
        answers, notes = self._columns.code(table)
        for note in notes:
            warnings.warn(note, UserWarning, stacklevel=3)
        return answers

    def _survey(self, answers: Answers, clusters: Sequence[str], count: float) -> Survey:
        """Return a survey with the same prior for all clusters: this count for each category.

        With a count of 1, the model learns how clearly groups have favourite categories.
        """
        questions, n_clusters = self._columns.questions(answers), len(clusters)
        prior = flat_priors(questions, n_clusters)
        prior[:, [kind == "category" for kind in self.kinds_]] *= count
        return Survey(
            title="SortingHat",
            questions=tuple(questions),
            clusters=tuple(map(Cluster, clusters)),
            answer_prior=prior,
            membership_prior=np.full(n_clusters, 1.0 if self.membership_prior is None else self.membership_prior),
            learns_favourites=count == 1.0,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = True
        return tags


def _share_clusters(tables: Array, match: Array) -> Array:
    """Return each cluster's shares of the groups in every draw, (T, K, G), to place new people.

    A cluster that is matched with several groups is split in proportion to its people in each of them.
    """
    # An empty cluster belongs wholly to the group it is matched with.
    shares = match * (tables + 1e-9)
    return np.asarray(shares / shares.sum(axis=2, keepdims=True))


def read_classes(y: Any, n_people: int) -> tuple[Array, Array | None, str]:
    """Return the classes of y (G,), sorted, everybody's class (N,), and a warning if -1 may be meant as a class.

    A person's class is -1 if it is not known. All of them are None if nobody's class is known.

    Examples
    --------
    >>> classes, labels, note = read_classes(["red", None, "blue", ""], 4)
    >>> classes.tolist(), labels.tolist(), note
    (['blue', 'red'], [1, -1, 0, -1], '')
    """
    if y is None:
        return np.empty(0), None, ""
    given = column_or_1d(y if hasattr(y, "shape") else np.array(y, dtype=object))
    check_consistent_length(given, range(n_people))
    cells = [None if _is_empty(cell) else cell for cell in given.tolist()]
    values = [None if cell == -1 else cell for cell in cells]
    seen = {value for value in values if value is not None}
    if not seen:
        return np.empty(0), None, ""
    note = _check_minus_one(cells, seen)
    try:
        classes = sorted(seen)
    except TypeError:
        classes = sorted(seen, key=str)
    place = {value: k for k, value in enumerate(classes)}
    return np.array(classes), np.array([-1 if value is None else place[value] for value in values]), note


def class_names(classes: Array) -> tuple[str, ...]:
    """Return the names of the classes' groups: their texts, with a number where two look the same.

    Examples
    --------
    >>> class_names(np.array([0, 1])), class_names(np.array(["Yes", "yes"]))
    (('0', '1'), ('Yes', 'yes (2)'))
    """
    names: list[str] = []
    for value in classes.tolist():
        names.append(free_heading(str(value), names))
    return tuple(names)


def by_class(option: str, values: Any, classes: Array, known: bool) -> Any:
    """Return an option's values in the order of the classes if it gives them by class, else as they are.

    Without known classes, groups have no names.

    Examples
    --------
    >>> by_class("totals", {"red": 3, "blue": 5}, np.array(["blue", "red"]), True)
    [5, 3]
    """
    if isinstance(values, tuple) and len(values) == 2 and isinstance(values[0], Mapping):
        return by_class(option, values[0], classes, known), values[1]
    if not isinstance(values, Mapping):
        return values
    named = ", ".join(str(name) for name in values)
    if not known:
        raise InputError(
            f"SortingHat's groups have numbers unless y names them, so {option} must be a list in their order; got "
            f"names ({named}). Give one number for each group."
        )
    if set(values) != set(classes.tolist()):
        listed = ", ".join(str(name) for name in classes)
        raise InputError(
            f"{option} must name every class of y once ({listed}); got {named}. Give one number for each class."
        )
    return [values[name] for name in classes.tolist()]


def _is_empty(value: Any) -> bool:
    # pandas' NA is neither equal nor unequal to itself.
    return value is None or type(value).__name__ == "NAType" or value != value or str(value).strip() == ""


def _check_minus_one(cells: Sequence[Any], seen: set[Any]) -> str:
    """Refuse a y with one class, or one in which -1 is probably a class; return a warning if -1 may be one.

    In scikit-learn, -1 means that a label is not known. People also write it for one of two sides, and on scales
    around 0.
    """
    n_minus = sum(cell == -1 for cell in cells)
    listed = ", ".join(map(str, sorted(seen, key=str)[:5]))
    rename = "If -1 is a group, give it another name, e.g. np.where(y == -1, 'minus', 'plus')."
    if len(seen) == 1:
        got = f"{listed} alone" if not n_minus else f"{listed}, and -1, which stands for not known"
        remedy = rename if n_minus else "Add people of another group, or leave y out."
        raise InputError(f"y must hold at least two known groups; got {got}. {remedy}")
    if not n_minus:
        return ""
    numbers = [value for value in seen if isinstance(value, int | float)]
    if any(value < 0 for value in numbers) or None in cells:
        got = "other negative numbers" if any(value < 0 for value in numbers) else "empty values"
        raise InputError(
            f"In y, -1 must either be a group or stand for not known; got it beside {got}, so that it may be both. If "
            "it is a group, give it another name; if not, write None in its place."
        )
    # Votes and moods are written as -1, 0 and 1.
    if seen != {0, 1}:
        return ""
    return (
        f"The group of {n_minus} people is taken as not known, because y is -1 for them. If -1 is a group, give it "
        "another name; if not, write NaN or None in its place, and this warning goes away."
    )
