"""Answers, priors and chains of the Gibbs sampler, laid out as its kernels take them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...model.columns import Columns, as_columns, repeat_columns
from ...model.prior import Prior
from ..draws import Draws
from ..kernels._gibbs_numba import Blocks, Chain, Rows, Store

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Array = np.ndarray

# People whose labels are drawn together, so that their data stay in a core's first cache. At most 256, because they are
# counted in a byte.
_BLOCK = 256


def make_data(
    codes: Array,
    prior: Prior,
    membership: str = "mixed",
    columns: Columns | Array | None = None,
    known: Array | None = None,
) -> Blocks | Rows:
    """Return answers and priors as the kernels take them; by default there is one column per question.

    ``known`` (N,) clusters count under single membership only; under mixed membership they are part of the prior
    (`with_known`).
    """
    asked = as_columns(columns, codes.shape[1])
    beta, n_options, slot, n_drawn = prior.answer_prior, prior.n_options, asked.column_slots, prior.n_questions
    if asked.slots is not None:
        beta, n_options = asked.slots.prior_counts(beta), asked.slots.n_levels
        n_drawn = asked.slots.n_counted
    weight = np.ones(len(n_options))
    if membership == "single":
        # Densities of numbers are raised to their powers where they are computed.
        drawn = slot < n_drawn
        weight[slot[drawn]] = asked.weights[drawn]
    else:
        codes, places = repeat_columns(codes, asked.weights)
        slot = slot[places]
    question = np.asarray(slot, dtype=np.uint64)
    # A column that nobody answered would use up random numbers. If there is no answer at all, one column stays.
    answered = np.asarray((codes >= 0).any(axis=0))
    answered[0] |= not answered.any()
    codes, question = codes[:, answered], question[answered]
    n_people = len(codes)
    beta = np.ascontiguousarray(beta.transpose(1, 2, 0), dtype=float)
    n_options = np.ascontiguousarray(n_options, dtype=np.int64)
    alpha = np.asarray(prior.membership_prior, dtype=float)
    if membership == "single":
        label = np.full(n_people, -1) if known is None else known
        first, row = unique_rows(codes if known is None else np.column_stack([codes, known]))
        edges = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(first)))])
        people = np.argsort(row, kind="stable")
        return Rows(
            codes=np.ascontiguousarray(np.maximum(codes[first], -1), np.int16),
            questions=question,
            alpha=alpha,
            beta=beta,
            n_options=n_options,
            weight=weight,
            n_drawn=n_drawn,
            edges=edges,
            people=people,
            known=label[first].astype(np.int64),
        )
    width = min(n_people, _BLOCK)
    most = beta.shape[1]
    answers = np.where(codes < 0, most, codes).astype(np.uint8 if most < 255 else np.uint16)
    shape = alpha if alpha.ndim == 2 else np.tile(alpha, (width, 1))
    return Blocks(
        codes=_in_blocks(answers, width, most),
        questions=question,
        alpha=_in_blocks(shape.astype(np.float32), width, 1),
        beta=beta,
        n_options=n_options,
        weight=weight,
        n_drawn=n_drawn,
        n_people=n_people,
    )


def _in_blocks(values: Array, width: int, filler: float) -> Array:
    """Bring (N, C) into the shape (B, C, W), filled up at the end."""
    n_blocks = -(-len(values) // width)
    padded = np.full((n_blocks * width, values.shape[1]), filler, values.dtype)
    padded[: len(values)] = values
    return np.ascontiguousarray(padded.reshape(n_blocks, width, -1).swapaxes(1, 2))


def unique_rows(codes: Array) -> tuple[Array, Array]:
    """Return where each distinct row of codes (N, C) first occurs, (U,), and the number of everybody's row, (N,).

    All codes below 0 are the same: there is no answer. Rows are numbered by where they first occur. Rows that fit into
    one number each are compared as such, which is fast.
    """
    codes = np.maximum(codes, -1)
    radix = codes.max(axis=0).astype(np.int64) + 2
    if np.log2(radix.astype(float)).sum() < 62:
        keys = (codes.astype(np.int64) + 1) @ np.concatenate([[1], np.cumprod(radix[:-1])])
        _, first, row = np.unique(keys, return_index=True, return_inverse=True)
    else:
        _, first, row = np.unique(codes, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    return first[order], number[row.ravel()]


def start_chain(data: Blocks | Rows, rng: np.random.Generator, prior: Prior | None = None) -> Chain:
    """Return a chain with its own random streams, and no labels but the known ones.

    There is room for an answering style where the prior has one.
    """
    n_questions, n_options, n_clusters = data.beta.shape
    if isinstance(data, Rows):
        n_rows, lanes = len(data.codes), 1
        labels = np.full(len(data.people), n_clusters, np.uint8)
        here = data.known[:, None] == np.arange(n_clusters)
        counts = here * np.diff(data.edges)[:, None]
    else:
        n_rows, lanes = len(data.codes), data.codes.shape[2]
        labels = np.full(data.codes.shape, n_clusters, np.uint8)
        counts = np.zeros((n_rows, n_clusters, lanes), np.float32)
    wide, rows = (0, 0, 0), (0, 0)
    if prior is not None and prior.style is not None:
        wide, rows = (n_clusters, prior.n_questions, prior.n_wide), (n_rows, n_clusters)
    return Chain(
        labels=labels,
        counts=counts,
        stream=rng.integers(1, 2**32, (n_rows, 4, lanes), np.uint32),
        own=rng.integers(1, 2**32, (1, 4, 1), np.uint32),
        phi=np.zeros(data.beta.shape),
        beta=data.beta.copy(),
        share=np.ones(n_clusters),
        tally=np.zeros((n_questions, n_options + 1, n_clusters + 1), np.int64),
        score=np.zeros(n_rows),
        odds=np.ones(rows),
        numbers=np.zeros(wide),
        spread=np.zeros(2),
    )


class ChainTally:
    """Tallies the answers of each level by cluster, given the labels of a chain.

    Parameters
    ----------
    data
        Answers and priors as the kernels take them.
    weight
        (Q,) powers of the slots' likelihoods.
    first
        Under single membership, slots before this one are left out.
    """

    def __init__(self, data: Blocks | Rows, weight: Array, first: int = 0) -> None:
        self._data, self._weight, self._first = data, weight, first

    def of(self, chain: Chain) -> Array:
        """Return the tally, (K, Q, V), times the weights."""
        if not isinstance(self._data, Rows):
            return chain.tally[:, :-1, :-1].transpose(2, 0, 1)
        n_slots, n_levels, n_clusters = self._data.beta.shape
        tally = np.ascontiguousarray((self._row_answers @ chain.counts).T).reshape(n_clusters, n_slots, n_levels)
        return tally * self._weight[:, None]

    @cached_property
    def _row_answers(self) -> csr_array:
        """How often each row has each answer, (Q * V, U): with many rows, ten times faster than counting."""
        from scipy.sparse import csr_array

        codes, slots, n_levels = self._data.codes, self._data.questions.astype(int), self._data.beta.shape[1]
        columns = np.flatnonzero(slots >= self._first)
        row, column = np.nonzero(codes[:, columns] >= 0)
        cell = slots[columns[column]] * n_levels + codes[row, columns[column]]
        return csr_array((np.ones(len(row)), (cell, row)), shape=(self._data.beta[:, :, 0].size, len(codes)))


def chain_store(draws: Draws, chain: int, keeps_phi: bool = True) -> Store:
    """Return one chain's part of the draws; without phi if slots are not questions."""
    weights = np.empty((0, 0)) if draws.weights is None else draws.weights[chain]
    return Store(
        z=draws.z[chain],
        phi=draws.phi[chain] if keeps_phi else np.empty((0, 0, 0, 0)),
        theta=draws.theta[chain],
        theta_sum=draws.theta_sum[chain],
        weights=weights,
        log_likelihood=draws.log_likelihood[chain],
        stride=draws.stride,
        dominant=draws.dominant,
    )
