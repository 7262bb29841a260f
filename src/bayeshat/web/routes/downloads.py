"""Files to download: the survey, the answers, and results."""

from __future__ import annotations

import json
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Response

from .. import files, responses
from ..dependencies import EventOf, Identifier, SiteOf, SortingOf
from ..documentation import answers
from ..errors import NotFound

router = APIRouter(prefix="/events/{event_id}", tags=["downloads"], default_response_class=Response)

FILE = answers(303, 401, 404, content="application/octet-stream", about="The file.")
FileName = Annotated[str, Path(pattern=r"^[a-z_]+\.[a-z]+$", description="one of the files that the page names")]


@router.get("/files/{name}", operation_id="download_event_file", responses=FILE)
def download_event_file(site: SiteOf, event: EventOf, name: FileName) -> Response:
    """Download the survey (survey.toml) or all answers (answers.csv)."""
    if name == "survey.toml":
        return send_file(event.survey_toml.encode(), name, "application/toml")
    if name == "answers.csv":
        with site.database.reading() as session:
            content = files.answers_csv(session, event)
        return send_file(content, name, "text/csv; charset=utf-8")
    raise NotFound("There is no such file. Take one that the page names.")


@router.get("/answers/{response_id}/data.json", operation_id="download_person", responses=FILE)
def download_person(site: SiteOf, event: EventOf, response_id: Identifier) -> Response:
    """Download everything that is kept about one person."""
    with site.database.reading() as session:
        data = responses.export_person(session, responses.get_response(session, event, response_id))
    return send_file(json.dumps(data, ensure_ascii=False, indent=2).encode(), "person.json", "application/json")


@router.get("/sortings/{sorting_id}/files/{name}", operation_id="download_result_file", responses=FILE)
def download_result_file(site: SiteOf, sorting: SortingOf, name: FileName) -> Response:
    """Download a result as it is now, with the changes by hand."""
    if name not in files.FILES:
        raise NotFound("There is no such file. Take one that the page names.")
    with site.database.reading() as session:
        content = files.make_file(session, sorting, name)
    return send_file(content, name, files.FILES[name])


def send_file(content: bytes, name: str, kind: str) -> Response:
    """Return a file to keep; it is never shown as a page of ours."""
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(name)}"}
    return Response(content, media_type=kind, headers=headers)
