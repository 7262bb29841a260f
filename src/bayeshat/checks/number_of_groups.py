"""How many groups there are: models with different numbers of groups, compared by how well they predict people."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..engine.sizes import round_sizes
from ..errors import InputError
from ..kinds.levels import usual_range
from ..kinds.table import flat_priors, kind_of
from ..options import DONE, Progress, as_generator, as_reporter, part_of
from ..sample.convergence import cluster_sizes
from ..sample.fit import fit
from ..sample.posterior import Posterior
from ..sample.predict import pointwise_log_likelihood
from ..survey.answers import Answers, read_answers
from ..survey.cluster import Cluster
from ..survey.spec import Survey
from ..words.message import Message, join
from ..words.phrases import tell_tenths
from ..words.voice import setting
from .halves import Halves, check_halves

Array = np.ndarray

# Draws per chain, and most sweeps: fewer than for sorting, because there are several models.
_SAMPLING: dict[str, Any] = {"draws": 250, "max_draws": 4000}
# Which of the arguments for sampling hold for sorting by half of the questions.
_FOR_HALVES = ("membership", "threads")
# Differences of log predictive density below this are too small for their standard errors to be trusted.
SMALL = 4.0
# A group that holds fewer people than this in most draws is empty.
_EMPTY = 1.0
# Two groups whose answers differ by less than this, as a mean distance of probabilities, are the same.
_SAME = 0.1
# Beyond this the estimate for a person is not reliable (Vehtari, Gelman and Gabry 2017).
UNRELIABLE = 0.7


@dataclass(frozen=True, eq=False)
class LeaveOneOut:
    """Expected log predictive densities.

    Attributes
    ----------
    pointwise
        (N,) log probability of each person's answers given everybody else's.
    pareto_k
        (N,) how much each estimate rests on few draws; beyond 0.7 it is not reliable.
    """

    pointwise: Array
    pareto_k: Array

    @property
    def total(self) -> float:
        """The sum over people: the expected log predictive density."""
        return float(self.pointwise.sum())


class NumberCost(NamedTuple):
    """What it costs to take another number of groups than the recommended one.

    Attributes
    ----------
    percent
        By how many percent each answer of a new person is less likely, or more.
    is_less
        Whether it is less.
    is_chance
        Whether the difference may be due to chance.
    """

    percent: float
    is_less: bool
    is_chance: bool


@dataclass(frozen=True, eq=False)
class Comparison:
    """How well different numbers of groups predict somebody who was never seen.

    Attributes
    ----------
    houses
        The numbers of groups, rising.
    loo
        For each number, the log predictive densities with one person left out.
    empty, duplicate
        For each number, how many groups are empty in most draws, and whether two groups are the same in most draws.
    survey
        The survey with the recommended number of groups.
    n_answers
        How many answers were given in all.
    halves
        Whether other questions would make the same groups, with the recommended number; None with one group.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> people = bh.simulate(survey, 30, own=100, rng=1).answers
    >>> compared = bh.compare(survey, people, [1, 3], draws=50, tune=50, max_draws=50, rng=1)
    >>> compared.recommended, compared.best, compared.table()["houses"]
    (3, 3, [1, 3])
    >>> print(compared.sentence())
    3 groups predict a new person's answers best, of 1 to 3 groups that were tried.
    >>> print(compared.halves.sentence())
    With other questions, nearly everybody would be in the same group (by chance, about 5 in 10).
    >>> worse, error = compared.difference(1)
    >>> worse > error, compared.measure_cost(1).is_less
    (True, True)
    """

    houses: tuple[int, ...]
    loo: tuple[LeaveOneOut, ...]
    empty: tuple[int, ...]
    duplicate: tuple[bool, ...]
    survey: Survey
    n_answers: int
    halves: Halves | None = None

    @property
    def best(self) -> int:
        """The number of groups that predicts best, of those that leave no group empty."""
        full = [n for n, empty in zip(self.houses, self.empty, strict=True) if not empty] or list(self.houses)
        return max(full, key=lambda n: self.loo[self._place(n)].total)

    @property
    def recommended(self) -> int:
        """The smallest number of groups within one standard error of the best.

        Differences below 4 never count: their standard errors are too small (Sivula, Magnusson and Vehtari 2020).
        """
        apart = {n: self.difference(n) for n in self.houses}
        return min(n for n, (worse, error) in apart.items() if worse <= max(error, SMALL))

    def difference(self, n: int, other: int | None = None) -> tuple[float, float]:
        """Return how much worse a number of groups predicts than another, and the standard error of that.

        Parameters
        ----------
        n
            The number of groups.
        other
            The number to compare it with; by default the best.
        """
        one, two = (self.loo[self._place(which)].pointwise for which in (n, self.best if other is None else other))
        apart = two - one
        return float(apart.sum()), float(np.sqrt(len(apart)) * apart.std())

    def table(self) -> dict[str, list[Any]]:
        """Return one row per number: houses, elpd, worse than the best, standard error, and what to note."""
        apart = [self.difference(n) for n in self.houses]
        return {
            "houses": list(self.houses),
            "elpd": [loo.total for loo in self.loo],
            "worse_by": [difference for difference, _ in apart],
            "standard_error": [error for _, error in apart],
            "note": [str(self.note(n)) for n in self.houses],
        }

    def note(self, n: int) -> str | Message:
        """Return what calls for a second look at a number of groups; often nothing."""
        place, told = self._place(n), []
        if self.empty[place]:
            told.append(Message("compare-empty", count=self.empty[place]))
        if self.duplicate[place]:
            told.append(Message("compare-same"))
        shaky = int((self.loo[place].pareto_k > UNRELIABLE).sum())
        if shaky:
            told.append(Message("compare-rough", count=shaky))
        return join(told, "semicolon")

    def cost(self, n: int) -> Message:
        """Return what it costs to take another number of groups than the recommended one, in a sentence."""
        cost = self.measure_cost(n)
        return Message(
            f"compare-{'less' if cost.is_less else 'more'}-likely",
            groups=n,
            recommended=self.recommended,
            percent=tell_tenths(cost.percent),
            sure=Message("compare-chance" if cost.is_chance else "compare-no-chance"),
        )

    def measure_cost(self, n: int) -> NumberCost:
        """Return the same in numbers."""
        worse, error = self.difference(n, self.recommended)
        percent = float(100 * (1 - np.exp(-abs(worse) / self.n_answers)))
        return NumberCost(percent, worse > 0, abs(worse) <= max(2 * error, SMALL))

    def sentence(self) -> Message:
        """Return which number is recommended, and why."""
        found = "one" if self.recommended == 1 else "best" if self.recommended == self.best else "nearly"
        low, high = self.houses[0], self.houses[-1]
        tried = Message("words-size-exact" if low == high else "words-size-range", low=low, high=high)
        return Message(f"compare-{found}", count=self.recommended, best=self.best, tried=tried)

    def _place(self, n: int) -> int:
        if n not in self.houses:
            raise InputError(
                f"The number of groups must be one of those compared ({', '.join(map(str, self.houses))}); got {n!r}. "
                "Compare again with this number among them."
            )
        return self.houses.index(n)

    def __str__(self) -> str:
        return str(self.sentence())


def compare(
    survey: Survey | str | os.PathLike[str] | None,
    answers: Any,
    houses: Iterable[int] = range(1, 9),
    *,
    name_column: str | None = None,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    rng: int | np.random.Generator | None = None,
    progress: bool | Progress = False,
    **sampling: Any,
) -> Comparison:
    """Compare numbers of groups by how well they predict people who are left out (needs ``bayeshat[compare]``).

    A model with flat priors is sampled for each number. Each person's answers are predicted from everybody else's
    by PSIS-LOO (Vehtari, Gelman and Gabry 2017), with the person's label and membership integrated out.

    Parameters
    ----------
    survey
        What was asked; only its questions count. None to take the questions from the answers.
    answers
        What people answered: :class:`Answers`, or whatever :func:`bayeshat.read_answers` reads.
    houses
        The numbers of groups to compare.
    name_column, only, skip
        Where the questions are taken from the answers: as for :meth:`Survey.from_answers`.
    rng
        Seed or generator; None is seed 0.
    progress
        True for a line on standard error, or a function of the share done and a word.
    **sampling
        Arguments of :func:`bayeshat.fit`, such as membership or draws.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> people = bh.simulate(survey, 30, own=100, rng=1).answers
    >>> bh.compare(survey, people, [1, 2, 3], draws=50, tune=50, max_draws=50, rng=1).recommended
    3
    """
    load_arviz()  # before the long work, so that nobody waits for a refusal
    numbers = tuple(sorted(set(houses)))
    if not numbers or numbers[0] < 1:
        raise InputError(f"houses must hold whole numbers of at least 1; got {list(numbers)}. Pass e.g. range(1, 9).")
    if survey is None:
        asked = Survey.from_answers(answers, max(numbers[-1], 2), name_column=name_column, only=only, skip=skip)
    else:
        asked = Survey.load(survey)
    # Where the questions come from the answers, cells that fit none are slips, and the survey names them.
    unknown = "blank" if survey is None else "refuse"
    given = read_answers(answers, asked, name_column=name_column, unknown=unknown)
    if numbers[-1] > given.n_people:
        raise InputError(
            f"{setting('n_clusters')} must be at most the number of people ({given.n_people}); got {numbers[-1]}. "
            f"Try e.g. up to {max(2, given.n_people // 5)}: groups of a few people cannot be told from chance."
        )
    generator, tell = as_generator(rng), as_reporter(progress)
    surveys = {n: _with_groups(asked, given, n) for n in numbers}
    # One part is for seeing whether other questions would make the same groups.
    parts = [part_of(tell, place / (len(numbers) + 1), 1 / (len(numbers) + 1)) for place in range(len(numbers) + 1)]
    found = [
        _try_survey(one, given, sampling, generator, part)
        for one, part in zip(surveys.values(), parts[:-1], strict=True)
    ]
    loo, empty, duplicate = zip(*found, strict=True)
    made = Comparison(numbers, loo, empty, duplicate, asked, int((given.codes >= 0).sum()))
    chosen, options = surveys[made.recommended], {name: sampling[name] for name in _FOR_HALVES if name in sampling}
    sizes = round_sizes(np.ones(chosen.n_clusters), given.n_people)
    halves = check_halves(chosen, given, sizes, progress=parts[-1], **options)
    tell(1.0, DONE)
    return replace(made, survey=chosen, halves=halves)


def _try_survey(
    survey: Survey, answers: Answers, sampling: dict[str, Any], rng: np.random.Generator, tell: Progress
) -> tuple[LeaveOneOut, int, bool]:
    """Sample a model; return how well it predicts, how many groups are empty, and whether two are the same."""
    options = _SAMPLING | sampling
    others = any(sampling.get(name) is not None for name in ("size_prior", "totals", "known"))
    if not others and sampling.get("membership") != "mixed":
        # To sort people, groups are expected to have people; here, a group that is not needed should stay empty.
        options["size_prior"] = float(survey.membership_prior.sum())
    words = Message("progress-numbers", count=survey.n_clusters)
    posterior = fit(survey, answers, rng=rng, progress=lambda share, _: tell(share, words), **options)
    values, sizes = pointwise_log_likelihood(posterior), cluster_sizes(posterior.z, posterior.n_clusters)
    # Which groups are empty changes from draw to draw.
    empty = int((np.median(np.sort(sizes, axis=0), axis=(1, 2)) < _EMPTY).sum())
    return leave_one_out(values.reshape(-1, values.shape[2])), empty, _repeats(posterior, sizes >= _EMPTY)


def _with_groups(survey: Survey, answers: Answers, n: int) -> Survey:
    """Return the survey's questions with flat priors for n groups."""
    questions = list(survey.questions)
    for q, question in enumerate(questions):
        if question.kind == "number" and question.scale is None:
            # A flat prior of numbers needs to know where they lie.
            (column,) = np.flatnonzero(answers.questions == q)
            low, high = usual_range(answers.codes[:, column], answers.levels[column])
            questions[q] = replace(question, scale=(max(low, high / 100) if question.log else low, high))
    return replace(
        survey,
        questions=tuple(questions),
        clusters=tuple(Cluster(f"Group {k}") for k in range(1, n + 1)),
        answer_prior=flat_priors(questions, n),
        membership_prior=np.full(n, float(np.mean(survey.membership_prior))),
        sizes=None,
    )


def _repeats(posterior: Posterior, used: Array) -> bool:
    """Return whether in most draws two groups that are used (K, chain, draw) give nearly the same answers."""
    options = [kind_of(question).counted for question in posterior.survey.questions]
    if not any(options):
        return False
    phi = posterior.phi[:, :, :, options]
    nearest = np.full(used.shape[1:], np.inf)
    for k, other in combinations(range(posterior.n_clusters), 2):
        apart = np.abs(phi[:, :, k] - phi[:, :, other]).sum(axis=3).mean(axis=2) / 2
        nearest = np.where(used[k] & used[other], np.minimum(nearest, apart), nearest)
    return bool(np.median(nearest) < _SAME)


def leave_one_out(log_likelihood: Array) -> LeaveOneOut:
    """Estimate the log probability of each person's answers given the others', by PSIS (needs arviz-stats).

    Parameters
    ----------
    log_likelihood
        (D, N) log probability of each person's answers in each draw, as `people_log_likelihood` returns it.
    """
    from scipy.special import logsumexp

    log_weights, pareto_k = load_arviz().psislw(log_likelihood.T, r_eff=1.0, axis=-1)
    return LeaveOneOut(logsumexp(log_weights + log_likelihood.T, axis=1), np.asarray(pareto_k))


def load_arviz() -> Any:
    """Return what estimates weights of left-out people, or say how to get it."""
    try:
        return import_module("arviz_stats.base").array_stats
    except ImportError as error:
        raise InputError(
            f"Comparing numbers of groups needs bayeshat[compare]: pip install 'bayeshat[compare]'; got: {error}. "
            "Install it, or choose the number yourself."
        ) from None
