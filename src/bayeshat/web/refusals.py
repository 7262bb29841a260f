"""What the web services refuse, in sentences for the page; each kind has its own HTTP status there."""

from __future__ import annotations

from ..errors import BayesHatError

STALE = "Somebody changed this in the meantime. Look at it again, then repeat your change."


class NotFound(BayesHatError):  # noqa: N818
    """There is no such thing, or it is not this person's to see."""


class Forbidden(BayesHatError):  # noqa: N818
    """The person is known, or should be, and may not do this."""


class Stale(BayesHatError):  # noqa: N818
    """What was to be changed has been changed since it was shown."""

    def __init__(self, message: str = STALE) -> None:
        super().__init__(message)


class Refused(BayesHatError):  # noqa: N818
    """What was sent cannot be taken as it is.

    Attributes
    ----------
    field
        The form's field that the message belongs to; None for the form as a whole.
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class TooMany(BayesHatError):  # noqa: N818
    """Too much was asked for in a short time.

    Attributes
    ----------
    retry_after
        Seconds to wait.
    """

    def __init__(self, message: str, retry_after: int = 60) -> None:
        super().__init__(message)
        self.retry_after = retry_after
