"""What routes ask for: the site, and who is asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Path, Request
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ..errors import BayesHatError
from ..words.message import Catalogue, Message, catalogue, choose_language
from .core import accounts, audit, events, results
from .core.openid import Provider
from .core.publishing import Receipt
from .core.results import Standing
from .core.worker import Worker
from .db.database import Database
from .db.schema import Event, Organiser, Sorting
from .limits import RateLimiter, client_of
from .metrics import Requests
from .pages import render
from .reading_together import ReadTogether
from .refusals import Forbidden, LoginError
from .security import Keys, hash_token
from .settings import Settings

LOGIN_COOKIE = "bayeshat_login"
KNOWN_COOKIE = "bayeshat_known"
OPENID_COOKIE = "bayeshat_openid"
_KNOWN_SECONDS = 365 * 86400
# Seconds to type a code after the password.
_CODE_SECONDS = 300

Identifier = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="32 hexadecimal digits")]
Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{20,100}$", description="the secret part of a private address")]

# What a template knows, and why what was sent was not taken.
Facts = dict[str, Any]
Wrong = BayesHatError | None


@dataclass
class Site:
    """What all requests share.

    Attributes
    ----------
    settings, database, keys, worker
        The server's.
    logins, login_addresses
        How often somebody may try to log in to one account, and from one address.
    codes
        How often somebody may try the codes of one account in 15 minutes: codes are short.
    letters
        How often a link for a forgotten password goes to one account.
    submissions
        How often one address may send answers.
    receipts
        What receipts show, by their hashes.
    requests
        How many there were, for those who watch the server.
    provider
        The provider of OpenID Connect; None if there is none.
    """

    settings: Settings
    database: Database
    keys: Keys
    worker: Worker
    logins: RateLimiter
    login_addresses: RateLimiter
    codes: RateLimiter
    letters: RateLimiter
    submissions: RateLimiter
    receipts: ReadTogether[Receipt]
    requests: Requests
    provider: Provider | None = None

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server by HTTPS, so that cookies travel by that alone."""
        return (self.settings.public_url or "").startswith("https:")

    @property
    def sends_mail(self) -> bool:
        """Whether there is a mail server."""
        return self.settings.smtp_url is not None and self.settings.mail_from is not None

    def address(self, request: Request, path: str) -> str:
        """Return the whole address of a page."""
        return (self.settings.public_url or str(request.base_url).rstrip("/")) + path


def site_of(request: Request) -> Site:
    """Return the site."""
    site: Site = request.app.state.site
    return site


async def get_site(request: Request) -> Site:
    """Return the site to a route; it is async because plain functions would be sent to a thread."""
    return site_of(request)


SiteOf = Annotated[Site, Depends(get_site)]


def login_token(request: Request, site: Site) -> str | None:
    """Return the token of the request's login cookie, if we signed it."""
    token = site.keys.unsign(read_cookie(request, site, LOGIN_COOKIE), "login", site.settings.session_hours * 3600)
    return token if isinstance(token, str) else None


@dataclass(frozen=True)
class Visit:
    """A request of an organiser who has logged in.

    Attributes
    ----------
    request, site
        What is asked, and whom.
    organiser, token
        Who is asking, and the login's token.
    """

    request: Request
    site: Site
    organiser: Organiser
    token: str

    @property
    def say(self) -> Catalogue:
        """What pages say in the organiser's language."""
        return say_to(self.request, self.organiser)

    @property
    def is_partial(self) -> bool:
        """Whether htmx asks, for a part of a page only."""
        return is_partial(self.request)

    @contextmanager
    def write(self, did: str = "", **facts: Any) -> Iterator[Session]:
        """Open a session that may write; at its end the audit log tells, in the same transaction, what was done.

        Parameters
        ----------
        did
            The end of a message's id, as for `record`; empty if nothing need be told, or the block tells it.
        **facts
            What the message says besides.
        """
        with self.site.database.session() as session:
            yield session
            if did:
                self.record(session, did, **facts)

    def record(self, session: Session, did: str, event: Event | None = None, /, **facts: Any) -> None:
        """Write into the audit log what the organiser did, by the end of a message's id; it names no respondent."""
        audit.record(session, event, self.organiser, Message(f"accounts-did-{did}", **facts))

    def page(self, template: str, context: Facts, status: int = 200, error: Wrong = None) -> HTMLResponse:
        """Return an organiser's page."""
        known = {"say": self.say, "organiser": self.organiser, "said": _said(self.request, self.say)}
        return render(template, known | context, status, error)


@dataclass(frozen=True)
class EventVisit(Visit):
    """A request about an event that the organiser is a member of: "viewer", "editor" or "owner"."""

    event: Event
    role: str

    def record(self, session: Session, did: str, event: Event | None = None, /, **facts: Any) -> None:
        """Write what was done to the event, or to another one."""
        super().record(session, did, event or self.event, **facts)

    def page(self, template: str, context: Facts, status: int = 200, error: Wrong = None) -> HTMLResponse:
        """Return an organiser's page; templates know the organiser's `role`, and what it allows."""
        known = {"role": self.role, "can_edit": self.role in ("editor", "owner"), "is_owner": self.role == "owner"}
        return super().page(template, known | context, status, error)

    def event_page(self, template: str, context: Facts, status: int = 200, error: Wrong = None) -> HTMLResponse:
        """Return a page about the event: templates know it as `event`, and its address as `base`."""
        known = {"event": self.event, "base": f"/events/{self.event.id}"}
        return self.page(template, known | context, status, error)


@dataclass(frozen=True)
class ResultVisit(EventVisit):
    """A request about one of an event's results."""

    sorting: Sorting

    def record(self, session: Session, did: str, event: Event | None = None, /, **facts: Any) -> None:
        """Write what was done to the result."""
        super().record(session, did, event, result=self.sorting.title, **facts)

    def read(self) -> Standing:
        """Return the whole result as it stands now; the database is left before anything is made of it."""
        with self.site.database.reading() as session:
            return results.read_standing(session, self.sorting)

    @property
    def path(self) -> str:
        """The address of the result's board."""
        return f"/events/{self.event.id}/sortings/{self.sorting.id}"

    def result_page(self, template: str, context: Facts, status: int = 200, error: Wrong = None) -> HTMLResponse:
        """Return a page about the result."""
        known = {
            "event": self.event,
            "event_base": f"/events/{self.event.id}",
            "base": self.path,
            "sorting": self.sorting,
        }
        return self.page(template, known | context, status, error)


def find_visit(request: Request, site: SiteOf) -> Visit | None:
    """Return this request's visit, or None without a login."""
    with site.database.reading() as session:
        return _find_visit(session, request, site)


def _find_visit(session: Session, request: Request, site: Site) -> Visit | None:
    token = login_token(request, site)
    organiser = None if token is None else accounts.organiser_of(session, token)
    return None if organiser is None or token is None else Visit(request, site, organiser, token)


def log_in(session: Session, request: Request, site: Site) -> Visit:
    """Return the visit of the organiser who is asking; others are sent to log in."""
    visit = _find_visit(session, request, site)
    if visit is None:
        raise LoginError(Message("page-log-in-to-see"))
    return visit


def get_visit(request: Request, site: SiteOf) -> Visit:
    """Let in anybody who has logged in."""
    with site.database.reading() as session:
        return log_in(session, request, site)


def _open_event(session: Session, request: Request, site: Site, event_id: str, role: str) -> EventVisit:
    """Let in a member of an event who has at least this role; for others there is no such event."""
    visit = log_in(session, request, site)
    event, held = events.open_event(session, visit.organiser, event_id, role)
    return EventVisit(request, site, visit.organiser, visit.token, event, held)


def event_gate(role: str) -> Callable[[Request, Site, str], EventVisit]:
    """Return what lets in members of an event with at least this role."""

    def enter(request: Request, site: SiteOf, event_id: Identifier) -> EventVisit:
        with site.database.reading() as session:
            return _open_event(session, request, site, event_id, role)

    return enter


def result_gate(role: str) -> Callable[[Request, Site, str, str], ResultVisit]:
    """Return what lets in the same people to one of the event's results."""

    def enter(request: Request, site: SiteOf, event_id: Identifier, sorting_id: Identifier) -> ResultVisit:
        with site.database.reading() as session:
            visit = _open_event(session, request, site, event_id, role)
            sorting = results.get_sorting(session, visit.event, sorting_id)
        return ResultVisit(request, site, visit.organiser, visit.token, visit.event, visit.role, sorting)

    return enter


MaybeVisit = Annotated[Visit | None, Depends(find_visit)]
# The gates: every address of organisers has exactly one of them.
LoggedIn = Annotated[Visit, Depends(get_visit)]
Viewing = Annotated[EventVisit, Depends(event_gate("viewer"))]
Editing = Annotated[EventVisit, Depends(event_gate("editor"))]
Owning = Annotated[EventVisit, Depends(event_gate("owner"))]
ResultViewing = Annotated[ResultVisit, Depends(result_gate("viewer"))]
ResultEditing = Annotated[ResultVisit, Depends(result_gate("editor"))]


async def limit_logins(request: Request, site: SiteOf) -> None:
    """Refuse to try one account's passwords or one link too often from anywhere, or many of them from one address.

    The account is the name in the form. A browser that has logged in to an account before is counted apart: strangers
    who try passwords do not lock out the organiser.
    """
    site.login_addresses.check(client_of(request))
    name = request.path_params.get("token") or (await request.form()).get("name")
    account = accounts.account_key(name) if isinstance(name, str) else ""
    if account:
        site.logins.check(_limited_as(request, site, account))


async def limit_address(request: Request, site: SiteOf) -> None:
    """Refuse to begin too many logins from one address."""
    site.login_addresses.check(client_of(request))


async def need_passwords(site: SiteOf) -> None:
    """Refuse passwords where organisers log in with OpenID Connect only."""
    if not site.settings.local_accounts:
        raise Forbidden(Message("openid-no-passwords"))


async def limit_codes(request: Request, site: SiteOf) -> None:
    """Refuse to try the codes of one account too often. The signed token names the account."""
    site.login_addresses.check(client_of(request))
    token = (await request.form()).get("token")
    claimed = read_half_login(site, token if isinstance(token, str) else "")
    if claimed:
        limited = _limited_as(request, site, claimed[1])
        site.logins.check(limited)
        site.codes.check(limited)


def limit_own_password(request: Request, site: SiteOf, visit: LoggedIn) -> None:
    """Refuse to try the password of one's own account too often, from all logins together."""
    site.login_addresses.check(client_of(request))
    site.logins.check(_known_key(visit.organiser.key))


def limit_own_codes(site: SiteOf, visit: LoggedIn) -> None:
    """Refuse to try the codes of one's own account too often."""
    site.codes.check(_known_key(visit.organiser.key))


def _limited_as(request: Request, site: Site, account: str) -> str:
    """Return what attempts to log in to an account are counted by."""
    is_known = known_account(request, site) == hash_token(account)
    return _known_key(account) if is_known else account


def half_login(site: Site, organiser: Organiser) -> str:
    """Return a token that shows for five minutes that an organiser's password was right."""
    return site.keys.sign([organiser.id, organiser.key, hash_token(organiser.password)], "half a login")


def read_half_login(site: Site, token: str) -> tuple[str, str, str] | None:
    """Return the organiser's id and key and a fingerprint of the password; None if the token is not ours or too old."""
    found = site.keys.unsign(token, "half a login", _CODE_SECONDS)
    return None if found is None else tuple(found)


def _known_key(account: str) -> str:
    """Return what stands for those who are or were logged in to an account; no account's key holds a line break."""
    return f"known\n{account}"


def known_account(request: Request, site: Site) -> str | None:
    """Return the hash of the account that this browser has logged in to before, if it has."""
    found = site.keys.unsign(read_cookie(request, site, KNOWN_COOKIE), "known", _KNOWN_SECONDS)
    return found if isinstance(found, str) else None


def may_send(request: Request, site: Site) -> bool:
    """Say whether what a browser sends to an organiser's page is read at all.

    It must have logged in, or have been logged in before: what was typed when a login ends must not be lost.
    """
    return login_token(request, site) is not None or known_account(request, site) is not None


def remember_browser(response: Response, site: Site, name: str) -> None:
    """Let the browser show later that it has logged in to this account before."""
    known = site.keys.sign(hash_token(accounts.account_key(name)), "known")
    set_cookie(response, site, KNOWN_COOKIE, known, _KNOWN_SECONDS)


def public_page(request: Request, template: str, context: Facts, error: Wrong = None) -> HTMLResponse:
    """Return a page without login."""
    say = say_to(request)
    return render(template, {"say": say, "said": _said(request, say)} | context, error=error)


def say_to(request: Request, organiser: Organiser | None = None) -> Catalogue:
    """Return the catalogue of the reader's language: the one that the organiser chose, or else the browser's."""
    if organiser is not None and organiser.language:
        return catalogue(organiser.language)
    return catalogue(choose_language(request.headers.get("accept-language", ""), whole=True))


def _said(request: Request, say: Catalogue) -> str:
    """Return what a page says after a form was sent: the address only holds the end of the message's id."""
    message = f"page-said-{request.query_params.get('said', '')}"
    return say(message) if message in say else ""


def cookie_name(site: Site, name: str) -> str:
    """Return what a cookie is called: with HTTPS by a name that neighbouring sites and plain HTTP cannot set."""
    return f"__Host-{name}" if site.is_secure else name


def read_cookie(request: Request, site: Site, name: str) -> str:
    """Return a cookie of ours; nothing if there is none."""
    return request.cookies.get(cookie_name(site, name), "")


def set_cookie(response: Response, site: Site, name: str, value: str, seconds: int) -> None:
    """Put a cookie on an answer that scripts cannot read and other sites' forms do not send; 0 seconds delete it."""
    response.set_cookie(
        cookie_name(site, name),
        value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=site.is_secure,
        path="/",
    )


def go_to(path: str, said: str = "") -> RedirectResponse:
    """Send the browser on after a form, so that reloading does not send it again."""
    return RedirectResponse(f"{path}?said={quote(said)}" if said else path, status_code=303)


def is_partial(request: Request) -> bool:
    """Say whether htmx asks, for a part of a page only."""
    return request.headers.get("hx-request") == "true"
