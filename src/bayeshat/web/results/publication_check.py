"""What publishing a result would mean: what is wrong with it, who would see a change, and what people would see."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..languages import Message, join_words
from ..rules.rule_sentences import name_rule
from ..storage.schema import Event
from .places import Standing
from .result_rows import find_off_sizes
from .result_words import tell_off_sizes
from .sortings import Moved, OwnResult, Publication, show_own


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
            rules = join_words(self.broken, "semicolon")
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
        broken=tuple(name_rule(rule) for rule in unmet if rule.is_hard),
        sizes=tell_off_sizes(find_off_sizes(standing.decided.decision, decision.sizes)),
        moved=tuple(changes),
        person=somebody,
        name="" if somebody is None else standing.names[somebody],
        preview=preview,
        n_without_link=sum(place.response_id in imported for place in there),
        is_empty=not there,
    )
