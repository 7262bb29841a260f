"""Making an event: from a packaged survey, a file, answers from elsewhere, a first draft, or another event."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...survey.spec import parse_survey
from ...tables.table import Table
from ...words.message import Catalogue, Message
from ..auth import Editing, LoggedIn, Viewing, Visit, go_to
from ..core import events
from ..core.builder import start_survey
from ..core.event_copy import copy_event as make_copy
from ..core.event_copy import propose_title
from ..core.event_fields import check_title
from ..core.imports import plan_import, write_plan
from ..core.purpose import Purpose, find_choices
from ..core.surveys import read_houses, read_table_survey
from ..core.uploads import Uploads
from ..db.schema import Event
from ..forms import Again, PageForm, PageRoute, Text, UploadId, read_file
from ..refusals import Refused, problems_of, words_of
from ..settings import Settings

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

FIRST_CHOICE = "build"
# How many groups there are if nobody says otherwise.
FIRST_GROUPS = "4"

# Fields beside a table that may be wrong.
_BESIDES = ("title", "groups", "purpose")
# Names of people, columns and options that a page lists before it says how many more there are.
_SHOWN = 12

copy_router = APIRouter(
    prefix="/events/{event_id}/copy", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)


class EventForm(PageForm):
    """What both forms for a new event hold."""

    title: Annotated[Text, Field(description="what the event is called")] = ""
    groups: Annotated[Text, Field(description="how many groups, or their names, for a table with answers")] = (
        FIRST_GROUPS
    )
    purpose: Annotated[Text, Field(description="what the groups are for: alike, mixed, choices, or rounds")] = "alike"
    upload: UploadId = ""


class NewEventForm(EventForm):
    """What is asked."""

    survey: Annotated[Text, Field(description="hogwarts, another packaged survey, build, table, or upload")] = (
        FIRST_CHOICE
    )
    file: Annotated[UploadFile | str | None, Field(description="a survey file, to upload")] = None
    table: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers")] = None


@router.get("/new", operation_id="show_new_event")
def show_new_event(visit: LoggedIn) -> Response:
    """Show the form for a new event."""
    return _new_event_page(visit, NewEventForm())


@router.post("/new", operation_id="create_event")
def create_event(visit: LoggedIn, form: Annotated[NewEventForm, Form(media_type="multipart/form-data")]) -> Response:
    """Make an event from a packaged survey, a file, or a first draft to go on with in the browser.

    Of a table with answers, a page first shows what it becomes.
    """
    if form.survey == "table":
        return _show_table(visit, form)
    is_draft = form.survey == "build"
    try:
        text = _survey_text(form, visit.site.settings, visit.say)
        with visit.write() as session:
            event = _create(session, visit, form, form.title, text, is_open=not is_draft)
    except BayesHatError as error:
        return _new_event_page(visit, form, error)
    return go_to(f"/events/{event.id}/survey/edit" if is_draft else f"/events/{event.id}")


def _create(session: Session, visit: Visit, form: EventForm, title: str, survey: str, *, is_open: bool) -> Event:
    settings, language = visit.site.settings, visit.say.language
    choices = find_choices(parse_survey(survey, "the survey")) if form.purpose == "choices" else ""
    purpose = Purpose(form.purpose, choices=choices)
    how: dict[str, Any] = {"settings": settings, "language": language, "purpose": purpose}
    event = events.create_event(session, visit.organiser, title, survey, **how)
    visit.record(session, "made", event)
    return event if is_open else events.close_form(session, event)


def _new_event_page(
    visit: Visit, form: NewEventForm, error: BayesHatError | None = None, held: str | Message = ""
) -> Response:
    """Return the form for new events: after an error with what was typed, and the name of a table that is kept."""
    is_unusable = form.survey == "upload" and error is not None and not isinstance(error, Refused)
    errors = {} if error is None else problems_of(error)
    if error is not None and is_unusable:
        errors = {"file": words_of(error)}
    elif form.survey == "table":
        # Mistakes in a file are shown where the table is chosen.
        errors = {name if name in _BESIDES else "table": words for name, words in errors.items()}
    context = {"form": form, "held": held, "errors": errors, "is_unusable": is_unusable}
    return visit.page("new_event", context, error=error)


def _survey_text(form: NewEventForm, settings: Settings, say: Catalogue) -> str:
    if form.survey == "upload":
        _, data = read_file(form.file)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refused(Message("events-survey-encoding"), "file") from None
        if not text.strip():
            raise Refused(Message("events-survey-missing"), "file")
        # What cannot be used is found out before anything is written.
        events.check_survey_text(text, settings)
        return text
    if form.survey == "build":
        return start_survey(check_title(form.title), say).to_toml()
    # What the package says about its surveys is for those who read about them, not for those who are asked.
    return replace(parse_survey(events.packaged_toml(form.survey), form.survey), description="").to_toml()


class TableForm(EventForm):
    """What a table becomes, as the page showed it, and which of its questions are asked."""

    again: Again = ""
    use: Annotated[list[int], Field(description="which questions are asked, by position")] = []  # noqa: RUF012 - never changed


def _show_table(visit: Visit, form: NewEventForm) -> Response:
    """Show what a table becomes: its questions, its other columns, its people."""
    table, upload = None, form.upload
    try:
        table, upload, _ = _uploads(visit).open(upload, read_file(form.table), visit.site.settings)
        check_title(form.title)
        return _table_page(
            visit, TableForm(title=form.title, groups=form.groups, purpose=form.purpose, upload=upload), table
        )
    except BayesHatError as error:
        return _wrong_table(visit, form, error, table, upload)


@router.post("/new/table", operation_id="create_event_from_table")
def create_event_from_table(visit: LoggedIn, form: Annotated[TableForm, Form()]) -> Response:
    """Make an event from a table with answers: its columns are the questions, its rows the people."""
    settings, table = visit.site.settings, None
    try:
        table, _ = _uploads(visit).find_table(form.upload)
        title, houses = check_title(form.title), read_houses(form.groups, visit.say)
        found = read_table_survey(table, houses, settings, form.use, form.again)
        plan = plan_import([], found.people, found.survey, visit.say.language)
        with visit.write() as session:
            if not _uploads(visit).drop(session, form.upload):
                raise Refused(Message("answers-file-gone"), "table")
            # Everybody has answered.
            event = _create(session, visit, form, title, found.survey.to_toml(), is_open=False)
            write_plan(session, event, plan, settings)
    except BayesHatError as error:
        if table is not None and getattr(error, "field", None) in ("use", "again"):
            return _table_page(visit, form, table, error)
        return _wrong_table(visit, form, error, table, form.upload)
    return go_to(f"/events/{event.id}/groups", "imported")


def _uploads(visit: Visit) -> Uploads:
    return Uploads(visit.site.database, visit.organiser.id, "event")


def _table_page(visit: Visit, form: TableForm, table: Table, error: BayesHatError | None = None) -> Response:
    """Return the page that says what a table becomes; after an error with what was chosen."""
    found = read_table_survey(table, read_houses(form.groups, visit.say), visit.site.settings)
    context: dict[str, Any] = {
        "form": form,
        "upload": _uploads(visit).keep(table, upload_id=form.upload),
        "survey": found.survey,
        "chosen": range(found.survey.n_questions) if error is None else form.use,
        "names": [person.name for person in found.people if person.name],
        "count": len(found.people),
        "others": found.others,
        "odd": found.odd,
        "repeated": found.repeated,
        "shown": _SHOWN,
    }
    return visit.page("table_event", context, error=error)


def _wrong_table(visit: Visit, form: EventForm, error: BayesHatError, table: Table | None, upload: str) -> Response:
    """Return the form for new events, which keeps the table while only something else is wrong."""
    held: str | Message = ""
    if table is not None and getattr(error, "field", None) in _BESIDES:
        held, upload = table.origin, _uploads(visit).keep(table, upload_id=upload)
    typed = NewEventForm(title=form.title, groups=form.groups, purpose=form.purpose, survey="table", upload=upload)
    return _new_event_page(visit, typed, error, held)


class CopyForm(PageForm):
    """What to copy."""

    title: Annotated[Text, Field(description="what the copy is called")] = ""
    people: Annotated[Text, Field(description="any text: who is expected, and rules that name people, too")] = ""


@copy_router.get("", operation_id="ask_to_copy_event")
def ask_to_copy_event(visit: Viewing) -> Response:
    """Ask what the copy is called, and what goes into it."""
    with visit.site.database.reading() as session:
        taken = {one.title for one in events.list_events(session, visit.organiser)}
    title = propose_title(visit.event.title, taken, visit.say)
    return visit.event_page("copy_event", {"title": title, "people": ""})


@copy_router.post("", operation_id="copy_event")
def copy_event(visit: Editing, form: Annotated[CopyForm, Form()]) -> Response:
    """Make an event with the same survey, sizes, rules and settings; answers, results and links stay behind."""
    try:
        with visit.write("copied") as session:
            known = events.get_event(session, visit.organiser, visit.event.id, "editor")
            made = make_copy(
                session,
                visit.organiser,
                known,
                form.title,
                with_people=bool(form.people),
                settings=visit.site.settings,
            )
            visit.record(session, "made-copy", made)
    except BayesHatError as error:
        return visit.event_page("copy_event", {"title": form.title, "people": form.people}, error=error)
    return go_to(f"/events/{made.id}", "copied")
