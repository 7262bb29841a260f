"""Making an event: from a packaged survey, a file, answers from elsewhere, a first draft, or another event."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, UploadFile
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...survey.spec import parse_survey
from ...words.message import Catalogue, Message
from ..auth import (
    Editing,
    LoggedIn,
    Site,
    Viewing,
    Visit,
    go_to,
    problems_of,
)
from ..core import audit, events
from ..core.builder import start_survey
from ..core.event_copy import copy_event as make_copy
from ..core.event_copy import propose_title
from ..core.event_fields import check_title
from ..core.imports import import_people
from ..core.surveys import read_houses, read_table_survey
from ..core.uploads import read_signed, sign_file
from ..forms import Draft, PageForm, PageRoute, Text, read_file
from ..problems import status_of
from ..refusals import Refused, words_of
from ..settings import Settings

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

FIRST_CHOICE = "build"
# How many groups there are if nobody says otherwise.
FIRST_GROUPS = "4"

# Names of people, columns and options that a page lists before it says how many more there are.
_SHOWN = 12

copy_router = APIRouter(
    prefix="/events/{event_id}/copy", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)


class NewEventForm(PageForm):
    """What an event is called, and what is asked."""

    title: Annotated[Text, Field(description="what it is called")] = ""
    survey: Annotated[Text, Field(description="hogwarts, another packaged survey, build, table, or upload")] = (
        FIRST_CHOICE
    )
    file: Annotated[UploadFile | str | None, Field(description="a survey file, to upload")] = None
    table: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers")] = None
    held: Annotated[Draft, Field(description="the file with answers, once something else was wrong")] = ""
    groups: Annotated[Text, Field(description="how many groups, or their names, where answers are sent")] = FIRST_GROUPS


@router.get("/new", operation_id="show_new_event")
def show_new_event(visit: LoggedIn) -> Response:
    """Show the form for a new event."""
    context = {"title": "", "survey": FIRST_CHOICE, "groups": FIRST_GROUPS, "is_unusable": False, "held": None}
    return visit.page("new_event", context)


@router.post("/new", operation_id="create_event")
def create_event(visit: LoggedIn, form: Annotated[NewEventForm, Form(media_type="multipart/form-data")]) -> Response:
    """Make an event from a packaged survey, a file, or a first draft to go on with in the browser.

    Of a table with answers, a page first shows what it becomes.
    """
    is_draft, table = form.survey == "build", None
    try:
        if form.survey == "table":
            sent = read_file(form.table)
            # Another file takes the place of the one that the page holds.
            table = read_signed(visit.site.keys, form.held) if form.held and not any(sent) else sent
            typed = {"title": check_title(form.title), "groups": form.groups}
            return show_table(visit, typed, table)
        say = visit.say
        text = _survey_text(form, visit.site.settings, say)
        with visit.site.database.session() as session:
            event = events.create_event(
                session, visit.organiser, form.title, text, settings=visit.site.settings, language=say.language
            )
            if is_draft:
                # Nobody should answer a draft.
                events.close_form(session, event)
    except BayesHatError as error:
        is_unusable = form.survey == "upload" and not isinstance(error, Refused)
        told = table_problems(error) if form.survey == "table" else problems_of(error)
        context = {
            "title": form.title,
            "survey": form.survey,
            "groups": form.groups,
            "errors": {"file": words_of(error)} if is_unusable else told,
            "is_unusable": is_unusable,
            "held": hold_table(visit.site, table, error),
        }
        return visit.page("new_event", context, status_of(error))
    visit.request.state.event = event
    return go_to(f"/events/{event.id}/survey/edit" if is_draft else f"/events/{event.id}")


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


class TableForm(PageForm):
    """What a table becomes, as the page showed it, and which of its questions are asked."""

    title: Annotated[Text, Field(description="what the event is called")] = ""
    groups: Annotated[Text, Field(description="how many groups, or their names with commas between them")] = ""
    draft: Annotated[Draft, Field(description="the file, as the page showed it")] = ""
    again: Annotated[Text, Field(description="what becomes of people who come more than once: latest or separate")] = ""
    use: Annotated[list[int], Field(description="which questions are asked, by position")] = []  # noqa: RUF012 - never changed


def table_problems(error: BayesHatError) -> dict[str, str | Message]:
    """Return an error as the form for new events shows it: what is wrong with a file, where the table was chosen."""
    return {name if name in ("title", "groups") else "table": words for name, words in problems_of(error).items()}


def hold_table(site: Site, file: tuple[str, bytes] | None, error: BayesHatError) -> tuple[str, str] | None:
    """Return the name of a table and the table as the form for new events holds it while something else is wrong."""
    if file is None or not all(file) or "table" in table_problems(error):
        return None
    try:
        return file[0], sign_file(site.keys, *file, site.settings)
    except BayesHatError:
        return None


def show_table(
    visit: Visit,
    typed: dict[str, str],
    file: tuple[str, bytes],
    problem: BayesHatError | None = None,
    chosen: list[int] | None = None,
) -> Response:
    """Return the page that says what a table becomes: its questions, its other columns, its people."""
    found = read_table_survey(*file, read_houses(typed["groups"], visit.say), visit.site.settings)
    context: dict[str, Any] = {
        "again": "",
        **typed,
        "survey": found.survey,
        "chosen": list(range(found.survey.n_questions)) if chosen is None else chosen,
        "names": [person.name for person in found.people if person.name],
        "count": len(found.people),
        "others": found.others,
        "odd": found.odd,
        "repeated": found.repeated,
        "shown": _SHOWN,
        "draft": sign_file(visit.site.keys, *file, visit.site.settings),
    }
    if problem is None:
        return visit.page("table_event", context)
    context["errors"] = problems_of(problem)
    return visit.page("table_event", context, status_of(problem))


@router.post("/new/table", operation_id="create_event_from_table")
def create_event_from_table(visit: LoggedIn, form: Annotated[TableForm, Form()]) -> Response:
    """Make an event from a table with answers: its columns are the questions, its rows the people."""
    say = visit.say
    typed = {"title": form.title, "groups": form.groups, "again": form.again}
    file = None
    try:
        file = read_signed(visit.site.keys, form.draft)
        title = check_title(form.title)
        found = read_table_survey(*file, read_houses(form.groups, say), visit.site.settings, form.use, form.again)
        with visit.site.database.session() as session:
            event = events.create_event(
                session,
                visit.organiser,
                title,
                found.survey.to_toml(),
                settings=visit.site.settings,
                language=say.language,
            )
            # Everybody has answered.
            events.close_form(session, event)
        import_people(visit.site.database, event, found.people, settings=visit.site.settings, versions={})
    except BayesHatError as error:
        if file is not None and getattr(error, "field", None) in ("use", "again"):
            return show_table(visit, typed, file, error, form.use)
        context = {
            **typed,
            "survey": "table",
            "is_unusable": False,
            "errors": table_problems(error),
            "held": hold_table(visit.site, file, error),
        }
        return visit.page("new_event", context, status_of(error))
    visit.request.state.event = event
    return go_to(f"/events/{event.id}/groups", "imported")


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
        with visit.site.database.session() as session:
            known = events.get_event(session, visit.organiser, visit.event.id, "editor")
            made = make_copy(
                session,
                visit.organiser,
                known,
                form.title,
                with_people=bool(form.people),
                settings=visit.site.settings,
            )
            audit.record(session, made, visit.organiser, Message("accounts-did-made-copy"))
    except BayesHatError as error:
        context = {"title": form.title, "people": form.people, "errors": problems_of(error)}
        return visit.event_page("copy_event", context, status_of(error))
    return go_to(f"/events/{made.id}", "copied")
