"""What every kind of question has outside the model: keys in the survey file, a prior in words, answers in tables."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...tables.numbers import show_number
from ...tables.table import Column
from ..spec import Question

Array = np.ndarray

NOT_ANSWERED = -1


class WhyUnknown(NamedTuple):
    """What is wrong with an answer that a question does not take.

    Attributes
    ----------
    words
        In English.
    kind, facts
        The same for front ends with words of their own, as in errors; no kind where there is nothing to add.
    """

    words: str
    kind: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})


class CodedColumn(NamedTuple):
    """What people answered to one question.

    Attributes
    ----------
    codes
        (N, m) int16: positions of options or of levels, or for each option 1 if it was ticked and 0 if not;
        NOT_ANSWERED where there is no answer.
    levels
        (V,) the numbers that codes stand for, rising; None where codes stand for options.
    unknown
        The texts that are no answer to the question, by the place of their cell among the column's values.
    notes
        What a reader should know of how it was read, in sentences.
    dont_know
        The places of cells, among the column's values, that say "don't know" where a number is asked for.
    """

    codes: Array
    levels: Array | None
    unknown: dict[int, list[str]]
    notes: tuple[str, ...] = ()
    dont_know: frozenset[int] = frozenset()


# Numbers beyond this are typing mistakes, whatever was asked, and their squares would overflow.
LARGEST_NUMBER = 1e100


class NumberLimits(NamedTuple):
    """Which numbers answer a question.

    Attributes
    ----------
    low, high
        The least and the largest.
    is_whole
        Whether they are whole.
    is_above
        Whether they lie above `low`, and not at it.
    """

    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False
    is_above: bool = False

    def allow(self, value: float) -> bool:
        """Say whether a number is within the limits."""
        is_whole = float(value).is_integer() or not self.is_whole
        return (
            abs(value) <= LARGEST_NUMBER
            and is_whole
            and self.low <= value <= self.high
            and not (self.is_above and value == self.low)
        )


class AnswerKind(ABC):
    """One kind of question, outside the model; `bayeshat.model.kinds` has its mathematics under the same name.

    Attributes
    ----------
    name
        What the survey file calls it.
    keys
        The keys that a question of this kind may have besides those of all questions.
    many_answers
        Whether one person may give several answers.
    gave_it
        What the report says above the numbers of those who gave an answer.
    """

    name: ClassVar[str]
    keys: ClassVar[tuple[str, ...]]
    many_answers: ClassVar[bool] = False
    gave_it: ClassVar[str] = "Gave it"

    @abstractmethod
    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Return the fields of a `Question` that a table of the survey file sets."""

    @abstractmethod
    def write(self, question: Question) -> list[str]:
        """Return the lines of the survey file that `read` reads."""

    @abstractmethod
    def check(self, key: str, question: Question) -> None:
        """Raise SurveyError naming the key if a question cannot be used."""

    def takes_options(self, question: Question) -> bool:
        """Say whether people choose among the question's options, so that there may be one more."""
        return bool(question.options)

    @abstractmethod
    def prior_size(self, question: Question) -> int:
        """Return how many numbers the prior of a house has."""

    @abstractmethod
    def flat_prior(self, question: Question, key: str) -> Array:
        """Return the prior of a house of which nothing is known beforehand."""

    @abstractmethod
    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        """Return the prior of a house from what the survey file says of it."""

    @abstractmethod
    def write_prior(self, question: Question, numbers: Array) -> str:
        """Return the prior of a house as the survey file says it."""

    @abstractmethod
    def show_prior(self, question: Question, numbers: Array) -> list[str]:
        """Return the prior of a house in words, one text for each of the question's rows."""

    @abstractmethod
    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        """Raise SurveyError naming the key if the prior of a house cannot be used."""

    @abstractmethod
    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        """Return what a column says; `other` is the option that answers stand for which are none."""

    @abstractmethod
    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        """Return what is wrong with an unknown answer."""

    @abstractmethod
    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        """Return what people chose among the question's options; nothing chosen is no answer.

        Where a question has no options, people have given a number instead of the position of an option.
        """

    @abstractmethod
    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        """Return the options that people chose, or their numbers: what `code_options` takes."""

    @abstractmethod
    def option_chances(self, question: Question, numbers: Array) -> Array:
        """Return how probable each of the question's options is in a house with this prior, (V,)."""

    def number_limits(self, question: Question) -> NumberLimits:
        """Return which numbers answer a question that has no options."""
        return NumberLimits()

    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        """Return the prior of a house around a mean, with the spread and the strength of another, or usual ones."""
        raise NotImplementedError

    def number_density(self, question: Question, numbers: Array, value: float) -> float:
        """Return the density of a number, or of its logarithm on a log scale, in a house with this prior."""
        raise NotImplementedError

    def rows(self, question: Question) -> tuple[str, ...]:
        """Return what houses are compared by: the shares of the options, or the mean of numbers."""
        return question.options

    @abstractmethod
    def expected(self, question: Question, numbers: Array) -> Array:
        """Return the rows that a house with this prior is expected to have."""

    def learned(self, question: Question, parameters: Array) -> Array:
        """Return the rows that parameters of the model stand for, (..., M) to (..., rows)."""
        return parameters[..., : len(self.rows(question))]

    @abstractmethod
    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        """Return how many people gave each answer, or for numbers their sum, from codes without missing ones."""

    def compares_means(self, question: Question) -> bool:
        """Say whether houses are compared by the mean of numbers, and not by shares of people."""
        return False

    def show_mean(self, question: Question, value: float) -> str:
        """Return the mean of numbers with its unit."""
        return f"{show_number(float(f'{value:.3g}'))} {question.unit}".rstrip()

    @abstractmethod
    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        """Return what the code in one of the question's columns says, and whether it is a yes."""

    @abstractmethod
    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        """Return what everybody answered as text that `code` reads back; empty where there is no answer."""
