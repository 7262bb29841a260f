"""Login with OpenID Connect: to the provider, back from it, and for an account that is there already."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    OPENID_COOKIE,
    LoggedIn,
    MaybeVisit,
    Site,
    SiteOf,
    go_to,
    limit_address,
    limit_own_password,
    read_cookie,
    set_cookie,
)
from ..core import accounts, identities
from ..core.openid import ATTEMPT_SECONDS, Attempt, Provider
from ..forms import PageForm, PageRoute, Secret
from ..refusals import Forbidden, NotFound
from .accounts import account_page, enter

router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

BACK = "/login/openid/back"
Told = Annotated[str, Query(max_length=4000, description="what the provider says")]


class LinkForm(PageForm):
    """The password, before an account is linked with the provider or the link is removed."""

    current: Annotated[Secret, Field(description="the current password")] = ""


@router.get("/login/openid", operation_id="begin_openid", dependencies=[Depends(limit_address)])
def begin_openid(
    request: Request,
    site: SiteOf,
    go_on: Annotated[str, Query(alias="next", max_length=2000, description="where to go then")] = "",
    secret: Annotated[str, Query(max_length=200, description="the set-up secret, for the first organiser")] = "",
) -> Response:
    """Send the browser to the provider. This is a link, because the page's policy keeps forms on this site."""
    attempt = Attempt.begin(goal=go_on, secret=secret)
    response = RedirectResponse(_provider(site).address(attempt, site.address(request, BACK)), status_code=303)
    set_cookie(response, site, OPENID_COOKIE, attempt.sign(site.keys), ATTEMPT_SECONDS)
    return response


@router.get(BACK, operation_id="finish_openid", dependencies=[Depends(limit_address)])
def finish_openid(
    request: Request,
    site: SiteOf,
    visit: MaybeVisit,
    state: Told = "",
    code: Told = "",
    iss: Told = "",
    error: Told = "",
) -> Response:
    """Log in the person whom the provider sends back, or link the account of the organiser who asked for that."""
    provider = _provider(site)
    attempt = Attempt.read(site.keys, read_cookie(request, site, OPENID_COOKIE), state)
    is_theirs = visit is not None and visit.organiser.id == attempt.links
    if attempt.links and not is_theirs:
        raise Forbidden(Message("openid-other-attempt"))
    told = {key: value for key, value in {"code": code, "iss": iss, "error": error}.items() if value}
    claimed = provider.finish(attempt, site.address(request, BACK), told)
    if visit is not None and is_theirs:
        with visit.write("linked-openid") as session:
            identities.link(session, visit.organiser, claimed)
        response: Response = go_to("/account", "saved")
    else:
        with site.database.session() as session:
            organiser = identities.enter(session, site.keys, claimed, attempt.secret)
        response = enter(site, organiser, attempt.goal, by_openid=True)
    set_cookie(response, site, OPENID_COOKIE, "", 0)
    return response


@router.post("/account/openid", operation_id="link_openid", dependencies=[Depends(limit_own_password)])
def link_openid(visit: LoggedIn, form: Annotated[LinkForm, Form()]) -> Response:
    """Show a link to the provider; the person who comes back from there can log in to this account."""
    site, provider = visit.site, _provider(visit.site)
    try:
        accounts.check_own_password(visit.organiser, form.current, "current")
        attempt = Attempt.begin(links=visit.organiser.id)
        address = provider.address(attempt, site.address(visit.request, BACK))
    except BayesHatError as error:
        return account_page(visit, error)
    response = visit.page("openid_link", {"provider": provider.name, "address": address})
    set_cookie(response, site, OPENID_COOKIE, attempt.sign(site.keys), ATTEMPT_SECONDS)
    return response


@router.post("/account/openid/unlink", operation_id="unlink_openid", dependencies=[Depends(limit_own_password)])
def unlink_openid(visit: LoggedIn, form: Annotated[LinkForm, Form()]) -> Response:
    """Remove the link between the account and the provider."""
    try:
        accounts.check_own_password(visit.organiser, form.current, "current")
        with visit.write("unlinked-openid") as session:
            identities.unlink(session, visit.organiser)
    except BayesHatError as error:
        return account_page(visit, error)
    return go_to("/account", "saved")


def _provider(site: Site) -> Provider:
    if site.provider is None:
        raise NotFound(Message("openid-none"))
    return site.provider
