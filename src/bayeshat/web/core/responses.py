"""Answers: given once, kept once, changed by nobody but their owner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ...kinds.question import Question
from ...kinds.table import kind_of
from ...survey.answers import Answers, join_columns
from ...survey.spec import Survey
from ...tables.person_ids import same_ids
from ...words.message import Catalogue, Message, catalogue
from ..db.schema import Event, Place, Published, Response, RosterEntry, Sorting, Upload, is_id, namesake_key, now
from ..people_names import name_key, tell_apart
from ..refusals import NotFound
from ..security import Keys, hash_token
from ..settings import Settings
from .builder import clean_text
from .events import hold_event, move_version, survey_of
from .form_fields import LONGEST_NAME as LONGEST_NAME
from .form_fields import FormClosed, FormRefused, asks_number, check_form, check_open, is_full, show_with_unit
from .history import read_histories
from .result_rows import read_arrays
from .roster import further_columns
from .rules import follow_name
from .wishes import NO_WISHES, Wishes, keep_wishes

_LONGEST_KEY = 200


class Given(NamedTuple):
    """What somebody answered, and their further columns, when they were sorted."""

    answers: dict[str, Any]
    extra: dict[str, Any]


def submit(
    session: Session,
    keys: Keys,
    event: Event,
    name: str,
    answers: Mapping[str, Sequence[int | str]],
    submission_key: str,
    *,
    wishes: Wishes = NO_WISHES,
    settings: Settings,
    survey_version: int | None = None,
    consented: bool = False,
    roster_entry: RosterEntry | None = None,
    has_namesake: bool = False,
    is_sure: bool = True,
) -> tuple[Response, str]:
    """Keep somebody's answers, exactly once however often they are sent.

    The same key with the same content is the same submission sent again: nothing happens, and the same receipt comes
    back. With other content it is its owner's correction (from a page that was gone back to), and is kept as a change.

    Parameters
    ----------
    name
        Ignored where the event does not ask for names.
    answers
        The positions of the chosen options, or the number as it was typed, by the question's id; a question that is
        left out is not answered.
    submission_key
        What the form carries to tell one submission from another; only its hash is kept.
    wishes
        Groups that the person would like, and people to be with, where the event asks for them.
    survey_version
        The version of the survey that was answered; None if it is the event's for certain.
    consented
        Whether the person agreed to the event's consent text.
    roster_entry
        Who answers by a personal link; the name is theirs.
    has_namesake
        Whether somebody else has answered under the name (`is_taken`) and the person must be told first.
    is_sure
        Whether numbers are kept however odd they are.

    Returns
    -------
    The response, and the token of its receipt.

    Raises
    ------
    FormRefused
        If the form is closed or full, or something in it cannot be used.
    SurveyChanged
        If the answers are to another version of the survey.
    """
    if not is_submission_key(submission_key):
        raise FormRefused({"": Message("form-wrong-number")})
    # Nobody closes or fills the event before this answer is kept, and who sends the same submission waits for it.
    known = hold_event(session, event, "answers-no-receipt")
    receipt = keys.receipt_token(known.id, submission_key)
    before = _of_submission(session, known.id, submission_key)
    imported = None if before is not None or roster_entry is None else _from_file(session, roster_entry)
    if before is None:
        check_open(known)
        if imported is None and is_full(known, count_responses(session, known), settings):
            raise FormClosed({"": Message("form-full-words")})
    if roster_entry is not None:
        name = roster_entry.name
    has_consented = consented or (before is not None and before.consented_at is not None)
    shown, checked = check_form(known, name, answers, wishes, survey_version, has_consented, has_namesake, is_sure)
    content = _hash_content(shown, checked, wishes)
    if before is not None:
        return _again(session, known, before, shown, checked, wishes, content), receipt
    if not shown:
        # Who is not asked for a name gets a code that they find on their receipt; a personal link says who it is.
        code = catalogue(known.language)("form-guest", code=hash_token(receipt)[:5].upper())
        shown = code if roster_entry is None else roster_entry.name
    values: dict[str, Any] = {
        "submission_hash": hash_token(submission_key),
        "receipt_hash": hash_token(receipt),
        "content_hash": content,
        "name": shown,
        "answers": checked,
        "roster_entry_id": None if roster_entry is None else roster_entry.id,
        "extra": keep_wishes({} if roster_entry is None else further_columns(roster_entry), known, wishes),
        "consented_at": now() if known.consent else None,
    }
    if imported is not None:
        values["extra"] = keep_wishes(imported.extra | values["extra"], known, wishes)
        return _keep_change(session, known, imported, None, source="form", **values), receipt
    response = Response(event_id=known.id, **values)
    session.add(response)
    session.flush()
    return response, receipt


def response_of(session: Session, receipt: str) -> tuple[Response, Event]:
    """Return the answers that a receipt belongs to, and their event; NotFound if there are none."""
    wanted = select(Response, Event).join(Event, Event.id == Response.event_id)
    found = session.execute(wanted.where(Response.receipt_hash == hash_token(receipt))).first()
    if found is None:
        raise NotFound(Message("answers-no-receipt"))
    response, event = found
    return response, event


def change(
    session: Session,
    receipt: str,
    answers: Mapping[str, Sequence[int | str]],
    name: str,
    version: int | None = None,
    *,
    wishes: Wishes = NO_WISHES,
    survey_version: int | None = None,
    consented: bool = False,
    has_namesake: bool = False,
    is_sure: bool = True,
) -> Response:
    """Change one's answers, until the form closes; people who came by a personal link keep their name.

    Raises
    ------
    NotFound
        If no answers belong to the receipt.
    FormRefused
        If the form is closed, or something in it cannot be used.
    Stale
        If the answers have been changed since the version that was shown, or the survey since its version.
    """
    response, event = response_of(session, receipt)
    known = hold_event(session, event, "answers-no-receipt")
    check_open(known)
    if response.roster_entry_id is not None:
        name = response.name
    agreed = response.consented_at or (now() if consented and known.consent else None)
    shown, checked = check_form(known, name, answers, wishes, survey_version, agreed is not None, has_namesake, is_sure)
    # The hash of what was submitted stays: if that is sent once more, by a slow network, it must not undo this change.
    extra = keep_wishes(response.extra, known, wishes)
    values = {"name": shown or response.name, "answers": checked, "extra": extra, "consented_at": agreed}
    return _keep_change(session, known, response, version, **values)


def is_submission_key(text: str) -> bool:
    """Say whether a text is long enough to tell a submission from all others."""
    return 16 <= len(text) <= _LONGEST_KEY


def is_kept(session: Session, event: Event, submission_key: str) -> bool:
    """Say whether something was kept under a key already."""
    return _of_submission(session, event.id, submission_key) is not None


def count_responses(session: Session, event: Event) -> int:
    """Return how many people have answered."""
    return session.scalar(select(func.count()).where(Response.event_id == event.id)) or 0


def is_taken(session: Session, event: Event, name: str, *, submission_key: str = "", receipt: str = "") -> bool:
    """Say whether somebody else has answered under a name; the key or the receipt shows that it is the same person."""
    others = select(Response.id).where(
        Response.event_id == event.id,
        Response.namesake_key == namesake_key(clean_text(name)),
        Response.submission_hash != hash_token(submission_key),
        Response.receipt_hash != hash_token(receipt),
    )
    return session.scalar(others.limit(1)) is not None


def list_responses(session: Session, event: Event) -> list[Response]:
    """Return all answers to an event, in the order in which they came."""
    wanted = select(Response).where(Response.event_id == event.id).order_by(Response.created_at, Response.id)
    return list(session.scalars(wanted))


def imported_ids(session: Session, event: Event) -> set[str]:
    """Return the ids of answers that came from a file: nobody has a receipt for them."""
    wanted = select(Response.id).where(Response.event_id == event.id, Response.source == "import")
    return set(session.scalars(wanted))


def get_response(session: Session, event: Event, response_id: str) -> Response:
    """Return one of an event's answers; NotFound if it is another event's."""
    response = session.get(Response, response_id) if is_id(response_id) else None
    if response is None or response.event_id != event.id:
        raise NotFound(Message("answers-gone"))
    return response


def answers_of(session: Session, event: Event) -> Answers:
    """Return everybody's answers as the sort takes them; namesakes get a number."""
    given = list_responses(session, event)
    return collect_answers(survey_of(event), given, tell_apart([response.name for response in given]))


def collect_answers(survey: Survey, given: Sequence[Response | Given], names: Sequence[str]) -> Answers:
    """Return what people answered as the sort takes it, under these names."""
    parts = [
        kind_of(question).code_options(question, [one.answers.get(question.id, []) for one in given])
        for question in survey.questions
    ]
    headings = list(dict.fromkeys(heading for one in given for heading in one.extra))
    extra = {heading: tuple(str(one.extra.get(heading, "")) for one in given) for heading in headings}
    return join_columns(parts, survey.questions, names=tuple(names), extra=extra)


def export_person(session: Session, response: Response) -> dict[str, Any]:
    """Return everything that is kept about one person, in words."""
    event = session.get_one(Event, response.event_id)
    survey = survey_of(event)
    wanted = (
        select(Place.position, Place.shares, Sorting)
        .join(Sorting, Place.sorting_id == Sorting.id)
        .where(Place.response_id == response.id)
        .order_by(Sorting.created_at)
    )
    found = session.execute(wanted).all()
    histories = read_histories(session, [sorting.id for _, _, sorting in found])
    placed = [
        {
            "result": sorting.title,
            "sorted_at": sorting.created_at.isoformat(),
            **_tell_place(sorting, histories[sorting.id].labels[position], position),
            # Where nobody was sorted by their answers, there are no shares.
            "fits": dict(zip([group["name"] for group in sorting.groups], shares, strict=False)),
        }
        for position, shares, sorting in found
    ]
    entry = session.get(RosterEntry, response.roster_entry_id) if response.roster_entry_id else None
    moments = (response.consented_at, *((entry.mailed_at, entry.reminded_at) if entry else (None, None)))
    agreed, invited, reminded = (moment.isoformat() if moment else None for moment in moments)
    return {
        "event": event.title,
        "name": response.name,
        "came_from": response.source,
        "given_at": response.created_at.isoformat(),
        "changed_at": response.changed_at.isoformat(),
        "agreed_at": agreed,
        "invited_at": invited,
        "reminded_at": reminded,
        "answers": {
            question.text: show_answers(question, response.answers.get(question.id, []), catalogue(event.language))
            for question in survey.questions
        },
        "further_columns": dict(response.extra),
        "groups": placed,
        "exchange": _tell_exchange(session, response),
    }


def _tell_exchange(session: Session, response: Response) -> dict[str, str]:
    """Return somebody's group before they exchanged places, and their open offer; nothing if they have none."""
    wanted = select(Published, Sorting.groups).join(Sorting, Sorting.id == Published.sorting_id)
    found = session.execute(wanted.where(Published.response_id == response.id)).first()
    if found is None:
        return {}
    seen, groups = found
    told = {} if seen.came_from is None else {"came_from": groups[seen.came_from]["name"]}
    return told if seen.offer is None else told | {"offer": seen.offer, "wants": groups[seen.wants]["name"]}


def _tell_place(sorting: Sorting, group: int, position: int) -> dict[str, Any]:
    """Return the name of somebody's group, or of the one in each round."""
    names = [group["name"] for group in sorting.groups]
    if sorting.purpose != "rounds":
        return {"group": names[group]}
    labels = read_arrays(sorting.arrays)["rounds"][:, position].tolist()
    return {"rounds": [{"round": number, "group": names[g]} for number, g in enumerate(labels, 1)]}


def show_answers(question: Question, given: Sequence[float], say: Catalogue) -> list[str]:
    """Return what somebody answered to one question, as they read it."""
    if asks_number(question):
        return [show_with_unit(question, value, say) for value in given]
    return [question.options[int(code)] for code in given]


def delete_response(session: Session, response: Response) -> None:
    """Delete one person's answers; in results an empty place without a name is left, as others depend on it."""
    delete_responses(session, response.event_id, [response.id])


def delete_responses(session: Session, event_id: str, wanted: Sequence[str]) -> int:
    """Delete the answers of some people of an event, as `delete_response` does, and return how many were there.

    The responses' rows are held first, so that a result that is being stored meanwhile is either seen here, or sees
    that they are gone; in the order of their ids, so that nobody waits for somebody who waits for them.
    """
    there = select(Response.id).where(Response.event_id == event_id, Response.id.in_(wanted)).order_by(Response.id)
    identities = list(session.scalars(there.with_for_update()))
    session.execute(
        update(Place)
        .where(Place.response_id.in_(identities))
        .values(response_id=None, answers={}, extra={})
        .execution_options(synchronize_session=False)
    )
    session.execute(delete(Response).where(Response.id.in_(identities)))
    # Files that wait for an organiser may hold the names, too.
    session.execute(delete(Upload).where(Upload.event_id == event_id))
    return len(identities)


def _of_submission(session: Session, event_id: str, submission_key: str) -> Response | None:
    hashed = hash_token(submission_key)
    return session.scalar(select(Response).where(Response.event_id == event_id, Response.submission_hash == hashed))


def _from_file(session: Session, entry: RosterEntry) -> Response | None:
    """Return the answers of somebody on the roster that came from a file; None unless there is no doubt whose they are.

    An answer by personal link replaces these.
    """
    of_event = Response.event_id == entry.event_id, Response.source == "import", Response.roster_entry_id.is_(None)
    namesakes = session.scalars(select(Response).where(*of_event, Response.namesake_key == namesake_key(entry.name)))
    told = [(one, same_ids(further_columns(entry), one.extra)) for one in namesakes]
    sure = [one for one, same in told if same]
    maybe = [one for one, same in told if same is None]
    if len(sure) == 1:
        return sure[0]
    if sure or len(maybe) != 1:
        return None
    listed = session.scalars(select(RosterEntry.name).where(RosterEntry.event_id == entry.event_id))
    return maybe[0] if sum(name_key(name) == name_key(entry.name) for name in listed) == 1 else None


def _again(
    session: Session,
    event: Event,
    response: Response,
    name: str,
    answers: dict[str, list[float]],
    wishes: Wishes,
    content: str,
) -> Response:
    if response.content_hash == content:
        return response
    extra = keep_wishes(response.extra, event, wishes)
    values = {"name": name or response.name, "answers": answers, "extra": extra, "content_hash": content}
    return _keep_change(session, event, response, None, **values)


def _keep_change(session: Session, event: Event, response: Response, version: int | None, **values: Any) -> Response:
    check_open(event)
    old = response.name
    move_version(session, Response, response.id, version, namesake_key=namesake_key(values["name"]), **values)
    session.refresh(response)
    follow_name(session, event, old, response.name)
    return response


def _hash_content(name: str, answers: dict[str, list[float]], wishes: Wishes) -> str:
    return hashlib.sha256(json.dumps([name, answers, wishes], sort_keys=True).encode()).hexdigest()
