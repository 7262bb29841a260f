"""``fit`` on one GPU: chains whose labels stay there, and the posterior that they leave."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...._bit_planes import BitPlanes
from ....model.prior import Prior
from ...draws.convergence import Convergence, check_convergence, checked_people
from ...draws.posterior import Posterior, quantiles
from ...draws.store import THETA_BYTES, Draws, Size
from ..gibbs import Gibbs
from ..sampler_table import Info, Tell
from .gibbs_cuda import DeviceAnswers, DeviceChain

if TYPE_CHECKING:
    from ....survey.spec import Survey

Array = np.ndarray

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
        self.codes, self.questions, self.prior = codes, questions, prior
        self.answers = DeviceAnswers(codes, questions, prior, label)
        self.generators, self.n_draws, self.people = generators, n_draws, checked_people(len(codes))
        self.planes = BitPlanes.empty(len(codes), len(generators) * n_draws, prior.n_clusters)

    def init(self, sweeps: int, tell: Tell) -> list[DeviceChain]:
        """Start every chain from phi that the CPU's sampler reaches with some people of its own, and let it settle."""
        chains = [DeviceChain(self.answers, rng, self._start(rng)) for rng in self.generators]
        for chain in chains:
            for _ in range(sweeps):
                chain.sweep()
                tell(1)
        return chains

    def step(self, state: list[DeviceChain], draws: Draws, thin: int, tell: Tell) -> tuple[list[DeviceChain], Info]:
        """Fill all draws of every chain, each after ``thin`` sweeps."""
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
        return few.init(_PART_SWEEPS, lambda _: None).chains[0].phi.transpose(2, 0, 1)

    def check(self, draws: Draws, survey: Survey, names: tuple[str, ...]) -> Convergence:
        """Compare the chains, by the people who are checked alone."""
        shape = (len(self.generators), self.n_draws, len(self.people))
        codes = self.planes.pick(self.people, self.planes.n_draws)[:, self.planes.slots]
        theta = draws.theta[:, :, self.people] if draws.keeps_theta else np.zeros((1, 1, 1, draws.phi.shape[2]))
        seen = replace(draws, z=codes.T.reshape(shape), theta=theta)
        some = tuple(names[n] for n in self.people)
        status = check_convergence(seen, self.prior, survey, some)
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

    def on_host(self) -> Posterior:
        """Return the same posterior with the labels in the host's memory."""
        return Posterior(**{field.name: getattr(self, field.name) for field in fields(Posterior)})

    def select(self, people: Array) -> Posterior:
        """Return the posterior of some people, on the host; see ``Posterior.select``."""
        return self.on_host().select(people)

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
