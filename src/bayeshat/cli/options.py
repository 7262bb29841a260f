"""Options that several commands share, and how they speak."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import BayesHatError

Sizes = Annotated[
    str,
    typer.Option(
        "--sizes",
        "-s",
        help='"balanced", "5,5,5,6", "4..6", "40%,35%,25%", "Gryffindor=5,Slytherin=6,…" or "none".',
    ),
]
Weight = Annotated[
    float | None,
    typer.Option("--size-weight", min=0.0, help="Make sizes a guide with this weight (1: the paper) instead of exact."),
]
LossName = Annotated[
    str,
    typer.Option("--loss", help='"auto", "vi" (the paper), "binder", "placement", or a sum: "vi+0.5*placement".'),
]
Membership = Annotated[
    str,
    typer.Option(
        help='"mixed": people belong partly to several houses (the paper); "single": to one; "auto": as suits.'
    ),
]
Sampler = Annotated[str, typer.Option(help='"gibbs", or "nuts" (needs bayeshat\\[nuts]).')]
Draws = Annotated[
    int | None, typer.Option(min=1, help="Draws kept per chain; by default 1000, or fewer of very many people.")
]
Starts = Annotated[int, typer.Option(min=1, help="Number of starting points of the search.")]
Chains = Annotated[int, typer.Option(min=1, help="Number of chains.")]
Tune = Annotated[int | None, typer.Option(min=0, help="Sweeps per chain before draws are kept.")]
MaxDraws = Annotated[int | None, typer.Option(min=1, help="Maximum sweeps per chain after tuning.")]
NameColumn = Annotated[str | None, typer.Option(help="Heading of the column with names.")]
RulesFile = Annotated[Path | None, typer.Option("--rules", help="Rules: .csv, .xlsx or .toml (see docs/rules.md).")]
Mix = Annotated[
    list[str] | None,
    typer.Option(
        "--mix",
        help='Spread people who answer this question or column alike over the groups; "age=normal": if possible; '
        '"all": every question. May be repeated.',
    ),
]
FreeTimes = Annotated[
    str | None, typer.Option(help="Question or column with people's free times; all members of a group share some.")
]
Common = Annotated[int, typer.Option(min=1, help="How many free times all members of a group share at least.")]
Rounds = Annotated[
    int, typer.Option(min=1, help="Make groups for so many rounds, in which as few people as possible meet again.")
]
Folder = Annotated[Path, typer.Option("--output", "-o", help="Folder for the files.")]
Report = Annotated[bool, typer.Option("--report/--no-report", help="Write the report as a web page.")]
Xlsx = Annotated[bool, typer.Option("--xlsx", help="Write a spreadsheet too, with a sheet for each group.")]
Lists = Annotated[bool, typer.Option("--lists", help="Write printable lists and a table for mail merge too.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same groups.")]
Threads = Annotated[int | None, typer.Option(min=1, help="Threads; by default one per core.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
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


def in_options(text: str) -> str:
    """Rewrite a message about settings so that it names the command's options.

    Examples
    --------
    >>> in_options("Raise max_draws, or raise tune, and use more chains.")
    'Raise --max-draws, or raise --tune, and use more chains (--chains).'
    """
    text = re.sub(r"\b(max_draws|size_weight|name_column)\b", lambda match: "--" + match[1].replace("_", "-"), text)
    text = re.sub(r"\braise (tune|starts|draws)\b", r"raise --\1", text)
    text = re.sub(r"\b(more|at least 2) chains\b", r"\1 chains (--chains)", text)
    return text.replace("Ask for more draws:", "Ask for more draws (--draws):")


def speaking_plainly(command: Callable[..., None]) -> Callable[..., None]:
    """Turn what a user can put right into a plain sentence and exit code 2."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except BayesHatError as error:
            print(f"error: {in_options(str(error))}", file=sys.stderr)
            raise typer.Exit(2) from None

    return run


def consoles() -> tuple[Any, Any]:
    """Return consoles for standard output and standard error."""
    from rich.console import Console

    return Console(highlight=False), Console(stderr=True, highlight=False)


def print_json(content: dict[str, Any]) -> None:
    """Print plain values as JSON."""
    from ..report.files import to_json

    print(to_json(content))
