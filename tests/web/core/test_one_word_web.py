"""Each person has one word for how sure their place is: on the board, in explanations, in files, in both languages."""

import csv
import io
import re

import pytest

from bayeshat.engine.uncertainty.uncertainty import count_settled
from bayeshat.report.settled_tables import SETTLED_WORDS
from bayeshat.web.core import editing, events, results
from bayeshat.web.core.board import list_choices
from bayeshat.web.core.downloads import make_file
from bayeshat.web.pages import percent
from bayeshat.words.message import catalogue
from bayeshat.words.phrases import tell_share
from report.test_html import words as html_words
from report.test_one_word import report_rows
from web.core.samples import key_of, show, stand, store_sort

WORDS = {"en": SETTLED_WORDS, "de": ("steht fest", "gehört eher hierher", "offen", "passt anderswo besser")}


@pytest.fixture(params=["houses", "groups"])
def sorting(party, request):
    for n in range(60, 64):
        party.answer(f"Between {n}", [n % 2], [2] if n % 2 == 0 else [0, 1], key_of(n))
    if request.param == "groups":
        return store_sort(party, target=[6, 6, 4])
    return store_sort(party, target={"Owls": 9, "Larks": 7}, rules={"pin": {"Guest 05": "Owls"}})


def test_every_page_and_file_has_the_same_word_for_a_person(party, sorting):
    check_words(party, sorting)
    labels = stand(party, sorting).labels
    with party.database.session() as session:
        editing.move(session, sorting, 1, [3, 5], 1 - min(labels[3], 1))
    check_words(party, sorting)


def test_pages_and_files_speak_of_groups_whatever_the_survey_calls_them(party, sorting):
    with party.database.session() as session:
        assert "[[houses]]" in events.get_event(session, party.organiser, party.event.id).survey_toml
        editing.move(session, sorting, 1, [3], 0)
    standing, board = stand(party, sorting), show(party, sorting)
    for language, house in (("en", r"\bhouses?\b"), ("de", r"\b(Haus|Häuser|Häusern)\b")):
        say = catalogue(language)
        told = [board.fit_title, board.summary, board.change_words, board.loss_reason, board.cost_of_sizes]
        told += [*board.settled.words, *board.warnings]
        told += [words for person in range(len(board.members)) for words in results.explain(standing, person)]
        told += [html_words(make_file(standing, "report.html", "Party", language).decode().split("</style>")[1])]
        for words in told:
            assert not re.search(house, say.tell(words)), words


@pytest.mark.parametrize("language", ["en", "de"])
def test_templates_write_every_share_as_sentences_do(language):
    say = catalogue(language)
    for share in (*(n / 1000 for n in range(1001)), 1e-9, 1 - 1e-9):
        for error in (0.0, 0.3):
            assert percent({"say": say}, share, error) == say.tell(tell_share(share, error))


def check_words(party, sorting):
    standing, board = stand(party, sorting), show(party, sorting)
    levels = [member.level for member in board.members]
    assert len(set(levels)) > 1
    assert levels == standing.current.sure_levels().tolist()
    words = [SETTLED_WORDS[level] for level in levels]
    any_fixed = bool(standing.decided.how_settled().fixed.any())
    right = sum(member.share for member in board.members)
    assert board.expected_right == pytest.approx(right)
    assert str(standing.current.fit_in_words()) in html_words(make_file(standing, "report.html", "Party").decode())
    for language, told in (("en", f"{right:.1f} of {len(words)}"), ("de", f"{right:.1f} von {len(words)}")):
        text = told.replace(".", ",") if language == "de" else told
        assert catalogue(language).tell(board.fit) == text
        assert text in catalogue(language).tell(board.summary)
    table = make_file(standing, "assignments.csv", "Party").decode("utf-8-sig")
    assert [row["settled"] for row in csv.DictReader(io.StringIO(table))] == words
    rows = report_rows(make_file(standing, "report.html", "Party").decode())
    assert [rows[n][0] for n in range(len(words))] == words
    for language, known in WORDS.items():
        say = catalogue(language)
        for member in board.members:
            share = say.tell(tell_share(member.share, member.error))
            assert say.tell(list_choices(standing, member.person).sureness) == known[member.level]
            told = [say.tell(sentence) for sentence in results.explain(standing, member.person)]
            assert told[0].endswith(f": {known[member.level]}.")
            assert (
                sum(
                    sentence.startswith((f"In {share} ", f"Their chance of belonging in this group is {share}"))
                    for sentence in told
                )
                == 1
            )
        told = " ".join(say.tell(sentence) for sentence in board.settled.words)
        assert told.startswith(say.tell(count_settled(levels.count(0), len(levels), 0.8, any_fixed)))
        doubtful = [member.name for member in board.members if member.level in (2, 3)]
        assert all(name in told for name in doubtful)
        assert not any(member.name in told for member in board.members if member.name not in doubtful)
