"""The people's part of the report: members, how sure their places are, and who could be elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.decision import Decision
from ...engine.uncertainty.measure import MIN_SETTLED_CHANCE
from ...words.message import Message, join
from ...words.phrases import is_negligible, tell_figures, tell_share, tell_sureness, title_of
from ..result import Result
from ..tables import choice_notes, shared_times, wanted_in_words

Array = np.ndarray

# A change is cheap if it means at most this many fewer people in their right group, and puts nobody into a group with
# a smaller chance than the second.
CHEAP, LEAST_CHANCE = 0.1, 0.05
# With more people than this, lists are folded.
FOLDED = 100
# With more people than this, bars have two parts, and folded lists are not printed, to keep the file small.
COMPACT = 500
# Rows of the lists of cheap moves and swaps.
LISTED = 30


@dataclass(frozen=True, eq=False)
class Sureness:
    """How sure everybody's place is.

    Attributes
    ----------
    shares
        (N, G) the chance that each person belongs in each group.
    levels
        (N,) position in ``SETTLED_WORDS``.
    next_best
        (N,) the best other group; their own where there is no other.
    fewer
        (N, G) how many fewer people are expected in their right group if this person moved there.
    errors
        (N, G) Monte Carlo standard errors of the shares; 0 where they are not known.
    """

    shares: Array
    levels: Array
    next_best: Array
    fewer: Array
    errors: Array

    def swap_cost(self, n: int, m: int, labels: Array) -> float:
        """Return how many fewer people are expected in their right group if two people changed places."""
        return float(self.fewer[n, labels[m]] + self.fewer[m, labels[n]])


def measure_sureness(result: Result) -> Sureness:
    """Return how sure everybody's place is, and what other groups would mean."""
    decision = result.decision
    people = np.arange(decision.n_people)
    shares = result.group_shares()
    rest = shares.copy()
    rest[people, decision.labels] = -1.0
    next_best = rest.argmax(axis=1) if shares.shape[1] > 1 else decision.labels
    fewer = shares[people, decision.labels][:, None] - shares
    return Sureness(shares, result.sure_levels(), next_best, fewer, result.share_errors())


def group_titles(result: Result) -> tuple[str | Message, ...]:
    """Return the groups' names as headings."""
    return tuple(map(title_of, result.decision.names))


def count_people(decision: Decision, noun: str) -> Message:
    """Return how many people there are, in how many groups."""
    n_people = decision.n_people // decision.places.each
    return Message("report-counts", people=n_people, groups=len(decision.names), noun=noun)


def describe_cards(decision: Decision, names: Sequence[str], *, with_answers: bool = True) -> list[dict[str, Any]]:
    """Return each group with its sizes, the times that suit everybody in it, and its members in the order of the table.

    Without answers, neither times nor what became of people's choices are shown. ``names`` are those of all places.
    """
    times = shared_times(decision) if with_answers else [[]] * len(decision.names)
    notes = choice_notes(decision) if with_answers else []
    told = list(zip(names, notes or [""] * len(names), strict=True))
    return [
        {
            "g": g,
            "name": title_of(name),
            "size": int(decision.sizes[g]),
            "wanted": wanted_in_words(decision, g),
            "times": times[g],
            "members": [told[n] for n in np.flatnonzero(decision.labels == g)],
        }
        for g, name in enumerate(decision.names)
    ]


def describe_sureness(result: Result, sureness: Sureness, with_ids: bool = True) -> dict[str, Any]:
    """Return the counts of each word, and each group's people, the surest first."""
    titles = group_titles(result)
    decision, shares = result.decision, sureness.shares
    compact = decision.n_people > COMPACT
    own = shares[np.arange(decision.n_people), decision.labels]
    notes = result.notes()
    ids = result.identities() if with_ids else [""] * decision.n_people
    groups = []
    for g, name in enumerate(titles):
        members = np.flatnonzero(decision.labels == g)
        order = members[np.argsort(-own[members], kind="stable")]
        rows = [
            {**_describe_person(result, sureness, n, titles, compact), "note": notes[n], "ids": ids[n]}
            for n in order.tolist()
        ]
        groups.append({"g": g, "name": name, "rows": rows})
    summary, start = [], 0.0
    level, fixed = tell_share(MIN_SETTLED_CHANCE), "-fixed" if decision.left_no_choice.any() else ""
    meanings = (
        Message(f"report-scale-0{fixed}", level=level, noun=result.noun),
        Message("report-scale-1", noun=result.noun),
        Message("report-scale-2", noun=result.noun),
        Message("report-scale-3", noun=result.noun, by="sizes" if decision.kept is None else "rules"),
    )
    for w, meaning in enumerate(meanings):
        count = int((sureness.levels == w).sum())
        width = 100 * count / decision.n_people
        told = {"word": tell_sureness(w), "meaning": meaning}
        summary.append({"w": w, **told, "count": count, "x": round(start, 2), "width": round(width, 2)})
        start += width
    return {
        "groups": groups,
        "summary": summary,
        "level": level,
        "compact": compact,
        "folded": decision.n_people > FOLDED,
        "single": len(decision.names) == 1,
    }


def describe_changes(result: Result, sureness: Sureness, table: dict[str, Array]) -> dict[str, Any]:
    """Return who could move or swap at almost no cost, the cheapest first; costs are in people."""
    decision, names, labels = result.decision, result.names, result.decision.labels
    people = np.arange(decision.n_people)
    allowed = np.isfinite(np.column_stack([table[f"move to {group}"] for group in decision.names]))
    allowed[people, labels] = False
    costs = np.where(allowed, sureness.fewer, np.inf)
    to = costs.argmin(axis=1)
    cost = costs[people, to]
    belongs = sureness.shares >= LEAST_CHANCE
    cheap = np.flatnonzero((cost <= CHEAP) & belongs[people, to])
    moves = [
        {"name": names[n], "from": int(labels[n]), "to": int(to[n]), "change": change_in_figures(cost[n])}
        for n in cheap[np.argsort(cost[cheap], kind="stable")].tolist()
    ]
    partners = table["swap with"].tolist() if "swap with" in table else []
    pairs = {(min(n, m), max(n, m)): sureness.swap_cost(n, m, labels) for n, m in enumerate(partners) if m >= 0}
    swaps = [
        {
            "one": names[n],
            "in": int(labels[n]),
            "other": names[m],
            "other_in": int(labels[m]),
            "change": change_in_figures(fewer),
        }
        for (n, m), fewer in sorted(pairs.items(), key=lambda pair: pair[1])
        if fewer <= CHEAP and belongs[n, labels[m]] and belongs[m, labels[n]]
    ]
    return {
        "moves": moves[:LISTED],
        "more_moves": max(len(moves) - LISTED, 0),
        "movable": bool(allowed.any()),
        "swaps": swaps[:LISTED],
        "more_swaps": max(len(swaps) - LISTED, 0),
        "looked_for_swaps": "swap with" in table,
        "swappable": bool(pairs),
        "cheap": tell_figures(f"{CHEAP:g}"),
        "least_chance": tell_share(LEAST_CHANCE),
    }


def describe_sizes(result: Result) -> list[dict[str, Any]]:
    """Return each group's size beside the wanted one, with where both lie on a common scale of 0 to 100."""
    decision = result.decision
    wanted = [None] * len(decision.names) if decision.target is None else [float(size) for size in decision.target]
    longest = max([1.0, *(float(size) for size in decision.sizes), *(size for size in wanted if size is not None)])
    rows = []
    for g, name in enumerate(group_titles(result)):
        size, want, asked = int(decision.sizes[g]), wanted[g], decision.wanted_range(g)
        difference = None if asked is None else size - min(max(size, asked[0]), asked[1])
        rows.append(
            {
                "g": g,
                "name": name,
                "size": size,
                "wanted": wanted_in_words(decision, g),
                "difference": _difference_in_words(difference),
                "x": round(98 * size / longest, 2),
                "mark": None if want is None else round(98 * want / longest, 2),
            }
        )
    return rows


def sizes_in_words(result: Result) -> Message:
    """Return in a sentence whether the sizes are the wanted ones."""
    if result.decision.target is None:
        return Message("report-sizes-none")
    ranges = [result.decision.wanted_range(g) or (0, len(result.names)) for g in range(len(result.decision.names))]
    away = sum(not low <= size <= high for size, (low, high) in zip(result.decision.sizes, ranges, strict=True))
    return Message("report-sizes-off", count=away, all=len(ranges)) if away else Message("report-sizes-met")


def change_in_figures(fewer: float) -> str | Message:
    """Return, for a table cell, how the expected number of people in their right group changes.

    Examples
    --------
    >>> [str(change_in_figures(fewer)) for fewer in (0.31, 0.0, -0.2)]
    ['−0.3', 'none', '+0.2']
    """
    return Message("report-none") if is_negligible(fewer) else _signed(-fewer, "+.1f")


def _describe_person(
    result: Result, sureness: Sureness, n: int, titles: tuple[str | Message, ...], compact: bool
) -> dict[str, Any]:
    own, following = int(result.decision.labels[n]), int(sureness.next_best[n])
    shares, errors = sureness.shares[n], sureness.errors[n]
    parts, start = [], 0.0
    shown = sorted({own, following}) if compact else range(len(shares))
    for g in shown:
        width = 100 * float(shares[g])
        if width >= 0.05:
            parts.append((g, round(start, 1), round(width, 1), g == own))
        start += width
    best = np.argsort(-shares, kind="stable")[:3].tolist()
    return {
        "n": n,
        "name": result.names[n],
        "parts": parts,
        # The text beside a bar of two parts says all that is in it.
        "label": "" if compact else join([_tell_chance(titles[g], shares[g]) for g in best]),
        "percent": tell_share(shares[own], errors[own]),
        "word": tell_sureness(sureness.levels[n]),
        "w": int(sureness.levels[n]),
        "next": None if following == own else titles[following],
        "next_percent": tell_share(shares[following], errors[following]),
    }


def _tell_chance(group: str | Message, share: float) -> Message:
    return Message("report-share-of", group=group, share=tell_share(share))


def _difference_in_words(difference: float | None) -> str | Message:
    if difference is None:
        return ""
    return Message("report-none") if abs(difference) < 1 else _signed(difference, "+g")


def _signed(number: float, how: str) -> str | Message:
    return tell_figures(format(number, how).replace("-", "\u2212"))
