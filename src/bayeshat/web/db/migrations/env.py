"""Alembic runs this file: it hands over the connection that the server opened."""

from __future__ import annotations

from alembic import context

from bayeshat.web.db.schema import Base

if hasattr(context, "config"):
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        render_as_batch=True,
    )
    context.run_migrations()
