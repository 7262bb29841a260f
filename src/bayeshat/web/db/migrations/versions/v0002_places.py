"""Places instead of names inside results; organisers share events; rosters, invitations, the audit log.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import io
from typing import Any
from uuid import uuid4

import numpy as np
import sqlalchemy as sa
from alembic import op

from bayeshat.report.colors import group_colors
from bayeshat.rules.reading import read_rules
from bayeshat.rules.toml_rules import table_from_rules
from bayeshat.survey.spec import parse_survey
from bayeshat.tables.text import normalise
from bayeshat.web.db.schema import Instant
from bayeshat.web.people_names import REMOVED, place_token, rename_people

revision = "0002"
down_revision = "0001"

EVENTS: tuple[sa.Column[Any], ...] = (
    sa.Column("survey_version", sa.Integer(), nullable=False, server_default="1"),
    sa.Column("closes_at", sa.DateTime(timezone=True)),
    sa.Column("delete_at", sa.DateTime(timezone=True)),
    sa.Column("language", sa.String(length=10), nullable=False, server_default="en"),
    sa.Column("privacy_notice", sa.Text(), nullable=False, server_default=""),
    sa.Column("consent", sa.Text(), nullable=False, server_default=""),
    sa.Column("is_kiosk", sa.Boolean(), nullable=False, server_default=sa.false()),
    sa.Column("shows_reason", sa.Boolean(), nullable=False, server_default=sa.true()),
    sa.Column("shows_chances", sa.Boolean(), nullable=False, server_default=sa.true()),
    sa.Column("shows_mates", sa.Boolean(), nullable=False, server_default=sa.false()),
    sa.Column("published_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    """Make the new tables, fill them from the old columns, then drop those."""
    _make_tables()
    with op.batch_alter_table("organisers") as table:
        table.add_column(sa.Column("is_admin", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("kind", sa.String(length=20), nullable=False, server_default="sort"))
    with op.batch_alter_table("responses") as table:
        table.add_column(sa.Column("roster_entry_id", sa.String(length=32)))
        table.add_column(sa.Column("consented_at", sa.DateTime(timezone=True)))
        table.create_foreign_key(
            "fk_responses_roster_entry_id_roster_entries",
            "roster_entries",
            ["roster_entry_id"],
            ["id"],
            ondelete="SET NULL",
        )
        table.create_unique_constraint("uq_responses_roster_entry_id", ["roster_entry_id"])
    with op.batch_alter_table("events") as table:
        for column in EVENTS:
            table.add_column(column)
    with op.batch_alter_table("sortings") as table:
        table.add_column(sa.Column("title", sa.String(length=200), nullable=False, server_default=""))
        table.add_column(sa.Column("groups", sa.JSON(), nullable=False, server_default="[]"))
        table.add_column(sa.Column("n_people", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("made_of", sa.JSON(), nullable=False, server_default="[]"))
        table.add_column(sa.Column("answers_at", sa.DateTime(timezone=True)))
    connection = op.get_bind()
    tables = sa.MetaData()
    tables.reflect(connection)
    _share_events(connection, tables.tables)
    _move_results(connection, tables.tables)
    _drop_columns()


def _make_tables() -> None:
    op.create_table(
        "members",
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("organiser_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_members_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name="fk_members_organiser_id_organisers", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "organiser_id", name="pk_members"),
    )
    op.create_index("ix_members_organiser_id", "members", ["organiser_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("event_id", sa.String(length=32)),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("note", sa.String(length=100), nullable=False),
        sa.Column("invited_by", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_invitations_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["invited_by"], ["organisers.id"], name="fk_invitations_invited_by_organisers", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("token_hash", name="uq_invitations_token_hash"),
    )
    op.create_index("ix_invitations_event_id", "invitations", ["event_id"])
    op.create_index("ix_invitations_invited_by", "invitations", ["invited_by"])
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32)),
        sa.Column("event_title", sa.String(length=200), nullable=False),
        sa.Column("organiser", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_event_id", "audit_entries", ["event_id"])
    op.create_index("ix_audit_entries_created_at", "audit_entries", ["created_at"])
    op.create_table(
        "roster_entries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True)),
        sa.Column("reminded_at", sa.DateTime(timezone=True)),
        sa.Column("mail_problem", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_roster_entries_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_roster_entries"),
        sa.UniqueConstraint("event_id", "key", name="uq_roster_entries_event_id"),
    )
    op.create_index("ix_roster_entries_event_id", "roster_entries", ["event_id"])
    op.create_table(
        "places",
        sa.Column("sorting_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.String(length=32)),
        sa.Column("group_number", sa.Integer(), nullable=False),
        sa.Column("decided_number", sa.Integer(), nullable=False),
        sa.Column("published_number", sa.Integer()),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.Column("sureness", sa.String(length=40), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sorting_id"], ["sortings.id"], name="fk_places_sorting_id_sortings", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["response_id"], ["responses.id"], name="fk_places_response_id_responses", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("sorting_id", "position", name="pk_places"),
    )
    op.create_index("ix_places_response_id", "places", ["response_id"])


def _share_events(connection: sa.Connection, tables: Any) -> None:
    """Make every event its maker's, the first organiser the administrator, and rosters rows."""
    events, organisers = tables["events"], tables["organisers"]
    first = connection.execute(sa.select(organisers.c.id).order_by(organisers.c.created_at).limit(1)).scalar()
    connection.execute(organisers.update().where(organisers.c.id == first).values(is_admin=True))
    for event in connection.execute(sa.select(events)).all():
        connection.execute(
            tables["members"]
            .insert()
            .values(event_id=event.id, organiser_id=event.organiser_id, role="owner", created_at=event.created_at)
        )
        if event.published_sorting_id is not None:
            connection.execute(events.update().where(events.c.id == event.id).values(published_at=event.changed_at))
        rows = [
            {
                "id": uuid4().hex,
                "event_id": event.id,
                "position": n,
                "name": name,
                "key": normalise(name),
                "email": "",
                "extra": {},
                "mail_problem": "",
            }
            for n, name in enumerate(event.roster)
        ]
        if rows:
            connection.execute(tables["roster_entries"].insert(), rows)


def _move_results(connection: sa.Connection, tables: Any) -> None:
    """Give every person of every result a row, and take names and answers out of the result itself."""
    sortings, jobs, events = tables["sortings"], tables["jobs"], tables["events"]
    there = set(connection.execute(sa.select(tables["responses"].c.id)).scalars())
    published = set(connection.execute(sa.select(events.c.published_sorting_id)).scalars())
    for identity in connection.execute(sa.select(sortings.c.id)).scalars().all():
        old = connection.execute(sa.select(sortings).where(sortings.c.id == identity)).one()
        survey = parse_survey(old.survey_toml, "the stored survey")
        with np.load(io.BytesIO(old.arrays), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        codes, questions = arrays.pop("codes"), arrays.pop("questions")
        groups = list(old.about["decision"]["names"])
        houses = len(groups) == survey.n_clusters
        colors = group_colors(groups, [cluster.color for cluster in survey.clusters] if houses else None)
        is_named = groups == list(survey.cluster_names)
        shares = [(arrays["z"] == k).mean(axis=(0, 1)) for k in range(len(groups))] if is_named else []
        rows = []
        for n, response in enumerate(old.response_ids):
            # People who were deleted while a sort ran came back with its result: now they are gone for good.
            is_there = response in there
            answers: dict[str, list[int]] = {}
            for q, code in zip(questions.tolist(), codes[n].tolist(), strict=True):
                if code >= 0 and is_there:
                    answers.setdefault(survey.questions[q].id, []).append(code)
            rows.append(
                {
                    "sorting_id": old.id,
                    "position": n,
                    "response_id": response if is_there else None,
                    "group_number": old.labels[n],
                    "decided_number": old.about["decision"]["labels"][n],
                    "published_number": old.labels[n] if old.id in published else None,
                    "locked": n in old.locked and is_there,
                    "shares": [float(share[n]) for share in shares],
                    "sureness": "",
                    "answers": answers,
                    "extra": {heading: cells[n] for heading, cells in old.about["extra"].items()} if is_there else {},
                }
            )
        connection.execute(tables["places"].insert(), rows)
        packed = io.BytesIO()
        np.savez_compressed(packed, **arrays)
        connection.execute(
            sortings.update()
            .where(sortings.c.id == old.id)
            .values(
                groups=[{"name": name, "color": color} for name, color in zip(groups, colors, strict=True)],
                n_people=len(rows),
                answers_at=old.created_at,
                about=_without_names(old.about, old.names),
                arrays=packed.getvalue(),
                # Curves of old results may have been made by older rules: they are made again when asked for.
                trade_off=[],
            )
        )
        edits = tables["edits"]
        for edit in connection.execute(sa.select(edits).where(edits.c.sorting_id == old.id)).all():
            word = next((word for word in ("lock", "unlock") if word in edit.change), None)
            if word:
                changed = {word: [edit.change[word]]}
                connection.execute(edits.update().where(edits.c.id == edit.id).values(change=changed))
    # Jobs named people in their options and messages: what is over is only kept for its result, the rest starts anew.
    connection.execute(
        jobs.update()
        .where(jobs.c.state.in_(("done", "failed", "cancelled", "interrupted")))
        .values(options={}, message="")
    )
    connection.execute(jobs.delete().where(jobs.c.state.in_(("queued", "running"))))


def _without_names(about: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Return what a result says of itself, with tokens instead of names."""
    tokens = {normalise(name): place_token(n) for n, name in enumerate(names)}
    rules = rename_people(read_rules(about["rules"]), lambda name: tokens.get(normalise(name), REMOVED))
    told = dict(about["convergence"])
    # The parameter that converged worst may be a person's; only its number says how bad it is.
    told["message"] = told["message"].replace(f", worst for {told['worst']}", "")
    told["worst"] = ""
    told.pop("remedy", None)
    kept = {key: value for key, value in about.items() if key != "extra"}
    for name in ("decision", "other", "softer"):
        if kept.get(name) is not None:
            kept[name] = kept[name] | {"status": _as_notes(kept[name]["status"])}
    return {**kept, "rules": table_from_rules(rules), "convergence": _as_notes(told)}


def _as_notes(status: dict[str, Any]) -> dict[str, Any]:
    """Return a status with its one text as a note."""
    rest = {key: value for key, value in status.items() if key != "message"}
    return {**rest, "notes": [[status["code"], status["message"]]]}


def _drop_columns() -> None:
    with op.batch_alter_table("sortings") as table:
        for column in ("names", "response_ids", "labels", "locked"):
            table.drop_column(column)
        table.alter_column("answers_at", existing_type=Instant(), nullable=False)
    with op.batch_alter_table("events") as table:
        table.drop_index("ix_events_organiser_id")
        table.drop_constraint("fk_events_organiser_id_organisers", type_="foreignkey")
        table.drop_column("organiser_id")
        table.drop_column("roster")
