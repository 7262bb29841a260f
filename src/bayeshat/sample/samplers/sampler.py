"""What a sampler is: ``init`` and ``step``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ..draws import Draws

Tell = Callable[[float], None]


class Info(NamedTuple):
    """What a step says about itself."""

    sweeps: int  # per chain


class Sampler(Protocol):
    """All chains of one sampler: where they start, and how they move on.

    A state is whatever the next step needs; only the sampler itself looks into it. ``tell`` is called with the number
    of sweeps, over all chains, since the last call.
    """

    def init(self, sweeps: int, tell: Tell) -> Any:
        """Return the state of chains that have run for this many sweeps."""

    def step(self, state: Any, draws: Draws, thin: int, tell: Tell) -> tuple[Any, Info]:
        """Fill the draws after those that are kept, one every ``thin`` sweeps; return the new state."""
