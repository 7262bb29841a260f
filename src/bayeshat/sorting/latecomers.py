"""``place_people``: people who came late find a place, and nobody else moves."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from ..engine.losses import is_auto
from ..report.result import Result
from ..sample.fit import fit, refuse_unknown
from ..survey.spec import Survey
from ..words.message import Message
from .people import sort_by_plan, sort_people
from .plan import Plan


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
    refuse_unknown(options, sort_people, fit)
    running = {name: options.pop(name, None) for name in ("threads", "progress")}
    plan = Plan.read(survey, answers, target, placed=earlier, **options)
    result = sort_by_plan(plan, **running)
    if is_auto(plan.loss) or not is_auto(options.get("loss", "auto")):
        return result
    # Nobody chose a loss, and the groups are houses.
    return replace(result, decision=replace(result.decision, loss_reason=Message("loss-newcomers", noun=result.noun)))
