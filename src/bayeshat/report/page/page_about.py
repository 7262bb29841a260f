"""The part of the report about the sort itself: the other loss, how well it went, and how to do it again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...checks.pairs import tell_pairs
from ...engine.losses import LinearLoss, Loss
from ...rules.rule import Rule
from ...tables.text import clip
from ...words.message import Message
from ...words.phrases import tell_figures, tell_share, tell_tenths
from ..result import Result

# People named who would be elsewhere under the other loss.
_NAMED = 20
# Rules written out in the call that sorts again.
_WRITTEN = 30
# Settings that became rules.
_RULES = ("rules", "mix", "stay", "placed", "wishes", "friends")


def describe_comparison(result: Result) -> dict[str, Any] | None:
    """Return what the other loss would have done; None where there is nothing to compare with, or to judge by."""
    table = result.comparison()
    if table is None or result.other is None or not result.separates:
        return None
    decision, other = result.decision, result.other
    moved = np.flatnonzero(decision.labels != other.labels)
    rows = [
        {
            "loss": table["loss"][i],
            "aim": describe_loss(which.loss, result.noun),
            "title": Message("report-this" if which is decision else "report-that"),
            "vi": tell_figures(f"{which.expected_vi:.3g}"),
            "most_probable": tell_share(table["in most probable house"][i]),
            "right": Message("report-right-of", right=tell_tenths(result.expected_right(which)), people=which.n_people),
            "sizes": table["sizes"][i],
        }
        for i, which in enumerate((decision, other))
    ]
    people = [
        {"name": result.names[n], "to": int(other.labels[n]), "from": int(decision.labels[n])}
        for n in moved[:_NAMED].tolist()
    ]
    return {"rows": rows, "moved": len(moved), "people": people, "more": max(len(moved) - _NAMED, 0)}


def describe_loss(loss: Loss, noun: str) -> Message:
    """Return what a loss aims at."""
    kinds = {isinstance(term, LinearLoss) for weight, term in loss.terms if weight > 0}
    aim = "company" if True not in kinds else "both" if False in kinds else "place"
    return Message(f"loss-aim-{aim}", noun=noun)


def describe_diagnostics(result: Result) -> dict[str, Any]:
    """Return how sampling and searching went, in words."""
    posterior, decision = result.posterior, result.decision
    note = decision.status.words if decision.status.ok and decision.status.notes else ""
    return {
        "sampling_ok": posterior.status.converged,
        "sampling": posterior.status.words,
        "chains": posterior.n_chains,
        "draws": posterior.n_draws,
        "sampler": {"gibbs": Message("report-gibbs"), "nuts": "NUTS"}.get(posterior.sampler, posterior.sampler),
        "misfits": [] if result.checks is None else result.checks.warnings(),
        "pairs": "" if result.checks is None else result.checks.pair_words,
        "repeats": tell_repeats(result),
        "decision_ok": decision.status.ok,
        "decision": decision.status.words,
        "note": note,
        "search": decision.quality_in_words(),
        "loss": tell_figures(f"{decision.expected_loss:.4g}"),
        "vi": tell_figures(f"{decision.expected_vi:.4g}"),
        "distance": "" if np.isnan(decision.size_distance) else tell_figures(f"{decision.size_distance:.3g}"),
    }


def tell_repeats(result: Result) -> str | Message | None:
    """Return which questions go together more than the groups explain, in a sentence; None where nobody looked."""
    pairs = None if result.checks is None else result.checks.odd_pairs
    if pairs is None:
        return None
    texts = {question.id: Message("words-quoted", text=clip(question.text)) for question in result.survey.questions}
    named = [(texts[first], texts[second]) for first, second in pairs]
    return Message("checks-repeats", pairs=tell_pairs(named)) if named else ""


def write_call(options: dict[str, Any], rules: Sequence[Rule] = ()) -> str:
    """Return the Python that sorts again in the same way, given the files of the survey and the answers.

    Rules beyond those of the survey are written out or, if they are many, taken from a file.
    """
    settings = [f"{name}={_as_code(name, value)}" for name, value in options.items() if name not in _RULES]
    listed = [f"    bh.{rule!r}," for rule in rules]
    if rules:
        settings.append("rules=rules")
    lines = [
        "import bayeshat as bh",
        "",
        'survey = bh.Survey.load("survey.toml")',
        'answers = bh.read_answers("answers.csv", survey)',
        *(["rules = bh.Rules([", *listed, "])"] if 0 < len(rules) <= _WRITTEN else []),
        *([f'rules = bh.read_rules("rules.csv")  # {len(rules)} rules'] if len(rules) > _WRITTEN else []),
        "result = bh.sort_people(",
        "    survey,",
        "    answers,",
        *(f"    {setting}," for setting in settings),
        ")",
    ]
    return "\n".join(lines)


def describe_options(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what was asked for, as names and values to read; rules have a section of their own."""
    return [(name, _as_code(name, value).replace("bh.", "")) for name, value in options.items() if name not in _RULES]


def _as_code(name: str, value: Any) -> str:
    if name == "loss" and isinstance(value, str) and "(" in value:
        return re.sub(r"\b([A-Z]\w*)\(", r"bh.\1(", value)
    if name == "size_weight" and value == "inf":
        return 'float("inf")'
    if name == "rng" and value == "generator":
        return "generator"
    if isinstance(value, str):
        # JSON's quoting is Python's too, and the double quotes are the project's style.
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return repr(value)
