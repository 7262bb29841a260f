"""More people than places in workshops: who waits, who moves up, and what everybody reads."""

import re

import pytest

from bayeshat.words.message import catalogue, language_names
from web.pages.test_purposes import groups_of, main_of, make, publish

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
WISHES = ["Pottery", "Pottery", "Chess", "Chess", "Pottery", "Chess"]
PLACES = {"name__0": "Pottery", "size__0": "2", "name__1": "Chess", "size__1": "2", "name__2": "", "size__2": ""}


@pytest.fixture
def club(web, organiser):
    """Six people for four places."""
    event = make(organiser, web, "choices")
    event.send("sizes", sizes="houses", **PLACES)
    event.send("purpose", purpose="choices", choices="", waiting="first come")
    event.receipts = {name: event.answer(name, q0="0", wish0=wish) for name, wish in zip(NAMES, WISHES, strict=True)}
    return event


def sort(event):
    page = event.organiser.submit(f"{event.path}/sort")
    assert page.status_code == 200, main_of(page.text)
    return event.finish(page)[1]


def waiting(event, board):
    rows = groups_of(event, board)
    return [row["name"] for row in rows if row["group"] == "Waiting list"]


def delete(event, name):
    assert event.web.browser().submit(f"{event.receipts[name]}/delete").status_code == 200


def receipt(event, name):
    return main_of(event.web.browser().get(event.receipts[name]).text)


def test_those_who_answered_last_wait_and_move_up(club):
    page = club.organiser.get(f"{club.path}/groups").text
    assert '<option value="first come" selected>' in page
    assert "places too few" not in page
    page = main_of(club.organiser.get(f"{club.path}/sort").text)
    assert "There are 2 places too few, so 2 people wait: the last to answer." in page
    board = sort(club)
    before = {row["name"]: row["group"] for row in groups_of(club, board)}
    assert before == {
        "Ann": "Pottery",
        "Bo": "Pottery",
        "Cy": "Chess",
        "Di": "Chess",
        "Ed": "Waiting list",
        "Flo": "Waiting list",
    }
    page = main_of(club.organiser.get(board).text)
    shown = page.split('id="waiting-title"')[1].split("</section>")[0]
    assert re.findall(r"<li>(\w+) <span[^>]*>(for \w+)", shown) == [("Ed", "for Pottery"), ("Flo", "for Chess")]
    assert "2 people waiting" in page
    # Nobody who waits is news, or a latecomer.
    assert "have answered since" not in page
    assert "Place the" not in page
    for name in ("groups.xlsx", "report.html", "handout.html"):
        assert club.organiser.get(f"{board}/files/{name}").status_code == 200
    assert "Ed" in club.organiser.get(f"{board}/files/handout.html").text
    publish(club, board)
    assert "you are number 1 on the waiting list" in receipt(club, "Ed")
    assert "you are number 2 on the waiting list" in receipt(club, "Flo")
    assert "waiting list" not in receipt(club, "Ann")
    assert club.web.browser().get(f"{club.receipts['Flo']}/data.json").json()["waiting_list"] == 2

    # Bo leaves, and somebody new comes: the next who can take the place moves up, and nobody else moves.
    delete(club, "Bo")
    club.answer("Gus", q0="0", wish0="Pottery")
    page = main_of(club.organiser.get(board).text)
    assert "1 person has left, and others wait for a place." in page
    _, after_board = club.finish(club.organiser.submit(f"{board}/place"))
    after = {row["name"]: row["group"] for row in groups_of(club, after_board)}
    before.pop("Bo")
    assert after == before | {"Ed": "Pottery", "Gus": "Waiting list"}
    assert waiting(club, after_board) == ["Flo", "Gus"]
    page = main_of(club.organiser.get(after_board).text)
    assert "has left" not in page
    # Until that is published, nobody sees it.
    assert "you are number 1 on the waiting list" in receipt(club, "Ed")
    publish(club, after_board)
    assert '<p class="verdict g0">Pottery</p>' in receipt(club, "Ed")
    assert "you are number 1 on the waiting list" in receipt(club, "Flo")
    # Somebody who waits may leave, too: those behind come nearer.
    delete(club, "Flo")
    assert waiting(club, after_board) == ["Gus"]
    assert "have left" not in main_of(club.organiser.get(after_board).text)


def test_chance_may_decide_who_waits(club):
    club.send("purpose", purpose="choices", choices="", waiting="lottery")
    board = sort(club)
    rows = groups_of(club, board)
    assert sorted(row["group"] for row in rows) == ["Chess", "Chess", "Pottery", "Pottery", *["Waiting list"] * 2]
    # Asked for once more, the same lot falls.
    assert groups_of(club, sort(club)) == rows


def test_rules_hold_among_those_who_have_places(club):
    club.rule("together", ["Ann", "Ed"])
    board = sort(club)
    found = {row["name"]: row["group"] for row in groups_of(club, board)}
    assert found["Ann"] == found["Ed"] != "Waiting list"
    assert len(waiting(club, board)) == 2


def test_locked_people_keep_their_places_when_people_are_sorted_again(club):
    board = sort(club)
    club.organiser.submit(f"{board}/lock", version="1", person="3")
    # Ann and Ed come together and before Di, who is locked.
    club.rule("together", ["Ann", "Ed"])
    assert waiting(club, sort(club)) == ["Di", "Flo"]
    _, again = club.finish(club.organiser.submit(f"{board}/resort"))
    assert waiting(club, again) == ["Cy", "Flo"]
    found = {row["name"]: row["group"] for row in groups_of(club, again)}
    assert found["Di"] == "Chess"


def test_moving_up_works_where_a_group_got_too_small(club):
    club.send("sizes", sizes="houses", **(PLACES | {"size__0": "2..2", "size__1": "2..2"}))
    board = sort(club)
    for name in ("Bo", "Ed", "Ann"):
        delete(club, name)
    _, after = club.finish(club.organiser.submit(f"{board}/place"))
    found = {row["name"]: row["group"] for row in groups_of(club, after)}
    assert found == {"Cy": "Chess", "Di": "Chess", "Flo": "Pottery"}


def test_sizes_must_say_how_many_places_there_are(club):
    club.send("sizes", sizes="balanced", groups="2")
    refused = club.organiser.submit(f"{club.path}/sort")
    assert refused.status_code == 422
    assert "With a waiting list, every group needs a largest size" in refused.text
    wrong = club.send("purpose", purpose="choices", choices="", waiting="by age")
    assert wrong.status_code == 422
    assert "Choose from the list who waits." in wrong.text
    # Without a waiting list, there must be a place for everybody, as always.
    club.send("sizes", sizes="houses", **PLACES)
    club.send("purpose", purpose="choices", choices="", waiting="")
    assert "2 places too few" in club.organiser.get(f"{club.path}/sort").text


@pytest.mark.parametrize("language", language_names())
def test_the_waiting_list_speaks_the_respondents_language(club, language):
    club.send("settings", title="Club", language=language, asks_names="yes", asks_wishes="yes")
    publish(club, sort(club))
    assert catalogue(language)("form-receipt-waits", number=2) in receipt(club, "Flo")
