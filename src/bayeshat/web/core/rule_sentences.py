"""Rules as sentences that an organiser puts together by choosing, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import BayesHatError
from ...rules.rule_checks import STRENGTHS
from ...rules.rules import (
    Apart,
    Bar,
    Bounds,
    CommonTimes,
    NotAlone,
    Pin,
    Rule,
    Spread,
    Stay,
    Together,
    Wish,
    parse_bounds,
)
from ...rules.toml_rules import rules_from_table
from ...words.message import Message
from ..refusals import Refused, words_of

# The kinds of sentences; the catalogues have the words that tell them from each other.
KINDS = ("pin", "bar", "together", "apart", "wish", "companion", "stay", "size", "spread", "not alone")
# How much a rule counts that need not hold: its weight as a form sends it, and the end of the message for it.
WEIGHTS = {f"{weight:g}": word for word, weight in STRENGTHS.items()} | {"1": "very-strong"}
# Kinds that always have a weight, and kinds that may have one; the others must hold.
SOFT = ("wish", "companion", "stay")
EITHER = ("together", "apart")
# Names told one by one in a sentence.
_NAMED = 8
USUAL = {"wish": f"{Wish.weight:g}", "companion": f"{Wish.weight:g}", "stay": f"{Stay.weight:g}"}


@dataclass(frozen=True)
class Draft:
    """A rule as a form has it: texts as they were typed or chosen, whether they can be used or not.

    Attributes
    ----------
    kind
        One of `KINDS`.
    people, groups
        Names; a companion is the second of the people.
    column, value, size, weight, reason
        May be empty.
    """

    kind: str = "pin"
    people: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    column: str = ""
    value: str = ""
    size: str = ""
    weight: str = ""
    reason: str = ""


def make_rule(draft: Draft) -> Rule:
    """Return the rule that a sentence means.

    Raises
    ------
    Refused
        If something is missing or cannot be meant; the field is the one to look at.

    Examples
    --------
    >>> make_rule(Draft("apart", ("Ann", "Bo"))).words()
    'Ann and Bo must be apart'
    """
    people = tuple(name for name in draft.people if name)
    groups = tuple(name for name in draft.groups if name)
    _check_complete(draft, people, groups)
    try:
        weight = float(draft.weight) if draft.weight else None
    except ValueError:
        raise Refused(Message("rules-choose-weight"), "weight") from None
    soft: dict[str, Any] = {} if weight is None else {"weight": weight}
    try:
        match draft.kind:
            case "pin":
                return Pin(people[0], groups, draft.reason)
            case "bar":
                return Bar(people[0], groups, draft.reason)
            case "together":
                return Together(people, weight, draft.reason)
            case "apart":
                return Apart(people, weight, draft.reason)
            case "wish":
                return Wish(people[0], groups, reason=draft.reason, **soft)
            case "companion":
                return Wish(people[0], companion=people[1], reason=draft.reason, **soft)
            case "stay":
                return Stay([(people[0], groups[0])], reason=draft.reason, **soft)
            case "size":
                return Bounds(*parse_bounds(draft.size), groups[0] if groups else None, draft.reason)
            case "spread":
                return Spread(draft.column, draft.reason, weight=weight)
    except BayesHatError as error:
        raise Refused(words_of(error, "rules"), "size" if draft.kind == "size" else "people") from None
    return NotAlone(draft.column, draft.value or None, draft.reason)


def _check_complete(draft: Draft, people: tuple[str, ...], groups: tuple[str, ...]) -> None:
    """Refuse a sentence with a gap."""
    if draft.kind not in KINDS:
        raise Refused(Message("rules-choose-kind"), "kind")
    if draft.kind in ("together", "apart", "companion") and len(people) < 2:
        raise Refused(Message("rules-name-two"), "people")
    if draft.kind in ("pin", "bar", "wish", "stay"):
        if not people:
            raise Refused(Message("rules-name-one"), "people")
        if not groups:
            raise Refused(Message("rules-choose-group"), "groups")
    if draft.kind in ("spread", "not alone") and not draft.column:
        raise Refused(Message("rules-name-column"), "column")
    if draft.kind == "size" and not draft.size:
        raise Refused(Message("rules-write-size"), "size")


def draft_of(rule: Rule) -> Draft | None:
    """Return a rule as a form has it; None for an earlier assignment of several people, which no sentence holds."""
    weight = getattr(rule, "weight", None)
    extra: dict[str, Any] = {"weight": "" if weight is None else f"{weight:g}", "reason": rule.reason}
    match rule:
        case Bounds():
            groups = () if rule.group is None else (rule.group,)
            return Draft("size", groups=groups, size=_range(rule), reason=rule.reason)
        case Pin() | Bar():
            kind = "pin" if isinstance(rule, Pin) else "bar"
            return Draft(kind, (rule.person,), rule.groups, reason=rule.reason)
        case Together() | Apart():
            return Draft("together" if isinstance(rule, Together) else "apart", rule.people, **extra)
        case Wish() if rule.companion is not None:
            return Draft("companion", (rule.person, rule.companion), **extra)
        case Wish():
            return Draft("wish", (rule.person,), rule.groups, **extra)
        case Stay() if len(rule.groups) == 1:
            return Draft("stay", rule.groups[0][:1], rule.groups[0][1:], **extra)
        case Spread():
            return Draft("spread", column=rule.column, **extra)
        case NotAlone():
            return Draft("not alone", column=rule.column, value=rule.value or "", reason=rule.reason)
    return None


def tell_rule(rule: Rule) -> Message:
    """Return a rule as a sentence without its full stop and its reason.

    Examples
    --------
    >>> str(tell_rule(Apart(("Ann", "Bo"))))
    'Ann and Bo must be apart'
    >>> str(tell_rule(Together(("Ann", "Bo"), 0.25)))
    'Ann and Bo should be together (normal)'
    >>> str(tell_rule(Wish("Ann", ("Red", "Blue"), weight=0.5)))
    'Ann would like to be in Red, then Blue (strong)'
    """
    weight = getattr(rule, "weight", None)
    strength = None if weight is None else tell_weight(f"{weight:g}")
    match rule:
        case Bounds():
            return _tell_size(rule)
        case Pin():
            return Message("rules-told-pin", person=rule.person, groups=_list_names(rule.groups, "rules-names-or"))
        case Bar():
            return Message("rules-told-bar", person=rule.person, groups=_list_names(rule.groups, "rules-names-or"))
        case Together():
            return _tell_company("rules-told-together", rule.people, strength)
        case Apart():
            return _tell_company("rules-told-apart", rule.people, strength)
        case Wish() if rule.companion is not None:
            return Message("rules-told-companion", person=rule.person, companion=rule.companion, strength=strength)
        case Wish():
            groups: str | Message = rule.groups[-1]
            for name in reversed(rule.groups[:-1]):
                groups = Message("rules-names-then", first=name, next=groups)
            return Message("rules-told-wish", person=rule.person, groups=groups, strength=strength)
        case Spread():
            if strength is None:
                return Message("rules-told-spread", column=rule.column)
            return Message("rules-told-spread-soft", column=rule.column, strength=strength)
        case NotAlone(value=None):
            return Message("rules-told-not-alone", column=rule.column)
        case NotAlone():
            return Message("rules-told-not-alone-value", column=rule.column, value=rule.value)
        case CommonTimes():
            return Message("rules-told-common-times", column=rule.column, count=rule.common)
        case Stay() if len(rule.groups) == 1:
            person, group = rule.groups[0]
            return Message("rules-told-stay", person=person, group=group, strength=strength)
    return Message("rules-told-stay-several", count=len(rule.groups), strength=strength)


def name_rule(rule: Rule) -> Message:
    """Return a rule as part of a sentence, with its reason in brackets."""
    return Message("rules-told-reason", rule=tell_rule(rule), reason=rule.reason) if rule.reason else tell_rule(rule)


def tell_weight(weight: str) -> Message:
    """Return the word for a weight.

    Examples
    --------
    >>> str(tell_weight("0.5")), str(tell_weight("0.3"))
    ('strong', 'weight 0.3')
    """
    if weight in WEIGHTS:
        return Message(f"rules-weight-{WEIGHTS[weight]}")
    try:
        return Message("rules-weight-other", weight=float(weight))
    except ValueError:
        return Message("rules-weight-other", weight=weight)


def _tell_size(rule: Bounds) -> Message:
    group = Message("rules-every-group") if rule.group is None else rule.group
    if rule.least == rule.most:
        return Message("rules-told-size-exact", group=group, count=rule.least)
    if rule.most is None:
        return Message("rules-told-size-least", group=group, count=rule.least)
    if not rule.least:
        return Message("rules-told-size-most", group=group, count=rule.most)
    return Message("rules-told-size-range", group=group, least=rule.least, most=rule.most)


def _tell_company(message: str, people: tuple[str, ...], strength: Message | None) -> Message:
    named = _list_names(people, "rules-names-and")
    return (
        Message(message, people=named)
        if strength is None
        else Message(f"{message}-soft", people=named, strength=strength)
    )


def _list_names(names: tuple[str, ...], message: str) -> str | Message:
    """Return names as a sentence has them: "Ann, Bo and Cy"."""
    if len(names) == 1:
        return names[0]
    shown: list[str | Message] = list(names)
    if len(names) > _NAMED:
        shown[_NAMED - 1 :] = [Message("rules-names-more", count=len(names) - _NAMED + 1)]
    return Message(message, names=", ".join(map(str, shown[:-1])), last=shown[-1])


def key_of(rule: Rule) -> str:
    """Return what names a rule in addresses: it follows from the rule, so that it never means another one."""
    return hashlib.sha256(repr(rule).encode()).hexdigest()[:16]


def rules_from(table: Mapping[str, Any]) -> list[Rule]:
    """Return the rules that an event keeps."""
    return list(rules_from_table(table))


def _range(rule: Bounds) -> str:
    least, most = ("" if bound is None else str(bound) for bound in (rule.least, rule.most))
    return least if least == most else f"{least}..{most}"
