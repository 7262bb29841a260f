"""``fit``: answers in, posterior out."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol

import numpy as np

from .._cuda import check_device
from .._memory import in_words
from .._options import Progress, as_generator, as_reporter, whole
from .._workers import check_threads
from ..errors import DeviceError, InputError, ModelError
from ..model.density import check_membership
from ..model.prior import Prior, prior_from
from ..survey.answers import Answers, read_answers
from ..survey.spec import Survey
from ..tables.text import nearest
from .convergence import R_HAT, Convergence, check_convergence
from .device_run import DeviceGibbs, DevicePosterior
from .posterior import Posterior
from .store import Draws, Size

Array = np.ndarray

SAMPLERS = ("gibbs", "nuts")
LABELS = ("dominant", "drawn")
DEFAULT_CAP = 16
MIXED_THIN = 3
DEFAULT_TUNE = {"gibbs": 500, "nuts": 1000}
MAX_CLUSTERS = 256
MAX_OPTIONS = 2**15 - 1


class Sampler(Protocol):
    """What every sampler can do: settle, then fill draws, again and again from where it stopped."""

    def tune(self, sweeps: int, draws: Draws, tell: Callable[[int], None]) -> None:
        """Make sweeps that leave nothing behind."""

    def collect(self, draws: Draws, first: int, last: int, thin: int, tell: Callable[[int], None]) -> None:
        """Fill draws ``first`` to ``last`` of every chain, each after ``thin`` sweeps."""


def fit(
    survey: Survey | str | os.PathLike[str],
    answers: Any,
    *,
    sampler: str = "gibbs",
    membership: str = "auto",
    label: str = "dominant",
    chains: int = 4,
    tune: int | None = None,
    draws: int = 1000,
    max_draws: int | None = None,
    thin: int | None = None,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    device: str = "cpu",
    progress: bool | Progress = False,
    keep_theta: bool | None = None,
    **unknown: Any,
) -> Posterior:
    """Sample everybody's memberships and every cluster's answers given the answers.

    Sampling goes on until R-hat < 1.01 (the criterion of Silverman and Silverman 2017) and the effective sample sizes
    are at least 400 for every parameter, or ``max_draws`` is reached. Each round doubles the number of sweeps and drops
    the first half of them; of the second half, ``draws`` are kept per chain, evenly spaced, and everything in the
    posterior comes from these. ``Posterior.status`` says how it ended.

    Parameters
    ----------
    survey
        Questions, clusters and priors: a survey, the name of a packaged one, or a path to a TOML file.
    answers
        What people answered: :class:`Answers`, or whatever :func:`bayeshat.read_answers` reads (a CSV or XLSX file, a
        pandas or polars frame, a dict of columns).
    sampler
        "gibbs", or "nuts" (needs ``bayeshat[nuts]``).
    membership
        "mixed": each answer comes from a cluster of its own (the paper). "single": each person is in one cluster.
        "auto": mixed where the survey's answer priors tell clusters apart, single where they are all the same.
    label
        What ``Posterior.z`` holds under mixed membership. "dominant": the cluster with the largest theta in each draw.
        "drawn": one drawn from theta (the paper). Under single membership everybody has one label, drawn.
    chains
        Independent chains, at least 2 to compare.
    tune
        Sweeps per chain before anything is kept; by default 500 for Gibbs, which has nothing to adapt, 1000 for NUTS.
    draws
        Draws kept per chain.
    max_draws
        Most sweeps per chain after tuning; by default 16 times the first batch. Sampling continues only while another
        doubling stays within it.
    thin
        Sweeps per kept draw in the first batch; by default 3 where Gibbs draws theta (mixed membership), which costs
        as much as a sweep, else 1; and no more than ``max_draws`` allow.
    rng
        Seed or generator. The same seed gives the same draws whatever the number of threads; None is seed 0.
    threads
        Chains that run at the same time; by default one per core.
    device
        "cpu", or "cuda" for one NVIDIA GPU (needs ``bayeshat[cuda]``): Gibbs with mixed membership and up to 16
        clusters. The labels stay there for ``decide(..., device="cuda")``; ``Posterior.z`` copies them when it is read.
    progress
        True for a line on standard error, or a function of the share done and a word.
    keep_theta
        Whether to keep theta in every draw; by default if that takes at most 256 MB. Means and quantiles are there
        in any case.
    **unknown
        Refused with an error that suggests the nearest setting.

    Examples
    --------
    >>> from bayeshat.model.simulate import simulate
    >>> from bayeshat.survey.spec import Survey
    >>> survey = Survey.load("simulation-even")
    >>> posterior = fit(survey, simulate(survey, rng=1).answers, rng=1)
    >>> posterior.z.shape, posterior.status.converged
    ((4, 1000, 20), True)
    """
    began = time.perf_counter()
    if unknown:
        raise InputError(_tell_unknown(next(iter(unknown))))
    survey = survey if isinstance(survey, Survey) else Survey.load(survey)
    if membership == "auto":
        membership = "mixed" if survey.is_informative else "single"
    single = check_membership(membership) == "single"
    if label not in LABELS:
        raise InputError(f"label must be 'dominant' or 'drawn'; got {label!r}. Take 'dominant' if in doubt.")
    label = "drawn" if single else label
    if sampler not in SAMPLERS:
        raise InputError(f"sampler must be 'gibbs' or 'nuts'; got {sampler!r}. Take 'gibbs' if in doubt.")
    chains = whole("chains", chains, 1, "Use 4 to be able to compare them.")
    tune = whole("tune", DEFAULT_TUNE[sampler] if tune is None else tune, 0, "Use 1000.")
    draws = whole("draws", draws, 1, "Use 1000.")
    most = None if max_draws is None else whole("max_draws", max_draws, 1, "Leave it out.")
    if thin is None:
        thin = MIXED_THIN if sampler == "gibbs" and not single else 1
        thin = thin if most is None else max(1, min(thin, most // draws))
    thin = whole("thin", thin, 1, "Use 1 to keep every draw.")
    cap = DEFAULT_CAP * draws * thin if most is None else most
    if cap < draws * thin:
        raise InputError(
            f"max_draws must be at least draws x thin ({draws * thin}); got {cap}. Raise it, or lower draws or thin."
        )
    generator = as_generator(rng)
    answers = answers if isinstance(answers, Answers) else read_answers(answers, survey)
    codes = check_answers(survey, answers)
    prior = prior_from(survey)
    _, n_questions, n_options = prior.answer_prior.shape
    size = Size(chains, draws, len(codes), prior.n_clusters, n_questions, n_options, single, codes.shape[1])
    about = {"survey": survey, "answers": answers, "membership": membership, "label": label, "sampler": sampler}
    if check_device(device) == "cuda":
        if single or sampler != "gibbs":
            raise DeviceError(
                "device='cuda' samples by Gibbs with mixed membership; got "
                f"{sampler} with {membership} membership. Leave device out, or pass membership='mixed'."
            )
        there = DeviceGibbs(codes, answers.questions, prior, label, _streams(generator, chains), draws)
        store = there.make_store(size, keep_theta, label == "dominant")
        report = _Report(progress, chains)
        status = _sample(there, store, report, tune, thin, cap, lambda: there.check(store, survey, answers.names))
        seconds = time.perf_counter() - began
        return DevicePosterior(there.planes, store, status=status, seconds=seconds, **about)
    stride = size.stride(keep_theta)
    size.check(stride)
    streams = _streams(generator, chains)
    chosen = _sampler(
        sampler, codes, answers.questions, prior, membership, streams, check_threads(threads), draws * thin
    )
    store = size.allocate(stride, label == "dominant")

    def check() -> Convergence:
        return check_convergence(store, prior, survey, answers.names)

    status = _sample(chosen, store, _Report(progress, chains), tune, thin, cap, check)
    return Posterior.from_draws(store, seconds=time.perf_counter() - began, status=status, **about)


def _streams(generator: np.random.Generator, chains: int) -> list[np.random.Generator]:
    return [np.random.default_rng(int(seed)) for seed in generator.integers(2**63, size=chains)]


def _tell_unknown(given: str) -> str:
    settings = [name for name in inspect.signature(fit).parameters if name != "unknown"]
    near = nearest(given, settings, cutoff=0.6)
    remedy = f"Did you mean {near!r}?" if near else "Leave it out; wanted sizes belong to decide or sort_people."
    return f"Settings of fit must be among {', '.join(settings)}; got {given!r}. {remedy}"


def _sample(
    sampler: Sampler, store: Draws, report: _Report, tune: int, thin: int, cap: int, check: Callable[[], Convergence]
) -> Convergence:
    """Sample until converged or the cap; each round makes as many sweeps as all before it and replaces their draws."""
    n_draws = store.log_likelihood.shape[1]
    report.plan(tune + n_draws * thin, f"tuning ({in_words(store.nbytes)} of draws)")
    sampler.tune(tune, store, report.tell)
    report.plan(0, "sampling")
    sampler.collect(store, 0, n_draws, thin, report.tell)
    made = n_draws * thin
    status = check()
    while not status.converged and 2 * made <= cap:
        if status.cause == "few_draws" and min(status.r_hat_max, status.label_free_r_hat_max) < R_HAT:
            break
        report.plan(made, f"going on (R-hat {status.r_hat_max:.3f})")
        store.forget()
        sampler.collect(store, 0, n_draws, made // n_draws, report.tell)
        made *= 2
        status = check()
    report.finish()
    return status


def _sampler(
    name: str,
    codes: Array,
    questions: Array,
    prior: Prior,
    membership: str,
    streams: list[np.random.Generator],
    threads: int,
    batch: int,
) -> Sampler:
    if name == "gibbs":
        from .gibbs import Gibbs

        return Gibbs(codes, prior, membership, streams, threads, questions)
    from .nuts import Nuts

    return Nuts(codes, prior, membership, streams, batch, questions)


def check_answers(survey: Survey, answers: Answers) -> Array:
    """Return the coded answers (N, C), or say what is wrong with them."""
    if survey.n_options.max() > MAX_OPTIONS:
        q = int(survey.n_options.argmax())
        raise ModelError(
            f"a question may have at most {MAX_OPTIONS} options; got {survey.n_options[q]} for "
            f"{survey.questions[q].id!r}. Leave the question out, or merge options."
        )
    codes, questions = np.asarray(answers.codes), np.asarray(answers.questions)
    complete = set(questions.tolist()) == set(range(survey.n_questions))
    if codes.ndim != 2 or codes.shape[1] != len(questions) or not complete:
        raise ModelError(
            f"answers must have one column per question ({survey.n_questions}), or several where several answers may "
            f"be given; got shape {codes.shape}. Read them with read_answers(…, survey) of the same survey."
        )
    if len(codes) == 0:
        raise ModelError("answers must come from at least one person; got none. Check that the table has rows.")
    if codes.dtype.kind not in "iu":
        raise ModelError(
            f"answers must be coded as whole numbers; got type {codes.dtype}. Read them with read_answers(…, survey)."
        )
    wrong = (codes < -1) | (codes >= survey.n_options[questions])
    if wrong.any():
        n, c = np.argwhere(wrong)[0]
        q = questions[c]
        raise ModelError(
            f"answers to question {survey.questions[q].id!r} must be 0 to {survey.n_options[q] - 1}, or -1 for none; "
            f"got {codes[n, c]} for {answers.names[n]!r}. Check that the answers belong to this survey."
        )
    if (codes < 0).all():
        raise ModelError(
            "answers must hold at least one answer; got only unanswered questions. "
            "Check that the table's columns match the survey's questions."
        )
    if survey.n_clusters > MAX_CLUSTERS:
        raise ModelError(
            f"a survey may have at most {MAX_CLUSTERS} clusters to be sampled; got {survey.n_clusters}. Merge some."
        )
    return codes.astype(np.int16)


class _Report:
    """Tells how far sampling has come; the chains' threads add what they have done."""

    def __init__(self, progress: bool | Progress, chains: int) -> None:
        self._show = as_reporter(progress)
        self._chains, self._planned, self._done, self._share, self._word = chains, 0, 0, 0.0, ""
        self._lock = Lock()

    def plan(self, sweeps: int, word: str) -> None:
        """Add to what there is to do."""
        self._planned += sweeps * self._chains
        self._word = word

    def tell(self, sweeps: int) -> None:
        """Count sweeps of one chain as done; the share never goes back."""
        with self._lock:
            self._done += sweeps
            self._share = max(self._share, min(0.99, self._done / max(1, self._planned)))
            self._show(self._share, self._word)

    def finish(self) -> None:
        """Say that all is done."""
        self._show(1.0, "done")
