"""``fit`` on one GPU: chains whose labels stay there, and the posterior that they leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .._bit_planes import BitPlanes
from ..model.prior import Prior
from .convergence import Convergence, check_convergence, checked_people
from .gibbs import Gibbs
from .gibbs_cuda import DeviceAnswers, DeviceChain
from .posterior import Posterior, quantiles
from .store import THETA_BYTES, Draws, Size

if TYPE_CHECKING:
    from ..survey.spec import Survey

Array = np.ndarray
Tell = Callable[[int], None]

# A chain starts from phi that the CPU's sampler reaches with so many people, of its own, in so many sweeps.
_PART, _PART_SWEEPS = 3000, 200
# Quantiles of theta from fewer draws per chain than this would mean nothing.
_FEWEST_QUANTILES = 20


class DeviceGibbs:
    """The Gibbs sampler's chains on a GPU, one after the other; a sampler as ``fit`` knows them.

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
        answers = DeviceAnswers(codes, questions, prior, label)
        self.n_draws, self.people = n_draws, checked_people(len(codes))
        self.planes = BitPlanes.empty(len(codes), len(generators) * n_draws, prior.n_clusters)
        self.chains = [DeviceChain(answers, rng, _start(codes, questions, prior, rng)) for rng in generators]

    def tune(self, sweeps: int, draws: Draws, tell: Tell) -> None:  # noqa: ARG002 (the protocol's)
        """Make sweeps that are not kept."""
        for chain in self.chains:
            for _ in range(sweeps):
                chain.sweep()
                tell(1)

    def collect(self, draws: Draws, first: int, last: int, thin: int, tell: Tell) -> None:
        """Fill draws ``first`` to ``last`` of every chain, each after ``thin`` sweeps."""
        slots = self.planes.slots
        for c, chain in enumerate(self.chains):
            xp = chain.answers.xp
            theta = xp.zeros((chain.answers.n_people, draws.theta.shape[3]), np.float32) if draws.theta.size else None
            for d in range(first, last):
                for _ in range(thin):
                    chain.sweep()
                keep = theta if d % draws.stride == 0 else None
                draws.phi[c, d], draws.log_likelihood[c, d] = chain.keep(
                    self.planes, int(slots[c * self.n_draws + d]), keep
                )
                if keep is not None:
                    draws.theta[c, d // draws.stride] = chain.answers.to_host(keep)
                tell(thin)
            draws.theta_sum[c] += chain.take_sums()
        draws.n_summed += last - first

    def check(self, draws: Draws, survey: Survey, names: tuple[str, ...]) -> Convergence:
        """Compare the chains, by the people who are checked alone."""
        shape = (len(self.chains), self.n_draws, len(self.people))
        codes = self.planes.pick(self.people, self.planes.n_draws)[:, self.planes.slots]
        theta = draws.theta[:, :, self.people] if draws.keeps_theta else np.zeros((1, 1, 1, draws.phi.shape[2]))
        seen = replace(draws, z=codes.T.reshape(shape), theta=theta)
        some = tuple(names[n] for n in self.people)
        status = check_convergence(seen, self.chains[0].answers.prior, survey, some)
        if len(some) == len(names):
            return status
        looked = f"Checked for {len(some)} of the {len(names)} people, evenly spread."
        return replace(status, message=f"{status.message} {looked}")

    def make_store(self, size: Size, keep_theta: bool | None, dominant: bool) -> Draws:
        """Return arrays on the host for what comes back: phi, sums of theta, and theta if it is kept."""
        stride = size.stride(keep_theta)
        per_draw = size.chains * size.people * size.clusters * 8
        few = not keep_theta and stride > 1 and _FEWEST_QUANTILES * per_draw > THETA_BYTES
        store = replace(size, people=0).allocate(stride, dominant)
        n_kept = 0 if few else -(-size.draws // stride)
        store.theta = np.zeros((size.chains, n_kept, size.people, size.clusters))
        store.theta_sum = np.zeros((size.chains, size.people, size.clusters), np.float32)
        return store


def _start(codes: Array, questions: Array, prior: Prior, rng: np.random.Generator) -> Array:
    """Return phi (K, Q, V) that the CPU's sampler reaches with some of the people."""
    part = codes[np.sort(rng.choice(len(codes), _PART, replace=False))] if len(codes) > _PART else codes
    size = Size(1, 1, len(part), prior.n_clusters, prior.n_questions, prior.answer_prior.shape[2], False)
    few, store = Gibbs(np.asarray(part), prior, "mixed", [rng], 1, questions), size.allocate(1)
    few.tune(_PART_SWEEPS, store, lambda _: None)
    few.collect(store, 0, 1, 1, lambda _: None)
    return store.phi[0, 0]


class DevicePosterior(Posterior):
    """A posterior whose labels lie on a GPU; ``z`` copies them to the host when it is first read.

    Parameters
    ----------
    planes
        The labels, all chains' draws one after the other.
    draws
        What came back to the host. Where theta was not kept, its quantiles are NaN.
    **about
        The other attributes of a posterior.
    """

    planes: BitPlanes

    def __init__(self, planes: BitPlanes, draws: Draws, **about: Any) -> None:
        mean = draws.theta_sum.mean(axis=0) / draws.n_summed
        unknown = np.broadcast_to(np.float64(np.nan), mean.shape)
        low, high = quantiles(draws.theta) if draws.theta.size else (unknown, unknown)
        values = {"theta": draws.theta if draws.theta.size and draws.keeps_theta else None, "theta_mean": mean}
        values |= {"theta_low": low, "theta_high": high, "phi": draws.phi, "log_likelihood": draws.log_likelihood}
        for name, value in (values | {"planes": planes, "weights": None} | about).items():
            object.__setattr__(self, name, value)

    @cached_property
    def z(self) -> Array:
        """(chain, draw, N) everybody's cluster, on the host."""
        codes = self.planes.pick(np.arange(self.planes.n_people), self.planes.n_draws)[:, self.planes.slots]
        return np.ascontiguousarray(codes.T).reshape(*self.phi.shape[:2], -1)

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.planes.n_people)

    @property
    def n_chains(self) -> int:
        """Number of chains."""
        return int(self.phi.shape[0])

    @property
    def n_draws(self) -> int:
        """Number of kept draws per chain."""
        return int(self.phi.shape[1])
