"""Rules as sentences that an organiser puts together by choosing, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import BayesHatError
from ...rules.rule_checks import STRENGTHS, count_people, list_names
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
from ..refusals import Refused

# The kinds of sentences, and the words that tell them from each other.
KINDS = {
    "pin": "must be in",
    "bar": "must not be in",
    "together": "must be together",
    "apart": "must be apart",
    "wish": "would like to be in",
    "companion": "would like to be with",
    "stay": "should stay in",
    "size": "must have this many people",
    "spread": "is spread evenly over the groups",
    "not alone": "never stands alone in a group",
}
# How much a rule counts that need not hold: its weight as a form sends it, and the word for it.
WEIGHTS = {f"{weight:g}": word for word, weight in STRENGTHS.items()} | {"1": "very strong"}
# Kinds that always have a weight, and kinds that may have one; the others must hold.
SOFT = ("wish", "companion", "stay")
EITHER = ("together", "apart")
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
    'Ann and Bo are apart'
    """
    people = tuple(name for name in draft.people if name)
    groups = tuple(name for name in draft.groups if name)
    _check_complete(draft, people, groups)
    try:
        weight = float(draft.weight) if draft.weight else None
    except ValueError:
        raise Refused("Choose how much the rule counts from the list.", "weight") from None
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
        raise Refused(str(error), "size" if draft.kind == "size" else "people") from None
    return NotAlone(draft.column, draft.value or None, draft.reason)


def _check_complete(draft: Draft, people: tuple[str, ...], groups: tuple[str, ...]) -> None:
    """Refuse a sentence with a gap."""
    if draft.kind not in KINDS:
        raise Refused("Choose what the rule says from the list.", "kind")
    if draft.kind in ("together", "apart", "companion") and len(people) < 2:
        raise Refused("Name two people.", "people")
    if draft.kind in ("pin", "bar", "wish", "stay"):
        if not people:
            raise Refused("Name somebody.", "people")
        if not groups:
            raise Refused("Choose a group.", "groups")
    if draft.kind in ("spread", "not alone") and not draft.column:
        raise Refused("Name what people have in common, such as a question or a column of your file.", "column")
    if draft.kind == "size" and not draft.size:
        raise Refused("Write how many people: a number, or a range such as 4..6.", "size")


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


def tell_rule(rule: Rule) -> str:
    """Return a rule as a sentence without its full stop and its reason.

    Examples
    --------
    >>> tell_rule(Apart(("Ann", "Bo")))
    'Ann and Bo must be apart'
    >>> tell_rule(Together(("Ann", "Bo"), 0.25))
    'Ann and Bo should be together (normal)'
    >>> tell_rule(Wish("Ann", ("Red", "Blue"), weight=0.5))
    'Ann would like to be in Red, then Blue (strong)'
    """
    weight = getattr(rule, "weight", None)
    must = "must" if weight is None else "should"
    strength = "" if weight is None else f" ({tell_weight(f'{weight:g}')})"
    match rule:
        case Bounds():
            group = "Every group" if rule.group is None else rule.group
            least, most = rule.least, rule.most
            if least == most:
                return f"{group} must have exactly {count_people(least)}"
            if most is None:
                return f"{group} must have at least {count_people(least)}"
            return f"{group} must have {f'at most {count_people(most)}' if not least else f'{least} to {most} people'}"
        case Pin():
            return f"{rule.person} must be in {list_names(rule.groups, 'or')}"
        case Bar():
            return f"{rule.person} must not be in {list_names(rule.groups, 'or')}"
        case Together():
            return f"{list_names(rule.people, 'and')} {must} be together{strength}"
        case Apart():
            return f"{list_names(rule.people, 'and')} {must} be apart{strength}"
        case Wish() if rule.companion is not None:
            return f"{rule.person} would like to be with {rule.companion}{strength}"
        case Wish():
            return f"{rule.person} would like to be in {', then '.join(rule.groups)}{strength}"
        case Spread():
            return f"“{rule.column}” {'is' if rule.is_hard else 'should be'} spread evenly over the groups{strength}"
        case NotAlone():
            with_value = "" if rule.value is None else f" = “{rule.value}”"
            return f"Nobody is the only one in their group with “{rule.column}”{with_value}"
        case CommonTimes():
            return f"The{rule.words().removeprefix('the')}"
        case Stay() if len(rule.groups) == 1:
            return f"{rule.groups[0][0]} should stay in {rule.groups[0][1]}{strength}"
    return f"{len(rule.groups)} people should stay in their earlier groups{strength}"


def tell_weight(weight: str) -> str:
    """Return the word for a weight.

    Examples
    --------
    >>> tell_weight("0.5"), tell_weight("0.3")
    ('strong', 'weight 0.3')
    """
    return WEIGHTS.get(weight, f"weight {weight}")


def key_of(rule: Rule) -> str:
    """Return what names a rule in addresses: it follows from the rule, so that it never means another one."""
    return hashlib.sha256(repr(rule).encode()).hexdigest()[:16]


def rules_from(table: Mapping[str, Any]) -> list[Rule]:
    """Return the rules that an event keeps."""
    return list(rules_from_table(table))


def _range(rule: Bounds) -> str:
    least, most = ("" if bound is None else str(bound) for bound in (rule.least, rule.most))
    return least if least == most else f"{least}..{most}"
