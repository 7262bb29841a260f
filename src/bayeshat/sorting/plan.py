"""``Plan``: what a sort is asked for, read and checked before anything is sampled."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .._cuda import check_device
from ..engine.decide import DEFAULT_STARTS
from ..engine.losses import Loss, Placement, as_loss, is_auto
from ..engine.problem import check_rules
from ..engine.sizes import SOFT_WEIGHT, Sizes, is_range
from ..errors import InputError
from ..known_people.people import KnownPeople, check_known_count, known_in_words, read_known
from ..model.prior import prior_from
from ..rules.names import refuse_people, tell_absent
from ..rules.reading import read_rules
from ..rules.rule import Rule
from ..rules.rules import Bounds, CommonTimes, Fair, Pin, Rules, Slot, Spread, Stay
from ..rules.values import listing_column
from ..sample.house_sizes import read_totals
from ..sample.samplers.table import find_sampler
from ..survey.answers import Answers, keep_questions, pick_people, read_people, text_columns
from ..survey.spec import Survey
from ..survey.wishes import column_rules
from ..tables.text import clip, normalise
from ..words.message import Message, join, join_some
from .counting import count_sizes
from .earlier import earlier_groups, not_again_rules, read_earlier

Array = np.ndarray

# Names in one message.
_NAMED = 3

# Staying in the same group outweighs anybody's answers, so that as few people as possible move.
STAY_WEIGHT = 100.0


@dataclass(frozen=True, eq=False)
class Plan:
    """What a sort is asked for, read and checked.

    Attributes
    ----------
    survey
        The survey, without questions that only rules or ``known`` use.
    answers
        The answers of everybody, including people who are only learned from.
    sizes, rules, loss
        The wanted sizes, all rules, and the loss, which may be "auto".
    known, known_count
        The people whose house is known (None if there are none), and whether they are part of the groups.
    weights, starts, prove, rng
        As for :func:`bayeshat.sort_people`.
    sampling
        Arguments of :func:`bayeshat.fit`.
    asked
        Settings that were read into sizes and rules, as they were asked for.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 6, rng=1).answers
    >>> plan = Plan.read(survey, people, "1..2", loss="vi", rules={"apart": [["Person 1", "Person 2"]]})
    >>> plan.to_dict()["target"], plan.to_dict()["rules"]
    ('1..2', {'apart': [['Person 1', 'Person 2']]})
    >>> Plan.from_dict(plan.to_dict(), survey, people).to_dict() == plan.to_dict()
    True
    """

    survey: Survey
    answers: Answers
    sizes: Sizes
    rules: Rules
    loss: str | Loss
    known: KnownPeople | None
    known_count: bool
    weights: str
    starts: int
    prove: float | None
    rng: int | np.random.Generator | None
    sampling: dict[str, Any]
    asked: dict[str, Any]

    @classmethod
    def read(
        cls,
        survey: Survey | str | os.PathLike[str],
        answers: Any,
        target: Any = "auto",
        *,
        loss: str | Loss = "auto",
        size_weight: float | None = None,
        pseudocount: float = 0.1,
        labels: str | None = None,
        rules: Any = None,
        mix: Any = None,
        common_times: Any = None,
        count_by: str | None = None,
        stay: Any = None,
        not_again: Any = None,
        placed: Any = None,
        starts: int = DEFAULT_STARTS,
        prove: float | None = None,
        rng: int | np.random.Generator | None = None,
        name_column: str | None = None,
        duplicates: str = "refuse",
        unknown: str = "refuse",
        unfinished: bool = False,
        headings: bool = True,
        wishes: str | None = None,
        friends: str | None = None,
        known: Any = None,
        known_count: bool = False,
        weights: str = "auto",
        **sampling: Any,
    ) -> Plan:
        """Read a plan; arguments as for :func:`bayeshat.sort_people`.

        ``placed`` says who must stay in which group: a mapping of names to groups, a :class:`Result`, or a table of
        names and groups. If such people are given and the loss is "auto", everybody else goes by house.
        """
        find_sampler(sampling.get("sampler", "gibbs"))
        check_device(sampling.get("device", "cpu"))
        check_known_count(known, known_count)
        reading: dict[str, Any] = {"name_column": name_column, "duplicates": duplicates}
        reading |= {"unfinished": unfinished, "headings": headings}
        survey, answers = read_people(answers, Survey.load(survey), unknown=unknown, **reading)
        loss = loss if is_auto(loss) else as_loss(loss)
        people = None if known is None else read_known(known, survey, answers, headings=headings).check()
        in_houses = {} if people is None else people.assignment(answers.names)
        aside = () if known_count else tuple(in_houses)
        if aside and sampling.get("totals") is not None:
            raise InputError(Message("plan-totals"))
        wanted = wanted_sizes(target, sampling.get("totals"), survey, answers)
        if is_auto(target) and people is not None and placed is None and sampling.get("totals") is None:
            # Known people say how large each house is likely to be.
            wanted = None
        before = {} if placed is None else _read_placed(placed, answers, aside, headings)
        there = in_houses if known_count else {}
        own, mixed = read_rules(rules), Rules(spread=mix, common_times=common_times)
        given = _leave_out(answers, people, known_count)
        wished, notes = column_rules(survey, given, wishes, friends, unknown=unknown, aside=aside)
        staying = {} if stay is None else earlier_groups(stay, given, headings)[0]
        survey, answers, by_column = _set_aside(survey, answers, mixed, people)
        earlier = read_earlier(not_again, headings)
        every = survey.rules + own + by_column + wished + not_again_rules(earlier)
        notes += tell_absent(every, given.names) + _tell_unfit(every)
        answers = replace(answers, notes=(*answers.notes, *notes))
        if staying:
            every += Rules(stay=Stay(tuple(staying.items()), weight=STAY_WEIGHT, automatic=True))
        refuse_people(every, aside, Message("plan-known"))
        bounds = Rules()
        if placed is not None or there:
            wanted, size_weight, bounds = fill_evenly(survey, there | before, given.n_people, wanted, size_weight)
        if count_by is not None and wanted is not None:
            about = (given.names, text_columns(survey, given))
            bounds, _, _ = count_sizes(count_by, wanted, every, *about, houses=survey.cluster_names)
            every, bounds, wanted, size_weight = every + bounds, Rules(), None, None
        sizes = Sizes.read(
            wanted,
            n_people=given.n_people,
            houses=survey.cluster_names,
            size_weight=size_weight,
            pseudocount=pseudocount,
            labels=labels,
        )
        if placed is not None and sizes.names is not None:
            _refuse_unknown_groups(before, sizes.names)
            if is_auto(loss) and prior_from(survey).identified:
                loss = Placement()
        every += pin_people(before, "placed before") + bounds + pin_people(there, "house known")
        as_asked = target if count_by is not None or (is_auto(target) and placed is None) else wanted
        asked = {"target": as_asked, "rules": own + bounds, "mix": mixed, "stay": staying, "placed": before}
        asked |= {"not_again": earlier}
        asked |= {"count_by": count_by, "wishes": wishes, "friends": friends, "known": known}
        deciding = (people, known_count, weights, starts, prove, rng)
        return cls(survey, answers, sizes, every, loss, *deciding, sampling, asked)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], survey: Survey, answers: Any) -> Plan:
        """Return the plan that `to_dict` made plain, for the same survey and answers.

        A random generator cannot be stored: without a seed, the plan has the default one.
        """
        settings = dict(plain)
        mixed = settings.pop("mix", {})
        settings["size_weight"] = float(settings["size_weight"])
        settings["rules"] = Rules.from_plain(settings["rules"])
        settings["rng"] = settings["rng"] if isinstance(settings["rng"], int) else None
        return cls.read(survey, answers, mix=mixed.get("spread"), common_times=mixed.get("common_times"), **settings)

    def to_dict(self) -> dict[str, Any]:
        """Return what was asked for as plain values, ready for JSON, to repeat the sort."""
        asked, sizes = self.asked, self.sizes
        plain = {
            "target": asked["target"],
            "loss": "auto" if is_auto(self.loss) else repr(self.loss),
            "size_weight": "inf" if math.isinf(sizes.size_weight) else sizes.size_weight,
            "pseudocount": sizes.pseudocount,
            "labels": sizes.labels,
            "rules": Rules(asked["rules"]).to_plain(),
            "rng": "generator" if isinstance(self.rng, np.random.Generator) else self.rng,
        }
        more: dict[str, Any] = {"starts": None if self.starts == DEFAULT_STARTS else self.starts, "prove": self.prove}
        more |= {"mix": Rules(asked["mix"]).to_plain() or None}
        kept = ("count_by", "stay", "not_again", "placed", "wishes", "friends")
        more |= {name: asked[name] or None for name in kept}
        plain |= {name: value for name, value in more.items() if value is not None}
        if asked["known"] is not None:
            known = known_in_words(asked["known"])
            plain |= {"known": known, "known_count": self.known_count, "weights": self.weights}
        return {name: _plain(value) for name, value in (plain | self.sampling).items()}

    @cached_property
    def given(self) -> Answers:
        """The answers of the people who are sorted."""
        return _leave_out(self.answers, self.known, self.known_count)

    def checked(self) -> Plan:
        """Return the plan with sizes that its rules allow, or refuse rules that cannot be kept."""
        # Only rules look at the columns; with a million people they take seconds to write out.
        has_rules = self.rules or self.sizes.ranges
        columns = text_columns(self.survey, self.given) if has_rules else {}
        return replace(self, sizes=check_rules(self.sizes, self.rules, self.given.names, columns))


def wanted_sizes(target: Any, totals: Any, survey: Survey, answers: Answers) -> Any:
    """Return the wanted sizes; "auto" becomes the known totals, or "balanced" without any."""
    known = read_totals(totals, survey.cluster_names, answers.n_people)
    if not is_auto(target):
        return target
    return "balanced" if known is None else dict(zip(survey.cluster_names, known.tolist(), strict=True))


def _tell_unfit(rules: Rules) -> list[Message]:
    """Return notes on rules that sorting does not know: it weighs choices against answers, for one group each."""
    unused: dict[type[Rule], Message] = {Fair: Message("plan-fair-unused"), Slot: Message("plan-slots-unused")}
    return [note for kind, note in unused.items() if rules.of(kind)]


def pin_people(groups: Mapping[str, str], reason: str) -> Rules:
    """Return rules that keep people in these groups, by name."""
    return Rules([Pin(name, (group,), reason, automatic=True) for name, group in groups.items()])


def fill_evenly(
    survey: Survey, there: Mapping[str, str], n_people: int, target: Any, size_weight: float | None
) -> tuple[Any, float | None, Rules]:
    """Return sizes, their weight and bounds that fill up groups evenly without moving anybody.

    This concerns "balanced" sizes, and houses whose size is not given. Other sizes stay as they are.

    Parameters
    ----------
    survey
        What was asked.
    there
        The groups of those who stay, by name.
    n_people
        How many people there are in all.
    target, size_weight
        Wanted sizes and their weight, as for :func:`sort_people`.
    """
    some = isinstance(target, Mapping) and len(target) < survey.n_clusters and not is_range(target)
    if size_weight is not None or not (some or (isinstance(target, str) and target == "balanced")):
        return target, size_weight, Rules()
    return "balanced", SOFT_WEIGHT, _even_bounds(there, survey, n_people, target if some else {})


def _even_bounds(there: Mapping[str, str], survey: Survey, n_people: int, given: Mapping[str, Any]) -> Rules:
    """Return bounds that make the sizes as even as possible without moving anybody.

    Houses with a given size keep it. The others are filled up to a common level; people left over may go to any of
    them.
    """
    houses = survey.cluster_names
    names = [normalise(house) for house in houses]
    taken = np.array([Counter(normalise(group) for group in there.values())[name] for name in names])
    fixed = np.isin(names, [normalise(str(name)) for name in given])
    # Reading the sizes refuses unknown houses.
    sizes = taken
    if given:
        exact = Sizes.read(dict(given), n_people=n_people, houses=houses).exact
        sizes = taken if exact is None else exact

    def filled(level: int) -> Array:
        return np.where(fixed, sizes, np.maximum(taken, level))

    level = max((level for level in range(n_people + 1) if filled(level).sum() <= n_people), default=0)
    more = int(filled(level).sum() < n_people)
    bounds = zip(houses, filled(level).tolist(), filled(level + more).tolist(), fixed.tolist(), strict=True)
    return Rules(Bounds(least, most, house, automatic=not asked) for house, least, most, asked in bounds)


def _leave_out(answers: Answers, known: KnownPeople | None, known_count: bool) -> Answers:
    """Return the answers of the people who are sorted: all, or those whose house is not known."""
    return answers if known is None or known_count else pick_people(answers, known.labels < 0)


def _read_placed(source: Any, answers: Answers, aside: Sequence[str], headings: bool) -> dict[str, str]:
    """Return the groups of people who were placed before; all of them must be there and be sorted."""
    before, gone = earlier_groups(source, answers, headings)
    only = set(map(normalise, aside))
    if both := [name for name in before if normalise(name) in only]:
        raise InputError(Message("plan-placed-known", names=join_some(both, _NAMED)))
    if gone:
        names = join_some(gone, _NAMED)
        raise InputError(Message("plan-placed-gone", count=len(gone), names=names))
    return before


def _refuse_unknown_groups(before: Mapping[str, str], groups: Sequence[str]) -> None:
    """Refuse earlier groups that no longer exist."""
    known = {normalise(group) for group in groups}
    for name, group in before.items():
        if normalise(group) not in known:
            told = {"groups": join(groups), "group": clip(group), "name": clip(name)}
            raise InputError(Message("plan-no-such-group", **told))


def _set_aside(
    survey: Survey, answers: Answers, rules: Rules, known: KnownPeople | None
) -> tuple[Survey, Answers, Rules]:
    """Take out the questions that these rules name, and the one that says whose house is known.

    Return the survey and the answers without them, and the rules with the questions' texts, which become columns.
    """
    texts = text_columns(survey, answers) if rules or known is not None else {}
    times = [replace(rule, column=listing_column(rule.column, texts) or rule.column) for rule in rules.of(CommonTimes)]
    about: tuple[Spread | CommonTimes, ...] = (*rules.of(Spread), *times)
    named = {normalise(rule.column) for rule in about}
    if known is not None and known.question is not None:
        named.add(normalise(survey.questions[known.question].id))
    aside = {
        normalise(name): question.text
        for question in survey.questions
        for name in (question.id, question.text)
        if {normalise(question.id), normalise(question.text)} & named
    }
    if not aside:
        return survey, answers, rules
    keep = [q for q, question in enumerate(survey.questions) if question.text not in aside.values()]
    if not keep:
        raise InputError(Message("plan-no-question", count=survey.n_questions))
    survey, answers = keep_questions(survey, answers, keep)
    answers = replace(answers, extra=answers.extra | {text: texts[text] for text in aside.values()})
    matched = Rules(replace(rule, column=aside.get(normalise(rule.column), rule.column)) for rule in about)
    return survey, answers, matched


def _plain(value: Any) -> Any:
    """Return settings as values that JSON can hold, and whose text is code."""
    if isinstance(value, Mapping):
        return {str(name): _plain(size) for name, size in value.items()}
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    return [_plain(size) for size in value] if isinstance(value, (list, tuple)) else value
