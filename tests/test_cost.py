"""The picture of what sorting costs, drawn from the figures that lie beside it."""

import json

import cost
import pytest


@pytest.fixture(scope="module")
def rows():
    return json.loads(cost.RESULTS.read_text())["rows"]


def test_every_run_that_is_shown_agreed_with_itself(rows):
    people = [row for row in rows if row["what"] == "people"]
    assert {row["device"] for row in people} == set(cost.PEOPLE)
    assert all(row["converged"] and row["r_hat"] < 1.01 and row["effective"] >= 400 for row in people)
    assert all(row["machine"] and row["day"] for row in rows)


def test_the_picture_shows_every_figure(rows):
    pytest.importorskip("matplotlib")
    lines = [line for ax in cost.draw(rows).get_axes() for line in ax.lines]
    shown = {(line.get_gid(), x, y) for line in lines for x, y in line.get_xydata()}
    for row in rows:
        if row["what"] == "people":
            assert (row["device"], row["size"], row["fit"] + row["decide"]) in shown
            assert all((row["device"], row["size"], used) in shown for used in row["memory"].values())
        else:
            assert (row["device"], row["size"], row["decide"]) in shown


def test_a_row_takes_the_place_of_an_earlier_one(tmp_path, monkeypatch):
    monkeypatch.setattr(cost, "RESULTS", tmp_path / "cost.json")
    row = {"what": "groups", "size": 4, "device": "cpu"}
    for seconds in (2.0, 1.234567):
        cost.keep(row | {"decide": seconds})
        cost.keep(row | {"device": "cuda", "decide": 0.5})
    found = json.loads(cost.RESULTS.read_text())["rows"]
    assert [(one["device"], one["decide"]) for one in found] == [("cpu", 1.2346), ("cuda", 0.5)]
