"""Set up, log in and out, the organiser's own account, and who has one."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Depends, Form, Path, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Catalogue, Message, catalogue, language_names
from ..auth import (
    KNOWN_COOKIE,
    LOGIN_COOKIE,
    Identifier,
    LoggedIn,
    Site,
    SiteOf,
    Visit,
    go_to,
    half_login,
    limit_codes,
    limit_logins,
    limit_own_password,
    need_passwords,
    public_page,
    read_half_login,
    remember_browser,
    say_to,
    set_cookie,
)
from ..core import accounts, audit, deletion, identities, second_factor
from ..core.addresses import link_warning, mailed_address
from ..core.mail import Letter, send_letter
from ..db.schema import Organiser
from ..forms import PageForm, PageRoute, Secret, Text
from ..refusals import Forbidden, TooMany
from ..security import hash_token, same

router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

LIMITED = [Depends(limit_logins)]
BY_PASSWORD = [Depends(need_passwords), *LIMITED]
OWN_LIMITED = [Depends(limit_own_password)]
# Where somebody may go on to after logging in.
OWN_PAGES = ("/events/", "/join/", "/organisers", "/account")
ResetToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_.-]{20,400}$", description="the secret part of the link")]

organiser_router = APIRouter(
    prefix="/organisers", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)

PageNumber = Annotated[int, Query(ge=1, le=10**6, description="the page; the newest entries are on the first")]


class LoginForm(PageForm):
    """Who logs in."""

    name: Text = ""
    password: Secret = ""
    next: Annotated[Text, Field(description="where to go then")] = ""


class CodeForm(PageForm):
    """The code that is asked for after the password."""

    token: Annotated[Secret, Field(description="shows that the password was right")] = ""
    code: Annotated[Text, Field(description="of the app, or a recovery code")] = ""
    next: Annotated[Text, Field(description="where to go then")] = ""


class AccountForm(PageForm):
    """The name and password of a new account."""

    name: Annotated[Text, Field(description="a name to log in with")] = ""
    password: Secret = ""


class SetupForm(AccountForm):
    """The first account."""

    secret: Annotated[Text, Field(description="the set-up secret that the server printed")] = ""


class NameForm(PageForm):
    """Another name."""

    name: Text = ""


class LanguageForm(PageForm):
    """Another language."""

    language: Annotated[Text, Field(description="its code; empty for the browser's")] = ""


class PasswordForm(PageForm):
    """Another password."""

    old: Annotated[Secret, Field(description="the current password")] = ""
    new: Annotated[Secret, Field(description="the new one")] = ""


class EmailForm(PageForm):
    """An e-mail address."""

    email: Annotated[Text, Field(description="empty for none")] = ""
    password: Secret = ""


class ForgottenForm(PageForm):
    """Who forgot their password."""

    name: Annotated[Text, Field(description="the name or the e-mail address of the account")] = ""


class DeleteAccountForm(PageForm):
    """What is asked before an account is deleted."""

    password: Secret = ""
    version: Annotated[Text, Field(description="of what the page said would happen")] = ""
    successor: Annotated[Text, Field(description="the id of who administers the server then, if it needs somebody")] = (
        ""
    )


class ResetForm(PageForm):
    """A new password instead of a forgotten one."""

    password: Secret = ""


@router.get("/setup", operation_id="show_setup")
def show_setup(
    request: Request, site: SiteOf, secret: Annotated[str, Query(max_length=200, description="from the server")] = ""
) -> Response:
    """Show the form for the first organiser."""
    with site.database.session() as session:
        is_new = accounts.setup_secret(session, site.keys) is not None
    if not is_new:
        return go_to("/login")
    return _setup_page(request, site, secret)


@router.post("/setup", operation_id="set_up", dependencies=BY_PASSWORD)
def set_up(request: Request, site: SiteOf, form: Annotated[SetupForm, Form()]) -> Response:
    """Make the first organiser, and log in."""
    try:
        hashed = accounts.hash_new_password(form.password)
        with site.database.session() as session:
            organiser = accounts.create_organiser(session, site.keys, form.secret, form.name, hashed)
    except BayesHatError as error:
        return _setup_page(request, site, form.secret, form.name, error)
    return enter(site, organiser, "/")


@router.get("/login", operation_id="show_login")
def show_login(
    request: Request, site: SiteOf, go_on: Annotated[str, Query(alias="next", description="where to go then")] = ""
) -> Response:
    """Show the form to log in."""
    return _login_page(request, site, go_on)


@router.post("/login", operation_id="log_in", dependencies=BY_PASSWORD)
def log_in(request: Request, site: SiteOf, form: Annotated[LoginForm, Form()]) -> Response:
    """Log in."""
    try:
        with site.database.reading() as session:
            found = accounts.find_organiser(session, form.name)
        organiser, renewed = accounts.check_login(found, form.password)
        if renewed:
            with site.database.session() as session:
                organiser = accounts.renew_hash(session, organiser, renewed)
        if organiser.code_nonce:
            return public_page(request, "code", {"token": half_login(site, organiser), "next": form.next})
        return enter(site, organiser, form.next)
    except BayesHatError as error:
        return _login_page(request, site, form.next, form.name, error)


@router.post(
    "/login/code", operation_id="log_in_with_code", dependencies=[Depends(need_passwords), Depends(limit_codes)]
)
def log_in_with_code(request: Request, site: SiteOf, form: Annotated[CodeForm, Form()]) -> Response:
    """Log in somebody whose password was right, and who has a second factor."""
    identity, _, fingerprint = read_half_login(site, form.token) or ("", "", "")
    with site.database.reading() as session:
        organiser = session.get(Organiser, identity)
    if organiser is None or not same(hash_token(organiser.password), fingerprint):
        return _login_page(request, site, form.next, error=Forbidden(Message("accounts-code-late")))
    try:
        return enter(site, organiser, form.next, code=form.code)
    except BayesHatError as error:
        return public_page(request, "code", {"token": form.token, "next": form.next}, error)


@router.post("/logout", operation_id="log_out")
def log_out(visit: LoggedIn) -> Response:
    """Log out."""
    site = visit.site
    with visit.write("logged-out") as session:
        by_openid = accounts.log_out(session, visit.token)
    address = None
    if by_openid and site.provider is not None:
        address = site.provider.logout_address(site.address(visit.request, "/login"))
    if address is None or site.provider is None:
        return _forget(site, go_to("/login"))
    # Not by a redirect: the page's policy keeps forms from leading to another site.
    page = public_page(visit.request, "logged_out", {"provider": site.provider.name, "address": address})
    page.headers["refresh"] = f"0; url={address}"
    return _forget(site, page)


@router.get("/account", operation_id="show_account")
def show_account(visit: LoggedIn) -> Response:
    """Show the organiser's own account."""
    return account_page(visit)


@router.post("/account", operation_id="change_password", dependencies=OWN_LIMITED)
def change_password(visit: LoggedIn, form: Annotated[PasswordForm, Form()]) -> Response:
    """Change the password; all logins end."""
    try:
        hashed = accounts.check_change(visit.organiser, form.old, form.new)
        with visit.write("changed-password") as session:
            accounts.change_password(session, visit.organiser, hashed)
    except BayesHatError as error:
        return account_page(visit, error)
    return _forget(visit.site, go_to("/login", "password"))


@router.post("/account/name", operation_id="change_name")
def change_name(visit: LoggedIn, form: Annotated[NameForm, Form()]) -> Response:
    """Change the organiser's name, which they log in with."""
    try:
        with visit.write("changed-name") as session:
            accounts.rename(session, visit.organiser, form.name)
    except BayesHatError as error:
        return account_page(visit, error, form.name)
    return go_to("/account", "named")


@router.post("/account/language", operation_id="choose_language")
def choose_language(visit: LoggedIn, form: Annotated[LanguageForm, Form()]) -> Response:
    """Choose the language of the organiser's pages."""
    try:
        with visit.write() as session:
            accounts.set_language(session, visit.organiser, form.language)
    except BayesHatError as error:
        return account_page(visit, error)
    return go_to("/account", "language")


@router.post("/account/email", operation_id="change_email", dependencies=OWN_LIMITED)
def change_email(visit: LoggedIn, form: Annotated[EmailForm, Form()]) -> Response:
    """Change the e-mail address. It asks for the password, because mail to this address can reset it."""
    try:
        accounts.check_own_password(visit.organiser, form.password)
        with visit.write("changed-email") as session:
            accounts.set_email(session, visit.organiser, form.email)
    except BayesHatError as error:
        return account_page(visit, error, email=form.email)
    return go_to("/account", "saved")


@router.post("/account/logout", operation_id="log_out_everywhere")
def log_out_everywhere(visit: LoggedIn) -> Response:
    """End all logins of the organiser, on all devices."""
    with visit.write("logged-out-everywhere") as session:
        accounts.end_logins(session, visit.organiser)
    return _forget(visit.site, go_to("/login", "out"))


@router.get("/account/delete", operation_id="ask_to_delete_account")
def ask_to_delete_account(visit: LoggedIn) -> Response:
    """Say what becomes of the organiser's events, and ask whether the account is to be deleted."""
    return _deletion_page(visit)


@router.post("/account/delete", operation_id="delete_account", dependencies=OWN_LIMITED)
def delete_account(visit: LoggedIn, form: Annotated[DeleteAccountForm, Form()]) -> Response:
    """Delete the organiser's account, and their events unless somebody else can go on with them."""
    organiser = visit.organiser
    try:
        if organiser.password:
            accounts.check_own_password(organiser, form.password)
        with visit.write() as session:
            deletion.delete_account(session, organiser, version=form.version, successor=form.successor, by=organiser)
    except BayesHatError as error:
        return _deletion_page(visit, error, form.successor)
    response = _forget(visit.site, go_to("/login", "account-deleted"))
    set_cookie(response, visit.site, KNOWN_COOKIE, "", 0)
    return response


@router.get("/forgotten", operation_id="show_forgotten", dependencies=[Depends(need_passwords)])
def show_forgotten(request: Request, site: SiteOf) -> Response:
    """Show what to do about a forgotten password."""
    return public_page(request, "forgotten", {"sends_mail": site.sends_mail, "is_sent": False})


@router.post("/forgotten", operation_id="mail_reset", dependencies=BY_PASSWORD)
def mail_reset(
    request: Request, site: SiteOf, form: Annotated[ForgottenForm, Form()], tasks: BackgroundTasks
) -> Response:
    """Mail a link to choose a new password.

    The answer, and when it comes, is the same whether or not there is such an account. An account gets at most one mail
    a minute.
    """
    if site.sends_mail:
        tasks.add_task(_mail_reset, site, say_to(request), form.name)
    return public_page(request, "forgotten", {"sends_mail": site.sends_mail, "is_sent": site.sends_mail})


def _mail_reset(site: Site, say: Catalogue, told: str) -> None:
    """Mail a link to the organisers with this name or address, in their language, or else in the browser's."""
    with site.database.reading() as session:
        forgetful = accounts.list_forgetful(session, told)
        address = mailed_address(session, site.settings)
    for organiser in forgetful:
        with suppress(TooMany):
            site.letters.check(organiser.id)
            link = f"{address}/reset/{accounts.reset_token(site.keys, organiser, accounts.MAILED)}"
            speak = catalogue(organiser.language) if organiser.language else say
            text = speak("accounts-mail-text", name=organiser.name, link=link)
            letter = Letter(organiser.name, organiser.email, speak("accounts-mail-subject"), text)
            send_letter(site.settings, letter)


@router.get("/reset/{token}", operation_id="show_reset")
def show_reset(request: Request, site: SiteOf, token: ResetToken) -> Response:
    """Show the form for a new password to somebody who has a link to it."""
    return _reset_page(request, site, token)


@router.post("/reset/{token}", operation_id="reset_password", dependencies=BY_PASSWORD)
def reset_password(request: Request, site: SiteOf, token: ResetToken, form: Annotated[ResetForm, Form()]) -> Response:
    """Set a new password by a link; the link and all logins end."""
    with site.database.reading() as session:
        organiser = accounts.organiser_to_reset(session, site.keys, token)
    try:
        hashed = accounts.hash_new_password(form.password)
        with site.database.session() as session:
            accounts.change_password(session, organiser, hashed)
            audit.record(session, None, organiser, Message("accounts-did-reset"))
    except BayesHatError as error:
        return _reset_page(request, site, token, error)
    return _forget(site, go_to("/login", "password"))


def enter(
    site: Site, organiser: Organiser, goal: str, said: str = "", code: str = "", *, by_openid: bool = False
) -> Response:
    """Log somebody in whose password was checked or chosen just now, and go on to a page of ours.

    With a second factor, the code is checked here, except after OpenID Connect: the provider has its own.
    """
    with site.database.session() as session:
        known = accounts.hold_organiser(session, organiser)
        needs_code = bool(known.code_nonce) and not by_openid
        is_recovery = needs_code and second_factor.use_code(session, site.keys, known, code)
        token = accounts.log_in(session, organiser, site.settings.session_hours, by_openid=by_openid)
        did = "accounts-did-logged-in-recovery" if is_recovery else "accounts-did-logged-in"
        audit.record(session, None, organiser, Message(did))
    response = go_to(_own_path(goal), said)
    set_cookie(response, site, LOGIN_COOKIE, site.keys.sign(token, "login"), site.settings.session_hours * 3600)
    remember_browser(response, site, organiser.name)
    return response


def account_page(
    visit: Visit, error: BayesHatError | None = None, name: str | None = None, email: str | None = None
) -> Response:
    """Return the page of the organiser's own account."""
    provider = visit.site.provider
    with visit.site.database.reading() as session:
        is_linked = provider is not None and identities.is_linked(session, visit.organiser)
    context = {
        "has_password": bool(visit.organiser.password) and visit.site.settings.local_accounts,
        "provider": provider.name if provider else "",
        "is_linked": is_linked,
        "name": visit.organiser.name if name is None else name,
        "email": visit.organiser.email if email is None else email,
        "sends_mail": visit.site.sends_mail,
        "languages": language_names(whole=True),
    }
    return visit.page("account", context, error=error)


def _deletion_page(visit: Visit, error: BayesHatError | None = None, successor: str = "") -> Response:
    with visit.site.database.reading() as session:
        plan = deletion.plan_deletion(session, visit.organiser)
    return visit.page("delete_account", {"plan": plan, "successor": successor}, error=error)


def _reset_page(request: Request, site: Site, token: str, error: BayesHatError | None = None) -> Response:
    with site.database.reading() as session:
        organiser = accounts.organiser_to_reset(session, site.keys, token)
    return public_page(request, "reset", {"action": f"/reset/{token}", "name": organiser.name}, error)


def _login_page(
    request: Request, site: Site, goal: str, name: str = "", error: BayesHatError | None = None
) -> Response:
    return public_page(request, "login", {"name": name, "next": goal, **_ways_in(site)}, error)


def _setup_page(
    request: Request, site: Site, secret: str, name: str = "", error: BayesHatError | None = None
) -> Response:
    return public_page(request, "setup", {"secret": secret, "name": name, **_ways_in(site)}, error)


def _ways_in(site: Site) -> dict[str, Any]:
    """Return whether organisers can log in with a password, and the name of the provider."""
    return {"local": site.settings.local_accounts, "provider": site.provider.name if site.provider else ""}


def _own_path(goal: str) -> str:
    """Return where to go after logging in: one of the organiser's pages here, never another site."""
    is_own = goal.startswith(OWN_PAGES) and goal.isascii() and goal.isprintable() and "\\" not in goal
    return goal if is_own else "/"


def _forget(site: Site, response: Response) -> Response:
    set_cookie(response, site, LOGIN_COOKIE, "", 0)
    return response


class NoteForm(PageForm):
    """Whom an invitation is for."""

    note: Annotated[Text, Field(description="whom it is for, in the organiser's own words")] = ""


@organiser_router.get("", operation_id="list_organisers")
def list_organisers(visit: LoggedIn) -> Response:
    """List who organises on this server, and open invitations."""
    return _organisers_page(visit)


@organiser_router.post("/invitations", operation_id="invite_organiser")
def invite_organiser(visit: LoggedIn, form: Annotated[NoteForm, Form()]) -> Response:
    """Make a link by which somebody can make an account."""
    try:
        with visit.write("invited-organiser") as session:
            token = accounts.invite(session, visit.organiser, note=form.note)
    except BayesHatError as error:
        return _organisers_page(visit, error=error, note=form.note)
    return _organisers_page(visit, link=visit.site.address(visit.request, f"/join/{token}"))


@organiser_router.post("/invitations/{invitation_id}/withdraw", operation_id="withdraw_invitation")
def withdraw_invitation(visit: LoggedIn, invitation_id: Identifier) -> Response:
    """Withdraw an invitation; its link no longer works."""
    with visit.write("withdrew") as session:
        accounts.withdraw(session, visit.organiser, invitation_id)
    return go_to("/organisers", "withdrawn")


@organiser_router.get("/log", operation_id="show_server_log")
def show_server_log(visit: LoggedIn, page: PageNumber = 1) -> Response:
    """Show logins, invitations, and what was done with deleted events, the newest first."""
    with visit.site.database.reading() as session:
        accounts.list_invitations(session, visit.organiser)
        entries, n_pages = audit.list_entries(session, None, page)
    context = {"entries": entries, "page": page, "n_pages": n_pages, "event": None, "path": "/organisers/log"}
    return visit.page("audit_log", context)


def _organisers_page(visit: Visit, *, link: str = "", note: str = "", error: BayesHatError | None = None) -> Response:
    with visit.site.database.reading() as session:
        invitations = accounts.list_invitations(session, visit.organiser)
        listed = accounts.list_organisers(session)
    context = {
        "listed": listed,
        "invitations": invitations,
        "link": link,
        "warning": link_warning(link),
        "note": note,
        "days": accounts.DAYS,
    }
    return visit.page("organisers", context, error=error)
