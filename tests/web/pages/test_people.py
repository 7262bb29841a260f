"""Who has answered, answers from files, and the people on the roster."""

import csv
import io
import random
import re
from base64 import b64encode
from datetime import timedelta

from sqlalchemy import update

from bayeshat.web.db.schema import Event, now
from web.smtp_server import MailServer


def export(event):
    return event.organiser.get(f"{event.path}/files/answers.csv")


def send_file(event, content, name="answers.csv"):
    return event.organiser.submit(f"{event.path}/import", files={"file": (name, content, "text/csv")})


def kept_file(page):
    """Return the id of the file that a page asks about."""
    return re.search(r'name="upload" value="([^"]+)"', page.text)[1]


def rename(table, *names):
    """Return an exported table with its only row once for each name."""
    header, row = table.content.decode("utf-8-sig").splitlines()
    return "\n".join([header, *(row.replace('"Ann"', f'"{name}"') for name in names)]).encode()


def test_answers_are_read_from_a_file_and_downloaded(event):
    event.answer("Ann", q0="0")
    table = export(event)
    assert table.headers["content-disposition"].startswith("attachment")
    page = send_file(event, rename(table, "Bo"))
    assert "The answers were imported." in page.text
    assert page.url.path == f"{event.path}/answers"
    assert "2 people. Only the organisers of this event can see this list." in page.text
    for name, content in (("x.exe", b"\0\1"), ("x.csv", b""), ("x.xlsx", b"PK\3\4 no zip"), ("x.csv", b"a,b\n1,2")):
        wrong = send_file(event, content, name)
        assert wrong.status_code == 422
        assert '<a href="#file">' in wrong.text
    assert "class 7b.csv" in send_file(event, b"zero\0", "class 7b.csv").text


def test_what_a_file_replaces_is_shown_before_it_is_done(event):
    event.answer("Ann", q0="0")
    table = export(event)
    send_file(event, rename(table, "Bo", "Cy"))
    shown = send_file(event, rename(table, "Ann", "Bo", "Cy", "Di"))
    assert shown.status_code == 200
    assert "1 new, 2 replaced, 1 left out" in shown.text
    assert "<b>Ann</b> has answered the form" in shown.text
    assert ">Di<" not in event.organiser.get(f"{event.path}/answers").text
    # Meanwhile somebody else reads one of them in: the same button would now replace what nobody was shown.
    send_file(event, rename(table, "Di"))
    changed = event.organiser.submit(f"{event.path}/import", upload=kept_file(shown))
    assert changed.status_code == 409
    assert "0 new, 3 replaced, 1 left out" in changed.text
    page = event.organiser.submit(f"{event.path}/import", upload=kept_file(changed))
    assert "4 people" in page.text
    # What was shown has been done.
    again = event.organiser.submit(f"{event.path}/import", upload=kept_file(shown))
    assert again.status_code == 422
    assert "The file is no longer here. Choose it again." in again.text


def test_what_was_shown_of_one_answer_is_not_done_for_another(event):
    event.answer("Ann", q0="0")
    table = export(event)
    send_file(event, rename(table, "Bo"))
    asked = send_file(event, rename(table, "Bo", "Bo"))
    path, upload = f"{event.path}/import", kept_file(asked)
    assert "0 new, 1 replaced, 0 left out" in event.organiser.submit(path, upload=upload, again="latest").text
    assert "0 new, 0 replaced, 2 left out" in event.organiser.submit(path, upload=upload, again="separate").text


def test_whoever_comes_twice_in_a_file_answered_again_or_is_somebody_else(event, monkeypatch):
    event.answer("Ann", q0="0")
    table = rename(export(event), "Bo", "Cy", "Bo")
    asked = send_file(event, table)
    assert asked.status_code == 200
    assert "In the file more than once: Bo (rows 2, 4)" in asked.text
    assert "1 person." in event.organiser.get(f"{event.path}/answers").text
    upload = kept_file(asked)
    wrong = event.organiser.submit(f"{event.path}/import", upload=upload)
    assert wrong.status_code == 422
    assert '<a href="#again">Say whether the same person answered again' in wrong.text
    assert "3 people." in event.organiser.submit(f"{event.path}/import", upload=upload, again="latest").text
    # Two people of the name, of whom one may be there: that is shown before anything is done.
    upload = kept_file(send_file(event, table))
    assert "left out" in event.organiser.submit(f"{event.path}/import", upload=upload, again="separate").text
    # What was asked about stays when there is something else to refuse.
    with monkeypatch.context() as fewer:
        fewer.setitem(event.web.site.settings.__dict__, "max_people", 2)
        full = event.organiser.submit(f"{event.path}/import", upload=upload, again="separate")
    assert full.status_code == 422
    assert 'name="upload" value="' in full.text
    assert "In the file more than once: Bo (rows 2, 4)" in full.text
    assert 'name="again" value="separate" required checked' in full.text
    # What cannot be read is told before anybody is asked.
    answer = re.search(rb'"Cy","?([^",]+)', table)[1]
    unknown = send_file(event, table.replace(answer, b"coffee"))
    assert unknown.status_code == 422
    assert "coffee" in unknown.text
    assert 'id="again"' not in unknown.text


def test_people_are_found_and_deleted_one_by_one_or_together(event):
    for name in ("Ann", "Bo", "Cy"):
        event.answer(name)
    people = f"{event.path}/answers"
    found = event.organiser.get(people, params={"search": "A"}).text
    assert re.findall(r'class="name">(\w+)<', found) == ["Ann"]
    assert re.search(r'<time datetime="20\d\d-[^"]+Z">', found)
    address = re.search(r'href="([^"]+)/data.json"', found)[1]
    assert event.organiser.get(f"{address}/data.json").json()["name"] == "Ann"
    assert "Nobody was selected" in event.organiser.submit(f"{people}/delete").text
    asked = event.organiser.get(f"{address}/delete").text
    assert "Delete the answers of Ann?" in asked
    assert "Rules that name them stay" in asked
    ids = re.findall(r'name="people" value="(\w+)"', event.organiser.get(people).text)
    both = event.organiser.submit(f"{people}/delete", people=ids[1:])
    assert "Delete the answers of 2 people?" in both.text
    assert "Bo, Cy." in both.text
    assert "3 people" in event.organiser.get(people).text
    done = event.organiser.submit(f"{people}/delete", people=ids[1:], sure="yes")
    assert "were deleted" in done.text
    assert re.findall(r'class="name">(\w+)<', done.text) == ["Ann"]
    assert event.organiser.submit(f"{people}/delete", people=ids, sure="yes").status_code == 404
    assert "1 person." in event.organiser.get(people).text


def test_nobody_elses_people_are_deleted(event, web):
    event.answer("Ann")
    people = f"{event.path}/answers"
    identity = re.search(r'name="people" value="(\w+)"', event.organiser.get(people).text)[1]
    other = web.organiser("Severus")
    page = other.submit("/events/new", title="Other", survey="hogwarts").url.path
    for path in (page, event.path):
        wrong = other.submit(f"{path}/answers/delete", people=identity, sure="yes")
        assert wrong.status_code == 404
    assert "1 person." in event.organiser.get(people).text


def roster_path(event):
    return f"{event.path}/roster"


def expect(event, text="", files=None):
    return event.organiser.submit(f"{roster_path(event)}/import", roster=text, files=files)


def links(event):
    table = event.organiser.get(f"{roster_path(event)}/links.csv").content.decode("utf-8-sig")
    return {row["name"]: row for row in csv.DictReader(io.StringIO(table))}


def open_link(event, name, browser):
    path = re.search(r"/p/.+", links(event)[name]["link"])[0]
    return path, browser.get(path)


def answer(path, page, browser, **answers):
    hidden = dict(re.findall(r'name="(submission_key|survey_version)" value="([^"]+)"', page.text))
    return browser.post(path, data={**hidden, **answers})


def test_a_personal_link_is_answered_once_and_then_shows_the_answers(event):
    page = expect(event, "Ann Lee, ann@example.org\nBo")
    assert "2 people: 0 answered, 2 missing." in page.text
    ann = event.web.browser()
    path, form = open_link(event, "Ann Lee", ann)
    assert "<b>Ann Lee</b>" in form.text
    assert 'id="name"' not in form.text
    # Whatever name is sent, the link says who it is.
    receipt = answer(path, form, ann, name="Somebody else", q0="1", q1="0")
    assert receipt.url.path.startswith("/r/")
    assert "Ann Lee" in receipt.text
    assert ann.get(path).url.path == receipt.url.path
    again = answer(path, form, ann, q0="0")
    assert again.url.path == receipt.url.path
    assert links(event)["Ann Lee"]["answered"] == "yes"
    assert links(event)["Bo"] == {"name": "Bo", "e-mail": "", "link": links(event)["Bo"]["link"], "answered": "no"}
    people = event.organiser.get(f"{event.path}/answers").text
    assert "1 person." in people
    assert "by personal link" in people
    assert "ann@example.org" in export(event).text
    shown = event.organiser.get(roster_path(event)).text
    assert "2 people: 1 answered, 1 missing." in shown


def test_wrong_personal_links_lead_nowhere(event):
    expect(event, "Ann\nBo")
    browser = event.web.browser()
    (ann, page), (bo, _) = (open_link(event, name, browser) for name in ("Ann", "Bo"))
    mixed = "/".join([*ann.split("/")[:3], bo.split("/")[3]])
    assert browser.get(mixed).status_code == 404
    assert browser.post(mixed, data={"q0": "1"}).status_code == 404
    assert answer(ann, page, browser).status_code == 422
    entry = ann.split("/")[2]
    removed = event.organiser.submit(f"{roster_path(event)}/remove", people=entry)
    assert "no longer work" in removed.text
    assert browser.get(ann).status_code == 404
    event.send("form", action="close")
    assert "closed" in browser.get(bo).text


def test_a_class_list_is_read(event):
    table = b"First name,Last name,Email address\nAnn,Lee,ann@example.org\n"
    page = expect(event, "Bo", {"file": ("courseid_7_participants.csv", table, "text/csv")})
    assert re.findall(r'class="name">([^<]+)<', page.text) == ["Bo", "Ann Lee"]
    found = event.organiser.get(roster_path(event), params={"search": "lee"}).text
    assert re.findall(r'class="name">([^<]+)<', found) == ["Ann Lee"]
    for text, name, content, field in (
        ("", "", b"", "roster"),
        ("x" * 101, "", b"", "roster"),
        ("", "list.csv", b"room\n7\n", "file"),
        ("", "list.csv", b"", "file"),
        ("Ann", "list.csv", b"", "file"),
    ):
        wrong = expect(event, text, {"file": (name, content, "text/csv")})
        assert wrong.status_code == 422
        assert f'<a href="#{field}">' in wrong.text
        assert text in wrong.text


def test_whoever_is_listed_twice_is_one_person_or_two(event):
    table = {"file": ("list.csv", b"Name,Student ID\nCy,1\nCy,2\nDi,\nDi,\n", "text/csv")}
    typed = "Ann\nBo, b@example.org\nann\nBo, b@example.org"
    asked = expect(event, typed, table)
    assert asked.status_code == 422
    # Ids tell people apart, and the same address is one person's.
    assert "In the list more than once: Ann, Di<" in asked.text
    assert "Ann\nBo, b@example.org" in asked.text
    assert "list.csv has been uploaded." in asked.text
    path = f"{roster_path(event)}/import"
    for again, names in (
        ("latest", ["Ann", "Bo", "Cy", "Cy", "Di"]),
        ("separate", ["Ann", "Bo", "Cy", "Cy", "Di", "ann", "Di"]),
        # Sent again, the same list adds nobody.
        ("separate", ["Ann", "Bo", "Cy", "Cy", "Di", "ann", "Di"]),
    ):
        sent = {"roster": typed, "upload": kept_file(expect(event, typed, table))}
        page = event.organiser.submit(path, again=again, **sent)
        assert re.findall(r'class="name">([^<]+)<', page.text) == names
    assert "no longer here" in event.organiser.submit(path, upload="x", again="latest").text


def test_what_was_asked_about_stays_when_something_else_is_wrong(event):
    path = f"{roster_path(event)}/import"
    asked = expect(event, "Ann", {"file": ("list.csv", b"Name\nann\n", "text/csv")})
    upload = kept_file(asked)
    empty = {"file": ("other.csv", b"", "text/csv")}
    for typed, files, field in (("Ann\n" + "x" * 101, None, "roster"), ("Ann", empty, "file")):
        sent = {"roster": typed, "upload": upload, "again": "separate"}
        wrong = event.organiser.submit(path, files=files, **sent)
        assert wrong.status_code == 422
        assert f'<a href="#{field}">' in wrong.text
        assert "list.csv has been uploaded." in wrong.text
        assert "In the list more than once: Ann<" in wrong.text
        assert 'name="again" value="separate" required checked' in wrong.text
    upload = kept_file(wrong)
    page = event.organiser.submit(path, roster="Ann", upload=upload, again="separate")
    assert re.findall(r'class="name">([^<]+)<', page.text) == ["Ann", "ann"]


def test_a_large_class_list_is_asked_about_too(event):
    # What is the same in every row would be packed into little.
    notes = [b64encode(random.Random(n).randbytes(1000)).decode() for n in range(1000)]
    table = "Name,Note\n" + "".join(f"Person {n % 900},{note}\n" for n, note in enumerate(notes))
    asked = expect(event, "", {"file": ("list.csv", table.encode(), "text/csv")})
    upload = kept_file(asked)
    assert "Person 18, Person 19 and 80 more<" in asked.text
    # As a browser sends the form: in parts, with no file chosen.
    nothing = {"file": ("", b"", "application/octet-stream")}
    page = event.organiser.submit(f"{roster_path(event)}/import", files=nothing, upload=upload, again="latest")
    assert page.status_code == 200
    assert len(re.findall(r'class="name">', page.text)) == 900


def test_a_question_about_many_people_names_the_first(event):
    event.answer("Ann", q0="0")
    names = [f"Person {n}" for n in range(30)] * 2
    asked = send_file(event, rename(export(event), *names))
    assert "Person 19 (rows 21, 51) and 10 more<" in asked.text


def test_without_a_mail_server_the_page_says_so(event):
    page = expect(event, "Ann <ann@example.org>")
    assert "This server sends no mail." in page.text
    fields = {"kind": "invitation", "subject": "Hi", "text": "{link}"}
    wrong = event.organiser.submit(f"{roster_path(event)}/mail", **fields)
    assert wrong.status_code == 422
    assert "Download the links" in wrong.text


def test_mail_is_sent_from_the_page(event, monkeypatch):
    post = MailServer()
    settings = event.web.site.settings.model_copy(update={"smtp_url": post.url, "mail_from": "hat@example.org"})
    monkeypatch.setattr(event.web.site, "settings", settings)
    monkeypatch.setattr(event.web.site.worker.kinds["mail"], "_settings", settings)
    try:
        page = expect(event, "Ann <ann@example.org>\nBo <bo@example.org>\nCy")
        assert "1 of those who are missing has no e-mail address here and gets no mail." in page.text
        assert "Invitation: 2 people have not been invited yet" in page.text
        fields = {"kind": "invitation", "subject": "Hi {name}", "text": "no link"}
        wrong = event.organiser.submit(f"{roster_path(event)}/mail", **fields)
        assert wrong.status_code == 422
        assert ">no link</textarea>" in wrong.text
        fields["text"] = "Go to {link}"
        event.organiser.submit(f"{roster_path(event)}/mail", **fields)
        event.web.finish_work()
        shown = event.organiser.get(f"{roster_path(event)}/mail", headers={"hx-request": "true"})
        assert "was sent" in shown.text
        assert sorted(str(one["Subject"]) for one in post.mails) == ["Hi Ann", "Hi Bo"]
        link = re.search(r"http\S+", post.mails[0].get_content())[0]
        assert "<b>Ann</b>" in event.web.browser().get(link).text
        assert "Invitation: 0 people have not been invited yet" in event.organiser.get(roster_path(event)).text
        assert event.organiser.submit(f"{roster_path(event)}/mail/stop").status_code == 200
    finally:
        post.close()


def test_pages_warn_before_everything_is_deleted(event):
    words = "will be deleted for good on"
    assert words not in event.page
    with event.web.site.database.session() as session:
        date = now() + timedelta(days=3)
        session.execute(update(Event).where(Event.id == event.path.rsplit("/", 1)[1]).values(delete_at=date))
    for path in (event.path, f"{event.path}/answers", roster_path(event)):
        assert words in event.organiser.get(path).text
    assert words not in event.web.browser().get(event.share).text
