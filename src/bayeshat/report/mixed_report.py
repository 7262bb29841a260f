"""The report on people who were mixed: one page that says who is in which group, and what became of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..words.message import Message, join
from .lists import GroupedPeople
from .page.html import page_style, render_page
from .page.page_index import describe_index
from .page.page_people import FOLDED, count_people, describe_cards
from .page.page_rules import describe_rules


def render_mixed(people: GroupedPeople, *, with_answers: bool = True) -> str:
    """Return the report as one HTML page that needs nothing else.

    Parameters
    ----------
    people
        People in groups.
    with_answers
        Whether to show what people answered: who got which choice, times that suit everybody, and wishes.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"name": ["Ann", "Bo"], "year": ["1", "1"]}
    >>> decision = bh.mix_people(table, groups=2, mix="year")
    >>> page = render_mixed(GroupedPeople("Pairs", ("Ann", "Bo"), decision, {}, {}))
    >>> "Pairs: 2 people in 2 groups" in page
    True
    """
    decision, planned = people.decision, people.rounds
    # Somebody in several groups is found in each of them.
    rounds = decision.labels.reshape(-1, decision.places.each).T if planned is None else planned.labels
    rules = describe_rules(decision, "group") if with_answers else None
    if rules is not None and planned is not None:
        rules["summary"] = join([Message("report-rules-round"), rules["summary"]], "space")
    told: list[str | Message] = [] if planned is None else [planned.words()]
    if with_answers:
        # With several rounds, the status stands beneath the first one, which it is about.
        told += [*people.reading, *([decision.status.words] if planned is None else [])]
    return render_page(
        "mixed.html.jinja",
        page_style(decision.names, people.colors, "report.css"),
        title=people.title,
        n_people=len(people.names) // decision.places.each,
        n_groups=len(decision.names),
        names=people.titles,
        noun="group",
        counts=count_people(decision, "group"),
        sentences=told,
        rounds=_describe_rounds(people, with_answers),
        waiting=decision.waiting,
        folded=decision.n_people > FOLDED,
        index=describe_index(people.names[:: decision.places.each], rounds),
        rules=rules,
        # The parts that this page shares with the report on sorted people leave out all that only sorting knows.
        has_chances=False,
    )


def _describe_rounds(people: GroupedPeople, with_answers: bool) -> list[dict[str, Any]]:
    """Return each round's, or time slot's, heading and groups, and how rules about columns came out in rounds."""
    decision, planned = people.decision, people.rounds
    if planned is None:
        cards = describe_cards(decision, people.names, with_answers=with_answers)
        if decision.slots:
            return [
                {"id": f"slot-{number}", "link": name, "title": name, "sentences": ()}
                | {"cards": [card for card in cards if there[card["g"]]]}
                for number, (name, there) in enumerate(decision.slots, 1)
            ]
        shown = {"id": "groups", "link": Message("report-to-members"), "title": Message("report-groups", noun="group")}
        return [shown | {"sentences": (), "cards": cards}]
    described = []
    for number, labels in enumerate(planned.labels, 1):
        title = Message("report-round", number=number)
        cards = describe_cards(replace(decision, labels=labels), people.names, with_answers=with_answers)
        outcomes: Sequence[str | Message] = ()
        if with_answers and number == 1:
            outcomes = [decision.status.words]
        elif with_answers and decision.kept is not None:
            outcomes = decision.kept.ruling.tell_outcomes(labels)
        described.append(
            {"id": f"round-{number}", "link": title, "title": title, "sentences": outcomes, "cards": cards}
        )
    return described
