"""Looking after a web server from its own machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError
from .options import speaking_plainly

if TYPE_CHECKING:
    from ..web.http.settings import Settings
    from ..web.storage.database import Database

server_app = typer.Typer(help="Look after a web server: passwords and organisers.", no_args_is_help=True)

DataDir = Annotated[Path | None, typer.Option(help="Folder for the database and the server's key.")]
DatabaseUrl = Annotated[str | None, typer.Option(help="Database; by default an SQLite file in the data folder.")]
PublicUrl = Annotated[str | None, typer.Option(help="Address that people reach the server by.")]


@server_app.command("reset-password")
@speaking_plainly
def reset_password(
    name: Annotated[str, typer.Argument(help="The organiser's name.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    public_url: PublicUrl = None,
) -> None:
    """Print a link by which an organiser chooses a new password; it works once, for a day.

    Example: bayeshat server reset-password Minerva
    """
    with _open(data_dir, database_url, public_url) as (settings, database):
        from ..web.accounts.organisers import find_organiser, list_organisers, reset_token
        from ..web.http.security import Keys

        with database.reading() as session:
            organiser = find_organiser(session, name)
            known = [one.name for one, _ in list_organisers(session)]
    if organiser is None:
        raise InputError(f"The name must be an organiser's; got {name!r}. There are: {', '.join(known) or 'none yet'}.")
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = settings.public_url or f"http://{host}:{settings.port}"
    print(f"For {organiser.name}, once, within a day:\n{address}/reset/{reset_token(Keys.load(settings), organiser)}")


@server_app.command("organisers")
@speaking_plainly
def list_organisers(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """List the organisers, and how many events they own, edit and view.

    Example: bayeshat server organisers
    """
    with _open(data_dir, database_url) as (_, database):
        from ..web.accounts.organisers import list_organisers as read

        with database.reading() as session:
            listed = read(session)
    if not listed:
        print("There are no organisers yet. Start the server, and open the address that it prints.")
    for one, roles in listed:
        told = [f"{role} of {roles[role]}" for role in ("owner", "editor", "viewer") if roles[role]]
        print(f"{one.name}{' (administrator)' if one.is_admin else ''}: {', '.join(told) or 'no events'}")


@contextmanager
def _open(
    data_dir: Path | None, database_url: str | None, public_url: str | None = None
) -> Iterator[tuple[Settings, Database]]:
    """Return the settings and the database that a server with the same options has."""
    try:
        from ..web.http.settings import Settings
        from ..web.storage.database import connect, migrate
    except ImportError as error:
        raise InputError(
            f"server must have FastAPI and its companions; got: {error}. Install them with: "
            "pip install 'bayeshat[web]'."
        ) from None
    settings = Settings.from_environment(data_dir=data_dir, database_url=database_url, public_url=public_url)
    database = connect(settings)
    try:
        migrate(database)
        yield settings, database
    finally:
        database.dispose()
