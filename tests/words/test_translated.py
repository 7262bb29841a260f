"""Nothing is said past the catalogues: in a language of signs alone, no word of ours is left."""

import html
import io
import re

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Transformer
from rich.console import Console

import bayeshat as bh
from bayeshat.cli.show import show_result
from bayeshat.report.explain import explain_person
from bayeshat.report.lists import (
    GroupedPeople,
    group_sheets,
    mail_merge_table,
    other_sheets,
    render_lists,
    render_place_cards,
)
from bayeshat.report.mixed_report import render_mixed
from bayeshat.report.page.html import render_report
from bayeshat.words import message
from bayeshat.words.voice import speaking
from report.results import flat, houses, one_person, placed, ruled, several

# A language that numbers can be written in and that we do not have.
SIGNS = "fr"
WORD = re.compile(r"[A-Za-z]{2,}")
CITED = "J. D. Silverman and R. Silverman (2017)."
# Names of the software and its authors, of a loss and a sampler, and what is code in any language.
SAME = {
    "bayeshat",
    "Bayesian",
    "arXiv",
    "NUTS",
    "VI",
    "Placement",
    "theta",
    "phi",
    "Binder",
    "The",
    "developers",
    "cite",
}


class Signs(Transformer):
    """Replaces all letters of messages, but not their tags."""

    def visit_TextElement(self, node):  # noqa: N802 (the visitor calls it so)
        parts = re.split(r"(<[^>]*>)", node.value)
        node.value = "".join(part if part.startswith("<") else re.sub(r"[^\W\d_]", "ж", part) for part in parts)
        return node


@pytest.fixture
def signs(tmp_path, monkeypatch):
    """Speak a language in which every letter of ours is the same sign."""
    folder = tmp_path / SIGNS
    folder.mkdir()
    for file in message.LIBRARY.glob("en/*.ftl"):
        read = FluentParser().parse(file.read_text(encoding="utf-8"))
        assert not any(isinstance(one, fluent.Junk) for one in read.body)
        (folder / file.name).write_text(FluentSerializer().serialize(Signs().visit(read)), encoding="utf-8")
    monkeypatch.setattr(message, "_folders", [*message._folders, tmp_path])
    monkeypatch.setattr(message, "languages", lambda: ("de", "en", SIGNS))
    message._catalogue.cache_clear()
    with speaking(lambda name, _: f"‹{len(name)}›", SIGNS):
        yield
    message._catalogue.cache_clear()


def words_left(told, theirs):
    """Return the words of a text or page that nobody but us can have written."""
    plain = re.sub(r"(?s)<(style|script|code|cite|pre)\b.*?</\1>", " ", told)
    for said in re.findall(r'(?:aria-label|data-found)="([^"]*)"', plain):
        plain += f" {said}"
    plain = html.unescape(re.sub(r"<[^>]*>", " ", plain)).replace(CITED, "").replace("{count}", "")
    return set(WORD.findall(plain)) - theirs - SAME


def written(result):
    """Return the words that people wrote: the survey, names, columns and rules."""
    texts = [repr(result.answers.extra), repr(result.answers.identifiers), *result.names, *result.decision.names]
    survey = result.survey
    texts += [survey.title, *survey.cluster_names]
    for question in survey.questions:
        texts += [question.id, question.text, question.unit or "", *question.options]
    kept = result.decision.kept
    texts += [] if kept is None else [repr(rule) for rule in kept.ruling.rules]
    return {word for text in texts for word in WORD.findall(text)}


ALL = [houses, flat, one_person, ruled, several, placed]


@pytest.mark.parametrize("make", ALL)
def test_nothing_is_said_past_the_catalogues(make, signs):
    result = make()
    people = written(result)
    page = render_report(result)
    assert f'<html lang="{SIGNS}">' in page
    assert "жжж" in page
    assert words_left(page, people) == set()
    assert words_left(render_lists(result), people) == set()
    seats = bh.seat_people(result.decision, alternate={})
    assert words_left(render_lists(result, seats=seats) + render_place_cards(result, seats), people) == set()
    assert words_left(str(seats.words()), people) == set()
    headings = [*other_sheets(), *(heading for sheet in group_sheets(result, seats).values() for heading in sheet)]
    letters = [cell for column in mail_merge_table(result).items() for cell in (column[0], *column[1])]
    tables = (result.assignments(), result.probabilities(), result.sizes())
    cells = [cell for table in tables for heading, column in table.items() for cell in (heading, *column)]
    assert words_left(" ".join(map(str, [*headings, *letters, *cells])), people) == set()
    told = [str(words) for name in result.names[:3] for words in explain_person(result, name).words()]
    assert words_left(" ".join(told), people) == set()
    console = Console(width=200, record=True, file=io.StringIO())
    show_result(console, result)
    assert words_left(console.export_text(), people) == set()


def test_a_report_on_mixed_people_says_nothing_past_the_catalogues(signs):
    table = {"1": ["Ann", "Bo", "Cy", "Di"], "2": ["3", "3", "4", "4"], "3": ["x", "x; y", "y", ""]}
    decision = bh.mix_people(table, groups=2, mix="2", common_times=["3"], name_column="1")
    page = render_mixed(GroupedPeople("1", tuple(table["1"]), decision, {}, {}))
    assert "жжж" in page
    assert words_left(page, {"Ann", "Bo", "Cy", "Di"}) == set()
