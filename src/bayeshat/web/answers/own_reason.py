"""Why somebody is in their group, from their own answers: one small table, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...report.reasons import FAINT, option_strengths
from ...survey.answer_kinds.kind_table import option_chances
from ...survey.spec import Survey

MOST = 2


def speaking_questions(survey: Survey, group: str, answers: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the questions whose answers speak most for a house in this survey, the strongest first.

    What speaks for a house is what the survey says of it. What was learned from everybody's answers may weigh them
    differently, but not worth unpacking a whole result for every reader.

    Parameters
    ----------
    group
        The group's name; one that is no house of the survey has nothing that speaks for it.
    answers
        The chosen options by question, as they were sorted.

    Examples
    --------
    >>> survey = Survey.load("hogwarts")
    >>> speaking_questions(survey, "Group 7", {survey.questions[0].id: [0]})
    []
    """
    if group not in survey.cluster_names:
        return []
    house = survey.cluster_names.index(group)
    told = _house_strengths(survey)
    strengths = [
        sum(told[q][house][code] for code in answers.get(asked.id, ()) if code < len(asked.options))
        for q, asked in enumerate(survey.questions)
    ]
    ordered = sorted(range(survey.n_questions), key=strengths.__getitem__, reverse=True)
    return [survey.questions[q].text for q in ordered[:MOST] if strengths[q] > FAINT]


@lru_cache(maxsize=32)
def _house_strengths(survey: Survey) -> list[list[list[float]]]:
    """Return how strongly each option speaks for each house, (Q, G, V): the same for all who answer the survey."""
    return [option_strengths(option_chances(survey, q)).tolist() for q in range(survey.n_questions)]
