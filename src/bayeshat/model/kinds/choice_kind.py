"""Questions with one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .kind import CountedKind

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray


class Choice(CountedKind):
    r"""One option: :math:`x \sim \mathrm{Categorical}(\phi),\ \phi \sim \mathrm{Dirichlet}(\beta)`."""

    plain = True

    def n_prior(self, question: Question) -> int:
        """Return the number of options: each has a prior count."""
        return len(question.options)

    def parameter_names(self, question: Question) -> tuple[str, ...]:
        """Return the options."""
        return question.options

    def n_levels(self, question: Question) -> int:
        """Return the number of options."""
        return len(question.options)

    def counts(self, prior: Array) -> Array:
        """Return the prior counts."""
        return prior[..., None, :]

    def probabilities(self, parameters: Any, xp: Any = np) -> Any:  # noqa: ARG002
        """Return the probabilities of the options."""
        return parameters[..., None, :]

    def parameters(self, probabilities: Array) -> Array:
        """Return the probabilities of the options."""
        return probabilities[..., 0, :]

    def describe(self, parameters: Array, question: Question) -> str:
        """Name the likeliest options."""
        best = np.argsort(-parameters, kind="stable")[:2]
        return ", ".join(f"{question.options[v]} ({parameters[v]:.0%})" for v in best)

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample the probabilities of the options."""
        import jax.numpy as jnp

        return numpyro.sample(name, numpyro.distributions.Dirichlet(jnp.asarray(prior)).to_event(2))
