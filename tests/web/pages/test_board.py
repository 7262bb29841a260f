"""The board: changes by hand with and without scripts, live progress."""

import re
from threading import get_ident

import pytest
from sqlalchemy.event import listen

HX = {"hx-request": "true"}


def version(ground):
    return re.search(r'data-version="(\d+)"', ground.organiser.get(ground.board).text)[1]


def act(ground, what, headers=None, **fields):
    fields = {"version": version(ground), **fields}
    return ground.organiser.submit(f"{ground.board}/{what}", headers=headers, **fields)


def place(ground, person):
    """Return the group that somebody is in."""
    text = ground.organiser.get(ground.board).text
    cards = re.split(r'class="card" data-group="(\d+)"', text)[1:]
    return next(int(group) for group, card in zip(cards[::2], cards[1::2], strict=True) if f'id="p{person}"' in card)


def test_board_shows_groups_sizes_and_uncertainty(sorted_event):
    page = sorted_event.organiser.get(sorted_event.board).text
    assert page.count('class="card"') == 4
    assert page.count('<svg class="bar"') == 8
    assert page.count(", wanted 2") == 4
    assert "pinned: brings the key" in page
    assert re.search(r'aria-label="Gryffindor (under |over )?\d+\u00a0%', page)
    assert re.search(r"<dt>Expected in their right group</dt><dd>\d\.\d of 8<small>as sorted</small>", page)
    assert "People were sorted by the group they most probably belong to" in page
    assert "compared with everybody in their likeliest group." in page


def test_moving_by_menu_reloads_and_can_be_undone(sorted_event):
    before = place(sorted_event, 1)
    goal = (before + 1) % 4
    page = act(sorted_event, "move", person=1, group=goal)
    assert page.url.path == sorted_event.board
    assert "Moved." in page.text
    assert place(sorted_event, 1) == goal
    act(sorted_event, "undo")
    assert place(sorted_event, 1) == before
    act(sorted_event, "redo")
    assert place(sorted_event, 1) == goal
    act(sorted_event, "undo")


def test_the_sorted_groups_are_a_way_that_can_be_put_back(sorted_event):
    before = place(sorted_event, 1)
    assert "How settled are these groups?" in sorted_event.organiser.get(sorted_event.board).text
    act(sorted_event, "move", person=1, group=(before + 1) % 4)
    page = act(sorted_event, "arrange", way=1)
    assert "The board shows this way now." in page.text
    assert place(sorted_event, 1) == before
    assert act(sorted_event, "arrange", way=9).status_code == 422
    act(sorted_event, "undo")
    assert place(sorted_event, 1) == (before + 1) % 4
    act(sorted_event, "undo")


def test_moving_with_scripts_sends_what_has_changed_alone(sorted_event):
    before = place(sorted_event, 2)
    page = act(sorted_event, "move", HX, person=2, group=(before + 1) % 4)
    assert page.status_code == 200
    assert page.text.strip().startswith('<div id="bar"')
    assert 'data-say="Moved.' in page.text
    assert re.findall(r'id="(p\d+)"', page.text) == ["p2"]
    assert re.findall(r'<summary id="head-(\d)"[^>]* hx-swap-oob="true"', page.text) == [
        str(group) for group in sorted((before, (before + 1) % 4))
    ]
    assert 'id="state" hx-swap-oob="true"' in page.text
    back = act(sorted_event, "undo", HX)
    assert re.search(rf'id="p2" data-group="{before}"', back.text)


def test_several_are_moved_and_locked_at_once(sorted_event):
    people = [person for person in range(1, 8) if place(sorted_event, person) != 2][:3]
    before = [place(sorted_event, person) for person in people]
    page = act(sorted_event, "move", HX, person=people, group=2)
    assert re.findall(r'id="p(\d+)"', page.text) == [str(person) for person in people]
    assert [place(sorted_event, person) for person in people] == [2, 2, 2]
    page = act(sorted_event, "lock", HX, person=people)
    assert page.text.count('aria-pressed="true"') == 3
    assert "Locked Bo" in re.sub("<[^>]*>", "", act(sorted_event, "lock", person=[1]).text)
    act(sorted_event, "unlock", person=people)
    for _ in range(3):
        act(sorted_event, "undo")
    assert [place(sorted_event, person) for person in people] == before


def test_stale_move_is_refused_with_the_board_as_it_is(sorted_event):
    old = version(sorted_event)
    act(sorted_event, "lock", person=3)
    before = place(sorted_event, 4)
    for headers in (None, HX):
        page = act(sorted_event, "move", headers, version=old, person=4, group=(before + 1) % 4)
        assert page.status_code == 409
        assert "Somebody changed this in the meantime" in page.text
        assert f'data-version="{version(sorted_event)}"' in page.text
        assert page.text.count('class="card"') == 4
    assert page.headers["hx-retarget"] == "#board"
    assert place(sorted_event, 4) == before
    act(sorted_event, "unlock", person=3)


def test_locked_people_stay(sorted_event):
    page = act(sorted_event, "lock", person=5)
    assert re.search(r'id="p5" [^>]*draggable="false"', page.text)
    refused = act(sorted_event, "move", person=5, group=(place(sorted_event, 5) + 1) % 4)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert "Unlock them to move them" in sorted_event.organiser.get(f"{sorted_event.board}/person/5").text
    assert re.search(r'id="p5" [^>]*draggable="true"', act(sorted_event, "unlock", person=5).text)


def test_choices_of_a_person_are_a_page_and_a_part(sorted_event):
    where = f"{sorted_event.board}/person/0"
    page = sorted_event.organiser.get(where).text
    assert "<h1>Ann</h1>" in page
    assert re.search(
        r"Gryffindor, settled: they are there in \d+\u00a0% of the groupings [^<]*; pinned: brings the key\.</p>", page
    )
    assert page.count("<option") == page.count(", breaks a rule)") == 3
    assert sorted_event.organiser.get(where, headers=HX).text.strip().startswith('<div class="panel" id="panel-0">')
    assert sorted_event.organiser.get(f"{sorted_event.board}/person/99").status_code == 422


def test_forecast_tells_change_and_broken_rules(sorted_event):
    goal = (place(sorted_event, 0) + 1) % 4
    answer = sorted_event.organiser.get(f"{sorted_event.board}/preview", params={"person": 0, "group": goal}).json()
    assert answer["broken"]
    assert "Breaks:" in answer["words"]
    assert place(sorted_event, 0) == (goal - 1) % 4


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("move", {"person": "99", "group": "0"}),
        ("move", {"person": "0", "group": "99"}),
        ("move", {"person": "-1", "group": "0"}),
        ("move", {"person": "x", "group": "0"}),
        ("move", {"version": "9" * 30, "person": "0", "group": "0"}),
        ("swap", {"person": "0", "other": "99"}),
        ("lock", {"person": ""}),
        ("lock", {}),
        ("undo", {"version": "x"}),
    ],
)
def test_what_is_not_on_the_board_is_refused(sorted_event, what, fields):
    assert act(sorted_event, what, **fields).status_code == 422


def test_swap_exchanges_two(sorted_event):
    one, other = 6, next(person for person in (7, 5, 4, 3) if place(sorted_event, person) != place(sorted_event, 6))
    before = place(sorted_event, one), place(sorted_event, other)
    assert "Swapped." in act(sorted_event, "swap", person=one, other=other).text
    assert (place(sorted_event, other), place(sorted_event, one)) == before
    act(sorted_event, "undo")


def shown(page):
    """Return the names that are not hidden, in order."""
    return re.findall(r'<li class="person[^>]*"true">.*?class="name">(\w+)<', page.replace("\n", ""))


def test_finding_people(sorted_event):
    page = sorted_event.organiser.get(sorted_event.board, params={"find": "flo"}).text
    assert shown(page) == ["Flo"]
    part = act(sorted_event, "lock", HX | {"hx-current-url": "http://x/?find=bo"}, person=5)
    assert re.search(r'id="p5" [^>]* hidden', part.text)
    act(sorted_event, "unlock", person=5)


def test_order_and_view_are_chosen(sorted_event):
    for view, bars in (("full", 8), ("compact", 0)):
        page = sorted_event.organiser.get(sorted_event.board, params={"view": view, "order": "doubt"}).text
        assert page.count('<svg class="bar"') == bars
        assert f'class="groups {view}"' in page
        for card in page.split('class="card"')[1:]:
            shares = [int(share) for share in re.findall(r'data-share="(\d+)"', card)]
            assert shares == sorted(shares)
    names = [shown(card) for card in sorted_event.organiser.get(sorted_event.board).text.split('class="card"')[1:]]
    assert sum(map(len, names)) == 8
    assert all(group == sorted(group) for group in names)


def test_progress_leads_on_once_the_sort_is_over(sorted_event):
    over = sorted_event.organiser.get(f"{sorted_event.job}/live")
    assert (over.status_code, over.headers["hx-redirect"]) == (204, sorted_event.job)


def test_arrivals_are_shown_as_they_come(event):
    first = event.organiser.get(f"{event.path}/live")
    assert ">0</span>" in first.text
    (again,) = re.findall(r'hx-get="([^"]+)"', first.text)
    assert event.organiser.get(again).status_code == 204
    event.answer("Newcomer")
    second = event.organiser.get(again)
    assert "Newcomer" in second.text
    assert again not in second.text


def test_groups_go_to_moodle_and_canvas(sorted_event):
    page = sorted_event.organiser.get(f"{sorted_event.board}/course-files", params={"course": "A&B"}).text
    assert page.count("8 of 8 could not be matched") == 2
    assert "Ann, Bo, Cy" in page
    address = f"{sorted_event.board}/course-files/moodle_users.csv?course=A%26B"
    assert address in page
    assert sorted_event.organiser.get(address).text.strip("\ufeff").splitlines() == [
        '"username","email","course1","group1"'
    ]
    groups = sorted_event.organiser.get(f"{sorted_event.board}/course-files/moodle_groups.csv").text
    assert '"Gryffindor","Sorted"' in groups
    assert sorted_event.organiser.get(f"{sorted_event.board}/course-files/other.csv").status_code == 404


def test_a_drag_reads_the_event_and_the_result_once(sorted_event):
    shown, goal = version(sorted_event), (place(sorted_event, 1) + 1) % 4
    asked, begun = [], []
    engine = sorted_event.web.site.database.engine
    # Others, such as the worker, ask in threads of their own, and for nothing of this.
    listen(engine, "after_cursor_execute", lambda *told: asked.append((get_ident(), told[2])))
    listen(engine, "begin", lambda _: begun.append(get_ident()))
    page = sorted_event.organiser.submit(f"{sorted_event.board}/move", headers=HX, version=shown, person=1, group=goal)
    statements = [statement for _, statement in asked if statement.startswith("SELECT")]
    (writer,) = {thread for thread, statement in asked if "INSERT INTO audit_entries" in statement}
    assert 'id="p1"' in page.text
    for column in ("events.survey_toml", "organisers.password", "places.extra", "sortings.about, sortings"):
        assert sum(column in statement for statement in statements) == 1, column
    # The handler's thread: its change, and what it shows; the gate may have another one.
    assert begun.count(writer) <= 3
    assert act(sorted_event, "undo").status_code == 200
