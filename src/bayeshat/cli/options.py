"""Options that several commands share, and what messages call them."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..options import MAX_THREADS
from ..tables.numbers import show_number
from ..words.settings import in_python

# What the command calls the settings of the Python functions; the others have no option.
OPTIONS = {
    "chains": "--chains",
    "common_times": "--free-times",
    "discount": "--discount",
    "draws": "--draws",
    "duplicates": "--duplicates",
    "friends": "--friends",
    "groups": "--groups",
    "known": "--known",
    "known_count": "--known-count",
    "labels": "--labels",
    "least": "--least",
    "loss": "--loss",
    "max_draws": "--max-draws",
    "membership": "--membership",
    "missing": "--missing",
    "mix": "--mix",
    "n_clusters": "--groups",
    "name_column": "--name-column",
    "only": "--only",
    "prove": "--prove",
    "rng": "--seed",
    "rounds": "--rounds",
    "rules": "--rules",
    "sampler": "--sampler",
    "scheduler": "--scheduler",
    "size_prior": "--size-prior",
    "size_weight": "--size-weight",
    "skip": "--skip",
    "starts": "--starts",
    "stay": "--stay",
    "target": "--sizes",
    "threads": "--threads",
    "totals": "--totals",
    "tune": "--tune",
    "unfinished": "--unfinished",
    "unknown": "--unknown",
    "weights": "--weights",
    "wishes": "--wishes",
}


def in_command(name: str, value: object) -> str:
    """Return the option for a setting, with its value if there is one; Python's words where there is no option.

    Examples
    --------
    >>> in_command("target", "balanced")
    '--sizes balanced'
    >>> in_command("only", "1st choice")
    '--only "1st choice"'
    """
    if name not in OPTIONS:
        return in_python(name, value)
    shown = f'"{value}"' if " " in str(value) else value
    return OPTIONS[name] if value is None or value is True else f"{OPTIONS[name]} {shown}"


def whole_number(least: int, most: int | None = None) -> Callable[[Any], int]:
    """Return a reader of whole numbers of at least ``least``, and of at most ``most`` if there is a limit."""
    wanted = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(text: Any) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise typer.BadParameter(f"must be a whole number {wanted}; got {str(text)!r}.")
        return number

    return read


def number_from(least: float, most: float = math.inf) -> Callable[[Any], float]:
    """Return a reader of numbers from ``least`` to ``most``."""
    lowest, highest = show_number(least), show_number(most)
    wanted = f"of at least {lowest}" if math.isinf(most) else f"from {lowest} to {highest}"

    def read(text: Any) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise typer.BadParameter(f"must be a number {wanted}; got {str(text)!r}.")
        return number

    return read


def _count(least: int, help_text: str, *names: str, most: int | None = None) -> Any:
    return typer.Option(*names, parser=whole_number(least, most), metavar="NUMBER", help=help_text)


Sizes = Annotated[
    str,
    typer.Option(
        "--sizes",
        "-s",
        help='"balanced", "5,5,5,6", "4..6", "40%,35%,25%", "Gryffindor=5,Slytherin=6,…" or "none".',
    ),
]
SizesOrTotals = Annotated[
    str | None,
    typer.Option(
        "--sizes",
        "-s",
        help='"balanced" (the default, unless totals are known), "5,5,5,6", "4..6", "40%,35%,25%", '
        '"Gryffindor=5,Slytherin=6,…" or "none".',
        show_default=False,
    ),
]
Totals = Annotated[
    str | None,
    typer.Option("--totals", help='How many of these people truly belong to each house, if known: "Ayes=120,Noes=80".'),
]
SizePrior = Annotated[
    str | None,
    typer.Option(
        "--size-prior",
        help='What is believed of the houses\' true sizes, as if so many others had been counted: "Ayes=12,Noes=8".',
    ),
]
Weight = Annotated[
    float | None,
    typer.Option(
        "--size-weight",
        parser=number_from(0.0),
        metavar="NUMBER",
        help="Make sizes a guide with this weight (1: the paper) instead of exact.",
    ),
]
LossName = Annotated[
    str,
    typer.Option("--loss", help='"auto", "vi" (the paper), "binder", "placement", or a sum: "vi+0.5*placement".'),
]
Membership = Annotated[
    str,
    typer.Option(
        help='"mixed": people belong partly to several houses (the paper); "single": to one; "auto": chosen for you.'
    ),
]
Sampler = Annotated[
    str,
    typer.Option(
        help='"gibbs"; "nuts", or "nuts-correlated" where houses may go together (both need bayeshat\\[nuts]).'
    ),
]
Draws = Annotated[int | None, _count(1, "Draws kept per chain; by default 1000, or fewer with very many people.")]
Starts = Annotated[int, _count(1, "Number of starting points of the search.")]
Prove = Annotated[
    float | None,
    typer.Option(
        "--prove",
        parser=number_from(0.1, 1e6),
        metavar="SECONDS",
        help="Spend up to so many seconds on proving how far these groups can be from the best possible; 10 is usual.",
    ),
]
Chains = Annotated[int, _count(1, "Number of chains.")]
Tune = Annotated[int | None, _count(0, "Sweeps per chain before draws are kept.")]
MaxDraws = Annotated[int | None, _count(1, "Maximum sweeps per chain after tuning.")]
NameColumn = Annotated[str | None, typer.Option(help="Heading of the column with names.")]
Duplicates = Annotated[
    str, typer.Option(help='People who answered more than once: "refuse", "latest", "first" or "separate".')
]
Unknown = Annotated[
    str,
    typer.Option(
        help='Answers that are not among the options: "refuse", "blank", or "option" (count them as "Other").'
    ),
]
Unfinished = Annotated[
    bool, typer.Option("--unfinished", help="Also count answers that the form tool marks as unfinished or as tests.")
]
Wishes = Annotated[
    str | None,
    typer.Option(
        help='Heading of a column with the groups that people would like; of "1st choice", "2nd choice", … name the '
        "first."
    ),
]
Friends = Annotated[str | None, typer.Option(help="Heading of a column with the people they would like to be with.")]
Known = Annotated[
    str | None,
    typer.Option(
        "--known",
        help="People whose house is known, to learn from: heading of a column that is empty for all others, or a file "
        "of names and houses.",
    ),
]
KnownCount = Annotated[
    bool, typer.Option("--known-count", help="Keep known people in their houses, and count them in the sizes.")
]
Weights = Annotated[
    str, typer.Option(help='"auto": learn from known people how much each question counts; "off": do not.')
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", help="Rules: .csv, .xlsx or .toml (see the page Rules of the documentation).")
]
Mix = Annotated[
    list[str] | None,
    typer.Option(
        "--mix",
        help='Spread people who answer this question or column alike over the groups; "age=normal": if possible; '
        '"all": every question, if possible. May be repeated.',
    ),
]
FreeTimes = Annotated[
    str | None, typer.Option(help="Question or column with people's free times; all members of a group share some.")
]
Common = Annotated[int, _count(1, "The least number of free times that all members of a group share.")]
Groups = Annotated[int | None, _count(1, "Number of groups, if the sizes do not give it.")]
Rounds = Annotated[int, _count(1, "Number of rounds of groups, in which as few people as possible meet again.")]
Folder = Annotated[
    Path, typer.Option("--output", "-o", help="Folder for the files; replaces what an earlier run wrote there.")
]
Report = Annotated[bool, typer.Option("--report/--no-report", help="Write the report as a web page.")]
NoAnswers = Annotated[bool, typer.Option("--no-answers", help="Leave what people answered out of the report.")]
NoIds = Annotated[
    bool, typer.Option("--no-ids", help="Leave e-mail addresses and ids out of the report and the printable lists.")
]
Sensitivity = Annotated[
    bool, typer.Option("--sensitivity", help="Say whose likeliest house depends on how much the survey's prior counts.")
]
Xlsx = Annotated[bool, typer.Option("--xlsx", help="Write a spreadsheet too, with a sheet for each group.")]
Lists = Annotated[bool, typer.Option("--lists", help="Write printable lists and a table for mail merge too.")]
Seed = Annotated[int, _count(0, "The same seed gives the same groups.", "--seed")]
Threads = Annotated[int | None, _count(1, "Threads; by default one per core.", most=MAX_THREADS)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
SurveyName = Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")]
Scheduler = Annotated[
    str | None,
    typer.Option(help='Dask scheduler: "tcp://host:8786", or "local" for workers here (needs bayeshat\\[dask]).'),
]
Partitions = Annotated[
    str | None, typer.Option("--answers", help="Answers in partitions: a pattern of Parquet files in quotes.")
]
_ANSWERS = typer.Argument(help="Answers: .csv, .tsv or .xlsx, one row per person.")
AnswersFile = Annotated[Path, _ANSWERS]
SomeAnswers = Annotated[Path | None, _ANSWERS]


def consoles() -> tuple[Any, Any]:
    """Return consoles for standard output and standard error."""
    from rich.console import Console

    return Console(highlight=False), Console(stderr=True, highlight=False)


def print_json(content: dict[str, Any]) -> None:
    """Print plain values as JSON."""
    from ..report.files import to_json

    print(to_json(content))
