"""How much the choices matter: λ, δ, weighing draws twice, and fewer groups than clusters."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from ..engine.decide import decide, decide_path
from ..engine.decision import Decision
from ..engine.labels.identify import identify
from ..engine.loss.partition import contingency, variation_of_information
from ..sample.draws.posterior import Posterior
from .designs import PSEUDOCOUNT, SIZE_WEIGHT, Design, draw_data_set, sample
from .printed import measure

Array = np.ndarray

SIZE_WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 3.0)
PSEUDOCOUNTS = (0.01, 0.1, 0.5, 1.0)
# Draws that are weighed a second time: every pair of them is looked at.
_WEIGHED = 1000
# Two groups for three clusters, and the same with a third group that is wanted empty, for several δ.
MERGED_SIZES = {"even": ((14, 6), (10, 10)), "uneven": ((12, 8), (15, 5), (10, 10))}
_EMPTY_PSEUDOCOUNTS = (0.01, 0.1, 1.0)


def run_sensitivity(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Return the decisions for all λ and δ on one data set, and what weighing its draws twice would do."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    truth, theta = data.simulation.truth, np.asarray(posterior.theta)
    points = []
    for pseudocount in PSEUDOCOUNTS:
        path = decide_path(
            posterior,
            design.target,
            SIZE_WEIGHTS,
            loss="vi",
            labels="free",
            pseudocount=pseudocount,
            rng=data.deciding_seed,
            threads=1,
        )
        for size_weight, decision in zip(SIZE_WEIGHTS, path, strict=True):
            vi, accuracy = measure(identify(decision.labels, theta), truth)
            points.append(
                {
                    "size_weight": size_weight,
                    "pseudocount": pseudocount,
                    "vi": vi,
                    "accuracy": accuracy,
                    "sizes": sorted(decision.sizes.tolist(), reverse=True),
                    "met": sorted(decision.sizes.tolist()) == sorted(design.sizes),
                }
            )
    return {"points": points, "weighed_twice": _weigh_twice(posterior, truth, design, data.deciding_seed)}


def weights_of_draws(z: Array, theta: Array) -> Array:
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
    # A draw's own theta made its labels, so it would count for too much.
    np.fill_diagonal(log_products, -np.inf)
    return softmax(logsumexp(log_products, axis=1))


def _weigh_twice(posterior: Posterior, truth: Array, design: Design, seed: int) -> dict[str, Any]:
    """Follow Equation 2 to the letter: draws from p(z | X) weighted by p(z | X) once more."""
    theta = np.asarray(posterior.theta)
    n_draws = posterior.n_chains * posterior.n_draws
    kept = np.unique(np.linspace(0, n_draws - 1, min(n_draws, _WEIGHED)).astype(int))
    z = posterior.z.reshape(n_draws, -1)[kept]
    flat = theta.reshape(n_draws, *theta.shape[2:])[kept]
    weights = weights_of_draws(z, flat)
    found = {}
    for name, given in (("once", None), ("twice", weights)):
        decision = decide(
            z,
            design.target,
            loss="vi",
            labels="free",
            size_weight=SIZE_WEIGHT,
            pseudocount=PSEUDOCOUNT,
            weights=given,
            rng=seed,
            threads=1,
        )
        found[name] = measure(identify(decision.labels, theta), truth)[1]
    return {
        "draws": len(kept),
        "effective": float(1 / (weights**2).sum()),
        "accuracy_once": found["once"],
        "accuracy_twice": found["twice"],
    }


def run_merging(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Sort the people of three clusters into two groups, as two groups or as three of which one is wanted empty."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    truth = data.simulation.truth
    rows = []
    for sizes in MERGED_SIZES[design.name]:
        forms: list[tuple[str, tuple[int, ...], float]] = [("two groups", sizes, PSEUDOCOUNT)]
        forms += [("a third one empty", (*sizes, 0), pseudocount) for pseudocount in _EMPTY_PSEUDOCOUNTS]
        for form, wanted, pseudocount in forms:
            decision = decide(
                posterior,
                wanted,
                loss="vi",
                labels="free",
                size_weight=SIZE_WEIGHT,
                pseudocount=pseudocount,
                rng=data.deciding_seed,
                threads=1,
            )
            rows.append({"form": form, "wanted": list(wanted), "pseudocount": pseudocount, **_merge(decision, truth)})
    return {"rows": rows}


def _merge(decision: Decision, truth: Array) -> dict[str, Any]:
    """Say which clusters ended up together, and how far that is from the truth with two clusters joined."""
    n_clusters = int(truth.max()) + 1
    joined = {
        (i, j): variation_of_information(decision.labels, np.where(truth == j, i, truth))
        for i, j in combinations(range(n_clusters), 2)
    }
    pair = min(joined, key=lambda key: joined[key])
    return {
        "sizes": decision.sizes.tolist(),
        "table": contingency(decision.labels, truth).tolist(),
        "joined": [pair[0] + 1, pair[1] + 1],
        "vi": joined[pair],
    }
