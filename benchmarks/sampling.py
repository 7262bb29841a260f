"""The Gibbs sampler against NUTS, its growth with the number of people, and the demo as a user sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np
from tools import HERE, say

import bayeshat as bh
from bayeshat.model.prior import prior_from
from bayeshat.sample.convergence import diagnose, model_parameters
from bayeshat.sample.draws import Size
from bayeshat.sample.predict import predict_labels
from bayeshat.sample.samplers.gibbs import Gibbs
from bayeshat.sample.samplers.nuts import Nuts
from bayeshat.sample.samplers.table import SAMPLERS

# Samples phi in a process of its own, by the code of any checkout; prints seconds of work.
SAMPLE = """
import json, sys, time
import numpy as np, bayeshat as bh
data, options = np.load(sys.argv[1]), json.loads(sys.argv[2])
n_clusters, n_questions, n_options = data["answer_prior"].shape
survey = bh.Survey(
    title="many",
    questions=tuple(bh.Question(f"q{q}", f"q{q}", tuple("abcdefgh"[:n_options])) for q in range(n_questions)),
    clusters=tuple(bh.Cluster(f"cluster {k}") for k in range(n_clusters)),
    answer_prior=data["answer_prior"],
    membership_prior=data["membership_prior"],
)
for codes in (data["codes"][:500], data["codes"]):
    answers = bh.Answers(codes, tuple(map(str, range(len(codes)))))
    began = time.process_time()
    phi = bh.fit(survey, answers, **options).phi
print(time.process_time() - began)
np.save(sys.argv[3], phi)
"""

# How often two sides are measured.
_ROUNDS = 3


def _sample(survey, answers, sampler, tune, draws, seed, thin=1):
    """Return the smallest bulk and tail effective sample sizes of theta and phi, and the sampler's own seconds."""
    prior = prior_from(survey)
    streams = np.random.default_rng(seed).spawn(4)
    store = Size(4, draws, answers.n_people, prior.n_clusters, *prior.answer_prior.shape[1:], False).allocate(1)
    began = time.perf_counter()
    if sampler == "gibbs":
        chosen = Gibbs(answers.codes, prior, "mixed", streams, threads=2)
    else:
        chosen = Nuts(answers.codes, prior, "mixed", streams, threads=2)
    chosen.step(chosen.init(tune, lambda _: None), store, thin, lambda _: None)
    took = time.perf_counter() - began
    found = diagnose(model_parameters(store, prior, survey, answers.names, np.arange(answers.n_people)).values)
    return np.array([found.ess_bulk.min(), found.ess_tail.min()]), took


def gibbs():
    """Gibbs against NUTS, both as they are by default: smallest effective sample size per second, compilation apart."""
    survey = bh.Survey.load("simulation-even")
    for n_people in (20, 200):
        answers = bh.simulate(survey, n_people, sizes=None if n_people == 20 else [67, 67, 66], rng=1).answers
        _sample(survey, answers, "gibbs", 10, 10, 0)
        _sample(survey, answers, "nuts", 1, 1, 0)
        nuts, ours = [], []
        for seed in range(5):
            compiling = _sample(survey, answers, "nuts", 1, 1, seed)[1]
            effective, took = _sample(survey, answers, "nuts", SAMPLERS["nuts"].tune, 1000, seed)
            nuts.append(effective / (took - compiling))
            effective, took = _sample(
                survey, answers, "gibbs", SAMPLERS["gibbs"].tune, 1000, seed, SAMPLERS["gibbs"].thin
            )
            ours.append(effective / took)
        for i, which in enumerate(("bulk", "tail")):
            ratio = np.median([rate[i] for rate in ours]) / np.median([rate[i] for rate in nuts])
            say(
                f"{n_people} people: Gibbs / NUTS, {which} effective draws of theta and phi a second",
                ratio,
                30,
                "at least",
            )


def _many(n_people, seed=0):
    """Twelve questions of four options, and four clusters that each prefer another option."""
    rng = np.random.default_rng(seed)
    answer_prior = 1.0 + 4.0 * rng.dirichlet(np.full(4, 0.5), (4, 12))
    survey = bh.Survey(
        title="many",
        questions=tuple(bh.Question(f"q{q}", f"q{q}", tuple("abcd")) for q in range(12)),
        clusters=tuple(bh.Cluster(f"cluster {k}") for k in range(4)),
        answer_prior=answer_prior,
        membership_prior=np.full(4, 0.3),
    )
    return survey, bh.simulate(survey, n_people, rng=seed).answers


def people():
    """Time per sweep against the number of people."""
    previous = None
    for n_people in (1000, 10_000, 100_000):
        survey, answers = _many(n_people)
        options = {"chains": 2, "tune": 50, "draws": 20, "max_draws": 20, "learn_from": n_people}
        bh.fit(survey, answers, **options)
        began = time.perf_counter()
        bh.fit(survey, answers, **options)
        took = time.perf_counter() - began
        if previous:
            say(f"{n_people} people: time over that of {n_people // 10}", took / previous, 12)
        previous = took


def _sort(survey, answers, limit):
    """From answers to groups with default settings: seconds, work of all cores, and whether the chains agree."""
    shown = [(0.0, 0.0, "")]
    began, before = time.perf_counter(), time.process_time()
    result = bh.sort_people(
        survey, answers, rng=1, progress=lambda *news: shown.append((time.perf_counter() - began, *news))
    )
    took, worked = time.perf_counter() - began, time.process_time() - before
    told = f"{answers.n_people} people x {answers.codes.shape[1]} questions"
    say(f"{told}: seconds from answers to groups", took, limit)
    say(f"{told}: work of all cores (s)", worked, 2 * limit)
    say(f"{told}: largest R-hat", result.posterior.status.r_hat_max, 1.01)
    waits = np.diff([when for when, *_ in shown] + [took])
    say(f"{told}: longest part of the time without news", float(waits.max()) / took, 0.1)


def sampling(against=None):
    """Hogwarts with many people, and effective draws of 10^5 people x 12 questions against another checkout."""
    hogwarts = bh.Survey.load("hogwarts")
    for n_people in (5000, 20_000):
        _sort(hogwarts, bh.simulate(hogwarts, n_people, rng=1).answers, 30)
    ours = [_effective_rate(HERE), _effective_rate(HERE, learn_from=100_000)]
    if against is None:
        print(f"  effective draws of phi per second of work: {ours[0]:.3g} (give --against CHECKOUT to compare)")
        return
    theirs = _effective_rate(against)
    for word, rate in zip(("by default", "learned from all"), ours, strict=True):
        say(f"10^5 people: effective draws a second over {against.name}, {word}", rate / theirs, 2, "at least")


def _effective_rate(checkout, **more):
    """Return the median number of effective draws of phi per second of work of all cores, by a checkout's code."""
    options = {"chains": 2, "tune": 200, "draws": 400, "max_draws": 400, "thin": 1, "rng": 1, **more}
    phi, worked = _sample_in(checkout, *_many(100_000), options)
    effective = diagnose(np.moveaxis(phi.reshape(*phi.shape[:2], -1), -1, 0)).ess_bulk
    return float(np.median(effective)) / worked


def _sample_in(checkout, survey, answers, options):
    """Return draws of phi and the seconds of work that they took, by a checkout's code."""
    with tempfile.TemporaryDirectory() as folder:
        data, path = str(Path(folder) / "data.npz"), str(Path(folder) / "phi.npy")
        priors = {"answer_prior": survey.answer_prior, "membership_prior": survey.membership_prior}
        np.savez(data, codes=answers.codes, **priors)
        command = [sys.executable, "-c", SAMPLE, data, json.dumps(options), path]
        env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        run = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
        return np.load(path), float(run.stdout)


def choices(against=None):
    """Surveys of choices only, one thread: seconds of work over those of another checkout, measured alternately."""
    for n_people, draws in ((20, 4000), (1000, 1000), (20_000, 50)):
        survey, answers = _many(n_people)
        for membership in ("mixed", "single"):
            options = {"chains": 2, "thin": 1, "threads": 1, "rng": 1, "membership": membership}
            options |= {"tune": draws, "draws": draws, "max_draws": draws}
            told, worked = f"{n_people} people, {membership} membership", {HERE: [], against: []}
            for checkout in (HERE, against) * _ROUNDS if against else (HERE,) * _ROUNDS:
                worked[checkout].append(_sample_in(checkout, survey, answers, options)[1])
            if against is None:
                print(f"  {told}: {min(worked[HERE]):.3g} seconds of work (give --against CHECKOUT to compare)")
            else:
                ratio = min(worked[HERE]) / min(worked[against])
                say(f"{told}: seconds of work over those of {against.name}", ratio, 1.05)


def many():
    """From answers to groups with default settings, 10^5 and 10^6 people x 12 questions."""
    for n_people, limit in ((10**5, 60), (10**6, 300)):
        _sort(*_many(n_people), limit)


def seeds():
    """Hogwarts with 5000 and 20 000 people converges from ten seeds: largest R-hat, fewest effective draws, work."""
    hogwarts = bh.Survey.load("hogwarts")
    for n_people in (5000, 20_000):
        for seed in range(10):
            answers = bh.simulate(hogwarts, n_people, rng=seed).answers
            before = time.process_time()
            status = bh.fit(hogwarts, answers, rng=seed).status
            worked = time.process_time() - before
            told = f"{n_people} people, seed {seed}: {status.effective:.0f} effective, {worked:.0f} s of work; R-hat"
            say(told, status.r_hat_max, 1.01)


def newcomers():
    """Predictions for 20 000 new people from a posterior of 200: seconds."""
    survey = bh.Survey.load("hogwarts")
    posterior = bh.fit(survey, bh.simulate(survey, 200, rng=1).answers, rng=1)
    codes = bh.simulate(survey, 20_000, rng=2).answers.codes
    predict_labels(posterior, codes[:10])
    began = time.perf_counter()
    predict_labels(posterior, codes)
    say("20000 newcomers x 8 questions: seconds", time.perf_counter() - began, 4.2)


def labels():
    """Time with dominant labels relative to drawn ones, measured alternately."""
    survey, answers = _many(10_000)
    took = {"dominant": [], "drawn": []}
    for label in ("dominant", "drawn") * 6:
        began = time.perf_counter()
        bh.fit(survey, answers, membership="mixed", label=label, chains=1, tune=0, draws=100, max_draws=100, thin=1)
        took[label].append(time.perf_counter() - began)
    say("10000 people: dominant labels / drawn labels", np.min(took["dominant"]) / np.min(took["drawn"]), 1.1)


def converge():
    """R-hat < 1.01 everywhere, with default settings, on all packaged surveys."""
    for name in ("simulation-even", "simulation-uneven", "hogwarts"):
        survey = bh.Survey.load(name)
        posterior = bh.fit(survey, bh.simulate(survey, 21 if name == "hogwarts" else None, rng=1).answers)
        say(f"{name}: largest R-hat", posterior.status.r_hat_max, 1.01)


def demo():
    """The first minute on two idle cores: seconds, and beside them what they took of the processors."""
    command = str(Path(sys.executable).parent / "bayeshat")
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"NUMBA_CACHE_DIR": folder, "PYTHONDONTWRITEBYTECODE": ""}
        run = partial(_time_command, cwd=folder, env=env)
        sort = [command, "sort", "hogwarts", "answers.csv", "--sizes", "balanced", "-q", "-o", "sorted"]
        run("", None, command, "simulate", "hogwarts", "21")
        run("import bayeshat", 0.1, sys.executable, "-c", "import bayeshat", repeat=5)
        run("bayeshat --help", 0.4, command, "--help", repeat=5)
        run("bayeshat sort, 21 people, empty kernel cache", 12, *sort)
        run("bayeshat sort, 21 people, later", 1.5, *sort, repeat=5)
        run("bayeshat demo, later", 2, command, "demo", "-q", "-o", "demo", repeat=5)
        if (HERE / ".git").exists():
            subprocess.run(["git", "clone", "-q", str(HERE), "clone"], cwd=folder, check=True)
            plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
            _time_command("make demo in a bare clone", 35, "make", "demo", cwd=Path(folder, "clone"), env=plain)


def _time_command(what, limit, *command, repeat=1, **options):
    """Run a command, and say how long the fastest of several runs took."""
    took = []
    for _ in range(repeat):
        began, before = time.perf_counter(), os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
        after = os.times()
        worked = after.children_user + after.children_system - before.children_user - before.children_system
        took.append((time.perf_counter() - began, worked))
    if limit is not None:
        seconds, worked = min(took)
        say(f"{what} ({worked:.2g} of processors)", seconds, limit)
