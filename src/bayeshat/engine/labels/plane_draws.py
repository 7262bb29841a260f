"""Label draws that lie on a GPU, in the place of those on the host."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..._bit_planes import MAX_CLUSTERS, BitPlanes
from ..._cuda import is_on_device
from ...errors import DrawsError
from .draws import LabelDraws, as_draws, check_weights

Array = np.ndarray

# Up to so many people the search looks at everybody from the start, on the host.
FEW_PEOPLE = 3000
# Draws on a GPU that are searched for labels at a time.
_BLOCK = 64


class PlaneDraws(LabelDraws):
    """Draws that lie on a GPU as bit planes, in the order of their places there.

    Parameters
    ----------
    planes
        The draws.
    weights
        (T,) weights of the draws in that order.
    clusters, alike, people
        As for :class:`LabelDraws`.
    """

    planes: BitPlanes

    def __init__(
        self,
        planes: BitPlanes,
        weights: Array,
        clusters: tuple[Any, ...],
        alike: Array | None = None,
        people: tuple[str, ...] | None = None,
    ) -> None:
        values = {"planes": planes, "weights": weights, "clusters": clusters, "alike": alike, "people": people}
        for name, value in (values | {"n_clusters": planes.n_clusters}).items():
            object.__setattr__(self, name, value)

    @property
    def n_people(self) -> int:
        """N."""
        return self.planes.n_people

    @property
    def n_draws(self) -> int:
        """T."""
        return self.planes.n_draws

    @cached_property
    def codes(self) -> Array:
        """(N, T) the draws on the host, copied when they are first asked for."""
        return self.planes.pick(np.arange(self.n_people), self.n_draws)

    def on_host(self) -> LabelDraws:
        """Return the same draws in the host's memory."""
        return LabelDraws(self.codes, self.weights, self.clusters, self.n_clusters, self.alike, people=self.people)

    def some(self, people: Array, n_draws: int) -> LabelDraws:
        """Return the first draws of some people, in the host's memory."""
        weights = self.weights[:n_draws] / self.weights[:n_draws].sum()
        codes = self.planes.pick(people, n_draws)
        return LabelDraws(codes, weights, self.clusters, self.n_clusters, self.alike)

    def subset(self, people: Array | None, draws: Array | None) -> LabelDraws:
        """Return the draws of some people, or some of the draws with equal weights, in the host's memory."""
        if people is None:
            return self.on_host().subset(None, draws)
        return self.some(people, self.n_draws).subset(None, draws)

    def reordered(self, clusters: tuple[Any, ...]) -> LabelDraws:
        """Return the same draws with the clusters in another order; some of them may be in nobody's draws."""
        if clusters == self.clusters:
            return self
        there = self.on_host().reordered(clusters)
        return _packed(there)

    def weighted(self, weights: Array) -> PlaneDraws:
        """Return the draws with weights (T,) in the order in which the draws were given."""
        return PlaneDraws(self.planes, weights[self.planes.order], self.clusters, self.alike, self.people)


def as_plane_draws(draws: Any, weights: ArrayLike | None, *, named: bool) -> LabelDraws:
    """Bring label draws to the GPU, unless there are so few people that the host is as quick."""
    planes = getattr(draws, "planes", None)
    if isinstance(draws, PlaneDraws):
        known = draws
    elif isinstance(planes, BitPlanes):
        names, alike = tuple(draws.survey.cluster_names), draws.prior.alike
        known = _with_equal_weights(planes, names, alike)
    elif is_on_device(draws):
        known = _pack(draws)
    else:
        there = as_draws(draws, named=named)
        if there.n_people <= FEW_PEOPLE:
            return as_draws(there, weights)
        if there.n_clusters > MAX_CLUSTERS:
            raise DrawsError(
                f"draws on a GPU may hold at most {MAX_CLUSTERS} clusters; got {there.n_clusters}. Leave device out."
            )
        known = _packed(there)
    if weights is not None:
        known = known.weighted(check_weights(weights, known.n_draws))
    return known if known.n_people > FEW_PEOPLE else known.on_host()


def _with_equal_weights(planes: BitPlanes, clusters: tuple[Any, ...], alike: Array | None) -> PlaneDraws:
    return PlaneDraws(planes, np.full(planes.n_draws, 1.0 / planes.n_draws), clusters, alike)


def _packed(draws: LabelDraws) -> PlaneDraws:
    """Return draws in the host's memory as bit planes on the GPU."""
    planes = BitPlanes.pack(draws.codes.T, draws.n_clusters)
    return PlaneDraws(planes, draws.weights[planes.order], draws.clusters, draws.alike, draws.people)


def _pack(draws: Any) -> PlaneDraws:
    """Pack labels 0 to K - 1, (T, N) or (chain, draw, N), that lie on a GPU."""
    draws = draws.reshape(-1, draws.shape[-1]) if draws.ndim == 3 else draws
    if draws.ndim != 2 or 0 in draws.shape:
        raise DrawsError(
            "draws must have the shape (draw, person) or (chain, draw, person), none of them empty; "
            f"got shape {draws.shape}. Put one draw in each row."
        )
    if draws.dtype.kind not in "iub":
        raise DrawsError(f"draws on a GPU must be whole numbers; got type {draws.dtype}. Convert them to uint8.")
    least, most = int(draws.min()), int(draws.max())
    if least < 0 or most >= MAX_CLUSTERS:
        raise DrawsError(
            f"draws on a GPU must be labels from 0 to {MAX_CLUSTERS - 1}; got {least} to {most}. "
            "Number the clusters from 0, or leave device out."
        )
    missing = _find_missing(draws, most)
    for label in reversed(missing):
        draws = draws - (draws > label)
    clusters = tuple(label for label in range(most + 1) if label not in missing)
    return _with_equal_weights(BitPlanes.pack(draws, len(clusters)), clusters, None)


def _find_missing(draws: Any, most: int) -> list[int]:
    """Return the labels from 0 to ``most`` that do not occur in draws (T, N) on a GPU."""
    missing = list(range(most + 1))
    for first in range(0, len(draws), _BLOCK):
        block = draws[first : first + _BLOCK]
        missing = [label for label in missing if not bool((block == label).any())]
        if not missing:
            break
    return missing
