"""Compiling ahead what the commands use, so that nobody waits for it later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.decide import decide
from ..engine.rounds import plan_rounds
from ..model.simulate import simulate
from ..options import DONE, Progress, part_of
from ..report.explain import explanations
from ..rules.rules import Apart, Rules, Together
from ..sorting.latecomers import place_people
from ..sorting.mix import mix_people
from ..sorting.people import sort_people
from ..survey.spec import Survey, parse_survey

_PEOPLE = 12
# Enough for every step of a sort; nobody reads what comes out.
_QUICK: dict[str, Any] = {"draws": 50, "tune": 50, "max_draws": 50, "rng": 1}
_KINDS = """
title = "All kinds of questions"
prior = "flat"
houses = ["A", "B"]
questions = [
    {text = "Choice", options = ["x", "y"]},
    {text = "Several", kind = "several", options = ["x", "y"]},
    {text = "Rating", kind = "rating", scale = [1, 5]},
    {text = "Number", kind = "number", scale = [1, 5]},
    {text = "Count", kind = "count"},
    {text = "Ranking", kind = "ranking", options = ["x", "y", "z"]},
]
"""


def warm_up(progress: Progress) -> None:
    """Compile what sorting, mixing and deciding use by default, by doing each once with few people."""
    hogwarts = Survey.load("hogwarts")
    kinds = parse_survey(_KINDS, "warm_up.py")
    people = simulate(hogwarts, _PEOPLE, rng=1).answers
    names = people.names
    rules = Rules([Together(names[:2]), Apart(names[2:4])])
    table = {"name": list(names), "side": [n % 2 for n in range(_PEOPLE)]}
    drawn = np.random.default_rng(1).integers(0, 3, (50, 3 * _PEOPLE))  # enough people for transports

    def sort(answers: Any = people, survey: Survey = hogwarts, **options: Any) -> Callable[[Progress], Any]:
        def run(tell: Progress) -> None:
            result = sort_people(survey, answers, progress=tell, **options, **_QUICK)
            result.decision.table()
            if not options:  # explaining asks people again many times, with the same kernels however they are sorted
                explanations(result)

        return run

    def sort_then_place(tell: Progress) -> None:
        result = sort_people(hogwarts, people, progress=tell, **_QUICK)
        plan_rounds(result.decision, 2, rng=1)
        first = dict(list(zip(names, result.decision.groups, strict=True))[:-1])
        place_people(hogwarts, people, first, progress=tell, **_QUICK)

    steps: tuple[Callable[[Progress], Any], ...] = (
        sort(),
        sort(simulate(hogwarts, 5, rng=1).answers, target="balanced"),  # so few that all groupings are tried
        sort(membership="single"),
        sort(target=None),
        sort(simulate(kinds, _PEOPLE, rng=1).answers, kinds, target="balanced"),
        sort(target="2..4", rules=rules),
        sort_then_place,
        lambda tell: mix_people(table, groups=3, mix="side", rng=1, progress=tell),
        lambda tell: decide(drawn, "balanced", rng=1, progress=tell),
        lambda tell: decide(drawn, None, rng=1, progress=tell),
    )
    for n, step in enumerate(steps):
        step(part_of(progress, n / len(steps), 1 / len(steps)))
    progress(1.0, DONE)
