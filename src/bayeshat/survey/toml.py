"""Survey files: where their TOML text comes from, the fields of a survey that it sets, and a survey as TOML."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, SurveyError
from ..kinds.question import Question
from ..kinds.table import KINDS, kind_of
from ..rules.plain import format_rules
from ..rules.rules import Rules
from ..tables.text import clip, nearest
from ..tables.toml import (
    describe,
    format_key,
    format_number,
    format_text,
    format_value,
    read_by_house,
    read_float,
    read_items,
    read_text,
    refuse_unknown,
)
from ..words.message import Message, join
from .checks import check_clusters, check_kind, check_owner, check_prior_size, question_key
from .cluster import Cluster
from .corrections import read_corrections, write_constants, write_table

if TYPE_CHECKING:
    from .spec import Survey

Array = np.ndarray

# The paper's choice for its own survey: most people are mainly of one house.
DEFAULT_MEMBERSHIP_PRIOR = 0.3

# What a file may call its groups; only houses are called so where people read of them.
_GROUPS = ("groups", "houses", "clusters")
# Names that only number houses: these are groups to everybody who reads of them.
_NUMBERED = re.compile(r"[^\W\d]+ ?\d+|\d+")
_TOP_KEYS = (
    *("title", "description", "membership_prior", "prior", "learned_from", "sizes"),
    *(*_GROUPS, "questions", "rules", "counts_power", "correction"),
)
_HOUSE_KEYS = ("name", "color", "colour")
_QUESTION_KEYS = ("id", "text", "kind", "weight", "unknown", "prior", "correction", "correction_at")


def packaged_names() -> tuple[str, ...]:
    """Return the names of the packaged surveys.

    Examples
    --------
    >>> packaged_names()
    ('hogwarts', 'simulation-even', 'simulation-uneven')
    """
    entries = (resources.files(__package__) / "data").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml")))


def read_source(source: str | os.PathLike[str]) -> tuple[str, str | Message]:
    """Return a survey's text, and in words where it came from."""
    if isinstance(source, str) and source in packaged_names():
        text = (resources.files(__package__) / "data" / f"{source}.toml").read_text(encoding="utf-8")
        return text, Message("survey-packaged", name=source)
    try:
        path = Path(source).expanduser()
    except TypeError:
        raise SurveyError(
            f"A survey must be given as a packaged name or the path of a TOML file; got {type(source).__name__}. "
            "Pass a string or a path."
        ) from None
    if path.suffix.lower() in {".csv", ".tsv", ".xlsx"}:
        raise SurveyError(Message("survey-is-table", file=repr(str(path))))
    try:
        return path.read_bytes().decode("utf-8-sig"), str(path)
    except UnicodeDecodeError as error:
        raise SurveyError(
            Message("survey-encoding", file=str(path), byte=f"{error.object[error.start]:02x}", place=str(error.start))
        ) from None
    except OSError as error:
        raise SurveyError(_not_found(source, path, error)) from None


def _not_found(source: str | os.PathLike[str], path: Path, error: OSError) -> Message:
    names = join(packaged_names())
    if isinstance(source, str) and path.suffix == "" and len(path.parts) <= 1 and not path.exists():
        near = nearest(source, packaged_names(), cutoff=0.5)
        hint = Message("words-did-you-mean", text=near) if near else Message("survey-use-packaged")
        return Message("survey-no-such", names=names, got=clip(source), hint=hint)
    return Message("survey-no-file", file=repr(str(path)), reason=error.strerror, names=names)


def read_fields(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a `Survey` that a parsed survey file sets."""
    refuse_unknown(document, _TOP_KEYS, "")
    given = [key for key in _GROUPS if key in document]
    if len(given) > 1:
        raise SurveyError(Message("survey-two-words", first=given[0], second=given[1]))
    key = given[0] if given else _GROUPS[0]
    clusters = tuple(_read_cluster(item, f"{key}[{i}]") for i, item in enumerate(read_items(document, key), 1))
    check_clusters(clusters, key)
    names = tuple(cluster.name for cluster in clusters)
    items = read_items(document, "questions")
    questions = tuple(_read_question(item, position) for position, item in enumerate(items))
    default = document.get("prior")
    learns = default == "learned"
    if learns:
        default = "flat"
    if default is not None and default != "flat":
        got = describe(default)
        raise SurveyError(Message("survey-prior", got=got))
    n_numbers = max((kind_of(question).n_prior(question) for question in questions), default=0)
    check_prior_size(len(clusters), len(questions), n_numbers)
    answer_prior = np.zeros((len(clusters), len(questions), n_numbers))
    for q, (item, question) in enumerate(zip(items, questions, strict=True)):
        prior = _read_prior(item.get("prior", default), question, names, f"{question_key(q)}.prior")
        answer_prior[:, q, : prior.shape[1]] = prior
    alpha = document.get("membership_prior", DEFAULT_MEMBERSHIP_PRIOR)
    return {
        "title": read_text(document, "title", "", ""),
        "questions": questions,
        "clusters": clusters,
        "answer_prior": answer_prior,
        "membership_prior": _read_membership(alpha, names),
        "description": read_text(document, "description", "", ""),
        "sizes": _read_people(document.get("sizes"), names, "sizes"),
        "learned_from": _read_people(document.get("learned_from"), names, "learned_from"),
        "rules": _read_rules(document.get("rules", {})),
        "corrections": read_corrections(document, items, questions, names),
        "noun": "house" if key == "houses" and not all(map(_NUMBERED.fullmatch, names)) else "group",
        "learns_favourites": learns,
    }


def _read_rules(table: Any) -> Rules:
    try:
        return Rules.from_plain(table, "rules")
    except InputError as error:
        raise SurveyError(str(error)) from None


def _read_cluster(item: Any, where: str) -> Cluster:
    if isinstance(item, str):
        return Cluster(item)
    if not isinstance(item, dict):
        raise SurveyError(Message("survey-house-table", key=where, got=describe(item)))
    refuse_unknown(item, _HOUSE_KEYS, f"{where}.")
    key = "colour" if "colour" in item else "color"
    return Cluster(
        read_text(item, "name", f"{where}.", ""), read_text(item, key, f"{where}.", "") if key in item else None
    )


def _read_question(item: Any, position: int) -> Question:
    where = question_key(position)
    if not isinstance(item, dict):
        raise SurveyError(Message("survey-question-table", key=where, got=describe(item)))
    name = read_text(item, "kind", f"{where}.", "choice")
    check_kind(where, name)
    kind = KINDS[name]
    for key in item:
        check_owner(where, key, name)
    refuse_unknown(item, (*_QUESTION_KEYS, *kind.keys), f"{where}.")
    question = Question(
        id=read_text(item, "id", f"{where}.", f"q{position + 1}"),
        text=read_text(item, "text", f"{where}.", ""),
        kind=name,
        weight=read_float(item.get("weight", 1.0), f"{where}.weight"),
        unknown=read_text(item, "unknown", f"{where}.", "refuse"),
        **kind.read(item, where),
    )
    # A prior may follow from the scale.
    kind_of(question).check(where, question)
    return question


def _read_prior(prior: Any, question: Question, names: tuple[str, ...], key: str) -> Array:
    """Return the (K, P) prior of one question."""
    kind = kind_of(question)
    if isinstance(prior, dict):
        entries = read_by_house(prior, names, key)
        return np.array([kind.read_prior(entry, question, f"{key}.{name}") for name, entry in entries.items()])
    size = kind.n_prior(question)
    example = kind.write_prior(question, np.ones(size))
    remedy = Message("survey-flat-or-counts", house=names[0], example=example)
    if prior is None:
        raise SurveyError(Message("survey-no-prior", key=key, question=clip(question.text), remedy=remedy))
    if prior != "flat":
        got = describe(prior)
        raise SurveyError(Message("survey-prior-flat", key=key, got=got, remedy=remedy))
    return np.tile(kind.flat_prior(question, key), (len(names), 1))


def _read_membership(value: Any, names: tuple[str, ...]) -> Array:
    key = "membership_prior"
    if isinstance(value, dict):
        table = read_by_house(value, names, key)
        return np.array([read_float(entry, f"{key}.{name}") for name, entry in table.items()])
    if isinstance(value, list):
        return np.array([read_float(entry, key) for entry in value])
    return np.full(len(names), read_float(value, key))


def _read_people(value: Any, names: tuple[str, ...], key: str) -> tuple[int, ...] | None:
    if value is None:
        return None
    entries = list(read_by_house(value, names, key).values()) if isinstance(value, dict) else value
    if not isinstance(entries, list) or not all(type(entry) is int for entry in entries):
        raise SurveyError(
            Message("survey-sizes-list", key=key, got=str(entries) if isinstance(entries, list) else describe(entries))
        )
    return tuple(entries)


def format_survey(survey: Survey) -> str:
    """Return a checked survey as TOML; `read_fields` reads it back exactly."""
    flat = [_is_flat(survey, q) for q in range(survey.n_questions)]
    lines = [f"title = {format_text(survey.title)}"]
    if survey.description:
        lines.append(f"description = {format_text(survey.description)}")
    lines.append(f"membership_prior = {_write_membership(survey)}")
    lines += [
        f"{key} = {format_value(people)}"
        for key, people in (("learned_from", survey.learned_from), ("sizes", survey.sizes))
        if people is not None
    ]
    told = survey.learns_favourites or all(flat)
    if told:
        lines.append(f'prior = "{"learned" if survey.learns_favourites else "flat"}"')
    if survey.corrections is not None:
        lines += write_constants(survey.corrections, survey.cluster_names)
    for cluster in survey.clusters:
        lines += ["", f"[[{survey.noun}s]]", f"name = {format_text(cluster.name)}"]
        if cluster.color is not None:
            lines.append(f"color = {format_text(cluster.color)}")
    for q, question in enumerate(survey.questions):
        lines += ["", "[[questions]]", f"id = {format_text(question.id)}", f"text = {format_text(question.text)}"]
        lines += [] if question.kind == "choice" else [f"kind = {format_text(question.kind)}"]
        lines += kind_of(question).write(question)
        lines += [f"weight = {format_number(question.weight)}"] if question.weight != 1 else []
        lines += [f"unknown = {format_text(question.unknown)}"] if question.unknown != "refuse" else []
        if not flat[q]:
            lines += _write_prior(survey, q)
        elif not told:
            lines.append('prior = "flat"')
        if survey.corrections is not None:
            lines += write_table(survey.corrections, q, survey.cluster_names)
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


def _write_membership(survey: Survey) -> str:
    alpha = survey.membership_prior
    if (alpha == alpha[0]).all():
        return format_number(alpha[0])
    return format_value(dict(zip(survey.cluster_names, alpha.tolist(), strict=True)))


def _write_prior(survey: Survey, q: int) -> list[str]:
    """Return the prior of one question, a line per house: easier to compare than an inline table."""
    question, kind = survey.questions[q], kind_of(survey.questions[q])
    width = max(len(format_key(name)) for name in survey.cluster_names)
    numbers = survey.answer_prior[:, q, : kind.n_prior(question)]
    return [
        f"prior.{format_key(name):<{width}} = {kind.write_prior(question, row)}"
        for name, row in zip(survey.cluster_names, numbers, strict=True)
    ]
