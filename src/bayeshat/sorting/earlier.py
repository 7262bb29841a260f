"""Earlier groups: who was where before, for those who stay there and for those who should meet others."""

from __future__ import annotations

from typing import Any

from ..engine.decision import Decision
from ..errors import InputError
from ..report.result import Result
from ..rules.reading import read_assignment
from ..rules.rules import NotAgain, Rules
from ..survey.answers import Answers
from ..tables.person_names import NameIndex
from ..words.message import Message

# Not meeting again outweighs anybody's answers and wishes, so that as few pairs as possible do.
NOT_AGAIN_WEIGHT = 100.0


def earlier_groups(source: Any, answers: Answers, headings: bool = True) -> tuple[dict[str, str], list[str]]:
    """Return the earlier groups of the people who answered, and the names of those who did not."""
    before = _read(source, headings)
    known = NameIndex(answers.names).match(before)
    there = {known[name]: group for name, group in before.items() if name in known}
    return there, [name for name in before if name not in known]


def read_earlier(source: Any, headings: bool = True) -> list[dict[str, str]]:
    """Return earlier assignments from one of them or from a list of them; none from None.

    Each is a mapping of names to groups, a :class:`Result`, a :class:`Decision`, or a table of names and groups.

    Examples
    --------
    >>> read_earlier([{"Ann": "Red", "Bo": "Red"}, {"name": ["Ann", "Bo"], "group": ["1", "2"]}])
    [{'Ann': 'Red', 'Bo': 'Red'}, {'Ann': '1', 'Bo': '2'}]
    """
    if source is None:
        return []
    earlier: list[dict[str, str]] = []
    for one in source if isinstance(source, list | tuple) else [source]:
        if isinstance(one, Decision) and one.places.each > 1:
            # People met in each of their groups.
            people = one.problem.person_names
            earlier += [{people[n]: group for n in one.members(group).tolist()} for group in one.names]
        else:
            earlier.append(_read(one, headings))
    return earlier


def not_again_rules(earlier: list[dict[str, str]]) -> Rules:
    """Return the rule that as few pairs as possible meet again; no rule without earlier assignments."""
    return Rules([NotAgain.of_assignments(earlier, NOT_AGAIN_WEIGHT)] if earlier else [])


def _read(source: Any, headings: bool) -> dict[str, str]:
    if isinstance(source, Result):
        return source.assignment()
    if isinstance(source, Decision):
        if source.places.each > 1:
            raise InputError(Message("plan-earlier-several", each=source.places.each))
        return dict(zip(source.problem.person_names, source.groups, strict=True))
    return read_assignment(source, headings=headings)
