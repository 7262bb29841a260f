"""Answers that stay in their partitions: read from Parquet, coded, and written back with everybody's group."""

from __future__ import annotations

from dataclasses import dataclass
from glob import glob
from operator import methodcaller
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import AnswersError
from ..kinds.table import kind_of
from ..options import Progress
from ..survey.answers import read_answers
from ..survey.columns import match_questions
from ..survey.exports.recognise import recognise
from ..survey.spec import Survey
from ..tables.person_columns import find_names
from ..tables.table import Column, Table, cell_text
from ..tables.text import quote
from ..words.message import Message
from .scheduler import import_dask
from .tasks import chunks_of, compute, hold, task

Array = np.ndarray

# Rows that are read to find out which columns answer which question.
_ROWS_TO_RECOGNISE = 1000


@dataclass(frozen=True, eq=False)
class PartitionedAnswers:
    """The coded answers of N people, one chunk per partition.

    Attributes
    ----------
    codes
        (N, C) Dask array: position of the chosen option, counted from 0; -1 if there is no answer.
    questions
        (C,) the question that each column of ``codes`` answers, counted from 0.
    frame
        The Dask frame that the answers came from.
    lengths
        The number of people in each of its partitions; empty ones have no chunk in ``codes``.
    name_columns
        The headings of the columns that say who answered; empty if no column does.
    """

    codes: Any
    questions: Array
    frame: Any
    lengths: tuple[int, ...]
    name_columns: tuple[str, ...]

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.codes.shape[0])


def open_partitions(pattern: str) -> Any:
    """Return the Parquet files that match a pattern such as "part-*.parquet" as a Dask frame, in sorted order."""
    paths = sorted(glob(pattern))
    if not paths:
        raise AnswersError(
            f"The answers must be Parquet files that exist; got {pattern!r}, which matches none. "
            "Check the path, and put the pattern in quotes."
        )
    try:
        return import_dask().read_parquet(paths)
    except (OSError, ValueError) as error:
        told = str(error).splitlines()[0]
        raise AnswersError(
            f"The answers must be Parquet files with the same columns; got {pattern!r} ({told}). "
            "Write all parts with the same program."
        ) from None


def read_partitions(
    frame: Any, survey: Survey, *, name_column: str | None = None, progress: Progress = lambda *_: None
) -> PartitionedAnswers:
    """Code the answers in a Dask frame, within its partitions.

    Columns, options and names are recognised as by :func:`bayeshat.read_answers`, but duplicate names are not checked.
    """
    for question in survey.questions:
        if not kind_of(question).counted:
            raise AnswersError(
                "Answers in partitions must be options, since every partition has numbers of its own; got the question "
                f"{quote(question.text)} of kind {quote(question.kind)}. Cut the numbers into options, e.g. a rating "
                "with bins, or sort people from one table."
            )
    pieces = _pieces(frame)
    head = methodcaller("head", _ROWS_TO_RECOGNISE)
    first = (rows for piece in pieces for rows in compute([task(head, piece)]) if len(rows))
    if (shown := next(first, None)) is None:
        raise AnswersError("The answers must come from at least one person; got partitions without rows. Fill them.")
    table = recognise(_as_table(shown, "The first partition"))
    _, used = match_questions(table, survey)
    names = _name_columns(table, find_names(table, name_column, used))
    # Columns that a form tool added are needed to read the others; otherwise the columns of the questions suffice.
    headings = list(table.headings if table.tool else (column.heading for column in used))
    parts = hold(
        [task(_code, piece, headings, number, survey) for number, piece in enumerate(pieces, 1)],
        progress,
        Message("progress-reading"),
    )
    extents = compute([task(_extent, part, survey.n_questions) for part in parts])
    widths = np.max([width for _, width in extents], axis=0)
    lengths = tuple(length for length, _ in extents)
    like = np.empty((0, int(widths.sum())), _code_type(survey))
    filled = [(part, widths) for part, length in zip(parts, lengths, strict=True) if length]
    (codes,) = hold([chunks_of(_pad, filled, [length for length in lengths if length], like)])
    return PartitionedAnswers(codes, np.repeat(np.arange(survey.n_questions), widths), frame, lengths, names)


def write_partitions(answers: PartitionedAnswers, columns: dict[str, Any], folder: Path, tell: Progress) -> list[Path]:
    """Write one Parquet file per partition that has people: their names, and the given columns, (N,) Dask arrays.

    If no column says who answered, people are numbered from 1 in the order of the partitions.
    """
    lengths = answers.lengths
    firsts = np.cumsum(lengths) - lengths
    filled = np.flatnonzero(lengths).tolist()
    chunks = (tuple(lengths[i] for i in filled),)
    values = zip(*(array.rechunk(chunks).to_delayed().ravel() for array in columns.values()), strict=True)
    pieces = _pieces(answers.frame) if answers.name_columns else [None] * len(lengths)
    paths = [folder / f"part-{i:05d}.parquet" for i in filled]
    tasks = [
        task(_write, pieces[i], answers.name_columns, int(firsts[i]), dict(zip(columns, own, strict=True)), str(path))
        for i, own, path in zip(filled, values, paths, strict=True)
    ]
    hold(tasks, tell, Message("progress-writing"))
    return paths


def _pieces(frame: Any) -> Any:
    """Return the partitions as tasks, without optimisation, which would merge small partitions."""
    return frame.to_delayed(optimize_graph=False)


def _as_table(frame: Any, origin: str) -> Table:
    """Return a pandas frame as a table; only distinct cells are converted."""
    import pandas as pd

    columns = []
    for heading in frame.columns:
        places, distinct = pd.factorize(frame[heading], use_na_sentinel=False)
        columns.append(Column(str(heading), tuple(cell_text(cell) for cell in distinct.tolist()), places))
    return Table(tuple(columns), np.arange(len(frame)), True, origin)


def _name_columns(table: Table, naming: Column | None) -> tuple[str, ...]:
    """Return the headings of the columns with names: first and last names stay two columns."""
    if naming is None:
        return ()
    return (naming.heading,) if naming in table.columns else tuple(naming.heading.split(" + "))


def _code(frame: Any, headings: list[str], number: int, survey: Survey) -> tuple[Array, Array]:
    """Return the coded answers of one partition, and the question of each column."""
    if len(frame) == 0:
        return np.empty((0, survey.n_questions), _code_type(survey)), np.arange(survey.n_questions)
    answers = read_answers(_as_table(frame[headings], f"partition {number}"), survey, distinct=False)
    return answers.codes.astype(_code_type(survey)), answers.questions


def _code_type(survey: Survey) -> type[np.signedinteger]:
    return np.int8 if survey.n_options.max() <= 127 else np.int16


def _extent(part: tuple[Array, Array], n_questions: int) -> tuple[int, Array]:
    """Return a partition's number of people, and of columns for each question."""
    return len(part[0]), np.bincount(part[1], minlength=n_questions)


def _pad(part: tuple[Array, Array], widths: Array) -> Array:
    """Return codes with as many columns for each question as the widest partition has."""
    codes, questions = part
    padded = np.full((len(codes), int(widths.sum())), -1, codes.dtype)
    starts = np.cumsum(widths) - widths
    for q in range(len(widths)):
        own = codes[:, questions == q]
        padded[:, starts[q] : starts[q] + own.shape[1]] = own
    return padded


def _write(frame: Any, names: tuple[str, ...], first: int, columns: dict[str, Array], path: str) -> None:
    """Write one partition; if the task is repeated, it writes the same file."""
    import pandas as pd

    n_people = len(next(iter(columns.values())))
    who = pd.DataFrame({"person": np.arange(first + 1, first + 1 + n_people)}) if frame is None else frame[list(names)]
    who.reset_index(drop=True).assign(**columns).to_parquet(path, index=False)
