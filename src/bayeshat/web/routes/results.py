"""Results: listed, renamed, published, compared, deleted; and what other sizes would cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message, catalogue, join
from ...words.phrases import title_of
from ..auth import (
    Identifier,
    ResultEditing,
    ResultViewing,
    ResultVisit,
    Viewing,
    go_to,
)
from ..core import editing, events, jobs, publishing, responses, results
from ..core.event_fields import read_weight
from ..core.jobs import SortInput, SortOptions
from ..core.publishing import Publication, PublicationCheck
from ..core.results import Standing, list_results, read_standing, tell_making
from ..core.steps import Overview
from ..core.trade_off import draw_curve, read_noun, read_trade_off, used_weight
from ..db.schema import Event
from ..forms import PageForm, PageRoute, Text, Version, read_whole
from ..pages import colors_address
from ..refusals import Refused, Stale, words_of
from ..step_frame import step_page
from .board import show_refusal

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


@router.get("/results", operation_id="list_results")
def show_results(visit: Viewing) -> Response:
    """List an event's results, the newest first."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        return {"event_base": overview.base, "results": list_results(session, overview.event)}

    return step_page(visit, "results", gather)


@router.post(f"{ONE}/rename", operation_id="rename_result")
def rename_result(visit: ResultEditing, form: Annotated[RenameForm, Form()]) -> Response:
    """Give a result another name."""
    try:
        with visit.write("renamed") as session:
            results.rename(session, visit.sorting, form.title)
    except Refused as error:
        return show_refusal(visit, error)
    return go_to(visit.path, "saved")


@router.post(f"{ONE}/resort", operation_id="sort_around_locks")
def sort_around_locks(visit: ResultEditing, form: Annotated[ResortForm, Form()]) -> Response:
    """Sort again everybody who has answered; those who are locked stay where they are."""

    def choose(standing: Standing) -> SortOptions:
        changes = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        return editing.resort_options(visit.event, standing, bool(form.stay), **changes)

    return _sort(visit, "sorted-around", choose)


@router.post(f"{ONE}/place", operation_id="place_latecomers")
def place_latecomers(visit: ResultEditing) -> Response:
    """Place those who have answered since; nobody else moves."""
    return _sort(visit, "placed", lambda standing: editing.place_options(visit.event, standing))


def _sort(visit: ResultVisit, done: str, choose: Callable[[Standing], SortOptions]) -> Response:
    """Start a sort that follows from a result."""
    try:
        with visit.site.database.reading() as session:
            standing = read_standing(session, visit.sorting)
            given = jobs.read_input(session, visit.event, choose(standing))
        options = _choose_sizes(visit.event, standing, given)
        with visit.write(done) as session:
            job = jobs.enqueue_sort(session, visit.event, options)
    except BayesHatError as error:
        return show_refusal(visit, error)
    visit.site.worker.wake()
    return go_to(f"/events/{visit.event.id}/jobs/{job.id}")


@router.get(f"{ONE}/why/{{person}}", operation_id="explain_person")
def explain_person(visit: ResultViewing, person: int) -> Response:
    """Say why somebody is where they are."""
    standing = visit.read()
    words = results.explain(standing, person)
    group = visit.say.tell(standing.titles[standing.labels[person]])
    context = {"name": standing.names[person], "group": group, "words": words}
    return visit.result_page("why_part" if visit.is_partial else "why", context)


@router.get(f"{ONE}/compare", operation_id="choose_comparison")
def choose_comparison(
    visit: ResultViewing, other: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$", description="the other result")]
) -> Response:
    """Go to the comparison with the result that was chosen."""
    return go_to(f"{visit.path}/compare/{other}")


@router.get(f"{ONE}/compare/{{other_id}}", operation_id="compare_results")
def compare_results(visit: ResultViewing, other_id: Identifier) -> Response:
    """Show who is in another group in another result."""
    with visit.site.database.reading() as session:
        other = results.get_sorting(session, visit.event, other_id)
        one, two = read_standing(session, visit.sorting), read_standing(session, other)
    compared = [(sorting, tell_making(sorting)) for sorting in (visit.sorting, other)]
    context = {"other": other, "compared": compared, "comparison": results.compare(one, two)}
    return visit.result_page("compare", context)


@router.get(f"{ONE}/delete", operation_id="ask_to_delete_result")
def ask_to_delete_result(visit: ResultViewing) -> Response:
    """Ask whether a result is to be deleted."""
    base = f"/events/{visit.event.id}"
    context = {
        "crumbs": [
            ("/", visit.say("page-events")),
            (base, visit.event.title),
            (f"{base}/results", visit.say("page-step-results")),
            (visit.path, visit.sorting.title),
        ],
        "heading": visit.say("results-delete-title", title=visit.sorting.title),
        "words": visit.say("results-delete-words"),
        "title": "",
        "button": visit.say("results-delete"),
        "action": f"{visit.path}/delete",
        "back": visit.path,
    }
    return visit.result_page("confirm", context)


@router.post(f"{ONE}/delete", operation_id="delete_result")
def delete_result(visit: ResultEditing) -> Response:
    """Delete a result."""
    try:
        with visit.write("deleted-result") as session:
            results.delete_sorting(session, visit.event, visit.sorting)
    except Refused as error:
        return show_refusal(visit, error)
    return go_to(f"/events/{visit.event.id}/results", "deleted")


def _choose_sizes(event: Event, standing: Standing, given: SortInput) -> SortOptions:
    """Return how to sort: latecomers as evenly as possible where the event's sizes have no room for them."""
    if given.placed and len(given.placed) == len(given.responses):
        raise Refused(Message("results-all-placed"))
    try:
        jobs.check_sort(given)
        return given.options
    except Refused:
        if not given.placed or given.purpose.waiting:
            raise
        even = editing.place_options(event, standing, target="balanced", size_weight=None)
        jobs.check_sort(replace(given, options=even))
        return even


class PublishForm(PageForm):
    """Whether people see a result."""

    version: Version = ""
    result_version: Annotated[Text, Field(description="the result's version that the page showed")] = ""
    action: Annotated[Text, Field(description="publish or unpublish")] = "publish"
    anyway: Annotated[Text, Field(description="any text: also with broken rules or other sizes than wanted")] = ""
    allows_exchange: Annotated[Text, Field(description="any text: people may exchange places")] = ""


@router.get(f"{ONE}/publish", operation_id="ask_to_publish")
def ask_to_publish(visit: ResultViewing) -> Response:
    """Show what people will see, and what speaks against publishing."""
    return _ask(visit)


@router.get(f"{ONE}/unpublish", operation_id="ask_to_unpublish")
def ask_to_unpublish(visit: ResultViewing) -> Response:
    """Ask whether people are to see a result no longer."""
    return visit.result_page("unpublish", {})


@router.post(f"{ONE}/publish", operation_id="publish_result")
def publish_result(visit: ResultEditing, form: Annotated[PublishForm, Form()]) -> Response:
    """Let everybody see their own group on their own link, or no longer."""
    try:
        version = read_whole(form.version, "version")
        if form.action == "unpublish":
            with visit.write("unpublished") as session:
                publishing.unpublish(session, visit.event, version)
            return go_to(visit.path, "unpublished")
        _, standing, publication, check = _look(visit)
        if form.result_version and read_whole(form.result_version, "result_version") != standing.sorting.version:
            raise Stale
        if check.questions and not form.anyway:
            raise Refused(Message("results-ask-anyway", questions=join(check.questions, "space")))
        # Rounds are planned together: there, the page does not ask.
        switches = {} if visit.sorting.purpose == "rounds" else {"allows_exchange": bool(form.allows_exchange)}
        with visit.write("published") as session:
            publishing.publish(session, visit.event, publication, version, **switches)
    except BayesHatError as error:
        return _ask(visit, error, form)
    return go_to(visit.path, "published-unseen" if check.preview is None else "published")


def _look(visit: ResultVisit) -> tuple[Event, Standing, Publication, PublicationCheck]:
    """Return the event and the result as they stand, what people would see, and what to know before."""
    with visit.site.database.reading() as session:
        event = events.get_event(session, visit.organiser, visit.event.id)
        standing, imported = read_standing(session, visit.sorting), responses.imported_ids(session, event)
        reader = publishing.find_reader(standing, imported)
        answers = {} if reader is None else publishing.answers_of(session, visit.sorting, reader)
    publication = publishing.prepare_publication(standing)
    check = publishing.check_publication(event, standing, publication, imported, answers)
    return event, standing, publication, check


def _ask(visit: ResultVisit, error: BayesHatError | None = None, sent: PublishForm | None = None) -> Response:
    event, standing, _, check = _look(visit)
    sorting = standing.sorting
    context = {
        "event": event,
        "sorting": sorting,
        "check": check,
        # People see it in the language of the event.
        "seen": catalogue(event.language),
        "reason": [] if check.preview is None else publishing.tell_reason(event, check.preview),
        # What is asked stands on the page anyway.
        "refused": "" if error is None or (isinstance(error, Refused) and check.questions) else words_of(error),
        "allows_exchange": event.allows_exchange if sent is None else sent.allows_exchange,
        "again": event.published_sorting_id == sorting.id,
        "another": event.published_sorting_id not in (None, sorting.id),
        "colors": colors_address(standing.groups, [group["color"] for group in sorting.groups]),
    }
    return visit.result_page("publish", context, error=error)


@router.get(f"{ONE}/trade-off", operation_id="show_trade_off")
def show_trade_off(visit: ResultViewing) -> Response:
    """Show what it would mean if the sizes counted more, or less."""
    return _show(visit)


@router.post(f"{ONE}/trade-off", operation_id="make_trade_off")
def make_trade_off(visit: ResultEditing) -> Response:
    """Have the trade-off worked out, unless somebody is at it already."""
    with visit.write() as session:
        jobs.enqueue_trade_off(session, visit.sorting)
    visit.site.worker.wake()
    if visit.is_partial:
        return _show(visit)
    return go_to(f"{visit.path}/trade-off")


def _show(visit: ResultVisit) -> Response:
    with visit.site.database.reading() as session:
        points, used = read_trade_off(session, visit.sorting), used_weight(session, visit.sorting)
        noun = read_noun(session, visit.sorting)
        going = jobs.find_follow_up(session, visit.sorting, "trade_off") is not None
    context: dict[str, Any] = {
        "points": points,
        "going": going,
        "noun": noun,
        "names": [visit.say.tell(title_of(group["name"])) for group in visit.sorting.groups],
    }
    if points:
        context |= draw_curve(points, used)
    return visit.result_page("trade_off_part" if visit.is_partial else "trade_off", context)
