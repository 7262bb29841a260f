"""``decide`` and ``decide_path``: label draws in, groups out."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._options import Progress, as_generator, as_reporter, whole
from .._workers import Workers, check_threads
from ..errors import InputError, SearchError
from ..survey.rules import Rules
from .conflicts import refuse_conflicts
from .constraints import Columns, RuleSet
from .decision import Decision, Kept, Status
from .draws import LabelDraws, as_draws
from .expected import expected_from_tables, total_loss
from .identify import arrange
from .losses import VI, Composition, Loss, as_loss
from .problem import cluster_probabilities, count_everybody
from .ruled import keep_rules
from .search import Found, check_memory, search
from .target import Target, as_target

Array = np.ndarray

DEFAULT_STARTS = 16
_NOT_MET = (
    "A decision must have the exact sizes that were asked for, and with pseudocount=0 no group may be empty; the "
    "search found no such assignment. Use a finite size_weight or a pseudocount above 0, or leave out some rules."
)


def decide(
    draws: Any,
    target: Any = None,
    *,
    groups: int | None = None,
    loss: str | Loss = "vi",
    size_weight: float = 1.0,
    pseudocount: float = 0.1,
    labels: str = "free",
    weights: ArrayLike | None = None,
    rules: Rules | None = None,
    people: Sequence[str] | None = None,
    columns: Columns | None = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: bool | Progress = False,
) -> Decision:
    r"""Sort people into groups of the wanted sizes, given posterior draws of everybody's cluster.

    .. math:: \hat a = \arg\min_a \sum_t w_t\,L(a, z_t) + \lambda\,d_A(n(a) + \delta,\ \eta)

    (Equations 2 to 4 of Silverman and Silverman 2017, with draws weighted alike: see the documentation.)

    Parameters
    ----------
    draws
        A posterior from :func:`bayeshat.fit`, or (T, N) or (chain, draw, N) cluster labels from any tool; whole numbers
        of at least 0, of any values.
    target
        Wanted sizes: None (sizes do not matter), "balanced", counts, shares, or a mapping of names to either; a range
        such as "4..6", or a mapping of names to ranges, asks for balanced groups within these bounds.
    groups
        Number of groups where ``target`` does not say it; by default the number of clusters in the draws.
    loss
        "vi", "binder", "placement", or a value such as ``VI(a=0.7) + 0.5 * Placement()``.
    size_weight
        Weight of the size term: 0 is the plain loss, ``float("inf")`` makes the sizes exact.
    pseudocount
        Added to each size in the size term; 0 forbids empty groups.
    labels
        "free": sizes belong to no group in particular. "fixed": each size to its own group, in order.
    weights
        (T,) importance weights of the draws.
    rules
        Rules to keep to (:class:`bayeshat.Rules`): who is together, apart or in which group, bounds of sizes, ….
    people, columns
        The names that rules use for people, and further columns that rules may name, as a mapping of headings to one
        text per person. A posterior brings both; otherwise people are "person 1", "person 2", ….
    starts
        Number of assignments that the search starts from.
    rng
        Seed or generator. The same seed gives the same answer whatever the number of threads; None is seed 0.
    threads
        Threads to use; by default one per core.
    progress
        True for a line on standard error, or a function of the share done and a word.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1]]
    >>> bh.decide(draws, {"red": 3, "blue": 3}).groups
    ('red', 'red', 'red', 'blue', 'blue', 'blue')
    """
    target, rules = split_bounds(target, rules)
    known = as_draws(draws, weights, named=Composition(as_loss(loss)).placement_weight() > 0)
    wanted = _target_for(known, target, groups, size_weight, pseudocount, labels)
    ruling = _ruling(draws, known, wanted, rules, people, columns)
    return _decide(
        known,
        wanted,
        as_loss(loss),
        ruling,
        _count_starts(starts),
        as_generator(rng),
        threads,
        progress,
        [],
    )


def decide_path(
    draws: Any,
    target: Any,
    size_weights: Sequence[float],
    *,
    groups: int | None = None,
    loss: str | Loss = "vi",
    pseudocount: float = 0.1,
    labels: str = "free",
    weights: ArrayLike | None = None,
    rules: Rules | None = None,
    people: Sequence[str] | None = None,
    columns: Columns | None = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: bool | Progress = False,
) -> list[Decision]:
    """Decide for several weights of the size term: the trade-off between fit and sizes.

    Each decision also starts from its neighbours' assignments, so that none on the path is beaten by another one.
    Arguments as for :func:`decide`; the decisions come in the order of ``size_weights``.

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
    target, rules = split_bounds(target, rules)
    known = as_draws(draws, weights, named=Composition(as_loss(loss)).placement_weight() > 0)
    chosen, n_starts, generator = (
        as_loss(loss),
        _count_starts(starts),
        as_generator(rng),
    )
    targets = [_target_for(known, target, groups, weight, pseudocount, labels) for weight in size_weights]
    rulings = [_ruling(draws, known, wanted, rules, people, columns) for wanted in targets]
    order = sorted(range(len(size_weights)), key=lambda i: size_weights[i])
    path: dict[int, Decision] = {}
    there: list[tuple[int, int | None]] = list(zip(order, [None, *order[:-1]], strict=True))
    back: list[tuple[int, int | None]] = list(zip(order[-2::-1], order[:0:-1], strict=True))
    for step, (i, neighbour) in enumerate(there + back):
        warm = []
        if neighbour is not None and math.isfinite(targets[i].cost(path[neighbour].sizes)):
            warm = [path[neighbour].labels]
        if i in path and not (warm and path[i].is_beaten_by(warm[0])):
            continue
        tell = _part_of(progress, step / (2 * len(order)), 1 / (2 * len(order)))
        path[i] = _decide(known, targets[i], chosen, rulings[i], n_starts, generator, threads, tell, warm)
    return [path[i] for i in range(len(size_weights))]


def _decide(
    draws: LabelDraws,
    target: Target,
    loss: Loss,
    ruling: RuleSet | None,
    n_starts: int,
    rng: np.random.Generator,
    threads: int | None,
    progress: bool | Progress,
    warm: list[Array],
) -> Decision:
    began = time.perf_counter()
    parts = Composition(loss)
    tell = as_reporter(progress)
    price = gap = 0.0
    with Workers(check_threads(threads)) as workers:
        check_memory(draws, target, workers.threads)
        probabilities = cluster_probabilities(draws, workers) if draws.clusters else None
        if probabilities is None and parts.placement_weight() > 0:
            raise InputError(
                "Placement needs cluster labels that mean the same in every draw; these draws have "
                f"more label values than clusters in any draw ({draws.n_clusters}). Use VI or Binder."
            )

        def value(labels: Array) -> float:
            return total_loss(count_everybody(draws, labels, target.n_groups, workers), draws.weights, parts, target)

        options: dict[str, Any] = {"n_starts": n_starts, "rng": rng, "workers": workers, "progress": tell}
        if ruling is None:
            found = search(draws, parts, target, probabilities, **options, warm=warm)
        else:
            refuse_conflicts(ruling, target)
            found, gap, at_will = keep_rules(draws, parts, target, ruling.constraints, probabilities, options, warm)
            price = value(found.labels) - value(at_will)
        labels, disagrees = found.labels, False
        if parts.placement_weight() == 0:
            labels, disagrees = arrange(labels, probabilities, target, draws.n_draws, _alike(ruling))
        tables = count_everybody(draws, labels, target.n_groups, workers)
    tell(1.0, "done")
    loss_found = total_loss(tables, draws.weights, parts, target)
    if not math.isfinite(loss_found):
        raise SearchError(_NOT_MET)
    sizes = np.bincount(labels, minlength=target.n_groups)
    kept = None if ruling is None else Kept(ruling, ruling.unmet(labels), price, gap)
    return Decision(
        labels=labels,
        names=_names(draws, target),
        sizes=sizes,
        target=target.matched(sizes),
        expected_loss=loss_found,
        expected_vi=expected_from_tables(tables, draws.weights, Composition(VI())),
        size_distance=target.distance(sizes),
        status=_status(target, disagrees, kept, found),
        n_starts=found.n_starts,
        n_best=found.n_best,
        seconds=time.perf_counter() - began,
        loss=loss,
        size_weight=target.size_weight,
        kept=kept,
        _draws=draws,
        _target=target,
        _probabilities=probabilities,
        proven=found.proven,
    )


def check_rules(
    rules: Rules | None,
    target: Any,
    people: Sequence[str],
    clusters: Sequence[str],
    columns: Columns,
    *,
    size_weight: float = 1.0,
    labels: str = "free",
) -> None:
    """Refuse rules that name what there is not, or that cannot all be met, before anything is sampled."""
    if rules:
        nothing = LabelDraws(np.zeros((len(people), 1), np.uint8), np.ones(1), tuple(clusters), len(clusters))
        wanted = _target_for(nothing, target, None, size_weight, 0.1, labels)
        ruling = _ruling(None, nothing, wanted, rules, people, columns)
        if ruling is not None:
            refuse_conflicts(ruling, wanted)


def split_bounds(target: Any, rules: Rules | None) -> tuple[Any, Rules | None]:
    """Turn ranges of sizes into rules, and a target that is balanced.

    Examples
    --------
    >>> target, rules = split_bounds("4..6", None)
    >>> target, [rule.words() for rule in rules]
    ('balanced', ['every group has 4 to 6 people'])
    """
    if isinstance(target, str) and ".." in target:
        return "balanced", (rules or Rules()) + Rules(bounds=target)
    if isinstance(target, Mapping) and any(isinstance(size, str) for size in target.values()):
        bounds = Rules(bounds={str(name): size for name, size in target.items()})
        return dict.fromkeys(target, 1.0 / len(target)), (rules or Rules()) + bounds
    return target, rules


def _ruling(
    draws: Any,
    known: LabelDraws,
    target: Target,
    rules: Rules | None,
    people: Sequence[str] | None,
    columns: Columns | None,
) -> RuleSet | None:
    """Match the rules with the people, or return None where there are none."""
    if not rules:
        return None
    if people is None:
        people = getattr(draws, "names", None) or [f"person {n + 1}" for n in range(known.n_people)]
    if columns is None:
        columns = getattr(draws, "columns", {})
    if len(people) != known.n_people:
        raise InputError(
            f"people must hold one name per person ({known.n_people}); got {len(people)}. Give everybody's name."
        )
    short = [heading for heading, cells in columns.items() if len(cells) != known.n_people]
    if short:
        raise InputError(
            f"columns must hold one text per person ({known.n_people}); got {len(columns[short[0]])} in {short[0]!r}. "
            "Give an empty text where nothing is known."
        )
    return RuleSet.of(rules, people, _names(known, target), columns)


def _alike(ruling: RuleSet | None) -> Array | None:
    """Return which groups may exchange their names, (G, G), where rules tell groups apart."""
    if ruling is None or not ruling.constraints.names_groups:
        return None
    return ruling.constraints.interchangeable


def _status(target: Target, disagrees: bool, kept: Kept | None, found: Found) -> Status:
    notes = [target.note, "" if kept is None else kept.words()]
    uncertain = kept is None and found.is_uncertain
    if uncertain:
        notes.insert(
            0,
            f"Only {found.n_best} of {found.n_starts} starts of the search reached this value, so a slightly better "
            "assignment may exist: raise starts to look further.",
        )
    if disagrees:
        warning = (
            "The posterior would name these groups differently: the loss does not look at labels, so "
            f"{'rules and sizes' if kept else 'the sizes'} alone decided which group is which. To tie people to named "
            "groups, add Placement to the loss or use it alone."
        )
        return Status("labels_disagree", " ".join(note for note in [warning, *notes] if note))
    if uncertain:
        return Status("uncertain_optimum", " ".join(note for note in notes if note))
    return Status("ok", " ".join(note for note in notes if note) or "Nothing calls for a second look.")


def _names(draws: LabelDraws, target: Target) -> tuple[str, ...]:
    if target.names is not None:
        return target.names
    if target.n_groups == len(draws.clusters):
        return tuple(str(cluster) for cluster in draws.clusters)
    return tuple(str(group + 1) for group in range(target.n_groups))


def _target_for(
    draws: LabelDraws, target: Any, groups: int | None, size_weight: float, pseudocount: float, labels: str
) -> Target:
    if isinstance(target, Mapping) and set(target) == set(draws.clusters):
        target = {name: target[name] for name in draws.clusters}
    return as_target(
        target,
        groups,
        n_people=draws.n_people,
        n_clusters=draws.n_clusters,
        size_weight=size_weight,
        pseudocount=pseudocount,
        labels=labels,
    )


def _count_starts(starts: int) -> int:
    return whole("starts", starts, 1, f"Use {DEFAULT_STARTS} or more.")


def _part_of(progress: bool | Progress, start: float, length: float) -> Progress:
    """Return a progress report that covers a part of a longer task."""
    tell = as_reporter(progress)
    return lambda share, word: tell(min(start + share * length, 0.999), word)
