"""Files to download: the survey, the answers, results, and groups for course systems."""

from __future__ import annotations

import json
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...words.message import Message, catalogue
from ..auth import EventVisit, Identifier, ResultViewing, ResultVisit, Viewing
from ..core import downloads, responses
from ..core.builder import clean_text
from ..core.downloads import CoursePerson, csv_file
from ..core.events import survey_of
from ..core.results import Standing, read_standing
from ..db.schema import Event
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
def download_event_file(visit: Viewing, name: FileName) -> Response:
    """Download the survey (survey.toml) or all answers (answers.csv)."""
    if name == "survey.toml":
        return send_file(visit.event.asked_toml.encode(), name, EVENT_FILES[name])
    if name == "answers.csv":
        with visit.site.database.reading() as session:
            given = responses.list_responses(session, visit.event)
        file = downloads.answers_csv(survey_of(visit.event), given)
        return send_noted(visit, file, name, EVENT_FILES[name], "downloaded-answers")
    raise NotFound(Message("downloads-none"))


@router.get("/answers/{response_id}/data.json", operation_id="download_person")
def download_person(visit: Viewing, response_id: Identifier) -> Response:
    """Download everything that is kept about one person."""
    with visit.site.database.reading() as session:
        data = responses.export_person(session, responses.get_response(session, visit.event, response_id))
    file = json.dumps(data, ensure_ascii=False, indent=2).encode()
    return send_noted(visit, file, "person.json", JSON, "downloaded-person")


@router.get("/sortings/{sorting_id}/files/{name}", operation_id="download_result_file")
def download_result_file(visit: ResultViewing, name: FileName) -> Response:
    """Download a result as it is now, with the changes by hand."""
    if name not in downloads.FILES:
        raise NotFound(Message("downloads-none"))
    standing = visit.read()
    if name == downloads.HANDOUT:
        file = _handout(standing, visit.event).encode()
    else:
        language = visit.event.language if downloads.FILES[name].is_for_all else visit.say.language
        file = downloads.make_file(standing, name, visit.event.title, language)
    return send_noted(visit, file, name, downloads.FILES[name].kind, "downloaded-of")


def _handout(standing: Standing, event: Event) -> str:
    """Return the groups as one page that needs nothing else, in the language of those who read it."""
    colors = colors_of(standing.groups, [group["color"] for group in standing.sorting.groups])
    context = {
        "say": catalogue(event.language),
        "title": event.title,
        "groups": downloads.list_members(standing),
        "waiting": standing.waiting,
        "n_groups": len(standing.titles),
        "style": Markup((STATIC / "handout.css").read_text(encoding="utf-8") + colors),
    }
    return render_part("handout", context)


def send_file(content: bytes, name: str, kind: str) -> Response:
    """Return a file to keep; it is never shown as a page of ours."""
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    return Response(content, media_type=kind, headers=headers)


def send_noted(visit: EventVisit, content: bytes, name: str, kind: str, did: str) -> Response:
    """Return a file, once the audit log tells who has it."""
    with visit.write(did, file=name):
        return send_file(content, name, kind)


@course_router.get("", operation_id="show_course_files")
def show_course_files(visit: ResultViewing, course: Course = "") -> Response:
    """Show the files for course systems, and who is in none of them."""
    people = _people(visit)
    context = {
        "course": clean_text(course),
        "count": len(people),
        "unmatched": {
            name: make(people, visit.event.title, course).unmatched for name, make in downloads.COURSE_FILES.items()
        },
    }
    return visit.result_page("course_files", context)


@course_router.get("/{name}", operation_id="download_course_file", response_class=Response)
def download_course_file(visit: ResultViewing, name: FileName, course: Course = "") -> Response:
    """Download the groups of a result for Moodle or Canvas."""
    if name not in downloads.COURSE_FILES:
        raise NotFound(Message("downloads-none"))
    made = downloads.COURSE_FILES[name](_people(visit), visit.event.title, clean_text(course))
    return send_noted(visit, csv_file(made.table), name, "text/csv; charset=utf-8", "downloaded-of")


def _people(visit: ResultVisit) -> list[CoursePerson]:
    with visit.site.database.reading() as session:
        return downloads.course_people(session, visit.event, read_standing(session, visit.sorting))
