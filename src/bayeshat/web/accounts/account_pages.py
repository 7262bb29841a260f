"""Set up, log in, log out, and the list of events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..http.dependencies import (
    LOGIN_COOKIE,
    PUBLIC_SENT,
    MaybeVisitor,
    OrganiserForm,
    OrganiserOf,
    PublicForm,
    Site,
    SiteOf,
    go_to,
    limit_logins,
    organiser_page,
    problems_of,
    public_page,
    set_cookie,
)
from ..http.documentation import answers, form_fields
from ..http.page_forms import PageForm, PageRoute, Secret, Text
from ..http.problems import status_of
from . import organisers

router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

LIMITED = [Depends(limit_logins)]


class LoginForm(PageForm):
    """Who logs in."""

    name: Text = ""
    password: Secret = ""
    next: Annotated[Text, Field(description="where to go then")] = ""


@router.get("/", operation_id="list_events", responses=answers(303))
def list_events(request: Request, site: SiteOf, visitor: MaybeVisitor) -> Response:
    """List the organiser's events; others are sent to log in, or to set up."""
    if visitor is None:
        with site.database.session() as session:
            is_new = organisers.setup_secret(session, site.keys) is not None
        return go_to("/setup" if is_new else "/login")
    with site.database.reading() as session:
        listed = [
            {
                "id": event.id,
                "title": event.title,
                "created": event.created_at,
                "open": event.is_open,
                "published": event.published_sorting_id is not None,
                "count": events.summary(session, event).n_responses,
            }
            for event in events.list_events(session, visitor.organiser)
        ]
    return organiser_page(request, site, visitor, "home", {"events": listed})


@router.get("/setup", operation_id="show_setup", responses=answers(303, 422))
def show_setup(
    request: Request, site: SiteOf, secret: Annotated[str, Query(max_length=200, description="from the server")] = ""
) -> Response:
    """Show the form for the first organiser."""
    with site.database.session() as session:
        is_new = organisers.setup_secret(session, site.keys) is not None
    if not is_new:
        return go_to("/login")
    return public_page(request, site, "setup", {"secret": secret, "name": ""})


@router.post(
    "/setup",
    operation_id="set_up",
    dependencies=LIMITED,
    responses=answers(303, 403, 413, 422, 429, content=""),
    openapi_extra=form_fields(secret="the set-up secret", name="a name to log in with", password="a password"),
)
def set_up(request: Request, site: SiteOf, form: PublicForm) -> Response:
    """Make the first organiser, and log in."""
    name, password = form.text("name"), str(form.data.get("password", ""))
    try:
        hashed = organisers.hash_new_password(password)
        with site.database.session() as session:
            organisers.create_organiser(session, site.keys, form.text("secret"), name, hashed)
        return _log_in(site, name, password, "/")
    except BayesHatError as error:
        context = {"secret": form.text("secret"), "name": name, "errors": problems_of(error)}
        return public_page(request, site, "setup", context, status_of(error))


@router.get("/login", operation_id="show_login", responses=answers(422))
def show_login(
    request: Request, site: SiteOf, go_on: Annotated[str, Query(alias="next", description="where to go then")] = ""
) -> Response:
    """Show the form to log in."""
    return public_page(request, site, "login", {"name": "", "next": go_on})


@router.post(
    "/login",
    operation_id="log_in",
    dependencies=[*LIMITED, *PUBLIC_SENT],
    responses=answers(303, 403, 413, 422, 429, content=""),
)
def log_in(request: Request, site: SiteOf, form: Annotated[LoginForm, Form()]) -> Response:
    """Log in."""
    try:
        return _log_in(site, form.name, form.password, form.next)
    except BayesHatError as error:
        context = {"name": form.name, "next": form.next, "errors": problems_of(error)}
        return public_page(request, site, "login", context, status_of(error))


@router.post(
    "/logout",
    operation_id="log_out",
    responses=answers(303, 401, 403, 413, 422, content=""),
    openapi_extra=form_fields(),
)
def log_out(site: SiteOf, visitor: OrganiserOf, form: OrganiserForm) -> Response:  # noqa: ARG001 - it checks the token
    """Log out."""
    with site.database.session() as session:
        organisers.log_out(session, visitor.token)
    return _forget(site, go_to("/login"))


@router.get("/account", operation_id="show_account", responses=answers(303, 401))
def show_account(request: Request, site: SiteOf, visitor: OrganiserOf) -> Response:
    """Show the organiser's own account."""
    return organiser_page(request, site, visitor, "account", {})


@router.post(
    "/account",
    operation_id="change_password",
    dependencies=LIMITED,
    responses=answers(303, 401, 403, 413, 422, 429, content=""),
    openapi_extra=form_fields(old="the password until now", new="the new one"),
)
def change_password(request: Request, site: SiteOf, visitor: OrganiserOf, form: OrganiserForm) -> Response:
    """Change the password; all logins end."""
    old, new = (str(form.data.get(field, "")) for field in ("old", "new"))
    try:
        hashed = organisers.check_change(visitor.organiser, old, new)
        with site.database.session() as session:
            organisers.change_password(session, visitor.organiser, hashed)
    except BayesHatError as error:
        return organiser_page(request, site, visitor, "account", {"errors": problems_of(error)}, 422)
    return _forget(site, go_to("/login", "password"))


def _log_in(site: Site, name: str, password: str, goal: str) -> Response:
    with site.database.reading() as session:
        found = organisers.find_organiser(session, name)
    organiser, renewed = organisers.check_login(found, password)
    with site.database.session() as session:
        token = organisers.log_in(session, organiser, site.settings.session_hours, renewed)
    response = go_to(_own_path(goal))
    set_cookie(response, site, LOGIN_COOKIE, site.keys.sign(token, "login"), site.settings.session_hours * 3600)
    return response


def _own_path(goal: str) -> str:
    """Return where to go after logging in: one of the organiser's pages here, never another site."""
    is_own = goal.startswith("/events/") and goal.isascii() and goal.isprintable() and "\\" not in goal
    return goal if is_own else "/"


def _forget(site: Site, response: Response) -> Response:
    set_cookie(response, site, LOGIN_COOKIE, "", 0)
    return response
