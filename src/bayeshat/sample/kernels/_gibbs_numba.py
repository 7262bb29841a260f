"""Chains of the Gibbs sampler, for both kinds of membership.

A chain's state holds its labels, phi and random streams, one per person (mixed membership) or row of answers (single
membership), so that people may be shared out over threads in any way. Before anything has a label, phi comes from its
prior.
"""

from math import inf, log
from typing import NamedTuple

import numpy as np

from ..._jit import helper, inlined, kernel
from ._columns_numba import begin_column, count_both, look_up, look_up_four, propose, recount, settle, weigh
from ._random_numba import TINY, VERY_SMALL, draw_dirichlet, draw_gammas, draw_pairs, draw_unit, mirror_dirichlet

# Products of probabilities are moved into a logarithm before they can underflow.
SMALL = 1e-200
# The least probability of an answer in single precision, in which labels of answers are drawn: its relative error of
# 1e-7 is far below any Monte Carlo error.
FLOOR = 1e-30
# Share of phi's draws that mirror the one before, by membership. Not all: with certain labels, which are commoner where
# each person has only one, phi would alternate between two values.
MIRRORED_MIXED, MIRRORED_SINGLE = 0.9, 0.5
# With more options than this, answers are looked up and counted one by one rather than option by option.
FEW_OPTIONS = 8
ONE = np.float32(1.0)


class Blocks(NamedTuple):
    """What chains of the mixed-membership model condition on: people in B blocks of W, side by side.

    Q is the number of slots (see `bayeshat.model.columns`), which are the questions if all of them are choices.
    """

    codes: np.ndarray  # (B, C, W) answers, V = none
    questions: np.ndarray  # (C,) the slot that each column of codes answers
    alpha: np.ndarray  # (B, K, W), or (1, K, W) where everybody has the same prior
    beta: np.ndarray  # (Q, V, K)
    n_options: np.ndarray  # (Q,)
    weight: np.ndarray  # (Q,) ones: a question that counts more has more columns
    n_drawn: int  # phi is drawn in these first slots; in the others it is set before each sweep
    n_people: int  # the last block may have room for more


class Rows(NamedTuple):
    """What chains of the single-membership model condition on: people with equal answers share one of U rows."""

    codes: np.ndarray  # (U, C) answers, -1 = none
    questions: np.ndarray  # (C,)
    alpha: np.ndarray  # (K,)
    beta: np.ndarray  # (Q, V, K)
    n_options: np.ndarray  # (Q,)
    weight: np.ndarray  # (Q,) powers of the slots' likelihoods
    n_drawn: int
    edges: np.ndarray  # (U + 1,) where each row's people begin and end
    people: np.ndarray  # (N,) people row by row
    known: np.ndarray  # (U,) the cluster of each row's people, -1 = not known


class Chain(NamedTuple):
    """The state of one chain; the arrays change as it moves on. In brackets: under single membership."""

    labels: np.ndarray  # (B, C, W) the cluster of each answer, K = none [(N,) of each person]
    counts: np.ndarray  # (B, K, W) each person's answers by cluster [(U, K) people of each row by cluster]
    stream: np.ndarray  # (B, 4, W) [(U, 4, 1)] states of the random streams
    own: np.ndarray  # (1, 4, 1) that of the stream that phi is drawn from
    phi: np.ndarray  # (Q, V, K); 0 before the first draw
    beta: np.ndarray  # (Q, V, K) prior counts; the data's, but where favourites are learned
    share: np.ndarray  # (K,) the clusters' shares; only for single membership
    tally: np.ndarray  # (Q, V + 1, K + 1) answers by cluster
    score: np.ndarray  # (B,) [(U,)] log probability of the answers in the latest draw
    odds: np.ndarray  # (0, 0) [(U, K) of each row's ratings in each cluster, where people have an answering style]
    numbers: np.ndarray  # (0, 0, 0) [(K, Q, M) parameters of numbers, where people have an answering style]
    spread: np.ndarray  # (2,) [spread of styles, and the log scale of all tables and odds]


class Store(NamedTuple):
    """Where one chain leaves its draws."""

    z: np.ndarray  # (D, N)
    phi: np.ndarray  # (D, K, Q, V), or (0, 0, 0, 0)
    theta: np.ndarray  # (ceil(D / stride), N, K)
    theta_sum: np.ndarray  # (N, K) sum over draws of the expected theta given the labels
    weights: np.ndarray  # (D, K); only for single membership
    log_likelihood: np.ndarray  # (D,)
    stride: int  # theta is kept in every stride-th draw
    dominant: bool  # z is the largest theta's cluster rather than drawn from theta; only for mixed membership


class Pace(NamedTuple):
    """What to do next: some sweeps that leave nothing behind, then draws ``first`` to ``last``."""

    quiet: int
    first: int
    last: int
    thin: int  # sweeps per draw


# Where phi and the clusters' shares come from before each sweep: they are drawn given the labels, stay as they are, or
# are taken from the store, which holds those of all draws to make.
DRAWN, KEPT, GIVEN = 0, 1, 2


class Span(NamedTuple):
    """Whose labels to draw: blocks, or rows, ``first`` to ``last``; and where phi comes from."""

    first: int
    last: int
    phi: int  # DRAWN, KEPT or GIVEN


@inlined
def draw_phi(data, chain, room, mirrored):
    """Draw phi (Q, V, K) given the tally of answers: anew or, if there is an earlier draw, mirrored."""
    shape, out = room[0], room[1]
    phi = chain.phi
    for q in range(data.n_drawn):
        size = data.n_options[q]
        for k in range(phi.shape[2]):
            for v in range(size):
                shape[v] = chain.beta[q, v, k] + data.weight[q] * chain.tally[q, v, k]
                out[v] = phi[q, v, k]
            if out[0] > 0.0 and draw_unit(chain.own, 0, 0) < mirrored:
                mirror_dirichlet(chain.own, shape, size, out)
            else:
                draw_dirichlet(chain.own, 0, 0, shape, size, out)
            for v in range(size):
                phi[q, v, k] = out[v]


@inlined
def draw_after(pace, i):
    """Return the number of the draw that is kept after sweep i; -1 if none is."""
    made = i + 1 - pace.quiet
    return pace.first + made // pace.thin - 1 if made > 0 and made % pace.thin == 0 else -1


@inlined
def take_phi(chain, store, pace, i):
    """Set phi to that of the draw that sweep i leads to, and return the number of that draw.

    The store's phi begins with that of the first draw to make.
    """
    made = max(0, i - pace.quiet) // pace.thin
    for q in range(chain.phi.shape[0]):
        for v in range(chain.phi.shape[1]):
            for k in range(chain.phi.shape[2]):
                chain.phi[q, v, k] = store.phi[made, k, q, v]
    return pace.first + made


@helper
def fill(values, value):
    """Set all elements; a loop, since assigning a slice compiles its error message too."""
    flat = values.reshape(-1)
    for i in range(flat.size):
        flat[i] = value


@helper
def keep_phi(chain, store, d):
    """Copy phi (Q, V, K) to where draw d is kept, (K, Q, V); where slots are not questions, it is kept elsewhere."""
    phi = chain.phi
    for q in range(store.phi.shape[2]):
        for v in range(phi.shape[1]):
            for k in range(phi.shape[2]):
                store.phi[d, k, q, v] = phi[q, v, k]


@helper
def keep_score(chain, store, d):
    """Add up the log probability of everybody's answers in draw d."""
    total = 0.0
    for b in range(chain.score.size):
        total += chain.score[b]
    store.log_likelihood[d] = total


@helper
def sweep_block(data, chain, table, room, b):
    """Draw the labels of one block's answers given phi, with theta integrated out, and tally them.

    One column after the other, for all people of the block at once: every loop over them becomes vector instructions.
    With p_k the weight of cluster k without this answer's label and P their sum, another label is proposed with
    probabilities in proportion to p, and accepted with probability min(1, (P - p_old) / (P - p_new)). Labels move more
    often than if they were drawn anew (Liu 1996, "Peskun's theorem and a modified discrete-state Gibbs sampler").
    """
    n_clusters = chain.counts.shape[1]
    nothing, none = table.shape[2] - 1, np.float32(n_clusters)
    u, accept, old, new, gain, others, stays = room[0], room[1], room[2], room[3], room[4], room[5], room[6]
    row = b if data.alpha.shape[0] > 1 else 0
    stream = chain.stream[b]
    for c in range(data.codes.shape[1]):
        q = data.questions[c]
        x, labels, tally = data.codes[b, c], chain.labels[b, c], chain.tally[q]
        draw_pairs(stream[0], stream[1], stream[2], stream[3], u, accept)
        begin_column(labels, old, others, stays, new, gain)
        for k in range(n_clusters):
            p, chosen = room[7 + k], table[q, k]
            if nothing > FEW_OPTIONS:
                look_up(x, chosen, p)
            else:
                for i in range(p.size):
                    p[i] = ONE
                for v in range(0, data.n_options[q], 4):
                    t1, t2, t3 = chosen[min(v + 1, nothing)], chosen[min(v + 2, nothing)], chosen[min(v + 3, nothing)]
                    look_up_four(x, v, chosen[v], t1, t2, t3, p)
            weigh(data.alpha[row, k], chain.counts[b, k], np.float32(k), old, p, others, stays)
        for i in range(u.size):
            u[i] *= others[i]
        for k in range(n_clusters):
            propose(room[7 + k], u, new, gain)
        settle(x, nothing, none, accept, old, others, stays, gain, new, labels)
        for k in range(n_clusters):
            recount(np.float32(k), old, new, chain.counts[b, k])
        if nothing > FEW_OPTIONS:
            for i in range(x.size):
                tally[x[i], labels[i]] += 1
        else:
            for v in range(data.n_options[q]):
                for k in range(n_clusters):
                    n = np.int64(count_both(x, labels, np.uint8(v), np.uint8(k)))
                    tally[v, k] += 256 if n == 0 and x[0] == v and labels[0] == k else n


@helper
def draw_from(u, p, total):
    """Return the index that u between 0 and 1 stands for, with probabilities proportional to p.

    Counting the partial sums that are passed needs no branch, which would be guessed wrong about every second time.
    """
    u *= total
    reached = 0.0
    index = 0
    for k in range(p.size - 1):
        reached += p[k]
        index += u >= reached
    return index


@helper
def largest(p):
    """Return the index of the largest number; of equal ones, the first."""
    index = 0
    for k in range(1, p.size):
        if p[k] > p[index]:
            index = k
    return index


@inlined
def record_block(data, chain, store, d, b, room, shape, theta):
    """Draw theta of one block's people given their counts of labels, take z from it, and keep them as draw d."""
    n_columns, width = data.codes.shape[1:]
    n_clusters = theta.size
    phi, nothing = chain.phi, chain.phi.shape[1]
    row = b if data.alpha.shape[0] > 1 else 0
    for k in range(n_clusters):
        for i in range(width):
            room[k, i] = data.alpha[row, k, i] + chain.counts[b, k, i]
        draw_gammas(chain.stream, b, room[k], room[2 * n_clusters :], room[n_clusters + k])
    score, product = 0.0, 1.0
    for i in range(min(width, data.n_people - b * width)):
        n = b * width + i
        total, drawn, least = 0.0, 0.0, inf
        for k in range(n_clusters):
            shape[k], theta[k] = room[k, i], max(room[n_clusters + k, i], TINY)
            total += shape[k]
            drawn += theta[k]
            least = min(least, shape[k])
        if least < VERY_SMALL:
            draw_dirichlet(chain.stream, b, i, shape, n_clusters, theta)
            drawn = 1.0
        drawn, total = 1.0 / drawn, 1.0 / total
        for k in range(n_clusters):
            theta[k] *= drawn
        for c in range(n_columns):
            x = data.codes[b, c, i]
            if x != nothing:
                q = data.questions[c]
                p = 0.0
                for k in range(n_clusters):
                    p += theta[k] * phi[q, x, k]
                product *= p
                if product < SMALL:
                    score += log(product)
                    product = 1.0
        store.z[d, n] = largest(theta) if store.dominant else draw_from(draw_unit(chain.stream, b, i), theta, 1.0)
        for k in range(n_clusters):
            store.theta_sum[n, k] += shape[k] * total
            if d % store.stride == 0:
                store.theta[d // store.stride, n, k] = theta[k]
    chain.score[b] = score + log(product)


@kernel
def advance_mixed(data, chain, store, pace, span):
    """Move a chain of the mixed-membership model on, or some of its people given phi."""
    n_questions, n_options, n_clusters = chain.phi.shape
    table = np.ones((n_questions, n_clusters, n_options + 1), np.float32)
    room = np.empty((7 + n_clusters, data.codes.shape[2]), np.float32)
    gammas = np.empty((2 * n_clusters + 3, data.codes.shape[2]))
    exact = np.empty((2, max(n_options, n_clusters)))
    for i in range(pace.quiet + (pace.last - pace.first) * pace.thin):
        if span.phi == DRAWN:
            draw_phi(data, chain, exact, MIRRORED_MIXED)
        elif span.phi == GIVEN:
            take_phi(chain, store, pace, i)
        for q in range(n_questions):
            for v in range(data.n_options[q]):
                for k in range(n_clusters):
                    table[q, k, v] = max(chain.phi[q, v, k], FLOOR)
        fill(chain.tally, 0)
        d = draw_after(pace, i)
        for b in range(span.first, span.last):
            sweep_block(data, chain, table, room, b)
            if d >= 0:
                record_block(data, chain, store, d, b, gammas, exact[0], exact[1, :n_clusters])
        if d >= 0 and span.phi == DRAWN:
            keep_phi(chain, store, d)
        if d >= 0 and span.phi != KEPT:
            keep_score(chain, store, d)


@inlined
def sweep_rows(data, chain, table, store, d, first, last, p):
    """Draw everybody's z given the clusters' shares and the table (Q, V, K), one row of answers after the other."""
    n_clusters = p.size
    for u in range(first, last):
        scale = 0.0
        known = data.known[u]
        for k in range(n_clusters):
            p[k] = chain.share[k] if known < 0 or known == k else 0.0
        if len(chain.odds):
            for k in range(n_clusters):
                p[k] *= chain.odds[u, k]
        for c in range(data.codes.shape[1]):
            x = data.codes[u, c]
            if x >= 0:
                q = data.questions[c]
                top = 0.0
                for k in range(n_clusters):
                    p[k] *= table[q, x, k]
                    top = max(top, p[k])
                if top < SMALL:
                    scale += log(top)
                    for k in range(n_clusters):
                        p[k] /= top
        total = 0.0
        for k in range(n_clusters):
            total += p[k]
            chain.counts[u, k] = 0
        chain.score[u] = (scale + log(total)) * (data.edges[u + 1] - data.edges[u])
        for place in range(data.edges[u], data.edges[u + 1]):
            n = data.people[place]
            z = draw_from(draw_unit(chain.stream, u, 0), p, total)
            chain.labels[n] = z
            chain.counts[u, z] += 1
            if d >= 0:
                store.z[d, n] = z
                for k in range(n_clusters):
                    store.theta_sum[n, k] += p[k] / total
                    if d % store.stride == 0:
                        store.theta[d // store.stride, n, k] = p[k] / total


@inlined
def tally_rows(data, chain, sizes):
    """Set the tally of answers and the parameters of the clusters' shares, given the labels of each row's people."""
    n_clusters = sizes.size
    fill(chain.tally, 0)
    for k in range(n_clusters):
        sizes[k] = data.alpha[k]
    for u in range(data.codes.shape[0]):
        for k in range(n_clusters):
            sizes[k] += chain.counts[u, k]
        for c in range(data.codes.shape[1]):
            x = data.codes[u, c]
            if x >= 0:
                for k in range(n_clusters):
                    chain.tally[data.questions[c], x, k] += chain.counts[u, k]


@kernel
def advance_single(data, chain, store, pace, span):
    """Move a chain of the single-membership model on, or some of its people given the clusters' shares and phi."""
    n_clusters = chain.share.size
    room = np.empty((2, max(chain.phi.shape[1], n_clusters)))
    p = np.empty(n_clusters)
    weighted = False
    for q in range(data.weight.size):
        weighted = weighted or data.weight[q] != 1.0
    table = np.ones(chain.phi.shape) if weighted else chain.phi
    for i in range(pace.quiet + (pace.last - pace.first) * pace.thin):
        if span.phi == DRAWN:
            tally_rows(data, chain, p)
            draw_dirichlet(chain.own, 0, 0, p, n_clusters, chain.share)
            draw_phi(data, chain, room, MIRRORED_SINGLE)
        elif span.phi == GIVEN:
            given = take_phi(chain, store, pace, i)
            for k in range(n_clusters):
                chain.share[k] = store.weights[given, k]
        if weighted:
            for q in range(data.weight.size):
                for v in range(data.n_options[q]):
                    for k in range(n_clusters):
                        table[q, v, k] = chain.phi[q, v, k] ** data.weight[q]
        d = draw_after(pace, i)
        sweep_rows(data, chain, table, store, d, span.first, span.last, p)
        if d >= 0 and span.phi == DRAWN:
            keep_phi(chain, store, d)
            for k in range(n_clusters):
                store.weights[d, k] = chain.share[k]
        if d >= 0 and span.phi != KEPT:
            keep_score(chain, store, d)
