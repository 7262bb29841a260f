"""A survey as TOML text, in the form a person would write it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ...rules.toml_rules import format_rules
from ...tables.toml_values import format_key, format_number, format_text
from .question_kinds import bin_options

if TYPE_CHECKING:
    from ..spec import Question, Survey

Array = np.ndarray

# Lists of options longer than this go one to a line.
_LINE = 100


def format_survey(survey: Survey) -> str:
    """Return a checked survey as TOML; `parse_survey` gives it back exactly."""
    flat = [_is_flat(survey, q) for q in range(survey.n_questions)]
    lines = [f"title = {format_text(survey.title)}"]
    if survey.description:
        lines.append(f"description = {format_text(survey.description)}")
    lines.append(f"membership_prior = {_membership(survey)}")
    if survey.sizes is not None:
        lines.append(f"sizes = [{', '.join(str(int(size)) for size in survey.sizes)}]")
    if all(flat):
        lines.append('prior = "flat"')
    for cluster in survey.clusters:
        lines += ["", "[[houses]]", f"name = {format_text(cluster.name)}"]
        if cluster.color is not None:
            lines.append(f"color = {format_text(cluster.color)}")
    for q, question in enumerate(survey.questions):
        lines += ["", "[[questions]]", f"id = {format_text(question.id)}", f"text = {format_text(question.text)}"]
        lines += _kind(question)
        lines += [f"weight = {format_number(question.weight)}"] if question.weight != 1 else []
        if not all(flat):
            lines += ['prior = "flat"'] if flat[q] else _prior(survey, q)
    if survey.rules:
        lines += ["", *format_rules(survey.rules)]
    return "\n".join(lines) + "\n"


def _kind(question: Question) -> list[str]:
    """Return the lines that say what may be answered; options that follow from a rating's bins are left out."""
    lines = [] if question.kind == "choice" else [f"kind = {format_text(question.kind)}"]
    if question.scale is not None:
        lines.append(f"scale = [{', '.join(format_number(end) for end in question.scale)}]")
        lines.append(f"bins = [{', '.join(format_number(edge) for edge in question.bins)}]")
        if question.options == bin_options(question.scale, question.bins):
            return lines
    return [*lines, f"options = {_options(question.options)}"]


def _is_flat(survey: Survey, q: int) -> bool:
    return bool((survey.answer_prior[:, q, : len(survey.questions[q].options)] == 1.0).all())


def _membership(survey: Survey) -> str:
    alpha = survey.membership_prior
    if (alpha == alpha[0]).all():
        return format_number(alpha[0])
    return _table(zip(survey.cluster_names, (format_number(value) for value in alpha), strict=True))


def _prior(survey: Survey, q: int) -> list[str]:
    """Return the counts of one question, a line per house: easier to compare than an inline table."""
    n_options = len(survey.questions[q].options)
    width = max(len(format_key(name)) for name in survey.cluster_names)
    lines = []
    for name, counts in zip(survey.cluster_names, survey.answer_prior[:, q, :n_options], strict=True):
        lines.append(f"prior.{format_key(name):<{width}} = [{', '.join(format_number(count) for count in counts)}]")
    return lines


def _options(options: tuple[str, ...]) -> str:
    texts = [format_text(option) for option in options]
    line = f"[{', '.join(texts)}]"
    return line if len(line) <= _LINE else "[\n" + "".join(f"    {text},\n" for text in texts) + "]"


def _table(items: Iterable[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{format_key(name)} = {value}" for name, value in items) + " }"
