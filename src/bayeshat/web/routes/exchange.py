"""Exchanging places: what somebody offers on their own link, and what they take."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import catalogue
from ..auth import Site, SiteOf, Token, go_to
from ..core import exchanges, responses
from ..core.exchanges import Offer
from ..forms import PageForm, Text, read_whole
from ..refusals import Refused, TooMany
from .respondent_view import Obstacle, RespondentRoute, problems_in, respondent_page, with_status

router = APIRouter(tags=["respondent"], default_response_class=HTMLResponse, route_class=RespondentRoute)

_LONGEST_CODE = 20


class ExchangeForm(PageForm):
    """An offer, or the code of one."""

    action: Annotated[Text, Field(description="offer, withdraw, look (at an offer) or take (it)")] = ""
    group: Annotated[Text, Field(description="number of the group that the person would like, or was shown")] = ""
    code: Annotated[Text, Field(description="the code of somebody's offer")] = ""


@router.get("/r/{receipt}/exchange", operation_id="show_exchange")
def show_exchange(request: Request, site: SiteOf, receipt: Token) -> Response:
    """Show what somebody offers, and ask for the code of another person's offer."""
    return _page(request, site, receipt)


@router.post("/r/{receipt}/exchange", operation_id="exchange_places")
def exchange_places(
    request: Request, site: SiteOf, receipt: Token, form: Annotated[ExchangeForm, Form()], obstacle: Obstacle
) -> Response:
    """Make an offer or withdraw it, look at another person's, or exchange places with them."""
    try:
        found = _act(site, receipt, form, obstacle)
    except BayesHatError as error:
        return _page(request, site, receipt, code=form.code, error=error)
    if found is not None:
        return _page(request, site, receipt, found=found, code=form.code)
    return go_to(f"/r/{receipt}", "exchanged") if form.action == "take" else go_to(f"/r/{receipt}/exchange")


def _act(site: Site, receipt: str, form: ExchangeForm, obstacle: TooMany | None) -> Offer | None:
    """Do what was asked for; return the offer that was looked for."""
    if obstacle is not None:
        raise obstacle
    if form.action == "look":
        return exchanges.find_offer(site.database, receipt, form.code)
    if form.action == "take":
        exchanges.take_offer(site.database, receipt, form.code, read_whole(form.group, "group"))
    elif form.action == "withdraw":
        with site.database.session() as session:
            exchanges.withdraw_offer(session, receipt)
    else:
        exchanges.make_offer(site.database, receipt, read_whole(form.group, "group"))
    return None


def _page(
    request: Request,
    site: Site,
    receipt: str,
    *,
    found: Offer | None = None,
    code: str = "",
    error: BayesHatError | None = None,
) -> Response:
    with site.database.reading() as session:
        _, event = responses.response_of(session, receipt)
        try:
            own = exchanges.read_holder(session, receipt)
        except Refused:
            own = None
    say = catalogue(event.language)
    context: dict[str, Any] = {
        "path": f"/r/{receipt}",
        "errors": {} if error is None else problems_in(say, error),
        "code": code[:_LONGEST_CODE],
        "longest_code": _LONGEST_CODE,
        "own": own,
        "found": found,
    }
    return with_status(respondent_page(request, event, "exchange", context), error)
