"""Sorted people, and everything that led there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..engine.decision import Decision
from ..sample.posterior import Posterior
from ..survey.answers import Answers
from ..survey.spec import Survey
from .tables import (
    Table,
    assignments_table,
    comparison_table,
    probabilities_table,
    sizes_table,
)


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
