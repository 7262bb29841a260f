"""People on one NVIDIA GPU: their labels are drawn there and stay there."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..._bit_planes import BitPlanes
from ...errors import DeviceError
from ...words.voice import setting
from ..convergence import Convergence, check_convergence, checked_people
from ..draws import THETA_BYTES, Draws, Size
from ..model import Model
from ..posterior import Posterior
from ..samplers.gibbs_cuda import MAX_CLUSTERS, CudaGibbs
from ..settings import Run, Settings, join_refused
from .place import Place

Array = np.ndarray

# Quantiles of theta from fewer draws per chain than this would mean nothing.
_FEWEST_QUANTILES = 20


class Cuda(Place):
    """Chains and labels on a GPU, which learns phi from everybody; phi and sums of theta come back to the host."""

    def __init__(self, model: Model, run: Run, people: Array, streams: list[np.random.Generator]) -> None:
        self._model, self._checked = model, checked_people(len(people))
        sampler = CudaGibbs(model.codes, model.answers.questions, model.prior, run.label, streams, run.n_kept)
        self.sampler, self._planes = sampler, sampler.planes
        self.draws = allocate(run.size(model), run.settings.keep_theta)

    @staticmethod
    def refuse(model: Model, settings: Settings) -> None:
        """Raise an error for a model or settings that a GPU cannot sample."""
        learn_from = settings.learn_from
        n_clusters = model.prior.n_clusters
        reasons = [
            (settings.sampler != "gibbs", setting("sampler", settings.sampler), f"use {setting('sampler', 'gibbs')}"),
            (model.single, setting("membership", "single"), f"use {setting('membership', 'mixed')}"),
            (learn_from is not None and learn_from < model.n_people, f"learn_from={learn_from}", "remove learn_from"),
            (model.known is not None, "known people", f"remove {setting('known')}"),
            (model.columns.weighted, "weights of questions", "remove the weights"),
            (model.columns.slots is not None, "questions other than choices", "leave these questions out"),
            (n_clusters > MAX_CLUSTERS, f"{n_clusters} clusters", f"use at most {MAX_CLUSTERS} clusters"),
        ]
        given, remedy = join_refused(reasons)
        if given:
            raise DeviceError(
                "device='cuda' samples mixed membership by Gibbs, from everybody's answers to choices that all weigh "
                f"the same, with nobody's cluster known; got {given}. Remove device='cuda', or {remedy}."
            )

    def check(self) -> Convergence:
        """Compare the chains; only the labels of those who are checked are copied to the host."""
        draws, people, planes = self.draws, self._checked, self._planes
        codes = planes.pick(people, planes.n_draws)[:, planes.slots]
        z = codes.T.reshape(*draws.log_likelihood.shape, len(people))
        seen = replace(draws, z=z, theta=draws.theta[:, :, people] if draws.keeps_theta else draws.theta)
        names = self._model.answers.names
        some = tuple(names[n] for n in people)
        return check_convergence(seen, self._model.prior, self._model.survey, some, n_people=len(names))

    def posterior(self, **about: Any) -> Posterior:
        """Return the posterior, whose labels stay on the GPU."""
        mean = self.draws.theta_sum.mean(axis=0) / self.draws.n_summed
        return CudaPosterior.from_draws(self.draws, planes=self._planes, theta_mean=mean, **about)


def allocate(size: Size, keep_theta: bool | None) -> Draws:
    """Return arrays on the host for phi, sums of theta, and theta if it is kept."""
    stride = size.stride(keep_theta)
    per_draw = size.chains * size.people * size.clusters * 8
    few = not keep_theta and stride > 1 and _FEWEST_QUANTILES * per_draw > THETA_BYTES
    draws = replace(size, people=0).allocate(stride)
    n_kept = 0 if few else -(-size.draws // stride)
    draws.theta = np.zeros((size.chains, n_kept, size.people, size.clusters))
    draws.theta_sum = np.zeros((size.chains, size.people, size.clusters), np.float32)
    return draws


class CudaPosterior(Posterior):
    """A posterior whose labels lie on a GPU, in ``planes``; ``z`` copies them to the host when it is first read."""

    planes: BitPlanes

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @cached_property
    def z(self) -> Array:
        """(chain, draw, N) everybody's cluster, on the host."""
        codes = self.planes.pick(np.arange(self.n_people), self.planes.n_draws)[:, self.planes.slots]
        return np.ascontiguousarray(codes.T).reshape(self._shape)

    @property
    def _shape(self) -> tuple[int, ...]:
        return (*self.log_likelihood.shape, self.planes.n_people)
