"""Rankings of options."""

from __future__ import annotations

from .choice_kind import Choice


class Ranking(Choice):
    r"""Options in order, of which the first choice counts: :math:`x_1 \sim \mathrm{Categorical}(\phi)`.

    Under the model of Plackett and Luce too, the first choice has these probabilities; what the later places would add
    is left out.
    """
