"""The tables of the database; `migrations` makes the same ones."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    JSON,
    Boolean,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from ...words.message import Message
from ..people_names import name_key

# Every constraint has a name, so that migrations can speak of it in any database.
NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
OVER = ("done", "failed", "cancelled", "interrupted")


def now() -> datetime:
    """Return the time in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """Return an identifier that nobody can guess."""
    return uuid4().hex


def is_id(text: str) -> bool:
    """Say whether a text can be an identifier; what a database must not be asked for is not."""
    return re.fullmatch("[0-9a-f]{32}", text) is not None


def namesake_key(name: str) -> str:
    """Return a hash of a name, the same for all writings of it: however long it is, it fits into an index.

    Examples
    --------
    >>> namesake_key("Ann Lee") == namesake_key(" ann  LEE"), len(namesake_key("Ann Lee"))
    (True, 64)
    """
    return hashlib.sha256(name_key(name).encode("utf-8", "surrogatepass")).hexdigest()


class Instant(TypeDecorator[datetime]):
    """A time in UTC, which SQLite keeps without its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Take any time with a zone."""
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base of all tables."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: Instant(), dict[str, Any]: JSON(), list[Any]: JSON()}  # noqa: RUF012


class Setting(Base):
    """One value that belongs to the server as a whole."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Organiser(Base):
    """Somebody who may make events."""

    __tablename__ = "organisers"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(100))
    key: Mapped[str] = mapped_column(String(100), unique=True)
    # A hash; empty for accounts that only log in with OpenID Connect.
    password: Mapped[str] = mapped_column(String(200))
    # The code of a language of the pages; empty for the browser's.
    language: Mapped[str] = mapped_column(String(10), default="")
    # Where links for a forgotten password go; may be empty.
    email: Mapped[str] = mapped_column(String(254), default="")
    # The secret of the second factor is derived from this and the server's key; empty if it is off. Then the last time
    # step whose code was used, and hashes of the unused recovery codes.
    code_nonce: Mapped[str] = mapped_column(String(43), default="")
    code_step: Mapped[int] = mapped_column(Integer, default=0)
    recovery_hashes: Mapped[list[Any]] = mapped_column(default=list)
    # An administrator may invite other organisers.
    is_admin: Mapped[bool] = mapped_column(Boolean, default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Identity(Base):
    """The provider's identifier of an organiser who logs in with OpenID Connect."""

    __tablename__ = "identities"

    issuer: Mapped[str] = mapped_column(String(300), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)


class Login(Base):
    """An organiser's login: only the hash of its token is kept."""

    __tablename__ = "logins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    # Whether it was made with OpenID Connect: logging out then leads on to the provider.
    by_openid: Mapped[bool] = mapped_column(Boolean, default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
    ends_at: Mapped[datetime]


class Event(Base):
    """A survey that is being answered, with everything the organiser set."""

    __tablename__ = "events"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    title: Mapped[str] = mapped_column(String(200))
    survey_toml: Mapped[str] = mapped_column(Text)
    # Counts the surveys that the event has had: this tells a form that was opened before a change from a later one.
    survey_version: Mapped[int] = mapped_column(Integer, default=1)
    # The same survey as people of an earlier year have taught it, how many they were, and what their file was called;
    # nobody's answers. Empty if nothing was learned.
    learned: Mapped[dict[str, Any]] = mapped_column(default=dict)
    is_open: Mapped[bool] = mapped_column(Boolean, default=True)
    asks_names: Mapped[bool] = mapped_column(Boolean, default=True)
    max_responses: Mapped[int | None] = mapped_column(Integer)
    closes_at: Mapped[datetime | None]
    # When all answers and results are deleted by themselves.
    delete_at: Mapped[datetime | None]
    language: Mapped[str] = mapped_column(String(10), default="en")
    privacy_notice: Mapped[str] = mapped_column(Text, default="")
    # What people must agree to before they answer; empty: nothing.
    consent: Mapped[str] = mapped_column(Text, default="")
    # Whether people may wish for groups, and for people to be with.
    asks_wishes: Mapped[bool] = mapped_column(Boolean, default=False)
    asks_friends: Mapped[bool] = mapped_column(Boolean, default=False)
    # On a shared device nothing of one person is left for the next.
    is_kiosk: Mapped[bool] = mapped_column(Boolean, default=False)
    # What people see of a published result besides their own group.
    shows_reason: Mapped[bool] = mapped_column(Boolean, default=True)
    shows_chances: Mapped[bool] = mapped_column(Boolean, default=True)
    shows_mates: Mapped[bool] = mapped_column(Boolean, default=False)
    # Whether people may exchange places in it by themselves.
    allows_exchange: Mapped[bool] = mapped_column(Boolean, default=False)
    share_number: Mapped[int] = mapped_column(Integer, default=1)
    # {"sizes": …}: JSON's null and SQL's are two things, so that the value stands inside a table.
    target: Mapped[dict[str, Any]] = mapped_column(default=lambda: {"sizes": "balanced"})
    # What the groups are for, as `core.purpose` has it; empty for people who are alike.
    purpose: Mapped[dict[str, Any]] = mapped_column(default=dict)
    rules: Mapped[dict[str, Any]] = mapped_column(default=dict)
    size_weight: Mapped[str] = mapped_column(String(30), default="auto")
    loss: Mapped[str] = mapped_column(String(20), default="auto")
    # No foreign key: events and sortings would need each other to exist first.
    published_sorting_id: Mapped[str | None] = mapped_column(String(32))
    published_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)

    @property
    def asked_toml(self) -> str:
        """The survey that people are sorted by: as it was learned, or as it was written."""
        learned: str = self.learned.get("survey_toml", self.survey_toml)
        return learned

    @property
    def takes_answers(self) -> bool:
        """Whether the form is open now."""
        return self.is_open and (self.closes_at is None or now() < self.closes_at)


class Member(Base):
    """What an organiser may do with an event: "owner", "editor" or "viewer"."""

    __tablename__ = "members"

    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    organiser_id: Mapped[str] = mapped_column(
        ForeignKey("organisers.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(default=now)


class Invitation(Base):
    """A link by which somebody becomes an organiser, and a member of an event if it names one; used once.

    Only the hash of its token is kept.
    """

    __tablename__ = "invitations"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    event_id: Mapped[str | None] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10), default="editor")
    # Whom it is for, as the one who invites wrote it.
    note: Mapped[str] = mapped_column(String(100), default="")
    invited_by: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    ends_at: Mapped[datetime]


class AuditEntry(Base):
    """Something that an organiser or the server did; it names no respondent, and outlives its event."""

    __tablename__ = "audit_entries"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str | None] = mapped_column(String(32), index=True)
    event_title: Mapped[str] = mapped_column(String(200), default="")
    # The organiser's name at that time; empty for the server itself.
    organiser: Mapped[str] = mapped_column(String(100), default="")
    # A message of the catalogues, and what is filled in.
    action: Mapped[str] = mapped_column(String(200))
    filled: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created_at: Mapped[datetime] = mapped_column(default=now, index=True)

    @property
    def words(self) -> Message:
        """What was done."""
        return Message(self.action, **self.filled)


class RosterEntry(Base):
    """Somebody who is expected to answer; their personal link follows from the id."""

    __tablename__ = "roster_entries"
    __table_args__ = (UniqueConstraint("event_id", "key"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    position: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(100))
    # The name without regard to case and spaces.
    key: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254), default="")
    # Numbers and logins of a course system, by their headings.
    extra: Mapped[dict[str, Any]] = mapped_column(default=dict)
    mailed_at: Mapped[datetime | None]
    reminded_at: Mapped[datetime | None]
    # Why the last mail may not have gone out; empty if it did.
    mail_problem: Mapped[str] = mapped_column(String(200), default="")


class Response(Base):
    """What one person answered; of its receipt and its submission key only hashes are kept."""

    __tablename__ = "responses"
    __table_args__ = (
        UniqueConstraint("event_id", "submission_hash"),
        Index("ix_responses_event_id_namesake_key", "event_id", "namesake_key"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    submission_hash: Mapped[str] = mapped_column(String(64))
    receipt_hash: Mapped[str] = mapped_column(String(64), unique=True)
    content_hash: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(200))
    # Namesakes are found by it; it changes with the name.
    namesake_key: Mapped[str] = mapped_column(
        String(64), default=lambda context: namesake_key(context.get_current_parameters()["name"])
    )
    answers: Mapped[dict[str, Any]]
    extra: Mapped[dict[str, Any]] = mapped_column(default=dict)
    source: Mapped[str] = mapped_column(String(10), default="form")
    roster_entry_id: Mapped[str | None] = mapped_column(
        ForeignKey("roster_entries.id", ondelete="SET NULL"), unique=True
    )
    consented_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Upload(Base):
    """A file that an organiser sent, as it was read: it waits for their answer to what a page asks, for an hour."""

    __tablename__ = "uploads"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    # None while there is no event yet.
    event_id: Mapped[str | None] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    # "answers", "event", "past", "roster" or "rules"
    purpose: Mapped[str] = mapped_column(String(20))
    # JSON; packed and unpacked outside of sessions, as that may take a while.
    content: Mapped[bytes] = mapped_column(LargeBinary)
    # What the page said would happen.
    shown: Mapped[dict[str, Any]] = mapped_column(default=dict)
    ends_at: Mapped[datetime]


class Job(Base):
    """Work that was asked for.

    People are named by `person_token` in options and message, so that nobody's name is kept here.
    """

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_state_created_at", "state", "created_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    # "sort", "trade_off", "rule_costs", "compare" or "mail"
    kind: Mapped[str] = mapped_column(String(20), default="sort")
    options: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(20), default="queued")
    share: Mapped[float] = mapped_column(Float, default=0.0)
    word: Mapped[str] = mapped_column(String(200), default="waiting")
    message: Mapped[str] = mapped_column(Text, default="")
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    worker: Mapped[str | None] = mapped_column(String(200))
    heartbeat_at: Mapped[datetime | None]
    sorting_id: Mapped[str | None] = mapped_column(String(32))
    created_at: Mapped[datetime] = mapped_column(default=now)
    # When a worker last took it from the queue.
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it by itself."""
        return self.state in OVER


class Sorting(Base):
    """A stored result without anybody's name: people are named by `person_token`, and stand in `Place`."""

    __tablename__ = "sortings"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(200), default="")
    survey_toml: Mapped[str] = mapped_column(Text, deferred=True)
    # [{"name": …, "color": …}, …], in the order of their numbers
    groups: Mapped[list[Any]]
    n_people: Mapped[int] = mapped_column(Integer)
    # Everybody's group as it was decided, and the positions of those who were locked then; changes follow.
    decided: Mapped[list[Any]] = mapped_column(deferred=True)
    locked: Mapped[list[Any]] = mapped_column(default=list, deferred=True)
    # The kind of `core.purpose` that it was made for.
    purpose: Mapped[str] = mapped_column(String(10), default="alike")
    # What it was made of, in words: sizes, rules, locked people.
    made_of: Mapped[list[Any]] = mapped_column(default=list)
    # Answers that came or were changed later than this are not in it.
    answers_at: Mapped[datetime]
    about: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    arrays: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    trade_off: Mapped[list[Any]] = mapped_column(default=list, deferred=True)
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Place(Base):
    """Whose place each position of a result is. Only deleting answers changes it.

    The name is the response's. When that is deleted, an empty place stays: others' places depend on it.
    """

    __tablename__ = "places"

    sorting_id: Mapped[str] = mapped_column(ForeignKey("sortings.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True)
    response_id: Mapped[str | None] = mapped_column(ForeignKey("responses.id", ondelete="SET NULL"), index=True)
    # How well each group fits, as sorted.
    shares: Mapped[list[Any]]
    # What the person had answered, and their further columns, when they were sorted; empty once that is deleted.
    answers: Mapped[dict[str, Any]]
    extra: Mapped[dict[str, Any]]


class Change(Base):
    """One change of a result; `core.history` tells what follows from all of them. None is changed or deleted alone."""

    __tablename__ = "changes"

    sorting_id: Mapped[str] = mapped_column(ForeignKey("sortings.id", ondelete="CASCADE"), primary_key=True)
    # The result's version that the change made.
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    # "move", "exchange" (by the people themselves), "lock", "unlock", "undo", "redo" or "publish"
    kind: Mapped[str] = mapped_column(String(10))
    # [[position, group before, group after], …] of a move or an exchange, [position, …] of those locked or unlocked;
    # else empty
    steps: Mapped[list[Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Published(Base):
    """What somebody sees on their receipt: their group in the published result, and how it fits them."""

    __tablename__ = "published"

    response_id: Mapped[str] = mapped_column(ForeignKey("responses.id", ondelete="CASCADE"), primary_key=True)
    sorting_id: Mapped[str] = mapped_column(ForeignKey("sortings.id", ondelete="CASCADE"), index=True)
    position: Mapped[int] = mapped_column(Integer)
    group_number: Mapped[int] = mapped_column(Integer)
    # How well each group fits; empty where nobody was sorted by their answers.
    shares: Mapped[list[Any]]
    # Which of their choices the group is, 0 for none; None where they did not choose.
    choice: Mapped[int | None] = mapped_column(Integer)
    # Their groups in all rounds; empty where there is only one.
    rounds: Mapped[list[Any]]
    # Their group before they exchanged places; None if they have not.
    came_from: Mapped[int | None] = mapped_column(Integer)
    # Their open offer to exchange places: its code, and the group that they would like; None without one.
    offer: Mapped[str | None] = mapped_column(String(8))
    wants: Mapped[int | None] = mapped_column(Integer)
