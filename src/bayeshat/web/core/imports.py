"""Answers from a file: read first, then shown what would become of them, then kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ...survey.answers import chosen_options, read_answers
from ...survey.people import RepeatedError
from ...survey.spec import Survey
from ...tables.person_ids import same_ids
from ...tables.table import Table
from ...words.message import Catalogue, Message, catalogue
from ..db.database import Database
from ..db.schema import Event, Response, namesake_key, new_id, now
from ..people_names import Repeated, name_key
from ..refusals import Refused, Stale, TooMany
from ..security import hash_token, new_token
from ..settings import Settings
from ..slow import slow
from .builder import clean_text
from .events import hold_event, survey_of
from .form_fields import asks_number, is_far
from .responses import LONGEST_NAME, count_responses, list_responses

_FIELD = "file"
_LONGEST_EXTRA = 500
# "person 3" in any language.
_UNNAMED = re.compile(r"person \d+", re.IGNORECASE)
# How often an import is prepared anew because people of the file have answered meanwhile.
_ATTEMPTS = 5
# People who come more than once and are named.
_MOST_NAMED = 20
# Why somebody is left out: they have answered the form themselves, or nobody can tell which of several they are.
_OWN, _WHICH = "own", "which"


@dataclass(frozen=True)
class ImportedPerson:
    """One row of a file.

    Attributes
    ----------
    name
        Empty if the file does not say.
    answers
        Positions of the chosen options, or a number, by the question's id.
    extra
        The file's other columns.
    """

    name: str
    answers: dict[str, list[float]]
    extra: dict[str, str]


@dataclass(frozen=True, eq=False)
class ImportPlan:
    """What reading a file in would do.

    Attributes
    ----------
    new
        People who are added.
    replaced
        People who came from a file before, and what they are replaced by.
    refused
        People who are left out, and why: "own" if they have answered the form themselves, "which" if nobody can tell
        which of several people of the name they are.
    is_repeat
        Whether people without a name come to others without one: nobody can tell whether they are the same.
    odd
        Numbers that are far from the usual ones, each with its person.
    """

    new: list[ImportedPerson]
    replaced: list[tuple[Response, ImportedPerson]]
    refused: list[tuple[str, str]]
    is_repeat: bool
    odd: list[Message]

    @property
    def is_plain(self) -> bool:
        """Whether it only adds people, so that there is nothing to ask."""
        return not (self.replaced or self.refused or self.is_repeat or self.odd)

    @property
    def versions(self) -> dict[str, int]:
        """The versions of what is replaced, by the ids of the responses."""
        return {response.id: response.version for response, _ in self.replaced}


@slow
def find_repeated(survey: Survey, table: Table) -> Repeated:
    """Return who comes more than once in a table, and is not told apart by an e-mail address or an id, in words."""
    try:
        read_answers(table, survey, unknown="blank", unfinished=True)
    except RepeatedError as error:
        named = [
            Message("answers-again-person", name=clean_text(name)[:LONGEST_NAME], rows=rows)
            for name, rows in error.people[:_MOST_NAMED]
        ]
        return Repeated(tuple(named), len(error.people) - len(named))
    return Repeated()


@slow
def read_people(survey: Survey, table: Table, settings: Settings, duplicates: str = "") -> list[ImportedPerson]:
    """Return the people in a table. This takes time: no session should be open.

    With `duplicates` "latest", only the latest answers count of people who come more than once.

    Raises
    ------
    Refused
        If there are too many.
    AnswersError
        If it does not fit the survey.
    """
    # Without usual ranges no number is left out for being far from them: the organiser is asked about these.
    unranged = [replace(one, scale=None) if one.kind == "number" else one for one in survey.questions]
    asked = replace(survey, questions=tuple(unranged))
    answers = read_answers(table, asked, duplicates=duplicates or "separate", distinct=False)
    if answers.n_people > settings.max_people:
        raise Refused(Message("answers-file-people", most=settings.max_people, count=answers.n_people), _FIELD)
    chosen = [chosen_options(survey, answers, q) for q in range(survey.n_questions)]
    headings = distinct_headings([clean_text(heading)[:LONGEST_NAME] for heading in answers.extra])
    columns = list(answers.extra.values())
    return [
        ImportedPerson(
            clean_text(name)[:LONGEST_NAME],
            {question.id: rows[n] for question, rows in zip(survey.questions, chosen, strict=True) if rows[n]},
            {heading: clean_text(cells[n])[:_LONGEST_EXTRA] for heading, cells in zip(headings, columns, strict=True)},
        )
        for n, name in enumerate(answers.names)
    ]


def distinct_headings(headings: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
    """Return headings of which none is empty, another's or one of those taken; case does not matter.

    Examples
    --------
    >>> distinct_headings(["room", "e-mail", "Room"], ["e-mail"])
    ['room', 'e-mail (2)', 'Room (2)']
    """
    known = {name_key(heading) for heading in taken}
    made = []
    for heading in headings:
        shown, count = heading if heading.strip() else "column", 1
        key = shown
        while name_key(key) in known:
            count += 1
            key = f"{shown} ({count})"
        known.add(name_key(key))
        made.append(key)
    return made


@slow
def plan_import(
    given: Sequence[Response], people: Sequence[ImportedPerson], survey: Survey, language: str
) -> ImportPlan:
    """Return what reading people in would do. This takes time: no session should be open.

    Somebody is the same person as before if the name is the same and no e-mail address or student id says otherwise.
    Rows of one file are different people. Whoever answered the form is never replaced.

    Parameters
    ----------
    given
        Who has answered the event.
    language
        The event's: people without a name are called "person 1" in it.
    """
    before: dict[str, list[Response]] = {}
    for response in given:
        before.setdefault(name_key(response.name), []).append(response)
    rows: dict[str, list[ImportedPerson]] = {}
    for person in people:
        rows.setdefault(name_key(person.name), []).append(person)
    unnamed = rows.pop("", [])
    new: list[ImportedPerson] = []
    replaced: list[tuple[Response, ImportedPerson]] = []
    refused: list[tuple[str, str]] = []
    for key, namesakes in rows.items():
        for person, found in _match(namesakes, before.get(key, [])):
            if isinstance(found, str):
                refused.append((person.name, found))
            elif found is None:
                new.append(person)
            else:
                replaced.append((found, person))
    free = _free_names({*rows, *before}, catalogue(language))
    new += [ImportedPerson(next(free), one.answers, one.extra) for one in unnamed]
    is_repeat = bool(unnamed) and any(one.source == "import" and _UNNAMED.fullmatch(one.name) for one in given)
    odd = find_odd(survey, [*new, *(person for _, person in replaced)])
    return ImportPlan(new, replaced, refused, is_repeat, odd)


def find_odd(survey: Survey, people: Sequence[ImportedPerson]) -> list[Message]:
    """Return the numbers that are far from the usual ones, each with its person."""
    asked = [(place, question) for place, question in enumerate(survey.questions, 1) if asks_number(question)]
    return [
        Message("answers-plan-far", name=person.name, number=place, value=value, unit=question.unit)
        for person in people
        for place, question in asked
        for value in person.answers.get(question.id, [])
        if is_far(question, value)
    ]


def import_people(
    database: Database,
    event: Event,
    people: Sequence[ImportedPerson],
    *,
    settings: Settings,
    versions: Mapping[str, int] | None = None,
    finish: Callable[[Session], None] | None = None,
) -> ImportPlan:
    """Keep what a file holds, all of it at once, and return what was done.

    Others go on answering until it is prepared. Should somebody of the file answer meanwhile, it is planned again; what
    is there already counts as replaced then.

    Parameters
    ----------
    versions
        `ImportPlan.versions` as it was shown; None if nobody was asked, and nothing may be replaced.
    finish
        Writes what is to be written together with it.

    Raises
    ------
    Stale
        If this would now replace anything else than what was shown.
    Refused
        If there would be too many people.
    TooMany
        If people of the file keep answering meanwhile.
    """
    for _ in range(_ATTEMPTS):
        with database.reading() as session:
            given = list_responses(session, event)
        plan = plan_import(given, people, survey_of(event), event.language)
        if not (plan.is_plain if versions is None else plan.versions.items() <= versions.items()):
            raise Stale(Message("answers-file-changed"))
        keys = {namesake_key(person.name) for person in (*plan.new, *(person for _, person in plan.replaced))}
        with database.session() as session:
            # The row is held, so that two imports, or an import and the last free place, do not overtake each other.
            known = hold_event(session, event)
            there = select(Response.id, Response.version, Response.namesake_key).where(Response.event_id == known.id)
            now_there = {(row[0], row[1]) for row in session.execute(there) if row[2] in keys}
            if now_there == {(one.id, one.version) for one in given if one.namesake_key in keys}:
                write_plan(session, known, plan, settings)
                if finish is not None:
                    finish(session)
                return plan
    raise TooMany(Message("page-busy"), retry_after=5)


def write_plan(session: Session, event: Event, plan: ImportPlan, settings: Settings) -> None:
    """Keep what was planned; Refused if there would be too many people."""
    n_people = count_responses(session, event) + len(plan.new)
    if n_people > settings.max_people:
        raise Refused(Message("answers-event-people", most=settings.max_people, count=n_people), _FIELD)
    moment = now()
    if plan.replaced:
        changed = [
            _told(person) | {"id": response.id, "version": response.version + 1, "changed_at": moment}
            for response, person in plan.replaced
        ]
        session.execute(update(Response), changed)
    if plan.new:
        # Their times keep people in the order of the file.
        times = [moment + timedelta(microseconds=n) for n in range(len(plan.new))]
        rows = [
            _as_row(person) | {"event_id": event.id, "created_at": time, "changed_at": time}
            for person, time in zip(plan.new, times, strict=True)
        ]
        session.execute(Response.__table__.insert(), rows)  # type: ignore[attr-defined]


def _told(person: ImportedPerson) -> dict[str, Any]:
    """Return what a file says of somebody, as their response keeps it."""
    key = namesake_key(person.name)
    return {"name": person.name, "namesake_key": key, "answers": person.answers, "extra": person.extra}


def _as_row(person: ImportedPerson) -> dict[str, Any]:
    token = new_token()
    return _told(person) | {
        "id": new_id(),
        "submission_hash": hash_token(token),
        "receipt_hash": hash_token(f"-{token}"),
        "content_hash": "",
        "source": "import",
        "version": 1,
    }


def _match(
    namesakes: Sequence[ImportedPerson], before: Sequence[Response]
) -> Iterator[tuple[ImportedPerson, Response | str | None]]:
    """Return whom each row of a name replaces: somebody, nobody, or why that cannot be told."""
    left = list(before)
    unsure = []
    for person in namesakes:
        sure = next((one for one in left if same_ids(person.extra, one.extra)), None)
        if sure is None:
            unsure.append(person)
        else:
            left.remove(sure)
            yield person, sure if sure.source == "import" else _OWN
    may_be = [[one for one in left if same_ids(person.extra, one.extra) is not False] for person in unsure]
    candidates = [one for one in left if any(one in some for some in may_be)]
    n_open = sum(map(bool, may_be))
    for person, some in zip(unsure, may_be, strict=True):
        if not some:
            yield person, None
        elif any(one.source != "import" for one in some):
            yield person, _OWN
        elif len(candidates) != n_open or candidates[0] not in some:
            yield person, _WHICH
        else:
            # As many as before: they come in the same order.
            n_open -= 1
            yield person, candidates.pop(0)


def _free_names(taken: set[str], say: Catalogue) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        name = say("answers-unnamed", number=str(number))
        if name_key(name) not in taken:
            yield name
