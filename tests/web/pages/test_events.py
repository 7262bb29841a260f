"""The organiser's event: surveys, sizes, rules, files, deleting."""

import re

import pytest

from bayeshat.web.db.schema import Event


def test_event_is_made_from_a_file(web, organiser):
    from bayeshat import Survey

    text = Survey.load("simulation-even").to_toml().encode()
    files = {"file": ("survey.toml", text, "application/toml")}
    page = organiser.submit("/events/new", title="From a file", survey="upload", files=files)
    assert page.status_code == 200
    assert "From a file" in page.text
    survey = organiser.get(f"{page.url.path}/files/survey.toml")
    assert survey.content.decode() == text.decode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Choose a survey file"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"title = 3", "title"),
        (b"[[[", "survey"),
        # Unchecked, this takes a minute and gigabytes.
        (b".".join([b"a"] * 30_000) + b" = 1", "at most 8 parts"),
        (b"x = " + b"[" * 50_000, "at most 16 levels"),
    ],
)
def test_files_that_cannot_be_used_are_refused_with_a_sentence(organiser, content, words):
    files = {"file": ("survey.toml", content, "application/toml")}
    page = organiser.submit("/events/new", title="Bad", survey="upload", files=files)
    assert page.status_code == 422
    assert words in page.text
    assert '<a href="#file">' in page.text
    # What was typed and chosen is still there; browsers do not let a page choose the file again.
    assert re.search(r'name="title"[^>]* value="Bad"', page.text)
    assert 'value="upload" checked' in page.text


def test_unknown_survey_is_refused(organiser):
    assert organiser.submit("/events/new", title="Bad", survey="../secret").status_code == 422


def test_steps_tell_how_they_stand(event):
    page = event.overview
    assert "nobody has answered yet" in page
    assert "4 groups, as even as possible" in page
    assert "Send the link of the form to people." in page
    event.send("roster/import", roster="Ann\nBo\nCy")
    event.answer("ann")
    event.answer("Bo")
    event.rule("pin", ["Zoe"], groups="Gryffindor")
    page = event.overview
    assert "2 answered, 1 missing" in page
    assert "4 groups of 0 or 1" not in page
    assert "1 rule, 1 problem" in page
    assert f'href="{event.path}/rules">Go to Rules' in page
    assert "none yet" in page


@pytest.mark.parametrize("step", ["", "/people", "/groups", "/rules", "/sort", "/results"])
def test_every_step_shows_the_bar(event, step):
    page = event.organiser.get(event.path + step)
    assert page.status_code == 200
    for title in ("People", "Groups", "Rules", "Sort", "Results"):
        assert f"<b>{title}</b>" in page.text
    assert page.text.count('aria-current="page" class=') == (step != "")


def test_steps_tell_of_a_result(sorted_event):
    page = sorted_event.overview
    assert "<b>Sort</b><span>sorted</span>" in page
    assert re.search(r"1 result, not published", page)
    listed = sorted_event.organiser.get(f"{sorted_event.path}/results").text
    assert sorted_event.board in listed
    assert "8 people, groups as even as possible, 1 rule" in listed


def settings(**changes):
    return {"title": "Autumn term", "asks_names": "yes", "language": "en", **changes}


def test_settings_are_kept(event):
    page = event.send("settings", **settings(title="New title", max_responses="5", closes_at="2099-05-01T20:00+02:00"))
    assert page.url.path == f"{event.path}/people"
    assert "<b>New title</b>" in page.text
    assert 'value="2099-05-01T18:00"' in page.text
    assert "of at most 5" in page.text
    page = event.send("settings", **settings(language="de", consent="I agree.", is_kiosk="yes", shows_mates="yes")).text
    assert '<option value="de" selected>' in page
    assert ">I agree.</textarea>" in page
    for name, on in (("is_kiosk", True), ("shows_mates", True), ("shows_reason", False), ("shows_chances", False)):
        assert (f'name="{name}" value="yes" checked' in page) == on


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"closes_at": "soon"}, "closes_at"),
        ({"delete_at": "2020-01-01T00:00"}, "delete_at"),
        ({"max_responses": "-3"}, "max_responses"),
        ({"language": "tlh"}, "language"),
    ],
)
def test_what_was_typed_comes_back_with_the_mistake(event, changes, field):
    wrong = event.send("settings", **settings(privacy_notice="Typed for an hour", **changes))
    assert wrong.status_code == 422
    assert f'<a href="#{field}">' in wrong.text
    assert f'id="{field}-wrong"' in wrong.text
    assert ">Typed for an hour</textarea>" in wrong.text
    assert "Stored now" not in wrong.text


def send_old(event, where, **fields):
    """Send a form as a page has it that was opened before somebody else saved; return what saves it anyway, too."""
    stale = event.send(where, version="0" * 16, **fields)
    assert stale.status_code == 409
    assert "Somebody else saved this in the meantime" in stale.text
    assert "Save anyway" in stale.text
    form = re.search(rf'action="{event.path}/{where}".*?</form>', stale.text, re.DOTALL)[0]
    return stale, re.search(r'name="version" value="(\w+)"', form)[1]


def test_stale_settings_come_back_with_what_is_stored_beside(event):
    stale, version = send_old(event, "settings", **settings(title="Second tab"))
    assert 'value="Second tab"' in stale.text
    assert '<a href="#settings-title">Somebody else saved' in stale.text
    assert "Stored now: <b>Autumn term</b>" in stale.text
    assert stale.text.count("Stored now") == 3  # two switches differ, too
    saved = event.send("settings", version=version, **settings(title="Second tab"))
    assert saved.status_code == 200
    assert "<b>Second tab</b>" in saved.text


def test_changes_of_other_steps_do_not_make_a_form_stale(event):
    shown = event.page
    version = re.search(r'name="version" value="(\w+)"[^/]*Save the settings', shown)[1]
    event.send("sizes", sizes="free")
    event.send("roster/import", roster="Ann")
    assert event.send("settings", version=version, **settings(title="Still mine")).status_code == 200


def test_stale_sizes_come_back(event):
    stale, version = send_old(event, "sizes", sizes="houses", size__0="3", size_weight="auto", loss="auto")
    assert 'name="size-0" value="3"' in stale.text
    assert "Stored now: <b>As even as possible</b>" in stale.text
    assert event.send("sizes", version=version, sizes="houses", size__0="3").status_code == 200


def test_who_is_missing_is_told(event):
    event.answer("ann")
    event.send("roster/import", roster="Ann\nBo\n\nCy")
    assert "2 are missing:</b> Bo, Cy" in event.page


def test_new_link_is_made_once(event):
    old = event.share
    assert "stop working at once" in event.page
    for _ in range(2):
        assert event.send("form", action="renew", number="1").status_code == 200
    renewed = event.share
    assert renewed != old
    assert event.web.browser().get(old).status_code == 404
    assert event.web.browser().get(renewed).status_code == 200
    assert event.send("form", action="renew", number="x").status_code == 422


def test_form_is_closed_and_opened(event):
    assert "form closed" in event.send("form", action="close").text
    assert "form open" in event.send("form", action="open").text
    page = event.send("settings", **settings(closes_at="2020-01-01T00:00")).text
    assert "form closed" in page
    assert "The closing date has passed" in page


def test_link_that_only_this_computer_can_open_is_told(event):
    page = event.page
    assert "works only on the computer that runs the server" in page
    assert "--public-url" in page


def test_sizes_are_kept_or_refused_at_their_place(event):
    page = event.send("sizes", sizes="houses", size__0="4", size__1="4..6", size__2="4", size__3="..5", size_weight="2")
    # Ranges are shown in words, and read so, too.
    assert 'name="size-1" value="4 to 6"' in page.text
    assert 'name="size-3" value="at most 5"' in page.text
    again = dict(re.findall(r'name="(size-[0-9])" value="([^"]*)"', page.text))
    event.send(
        "sizes", sizes="houses", size_weight="2", **{name.replace("-", "__"): text for name, text in again.items()}
    )
    with event.web.site.database.reading() as session:
        kept = session.get(Event, event.path.rsplit("/", 1)[1]).target["sizes"]
    assert list(kept.values()) == ["4", "4..6", "4", "..5"]
    assert re.search(r'value="houses" checked', page.text)
    assert event.send("sizes", sizes="range", range="2..9", size_weight="1").status_code == 200
    assert event.send("sizes", sizes="free", size_weight="inf").status_code == 200
    wrong = event.send("sizes", sizes="houses", size__0="many", size__1="7", size_weight="1")
    assert wrong.status_code == 422
    assert '<a href="#target">' in wrong.text
    assert 'name="size-1" value="7"' in wrong.text
    assert event.send("sizes", sizes="range", range="").status_code == 422
    assert event.send("sizes", sizes="balanced", size_weight="-1").status_code == 422
    assert event.send("sizes", sizes="other", size_weight="1").status_code == 422


def test_sizes_may_be_facts(event):
    sizes = {"sizes": "houses", **{f"size__{k}": "2" for k in range(4)}}
    page = event.send("sizes", **sizes, facts="yes")
    assert page.status_code == 200
    assert re.search(r'name="facts" value="yes" checked', page.text)
    assert 'name="facts" value="yes">' in event.send("sizes", **sizes).text
    told = "To make facts of the sizes, give one whole number for each group."
    for wrong in ({"size__1": "1..3"}, {"size__1": ""}, {"sizes": "balanced"}):
        page = event.send("sizes", **{**sizes, **wrong}, facts="yes")
        assert page.status_code == 422
        assert told in page.text


def test_sizes_that_do_not_add_up_are_told_at_once(event):
    for name in ("Ann", "Bo", "Cy"):
        event.answer(name)
    page = event.send("sizes", sizes="houses", **{f"size__{k}": "2" for k in range(4)})
    assert page.status_code == 200
    assert "The sizes add up to 8 people, and 3 have answered: 5 people too few." in page.text
    event.send("roster/import", roster="\n".join("abcdefghi"))
    page = event.organiser.get(f"{event.path}/groups").text
    assert "The sizes add up to 8 people, and 12 are expected: 4 places too few." in page
    page = event.send("sizes", sizes="houses", size__0="1")
    assert not re.search(r"add up to \d", page.text)
    assert "4 groups, sizes one by one" in page.text
    sort = event.organiser.get(f"{event.path}/sort").text
    assert re.search(r"Gryffindor 1, \w+ the rest, \w+ the rest", sort)


def test_qr_code_is_drawn_here(event):
    picture = event.organiser.get(f"{event.path}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_sorting_nobody_is_refused(event):
    page = event.send("sort")
    assert page.status_code == 422
    assert "At least 2 people" in page.text
    before = event.organiser.get(f"{event.path}/sort").text
    assert "At least 2 people" in before
    assert f'href="{event.path}/people">Go to People' in before
    assert "<button>Sort</button>" not in before


def test_what_keeps_a_sort_from_starting_is_told_with_the_step_that_mends_it(event):
    event.answer("Ann")
    event.answer("Bo")
    ready = event.organiser.get(f"{event.path}/sort").text
    assert "2 people, 4 groups, as even as possible, no rules" in ready
    assert "<button>Sort</button>" in ready
    event.rule("pin", ["Nobody Here"], groups="Gryffindor")
    page = event.organiser.get(f"{event.path}/sort").text
    assert "Nobody called “Nobody Here” has answered." in page
    assert f'href="{event.path}/rules">Go to Rules' in page
    assert "<button>Sort</button>" not in page
    assert event.send("sort").status_code == 422


def test_event_is_deleted_only_with_its_title(event):
    receipt = event.answer("Ann")
    path = f"{event.path}/delete"
    wrong = event.organiser.submit(path, title="something else")
    assert wrong.status_code == 422
    assert f'<a href="{event.path}">' in wrong.text
    assert event.organiser.get(event.path).status_code == 200
    assert event.organiser.submit(path, title="autumn TERM").url.path == "/"
    assert event.organiser.get(event.path).status_code == 404
    assert event.web.browser().get(receipt).status_code == 404


def test_unknown_actions_are_refused(event):
    assert event.send("form", action="explode").status_code == 422
    assert event.organiser.get(f"{event.path}/files/passwords.txt").status_code == 404
    assert event.organiser.get(f"{event.path}/jobs/{'0' * 32}").status_code == 404


def test_a_closed_form_is_to_be_opened_before_its_link_is_sent(event):
    event.send("form", action="close")
    assert "The form is closed. Open it, and send its link to people." in event.overview
    assert "Something is wrong" not in event.overview


def test_counts_of_a_roster_and_of_answers_agree(event):
    event.send("roster/import", roster="Ann\nBo\nCy\nDi")
    for name in ("Ann", "Zoe", "Yann"):
        event.answer(name)
    page = event.page
    assert "<b>People</b><span>3 answered, 3 missing</span>" in page
    assert ">3</span> have answered" in page
    assert "Of the 4 people expected, 3 are missing:" in page
    for name in ("Bo", "Cy", "Di"):
        event.answer(name)
    assert "6 answered, nobody missing" in event.page
