"""The command: where its parts come together."""

from __future__ import annotations

import typer

from .. import __version__
from .drawn import decide
from .mix import mix
from .options import speaking_plainly
from .paper import paper
from .people import demo, explain, place, simulate, sort
from .serve import serve
from .server_commands import server_app
from .surveys import survey_app

app = typer.Typer(
    help="Sort people into groups of the sizes you need, from a survey, and say how sure that is.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for command in (demo, sort, mix, place, explain, simulate, decide, paper, serve):
    app.command()(speaking_plainly(command))
app.add_typer(survey_app, name="survey")
app.add_typer(server_app, name="server")


@app.command()
def version() -> None:
    """Print the version."""
    print(f"bayeshat {__version__}")


def main() -> None:
    """Run the command."""
    app()
