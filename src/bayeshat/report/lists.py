"""Lists to work with: a sheet for each group, a table for letters to everybody, pages to print, place cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..engine.decision import Decision
from ..engine.rounds import Rounds
from ..engine.seats import Seats
from ..tables.text import clip, free_heading
from ..words.message import Message, join, join_some
from ..words.phrases import title_of
from ..words.voice import for_programs
from .explanation import tell_option
from .files import legal_titles, write_csv, write_text
from .page.html import page_style, render_page
from .reasons import (
    FAINT,
    LESS,
    MORE,
    NOT_TICKED,
    SpeakingAnswer,
    commoner_answers,
    find_reasons,
    group_profiles,
    strongest_answers,
)
from .result import Result
from .settled_tables import SETTLED_WORDS
from .tables import Table, by_person, choices_column, heading, shared_times, tell_identities

# Members named in a letter; a larger group ends with how many more there are.
NAMED_MEMBERS = 60
# Names on a printed page: in one column, in two, and in two where each name takes another line for e-mail or id.
ONE_COLUMN, TWO_COLUMNS, TWO_COLUMNS_OF_IDS = 16, 40, 26
# Longer names are printed smaller on place cards.
LONG_NAME = 18

# The message for an answer, by its sense.
_ANSWERS = {"": "lists-answer", MORE: "lists-answer-more", LESS: "lists-answer-less"}

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


@dataclass(frozen=True, eq=False)
class GroupedPeople:
    """People in groups, however these were made, and what lists of them may say.

    Attributes
    ----------
    title
        What the lists are of.
    names
        Everybody's name.
    decision
        Who is in which group.
    columns
        What else a table says about everybody, by heading.
    identifiers
        Those of the columns that say who people are, such as e-mail addresses.
    colors
        Colours for the groups, if somebody has chosen some.
    notes
        What to note about each person; often nothing.
    shares
        (N,) the chance that each person belongs in their group; None where nobody was sorted.
    why
        A sentence to each person; empty where nobody was sorted.
    reading
        What a reader should know of how the table was read, in sentences.
    rounds
        Groups for several rounds, the decision's first; None where there is only one.
    """

    title: str
    names: tuple[str, ...]
    decision: Decision
    columns: Mapping[str, Sequence[str]]
    identifiers: Mapping[str, Sequence[str]]
    colors: list[str | None] | None = None
    notes: Sequence[str | Message] = ()
    shares: np.ndarray | None = None
    why: Sequence[Message] = ()
    reading: Sequence[str | Message] = ()
    rounds: Rounds | None = None

    @property
    def titles(self) -> list[str]:
        """The groups' names as headings, with their time slots."""
        titles = [str(title_of(name)) for name in self.decision.names]
        for slot, there in self.decision.slots:
            for g in np.flatnonzero(there).tolist():
                titles[g] += "" if titles[g].endswith(f"({slot})") else f" ({slot})"
        return titles

    def members(self) -> list[list[int]]:
        """Return the positions of each group's members."""
        return [np.flatnonzero(self.decision.labels == g).tolist() for g in range(len(self.decision.names))]

    def probabilities(self) -> Table:
        """Return the column with everybody's chance of belonging in their group; none where nobody was sorted."""
        return (
            {} if self.shares is None else {heading("probability"): [round(float(share), 4) for share in self.shares]}
        )


def as_grouped(people: Result | GroupedPeople, *, with_why: bool = False) -> GroupedPeople:
    """Return sorted people as those that lists are made of; why they are where they are takes a while to say."""
    if isinstance(people, GroupedPeople):
        return people
    return GroupedPeople(
        people.survey.title,
        people.names,
        people.decision,
        people.answers.extra,
        people.answers.identifiers,
        people.group_colors(),
        people.notes(),
        people.group_shares()[np.arange(len(people.names)), people.decision.labels],
        _tell_why(people) if with_why else (),
    )


def other_sheets() -> tuple[str, ...]:
    """Return the names of the sheets that a workbook has besides those of groups."""
    return heading("assignments"), heading("probabilities"), heading("sizes")


def group_sheets(people: Result | GroupedPeople, seats: Seats | None = None) -> dict[str, Table]:
    """Return a table for each group, by a name that a sheet may have; before them everybody's place, if they have one.

    A row is a member: name, probability of belonging in the group, which of their choices it is, a note if there is
    anything to note, and what else the table of answers says about them, such as an e-mail address.
    """
    about = as_grouped(people)
    columns: Table = {heading("name"): list(about.names)} | about.probabilities() | choices_column(about.decision)
    if any(about.notes):
        columns[heading("note")] = list(map(str, about.notes))
    for title, cells in about.columns.items():
        columns[free_heading(title, columns)] = list(cells)
    placed = {} if seats is None else {heading("seats"): seats_table(about, seats)}
    titles = legal_titles(about.titles, (*other_sheets(), *placed))
    members = about.members()
    return placed | {
        title: {heading: [cells[n] for n in some] for heading, cells in columns.items()}
        for title, some in zip(titles, members, strict=True)
    }


def mail_merge_table(people: Result | GroupedPeople) -> Table:
    """Return one row a person, for letters: name, e-mail (if known), group, its members, probability, choice, why.

    People in several groups have columns for each of them.

    The sentence of why is written to the person, and speaks of nobody else and of no rule's reason. People who were
    not sorted have neither a probability nor such a sentence.
    """
    about = as_grouped(people, with_why=True)
    company = [str(join_some([about.names[n] for n in members], NAMED_MEMBERS)) for members in about.members()]
    titles, labels = about.titles, about.decision.labels.tolist()
    columns: Table = {heading("name"): list(about.names)}
    addresses = find_addresses(about)
    if addresses is not None:
        columns[heading("mail")] = list(addresses)
    for title, cells in about.identifiers.items():
        if tuple(cells) != addresses:
            columns[free_heading(title, columns)] = list(cells)
    columns |= {heading("group"): [titles[g] for g in labels], heading("members"): [company[g] for g in labels]}
    columns |= about.probabilities() | choices_column(about.decision)
    times = shared_times(about.decision)
    columns |= {heading("times"): ["; ".join(times[g]) for g in labels]} if any(times) else {}
    columns |= {heading("why"): list(map(str, about.why))} if about.why else {}
    return by_person(columns, about.decision)


def seats_table(people: Result | GroupedPeople, seats: Seats) -> Table:
    """Return one row a person, table by table in the order of places: the table, the place, the name."""
    names, rows = as_grouped(people).names, [order.tolist() for order in seats.orders]
    return {
        heading("table"): [name for name, order in zip(seats.names, rows, strict=True) for _ in order],
        heading("place"): [place for order in rows for place, _ in enumerate(order, 1)],
        heading("name"): [names[n] for order in rows for n in order],
    }


def render_place_cards(people: Result | GroupedPeople, seats: Seats) -> str:
    """Return a card for everybody's place, to print and cut out, as one HTML file."""
    about = as_grouped(people)
    cards = [
        {"g": g, "table": title, "place": place, "name": about.names[n]}
        for g, (title, order) in enumerate(zip(_table_titles(seats), seats.orders, strict=True))
        for place, n in enumerate(order.tolist(), 1)
    ]
    return render_page(
        "place_cards.html.jinja",
        page_style(about.decision.names, about.colors, "place_cards.css"),
        title=about.title,
        cards=cards,
        long=LONG_NAME,
    )


def render_lists(people: Result | GroupedPeople, *, with_ids: bool = True, seats: Seats | None = None) -> str:
    """Return pages to print, one or more for each group, with large names and boxes to tick, as one HTML file.

    It needs nothing else, and names are text in it, as in the report.

    Parameters
    ----------
    people
        People in groups.
    with_ids
        Whether to print people's e-mail addresses and ids beside their names.
    seats
        Everybody's place. The pages are then for the tables: people stand in the order of places, with its number
        instead of a box, and without addresses and ids.
    """
    about = as_grouped(people)
    ids = tell_identities(about.identifiers if with_ids and seats is None else {}, len(about.names))
    listed = list(zip(about.names, ids, strict=True))
    times, sheets = shared_times(about.decision), list[dict[str, Any]]()
    titles, in_order = about.titles, about.members()
    if seats is not None:
        titles, in_order = _table_titles(seats), [order.tolist() for order in seats.orders]
    for g, (title, positions) in enumerate(zip(titles, in_order, strict=True)):
        members = [listed[n] for n in positions]
        two_columns = TWO_COLUMNS if not any(ids) else TWO_COLUMNS_OF_IDS
        length = ONE_COLUMN if len(members) <= ONE_COLUMN else two_columns
        parts = [members[start : start + length] for start in range(0, len(members), length)] or [[]]
        sheets += [
            {
                "g": g,
                "name": title,
                "size": len(members),
                "times": times[g],
                "part": part,
                "parts": len(parts),
                "members": some,
                "first": None if seats is None else (part - 1) * length + 1,
                "note": _tell_ends(seats, len(members)),
            }
            for part, some in enumerate(parts, 1)
        ]
    if seats is None and (waiting := about.decision.waiting):
        # The page without a group's colour comes last.
        listed = [(f"{n}. {one.name}", ", ".join(one.groups)) for n, one in enumerate(waiting, 1)]
        parts = [listed[start : start + ONE_COLUMN] for start in range(0, len(listed), ONE_COLUMN)]
        shown = {
            "g": len(about.titles),
            "name": heading("waiting-list"),
            "size": len(listed),
            "times": [],
            "first": None,
            "note": None,
        }
        sheets += [shown | {"part": part, "parts": len(parts), "members": some} for part, some in enumerate(parts, 1)]
    return render_page(
        "lists.html.jinja",
        page_style(about.decision.names, about.colors, "lists.css"),
        title=about.title,
        sheets=sheets,
        one_column=ONE_COLUMN,
    )


def write_lists(people: Result | GroupedPeople, folder: Path, *, with_ids: bool) -> list[Path]:
    """Write lists to print and a table for letters into a folder."""
    return [
        write_text(render_lists(people, with_ids=with_ids), folder / "lists.html"),
        write_csv(mail_merge_table(people), folder / "mail-merge.csv"),
    ]


def write_seats(people: Result | GroupedPeople, seats: Seats, folder: Path) -> list[Path]:
    """Write a page to print for each table, everybody's place as a table, and place cards, into a folder."""
    with for_programs():
        table = seats_table(people, seats)
    return [
        write_csv(table, folder / "seats.csv"),
        write_text(render_lists(people, seats=seats), folder / "seats.html"),
        write_text(render_place_cards(people, seats), folder / "place-cards.html"),
    ]


def find_addresses(people: Result | GroupedPeople) -> tuple[str, ...] | None:
    """Return everybody's e-mail address, from the first column that holds mostly such; None if none does."""
    about = as_grouped(people)
    for cells in (*about.columns.values(), about.names):
        written = [cell for cell in cells if cell.strip()]
        if written and sum(_MAIL.fullmatch(cell.strip()) is not None for cell in written) > len(written) / 2:
            return tuple(cells)
    return None


def _table_titles(seats: Seats) -> list[str]:
    """Return the groups' names as headings; a bare number says that it is a table's or a row's."""
    return [
        str(Message(f"report-table-{seats.shape}", number=name)) if name.isdecimal() else name for name in seats.names
    ]


def _tell_ends(seats: Seats | None, size: int) -> Message | None:
    """Return how places lie, where there are more than two."""
    return None if seats is None or size < 3 else Message(f"report-places-{seats.shape}", last=size)


def _tell_why(result: Result) -> list[Message]:
    """Return a sentence to everybody on why they are in their group."""
    reasons = find_reasons(result, group_profiles(result))
    told = strongest_answers(result, reasons, 2, among=commoner_answers(result))
    shares, labels, levels = result.group_shares(), result.decision.labels.tolist(), result.sure_levels()
    sizes = Message("lists-sizes" if result.decision.kept is None else "lists-sizes-rules")
    sentences = []
    for n, note in enumerate(result.person_notes()):
        answers = [answer for answer in told[n] if answer.strength >= FAINT]
        fits = shares[n, labels[n]] >= shares[n].max()
        if note.reasons is not None:
            sentences.append(Message("lists-given"))
        elif note.silent:
            sentences.append(Message("lists-silent"))
        elif SETTLED_WORDS[levels[n]] == "better elsewhere" or not (answers or fits):
            sentences.append(sizes)
        else:
            sentences.append(_tell_answers(title_of(result.decision.groups[n]), answers))
    return sentences


def _tell_answers(group: str | Message, answers: Sequence[SpeakingAnswer]) -> Message:
    if not answers:
        return Message("lists-fits")
    given, not_ticked = [], []
    for answer in answers:
        facts = {"option": tell_option(answer), "question": clip(answer.question)}
        if answer.sense == NOT_TICKED:
            not_ticked.append(Message("lists-tick", **facts))
        else:
            given.append(Message(_ANSWERS[answer.sense], **facts))
    said = [Message("lists-answered", answers=join(given, "and"))] if given else []
    if not_ticked:
        first, last = not_ticked[0], not_ticked[-1]
        one = len(not_ticked) == 1
        said.append(Message("lists-not-ticked", ticks=first if one else Message("lists-ticks", first=first, last=last)))
    return Message("lists-why", said=join(said, "and"), group=group)
