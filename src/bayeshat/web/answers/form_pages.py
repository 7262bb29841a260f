"""The form, and everybody's own receipt: what a respondent sees."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...survey.spec import Survey
from ..events import events
from ..http.dependencies import (
    Form,
    Identifier,
    PublicForm,
    Site,
    SiteOf,
    Token,
    go_to,
    limit_submissions,
    problems_of,
    public_page,
)
from ..http.documentation import answers, form_fields
from ..http.problems import status_of
from ..http.rendering import colors_address
from ..http.security import new_token
from ..results import sortings
from ..results.download_pages import send_file
from ..storage.schema import Event
from . import responses

router = APIRouter(tags=["respondent"], default_response_class=HTMLResponse)

LIMITED = [Depends(limit_submissions)]
SENT = answers(303, 403, 404, 409, 413, 422, 429, content="")
ANSWERS = {"name": "?the person's name, where it is asked", "q0": "?position of the answer to the first question, …"}


@router.get("/f/{event_id}/{token}", operation_id="show_form", responses=answers(404))
def show_form(request: Request, site: SiteOf, event_id: Identifier, token: Token) -> Response:
    """Show the form."""
    event = _shared(site, event_id, token)
    if not event.is_open:
        words = "Answers are no longer taken. If you have answered, your own link still works."
        return public_page(request, site, "closed", {"event": event, "heading": "This form is closed", "words": words})
    if event.max_responses is not None and _count(site, event) >= event.max_responses:
        words = "As many people have answered as can take part. Ask whoever sent you here."
        return public_page(request, site, "closed", {"event": event, "heading": "This form is full", "words": words})
    return _form(request, site, event, f"/f/{event.id}/{token}", key=new_token())


@router.post(
    "/f/{event_id}/{token}",
    operation_id="submit_answers",
    dependencies=LIMITED,
    responses=SENT,
    openapi_extra=form_fields(submission_key="the form's own number: sent twice, kept once", **ANSWERS),
)
def submit_answers(request: Request, site: SiteOf, event_id: Identifier, token: Token, form: PublicForm) -> Response:
    """Keep somebody's answers, and go to their receipt."""
    event = _shared(site, event_id, token)
    key = form.text("submission_key")
    survey = events.survey_of(event)
    try:
        with site.database.session() as session:
            _, receipt = responses.submit(
                session,
                site.keys,
                event,
                form.text("name"),
                _read_answers(form, survey),
                key,
                settings=site.settings,
            )
    except BayesHatError as error:
        return _form(request, site, event, f"/f/{event.id}/{token}", key=key or new_token(), sent=form, error=error)
    return go_to(f"/r/{receipt}")


@router.get("/r/{receipt}", operation_id="show_receipt", responses=answers(404))
def show_receipt(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Show somebody's own answers and, once it is published, their own group."""
    with site.database.reading() as session:
        response, event = responses.response_of(session, receipt)
        own = sortings.own_result(session, response, event)
    survey = events.survey_of(event)
    context: dict[str, Any] = {
        "event": event,
        "name": response.name,
        "open": event.is_open,
        "path": f"/r/{receipt}",
        "address": site.address(request, f"/r/{receipt}"),
        "answered": [
            (asked.text, [asked.options[code] for code in response.answers.get(asked.id, [])])
            for asked in survey.questions
        ],
        "own": None,
        "colors": colors_address(survey.cluster_names, [cluster.color for cluster in survey.clusters]),
    }
    if own is not None:
        names = [one.group for one in own.shares]
        context["own"] = {
            "group": own.group,
            "index": [one.own for one in own.shares].index(True),
            "names": names,
            "chances": [one.share for one in own.shares],
        }
        context["colors"] = colors_address(names, [one.color for one in own.shares])
    return public_page(request, site, "receipt", context)


@router.get("/r/{receipt}/edit", operation_id="show_own_form", responses=answers(303, 404))
def show_own_form(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Show the form with one's own answers; when it is closed, go to the receipt."""
    with site.database.reading() as session:
        response, event = responses.response_of(session, receipt)
    if not event.is_open:
        return go_to(f"/r/{receipt}")
    survey = events.survey_of(event)
    chosen = {q: tuple(response.answers.get(asked.id, ())) for q, asked in enumerate(survey.questions)}
    return _form(request, site, event, f"/r/{receipt}/edit", chosen=chosen, name=response.name, back=f"/r/{receipt}")


@router.post(
    "/r/{receipt}/edit",
    operation_id="change_own_answers",
    dependencies=LIMITED,
    responses=SENT,
    openapi_extra=form_fields(**ANSWERS),
)
def change_own_answers(request: Request, site: SiteOf, receipt: Token, form: PublicForm) -> Response:
    """Change one's own answers, until the form closes."""
    with site.database.reading() as session:
        _, event = responses.response_of(session, receipt)
    try:
        with site.database.session() as session:
            given = _read_answers(form, events.survey_of(event))
            responses.change(session, receipt, given, form.text("name"))
    except BayesHatError as error:
        return _form(request, site, event, f"/r/{receipt}/edit", sent=form, error=error, back=f"/r/{receipt}")
    return go_to(f"/r/{receipt}", "changed")


@router.get(
    "/r/{receipt}/data.json",
    operation_id="download_own_data",
    response_class=Response,
    responses=answers(404, content="application/json", about="Everything that is kept about the person."),
)
def download_own_data(site: SiteOf, receipt: Token) -> Response:
    """Download everything that is kept about oneself; the group only once it is published."""
    with site.database.reading() as session:
        response, event = responses.response_of(session, receipt)
        data = responses.export_person(session, response)
        own = sortings.own_result(session, response, event)
    data["groups"] = [] if own is None else [{"group": own.group}]
    return send_file(json.dumps(data, ensure_ascii=False, indent=2).encode(), "my-answers.json", "application/json")


@router.get("/r/{receipt}/delete", operation_id="ask_to_delete_own_answers", responses=answers(404))
def ask_to_delete_own_answers(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Ask whether one's own answers are to be deleted."""
    with site.database.reading() as session:
        responses.response_of(session, receipt)
    context = {
        "heading": "Delete your answers?",
        "words": "They are deleted for good, and this link stops working.",
        "title": "",
        "button": "Delete my answers",
        "action": f"/r/{receipt}/delete",
        "back": f"/r/{receipt}",
    }
    return public_page(request, site, "confirm", context)


@router.post(
    "/r/{receipt}/delete",
    operation_id="delete_own_answers",
    dependencies=LIMITED,
    responses=answers(403, 404, 413, 422, 429),
    openapi_extra=form_fields(),
)
def delete_own_answers(
    request: Request,
    site: SiteOf,
    receipt: Token,
    form: PublicForm,  # noqa: ARG001 - it checks the token
) -> Response:
    """Delete one's own answers."""
    with site.database.session() as session:
        response, event = responses.response_of(session, receipt)
        responses.delete_response(session, response)
    words = "Nothing that you answered is kept any more."
    return public_page(request, site, "closed", {"event": event, "heading": "Your answers are deleted", "words": words})


def _shared(site: Site, event_id: str, token: str) -> Event:
    with site.database.reading() as session:
        return events.shared_event(session, site.keys, event_id, token)


def _count(site: Site, event: Event) -> int:
    with site.database.reading() as session:
        return events.summary(session, event).n_responses


def _form(
    request: Request,
    site: Site,
    event: Event,
    action: str,
    *,
    key: str = "",
    chosen: dict[int, tuple[int, ...]] | None = None,
    name: str = "",
    back: str = "",
    sent: Form | None = None,
    error: BayesHatError | None = None,
) -> Response:
    """Return the form, empty, or with what was sent and what was wrong with it."""
    survey = events.survey_of(event)
    if sent is not None:
        chosen = {q: tuple(map(int, filter(_is_code, sent.texts(f"q{q}")))) for q in range(survey.n_questions)}
        name = str(sent.data.get("name", ""))[:200]
    context = {
        "event": event,
        "survey": survey,
        "action": action,
        "key": key,
        "chosen": chosen or {},
        "name": name,
        "back": back,
        "changing": bool(back),
        "errors": {} if error is None else _problems(error, survey),
    }
    return public_page(request, site, "form", context, 200 if error is None else status_of(error))


def _read_answers(form: Form, survey: Survey) -> dict[str, list[int]]:
    """Return the chosen options by question; what is no number is none of them."""
    return {
        asked.id: [int(text) if _is_code(text) else -1 for text in form.texts(f"q{q}") if text]
        for q, asked in enumerate(survey.questions)
    }


def _is_code(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def _problems(error: BayesHatError, survey: Survey) -> dict[str, str]:
    """Return an error by field; questions' fields are q0, q1, …."""
    (field, words), *_ = problems_of(error).items()
    fields = {asked.id: f"q{q}" for q, asked in enumerate(survey.questions)}
    return {fields.get(field, field): words}
