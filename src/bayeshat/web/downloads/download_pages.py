"""Files to download: the survey, the answers, and results."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Response
from markupsafe import Markup

from ..answers import responses
from ..events.events import survey_of
from ..http.dependencies import EventOf, Identifier, SiteOf, SortingOf
from ..http.documentation import answers
from ..http.rendering import STATIC, colors_of, render_part
from ..languages import Message, catalogue
from ..refusals import NotFound
from ..results.places import Standing, read_standing
from ..storage.schema import Event
from . import downloads

router = APIRouter(prefix="/events/{event_id}", tags=["downloads"], default_response_class=Response)

JSON = "application/json"
EVENT_FILES = {"survey.toml": "application/toml", "answers.csv": "text/csv; charset=utf-8"}


def _answers(kinds: Iterable[str]) -> dict[int | str, dict[str, Any]]:
    """Return the documented answers of a route that sends files of these kinds."""
    return answers(303, 401, 404, content=tuple(kind.partition(";")[0] for kind in kinds), about="The file.")


FileName = Annotated[str, Path(pattern=r"^[a-z_]+\.[a-z]+$", description="one of the files that the page names")]


@router.get("/files/{name}", operation_id="download_event_file", responses=_answers(EVENT_FILES.values()))
def download_event_file(site: SiteOf, event: EventOf, name: FileName) -> Response:
    """Download the survey (survey.toml) or all answers (answers.csv)."""
    if name == "survey.toml":
        return send_file(event.asked_toml.encode(), name, EVENT_FILES[name])
    if name == "answers.csv":
        with site.database.reading() as session:
            given = responses.list_responses(session, event)
        return send_file(downloads.answers_csv(survey_of(event), given), name, EVENT_FILES[name])
    raise NotFound(Message("downloads-none"))


@router.get("/answers/{response_id}/data.json", operation_id="download_person", responses=_answers([JSON]))
def download_person(site: SiteOf, event: EventOf, response_id: Identifier) -> Response:
    """Download everything that is kept about one person."""
    with site.database.reading() as session:
        data = responses.export_person(session, responses.get_response(session, event, response_id))
    return send_file(json.dumps(data, ensure_ascii=False, indent=2).encode(), "person.json", JSON)


@router.get(
    "/sortings/{sorting_id}/files/{name}",
    operation_id="download_result_file",
    responses=_answers(dict.fromkeys(file.kind for file in downloads.FILES.values())),
)
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
