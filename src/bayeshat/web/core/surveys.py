"""Surveys made from a table of answers, and what past people taught a survey."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from ...errors import AnswersError
from ...kinds.table import flat_priors
from ...known_people.learned_survey import learn_survey
from ...survey.answers import Answers, read_answers
from ...survey.spec import Survey
from ...tables.table import Table
from ...tables.text import is_blank, normalise
from ...words.message import Catalogue, Message
from ..db.schema import Event
from ..people_names import Repeated, name_key
from ..refusals import Refused, Stale
from ..settings import Settings
from ..slow import slow
from . import events
from .builder import clean_text
from .builder_form import MOST_HOUSES
from .imports import ImportedPerson, find_odd, find_repeated, read_people

_LONGEST_HOUSE = 200

# Headings that a message names before it leaves out the rest.
_SHOWN = 10


@dataclass(frozen=True, eq=False)
class TableSurvey:
    """What a table becomes.

    Attributes
    ----------
    survey
        The columns that look like questions, or those of them that are wanted.
    people
        Everybody with their answers.
    others
        The headings of columns that are no questions.
    odd
        Numbers that are far from the usual ones, each with its person.
    repeated
        Who comes more than once in the table: they answered again, or are people of one name.
    """

    survey: Survey
    people: list[ImportedPerson]
    others: list[str]
    odd: list[Message]
    repeated: Repeated


def read_houses(text: str, say: Catalogue) -> list[str]:
    """Return the names of houses that are typed with commas between them; a number stands for as many."""
    names = [clean_text(part).strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if len(names) == 1 and names[0].isdecimal() and int(names[0]) <= MOST_HOUSES:
        names = [say("surveys-table-house", number=number) for number in range(1, int(names[0]) + 1)]
    if not 2 <= len(names) <= MOST_HOUSES or len(set(map(name_key, names))) < len(names):
        raise Refused(Message("surveys-table-groups-wrong", most=MOST_HOUSES), "groups")
    if max(map(len, names)) > _LONGEST_HOUSE:
        raise Refused(Message("surveys-table-group-long", most=_LONGEST_HOUSE), "groups")
    return names


@slow
def read_table_survey(
    table: Table,
    houses: list[str],
    settings: Settings,
    wanted: Collection[int] | None = None,
    again: str = "",
) -> TableSurvey:
    """Return what a table of answers becomes. This takes time: no session should be open.

    Parameters
    ----------
    houses
        What the houses are called.
    wanted
        Which of the columns that look like questions are asked, by position; all of them by default.
    again
        What to do with people who come more than once: count their "latest" answers, keep them "separate", or "" to
        ask.

    Raises
    ------
    Refused
        If there are too many people, nothing is asked, or people come again and nobody says why.
    AnswersError
        If it cannot be read.
    """
    survey = Survey.from_answers(table, houses)
    asked = tuple(one for place, one in enumerate(survey.questions) if wanted is None or place in wanted)
    if not asked:
        raise Refused(Message("surveys-table-none"), "use")
    if len(asked) > settings.max_questions:
        raise Refused(Message("events-survey-questions", most=settings.max_questions, count=len(asked)), "use")
    survey = replace(survey, questions=asked, answer_prior=flat_priors(asked, len(houses)))
    repeated = find_repeated(survey, table)
    if repeated and wanted is not None and not again:
        raise Refused(Message("answers-again-choose"), "again")
    people = read_people(survey, table, settings, again)
    if not people:
        raise AnswersError(Message("table-no-rows", table=table.origin))
    return TableSurvey(survey, people, list(people[0].extra), find_odd(survey, people), repeated)


@slow
def learn_from_table(survey: Survey, table: Table, heading: str, settings: Settings) -> dict[str, Any]:
    """Return what an event keeps of people whose house is known: a learned survey, and how many they were.

    This takes time: no session should be open.

    Parameters
    ----------
    survey
        What was asked, as it was before anything was learned.
    table
        A table with a row for each person.
    heading
        The heading of the column with their houses; empty to take the only column that holds nothing but houses.

    Raises
    ------
    Refused
        If there is no such column, or there are too many people, or too few to learn from.
    BayesHatError
        If it does not fit the survey.
    """
    answers = read_answers(table, survey, duplicates="separate")
    if answers.n_people > settings.max_people:
        raise Refused(Message("answers-file-people", most=settings.max_people, count=answers.n_people), "file")
    learned = learn_survey(survey, answers, _find_column(survey, answers, heading))
    if np.array_equal(learned.survey.answer_prior, survey.answer_prior):
        raise Refused(Message("surveys-past-few", least=learned.least), "file")
    return {
        "survey_toml": learned.to_toml(),
        "file": clean_text(str(table.origin)),
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
