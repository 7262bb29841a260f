"""The part of the report about the groups as a whole: who is settled, and the other ways to group these people."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from ...engine.uncertainty.changes import list_exchanges
from ...engine.uncertainty.measure import MAX_CORE_PEOPLE
from ...engine.uncertainty.uncertainty import Uncertainty
from ...words.message import Message, join
from ...words.phrases import tell_figures, tell_share
from ..result import Result
from ..settled_tables import MOST_SHOWN, alternatives_table, core_table
from .page_people import Sureness

# Headings of the lists of people who are not settled, by level.
_LISTS = {2: Message("report-open"), 3: Message("report-elsewhere")}
# People of a list whom the page names at once, and all in all.
NAMED, MOST_NAMED = 24, 200
# Exchanges told of an alternative, and people named on each side of one.
EXCHANGES, EXCHANGED = 6, 8
# Width and height of the curve of the core, and its margins.
_WIDTH, _HEIGHT, _LEFT, _BELOW = 360, 220, 44, 40


def describe_settled(result: Result, sureness: Sureness) -> dict[str, Any] | None:
    """Return who is settled and who is not, and the alternatives; None where that cannot be told."""
    settled = result.how_settled()
    if settled is None:
        return None
    n_people = len(result.names)
    return {
        "undecided": bool((sureness.levels == 2).any()),
        "lists": _list_doubtful(result, settled, sureness),
        "staying": settled.staying_in_words() if settled.n_free > 1 else "",
        "alternatives": _describe_alternatives(result, settled),
        "grid": _describe_grid(result, settled),
        "statistics": _describe_ball(settled),
        "curve": _draw_curve(settled),
        "sample": MAX_CORE_PEOPLE if n_people > MAX_CORE_PEOPLE else 0,
    }


def _list_doubtful(result: Result, settled: Uncertainty, sureness: Sureness) -> list[dict[str, Any]]:
    """Return the lists of people who are not settled, each with the likeliest other group that they may be in."""
    levels, labels = sureness.levels, result.decision.labels
    others = np.where(_may_be_in(result), sureness.shares, -1.0)
    others[np.arange(len(labels)), labels] = -1.0
    lists = []
    for level, title in _LISTS.items():
        some = np.flatnonzero(levels == level)
        some = some[np.argsort(settled.sure_core.belonging[some], kind="stable")].tolist()
        people = [
            {"n": n, "name": result.names[n], "own": int(labels[n]), "next": int(others[n].argmax())}
            for n in some[:MOST_NAMED]
        ]
        unnamed = max(len(some) - MOST_NAMED, 0)
        lists.append({"title": title, "people": people[:NAMED], "others": people[NAMED:], "unnamed": unnamed})
    return [one for one in lists if one["people"]]


def _may_be_in(result: Result) -> np.ndarray:
    """Say which groups the organiser's rules allow each person, (N, G), or everybody, (G,)."""
    kept = result.decision.kept
    return np.ones(len(result.decision.names), bool) if kept is None else kept.ruling.allowed_by_own


def _describe_alternatives(result: Result, settled: Uncertainty) -> list[dict[str, Any]]:
    names = result.names
    told = []
    for alternative in settled.alternatives:
        exchanges = list_exchanges(result.decision.labels, alternative.labels)
        told.append(
            {
                "weight": tell_share(alternative.weight),
                "exchanges": [
                    {
                        "group": exchange.group,
                        "other": exchange.other,
                        "sides": [
                            ([(n, names[n]) for n in side[:EXCHANGED]], max(len(side) - EXCHANGED, 0))
                            for side in (exchange.there, exchange.back)
                        ],
                    }
                    for exchange in exchanges[:EXCHANGES]
                ],
                "more": sum(exchange.n_moved for exchange in exchanges[EXCHANGES:]),
                "moved": alternative.n_moved,
            }
        )
    return told


def _describe_grid(result: Result, settled: Uncertainty) -> dict[str, Any] | None:
    """Return everybody's group in each alternative; None if there is only one way."""
    if len(settled.alternatives) < 2:
        return None
    numbers = alternatives_table(settled, result.decision.names)["number"]
    own, *others = [alternative.labels.tolist() for alternative in settled.alternatives]
    groups = [
        {"g": g, "rows": [{"n": n, "name": result.names[n], "groups": [way[n] for way in others]} for n in people]}
        for g, people in groupby(numbers[:MOST_NAMED], own.__getitem__)
    ]
    return {
        "groups": groups,
        "more": max(len(numbers) - MOST_NAMED, 0),
        "everybody": len(numbers) == len(result.names),
        "folded": len(numbers) > MOST_SHOWN,
    }


def _describe_ball(settled: Uncertainty) -> dict[str, Any]:
    ball, in_bits = settled.ball, repr(settled.distance).startswith("VI")

    def measure(distance: float) -> str | Message:
        figures = tell_figures(f"{distance:.3g}")
        return Message("report-bits", number=figures) if in_bits else figures

    extremes = {"farthest": ball.horizontal, "fewest": ball.upper, "most": ball.lower}
    return {
        "level": tell_share(ball.level),
        "distance": repr(settled.distance),
        "radius": measure(ball.radius),
        "inside": tell_share(ball.inside),
        "extremes": [
            {
                "word": Message(f"report-ball-{which}"),
                "clusters": len(np.unique(extreme.draw_labels)),
                "distance": measure(extreme.distance),
                "feasible": measure(extreme.feasible_distance),
            }
            for which, extreme in extremes.items()
        ],
        "losses": join([tell_figures(f"{way.expected_loss:.4g}") for way in settled.alternatives], "semicolon"),
    }


def _draw_curve(settled: Uncertainty) -> dict[str, Any]:
    """Return the curves of the core as paths: the share of people against the probability from 50 to 100 %."""
    table = core_table(settled)
    across, up = _WIDTH - _LEFT - 8, _HEIGHT - _BELOW - 10

    def path(column: str) -> str:
        points = [
            f"{_LEFT + across * (p - 0.5) / 0.5:.1f} {10 + up * (1 - share):.1f}"
            for p, share in zip(table["probability"], table[column], strict=True)
            if p >= 0.5
        ]
        return "M" + "L".join(points)

    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "each": path("each"),
        "together": path("all at once"),
        "left": _LEFT,
        "right": _WIDTH - 8,
        "bottom": _HEIGHT - _BELOW,
        "across": [(round(_LEFT + across * share, 1), tell_share(0.5 + share / 2)) for share in (0, 0.5, 1)],
        "up": [(round(10 + up * (1 - share), 1), tell_share(share)) for share in (0, 0.5, 1)],
    }
