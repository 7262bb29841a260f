"""Building a survey in the browser, with and without scripts."""

import re

import pytest

from bayeshat.web.events.survey_pages import Draft, DraftOption, DraftQuestion, change_draft, find_gaps
from bayeshat.web.refusals import Refused


@pytest.fixture
def draft_path(organiser):
    page = organiser.submit("/events/new", title="Own survey", survey="build")
    assert page.url.path.endswith("/survey/edit")
    return page.url.path.removesuffix("/edit")


def fields_of(text):
    """Return what the builder's form would send."""
    fields = dict(re.findall(r'<input id="([hq]-[^"]+)" name="[^"]+" value="([^"]*)"', text))
    for name, options in re.findall(r'<select id="[^"]+" name="([^"]+)">(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'value="(\w+)" selected', options) or re.search(r'value="(\w+)"', options)
        fields[name] = chosen[1]
    return fields | {"version": re.search(r'name="version" value="(\d+)"', text)[1]}


def press(organiser, path, fields, action, **options):
    token = organiser.csrf(f"{path}/edit")
    return organiser.post(path, data={"csrf": token, "action": action, **fields}, **options)


def test_rows_are_added_and_removed_without_scripts(organiser, draft_path):
    fields = fields_of(organiser.get(f"{draft_path}/edit").text)
    fields["q-0"] = "Kept what was typed?"
    page = press(organiser, draft_path, fields, "add-question")
    assert page.status_code == 200
    assert "<!doctype html>" in page.text
    assert "Kept what was typed?" in page.text
    assert page.text.count('<fieldset class="box question"') == 2
    page = press(organiser, draft_path, fields_of(page.text), "add-house")
    assert page.text.count('name="h-') == 3
    assert page.text.count("<select") == 2 + 4 * 3
    page = press(organiser, draft_path, fields_of(page.text), "add-option-0")
    page = press(organiser, draft_path, fields_of(page.text), "remove-question-1")
    page = press(organiser, draft_path, fields_of(page.text), "remove-house-2")
    page = press(organiser, draft_path, fields_of(page.text), "remove-option-0-2")
    assert page.text.count('<fieldset class="box question"') == 1
    assert page.text.count("<select") == 1 + 2 * 2


def test_scripts_get_the_form_alone(organiser, draft_path):
    fields = fields_of(organiser.get(f"{draft_path}/edit").text)
    page = press(organiser, draft_path, fields, "add-question", headers={"hx-request": "true"})
    assert page.text.startswith("<form")
    saved = press(organiser, draft_path, fields, "save", headers={"hx-request": "true"})
    assert saved.headers["hx-redirect"] == f"{draft_path}?said=saved"


def test_saved_survey_is_asked(web, organiser, draft_path):
    fields = fields_of(organiser.get(f"{draft_path}/edit").text)
    fields |= {"h-0": "Owls", "h-1": "Larks", "q-0": "When?", "q-0-0": "Late", "q-0-1": "Early"}
    fields |= {"s-0-0-0": "strong", "s-0-0-1": "none", "k-0": "several"}
    preview = press(organiser, draft_path, fields, "save")
    assert preview.url.path == draft_path
    assert "Owls" in preview.text
    assert "As many as apply" in preview.text
    again = organiser.get(f"{draft_path}/edit").text
    assert fields_of(again)["s-0-0-0"] == "strong"
    assert fields_of(again)["k-0"] == "several"
    stale = press(organiser, draft_path, fields, "save")
    assert stale.status_code == 409


def test_gaps_are_said_at_their_fields(organiser, draft_path):
    fields = fields_of(organiser.get(f"{draft_path}/edit").text)
    page = press(organiser, draft_path, fields | {"h-1": "", "q-0": "", "q-0-1": "Yes"}, "save")
    assert page.status_code == 422
    for field in ("h-1", "q-0", "q-0-1"):
        assert f'<a href="#{field}">' in page.text
        assert re.search(rf'<input id="{field}"[^>]*aria-invalid="true"', page.text)


def test_answered_survey_stays_as_it_is(event):
    event.answer("Ann")
    path = f"{event.path}/survey"
    assert "so it stays as it is" in event.organiser.get(path).text
    fields = fields_of(event.organiser.get(f"{path}/edit").text)
    page = press(event.organiser, path, fields, "save")
    assert page.status_code == 422
    assert "has been answered" in page.text


@pytest.mark.parametrize(
    "action",
    ["", "add", "explode", "add-planet", "remove-question-7", "remove-option-0-9", "add-option-x", "add-house-1"],
)
def test_buttons_that_are_none_are_refused(action):
    options = [DraftOption("yes", ["none", "some"]), DraftOption("no", ["some", "none"])]
    draft = Draft("", ["A", "B"], [DraftQuestion("?", options)])
    with pytest.raises(Refused):
        change_draft(draft, action, 10)


def test_no_more_rows_than_allowed():
    draft = Draft("", ["A", "B"], [DraftQuestion("?", [])])
    with pytest.raises(Refused):
        change_draft(draft, "add-question", 1)


def test_gaps_are_told_at_their_fields():
    nothing = find_gaps(Draft("", ["A"], []))
    assert set(nothing) == {"houses", ""}
    assert "at least two houses" in nothing["houses"]
    assert "at least one question" in nothing[""]
    options = [DraftOption("Yes", ["none"] * 3), DraftOption("yes", ["none"] * 3), DraftOption("", ["none"] * 3)]
    gaps = find_gaps(Draft("", ["A", "a", ""], [DraftQuestion("?", options), DraftQuestion("", [])]))
    assert set(gaps) == {"h-1", "h-2", "q-0-1", "q-0-2", "q-1"}
    assert "two houses called a" in gaps["h-1"]
    assert "House 3 has no name" in gaps["h-2"]
    assert "answer yes twice" in gaps["q-0-1"]
    assert "at least two answers" in gaps["q-1"]
