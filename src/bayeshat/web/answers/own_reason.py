"""Why somebody is in their group, from their own answers: one small table, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...kinds.table import number_kind_of, option_chances
from ...report.reasons import FAINT, option_strengths
from ...survey.spec import Survey
from ..events.events import survey_of
from ..languages import Message
from ..storage.schema import Event
from .number_fields import asks_number

if TYPE_CHECKING:
    from ..results.sortings import OwnResult

MOST = 2


def tell_reason(event: Event, own: OwnResult) -> list[Message]:
    """Return why somebody is in their group, as they read it; nothing if the organiser does not let them."""
    if not event.shows_reason:
        return []
    told, spoke = [], speaking_questions(survey_of(event), own.group, own.answers)
    if spoke:
        filled = dict(zip(("first", "second"), spoke, strict=False))
        told.append(Message(f"receipt-reason-{'one' if len(spoke) == 1 else 'two'}", group=own.group, **filled))
    if own.shares:
        best = max(own.shares, key=lambda one: (one.share, one.own))
        told.append(Message("receipt-fits-best" if best.own else "receipt-fits-less"))
    return told


def speaking_questions(survey: Survey, group: str, answers: Mapping[str, Sequence[float]]) -> list[str]:
    """Return the questions whose answers speak most for a house in this survey, the strongest first.

    What speaks for a house is what the survey says of it. What was learned from everybody's answers may weigh them
    differently, but not worth unpacking a whole result for every reader.

    Parameters
    ----------
    group
        The group's name; one that is no house of the survey has nothing that speaks for it.
    answers
        The chosen options by question, or the number, as they were sorted.

    Examples
    --------
    >>> survey = Survey.load("hogwarts")
    >>> speaking_questions(survey, "Group 7", {survey.questions[0].id: [0]})
    []
    """
    if group not in survey.cluster_names:
        return []
    house = survey.cluster_names.index(group)
    strengths = [
        asked.weight * sum(_speaks_for(survey, q, house, given) for given in answers.get(asked.id, ()))
        for q, asked in enumerate(survey.questions)
    ]
    ordered = sorted(range(survey.n_questions), key=strengths.__getitem__, reverse=True)
    return [survey.questions[q].text for q in ordered[:MOST] if strengths[q] > FAINT]


def _speaks_for(survey: Survey, q: int, house: int, given: float) -> float:
    """Return how strongly an answer, the position of an option or a number, speaks for a house."""
    asked = survey.questions[q]
    if asks_number(asked):
        kind = number_kind_of(asked)
        priors = survey.answer_prior[:, q, : kind.n_prior(asked)]
        chances = np.array([[kind.number_density(asked, prior, given)] for prior in priors])
        return float(option_strengths(chances)[house, 0])
    return _house_strengths(survey)[q][house][int(given)] if given < len(asked.options) else 0.0


@lru_cache(maxsize=32)
def _house_strengths(survey: Survey) -> list[list[list[float]]]:
    """Return how strongly each option speaks for each house, (Q, G, V): the same for all who answer the survey."""
    return [
        option_strengths(option_chances(asked, survey.answer_prior[:, q])).tolist()
        for q, asked in enumerate(survey.questions)
    ]
