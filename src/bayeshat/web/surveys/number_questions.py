"""Questions for numbers in the survey's form: their unit, the usual range, and what is typical of each house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...kinds.number import NumberLimits
from ...kinds.question import Question
from ...kinds.table import KINDS, kind_of, number_kind_of
from ...survey.spec import Survey
from ...tables.numbers import convert_unit, read_numbers, show_number
from ..languages import Message

Array = np.ndarray

LONGEST_UNIT = 20


@dataclass
class DraftNumbers:
    """What a form says of a question for numbers, as typed.

    Attributes
    ----------
    unit
        The unit; empty if there is none.
    low, high
        The range in which most numbers lie.
    typical
        The number that is typical of each house in turn; empty if it is not known.
    mark
        The decimal mark of the reader's language.
    """

    unit: str = ""
    low: str = ""
    high: str = ""
    typical: list[str] = field(default_factory=list)
    mark: str = "."

    @property
    def scale(self) -> tuple[float | None, float | None]:
        """The range; None for an end that is no number."""
        return self.read(self.low), self.read(self.high)

    def read(self, typed: str) -> float | None:
        """Return a number in the question's unit; None if it is none, or has a unit that does not fit."""
        written = read_numbers([typed, f"0{self.mark}5"])[0]
        value = None if written is None else convert_unit(written.value, written.unit, self.unit or written.unit)
        return value if value is not None and NumberLimits().allow(value) else None


def is_number_kind(kind: str) -> bool:
    """Say whether people answer a kind of question by a number, and never by an option.

    Examples
    --------
    >>> is_number_kind("count"), is_number_kind("rating"), is_number_kind("essay")
    (True, False, False)
    """
    return kind in KINDS and "options" not in KINDS[kind].keys


def has_range(kind: str) -> bool:
    """Say whether a kind of question asks for the range in which most numbers lie."""
    return "scale" in KINDS[kind].keys


def draft_numbers(survey: Survey, q: int, mark: str) -> DraftNumbers:
    """Return what the form shows of a question, with a decimal mark; nothing if it does not ask for a number."""
    question = survey.questions[q]
    if not is_number_kind(question.kind):
        return DraftNumbers(typical=[""] * survey.n_clusters, mark=mark)
    low, high = ("", "") if question.scale is None else (_show(end, mark) for end in question.scale)
    typical = [_show_typical(survey, q, k, mark) for k in range(survey.n_clusters)]
    return DraftNumbers(question.unit, low, high, typical, mark)


def find_number_gaps(
    numbers: DraftNumbers, kind: str, q: int, base: Survey, was: int | None, houses: Sequence[int | None]
) -> dict[str, Message]:
    """Return what is missing or cannot be used, by the form's fields.

    Parameters
    ----------
    numbers, kind, q
        What was typed of the question, its kind, and its place in the form.
    base, was, houses
        The survey that the form began from, and where the question and the houses stood in it.
    """
    gaps: dict[str, Message] = {}
    before = None if was is None else base.questions[was]
    is_log = before is not None and before.kind == kind and before.log
    if len(numbers.unit) > LONGEST_UNIT and (before is None or before.unit != numbers.unit):
        gaps[f"u-{q}"] = Message("surveys-unit-length", longest=LONGEST_UNIT)
    for h, typed in enumerate(numbers.typical):
        value = numbers.read(typed)
        if typed and value is None:
            gaps[f"t-{q}-{h}"] = Message("surveys-not-a-number", given=typed)
        elif value is not None and value <= 0 and (is_log or not has_range(kind)):
            gaps[f"t-{q}-{h}"] = Message("surveys-not-positive", number=q + 1)
    if not has_range(kind):
        return gaps
    if not (numbers.low or numbers.high):
        # A file may say what is typical of each house and no range; then it stays so until a house has to change.
        is_kept = before is not None and before.kind == kind and before.scale is None
        if (
            not is_kept
            or was is None
            or any(
                k is None or typed != _show_typical(base, was, k, numbers.mark)
                for k, typed in zip(houses, numbers.typical, strict=True)
            )
        ):
            gaps[f"lo-{q}"] = Message("surveys-range-missing", number=q + 1)
        return gaps
    low, high = numbers.scale
    for end, typed, value in (("lo", numbers.low, low), ("hi", numbers.high, high)):
        if value is None:
            gaps[f"{end}-{q}"] = Message(
                "surveys-not-a-number" if typed else "surveys-range-missing", given=typed, number=q + 1
            )
    if low is not None and high is not None and not low < high:
        gaps[f"hi-{q}"] = Message("surveys-range-order", number=q + 1)
    elif low is not None and is_log and low <= 0:
        gaps[f"lo-{q}"] = Message("surveys-not-positive", number=q + 1)
    return gaps


def as_number_question(question: Question, numbers: DraftNumbers, kind: str) -> Question:
    """Return a question that asks for a number, as the form describes it."""
    low, high = numbers.scale
    scale = (low, high) if has_range(kind) and low is not None and high is not None else None
    is_log = question.log and question.kind == kind
    plain = replace(question, options=(), kind=kind, bins=(), ordered=True)
    return replace(plain, scale=scale, unit=numbers.unit, log=is_log)


def number_prior(
    question: Question, numbers: DraftNumbers, k: int, base: Survey, was: int | None, house: int | None
) -> Array:
    """Return the prior of house k: the survey's own where it is unchanged, else what was typed as typical.

    The question and the house may have stood elsewhere in the survey that the form began from, or not at all.
    """
    typed = numbers.typical[k]
    kind, value = number_kind_of(question), numbers.read(typed)
    kept = None
    if was is not None and house is not None and base.questions[was].kind == question.kind:
        shown = _show_typical(base, was, house, numbers.mark)
        before = base.answer_prior[house, was, : kind.n_prior(question)]
        if shown and shown == typed:
            return before
        kept = before if shown else None
    return kind.flat_prior(question, question.id) if value is None else kind.prior_around(question, value, kept)


def _show_typical(survey: Survey, q: int, house: int, mark: str) -> str:
    """Return the number that is typical of a house; empty if the survey says nothing of it."""
    question = survey.questions[q]
    kind = kind_of(question)
    prior = survey.answer_prior[house, q, : kind.n_prior(question)]
    is_open = has_range(question.kind) and question.scale is None
    if not is_open and np.allclose(prior, kind.flat_prior(question, question.id), rtol=1e-9):
        return ""
    return _show(float(f"{kind.expected(question, prior)[0]:.6g}"), mark)


def _show(value: float, mark: str) -> str:
    return show_number(value).replace(".", mark)
