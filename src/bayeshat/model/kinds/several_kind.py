"""Questions with as many answers as apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .kind import CountedKind

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray

# What may be left of a probability that is stored as 1.
_ROUNDING = 1e-16


class Several(CountedKind):
    r"""Any number of options, each ticked or not: :math:`x_v \sim \mathrm{Bernoulli}(p_v),\ p_v \sim \mathrm{Beta}`.

    An option that is not ticked tells something too. The prior numbers are the counts of people who ticked each option,
    then of those who did not.
    """

    def n_columns(self, question: Question) -> int:
        """Return the number of options: each has a column, with 1 where it was ticked and 0 where not."""
        return len(question.options)

    def n_prior(self, question: Question) -> int:
        """Return two per option."""
        return 2 * len(question.options)

    def parameter_names(self, question: Question) -> tuple[str, ...]:
        """Return the options; the parameters are the probabilities that each is ticked."""
        return question.options

    def n_levels(self, question: Question) -> int:  # noqa: ARG002
        """Return 2: not ticked, and ticked."""
        return 2

    def counts(self, prior: Array) -> Array:
        """Return the counts of those who did not tick each option, and of those who did."""
        ticked, not_ticked = np.split(prior, 2, axis=-1)
        return np.stack([not_ticked, ticked], axis=-1)

    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        """Return the probabilities of not ticked and ticked."""
        return xp.stack([xp.maximum(1.0 - parameters, _ROUNDING), parameters], axis=-1)

    def parameters(self, probabilities: Array) -> Array:
        """Return the probabilities of ticked."""
        return probabilities[..., 1]

    def describe(self, parameters: Array, question: Question) -> str:
        """Name the options that are ticked most, and how many are on average."""
        best = np.argsort(-parameters, kind="stable")[:2]
        told = ", ".join(f"{question.options[v]} ({parameters[v]:.0%})" for v in best)
        return f"{told}; {parameters.sum():.1f} of {len(parameters)} ticked"

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample the probabilities that options are ticked."""
        ticked, not_ticked = np.split(prior, 2, axis=-1)
        return numpyro.sample(name, numpyro.distributions.Beta(ticked, not_ticked).to_event(3))
