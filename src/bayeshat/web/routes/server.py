"""Whether the server is well, what it does, and the colours of groups."""

from __future__ import annotations

import shutil
from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Path, Response
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from starlette.responses import JSONResponse, PlainTextResponse

from ...words.message import Message
from ..auth import Site, SiteOf
from ..db.schema import Job
from ..metrics import job_lines
from ..pages import colors_style
from ..refusals import NotFound
from ..security import same
from ..settings import Settings

router = APIRouter(tags=["server"])


class PartHealth(BaseModel):
    """Whether one part of the server is well."""

    well: bool
    words: str = Field(description="how it is, and what to do about it")


class Health(BaseModel):
    """Whether the server can do its work."""

    status: str = Field(description='"ok", or "unavailable" where a part is not well')
    database: PartHealth
    worker: PartHealth
    disk: PartHealth


@router.get(
    "/healthz",
    operation_id="check_health",
    response_model=Health,
    responses={503: {"model": Health, "description": "The database, the worker or the disk is not well."}},
)
def check_health(site: SiteOf) -> Response:
    """Say whether the database answers, the worker works, and there is space on the disk."""
    parts = {"database": _database(site), "worker": _worker(site), "disk": _disk(site.settings)}
    well = all(part.well for part in parts.values())
    health = Health(status="ok" if well else "unavailable", **parts)
    return JSONResponse(health.model_dump(), 200 if well else 503)


def _database(site: Site) -> PartHealth:
    well = site.database.ping()
    words = "It answers." if well else "It does not answer. Check that it is running, and the log of the server."
    return PartHealth(well=well, words=words)


def _worker(site: Site) -> PartHealth:
    found = site.worker.health()
    return PartHealth(well=found.well, words=found.words)


def _disk(settings: Settings) -> PartHealth:
    try:
        # There is no data folder where the key and the database are elsewhere.
        folder = next(path for path in (settings.data_dir, *settings.data_dir.parents) if path.exists())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return PartHealth(
            well=False, words=f"The data folder cannot be read ({error.strerror}). Check its permissions."
        )
    words = f"{free // 2**20} MiB are free in the data folder."
    if free < settings.min_free_disk:
        least = settings.min_free_disk // 2**20
        return PartHealth(well=False, words=f"{words} There must be at least {least} MiB. Delete what is not needed.")
    return PartHealth(well=True, words=words)


@router.get(
    "/metrics",
    operation_id="show_metrics",
    response_class=PlainTextResponse,
    responses={404: {"description": "The token is wrong, or the server has none."}},
)
def show_metrics(site: SiteOf, authorization: Annotated[str, Header(max_length=1000)] = "") -> PlainTextResponse:
    """Tell Prometheus how many requests and jobs there are, if it shows the token of the settings."""
    token = site.settings.metrics_token
    if token is None or not same(authorization, f"Bearer {token}"):
        raise HTTPException(404)
    with site.database.reading() as session:
        found = session.execute(select(Job.kind, Job.state, func.count()).group_by(Job.kind, Job.state))
        jobs = {(kind, state): number for kind, state, number in found}
    lines = [*site.requests.lines(), *job_lines(jobs)]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


@router.get("/colors/{codes}.css", operation_id="show_colors", response_class=Response)
def show_colors(
    codes: Annotated[str, Path(max_length=800, description="hexadecimal colours with dashes between")],
) -> Response:
    """Give groups their colours, for pages that must not hold styles themselves."""
    style = colors_style(codes)
    if style is None:
        raise NotFound(Message("page-no-colors"))
    return Response(style, media_type="text/css", headers={"cache-control": "public, max-age=31536000, immutable"})
