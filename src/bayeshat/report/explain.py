"""Why somebody is where they are: the answers, the rules, the sizes, and what every alternative would cost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..tables.person_names import NameIndex, names_with
from ..tables.text import did_you_mean, in_line, nearest, quote
from ..words.message import Message
from .blocked import blocking_rules, rules_by_person, wishes_lost
from .explanation import BY_HAND, THE_SIZES, Alternative, Explanation, NamedRule, Swap
from .page.page_people import measure_sureness
from .page.page_reasons import MOST_EXPLAINED
from .reasons import FAINT, SpeakingAnswer, find_reasons, group_profiles, strongest_answers
from .result import Result
from .settled_tables import SETTLED_WORDS

__all__ = ["MOST_EXPLAINED", "Explanation", "explain_person", "explanations", "find_person", "read_explanation"]

# Answers told for a group, and against it.
TOLD = 5
# Decimals that are kept of shares and strengths, and of costs.
_SHARES, _COSTS = 6, 8


def explain_person(result: Result, name: str, moved_from: str = "") -> Explanation:
    """Say why somebody is where they are, and what every alternative would cost.

    Parameters
    ----------
    result
        Sorted people.
    name
        One of them; case and spaces do not matter.
    moved_from
        The group that the sort had put them into, if somebody moved them by hand since.

    Raises
    ------
    InputError
        If nobody is called so; it tells the nearest name.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1)
    >>> why = explain_person(result, "person 01")
    >>> why.group == result.decision.groups[0], len(why.alternatives)
    (True, 2)
    """
    why = next(iter(_explain(result, [find_person(result.names, name)])))
    return replace(why, decided_by=BY_HAND, moved_from=moved_from) if moved_from else why


def explanations(result: Result) -> list[dict[str, Any]]:
    """Return everybody's explanation as plain values, ready for JSON."""
    return [one.to_dict() for one in _explain(result, range(len(result.names)))]


def read_explanation(path: Path, name: str) -> Explanation:
    """Return one person's explanation from the ``decision.json`` of an earlier sort, where it stands under "people"."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = str(error.strerror)
        raise InputError(Message("files-decision-unreadable", file=repr(str(path)), reason=reason)) from None
    except ValueError:
        raise InputError(Message("files-decision-json", file=repr(str(path)))) from None
    people = content.get("people") if isinstance(content, dict) else None
    if not isinstance(people, list) or not all(isinstance(one, dict) and "name" in one for one in people):
        raise InputError(Message("files-decision-none", file=repr(str(path)), why=_why_unexplained(content)))
    return Explanation.from_dict(people[find_person([str(one["name"]) for one in people], name)])


def _why_unexplained(content: Any) -> Message:
    """Return why a decision explains nobody, and what to do."""
    labels = content.get("labels") if isinstance(content, dict) else None
    if not isinstance(labels, list):
        return Message("files-decision-other")
    if len(labels) > MOST_EXPLAINED:
        return Message("files-decision-many", most=str(MOST_EXPLAINED))
    return Message("files-decision-mixed")


def find_person(names: Sequence[str], name: str) -> int:
    """Return which of the names is meant; case, spaces and accents do not matter, and a part will do that only one has.

    Examples
    --------
    >>> find_person(["Ann", "Bo"], " bo")
    1
    >>> find_person(["Ann Lee", "Bo Lee"], "ann"), find_person(["Ann", "Jo Müller"], "mueller")
    (0, 1)
    """
    meant = [names.index(name)] if name in names else NameIndex(names).find(name)
    if not meant:
        parts = set(names_with(name, names))
        meant = [n for n, known in enumerate(names) if known in parts]
    if len(meant) == 1:
        return meant[0]
    if meant:
        may_be = in_line([names[n] for n in meant])
        raise InputError(Message("files-decision-several", name=quote(name), names=may_be))
    near = nearest(name, names)
    hint = did_you_mean(near) or Message("files-decision-names")
    raise InputError(Message("files-decision-nobody", count=len(names), name=quote(name), hint=hint))


def _explain(result: Result, people: Sequence[int]) -> Iterator[Explanation]:
    """Explain some people's places, looking up once what all need."""
    decision, names = result.decision, result.names
    table, sureness = decision.table(), measure_sureness(result)
    reasons = find_reasons(result, group_profiles(result))
    spoke_for = strongest_answers(result, reasons, TOLD)
    spoke_against = strongest_answers(result, reasons, TOLD, against=True)
    given = [(result.answers.chosen(q) >= 0).any(axis=1) for q in range(result.survey.n_questions)]
    answered = np.sum(given, axis=0).tolist()
    moves = np.column_stack([table[f"move to {group}"] for group in decision.names])
    forbidden = blocking_rules(
        decision, [(n, g) for n in people for g in np.flatnonzero(~np.isfinite(moves[n])).tolist()]
    )
    naming, lost = rules_by_person(decision), wishes_lost(decision).tolist()
    # After changes by hand, sizes that are no longer the exact ones forbid nothing.
    sizes = () if decision.problem.sizes.exact is None else (THE_SIZES,)
    order = np.argsort(-sureness.shares, axis=1, kind="stable").tolist()
    shares, errors, costs = sureness.shares.tolist(), sureness.errors.tolist(), moves.tolist()
    partners = table["swap with"].tolist() if "swap with" in table else [-1] * len(names)
    settled, pinned = result.how_settled(), decision.left_no_choice
    for n in people:
        own = int(decision.labels[n])
        others = []
        for g in order[n]:
            if g != own:
                allowed = np.isfinite(costs[n][g])
                by = tuple(rule.told() for rule in forbidden.get((n, g), ())) or sizes
                others.append(
                    Alternative(
                        group=decision.names[g],
                        share=round(shares[n][g], _SHARES),
                        error=round(errors[n][g], _SHARES),
                        fewer_right=round(float(sureness.fewer[n, g]), _SHARES),
                        loss_change=round(costs[n][g], _COSTS) if allowed else None,
                        forbidden_by=() if allowed else by,
                    )
                )
        swap, m = None, partners[n]
        if m >= 0:
            fewer = round(sureness.swap_cost(n, m, decision.labels), _SHARES)
            swap = Swap(names[m], decision.groups[m], fewer, round(float(table["swap change"][n]), _COSTS))
        rules = tuple(NamedRule(*rule) for rule in naming.get(names[n], ()))
        best = order[n][0]
        needed = 0.0 if result.puts_wishes_first else shares[n][best] - shares[n][own]
        is_wished = lost[n][best] > 0 and lost[n][best] >= needed
        yield Explanation(
            name=names[n],
            group=decision.names[own],
            noun=result.noun,
            share=round(shares[n][own], _SHARES),
            error=round(errors[n][own], _SHARES),
            settled=SETTLED_WORDS[sureness.levels[n]],
            answered=answered[n],
            spoke_for=_telling(spoke_for[n]),
            spoke_against=_telling(spoke_against[n]),
            rules=rules,
            decided_by=_decided_by(answered[n], shares[n][own], others, is_wished, bool(pinned[n])),
            alternatives=tuple(others),
            swap=swap,
            compared_with="" if reasons.others is None else decision.names[reasons.others[n]],
            staying=None if settled is None else round(float(settled.staying[n]), _SHARES),
        )


def _decided_by(answered: int, share: float, others: Sequence[Alternative], is_wished: bool, pinned: bool) -> str:
    """Return what decided; ``is_wished`` says whether wishes outweigh what the best fitting group has ahead."""
    if pinned:
        return "rules"
    if others and others[0].share > round(share, _SHARES):
        if set(others[0].forbidden_by) - {THE_SIZES}:
            return "rules"
        return "wishes" if is_wished else "sizes and company"
    return "answers" if answered else "prior"


def _telling(answers: Sequence[SpeakingAnswer]) -> tuple[SpeakingAnswer, ...]:
    telling = [answer for answer in answers if abs(answer.strength) >= FAINT]
    return tuple(answer._replace(strength=round(answer.strength, _SHARES)) for answer in telling)
