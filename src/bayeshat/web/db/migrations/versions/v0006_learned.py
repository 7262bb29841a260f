"""Events keep what was learned from people of earlier years.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what was learned; so far that is nothing."""
    with op.batch_alter_table("events") as table:
        table.add_column(sa.Column("learned", sa.JSON(), nullable=False, server_default="{}"))
