"""What other weights of the sizes would lead to: made by a worker, kept with the result, drawn as a curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ...engine.decide import decide_path
from ...options import Progress
from ...rules.rules import Pin, Rules
from ..db.schema import Sorting
from ..slow import slow
from .history import read_history
from .results import Standing

# Weights of the sizes on the trade-off curve.
WEIGHTS = (0.0, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_STARTS = 8

WIDTH, HEIGHT = 360, 250
LEFT, RIGHT, TOP, BOTTOM = 54, 16, 40, 48


@dataclass(frozen=True)
class TradeOff:
    """What one weight of the sizes would lead to.

    Attributes
    ----------
    size_weight
        The weight; infinity makes the sizes exact.
    expected_right
        How many people are expected in their right group.
    size_distance
        How far the sizes are from the wanted ones.
    sizes
        The groups' sizes.
    """

    size_weight: float
    expected_right: float
    size_distance: float
    sizes: tuple[int, ...]


@slow
def compute_trade_off(standing: Standing, progress: bool | Progress = False) -> list[TradeOff]:
    """Return what other weights would lead to, each only once; locked people stay where they are."""
    result = standing.decided
    options, kept = result.options, result.decision.kept
    weights = (*WEIGHTS, math.inf) if math.isinf(result.decision.size_weight) else WEIGHTS
    groups = result.decision.names
    locks = Rules(Pin(standing.names[n], (groups[standing.labels[n]],)) for n in standing.locked)
    rules = locks if kept is None else kept.ruling.rules + locks
    path = decide_path(
        result.posterior,
        options["target"] if options["target"] is not None else "balanced",
        weights,
        loss="auto" if options.get("loss") == "auto" else result.decision.loss,
        pseudocount=options["pseudocount"],
        labels=options["labels"],
        rules=rules or None,
        starts=_STARTS,
        rng=1,
        progress=progress,
    )
    points = [
        TradeOff(
            weight,
            result.expected_right(decision),
            0.0 if np.isnan(decision.size_distance) else float(decision.size_distance),
            tuple(decision.sizes.tolist()),
        )
        for weight, decision in zip(weights, path, strict=True)
    ]
    # Of several weights that lead to the same, only the largest is shown.
    return [point for k, point in enumerate(points) if not any(_alike(point, heavier) for heavier in points[k + 1 :])]


def keep_trade_off(session: Session, sorting_id: str, points: list[TradeOff], locked: Sequence[int] = ()) -> None:
    """Keep the trade-off curve with its result, and for whom it was locked.

    JSON has no infinity, so that weights are texts.
    """
    rows = [
        [f"{point.size_weight:g}", point.expected_right, point.size_distance, list(point.sizes)] for point in points
    ]
    session.execute(update(Sorting).where(Sorting.id == sorting_id).values(trade_off=[list(locked), rows]))


def read_trade_off(session: Session, sorting: Sorting) -> list[TradeOff]:
    """Return the curve that was kept; empty if none was made for those who are locked now."""
    kept = session.scalar(select(Sorting.trade_off).where(Sorting.id == sorting.id))
    if not kept or kept[0] != list(read_history(session, sorting).locked):
        return []
    return [TradeOff(float(weight), right, distance, tuple(sizes)) for weight, right, distance, sizes in kept[1]]


def used_weight(session: Session, sorting: Sorting) -> float:
    """Return the weight of the sizes that a result was made with."""
    about = session.scalar(select(Sorting.about).where(Sorting.id == sorting.id)) or {}
    return float(about.get("options", {}).get("size_weight", 1.0))


def read_noun(session: Session, sorting: Sorting) -> str:
    """Return what a group is called in messages: a group, or one of the program's own making."""
    about = session.scalar(select(Sorting.about).where(Sorting.id == sorting.id)) or {}
    return "own" if about.get("noun") == "own" else "group"


def _alike(one: TradeOff, other: TradeOff) -> bool:
    return one.sizes == other.sizes and math.isclose(one.expected_right, other.expected_right, abs_tol=0.005)


def draw_curve(points: Sequence[TradeOff], used: Any) -> dict[str, Any]:
    """Return what the template needs to draw the curve: places of the points, ends of the axes, the one in use.

    Parameters
    ----------
    points
        What each weight leads to, by weight.
    used
        The weight that the result was made with: a number, or "inf".

    Examples
    --------
    >>> curve = draw_curve([TradeOff(0.0, 8.0, 2.0, (9, 1)), TradeOff(1.0, 7.5, 0.0, (5, 5))], 1.0)
    >>> curve["places"]
    [(54, 40), (344, 121)]
    >>> curve["chosen"]
    1
    """
    right, distance = [point.expected_right for point in points], [point.size_distance for point in points]
    high = max(right)
    # Less than one person of difference must not look like much.
    low = min(min(right), high - 1.0)
    # As on the slider, the wanted sizes are on the right.
    across = [_place(value, min(distance), max(distance), WIDTH - RIGHT, LEFT) for value in distance]
    up = [_place(value, low, high, HEIGHT - BOTTOM, TOP) for value in right]
    weight = float(used)
    nearest = min(range(len(points)), key=lambda k: abs(points[k].size_weight - weight)) if weight < 1e9 else -1
    return {
        "points": list(points),
        "places": list(zip(across, up, strict=True)),
        "chosen": nearest % len(points),
        "axes": {"left": LEFT, "right": WIDTH - RIGHT, "top": TOP, "bottom": HEIGHT - BOTTOM},
        "width": WIDTH,
        "height": HEIGHT,
        "ends": {"low": low, "high": high},
    }


def _place(value: float, low: float, high: float, start: float, end: float) -> int:
    return round(start + (end - start) * (value - low) / ((high - low) or 1.0))
