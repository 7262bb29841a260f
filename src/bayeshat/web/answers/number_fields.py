"""Numbers in forms: as people type them, as they are kept, and as they are shown again."""

from __future__ import annotations

import math

import numpy as np

from ...kinds.number import far_numbers
from ...kinds.question import Question
from ...kinds.table import number_kind_of
from ...tables.numbers import convert_unit, read_numbers, show_number
from ..languages import Catalogue, Message

# No answer is larger: what is, was not meant, and would drown everybody else's.
LARGEST = 1e9
LONGEST_NUMBER = 40
# A number so many times beyond the usual ones may be in another unit.
_FAR = 10.0


def asks_number(question: Question) -> bool:
    """Say whether people write a number, and do not choose among options."""
    return not question.options


def read_typed(question: Question, place: int, typed: str, say: Catalogue) -> float | Message:
    """Return the number that somebody typed, in the question's unit, or what is wrong with it.

    Parameters
    ----------
    question, place
        What is asked, and where it stands in the survey, counted from 0.
    typed
        The number as it was typed, perhaps with a unit.
    say
        Whose decimal mark counts where a mark may be either: "1,234" is about one in German and a thousand in English.

    Examples
    --------
    >>> from bayeshat.web.languages import catalogue
    >>> height = Question("q1", "How tall?", (), "number", (150.0, 200.0), unit="cm")
    >>> [read_typed(height, 0, typed, catalogue("de")) for typed in ("1,72 m", "172.5", "172,5 cm")]
    [172.0, 172.5, 172.5]
    >>> str(read_typed(height, 0, "72 kg", catalogue("en")))
    'Question 1: write the number in cm.'
    """
    number = place + 1
    hint = f"0{say('form-decimal-mark')}5"
    written = read_numbers([typed, hint])[0] if len(typed) <= LONGEST_NUMBER else None
    if written is None:
        return Message("wrong-no-number", number=number)
    value = convert_unit(written.value, written.unit, question.unit or written.unit)
    if value is None:
        return Message("wrong-unit", number=number, unit=question.unit)
    if abs(value) > LARGEST:
        return Message("wrong-large", number=number)
    limits = number_kind_of(question).number_limits(question)
    if not limits.allow(value):
        low = show_typed(limits.low, say)
        if math.isfinite(limits.high):
            return Message("wrong-between", number=number, low=low, high=show_typed(limits.high, say))
        return Message("wrong-whole" if limits.is_whole else "wrong-above", number=number, low=low)
    return value


def is_far(question: Question, value: float) -> bool:
    """Say whether a number is so far from the usual ones that it may be a slip of the pen, or in another unit."""
    if question.scale is None:
        return False
    low, high = question.scale
    other_unit = low > 0 and not low / _FAR <= value <= high * _FAR
    return other_unit or len(far_numbers(np.array([value]), question)) > 0


def find_doubt(question: Question, place: int, value: float, say: Catalogue) -> Message | None:
    """Return a question back where a number is far from the usual ones."""
    if question.scale is None or not is_far(question, value):
        return None
    low, high = question.scale
    shown = {"value": show_with_unit(question, value, say), "low": show_typed(low, say)}
    return Message("wrong-far", number=place + 1, **shown, high=show_with_unit(question, high, say))


def show_typed(value: float, say: Catalogue) -> str:
    """Return a number as people type it in a language, and as `read_typed` reads it back.

    Examples
    --------
    >>> from bayeshat.web.languages import catalogue
    >>> show_typed(1234.5, catalogue("en")), show_typed(1234.5, catalogue("de"))
    ('1234.5', '1234,5')
    """
    return show_number(value).replace(".", say("form-decimal-mark"))


def show_with_unit(question: Question, value: float, say: Catalogue) -> str:
    """Return a number with the question's unit."""
    return f"{show_typed(value, say)} {question.unit}".rstrip()


def tell_limits(question: Question, say: Catalogue) -> Message | None:
    """Return which numbers answer a question, in a sentence; None if any do."""
    limits = number_kind_of(question).number_limits(question)
    if math.isfinite(limits.high):
        return Message("form-number-between", low=show_typed(limits.low, say), high=show_typed(limits.high, say))
    if limits.is_whole:
        return Message("form-number-whole")
    return Message("form-number-above", low=show_typed(limits.low, say)) if limits.is_above else None
