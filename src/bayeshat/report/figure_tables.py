"""The numbers behind every picture: pictures draw what these tables hold, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.decision import Decision
from ..engine.draws import as_draws
from ..engine.partition import coclustering
from ..errors import InputError
from ..kinds.table import kind_of
from ..sample.convergence import checked_people, diagnose, model_parameters
from ..sample.posterior import HIGH, LOW, Posterior
from .result import Result
from .tables import Table

Array = np.ndarray

# Shares of the posterior that the shades of a ternary picture hold.
REGIONS = (0.95, 0.75, 0.5, 0.25)
# Draws that a density is made of, points along a side that it is computed at, people whose pairs are shown.
_KERNELS = 1000
_SIDE = 60
# Added to each share before its density is computed: at an edge the density itself may be infinite.
_LIFT = 0.05
MOST_PAIRED = 5000


def choose_people(posterior: Posterior, people: Sequence[str | int] | None) -> Array:
    """Return the numbers of the people that were asked for by name or number; of all by default."""
    if people is None:
        return np.arange(posterior.n_people)
    known = {name: n for n, name in enumerate(posterior.names)}
    chosen = [_find(person, known, posterior.n_people, "people", "person") for person in people]
    if not chosen:
        raise InputError("people must name at least one person; got none. Leave it out to see everybody.")
    return np.array(chosen)


def choose_cluster(posterior: Posterior, cluster: str | int) -> int:
    """Return the number of a cluster that was asked for by name or number."""
    known = {name: k for k, name in enumerate(posterior.survey.cluster_names)}
    return _find(cluster, known, posterior.n_clusters, "cluster", "cluster")


def membership_table(
    posterior: Posterior, people: Sequence[str | int] | None = None, truth: Array | None = None
) -> Table:
    """Return one row per person and cluster: the mean of theta, its 95 % interval, and the truth where it is known."""
    chosen = choose_people(posterior, people)
    clusters = posterior.survey.cluster_names
    table: Table = {
        "number": np.repeat(chosen, len(clusters)).tolist(),
        "person": [posterior.names[n] for n in chosen for _ in clusters],
        "cluster": [name for _ in chosen for name in clusters],
    }
    columns = {"mean": posterior.theta_mean, "low": posterior.theta_low, "high": posterior.theta_high}
    known = check_truth(truth, posterior.theta_mean.shape, "one row per person and one column per cluster")
    if known is not None:
        columns["truth"] = known
    return table | {name: values[chosen].ravel().tolist() for name, values in columns.items()}


def answer_table(posterior: Posterior, cluster: str | int | None = None, truth: Array | None = None) -> Table:
    """Return one row per cluster, question and option: the mean of phi, its 95 % interval, and the truth.

    Of a question for numbers, the one row "mean" has the mean in the question's unit.
    """
    survey = posterior.survey
    draws = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    known = check_truth(truth, draws.shape[1:], "(cluster, question, option)")
    chosen = range(survey.n_clusters) if cluster is None else [choose_cluster(posterior, cluster)]
    table: Table = {name: [] for name in ("cluster", "question", "option", "mean", "low", "high")}
    table |= {} if known is None else {"truth": []}
    learned = [kind_of(question).learned(question, draws[:, :, q]) for q, question in enumerate(survey.questions)]
    for k in chosen:
        for q, question in enumerate(survey.questions):
            rows, own = kind_of(question).rows(question), learned[q][:, k]
            low, high = np.quantile(own, [LOW, HIGH], axis=0)
            table["cluster"] += [survey.cluster_names[k]] * len(rows)
            table["question"] += [question.id] * len(rows)
            table["option"] += rows
            for name, values in (("mean", own.mean(axis=0)), ("low", low), ("high", high)):
                table[name] += values.tolist()
            if known is not None:
                table["truth"] += kind_of(question).learned(question, known[k, q]).tolist()
    return table


def ternary_table(draws: Array) -> Table:
    r"""Return the density of draws of three shares at points of the triangle, and how much of it lies higher.

    A Gaussian kernel density q of isometric log-ratios y, brought back to the triangle; u are the shares, lifted by
    ε = 0.05 to keep what is infinite at an edge finite:

    .. math:: u = (x + ε) / (1 + 3ε), \qquad p(x) = q(y(u)) \, / \, \big((1 + 3ε)^2 \sqrt 3 \, u_1 u_2 u_3\big)

    Parameters
    ----------
    draws
        (T, 3) shares; of more than 1000 draws, 1000 are taken, evenly spread.

    Returns
    -------
    Table
        One row a point: ``first``, ``second``, ``third``, ``density``, and ``inside``, the share of draws where the
        density is higher than here: the region with ``inside`` at most 0.95 is the smallest that holds 95 %.
    """
    shares = np.asarray(draws, dtype=float).reshape(-1, 3)
    step = -(-len(shares) // _KERNELS)
    kernels = _log_ratios(shares[::step])
    centre = kernels.mean(axis=0)
    spread = np.cov(kernels.T) + 1e-6 * np.eye(2) if len(kernels) > 2 else 1e-2 * np.eye(2)
    # Scott's rule in two dimensions.
    whiten = np.linalg.inv(np.linalg.cholesky(spread)) * len(kernels) ** (1 / 6)
    kernels = (kernels - centre) @ whiten.T
    constant = np.linalg.det(whiten) / (2 * np.pi * len(kernels))

    def density(points: Array) -> Array:
        at = (_log_ratios(points) - centre) @ whiten.T
        squared = (at**2).sum(axis=1)[:, None] - 2 * at @ kernels.T + (kernels**2).sum(axis=1)
        stretch = (1 + 3 * _LIFT) ** 2 * np.sqrt(3) * _lifted(points).prod(axis=1)
        return constant * np.exp(-0.5 * squared).sum(axis=1) / stretch

    first, second = np.meshgrid(np.arange(_SIDE + 1), np.arange(_SIDE + 1), indexing="ij")
    used = first + second <= _SIDE
    points = np.stack([first[used], second[used], _SIDE - first[used] - second[used]], axis=1) / _SIDE
    values = density(points)
    heights = np.sort(density(shares[::step]))
    inside = 1 - np.searchsorted(heights, values, side="right") / len(heights)
    columns = {**dict(zip(("first", "second", "third"), points.T, strict=True)), "density": values, "inside": inside}
    return {name: column.tolist() for name, column in columns.items()}


def decision_table(result: Result) -> Table:
    """Return one row a person, group by group and surest first: name, group, and the share of each house.

    Shares are probabilities of the houses; where these are not identified, chances of belonging in each group, made to
    add up to one. ``own`` is the share of their own group; empty where groups stand for no house.
    """
    decision = result.decision
    shares = result.posterior.probabilities if result.identified else result.group_shares()
    # As many groups as houses: each stands for one. Else those that bear the name of a house do.
    columns = decision.names if shares.shape[1] == len(decision.names) else result.survey.cluster_names
    total = shares.sum(axis=1, keepdims=True)
    shares = np.divide(shares, total, out=np.full_like(shares, 1 / shares.shape[1]), where=total > 0)
    stands = np.array([columns.index(name) if name in columns else -1 for name in decision.names])[decision.labels]
    own = np.where(stands >= 0, shares[np.arange(decision.n_people), stands], shares.max(axis=1))
    order = np.lexsort((np.arange(decision.n_people), -own, decision.labels))
    table: Table = {
        "number": order.tolist(),
        "name": [result.names[n] for n in order],
        "group": [decision.groups[n] for n in order],
        "own": [float(own[n]) if stands[n] >= 0 else "" for n in order],
    }
    return table | {f"share of {name}": shares[order, k].tolist() for k, name in enumerate(columns)}


def coclustering_table(draws: Any, decision: Decision | None = None) -> Table:
    """Return one row a person in the order of the picture: number, group, and the chance to share with everybody.

    People come group by group, those who fit best first; without a decision, those next to each other who share most.
    """
    known = as_draws(draws)
    if known.n_people > MOST_PAIRED:
        raise InputError(
            f"draws must be of at most {MOST_PAIRED} people to show all pairs; got {known.n_people}. "
            "Pass the draws of some of them."
        )
    together = coclustering(known)
    if decision is None:
        order = _similar_side_by_side(together)
        groups = [""] * len(order)
    else:
        if decision.n_people != known.n_people:
            raise InputError(
                f"decision must be about the people of the draws ({known.n_people}); got one about "
                f"{decision.n_people}. Pass the draws that it was made from."
            )
        fit = decision.affinity()[np.arange(known.n_people), decision.labels]
        order = np.lexsort((-fit, decision.labels))
        groups = [decision.groups[n] for n in order]
    return {"number": order.tolist(), "group": groups, "together": together[np.ix_(order, order)].tolist()}


def trade_off_table(decisions: Sequence[Decision]) -> Table:
    """Return one row a decision, by the weight of the size term: how well it fits, how near to the wanted sizes."""
    ordered = sorted(decisions, key=lambda decision: decision.size_weight)
    table: Table = {
        "size weight": [float(decision.size_weight) for decision in ordered],
        "size distance": [float(decision.size_distance) for decision in ordered],
        "expected VI (bits)": [float(decision.expected_vi) for decision in ordered],
        "sizes": [", ".join(str(size) for size in decision.sizes) for decision in ordered],
    }
    if not np.isfinite(table["size distance"]).any():
        raise InputError(
            f"decisions must have a finite distance from wanted sizes; got none among {len(ordered)}. "
            "Make them with bayeshat.decide_path and a target."
        )
    return table


def chains_table(posterior: Posterior, parameters: int | Sequence[str] = 5) -> Table:
    """Return one row a parameter: the log likelihood, then those that mix worst, or those that are named.

    Columns: parameter, r_hat, ess_bulk, ess_tail, and draws, (chain, draw). Parameters are named as in
    ``posterior.summary()``.
    """
    people = checked_people(posterior.n_people)
    every = model_parameters(posterior, posterior.prior, posterior.survey, posterior.names, people)
    names = ["log likelihood", *every.names]
    values = np.concatenate([posterior.log_likelihood[None], every.values])
    found = diagnose(values)
    if isinstance(parameters, int):
        # The smaller of two sample sizes tells how well a parameter mixes, R-hat whether its chains agree.
        badness = np.maximum(found.r_hat - 1, 1 / np.minimum(found.ess_bulk, found.ess_tail))
        worst = 1 + np.argsort(-np.nan_to_num(badness[1:], nan=np.inf), kind="stable")[: max(parameters, 0)]
        chosen = [0, *worst.tolist()]
    else:
        known = {name: p for p, name in enumerate(names)}
        chosen = [_find(name, known, len(names), "parameters", "parameter") for name in parameters]
    return {
        "parameter": [names[p] for p in chosen],
        "r_hat": [float(found.r_hat[p]) for p in chosen],
        "ess_bulk": [float(found.ess_bulk[p]) for p in chosen],
        "ess_tail": [float(found.ess_tail[p]) for p in chosen],
        "draws": [values[p] for p in chosen],
    }


def thin_chains(table: Table) -> Table:
    """Return chains with about as many draws as the smallest effective sample size, but 50 to 200 for each chain."""
    n_chains, n_draws = table["draws"][0].shape
    sizes = np.array([table["ess_bulk"], table["ess_tail"]])
    effective = float(np.nanmin(sizes)) / n_chains if np.isfinite(sizes).any() else 0.0
    step = max(1, math.ceil(n_draws / min(max(effective, 50.0), 200.0)))
    return table | {"draws": [draws[:, ::step] for draws in table["draws"]]}


def check_truth(truth: Array | None, shape: tuple[int, ...], words: str) -> Array | None:
    """Return the truth as numbers if it has the shape that it must have."""
    if truth is None:
        return None
    known = np.asarray(truth, dtype=float)
    if known.shape != shape:
        raise InputError(
            f"truth must have {words}, shape {shape}; got {known.shape}. Pass what the answers were simulated from."
        )
    return known


def _find(wanted: str | int, known: dict[str, int], n: int, argument: str, word: str) -> int:
    if isinstance(wanted, str) and wanted in known:
        return known[wanted]
    if isinstance(wanted, (int, np.integer)) and not isinstance(wanted, bool) and 0 <= wanted < n:
        return int(wanted)
    raise InputError(
        f"{argument} must be known by name, or by number from 0 to {n - 1}; got the {word} {wanted!r}. "
        f"Names are, e.g., {', '.join(list(known)[:3])}."
    )


def _lifted(shares: Array) -> Array:
    return (shares + _LIFT) / (1 + 3 * _LIFT)


def _log_ratios(shares: Array) -> Array:
    """Return isometric log-ratios, (T, 2)."""
    logs = np.log(_lifted(shares))
    return np.stack(
        [(logs[:, 0] - logs[:, 1]) / np.sqrt(2), (logs[:, 0] + logs[:, 1] - 2 * logs[:, 2]) / np.sqrt(6)], axis=1
    )


def _similar_side_by_side(together: Array) -> Array:
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    if len(together) < 3:
        return np.arange(len(together))
    return leaves_list(linkage(squareform(np.maximum(1 - together, 0.0), checks=False), "average"))
