"""The second factor of the organiser's own account: switching it on and off."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Form
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..auth import LoggedIn, Visit, go_to, limit_own_codes, limit_own_password
from ..core import accounts, second_factor
from ..forms import PageForm, PageRoute, Secret, Text

router = APIRouter(
    prefix="/account/second-factor",
    tags=["organiser"],
    default_response_class=HTMLResponse,
    route_class=PageRoute,
)
LIMITED = [Depends(limit_own_password), Depends(limit_own_codes)]


class FactorForm(PageForm):
    """What is asked before the second factor is switched on or off."""

    password: Secret = ""
    code: Annotated[Text, Field(description="of the app; to switch it off, also a recovery code")] = ""


class NewFactorForm(FactorForm):
    """The same, with the secret that the page proposed."""

    proposal: Annotated[Secret, Field(description="what the secret follows from, signed")] = ""


@router.get("", operation_id="show_second_factor")
def show_second_factor(visit: LoggedIn) -> Response:
    """Show how to switch the second factor on, or off."""
    return _page(visit, second_factor.propose(visit.site.keys, visit.organiser))


@router.post("/on", operation_id="switch_second_factor_on", dependencies=LIMITED)
def switch_second_factor_on(visit: LoggedIn, form: Annotated[NewFactorForm, Form()]) -> Response:
    """Switch the second factor on; all other logins end. The recovery codes are shown once."""
    keys, organiser, proposal = visit.site.keys, visit.organiser, form.proposal
    try:
        nonce = second_factor.read_proposal(keys, organiser, proposal)
        accounts.check_own_password(organiser, form.password)
        with visit.write("switched-factor-on") as session:
            codes = second_factor.switch_on(session, keys, organiser, nonce, form.code)
            accounts.end_logins(session, organiser, but=visit.token)
    except BayesHatError as error:
        try:
            second_factor.read_proposal(keys, organiser, proposal)
        except BayesHatError:
            proposal = second_factor.propose(keys, organiser)
        return _page(visit, proposal, error)
    return visit.page("recovery_codes", {"codes": codes})


@router.post("/off", operation_id="switch_second_factor_off", dependencies=LIMITED)
def switch_second_factor_off(visit: LoggedIn, form: Annotated[FactorForm, Form()]) -> Response:
    """Switch the second factor off."""
    try:
        accounts.check_own_password(visit.organiser, form.password)
        with visit.write("switched-factor-off") as session:
            if visit.organiser.code_nonce:
                second_factor.use_code(session, visit.site.keys, visit.organiser, form.code)
            second_factor.switch_off(session, visit.organiser)
    except BayesHatError as error:
        return _page(visit, second_factor.propose(visit.site.keys, visit.organiser), error)
    return go_to("/account", "saved")


def _page(visit: Visit, proposal: str, error: BayesHatError | None = None) -> Response:
    import segno

    keys, organiser = visit.site.keys, visit.organiser
    context = {"proposal": "", "secret": "", "picture": ""}
    if not organiser.code_nonce:
        nonce = second_factor.read_proposal(keys, organiser, proposal)
        host = urlsplit(visit.site.address(visit.request, "/")).hostname
        secret, address = second_factor.show_secret(keys, organiser, nonce, f"bayeshat {host}")
        drawn = segno.make(address, error="m")
        context = {
            "proposal": proposal,
            "secret": secret,
            "picture": drawn.svg_data_uri(border=2, dark="#000", light="#fff", omitsize=True),
        }
    return visit.page("second_factor", context, error=error)
