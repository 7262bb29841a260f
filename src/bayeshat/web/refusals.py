"""What the web services refuse, in sentences for the page; each kind has its own HTTP status there."""

from __future__ import annotations

from ..errors import BayesHatError, CapacityError
from ..words.message import Message


class Refusal(BayesHatError):  # noqa: N818
    """Something that is not done, and why."""


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


class ProviderError(Refusal):
    """The provider of OpenID Connect does not answer, or answers wrongly."""


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
    ProviderError: 502,
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


def words_of(error: BayesHatError) -> str | Message:
    """Return what an error says, for `Catalogue.tell`.

    Errors that organisers can meet say a message. One that only programmers should meet is English, which the page then
    shows as the `detail` of a sentence on what to do.
    """
    if isinstance(error.words, Message) or isinstance(error, Refusal):
        return error.words
    failed = "memory" if isinstance(error, CapacityError) else "other"
    return Message(f"page-failed-{failed}", detail=str(error))
