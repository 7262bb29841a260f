"""``fit``: answers in, posterior out."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .._cuda import check_device
from ..cluster.tasks import is_partitioned
from ..errors import DeviceError, InputError
from ..model.columns import check_known, columns_of, with_known_numbers
from ..model.density import check_membership
from ..model.prior import prior_from
from ..options import Progress, as_generator, check_threads, whole
from ..survey.answers import Answers, read_answers
from ..survey.spec import Survey
from ..tables.text import nearest
from ..words.settings import setting
from .answer_checks import check_answers
from .draws.convergence import Convergence, check_convergence
from .draws.posterior import Posterior
from .draws.store import Size
from .known_totals import (
    SizePrior,
    membership_for_sizes,
    read_totals,
    refuse_with_totals,
    tell_totals,
    with_size_prior,
)
from .samplers.on_gpu.device_run import DeviceGibbs, DevicePosterior
from .samplers.sampler_table import find_sampler
from .sampling_rounds import Report, Schedule, sample_rounds
from .usual_priors import with_usual_ratings, with_usual_shares

Array = np.ndarray

LABELS = ("dominant", "drawn")
# Most sweeps, in first rounds.
DEFAULT_CAP = 16
# Chains of few people that learn the shape of their priors take two to four times as many sweeps to agree.
LEARNING_CAP, FEW_PEOPLE = 64, 100
# With more people than the first, phi is learned from so many of them.
LEARN_ALL, LEARN_FROM = 50_000, 20_000
# Kept draws by default: as many as labels of everybody take this many bytes, within bounds.
LABEL_BYTES, FEWEST_DRAWS, MOST_DRAWS = 40_000_000, 250, 1000
# More people than this are many: their chains move slowly, so that the first round is long.
MANY = 1000


def fit(
    survey: Survey | str | os.PathLike[str],
    answers: Any,
    *,
    sampler: str = "gibbs",
    membership: str = "auto",
    label: str = "dominant",
    chains: int = 4,
    tune: int | None = None,
    draws: int | None = None,
    max_draws: int | None = None,
    thin: int | None = None,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    device: str = "cpu",
    progress: bool | Progress = False,
    keep_theta: bool | None = None,
    learn_from: int | None = None,
    known: Any = None,
    totals: Mapping[str, int] | Sequence[int] | None = None,
    size_prior: SizePrior | None = None,
    **unknown: Any,
) -> Posterior:
    """Sample everybody's memberships and every cluster's answers given the answers.

    Sampling goes on until R-hat < 1.01 (the criterion of Silverman and Silverman 2017) and the effective sample sizes
    are at least 400 for every parameter, or ``max_draws`` is reached. Each round makes at least as many sweeps as all
    before it, whose draws it replaces; ``draws`` of them are kept per chain, evenly spaced, and everything in the
    posterior comes from these. With more than 1000 people, chains that agree but move slowly do not start over: the
    next round is as long as their effective sample sizes say, and ``draws`` of all rounds are kept, evenly spread.
    Means of memberships may then come from more draws than are kept. ``Posterior.status`` says how it ended.

    Parameters
    ----------
    survey
        Questions, clusters and priors: a survey, the name of a packaged one, or a path to a TOML file.
    answers
        What people answered: :class:`Answers`, or whatever :func:`bayeshat.read_answers` reads (a CSV or XLSX file, a
        pandas or polars frame, a dict of columns). A Dask frame stays in its partitions; the posterior then is a
        :class:`~bayeshat.sample.partitioned_fit.PartitionedPosterior`.
    sampler
        "gibbs", or "nuts" (needs ``bayeshat[nuts]``), or "nuts-correlated", where houses may go together (mixed
        membership; ``Posterior.correlation``), or another name in ``sampler_table.SAMPLERS``.
    membership
        "mixed": each answer comes from a cluster of its own (the paper). "single": each person is in one cluster.
        "auto": mixed where the survey's answer priors tell clusters apart, single where they are all the same, where
        anybody's cluster is known, where ``totals`` or ``size_prior`` are given, and where a question's weight is not a
        whole number.
    label
        What ``Posterior.z`` holds under mixed membership. "dominant": the cluster with the largest theta in each draw.
        "drawn": one drawn from theta (the paper). Under single membership everybody has one label, drawn.
    chains
        Independent chains, at least 2 to compare.
    tune
        Sweeps per chain before anything is kept; by default 500 for Gibbs, which has nothing to adapt, 1000 for NUTS.
        With more than 450 people a chain of Gibbs settles on 300 of them first, then on 1000, and so on, each time for
        so many sweeps.
    draws
        Draws kept per chain; by default 1000, or where everybody's labels would take more than 40 MB as many as that
        holds, but at least 250.
    max_draws
        Most sweeps per chain after tuning; by default 16 times the first batch, or 64 times where the prior's
        shape is learned from at most 100 people. Sampling continues only while the next round stays within it.
    thin
        Sweeps per kept draw in the first batch; by default 3 where Gibbs draws theta (mixed membership), which costs
        more than a sweep, and as many as make 10 000 sweeps with more than 1000 people, else 1; and no more than
        ``max_draws`` allow.
    rng
        Seed or generator. The same seed gives the same draws whatever the number of threads; None is seed 0.
    threads
        Threads, over chains and where there are many people over these; by default one per core.
    device
        "cpu", or "cuda" for one NVIDIA GPU (needs ``bayeshat[cuda]``): Gibbs with mixed membership and up to 16
        clusters. The labels stay there for ``decide(..., device="cuda")``; ``Posterior.z`` copies them when it is read.
        Quantiles of theta are NaN there if too few draws of theta fit into 256 MB.
    progress
        True for a line on standard error, or a function of the share done and a word.
    keep_theta
        Whether to keep theta in every draw; by default if that takes at most 256 MB. Means and quantiles are there
        in any case.
    learn_from
        Learn the answer probabilities from this many people, chosen at random, and draw everybody's labels given each
        draw of them. By default everybody up to 50 000 people, and 20 000 of them beyond. People whose cluster is known
        are always among them.
    known
        (N,) the clusters that people are known to be in, counted from 0, and -1 where that is not known. Everybody else
        is sorted by what their answers teach. Under mixed membership a known cluster is one draw from the person's
        memberships: one more prior count.
    totals
        How many of these people truly belong to each house, where that is known: {"A": 120, "B": 80}, or a list in the
        order of the houses. In every draw so many people have each label (single membership, Gibbs, everybody at once).
        Sizes that are merely wanted are a matter of :func:`bayeshat.decide`.
    size_prior
        What is believed about the sizes of the houses, where it is not known: expected sizes, {"A": 120, "B": 80}, held
        as firmly as if so many other people's houses had been counted; expected sizes and a strength, in people,
        ({"A": 120, "B": 80}, 20); or only a strength, for equal sizes. Replaces the survey's membership prior (single
        membership). By default, where a survey learns its prior and says nothing of its houses, and nobody's house is
        known: equal sizes, with a strength of 3 people for each house.
    **unknown
        Refused with an error that suggests the nearest setting.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> posterior = bh.fit(survey, bh.simulate(survey, rng=1).answers, rng=1)
    >>> posterior.z.shape, posterior.status.converged
    ((4, 1000, 20), True)
    """
    began = time.perf_counter()
    if unknown:
        refuse_unknown(unknown, fit)
    survey = survey if isinstance(survey, Survey) else Survey.load(survey)
    membership = membership_for_sizes(membership, totals, size_prior)
    survey = with_size_prior(survey, size_prior)
    if is_partitioned(answers):
        refuse_with_totals(totals, answers="answers in partitions")
        from .partitioned_fit import fit_partitions

        if known is not None:
            raise InputError(
                "known must be left out where answers are in partitions; got some. Read the answers into memory."
            )
        kept: dict[str, Any] = {"chains": chains, "tune": tune, "draws": draws, "max_draws": max_draws, "thin": thin}
        how = {"sampler": sampler, "membership": membership, "label": label, "threads": threads, **kept}
        how |= {"size_prior": size_prior, "device": device, "keep_theta": keep_theta}
        # A posterior whose draws stay in their partitions has only some of a posterior's methods.
        return fit_partitions(survey, answers, rng=rng, progress=progress, learn_from=learn_from, **how)  # type: ignore[return-value]
    answers = answers if isinstance(answers, Answers) else read_answers(answers, survey)
    codes = check_answers(survey, answers)
    n_people = len(codes)
    labels = check_known(known, n_people, survey.n_clusters)
    columns = columns_of(survey, answers)
    if membership == "auto":
        mixed = survey.is_informative and labels is None and columns.whole
        membership = "mixed" if mixed else "single"
    single = check_membership(membership) == "single"
    if labels is None:
        survey = with_usual_ratings(survey, answers)
        if single and totals is None and size_prior is None:
            survey = with_usual_shares(survey)
    if label not in LABELS:
        raise InputError(
            f"{setting('label')} must be 'dominant' or 'drawn'; got {label!r}. Take 'dominant' if in doubt."
        )
    label = "drawn" if single else label
    kind = find_sampler(sampler)
    at_once = kind.at_once or totals is not None
    refuse_with_totals(totals, sampler=sampler)
    if at_once and learn_from is not None:
        why = setting("totals") if totals is not None else setting("sampler", sampler)
        raise InputError(
            f"learn_from must be left out with {why}, which needs everybody at once; got {learn_from}. Leave it out."
        )
    if check_device(device) == "cuda" and (single or sampler != "gibbs" or learn_from is not None):
        raise DeviceError(
            "device='cuda' samples by Gibbs with mixed membership, and learns from everybody; got "
            f"sampler={sampler!r}, membership={membership!r}, learn_from={learn_from}. Leave device out, or the others."
        )
    if device == "cuda" and (columns.weighted or columns.slots is not None or labels is not None):
        got = "weights" if columns.weighted else "known people" if labels is not None else "other questions"
        raise DeviceError(
            "device='cuda' samples people whose clusters are not known, and questions with one answer each that all "
            f"weigh 1; got {got}. Leave device out."
        )
    chains = whole("chains", chains, 1, "Use 4 to be able to compare them.")
    tune = whole("tune", kind.tune if tune is None else tune, 0, "Use 1000.")
    generator = as_generator(rng)
    wanted = LEARN_FROM if n_people > LEARN_ALL and device == "cpu" and not at_once else n_people
    n_learned = wanted if learn_from is None else whole("learn_from", learn_from, 1, "Use e.g. 20000.")
    n_learned = min(max(n_learned, 0 if labels is None else int((labels >= 0).sum())), n_people)
    n_kept, n_sampled = (
        whole("draws", default_draws(chains, n) if draws is None else draws, 1, "Use 1000.")
        for n in (n_people, n_learned)
    )
    most = None if max_draws is None else whole("max_draws", max_draws, 1, "Leave it out.")
    if thin is None:
        thin = 1 if single else kind.thin
        if n_learned > MANY and not single and kind.long_round > n_sampled * thin:
            thin = kind.long_round // n_sampled
        thin = thin if most is None else max(1, min(thin, most // n_sampled))
    thin = whole("thin", thin, 1, "Use 1 to keep every draw.")
    first = n_sampled * thin
    rounds = LEARNING_CAP if survey.learns_favourites and n_learned <= FEW_PEOPLE else DEFAULT_CAP
    cap = rounds * first if most is None else most
    if cap < first:
        raise InputError(
            f"{setting('max_draws')} must be at least {first}, the sweeps that {n_sampled} draws take; got {cap}. "
            f"Raise it, or lower {setting('draws')}."
        )
    prior = prior_from(survey, known=labels, totals=read_totals(totals, survey.cluster_names, n_people, labels))
    shape = (prior.n_clusters, prior.n_questions, prior.n_wide, single, codes.shape[1])
    size = Size(chains, n_kept, n_people, *shape)
    people = choose_people(generator, n_people, n_learned, labels)
    seeds = generator.integers(2**63, size=chains)
    streams = [np.random.default_rng(int(seed)) for seed in seeds]
    count = check_threads(threads)
    report = Report(progress, chains)
    about = {"survey": survey, "answers": answers, "membership": membership, "label": label, "sampler": sampler}
    about |= {"known": labels, "totals": prior.totals}
    if device == "cuda":
        there = DeviceGibbs(codes, answers.questions, prior, label, streams, n_kept)
        store = there.make_store(size, keep_theta, label == "dominant")
        # Labels on the GPU are not moved about: every round replaces the draws before it.
        schedule = Schedule(tune, thin, cap, adds=False)
        status = sample_rounds(there, store, report, schedule, lambda: there.check(store, survey, answers.names))
        report.finish()
        status = _tell_sizes(status, n_people, n_learned, chains, n_kept, draws)
        return DevicePosterior(there.planes, store, seconds=time.perf_counter() - began, status=status, **about)
    stride = size.stride(keep_theta)
    size.check(stride)
    store = size.allocate(stride, label == "dominant")
    learned = store
    if n_learned < n_people:
        part = Size(chains, n_sampled, n_learned, *shape)
        # theta of the part serves only to compare the chains, for which it is kept whole or not at all.
        learned = part.allocate(1 if part.stride(None) == 1 else n_sampled, label == "dominant")
        report.plan(n_kept * n_people // n_learned, "")
    names = tuple(answers.names[n] for n in people.tolist())
    known_here = None if labels is None else labels[people]
    taught = with_known_numbers(prior, codes, columns, labels) if single else prior
    chosen = kind.build(codes[people], taught, membership, streams, count, columns, known_here)

    def check() -> Convergence:
        return check_convergence(learned, prior, survey, names)

    schedule = Schedule(tune, thin, cap, adds=n_learned > MANY)
    status = sample_rounds(chosen, learned, report, schedule, check)
    if learned is not store:
        from .samplers.given_phi import label_everybody

        report.plan(0, "labels of everybody")
        scale, seed = n_people / n_learned, int(generator.integers(2**63))

        def tell(done: float) -> None:
            report.tell(scale * done)

        label_everybody(codes, prior, columns, learned, store, seed, count, tell, known=labels)
    if labels is not None and label == "drawn":
        # Under mixed membership too, this is their label: the one that was drawn from their memberships.
        store.z[:, :, labels >= 0] = labels[labels >= 0]
    report.finish()
    n_known = 0 if labels is None else int((labels >= 0).sum())
    status = _tell_sizes(tell_totals(status, prior, survey), n_people, n_learned, chains, n_kept, draws, n_known)
    return Posterior.from_draws(store, seconds=time.perf_counter() - began, status=status, **about)


def choose_people(rng: np.random.Generator, n_people: int, n_chosen: int, known: Array | None = None) -> Array:
    """Return some people at random, in their order, and all whose cluster is known.

    Everybody, without using the generator, if all are to be chosen.
    """
    if n_chosen == n_people:
        return np.arange(n_people)
    if known is None:
        return np.sort(rng.choice(n_people, n_chosen, replace=False))
    sure, others = np.flatnonzero(known >= 0), np.flatnonzero(known < 0)
    return np.sort(np.concatenate([sure, rng.choice(others, n_chosen - len(sure), replace=False)]))


def default_draws(chains: int, n_people: int) -> int:
    """Return how many draws are kept per chain by default.

    Examples
    --------
    >>> default_draws(4, 20_000), default_draws(4, 10**5), default_draws(4, 10**6)
    (500, 250, 250)
    """
    return max(FEWEST_DRAWS, min(MOST_DRAWS, LABEL_BYTES // (chains * n_people)))


def _tell_sizes(
    status: Convergence, n_people: int, n_learned: int, chains: int, n_kept: int, asked: int | None, n_known: int = 0
) -> Convergence:
    """Add sentences about what is different with many people."""
    told = [status.message]
    if n_learned < n_people:
        learned, everybody = (f"{n:,}".replace(",", " ") for n in (n_learned, n_people))
        whom = "chosen at random" if n_learned != n_known else "whose house is known"
        told.append(f"The answer probabilities were learned from {learned} of {everybody} people, {whom}.")
    if asked is None and n_kept < MOST_DRAWS:
        told.append(f"Because there are many people, only {chains} x {n_kept} draws are kept.")
    return replace(status, message=" ".join(told))


def refuse_unknown(given: Iterable[str], *functions: Callable[..., Any]) -> None:
    """Refuse keywords that no function takes, with those that the first one does; it passes some on to the others."""
    parameters = [one for function in functions for one in inspect.signature(function).parameters.values()]
    settings = list(dict.fromkeys(one.name for one in parameters if one.kind is not one.VAR_KEYWORD))
    for name in given:
        if name not in settings:
            near = nearest(name, settings, cutoff=0.6)
            remedy = f"Did you mean {near!r}?" if near else "Leave it out."
            raise InputError(
                f"Settings of {functions[0].__name__} must be among {', '.join(settings)}; got {name!r}. {remedy}"
            )
