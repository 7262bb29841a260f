"""``decide``, ``decide_path`` and ``expected_loss``: from label draws to groups, or to what groups cost."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._cuda import is_on_cuda
from ..errors import InputError, SearchError
from ..options import DONE, Progress, Workers, as_generator, as_reporter, part_of, whole
from ..rules.rule import Columns
from ..words.message import Message, Setting
from ..words.status import Status
from ..words.voice import setting
from .decision import Decision, Kept
from .draws import as_draws
from .losses import VI, Loss, looks_at_labels
from .machines.machine import open_machine
from .problem import Problem, align_problem
from .programs.conflicts import refuse_conflicts
from .proof.certificate import certify
from .proof.prove import check_seconds
from .ruled.search import Ruled, keep_rules
from .search.descent import SearchOptions
from .search.search import Found, check_memory, search, tell_search
from .tables import expected_from_tables

Array = np.ndarray

# Assignments that a search starts from.
DEFAULT_STARTS = 16
# Decisions on up to this many people are proven best by default; in our trials that took a tenth of a second as a rule,
# and never two seconds.
_MAX_PROVEN_PEOPLE = 16
# Time limit of such a default proof: generous, so that slower computers end with the same groups.
_MAX_PROOF_SECONDS = 10.0


def decide(
    draws: Any,
    target: Any = None,
    *,
    groups: int | None = None,
    loss: str | Loss = "auto",
    size_weight: float | None = None,
    pseudocount: float = 0.1,
    labels: str | None = None,
    weights: ArrayLike | None = None,
    rules: Any = None,
    people: Sequence[str] | None = None,
    columns: Columns | None = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    device: str | None = None,
    prove: float | None = None,
    progress: bool | Progress = False,
) -> Decision:
    r"""Sort people into groups of the wanted sizes, given posterior draws of everybody's cluster.

    .. math:: \hat a = \operatorname{argmin}_a \sum_t w_t\,L(a, z_t) + \lambda\,d_A(n(a) + \delta,\ \eta)

    (Equations 2 to 4 of Silverman and Silverman 2017, with draws weighted alike: see the documentation.)

    Parameters
    ----------
    draws
        A posterior from :func:`bayeshat.fit`, or (T, N) or (chain, draw, N) cluster labels from any tool; whole numbers
        of at least 0, of any values. They may be an array, a data frame with a row for each draw, an xarray array, data
        set or tree, or the path of a ``.npy``, ``.csv`` or ``.nc`` file. Draws in a Dask array, chunked over people,
        stay in its partitions, and so do the labels of the decision; rules are not possible then.
    target
        Wanted sizes: None (sizes do not matter), "balanced", counts, shares, or a mapping of names to either; a range
        such as "4..6", or a mapping of names to ranges, asks for balanced groups within these bounds. With a posterior,
        names are those of the survey's houses; houses not named share the people who are left. With other draws, names
        that are labels stand for these labels; other names, and sizes without names, stand for the labels in order.
    groups
        Number of groups where ``target`` does not say it; by default the number of clusters in the draws.
    loss
        "auto", "vi" (the paper's), "binder", "placement", or a value such as ``VI(a=0.7) + 0.5 * Placement()``.
        "auto" is ``VI() / (2 log2 K) + Placement()`` where the groups are the houses of a posterior's survey and its
        prior tells them apart; there too, ``Placement()`` if no sizes are wanted or they weigh less than 1; else
        ``VI()``. ``Decision.loss_reason`` says which and why.
    size_weight
        Weight of the size term: 0 is the plain loss, 1 (the paper's) makes the sizes a guide, ``float("inf")`` makes
        them exact. The default is infinity, and 1 within ranges of sizes.
    pseudocount
        Added to each size in the size term; 0 forbids empty groups.
    labels
        "free": sizes belong to no group in particular. "fixed": each size belongs to its own group, in order. By
        default fixed where sizes have names or are given for a posterior's houses, else free.
    weights
        (T,) importance weights of the draws, or (chain, draw); dimensions with names may come in any order.
    rules
        Rules to keep to: :class:`bayeshat.Rules`, or whatever :func:`bayeshat.read_rules` reads.
    people, columns
        The names that rules use for people, and further columns that rules may name, as a mapping of headings to one
        text per person. A posterior brings both, and headings of a frame or coordinates of xarray are names; otherwise
        people are "person 1", "person 2", ….
    starts
        Number of assignments that the search starts from.
    rng
        Seed or generator. The same seed gives the same answer whatever the number of threads; None is seed 0.
    threads
        Threads to use; by default one per core.
    device
        "cpu"; "cuda" for one NVIDIA GPU (needs ``bayeshat[cuda]``): for many people; or "auto": the GPU if the draws
        are there already, or if there is one and it is worth copying them. Draws may be a CuPy array of labels from 0
        on, or a posterior sampled there; they are not copied back, unless there are rules or at most 3000 people. By
        default the device that has the draws.
    prove
        Seconds to spend on a proof of how far the decision can be from the best possible one, kept as
        ``Decision.certified``; better groups found on the way are taken. By default, decisions on up to 16 people are
        proven best, and no others are.
    progress
        True for a line on standard error, or a function of the share done and a word.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1]]
    >>> bh.decide(draws, {"red": 3, "blue": 3}).groups
    ('red', 'red', 'red', 'blue', 'blue', 'blue')
    """
    if device is None:
        device = "cuda" if is_on_cuda(getattr(draws, "planes", draws)) else "cpu"
    problem = Problem.read(
        draws,
        target,
        groups=groups,
        loss=loss,
        size_weight=size_weight,
        pseudocount=pseudocount,
        labels=labels,
        weights=weights,
        rules=rules,
        people=people,
        columns=columns,
        device=device,
    )
    return decide_problem(problem, starts=starts, rng=rng, threads=threads, prove=prove, progress=progress)


def decide_problem(
    problem: Problem,
    *,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    prove: float | None = None,
    progress: bool | Progress = False,
) -> Decision:
    """Sort people into groups, given a checked problem; arguments as for :func:`decide`."""
    if prove is None:
        decision = _decide(problem, starts, as_generator(rng), threads, progress, [])
        if decision.proven or decision.n_people > _MAX_PROVEN_PEOPLE:
            return decision
        proven = _prove(problem, decision, _MAX_PROOF_SECONDS, threads, False)
        # Better groups from a proof that did not end are not taken: on a faster computer they might be others.
        return replace(proven, certified=None) if proven.proven else decision
    seconds = check_seconds(prove)
    decision = _decide(problem, starts, as_generator(rng), threads, part_of(progress, 0.0, 0.3), [])
    return _prove(problem, decision, seconds, threads, progress)


def decide_path(
    draws: Any,
    target: Any,
    size_weights: Sequence[float],
    *,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: bool | Progress = False,
    **settings: Any,
) -> list[Decision]:
    """Decide for several weights of the size term: the trade-off between fit and sizes.

    Each decision also starts from its neighbours' assignments, so that no decision on the path beats another.
    Arguments as for :func:`decide`, also ``groups``, ``loss``, ``pseudocount``, ``labels``, ``weights``, ``rules``,
    ``people`` and ``columns``; the decisions come in the order of ``size_weights``.

    Examples
    --------
    >>> import bayeshat as bh
    >>> path = bh.decide_path([[0, 0, 0, 1], [0, 0, 1, 1]], "balanced", [0.0, 1.0])
    >>> [decision.sizes.tolist() for decision in path]
    [[3, 1], [2, 2]]
    """
    size_weights = [float(weight) for weight in np.atleast_1d(np.asarray(size_weights, dtype=float))]
    if not size_weights:
        raise InputError("size_weights must hold at least one weight; got none. Pass e.g. [0, 0.1, 1].")
    problem = Problem.read(draws, target, size_weight=size_weights[0], **settings)
    problem = replace(problem, draws=problem.draws.on_host("decide_path"))
    generator = as_generator(rng)
    problems = [problem.with_sizes(problem.sizes.with_weight(weight)) for weight in size_weights]
    order = sorted(range(len(size_weights)), key=lambda i: size_weights[i])
    path: dict[int, Decision] = {}
    there: list[tuple[int, int | None]] = list(zip(order, [None, *order[:-1]], strict=True))
    back: list[tuple[int, int | None]] = list(zip(order[-2::-1], order[:0:-1], strict=True))
    for step, (i, neighbour) in enumerate(there + back):
        warm = []
        if neighbour is not None and math.isfinite(problems[i].sizes.cost(path[neighbour].sizes)):
            warm = [path[neighbour].labels]
        if i in path and not (warm and path[i].is_beaten_by(warm[0])):
            continue
        tell = part_of(progress, step / (2 * len(order)), 1 / (2 * len(order)))
        path[i] = _decide(problems[i], starts, generator, threads, tell, warm)
    return [path[i] for i in range(len(size_weights))]


def expected_loss(
    assignment: ArrayLike,
    draws: Any,
    target: Any = None,
    *,
    groups: int | None = None,
    loss: str | Loss = "auto",
    size_weight: float | None = None,
    pseudocount: float = 0.1,
    labels: str | None = None,
    weights: ArrayLike | None = None,
) -> float:
    r"""Return the expected loss of an assignment, which :func:`decide` minimises; in bits for VI.

    .. math:: \sum_t w_t\,L(a, z_t) + \lambda\,d_A(n(a) + \delta,\ \eta)

    Parameters
    ----------
    assignment
        (N,) group of each person, 0 .. G - 1.
    draws, target, groups, loss, size_weight, pseudocount, labels, weights
        As for :func:`bayeshat.decide`, with the same defaults, but without ranges of sizes.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.expected_loss([0, 0, 1, 1], [[0, 0, 1, 1], [0, 1, 1, 1]])
    0.5943609377704335
    """
    known = as_draws(draws, weights, named=looks_at_labels(loss))
    codes = np.asarray(assignment)
    if codes.shape != (known.n_people,) or codes.dtype.kind not in "iu":
        raise InputError(
            f"assignment must be one whole number per person ({known.n_people}); "
            f"got shape {codes.shape} of type {codes.dtype}. Number the groups from 0."
        )
    if target is None and groups is None and codes.max() >= min(known.n_clusters, known.n_people):
        groups = int(codes.max()) + 1
    problem = Problem.read(
        known,
        target,
        groups=groups,
        loss=loss,
        size_weight=size_weight,
        pseudocount=pseudocount,
        labels=labels,
    )
    if problem.sizes.ranges:
        raise InputError(f"expected_loss takes sizes, not ranges of sizes; got {target!r}. Give a size for each group.")
    problem, _ = align_problem(problem)
    n_groups = problem.sizes.n_groups
    if codes.min() < 0 or codes.max() >= n_groups:
        raise InputError(
            f"assignment must use groups 0 to {n_groups - 1}; got {codes.min()} to {codes.max()}. "
            "Number the groups from 0, or ask for more groups."
        )
    return problem.value(codes.astype(np.int64), Workers(1))


def _prove(
    problem: Problem, decision: Decision, seconds: float, threads: int | None, progress: bool | Progress
) -> Decision:
    """Return the decision with its certificate, or a better decision that the proof found."""
    certificate = decision.certificate(seconds, threads=threads, progress=part_of(progress, 0.3, 0.7))
    if certificate.better is not None:
        decision = _decide(problem, decision.n_starts, as_generator(None), threads, False, [certificate.better])
        certificate = certify(decision.value, certificate.bound, certificate.method, certificate.seconds)
    as_reporter(progress)(1.0, DONE)
    status = decision.status.without("uncertain_optimum") if certificate.proven else decision.status
    return replace(decision, certified=certificate, proven=certificate.proven, status=status)


def _decide(
    problem: Problem,
    starts: int,
    rng: np.random.Generator,
    threads: int | None,
    progress: bool | Progress,
    warm: list[Array],
) -> Decision:
    """Search for the best groups, number them, and build the decision; ``warm`` are further starts."""
    n_starts = whole("starts", starts, 1, f"Use {DEFAULT_STARTS} or more.")
    began, tell = time.perf_counter(), as_reporter(progress)
    problem, aligned = align_problem(problem)
    draws, sizes, ruled = problem.draws, problem.sizes, None
    with Workers(threads) as workers:
        options = SearchOptions(n_starts, rng, workers, tell)
        check_memory(problem, workers.threads)
        problem = problem.prepared(workers)
        if problem.rules is None:
            found = search(problem, options, warm)
        else:
            refuse_conflicts(problem.rules, sizes)
            ruled = keep_rules(problem, options, warm)
            problem, found = ruled.problem, ruled.found
        labels, disagrees = problem.numbered(found.labels, workers)
        found = replace(found, labels=labels)
        kept = None if ruled is None else _measure_rules(ruled, found, n_starts, workers)
        tables = _count(problem, labels, workers)
    tell(1.0, DONE)
    counts = tables[0].sum(axis=0)
    sizeless = expected_from_tables(tables, draws.weights, problem.loss)
    value = sizeless + sizes.cost(counts)
    if not math.isfinite(value):
        raise SearchError(
            "No groups of exactly the wanted sizes were found. "
            f"Use {setting('size_weight', 1)} to make the sizes a guide, or leave out some rules."
        )
    return Decision(
        labels=labels,
        names=problem.names,
        sizes=counts,
        target=sizes.matched(counts),
        expected_loss=value,
        expected_vi=sizeless if problem.loss == VI() else expected_from_tables(tables, draws.weights, VI()),
        size_distance=sizes.distance(counts),
        status=_status(
            problem,
            found,
            aligned,
            "" if kept is None else kept.words("own" if draws.noun == "own" else "group"),
            disagrees=disagrees,
        ),
        n_starts=found.n_starts,
        n_best=found.n_best,
        seconds=time.perf_counter() - began,
        loss_reason=problem.loss_reason,
        kept=kept,
        problem=problem,
        proven=found.proven,
    )


def _count(problem: Problem, labels: Any, workers: Workers) -> Array:
    """Count the people of each cluster in each group, in every draw, where the draws lie: (T, K, G)."""
    if problem.draws.where != "cuda":
        return problem.draws.count(labels, problem.n_groups, workers)
    machine = open_machine(problem, problem.arrays(), workers)
    machine.start(labels)
    return machine.counts


def _measure_rules(ruled: Ruled, found: Found, n_starts: int, workers: Workers) -> Kept:
    """Return how the rules were kept, and what that costs."""
    problem, rules = ruled.problem, ruled.problem.rules
    assert rules is not None
    price = problem.value(found.labels, workers) - problem.value(ruled.free, workers)
    # If the loss is smaller with rules, the search without them has missed the best assignment.
    free = ruled.free if price > 0 else found.labels
    right = [problem.expected_right(labels, workers) for labels in (free, found.labels)]
    return Kept(
        rules,
        rules.unmet(found.labels),
        price=max(price, 0.0),
        gap=ruled.found.gap,
        hurried=ruled.found.hurried,
        worth=ruled.worth,
        fewer_right=right[0] - right[1],
        starts_left_out=n_starts - found.n_starts if found.n_starts > 1 else 0,
        outcomes=rules.tell_outcomes(found.labels),
    )


def _status(problem: Problem, found: Found, aligned: str | Message, kept: str | Message, *, disagrees: bool) -> Status:
    """Return the status of the decision: problems first, then notes."""
    sampling = problem.convergence
    doubt = tell_search(found.n_best, found.n_starts, found.proven) if found.is_uncertain else ""
    problems = (
        ("not_converged", "" if sampling is None or sampling.converged else sampling.words),
        ("labels_disagree", _tell_disagreement(problem) if disagrees else ""),
        ("uncertain_optimum", doubt if found.is_small else ""),
    )
    notes = (
        ("labels_aligned", aligned),
        ("sizes", problem.sizes.note),
        ("rules", kept),
        ("uncertain_optimum", "" if found.is_small else doubt),
        ("one_chain", sampling.remedy if getattr(sampling, "cause", "") == "one_chain" else ""),
    )
    code = next((name for name, text in problems if text), "ok")
    return Status(code, tuple(Message(name, words) for name, words in problems + notes if words))


def _tell_disagreement(problem: Problem) -> str | Message:
    """Say that the posterior would name the groups differently, unless names mean nothing, and what to do about it."""
    draws = problem.draws
    if draws.alike is not None and not (draws.tells_some_apart and problem.sizes.names == draws.houses):
        return ""
    return Message(
        "decision-disagrees",
        by="rules" if problem.rules else "sizes",
        labels="unknown" if draws.alike is None else "known",
        both=Setting("loss", "vi+placement"),
        placement=Setting("loss", "placement"),
    )
