"""What people type on the command line, as values."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import draw_forms
from ..engine.draw_forms import is_number
from ..errors import InputError, TargetError
from ..rules.rule import STRENGTHS
from ..rules.rules import Bounds, CommonTimes, Spread, parse_bounds
from ..tables.text import normalise, quote

if TYPE_CHECKING:
    from ..survey.spec import Survey

# What people type for sizes that are alike, for a range, and between sizes.
_EVEN = ("balanced", "even", "equal", "evenly", "equally")
_RANGE = re.compile(r"(\d+)\s*(?:-|–|to|bis|à)\s*(\d+)")
_LISTED = re.compile(r"\d+(?:[\s+]+\d+)+")
_EACH = re.compile(r"(?:groups?|teams?)\s+of\s+(\d+)|(\d+)\s+(?:per|in (?:a|each))\s+(?:group|team)|(\d+)\s+each")
_TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods")
_EXAMPLES = 'Write e.g. "5,5,5,6", "balanced", or "none" for any sizes.'


def parse_sizes(text: str | None) -> Any:
    """Read wanted sizes: "balanced", "5,5,5,6", "4..6", "40%,35%,25%" or "Gryffindor=5,Slytherin=5".

    Examples
    --------
    >>> parse_sizes("8, 7, 5")
    [8, 7, 5]
    >>> parse_sizes("red=50%, blue=50%")
    {'red': 0.5, 'blue': 0.5}
    >>> parse_sizes("red=4..6, blue=4..")
    {'red': '4..6', 'blue': '4..'}
    >>> parse_sizes("4 to 6"), parse_sizes("8 7 5"), parse_sizes("even"), parse_sizes("groups of 4")
    ('4..6', [8, 7, 5], 'balanced', 'groups of 4')
    """
    if text is None or text.strip().lower() == "none":
        return None
    if text.strip().lower() in _EVEN:
        return "balanced"
    if each := _EACH.fullmatch(text.strip().lower()):
        return f"groups of {next(filter(None, each.groups()))}"
    listed = re.sub(r"[\s+]+", ",", text.strip()) if _LISTED.fullmatch(text.strip()) else text.replace(";", ",")
    parts = [_write_range(part.strip()) for part in listed.rstrip(" ,").split(",")]
    if any(".." in part for part in parts):
        text = ",".join(parts)
    if not all(parts):
        raise TargetError(f'Every size must be written; got an empty one in "{text}". {_EXAMPLES}')
    if len(parts) == 1 and ".." in text and "=" not in text:
        Bounds(*parse_bounds(text))  # refuses what is no range
        return text.strip()
    if any("=" in part for part in parts):
        if not all("=" in part for part in parts):
            raise TargetError(
                f'Sizes must all have names or none of them; got "{text}". Write "Gryffindor=5,Slytherin=6" or "5,6".'
            )
        pairs = [part.rsplit("=", 1) for part in parts]
        names = [name.strip() for name, _ in pairs]
        if len(set(names)) != len(names):
            raise TargetError(f'Each group may be named once; got "{text}". Drop the repeated name.')
        if ".." in text:
            for _, size in pairs:
                Bounds(*parse_bounds(size))
            return {name.strip(): size.strip() for name, size in pairs}
        return dict(zip(names, _numbers([size.strip() for _, size in pairs], text), strict=True))
    sizes = _numbers(parts, text)
    if text.strip().endswith("%") and not math.isclose(sum(sizes), 1.0, rel_tol=1e-6):
        raise TargetError(f'Shares must add up to 100%; got {100 * sum(sizes):g}% in "{text}". Change a share.')
    return sizes


def _write_range(part: str) -> str:
    """Return one size, with its name if it has one, as "4..6" where it is a range in other signs or words."""
    name, sign, size = part.rpartition("=")
    found = _RANGE.fullmatch(size.strip())
    return part if found is None else f"{name}{sign}{found[1]}..{found[2]}"


def parse_totals(text: str, option: str) -> Any:
    """Read how many people each house has: "Ayes=120,Noes=80", or "120,80" in the order of the houses.

    Examples
    --------
    >>> parse_totals("Ayes=120, Noes=80", "--totals")
    {'Ayes': 120, 'Noes': 80}
    """
    totals = parse_sizes(text) if text.strip() else None
    if totals is None or isinstance(totals, str):
        raise TargetError(f'{option} must be a number for each house; got "{text}". Write e.g. "Ayes=120,Noes=80".')
    return totals


def _numbers(parts: list[str], text: str) -> list[float | int]:
    if len({part.endswith("%") for part in parts}) > 1:
        raise TargetError(
            f'Sizes must all be numbers of people or all be shares; got both in "{text}". Write "5,5,5,6" or "50%,50%".'
        )
    return [_number(part, text) for part in parts]


def _number(part: str, text: str) -> float | int:
    if ".." in part:
        raise TargetError(
            f'Ranges of sizes must be one for every group, or one for each by its name; got "{text}". '
            'Write e.g. "4..6" or "red=4..6,blue=5..7".'
        )
    try:
        if part.endswith("%"):
            return float(part[:-1]) / 100
        value = float(part)
    except ValueError:
        raise TargetError(
            f'Sizes must be numbers or shares such as 25%; got "{part}" in "{text}". {_EXAMPLES}'
        ) from None
    if value.is_integer():
        return int(value)
    if value > 1 and math.isfinite(value):
        raise TargetError(
            f'Sizes must be whole numbers of people, or shares such as 37.5%; got "{part}" in "{text}". Round the '
            "sizes yourself, or write all of them as shares."
        )
    return value


def check_is_survey(survey: str, answers: Path | None = None, sizes: str | None = None) -> None:
    """Refuse a table where the survey belongs, with what to type for groups of these sizes, and a survey as answers."""
    if Path(survey).suffix.lower() == ".toml" and answers is not None and answers.suffix.lower() == ".toml":
        raise InputError(
            f"The answers must be a table with a row per person; got {quote(str(answers))}, a survey. Write the table "
            f"after the survey, e.g. {survey} answers.csv"
        )
    if Path(survey).suffix.lower() not in _TABLES:
        return
    if answers is not None and answers.suffix.lower() == ".toml":
        told = f"got {quote(survey)} first. Write {quote(str(answers))} before it."
    else:
        wanted = None if sizes is None else parse_sizes(sizes)
        number = str(len(wanted)) if isinstance(wanted, list) and len(wanted) > 1 else "4"
        if isinstance(wanted, dict):
            number = f'"{",".join(wanted)}"'
        table = f'"{survey}"' if " " in survey else survey
        told = f"got {quote(survey)}, a table. Make a survey of it first: bayeshat survey new {table} --groups {number}"
    must = "come first, then the answers" if answers is not None else "be a .toml file or a packaged survey"
    raise InputError(f"The survey must {must}; {told}")


def existing(path: Path | None, what: str) -> Path | None:
    """Return the path of a file to read, or say that there is none."""
    if path is not None and not path.is_file():
        why = "which is a folder" if path.is_dir() else "which does not exist"
        raise InputError(f"{what} must be in a file; got {str(path)!r}, {why}. Check the path.")
    return path


def read_draws(path: Path, variable: str | None) -> Any:
    """Read label draws of another tool; ``variable`` is the one of a .nc file that holds the labels."""
    draws = draw_forms.read_draws(path)
    if path.suffix.lower() != ".nc":
        return draws
    return draw_forms.find_labels(draws, variable, "Name it with --variable.")


def parse_mix(texts: list[str] | None, survey: Survey | None = None) -> list[Spread]:
    """Return what people are mixed by: "gender", "gender=strong" or "all", which is every question of the survey.

    Examples
    --------
    >>> [(rule.column, rule.weight) for rule in parse_mix(["gender", "a=b", "age=weak", "year=0.4"])]
    [('gender', None), ('a=b', None), ('age', 0.1), ('year', 0.4)]
    """
    rules: list[Spread] = []
    questions = {} if survey is None else {normalise(name): q.text for q in survey.questions for name in (q.id, q.text)}
    for text in texts or []:
        column, sign, last = text.rpartition("=")
        soft = bool(sign) and (normalise(last) in STRENGTHS or (is_number(last) and float(last) > 0))
        column, weight = (column.strip(), float(STRENGTHS.get(normalise(last), last))) if soft else (text, None)
        if sign and not soft and normalise(text) not in questions and normalise(text.rpartition("=")[0]) in questions:
            raise InputError(
                f"--mix must say how strongly with a number above 0, or with {', '.join(STRENGTHS)}; got {quote(last)} "
                f'in {quote(text)}. Write e.g. "{text.rpartition("=")[0]}=strong".'
            )
        columns = [questions.get(normalise(column), column)]
        if survey is not None and normalise(column) == "all":
            columns = [question.text for question in survey.questions]
            # All columns can hardly be even at once, and finding that out takes minutes.
            weight = STRENGTHS["normal"] if weight is None else weight
        rules += [Spread(one, weight=weight) for one in columns]
    return rules


def free_times_rule(column: str | None, common: int) -> CommonTimes | None:
    """Return the rule that members of a group share some free times, if a column of them is given."""
    if column is None and common > 1:
        raise InputError(f"--common needs a column of free times; got only {common}. Add --free-times COLUMN.")
    return None if column is None else CommonTimes(column, common)
