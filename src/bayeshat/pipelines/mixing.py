"""``mix_people``: groups of people who differ, from a table alone, without sorting anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._vocabulary import setting
from ..engine.decide import DEFAULT_STARTS, decide
from ..engine.decision import Decision
from ..engine.outcome import Status
from ..engine.wanted.request import exact_weight, read_request
from ..errors import TargetError
from ..rules.rules import CommonTimes, Rules, Spread
from ..rules.rules_read import read_rules
from ..survey.answers import note_nameless, texts_by_heading
from ..survey.form_tools.recognise import read_form
from ..survey.repeated_people import settle_names
from ..tables.name_columns import find_names


@dataclass(frozen=True, eq=False)
class PeopleTable:
    """People to be mixed.

    Attributes
    ----------
    names
        Everybody's name, all different.
    columns
        What else is known about them, as text by heading.
    notes
        What a reader should know of how they were read, in sentences.
    """

    names: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()


def read_people_table(
    source: Any, *, name_column: str | None = None, duplicates: str = "refuse", unfinished: bool = False
) -> PeopleTable:
    """Read a table of people, one row per person; the arguments are those of :func:`bayeshat.read_answers`."""
    table = read_form(source, unfinished=unfinished)
    naming = find_names(table, name_column)
    if naming is None:
        names = tuple(f"person {n}" for n in range(1, len(table.row_numbers) + 1))
        table = replace(table, notes=(*table.notes, note_nameless(table)))
    else:
        table, names = settle_names(table, naming, duplicates)
        naming = find_names(table, name_column)
    others = [column for column in table.columns if column is not naming]
    return PeopleTable(names, texts_by_heading(others, table.tool), table.notes)


def mix_people(
    people: Any,
    target: Any = "balanced",
    *,
    groups: int | None = None,
    mix: str | Iterable[str | Spread] | None = None,
    common_times: str | CommonTimes | None = None,
    rules: Any = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: Callable[[float, str], None] | None = None,
    name_column: str | None = None,
    duplicates: str = "refuse",
) -> Decision:
    """Make groups of people who differ: those who answer alike are spread evenly over the groups.

    Parameters
    ----------
    people
        A table with one row per person: the path of a CSV, TSV or XLSX file, a data frame, a dict of columns; or
        what :func:`read_people_table` read.
    target
        Wanted sizes, as for :func:`bayeshat.decide`; met exactly unless they are ranges, or rules forbid even sizes.
    groups
        Number of groups where ``target`` does not say it.
    mix
        Columns whose values are spread evenly; :class:`Spread` where one has a weight or bands.
    common_times
        A column with people's free times, of which the members of every group share at least one
        (:class:`CommonTimes` for more).
    rules
        Further rules: :class:`bayeshat.Rules`, or whatever :func:`bayeshat.read_rules` reads.
    starts, rng, threads, progress
        As for :func:`bayeshat.decide`.
    name_column
        Heading of the column with people's names, where it is not found by itself.
    duplicates
        What to do with people who are in the table more than once, as for :func:`bayeshat.read_answers`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy", "Di"], "year": ["1", "1", "2", "2"]}
    >>> decision = bh.mix_people(table, groups=2, mix="year")
    >>> str(decision.status)
    'The rule is met. Each group has 1 of the 2 with "1" and 1 of the 2 with "2" in "year".'
    """
    known = people
    if not isinstance(people, PeopleTable):
        known = read_people_table(people, name_column=name_column, duplicates=duplicates)
    if target is None:
        raise TargetError(
            f"{setting('target')} must say how large the groups are, or all people would be in one; got none. Use "
            f'{setting("target", "balanced")}, or a range such as "4..6".'
        )
    every = read_rules(rules) + Rules(spread=mix, common_times=common_times)
    request = read_request(target, every, size_weight=exact_weight(target))
    decision = decide(
        # Nobody belongs with anybody: one draw in which all are alike.
        np.zeros((1, len(known.names)), np.int64),
        replace(request, yields=isinstance(target, str)),
        groups=groups,
        people=known.names,
        columns=known.columns,
        starts=starts,
        rng=rng,
        threads=threads,
        progress=progress or (lambda *_: None),
    )
    kept = None if decision.kept is None else replace(decision.kept, fewer_right=None)
    told = [decision._target.note, "" if kept is None else kept.words()]
    return replace(decision, kept=kept, status=Status("ok", " ".join(filter(None, told))), loss_reason="")
