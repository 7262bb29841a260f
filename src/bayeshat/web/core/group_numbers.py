"""How many groups there are, where the survey says nothing of its houses: asked for, compared, and taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..._kernel_cache import PREPARING
from ...checks.number_of_groups import Comparison, compare
from ...options import Progress
from ...rules.rules import Rules
from ...words.message import Message, catalogue
from ..db.schema import Event, Job
from ..people_names import place_token
from ..refusals import Refused
from ..slow import slow
from . import events
from .group_sizes import name_groups
from .jobs import ACTIVE, SortInput, SortOptions, enqueue, read_input, read_words
from .wishes import rename_wishes

KIND = "compare"
# Fewer people say nothing about how many groups there are.
FEWEST = 12
# Of each group there must be some people.
_MOST, _PEOPLE_EACH = 8, 4
_SEED = 1


@dataclass(frozen=True)
class GroupNumbers:
    """What is known about how many groups there are.

    Attributes
    ----------
    is_asked
        Whether the answers could say it: the survey says nothing of its houses, and enough people have answered.
    can_compare
        Whether the server has what that takes, which is the extra "compare".
    now
        How many groups there are now.
    job
        The last comparison that was asked for.
    """

    is_asked: bool
    can_compare: bool
    now: int
    job: Job | None

    @property
    def is_going(self) -> bool:
        """Whether a comparison waits or runs."""
        return self.job is not None and self.job.state in ACTIVE

    @property
    def is_preparing(self) -> bool:
        """Whether it waits for calculations that are prepared only once."""
        return self.job is not None and self.job.state == "running" and self.job.word == PREPARING.id

    @property
    def trouble(self) -> str | Message:
        """Why the last comparison did not end well; empty if it did."""
        return "" if self.job is None or self.job.state in (*ACTIVE, "done") else read_words(self.job.message)

    @property
    def found(self) -> dict[str, Any]:
        """What the last comparison found; empty if nothing."""
        return {} if self.job is None or self.job.state != "done" else self.job.options.get("found", {})

    @property
    def recommended(self) -> int:
        """The number to take; 0 if there is none, or it is the present one."""
        number: int = self.found.get("recommended", 0)
        return number if number not in (1, self.now) else 0

    @property
    def sentences(self) -> list[Message]:
        """What was found, and what it costs to stay with the present number."""
        if not self.found:
            return []
        told, number = [Message.from_plain(self.found["words"])], self.found["recommended"]
        cost = self.found["costs"].get(str(self.now))
        if number == 1:
            told.append(Message("jobs-numbers-none"))
        elif cost is not None and number != self.now:
            told.append(Message.from_plain(cost))
        if self.found["halves"] is not None:
            told.append(Message.from_plain(self.found["halves"]))
        return [*told, Message("jobs-numbers-people", count=self.found["n_people"])]


def read_group_numbers(session: Session, event: Event, n_people: int) -> GroupNumbers:
    """Return what is known about how many groups an event's people make."""
    survey = events.survey_of(event)
    is_asked = not survey.is_informative and not events.purpose_of(event).is_mixed and n_people >= FEWEST
    can_compare = find_spec("arviz_stats") is not None
    wanted = select(Job).where(Job.event_id == event.id, Job.kind == KIND).order_by(Job.created_at.desc(), Job.id)
    job = session.scalars(wanted.limit(1)).first() if is_asked and can_compare else None
    return GroupNumbers(is_asked, can_compare, survey.n_clusters, job)


def enqueue_comparison(session: Session, event: Event) -> None:
    """Ask for a comparison, unless one waits or runs already."""
    known = events.hold_event(session, event)
    numbers = read_group_numbers(session, known, events.summary(session, known).n_responses)
    if not numbers.is_asked:
        raise Refused(Message("jobs-numbers-not-offered", least=FEWEST))
    if not numbers.can_compare:
        raise Refused(Message("jobs-numbers-missing"))
    if not numbers.is_going:
        enqueue(session, known.id, KIND, {"asked": True})


def take_number(session: Session, event: Event) -> None:
    """Give an event's survey as many groups as the last comparison recommends; sizes and rules follow.

    People's answers stay as they are: the questions are the same.
    """
    known = events.hold_event(session, event)
    numbers = read_group_numbers(session, known, events.summary(session, known).n_responses)
    if not numbers.recommended:
        raise Refused(Message("jobs-numbers-nothing"))
    names = events.own_survey_of(known).cluster_names
    change_groups(session, known, name_groups(names, numbers.recommended, catalogue(known.language)))


def change_groups(
    session: Session, event: Event, names: Sequence[str], before: Mapping[str, str] | None = None
) -> None:
    """Give an event's survey groups of these names; sizes and rules follow.

    People's answers stay as they are, for the questions are the same; their wishes follow the new names.

    Parameters
    ----------
    event
        An event that is held.
    before
        What groups were called until now, by their new names.
    """
    old, called = events.own_survey_of(event), {was: name for name, was in (before or {}).items()}
    clusters = tuple(replace(cluster, name=called.get(cluster.name, cluster.name)) for cluster in old.clusters)
    survey = replace(old, clusters=clusters).with_groups(names)
    if survey.cluster_names == old.cluster_names:
        return
    changed = {name: called.get(name, name) for name in old.cluster_names}
    follow = {was: name if name in names else None for was, name in changed.items()}
    sizes = event.target["sizes"]
    events.change_event(
        session,
        event,
        survey_toml=survey.to_toml(),
        learned={},
        target={"sizes": "balanced" if isinstance(sizes, dict) else sizes},
        rules=Rules.from_plain(event.rules).rename_groups(follow).to_plain(),
    )
    rename_wishes(session, event, follow)


class CompareWork:
    """Find out how many groups the answers show."""

    def prepare(self, session: Session, event: Event, job: Job) -> SortInput:  # noqa: ARG002
        """Read the answers."""
        return read_input(session, event, SortOptions.of(event))

    @slow
    def run(self, ready: SortInput, progress: Progress, threads: int | None) -> dict[str, Any]:
        """Sample a model for each number of groups."""
        n_people = ready.answers.n_people
        answers = replace(ready.answers, names=tuple(place_token(n) for n in range(n_people)))
        most = max(2, min(_MOST, n_people // _PEOPLE_EACH))
        found: Comparison = compare(
            ready.survey, answers, range(1, most + 1), rng=_SEED, threads=threads, progress=progress
        )
        return {
            "recommended": found.recommended,
            "words": found.sentence().to_plain(),
            "n_people": n_people,
            "halves": None if found.halves is None else found.halves.sentence().to_plain(),
            "costs": {str(n): found.cost(n).to_plain() for n in found.houses},
        }

    def keep(self, session: Session, event: Event, made: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Keep what was found with the job."""
        return {"options": {"found": made}}

    def name_people(self, ready: SortInput, message: str) -> str:  # noqa: ARG002
        """Return the message: nobody is named in it."""
        return message
