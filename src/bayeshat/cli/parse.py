"""What people type on the command line, as values."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import reading_draws
from ..engine.reading_draws import is_number
from ..errors import InputError, TargetError
from ..rules.rule import STRENGTHS
from ..rules.rules import AtLeast, Bounds, CommonTimes, Spread
from ..tables.text import clip, normalise
from ..words.message import Message, join

if TYPE_CHECKING:
    from ..survey.spec import Survey

# What people type for sizes that are alike, for a range, and between sizes.
_EVEN = ("balanced", "even", "equal", "evenly", "equally")
_RANGE = re.compile(r"(\w+\s+(?:or|oder)\s+)?(\d+)\s*(?:-|–|to|bis|à)\s*(\d+)")
# Between "none" and the size of a group that may stay empty.
_OR = " or "
_LISTED = re.compile(r"\d+(?:[\s+]+\d+)+")
_EACH = re.compile(r"(?:groups?|teams?)\s+of\s+(\d+)|(\d+)\s+(?:per|in (?:a|each))\s+(?:group|team)|(\d+)\s+each")
_SHARES = re.compile(r"\s*\d+(?:[.]\d+)?\s*%")
_TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods")


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
    >>> parse_sizes("Chess=4-8, Dance=0 or 5-12")
    {'Chess': '4..8', 'Dance': '0 or 5..12'}
    """
    if text is None or text.strip().lower() == "none":
        return None
    if text.strip().lower() in _EVEN:
        return "balanced"
    if each := _EACH.fullmatch(text.strip().lower()):
        return f"groups of {next(filter(None, each.groups()))}"
    listed = re.sub(r"[\s+]+", ",", text.strip()) if _LISTED.fullmatch(text.strip()) else text.replace(";", ",")
    parts = [_write_range(part.strip()) for part in listed.rstrip(" ,").split(",")]
    if has_ranges := any(".." in part or _OR in part for part in parts):
        text = ",".join(parts)
    if not all(parts):
        raise TargetError(Message("sizes-gap", text=text))
    if len(parts) == 1 and has_ranges and "=" not in text:
        Bounds.of(text)  # refuses anything but a range
        return text.strip()
    if any("=" in part for part in parts):
        if not all("=" in part for part in parts):
            raise TargetError(Message("sizes-some-names", text=text))
        pairs = [part.rsplit("=", 1) for part in parts]
        names = [name.strip() for name, _ in pairs]
        if len(set(names)) != len(names):
            raise TargetError(Message("sizes-name-twice", text=text))
        if has_ranges:
            for _, size in pairs:
                Bounds.of(size)
            return {name.strip(): size.strip() for name, size in pairs}
        return dict(zip(names, _numbers([size.strip() for _, size in pairs], text), strict=True))
    sizes = _numbers(parts, text)
    if text.strip().endswith("%") and not math.isclose(sum(sizes), 1.0, rel_tol=1e-6):
        raise TargetError(Message("sizes-shares", total=f"{100 * sum(sizes):g}", text=text))
    return sizes


def _write_range(part: str) -> str:
    """Return one size, with its name if it has one, as "4..6" where it is a range in other signs or words."""
    name, sign, size = part.rpartition("=")
    found = _RANGE.fullmatch(size.strip())
    return part if found is None else f"{name}{sign}{found[1] or ''}{found[2]}..{found[3]}"


def parse_totals(text: str, option: str) -> Any:
    """Read how many people each house has: "Ayes=120,Noes=80", or "120,80" in the order of the houses.

    Examples
    --------
    >>> parse_totals("Ayes=120, Noes=80", "--totals")
    {'Ayes': 120, 'Noes': 80}
    """
    totals = parse_sizes(text) if text.strip() else None
    if totals is None or isinstance(totals, str):
        raise TargetError(Message("sizes-totals", option=option, text=text))
    return totals


def _numbers(parts: list[str], text: str) -> list[float | int]:
    if len({part.endswith("%") for part in parts}) > 1:
        raise TargetError(Message("sizes-mixed", text=text))
    return [_number(part, text) for part in parts]


def _number(part: str, text: str) -> float | int:
    if ".." in part:
        raise TargetError(Message("sizes-ranges", text=text))
    try:
        if part.endswith("%"):
            return float(part[:-1]) / 100
        value = float(part)
    except ValueError:
        raise TargetError(Message("sizes-no-numbers", size=part, text=text)) from None
    if value.is_integer():
        return int(value)
    if value > 1 and math.isfinite(value):
        raise TargetError(Message("sizes-fraction", size=part, text=text))
    return value


def check_is_survey(survey: str, answers: Path | None = None, sizes: str | None = None) -> None:
    """Refuse a table where the survey belongs, with what to type for groups of these sizes, and a survey as answers."""
    if Path(survey).suffix.lower() == ".toml" and answers is not None and answers.suffix.lower() == ".toml":
        raise InputError(Message("command-answers-survey", got=clip(str(answers)), survey=survey))
    if Path(survey).suffix.lower() not in _TABLES:
        return
    if answers is not None and answers.suffix.lower() == ".toml":
        raise InputError(Message("command-survey-behind", survey=clip(survey), answers=clip(str(answers))))
    wanted = None if sizes is None else parse_sizes(sizes)
    number = str(len(wanted)) if isinstance(wanted, list) and len(wanted) > 1 else "4"
    if isinstance(wanted, dict):
        number = f'"{",".join(wanted)}"'
    typed = f'"{survey}"' if " " in survey else survey
    message = "command-survey-only" if answers is None else "command-survey-first"
    raise InputError(Message(message, survey=clip(survey), typed=typed, number=number))


def existing(path: Path | None, what: str) -> Path | None:
    """Return the path of a file to read, or refuse it; `what` it is: "rules", "groups" of before, or "people"."""
    if path is not None and not path.is_file():
        message = f"command-{'folder' if path.is_dir() else 'no-file'}-{what}"
        raise InputError(Message(message, file=repr(str(path))))
    return path


def read_draws(path: Path, variable: str | None) -> Any:
    """Read label draws of another tool; ``variable`` is the one of a .nc file that holds the labels."""
    draws = reading_draws.read_draws(path)
    if path.suffix.lower() != ".nc":
        return draws
    return reading_draws.find_labels(draws, variable, "Name it with --variable.")


def parse_mix(texts: list[str] | None, survey: Survey | None = None) -> list[Spread]:
    """Return what people are mixed by: "gender", "gender=strong" or "all", which is every question of the survey.

    Shares, as in "year=30% first, 70% second", can hardly be exact: they are strong wishes.

    Examples
    --------
    >>> [(rule.column, rule.weight) for rule in parse_mix(["gender", "a=b", "age=weak", "year=0.4"])]
    [('gender', None), ('a=b', None), ('age', 0.1), ('year', 0.4)]
    >>> parse_mix(["year=30% first, 70% second"])[0].words()
    'Every group should have 30 % first and 70 % second in “year” (strong)'
    """
    rules: list[Spread] = []
    questions = {} if survey is None else {normalise(name): q.text for q in survey.questions for name in (q.id, q.text)}
    for text in texts or []:
        column, weight = _split_weight(text)
        _, sign, last = text.rpartition("=")
        if weight is None and _SHARES.match(last):
            rules.append(Spread.of(text, weight=STRENGTHS["strong"]))
            continue
        if (
            sign
            and weight is None
            and normalise(text) not in questions
            and normalise(text.rpartition("=")[0]) in questions
        ):
            strengths = join(list(STRENGTHS))
            raise InputError(Message("command-mix", words=strengths, got=clip(last), text=clip(text), column=column))
        columns = [questions.get(normalise(column), column)]
        if survey is not None and normalise(column) == "all":
            columns = [question.text for question in survey.questions]
            # All columns can hardly be even at once, and finding that out takes minutes.
            weight = STRENGTHS["normal"] if weight is None else weight
        rules += [Spread(one, weight=weight) for one in columns]
    return rules


def parse_at_least(text: str) -> AtLeast:
    """Return the rule for people whom every group needs, with its weight if it has one.

    Examples
    --------
    >>> parse_at_least("2 of Can drive=yes"), parse_at_least("Leader=yes=strong").weight
    (AtLeast(column='Can drive', value='yes', count=2, weight=None, reason=''), 0.5)
    """
    needed, weight = _split_weight(text)
    return AtLeast.of(needed, weight=weight)


def _split_weight(text: str) -> tuple[str, float | None]:
    """Return a text without the weight at its end, such as "=strong" or "=0.4", and the weight."""
    start, sign, last = text.rpartition("=")
    if not sign or not (normalise(last) in STRENGTHS or (is_number(last) and float(last) > 0)):
        return text, None
    return start.strip(), float(STRENGTHS.get(normalise(last), last))


def free_times_rule(column: str | None, common: int) -> CommonTimes | None:
    """Return the rule that members of a group share some free times, if a column of them is given."""
    if column is None and common > 1:
        raise InputError(Message("command-common", count=common))
    return None if column is None else CommonTimes(column, common)
