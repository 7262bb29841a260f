"""The experiments on one simulated data set and its posterior. Each returns plain values, ready for JSON."""

from __future__ import annotations

import time
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..engine.decision import Decision
from ..engine.naming import identify
from ..engine.partition import contingency, variation_of_information
from ..engine.sizes import aitchison_distance
from ..options import choose_evenly
from ..sample.posterior import Posterior
from .designs import (
    PSEUDOCOUNT,
    RULES,
    SIZE_WEIGHTS,
    DataSet,
    decide_by,
    decide_sizes,
    decide_weights,
    sample,
    with_dominant_labels,
)
from .printed import measure

Array = np.ndarray
Piece = dict[str, Any]

# Values that differ by less than this differ by rounding only.
TOLERANCE = 1e-9
# The pseudocounts δ for which the weights of the size term are tried.
PSEUDOCOUNTS = (0.01, 0.1, 0.5, 1.0)
# At most this many draws are weighed a second time, because every pair of them is compared.
WEIGHED_DRAWS = 1000
# The sizes of two groups for three clusters.
MERGED_SIZES = {"even": ((14, 6), (10, 10)), "uneven": ((12, 8), (15, 5), (10, 10))}
# The pseudocounts δ for a third group that is to stay empty.
EMPTY_PSEUDOCOUNTS = (0.01, 0.1, 1.0)
# NUTS stops after this many draws, converged or not.
MAX_NUTS_DRAWS = 4000
# Batches of draws in each chain: few and long, so that their means are nearly independent.
BATCHES = 5
# Two samplers that agree are said to disagree with this probability.
FALSE_ALARM = 0.05


def run_data_set(data: DataSet, posterior: Posterior) -> Piece:
    """Decide in every way, and compare the decisions and both kinds of label with the truth."""
    found = evaluate(data, posterior)
    return found | {"labels": compare_labels(data, posterior, found["decisions"])}


def evaluate(data: DataSet, posterior: Posterior) -> Piece:
    """Decide in every way, name the groups, and compare with the truth."""
    began = time.perf_counter()
    made = {rule: decide_by(rule, posterior, data) for rule in RULES}
    seconds = time.perf_counter() - began
    named = {rule: identify(decision.labels, np.asarray(posterior.theta)) for rule, decision in made.items()}
    truth = data.simulation.truth

    def describe(labels: Array, rule: str) -> Piece:
        sizes = np.bincount(labels, minlength=posterior.n_clusters)
        told = {"expected loss": made[rule].expected_loss, "sizes": join(sizes), "groups": int((sizes > 0).sum())}
        return measure(labels, truth) | told | {"labels": labels.tolist()}

    status = posterior.status
    return {
        "truth": truth.tolist(),
        "decisions": {
            "vi": describe(named["vi"], "vi"),
            "fixed": describe(made["fixed"].labels, "fixed"),
            "fixed_identified": describe(named["fixed"], "fixed"),
            "free": describe(named["free"], "free"),
            "placement": describe(made["placement"].labels, "placement"),
        },
        "converged": status.converged,
        "r_hat_max": status.r_hat_max,
        "ess_min": min(status.ess_bulk_min, status.ess_tail_min),
        **check_claims(data, posterior, made, named),
        "seconds": {"sampling": posterior.seconds, "deciding": seconds},
    }


def join(values: Any) -> str:
    """Return values with spaces between them."""
    return " ".join(map(str, values))


def check_claims(data: DataSet, posterior: Posterior, made: dict[str, Decision], named: dict[str, Array]) -> Piece:
    """Check on this data set what is claimed of the method.

    Returns whether the label-fixed and the label-free size term reach the same loss and the same partition; whether
    the posterior renames the groups of the label-fixed decision; whether sorting finds the smallest distance of all
    permutations; whether linear assignment finds the best names of all permutations; how much the divisor in C(a, δ)
    matters; whether VI alone makes one group; and the share of starts of the search that led to the best value.
    """
    fixed, free, sizes = made["fixed"], made["free"], data.design.sizes
    n_clusters, n_people = posterior.n_clusters, posterior.n_people
    target = [n_people / n_clusters] * n_clusters if data.design.target == "balanced" else list(sizes)
    raised = free.sizes + PSEUDOCOUNT
    smallest = min(aitchison_distance(raised, order) for order in permutations(target))
    as_printed = aitchison_distance(raised / (n_people * (1 + PSEUDOCOUNT)), target)
    as_corrected = aitchison_distance(raised / (n_people + n_clusters * PSEUDOCOUNT), target)
    log_theta = np.log(np.maximum(np.asarray(posterior.theta), 1e-300)).mean(axis=(0, 1))

    def support(labels: Array) -> float:
        return float(log_theta[np.arange(n_people), labels].sum())

    best = max(support(np.array(order)[free.labels]) for order in permutations(range(n_clusters)))
    return {
        "same_value": abs(fixed.expected_loss - free.expected_loss) < TOLERANCE,
        "same_partition": variation_of_information(fixed.labels, free.labels) < TOLERANCE,
        "renamed": bool((named["fixed"] != fixed.labels).any()),
        "sorting_is_smallest": abs(free.size_distance - smallest) < TOLERANCE,
        "assignment_is_best": abs(best - support(named["free"])) < TOLERANCE * max(1.0, abs(best)),
        "sizes_met": sorted(free.sizes.tolist()) == sorted(sizes),
        "divisor_changes": abs(as_printed - as_corrected),
        "one_group": len(np.unique(made["vi"].labels)) == 1,
        "best_found_by": free.n_best / free.n_starts,
    }


def compare_labels(data: DataSet, posterior: Posterior, decisions: Piece) -> dict[str, dict[str, float]]:
    """Compare drawn and dominant labels of the same posterior with the truth.

    ``decisions`` are those by drawn labels. *Claimed* is the mean probability of everybody's likeliest house, *right*
    how often that is the true one.
    """
    truth, theta = data.simulation.truth, np.asarray(posterior.theta)
    dominant = with_dominant_labels(posterior)

    def describe(probabilities: Array, alone: Array, sized: Array) -> dict[str, float]:
        return {
            "VI alone: right houses": float((alone == truth).mean()),
            "VI alone: groups used": len(np.unique(alone)),
            "VI + sizes: right houses": float((sized == truth).mean()),
            "likeliest house: claimed": float(probabilities.max(axis=1).mean()),
            "likeliest house: right": float((probabilities.argmax(axis=1) == truth).mean()),
        }

    by_drawn = (np.array(decisions[rule]["labels"]) for rule in ("vi", "free"))
    by_dominant = (identify(decide_by(rule, dominant, data).labels, theta) for rule in ("vi", "free"))
    return {
        "drawn": describe(posterior.probabilities, *by_drawn),
        "dominant": describe(dominant.probabilities, *by_dominant),
    }


def run_sensitivity(data: DataSet, posterior: Posterior) -> Piece:
    """Decide for all λ and δ, and with draws that are weighed twice."""
    truth, theta = data.simulation.truth, np.asarray(posterior.theta)
    wanted, points = sorted(data.design.sizes, reverse=True), []
    for pseudocount in PSEUDOCOUNTS:
        path = decide_weights(posterior, data, pseudocount=pseudocount)
        for size_weight, decision in zip(SIZE_WEIGHTS, path, strict=True):
            sizes = sorted(decision.sizes.tolist(), reverse=True)
            point = {"size weight": size_weight, "pseudocount": pseudocount}
            point |= measure(identify(decision.labels, theta), truth)
            point |= zip(("largest group", "middle group", "smallest group"), sizes, strict=True)
            points.append(point | {"groups": sum(size > 0 for size in sizes), "sizes met": sizes == wanted})
    return {"points": points, "weighed_twice": _weigh_twice(data, posterior)}


def _weigh_twice(data: DataSet, posterior: Posterior) -> Piece:
    """Follow Equation 2 literally: weigh draws from p(z | X) by p(z | X) once more."""
    theta = np.asarray(posterior.theta)
    n_draws = posterior.n_chains * posterior.n_draws
    kept = choose_evenly(n_draws, WEIGHED_DRAWS)
    z = posterior.z.reshape(n_draws, -1)[kept]
    weights = weigh_draws(z, theta.reshape(n_draws, *theta.shape[2:])[kept])

    def accuracy(weights: Array | None) -> float:
        decision = decide_sizes(z, data.design.target, data.deciding_seed, weights=weights)
        return measure(identify(decision.labels, theta), data.simulation.truth)["accuracy"]

    effective = float(1 / (weights**2).sum())
    once, twice = accuracy(None), accuracy(weights)
    return {"draws": len(kept), "effective": effective, "accuracy_once": once, "accuracy_twice": twice}


def weigh_draws(z: Array, theta: Array) -> Array:
    r"""Return p(z_t | X) of some draws, up to a factor, as weights that add up to 1.

    .. math:: p(z_t \mid X) \approx \frac{1}{T - 1} \sum_{s \ne t} \prod_n \theta^{(s)}_{n z_{tn}}

    Parameters
    ----------
    z
        (T, N) labels.
    theta
        (T, N, K) memberships of the same draws.
    """
    from scipy.special import logsumexp, softmax

    chosen = (z[..., None] == np.arange(theta.shape[-1])).reshape(len(z), -1).astype(float)
    log_products = chosen @ np.log(np.maximum(theta, 1e-300)).reshape(len(theta), -1).T
    # The labels of a draw come from its own theta, which would count for too much.
    np.fill_diagonal(log_products, -np.inf)
    return softmax(logsumexp(log_products, axis=1))


def run_merging(data: DataSet, posterior: Posterior) -> Piece:
    """Sort the people of three clusters into two groups, or into three groups of which one is to stay empty."""
    rows = []
    for sizes in MERGED_SIZES[data.design.name]:
        for target, pseudocount in [(sizes, PSEUDOCOUNT), *(((*sizes, 0), count) for count in EMPTY_PSEUDOCOUNTS)]:
            decision = decide_sizes(posterior, target, data.deciding_seed, pseudocount=pseudocount)
            row = {"form": "two groups" if target == sizes else "a third one empty", "wanted": join(target)}
            rows.append(row | {"pseudocount": pseudocount} | _find_merged(decision, data.simulation.truth))
    return {"rows": rows}


def _find_merged(decision: Decision, truth: Array) -> Piece:
    """Find the two true clusters that, joined, come nearest to the decision."""
    distances = {
        (i, j): variation_of_information(decision.labels, np.where(truth == j, i, truth))
        for i, j in combinations(range(int(truth.max()) + 1), 2)
    }
    first, second = min(distances, key=lambda pair: distances[pair])
    return {
        "sizes": join(decision.sizes),
        "of clusters 1, 2, 3 in each group": " | ".join(map(join, contingency(decision.labels, truth))),
        "nearest truth joins": f"{first + 1} and {second + 1}",
        "VI from it": distances[first, second],
    }


def run_nuts(data: DataSet, gibbs: Posterior) -> Piece:
    """Sample with NUTS, as the paper does; decide, and compare the posterior means with those of Gibbs."""
    nuts = sample(data, "nuts", max_draws=MAX_NUTS_DRAWS)
    return evaluate(data, nuts) | {"agreement": compare_means(gibbs, nuts)}


def compare_means(first: Posterior, second: Posterior) -> Piece:
    """Compare all posterior means of two samplers by their Monte Carlo errors.

    The errors come from the means of batches of consecutive draws, which are nearly independent. Welch's test compares
    them parameter by parameter. If the two samplers agree, the smallest p-value times the number of parameters
    (Bonferroni) is below 0.05 in at most one of 20 comparisons.
    """
    from scipy.stats import ttest_ind

    one, two = _batch_means(first), _batch_means(second)
    p_values = ttest_ind(one, two, equal_var=False).pvalue
    smallest = min(1.0, float(p_values.min() * p_values.size))
    return {
        "parameters": p_values.size,
        "largest difference": float(np.abs(one.mean(axis=0) - two.mean(axis=0)).max()),
        "p-value": smallest,
        "agree": smallest >= FALSE_ALARM,
    }


def _batch_means(posterior: Posterior) -> Array:
    """Return the means of all memberships and answer probabilities over batches of draws, (batch, parameter)."""
    used = np.arange(posterior.phi.shape[-1]) < posterior.survey.n_options[:, None]
    n_chains, n_draws = posterior.n_chains, posterior.n_draws
    theta = np.asarray(posterior.theta).reshape(n_chains, n_draws, -1)
    draws = np.concatenate([theta, posterior.phi[..., used].reshape(n_chains, n_draws, -1)], axis=2)
    length = n_draws // BATCHES
    return draws[:, : BATCHES * length].reshape(n_chains * BATCHES, length, -1).mean(axis=1)
