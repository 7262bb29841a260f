"""The Gibbs sampler on one GPU: all chains at once, with nothing to wait for on the host.

A thread takes a person. Codes of answers and labels of answers are packed into 32-bit words, (word, person); the code
with all bits set stands for no answer. Random numbers come from a counter (Philox 4x32-10; Salmon et al. 2011): they
depend on a chain's key, the number of the sweep, person and answer alone, so the draws are the same on every GPU. The
kernels are in ``gibbs_cuda.cu``.

R counts rows of phi: the questions, and under single membership one more, whose first option holds the clusters' shares
(of counts, their sizes; of prior counts, those of the shares).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..._bit_planes import BitPlanes, check_device_memory, count_planes
from ..._cuda import compile_kernels, load_cupy, record_launches, to_host
from ...model.columns import Columns, as_columns, repeat_columns
from ...model.density import log_marginal_of_tally
from ...model.prior import Prior
from ..draws import Draws
from .gibbs import STARTS, part_sizes
from .label_everybody import FIRST_SWEEPS, SWEEPS
from .sampler import Info, Tell

Array = np.ndarray

# The most clusters: a thread works through a person's clusters one by one.
MAX_CLUSTERS = 64
# Threads of a block.
THREADS = 128
# Blocks for each chain, at most; each thread then takes many people.
_MOST_BLOCKS = 1056
# Up to this many clusters, loops over them are unrolled, so that their weights stay in registers.
_FEW_CLUSTERS = 16
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
_LEAST = 1e-30
# The same where logarithms are taken in double precision.
_LEAST_DOUBLE = 1e-300
# Share of phi's draws that mirror the one before, by membership, as on the CPU.
_MIRRORED, _MIRRORED_SINGLE = 0.9, 0.5
# If a gamma has a smaller shape than this, the whole vector is drawn anew instead of mirrored.
_VERY_SMALL = 0.05
# Sweeps that are replayed together, after clusters may have exchanged their names.
_PIECE = 10
# Stands for the cluster of somebody of whom it is not known.
_UNKNOWN = 255


class Layout(NamedTuple):
    """How answers are packed."""

    n_columns: int
    n_clusters: int
    n_questions: int
    n_options: int  # the most of any question
    gaps: bool  # whether some answers are missing
    known: bool = False  # whether some people's clusters are known
    single: bool = False  # whether everybody is in one cluster

    @property
    def answer_bits(self) -> int:
        """Bits of a code; where answers are missing, the largest code is kept for that."""
        return next(bits for bits in (2, 3, 4, 8, 16) if self.n_options + self.gaps <= 1 << bits)

    @property
    def label_bits(self) -> int:
        """Bits of a label."""
        return count_planes(self.n_clusters)

    @property
    def answer_words(self) -> int:
        """32-bit words for a person's answers."""
        return -(-self.n_columns // (32 // self.answer_bits))

    @property
    def label_words(self) -> int:
        """32-bit words for the labels of a person's answers; under single membership, none is kept."""
        return 0 if self.single else -(-self.n_columns // (32 // self.label_bits))

    @property
    def n_rows(self) -> int:
        """R."""
        return self.n_questions + self.single

    @property
    def width(self) -> int:
        """K, rounded up to a multiple of four."""
        return -(-self.n_clusters // 4) * 4


@lru_cache(maxsize=32)
def kernels(layout: Layout, questions: tuple[int, ...], dominant: bool) -> dict[str, Any]:
    """Return the kernels, compiled for a survey."""
    cells = layout.n_options * layout.n_clusters
    few = layout.n_clusters <= _FEW_CLUSTERS
    unrolled = few and layout.n_columns <= _UNROLLED
    return compile_kernels(
        __file__,
        ("pack_answers", "sweep", "renew", "exchange", "go_on", "record"),
        QUESTION_LIST=",".join(map(str, (*questions, layout.n_questions) if layout.single else questions)),
        COLUMNS=layout.n_columns,
        CLUSTERS=layout.n_clusters,
        QUESTIONS=layout.n_questions,
        OPTIONS=layout.n_options,
        ANSWER_BITS=layout.answer_bits,
        LABEL_BITS=layout.label_bits,
        GAPS=int(layout.gaps),
        KNOWN=int(layout.known),
        SINGLE=int(layout.single),
        DOMINANT=int(dominant),
        BALLOTS=int(cells <= _BALLOT_CELLS and layout.n_columns <= _BALLOT_COLUMNS),
        UNROLL=layout.n_columns + layout.single if unrolled else 1,
        UNROLL_CLUSTERS=_FEW_CLUSTERS if few else 1,
        FEW_CLUSTERS=_FEW_CLUSTERS,
        PHI_SHARED=int(layout.n_rows * layout.n_options * layout.width <= _SHARED_NUMBERS),
        COUNTS_SHARED=int(layout.n_rows * cells <= _SHARED_NUMBERS),
        THREADS=THREADS,
        VERY_SMALL=str(_VERY_SMALL),
        LEAST=f"{_LEAST}f",
    )


class People(NamedTuple):
    """Answers on the GPU of those whose labels are drawn: the same people in all chains, or others in each."""

    words: Any  # (1 or chain, word, N) packed answers
    known: Any  # (1 or chain, N) known clusters, _UNKNOWN where none is; (1, 0) if none is known at all

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.words.shape[2])

    @property
    def stride(self) -> int:
        """Words from one chain's answers to the next one's; 0 if they are the same."""
        return int(self.words.size // len(self.words)) if len(self.words) > 1 else 0


class Given(NamedTuple):
    """The priors on the GPU."""

    alpha: Any  # (K,)
    beta: Any  # (R, V, K)
    n_options: Any  # (R,)
    weights: Any  # (R,) powers of the questions' likelihoods; ones under mixed membership
    pairs: Any  # (P, 2) clusters that may exchange their names


class State(NamedTuple):
    """The state of all chains on the GPU."""

    labels: Any  # (chain, word, N) packed labels of answers
    phi: Any  # (chain, R, V, K) in double precision; 0 before the first draw
    table: Any  # (chain, R, V, K4) what sweeps take for it, see `tables_of`; K is rounded up to a multiple of four
    counts: Any  # (chain, R, V, K) answers by cluster
    keys: Any  # (chain,) of the random numbers
    number: Any  # (1,) sweeps made
    swaps: Any  # (chain, 2) clusters whose labels change places in the next sweep


class Kept(NamedTuple):
    """Where draws are kept on the GPU."""

    slots: Any  # (draw, chain) the place of each draw in the planes
    planes: Any  # (word, slot, plane) everybody's label
    sums: Any  # (chain, N, K) sums of the expected theta
    log_likelihood: Any  # (draw, chain, block) sums over the people of each block
    theta: Any  # (chain, draws of theta, N, K)
    stride: int  # theta is kept in every stride-th draw; 0 if it is not kept
    phi: Any  # (chain, draw, R, V, K); no draws if it is not kept
    first: int  # the number of the first draw in ``log_likelihood`` and ``phi``


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
        self, people: People, given: Given, state: State, table: Any, ahead: int, labelled: bool, swapped: bool
    ) -> None:
        """Draw the labels of everybody's answers given a table (chain, R, V, K4), and add them to the counts.

        ``ahead`` is how many sweeps of this piece were made before. ``labelled`` says whether there are labels, and
        ``swapped`` whether those of some clusters may have to change places first.
        """
        grid = (count_blocks(people.n_people), len(state.keys))
        arguments = (people.words, np.int64(people.stride), people.known, state.labels, table, given.alpha, state.keys)
        flags = (state.number, np.uint32(ahead), np.int32(labelled), state.swaps, np.int32(swapped))
        self._kernels["sweep"](grid, (THREADS,), (*arguments, *flags, state.counts, np.int64(people.n_people)))

    def renew(self, given: Given, state: State, ahead: int, swapped: bool) -> None:
        """Draw phi given the counts, and set the counts to 0."""
        arguments = (given.beta, given.n_options, given.weights, state.counts, state.phi, state.table, state.keys)
        mirrored = np.float32(_MIRRORED_SINGLE if self.layout.single else _MIRRORED)
        last = (state.number, np.uint32(ahead), state.swaps, np.int32(swapped), mirrored)
        self._kernels["renew"]((len(given.beta), len(state.keys)), (THREADS,), (*arguments, *last))

    def exchange(self, given: Given, state: State) -> None:
        """Let two clusters of each chain exchange their names, or not."""
        arguments = (given.beta, given.n_options, given.weights, state.counts, given.pairs, np.int32(len(given.pairs)))
        self._kernels["exchange"]((len(state.keys),), (THREADS,), (*arguments, state.keys, state.number, state.swaps))

    def go_on(self, state: State, sweeps: int) -> None:
        """Count sweeps as made."""
        self._kernels["go_on"]((1,), (1,), (state.number, np.uint32(sweeps)))

    def record(self, people: People, given: Given, state: State, table: Any, kept: Kept, d: int) -> None:
        """Draw everybody's theta, and keep it, the label, phi and the log likelihood as draw ``d`` of every chain."""
        grid = (count_blocks(people.n_people), len(state.keys))
        arguments = (people.words, np.int64(people.stride), people.known, state.labels, table, given.alpha, state.keys)
        keeps = kept.stride > 0 and d % kept.stride == 0
        theta = kept.theta[:, d // kept.stride] if keeps else kept.theta
        keeps_phi = kept.phi.shape[1] > 0
        phi = kept.phi[:, d - kept.first] if keeps_phi else kept.phi
        out = (kept.slots[d], np.int32(kept.planes.shape[1]), kept.planes, kept.sums)
        size = int(np.prod(kept.theta.shape[1:])), int(np.prod(kept.phi.shape[1:]))
        last = (theta, np.int64(size[0]), np.int32(keeps), state.phi, phi, np.int64(size[1]), np.int32(keeps_phi))
        logs = kept.log_likelihood[d - kept.first]
        self._kernels["record"](
            grid, (THREADS,), (*arguments, state.number, *out, logs, *last, np.int64(people.n_people))
        )


def count_blocks(n_people: int) -> int:
    """Return the number of blocks for each chain."""
    return min(_MOST_BLOCKS, -(-n_people // THREADS))


class CudaAnswers:
    """Everybody's answers, packed on the GPU, and the priors.

    Parameters
    ----------
    codes, columns
        (N, C) answers on the host, -1 for none, and what the columns ask.
    prior
        The priors; one membership prior for everybody.
    label
        "dominant" or "drawn".
    known
        (N,) known clusters, -1 where none is, or None.
    single
        Whether everybody is in one cluster.
    """

    def __init__(
        self,
        codes: Array,
        columns: Columns | Array,
        prior: Prior,
        label: str = "dominant",
        known: Array | None = None,
        *,
        single: bool = False,
    ) -> None:
        self.xp, self.prior = load_cupy(), prior
        asked = as_columns(columns, codes.shape[1])
        self.weights = np.ones(prior.n_questions)
        questions = asked.questions
        if single:
            self.weights[questions] = asked.weights
        else:
            codes, places = repeat_columns(codes, asked.weights)
            questions = questions[places]
        n_people, n_columns = codes.shape
        pieces = range(0, n_people, _BLOCK)
        gaps = any(bool((codes[first : first + _BLOCK] < 0).any()) for first in pieces)
        width = prior.answer_prior.shape[2]
        self.layout = Layout(n_columns, prior.n_clusters, prior.n_questions, width, gaps, known is not None, single)
        self.run = Launcher(self.layout, tuple(questions.tolist()), label == "dominant")
        check_device_memory(4 * self.layout.answer_words * n_people, f"the answers of {n_people} people", self.xp)
        words = self.xp.zeros((self.layout.answer_words, n_people), np.uint32)
        for first in pieces:
            some = np.ascontiguousarray(codes[first : first + _BLOCK], dtype=np.int16)
            self.run.pack_answers(self.xp.asarray(some), first, words)
        clusters = self.xp.zeros((1, 0), np.uint8)
        if known is not None:
            clusters = self.xp.asarray(np.where(known < 0, _UNKNOWN, known).astype(np.uint8))[None]
        self.everybody = People(words[None], clusters)
        alpha, beta, n_options, weights = prior.membership_prior, prior.answer_prior, prior.n_options, self.weights
        beta = np.ascontiguousarray(beta.transpose(1, 2, 0))
        if single:
            beta, n_options, weights = with_shares(beta, alpha), np.append(n_options, 1), np.append(weights, 1.0)
        self.given = Given(
            alpha=self.xp.asarray(alpha.astype(np.float32)),
            beta=self.xp.asarray(beta),
            n_options=self.xp.asarray(n_options.astype(np.int32)),
            weights=self.xp.asarray(weights),
            pairs=self.xp.asarray(find_pairs(prior, single) if known is None else np.zeros((0, 2), np.int32)),
        )

    @property
    def n_people(self) -> int:
        """N."""
        return self.everybody.n_people

    def part(self, people: Array) -> People:
        """Return the answers of some people, others in each chain: (chain, M) numbers."""
        some, (words, clusters) = self.xp.asarray(people), self.everybody
        chosen = self.xp.ascontiguousarray(words[0][:, some].transpose(1, 0, 2))
        return People(chosen, clusters[0][some] if clusters.size else clusters)

    def tables_of(self, phi: Array, shares: Array | None) -> Any:
        """Return what sweeps take for draws of phi (draw, chain, K, Q, V) and the clusters' shares (draw, chain, K)."""
        values = phi.transpose(0, 1, 3, 4, 2)
        if shares is None:
            values = np.maximum(values, _LEAST)
        else:
            logs = self.weights[:, None, None] * np.log(np.maximum(values, _LEAST_DOUBLE))
            values = with_shares(logs, np.log(np.maximum(shares, _LEAST_DOUBLE)))
        tables = np.zeros((*values.shape[:-1], self.layout.width), np.float32)
        tables[..., : values.shape[-1]] = values
        return self.xp.asarray(tables)


def with_shares(of_questions: Array, of_clusters: Array) -> Array:
    """Return values (..., Q, V, K) with one more row, whose first option has those of the clusters, (..., K)."""
    *others, _, n_options, n_clusters = of_questions.shape
    row = np.zeros((*others, 1, n_options, n_clusters))
    row[..., 0, 0, :] = of_clusters
    return np.concatenate([of_questions, row], axis=-3)


def find_pairs(prior: Prior, single: bool = False) -> Array:
    """Return the pairs of clusters (P, 2) that may exchange their names: those that the prior tells apart.

    Under mixed membership, only answers may do so: everybody's labels would have to be looked at.
    """
    own, alpha = prior.answer_prior, prior.membership_prior
    pairs = combinations(range(prior.n_clusters), 2)
    apart = [
        (k, other)
        for k, other in pairs
        if ((own[k] != own[other]).any() and alpha[k] == alpha[other]) or (single and alpha[k] != alpha[other])
    ]
    return np.array(apart, np.int32).reshape(-1, 2)


class CudaChains:
    r"""All chains of partially collapsed Gibbs sampling, as on the CPU.

    Under mixed membership

    .. math:: P(w_{nc} = k) \propto (\alpha_k + \#\{c' \ne c: w_{nc'} = k\})\,\phi_{k,q_c,x_{nc}}

    for everybody, then φ given the counts of labels and answers. For a draw that is kept, also θ given w, and the
    label: drawn from θ, or its largest entry. Under single membership everybody's cluster z given the clusters' shares
    π and φ, then both given z. For a draw that is kept, θ is P(z | π, φ), and another z is drawn from it.

    Parameters
    ----------
    answers
        Everybody's answers.
    keys
        (chain,) what each chain's random numbers follow from.
    """

    def __init__(self, answers: CudaAnswers, keys: list[int]) -> None:
        self.answers, xp = answers, answers.xp
        layout, n_chains = answers.layout, len(keys)
        shape = (n_chains, layout.n_rows, layout.n_options)
        self.people = answers.everybody
        self.state = State(
            labels=xp.zeros((n_chains, layout.label_words, 0), np.uint32),
            phi=xp.zeros((*shape, layout.n_clusters)),
            table=xp.zeros((*shape, layout.width), np.float32),
            counts=xp.zeros((*shape, layout.n_clusters), np.uint64),
            keys=xp.asarray(np.array(keys, np.uint64)),
            number=xp.zeros(1, np.uint32),
            swaps=xp.zeros((n_chains, 2), np.int32),
        )
        self._replays: dict[int, Callable[[], None]] = {}

    def go_over(self, people: People, table: Any = None) -> None:
        """Draw first labels of other people, given the present phi, this one, or else a draw from the prior."""
        run, given = self.answers.run, self.answers.given
        layout, n_chains = self.answers.layout, len(self.state.keys)
        needed = 4 * layout.label_words * n_chains * people.n_people
        check_device_memory(needed, f"the labels of {people.n_people} people's answers", self.answers.xp)
        self.people, self._replays = people, {}
        labels = self.answers.xp.zeros((n_chains, layout.label_words, people.n_people), np.uint32)
        self.state = self.state._replace(labels=labels)
        if table is None and not bool(self.state.phi.any()):
            run.renew(given, self.state, 0, False)
        self.state.counts[:] = 0
        run.sweep(people, given, self.state, self.state.table if table is None else table, 0, False, False)
        run.go_on(self.state, 1)

    def take(self, which: Array, people: People) -> None:
        """Go on with some of the chains, by number, which have these people (single membership)."""
        some, state = self.answers.xp.asarray(which), self.state
        arrays = ("labels", "phi", "table", "counts", "keys", "swaps")
        self.state = state._replace(**{name: getattr(state, name)[some] for name in arrays})
        self.people, self._replays = people, {}

    def log_marginals(self) -> Array:
        """Return how probable each chain's labels and the answers are, (chain,); see `log_marginal_of_tally`."""
        n_questions = self.answers.layout.n_questions
        counts = to_host(self.state.counts).astype(float).transpose(0, 3, 1, 2)
        tally, sizes = counts[:, :, :n_questions] * self.answers.weights[:, None], counts[:, :, -1, 0]
        return np.array(
            [log_marginal_of_tally(*own, self.answers.prior, None) for own in zip(tally, sizes, strict=True)]
        )

    def advance(self, sweeps: int) -> None:
        """Make sweeps, in pieces that are replayed."""
        for done in range(0, sweeps, _PIECE):
            length = min(_PIECE, sweeps - done)
            if length not in self._replays:
                self._replays[length] = record_launches(self.answers.xp, lambda: self._sweep(length))  # noqa: B023
            self._replays[length]()

    def _sweep(self, sweeps: int) -> None:
        """Let clusters exchange their names, then draw phi and the labels in turn."""
        run, given, state = self.answers.run, self.answers.given, self.state
        swaps = len(given.pairs) > 0
        if swaps:
            run.exchange(given, state)
        for i in range(sweeps):
            run.renew(given, state, i, swaps and i == 0)
            run.sweep(self.people, given, state, state.table, i, True, swaps and i == 0)
        run.go_on(state, sweeps)

    def follow(self, table: Any, sweeps: int) -> None:
        """Make sweeps given a table (chain, R, V, K4)."""
        for _ in range(sweeps):
            self.answers.run.sweep(self.people, self.answers.given, self.state, table, 0, True, False)
            self.answers.run.go_on(self.state, 1)

    def keep(self, kept: Kept, d: int, table: Any = None) -> None:
        """Keep draw ``d`` of every chain; the table is the present one, or this one."""
        table = self.state.table if table is None else table
        self.answers.run.record(self.people, self.answers.given, self.state, table, kept, d)


def kept_in(draws: Draws, planes: BitPlanes, xp: Any, *, phi: bool = True) -> Kept:
    """Return where the next draws are kept; ``theta`` and ``theta_sum`` of the draws are on the GPU."""
    n_chains, n_draws, *shape = draws.phi.shape
    n_clusters, n_questions, n_options = shape
    n_rows, n_new = n_questions + (draws.weights is not None), n_draws - draws.n_kept
    return Kept(
        slots=xp.asarray(np.ascontiguousarray(planes.slots.reshape(n_chains, n_draws).T)),
        planes=planes.words,
        sums=draws.theta_sum,
        log_likelihood=xp.zeros((n_new, n_chains, count_blocks(planes.n_people))),
        theta=draws.theta,
        stride=draws.stride if draws.theta.size else 0,
        phi=xp.zeros((n_chains, n_new if phi else 0, n_rows, n_options, n_clusters)),
        first=draws.n_kept,
    )


class CudaGibbs:
    """The Gibbs sampler on a GPU, all chains at once.

    Parameters
    ----------
    answers
        The answers of those that phi is learned from.
    generators
        One per chain.
    planes
        Where everybody's labels are kept.
    known
        (N,) known clusters, -1 where none is, or None.
    """

    def __init__(
        self,
        answers: CudaAnswers,
        generators: list[np.random.Generator],
        planes: BitPlanes,
        known: Array | None = None,
    ) -> None:
        self.answers, self.generators, self.planes, self.known = answers, generators, planes, known

    def init(self, sweeps: int, tell: Tell) -> CudaChains:
        """Start all chains and run them: first each on growing parts of the people, then on everybody."""
        n_people, n_chains = self.answers.n_people, len(self.generators)
        sizes = part_sizes(n_people)
        # Under single membership each chain goes on from the most probable of several starts.
        tried = sweeps // (2 * STARTS) if self.answers.layout.single else 0
        n_starts = STARTS if tried else 1
        keys = [int(rng.integers(2**63)) for rng in self.generators for _ in range(n_starts)]
        chains = CudaChains(self.answers, keys)
        orders = [rng.permutation(n_people)[: max(sizes, default=0)] for rng in self.generators if sizes]
        if self.known is not None:
            # People whose cluster is known come first: without them, a part could swap the clusters' names.
            sure = np.flatnonzero(self.known >= 0)
            orders = [np.concatenate([sure, np.setdiff1d(order, sure, True)])[: len(order)] for order in orders]
        share = 1.0 / (n_people + sum(sizes))
        for size in (*sizes, n_people):
            people = self.answers.everybody
            if size < n_people:
                people = self.answers.part(np.stack(orders)[:, :size])
            if tried:
                self._choose_starts(chains, people, tried)
                tried = 0
            else:
                chains.go_over(people)
            chains.advance(sweeps)
            tell(n_chains * sweeps * size * share)
        return chains

    def _choose_starts(self, chains: CudaChains, people: People, sweeps: int) -> None:
        """Make sweeps of all starts, and go on with the most probable one of each chain."""
        everybody = self.answers.everybody
        chains.go_over(people if people is everybody else People(*(self._repeat(part) for part in people)))
        chains.advance(sweeps)
        found = chains.log_marginals().reshape(-1, STARTS)
        chains.take(found.argmax(axis=1) + STARTS * np.arange(len(found)), people)

    def _repeat(self, values: Any) -> Any:
        """Return what belongs to chains, (chain, ...), once for each start; (1, 0) stays as it is."""
        return self.answers.xp.repeat(values, STARTS, axis=0) if values.size else values

    def step(self, state: CudaChains, draws: Draws, thin: int, tell: Tell) -> tuple[CudaChains, Info]:
        """Fill the draws of every chain after those that are kept, one every ``thin`` sweeps."""
        first, last = draws.n_kept, draws.phi.shape[1]
        kept = kept_in(draws, self.planes, self.answers.xp)
        for d in range(first, last):
            state.advance(thin)
            state.keep(kept, d)
            tell(thin * len(self.generators))
        phi = to_host(kept.phi).transpose(0, 1, 4, 2, 3)
        draws.phi[:, first:] = phi[:, :, :, : draws.phi.shape[3]]
        if draws.weights is not None:
            draws.weights[:, first:] = phi[:, :, :, -1, 0]
        draws.log_likelihood[:, first:] = to_host(kept.log_likelihood.sum(axis=2)).T
        draws.n_summed += last - first
        return state, Info((last - first) * thin)


def label_everybody(
    answers: CudaAnswers,
    phi: Array,
    shares: Array | None,
    draws: Draws,
    planes: BitPlanes,
    seed: int,
    tell: Tell = lambda _: None,
) -> None:
    """Fill the draws of everybody's labels given draws of φ (chain, draw, K, Q, V), as on the CPU.

    Under single membership, also given those of the clusters' shares, (chain, draw, K).
    """
    xp, (n_chains, n_draws) = answers.xp, draws.log_likelihood.shape
    which = np.linspace(0, phi.shape[1] - 1, n_draws).round().astype(int)
    draws.phi[:] = phi[:, which]
    if draws.weights is not None and shares is not None:
        draws.weights[:] = shares[:, which]
    tables = answers.tables_of(
        draws.phi.swapaxes(0, 1), None if draws.weights is None else draws.weights.swapaxes(0, 1)
    )
    rng = np.random.default_rng(seed)
    keys = [int(rng.integers(2**63)) for _ in range(n_chains)]
    chains, kept = CudaChains(answers, keys), kept_in(draws, planes, xp, phi=False)
    chains.go_over(answers.everybody, tables[0])
    mixed = not answers.layout.single
    chains.follow(tables[0], (FIRST_SWEEPS - 1) * mixed)
    for d in range(n_draws):
        # Under single membership labels do not depend on those before, but random numbers must be others.
        chains.follow(tables[d], SWEEPS) if mixed else answers.run.go_on(chains.state, 1)
        chains.keep(kept, d, tables[d])
        tell(n_chains)
    draws.log_likelihood[:] = to_host(kept.log_likelihood.sum(axis=2)).T
    draws.n_summed = n_draws
