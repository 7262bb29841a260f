"""What is sampled from: survey, answers, priors and known people, checked once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import ModelError
from ..kinds.kind import NOT_ANSWERED, UNKNOWN
from ..kinds.number import normal_prior
from ..kinds.table import kind_of
from ..model.columns import Columns, Slots, check_known, columns_of
from ..model.density import check_membership
from ..model.prior import Prior, prior_from
from ..model.style import FEWEST_RATINGS, shows_style
from ..options import choose_evenly
from ..survey.answers import Answers, pick_people, read_answers
from ..survey.corrections import Corrections
from ..survey.spec import Survey
from ..words.message import Message
from .house_sizes import SizePrior, Totals, membership_for_sizes, read_totals, with_size_prior

Array = np.ndarray

# Labels are bytes, and one value stands for no label.
MAX_CLUSTERS = 255
# Codes of answers are 16-bit numbers.
MAX_OPTIONS = 2**15 - 1
# Prior of each house's share where a survey says nothing about its houses. With a smaller one, nearly everybody goes
# into one group where answers are vague (docs/method/measured.md, "Shares of groups").
SHARE_PRIOR = 3.0
# Share of the variance of everybody's ratings that is expected within a house, where a survey says nothing about its
# houses; the rest is between houses (docs/method/measured.md, "Ratings").
_WITHIN = 2 / 3
# Number of imagined people that this expectation is worth.
_SD_PEOPLE = 32.0
# The same where people have an answering style: those who rate high are near the end of the scale, where ratings vary
# less, and clusters with spreads of their own would collect them.
_STYLED_SD_PEOPLE = 100.0
# Number of people whose ratings are compared to see whether they have an answering style, at most.
_COMPARED_PEOPLE = 10_000
# The variance that rounding to whole numbers adds.
_ROUNDING = 1 / 12


@dataclass(frozen=True, eq=False)
class Model:
    """What is sampled from, checked.

    Attributes
    ----------
    survey
        The survey, with the priors that were given or that are usual.
    answers, codes, columns
        The answers, their codes (N, C), and what the columns ask.
    membership
        "mixed" or "single".
    prior
        The priors, with what known people and totals say about the clusters.
    known
        (N,) known clusters, -1 where unknown; None if no cluster is known.
    plain
        The same without an answering style, where people may have none; None if that is not to be tried.
    """

    survey: Survey
    answers: Answers
    codes: Array
    columns: Columns
    membership: str
    prior: Prior
    known: Array | None
    plain: Model | None = None

    @classmethod
    def read(
        cls,
        survey: Survey,
        answers: Any,
        *,
        membership: str = "auto",
        known: Any = None,
        totals: Totals | None = None,
        size_prior: SizePrior | None = None,
        style: str = "none",
    ) -> Model:
        """Check what was given to :func:`bayeshat.fit`, and choose the membership and the usual priors."""
        asked, about = survey, {"membership": membership, "known": known, "totals": totals, "size_prior": size_prior}
        membership = membership_for_sizes(membership, totals, size_prior)
        survey = with_size_prior(survey, size_prior)
        answers = answers if isinstance(answers, Answers) else read_answers(answers, survey)
        codes = check_answers(survey, answers)
        labels = check_known(known, len(codes), survey.n_clusters)
        columns = columns_of(survey, answers)
        if membership == "auto":
            mixed = survey.is_informative and not survey.is_taught and labels is None and columns.whole
            membership = "mixed" if mixed else "single"
        membership = check_membership(membership)
        moved = None
        if style != "none":
            may = membership == "single" and labels is None and totals is None
            moved = usual_style(survey, answers, style) if may else None
            if moved is None and style == "common":
                raise ModelError(Message("sampling-style-impossible", least=FEWEST_RATINGS))
        if labels is None:
            survey = with_usual_ratings(survey, answers, _SD_PEOPLE if moved is None else _STYLED_SD_PEOPLE)
            if membership == "single" and totals is None and size_prior is None:
                survey = with_usual_shares(survey)
        house_totals = read_totals(totals, survey.cluster_names, len(codes), labels)
        prior = prior_from(survey, known=labels, totals=house_totals)
        if membership == "single" and size_prior is None and survey.learned_from is not None:
            prior = replace(prior, membership_prior=prior.membership_prior + survey.learned_from)
        if moved is not None:
            prior = replace(prior, style=moved)
        plain = None if moved is None or style == "common" else cls.read(asked, answers, **about)
        return cls(survey, answers, codes, columns, membership, prior, labels, plain)

    def without_style(self) -> Model:
        """Return the same model, but of people without an answering style."""
        return replace(self, prior=replace(self.prior, style=None))

    def of(self, people: Array) -> Model:
        """Return the model of some people, by position, where everybody has the same prior and nobody is known."""
        return replace(self, answers=pick_people(self.answers, people), codes=self.codes[people])

    @property
    def single(self) -> bool:
        """Whether everybody is in one cluster."""
        return self.membership == "single"

    @property
    def corrections(self) -> Corrections | None:
        """What known people taught beyond the answers of each house; None where that does not apply.

        They apply to people who are in one house each, in the houses as known people have taught them. Known totals
        would have to be kept, too.
        """
        taught = self.known is not None or self.survey.is_taught
        return self.survey.corrections if self.single and taught and self.prior.totals is None else None

    @property
    def n_people(self) -> int:
        """N."""
        return len(self.codes)

    @property
    def n_known(self) -> int:
        """Number of people whose cluster is known."""
        return 0 if self.known is None else int((self.known >= 0).sum())


def check_answers(survey: Survey, answers: Answers) -> Array:
    """Return the coded answers (N, C), or raise an error that says what is wrong with them.

    Samplers learn as little from answers that cannot be read as from empty ones.
    """
    if survey.n_options.max() > MAX_OPTIONS:
        q = int(survey.n_options.argmax())
        raise ModelError(
            f"a question may have at most {MAX_OPTIONS} options; got {survey.n_options[q]} for "
            f"{survey.questions[q].id!r}. Leave the question out, or merge options."
        )
    codes, questions = np.asarray(answers.codes), np.asarray(answers.questions)
    complete = set(questions.tolist()) == set(range(survey.n_questions))
    if codes.ndim != 2 or codes.shape[1] != len(questions) or not complete:
        raise ModelError(
            f"answers must have one column per question ({survey.n_questions}), or several where several answers may "
            f"be given; got shape {codes.shape}. Read them with read_answers(…, survey) of the same survey."
        )
    if len(codes) == 0:
        raise ModelError("answers must come from at least one person; got none. Check that the table has rows.")
    if codes.dtype.kind not in "iu":
        raise ModelError(
            f"answers must be coded as whole numbers; got type {codes.dtype}. Read them with read_answers(…, survey)."
        )
    for q, question in enumerate(survey.questions):
        kind, given = kind_of(question), int((questions == q).sum())
        if not kind.plain and given != kind.n_columns(question):
            raise ModelError(
                f"answers to question {question.id!r} must have {kind.n_columns(question)} columns; got {given}. "
                "Read them with read_answers(…, survey) of the same survey."
            )
    slots = Slots(survey.questions, questions, answers.levels)
    n_levels = slots.n_levels[slots.column_slots]
    wrong = (codes < UNKNOWN) | (codes >= n_levels)
    if wrong.any():
        n, c = np.argwhere(wrong)[0]
        raise ModelError(
            f"answers to question {survey.questions[questions[c]].id!r} must be 0 to {n_levels[c] - 1}, -1 for none, or"
            f" -2 for one that cannot be read; got {codes[n, c]} for {answers.names[n]!r}. Check that the answers "
            "belong to this survey."
        )
    if (codes < 0).all():
        raise ModelError(
            "answers must hold at least one answer; got only unanswered questions. "
            "Check that the table's columns match the survey's questions."
        )
    if survey.n_clusters > MAX_CLUSTERS:
        raise ModelError(
            f"a survey may have at most {MAX_CLUSTERS} clusters to be sampled; got {survey.n_clusters}. Merge some."
        )
    return np.maximum(codes, NOT_ANSWERED).astype(np.int16)


def with_usual_shares(survey: Survey) -> Survey:
    """Return a survey that says nothing about its houses with the usual prior of their shares.

    A survey that does not learn its prior, or whose membership prior tells houses apart, stays as it is. This is for
    single membership: under mixed membership the prior is that of each person's shares, not of the houses'.

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


def with_usual_ratings(survey: Survey, answers: Answers, sd_people: float = _SD_PEOPLE) -> Survey:
    r"""Return a survey that says nothing about its houses with the usual prior of their ratings.

    With the mean m and the variance v of everybody's answers to a question, houses have

    .. math:: \sigma^2 \sim \mathrm{InvGamma}(16, 16 \cdot \tfrac23 v), \qquad \mu \sim N(m, \sigma^2/2),

    so that a third of the variance is expected between houses, and houses nearly share their spread. Questions
    whose prior is stated stay as they are.
    """
    prior = survey.answer_prior.copy()
    for q in range(survey.n_questions if _is_silent(survey) else 0):
        if _is_flat_rating(survey, q) and (around := _around_everybody(q, answers, sd_people)) is not None:
            prior[:, q, : len(around)] = around
    return replace(survey, answer_prior=prior) if (prior != survey.answer_prior).any() else survey


def usual_style(survey: Survey, answers: Answers, style: str) -> Array | None:
    """Return how far people's answering style moves each rating, (Q,), relative to others; None if there is no style.

    It moves the ratings of a survey that says nothing about its houses, in proportion to their standard deviation, if
    there are enough of them and, unless the style is "common", if they go together as a style makes them.
    """
    if not _is_silent(survey):
        return None
    people = choose_evenly(answers.n_people, _COMPARED_PEOPLE)
    codes_of = {q: answers.chosen(q).ravel()[people] for q in range(survey.n_questions) if _is_flat_rating(survey, q)}
    given = {
        q: np.append(np.asarray(answers.levels_of(q)), np.nan)[np.maximum(codes, NOT_ANSWERED)]
        for q, codes in codes_of.items()
    }
    spreads = {q: float(np.nanstd(values)) for q, values in given.items() if np.isfinite(values).any()}
    ratings = [q for q, spread in spreads.items() if spread > 0]
    if len(ratings) < FEWEST_RATINGS:
        return None
    if style != "common" and not shows_style(np.stack([given[q] for q in ratings], axis=1)):
        return None
    moved = np.zeros(survey.n_questions)
    moved[ratings] = [spreads[q] for q in ratings]
    return moved


def _is_silent(survey: Survey) -> bool:
    """Say whether a survey learns its prior and says nothing about its houses."""
    return survey.learns_favourites and not survey.is_informative


def _is_flat_rating(survey: Survey, q: int) -> bool:
    """Say whether a question is a rating, normal in every house, with the flat prior."""
    question = survey.questions[q]
    if question.kind != "rating" or not question.ordered:
        return False
    flat = kind_of(question).flat_prior(question, question.id)
    return bool(np.allclose(survey.answer_prior[:, q, : len(flat)], flat, rtol=1e-9))


def _around_everybody(q: int, answers: Answers, sd_people: float) -> Array | None:
    """Return the prior of a rating around the ratings that people gave; None if these do not vary."""
    codes, levels = answers.chosen(q).ravel(), answers.levels_of(q)
    if levels is None:
        return None
    times = np.bincount(codes[codes >= 0], minlength=len(levels))
    if np.count_nonzero(times) < 2:
        return None
    mean = float(np.average(levels, weights=times))
    variance = max(float(np.average((levels - mean) ** 2, weights=times)), _ROUNDING)
    return normal_prior(mean, math.sqrt(_WITHIN * variance), _WITHIN / (1 - _WITHIN), sd_people)
