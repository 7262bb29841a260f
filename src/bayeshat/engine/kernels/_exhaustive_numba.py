"""The objective of many assignments, one after the other."""

import numpy as np

from ..._jit import kernel
from ._sizes_numba import refresh_sizes
from ._steps_numba import move_person, objective, set_labels
from .arrays import TOLERANCE


@kernel
def look_at_all(
    arrays,  # IN   Arrays
    state,  # OUT  State of the last assignment
    candidates,  # IN   (M, N)  assignments; fastest if successive ones differ in few people
    extra,  # IN   (M,)  added to the objective of each
):
    """Return the number of the best of several assignments, and its objective."""
    best, least = -1, np.inf
    set_labels(arrays, state, candidates[0])
    for i in range(candidates.shape[0]):
        for n in range(candidates.shape[1]):
            if state.labels[n] != candidates[i, n]:
                move_person(arrays, state, n, candidates[i, n])
        refresh_sizes(arrays.size, state.size)
        value = objective(arrays, state) + extra[i]
        if value < least - TOLERANCE:
            best, least = i, value
    return best, least
