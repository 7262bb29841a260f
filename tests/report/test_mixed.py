"""The report on people who were mixed: every round with its groups, and who meets again."""

import re
from dataclasses import replace

import pytest

import bayeshat as bh
from bayeshat.report.lists import GroupedPeople
from bayeshat.report.mixed_report import render_mixed
from bayeshat.words.voice import speaking


@pytest.fixture(scope="module")
def meetings():
    """Three rounds of six people in two groups, in which some must meet again."""
    table = {"name": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], "year": ["1", "1", "1", "2", "2", "2"]}
    decision = bh.mix_people(table, groups=2, mix="year")
    planned = bh.plan_rounds(decision, 3)
    assert planned.again > 0
    return GroupedPeople("Club", tuple(table["name"]), decision, {}, {}, rounds=planned)


def read_rounds(page):
    """Return the heading of each part with groups, and the members of its groups."""
    parts = re.findall(r'(?s)<section id="(?:groups|round-\d+)".*?<h2[^>]*>(.*?)</h2>(.*?)</section>', page)
    return {
        title: [re.findall(r"<li><bdi>(\w+)</bdi>", card) for card in re.findall(r"(?s)<article.*?</article>", groups)]
        for title, groups in parts
    }


def test_every_round_is_shown_with_its_groups(meetings):
    page = render_mixed(meetings)
    expected = [
        [[name for name, g in zip(meetings.names, labels, strict=True) if g == group] for group in range(2)]
        for labels in meetings.rounds.labels.tolist()
    ]
    assert read_rounds(page) == {f"Round {number}": groups for number, groups in enumerate(expected, 1)}
    assert str(meetings.rounds.words()) in page
    assert re.findall(r'<a href="#(round-\d)">', page) == ["round-1", "round-2", "round-3"]
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_how_rules_came_out_is_told_of_each_round(meetings):
    page = render_mixed(meetings)
    for labels in meetings.rounds.labels:
        for sentence in meetings.decision.kept.ruling.tell_outcomes(labels):
            assert page.count(str(sentence).replace('"', "&#34;")) >= 1
    assert "This is how round 1 kept to the rules." in page
    private = render_mixed(meetings, with_answers=False)
    assert "year" not in private
    assert read_rounds(private) == read_rounds(page)
    assert "more than once" in private


def test_rounds_are_told_in_german(meetings):
    with speaking(language="de"):
        page = render_mixed(meetings)
        assert str(meetings.rounds.words()) in page
    assert list(read_rounds(page)) == ["Runde 1", "Runde 2", "Runde 3"]
    assert "mehr als einmal" in page


def test_groups_of_a_single_round_need_no_number(meetings):
    page = render_mixed(replace(meetings, rounds=None))
    assert list(read_rounds(page)) == ["The groups and their members"]
    assert "Round" not in page
    assert "round 1" not in page


def test_the_list_from_a_to_z_names_the_group_of_every_round():
    names = tuple(f"Person {n}" for n in range(30))
    decision = bh.mix_people({"name": list(names)}, groups=5)
    planned = bh.plan_rounds(decision, 3)
    page = render_mixed(GroupedPeople("Club", names, decision, {}, {}, rounds=planned))
    row = re.search(r"<li><bdi>Person 7</bdi> <span class=\"in\">(.*)</span></li>", page)[1]
    told = re.findall(r"<bdi>(Group \d)</bdi>", row)
    assert told == [f"Group {g + 1}" for g in planned.labels[:, 7]]
