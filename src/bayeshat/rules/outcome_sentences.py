"""How rules came out, in sentences: how evenly values are spread, when groups can meet, whose wish was granted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..tables.text import quote
from .constraints import count_groups
from .rule_set import RuleSet
from .rules import CommonTimes, Spread, Wish

Array = np.ndarray

# Values told one by one, the least even first, and rules that have a sentence of their own.
_VALUES = 6
_RULES = 12
# Groups and times told one by one.
_GROUPS, _TIMES = 12, 3
# What became of people's choices.
_CHOICES, _LATER, _NONE = ("their first", "their second", "their third"), "a later one", "none of theirs"


def tell_outcomes(ruling: RuleSet, labels: Array) -> tuple[str, ...]:
    """Return a sentence for each column that was to be spread, at most twelve, for free times, and for choices.

    Parameters
    ----------
    ruling
        The rules, and the people they are about.
    labels
        (N,) everybody's group.

    Examples
    --------
    >>> from bayeshat.rules.rules import Rules
    >>> people, columns = ["Ann", "Bo", "Cy", "Di"], {"year": ["1", "1", "2", "2"]}
    >>> ruling = RuleSet.of(Rules(spread=["year"]), people, ["red", "blue"], columns)
    >>> tell_outcomes(ruling, np.array([0, 1, 0, 1]))
    ('Each group has 1 of the 2 with "1" and 1 of the 2 with "2" in "year".',)
    """
    rules = ruling.rules.of(Spread)
    told = [_tell_spread(ruling, rule, labels) for rule in rules[:_RULES]]
    if len(rules) > _RULES:
        told.append(f"{len(rules) - _RULES} more columns are spread in the same way.")
    told += [_tell_times(ruling, meeting_rule, labels) for meeting_rule in ruling.rules.of(CommonTimes)]
    choices = [rule for rule in ruling.rules.of(Wish) if rule.groups]
    if any(len(rule.groups) > 1 for rule in choices):
        told.append(_tell_choices(ruling, choices, labels))
    return tuple(told)


def _tell_choices(ruling: RuleSet, rules: Sequence[Wish], labels: Array) -> str:
    """Return how many people are in the group of their first, second, … choice."""
    now = {person: ruling.groups[label] for person, label in zip(ruling.people, labels.tolist(), strict=True)}
    counts: Counter[str] = Counter()
    for rule in rules:
        places = dict(zip(rule.groups, [*_CHOICES, *[_LATER] * len(rule.groups)], strict=False))
        counts[places.get(now[rule.person], _NONE)] += 1
    told = ", ".join(f"{counts[got]} got {got}" for got in (*_CHOICES, _LATER, _NONE) if counts[got])
    return f"Of {len(rules)} people with choices, {told}."


def _tell_times(ruling: RuleSet, rule: CommonTimes, labels: Array) -> str:
    (meeting,) = ruling.some([rule]).meetings
    told = []
    for g in range(min(len(ruling.groups), _GROUPS)):
        shared = [time for time, busy in zip(meeting.times, meeting.busy, strict=True) if not busy[labels == g].any()]
        more = f" and {len(shared) - _TIMES} more" if len(shared) > _TIMES else ""
        told.append(f"{ruling.groups[g]}: {', '.join(shared[:_TIMES])}{more}")
    more = "; …" if len(ruling.groups) > _GROUPS else ""
    return f"Times that suit all members: {'; '.join(told)}{more}."


def _tell_spread(ruling: RuleSet, rule: Spread, labels: Array) -> str:
    sizes = np.bincount(labels, minlength=len(ruling.groups))
    found: list[tuple[float, str]] = []
    for trait in ruling.some([rule]).traits:
        for v, (value, total) in enumerate(zip(trait.values, trait.totals.tolist(), strict=True)):
            counts = count_groups(labels[None, trait.codes == v], len(sizes))[0]
            fair = total * sizes / len(labels)
            uneven = float((np.abs(counts - fair) > 1 - 1e-9).any())
            even = f" (even: {_range(np.floor(fair), np.ceil(fair))})" if uneven else ""
            # One person is as even as can be wherever they are.
            if total > 1:
                found.append((-uneven, f"{_range(counts, counts)}{even} of the {total} with {quote(value)}"))
    if not found:
        return f"No two people have the same value in {quote(rule.column)}."
    found.sort(key=lambda pair: pair[0])
    words = [text for _, text in found[:_VALUES]]
    if len(found) > _VALUES:
        words.append(f"so on for {len(found) - _VALUES} more")
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"Each group has {listed} in {quote(rule.column)}."


def _range(least: Array, most: Array) -> str:
    low, high = int(least.min()), int(most.max())
    if low == high:
        return str(low)
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
