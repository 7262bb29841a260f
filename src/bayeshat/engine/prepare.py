"""Compiling what deciding needs in a second process, while this one samples."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from .._kernel_cache import compiling_elsewhere
from ..options import check_threads
from ..rules.rules import Apart, Rules
from .decide import decide
from .kernels._steps_numba import descend_from

# Enough people for every step of a search with everybody in it.
_MOST_PEOPLE = 400
_DRAWS = 64
# Share of the labels that chance decides.
_UNSURE = 0.5


@contextmanager
def preparing(
    n_people: int, n_groups: int, *, sized: bool, named: bool, ruled: bool, threads: int | None
) -> Iterator[None]:
    """Compile the kernels of a decision in a second process, if none are kept and there are threads for it.

    Parameters
    ----------
    n_people, n_groups
        How many people go to how many groups.
    sized
        Whether there are wanted sizes.
    named
        Whether the loss looks at which group a person is in.
    ruled
        Whether there are rules.
    threads
        Threads that may be used; by default one per core.
    """
    is_compiled = not hasattr(descend_from, "targetctx") or descend_from._cache.has(descend_from.targetctx.codegen())
    if is_compiled or check_threads(threads) == 1:
        yield
        return
    words = map(str, (min(n_people, _MOST_PEOPLE), n_groups, int(sized), int(named), int(ruled)))
    with compiling_elsewhere("bayeshat.engine.", "bayeshat.engine.prepare", *words):
        yield


def decide_once(n_people: int, n_groups: int, sized: int, named: int, ruled: int) -> None:
    """Decide on made-up draws, as ``preparing`` asks for it."""
    rng = np.random.default_rng(0)
    anywhere = rng.integers(0, n_groups, (_DRAWS, n_people))
    # Everybody has a cluster of their own in most draws, so that clusters have names.
    draws = np.where(rng.random(anywhere.shape) < _UNSURE, anywhere, np.arange(n_people) % n_groups)
    rules = Rules([Apart(("person 1", "person 2"))]) if ruled else None
    target, loss = "balanced" if sized else None, "vi + placement" if named else "auto"
    decide(draws, target, loss=loss, rules=rules, rng=0, threads=1).table()


if __name__ == "__main__":
    decide_once(*map(int, sys.argv[1:]))
