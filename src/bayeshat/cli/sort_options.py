"""The options of sorting, written once for every command that sorts."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from .options import (
    Chains,
    Draws,
    Duplicates,
    Folder,
    Friends,
    Json,
    Lists,
    LossName,
    MaxDraws,
    Membership,
    NameColumn,
    NoAnswers,
    Quiet,
    Report,
    RulesFile,
    Sampler,
    Seed,
    Sizes,
    Starts,
    Threads,
    Tune,
    Unfinished,
    Unknown,
    Weight,
    Wishes,
    Xlsx,
)
from .parse import existing, parse_sizes

# Options about reading answers that those in partitions do not have, with what they are if nobody says.
ONE_MACHINE = {"wishes": None, "friends": None, "duplicates": "refuse", "unknown": "refuse", "unfinished": False}


@dataclass(frozen=True)
class SortOptions:
    """What ``sort`` and ``place`` have in common: what to ask for, and what to write and print."""

    sizes: Sizes = "balanced"
    size_weight: Weight = None
    rules: RulesFile = None
    wishes: Wishes = None
    friends: Friends = None
    loss: LossName = "auto"
    membership: Membership = "auto"
    sampler: Sampler = "gibbs"
    chains: Chains = 4
    tune: Tune = None
    draws: Draws = None
    max_draws: MaxDraws = None
    starts: Starts = 16
    name_column: NameColumn = None
    duplicates: Duplicates = "refuse"
    unknown: Unknown = "refuse"
    unfinished: Unfinished = False
    seed: Seed = 0
    threads: Threads = None
    output: Folder = Path("sorted")
    report: Report = False
    no_answers: NoAnswers = False
    xlsx: Xlsx = False
    lists: Lists = False
    as_json: Json = False
    quiet: Quiet = False

    def settings(self) -> dict[str, Any]:
        """Return what to ask for, as keyword arguments of ``sort_people``."""
        asked = ("size_weight", "rules", "loss", "membership", "sampler", "chains", "tune", "draws", "max_draws")
        named = {name: getattr(self, name) for name in (*asked, *ONE_MACHINE, "starts", "name_column", "threads")}
        existing(self.rules, "The rules")
        return {"target": parse_sizes(self.sizes), "rng": self.seed, **named}


def takes_sort_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each field of ``SortOptions``; it gets them together, as ``options``."""
    hints = get_type_hints(SortOptions, include_extras=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = [
        parameter.replace(kind=keyword)
        for parameter in inspect.signature(command, eval_str=True).parameters.values()
        if parameter.name != "options"
    ]
    shared = [
        inspect.Parameter(field.name, keyword, default=field.default, annotation=hints[field.name])
        for field in fields(SortOptions)
    ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        options = SortOptions(**{parameter.name: given.pop(parameter.name) for parameter in shared})
        command(**given, options=options)

    run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *shared]}
    return run
