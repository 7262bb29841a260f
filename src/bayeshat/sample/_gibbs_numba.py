"""One chain of the Gibbs sampler, for both kinds of membership.

A chain's state is its labels alone: one per answer (mixed membership) or one per person (single membership),
-1 where there is none yet. Starting from no labels at all, the first sweep draws phi from its prior.
"""

from math import exp, inf, log
from typing import NamedTuple

import numpy as np

from .._jit import helper, inlined, kernel

# Products of probabilities are moved into a logarithm before they can underflow.
SMALL = 1e-200
# No drawn probability is below this, so that such a product cannot be zero.
TINY = 1e-100
# Gammas of smaller shapes than this are drawn as logarithms.
VERY_SMALL = 0.05
# People whose labels are drawn together: what is known of them stays in a core's first cache.
BLOCK = 256
# Share of phi's draws that mirror the one before. Not all: with certain labels phi would alternate between two values.
MIRRORED = 0.5


class Data(NamedTuple):
    """What the chains condition on; shared by all of them."""

    codes: np.ndarray  # (N, C) answers, -1 = none; C > Q where people may give several answers to a question
    questions: np.ndarray  # (C,) the question that each column of codes answers
    alpha: np.ndarray  # (N, K), or (1, K) where everybody has the same prior
    beta: np.ndarray  # (Q, V, K)
    n_options: np.ndarray  # (Q,)


class Store(NamedTuple):
    """Where one chain leaves its draws."""

    z: np.ndarray  # (D, N)
    phi: np.ndarray  # (D, K, Q, V)
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


@helper
def draw_dirichlet(rng, shape, size, out):
    """Draw ``size`` parts from a Dirichlet distribution, as gammas; where shapes are very small, as their logarithms.

    A gamma of shape a < 1 is one of shape a + 1 times u ** (1 / a), which underflows for very small a.
    """
    least = inf
    for i in range(size):
        least = min(least, shape[i])
    top = -inf
    for i in range(size):
        a = shape[i]
        if a >= 1.0:
            out[i] = rng.standard_gamma(a)
            if least < VERY_SMALL:
                out[i] = log(out[i])
        elif least >= VERY_SMALL:
            out[i] = rng.standard_gamma(a + 1.0) * exp(-rng.standard_exponential() / a)
        else:
            out[i] = log(rng.standard_gamma(a + 1.0)) - rng.standard_exponential() / a
        top = max(top, out[i])
    total = 0.0
    for i in range(size):
        if least < VERY_SMALL:
            out[i] = exp(out[i] - top)
        out[i] = max(out[i], TINY)
        total += out[i]
    for i in range(size):
        out[i] /= total


@inlined
def mirror_dirichlet(rng, shape, size, out):
    """Move a draw from a Dirichlet distribution to the other side of it, which leaves the distribution as it is.

    With s ~ Gamma(sum of the shapes), g = s out are independent gammas, and y = (g / a)^(1/3) is nearly normal about
    1 - 1 / (9 a) (Wilson and Hilferty 1931). Each y is mirrored there, with a Metropolis test that makes it exact.
    Labels hold phi back, so that drawing it anew makes a random walk of small steps; overshooting makes longer ones
    (overrelaxation, Adler 1981). Shapes below 1 are too skewed for that and drawn anew; if one is very small, all are.
    """
    total, least = 0.0, inf
    for i in range(size):
        total += shape[i]
        least = min(least, shape[i])
    if least < VERY_SMALL:
        draw_dirichlet(rng, shape, size, out)
        return
    scale = rng.standard_gamma(total)
    total = 0.0
    for i in range(size):
        a = shape[i]
        if a < 1.0:
            out[i] = max(rng.standard_gamma(a + 1.0) * exp(-rng.standard_exponential() / a), TINY)
        else:
            out[i] = max(out[i] * scale, TINY)
            y = (out[i] / a) ** (1.0 / 3.0)
            other = 2.0 - 2.0 / (9.0 * a) - y
            if other > 0.0:
                gain = (3.0 * a - 1.0) * log(other / y) - a * (other**3 - y**3)
                if gain > -rng.standard_exponential():
                    out[i] = max(a * other**3, TINY)
        total += out[i]
    for i in range(size):
        out[i] /= total


@helper
def draw_from(rng, p, total):
    """Draw an index with probabilities proportional to p, which adds up to the total.

    Counting the partial sums that are passed needs no branch, which would be guessed wrong about every second time.
    """
    u = rng.random() * total
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


@helper
def count_labels(data, labels, n, shape):
    """Set the Dirichlet parameters of one person's memberships given the labels of the answers."""
    row = n if data.alpha.shape[0] > 1 else 0
    for k in range(shape.size):
        shape[k] = data.alpha[row, k]
    for c in range(labels.shape[1]):
        if labels[n, c] >= 0:
            shape[labels[n, c]] += 1.0


@inlined
def keep_phi(phi, out):
    """Copy phi (Q, V, K) to where a draw is kept, (K, Q, V)."""
    for q in range(phi.shape[0]):
        for v in range(phi.shape[1]):
            for k in range(phi.shape[2]):
                out[k, q, v] = phi[q, v, k]


@inlined
def draw_after(pace, i):
    """Return the number of the draw that is kept after sweep i; -1 if none is."""
    made = i + 1 - pace.quiet
    return pace.first + made // pace.thin - 1 if made > 0 and made % pace.thin == 0 else -1


@helper
def copy_prior(data, shape):
    """Start counting answers from the prior; a loop, since assigning a slice compiles its error message too."""
    for q in range(shape.shape[0]):
        for v in range(shape.shape[1]):
            for k in range(shape.shape[2]):
                shape[q, v, k] = data.beta[q, v, k]


@inlined
def count_answers(data, labels, shape):
    """Set the Dirichlet parameters (Q, V, K) of phi given the labels, (N, C) or (N, 1)."""
    n_people, n_columns = data.codes.shape
    copy_prior(data, shape)
    per_answer = labels.shape[1] > 1
    for n in range(n_people):
        for c in range(n_columns):
            k, x = labels[n, c if per_answer else 0], data.codes[n, c]
            if k >= 0 and x >= 0:
                shape[data.questions[c], x, k] += 1.0


@inlined
def draw_phi(rng, data, shape, phi, room, again):
    """Draw phi (Q, V, K) given its Dirichlet parameters: anew or, every other time ``again``, by mirroring it."""
    parameters, out = room[0], room[1]
    for q in range(shape.shape[0]):
        size = data.n_options[q]
        for k in range(shape.shape[2]):
            for v in range(size):
                parameters[v] = shape[q, v, k]
                out[v] = phi[q, v, k]
            if again and rng.random() < MIRRORED:
                mirror_dirichlet(rng, parameters, size, out)
            else:
                draw_dirichlet(rng, parameters, size, out)
            for v in range(size):
                phi[q, v, k] = out[v]


@inlined
def sweep_mixed(rng, data, w, phi, weight, shape, room, again):
    """Draw phi given the labels w of all answers, then w given phi with theta integrated out.

    ``weight`` (N, K), everybody's prior and counts of labels, and ``shape`` (Q, V, K), the same of answers, are kept up
    to date. Given phi everybody is independent, so one column of many people comes before the next: what one person
    waits for is hidden behind the others.
    """
    draw_phi(rng, data, shape, phi, room, again)
    n_people, n_columns = data.codes.shape
    n_clusters = phi.shape[2]
    reached = room[2]
    copy_prior(data, shape)
    for start in range(0, n_people, BLOCK):
        stop = min(start + BLOCK, n_people)
        for c in range(n_columns):
            chosen, counted = phi[data.questions[c]], shape[data.questions[c]]
            for n in range(start, stop):
                x = data.codes[n, c]
                if x < 0:
                    continue
                mine = weight[n]
                old = w[n, c]
                if old >= 0:
                    mine[old] -= 1.0
                total = 0.0
                for k in range(n_clusters):
                    total += mine[k] * chosen[x, k]
                    reached[k] = total
                u = rng.random() * total
                new = 0
                for k in range(n_clusters - 1):
                    new += u >= reached[k]
                w[n, c] = new
                mine[new] += 1.0
                counted[x, new] += 1.0


@inlined
def record_mixed(rng, data, weight, phi, store, d):
    """Draw theta given everybody's counts of labels, take z from it, and keep this draw."""
    n_people, n_columns = data.codes.shape
    n_clusters = phi.shape[2]
    keep_phi(phi, store.phi[d])
    theta = np.empty(n_clusters)
    log_likelihood = 0.0
    for n in range(n_people):
        shape = weight[n]
        draw_dirichlet(rng, shape, n_clusters, theta)
        product = 1.0
        for c in range(n_columns):
            x = data.codes[n, c]
            if x >= 0:
                q = data.questions[c]
                p = 0.0
                for k in range(n_clusters):
                    p += theta[k] * phi[q, x, k]
                product *= p
                if product < SMALL:
                    log_likelihood += log(product)
                    product = 1.0
        log_likelihood += log(product)
        store.z[d, n] = largest(theta) if store.dominant else draw_from(rng, theta, 1.0)
        total = 0.0
        for k in range(n_clusters):
            total += shape[k]
        for k in range(n_clusters):
            store.theta_sum[n, k] += shape[k] / total
            if d % store.stride == 0:
                store.theta[d // store.stride, n, k] = theta[k]
    store.log_likelihood[d] = log_likelihood


@kernel
def advance_mixed(rng, data, w, store, pace):
    """Move one chain of the mixed-membership model on."""
    phi, shape = np.zeros_like(data.beta), np.empty_like(data.beta)
    count_answers(data, w, shape)
    weight = np.empty((data.codes.shape[0], phi.shape[2]))
    for n in range(weight.shape[0]):
        count_labels(data, w, n, weight[n])
    room = np.empty((3, max(phi.shape[1], phi.shape[2])))
    for i in range(pace.quiet + (pace.last - pace.first) * pace.thin):
        sweep_mixed(rng, data, w, phi, weight, shape, room, i > 0)
        d = draw_after(pace, i)
        if d >= 0:
            record_mixed(rng, data, weight, phi, store, d)


@inlined
def sweep_single(rng, data, z, phi, share, room, again, store, d):
    """Draw the clusters' shares and phi given everybody's z, then z given these; keep the draw if d >= 0."""
    n_people, n_columns = data.codes.shape
    n_clusters = share.size
    p = np.empty(n_clusters)
    for k in range(n_clusters):
        p[k] = data.alpha[0, k]
    for n in range(n_people):
        if z[n, 0] >= 0:
            p[z[n, 0]] += 1.0
    draw_dirichlet(rng, p, n_clusters, share)
    shape = np.empty_like(data.beta)
    count_answers(data, z, shape)
    draw_phi(rng, data, shape, phi, room, again)
    log_likelihood = 0.0
    for n in range(n_people):
        scale = 0.0
        for k in range(n_clusters):
            p[k] = share[k]
        for c in range(n_columns):
            x = data.codes[n, c]
            if x >= 0:
                q = data.questions[c]
                top = 0.0
                for k in range(n_clusters):
                    p[k] *= phi[q, x, k]
                    top = max(top, p[k])
                if top < SMALL:
                    scale += log(top)
                    for k in range(n_clusters):
                        p[k] /= top
        total = 0.0
        for k in range(n_clusters):
            total += p[k]
        log_likelihood += scale + log(total)
        z[n, 0] = draw_from(rng, p, total)
        if d >= 0:
            store.z[d, n] = z[n, 0]
            for k in range(n_clusters):
                store.theta_sum[n, k] += p[k] / total
                if d % store.stride == 0:
                    store.theta[d // store.stride, n, k] = p[k] / total
    if d >= 0:
        keep_phi(phi, store.phi[d])
        store.log_likelihood[d] = log_likelihood
        for k in range(n_clusters):
            store.weights[d, k] = share[k]


@kernel
def advance_single(rng, data, z, store, pace):
    """Move one chain of the single-membership model on."""
    phi = np.zeros_like(data.beta)
    share = np.empty(phi.shape[2])
    room = np.empty((3, max(phi.shape[1], phi.shape[2])))
    for i in range(pace.quiet + (pace.last - pace.first) * pace.thin):
        sweep_single(rng, data, z, phi, share, room, i > 0, store, draw_after(pace, i))
