"""Who has answered, for the organiser; and answers from files."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    Editing,
    EventVisit,
    Identifier,
    Viewing,
    go_to,
)
from ..core import imports, responses
from ..core.events import survey_of
from ..core.uploads import Uploads
from ..db.schema import Response as Answered
from ..forms import Again, PageForm, PageRoute, Text, UploadId, read_file
from ..people_names import Repeated, name_key
from ..refusals import NotFound, Refused, Stale, problems_of

router = APIRouter(
    prefix="/events/{event_id}", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)

# Names that a question or a list on a page shows before it says how many more there are.
SHOWN = 20


class ImportForm(PageForm):
    """A file with answers, or what the page said about one."""

    file: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers")] = None
    upload: UploadId = ""
    again: Again = ""


class DeletionForm(PageForm):
    """Whose answers to delete."""

    people: Annotated[list[Text], Field(description="ids of answers")] = []  # noqa: RUF012 - never changed
    sure: Annotated[Text, Field(description="yes, once the names were shown")] = ""


@router.get("/answers", operation_id="list_answers")
def list_answers(
    visit: Viewing, search: Annotated[str, Query(max_length=200, description="part of a name")] = ""
) -> Response:
    """List who has answered."""
    with visit.site.database.reading() as session:
        listed = responses.list_responses(session, visit.event)
    wanted = name_key(search)
    context = {
        "count": len(listed),
        "listed": [one for one in listed if wanted in name_key(one.name)],
        "search": search,
    }
    return visit.event_page("answers", context)


@router.get("/answers/{response_id}/delete", operation_id="ask_to_delete_answers_of_person")
def ask_to_delete_answers_of_person(visit: Viewing, response_id: Identifier) -> Response:
    """Ask whether one person's answers are to be deleted."""
    with visit.site.database.reading() as session:
        chosen = [responses.get_response(session, visit.event, response_id)]
    return _ask_to_delete(visit, chosen)


@router.post("/answers/delete", operation_id="delete_answers_of_people")
def delete_answers_of_people(visit: Editing, form: Annotated[DeletionForm, Form()]) -> Response:
    """Delete the answers of one or several people, once the organiser has seen their names."""
    if not form.people:
        return go_to(f"/events/{visit.event.id}/answers", "nobody")
    if form.sure != "yes":
        with visit.site.database.reading() as session:
            chosen = [responses.get_response(session, visit.event, identity) for identity in dict.fromkeys(form.people)]
        return _ask_to_delete(visit, chosen)
    count = len(set(form.people))
    with visit.write("deleted-answers", count=count) as session:
        if responses.delete_responses(session, visit.event.id, form.people) < count:
            # Somebody else deleted some of them: nothing is done before the organiser has seen that.
            raise NotFound(Message("answers-gone"))
    return go_to(f"/events/{visit.event.id}/answers", "removed" if len(form.people) == 1 else "all-removed")


@router.get("/import", operation_id="show_import")
def show_import(visit: Viewing) -> Response:
    """Show the form for a file with answers."""
    return _import_page(visit)


@router.post("/import", operation_id="import_answers")
def import_answers(visit: Editing, form: Annotated[ImportForm, Form()]) -> Response:
    """Read answers from a CSV or XLSX file; where anything would be replaced or left out, show that first.

    If people come more than once, the page asks what becomes of them.
    """
    event, database, settings = visit.event, visit.site.database, visit.site.settings
    survey = survey_of(event)
    uploads = Uploads(database, visit.organiser.id, "answers", event.id)
    context: dict[str, Any] = {}

    def finish(session: Session) -> None:
        uploads.drop(session, form.upload)
        visit.record(session, "imported")

    try:
        table, _, shown = uploads.open(form.upload, read_file(form.file), settings)
        repeated = imports.find_repeated(survey, table)
        if form.upload:
            context = {"repeated": repeated, "upload": form.upload, "again": form.again}
        people = imports.read_people(survey, table, settings, form.again)
        if repeated and not form.again:
            if form.upload:
                raise Refused(Message("answers-again-choose"), "again")
            return _import_page(visit, {"repeated": repeated, "upload": uploads.keep(table)})
        # What was shown is only true of the same answer and the same survey.
        about = [form.again, event.survey_version]
        versions = shown.get("versions") if shown.get("about") == about else None
        try:
            imports.import_people(database, event, people, settings=settings, versions=versions, finish=finish)
        except Stale as stale:
            with database.reading() as session:
                given = responses.list_responses(session, event)
            plan = imports.plan_import(given, people, survey, event.language)
            upload = uploads.keep(table, {"about": about, "versions": plan.versions}, form.upload)
            context = {"plan": plan, "upload": upload, "again": form.again}
            return _import_page(visit, context, None if versions is None else stale)
    except BayesHatError as error:
        return _import_page(visit, context | {"errors": problems_of(error, "file")}, error)
    return go_to(f"/events/{event.id}/answers", "imported")


def _import_page(
    visit: EventVisit, context: dict[str, Any] | None = None, error: BayesHatError | None = None
) -> Response:
    known: dict[str, Any] = {
        "plan": None,
        "repeated": Repeated(),
        "again": "",
        "upload": "",
        "survey": survey_of(visit.event),
        "shown": SHOWN,
    }
    return visit.event_page("import", known | (context or {}), error=error)


def _ask_to_delete(visit: EventVisit, chosen: list[Answered]) -> Response:
    context = {"chosen": chosen, "shown": SHOWN}
    return visit.event_page("delete_answers", context)
