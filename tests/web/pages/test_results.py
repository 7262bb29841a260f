"""Results: listed, renamed, published, latecomers placed, explained, weighed, compared, downloaded, deleted."""

import re
from pathlib import PurePosixPath

import pytest

from bayeshat.web.core.downloads import FILES
from bayeshat.web.db.schema import Job, Response
from bayeshat.words.message import catalogue

HX = {"hx-request": "true"}


def read(ground, path=""):
    return ground.organiser.get(f"{ground.board}{path}")


def send(ground, what, headers=None, **fields):
    return ground.organiser.submit(f"{ground.board}/{what}", headers=headers, **fields)


def edit(ground, what, **fields):
    version = re.search(r'data-version="(\d+)"', read(ground).text)[1]
    return send(ground, what, version=version, **fields)


def publish(ground, **fields):
    return send(ground, "publish", version=ground.version, action="publish", **fields)


def test_results_are_listed_and_renamed(sorted_event):
    page = sorted_event.organiser.get(f"{sorted_event.path}/results").text
    assert "<h1>Results</h1>" in page
    assert "8 people, groups as even as possible, 1 rule. Nobody was moved by hand." in page
    assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">[^<]+ UTC</time>', page)
    named = send(sorted_event, "rename", title="First <try>")
    assert named.url.path == sorted_event.board
    assert "First &lt;try&gt;</h1>" in named.text
    assert "First &lt;try&gt;</a>" in sorted_event.organiser.get(f"{sorted_event.path}/results").text
    for wrong in ("", "x" * 201):
        refused = send(sorted_event, "rename", title=wrong)
        assert refused.status_code == 422
        assert "Write a title of 1 to 200 characters." in refused.text


def test_an_event_without_results_says_so(event):
    page = event.organiser.get(f"{event.path}/results").text
    assert "There is no result yet. Sort the people who have answered to get one." in page
    assert "Go to Sort" in page


@pytest.mark.parametrize(
    ("what", "fields"),
    [("publish", {"version": ""}), ("publish", {"version": "x"}), ("resort", {"size_weight": "heavy"}), ("place", {})],
)
def test_what_cannot_be_done_is_refused(sorted_event, what, fields):
    assert send(sorted_event, what, **fields).status_code == 422


def test_publishing_says_who_has_no_link(web, sorted_event):
    """Whoever's answers came from a file sees no group here, not even those who are expected: theirs is the form."""
    roster = f"{sorted_event.path}/roster"
    sorted_event.organiser.submit(f"{roster}/import", roster="Ann")

    def tell(*imported):
        with web.site.database.session() as session:
            for response in session.query(Response).filter_by(event_id=sorted_event.path.split("/")[2]):
                response.source = "import" if response.name in imported else "form"
        return read(sorted_event, "/publish").text

    everybody = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    try:
        asked = tell()
        assert "came from a file" not in asked
        assert (
            "Everybody in this result who filled in the form sees their own group on their own link. "
            "This is what Ann will see:" in asked
        )
        asked = tell("Ann")
        assert "The answers of 1 person came from a file." in asked
        assert f'<a href="{sorted_event.board}/files/handout.html">the groups to hand out</a>' in asked
        # Nobody is shown as an example who would see nothing.
        assert "This is what Bo will see:" in asked
        asked = tell(*everybody)
        # It is said once.
        assert "came from a file. They" not in asked
        assert f'<a href="{sorted_event.board}/files/handout.html">the groups to hand out</a>' in asked
        assert "will see:" not in asked
        assert "Nobody will see anything here: the answers of everybody in this result came from a file" in asked
        # Nor does the page say afterwards that anybody sees their group.
        told = publish(sorted_event, anyway="yes").text
        assert "Published, but nobody in this result has a link of their own" in told
        assert "sees their own group" not in told
    finally:
        tell()
        send(sorted_event, "publish", version=sorted_event.version, action="unpublish")
    assert "Published. Everybody in this result who filled in the form sees" in publish(sorted_event, anyway="yes").text
    send(sorted_event, "publish", version=sorted_event.version, action="unpublish")


def test_publishing_asks_when_a_rule_is_broken(sorted_event):
    # Gryffindor, where Ann is to be, is the first.
    edit(sorted_event, "move", person=0, group=1)
    try:
        asked = read(sorted_event, "/publish")
        assert "1 rule is broken: Ann must be in Gryffindor (brings the key)." in asked.text
        assert "The sizes are not as wanted:" in asked.text
        assert "Publish anyway</button>" in asked.text
        # Without the answer to that question nothing is published.
        before = re.findall(r'id="publish"[^>]*>([^<]+)', read(sorted_event).text)
        refused = publish(sorted_event)
        assert refused.status_code == 422
        assert "1 rule is broken" in refused.text
        assert re.findall(r'id="publish"[^>]*>([^<]+)', read(sorted_event).text) == before
        assert "published</span>" in publish(sorted_event, anyway="yes").text
    finally:
        edit(sorted_event, "undo")
    again = read(sorted_event, "/publish").text
    assert "1 person was moved since you published:" in again
    assert "<b>Ann</b>: from" in again
    assert "1 person has been moved since you published." in read(sorted_event).text
    assert "Publish again…" in read(sorted_event).text
    assert "Nobody’s group has changed since you published." in publish_again(sorted_event)
    # Nothing has changed: there is nothing to publish again.
    assert "Publish again…" not in read(sorted_event).text
    assert "Unpublish…" in read(sorted_event).text
    assert "Unpublish “" in read(sorted_event, "/unpublish").text
    send(sorted_event, "publish", version=sorted_event.version, action="unpublish")
    assert "Publish…" in read(sorted_event).text


def publish_again(ground):
    publish(ground)
    return read(ground, "/publish").text


def test_what_people_will_see_is_shown_as_the_event_has_it(sorted_event):
    page = read(sorted_event, "/publish").text
    assert "Ann, you are in" in page
    # Word for word what Ann reads once it is published.
    publish(sorted_event, anyway="yes")
    own = sorted_event.web.browser().get(sorted_event.receipts[0]).text
    send(sorted_event, "publish", version=sorted_event.version, action="unpublish")
    reasons = re.findall(r"<p>([^<]*)</p>", own.partition('id="why"')[2].partition("</section>")[0])
    assert reasons
    assert all(f"<p>{words}</p>" in page for words in reasons)
    assert "(yours)" in page
    assert "Nobody sees who else is in their group." in page
    assert "Who is in your group" not in page


def test_what_was_changed_meanwhile_is_not_published(sorted_event):
    refused = publish(sorted_event, result_version="999")
    assert refused.status_code == 409
    assert "Somebody changed this in the meantime" in refused.text


def test_why_is_a_page_and_a_part(sorted_event):
    assert re.search("<h1>Why Ann is in Gryffindor</h1>", read(sorted_event, "/why/0").text)
    assert "<html" not in sorted_event.organiser.get(f"{sorted_event.board}/why/0", headers=HX).text
    assert read(sorted_event, "/why/99").status_code == 422


def test_looking_at_the_trade_off_starts_no_work(sorted_event):
    def count_jobs():
        with sorted_event.web.site.database.reading() as session:
            return session.query(Job).count()

    page = read(sorted_event, "/trade-off").text
    assert page.count('name="size_weight"') > 1
    assert page.count('name="size_weight" value="inf" checked') == 1
    assert not re.search("bits|loss|weight of", page)
    # Other locks lead to other groups: what is kept tells nothing about them.
    edit(sorted_event, "lock", person=3)
    before = count_jobs()
    page = read(sorted_event, "/trade-off").text
    assert "Work out the trade-off</button>" in page
    assert count_jobs() == before
    assert "being worked out" in send(sorted_event, "trade-off", HX).text
    assert send(sorted_event, "trade-off").url.path == f"{sorted_event.board}/trade-off"
    assert count_jobs() == before + 1
    edit(sorted_event, "unlock", person=3)


@pytest.mark.parametrize("name", FILES)
def test_files_are_downloads(sorted_event, name):
    answer = read(sorted_event, f"/files/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f"attachment; filename*=utf-8''{name}"
    assert len(answer.content) > 100
    page = read(sorted_event).text
    say = catalogue("en")
    assert say(f"{FILES[name].title}-holds") in page
    assert say(FILES[name].readers) in page


def test_sorting_again_compares_and_deletes(sorted_event):
    _, other = sorted_event.finish(send(sorted_event, "resort", stay="yes"))
    assert other != sorted_event.board
    answer = sorted_event.organiser.get(f"{sorted_event.board}/compare", params={"other": PurePosixPath(other).name})
    assert "Two results compared" in answer.text
    assert re.search("in the same group", answer.text)
    plain, statistics = answer.text.split("For statisticians")
    assert "bits" not in plain
    assert "bits" in statistics
    asked = sorted_event.organiser.get(f"{other}/delete").text
    assert re.search("Delete “Result .”", asked)
    assert f'<a href="{sorted_event.path}/results">Results</a>' in asked
    assert sorted_event.organiser.submit(f"{other}/delete").url.path == f"{sorted_event.path}/results"
    assert sorted_event.organiser.get(other).status_code == 404


def test_published_result_is_not_deleted(sorted_event):
    assert "Unpublish…" in publish(sorted_event).text
    assert send(sorted_event, "delete").status_code == 422
    send(sorted_event, "publish", version=sorted_event.version, action="unpublish")


def test_latecomers_are_announced_and_placed(sorted_event):
    sorted_event.answer("Ida")
    sorted_event.answer("Jo")
    for page in (read(sorted_event), sorted_event.organiser.get(f"{sorted_event.path}/results")):
        assert "2 people have answered since." in page.text
        assert "Place the 2 latecomers</button>" in page.text
        # What to do next leads to where nobody else has to move.
        board = re.search(r'<a class="button[^"]*" href="([^"]+)">Look at the groups</a>', sorted_event.overview)[1]
        assert "/sortings/" in board
        sort = sorted_event.organiser.get(f"{sorted_event.path}/sort").text
        assert "To place only those who came late, and move nobody else" in sort
        assert f'<a href="{board}">the last groups</a>' in sort
        assert "Sort again with everybody</button>" in page.text
    _, later = sorted_event.finish(send(sorted_event, "place"))
    page = sorted_event.organiser.get(later).text
    assert "2 latecomers placed" in page
    assert "Place the" not in page
    compared = sorted_event.organiser.get(f"{sorted_event.board}/compare/{PurePosixPath(later).name}").text
    assert "Everybody who is in both results is in the same group: 8 people." in compared
    assert "Ida, Jo" in compared
