"""Sizes, rules, and the sort itself."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..events.event_fields import read_weight
from ..events.event_pages import CHANGED, VERSION, event_page
from ..events.rule_table import RuleRow, rules_from_rows
from ..http.dependencies import EventOf, Form, Identifier, OrganiserForm, OrganiserOf, SiteOf, go_to, organiser_page
from ..http.documentation import answers, form_fields
from ..refusals import Refused
from ..storage.schema import Event, Job
from . import sort_queue

router = APIRouter(prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse)

MOST_RULES = 2000
# What a sort does, in order, and the first share of the work that belongs to each.
STEPS = ((0.0, "Sampling"), (0.7, "Deciding"), (1.0, "Done"))


@router.post(
    "/sizes",
    operation_id="set_sizes",
    responses=CHANGED,
    openapi_extra=form_fields(
        version=VERSION,
        sizes="balanced, free, range, or houses",
        range="?for range: from..to",
        size_weight="auto: sizes are met exactly; a number makes them a guide with this weight",
        loss="auto, vi, binder or placement",
    ),
)
def set_sizes(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm) -> Response:
    """Set the wanted sizes, and how much they count. The field size-0 is for the first house, and so on."""
    try:
        with site.database.session() as session:
            events.update_event(
                session,
                event,
                form.whole("version"),
                settings=site.settings,
                target=_read_sizes(form, event),
                size_weight=form.text("size_weight", "auto"),
                loss=form.text("loss", "auto"),
            )
    except BayesHatError as error:
        return event_page(request, site, visitor, event, error=error)
    return go_to(f"/events/{event.id}", "saved")


@router.post(
    "/rules",
    operation_id="set_rules",
    responses=CHANGED,
    openapi_extra=form_fields(
        version=VERSION,
        action="?add for one row more, otherwise the rules are saved",
        rule="?kind of a rule; this and the next four once for each row",
        who="?people, with semicolons between",
        what="?groups or people, with semicolons between",
        weight="?how much it counts; empty: it must hold",
        reason="?why",
    ),
)
def set_rules(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm) -> Response:
    """Set the rules."""
    rows = _read_rows(form)
    try:
        if form.text("action") == "add":
            return event_page(request, site, visitor, event, rows=[*rows, RuleRow()])
        if len(rows) > MOST_RULES:
            raise Refused(f"There may be at most {MOST_RULES} rules; these are {len(rows)}. Leave some out.", "rules")
        try:
            rules = rules_from_rows(rows)
        except BayesHatError as error:
            raise Refused(str(error), "rules") from None
        with site.database.session() as session:
            events.update_event(session, event, form.whole("version"), settings=site.settings, rules=rules)
    except BayesHatError as error:
        return event_page(request, site, visitor, event, error=error, rows=rows)
    return go_to(f"/events/{event.id}", "saved")


@router.post("/sort", operation_id="sort_people", responses=CHANGED, openapi_extra=form_fields())
def sort_people(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: OrganiserForm) -> Response:
    """Sort everybody who has answered; the field size_weight may be given for this sort alone."""
    try:
        weight = form.text("size_weight")
        changes: dict[str, Any] = {"size_weight": read_weight(weight)} if weight else {}
        options = sort_queue.SortOptions.of(event, **changes)
        with site.database.reading() as reading:
            given = sort_queue.read_input(reading, event, options)
        sort_queue.check_sort(given)
        with site.database.session() as session:
            job = sort_queue.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return event_page(request, site, visitor, event, error=error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.get("/jobs/{job_id}", operation_id="show_job", responses=answers(303, 401, 404))
def show_job(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, job_id: Identifier) -> Response:
    """Show how far a sort is; when it is done, go to its result."""
    with site.database.reading() as session:
        job = sort_queue.get_job(session, event, job_id)
        message = sort_queue.message_of(session, job)
    if job.state == "done" and job.sorting_id:
        return go_to(f"/events/{event.id}/sortings/{job.sorting_id}")
    return organiser_page(request, site, visitor, "job", job_context(event, job) | {"message": message})


@router.post(
    "/jobs/{job_id}",
    operation_id="change_job",
    responses=CHANGED,
    openapi_extra=form_fields(action="cancel or restart"),
)
def change_job(site: SiteOf, event: EventOf, job_id: Identifier, form: OrganiserForm) -> Response:
    """Cancel a sort, or start it again."""
    action = form.text("action")
    if action not in ("cancel", "restart"):
        raise Refused("The action must be cancel or restart. Use the buttons of the page.")
    with site.database.session() as session:
        job = sort_queue.get_job(session, event, job_id)
        if action == "restart":
            job = sort_queue.restart(session, job)
        else:
            sort_queue.cancel(session, job)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}" if action == "restart" else f"/events/{event.id}")


def job_context(event: Event, job: Job) -> dict[str, Any]:
    """Return what a page or a stream shows of a sort."""
    begun = [share for share, _ in STEPS if job.share >= share]
    return {
        "event": event,
        "base": f"/events/{event.id}",
        "job": job,
        "steps": [
            (name, "now" if share == begun[-1] else "past" if share < begun[-1] else "next") for share, name in STEPS
        ],
    }


def _read_sizes(form: Form, event: Event) -> Any:
    kind = form.text("sizes", "balanced")
    match kind:
        case "balanced":
            return "balanced"
        case "free":
            return None
        case "range":
            return form.text("range")
        case "houses":
            names = events.survey_of(event).cluster_names
            return {name: form.text(f"size-{k}") for k, name in enumerate(names)}
    raise Refused("Sizes must be balanced, free, a range, or one for each house. Choose one of them.", "target")


def _read_rows(form: Form) -> list[RuleRow]:
    columns = [form.texts(field) for field in ("rule", "who", "what", "weight", "reason")]
    if len({len(column) for column in columns}) > 1:
        raise Refused("Every row of rules must have all its fields. Load the page again.", "rules")
    rows = [RuleRow(*(cell.strip() for cell in row)) for row in zip(*columns, strict=True)]
    return [row for row in rows if row.who or row.what]
