"""``place_people``: those who came late find a place, and nobody else moves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..engine.losses import Placement, is_auto
from ..engine.sizes import Sizes
from ..errors import InputError
from ..known_people.people import read_known
from ..model.prior import prior_from
from ..report.result import Result
from ..rules.rules import Pin, Rules
from ..rules.rules_read import read_rules
from ..survey.answers import Answers, read_people
from ..survey.spec import Survey
from ..tables.text import in_line, normalise, quote
from ..words.settings import setting
from .keep_places import earlier_groups, plan_placing, wanted_sizes
from .people import sort_people

NEWCOMERS = "Newcomers went to the house they most probably belong to, as far as the sizes allow; nobody else moved."
# Options of `sort_people` that say how a table is read.
_READING = ("name_column", "duplicates", "unknown", "unfinished")


def place_people(
    survey: Survey | str | os.PathLike[str], answers: Any, earlier: Any, target: Any = "auto", **options: Any
) -> Result:
    """Place those who came late, without moving anybody else.

    Parameters
    ----------
    survey
        As for :func:`sort_people`.
    answers
        Everybody's answers, of those placed before and of those who came late.
    earlier
        Who is where: a mapping of names to groups, a :class:`Result`, or a table with a name and a group for each
        person, such as the ``assignments.csv`` of an earlier sort.
    target
        Wanted sizes of everybody's groups. "balanced" makes them as even as possible without moving anybody. "auto" as
        for :func:`sort_people`.
    **options
        Options of :func:`sort_people`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> everybody = bh.simulate(survey, 9, rng=1).answers
    >>> early = {name: "Ravenclaw" for name in everybody.names[:5]}
    >>> late = bh.place_people(survey, everybody, early)
    >>> late.decision.groups[:5] == ("Ravenclaw",) * 5
    True
    """
    asked = survey if isinstance(survey, Survey) else Survey.load(survey)
    reading = {key: options.pop(key) for key in _READING if key in options}
    if isinstance(answers, Answers):
        given = answers
    else:
        asked, given = read_people(answers, asked, **reading)
    target = wanted_sizes(target, options.get("totals"), asked, given)
    before, gone = earlier_groups(earlier, given)
    n_people = given.n_people - _count_left_out(options, asked, given, before)
    if gone:
        raise InputError(
            f"Everybody who was placed before must be among the answers; {in_line(gone, 3)} "
            f"{'is' if len(gone) == 1 else 'are'} missing. Give everybody's answers. If they have left, remove them "
            f"from the earlier groups, or sort with {setting('stay')}, which moves as few people as possible."
        )
    rules = read_rules(options.pop("rules", None))
    placed = before
    if options.get("known") is not None and options.get("known_count"):
        placed = read_known(options["known"], asked, given).assignment(given.names) | before
    target, weight, staying = plan_placing(asked, placed, n_people, target, options.pop("size_weight", None))
    # Known people stay where they are anyhow.
    rules += Rules([rule for rule in staying if not isinstance(rule, Pin) or rule.person in before])
    wanted = Sizes.read(target, n_people=n_people, houses=asked.cluster_names)
    if wanted.names is not None:
        _refuse_unknown_groups(before, wanted.names)
    by_house = is_auto(options.get("loss", "auto")) and prior_from(asked).identified and wanted.names is not None
    if by_house:
        options["loss"] = Placement()
    result = sort_people(asked, given, target, rules=rules, size_weight=weight, **options)
    if not (by_house and result.stands_for_houses):
        return result
    return replace(result, decision=replace(result.decision, loss_reason=NEWCOMERS))


def _count_left_out(options: Mapping[str, Any], survey: Survey, answers: Answers, before: Mapping[str, str]) -> int:
    """Return how many people are not placed because they are only learned from; nobody may be both."""
    if options.get("known") is None or options.get("known_count"):
        return 0
    only = read_known(options["known"], survey, answers).assignment(answers.names)
    both = [name for name in before if normalise(name) in set(map(normalise, only))]
    if both:
        raise InputError(
            f"People who were placed before must be part of the groups; got {in_line(both, 3)}, whose house is known "
            f"through {setting('known')} too. Add {setting('known_count')}, or remove them from one of the two."
        )
    return len(only)


def _refuse_unknown_groups(before: Mapping[str, str], groups: Sequence[str]) -> None:
    """Refuse earlier groups that there are none of now."""
    known = {normalise(group) for group in groups}
    for name, group in before.items():
        if normalise(group) not in known:
            raise InputError(
                f"The earlier groups must be among {', '.join(groups)}; got {quote(group)} for {quote(name)}. Correct "
                "the name of the group, or give sizes for the groups that there are."
            )
