"""Rules as sentences that an organiser puts together by choosing, and back."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from ...errors import BayesHatError
from ...rules.rule import WORDS_FOR_WEIGHTS, Role, Rule, tell_strength
from ...rules.table import KINDS
from ...words.message import Message
from ..refusals import Refused, words_of

# How much a rule counts that need not hold, as a form sends it.
WEIGHTS = tuple(f"{weight:g}" for weight in WORDS_FOR_WEIGHTS)

# What forms ask for where they ask for groups.
_GROUPS = {"group", "any_group", "groups", "several_groups", "choices"}


@dataclass(frozen=True)
class Draft:
    """A rule as a form has it: texts as they were typed or chosen, whether they can be used or not.

    Attributes
    ----------
    kind
        One of `form_kinds`.
    people, groups
        Names; a companion is the second of the people.
    column, value, bands, shares, size, weight, reason
        May be empty.
    """

    kind: str = "pin"
    people: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    column: str = ""
    value: str = ""
    bands: str = ""
    shares: str = ""
    size: str = ""
    weight: str = ""
    reason: str = ""

    @property
    def rule(self) -> type[Rule]:
        """The class of the rule."""
        return KINDS[_key(self.kind)]

    @property
    def asks(self) -> tuple[str, ...]:
        """What a form asks for."""
        return self.rule.forms[_key(self.kind)].asks


def form_kinds() -> dict[str, Message]:
    """Return what forms call each kind of rule that they offer; those about people come first."""
    asks = {kind: rule.forms[kind].asks for kind, rule in KINDS.items() if rule.forms[kind].asks}
    ordered = sorted(asks, key=lambda kind: asks[kind][0] not in ("person", "people"))
    return {kind.replace("_", " "): KINDS[kind].verb(kind) for kind in ordered}


def usual_weight(kind: str) -> str:
    """Return the weight that a form starts with; empty for rules that must hold, or may have to."""
    weight = KINDS[_key(kind)].usual_weight()
    return "" if weight is None else f"{weight:g}"


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
    if draft.kind not in form_kinds():
        raise Refused(Message("rules-choose-kind"), "kind")
    asks, names = draft.asks, _names_of(draft)
    _check_complete(draft, names)
    others: dict[str, object] = {"reason": draft.reason}
    if draft.weight and "weight" in draft.rule.forms[_key(draft.kind)].keys:
        try:
            others["weight"] = float(draft.weight)
        except ValueError:
            raise Refused(Message("rules-choose-weight"), "weight") from None
    if "size" in asks:
        others["size"] = draft.size
    if "bands" in asks and draft.bands:
        if not re.fullmatch("[0-9]{1,3}", draft.bands) or int(draft.bands) < 2:
            raise Refused(Message("rules-write-bands"), "bands")
        others["bands"] = int(draft.bands)
    if "shares" in asks and draft.shares:
        others["shares"] = draft.shares
    try:
        return draft.rule.from_form(names, **others)
    except BayesHatError as error:
        raise Refused(words_of(error), "size" if "size" in asks else "people") from None


def _names_of(draft: Draft) -> dict[Role, list[str]]:
    """Return the names that a form asks for."""
    asks = set(draft.asks)
    people = [name for name in draft.people if name]
    return {
        "person": people if "people" in asks else people[: ("person" in asks) + ("companion" in asks)],
        "group": [name for name in draft.groups if name] if asks & _GROUPS else [],
        "column": [draft.column] if draft.column and "column" in asks else [],
        "value": [draft.value] if draft.value and "value" in asks else [],
    }


def _check_complete(draft: Draft, names: dict[Role, list[str]]) -> None:
    """Refuse a sentence with a gap."""
    asks = set(draft.asks)
    if asks & {"people", "companion"} and len(names["person"]) < 2:
        raise Refused(Message("rules-name-two"), "people")
    if "person" in asks and not names["person"]:
        raise Refused(Message("rules-name-one"), "people")
    if asks & (_GROUPS - {"any_group"}) and not names["group"]:
        raise Refused(Message("rules-choose-group"), "groups")
    if "column" in asks and not names["column"]:
        raise Refused(Message("rules-name-column"), "column")
    if "size" in asks and not draft.size:
        raise Refused(Message("rules-write-size"), "size")


def draft_of(rule: Rule) -> Draft | None:
    """Return a rule as a form has it; None if no form shows all of it."""
    if not rule.fits_form:
        return None
    return Draft(
        rule.kind.replace("_", " "),
        rule.mentions("person"),
        rule.mentions("group"),
        "".join(rule.mentions("column")),
        "".join(rule.mentions("value")),
        str(getattr(rule, "bands", None) or ""),
        getattr(rule, "shown_shares", ""),
        getattr(rule, "size", ""),
        "" if rule.weight is None else f"{rule.weight:g}",
        rule.reason,
    )


def tell_weight(weight: str) -> Message:
    """Return the word for a weight.

    Examples
    --------
    >>> str(tell_weight("0.5")), str(tell_weight("0.3"))
    ('strong', 'weight 0.3')
    """
    try:
        return tell_strength(float(weight))
    except ValueError:
        return Message("rules-strength-other", weight=weight)


def key_of(rule: Rule) -> str:
    """Return what names a rule in addresses: it follows from the rule, so that it never means another one."""
    return hashlib.sha256(repr(rule).encode()).hexdigest()[:16]


def _key(kind: str) -> str:
    """Return what a kind is called in files."""
    return kind.replace(" ", "_")
