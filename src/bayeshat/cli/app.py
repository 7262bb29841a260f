"""The command: where its parts come together."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from ..words.message import Message, join, language_names, languages
from ..words.voice import choose_voice
from .commands.course import course_app
from .commands.decide import decide
from .commands.doctor import doctor
from .commands.learn import learn
from .commands.mix import mix
from .commands.paper import paper
from .commands.serve import serve
from .commands.server_commands import server_app
from .commands.sort import demo, explain, place, simulate, sort
from .commands.surveys import survey_app
from .commands.warm import warm
from .options import Commands, Json, Unreadable, print_json
from .plain_group import PlainGroup

app = Commands(
    cls=PlainGroup,
    help="Sort people into groups of the sizes you need, from a survey, and say how sure that is.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for command in (demo, sort, mix, place, learn, explain, simulate, decide, paper, serve, doctor, warm):
    app.command()(command)
app.add_typer(survey_app, name="survey")
app.add_typer(course_app, name="course")
app.add_typer(server_app, name="server")


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"bayeshat {__version__}")
        raise typer.Exit


def _choose_language(code: str | None) -> str | None:
    if code is not None and code not in languages(whole=True):
        known = join([f"{code} ({name})" for code, name in language_names(whole=True).items()], "or")
        raise Unreadable(str(Message("command-language", known=known, got=repr(code))))
    if code is not None:
        # At once, so that errors in later options come in this language too. The voice is reset when the command ends.
        choose_voice(code)
    return code


@app.callback()
def options(
    language: Annotated[
        str | None,
        typer.Option(
            envvar="BAYESHAT_LANGUAGE",
            callback=_choose_language,
            help="Language of what is printed, of reports and lists: en or de. Files for programs are in English.",
        ),
    ] = None,
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
