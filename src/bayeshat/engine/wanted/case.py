"""One decision to be made: draws, wanted sizes, loss and rules, checked against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...cluster.tasks import is_partitioned
from ...errors import InputError, LossError, TargetError
from ...options import Workers
from ...rules.rule_set import Columns, RuleSet, as_text
from ...rules.rules import Rules
from ...words.settings import setting
from ..backends.numba_backend import cluster_probabilities
from ..backends.partition_passes import partition_probabilities
from ..labels.align import FEWEST_DRAWS, align_labels
from ..labels.draws import LabelDraws, is_posterior
from ..labels.identify import by_first_member, first_members
from ..labels.plane_draws import PlaneDraws
from ..loss.default_loss import by_company, choose_loss, is_auto
from ..loss.loss_kinds import Loss
from ..loss.losses import VI, Composition
from ..under_rules.infeasible import allows_sizes, refuse_conflicts
from .request import Request
from .target import Target

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Case:
    """One decision to be made, with everything that was asked for, checked."""

    draws: LabelDraws
    target: Target
    loss: Loss
    loss_reason: str
    by_default: bool  # whether nobody chose the loss
    ruling: RuleSet | None
    people: tuple[str, ...] | None
    convergence: Any  # the posterior's status; None for draws from other tools
    wishes_first: bool = False  # whether rules that hold if possible come before what the draws say


def make_case(
    source: Any,
    draws: LabelDraws,
    request: Request,
    groups: int | None,
    loss: str | Loss,
    pseudocount: float,
    people: Sequence[Any] | None,
    columns: Columns | None,
) -> Case:
    """Put a decision together: draws, wanted sizes, loss and rules, checked against each other."""
    if request.rules and is_partitioned(draws.codes):
        raise InputError(
            f"People in partitions must be sorted without rules or ranges of sizes; got {len(tuple(request.rules))}. "
            "Leave them out, or gather the draws on one machine."
        )
    target = request.target(draws.n_people, draws.n_clusters, groups=groups, pseudocount=pseudocount)
    draws, is_clear = match_labels(draws, target)
    named = draws.people
    if people is not None:
        named = _check_people(people, draws.n_people)
    elif is_posterior(source):
        named = getattr(source, "names", None)
    if columns is None:
        columns = getattr(source, "columns", {}) if is_posterior(source) else {}
    ruling = _ruling(draws, target, request.rules, named, columns)
    if request.yields and ruling is not None and not allows_sizes(ruling, target):
        target = request.as_guide().target(draws.n_people, draws.n_clusters, groups=groups, pseudocount=pseudocount)
    chosen, reason = choose_loss(loss, draws, target)
    if not is_clear and Composition(chosen).placement_weight() > 0:
        _refuse_unclear(draws, target)
    status = source.status if is_posterior(source) else None
    return Case(draws, target, chosen, reason, is_auto(loss), ruling, named, status, request.wishes_first)


def check_request(request: Request, people: Sequence[str], columns: Columns, *, pseudocount: float = 0.1) -> Request:
    """Refuse sizes and rules that cannot be met, before anything is sampled.

    Returns a request that can be met: balanced sizes without an explicit weight become a guide if the rules do not
    allow them.
    """
    houses = request.houses or ()
    nobody = LabelDraws(np.zeros((len(people), 1), np.uint8), np.ones(1), houses, len(houses))
    wanted = request.target(len(people), len(houses), pseudocount=pseudocount)
    ruling = _ruling(nobody, wanted, request.rules, people, columns)
    if ruling is None:
        return request
    if request.yields and not allows_sizes(ruling, wanted):
        request = request.as_guide()
        wanted = request.target(len(people), len(houses), pseudocount=pseudocount)
    refuse_conflicts(ruling, wanted)
    return request


def _check_people(people: Sequence[Any], n_people: int) -> tuple[str, ...]:
    """Return everybody's name as text, or say that there are too many, too few, or the same ones twice."""
    names = tuple(str(person) for person in people)
    if len(names) != n_people:
        raise InputError(f"people must hold one name per person ({n_people}); got {len(names)}. Give everybody's name.")
    if len(set(names)) < n_people:
        twice, times = Counter(names).most_common(1)[0]
        raise InputError(
            f"people must hold a different name for everybody; got {twice!r} {times} times. "
            "Add something that tells them apart, such as a number."
        )
    return names


def _ruling(
    known: LabelDraws, target: Target, rules: Rules | None, people: Sequence[str] | None, columns: Columns
) -> RuleSet | None:
    """Match the rules with the people, or return None where there are none."""
    if not rules:
        return None
    if people is None:
        people = [f"person {n + 1}" for n in range(known.n_people)]
    columns = {str(heading): [as_text(cell) for cell in cells] for heading, cells in columns.items()}
    short = [heading for heading, cells in columns.items() if len(cells) != known.n_people]
    if short:
        raise InputError(
            f"columns must hold one text per person ({known.n_people}); got {len(columns[short[0]])} in {short[0]!r}. "
            "Give an empty text where nothing is known."
        )
    return RuleSet.of(rules, people, group_names(known, target), columns)


def group_names(draws: LabelDraws, target: Target) -> tuple[str, ...]:
    """Return the groups' names: those given, else the draws' label values if none is 0, else numbers from 1."""
    if target.names is not None:
        return target.names
    if draws.houses is None and target.n_groups == len(draws.clusters) and 0 not in draws.clusters:
        return tuple(str(cluster) for cluster in draws.clusters)
    return tuple(str(group + 1) for group in range(target.n_groups))


def match_labels(draws: LabelDraws, target: Target) -> tuple[LabelDraws, bool]:
    """Return the draws with group i standing for their i-th cluster, and whether it is clear which stands for which.

    Groups with the names of labels stand for these. Otherwise there is either one group per label, in order, or the
    labels are numbers from 0 or 1 on, with or without people. Where none of this holds, labels are taken in order.
    """
    labels, n_groups = draws.clusters, target.n_groups
    if draws.houses is not None or not labels:
        return draws, True
    known = {str(label): label for label in labels}
    names = [_as_label(name) for name in target.names or ()]
    shared = known.keys() & names
    if shared and len(shared) in (len(names), len(known)):
        named = tuple(known.get(name, name) for name in names)
        return draws.reordered(_up_to_last(named, labels) + tuple(k for k in labels if k not in named)), True
    if n_groups == len(labels):
        return draws, not shared
    first = 0 if 0 in labels else 1
    numbered = tuple(range(first, first + n_groups))
    if n_groups < len(labels):
        return draws, not shared and labels[:n_groups] == numbered
    fits = labels[-1] in numbered
    # Labels of at least 1 and below the number of groups may be counted from 0 or from 1.
    is_clear = fits and not shared and (first == 0 or labels[-1] == n_groups)
    return draws.reordered(_up_to_last(numbered, labels)) if fits else draws, is_clear


def _as_label(name: str) -> str:
    """Return a group's name as the label would be written, such as 1 for 1.0."""
    return name.strip().removesuffix(".0")


def _up_to_last(named: tuple[Any, ...], labels: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return names up to the last one that is a label: clusters without people after it change nothing."""
    return named[: max(place for place, name in enumerate(named, 1) if name in labels)]


def _refuse_unclear(draws: LabelDraws, target: Target) -> None:
    shown = ", ".join(str(label) for label in draws.clusters[:12]) + (", …" if len(draws.clusters) > 12 else "")
    example = ", ".join(f'"{label}": …' for label in draws.clusters[:3])
    raise TargetError(
        f"Placement must know which group stands for which label of the draws; got {target.n_groups} groups "
        f"({', '.join(group_names(draws, target)[:12])}) for the labels {shown}. Give the groups the labels as their "
        f"names, those that never occur included: {{{example}}}."
    )


def settle_labels(case: Case) -> tuple[Case, str]:
    """Return the case with labels that mean the same in every draw, if its loss needs that, and what was done.

    Clusters that nothing tells apart are numbered alike in all draws, the larger ones for the larger wanted sizes, and
    for equal sizes in the order of their first members.
    """
    draws = case.draws
    if Composition(case.loss).placement_weight() == 0 or draws.identified:
        return case, ""
    if not draws.clusters:
        raise InputError(
            "Placement needs cluster labels that mean the same in every draw; these draws have "
            f"more label values than clusters in any draw ({draws.n_clusters}). Use {setting('loss', 'vi')}."
        )
    if draws.n_effective < FEWEST_DRAWS:
        weighted = f", weighted like {draws.n_effective:.0f}," if draws.n_effective < draws.n_draws - 0.5 else ""
        return case, (
            f"Placement needs labels that mean the same in every draw; {draws.n_draws} draws{weighted} are too few to "
            "check that, so their labels were used as they are."
        )
    if isinstance(draws, PlaneDraws):
        draws = draws.on_host()  # renumbering looks at every draw many times
    if is_partitioned(draws.codes):
        if case.by_default:
            return replace(case, loss=VI(), loss_reason=by_company(draws)), ""
        raise LossError(
            "Placement needs labels that mean the same in every draw; labels in partitions are not renumbered, and the "
            f"prior does not tell all clusters apart. Use {setting('loss', 'vi')}, or priors that do."
        )
    aligned = align_labels(draws, draws.alike)
    if aligned.poor and case.by_default:
        return replace(case, loss=VI(), loss_reason=by_company(draws)), ""
    if aligned.poor:
        raise LossError(
            "Placement needs labels that mean the same in every draw; these switch between draws, and renumbering them "
            f"does not help (people keep their label in {aligned.agreement:.0%} of the draws, {aligned.chance:.0%} by "
            f"chance). Use {setting('loss', 'vi')}, which ignores labels, or priors that tell the clusters apart."
        )
    if draws.alike is None and not aligned.switches:
        return case, ""
    note = "Nothing says which of these groups is which."
    if aligned.switches:
        note = "The labels switch between draws, so the clusters were renumbered consistently first. " + note
    if case.by_default:
        note = ""  # the reason for the loss says it
    return replace(case, draws=_order_alike(aligned.draws, case.target)), note


def _order_alike(draws: LabelDraws, target: Target) -> LabelDraws:
    """Renumber clusters that are alike: larger ones for larger wanted sizes, and else by their first members."""
    n_clusters = draws.n_clusters
    sizes = target.wanted if target.exact is None else target.exact
    if target.labels != "fixed" or sizes is None or len(sizes) != n_clusters:
        sizes = np.zeros(n_clusters)
    kinds = np.zeros(n_clusters, np.int64) if draws.alike is None else draws.alike
    shares = cluster_probabilities(draws, Workers(1))
    first, mass = first_members(shares.argmax(axis=1), n_clusters), shares.sum(axis=0)
    number = np.empty(n_clusters, draws.codes.dtype)
    for kind in np.unique(kinds):
        places = np.flatnonzero(kinds == kind)
        by_size = np.empty(len(places), np.int64)
        by_size[np.argsort(mass[places], kind="stable")] = places[np.argsort(sizes[places], kind="stable")]
        number[places] = by_first_member(by_size, sizes[by_size], first[places])
    return replace(draws, codes=number[draws.codes])


def cluster_shares(draws: LabelDraws, workers: Workers, *, by_label: bool) -> Array | None:
    """Return everybody's cluster probabilities, (N, K); None where labels mean something only within a draw.

    Houses that the prior cannot tell apart are equally probable for everybody, unless people are placed ``by_label``.
    """
    if not draws.clusters:
        return None
    if is_partitioned(draws.codes):
        return partition_probabilities(draws, by_label=by_label)
    shares = cluster_probabilities(draws, workers)
    return shares if by_label else draws.even_out(shares)
