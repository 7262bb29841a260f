"""Random numbers inside kernels: streams that are plain arrays, gammas, Dirichlet distributions.

A stream is four words of state; ``stream`` (B, 4, W) holds those of B blocks of W people. Streams of their own let
people be shared out over threads in any way without changing what is drawn.
"""

from math import exp, inf, log, sqrt

import numpy as np

from ..._jit import apart, helper, inlined

# No drawn probability is below this, so that products of some of them cannot be zero.
TINY = 1e-100
# Gammas of smaller shapes than this are drawn as logarithms.
VERY_SMALL = 0.05


@helper
def next_bits(s0, s1, s2, s3):
    """Return 32 random bits and the state after them (xoshiro128+, Blackman and Vigna 2021)."""
    bits = np.uint32((np.uint64(s0) + np.uint64(s3)) & np.uint64(0xFFFFFFFF))
    shifted = np.uint32(s1 << np.uint32(9))
    s2, s3 = np.uint32(s2 ^ s0), np.uint32(s3 ^ s1)
    s0, s1, s2 = np.uint32(s0 ^ s3), np.uint32(s1 ^ s2), np.uint32(s2 ^ shifted)
    return bits, s0, s1, s2, np.uint32(np.uint32(s3 << np.uint32(11)) | np.uint32(s3 >> np.uint32(21)))


@helper
def draw_unit(stream, b, i):
    """Draw a number between 0 and 1 from one person's stream."""
    bits, s0, s1, s2, s3 = next_bits(stream[b, 0, i], stream[b, 1, i], stream[b, 2, i], stream[b, 3, i])
    stream[b, 0, i], stream[b, 1, i], stream[b, 2, i], stream[b, 3, i] = s0, s1, s2, s3
    return (float(bits) + 0.5) * 2.0**-32


@apart
def draw_pairs(t0, t1, t2, t3, one, other):
    """Draw two numbers 0 <= u < 1 in single precision for each person of a block, whose streams' words are given."""
    for i in range(one.size):
        first, s0, s1, s2, s3 = next_bits(t0[i], t1[i], t2[i], t3[i])
        second, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        one[i] = np.float32(np.int32(first >> np.uint32(8))) * np.float32(2.0**-24)
        other[i] = np.float32(np.int32(second >> np.uint32(8))) * np.float32(2.0**-24)
        t0[i], t1[i], t2[i], t3[i] = s0, s1, s2, s3


@apart
def gamma_parts(u, v, a):
    """Return what a gamma of shape a >= 1 is made of: how far a normal lies outside its region, the normal, the cube.

    The gamma is (a - 1/3) times the cube (Marsaglia and Tsang 2000); the normal is a ratio (Leva 1992).
    """
    v = 1.7156 * (v - 0.5)
    x, y = u - 0.449871, abs(v) + 0.386595
    normal = v / u
    root = 1.0 + normal / sqrt(9.0 * a - 3.0)
    return x * x + y * (0.196 * y - 0.25472 * x), normal, root * root * root


@apart
def try_gammas(t0, t1, t2, t3, shape, u, v, w, out):
    """Make a first attempt at everybody's gamma; 0 where simple tests do not show that it is accepted.

    A shape below 1 is raised by 1.
    """
    for i in range(out.size):
        first, s0, s1, s2, s3 = next_bits(t0[i], t1[i], t2[i], t3[i])
        second, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        third, s0, s1, s2, s3 = next_bits(s0, s1, s2, s3)
        u[i] = (float(first) + 0.5) * 2.0**-32
        v[i] = (float(second) + 0.5) * 2.0**-32
        w[i] = (float(third) + 0.5) * 2.0**-32
        t0[i], t1[i], t2[i], t3[i] = s0, s1, s2, s3
    for i in range(out.size):
        a = shape[i] + (1.0 if shape[i] < 1.0 else 0.0)
        outside, normal, cube = gamma_parts(u[i], v[i], a)
        square = normal * normal
        sure = (1.0 if outside <= 0.27597 else 0.0) * (1.0 if cube > 0.0 else 0.0)
        sure *= 1.0 if w[i] < 1.0 - 0.0331 * square * square else 0.0
        out[i] = (a - 1.0 / 3.0) * cube * sure


@helper
def accept_gamma(u, v, w, a):
    """Return the gamma that three numbers between 0 and 1 stand for; 0 if it is rejected."""
    outside, normal, cube = gamma_parts(u, v, a)
    ratio = 1.7156 * (v - 0.5)
    if cube <= 0.0 or (outside > 0.27597 and (outside > 0.27846 or ratio * ratio > -4.0 * log(u) * u * u)):
        return 0.0
    d = a - 1.0 / 3.0
    fits = w < 1.0 - 0.0331 * normal**4 or log(w) < 0.5 * normal * normal + d * (1.0 - cube + log(cube))
    return d * cube if fits else 0.0


@helper
def draw_gamma(stream, b, i, a):
    """Draw from a gamma distribution of shape a >= 1."""
    drawn = 0.0
    while drawn == 0.0:
        u, v, w = draw_unit(stream, b, i), draw_unit(stream, b, i), draw_unit(stream, b, i)
        drawn = accept_gamma(u, v, w, a)
    return drawn


@helper
def draw_gammas(stream, b, shape, room, out):
    """Draw a gamma for each person of a block; shapes (W,) of at least VERY_SMALL, room (3, W)."""
    u, v, w = room[0], room[1], room[2]
    try_gammas(stream[b, 0], stream[b, 1], stream[b, 2], stream[b, 3], shape, u, v, w, out)
    for i in range(out.size):
        a = shape[i]
        more = a if a >= 1.0 else a + 1.0
        if out[i] == 0.0:
            out[i] = accept_gamma(u[i], v[i], w[i], more)
        if out[i] == 0.0:
            out[i] = draw_gamma(stream, b, i, more)
        if a < 1.0:
            out[i] *= exp(log(draw_unit(stream, b, i)) / a)


@helper
def draw_dirichlet(stream, b, i, shape, size, out):
    """Draw ``size`` parts from a Dirichlet distribution, as gammas; where shapes are very small, as their logarithms.

    A gamma of shape a < 1 is one of shape a + 1 times u ** (1 / a), which underflows for very small a.
    """
    least = inf
    for k in range(size):
        least = min(least, shape[k])
    top = -inf
    for k in range(size):
        a = shape[k]
        out[k] = draw_gamma(stream, b, i, a if a >= 1.0 else a + 1.0)
        log_boost = log(draw_unit(stream, b, i)) / a if a < 1.0 else 0.0
        if least < VERY_SMALL:
            out[k] = log(out[k]) + log_boost
        elif a < 1.0:
            out[k] *= exp(log_boost)
        top = max(top, out[k])
    total = 0.0
    for k in range(size):
        if least < VERY_SMALL:
            out[k] = exp(out[k] - top)
        out[k] = max(out[k], TINY)
        total += out[k]
    for k in range(size):
        out[k] /= total


@inlined
def mirror_dirichlet(stream, shape, size, out):
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
        draw_dirichlet(stream, 0, 0, shape, size, out)
        return
    scale = draw_gamma(stream, 0, 0, total + 1.0) * exp(log(draw_unit(stream, 0, 0)) / total)
    total = 0.0
    for i in range(size):
        a = shape[i]
        if a < 1.0:
            out[i] = max(draw_gamma(stream, 0, 0, a + 1.0) * exp(log(draw_unit(stream, 0, 0)) / a), TINY)
        else:
            out[i] = max(out[i] * scale, TINY)
            y = (out[i] / a) ** (1.0 / 3.0)
            other = 2.0 - 2.0 / (9.0 * a) - y
            if other > 0.0:
                gain = (3.0 * a - 1.0) * log(other / y) - a * (other**3 - y**3)
                if gain > log(draw_unit(stream, 0, 0)):
                    out[i] = max(a * other**3, TINY)
        total += out[i]
    for i in range(size):
        out[i] /= total
