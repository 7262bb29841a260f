"""A step that learns how clearly clusters have favourite options, where a survey says nothing of them."""

from __future__ import annotations

import numpy as np

from ...model.density import favoured_slots
from ...model.favourites import draw_favourites
from ...model.prior import Prior
from ...model.slots import Slots
from .chains import ChainTally
from .kernels._gibbs_numba import Blocks, Chain, Rows

Array = np.ndarray


class FavouritesStep:
    """Draws sharpness and favourites (`bayeshat.model.favourites`) given the labels, with phi integrated out.

    Parameters
    ----------
    data
        Answers and priors as the kernels take them.
    prior
        The priors.
    slots
        Where answers stand; None if all questions are choices.
    weight
        (Q,) powers of the slots' likelihoods.
    """

    def __init__(self, data: Blocks | Rows, prior: Prior, slots: Slots | None, weight: Array) -> None:
        self._favoured = np.flatnonzero(favoured_slots(prior, slots))
        self._n_options = data.n_options[self._favoured]
        self._tally = ChainTally(data, weight)

    @property
    def learns(self) -> bool:
        """Whether there is anything to learn."""
        return len(self._favoured) > 0

    def make(self, chain: Chain, rng: np.random.Generator) -> None:
        """Change the prior counts of a chain; nothing happens where they are as stated."""
        if not self.learns:
            return
        tally = self._tally.of(chain)[:, self._favoured]
        chain.beta[self._favoured] = draw_favourites(tally, self._n_options, rng).transpose(1, 2, 0)
        # Phi was integrated out: what was drawn for other favourites is not mirrored, but drawn anew.
        chain.phi[self._favoured] = 0.0
