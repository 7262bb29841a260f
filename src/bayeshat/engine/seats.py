"""Places at tables or in rows, so that people sit beside those whom rules and wishes bring together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..options import Progress, as_reporter
from ..tables.text import is_blank, normalise, one_of, quoted
from ..words.message import Message, join
from .decision import Decision

Array = np.ndarray

# A round table has a place beside each place; a row has two ends.
SHAPES = ("round", "row")
# Up to this many people at a table, all orders are compared.
_MOST_COMPARED = 14
# Up to this many people, a good order is searched for; more sit in the order of the table of people.
_MOST_SEATED = 500
# How often a good order of many people is shaken to look for a better one; and shakes x people x people.
_SHAKES, _WORK = 200, 4e6
# The finest difference between two wishes that counts, as parts of one person; and the most that one wish counts for.
_WISH_PARTS, _MOST_PARTS = 100, 1000
# More than any order costs.
_NEVER = 2**60


@dataclass(frozen=True, eq=False)
class Seats:
    """Everybody's place in their group.

    Attributes
    ----------
    shape
        "round" if the last place is beside the first one, "row" if not.
    orders
        For each group, its members in the order of their places.
    names, people
        Names of the groups and of the people.
    seeking
        How many people some rule or wish brings together with others of their group.
    beside
        How many of them sit beside such a person.
    apart
        How many pairs of a group some rule or wish keeps apart.
    parted
        How many of them do not sit side by side.
    alike
        How many pairs sit side by side who have the same in the columns to alternate by.
    alternate
        The headings of these columns.
    proven
        Whether no order is better, at any table.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy", "Di"], "with": ["Cy", "", "", ""]}
    >>> seats = bh.seat_people(bh.mix_people(table, groups=1, friends="with"))
    >>> seats.groups()
    {'1': ['Ann', 'Cy', 'Bo', 'Di']}
    """

    shape: str
    orders: tuple[Array, ...]
    names: tuple[str, ...]
    people: tuple[str, ...]
    seeking: int
    beside: int
    apart: int
    parted: int
    alike: int
    alternate: tuple[str, ...]
    proven: bool

    def groups(self) -> dict[str, list[str]]:
        """Return the names of each group's members in the order of their places."""
        return {
            name: [self.people[n] for n in order.tolist()] for name, order in zip(self.names, self.orders, strict=True)
        }

    def words(self) -> str | Message:
        """Return sentences on who sits beside whom, and whether there is a better order."""
        told = []
        if self.seeking:
            told.append(Message("seats-beside", missing=self.seeking - self.beside, count=self.seeking))
        if self.apart:
            told.append(Message("seats-apart", count=self.apart - self.parted))
        if self.alternate:
            told.append(Message("seats-alike", count=self.alike, columns=quoted(self.alternate)))
        if not told:
            return Message("seats-anyhow")
        told.append(Message("seats-proven") if self.proven else Message("seats-open", most=_MOST_COMPARED))
        if max(map(len, self.orders)) > _MOST_SEATED:
            told.append(Message("seats-listed", most=_MOST_SEATED))
        return join(told, "space")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "shape": self.shape,
            "groups": self.groups(),
            "seeking": self.seeking,
            "beside": self.beside,
            "apart": self.apart,
            "parted": self.parted,
            "alike": self.alike,
            "alternate": list(self.alternate),
            "proven": self.proven,
        }


def seat_people(
    decision: Decision,
    shape: str = "round",
    *,
    alternate: Mapping[str, Sequence[str]] | None = None,
    progress: bool | Progress = False,
) -> Seats:
    """Give everybody a place in their group, beside people they should be with.

    As few pairs as possible sit side by side whom a rule or a wish keeps apart. Then as many as possible do who must be
    together; then those who should or would like to, by the weights of these wishes; then as few as possible who are
    alike in the columns to alternate by. Up to 14 people at a table, no order is better; for more a good one is
    searched for, and more than 500 sit in the order of the table of people.

    Parameters
    ----------
    decision
        Who is in which group.
    shape
        "round" for tables that people sit around, "row" for rows.
    alternate
        Columns, by heading, of which people who sit side by side should not have the same; one text for each person.
    progress
        As for :func:`decide`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy", "Di"], "side": ["left", "left", "right", "right"]}
    >>> seats = bh.seat_people(bh.mix_people(table, groups=1), alternate={"side": table["side"]})
    >>> seats.groups()
    {'1': ['Ann', 'Cy', 'Bo', 'Di']}
    >>> str(seats.words())
    'Nobody sits beside somebody with the same "side". No order of places is better.'
    """
    check_shape(shape)
    company, columns, tell = _Company(decision), alternate or {}, as_reporter(progress)
    codes = [_codes(cells) for cells in columns.values()]
    orders, proven = [], True
    counted = np.zeros(5, np.int64)
    for g, group in enumerate(decision.names):
        tell(g / len(decision.names), Message("progress-seats"))
        members = decision.members(group)
        kept, must, wish = company.among(members)
        alike = sum((own == own[:, None] for own in (code[members] for code in codes)), np.zeros(kept.shape, np.int64))
        price = _one_price(kept, must, wish, alike)
        order, is_best = _order(price, shape == "round")
        proven &= is_best
        orders.append(members[order])
        one, other = _neighbours(order, shape == "round")
        wanted = must | (wish > 0)
        content = np.unique(np.concatenate([ends[wanted[one, other]] for ends in (one, other)]))
        kept_beside, n_kept = kept[one, other].sum(), np.triu(kept).sum()
        n_alike = (alike[one, other] > 0).sum()
        counted += [wanted.any(axis=1).sum(), len(content), n_kept, n_kept - kept_beside, n_alike]
    names = decision.problem.person_names
    seeking, beside, apart, parted, same = counted.tolist()
    return Seats(
        shape, tuple(orders), decision.names, names, seeking, beside, apart, parted, same, tuple(columns), proven
    )


def check_shape(shape: str) -> None:
    """Raise InputError if places cannot lie so."""
    if shape not in SHAPES:
        raise InputError(one_of("shape", SHAPES, shape))


class _Company:
    """Whom rules and wishes bring together or keep apart."""

    def __init__(self, decision: Decision) -> None:
        self.n_people = decision.n_people
        self.together: tuple[Array, ...] = ()
        self.apart: tuple[Array, ...] = ()
        self.pairs, self.weights = np.zeros((0, 2), np.int64), np.zeros(0)
        if decision.kept is not None:
            # With weights in people, as the rules give them.
            rules = decision.kept.ruling.some(decision.kept.ruling.rules)
            self.together, self.apart = rules.together, rules.apart
            self.pairs, self.weights = rules.pairs, rules.pair_costs

    def among(self, members: Array) -> tuple[Array, Array, Array]:
        """Return which pairs of a group should be apart, and must be together, and what wishes to be together weigh.

        All are (n, n); what must hold counts before what should.
        """
        n = len(members)
        place = np.full(self.n_people, -1)
        place[members] = np.arange(n)
        kept, must, weight = np.zeros((n, n), bool), np.zeros((n, n), bool), np.zeros((n, n))
        for table, sets in ((kept, self.apart), (must, self.together)):
            for company in sets:
                there = place[company][place[company] >= 0]
                table[np.ix_(there, there)] = True
        inside = (place[self.pairs] >= 0).all(axis=1)
        one, other = place[self.pairs[inside]].T
        weight[one, other] = weight[other, one] = self.weights[inside]
        kept = (kept | (weight > 0)) & ~must
        wish = np.clip(np.round(-_WISH_PARTS * weight), 0, _MOST_PARTS).astype(np.int64) * ~kept
        for table in (kept, must):
            np.fill_diagonal(table, False)
        return kept, must, wish


def _codes(cells: Sequence[str]) -> Array:
    """Return a number for each text; empty ones differ from all others."""
    known: dict[str, int] = {}
    return np.array(
        [-1 - n if is_blank(cell) else known.setdefault(normalise(cell), n) for n, cell in enumerate(cells)]
    )


def _one_price(kept: Array, must: Array, wish: Array, alike: Array) -> Array:
    """Return what it costs that two people sit side by side, (n, n), as whole numbers; all orders have as many pairs.

    Any pair that should be apart outweighs all that must be together, and so on.
    """
    price, unit = alike.copy(), len(alike) * int(alike.max(initial=0)) + 1
    for level in (-wish, -must.astype(np.int64), kept.astype(np.int64)):
        price += unit * level
        unit *= len(level) * int(np.abs(level).max(initial=0)) + 1
    return price


def _neighbours(order: Array, is_round: bool) -> tuple[Array, Array]:
    """Return who sits beside whom, each pair once."""
    one, other = order[:-1], order[1:]
    if is_round and len(order) > 2:
        one, other = order, np.roll(order, -1)
    return one, other


def _order(price: Array, is_round: bool) -> tuple[Array, bool]:
    """Return the order of a group's members, and whether no other one is cheaper."""
    n = len(price)
    off_diagonal = price[~np.eye(n, dtype=bool)]
    if n < 3 or (off_diagonal == off_diagonal[0]).all():
        return np.arange(n), True
    if n > _MOST_SEATED:
        return np.arange(n), False
    if not is_round:
        # A row is a circle with an empty place between its ends.
        price = np.pad(price, (0, 1))
    np.fill_diagonal(price, 0)
    circle = _best_circle(price) if n <= _MOST_COMPARED else _good_circle(price)
    start = n if not is_round else 0
    order = np.roll(circle, -int(np.flatnonzero(circle == start)[0]))
    ends = (order[1], order[-1])
    if ends[0] > ends[1]:
        order[1:] = order[1:][::-1].copy()
    return (order if is_round else order[1:]), n <= _MOST_COMPARED


def _best_circle(price: Array) -> Array:
    """Return the cheapest circle, by the cheapest path through each set of people to each last one (Held and Karp)."""
    m = len(price) - 1
    sets = np.arange(1 << m)
    sizes = sum((sets >> bit) & 1 for bit in range(m))
    cheapest = np.full((1 << m, m), _NEVER)
    cheapest[1 << np.arange(m), np.arange(m)] = price[m, :m]
    for size in range(2, m + 1):
        for last in range(m):
            some = sets[(sizes == size) & ((sets >> last) & 1 == 1)]
            cheapest[some, last] = (cheapest[some ^ (1 << last)] + price[:m, last]).min(axis=1)
    rest, circle = (1 << m) - 1, [m]
    while rest:
        last = int((cheapest[rest] + price[:m, circle[-1]]).argmin())
        circle.append(last)
        rest ^= 1 << last
    return np.array(circle)


def _good_circle(price: Array) -> Array:
    """Return a circle that no turn of a part of it and no move of one person makes cheaper, the best of many."""
    rng, n = np.random.default_rng(0), len(price)
    best = _improve(price, np.arange(n))
    for _ in range(min(_SHAKES, int(_WORK / n**2))):
        a, b, c = np.sort(rng.choice(np.arange(1, n), 3, replace=False))
        shaken = _improve(price, np.concatenate([best[:a], best[b:c], best[a:b], best[c:]]))
        if _cost(price, shaken) <= _cost(price, best):
            best = shaken
    return best


def _cost(price: Array, circle: Array) -> int:
    return int(price[circle, np.roll(circle, -1)].sum())


def _improve(price: Array, circle: Array) -> Array:
    """Return the circle after turns of a part, and moves of one person, until none makes it cheaper."""
    n = len(circle)
    places = np.arange(n)
    near = (places - places[:, None]) % n
    while True:
        ordered = price[np.ix_(circle, circle)]
        step = np.roll(ordered, -1, axis=1)
        after = np.diagonal(step)
        # Turning the part behind i up to j joins i with j, and those behind them.
        turns = ordered + np.roll(ordered, (-1, -1), axis=(0, 1)) - after - after[:, None]
        # Moving i between j and the next closes the gap that i leaves.
        gap = ordered[places - 1, (places + 1) % n] - after - np.roll(after, 1)
        moves = gap[:, None] + ordered + step - after
        turns[near <= 1] = moves[(near == 0) | (near == n - 1)] = 0
        turn, move = int(turns.argmin()), int(moves.argmin())
        if min(turns.flat[turn], moves.flat[move]) >= 0:
            return circle
        if turns.flat[turn] <= moves.flat[move]:
            i, j = sorted(divmod(turn, n))
            circle = np.concatenate([circle[: i + 1], circle[i + 1 : j + 1][::-1], circle[j + 1 :]])
        else:
            i, j = divmod(move, n)
            person, behind = circle[i], circle[j]
            rest = np.delete(circle, i)
            circle = np.insert(rest, int(np.flatnonzero(rest == behind)[0]) + 1, person)
