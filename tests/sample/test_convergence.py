"""What the chains' status says, and what it looks at."""

from dataclasses import replace

import numpy as np
import pytest

from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import simulate
from bayeshat.sample.convergence import MAX_PEOPLE, check_convergence, label_free, predictive
from bayeshat.sample.draws import Size
from bayeshat.sample.fit import fit
from bayeshat.survey.spec import Survey

EVEN = Survey.load("simulation-even")
NAMES = tuple(f"p{n}" for n in range(8))
QUICK = {"chains": 2, "tune": 100, "draws": 250, "max_draws": 250}


def alike(*clusters):
    """Return a survey in which these clusters have the same prior."""
    prior = EVEN.answer_prior.copy()
    prior[list(clusters)] = 1.0
    return replace(EVEN, answer_prior=prior, membership_prior=np.ones(3))


def drawn(n_chains=4, n_draws=400, n_people=8, seed=0):
    """Return independent draws of everything: the chains agree."""
    rng = np.random.default_rng(seed)
    draws = Size(n_chains, n_draws, n_people, 3, 10, 3, False).allocate(1)
    draws.theta[:] = rng.dirichlet([2, 1, 1], draws.theta.shape[:-1])
    draws.phi[:] = rng.dirichlet([1, 2, 1], draws.phi.shape[:-1])
    draws.z[:] = draws.theta.argmax(axis=-1)
    draws.log_likelihood[:] = rng.normal(size=draws.log_likelihood.shape)
    return draws


def check(draws, survey=EVEN):
    names = tuple(f"p{n}" for n in range(draws.z.shape[2]))
    return check_convergence(draws, prior_from(survey), survey, names)


@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize("same", [(0, 1), (0, 1, 2)])
def test_names_that_the_prior_does_not_identify_are_never_ok(same, membership):
    """Not even where one chain, or chains by chance, keep to the same names throughout."""
    survey = alike(*same)
    answers = simulate(EVEN, rng=1).answers
    for seed in (0, 3):
        posterior = fit(survey, answers, membership=membership, rng=seed, **{**QUICK, "chains": 1 + seed})
        assert not posterior.identified
        assert posterior.status.code != "ok"
    assert check(drawn()).code == "ok"
    assert check(drawn(), survey).code == "label_switching"


def test_quantities_without_names_do_not_change_when_names_do():
    draws, prior = drawn(n_draws=5), prior_from(EVEN)

    def nameless_quantities():
        parts = label_free(draws, NAMES, np.arange(8)), predictive(draws, prior, EVEN, NAMES, np.arange(8))
        return [name for part in parts for name in part.names], np.concatenate([part.values for part in parts])

    names, before = nameless_quantities()
    for c, d in np.ndindex(4, 5):
        order = np.random.default_rng(c + d).permutation(3)
        draws.theta[c, d] = draws.theta[c, d][:, order]
        draws.phi[c, d] = draws.phi[c, d][order]
    draws.z[:] = draws.theta.argmax(axis=-1)
    np.testing.assert_allclose(before, nameless_quantities()[1], rtol=1e-12)
    assert len(names) == len(before) == len(set(names))


@pytest.mark.parametrize("n_people", [8, 150])
def test_everybody_s_answers_are_looked_at(n_people):
    """Everybody has at least one predictive probability, and it is as defined."""
    draws, names = drawn(n_draws=60, n_people=n_people), tuple(f"p{n}" for n in range(n_people))
    free = predictive(draws, prior_from(EVEN), EVEN, names, np.arange(n_people))
    for n in range(n_people):
        mine = [i for i, name in enumerate(free.names) if name.startswith(f"P(p{n}, ")]
        assert mine
        question, option = free.names[mine[0]].removesuffix(")").split(", ")[1:]
        q = [question.id for question in EVEN.questions].index(question)
        v = EVEN.questions[q].options.index(option)
        known = sum(draws.theta[1, 7, n, k] * draws.phi[1, 7, k, q, v] for k in range(3))
        assert free.values[mine[0], 1, 7] == pytest.approx(known)


def test_predictive_probabilities_that_differ_between_chains_are_found():
    """Log likelihood, sizes and pairs agree; only the answers of the clusters do not."""
    draws = drawn()
    assert check(draws, alike(0, 1, 2)).converged
    draws.phi[0] = draws.phi[0][..., [1, 0, 2]]
    status = check(draws, alike(0, 1, 2))
    assert status.code == "not_converged"
    assert status.worst.startswith("P(p")


def test_the_advice_fits_the_cause():
    assert (check(drawn()).cause, check(drawn()).remedy) == ("", "")
    few = check(drawn(n_draws=50))
    assert few.cause == "few_draws"
    assert "4 x 50 are too few" in str(few.remedy)
    apart = drawn()
    apart.phi[0] = apart.phi[0][..., [1, 0, 2]]
    status = check(apart)
    assert status.cause == "apart"
    assert "raise tune and chains" in str(status.remedy)
    slow = drawn()
    walk = np.sin(np.arange(400) / 12) * 0.3
    slow.theta[..., 0, 0] = 0.5 + walk
    slow.theta[..., 0, 1] = 0.5 - walk
    slow.theta[..., 0, 2] = 0
    status = check(slow)
    assert status.cause == "slow", status
    assert "raise max_draws" in str(status.remedy)
    assert status.message.endswith(str(status.remedy))


def test_one_chain_agrees_with_nobody():
    for survey, cause in ((EVEN, "one_chain"), (alike(0, 1), "alike")):
        status = check(drawn(n_chains=1, n_draws=1600), survey)
        assert status.converged
        assert status.cause == cause
        assert "The two halves of the only chain agree" in status.message
        assert "The chains" not in status.message
    moving = drawn(n_chains=1, n_draws=1600)
    moving.phi[:, :800] = moving.phi[:, :800][..., [1, 0, 2]]
    status = check(moving)
    assert status.cause == "unsettled"
    assert "The chain has not converged" in status.message


def test_how_many_people_were_looked_at_is_said_where_not_all():
    assert "looked at" not in check(drawn(n_draws=100, n_people=MAX_PEOPLE)).message
    assert "Checked for 200 of the 201 people" in check(drawn(n_draws=100, n_people=MAX_PEOPLE + 1)).message
