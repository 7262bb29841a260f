"""Which group is which house: the best names, by linear assignment."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from .reading_draws import has_dimensions, samples_first
from .sizes import Sizes, fill_zeros

Array = np.ndarray

# People searched for the groups' first members at a time.
_PEOPLE_PER_BLOCK = 1 << 16


def support_matrix(labels: Array, log_membership: Array, n_groups: int) -> Array:
    """Sum the log memberships of each group's people in each cluster, (G, K)."""
    support = np.zeros((n_groups, log_membership.shape[1]))
    np.add.at(support, labels, log_membership)
    return support


def identify(labels: ArrayLike, theta: ArrayLike) -> Array:
    r"""Return the assignment with each group renamed to the cluster that the posterior supports best.

    .. math:: \hat\sigma = \operatorname{argmax}_\sigma \sum_g s_{g\sigma(g)}, \quad
              s_{gk} = \sum_t \sum_n \log \theta^{(t)}_{nk}\, 1(a_n = g)

    This is a linear assignment problem (section 2.5 of the paper tries all permutations). With fewer groups
    than clusters some clusters get no group; with more, the groups left over are numbered after the clusters.

    Parameters
    ----------
    labels
        (N,) group of each person, 0 .. G - 1.
    theta
        Membership weights: draws (T, N, K) or (chain, draw, N, K), or one matrix of probabilities (N, K). Named
        dimensions, as in xarray, may come in any order.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.identify([0, 0, 1], [[0.1, 0.9], [0.2, 0.8], [0.9, 0.1]])
    array([1, 1, 0])
    """
    codes = np.asarray(labels)
    weights = np.asarray(_people_then_clusters(theta, labels), dtype=float)
    if codes.ndim != 1 or codes.size == 0 or codes.dtype.kind not in "iu" or codes.min() < 0:
        raise InputError(
            f"labels must be one whole number of at least 0 per person; got {codes.dtype} of shape {codes.shape}. "
            "Number the groups from 0."
        )
    if weights.ndim < 2 or weights.shape[-2] != codes.size or weights.shape[-1] == 0:
        raise InputError(
            f"theta must have the shape (…, {codes.size} people, clusters); got {weights.shape}. "
            "Pass the draws of theta, or a matrix with one row per person."
        )
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise InputError("theta must hold memberships of at least 0; got negative or non-finite values. Check theta.")
    log_theta = np.log(np.maximum(weights, 1e-300)).reshape(-1, *weights.shape[-2:]).mean(axis=0)
    groups, compact = np.unique(codes, return_inverse=True)
    return best_names(support_matrix(compact, log_theta, len(groups)))[compact]


def _people_then_clusters(theta: Any, labels: Any) -> Any:
    """Return theta with people and clusters as its last dimensions, recognised by their names or lengths."""
    if not has_dimensions(theta) or theta.ndim < 2:
        return theta
    ordered = samples_first(theta)
    last = ordered.dims[-2:]
    if has_dimensions(labels) and labels.dims[0] in last:
        people = labels.dims[0]
    elif "cluster" in last:
        people = last[last.index("cluster") - 1]
    else:
        people = last[ordered.sizes[last[0]] != len(labels)]
    return ordered.transpose(..., people, last[last.index(people) - 1])


def best_names(support: Array, allowed: Array | None = None) -> Array:
    """Return, for each group, its best cluster; groups without one are numbered after the clusters."""
    from scipy.optimize import linear_sum_assignment

    cost = -support
    if allowed is not None:
        worst = (np.abs(cost).max() + 1.0) * (len(cost) + 1) * 4
        cost = np.where(allowed, cost, worst)
    rows, columns = linear_sum_assignment(cost)
    names = np.full(len(support), -1)
    names[rows] = columns
    left = np.flatnonzero(names < 0)
    names[left] = support.shape[1] + np.arange(len(left))
    return names


def first_members(labels: Array, n_groups: int) -> Array:
    """Return the position of each group's first member, (G,); empty groups come after everybody.

    Examples
    --------
    >>> first_members(np.array([2, 2, 0, 2]), 3)
    array([2, 4, 0])
    """
    n_people = len(labels)
    first = np.full(n_groups, n_people)
    for start in range(0, n_people, _PEOPLE_PER_BLOCK):
        some = labels[start : start + _PEOPLE_PER_BLOCK]
        found = np.full(n_groups, n_people)
        found[some[::-1]] = np.arange(start + len(some) - 1, start - 1, -1)  # the last assignment to a group wins
        first = np.minimum(first, found)
        if (first < n_people).all():
            break
    return first


def log_support(labels: Array, probabilities: Array, n_groups: int, n_draws: int) -> Array:
    """Sum the logarithms of the smoothed cluster probabilities (N, K) of each group's people, (G, K).

    They are relative to equal probabilities, so a group without a cluster has support 0.
    """
    n_clusters = probabilities.shape[1]
    smooth = (probabilities * n_draws + 0.5) / (n_draws + 0.5 * n_clusters)
    return support_matrix(labels, np.log(smooth * n_clusters), n_groups)


def number_groups(
    sizes: Array, support: Array | None, target: Sizes, alike: Array | None = None, first: Array | None = None
) -> tuple[Array, bool]:
    """Return new numbers for the groups of a label-free decision, and whether the posterior would choose others.

    With free labels, group i is the one that the posterior supports best as the i-th cluster. With fixed labels, the
    numbering minimises the distance from the wanted sizes, and only ties are broken by support. Where rules tell
    groups apart, only groups that are ``alike`` (G, G) to every rule exchange numbers. Groups that nothing tells apart
    are numbered in the order of their first members, so that the same people keep the same number: ``first`` are
    these members' positions, (G,). Without them, any of several equally good numberings may be returned.
    """
    n_groups, is_fixed = target.n_groups, target.labels == "fixed"
    first = np.zeros(n_groups) if first is None else first
    kinds = np.zeros(1, np.int64) if support is None else _kinds(support)
    known = bool(kinds.any())
    support = support if support is not None and known else np.zeros((n_groups, n_groups))
    # Clusters beyond the groups have no group; groups beyond the clusters have no support.
    square = np.zeros((n_groups, n_groups))
    shared = min(n_groups, support.shape[1])
    square[:, :shared] = support[:, :shared]
    if alike is not None:
        allowed = alike & (sizes[:, None] == sizes) if is_fixed else alike
        return _numbers_among(square, allowed, best_names(square), first, sizes)
    if known:
        clusters = _best_in_order(support, None, first)
        ranked = _in_order(by_first_member(clusters, np.append(kinds, np.full(n_groups, -1))[clusters], first), first)
    else:
        ranked = _in_order(-sizes, first)
    if target.wanted is None or (known and not is_fixed):
        return ranked, False
    if target.exact is not None and is_fixed:
        wanted = target.exact
    else:  # exact sizes of interchangeable groups differ only by rounding
        wanted = fill_zeros(target.wanted, float(sizes.sum()), target.pseudocount)
    names, disagrees = _numbers_among(square, _matches(sizes, wanted), ranked, first, sizes)
    return names, disagrees and is_fixed


def _numbers_among(square: Array, allowed: Array, ranked: Array, first: Array, sizes: Array) -> tuple[Array, bool]:
    """Return the best of the allowed numbers (G, G), and whether the posterior supports ``ranked`` more.

    Only groups that have people count in that.
    """
    names = _best_in_order(square, allowed, first)
    names = by_first_member(names, _kinds(np.vstack([square, allowed]))[names], first)
    groups = np.flatnonzero(sizes > 0)
    return names, bool(square[groups, names[groups]].sum() < square[groups, ranked[groups]].sum() - 1e-9)


def number_like(labels: Array, first: Array, target: Sizes, alike: Array | None = None) -> Array:
    """Return a grouping with each group numbered like the group of a first grouping that it shares most people with.

    Only groups that sizes and rules do not tell apart exchange their numbers.
    """
    shared = np.zeros((target.n_groups, target.n_groups))
    np.add.at(shared, (labels, first), 1.0)
    return number_groups(np.bincount(labels, minlength=target.n_groups), shared, target, alike)[0][labels]


def _best_in_order(support: Array, allowed: Array | None, first: Array) -> Array:
    """As ``best_names``, but the choice between equally good names does not depend on the present numbers."""
    order = np.argsort(first, kind="stable")
    names = np.empty(len(order), np.int64)
    names[order] = best_names(support[order], None if allowed is None else allowed[order])
    return names


def _kinds(columns: Array) -> Array:
    """Return a number for each column, the same for columns that are equal up to rounding."""
    scale = max(float(np.abs(columns).max(initial=0.0)), 1.0)
    rounded = np.round(columns.T / scale, 9) + 0.0  # without negative zeros
    known: dict[bytes, int] = {}
    return np.array([known.setdefault(column.tobytes(), len(known)) for column in rounded])


def by_first_member(names: Array, kinds: Array, first: Array) -> Array:
    """Sort the names of each kind among the groups that have them, by the groups' first members."""
    dealt = names.copy()
    for kind in np.unique(kinds):
        groups = np.flatnonzero(kinds == kind)
        dealt[groups[np.argsort(first[groups], kind="stable")]] = np.sort(names[groups])
    return dealt


def _in_order(names: Array, ties: Array) -> Array:
    """Turn matched clusters into group numbers 0 .. G - 1 in the same order."""
    order = np.lexsort((ties, names))
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    return rank


def _matches(sizes: Array, wanted: Array) -> Array:
    """Say which groups may take which wanted sizes in a matching of smallest distance, (G, G).

    Such matchings are the monotone ones. Groups of equal size fill an interval of places in the sorted order, and so
    do equal wanted sizes; a group may take a size where the two intervals overlap. Overlaps of intervals have no
    cycles, so every full matching within them is monotone.
    """
    low, high = _places(sizes)
    first, last = _places(np.round(wanted, 9))
    return (low[:, None] <= last[None, :]) & (first[None, :] <= high[:, None])


def _places(values: Array) -> tuple[Array, Array]:
    """Return the first and the last place of each value in the sorted order."""
    ordered = np.sort(values)
    return np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right") - 1
