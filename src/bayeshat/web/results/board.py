"""The board: the groups with their people, how sure each place is, and what every change would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from ..._words import NEGLIGIBLE, tell_people
from ...engine.decision import Decision
from ...report.colors import text_on
from ...report.page_people import CHEAP, measure_sureness
from ...report.result import Result
from ...report.tables import wanted_in_words
from ..storage.schema import Edit
from .places import Standing, sureness_word
from .result_rows import unsized

Array = np.ndarray

# A change is clearly better or worse from this many people in their right group.
CLEAR = 0.5


@dataclass(frozen=True)
class Swap:
    """The cheapest exchange with somebody of another group.

    Attributes
    ----------
    person, name, group
        With whom, and where they are.
    fewer_right
        How many fewer people would be expected in their right group.
    words
        The same in words.
    cheap
        Whether it costs almost nothing.
    """

    person: int
    name: str
    group: int
    fewer_right: float
    words: str
    cheap: bool

    @property
    def verdict(self) -> str:
        """Whether it is better or worse, in two words."""
        return judge_change(self.fewer_right)


@dataclass(frozen=True)
class Member:
    """Somebody on the board.

    Attributes
    ----------
    person, name, group
        Number, name, and where they are.
    shares
        How well each group fits: probability of its house or, where groups stand for none, of sharing a cluster.
    errors
        Monte Carlo standard errors of the shares; 0 where they are not known.
    sureness, level
        The report's word for it, and its place among the words (0: very sure; -1: on their own).
    fewer_right
        How many fewer people would be expected in their right group after a move to each group; 0 for the own one.
    breaks_rules
        Whether a move to each group would break a rule that must hold.
    swap
        The cheapest swap, if there is any.
    decided
        The group that the sort decided on.
    locked, moved, silent
        Whether they are locked, are elsewhere than decided, answered nothing.
    note
        What the report notes about them; often nothing.
    """

    person: int
    name: str
    group: int
    shares: tuple[float, ...]
    errors: tuple[float, ...]
    sureness: str
    level: int
    fewer_right: tuple[float, ...]
    breaks_rules: tuple[bool, ...]
    swap: Swap | None
    decided: int
    locked: bool
    moved: bool
    silent: bool
    note: str

    @property
    def share(self) -> float:
        """How well the own group fits."""
        return self.shares[self.group]

    @property
    def error(self) -> float:
        """Monte Carlo standard error of the share."""
        return self.errors[self.group]

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Whether a move to each group would be better or worse, in two words."""
        return tuple(judge_change(fewer) for fewer in self.fewer_right)


@dataclass(frozen=True)
class BoardGroup:
    """A group: number, name, colour, colour of text on it, wanted size in words (empty: any size) and members."""

    number: int
    name: str
    color: str
    text_color: str
    wanted: str
    members: tuple[Member, ...]

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.members)


@dataclass(frozen=True)
class UnmetRule:
    """A rule that is not met: in words, and whether it must be."""

    words: str
    hard: bool


@dataclass(frozen=True)
class Board:
    """A result as it stands now.

    Attributes
    ----------
    sorting_id, event_id, version, created_at
        Which result, in which version.
    groups
        The groups with their members.
    stands_for_houses
        Whether groups are the survey's houses, so that shares are probabilities.
    expected_right, fewer_right, change_words
        How many people are expected in their right group now, how many fewer that is than was decided, and the same in
        words.
    loss_reason, cost_of_sizes
        Why people were sorted in this way, and what exact sizes cost, in words; either may be empty.
    expected_loss, loss_change
        Expected loss now, wishes counted in, and its change since the decision.
    expected_vi, size_distance
        Expected Variation of Information in bits; distance from the wanted sizes (None if sizes do not matter).
    unmet
        Rules and wishes that are not met.
    warnings
        What calls for a second look, in sentences.
    n_moved, n_locked
        People who are elsewhere than decided; people who are locked.
    undo_words, redo_words
        What undoing and redoing would do; None if there is nothing.
    published
        Whether this is the result that people see.
    """

    sorting_id: str
    event_id: str
    version: int
    created_at: datetime
    groups: tuple[BoardGroup, ...]
    stands_for_houses: bool
    expected_right: float
    fewer_right: float
    change_words: str
    loss_reason: str
    cost_of_sizes: str
    expected_loss: float
    loss_change: float
    expected_vi: float
    size_distance: float | None
    unmet: tuple[UnmetRule, ...]
    warnings: tuple[str, ...]
    n_moved: int
    n_locked: int
    undo_words: str | None
    redo_words: str | None
    published: bool

    @property
    def fit_title(self) -> str:
        """What the headline counts."""
        return f"Expected in their right {'house' if self.stands_for_houses else 'group'}"

    @property
    def fit(self) -> str:
        """How many people are expected in their right group."""
        return f"{self.expected_right:.1f} of {self.n_people}"

    @property
    def verdict(self) -> str:
        """Whether this is better or worse than what was decided, in a few words."""
        if not self.n_moved:
            return "as decided"
        word = judge_change(self.fewer_right)
        return f"{word} {'as' if word == 'as good' else 'than'} decided"

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.undo_words is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return self.redo_words is not None

    @property
    def n_people(self) -> int:
        """Number of people."""
        return sum(group.size for group in self.groups)

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody, in the order of the answers."""
        return tuple(sorted((one for group in self.groups for one in group.members), key=lambda one: one.person))


def make_board(standing: Standing, edits: Sequence[Edit], published: bool) -> Board:
    """Return a result as it stands now.

    Parameters
    ----------
    standing
        The result.
    edits
        The changes by hand, in order.
    published
        Whether people see it.
    """
    sorting, result, decided = standing.sorting, standing.current, standing.decided.decision
    decision = result.decision
    members = _members(standing, result, decided.labels)
    groups = tuple(
        BoardGroup(
            number=g,
            name=name,
            color=sorting.groups[g]["color"],
            text_color=text_on(sorting.groups[g]["color"]),
            wanted=wanted_in_words(decision, g),
            members=tuple(member for member in members if member.group == g),
        )
        for g, name in enumerate(standing.groups)
    )
    loss = full_loss(decision)
    fewer = result.expected_right(decided) - result.expected_right()
    unmet = () if decision.kept is None else decision.kept.unmet
    undoable = [edit for edit in edits if not edit.undone]
    redoable = [edit for edit in edits if edit.undone]
    return Board(
        sorting_id=sorting.id,
        event_id=sorting.event_id,
        version=sorting.version,
        created_at=sorting.created_at,
        groups=groups,
        stands_for_houses=result.stands_for_houses,
        expected_right=result.expected_right(),
        fewer_right=fewer,
        change_words=tell_change(fewer, result.noun),
        loss_reason=decision.loss_reason,
        cost_of_sizes=result.cost_of_sizes(),
        expected_loss=loss,
        loss_change=loss - full_loss(decided),
        expected_vi=decision.expected_vi,
        size_distance=None if np.isnan(decision.size_distance) else float(decision.size_distance),
        unmet=tuple(UnmetRule(rule.words(), rule.is_hard) for rule in unmet),
        warnings=tuple(result.warnings()),
        n_moved=sum(member.moved for member in members),
        n_locked=len(standing.locked),
        undo_words=tell_edit(undoable[-1], standing) if undoable else None,
        redo_words=tell_edit(redoable[0], standing) if redoable else None,
        published=published,
    )


def full_loss(decision: Decision) -> float:
    """Return the expected loss with the cost of wishes that are not granted."""
    wishes = 0.0 if decision.kept is None else decision.kept.ruling.constraints.soft_cost(decision.labels)
    return decision.expected_loss + wishes


def tell_change(fewer: float, noun: str) -> str:
    """Return whether a change is better or worse, and by how many people.

    Examples
    --------
    >>> tell_change(1.3, "house")
    'clearly worse: 1.3 fewer people expected in their right house'
    >>> tell_change(-0.2, "house")
    'slightly better: 0.2 more people expected in their right house'
    >>> tell_change(0.01, "house")
    'as good: no measurable difference'
    """
    return f"{judge_change(fewer)}: {tell_people(fewer, noun)}"


def judge_change(fewer: float) -> str:
    """Return in two words whether a change is better or worse, given how many fewer people it puts right."""
    if abs(fewer) < NEGLIGIBLE:
        return "as good"
    return f"{'clearly' if abs(fewer) >= CLEAR else 'slightly'} {'worse' if fewer > 0 else 'better'}"


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


def _members(standing: Standing, result: Result, decided: Array) -> list[Member]:
    decision, names = result.decision, standing.names
    table, sureness = decision.table(), measure_sureness(result)
    # Without the sizes, only rules forbid moves.
    moves = table if decision.kept is None else unsized(decision).table(swaps=False)
    broken = ~np.isfinite(np.column_stack([moves[f"move to {group}"] for group in decision.names]))
    breaks_rules = (broken & (decision.kept is not None)).tolist()
    shares, errors, fewer = sureness.shares.tolist(), sureness.errors.tolist(), sureness.fewer.tolist()
    levels, labels = sureness.words.tolist(), decision.labels.tolist()
    partners = table["swap with"].tolist() if "swap with" in table else [-1] * len(names)
    locked, silent, notes = set(standing.locked), set(result.silent), result.notes()
    members = []
    for n, name in enumerate(names):
        swap, m = None, partners[n]
        if m >= 0 and not {n, m} & locked:
            cost = sureness.swap_cost(n, m, decision.labels)
            swap = Swap(m, names[m], labels[m], cost, tell_change(cost, result.noun), cost <= CHEAP)
        members.append(
            Member(
                person=n,
                name=name,
                group=labels[n],
                shares=tuple(shares[n]),
                errors=tuple(errors[n]),
                sureness=sureness_word(levels[n]),
                level=levels[n],
                fewer_right=tuple(fewer[n]),
                breaks_rules=tuple(breaks_rules[n]),
                swap=swap,
                decided=int(decided[n]),
                locked=n in locked,
                moved=labels[n] != int(decided[n]),
                silent=name in silent,
                note=notes[n],
            )
        )
    return members
