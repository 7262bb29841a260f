"""Power-scaling by weights agrees with sampling again under the scaled prior."""

from dataclasses import replace

import numpy as np

import bayeshat as bh
from bayeshat.checking import prior_sensitivity as room
from bayeshat.checking.prior_sensitivity import POWERS, PriorSensitivity
from checking.designs import flatten

EVEN = bh.Survey.load("simulation-even")
SMALL = replace(EVEN, questions=EVEN.questions[:3], answer_prior=EVEN.answer_prior[:, :3])


def test_weights_do_what_sampling_again_does():
    """A prior to the power a is Dirichlet(1 + a (β - 1)); Monte Carlo errors of both shares are about 0.015."""
    answers = bh.simulate(SMALL, 20, rng=1).answers
    posterior = bh.fit(SMALL, answers, rng=1)
    log_prior = room._log_prior_of_answers(posterior).reshape(-1)
    z = posterior.z.reshape(len(log_prior), -1)
    for power in POWERS:
        weights = np.exp((power - 1) * (log_prior - log_prior.max()))
        shares = np.stack([weights @ (z == k) for k in range(3)], axis=1) / weights.sum()
        scaled = replace(SMALL, answer_prior=1 + power * (SMALL.answer_prior - 1))
        again = bh.fit(scaled, answers, rng=2).probabilities
        assert np.abs(shares - again).max() < 0.09
        assert np.abs(posterior.probabilities - again).max() > 0.0


def test_people_on_the_edge_are_named():
    posterior = bh.fit(SMALL, bh.simulate(SMALL, 60, rng=3).answers, rng=1)
    found = bh.prior_sensitivity(posterior)
    sure = {posterior.names[n] for n in np.flatnonzero(posterior.probabilities.max(axis=1) > 0.9)}
    assert not sure & {change.name for change in found.changes}
    for change in found.changes:
        assert change.house != change.other
        assert change.sentence().startswith(f"{change.name}: {change.house}, but {change.other} if")


def test_nothing_is_said_of_groups_without_names_or_too_few_draws():
    posterior = bh.fit(flatten(SMALL), bh.simulate(SMALL, 20, rng=1).answers, rng=1, draws=50, tune=50, max_draws=50)
    assert bh.prior_sensitivity(posterior).changes == ()
    assert "does not say how its groups differ" in bh.prior_sensitivity(posterior).lines()[0]
    assert "too few draws" in PriorSensitivity((), 12.0).lines()[0]


def test_a_chance_that_is_stored_as_one_changes_nobody():
    """Everybody ticks the first option, of which its prior is nearly sure: 1 - p is 0 to the last digit."""
    question = bh.Question("t", "Tick?", ("one", "two"), "several")
    prior = np.array([[[1.0, 1.0, 0.15, 1.0]], [[1.0, 3.0, 0.15, 1.0]]])
    survey = bh.Survey("Ticks", (question,), (bh.Cluster("A"), bh.Cluster("B")), prior, np.ones(2))
    answers = bh.Answers(np.tile([1, 1], (20, 1)).astype(np.int16), tuple(f"p{n}" for n in range(20)))
    answers = replace(answers, questions=np.array([0, 0]))
    posterior = bh.fit(survey, answers, membership="single", rng=1)
    assert np.isfinite(room._log_prior_of_answers(posterior)).all()
