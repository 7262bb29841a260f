"""Numbers about a server, as Prometheus reads them. They say nothing about any person."""

from __future__ import annotations

import threading
from collections.abc import Mapping

# A label's value stands between quotation marks.
_QUOTED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


class Requests:
    """How many requests there were since the start, and how long they took, by route and status.

    A route is the pattern ``/r/{receipt}``, never the address itself, which may be a secret.

    Examples
    --------
    >>> requests = Requests()
    >>> requests.count("/r/{receipt}", 200, 0.5)
    >>> requests.lines()[2]
    'bayeshat_requests_total{route="/r/{receipt}",status="200"} 1'
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str], tuple[int, float]] = {}

    def count(self, route: str | None, status: int, seconds: float) -> None:
        """Count a request; the route is None where there is no such page."""
        key = route or "", str(status)
        with self._lock:
            number, total = self._seen.get(key, (0, 0.0))
            self._seen[key] = number + 1, total + seconds

    def lines(self) -> list[str]:
        """Return what was counted."""
        with self._lock:
            seen = sorted(self._seen.items())
        labels = [{"route": route, "status": status} for (route, status), _ in seen]
        numbers = [number for _, (number, _) in seen]
        seconds = [round(total, 6) for _, (_, total) in seen]
        return [
            *_metric("bayeshat_requests_total", "counter", "Requests since the start.", labels, numbers),
            *_metric("bayeshat_request_seconds_total", "counter", "Seconds that they took.", labels, seconds),
        ]


def job_lines(jobs: Mapping[tuple[str, str], int]) -> list[str]:
    """Return how many jobs of each kind are in each state.

    Examples
    --------
    >>> job_lines({("sort", "running"): 1})[-1]
    'bayeshat_jobs{kind="sort",state="running"} 1'
    """
    labels = [{"kind": kind, "state": state} for kind, state in sorted(jobs)]
    return _metric("bayeshat_jobs", "gauge", "Jobs in the database.", labels, [jobs[key] for key in sorted(jobs)])


def _metric(
    name: str, kind: str, about: str, labels: list[dict[str, str]], values: list[int] | list[float]
) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"] + [
        name + "{" + ",".join(f'{key}="{text.translate(_QUOTED)}"' for key, text in each.items()) + f"}} {value}"
        for each, value in zip(labels, values, strict=True)
    ]
