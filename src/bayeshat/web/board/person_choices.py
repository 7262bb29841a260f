"""Where one person could be instead: what each move and the cheapest swap would mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...report.page.page_people import measure_sureness
from ..languages import Message
from ..results.places import Standing, check_person
from ..results.result_rows import unsized
from ..results.result_words import is_negligible, tell_people, tell_sureness
from .change_words import judge_change
from .standing_words import tell_note


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


def list_choices(standing: Standing, person: int) -> Choices:
    """Return where one person could be instead."""
    check_person(standing.sorting, person)
    result, groups = standing.current, standing.titles
    decision, sureness = result.decision, measure_sureness(result)
    own, place = int(decision.labels[person]), standing.places[person]
    # Without the sizes, only rules forbid moves.
    table = unsized(decision).table(swaps=False) if decision.kept is not None else {}
    forbidden = [bool(table) and not np.isfinite(table[f"move to {name}"][person]) for name in decision.names]
    shares, fewer = sureness.shares[person].tolist(), sureness.fewer[person].tolist()
    moves = [Move(g, name, shares[g], fewer[g], forbidden[g]) for g, name in enumerate(groups) if g != own]
    other = int(decision.table().get("swap with", np.full(len(standing.places), -1))[person])
    swap = None
    if other >= 0 and not place.locked and not standing.places[other].locked:
        cost = sureness.swap_cost(person, other, decision.labels)
        swap = Swap(other, standing.names[other], groups[decision.labels[other]], cost, result.noun)
    return Choices(
        person=person,
        name=standing.names[person],
        group=groups[own],
        locked=place.locked,
        share=shares[own],
        sureness=tell_sureness(int(sureness.levels[person])),
        note=tell_note(result.person_notes()[person]),
        moves=tuple(sorted(moves, key=lambda move: (move.breaks_rule, move.fewer_right))),
        swap=swap,
    )
