"""A survey inferred from answers alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import AnswersError, SurveyError
from .matching import NAME_HEADINGS, find_names, plain_heading
from .reading import read_table
from .spec import Cluster, Question, Survey
from .table import Column, Table
from .text import bullets, is_blank, normalise, quote, whole
from .toml_read import DEFAULT_MEMBERSHIP_PRIOR

# Columns that form tools add by themselves.
_TIMES = ("timestamp", "time stamp", "date", "time", "start time", "completion time", "end time", "submitted at")
_BOOKKEEPING = frozenset((*NAME_HEADINGS, *_TIMES, "ip address"))
# A column is free text if it has more distinct values than _FEW and they are this share of its answers.
_FREE_TEXT_SHARE = 0.8
_FEW = 5
_MANY = 30
_SHORT_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")


def infer_survey(source: Any, n_clusters: int, name_column: str | None) -> Survey:
    """Return a survey whose questions are the columns that look like questions with options; priors are flat."""
    if isinstance(n_clusters, bool) or not isinstance(n_clusters, int | np.integer) or n_clusters < 1:
        raise SurveyError(f"n_clusters must be a whole number of at least 1; got {n_clusters!r}. Use e.g. 4.")
    table = read_table(source)
    kept, left_out = _choose(table, find_names(table, name_column))
    if not kept:
        raise AnswersError(
            f"{table.origin} must have a column that looks like a question with options; got "
            f"none:\n{bullets(left_out)}\n"
            "Write the survey by hand, or give a table with several people's answers."
        )
    ids = _ids([column.heading for column, _ in kept])
    questions = tuple(Question(key, column.heading, options) for key, (column, options) in zip(ids, kept, strict=True))
    n_options = np.array([len(question.options) for question in questions])
    flat = (np.arange(n_options.max()) < n_options[:, None]).astype(float)
    return Survey(
        title=f"Survey from {table.origin}"
        if isinstance(source, str) or hasattr(source, "__fspath__")
        else "Survey from answers",
        questions=questions,
        clusters=tuple(Cluster(f"Group {k}") for k in range(1, n_clusters + 1)),
        answer_prior=np.repeat(flat[None], n_clusters, axis=0),
        membership_prior=np.full(n_clusters, DEFAULT_MEMBERSHIP_PRIOR),
        description=f"Left out: {'; '.join(left_out)}." if left_out else "",
    )


def _choose(table: Table, naming: Column | None) -> tuple[list[tuple[Column, tuple[str, ...]]], list[str]]:
    """Return the columns to keep with their options, and in words those left out."""
    kept: list[tuple[Column, tuple[str, ...]]] = []
    left_out: list[str] = []
    headings: set[str] = set()
    for column in table.columns:
        if column is naming:
            continue
        options, n_answered = _options(column)
        reason = _why_not(column, len(options), n_answered)
        if reason:
            left_out.append(f"{quote(column.heading)} ({reason})")
            continue
        if (key := normalise(column.heading)) in headings:
            raise AnswersError(
                f"Every question in {table.origin} must have its own heading; got {quote(column.heading)} twice. "
                "Rename one of the columns."
            )
        headings.add(key)
        kept.append((column, options))
    return kept, left_out


def _options(column: Column) -> tuple[tuple[str, ...], int]:
    """Return a column's options in order, each in its commonest spelling, and how many people answered."""
    counts = np.bincount(column.places, minlength=len(column.values))
    spellings: dict[str, tuple[int, str]] = {}
    n_answered = 0
    for value, count in zip(column.values, counts.tolist(), strict=True):
        if is_blank(value):
            continue
        n_answered += count
        shown = whole(" ".join(value.split()))
        best = spellings.get(normalise(shown))
        if best is None or count > best[0]:
            spellings[normalise(shown)] = (count, shown)
    options = [shown for _, shown in spellings.values()]
    return tuple(sorted(options, key=_order)), n_answered


def _order(option: str) -> tuple[float, str]:
    """Return a sorting key: numbers by value and before text, text by alphabet."""
    try:
        return float(option), ""
    except ValueError:
        return float("inf"), normalise(option)


def _why_not(column: Column, n_options: int, n_answered: int) -> str:
    """Return why a column cannot be a question; empty if it can."""
    if not column.heading.strip():
        return "no heading"
    if plain_heading(column.heading) in _BOOKKEEPING:
        return "says who or when, not what"
    if n_answered == 0:
        return "no answers"
    if n_options == 1:
        return "everybody answered the same"
    if n_options > _FEW and n_options > _FREE_TEXT_SHARE * n_answered:
        return f"free text: {n_options} different values in {n_answered} answers"
    if n_options > _MANY:
        return f"too many different values: {n_options}"
    return ""


def _ids(headings: Sequence[str]) -> list[str]:
    """Return a short id per question: its heading where that is short, else q1, q2, …, never another's heading."""
    taken = {normalise(heading) for heading in headings}
    ids = []
    for position, heading in enumerate(headings, 1):
        key = heading
        if not _SHORT_ID.fullmatch(heading):
            number = position
            while (key := f"q{number}") in taken:
                number += 1
            taken.add(key)
        ids.append(key)
    return ids
