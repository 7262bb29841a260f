"""Bounds against all assignments: never above the least loss, and equal to it where all groups are looked at."""

import time
from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat._workers import Workers
from bayeshat.engine.certificate.claim import Clock, claim_of
from bayeshat.engine.certificate.cuts import find_cuts
from bayeshat.engine.certificate.group_choice import choose_groups
from bayeshat.engine.certificate.row_bounds import Rows, bound_by_rows, company_by_count, partner_costs
from bayeshat.errors import RulesError
from engine.test_brute_force import random_case
from engine.test_rules_optimal import random_problem

N_CASES = 90
NEAR = 1e-9


def bounds_of(claim):
    """Return the bounds by rows, without and with cuts, by groups, and a better assignment if one was found."""
    clock, by_count = Clock(time.monotonic(), 60), company_by_count(claim)
    rules = partner_costs(claim, by_count)
    with Workers(1) as workers:
        found = bound_by_rows(claim, Rows(claim, by_count, rules, workers), clock, clock)
        cut = found
        if claim.n_people > 2:
            cuts = find_cuts(claim, by_count, rules, clock)
            cut = bound_by_rows(claim, Rows(claim, by_count, cuts, workers), clock, clock)
        chosen = choose_groups(claim, found, clock, workers)
    return [found.least, cut.least], min(chosen.bounds.least, chosen.value), chosen.better


def spoilt(claim, seed):
    """Return the claim for a worse assignment of the same sizes, with a value so large that nothing is left out."""
    return replace(claim, labels=np.random.default_rng(seed).permutation(claim.labels), value=claim.value + 1.0)


def unruled(seeds):
    """Yield small decisions without rules, which are proven best."""
    for seed in seeds:
        yield seed, random_case(seed, most_assignments=1000, most_people=8).decide(seed)


def ruled(seeds):
    """Yield small decisions under rules of every kind."""
    for seed in seeds:
        draws, _, options, rules = random_problem(seed)
        try:
            yield seed, bh.decide(draws, rules=rules, **options)
        except RulesError:
            continue


def check(cases, shift=0.0):
    """Compare bounds with the proven values; ``shift`` is added to the bounds, to see that this is noticed."""
    n_tight = n_all = 0
    for seed, decision in cases:
        assert decision.proven
        claim = claim_of(decision)
        if company_by_count(claim) is None:
            continue
        for some in (claim, spoilt(claim, seed)):
            by_rows, by_groups, better = bounds_of(some)
            assert max(by_rows) + shift <= claim.value + NEAR, seed
            assert by_groups + shift == pytest.approx(claim.value, abs=NEAR), seed
            if some is not claim and better is not None:
                n_tight += 1
            n_all += 1
    return n_tight, n_all


def test_bounds_are_never_above_the_least_loss():
    check(unruled(range(N_CASES)))


def test_bounds_are_never_above_the_least_loss_under_rules():
    check(ruled(range(40)))
