"""The tables of the database; `migrations` makes the same ones."""

from __future__ import annotations

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
    password: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(default=now)


class Login(Base):
    """An organiser's login: only the hash of its token is kept."""

    __tablename__ = "logins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    ends_at: Mapped[datetime]


class Event(Base):
    """A survey that is being answered, with everything the organiser set."""

    __tablename__ = "events"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("organisers.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(200))
    survey_toml: Mapped[str] = mapped_column(Text)
    is_open: Mapped[bool] = mapped_column(Boolean, default=True)
    asks_names: Mapped[bool] = mapped_column(Boolean, default=True)
    max_responses: Mapped[int | None] = mapped_column(Integer)
    roster: Mapped[list[Any]] = mapped_column(default=list)
    share_number: Mapped[int] = mapped_column(Integer, default=1)
    # {"sizes": …}: JSON's null and SQL's are two things, so that the value stands inside a table.
    target: Mapped[dict[str, Any]] = mapped_column(default=lambda: {"sizes": "balanced"})
    rules: Mapped[dict[str, Any]] = mapped_column(default=dict)
    size_weight: Mapped[str] = mapped_column(String(30), default="auto")
    loss: Mapped[str] = mapped_column(String(20), default="auto")
    # No foreign key: events and sortings would need each other to exist first.
    published_sorting_id: Mapped[str | None] = mapped_column(String(32))
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Response(Base):
    """What one person answered; of its receipt and its submission key only hashes are kept."""

    __tablename__ = "responses"
    __table_args__ = (UniqueConstraint("event_id", "submission_hash"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    submission_hash: Mapped[str] = mapped_column(String(64))
    receipt_hash: Mapped[str] = mapped_column(String(64), unique=True)
    content_hash: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(200))
    answers: Mapped[dict[str, Any]]
    extra: Mapped[dict[str, Any]] = mapped_column(default=dict)
    source: Mapped[str] = mapped_column(String(10), default="form")
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Job(Base):
    """A sort that was asked for."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_state_created_at", "state", "created_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
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
    ended_at: Mapped[datetime | None]

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it by itself."""
        return self.state in OVER


class Sorting(Base):
    """A stored result, and the arrangement that the organiser made of it."""

    __tablename__ = "sortings"

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    event_id: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), index=True)
    survey_toml: Mapped[str] = mapped_column(Text)
    names: Mapped[list[Any]]
    response_ids: Mapped[list[Any]]
    about: Mapped[dict[str, Any]]
    arrays: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    labels: Mapped[list[Any]]
    locked: Mapped[list[Any]] = mapped_column(default=list)
    trade_off: Mapped[list[Any]] = mapped_column(default=list)
    version: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Edit(Base):
    """One change that the organiser made to a sorting by hand."""

    __tablename__ = "edits"
    __table_args__ = (UniqueConstraint("sorting_id", "number"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    sorting_id: Mapped[str] = mapped_column(ForeignKey("sortings.id", ondelete="CASCADE"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    # {"labels": [[person, before, after], …]} or {"lock": person} or {"unlock": person}
    change: Mapped[dict[str, Any]]
    undone: Mapped[bool] = mapped_column(Boolean, default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
