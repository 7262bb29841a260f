"""A survey as TOML text, in the form a person would write it."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from ...errors import SurveyError
from ...kinds.table import kind_of
from ...rules.toml_rules import format_rules
from ...tables.toml import format_key, format_number, format_text

if TYPE_CHECKING:
    from ..spec import Survey


def format_survey(survey: Survey) -> str:
    """Return a checked survey as TOML; `parse_survey` gives it back exactly."""
    flat = [_is_flat(survey, q) for q in range(survey.n_questions)]
    lines = [f"title = {format_text(survey.title)}"]
    if survey.description:
        lines.append(f"description = {format_text(survey.description)}")
    lines.append(f"membership_prior = {_membership(survey)}")
    if survey.sizes is not None:
        lines.append(f"sizes = [{', '.join(str(int(size)) for size in survey.sizes)}]")
    told = survey.learns_favourites or all(flat)
    if told:
        lines.append(f'prior = "{"learned" if survey.learns_favourites else "flat"}"')
    for cluster in survey.clusters:
        lines += ["", "[[houses]]", f"name = {format_text(cluster.name)}"]
        if cluster.color is not None:
            lines.append(f"color = {format_text(cluster.color)}")
    for q, question in enumerate(survey.questions):
        lines += ["", "[[questions]]", f"id = {format_text(question.id)}", f"text = {format_text(question.text)}"]
        lines += [] if question.kind == "choice" else [f"kind = {format_text(question.kind)}"]
        lines += kind_of(question).write(question)
        lines += [f"weight = {format_number(question.weight)}"] if question.weight != 1 else []
        if not flat[q]:
            lines += _prior(survey, q)
        elif not told:
            lines.append('prior = "flat"')
    if survey.rules:
        lines += ["", *format_rules(survey.rules)]
    return "\n".join(lines) + "\n"


def format_comment(text: str) -> str:
    """Return text as lines of comment in TOML, and an empty line below; nothing for an empty text."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    lines = wrap(printable, 100, break_long_words=False, break_on_hyphens=False)
    return "".join(f"# {line}\n" for line in lines) + "\n" if lines else ""


def _is_flat(survey: Survey, q: int) -> bool:
    question, kind = survey.questions[q], kind_of(survey.questions[q])
    try:
        flat = kind.flat_prior(question, "prior")
    except SurveyError:
        return False
    return bool((survey.answer_prior[:, q, : len(flat)] == flat).all())


def _membership(survey: Survey) -> str:
    alpha = survey.membership_prior
    if (alpha == alpha[0]).all():
        return format_number(alpha[0])
    return _table(zip(survey.cluster_names, (format_number(value) for value in alpha), strict=True))


def _prior(survey: Survey, q: int) -> list[str]:
    """Return the prior of one question, a line per house: easier to compare than an inline table."""
    question, kind = survey.questions[q], kind_of(survey.questions[q])
    width = max(len(format_key(name)) for name in survey.cluster_names)
    numbers = survey.answer_prior[:, q, : kind.n_prior(question)]
    return [
        f"prior.{format_key(name):<{width}} = {kind.write_prior(question, row)}"
        for name, row in zip(survey.cluster_names, numbers, strict=True)
    ]


def _table(items: Iterable[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{format_key(name)} = {value}" for name, value in items) + " }"
