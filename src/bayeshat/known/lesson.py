"""What people whose house is known teach, for those who are to be sorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..model.columns import Columns
from ..model.density import check_membership, membership_probabilities
from ..sample.draws.posterior import Posterior
from ..sample.draws.predict import predict_labels
from ..survey.answers import Answers, pick_people
from ..survey.spec import Survey
from ..words.settings import setting
from .known_people import KnownPeople
from .question_weights import QuestionWeights, learn_weights

Array = np.ndarray

_WHOLE = "All questions count fully, as they must where people may belong to several houses."


@dataclass(frozen=True, eq=False)
class Lesson:
    """What people whose house is known have taught.

    Attributes
    ----------
    known
        Who they are, among everybody who answered.
    weights
        How much each question counts.
    """

    known: KnownPeople
    weights: QuestionWeights

    @property
    def learn_from(self) -> int | None:
        """From how many people to learn what a house answers: those who are known, if there are some of every house.

        People whose house is not known would teach too, but only where the houses differ as the model says. On data
        where they do not, learning from them made the claimed chances wrong.
        """
        return None if self.known.missing_houses else self.known.n_people

    def words(self) -> list[str]:
        """Return how many people were learned from, and what, in sentences."""
        return [sentence for sentence in (*self.known.notes(), self.weights.words()) if sentence]

    def to_dict(self, survey: Survey) -> dict[str, Any]:
        """Return the same as plain values, with a table of what each question contributes."""
        counts = dict(zip(self.known.houses, self.known.counts.tolist(), strict=True))
        return {"people": counts, "words": self.words(), "questions": self.weights.table(survey)}


def take_lesson(
    known: KnownPeople, survey: Survey, answers: Answers, weights: str, membership: str, rng: np.random.Generator
) -> Lesson:
    """Return what known people teach; under mixed membership, weights are not learned.

    Parameters
    ----------
    known
        Whose house is known.
    survey, answers
        What was asked and answered, by everybody.
    weights, membership
        As for :func:`bayeshat.sort_people`.
    rng
        Generator for the folds in which weights are learned.
    """
    if membership != "auto" and check_membership(membership) == "mixed":
        own = learn_weights(survey, answers, known.labels, "off")
        told = f"{_WHOLE} Use {setting('membership', 'single')} to learn how much each question should count."
        return Lesson(known, QuestionWeights(own.weights, reason=told))
    there = known.labels >= 0
    return Lesson(known, learn_weights(survey, pick_people(answers, there), known.labels[there], weights, rng))


def predict_houses(posterior: Posterior, codes: Array, columns: Columns, which: Array) -> Array:
    """Return the probability of each house for new people, (N, K), from some of the draws of what known people taught.

    As for people who were sorted, all draws count the same: only known people say how probable a draw is.

    Parameters
    ----------
    posterior
        The posterior of a model in which people were known.
    codes, columns
        (N, C) the answers of new people, and what their columns ask.
    which
        (D,) the draws to average over.
    """
    if posterior.weights is None:
        return predict_labels(posterior, codes, columns, which).probabilities
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    weights = posterior.weights.reshape(-1, posterior.n_clusters)
    total = np.zeros((len(codes), posterior.n_clusters))
    for d in which.tolist():
        total += membership_probabilities(codes, weights[d], phi[d], columns)
    return total / len(which)
