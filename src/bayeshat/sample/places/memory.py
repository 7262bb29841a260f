"""Sampling people whose answers are in this machine's memory, in threads or on a GPU."""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np

from ..._cuda import check_device
from ...options import Progress
from ..convergence import Convergence
from ..draws import Draws
from ..house_sizes import totals_notes
from ..model import Model
from ..posterior import Posterior
from ..samplers.sampler import Sampler
from ..schedule import Report, sample_rounds
from ..settings import Run, Settings, choose_people
from .cuda import Cuda
from .threads import Threads


class Place(Protocol):
    """Where chains run and labels lie."""

    draws: Draws  # that the sampler fills

    @property
    def sampler(self) -> Sampler:
        """The sampler of all chains."""

    @staticmethod
    def refuse(model: Model, settings: Settings) -> None:
        """Raise an error, with the remedy, for whatever cannot be sampled here."""

    def check(self) -> Convergence:
        """Compare the chains."""

    def label_rest(self, rng: np.random.Generator, report: Report) -> None:
        """Draw the labels of those whom phi was not learned from."""

    def posterior(self, **about: Any) -> Posterior:
        """Return the posterior."""


# The place for each value of ``device``.
PLACES: dict[str, type[Threads] | type[Cuda]] = {"cpu": Threads, "cuda": Cuda}


def sample_in_memory(
    model: Model, settings: Settings, rng: np.random.Generator, progress: bool | Progress = False
) -> Posterior:
    """Sample until the chains agree or the schedule ends, then draw everybody's labels."""
    began = time.perf_counter()
    kind = PLACES[check_device(settings.device)]
    kind.refuse(model, settings)
    run = Run.read(model, settings)
    people = choose_people(rng, run.n_people, run.n_learned, model.known)
    streams = [np.random.default_rng(int(seed)) for seed in rng.integers(2**63, size=run.chains)]
    place: Place = kind(model, run, people, streams)
    report = Report(progress, run.chains)
    if run.learns_part:
        report.plan(run.n_kept * run.n_people // run.n_learned, "")
    status = sample_rounds(place.sampler, place.draws, report, run.schedule, place.check)
    place.label_rest(rng, report)
    report.finish()
    return place.posterior(
        prior=model.prior,
        survey=model.survey,
        answers=model.answers,
        membership=model.membership,
        label=run.label,
        sampler=settings.sampler,
        known=model.known,
        totals=model.prior.totals,
        status=status.with_notes(*totals_notes(model.prior, model.survey.cluster_names), *run.notes(model.n_known)),
        seconds=time.perf_counter() - began,
    )
