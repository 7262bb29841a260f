"""Changes by hand in words: what was done, and whether it is better or worse."""

from __future__ import annotations

from collections.abc import Sequence

from ...words.message import Message
from ...words.phrases import is_negligible, tell_people
from ..db.schema import Change
from .results import Standing

# A change is slight below so many people in their right group, and clear from so many: 20 and 50 % for one person.
SLIGHT, CLEAR = 0.2, 0.5


def tell_change(fewer: float, noun: str) -> Message:
    """Return whether a change is better or worse, and by how many people.

    Examples
    --------
    >>> str(tell_change(1.3, "house"))
    'clearly worse fit: 1.3 fewer people expected in their right house'
    >>> str(tell_change(-0.2, "house"))
    'better fit: 0.2 more people expected in their right house'
    >>> str(tell_change(0.01, "house"))
    'about as good: no measurable difference'
    """
    return Message("board-change", judgement=judge_change(fewer), people=tell_people(fewer, noun))


def judge_change(fewer: float) -> Message:
    """Return in a few words whether a change is better or worse, given how many fewer people it puts right.

    Examples
    --------
    >>> [str(judge_change(fewer)) for fewer in (0.1, 0.25, -0.43, -0.7, 0.0)]
    ['slightly worse fit', 'worse fit', 'better fit', 'clearly better fit', 'about as good']
    """
    if is_negligible(fewer):
        return Message("board-as-good")
    count = abs(fewer)
    degree = "slightly-" if count < SLIGHT else "clearly-" if count >= CLEAR else ""
    return Message(f"board-{degree}{'worse' if fewer > 0 else 'better'}")


def tell_edit(change: Change, standing: Standing) -> Message:
    """Return a change in words, with names as they are now."""
    names, groups, steps = standing.names, standing.titles, change.steps
    if change.kind != "move":
        return Message(f"board-edit-{change.kind}", who=_some([names[n] for n in steps]))
    if len(steps) == 2 and steps[0][1:] == steps[1][:0:-1]:
        return Message("board-edit-swap", name=names[steps[0][0]], other=names[steps[1][0]])
    who = _some([names[step[0]] for step in steps])
    _, before, after = steps[0]
    if len({step[2] for step in steps}) > 1:
        return Message("board-edit-arrange", who=who)
    if len(steps) > 1:
        return Message("board-edit-move", who=who, after=groups[after])
    return Message("board-edit-move-from", who=who, before=groups[before], after=groups[after])


def _some(names: Sequence[str]) -> str | Message:
    return names[0] if len(names) == 1 else Message("board-some", name=names[0], count=len(names) - 1)


def list_steps(change: Change) -> list[list[int]]:
    """Return everybody whom a change is about, each with the groups that they leave and join, if any."""
    return change.steps if change.kind == "move" else [[person] for person in change.steps]
