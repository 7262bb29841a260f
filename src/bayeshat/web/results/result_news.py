"""What an organiser should know about results at a glance: changed by hand, published, and what came since."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ..languages import Message
from ..settled.settled_words import tell_kept_counts
from ..storage.schema import Event, Place, Response, Sorting
from .result_words import tell_making
from .sortings import list_sortings


@dataclass(frozen=True)
class News:
    """What came in after a result was made.

    Attributes
    ----------
    n_new
        People who have answered and have no place in it.
    n_changed
        People in it who have changed their answers.
    """

    n_new: int = 0
    n_changed: int = 0

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def count(self) -> int:
        """How many answers came or were changed."""
        return self.n_new + self.n_changed

    @property
    def words(self) -> str | Message:
        """The same in a sentence; empty if nothing came.

        Examples
        --------
        >>> str(News(2, 1).words)
        '2 people have answered since, and 1 person has changed their answers.'
        >>> str(News(1).words)
        '1 person has answered since.'
        """
        if self.n_new and self.n_changed:
            new = Message("results-news-both-new", count=self.n_new)
            changed = Message("results-news-both-changed", count=self.n_changed)
            return Message("results-news-both", new=new, changed=changed)
        if self.n_new:
            return Message("results-news-new", count=self.n_new)
        return Message("results-news-changed", count=self.n_changed) if self.n_changed else ""


@dataclass(frozen=True)
class ListedResult:
    """A result in the list of results.

    Attributes
    ----------
    sorting
        The result.
    news
        What came in after it was made.
    n_moved
        People who were moved by hand.
    published
        Whether people see it.
    n_unpublished
        People who have been moved since it was published.
    settled
        How many people are settled, in words; None if that was not measured, or people were moved by hand.
    """

    sorting: Sorting
    news: News
    n_moved: int
    published: bool
    n_unpublished: int
    settled: Message | None = None

    @property
    def making(self) -> str | Message:
        """What it was made of."""
        return tell_making(self.sorting.made_of)


def read_news(session: Session, sorting: Sorting) -> News:
    """Return what came in after a result was made."""
    placed = select(Place.response_id).where(Place.sorting_id == sorting.id, Place.response_id.is_not(None))
    there = select(func.count()).select_from(Response).where(Response.event_id == sorting.event_id)
    n_new = session.scalar(there.where(Response.id.not_in(placed))) or 0
    later = there.where(Response.id.in_(placed), Response.changed_at > sorting.answers_at)
    return News(n_new, session.scalar(later) or 0)


def read_listed(session: Session, event: Event, sorting: Sorting) -> ListedResult:
    """Return a result as lists show it."""
    places = select(func.count()).select_from(Place).where(Place.sorting_id == sorting.id)
    published = event.published_sorting_id == sorting.id
    n_moved = session.scalar(places.where(Place.group_number != Place.decided_number)) or 0
    kept = select(Sorting.about["settled"]).where(Sorting.id == sorting.id)
    return ListedResult(
        sorting=sorting,
        news=read_news(session, sorting),
        n_moved=n_moved,
        published=published,
        n_unpublished=(session.scalar(places.where(Place.published_number != Place.group_number)) or 0)
        if published
        else 0,
        # What is kept was counted when they were sorted; the board counts anew once people were moved.
        settled=None if n_moved else tell_kept_counts(session.scalar(kept)),
    )


def list_results(session: Session, event: Event) -> list[ListedResult]:
    """Return an event's results, the newest first."""
    return [read_listed(session, event, sorting) for sorting in list_sortings(session, event)]
