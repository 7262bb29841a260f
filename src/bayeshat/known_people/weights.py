"""How much each question should count, learned from people whose house is known."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from scipy.special import log_softmax, logsumexp, softmax

from ..errors import InputError
from ..kinds.table import kind_of
from ..model.columns import Slots
from ..options import as_generator
from ..survey.answers import Answers, pick_people
from ..survey.corrections import Corrections
from ..survey.spec import Survey
from ..words.message import Message
from .corrections import MOST_PEOPLE, choose_corrections, design_columns, fit_corrections

Array = np.ndarray

WEIGHTS = ("auto", "off")
# Fewer known people than this teach nothing about weights.
FEWEST = 20
# Of more known people than this, some are chosen: all of them would take long and teach little more.
MAX_PEOPLE = 1000
# Folds of the cross-validation.
FOLDS = 5
# Draws of the answer probabilities in each fold, on which penalties are compared.
DRAWS = 32
# Densities of numbers are averaged over this many draws. Those of options are known exactly.
NUMBER_DRAWS = 200
# Smaller probabilities are raised to this before logarithms are taken.
TINY = 1e-300
# Penalties on the sum of the weights that are tried, per person.
PENALTIES = (0.1, 0.03, 0.01, 0.003, 0.001, 0.0)
# A small penalty on the squares of the weights spreads the weight over questions that say the same.
SQUARED_PENALTY = 0.5
# The part of the penalty that stays after it has chosen which questions count. All of it would make weights too small.
REMAINING_PENALTY = 0.1
# A spread that houses share weighs as much as this many people of each house: more than the two of a flat prior, fewer
# than a house soon has.
SHARED_PEOPLE = 8.0
# How much the log score per person must fall without a question for each of these messages.
FALLS = (
    (0.1, "known-fall-large"),
    (0.02, "known-fall-medium"),
    (0.005, "known-fall-small"),
    (-0.005, "known-fall-none"),
)


@dataclass(frozen=True, eq=False)
class QuestionWeights:
    """The weight of each question, and what it contributes.

    Attributes
    ----------
    weights
        (Q,) how much each question counts: 1 is fully, 0 not at all.
    falls
        (Q,) how much the held-out log score per person falls without the question (nats); empty if not measured.
    right
        How many known people the answers of the others sort into their right house.
    n_people
        How many known people were sorted for ``right``.
    learned
        Whether the weights were learned.
    reasons
        Where the weights come from.
    shared_prior
        (K, Q, P) the survey's prior numbers with a spread that houses share; None if each has its own.
    corrections
        What the answers say beyond that; None if that was not clearly better.
    """

    weights: Array
    falls: Array = field(default_factory=lambda: np.empty(0))
    right: int = 0
    n_people: int = 0
    learned: bool = False
    reasons: tuple[Message, ...] = ()
    shared_prior: Array | None = None
    corrections: Corrections | None = None

    def apply(self, survey: Survey) -> Survey:
        """Return the survey with these weights, spreads and corrections; any that it had before are dropped."""
        weighed = zip(survey.questions, self.weights.tolist(), strict=True)
        questions = tuple(replace(question, weight=weight) for question, weight in weighed)
        prior = survey.answer_prior if self.shared_prior is None else self.shared_prior
        return replace(survey, questions=questions, answer_prior=prior, corrections=self.corrections)

    def notes(self) -> tuple[Message, ...]:
        """Say what was learned."""
        if not self.n_people:
            return self.reasons
        return (*self.reasons, Message("known-tested", right=self.right, count=self.n_people))

    def table(self, survey: Survey) -> dict[str, list[Any]]:
        """Return one row per question, the most important ones first; empty if nothing was measured."""
        if not len(self.falls):
            return {}
        order = np.argsort(-self.falls, kind="stable").tolist()
        told = [next((told for least, told in FALLS if fall >= least), "known-fall-better") for fall in self.falls]
        return {
            "question": [survey.questions[q].text for q in order],
            "weight": [float(self.weights[q]) for q in order],
            "without it": [str(Message(told[q])) for q in order],
            "fall of log score": [round(float(self.falls[q]), 4) for q in order],
        }


class _Scores(NamedTuple):
    """What the known people's answers say about their houses, as learned from the people of other folds."""

    labels: Array  # (N,) everybody's house
    folds: Array  # (N,)
    features: Array  # (N, K, Q) log predictive probability of the answers to each question
    shares: Array  # (N, K) log share of each house
    draws: Array  # (D, N, K, Q) the features under single draws of the answer probabilities


def learn_weights(
    survey: Survey,
    answers: Answers,
    labels: Array,
    weights: str = "auto",
    rng: int | np.random.Generator | None = None,
    *,
    least: int = 0,
    corrects: bool = True,
) -> QuestionWeights:
    r"""Learn how much each question should count.

    Answers repeat each other: even within a house, one answer makes another more likely. So fifty weak questions drown
    out a good one. A power :math:`w_q` of each question's likelihood corrects that:

    .. math:: P(z_n = k) \propto \pi_k \prod_q p(x_{nq} \mid k)^{w_q}, \qquad
              \hat w = \arg\max_{0 \le w \le 1} \sum_n \log P(z_n) - \lambda N \sum_q w_q - \tfrac c2 \sum_q w_q^2

    where p is learned from the people of other folds. λ is chosen by cross-validation. All weights stay 1 unless the
    learned ones do better by more than a standard error.

    Cross-validation also chooses whether houses share a prior for the spread of their numbers. Without it, a house in
    which everybody gave the same number would all but exclude anybody who gives another one.

    Parameters
    ----------
    survey, answers
        The survey, and the known people's answers.
    labels
        (N,) their houses, counted from 0.
    weights
        "auto", or "off" to leave the survey's own weights as they are.
    rng
        Seed or generator for the folds; None is seed 0.
    least
        A house with fewer than twice as many answers to a question does not add to its shared spread, and with fewer
        people in any house there are no corrections. Answers that fewer people of a house gave do not add to its
        corrections. So no single person's answer shows.
    corrects
        Whether corrections may be learned.
    """
    if weights not in WEIGHTS:
        raise InputError(Message("known-weights", got=repr(weights)))
    own = survey_weights(survey)
    if weights == "off" or len(np.unique(labels)) < 2:
        return QuestionWeights(own)
    if len(labels) < FEWEST:
        # So few people say less than those who taught the survey before.
        few = Message("known-weights-few", least=FEWEST)
        return QuestionWeights(own, reasons=(few,), corrections=survey.corrections)
    generator, everybody = as_generator(rng), (answers, labels)
    if len(labels) > MAX_PEOPLE:
        some = np.sort(generator.choice(len(labels), MAX_PEOPLE, replace=False))
        answers, labels = pick_people(answers, some), labels[some]
    same_folds = deepcopy(generator)
    counted = np.array([kind_of(question).counted for question in survey.questions])

    def score(survey: Survey, weights: Array, rng: np.random.Generator) -> _Scores:
        # A question that counts less teaches less about its options; numbers are always learned fully.
        return _score(survey, answers, labels, np.where(counted, weights, np.maximum(weights, 1.0)), rng)

    scores, everywhere = score(survey, own, generator), np.tile(own, (FOLDS, 1))
    if (own != 1).any():
        each = scores.features * own
        return _judge(scores, own, each, np.zeros_like(scores.shares), [Message("known-weights-own")])
    penalty, held_out = _choose_penalty(scores)
    shared, alike, prior = _share_spreads(survey, answers, labels, 2 * least), list[Message](), None
    if shared is not None:
        # The same folds, so that the scores can be compared.
        others = score(shared, own, same_folds)
        other_penalty, other_held_out = _choose_penalty(others)
        gain = other_held_out - held_out
        if gain.mean() > _error(gain):
            survey, scores, penalty, prior = shared, others, other_penalty, shared.answer_prior
            alike = [Message("known-spreads-alike")]
    about = (survey, answers, everybody if corrects else None, least, same_folds)
    if penalty is None:
        told = [Message("known-weights-full"), *alike]
        return _with_corrections(*about, scores, own, everywhere, told, prior)
    first = _fit_weights(scores, penalty, np.ones(len(own)))
    # Questions that count less teach less, so weights are fitted a second time to scores that allow for that.
    scores = score(survey, first, generator)
    most, penalty = (first > 0).astype(float), REMAINING_PENALTY * penalty
    found = np.round(_fit_weights(scores, penalty, most), 2)
    by_fold = np.array([_fit_weights(scores, penalty, most, fold) for fold in range(FOLDS)])
    told = [Message("known-weights-learned"), *alike]
    return replace(_with_corrections(*about, scores, found, by_fold, told, prior), learned=True)


def _with_corrections(
    survey: Survey,
    answers: Answers,
    everybody: tuple[Answers, Array] | None,
    least: int,
    rng: np.random.Generator,
    scores: _Scores,
    weights: Array,
    by_fold: Array,
    reasons: Sequence[Message],
    prior: Array | None,
) -> QuestionWeights:
    """Return weights, with corrections where these are clearly better.

    ``answers`` are those of the people who were scored, and ``everybody`` the answers and houses of all known people;
    None where nothing is corrected.
    """
    if everybody is None:
        each, constants = scores.features * by_fold[scores.folds][:, None], np.zeros_like(scores.shares)
        return _judge(scores, weights, each, constants, [*reasons, Message("known-corrections-totals")], prior)
    weighed, people = by_fold[scores.folds], max(2 * least, 1)
    choice = None
    # Somebody who answered nothing teaches nothing about empty answers.
    there = np.asarray((answers.codes >= 0).any(axis=1))
    labels, folds, shares = scores.labels[there], scores.folds[there], scores.shares[there]
    # What a house of hardly anybody adds to an answer would say what they answered.
    if np.bincount(labels, minlength=survey.n_clusters).min() >= people:
        mixture = log_softmax(np.einsum("dnkq,nq->dnk", scores.draws, weighed) + scores.shares, axis=-1)
        design = design_columns(survey, pick_people(answers, there), survey.n_clusters, people)
        choice = choose_corrections(design, labels, folds, shares, mixture[:, there], least)
    each, constants = scores.features * weighed[:, None], np.zeros_like(scores.shares)
    corrections = None
    if choice is not None:
        by_question, constants[there] = choice.held_out(design, folds)
        each *= choice.power
        each[there] += by_question
        given, labels = everybody
        sizes = survey.membership_prior + np.bincount(labels, minlength=survey.n_clusters)
        there = np.asarray((given.codes >= 0).any(axis=1))
        given, labels = pick_people(given, there), labels[there]
        if len(labels) > MOST_PEOPLE:
            some = np.sort(rng.choice(len(labels), MOST_PEOPLE, replace=False))
            given, labels = pick_people(given, some), labels[some]
        if len(labels) > len(folds):
            design = design_columns(survey, given, survey.n_clusters, people)
        corrections = fit_corrections(design, labels, np.log(sizes / sizes.sum()), choice, rng, least)
        reasons = [*reasons, Message("known-corrections", power=float(choice.power))]
        n_left_empty = sum(bool(table[:, -1].any()) for table in corrections.tables)
        if n_left_empty:
            reasons.append(Message("known-corrections-empty", count=n_left_empty))
    judged = _judge(scores, weights, each, constants, reasons, prior)
    return replace(judged, corrections=corrections)


def survey_weights(survey: Survey) -> Array:
    """Return the weights that a survey itself gives its questions, (Q,)."""
    return np.array([question.weight for question in survey.questions], dtype=float)


def tally_answers(survey: Survey, answers: Answers, labels: Array) -> tuple[Slots, Array]:
    """Return the slots of the answers, and how many people of each house gave each of them, (K, S, V)."""
    slots = Slots(survey.questions, answers.questions, answers.levels)
    ones = np.ones(len(answers.questions))
    return slots, slots.count_answers(answers.codes, labels, survey.n_clusters, ones)


def _share_spreads(survey: Survey, answers: Answers, labels: Array, least: int) -> Survey | None:
    """Return the survey with a shared spread for each question with numbers whose prior is the same for all houses.

    Houses with fewer than ``least`` answers to a question add nothing. None if there is no such question.
    """
    slots, tally = tally_answers(survey, answers, labels)
    prior = survey.answer_prior.copy()
    for group in slots.numbers:
        place, here = np.s_[:, group.questions, : group.n_prior], tally[:, group.slots, : group.n_levels]
        here = np.where(here.sum(axis=-1, keepdims=True) >= least, here, 0.0)
        same = (prior[place] == prior[place][:1]).all(axis=(0, 2))[:, None]
        shared = group.kind.share_spread(prior[place], here, group.numbers, SHARED_PEOPLE)
        prior[place] = np.where(same, shared, prior[place])
    return replace(survey, answer_prior=prior) if (prior != survey.answer_prior).any() else None


def _score(survey: Survey, answers: Answers, labels: Array, weights: Array, rng: np.random.Generator) -> _Scores:
    """Score everybody's answers by what the people of other folds teach under these weights (Q,)."""
    n_people, n_clusters, n_questions = len(labels), survey.n_clusters, survey.n_questions
    folds = np.empty(n_people, dtype=int)
    # Every house is spread evenly over the folds.
    folds[np.lexsort((rng.random(n_people), labels))] = np.arange(n_people) % FOLDS
    # The columns of each question side by side.
    columns = np.argsort(answers.questions, kind="stable")
    firsts = np.searchsorted(answers.questions[columns], np.arange(n_questions))
    codes = answers.codes[:, columns]
    levels = tuple(answers.levels[c] for c in columns)
    slots = Slots(survey.questions, answers.questions[columns], levels)
    features = np.empty((n_people, n_clusters, n_questions))
    draws = np.empty((DRAWS, *features.shape))
    shares = np.empty((n_people, n_clusters))
    for fold in range(FOLDS):
        out = folds == fold
        tally = slots.count_answers(codes[~out], labels[~out], n_clusters, weights[answers.questions[columns]])
        for tables, found in zip(_learn_tables(slots, survey, tally, rng), (features, draws), strict=True):
            given = np.where(codes[out] >= 0, tables[..., slots.column_slots, np.maximum(codes[out], 0)], 0.0)
            found[..., out, :, :] = np.swapaxes(np.add.reduceat(given, firsts, axis=-1), -3, -2)
        sizes = survey.membership_prior + np.bincount(labels[~out], minlength=n_clusters)
        shares[out] = np.log(sizes / sizes.sum())
    return _Scores(labels, folds, features, shares, draws)


def _learn_tables(slots: Slots, survey: Survey, tally: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the log predictive density of every level, (K, S, V), and log densities of draws, (D, K, S, V)."""
    counts = slots.prior_counts(survey.answer_prior) + tally
    counts[:, slots.n_counted :] = 0
    total = np.maximum(counts.sum(axis=-1, keepdims=True), TINY)
    gammas = rng.standard_gamma(np.broadcast_to(counts, (DRAWS, *counts.shape)))
    drawn = gammas / np.maximum(gammas.sum(axis=-1, keepdims=True), TINY)
    mean, draws = (np.log(np.maximum(values, TINY)) for values in (counts / total, drawn))
    for group in slots.numbers:
        prior, width = survey.answer_prior[:, group.questions, : group.n_prior], group.n_levels
        here = tally[:, group.slots, :width]
        found = [
            group.kind.log_densities(group.kind.draw(prior, here, group.numbers, rng), group.numbers)
            for _ in range(NUMBER_DRAWS)
        ]
        densities = np.array(found)
        draws[:, :, group.slots, :width] = densities[:DRAWS]
        mean[:, group.slots, :width] = logsumexp(densities, axis=0) - np.log(NUMBER_DRAWS)
    return mean, draws


def _fit_weights(scores: _Scores, penalty: float, most: Array, left_out: int | None = None) -> Array:
    """Return the weights, from 0 to ``most`` (Q,), that make the known houses most probable, less the penalties.

    The people of one fold may be left out.
    """
    from scipy.optimize import minimize

    there = scores.folds != left_out
    features, shares, labels = scores.features[there], scores.shares[there], scores.labels[there]
    people = np.arange(len(labels))
    own = features[people, labels].sum(axis=0)

    def loss(weights: Array) -> tuple[float, Array]:
        log_p = log_softmax(np.einsum("nkq,q->nk", features, weights) + shares, axis=-1)
        expected = np.einsum("nk,nkq->q", np.exp(log_p), features)
        cost = penalty * len(people) * weights.sum() + SQUARED_PENALTY / 2 * weights @ weights
        slope = expected - own + penalty * len(people) + SQUARED_PENALTY * weights
        return cost - log_p[people, labels].sum(), slope

    bounds = [(0.0, float(top)) for top in most]
    return np.asarray(minimize(loss, most / 2, jac=True, method="L-BFGS-B", bounds=bounds).x)


def _choose_penalty(scores: _Scores) -> tuple[float | None, Array]:
    """Return the penalty whose weights do best on folds left out, and everybody's log score (N,) when left out.

    The penalty is None if no weights are clearly better than 1.
    """
    ones = np.ones(scores.features.shape[2])
    plain = _held_out(scores, np.tile(ones, (FOLDS, 1)))
    gains = {}
    for penalty in PENALTIES:
        by_fold = [_fit_weights(scores, penalty, ones, fold) for fold in range(FOLDS)]
        gains[penalty] = _held_out(scores, np.array(by_fold)) - plain
    best = max(gains.values(), key=np.mean)
    if best.mean() <= _error(best):
        return None, plain
    # The largest penalty that is about as good as the best one drops most questions that matter only by chance.
    chosen = next(penalty for penalty, gain in gains.items() if (best - gain).mean() <= _error(best - gain))
    return chosen, plain + gains[chosen]


def _error(values: Array) -> float:
    """Return the standard error of a mean."""
    return float(values.std() / np.sqrt(len(values)))


def _held_out(scores: _Scores, by_fold: Array) -> Array:
    """Return everybody's log score (N,) under the weights of their fold (F, Q), averaged over draws as in a sort."""
    joint = np.einsum("dnkq,nq->dnk", scores.draws, by_fold[scores.folds]) + scores.shares
    chances = softmax(joint, axis=-1).mean(axis=0)
    return np.log(np.maximum(chances[np.arange(len(scores.labels)), scores.labels], TINY))


def _judge(
    scores: _Scores,
    weights: Array,
    each: Array,
    constants: Array,
    reasons: Sequence[Message],
    prior: Array | None = None,
) -> QuestionWeights:
    """Return weights with what each question contributes, and how many people are sorted into their right house.

    The log chances of houses are the sum of those that each question adds (N, K, Q), constants (N, K) and shares.
    """
    people = np.arange(len(scores.labels))
    joint = each.sum(axis=2) + scores.shares + constants
    log_p = log_softmax(joint, axis=-1)
    without = (log_softmax(joint - each[..., q], axis=-1) for q in range(len(weights)))
    falls = [(log_p - other)[people, scores.labels].mean() for other in without]
    right = int((log_p.argmax(axis=1) == scores.labels).sum())
    return QuestionWeights(weights, np.array(falls), right, len(people), reasons=tuple(reasons), shared_prior=prior)
