"""An explanation of somebody's place: plain values, and the same in sentences."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ..engine.uncertainty.measure import MIN_SETTLED_CHANCE
from ..errors import InputError
from ..tables.text import quote
from ..words.phrases import tell_cost
from .page.page_people import group_title, percent
from .page.page_reasons import times
from .reasons import NOT_TICKED, SpeakingAnswer

# What forbids a move where no rule does.
THE_SIZES = "the sizes"
# What decided about somebody who was moved after the sort.
BY_HAND = "the organiser"
# How a person's chances compare, by the word for how sure their place is.
_COMPARED = {
    "settled": "",
    "leaning": ", at least twice as often as in any other",
    "could go either way": "; none stands out clearly",
    "better elsewhere": ", but in another one at least twice as often",
}


@dataclass(frozen=True)
class NamedRule:
    """A rule that names a person: in words with its reason, whether it must hold, and whether it does."""

    words: str
    hard: bool
    met: bool


@dataclass(frozen=True)
class Alternative:
    """Another group that somebody could be in.

    Attributes
    ----------
    group
        Its name.
    share
        How well it fits, as for their own group.
    error
        Monte Carlo standard error of the share; 0 where it is not known.
    fewer_right
        How many fewer people would be expected in their right group if this person moved there.
    loss_change
        Change in expected loss if this person alone moved there; None where that is not allowed.
    forbidden_by
        The rules that do not allow it, in words; "the sizes" where they do not.
    """

    group: str
    share: float
    error: float
    fewer_right: float
    loss_change: float | None
    forbidden_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Swap:
    """The cheapest exchange with somebody else: with whom, where they are, and what it costs in people and in loss."""

    name: str
    group: str
    fewer_right: float
    loss_change: float


@dataclass(frozen=True)
class Explanation:
    """Why somebody is where they are.

    Attributes
    ----------
    name, group
        Who, and where.
    noun
        "house" where groups stand for the survey's houses, else "group".
    share
        The chance that this person belongs in the group.
    error
        Monte Carlo standard error of the share; 0 where it is not known.
    settled
        How sure the place is: "settled", "leaning", "could go either way" or "better elsewhere".
    answered
        How many questions this person answered.
    spoke_for, spoke_against
        Answers that spoke most for the group and against it, the strongest first.
    rules
        The rules that name this person.
    decided_by
        "answers", "rules", "wishes", or "sizes and company"; "prior" for somebody who answered nothing; "the organiser"
        for somebody who was moved by hand.
    alternatives
        The other groups, the best fitting first.
    swap
        The cheapest swap, if there is any.
    moved_from
        The group that the sort had put them into, if they were moved by hand since.
    staying
        Probability of ending up in the same group if the survey were taken again; None where that is not known.
    """

    name: str
    group: str
    noun: str
    share: float
    error: float
    settled: str
    answered: int
    spoke_for: tuple[SpeakingAnswer, ...]
    spoke_against: tuple[SpeakingAnswer, ...]
    rules: tuple[NamedRule, ...]
    decided_by: str
    alternatives: tuple[Alternative, ...]
    swap: Swap | None
    moved_from: str = ""
    staying: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        plain = asdict(self)
        for answers in ("spoke_for", "spoke_against"):
            plain[answers] = [answer._asdict() for answer in getattr(self, answers)]
        for several in ("rules", "alternatives"):
            plain[several] = list(plain[several])
        for alternative in plain["alternatives"]:
            alternative["forbidden_by"] = list(alternative["forbidden_by"])
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Explanation:
        """Return the explanation that ``to_dict`` made plain values of."""
        try:
            return cls(
                **{
                    **plain,
                    "spoke_for": tuple(SpeakingAnswer(**answer) for answer in plain["spoke_for"]),
                    "spoke_against": tuple(SpeakingAnswer(**answer) for answer in plain["spoke_against"]),
                    "rules": tuple(NamedRule(**rule) for rule in plain["rules"]),
                    "alternatives": tuple(
                        Alternative(**{**other, "forbidden_by": tuple(other["forbidden_by"])})
                        for other in plain["alternatives"]
                    ),
                    "swap": None if plain["swap"] is None else Swap(**plain["swap"]),
                }
            )
        except (KeyError, TypeError) as error:
            raise InputError(
                "An explanation must hold what this version writes; got something else, perhaps from an earlier "
                f"version ({error}). Sort again."
            ) from None

    def words(self) -> list[str]:
        """Return the explanation in plain sentences."""
        told = [f"{self.name} is in {group_title(self.group)}: {self.settled}."]
        if self.moved_from:
            told.append(
                f"The organiser moved {self.name} here. The sort had put them into {group_title(self.moved_from)}."
            )
        if self.alternatives:
            told.append(
                f"In {percent(self.share, self.error)} of the groupings that fit everybody's answers, they are in this "
                f"{self.noun}{', but their place is fixed' if self.is_fixed else _COMPARED[self.settled]}."
            )
        told += self._answers_in_words()
        told += [_rule_in_words(rule) for rule in self.rules]
        told += self._decision_in_words()
        told += [
            f"{group_title(other.group)}, {self._share(other)}: {self._cost(other)}." for other in self.alternatives
        ]
        sized = [group_title(other.group) for other in self.alternatives if other.forbidden_by == (THE_SIZES,)]
        if sized:
            where = f"another {self.noun}" if len(sized) == len(self.alternatives) else " or ".join(sized)
            told.append(f"Moving alone to {where} would change the sizes, but two people can swap.")
        if self.swap is not None:
            swapping = f"Swapping with {self.swap.name} ({group_title(self.swap.group)})"
            told.append(f"{tell_cost(swapping, self.swap.fewer_right, self.noun)}.")
        return told

    @property
    def is_fixed(self) -> bool:
        """Whether the place is settled only because there is no other choice."""
        return self.settled == "settled" and round(self.share, 2) < MIN_SETTLED_CHANCE

    def _answers_in_words(self) -> list[str]:
        if not self.answered:
            return ["They answered nothing, so nothing speaks for any group."]
        if not self.alternatives:
            return [f"There is no other {self.noun}."]
        told = [f"For it: {_said(answer)} there as elsewhere." for answer in self.spoke_for]
        told += [f"Against it: {_said(answer)} elsewhere as there." for answer in self.spoke_against]
        return told or ["Their answers hardly separate the groups."]

    def _decision_in_words(self) -> list[str]:
        named = {"rules": "the rules", "wishes": "a wish", "answers": "the answers"}
        named[BY_HAND] = BY_HAND
        decided = named.get(self.decided_by, "the sizes and everybody else's places")
        better = [other for other in self.alternatives if other.share > self.share]
        if better:
            comparison = "is more probable" if self.noun == "house" else "fits better"
            return [f"{group_title(better[0].group)} {comparison} ({self._share(better[0])}), but {decided} decided."]
        if self.decided_by == "prior":
            return ["They were placed where there was room."]
        return [] if self.decided_by in ("answers", BY_HAND) else [f"{decided.capitalize()} decided."]

    def _share(self, other: Alternative) -> str:
        return percent(other.share, other.error)

    def _cost(self, other: Alternative) -> str:
        rules = [rule for rule in other.forbidden_by if rule != THE_SIZES]
        if rules:
            return f"not allowed by {' and '.join(f'“{rule}”' for rule in rules)}"
        return tell_cost("moving there", other.fewer_right, self.noun)


def _rule_in_words(rule: NamedRule) -> str:
    if rule.hard:
        return f"Rule: {rule.words}{'' if rule.met else '; broken'}."
    return f"Wish: {rule.words}; {'granted' if rule.met else 'not fully granted'}."


def _said(answer: SpeakingAnswer) -> str:
    option, question = quote(answer.option), quote(answer.question)
    said = f"the answer {option} to {question}"
    if answer.sense == NOT_TICKED:
        said = f"not ticking {option} in {question}"
    elif answer.sense:
        said += f" ({answer.sense})"
    return f"{said}, {times(abs(answer.strength))} times as probable"
