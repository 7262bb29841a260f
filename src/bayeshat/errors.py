"""The exceptions and the warning of bayeshat.

Every message says what must hold, what was given, and what to do about it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self


class BayesHatError(Exception):
    """Base class of all errors that bayeshat raises on purpose.

    Attributes
    ----------
    words
        What went wrong, and what to do: a text, or a message that can be told in other languages.
    kind
        A short name of the problem, for front ends that write their own messages; may be empty.
    facts
        Details of the problem by name: numbers, texts, or lists of mappings, which may have their own kinds.

    Examples
    --------
    >>> import bayeshat as bh
    >>> try:
    ...     bh.decide([[0, 0, 1, 1]], [2, 1])
    ... except bh.BayesHatError as error:
    ...     print(error)
    Sizes must add up to the number of people (4); got 2+1 = 3. Add 1 place, or give shares that add up to 1.
    """

    kind: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, words: Any = "") -> None:
        super().__init__(str(words))
        self.words = words

    def with_kind(self, kind: str, **facts: Any) -> Self:
        """Set the kind and the facts of the error, and return it.

        Examples
        --------
        >>> InputError("Sizes must add up to 4; got 3.").with_kind("sizes-sum", people=4, total=3).facts["people"]
        4
        """
        self.kind, self.facts = kind, facts
        return self


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
