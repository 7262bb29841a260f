"""Sweeps of the partially collapsed Gibbs sampler on a GPU, mixed membership.

A thread takes a person. Codes of answers and labels of answers are packed into 32-bit words, (word, person); the code
with all bits set stands for no answer. Random numbers come from a counter (Philox 4x32-10; Salmon et al. 2011): they
depend on seed, sweep, person and answer alone, so that the draws are the same whatever the GPU.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...._cuda import compile_kernels

THREADS = 256
# Blocks that fill any of today's GPUs; each thread then takes many people.
BLOCKS = 1056
# Cells of a question (options x clusters) that a warp counts by ballots, and columns whose counts fit into registers.
_BALLOT_CELLS, _BALLOT_COLUMNS = 32, 24
# Columns up to which loops over a person's answers are unrolled, so that packed words stay in registers.
_UNROLLED = 24
# Numbers of phi, and counts, that a block keeps in shared memory.
_SHARED_NUMBERS = 5120


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
    """The kernels with their launch shapes; arrays are CuPy's. ``tests`` hold the same steps in NumPy."""

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
        """Draw everybody's theta, store the label in draw ``slot`` of ``planes`` and add up what is to be averaged.

        ``sums`` (N, K) gets the expected theta, ``log_likelihood`` a sum for each block, ``theta`` (N, K) the draw; the
        first and the last may be empty.
        """
        given = (answers, labels, phi, alpha, np.uint64(key), np.uint32(number))
        out = (np.int32(slot), np.int32(planes.shape[1]), planes, sums, np.int32(sums.size > 0), log_likelihood)
        last = (theta, np.int32(theta.size > 0), np.int64(answers.shape[1]))
        self._kernels["record"]((BLOCKS,), (THREADS,), (*given, *out, *last))
