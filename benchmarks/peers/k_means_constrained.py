"""k-means-constrained: k-means with the smallest and largest size of a group (Usami 2014, Ganganath 2014)."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

from .features import as_columns
from .protocol import Peer, Problem, Solution, UnavailableError


def solve(problem: Problem) -> Solution:
    from k_means_constrained import KMeansConstrained

    bounds = {} if problem.sizes is None else {"size_min": min(problem.sizes), "size_max": max(problem.sizes)}
    model = KMeansConstrained(problem.n_groups, **bounds, n_init=10, random_state=problem.seed, n_jobs=1)
    return Solution(labels=model.fit_predict(as_columns(problem)))


def version_of(package: str) -> str:
    """Return the version of an installed package, or raise `UnavailableError`."""
    try:
        return installed(package)
    except PackageNotFoundError:
        raise UnavailableError(f"{package} is not installed") from None


PEER = Peer(
    name="k-means-constrained",
    kind="clusters answers",
    solve=solve,
    version=lambda: version_of("k-means-constrained"),
    about="KMeansConstrained(n_init=10) on 0/1 columns, between the smallest and the largest of the wanted sizes",
    losses=("squares",),
    keeps_sizes=True,
)
