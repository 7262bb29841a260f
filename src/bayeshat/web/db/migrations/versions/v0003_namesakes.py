"""Namesakes are found by an index.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bayeshat.web.db.schema import namesake_key

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Give every response the key of its name."""
    with op.batch_alter_table("responses") as table:
        table.add_column(sa.Column("namesake_key", sa.String(length=64), nullable=False, server_default=""))
    connection = op.get_bind()
    responses = sa.Table("responses", sa.MetaData(), autoload_with=connection)
    rows = connection.execute(sa.select(responses.c.id, responses.c.name)).all()
    if rows:
        connection.execute(
            responses.update().where(responses.c.id == sa.bindparam("one")).values(namesake_key=sa.bindparam("key")),
            [{"one": row.id, "key": namesake_key(row.name)} for row in rows],
        )
    op.create_index("ix_responses_event_id_namesake_key", "responses", ["event_id", "namesake_key"])
