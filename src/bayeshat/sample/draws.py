"""The arrays that hold draws while chains run, and how much memory they take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import CapacityError
from ..options import free_memory, show_bytes
from ..words.voice import setting

Array = np.ndarray

# Bytes that theta may take. Beyond this limit theta is kept in some of the draws only.
THETA_BYTES = 256 * 2**20
# Draws per chain in which theta is kept beyond that limit, at most.
RESERVOIR = 200
# Above this number of options in one question, the remedy for too little memory is to leave such questions out.
MANY_OPTIONS = 50


@dataclass(eq=False)
class Draws:
    """The draws of all chains while sampling goes on.

    Attributes
    ----------
    z
        (chain, draw, N) everybody's cluster.
    phi
        (chain, draw, K, Q, V) answer probabilities.
    theta
        (chain, ceil(draw / stride), N, K) memberships in every ``stride``-th draw.
    theta_sum
        (chain, N, K) sum over ``n_summed`` draws of the expected memberships given the labels.
    weights
        (chain, draw, K) the clusters' shares under single membership, or None.
    log_likelihood
        (chain, draw).
    stride
        1 if theta is kept in every draw.
    dominant
        Whether z is the cluster with the largest theta rather than one drawn from theta (mixed membership only).
    n_summed
        Draws per chain in ``theta_sum``; some of them may have been dropped since.
    n_kept
        Draws per chain that stay as they are; the next step of a sampler fills those after them.
    correlation
        (chain, draw, K, K) correlations of the clusters, where they are sampled, or None.
    style
        (chain, draw, Q) how far one standard deviation of people's answering style moves each rating, or None.
    """

    z: Array
    phi: Array
    theta: Array
    theta_sum: Array
    weights: Array | None
    log_likelihood: Array
    stride: int
    dominant: bool = False
    n_summed: int = 0
    n_kept: int = 0
    correlation: Array | None = None
    style: Array | None = None

    @property
    def nbytes(self) -> int:
        """Memory that the draws take."""
        arrays = (self.z, self.phi, self.theta, self.theta_sum, self.weights, self.log_likelihood)
        return sum(values.nbytes for values in arrays if values is not None)

    @property
    def keeps_theta(self) -> bool:
        """Whether theta is kept in every draw."""
        return self.stride == 1

    def keep(self, which: Array) -> None:
        """Keep some draws of every chain, in order, and make room for others after them.

        If none stays, the sums start afresh too.
        """
        self.n_kept = len(which)
        if self.n_kept == 0:
            self.theta_sum[:], self.n_summed = 0.0, 0
        for values in (self.z, self.phi, self.weights, self.log_likelihood, self.correlation, self.style):
            if values is not None:
                _move_forward(values, which)
        if self.theta.size:
            _move_forward(self.theta, which[:: self.stride] // self.stride)


def _move_forward(values: Array, which: Array) -> None:
    """Move some of the rows (chain, row, ...) to the front, in order; one by one, since a copy may be large."""
    for row, old in enumerate(which.tolist()):
        values[:, row] = values[:, old]


@dataclass(frozen=True)
class Size:
    """The dimensions of the draws to keep."""

    chains: int
    draws: int
    people: int
    clusters: int
    questions: int
    options: int
    single: bool
    columns: int | None = None  # of answers; one per question if not given
    styled: bool = False  # whether people have an answering style

    def stride(self, keep_theta: bool | None) -> int:
        """Return 1 if theta is kept in every draw, n if in every n-th."""
        per_draw = self.people * self.clusters * 8
        if keep_theta or (keep_theta is None and self.chains * self.draws * per_draw <= THETA_BYTES):
            return 1
        most = min(RESERVOIR, max(1, THETA_BYTES // (self.chains * per_draw)))
        return max(2, -(-self.draws // most))

    def bytes(self, stride: int) -> int:
        """Return the memory that sampling needs, in bytes."""
        draws = self.chains * self.draws
        theta = self.chains * -(-self.draws // stride) * self.people * self.clusters * 8
        columns = self.questions if self.columns is None else self.columns
        # Per person and chain: sums of theta and counts of labels, a random stream, and the labels themselves.
        labels = self.chains * self.people * (16 * self.clusters + 16 + (1 if self.single else columns))
        answers = 2 * self.people * columns
        return draws * self.people + theta + labels + answers + self.phi_bytes

    @property
    def phi_bytes(self) -> int:
        """The memory that answer probabilities take."""
        return self.chains * self.draws * self.clusters * self.questions * self.options * 8

    def allocate(self, stride: int, dominant: bool = False) -> Draws:
        """Return empty arrays of these dimensions."""
        shape = (self.chains, self.draws)
        return Draws(
            z=np.zeros((*shape, self.people), np.uint8),
            phi=np.zeros((*shape, self.clusters, self.questions, self.options)),
            theta=np.zeros((self.chains, -(-self.draws // stride), self.people, self.clusters)),
            theta_sum=np.zeros((self.chains, self.people, self.clusters)),
            weights=np.zeros((*shape, self.clusters)) if self.single else None,
            log_likelihood=np.zeros(shape),
            stride=stride,
            dominant=dominant and not self.single,
            style=np.zeros((*shape, self.questions)) if self.styled else None,
        )

    def check(self, stride: int, free: int | None = None) -> None:
        """Raise CapacityError if the draws do not fit into this machine's memory."""
        free = free_memory() if free is None else free
        needed = self.bytes(stride)
        if needed > free:
            remedy = f"Lower {setting('draws')} or {setting('chains')}"
            if self.options > MANY_OPTIONS and self.phi_bytes > needed / 2:
                remedy = f"Leave out questions with very many options (one has {self.options}), or keep fewer draws"
            if stride == 1 and self.bytes(self.stride(False)) <= free:
                remedy = f"{remedy} or, in Python, use keep_theta=False"
            raise CapacityError(
                f"The draws must fit into the free memory ({show_bytes(free)}); "
                f"{self.chains} chains x {self.draws} draws of {self.people} people "
                f"need {show_bytes(needed)}. {remedy}, or use a larger machine."
            )
