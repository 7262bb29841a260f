"""Who has answered, answers from files, and the people on the roster."""

import re


def export(event):
    return event.organiser.get(f"{event.path}/files/answers.csv")


def send_file(event, content, name="answers.csv"):
    return event.organiser.submit(f"{event.path}/import", files={"file": (name, content, "text/csv")})


def rename(table, *names):
    """Return an exported table with its only row once for each name."""
    header, row = table.content.decode("utf-8-sig").splitlines()
    return "\n".join([header, *(row.replace('"Ann"', f'"{name}"') for name in names)]).encode()


def test_answers_are_read_from_a_file_and_downloaded(event):
    event.answer("Ann", q0="0")
    table = export(event)
    assert table.headers["content-disposition"].startswith("attachment")
    page = send_file(event, rename(table, "Bo"))
    assert "The answers were read in." in page.text
    assert page.url.path == f"{event.path}/answers"
    assert "2 people. Only the organisers of this event can see this list." in page.text
    for name, content in (("x.exe", b"\0\1"), ("x.csv", b""), ("x.xlsx", b"PK\3\4 no zip"), ("x.csv", b"a,b\n1,2")):
        wrong = send_file(event, content, name)
        assert wrong.status_code == 422
        assert '<a href="#file">' in wrong.text


def test_what_a_file_replaces_is_shown_before_it_is_done(event):
    event.answer("Ann", q0="0")
    table = export(event)
    send_file(event, rename(table, "Bo", "Cy"))
    shown = send_file(event, rename(table, "Ann", "Bo", "Cy", "Di"))
    assert shown.status_code == 200
    assert "1 new, 2 replaced, 1 left out" in shown.text
    assert "<b>Ann</b> has answered the form" in shown.text
    assert "Di" not in event.organiser.get(f"{event.path}/answers").text
    draft = re.search(r'name="draft" value="([^"]+)"', shown.text)[1]
    page = event.organiser.submit(f"{event.path}/import", draft=draft)
    assert "4 people" in page.text
    # What was shown has been done: the same button would now replace what nobody was shown.
    again = event.organiser.submit(f"{event.path}/import", draft=draft)
    assert again.status_code == 409
    assert "0 new, 3 replaced, 1 left out" in again.text
    assert event.organiser.submit(f"{event.path}/import", draft=draft[:-3]).status_code == 422


def test_people_are_found_and_deleted_one_by_one_or_together(event):
    for name in ("Ann", "Bo", "Cy"):
        event.answer(name)
    people = f"{event.path}/answers"
    found = event.organiser.get(people, params={"search": "A"}).text
    assert re.findall(r'class="name">(\w+)<', found) == ["Ann"]
    assert re.search(r'<time datetime="20\d\d-[^"]+\+00:00">', found)
    address = re.search(r'href="([^"]+)/data.json"', found)[1]
    assert event.organiser.get(f"{address}/data.json").json()["name"] == "Ann"
    assert "Nobody was selected" in event.organiser.submit(f"{people}/delete", people).text
    asked = event.organiser.get(f"{address}/delete").text
    assert "Delete the answers of Ann?" in asked
    assert "Rules that name them stay" in asked
    ids = re.findall(r'name="people" value="(\w+)"', event.organiser.get(people).text)
    both = event.organiser.submit(f"{people}/delete", people, people=ids[1:])
    assert "Delete the answers of 2 people?" in both.text
    assert "Bo, Cy." in both.text
    assert "3 people" in event.organiser.get(people).text
    done = event.organiser.submit(f"{people}/delete", people, people=ids[1:], sure="yes")
    assert "were deleted" in done.text
    assert re.findall(r'class="name">(\w+)<', done.text) == ["Ann"]
    assert event.organiser.submit(f"{people}/delete", people, people=ids, sure="yes").status_code == 404
    assert "1 person." in event.organiser.get(people).text


def test_nobody_elses_people_are_deleted(event, web):
    event.answer("Ann")
    people = f"{event.path}/answers"
    identity = re.search(r'name="people" value="(\w+)"', event.organiser.get(people).text)[1]
    other = web.organiser("Severus")
    page = other.submit("/events/new", title="Other", survey="hogwarts").url.path
    for path in (page, event.path):
        wrong = other.submit(f"{path}/answers/delete", f"{page}/answers", people=identity, sure="yes")
        assert wrong.status_code == 404
    assert "1 person." in event.organiser.get(people).text
