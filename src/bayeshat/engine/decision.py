"""A decision: the groups, how good they are, and what every alternative would cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..options import Progress, Workers
from ..rules.rule import Rule
from ..rules.rule_set import RuleSet
from ..rules.scope import ONE_EACH, Places
from ..words.message import Message, join
from ..words.phrases import tell_cost
from ..words.status import Status
from .losses import Loss
from .problem import Problem, size_term
from .proof.certificate import Certificate, certify
from .search.search import is_uncertain, tell_search
from .sizes import EVEN_AMONG_EQUALS
from .tables import affinity

if TYPE_CHECKING:
    from .uncertainty.uncertainty import Uncertainty

Array = np.ndarray

# With more people, ``table()`` leaves out the swaps unless they are requested.
_MAX_PEOPLE_WITH_SWAPS = 20_000
# Partners to try for each person and group before the best so far is taken.
_MAX_PARTNERS_PER_GROUP = 200


@dataclass(frozen=True, eq=False)
class Kept:
    """How the rules were kept.

    Attributes
    ----------
    ruling
        The rules, with the people and groups that they name.
    unmet
        Soft rules and wishes that are not met.
    price
        How much more expected loss the decision has than the best one without rules; at least 0. It does not include
        the cost of unmet wishes.
    gap
        The largest optimality gap of the integer programs that improved or proved the decision, relative to what is at
        stake in them (``Program.stake``); programs that only made starts do not count.
    worth
        The unit of weights: the expected loss that one person in their right group saves, or 20 times that where
        wishes come first.
    fewer_right
        How many fewer people are expected in their right group than without rules; negative if more, None if unknown.
    starts_left_out
        How many of the requested starts the search left out to save time.
    hurried
        Whether the clock stopped a step of the search; if not, the same seed gives the same groups on any machine.
    outcomes
        One sentence for each column that a rule spreads: how evenly it is spread.
    """

    ruling: RuleSet
    unmet: tuple[Rule, ...]
    price: float
    gap: float
    worth: float = 0.0
    fewer_right: float | None = None
    starts_left_out: int = 0
    hurried: bool = False
    outcomes: tuple[Message, ...] = ()

    def words(self, noun: str = "group") -> str | Message:
        """Return sentences on how the organiser's own rules were met, and what all rules cost in people."""
        own = self.own_rules
        told = [*self.rules_in_words(), *self.outcomes]
        placed = not own and any(rule.mentions("person") for rule in self.ruling.rules)
        if not (own or placed) and any(rule.kind == "size" for rule in self.ruling.rules):
            told.append(Message("decision-ranges"))
        if self.fewer_right is not None:
            cost = "decision-cost-placed" if placed else "decision-cost-rule" if len(own) == 1 else "decision-cost"
            told.append(tell_cost(cost, max(self.fewer_right, 0.0), noun))
        if self.starts_left_out > 0:
            told.append(Message("decision-starts", count=self.starts_left_out))
        if self.hurried:
            told.append(Message("decision-hurried"))
        return join(told, "space")

    @property
    def own_rules(self) -> list[Rule]:
        """The organiser's own rules."""
        return [rule for rule in self.ruling.rules if not rule.automatic]

    def rules_in_words(self) -> list[Message]:
        """Return how many of the organiser's own rules are met, and how many of the wishes.

        The outcomes count ranked choices.
        """
        own, unmet, told = self.own_rules, set(self.unmet), []
        if hard := [rule for rule in own if rule.is_hard]:
            # Only changes by hand break what must hold.
            broken = sum(rule in unmet for rule in hard)
            told.append(
                Message("decision-broken", count=len(hard), broken=broken)
                if broken
                else Message("decision-met", count=len(hard))
            )
        ranked = any(len(rule.choices) > 1 for rule in own)
        if wishes := [rule for rule in own if rule.is_wish and not (ranked and rule.choices)]:
            granted = sum(rule not in unmet for rule in wishes)
            told.append(Message("decision-wishes", count=len(wishes), granted=granted))
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "rules": [rule.words() for rule in self.ruling.rules],
            "unmet": [rule.words() for rule in self.unmet],
            "price": self.price,
            "gap": self.gap,
            "hurried": self.hurried,
            "worth": self.worth,
            "fewer_right": self.fewer_right,
            "outcomes": list(map(str, self.outcomes)),
        }


class Waiting(NamedTuple):
    """Somebody for whom there was no place, and the groups that they wait for, the best first; empty for any."""

    name: str
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Decision:
    """An assignment of everybody to groups.

    Attributes
    ----------
    labels
        (N,) group of each person, 0 .. G - 1. Where people are in several groups, everything that is said here of
        people holds for their places, one for each of a person's groups (see :attr:`places`).
    names
        Names of the groups.
    sizes
        (G,) people in each group.
    target
        (G,) wanted size of each group (with free labels: the one it was matched to); None if sizes do not matter.
    expected_loss
        The minimised expected loss, size term included.
    expected_vi
        Expected Variation of Information from the truth, in bits.
    size_distance
        Aitchison distance of the sizes from the wanted ones; NaN if sizes do not matter.
    status
        Problems and notes, in words.
    n_starts, n_best
        How many starts the search made, and how many of them reached the best value, or one within a hundredth of
        what one person is worth.
    seconds
        How long the decision took.
    loss_reason
        A sentence that says why this loss was minimised.
    kept
        How the rules were kept; None if there were none.
    problem
        The draws, sizes, loss and rules.
    proven
        Whether it is proven that no assignment has a smaller expected loss: all were evaluated, or ruled out by bounds.
    certified
        How far the decision can be from the best possible one; None without a proof.
    waiting
        The people for whom there was no place, in the order in which they move up; they are in no group.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1], [0, 0, 0, 1]]
    >>> decision = bh.decide(draws, {"red": 2, "blue": 2}, people=["Ann", "Bo", "Cy", "Di"])
    >>> decision.groups, decision.sizes.tolist(), decision.members("blue").tolist()
    (('red', 'red', 'blue', 'blue'), [2, 2], [2, 3])
    >>> str(decision.search_in_words())
    'No better groups are possible: this was proven.'
    >>> table = decision.table()
    >>> table["person"].tolist(), list(table)[-2:]
    (['Ann', 'Bo', 'Cy', 'Di'], ['swap with', 'swap change'])
    >>> decision.affinity().round(2).tolist()
    [[1.0, 0.25], [1.0, 0.25], [0.5, 0.5], [0.0, 0.5]]
    >>> decision.chances().tolist()
    [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """

    labels: Array
    names: tuple[str, ...]
    sizes: Array
    target: Array | None
    expected_loss: float
    expected_vi: float
    size_distance: float
    status: Status
    n_starts: int
    n_best: int
    seconds: float
    loss_reason: str | Message
    kept: Kept | None
    problem: Problem = field(repr=False)
    proven: bool = False
    certified: Certificate | None = None
    waiting: tuple[Waiting, ...] = ()

    @property
    def loss(self) -> Loss:
        """The loss that was minimised."""
        return self.problem.loss

    @property
    def shares(self) -> Any:
        """(N, K) the share of draws in which each person is in each cluster; None if unknown."""
        return self.problem.shares

    @property
    def size_weight(self) -> float:
        """The weight of the sizes; infinity if they are exact."""
        return self.problem.sizes.size_weight

    @property
    def value(self) -> float:
        """The expected loss with the cost of unmet wishes."""
        return self.expected_loss + self.problem.wishes_cost(self.labels)

    @property
    def people(self) -> tuple[str, ...] | None:
        """Everybody's name; None if unknown."""
        return self.problem.people

    @property
    def n_people(self) -> int:
        """Number of people."""
        return len(self.labels)

    @property
    def places(self) -> Places:
        """How many groups each person is in; places follow each other person by person."""
        return ONE_EACH if self.problem.rules is None else self.problem.rules.places

    @property
    def slots(self) -> list[tuple[str, Array]]:
        """Each time slot, with whether each group is held then, (G,); none where nobody said when groups are held."""
        return [] if self.problem.rules is None else self.problem.rules.slots

    @property
    def place_names(self) -> tuple[str, ...]:
        """What tells the places of one person apart: their time slots, or numbers."""
        slots = [name for name, _ in self.slots]
        numbers = [str(number) for number in range(1, self.places.each + 1)]
        return tuple(slots if len(slots) == len(numbers) else numbers)

    def groups_of(self) -> dict[str, tuple[str, ...]]:
        """Return each person's groups, by name.

        Examples
        --------
        >>> import bayeshat as bh
        >>> slots = {"Morning": ["Art", "Golf"], "Afternoon": ["Art", "Chess"]}
        >>> wishes = {"name": ["Ann", "Bo"], "wishes": ["Art; Golf; Chess", "Art; Chess"]}
        >>> bh.mix_people(wishes, "0..1", slots=slots, wishes="wishes").groups_of()
        {'Ann': ('Golf', 'Art (Afternoon)'), 'Bo': ('Art (Morning)', 'Chess')}
        """
        each, groups = self.places.each, self.groups
        rows = [groups[start : start + each] for start in range(0, len(groups), each)]
        return dict(zip(self.problem.person_names[::each], rows, strict=True))

    @property
    def groups(self) -> tuple[str, ...]:
        """Name of each person's group."""
        return tuple(self.names[label] for label in np.asarray(self.labels))

    def wanted_range(self, group: int) -> tuple[int, int] | None:
        """Return the smallest and the largest wanted size of a group; None if its size does not matter."""
        if self.kept is not None and self.problem.sizes.exact is None:
            rules = self.kept.ruling.constraints
            least, most = int(rules.least[group]), int(rules.most[group])
            if least > 0 or most < self.n_people:
                return least, most
        # Where choices come first, even sizes are not wanted: they only decide between equals.
        if self.target is None or 0 < self.problem.sizes.soft_weight <= EVEN_AMONG_EQUALS:
            return None
        return math.floor(self.target[group] + 1e-9), math.ceil(self.target[group] - 1e-9)

    def members(self, name: str) -> Array:
        """Return the people of a group, by their number."""
        if name not in self.names:
            raise InputError(f"name must be one of {', '.join(self.names)}; got {name!r}. Check the spelling.")
        return np.flatnonzero(self.labels == self.names.index(name))

    def table(self, *, swaps: bool | None = None) -> dict[str, Array]:
        """Return a table with one row per person, as columns for any data frame library.

        Columns: ``person``, by name where names are known, else by number; ``group``; ``probability of X`` for each
        house of a posterior's survey, or else for each group, as in :meth:`chances`; ``move to X``, the change in
        expected loss if this person alone moved there (infinite where exact sizes or rules forbid it); ``swap with``
        and ``swap change``, the row of the cheapest person to swap with and the change in expected loss (-1 and
        infinity if there is none). With rules, changes include the cost of wishes.

        Parameters
        ----------
        swaps
            Whether to look for swaps. By default, up to 20 000 people.
        """
        from .kernels.arrays import move_costs
        from .machines.numba_machine import NumbaMachine

        problem = self.problem.on_host("The table of a decision").bounded().reduced()
        rules, sizes, counts = problem.rules, problem.sizes, np.arange(self.n_people + 2)
        arrays = problem.arrays(None if rules is None else rules.constraints.cost)
        everybody = NumbaMachine(arrays, Workers(1))
        everybody.start(self.labels)
        everybody.look()
        state, n_groups = everybody.state, len(self.names)
        gains = state.utilities[:, :n_groups] - state.own[:, None]
        # Kernels may take groups as alike that have sizes of their own, and empty groups as merely expensive.
        term = size_term(problem.loss, sizes, counts, self.n_people, self.n_people, free=sizes.labels == "free")
        if sizes.forbids_empty:
            term = term._replace(bounds=np.maximum(term.bounds, 1))
        changes = move_costs(term, self.sizes)[self.labels] - gains
        changes[np.arange(self.n_people), self.labels] = 0.0
        people = np.arange(self.n_people) if self.people is None else np.array(self.people)
        columns: dict[str, Array] = {"person": people, "group": np.array(self.groups)}
        shown, headings = self.chances(), self.names
        if problem.draws.houses is not None and problem.shares is not None:
            shown, headings = problem.draws.even_out(problem.shares), problem.draws.houses
        columns |= {f"probability of {name}": shown[:, k].copy() for k, name in enumerate(headings)}
        swaps = self.n_people <= _MAX_PEOPLE_WITH_SWAPS if swaps is None else swaps
        order = np.array([np.lexsort((-gains[:, g], self.labels)) for g in range(n_groups)])
        begin = np.concatenate([[0], np.cumsum(self.sizes)])
        partner, cost = np.full(self.n_people, -1), np.full(self.n_people, np.inf)
        limit = _MAX_PARTNERS_PER_GROUP if swaps else 0
        if rules is not None:
            from .kernels._units_numba import allowed_steps
            from .ruled.units import rule_arrays

            ruled = rule_arrays(rules.constraints)
            allowed_steps(arrays, state, ruled, order, begin, limit, changes, partner, cost)
        elif swaps:
            from .kernels._steps_numba import cheapest_swaps

            cheapest_swaps(arrays, state, order, begin, limit, partner, cost)
        for g, name in enumerate(self.names):
            columns[f"move to {name}"] = changes[:, g].copy()
        if swaps:
            columns["swap with"], columns["swap change"] = partner, cost
        return columns

    def affinity(self) -> Array:
        """Return how probably each person shares a cluster with a member of each group, on average, (N, G).

        Labels need not mean the same in every draw. A person is not counted as a member of their own group; a group
        without other members has affinity 0.
        """
        with Workers(None) as workers:
            return affinity(self.labels, self.problem.draws.on_host("Affinity"), len(self.names), workers)

    def chances(self) -> Array:
        """Return the chance that each person belongs in each group, (N, G).

        If the loss looks at labels, this is the probability of the group's own cluster. Otherwise it is the share of
        draws in which the person's cluster is matched with the group: each draw matches clusters with groups so that
        as many people as possible are in the group of their cluster. A row may add up to less than 1.
        """
        with Workers(None) as workers:
            return self.problem.on_host("The chance of each group").chances(self.labels, workers)

    def mean_chance(self) -> float:
        """Return the mean of everybody's chance of belonging in their own group."""
        return float(self.chances()[np.arange(self.n_people), self.labels].mean())

    @property
    def left_no_choice(self) -> Array:
        """(N,) whether the organiser's own rules allow the person no other group; such people are settled."""
        return self._may_be_here_only(None if self.kept is None else self.kept.ruling.allowed_by_own)

    @property
    def has_fixed_place(self) -> Array:
        """(N,) whether the person can be in no other group: left no choice, or placed before."""
        return self._may_be_here_only(None if self.kept is None else self.kept.ruling.constraints.allowed)

    def _may_be_here_only(self, allowed: Array | None) -> Array:
        if allowed is None or len(self.names) == 1:
            return np.zeros(self.n_people, bool)
        return np.asarray((allowed.sum(axis=1) == 1) & allowed[np.arange(self.n_people), self.labels])

    def uncertainty(
        self,
        level: float = 0.95,
        *,
        distance: str | Loss | None = None,
        rng: int | np.random.Generator | None = None,
        threads: int | None = None,
        progress: bool | Progress = False,
    ) -> Uncertainty:
        """Return how certain the decision is: a ball around it, alternatives, who is settled and who would stay.

        Parameters
        ----------
        level
            The posterior probability of the ball around the decision.
        distance
            "vi" or "binder"; by default the one with the larger weight in the decision's loss, else "vi".
        rng
            Seed or generator. The same seed gives the same answer whatever the number of threads; None is seed 0.
        threads
            Threads to use; by default one per core.
        progress
            True for a line on standard error, or a function of the share done and a word.

        Examples
        --------
        >>> import bayeshat as bh
        >>> draws = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1]]
        >>> bh.decide(draws, [3, 3], size_weight=float("inf")).uncertainty().sure_core.settled.tolist()
        [True, True, False, True, True, False]
        """
        from .uncertainty.measure import measure_uncertainty

        return measure_uncertainty(self, level, distance=distance, rng=rng, threads=threads, progress=progress)

    def is_beaten_by(self, labels: Array) -> bool:
        """Say whether another assignment is better under this decision's loss, sizes, rules and wishes."""
        return self.problem.prefers(labels, self.labels, Workers(1))

    @property
    def is_uncertain(self) -> bool:
        """Whether too few starts reached this value to rule out a better one."""
        return is_uncertain(self.n_best, self.proven)

    def search_in_words(self) -> str | Message:
        """Return how the search ended, and what that says about better groups."""
        told, proof = tell_search(self.n_best, self.n_starts, self.proven), self.proof_in_words()
        return told if self.proven or not proof else join([told, proof], "space")

    def quality_in_words(self) -> str | Message:
        """Return what the search and a proof say about better groups, where the status does not say it already.

        Both rely on the draws. If sampling has not converged, a sentence says so.
        """
        told = self.proof_in_words() if self.is_uncertain else self.search_in_words()
        if told and self.status.code == "not_converged":
            told = join([told, Message("search-so-far")], "space")
        return told

    def proof_in_words(self) -> str | Message:
        """Return what is proven about better groups; an empty text without a proof."""
        return "" if self.certified is None else self.certified.words()

    def certificate(
        self,
        time_limit: float = 10.0,
        *,
        device: str = "cpu",
        threads: int | None = None,
        progress: bool | Progress = False,
    ) -> Certificate:
        """Prove how far this decision can be from the best possible one, under the same loss, sizes and rules.

        The bound never exceeds the cost of the best assignment. Losses that are linear in people are proven by a
        transport or an integer program. Up to about 30 people, all possible groups are examined, which mostly proves
        the best decision. Up to 2000 people there is a bound. See the documentation.

        Parameters
        ----------
        time_limit
            Seconds to spend, without the compilation that runs once after an installation.
        device
            "cuda" tries every grouping instead, on an NVIDIA GPU: up to 20 people in three groups, in about a second.
            This method is independent of the bounds, and so checks them. Needs ``bayeshat[cuda]``.
        threads
            Threads to use; by default one per core.
        progress
            As for :func:`bayeshat.decide`.

        Examples
        --------
        >>> import bayeshat as bh
        >>> decision = bh.decide([[0, 0, 1, 1], [0, 0, 0, 1]], "balanced")
        >>> str(decision.certificate().words())
        'No better groups are possible: this was proven.'
        """
        from .proof.prove import check_seconds, prove

        if self.proven and device == "cpu":
            check_seconds(time_limit)
            return certify(self.value, self.value, "search", 0.0)
        return prove(self.problem, self.labels, time_limit, device=device, threads=threads, progress=progress)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for JSON (no NaN or infinity in them)."""
        several = self.places.each > 1
        return (
            {
                "labels": self.labels.tolist(),
                "groups": list(self.groups),
                "names": list(self.names),
                "sizes": self.sizes.tolist(),
                "target": None if self.target is None else [float(size) for size in self.target],
                "expected_loss": self.expected_loss,
                "expected_vi": self.expected_vi,
                "size_distance": self.size_distance if math.isfinite(self.size_distance) else None,
                "size_weight": "inf" if math.isinf(self.size_weight) else self.size_weight,
                "loss": repr(self.loss),
                "loss_reason": str(self.loss_reason),
                "status": {"code": self.status.code, "message": self.status.message},
                "n_starts": self.n_starts,
                "n_best": self.n_best,
                "proven": self.proven,
                "certificate": None if self.certified is None else self.certified.to_dict(),
                "seconds": self.seconds,
                "rules": None if self.kept is None else self.kept.to_dict(),
            }
            | ({"groups_of": {name: list(some) for name, some in self.groups_of().items()}} if several else {})
            | (
                {"waiting": [{"name": one.name, "groups": list(one.groups)} for one in self.waiting]}
                if self.waiting
                else {}
            )
        )

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}: {size}" for name, size in zip(self.names[:12], self.sizes[:12], strict=True))
        more = f", … ({len(self.names)} groups)" if len(self.names) > 12 else ""
        soft = self.problem.sizes.exact is None and math.isfinite(self.size_distance)
        away = f", {self.size_distance:.3g} from the wanted sizes" if soft else ""
        starts = f"best value from {self.n_best} of {self.n_starts} starts"
        each = self.places.each
        return (
            f"Decision for {self.n_people // each} people{f' in {each} groups each' if each > 1 else ''}\n"
            f"  groups         {shown}{more}\n"
            f"  expected loss  {self.expected_loss:.6g} ({self.loss!r}; VI {self.expected_vi:.4g} bits{away})\n"
            f"  search         {'optimal (proven)' if self.proven else starts}, {self.seconds:.3g} s\n"
            f"  status         {self.status.code}: {self.status}"
        )
