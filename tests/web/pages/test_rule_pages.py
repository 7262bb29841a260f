"""Rules as the organiser makes them: sentence by sentence, checked at once, never overwriting each other's."""

import re
from html import unescape

import pytest

import bayeshat as bh
from bayeshat.rules.rules import Bounds, Spread
from bayeshat.rules.table import KINDS
from bayeshat.web.core import rules
from bayeshat.web.core.rule_sentences import key_of
from bayeshat.web.db.schema import Event, Job
from rules.new_rule import Seniors


@pytest.fixture
def peopled(event):
    for name in ("Ann", "Bo", "Cy", "Di"):
        event.answer(name)
    return event


def cards(event):
    page = event.organiser.get(f"{event.path}/rules").text
    return re.findall(r'<li class="box rule-card[^>]*>\s*<p><b>(.*?)</b>', page)


def keys(event):
    return re.findall(r"/rules/([0-9a-f]{16})/remove", event.organiser.get(f"{event.path}/rules").text)


def add(event, kind, people=(), **fields):
    return event.send("rules/add", kind=kind, people=list(people), **fields)


def test_rules_that_count_become_cards(peopled):
    add(peopled, "joint size", groups=["Gryffindor", "Ravenclaw", "", ""], size="at most 3")
    add(peopled, "running", groups=["Gryffindor", "Ravenclaw", "Slytherin", ""], size="..2")
    add(peopled, "size", groups=["Hufflepuff"], size="none or 2 to 4")
    assert sorted(cards(peopled)) == [
        "At most 2 of these groups run: Gryffindor, Ravenclaw and Slytherin",
        "Gryffindor and Ravenclaw together must have at most 3 people",
        "Hufflepuff must have 2 to 4 people, or none at all",
    ]
    for key in keys(peopled):
        assert "Save the rule" in peopled.organiser.get(f"{peopled.path}/rules?rule={key}").text
    assert "Choose a group." in add(peopled, "running", groups=["", ""], size="..2").text


def test_sentences_become_cards(peopled):
    assert "The rule was added." in add(peopled, "apart", ["Ann", "Bo", ""]).text
    add(peopled, "pin", ["cy"], groups=["Gryffindor", ""], reason="brings the key")
    add(peopled, "companion", ["Ann", "Di"], weight="0.25")
    add(peopled, "size", groups=[""], size="1..3")
    add(peopled, "wish", ["Bo"], groups=["Ravenclaw", "Slytherin"], weight="0.5")
    assert sorted(cards(peopled)) == [
        "Ann and Bo must be apart",
        "Ann would like to be with Di (normal)",
        "Bo would like to be in Ravenclaw, then Slytherin (strong)",
        "Cy must be in Gryffindor",
        "Every group must have 1 to 3 people",
    ]
    assert "brings the key" in peopled.organiser.get(f"{peopled.path}/rules").text


@pytest.mark.parametrize(
    "kind", ["pin", "bar", "together", "apart", "wish", "companion", "stay", "size", "spread", "not alone"]
)
def test_every_kind_has_its_fields(event, kind):
    page = event.organiser.get(f"{event.path}/rules", params={"kind": kind, "people": ["Ann"]}).text
    form = re.search(r'<section class="box" id="sentence".*?</section>', page, re.DOTALL)[0]
    assert f'<option value="{kind}" selected>' in form
    assert ('name="people"' in form) == (kind not in ("size", "spread", "not alone"))
    assert ('value="Ann"' in form) == ('name="people"' in form)
    assert ('name="groups"' in form) == (kind in ("pin", "bar", "wish", "stay", "size"))
    assert ('name="weight"' in form) == (kind in ("together", "apart", "wish", "companion", "stay", "spread"))
    assert ('name="bands"' in form) == (kind == "spread")


def test_a_spread_keeps_its_bands_and_its_weight_when_it_is_changed(peopled):
    rule = Spread("shoe size", weight=0.5, bands=3)
    with peopled.web.site.database.session() as session:
        event = session.get(Event, peopled.path.rsplit("/", 1)[1])
        rules.add_rules(session, event, [rule, Bounds(1, None)])
    path = f"{peopled.path}/rules"
    shown = peopled.organiser.get(path, params={"rule": key_of(rule)}).text
    assert 'name="bands" value="3"' in shown
    assert re.search(r'<option value="0.5" selected>', shown)
    # A range of sizes is shown in words.
    assert (
        'name="size" value="at least 1"' in peopled.organiser.get(path, params={"rule": key_of(Bounds(1, None))}).text
    )


def test_a_rule_of_a_new_kind_has_its_sentence(peopled, monkeypatch):
    monkeypatch.setitem(KINDS, "seniors", Seniors)
    page = peopled.organiser.get(f"{peopled.path}/rules", params={"kind": "seniors"}).text
    assert '<option value="seniors" selected>are each in a group of their own</option>' in page
    assert 'name="column"' in page
    assert 'name="value"' in page
    question = bh.Survey.load("hogwarts").questions[0]
    assert add(peopled, "seniors", column="shoe size", value="4").status_code == 422
    add(peopled, "seniors", column=question.text, value=question.options[0], anyway="yes")
    assert [unescape(card) for card in cards(peopled)] == [
        f"No group has two people with {question.text} = {question.options[0]}"
    ]


def test_fields_follow_the_kind_without_scripts(peopled):
    page = add(peopled, "pin", ["Nobody", "Else"], reason="still here", action="show")
    assert page.status_code == 200
    assert page.text.count('name="people"') == 1
    assert 'value="still here"' in page.text
    assert cards(peopled) == []


def test_mistakes_bring_the_sentence_back(peopled):
    wrong = add(peopled, "apart", ["Ann", ""], reason="typed with care")
    assert wrong.status_code == 422
    assert '<a href="#people">' in wrong.text
    assert 'value="typed with care"' in wrong.text
    assert 'value="Ann"' in wrong.text
    assert add(peopled, "pin", ["Ann"], groups="Gryffindoor").status_code == 422
    assert add(peopled, "spread", column="shoe size").status_code == 422
    assert cards(peopled) == []


@pytest.mark.parametrize("kind", ["", "nonsense"])
def test_a_sentence_without_a_kind_brings_its_names_back(peopled, kind):
    page = add(peopled, kind, ["Ann", "Bo"]).text
    assert "Choose what the rule says" in unescape(page)
    assert 'value="Ann"' in page
    assert cards(peopled) == []


def test_unknown_name_is_told_with_the_nearest_and_can_be_kept(peopled):
    peopled.send("roster/import", roster="Ann\nEd")
    doubtful = add(peopled, "pin", ["Anne"], groups="Gryffindor")
    assert doubtful.status_code == 422
    assert "Did you mean “Ann”?" in doubtful.text
    assert cards(peopled) == []
    kept = add(peopled, "pin", ["Anne"], groups="Gryffindor", anyway="yes")
    assert "It names somebody who has not answered yet" in kept.text
    # Whoever is expected needs no confirmation.
    assert add(peopled, "bar", ["ed"], groups="Gryffindor").status_code == 200
    page = peopled.organiser.get(f"{peopled.path}/rules").text
    assert "Ed has not answered yet. The rule applies once they do." in page
    assert "2 rules, 1 problem, 1 waiting" in page


def test_contradiction_is_told_at_once_with_the_rules_it_needs(peopled):
    add(peopled, "pin", ["Ann"], groups="Gryffindor")
    add(peopled, "together", ["Ann", "Bo"])
    add(peopled, "apart", ["Cy", "Di"])
    clash = add(peopled, "bar", ["Bo"], groups="Gryffindor")
    assert clash.status_code == 422
    told = re.search(r"Is this what you mean.*?</div>", clash.text, re.DOTALL)[0]
    assert re.findall(r"<li>((?:Ann|Bo|Cy)[^<]*)</li>", told) == [
        "Ann must be in Gryffindor",
        "Bo must not be in Gryffindor",
        "Ann and Bo must be together",
    ]
    assert len(cards(peopled)) == 3
    add(peopled, "bar", ["Bo"], groups="Gryffindor", anyway="yes")
    page = peopled.organiser.get(f"{peopled.path}/rules").text
    assert page.count("It contradicts other rules.") == 3
    assert "4 rules, 3 problems" in page


def test_rules_are_changed_and_removed_one_at_a_time(peopled):
    add(peopled, "apart", ["Ann", "Bo"])
    (first,) = keys(peopled)
    form = peopled.organiser.get(f"{peopled.path}/rules", params={"rule": first}).text
    assert "Change a rule" in form
    assert 'value="Bo"' in form
    # Meanwhile another organiser adds one.
    add(peopled, "pin", ["Cy"], groups="Slytherin")
    changed = peopled.send(f"rules/{first}/change", kind="together", people=["Ann", "Bo"])
    assert changed.status_code == 200
    assert sorted(cards(peopled)) == ["Ann and Bo must be together", "Cy must be in Slytherin"]
    # What is gone is neither changed nor removed again, and what was typed comes back.
    gone = peopled.send(f"rules/{first}/change", kind="apart", people=["Ann", "Di"])
    assert gone.status_code == 404
    assert 'value="Di"' in gone.text
    assert peopled.send(f"rules/{first}/remove").status_code == 404
    for key in keys(peopled):
        assert peopled.send(f"rules/{key}/remove").status_code == 200
    assert cards(peopled) == []
    assert add(peopled, "pin", ["Cy"], groups="Slytherin").status_code == 200
    assert "already exists" in add(peopled, "pin", ["cy"], groups="Slytherin").text


def test_rules_are_added_from_a_file(peopled):
    def upload(name, text):
        path = f"{peopled.path}/rules"
        return peopled.organiser.submit(f"{path}/upload", files={"file": (name, text.encode(), "text/plain")})

    wrong = upload("rules.csv", "rule,who,what\npin,Ann,\nfly,Bo,\n")
    assert wrong.status_code == 422
    assert len(re.findall(r"<li>row \d", wrong.text)) == 4  # in the summary and at the field
    assert upload("rules.exe", "x").status_code == 422
    assert upload("rules.csv", "").status_code == 422
    assert cards(peopled) == []
    assert upload("rules.csv", "rule,who,what\npin,Ann,Gryffindor\napart,Bo; Cy,\n").status_code == 200
    assert upload("rules.toml", 'together = [["Ann", "Di"]]\n').status_code == 200
    assert len(cards(peopled)) == 3
    doubtful = upload("rules.csv", "rule,who,what\npin,Bob,Gryffindor\n")
    assert doubtful.status_code == 422
    assert "Did you mean “Bo”?" in doubtful.text
    assert len(cards(peopled)) == 3
    kept = re.search(r'name="upload" value="([^"]+)"', doubtful.text)[1]
    assert peopled.send("rules/upload", upload=kept).status_code == 200
    assert "Bob must be in Gryffindor" in cards(peopled)
    assert "Choose it again" in peopled.send("rules/upload", upload=kept).text


def test_earlier_groups_in_a_file_are_kept_or_parted(peopled):
    def upload(earlier):
        files = {"file": ("last-term.csv", b"name,group\nAnn,1\nBo,1\nZed,1\nCy,2\nDi,2\n", "text/csv")}
        return peopled.organiser.submit(f"{peopled.path}/rules/upload", earlier=earlier, files=files)

    assert upload("apart").status_code == 200
    # Zed has left, which is no mistake.
    assert cards(peopled) == ["People from 2 earlier groups should not meet again (weight 100)"]
    assert "Zed" not in peopled.organiser.get(f"{peopled.path}/rules").text
    assert upload("stay").status_code == 422


def test_a_card_tells_what_became_of_its_rule(sorted_event):
    card = "still being worked out"
    while "still being worked out" in card:
        page = sorted_event.organiser.get(f"{sorted_event.path}/rules").text
        card = re.search(r'<li class="box rule-card.*?</li>', page, re.DOTALL)[0]
    assert "Ann must be in Gryffindor" in card
    assert '<span class="badge good">kept</span>' in card
    assert re.search(r"Costs (about|a little)", card)
    assert "Keeping to the rules" in page


def test_rules_of_an_uploaded_survey_become_the_events(organiser):
    from bayeshat import Survey

    text = Survey.load("simulation-even").to_toml() + '\n[rules]\nsize = "1..9"\n'
    files = {"file": ("survey.toml", text.encode(), "application/toml")}
    page = organiser.submit("/events/new", title="Ruled", survey="upload", files=files)
    rules = organiser.get(f"{page.url.path}/rules").text
    assert "Every group must have 1 to 9 people" in rules
    assert "/remove" in rules


def test_rules_follow_whoever_is_renamed(peopled):
    receipt = peopled.answer("Ed")
    add(peopled, "apart", ["Ed", "Ann"])
    browser = peopled.web.browser()
    form = browser.get(f"{receipt}/edit").text
    fields = dict(re.findall(r'name="(version|survey_version)" value="([^"]+)"', form))
    assert browser.post(f"{receipt}/edit", data={**fields, "name": "Edward", "q0": "0"}).status_code == 200
    assert cards(peopled) == ["Edward and Ann must be apart"]
    # Of two who are called the same, nobody knows whom a rule means.
    peopled.answer("Ann", send_anyway="yes", q0="0")
    other = peopled.answer("Ann", send_anyway="yes", q0="1")
    form = browser.get(f"{other}/edit").text
    fields = dict(re.findall(r'name="(version|survey_version)" value="([^"]+)"', form))
    assert browser.post(f"{other}/edit", data={**fields, "name": "Anna", "q0": "0"}).status_code == 200
    assert cards(peopled) == ["Edward and Ann must be apart"]


def test_failed_sort_is_told_on_its_own_page_only(peopled):
    identity = peopled.path.rsplit("/", 1)[1]
    with peopled.web.site.database.session() as session:
        event = session.get_one(Event, identity)
        failed = Job(event_id=event.id, state="failed", options={}, message="Two rules:\n  - first\n  - second")
        session.add(failed)
        session.flush()
        path = f"{peopled.path}/jobs/{failed.id}"
    assert "<li>first</li><li>second</li>" in peopled.organiser.get(path).text
    assert "<button>Sort</button>" in peopled.organiser.get(f"{peopled.path}/sort").text
