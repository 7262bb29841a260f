"""What the sort of everybody else learns from people whose house is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..checks.separation import Separation, check_known_houses
from ..model.columns import Columns
from ..model.corrected import add_up, correct
from ..model.density import check_membership, membership_probabilities
from ..sample.fit import fit
from ..sample.posterior import Posterior
from ..sample.predict import predict_labels
from ..survey.answers import Answers, pick_people
from ..survey.spec import Survey
from ..words.message import Message
from .people import KnownPeople
from .weights import QuestionWeights, learn_weights, survey_weights

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Lesson:
    """What people whose house is known have taught.

    Attributes
    ----------
    known
        Who they are, among everybody who answered.
    weights
        How much each question counts.
    separation
        Whether their answers say anything about their houses, or are noise; None where that was not tested.
    """

    known: KnownPeople
    weights: QuestionWeights
    separation: Separation | None = None

    @property
    def learn_from(self) -> int | None:
        """How many people to learn the houses' answers from: the known ones, if every house has some; else everybody.

        Other people's answers help only if the houses differ as the model says. On data where they do not, learning
        from them made the claimed chances wrong.
        """
        return None if self.known.missing_houses else self.known.n_people

    def words(self) -> list[str]:
        """Say in sentences how many people were learned from, and what."""
        return list(map(str, (*self.known.notes(), *self.weights.notes())))

    def to_dict(self, survey: Survey) -> dict[str, Any]:
        """Return the same as plain values, with a table of what each question contributes."""
        counts = dict(zip(self.known.houses, self.known.counts.tolist(), strict=True))
        return {"people": counts, "words": self.words(), "questions": self.weights.table(survey)}


def take_lesson(
    known: KnownPeople,
    survey: Survey,
    answers: Answers,
    weights: str,
    membership: str,
    rng: np.random.Generator,
    *,
    keeps_totals: bool = False,
) -> Lesson:
    """Return what known people teach.

    Under mixed membership, no weights are learned; where every draw keeps known totals, no corrections.

    Parameters
    ----------
    known
        The people whose house is known.
    survey, answers
        The survey, and everybody's answers.
    weights, membership
        As for :func:`bayeshat.sort_people`.
    rng
        Generator for the folds in which weights are learned.
    keeps_totals
        Whether the totals of the houses are known.
    """
    separation = check_known_houses(survey, answers, known.labels)
    if membership != "auto" and check_membership(membership) == "mixed":
        told = Message("known-weights-mixed")
        return Lesson(known, QuestionWeights(survey_weights(survey), reasons=(told,)), separation)
    there = known.labels >= 0
    about = (survey, pick_people(answers, there), known.labels[there], weights, rng)
    learned = learn_weights(*about, corrects=not keeps_totals)
    return Lesson(known, learned, separation)


def fit_with_lesson(
    known: KnownPeople | None,
    survey: Survey,
    answers: Answers,
    weights: str,
    *,
    rng: np.random.Generator,
    **sampling: Any,
) -> tuple[Lesson | None, Posterior]:
    """Learn from known people, if there are any, and sample the model; return the lesson and the posterior.

    Parameters
    ----------
    known
        The people whose house is known; None if there are none.
    survey, answers
        The survey, and everybody's answers.
    weights
        As for :func:`bayeshat.sort_people`.
    rng, **sampling
        Arguments of :func:`bayeshat.fit`.
    """
    if known is None:
        return None, fit(survey, answers, rng=rng, **sampling)
    keeps_totals = sampling.get("totals") is not None
    about = (known, survey, answers, weights, sampling.get("membership", "auto"), rng)
    lesson = take_lesson(*about, keeps_totals=keeps_totals)
    # Totals count everybody, so everybody's answers are needed.
    if sampling.get("learn_from") is None and not keeps_totals:
        sampling["learn_from"] = lesson.learn_from
    sampling["known"] = known.labels
    return lesson, fit(lesson.weights.apply(survey), answers, rng=rng, **sampling)


def predict_houses(posterior: Posterior, codes: Array, columns: Columns, which: Array) -> Array:
    """Return the probability of each house for new people, (N, K), averaged over some draws.

    All draws count the same, as they do for people who were sorted: the new answers change nothing about the houses.

    Parameters
    ----------
    posterior
        The posterior of a model in which people were known.
    codes, columns
        (N, C) the answers of new people, and the questions of their columns.
    which
        (D,) the draws to average over.
    """
    if posterior.weights is None:
        return predict_labels(posterior, codes, columns, which)
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    weights = posterior.weights.reshape(-1, posterior.n_clusters)
    corrections = posterior.corrections
    total = np.zeros((len(codes), posterior.n_clusters))
    if corrections is None:
        for d in which.tolist():
            total += membership_probabilities(codes, weights[d], phi[d], columns)
        return total / len(which)
    additions = add_up(corrections, codes, columns, weights.mean(axis=0))
    for d in which.tolist():
        chances = membership_probabilities(codes, weights[d], phi[d], columns) if corrections.power else np.empty(0)
        total += correct(chances, weights[d], additions[d % len(additions)], corrections.power)
    return total / len(which)
