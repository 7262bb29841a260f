"""Who got less than they wished where groups are made by choices, and what more equal groups would cost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..engine.decision import Decision
from ..engine.programs.integer_program import Limit
from ..engine.ruled.search import grant_in_order
from ..engine.search.descent import SearchOptions
from ..options import Workers
from ..rules.fair import FIRST, NOBODY, aims_of, order_of
from ..rules.rule_set import RuleSet
from ..words.message import Message, join, join_some
from ..words.phrases import tell_tenths

Array = np.ndarray

# People named who got less than they wished.
_NAMED = 8
# When a comparison with other groups is given up.
_LIMIT = Limit(work=3e7, seconds=30.0)


def tell_fairness(decision: Decision) -> Message | None:
    """Return who got less than their first choice, how unequal that is, and what more equal groups would cost.

    None if nobody chose, or everybody got their first choice.

    Examples
    --------
    >>> import bayeshat as bh
    >>> people = {"name": ["Ann", "Bo", "Cy"], "wish": ["Chess; Art", "Chess; Art", "Chess"]}
    >>> decision = bh.mix_people(people, {"Chess": 1, "Art": 1, "Golf": 1}, wishes="wish", fair="average")
    >>> str(tell_fairness(decision)).partition(",")[0]
    'Less than their first choice: 2 people'
    """
    if decision.kept is None:
        return None
    ruling, labels = decision.kept.ruling, decision.labels
    ranks = rank_places(ruling)
    if ranks is None:
        return None
    got, each = ranks[np.arange(len(labels)), labels], ruling.places.each
    own = np.sort(got.reshape(-1, each), axis=1)
    behind = sorted(np.flatnonzero((own > np.arange(1, each + 1)).any(axis=1)).tolist(), key=lambda n: -own[n].max())
    if not behind:
        return None
    last = int(ranks.max())
    none = _none_of(ruling)
    names = [_tell_one(ruling.people[n], own[n], none) for n in behind]
    some = join(names, "and") if len(names) <= _NAMED else join_some(names, _NAMED)
    told = [Message("plan-less-several" if each > 1 else "plan-less", each=each, count=len(behind), names=some)]
    granted = got[(got > 0) & (got < none)]
    worst = {**_place(got.max(), none), "count": int((own == got.max()).any(axis=1).sum())}
    if len(granted):
        average = tell_tenths(float(granted.mean()))
        told.append(Message("plan-worst-several" if each > 1 else "plan-worst", **worst, average=average))
    if (price := _tell_price(decision, ranks, got, none)) is not None and last > 1:
        told.append(price)
    return Message("plan-fairness", join(told, "space"))


def rank_places(ruling: RuleSet) -> Array | None:
    """Return which choice of each person each group is, (N, G), for each place; None if nobody chose.

    1 is the first choice; one more than the longest list if it is none of theirs; 0 for people who did not choose.
    """
    choices, none = ruling.choices, _none_of(ruling)
    if not len(choices):
        return None
    ranks = np.full(choices[0].shape, none)
    for rank in range(len(choices), 0, -1):
        ranks[choices[rank - 1] > 0] = rank
    return np.where(np.any(choices, axis=(0, 2))[:, None], ranks, 0)


def _tell_one(name: str, ranks: Array, none: int) -> Message:
    """Return what somebody got who got less than they wished; the ranks are those of their groups, the best first."""
    if len(ranks) == 1:
        return Message("plan-less-one", name=name, **_place(ranks[0], none))
    granted = [Message("plan-nth", number=rank) for rank in ranks[ranks < none].tolist()]
    told = {"count": len(granted), "only": int(len(granted) < len(ranks)), "nths": join(granted, "and")}
    return Message("plan-less-places", name=name, **told)


def _none_of(ruling: RuleSet) -> int:
    return len(ruling.choices) + 1


def _place(rank: int, none: int) -> dict[str, Any]:
    """Return a choice as messages have it: its number, 0 for none of somebody's, and that as "2nd"."""
    place = 0 if rank == none else int(rank)
    return {"place": place, "nth": Message("plan-nth", number=place)}


def _tell_price(decision: Decision, ranks: Array, got: Array, none: int) -> Message | None:
    """Return what more equal groups would cost or, where nobody should do badly, what this costs; None if unknown."""
    assert decision.kept is not None
    constraints, each = decision.kept.ruling.constraints, decision.kept.ruling.places.each
    weighed = constraints.shares_costs or constraints.meetings or decision.kept.ruling.stays.any()
    if weighed or not decision.proven:
        return None
    first_now = int((got == 1).sum())
    order = order_of(decision.kept.ruling.rules)
    reached = [((ranks > 0) & (ranks <= rank)).astype(float) for rank in range(1, none)]
    if order == NOBODY:
        exact = [reached[0], *(now - before for before, now in pairwise(reached))]
        if (other := _solve(decision, aims_of(exact, FIRST), ranks)) is None:
            return None
        first, worst = int((other == 1).sum()), int(other.max())
        if first <= first_now:
            return Message("plan-fair-free")
        count = int((other == worst).reshape(-1, each).any(axis=1).sum())
        return Message("plan-fair-price", now=first_now, first=first, **_place(worst, none), count=count, each=each)
    worst, fairest, tried = int(got.max()), None, got
    for rank in range(worst - 1, 0, -1):
        if (found := _solve(decision, [reached[rank - 1], reached[0]], ranks)) is None:
            return None
        tried = found
        if tried.max() > rank:
            break
        fairest = rank, tried
    told: dict[str, Any] = {"order": order.split()[0], "each": each}
    if fairest is not None:
        rank, tried = fairest
        told |= _place(rank if rank < none - 1 else none, none)
        return Message("plan-fairer", **told, count=max(first_now - int((tried == 1).sum()), 0))
    if each > 1:
        return None  # fewer bad places may be those of as many people
    now, fewer = int((got == worst).sum()), int((tried >= worst).sum())
    if fewer == now:
        return Message("plan-fairest")
    told |= {"now": now, "fewer": fewer, **_place(worst, none)}
    return Message("plan-fewer-worst", **told, count=max(first_now - int((tried == 1).sum()), 0))


def _solve(decision: Decision, aims: Sequence[Array], ranks: Array) -> Array | None:
    """Return which choice everybody gets in the best groups by these aims, under the same sizes and rules, (N,)."""
    problem = decision.problem.bounded()
    assert problem.constraints is not None
    with Workers(1) as workers:
        options = SearchOptions(1, np.random.default_rng(0), workers, lambda *_: None)
        found = grant_in_order(aims, problem.sizes, problem.constraints, options, _LIMIT)
    return ranks[np.arange(len(ranks)), found.labels] if found.proven else None
