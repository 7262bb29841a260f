"""Answers with and without groups in them."""

from dataclasses import replace

import numpy as np

import bayeshat as bh


def flatten(survey):
    """Return a survey that says nothing about its houses."""
    used = np.arange(survey.answer_prior.shape[2]) < survey.n_options[:, None]
    return replace(survey, answer_prior=np.repeat(used[None].astype(float), survey.n_clusters, axis=0))


def noise(survey, n_people, seed):
    """Return answers that are independent of any house."""
    rng = np.random.default_rng(seed)
    codes = np.stack([rng.integers(n, size=n_people) for n in survey.n_options], axis=1).astype(np.int16)
    return bh.Answers(codes, tuple(f"p{n}" for n in range(n_people)))


def one_house_each(survey, n_people, seed):
    """Return answers of people who have one house each."""
    return bh.simulate(survey, n_people, own=1e4, rest=1e-4, rng=seed).answers
