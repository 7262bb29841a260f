"""What is believed where a survey learns its prior and says nothing of its houses: of their shares and ratings."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ..kinds.number import normal_prior
from ..kinds.table import kind_of
from ..survey.answers import Answers
from ..survey.spec import Survey

Array = np.ndarray

# The prior of each house's share where a survey says nothing of its houses. With less, nearly everybody goes into one
# group where answers are vague (docs/method/measured.md, "Shares of groups").
SHARE_PRIOR = 3.0

# Of the variance of everybody's ratings, so much is expected within a house and the rest between houses; and how many
# imagined people that is worth (docs/method/measured.md, "Ratings"). Numbers that are no ratings may vary much less.
_WITHIN, _SD_PEOPLE = 2 / 3, 8.0
# The variance of a whole number that was rounded.
_ROUNDING = 1 / 12


def with_usual_shares(survey: Survey) -> Survey:
    """Return a survey that learns its prior, and says nothing of its houses, with the usual prior of their shares.

    Any other survey stays as it is, also one whose membership prior tells houses apart. This is for single membership:
    under mixed membership, the membership prior is of each person's shares, not of the houses'.

    Examples
    --------
    >>> table = {"name": ["Ann", "Bo", "Cy", "Di"], "Tea?": ["yes", "no", "yes", "no"]}
    >>> survey = Survey.from_answers(table, 2)
    >>> survey.membership_prior.tolist(), with_usual_shares(survey).membership_prior.tolist()
    ([0.3, 0.3], [3.0, 3.0])
    """
    alpha = survey.membership_prior
    if not _is_silent(survey) or (alpha != alpha[0]).any():
        return survey
    return replace(survey, membership_prior=np.full(survey.n_clusters, SHARE_PRIOR))


def with_usual_ratings(survey: Survey, answers: Answers) -> Survey:
    r"""Return a survey that learns its prior, and says nothing of its houses, with the usual prior of their ratings.

    With the mean m and the variance v of everybody's answers to a question, houses have

    .. math:: \sigma^2 \sim \mathrm{InvGamma}(4, 4 \cdot \tfrac23 v), \qquad \mu \sim N(m, \sigma^2/2),

    so that a third of the variance is expected between houses. Questions whose prior is stated stay as they are.
    """
    prior = survey.answer_prior.copy()
    for q in range(survey.n_questions if _is_silent(survey) else 0):
        if _is_flat_rating(survey, q) and (around := _around_everybody(q, answers)) is not None:
            prior[:, q, : len(around)] = around
    return replace(survey, answer_prior=prior) if (prior != survey.answer_prior).any() else survey


def _is_silent(survey: Survey) -> bool:
    """Say whether a survey learns its prior and says nothing of its houses."""
    return survey.learns_favourites and not survey.is_informative


def _is_flat_rating(survey: Survey, q: int) -> bool:
    """Say whether a question is a rating, normal in every house, with the flat prior."""
    question = survey.questions[q]
    if question.kind != "rating" or not question.ordered:
        return False
    flat = kind_of(question).flat_prior(question, question.id)
    return bool(np.allclose(survey.answer_prior[:, q, : len(flat)], flat, rtol=1e-9))


def _around_everybody(q: int, answers: Answers) -> Array | None:
    """Return the prior of a rating around those that people gave; None where these do not vary."""
    codes, levels = answers.chosen(q).ravel(), answers.levels_of(q)
    if levels is None:
        return None
    times = np.bincount(codes[codes >= 0], minlength=len(levels))
    if np.count_nonzero(times) < 2:
        return None
    mean = float(np.average(levels, weights=times))
    variance = max(float(np.average((levels - mean) ** 2, weights=times)), _ROUNDING)
    return normal_prior(mean, math.sqrt(_WITHIN * variance), _WITHIN / (1 - _WITHIN), _SD_PEOPLE)
