"""Organisers choose the language of their pages, and the activity log is told in the reader's.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the organiser's language, and what is filled into the messages of the log; older entries stay English."""
    with op.batch_alter_table("organisers") as table:
        table.add_column(sa.Column("language", sa.String(length=10), nullable=False, server_default=""))
    with op.batch_alter_table("audit_entries") as table:
        table.add_column(sa.Column("filled", sa.JSON(), nullable=False, server_default="{}"))
