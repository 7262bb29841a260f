"""Groups that are made from the answers alone: the pages call none of them right, and keep what other questions say."""

import re

import pytest

from bayeshat.web.core import events, responses
from bayeshat.web.core.downloads import make_file
from bayeshat.web.core.trade_off import read_noun
from bayeshat.words.message import catalogue
from report.test_html import words as html_words
from web.core.samples import key_of, show, stand, store_sort
from web.core.test_group_numbers import FLAT


@pytest.fixture
def sorting(hat):
    """A result of two kinds of people, some of whose answers are the other kind's."""
    with hat.database.session() as session:
        hat.event = events.create_event(session, hat.organiser, "Flat", FLAT, settings=hat.settings)
        for n in range(16):
            given = {f"q{q}": [(n + (q == n % 7)) % 2] for q in range(1, 7)}
            responses.submit(session, hat.keys, hat.event, f"Guest {n}", given, key_of(n), settings=hat.settings)
    return store_sort(hat, rules={"apart": [["Guest 0", "Guest 2"]]})


def test_pages_say_what_other_questions_would_do_and_nothing_of_right_groups(hat, sorting):
    board, standing = show(hat, sorting), stand(hat, sorting)
    halves = standing.current.halves
    assert halves == standing.decided.halves
    assert halves is not None
    assert board.other_questions == halves.sentence()
    assert not halves.is_little
    assert catalogue("en").tell(board.fit_title) == "Expected in the group that suits them"
    assert catalogue("de").tell(board.fit_title) == "Erwartet in der Gruppe, die zu ihnen passt"
    report = html_words(make_file(standing, "report.html", "Flat").decode())
    assert str(halves.sentence()) in report
    told = " ".join([report, str(board.summary), str(standing.current.decision.status.message)])
    assert "the group that suits them" in told
    assert not re.search(r"right (house|group)", told)
    noun = standing.current.noun
    with hat.database.reading() as session:
        assert read_noun(session, sorting) == noun == "own"


def test_the_trade_off_calls_groups_what_the_result_calls_them(party):
    """The pages speak of groups, also where a survey's file calls them houses."""
    sorting = store_sort(party)
    noun = stand(party, sorting).current.noun
    with party.database.reading() as session:
        assert read_noun(session, sorting) == noun == "group"
