"""Results: listed, renamed, sorted again, latecomers placed, places explained, two compared, deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..board import editing
from ..board.board_pages import show_refusal
from ..events.event_fields import read_weight
from ..events.event_pages import CHANGED
from ..events.event_steps import Overview
from ..events.step_frame import step_page
from ..http.dependencies import ORGANISER_SENT, AskedOf, EventOf, Identifier, OrganiserOf, SiteOf, go_to
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..jobs import sort_queue
from ..jobs.sort_queue import SortInput, SortOptions
from ..languages import Message
from ..refusals import Refused
from ..storage.schema import Event
from . import sortings
from .places import Standing, read_standing
from .result_news import list_results
from .result_words import tell_making

router = APIRouter(
    prefix="/events/{event_id}", tags=["results"], default_response_class=HTMLResponse, route_class=PageRoute
)
ONE = "/sortings/{sorting_id}"


class RenameForm(PageForm):
    """A result's new name."""

    title: Annotated[Text, Field(description="what it is to be called")] = ""


class ResortForm(PageForm):
    """How to sort again."""

    size_weight: Annotated[Text, Field(description="how much sizes count this time; empty: as the event has it")] = ""
    stay: Annotated[Text, Field(description="any text: others stay, too, where that is possible")] = ""


@router.get("/results", operation_id="list_results", responses=answers(303, 401, 404))
def show_results(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """List an event's results, the newest first."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        return {"event_base": overview.base, "results": list_results(session, overview.event)}

    return step_page(request, site, visitor, event, "results", gather)


@router.post(f"{ONE}/rename", operation_id="rename_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def rename_result(asked: AskedOf, form: Annotated[RenameForm, Form()]) -> Response:
    """Give a result another name."""
    try:
        with asked.site.database.session() as session:
            sortings.rename(session, asked.sorting, form.title)
    except Refused as error:
        return show_refusal(asked, error)
    return go_to(asked.path, "saved")


@router.post(f"{ONE}/resort", operation_id="sort_around_locks", responses=CHANGED, dependencies=ORGANISER_SENT)
def sort_around_locks(asked: AskedOf, form: Annotated[ResortForm, Form()]) -> Response:
    """Sort again everybody who has answered; those who are locked stay where they are."""
    try:
        changes = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        with asked.site.database.reading() as session:
            standing = read_standing(session, asked.sorting)
            options = editing.resort_options(asked.event, standing, bool(form.stay), **changes)
            given = sort_queue.read_input(session, asked.event, options)
        sort_queue.check_sort(given)
        with asked.site.database.session() as session:
            job = sort_queue.enqueue_sort(session, asked.event, options)
    except BayesHatError as error:
        return show_refusal(asked, error)
    asked.site.worker.wake()
    return go_to(f"/events/{asked.event.id}/jobs/{job.id}")


@router.post(f"{ONE}/place", operation_id="place_latecomers", responses=CHANGED, dependencies=ORGANISER_SENT)
def place_latecomers(asked: AskedOf, form: Annotated[PageForm, Form()]) -> Response:  # noqa: ARG001 - it describes the token
    """Place those who have answered since; nobody else moves."""
    try:
        with asked.site.database.reading() as session:
            standing = read_standing(session, asked.sorting)
            given = sort_queue.read_input(session, asked.event, editing.place_options(asked.event, standing))
        options = _choose_sizes(asked.event, standing, given)
        with asked.site.database.session() as session:
            job = sort_queue.enqueue_sort(session, asked.event, options)
    except BayesHatError as error:
        return show_refusal(asked, error)
    asked.site.worker.wake()
    return go_to(f"/events/{asked.event.id}/jobs/{job.id}")


@router.get(f"{ONE}/why/{{person}}", operation_id="explain_person", responses=answers(303, 401, 404, 422))
def explain_person(asked: AskedOf, person: int) -> Response:
    """Say why somebody is where they are."""
    with asked.site.database.reading() as session:
        standing = read_standing(session, asked.sorting)
    words = sortings.explain(standing, person)
    group = asked.say.tell(standing.titles[standing.labels[person]])
    context = {"name": standing.names[person], "group": group, "words": words}
    return asked.page("why_part" if asked.is_partial else "why", context)


@router.get(f"{ONE}/compare", operation_id="choose_comparison", responses=answers(303, 401, 404, 422, content=""))
def choose_comparison(
    asked: AskedOf,
    other: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$", description="the other result")],
) -> Response:
    """Go to the comparison with the result that was chosen."""
    return go_to(f"{asked.path}/compare/{other}")


@router.get(f"{ONE}/compare/{{other_id}}", operation_id="compare_results", responses=answers(303, 401, 404))
def compare_results(asked: AskedOf, other_id: Identifier) -> Response:
    """Show who is in another group in another result."""
    with asked.site.database.reading() as session:
        other = sortings.get_sorting(session, asked.event, other_id)
        one, two = read_standing(session, asked.sorting), read_standing(session, other)
    compared = [(sorting, tell_making(sorting.made_of)) for sorting in (asked.sorting, other)]
    context = {"other": other, "compared": compared, "comparison": sortings.compare(one, two)}
    return asked.page("compare", context)


@router.get(f"{ONE}/delete", operation_id="ask_to_delete_result", responses=answers(303, 401, 404))
def ask_to_delete_result(asked: AskedOf) -> Response:
    """Ask whether a result is to be deleted."""
    context = {
        "heading": asked.say("results-delete-title", title=asked.sorting.title),
        "words": asked.say("results-delete-words"),
        "title": "",
        "button": asked.say("results-delete"),
        "action": f"{asked.path}/delete",
        "back": asked.path,
    }
    return asked.page("confirm", context)


@router.post(f"{ONE}/delete", operation_id="delete_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def delete_result(asked: AskedOf, form: Annotated[PageForm, Form()]) -> Response:  # noqa: ARG001 - it describes the token
    """Delete a result."""
    try:
        with asked.site.database.session() as session:
            sortings.delete_sorting(session, asked.event, asked.sorting)
    except Refused as error:
        return show_refusal(asked, error)
    return go_to(f"/events/{asked.event.id}/results", "deleted")


def _choose_sizes(event: Event, standing: Standing, given: SortInput) -> SortOptions:
    """Return how to place latecomers: with the event's sizes, or as evenly as possible where those have no room."""
    if len(given.placed) == len(given.responses):
        raise Refused(Message("results-all-placed"))
    try:
        sort_queue.check_sort(given)
        return given.options
    except Refused:
        even = editing.place_options(event, standing, target="balanced", size_weight=None)
        sort_queue.check_sort(replace(given, options=even))
        return even
