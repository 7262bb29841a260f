"""``mix_people``: groups of people who differ, from a table alone, without sorting anybody."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..engine.decide import DEFAULT_STARTS, decide_problem
from ..engine.decision import Decision, Kept, Waiting
from ..engine.losses import NO_LOSS
from ..engine.problem import Problem
from ..engine.rounds import plan_rounds
from ..engine.sizes import EVEN_AMONG_EQUALS, Sizes, exact_weight
from ..errors import InputError, RulesError, TargetError
from ..options import Progress, as_generator, part_of
from ..report.result import Result
from ..rules.fair import FIRST, NOBODY, order_of
from ..rules.names import tell_absent
from ..rules.reading import read_rules
from ..rules.rules import CommonTimes, Rules, Slot, Spread
from ..rules.scope import ONE_EACH
from ..sample.posterior import Posterior
from ..survey.answers import Answers, text_columns, texts_by_heading
from ..survey.exports.recognise import read_form
from ..survey.people import name_people
from ..survey.spec import Survey
from ..survey.wishes import wish_rules, wished_groups
from ..tables.person_columns import find_names
from ..tables.text import quoted
from ..words.message import Message, Setting, join
from ..words.status import Status
from .counting import count_sizes
from .earlier import not_again_rules, read_earlier
from .fairness import rank_places, tell_fairness
from .timetable import Timetable
from .waiting import fill_groups, offer_waiting, take_seats

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class PeopleTable:
    """People to be mixed.

    Attributes
    ----------
    names
        Everybody's name, all different.
    columns
        What else is known about them, as text by heading.
    notes
        What a reader should know of how they were read, in sentences.
    """

    names: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    notes: tuple[Message, ...] = ()

    def only(self, names: Sequence[str]) -> PeopleTable:
        """Return some of the people, in the order of the table."""
        some = set(names)
        rows = [n for n, name in enumerate(self.names) if name in some]
        columns = {heading: tuple(cells[n] for n in rows) for heading, cells in self.columns.items()}
        return replace(self, names=tuple(self.names[n] for n in rows), columns=columns)


def read_people_table(
    source: Any,
    *,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unfinished: bool = False,
    headings: bool = True,
) -> PeopleTable:
    """Read a table of people, one row per person; the arguments are those of :func:`bayeshat.read_answers`."""
    table = read_form(source, unfinished=unfinished, headings=headings)
    naming = find_names(table, name_column)
    names, rows, notes = name_people(table, naming, duplicates)
    others = [column.take(rows) for column in table.columns if column is not naming]
    return PeopleTable(names, texts_by_heading(others, table.tool), (*table.notes, *notes))


def mix_people(
    people: Any,
    target: Any = "balanced",
    *,
    groups: int | Sequence[str] | None = None,
    mix: str | Iterable[str | Spread] | None = None,
    common_times: str | CommonTimes | None = None,
    count_by: str | None = None,
    wishes: str | None = None,
    friends: str | None = None,
    not_again: Any = None,
    fair: str | None = None,
    waiting_list: str | None = None,
    before: Any = None,
    left: Sequence[str] = (),
    each: int | None = None,
    slots: Mapping[str, Sequence[str]] | None = None,
    rules: Any = None,
    starts: int = DEFAULT_STARTS,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unknown: str = "refuse",
) -> Decision:
    """Make groups of people who differ: those who answer alike are spread evenly over the groups.

    With ``wishes``, people are placed by their choices: within the sizes and the rules, as many as possible get their
    first choice; of all ways to do that, as many as possible get their second one, and so on. Choices come before more
    even groups, if sizes are ranges. Rules that hold if possible, such as ``friends``, are weighed against choices.

    Parameters
    ----------
    people
        A table with one row per person: the path of a CSV, TSV or XLSX file, a data frame, a dict of columns; or
        what :func:`read_people_table` read.
    target
        Wanted sizes, as for :func:`bayeshat.decide`; met exactly unless they are ranges, or rules forbid even sizes.
        Every group has at least one person, so "..6" means "1..6"; write "0..6" where groups may stay empty.
    groups
        Number of groups, or their names, where ``target`` does not say it.
    mix
        Columns whose values are spread evenly; :class:`Spread` where one has a weight or bands.
    common_times
        A column with people's free times, of which the members of every group share at least one
        (:class:`CommonTimes` for more).
    count_by
        Heading of a column with what each person counts as in the sizes, 1 where it is empty. Sizes are then met as
        closely as possible.
    wishes
        Heading of a column with the groups that people would like, best first; or of one of several columns with
        their first, second, … choice. If nothing else says what the groups are called, they are those that people name.
    friends
        Heading of a column with the people somebody would like to be with.
    not_again
        Who was in one group before: a table of names and groups, a mapping, a :class:`Result` or :class:`Decision`, or
        a list of these. As few pairs as possible meet again, whatever people wish for, and no pair for a third time
        if that can be avoided.
    fair
        The order in which choices are granted. "first choices", as usual: as many people as possible get their first
        choice, then their second, and so on. "nobody badly": the worst choices that people get are as good as possible,
        and as few people as possible get them. "average": the choices are as good as possible on average.
    waiting_list
        Where there are fewer places than people: how it is decided who waits. "lottery": by lot, with ``rng``; "first
        come": those in the first rows have places. Sizes are then the largest that groups may have. Everybody has a
        place who can have one under the rules; the others are in ``Decision.waiting``, in the order in which they move
        up.
    before, left
        To fill places that have become free: the decision, or its ``assignments.csv``, and the names of those who have
        left. Whoever is next and can take a place moves up, and nobody else moves. New people wait behind the others.
    each
        How many different groups everybody gets. Sizes then count everybody as often, wishes are granted group by
        group, and rules hold in every group. The decision has a label for each place: ``Decision.people`` names
        everybody once for each of their groups, and ``Decision.groups_of`` has everybody's groups.
    slots
        The groups that are held at the same time, of which nobody gets two: ``{"Morning": ["Pottery", "Chess"],
        "Afternoon": ["Pottery", "Golf"]}``. ``each`` is then the number of slots, unless it is given. A group in two
        slots is held twice, as "Pottery (Morning)" and "Pottery (Afternoon)", each time with its size; nobody gets it
        twice.
    rules
        Further rules: :class:`bayeshat.Rules`, or whatever :func:`bayeshat.read_rules` reads.
    starts, rng, threads, progress
        As for :func:`bayeshat.decide`.
    name_column
        Heading of the column with people's names, where it is not found by itself.
    duplicates
        What to do with people who are in the table more than once, as for :func:`bayeshat.read_answers`.
    unknown
        What to do with wishes for unknown groups or people: "refuse" them, or leave them "blank".

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo", "Cy", "Di"], "year": ["1", "1", "2", "2"]}
    >>> decision = bh.mix_people(table, groups=2, mix="year")
    >>> str(decision.status)
    'The rule is met. Each group has 1 of the 2 with "1" and 1 of the 2 with "2" in "year".'
    """
    known = people
    if not isinstance(people, PeopleTable):
        known = read_people_table(people, name_column=name_column, duplicates=duplicates)
    even = isinstance(target, str)
    if target is None:
        raise TargetError(Message("plan-no-target"))
    houses = tuple(groups) if groups is not None and not isinstance(groups, int) else None
    number = groups if isinstance(groups, int) else None
    own = read_rules(rules) + Rules(slots=slots)
    times = own.of(Slot)
    if wishes is not None and houses is None and not times:
        target = _name_groups(target, number, wished_groups(known.columns, wishes))
    named = houses or (tuple(map(str, target)) if isinstance(target, Mapping) and not times else ())
    n_groups = number if number is not None or isinstance(target, str | Mapping) else len(target)
    timetable = Timetable.read(each, times, named, n_groups)
    places = ONE_EACH
    if timetable is not None:
        _refuse_together(timetable, waiting_list=waiting_list, count_by=count_by)
        places, named = timetable.places, timetable.names
        own = Rules(rule for rule in own if not isinstance(rule, Slot)) + timetable.rules
        target, houses = timetable.size_groups(target, len(known.names)), timetable.groups or None
    wished, left_out = wish_rules(known.columns, known.names, named, wishes, friends, unknown=unknown)
    every = own + Rules(spread=mix, common_times=common_times, fair=fair) + wished
    every += not_again_rules(read_earlier(not_again))
    left_out += tell_absent(every, known.names)
    waiting: tuple[Waiting, ...] = ()
    seated: list[Message] = []
    filled: Rules | None = None
    if waiting_list is not None or before is not None or left:
        if count_by is not None:
            raise InputError(Message("plan-waiting-count"))
        seats = take_seats(
            known.names, known.columns, target, houses, number, every, waiting_list, rng=rng, before=before, left=left
        )
        target, houses, number, every, filled = seats.places, tuple(seats.places), None, seats.rules, seats.bounds
        known, waiting, seated = known.only(seats.placed), seats.waiting, seats.notes
    size_weight = exact_weight(target)
    choices = any(rule.is_wish and rule.mentions("group") for rule in every)
    if choices and math.isfinite(size_weight):
        # Within a range, nobody goes without a choice only to make groups more even.
        size_weight = EVEN_AMONG_EQUALS
    if count_by is not None:
        about = (known.names, known.columns)
        counted, names, number = count_sizes(
            count_by, target, every, *about, n_clusters=1, groups=number, houses=houses
        )
        every, target, size_weight, houses, even = every + counted, None, 0.0, names or houses, False
    n_places = len(known.names) * places.each
    asked: dict[str, Any] = {"n_people": n_places, "groups": number, "houses": houses}
    try:
        sizes = Sizes.read(target, n_clusters=1, size_weight=size_weight, **asked)
        problem = Problem.read(
            # Nobody belongs with anybody, or in any group.
            np.zeros((1, n_places), np.int64),
            replace(sizes, ranges=(), yields=even),
            loss=NO_LOSS,
            rules=every + (fill_groups(sizes.ranges, every, places) if filled is None else filled),
            people=known.names,
            columns={heading: places.repeat(cells) for heading, cells in known.columns.items()},
            places=places,
        )
        quiet: Progress = progress or (lambda *_: None)
        decision = decide_problem(problem, starts=starts, rng=rng, threads=threads, progress=quiet)
    except (TargetError, RulesError) as error:
        if timetable is not None:
            raise
        raise offer_waiting(error, target, houses, number, len(known.names)) from None
    decision = replace(decision, labels=_in_order(decision), waiting=waiting)
    asks = any(not isinstance(rule, Slot) for rule in every)
    if timetable is not None and not asks:
        # Nothing tells people apart, so chance says who gets whose groups.
        by_lot = as_generator(rng).permutation(len(known.names))
        decision = replace(decision, labels=decision.labels.reshape(-1, places.each)[by_lot].ravel())
    kept = None if decision.kept is None else replace(decision.kept, fewer_right=None)
    by_chance = None if asks else Message("plan-by-chance")
    # Where nobody moves but those who move up, other groups could grant more.
    is_free = before is None and not left
    order = _tell_order(decision, kept) if kept is not None and is_free else None
    met = None if kept is None else join(list(filter(None, (kept.words(), order))), "space")
    told = [("by_chance", by_chance), ("sizes", decision.problem.sizes.note), ("rules", met)]
    told += [("fairness", tell_fairness(decision) if is_free else None)]
    told += [("waiting", note) for note in seated]
    told += [("left_out", note) for note in left_out]
    notes = tuple(Message(name, words) for name, words in told if words)
    return replace(decision, kept=kept, status=Status("ok", notes), loss_reason="")


def mix_answers(
    survey: Survey,
    answers: Answers,
    target: Any = "balanced",
    *,
    rules: Any = None,
    rounds: int = 1,
    starts: int = DEFAULT_STARTS,
    rng: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Mix people who answered a survey, under rules, into groups with the names of its houses.

    Nobody's answers are weighed: the result has no chances, only what became of the rules.

    Parameters
    ----------
    rules
        Rules to keep to: which columns to spread, whose wishes to grant.
    rounds
        How many rounds of groups there are; people meet others in each.
    target, starts, rng, threads, progress
        As for :func:`mix_people`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> answers = bh.simulate(survey, 8, rng=1).answers
    >>> result = mix_answers(survey, answers, rounds=2)
    >>> result.is_mixed, result.decision.sizes.tolist(), result.rounds.labels.shape
    (True, [2, 2, 2, 2], (2, 8))
    """
    tell = progress or (lambda *_: None)
    # Everybody gets one group here, whatever rules say of times.
    rules = Rules(rule for rule in read_rules(rules) if not isinstance(rule, Slot))
    people = PeopleTable(answers.names, text_columns(survey, answers))
    how: dict[str, Any] = {"rules": rules, "starts": starts, "rng": rng, "threads": threads}
    decision = mix_people(
        people, target, groups=survey.cluster_names, progress=part_of(tell, 0.0, 0.5 if rounds > 1 else 1.0), **how
    )
    planned = plan_rounds(decision, rounds, rng=rng, progress=part_of(tell, 0.5, 0.5)) if rounds > 1 else None
    sizes = decision.problem.sizes
    options = {"target": target, "size_weight": sizes.size_weight, "pseudocount": sizes.pseudocount}
    options |= {"labels": sizes.labels, "rng": rng}
    return Result(survey, answers, Posterior.blank(survey, answers), decision, None, options, rounds=planned)


def _in_order(decision: Decision) -> Array:
    """Return the labels with each person's groups in the order of their times, or else the best choice first."""
    labels, rows = decision.labels, np.arange(decision.n_people) // decision.places.each
    ranks = None if decision.kept is None or decision.kept.ruling.slots else rank_places(decision.kept.ruling)
    choice = np.zeros_like(labels) if ranks is None else ranks[np.arange(len(labels)), labels]
    return labels[np.lexsort((labels, choice, rows))]


def _tell_order(decision: Decision, kept: Kept) -> Message | None:
    """Return the order in which choices were granted, and whether more could be; None if nobody chose."""
    ruling = kept.ruling
    n_ranks, constraints = len(ruling.choices), ruling.constraints
    if n_ranks == 0:
        return None
    if constraints.shares_costs or constraints.meetings or ruling.stays.any():
        return Message("plan-choices-weighed")
    proven, order = "proven" if decision.proven else "open", order_of(ruling.rules)
    if order == FIRST:
        return Message(f"plan-choices-{proven}", ranks=n_ranks)
    return Message(f"plan-{'nobody' if order == NOBODY else 'average'}-{proven}")


def _refuse_together(timetable: Timetable, **others: Any) -> None:
    """Refuse settings that are about one group for everybody."""
    if wrong := [name for name, value in others.items() if value is not None]:
        raise InputError(Message("plan-each-with", each=timetable.each, setting=Setting(wrong[0])))


def _name_groups(target: Any, groups: int | None, wished: tuple[str, ...]) -> Any:
    """Return the wanted sizes for the groups that people wish for, unless they have names already."""
    if isinstance(target, Mapping):
        return target
    n_groups = groups if groups is not None else len(target) if not isinstance(target, str) else None
    if n_groups not in (None, len(wished)):
        told = {"groups": n_groups, "count": len(wished), "wished": quoted(wished), "example": [*wished, "red"][0]}
        raise InputError(Message("plan-wished-groups", **told))
    if isinstance(target, str):
        return dict.fromkeys(wished, 1 / len(wished) if target == "balanced" else target)
    return dict(zip(wished, target, strict=True))
