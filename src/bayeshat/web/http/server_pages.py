"""Whether the server is well, and the colours of groups."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse

from ..refusals import NotFound
from .dependencies import SiteOf
from .documentation import answers
from .rendering import colors_style

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """Whether the server can do its work."""

    status: str = Field(description='"ok", or "unavailable" where the database does not answer')


@router.get(
    "/healthz",
    operation_id="check_health",
    response_model=Health,
    responses={503: {"model": Health, "description": "The database does not answer."}},
)
def check_health(site: SiteOf) -> Response:
    """Say whether the server and its database are well."""
    well = site.database.ping()
    return JSONResponse({"status": "ok" if well else "unavailable"}, 200 if well else 503)


@router.get(
    "/colors/{codes}.css",
    operation_id="show_colors",
    response_class=Response,
    responses=answers(404, 422, content="text/css", about="A class for each group."),
)
def show_colors(
    codes: Annotated[str, Path(max_length=800, description="hexadecimal colours with dashes between")],
) -> Response:
    """Give groups their colours, for pages that must not hold styles themselves."""
    style = colors_style(codes)
    if style is None:
        raise NotFound("Colours must be written like e69f00-56b4e9; these are not. Check the address.")
    return Response(style, media_type="text/css", headers={"cache-control": "public, max-age=31536000, immutable"})
