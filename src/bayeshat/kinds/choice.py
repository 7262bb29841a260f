"""Questions with one answer among several options; and the base of all kinds whose answers are options."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..errors import SurveyError
from ..tables.numbers import show_short
from ..tables.table import Column
from ..tables.text import clip, nearest, quoted
from ..tables.toml import describe, format_number, format_text, read_float, read_options, read_text
from ..words.message import Message
from ..words.phrases import tell_figures
from .cells import Find, count_signs, make_finder, split_answers
from .dirichlet import draw_categories, draw_dirichlet, log_dirichlet, log_multinomial
from .kind import NOT_ANSWERED, UNKNOWN, CodedColumn, Kind
from .question import Question
from .word_scales import mean_different

Array = np.ndarray

# Probabilities below this count as this: a ticking probability that is stored as 1 leaves nothing for its opposite.
_SMALLEST = 1e-100
# Longer lists of options are written one option to a line.
_MOST_CHARACTERS = 100


class CountedKind(Kind):
    """A kind whose answers are options.

    Each column of answers has Dirichlet probabilities; draws, densities and marginals follow from these. Tallies and
    probabilities are (..., S, L).
    """

    keys: ClassVar[tuple[str, ...]] = ("options",)
    counted = True
    takes_other: ClassVar[bool] = True

    @abstractmethod
    def n_levels(self, question: Question) -> int:
        """Return how many levels each of a question's columns has."""

    @abstractmethod
    def counts(self, prior: Array) -> Array:
        """Return the Dirichlet parameters (..., S, L) of each column that prior numbers (..., P) stand for."""

    @abstractmethod
    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        """Return the probability of each level in each column, (..., S, L), given parameters (..., M)."""

    @abstractmethod
    def parameters(self, probabilities: Array) -> Array:
        """Return the parameters (..., M) that stand for probabilities (..., S, L)."""

    def finder(self, question: Question, tool: str) -> Find:
        """Return the function that gives the code of the option that a text means."""
        return make_finder(question.options, tool)

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return {"options": read_options(item, where)}

    def write(self, question: Question) -> list[str]:
        return [write_options(question.options)]

    def flat_prior(self, question: Question, key: str) -> Array:
        return np.ones(self.n_prior(question))

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        return find_nearest(text, question)

    def rows(self, question: Question) -> tuple[str, ...]:
        return question.options

    def expected(self, question: Question, prior: Array) -> Array:
        return self.option_chances(question, prior)

    def parameter_names(self, question: Question) -> tuple[str, ...]:
        return question.options

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        """Return the log probability of each level in each column, (..., S, L)."""
        return xp.log(xp.maximum(self.probabilities(parameters, xp), _SMALLEST))

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Add each answer to its prior count."""
        places = self.counts(np.arange(prior.shape[-1])).astype(int)
        after = np.array(prior, dtype=float)
        after[..., places] += tally
        return after

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        return self.parameters(draw_dirichlet(self.counts(prior) + tally, rng))

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        return log_dirichlet(np.maximum(self.probabilities(parameters), _SMALLEST), self.counts(prior)).sum(axis=-1)

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the log probability of sequences of answers in all columns."""
        return log_multinomial(tally, self.counts(prior)).sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw the code of each column from its own set of parameters."""
        n_columns = parameters.shape[1]
        own = self.probabilities(parameters)[:, np.arange(n_columns), np.arange(n_columns)]
        return draw_categories(own, rng)


def code_of_blank(question: Question) -> int:
    """Return the code of an answer that was left empty.

    Examples
    --------
    >>> code_of_blank(Question("q", "Tea?", ("yes", "no", "left empty"), blank="left empty"))
    2
    """
    return question.options.index(question.blank) if question.blank else NOT_ANSWERED


def find_nearest(text: str, question: Question) -> Message:
    """Return which option is most like an unknown answer, unless it means something else."""
    near = nearest(text, question.options)
    if near is None or mean_different(text, near):
        return Message("reading-why-nothing-near")
    return Message("reading-why-near", option=clip(near))


def read_counts(entry: Any, question: Question, key: str) -> Array:
    """Return one number per option."""
    n_options = len(question.options)
    if not isinstance(entry, list) or len(entry) != n_options:
        got = str(len(entry)) if isinstance(entry, list) else describe(entry)
        raise SurveyError(Message("survey-counts", key=key, count=n_options, got=got, options=quoted(question.options)))
    return np.array([read_float(count, key) for count in entry])


def write_counts(counts: Array) -> str:
    """Return the list that `read_counts` reads."""
    return f"[{', '.join(format_number(number) for number in counts.tolist())}]"


def check_counts(key: str, counts: Array) -> None:
    """Raise SurveyError unless all counts are positive."""
    wrong = np.flatnonzero(~(np.isfinite(counts) & (counts > 0)))
    if len(wrong):
        raise SurveyError(
            Message("survey-counts-positive", key=key, got=show_short(counts[wrong[0]]), place=str(wrong[0] + 1))
        )


def write_options(options: tuple[str, ...]) -> str:
    """Return the line, or the lines, with a question's options."""
    texts = [format_text(option) for option in options]
    line = f"[{', '.join(texts)}]"
    lines = line if len(line) <= _MOST_CHARACTERS else "[\n" + "".join(f"    {text},\n" for text in texts) + "]"
    return f"options = {lines}"


class Choice(CountedKind):
    r"""One option: :math:`x \sim \mathrm{Categorical}(\phi),\ \phi \sim \mathrm{Dirichlet}(\beta)`.

    The prior numbers β count imagined people who chose each option.
    """

    keys: ClassVar[tuple[str, ...]] = ("options", "blank")
    plain = True

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return super().read(item, where) | {"blank": read_text(item, "blank", f"{where}.", "")}

    def write(self, question: Question) -> list[str]:
        return [*super().write(question), *([f"blank = {format_text(question.blank)}"] if question.blank else [])]

    def check(self, key: str, question: Question) -> None:
        if question.blank and question.blank not in question.options:
            raise SurveyError(
                Message("survey-blank", key=key, options=quoted(question.options), got=clip(question.blank))
            )

    def n_prior(self, question: Question) -> int:
        return len(question.options)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        return read_counts(entry, question, key)

    def write_prior(self, question: Question, prior: Array) -> str:
        return write_counts(prior)

    def show_prior(self, question: Question, prior: Array) -> list[str | Message]:
        return [tell_figures(show_short(count)) for count in prior]

    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        check_counts(key, prior)

    def option_chances(self, question: Question, prior: Array) -> Array:
        return prior / prior.sum()

    def code(self, column: Column, question: Question, tool: str = "", other: int = UNKNOWN) -> CodedColumn:
        find, empty = self.finder(question, tool), code_of_blank(question)
        found = [empty if (code := find(value)) == NOT_ANSWERED else code for value in column.values]
        unknown = {place: [column.values[place]] for place, code in enumerate(found) if code == UNKNOWN}
        codes = np.array([other if code == UNKNOWN else code for code in found], dtype=np.int16)
        return CodedColumn(codes[column.places][:, None], None, unknown)

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        parts = split_answers(text, self.finder(question, tool), count_signs(question.options))
        if len(parts) > 1 and all(code >= 0 for _, code in parts):
            return Message("reading-why-several")
        return find_nearest(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes = [int(options[0]) if options else code_of_blank(question) for options in chosen]
        return CodedColumn(np.array(codes, dtype=np.int16).reshape(-1, 1), None, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return [[code] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return question.options[code], True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        return ["" if code < 0 else question.options[code] for code in codes[:, 0].tolist()]

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return np.bincount(codes[:, 0], minlength=len(question.options))

    def n_levels(self, question: Question) -> int:
        return len(question.options)

    def counts(self, prior: Array) -> Array:
        return prior[..., None, :]

    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        return parameters[..., None, :]

    def parameters(self, probabilities: Array) -> Array:
        return probabilities[..., 0, :]

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        import jax.numpy as jnp

        return numpyro.sample(name, numpyro.distributions.Dirichlet(jnp.asarray(prior)).to_event(2))
