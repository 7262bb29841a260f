"""Who is expected to answer: the roster, personal links, and mail to those who are missing."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...report.tables import Table
from ...words.message import Message
from ..auth import (
    Editing,
    EventVisit,
    Identifier,
    Site,
    SiteOf,
    Token,
    Viewing,
    go_to,
)
from ..core import jobs, mail, responses, roster
from ..core.downloads import csv_file
from ..core.jobs import read_words
from ..core.uploads import Uploads, read_upload
from ..db.schema import Job, RosterEntry
from ..forms import Again, LongText, PageForm, PageRoute, Text, UploadId, read_file
from ..pages import render
from ..people_names import Repeated, name_key
from ..refusals import Refused, problems_of
from .downloads import send_noted
from .respondent import keep_answers, open_form
from .respondent_view import AnswerForm, Obstacle, RespondentRoute, Sheet, form_page

router = APIRouter(
    prefix="/events/{event_id}/roster", tags=["roster"], default_response_class=HTMLResponse, route_class=PageRoute
)

# What the people themselves open.
personal_router = APIRouter(tags=["respondent"], default_response_class=HTMLResponse, route_class=RespondentRoute)

CSV = "text/csv; charset=utf-8"


class RosterForm(PageForm):
    """People to put on the roster."""

    roster: Annotated[LongText, Field(description="people, one in a line, with or without an e-mail address")] = ""
    file: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with names and addresses")] = None
    upload: UploadId = ""
    again: Again = ""


class RemovalForm(PageForm):
    """People to take off the roster."""

    people: Annotated[list[Text], Field(description="ids on the roster")] = []  # noqa: RUF012 - never changed


class MailForm(PageForm):
    """Mail to those who have not answered."""

    kind: Annotated[Text, Field(description="invitation or reminder")] = ""
    subject: Text = ""
    text: Annotated[LongText, Field(description="with {name} and {link}")] = ""


@router.get("", operation_id="show_roster")
def show_roster(
    visit: Viewing, search: Annotated[str, Query(max_length=200, description="part of a name")] = ""
) -> Response:
    """Show who is expected, and who has answered."""
    return _roster_page(visit, search=search)


@router.post("/import", operation_id="add_to_roster")
def add_to_roster(visit: Editing, form: Annotated[RosterForm, Form()]) -> Response:
    """Put people on the roster: typed, or from a file such as a class list of Moodle or Canvas."""
    uploads = Uploads(visit.site.database, visit.organiser.id, "roster", visit.event.id)
    table, upload = None, form.upload
    try:
        if upload:
            table, _ = uploads.find_table(upload)
        sent = read_file(form.file)
        # Another file takes the place of the one that the page asked about.
        if any(sent):
            table, upload = read_upload(*sent, visit.site.settings), ""
        people = roster.read_people(form.roster, table)
        if not people:
            raise Refused(Message("roster-nobody"), "roster")
        if not form.again and roster.find_repeated(people):
            raise Refused(Message("roster-again-choose"), "again")
        with visit.write("added-people") as session:
            roster.add_people(session, visit.event, people, visit.site.settings, separate=form.again == "separate")
            uploads.drop(session, upload)
    except BayesHatError as error:
        # What was typed, a file that could be read, and who comes again stay on the page.
        kept: dict[str, Any] = {"typed": form.roster, "errors": problems_of(error, "file")}
        with suppress(BayesHatError):
            kept["repeated"] = roster.find_repeated(roster.read_people(form.roster, table))
            if table is not None:
                kept |= {"held": table.origin, "upload": uploads.keep(table, upload_id=upload), "again": form.again}
        return _roster_page(visit, kept, error)
    return go_to(f"/events/{visit.event.id}/roster", "expected")


@router.post("/remove", operation_id="remove_from_roster")
def remove_from_roster(visit: Editing, form: Annotated[RemovalForm, Form()]) -> Response:
    """Take people off the roster; what they answered stays."""
    if form.people:
        with visit.write("removed-people") as session:
            roster.remove_people(session, visit.event, form.people)
    return go_to(f"/events/{visit.event.id}/roster", "unexpected" if form.people else "nobody")


@router.get("/links.csv", operation_id="download_links", response_class=Response)
def download_links(visit: Editing) -> Response:
    """Download everybody's personal link, for a mail merge; anybody who has one can answer in that person's name."""
    with visit.site.database.reading() as session:
        rows = roster.list_roster(session, visit.event)
    table: Table = {
        "name": [row.entry.name for row in rows],
        "e-mail": [row.entry.email for row in rows],
        "link": [visit.site.address(visit.request, roster.link_path(visit.site.keys, row.entry)) for row in rows],
        "answered": ["no" if row.response is None else "yes" for row in rows],
    }
    return send_noted(visit, csv_file(table), "links.csv", CSV, "downloaded-links")


@router.post("/mail", operation_id="send_mail")
def send_mail(visit: Editing, form: Annotated[MailForm, Form()]) -> Response:
    """Send an invitation or a reminder to those who have not answered."""
    try:
        if not visit.site.sends_mail:
            raise Refused(Message("roster-mail-no-server"), "kind")
        with visit.write("sent-mail") as session:
            mail.enqueue_mail(
                session, visit.event, form.kind, form.subject, form.text, visit.site.address(visit.request, "")
            )
    except BayesHatError as error:
        return _roster_page(visit, {"letter": (form.kind, form.subject, form.text)}, error)
    visit.site.worker.wake()
    return go_to(f"/events/{visit.event.id}/roster")


@router.get("/mail", operation_id="show_mail")
def show_mail(visit: Viewing) -> Response:
    """Show how far the mail is: a part of the page for those who ask for that."""
    if not visit.is_partial:
        return go_to(f"/events/{visit.event.id}/roster")
    with visit.site.database.reading() as session:
        job = mail.latest_mail(session, visit.event)
    known = {"say": visit.say, "base": f"/events/{visit.event.id}"}
    return render("mail_progress", known | _mail_context(job))


def _mail_context(job: Job | None) -> dict[str, Any]:
    """Return what a page shows of the last mail."""
    return {"job": job, "sent": mail.count_sent(job), "message": read_words("" if job is None else job.message)}


@router.post("/mail/stop", operation_id="stop_mail")
def stop_mail(visit: Editing) -> Response:
    """Stop sending; what has gone out has gone out."""
    with visit.write("stopped-mail") as session:
        job = mail.latest_mail(session, visit.event)
        if job is not None:
            jobs.cancel(session, job)
    return go_to(f"/events/{visit.event.id}/roster")


@personal_router.get("/p/{entry_id}/{token}", operation_id="show_personal_form")
def show_personal_form(request: Request, site: SiteOf, entry_id: Identifier, token: Token) -> Response:
    """Show the form to somebody on the roster; once they have answered, go to their own answers."""
    _, sheet, has_answered = _personal_sheet(site, entry_id, token)
    if has_answered:
        return go_to(f"/r/{site.keys.receipt_token(sheet.event.id, sheet.key)}")
    return open_form(request, site, sheet)


@personal_router.post("/p/{entry_id}/{token}", operation_id="submit_personal_answers")
def submit_personal_answers(
    request: Request,
    site: SiteOf,
    entry_id: Identifier,
    token: Token,
    form: Annotated[AnswerForm, Form()],
    obstacle: Obstacle,
) -> Response:
    """Keep the answers of somebody on the roster, and go to their receipt."""
    entry, sheet, _ = _personal_sheet(site, entry_id, token)
    try:
        receipt = keep_answers(site, sheet, form, obstacle, entry)
    except BayesHatError as error:
        return form_page(request, _personal_sheet(site, entry_id, token)[1], form, error)
    return go_to(f"/r/{receipt}")


def _personal_sheet(site: Site, entry_id: str, token: str) -> tuple[RosterEntry, Sheet, bool]:
    """Return whose link it is, their form, and whether they have answered."""
    key = site.keys.roster_submission(entry_id)
    with site.database.reading() as session:
        entry, event = roster.invited(session, site.keys, entry_id, token)
        has_answered = responses.is_kept(session, event, key)
    path = roster.link_path(site.keys, entry)
    return entry, Sheet(event, path, key, name=entry.name, has_fixed_name=True), has_answered


def _roster_page(
    visit: EventVisit, context: dict[str, Any] | None = None, error: BayesHatError | None = None, search: str = ""
) -> Response:
    with visit.site.database.reading() as session:
        rows = roster.list_roster(session, visit.event)
        job = mail.latest_mail(session, visit.event)
    kind = "invitation" if mail.recipients(rows, "invitation") else "reminder"
    wanted = name_key(search)
    known = {
        "rows": [row for row in rows if wanted in name_key(row.entry.name)],
        "search": search,
        "count": len(rows),
        "n_answered": sum(row.response is not None for row in rows),
        "n_addresses": sum(bool(row.entry.email) for row in rows),
        "links": {row.entry.id: roster.link_path(visit.site.keys, row.entry) for row in rows},
        "sends_mail": visit.site.sends_mail,
        "to_whom": {kind: len(mail.recipients(rows, kind)) for kind in mail.KINDS},
        "letter": (kind, *mail.draft_of(visit.event, kind)),
        "tell_problem": mail.tell_problem,
        "typed": "",
        "repeated": Repeated(),
        "again": "",
        "held": "",
        **_mail_context(job),
    }
    return visit.event_page("roster", known | (context or {}), error=error)
