"""The exceptions that bayeshat raises for its callers to read, and a warning.

Every message says what must hold, what was given, and what to do about it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self


class BayesHatError(Exception):
    """Base of everything that bayeshat raises on purpose.

    Attributes
    ----------
    kind
        A short name of what is wrong, for front ends with words of their own; empty where there is none.
    facts
        What the message is about, by name: numbers, texts, or lists of mappings, each perhaps with a kind of its own.

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

    def with_kind(self, kind: str, **facts: Any) -> Self:
        """Return the error itself, with its kind and what it is about.

        Examples
        --------
        >>> InputError("Sizes must add up to 4; got 3.").with_kind("sizes-sum", people=4, total=3).facts["people"]
        4
        """
        self.kind, self.facts = kind, facts
        return self


class InputError(BayesHatError, ValueError):
    """Something that was given cannot be used as it is."""


class DrawsError(InputError):
    """The label draws, or their weights, cannot be used."""


class TargetError(InputError):
    """The wanted group sizes cannot be used."""


class LossError(InputError):
    """The loss is unknown or cannot be used here."""


class CapacityError(BayesHatError, MemoryError):
    """The problem does not fit into this machine's memory."""


class DeviceError(BayesHatError):
    """A device cannot be used here: its library or the device itself is missing, or the problem does not suit it."""


class SearchError(BayesHatError):
    """The search could not find what it was asked for."""


class ModelError(InputError):
    """The model cannot be built from what was given: its priors, its answers, or how to simulate them."""


class SamplerError(BayesHatError):
    """A sampler cannot run here, or what it drew cannot be used."""


class ClusterError(BayesHatError):
    """A scheduler cannot be reached, or was lost together with what its workers held."""


class SurveyError(InputError):
    """The survey cannot be used as it is written."""


class AnswersError(InputError):
    """The table of answers cannot be read, or does not fit the survey."""


class RulesError(InputError):
    """Rules cannot all be met.

    Attributes
    ----------
    conflict
        The rules that contradict each other; none of them can be left out.
    by_sizes
        Whether the wanted sizes contradict them, too.
    """

    def __init__(self, message: str, conflict: tuple[object, ...] = (), *, by_sizes: bool = False) -> None:
        super().__init__(message)
        self.conflict, self.by_sizes = conflict, by_sizes


class SeparationWarning(UserWarning):
    """The answers hardly separate people, so that groups made of them are little better than chance.

    Examples
    --------
    >>> import warnings
    >>> import bayeshat as bh
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", bh.SeparationWarning)
    ...     labels = bh.SortingHat(n_groups=2, draws=200, tune=200).fit_predict([["a"], ["b"]] * 10)
    """
