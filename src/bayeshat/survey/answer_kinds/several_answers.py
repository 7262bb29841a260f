"""Questions with as many answers as apply: every option is ticked or not, and both tell something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import SurveyError
from ...tables.table import Column
from ...tables.text import normalise
from ..answer_codes.multiple_choice import JOINED, most_signs
from ..answer_codes.option_codes import UNKNOWN, known_answers, make_finder
from ..spec import Question
from ..survey_file.toml_fields import describe, read_float, refuse_unknown
from .answer_kind import NOT_ANSWERED, CodedColumn, WhyUnknown
from .option_answers import ChoiceAnswers, check_counts, find_nearest, read_counts, write_numbers

Array = np.ndarray

# Cells that say that nothing applies, where no option says so.
NOTHING = frozenset(
    (
        *("none", "nothing", "none of these", "none of the above", "none of them", "no", "-", "0"),
        *(
            "keine",
            "keins",
            "keines",
            "nichts",
            "nein",
            "nichts davon",
            "aucun",
            "aucune",
            "rien",
            "ninguno",
            "nessuno",
        ),
    )
)


class SeveralAnswers(ChoiceAnswers):
    """Any number of options: a Beta distribution each, counts of imagined people who ticked it and who did not."""

    name = "several"
    many_answers = True
    gave_it = "Ticked it"

    def prior_size(self, question: Question) -> int:
        return 2 * len(question.options)

    def flat_prior(self, question: Question, key: str) -> Array:
        return np.ones(2 * len(question.options))

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        if isinstance(entry, dict):
            refuse_unknown(entry, ("ticks", "people"), f"{key}.")
            ticks = read_counts(entry.get("ticks"), question, f"{key}.ticks")
            people = _read_people(entry.get("people"), question, f"{key}.people")
        else:
            # As in files of earlier versions: every imagined person ticked one option.
            ticks = read_counts(entry, question, key)
            people = np.full(len(ticks), ticks.sum())
        return np.concatenate([ticks, people - ticks])

    def write_prior(self, question: Question, numbers: Array) -> str:
        ticks, others = np.split(numbers, [len(question.options)])
        people = ticks + others
        told = write_numbers(people[:1])[1:-1] if (people == people[0]).all() else write_numbers(people)
        return f"{{ ticks = {write_numbers(ticks)}, people = {told} }}"

    def show_prior(self, question: Question, numbers: Array) -> list[str]:
        ticks, others = np.split(numbers, [len(question.options)])
        return [f"{tick:g} of {tick + other:g}" for tick, other in zip(ticks, others, strict=True)]

    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        ticks, others = np.split(numbers, [len(question.options)])
        check_counts(key, ticks)
        wrong = np.flatnonzero(~(np.isfinite(others) & (others > 0)))
        if len(wrong):
            v = wrong[0]
            raise SurveyError(
                f"{key} must have more imagined people than ticks of any option; got {ticks[v]:g} ticks of "
                f"{ticks[v] + others[v]:g} people for option {v + 1}. Write a larger number of people, or e.g. "
                f"{ticks[v] + others[v] - 0.5:g} ticks for an option that nearly everybody ticks."
            )

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        find, most = make_finder(question, tool), most_signs(question.options)
        codes = np.full((len(column.values), len(question.options)), NOT_ANSWERED, dtype=np.int16)
        unknown: dict[int, list[str]] = {}
        for place, cell in enumerate(column.values):
            if cell == JOINED or (normalise(cell) in NOTHING and find(cell) < 0):
                codes[place] = 0
                continue
            found = known_answers(cell, find, most)
            strange = [text for text, code in found if code == UNKNOWN]
            ticked = {code for _, code in found if code >= 0}
            if strange:
                unknown[place] = strange
                ticked |= {other} - {NOT_ANSWERED}
            if ticked:
                codes[place] = 0
                codes[place, list(ticked)] = 1
        return CodedColumn(codes[column.places], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        return find_nearest(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes = np.full((len(chosen), len(question.options)), NOT_ANSWERED, dtype=np.int16)
        for row, options in zip(codes, chosen, strict=True):
            if options:
                row[:] = 0
                row[[int(option) for option in options]] = 1
        return CodedColumn(codes, None, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return [[*map(int, np.flatnonzero(row == 1))] for row in codes]

    def option_chances(self, question: Question, numbers: Array) -> Array:
        ticks, others = np.split(numbers, [len(question.options)])
        return ticks / (ticks + others)

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return (codes == 1).sum(axis=0)

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return question.options[place], code == 1

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        return [
            "; ".join(option for option, code in zip(question.options, row, strict=True) if code == 1)
            or ("none" if 0 in row else "")
            for row in codes.tolist()
        ]


def _read_people(value: Any, question: Question, key: str) -> Array:
    if isinstance(value, list):
        return read_counts(value, question, key)
    if value is None:
        raise SurveyError(
            f"{key} must say how many imagined people the ticks are of; got {describe(value)}. Write e.g. people = 10."
        )
    return np.full(len(question.options), read_float(value, key))
