"""The kinds of questions: how the answers of one cluster are distributed, and what is believed of that beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .choice_kind import Choice
from .count_kind import Count
from .kind import Kind
from .number_kind import Number
from .ranking_kind import Ranking
from .rating_kind import Rating
from .several_kind import Several

if TYPE_CHECKING:
    from ...survey.spec import Question

KINDS: dict[str, Kind] = {
    "choice": Choice(),
    "several": Several(),
    "rating": Rating(),
    "number": Number(),
    "count": Count(),
    "ranking": Ranking(),
}


def kind_of(question: Question) -> Kind:
    """Return the kind of a question; a rating without order is a choice.

    Examples
    --------
    >>> from bayeshat.survey.spec import Question
    >>> kind_of(Question("h", "How tall?", (), "number")).parameter_names(Question("h", "How tall?", (), "number"))
    ('mean', 'sd')
    """
    return KINDS[question.kind].of(question)
