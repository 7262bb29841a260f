"""The paper's simulations: what it draws, how it samples, and how it decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..engine.decide import decide, decide_path
from ..engine.decision import Decision
from ..model.simulate import Simulation, simulate
from ..sample.fit import fit
from ..sample.posterior import Posterior
from ..survey.spec import Survey

# All of the paper's choices are stated here, so that they stay when defaults elsewhere change.
SAMPLING: dict[str, Any] = {
    "membership": "mixed",
    "label": "drawn",
    "chains": 4,
    "draws": 1000,
    "keep_theta": True,
    "threads": 1,
}
PSEUDOCOUNT = 0.1
SIZE_WEIGHT = 1.0
DECIDING: dict[str, Any] = {"loss": "vi", "labels": "free", "pseudocount": PSEUDOCOUNT, "threads": 1}

# The paper tries one weight of the size term; these show what others do.
SIZE_WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 3.0)


@dataclass(frozen=True)
class Design:
    """One of the paper's simulations.

    Attributes
    ----------
    name, survey
        Its name, and that of the packaged survey.
    sizes
        People in each true cluster.
    target
        The group sizes that decisions are given.
    number
        Keeps its random streams apart from those of the other designs.
    """

    name: str
    survey: str
    sizes: tuple[int, ...]
    target: Any
    number: int


DESIGNS = (
    Design("even", "simulation-even", (7, 7, 6), "balanced", 0),
    Design("uneven", "simulation-uneven", (8, 7, 5), (8, 7, 5), 1),
)
# The paper's answers are not public. These are simulated, with as many people of each house as it finds dominant.
HOUSES = Design("houses", "hogwarts", (2, 1, 9, 9), "balanced", 2)

# The ways to decide that are compared: settings of ``decide``. VI alone has no target.
RULES = {
    "vi": {"loss": "vi", "labels": "free"},
    "fixed": {"loss": "vi", "labels": "fixed"},
    "free": {"loss": "vi", "labels": "free"},
    "placement": {"loss": "placement", "labels": "fixed"},
}
# The decisions measured. The label-fixed one is measured twice: with its own numbering, and renamed by the posterior.
DECISIONS = {
    "vi": "VI alone",
    "fixed": "VI + sizes, label-fixed, as decided",
    "fixed_identified": "VI + sizes, label-fixed, identified",
    "free": "VI + sizes, label-free, identified",
    "placement": "Placement + sizes",
}
# A person's label is one draw from theta, as in the paper, or the cluster with the largest theta.
LABELS = {"drawn": "drawn (paper)", "dominant": "dominant"}


@dataclass(frozen=True, eq=False)
class DataSet:
    """Simulated answers, and the survey with the prior that the sampler is given.

    Attributes
    ----------
    design
        The simulation that it belongs to.
    simulation
        Answers and truth, drawn with the paper's β.
    survey
        The same survey; its prior counts are β plus Uniform(0, 1) noise.
    sampling_seed, deciding_seed
        Seeds for what follows.
    """

    design: Design
    simulation: Simulation
    survey: Survey
    sampling_seed: int
    deciding_seed: int


def draw_data_set(design: Design, seed: int, index: int) -> DataSet:
    """Draw the data set with this number. Each has its own random stream, so their order does not matter."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(design.number, index)))
    survey = Survey.load(design.survey)
    simulation = simulate(survey, sum(design.sizes), sizes=design.sizes, rng=rng)
    if design is not HOUSES:
        noise = rng.random(survey.answer_prior.shape)
        survey = replace(survey, answer_prior=np.where(survey.answer_prior > 0, survey.answer_prior + noise, 0.0))
    sampling, deciding = (int(number) for number in rng.integers(2**62, size=2))
    return DataSet(design, simulation, survey, sampling, deciding)


def sample(data: DataSet, sampler: str = "gibbs", **options: Any) -> Posterior:
    """Sample the paper's model: four chains of 1000 draws, continued until R-hat < 1.01."""
    settings = SAMPLING | options
    return fit(data.survey, data.simulation.answers, sampler=sampler, rng=data.sampling_seed, **settings)


def with_dominant_labels(posterior: Posterior) -> Posterior:
    """Return the same draws, but each person's label is the cluster with the largest theta in that draw."""
    dominant = np.asarray(posterior.theta).argmax(axis=-1).astype(posterior.z.dtype)
    return replace(posterior, z=dominant, label="dominant")


def decide_sizes(draws: Any, target: Any, seed: int, **changes: Any) -> Decision:
    """Decide with the paper's choices, label-free, apart from these changes."""
    return decide(draws, target, rng=seed, **{"size_weight": SIZE_WEIGHT} | DECIDING | changes)


def decide_by(rule: str, posterior: Posterior, data: DataSet) -> Decision:
    """Decide by one of RULES."""
    target = None if rule == "vi" else data.design.target
    return decide_sizes(posterior, target, data.deciding_seed, **RULES[rule])


def decide_weights(posterior: Posterior, data: DataSet, **changes: Any) -> list[Decision]:
    """Decide for each of SIZE_WEIGHTS."""
    return decide_path(posterior, data.design.target, SIZE_WEIGHTS, rng=data.deciding_seed, **DECIDING | changes)
