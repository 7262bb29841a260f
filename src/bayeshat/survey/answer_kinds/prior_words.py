"""Priors of numbers in words: a mean, how far people lie from it, and how many imagined people this is worth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...errors import SurveyError
from ...tables.toml_values import format_number
from ..survey_file.toml_fields import describe, read_float, refuse_unknown

Array = np.ndarray

# How many imagined people a flat prior is worth. Of the mean it says next to nothing: houses may lie many standard
# deviations from the middle. Of the standard deviation it says as much as flat counts of two options do of a share.
_FLAT_MEAN, _FLAT_SD = 0.1, 2.0
# A flat prior takes the usual range for so many standard deviations of one house: houses differ.
_RANGE = 6.0
# How many imagined people a typical number is worth, where nobody says.
USUAL_PEOPLE = 4.0


def normal_prior(mean: float, sd: float, people: float, sd_people: float | None = None) -> Array:
    r"""Return the (mean, strength, shape, scale) of a normal-inverse-gamma distribution.

    .. math:: \sigma^2 \sim \mathrm{InvGamma}(n'/2,\ n' s^2/2), \qquad \mu \sim N(m,\ \sigma^2/n)

    The mean m is known as well as from n people, the standard deviation s as well as from n' people.
    """
    known = people if sd_people is None else sd_people
    return np.array([mean, people, known / 2, known / 2 * sd**2])


def normal_density(numbers: Array, values: Array) -> Array:
    """Return the densities of numbers in a house with this prior: normal, with the predictive mean and spread."""
    mean, strength, shape, scale = numbers.tolist()
    variance = scale / shape * (1 + 1 / strength)
    return np.exp(-((values - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


def flat_normal(low: float, high: float) -> Array:
    """Return a prior that says no more than the range in which most numbers lie."""
    return normal_prior((low + high) / 2, (high - low) / _RANGE, _FLAT_MEAN, _FLAT_SD)


def read_normal(entry: Any, key: str, log: bool = False) -> Array:
    """Return the prior that a table with a mean and a standard deviation describes; on a log scale, a factor."""
    spread = "factor" if log else "sd"
    example = "{ mean = 30000, factor = 1.5, people = 4 }" if log else "{ mean = 7, sd = 1.5, people = 4 }"
    values = _read_table(entry, ("mean", spread, "people"), ("sd_people",), key, example)
    mean, sd = values["mean"], values[spread]
    if log:
        if mean <= 0 or sd <= 1:
            raise SurveyError(
                f"{key} must have a mean above 0 and a factor above 1, since log = true; got {mean:g} and {sd:g}. "
                f"Write e.g. {example}: most people lie between 20000 and 45000."
            )
        mean, sd = math.log(mean), math.log(sd)
    for name, value in (("sd", sd), ("people", values["people"]), ("sd_people", values.get("sd_people", 1.0))):
        _check_positive(f"{key}.{name}", value)
    return normal_prior(mean, sd, values["people"], values.get("sd_people"))


def write_normal(numbers: Array, log: bool = False) -> str:
    """Return the table that `read_normal` reads."""
    mean, people, shape, scale = numbers.tolist()
    sd, sd_people = math.sqrt(scale / shape), 2 * shape
    entries = {"mean": math.exp(mean) if log else mean, "factor" if log else "sd": math.exp(sd) if log else sd}
    entries["people"] = people
    if not math.isclose(sd_people, people):
        entries["sd_people"] = sd_people
    return write_table(entries)


def check_normal(key: str, numbers: Array) -> None:
    """Raise SurveyError unless these are the parameters of a normal-inverse-gamma distribution."""
    if not np.isfinite(numbers).all() or (numbers[1:] <= 0).any():
        raise SurveyError(
            f"{key} must be a finite mean, and a positive strength, shape and scale; got "
            f"{', '.join(f'{number:g}' for number in numbers)}. Give a mean, a standard deviation above 0, and how "
            "many imagined people that is worth."
        )


def read_rate(entry: Any, key: str) -> Array:
    """Return the (shape, rate) of a gamma distribution: a mean count, known as well as from so many people."""
    values = _read_table(entry, ("mean", "people"), (), key, "{ mean = 3, people = 4 }")
    for name, value in values.items():
        _check_positive(f"{key}.{name}", value)
    return np.array([values["mean"] * values["people"], values["people"]])


def write_rate(numbers: Array) -> str:
    """Return the table that `read_rate` reads."""
    shape, rate = numbers.tolist()
    return write_table({"mean": shape / rate, "people": rate})


def write_table(entries: dict[str, float]) -> str:
    """Return numbers as an inline table; digits that are only rounding are left out."""
    return (
        "{ " + ", ".join(f"{name} = {format_number(float(f'{value:.12g}'))}" for name, value in entries.items()) + " }"
    )


def _read_table(
    entry: Any, wanted: tuple[str, ...], further: tuple[str, ...], key: str, example: str
) -> dict[str, float]:
    if not isinstance(entry, dict):
        raise SurveyError(
            f"{key} must be a table with {', '.join(wanted)}; got {describe(entry)}. Write e.g. {example}."
        )
    refuse_unknown(entry, (*wanted, *further), f"{key}.")
    missing = [name for name in wanted if name not in entry]
    if missing:
        raise SurveyError(
            f"{key} must have {', '.join(wanted)}; got nothing for {' and '.join(missing)}. Write e.g. {example}."
        )
    return {name: read_float(value, f"{key}.{name}") for name, value in entry.items()}


def _check_positive(key: str, value: float) -> None:
    if not (math.isfinite(value) and value > 0):
        raise SurveyError(f"{key} must be above 0; got {value:g}. Write a positive number.")
