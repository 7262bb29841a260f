"""A survey made from answers that people gave elsewhere: the questions are a table's columns."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from ...errors import AnswersError
from ...kinds.table import flat_priors
from ...survey.spec import Survey
from ..answers.import_plan import AGAIN, ImportedPerson, find_odd, find_repeated, read_people
from ..answers.uploads import checked_file
from ..languages import Catalogue, Message
from ..people_names import Repeated, name_key
from ..refusals import Refused
from ..server.settings import Settings
from .builder_form import MOST_HOUSES
from .survey_builder import clean_text

_LONGEST_HOUSE = 200


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


def read_table_survey(
    filename: str,
    data: bytes,
    houses: list[str],
    settings: Settings,
    wanted: Collection[int] | None = None,
    again: str = "",
) -> TableSurvey:
    """Return what a CSV, TSV or XLSX file with answers becomes. This takes time: no session should be open.

    Parameters
    ----------
    filename, data
        The file.
    houses
        What the houses are called.
    wanted
        Which of the columns that look like questions are asked, by position; all of them by default.
    again
        What to do with people who come more than once: count their "latest" answers, or keep them "separate".

    Raises
    ------
    Refused
        If the file is too large in any sense, nothing in it is asked, or people come again and nobody says why.
    AnswersError
        If it cannot be read.
    """
    with checked_file(filename, data, settings) as path:
        survey = Survey.from_answers(path, houses)
    asked = tuple(one for place, one in enumerate(survey.questions) if wanted is None or place in wanted)
    if not asked:
        raise Refused(Message("surveys-table-none"), "use")
    if len(asked) > settings.max_questions:
        raise Refused(Message("events-survey-questions", most=settings.max_questions, count=len(asked)), "use")
    survey = replace(survey, questions=asked, answer_prior=flat_priors(asked, len(houses)))
    repeated = find_repeated(survey, filename, data, settings)
    if repeated and wanted is not None and again not in AGAIN:
        raise Refused(Message("answers-again-choose"), "again")
    people = read_people(survey, filename, data, settings, again if again in AGAIN else "separate")
    if not people:
        raise AnswersError("The table must have a row for each person; got none. Export it again.").with_kind(
            "answers-empty"
        )
    return TableSurvey(survey, people, list(people[0].extra), find_odd(survey, people), repeated)
