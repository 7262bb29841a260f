"""One decision to be made: draws, wanted sizes, loss and rules, checked against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._workers import Workers
from ..errors import InputError, LossError
from ..survey.rules import Rules
from .align import FEWEST_DRAWS, align_labels
from .conflicts import allows_sizes, refuse_conflicts
from .constraints import Columns, RuleSet, as_text
from .default_loss import choose_loss
from .draws import LabelDraws
from .losses import Composition, Loss
from .problem import cluster_probabilities
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
    ruling: RuleSet | None
    people: tuple[str, ...] | None
    convergence: Any  # the posterior's status; None for draws from other tools


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
    target = request.target(draws.n_people, draws.n_clusters, groups=groups, pseudocount=pseudocount)
    ruling = _ruling(source, draws, target, request.rules, people, columns)
    if request.yields and ruling is not None and not allows_sizes(ruling, target):
        target = request.as_guide().target(draws.n_people, draws.n_clusters, groups=groups, pseudocount=pseudocount)
    chosen, reason = choose_loss(loss, draws, target)
    if people is None:
        people = getattr(source, "names", None)
    named = None if people is None else tuple(str(person) for person in people)
    return Case(draws, target, chosen, reason, ruling, named, getattr(source, "status", None))


def check_request(request: Request, people: Sequence[str], columns: Columns, *, pseudocount: float = 0.1) -> Request:
    """Refuse sizes and rules that cannot be met, before anything is sampled.

    Returns a request that can be met: balanced sizes without an explicit weight become a guide if the rules do not
    allow them.
    """
    houses = request.houses or ()
    nobody = LabelDraws(np.zeros((len(people), 1), np.uint8), np.ones(1), houses, len(houses))
    wanted = request.target(len(people), len(houses), pseudocount=pseudocount)
    ruling = _ruling(None, nobody, wanted, request.rules, people, columns)
    if ruling is None:
        return request
    if request.yields and not allows_sizes(ruling, wanted):
        request = request.as_guide()
        wanted = request.target(len(people), len(houses), pseudocount=pseudocount)
    refuse_conflicts(ruling, wanted)
    return request


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
    people = [str(person) for person in people]
    columns = {str(heading): [as_text(cell) for cell in cells] for heading, cells in columns.items()}
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
    return RuleSet.of(rules, people, group_names(known, target), columns)


def group_names(draws: LabelDraws, target: Target) -> tuple[str, ...]:
    """Return the groups' names: those given, else the draws' label values if none is 0, else numbers from 1."""
    if target.names is not None:
        return target.names
    if draws.houses is None and target.n_groups == len(draws.clusters) and 0 not in draws.clusters:
        return tuple(str(cluster) for cluster in draws.clusters)
    return tuple(str(group + 1) for group in range(target.n_groups))


def settle_labels(case: Case) -> tuple[LabelDraws, str]:
    """Return draws with labels that mean the same in all of them, if the loss needs that, and what was done."""
    draws = case.draws
    if Composition(case.loss).placement_weight() == 0 or draws.identified:
        return draws, ""
    if not draws.clusters:
        raise InputError(
            "Placement needs cluster labels that mean the same in every draw; these draws have "
            f"more label values than clusters in any draw ({draws.n_clusters}). Use VI or Binder."
        )
    if draws.n_draws < FEWEST_DRAWS:
        return draws, (
            f"Placement needs labels that mean the same in every draw; {draws.n_draws} draws are too few to check "
            "that, so their labels were used as they are."
        )
    aligned = align_labels(draws, draws.alike)
    if not aligned.switches:
        return draws, ""
    if aligned.poor:
        raise LossError(
            "Placement needs labels that mean the same in every draw; these switch between draws, and renumbering them "
            f"does not help (people keep their label in {aligned.agreement:.0%} of the draws, {aligned.chance:.0%} by "
            'chance). Use loss="vi", which does not look at labels, or priors that tell the clusters apart.'
        )
    return aligned.draws, (
        "The labels switch between draws, so the clusters were renumbered consistently before people were placed; "
        "which group has which number means nothing."
    )


def cluster_shares(draws: LabelDraws, workers: Workers, *, by_label: bool) -> Array | None:
    """Return everybody's cluster probabilities, (N, K); None where labels mean something only within a draw.

    Houses that the prior cannot tell apart are equally probable for everybody, even if the chains happened to agree,
    unless people are placed ``by_label``.
    """
    if not draws.clusters:
        return None
    shares = cluster_probabilities(draws, workers)
    if by_label or draws.alike is None or draws.identified:
        return shares
    same = (draws.alike[:, None] == draws.alike).astype(float)
    return shares @ (same / same.sum(axis=0))
