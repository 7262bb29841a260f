"""What an organiser may set for an event, checked field by field."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ...errors import BayesHatError
from ...survey.rules import parse_bounds
from ...survey.rules_read import read_rules
from ...survey.spec import Survey
from ...survey.text import normalise
from ..http.settings import Settings
from ..refusals import Refused
from .survey_builder import clean_text

LOSSES = ("auto", "vi", "binder", "placement")
# The default weight: sizes are met exactly, and within a range balance is a guide.
AUTO_WEIGHT = "auto"
LONGEST_TITLE = 200
_LONGEST_NAME = 100


def check_loss(value: Any) -> str:
    """Return the name of a loss, or refuse it."""
    if value not in LOSSES:
        raise Refused(f"The loss must be one of {', '.join(LOSSES)}. Choose one of them.", "loss")
    return str(value)


def read_weight(value: Any) -> float | None:
    """Return a weight of the sizes from a form; "inf" makes them exact, and empty or "auto" is the default (None)."""
    if value is None or str(value).strip().lower() in ("", AUTO_WEIGHT):
        return None
    try:
        weight = float(str(value).strip())
    except ValueError:
        weight = math.nan
    if not weight >= 0:
        raise Refused(f"The weight of the sizes must be a number of at least 0; got {value!r}.", "size_weight")
    return weight


def check_sizes(value: Any, survey: Survey) -> Any:
    """Return wanted sizes as they are kept, or refuse them."""
    if value is None or value == "balanced":
        return value
    try:
        if isinstance(value, str):
            parse_bounds(value)
            return value
        if isinstance(value, dict):
            unknown = [name for name in value if name not in survey.cluster_names]
            if unknown:
                raise Refused(f"Sizes must be given for the houses; {unknown[0]!r} is not one of them.", "target")
            # Houses without a size share whoever is left.
            given = {
                name: str(value[name]).strip() for name in survey.cluster_names if str(value.get(name, "")).strip()
            }
            if not given:
                raise Refused("Give a size for at least one house, or choose “As even as possible”.", "target")
            for size in given.values():
                parse_bounds(size)
            whole = all(size.isdigit() for size in given.values())
            return {name: int(size) if whole else size for name, size in given.items()}
    except Refused:
        raise
    except BayesHatError as error:
        raise Refused(str(error), "target") from None
    raise Refused('Sizes must be "balanced", a range such as 4..6, or one size for each house.', "target")


def check_rules(value: Any) -> dict[str, Any]:
    """Return rules as they are kept, or refuse them with all that is wrong."""
    if not isinstance(value, dict):
        raise Refused("Rules must come with their kinds. Look at the form again.", "rules")
    try:
        read_rules(value)
    except BayesHatError as error:
        raise Refused(str(error), "rules") from None
    return value


def check_title(title: str) -> str:
    """Return a title as it is kept."""
    plain = clean_text(str(title))
    if not 1 <= len(plain) <= LONGEST_TITLE:
        raise Refused(f"Write a title of 1 to {LONGEST_TITLE} characters.", "title")
    return plain


def check_most(value: Any, settings: Settings) -> int | None:
    """Return the most answers that a form takes; nothing for no limit but the server's."""
    if value is None or value == "":
        return None
    try:
        most = int(value)
    except (TypeError, ValueError):
        most = 0
    if not 1 <= most <= settings.max_people:
        raise Refused(f"The most answers must be a number from 1 to {settings.max_people}.", "max_responses")
    return most


def check_roster(roster: Iterable[str], settings: Settings) -> list[str]:
    """Return the names of a roster, each once."""
    names: dict[str, str] = {}
    for name in roster:
        plain = clean_text(str(name))
        if len(plain) > _LONGEST_NAME:
            raise Refused(f"A name on the roster may have at most {_LONGEST_NAME} characters.", "roster")
        if plain:
            names.setdefault(normalise(plain), plain)
    if len(names) > settings.max_people:
        raise Refused(f"The roster may have at most {settings.max_people} names; got {len(names)}.", "roster")
    return list(names.values())
