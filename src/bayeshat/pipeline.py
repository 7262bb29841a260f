"""``sort_people``: the one function that every front end calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._options import as_generator
from .engine.api import check_rules, decide, split_bounds
from .engine.decision import Decision
from .engine.losses import VI, Loss, Placement, as_loss
from .errors import InputError
from .report.result import Result
from .sample.run import fit
from .survey.answers import Answers, read_answers
from .survey.columns import text_columns
from .survey.rules import Pin, Rules, Stay
from .survey.rules_read import read_assignment, read_rules
from .survey.spec import Survey
from .survey.text import normalise

# Weight of staying put where as few people as possible are to move: more bits than anybody's answers are worth.
STAY_WEIGHT = 100.0


def sort_people(
    survey: Survey | str | os.PathLike[str],
    answers: Any,
    target: Any = "balanced",
    *,
    loss: str | Loss = "vi",
    size_weight: float = 1.0,
    pseudocount: float = 0.1,
    labels: str | None = None,
    rules: Any = None,
    stay: Any = None,
    rng: int | np.random.Generator | None = None,
    threads: int | None = None,
    progress: Callable[[float, str], None] | None = None,
    name_column: str | None = None,
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
        Wanted sizes, as for :func:`bayeshat.decide`; a mapping may name the survey's houses in any order.
    loss, size_weight, pseudocount, threads
        As for :func:`bayeshat.decide`.
    labels
        "fixed": each size belongs to its house. "free": to no house in particular. By default fixed where ``target``
        gives a size for each house, else free.
    rules
        Rules to keep to besides those of the survey (:class:`bayeshat.Rules`), or whatever
        :func:`bayeshat.read_rules` reads: a CSV or XLSX file, a dict.
    stay
        Who was where before: a mapping of names to groups, a :class:`Result`, or a table of names and groups. As few
        people as possible move; those who are no longer there are passed over.
    rng
        Seed or generator for both sampling and deciding; None is seed 0.
    progress
        A function of the share done and a word.
    name_column
        Heading of the column with people's names, where it is not found by itself.
    **sampling
        Arguments of :func:`bayeshat.fit`: sampler, membership, chains, tune, draws, max_draws.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, [7, 7, 6], rng=1)
    >>> {house: len(members) for house, members in result.groups().items()}
    {'Cluster 1': 7, 'Cluster 2': 7, 'Cluster 3': 6}
    """
    tell = progress or (lambda *_: None)
    asked = survey if isinstance(survey, Survey) else Survey.load(survey)
    given = answers if isinstance(answers, Answers) else read_answers(answers, asked, name_column=name_column)
    chosen = as_loss(loss)
    target, kept = split_bounds(target, asked.rules + read_rules(rules) + _stay(stay, given))
    generator = as_generator(rng)
    if labels is None:
        labels = "free" if target is None or isinstance(target, str) else "fixed"
    check_rules(
        kept,
        target,
        given.names,
        asked.cluster_names,
        text_columns(asked, given),
        size_weight=size_weight,
        labels=labels,
    )
    posterior = fit(
        asked, given, rng=generator, threads=threads, progress=lambda share, word: tell(0.8 * share, word), **sampling
    )
    seed = int(generator.integers(2**63))

    def choose(which: Loss, start: float) -> Decision:
        return decide(
            posterior,
            target,
            loss=which,
            size_weight=size_weight,
            pseudocount=pseudocount,
            labels=labels,
            rules=kept,
            rng=seed,
            threads=threads,
            progress=lambda share, word: tell(start + 0.1 * share, f"deciding: {word}"),
        )

    decision = choose(chosen, 0.8)
    comparable = (
        asked.is_informative and posterior.status.code != "label_switching" and len(decision.names) == asked.n_clusters
    )
    other = choose(_other_loss(chosen), 0.9) if comparable else None
    options = {
        "target": dict(target) if isinstance(target, Mapping) else target,
        "loss": repr(chosen),
        "size_weight": "inf" if np.isinf(size_weight) else size_weight,
        "pseudocount": pseudocount,
        "labels": labels,
        "rules": [rule.words() for rule in kept or ()],
        "rng": rng if isinstance(rng, int) or rng is None else "generator",
        **sampling,
    }
    return Result(asked, given, posterior, decision, other, options)


def place_people(
    survey: Survey | str | os.PathLike[str], answers: Any, earlier: Any, target: Any = "balanced", **options: Any
) -> Result:
    """Place those who came late, without moving anybody else.

    Parameters
    ----------
    survey
        As for :func:`sort_people`.
    answers
        Everybody's answers, of those placed before and of those who came late.
    earlier
        Who is where: a mapping of names to groups, a :class:`Result`, or a table with a name and a group for each
        person, such as the ``assignments.csv`` of an earlier sort.
    target
        Wanted sizes of everybody's groups.
    **options
        Options of :func:`sort_people`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> everybody = bh.simulate(survey, 9, rng=1).answers
    >>> early = {name: "Ravenclaw" for name in everybody.names[:5]}
    >>> late = bh.place_people(survey, everybody, early)
    >>> late.decision.groups[:5] == ("Ravenclaw",) * 5
    True
    """
    asked = survey if isinstance(survey, Survey) else Survey.load(survey)
    given = (
        answers
        if isinstance(answers, Answers)
        else read_answers(answers, asked, name_column=options.get("name_column"))
    )
    before, gone = _earlier(earlier, given)
    if gone:
        raise InputError(
            f"Everybody who was placed before must be among the answers; got {len(gone)} who are not, such as "
            f"{gone[0]!r}. Give the answers of all, or take those who left out of the earlier groups."
        )
    pins = Rules([Pin(name, (group,), "placed before") for name, group in before.items()])
    rules = read_rules(options.pop("rules", None)) + pins
    return sort_people(asked, given, target, rules=rules, **options)


def _earlier(source: Any, answers: Answers) -> tuple[dict[str, str], list[str]]:
    """Return the earlier groups of those who answered, and the names of those who are gone."""
    before = source.assignment() if isinstance(source, Result) else read_assignment(source)
    known = {normalise(name) for name in answers.names}
    there = {name: group for name, group in before.items() if normalise(name) in known}
    return there, [name for name in before if name not in there]


def _stay(source: Any, answers: Answers) -> Rules:
    """Return the rule that keeps everybody who was somewhere before."""
    there = {} if source is None else _earlier(source, answers)[0]
    return Rules(stay=Stay(tuple(there.items()), weight=STAY_WEIGHT)) if there else Rules()


def _other_loss(loss: Loss) -> Loss:
    """Return the loss to compare with: a label-aware one for one that is not, and the other way round."""
    aware = any(weight > 0 and isinstance(term, Placement) for weight, term in loss.terms)
    return VI() if aware else Placement()
