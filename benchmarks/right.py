"""Who is in the right house: the default against every explicit loss, and claimed against realised chances."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

import bayeshat as bh
from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import draw_answers

SURVEYS = {"hogwarts": 21, "simulation-even": 20, "simulation-uneven": 20}
LOSSES = {"default": "auto", "VI": "vi", "VI + Placement": "vi + placement", "Placement": "placement"}
DATA_SETS = 100
PRIOR_DATA_SETS = 200
BINS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def right():
    """Right houses by loss, sizes and pins; then claimed against realised chances (takes some minutes)."""
    _losses()
    _reliability()


def _losses():
    print(f"  right houses, mean of {DATA_SETS} data sets (standard error), same posterior in every row")
    print(f"  {'survey':<18} {'sizes':<12} {'pin':<4} " + " ".join(f"{name:>15}" for name in LOSSES) + "  behind")
    for name, n_people in SURVEYS.items():
        rates = {}
        for seed in range(DATA_SETS):
            _one_data_set(name, n_people, seed, rates)
        for (sizes, pin), by_loss in rates.items():
            means = {loss: float(np.mean(values)) for loss, values in by_loss.items()}
            shown = " ".join(
                f"{means[loss]:>7.3f} ({np.std(values, ddof=1) / math.sqrt(len(values)):.3f})"
                for loss, values in by_loss.items()
            )
            behind = max(means.values()) - means["default"]
            print(f"  {name:<18} {sizes:<12} {pin:<4} {shown}  {behind:.3f}", flush=True)


def _one_data_set(name, n_people, seed, rates):
    survey = bh.Survey.load(name)
    drawn = bh.simulate(survey, n_people, rng=seed)
    posterior = bh.fit(survey, drawn.answers, rng=seed)
    true_sizes = dict(
        zip(survey.cluster_names, np.bincount(drawn.truth, minlength=survey.n_clusters).tolist(), strict=True)
    )
    who = int(np.random.default_rng(seed).integers(n_people))
    pin = bh.Rules(pins={drawn.answers.names[who]: survey.cluster_names[drawn.truth[who]]})
    for sizes, target in (("balanced", "balanced"), ("per house", true_sizes)):
        for pinned, rules in (("no", None), ("yes", pin)):
            row = rates.setdefault((sizes, pinned), {loss: [] for loss in LOSSES})
            for loss, given in LOSSES.items():
                decision = bh.decide(posterior, target, loss=given, rules=rules, rng=seed)
                row[loss].append(float((decision.labels == drawn.truth).mean()))


def _reliability():
    print(f"  claimed and realised chances of the chosen house, {PRIOR_DATA_SETS} data sets each")
    for origin in ("own prior", "paper's design"):
        for name, n_people in SURVEYS.items():
            claimed, realised = [], []
            for seed in range(PRIOR_DATA_SETS):
                survey = bh.Survey.load(name)
                draw = _from_prior if origin == "own prior" else _designed
                answers, truth = draw(survey, n_people, seed)
                posterior = bh.fit(survey, answers, rng=seed)
                decision = bh.decide(posterior, "balanced", rng=seed)
                claimed.append(posterior.probabilities[np.arange(len(truth)), decision.labels])
                realised.append(decision.labels == truth)
            _print_bins(name, origin, np.concatenate(claimed), np.concatenate(realised))


def _from_prior(survey, n_people, seed):
    """Draw everything from the model's own prior; the truth is the dominant house."""
    rng = np.random.default_rng(seed)
    prior = prior_from(survey, n_people)
    theta = np.stack([rng.dirichlet(alpha) for alpha in prior.membership_prior])
    phi = np.zeros(prior.answer_prior.shape)
    for k, q in np.ndindex(*phi.shape[:2]):
        n = prior.n_options[q]
        phi[k, q, :n] = rng.dirichlet(prior.answer_prior[k, q, :n])
    names = tuple(f"Person {n + 1}" for n in range(n_people))
    return bh.Answers(draw_answers(theta, phi, rng), names), theta.argmax(axis=1)


def _designed(survey, n_people, seed):
    drawn = bh.simulate(survey, n_people, rng=seed)
    return drawn.answers, drawn.truth


def _print_bins(name, origin, claimed, realised):
    error = math.sqrt(claimed.mean() * (1 - claimed.mean()) / len(claimed))
    print(
        f"  {name}, {origin}: claimed {claimed.mean():.3f}, realised {realised.mean():.3f} "
        f"(difference {claimed.mean() - realised.mean():+.3f}, standard error about {error:.3f})"
    )
    cells = []
    for low, high in pairwise(BINS):
        inside = (claimed >= low) & ((claimed < high) | (high == 1.0))
        if inside.any():
            cells.append(f"{claimed[inside].mean():.2f}->{realised[inside].mean():.2f} ({inside.sum()})")
    print("    by claim: " + "  ".join(cells), flush=True)
