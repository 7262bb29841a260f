"""Corrections: what answers say about houses beyond how often people there gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import SurveyError
from ..kinds.table import kind_of
from ..tables.toml import (
    describe,
    format_key,
    format_number,
    format_value,
    read_by_house,
    read_float,
    read_numbers_list,
)
from ..words.message import Message

if TYPE_CHECKING:
    from ..kinds.question import Question

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Corrections:
    r"""What is added to the logarithm of each house's chance, for every answer that somebody gave.

    .. math:: P(z_n = k) \propto \pi_k\, p(x_n \mid k)^a \exp\Big(c_k + \sum_q d_{kq}(x_{nq})\Big)

    Attributes
    ----------
    power
        a, how much the answers of each house count beside the corrections: 1 is fully, 0 not at all.
    constants
        (K,) what is added for everybody: c.
    tables
        For each question (K, L + 1) what is added for each of its options, or at each of its numbers, and in the last
        column for an empty answer: d. Where several options may be ticked, the first half of the others is for each
        option that was ticked, the second half for each that was not.
    numbers
        For each question that is answered by numbers the L numbers of its table, rising. Between two of them, what is
        added is in between; beyond them it is as at the last one. Empty for other questions.
    versions
        (R, K, F) constants and all tables side by side, as they might be if other people had been known: these are how
        uncertain the corrections are. None if that is not known, as in a file.
    """

    power: float
    constants: Array
    tables: tuple[Array, ...]
    numbers: tuple[tuple[float, ...], ...]
    versions: Array | None = None

    @property
    def flat(self) -> Array:
        """(K, F) constants and all tables side by side."""
        return np.hstack([self.constants[:, None], *self.tables])

    @property
    def starts(self) -> Array:
        """(Q + 1,) the first column of each question's table in `flat`, and the number of columns."""
        return 1 + np.cumsum([0, *(table.shape[1] for table in self.tables)])

    def of_questions(self, kept: Sequence[int]) -> Corrections:
        """Return the corrections of some questions, by position."""
        versions, starts = self.versions, self.starts
        if versions is not None:
            columns = [0, *(c for q in kept for c in range(starts[q], starts[q + 1]))]
            versions = versions[:, :, columns]
        tables, numbers = tuple(self.tables[q] for q in kept), tuple(self.numbers[q] for q in kept)
        return replace(self, tables=tables, numbers=numbers, versions=versions)

    def of_houses(self, order: Sequence[int]) -> Corrections:
        """Return the corrections with all houses in another order."""
        versions = None if self.versions is None else self.versions[:, order]
        tables = tuple(table[order] for table in self.tables)
        return replace(self, constants=self.constants[order], tables=tables, versions=versions)

    def with_option(self, q: int, n_options: int) -> Corrections:
        """Return the corrections with one more option of a question that has so far had this many.

        Nothing is added for the option.
        """
        versions = self.versions
        new = np.arange(n_options, self.tables[q].shape[1], n_options)
        if versions is not None:
            versions = np.insert(versions, self.starts[q] + new, 0.0, axis=2)
        longer = np.insert(self.tables[q], new, 0.0, axis=1)
        return replace(self, tables=(*self.tables[:q], longer, *self.tables[q + 1 :]), versions=versions)


def n_corrected(question: Question) -> int:
    """Return how many corrections the options of a question have; 0 for one that is answered by numbers."""
    kind = kind_of(question)
    return kind.n_prior(question) if kind.counted else 0


def read_corrections(
    document: Mapping[str, Any],
    items: Sequence[Mapping[str, Any]],
    questions: Sequence[Question],
    names: tuple[str, ...],
) -> Corrections | None:
    """Return the corrections of a parsed survey file and its questions' tables; None if it has none.

    Those of questions mean nothing without `counts_power` and the constants, so a file has all of them or none.
    """
    missing = [key for key in ("counts_power", "correction") if key not in document]
    if len(missing) == 2 and not any("correction" in item or "correction_at" in item for item in items):
        return None
    if missing:
        raise SurveyError(Message("survey-correction-part", key=missing[0]))
    constants = _by_house(document["correction"], names, "correction")
    tables, numbers = [], []
    for place, (item, question) in enumerate(zip(items, questions, strict=True), 1):
        where = f"questions[{place}]"
        at = read_numbers_list(item, "correction_at", where, "[1, 3, 5]") or ()
        width = 1 + (n_corrected(question) or len(at))
        table = np.zeros((len(names), width))
        if "correction" in item:
            given = _by_house(item["correction"], names, f"{where}.correction")
            table = np.array([_read_row(row, width, f"{where}.correction") for row in given])
        elif at:
            raise SurveyError(Message("survey-correction-part", key=f"{where}.correction"))
        tables.append(table)
        numbers.append(at)
    power = read_float(document["counts_power"], "counts_power")
    row = np.array([read_float(value, "correction") for value in constants])
    return Corrections(power, row, tuple(tables), tuple(numbers))


def _by_house(value: Any, names: tuple[str, ...], key: str) -> list[Any]:
    if not isinstance(value, dict):
        raise SurveyError(Message("survey-correction-houses", key=key, got=describe(value)))
    return list(read_by_house(value, names, key).values())


def _read_row(row: Any, width: int, key: str) -> list[float]:
    if not isinstance(row, list) or len(row) != width:
        got = str(len(row)) if isinstance(row, list) else describe(row)
        raise SurveyError(Message("survey-correction-row", key=key, count=width, got=got))
    return [read_float(value, key) for value in row]


def write_constants(corrections: Corrections, names: Sequence[str]) -> list[str]:
    """Return the lines of a survey file that hold what belongs to no question."""
    constants = dict(zip(names, corrections.constants.tolist(), strict=True))
    return [f"counts_power = {format_number(corrections.power)}", f"correction = {format_value(constants)}"]


def write_table(corrections: Corrections, q: int, names: Sequence[str]) -> list[str]:
    """Return the lines of a survey file that hold the table of one question; nothing if nothing is added."""
    table, numbers = corrections.tables[q], corrections.numbers[q]
    if not table.any():
        return []
    at = [f"correction_at = {format_value(list(numbers))}"] if numbers else []
    width = max(len(format_key(name)) for name in names)
    rows = zip(names, table.tolist(), strict=True)
    return at + [f"correction.{format_key(name):<{width}} = {format_value(row)}" for name, row in rows]


def check_corrections(corrections: Corrections, questions: Sequence[Question], n_clusters: int) -> None:
    """Raise SurveyError if corrections do not fit the questions and the houses, or cannot be used."""
    if not 0 <= corrections.power <= 1:
        raise SurveyError(Message("survey-counts-power", got=f"{corrections.power:g}"))
    wanted = [
        (n_clusters, 1 + (n_corrected(one) or len(at))) for one, at in zip(questions, corrections.numbers, strict=True)
    ]
    shapes = [table.shape for table in corrections.tables]
    if shapes != wanted or corrections.constants.shape != (n_clusters,):
        raise SurveyError(
            "corrections must have one row per house, and one column for each option or number of a question and one "
            f"for an empty answer, here {wanted}; got {shapes}. Learn them again, or leave them out."
        )
    if any(at != tuple(sorted(set(at))) for at in corrections.numbers):
        raise SurveyError(Message("survey-correction-at"))
    if not np.isfinite(corrections.flat).all():
        raise SurveyError(Message("survey-correction-finite"))
