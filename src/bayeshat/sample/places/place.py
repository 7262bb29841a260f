"""What a place is: where chains run and labels lie, for people whose answers are in this machine's memory."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from ...options import Progress, choose_evenly
from ...survey.spec import Survey
from ...words.message import Message
from ..convergence import Convergence
from ..draws import Draws
from ..house_sizes import totals_notes
from ..model import Model
from ..posterior import Posterior
from ..predict import leave_out, pointwise_log_likelihood
from ..samplers.sampler import Sampler
from ..schedule import Report, sample_rounds
from ..settings import Run, Settings, choose_people

Array = np.ndarray

# Sweeps of tuning, and then draws, of the chains that try a model with an answering style and one without.
_TRIED = 200
# What the sum of the differences of log densities must be, at least. With few people its standard error is too small.
_LEAST_GAIN = 10.0
# Number of people that they are tried on, at most.
_TRIED_PEOPLE = 1000


class Place(ABC):
    """Chains and labels of one model.

    Parameters
    ----------
    model, run
        What is sampled from, and how.
    people
        (M,) those that phi is learned from.
    streams
        One random generator per chain.
    """

    draws: Draws  # that the sampler fills
    sampler: Sampler  # of all chains

    @abstractmethod
    def __init__(self, model: Model, run: Run, people: Array, streams: list[np.random.Generator]) -> None: ...

    @staticmethod
    @abstractmethod
    def refuse(model: Model, settings: Settings) -> None:
        """Raise an error, with the remedy, for whatever cannot be sampled here."""

    @abstractmethod
    def check(self) -> Convergence:
        """Compare the chains."""

    def label_rest(self, rng: np.random.Generator, report: Report) -> None:  # noqa: B027
        """Draw the labels of those that phi was not learned from; by default there is nobody else."""

    @abstractmethod
    def posterior(self, **about: Any) -> Posterior:
        """Return the posterior."""

    @classmethod
    def fit(
        cls,
        survey: Survey,
        answers: Any,
        settings: Settings,
        rng: np.random.Generator,
        progress: bool | Progress,
        **about: Any,
    ) -> Posterior:
        """Sample until the chains agree or the schedule ends, then draw everybody's labels.

        ``about`` are further arguments of `Model.read`.
        """
        return cls.sample(Model.read(survey, answers, **about), settings, rng, progress)

    @classmethod
    def sample(
        cls,
        model: Model,
        settings: Settings,
        rng: np.random.Generator,
        progress: bool | Progress,
        *notes: Message,
    ) -> Posterior:
        """Sample from a checked model; further notes are added to the status."""
        began = time.perf_counter()
        cls.refuse(model, settings)
        if model.plain is not None and not cls._needs_style(model, settings):
            model = model.plain
        return cls._sample(model, settings, rng, progress, began, *notes)

    @classmethod
    def _needs_style(cls, model: Model, settings: Settings) -> bool:
        """Say whether people's answers are predicted better with an answering style, by short chains of some people.

        Answers of one person at a time are left out. The sum of the differences of their log densities must be large,
        and larger than twice its standard error: without a style, clusters may differ in how high they rate. Both
        models have the same prior of spreads. With the looser one that is used without a style, many clusters predict
        answers as well as a style does, and it would not be found.
        """
        model = model.of(choose_evenly(model.n_people, _TRIED_PEOPLE))
        short = Settings(chains=2, tune=_TRIED, draws=_TRIED, max_draws=_TRIED, threads=settings.threads)
        found = []
        for tried in (model, model.without_style()):
            posterior = cls._sample(tried, short, np.random.default_rng(0), False, 0.0)
            log_likelihood = pointwise_log_likelihood(posterior, 1)
            found.append(leave_out(log_likelihood.reshape(-1, model.n_people)))
        gains = found[0] - found[1]
        return bool(gains.sum() > max(_LEAST_GAIN, 2 * np.sqrt(len(gains)) * gains.std()))

    @classmethod
    def _sample(
        cls,
        model: Model,
        settings: Settings,
        rng: np.random.Generator,
        progress: bool | Progress,
        began: float,
        *notes: Message,
    ) -> Posterior:
        """Do so for a model that has been chosen."""
        run = Run.read(model, settings)
        people = choose_people(rng, run.n_people, run.n_learned, model.known)
        streams = [np.random.default_rng(int(seed)) for seed in rng.integers(2**63, size=run.chains)]
        place = cls(model, run, people, streams)
        report = Report(progress, run.chains)
        if run.learns_part:
            report.plan(run.n_kept * run.n_people // run.n_learned, "")
        status = sample_rounds(place.sampler, place.draws, report, run.schedule, place.check)
        place.label_rest(rng, report)
        report.finish()
        told = (*totals_notes(model.prior, model.survey.cluster_names), *run.notes(model), *notes)
        return place.posterior(
            prior=model.prior,
            survey=model.survey,
            answers=model.answers,
            membership=model.membership,
            label=run.label,
            sampler=settings.sampler,
            known=model.known,
            totals=model.prior.totals,
            status=status.with_notes(*told),
            seconds=time.perf_counter() - began,
        )
