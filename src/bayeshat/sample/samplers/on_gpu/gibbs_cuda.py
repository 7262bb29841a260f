"""The Gibbs sampler on one GPU: everybody's labels there, phi on the host in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...._bit_planes import BitPlanes, check_device_memory
from ...._cuda import load_cupy
from ....errors import DeviceError
from ....model.prior import Prior
from ._gibbs_cuda import BLOCKS, Launcher, Layout

Array = np.ndarray

MAX_CLUSTERS = 16
# People whose answers travel to the device at a time.
_BLOCK = 1 << 22
# No probability of an answer is below this, so that products of single precision do not vanish.
_TINY = 1e-30
# Share of phi's draws that mirror the one before, and the shape of a gamma below which none does.
_MIRRORED, _VERY_SMALL = 0.5, 0.05


class DeviceAnswers:
    """Everybody's answers, packed on a device.

    Parameters
    ----------
    codes, questions
        (N, C) answers, on the host or on the device, -1 for none, and (C,) the question of each column.
    prior
        The priors; one membership prior for everybody.
    label
        "dominant" or "drawn".
    """

    def __init__(self, codes: Any, questions: Array, prior: Prior, label: str = "dominant") -> None:
        if prior.n_clusters > MAX_CLUSTERS or prior.membership_prior.ndim != 1:
            raise DeviceError(
                f"device='cuda' samples up to {MAX_CLUSTERS} clusters, with one membership prior for everybody; got "
                f"{prior.n_clusters} clusters and a prior of shape {prior.membership_prior.shape}. Leave device out."
            )
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
        """Copy an array from the device."""
        return np.asarray(values) if self.xp is np else self.xp.asnumpy(values)


class DeviceChain:
    r"""One chain of partially collapsed Gibbs sampling, mixed membership.

    .. math:: P(w_{nc} = k) \propto (\alpha_k + \#\{c' \ne c: w_{nc'} = k\})\,\phi_{k,q_c,x_{nc}}

    for everybody on the device, then φ given the counts of labels and answers on the host. A draw that is kept adds θ
    given w, and the label, drawn from θ or its largest entry.

    Parameters
    ----------
    answers
        Everybody's answers.
    rng
        The chain's generator; the device's numbers depend on a key drawn from it.
    phi
        (K, Q, V) where to start; by default a draw from the prior.
    """

    def __init__(self, answers: DeviceAnswers, rng: np.random.Generator, phi: Array | None = None) -> None:
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
        """Draw everybody's labels given phi, and phi given these; the first time phi is as it was set."""
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
        """Store everybody's label in a place of the planes; return phi (K, Q, V) and the log likelihood.

        ``theta`` (N, K), an array on the device, gets the memberships.
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
        """Copy phi to the device, (Q, V, K), K rounded up to a multiple of four."""
        n_questions, n_options, n_clusters = self.phi.shape
        wide = np.zeros((n_questions, n_options, -(-n_clusters // 4) * 4), np.float32)
        wide[:, :, :n_clusters] = np.maximum(self.phi, _TINY)
        return self.answers.xp.asarray(wide)

    def _renew_phi(self) -> None:
        """Draw phi given the counts; at random, for half of the clusters and questions, mirror it."""
        new = self._new_phi()
        mirrored = mirror_dirichlet(self.rng, self.prior + self.counts, self.used, self.phi)
        self.phi = np.where(self.rng.random((len(new), 1, new.shape[2])) < _MIRRORED, mirrored, new)

    def _new_phi(self) -> Array:
        return draw_dirichlet(self.rng, self.prior + self.counts, self.used)


def draw_dirichlet(rng: np.random.Generator, shape: Array, used: Array) -> Array:
    """Draw from Dirichlet distributions along the second axis, (Q, V, K), as logarithms of gammas."""
    shape = np.where(used, shape, 1.0)
    logs = np.log(rng.standard_gamma(shape + 1.0)) - rng.standard_exponential(shape.shape) / shape
    logs = np.where(used, logs, -np.inf)
    drawn = np.exp(logs - logs.max(axis=1, keepdims=True))
    return drawn / drawn.sum(axis=1, keepdims=True)


def mirror_dirichlet(rng: np.random.Generator, shape: Array, used: Array, old: Array) -> Array:
    """Move draws from Dirichlet distributions to the other side of them, as the CPU's sampler does.

    With s ~ Gamma(sum of the shapes), g = s out are independent gammas, and y = (g / a)^(1/3) is nearly normal about
    1 - 1 / (9 a) (Wilson and Hilferty 1931). Each y is mirrored there, with a Metropolis test that makes it exact.
    Shapes below 1 are drawn anew; if one is very small, all are.
    """
    a = np.where(used, shape, 1.0)
    fresh = np.log(rng.standard_gamma(a + 1.0)) - rng.standard_exponential(a.shape) / a
    scale = rng.standard_gamma((a * used).sum(axis=1, keepdims=True))
    gamma = np.maximum(old * scale, 1e-300)
    y = np.cbrt(gamma / a)
    other = np.maximum(2.0 - 2.0 / (9.0 * a) - y, 1e-300)
    gain = (3.0 * a - 1.0) * np.log(other / y) - a * (other**3 - y**3)
    moved = np.where(gain > -rng.standard_exponential(a.shape), a * other**3, gamma)
    small = (np.where(used, shape, np.inf) < _VERY_SMALL).any(axis=1, keepdims=True)
    logs = np.where((a < 1.0) | small, fresh, np.log(np.maximum(moved, 1e-300)))
    logs = np.where(used, logs, -np.inf)
    drawn = np.exp(logs - logs.max(axis=1, keepdims=True))
    return drawn / drawn.sum(axis=1, keepdims=True)
