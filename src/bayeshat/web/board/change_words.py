"""Changes by hand in words: what was done, and whether it is better or worse."""

from __future__ import annotations

from collections.abc import Sequence

from ..._words import NEGLIGIBLE, tell_people
from ..results.places import Standing
from ..storage.schema import Edit

AS_GOOD = "about as good"
# A change is clearly better or worse from this many people in their right group.
CLEAR = 0.5


def tell_change(fewer: float, noun: str) -> str:
    """Return whether a change is better or worse, and by how many people.

    Examples
    --------
    >>> tell_change(1.3, "house")
    'clearly worse fit: 1.3 fewer people expected in their right house'
    >>> tell_change(-0.2, "house")
    'slightly better fit: 0.2 more people expected in their right house'
    >>> tell_change(0.01, "house")
    'about as good: no measurable difference'
    """
    return f"{judge_change(fewer)}: {tell_people(fewer, noun)}"


def judge_change(fewer: float) -> str:
    """Return in three words whether a change is better or worse, given how many fewer people it puts right.

    Examples
    --------
    >>> judge_change(0.2), judge_change(-0.7), judge_change(0.0)
    ('slightly worse fit', 'clearly better fit', 'about as good')
    """
    if abs(fewer) < NEGLIGIBLE:
        return AS_GOOD
    return f"{'clearly' if abs(fewer) >= CLEAR else 'slightly'} {'worse' if fewer > 0 else 'better'} fit"


def tell_edit(edit: Edit, standing: Standing) -> str:
    """Return a change in words, with names as they are now."""
    names, groups = standing.names, standing.groups
    for word in ("lock", "unlock"):
        if word in edit.change:
            return f"{word} {_some([names[n] for n in edit.change[word]])}"
    steps = edit.change["labels"]
    if len(steps) == 2 and steps[0][1:] == steps[1][:0:-1]:
        return f"swap {names[steps[0][0]]} and {names[steps[1][0]]}"
    if len(steps) > 1:
        return f"move {_some([names[step[0]] for step in steps])} to {groups[steps[0][2]]}"
    person, before, after = steps[0]
    return f"move {names[person]} from {groups[before]} to {groups[after]}"


def _some(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def list_steps(edit: Edit) -> list[list[int]]:
    """Return everybody whom a change is about, each with the groups that they leave and join, if any."""
    if "labels" in edit.change:
        steps: list[list[int]] = edit.change["labels"]
        return steps
    return [[person] for people in edit.change.values() for person in people]
