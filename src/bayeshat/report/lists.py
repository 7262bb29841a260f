"""Lists to work with: a sheet for each group, a table for letters to everybody, and pages to print."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..rules.rules import Pin
from ..tables.text import free_heading, in_line, quote
from .files import legal_titles
from .page.html import page_style, render_page
from .page.page_people import group_titles
from .reasons import NOT_TICKED, SpeakingAnswer, speaking_answers
from .result import Result
from .tables import Table

# Sheets that a workbook of a result has besides.
OTHER_SHEETS = ("assignments", "probabilities", "sizes")
# Members named in a letter; a larger group ends with how many more there are.
NAMED_MEMBERS = 60
# Names on a printed page: in one column, in two, and in two where each name takes another line for e-mail or id.
ONE_COLUMN, TWO_COLUMNS, TWO_COLUMNS_OF_IDS = 16, 40, 26

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


def group_sheets(result: Result, taken: Sequence[str] = OTHER_SHEETS) -> dict[str, Table]:
    """Return a table for each group, by a name that a sheet may have.

    A row is a member: name, probability of belonging in the group, a note if there is anything to note, and what else
    the table of answers says about them, such as an e-mail address.

    Parameters
    ----------
    result
        Sorted people.
    taken
        Names of sheets that the groups' must differ from.
    """
    shares = result.group_shares()
    columns: Table = {"name": list(result.names)}
    columns["probability"] = [
        round(float(share), 4) for share in shares[np.arange(len(shares)), result.decision.labels]
    ]
    notes = result.notes()
    if any(notes):
        columns["note"] = notes
    for heading, cells in result.answers.extra.items():
        columns[free_heading(heading, columns)] = list(cells)
    titles = legal_titles(group_titles(result), taken)
    members = [np.flatnonzero(result.decision.labels == g).tolist() for g in range(len(titles))]
    return {
        title: {heading: [cells[n] for n in people] for heading, cells in columns.items()}
        for title, people in zip(titles, members, strict=True)
    }


def mail_merge_table(result: Result) -> Table:
    """Return one row a person, for letters: name, e-mail (if known), group, its members, probability, why.

    The sentence of why is written to the person, and speaks of nobody else and of no rule's reason.
    """
    decision = result.decision
    titles, groups = group_titles(result), list(result.groups().values())
    company = [in_line(members, NAMED_MEMBERS) for members in groups]
    labels = decision.labels.tolist()
    shares = result.group_shares()[np.arange(len(labels)), decision.labels]
    columns: Table = {"name": list(result.names)}
    addresses = find_addresses(result)
    if addresses is not None:
        columns["e-mail"] = list(addresses)
    for heading, cells in result.answers.identifiers.items():
        if cells != addresses:
            columns[free_heading(heading, columns)] = list(cells)
    columns["group"] = [titles[g] for g in labels]
    columns["members"] = [company[g] for g in labels]
    columns["probability"] = [round(float(share), 4) for share in shares]
    pins = set() if decision.kept is None else {pin.person for pin in decision.kept.ruling.rules.of(Pin)}
    spoke, silent = speaking_answers(result, n=2), set(result.silent)
    columns["why"] = [
        _write_why(titles[g], answers, name in pins, name in silent)
        for name, g, answers in zip(result.names, labels, spoke, strict=True)
    ]
    return columns


def render_lists(result: Result, *, with_ids: bool = True) -> str:
    """Return pages to print, one or more for each group, with large names and boxes to tick, as one HTML file.

    It needs nothing else, and names are text in it, as in the report.

    Parameters
    ----------
    result
        Sorted people.
    with_ids
        Whether to print people's e-mail addresses and ids beside their names.
    """
    ids = result.identities() if with_ids else [""] * len(result.names)
    listed = list(zip(result.names, ids, strict=True))
    sheets = []
    for g, (title, group) in enumerate(zip(group_titles(result), result.decision.names, strict=True)):
        members = [listed[n] for n in result.decision.members(group)]
        two_columns = TWO_COLUMNS if not any(ids) else TWO_COLUMNS_OF_IDS
        length = ONE_COLUMN if len(members) <= ONE_COLUMN else two_columns
        parts = [members[start : start + length] for start in range(0, len(members), length)] or [[]]
        sheets += [
            {"g": g, "name": title, "size": len(members), "part": part, "parts": len(parts), "members": some}
            for part, some in enumerate(parts, 1)
        ]
    return render_page(
        "lists.html.jinja",
        page_style(result, "lists.css"),
        title=result.survey.title,
        sheets=sheets,
        one_column=ONE_COLUMN,
    )


def find_addresses(result: Result) -> tuple[str, ...] | None:
    """Return everybody's e-mail address, from the first column that holds mostly such; None if none does."""
    for cells in (*result.answers.extra.values(), result.names):
        written = [cell for cell in cells if cell.strip()]
        if written and sum(_MAIL.fullmatch(cell.strip()) is not None for cell in written) > len(written) / 2:
            return tuple(cells)
    return None


def _write_why(group: str, answers: Sequence[SpeakingAnswer], pinned: bool, silent: bool) -> str:
    if pinned:
        return "The organisers gave you this place."
    if silent:
        return "We have no answers from you, so you were placed where there was room."
    if not answers:
        return "Your answers do not point to one group, so you were placed where you fit in well with the others."
    told = {
        answer: f"{quote(answer.option)}{_sense(answer)} to {quote(answer.question)}"
        for answer in answers
        if answer.sense != NOT_TICKED
    }
    answered = list(told.values())
    unticked = [f"{quote(answer.option)} at {quote(answer.question)}" for answer in answers if answer not in told]
    said = [f"answered {' and '.join(answered)}"] if answered else []
    said += [f"did not tick {' or '.join(unticked)}"] if unticked else []
    return f"You {' and '.join(said)}, which is more common in {group} than elsewhere."


def _sense(answer: SpeakingAnswer) -> str:
    return f" ({answer.sense})" if answer.sense else ""
