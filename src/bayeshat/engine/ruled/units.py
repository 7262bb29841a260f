"""A machine whose steps keep all rules: people move one by one, or as sets that must be together."""

from __future__ import annotations

import numpy as np

from ...options import Workers
from ...rules.constraints import Constraints
from ..kernels._rules_numba import RuleArrays
from ..kernels._units_numba import anneal_units, settle_units
from ..kernels.arrays import Arrays
from ..machines.numba_machine import NumbaMachine
from ..programs.deal_out import number_values
from ..programs.integer_program import blocks_of

Array = np.ndarray

# People x draws x groups that all sweeps together read.
_MAX_SWEPT_CELLS = 2e9
# Draws that the exchanges of one sweep read.
_MAX_DRAWS_OF_EXCHANGES = 2e8


class UnitMachine(NumbaMachine):
    """A ``NumbaMachine`` whose steps keep all rules, and whose objective includes the cost of company.

    The assignment must meet the rules before any step except a linear one.
    """

    def __init__(self, arrays: Arrays, constraints: Constraints, ruled: RuleArrays, workers: Workers) -> None:
        super().__init__(arrays, workers)
        self.constraints, self.ruled = constraints, ruled

    def objective(self) -> float:
        """Return the expected loss and the cost of unmet wishes, up to a constant of the draws."""
        return super().objective() + self.constraints.shared_cost(self.labels)

    def trial_gain(self) -> float:
        """Return what the trial assignment gains, without the size part."""
        company = self.constraints.shared_cost(self.labels) - self.constraints.shared_cost(self.trial)
        return super().trial_gain() + company

    def move_each(self, sweeps: int) -> int:
        """Move and exchange units until no step improves; with many people, sweeps are limited."""
        sweeps = int(min(sweeps, _MAX_SWEPT_CELLS // (self.n_people * (self.n_draws + 10) * self.n_groups)))
        looks = int(_MAX_DRAWS_OF_EXCHANGES // (self.n_draws + 10 + 4 * len(self.ruled.prices)))
        return int(settle_units(self.arrays, self.state, self.ruled, sweeps, looks))

    def regret(self) -> float:
        """Return the mean cost of a person's second-best group; the exact gains must be filled."""
        change = self.own[:, None] - self.utilities[:, : self.n_groups]
        change += self.constraints.mixing_changes(self.labels) + self.constraints.pair_changes(self.labels)
        change[np.arange(self.n_people), self.labels] = np.inf
        change[~self.constraints.allowed] = np.inf
        least = np.abs(change.min(axis=1))
        return float(least[np.isfinite(least)].mean()) if np.isfinite(least).any() else 0.0

    def anneal(self, heat: float, cooling: float, n_steps: int, rng: np.random.Generator) -> Array:
        """Take random steps at a falling temperature; return the best assignment on the way."""
        best: Array = anneal_units(self.arrays, self.state, self.ruled, heat, cooling, n_steps, rng)
        return best


def rule_arrays(constraints: Constraints) -> RuleArrays:
    """Return rules in the form that kernels use."""
    blocks = blocks_of(constraints, split=False)
    n_people, n_units = constraints.n_people, len(blocks.members)
    unit_of = blocks.block_of
    apart = {
        (int(a), int(b)) for people in constraints.apart for a in unit_of[people] for b in unit_of[people] if a != b
    }
    own = {
        (int(a), int(b))
        for units in unit_of.reshape(-1, constraints.each)
        for a in units
        for b in units
        if constraints.clashes and a != b
    }
    clashes = np.zeros((0, 0), dtype=np.bool_)
    if constraints.clashes:
        clashes = np.any([np.outer(clash, clash) for clash in constraints.clashes], axis=0)
    pairs = [(int(i), int(j), cost) for (i, j), cost in zip(constraints.pairs, constraints.pair_costs, strict=True)]
    company = sorted(pairs + [(j, i, cost) for i, j, cost in pairs])
    columns = [(trait.codes, trait.wanted) for trait in constraints.traits]
    # Each time is a column with one value: those who are busy.
    busy_people = [busy for meeting in constraints.meetings for busy in meeting.busy]
    columns += [(np.where(busy, 0, -1), busy.sum(keepdims=True)) for busy in busy_people]
    values, wanted = number_values(columns, n_people)
    # Whether each value must be spread, or must not be alone; in a group of how many it is wanted; and what uneven
    # spreads and missed quotas cost.
    quotas = constraints.quotas
    asked, among = np.zeros((2, len(wanted)), dtype=bool), np.full(len(wanted), n_people)
    prices, at = np.zeros(len(wanted) + len(quotas)), 0
    prices[len(wanted) :] = [quota.price for quota in quotas]
    for trait in constraints.traits:
        end = at + len(trait.values)
        asked[0, at:end], asked[1, at:end], prices[at:end] = trait.spread, trait.lonely, trait.price
        among[at:end] = trait.among
        at = end
    times: list[tuple[int, int, int]] = []
    for meeting in constraints.meetings:
        times.append((at, at + len(meeting.times), meeting.least))
        at += len(meeting.times)
    amounts, rows = _amounts(constraints)
    begin = np.concatenate([[0], np.cumsum([len(people) for people in blocks.members])])
    members = np.concatenate(blocks.members)
    return RuleArrays(
        begin=begin,
        members=members,
        allowed=np.logical_and.reduceat(constraints.allowed[members], begin[:-1], axis=0),
        apart_begin=_beginnings([a for a, _ in apart], n_units),
        apart=np.array([b for _, b in sorted(apart)], dtype=np.int64),
        own_begin=_beginnings([a for a, _ in own], n_units),
        own=np.array([b for _, b in sorted(own)], dtype=np.int64),
        clashes=clashes,
        values=values,
        asked=asked,
        is_asked=bool(asked.any()),
        wanted=np.stack([wanted, among]),
        amounts=amounts,
        quotas=rows,
        quota_groups=np.array([quota.groups for quota in quotas], np.bool_).reshape(-1, constraints.n_groups),
        prices=prices if prices.any() else np.zeros(0),
        times=np.array(times, dtype=np.int64).reshape(-1, 3),
        pair_begin=_beginnings([i for i, _, _ in company], n_people),
        pair_other=np.array([j for _, j, _ in company], dtype=np.int64),
        pair_cost=np.array([cost for _, _, cost in company], dtype=float),
        met=np.zeros((0, 0), dtype=np.bool_),
        again=0.0,
    )


def _amounts(constraints: Constraints) -> tuple[Array, Array]:
    """Return what each person counts in quotas, first as a person, and the quotas as rows."""
    counted = [np.ones(constraints.n_people, np.int64)] if constraints.quotas else []
    rows: list[tuple[int, ...]] = []
    for quota in constraints.quotas:
        place = -1 if quota.amounts is None else len(counted)
        counted += [] if quota.amounts is None else [quota.amounts]
        rows.append((place, quota.least, quota.most, quota.jointly, quota.unless_empty, quota.must))
    amounts = np.array(counted, np.int64).reshape(-1, constraints.n_people)
    return amounts, np.array(rows, np.int64).reshape(-1, 6)


def _beginnings(owners: list[int], number: int) -> Array:
    return np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=number))]).astype(np.int64)
