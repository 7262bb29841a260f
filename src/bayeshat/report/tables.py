"""All the numbers of a result, as tables: each a dict of columns that any data frame library takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..engine.decision import Decision
from ..rules.rules import Pin
from ..tables.text import free_heading, normalise
from ..words.message import Message, join
from ..words.phrases import tell_count

Table = dict[str, list[Any]]


def assignments_table(
    names: Sequence[str],
    decision: Decision,
    shares: np.ndarray,
    *,
    notes: Sequence[str | Message] = (),
) -> Table:
    """Return one row per person: group, its probability, the next best group, the cheapest swap, and their costs.

    Costs are in people: how many fewer are expected in their right group after a move or a swap (negative if there are
    more). Where sizes are exact, somebody else must move in exchange. The swap is empty where there is nobody to swap
    with.

    Parameters
    ----------
    names
        Everybody's name.
    decision
        Who is in which group.
    shares
        (N, G) the chance that each person belongs in each group.
    notes
        What to note about each person; there is no such column where there is nothing to note.
    """
    people, labels = np.arange(decision.n_people), decision.labels
    own = shares[people, labels]
    columns = groups_table(names, decision) | {heading("probability"): _rounded(own)}
    columns[heading("most-probable")] = [decision.names[best] for best in shares.argmax(axis=1)]
    if len(decision.names) > 1:
        others = np.where(_may_be_in(decision), shares, -1.0)
        others[people, labels] = -1.0
        next_best = others.argmax(axis=1)
        there = others[people, next_best] >= 0
        columns[heading("next-best")] = [
            decision.names[g] if ok else "" for g, ok in zip(next_best, there, strict=True)
        ]
        columns[heading("next-probability")] = _where(there, shares[people, next_best])
        columns[heading("fewer-moved")] = _where(there, own - shares[people, next_best])
    partners = decision.table().get("swap with")
    if partners is not None:
        cost = own - shares[people, labels[partners]] + own[partners] - shares[partners, labels]
        columns[heading("swap-with")] = [names[m] if m >= 0 else "" for m in partners]
        columns[heading("fewer-swapped")] = _where(partners >= 0, cost)
    columns |= choices_column(decision)
    if any(notes):
        columns[heading("note")] = list(map(str, notes))
    return columns


def heading(column: str, **facts: Any) -> str:
    """Return what one of our columns is headed: English in files that programs read, else in the voice's language."""
    return str(Message(f"heading-{column}", **facts))


def groups_table(names: Sequence[str], decision: Decision) -> Table:
    """Return one row a person: the group."""
    return {heading("name"): list(names), heading("group"): list(decision.groups)}


def find_choices(decision: Decision) -> list[int | None]:
    """Return which of their choices everybody got: 1, 2, …; 0 if it is none of theirs, None for people without any."""
    got: list[int | None] = [None] * (0 if decision.people is None else decision.n_people)
    if decision.kept is not None:
        ruling, labels = decision.kept.ruling, decision.labels.tolist()
        for rule in ruling.rules:
            there = [ruling.among([group]) for group in rule.choices]
            people = rule.mentions("person") if there else ()
            for place in (place for person in people for place in ruling.own[person].tolist()):
                rank = next((rank for rank, groups in enumerate(there, 1) if groups[labels[place]]), 0)
                got[place] = min(filter(None, (rank, got[place])), default=0)
    return got


def choices_column(decision: Decision) -> Table:
    """Return the column with which of their choices everybody got; none where nobody had choices."""
    choices = find_choices(decision)
    if not any(choice is not None for choice in choices):
        return {}
    none = heading("choice-none")
    return {heading("choice"): ["" if choice is None else choice or none for choice in choices]}


def by_person(table: Table, decision: Decision) -> Table:
    """Return a table with one row for each place as one with a row per person, who may be in several groups.

    What says something of a group has a column for each of them, such as "choice 1" and "choice 2", or "group Morning".
    """
    each = decision.places.each
    if each == 1:
        return table
    of_groups = {heading(column) for column in ("group", "choice", "members", "times")}
    rows: Table = {}
    for title, cells in table.items():
        if title not in of_groups:
            rows[title] = cells[::each]
            continue
        for place, name in enumerate(decision.place_names):
            rows[free_heading(heading("one-of", heading=title, place=name), (*table, *rows))] = cells[place::each]
    return rows


def add_waiting(table: Table, decision: Decision) -> Table:
    """Return a table of everybody's group with further rows for those who wait, in the order in which they move up."""
    if not decision.waiting:
        return table
    n_placed, n_waiting = decision.n_people, len(decision.waiting)
    columns = {title: [*cells, *[""] * n_waiting] for title, cells in table.items()}
    columns[heading("name")][n_placed:] = [one.name for one in decision.waiting]
    columns[heading("group")][n_placed:] = [heading("waiting-list")] * n_waiting
    columns[heading("waiting-place")] = [*[""] * n_placed, *range(1, n_waiting + 1)]
    if any(one.groups for one in decision.waiting):
        columns[heading("waits-for")] = [*[""] * n_placed, *("; ".join(one.groups) for one in decision.waiting)]
    return columns


def choice_notes(decision: Decision) -> list[str | Message]:
    """Return a note on everybody who did not get their first choice, such as "2nd choice"; often nothing.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy"], "choices": ["red, blue", "red, blue", "blue"]}
    >>> sorted(map(str, choice_notes(bh.mix_people(table, {"red": 1, "blue": 2}, wishes="choices"))))
    ['', '', '2nd choice']
    """
    return ["" if choice in (None, 1) else Message("notes-choice", number=choice) for choice in find_choices(decision)]


def shared_times(decision: Decision) -> list[list[str]]:
    """Return, for each group, the times that suit all its members, where rules ask for some."""
    meetings = () if decision.kept is None else decision.kept.ruling.constraints.meetings
    return [
        [
            time
            for meeting in meetings
            for time, busy in zip(meeting.times, meeting.busy, strict=True)
            if not busy[decision.labels == g].any()
        ]
        for g in range(len(decision.names))
    ]


def _may_be_in(decision: Decision) -> np.ndarray:
    """Say which groups rules allow each person, (N, G); people who must be together cannot move alone."""
    may = np.ones((decision.n_people, len(decision.names)), dtype=bool)
    if decision.kept is not None:
        constraints = decision.kept.ruling.constraints
        may &= constraints.allowed
        for company in constraints.together:
            may[company] = False
    return may


def _where(there: np.ndarray, values: np.ndarray) -> list[Any]:
    """Return rounded values, and nothing where there are none."""
    return [value if ok else "" for value, ok in zip(_rounded(values), there, strict=True)]


def _rounded(shares: np.ndarray) -> list[float]:
    return [round(float(share), 4) for share in shares]


class PersonNote(NamedTuple):
    """What to note about somebody: that they answered nothing, and why they are pinned; None if they are not."""

    silent: bool
    reasons: tuple[str | Message, ...] | None

    @property
    def words(self) -> str | Message:
        """The same in words; often nothing."""
        parts = []
        if self.silent:
            parts.append(Message("notes-silent-room" if self.reasons is None else "notes-silent"))
        if self.reasons:
            parts.append(Message("notes-pinned-reason", reason=join(self.reasons, "semicolon")))
        elif self.reasons is not None:
            parts.append(Message("notes-pinned"))
        return join(parts, "semicolon")


def find_notes(names: Sequence[str], silent: Collection[str], pins: Iterable[Pin]) -> list[PersonNote]:
    """Return what to note about each person: that they answered nothing, or that and why they are pinned.

    Examples
    --------
    >>> notes = find_notes(["Ann", "Bo", "Cy"], ["Bo"], [Pin("Ann", ("Owls",), "brings the key")])
    >>> [str(note.words) for note in notes]
    ['pinned: brings the key', 'no answers: placed where there was room', '']
    """
    pinned: dict[str, list[str]] = {}
    for pin in pins:
        pinned.setdefault(pin.person, []).extend([pin.reason] if pin.reason else [])
    mute = set(silent)
    return [PersonNote(name in mute, tuple(dict.fromkeys(pinned[name])) if name in pinned else None) for name in names]


def probabilities_table(
    names: Sequence[str],
    clusters: Sequence[str],
    probabilities: np.ndarray,
    identifiers: Mapping[str, Sequence[str]] | None = None,
) -> Table:
    """Return one row a person: the probability of each house.

    A house whose name is another column's heading is headed "probability of" it.
    """
    columns = with_identifiers({heading("name"): list(names)}, identifiers or {})
    for k, cluster in enumerate(clusters):
        taken = normalise(cluster) in map(normalise, columns)
        wanted = heading("probability-of", house=cluster) if taken else cluster
        columns[free_heading(wanted, (*columns, *clusters[k + 1 :]))] = _rounded(probabilities[:, k])
    return columns


def with_identifiers(table: Table, identifiers: Mapping[str, Sequence[str]]) -> Table:
    """Return a table of people with the columns that say who they are right after their names."""
    known = {free_heading(heading, table): list(cells) for heading, cells in identifiers.items()}
    first = next(iter(table))
    return {first: table[first]} | known | table


def tell_identities(identifiers: Mapping[str, Sequence[str]], n_people: int) -> list[str]:
    """Return what says who each person is besides the name, in a line each.

    Examples
    --------
    >>> tell_identities({"e-mail": ["ann@b.org", ""], "Student ID": ["7", ""]}, 2)
    ['ann@b.org, Student ID 7', '']
    """
    columns = [
        [cell if "@" in cell or not cell else f"{heading} {cell}" for cell in cells]
        for heading, cells in identifiers.items()
    ]
    return [", ".join(filter(None, row)) for row in zip(*columns, strict=True)] if columns else [""] * n_people


def sizes_table(decision: Decision) -> Table:
    """Return one row a group: its size, and the wanted one."""
    wanted = [str(wanted_in_words(decision, g)) for g in range(len(decision.names))]
    return {
        heading("group"): list(decision.names),
        heading("size"): decision.sizes.tolist(),
        heading("wanted"): wanted,
    }


def wanted_in_words(decision: Decision, group: int) -> str | Message:
    """Return the wanted size of a group, such as "5", "5 or 6", "4 to 6" or "at least 4"; empty if any size will do."""
    wanted = decision.wanted_range(group)
    if wanted is None:
        return ""
    low, high = wanted
    if high - low > 1 and high >= decision.n_people:
        return tell_count(low, None)
    return tell_count(low if low or high <= 1 else None, high)


def comparison_table(decisions: Sequence[Decision], probabilities: np.ndarray) -> Table:
    """Return one row a loss: what the choice of the loss costs.

    ``in most probable house``: the share of people whose group is the house that the posterior gives most weight.
    ``rightly placed``: the expected share of people who are in their own house.
    """
    best = probabilities.argmax(axis=1)
    return {
        "loss": [repr(decision.loss) for decision in decisions],
        "expected VI (bits)": [round(decision.expected_vi, 4) for decision in decisions],
        "in most probable house": [round(float((decision.labels == best).mean()), 4) for decision in decisions],
        "rightly placed": [
            round(float(probabilities[np.arange(len(best)), decision.labels].mean()), 4) for decision in decisions
        ],
        "sizes": [", ".join(str(size) for size in decision.sizes) for decision in decisions],
    }
