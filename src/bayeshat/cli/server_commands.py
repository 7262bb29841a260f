"""Commands for whoever runs the web server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError
from .options import speaking_plainly

if TYPE_CHECKING:
    from ..web.http.settings import Settings

server_app = typer.Typer(help="Look after the web server: copies and their restoration.", no_args_is_help=True)

DataDir = Annotated[Path | None, typer.Option(help="Folder of the database and the server's key.")]
DatabaseUrl = Annotated[str | None, typer.Option(help="Database; by default an SQLite file in the data folder.")]


def read_settings(data_dir: Path | None, database_url: str | None) -> Settings:
    """Return the settings of the server that a command is about."""
    try:
        from ..web.http.settings import Settings
    except ImportError as error:
        raise InputError(
            f"server must have FastAPI and its companions; got: {error}. Install them with: pip install "
            "'bayeshat[web]'."
        ) from None
    return Settings.from_environment(data_dir=data_dir, database_url=database_url)


@server_app.command("backup")
@speaking_plainly
def server_backup(
    file: Annotated[Path, typer.Argument(help="File to write, such as hat-2026-11-15.zip.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    force: Annotated[bool, typer.Option(help="Write over an existing file.")] = False,
) -> None:
    """Copy the database and the server's key into one file; the server may go on running.

    Whoever has the file can read everything, so keep it safe.

    Example: bayeshat server backup hat-2026-11-15.zip
    """
    settings = read_settings(data_dir, database_url)
    from ..web.storage.backups import back_up

    back_up(settings, file, force=force)
    print(f"{file}: a copy of the database and the server's key.")


@server_app.command("restore")
@speaking_plainly
def server_restore(
    file: Annotated[Path, typer.Argument(help="File that backup has written.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    force: Annotated[bool, typer.Option(help="Replace the database that is there.")] = False,
) -> None:
    """Put back a copy of the database and the server's key; stop the server first.

    Example: bayeshat server restore hat-2026-11-15.zip
    """
    settings = read_settings(data_dir, database_url)
    from ..web.storage.backups import restore

    restore(settings, file, force=force)
    print(f"{settings.data_dir}: the database and the server's key of {file}.")
    if settings.secret_key is not None:
        print("BAYESHAT_SECRET_KEY is set and wins over the key of the copy. Links work again if they are the same.")
