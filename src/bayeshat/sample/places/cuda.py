"""People on one NVIDIA GPU: their labels are drawn there and stay there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..._bit_planes import BitPlanes, check_device_memory
from ..._cuda import has_gpu, load_cupy, to_host
from ...errors import DeviceError
from ...options import Progress
from ...survey.spec import Survey
from ...words.message import Message
from ...words.voice import setting
from ..convergence import Convergence, check_convergence, checked_people
from ..draws import THETA_BYTES, Draws, Size
from ..model import Model
from ..posterior import HIGH, LOW, Posterior
from ..samplers.gibbs_cuda import MAX_CLUSTERS, CudaAnswers, CudaGibbs, label_everybody
from ..schedule import Report
from ..settings import Run, Settings, join_refused
from .place import Place
from .threads import Threads

Array = np.ndarray

# Quantiles of theta from fewer draws per chain than this would mean nothing.
_FEWEST_QUANTILES = 20
# With device="auto", fewer people than this are sampled on the CPU.
FEWEST_PEOPLE = 1000
# Numbers that are sorted at a time for quantiles.
_SORTED_NUMBERS = 1 << 28


class Cuda(Place):
    """Chains and labels on a GPU; phi may be learned from some of the people."""

    def __init__(self, model: Model, run: Run, people: Array, streams: list[np.random.Generator]) -> None:
        self._model, self._run = model, run
        known = None if model.known is None else model.known[people]
        size = run.size(model, learned=run.learns_part)
        # If others' labels are drawn later, theta only serves to compare the chains.
        keep_theta = run.settings.keep_theta if not run.learns_part else None if size.stride(None) == 1 else False
        codes = model.codes[people] if run.learns_part else model.codes
        answers = self._pack(np.full_like(codes, -1) if run.taught else codes, known)
        self.draws: CudaStore = CudaStore.allocate(size, keep_theta, run.learns_part)
        self.sampler = CudaGibbs(answers, streams, self.draws.planes, known)
        self._checked = checked_people(len(people))
        self._names = tuple(model.answers.names[n] for n in people[self._checked].tolist())

    def _pack(self, codes: Array, known: Array | None) -> CudaAnswers:
        model = self._model
        return CudaAnswers(codes, model.columns, model.prior, self._run.label, known, single=model.single)

    @staticmethod
    def refuse(model: Model, settings: Settings) -> None:
        """Raise an error for a model or settings that a GPU cannot sample."""
        n_clusters = model.prior.n_clusters
        reasons = [
            (settings.sampler != "gibbs", setting("sampler", settings.sampler), f"use {setting('sampler', 'gibbs')}"),
            (model.prior.totals is not None, setting("totals"), f"remove {setting('totals')}"),
            (
                model.corrections is not None,
                "corrections that known people have taught",
                "leave them out of the survey",
            ),
            (model.columns.slots is not None, "questions other than choices", "leave these questions out"),
            (bool(model.prior.favoured.any()), "a prior whose shape is learned", 'state prior = "flat"'),
            (n_clusters > MAX_CLUSTERS, f"{n_clusters} clusters", f"use at most {MAX_CLUSTERS} clusters"),
        ]
        given, remedy = join_refused(reasons)
        if given:
            raise DeviceError(
                "device='cuda' samples by Gibbs, from answers to choices with a stated prior; got "
                f"{given}. Use device='auto', or {remedy}."
            )

    def check(self) -> Convergence:
        """Compare the chains; only labels and memberships of those who are checked are copied to the host."""
        draws, people = self.draws, self._checked
        model, n_people = self._model, draws.planes.n_people
        return check_convergence(
            draws.on_host(people), model.prior, model.survey, self._names, n_people, self._run.threads
        )

    def label_rest(self, rng: np.random.Generator, report: Report) -> None:
        """Draw everybody's labels, if phi was learned from some of the people."""
        model, run = self._model, self._run
        if run.learns_part:
            report.plan(0, Message("progress-everybody"))
            scale = run.n_people / run.n_learned
            phi, shares = self.draws.phi, self.draws.weights
            # The memory of those that phi was learned from is free from here on.
            del self.sampler
            self.draws = CudaStore.allocate(run.size(model), run.settings.keep_theta)
            answers = self._pack(model.codes, model.known)
            seed = int(rng.integers(2**63))
            about = (answers, phi, shares, self.draws, self.draws.planes, seed)
            label_everybody(*about, lambda done: report.tell(scale * done))

    def posterior(self, **about: Any) -> Posterior:
        """Return the posterior, whose labels stay on the GPU."""
        draws = self.draws
        low, high = draws.quantiles()
        values = {
            "phi": draws.phi,
            "theta": draws.on_host(None).theta if draws.keeps_theta else None,
            "theta_mean": draws.theta_mean(),
            "theta_low": low,
            "theta_high": high,
            "log_likelihood": draws.log_likelihood,
            "weights": draws.weights,
            "planes": draws.planes,
        }
        return CudaPosterior.with_prior(**values | about)


def fit_where_faster(
    survey: Survey, answers: Any, settings: Settings, rng: np.random.Generator, progress: bool | Progress, **about: Any
) -> Posterior:
    """Sample on a GPU where there is one and that is faster, else in threads; a note says what a GPU cannot sample."""
    model = Model.read(survey, answers, **about)
    notes: tuple[Message, ...] = ()
    if model.n_people >= FEWEST_PEOPLE and has_gpu():
        try:
            Cuda.refuse(model, settings)
        except DeviceError:
            notes = (Message("sampled_on_cpu", Message("sampling-on-cpu", most=MAX_CLUSTERS)),)
        else:
            return Cuda.sample(model, settings, rng, progress)
    return Threads.sample(model, settings, rng, progress, *notes)


@dataclass(eq=False, kw_only=True)
class CudaStore(Draws):
    """Draws whose labels, theta and sums of theta are on a GPU.

    Attributes
    ----------
    planes
        Everybody's labels; ``z`` is empty.
    """

    planes: BitPlanes

    @classmethod
    def allocate(cls, size: Size, keep_theta: bool | None, checks_only: bool = False) -> CudaStore:
        """Return empty arrays of these dimensions; if they only serve to compare chains, theta may be left out."""
        xp, stride = load_cupy(), size.stride(keep_theta)
        n_chains, n_draws, n_people, n_clusters = size.chains, size.draws, size.people, size.clusters
        few = not keep_theta and stride > 1 and _FEWEST_QUANTILES * n_chains * n_people * n_clusters * 8 > THETA_BYTES
        n_kept = 0 if few or (checks_only and stride > 1) else -(-n_draws // stride)
        numbers = n_chains * (n_kept + 1) * n_people * n_clusters
        check_device_memory(4 * numbers, f"memberships of {n_people} people", xp)
        host = replace(size, people=0).allocate(stride)
        return cls(
            z=host.z,
            phi=host.phi,
            theta=xp.zeros((n_chains, n_kept, n_people, n_clusters), np.float32),
            theta_sum=xp.zeros((n_chains, n_people, n_clusters), np.float32),
            weights=host.weights,
            log_likelihood=host.log_likelihood,
            stride=stride,
            planes=BitPlanes.empty(n_people, n_chains * n_draws, n_clusters),
        )

    def keep(self, which: Array) -> None:
        """Keep some draws of every chain, in order, and make room for others after them."""
        super().keep(which)
        slots, words = self.planes.slots.reshape(self.log_likelihood.shape), self.planes.words
        for row, old in enumerate(which.tolist()):
            for own in slots:
                words[:, own[row]] = words[:, own[old]]

    def on_host(self, people: Array | None) -> Draws:
        """Return the draws of some people, or of everybody without their labels, in the host's memory."""
        n_chains, n_draws = self.log_likelihood.shape
        z, theta = self.z, self.theta
        if people is not None:
            codes = self.planes.pick(people, self.planes.n_draws)[:, self.planes.slots]
            z = codes.T.reshape(n_chains, n_draws, len(people))
            theta = theta[:, :, people]
        theta = to_host(theta).astype(float) if self.keeps_theta else np.empty(0)
        if theta.size:
            theta /= theta.sum(axis=-1, keepdims=True)  # single precision leaves them a little off
        values = (self.phi, theta, np.empty(0), self.weights, self.log_likelihood, self.stride)
        return Draws(z, *values)

    def theta_mean(self) -> Array:
        """Return (N, K) posterior means of theta."""
        if self.keeps_theta:
            return to_host(self.theta.mean(axis=(0, 1), dtype=float))
        return to_host(self.theta_sum.sum(axis=0)).astype(float) / (len(self.theta_sum) * self.n_summed)

    def quantiles(self) -> tuple[Array, Array]:
        """Return the lower and upper quantiles of theta over all draws, (N, K) each; NaN if none was kept."""
        xp, shape = load_cupy(), self.theta_sum.shape[1:]
        if not self.theta.size:
            unknown = np.broadcast_to(np.float64(np.nan), shape)
            return unknown, unknown
        flat = self.theta.reshape(-1, *shape)
        step = max(1, _SORTED_NUMBERS // (len(flat) * shape[1]))
        blocks = [
            to_host(xp.quantile(flat[:, first : first + step], xp.asarray([LOW, HIGH]), axis=0))
            for first in range(0, shape[0], step)
        ]
        low, high = np.concatenate(blocks, axis=1).astype(float)
        return low, high


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
