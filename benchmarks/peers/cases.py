"""The frozen cases. A case is never replaced by an easier one; its problems follow from the seeds written here."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

import bayeshat as bh
from bayeshat.paper.designs import DESIGNS, draw_data_set, sample, with_dominant_labels

from .protocol import Case, Problem
from .real_data import SOURCES, half_known, nobody_known

TESTS = Path(__file__).parents[2] / "tests" / "data"
PAPER_SEED = 20
N_PAPER = 200
EVEN, UNEVEN = DESIGNS
EXACT = ("even", "uneven", "even100", "flat1")


def paper_draws(design, loss, index):
    """Draws of one of the paper's simulated data sets: 20 people, 3 houses, 4 chains of 250 draws.

    Labels are drawn from the memberships, as in the paper, where sizes are wanted; for VI alone, which drawn labels
    lead to one big group, a label is the house with the largest membership.
    """
    drawn, dominant, truth = _paper_posterior(design, index)
    if loss == "paper":
        return Problem(index, 3, loss, design.sizes, draws=drawn, truth=truth)
    return Problem(index, 3, loss, draws=dominant, truth=truth)


@cache
def _paper_posterior(design, index):
    """Return labels (T, N) as the paper draws them, those of the largest memberships, and the truth."""
    data = draw_data_set(design, PAPER_SEED, index)
    posterior = sample(data, draws=250)
    both = [np.asarray(found.z).reshape(-1, 20) for found in (posterior, with_dominant_labels(posterior))]
    return *both, data.simulation.truth


def paper_answers(design, index):
    """The answers of the same data sets, with the prior that the paper's sampler is given."""
    data = draw_data_set(design, PAPER_SEED, index)
    return _survey_problem(data.survey, data.simulation, design.sizes, index)


def house_answers(n_people, index):
    """Answers to the survey hogwarts, simulated as in the paper; even sizes are wanted and true."""
    survey = bh.Survey.load("hogwarts")
    drawn = bh.simulate(survey, n_people, rng=1000 * index + n_people)
    sizes = tuple(np.bincount(drawn.truth, minlength=survey.n_clusters).tolist())
    return _survey_problem(survey, drawn, sizes, index)


def _survey_problem(survey, drawn, sizes, index):
    return Problem(
        index,
        survey.n_clusters,
        sizes=tuple(sizes),
        answers=drawn.answers.codes,
        answer_prior=survey.answer_prior,
        membership_prior=survey.membership_prior,
        truth=drawn.truth,
    )


def class_answers(n_people, index, *, numbers=0, sizes=(0.45, 0.35, 0.2)):
    """Three classes of people, eight questions with four options, and perhaps numbers.

    In each class one option of each question is chosen with chance 0.55, the others alike; numbers are normal with
    means 1.2 standard deviations apart.
    """
    rng = np.random.default_rng([2015, n_people, numbers, index])
    counts = np.floor(np.array(sizes) * n_people).astype(int)
    counts[0] += n_people - counts.sum()
    truth = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    favourite = rng.integers(0, 4, (len(counts), 8))
    follows = rng.random((n_people, 8)) < 0.4
    answers = np.where(follows, favourite[truth], rng.integers(0, 4, (n_people, 8)))
    means = 1.2 * rng.permuted(np.tile(np.arange(len(counts)), (numbers, 1)), axis=1).T
    levels = means[truth] + rng.standard_normal((n_people, numbers)) if numbers else None
    wanted = tuple(counts.tolist())
    return Problem(index, len(counts), sizes=wanted, answers=answers, numbers=levels, truth=truth)


def known_totals(clear, index):
    """Two groups of 80 and 20 people and six questions of yes or no; the survey says that the first leans to yes."""
    rng = np.random.default_rng([2016, index])
    truth = rng.permutation(np.repeat([0, 1], (80, 20)))
    answers = (rng.random((100, 6)) < np.where(truth == 0, clear, 1 - clear)[:, None]).astype(int)
    prior = np.repeat(np.array([[1.0, 2.0], [2.0, 1.0]])[:, None], 6, axis=1)
    return Problem(
        index,
        2,
        sizes=(80, 20),
        answers=answers,
        answer_prior=prior,
        membership_prior=np.ones(2),
        totals=True,
        truth=truth,
    )


def exact_draws(index):
    """Draws for which the best of all 581 million partitions is known (tests/data/optima.json), sizes 8, 7 and 5."""
    with np.load(TESTS / "draws.npz") as archive:
        return Problem(index, 3, "paper", (8, 7, 5), draws=archive[EXACT[index]])


def label_draws(n_people, own, loss, sizes, n_groups, index, n_draws=1000, n_clusters=4):
    """Draws in which everybody keeps a cluster of their own with chances that ``own`` makes sharp or vague.

    Everybody's chances are Dirichlet, with parameter ``own`` for their own cluster and 1 for the others.
    """
    rng = np.random.default_rng([2017, n_people, int(10 * own), index])
    truth = rng.integers(0, n_clusters, n_people)
    share = rng.gamma(np.where(np.arange(n_clusters) == truth[:, None], own, 1.0))
    edges = np.cumsum(share / share.sum(axis=1, keepdims=True), axis=1)[:, :-1].T
    draws = np.empty((n_draws, n_people), np.int8)
    for t in range(n_draws):
        draws[t] = (rng.random(n_people) > edges).sum(axis=0)
    return Problem(index, n_groups, loss, sizes, draws=draws, truth=truth)


def stray_draws(loss, sizes, index, n_people=200, n_draws=1000):
    """Draws of four clusters in which, each time, a tenth of the people stray into eight tiny clusters."""
    problem = label_draws(n_people, 15.0, loss, sizes, 12, index, n_draws)
    rng = np.random.default_rng([2023, n_people, index])
    strays = rng.random(problem.draws.shape) < 0.1
    draws = np.where(strays, rng.integers(4, 12, problem.draws.shape), problem.draws).astype(np.int8)
    return replace(problem, draws=draws)


def partial_members(index, n_people=300, n_questions=40):
    """People who belong partly to three groups answer yes or no: each answer is that of one of their groups.

    Memberships are Dirichlet, with 5 for a person's own group and 1 for the others; the members of a group say yes to a
    question with chance 0.85 or 0.15. The truth is the largest membership.
    """
    rng = np.random.default_rng([2024, n_people, n_questions, index])
    own = np.eye(3)[rng.integers(0, 3, n_people)]
    shares = rng.gamma(1 + 4 * own)
    edges = np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1)[:, :-1]
    behind = (rng.random((n_people, n_questions))[:, :, None] > edges[:, None]).sum(axis=2)
    chances = np.where(rng.random((3, n_questions)) < 0.5, 0.85, 0.15)
    answers = (rng.random((n_people, n_questions)) < chances[behind, np.arange(n_questions)]).astype(int)
    truth = shares.argmax(axis=1)
    sizes = tuple(np.bincount(truth, minlength=3).tolist())
    return Problem(index, 3, sizes=sizes, answers=answers, truth=truth)


def people_to_mix(n_groups, n_questions, loss, index):
    """200 people and questions with four options of chances 0.4, 0.3, 0.2 and 0.1; groups of equal sizes."""
    rng = np.random.default_rng([2014, n_groups, n_questions, index])
    answers = rng.choice(4, (200, n_questions), p=[0.4, 0.3, 0.2, 0.1])
    return Problem(index, n_groups, loss, (200 // n_groups,) * n_groups, answers=answers)


def _deciding():
    title = "20 people, proven optima 2.1131, 2.0366, 2.2772 and 2.0960"
    yield Case("exact", title, "decides draws", exact_draws, len(EXACT))
    for design in DESIGNS:
        for loss in ("paper", "vi", "binder"):
            name = f"paper-{design.name}-{loss}"
            title = f"the paper's {design.name} design, loss {loss}"
            yield Case(name, title, "decides draws", partial(paper_draws, design, loss), N_PAPER)
    for word, own in (("sharp", 60.0), ("middling", 8.0), ("vague", 2.0)):
        for n_people in (200, 2000, 20000):
            for loss in ("vi", "paper") if n_people == 20000 else ("vi", "vi a=0.5", "binder", "paper"):
                sizes = tuple(n_people // 10 * n for n in (4, 3, 2, 1)) if loss == "paper" else None
                # Binder's loss, and VI where splitting is cheap, often want more groups than there are clusters.
                n_groups = 12 if loss in ("vi a=0.5", "binder") else 4
                make = partial(label_draws, n_people, own, loss, sizes, n_groups)
                title = f"{word} draws, {n_people} people, loss {loss}"
                yield Case(f"{word}-{n_people}-{loss.replace(' ', '-')}", title, "decides draws", make)

    for loss, sizes in (("vi", None), ("paper", (50, 50, 50, 50))):
        make = partial(stray_draws, loss, sizes)
        yield Case(f"stray-200-{loss}", f"draws with strays, 200 people, loss {loss}", "decides draws", make, 5)


def _clustering():
    for design in DESIGNS:
        make = partial(paper_answers, design)
        yield Case(f"paper-{design.name}", f"the paper's {design.name} design", "clusters answers", make, N_PAPER)
    for n_people, n_sets in ((21, 50), (200, 20), (2000, 5)):
        make = partial(house_answers, n_people)
        yield Case(f"houses-{n_people}", f"hogwarts, {n_people} people", "clusters answers", make, n_sets)
    for n_people, n_sets in ((200, 20), (2000, 5), (20000, 5)):
        make = partial(class_answers, n_people)
        yield Case(f"classes-{n_people}", f"three classes, {n_people} people", "clusters answers", make, n_sets)
    make = partial(class_answers, 200, numbers=3)
    yield Case("mixed-200", "choices and numbers, 200 people", "clusters answers", make, 20)
    title = "people who belong partly to three groups, 300 people, 40 questions"
    yield Case("partly-300", title, "clusters answers", partial_members, 5)
    for word, clear in (("vague", 0.65), ("clear", 0.8)):
        make = partial(known_totals, clear)
        yield Case(f"totals-{word}", f"known totals of 80 and 20, {word} answers", "clusters answers", make, 20)


def _mixing():
    for n_groups, n_questions in ((8, 6), (40, 10)):
        for loss in ("unevenness", "diversity"):
            make = partial(people_to_mix, n_groups, n_questions, loss)
            title = f"200 people, {n_questions} questions, {n_groups} groups, loss {loss}"
            yield Case(f"mix-{n_groups}-{loss}", title, "mixes people", make, 5)


def _sampling():
    yield Case("sample-even", "the paper's even design", "samples", partial(paper_answers, EVEN), 3)
    yield Case("sample-houses", "hogwarts, 21 people", "samples", partial(house_answers, 21), 3)


def _real():
    for name, source in SOURCES.items():
        yield Case(f"half-{name}", source.title, "learns groups", partial(half_known, name), 3)
    wanted = [(name, sizes) for name in SOURCES for sizes in ("true", "free")]
    words = {"true": "true sizes wanted", "even": "even sizes wanted", "free": "no sizes wanted"}
    # The paper's question.
    for name, sizes in (*wanted, ("pottermore", "even")):
        make = partial(nobody_known, name, sizes)
        yield Case(f"real-{name}-{sizes}", f"{SOURCES[name].title}; {words[sizes]}", "clusters answers", make)


CASES = {case.name: case for case in (*_deciding(), *_clustering(), *_mixing(), *_sampling(), *_real())}
