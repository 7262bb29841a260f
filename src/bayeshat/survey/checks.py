"""What must hold of a survey before anything is done with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import SurveyError
from ..kinds.table import KINDS, kind_of
from ..tables.text import clip, did_you_mean, find_twin, nearest, normalise, quoted
from ..words.message import Message, join
from .corrections import check_corrections

if TYPE_CHECKING:
    from ..kinds.question import Question
    from .cluster import Cluster
    from .spec import Survey

Array = np.ndarray

# A colour is copied into style sheets and pictures, so it must not contain anything else.
_COLOR = re.compile(r"#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+", re.IGNORECASE)
_MAX_OPTIONS = 1000
_MAX_HOUSES = 100
_MAX_SIZE = 10**9
_MAX_WEIGHT = 100
# What a question may do with unknown answers.
_UNKNOWN = ("refuse", "blank")
# Characters of one text, and of the description.
_MAX_TEXT = 10_000
_MAX_DESCRIPTION = 100_000
# Numbers in the prior, 8 bytes each.
_MAX_COUNTS = 10_000_000


def question_key(position: int) -> str:
    """Return how messages call the question at a position, counted from 0."""
    return f"questions[{position + 1}]"


def check_survey(survey: Survey) -> None:
    """Raise SurveyError naming the first key that cannot be used."""
    if not survey.title.strip():
        raise SurveyError(Message("survey-untitled"))
    _check_length("title", survey.title)
    _check_length("description", survey.description, _MAX_DESCRIPTION)
    check_clusters(survey.clusters)
    if not survey.questions:
        raise SurveyError(Message("survey-no-questions"))
    for position, question in enumerate(survey.questions):
        _check_question(question_key(position), question)
    _check_question_names(survey.questions)
    _check_membership_prior(survey)
    _check_answer_prior(survey)
    _check_people("sizes", survey.sizes, survey)
    _check_people("learned_from", survey.learned_from, survey)
    if survey.corrections is not None:
        check_corrections(survey.corrections, survey.questions, survey.n_clusters)


def check_clusters(clusters: Sequence[Cluster], key: str = "houses") -> None:
    """Raise SurveyError if the houses cannot be used; `key` is what the file calls them."""
    if not clusters:
        raise SurveyError(Message("survey-no-houses", key=key))
    if len(clusters) > _MAX_HOUSES:
        raise SurveyError(Message("survey-many-houses", key=key, most=_MAX_HOUSES, count=len(clusters)))
    for position, cluster in enumerate(clusters, 1):
        _check_length(f"{key}[{position}].name", cluster.name)
        if not cluster.name.strip():
            raise SurveyError(Message("survey-house-unnamed", key=key, place=str(position), got=repr(cluster.name)))
        if cluster.color is not None and not _COLOR.fullmatch(cluster.color):
            raise SurveyError(Message("survey-color", key=key, place=str(position), color=clip(cluster.color)))
    names = [cluster.name for cluster in clusters]
    twin = find_twin(names)
    if twin is not None:
        raise SurveyError(
            Message(
                "survey-houses-alike",
                key=key,
                name=clip(names[twin[1]]),
                first=str(twin[0] + 1),
                second=str(twin[1] + 1),
            )
        )


def check_prior_size(n_clusters: int, n_questions: int, n_numbers: int) -> None:
    """Raise SurveyError if the prior would take too much memory; it has room for the longest question everywhere."""
    n_counts = n_clusters * n_questions * n_numbers
    if n_counts > _MAX_COUNTS:
        raise SurveyError(
            Message(
                "survey-many-counts",
                most=f"{_MAX_COUNTS:,}",
                houses=n_clusters,
                questions=n_questions,
                numbers=n_numbers,
                count=f"{n_counts:,}",
            )
        )


def check_kind(key: str, name: str) -> None:
    """Raise SurveyError unless there is a kind of questions of this name."""
    if name not in KINDS:
        near = nearest(str(name), list(KINDS), cutoff=0.5)
        hint = did_you_mean(near) or Message("survey-kind-hint")
        raise SurveyError(Message("survey-kind", key=key, kinds=quoted(KINDS), got=clip(str(name)), hint=hint))


def check_owner(key: str, name: str, kind: str) -> None:
    """Raise SurveyError if a key of the survey file belongs to other kinds of questions."""
    owners = [Message("words-quoted", text=other) for other in KINDS if name in KINDS[other].keys]
    if owners and name not in KINDS[kind].keys:
        raise SurveyError(Message("survey-wrong-key", key=key, name=name, kinds=join(owners, "or"), kind=clip(kind)))


def _check_length(key: str, text: str, most: int = _MAX_TEXT) -> None:
    if len(text) > most:
        raise SurveyError(Message("survey-long", key=key, most=f"{most:,}", count=f"{len(text):,}"))


def _check_question(key: str, question: Question) -> None:
    for name, value in (("id", question.id), ("text", question.text)):
        if not value.strip():
            raise SurveyError(Message("survey-empty", key=key, name=name, got=repr(value)))
        _check_length(f"{key}.{name}", value)
    check_kind(key, question.kind)
    if not 0 <= question.weight <= _MAX_WEIGHT:
        raise SurveyError(Message("survey-weight", key=key, most=_MAX_WEIGHT, got=f"{question.weight:g}"))
    if question.unknown not in _UNKNOWN:
        raise SurveyError(Message("survey-unknown", key=key, known=quoted(_UNKNOWN), got=clip(question.unknown)))
    kind = kind_of(question)
    given = {"scale": question.scale is not None, "bins": question.bins, "log": question.log, "unit": question.unit}
    given["blank"] = question.blank
    for name in given:
        if given[name]:
            check_owner(key, name, question.kind)
    kind.check(key, question)
    if not question.options and not kind.counted:
        return
    if not 2 <= len(question.options) <= _MAX_OPTIONS:
        raise SurveyError(
            Message(
                "survey-options", key=key, most=_MAX_OPTIONS, count=len(question.options), question=clip(question.text)
            )
        )
    for position, option in enumerate(question.options, 1):
        if not option.strip():
            raise SurveyError(Message("survey-option-empty", key=key, place=str(position), got=repr(option)))
        _check_length(f"{key}.options[{position}]", option)
    twin = find_twin(question.options)
    if twin is not None:
        raise SurveyError(
            Message(
                "survey-options-alike",
                key=key,
                first=clip(question.options[twin[0]]),
                second=clip(question.options[twin[1]]),
            )
        )


def _check_question_names(questions: Sequence[Question]) -> None:
    """Ids and texts both name columns of answers, so no two questions may share one."""
    owners: dict[str, int] = {}
    for position, question in enumerate(questions):
        for name, value in (("id", question.id), ("text", question.text)):
            owner = owners.setdefault(normalise(value), position)
            if owner != position:
                raise SurveyError(
                    Message(
                        "survey-questions-alike",
                        key=question_key(position),
                        name=name,
                        value=clip(value),
                        other=question_key(owner),
                    )
                )


def _check_membership_prior(survey: Survey) -> None:
    alpha = _numbers(survey.membership_prior, "membership_prior")
    if alpha.shape != (survey.n_clusters,):
        raise SurveyError(
            f"membership_prior must have one number per house ({survey.n_clusters}); got shape {alpha.shape}. "
            "Write one number for all, or a list or table with one per house."
        )
    if not (np.isfinite(alpha) & (alpha > 0)).all():
        value = alpha[~(np.isfinite(alpha) & (alpha > 0))][0]
        raise SurveyError(Message("survey-membership", got=f"{value:g}"))


def _check_answer_prior(survey: Survey) -> None:
    beta = _numbers(survey.answer_prior, "answer_prior")
    sizes = [kind_of(question).n_prior(question) for question in survey.questions]
    shape = (survey.n_clusters, survey.n_questions, max(sizes))
    if beta.shape != shape:
        raise SurveyError(
            f"answer_prior must have the shape (houses, questions, numbers of the longest prior), here {shape}; got "
            f"{beta.shape}. Give every house the prior of every question, and zeros beyond a question's own numbers."
        )
    for q, (question, size) in enumerate(zip(survey.questions, sizes, strict=True)):
        for name, row in zip(survey.cluster_names, beta[:, q], strict=True):
            key = f"{question_key(q)}.prior.{name}"
            kind_of(question).check_prior(key, question, row[:size])
            if row[size:].any():
                place = size + int(np.flatnonzero(row[size:])[0])
                raise SurveyError(
                    f"{key} must be zero beyond the question's own {size} numbers; got {row[place]:g} at place "
                    f"{place + 1}. Give as many numbers as the question's kind has."
                )


def _check_people(key: str, sizes: tuple[int, ...] | None, survey: Survey) -> None:
    if sizes is None:
        return
    if len(sizes) != survey.n_clusters:
        raise SurveyError(Message("survey-sizes", key=key, houses=survey.n_clusters, count=len(sizes)))
    if any(not 0 <= size <= _MAX_SIZE for size in sizes) or sum(sizes) == 0:
        raise SurveyError(Message("survey-sizes-zero", key=key, sizes=", ".join(str(size)[:20] for size in sizes)))


def _numbers(values: Array, key: str) -> Array:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise SurveyError(
            f"{key} must be numbers; got {type(values).__name__}. Give a NumPy array of floats."
        ) from None
