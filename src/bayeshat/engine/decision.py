"""What was decided, how good it is, and what every alternative would cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import InputError
from ..survey.rules import Rule
from .constraints import RuleSet
from .draws import LabelDraws
from .expected import count_tables, total_loss
from .losses import Composition, Loss
from .target import Target

Array = np.ndarray

# With more people than this, ``table()`` leaves the swaps out unless asked for them.
_SWAP_PEOPLE = 20_000
# Partners looked at per person and group before the best so far is taken.
_PARTNERS = 200


@dataclass(frozen=True)
class Status:
    """How the decision stands: a word for programs, and sentences for people, with the remedy where there is one."""

    code: str
    message: str

    @property
    def ok(self) -> bool:
        """Whether nothing calls for a second look."""
        return self.code == "ok"

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, eq=False)
class Kept:
    """How the rules were kept.

    Attributes
    ----------
    ruling
        The rules, with the people and groups that they name.
    unmet
        Rules that would have been met if possible, and wishes, that are not.
    price
        How much expected loss keeping to the rules costs, against the best decision without them.
    gap
        How far, at most, integer programs were from solved when their time was up, relative to their value.
    fewer_right
        How many fewer people are expected in their right group than without rules; None if that is not known.
    """

    ruling: RuleSet
    unmet: tuple[Rule, ...]
    price: float
    gap: float
    fewer_right: float | None = None

    def words(self) -> str:
        """Return what became of the rules, in sentences."""
        hard = sum(rule.is_hard for rule in self.ruling.rules)
        soft = len(self.ruling.rules) - hard
        told = []
        if hard:
            told.append(f"{'The rule is' if hard == 1 else f'All {hard} rules are'} met.")
        if soft:
            told.append(f"Of {soft} {'wish' if soft == 1 else 'wishes'}, {soft - len(self.unmet)} wholly granted.")
        told.append(f"That costs {max(self.price, 0.0):.3g} of expected loss.")
        return " ".join(told)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "rules": [rule.words() for rule in self.ruling.rules],
            "unmet": [rule.words() for rule in self.unmet],
            "price": self.price,
            "gap": self.gap,
        }


@dataclass(frozen=True, eq=False, repr=False)
class Decision:
    """An assignment of everybody to groups.

    Attributes
    ----------
    labels
        (N,) group of each person, 0 .. G - 1.
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
        Whether something calls for a second look, in words.
    n_starts, n_best
        From how many starts the search went out, and how many of them are known to have led to the best value.
    seconds
        How long the decision took.
    loss, loss_reason
        The loss that was minimised, and one sentence that says why this one.
    kept
        How the rules were kept; None if there were none.
    people
        Everybody's name, where they are known.
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
    loss: Loss
    loss_reason: str
    size_weight: float
    kept: Kept | None
    people: tuple[str, ...] | None
    _draws: LabelDraws = field(repr=False)
    _target: Target = field(repr=False)
    _probabilities: Array | None = field(repr=False)

    @property
    def n_people(self) -> int:
        """Number of people."""
        return len(self.labels)

    @property
    def groups(self) -> tuple[str, ...]:
        """Name of each person's group."""
        return tuple(self.names[label] for label in self.labels)

    def members(self, name: str) -> Array:
        """Return the people of a group, by their number."""
        if name not in self.names:
            raise InputError(f"name must be one of {', '.join(self.names)}; got {name!r}. Check the spelling.")
        return np.flatnonzero(self.labels == self.names.index(name))

    def table(self, *, swaps: bool | None = None) -> dict[str, Array]:
        """Return one row a person, as columns that any data frame library takes.

        Columns: ``person``, ``group``; ``probability of X`` for each cluster, where the draws' labels mean
        something; ``move to X``, the change in expected loss if this person alone moved there (infinite where exact
        sizes or rules forbid it); ``swap with`` and ``swap change``, the cheapest exchange with somebody else (-1 and
        infinity if there is none). Where there are rules, changes count wishes in.

        Parameters
        ----------
        swaps
            Whether to look for swaps. By default, up to 20 000 people.
        """
        from ._descent_numba import descend, new_state
        from ._swaps_numba import cheapest_swaps
        from .problem import build_problem, relevant_draws

        parts = Composition(self.loss)
        placed = self._probabilities if parts.placement_weight() > 0 else None
        constraints = None if self.kept is None else self.kept.ruling.constraints
        personal = None if constraints is None else constraints.cost
        problem = build_problem(
            relevant_draws(self._draws, parts), parts, self._target, placed, self.n_people, personal
        )
        state = new_state(problem)
        descend(problem, state, self.labels, False, False, True)
        n_groups = len(self.names)
        gains = state.utilities[:, :n_groups] - state.own[:, None]
        changes = self._size_changes(parts)[self.labels] - gains
        changes[np.arange(self.n_people), self.labels] = 0.0
        columns: dict[str, Array] = {"person": np.arange(self.n_people), "group": np.array(self.groups)}
        if self._probabilities is not None:
            for k, cluster in enumerate(self._draws.clusters):
                name = self.names[k] if len(self.names) == self._draws.n_clusters else str(cluster)
                columns[f"probability of {name}"] = self._probabilities[:, k].copy()
        swaps = self.n_people <= _SWAP_PEOPLE if swaps is None else swaps
        order = np.array([np.lexsort((-gains[:, g], self.labels)) for g in range(n_groups)])
        begin = np.concatenate([[0], np.cumsum(self.sizes)])
        partner, cost = np.full(self.n_people, -1), np.full(self.n_people, np.inf)
        if constraints is not None:
            from ._ruled_numba import allowed_steps
            from .ruled import as_ruled

            limit = _PARTNERS if swaps else 0
            allowed_steps(problem, state, as_ruled(constraints), order, begin, limit, changes, partner, cost)
        elif swaps:
            cheapest_swaps(problem, state, order, begin, _PARTNERS, partner, cost)
        for g, name in enumerate(self.names):
            columns[f"move to {name}"] = changes[:, g].copy()
        if swaps:
            columns["swap with"], columns["swap change"] = partner, cost
        return columns

    def affinity(self) -> Array:
        """Return how probably each person shares a cluster with a member of each group, on average, (N, G).

        It needs no labels that mean the same in every draw. The own group counts without the person; a group
        without anybody else has affinity 0.
        """
        n_groups = len(self.names)
        own = np.zeros((self.n_people, n_groups))
        own[np.arange(self.n_people), self.labels] = 1.0
        tables = count_tables(self.labels, self._draws, n_groups)
        shared = np.zeros((self.n_people, n_groups))
        for t, weight in enumerate(self._draws.weights):
            shared += weight * (tables[t][self._draws.codes[:, t]] - own)
        others = self.sizes - own
        return np.divide(shared, others, out=np.zeros_like(shared), where=others > 0)

    def _size_changes(self, parts: Composition) -> Array:
        """Return what a person's move from group to group does to the part of the loss that sees sizes, (G, G)."""
        n_groups = len(self.names)
        cost = parts.groups(np.arange(self.n_people + 2), self.n_people)
        now = self._target.cost(self.sizes)
        changes = np.zeros((n_groups, n_groups))
        for g in np.flatnonzero(self.sizes > 0):
            for h in range(n_groups):
                if g != h:
                    a, b = self.sizes[g], self.sizes[h]
                    sizes = self.sizes.copy()
                    sizes[g], sizes[h] = a - 1, b + 1
                    changes[g, h] = cost[a - 1] - cost[a] + cost[b + 1] - cost[b] + self._target.cost(sizes) - now
        return changes

    def is_beaten_by(self, labels: Array) -> bool:
        """Say whether another assignment has a smaller expected loss under this decision's loss and sizes."""
        tables = count_tables(labels, self._draws, len(self.names))
        loss = total_loss(tables, self._draws.weights, Composition(self.loss), self._target)
        return loss < self.expected_loss - 1e-12

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for JSON (no NaN or infinity in them)."""
        return {
            "labels": self.labels.tolist(),
            "groups": list(self.groups),
            "names": list(self.names),
            "sizes": self.sizes.tolist(),
            "target": None if self.target is None else [float(size) for size in self.target],
            "expected_loss": self.expected_loss,
            "expected_vi": self.expected_vi,
            "size_distance": None if math.isnan(self.size_distance) else self.size_distance,
            "size_weight": "inf" if math.isinf(self.size_weight) else self.size_weight,
            "loss": repr(self.loss),
            "loss_reason": self.loss_reason,
            "status": {"code": self.status.code, "message": self.status.message},
            "n_starts": self.n_starts,
            "n_best": self.n_best,
            "seconds": self.seconds,
            "rules": None if self.kept is None else self.kept.to_dict(),
        }

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}: {size}" for name, size in zip(self.names[:12], self.sizes[:12], strict=True))
        more = f", … ({len(self.names)} groups)" if len(self.names) > 12 else ""
        away = "" if math.isnan(self.size_distance) else f", {self.size_distance:.3g} from the wanted sizes"
        return (
            f"Decision for {self.n_people} people\n"
            f"  groups         {shown}{more}\n"
            f"  expected loss  {self.expected_loss:.6g} ({self.loss!r}; VI {self.expected_vi:.4g} bits{away})\n"
            f"  search         best value from {self.n_best} of {self.n_starts} starts, {self.seconds:.3g} s\n"
            f"  status         {self.status.code}: {self.status}"
        )
