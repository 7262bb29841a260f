"""What is said about somebody's place after changes by hand."""

from dataclasses import replace

import pytest

from bayeshat.report.explain import explain_person
from bayeshat.report.reasons import SpeakingAnswer
from bayeshat.web.core import editing, results
from bayeshat.words.message import catalogue
from web.core.samples import show, stand, store_sort

RULES = {"together": [["Guest 00", "Guest 02"]], "pin": {"Guest 04": "Owls"}}


@pytest.fixture
def sorting(party):
    return store_sort(party, target={"Owls": 6, "Larks": 6}, rules=RULES, loss="placement")


def why(party, sorting, person):
    return [str(words) for words in results.explain(stand(party, sorting), person)]


def test_whoever_was_moved_by_hand_is_there_because_of_that(party, sorting):
    with party.database.session() as session:
        editing.move(session, sorting, 1, [0, 4], 1)
    for person, rule in ((0, "Guest 00 and Guest 02 must be together"), (4, "Guest 04 must be in Owls")):
        told = why(party, sorting, person)
        assert told[1] == f"The organiser moved Guest 0{person} here. The sort had put them into Owls."
        assert f"Rule: {rule}; broken." in told
        assert any("Owls fits better" in words and "but the organiser decided." in words for words in told)
        # These sizes are no longer the wanted ones: they keep nobody from going back.
        assert not any("sizes" in words or "the rules decided" in words for words in told)
    # Nothing is said of hands about those who were left where they were.
    assert not any("organiser" in words for words in why(party, sorting, 6))


def test_whoever_was_moved_back_is_there_by_the_answers(party, sorting):
    before = why(party, sorting, 0)
    with party.database.session() as session:
        editing.move(session, sorting, 1, [0], 1)
    with party.database.session() as session:
        editing.undo(session, sorting, 2)
    assert why(party, sorting, 0) == before


def test_two_who_were_swapped_keep_the_sizes(party, sorting):
    with party.database.session() as session:
        editing.swap(session, sorting, 1, 6, 7)
    told = why(party, sorting, 6)
    assert told[1] == "The organiser moved Guest 06 here. The sort had put them into Owls."
    assert "Moving alone to another group would change the sizes, but two people can swap." in told


def test_numbers_in_reasons_have_the_readers_decimal_sign(party, sorting):
    current = stand(party, sorting).current
    spoke = SpeakingAnswer(1, "How tall?", "1.64 m", 1.0, is_number=True), SpeakingAnswer(2, "Version?", "2.5", 1.0)
    why = replace(explain_person(current, current.names[0]), spoke_for=spoke, spoke_against=())
    told = {language: [catalogue(language).tell(words) for words in why.words()] for language in ("en", "de")}
    assert "For it: the answer “1.64 m” to “How tall?”, 2.7 times as probable there as elsewhere." in told["en"]
    german = "Dafür: die Antwort „{}“ auf „{}“, dort 2,7-mal so wahrscheinlich wie anderswo."
    assert german.format("1,64 m", "How tall?") in told["de"]
    # The name of an option is not a number.
    assert german.format("2.5", "Version?") in told["de"]


def test_english_says_what_the_report_says(party):
    sorting = store_sort(party)
    standing = stand(party, sorting)
    for person, name in enumerate(standing.names):
        report = [str(words) for words in explain_person(standing.current, name).words()]
        assert why(party, sorting, person) == report
    board = show(party, sorting)
    assert board.loss_reason == standing.current.decision.loss_reason
    assert board.cost_of_sizes == standing.current.cost_of_sizes()
