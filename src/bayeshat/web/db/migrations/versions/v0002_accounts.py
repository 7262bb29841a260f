"""What organisers log in with besides a password.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("organisers", sa.Column("email", sa.String(length=254), nullable=False, server_default=""))
