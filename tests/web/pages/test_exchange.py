"""The pages on which two people exchange places, without any script; and the organiser's switch."""

import html
import re

import pytest

from bayeshat import Survey
from bayeshat.web.db.schema import Event
from bayeshat.words.message import catalogue, language_names
from web.pages.test_purposes import make

GROUPS = list(Survey.load("hogwarts").cluster_names)
PINNED = "Ann"


def main_of(page):
    return html.unescape(page.text.split("<main", 1)[1].split("</main>")[0])


class Fair:
    """A published result, and everybody's own browser."""

    def __init__(self, ground):
        self.ground, self.board = ground, ground.board
        self.receipts = dict(zip(["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"], ground.receipts, strict=True))
        self.publish(allows_exchange="yes")

    def publish(self, **fields):
        fields = {"version": self.ground.version, "action": "publish", "anyway": "yes", **fields}
        return self.ground.organiser.submit(f"{self.board}/publish", **fields)

    def groups(self):
        """Return everybody's group as their receipt shows it."""
        read = self.ground.web.browser().get
        return {
            name: re.search(r'<p class="verdict g\d">([^<]+)</p>', read(path).text)[1]
            for name, path in self.receipts.items()
        }

    def read(self, name):
        return self.ground.web.browser().get(f"{self.receipts[name]}/exchange")

    def send(self, name, action, **fields):
        return self.ground.web.browser().submit(f"{self.receipts[name]}/exchange", action=action, **fields)

    def offer(self, name, group):
        page = self.send(name, "offer", group=str(GROUPS.index(group)))
        assert page.status_code == 200, main_of(page)
        return re.search(r'<p class="code">([^<]+)</p>', page.text)[1]

    def pair(self):
        """Return the names of two people in different groups, who may both be anywhere."""
        groups = self.groups()
        ann, *others = [name for name in groups if name != PINNED]
        return ann, next(name for name in others if groups[name] != groups[ann])


@pytest.fixture
def fair(sorted_event):
    return Fair(sorted_event)


def test_two_people_exchange_their_groups(fair):
    ann, bo = fair.pair()
    before = fair.groups()
    page = main_of(fair.ground.web.browser().get(fair.receipts[ann]))
    assert f'href="{fair.receipts[ann]}/exchange">Exchange places…</a>' in page
    # The page offers all other groups, and says nothing of who is there.
    page = main_of(fair.read(ann))
    assert f"You are in {before[ann]}." in page
    assert re.findall(r'<option value="\d">(\w+)', page) == [group for group in GROUPS if group != before[ann]]
    assert not [name for name in fair.receipts if re.search(rf"\b{name}\b", page)]
    code = fair.offer(ann, before[bo])
    assert re.fullmatch(r"[A-HJ-NP-Z2-9]{4} [A-HJ-NP-Z2-9]{4}", code)
    assert "Nobody has taken your offer yet" in main_of(fair.ground.web.browser().get(fair.receipts[ann]))
    looked = fair.send(bo, "look", code=code)
    assert f"{ann} ({before[ann]}) would like to exchange places with you ({before[bo]})." in main_of(looked)
    assert fair.groups() == before
    group = re.search(r'name="group" value="(\d)"', looked.text)[1]
    done = fair.send(bo, "take", code=code, group=group)
    assert done.url.path == fair.receipts[bo]
    assert "You have exchanged places. This is your new group." in main_of(done)
    assert f"Before, you were in {before[bo]}." in main_of(done)
    swapped = {ann: before[bo], bo: before[ann]}
    assert fair.groups() == before | swapped
    # Sent once more by an impatient finger, it is not done again.
    again = fair.send(bo, "take", code=code, group=group)
    assert "You have exchanged places." in main_of(again)
    assert fair.groups() == before | swapped
    # The organiser sees who did, on the board and in the log, which names nobody.
    board = main_of(fair.ground.organiser.get(fair.board))
    assert "Two people have exchanged places by their own links" in board
    assert re.search(rf"{ann} \(from {before[ann]}\) and {bo} \(from {before[bo]}\)", board)
    assert f'Undo<span class="hidden">: {ann} and {bo} exchanged places themselves' in board
    log = main_of(fair.ground.organiser.get(f"{fair.ground.path}/log"))
    assert "<td>The server</td><td>let two people exchange places in Result 1, as both wished</td>" in log
    assert not re.search(rf"\b({ann}|{bo})\b", log)
    # Undone and published again, everybody is where they were.
    version = re.search(r'data-version="(\d+)"', board)[1]
    fair.ground.organiser.submit(f"{fair.board}/undo", version=version)
    assert "been moved since you published" in main_of(fair.ground.organiser.get(fair.board))
    assert "been moved since you published" not in main_of(fair.publish(allows_exchange="yes"))
    assert fair.groups() == before


def test_refusals_are_plain_and_lose_nothing(fair):
    ann, bo = fair.pair()
    groups = fair.groups()
    wrong = fair.send(ann, "look", code="<b>nothing")
    assert wrong.status_code == 422
    assert "There is no open offer with this code." in main_of(wrong)
    assert 'value="&lt;b&gt;nothing"' in wrong.text
    assert 'aria-invalid="true" aria-describedby="code-wrong"' in wrong.text
    for group in ("", "x", "9", str(GROUPS.index(groups[ann]))):
        assert fair.send(ann, "offer", group=group).status_code == 422
    code = fair.offer(ann, groups[bo])
    withdrawn = fair.send(ann, "withdraw")
    assert withdrawn.url.path.endswith("/exchange")
    assert "Make the offer" in main_of(withdrawn)
    late = fair.send(bo, "take", code=code, group=str(GROUPS.index(groups[ann])))
    assert late.status_code == 422
    assert "no open offer" in main_of(late)
    assert fair.groups() == groups
    missing = fair.ground.web.browser().get(f"/r/{'x' * 43}/exchange")
    assert missing.status_code == 404


def test_somebody_with_a_fixed_place_is_told_at_once(fair):
    page = main_of(fair.read(PINNED))
    assert "The organisers have fixed your place, so you cannot exchange it." in page
    assert "<form" not in page
    refused = fair.send(PINNED, "offer", group="1")
    assert refused.status_code == 422
    assert main_of(refused).count("fixed your place") == 1


def test_a_rule_that_bars_somebody_from_a_group_is_not_broken(fair):
    ann, _ = fair.pair()
    other = next(group for group in GROUPS if group not in (fair.groups()[ann], fair.groups()[PINNED]))
    fair.ground.rule("bar", [ann], groups=other)
    _, fair.board = fair.ground.finish(fair.ground.send("sort"))
    fair.publish(allows_exchange="yes")
    refused = fair.send(ann, "offer", group=str(GROUPS.index(other)))
    assert refused.status_code == 422
    assert "A rule of the organisers does not allow this exchange." in main_of(refused)


def test_the_organiser_decides_whether_places_are_exchanged(sorted_event):
    fair = Fair.__new__(Fair)
    fair.ground, fair.board, fair.receipts = sorted_event, sorted_event.board, {"Ann": sorted_event.receipts[0]}
    asked = sorted_event.organiser.get(f"{fair.board}/publish").text
    assert '<input type="checkbox" name="allows_exchange" value="yes" aria-describedby' in asked
    own = sorted_event.web.browser().get
    for switch, is_on in (("", False), ("yes", True)):
        fair.publish(allows_exchange=switch)
        assert ("Exchange places" in own(fair.receipts["Ann"]).text) is is_on
        assert ("cannot be exchanged now" in fair.read("Ann").text) is not is_on
    # A refused page keeps the tick.
    sorted_event.organiser.submit(f"{fair.board}/move", version="3", person="0", group="1")
    refused = fair.publish(allows_exchange="", anyway="")
    assert refused.status_code == 422
    assert 'name="allows_exchange" value="yes" aria-describedby' in refused.text
    settings = sorted_event.organiser.get(f"{sorted_event.path}/people").text
    assert 'name="allows_exchange" value="yes" checked' in settings
    assert "people may exchange places" in settings
    sorted_event.send("settings", title="Sorted", language="en", asks_names="yes")
    assert "Exchange places" not in own(fair.receipts["Ann"]).text
    assert "people may exchange places" not in sorted_event.organiser.get(f"{sorted_event.path}/people").text


@pytest.mark.parametrize("language", language_names())
def test_exchanges_speak_the_respondents_language(fair, language):
    with fair.ground.web.site.database.session() as session:
        session.get_one(Event, fair.ground.path.rsplit("/", 1)[1]).language = language
    say = catalogue(language)
    ann, bo = fair.pair()
    before = fair.groups()
    assert f'lang="{language}"' in fair.read(ann).text
    code = fair.offer(ann, before[bo])
    assert say("form-exchange-code-words", group=before[bo]) in main_of(fair.read(ann))
    found = main_of(fair.send(bo, "look", code=code))
    assert say("form-exchange-found", name=ann, group=before[ann], own=before[bo]) in found
    done = main_of(fair.send(bo, "take", code=code, group=str(GROUPS.index(before[ann]))))
    assert say("form-exchange-done") in done
    assert say("form-receipt-exchanged", group=before[bo]) in done


def test_whoever_exchanges_workshops_reads_which_choice_the_new_one_was(web, organiser):
    event = make(organiser, web, "choices")
    rows = {f"{field}__{n}": value for n, name in enumerate("ABC") for field, value in (("name", name), ("size", "2"))}
    event.send("sizes", sizes="houses", **rows)
    wished = ["AB", "AC", "BA", "BA", "CA", "CB"]
    receipts = [event.answer(f"P{n}", q0="0", wish0=choices[0], wish1=choices[1]) for n, choices in enumerate(wished)]
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    event.organiser.submit(f"{board}/publish", version=event.version, allows_exchange="yes")
    browser = web.browser()
    page = browser.submit(f"{receipts[0]}/exchange", action="offer", group="1").text
    code = re.search(r'<p class="code">([^<]+)</p>', page)[1]
    taken = browser.submit(f"{receipts[2]}/exchange", action="take", code=code, group="0")
    told = [main_of(page) for page in (browser.get(receipts[0]), taken)]
    assert [re.search(r'class="verdict g\d">(\w)', page)[1] for page in told] == ["B", "A"]
    assert all("This was your second choice." in page for page in told)
    assert "4 got their first choice and 2 their second." in main_of(organiser.get(board))


def test_rounds_are_not_exchanged(web, organiser):
    event = make(organiser, web, "rounds")
    receipts = [event.answer(f"P{n}", q0="0") for n in range(6)]
    _, board = event.finish(event.organiser.submit(f"{event.path}/sort"))
    event.send("settings", title="Day", language="en", asks_names="yes", allows_exchange="yes")
    assert "allows_exchange" not in organiser.get(f"{board}/publish").text
    event.organiser.submit(f"{board}/publish", version=event.version)
    assert 'name="allows_exchange" value="yes" checked' in organiser.get(f"{event.path}/people").text
    assert "Exchange places" not in web.browser().get(receipts[0]).text
    refused = web.browser().submit(f"{receipts[0]}/exchange", action="offer", group="1")
    assert refused.status_code == 422
    assert "cannot be exchanged now" in main_of(refused)


def test_attempts_are_limited(sorted_site, start_server):
    with start_server(submit_limit=2) as web:
        browser = web.browser()
        receipt = sorted_site[1]["receipts"][0]
        sent = [browser.submit(f"{receipt}/exchange", action="look", code="AAAABBBB") for _ in range(3)]
    assert [page.status_code for page in sent] == [422, 422, 429]
