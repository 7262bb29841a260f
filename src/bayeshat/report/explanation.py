"""An explanation of somebody's place: plain values, and the same in sentences."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ..engine.uncertainty.measure import MIN_SETTLED_CHANCE
from ..errors import InputError
from ..tables.text import clip
from ..words.message import Message, from_plain, join, to_plain
from ..words.phrases import tell_cost, tell_figures, tell_share, title_of
from .reasons import EMPTY, LESS, MORE, NOT_TICKED, SpeakingAnswer, tell_times
from .settled_tables import SETTLED_WORDS

# What forbids a move where no rule does.
THE_SIZES = "the sizes"
# What decided about somebody who was moved after the sort.
BY_HAND, BY_EXCHANGE = "the organiser", "an exchange"
# What decided, as the catalogues call it; otherwise it was the sizes and who else is where.
_DECIDED = {"rules": "rules", "wishes": "wishes", "answers": "answers", BY_HAND: "hand", BY_EXCHANGE: "exchange"}
# The message for an answer, by its sense.
_SENSES = {"": "why-said", NOT_TICKED: "why-not-ticked", MORE: "why-more", LESS: "why-less", EMPTY: "why-empty"}


@dataclass(frozen=True)
class NamedRule:
    """A rule that names a person: in words with its reason, whether it must hold, and whether it does."""

    words: str | Message
    hard: bool
    met: bool

    def sentence(self) -> Message:
        """Return the rule, and whether it is met."""
        if self.hard:
            return Message("why-rule" if self.met else "why-rule-broken", rule=self.words)
        return Message("why-wish" if self.met else "why-wish-missed", rule=self.words)


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
    forbidden_by: tuple[str | Message, ...] = ()


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
        What a group is called in messages: "house", "group", or "own" where groups are made from the answers alone.
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
        for somebody who was moved by hand, and "an exchange" for somebody who exchanged places with another person.
    alternatives
        The other groups, the best fitting first.
    swap
        The cheapest swap, if there is any.
    moved_from
        The group that the sort had put them into, if they were moved by hand since.
    compared_with
        The next group, with which the strengths of answers compare the person's group where corrections decide; empty
        where they compare it with all others.
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
    compared_with: str = ""
    staying: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        plain = asdict(self)
        for answers in ("spoke_for", "spoke_against"):
            plain[answers] = [answer._asdict() for answer in getattr(self, answers)]
        for several in ("rules", "alternatives"):
            plain[several] = list(plain[several])
        for rule in plain["rules"]:
            rule["words"] = to_plain(rule["words"])
        for alternative in plain["alternatives"]:
            alternative["forbidden_by"] = list(map(to_plain, alternative["forbidden_by"]))
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
                    "rules": tuple(
                        NamedRule(**{**rule, "words": from_plain(rule["words"])}) for rule in plain["rules"]
                    ),
                    "alternatives": tuple(
                        Alternative(**{**other, "forbidden_by": tuple(map(from_plain, other["forbidden_by"]))})
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

    def words(self) -> list[Message]:
        """Return the explanation in sentences."""
        level = SETTLED_WORDS.index(self.settled)
        told = [
            Message("why-place", name=self.name, group=title_of(self.group), sureness=Message(f"words-sure-{level}"))
        ]
        if self.moved_from:
            told.append(Message("why-moved", name=self.name, group=title_of(self.moved_from)))
        if self.alternatives:
            chance = f"why-chance-{'fixed' if self.is_fixed else level}"
            told.append(Message(chance, share=tell_share(self.share, self.error), noun=self.noun))
        told += self._tell_answers()
        told += [rule.sentence() for rule in self.rules]
        told += self._tell_decision()
        told += [self._tell_alternative(other) for other in self.alternatives]
        sized = [title_of(other.group) for other in self.alternatives if other.forbidden_by == (THE_SIZES,)]
        if sized and len(sized) == len(self.alternatives):
            told.append(Message("why-sizes", noun=self.noun))
        elif sized:
            told.append(Message("why-sizes-some", groups=join(sized, "or")))
        if self.swap is not None:
            swapped = {"name": self.swap.name, "group": title_of(self.swap.group)}
            told.append(tell_cost("why-swap", self.swap.fewer_right, self.noun, **swapped))
        return told

    @property
    def is_fixed(self) -> bool:
        """Whether the place is settled only because there is no other choice."""
        return self.settled == "settled" and round(self.share, 2) < MIN_SETTLED_CHANCE

    def _tell_answers(self) -> list[Message]:
        if not self.answered:
            return [Message("why-silent")]
        if not self.alternatives:
            return [Message("why-only", noun=self.noun)]
        odds = {"group": title_of(self.group), "next": title_of(self.compared_with)} if self.compared_with else {}
        spoke_for, spoke_against = ("why-odds-for", "why-odds-against") if odds else ("why-for", "why-against")
        told = [
            Message(spoke_for, said=_said(answer), times=tell_times(answer.strength), **odds)
            for answer in self.spoke_for
        ]
        told += [
            Message(spoke_against, said=_said(answer), times=tell_times(-answer.strength), **odds)
            for answer in self.spoke_against
        ]
        return told or [Message("why-alike")]

    def _tell_decision(self) -> list[Message]:
        by = _DECIDED.get(self.decided_by, "sizes")
        better = next((other for other in self.alternatives if other.share > self.share), None)
        if better is not None:
            share = tell_share(better.share, better.error)
            return [Message("why-better", by=by, group=title_of(better.group), share=share)]
        if self.decided_by == "prior":
            return [Message("why-room")]
        return [] if by in ("answers", "hand", "exchange") else [Message("why-decided", by=by)]

    def _tell_alternative(self, other: Alternative) -> Message:
        place = {"group": title_of(other.group), "share": tell_share(other.share, other.error)}
        rules = [Message("why-quoted", rule=rule) for rule in other.forbidden_by if rule != THE_SIZES]
        if rules:
            return Message("why-not-allowed", **place, rules=join(rules, "and"))
        return tell_cost("why-move", other.fewer_right, self.noun, **place)


def _said(answer: SpeakingAnswer) -> Message:
    return Message(_SENSES[answer.sense], option=tell_option(answer), question=clip(answer.question))


def tell_option(answer: SpeakingAnswer) -> str | Message:
    """Return what was answered, on one line."""
    option = clip(answer.option)
    return tell_figures(option) if answer.is_number else option
