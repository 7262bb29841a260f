"""People whose house is known: read from a column of the answers, or from a list of names and houses."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..rules.reading import read_assignment
from ..survey.answers import Answers, text_columns
from ..survey.exports.recognise import read_form
from ..survey.infer_question import column_options
from ..survey.spec import Survey
from ..survey.wishes import find_heading
from ..tables.person_names import NameIndex
from ..tables.text import clip, is_blank, listed, nearest, normalise, quoted
from ..words.message import Message, join, join_some

Array = np.ndarray

# A text that ends like this is meant as the path of a table.
TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx", ".txt")
# Names in one note.
_NAMED = 3


@dataclass(frozen=True, eq=False)
class KnownPeople:
    """Who is known to be in which house.

    Attributes
    ----------
    labels
        (N,) everybody's house, counted from 0; -1 where it is not known.
    houses
        The survey's houses.
    question
        The survey's question that asks which house people are in; None if another column or a list says it.
    absent
        Names on the list of people who did not answer.
    """

    labels: Array
    houses: tuple[str, ...]
    question: int | None = None
    absent: tuple[str, ...] = ()

    @property
    def counts(self) -> Array:
        """(K,) the number of people known to be in each house."""
        return np.bincount(self.labels[self.labels >= 0], minlength=len(self.houses))

    @property
    def n_people(self) -> int:
        """The number of people whose house is known."""
        return int((self.labels >= 0).sum())

    @property
    def missing_houses(self) -> tuple[str, ...]:
        """The houses that nobody is known to be in."""
        return tuple(house for house, count in zip(self.houses, self.counts, strict=True) if count == 0)

    def assignment(self, names: Sequence[str]) -> dict[str, str]:
        """Return each known person's house by their name; ``names`` are everybody's."""
        return {names[n]: self.houses[self.labels[n]] for n in np.flatnonzero(self.labels >= 0).tolist()}

    def check(self) -> KnownPeople:
        """Return the same people, or refuse if nobody is known or nobody is left to sort."""
        self.check_some()
        if self.n_people == len(self.labels):
            raise InputError(Message("known-nobody-left", count=self.n_people))
        return self

    def check_some(self) -> None:
        """Refuse if nobody is known."""
        if self.n_people == 0:
            raise InputError(Message("known-none"))

    def notes(self) -> list[Message]:
        """Say how many people were learned from, and which houses have no known person."""
        each = join([f"{house} {count}" for house, count in zip(self.houses, self.counts.tolist(), strict=True)])
        told = [Message("known-people", count=self.n_people, houses=each)]
        if self.missing_houses:
            told.append(Message("known-missing", houses=join_some(self.missing_houses, _NAMED)))
        if self.absent:
            told.append(Message("known-absent", count=len(self.absent), names=join_some(self.absent, _NAMED)))
        return told


def read_known(source: Any, survey: Survey, answers: Answers, *, headings: bool = True) -> KnownPeople:
    """Read the houses that are known.

    Parameters
    ----------
    source
        The heading of a column of the answers, which is empty where the house is not known; a mapping of names to
        houses; or a table of names and houses: the path of a CSV, TSV or XLSX file, a pandas or polars frame, a dict of
        columns.
    survey, answers
        What was asked and answered.
    headings
        Whether files have headings.

    Raises
    ------
    InputError
        If there is no such column, or it names unknown houses; the error lists them all, with the nearest house.

    Examples
    --------
    >>> survey = Survey.load("simulation-even")
    >>> answers = Answers(np.zeros((3, 10), np.int16), ("Ann", "Bo", "Cy"), {"last year": ("cluster 2", "", "NA")})
    >>> read_known("Last year", survey, answers).labels.tolist()
    [1, -1, -1]
    >>> read_known({"Cy": "Cluster 1"}, survey, answers).labels.tolist()
    [-1, -1, 0]
    """
    columns = text_columns(survey, answers)
    if not isinstance(source, str) or _is_file(source, columns):
        return _read_list(source, survey, answers, headings)
    cells = columns[find_heading(columns, source, "known")]
    heading = normalise(source)
    asked = (q for q, one in enumerate(survey.questions) if heading in map(normalise, (one.id, one.text)))
    return KnownPeople(_find_houses(cells, answers.names, survey), survey.cluster_names, next(asked, None))


def _is_file(source: str, headings: Iterable[str]) -> bool:
    """Return whether a text is the path of a file rather than a heading; refuse a file that does not exist."""
    if normalise(source) in map(normalise, headings):
        return False
    path = Path(os.path.expanduser(source))
    if not path.is_file() and path.suffix.lower() in TABLE_SUFFIXES:
        raise InputError(Message("known-no-heading", heading=clip(source)))
    return path.is_file()


def _read_list(source: Any, survey: Survey, answers: Answers, headings: bool) -> KnownPeople:
    """Read a list of names and houses; every name must be one person's."""
    listed = read_assignment(source, "houses", headings=headings)
    found = NameIndex(answers.names).match(listed)
    houses = {normalise(found.get(name, name)): house for name, house in listed.items()}
    names = [normalise(name) for name in answers.names]
    repeated = [name for name, n in Counter(names).items() if n > 1 and name in houses]
    if repeated or len(houses) < len(listed):
        got = repeated or [name for name, n in Counter(map(normalise, listed)).items() if n > 1]
        raise InputError(Message("known-twice", names=quoted(got)))
    labels = _find_houses([houses.get(name, "") for name in names], answers.names, survey)
    return KnownPeople(labels, survey.cluster_names, None, tuple(name for name in listed if name not in found))


def _find_houses(cells: Sequence[str], names: Sequence[str], survey: Survey) -> Array:
    """Return the number of the house in each cell, (N,); -1 where it is empty."""
    places = {normalise(house): k for k, house in enumerate(survey.cluster_names)}
    labels = np.full(len(cells), -1)
    wrong: list[Message] = []
    for n, cell in enumerate(cells):
        if is_blank(cell):
            continue
        labels[n] = places.get(normalise(cell), -1)
        if labels[n] < 0:
            near = nearest(cell, survey.cluster_names, cutoff=0.5)
            told = {"person": names[n], "house": clip(cell)}
            one = Message("known-wrong-near", near=clip(near), **told) if near else Message("known-wrong", **told)
            wrong.append(one)
    if wrong:
        houses = quoted(survey.cluster_names)
        raise InputError(Message("known-unknown-houses", houses=houses, count=len(wrong), wrong=listed(wrong)))
    return labels


def check_known_count(known: Any, known_count: bool) -> None:
    """Refuse ``known_count`` without ``known``."""
    if known is None and known_count:
        raise InputError(Message("known-count-alone"))


def known_in_words(known: Any) -> Any:
    """Return the setting ``known`` as a value for JSON: a heading, a path, or names and houses."""
    return os.fspath(known) if isinstance(known, str | os.PathLike) else read_assignment(known)


def read_houses(source: Any, heading: str) -> tuple[str, ...]:
    """Return the houses in a column of a table, sorted.

    Examples
    --------
    >>> read_houses({"name": ["Ann", "Bo", "Cy"], "house": ["Red", "blue", "RED"]}, "house")
    ('blue', 'Red')
    """
    columns = {name: column for column in read_form(source).columns for name in column.names}
    return column_options(columns[find_heading(list(columns), heading, "known")])
