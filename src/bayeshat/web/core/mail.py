"""Mail: invitations and reminders to people on the roster, which go out once, and single letters."""

from __future__ import annotations

import logging
import re
import smtplib
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from ...options import Progress
from ...words.message import Message, catalogue
from ..db.database import Database
from ..db.schema import Event, Job, RosterEntry, now
from ..refusals import Refused
from ..security import Keys
from ..settings import Settings
from .builder import clean_text
from .jobs import ACTIVE, enqueue
from .roster import RosterRow, link_path, list_roster

log = logging.getLogger("bayeshat.web")

KINDS = ("invitation", "reminder")
# When each was sent.
_MARKS = {"invitation": RosterEntry.mailed_at, "reminder": RosterEntry.reminded_at}
_LONGEST_SUBJECT = 200
_LONGEST_TEXT = 10_000
_TIMEOUT = 30.0
_PORTS = {"smtp": 587, "smtps": 465}
_LOCAL = ("localhost", "127.0.0.1", "::1")
_PLACES = re.compile(r"\{(name|link)\}")
# What is kept of mail that did not surely arrive: this, or what the mail server said after the other.
_UNSURE = "unsure"
_REFUSED = "refused: "


@dataclass(frozen=True)
class MailOptions:
    """What is sent.

    Attributes
    ----------
    kind
        "invitation" or "reminder".
    subject, text
        With {name} and {link} where each person's own stand.
    address
        What links start with.
    asked_at
        When the organiser asked for it, in ISO 8601: people who got such a mail since then get no other.
    """

    kind: str
    subject: str
    text: str
    address: str
    asked_at: str


@dataclass(frozen=True)
class Letter:
    """One person's mail, with the id of their roster entry if they have one."""

    name: str
    email: str
    subject: str
    text: str
    entry_id: str = ""


@dataclass(frozen=True)
class Letters:
    """Everybody's mail, and what was asked for."""

    options: MailOptions
    letters: tuple[Letter, ...]


def draft_of(event: Event, kind: str) -> tuple[str, str]:
    """Return the subject and the text that the page suggests."""
    say = catalogue(event.language)
    subject = event.title if kind == "invitation" else say("form-reminder-subject", title=event.title)
    return subject, say(f"form-{kind}", name="{name}", link="{link}")


def recipients(rows: Sequence[RosterRow], kind: str) -> list[RosterEntry]:
    """Return who gets a mail: those with an address who have not answered and, for an invitation, not got one."""
    missing = [row.entry for row in rows if row.response is None and row.entry.email]
    if kind == "reminder":
        return missing
    return [entry for entry in missing if entry.mailed_at is None or entry.mail_problem]


def check_letter(kind: str, subject: str, text: str) -> tuple[str, str]:
    """Return the subject and the text of a mail as they are sent, or refuse them."""
    if kind not in KINDS:
        raise Refused(Message("roster-mail-wrong-kind"), "kind")
    plain = clean_text(subject)
    if not 1 <= len(plain) <= _LONGEST_SUBJECT:
        raise Refused(Message("roster-mail-wrong-subject", longest=_LONGEST_SUBJECT), "subject")
    if len(text) > _LONGEST_TEXT:
        raise Refused(Message("roster-mail-long-text", longest=_LONGEST_TEXT, length=len(text)), "text")
    if "{link}" not in text:
        raise Refused(Message("roster-mail-no-link"), "text")
    return plain, text.replace("\r\n", "\n").strip()


def enqueue_mail(session: Session, event: Event, kind: str, subject: str, text: str, address: str) -> Job:
    """Ask for mail to everybody who should get one.

    Raises
    ------
    Refused
        If the text cannot be sent, nobody should get it, or mail of this event is being sent.
    """
    plain, body = check_letter(kind, subject, text)
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    if not known.takes_answers:
        raise Refused(Message("roster-mail-closed"))
    if session.scalar(select(Job.id).where(Job.event_id == known.id, Job.kind == "mail", Job.state.in_(ACTIVE))):
        raise Refused(Message("roster-mail-busy"))
    if not recipients(list_roster(session, known), kind):
        raise Refused(Message("roster-mail-nobody"), "kind")
    return enqueue(session, known.id, "mail", asdict(MailOptions(kind, plain, body, address, now().isoformat())))


def latest_mail(session: Session, event: Event) -> Job | None:
    """Return the last mail job of an event."""
    wanted = select(Job).where(Job.event_id == event.id, Job.kind == "mail")
    return session.scalar(wanted.order_by(Job.created_at.desc(), Job.id).limit(1))


def tell_problem(kept: str) -> str | Message:
    """Return what went wrong with somebody's mail; the first versions kept it in English.

    Examples
    --------
    >>> str(tell_problem("refused: 550 no such user"))
    'The mail server did not take it: 550 no such user'
    """
    if kept == _UNSURE:
        return Message("roster-mail-unsure")
    if kept.startswith(_REFUSED):
        return Message("roster-mail-refused", reason=kept.removeprefix(_REFUSED))
    return kept


def count_sent(job: Job | None) -> tuple[int, int] | None:
    """Return how many mails of a job went out, and how many there are; None before the first."""
    done, _, total = ("" if job is None else job.word).partition("/")
    return (int(done), int(total)) if total.isdigit() and done.isdigit() else None


def fill_letter(text: str, name: str, link: str) -> str:
    """Return a text with a person's own name and link.

    Examples
    --------
    >>> fill_letter("{name}: {link}", "{link}", "https://hat.example.org/p/1")
    '{link}: https://hat.example.org/p/1'
    """
    return _PLACES.sub(lambda found: name if found[1] == "name" else link, text)


def open_server(settings: Settings) -> smtplib.SMTP:
    """Connect to the mail server of the settings; a password is only sent over TLS, or within this machine.

    Raises
    ------
    Refused
        If there is none, or it cannot be used; what its URL holds is not repeated.
    """
    if settings.smtp_url is None or settings.mail_from is None:
        raise Refused(Message("roster-mail-not-set-up"))
    url = urlsplit(settings.smtp_url)
    host, port = url.hostname or "", url.port or _PORTS[url.scheme]
    try:
        if url.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=_TIMEOUT, context=ssl.create_default_context())
        else:
            server = smtplib.SMTP(host, port, timeout=_TIMEOUT)
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            elif url.username and host not in _LOCAL:
                server.close()
                raise Refused(Message("roster-mail-no-tls"))
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
    except (OSError, smtplib.SMTPException) as error:
        raise Refused(Message("roster-mail-unusable", reason=_reason(error))) from None
    return server


class MailWork:
    """Send mail, one person after the other; each is marked before their mail goes out, so that none goes out twice.

    Parameters
    ----------
    settings, keys, database
        The server's. What happens to each person's mail is written at once: it cannot be undone.
    connect
        How to reach the mail server.
    """

    def __init__(
        self,
        settings: Settings,
        keys: Keys,
        database: Database,
        connect: Callable[[Settings], smtplib.SMTP] = open_server,
    ) -> None:
        self._settings, self._keys, self._database, self._connect = settings, keys, database, connect

    def prepare(self, session: Session, event: Event, job: Job) -> Letters:
        """Write everybody's mail."""
        options = MailOptions(**job.options)
        letters = []
        for entry in recipients(list_roster(session, event), options.kind):
            link = options.address + link_path(self._keys, entry)
            subject, text = (fill_letter(part, entry.name, link) for part in (options.subject, options.text))
            letters.append(Letter(entry.name, entry.email, subject, text, entry.id))
        return Letters(options, tuple(letters))

    def run(self, ready: Letters, progress: Progress, threads: int | None) -> None:  # noqa: ARG002
        """Send them."""
        server = self._connect(self._settings)
        try:
            for n, letter in enumerate(ready.letters):
                progress(n / len(ready.letters), f"{n}/{len(ready.letters)}")
                before = self._claim(ready.options, letter)
                if before is _TAKEN:
                    continue
                problem = self._send(server, letter)
                self._note(ready.options, letter, problem, before)
                if problem == _UNSURE:
                    server = self._connect(self._settings)
        finally:
            with suppress(OSError, smtplib.SMTPException):
                server.quit()

    def keep(self, session: Session, event: Event, made: None) -> dict[str, Any]:  # noqa: ARG002
        """Return nothing: everything was written as it happened."""
        return {}

    def name_people(self, ready: Letters, message: str) -> str:  # noqa: ARG002
        """Return the message: nobody is named in it."""
        return message

    def _claim(self, options: MailOptions, letter: Letter) -> datetime | object | None:
        """Mark somebody's mail as on its way, and return when the last one went; `_TAKEN` if it is no longer wanted."""
        mark = _MARKS[options.kind]
        with self._database.session() as session:
            entry = session.get(RosterEntry, letter.entry_id)
            before = None if entry is None else getattr(entry, mark.key)
            done = session.execute(
                update(RosterEntry)
                .where(
                    RosterEntry.id == letter.entry_id,
                    or_(mark.is_(None), mark < datetime.fromisoformat(options.asked_at)),
                )
                .values({mark: now(), RosterEntry.mail_problem: _UNSURE})
                .execution_options(synchronize_session=False)
            )
            return before if done.rowcount == 1 else _TAKEN  # type: ignore[attr-defined]

    def _note(self, options: MailOptions, letter: Letter, problem: str, before: datetime | object | None) -> None:
        """Keep what became of somebody's mail; one that surely did not go out is not marked as sent."""
        values: dict[Any, Any] = {RosterEntry.mail_problem: problem[:200]}
        if problem and problem != _UNSURE:
            values[_MARKS[options.kind]] = before
        with self._database.session() as session:
            session.execute(
                update(RosterEntry)
                .where(RosterEntry.id == letter.entry_id)
                .values(values)
                .execution_options(synchronize_session=False)
            )

    def _send(self, server: smtplib.SMTP, letter: Letter) -> str:
        """Send one mail, and return what went wrong; empty if nothing did."""
        try:
            server.send_message(write_message(self._settings.mail_from or "", letter))
        except smtplib.SMTPServerDisconnected:
            return _UNSURE
        except (smtplib.SMTPException, MessageError, ValueError, UnicodeError) as error:
            return _REFUSED + _reason(error)
        except OSError:
            return _UNSURE
        return ""


def send_letter(settings: Settings, letter: Letter) -> None:
    """Send a single mail. Failures are logged, without the address."""
    try:
        with open_server(settings) as server:
            server.send_message(write_message(settings.mail_from or "", letter))
    except (Refused, OSError, smtplib.SMTPException, MessageError, ValueError):
        log.exception("a mail could not be sent")


# Not None, which is when nobody was written to before.
_TAKEN = object()


def write_message(sender: str, letter: Letter) -> EmailMessage:
    """Return one person's mail."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = Address(display_name=_plain(letter.name), addr_spec=letter.email)
    message["Subject"] = _plain(letter.subject)
    message["Date"] = format_datetime(now())
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message.set_content(letter.text)
    return message


def _plain(text: str) -> str:
    """Return a text that is no encoded word: Python decodes those in a header, line breaks and all."""
    return clean_text(text).replace("=?", "= ?")


def _reason(error: Exception) -> str:
    """Return an error of the mail server in one line."""
    told: tuple[int, bytes | str] | None = None
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        told = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        told = error.smtp_code, error.smtp_error
    if told is None:
        return clean_text(str(error)) or type(error).__name__
    code, words = told
    return f"{code} {clean_text(words.decode('utf-8', 'replace') if isinstance(words, bytes) else words)}"
