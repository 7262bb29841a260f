"""One decision problem: draws, sizes, loss and rules, checked against each other, and as arrays for kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..cluster.tasks import take_rows
from ..errors import InputError, LossError, TargetError
from ..options import Workers
from ..rules.constraints import Constraints
from ..rules.reading import read_rules
from ..rules.rule import Columns
from ..rules.rule_set import RuleSet, as_text
from ..rules.rules import Rules
from ..rules.scope import ONE_EACH, Places
from ..words.message import Message, join
from ..words.voice import setting
from .align import MIN_EFFECTIVE_DRAWS, align_labels
from .draws import MAX_CUDA_GROUPS, LabelDraws, as_draws, is_posterior
from .kernels.arrays import TOLERANCE, Arrays, SizeTerm, padded
from .losses import VI, Loss, Placement, as_loss, house_loss, is_auto, looks_at_labels
from .naming import by_first_member, first_members, number_groups
from .programs.conflicts import allows_sizes, forbid_empty, refuse_conflicts
from .sizes import SOFT_WEIGHT, Sizes, fill_zeros
from .tables import expected_right, find_chances, total_loss

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Problem:
    """One decision problem, with all its parts checked.

    Attributes
    ----------
    draws, sizes
        The label draws, and the wanted group sizes.
    loss, loss_reason
        The loss to minimise, and a sentence that says why.
    is_default_loss
        Whether the loss is the default, not chosen by the user.
    rules
        The rules, with the people and groups that they name; None if there are none.
    people
        Everybody's name; None if unknown.
    convergence
        The status of the posterior; None for draws from other tools.
    wishes_first
        Whether soft rules take precedence over the draws, because these are only noise.
    shares
        (N, K) the share of draws in which each person is in each cluster, once the problem is prepared; None where
        labels have a meaning only within a draw, and for draws on a GPU, which the search reads there.
    n_everybody
        How many people there are in all, if these are a sample.
    """

    draws: LabelDraws
    sizes: Sizes
    loss: Loss
    loss_reason: str | Message
    is_default_loss: bool = False
    rules: RuleSet | None = None
    people: tuple[str, ...] | None = None
    convergence: Any = None
    wishes_first: bool = False
    shares: Any = None
    n_everybody: int | None = None

    @classmethod
    def read(
        cls,
        source: Any,
        target: Any = None,
        *,
        loss: str | Loss = "auto",
        weights: ArrayLike | None = None,
        rules: Any = None,
        people: Sequence[Any] | None = None,
        columns: Columns | None = None,
        device: str = "cpu",
        wishes_first: bool = False,
        places: Places = ONE_EACH,
        **sizing: Any,
    ) -> Problem:
        """Read and check a problem; arguments as for :func:`bayeshat.decide`, and ``sizing`` as for ``Sizes.read``.

        Where people are in several groups, draws and columns are of their ``places``, and ``people`` are still people.
        """
        draws = as_draws(source, weights, named=looks_at_labels(loss), device=device)
        n_people, n_clusters, houses = draws.n_people, draws.n_clusters, draws.houses
        sizes = Sizes.read(target, n_people=n_people, n_clusters=n_clusters, houses=houses, **sizing)
        rules = read_rules(rules) + Rules(sizes.ranges)
        if rules and draws.where == "partitions":
            raise InputError(
                f"People in partitions must be sorted without rules or ranges of sizes; got {len(tuple(rules))}. "
                "Leave them out, or gather the draws on one machine."
            )
        if draws.where == "cuda" and (rules or not 2 <= sizes.n_groups <= MAX_CUDA_GROUPS):
            draws = draws.on_host("")  # the search under rules runs there, and that for one group or very many
        draws, is_clear = match_labels(draws, sizes)
        names = draws.people
        if people is not None:
            names = _check_people(people, draws.n_people // places.each)
        elif is_posterior(source):
            names = getattr(source, "names", None)
        if columns is None:
            columns = getattr(source, "columns", {}) if is_posterior(source) and rules else {}
        ruling = _match_rules(rules, draws.n_people, group_names(draws, sizes), names, columns, places)
        names = None if names is None else places.repeat(names)
        sizes = _soften(sizes, ruling)
        chosen, reason = choose_loss(loss, draws, sizes)
        if not is_clear and chosen.sees_labels:
            _refuse_unclear(draws, sizes)
        status = source.status if is_posterior(source) else None
        return cls(draws, sizes, chosen, reason, is_auto(loss), ruling, names, status, wishes_first)

    @property
    def names(self) -> tuple[str, ...]:
        """The groups' names."""
        return group_names(self.draws, self.sizes)

    @property
    def person_names(self) -> tuple[str, ...]:
        """Everybody's name, or number where names are unknown."""
        return self.people or number_people(self.n_people)

    @property
    def n_people(self) -> int:
        """N."""
        return self.draws.n_people

    @property
    def n_groups(self) -> int:
        """G."""
        return self.sizes.n_groups

    @cached_property
    def constraints(self) -> Constraints | None:
        """The rules by number, with a minimum of one person where empty groups are forbidden; None without rules."""
        return None if self.rules is None else forbid_empty(self.rules.constraints, self.sizes)

    @property
    def alike_groups(self) -> Array | None:
        """(G, G) which groups may exchange their names, where rules tell groups apart; None if they do not."""
        if self.rules is None or not self.rules.constraints.names_groups:
            return None
        return self.rules.constraints.interchangeable

    def prepared(self, workers: Workers) -> Problem:
        """Return the same problem with everybody's cluster shares.

        Houses that the prior cannot tell apart are equally probable for everybody, unless the loss looks at labels.
        """
        shares = self.draws.shares(workers) if self.draws.clusters else None
        if shares is not None and not self.loss.sees_labels:
            shares = self.draws.even_out(shares)
        return replace(self, shares=shares)

    def on_host(self, purpose: str) -> Problem:
        """Return the same problem with its draws in the host's memory; raise InputError for partitions."""
        draws = self.draws.on_host(purpose)
        if draws is self.draws:
            return self
        with Workers(None) as workers:
            return replace(self, draws=draws).prepared(workers)

    def reduced(self) -> Problem:
        """Return the same problem with the draws that the kernels read: a single one if the loss only sees labels."""
        return self if self.loss.pairs() else replace(self, draws=self.draws.blind())

    def bounded(self) -> Problem:
        """Return the same problem with sizes that have the bounds of the rules."""
        if self.constraints is None:
            return self
        bounds = np.stack([self.constraints.least, self.constraints.most])
        return replace(self, sizes=replace(self.sizes, bounds=bounds))

    def sample(self, people: Array | None, draws: Array | None, workers: Workers) -> Problem:
        """Return the problem of some of the people (None: all), with some of the draws; sizes are scaled down."""
        if people is None and draws is None:
            return self
        few = self.draws.subset(people, draws)
        if people is None:
            return replace(self, draws=few)
        shares = None
        if self.loss.sees_labels and self.shares is None:  # draws on a GPU
            shares = self.draws.subset(people, None).shares(workers)
        elif self.loss.sees_labels:
            shares = take_rows(self.shares, people)
        sizes = self.sizes.scaled(few.n_people, self.n_people)
        return replace(self, draws=few, sizes=sizes, shares=shares, n_everybody=self.n_people)

    def arrays(self, personal: Array | None = None) -> Arrays:
        """Return the problem as arrays for kernels; ``personal`` (N, G) is a cost of each person in each group."""
        placed = self.shares if self.loss.sees_labels else None
        return build_arrays(self.draws, self.loss, self.sizes, placed, self.n_everybody or self.n_people, personal)

    def value(self, labels: Array, workers: Workers) -> float:
        """Return the expected loss of an assignment, with its size term."""
        tables = self.draws.count(labels, self.n_groups, workers)
        return total_loss(tables, self.draws.weights, self.loss, self.sizes)

    def wishes_cost(self, labels: Array) -> float:
        """Return the cost of wishes that an assignment does not grant."""
        return 0.0 if self.rules is None else self.rules.constraints.soft_cost(labels)

    def prefers(self, labels: Array, others: Array, workers: Workers) -> bool:
        """Say whether an assignment keeps the rules and is better than another one, wishes included."""
        if self.rules is not None and self.rules.constraints.broken(labels):
            return False
        values = [self.value(some, workers) + self.wishes_cost(some) for some in (labels, others)]
        return values[0] < values[1] - TOLERANCE

    def chances(self, labels: Array, workers: Workers) -> Array:
        """Return the chance that each person belongs in each group of an assignment, (N, G)."""
        return find_chances(labels, self.draws, self.n_groups, self.loss.sees_labels, workers)

    def expected_right(self, labels: Array, workers: Workers) -> float:
        """Return how many people are expected in their right group."""
        return expected_right(labels, self.chances(labels, workers))

    def numbered(self, labels: Any, workers: Workers) -> tuple[Any, bool]:
        """Return an assignment with its groups numbered, and whether the posterior would name them differently.

        A loss that looks at labels has numbered them already.
        """
        if self.loss.sees_labels:
            return labels, False
        stands = self.draws.stand(labels, self.shares, self.n_groups, workers)
        numbers, differs = number_groups(stands.sizes, stands.support, self.sizes, self.alike_groups, stands.first)
        return self.draws.renumber(labels, numbers.astype(labels.dtype)), differs

    def with_sizes(self, sizes: Sizes) -> Problem:
        """Return the same problem with other sizes; a default loss is chosen again."""
        changed = replace(self, sizes=sizes)
        return changed.with_loss("auto") if self.is_default_loss else changed

    def with_loss(self, loss: str | Loss) -> Problem:
        """Return the same problem with another loss."""
        chosen, reason = choose_loss(loss, self.draws, self.sizes)
        return replace(self, loss=chosen, loss_reason=reason, is_default_loss=is_auto(loss))


def check_rules(sizes: Sizes, rules: Rules | None, people: Sequence[str], columns: Columns) -> Sizes:
    """Refuse sizes and rules that cannot be met, before anything is sampled.

    Returns sizes that can be met: if the rules do not allow balanced sizes that have no explicit weight, these become
    a guide.
    """
    names = sizes.names or tuple(str(group + 1) for group in range(sizes.n_groups))
    ruling = _match_rules((rules or Rules()) + Rules(sizes.ranges), len(people), names, people, columns)
    if ruling is None:
        return sizes
    sizes = _soften(sizes, ruling)
    refuse_conflicts(ruling, sizes)
    return sizes


def _soften(sizes: Sizes, ruling: RuleSet | None) -> Sizes:
    """Turn the sizes into a guide if they may yield to rules, and the rules do not allow them.

    They do not yield to what every group needs: that would be met by leaving groups empty.
    """
    if ruling is None or any(quota.unless_empty and quota.is_everywhere for quota in ruling.constraints.hard_quotas):
        return sizes
    return sizes.as_guide() if sizes.yields and not allows_sizes(ruling, sizes) else sizes


def _check_people(people: Sequence[Any], n_people: int) -> tuple[str, ...]:
    """Return everybody's name as text; there must be one for each person, all different."""
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


def _match_rules(
    rules: Rules,
    n_people: int,
    groups: tuple[str, ...],
    people: Sequence[str] | None,
    columns: Columns,
    places: Places = ONE_EACH,
) -> RuleSet | None:
    """Match the rules with the people and groups; return None if there are no rules."""
    if not rules and places.each == 1:
        return None
    if people is None:
        people = number_people(n_people)
    columns = {str(heading): [as_text(cell) for cell in cells] for heading, cells in columns.items()}
    short = [heading for heading, cells in columns.items() if len(cells) != n_people]
    if short:
        raise InputError(
            f"columns must hold one text per person ({n_people}); got {len(columns[short[0]])} in {short[0]!r}. "
            "Give an empty text where nothing is known."
        )
    return RuleSet.of(rules, people, groups, columns, places)


def number_people(n_people: int) -> tuple[str, ...]:
    """Return what people are called whose names are unknown."""
    return tuple(f"person {n + 1}" for n in range(n_people))


def group_names(draws: LabelDraws, target: Sizes) -> tuple[str, ...]:
    """Return the groups' names: the given names, else the draws' label values if 0 is not one, else numbers from 1."""
    if target.names is not None:
        return target.names
    if draws.houses is None and target.n_groups == len(draws.clusters) and 0 not in draws.clusters:
        return tuple(str(cluster) for cluster in draws.clusters)
    return tuple(str(group + 1) for group in range(target.n_groups))


def match_labels(draws: LabelDraws, target: Sizes) -> tuple[LabelDraws, bool]:
    """Order the draws' clusters so that group i stands for the i-th one, and say whether this order is clear.

    Groups that have labels as names stand for these labels. Otherwise there is either one group per label, in order,
    or the labels are numbers from 0 or 1, some of which may not occur. Else labels are taken in order: that is unclear.
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
    """Return a group's name as a label is written, such as 1 for 1.0."""
    return name.strip().removesuffix(".0")


def _up_to_last(named: tuple[Any, ...], labels: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return names up to the last one that is a label: clusters after it would have no people."""
    return named[: max(place for place, name in enumerate(named, 1) if name in labels)]


def _refuse_unclear(draws: LabelDraws, target: Sizes) -> None:
    shown = ", ".join(str(label) for label in draws.clusters[:12]) + (", …" if len(draws.clusters) > 12 else "")
    example = ", ".join(f'"{label}": …' for label in draws.clusters[:3])
    raise TargetError(
        f"Placement must know which group stands for which label of the draws; got {target.n_groups} groups "
        f"({', '.join(group_names(draws, target)[:12])}) for the labels {shown}. Give the groups the labels as their "
        f"names, those that never occur included: {{{example}}}."
    )


def align_problem(problem: Problem) -> tuple[Problem, str | Message]:
    """Make labels mean the same in every draw, if the loss needs that; return the problem and a note on what was done.

    Clusters that nothing tells apart are numbered consistently in all draws: larger ones get larger wanted sizes, and
    among equal sizes the order is that of their first members.
    """
    draws = problem.draws
    if not problem.loss.sees_labels or draws.identified:
        return problem, ""
    if not draws.clusters:
        raise InputError(
            "Placement needs cluster labels that mean the same in every draw; these draws have "
            f"more label values than clusters in any draw ({draws.n_clusters}). Use {setting('loss', 'vi')}."
        )
    if draws.n_effective < MIN_EFFECTIVE_DRAWS:
        weighted = "-weighted" if draws.n_effective < draws.n_draws - 0.5 else ""
        few = f"decision-few-draws{weighted}"
        return problem, Message(few, draws=draws.n_draws, effective=round(draws.n_effective))
    by_vi = replace(problem, loss=VI(), loss_reason=by_company(draws))
    if draws.where == "partitions" and problem.is_default_loss:
        return by_vi, ""
    if draws.where == "partitions":
        raise LossError(
            "Placement needs labels that mean the same in every draw; labels in partitions are not renumbered, and the "
            f"prior does not tell all clusters apart. Use {setting('loss', 'vi')}, or priors that do."
        )
    draws = draws.on_host("Renumbering")
    aligned = align_labels(draws, draws.alike)
    if aligned.poor and problem.is_default_loss:
        return by_vi, ""
    if aligned.poor:
        raise LossError(
            "Placement needs labels that mean the same in every draw; these switch between draws, and renumbering them "
            f"does not help (people keep their label in {aligned.agreement:.0%} of the draws, {aligned.chance:.0%} by "
            f"chance). Use {setting('loss', 'vi')}, which ignores labels, or priors that tell the clusters apart."
        )
    if draws.alike is None and not aligned.switches:
        return problem, ""
    # With the default loss, its reason says it.
    note = "" if problem.is_default_loss else Message("decision-renumbered" if aligned.switches else "decision-unnamed")
    return replace(problem, draws=_order_alike(aligned.draws, problem.sizes)), note


def _order_alike(draws: LabelDraws, target: Sizes) -> LabelDraws:
    """Renumber clusters that are alike: larger ones get larger wanted sizes, ties go by their first members."""
    n_clusters = draws.n_clusters
    sizes = target.wanted if target.exact is None else target.exact
    if target.labels != "fixed" or sizes is None or len(sizes) != n_clusters:
        sizes = np.zeros(n_clusters)
    kinds = np.zeros(n_clusters, np.int64) if draws.alike is None else draws.alike
    shares = draws.shares(Workers(1))
    first, mass = first_members(shares.argmax(axis=1), n_clusters), shares.sum(axis=0)
    number = np.empty(n_clusters, draws.codes.dtype)
    for kind in np.unique(kinds):
        places = np.flatnonzero(kinds == kind)
        by_size = np.empty(len(places), np.int64)
        by_size[np.argsort(mass[places], kind="stable")] = places[np.argsort(sizes[places], kind="stable")]
        number[places] = by_first_member(by_size, sizes[by_size], first[places])
    return replace(draws, codes=number[draws.codes])


def choose_loss(loss: str | Loss, draws: LabelDraws, target: Sizes) -> tuple[Loss, str | Message]:
    """Return the loss to minimise, and why.

    If the groups are the survey's houses and its prior tells at least some of them apart, "auto" looks at who belongs
    in which house and, if there are wanted sizes, also at who belongs together. Otherwise labels mean nothing, and
    "auto" only looks at who belongs together.
    """
    if not is_auto(loss):
        chosen = as_loss(loss)
        return chosen, Message("loss-chosen", loss=repr(chosen))
    houses = draws.houses
    if houses is None:
        return VI(), Message("loss-other-tool")
    if len(houses) == 1:
        return Placement(), Message("loss-one-house", noun=draws.noun)
    if target.names != houses:
        return VI(), Message("loss-not-houses", noun=draws.noun)
    if not draws.tells_some_apart:
        return VI(), by_company(draws)
    why = "known" if draws.told_by_known else "totals" if draws.told_by_totals else "survey"
    if target.exact is None and target.soft_weight < SOFT_WEIGHT:
        # Without wanted sizes, the loss of company would pull uncertain people into one large group.
        chosen, reason = Placement(), Message("loss-house", why=why, noun=draws.noun)
    else:
        chosen, reason = house_loss(len(houses)), Message("loss-house-company", why=why, noun=draws.noun)
    if draws.identified:
        return chosen, reason
    alike = [join(names, "and") for names in list_alike(np.asarray(draws.alike), houses)]
    return chosen, join([reason, Message("loss-unclear", alike=join(alike, "semicolon"))], "space")


def by_company(draws: LabelDraws) -> Message:
    """Return the reason for a loss of company alone, if a survey does not tell its houses apart."""
    return Message("loss-some-alike" if draws.tells_some_apart else "loss-alike")


def list_alike(alike: np.ndarray, houses: Sequence[str]) -> list[list[str]]:
    """Return the houses that nothing tells apart, one list per kind.

    Examples
    --------
    >>> list_alike(np.array([0, 1, 1]), ("Owls", "Jays", "Crows"))
    [['Jays', 'Crows']]
    """
    same = [[houses[k] for k in np.flatnonzero(alike == kind).tolist()] for kind in np.unique(alike)]
    return [names for names in same if len(names) > 1]


# Cost of each empty group if the pseudocount is 0, multiplied by one plus the weight of the sizes: more than any loss.
# Unlike a size distance with a huge number for ln(0), it falls with every group that is filled.
_EMPTY_GROUP_COST = 1e6


def build_arrays(
    draws: LabelDraws,
    loss: Loss,
    target: Sizes,
    probabilities: Any,
    n_everybody: int,
    personal: Array | None = None,
) -> Arrays:
    """Build the arrays of a problem, for everybody or for a sample of ``n_everybody`` people.

    ``personal`` (N, G) is what rules make each person cost in each group. Unless the loss looks at labels or there are
    such costs, groups are interchangeable, whatever the target says: permuting them changes neither the loss nor the
    best sizes. Of draws on a GPU, only the size part is returned, without its tables.
    """
    n_people = draws.n_people
    n_groups = target.n_groups
    free = target.labels == "free" or (not loss.sees_labels and personal is None)
    if draws.where == "cuda":
        none = np.zeros((0, padded(n_groups)))
        size = size_term(loss, target, np.zeros(1, np.int64), n_people, n_everybody, free=free)
        return Arrays(none, draws.weights, none, none, draws.n_clusters, size)
    counts = np.arange(n_people + 2)
    worth = loss.joint(counts, n_people)
    enter = np.diff(worth, append=worth[-1])
    leave = np.concatenate([[2 * enter[0] - enter[1]], enter[:-1]])
    cost = np.zeros((0, padded(n_groups)))
    if probabilities is not None:
        by_cluster = loss.label_costs(probabilities.shape[1], n_groups)
        cost = draws.label_costs(probabilities, by_cluster, padded(n_groups))
    if personal is not None:
        cost = cost if len(cost) else np.zeros((n_people, padded(n_groups)))
        cost[:, :n_groups] += personal
    return Arrays(
        z=draws.codes,
        weights=draws.weights,
        by_count=np.stack([worth, enter, leave, 0.5 * (enter + leave)]),
        cost=cost,
        n_clusters=draws.n_clusters,
        size=size_term(loss, target, counts, n_people, n_everybody, free=free),
    )


def size_term(loss: Loss, target: Sizes, counts: Array, n_people: int, n_everybody: int, *, free: bool) -> SizeTerm:
    """Return the cost of sizes, for the consecutive sizes ``counts``."""
    by_size = np.maximum(counts + target.pseudocount * n_people / n_everybody, 0.5 * (target.pseudocount == 0))
    psi = loss.groups(counts, n_people)
    if target.pseudocount == 0 and target.soft_weight > 0 and counts[0] == 0:
        psi[0] += _EMPTY_GROUP_COST * (1.0 + target.soft_weight)
    # Without bounds, bounds that are never reached.
    bounds = np.array([[-1], [n_people + 1]]).repeat(target.n_groups, axis=1)
    log_target = np.zeros(target.n_groups)
    if target.soft_weight > 0 and target.wanted is not None:
        log_target = np.log(fill_zeros(target.wanted, n_everybody, target.pseudocount))
    return SizeTerm(
        by_size=np.stack([psi, np.log(by_size)]),
        log_target=np.sort(log_target) if free else log_target,
        bounds=bounds if target.bounds is None else target.bounds,
        weight=target.soft_weight,
        free=free,
        fixed_sizes=target.exact is not None,
    )


# A person is worth at least this share of a person whose group is certain, however vague the posterior is.
_MIN_SHARE_OF_CERTAIN_WORTH = 0.1
# People in all shuffled assignments together (in one assignment, if there are more people).
_SHUFFLED_PEOPLE = 2000
# Shuffled assignments.
_MAX_SHUFFLES = 32


def person_worth(problem: Problem, labels: Array, workers: Workers) -> float:
    r"""Return what one person in the right group is worth in expected loss, given a decision without rules.

    .. math:: \frac{E[L(\text{shuffled})] - L(a)}{R(a) - E[R(\text{shuffled})]}

    L is the expected loss without its size term, and R the number of people expected in their right group, by the
    decision's chances. The ratio is the loss saved per person put right, compared with random groups of the same sizes.
    For Placement it is exactly 1 / N. It is limited to between a tenth and all of the worth of a person whose group is
    certain, and equals the latter where it is undefined (everybody in one group, say). If all assignments are equally
    good, it is the worth of such a person by VI: then rules are only weighed against sizes.
    """
    loss, n_people, n_groups = problem.loss, problem.n_people, problem.n_groups
    if loss.is_nothing:
        return _sure_worth(VI(), n_people, n_groups)
    placement = loss.label_weight() / n_people
    if not loss.pairs():
        return placement
    sizeless = replace(problem, sizes=replace(problem.sizes, wanted=None, exact=None, bounds=None))
    rng = np.random.default_rng(0)
    shuffled = [rng.permutation(labels) for _ in range(int(np.clip(_SHUFFLED_PEOPLE // n_people, 1, _MAX_SHUFFLES)))]
    chances = problem.chances(labels, workers)
    right = expected_right(labels, chances) - np.mean([expected_right(some, chances) for some in shuffled])
    lower = np.mean([sizeless.value(some, workers) for some in shuffled]) - sizeless.value(labels, workers)
    sure = _sure_worth(loss, n_people, n_groups)
    if right <= 0 or lower <= 0:
        return sure
    return float(np.clip(lower / right, max(placement, _MIN_SHARE_OF_CERTAIN_WORTH * sure), sure))


def _sure_worth(loss: Loss, n_people: int, n_groups: int) -> float:
    """Return the cost of one person leaving the right group if everything is certain and groups are equal."""
    size = max(n_people // n_groups, 2)
    counts = np.array([0, 1, size - 1, size, size + 1])
    joint, groups = loss.joint(counts, n_people), loss.groups(counts, n_people)
    change = joint[3] - joint[2] - (joint[1] - joint[0]) + groups[2] - 2 * groups[3] + groups[4]
    return float(change) + loss.label_weight() / n_people
