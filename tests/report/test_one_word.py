"""Each person has one word for how sure their place is, and one chance, in everything that a sort gives."""

import csv
import html
import io
import re

import numpy as np
import pytest
from rich.console import Console

from bayeshat.cli.show import show_result
from bayeshat.engine.uncertainty.measure import find_levels
from bayeshat.report.explain import explain_person, explanations
from bayeshat.report.files import write_json, write_tables
from bayeshat.report.lists import group_sheets, mail_merge_table
from bayeshat.report.page.html import render_report
from bayeshat.report.page.page_people import measure_sureness
from bayeshat.report.page.page_settled import describe_settled
from bayeshat.report.settled_tables import SETTLED_WORDS
from bayeshat.words.phrases import tell_share
from report.results import flat, hostile, houses, placed, ruled, two_groups, unnamed
from report.test_html import markup, words
from sweeps import seeds

GONE = ("very sure", "clearly likeliest", "toss-up", "likelier elsewhere", "on their own", "affinity")


def by_placement():
    """Return people in the survey's houses, as they are sorted by default."""
    return houses(40, "auto")


KINDS = pytest.mark.parametrize("sort", [houses, by_placement, flat, two_groups, hostile, ruled, placed])


def report_rows(page):
    """Return the word and the percentage of everybody's row, by their number."""
    rows = re.findall(
        r'<tr id="p(\d+)">.*?<td><b>(.*?)</b> <span class="w w\d">(.*?)</span>', markup(page, "sure"), re.DOTALL
    )
    return {int(n): (word, html.unescape(share)) for n, share, word in rows}


@KINDS
def test_every_output_has_the_same_word_for_a_person(sort, tmp_path):
    result = sort()
    n_people = len(result.names)
    words = [SETTLED_WORDS[level] for level in result.sure_levels()]
    write_tables({tmp_path / "assignments.csv": result.assignments()})
    write_json({**result.to_dict(), "people": explanations(result)}, tmp_path / "decision.json")
    with (tmp_path / "assignments.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["settled"] for row in csv.DictReader(file)] == words
    core = result.to_dict()["uncertainty"]["sure_core"]
    for word, people in (("settled", "settled"), ("leaning", "leaning"), ("better elsewhere", "elsewhere")):
        assert [one == word for one in words] == core[people]
    assert [one["settled"] for one in explanations(result)] == words
    page = render_report(result)
    rows = report_rows(page)
    assert [rows[n][0] for n in range(n_people)] == words
    counts = [words.count(word) for word in SETTLED_WORDS]
    assert re.findall(r"<dt><i></i>([a-z ]+) <b>(\d+)</b>", page) == [
        (word, str(count)) for word, count in zip(SETTLED_WORDS, counts, strict=True)
    ]
    for n, word in enumerate(words):
        why = [str(line) for line in explain_person(result, result.names[n]).words()]
        assert why[0].endswith(f": {word}.")
        assert not any(other in why[0] for other in SETTLED_WORDS if other != word)
    console = Console(file=io.StringIO(), width=4000)
    show_result(console, result)
    told = console.file.getvalue()
    assert not any(gone in text for gone in GONE for text in (told, page, (tmp_path / "decision.json").read_text()))
    for word, sentence in (
        ("could go either way", "could go either way ("),
        ("better elsewhere", "better elsewhere, but"),
    ):
        some = [result.names[n] for n in range(n_people) if words[n] == word]
        line = next((line for line in told.splitlines() if sentence in line), "")
        assert bool(some) == bool(line)
        if some and len(some) <= 10:
            part = line[line.index(sentence) :].partition(": ")[2]
            assert all(name in part for name in some)


@KINDS
def test_every_output_has_the_same_chance_of_a_person(sort):
    result = sort()
    own = result.group_shares()[np.arange(len(result.names)), result.decision.labels]
    rounded = own.round(4).tolist()
    assert result.assignments()["probability"] == rounded
    assert mail_merge_table(result)["probability"] == rounded
    sheets = {
        name: share
        for sheet in group_sheets(result).values()
        for name, share in zip(*list(sheet.values())[:2], strict=True)
    }
    assert [sheets[name] for name in result.names] == rounded
    if result.stands_for_houses or not result.identified:
        every = result.probabilities()
        assert [every[group][n] for n, group in enumerate(result.decision.groups)] == rounded
    np.testing.assert_allclose(result.how_settled().sure_core.belonging, own)
    rows, errors = report_rows(render_report(result)), result.share_errors()
    for n, share in enumerate(own):
        told = str(tell_share(share, errors[n, result.decision.labels[n]]))
        assert rows[n][1] == told
        rounded = tell_share(round(share, 4), errors[n, result.decision.labels[n]])
        own, other = f"Their chance of belonging in this group is {rounded}", f"In {rounded} of the groupings"
        why = str(explain_person(result, result.names[n]).words()[1])
        assert why.startswith(own if result.noun == "own" else other)


@KINDS
def test_every_output_expects_as_many_right_as_the_chances_add_up_to(sort):
    check_headline(sort())


@pytest.mark.parametrize("seed", seeds(10, usual=2))
def test_words_percentages_and_headline_agree_where_groups_have_no_names(seed):
    result = unnamed(seed)
    assert not result.stands_for_houses
    check_headline(result)
    shares, labels = result.group_shares(), result.decision.labels
    assert_words_follow(shares, labels, np.zeros(len(labels), bool), result.sure_levels())


def check_headline(result):
    n_people, labels = len(result.names), result.decision.labels
    own = result.group_shares()[np.arange(n_people), labels]
    told = f"Expected in their right {result.noun}: {own.sum():.1f} of {n_people} people."
    is_own = result.noun == "own"
    if is_own:
        # Groups that are made from the answers alone have no meaning that anybody could be right about.
        told = "" if result.halves is None else str(result.halves.sentence())
    assert str(result.fit_in_words()) == ("" if is_own and (not told or result.halves.is_little) else told)
    assert sum(result.assignments()["probability"]) == pytest.approx(own.sum(), abs=1e-4 * n_people)
    assert result.to_dict()["expected_right"] == round(own.sum(), 4)
    assert result.how_settled().sure_core.belonging.sum() == pytest.approx(own.sum())
    console = Console(file=io.StringIO(), width=4000)
    show_result(console, result)
    page = render_report(result)
    for text in (console.file.getvalue(), words(page)):
        assert told in text
        assert text.count("Expected in their right") == (not is_own)
        assert not (is_own and re.search(r"right (house|group)", text))
    # Whoever adds up the percentages comes to the same number, but for rounding.
    read = [int(re.search(r"\d+", share)[0]) for _, share in report_rows(page).values()]
    assert len(read) == n_people
    assert sum(read) / 100 == pytest.approx(own.sum(), abs=0.01 * n_people)


@KINDS
def test_words_follow_the_chances(sort):
    result = sort()
    shares, labels, bound = result.group_shares(), result.decision.labels, result.decision.left_no_choice
    assert (shares.sum(axis=1) < 1 + 1e-9).all()
    assert_words_follow(shares, labels, bound, result.sure_levels())


def test_whoever_was_placed_before_has_the_word_of_their_chance():
    """Only a rule of the organiser's own makes somebody settled; that the others stay is in their note."""
    result = placed()
    shares, labels, levels = result.group_shares(), result.decision.labels, result.sure_levels()
    pinned = np.arange(len(labels)) == 0
    assert_words_follow(shares, labels, pinned, levels)
    assert shares[0, labels[0]] < 0.8
    assert {2, 3} <= set(levels[1:8])
    assert result.how_settled().fixed.tolist() == [True] * 8 + [False] * 8
    assert all("placed before" in note for note in result.assignments()["note"][:8])
    # The report names the group in which they would fit better, though nobody moves.
    lists = describe_settled(result, measure_sureness(result))["lists"]
    for one in [person for some in lists for person in some["people"]]:
        others = np.delete(np.arange(4), one["own"])
        assert one["next"] == others[shares[one["n"], others].argmax()]


def test_words_follow_the_percentages_as_they_are_shown():
    """Nobody with "80 %" is called leaning because the chance is 79.6 %."""
    rng = np.random.default_rng(1)
    shares, labels = rng.dirichlet([0.6, 0.3, 0.1], 4000), np.zeros(4000, int)
    shares[:2] = [[0.796, 0.2, 0.004], [0.624, 0.314, 0.062]]
    levels = find_levels(shares, labels, np.zeros(4000, bool))
    assert levels[:2].tolist() == [0, 1]
    assert_words_follow(shares, labels, np.zeros(4000, bool), levels)


def assert_words_follow(shares, labels, bound, levels):
    for n, level in enumerate(levels):
        read = [int(f"{share:.0%}"[:-1]) for share in shares[n]]
        own, other = read[labels[n]], max(np.delete(read, labels[n]))
        if bound[n] or own >= 80:
            assert level == 0
        elif own >= 2 * other and own > 0:
            assert level == 1
        else:
            assert level == (3 if other >= 2 * own and other > 0 else 2)
