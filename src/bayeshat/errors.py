"""The exceptions and the warning of bayeshat.

Every message says what must hold, what was given, and what to do about it.
"""

from typing import Any


class BayesHatError(Exception):
    """Base class of all errors that bayeshat raises on purpose.

    Attributes
    ----------
    words
        What went wrong, and what to do: a message, or English text where only programmers can meet the error. As a
        text, an error is in the language of the current voice.

    Examples
    --------
    >>> import bayeshat as bh
    >>> try:
    ...     bh.decide([[0, 0, 1, 1]], [2, 1])
    ... except bh.BayesHatError as error:
    ...     print(error)
    Sizes must add up to the number of people (4); got 2+1 = 3. Add 1 place, or give shares that add up to 1.
    """

    def __init__(self, words: Any = "") -> None:
        super().__init__(words)
        self.words = words

    def __str__(self) -> str:
        return str(self.words)

    @property
    def id(self) -> str:
        """The id of the message that it says; empty if it says English text."""
        return getattr(self.words, "id", "")


class InputError(BayesHatError, ValueError):
    """An argument or a file cannot be used."""


class DrawsError(InputError):
    """The label draws, or their weights, cannot be used."""


class TargetError(InputError):
    """The wanted group sizes cannot be used."""


class LossError(InputError):
    """The loss is unknown or cannot be used here."""


class CapacityError(BayesHatError, MemoryError):
    """The problem does not fit into this machine's memory."""


class DeviceError(BayesHatError):
    """The GPU cannot be used: it or its library is missing, or it cannot solve this problem."""


class SearchError(BayesHatError):
    """The search found no solution."""


class ModelError(InputError):
    """The model cannot be built from the given priors, answers or settings of a simulation."""


class SamplerError(BayesHatError):
    """A sampler cannot run here, or its draws cannot be used."""


class ClusterError(BayesHatError):
    """A scheduler cannot be reached, or it and its workers' data were lost."""


class CourseError(BayesHatError):
    """A course system cannot be reached, or refuses what it is asked."""


class SurveyError(InputError):
    """The survey is not valid."""


class AnswersError(InputError):
    """The table of answers cannot be read, or does not fit the survey."""


class RulesError(InputError):
    """Rules cannot all be met.

    Attributes
    ----------
    conflict
        The rules that contradict each other; dropping any one of them resolves the conflict.
    by_sizes
        Whether the wanted sizes are part of the conflict.
    """

    def __init__(self, words: Any, conflict: tuple[object, ...] = (), *, by_sizes: bool = False) -> None:
        super().__init__(words)
        self.conflict, self.by_sizes = conflict, by_sizes


class SeparationWarning(UserWarning):
    """The answers hardly separate people, so groups based on them are little better than chance.

    Examples
    --------
    >>> import warnings
    >>> import bayeshat as bh
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", bh.SeparationWarning)
    ...     labels = bh.SortingHat(n_groups=2, draws=200, tune=200).fit_predict([["a"], ["b"]] * 10)
    """
