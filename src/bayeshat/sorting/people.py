"""``sort_people``: the one function that every front end calls."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from ..checks.halves import check_halves
from ..checks.model import check_model
from ..engine.decide import DEFAULT_STARTS, decide_problem
from ..engine.decision import Decision
from ..engine.losses import VI, Loss, Placement
from ..engine.prepare import preparing
from ..engine.problem import Problem
from ..engine.sizes import SOFT_WEIGHT
from ..known_people.lesson import fit_with_lesson
from ..options import DONE, Progress, as_generator, part_of
from ..report.result import Result
from ..sample.fit import fit, refuse_unknown
from ..survey.spec import Survey
from ..words.message import Message
from .plan import Plan


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
    count_by: str | None = None,
    stay: Any = None,
    not_again: Any = None,
    starts: int = DEFAULT_STARTS,
    prove: float | None = None,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
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
        of them: the others share the people who are left. "auto": the known ``totals``, if any; else None with
        ``known``, whose people say how large each house is likely to be, and "balanced" without.
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
    count_by
        Heading of a column with what each person counts as in the sizes, such as the places that they need; 1 where it
        is empty. Sizes are then met as closely as possible.
    stay
        Who was where before: a mapping of names to groups, a :class:`Result`, or a table of names and groups. As few
        people as possible move; those who have left are ignored.
    not_again
        Who was in one group before: what ``stay`` takes, or a list of such groupings. As few pairs as possible meet
        again, whatever the answers and wishes say, and no pair for a third time if that can be avoided.
    rng
        Seed or generator for both sampling and deciding; None is seed 0.
    progress
        A function of the share done and a word.
    name_column, duplicates, unfinished, headings
        Where a table is read: the heading of the column with people's names, what to do with people who come more
        than once, whether unfinished answers count, and whether a file has headings, as for
        :func:`bayeshat.read_answers`.
    unknown
        What to do with answers that are not among the options: "refuse" them, leave them "blank", or count them as one
        more "option" of the question, called Other. Unless they are refused, unknown names among wishes and friends are
        left out.
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
        size_prior, device, style.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, [7, 7, 6], rng=1)
    >>> {house: len(members) for house, members in result.groups().items()}
    {'Cluster 1': 7, 'Cluster 2': 7, 'Cluster 3': 6}
    """
    given = locals()
    refuse_unknown(sampling, sort_people, fit)
    if progress is not None:
        progress(0.0, Message("progress-reading"))
    asked = {name: value for name, value in given.items() if name not in ("threads", "progress", "sampling")}
    plan = Plan.read(**asked, **sampling)
    return sort_by_plan(plan, threads=threads, progress=progress)


def sort_by_plan(plan: Plan, *, threads: int | None = None, progress: Progress | None = None) -> Result:
    """Sort people as planned; ``threads`` and ``progress`` as for :func:`sort_people`."""
    plan = plan.checked()
    named = plan.survey.is_informative or plan.known is not None
    asked = {"sized": plan.sizes.wanted is not None, "named": named, "ruled": bool(plan.rules)}
    with preparing(plan.given.n_people, plan.sizes.n_groups, **asked, threads=threads):
        return _sort(plan, threads, progress or (lambda *_: None))


def _sort(plan: Plan, threads: int | None, tell: Progress) -> Result:
    """Sort people as planned."""
    generator = as_generator(plan.rng)
    lesson, posterior = fit_with_lesson(
        plan.known,
        plan.survey,
        plan.answers,
        plan.weights,
        rng=generator,
        threads=threads,
        progress=part_of(tell, 0.0, 0.7),
        **plan.sampling,
    )
    if plan.known is not None and not plan.known_count:
        posterior = posterior.select(plan.known.labels < 0)
    seed = int(generator.integers(2**63))
    tell(0.7, Message("progress-checking"))
    checks = check_model(posterior, sizes=None)
    if lesson is not None and lesson.separation is not None:
        # People go to houses that others are known to be in, so what counts is how these answer.
        checks = replace(checks, separation=lesson.separation)
    problem = Problem.read(
        posterior,
        plan.sizes,
        loss=plan.loss,
        weights=checks.modes.draw_weights(posterior.n_draws),
        rules=plan.rules,
        wishes_first=checks.separation.is_noise,
    )

    def choose(problem: Problem, start: float, prove: float | None = None) -> Decision:
        tell_part = part_of(tell, start, 0.1, "progress-deciding")
        return decide_problem(problem, starts=plan.starts, prove=prove, rng=seed, threads=threads, progress=tell_part)

    decision = choose(problem, 0.7, plan.prove)
    softer = None
    if plan.sizes.exact is not None:
        softer = choose(problem.with_sizes(plan.sizes.with_weight(SOFT_WEIGHT)), 0.8)
    comparable = posterior.identified and decision.names == plan.survey.cluster_names
    # For comparison: a loss that ignores labels for one that looks at them, and vice versa.
    other_loss = VI() if decision.loss.sees_labels else Placement()
    other = choose(problem.with_loss(other_loss), 0.9) if comparable else None
    if posterior.prior.is_blank and not checks.separation.is_noise:
        about = (plan.survey, plan.given, decision.sizes, posterior.membership)
        how: dict[str, Any] = {"claimed": decision.mean_chance(), "style": posterior.prior.style, "threads": threads}
        found = check_halves(*about, **how, progress=part_of(tell, 0.9, 0.1))
        checks = replace(checks, halves=found)
        if found is not None and decision.kept is not None and decision.kept.fewer_right is not None:
            kept = replace(decision.kept, fewer_right=found.kept * decision.kept.fewer_right)
            decision = replace(decision, kept=kept)
    tell(1.0, DONE)
    survey = plan.survey if lesson is None else lesson.weights.apply(plan.survey)
    return Result(survey, plan.given, posterior, decision, other, plan.to_dict(), softer, lesson, checks)
