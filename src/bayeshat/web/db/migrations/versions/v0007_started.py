"""Jobs know when they were taken from the queue.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the moment; nobody knows it of jobs of before."""
    with op.batch_alter_table("jobs") as table:
        table.add_column(sa.Column("started_at", sa.DateTime(timezone=True), nullable=True))
