"""The Gibbs sampler on one GPU, mixed membership: everybody's labels stay there, phi is drawn on the host.

A thread takes a person. Codes of answers and labels of answers are packed into 32-bit words, (word, person); the code
with all bits set stands for no answer. Random numbers come from a counter (Philox 4x32-10; Salmon et al. 2011): they
depend on seed, sweep, person and answer alone, so the draws are the same on every GPU. The kernels are in
``gibbs_cuda.cu``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..._bit_planes import BitPlanes, check_device_memory
from ..._cuda import compile_kernels, load_cupy
from ...kinds.dirichlet import draw_log_gammas
from ...model.prior import Prior
from ..draws import Draws
from .gibbs import Gibbs
from .sampler import Info, Tell

Array = np.ndarray

# Clusters whose labels fit into four bits.
MAX_CLUSTERS = 16
# Threads of a block.
THREADS = 256
# Blocks that fill any of today's GPUs; each thread then takes many people.
BLOCKS = 1056
# Cells of a question (options x clusters) that a warp counts by ballots, at most.
_BALLOT_CELLS = 32
# Columns whose counts fit into registers.
_BALLOT_COLUMNS = 24
# Columns up to which loops over a person's answers are unrolled, so that packed words stay in registers.
_UNROLLED = 24
# Numbers of phi, and counts, that a block keeps in shared memory.
_SHARED_NUMBERS = 5120
# People whose answers are copied to the GPU at a time.
_BLOCK = 1 << 22
# Smaller probabilities of answers are taken to be this small, so that products in single precision do not vanish.
_TINY = 1e-30
# Share of phi's draws that mirror the one before.
_MIRRORED = 0.5
# If a gamma has a smaller shape than this, the whole vector is drawn anew instead of mirrored.
_VERY_SMALL = 0.05
# People that a chain starts with on the CPU.
_PART = 3000
# Sweeps that it makes there.
_PART_SWEEPS = 200


class Layout(NamedTuple):
    """How answers are packed."""

    n_columns: int
    n_clusters: int
    n_questions: int
    n_options: int  # the most of any question
    gaps: bool  # whether some answers are missing

    @property
    def answer_bits(self) -> int:
        """Bits of a code; where answers are missing, the largest code is kept for that."""
        return next(bits for bits in (2, 3, 4, 8, 16) if self.n_options + self.gaps <= 1 << bits)

    @property
    def label_bits(self) -> int:
        """Bits of a label."""
        return 2 if self.n_clusters <= 4 else 4

    @property
    def answer_words(self) -> int:
        """32-bit words for a person's answers."""
        return -(-self.n_columns // (32 // self.answer_bits))

    @property
    def label_words(self) -> int:
        """32-bit words for the labels of a person's answers."""
        return -(-self.n_columns // (32 // self.label_bits))


@lru_cache(maxsize=32)
def kernels(layout: Layout, questions: tuple[int, ...], dominant: bool) -> dict[str, Any]:
    """Return the kernels ``pack_answers``, ``sweep`` and ``record``, compiled for a survey."""
    cells = layout.n_options * layout.n_clusters
    numbers = layout.n_questions * layout.n_options * (-(-layout.n_clusters // 4) * 4)
    return compile_kernels(
        __file__,
        ("pack_answers", "sweep", "record"),
        QUESTION_LIST=",".join(str(question) for question in questions),
        COLUMNS=layout.n_columns,
        CLUSTERS=layout.n_clusters,
        QUESTIONS=layout.n_questions,
        OPTIONS=layout.n_options,
        ANSWER_BITS=layout.answer_bits,
        LABEL_BITS=layout.label_bits,
        GAPS=int(layout.gaps),
        DOMINANT=int(dominant),
        PLANES=layout.label_bits,
        BALLOTS=int(cells <= _BALLOT_CELLS and layout.n_columns <= _BALLOT_COLUMNS),
        UNROLL=layout.n_columns if layout.n_columns <= _UNROLLED else 1,
        PHI_SHARED=int(numbers <= _SHARED_NUMBERS),
        COUNTS_SHARED=int(layout.n_questions * cells <= _SHARED_NUMBERS),
    )


class Launcher:
    """The kernels with their launch shapes; arrays are CuPy's. The tests have the same steps in NumPy."""

    def __init__(self, layout: Layout, questions: tuple[int, ...], dominant: bool) -> None:
        self.layout = layout
        self._kernels = kernels(layout, questions, dominant)

    def pack_answers(self, codes: Any, first: int, answers: Any) -> None:
        """Pack the codes (M, C) of people from number ``first`` on into ``answers`` (words, N)."""
        shape = (-(-len(codes) // THREADS),), (THREADS,)
        arguments = (codes, answers, np.int64(len(codes)), np.int64(first), np.int64(answers.shape[1]))
        self._kernels["pack_answers"](*shape, arguments)

    def sweep(
        self, answers: Any, labels: Any, phi: Any, alpha: Any, key: int, number: int, known: bool, counts: Any
    ) -> None:
        """Draw the labels of everybody's answers given phi (Q, V, K4), and count them into ``counts`` (Q, V, K)."""
        people = np.int64(answers.shape[1])
        arguments = (answers, labels, phi, alpha, np.uint64(key), np.uint32(number), np.int32(known), counts, people)
        self._kernels["sweep"]((BLOCKS,), (THREADS,), arguments)

    def record(
        self,
        answers: Any,
        labels: Any,
        phi: Any,
        alpha: Any,
        key: int,
        number: int,
        slot: int,
        planes: Any,
        sums: Any,
        log_likelihood: Any,
        theta: Any,
    ) -> None:
        """Draw everybody's theta, store the label in draw ``slot`` of ``planes``, and add to the sums.

        ``sums`` (N, K) gets the expected theta, ``log_likelihood`` a sum for each block, ``theta`` (N, K) the draw.
        ``sums`` and ``theta`` may be empty.
        """
        given = (answers, labels, phi, alpha, np.uint64(key), np.uint32(number))
        out = (np.int32(slot), np.int32(planes.shape[1]), planes, sums, np.int32(sums.size > 0), log_likelihood)
        last = (theta, np.int32(theta.size > 0), np.int64(answers.shape[1]))
        self._kernels["record"]((BLOCKS,), (THREADS,), (*given, *out, *last))


class CudaAnswers:
    """Everybody's answers, packed on the GPU.

    Parameters
    ----------
    codes, questions
        (N, C) answers, on the host or on the GPU, -1 for none, and (C,) the question of each column.
    prior
        The priors; one membership prior for everybody.
    label
        "dominant" or "drawn".
    """

    def __init__(self, codes: Any, questions: Array, prior: Prior, label: str = "dominant") -> None:
        self.xp = load_cupy()
        self.prior, (self.n_people, n_columns) = prior, codes.shape
        pieces = range(0, self.n_people, _BLOCK)
        gaps = any(bool((codes[first : first + _BLOCK] < 0).any()) for first in pieces)
        width = prior.answer_prior.shape[2]
        self.layout = Layout(n_columns, prior.n_clusters, prior.n_questions, width, gaps)
        self.run = Launcher(self.layout, tuple(int(question) for question in questions), label == "dominant")
        words = self.layout.answer_words + self.layout.label_words
        check_device_memory(4 * words * self.n_people, f"the answers of {self.n_people} people", self.xp)
        self.words = self.xp.zeros((self.layout.answer_words, self.n_people), np.uint32)
        for first in pieces:
            some = self.xp.ascontiguousarray(
                self.xp.asarray(codes[first : first + _BLOCK]).astype(np.int16, copy=False)
            )
            self.run.pack_answers(some, first, self.words)
        self.alpha = self.xp.asarray(prior.membership_prior.astype(np.float32))

    def to_host(self, values: Any) -> Array:
        """Copy an array from the GPU."""
        return np.asarray(values) if self.xp is np else self.xp.asnumpy(values)


class CudaChain:
    r"""One chain of partially collapsed Gibbs sampling, mixed membership.

    .. math:: P(w_{nc} = k) \propto (\alpha_k + \#\{c' \ne c: w_{nc'} = k\})\,\phi_{k,q_c,x_{nc}}

    for everybody on the GPU, then φ given the counts of labels and answers on the host. For a draw that is kept, also θ
    given w, and the label: drawn from θ, or its largest entry.

    Parameters
    ----------
    answers
        Everybody's answers.
    rng
        The chain's generator. The GPU's random numbers follow from a key drawn from it.
    phi
        (K, Q, V) the start; by default a draw from the prior.
    """

    def __init__(self, answers: CudaAnswers, rng: np.random.Generator, phi: Array | None = None) -> None:
        self.answers, self.rng = answers, rng
        self.key = int(rng.integers(2**63))
        self.n_sweeps = 0
        xp = answers.xp
        self.labels = xp.zeros((answers.layout.label_words, answers.n_people), np.uint32)
        self.prior = np.ascontiguousarray(answers.prior.answer_prior.transpose(1, 2, 0))
        self.used = answers.prior.used[:, :, None]
        self.counts = np.zeros(self.prior.shape)
        self.phi = self._new_phi() if phi is None else np.ascontiguousarray(phi.transpose(1, 2, 0))
        self._sums = xp.zeros((answers.n_people, answers.prior.n_clusters), np.float32)
        self._log_likelihood = xp.zeros(BLOCKS, np.float64)

    def sweep(self) -> None:
        """Draw phi given everybody's labels, then the labels given phi. The first sweep takes phi as it is."""
        if self.n_sweeps:
            self._renew_phi()
        xp = self.answers.xp
        counts = xp.zeros(self.prior.shape, np.uint64)
        self._phi_there = self._send_phi()
        arguments = (self.answers.words, self.labels, self._phi_there, self.answers.alpha, self.key, self.n_sweeps)
        self.answers.run.sweep(*arguments, self.n_sweeps > 0, counts)
        self.counts = self.answers.to_host(counts).astype(float)
        self.n_sweeps += 1

    def keep(self, planes: BitPlanes, slot: int, theta: Any = None) -> tuple[Array, float]:
        """Store everybody's label in a slot of the planes; return phi (K, Q, V) and the log likelihood.

        ``theta`` (N, K), an array on the GPU, gets the memberships.
        """
        xp = self.answers.xp
        theta = xp.zeros(0, np.float32) if theta is None else theta
        arguments = (self.answers.words, self.labels, self._phi_there, self.answers.alpha, self.key, self.n_sweeps - 1)
        self.answers.run.record(*arguments, slot, planes.words, self._sums, self._log_likelihood, theta)
        return self.phi.transpose(2, 0, 1).copy(), float(self.answers.to_host(self._log_likelihood).sum())

    def take_sums(self) -> Array:
        """Return the sum of the expected memberships over the draws kept, (N, K), and start afresh."""
        sums = self.answers.to_host(self._sums)
        self._sums = self.answers.xp.zeros_like(self._sums)
        return sums

    def _send_phi(self) -> Any:
        """Copy phi to the GPU, (Q, V, K), with K rounded up to a multiple of four."""
        n_questions, n_options, n_clusters = self.phi.shape
        wide = np.zeros((n_questions, n_options, -(-n_clusters // 4) * 4), np.float32)
        wide[:, :, :n_clusters] = np.maximum(self.phi, _TINY)
        return self.answers.xp.asarray(wide)

    def _renew_phi(self) -> None:
        """Draw phi given the counts; for a random half of the clusters and questions, mirror it instead."""
        new = self._new_phi()
        mirrored = mirror_dirichlet(self.rng, self.prior + self.counts, self.used, self.phi)
        self.phi = np.where(self.rng.random((len(new), 1, new.shape[2])) < _MIRRORED, mirrored, new)

    def _new_phi(self) -> Array:
        shape = np.where(self.used, self.prior + self.counts, 1.0)
        return _normalise(draw_log_gammas(shape, self.rng), self.used)


def mirror_dirichlet(rng: np.random.Generator, shape: Array, used: Array, old: Array) -> Array:
    """Move draws from Dirichlet distributions (Q, V, K), along V, to their other side, as on the CPU.

    With s ~ Gamma(sum of the shapes), g = s out are independent gammas, and y = (g / a)^(1/3) is nearly normal about
    1 - 1 / (9 a) (Wilson and Hilferty 1931). Each y is mirrored there, with a Metropolis test that makes it exact.
    Gammas with shapes below 1 are drawn anew; if one shape is very small, all of them are.
    """
    a = np.where(used, shape, 1.0)
    fresh = draw_log_gammas(a, rng)
    scale = rng.standard_gamma((a * used).sum(axis=1, keepdims=True))
    gamma = np.maximum(old * scale, 1e-300)
    y = np.cbrt(gamma / a)
    other = np.maximum(2.0 - 2.0 / (9.0 * a) - y, 1e-300)
    gain = (3.0 * a - 1.0) * np.log(other / y) - a * (other**3 - y**3)
    moved = np.where(gain > -rng.standard_exponential(a.shape), a * other**3, gamma)
    small = (np.where(used, shape, np.inf) < _VERY_SMALL).any(axis=1, keepdims=True)
    return _normalise(np.where((a < 1.0) | small, fresh, np.log(np.maximum(moved, 1e-300))), used)


def _normalise(logs: Array, used: Array) -> Array:
    """Turn logarithms of gammas (Q, V, K) into probabilities along V, 0 where an option is not used."""
    logs = np.where(used, logs, -np.inf)
    drawn = np.exp(logs - logs.max(axis=1, keepdims=True))
    return drawn / drawn.sum(axis=1, keepdims=True)


class CudaGibbs:
    """The Gibbs sampler on a GPU: one chain runs after the other.

    Parameters
    ----------
    codes, questions
        (N, C) answers, and (C,) the question of each column.
    prior, label
        The priors, and what the labels are: "dominant" or "drawn".
    generators
        One per chain.
    n_draws
        Draws kept per chain.
    """

    def __init__(
        self,
        codes: Array,
        questions: Array,
        prior: Prior,
        label: str,
        generators: list[np.random.Generator],
        n_draws: int,
    ) -> None:
        self.codes, self.questions, self.prior = codes, questions, prior
        self.answers = CudaAnswers(codes, questions, prior, label)
        self.generators, self.n_draws = generators, n_draws
        self.planes = BitPlanes.empty(len(codes), len(generators) * n_draws, prior.n_clusters)

    def init(self, sweeps: int, tell: Tell) -> list[CudaChain]:
        """Start every chain from a phi that the CPU reaches with some of the people, and run it."""
        chains = [CudaChain(self.answers, rng, self._start(rng)) for rng in self.generators]
        for chain in chains:
            for _ in range(sweeps):
                chain.sweep()
                tell(1)
        return chains

    def step(self, state: list[CudaChain], draws: Draws, thin: int, tell: Tell) -> tuple[list[CudaChain], Info]:
        """Fill all draws of every chain, one every ``thin`` sweeps."""
        slots, to_host = self.planes.slots, self.answers.to_host
        theta = self.answers.xp.zeros(draws.theta.shape[2:] if draws.theta.size else 0, np.float32)
        for c, chain in enumerate(state):
            for d in range(self.n_draws):
                for _ in range(thin):
                    chain.sweep()
                keep = theta if theta.size and d % draws.stride == 0 else None
                slot = int(slots[c * self.n_draws + d])
                draws.phi[c, d], draws.log_likelihood[c, d] = chain.keep(self.planes, slot, keep)
                if keep is not None:
                    draws.theta[c, d // draws.stride] = to_host(keep)
                tell(thin)
            draws.theta_sum[c] = chain.take_sums()
        draws.n_summed = self.n_draws
        return state, Info(self.n_draws * thin)

    def _start(self, rng: np.random.Generator) -> Array:
        """Return phi (K, Q, V) that the CPU's sampler reaches with some of the people."""
        part = self.codes
        if len(part) > _PART:
            part = part[np.sort(rng.choice(len(part), _PART, replace=False))]
        few = Gibbs(np.asarray(part, dtype=np.int16), self.prior, "mixed", [rng], 1, self.questions)
        return few.init(_PART_SWEEPS, lambda _: None)[0].phi.transpose(2, 0, 1)
