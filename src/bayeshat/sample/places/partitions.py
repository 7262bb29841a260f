"""People in the partitions of a Dask collection: phi is learned from some of them, labels are drawn where they are."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from ..._cuda import check_device
from ...cluster.partitioned_answers import PartitionedAnswers, read_partitions
from ...cluster.scheduler import tell_memory
from ...cluster.tasks import hold, shared, take_rows
from ...errors import InputError
from ...model.columns import Columns, columns_of
from ...model.prior import Prior
from ...options import Progress, as_reporter, part_of, whole
from ...survey.answers import Answers
from ...survey.corrections import Corrections
from ...survey.spec import Survey
from ...words.message import Message
from ...words.voice import setting
from ..corrected import label_corrected
from ..house_sizes import SizePrior
from ..posterior import Posterior
from ..samplers.label_everybody import BLOCK, draw_labels
from ..samplers.table import find_sampler
from ..settings import LEARN_FROM, Settings, choose_people, default_draws, join_refused
from .cuda import Cuda, fit_where_faster
from .threads import Threads

Array = np.ndarray

# Bytes of draws in one partition: a scheduler needs little time per task then, and a worker has room for many.
_PARTITION_BYTES = 64 * 2**20

# Where phi is learned, by device.
_FITS = {"cpu": Threads.fit, "cuda": Cuda.fit, "auto": fit_where_faster}


class NotInPartitionsError(InputError, AttributeError):
    """A posterior of people in partitions was asked for something that it does not have."""


class PartitionedPosterior(Posterior):
    """The posterior of people in partitions, whose labels stay there.

    It has draws of everybody's labels, of phi and of the clusters' shares. Names, memberships and summaries belong to
    the people that phi was learned from: ``learned`` has them.

    Attributes
    ----------
    codes
        (N, T) Dask array: everybody's cluster in every draw, in partitions of people.
    learned
        The posterior of the people that phi was learned from.
    """

    codes: Any
    learned: Posterior

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @property
    def z(self) -> Any:
        """(chain, draw, N) Dask array: everybody's cluster."""
        return self.codes.T.reshape(self._shape)

    @property
    def _shape(self) -> tuple[int, ...]:
        return (*self.phi.shape[:2], self.codes.shape[0])

    def __getattr__(self, name: str) -> Any:
        """Raise an error for an attribute that is missing here."""
        if name not in Posterior.__dataclass_fields__ and not hasattr(Posterior, name):
            raise AttributeError(name)
        raise NotInPartitionsError(
            f"A posterior of people in partitions has no {name}, which may not fit into memory. Use "
            f"posterior.learned.{name} for the {self.learned.n_people} people that phi was learned from, or read the "
            "answers into memory and fit again."
        )

    def __repr__(self) -> str:
        n_draws, n_chunks = self.codes.shape[1], self.codes.numblocks[0]
        return (
            f"Posterior of {self.n_people} people in {self.n_clusters} clusters, {n_draws} draws in {n_chunks} "
            f"partitions, learned from {self.learned.n_people} people\n  {self.status.message}"
        )


class _Given(NamedTuple):
    """What the tasks draw labels from."""

    prior: Prior
    columns: Columns
    phi: Array  # (chain, draw, K, Q, V)
    shares: Array | None  # (chain, draw, K) under single membership
    dominant: bool
    seed: int
    corrections: Corrections | None


def fit_partitions(
    survey: Survey,
    answers: Any,
    settings: Settings,
    rng: np.random.Generator,
    progress: bool | Progress,
    *,
    membership: str,
    size_prior: SizePrior | None,
    known: Any,
    totals: Any,
) -> PartitionedPosterior:
    """Learn phi from ``learn_from`` people who are chosen at random, and draw everybody's labels where they are.

    The options are those of :func:`bayeshat.fit`; a GPU only learns phi. The same seed gives the same labels however
    people are spread over partitions, and partitions over workers.
    """
    began = time.perf_counter()
    refuse(settings, known, totals)
    tell = as_reporter(progress)
    if not isinstance(answers, PartitionedAnswers):
        answers = read_partitions(answers, survey, progress=part_of(tell, 0.0, 0.1))
    n_learned = LEARN_FROM if settings.learn_from is None else settings.learn_from
    n_learned = min(whole("learn_from", n_learned, 1, "Use e.g. 20000."), answers.n_people)
    chosen = choose_people(rng, answers.n_people, n_learned)
    some = Answers(take_rows(answers.codes, chosen), tuple(f"person {n + 1}" for n in chosen), {}, answers.questions)
    learned = _FITS[check_device(settings.device)](
        survey,
        some,
        settings,
        rng,
        part_of(tell, 0.1, 0.5),
        membership=membership,
        size_prior=size_prior,
    )
    n_kept = default_draws(learned.n_chains, answers.n_people) if settings.draws is None else learned.n_draws
    which = np.linspace(0, learned.n_draws - 1, min(learned.n_draws, n_kept)).round().astype(int)
    phi, shares = learned.phi[:, which], None if learned.weights is None else learned.weights[:, which]
    seed = int(rng.integers(2**63))
    columns = columns_of(learned.survey, some)
    corrections = learned.survey.corrections if shares is not None and learned.survey.is_taught else None
    given = _Given(learned.prior, columns, phi, shares, learned.label == "dominant", seed, corrections)
    n_draws = learned.n_chains * len(which)
    room = tell_memory(answers.n_people, n_draws)
    tell(0.6, room)
    blocks = answers.codes.rechunk((BLOCK * max(1, _PARTITION_BYTES // (BLOCK * n_draws)), -1))
    codes = blocks.map_blocks(
        _draw_labels, shared(given), chunks=(blocks.chunks[0], (n_draws,)), meta=np.empty((0, 0), np.uint8)
    )
    (codes,) = hold([codes], lambda share, _: tell(0.6 + 0.4 * share, Message("progress-labels", memory=room)))
    return PartitionedPosterior.with_prior(
        learned.prior,
        codes=codes,
        learned=learned,
        phi=phi,
        weights=shares,
        survey=learned.survey,
        answers=answers,
        membership=learned.membership,
        label=learned.label,
        sampler=learned.sampler,
        status=learned.status,
        seconds=time.perf_counter() - began,
    )


def refuse(settings: Settings, known: Any, totals: Any) -> None:
    """Raise an error for what cannot be sampled in partitions."""
    sampler = settings.sampler
    reasons = [
        (known is not None, setting("known"), f"remove {setting('known')}"),
        (totals is not None, setting("totals"), f"give {setting('size_prior')} instead of {setting('totals')}"),
        (find_sampler(sampler).at_once, setting("sampler", sampler), f"use {setting('sampler', 'gibbs')}"),
    ]
    given, remedy = join_refused(reasons)
    if given:
        raise InputError(
            "Answers in partitions are sampled without known people, totals and correlated houses; got "
            f"{given}. Read the answers into memory, or {remedy}."
        )


def _draw_labels(codes: Array, given: _Given, block_info: Any = None) -> Array:
    """Draw the labels (n, T) of people whose first is the first of a block."""
    start = block_info[0]["array-location"][0][0]
    parts = (given.prior, given.columns, given.phi, given.shares, given.phi.shape[1], given.seed)
    draws = draw_labels(codes.astype(np.int16), *parts, dominant=given.dominant, first=start)
    if given.corrections is not None:
        label_corrected(codes, given.columns, given.corrections, draws, given.seed, first=start)
    return draws.z.reshape(-1, len(codes)).T.astype(np.uint8, order="C")
