"""The steps that bring a database's tables up to date, run by Alembic when a server starts."""

from __future__ import annotations

from importlib import resources

from alembic.command import upgrade as run
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, last: str = "head") -> None:
    """Run all steps that this database has not seen, or those up to one of them."""
    config = _config()
    config.attributes["connection"] = connection
    run(config, last)


def step_that_is_due(connection: Connection) -> str | None:
    """Return the last step if the database has seen earlier ones only; None for a new database, too."""
    newest, *earlier = (one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())
    return newest if MigrationContext.configure(connection).get_current_revision() in earlier else None


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__)).replace("%", "%%"))
    return config
