"""The web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...words.voice import in_python, speaking
from ..extras import check_web
from ..options import whole_number


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; by default this machine alone.")] = None,
    port: Annotated[
        int | None,
        typer.Option(parser=whole_number(0), metavar="NUMBER", help="Port to listen on; by default 8000."),
    ] = None,
    database_url: Annotated[
        str | None, typer.Option(help="Database; by default an SQLite file in the data folder.")
    ] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Folder for the database and the server's key.")] = None,
    public_url: Annotated[str | None, typer.Option(help="Address that people reach the server by.")] = None,
) -> None:
    r"""Serve the survey form and the organiser's pages (needs bayeshat\[web]).

    Prints the organiser's address with a set-up secret that works once. Every setting can also be given by the
    environment: see the page Running a server of the documentation.

    Example: bayeshat serve --port 8000
    """
    check_web("serve")
    from ...web.server import serve as run
    from ...web.settings import Settings

    settings = Settings.from_environment(
        host=host, port=port, database_url=database_url, data_dir=data_dir, public_url=public_url
    )
    # Pages have no options: those who read them must not be told of any.
    with speaking(in_python):
        run(settings)
