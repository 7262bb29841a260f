"""Rules for very many people: integer programs for those whom rules name, transport for the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..._workers import Workers
from ...errors import SearchError
from ...rules.constraints import Constraints
from ..backends.numba_backend import NumbaBackend
from ..labels.draws import LabelDraws
from ..loss.losses import Composition
from ..search.problem import TOLERANCE, Problem, build_problem, gains_alone, relevant_draws
from ..search.search import Found, search
from ..search.transport import Transport
from ..wanted.target import Target
from .integer_program import blocks_of, solve_program

Array = np.ndarray

_ROUNDS = 6
# What it costs to be in a group that a rule forbids: more than any loss.
FORBIDDEN = 1e3
NOT_FOUND = (
    "No assignment that keeps to the rules was found in time, nor was it shown that there is none. "
    "Leave some rules out, or sort fewer people at a time."
)


def search_many(
    draws: LabelDraws,
    parts: Composition,
    target: Target,
    constraints: Constraints,
    probabilities: Array | None,
    *,
    workers: Workers,
    warm: list[Array],
    **options: Any,
) -> tuple[Found, float]:
    """Minimise the expected loss under rules for very many people; return also the gap of the integer program."""
    names_groups = constraints.names_groups
    personal = constraints.cost + FORBIDDEN * ~constraints.allowed if names_groups else None
    placed = probabilities if parts.placement_weight() > 0 else None
    problem = build_problem(
        relevant_draws(draws, parts), parts, target, placed, draws.n_people, constraints.cost if names_groups else None
    )
    sized = [
        labels
        for labels in warm
        if target.meets(np.bincount(labels, minlength=target.n_groups), any_order=problem.size.free)
    ]
    found = search(draws, parts, target, probabilities, workers=workers, warm=sized, personal=personal, **options)
    ends, gap = [found.labels, *sized], 0.0
    if constraints.broken(found.labels) or len(constraints.pairs):
        repaired, gap = repair_many(problem, target, constraints, found.labels, workers)
        ends.append(repaired)

    people = NumbaBackend(problem, workers)

    def value(labels: Array) -> float:
        people.start(labels)
        return people.objective() + constraints.pair_cost(labels)

    allowed = [labels for labels in ends if not constraints.broken(labels)]
    return replace(found, labels=min(allowed, key=value) if allowed else found.labels), gap


def repair_many(
    problem: Problem, target: Target, constraints: Constraints, labels: Array, workers: Workers
) -> tuple[Array, float]:
    """Bring an assignment of very many people to the rules, and improve it at the numbers that this leads to.

    A program decides on the people whom rules name, and on how many of the others of each kind go to each group;
    which of them is a transport problem of its own for each kind. Returns the assignment and the program's gap.
    """
    n_groups = constraints.n_groups
    everybody = NumbaBackend(problem, workers)
    blocks = blocks_of(constraints)
    labels = labels.copy()

    def look() -> float:
        everybody.start(labels)
        everybody.majorise()
        return everybody.objective()

    look()
    utilities = everybody.utilities[:, :n_groups]
    best = np.sort(utilities, axis=1)
    regret = float((best[:, -1] - best[:, -2]).mean()) if n_groups > 1 else 0.0
    worth = np.array(
        [utilities[people].sum(axis=0) * (p == 1) for people, p in zip(blocks.members, blocks.parts, strict=True)]
    )
    stay = np.array([np.bincount(labels[people], minlength=n_groups) for people in blocks.members])
    sizes: dict[str, Any] = {"near": np.bincount(labels, minlength=n_groups), "off_cost": regret}
    if target.exact is not None:
        sizes = {"free_sizes" if problem.size.free else "sizes": target.exact}
    answer = solve_program(constraints, blocks, worth, stay=stay, move_cost=regret, **sizes)
    if answer.counts is None:
        raise SearchError(NOT_FOUND)
    placings = list(zip(blocks.members, blocks.parts == 1, answer.counts, strict=True))
    kinds = [(people, row) for people, named, row in placings if not named]
    for people, named, row in placings:
        if named:
            labels[people] = row.argmax()

    def transport() -> None:
        for people, row in kinds:
            kind = NumbaBackend(gains_alone(everybody.gains_of(people), problem.size), workers)
            kind.start(labels[people])
            kind.majorise()
            Transport(problem.size, resize=False)(kind, row)
            labels[people] = kind.trial

    transport()
    least = look()
    for _ in range(_ROUNDS):
        before = labels.copy()
        transport()
        value = look()
        if value > least - TOLERANCE:
            return before, answer.gap
        least = value
    return labels, answer.gap
