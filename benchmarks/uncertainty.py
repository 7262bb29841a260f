"""How sure a decision is: whether what is claimed holds, and how long it takes to say."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
from peers.cases import class_answers
from scipy.optimize import linear_sum_assignment

import bayeshat as bh
from bayeshat.engine.tables import pair_losses
from bayeshat.engine.uncertainty.measure import ball_radius
from bayeshat.kinds.dirichlet import draw_dirichlet
from bayeshat.kinds.table import flat_priors
from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import answer_survey
from bayeshat.options import Workers

SURVEYS = {"hogwarts": 21, "simulation-even": 20}
LEVELS = (0.5, 0.8, 0.95)
DATA_SETS, ASKED_SETS, ASKED_AGAIN, UNNAMED_SETS = 100, 24, 3, 30
CLAIMS = (0.0, 0.3, 0.5, 0.7, 0.85, 1.0)
PEOPLE = (21, 300, 10_000, 100_000)


def uncertainty():
    """Truths inside the credible ball, claims against what was so, and time against the decision's own."""
    _cover()
    _belong()
    _stay()
    _time()


def _cover():
    """Print how often the truth is within the ball: data from the prior, so that the level is what it should be."""
    print(f"  truths inside the ball, {DATA_SETS} data sets from the prior (standard error)")
    print(f"  {'survey':<18} {'sizes':<10} " + " ".join(f"{level:>13.0%}" for level in LEVELS))
    for name, n_people in SURVEYS.items():
        survey = bh.Survey.load(name)
        inside: dict[str, list[list[bool]]] = {"any": [], "balanced": []}
        for seed in range(DATA_SETS):
            rng = np.random.default_rng(seed)
            theta, phi = _from_prior(survey, n_people, rng)
            posterior = bh.fit(survey, _ask(survey, theta, phi, rng), rng=seed, threads=1)
            for sizes, found in inside.items():
                decision = bh.decide(posterior, None if sizes == "any" else sizes, rng=seed, threads=1)
                away = bh.variation_of_information(decision.labels, theta.argmax(axis=1))
                found.append([away <= _radius(decision, level) + 1e-9 for level in LEVELS])
        for sizes, found in inside.items():
            print(f"  {name:<18} {sizes:<10} " + " ".join(_share(row) for row in np.array(found).T), flush=True)


def _stay():
    """Print how often people stay who are asked again, by how often they should from answers and from draws alone."""
    print(f"  staying, claimed and realised: {ASKED_SETS} data sets from the prior, all asked {ASKED_AGAIN} times more")
    for name, n_people in SURVEYS.items():
        survey = bh.Survey.load(name)
        claimed: dict[str, list[np.ndarray]] = {"answers": [], "draws": []}
        realised = []
        for seed in range(ASKED_SETS):
            rng = np.random.default_rng(seed)
            theta, phi = _from_prior(survey, n_people, rng)
            result = bh.sort_people(survey, _ask(survey, theta, phi, rng), rng=seed, threads=1)
            claimed["answers"].append(result.uncertainty(threads=1).staying)
            claimed["draws"].append(result.decision.uncertainty(threads=1).staying)
            again = [_sort(survey, _ask(survey, theta, phi, rng), seed) for _ in range(ASKED_AGAIN)]
            realised.append(np.mean([labels == result.decision.labels for labels in again], axis=0))
        for source, claims in claimed.items():
            _compare(f"{name}, from {source}", np.array(claims), np.array(realised))


def _belong():
    """Print how many people are right where groups have no names, by how many should be: priors are flat."""
    print(f"  in their right group, claimed and realised: {UNNAMED_SETS} data sets, sorted by answers alone")
    designs = {
        "even design, 20 people": partial(_blank_survey, "simulation-even", 20),
        "hogwarts, 21 people": partial(_blank_survey, "hogwarts", 21),
        "three classes, 40 people": partial(_three_classes, 40),
        "three classes, 100 people": partial(_three_classes, 100),
        "from the prior itself, 16 people": partial(_flat_truth, 16, 4),
    }
    for what, make in designs.items():
        claimed, realised = [], []
        for seed in range(UNNAMED_SETS):
            survey, codes, truth, sizes = make(seed)
            answers = bh.Answers(codes, tuple(f"Person {n}" for n in range(len(codes))))
            decision = bh.decide(bh.fit(survey, answers, rng=seed, threads=1), sizes, rng=seed, threads=1)
            claimed.append(decision.chances()[np.arange(len(truth)), decision.labels])
            shared = np.zeros((len(decision.names), survey.n_clusters))
            np.add.at(shared, (decision.labels, truth), 1)
            houses = linear_sum_assignment(shared, maximize=True)[1]
            realised.append(houses[decision.labels] == truth)
        _compare(what, np.array(claimed), np.array(realised))


def _blank_survey(name, n_people, seed):
    """Return a survey that says nothing about its houses, answers as the survey says they are, and the truth."""
    survey = bh.Survey.load(name)
    drawn = bh.simulate(survey, n_people, rng=seed)
    prior = flat_priors(survey.questions, survey.n_clusters)
    blank = replace(survey, answer_prior=prior, membership_prior=np.ones(survey.n_clusters))
    return blank, drawn.answers.codes, drawn.truth, "balanced"


def _three_classes(n_people, seed):
    """Return one of the frozen cases, with the prior of a survey that is made from answers alone."""
    problem = class_answers(n_people, seed)
    return _choices(problem.answers, 4, np.full(3, 0.3)), problem.answers, problem.truth, list(problem.sizes)


def _flat_truth(n_people, n_clusters, seed):
    """Return answers to ten questions from the flat prior itself, so that what is claimed should hold."""
    rng = np.random.default_rng([7, n_people, seed])
    phi, weights = draw_dirichlet(np.ones((n_clusters, 10, 3)), rng), draw_dirichlet(np.ones(n_clusters), rng)
    truth = rng.choice(n_clusters, n_people, p=weights)
    codes = (rng.random((n_people, 10, 1)) > phi[truth].cumsum(axis=2)[:, :, :-1]).sum(axis=2)
    return _choices(codes, 3, np.ones(n_clusters)), codes, truth, "balanced"


def _choices(codes, n_options, membership_prior):
    """Return a survey of questions with so many options that says nothing about its groups."""
    options = tuple("abcdef"[:n_options])
    questions = tuple(bh.Question(f"q{q}", f"q{q}", options) for q in range(codes.shape[1]))
    clusters = tuple(bh.Cluster(f"group {k + 1}") for k in range(len(membership_prior)))
    return bh.Survey("Blank", questions, clusters, flat_priors(questions, len(clusters)), membership_prior)


def _compare(what, claimed, realised):
    """Print realised shares by claimed ones; errors are between data sets, whose people depend on each other."""
    error = (realised - claimed).mean(axis=1).std(ddof=1) / math.sqrt(len(claimed))
    told = [f"all {claimed.mean():.2f} -> {realised.mean():.2f} ({error:.2f})"]
    for low, high in pairwise(CLAIMS):
        some = (claimed > low) & (claimed <= high) if low else claimed <= high
        if some.sum() >= 20:
            told.append(f"{claimed[some].mean():.2f} -> {realised[some].mean():.2f} ({some.sum()})")
    print(f"  {what:<32} {'; '.join(told)}", flush=True)


def _time():
    """Print the time relative to the decision's own, in CPU seconds on one thread, for 1000 draws."""
    print("  time to say how sure, in times the decision's own (1000 draws, 4 clusters, exact sizes, one thread)")
    for n_people in PEOPLE:
        rng = np.random.default_rng(n_people)
        truth = rng.integers(0, 4, n_people)
        draws = np.where(rng.random((1000, n_people)) < 0.7, truth, rng.integers(0, 4, (1000, n_people)))
        some = rng.random(n_people) < 0.2
        draws[500:, some] = (draws[500:, some] + 1) % 4  # a second way to group people
        draws = draws.astype(np.uint8)
        spent = {}
        for _ in range(2):  # the first time compiles
            began = time.process_time()
            decision = bh.decide(draws, "balanced", loss="vi", size_weight=math.inf, rng=1, threads=1)
            decided = time.process_time()
            found = decision.uncertainty(threads=1)
            spent = {"decide": decided - began, "uncertainty": time.process_time() - decided}
        ratio = spent["uncertainty"] / spent["decide"]
        print(
            f"  {n_people:>7} people: {ratio:4.1f} times {spent['decide']:.2f} s, {len(found.alternatives)} groupings, "
            f"core of {found.based_on}",
            flush=True,
        )


def _from_prior(survey, n_people, rng):
    """Return memberships and answer probabilities from the survey's prior."""
    prior = prior_from(survey)
    theta = draw_dirichlet(np.tile(prior.membership_prior, (n_people, 1)), rng)
    phi, nothing = np.zeros((survey.n_clusters, survey.n_questions, prior.n_wide)), np.zeros(1)
    for q, kind in enumerate(prior.kinds):
        phi[:, q, : prior.n_parameters[q]] = kind.draw(prior.of_question(q), nothing, nothing, rng)
    return theta, phi


def _ask(survey, theta, phi, rng):
    """Return everybody's answers."""
    codes, questions, levels = answer_survey(survey, prior_from(survey), theta, phi, rng)
    return bh.Answers(codes, tuple(f"Person {n}" for n in range(len(theta))), questions=questions, levels=levels)


def _sort(survey, answers, seed):
    """Return everybody's group, as ``sort_people`` decides."""
    return bh.decide(bh.fit(survey, answers, rng=seed, threads=1), "balanced", rng=seed, threads=1).labels


def _radius(decision, level):
    """Return the radius of the ball."""
    draws = decision.problem.draws
    tables = draws.count(decision.labels, len(decision.names), Workers(1))
    return ball_radius(pair_losses(tables, bh.VI()), draws.weights, level)


def _share(inside):
    """Return a share and its standard error."""
    share = inside.mean()
    return f"{share:.3f} ({math.sqrt(share * (1 - share) / len(inside)):.3f})"
