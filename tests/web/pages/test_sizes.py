"""How many groups, and how large: said as an organiser thinks, read back, and told what comes of it."""

import re

import pytest

from web.pages.conftest import make_event

FLAT = 'title = "Flat"\nprior = "flat"\nhouses = ["Owls", "Larks"]\n' + "".join(
    f'[[questions]]\nid = "q{q}"\ntext = "Number {q}?"\noptions = ["a", "b", "c"]\n' for q in range(1, 4)
)


@pytest.fixture
def flat(web, organiser):
    """An event whose survey says nothing of its groups, and twenty-three people."""
    event = make_event(web, organiser, "Flat", FLAT)
    for n in range(23):
        event.answer(f"Guest {n}", q0=str(n % 3))
    return event


def groups_page(event) -> str:
    return event.organiser.get(f"{event.path}/groups").text


def names_in(page: str) -> list[str]:
    return re.findall(r'id="name-\d+" name="name-\d+" value="([^"]+)"', page)


def test_a_number_of_groups_and_their_size_are_said_as_organisers_think(flat):
    assert "23 people: 1 group of 12 and 1 of 11." in groups_page(flat)
    page = flat.send("sizes", sizes="balanced", groups="6").text
    assert "23 people: 5 groups of 4 and 1 of 3." in page
    assert names_in(page) == ["Owls", "Larks", "Group 3", "Group 4", "Group 5", "Group 6"]
    page = flat.send("sizes", sizes="each", each="4").text
    assert "23 people: 5 groups of 4 and 1 of 3." in page
    assert 'value="each" checked' in page
    page = flat.send("sizes", sizes="free", any="3").text
    assert "3 groups of any size" in page
    assert names_in(page) == ["Owls", "Larks", "Group 3"]
    page = flat.send("sizes", sizes="range", range="4 to 6").text
    assert "23 people: 3 groups of 6 and 1 of 5." in page


def test_groups_of_a_size_grow_in_number_with_the_people(flat):
    flat.send("sizes", sizes="each", each="4")
    _, board = flat.finish(flat.organiser.submit(f"{flat.path}/sort"))
    page = flat.organiser.get(board).text
    assert len(re.findall(r'<section class="card"', page)) == 6
    assert "groups of about 4" in page
    for n in range(23, 27):
        flat.answer(f"Guest {n}", q0=str(n % 3))
    assert "27 people: 6 groups of 4 and 1 of 3." in groups_page(flat)
    # Those who come late are placed into the groups that there are.
    _, placed = flat.finish(flat.organiser.submit(f"{board}/place"))
    assert len(re.findall(r'<section class="card"', flat.organiser.get(placed).text)) == 6
    _, again = flat.finish(flat.organiser.submit(f"{flat.path}/sort"))
    assert len(re.findall(r'<section class="card"', flat.organiser.get(again).text)) == 7


def test_groups_are_named_with_a_size_for_each(flat):
    rows = {
        "name__0": "Pottery",
        "size__0": "8",
        "name__1": "",
        "name__2": "Chess",
        "size__2": "..10",
        "name__3": "Film",
    }
    page = flat.send("sizes", sizes="houses", **rows).text
    assert names_in(page) == ["Pottery", "Chess", "Film"]
    assert "23 people: Pottery 8, Chess 8 and Film 7." in page
    flat.rule("pin", ["Guest 1"], groups="Chess")
    page = flat.send("sizes", sizes="houses", name__0="Pottery", name__1="Chess club", name__2="Film").text
    assert "23 people: 2 groups of 8 and 1 of 7." in page
    assert "Guest 1 must be in Chess club" in flat.organiser.get(f"{flat.path}/rules").text
    for wrong in ({"name__0": "Same", "name__1": " same "}, {f"name__{k}": "" for k in range(6)}):
        page = flat.send("sizes", sizes="houses", **wrong)
        assert page.status_code == 422
        assert "Give each group a name of its own." in page.text


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"sizes": "balanced", "groups": "0"}, "The number of groups must be a number from 1 to 200."),
        ({"sizes": "free", "any": "many"}, "whole number"),
        ({"sizes": "each", "each": ""}, "whole number"),
        ({"sizes": "each", "each": "0"}, "Ask for groups of 1 or more."),
    ],
)
def test_numbers_that_cannot_be_are_refused(flat, fields, told):
    page = flat.send("sizes", **fields)
    assert page.status_code == 422
    assert told in page.text


def test_a_survey_that_describes_its_groups_keeps_their_number(event):
    page = groups_page(event)
    assert (
        "The survey describes its 4 groups (Gryffindor, Slytherin, Ravenclaw, Hufflepuff), so their number is fixed."
        in page
    )
    assert 'name="groups"' not in page
    assert event.send("sizes", sizes="each", each="4").status_code == 422
    event.send("sizes", sizes="balanced", groups="6")
    assert "4 groups" in groups_page(event)


def test_what_comes_of_sizes_is_told_while_they_are_typed(flat):
    typed = {"sizes": "each", "groups": "2", "each": "5", "range": "", "any": "2"}
    page = flat.organiser.get(f"{flat.path}/groups", params=typed, headers={"HX-Request": "true"}).text
    assert "23 people: 3 groups of 5 and 2 of 4." in page
    typed = {"sizes": "houses", "name-0": "Owls", "size-0": "5", "name-1": "Larks", "size-1": "5"}
    page = flat.organiser.get(f"{flat.path}/groups", params=typed, headers={"HX-Request": "true"}).text
    assert "The sizes add up to 10 people, and 23 have answered: 13 places too few." in page
    assert "23 people: 1 group of 12 and 1 of 11." in groups_page(flat)
