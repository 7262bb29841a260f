"""The steps that bring a database's tables up to date, run by Alembic when a server starts."""

from __future__ import annotations

from importlib import resources

from alembic.command import upgrade as run
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Run all steps that this database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__)).replace("%", "%%"))
    config.attributes["connection"] = connection
    run(config, "head")
