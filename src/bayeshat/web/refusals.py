"""What the web services refuse, in sentences for the page; each kind has its own HTTP status there."""

from __future__ import annotations

from ..errors import BayesHatError
from .languages import Message


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


def words_of(error: BayesHatError) -> str | Message:
    """Return what an error says, for `Catalogue.tell`; errors from below the web are English."""
    return error.words if isinstance(error, Refusal) else str(error)
