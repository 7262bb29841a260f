"""What an organiser may set for an event, checked field by field."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...engine.sizes import read_group_size
from ...errors import BayesHatError
from ...rules.bounds import Bounds
from ...rules.reading import read_rules
from ...rules.rules import Rules
from ...survey.spec import Survey
from ...words.message import Message, language_names
from ..db.schema import Event, now
from ..refusals import Refused, words_of
from ..settings import Settings
from .builder import clean_text

LOSSES = ("auto", "vi", "binder", "placement")
# Settings that are either on or off.
SWITCHES = (
    *("asks_names", "asks_wishes", "asks_friends", "is_kiosk"),
    *("shows_reason", "shows_chances", "shows_mates", "allows_exchange"),
)
# The default weight: sizes are met exactly, and within a range balance is a guide.
AUTO_WEIGHT = "auto"
LONGEST_TITLE = 200
_LONGEST_NOTICE = 10_000
_NOTICES = {"privacy_notice": "events-privacy-length", "consent": "events-consent-length"}
_INSTANTS = {"closes_at": "events-closes-at-moment", "delete_at": "events-delete-at-moment"}


@dataclass(frozen=True)
class KnownTotals:
    """Sizes that are no wishes but facts: how many of these people truly belong to each house."""

    sizes: Any


def check_loss(value: Any) -> str:
    """Return the name of a loss, or refuse it."""
    if value not in LOSSES:
        raise Refused(Message("events-no-such-loss", losses=", ".join(LOSSES)), "loss")
    return str(value)


def read_weight(value: Any) -> float | None:
    """Return a weight of the sizes from a form; "inf" makes them exact, and empty or "auto" is the default (None)."""
    if value is None or str(value).strip().lower() in ("", AUTO_WEIGHT):
        return None
    try:
        weight = float(str(value).strip())
    except ValueError:
        weight = math.nan
    # What is too large for a number is not what "inf" means.
    if not weight >= 0 or (math.isinf(weight) and "inf" not in str(value).lower()):
        raise Refused(Message("events-weight-number", given=str(value)), "size_weight")
    return weight


def check_target(value: Any, survey: Survey, is_fixed: bool) -> dict[str, Any]:
    """Return wanted sizes, or known totals, as an event keeps them, or refuse them.

    Parameters
    ----------
    is_fixed
        Whether there are as many groups as the survey says.
    """
    if not isinstance(value, KnownTotals):
        return {"sizes": check_sizes(value, survey, is_fixed)}
    sizes = check_sizes(value.sizes, survey, is_fixed)
    whole = isinstance(sizes, dict) and all(isinstance(sizes.get(house), int) for house in survey.cluster_names)
    if not whole:
        raise Refused(Message("events-facts-whole"), "target")
    return {"sizes": sizes, "facts": True}


def check_sizes(value: Any, survey: Survey, is_fixed: bool) -> Any:
    """Return wanted sizes as they are kept, or refuse them."""
    if value is None or value == "balanced":
        return value
    try:
        if read_group_size(value) is not None:
            if is_fixed:
                raise Refused(Message("events-groups-fixed", groups=survey.n_clusters), "target")
            return value
        if isinstance(value, str):
            return Bounds.of(value).size
        if isinstance(value, dict):
            unknown = [name for name in value if name not in survey.cluster_names]
            if unknown:
                raise Refused(Message("events-sizes-unknown", house=unknown[0]), "target")
            # Houses without a size share the people who are left.
            sizes = {name: str(value.get(name, "")).strip() for name in survey.cluster_names}
            given = {name: Bounds.of(size).size for name, size in sizes.items() if size}
            if not given:
                raise Refused(Message("events-sizes-none"), "target")
            whole = all(size.isdigit() for size in given.values())
            return {name: int(size) if whole else size for name, size in given.items()}
    except Refused:
        raise
    except BayesHatError as error:
        raise Refused(words_of(error), "target") from None
    raise Refused(Message("events-sizes-kinds"), "target")


def check_rules(value: Any) -> dict[str, Any]:
    """Return rules as they are kept, or refuse them with all that is wrong."""
    if not isinstance(value, dict):
        raise Refused(Message("events-rules-unreadable"), "rules")
    try:
        read_rules(value)
    except BayesHatError as error:
        raise Refused(words_of(error), "rules") from None
    return value


def add_rules_of(survey: Survey, rules: dict[str, Any]) -> dict[str, Any]:
    """Return an event's rules with those of a survey added, each once."""
    return (Rules.from_plain(rules) + survey.rules).to_plain() if survey.rules else rules


def without_rules(text: str, survey: Survey) -> str:
    """Return a survey's TOML text without its rules; a text without any is returned as it is, with its comments.

    Rules name people. An event keeps them apart from its survey, which stays when all about people is deleted.
    """
    return replace(survey, rules=Rules()).to_toml() if survey.rules else text


def check_title(title: str) -> str:
    """Return a title as it is kept."""
    plain = clean_text(str(title))
    if not 1 <= len(plain) <= LONGEST_TITLE:
        raise Refused(Message("events-title-length", longest=LONGEST_TITLE), "title")
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
        raise Refused(Message("events-max-number", most=settings.max_people), "max_responses")
    return most


def check_language(value: Any) -> str:
    """Return the code of a language that respondents' pages speak, or refuse it."""
    known = language_names()
    if value not in known:
        raise Refused(Message("page-no-such-language", languages=", ".join(known.values())), "language")
    return str(value)


def check_notice(field: str, value: Any) -> str:
    """Return a text of several lines for respondents; empty for none."""
    lines = [clean_text(line) for line in str(value or "").splitlines()]
    text = "\n".join(lines).strip()
    if len(text) > _LONGEST_NOTICE:
        raise Refused(Message(_NOTICES[field], longest=_LONGEST_NOTICE), field)
    return text


def read_instant(field: str, value: Any) -> datetime | None:
    """Return a moment from a form: a date and time as ISO 8601 writes them, in UTC if no zone is given.

    Examples
    --------
    >>> read_instant("closes_at", "2030-05-01T18:00+02:00")
    datetime.datetime(2030, 5, 1, 16, 0, tzinfo=datetime.timezone.utc)
    >>> read_instant("closes_at", "2030-05-01T18:00").isoformat()
    '2030-05-01T18:00:00+00:00'
    """
    if value is None or value == "":
        return None
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(Message(_INSTANTS[field], given=str(value)[:40]), field) from None


def check_dates(event: Event, closes_at: datetime | None, delete_at: datetime | None) -> None:
    """Refuse dates of which nobody can mean both, or that would delete everything at once."""
    if delete_at is not None and delete_at != event.delete_at and delete_at <= now():
        raise Refused(Message("events-delete-at-past"), "delete_at")
    if delete_at is not None and closes_at is not None and delete_at < closes_at:
        raise Refused(Message("events-delete-at-early"), "delete_at")
