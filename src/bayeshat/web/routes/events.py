"""The organiser's events, and one event: its overview, its form, its deletion."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message, language_names
from ..auth import (
    Editing,
    EventVisit,
    MaybeVisit,
    Owning,
    Site,
    SiteOf,
    Viewing,
    go_to,
)
from ..core import accounts, events
from ..core.addresses import link_warning
from ..core.event_fields import SWITCHES, read_instant
from ..core.events import list_cards
from ..core.steps import Overview
from ..db.schema import Event
from ..db.schema import Response as Answered
from ..forms import LongText, PageForm, PageRoute, Text, Version, read_whole
from ..refusals import Refused, Stale
from ..step_frame import Fields, check_version, step_page

router = APIRouter(prefix="/events", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

# Names shown of those who answered last.
LATEST = 8

Switch = Annotated[Text, Field(description="any text for on; left out or empty for off")]

home_router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse)

# With more events than this, there is a field to search them.
MANY = 8


class SettingsForm(PageForm):
    """The settings of an event's form."""

    version: Version = ""
    title: Annotated[Text, Field(description="what it is called")] = ""
    asks_names: Switch = ""
    asks_wishes: Switch = ""
    asks_friends: Switch = ""
    max_responses: Annotated[Text, Field(description="how many answers are taken at most; empty for any number")] = ""
    closes_at: Annotated[Text, Field(description="when the form closes, in ISO 8601; UTC without a zone")] = ""
    delete_at: Annotated[Text, Field(description="when everything is deleted, likewise")] = ""
    language: Annotated[Text, Field(description="of the respondents' pages: en or de")] = "en"
    privacy_notice: Annotated[LongText, Field(description="what people read before they answer")] = ""
    consent: Annotated[LongText, Field(description="what people must agree to; empty for nothing")] = ""
    is_kiosk: Switch = ""
    shows_reason: Switch = ""
    shows_chances: Switch = ""
    shows_mates: Switch = ""
    allows_exchange: Switch = ""


class SwitchForm(PageForm):
    """What is to happen to the form."""

    action: Annotated[Text, Field(description="open, close, or renew (another link; the old one ends)")] = ""
    number: Annotated[
        Text, Field(description="to renew: the number of the link that the page showed; renewed since, it stays")
    ] = ""


class DeleteForm(PageForm):
    """The title, typed to be sure."""

    title: Text = ""


@router.get("/{event_id}", operation_id="show_event")
def show_event(visit: Viewing) -> Response:
    """Show how an event's steps stand, and what to do next."""
    return step_page(visit, "overview")


@router.get("/{event_id}/people", operation_id="show_people")
def show_people(visit: Viewing) -> Response:
    """Show the form's link, who has answered, and the form's settings."""
    return people_page(visit)


@router.get("/{event_id}/qr.svg", operation_id="show_qr_code", response_class=Response)
def show_qr_code(visit: Viewing) -> Response:
    """Draw the form's address as a QR code."""
    import segno

    picture = io.BytesIO()
    # No colours of its own: a dark code on a light ground is what cameras read.
    segno.make(share_address(visit.request, visit.site, visit.event), error="m").save(
        picture, kind="svg", scale=6, border=2, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.post("/{event_id}/settings", operation_id="change_event")
def change_event(visit: Editing, form: Annotated[SettingsForm, Form()]) -> Response:
    """Change the form's title, dates, notices, and what people see of a published result."""
    typed = form.model_dump(exclude={"version"})
    try:
        with visit.write("changed-settings") as session:
            known = events.hold_event(session, visit.event)
            check_version(settings_of(known), form.version)
            events.update_event(session, known, known.version, settings=visit.site.settings, **typed)
    except (Refused, Stale) as error:
        return people_page(visit, error=error, typed=typed)
    return go_to(f"/events/{visit.event.id}/people", "saved")


@router.post("/{event_id}/form", operation_id="switch_form")
def switch_form(visit: Editing, form: Annotated[SwitchForm, Form()]) -> Response:
    """Open or close the form, or give it another link."""
    actions = {"open": (events.open_form, "opened"), "close": (events.close_form, "closed")}
    try:
        with visit.write() as session:
            if form.action in actions:
                act, said = actions[form.action]
                act(session, visit.event)
            elif form.action == "renew":
                known = events.hold_event(session, visit.event)
                # Pressed twice, the button makes one new link.
                if not form.number or known.share_number == read_whole(form.number, "number"):
                    events.renew_share_link(session, known)
                said = "renewed"
            else:
                raise Refused(Message("events-no-such-action"))
            visit.record(session, said)
    except Refused as error:
        return people_page(visit, error=error)
    return go_to(f"/events/{visit.event.id}/people", said)


@router.get("/{event_id}/delete", operation_id="ask_to_delete_event")
def ask_to_delete_event(visit: Owning) -> Response:
    """Ask whether the event is to be deleted."""
    return visit.page("confirm", _deletion(visit))


@router.post("/{event_id}/delete", operation_id="delete_event")
def delete_event(visit: Owning, form: Annotated[DeleteForm, Form()]) -> Response:
    """Delete an event with all answers and results."""
    if form.title.casefold() != visit.event.title.casefold():
        wrong = {"errors": {"title": Message("events-delete-wrong")}}
        return visit.page("confirm", _deletion(visit) | wrong, 422)
    with visit.write("deleted-event") as session:
        events.delete_event(session, events.get_event(session, visit.organiser, visit.event.id, "owner"))
    return go_to("/", "deleted")


def people_page(
    visit: EventVisit, *, error: BayesHatError | None = None, typed: dict[str, str] | None = None
) -> Response:
    """Return the page of the step People; after an error with what was typed."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        known = overview.event
        share = share_address(visit.request, visit.site, known)
        stored = settings_of(known)
        return {
            "summary": overview.summary,
            "survey": overview.survey,
            "latest": latest_names(session, known),
            "share": share,
            "warning": link_warning(share),
            "fields": Fields(stored, _shown(typed or {}), isinstance(error, Stale)),
            "languages": language_names(),
        }

    form = "" if typed is None else "settings-title"
    return step_page(visit, "people", gather, error=error, form=form)


def settings_of(event: Event) -> dict[str, str]:
    """Return the settings of an event's form as its fields have them."""
    return {
        "title": event.title,
        "max_responses": str(event.max_responses or ""),
        "closes_at": _moment(event.closes_at),
        "delete_at": _moment(event.delete_at),
        "language": event.language,
        "privacy_notice": event.privacy_notice,
        "consent": event.consent,
        **{name: "yes" if getattr(event, name) else "" for name in SWITCHES},
    }


def latest_names(session: Session, event: Event) -> list[str]:
    """Return the names of those who answered last, the last one first."""
    wanted = select(Answered.name).where(Answered.event_id == event.id)
    return list(session.scalars(wanted.order_by(Answered.created_at.desc(), Answered.id).limit(LATEST)))


def share_address(request: Request, site: Site, event: Event) -> str:
    """Return the address of an event's form."""
    return site.address(request, f"/f/{event.id}/{site.keys.share_token(event.id, event.share_number)}")


def _moment(moment: datetime | None) -> str:
    """Return a moment as a field for dates and times has it, in UTC."""
    return "" if moment is None else f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M}"


def _shown(typed: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed, with moments as their fields have them where they can be read."""
    shown = dict(typed)
    for name in shown.keys() & {"closes_at", "delete_at"}:
        with suppress(Refused):
            shown[name] = _moment(read_instant(name, shown[name]))
    return shown


def _deletion(visit: EventVisit) -> dict[str, Any]:
    event = visit.event
    return {
        "crumbs": [("/", visit.say("page-events")), (f"/events/{event.id}", event.title)],
        "heading": Message("events-delete"),
        "words": Message("events-delete-words"),
        "title": event.title,
        "button": Message("events-delete-button"),
        "action": f"/events/{event.id}/delete",
        "back": f"/events/{event.id}",
    }


@home_router.get("/", operation_id="list_events")
def list_events(
    site: SiteOf, visit: MaybeVisit, find: Annotated[str, Query(max_length=200, description="a part of the title")] = ""
) -> Response:
    """List the organiser's events; others are sent to log in, or to set up."""
    if visit is None:
        with site.database.session() as session:
            is_new = accounts.setup_secret(session, site.keys) is not None
        return go_to("/setup" if is_new else "/login")
    with site.database.reading() as session:
        cards = list_cards(session, visit.organiser)
    words = find.casefold().split()
    found = [card for card in cards if all(word in card.event.title.casefold() for word in words)]
    context = {"cards": found, "n_events": len(cards), "find": find, "has_many": len(cards) > MANY}
    return visit.page("home", context)
