"""Who has answered, for the organiser; and answers from files."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message
from ..audit_trail import note_action
from ..auth import (
    Editing,
    EventVisit,
    Identifier,
    Site,
    Viewing,
    go_to,
    problems_of,
)
from ..core import imports, responses
from ..core.events import survey_of
from ..core.uploads import read_signed, sign_file
from ..db.schema import Event
from ..db.schema import Response as Answered
from ..forms import Draft, PageForm, PageRoute, Text, read_file
from ..people_names import Repeated, name_key
from ..problems import status_of
from ..refusals import NotFound, Stale

router = APIRouter(
    prefix="/events/{event_id}", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)

# Names that a question or a list on a page shows before it says how many more there are.
SHOWN = 20


class ImportForm(PageForm):
    """A file with answers, or what was read of it and shown."""

    file: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers")] = None
    held: Annotated[Draft, Field(description="the file, once the page asked about people who come more than once")] = ""
    again: Annotated[Text, Field(description="what becomes of these people: latest or separate")] = ""
    draft: Annotated[Draft, Field(description="what the page showed, to be kept now")] = ""


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
    note_action(visit.request, Message("accounts-did-deleted-answers", count=count))
    with visit.site.database.session() as session:
        if responses.delete_responses(session, visit.event.id, form.people) < len(set(form.people)):
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
    held: tuple[str, bytes] | None = None
    try:
        versions = None
        if form.draft:
            people, versions = imports.read_draft(visit.site.keys, visit.event, form.draft)
        else:
            held = read_signed(visit.site.keys, form.held) if form.held else None
            file = held or read_file(form.file)
            again = form.again if form.again in imports.AGAIN else ""
            people = imports.read_people(survey_of(visit.event), *file, visit.site.settings, again or "separate")
            if not again and (repeated := imports.find_repeated(survey_of(visit.event), *file, visit.site.settings)):
                return _ask_again(visit, form, file, repeated)
        try:
            imports.import_people(
                visit.site.database, visit.event, people, settings=visit.site.settings, versions=versions
            )
        except Stale as stale:
            with visit.site.database.reading() as session:
                given = responses.list_responses(session, visit.event)
            plan = imports.plan_import(given, people, survey_of(visit.event), visit.event.language)
            context = {
                "plan": plan,
                "draft": imports.sign_draft(visit.site.keys, visit.event, people, plan, visit.site.settings),
                "errors": problems_of(stale) if form.draft else {},
            }
            return _import_page(visit, context, 409 if form.draft else 200)
    except BayesHatError as error:
        context = _kept(visit.site, visit.event, form, held) | {"errors": problems_of(error, "file")}
        return _import_page(visit, context, status_of(error))
    return go_to(f"/events/{visit.event.id}/answers", "imported")


def _kept(site: Site, event: Event, form: ImportForm, held: tuple[str, bytes] | None) -> dict[str, Any]:
    """Return what a page that refuses a file keeps of it once it asked about it: the file, and who comes again."""
    if held is None:
        return {}
    try:
        repeated = imports.find_repeated(survey_of(event), *held, site.settings)
        signed = sign_file(site.keys, *held, site.settings)
    except BayesHatError:
        return {}
    return {"repeated": repeated, "held": signed, "again": form.again}


def _ask_again(visit: EventVisit, form: ImportForm, file: tuple[str, bytes], repeated: Repeated) -> Response:
    """Ask whether people who come more than once in a file answered again; whoever was asked already must say."""
    context: dict[str, Any] = {"repeated": repeated, "held": sign_file(visit.site.keys, *file, visit.site.settings)}
    if not form.held:
        return _import_page(visit, context)
    context["errors"] = {"again": Message("answers-again-choose")}
    return _import_page(visit, context, 422)


def _import_page(visit: EventVisit, context: dict[str, Any] | None = None, status: int = 200) -> Response:
    known: dict[str, Any] = {
        "plan": None,
        "repeated": Repeated(),
        "again": "",
        "survey": survey_of(visit.event),
        "shown": SHOWN,
    }
    return visit.event_page("import", known | (context or {}), status)


def _ask_to_delete(visit: EventVisit, chosen: list[Answered]) -> Response:
    context = {"chosen": chosen, "shown": SHOWN}
    return visit.event_page("delete_answers", context)
