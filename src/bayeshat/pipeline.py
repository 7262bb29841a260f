"""``sort_people``: the one function that every front end calls."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .engine.api import decide
from .engine.decision import Decision
from .engine.losses import VI, Loss, Placement, as_loss
from .report.tables import (
    Table,
    assignments_table,
    comparison_table,
    probabilities_table,
    sizes_table,
)
from .sample.posterior import Posterior
from .sample.run import fit
from .survey.answers import Answers, read_answers
from .survey.spec import Survey


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """Sorted people, and everything that led there.

    Attributes
    ----------
    survey, answers
        What was asked and answered.
    posterior
        What the answers say about everybody's houses.
    decision
        Who is in which group.
    other
        The decision under the other loss (Placement for VI, VI for Placement), to compare; None where houses have no
        names to compare by.
    options
        What ``sort_people`` was asked for, to reproduce it.
    """

    survey: Survey
    answers: Answers
    posterior: Posterior
    decision: Decision
    other: Decision | None
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names."""
        return self.answers.names

    @property
    def identified(self) -> bool:
        """Whether houses mean the same in every draw, so that their probabilities mean something."""
        return self.survey.is_informative and self.posterior.status.code != "label_switching"

    def groups(self) -> dict[str, list[str]]:
        """Return the members of each group, by name."""
        return {group: [self.names[n] for n in self.decision.members(group)] for group in self.decision.names}

    def assignments(self) -> Table:
        """Return one row a person: group, probability, next best group, cheapest swap."""
        return assignments_table(self.names, self.decision, identified=self.identified)

    def probabilities(self) -> Table:
        """Return one row a person: the probability of each house.

        Where houses are not identified: of sharing a cluster with a member of each group, on average.
        """
        if not self.identified:
            return probabilities_table(self.names, self.decision.names, self.decision.affinity())
        return probabilities_table(self.names, self.survey.cluster_names, self.posterior.probabilities)

    def sizes(self) -> Table:
        """Return one row a group: size, and wanted size."""
        return sizes_table(self.decision)

    def comparison(self) -> Table | None:
        """Return one row for the loss that was used and one for the other; None where there is no other."""
        if self.other is None:
            return None
        return comparison_table([self.decision, self.other], self.posterior.probabilities)

    def warnings(self) -> list[str]:
        """Return what calls for a second look, in sentences."""
        sampling = [] if self.posterior.status.ok else [self.posterior.status.message]
        return sampling if self.decision.status.ok else [*sampling, self.decision.status.message]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the draws as plain values, ready for JSON."""
        convergence = self.posterior.status
        return {
            "survey": self.survey.title,
            "names": list(self.names),
            "groups": self.groups(),
            "decision": self.decision.to_dict(),
            "other_decision": None if self.other is None else self.other.to_dict(),
            "comparison": self.comparison(),
            "probabilities": self.probabilities(),
            "convergence": {"code": convergence.code, "message": convergence.message},
            "options": self.options,
        }

    def __repr__(self) -> str:
        return f"{self.posterior!r}\n{self.decision!r}"


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
