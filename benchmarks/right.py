"""Who is in the right house: the default against every explicit loss, and claimed against realised chances."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

import numpy as np

import bayeshat as bh
from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import draw_answers

SURVEYS = {"hogwarts": 21, "simulation-even": 20, "simulation-uneven": 20}
LOSSES = {"default": "auto", "VI": "vi", "VI + Placement": "vi + placement", "Placement": "placement"}
SIZES = ("any", "balanced", "per house")
DATA_SETS = 100
CLAIMED_DATA_SETS = 200
BINS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def right():
    """Right houses by loss, sizes and pins; then claimed against realised chances (takes many minutes)."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        _compare_losses(pool)
        _check_claims(pool)


def _compare_losses(pool):
    print(f"  right houses, mean of {DATA_SETS} data sets (standard error); a row has the same posteriors throughout")
    print(f"  {'survey':<18} {'sizes':<10} {'pin':<4} " + " ".join(f"{name:>15}" for name in LOSSES) + "  behind")
    for name in SURVEYS:
        rates = defaultdict(list)
        for found in pool.map(_right_by_loss, [name] * DATA_SETS, range(DATA_SETS)):
            for key, rate in found.items():
                rates[key].append(rate)
        for sizes in SIZES:
            for pin in ("no", "yes"):
                row = {loss: np.array(rates[sizes, pin, loss]) for loss in LOSSES}
                shown = " ".join(f"{r.mean():>7.3f} ({r.std(ddof=1) / math.sqrt(r.size):.3f})" for r in row.values())
                behind = max(rate.mean() for rate in row.values()) - row["default"].mean()
                print(f"  {name:<18} {sizes:<10} {pin:<4} {shown}  {behind:.3f}", flush=True)


def _right_by_loss(name, seed):
    """Return the rate of right houses of one data set, by sizes, pin and loss."""
    survey = bh.Survey.load(name)
    drawn = bh.simulate(survey, SURVEYS[name], rng=seed)
    posterior = bh.fit(survey, drawn.answers, rng=seed, threads=1)
    true_sizes = np.bincount(drawn.truth, minlength=survey.n_clusters).tolist()
    who = int(np.random.default_rng(seed).integers(SURVEYS[name]))
    pin = bh.Rules(pins={drawn.answers.names[who]: survey.cluster_names[drawn.truth[who]]})
    targets = (None, "balanced", dict(zip(survey.cluster_names, true_sizes, strict=True)))
    found = {}
    for sizes, target in zip(SIZES, targets, strict=True):
        for pinned, rules in (("no", None), ("yes", pin)):
            for label, loss in LOSSES.items():
                decision = bh.decide(posterior, target, loss=loss, rules=rules, rng=seed, threads=1)
                found[sizes, pinned, label] = float((decision.labels == drawn.truth).mean())
    return found


def _check_claims(pool):
    print(f"  claimed and realised chances of the chosen house, {CLAIMED_DATA_SETS} data sets each, even sizes")
    for origin in ("own prior", "paper's design"):
        for name in SURVEYS:
            jobs = [[value] * CLAIMED_DATA_SETS for value in (name, origin)]
            pairs = list(pool.map(_claims, *jobs, range(CLAIMED_DATA_SETS)))
            _print_claims(f"{name}, {origin}", *(np.concatenate(part) for part in zip(*pairs, strict=True)))


def _claims(name, origin, seed):
    """Return the claimed probability of everybody's chosen house, and whether it is theirs."""
    survey = bh.Survey.load(name)
    draw = _from_prior if origin == "own prior" else _from_design
    answers, truth = draw(survey, SURVEYS[name], seed)
    posterior = bh.fit(survey, answers, rng=seed, threads=1)
    decision = bh.decide(posterior, "balanced", rng=seed, threads=1)
    return posterior.probabilities[np.arange(len(truth)), decision.labels], decision.labels == truth


def _from_prior(survey, n_people, seed):
    """Draw everything from the model's own prior; the truth is the dominant house."""
    rng = np.random.default_rng(seed)
    prior = prior_from(survey)
    theta = np.stack([rng.dirichlet(prior.membership_prior) for _ in range(n_people)])
    phi = np.zeros(prior.answer_prior.shape)
    for k, q in np.ndindex(*phi.shape[:2]):
        n = prior.n_options[q]
        phi[k, q, :n] = rng.dirichlet(prior.answer_prior[k, q, :n])
    names = tuple(f"Person {n + 1}" for n in range(n_people))
    return bh.Answers(draw_answers(theta, phi, rng), names), theta.argmax(axis=1)


def _from_design(survey, n_people, seed):
    drawn = bh.simulate(survey, n_people, rng=seed)
    return drawn.answers, drawn.truth


def _print_claims(title, claimed, realised):
    error = math.sqrt(claimed.mean() * (1 - claimed.mean()) / len(claimed))
    difference = claimed.mean() - realised.mean()
    print(f"  {title}: claimed {claimed.mean():.3f}, realised {realised.mean():.3f} ({difference:+.3f} ± {error:.3f})")
    cells = []
    for low, high in pairwise(BINS):
        inside = (claimed >= low) & ((claimed < high) | (high == 1.0))
        if inside.any():
            cells.append(f"{claimed[inside].mean():.2f} → {realised[inside].mean():.2f} ({inside.sum()})")
    print("    by claim: " + ", ".join(cells), flush=True)
