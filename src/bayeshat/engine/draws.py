"""Label draws from any tool: checked, recoded and transposed so that each person's draws are contiguous."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._bit_planes import MAX_CLUSTERS, BitPlanes
from .._cuda import check_device, has_gpu, is_on_cuda
from ..cluster.tasks import add_up, chunks_of, compute, hold, is_partitioned, keep, shared, take_rows, task
from ..errors import DrawsError, InputError
from ..options import Workers
from ..words.voice import setting
from .counting import count_codes, share_codes
from .naming import first_members, log_support
from .reading_draws import open_draws, order_weights

if TYPE_CHECKING:
    from ..model.prior import Prior

Array = np.ndarray

# People recoded at a time: memory-mapped arrays are read in pieces.
_PEOPLE_PER_BLOCK = 2048
# Up to here floats represent whole numbers exactly.
_MAX_LABEL = 2**53
# Up to this many people the search moves people one by one, so partitions of draws are gathered into one array.
_MAX_GATHERED_PEOPLE = 3000
# Up to this many people are sorted on the host, even with device="cuda".
MAX_HOST_PEOPLE = 3000
# Groups that people are sorted into on a GPU, at most: numbers of groups are bytes, and 255 means no group.
MAX_CUDA_GROUPS = 255
# With device="auto", draws of fewer people than this are not copied to a GPU: the copy takes longer than it saves.
_FEWEST_COPIED_PEOPLE = 100_000
# People whose clusters decide which group is which, with draws on a GPU.
_NAMING_PEOPLE = 16384
# Draws on a GPU that are searched for missing labels at a time.
_CUDA_DRAWS_PER_BLOCK = 64
# If there are fewer draws than this many times the number asked for, all are taken.
_ALL_IF_BELOW = 1.5
# With more label values, labels are renumbered within each draw if that gives fewer codes.
_MAX_SHARED_LABELS = 64


@dataclass(frozen=True, eq=False)
class LabelDraws:
    """Posterior draws of everybody's cluster.

    Attributes
    ----------
    codes
        (N, T) cluster of each person in each draw, 0 .. K - 1; a Dask array where they stay in partitions of people,
        and bit planes on a GPU.
    weights
        (T,) weights of the draws, adding up to one.
    clusters
        The label value or name of each code; empty if codes only have a meaning within a draw.
    n_clusters
        K.
    alike
        (K,) if the clusters are a survey's houses: a number for each, the same for houses that the prior cannot tell
        apart. None for draws from other tools.
    told_by_totals
        Whether only known totals tell some of the houses apart.
    told_by_known
        Whether only people whose house is known tell some of them apart.
    noun
        What the survey calls its groups, "group" or "house"; "own" where they are made from the answers alone.
    people
        Everybody's name if the draws came with names; None for a posterior, which keeps the names itself.

    Examples
    --------
    >>> import bayeshat as bh
    >>> from bayeshat.engine.draws import as_draws
    >>> draws = as_draws([[5, 5, 7], [5, 7, 7]])
    >>> draws.codes.tolist(), draws.clusters, draws.n_people, draws.n_draws
    ([[0, 0], [0, 1], [1, 1]], (5, 7), 3, 2)
    >>> bh.decide(draws, [2, 1]).sizes.tolist()
    [2, 1]
    """

    codes: Any
    weights: Array
    clusters: tuple[Any, ...]
    n_clusters: int
    alike: Array | None = None
    told_by_totals: bool = False
    told_by_known: bool = False
    noun: str = "group"
    people: tuple[str, ...] | None = None

    # Where the labels lie: on the "host", on a GPU ("cuda"), or in "partitions".
    where: ClassVar[str] = "host"

    def on_host(self, purpose: str) -> LabelDraws:  # noqa: ARG002
        """Return the same draws in the host's memory; raise InputError for partitions, which may not fit."""
        return self

    @property
    def n_people(self) -> int:
        """Number of people, N."""
        return int(self.codes.shape[0])

    @property
    def n_draws(self) -> int:
        """Number of draws, T."""
        return int(self.codes.shape[1])

    @property
    def n_effective(self) -> float:
        r"""The effective number of draws, given their weights: :math:`1 / \sum_t w_t^2`."""
        return float(round(1.0 / np.square(self.weights).sum(), 6))

    @property
    def houses(self) -> tuple[str, ...] | None:
        """Names of the survey's houses; None for draws from other tools."""
        return None if self.alike is None else tuple(str(cluster) for cluster in self.clusters)

    @property
    def tells_some_apart(self) -> bool:
        """Whether the clusters are houses, and the prior tells at least some of them apart."""
        return self.alike is not None and len(np.unique(self.alike)) > 1

    @property
    def identified(self) -> bool:
        """Whether the clusters are houses that the prior tells apart, so that a label means the same in every draw."""
        return self.alike is not None and len(np.unique(self.alike)) == self.n_clusters

    def even_out(self, shares: Array) -> Array:
        """Return cluster probabilities (N, K), evened out over houses that the prior cannot tell apart.

        Such houses are equally probable, even if the chains happened to agree on which is which.
        """
        if self.alike is None or self.identified:
            return shares
        same = (self.alike[:, None] == self.alike).astype(float)
        return shares @ (same / same.sum(axis=0))

    def reordered(self, clusters: tuple[Any, ...]) -> LabelDraws:
        """Return the same draws with the clusters in another order; some of these may not occur in the draws."""
        if clusters == self.clusters:
            return self
        numbers = np.array([clusters.index(cluster) for cluster in self.clusters], _smallest_type(len(clusters)))
        return replace(self, codes=self.renumber(self.codes, numbers), clusters=clusters, n_clusters=len(clusters))

    def weighted(self, weights: Array) -> LabelDraws:
        """Return the draws with these weights, without those of weight 0."""
        keep = weights > 0
        codes = self.codes if keep.all() else np.ascontiguousarray(self.codes[:, keep])
        return replace(self, codes=codes, weights=weights[keep])

    def blind(self) -> LabelDraws:
        """Return one draw with everybody in the same cluster, for losses that do not look at who is with whom."""
        return LabelDraws(np.zeros((self.n_people, 1), np.uint8), np.ones(1), (), 1)

    def spread(self, n_draws: int) -> Array | None:
        """Choose ``n_draws`` draws, spread evenly over their weights; None, meaning all, if there are not many more."""
        if self.n_draws <= n_draws * _ALL_IF_BELOW:
            return None
        return self.at((np.arange(n_draws) + 0.5) / n_draws)

    def at(self, levels: Array) -> Array:
        """Return the draws at which the cumulative weight reaches each of several levels from 0 to 1."""
        return np.minimum(self._cumulative.searchsorted(levels), self.n_draws - 1)

    @cached_property
    def _cumulative(self) -> Array:
        """The weights of the draws, each with those before it, (T,)."""
        return self.weights.cumsum()

    def subset(self, people: Array | None, draws: Array | None) -> LabelDraws:
        """Return the draws of some people, by ascending number, or some of the draws with equal weights."""
        codes = self.codes if people is None else take_rows(self.codes, people)
        weights = self.weights
        if draws is not None:
            codes = codes[:, draws]
            weights = np.full(len(draws), 1.0 / len(draws))
        names = self.people
        if people is not None and names is not None:
            names = tuple(names[n] for n in people.tolist())
        return LabelDraws(
            np.ascontiguousarray(codes), weights, self.clusters, self.n_clusters, self.alike, people=names
        )

    def count(self, labels: Any, n_groups: int, workers: Workers) -> Array:
        """Count the people of each cluster in each group, in every draw: (T, K, G)."""
        return count_codes(self.codes, self.n_clusters, labels, n_groups, workers)

    def shares(self, workers: Workers) -> Any:
        """Return the weighted share of draws in which each person is in each cluster, (N, K); None on a GPU."""
        return share_codes(self.codes, self.weights, self.n_clusters, workers)

    def label_costs(self, shares: Any, by_cluster: Array, width: int) -> Any:
        """Return the expected cost of each person in each group, (N, P), given that of each cluster, (K, G)."""
        return expected_costs(shares, by_cluster, self.n_people, width)

    def stand(self, labels: Any, shares: Any, n_groups: int, workers: Workers) -> Standing:  # noqa: ARG002
        """Return what determines the numbers of groups, given everybody's group and cluster shares (or None)."""
        return stand_of(labels, shares, n_groups, self.n_draws)

    def renumber(self, labels: Any, numbers: Array) -> Any:
        """Return labels, one or more for each person, with other numbers."""
        return numbers[labels]


class Standing(NamedTuple):
    """The figures that determine the groups' numbers."""

    sizes: Array  # (G,)
    first: Array  # (G,) position among everybody of each group's first member; N if there is none
    support: Array | None  # (G, K) support of each group by each cluster, if cluster shares are known


def stand_of(labels: Array, shares: Array | None, n_groups: int, n_draws: int) -> Standing:
    """Return the standing of groups whose people are in the host's memory."""
    support = None if shares is None else log_support(labels.astype(np.int64, copy=False), shares, n_groups, n_draws)
    return Standing(np.bincount(labels, minlength=n_groups), first_members(labels, n_groups), support)


def expected_costs(shares: Array, by_cluster: Array, n_people: int, width: int) -> Array:
    """Return the cost of each of N people in each group, (., P), given the cost of each cluster, (K, G)."""
    cost = np.zeros((len(shares), width))
    # Most costs equal the largest one; relative to it, equal shares give exactly equal costs.
    largest = by_cluster.max()
    cost[:, : by_cluster.shape[1]] = (largest - shares @ (largest - by_cluster)) / n_people
    return cost


class PartitionedDraws(LabelDraws):
    """Draws in partitions of people: ``codes`` is a Dask array. Each pass maps over partitions and sums the results."""

    where = "partitions"

    def on_host(self, purpose: str) -> LabelDraws:
        """Refuse: all draws may not fit into memory."""
        raise InputError(
            f"{purpose} needs all draws on one machine; got a Dask array. Gather the draws first, or take a sample "
            "of the people."
        )

    def weighted(self, weights: Array) -> LabelDraws:
        """Return the draws with these weights."""
        return replace(self, weights=weights)

    def blind(self) -> LabelDraws:
        """Return one draw with everybody in the same cluster, in the same partitions."""
        return PartitionedDraws(self.codes[:, :1] * np.uint8(0), np.ones(1), (), 1)

    def count(self, labels: Any, n_groups: int, workers: Workers) -> Array:  # noqa: ARG002
        """Count the people of each cluster in each group, in every draw: (T, K, G)."""
        parts = zip(self.codes.to_delayed().ravel(), labels.to_delayed().ravel(), strict=True)
        about = (n_groups, Workers(1))
        return compute([add_up([task(count_codes, codes, self.n_clusters, own, *about) for codes, own in parts])])[0]

    def shares(self, workers: Workers) -> Any:  # noqa: ARG002
        """Return the weighted share of draws in which each person is in each cluster: a Dask array (N, K)."""
        about = (shared(self.weights), self.n_clusters, Workers(1))
        chunks = (self.codes.chunks[0], (self.n_clusters,))
        return hold([self.codes.map_blocks(share_codes, *about, chunks=chunks, meta=np.empty((0, 0)))])[0]

    def label_costs(self, shares: Any, by_cluster: Array, width: int) -> Any:
        """Return the expected cost of each person in each group: a Dask array (N, P)."""
        chunks = (shares.chunks[0], (width,))
        about = (by_cluster, self.n_people, width)
        return hold([shares.map_blocks(expected_costs, *about, chunks=chunks, meta=np.empty((0, 0)))])[0]

    def stand(self, labels: Any, shares: Any, n_groups: int, workers: Workers) -> Standing:  # noqa: ARG002
        """Return what determines the numbers of groups."""
        own: Any = labels.to_delayed().ravel()
        parts = [None] * len(own) if shares is None else shares.to_delayed().ravel()
        before = np.cumsum([0, *labels.chunks[0][:-1]]).tolist()
        about = (n_groups, self.n_draws, self.n_people)
        tasks = [task(_stand_part, *part, *about) for part in zip(own, parts, before, strict=True)]
        return compute([add_up(tasks, _add_standings)])[0]

    def renumber(self, labels: Any, numbers: Array) -> Any:
        """Return labels with other numbers, in the same partitions."""
        return hold([labels.map_blocks(numbers.take, dtype=numbers.dtype)])[0]


def _stand_part(
    labels: Array, shares: Array | None, before: int, n_groups: int, n_draws: int, n_people: int
) -> Standing:
    """Return the standing in one partition, given how many people come before it."""
    own = stand_of(labels, shares, n_groups, n_draws)
    return own._replace(first=np.where(own.first < len(labels), own.first + before, n_people))


def _add_standings(parts: list[Standing]) -> Standing:
    sizes, firsts, supports = zip(*parts, strict=True)
    support = None if supports[0] is None else np.sum(supports, axis=0)
    return Standing(np.sum(sizes, axis=0), np.min(firsts, axis=0), support)


class CudaDraws(LabelDraws):
    """Draws on a GPU: ``codes`` are bit planes, and weights are in the order in which these hold the draws."""

    where = "cuda"

    @property
    def planes(self) -> BitPlanes:
        """The draws."""
        planes: BitPlanes = self.codes
        return planes

    @cached_property
    def _copy(self) -> LabelDraws:
        codes = self.planes.pick(np.arange(self.n_people), self.n_draws)
        kept = {one.name: getattr(self, one.name) for one in fields(LabelDraws)}
        return LabelDraws(**kept | {"codes": codes})

    def on_host(self, purpose: str) -> LabelDraws:  # noqa: ARG002
        """Return the same draws in the host's memory, copied on first use."""
        return self._copy

    def count(self, labels: Any, n_groups: int, workers: Workers) -> Array:
        """Count the people of each cluster in each group, in every draw: (T, K, G)."""
        return self._copy.count(labels, n_groups, workers)

    def spread(self, n_draws: int) -> Array | None:
        """Choose the first draws, which are spread evenly over all; None, meaning all, if there are not many more."""
        return None if self.n_draws <= n_draws * _ALL_IF_BELOW else np.arange(n_draws)

    def subset(self, people: Array | None, draws: Array | None) -> LabelDraws:
        """Return the first draws of some people, in the host's memory."""
        people = np.arange(self.n_people) if people is None else people
        n_draws = self.n_draws if draws is None else len(draws)
        weights = self.weights[:n_draws] / self.weights[:n_draws].sum()
        return LabelDraws(self.planes.pick(people, n_draws), weights, self.clusters, self.n_clusters, self.alike)

    def reordered(self, clusters: tuple[Any, ...]) -> LabelDraws:
        """Return the same draws with the clusters in another order; some of these may not occur in the draws."""
        if clusters == self.clusters:
            return self
        return _packed(self.on_host("").reordered(clusters))

    def weighted(self, weights: Array) -> CudaDraws:
        """Return the draws with these weights (T,), which are in the original order of the draws."""
        return replace(self, weights=weights[self.planes.order])

    def blind(self) -> LabelDraws:
        """Return the same draws: the cost of labels is read from them, too."""
        return self

    def shares(self, workers: Workers) -> Any:
        """Return None: shares of all people would not fit into the host's memory."""

    def stand(self, labels: Any, shares: Any, n_groups: int, workers: Workers) -> Standing:  # noqa: ARG002
        """Return what determines the numbers of groups; some of the people show the support."""
        some = np.linspace(0, self.n_people - 1, _NAMING_PEOPLE).astype(np.int64)
        few = self.subset(some, None)
        support = log_support(labels[some], few.even_out(few.shares(workers)), n_groups, self.n_draws)
        return stand_of(labels, None, n_groups, self.n_draws)._replace(support=support)


def as_draws(draws: Any, weights: ArrayLike | None = None, *, named: bool = False, device: str = "cpu") -> LabelDraws:
    """Check and recode label draws: a posterior, or (T, N) or (chain, draw, N) whole numbers of at least 0.

    They may be an array, a data frame, an xarray collection with one variable of labels, or the path of a file. With
    ``named``, labels must mean the same in every draw, and are never renumbered within a draw. With the device "cuda"
    the draws are copied to a GPU, unless they are already there, or there are too few people for it to be faster; with
    "auto", if there is one and there are very many people.
    """
    weights = order_weights(weights, draws)
    planes = getattr(draws, "planes", None)
    on_gpu = isinstance(planes, BitPlanes) or is_on_cuda(draws)
    if device != "auto":
        on_gpu = check_device(device) == "cuda"
    if is_on_cuda(draws) and not on_gpu:
        raise DrawsError(
            "draws must be in the host's memory for device='cpu'; got an array on a GPU. Pass device='cuda', or copy "
            "it with cupy.asnumpy(draws)."
        )
    if isinstance(draws, LabelDraws):
        known = draws
    elif is_on_cuda(draws):
        known = _pack(draws)
    elif on_gpu and isinstance(planes, BitPlanes):
        known = draws_of_houses(planes, draws.survey, draws.prior)
    elif is_posterior(draws):
        known = _from_posterior(draws)
    else:
        form = open_draws(draws)
        weights = form.weights if weights is None else weights
        if is_partitioned(form.labels) and form.labels.shape[-1] > _MAX_GATHERED_PEOPLE:
            known = _from_partitions(form.labels)
        else:
            labels = _as_matrix(form.labels)
            codes, clusters, n_clusters = _recode(labels, named)
            known = LabelDraws(codes, np.full(labels.shape[0], 1.0 / labels.shape[0]), clusters, n_clusters)
        known = replace(known, people=form.people)
    is_many = known.n_people > MAX_HOST_PEOPLE
    fits = known.n_people >= _FEWEST_COPIED_PEOPLE and known.n_clusters <= MAX_CLUSTERS
    if device == "auto" and known.where == "host" and fits:
        on_gpu = on_gpu or has_gpu()
    if on_gpu and is_many and known.where == "host":
        known = _packed(known)
    if weights is not None:
        known = known.weighted(check_weights(weights, known.n_draws))
    return known.on_host("") if on_gpu and not is_many else known


def is_posterior(draws: Any) -> bool:
    """Say whether draws are a posterior of ours. The type is asked, since columns of a frame are attributes, too."""
    return hasattr(type(draws), "prior") and hasattr(draws, "survey")


def _from_posterior(posterior: Any) -> LabelDraws:
    """Take the label draws of a posterior of ours; its clusters have names even if they never have members."""
    if is_partitioned(posterior.z):
        codes = posterior.codes if posterior.n_people > _MAX_GATHERED_PEOPLE else posterior.codes.compute()
    else:
        codes = np.ascontiguousarray(posterior.z.reshape(-1, posterior.z.shape[-1]).T).view(np.uint8)
    return draws_of_houses(codes, posterior.survey, posterior.prior)


def draws_of_houses(codes: Any, survey: Any, prior: Prior) -> LabelDraws:
    """Return draws (N, T) of a survey's houses, of which a prior says what tells them apart."""
    names, told = tuple(survey.cluster_names), (prior.alike, prior.told_by_totals, prior.told_by_known)
    on_gpu = isinstance(codes, BitPlanes)
    n_draws = codes.n_draws if on_gpu else codes.shape[1]
    weights = np.full(n_draws, 1.0 / n_draws)
    kind = CudaDraws if on_gpu else PartitionedDraws if is_partitioned(codes) else LabelDraws
    return kind(codes, weights, names, len(names), *told, noun="own" if prior.is_blank else survey.noun)


def _as_matrix(draws: Any) -> Array:
    """Return label draws in the host's memory as an array, (T, N)."""
    try:
        labels = np.asanyarray(getattr(draws, "values", draws))
    except ValueError as error:
        raise DrawsError(
            "draws must be a rectangular array of labels, (draw, person) or (chain, draw, person); "
            f"got rows of different lengths ({error}). Give every draw one label per person."
        ) from None
    if isinstance(labels, np.ma.MaskedArray) and np.ma.is_masked(labels):
        raise DrawsError(
            f"draws must have a label for everybody in every draw; got {int(labels.mask.sum())} masked values. "
            "Fill them in, or drop those draws or those people."
        )
    return _flat(labels)


def _flat(draws: Any) -> Any:
    """Return an array of any kind as (T, N); raise DrawsError if it is empty or does not hold numbers."""
    labels = draws.reshape(-1, draws.shape[-1]) if draws.ndim == 3 else draws
    if labels.ndim != 2:
        raise DrawsError(
            "draws must have the shape (draw, person) or (chain, draw, person); "
            f"got shape {labels.shape}. Put one draw in each row."
        )
    if 0 in labels.shape:
        raise DrawsError(
            f"draws must hold at least one draw of at least one person; got shape {labels.shape}. "
            "Check that the sampler kept its draws."
        )
    if labels.dtype.kind not in "iubf":
        raise DrawsError(
            f"draws must be whole numbers, one cluster label per person; got type {labels.dtype}. "
            "Number the labels first, e.g. with numpy.unique(..., return_inverse=True)."
        )
    return labels


def _whole(block: Array) -> Array:
    """Return a block as integers; raise DrawsError if its values are not labels."""
    if block.dtype.kind == "b":
        return block.astype(np.uint8)
    if block.dtype.kind == "f" and not np.isfinite(block).all():
        raise DrawsError(
            "draws must have a label for everybody in every draw; got NaN or infinite values. "
            "Drop those draws, or those people."
        )
    if block.max() > _MAX_LABEL:
        raise DrawsError(
            f"draws must be labels of at most {_MAX_LABEL}; got {block.max()}. "
            "Number the labels first, e.g. with numpy.unique(..., return_inverse=True)."
        )
    if block.dtype.kind == "f":
        whole = block.astype(np.int64)
        if (whole != block).any():
            value = block[whole != block].flat[0]
            raise DrawsError(
                f"draws must be whole numbers (cluster labels); got {value}. "
                "If these are probabilities, draw labels from them first."
            )
        block = whole
    if block.dtype.kind == "i" and block.min() < 0:
        raise DrawsError(
            f"draws must be labels of at least 0; got {block.min()}. "
            "If a negative label means 'no cluster', give those people a cluster of their own or drop them."
        )
    return block


def _from_partitions(draws: Any) -> LabelDraws:
    """Recode a Dask array of labels, (T, N) or (chain, draw, N), within its partitions of people."""
    labels = _flat(draws).rechunk({0: -1})
    # Each partition is read once and coded by its own values, which mostly are the values of all partitions.
    parts = keep([task(_recode_alone, part) for part in labels.to_delayed().ravel()])
    values = np.unique(np.concatenate(compute([task(itemgetter(1), part) for part in parts])))
    kind = _smallest_type(len(values))
    n_draws = labels.shape[0]
    arguments = [(part, values, kind) for part in parts]
    codes = chunks_of(_recode_again, arguments, labels.chunks[1], np.empty((0, n_draws), kind))
    clusters = tuple(int(value) for value in values)
    return PartitionedDraws(hold([codes])[0], np.full(n_draws, 1.0 / n_draws), clusters, len(values))


def _recode_alone(block: Array) -> tuple[Array, Array]:
    """Return the labels of a partition, (T, N), as codes (N, T), and the values that they stand for."""
    values = _find_values(block)
    return _code_by(block, values), values


def _recode_again(part: tuple[Array, Array], values: Array, kind: Any) -> Array:
    """Return the codes of a partition, given the values of all partitions."""
    codes, own = part
    if len(own) == len(values) and codes.dtype == kind:
        return codes
    return np.searchsorted(values, own).astype(kind)[codes]


def _recode(labels: Array, named: bool) -> tuple[Array, tuple[int, ...], int]:
    n_draws, values = len(labels), _find_values(labels)
    n_clusters = len(values)
    if n_clusters > _MAX_SHARED_LABELS:
        within = [np.unique(_whole(np.asarray(row)), return_inverse=True)[1] for row in labels]
        n_within = max(int(row.max()) for row in within) + 1
        if named and n_draws > 1 and sum(int(row.max()) + 1 for row in within) < 1.5 * n_clusters:
            raise DrawsError(
                "Placement needs cluster labels that mean the same in every draw; hardly any of these "
                f"{n_clusters} label values appears in more than one draw. "
                f"Use {setting('loss', 'vi')} or {setting('loss', 'binder')}."
            )
        if n_within < n_clusters and not named:
            codes = np.array(within, dtype=_smallest_type(n_within)).T
            return np.ascontiguousarray(codes), (), n_within
    return _code_by(labels, values), tuple(int(value) for value in values), n_clusters


def _find_values(labels: Array) -> Array:
    """Return the distinct values of labels (T, N), ascending; raise DrawsError if they are not labels."""
    known: set[int] = set()
    for start in range(0, labels.shape[1], _PEOPLE_PER_BLOCK):
        block = _whole(np.asarray(labels[:, start : start + _PEOPLE_PER_BLOCK]))
        low, high = int(block.min()), int(block.max())
        if high - low >= 256:
            known.update(np.unique(block).tolist())
        else:
            known.update(value for value in range(low, high + 1) if value not in known and (block == value).any())
    return np.array(sorted(known), dtype=np.int64)


def _code_by(labels: Array, values: Array) -> Array:
    """Return checked labels (T, N) as positions in their sorted values, (N, T)."""
    n_draws, n_people = labels.shape
    codes = np.empty((n_people, n_draws), dtype=_smallest_type(len(values)))
    for start in range(0, n_people, _PEOPLE_PER_BLOCK):
        block = np.asarray(labels[:, start : start + _PEOPLE_PER_BLOCK])
        block = block if block.dtype.kind in "iu" else _whole(block)
        in_order = values[0] == 0 and values[-1] == len(values) - 1
        codes[start : start + _PEOPLE_PER_BLOCK] = (block if in_order else np.searchsorted(values, block)).T
    return codes


def _smallest_type(n_clusters: int) -> type[np.unsignedinteger]:
    if n_clusters > 65536:
        raise DrawsError(f"draws may hold at most 65536 clusters; got {n_clusters}. Merge the smallest clusters first.")
    return np.uint8 if n_clusters <= 256 else np.uint16


def check_weights(weights: ArrayLike, n_draws: int) -> Array:
    """Return the weights of the draws, scaled to add up to one; raise DrawsError if they are not weights."""
    values = np.asarray(weights, dtype=float).ravel()
    if values.size != n_draws:
        raise DrawsError(
            f"weights must have one entry per draw ({n_draws}); got {values.size}. "
            "Flatten chains in the same order as the draws."
        )
    if not np.isfinite(values).all() or (values < 0).any():
        raise DrawsError(
            "weights must be finite and not negative; got "
            f"{values[~(np.isfinite(values) & (values >= 0))][0]}. Use importance weights, not log weights."
        )
    if values.sum() == 0:
        raise DrawsError("weights must not all be zero; got only zeros. Leave weights out to weigh draws alike.")
    return values / values.sum()


def _with_equal_weights(planes: BitPlanes, clusters: tuple[Any, ...], alike: Array | None) -> CudaDraws:
    return CudaDraws(planes, np.full(planes.n_draws, 1.0 / planes.n_draws), clusters, planes.n_clusters, alike)


def _packed(draws: LabelDraws) -> CudaDraws:
    """Return draws in the host's memory as bit planes on the GPU."""
    if draws.n_clusters > MAX_CLUSTERS:
        raise DrawsError(
            f"draws on a GPU may hold at most {MAX_CLUSTERS} clusters; got {draws.n_clusters}. Leave device out."
        )
    planes = BitPlanes.pack(draws.codes.T, draws.n_clusters)
    weights = draws.weights[planes.order]
    kept = {one.name: getattr(draws, one.name) for one in fields(draws)}
    return CudaDraws(**kept | {"codes": planes, "weights": weights})


def _pack(draws: Any) -> CudaDraws:
    """Pack labels 0 to K - 1 on a GPU, (T, N) or (chain, draw, N)."""
    draws = _flat(draws)
    if draws.dtype.kind == "f":
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
    for first in range(0, len(draws), _CUDA_DRAWS_PER_BLOCK):
        block = draws[first : first + _CUDA_DRAWS_PER_BLOCK]
        missing = [label for label in missing if not bool((block == label).any())]
        if not missing:
            break
    return missing
