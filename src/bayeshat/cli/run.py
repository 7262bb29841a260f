"""From groups to files and lines: what sorting, placing and mixing have in common once they are asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..options import Progress, part_of
from ..words.message import Message
from ..words.phrases import tell_tenths
from ..words.voice import for_programs
from .options import Output, consoles, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from ..engine.decision import Decision
    from ..engine.rounds import Rounds
    from ..engine.seats import Seats
    from ..report.lists import GroupedPeople
    from ..report.result import Result

# The files that a run may write; the first is always there.
WRITTEN = (
    "decision.json",
    "assignments.csv",
    "probabilities.csv",
    "report.html",
    "groups.xlsx",
    "lists.html",
    "mail-merge.csv",
    "rounds.csv",
    "seats.csv",
    "seats.html",
    "place-cards.html",
)


class Plans(NamedTuple):
    """What was planned for the groups, as far as it was asked for."""

    rounds: Rounds | None
    seats: Seats | None


@dataclass(frozen=True, eq=False)
class Made:
    """Groups that were made, and what is written and printed about them.

    Attributes
    ----------
    decision
        Who is in which group.
    identifiers
        The columns that say who people are, such as e-mail addresses.
    content
        Everything as plain values, for JSON.
    write
        Writes the files into a folder; it also gets the content, and what was planned for the groups.
    show
        Prints everything for people.
    people
        The people in their groups, as lists show them.
    columns
        What the table says about everybody, by heading.
    """

    decision: Decision
    identifiers: Mapping[str, Sequence[str]]
    content: dict[str, Any]
    write: Callable[[Path, dict[str, Any], Plans], list[Path]]
    show: Callable[[Console], None]
    people: Result | GroupedPeople
    columns: Mapping[str, Sequence[str]]


def run(
    make: Callable[[Progress], Made],
    output: Output,
    *,
    rounds: int = 1,
    seed: int = 0,
    extra: Sequence[str] = (),
) -> None:
    """Make groups, plan rounds of them, write the files and print; ``extra`` are the names of further files."""
    from ..engine.rounds import plan_rounds
    from ..engine.seats import seat_people
    from ..report.files import write_csv
    from ..report.lists import write_seats
    from ..report.tables import with_identifiers
    from ..report.whole_folder import check_folder, whole_folder
    from .show import progress_bar, show_rounds

    began = time.perf_counter()
    out, err = consoles()
    names = (*WRITTEN, *extra)
    # Before the long work, so that nobody waits for a refusal.
    check_folder(output.output, names)
    with progress_bar(err, output.is_silent) as progress:
        made = make(part_of(progress, 0.0, 1.0))
        progress(1.0, Message("progress-rounds" if rounds > 1 else "progress-files"))
        planned = plan_rounds(made.decision, rounds, rng=seed) if rounds > 1 else None
        seats = None
        if output.seats is not None:
            alternate = find_alternate(output, made.columns)
            seats = seat_people(made.decision, output.seats, alternate=alternate, progress=progress)
    with for_programs():
        content = made.content | ({} if planned is None else {"rounds": planned.to_dict()})
        content |= {} if seats is None else {"seats": seats.to_dict()}
    with whole_folder(output.output, names) as folder:
        files = made.write(folder, content, Plans(planned, seats))
        if seats is not None:
            files += write_seats(made.people, seats, folder)
        if planned is not None:
            files.append(write_csv(with_identifiers(planned.table(), made.identifiers), folder / "rounds.csv"))
    if output.as_json:
        print_json(content)
    elif not output.quiet:
        made.show(out)
        if seats is not None:
            out.print(str(seats.words()), markup=False)
        if planned is not None:
            show_rounds(out, planned, files)
        out.print(f"\n{Message('show-done', seconds=tell_tenths(time.perf_counter() - began))}")
        for file in files:
            out.print(f"  {output.output / file.name}", soft_wrap=True, markup=False)


def find_alternate(output: Output, columns: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the column to alternate places by, of those that say something about everybody; empty if none is wanted.

    What was asked for places is checked, so that this may come before long work.
    """
    from ..engine.seats import check_shape
    from ..survey.wishes import find_heading

    if output.seats is not None:
        check_shape(output.seats)
    if output.alternate is None:
        return {}
    if output.seats is None:
        raise InputError(Message("command-alternate", got=repr(output.alternate)))
    heading = find_heading(columns, output.alternate, "alternate")
    return {heading: columns[heading]}
