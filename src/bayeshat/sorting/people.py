"""``sort_people``: the one function that every front end calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..checks.model import check_model
from ..engine.decide import DEFAULT_STARTS, decide_problem
from ..engine.decision import Decision
from ..engine.losses import VI, LinearLoss, Loss, Placement, as_loss, is_auto
from ..engine.problem import Problem, check_rules
from ..engine.sizes import SOFT_WEIGHT, Sizes
from ..errors import InputError
from ..known_people.lesson import take_lesson
from ..known_people.people import KnownPeople, check_known_count, known_in_words, read_known
from ..options import as_generator, part_of
from ..report.result import Result
from ..rules.rule_names import refuse_people
from ..rules.rules import CommonTimes, Rules, Spread, Stay
from ..rules.rules_read import read_rules
from ..rules.traits import listing_column
from ..sample.fit import fit, refuse_unknown
from ..sample.samplers.table import find_sampler
from ..survey.answers import Answers, keep_questions, pick_people, read_people, text_columns
from ..survey.spec import Survey
from ..survey.wish_columns import column_rules
from ..tables.text import normalise
from ..words.settings import setting
from .keep_places import earlier_groups, plan_placing, wanted_sizes

# Weight of staying, where as few people as possible should move: more than anybody's answers are worth.
STAY_WEIGHT = 100.0


def sort_people(
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
    stay: Any = None,
    starts: int = DEFAULT_STARTS,
    prove: float | None = None,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: Callable[[float, str], None] | None = None,
    name_column: str | None = None,
    duplicates: str = "refuse",
    unknown: str = "refuse",
    unfinished: bool = False,
    wishes: str | None = None,
    friends: str | None = None,
    known: Any = None,
    known_count: bool = False,
    weights: str = "auto",
    **sampling: Any,
) -> Result:
    """Sort people into houses from what they answered: sample, decide, name, tabulate.

    Parameters
    ----------
    survey
        A survey, the name of a packaged one, or a path to a TOML file.
    answers
        Answers, or whatever :func:`bayeshat.read_answers` reads: a CSV or XLSX file, a data frame.
    target
        Wanted sizes, as for :func:`bayeshat.decide`; a mapping may name the survey's houses in any order, or only some
        of them: the others share the people who are left. "auto": the known ``totals``, if any, or else "balanced".
    loss
        As for :func:`bayeshat.decide`: by default people go to the house they most probably belong to or, where the
        survey does not say how houses differ, are grouped by who belongs together.
    size_weight
        By default sizes are met exactly; a number, such as the paper's 1, makes them a guide.
    labels, pseudocount, starts, prove, threads
        As for :func:`bayeshat.decide`.
    rules
        Rules to keep to besides those of the survey (:class:`bayeshat.Rules`), or whatever
        :func:`bayeshat.read_rules` reads: a CSV or XLSX file, a dict.
    mix
        Questions or other columns whose values are spread evenly over the groups (:class:`bayeshat.Spread` where one
        has a weight): people who answer alike are mixed. Nobody is sorted by these questions.
    common_times
        A question or other column with people's free times, of which the members of every group share at least one
        (:class:`bayeshat.CommonTimes` for more). Nobody is sorted by this question.
    stay
        Who was where before: a mapping of names to groups, a :class:`Result`, or a table of names and groups. As few
        people as possible move; those who are no longer there are ignored.
    rng
        Seed or generator for both sampling and deciding; None is seed 0.
    progress
        A function of the share done and a word.
    name_column, duplicates, unfinished
        Where a table is read: the heading of the column with people's names, what to do with people who come more
        than once, and whether unfinished answers count, as for :func:`bayeshat.read_answers`.
    unknown
        What to do with answers that are no option: "refuse" them, leave them "blank", or count them as one more
        "option" of the question, called Other. Unless they are refused, unknown names among wishes and friends are left
        out.
    wishes, friends
        Headings of columns in which people say which houses they would like, best first, and whom they would like to
        be with; they become rules that hold if possible.
    known
        People whose house is known, such as last year's, from whom to learn what people of each house answer: the
        heading of a column that is empty for all others, a mapping of names to houses, or a table of names and houses.
    known_count
        Whether known people are part of the groups and count in the sizes; each is then in their own house.
    weights
        "auto": with at least 20 known people, learn how much each question counts, unless the survey says so itself.
        "off": all questions count as the survey says.
    **sampling
        Arguments of :func:`bayeshat.fit`: sampler, membership, chains, tune, draws, max_draws, learn_from, totals,
        size_prior.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, [7, 7, 6], rng=1)
    >>> {house: len(members) for house, members in result.groups().items()}
    {'Cluster 1': 7, 'Cluster 2': 7, 'Cluster 3': 6}
    """
    tell = progress or (lambda *_: None)
    refuse_unknown(sampling, sort_people, fit)
    find_sampler(sampling.get("sampler", "gibbs"))  # before the long work, so that nobody waits for a refusal
    wanted, asked_for = target, sampling
    check_known_count(known, known_count)
    if known is not None:
        asked_for = {"known": known_in_words(known), "known_count": known_count, "weights": weights, **sampling}
    asked = survey if isinstance(survey, Survey) else Survey.load(survey)
    if isinstance(answers, Answers):
        given = answers
    else:
        tell(0.0, "reading answers")
        asked, given = read_people(
            answers, asked, name_column=name_column, duplicates=duplicates, unknown=unknown, unfinished=unfinished
        )
    if not is_auto(loss):
        loss = as_loss(loss)
    people = None if known is None else read_known(known, asked, given).check()
    kept = None if people is None or known_count else people.labels < 0
    if kept is not None and sampling.get("totals") is not None:
        raise InputError(
            f"{setting('totals')} must be of everybody, so that people whose house is known must count; got "
            f"{setting('known')} without that. Add {setting('known_count')}, or leave the totals out."
        )
    target = wanted_sizes(target, sampling.get("totals"), asked, given)
    aside = () if kept is None else pick_people(given, ~kept).names
    wished, notes = column_rules(asked, _some(given, kept), wishes, friends, unknown=unknown, aside=aside)
    given = replace(given, notes=(*given.notes, *notes))
    asked, everybody, mixed = _set_aside(asked, given, Rules(spread=mix, common_times=common_times), people)
    given = _some(everybody, kept)
    rules_given = asked.rules + read_rules(rules) + mixed + _stay(stay, given) + wished
    refuse_people(rules_given, aside, f"Their house is known: add {setting('known_count')} to sort them too.")
    if people is not None and known_count:
        there = people.assignment(given.names)
        target, size_weight, pins = plan_placing(asked, there, given.n_people, target, size_weight, "house known")
        rules_given += pins
    sizes = Sizes.read(
        target,
        n_people=given.n_people,
        houses=asked.cluster_names,
        size_weight=size_weight,
        pseudocount=pseudocount,
        labels=labels,
    )
    every_rule = rules_given + sizes.ranges
    # Only rules look at the columns; with a million people they take seconds to write out.
    sizes = check_rules(sizes, rules_given, given.names, text_columns(asked, given) if every_rule else {})
    generator = as_generator(rng)
    lesson = None
    if people is not None:
        lesson = take_lesson(people, asked, everybody, weights, sampling.get("membership", "auto"), generator)
        asked = lesson.weights.apply(asked)
        # Totals are of everybody, so that everybody is learned from.
        learned = {} if sampling.get("totals") is not None else {"learn_from": lesson.learn_from}
        sampling = {**learned, **sampling, "known": people.labels}
    posterior = fit(
        asked,
        everybody,
        rng=generator,
        threads=threads,
        progress=part_of(tell, 0.0, 0.7),
        **sampling,
    )
    if kept is not None:
        posterior = posterior.select(kept)
    seed = int(generator.integers(2**63))
    tell(0.7, "checking the model")
    checks = check_model(posterior)
    problem = Problem.read(
        posterior,
        sizes,
        loss=loss,
        weights=checks.modes.draw_weights(posterior.n_draws),
        rules=rules_given,
        wishes_first=checks.separation.is_noise,
    )

    def choose(problem: Problem, start: float, prove: float | None = None) -> Decision:
        tell_part = part_of(tell, start, 0.1, "deciding: ")
        return decide_problem(problem, starts=starts, prove=prove, rng=seed, threads=threads, progress=tell_part)

    decision = choose(problem, 0.7, prove)
    softer = None if sizes.exact is None else choose(problem.with_sizes(sizes.with_weight(SOFT_WEIGHT)), 0.8)
    comparable = posterior.identified and decision.names == asked.cluster_names
    other = choose(problem.with_loss(_other_loss(decision.loss)), 0.9) if comparable else None
    tell(1.0, "done")
    options = {
        "target": _plain(wanted),
        "loss": "auto" if is_auto(loss) else repr(loss),
        "size_weight": "inf" if np.isinf(sizes.size_weight) else sizes.size_weight,
        "pseudocount": pseudocount,
        "labels": sizes.labels,
        "rules": [rule.words() for rule in every_rule],
        "rng": rng if isinstance(rng, int) or rng is None else "generator",
        **({} if prove is None else {"prove": prove}),
        **{name: _plain(value) for name, value in asked_for.items()},
    }
    return Result(asked, given, posterior, decision, other, options, softer, lesson, checks)


def _some(answers: Answers, kept: np.ndarray | None) -> Answers:
    """Return the answers of those who are to be sorted; None is everybody."""
    return answers if kept is None else pick_people(answers, kept)


def _plain(target: Any) -> Any:
    """Return sizes as values that JSON can hold."""
    if isinstance(target, Mapping):
        return {str(name): _plain(size) for name, size in target.items()}
    if isinstance(target, (np.ndarray, np.generic)):
        return target.tolist()
    return [_plain(size) for size in target] if isinstance(target, (list, tuple)) else target


def _set_aside(
    survey: Survey, answers: Answers, rules: Rules, known: KnownPeople | None = None
) -> tuple[Survey, Answers, Rules]:
    """Return the survey and the answers without the questions that these rules name, and the rules with their texts.

    The question that says whose house is known is set aside too.
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
        raise InputError(
            f"At least one question must be left to sort people by; got rules that set all {survey.n_questions} aside. "
            "Leave one out, or use mix_people, which does not sort."
        )
    survey, answers = keep_questions(survey, answers, keep)
    answers = replace(answers, extra=answers.extra | {text: texts[text] for text in aside.values()})
    matched = Rules(replace(rule, column=aside.get(normalise(rule.column), rule.column)) for rule in about)
    return survey, answers, matched


def _stay(source: Any, answers: Answers) -> Rules:
    """Return the rule that keeps everybody who was somewhere before."""
    there = {} if source is None else earlier_groups(source, answers)[0]
    return Rules(stay=Stay(tuple(there.items()), weight=STAY_WEIGHT, automatic=True)) if there else Rules()


def _other_loss(loss: Loss) -> Loss:
    """Return the loss to compare with: a label-aware one for one that is not, and the other way round."""
    aware = any(weight > 0 and isinstance(term, LinearLoss) for weight, term in loss.terms)
    return VI() if aware else Placement()
