"""What must hold of answers before they are sampled from."""

from __future__ import annotations

import numpy as np

from ..errors import ModelError
from ..kinds.table import kind_of
from ..model.slots import Slots
from ..survey.answers import Answers
from ..survey.spec import Survey

Array = np.ndarray

MAX_CLUSTERS = 255
MAX_OPTIONS = 2**15 - 1


def check_answers(survey: Survey, answers: Answers) -> Array:
    """Return the coded answers (N, C), or say what is wrong with them."""
    if survey.n_options.max() > MAX_OPTIONS:
        q = int(survey.n_options.argmax())
        raise ModelError(
            f"a question may have at most {MAX_OPTIONS} options; got {survey.n_options[q]} for "
            f"{survey.questions[q].id!r}. Leave the question out, or merge options."
        )
    codes, questions = np.asarray(answers.codes), np.asarray(answers.questions)
    complete = set(questions.tolist()) == set(range(survey.n_questions))
    if codes.ndim != 2 or codes.shape[1] != len(questions) or not complete:
        raise ModelError(
            f"answers must have one column per question ({survey.n_questions}), or several where several answers may "
            f"be given; got shape {codes.shape}. Read them with read_answers(…, survey) of the same survey."
        )
    if len(codes) == 0:
        raise ModelError("answers must come from at least one person; got none. Check that the table has rows.")
    if codes.dtype.kind not in "iu":
        raise ModelError(
            f"answers must be coded as whole numbers; got type {codes.dtype}. Read them with read_answers(…, survey)."
        )
    for q, question in enumerate(survey.questions):
        kind, given = kind_of(question), int((questions == q).sum())
        if not kind.plain and given != kind.n_columns(question):
            raise ModelError(
                f"answers to question {question.id!r} must have {kind.n_columns(question)} columns; got {given}. "
                "Read them with read_answers(…, survey) of the same survey."
            )
    slots = Slots(survey.questions, questions, answers.levels)
    n_levels = slots.n_levels[slots.column_slots]
    wrong = (codes < -1) | (codes >= n_levels)
    if wrong.any():
        n, c = np.argwhere(wrong)[0]
        raise ModelError(
            f"answers to question {survey.questions[questions[c]].id!r} must be 0 to {n_levels[c] - 1}, or -1 for none;"
            f" got {codes[n, c]} for {answers.names[n]!r}. Check that the answers belong to this survey."
        )
    if (codes < 0).all():
        raise ModelError(
            "answers must hold at least one answer; got only unanswered questions. "
            "Check that the table's columns match the survey's questions."
        )
    if survey.n_clusters > MAX_CLUSTERS:
        raise ModelError(
            f"a survey may have at most {MAX_CLUSTERS} clusters to be sampled; got {survey.n_clusters}. Merge some."
        )
    return codes.astype(np.int16)
