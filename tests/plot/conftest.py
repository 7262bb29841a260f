"""Results to draw, and a way to see whether anything is cut off."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

import bayeshat as bh

SAMPLING = {"chains": 2, "tune": 200, "draws": 200, "max_draws": 200, "threads": 2}


def make(survey, n_people, n_questions=None, **options):
    asked = bh.Survey.load(survey)
    asked = replace(asked, questions=asked.questions[:n_questions], answer_prior=asked.answer_prior[:, :n_questions])
    drawn = bh.simulate(asked, n_people, rng=1)
    return drawn, bh.sort_people(asked, drawn.answers, rng=1, **SAMPLING, **options)


@pytest.fixture(scope="session")
def three():
    """Ten people in three clusters, questions with three options; each triangle takes a while to draw."""
    return make("simulation-even", 10, n_questions=4)


@pytest.fixture(scope="session")
def four():
    """Twenty people in four houses."""
    return make("hogwarts", 20)


@pytest.fixture(scope="session")
def crowd():
    """More people than can be named."""
    return make("hogwarts", 100)


@pytest.fixture(scope="session")
def nameless():
    """People in groups that mean nothing by themselves."""
    rng = np.random.default_rng(1)
    answers = {f"q{q}": rng.choice(["a", "b", "c"], 24).tolist() for q in range(5)}
    return bh.sort_people(bh.Survey.from_answers(answers, n_clusters=3), answers, rng=1, **SAMPLING)


@pytest.fixture(scope="session")
def odd_names(four):
    """The same twenty people in four houses, with names of all kinds."""
    _, result = four
    names = [
        "王小明",
        "😀 Max",
        "$a$ b",
        "ไทย",
        "שלום",
        "مرحبا",
        "a\nb",
        "x" * 60,
        "_under",
        "👨‍👩‍👧 fam",
        "=1+1",
        "한국어",
    ]
    names += [f"Person {n}" for n in range(len(names), 20)]
    houses = ("_Grüffel", "蛇院", "$x$ & $y$", "A long name of a house that goes on and on")
    clusters = tuple(replace(cluster, name=name) for cluster, name in zip(result.survey.clusters, houses, strict=True))
    survey, answers = replace(result.survey, clusters=clusters), replace(result.answers, names=tuple(names))
    posterior = replace(result.posterior, survey=survey, answers=answers)
    decision = replace(result.decision, names=houses)
    return replace(result, survey=survey, answers=answers, posterior=posterior, decision=decision)


@pytest.fixture
def draw():
    """Return a function that draws a figure, with warnings as errors, and says by how many pixels it overflows."""

    def overflow(figure):
        canvas = FigureCanvasAgg(figure)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            canvas.draw()
            box = figure.get_tightbbox(canvas.get_renderer())
        width, height = figure.get_size_inches()
        return figure.dpi * max(-box.x0, -box.y0, box.x1 - width, box.y1 - height)

    return overflow
