"""Clusters that exchange their names: chains agree on which is which, and the posterior stays what it is."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.model.columns import Columns
from bayeshat.sample.samplers.chain import ChainTally, make_data, start_chain
from bayeshat.sample.samplers.collapsed_steps import LabelExchange
from bayeshat.survey.spec import parse_survey
from sample.calibration import FAILURE_RATE, small_prior
from sample.exact import exactness_p_value

N_QUESTIONS = 12


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_the_posterior_is_exact_where_names_are_exchanged(membership):
    assert exactness_p_value(membership, n_draws=10_000, exchanges=True) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_exchanges_that_forget_the_membership_prior_are_caught(membership, monkeypatch):
    monkeypatch.setattr(LabelExchange, "_gain_of_labels", lambda *_: 0.0)
    assert exactness_p_value(membership, n_draws=10_000, exchanges=True) < FAILURE_RATE


def survey_of_two():
    """Return a survey whose prior hardly says which house is which."""
    question = '[[questions]]\ntext = "Question {}?"\noptions = ["x", "y", "z"]\n'
    question += "prior.A = [1.2, 1, 1]\nprior.B = [1, 1.2, 1]\n"
    head = 'title = "Two houses"\nhouses = ["A", "B"]\n'
    return parse_survey(head + "".join(question.format(q) for q in range(N_QUESTIONS)), "a test")


@pytest.mark.parametrize(("n_people", "seed"), [(60, 0), (150, 1), (600, 0)])
def test_chains_agree_on_which_house_is_which(n_people, seed):
    rng = np.random.default_rng(1)
    house = rng.integers(2, size=n_people)
    favourite = np.array(["x", "y"])[house][:, None]
    given = np.where(rng.random((n_people, N_QUESTIONS)) < 0.8, favourite, "z")
    answers = bh.read_answers({f"Question {q}?": given[:, q] for q in range(N_QUESTIONS)}, survey_of_two())
    posterior = bh.fit(survey_of_two(), answers, membership="mixed", draws=100, tune=200, max_draws=1000, rng=seed)
    for chain in posterior.z:
        assert (chain.mean(axis=0).round() == house).mean() > 0.99


def test_houses_that_the_prior_does_not_tell_apart_never_exchange_names(monkeypatch):
    monkeypatch.setattr(LabelExchange, "exchange", lambda *_: pytest.fail("names that mean nothing were exchanged"))
    flat = (
        'title = "Alike"\nprior = "flat"\nhouses = ["A", "B"]\n[[questions]]\ntext = "Which?"\noptions = ["x", "y"]\n'
    )
    answers = {"Which?": ["x", "y"] * 300}
    for membership in ("mixed", "single"):
        survey = parse_survey(flat, "a test")
        bh.fit(survey, answers, membership=membership, chains=1, draws=5, tune=5, max_draws=50, rng=1)


def test_answers_of_clusters_are_counted_one_by_one():
    """Columns 0 and 2 answer the same question, and some people answer alike."""
    rng = np.random.default_rng(4)
    codes, questions = rng.integers(-1, 2, (30, 3)).astype(np.int16), np.array([0, 1, 0])
    data = make_data(codes, small_prior(), "single", Columns(questions, np.ones(3)))
    counts = rng.integers(0, 5, (len(data.codes), 2))
    expected = np.zeros((2, *data.beta.shape[:2]))
    for answers, people in zip(data.codes, counts, strict=True):
        for c, answer in enumerate(answers):
            if answer >= 0:
                expected[:, data.questions[c], answer] += people
    chain, weight = start_chain(data, np.random.default_rng(0))._replace(counts=counts), np.ones(len(data.beta))
    assert (ChainTally(data, weight).of(chain) == expected).all()
    expected[:, 0] = 0
    assert (ChainTally(data, weight, first=1).of(chain) == expected).all()
