"""The step Groups: how many there are, and how large."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    Editing,
    EventVisit,
    Viewing,
    go_to,
)
from ..core import events
from ..core.event_fields import LOSSES, KnownTotals
from ..core.group_numbers import enqueue_comparison, read_group_numbers, take_number
from ..core.steps import Overview
from ..db.schema import Event
from ..forms import FreeForm, PageForm, PageRoute, Text, Version
from ..refusals import Refused, Stale
from ..step_frame import Fields, check_version, step_page

router = APIRouter(
    prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)


class SizesForm(FreeForm):
    """The wanted sizes, or known totals; the field size-0 is for the first house, and so on."""

    version: Version = ""
    sizes: Annotated[Text, Field(description="balanced, free, range, or houses")] = "balanced"
    range: Annotated[Text, Field(description="for range: from..to")] = ""
    facts: Annotated[Text, Field(description="for houses: any text if so many people truly belong to each")] = ""
    size_weight: Annotated[Text, Field(description="auto: sizes are met exactly; a number makes them a guide")] = "auto"
    loss: Annotated[Text, Field(description="auto, vi, binder or placement")] = "auto"


@router.get("/groups", operation_id="show_groups")
def show_groups(visit: Viewing) -> Response:
    """Show the groups and their wanted sizes."""
    return groups_page(visit)


@router.post("/sizes", operation_id="set_sizes")
def set_sizes(visit: Editing, form: Annotated[SizesForm, Form()]) -> Response:
    """Set the wanted sizes, and how much they count."""
    houses = events.survey_of(visit.event).cluster_names
    typed = form.model_dump(include={"sizes", "range", "facts", "size_weight", "loss"})
    typed |= {f"size-{k}": (form.fields.get(f"size-{k}") or [""])[0].strip() for k in range(len(houses))}
    try:
        sizes = _read_sizes(typed, houses)
        with visit.site.database.session() as session:
            known = events.hold_event(session, visit.event)
            check_version(sizes_of(known), form.version)
            events.update_event(
                session,
                known,
                known.version,
                settings=visit.site.settings,
                target=KnownTotals(sizes) if form.facts else sizes,
                size_weight=form.size_weight or "auto",
                loss=form.loss,
            )
    except BayesHatError as error:
        return groups_page(visit, error=error, typed=typed)
    return go_to(f"/events/{visit.event.id}/groups", "saved")


def groups_page(
    visit: EventVisit, *, error: BayesHatError | None = None, typed: dict[str, str] | None = None
) -> Response:
    """Return the page of the step Groups; after an error with what was typed."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        fields = Fields(sizes_of(overview.event), typed or {}, isinstance(error, Stale))
        numbers = read_group_numbers(session, overview.event, overview.summary.n_responses)
        return {"fields": fields, "houses": overview.survey.cluster_names, "losses": LOSSES, "numbers": numbers}

    return step_page(visit, "groups", gather, error=error, form="target")


def sizes_of(event: Event) -> dict[str, str]:
    """Return the wanted sizes of an event as the fields of a form have them."""
    sizes = event.target["sizes"]
    by_house = sizes if isinstance(sizes, dict) else {}
    kind = "free" if sizes is None else "houses" if by_house else "balanced" if sizes == "balanced" else "range"
    houses = events.survey_of(event).cluster_names
    return {
        "sizes": kind,
        "range": sizes if kind == "range" else "",
        "facts": "yes" if event.target.get("facts") else "",
        "size_weight": event.size_weight,
        "loss": event.loss,
        **{f"size-{k}": str(by_house.get(house, "")) for k, house in enumerate(houses)},
    }


def _read_sizes(typed: dict[str, str], houses: tuple[str, ...]) -> Any:
    match typed["sizes"]:
        case "balanced":
            return "balanced"
        case "free":
            return None
        case "range":
            if not typed["range"]:
                raise Refused(Message("events-range-missing"), "target")
            return typed["range"]
        case "houses":
            return {house: typed[f"size-{k}"] for k, house in enumerate(houses)}
    raise Refused(Message("events-sizes-choose"), "target")


class NumbersForm(PageForm):
    """What is to happen about the number of groups."""

    action: Annotated[Text, Field(description="compare, or take the recommended number")] = "compare"


@router.get("/group-numbers", operation_id="show_group_numbers")
def show_group_numbers(visit: Viewing) -> Response:
    """Show how far the comparison is, or what it found: for htmx a part of the page, else the whole page."""
    if not visit.is_partial:
        return go_to(f"/events/{visit.event.id}/groups")
    with visit.site.database.reading() as session:
        numbers = read_group_numbers(session, visit.event, events.summary(session, visit.event).n_responses)
    return visit.event_page("group_numbers_part", {"numbers": numbers})


@router.post("/group-numbers", operation_id="compare_group_numbers")
def compare_group_numbers(visit: Editing, form: Annotated[NumbersForm, Form()]) -> Response:
    """Let the answers say how many groups there are, or take the number that they recommend."""
    try:
        with visit.site.database.session() as session:
            match form.action:
                case "compare":
                    enqueue_comparison(session, visit.event)
                case "take":
                    take_number(session, visit.event)
                case _:
                    raise Refused(Message("jobs-numbers-action"))
    except BayesHatError as error:
        return groups_page(visit, error=error)
    visit.site.worker.wake()
    where = f"/events/{visit.event.id}/groups"
    return go_to(where, "saved") if form.action == "take" else go_to(where)
