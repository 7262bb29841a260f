"""Group files for Moodle and Canvas, and whom they could not match."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from ..http.dependencies import EventOf, OrganiserOf, Site, SiteOf, SortingOf, organiser_page
from ..http.documentation import answers
from ..languages import Message
from ..refusals import NotFound
from ..results.places import read_standing
from ..storage.schema import Event, Sorting
from ..surveys.survey_builder import clean_text
from . import course_files
from .course_files import CoursePerson
from .download_pages import FileName, send_file
from .downloads import csv_file

router = APIRouter(
    prefix="/events/{event_id}/sortings/{sorting_id}/course-files",
    tags=["downloads"],
    default_response_class=HTMLResponse,
)

Course = Annotated[str, Query(max_length=255, description="the course's short name in Moodle")]


@router.get("", operation_id="show_course_files", responses=answers(303, 401, 404, 422))
def show_course_files(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, course: Course = ""
) -> Response:
    """Show the files for course systems, and who is in none of them."""
    people = _people(site, event, sorting)
    context = {
        "event": event,
        "sorting": sorting,
        "base": f"/events/{event.id}/sortings/{sorting.id}",
        "event_base": f"/events/{event.id}",
        "course": clean_text(course),
        "count": len(people),
        "unmatched": {name: make(people, event.title, course).unmatched for name, make in course_files.FILES.items()},
    }
    return organiser_page(request, site, visitor, "course_files", context)


@router.get(
    "/{name}",
    operation_id="download_course_file",
    response_class=Response,
    responses=answers(303, 401, 404, 422, content="text/csv", about="The file."),
)
def download_course_file(
    site: SiteOf, event: EventOf, sorting: SortingOf, name: FileName, course: Course = ""
) -> Response:
    """Download the groups of a result for Moodle or Canvas."""
    if name not in course_files.FILES:
        raise NotFound(Message("downloads-none"))
    made = course_files.FILES[name](_people(site, event, sorting), event.title, clean_text(course))
    return send_file(csv_file(made.table), name, "text/csv; charset=utf-8")


def _people(site: Site, event: Event, sorting: Sorting) -> list[CoursePerson]:
    with site.database.reading() as session:
        return course_files.course_people(session, event, read_standing(session, sorting))
