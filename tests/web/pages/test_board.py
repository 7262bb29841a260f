"""The board: changes by hand with and without scripts, trade-off, comparing, files, live progress."""

import json
import re
import time

import pytest

HX = {"hx-request": "true"}


def version(ground):
    return re.search(r'data-version="(\d+)"', ground.organiser.get(ground.board).text)[1]


def act(ground, what, headers=None, **fields):
    fields = {"version": version(ground), **fields}
    return ground.organiser.submit(f"{ground.board}/{what}", ground.board, headers=headers, **fields)


def place(ground, person):
    """Return the group that somebody is in."""
    text = ground.organiser.get(ground.board).text
    cards = re.split(r'data-group="(\d+)"', text)[1:]
    return next(int(group) for group, card in zip(cards[::2], cards[1::2], strict=True) if f'id="p{person}"' in card)


def test_board_shows_groups_sizes_and_uncertainty(sorted_event):
    page = sorted_event.organiser.get(sorted_event.board).text
    assert page.count('class="card"') == 4
    assert page.count('<svg class="bar"') == 8
    assert page.count(", wanted 2") == 4
    assert "pinned: brings the key" in page
    assert re.search(r'aria-label="Gryffindor (under |over )?\d+\u00a0%', page)
    assert re.search(r"<dt>Expected in their right house</dt><dd>\d\.\d of 8<small>as decided</small>", page)
    assert "People were sorted by the house they most probably belong to" in page
    assert "exactly rather than as a guide" in page


def test_moving_by_menu_reloads_and_can_be_undone(sorted_event):
    before = place(sorted_event, 1)
    goal = (before + 1) % 4
    page = act(sorted_event, "move", person=1, group=goal)
    assert page.url.path == sorted_event.board
    assert "Moved." in page.text
    assert place(sorted_event, 1) == goal
    act(sorted_event, "undo", action="undo")
    assert place(sorted_event, 1) == before
    act(sorted_event, "undo", action="redo")
    assert place(sorted_event, 1) == goal
    act(sorted_event, "undo", action="undo")


def test_moving_with_scripts_sends_the_board_alone(sorted_event):
    goal = (place(sorted_event, 2) + 1) % 4
    page = act(sorted_event, "move", HX, person=2, group=goal)
    assert page.status_code == 200
    assert page.text.startswith('<section id="board"')
    assert 'data-say="Moved.' in page.text
    act(sorted_event, "undo", action="undo")


def test_stale_move_is_refused_with_the_board_as_it_is(sorted_event):
    old = version(sorted_event)
    act(sorted_event, "lock", person=3, action="lock")
    before = place(sorted_event, 4)
    for headers in (None, HX):
        page = act(sorted_event, "move", headers, version=old, person=4, group=(before + 1) % 4)
        assert page.status_code == 409
        assert "Somebody changed this in the meantime" in page.text
        assert f'data-version="{version(sorted_event)}"' in page.text
    assert place(sorted_event, 4) == before
    act(sorted_event, "lock", person=3, action="unlock")


def test_locked_people_stay(sorted_event):
    page = act(sorted_event, "lock", person=5, action="lock")
    assert re.search(r'id="p5" data-person="5" draggable="false"', page.text)
    refused = act(sorted_event, "move", person=5, group=(place(sorted_event, 5) + 1) % 4)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert 'draggable="true"' in act(sorted_event, "lock", person=5, action="unlock").text


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
        ("publish", {"version": ""}),
        ("resort", {"size_weight": "heavy"}),
    ],
)
def test_what_is_not_on_the_board_is_refused(sorted_event, what, fields):
    assert act(sorted_event, what, **fields).status_code == 422


def test_swap_exchanges_two(sorted_event):
    one, other = 6, next(person for person in (7, 5, 4, 3) if place(sorted_event, person) != place(sorted_event, 6))
    before = place(sorted_event, one), place(sorted_event, other)
    act(sorted_event, "swap", person=one, other=other)
    assert (place(sorted_event, other), place(sorted_event, one)) == before
    act(sorted_event, "undo", action="undo")


def test_finding_people(sorted_event):
    page = sorted_event.organiser.get(sorted_event.board, params={"find": "flo"}).text
    assert page.count('class="person') == 1
    part = act(sorted_event, "lock", HX | {"hx-current-url": "http://x/?find=flo"}, person=5, action="lock")
    assert part.text.count('class="person') == 1
    act(sorted_event, "lock", person=5, action="unlock")


def test_why_and_trade_off_as_pages_and_parts(sorted_event):
    why = f"{sorted_event.board}/why/0"
    assert "<h1>Why Ann is there</h1>" in sorted_event.organiser.get(why).text
    assert "<html" not in sorted_event.organiser.get(why, headers=HX).text
    assert sorted_event.organiser.get(f"{sorted_event.board}/why/99").status_code == 422
    for _ in range(200):
        page = sorted_event.organiser.get(f"{sorted_event.board}/trade-off").text
        if "being worked out" not in page:
            break
        time.sleep(0.05)
    assert page.count('name="size_weight"') == page.count('class="point"') > 1
    assert page.count('name="size_weight" value="inf" checked') == 1
    assert "bits" not in page


@pytest.mark.parametrize("name", ["assignments.csv", "probabilities.csv", "groups.xlsx", "report.html"])
def test_files_are_downloads(sorted_event, name):
    answer = sorted_event.organiser.get(f"{sorted_event.board}/files/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f"attachment; filename*=utf-8''{name}"
    assert len(answer.content) > 100


def test_progress_is_sent_until_the_sort_is_over(sorted_event):
    with sorted_event.organiser.stream("GET", f"{sorted_event.job}/live") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        text = "".join(stream.iter_text())
    kinds = re.findall(r"event: (\w+)", text)
    assert kinds == ["show", "over"]
    assert json.loads(re.findall(r"data: (.*)", text)[-1]) == sorted_event.job


def test_arrivals_are_sent_as_they_come(event):
    with event.organiser.stream("GET", f"{event.path}/live") as stream:
        lines = stream.iter_lines()
        first = next(line for line in lines if line.startswith("data:"))
        event.answer("Newcomer")
        second = next(line for line in lines if line.startswith("data:"))
    assert ">0</span>" in json.loads(first[5:])
    assert "Newcomer" in json.loads(second[5:])


def test_sorting_again_compares_and_deletes(sorted_event):
    page = act(sorted_event, "resort", stay="yes")
    with sorted_event.organiser.stream("GET", f"{page.url.path}/live") as stream:
        stream.read()
    other = sorted_event.organiser.get(page.url.path).url.path
    assert other != sorted_event.board
    answer = sorted_event.organiser.get(f"{sorted_event.board}/compare", params={"other": other.rsplit("/", 1)[1]})
    assert "Two results compared" in answer.text
    assert "In the same group" in answer.text
    assert "Delete this result?" in sorted_event.organiser.get(f"{other}/delete").text
    assert sorted_event.organiser.submit(f"{other}/delete").url.path == sorted_event.path
    assert sorted_event.organiser.get(other).status_code == 404


def test_published_result_is_not_deleted(sorted_event):
    organiser, board = sorted_event.organiser, sorted_event.board
    for headers in (None, HX):
        done = organiser.submit(
            f"{board}/publish", board, version=sorted_event.version, action="publish", headers=headers
        )
        assert "Take back" in done.text
    assert organiser.submit(f"{board}/delete", board).status_code == 422
    organiser.submit(f"{board}/publish", board, version=sorted_event.version, action="unpublish")


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
