"""``sort_people``: the one function that every front end calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .engine.api import decide
from .engine.decision import Decision
from .engine.losses import VI, Loss, Placement, as_loss
from .report.result import Result
from .sample.run import fit
from .survey.answers import Answers, read_answers
from .survey.spec import Survey


def sort_people(
    survey: Survey | str | os.PathLike[str],
    answers: Any,
    target: Any = "balanced",
    *,
    loss: str | Loss = "vi",
    size_weight: float = 1.0,
    pseudocount: float = 0.1,
    labels: str | None = None,
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
    generator = np.random.default_rng(0 if rng is None else rng)
    if labels is None:
        labels = "free" if target is None or isinstance(target, str) else "fixed"
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
        "rng": rng if isinstance(rng, int) or rng is None else "generator",
        **sampling,
    }
    return Result(asked, given, posterior, decision, other, options)


def _other_loss(loss: Loss) -> Loss:
    """Return the loss to compare with: a label-aware one for one that is not, and the other way round."""
    aware = any(weight > 0 and isinstance(term, Placement) for weight, term in loss.terms)
    return VI() if aware else Placement()
