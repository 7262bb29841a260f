"""Making an event: from a survey that comes with the program, a file, answers from elsewhere, or a first draft."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request, UploadFile
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...survey.spec import parse_survey
from ..answers.uploads import read_signed
from ..http.dependencies import ORGANISER_SENT, OrganiserOf, SiteOf, go_to, organiser_page, problems_of, say_to
from ..http.documentation import answers
from ..http.page_forms import Draft, PageForm, PageRoute, Text, read_file
from ..http.problems import status_of
from ..languages import Catalogue, Message
from ..refusals import Refused, words_of
from ..server.settings import Settings
from ..surveys.survey_builder import start_survey
from ..surveys.table_pages import hold_table, show_table, table_problems
from . import events
from .event_fields import check_title

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

FIRST_CHOICE = "hogwarts"
# How many groups there are if nobody says otherwise.
FIRST_GROUPS = "4"


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


@router.get("/new", operation_id="show_new_event", responses=answers(303, 401))
def show_new_event(request: Request, site: SiteOf, visitor: OrganiserOf) -> Response:
    """Show the form for a new event."""
    context = {"title": "", "survey": FIRST_CHOICE, "groups": FIRST_GROUPS, "is_unusable": False, "held": None}
    return organiser_page(request, site, visitor, "new_event", context)


@router.post(
    "/new",
    operation_id="create_event",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 413, 422, content=""),
)
def create_event(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    form: Annotated[NewEventForm, Form(media_type="multipart/form-data")],
) -> Response:
    """Make an event from a packaged survey, a file, or a first draft to go on with in the browser.

    Of a table with answers, a page first shows what it becomes.
    """
    is_draft, table = form.survey == "build", None
    try:
        if form.survey == "table":
            sent = read_file(form.table)
            # Another file takes the place of the one that the page holds.
            table = read_signed(site.keys, form.held) if form.held and not any(sent) else sent
            typed = {"title": check_title(form.title), "groups": form.groups}
            return show_table(request, site, visitor, typed, table)
        say = say_to(request, visitor.organiser)
        text = _survey_text(form, site.settings, say)
        with site.database.session() as session:
            event = events.create_event(
                session, visitor.organiser, form.title, text, settings=site.settings, language=say.language
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
            "held": hold_table(site, table, error),
        }
        return organiser_page(request, site, visitor, "new_event", context, status_of(error))
    request.state.event = event
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
