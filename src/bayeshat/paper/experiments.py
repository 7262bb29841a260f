"""The experiments on one simulated data set; each returns plain values, ready for JSON."""

from __future__ import annotations

import time
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..engine.decision import Decision
from ..engine.naming import identify
from ..engine.partition import contingency, variation_of_information
from ..engine.sizes import aitchison_distance
from ..sample.posterior import Posterior
from .designs import (
    PSEUDOCOUNT,
    RULES,
    SIZE_WEIGHTS,
    DataSet,
    Design,
    decide_by,
    decide_sizes,
    decide_weights,
    draw_data_set,
    sample,
    with_dominant_labels,
)
from .printed import measure

Array = np.ndarray

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


def run_data_set(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Decide in every way, and compare the decisions and both kinds of label with the truth."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    found = evaluate(posterior, data, design)
    return found | {"labels": compare_labels(posterior, data, design, found["decisions"])}


def evaluate(posterior: Posterior, data: DataSet, design: Design) -> dict[str, Any]:
    """Decide in every way, name the groups, and compare with the truth."""
    began = time.perf_counter()
    made = {rule: decide_by(rule, posterior, design, data.deciding_seed) for rule in RULES}
    seconds = time.perf_counter() - began
    named = {rule: identify(decision.labels, np.asarray(posterior.theta)) for rule, decision in made.items()}
    truth = data.simulation.truth

    def describe(rule: str, labels: Array) -> dict[str, Any]:
        decision = made[rule]
        vi, accuracy = measure(labels, truth)
        return {
            "labels": labels.tolist(),
            "sizes": np.bincount(labels, minlength=posterior.n_clusters).tolist(),
            "vi": vi,
            "accuracy": accuracy,
            "expected_loss": decision.expected_loss,
            "n_best": decision.n_best,
            "n_starts": decision.n_starts,
        }

    return {
        "truth": truth.tolist(),
        "decisions": {
            "vi": describe("vi", named["vi"]),
            "fixed": describe("fixed", made["fixed"].labels),
            "fixed_identified": describe("fixed", named["fixed"]),
            "free": describe("free", named["free"]),
            "placement": describe("placement", made["placement"].labels),
        },
        "converged": posterior.status.converged,
        "r_hat_max": posterior.status.r_hat_max,
        "ess_min": min(posterior.status.ess_bulk_min, posterior.status.ess_tail_min),
        "checks": check_claims(made, named, posterior, design),
        "seconds": {"sampling": posterior.seconds, "deciding": seconds},
    }


def check_claims(
    made: dict[str, Decision], named: dict[str, Array], posterior: Posterior, design: Design
) -> dict[str, Any]:
    """Check on this data set what is claimed of the method.

    Returns whether the label-fixed and the label-free size term reach the same loss and the same partition; whether
    the posterior renames the groups of the label-fixed decision; whether sorting finds the smallest distance of all
    permutations; whether linear assignment finds the best names of all permutations; and how much the divisor in
    C(a, δ) matters.
    """
    fixed, free = made["fixed"], made["free"]
    n_clusters, n_people = posterior.n_clusters, posterior.n_people
    target = np.full(n_clusters, n_people / n_clusters) if design.target == "balanced" else np.array(design.target)
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
        "same_partition": measure(fixed.labels, free.labels)[0] < TOLERANCE,
        "renamed": bool((named["fixed"] != fixed.labels).any()),
        "sorting_is_smallest": abs(free.size_distance - smallest) < TOLERANCE,
        "assignment_is_best": abs(best - support(named["free"])) < TOLERANCE * max(1.0, abs(best)),
        "divisor_changes": abs(as_printed - as_corrected),
        "sizes_met": sorted(free.sizes.tolist()) == sorted(design.sizes),
    }


def compare_labels(
    posterior: Posterior, data: DataSet, design: Design, decisions: dict[str, Any]
) -> dict[str, dict[str, float]]:
    """Compare drawn and dominant labels of the same posterior with the truth.

    ``decisions`` are those by drawn labels. Returns, for each kind of label: the share of right houses and the number
    of groups used by VI alone, the share of right houses by VI with sizes, the mean probability of everybody's
    likeliest house, and how often that is right.
    """
    truth, theta = data.simulation.truth, np.asarray(posterior.theta)
    dominant = with_dominant_labels(posterior)

    def describe(posterior: Posterior, alone: Array, sized: Array) -> dict[str, float]:
        probabilities = posterior.probabilities
        return {
            "vi": measure(alone, truth)[1],
            "groups": len(np.unique(alone)),
            "sized": measure(sized, truth)[1],
            "claimed": float(probabilities.max(axis=1).mean()),
            "right": float((probabilities.argmax(axis=1) == truth).mean()),
        }

    by_drawn = (np.array(decisions[rule]["labels"]) for rule in ("vi", "free"))
    by_dominant = (
        identify(decide_by(rule, dominant, design, data.deciding_seed).labels, theta) for rule in ("vi", "free")
    )
    return {"drawn": describe(posterior, *by_drawn), "dominant": describe(dominant, *by_dominant)}


def run_sensitivity(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Decide for all λ and δ, and with draws that are weighed twice."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    truth, theta = data.simulation.truth, np.asarray(posterior.theta)
    points = []
    for pseudocount in PSEUDOCOUNTS:
        path = decide_weights(posterior, design, data.deciding_seed, pseudocount=pseudocount)
        for size_weight, decision in zip(SIZE_WEIGHTS, path, strict=True):
            vi, accuracy = measure(identify(decision.labels, theta), truth)
            sizes = sorted(decision.sizes.tolist(), reverse=True)
            points.append(
                {
                    "size_weight": size_weight,
                    "pseudocount": pseudocount,
                    "vi": vi,
                    "accuracy": accuracy,
                    "sizes": sizes,
                    "met": sizes == sorted(design.sizes, reverse=True),
                }
            )
    return {"points": points, "weighed_twice": _weigh_twice(posterior, truth, design, data.deciding_seed)}


def _weigh_twice(posterior: Posterior, truth: Array, design: Design, seed: int) -> dict[str, Any]:
    """Follow Equation 2 literally: weigh draws from p(z | X) by p(z | X) once more."""
    theta = np.asarray(posterior.theta)
    n_draws = posterior.n_chains * posterior.n_draws
    kept = np.unique(np.linspace(0, n_draws - 1, min(n_draws, WEIGHED_DRAWS)).astype(int))
    z = posterior.z.reshape(n_draws, -1)[kept]
    weights = weigh_draws(z, theta.reshape(n_draws, *theta.shape[2:])[kept])

    def accuracy(weights: Array | None) -> float:
        decision = decide_sizes(z, design.target, seed, weights=weights)
        return measure(identify(decision.labels, theta), truth)[1]

    return {
        "draws": len(kept),
        "effective": float(1 / (weights**2).sum()),
        "accuracy_once": accuracy(None),
        "accuracy_twice": accuracy(weights),
    }


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


def run_merging(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Sort the people of three clusters into two groups, or into three groups of which one is to stay empty."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    rows = []
    for sizes in MERGED_SIZES[design.name]:
        forms: list[tuple[str, tuple[int, ...], float]] = [("two groups", sizes, PSEUDOCOUNT)]
        forms += [("a third one empty", (*sizes, 0), pseudocount) for pseudocount in EMPTY_PSEUDOCOUNTS]
        for form, target, pseudocount in forms:
            decision = decide_sizes(posterior, target, data.deciding_seed, pseudocount=pseudocount)
            merged = _find_merged(decision, data.simulation.truth)
            rows.append({"form": form, "wanted": list(target), "pseudocount": pseudocount, **merged})
    return {"rows": rows}


def _find_merged(decision: Decision, truth: Array) -> dict[str, Any]:
    """Find the two true clusters that, joined, come nearest to the decision."""
    distances = {
        (i, j): variation_of_information(decision.labels, np.where(truth == j, i, truth))
        for i, j in combinations(range(int(truth.max()) + 1), 2)
    }
    pair = min(distances, key=lambda pair: distances[pair])
    return {
        "sizes": decision.sizes.tolist(),
        "table": contingency(decision.labels, truth).tolist(),
        "joined": [pair[0] + 1, pair[1] + 1],
        "vi": distances[pair],
    }


def run_nuts(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Sample with NUTS, as the paper does; decide, and compare the posterior means with those of Gibbs."""
    data = draw_data_set(design, seed, index)
    gibbs = sample(data)
    nuts = sample(data, "nuts", max_draws=MAX_NUTS_DRAWS)
    return evaluate(nuts, data, design) | {"agreement": compare_means(gibbs, nuts)}


def compare_means(first: Posterior, second: Posterior) -> dict[str, Any]:
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
        "largest_difference": float(np.abs(one.mean(axis=0) - two.mean(axis=0)).max()),
        "p_value": smallest,
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
