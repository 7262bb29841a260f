"""The tables.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=True),
        sa.Column("event_title", sa.String(length=200), nullable=False),
        sa.Column("organiser", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=200), nullable=False),
        sa.Column("filled", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_created_at", "audit_entries", ["created_at"])
    op.create_index("ix_audit_entries_event_id", "audit_entries", ["event_id"])
    op.create_table(
        "events",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("survey_toml", sa.Text(), nullable=False),
        sa.Column("survey_version", sa.Integer(), nullable=False),
        sa.Column("learned", sa.JSON(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("asks_names", sa.Boolean(), nullable=False),
        sa.Column("max_responses", sa.Integer(), nullable=True),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delete_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("privacy_notice", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), nullable=False),
        sa.Column("asks_wishes", sa.Boolean(), nullable=False),
        sa.Column("asks_friends", sa.Boolean(), nullable=False),
        sa.Column("is_kiosk", sa.Boolean(), nullable=False),
        sa.Column("shows_reason", sa.Boolean(), nullable=False),
        sa.Column("shows_chances", sa.Boolean(), nullable=False),
        sa.Column("shows_mates", sa.Boolean(), nullable=False),
        sa.Column("share_number", sa.Integer(), nullable=False),
        sa.Column("target", sa.JSON(), nullable=False),
        sa.Column("purpose", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("size_weight", sa.String(length=30), nullable=False),
        sa.Column("loss", sa.String(length=20), nullable=False),
        sa.Column("published_sorting_id", sa.String(length=32), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_table(
        "organisers",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_organisers"),
        sa.UniqueConstraint("key", name="uq_organisers_key"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=True),
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
        "jobs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("word", sa.String(length=200), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=200), nullable=True),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sorting_id", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_jobs_event_id_events", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    op.create_index("ix_jobs_event_id", "jobs", ["event_id"])
    op.create_index("ix_jobs_state_created_at", "jobs", ["state", "created_at"])
    op.create_table(
        "logins",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("organiser_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name="fk_logins_organiser_id_organisers", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_logins"),
    )
    op.create_index("ix_logins_organiser_id", "logins", ["organiser_id"])
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
        "roster_entries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("mailed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mail_problem", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_roster_entries_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_roster_entries"),
        sa.UniqueConstraint("event_id", "key", name="uq_roster_entries_event_id"),
    )
    op.create_index("ix_roster_entries_event_id", "roster_entries", ["event_id"])
    op.create_table(
        "sortings",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("survey_toml", sa.Text(), nullable=False),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("n_people", sa.Integer(), nullable=False),
        sa.Column("decided", sa.JSON(), nullable=False),
        sa.Column("locked", sa.JSON(), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("made_of", sa.JSON(), nullable=False),
        sa.Column("answers_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("arrays", sa.LargeBinary(), nullable=False),
        sa.Column("trade_off", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_sortings_event_id_events", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_sortings"),
    )
    op.create_index("ix_sortings_event_id", "sortings", ["event_id"])
    op.create_table(
        "changes",
        sa.Column("sorting_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["sorting_id"], ["sortings.id"], name="fk_changes_sorting_id_sortings", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sorting_id", "number", name="pk_changes"),
    )
    op.create_table(
        "responses",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=False),
        sa.Column("submission_hash", sa.String(length=64), nullable=False),
        sa.Column("receipt_hash", sa.String(length=64), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("namesake_key", sa.String(length=64), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("roster_entry_id", sa.String(length=32), nullable=True),
        sa.Column("consented_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_responses_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["roster_entry_id"],
            ["roster_entries.id"],
            name="fk_responses_roster_entry_id_roster_entries",
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_responses"),
        sa.UniqueConstraint("event_id", "submission_hash", name="uq_responses_event_id"),
        sa.UniqueConstraint("receipt_hash", name="uq_responses_receipt_hash"),
        sa.UniqueConstraint("roster_entry_id", name="uq_responses_roster_entry_id"),
    )
    op.create_index("ix_responses_event_id", "responses", ["event_id"])
    op.create_index("ix_responses_event_id_namesake_key", "responses", ["event_id", "namesake_key"])
    op.create_table(
        "places",
        sa.Column("sorting_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.String(length=32), nullable=True),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["response_id"], ["responses.id"], name="fk_places_response_id_responses", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["sorting_id"], ["sortings.id"], name="fk_places_sorting_id_sortings", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("sorting_id", "position", name="pk_places"),
    )
    op.create_index("ix_places_response_id", "places", ["response_id"])
    op.create_table(
        "published",
        sa.Column("response_id", sa.String(length=32), nullable=False),
        sa.Column("sorting_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("group_number", sa.Integer(), nullable=False),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=True),
        sa.Column("rounds", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["response_id"], ["responses.id"], name="fk_published_response_id_responses", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["sorting_id"], ["sortings.id"], name="fk_published_sorting_id_sortings", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("response_id", name="pk_published"),
    )
    op.create_index("ix_published_sorting_id", "published", ["sorting_id"])
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("organiser_id", sa.String(length=32), nullable=False),
        sa.Column("event_id", sa.String(length=32), nullable=True),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_uploads_event_id_events", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name="fk_uploads_organiser_id_organisers", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
    )
    op.create_index("ix_uploads_event_id", "uploads", ["event_id"])
    op.create_index("ix_uploads_organiser_id", "uploads", ["organiser_id"])
