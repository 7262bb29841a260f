"""People may exchange places in a published result.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add whether an event allows it, people's offers, and where they came from."""
    op.add_column("events", sa.Column("allows_exchange", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("published", sa.Column("came_from", sa.Integer(), nullable=True))
    op.add_column("published", sa.Column("offer", sa.String(length=8), nullable=True))
    op.add_column("published", sa.Column("wants", sa.Integer(), nullable=True))
