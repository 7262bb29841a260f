"""How a result stands, in words: why it was sorted so, what its sizes cost, and what calls for a second look."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ...checks.model import ModelCheck
from ...engine.decision import Decision
from ...engine.problem import BY_HOUSE, TOGETHER
from ...report.result import Result
from ...report.tables import PersonNote, wanted_size
from ...sorting.latecomers import NEWCOMERS
from ...words.message import Message, join
from ...words.phrases import is_negligible, tell_people
from .jobs import LOCKED
from .placing import BROKEN
from .result_rows import CHANGED, find_off_sizes
from .result_words import tell_off_sizes
from .rule_sentences import name_rule

# People that a warning names.
_LISTED = 10
# Why people were sorted in this way, by what the library says: how, and what tells the groups apart.
_REASONS = {
    "Everybody is in the same house: the survey has only one.": "board-reason-one-house",
    f"{TOGETHER}: the groups are not the survey's houses.": "board-reason-not-houses",
    NEWCOMERS: "board-reason-newcomers",
}
# Groups of which nothing is known were called houses, too, and results keep what was said.
_REASONS |= {
    f"{TOGETHER}: the survey does not say how {some}its {noun}s differ, so a {noun}'s name means nothing.": message
    for noun in ("house", "group")
    for some, message in (("", "board-reason-alike"), ("some of ", "board-reason-some-alike"))
}
_HOW = {BY_HOUSE: "board-how-house", f"{BY_HOUSE}, and by who belongs together": "board-how-house-company"}
_APART = {
    "the survey says how its houses differ": "board-apart-survey",
    "the totals tell the houses apart": "board-apart-totals",
    "people whose house is known show how the houses differ": "board-apart-known",
}
_BUT = re.compile(r"(?P<how>[^:]+): (?P<apart>[^:,]+)(?P<but>, but for .+, where which is which means nothing)?\.")


def tell_reason(reason: str, alike: Sequence[Sequence[str]] = ()) -> str | Message:
    """Return why people were sorted in this way; what the catalogues do not have stays English.

    `alike` are the houses that nothing tells apart, those of one kind together.
    """
    if reason in _REASONS:
        return Message(_REASONS[reason])
    found = _BUT.fullmatch(reason)
    if found is None or found["how"] not in _HOW or found["apart"] not in _APART:
        return reason
    told = Message("board-reason", how=Message(_HOW[found["how"]]), why=Message(_APART[found["apart"]]))
    if not found["but"]:
        return told
    names = join([join(some) for some in alike], "semicolon")
    return join([told, Message("board-apart-but", alike=names)], "space")


def tell_cost_of_sizes(result: Result) -> str | Message:
    """Return what the sizes cost in people, and what it costs to meet them exactly, if that is anything.

    It is empty if they are not exact.
    """
    price = result.price_sizes()
    if price is None:
        return ""
    told = []
    if price.likeliest is not None:
        message = "board-cost-sizes" if result.decision.kept is None else "board-cost-sizes-rules"
        told.append(_tell_cost(message, price.likeliest, result.noun))
    if not is_negligible(price.exactly):
        told.append(_tell_cost("board-cost-exact", price.exactly, result.noun))
        if price.as_guide:
            told.append(Message("board-cost-guide", sizes=", ".join(map(str, price.as_guide))))
    return join(told, "space")


def _tell_cost(message: str, fewer: float, noun: str) -> Message:
    return Message(f"{message}-none") if is_negligible(fewer) else Message(message, people=tell_people(fewer, noun))


def tell_wanted(decision: Decision, group: int) -> Message | None:
    """Return the wanted size of a group; None if any size will do."""
    told = wanted_size(decision, group)
    if told is None:
        return None
    kind, low, high = told
    return Message(f"board-wanted-{kind}", low=low, high=high)


def tell_distance(decision: Decision) -> Message | None:
    """Return how near the sizes are to the wanted ones; None if they do not matter."""
    if np.isnan(decision.size_distance):
        return None
    ranges = [decision.wanted_range(g) for g in range(len(decision.names))]
    if all(one is None or one[0] <= size <= one[1] for one, size in zip(ranges, decision.sizes, strict=True)):
        return Message("board-sizes-met")
    return Message("board-sizes-distance", distance=decision.size_distance)


def tell_note(note: PersonNote) -> str | Message:
    """Return what the report notes about somebody; often nothing."""
    parts = []
    if note.silent:
        parts.append(Message("board-note-silent-room" if note.reasons is None else "board-note-silent"))
    if note.reasons:
        reasons = [Message("board-badge-locked") if reason == LOCKED else reason for reason in note.reasons]
        parts.append(Message("board-note-pinned-reason", reason=join(reasons, "semicolon")))
    elif note.reasons is not None:
        parts.append(Message("board-note-pinned"))
    return join(parts, "semicolon")


def _tell_checks(checks: ModelCheck) -> list[Message]:
    """Return what is wrong with the model, in sentences."""
    found = [Message("board-noise")] if checks.separation.is_noise else []
    if checks.one_group_each.is_wrong:
        found.append(Message("board-partly"))
    if checks.modes.ways:
        found.append(Message("board-ways", count=len(checks.modes.ways)))
    return found


def list_warnings(result: Result, before: Decision) -> list[Sequence[str | Message]]:
    """Return what calls for a second look and is not told elsewhere on the board, each in sentences."""
    found: list[Sequence[str | Message]] = []
    sampling, decided = result.posterior.status, result.decision.status
    if not sampling.converged:
        # What the library advises are settings that the pages do not have.
        found.append([Message("board-unreliable")])
    if result.checks is not None:
        found += [[words] for words in _tell_checks(result.checks)]
        found += [[Message("board-wishes-first")]] if result.puts_wishes_first else []
    others = decided.without("not_converged")
    kept = result.decision.kept
    if decided.code == BROKEN and kept is not None:
        broken = [name_rule(rule) for rule in kept.unmet if rule.is_hard]
        found.append([Message("board-broken-before", rules=join(broken, "semicolon"))])
    elif decided.code not in ("ok", CHANGED) and others.notes:
        found.append([others.message])
    off = find_off_sizes(before, result.decision.sizes)
    if off:
        found.append([Message("results-sizes-off", sizes=tell_off_sizes(off))])
    if result.silent:
        names = ", ".join(result.silent[:_LISTED]) + (", …" if len(result.silent) > _LISTED else "")
        found.append([Message("board-silent", count=len(result.silent), all=len(result.names), names=names)])
    return found
