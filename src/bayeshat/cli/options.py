"""Options that several commands share, and what messages call them."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_type_hints

import typer
from typer.models import OptionInfo

from ..errors import InputError
from ..options import MAX_THREADS
from ..tables.numbers import show_number
from ..words.message import Message
from ..words.voice import in_python
from .parse import existing, free_times_rule, parse_at_least, parse_mix, parse_sizes, parse_totals

if TYPE_CHECKING:
    from ..rules.rules import Rules
    from ..survey.spec import Survey

# Panels of the help; options without one are in the first.
RULES, READING, STATISTICIANS = "Rules", "Reading the table", "For statisticians"
# What the command calls the settings of the Python functions: by their names, but for six. Others have no option.
_SAME_NAMES = (
    "alternate chains count_by discount draws duplicates each fair friends groups headings known known_count labels "
    "least loss max_draws membership missing mix name_column not_again only prove rounds rules sampler scheduler "
    "size_prior size_weight skip starts stay style threads totals tune unfinished unknown waiting_list weights wishes"
)
OPTIONS = {name: f"--{name.replace('_', '-')}" for name in _SAME_NAMES.split()}
OPTIONS |= {
    "common_times": "--free-times",
    "n_clusters": "--groups",
    "rng": "--seed",
    "shape": "--seats",
    "slots": "--slot",
    "target": "--sizes",
}


def in_command(name: str, value: object) -> str:
    """Return the option for a setting, with its value if there is one; Python's words where there is no option.

    Examples
    --------
    >>> in_command("target", "balanced")
    '--sizes balanced'
    >>> in_command("only", "1st choice")
    '--only "1st choice"'
    >>> in_command("headings", False)
    '--no-headings'
    """
    if name not in OPTIONS:
        return in_python(name, value)
    if value is False:
        return OPTIONS[name].replace("--", "--no-")
    shown = f'"{value}"' if " " in str(value) else value
    return OPTIONS[name] if value is None or value is True else f"{OPTIONS[name]} {shown}"


class Unreadable(typer.BadParameter):
    """What was typed for an option cannot be read; the option's name is put before the sentence."""


def whole_number(least: int, most: int | None = None) -> Callable[[Any], int]:
    """Return a reader of whole numbers of at least ``least``, and of at most ``most`` if there is a limit."""

    def read(text: Any) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise _unreadable("whole", least, most, text)
        return number

    return read


def number_from(least: float, most: float = math.inf) -> Callable[[Any], float]:
    """Return a reader of numbers from ``least`` to ``most``."""

    def read(text: Any) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise _unreadable("number", least, None if math.isinf(most) else most, text)
        return number

    return read


def _unreadable(what: str, least: float, most: float | None, text: Any) -> Unreadable:
    told = {"least": show_number(least), "got": repr(str(text))}
    if most is None:
        return Unreadable(str(Message(f"command-{what}", **told)))
    return Unreadable(str(Message(f"command-{what}-to", most=show_number(most), **told)))


def _count(least: int, help_text: str, *names: str, most: int | None = None, **shown: Any) -> Any:
    return typer.Option(*names, parser=whole_number(least, most), metavar="NUMBER", help=help_text, **shown)


_SIZES = '"5,5,5,6", "4..6", "40%,35%,25%", "Gryffindor=5,Slytherin=6,…" or "none".'
_SEED = "The same seed gives the same groups."
_ANSWERS = typer.Argument(help="Answers: .csv, .tsv or .xlsx, one row per person.")

Sizes = Annotated[str, typer.Option("--sizes", "-s", help=f'"balanced", {_SIZES}')]
SizesOrTotals = Annotated[
    str | None,
    typer.Option(
        "--sizes",
        "-s",
        help=f'"balanced" (the default, unless totals or people are known), {_SIZES}',
        show_default=False,
    ),
]
Groups = Annotated[int | None, _count(1, "Number of groups, if the sizes do not give it.")]
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
Starts = Annotated[int, _count(1, "Number of starting points of the search.")]
Prove = Annotated[
    float | None,
    typer.Option(
        "--prove",
        parser=number_from(0.1, 1e6),
        metavar="SECONDS",
        help="Seconds to spend on proving how far these groups can be from the best possible; 10 is usual.",
    ),
]
Weights = Annotated[
    str,
    typer.Option(
        help='"auto": learn from known people how much each question counts; "off": do not.',
        rich_help_panel=STATISTICIANS,
    ),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", help="Rules: .csv, .xlsx or .toml (see the page Rules of the documentation).")
]
Rounds = Annotated[
    int,
    _count(1, "Number of rounds of groups, in which as few people as possible meet again.", rich_help_panel=RULES),
]
Fair = Annotated[
    str | None,
    typer.Option(
        "--fair",
        help='How choices are granted: "first choices" (as many as possible, the default), "nobody badly" (the worst '
        'choices are as good as possible), or "average" (as good as possible on average).',
        rich_help_panel=RULES,
    ),
]
Each = Annotated[
    int | None,
    _count(
        1, "How many different groups everybody gets; by default one, or one in each time slot.", rich_help_panel=RULES
    ),
]
Slots = Annotated[
    list[str] | None,
    typer.Option(
        "--slot",
        metavar="SLOT",
        help='Groups that are held at the same time, where everybody gets several: "Morning=Pottery; Chess". May be '
        "repeated.",
        rich_help_panel=RULES,
    ),
]
WaitingList = Annotated[
    str | None,
    typer.Option(
        "--waiting-list",
        metavar="HOW",
        help='Where there are too few places, let people wait: "lottery" (drawn by lot), or "first come" (the first '
        "rows of the table have places). Sizes are then the largest that groups may have.",
        rich_help_panel=RULES,
    ),
]
Left = Annotated[
    list[str] | None,
    typer.Option(
        "--left",
        metavar="NAME",
        help="Somebody who has left the groups in the output folder: the next person who waits moves up, and nobody "
        "else moves. May be repeated.",
        rich_help_panel=RULES,
    ),
]
NameColumn = Annotated[str | None, typer.Option(help="Heading of the column with names.", rich_help_panel=READING)]
Unfinished = Annotated[
    bool,
    typer.Option(
        "--unfinished",
        help="Also count answers that the form tool marks as unfinished or as tests.",
        rich_help_panel=READING,
    ),
]
Headings = Annotated[
    bool,
    typer.Option(
        "--headings/--no-headings",
        help="Whether the first rows of files hold headings.",
        rich_help_panel=READING,
    ),
]
Folder = Annotated[
    Path, typer.Option("--output", "-o", help="Folder for the files; replaces what an earlier run wrote there.")
]
WithReport = Annotated[bool, typer.Option("--report/--no-report", help="Write the report as a web page.")]
Seed = Annotated[int, _count(0, _SEED, "--seed")]
Threads = Annotated[int | None, _count(1, "Threads; by default one per core.", most=MAX_THREADS)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
SurveyName = Annotated[str, typer.Argument(help="A survey file (.toml) or the name of a packaged survey.")]
AnswersFile = Annotated[Path, _ANSWERS]
SomeAnswers = Annotated[Path | None, _ANSWERS]


@dataclass(frozen=True)
class Output:
    """What is written and printed."""

    panel: ClassVar[str | None] = None
    output: Folder = Path("sorted")
    title: Annotated[str | None, typer.Option(help="Title of the report and the lists.")] = None
    report: WithReport = False
    lists: Annotated[bool, typer.Option("--lists", help="Write printable lists and a table for mail merge too.")] = (
        False
    )
    xlsx: Annotated[bool, typer.Option("--xlsx", help="Write a spreadsheet too, with a sheet for each group.")] = False
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SHAPE",
            help='Give everybody a place at a "round" table (or any other that people sit around) or in a "row", '
            "beside those they should be with; writes table lists and place cards to print.",
        ),
    ] = None
    alternate: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="With --seats: people with the same in this column do not sit side by side, if possible.",
        ),
    ] = None
    no_answers: Annotated[bool, typer.Option("--no-answers", help="Leave what people answered out of the report.")] = (
        False
    )
    no_ids: Annotated[
        bool, typer.Option("--no-ids", help="Leave e-mail addresses and ids out of the report and the printable lists.")
    ] = False
    as_json: Json = False
    quiet: Quiet = False

    @property
    def is_silent(self) -> bool:
        """Whether nothing is printed for people."""
        return self.quiet or self.as_json


@dataclass(frozen=True)
class Wanted:
    """Who should be with whom, or where."""

    panel: ClassVar[str | None] = RULES
    rules: RulesFile = None
    wishes: Annotated[
        str | None,
        typer.Option(
            help='Heading of a column with the groups that people would like; of "1st choice", "2nd choice", … name '
            "the first."
        ),
    ] = None
    friends: Annotated[
        str | None, typer.Option(help="Heading of a column with the people they would like to be with.")
    ] = None
    mix: Annotated[
        list[str] | None,
        typer.Option(
            "--mix",
            help='Spread people who answer this question or column alike over the groups; "age=normal": if possible; '
            '"all": every question, if possible. May be repeated.',
        ),
    ] = None
    at_least: Annotated[
        list[str] | None,
        typer.Option(
            help='People whom every group needs: "Leader=yes", "2 of Can drive=yes"; "1 of Leader=yes=normal": if '
            "possible. May be repeated."
        ),
    ] = None
    joint_size: Annotated[
        list[str] | None,
        typer.Option(help='Size of several groups together: "Pottery; Chess=..10". May be repeated.'),
    ] = None
    running: Annotated[
        list[str] | None,
        typer.Option(help='How many of these groups run; the others stay closed: "Pottery; Chess; Dance=..2".'),
    ] = None
    count_by: Annotated[
        str | None,
        typer.Option(
            help="Heading of a column with what each person counts as in the sizes: 2 for somebody who needs two "
            "places."
        ),
    ] = None
    free_times: Annotated[
        str | None,
        typer.Option(help="Question or column with people's free times; all members of a group share some."),
    ] = None
    not_again: Annotated[
        list[Path] | None,
        typer.Option(
            "--not-again",
            help="Earlier groups (assignments.csv); as few people as possible meet again. May be repeated.",
        ),
    ] = None
    common: Annotated[int, _count(1, "The least number of free times that all members of a group share.")] = 1

    def settings(self, survey: Survey | None = None) -> dict[str, Any]:
        """Return the same as keyword arguments of ``sort_people``; "all" mixes by all questions of the survey."""
        from ..rules.reading import read_rules

        return {
            "rules": read_rules(existing(self.rules, "rules")) + self._counting(),
            "count_by": self.count_by,
            "wishes": self.wishes,
            "friends": self.friends,
            "mix": parse_mix(self.mix, survey),
            "common_times": free_times_rule(self.free_times, self.common),
            "not_again": [existing(path, "groups") for path in self.not_again or ()],
        }

    def _counting(self) -> Rules:
        """Return the rules that count people over groups."""
        from ..rules.rules import JointSize, Rules, Running

        needed = [parse_at_least(text) for text in self.at_least or ()]
        joint = [JointSize.of(text) for text in self.joint_size or ()]
        return Rules([*needed, *joint, *(Running.of(text) for text in self.running or ())])

    def only_mixes(self, survey: Survey) -> bool:
        """Say whether all questions mix people, so that none is left to sort them by."""
        mixing = {spread.column for spread in parse_mix(self.mix, survey)}
        return {question.text for question in survey.questions} <= mixing


@dataclass(frozen=True)
class Reading:
    """How the table of people is read; the names are those of ``read_answers``."""

    panel: ClassVar[str | None] = READING
    name_column: NameColumn = None
    duplicates: Annotated[
        str, typer.Option(help='People who answered more than once: "refuse", "latest", "first" or "separate".')
    ] = "refuse"
    unknown: Annotated[
        str,
        typer.Option(
            help='Answers that are not among the options: "refuse", "blank", or "option" (count them as "Other").'
        ),
    ] = "refuse"
    unfinished: Unfinished = False
    headings: Headings = True


@dataclass(frozen=True)
class Search:
    """How groups are searched for."""

    panel: ClassVar[str | None] = STATISTICIANS
    seed: Seed = 0
    threads: Threads = None
    starts: Starts = 16


@dataclass(frozen=True)
class Model(Search):
    """What is assumed about people and groups, and how that is computed."""

    known: Annotated[
        str | None,
        typer.Option(
            "--known",
            help="People whose group is known, to learn from: heading of a column that is empty for all others, or a "
            "file of names and groups.",
            rich_help_panel=READING,
        ),
    ] = None
    known_count: Annotated[
        bool,
        typer.Option(
            "--known-count",
            help="Keep known people in their groups, and count them in the sizes.",
            rich_help_panel=READING,
        ),
    ] = False
    weights: Weights = "auto"
    size_weight: Weight = None
    totals: Annotated[
        str | None,
        typer.Option(
            "--totals", help='How many of these people truly belong to each group, if known: "Ayes=120,Noes=80".'
        ),
    ] = None
    size_prior: Annotated[
        str | None,
        typer.Option(
            "--size-prior",
            help="What is believed of the groups' true sizes, as if this many others had been counted: "
            '"Ayes=12,Noes=8".',
        ),
    ] = None
    loss: LossName = "auto"
    membership: Annotated[
        str,
        typer.Option(
            help='"mixed": people belong partly to several groups (the paper); "single": to one; "auto": chosen for '
            "you."
        ),
    ] = "auto"
    sampler: Annotated[
        str,
        typer.Option(
            help='"gibbs"; "nuts", or "nuts-correlated" where groups may go together (both need bayeshat\\[nuts]).'
        ),
    ] = "gibbs"
    style: Annotated[
        str,
        typer.Option(
            help='Whether some people rate everything higher than others do, whatever their group: "auto" finds out, '
            '"common" says so, "none" does not look.'
        ),
    ] = "auto"
    chains: Annotated[int, _count(1, "Number of chains.")] = 4
    tune: Annotated[int | None, _count(0, "Sweeps per chain before draws are kept.")] = None
    draws: Annotated[
        int | None, _count(1, "Draws kept per chain; by default 1000, or fewer with very many people.")
    ] = None
    max_draws: Annotated[int | None, _count(1, "Maximum sweeps per chain after tuning.")] = None
    prove: Prove = None
    sensitivity: Annotated[
        bool,
        typer.Option("--sensitivity", help="Say whose likeliest group depends on how much the survey's prior counts."),
    ] = False

    def settings(self, sizes: str | None) -> dict[str, Any]:
        """Return the same, and the sizes, as keyword arguments of ``sort_people``."""
        if self.known is None and self.weights != "auto":
            raise InputError(Message("command-weights", got=repr(self.weights)))
        named = {name: value for name, value in vars(self).items() if name not in ("seed", "sensitivity")}
        for name in ("totals", "size_prior"):
            if (text := named.pop(name)) is not None:
                named[name] = parse_totals(text, OPTIONS[name])
        return {"rng": self.seed, **named} | ({} if sizes is None else {"target": parse_sizes(sizes)})


def changed_options(given: Output | Wanted | Reading | Model) -> list[str]:
    """Return the options that are not what they are if nobody gives them."""
    changed = {field.name: value for field in fields(given) if (value := getattr(given, field.name)) != field.default}
    return [
        f"--{'no-' * (value is False)}{name.removeprefix('as_').replace('_', '-')}" for name, value in changed.items()
    ]


_TOGETHER = (Output, Wanted, Reading, Search, Model)


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each field of the dataclasses among its parameters; it gets these made."""
    shown: list[inspect.Parameter] = []
    made: dict[str, Any] = {}
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        kind: Any = parameter.annotation
        if kind not in _TOGETHER:
            shown.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_as_shown(kind)))
            continue
        made[parameter.name] = kind
        default = kind() if parameter.default is inspect.Parameter.empty else parameter.default
        hints = get_type_hints(kind, include_extras=True)
        shown += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=getattr(default, field.name),
                annotation=_as_shown(hints[field.name], kind.panel),
            )
            for field in fields(kind)
        ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        for name, kind in made.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
    return run


class Commands(typer.Typer):
    """Commands whose options come from the dataclasses among their parameters."""

    def command(  # type: ignore[override]
        self, *name: Any, **settings: Any
    ) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Return a decorator that adds a command."""
        add = super().command(*name, **settings)
        return lambda command: add(takes_options(command))


def _as_shown(option: Any, panel: str | None = None) -> Any:
    """Return an annotated option with a panel of the help and a word for its value, unless it has them already."""
    kind, shown = get_args(option)
    shown = copy(shown)
    shown.rich_help_panel = shown.rich_help_panel or panel
    if shown.metavar is None and isinstance(shown, OptionInfo):
        shown.metavar = "" if kind is bool else "PATH" if "Path" in str(kind) else "TEXT"
    return Annotated[kind, shown]


def consoles() -> tuple[Any, Any]:
    """Return consoles for standard output and standard error."""
    from rich.console import Console

    return Console(highlight=False), Console(stderr=True, highlight=False)


def print_json(content: dict[str, Any]) -> None:
    """Print plain values as JSON."""
    from ..report.files import to_json

    print(to_json(content))
