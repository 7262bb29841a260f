"""cbi_partitions: the draw with the largest kernel density by VI, and conformal sets of partitions around it.

Half of the draws train the density, the other half calibrate it and hold the estimate. It cannot be told sizes.
"""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import numpy as np

from .k_means_constrained import version_of
from .protocol import Peer, Problem, Solution


def solve(problem: Problem) -> Solution:
    from cbi_partitions import PartitionKDE

    draws = np.ascontiguousarray(problem.draws, dtype=np.int64)
    # It prints what it is doing, where the runner reads results.
    with redirect_stdout(io.StringIO()):
        density = PartitionKDE(draws[::2], metric="vi", remap_labels=True)
        density.calibrate(draws[1::2])
        return Solution(labels=density.get_point_estimate())


PEER = Peer(
    name="cbi_partitions",
    kind="decides draws",
    solve=solve,
    version=lambda: version_of("cbi_partitions"),
    about="PartitionKDE(every other draw).calibrate(the others).get_point_estimate(): its defaults",
    losses=("vi",),
    accepts=lambda problem: problem.draws.shape[1] <= 2000,
)
