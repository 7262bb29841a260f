"""The options of sorting, written once for every command that sorts."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from ..errors import InputError
from .options import (
    Chains,
    Common,
    Draws,
    Duplicates,
    Folder,
    FreeTimes,
    Friends,
    Json,
    Known,
    KnownCount,
    Lists,
    LossName,
    MaxDraws,
    Membership,
    Mix,
    NameColumn,
    NoAnswers,
    NoIds,
    Prove,
    Quiet,
    Report,
    RulesFile,
    Sampler,
    Seed,
    Sensitivity,
    SizePrior,
    SizesOrTotals,
    Starts,
    Threads,
    Totals,
    Tune,
    Unfinished,
    Unknown,
    Weight,
    Weights,
    Wishes,
    Xlsx,
)
from .parse import existing, free_times_rule, parse_mix, parse_sizes, parse_totals

if TYPE_CHECKING:
    from ..survey.spec import Survey

# Options about reading answers that those in partitions do not have, with what they are if nobody says.
ONE_MACHINE = {"wishes": None, "friends": None, "duplicates": "refuse", "unknown": "refuse", "unfinished": False}
ONE_MACHINE |= {"known": None, "known_count": False, "weights": "auto", "prove": None}


@dataclass(frozen=True)
class SortOptions:
    """What ``sort`` and ``place`` have in common: what to ask for, and what to write and print."""

    sizes: SizesOrTotals = None
    size_weight: Weight = None
    totals: Totals = None
    size_prior: SizePrior = None
    rules: RulesFile = None
    wishes: Wishes = None
    friends: Friends = None
    known: Known = None
    known_count: KnownCount = False
    weights: Weights = "auto"
    mix: Mix = None
    free_times: FreeTimes = None
    common: Common = 1
    loss: LossName = "auto"
    membership: Membership = "auto"
    sampler: Sampler = "gibbs"
    chains: Chains = 4
    tune: Tune = None
    draws: Draws = None
    max_draws: MaxDraws = None
    starts: Starts = 16
    prove: Prove = None
    name_column: NameColumn = None
    duplicates: Duplicates = "refuse"
    unknown: Unknown = "refuse"
    unfinished: Unfinished = False
    seed: Seed = 0
    threads: Threads = None
    output: Folder = Path("sorted")
    report: Report = False
    no_answers: NoAnswers = False
    no_ids: NoIds = False
    sensitivity: Sensitivity = False
    xlsx: Xlsx = False
    lists: Lists = False
    as_json: Json = False
    quiet: Quiet = False

    def settings(self, survey: Survey | None = None) -> dict[str, Any]:
        """Return what to ask for, as keyword arguments of ``sort_people``; without a survey nobody is mixed."""
        asked = ("size_weight", "rules", "loss", "membership", "sampler", "chains", "tune", "draws", "max_draws")
        named = {name: getattr(self, name) for name in (*asked, *ONE_MACHINE, "starts", "name_column", "threads")}
        existing(self.rules, "The rules")
        if self.known is None and self.weights != "auto":
            raise InputError(
                f"--weights needs people whose house is known; got {self.weights!r} without --known. Add --known, or "
                "leave --weights out."
            )
        mixed: dict[str, Any] = {}
        if survey is not None:
            mixed = {"mix": parse_mix(self.mix, survey), "common_times": free_times_rule(self.free_times, self.common)}
        for option, text in (("--totals", self.totals), ("--size-prior", self.size_prior)):
            if text is not None:
                named[option[2:].replace("-", "_")] = parse_totals(text, option)
        if self.sizes is not None:
            named["target"] = parse_sizes(self.sizes)
        return {"rng": self.seed, **named, **mixed}

    def only_mixes(self, survey: Survey) -> bool:
        """Say whether all questions mix people, so that none is left to sort them by."""
        return {question.text for question in survey.questions} <= {
            spread.column for spread in parse_mix(self.mix, survey)
        }


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
