"""The form, and everybody's own receipt: what a respondent sees."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Catalogue, Message, catalogue, languages
from ...words.phrases import tell_share, title_of
from ..auth import Identifier, Site, SiteOf, Token, go_to
from ..core import events, responses
from ..core.form_fields import FormClosed, asks_number, is_full, show_typed
from ..core.publishing import OwnResult, read_receipt, tell_reason
from ..core.wishes import wishes_in
from ..db.database import Database
from ..db.schema import Event, RosterEntry
from ..db.schema import Response as Answered
from ..pages import colors_address, load_template
from ..refusals import NotFound
from ..security import hash_token, new_token, same
from .downloads import send_file
from .respondent_view import (
    AnswerForm,
    Chosen,
    Obstacle,
    RespondentRoute,
    Sheet,
    form_page,
    list_answered,
    list_wishes,
    notice_page,
    problems_in,
    respondent_page,
    with_status,
)

router = APIRouter(tags=["respondent"], default_response_class=HTMLResponse, route_class=RespondentRoute)

# Seconds until a shared device shows an empty form again: longer where there is something to photograph.
_SHORT, _LONG = 10, 30
# What the receipt says after a form was sent.
SAID = {"changed": "form-receipt-changed", "exchanged": "form-exchange-done"}


@router.get("/f/{event_id}/{token}", operation_id="show_form")
def show_form(request: Request, site: SiteOf, event_id: Identifier, token: Token) -> Response:
    """Show the form."""
    event = _shared(site, event_id, token)
    return open_form(request, site, Sheet(event, f"/f/{event.id}/{token}", new_token()))


@router.post("/f/{event_id}/{token}", operation_id="submit_answers")
def submit_answers(
    request: Request,
    site: SiteOf,
    event_id: Identifier,
    token: Token,
    form: Annotated[AnswerForm, Form()],
    obstacle: Obstacle,
) -> Response:
    """Keep somebody's answers, and go to their receipt; on a shared device, say thanks."""
    try:
        event = _shared(site, event_id, token)
    except NotFound:
        former = _formerly_shared(site, event_id, token)
        if former is None:
            raise
        return form_page(request, Sheet(former, ""), form, FormClosed({"": Message("form-link-replaced")}))
    key = form.submission_key if responses.is_submission_key(form.submission_key) else new_token()
    sheet = Sheet(event, f"/f/{event.id}/{token}", key)
    if event.is_kiosk:
        # Whoever goes back and sends it once more is not the person who did.
        with site.database.reading() as session:
            if responses.is_kept(session, event, key):
                return _thanks_page(request, site, event, sheet.action)
    try:
        receipt = keep_answers(site, sheet, form, obstacle)
    except BayesHatError as error:
        return form_page(request, replace(sheet, event=_shared(site, event_id, token)), form, error)
    return _thanks_page(request, site, event, sheet.action, receipt) if event.is_kiosk else go_to(f"/r/{receipt}")


@router.get("/r/{receipt}", operation_id="show_receipt")
async def show_receipt(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Show somebody's own answers and, once it is published, their own group."""
    found = await site.receipts.get(hash_token(receipt))
    if found is None:
        raise NotFound(Message("answers-no-receipt"))
    response, event, own, waits = found
    say, survey = catalogue(event.language), events.survey_of(event)
    context: dict[str, Any] = {
        "name": response.name,
        "path": f"/r/{receipt}",
        "address": site.address(request, f"/r/{receipt}"),
        "answered": list_answered(survey, _chosen(event, response)) + list_wishes(event, wishes_in(response.extra)),
        "own": None if own is None else _own_view(say, event, own),
        "waits": waits,
        "colors": None if own is None else _colors(own),
        "said": say(SAID[said]) if (said := request.query_params.get("said", "")) in SAID else "",
    }
    return respondent_page(request, event, "receipt", context)


@router.get("/r/{receipt}/edit", operation_id="show_own_form")
def show_own_form(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Show the form with one's own answers; when it is closed, go to the receipt."""
    sheet = _own_sheet(site, receipt)
    return form_page(request, sheet) if sheet.event.takes_answers else go_to(sheet.back)


@router.post("/r/{receipt}/edit", operation_id="change_own_answers")
def change_own_answers(
    request: Request, site: SiteOf, receipt: Token, form: Annotated[AnswerForm, Form()], obstacle: Obstacle
) -> Response:
    """Change one's own answers, until the form closes."""
    try:
        _change(site, _own_sheet(site, receipt), receipt, form, obstacle)
    except BayesHatError as error:
        return form_page(request, _own_sheet(site, receipt), form, error)
    return go_to(f"/r/{receipt}", "changed")


@router.get("/r/{receipt}/data.json", operation_id="download_own_data", response_class=Response)
def download_own_data(site: SiteOf, receipt: Token) -> Response:
    """Download everything that is kept about oneself; the group only once it is published."""
    with site.database.reading() as session:
        response, _, own, waits = read_receipt(session, hash_token(receipt))
        data = responses.export_person(session, response) | {"waiting_list": waits or None}
    rounds = [] if own is None else [{"round": r, "group": one.group} for r, one in enumerate(own.rounds, 1)]
    data["groups"] = rounds or ([] if own is None else [{"group": own.group}])
    return send_file(json.dumps(data, ensure_ascii=False, indent=2).encode(), "my-answers.json", "application/json")


@router.get("/r/{receipt}/delete", operation_id="ask_to_delete_own_answers")
def ask_to_delete_own_answers(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Ask whether one's own answers are to be deleted, and say what stays."""
    return _deletion_page(request, site, receipt)


@router.post("/r/{receipt}/delete", operation_id="delete_own_answers")
def delete_own_answers(request: Request, site: SiteOf, receipt: Token, obstacle: Obstacle) -> Response:
    """Delete one's own answers."""
    if obstacle is not None:
        return _deletion_page(request, site, receipt, obstacle)
    with site.database.session() as session:
        response, event = responses.response_of(session, receipt)
        responses.delete_response(session, response)
    return notice_page(request, event, "deleted")


def warm_up(database: Database) -> None:
    """Do what each of the first respondents would otherwise do again, if many come at once right after a start."""
    for language in languages():
        catalogue(language).read_all()
    for name in ("base", "page_macros", "respondent", "respondent_macros", "form", "receipt"):
        load_template(name)
    with database.reading() as session, suppress(NotFound):
        read_receipt(session, "")


def open_form(request: Request, site: Site, sheet: Sheet) -> Response:
    """Return the form, or a page that says why it takes no answers."""
    event = sheet.event
    with site.database.reading() as session:
        full = is_full(event, responses.count_responses(session, event), site.settings)
    if not event.takes_answers:
        return notice_page(request, event, "closed", closed_at=event.closes_at if event.is_open else None)
    return notice_page(request, event, "full") if full else form_page(request, sheet)


def _shared(site: Site, event_id: str, token: str) -> Event:
    with site.database.reading() as session:
        return events.shared_event(session, site.keys, event_id, token)


def keep_answers(
    site: Site, sheet: Sheet, form: AnswerForm, obstacle: BayesHatError | None, roster_entry: RosterEntry | None = None
) -> str:
    """Keep somebody's answers, and return the token of their receipt."""
    if obstacle is not None:
        raise obstacle
    given = form.read_answers(events.survey_of(sheet.event))
    with site.database.session() as session:
        _, receipt = responses.submit(
            session,
            site.keys,
            sheet.event,
            form.name,
            given,
            sheet.key,
            wishes=form.wishes,
            settings=site.settings,
            survey_version=form.version,
            consented=form.consent == "yes",
            has_namesake=_is_taken(session, sheet, form, submission_key=sheet.key),
            is_sure=form.send_anyway == "yes",
            roster_entry=roster_entry,
        )
    return receipt


def _change(site: Site, sheet: Sheet, receipt: str, form: AnswerForm, obstacle: BayesHatError | None) -> None:
    if obstacle is not None:
        raise obstacle
    given = form.read_answers(events.survey_of(sheet.event))
    with site.database.session() as session:
        responses.change(
            session,
            receipt,
            given,
            form.name,
            wishes=form.wishes,
            survey_version=form.version,
            consented=form.consent == "yes",
            has_namesake=_is_taken(session, sheet, form, receipt=receipt),
            is_sure=form.send_anyway == "yes",
        )


def _is_taken(session: Session, sheet: Sheet, form: AnswerForm, **own: str) -> bool:
    """Say whether somebody else has the name, and the person has not been told yet."""
    if sheet.has_fixed_name or not sheet.event.asks_names or form.send_anyway == "yes":
        return False
    return responses.is_taken(session, sheet.event, form.name, **own)


def _own_sheet(site: Site, receipt: str) -> Sheet:
    """Return the form with one's own answers."""
    with site.database.reading() as session:
        response, event = responses.response_of(session, receipt)
    return Sheet(
        event,
        f"/r/{receipt}/edit",
        name=response.name,
        chosen=_chosen(event, response),
        wishes=wishes_in(response.extra),
        has_fixed_name=response.roster_entry_id is not None,
        asks_consent=response.consented_at is None,
        back=f"/r/{receipt}",
    )


def _chosen(event: Event, response: Answered) -> Chosen:
    say, asked = catalogue(event.language), enumerate(events.survey_of(event).questions)
    given = {q: (question, response.answers.get(question.id, ())) for q, question in asked}
    return {
        q: tuple(show_typed(value, say) for value in values) if asks_number(question) else tuple(values)
        for q, (question, values) in given.items()
    }


def _formerly_shared(site: Site, event_id: str, token: str) -> Event | None:
    """Return the event of a link that was renewed since, or None."""
    with site.database.reading() as session:
        event = session.get(Event, event_id)
    links = (Event(id=event_id, share_number=n) for n in range(1, event.share_number if event else 1))
    return event if any(same(site.keys.share_token(link.id, link.share_number), token) for link in links) else None


def _own_view(say: Catalogue, event: Event, own: OwnResult) -> dict[str, Any]:
    """Return what the organiser lets somebody see of their place."""
    return {
        "group": say.tell(title_of(own.group)),
        "number": own.number,
        "reason": [say.tell(words) for words in tell_reason(event, own)],
        "chances": [
            (say.tell(title_of(one.group)), one.share, say.tell(tell_share(one.share)), one.own) for one in own.shares
        ]
        if event.shows_chances
        else [],
        "mates": own.mates if event.shows_mates and not own.rounds else None,
        "rounds": [(say.tell(title_of(one.group)), one.number, one.mates) for one in own.rounds],
        "exchange": event.allows_exchange and not own.rounds,
        "has_offer": own.has_offer,
    }


def _colors(own: OwnResult) -> str:
    return colors_address([title for title, _ in own.groups], [color for _, color in own.groups])


def _deletion_page(request: Request, site: Site, receipt: str, error: BayesHatError | None = None) -> Response:
    with site.database.reading() as session:
        _, event = responses.response_of(session, receipt)
    errors = {} if error is None else problems_in(catalogue(event.language), error)
    context = {"path": f"/r/{receipt}", "errors": errors}
    return with_status(respondent_page(request, event, "own_deletion", context), error)


def _thanks_page(request: Request, site: Site, event: Event, form: str, receipt: str = "") -> Response:
    """Thank somebody on a shared device; their own link is shown once, as a picture, and stays nowhere."""
    import segno

    code = ""
    if receipt:
        drawn = segno.make(site.address(request, f"/r/{receipt}"), error="m")
        code = drawn.svg_data_uri(border=2, dark="#000", light="#fff", omitsize=True)
    seconds = _LONG if receipt else _SHORT
    page = respondent_page(request, event, "thanks", {"form": form, "code": code, "seconds": seconds})
    page.headers["refresh"] = f"{seconds}; url={form}"
    return page
