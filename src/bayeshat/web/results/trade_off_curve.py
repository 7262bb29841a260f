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
