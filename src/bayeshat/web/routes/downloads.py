"""Files to download: the survey, the answers, results, and groups for course systems."""

from __future__ import annotations

import json
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...words.message import Message, catalogue
from ..auth import EventOf, Identifier, OrganiserOf, Site, SiteOf, SortingOf, organiser_page
from ..core import downloads, responses
from ..core.builder import clean_text
from ..core.downloads import CoursePerson, csv_file
from ..core.events import survey_of
from ..core.places import Standing, read_standing
from ..db.schema import Event, Sorting
from ..pages import STATIC, colors_of, render_part
from ..refusals import NotFound

router = APIRouter(prefix="/events/{event_id}", tags=["downloads"], default_response_class=Response)

JSON = "application/json"
EVENT_FILES = {"survey.toml": "application/toml", "answers.csv": "text/csv; charset=utf-8"}

course_router = APIRouter(
    prefix="/events/{event_id}/sortings/{sorting_id}/course-files",
    tags=["downloads"],
    default_response_class=HTMLResponse,
)

Course = Annotated[str, Query(max_length=255, description="the course's short name in Moodle")]


FileName = Annotated[str, Path(pattern=r"^[a-z_]+\.[a-z]+$", description="one of the files that the page names")]


@router.get("/files/{name}", operation_id="download_event_file")
def download_event_file(site: SiteOf, event: EventOf, name: FileName) -> Response:
    """Download the survey (survey.toml) or all answers (answers.csv)."""
    if name == "survey.toml":
        return send_file(event.asked_toml.encode(), name, EVENT_FILES[name])
    if name == "answers.csv":
        with site.database.reading() as session:
            given = responses.list_responses(session, event)
        return send_file(downloads.answers_csv(survey_of(event), given), name, EVENT_FILES[name])
    raise NotFound(Message("downloads-none"))


@router.get("/answers/{response_id}/data.json", operation_id="download_person")
def download_person(site: SiteOf, event: EventOf, response_id: Identifier) -> Response:
    """Download everything that is kept about one person."""
    with site.database.reading() as session:
        data = responses.export_person(session, responses.get_response(session, event, response_id))
    return send_file(json.dumps(data, ensure_ascii=False, indent=2).encode(), "person.json", JSON)


@router.get("/sortings/{sorting_id}/files/{name}", operation_id="download_result_file")
def download_result_file(site: SiteOf, event: EventOf, sorting: SortingOf, name: FileName) -> Response:
    """Download a result as it is now, with the changes by hand."""
    if name not in downloads.FILES:
        raise NotFound(Message("downloads-none"))
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    kind = downloads.FILES[name].kind
    if name == downloads.HANDOUT:
        return send_file(_handout(standing, event).encode(), name, kind)
    return send_file(downloads.make_file(standing, name, event.title), name, kind)


def _handout(standing: Standing, event: Event) -> str:
    """Return the groups as one page that needs nothing else, in the language of those who read it."""
    colors = colors_of(standing.groups, [group["color"] for group in standing.sorting.groups])
    context = {
        "say": catalogue(event.language),
        "title": event.title,
        "groups": downloads.list_members(standing),
        "style": Markup((STATIC / "handout.css").read_text(encoding="utf-8") + colors),
    }
    return render_part("handout", context)


def send_file(content: bytes, name: str, kind: str) -> Response:
    """Return a file to keep; it is never shown as a page of ours."""
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    return Response(content, media_type=kind, headers=headers)


@course_router.get("", operation_id="show_course_files")
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
        "unmatched": {
            name: make(people, event.title, course).unmatched for name, make in downloads.COURSE_FILES.items()
        },
    }
    return organiser_page(request, visitor, "course_files", context)


@course_router.get("/{name}", operation_id="download_course_file", response_class=Response)
def download_course_file(
    site: SiteOf, event: EventOf, sorting: SortingOf, name: FileName, course: Course = ""
) -> Response:
    """Download the groups of a result for Moodle or Canvas."""
    if name not in downloads.COURSE_FILES:
        raise NotFound(Message("downloads-none"))
    made = downloads.COURSE_FILES[name](_people(site, event, sorting), event.title, clean_text(course))
    return send_file(csv_file(made.table), name, "text/csv; charset=utf-8")


def _people(site: Site, event: Event, sorting: Sorting) -> list[CoursePerson]:
    with site.database.reading() as session:
        return downloads.course_people(session, event, read_standing(session, sorting))
