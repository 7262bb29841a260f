"""Wishes on the pages: the switches, the form, the receipt, and what the organiser reads."""

import re
from html import unescape

from web.pages.test_events import settings


def test_people_wish_in_the_form_and_the_organiser_hears_of_unknown_names(event):
    assert 'name="wish0"' not in event.web.browser().get(event.share).text
    page = event.send("settings", **settings(asks_wishes="yes", asks_friends="yes")).text
    assert 'name="asks_wishes" value="yes" checked' in page
    form = event.web.browser().get(event.share).text
    assert re.findall(r'<select id="(wish\d)"', form) == ["wish0", "wish1", "wish2"]
    ann = event.web.browser()
    wishes = {"wish0": "Ravenclaw", "wish1": "", "wish2": "Slytherin", "friends": "Bo, Zed"}
    receipt = event.answer("Ann", ann, q0="0", **wishes)
    assert "Ravenclaw, Slytherin" in ann.get(receipt).text
    changing = ann.get(f"{receipt}/edit").text
    assert changing.count(" selected>") == 2
    assert 'value="Bo, Zed"' in changing
    bo = event.web.browser()
    own = bo.get(event.answer("Bo", bo, q0="1")).text
    assert "Zed" not in own
    assert "Ravenclaw" not in own
    sort = event.organiser.get(f"{event.path}/sort").text
    assert "1 wish could not be used: Ann: “Zed”" in unescape(sort)
    assert '"1st choice","2nd choice","friends"' in event.organiser.get(f"{event.path}/files/answers.csv").text
