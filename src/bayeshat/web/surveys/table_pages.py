"""Making an event from answers that people gave elsewhere: what a table becomes is shown, then done."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..answers.import_plan import import_people
from ..answers.uploads import read_signed, sign_file
from ..events import events
from ..events.event_fields import check_title
from ..http.dependencies import (
    ORGANISER_SENT,
    OrganiserOf,
    Site,
    SiteOf,
    Visitor,
    go_to,
    organiser_page,
    problems_of,
    say_to,
)
from ..http.documentation import answers
from ..http.page_forms import Draft, PageForm, PageRoute, Text
from ..http.problems import status_of
from ..languages import Message
from .table_survey import read_houses, read_table_survey

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

# Names of people, columns and options that a page lists before it says how many more there are.
_SHOWN = 12


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
    request: Request,
    site: Site,
    visitor: Visitor,
    typed: dict[str, str],
    file: tuple[str, bytes],
    problem: BayesHatError | None = None,
    chosen: list[int] | None = None,
) -> Response:
    """Return the page that says what a table becomes: its questions, its other columns, its people."""
    found = read_table_survey(*file, read_houses(typed["groups"], say_to(request, visitor.organiser)), site.settings)
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
        "draft": sign_file(site.keys, *file, site.settings),
    }
    if problem is None:
        return organiser_page(request, site, visitor, "table_event", context)
    context["errors"] = problems_of(problem)
    return organiser_page(request, site, visitor, "table_event", context, status_of(problem))


@router.post(
    "/new/table",
    operation_id="create_event_from_table",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 413, 422, content=""),
)
def create_event_from_table(
    request: Request, site: SiteOf, visitor: OrganiserOf, form: Annotated[TableForm, Form()]
) -> Response:
    """Make an event from a table with answers: its columns are the questions, its rows the people."""
    say = say_to(request, visitor.organiser)
    typed = {"title": form.title, "groups": form.groups, "again": form.again}
    file = None
    try:
        file = read_signed(site.keys, form.draft)
        title = check_title(form.title)
        found = read_table_survey(*file, read_houses(form.groups, say), site.settings, form.use, form.again)
        with site.database.session() as session:
            event = events.create_event(
                session,
                visitor.organiser,
                title,
                found.survey.to_toml(),
                settings=site.settings,
                language=say.language,
            )
            # Everybody has answered.
            events.close_form(session, event)
        import_people(site.database, event, found.people, settings=site.settings, versions={})
    except BayesHatError as error:
        if file is not None and getattr(error, "field", None) in ("use", "again"):
            return show_table(request, site, visitor, typed, file, error, form.use)
        context = {
            **typed,
            "survey": "table",
            "is_unusable": False,
            "errors": table_problems(error),
            "held": hold_table(site, file, error),
        }
        return organiser_page(request, site, visitor, "new_event", context, status_of(error))
    request.state.event = event
    return go_to(f"/events/{event.id}/groups", "imported")
