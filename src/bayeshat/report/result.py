"""Sorted people, and everything that led there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..checks.asked_again import ask_again
from ..checks.halves import Halves
from ..checks.model import ModelCheck
from ..engine.decision import Decision
from ..engine.losses import Loss
from ..engine.rounds import Rounds
from ..engine.tables import expected_right
from ..engine.uncertainty.measure import find_levels, measure_uncertainty
from ..engine.uncertainty.uncertainty import Uncertainty
from ..known_people.lesson import Lesson
from ..options import DONE, Progress, as_reporter, part_of
from ..rules.rules import Pin
from ..sample.posterior import Posterior
from ..survey.answers import Answers
from ..survey.spec import Survey
from ..tables.text import clip
from ..words.message import Message, join
from ..words.phrases import is_negligible, tell_cost, tell_people, tell_sureness, tell_tenths
from .tables import (
    PersonNote,
    Table,
    assignments_table,
    comparison_table,
    find_notes,
    heading,
    probabilities_table,
    sizes_table,
    tell_identities,
    with_identifiers,
)

# People or rules that a warning names.
_LISTED = 10


class SizesPrice(NamedTuple):
    """What exact sizes cost.

    Attributes
    ----------
    likeliest
        How many fewer people are expected in their right house than if everybody were in their likeliest one; None
        where groups stand for no houses.
    exactly
        How many fewer are expected in their right group than with the sizes as a guide.
    as_guide
        The sizes as a guide; empty if they are the same.
    """

    likeliest: float | None
    exactly: float
    as_guide: tuple[int, ...]


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
        The decision under another loss, to compare: the paper's VI, or Placement where VI was chosen; None where house
        names mean nothing.
    options
        What ``sort_people`` was asked for, to reproduce it.
    softer
        The decision with sizes as a guide only (weight 1), to say what exact sizes cost; None if they are not exact.
    lesson
        What people whose house is known have taught; None if there are none.
    checks
        Whether the model fits the answers; None where that was not looked at.
    rounds
        Groups for several rounds, the decision's first; None where there is only one.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> result = bh.sort_people(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> result.groups()["Ravenclaw"], result.assignment()["Person 4"], result.sizes()["size"]
    (['Person 4', 'Person 8'], 'Ravenclaw', [2, 2, 2, 2])
    >>> list(result.probabilities())
    ['name', 'Gryffindor', 'Slytherin', 'Ravenclaw', 'Hufflepuff']
    >>> str(result.fit_in_words()) == f"Expected in their right house: {result.expected_right():.1f} of 8 people."
    True
    >>> "not settled" in str(result.warnings()[0])
    True
    """

    survey: Survey
    answers: Answers
    posterior: Posterior
    decision: Decision
    other: Decision | None
    options: dict[str, Any] = field(default_factory=dict)
    softer: Decision | None = None
    lesson: Lesson | None = None
    checks: ModelCheck | None = None
    rounds: Rounds | None = None
    # How settled the groups are, once that was asked for; a result made of this one has to be measured anew.
    _settled: list[Uncertainty | None] = field(default_factory=list, init=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names."""
        return self.answers.names

    @property
    def identified(self) -> bool:
        """Whether the survey's prior tells all houses apart, so that a house's probability means something."""
        return self.posterior.identified

    @property
    def is_mixed(self) -> bool:
        """Whether people were mixed or placed by their choices: no answers say who belongs where."""
        return not any(weight > 0 for weight, _ in self.decision.loss.terms)

    @property
    def stands_for_houses(self) -> bool:
        """Whether each group is one of the survey's houses, so that its probabilities mean something."""
        return not self.is_mixed and self.identified and self.decision.names == self.survey.cluster_names

    @property
    def noun(self) -> str:
        """What a group is called in messages: as the survey calls its own where groups stand for them, else "group".

        Groups that are made from the answers alone are "own": nobody can be said to be in the right one.
        """
        if self.stands_for_houses:
            return self.survey.noun
        return "own" if self.posterior.prior.is_blank and not self.is_mixed else "group"

    @property
    def separates(self) -> bool:
        """Whether the answers separate people, as far as that was checked; if not, nobody's place can be judged."""
        return not self.is_mixed and (self.checks is None or not self.checks.separation.is_noise)

    @property
    def halves(self) -> Halves | None:
        """Whether other questions would make the same groups; None where that was not looked at."""
        return None if self.checks is None or self.is_mixed else self.checks.halves

    @property
    def puts_wishes_first(self) -> bool:
        """Whether rules that hold if possible came before the answers, because these hardly separate people."""
        kept = self.decision.kept
        if kept is None or self.separates or self.is_mixed:
            return False
        return any(not rule.is_hard and not getattr(rule, "automatic", False) for rule in kept.ruling.rules)

    @property
    def silent(self) -> tuple[str, ...]:
        """The people who answered nothing, and were placed by the prior alone."""
        nothing = np.all(self.answers.codes < 0, axis=1)
        return tuple(self.names[n] for n in np.flatnonzero(nothing))

    def groups(self) -> dict[str, list[str]]:
        """Return the members of each group, by name."""
        return {group: [self.names[n] for n in self.decision.members(group)] for group in self.decision.names}

    def assignment(self) -> dict[str, str]:
        """Return everybody's group, by name."""
        return dict(zip(self.names, self.decision.groups, strict=True))

    def how_settled(self, *, threads: int | None = None, progress: bool | Progress = False) -> Uncertainty | None:
        """Return who is settled and who could go either way.

        It is None if there is only one group, and where the answers hardly separate people. That is measured once, with
        the seed of the sort. With rules, who would stay is estimated from the draws alone.
        """
        if not self._settled:
            seed, found = self.options.get("rng"), None
            options: dict[str, Any] = {"rng": seed if isinstance(seed, int) else 0, "threads": threads}
            if len(self.decision.names) > 1 and self.separates:
                # With rules, sorting people again and again takes several times as long as the sort.
                found = self._measure_uncertainty(again=self.decision.kept is None, progress=progress, **options)
            self._settled.append(found)
        return self._settled[0]

    def with_settled(self, found: Uncertainty | None) -> Result:
        """Return the same result with what was measured elsewhere; None says that nothing was.

        Whoever is called settled in it is so by this result's chances and rules. Where the answers hardly separate
        people, it is left aside.
        """
        same, found = replace(self), found if self.separates else None
        if found is not None:
            own, levels = self.group_shares()[np.arange(len(self.names)), self.decision.labels], self.sure_levels()
            core = replace(
                found.sure_core, belonging=own, settled=levels == 0, leaning=levels == 1, elsewhere=levels == 3
            )
            found = replace(found, sure_core=core)
        same._settled.append(found)
        return same

    def assignments(self) -> Table:
        """Return one row a person: group, probability, next best group, cheapest swap, notes, whether it is settled."""
        table = assignments_table(self.names, self.decision, self.group_shares(), notes=self.notes())
        if len(self.decision.names) > 1:
            table |= {heading("settled"): [str(tell_sureness(level)) for level in self.sure_levels()]}
        return with_identifiers(table, self.answers.identifiers)

    def identities(self) -> list[str]:
        """Return what says who each person is besides the name, such as "ann@b.org, Student ID 7"; often nothing."""
        return tell_identities(self.answers.identifiers, len(self.names))

    def group_colors(self) -> list[str | None] | None:
        """Return the colours that the survey gives its houses; None where the groups are others."""
        if len(self.decision.names) != self.survey.n_clusters:
            return None
        return [cluster.color for cluster in self.survey.clusters]

    def group_shares(self) -> np.ndarray:
        """Return the chance that each person belongs in each group, (N, G).

        That is the probability of the group's own house or, where groups stand for no houses, of the clusters that
        go with the group (:meth:`bayeshat.Decision.chances`).
        """
        return self._chances

    @cached_property
    def _chances(self) -> np.ndarray:
        if self.is_mixed:
            return np.zeros((len(self.names), len(self.decision.names)))
        return self.posterior.probabilities if self.stands_for_houses else self._chances_in(self.decision)

    def _chances_in(self, decision: Decision) -> np.ndarray:
        """Return the chances of groups that stand for no houses, as far as other questions bear them out."""
        chances = decision.chances()
        return chances if self.halves is None else self.halves.lower(chances)

    def sure_levels(self) -> np.ndarray:
        """Return how sure everybody's place is, as positions in ``SETTLED_WORDS``, (N,).

        Where the answers hardly separate people, everybody could go either way whose place is not fixed.
        """
        # With equal chances, no group is better than another.
        shares = self.group_shares() if self.separates else np.zeros_like(self.group_shares())
        return find_levels(shares, self.decision.labels, self.decision.left_no_choice)

    def share_errors(self) -> np.ndarray:
        """Return the Monte Carlo standard errors of ``group_shares``, (N, G); 0 where they are not known."""
        if not self.stands_for_houses:
            return np.zeros((self.decision.n_people, len(self.decision.names)))
        return np.nan_to_num(self.posterior.probability_errors)

    def expected_right(self, decision: Decision | None = None) -> float:
        """Return how many people are expected in their right house, under this or another decision about them.

        It is the sum of everybody's chance of belonging in their group.
        """
        if decision is None or self.stands_for_houses:
            labels = self.decision.labels if decision is None else decision.labels
            return expected_right(labels, self.group_shares())
        return expected_right(decision.labels, self._chances_in(decision))

    def fewer_right(self, before: Decision, after: Decision | None = None) -> float:
        """Return how many fewer people are expected in their right group after a change; now, if not told otherwise.

        It is 0 where the answers hardly separate people: then no change is for better or worse.
        """
        return self.expected_right(before) - self.expected_right(after) if self.separates else 0.0

    def fit_in_words(self) -> str | Message:
        """Return how many people are expected in their right group; empty if there is only one group.

        Where groups are made from the answers alone, there are no right ones. Then it is how many people would be in
        the same group if other questions had been asked; where that is a warning, it is empty.
        """
        if len(self.decision.names) == 1:
            return ""
        if not self.separates:
            return Message("result-noise", noun=self.noun)
        if self.halves is not None:
            return "" if self.halves.is_little else self.halves.sentence()
        if self.noun == "own":
            return ""
        right = tell_tenths(self.expected_right())
        return Message("result-right", right=right, people=len(self.names), noun=self.noun)

    def price_sizes(self) -> SizesPrice | None:
        """Return what exact sizes cost; None if they are not exact, and where the answers hardly separate people."""
        if self.softer is None or not self.separates:
            return None
        right, most = self.expected_right(), None
        if self.stands_for_houses:
            most = max(float(self.posterior.probabilities.max(axis=1).sum()) - right, 0.0)
        softer, exact = self.softer.sizes.tolist(), self.decision.sizes.tolist()
        differ = softer != exact and (self.stands_for_houses or sorted(softer) != sorted(exact))
        return SizesPrice(most, max(self.expected_right(self.softer) - right, 0.0), tuple(softer) if differ else ())

    def cost_of_sizes(self) -> str | Message:
        """Return what the sizes cost in people, and what it costs to meet them exactly, if that is anything.

        It is empty if they are not exact, and where the answers hardly separate people.
        """
        price = self.price_sizes()
        if price is None:
            return ""
        told = []
        if price.likeliest is not None:
            sizes = "result-cost-sizes" if self.decision.kept is None else "result-cost-sizes-rules"
            told.append(tell_cost(sizes, price.likeliest, self.noun))
        if not is_negligible(price.exactly):
            told.append(Message("result-cost-exact", people=tell_people(price.exactly, self.noun)))
            if price.as_guide:
                told.append(Message("result-cost-guide", sizes=join(list(map(str, price.as_guide)))))
        return join(told, "space")

    def uncertainty(
        self,
        level: float = 0.95,
        *,
        distance: str | Loss | None = None,
        rng: int | np.random.Generator | None = None,
        threads: int | None = None,
        progress: bool | Progress = False,
    ) -> Uncertainty:
        """Return how sure the whole decision is, as :meth:`bayeshat.Decision.uncertainty` does.

        Who would stay if the survey were taken again is found by letting people answer again as the model says, and
        sorting them again (where that is possible; else from the draws alone).
        """
        options: dict[str, Any] = {"distance": distance, "rng": rng, "threads": threads}
        return self._measure_uncertainty(level, again=True, progress=progress, **options)

    def _measure_uncertainty(
        self,
        level: float = 0.95,
        *,
        again: bool,
        distance: str | Loss | None = None,
        progress: bool | Progress = False,
        **options: Any,
    ) -> Uncertainty:
        """Return how sure the decision is; people answer ``again`` to see who would stay, or the draws alone say so."""
        first = part_of(progress, 0.0, 0.5 if again else 1.0)
        about: dict[str, Any] = {"distance": distance, "chances": self.group_shares(), "progress": first}
        found = replace(measure_uncertainty(self.decision, level, **about, **options), noun=self.noun)
        if again:
            found = ask_again(found, self.posterior, self.decision, progress=part_of(progress, 0.5, 0.5), **options)
        as_reporter(progress)(1.0, DONE)
        return found if self.halves is None else _follow_halves(found, self.halves)

    def notes(self) -> list[str | Message]:
        """Return what to note about each person: that they answered nothing, or why they are pinned; often nothing."""
        return [note.words for note in self.person_notes()]

    def person_notes(self) -> list[PersonNote]:
        """Return the same as plain values."""
        kept = self.decision.kept
        return find_notes(self.names, self.silent, () if kept is None else kept.ruling.rules.of(Pin))

    def probabilities(self) -> Table:
        """Return one row a person: the probability of each house.

        Where houses are not identified: of belonging in each group.
        """
        headings, shares = self.survey.cluster_names, self.posterior.probabilities
        if not self.identified:
            headings, shares = self.decision.names, self.group_shares()
        return probabilities_table(self.names, headings, shares, self.answers.identifiers)

    def sizes(self) -> Table:
        """Return one row a group: size, and wanted size."""
        return sizes_table(self.decision)

    def comparison(self) -> Table | None:
        """Return one row for the loss that was used and one for the other; None where there is no other."""
        if self.other is None:
            return None
        return comparison_table([self.decision, self.other], self.posterior.probabilities)

    def warnings(self) -> list[str | Message]:
        """Return what needs a second look, in sentences."""
        found: list[str | Message] = []
        # Label switching alone is not a fault: the decision mentions it where it matters.
        sampling = self.posterior.status
        if not sampling.converged:
            found.append(join([Message("result-unreliable"), *([sampling.remedy] if sampling.remedy else [])], "space"))
        others = self.decision.status.without("not_converged")
        if not self.decision.status.ok and others.notes:
            found.append(others.words)
        found += [] if self.checks is None else self.checks.warnings()
        found += self.placed_in_words()
        unmet = [] if self.decision.kept is None else [rule for rule in self.decision.kept.unmet if not rule.is_hard]
        if wishes := [rule.told() for rule in unmet if rule.is_wish]:
            found.append(Message("result-not-granted", rules=_some(wishes, "semicolon")))
        columns = [column for rule in unmet if not rule.is_wish for column in rule.mentions("column")]
        if uneven := [Message("words-quoted", text=clip(column)) for column in columns]:
            found.append(Message("result-uneven", columns=_some(uneven, "comma"), noun=self.noun))
        return found

    def placed_in_words(self) -> list[Message]:
        """Return what else decided where the answers say little: wishes for everybody, or where there was room."""
        told = [Message("result-wishes-first")] if self.puts_wishes_first else []
        if silent := self.silent:
            told.append(Message("result-silent", count=len(silent), all=len(self.names), names=_some(silent, "comma")))
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the draws as plain values, ready for JSON."""
        convergence, settled = self.posterior.status, self.how_settled()
        return {
            "survey": self.survey.title,
            "names": list(self.names),
            "groups": self.groups(),
            "decision": self.decision.to_dict(),
            "other_decision": None if self.other is None else self.other.to_dict(),
            "comparison": self.comparison(),
            "expected_right": round(self.expected_right(), 4) if self.separates else None,
            "cost_of_sizes": str(self.cost_of_sizes()),
            "probabilities": self.probabilities(),
            "uncertainty": None if settled is None else settled.to_dict(),
            "silent": list(self.silent),
            "identifiers": self.answers.identifiers,
            "reading": list(map(str, self.answers.notes)),
            "learned": None if self.lesson is None else self.lesson.to_dict(self.survey),
            "convergence": {"code": convergence.code, "message": convergence.message},
            "checks": None if self.checks is None else self.checks.to_dict(),
            "options": self.options,
        }

    def __repr__(self) -> str:
        return f"{self.posterior!r}\n{self.decision!r}"


def _follow_halves(found: Uncertainty, halves: Halves) -> Uncertainty:
    """Return what was measured with as many people who would stay as other questions bear out."""
    core = replace(found.sure_core, joint=halves.kept * found.sure_core.joint)
    if halves.agreement is None or not found.n_free:
        return replace(found, sure_core=core)
    part = min(halves.agreement / max(found.share_staying, 1e-9), 1.0)
    staying = np.where(found.fixed, 1.0, part * found.staying)
    return replace(found, sure_core=core, staying=staying)


def _some(words: Sequence[str | Message], how: str) -> str | Message:
    """Return the first words, and that there are more."""
    return join([*words[:_LISTED], *(["…"] if len(words) > _LISTED else [])], how)
