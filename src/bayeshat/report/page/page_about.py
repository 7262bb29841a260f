"""The part of the report about the sort itself: the other loss, how well it went, and how to do it again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...engine.losses import LinearLoss, Loss
from ...rules.rule import Rule
from ...tables.text import quote
from ..result import Result
from .page_people import percent

# People named who would be elsewhere under the other loss.
_NAMED = 20
# Pairs of questions named that repeat each other.
_PAIRS = 3
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
            "aim": describe_loss(which.loss),
            "used": which is decision,
            "vi": f"{which.expected_vi:.3g}",
            "most_probable": percent(table["in most probable house"][i]),
            "right": f"{result.expected_right(which):.1f} of {which.n_people}",
            "sizes": table["sizes"][i],
        }
        for i, which in enumerate((decision, other))
    ]
    people = [
        {"name": result.names[n], "to": int(other.labels[n]), "from": int(decision.labels[n])}
        for n in moved[:_NAMED].tolist()
    ]
    return {"rows": rows, "moved": len(moved), "people": people, "more": max(len(moved) - _NAMED, 0)}


def describe_loss(loss: Loss) -> str:
    """Return what a loss aims at, in words."""
    kinds = {isinstance(term, LinearLoss) for weight, term in loss.terms if weight > 0}
    if kinds == {True}:
        return "put each person into their own house as often as possible"
    if kinds == {True, False}:
        return "keep people together who belong together, and put them into their own house"
    return "keep people together who belong together, whatever their group is called"


def describe_diagnostics(result: Result) -> dict[str, Any]:
    """Return how sampling and searching went, in words."""
    posterior, decision = result.posterior, result.decision
    note = decision.status.message if decision.status.ok and decision.status.notes else ""
    return {
        "sampling_ok": posterior.status.converged,
        "sampling": posterior.status.message,
        "chains": posterior.n_chains,
        "draws": posterior.n_draws,
        "sampler": {"gibbs": "Gibbs sampling", "nuts": "NUTS"}.get(posterior.sampler, posterior.sampler),
        "misfits": [] if result.checks is None else result.checks.warnings(),
        "pairs": "" if result.checks is None else result.checks.pair_words,
        "repeats": tell_repeats(result),
        "decision_ok": decision.status.ok,
        "decision": decision.status.message,
        "note": note,
        "search": decision.quality_in_words(),
        "loss": f"{decision.expected_loss:.4g}",
        "vi": f"{decision.expected_vi:.4g}",
        "distance": "" if np.isnan(decision.size_distance) else f"{decision.size_distance:.3g}",
        "aim": describe_loss(decision.loss),
    }


def tell_repeats(result: Result) -> str | None:
    """Return which questions go together more than the groups explain, in a sentence; None where nobody looked."""
    pairs = None if result.checks is None else result.checks.odd_pairs
    if pairs is None:
        return None
    texts = {question.id: quote(question.text) for question in result.survey.questions}
    named = [f"{texts[first]} with {texts[second]}" for first, second in pairs]
    if not named:
        return ""
    more = f"; and {len(named) - _PAIRS} more" if len(named) > _PAIRS else ""
    return (
        f"These go together more closely than the groups explain: {'; '.join(named[:_PAIRS])}{more}. They may ask the "
        "same thing twice, and then everybody's percentages are too sure. Leave one of them out, or allow more groups."
    )


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
