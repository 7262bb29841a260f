"""Questions whose answers are numbers: heights, ages, hours, incomes; and the base of "count" and "rating"."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..errors import SurveyError
from ..tables.numbers import common_unit, convert_unit, read_numbers, show_number, show_short, unclear_number
from ..tables.table import Column
from ..tables.text import clip, is_blank, quoted_some, says_dont_know
from ..tables.toml import (
    describe,
    format_number,
    format_text,
    read_flag,
    read_float,
    read_numbers_list,
    read_text,
    refuse_unknown,
)
from ..words.message import Message, join, join_some
from .kind import UNKNOWN, CodedColumn, Kind, three_digits
from .levels import are_slips, code_numbers, is_far
from .question import Question

Array = np.ndarray

# Larger numbers are typing mistakes, whatever was asked, and their squares would overflow.
LARGEST_NUMBER = 1e100
# How many imagined people a typical number is worth, unless somebody says.
USUAL_PEOPLE = 4.0
# Cells, or columns, named in one note.
_MOST_NAMED = 3
# How many imagined people stand behind the mean of a flat prior. It says next to nothing: houses may lie many standard
# deviations from the middle.
_FLAT_MEAN_PEOPLE = 0.1
# How many imagined people stand behind its standard deviation: as many as behind flat counts of two options.
_FLAT_SD_PEOPLE = 2.0
# How many standard deviations of one house the usual range spans in a flat prior: houses differ.
_FLAT_RANGE = 6.0


class NumberLimits(NamedTuple):
    """Which numbers answer a question.

    Attributes
    ----------
    low, high
        The smallest and the largest.
    is_whole
        Whether they are whole.
    is_above
        Whether `low` itself is too small.
    """

    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False
    is_above: bool = False

    def allow(self, value: float) -> bool:
        """Return whether a number is within the limits."""
        is_whole = float(value).is_integer() or not self.is_whole
        return (
            abs(value) <= LARGEST_NUMBER
            and is_whole
            and self.low <= value <= self.high
            and not (self.is_above and value == self.low)
        )


class NumberKind(Kind):
    """A kind whose answers are numbers."""

    keys: ClassVar[tuple[str, ...]] = ("unit",)
    counted = False

    def number_limits(self, question: Question) -> NumberLimits:
        """Return which numbers answer a question."""
        return NumberLimits()

    @abstractmethod
    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        """Return the prior (P,) of a house around a mean, with the spread and strength of another or usual ones."""

    @abstractmethod
    def number_density(self, question: Question, prior: Array, value: float) -> float:
        """Return the density of a number, or of its logarithm on a log scale, in a house with this prior."""

    @abstractmethod
    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        """Return P(X < x) + P(X = x) / 2 of numbers x (...) given parameters (..., M)."""

    def share_spread(self, prior: Array, tally: Array, numbers: Array, people: float) -> Array:
        """Return prior numbers (K, ..., P) that give every house the spread that all of them together show.

        The spread is then as certain as if it came from this many people. The tally is (K, ..., L). A kind without a
        spread of its own returns the prior unchanged.
        """
        return prior

    def rounded(self, prior: Array, question: Question) -> Array:
        """Return learned prior numbers rounded, so that no single answer shows and the survey file stays short."""
        return three_digits(prior)

    def show_mean(self, question: Question, value: float) -> str:
        """Return the mean of numbers with its unit."""
        return f"{show_number(float(f'{value:.3g}'))} {question.unit}".rstrip()

    def read_cells(self, cells: Sequence[str], question: Question) -> tuple[list[float | None], list[Message]]:
        """Return the number that each cell gives, in the question's unit, and notes; None if it gives no answer."""
        read, limits = read_numbers(cells), self.number_limits(question)
        unit = question.unit or common_unit(read)
        values = [None if number is None else convert_unit(number.value, number.unit, unit) for number in read]
        unclear = unclear_number(cells)
        notes = [] if unclear is None else [Message("reading-comma", cell=clip(unclear), question=clip(question.text))]
        return [value if value is not None and limits.allow(value) else None for value in values], notes

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return {"options": (), "unit": read_text(item, "unit", f"{where}.", "")}

    def write(self, question: Question) -> list[str]:
        return [f"unit = {format_text(question.unit)}"] if question.unit else []

    def show_prior(self, question: Question, prior: Array) -> list[str | Message]:
        return [self.write_prior(question, prior).strip("{ }")]

    def option_chances(self, question: Question, prior: Array) -> Array:
        return np.empty(0)

    def code(self, column: Column, question: Question, tool: str = "", other: int = UNKNOWN) -> CodedColumn:
        read, notes = self.read_cells(column.values, question)
        values = np.array([np.nan if value is None else value for value in read])
        unread = [p for p, value in enumerate(read) if value is None and not is_blank(column.values[p])]
        dont_know = frozenset(place for place in unread if says_dont_know(column.values[place]))
        far = far_numbers(values, question)
        if len(far):
            given = values[column.places]
            # A slip that counted would get a house of its own, and everybody else would have to share the others.
            leave_out = are_slips(int(np.isin(column.places, far).sum()), int(np.isfinite(given).sum()))
            notes.append(_note_far([column.values[place] for place in far], question, leave_out))
            if leave_out:
                values[far] = np.nan
        codes, levels = code_numbers(values[column.places])
        is_given = np.array([not is_blank(value) for value in column.values], dtype=bool)
        codes[(codes < 0) & is_given[column.places]] = UNKNOWN
        unknown = {place: [column.values[place]] for place in unread if place not in dont_know}
        return CodedColumn(codes[:, None], levels, unknown, tuple(notes), dont_know)

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        [number] = read_numbers([text])
        if number is None:
            return Message("reading-why-number")
        if abs(number.value) > LARGEST_NUMBER:
            return Message("reading-why-large")
        if question.log and number.value <= 0:
            return Message("reading-why-above")
        if question.unit:
            return Message("reading-why-unit", unit=question.unit)
        return Message("reading-why-other-unit")

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes, levels = code_numbers(np.array([one[0] if one else np.nan for one in chosen]))
        return CodedColumn(codes[:, None], levels, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        numbers = [] if levels is None else levels.tolist()
        return [[numbers[code]] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return f"{show_short(math.nan if levels is None else levels[code])} {question.unit}".rstrip(), True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        shown = [show_short(level) for level in ([] if levels is None else levels.tolist())]
        return ["" if code < 0 else shown[code] for code in codes[:, 0].tolist()]

    def rows(self, question: Question) -> tuple[str, ...]:
        return ("mean",)

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        """Return the mean of the numbers that people gave, (1,), or NaN if nobody did; of logarithms on a log scale."""
        if levels is None or len(codes) == 0:
            return np.array([math.nan])
        values = levels[codes[:, 0]]
        return np.array([np.exp(np.log(values).mean()) if question.log else values.mean()])


def far_numbers(values: Array, question: Question) -> Array:
    """Return the places of numbers so far from the usual range that they may be slips of the pen."""
    if question.scale is None:
        return np.empty(0, int)
    if question.log:
        low, high = question.scale
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.flatnonzero(is_far(np.log(values), (math.log(low), math.log(high))))
    return np.flatnonzero(is_far(values, question.scale))


def note_dont_know(parts: Sequence[CodedColumn], columns: Sequence[Column]) -> list[Message]:
    """Return how many people said "don't know" where numbers are asked for, or nothing."""
    counts = [
        Message(
            "reading-times", text=clip(column.heading), times=int(np.isin(column.places, list(part.dont_know)).sum())
        )
        for part, column in zip(parts, columns, strict=True)
        if part.dont_know
    ]
    if not counts:
        return []
    said = list(
        dict.fromkeys(
            column.values[p] for part, column in zip(parts, columns, strict=True) for p in sorted(part.dont_know)
        )
    )
    columns_told = join_some(counts, _MOST_NAMED)
    return [Message("reading-dont-know", count=len(said), said=quoted_some(said, _MOST_NAMED), columns=columns_told)]


def read_expectation(
    entry: Any, required: tuple[str, ...], optional: tuple[str, ...], key: str, example: str
) -> dict[str, float]:
    """Return the numbers of a table that says what is expected of a house, such as a mean; all keys are checked."""
    if not isinstance(entry, dict):
        raise SurveyError(
            Message("survey-expectation", key=key, names=join(required), got=describe(entry), example=example)
        )
    refuse_unknown(entry, (*required, *optional), f"{key}.")
    missing = [name for name in required if name not in entry]
    if missing:
        raise SurveyError(
            Message(
                "survey-expectation-missing",
                key=key,
                names=join(required),
                missing=join(missing, "and"),
                example=example,
            )
        )
    return {name: read_float(value, f"{key}.{name}") for name, value in entry.items()}


def write_expectation(entries: Mapping[str, float]) -> str:
    """Return the table that `read_expectation` reads; digits that come from rounding are left out."""
    return (
        "{ " + ", ".join(f"{name} = {format_number(float(f'{value:.12g}'))}" for name, value in entries.items()) + " }"
    )


def check_positive(key: str, value: float) -> None:
    """Raise SurveyError unless a number is positive."""
    if not (math.isfinite(value) and value > 0):
        raise SurveyError(Message("survey-positive", key=key, got=f"{value:g}"))


def _note_far(cells: Sequence[str], question: Question, left_out: bool) -> Message:
    low, high = question.scale or (math.nan, math.nan)
    return Message(
        "reading-far-left-out" if left_out else "reading-far",
        question=clip(question.text),
        low=show_number(low),
        high=f"{show_number(high)} {question.unit}".rstrip(),
        numbers=quoted_some(cells, _MOST_NAMED),
    )


class Number(NumberKind):
    r"""A number, normal in every house; on a log scale, its logarithm is normal.

    .. math:: x \sim N(\mu, \sigma^2), \qquad \sigma^2 \sim \mathrm{InvGamma}(a, b), \qquad \mu \sim N(m, \sigma^2/n)

    Prior numbers are mean m, strength n, shape a and scale b; parameters are the mean μ and the standard deviation σ.
    On a log scale they all belong to logarithms, and so do densities.
    """

    keys: ClassVar[tuple[str, ...]] = ("scale", "unit", "log")

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        scale = read_numbers_list(item, "scale", where, "[150, 200]")
        if scale is not None:
            check_scale(where, scale)
        return super().read(item, where) | {
            "scale": None if scale is None else (scale[0], scale[1]),
            "log": read_flag(item, "log", where, False),
        }

    def write(self, question: Question) -> list[str]:
        lines = [*write_scale(question), *super().write(question)]
        return [*lines, "log = true"] if question.log else lines

    def check(self, key: str, question: Question) -> None:
        if question.scale is not None:
            check_scale(key, question.scale)
            if question.log and question.scale[0] <= 0:
                raise SurveyError(Message("survey-scale-log", key=key, got=show_number(question.scale[0])))

    def n_prior(self, question: Question) -> int:
        return 4

    def is_valid(self, prior: Array) -> Array:
        """Return which prior numbers can be used: any finite mean, and positive others."""
        return np.isfinite(prior) & ((prior > 0) | (np.arange(prior.shape[-1]) == 0))

    def flat_prior(self, question: Question, key: str) -> Array:
        if question.scale is None:
            raise SurveyError(Message("survey-no-scale", key=key, question=clip(question.text)))
        return flat_normal(*(map(math.log, question.scale) if question.log else question.scale))

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        spread = "factor" if question.log else "sd"
        example = "{ mean = 30000, factor = 1.5, people = 4 }" if question.log else "{ mean = 7, sd = 1.5, people = 4 }"
        values = read_expectation(entry, ("mean", spread, "people"), ("sd_people",), key, example)
        mean, sd = values["mean"], values[spread]
        if question.log:
            if mean <= 0 or sd <= 1:
                raise SurveyError(Message("survey-factor", key=key, mean=f"{mean:g}", sd=f"{sd:g}", example=example))
            mean, sd = math.log(mean), math.log(sd)
        for name, value in (("sd", sd), ("people", values["people"]), ("sd_people", values.get("sd_people", 1.0))):
            check_positive(f"{key}.{name}", value)
        return normal_prior(mean, sd, values["people"], values.get("sd_people"))

    def write_prior(self, question: Question, prior: Array) -> str:
        mean, people, shape, scale = prior.tolist()
        sd, sd_people = math.sqrt(scale / shape), 2 * shape
        if question.log:
            entries = {"mean": math.exp(mean), "factor": math.exp(sd), "people": people}
        else:
            entries = {"mean": mean, "sd": sd, "people": people}
        return write_expectation(
            entries if math.isclose(sd_people, people) else entries | {"sd_people": sd_people},
        )

    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        if not self.is_valid(prior).all():
            raise SurveyError(Message("survey-normal", key=key, got=", ".join(f"{number:g}" for number in prior)))

    def number_limits(self, question: Question) -> NumberLimits:
        return NumberLimits(low=0.0, is_above=True) if question.log else NumberLimits()

    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        if kept is None:
            _, _, shape, scale = self.flat_prior(question, question.id).tolist()
            prior = normal_prior(0.0, math.sqrt(scale / shape), USUAL_PEOPLE)
        else:
            prior = kept.copy()
        prior[0] = math.log(mean) if question.log else mean
        return prior

    def number_density(self, question: Question, prior: Array, value: float) -> float:
        return float(normal_density(prior, np.array(math.log(value) if question.log else value)))

    def expected(self, question: Question, prior: Array) -> Array:
        return np.exp(prior[:1]) if question.log else prior[:1]

    def learned(self, question: Question, parameters: Array) -> Array:
        return np.exp(parameters[..., :1]) if question.log else parameters[..., :1]

    def parameter_names(self, question: Question) -> tuple[str, ...]:
        return ("mean", "sd")

    def numbers(self, question: Question, levels: Array) -> Array:
        return np.log(levels) if question.log else levels

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        mean, sd = parameters[..., :1], parameters[..., 1:]
        return -0.5 * ((numbers - mean) / sd) ** 2 - xp.log(sd) - 0.5 * np.log(2 * np.pi)

    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        from scipy.special import ndtr

        return np.asarray(ndtr((numbers - parameters[..., 0]) / parameters[..., 1]))

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return mean, strength, shape and scale after the answers."""
        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        n = tally.sum(axis=-1)
        centre = (tally * numbers).sum(axis=-1) / np.maximum(n, 1e-300)
        squares = (tally * (numbers - centre[..., None]) ** 2).sum(axis=-1)
        after = strength + n
        shift = strength * n * (centre - mean) ** 2 / after
        middle = (strength * mean + n * centre) / after
        return np.stack([middle, after, shape + n / 2, scale + (squares + shift) / 2], axis=-1)

    def share_spread(self, prior: Array, tally: Array, numbers: Array, people: float) -> Array:
        r"""Return the prior with the variance within houses, as certain as if it came from this many people.

        .. math:: s^2 = \Bigl(2 b + \sum_k \sum_{n: z_n = k} (x_n - \bar x_k)^2\Bigr) \Big/ (2 a + N - K)

        Otherwise a house in which everybody gave the same number would have next to no variance.
        """
        n = tally.sum(axis=-1)
        centre = (tally * numbers).sum(axis=-1) / np.maximum(n, 1e-300)
        squares = (tally * (numbers - centre[..., None]) ** 2).sum(axis=(0, -1))
        freedom = np.maximum(n - 1, 0).sum(axis=0)
        shared = prior.copy()
        shared[..., 2] = people / 2
        shared[..., 3] = people / 2 * (2 * prior[..., 3] + squares) / (2 * prior[..., 2] + freedom)
        return shared

    def rounded(self, prior: Array, question: Question) -> Array:
        """Round the mean to about a tenth of the standard deviation, and everything else to three digits.

        On a log scale, the mean and the factor that the survey file shows are rounded to three digits, too.
        """
        after = three_digits(prior)
        sd = np.sqrt(prior[..., 3] / prior[..., 2])
        step = 10.0 ** np.floor(np.log10(sd / 5))
        after[..., 0], sd = np.round(prior[..., 0] / step) * step, three_digits(sd)
        if question.log:
            after[..., 0] = np.log(three_digits(np.exp(after[..., 0])))
            factor = three_digits(np.exp(sd))
            sd = np.where(factor > 1, np.log(factor), sd)
        after[..., 3] = after[..., 2] * sd**2
        return after

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        """Draw the variance, then the mean given the variance."""
        mean, strength, shape, scale = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        variance = scale / rng.standard_gamma(shape)
        drawn = np.empty((*mean.shape, 2))
        drawn[..., 0] = mean + np.sqrt(variance / strength) * rng.standard_normal(mean.shape)
        drawn[..., 1] = np.sqrt(variance)
        return drawn

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log density of mean and variance."""
        from scipy.special import gammaln

        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        variance = parameters[..., 1] ** 2
        z = (parameters[..., 0] - mean) ** 2 * strength / variance
        of_variance = shape * np.log(scale) - gammaln(shape) - (shape + 1) * np.log(variance) - scale / variance
        return of_variance - 0.5 * (z + np.log(2 * np.pi * variance / strength))

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        from scipy.special import gammaln

        _, strength, shape, scale = np.moveaxis(prior, -1, 0)
        _, strength_after, shape_after, scale_after = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        spread = shape * np.log(scale) - shape_after * np.log(scale_after)
        rest = gammaln(shape_after) - gammaln(shape) + 0.5 * np.log(strength / strength_after)
        return spread + rest - 0.5 * np.log(2 * np.pi) * tally.sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        drawn = parameters[..., 0] + parameters[..., 1] * rng.standard_normal(parameters.shape[:-1])
        return np.exp(drawn) if question.log else drawn

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample in units of the prior's own width, so that chains start where the prior lies."""
        import jax.numpy as jnp

        dist = numpyro.distributions
        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        variance = scale * numpyro.sample(f"{name}_variance", dist.InverseGamma(shape, np.ones_like(shape)).to_event(2))
        width = (variance / strength) ** 0.5
        away = numpyro.sample(f"{name}_mean", dist.Normal(np.zeros_like(mean), np.ones_like(mean)).to_event(2))
        return numpyro.deterministic(name, jnp.stack([mean + width * away, variance**0.5], axis=-1))


def normal_prior(mean: float, sd: float, people: float, sd_people: float | None = None) -> Array:
    r"""Return the (mean, strength, shape, scale) of a normal-inverse-gamma distribution.

    .. math:: \sigma^2 \sim \mathrm{InvGamma}(n'/2,\ n' s^2/2), \qquad \mu \sim N(m,\ \sigma^2/n)

    The mean m is as certain as if it came from n people, the standard deviation s as if it came from n' people.
    """
    behind_sd = people if sd_people is None else sd_people
    return np.array([mean, people, behind_sd / 2, behind_sd / 2 * sd**2])


def flat_normal(low: float, high: float) -> Array:
    """Return a prior that says no more than the range in which most numbers lie."""
    return normal_prior((low + high) / 2, (high - low) / _FLAT_RANGE, _FLAT_MEAN_PEOPLE, _FLAT_SD_PEOPLE)


def normal_density(prior: Array, values: Array) -> Array:
    """Return the densities of numbers in a house with this prior: normal, with the predictive mean and spread."""
    mean, strength, shape, scale = prior.tolist()
    variance = scale / shape * (1 + 1 / strength)
    return np.exp(-((values - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


def check_scale(key: str, scale: Sequence[float]) -> None:
    """Raise SurveyError unless a scale goes from one number to a larger one."""
    if len(scale) != 2 or not all(math.isfinite(end) for end in scale) or scale[0] >= scale[1]:
        raise SurveyError(Message("survey-scale-order", key=key, scale=", ".join(map(show_number, scale))))


def write_scale(question: Question) -> list[str]:
    """Return the line with a question's scale, if it has one."""
    return [] if question.scale is None else [f"scale = [{', '.join(map(show_number, question.scale))}]"]
