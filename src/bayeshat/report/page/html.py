"""The report: one page that says who is where, how sure that is, and why."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...words.message import Catalogue, catalogue
from ...words.phrases import tell_figures
from ...words.voice import current_voice
from ..colors import group_colors, text_on
from ..files import write_text
from ..result import Result
from .page_about import describe_comparison, describe_diagnostics, describe_options, write_call
from .page_index import MOST_INDEXED, describe_index
from .page_people import (
    count_people,
    describe_cards,
    describe_changes,
    describe_sizes,
    describe_sureness,
    group_titles,
    measure_sureness,
    sizes_in_words,
)
from .page_reasons import describe_reasons
from .page_rules import describe_rules, rules_beyond_survey
from .page_settled import describe_settled

if TYPE_CHECKING:
    from jinja2 import Environment


def write_report(result: Result, path: Path, *, with_answers: bool = True, with_ids: bool = True) -> Path:
    """Write a result's report as one HTML file that needs nothing else, whole or not at all."""
    return write_text(render_report(result, with_answers=with_answers, with_ids=with_ids), path)


def render_report(result: Result, *, with_answers: bool = True, with_ids: bool = True) -> str:
    """Return a result's report as one HTML page that needs nothing else.

    Parameters
    ----------
    result
        Sorted people.
    with_answers
        Whether to tell what people answered, and which answers put them where they are.
    with_ids
        Whether to show people's e-mail addresses and ids beside their names.

    Everything that people wrote (names, questions, answers) is shown as text, never taken for markup. The page forbids
    itself to load anything, and to run any script but its own search for people, which it can do without.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> page = render_report(bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1))
    >>> page.startswith("<!doctype html>"), "20 people in 3 groups" in page
    (True, True)
    """
    decision = result.decision
    houses = result.stands_for_houses
    sureness = measure_sureness(result)
    index = describe_index(result.names, decision.labels, sureness.levels)
    return render_page(
        "report.html.jinja",
        page_style(result.decision.names, result.group_colors(), "report.css"),
        title=result.survey.title,
        has_chances=True,
        n_people=decision.n_people,
        n_groups=len(decision.names),
        names=group_titles(result),
        noun=result.noun,
        counts=count_people(decision, result.noun),
        houses=houses,
        identified=result.identified,
        asked_loss=result.options.get("loss", "auto") != "auto",
        warnings=result.warnings(),
        cards=describe_cards(decision, result.names, with_answers=with_answers),
        index=index,
        linked=decision.n_people <= MOST_INDEXED,
        settled=describe_settled(result, sureness),
        script=_search_script() if index else "",
        script_hash=_digest(_search_script()) if index else "",
        sureness=describe_sureness(result, sureness, with_ids),
        changes=describe_changes(result, sureness, decision.table()),
        fit=result.fit_in_words(),
        separates=result.separates,
        lowered=result.halves is not None and result.halves.kept < 1,
        reason=decision.loss_reason,
        cost_of_sizes=result.cost_of_sizes(),
        sizes=describe_sizes(result),
        sizes_word=sizes_in_words(result),
        wants_sizes=decision.target is not None,
        rules=describe_rules(decision, result.noun),
        learned=None if result.lesson is None else result.lesson.to_dict(result.survey),
        reasons=describe_reasons(result) if with_answers else None,
        comparison=describe_comparison(result),
        diagnostics=describe_diagnostics(result),
        options=describe_options(result.options),
        call=write_call(result.options, rules_beyond_survey(result)),
        by_generator=result.options.get("rng") == "generator",
    )


def render_page(template: str, style: str, **values: Any) -> str:
    """Return a page of a template, its style sheet and what it shows, in the language of the voice."""
    environment = _environment(catalogue(current_voice().language))
    page = environment.get_template(template).render(
        version=__version__, style=style, style_hash=_digest(style), **values
    )
    # A name may hold half a character (a lone surrogate), which no file can: it becomes a question mark.
    return page.encode("utf-8", "replace").decode("utf-8")


def _digest(text: str) -> str:
    """Return what a page's security policy calls a style sheet or a script that may be used."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _search_script() -> str:
    """Return the script that searches the list of people; without it, the list is there all the same."""
    return _read_template("search.js")


def _read_template(name: str) -> str:
    return resources.files("bayeshat.report.page").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def _environment(say: Catalogue) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bayeshat.report.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"say": say, "figures": tell_figures}
    return environment


def page_style(groups: Sequence[str], wanted: list[str | None] | None, sheet: str) -> str:
    """Return a page's style sheet, with a class for each group's colour and the text that reads well on it.

    ``wanted`` are the colours that the survey gives its houses, if the groups are these.
    """
    colors = group_colors(groups, wanted)
    rules = [f".c{g}{{--c:{color};--t:{text_on(color)}}}" for g, color in enumerate(colors)]
    return _read_template(sheet) + "\n".join(rules)
