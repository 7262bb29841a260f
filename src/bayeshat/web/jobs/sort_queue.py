"""Sorts that were asked for: put into the queue, watched, stopped, started again."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ...engine.case import check_request
from ...engine.request import read_request
from ...errors import BayesHatError
from ...survey.answers import Answers
from ...survey.columns import text_columns
from ...survey.rules import Pin, Rules, Stay
from ...survey.rules_read import read_rules
from ...survey.spec import Survey
from ...survey.text import normalise
from ..answers.responses import answers_of
from ..events.event_fields import AUTO_WEIGHT, read_weight
from ..events.events import survey_of
from ..refusals import NotFound, Refused
from ..storage.schema import Event, Job, is_id, now

ACTIVE = ("queued", "running")
LOCKED = "locked"


@dataclass(frozen=True)
class SortOptions:
    """How to sort.

    Attributes
    ----------
    target
        Wanted sizes: "balanced", None, a range, or a size or range for each house.
    size_weight
        Weight of the sizes; infinity makes them exact; None is the default: exact, or a guide within a range.
    loss
        "auto", "vi", "binder" or "placement".
    rules
        The organiser's rules, as a survey file has them.
    seed
        Of the random numbers: the same seed and answers give the same groups.
    locked
        People who stay in their groups, by name.
    stay
        An earlier arrangement to stay close to, by name, if `stay_weight` is above 0.
    stay_weight
        How much staying counts, in units of the expected loss.
    """

    target: Any = "balanced"
    size_weight: float | None = None
    loss: str = "auto"
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    locked: dict[str, str] = field(default_factory=dict)
    stay: dict[str, str] = field(default_factory=dict)
    stay_weight: float = 0.0

    @classmethod
    def of(cls, event: Event, **changes: Any) -> SortOptions:
        """Return what the organiser set for an event, with some changes."""
        options = {
            "target": event.target["sizes"],
            "size_weight": read_weight(event.size_weight),
            "loss": event.loss,
            "rules": event.rules,
        }
        return cls(**{**options, **changes})

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> SortOptions:
        """Return what `to_dict` made plain."""
        return cls(**{**plain, "size_weight": read_weight(plain["size_weight"])})

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain values; JSON has no infinity, so that the weight becomes text."""
        weight = AUTO_WEIGHT if self.size_weight is None else str(float(self.size_weight))
        return {**asdict(self), "size_weight": weight}

    def all_rules(self) -> Rules:
        """Return the organiser's rules, and those that keep people where they are."""
        rules = read_rules(self.rules) + Rules(Pin(name, (group,), LOCKED) for name, group in self.locked.items())
        if self.stay_weight > 0 and self.stay:
            rules += Rules([Stay(self.stay, self.stay_weight)])
        return rules


def enqueue_sort(session: Session, event: Event, options: SortOptions | None = None) -> Job:
    """Put a sort into the queue, or return the one that is there already with the same options.

    Raises
    ------
    Refused
        If nobody has answered, the sizes or rules cannot be met, or another sort of this event is under way.
    """
    # The row is held, so that a second press of the button finds the first one's job.
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    wanted = options or SortOptions.of(known)
    active = session.scalar(select(Job).where(Job.event_id == known.id, Job.state.in_(ACTIVE)))
    if active is not None:
        if active.options == wanted.to_dict():
            return active
        raise Refused("This event is being sorted already. Wait for that result, or stop it first.")
    check_sort(survey_of(known), answers_of(session, known), wanted)
    job = Job(event_id=known.id, options=wanted.to_dict())
    session.add(job)
    session.flush()
    return job


def check_sort(survey: Survey, answers: Answers, options: SortOptions) -> None:
    """Refuse what cannot be sorted, before anybody waits for it."""
    if answers.n_people < 2:
        raise Refused(f"At least 2 people must have answered; so far {answers.n_people} did. Wait for more answers.")
    try:
        rules = survey.rules + options.all_rules()
        request = read_request(options.target, rules, size_weight=options.size_weight, houses=survey.cluster_names)
        request.target(answers.n_people, survey.n_clusters)
    except BayesHatError as error:
        raise Refused(str(error), "target") from None
    try:
        check_request(request, answers.names, text_columns(survey, answers))
    except BayesHatError as error:
        raise Refused(str(error), "rules") from None


def get_job(session: Session, event: Event, job_id: str) -> Job:
    """Return one of an event's sorts; NotFound if it is another event's."""
    job = session.get(Job, job_id) if is_id(job_id) else None
    if job is None or job.event_id != event.id:
        raise NotFound("There is no such sort. Look at the event again.")
    return job


def list_jobs(session: Session, event: Event) -> list[Job]:
    """Return an event's sorts, the newest first."""
    wanted = select(Job).where(Job.event_id == event.id).order_by(Job.created_at.desc(), Job.id)
    return list(session.scalars(wanted))


def cancel(session: Session, job: Job) -> None:
    """Stop a sort that waits or runs; one that is over stays as it is."""
    session.execute(
        update(Job)
        .where(Job.id == job.id, Job.state.in_(ACTIVE))
        .values(state="cancelled", message="Stopped by the organiser.", ended_at=now())
        .execution_options(synchronize_session=False)
    )
    session.refresh(session.get_one(Job, job.id))


def restart(session: Session, job: Job) -> Job:
    """Ask for the same sort again, with the answers that there are now."""
    if not job.is_over:
        return job
    event = session.get_one(Event, job.event_id)
    options = SortOptions.from_dict(job.options)
    present = {normalise(name) for name in answers_of(session, event).names}
    gone = [name for name in options.locked if normalise(name) not in present]
    if gone:
        raise Refused(f"{gone[0]} was locked and is no longer among the answers. Sort from the event's page instead.")
    return enqueue_sort(session, event, options)
