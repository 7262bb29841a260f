"""Questions with one answer among several options: their prior counts the people who would choose each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ...errors import SurveyError
from ...tables.numbers import show_short
from ...tables.table import Column
from ...tables.text import clip, nearest, quote, quote_all
from ...tables.toml_values import format_number, format_text
from ..answer_codes.multiple_choice import most_signs, split_answers
from ..answer_codes.option_codes import UNKNOWN, make_finder
from ..spec import Question
from ..survey_file.toml_fields import describe, read_float, read_options
from .answer_kind import NOT_ANSWERED, AnswerKind, CodedColumn, WhyUnknown
from .word_scales import mean_different

Array = np.ndarray

# Lists of options longer than this go one to a line.
_LINE = 100


class ChoiceAnswers(AnswerKind):
    """One option of several: Dirichlet counts, one per option."""

    name: ClassVar[str] = "choice"
    keys: ClassVar[tuple[str, ...]] = ("options",)

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return {"options": read_options(item, where)}

    def write(self, question: Question) -> list[str]:
        return [write_options(question.options)]

    def check(self, key: str, question: Question) -> None:
        pass

    def prior_size(self, question: Question) -> int:
        return len(question.options)

    def flat_prior(self, question: Question, key: str) -> Array:
        return np.ones(len(question.options))

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        return read_counts(entry, question, key)

    def write_prior(self, question: Question, numbers: Array) -> str:
        return write_numbers(numbers)

    def show_prior(self, question: Question, numbers: Array) -> list[str]:
        return [show_short(number) for number in numbers]

    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        check_counts(key, numbers)

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        find = make_finder(question, tool)
        found = [find(value) for value in column.values]
        unknown = {place: [column.values[place]] for place, code in enumerate(found) if code == UNKNOWN}
        codes = np.array([other if code == UNKNOWN else code for code in found], dtype=np.int16)
        return CodedColumn(codes[column.places][:, None], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        parts = split_answers(text, make_finder(question, tool), most_signs(question.options))
        if len(parts) > 1 and all(code >= 0 for _, code in parts):
            return WhyUnknown('several options; if that may be, write kind = "several" in the survey', "several")
        return find_nearest(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes = [int(options[0]) if options else NOT_ANSWERED for options in chosen]
        return CodedColumn(np.array(codes, dtype=np.int16).reshape(-1, 1), None, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return [[code] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def option_chances(self, question: Question, numbers: Array) -> Array:
        return numbers / numbers.sum()

    def expected(self, question: Question, numbers: Array) -> Array:
        return self.option_chances(question, numbers)

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return np.bincount(codes[:, 0], minlength=len(question.options))

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return question.options[code], True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        return ["" if code < 0 else question.options[code] for code in codes[:, 0].tolist()]


def find_nearest(text: str, question: Question) -> WhyUnknown:
    """Return which option is most like an unknown answer, unless it means something else."""
    near = nearest(text, question.options)
    if near is None or mean_different(text, near):
        return WhyUnknown("no option is near")
    return WhyUnknown(f"nearest option: {quote(near)}", "near", {"near": clip(near)})


def read_counts(entry: Any, question: Question, key: str) -> Array:
    """Return one number per option."""
    n_options = len(question.options)
    if not isinstance(entry, list) or len(entry) != n_options:
        got = f"{len(entry)}" if isinstance(entry, list) else describe(entry)
        raise SurveyError(
            f"{key} must be a list with one count per option ({n_options}); got {got}. "
            f"Give counts for {quote_all(question.options)}, in this order."
        )
    return np.array([read_float(count, key) for count in entry])


def check_counts(key: str, counts: Array) -> None:
    """Raise SurveyError unless all counts are positive."""
    wrong = np.flatnonzero(~(np.isfinite(counts) & (counts > 0)))
    if len(wrong):
        raise SurveyError(
            f"{key} must be positive counts; got {show_short(counts[wrong[0]])} for option {wrong[0] + 1}. "
            "Write a small count such as 0.5 for an answer that is unlikely."
        )


def write_numbers(numbers: Array) -> str:
    """Return numbers as a list."""
    return f"[{', '.join(format_number(number) for number in numbers.tolist())}]"


def write_options(options: tuple[str, ...]) -> str:
    """Return the line, or the lines, with a question's options."""
    texts = [format_text(option) for option in options]
    line = f"[{', '.join(texts)}]"
    return "options = " + (line if len(line) <= _LINE else "[\n" + "".join(f"    {text},\n" for text in texts) + "]")
