"""Events: look at one, change its form, read answers in, delete it."""

from __future__ import annotations

import io
from typing import Any

from fastapi import APIRouter, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..answers.uploads import import_answers
from ..http.dependencies import (
    EventOf,
    OrganiserForm,
    OrganiserOf,
    OwnedEventOf,
    Site,
    SiteOf,
    Visitor,
    go_to,
    organiser_page,
    problems_of,
)
from ..http.documentation import answers, form_fields
from ..http.problems import status_of
from ..jobs import sort_queue
from ..refusals import Refused, Stale
from ..results import sortings
from ..storage.schema import Event
from ..storage.schema import Response as Answered
from . import events
from .event_fields import LOSSES
from .rule_table import KINDS, RuleRow, rows_from_rules

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse)

CHANGED = answers(303, 401, 403, 404, 409, 413, 422, content="")
VERSION = "the event's version that the page showed"
SPARE_ROWS = 2
# Names shown of those who answered last.
LATEST = 8
# Sorts that the page still shows.
GOING = ("queued", "running", "interrupted")


@router.get("/{event_id}", operation_id="show_event", responses=answers(303, 401, 404))
def show_event(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show an event: its form, who has answered, sizes and rules, results."""
    return event_page(request, site, visitor, event)


@router.get(
    "/{event_id}/qr.svg",
    operation_id="show_qr_code",
    response_class=Response,
    responses=answers(303, 401, 404, content="image/svg+xml", about="The form's address as a QR code."),
)
def show_qr_code(request: Request, site: SiteOf, event: EventOf) -> Response:
    """Draw the form's address as a QR code."""
    import segno

    picture = io.BytesIO()
    # No colours of its own: a dark code on a light ground is what cameras read.
    segno.make(share_address(request, site, event), error="m").save(
        picture, kind="svg", scale=6, border=2, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.post(
    "/{event_id}/settings",
    operation_id="change_event",
    responses=CHANGED,
    openapi_extra=form_fields(
        version=VERSION,
        title="what it is called",
        asks_names="?any text, if names are asked",
        max_responses="?most answers that are taken; empty for any number",
        roster="?names of those who are expected, one in a line",
    ),
)
def change_event(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm) -> Response:
    """Change the title, whether names are asked, the most answers, and the roster."""
    try:
        with site.database.session() as session:
            events.update_event(
                session,
                event,
                form.whole("version"),
                settings=site.settings,
                title=form.text("title"),
                asks_names=bool(form.text("asks_names")),
                max_responses=form.text("max_responses") or None,
                roster=form.text("roster", limit=2_000_000).splitlines(),
            )
    except (Refused, Stale) as error:
        return event_page(request, site, visitor, event, error=error)
    return go_to(f"/events/{event.id}", "saved")


@router.post(
    "/{event_id}/form",
    operation_id="switch_form",
    responses=CHANGED,
    openapi_extra=form_fields(version=VERSION, action="open, close, or renew (another link; the old one ends)"),
)
def switch_form(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm) -> Response:
    """Open or close the form, or give it another link."""
    actions = {
        "open": (events.open_form, "opened"),
        "close": (events.close_form, "closed"),
        "renew": (events.renew_share_link, "renewed"),
    }
    action = form.text("action")
    try:
        if action not in actions:
            raise Refused("The action must be open, close or renew. Use the buttons of the page.")
        act, said = actions[action]
        with site.database.session() as session:
            act(session, event, form.whole("version"))
    except (Refused, Stale) as error:
        return event_page(request, site, visitor, event, error=error)
    return go_to(f"/events/{event.id}", said)


@router.post(
    "/{event_id}/import",
    operation_id="import_answers",
    responses=CHANGED,
    openapi_extra=form_fields(("file",)),
)
def read_answers_in(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm
) -> Response:
    """Read answers from a CSV or XLSX file."""
    name, data = form.file("file")
    try:
        if not data:
            raise Refused("Choose a CSV or XLSX file with answers first.", "file")
        with site.database.session() as session:
            import_answers(session, event, name, data, settings=site.settings)
    except BayesHatError as error:
        if not isinstance(error, Refused):
            error = Refused(str(error), "file")
        return event_page(request, site, visitor, event, error=error)
    return go_to(f"/events/{event.id}", "imported")


@router.get("/{event_id}/delete", operation_id="ask_to_delete_event", responses=answers(303, 401, 403, 404))
def ask_to_delete_event(request: Request, site: SiteOf, visitor: OrganiserOf, event: OwnedEventOf) -> Response:
    """Ask whether the event is to be deleted."""
    return organiser_page(request, site, visitor, "confirm", _deletion(event))


@router.post(
    "/{event_id}/delete",
    operation_id="delete_event",
    responses=CHANGED,
    openapi_extra=form_fields(title="the event's title, typed again"),
)
def delete_event(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: OwnedEventOf, form: OrganiserForm
) -> Response:
    """Delete an event with all answers and results."""
    if form.text("title").casefold() != event.title.casefold():
        wrong = {"errors": {"title": "This is not the title. Type it as it stands there."}}
        return organiser_page(request, site, visitor, "confirm", _deletion(event) | wrong, 422)
    with site.database.session() as session:
        events.delete_event(session, events.get_event(session, visitor.organiser, event.id, "owner"))
    return go_to("/", "deleted")


def event_page(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    *,
    error: BayesHatError | None = None,
    rows: list[RuleRow] | None = None,
) -> Response:
    """Return an event's page; after an error, how things are now, with what was wrong."""
    with site.database.reading() as session:
        event = events.get_event(session, visitor.organiser, event.id)
        known = events.summary(session, event)
        roster = [entry.name for entry in events.roster_of(session, event)]
        latest = latest_names(session, event)
        results = sortings.list_sortings(session, event)
        going = [
            job for job in sort_queue.list_jobs(session, event) if job.state in ("queued", "running", "interrupted")
        ]
    survey = events.survey_of(event)
    sizes = event.target["sizes"]
    context: dict[str, Any] = {
        "event": event,
        "base": f"/events/{event.id}",
        "survey": survey,
        "summary": known,
        "roster": roster,
        "latest": latest,
        "sortings": results,
        "jobs": going,
        "share": share_address(request, site, event),
        "sizes": sizes,
        "by_house": sizes if isinstance(sizes, dict) else {},
        "rows": [*(rows if rows is not None else rows_from_rules(event.rules)), *[RuleRow()] * SPARE_ROWS],
        "kinds": KINDS,
        "losses": LOSSES,
        "errors": {} if error is None else problems_of(error),
    }
    return organiser_page(request, site, visitor, "event", context, 200 if error is None else status_of(error))


def latest_names(session: Session, event: Event) -> list[str]:
    """Return the names of those who answered last, the last one first."""
    wanted = select(Answered.name).where(Answered.event_id == event.id)
    return list(session.scalars(wanted.order_by(Answered.created_at.desc(), Answered.id).limit(LATEST)))


def share_address(request: Request, site: Site, event: Event) -> str:
    """Return the address of an event's form."""
    return site.address(request, f"/f/{event.id}/{site.keys.share_token(event)}")


def _deletion(event: Event) -> dict[str, Any]:
    return {
        "heading": "Delete this event?",
        "words": "All its answers and results are deleted for good, and everybody's own links stop working. "
        "Download first what you want to keep.",
        "title": event.title,
        "button": "Delete everything",
        "action": f"/events/{event.id}/delete",
        "back": f"/events/{event.id}",
    }
