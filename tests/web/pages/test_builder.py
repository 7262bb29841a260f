"""Building a survey in the browser, with and without scripts; nothing that was typed is lost."""

import re

import pytest

from bayeshat.web.db.schema import Event
from web.html_forms import form_fields


@pytest.fixture
def draft_path(organiser):
    page = organiser.submit("/events/new", title="Own survey", survey="build")
    assert page.url.path.endswith("/survey/edit")
    return page.url.path.removesuffix("/edit")


def opened(organiser, path, **changes):
    """Return the fields of the form as it was opened, with changes."""
    fields = form_fields(organiser.get(f"{path}/edit").text)
    return fields | {name.replace("_", "-"): text for name, text in changes.items()}


def press(organiser, path, fields, action="save", **options):
    return organiser.post(path, data=fields | {"action": action}, **options)


def typed(fields):
    """Return the fields without the signature, which may be a new one."""
    return {name: text for name, text in fields.items() if name != "base"}


def stored(organiser, path):
    return organiser.get(f"{path.removesuffix('/survey')}/files/survey.toml").text


def test_rows_are_added_and_removed_without_scripts(organiser, draft_path):
    page = press(organiser, draft_path, opened(organiser, draft_path, q_0="Kept what was typed?"), "add-question")
    assert page.status_code == 200
    assert "<!doctype html>" in page.text
    assert "Kept what was typed?" in page.text
    assert page.text.count('<details class="box question"') == 2
    assert re.search(r'<textarea [^>]*id="q-1"[^>]* autofocus', page.text)
    page = press(organiser, draft_path, form_fields(page.text), "add-house")
    assert page.text.count('name="h-') == 3
    assert page.text.count('class="chip"') == 4
    assert page.text.count('name="s-') == 4 * 3
    page = press(organiser, draft_path, form_fields(page.text), "add-option-0")
    page = press(organiser, draft_path, form_fields(page.text), "remove-question-1")
    page = press(organiser, draft_path, form_fields(page.text), "remove-house-2")
    page = press(organiser, draft_path, form_fields(page.text), "remove-option-0-2")
    assert page.text.count('<details class="box question"') == 1
    assert page.text.count('class="chip"') == 2


def test_scripts_get_the_form_alone(organiser, draft_path):
    fields = opened(organiser, draft_path)
    page = press(organiser, draft_path, fields, "add-question", headers={"hx-request": "true"})
    assert page.text.strip().startswith("<form")
    saved = press(organiser, draft_path, fields, headers={"hx-request": "true"})
    assert saved.headers["hx-redirect"] == f"{draft_path}?said=saved"


def test_saved_survey_is_asked(organiser, draft_path):
    fields = opened(organiser, draft_path, h_0="Owls", h_1="Larks", q_0="When?", q_0_0="Late", q_0_1="Early")
    fields |= {"p-0-0": "1", "k-0": "several", "c-0": "teal", "description": "One\r\nTwo"}
    preview = press(organiser, draft_path, fields)
    assert preview.url.path == draft_path
    assert "Owls" in preview.text
    assert "As many as apply" in preview.text
    again = opened(organiser, draft_path)
    changed = {
        "p-0-0": "1",
        "s-0-0-0": "1",
        "s-0-0-1": "3",
        "k-0": "several",
        "c-0": "teal",
        "description": "One\r\nTwo",
    }
    assert {name: again[name] for name in changed} == changed


def test_saving_unchanged_changes_nothing(event):
    path = f"{event.path}/survey"
    before = stored(event.organiser, path)
    assert "[2, 2, 4, 2]" in before
    page = event.organiser.get(f"{path}/edit").text
    assert "Hufflepuff (set in Advanced)" in page
    assert press(event.organiser, path, form_fields(page)).url.path == path
    assert stored(event.organiser, path) == before
    press(event.organiser, path, opened(event.organiser, path, s_1_2_0="7", c_1="#123456"))
    wanted = before.replace("[2, 2, 4, 2]", "[2, 2, 7, 2]", 1).replace("#1f6b45", "#123456")
    assert stored(event.organiser, path) == wanted


def test_a_file_keeps_its_comments_and_a_second_press_is_no_conflict(organiser):
    text = '# Ours\ntitle="T"\nhouses=["A","B"]\nprior="flat"\n[[questions]]\ntext="?"\noptions=["x","y"]\n'
    files = {"file": ("ours.toml", text.encode(), "application/toml")}
    path = organiser.submit("/events/new", title="Ours", survey="upload", files=files).url.path + "/survey"
    assert press(organiser, path, opened(organiser, path)).url.path == path
    assert stored(organiser, path) == text
    fields = opened(organiser, path, q_0="Really?")
    for _ in range(2):
        assert press(organiser, path, fields).url.path == path
    assert "Really?" in stored(organiser, path)


def test_a_stale_save_loses_nothing(web, organiser, draft_path):
    mine = opened(organiser, draft_path, q_0="Mine?", q_0_0="My answer")
    theirs = opened(organiser, draft_path, q_0="Theirs?")
    press(organiser, draft_path, theirs)
    page = press(organiser, draft_path, mine)
    assert page.status_code == 409
    assert "Somebody changed this survey after you opened it" in page.text
    assert typed(form_fields(page.text)) == typed(mine)
    over = re.search(r'value="(save-over-\d+)"', page.text)[1]
    # Rows can be added meanwhile, and the choice stays.
    more = press(organiser, draft_path, form_fields(page.text), "add-option-0")
    assert over in more.text
    # Whoever changed it once more is not overwritten unseen.
    press(organiser, draft_path, opened(organiser, draft_path, q_0="Theirs again?"))
    page = press(organiser, draft_path, form_fields(page.text), over)
    assert page.status_code == 409
    assert "Theirs again?" in stored(organiser, draft_path)
    over = re.search(r'value="(save-over-\d+)"', page.text)[1]
    assert press(organiser, draft_path, form_fields(page.text), over).status_code == 200
    assert "My answer" in stored(organiser, draft_path)
    assert "Theirs" not in stored(organiser, draft_path)


def test_other_changes_of_the_event_do_not_stop_a_save(event):
    path = f"{event.path}/survey"
    fields = opened(event.organiser, path, q_0="Another question?")
    event.send("settings", title="Renamed", asks_names="yes", max_responses="", roster="")
    assert press(event.organiser, path, fields).status_code == 200
    assert "Another question?" in stored(event.organiser, path)
    assert "Renamed" in event.page


def test_sizes_and_rules_of_the_event_follow_renamed_houses(event):
    path = f"{event.path}/survey"
    sizes = {"size__0": "4", "size__1": "5", "size__2": "6", "size__3": ""}
    assert event.send("sizes", sizes="houses", range="", size_weight="auto", loss="auto", **sizes).status_code == 200
    event.rule("pin", ["Ann"], groups="Ravenclaw", reason="keys")
    fields = opened(event.organiser, path, h_2="Eagles")
    fields = form_fields(press(event.organiser, path, fields, "remove-house-0").text)
    assert press(event.organiser, path, fields).status_code == 200
    with event.web.site.database.reading() as session:
        kept = session.get(Event, event.path.rsplit("/", 1)[1])
    assert kept.target == {"sizes": {"Slytherin": 5, "Eagles": 6}}
    assert kept.rules == {"pin": {"Ann": {"groups": "Eagles", "reason": "keys"}}}


def test_sizes_that_are_facts_stay_so_when_houses_are_renamed(event):
    path = f"{event.path}/survey"
    event.send("sizes", sizes="houses", facts="yes", **{f"size__{k}": str(k + 1) for k in range(4)})
    assert press(event.organiser, path, opened(event.organiser, path, h_2="Eagles")).status_code == 200
    with event.web.site.database.reading() as session:
        kept = session.get(Event, event.path.rsplit("/", 1)[1])
    assert kept.target == {"sizes": {"Gryffindor": 1, "Slytherin": 2, "Eagles": 3, "Hufflepuff": 4}, "facts": True}


def test_a_survey_saved_over_a_newer_one_leaves_no_sizes_of_houses_that_are_gone(event):
    path = f"{event.path}/survey"
    sizes = {"size__0": "4", "size__1": "5", "size__2": "", "size__3": ""}
    event.send("sizes", sizes="houses", range="", size_weight="auto", loss="auto", **sizes)
    mine = opened(event.organiser, path, h_0="Lions")
    press(event.organiser, path, opened(event.organiser, path, h_0="Robins"))
    page = press(event.organiser, path, mine)
    over = re.search(r'value="(save-over-\d+)"', page.text)[1]
    assert press(event.organiser, path, form_fields(page.text), over).status_code == 200
    with event.web.site.database.reading() as session:
        assert session.get(Event, event.path.rsplit("/", 1)[1]).target == {"sizes": {"Slytherin": 5}}


def test_what_was_typed_outlives_the_login(web, event):
    path = f"{event.path}/survey"
    browser = web.organiser()
    fields = opened(browser, path, q_0="Typed before?")
    browser.submit("/logout")
    page = press(browser, path, fields)
    assert page.status_code == 401
    assert "You have been logged out" in page.text
    assert typed(form_fields(page.text)) == typed(fields)
    part = press(browser, path, fields, headers={"hx-request": "true"})
    assert part.text.strip().startswith("<form")
    for cookie, value in web.organiser().cookies.items():
        browser.cookies.set(cookie, value)
    assert press(browser, path, form_fields(page.text)).status_code == 200
    assert "Typed before?" in stored(browser, path)


def test_gaps_are_said_at_their_fields(organiser, draft_path):
    wrong = {"h-1": "", "q-0": "", "q-0-1": "Yes", "c-0": "#12"}
    page = press(organiser, draft_path, opened(organiser, draft_path) | wrong)
    assert page.status_code == 422
    for field in wrong:
        assert f'<a href="#{field}">' in page.text
        assert re.search(rf'<[^>]* id="{field}"[^>]*aria-invalid="true"', page.text)
    assert form_fields(page.text)["c-0"] == "#12"


def test_answered_survey_stays_as_it_is(event):
    path = f"{event.path}/survey"
    fields = opened(event.organiser, path, q_0="Typed in vain?")
    event.answer("Ann")
    assert "so it stays as it is" in event.organiser.get(path).text
    page = press(event.organiser, path, fields)
    assert page.status_code == 422
    assert "has been answered" in page.text
    assert typed(form_fields(page.text)) == typed(fields)


def test_a_survey_beyond_the_form_is_not_offered_to_be_changed(organiser):
    options = ", ".join(f'"{n}"' for n in range(40))
    houses = ", ".join(f'"House {n}"' for n in range(40))
    text = f'title = "Large"\nprior = "flat"\nhouses = [{houses}]\n'
    text += "".join(f'[[questions]]\ntext = "Question {n}?"\noptions = [{options}]\n' for n in range(10))
    files = {"file": ("large.toml", text.encode(), "application/toml")}
    path = organiser.submit("/events/new", title="Large", survey="upload", files=files).url.path + "/survey"
    preview = organiser.get(path).text
    assert "too large to be changed in the browser" in preview
    assert "Change it" not in preview
    page = organiser.get(f"{path}/edit")
    assert page.status_code == 422
    assert "too large to be changed in the browser" in page.text


def test_a_form_of_another_server_begins_from_the_survey_that_there_is(organiser, draft_path):
    fields = opened(organiser, draft_path, q_0="Other key?") | {"base": "unsigned"}
    assert press(organiser, draft_path, fields).status_code == 200
    assert "Other key?" in stored(organiser, draft_path)
