"""One GPU beside the CPU of the same machine, through the public functions.

``python benchmarks/one_gpu.py [people ...]``; by default 1000 to 10^6 people.

Needs ``bayeshat[cuda]``. Everything runs once before it is timed, so kernels are compiled. 1e8 people are only sampled
on the GPU, and take about 40 GB there and 20 GB of the host's memory. Limits are those for one H200 and 16 cores.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace

import cupy
import numpy as np
from tools import say

import bayeshat as bh
from bayeshat.survey.answers import Answers

PEOPLE = (1000, 5000, 20_000, 200_000, 1_000_000)
# Seconds from answers to groups on the GPU, at most.
LIMITS = {5000: 1.0, 1_000_000: 6.0, 100_000_000: 90.0}
# People beyond whom the CPU would take too long.
MOST_ON_CPU = 2_000_000
# People whose answers are simulated; with more, answers come again.
SIMULATED = 1_000_000


class Names(Sequence):
    """Names that take no memory."""

    def __init__(self, n_people):
        self.n_people = n_people

    def __len__(self):
        return self.n_people

    def __getitem__(self, n):
        return f"person {n + 1}"


def twelve_questions():
    """The survey hogwarts, with some of its questions asked twice."""
    survey = bh.Survey.load("hogwarts")
    again = tuple(
        replace(question, id=f"{question.id}-again", text=f"{question.text} (again)")
        for question in survey.questions[: 12 - survey.n_questions]
    )
    prior = np.concatenate([survey.answer_prior, survey.answer_prior[:, : len(again)]], axis=1)
    return replace(survey, questions=survey.questions + again, answer_prior=prior)


def answers_of(survey, n_people):
    """Simulated answers, every million of people the same ones in another order."""
    if n_people <= SIMULATED:
        return bh.simulate(survey, n_people, rng=1).answers
    some, rng = bh.simulate(survey, SIMULATED, rng=1).answers, np.random.default_rng(1)
    codes = np.empty((n_people, some.codes.shape[1]), np.int16)
    for first in range(0, n_people, SIMULATED):
        here = codes[first : first + SIMULATED]
        here[:] = some.codes[rng.permutation(SIMULATED)[: len(here)]]
    return Answers(codes, Names(n_people), {}, some.questions)


def sort(survey, answers, device):
    """Sample and decide; return the seconds of both, and the decision."""
    began = time.perf_counter()
    posterior = bh.fit(survey, answers, device=device, rng=1)
    sampled = time.perf_counter()
    decision = bh.decide(posterior, "balanced", device=device, rng=1)
    done = time.perf_counter()
    status = posterior.status
    print(
        f"    {device}: fit {sampled - began:.2f} s, decide {done - sampled:.2f} s; R-hat {status.r_hat:.4f}, "
        f"{status.effective:.0f} effective draws, loss {decision.expected_loss:.5f}",
        flush=True,
    )
    return done - began, status.converged


def people(n_people):
    """From answers to groups."""
    survey = bh.Survey.load("hogwarts") if n_people <= MOST_ON_CPU else twelve_questions()
    answers = answers_of(survey, n_people)
    print(f"  {n_people:,} people x {survey.n_questions} questions")
    on_gpu, converged = sort(survey, answers, "cuda")
    say(f"{n_people:,} people: seconds from answers to groups on the GPU", on_gpu, LIMITS.get(n_people, np.inf))
    say(f"{n_people:,} people: converged (1 is yes)", float(converged), 1, "at least")
    if n_people <= MOST_ON_CPU:
        say(f"{n_people:,} people: times faster than the CPU", sort(survey, answers, "cpu")[0] / on_gpu, 1, "at least")


def many_groups(n_people=100_000, n_clusters=50, n_draws=1000):
    """Draws of many clusters, sorted into as many groups."""
    rng = np.random.default_rng(0)
    own = rng.integers(n_clusters, size=n_people, dtype=np.uint8)
    other = rng.integers(n_clusters, size=(n_draws, n_people), dtype=np.uint8)
    draws = np.where(rng.random((n_draws, n_people), dtype=np.float32) < 0.5, own, other)
    there, took = cupy.asarray(draws), {}
    for device, given in (("cuda", there), ("cpu", draws)):
        for _ in range(2):
            began = time.perf_counter()
            found = bh.decide(given, "balanced", device=device, rng=1)
            took[device] = time.perf_counter() - began
        print(f"    {device}: {took[device]:.2f} s, loss {found.expected_loss:.5f}", flush=True)
    say(f"{n_people:,} people in {n_clusters} groups: seconds on the GPU", took["cuda"], 3)
    say(
        f"{n_people:,} people in {n_clusters} groups: times faster than the CPU",
        took["cpu"] / took["cuda"],
        1,
        "at least",
    )


def main():
    sizes = [int(float(word)) for word in sys.argv[1:]] or list(PEOPLE)
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}, CuPy {cupy.__version__}; the first lines are those of runs that compile", flush=True)
    survey = bh.Survey.load("hogwarts")
    for n_people in (1000, 5000):
        answers = answers_of(survey, n_people)
        for device in ("cuda", "cpu"):
            sort(survey, answers, device)
    if max(sizes) > MOST_ON_CPU:
        sort(twelve_questions(), answers_of(twelve_questions(), 60_000), "cuda")
    for n_people in sizes:
        people(n_people)
    many_groups()


if __name__ == "__main__":
    main()
