"""What a kind of question is, from the survey file to the model. To add one, follow `count.py` and `table.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..tables.table import Column
from ..words.message import Message
from .question import Question

Array = np.ndarray

# The code of a question that somebody left blank.
NOT_ANSWERED = -1
# The code of an answer that cannot be read: unlike a blank, it does not say that the question was left empty.
UNKNOWN = -2


class CodedColumn(NamedTuple):
    """What people answered to one question.

    Attributes
    ----------
    codes
        (N, S) int16: positions of options or of levels; or for each option 1 if it was ticked and 0 if not.
        NOT_ANSWERED where there is no answer, UNKNOWN where it cannot be read.
    levels
        (L,) the numbers that codes stand for, rising; None where codes stand for options.
    unknown
        The texts that do not answer the question, by the place of their cell among the column's values.
    notes
        What a reader should know of how cells were read.
    dont_know
        The places, among the column's values, of cells that say "don't know" where a number is asked for.
    """

    codes: Array
    levels: Array | None
    unknown: dict[int, list[str]]
    notes: tuple[Message, ...] = ()
    dont_know: frozenset[int] = frozenset()


class Kind(ABC):
    """One kind of question; `CountedKind` is the base of kinds with options, `NumberKind` of kinds with numbers.

    A question has P prior numbers and M parameters in each house. Its answers stand in S columns: one for each option
    of kind "several", one for any other question. Each column has L levels: its options, or the different numbers that
    people gave. Arrays may have any leading dimensions, such as houses and questions.

    Attributes
    ----------
    keys
        The keys of the survey file that a question of this kind may have besides those of all questions.
    counted
        Whether answers are options, so that houses are compared by shares of people; otherwise they are numbers, and
        houses are compared by means.
    plain
        Whether the parameters of a question are the probabilities of its options.
    takes_other
        Whether unknown answers may be counted as one more option.
    many_answers
        Whether one person may give several answers.
    in_parts
        What columns of a table hold where a question has several: "ticks" of its options, or "places" of a ranking.
    gave_it
        What the report writes above the numbers of people who gave an answer.
    """

    keys: ClassVar[tuple[str, ...]]
    counted: ClassVar[bool]
    plain: ClassVar[bool] = False
    takes_other: ClassVar[bool] = False
    many_answers: ClassVar[bool] = False
    in_parts: ClassVar[str] = ""
    gave_it: ClassVar[Message] = Message("report-gave-it")

    def of(self, question: Question) -> Kind:
        """Return the kind that handles a question of this name: this one, unless the question asks for a variant."""
        return self

    # The question in the survey file

    @abstractmethod
    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Return the fields of a `Question` that a table of the survey file sets."""

    @abstractmethod
    def write(self, question: Question) -> list[str]:
        """Return the lines of the survey file that `read` reads."""

    def check(self, key: str, question: Question) -> None:  # noqa: B027
        """Raise SurveyError, naming the key, if a question cannot be used."""

    # The prior of a house

    @abstractmethod
    def n_prior(self, question: Question) -> int:
        """Return how many prior numbers a question has in each house."""

    def is_valid(self, prior: Array) -> Array:
        """Return which prior numbers (..., P) can be used."""
        return np.isfinite(prior) & (prior > 0)

    @abstractmethod
    def flat_prior(self, question: Question, key: str) -> Array:
        """Return the prior (P,) of a house about which nothing is known beforehand."""

    @abstractmethod
    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        """Return the prior (P,) of a house from its entry in the survey file."""

    @abstractmethod
    def write_prior(self, question: Question, prior: Array) -> str:
        """Return the entry of the survey file that `read_prior` reads."""

    @abstractmethod
    def show_prior(self, question: Question, prior: Array) -> list[str | Message]:
        """Return the prior of a house in words, one text for each of the question's rows."""

    @abstractmethod
    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        """Raise SurveyError, naming the key, if the prior (P,) of a house cannot be used."""

    @abstractmethod
    def option_chances(self, question: Question, prior: Array) -> Array:
        """Return how probable each option is in a house with this prior; empty for a question without options."""

    # Answers in tables and forms

    @abstractmethod
    def code(self, column: Column, question: Question, tool: str = "", other: int = UNKNOWN) -> CodedColumn:
        """Return what a column says. Unknown answers get the code `other`; `tool` is the form tool that wrote it."""

    @abstractmethod
    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        """Return why an unknown answer is unknown."""

    @abstractmethod
    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        """Return the codes of the options that people chose, by position; no option means no answer.

        Where a question has no options, people gave a number instead of a position.
        """

    @abstractmethod
    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        """Return the positions of the options that people chose, or their numbers: what `code_options` takes."""

    @abstractmethod
    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        """Return what a code in one of the question's columns says, and whether it is a yes."""

    @abstractmethod
    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        """Return everybody's answer as a text that `code` reads back; empty where there is no answer."""

    # How houses are compared

    @abstractmethod
    def rows(self, question: Question) -> tuple[str, ...]:
        """Return what houses are compared by: shares of the options, or the mean of numbers."""

    @abstractmethod
    def expected(self, question: Question, prior: Array) -> Array:
        """Return the rows that are expected of a house with this prior."""

    def learned(self, question: Question, parameters: Array) -> Array:
        """Return the rows (..., R) that parameters (..., M) of the model stand for."""
        return parameters[..., : len(self.rows(question))]

    @abstractmethod
    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        """Return how many people gave each answer, or the mean of their numbers; `codes` has no missing answers."""

    # The model

    def n_columns(self, question: Question) -> int:
        """Return how many columns of answers a question has."""
        return 1

    @abstractmethod
    def parameter_names(self, question: Question) -> tuple[str, ...]:
        """Return what the parameters of a question are called."""

    def numbers(self, question: Question, levels: Array) -> Array:
        """Return levels (L,) on the scale of the densities."""
        return levels

    @abstractmethod
    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        """Return the log density (..., L) of numbers (..., L) given parameters (..., M); xp is NumPy or JAX's."""

    def log_density(self, parameters: Array, question: Question, levels: Array) -> Array:
        """Return the log density (..., L) of each level (L,) of a question, given at least M parameters (..., M)."""
        used = parameters[..., : len(self.parameter_names(question))]
        return self.log_densities(used, self.numbers(question, np.asarray(levels, dtype=float)))

    @abstractmethod
    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the prior numbers (..., P) after a tally (..., L) of answers."""

    @abstractmethod
    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        """Draw parameters (..., M) given the prior (..., P) and a tally (..., L) of answers."""

    @abstractmethod
    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log prior density (...) of parameters."""

    @abstractmethod
    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the log probability (...) of answers with this tally (..., L), parameters integrated out."""

    @abstractmethod
    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw answers (N, S), codes or numbers, from parameters (N, S, M): one set for each answer."""

    @abstractmethod
    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample parameters (K, Q, M) of questions in a NumPyro model; their draws are kept under this name."""


def three_digits(numbers: Array) -> Array:
    """Return numbers rounded to three digits.

    Examples
    --------
    >>> three_digits(np.array([12345.0, 0.012345])).tolist()
    [12300.0, 0.0123]
    """
    return np.reshape([float(f"{value:.3g}") for value in np.ravel(numbers)], np.shape(numbers))
