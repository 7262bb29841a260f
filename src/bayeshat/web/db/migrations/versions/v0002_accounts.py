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
    for column in (
        sa.Column("email", sa.String(length=254), nullable=False, server_default=""),
        sa.Column("code_nonce", sa.String(length=43), nullable=False, server_default=""),
        sa.Column("code_step", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("recovery_hashes", sa.JSON(), nullable=False, server_default="[]"),
    ):
        op.add_column("organisers", column)
    op.add_column("logins", sa.Column("by_openid", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "identities",
        sa.Column("issuer", sa.String(length=300), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("organiser_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["organisers.id"], name="fk_identities_organiser_id_organisers", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_identities"),
    )
    op.create_index("ix_identities_organiser_id", "identities", ["organiser_id"])
