"""The paper's simulations: draw a data set, sample its posterior, and decide in each of the ways compared."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from ..engine.decide import decide
from ..engine.decision import Decision
from ..engine.labels.identify import identify, support_matrix
from ..engine.wanted.sizes import aitchison_distance
from ..model.simulate import Simulation, simulate
from ..sample.draws.posterior import Posterior
from ..sample.run import fit
from ..survey.spec import Survey
from .printed import measure

Array = np.ndarray

# The paper's choices are written out here and at every call, so that they stay when defaults elsewhere change.
PSEUDOCOUNT = 0.1
SIZE_WEIGHT = 1.0
SAMPLING: dict[str, Any] = {"membership": "mixed", "label": "drawn", "chains": 4, "draws": 1000, "keep_theta": True}
# Sums in another order differ by rounding.
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Design:
    """One of the paper's simulations, and the sizes that it asks for."""

    name: str
    survey: str
    sizes: tuple[int, ...]
    target: Any
    number: int


DESIGNS = (
    Design("even", "simulation-even", (7, 7, 6), "balanced", 0),
    Design("uneven", "simulation-uneven", (8, 7, 5), (8, 7, 5), 1),
)
# The paper's answers are not public; these are simulated, with as many people of each house as it finds dominant.
HOUSES = Design("houses", "hogwarts", (2, 1, 9, 9), "balanced", 2)


@dataclass(frozen=True)
class Rule:
    """One way to decide."""

    key: str
    title: str
    loss: str
    sized: bool
    labels: str


RULES = (
    Rule("vi", "VI alone", "vi", False, "free"),
    Rule("fixed", "VI + sizes, label-fixed", "vi", True, "fixed"),
    Rule("free", "VI + sizes, label-free", "vi", True, "free"),
    Rule("placement", "Placement + sizes", "placement", True, "fixed"),
)
# What a person's label may be: one draw from theta, as in the paper, or the cluster with the largest theta.
LABELS = {"drawn": "drawn (paper)", "dominant": "dominant"}
# What is measured: each rule's decision, and the label-fixed one also after the posterior has named its groups.
DECISIONS = {
    "vi": "VI alone",
    "fixed": "VI + sizes, label-fixed, as decided",
    "fixed_identified": "VI + sizes, label-fixed, identified",
    "free": "VI + sizes, label-free, identified",
    "placement": "Placement + sizes",
}


@dataclass(frozen=True, eq=False)
class DataSet:
    """Simulated answers, and the survey with the prior that the sampler is given.

    Attributes
    ----------
    simulation
        Answers and truth, drawn with the paper's β.
    survey
        The same survey; its prior counts are β plus Uniform(0, 1) noise.
    sampling_seed, deciding_seed
        Seeds for what follows.
    """

    simulation: Simulation
    survey: Survey
    sampling_seed: int
    deciding_seed: int


def draw_data_set(design: Design, seed: int, index: int) -> DataSet:
    """Draw the data set with this number; each has a random stream of its own, so that order does not matter."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(design.number, index)))
    survey = Survey.load(design.survey)
    simulation = simulate(survey, sum(design.sizes), sizes=design.sizes, rng=rng)
    if design is not HOUSES:
        noise = rng.random(survey.answer_prior.shape)
        survey = replace(survey, answer_prior=np.where(survey.answer_prior > 0, survey.answer_prior + noise, 0.0))
    sampling, deciding = (int(number) for number in rng.integers(2**62, size=2))
    return DataSet(simulation, survey, sampling, deciding)


def sample(data: DataSet, sampler: str = "gibbs", **options: Any) -> Posterior:
    """Sample the paper's model: four chains with 1000 draws each are kept, and sampling goes on until R-hat < 1.01."""
    settings = {**SAMPLING, "threads": 1, **options}
    return fit(data.survey, data.simulation.answers, sampler=sampler, rng=data.sampling_seed, **settings)


def with_dominant_labels(posterior: Posterior) -> Posterior:
    """Return the same draws, with the cluster of the largest theta in each draw as everybody's label."""
    dominant = np.asarray(posterior.theta).argmax(axis=-1).astype(posterior.z.dtype)
    return replace(posterior, z=dominant, label="dominant")


def decide_by(rule: Rule, posterior: Posterior, design: Design, seed: int) -> Decision:
    """Decide in one of the ways compared, with the paper's λ and δ."""
    return decide(
        posterior,
        design.target if rule.sized else None,
        loss=rule.loss,
        labels=rule.labels,
        size_weight=SIZE_WEIGHT,
        pseudocount=PSEUDOCOUNT,
        rng=seed,
        threads=1,
    )


def run_data_set(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Return everything that is kept of one simulated data set."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    found = evaluate(posterior, data, design)
    return found | {"labels": compare_labels(posterior, data, design, found["decisions"])}


def compare_labels(
    posterior: Posterior, data: DataSet, design: Design, decisions: dict[str, Any]
) -> dict[str, dict[str, float]]:
    """Take people's labels as drawn and as dominant, from the same posterior, and compare both with the truth.

    ``decisions`` are those by drawn labels. Returns, for each kind of label: the share of right houses and the number
    of groups used by VI alone, the share of right houses by VI with sizes, the mean probability of everybody's
    likeliest house, and how often that is right.
    """
    dominant, theta = with_dominant_labels(posterior), np.asarray(posterior.theta)
    keys = ("vi", "free")
    by_dominant = {
        rule.key: identify(decide_by(rule, dominant, design, data.deciding_seed).labels, theta)
        for rule in RULES
        if rule.key in keys
    }
    by_drawn = {key: np.array(decisions[key]["labels"]) for key in keys}
    return {
        "drawn": _claimed_and_right(posterior, by_drawn, data.simulation.truth),
        "dominant": _claimed_and_right(dominant, by_dominant, data.simulation.truth),
    }


def _claimed_and_right(posterior: Posterior, made: dict[str, Array], truth: Array) -> dict[str, float]:
    """Compare two decisions, and everybody's most probable label, with the truth."""
    probabilities = posterior.probabilities
    return {
        "vi": measure(made["vi"], truth)[1],
        "groups": len(np.unique(made["vi"])),
        "sized": measure(made["free"], truth)[1],
        "claimed": float(probabilities.max(axis=1).mean()),
        "right": float((probabilities.argmax(axis=1) == truth).mean()),
    }


def evaluate(posterior: Posterior, data: DataSet, design: Design) -> dict[str, Any]:
    """Decide in every way, name the groups, and compare with the truth."""
    began = time.perf_counter()
    truth = data.simulation.truth
    made = {rule.key: decide_by(rule, posterior, design, data.deciding_seed) for rule in RULES}
    seconds = time.perf_counter() - began
    theta = np.asarray(posterior.theta)
    named = {key: identify(decision.labels, theta) for key, decision in made.items()}
    labels = {
        "vi": named["vi"],
        "fixed": made["fixed"].labels,
        "fixed_identified": named["fixed"],
        "free": named["free"],
        "placement": made["placement"].labels,
    }
    decisions = {}
    for key, chosen in labels.items():
        decision = made[key.removesuffix("_identified")]
        vi, accuracy = measure(chosen, truth)
        decisions[key] = {
            "labels": chosen.tolist(),
            "sizes": np.bincount(chosen, minlength=posterior.n_clusters).tolist(),
            "vi": vi,
            "accuracy": accuracy,
            "expected_loss": decision.expected_loss,
            "expected_vi": decision.expected_vi,
            "n_best": decision.n_best,
            "n_starts": decision.n_starts,
        }
    return {
        "truth": truth.tolist(),
        "decisions": decisions,
        "converged": posterior.status.converged,
        "r_hat_max": posterior.status.r_hat_max,
        "ess_min": min(posterior.status.ess_bulk_min, posterior.status.ess_tail_min),
        "checks": check_claims(made, named, posterior, design),
        "seconds": {"sampling": posterior.seconds, "deciding": seconds},
    }


def check_claims(
    made: dict[str, Decision], named: dict[str, Array], posterior: Posterior, design: Design
) -> dict[str, Any]:
    """Hold this data set against what is said of the method.

    Returns whether the two size terms reach the same loss and the same partition; whether the posterior would rename
    the groups of the label-fixed decision; whether sorting finds the smallest distance of all permutations; whether
    linear assignment finds the best names of all permutations; and how much the divisor in C(a, δ) matters.
    """
    fixed, free = made["fixed"], made["free"]
    n_clusters, n_people = posterior.n_clusters, posterior.n_people
    wanted = np.full(n_clusters, n_people / n_clusters) if design.target == "balanced" else np.array(design.target)
    raised = free.sizes + PSEUDOCOUNT
    smallest = min(aitchison_distance(raised, order) for order in permutations(wanted))
    as_printed = aitchison_distance(raised / (n_people * (1 + PSEUDOCOUNT)), wanted)
    as_corrected = aitchison_distance(raised / (n_people + n_clusters * PSEUDOCOUNT), wanted)
    log_theta = np.log(np.maximum(np.asarray(posterior.theta), 1e-300)).mean(axis=(0, 1))
    support = support_matrix(free.labels, log_theta, n_clusters)
    best = max(sum(support[g, k] for g, k in enumerate(order)) for order in permutations(range(n_clusters)))
    reached = log_theta[np.arange(n_people), named["free"]].sum()
    return {
        "same_value": abs(fixed.expected_loss - free.expected_loss) < TOLERANCE,
        "same_partition": measure(fixed.labels, free.labels)[0] < TOLERANCE,
        "renamed": bool((named["fixed"] != fixed.labels).any()),
        "sorting_is_smallest": abs(free.size_distance - smallest) < TOLERANCE,
        "assignment_is_best": bool(abs(best - reached) < TOLERANCE * max(1.0, abs(best))),
        "divisor_changes": abs(as_printed - as_corrected),
        "sizes_met": sorted(free.sizes.tolist()) == sorted(design.sizes),
    }
