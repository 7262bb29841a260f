"""How certain a decision is, as plain values and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ...words.message import Message, join, join_names
from ...words.phrases import tell_share
from ..losses import Loss

Array = np.ndarray

# People named in a sentence; the others are only counted.
_MAX_NAMED_PEOPLE = 10


class _Plain:
    """A record that can be written as plain values."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for JSON."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Message):
        return str(value)
    return value.to_dict() if isinstance(value, _Plain) else value


@dataclass(frozen=True, eq=False)
class Extreme(_Plain):
    """A grouping at the edge of the ball: a draw, and the nearest grouping that meets sizes and rules.

    Attributes
    ----------
    draw_labels
        (N,) everybody's cluster in the draw, which need not meet the wanted sizes or the rules.
    labels
        (N,) everybody's group in the nearest grouping that meets them, numbered like the decision's groups.
    distance
        Distance of the draw from the decision.
    feasible_distance
        Distance of ``labels`` from the decision.

    Examples
    --------
    >>> import bayeshat as bh
    >>> decision = bh.decide([[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 1, 0]], [2, 2], size_weight=float("inf"))
    >>> edge = decision.uncertainty(1.0).ball.horizontal
    >>> edge.draw_labels.tolist(), edge.distance
    ([0, 1, 1, 0], 2.0)
    """

    draw_labels: Array
    labels: Array
    distance: float
    feasible_distance: float


@dataclass(frozen=True, eq=False)
class CredibleBall(_Plain):
    r"""The groupings within a radius of the decision.

    .. math:: B = \{z : d(\hat a, z) \le \epsilon\}, \quad \epsilon = \min\{e : P(d(\hat a, z) \le e) \ge \text{level}\}

    Reference: Wade and Ghahramani (2018), Bayesian Analysis 13, section 4.

    Attributes
    ----------
    radius
        The radius, in the units of the distance (bits for VI).
    level
        The requested probability of the ball.
    inside
        The share of the draws in the ball: at least ``level``.
    horizontal
        The draw in the ball that is farthest from the decision.
    upper, lower
        The draw in the ball with the fewest clusters, and the one with the most; of several, the farthest.

    Examples
    --------
    >>> import bayeshat as bh
    >>> decision = bh.decide([[0, 0, 1, 1], [0, 0, 1, 1], [0, 1, 1, 0]], [2, 2], size_weight=float("inf"))
    >>> ball = decision.uncertainty(0.6).ball
    >>> ball.radius, round(ball.inside, 2)
    (0.0, 0.67)
    """

    radius: float
    level: float
    inside: float
    horizontal: Extreme
    upper: Extreme
    lower: Extreme


@dataclass(frozen=True, eq=False)
class Alternative(_Plain):
    """One of a few groupings that represent the draws and meet sizes and rules.

    Attributes
    ----------
    labels
        (N,) everybody's group, numbered like the decision's groups.
    weight
        The share of the draws that are nearer to this grouping than to the others.
    changes
        Sentences on how it differs from the decision; empty for the decision itself.
    expected_loss
        Its expected loss over all draws, without the cost of unmet wishes, to compare with the decision's.
    n_moved
        How many people are in another group than in the decision.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1]] * 6 + [[0, 1, 1, 0]] * 4
    >>> decision = bh.decide(draws, [2, 2], size_weight=float("inf"), people=["Ann", "Bo", "Cy", "Di"])
    >>> chosen, other = decision.uncertainty().alternatives
    >>> round(other.weight, 2), str(other.changes)
    (0.4, 'Bo changes places with Di.')
    """

    labels: Array
    weight: float
    changes: str | Message
    expected_loss: float
    n_moved: int


@dataclass(frozen=True, eq=False)
class SureCore(_Plain):
    """Who is settled: one by one, and all at once.

    One by one: a person *belongs* in their group with the probability ``belonging``. With named houses that is the
    probability of the house; otherwise, of being in a cluster that is matched with their group.
    All at once: the *core* at p is a set of people who, with probability at least p, are all grouped as in the decision
    at the same time: together with the members of their group in the set and apart from the others in it; with named
    houses, all in their house. Many people are hardly ever all right at once, so the core is much smaller than the set
    of settled people.

    Attributes
    ----------
    level
        The least probability of belonging with which a person is settled.
    belonging
        (N,) the probability that each person belongs in their group.
    settled
        (N,) whether a person is settled: belongs with at least ``level``, in whole percent, or has no choice by a rule.
    leaning
        (N,) whether a person is not settled, but at least twice as likely to belong in their group as in any other.
    elsewhere
        (N,) whether a person is at least twice as likely to belong in another group; sizes, rules or others keep them
        here.
    order, joint
        (M,) people in the order in which they join the core, and the probability that all up to each of them are
        grouped as in the decision. The next person is always the one who keeps this probability highest.
    ways
        In how many ways the alternatives group the people who could go either way; 1 if only as in the decision.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1]]
    >>> core = bh.decide(draws, [3, 3], size_weight=float("inf")).uncertainty().sure_core
    >>> core.n_settled, core.open.tolist()
    (4, [False, False, False, False, False, False])
    >>> core.settled_at(0.9).tolist(), core.at(0.9).tolist()
    ([0, 1, 3, 4], [0, 1, 3, 4])
    """

    level: float
    belonging: Array
    settled: Array
    leaning: Array
    elsewhere: Array
    order: Array
    joint: Array
    ways: int

    @property
    def n_settled(self) -> int:
        """How many people are settled."""
        return int(self.settled.sum())

    @property
    def open(self) -> Array:
        """(N,) whether a person could go either way: not settled, not leaning, and no other group is far likelier."""
        return np.asarray(~(self.settled | self.leaning | self.elsewhere))

    def at(self, p: float) -> Array:
        """Return the core at p: people who are, with probability at least p, all grouped as in the decision."""
        return np.sort(self.order[: np.searchsorted(-self.joint, -p + 1e-12, side="right")])

    def settled_at(self, p: float) -> Array:
        """Return who belongs in their group with probability at least p, one by one."""
        return np.flatnonzero(self.belonging >= p - 1e-12)


@dataclass(frozen=True, eq=False)
class Uncertainty(_Plain):
    """How certain a decision is as a whole.

    Attributes
    ----------
    level
        The requested probability of the ball.
    distance
        The distance between groupings, ``VI()`` or ``Binder()``.
    ball
        The groupings around the decision that have this probability.
    alternatives
        One to five groupings that meet sizes and rules and represent the draws; the first is the decision itself.
    sure_core
        Who is settled.
    staying
        (N,) the probability that each person would be in the same group if the same people answered the survey again.
    fixed
        (N,) whether rules leave a person no other group, or they were placed before: they stay whatever they answer.
    staying_from
        "draws" if ``staying`` is estimated from label draws alone, as if a second survey were as informative as this
        one; "answers" if answers were drawn again and people were sorted again.
    based_on
        The number of people used for the core and for staying from answers: with very many people, a sample. Everything
        else uses everybody.
    people
        Everybody's name.
    noun
        What a group is called in sentences: "group" or "house".

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1]] * 9 + [[0, 1, 1, 0]]
    >>> found = bh.decide(draws, [2, 2], size_weight=float("inf")).uncertainty()
    >>> found.sure_core.n_settled, found.ball.radius, found.staying.shape
    (4, 2.0, (4,))
    >>> str(found.alternatives_in_words())
    'No other grouping stands out.'
    """

    level: float
    distance: Loss
    ball: CredibleBall
    alternatives: tuple[Alternative, ...]
    sure_core: SureCore
    staying: Array
    fixed: Array
    staying_from: str
    based_on: int
    people: tuple[str, ...]
    noun: str = "group"

    @property
    def n_free(self) -> int:
        """How many people have a choice under the rules."""
        return int((~self.fixed).sum())

    @property
    def share_staying(self) -> float:
        """The expected share of people with a choice who would stay; 1 if nobody has a choice."""
        return float(self.staying[~self.fixed].mean()) if self.n_free else 1.0

    def words(self) -> str | Message:
        """Return everything in sentences for the organiser."""
        told = [self.settled_in_words(), self.alternatives_in_words()]
        told += [self.staying_in_words()] if self.n_free > 1 else []
        if self.based_on < len(self.people):
            told.append(Message("settled-sampled", count=self.based_on, all=len(self.people)))
        return join(told, "space")

    def settled_in_words(self) -> str | Message:
        """Return who is settled, who could go either way, and who would fit better elsewhere."""
        core, n_people = self.sure_core, len(self.people)
        if core.n_settled == n_people == n_people - self.n_free:
            return Message("settled-fixed", free=0)
        levels = np.select([core.settled, core.leaning, core.elsewhere], [0, 1, 3], 2)
        return join(
            tell_settled(levels, core.level, self.people, any_fixed=bool(self.fixed.any()), noun=self.noun), "space"
        )

    def alternatives_in_words(self) -> str | Message:
        """Return which groupings represent the draws, with their weights."""
        first, *others = self.alternatives
        if not others:
            return Message("settled-alone")
        told = [Message("settled-main", count=len(self.alternatives), share=tell_share(first.weight))]
        told += [Message("settled-other", share=tell_share(way.weight), changes=way.changes) for way in others]
        return join(told, "space")

    def staying_in_words(self) -> Message:
        """Return how many people would stay if the survey were taken again, without people in fixed places."""
        stay = "settled-stay-again" if self.staying_from == "answers" else "settled-stay"
        return Message(stay, share=tell_share(self.share_staying), fixed=int(self.fixed.sum()), noun=self.noun)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for JSON."""
        plain = super().to_dict() | {"distance": repr(self.distance), "words": str(self.words())}
        del plain["people"], plain["noun"]
        return plain


def tell_settled(
    levels: Array, level: float, people: Sequence[str], *, any_fixed: bool, by_hand: bool = False, noun: str = "group"
) -> list[Message]:
    """Return who is settled, who could go either way, and who would fit better elsewhere.

    Parameters
    ----------
    levels
        (N,) how sure everybody's place is: 0 is settled, 1 leaning, 2 open, 3 better elsewhere.
    level
        The least probability of belonging with which a person is settled.
    people
        Everybody's name.
    any_fixed
        Whether some of them may have a fixed place.
    by_hand
        Whether people were moved by hand: then nothing is known of what keeps them from better groups.
    noun
        What a group is called: "group" or "house".
    """
    who = [np.flatnonzero(levels == which).tolist() for which in range(4)]
    told = [count_settled(len(who[0]), len(people), level, any_fixed, noun)]
    if who[1]:
        told.append(Message("settled-leaning", count=len(who[1]), noun=noun))
    elsewhere = "settled-elsewhere-by-hand" if by_hand else "settled-elsewhere"
    for message, some in (("settled-open", who[2]), (elsewhere, who[3])):
        if some:
            names = join_names([people[n] for n in some], _MAX_NAMED_PEOPLE)
            told.append(Message(message, count=len(some), names=names, noun=noun))
    return told


def count_settled(n_settled: int, n_people: int, level: float, any_fixed: bool, noun: str = "group") -> Message:
    r"""Return how many people are settled; ``any_fixed`` says whether some of them may have a fixed place.

    Examples
    --------
    >>> str(count_settled(14, 21, 0.8, False)).replace("\xa0", " ")
    '14 of 21 people are settled: each is at least 80 % likely to belong in their group.'
    """
    settled = "settled-people-fixed" if any_fixed and n_settled else "settled-people"
    return Message(settled, count=n_settled, all=n_people, level=tell_share(level), noun=noun)
