"""How a result stands, in words: why it was sorted so, what its sizes cost, and what calls for a second look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...checks.model import ModelCheck
from ...engine.decision import Decision
from ...report.result import Result
from ...report.tables import PersonNote
from ...words.message import Message, join
from .jobs import LOCKED
from .placing import BROKEN
from .result_rows import CHANGED, find_off_sizes
from .result_words import tell_off_sizes

# People that a warning names.
_LISTED = 10


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
        broken = [rule.told() for rule in kept.unmet if rule.is_hard]
        found.append([Message("board-broken-before", rules=join(broken, "semicolon"))])
    elif decided.code not in ("ok", CHANGED) and others.notes:
        found.append([others.message])
    off = find_off_sizes(before, result.decision.sizes)
    if off:
        found.append([Message("results-sizes-off", sizes=tell_off_sizes(off))])
    if result.silent and not result.is_mixed:
        names = ", ".join(result.silent[:_LISTED]) + (", …" if len(result.silent) > _LISTED else "")
        found.append([Message("board-silent", count=len(result.silent), all=len(result.names), names=names)])
    return found
