"""From TOML text to a survey, with errors that name the line or the key."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import SurveyError
from ...kinds.question import Question
from ...kinds.table import KINDS, kind_of
from ...rules.toml_rules import parse_rules
from ...tables.text import quote
from ...tables.toml import describe, parse_toml, read_by_house, read_float, read_items, read_text, refuse_unknown
from ..spec import Cluster, Survey
from .survey_checks import check_clusters, check_kind, check_owner, check_prior_size, question_key

Array = np.ndarray

# The paper's choice for its own survey: most people are mainly of one house.
DEFAULT_MEMBERSHIP_PRIOR = 0.3

_TOP_KEYS = ("title", "description", "membership_prior", "prior", "sizes", "houses", "clusters", "questions", "rules")
_HOUSE_KEYS = ("name", "color", "colour")
_QUESTION_KEYS = ("id", "text", "kind", "weight", "prior")


def parse_survey(text: str, origin: str) -> Survey:
    """Return the checked survey that TOML text describes; `origin` says in messages where the text came from."""
    document = parse_toml(text, origin, SurveyError)
    try:
        return _build(document).validate()
    except SurveyError as error:
        raise SurveyError(f"{origin}: {error}") from None


def _build(document: dict[str, Any]) -> Survey:
    refuse_unknown(document, _TOP_KEYS, "")
    if "houses" in document and "clusters" in document:
        raise SurveyError("houses and clusters are two words for one thing; got both. Keep one of them.")
    key = "clusters" if "clusters" in document else "houses"
    clusters = tuple(_cluster(item, f"{key}[{i}]") for i, item in enumerate(read_items(document, key), 1))
    check_clusters(clusters, key)
    names = tuple(cluster.name for cluster in clusters)
    items = read_items(document, "questions")
    questions = tuple(_question(item, position) for position, item in enumerate(items))
    default = document.get("prior")
    learns = default == "learned"
    if learns:
        default = "flat"
    if default is not None and default != "flat":
        got = quote(default) if isinstance(default, str) else describe(default)
        raise SurveyError(
            f'prior must be "learned" or "flat"; got {got}. Write prior = "learned", or counts inside each question.'
        )
    n_numbers = max((kind_of(question).n_prior(question) for question in questions), default=0)
    check_prior_size(len(clusters), len(questions), n_numbers)
    answer_prior = np.zeros((len(clusters), len(questions), n_numbers))
    for q, (item, question) in enumerate(zip(items, questions, strict=True)):
        prior = _prior(item.get("prior", default), question, names, f"{question_key(q)}.prior")
        answer_prior[:, q, : prior.shape[1]] = prior
    alpha = document.get("membership_prior", DEFAULT_MEMBERSHIP_PRIOR)
    return Survey(
        title=read_text(document, "title", "", ""),
        questions=questions,
        clusters=clusters,
        answer_prior=answer_prior,
        membership_prior=_membership(alpha, names),
        description=read_text(document, "description", "", ""),
        sizes=_sizes(document.get("sizes"), names),
        rules=parse_rules(document.get("rules", {})),
        learns_favourites=learns,
    )


def _cluster(item: Any, where: str) -> Cluster:
    if isinstance(item, str):
        return Cluster(item)
    if not isinstance(item, dict):
        raise SurveyError(f'{where} must be a table or a name; got {describe(item)}. Write e.g. name = "Gryffindor".')
    refuse_unknown(item, _HOUSE_KEYS, f"{where}.")
    key = "colour" if "colour" in item else "color"
    return Cluster(
        read_text(item, "name", f"{where}.", ""), read_text(item, key, f"{where}.", "") if key in item else None
    )


def _question(item: Any, position: int) -> Question:
    where = question_key(position)
    if not isinstance(item, dict):
        raise SurveyError(f"{where} must be a table; got {describe(item)}. Write [[questions]] above each question.")
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
        **kind.read(item, where),
    )
    # A prior may follow from the scale.
    kind_of(question).check(where, question)
    return question


def _check_flat(value: Any, key: str, remedy: str) -> None:
    if value != "flat":
        got = quote(value) if isinstance(value, str) else describe(value)
        raise SurveyError(f'{key} must be "flat"; got {got}. {remedy}')


def _prior(prior: Any, question: Question, names: tuple[str, ...], key: str) -> Array:
    """Return the (K, P) prior of one question."""
    kind = kind_of(question)
    if isinstance(prior, dict):
        entries = read_by_house(prior, names, key)
        return np.array([kind.read_prior(entry, question, f"{key}.{name}") for name, entry in entries.items()])
    size = kind.n_prior(question)
    example = kind.write_prior(question, np.ones(size))
    remedy = f'Write prior = "flat", or prior = {{ {names[0]} = {example}, … }}.'
    if prior is None:
        raise SurveyError(f"{key} must hold prior counts per house; got nothing for {quote(question.text)}. {remedy}")
    _check_flat(prior, key, remedy)
    return np.tile(kind.flat_prior(question, key), (len(names), 1))


def _membership(value: Any, names: tuple[str, ...]) -> Array:
    key = "membership_prior"
    if isinstance(value, dict):
        table = read_by_house(value, names, key)
        return np.array([read_float(entry, f"{key}.{name}") for name, entry in table.items()])
    if isinstance(value, list):
        return np.array([read_float(entry, key) for entry in value])
    return np.full(len(names), read_float(value, key))


def _sizes(value: Any, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if value is None:
        return None
    entries = list(read_by_house(value, names, "sizes").values()) if isinstance(value, dict) else value
    if not isinstance(entries, list) or not all(type(entry) is int for entry in entries):
        raise SurveyError(
            "sizes must be a list of whole numbers, one per house; got "
            f"{entries if isinstance(entries, list) else describe(entries)}. Write e.g. sizes = [7, 7, 6]."
        )
    return tuple(entries)
