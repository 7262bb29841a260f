"""Real surveys in which everybody's group is known. Their files are not part of this repository.

Download them into a folder, and name it in the environment: ``BAYESHAT_REAL=folder``.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .protocol import Problem, UnavailableError

FOLDER = "BAYESHAT_REAL"
# Groups with fewer people are left out: half of them could not teach what the group is like.
FEWEST = 10
# What stands in a cell that nobody filled in.
BLANKS = ("", "?", "NA")


class Source(NamedTuple):
    """A file, and what is in it.

    Attributes
    ----------
    title
        What was asked, and of whom.
    address
        Where the file is.
    digest
        Its SHA-256 checksum.
    group
        The number of the column with the group.
    questions
        The numbers of the columns with answers.
    file
        What the file is called in the folder.
    headings
        How many rows of headings it has.
    between
        The column that says between which groups somebody stood.
    saved_as
        What to save the file as first, where it is a workbook.
    """

    title: str
    address: str
    digest: str
    group: int
    questions: tuple[int, ...]
    file: str
    headings: int = 1
    separator: str = ","
    encoding: str = "utf-8"
    between: int | None = None
    saved_as: str = ""


SOURCES = {
    "beps": Source(
        "British election panel: vote, by 9 questions",
        "https://raw.githubusercontent.com/vincentarelbundock/Rdatasets/master/csv/carData/BEPS.csv",
        "50fa4b894ee0083a784617b006364df8433190d14bd18ce2b0e515e71c2fe96d",
        1,
        tuple(range(2, 11)),
        "BEPS.csv",
    ),
    "finland": Source(
        "Finnish election of 2015: party of candidates, by 30 ratings",
        "https://raw.githubusercontent.com/Koivisto/vaalikonedatavisu/master/hs_niemivirta.csv",
        "b44a056bb1b3ef18e7b611197d34942510e2a0774d06101a8e59f1bc768b2cbd",
        3,
        tuple(range(10, 40)),
        "hs_niemivirta.csv",
        separator=";",
        encoding="mac_roman",
    ),
    "pottermore": Source(
        "Sortings by the Pottermore quiz: house, by 7 answers",
        "https://raw.githubusercontent.com/SilverSpell187/pottermore-sorting-analyzer/master/SortingAnalyzer/Registro.xls",
        "08878e7f7bbcf9d7cb9d34f90d367752566c6aca418a11d77e80573a71da4369",
        7,
        tuple(range(7)),
        "Registro.xls",
        headings=0,
        between=8,
        saved_as="Registro.csv",
    ),
    "religion": Source(
        "Religion and comfort: religion, by 46 questions",
        "https://raw.githubusercontent.com/fivethirtyeight/data/master/religion-survey/religion-survey-results.csv",
        "d9553a148d02609d7f864a9e213168d7567f056e7a03ca01e08f50d551f11611",
        0,
        tuple(range(2, 48)),
        "religion-survey-results.csv",
        headings=2,
    ),
}


def nobody_known(name: str, sizes: str, index: int) -> Problem:
    """Everybody's answers; the wanted sizes are the true ones ("true"), even ("even") or not given ("free")."""
    table, houses, truth, between = read_source(name)
    counts = np.bincount(truth)
    even = len(truth) // len(counts) + (np.arange(len(counts)) < len(truth) % len(counts))
    wanted = {"true": counts, "even": even, "free": None}[sizes]
    return _make_problem(table, houses, truth, index, None if wanted is None else tuple(wanted.tolist()), between)


def half_known(name: str, index: int) -> Problem:
    """The groups of a random half are known, and the other half is sorted."""
    table, houses, truth, between = read_source(name)
    there = np.array_split(np.random.default_rng(index).permutation(len(truth)), 2)[1]
    known = truth.copy()
    known[there] = -1
    sizes = tuple(np.bincount(truth[there], minlength=len(houses)).tolist())
    return _make_problem(table, houses, truth, index, sizes, between, known)


def _make_problem(table, houses, truth, index, sizes, between, known=None) -> Problem:
    codes, numbers = [], []
    for heading, column in table.items():
        if heading == "name":
            continue
        given = [cell for cell in column if cell not in BLANKS]
        if all(_is_number(cell) for cell in given):
            values = np.array([np.nan if cell in BLANKS else float(cell) for cell in column])
            numbers.append(np.where(np.isnan(values), np.nanmean(values), values))
        else:
            options = sorted(set(given))
            codes.append([-1 if cell in BLANKS else options.index(cell) for cell in column])
    return Problem(
        index,
        len(houses),
        sizes=sizes,
        answers=np.array(codes, dtype=int).reshape(len(codes), -1).T if codes else np.empty((len(truth), 0), dtype=int),
        numbers=np.array(numbers).T if numbers else None,
        table=table,
        houses=houses,
        known=known,
        between=between,
        truth=truth,
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


@cache
def read_source(name: str):
    """Return the table of answers, the groups' names, everybody's group, and who stood between groups."""
    source = SOURCES[name]
    folder = os.environ.get(FOLDER)
    if not folder:
        raise UnavailableError(f"{FOLDER} does not name a folder with {source.file}")
    path = Path(folder) / source.file
    if not path.is_file():
        raise UnavailableError(f"{path} is missing; it is at {source.address}")
    if hashlib.sha256(path.read_bytes()).hexdigest() != source.digest:
        raise UnavailableError(f"{path} is not the file that was measured: its SHA-256 should be {source.digest}")
    if source.saved_as and not (path := path.with_name(source.saved_as)).is_file():
        raise UnavailableError(f"{path} is missing: save the first sheet of {source.file} under this name")
    with path.open(newline="", encoding=source.encoding) as file:
        rows = list(csv.reader(file, delimiter=source.separator))
    headings = rows[0] if source.headings else []
    rows = [[cell.strip() for cell in row] for row in rows[source.headings :]]
    sizes = Counter(row[source.group] for row in rows)
    rows = [row for row in rows if sizes[row[source.group]] >= FEWEST]
    houses = tuple(sorted({row[source.group] for row in rows}))
    table = {"name": [f"Person {n + 1}" for n in range(len(rows))]}
    for c in source.questions:
        # Headings may come several times.
        table[f"{headings[c] if headings else 'Question'} ({c + 1})"] = [row[c] for row in rows]
    truth = np.array([houses.index(row[source.group]) for row in rows])
    between = None if source.between is None else np.array([row[source.between] != "" for row in rows])
    return table, houses, truth, between
