"""The command: where its parts come together."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from .drawn import decide
from .learn import learn
from .mix import mix
from .options import Json, print_json
from .paper import paper
from .people import demo, explain, place, simulate, sort
from .plain_group import PlainGroup
from .serve import serve
from .server_commands import server_app
from .surveys import survey_app

app = typer.Typer(
    cls=PlainGroup,
    help="Sort people into groups of the sizes you need, from a survey, and say how sure that is.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for command in (demo, sort, mix, place, learn, explain, simulate, decide, paper, serve):
    app.command()(command)
app.add_typer(survey_app, name="survey")
app.add_typer(server_app, name="server")


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"bayeshat {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


@app.command()
def version(as_json: Json = False) -> None:
    """Print the version."""
    if as_json:
        print_json({"version": __version__})
    else:
        print(f"bayeshat {__version__}")


def main() -> None:
    """Run the command."""
    app()
