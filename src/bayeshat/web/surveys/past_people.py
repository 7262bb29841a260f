"""People of earlier years whose house is known: a survey is learned from their answers, and none of these are kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from ...known_people.learned_survey import learn_survey
from ...survey.answers import Answers, read_answers
from ...survey.spec import Survey
from ...tables.text import is_blank, normalise
from ..answers.uploads import checked_file
from ..events import events
from ..languages import Message
from ..refusals import Refused, Stale
from ..server.settings import Settings
from ..storage.schema import Event
from .survey_builder import clean_text

_LONGEST_FILE = 100
# Headings that a message names before it leaves out the rest.
_SHOWN = 10


def learn_from_file(survey: Survey, filename: str, data: bytes, heading: str, settings: Settings) -> dict[str, Any]:
    """Return what an event keeps of people whose house is known: a learned survey, and how many they were.

    This takes time: no session should be open.

    Parameters
    ----------
    survey
        What was asked, as it was before anything was learned.
    filename, data
        A CSV, TSV or XLSX file with a row for each person.
    heading
        The heading of the column with their houses; empty to take the only column that holds nothing but houses.

    Raises
    ------
    Refused
        If the file is too large in any sense, has no such column, or has too few people to learn from.
    BayesHatError
        If it cannot be read or does not fit the survey.
    """
    with checked_file(filename, data, settings) as path:
        answers = read_answers(path, survey, duplicates="separate")
    if answers.n_people > settings.max_people:
        raise Refused(Message("answers-file-people", most=settings.max_people, count=answers.n_people), "file")
    learned = learn_survey(survey, answers, _find_column(survey, answers, heading))
    if np.array_equal(learned.survey.answer_prior, survey.answer_prior):
        raise Refused(Message("surveys-past-few", least=learned.least), "file")
    return {
        "survey_toml": learned.to_toml(),
        "file": clean_text(filename)[-_LONGEST_FILE:],
        "n_people": learned.known.n_people,
        "houses": [[house, int(n)] for house, n in zip(learned.known.houses, learned.known.counts, strict=True)],
        "tested": [learned.weights.right, learned.weights.n_people],
    }


def keep_learned(session: Session, event: Event, learned: dict[str, Any]) -> None:
    """Keep what was learned for the survey that an event had when it was read; Stale if it has another one now."""
    known = events.hold_event(session, event)
    if known.survey_toml != event.survey_toml:
        raise Stale(Message("surveys-past-changed"))
    events.change_event(session, known, learned=learned)


def forget_learned(session: Session, event: Event) -> None:
    """Go back to the survey as it was before anything was learned."""
    events.change_event(session, events.hold_event(session, event), learned={})


def _find_column(survey: Survey, answers: Answers, heading: str) -> str:
    if heading:
        found = [column for column in answers.extra if normalise(column) == normalise(heading)]
        if not found:
            headings = ", ".join(list(answers.extra)[:_SHOWN]) or "–"
            raise Refused(Message("surveys-past-no-column", heading=heading, headings=headings), "column")
        return found[0]
    houses = set(map(normalise, survey.cluster_names))
    full = {
        column: {normalise(cell) for cell in cells if not is_blank(cell)} for column, cells in answers.extra.items()
    }
    likely = [column for column, cells in full.items() if cells and cells <= houses]
    if len(likely) != 1:
        raise Refused(Message("surveys-past-which", houses=", ".join(survey.cluster_names[:_SHOWN])), "column")
    return likely[0]
