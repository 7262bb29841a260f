"""Numbers on a scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .choice_kind import Choice
from .kind import Kind
from .number_kind import Number

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray

_CHOICE = Choice()


class Rating(Number):
    """A number on a scale: normal in every cluster or, without order, an option like any other."""

    def of(self, question: Question) -> Kind:
        """Return a choice for a rating whose numbers, or bins, are not in order."""
        return self if question.ordered else _CHOICE

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw numbers, rounded to whole ones and kept on the scale."""
        low, high = question.scale or (1.0, float(max(len(question.options), 1)))
        return np.clip(np.round(super().simulate(parameters, question, rng)), low, high)
