"""The report on people who were mixed: one page that says who is in which group, and what became of the rules."""

from __future__ import annotations

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
    decision = people.decision
    return render_page(
        "mixed.html.jinja",
        page_style(decision.names, people.colors, "report.css"),
        title=people.title,
        n_people=decision.n_people,
        n_groups=len(decision.names),
        names=people.titles,
        noun="group",
        counts=count_people(decision, "group"),
        sentences=[*people.reading, decision.status.words] if with_answers else [],
        cards=describe_cards(decision, people.names, with_answers=with_answers),
        sureness={"folded": decision.n_people > FOLDED},
        index=describe_index(people.names, decision.labels),
        rules=describe_rules(decision, "group") if with_answers else None,
        # The parts that this page shares with the report on sorted people leave out all that only sorting knows.
        handout=True,
        asked_loss=False,
    )
