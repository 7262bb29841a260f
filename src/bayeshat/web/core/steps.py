"""An event's steps: how each stands at a glance, what keeps a sort from starting, and what to do next."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy.orm import Session

from ...rules.rule import Rule
from ...rules.rules import Rules
from ...survey.answers import text_columns
from ...survey.spec import Survey
from ...words.message import Message
from ..db.schema import Event, Job, Sorting
from ..refusals import Refused, words_of
from ..remembered import Remembered
from ..slow import slow
from . import events, jobs, results
from .group_sizes import find_misfit, list_sizes, range_of_people, tell_outcome, tell_sizes
from .purpose import Purpose
from .results import News, read_news
from .rules import Cast, Conflict, Finding, examine, find_conflict

# Events whose checks are remembered: every page of an event shows how its steps stand.
_REMEMBERED = 64


@dataclass(frozen=True)
class Step:
    """One step.

    Attributes
    ----------
    key
        Which it is: "people", "groups", "rules", "sort" or "results".
    state
        How it stands, in a few words, which commas part.
    mood
        "good" if nothing is to be done, "bad" if something keeps a sort from starting, else empty.
    """

    key: str
    state: tuple[Message, ...]
    mood: str


@dataclass(frozen=True)
class Problem:
    """What keeps a sort from starting, and the step that mends it."""

    step: str
    words: str | Message


@dataclass(frozen=True, eq=False)
class Checks:
    """What was found out about sizes and rules for the people there are.

    Attributes
    ----------
    cast
        Whom and what rules may name.
    rules
        The organiser's rules, each with what is to be said about it.
    conflict
        Rules that cannot all be met.
    problems
        What keeps a sort from starting.
    unknown
        Which names in people's wishes nobody has.
    """

    cast: Cast
    rules: tuple[tuple[Rule, Finding], ...]
    conflict: Conflict
    problems: tuple[Problem, ...]
    unknown: tuple[Message, ...]

    @property
    def n_rule_problems(self) -> int:
        """How many rules have something wrong."""
        return sum(bool(finding.problems) or n in self.conflict.places for n, (_, finding) in enumerate(self.rules))


@dataclass(frozen=True, eq=False)
class Overview:
    """Everything that a step's page tells about its event.

    Attributes
    ----------
    event, survey, summary
        The event, as it is now.
    job
        The sort that is under way, or was interrupted, if there is one.
    results
        The newest first.
    news
        What came since the newest result.
    """

    event: Event
    survey: Survey
    summary: events.Summary
    job: Job | None
    results: tuple[Sorting, ...]
    news: News
    _checked: Checks | jobs.SortInput
    _deletions: int

    @cached_property
    def checks(self) -> Checks:
        """What is wrong with sizes and rules; found out only if something that it depends on has changed."""
        if isinstance(self._checked, Checks):
            return self._checked
        checks = check_rules_of(self._checked, self.event, self.summary)
        _checked.keep(self.event.id, _describe(self.event, self.summary), checks, self._deletions)
        return checks

    @property
    def base(self) -> str:
        """Where the event's pages are."""
        return f"/events/{self.event.id}"

    @property
    def purpose(self) -> Purpose:
        """What the groups are for."""
        return events.purpose_of(self.event)

    @property
    def sizes(self) -> Message:
        """The wanted sizes in a few words."""
        return tell_sizes(self.event.target["sizes"], self.survey.cluster_names, self.summary.n_responses)

    @property
    def outcome(self) -> Message | None:
        """How large the groups will be; None if that is not known."""
        return tell_outcome(self.event.target["sizes"], self.survey.cluster_names, self.summary.n_to_group)

    @property
    def n_waiting(self) -> int:
        """How many people wait at least, where they may and there are fewer places."""
        most = range_of_people(self.event.target["sizes"], self.survey.cluster_names)[1]
        return max(0, self.summary.n_responses - most) if self.purpose.waiting and most is not None else 0

    @property
    def listed_sizes(self) -> list[Message]:
        """The wanted size of each group, where they are wanted one by one."""
        return list_sizes(self.event.target["sizes"], self.survey.cluster_names)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in order."""
        # That hardly anybody has answered is how every event begins, and no mistake.
        bad = {problem.step for problem in self.checks.problems} - {"people"}
        told = {
            "people": self._tell_people(),
            "groups": (self._tell_groups(), "good"),
            "rules": (self._tell_rules(), "good"),
            "sort": self._tell_sort(),
            "results": self._tell_results(),
        }
        return tuple(Step(key, words, "bad" if key in bad else mood) for key, (words, mood) in told.items())

    @property
    def next_step(self) -> tuple[Message, Message, str]:
        """What to do next: a sentence, a button, and where it leads."""
        words, button, where = self._find_next()
        return Message(f"events-next-{words}"), Message(f"events-{button}"), f"{self.base}/{where}"

    def _find_next(self) -> tuple[str, str, str]:
        """Return the ends of the ids of those messages, and of that address."""
        problems = self.checks.problems
        if self.job is not None:
            return "job", "look", f"jobs/{self.job.id}"
        if self.summary.n_responses < 2:
            return "send" if self.event.takes_answers else "open", "go-people", "people"
        if problems:
            return "problem", f"go-{problems[0].step}", problems[0].step
        if not self.results:
            return "sort", "go-sort", "sort"
        if self.news:
            # The board places latecomers without moving anybody else, and sorts again.
            words = "again" if self.news.n_new else "changed"
            return words, "look-groups", f"sortings/{self.results[0].id}"
        is_published = self.event.published_sorting_id is not None
        return "done" if is_published else "publish", "look-groups", f"sortings/{self.results[0].id}"

    def _tell_people(self) -> tuple[tuple[Message, ...], str]:
        known, count = self.summary, self.summary.n_responses
        if known.missing:
            return (Message("events-people-missing", count=count, missing=len(known.missing)),), ""
        if known.n_expected:
            return (Message("events-people-all", count=count),), "good"
        return (Message("events-people-answered", count=count) if count else Message("events-people-none"),), ""

    def _tell_groups(self) -> tuple[Message, ...]:
        rounds = self.purpose.n_rounds
        return (self.sizes, Message("results-made-rounds", value=rounds)) if rounds > 1 else (self.sizes,)

    def _tell_rules(self) -> tuple[Message, ...]:
        rules = self.checks.rules
        wrong = self.checks.n_rule_problems
        waiting = sum(bool(finding.waiting) for _, finding in rules)
        told = [Message("events-rules", count=len(rules))]
        told += [Message("events-rules-problems", count=wrong)] if wrong else []
        told += [Message("events-rules-waiting", count=waiting)] if waiting else []
        return tuple(told)

    def _tell_sort(self) -> tuple[tuple[Message, ...], str]:
        if self.job is not None:
            is_over = self.job.state == "interrupted"
            return (Message("events-sort-interrupted" if is_over else "events-sort-running"),), ""
        if not self.results:
            return (Message("events-sort-not-yet"),), ""
        if self.news.n_new:
            return (Message("events-sort-new", count=self.news.n_new),), ""
        if self.news:
            return (Message("events-sort-changed", count=self.news.n_changed),), ""
        return (Message("events-sort-done"),), "good"

    def _tell_results(self) -> tuple[tuple[Message, ...], str]:
        if not self.results:
            return (Message("events-results-none"),), ""
        is_published = self.event.published_sorting_id is not None
        told = "events-results-published" if is_published else "events-results-unpublished"
        return (Message(told, count=len(self.results)),), "good" if is_published else ""


def read_overview(session: Session, event: Event) -> Overview:
    """Return how an event's steps stand."""
    known = events.summary(session, event)
    listed = jobs.list_jobs(session, event)
    # What failed or was stopped is over; what was interrupted waits for the organiser, unless they sorted again.
    job = listed[0] if listed and listed[0].state in (*jobs.ACTIVE, "interrupted") else None
    found = tuple(results.list_sortings(session, event))
    news = read_news(session, found[0]) if found else News()
    survey = events.survey_for(event, known.n_to_group)
    checks = _checked.find(event.id, _describe(event, known))
    checked = checks or jobs.read_input(session, event, jobs.SortOptions.of(event))
    return Overview(event, survey, known, job, found, news, checked, session.info["deletions"])


def list_misfits(event: Event, sizes: Any, groups: Sequence[str], known: events.Summary) -> list[Message]:
    """Return why wanted sizes do not add up for those who have answered, and for those who are expected."""
    waits = bool(events.purpose_of(event).waiting)
    found = [find_misfit(sizes, groups, known.n_responses, "answered", waits)] if known.n_responses else []
    if known.n_expected:
        found.append(find_misfit(sizes, groups, known.n_in_all, "expected", waits))
    return [words for words in found if words is not None]


@slow
def check_rules_of(given: jobs.SortInput, event: Event, known: events.Summary) -> Checks:
    """Find out what is wrong with an event's sizes and rules for the people there are."""
    survey, people = given.survey, given.answers.names
    cast = Cast(people, known.missing, survey.cluster_names, text_columns(survey, given.answers))
    rules = list(Rules.from_plain(event.rules))
    looked = tuple((rule, examine(rule, cast)) for rule in rules)
    wanted, groups, waits = given.options.target, survey.cluster_names, bool(given.purpose.waiting)
    # Whoever waits keeps no rule, and takes no place.
    conflict = find_conflict(rules, cast, None if waits else wanted, given.options.size_weight)
    misfit = find_misfit(wanted, groups, len(people), "answered", waits)
    problems: list[Problem] = []
    if len(people) < 2:
        problems.append(Problem("people", Message("events-too-few")))
    elif misfit is not None:
        problems.append(Problem("groups", misfit))
    problems += [Problem("rules", words) for _, finding in looked for words in finding.problems]
    problems += [Problem("rules", words) for words in _tell_waiting(looked)]
    if conflict.words:
        problems.append(Problem("rules", conflict.words))
    if not problems:
        try:
            jobs.check_sort(given)
        except Refused as error:
            problems.append(Problem("rules" if error.field == "rules" else "groups", words_of(error)))
    return Checks(cast, looked, conflict, tuple(problems), given.wishes.unknown)


def _tell_waiting(looked: tuple[tuple[Rule, Finding], ...]) -> list[Message]:
    waiting = dict.fromkeys(name for _, finding in looked for name in finding.waiting)
    return [Message("events-rule-waits", name=name) for name in waiting]


_checked: Remembered[Checks] = Remembered(_REMEMBERED)


def _describe(event: Event, known: events.Summary) -> Hashable:
    """Return all that the checks depend on."""
    return event.version, known.n_responses, known.last_at, known.missing
