"""The curve of what sizes cost, drawn as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .trade_off import TradeOff

WIDTH, HEIGHT = 360, 250
LEFT, RIGHT, TOP, BOTTOM = 54, 16, 40, 48


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
    [(344, 40), (54, 202)]
    >>> curve["chosen"]
    1
    """
    across = _scale([point.size_distance for point in points], LEFT, WIDTH - RIGHT)
    up = _scale([point.expected_right for point in points], HEIGHT - BOTTOM, TOP)
    weight = float(used)
    nearest = min(range(len(points)), key=lambda k: abs(points[k].size_weight - weight)) if weight < 1e9 else -1
    return {
        "points": list(points),
        "places": list(zip(across, up, strict=True)),
        "chosen": nearest % len(points),
        "axes": {"left": LEFT, "right": WIDTH - RIGHT, "top": TOP, "bottom": HEIGHT - BOTTOM},
        "width": WIDTH,
        "height": HEIGHT,
        "ends": {
            "near": min(point.size_distance for point in points),
            "far": max(point.size_distance for point in points),
            "low": min(point.expected_right for point in points),
            "high": max(point.expected_right for point in points),
        },
    }


def _scale(values: Sequence[float], start: float, end: float) -> list[int]:
    low, high = min(values), max(values)
    width = high - low or 1.0
    return [round(start + (end - start) * (value - low) / width) for value in values]
