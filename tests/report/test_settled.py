"""How settled the groups are: in tables, in the report, in explanations and in the terminal."""

import io
import re
from dataclasses import replace

import numpy as np
from rich.console import Console

import bayeshat as bh
from bayeshat.cli.show import show_result
from bayeshat.engine.uncertainty.changes import list_exchanges
from bayeshat.report.explain import Explanation, explain_person
from bayeshat.report.page.html import render_report
from bayeshat.report.settled_tables import alternatives_table, core_table
from bayeshat.words.message import catalogue
from report.results import houses, quick_result, ruled
from report.test_html import markup, section


def with_another_way(result):
    """Return the result with one alternative in which two people have changed places, and who they are."""
    labels = result.decision.labels
    one, other = np.flatnonzero(labels == 0)[0], np.flatnonzero(labels == 1)[0]
    swapped = labels.copy()
    swapped[[one, other]] = swapped[[other, one]]
    settled = result.how_settled()
    first = replace(settled.alternatives[0], weight=0.7)
    changes = f"{result.names[one]} changes places with {result.names[other]}."
    second = replace(first, labels=swapped, weight=0.3, n_moved=2, changes=changes)
    forged = replace(result)
    forged._settled.append(replace(settled, alternatives=(first, second)))
    return forged, result.names[one], result.names[other]


def test_exchanges_tell_everybody_who_moves_once():
    labels = np.array([0, 0, 0, 1, 1, 2, 2])
    other = np.array([1, 1, 0, 0, 2, 0, 2])
    exchanges = list_exchanges(labels, other)
    # Two people cannot change places with one: each way is told, one after the other.
    assert exchanges[:2] == [((0, 1), (), 0, 1), ((3,), (), 1, 0)]
    assert [exchange.n_moved for exchange in exchanges] == [2, 1, 1, 1]
    assert sorted(n for exchange in exchanges for n in (*exchange.there, *exchange.back)) == [0, 1, 3, 4, 5]
    for exchange in exchanges:
        assert {(labels[n], other[n]) for n in exchange.there} == {(exchange.group, exchange.other)}


def test_it_is_measured_once_with_the_seed_of_the_sort():
    result = houses()
    assert result.how_settled() is result.how_settled()
    assert result.how_settled().words() == result.uncertainty(rng=1).words()
    assert not replace(result)._settled


def test_somebody_whom_a_rule_leaves_no_choice_is_settled():
    result = ruled()
    allowed = result.decision.kept.ruling.constraints.allowed.sum(axis=1)
    assert (allowed == 1).any()
    assert (result.sure_levels()[allowed == 1] == 0).all()
    # That they would stay says nothing.
    settled = result.how_settled()
    told = f"about {settled.staying[allowed > 1].mean():.0%} of those without a fixed place would end up"
    assert told.replace("%", " %") in section(render_report(result), "settled").replace("\xa0", " ")


def test_one_group_is_not_worth_a_word():
    survey = bh.Survey.load("hogwarts")
    result = quick_result(survey, bh.simulate(survey, 5, rng=1).answers, [5])
    assert result.how_settled() is None
    assert "settled" not in result.assignments()
    assert 'id="settled"' not in render_report(result)


def test_the_report_links_to_those_who_could_go_either_way():
    result = houses()
    page = render_report(result)
    part = markup(page, "settled")
    undecided = [result.names[n] for n in np.flatnonzero(result.how_settled().sure_core.open)]
    assert undecided
    listed = re.search(r'<ul class="moved">.*?</ul>', part, re.DOTALL)[0]
    assert sorted(re.findall(r"<bdi>([^<]+)</bdi></a>", listed)) == sorted(undecided)
    assert {f'id="{target}"' in page for target in re.findall(r'href="#(p\d+)"', part)} == {True}


def test_the_report_tells_what_another_way_changes():
    result, one, other = with_another_way(houses())
    told = section(render_report(result), "settled")
    assert f"{one} changes places with {other}." in told
    assert "No other way stands out" not in told
    settled = result.how_settled()
    alone = replace(result)
    alone._settled.append(replace(settled, alternatives=settled.alternatives[:1]))
    assert "No other way stands out" in section(render_report(alone), "settled")


def test_the_terminal_tells_it_in_two_sentences():
    result, one, other = with_another_way(houses())
    console = Console(file=io.StringIO(), width=1000)
    show_result(console, result)
    assert str(result.how_settled().settled_in_words()) in console.file.getvalue()
    assert f"with a chance of 30\xa0%: {one} changes places with {other}." in console.file.getvalue()


def test_sentences_call_groups_what_the_survey_calls_them():
    settled = houses().how_settled()
    assert settled.noun == "house"
    assert "group" not in str(settled.settled_in_words()) + str(settled.staying_in_words())
    assert "Gruppe" not in catalogue("de").tell(settled.settled_in_words())
    assert "in the same house." in str(settled.staying_in_words())
    assert "in the same group." in str(replace(settled, noun="group").staying_in_words())


def test_explanations_say_what_the_chance_is_of():
    result = houses()
    n = int(np.flatnonzero(result.how_settled().sure_core.open)[0])
    why = explain_person(result, result.names[n])
    assert str(why.words()[1]).endswith("they are in this house; no house stands out clearly.")
    assert Explanation.from_dict(why.to_dict()) == why
    fixed = replace(why, settled="settled", share=0.1)
    assert str(fixed.words()[1]).endswith("they are in this house, but their place is fixed.")


def test_of_many_people_only_those_who_move_are_in_the_table():
    draws = np.random.default_rng(1).integers(0, 2, (20, 80))
    settled = bh.decide(draws, [40, 40], size_weight=float("inf"), starts=2).uncertainty()
    moved = np.zeros(80, bool)
    for way in settled.alternatives:
        moved |= way.labels != settled.alternatives[0].labels
    table = alternatives_table(settled, ["a", "b"])
    assert sorted(table["number"]) == np.flatnonzero(moved).tolist()
    assert [column for column in table if column.startswith("way")] == [
        f"way {way}" for way in range(1, len(settled.alternatives) + 1)
    ]


def test_fewer_people_reach_higher_probabilities():
    settled = houses().how_settled()
    table = core_table(settled)
    assert (np.diff(table["each"]) <= 0).all()
    assert (np.diff(table["all at once"]) <= 0).all()
    assert table["each"][0] == 1.0
    assert table["each"][table["probability"].index(0.5)] == np.mean(settled.sure_core.belonging >= 0.5)
