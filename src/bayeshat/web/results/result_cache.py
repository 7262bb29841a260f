"""Results that were looked at lately, kept in memory: unpacking one takes longer than showing it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from ...report.result import Result

# For about ten results of 1000 people.
_MOST_BYTES = 256 * 2**20


class ResultCache:
    """The results used last, within a limit of bytes; at most one for each stored result.

    Parameters
    ----------
    most_bytes
        The limit. A result that is larger is not kept.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self._kept: OrderedDict[str, tuple[Hashable, Result, int]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, sorting_id: str, people: Hashable) -> Result | None:
        """Return a result that was made of the same people with the same answers; None if it is not kept."""
        with self._lock:
            known, result, _ = self._kept.get(sorting_id, (None, None, 0))
            if result is None or known != people:
                return None
            self._kept.move_to_end(sorting_id)
            return result

    def keep(self, sorting_id: str, people: Hashable, result: Result) -> None:
        """Keep a result instead of what was kept of it, and let go of those that were not used for longest."""
        with self._lock:
            self._kept.pop(sorting_id, None)
            self._kept[sorting_id] = (people, result, _measure(result))
            while sum(size for _, _, size in self._kept.values()) > self.most_bytes:
                self._kept.popitem(last=False)


def _measure(result: Result) -> int:
    """Return about how many bytes a result takes."""
    posterior = result.posterior
    arrays = [posterior.z, posterior.phi, posterior.theta_mean, posterior.theta_low, posterior.theta_high]
    decisions = [one for one in (result.decision, result.other, result.softer) if one is not None]
    # Decisions share their draws.
    draws = {id(one._draws): one._draws.codes.nbytes for one in decisions}
    return sum(array.nbytes for array in arrays) + sum(draws.values())
