"""The board: groups with their people, how sure each place is, how the result stands, and where one person could go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from ...engine.decision import Decision, Waiting
from ...report.page.page_people import measure_sureness
from ...report.result import Result
from ...report.settled_tables import SETTLED_WORDS
from ...report.tables import PersonNote, find_choices, wanted_in_words
from ...rules.columns import Spread
from ...rules.company import NotAgain
from ...rules.scope import Groups
from ...tables.person_names import sort_key
from ...words.message import Message, join, join_some
from ...words.phrases import is_negligible, tell_people, tell_tenths
from ..db.schema import Change
from ..slow import slow
from .history import MOVES
from .jobs import LOCKED
from .result_rows import CHANGED, tell_off_sizes, unsized
from .results import Standing, check_person
from .ways import SettledGroups, tell_settled_groups

# Columns that a sentence names.
_LISTED = 6
# Words about a place that leave it in doubt.
_EITHER_WAY, _ELSEWHERE = map(SETTLED_WORDS.index, ("could go either way", "better elsewhere"))
# A change is slight below the first number of people in their right group, and clear from the second.
SLIGHT, CLEAR = 0.2, 0.5


@dataclass(frozen=True)
class Member:
    """Somebody on the board.

    Attributes
    ----------
    person, name, group
        Number, name, and where they are.
    shares
        The chance that they belong in each group.
    error
        Monte Carlo standard error of their group's share; 0 where it is not known.
    level
        How sure their place is: a position in ``SETTLED_WORDS``.
    next_best
        The best other group for somebody whose place is in doubt; None for others.
    decided
        The group that the sort decided on.
    locked
        Whether they stay where they are.
    note
        What the report notes about them; often nothing.
    choice
        Which of their choices they got, in words; None where they did not choose.
    """

    person: int
    name: str
    group: int
    shares: tuple[float, ...]
    error: float
    level: int
    next_best: int | None
    decided: int
    locked: bool
    note: str | Message
    choice: Message | None

    @property
    def either_way(self) -> bool:
        """Whether they could go either way."""
        return self.level == _EITHER_WAY

    @property
    def share(self) -> float:
        """How well their group fits."""
        return self.shares[self.group]

    @property
    def moved(self) -> bool:
        """Whether they are elsewhere than decided."""
        return self.group != self.decided


@dataclass(frozen=True)
class BoardGroup:
    """A group.

    Attributes
    ----------
    number, name, color
        Which it is.
    wanted
        Wanted size in words; None: any size.
    members
        Its people, in the order of the answers.
    """

    number: int
    name: str | Message
    color: str
    wanted: str | Message
    members: tuple[Member, ...]

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.members)


@dataclass(frozen=True)
class UnmetRule:
    """A rule that is not met: in words, and whether it must be."""

    words: Message
    hard: bool


@dataclass(frozen=True)
class Board:
    """A result as it stands now.

    Attributes
    ----------
    version
        The result's version.
    groups
        The groups with their members.
    stands_for_houses, noun
        Whether groups are the survey's houses, and what a group is called in messages.
    separates
        Whether the answers separate people; if not, nobody can be said to be in their right group.
    expected_right, fewer_right, change_words
        How many people are expected in their right group now, how many fewer that is than was decided, and the same in
        words.
    other_questions, loss_reason, cost_of_sizes
        Whether other questions would make the same groups (where that is no warning), why people were sorted in this
        way, and what exact sizes cost, in words; each may be empty.
    expected_loss, loss_change
        Expected loss now, wishes counted in, and its change since the decision.
    expected_vi, size_words
        Expected Variation of Information in bits; how near the sizes are to the wanted ones, in words (None if they
        do not matter).
    unmet
        Rules and wishes that are not met.
    warnings
        What calls for a second look, each in sentences.
    n_moved, n_locked
        People who are elsewhere than decided; people who are locked.
    undo_words, redo_words
        What undoing and redoing would do; None if there is nothing.
    recent_people, recent_groups
        Whom and which groups the change just made, or just undone, is about.
    settled
        How settled the groups are; None if that was not measured.
    purpose
        The kind of `purpose.KINDS` that the groups are for.
    facts
        What became of choices, mixing and rounds, in sentences; empty where people were sorted.
    rounds
        The names of each group's members in every round; empty where there is only one.
    waiting
        Who waits for a place, in the order in which they move up.
    exchanges
        Which people have exchanged places by themselves, in sentences, and when.
    """

    version: int
    groups: tuple[BoardGroup, ...]
    stands_for_houses: bool
    noun: str
    separates: bool
    expected_right: float
    fewer_right: float
    change_words: Message
    other_questions: str | Message
    loss_reason: str | Message
    cost_of_sizes: str | Message
    expected_loss: float
    loss_change: float
    expected_vi: float
    size_words: Message | None
    unmet: tuple[UnmetRule, ...]
    warnings: tuple[str | Message, ...]
    n_moved: int
    n_locked: int
    undo_words: Message | None
    redo_words: Message | None
    recent_people: frozenset[int]
    recent_groups: frozenset[int]
    settled: SettledGroups | None
    purpose: str
    facts: tuple[Message, ...]
    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    waiting: tuple[Waiting, ...]
    exchanges: tuple[tuple[Message, datetime], ...]

    @property
    def is_mixed(self) -> bool:
        """Whether no answers say who belongs where."""
        return self.purpose != "alike"

    @property
    def can_move(self) -> bool:
        """Whether people can be moved by hand: rounds are planned together."""
        return self.purpose != "rounds"

    @property
    def fit(self) -> Message:
        """How many people are expected in their right group."""
        if not self.separates:
            return Message("board-fit-untold")
        return Message("board-fit", right=tell_tenths(self.expected_right), count=self.n_people)

    @property
    def fit_title(self) -> Message:
        """What these people are, in a few words: in their right group only where groups have a meaning."""
        return Message("board-fit-group", noun=self.noun)

    @property
    def verdict(self) -> Message:
        """Whether this is better or worse than what was sorted, in a few words."""
        if not self.n_moved:
            return Message("board-verdict-sorted")
        if is_negligible(self.fewer_right):
            return Message("board-verdict-as-good")
        return Message("board-verdict", judgement=judge_change(self.fewer_right))

    @property
    def broken_rules(self) -> tuple[Message, ...]:
        """Rules that must hold and do not, in words."""
        return tuple(rule.words for rule in self.unmet if rule.hard)

    @property
    def open_wishes(self) -> tuple[Message, ...]:
        """Wishes that are not fully granted, in words."""
        return tuple(rule.words for rule in self.unmet if not rule.hard)

    @property
    def summary(self) -> str | Message:
        """How the result stands, in a sentence or two."""
        fit = Message("board-summary", title=self.fit_title, fit=self.fit, verdict=self.verdict)
        told = list(self.facts) if self.is_mixed else [fit]
        if self.broken_rules:
            told.append(Message("board-summary-broken", count=len(self.broken_rules)))
        if self.open_wishes:
            told.append(Message("board-summary-wishes", count=len(self.open_wishes)))
        return join(told, "space")

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


@slow
def make_board(standing: Standing) -> Board:
    """Return a result as it stands now."""
    sorting, result, decided = standing.sorting, standing.current, standing.decided.decision
    decision, settled = result.decision, standing.decided.how_settled()
    members = _members(standing, result)
    groups = tuple(
        BoardGroup(
            number=g,
            name=name,
            color=sorting.groups[g]["color"],
            wanted=wanted_in_words(decision, g),
            members=tuple(member for member in members if member.group == g),
        )
        for g, name in enumerate(standing.titles)
    )
    loss = full_loss(decision)
    fewer = result.fewer_right(decided)
    unmet = () if decision.kept is None else decision.kept.unmet
    if result.is_mixed:
        # Outcomes of choices and of what is spread say what the groups are for.
        unmet = tuple(rule for rule in unmet if rule.is_hard or (rule.is_wish and not rule.choices))
    done, undone = standing.history.done[-1:], standing.history.undone[-1:]
    recent = [step for change in (*done, *undone) for step in list_steps(change)]
    return Board(
        version=sorting.version,
        groups=groups,
        stands_for_houses=result.stands_for_houses,
        noun=result.noun,
        separates=result.separates,
        expected_right=result.expected_right(),
        fewer_right=fewer,
        change_words=tell_change(fewer, result.noun),
        other_questions=result.fit_in_words() if result.halves is not None else "",
        loss_reason=decision.loss_reason,
        cost_of_sizes=result.cost_of_sizes(),
        expected_loss=loss,
        loss_change=loss - full_loss(decided),
        expected_vi=decision.expected_vi,
        size_words=_tell_distance(decision),
        unmet=tuple(UnmetRule(rule.told(), rule.is_hard) for rule in unmet),
        warnings=tuple(list_warnings(result, decided)),
        n_moved=sum(member.moved for member in members),
        n_locked=len(standing.locked),
        undo_words=tell_edit(done[0], standing) if done else None,
        redo_words=tell_edit(undone[0], standing) if undone else None,
        recent_people=frozenset(step[0] for step in recent),
        recent_groups=frozenset(group for step in recent for group in step[1:]),
        settled=None
        if settled is None
        else tell_settled_groups(settled, result.sure_levels(), standing.labels, standing.names, standing.titles),
        purpose=sorting.purpose,
        facts=tuple(tell_mixing(result)) if result.is_mixed else (),
        rounds=list_rounds(standing),
        waiting=standing.waiting,
        exchanges=tuple((tell_exchange(change, standing), change.created_at) for change in standing.history.exchanges),
    )


def tell_mixing(result: Result) -> list[Message]:
    """Return what became of choices, mixing and rounds, in sentences."""
    decision, told = result.decision, []
    got = [choice for choice in find_choices(decision) if choice is not None]
    if got:
        parts = [
            Message("board-got-part", place=place, count=got.count(place))
            for place in sorted(set(got), key=lambda place: place or len(got) + 1)
        ]
        told.append(Message("board-got", choices=join(parts, "and")))
    spread = [] if decision.kept is None else decision.kept.ruling.rules.of(Spread)
    unmet = set() if decision.kept is None else set(decision.kept.unmet)
    for word, columns in (
        ("even", [rule.column for rule in spread if rule not in unmet]),
        ("uneven", [rule.column for rule in spread if rule in unmet]),
    ):
        if columns:
            told.append(Message(f"board-mixed-{word}", columns=join_some(columns, _LISTED)))
    told += [note for note in decision.status.notes if note.id == "fairness"]
    if decision.kept is not None and (earlier := decision.kept.ruling.rules.of(NotAgain)):
        told += NotAgain.tell_outcomes(earlier, Groups(decision.kept.ruling, decision.labels))
    if result.rounds is not None:
        rounds = result.rounds
        how = "none" if not rounds.repeats else "fewest" if rounds.repeats == rounds.fewest else "some"
        told.append(Message(f"board-rounds-{how}", rounds=len(rounds.labels), pairs=rounds.again))
    return told or [Message("board-mixed-random")]


def list_rounds(standing: Standing) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the names of each group's members in every round, by alphabet; nothing where there is only one round."""
    rounds = standing.current.rounds
    if rounds is None:
        return ()
    names = [(name, n) for n, name in enumerate(standing.names)]
    ordered = sorted(names, key=lambda one: sort_key(one[0]))
    return tuple(
        tuple(tuple(name for name, n in ordered if labels[n] == g) for g in range(len(rounds.names)))
        for labels in rounds.labels.tolist()
    )


def full_loss(decision: Decision) -> float:
    """Return the expected loss with the cost of wishes that are not granted."""
    wishes = 0.0 if decision.kept is None else decision.kept.ruling.constraints.soft_cost(decision.labels)
    return decision.expected_loss + wishes


def _members(standing: Standing, result: Result) -> list[Member]:
    sureness, notes = measure_sureness(result), result.person_notes()
    choices = find_choices(result.decision) if result.is_mixed else [None] * len(notes)
    shares, levels, following = sureness.shares.tolist(), sureness.levels.tolist(), sureness.next_best.tolist()
    errors = sureness.errors[np.arange(len(notes)), result.decision.labels].tolist()
    decided, locked = standing.history.decided, set(standing.locked)
    return [
        Member(
            person=n,
            name=standing.names[n],
            group=group,
            shares=tuple(shares[n]),
            error=errors[n],
            level=levels[n],
            next_best=following[n] if levels[n] in (_EITHER_WAY, _ELSEWHERE) and following[n] != group else None,
            decided=decided[n],
            locked=n in locked,
            note=_tell_note(notes[n]),
            choice=None if choices[n] is None else Message("board-choice", place=choices[n]),
        )
        for n, group in enumerate(standing.labels)
    ]


@dataclass(frozen=True)
class Move:
    """A move to another group.

    Attributes
    ----------
    group, name
        Which group.
    share
        How well it fits.
    fewer_right
        How many fewer people would be expected in their right group.
    breaks_rule
        Whether a rule that must hold would be broken.
    """

    group: int
    name: str | Message
    share: float
    fewer_right: float
    breaks_rule: bool


@dataclass(frozen=True)
class Swap:
    """The cheapest exchange with somebody of another group.

    Attributes
    ----------
    person, name, group
        With whom, and where they are.
    fewer_right
        How many fewer people would be expected in their right group.
    noun
        What a group is called.
    """

    person: int
    name: str
    group: str | Message
    fewer_right: float
    noun: str

    @property
    def words(self) -> Message:
        """Whether it is better or worse, in a sentence without its full stop.

        Examples
        --------
        >>> str(Swap(1, "Bo", "Owls", 0.0, "house").words)
        'Swapping with Bo (Owls) is about as good'
        >>> str(Swap(1, "Bo", "Owls", 0.3, "house").words)
        'Swapping with Bo (Owls) is a worse fit: 0.3 fewer people expected in their right house'
        """
        if is_negligible(self.fewer_right):
            return Message("board-swap-as-good", name=self.name, group=self.group)
        judgement, people = judge_change(self.fewer_right), tell_people(self.fewer_right, self.noun)
        return Message("board-swap", name=self.name, group=self.group, judgement=judgement, people=people)


@dataclass(frozen=True)
class Choices:
    """Where one person could be.

    Attributes
    ----------
    person, name, group, locked
        Who it is, the group's name, and whether they stay there.
    share, sureness, note
        How well the group fits, the report's word for it, and what the report notes about this person; often nothing.
    moves
        The other groups, the best first.
    swap
        The cheapest swap; None if there is none, or one of the two is locked.
    """

    person: int
    name: str
    group: str | Message
    locked: bool
    share: float
    sureness: Message
    note: str | Message
    moves: tuple[Move, ...]
    swap: Swap | None


@slow
def list_choices(standing: Standing, person: int) -> Choices:
    """Return where one person could be instead."""
    check_person(standing.sorting, person)
    result, groups = standing.current, standing.titles
    decision, sureness = result.decision, measure_sureness(result)
    own, locked = int(decision.labels[person]), person in standing.locked
    # Without the sizes, only rules forbid moves.
    table = unsized(decision).table(swaps=False) if decision.kept is not None else {}
    forbidden = [bool(table) and not np.isfinite(table[f"move to {name}"][person]) for name in decision.names]
    shares, fewer = sureness.shares[person].tolist(), sureness.fewer[person].tolist()
    moves = [Move(g, name, shares[g], fewer[g], forbidden[g]) for g, name in enumerate(groups) if g != own]
    other = int(decision.table().get("swap with", np.full(len(standing.places), -1))[person])
    swap = None
    if other >= 0 and not locked and other not in standing.locked:
        cost = sureness.swap_cost(person, other, decision.labels)
        swap = Swap(other, standing.names[other], groups[decision.labels[other]], cost, result.noun)
    return Choices(
        person=person,
        name=standing.names[person],
        group=groups[own],
        locked=locked,
        share=shares[own],
        sureness=Message(f"words-sure-{int(sureness.levels[person])}"),
        note=_tell_note(result.person_notes()[person]),
        moves=tuple(sorted(moves, key=lambda move: (move.breaks_rule, move.fewer_right))),
        swap=swap,
    )


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
    if change.kind not in MOVES:
        return Message(f"board-edit-{change.kind}", who=_some([names[n] for n in steps]))
    if len(steps) == 2 and steps[0][1:] == steps[1][:0:-1]:
        kind = "exchange" if change.kind == "exchange" else "swap"
        return Message(f"board-edit-{kind}", name=names[steps[0][0]], other=names[steps[1][0]])
    who = _some([names[step[0]] for step in steps])
    _, before, after = steps[0]
    if len({step[2] for step in steps}) > 1:
        return Message("board-edit-arrange", who=who)
    if len(steps) > 1:
        return Message("board-edit-move", who=who, after=groups[after])
    return Message("board-edit-move-from", who=who, before=groups[before], after=groups[after])


def tell_exchange(change: Change, standing: Standing) -> Message:
    """Return who exchanged places, and from which groups."""
    (one, before, after), (other, _, _) = change.steps
    names, groups = standing.names, standing.titles
    return Message("board-exchange", name=names[one], other=names[other], before=groups[before], after=groups[after])


def _some(names: Sequence[str]) -> str | Message:
    return names[0] if len(names) == 1 else Message("board-some", name=names[0], count=len(names) - 1)


def list_steps(change: Change) -> list[list[int]]:
    """Return everybody whom a change is about, each with the groups that they leave and join, if any."""
    return change.steps if change.kind in MOVES else [[person] for person in change.steps]


def _tell_distance(decision: Decision) -> Message | None:
    """Return how near the sizes are to the wanted ones; None if they do not matter."""
    if np.isnan(decision.size_distance):
        return None
    ranges = [decision.wanted_range(g) for g in range(len(decision.names))]
    if all(one is None or one[0] <= size <= one[1] for one, size in zip(ranges, decision.sizes, strict=True)):
        return Message("board-sizes-met")
    return Message("board-sizes-distance", distance=decision.size_distance)


def _tell_note(note: PersonNote) -> str | Message:
    """Return what the report notes about somebody, with our word for those who are locked; often nothing."""
    locked = Message("board-badge-locked")
    reasons = note.reasons and tuple(locked if reason == LOCKED else reason for reason in note.reasons)
    return note._replace(reasons=reasons).words


def list_warnings(result: Result, before: Decision) -> list[str | Message]:
    """Return what calls for a second look and is not told elsewhere on the board."""
    # What the library advises if percentages have not settled are settings that the pages do not have.
    found: list[str | Message] = [] if result.posterior.status.converged else [Message("board-unreliable")]
    found += [] if result.checks is None else result.checks.warnings(remedies=False)
    found += [] if result.is_mixed else result.placed_in_words()
    decided = result.decision.status
    others = decided.without("not_converged")
    if decided.code not in ("ok", CHANGED) and others.notes:
        found.append(others.words)
    if off := tell_off_sizes(before, result.decision.sizes):
        found.append(Message("results-sizes-off", sizes=off))
    return found
