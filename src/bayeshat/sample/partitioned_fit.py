"""``fit`` for answers in partitions: phi is learned from some of the people, labels are drawn where people are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ..cluster.partitioned_answers import PartitionedAnswers, read_partitions
from ..cluster.scheduler import tell_memory
from ..cluster.tasks import hold, shared, take_rows
from ..model.columns import Columns, columns_of
from ..model.prior import Prior, prior_from
from ..options import Progress, as_generator, as_reporter, part_of, whole
from ..survey.answers import Answers
from ..survey.spec import Survey
from .draws.convergence import Convergence
from .draws.posterior import Posterior
from .draws.store import Size
from .samplers.given_phi import BLOCK, label_everybody

Array = np.ndarray

# Bytes of draws in one partition: large beside the time that a scheduler takes for a task, small beside a worker.
_PARTITION_BYTES = 64 * 2**20


@dataclass(frozen=True, eq=False, repr=False)
class PartitionedPosterior:
    """Draws of the labels of people in partitions.

    Attributes
    ----------
    codes
        (N, T) Dask array: everybody's cluster in every draw, in partitions of people.
    learned
        The posterior of those whom phi was learned from.
    survey, answers
        What was asked and answered.
    """

    codes: Any
    learned: Posterior
    survey: Survey
    answers: PartitionedAnswers

    @property
    def z(self) -> Any:
        """(T, N) Dask array: everybody's cluster in every draw."""
        return self.codes.T

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.codes.shape[0])

    @property
    def n_clusters(self) -> int:
        """K."""
        return self.learned.n_clusters

    @property
    def identified(self) -> bool:
        """Whether the prior tells every cluster from every other."""
        return self.learned.identified

    @property
    def prior(self) -> Prior:
        """The priors."""
        return self.learned.prior

    @property
    def status(self) -> Convergence:
        """Whether the chains that learned phi agree."""
        return self.learned.status

    def __repr__(self) -> str:
        n_draws, n_chunks = self.codes.shape[1], self.codes.numblocks[0]
        return (
            f"Posterior of {self.n_people} people in {self.n_clusters} clusters, {n_draws} draws in {n_chunks} "
            f"partitions, learned from {self.learned.n_people} people\n  {self.status.message}"
        )


class _Given(NamedTuple):
    """What labels are drawn from."""

    survey: Survey
    columns: Columns
    phi: Array  # (chain, draw, K, Q, V)
    weights: Array | None  # (chain, draw, K) under single membership
    dominant: bool
    seed: int


def fit_partitions(
    survey: Survey,
    answers: Any,
    *,
    learn_from: int | None = None,
    draws: int | None = None,
    rng: int | np.random.Generator | None = None,
    device: str = "cpu",
    progress: bool | Progress = False,
    **sampling: Any,
) -> PartitionedPosterior:
    """Sample everybody's labels, given phi learned from ``learn_from`` people who are chosen at random.

    Options as for :func:`bayeshat.fit`; a GPU learns phi, and labels are drawn where people are. The same seed gives
    the same labels however people are spread over partitions, and partitions over workers.
    """
    from .run import LEARN_FROM, choose_people, default_draws, fit

    tell = as_reporter(progress)
    if not isinstance(answers, PartitionedAnswers):
        answers = read_partitions(answers, survey, progress=part_of(tell, 0.0, 0.1))
    generator = as_generator(rng)
    n_learned = min(whole("learn_from", learn_from or LEARN_FROM, 1, "Use 20000."), answers.n_people)
    chosen = choose_people(generator, answers.n_people, n_learned)
    some = Answers(take_rows(answers.codes, chosen), tuple(f"person {n + 1}" for n in chosen), {}, answers.questions)
    if device == "cpu":
        sampling["learn_from"] = n_learned  # on a GPU, fit learns from everybody it is given
    learned = fit(survey, some, draws=draws, rng=generator, device=device, progress=part_of(tell, 0.1, 0.5), **sampling)
    survey = learned.survey
    n_kept = min(learned.n_draws, default_draws(learned.n_chains, answers.n_people) if draws is None else draws)
    which = np.linspace(0, learned.n_draws - 1, n_kept).round().astype(int)
    weights = None if learned.weights is None else learned.weights[:, which]
    seed = int(generator.integers(2**63))
    given = _Given(survey, columns_of(survey, some), learned.phi[:, which], weights, learned.label == "dominant", seed)
    n_draws = learned.n_chains * n_kept
    room = tell_memory(answers.n_people, n_draws, 8)
    tell(0.6, room)
    blocks = answers.codes.rechunk((BLOCK * max(1, _PARTITION_BYTES // (BLOCK * n_draws)), -1))
    codes = blocks.map_blocks(
        _draw_labels, shared(given), chunks=(blocks.chunks[0], (n_draws,)), meta=np.empty((0, 0), np.uint8)
    )
    (codes,) = hold([codes], lambda share, _: tell(0.6 + 0.4 * share, f"drawing labels ({room})"))
    return PartitionedPosterior(codes, learned, survey, answers)


def _draw_labels(codes: Array, given: _Given, block_info: Any = None) -> Array:
    """Draw the labels (n, T) of people whose first is the first of a block."""
    start = block_info[0]["array-location"][0][0]
    prior = prior_from(given.survey)
    chains, n_draws, n_clusters, n_questions, n_options = given.phi.shape
    size = Size(
        chains, n_draws, len(codes), n_clusters, n_questions, n_options, given.weights is not None, codes.shape[1]
    )
    draws = size.allocate(n_draws, given.dominant)
    learned = replace(draws, phi=given.phi, weights=given.weights)
    answers = codes.astype(np.int16)
    label_everybody(answers, prior, given.columns, learned, draws, given.seed, 1, lambda _: None, start)
    return draws.z.reshape(chains * n_draws, -1).T.astype(np.uint8, order="C")
