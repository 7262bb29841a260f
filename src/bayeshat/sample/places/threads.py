"""People in this machine's memory, sampled in threads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import InputError, ModelError
from ...model.columns import with_known_numbers
from ...words.message import Message
from ...words.voice import setting
from ..convergence import Convergence, check_convergence
from ..corrected import label_corrected
from ..model import Model
from ..posterior import Posterior
from ..samplers.label_everybody import label_everybody
from ..samplers.table import find_sampler
from ..schedule import Report
from ..settings import Run, Settings
from .place import Place

Array = np.ndarray


class Threads(Place):
    """Chains and labels in this machine's memory; phi may be learned from some of the people."""

    def __init__(self, model: Model, run: Run, people: Array, streams: list[np.random.Generator]) -> None:
        self._model, self._run = model, run
        size = run.size(model)
        stride, dominant = size.stride(run.settings.keep_theta), run.label == "dominant"
        size.check(stride)
        self._everybody = self.draws = size.allocate(stride, dominant)
        if run.learns_part:
            part = run.size(model, learned=True)
            # Their theta only serves to compare the chains, for which it is kept whole or not at all.
            self.draws = part.allocate(1 if part.stride(None) == 1 else run.n_sampled, dominant)
        self._names = tuple(model.answers.names[n] for n in people.tolist())
        known = None if model.known is None else model.known[people]
        prior = model.prior
        if model.single:
            prior = with_known_numbers(prior, model.codes, model.columns, model.known)
        build = find_sampler(run.settings.sampler).build
        codes = np.full_like(model.codes[people], -1) if run.taught else model.codes[people]
        self.sampler = build(codes, prior, model.membership, streams, run.threads, model.columns, known)

    @staticmethod
    def refuse(model: Model, settings: Settings) -> None:
        """Raise an error for settings that do not go together."""
        totals = model.prior.totals is not None
        if totals and settings.sampler != "gibbs":
            raise ModelError(
                f"{setting('totals')} must go with Gibbs sampling; got {setting('sampler', settings.sampler)}. Use "
                f"{setting('sampler', 'gibbs')}, or give {setting('size_prior')} instead of {setting('totals')}."
            )
        if settings.learn_from is not None and (totals or find_sampler(settings.sampler).at_once):
            why = setting("totals") if totals else setting("sampler", settings.sampler)
            raise InputError(
                f"learn_from must be left out with {why}, which needs everybody at once; got {settings.learn_from}. "
                "Remove learn_from."
            )

    def check(self) -> Convergence:
        """Compare the chains."""
        model = self._model
        return check_convergence(self.draws, model.prior, model.survey, self._names, threads=self._run.threads)

    def label_rest(self, rng: np.random.Generator, report: Report) -> None:
        """Draw everybody's labels, if phi was learned from some of the people."""
        model, run, everybody = self._model, self._run, self._everybody
        if run.learns_part:
            report.plan(0, Message("progress-everybody"))
            scale = run.n_people / run.n_learned
            label_everybody(
                model.codes,
                model.prior,
                model.columns,
                self.draws.phi,
                self.draws.weights,
                everybody,
                int(rng.integers(2**63)),
                threads=run.threads,
                tell=lambda done: report.tell(scale * done),
                known=model.known,
                style=self.draws.style,
            )
        if model.corrections is not None:
            report.plan(0, Message("progress-everybody"))
            about = (
                np.asarray(model.answers.codes),
                model.columns,
                model.corrections,
                everybody,
                int(rng.integers(2**63)),
            )
            label_corrected(*about, threads=run.threads, known=model.known)
        if model.known is not None and run.label == "drawn":
            # Under mixed membership too, the known cluster is the label that was drawn from a person's memberships.
            there = model.known >= 0
            everybody.z[:, :, there] = model.known[there]

    def posterior(self, **about: Any) -> Posterior:
        """Return the posterior."""
        return Posterior.from_draws(self._everybody, z=self._everybody.z, **about)
