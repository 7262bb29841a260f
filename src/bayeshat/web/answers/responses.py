"""Answers: given once, kept once, changed by nobody but their owner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ...survey.answers import Answers
from ...survey.kinds import find_bin, read_number, show_number
from ...survey.spec import Question, Survey
from ..events.events import move_version, survey_of
from ..events.rule_book import follow_name
from ..events.survey_builder import clean_text
from ..http.security import Keys, hash_token
from ..http.settings import Settings
from ..people_names import tell_apart
from ..refusals import NotFound, Refused
from ..storage.schema import Event, Place, Response, Sorting, is_id

LONGEST_NAME = 100
_LONGEST_KEY = 200
_CLOSED = "This form is closed: answers can no longer be given or changed. Ask whoever sent it."
_FULL = "This form has as many answers as it takes. Ask whoever sent it."
_NO_RECEIPT = "There are no answers at this address. Check it, or ask whoever sent you the form."


def submit(
    session: Session,
    keys: Keys,
    event: Event,
    name: str,
    answers: Mapping[str, Sequence[int]],
    submission_key: str,
    *,
    settings: Settings,
) -> tuple[Response, str]:
    """Keep somebody's answers, exactly once however often they are sent.

    The same key with the same content is the same submission sent again: nothing happens, and the same receipt comes
    back. With other content it is its owner's correction (from a page that was gone back to), and is kept as a change.

    Parameters
    ----------
    name
        Ignored where the event does not ask for names.
    answers
        The positions of the chosen options, by the question's id; a question that is left out is not answered.
    submission_key
        What the form carries to tell one submission from another; only its hash is kept.

    Returns
    -------
    The response, and the token of its receipt.

    Raises
    ------
    Refused
        If the form is closed or full, or something in it cannot be used.
    """
    if not 16 <= len(submission_key) <= _LONGEST_KEY:
        raise Refused("The form was sent without its number. Open it again, and send it from there.")
    known = _locked_event(session, event)
    receipt = keys.receipt_token(known.id, submission_key)
    before = _of_submission(session, known.id, submission_key)
    checked = check_answers(survey_of(known), answers)
    shown = check_name(name) if known.asks_names else ""
    content = _hash_content(shown, checked)
    if before is not None:
        return _again(session, known, before, shown, checked, content), receipt
    if not known.is_open:
        raise Refused(_CLOSED)
    count = session.scalar(select(func.count()).where(Response.event_id == known.id)) or 0
    if count >= min(known.max_responses or settings.max_people, settings.max_people):
        raise Refused(_FULL)
    response = Response(
        event_id=known.id,
        submission_hash=hash_token(submission_key),
        receipt_hash=hash_token(receipt),
        content_hash=content,
        name=shown,
        answers=checked,
    )
    if not shown:
        # Who is not asked for a name gets a code that they find on their receipt.
        response.name = f"guest {hash_token(receipt)[:5].upper()}"
    try:
        with session.begin_nested():
            session.add(response)
    except IntegrityError:
        # The same submission came twice at once, and the other one was first.
        first = _of_submission(session, known.id, submission_key)
        if first is None:
            raise
        return _again(session, known, first, shown, checked, content), receipt
    return response, receipt


def response_of(session: Session, receipt: str) -> tuple[Response, Event]:
    """Return the answers that a receipt belongs to, and their event; NotFound if there are none."""
    response = session.scalar(select(Response).where(Response.receipt_hash == hash_token(receipt)))
    if response is None:
        raise NotFound(_NO_RECEIPT)
    return response, session.get_one(Event, response.event_id)


def change(
    session: Session, receipt: str, answers: Mapping[str, Sequence[int]], name: str, version: int | None = None
) -> Response:
    """Change one's answers, until the form closes.

    Raises
    ------
    NotFound
        If no answers belong to the receipt.
    Refused
        If the form is closed, or something in it cannot be used.
    Stale
        If the answers have been changed since the version that was shown.
    """
    response, event = response_of(session, receipt)
    known = _locked_event(session, event)
    checked = check_answers(survey_of(known), answers)
    shown = check_name(name) if known.asks_names else ""
    # The hash of what was submitted stays: if that is sent once more, by a slow network, it must not undo this change.
    return _keep_change(session, known, response, version, name=shown or response.name, answers=checked)


def list_responses(session: Session, event: Event) -> list[Response]:
    """Return all answers to an event, in the order in which they came."""
    wanted = select(Response).where(Response.event_id == event.id).order_by(Response.created_at, Response.id)
    return list(session.scalars(wanted))


def get_response(session: Session, event: Event, response_id: str) -> Response:
    """Return one of an event's answers; NotFound if it is another event's."""
    response = session.get(Response, response_id) if is_id(response_id) else None
    if response is None or response.event_id != event.id:
        raise NotFound("There are no such answers. Look at the list again.")
    return response


def answers_of(session: Session, event: Event) -> Answers:
    """Return everybody's answers as the sort takes them; namesakes get a number."""
    given = list_responses(session, event)
    return collect_answers(survey_of(event), given, tell_apart([response.name for response in given]))


def collect_answers(survey: Survey, given: Sequence[Response | Place], names: Sequence[str]) -> Answers:
    """Return what people answered as the sort takes it, under these names."""
    parts, questions = [], []
    for q, question in enumerate(survey.questions):
        chosen = [one.answers.get(question.id, []) for one in given]
        width = max([1, *map(len, chosen)])
        part = np.full((len(given), width), -1, dtype=np.int16)
        for n, codes in enumerate(chosen):
            part[n, : len(codes)] = codes
        parts.append(part)
        questions += [q] * width
    headings = list(dict.fromkeys(heading for one in given for heading in one.extra))
    extra = {heading: tuple(str(one.extra.get(heading, "")) for one in given) for heading in headings}
    return Answers(np.concatenate(parts, axis=1), tuple(names), extra, np.array(questions), "the form")


def export_person(session: Session, response: Response) -> dict[str, Any]:
    """Return everything that is kept about one person, in words."""
    event = session.get_one(Event, response.event_id)
    survey = survey_of(event)
    wanted = (
        select(Place.group_number, Sorting)
        .join(Sorting, Place.sorting_id == Sorting.id)
        .where(Place.response_id == response.id)
        .order_by(Sorting.created_at)
    )
    placed = [
        {
            "result": sorting.title,
            "sorted_at": sorting.created_at.isoformat(),
            "group": sorting.groups[number]["name"],
        }
        for number, sorting in session.execute(wanted)
    ]
    return {
        "event": event.title,
        "name": response.name,
        "came_from": response.source,
        "given_at": response.created_at.isoformat(),
        "changed_at": response.changed_at.isoformat(),
        "answers": {
            question.text: [question.options[code] for code in response.answers.get(question.id, [])]
            for question in survey.questions
        },
        "further_columns": dict(response.extra),
        "groups": placed,
    }


def delete_response(session: Session, response: Response) -> None:
    """Delete one person's answers; in results an empty place without a name is left, as others depend on it.

    The response's row is held first, so that a result that is being stored meanwhile is either seen here, or sees that
    the response is gone.
    """
    session.execute(select(Response.id).where(Response.id == response.id).with_for_update())
    session.execute(
        update(Place)
        .where(Place.response_id == response.id)
        .values(response_id=None, answers={}, extra={}, locked=False)
        .execution_options(synchronize_session=False)
    )
    session.execute(delete(Response).where(Response.id == response.id))


def check_answers(survey: Survey, answers: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """Return the answers in the order of the questions, or raise Refused at the first that cannot be used."""
    by_id = {question.id: question for question in survey.questions}
    unknown = [identity for identity in answers if identity not in by_id]
    if unknown:
        raise Refused("The form has changed since you opened it. Open it again, and answer it there.")
    checked: dict[str, list[int]] = {}
    for question in survey.questions:
        codes = list(dict.fromkeys(answers.get(question.id, ())))
        if any(type(code) is not int or not 0 <= code < len(question.options) for code in codes):
            raise Refused("Choose one of the options.", question.id)
        if len(codes) > 1 and question.kind != "several":
            raise Refused("Choose one option only.", question.id)
        if codes:
            checked[question.id] = sorted(codes)
    if not checked:
        raise Refused("Answer at least one question.", survey.questions[0].id)
    return checked


def check_name(name: str) -> str:
    """Return a name as it is kept."""
    plain = clean_text(name)
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise Refused(f"Write your name, with 1 to {LONGEST_NAME} characters.", "name")
    return plain


def code_rating(question: Question, text: str) -> list[int]:
    """Return the bin of a number that was written for a rating; nothing for no number.

    Examples
    --------
    >>> code_rating(Question("q", "How much?", ("1 to 5", "6 to 10"), "rating", (1, 10), (5,)), "7")
    [1]
    """
    if question.scale is None or not text.strip():
        return []
    number = read_number(text.strip())
    place = None if number is None else find_bin(number, question.scale, question.bins)
    if place is None:
        low, high = (show_number(end) for end in question.scale)
        raise Refused(f"Write a number from {low} to {high}.", question.id)
    return [place]


def _locked_event(session: Session, event: Event) -> Event:
    """Read the event as it is now, so that nobody closes or fills it before this answer is kept."""
    held = select(Event).where(Event.id == event.id).with_for_update(key_share=True)
    known = session.scalar(held.execution_options(populate_existing=True))
    if known is None:
        raise NotFound(_NO_RECEIPT)
    return known


def _of_submission(session: Session, event_id: str, submission_key: str) -> Response | None:
    hashed = hash_token(submission_key)
    return session.scalar(select(Response).where(Response.event_id == event_id, Response.submission_hash == hashed))


def _again(
    session: Session, event: Event, response: Response, name: str, answers: dict[str, list[int]], content: str
) -> Response:
    if response.content_hash == content:
        return response
    values = {"name": name or response.name, "answers": answers, "content_hash": content}
    return _keep_change(session, event, response, None, **values)


def _keep_change(session: Session, event: Event, response: Response, version: int | None, **values: Any) -> Response:
    if not event.is_open:
        raise Refused(_CLOSED)
    old = response.name
    move_version(session, Response, response.id, version, **values)
    session.refresh(response)
    follow_name(session, event, old, response.name)
    return response


def _hash_content(name: str, answers: dict[str, list[int]]) -> str:
    return hashlib.sha256(json.dumps([name, answers], sort_keys=True).encode()).hexdigest()
