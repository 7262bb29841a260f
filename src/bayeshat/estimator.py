"""A scikit-learn clusterer: answers in, groups of the wanted sizes out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from .engine.decide import decide
from .engine.labels.draws import as_draws
from .engine.loss.expected import count_tables
from .engine.wanted.request import read_request
from .errors import InputError, TargetError
from .known.class_labels import read_classes
from .known.known_people import KnownPeople
from .known.lesson import predict_houses, take_lesson
from .model.columns import columns_of
from .pipelines.keep_places import plan_placing
from .rules.rules import Rules
from .sample.draws.predict import predict_labels, spread_draws
from .sample.run import fit
from .survey.answer_kinds.kind_table import flat_priors
from .survey.answer_kinds.number_levels import code_numbers, usual_range
from .survey.answers import Answers
from .survey.spec import Cluster, Question, Survey

try:
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_is_fitted, validate_data
except ModuleNotFoundError as error:
    raise ImportError(
        f"SortingHat needs scikit-learn; got: {error}. Install it with: pip install 'bayeshat[sklearn]', or use "
        "sort_people, which does without it."
    ) from None

Array = np.ndarray

# Up to so many different whole numbers are categories.
_MOST_OPTIONS = 10
# Prior count of each category where groups are known: people then say enough for a prior that says little, with which
# claimed chances were right more often (benchmarks/known.py).
_KNOWN_PRIOR = 0.25


class SortingHat(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Cluster categories and numbers into groups of the wanted sizes.

    A Bayesian mixture is fitted, with flat priors, and the assignment that minimises the expected loss is chosen
    (Silverman and Silverman 2017). Missing values are unanswered questions. With ``y``, the groups of those for whom it
    is given are known, and everybody else is sorted by what these people's answers teach.

    A column of texts, booleans or a categorical dtype holds categories: every distinct value is an answer. A column of
    floats holds numbers, normal in every cluster, always. Whole numbers are categories if there are at most 10
    different ones, else numbers. `kinds_` says what each column was taken for; `categories` and `numbers` overrule it.

    With ``y``, the groups of those for whom it is given are known, and everybody else is sorted by what these people's
    answers teach.

    Parameters
    ----------
    n_groups
        Number of groups; a list of sizes must have as many. With ``y`` there are as many groups as classes.
    target
        Wanted sizes: "balanced", None (sizes do not matter), counts or shares.
    n_clusters
        Clusters of the mixture; by default, and with ``y``, as many as groups.
    loss, size_weight, pseudocount
        As for :func:`bayeshat.decide`; priors are flat, so "auto" is the variation of information.
    membership, membership_prior, chains, tune, draws, max_draws, learn_from
        As for :func:`bayeshat.fit`; priors are flat, so "auto" is single membership. ``membership_prior`` is the
        Dirichlet parameter of everybody's memberships.
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
        What people whose group is known taught, with the weights of the columns; None if nobody's is.
    posterior_
        The posterior, see :class:`bayeshat.Posterior`.
    decision_
        The decision, see :class:`bayeshat.Decision`.
    kinds_
        "category" or "number" for each column.
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
        target: Any = "balanced",
        *,
        n_clusters: int | None = None,
        loss: Any = "auto",
        size_weight: float | None = None,
        pseudocount: float = 0.1,
        membership: str = "auto",
        membership_prior: float = 1.0,
        chains: int = 4,
        tune: int = 1000,
        draws: int | None = None,
        max_draws: int | None = None,
        learn_from: int | None = None,
        categories: Any = (),
        numbers: Any = (),
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.n_groups = n_groups
        self.target = target
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
        self.categories = categories
        self.numbers = numbers
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> SortingHat:
        """Fit the mixture and decide on the groups.

        If the chains do not agree, a scikit-learn ConvergenceWarning says what to do.

        Parameters
        ----------
        X
            (N, Q) answers: a data frame or array of categories and numbers.
        y
            (N,) the known groups; -1, None, NaN or an empty text where a group is not known. Known people stay in their
            groups, and count in the sizes. None if nobody's group is known.
        """
        categorical = _categorical_columns(X)
        table = validate_data(self, X, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=2)
        self.kinds_ = self._choose_kinds(table, categorical)
        self.categories_ = [
            _categories(column) if kind == "category" else None
            for column, kind in zip(table.T, self.kinds_, strict=True)
        ]
        seed = 0 if self.random_state is None else check_random_state(self.random_state).randint(2**31 - 1)
        rng = np.random.default_rng(seed)
        threads = None if self.n_jobs is None or self.n_jobs < 1 else self.n_jobs
        answers = self._answers(table)
        classes, labels = read_classes(y, len(table))
        self.classes_ = np.arange(self.n_groups) if labels is None else classes
        n_groups = len(self.classes_)
        if isinstance(self.target, Mapping):
            raise TargetError(
                "SortingHat's groups have numbers, so target must be 'balanced', None or a list of sizes; got names "
                f"({', '.join(str(name) for name in self.target)}). Give the sizes as a list."
            )
        if np.ndim(self.target) == 1 and np.size(self.target) != n_groups:
            raise TargetError(
                f"There must be one size per group (n_groups={n_groups}); got {np.size(self.target)}. "
                "Give as many sizes as groups."
            )
        n_clusters = n_groups if self.n_clusters is None or labels is not None else self.n_clusters
        survey = self._survey(answers, n_clusters, 1.0 if labels is None else _KNOWN_PRIOR)
        groups = n_groups if self.target is None or isinstance(self.target, str) else None
        target, size_weight, rules, learn_from = self.target, self.size_weight, Rules(), self.learn_from
        self.lesson_ = None
        if labels is not None:
            known = KnownPeople(labels, survey.cluster_names)
            self.lesson_ = take_lesson(known, survey, answers, "auto", self.membership, rng)
            survey = self.lesson_.weights.apply(survey)
            learn_from = self.lesson_.learn_from if learn_from is None else learn_from
            there = known.assignment(answers.names)
            target, size_weight, rules = plan_placing(survey, there, len(table), target, size_weight, "group known")
        request = read_request(target, rules, size_weight=size_weight, houses=survey.cluster_names)
        # Sizes that cannot be met are refused before anything is sampled.
        request.target(len(table), survey.n_clusters, groups=groups, pseudocount=self.pseudocount)
        self.posterior_ = fit(
            survey,
            answers,
            membership=self.membership,
            chains=self.chains,
            tune=self.tune,
            draws=self.draws,
            max_draws=self.max_draws,
            learn_from=learn_from,
            known=labels,
            rng=rng,
            threads=threads,
        )
        if not self.posterior_.status.converged:
            warnings.warn(self.posterior_.status.message, ConvergenceWarning, stacklevel=2)
        self.decision_ = decide(
            self.posterior_,
            request,
            groups=groups,
            loss=self.loss,
            pseudocount=self.pseudocount,
            rng=rng,
            threads=threads,
        )
        self.labels_ = self.classes_[self.decision_.labels]
        return self

    def predict_proba(self, X: Any) -> Array:
        """Return the probability of each group for new people, (N, G), in the order of the classes.

        Clusters are matched with the decided groups in every draw, so label switching does no harm. Group sizes are
        not enforced.
        """
        check_is_fitted(self)
        table = validate_data(self, X, dtype=None, ensure_all_finite="allow-nan", reset=False)
        which = spread_draws(self.posterior_, table.shape[1])
        answers = self._answers(table)
        columns = columns_of(self.posterior_.survey, answers)
        if self.lesson_ is not None:
            return predict_houses(self.posterior_, answers.codes, columns, which)
        tables = count_tables(
            self.decision_.labels, as_draws(self.posterior_).subset(None, which), len(self.decision_.names)
        )
        shares = np.array([_match_groups(counts) for counts in tables])
        threads = None if self.n_jobs is None or self.n_jobs < 1 else self.n_jobs
        found = predict_labels(self.posterior_, answers.codes, columns, which, shares, threads)
        return found.probabilities

    def predict(self, X: Any) -> Array:
        """Return the most probable group for new people."""
        best = self.predict_proba(X).argmax(axis=1)
        return self.classes_[best]

    def _choose_kinds(self, table: Array, categorical: set[int]) -> tuple[str, ...]:
        """Return "category" or "number" for each column."""
        names = list(getattr(self, "feature_names_in_", ()))
        said = {"category": _positions(self.categories, names, table.shape[1], "categories")}
        said["number"] = _positions(self.numbers, names, table.shape[1], "numbers")
        both = said["category"] & said["number"]
        # Columns that are named one by one go before "all" others.
        if both and _is_all(self.categories):
            said["category"] -= both
        elif both and _is_all(self.numbers):
            said["number"] -= both
        elif both:
            raise InputError(
                f"A column must hold either categories or numbers; got column {min(both)} in both. Leave it out of one."
            )
        kinds = []
        for q, column in enumerate(table.T):
            told = next((kind for kind, places in said.items() if q in places), None)
            kinds.append(told or ("category" if q in categorical or not _are_numbers(column) else "number"))
            if kinds[-1] == "number" and not all(_missing(value) or _is_number(value) for value in column.tolist()):
                raise InputError(
                    f"A column of numbers must hold numbers only; got others in column {q}. Leave it out of numbers."
                )
        return tuple(kinds)

    def _answers(self, table: Array) -> Answers:
        """Code a table; categories never seen in ``fit`` count as unanswered."""
        codes = np.full(table.shape, -1, np.int16)
        levels: list[Array | None] = []
        for q, (column, known) in enumerate(zip(table.T, self.categories_, strict=True)):
            if known is None:
                values = np.array([np.nan if _missing(value) else float(value) for value in column.tolist()])
                codes[:, q], numbers = code_numbers(values)
                levels.append(numbers)
            else:
                place = {value: code for code, value in enumerate(known)}
                codes[:, q] = [-1 if _missing(value) else place.get(value, -1) for value in column.tolist()]
                levels.append(None)
        return Answers(codes, tuple(f"person {n + 1}" for n in range(len(table))), levels=tuple(levels))

    def _survey(self, answers: Answers, n_clusters: int, count: float) -> Survey:
        """Return a survey with flat priors over the values seen: so large a count for each category."""
        questions = []
        for q, (known, levels) in enumerate(zip(self.categories_, answers.levels, strict=True)):
            name = f"q{q + 1}"
            if known is None or levels is not None:
                questions.append(Question(name, name, (), "number", usual_range(answers.codes[:, q], levels)))
            else:
                questions.append(Question(name, name, tuple(str(value) for value in known) or ("",)))
        prior = flat_priors(questions, n_clusters)
        prior[:, [known is not None for known in self.categories_]] *= count
        return Survey(
            title="SortingHat",
            questions=tuple(questions),
            clusters=tuple(Cluster(str(k + 1)) for k in range(n_clusters)),
            answer_prior=prior,
            membership_prior=np.full(n_clusters, float(self.membership_prior)),
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = True
        return tags


def _match_groups(counts: Array) -> Array:
    """Return each cluster's shares of the groups in one draw, (K, G), from the number of people they have in common.

    Clusters and groups are matched one to one. A cluster left over joins the group with most of its people. A group
    left over takes part of the cluster with most of its people; that cluster is split in proportion to its people in
    each of its groups.
    """
    rows, columns = linear_sum_assignment(counts, maximize=True)
    belongs = np.zeros(counts.shape, dtype=bool)
    belongs[rows, columns] = True
    for k in np.flatnonzero(~belongs.any(axis=1)):
        belongs[k, counts[k].argmax()] = True
    for g in np.flatnonzero(~belongs.any(axis=0)):
        belongs[counts[:, g].argmax(), g] = True
    shares = np.where(belongs, counts + 1e-9, 0.0)
    return shares / shares.sum(axis=1, keepdims=True)


def _categorical_columns(frame: Any) -> set[int]:
    """Return the columns of a frame whose dtype says that they hold categories, whatever these look like."""
    dtypes = getattr(frame, "dtypes", ())
    names = [str(dtype).lower() for dtype in (dtypes if np.ndim(dtypes) == 1 or isinstance(dtypes, list) else ())]
    return {q for q, name in enumerate(names) if name.startswith(("category", "categorical", "enum", "bool"))}


def _is_all(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted == "all"


def _positions(wanted: Any, names: list[Any], n_columns: int, option: str) -> set[int]:
    """Return which columns are meant by names or positions."""
    if _is_all(wanted):
        return set(range(n_columns))
    places = set()
    for one in [wanted] if isinstance(wanted, str) else wanted:
        if one in names:
            places.add(names.index(one))
        elif isinstance(one, int | np.integer) and not isinstance(one, bool) and 0 <= one < n_columns:
            places.add(int(one))
        else:
            raise InputError(
                f"{option} must hold names or positions of columns (0 to {n_columns - 1}), or be 'all'; got {one!r}. "
                "Name columns of X."
            )
    return places


def _are_numbers(column: Array) -> bool:
    """Say whether a column is taken for numbers: any floats, or more different whole numbers than are options."""
    seen = {value for value in column.tolist() if not _missing(value)}
    if not seen or not all(_is_number(value) for value in seen):
        return False
    return any(isinstance(value, float | np.floating) for value in seen) or len(seen) > _MOST_OPTIONS


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool | np.bool_)


def _missing(value: Any) -> bool:
    # pandas' NA is neither equal nor unequal to itself.
    return value is None or type(value).__name__ == "NAType" or value != value


def _categories(column: Array) -> list[Any]:
    """Return a column's distinct values, sorted; values of several kinds are sorted as text."""
    seen = {value for value in column.tolist() if not _missing(value)}
    try:
        return sorted(seen)
    except TypeError:
        return sorted(seen, key=str)
