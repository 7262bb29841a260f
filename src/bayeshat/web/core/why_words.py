"""Why somebody is where they are, in sentences for the page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...kinds.question import Question
from ...report.explanation import BY_HAND, THE_SIZES, Alternative, Explanation, NamedRule
from ...report.reasons import LESS, MORE, NOT_TICKED, SpeakingAnswer
from ...report.settled_tables import SETTLED_WORDS
from ...rules.rules import Rule, Stay
from ...tables.text import clip
from ..languages import Message
from .form_fields import asks_number
from .result_words import is_negligible, tell_people, tell_share, tell_sureness, tell_tenths, title_of
from .rule_sentences import name_rule

# What decided, as the catalogues call it; else it was the sizes and who else is where.
_DECIDED = {"rules": "rules", "wishes": "wishes", "answers": "answers", BY_HAND: "hand"}

# How an answer is told, by its sense.
_SENSES = {
    "": "results-why-said",
    NOT_TICKED: "results-why-not-ticked",
    MORE: "results-why-more",
    LESS: "results-why-less",
}


def tell_why(why: Explanation, rules: Sequence[Rule], questions: Sequence[Question]) -> list[Message]:
    """Return an explanation in sentences, as the report has them in English.

    Parameters
    ----------
    why
        The explanation.
    rules
        The rules of the result, which the explanation only has in English.
    questions
        What was asked: numbers are written as the reader writes them.
    """
    known = {one.words(): name_rule(one) for rule in rules for one in _singly(rule)}
    level = SETTLED_WORDS.index(why.settled)
    told = [Message("results-why-place", name=why.name, group=title_of(why.group), sureness=tell_sureness(level))]
    if why.moved_from:
        told.append(Message("results-why-moved", name=why.name, group=title_of(why.moved_from)))
    if why.alternatives:
        message = f"results-why-chance-{'fixed' if why.is_fixed else level}"
        told.append(Message(message, share=tell_share(why.share, why.error), noun=why.noun))
    told += _tell_answers(why, questions)
    told += [_tell_rule(rule, known[rule.words]) for rule in why.rules]
    told += _tell_decision(why)
    told += [_tell_alternative(why, other, known) for other in why.alternatives]
    sized = [title_of(other.group) for other in why.alternatives if other.forbidden_by == (THE_SIZES,)]
    if sized and len(sized) == len(why.alternatives):
        told.append(Message("results-why-sizes-house" if why.noun == "house" else "results-why-sizes-group"))
    elif sized:
        told.append(Message("results-why-sizes-some", groups=_chain("results-why-or", sized)))
    if why.swap is not None:
        told.append(
            Message(
                "results-why-swap-none" if is_negligible(why.swap.fewer_right) else "results-why-swap",
                name=why.swap.name,
                group=title_of(why.swap.group),
                people=tell_people(why.swap.fewer_right, why.noun),
            )
        )
    return told


def _tell_answers(why: Explanation, questions: Sequence[Question]) -> list[Message]:
    if not why.answered:
        return [Message("results-why-silent")]
    if not why.alternatives:
        return [Message("results-why-only-house" if why.noun == "house" else "results-why-only-group")]
    told = [_tell_answer("results-why-for", answer, questions) for answer in why.spoke_for]
    told += [_tell_answer("results-why-against", answer, questions) for answer in why.spoke_against]
    return told or [Message("results-why-alike")]


def _tell_answer(message: str, answer: SpeakingAnswer, questions: Sequence[Question]) -> Message:
    ratio = math.exp(abs(answer.strength))
    times = Message("results-why-over-100") if ratio > 100 else tell_tenths(ratio) if ratio < 10 else round(ratio)
    option = clip(answer.option)
    told = _tell_decimals(option) if asks_number(questions[answer.number - 1]) else option
    said = Message(_SENSES[answer.sense], option=told, question=clip(answer.question))
    return Message(message, said=said, times=times)


def _tell_decimals(number: str) -> str | Message:
    """Return a number, perhaps with a unit, with the reader's decimal sign.

    Examples
    --------
    >>> str(_tell_decimals("1.64 m")), _tell_decimals("17 cm")
    ('1.64 m', '17 cm')
    """
    whole, point, rest = number.partition(".")
    return Message("results-decimals", whole=whole, rest=rest) if point and rest[:1].isdigit() else number


def _tell_rule(rule: NamedRule, words: str | Message) -> Message:
    if rule.hard:
        return Message("results-why-rule" if rule.met else "results-why-rule-broken", rule=words)
    return Message("results-why-wish" if rule.met else "results-why-wish-missed", rule=words)


def _tell_decision(why: Explanation) -> list[Message]:
    by = _DECIDED.get(why.decided_by, "sizes")
    better = next((other for other in why.alternatives if other.share > why.share), None)
    if better is not None:
        message = "results-why-better-house" if why.noun == "house" else "results-why-better-group"
        return [Message(message, by=by, group=title_of(better.group), share=tell_share(better.share, better.error))]
    if why.decided_by == "prior":
        return [Message("results-why-room")]
    return [] if by in ("answers", "hand") else [Message("results-why-decided", by=by)]


def _tell_alternative(why: Explanation, other: Alternative, known: dict[str, Message]) -> Message:
    place = {"group": title_of(other.group), "share": tell_share(other.share, other.error)}
    rules = [known[rule] for rule in other.forbidden_by if rule != THE_SIZES]
    if rules:
        quoted = [Message("results-why-quoted", rule=rule) for rule in rules]
        return Message("results-why-not-allowed", **place, rules=_chain("results-why-and", quoted))
    if is_negligible(other.fewer_right):
        return Message("results-why-move-none", **place)
    return Message("results-why-move", **place, people=tell_people(other.fewer_right, why.noun))


def _chain(message: str, words: Sequence[str | Message]) -> str | Message:
    """Return words with "and" or "or" between any two of them."""
    told = words[-1]
    for word in reversed(words[:-1]):
        told = Message(message, first=word, next=told)
    return told


def _singly(rule: Rule) -> Sequence[Rule]:
    """Return a rule; an earlier assignment is explained person by person."""
    if isinstance(rule, Stay):
        return [Stay((one,), rule.weight, rule.reason) for one in rule.groups]
    return [rule]
