"""A survey as TOML text, in the form a person would write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .spec import Survey

Array = np.ndarray

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Whole numbers up to here are written without a point and read back as the same float.
_EXACT = 2**53
# Lists of options longer than this go one to a line.
_LINE = 100


def format_survey(survey: Survey) -> str:
    """Return a checked survey as TOML; `parse_survey` gives it back exactly."""
    flat = [_is_flat(survey, q) for q in range(survey.n_questions)]
    lines = [f"title = {_string(survey.title)}"]
    if survey.description:
        lines.append(f"description = {_string(survey.description)}")
    lines.append(f"membership_prior = {_membership(survey)}")
    if survey.sizes is not None:
        lines.append(f"sizes = [{', '.join(str(int(size)) for size in survey.sizes)}]")
    if all(flat):
        lines.append('prior = "flat"')
    for cluster in survey.clusters:
        lines += ["", "[[houses]]", f"name = {_string(cluster.name)}"]
        if cluster.color is not None:
            lines.append(f"color = {_string(cluster.color)}")
    for q, question in enumerate(survey.questions):
        lines += ["", "[[questions]]", f"id = {_string(question.id)}", f"text = {_string(question.text)}"]
        lines.append(f"options = {_options(question.options)}")
        if not all(flat):
            lines += ['prior = "flat"'] if flat[q] else _prior(survey, q)
    return "\n".join(lines) + "\n"


def _is_flat(survey: Survey, q: int) -> bool:
    return bool((survey.answer_prior[:, q, : len(survey.questions[q].options)] == 1.0).all())


def _membership(survey: Survey) -> str:
    alpha = survey.membership_prior
    if (alpha == alpha[0]).all():
        return _number(alpha[0])
    return _table(zip(survey.cluster_names, (_number(value) for value in alpha), strict=True))


def _prior(survey: Survey, q: int) -> list[str]:
    """Return the counts of one question, a line per house: easier to compare than an inline table."""
    n_options = len(survey.questions[q].options)
    width = max(len(_key(name)) for name in survey.cluster_names)
    lines = []
    for name, counts in zip(survey.cluster_names, survey.answer_prior[:, q, :n_options], strict=True):
        lines.append(f"prior.{_key(name):<{width}} = [{', '.join(_number(count) for count in counts)}]")
    return lines


def _options(options: tuple[str, ...]) -> str:
    texts = [_string(option) for option in options]
    line = f"[{', '.join(texts)}]"
    return line if len(line) <= _LINE else "[\n" + "".join(f"    {text},\n" for text in texts) + "]"


def _table(items: Iterable[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{_key(name)} = {value}" for name, value in items) + " }"


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, which also wants the delete sign escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float) -> str:
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) <= _EXACT else repr(number)
