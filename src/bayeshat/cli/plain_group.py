"""How the command ends: with one plain sentence if something goes wrong, never with a traceback."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from ..errors import BayesHatError
from ..words.message import Message
from ..words.voice import speaking
from .options import Unreadable, in_command

# What typer raises for options that it cannot read; its own name for it differs between versions.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
_WRONG_INPUT = 2
_STOPPED = 130  # as shells have it: 128 and the number of the signal
_HOW_MANY = re.compile(r"No such option: --(?:houses|groups|clusters)\b")
# What typer says in English alone, by the messages that say it in every language.
_USAGE = {
    "command-arguments": r"Got unexpected extra argument\(?s?\)? \((?P<got>.*)\)",
    "command-missing": r"Missing argument '(?P<got>.*)'\.?",
    "command-missing-option": r"Missing option '(?P<got>.*)'\.?",
    "command-no-command": r"No such command '(?P<got>.*)'\.",
    "command-no-command-near": r"No such command '(?P<got>.*)'\. Did you mean (?P<near>.*)\?",
    "command-no-option": r"No such option: (?P<got>\S+)",
    "command-no-option-near": r"No such option: (?P<got>\S+) \(Possible options: (?P<near>.*)\)",
    "command-no-value": r"Option '(?P<got>.*)' requires an argument\.",
}


class PlainGroup(TyperGroup):
    """Commands that speak of options by their names, and end with one sentence and exit code 2 if they must."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command; one that is stopped by hand says so, also where its output goes into a file or a pipe."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print(Message("command-stopped"), file=sys.stderr)
            raise typer.Exit(_STOPPED) from None

    def main(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **options: Any) -> Any:  # type: ignore[override]
        """Run a command, and exit."""
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **options)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal may not have every character of people's names.
                stream.reconfigure(errors="replace")
        with speaking(in_command):
            try:
                code = super().main(args, standalone_mode=False, **options)
                sys.stdout.flush()
            except _UsageError as error:
                if not str(error):  # no command was given, and the help has been shown
                    sys.exit(_WRONG_INPUT)
                _end(_tell_usage(error))
            except BayesHatError as error:
                _end(error.words)
            except typer.Abort:  # typer's word for a file that ends too early
                _end(Message("command-half-file"))
            except MemoryError:
                _end(Message("command-memory"))
            except OSError as error:
                if error.errno == errno.EPIPE:
                    _close_output()
                    sys.exit(1)
                _end(_tell_failure(error))
        sys.exit(code if isinstance(code, int) else 0)


def _end(words: str | Message) -> None:
    print(Message("command-error", words=words), file=sys.stderr)
    sys.exit(_WRONG_INPUT)


def _tell_usage(error: Any) -> Message:
    """Return what is wrong with the options, and how to read about them."""
    parameter, message = getattr(error, "param", None), str(error.format_message())
    said = ((name, re.fullmatch(pattern, message, re.DOTALL)) for name, pattern in _USAGE.items())
    known = next((Message(name, **found.groupdict()) for name, found in said if found), None)
    if parameter is not None and isinstance(error, Unreadable):
        name = next((name for name in parameter.opts if name.startswith("--")), parameter.opts[0].upper())
        message = f"{name} {error.message}"
    context, command = error.ctx, list[str]()
    while context is not None and context.parent is not None:
        command.insert(0, context.info_name)
        context = context.parent
    if command == ["sort"] and _HOW_MANY.search(message):
        message = str(Message("command-how-many"))
    elif known is not None:
        message = str(known)
    end = "" if message.endswith((".", "?")) else "."
    return Message("command-see", words=f"{message}{end}", command=" ".join(["bayeshat", *command]))


def _tell_failure(error: OSError) -> Message:
    """Return what the system refused."""
    if error.filename is None:
        _close_output()
        return Message("command-no-output", reason=error.strerror)
    return Message("command-no-access", file=repr(os.fspath(error.filename)), reason=error.strerror)


def _close_output() -> None:
    """Drop what is still to be printed: trying again when Python ends would fail again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # standard output is not a file of its own, as in tests
        return
