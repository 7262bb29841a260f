"""Random numbers inside kernels: streams that are plain arrays, gammas, Dirichlet distributions.

A stream is four words of state; ``stream`` (B, 4, W) holds those of B blocks of W people. Streams of their own let
people be shared out over threads in any way without changing what is drawn.
"""

from math import exp, inf, log, sqrt

import numpy as np

from ..._jit import helper, inlined

# No drawn probability is below this, so that products of some of them cannot be zero.
TINY = 1e-100
# Gammas of smaller shapes than this are drawn as logarithms.
VERY_SMALL = 0.05


@helper
def draw_unit(stream, b, i):
    """Draw a number between 0 and 1 from one person's stream (xoshiro128+, Blackman and Vigna 2021)."""
    s0, s1, s2, s3 = stream[b, 0, i], stream[b, 1, i], stream[b, 2, i], stream[b, 3, i]
    bits = (np.uint64(s0) + np.uint64(s3)) & np.uint64(0xFFFFFFFF)
    shifted = np.uint32(s1 << np.uint32(9))
    s2, s3 = np.uint32(s2 ^ s0), np.uint32(s3 ^ s1)
    stream[b, 0, i], stream[b, 1, i] = np.uint32(s0 ^ s3), np.uint32(s1 ^ s2)
    stream[b, 2, i] = np.uint32(s2 ^ shifted)
    stream[b, 3, i] = np.uint32(np.uint32(s3 << np.uint32(11)) | np.uint32(s3 >> np.uint32(21)))
    return (float(bits) + 0.5) * 2.0**-32


@helper
def draw_units(stream, b, out):
    """Do the same for a whole block of people, in single precision: 0 <= out < 1."""
    for i in range(out.size):
        s0, s1, s2, s3 = stream[b, 0, i], stream[b, 1, i], stream[b, 2, i], stream[b, 3, i]
        bits = np.uint32((np.uint64(s0) + np.uint64(s3)) & np.uint64(0xFFFFFFFF))
        out[i] = np.float32(np.int32(bits >> np.uint32(8))) * np.float32(2.0**-24)
        shifted = np.uint32(s1 << np.uint32(9))
        s2, s3 = np.uint32(s2 ^ s0), np.uint32(s3 ^ s1)
        stream[b, 0, i], stream[b, 1, i] = np.uint32(s0 ^ s3), np.uint32(s1 ^ s2)
        stream[b, 2, i] = np.uint32(s2 ^ shifted)
        stream[b, 3, i] = np.uint32(np.uint32(s3 << np.uint32(11)) | np.uint32(s3 >> np.uint32(21)))


@helper
def draw_gamma(stream, b, i, a):
    """Draw from a gamma distribution of shape a >= 1 (Marsaglia and Tsang 2000), with normals by ratio (Leva 1992)."""
    d = a - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        u = draw_unit(stream, b, i)
        v = 1.7156 * (draw_unit(stream, b, i) - 0.5)
        x, y = u - 0.449871, abs(v) + 0.386595
        q = x * x + y * (0.196 * y - 0.25472 * x)
        if q > 0.27597 and (q > 0.27846 or v * v > -4.0 * log(u) * u * u):
            continue
        normal = v / u
        cube = (1.0 + c * normal) ** 3
        if cube > 0.0:
            u = draw_unit(stream, b, i)
            if u < 1.0 - 0.0331 * normal**4 or log(u) < 0.5 * normal * normal + d * (1.0 - cube + log(cube)):
                return d * cube


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
