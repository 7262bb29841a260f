"""Before a result is published: what is wrong with it, who would see a change, and what people would see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...kinds.table import number_kind_of, option_chances
from ...report.reasons import FAINT, option_strengths
from ...survey.spec import Survey
from ...words.message import Message, join
from ..db.schema import Event
from .events import survey_of
from .form_fields import asks_number
from .places import Standing
from .result_rows import find_off_sizes
from .result_words import tell_off_sizes
from .results import Moved, OwnResult, Publication, show_own

if TYPE_CHECKING:
    from .results import OwnResult

MOST = 2


@dataclass(frozen=True)
class PublicationCheck:
    """What to know before a result is published.

    Attributes
    ----------
    broken
        Rules that must hold and do not, in words.
    sizes
        Which sizes are not as wanted, in words; empty if all are.
    moved
        People who see another group than before; empty if this result is not the published one.
    person, name, preview
        One person who has a link of their own, by position and name, and what they would see, but for the reason;
        None and empty if nobody has one.
    n_without_link
        People in the result who have no link of their own.
    is_empty
        Whether everybody has been removed.
    """

    broken: tuple[Message, ...]
    sizes: str | Message
    moved: tuple[Moved, ...]
    person: int | None
    name: str
    preview: OwnResult | None
    n_without_link: int
    is_empty: bool

    @property
    def questions(self) -> list[Message]:
        """What speaks against publishing, in sentences; empty if nothing does."""
        told = []
        if self.broken:
            rules = join(self.broken, "semicolon")
            told.append(Message("results-broken", count=len(self.broken), rules=rules))
        if self.sizes:
            told.append(Message("results-sizes-off", sizes=self.sizes))
        return told


def check_publication(
    event: Event, standing: Standing, publication: Publication, imported: Collection[str]
) -> PublicationCheck:
    """Return what publishing a result as it stands would mean.

    Whose answers are `imported`, by their ids, has no link of their own: only the form gives one.
    """
    decision = standing.current.decision
    unmet = () if decision.kept is None else decision.kept.unmet
    groups, published = standing.titles, event.published_sorting_id == standing.sorting.id
    changes = [
        Moved(name, groups[place.published_number], groups[place.group_number])
        for name, place in zip(standing.names, standing.places, strict=True)
        if published and place.published_number is not None and place.published_number != place.group_number
    ]
    there = [place for place in standing.places if place.response_id is not None]
    somebody = next((place.position for place in there if place.response_id not in imported), None)
    preview = None
    if somebody is not None:
        row = publication.rows[somebody]
        own = row["published_number"]
        mates = [
            name
            for name, place in zip(standing.names, standing.places, strict=True)
            if place.group_number == own and place.position != somebody and place.response_id is not None
        ]
        preview = show_own(event, standing.sorting.groups, own, row["shares"], row["sureness"], mates)
    return PublicationCheck(
        broken=tuple(rule.told() for rule in unmet if rule.is_hard),
        sizes=tell_off_sizes(find_off_sizes(standing.decided.decision, decision.sizes)),
        moved=tuple(changes),
        person=somebody,
        name="" if somebody is None else standing.names[somebody],
        preview=preview,
        n_without_link=sum(place.response_id in imported for place in there),
        is_empty=not there,
    )


def tell_reason(event: Event, own: OwnResult) -> list[Message]:
    """Return why somebody is in their group, as they read it; nothing if the organiser does not let them."""
    if not event.shows_reason:
        return []
    told, spoke = [], speaking_questions(survey_of(event), own.group, own.answers)
    if spoke:
        filled = dict(zip(("first", "second"), spoke, strict=False))
        told.append(Message(f"form-receipt-reason-{'one' if len(spoke) == 1 else 'two'}", group=own.group, **filled))
    if own.shares:
        best = max(own.shares, key=lambda one: (one.share, one.own))
        told.append(Message("form-receipt-fits-best" if best.own else "form-receipt-fits-less"))
    return told


def speaking_questions(survey: Survey, group: str, answers: Mapping[str, Sequence[float]]) -> list[str]:
    """Return the questions whose answers speak most for a house in this survey, the strongest first.

    What speaks for a house is what the survey says of it. What was learned from everybody's answers may weigh them
    differently, but not worth unpacking a whole result for every reader.

    Parameters
    ----------
    group
        The group's name; one that is no house of the survey has nothing that speaks for it.
    answers
        The chosen options by question, or the number, as they were sorted.

    Examples
    --------
    >>> survey = Survey.load("hogwarts")
    >>> speaking_questions(survey, "Group 7", {survey.questions[0].id: [0]})
    []
    """
    if group not in survey.cluster_names:
        return []
    house = survey.cluster_names.index(group)
    strengths = [
        asked.weight * sum(_speaks_for(survey, q, house, given) for given in answers.get(asked.id, ()))
        for q, asked in enumerate(survey.questions)
    ]
    ordered = sorted(range(survey.n_questions), key=strengths.__getitem__, reverse=True)
    return [survey.questions[q].text for q in ordered[:MOST] if strengths[q] > FAINT]


def _speaks_for(survey: Survey, q: int, house: int, given: float) -> float:
    """Return how strongly an answer, the position of an option or a number, speaks for a house."""
    asked = survey.questions[q]
    if asks_number(asked):
        kind = number_kind_of(asked)
        priors = survey.answer_prior[:, q, : kind.n_prior(asked)]
        chances = np.array([[kind.number_density(asked, prior, given)] for prior in priors])
        return float(option_strengths(chances)[house, 0])
    return _house_strengths(survey)[q][house][int(given)] if given < len(asked.options) else 0.0


@lru_cache(maxsize=32)
def _house_strengths(survey: Survey) -> list[list[list[float]]]:
    """Return how strongly each option speaks for each house, (Q, G, V): the same for all who answer the survey."""
    return [
        option_strengths(option_chances(asked, survey.answer_prior[:, q])).tolist()
        for q, asked in enumerate(survey.questions)
    ]
