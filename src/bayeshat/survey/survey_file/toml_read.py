"""From TOML text to a survey, with errors that name the line or the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import SurveyError
from ...rules.toml_rules import parse_rules
from ...tables.text import nearest, normalise, quote, quote_all
from ...tables.toml_limits import parse_toml
from ..spec import Cluster, Question, Survey
from .question_kinds import KINDS, bin_options, check_bins, check_kind, check_scale, default_bins
from .survey_checks import check_clusters, check_prior_size, question_key

Array = np.ndarray

# The paper's choice for its own survey: most people are mainly of one house.
DEFAULT_MEMBERSHIP_PRIOR = 0.3

_TOP_KEYS = ("title", "description", "membership_prior", "prior", "sizes", "houses", "clusters", "questions", "rules")
_HOUSE_KEYS = ("name", "color", "colour")
_QUESTION_KEYS = ("id", "text", "kind", "options", "scale", "bins", "weight", "prior")


def parse_survey(text: str, origin: str) -> Survey:
    """Return the checked survey that TOML text describes; `origin` says in messages where the text came from."""
    document = parse_toml(text, origin, SurveyError)
    try:
        return _build(document).validate()
    except SurveyError as error:
        raise SurveyError(f"{origin}: {error}") from None


def _build(document: dict[str, Any]) -> Survey:
    _refuse_unknown(document, _TOP_KEYS, "")
    if "houses" in document and "clusters" in document:
        raise SurveyError("houses and clusters are two words for one thing; got both. Keep one of them.")
    key = "clusters" if "clusters" in document else "houses"
    clusters = tuple(_cluster(item, f"{key}[{i}]") for i, item in enumerate(_items(document, key), 1))
    check_clusters(clusters, key)
    names = tuple(cluster.name for cluster in clusters)
    items = _items(document, "questions")
    questions = tuple(_question(item, position) for position, item in enumerate(items))
    default = document.get("prior")
    if default is not None:
        _check_flat(default, "prior", 'Write prior = "flat", or counts inside each question.')
    n_options = max((len(question.options) for question in questions), default=0)
    check_prior_size(len(clusters), len(questions), n_options)
    answer_prior = np.zeros((len(clusters), len(questions), n_options))
    for q, (item, question) in enumerate(zip(items, questions, strict=True)):
        counts = _counts(item.get("prior", default), question, names, f"{question_key(q)}.prior")
        answer_prior[:, q, : len(question.options)] = counts
    alpha = document.get("membership_prior", DEFAULT_MEMBERSHIP_PRIOR)
    return Survey(
        title=_text(document, "title", "", ""),
        questions=questions,
        clusters=clusters,
        answer_prior=answer_prior,
        membership_prior=_membership(alpha, names),
        description=_text(document, "description", "", ""),
        sizes=_sizes(document.get("sizes"), names),
        rules=parse_rules(document.get("rules", {})),
    )


def _refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            near = nearest(key, known, cutoff=0.6)
            hint = f"Did you mean {near}?" if near else "Remove it, or check for a typing mistake."
            raise SurveyError(f"{where}{key} must be one of {', '.join(known)}; got {quote(key)}. {hint}")


def _items(document: Mapping[str, Any], key: str) -> list[Any]:
    items = document.get(key, [])
    if not isinstance(items, list):
        raise SurveyError(
            f"{key} must be a list; got {_kind(items)}. Write [[{key}]], with two brackets, above each entry."
        )
    return items


def _text(table: Mapping[str, Any], key: str, where: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise SurveyError(f"{where}{key} must be text in quotes; got {_kind(value)}. Put it in quotes.")
    return value


def _cluster(item: Any, where: str) -> Cluster:
    if isinstance(item, str):
        return Cluster(item)
    if not isinstance(item, dict):
        raise SurveyError(f'{where} must be a table or a name; got {_kind(item)}. Write e.g. name = "Gryffindor".')
    _refuse_unknown(item, _HOUSE_KEYS, f"{where}.")
    key = "colour" if "colour" in item else "color"
    return Cluster(_text(item, "name", f"{where}.", ""), _text(item, key, f"{where}.", "") if key in item else None)


def _question(item: Any, position: int) -> Question:
    where = question_key(position)
    if not isinstance(item, dict):
        raise SurveyError(f"{where} must be a table; got {_kind(item)}. Write [[questions]] above each question.")
    _refuse_unknown(item, _QUESTION_KEYS, f"{where}.")
    kind = _text(item, "kind", f"{where}.", "choice")
    scale = _numbers(item, "scale", where, "[1, 10]")
    bins = _numbers(item, "bins", where, "[3, 7]")
    ends: tuple[float, float] | None = None
    options = item.get("options")
    if kind not in KINDS or (kind == "rating" and scale is None):
        check_kind(where, Question("", "", (), kind))
    if kind == "rating" and scale is not None:
        check_scale(where, scale)
        ends = (scale[0], scale[1])
        bins = _bins(where, ends, bins)
        options = list(bin_options(ends, bins)) if options is None else options
    if not isinstance(options, list):
        raise SurveyError(
            f'{where}.options must be a list of texts; got {_kind(options)}. Write e.g. options = ["yes", "no"].'
        )
    for place, option in enumerate(options, 1):
        if isinstance(option, bool) or not isinstance(option, str | int | float):
            raise SurveyError(
                f"{where}.options[{place}] must be text in quotes; got {_kind(option)}. Put it in quotes."
            )
    return Question(
        id=_text(item, "id", f"{where}.", f"q{position + 1}"),
        text=_text(item, "text", f"{where}.", ""),
        options=tuple(str(option) for option in options),
        kind=kind,
        scale=ends if ends is not None or scale is None else (scale[0], scale[-1]),
        bins=bins or (),
        weight=_number(item.get("weight", 1.0), f"{where}.weight"),
    )


def _numbers(item: Mapping[str, Any], key: str, where: str, example: str) -> tuple[float, ...] | None:
    """Return a list of numbers, or None where the key is left out."""
    values = item.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or not values:
        got = "an empty list" if values == [] else _kind(values)
        raise SurveyError(f"{where}.{key} must be a list of numbers; got {got}. Write e.g. {key} = {example}.")
    return tuple(_number(value, f"{where}.{key}") for value in values)


def _bins(where: str, scale: tuple[float, float], bins: tuple[float, ...] | None) -> tuple[float, ...]:
    """Return checked bins; where none are given, every whole number is one."""
    found = default_bins(scale) if bins is None else bins
    if found is None:
        raise SurveyError(
            f"{where}.bins must say where the scale is cut, since it is long or its ends are not whole; got nothing. "
            "Write the last number of every bin but the last, e.g. bins = [30, 60] with scale = [0, 100]."
        )
    check_bins(where, scale, found)
    return found


def _check_flat(value: Any, key: str, remedy: str) -> None:
    if value != "flat":
        got = quote(value) if isinstance(value, str) else _kind(value)
        raise SurveyError(f'{key} must be "flat"; got {got}. {remedy}')


def _counts(prior: Any, question: Question, names: tuple[str, ...], key: str) -> Array:
    """Return the (K, options) prior counts of one question."""
    n_options = len(question.options)
    remedy = f'Write prior = "flat", or prior = {{ {names[0]} = [{", ".join("1" * n_options)}], … }}.'
    if prior is None:
        raise SurveyError(f"{key} must hold prior counts per house; got nothing for {quote(question.text)}. {remedy}")
    if not isinstance(prior, dict):
        _check_flat(prior, key, remedy)
        return np.ones((len(names), n_options))
    rows = []
    for name, counts in _by_house(prior, names, key).items():
        if not isinstance(counts, list) or len(counts) != n_options:
            got = f"{len(counts)}" if isinstance(counts, list) else _kind(counts)
            raise SurveyError(
                f"{key}.{name} must be a list with one count per option ({n_options}); got {got}. "
                f"Give counts for {quote_all(question.options)}, in this order."
            )
        rows.append([_number(count, f"{key}.{name}") for count in counts])
    return np.array(rows, dtype=float).reshape(len(names), n_options)


def _membership(value: Any, names: tuple[str, ...]) -> Array:
    key = "membership_prior"
    if isinstance(value, dict):
        table = _by_house(value, names, key)
        return np.array([_number(entry, f"{key}.{name}") for name, entry in table.items()])
    if isinstance(value, list):
        return np.array([_number(entry, key) for entry in value])
    return np.full(len(names), _number(value, key))


def _sizes(value: Any, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if value is None:
        return None
    entries = list(_by_house(value, names, "sizes").values()) if isinstance(value, dict) else value
    if not isinstance(entries, list) or not all(type(entry) is int for entry in entries):
        raise SurveyError(
            "sizes must be a list of whole numbers, one per house; got "
            f"{entries if isinstance(entries, list) else _kind(entries)}. Write e.g. sizes = [7, 7, 6]."
        )
    return tuple(entries)


def _by_house(table: dict[str, Any], names: tuple[str, ...], key: str) -> dict[str, Any]:
    """Return the table's entries in the houses' order, every house exactly once."""
    known = {normalise(name): name for name in names}
    found: dict[str, Any] = {}
    for written, value in table.items():
        name = known.get(normalise(written))
        if name is None or name in found:
            near = nearest(written, names, cutoff=0.5)
            hint = f"Did you mean {quote(near)}?" if near and near not in found else "Keep one entry per house."
            raise SurveyError(f"{key} must name the houses ({', '.join(names)}); got {quote(written)}. {hint}")
        found[name] = value
    missing = [name for name in names if name not in found]
    if missing:
        raise SurveyError(
            f"{key} must have an entry for every house ({', '.join(names)}); got none for {', '.join(missing)}. Add "
            "them."
        )
    return {name: found[name] for name in names}


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SurveyError(f"{key} must be numbers; got {_kind(value)}. Write numbers without quotes.")
    try:
        return float(value)
    except OverflowError:
        raise SurveyError(
            f"{key} must be numbers of at most 308 digits; got a longer one. Write a smaller number."
        ) from None


def _kind(value: Any) -> str:
    """Return what a TOML value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"{value}".lower()
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return {"dict": "a table", "list": "a list"}.get(type(value).__name__, type(value).__name__)
