"""Jobs: what a worker does for each kind, and the queue of sorts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

import numpy as np
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from ...engine.rounds import check_rounds
from ...errors import BayesHatError
from ...options import Progress, as_generator
from ...rules.reading import WAITING_LIST, read_rules
from ...rules.rules import Bounds, Pin, Rules, Stay, resolve_names
from ...sorting.plan import Plan
from ...sorting.waiting import LOTTERY, take_seats
from ...survey.answers import Answers, pick_people, text_columns
from ...survey.spec import Survey
from ...words.message import Message
from ..db.schema import Event, Job, Response, Sorting, is_id, now
from ..people_names import fill_names, hide_tokens, place_token, tell_apart
from ..refusals import NotFound, Refused, words_of
from ..slow import slow
from .event_fields import AUTO_WEIGHT, read_weight
from .events import survey_for, survey_of
from .group_sizes import range_of_people
from .placing import keepable
from .purpose import Purpose
from .responses import collect_answers, list_responses
from .wishes import NONE_FOUND, FoundWishes, find_wishes, without_friends

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
        Groups of people who stay where they are, by the ids of their responses.
    stay
        An earlier arrangement to stay close to, likewise, if `stay_weight` is above 0.
    stay_weight
        How much staying counts, in units of the expected loss.
    placed
        Groups of everybody who was placed before, likewise; where there are any, only the others are placed.
    totals
        How many people truly belong to each house, where that is known.
    groups
        Names of the groups, where these must stay as they are; empty where the wanted sizes say how many there are.
    purpose
        What the groups are for, as an event keeps it.
    waited
        The ids of the responses of those who wait for a place already, in the order in which they move up.
    """

    target: Any = "balanced"
    size_weight: float | None = None
    loss: str = "auto"
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    locked: dict[str, str] = field(default_factory=dict)
    stay: dict[str, str] = field(default_factory=dict)
    stay_weight: float = 0.0
    placed: dict[str, str] = field(default_factory=dict)
    totals: dict[str, int] | None = None
    groups: list[str] = field(default_factory=list)
    purpose: dict[str, Any] = field(default_factory=dict)
    waited: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, event: Event, **changes: Any) -> SortOptions:
        """Return what the organiser set for an event, with some changes."""
        options = {
            "target": event.target["sizes"],
            "totals": event.target["sizes"] if event.target.get("facts") else None,
            "size_weight": read_weight(event.size_weight),
            "loss": event.loss,
            "rules": event.rules,
            "purpose": event.purpose,
        }
        return cls(**{**options, **changes})

    @classmethod
    def from_dict(cls, plain: dict[str, Any], rules: dict[str, Any]) -> SortOptions:
        """Return what `to_dict` made plain, with the organiser's rules as they are now."""
        return cls(**{**plain, "size_weight": read_weight(plain["size_weight"]), "rules": rules})

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain values; JSON has no infinity, so that the weight becomes text.

        Without the rules, which name people: they stand with the event alone.
        """
        weight = AUTO_WEIGHT if self.size_weight is None else str(float(self.size_weight))
        return {name: value for name, value in asdict(self).items() if name != "rules"} | {"size_weight": weight}

    def all_rules(self, names: Mapping[str, str]) -> Rules:
        """Return the organiser's rules, and those that keep people where they are.

        Parameters
        ----------
        names
            People's names by the ids of their responses; people who are missing are kept nowhere.
        """
        locked = {names[identity]: group for identity, group in self.locked.items() if identity in names}
        stay = {names[identity]: group for identity, group in self.stay.items() if identity in names}
        rules = read_rules(self.rules) + Rules(Pin(name, (group,), LOCKED) for name, group in locked.items())
        if self.stay_weight > 0 and stay:
            rules += Rules([Stay(stay, self.stay_weight)])
        return rules


@dataclass(frozen=True, eq=False)
class SortInput:
    """Everything that a sort is made of.

    Attributes
    ----------
    survey, survey_toml
        What was asked.
    responses
        Who answered.
    answers
        What they answered, with their names.
    options
        How to sort.
    read_at
        When the answers were read.
    n_learned
        How many people of an earlier year the survey was learned from.
    wishes
        What people wished for in the form or in a table, where the event asks for it.
    seated
        The rules about those who have places, where the others wait; None for the organiser's and people's own.
    waiting
        The ids of the responses of those who wait, in the order in which they move up, and the groups that they chose.
    """

    survey: Survey
    survey_toml: str
    responses: list[Response]
    answers: Answers
    options: SortOptions
    read_at: datetime
    n_learned: int = 0
    wishes: FoundWishes = NONE_FOUND
    seated: Rules | None = None
    waiting: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def purpose(self) -> Purpose:
        """What the groups are for."""
        return Purpose(**self.options.purpose)

    @property
    def spread(self) -> Rules:
        """Which columns are spread evenly over the groups, because that is what they are for."""
        return self.purpose.spread(self.survey, text_columns(self.survey, self.answers))

    @property
    def target(self) -> Any:
        """The wanted sizes; to mix people, any size is a range."""
        return "0.." if self.options.target is None and self.purpose.is_mixed else self.options.target

    @property
    def rules(self) -> Rules:
        """The organiser's rules, those that keep people where they are, their own wishes, and what is spread."""
        if self.seated is not None:
            return self.seated
        names = {response.id: name for response, name in zip(self.responses, self.answers.names, strict=True)}
        return self.options.all_rules(names) + self.wishes.rules + self.spread + self.purpose.order

    @property
    def placed(self) -> dict[str, str]:
        """Groups of those who were placed before, by name."""
        names = zip(self.responses, self.answers.names, strict=True)
        return {name: self.options.placed[one.id] for one, name in names if one.id in self.options.placed}

    def anonymous(self) -> tuple[Survey, Answers, Rules]:
        """Return survey, answers and rules with `place_token` instead of names."""
        names = self.answers.names
        known = resolve_names(self.rules, names, self.survey.cluster_names, text_columns(self.survey, self.answers))
        tokens = {name: place_token(n) for n, name in enumerate(names)}
        answers = replace(self.answers, names=tuple(tokens.values()))
        typed = [rule.with_reason(hide_tokens(rule.reason)) for rule in known]
        return self.survey, answers, Rules(typed).rename_people(tokens.__getitem__)


@slow
def seat(given: SortInput) -> SortInput:
    """Return what a sort is made of without those who must wait for a place; all of it where nobody may wait."""
    way, target = given.purpose.waiting, given.options.target
    if not way:
        return given
    survey, answers, rules = given.anonymous()
    if range_of_people(target, survey.cluster_names)[1] is None:
        raise Refused(Message("events-waiting-sizes"), "target")
    tokens = {response.id: token for response, token in zip(given.responses, answers.names, strict=True)}
    options, is_late = given.options, bool(given.placed)
    held = options.placed if is_late else options.locked
    there = {tokens[one]: group for one, group in held.items() if one in tokens}
    waited = [tokens[one] for one in options.waited if one in tokens]
    if not is_late and there:
        # Locked people keep their places, no matter who came first or what the lot says.
        order = as_generator(options.seed).permutation(len(tokens)) if way == LOTTERY else np.arange(len(tokens))
        waited = [answers.names[n] for n in order.tolist() if answers.names[n] not in there]
    before = {"name": [*there, *waited], "group": [*there.values(), *[WAITING_LIST] * len(waited)]}
    seats = take_seats(
        answers.names,
        text_columns(survey, answers),
        target,
        survey.cluster_names,
        None,
        rules,
        way,
        rng=options.seed,
        before=before if there else None,
    )
    has_place = np.isin(answers.names, seats.placed)
    if has_place.sum() < 2:
        raise Refused(Message("events-waiting-sizes"), "target")
    names, ids = dict(zip(answers.names, given.answers.names, strict=True)), {t: one for one, t in tokens.items()}
    # People leave groups smaller than they may be, and those who came late need not fill them.
    bounds = {str(rule.group): rule.size for rule in seats.bounds.of(Bounds)} if is_late else seats.places
    rules = Rules(rule for rule in seats.rules if is_late or not (isinstance(rule, Pin) and rule.automatic))
    return replace(
        given,
        responses=[one for one, has in zip(given.responses, has_place, strict=True) if has],
        answers=pick_people(given.answers, has_place),
        options=replace(options, target=bounds),
        seated=rules.rename_people(names.__getitem__),
        waiting=tuple((ids[one.name], one.groups) for one in seats.waiting),
    )


def read_input(session: Session, event: Event, options: SortOptions) -> SortInput:
    """Return everything that a sort of an event would be made of now."""
    given, read_at = list_responses(session, event), now()
    survey = survey_for(event, len(given), options.groups)
    answers = collect_answers(survey, given, tell_apart([response.name for response in given]))
    wishes = find_wishes(event, answers, survey.cluster_names)
    answers = without_friends(event, answers)
    n_learned = event.learned.get("n_people", 0)
    asked_toml = event.asked_toml if survey is survey_of(event) else survey.to_toml()
    return SortInput(survey, asked_toml, given, answers, options, read_at, n_learned, wishes)


def enqueue_sort(session: Session, event: Event, options: SortOptions | None = None) -> Job:
    """Put a sort into the queue, or return the one that is there already with the same options.

    Latecomers who were placed already, into groups that nobody has changed since, are not placed again.

    Whether it can be done at all is for `check_sort` to say before, outside of the session.

    Raises
    ------
    Refused
        If another sort of this event is under way.
    """
    # The row is held, so that a second press of the button finds the first one's job.
    known = session.scalars(select(Event).where(Event.id == event.id).with_for_update(key_share=True)).one()
    wanted = options or SortOptions.of(known)
    active = session.scalar(select(Job).where(Job.event_id == known.id, Job.kind == "sort", Job.state.in_(ACTIVE)))
    if active is not None:
        if active.options == wanted.to_dict():
            return active
        raise Refused(Message("jobs-busy"))
    placed = _find_placed(session, known, wanted) if wanted.placed else None
    return placed or enqueue(session, known.id, "sort", wanted.to_dict())


def _find_placed(session: Session, event: Event, wanted: SortOptions) -> Job | None:
    """Return the job that has placed the same people already, if its result would be the same now."""
    latest = session.scalar(select(func.max(Response.changed_at)).where(Response.event_id == event.id))
    done = (
        select(Job)
        .join(Sorting, Sorting.id == Job.sorting_id)
        .where(Job.event_id == event.id, Job.kind == "sort", Job.state == "done", Job.created_at >= event.changed_at)
        .where(Sorting.version == 1, Sorting.answers_at >= latest)
    )
    return next((job for job in session.scalars(done) if job.options == wanted.to_dict()), None)


def enqueue(session: Session, event_id: str, kind: str, options: dict[str, Any]) -> Job:
    """Put work of any kind into the queue."""
    job = Job(event_id=event_id, kind=kind, options=options)
    session.add(job)
    session.flush()
    return job


def enqueue_trade_off(session: Session, sorting: Sorting) -> Job:
    """Ask for the trade-off curve of a result, or return the job that is at it already."""
    if sorting.purpose != "alike":
        raise NotFound(Message("jobs-no-trade-off"))
    going = find_follow_up(session, sorting, "trade_off")
    return going or enqueue(session, sorting.event_id, "trade_off", {"sorting": sorting.id})


def find_follow_up(session: Session, sorting: Sorting, kind: str) -> Job | None:
    """Return the job of a kind that is at a result; None if nobody asked for it, or it is over."""
    going = select(Job).where(Job.event_id == sorting.event_id, Job.kind == kind, Job.state.in_(ACTIVE))
    return next((job for job in session.scalars(going) if job.options.get("sorting") == sorting.id), None)


@slow
def check_sort(given: SortInput) -> None:
    """Refuse what cannot be sorted, before anybody waits for it."""
    answers, options, rules = given.answers, given.options, given.rules
    if answers.n_people < 2:
        raise Refused(Message("jobs-too-few", count=answers.n_people))
    survey, placed = replace(given.survey, rules=Rules()), given.placed or None
    try:
        check_rounds(given.purpose.n_rounds, answers.n_people)
        if seat(given).seated is not None:
            return
        if placed:
            named = resolve_names(rules, answers.names, survey.cluster_names, text_columns(survey, answers))
            rules = keepable(named, placed)
        weight = None if given.purpose.is_mixed else options.size_weight
        plan = Plan.read(survey, answers, given.target, size_weight=weight, rules=rules, placed=placed)
    except Refused:
        raise
    except BayesHatError as error:
        raise Refused(words_of(error), "target") from None
    try:
        plan.checked()
    except BayesHatError as error:
        raise Refused(words_of(error), "rules") from None


def get_job(session: Session, event: Event, job_id: str) -> Job:
    """Return one of an event's sorts; NotFound if it is another event's."""
    job = session.get(Job, job_id) if is_id(job_id) else None
    if job is None or job.event_id != event.id:
        raise NotFound(Message("jobs-gone"))
    return job


def message_of(session: Session, job: Job) -> str | Message:
    """Return a job's message with people's names as they are now."""
    if "{" not in job.message:
        return read_words(job.message)
    rows = session.execute(select(Response.id, Response.name).where(Response.event_id == job.event_id))
    names = {row.id: row.name for row in rows}
    return change_texts(read_words(job.message), lambda text: str(fill_names(text, names)))


def list_jobs(session: Session, event: Event) -> list[Job]:
    """Return an event's sorts, the newest first."""
    wanted = select(Job).where(Job.event_id == event.id, Job.kind == "sort").order_by(Job.created_at.desc(), Job.id)
    return list(session.scalars(wanted))


def cancel(session: Session, job: Job) -> None:
    """Stop a sort that waits or runs; one that is over stays as it is."""
    session.execute(
        update(Job)
        .where(Job.id == job.id, Job.state.in_(ACTIVE))
        .values(state="cancelled", message=write_words(Message("jobs-stopped")), ended_at=now())
        .execution_options(synchronize_session=False)
    )
    session.refresh(session.get_one(Job, job.id))


def restart(session: Session, job: Job) -> Job:
    """Ask for the same work again, with the answers that there are now."""
    if not job.is_over:
        return job
    if job.kind != "sort":
        return enqueue(session, job.event_id, job.kind, job.options)
    event = session.get_one(Event, job.event_id)
    return enqueue_sort(session, event, SortOptions.from_dict(job.options, event.rules))


class Work(Protocol):
    """A kind of work.

    Another kind is one class with these three methods, and one line in the table that the worker is given.
    """

    def prepare(self, session: Session, event: Event, job: Job) -> Any:
        """Read everything that is needed; nothing is written."""

    def run(self, ready: Any, progress: Progress, threads: int | None) -> Any:
        """Do the work, however long it takes, without the database; `progress` raises if it is no longer wanted."""

    def keep(self, session: Session, event: Event, made: Any) -> dict[str, Any]:
        """Write what was made, and return further columns of the job; it and the job's end are one transaction."""

    def name_people(self, ready: Any, message: str) -> str:
        """Return an error of `run` as it is kept: with people's tokens instead of their names."""


def write_words(words: str | Message) -> str:
    """Return words as they are kept.

    Examples
    --------
    >>> write_words(Message("jobs-stopped")), write_words("Sizes must add up.")
    ('["jobs-stopped", {}]', 'Sizes must add up.')
    """
    return words if isinstance(words, str) else json.dumps(words.to_plain(), default=str)


def read_words(kept: str) -> str | Message:
    """Return what `write_words` was given.

    Examples
    --------
    >>> read_words('["jobs-stopped", {}]'), read_words("Sizes must add up.")
    (Message('jobs-stopped'), 'Sizes must add up.')
    """
    if not kept.startswith('["'):
        return kept
    return Message.from_plain(json.loads(kept))


def change_texts(words: str | Message, change: Callable[[str], str]) -> str | Message:
    """Return words with their texts changed: all of them, or those that are filled in, however deep.

    Examples
    --------
    >>> change_texts(Message("page-failed-other", detail="{1} is alone."), lambda text: text.replace("{1}", "Ann"))
    Message('page-failed-other', detail='Ann is alone.')
    """
    if isinstance(words, str):
        return change(words)
    return Message(
        words.id,
        **{
            name: change_texts(value, change) if isinstance(value, str | Message) else value
            for name, value in words.facts.items()
        },
    )
