"""The board: a result, changed by hand, locked, sorted again, compared, published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..http.dependencies import (
    WHOLE_LIMIT,
    EventOf,
    OrganiserForm,
    OrganiserOf,
    Site,
    SiteOf,
    SortingOf,
    Visitor,
    go_to,
    is_partial,
    organiser_page,
)
from ..http.documentation import answers, form_fields
from ..http.problems import status_of
from ..http.rendering import SAID, colors_address
from ..storage.schema import Event, Sorting
from . import editing, sortings
from .board import Board, Member, make_board
from .downloads import FILES
from .editing import Preview
from .places import read_standing

router = APIRouter(
    prefix="/events/{event_id}/sortings/{sorting_id}", tags=["board"], default_response_class=HTMLResponse
)

# People shown of each group unless all are asked for: a page of thousands of forms helps nobody.
FIRST = 60
EDITED = answers(303, 401, 403, 404, 409, 413, 422, about="The board as it is now, for htmx.")
VERSION = "the result's version that the page showed"
Number = Annotated[int, Query(ge=0, lt=WHOLE_LIMIT, description="position of the person or group")]


class Forecast(BaseModel):
    """What a move would do."""

    fewer_right: float = Field(description="how many fewer people would be expected in their right group")
    loss_change: float = Field(description="change in expected loss, wishes counted in")
    words: str = Field(description="what would change, in words: people, sizes and rules")
    sizes: str = Field(description="which sizes would differ from exact wanted ones; empty if none would")
    exchange: int | None = Field(description="position of the person who could best swap places to keep the sizes")
    broken: list[str] = Field(description="rules and wishes that would no longer be met")
    mended: list[str] = Field(description="rules and wishes that would be met again")


@router.get("", operation_id="show_board", responses=answers(303, 401, 404, 422))
def show_board(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    find: Annotated[str, Query(max_length=200, description="show only people whose names hold this")] = "",  # noqa: ARG001
    show: Annotated[str, Query(max_length=10, description="all: show everybody of large groups")] = "",  # noqa: ARG001
) -> Response:
    """Show the groups, how sure each place is, and what changes would cost."""
    return _page(request, site, visitor, event, read_board(site, sorting))


@router.get(
    "/preview",
    operation_id="preview_move",
    response_model=Forecast,
    response_class=Response,
    responses={key: value for key, value in answers(303, 401, 404, 422, content="").items() if key != 200},
)
def preview_move(site: SiteOf, sorting: SortingOf, person: Number, group: Number) -> Response:
    """Say what moving somebody would do, without doing it."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    preview = editing.preview_move(standing, person, group)
    forecast = Forecast(
        fewer_right=preview.fewer_right,
        loss_change=preview.loss_change,
        words=_tell(preview, standing.names),
        sizes=preview.sizes,
        exchange=preview.exchange,
        broken=list(preview.broken),
        mended=list(preview.mended),
    )
    return Response(forecast.model_dump_json(), media_type="application/json")


@router.post(
    "/move",
    operation_id="move_person",
    responses=EDITED,
    openapi_extra=form_fields(version=VERSION, person="position of the person", group="position of the group"),
)
def move_person(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Move somebody to another group."""

    def act(session: Session, known: Sorting) -> None:
        editing.move(session, known, form.whole("version"), [form.whole("person")], form.whole("group"))

    return _edit(request, site, visitor, event, sorting, act, "moved")


@router.post(
    "/swap",
    operation_id="swap_people",
    responses=EDITED,
    openapi_extra=form_fields(version=VERSION, person="position of one", other="position of the other"),
)
def swap_people(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Exchange two people."""

    def act(session: Session, known: Sorting) -> None:
        editing.swap(session, known, form.whole("version"), form.whole("person"), form.whole("other"))

    return _edit(request, site, visitor, event, sorting, act, "moved")


@router.post(
    "/lock",
    operation_id="lock_person",
    responses=EDITED,
    openapi_extra=form_fields(version=VERSION, person="position of the person", action="lock or unlock"),
)
def lock_person(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Keep somebody where they are, or let them be moved again."""
    locks = form.text("action", "lock") != "unlock"

    def act(session: Session, known: Sorting) -> None:
        editing.lock(session, known, form.whole("version"), [form.whole("person")], locks)

    return _edit(request, site, visitor, event, sorting, act, "locked" if locks else "unlocked")


@router.post(
    "/undo",
    operation_id="undo_or_redo",
    responses=EDITED,
    openapi_extra=form_fields(version=VERSION, action="undo or redo"),
)
def undo_or_redo(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Take the last change back, or make it again."""
    again = form.text("action", "undo") == "redo"

    def act(session: Session, known: Sorting) -> None:
        (editing.redo if again else editing.undo)(session, known, form.whole("version"))

    return _edit(request, site, visitor, event, sorting, act, "redone" if again else "undone")


@router.post(
    "/publish",
    operation_id="publish_result",
    responses=EDITED,
    openapi_extra=form_fields(version="the event's version that the page showed", action="publish or unpublish"),
)
def publish_result(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Let everybody see their own group on their own link, or no longer."""
    hides = form.text("action", "publish") == "unpublish"
    with site.database.reading() as reading:
        standing = read_standing(reading, sorting)
    publication = sortings.prepare_publication(standing)

    def act(session: Session, known: Sorting) -> None:  # noqa: ARG001
        version = form.whole("version")
        if hides:
            sortings.unpublish(session, event, version)
        else:
            sortings.publish(session, event, publication, version)

    return _edit(request, site, visitor, event, sorting, act, "unpublished" if hides else "published")


def read_board(site: Site, sorting: Sorting) -> Board:
    """Return a result as it stands now; it is put together after the database has been left."""
    with site.database.reading() as session:
        standing, edits = read_standing(session, sorting), sortings.edits_of(session, sorting)
        event = session.get_one(Event, sorting.event_id)
    return make_board(standing, edits, event.published_sorting_id == sorting.id)


def _edit(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    sorting: Sorting,
    act: Callable[[Session, Sorting], None],
    said: str,
) -> Response:
    """Make a change and show the board; a change to what has changed meanwhile shows how it is now."""
    try:
        with site.database.session() as session:
            act(session, sortings.get_sorting(session, event, sorting.id))
    except BayesHatError as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    if not is_partial(request):
        return go_to(f"/events/{event.id}/sortings/{sorting.id}", said)
    board = read_board(site, sorting)
    told = f"{SAID[said]} {board.fit_title}: {board.fit}, {board.verdict}; rules not met: {len(board.unmet)}."
    return _page(request, site, visitor, event, board, told=told)


def show_refusal(
    request: Request, site: Site, visitor: Visitor, event: Event, sorting: Sorting, error: BayesHatError
) -> Response:
    """Return the board as it is now, and why a change was refused."""
    board = read_board(site, sorting)
    return _page(request, site, visitor, event, board, refused=str(error), status=status_of(error))


def _page(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    board: Board,
    *,
    told: str = "",
    refused: str = "",
    status: int = 200,
) -> Response:
    with site.database.reading() as session:
        event = events.get_event(session, visitor.organiser, event.id)
        others = [one for one in sortings.list_sortings(session, event) if one.id != board.sorting_id]
    # After a change, htmx says which part of the board was being looked at.
    asked = parse_qs(urlsplit(request.headers.get("hx-current-url", "")).query) if is_partial(request) else {}
    find = (asked.get("find") or [request.query_params.get("find", "")])[0][:200]
    shows_all = (asked.get("show") or [request.query_params.get("show", "")])[0] == "all"
    context: dict[str, Any] = {
        "event": event,
        "base": f"/events/{event.id}/sortings/{board.sorting_id}",
        "event_base": f"/events/{event.id}",
        "board": board,
        "names": [group.name for group in board.groups],
        "shown": {group.number: _choose(group.members, find, shows_all) for group in board.groups},
        "find": find,
        "others": others,
        "files": FILES,
        "told": told,
        "refused": refused,
        "colors": colors_address([group.name for group in board.groups], [group.color for group in board.groups]),
    }
    template = "board_part" if is_partial(request) else "board"
    return organiser_page(request, site, visitor, template, context, status)


def _choose(members: tuple[Member, ...], find: str, shows_all: bool) -> list[Member]:
    """Return the people to show of a group, by name."""
    found = [member for member in members if find.casefold() in member.name.casefold()]
    found.sort(key=lambda member: member.name.casefold())
    return found if shows_all else found[:FIRST]


def _tell(preview: Preview, names: tuple[str, ...]) -> str:
    words = [preview.words[:1].upper() + preview.words[1:] + "."]
    if preview.sizes:
        words.append(f"Then {preview.sizes}.")
    if preview.exchange is not None:
        words.append(f"{names[preview.exchange]} could swap places to keep the sizes.")
    if preview.broken:
        words.append(f"Breaks: {'; '.join(preview.broken)}.")
    if preview.mended:
        words.append(f"Mends: {'; '.join(preview.mended)}.")
    return " ".join(words)
