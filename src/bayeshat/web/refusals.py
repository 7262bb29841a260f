"""What the web services refuse, in sentences for the page; each kind has its own HTTP status there."""

from __future__ import annotations

from typing import Any

from ..errors import AnswersError, BayesHatError, CapacityError, RulesError, SurveyError, TargetError
from ..words.message import Message, catalogue, join
from ..words.voice import DEFAULT

# What failed, for errors from below the web whose kind has no message of its own: the end of a message's id.
_FAILED: dict[type[BayesHatError], str] = {
    SurveyError: "survey",
    AnswersError: "answers",
    RulesError: "rules",
    TargetError: "sizes",
    CapacityError: "memory",
    BayesHatError: "other",
}


class Refusal(BayesHatError):  # noqa: N818
    """Something that is not done, and why.

    Attributes
    ----------
    words
        Why, and what to do: a message of the catalogues, or English. As a text, the error is English.
    """

    def __init__(self, words: str | Message) -> None:
        super().__init__(str(words))
        self.words = words


class LoginError(Refusal):
    """Only an organiser who has logged in may see or do this."""


class SizeError(Refusal):
    """What was sent is larger than may be."""


class NotFound(Refusal):
    """There is no such thing, or it is not this person's to see."""


class Forbidden(Refusal):
    """The person is known, or should be, and may not do this."""


class Stale(Refusal):
    """What was to be changed has been changed since it was shown."""

    def __init__(self, words: str | Message | None = None) -> None:
        super().__init__(words or Message("page-stale"))


class Refused(Refusal):
    """What was sent cannot be taken as it is.

    Attributes
    ----------
    field
        The form's field that the message belongs to; None for the form as a whole.
    """

    def __init__(self, words: str | Message, field: str | None = None) -> None:
        super().__init__(words)
        self.field = field


class TooMany(Refusal):
    """Too much was asked for in a short time.

    Attributes
    ----------
    retry_after
        Seconds to wait.
    """

    def __init__(self, words: str | Message, retry_after: int = 60) -> None:
        super().__init__(words)
        self.retry_after = retry_after


STATUSES: dict[type[BayesHatError], int] = {
    LoginError: 401,
    Forbidden: 403,
    NotFound: 404,
    Stale: 409,
    SizeError: 413,
    Refused: 422,
    TooMany: 429,
    CapacityError: 503,
}


def status_of(error: BayesHatError) -> int:
    """Return the HTTP status of an error."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 422)


def problems_of(error: BayesHatError, field: str = "") -> dict[str, str | Message]:
    """Return an error as a form shows it: a sentence by field; the page puts it into the reader's language.

    Errors that know of no form are shown at `field`.
    """
    return {getattr(error, "field", field) or "": words_of(error)}


def words_of(error: BayesHatError, what: str = "") -> str | Message:
    """Return what an error says, for `Catalogue.tell`.

    Errors from below the web are English. Where their kind has a message, that is returned; otherwise a sentence that
    says what failed and what to do, with the English as its `detail`.

    Parameters
    ----------
    what
        What failed, where the class of the error does not tell: the end of the id of a message "page-failed-…".
    """
    if isinstance(error.words, Message) or isinstance(error, Refusal):
        return error.words
    known = f"page-wrong-{error.kind}"
    if known in catalogue(DEFAULT):
        return Message(known, **{name: _filled(known, value) for name, value in error.facts.items()})
    failed = what or next(name for kind, name in _FAILED.items() if isinstance(error, kind))
    return Message(f"page-failed-{failed}", detail=str(error))


def _filled(message: str, value: Any) -> Any:
    """Return what is filled into a message; of a list, one line for each, in the words of its kind."""
    if not isinstance(value, list):
        return value
    lines = []
    for one in value:
        line = f"{message}-line-{one.get('kind', '')}"
        # A kind of answer from elsewhere may know mistakes of its own.
        known = line if line in catalogue(DEFAULT) else f"{message}-line"
        lines.append(Message(known, **{name: fact for name, fact in one.items() if name != "kind"}))
    return join(lines, "line")
