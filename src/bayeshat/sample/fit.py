"""``fit``: answers in, posterior out."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import numpy as np

from .._cuda import check_device
from ..cluster.tasks import is_partitioned
from ..errors import InputError, ModelError
from ..options import Progress, as_generator
from ..survey.spec import Survey
from ..tables.text import nearest
from ..words.message import Message
from ..words.voice import setting
from .house_sizes import SizePrior, Totals
from .places.cuda import Cuda, fit_where_faster
from .places.partitions import fit_partitions
from .places.threads import Threads
from .posterior import Posterior
from .settings import Settings

STYLES = ("auto", "common", "none")
# Where people are sampled: on a device, or in the partitions that their answers are in.
PLACES: dict[str, Callable[..., Posterior]] = {
    "cpu": Threads.fit,
    "cuda": Cuda.fit,
    "auto": fit_where_faster,
    "partitions": fit_partitions,
}


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
    totals: Totals | None = None,
    size_prior: SizePrior | None = None,
    style: str = "auto",
    **unknown: Any,
) -> Posterior:
    """Sample everybody's memberships and every cluster's answers given the answers.

    Sampling goes on until R-hat < 1.01 (the criterion of Silverman and Silverman 2017) and the effective sample sizes
    are at least 400 for every parameter, or ``max_draws`` is reached. Each round makes at least as many sweeps as all
    before it, and its draws replace theirs; ``draws`` of them are kept per chain, evenly spaced, and everything in the
    posterior comes from these. With more than 300 people, sampling ends early where R-hat after two rounds or more is
    so large that sweeps up to ``max_draws`` would not bring it below 1.1. With more than 1000 people, chains that agree
    but move slowly do not start over: the next round is as long as their effective sample sizes say, and ``draws`` of
    all rounds are kept, evenly spread. Means of memberships may then come from more draws than are kept.
    ``Posterior.status`` says how it ended.

    Parameters
    ----------
    survey
        Questions, clusters and priors: a survey, the name of a packaged one, or a path to a TOML file.
    answers
        What people answered: :class:`Answers`, or whatever :func:`bayeshat.read_answers` reads (a CSV or XLSX file, a
        pandas or polars frame, a dict of columns). A Dask frame stays in its partitions: ``Posterior.z`` is then a Dask
        array, and names and memberships are those of the people it was learned from, ``Posterior.learned``.
    sampler
        "gibbs", or "nuts" (needs ``bayeshat[nuts]``), or "nuts-correlated", where houses may go together (mixed
        membership; ``Posterior.correlation``), or another name in ``samplers.table.SAMPLERS``.
    membership
        "mixed": each answer comes from a cluster of its own (the paper). "single": each person is in one cluster.
        "auto": mixed where the survey's answer priors tell clusters apart, single where they are all the same, where
        anybody's cluster is known, where the survey was learned from such people (``Survey.learned_from``), where
        ``totals`` or ``size_prior`` are given, and where a question's weight is not a whole number.
    label
        What ``Posterior.z`` holds under mixed membership. "dominant": the cluster with the largest theta in each draw.
        "drawn": one drawn from theta (the paper). Under single membership everybody has one label, drawn.
    chains
        Independent chains, at least 2 to compare.
    tune
        Sweeps per chain before anything is kept; by default 500 for Gibbs, which has nothing to adapt, 1000 for NUTS.
        With more than 450 people a chain of Gibbs runs on 300 of them first, then on 1000, and so on, for this many
        sweeps each time.
    draws
        Draws kept per chain; by default 1000, or fewer if everybody's labels would take more than 40 MB, but at least
        250.
    max_draws
        Most sweeps per chain after tuning; by default 16 times the first batch, or 64 times where the prior's
        shape is learned from at most 100 people. Sampling continues only while the next round stays within it.
    thin
        Sweeps per kept draw in the first batch. By default 3 for Gibbs with mixed membership, where drawing theta takes
        longer than a sweep, or enough for 10 000 sweeps with more than 1000 people; otherwise 1. Never more than
        ``max_draws`` allow.
    rng
        Seed or generator. The same seed gives the same draws whatever the number of threads; None is seed 0.
    threads
        Threads for the chains and, with many people, for the people of each chain; by default one per core.
    device
        "cpu"; "cuda" for one NVIDIA GPU (needs ``bayeshat[cuda]``): Gibbs, choices with a stated prior and up to 64
        clusters, without totals and without corrections that known people have taught; or "auto": the GPU from 1000
        people on if there is one and it can sample the model, else the CPU. Labels that were drawn on a GPU stay there
        for ``decide``; ``Posterior.z`` copies them when it is read. Quantiles of theta are then NaN if too few draws of
        theta fit into 256 MB. The same seed gives other draws than on the CPU.
    progress
        True for a line on standard error, or a function of the share done and a word.
    keep_theta
        Whether to keep theta in every draw; by default if that takes at most 256 MB. Means and quantiles are computed
        in any case.
    learn_from
        Learn the answer probabilities from this many people, chosen at random, and draw everybody's labels given each
        draw of them. By default everybody up to 50 000 people, and 20 000 of them beyond; nobody, if people whose house
        is known have taught the survey what people of every house answer (``Survey.learned_from``). People whose
        cluster is known are always among them.
    known
        (N,) people's known clusters, counted from 0, and -1 where they are not known. Everybody else is sorted by what
        the answers of these people teach. Under mixed membership a known cluster is one draw from the person's
        memberships: one more prior count.
    totals
        How many of these people truly belong to each house, if that is known: {"A": 120, "B": 80}, or a list in the
        order of the houses. Every draw has these totals (single membership, Gibbs, everybody at once). Sizes that are
        only wished for belong in :func:`bayeshat.decide`.
    size_prior
        What is believed about the sizes of the houses, if they are not known: expected sizes, {"A": 120, "B": 80},
        which count as much as 200 people whose houses are known; expected sizes and a strength, in people,
        ({"A": 120, "B": 80}, 20); or only a strength, for equal sizes. Replaces the survey's membership prior (single
        membership). By default, if a survey learns its prior and says nothing about its houses, and nobody's house is
        known: equal sizes, with a strength of 3 people for each house.
    style
        Whether some people rate everything higher than others do, whatever their group, so that their ratings say less
        about it (:doc:`/method/model`). "auto": where a survey says nothing about its houses, ratings go together and
        short chains predict answers clearly better so. "common": they do. "none": they do not. ``Posterior.style``
        holds its draws.
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
    given = locals()
    refuse_unknown(unknown, fit)
    survey = survey if isinstance(survey, Survey) else Survey.load(survey)
    settings = Settings(**{field.name: given[field.name] for field in fields(Settings)})
    about = {name: given[name] for name in ("membership", "known", "totals", "size_prior")}
    place = "partitions" if is_partitioned(getattr(answers, "codes", answers)) else check_device(device)
    if check_style(style, sampler, place) != "none":
        about["style"] = style
    return PLACES[place](survey, answers, settings, as_generator(rng), progress, **about)


def check_style(style: Any, sampler: str, place: str) -> str:
    """Return whether people may have an answering style: "auto" becomes "none" where it cannot be sampled."""
    if style not in STYLES:
        raise ModelError(Message("sampling-style-unknown", got=repr(style)))
    if sampler == "gibbs" and place in ("cpu", "auto"):
        return str(style)
    if style == "common":
        raise ModelError(Message("sampling-style-elsewhere", sampler=setting("sampler", sampler), place=place))
    return "none"


def refuse_unknown(given: Iterable[str], *functions: Callable[..., Any]) -> None:
    """Raise an error for a keyword that none of the functions takes; the first passes keywords on to the others."""
    parameters = [one for function in functions for one in inspect.signature(function).parameters.values()]
    settings = list(dict.fromkeys(one.name for one in parameters if one.kind is not one.VAR_KEYWORD))
    for name in given:
        if name not in settings:
            near = nearest(name, settings, cutoff=0.6)
            remedy = f"Did you mean {near!r}?" if near else "Leave it out."
            raise InputError(
                f"Settings of {functions[0].__name__} must be among {', '.join(settings)}; got {name!r}. {remedy}"
            )
