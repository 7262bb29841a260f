"""Sheets for each group, letters to everybody, and lists to print."""

import csv
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from openpyxl import load_workbook

import bayeshat as bh
from bayeshat.report.files import legal_titles, write_csv, write_xlsx
from bayeshat.report.lists import (
    TWO_COLUMNS,
    GroupedPeople,
    find_addresses,
    group_sheets,
    mail_merge_table,
    other_sheets,
    render_lists,
    render_place_cards,
    seats_table,
)
from bayeshat.tables.reading import read_table
from report.results import flat, high_ratings, hostile, houses, many_groups, one_person, ruled, several

ALL = [houses, hostile, flat, many_groups, one_person, ruled, several]


class Reader(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def read_sheets(path):
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in load_workbook(path)}


@pytest.mark.parametrize("make", ALL)
def test_each_group_has_a_sheet_with_its_members(make, tmp_path):
    result = make()
    sheets = group_sheets(result)
    assert [table["name"] for table in sheets.values()] == list(result.groups().values())
    read = read_sheets(
        write_xlsx({**{title: {"a": [1]} for title in other_sheets()}, **sheets}, tmp_path / "groups.xlsx")
    )
    assert list(read) == [*other_sheets(), *sheets]
    assert [len(rows) - 1 for rows in read.values()][len(other_sheets()) :] == result.decision.sizes.tolist()


def test_sheets_tell_how_sure_and_what_else_is_known():
    result = ruled()
    table = group_sheets(result)["Ravenclaw"]
    place = table["name"].index("Person 01")
    assert list(table) == ["name", "probability", "choice", "note", "E-Mail", "year", "=cmd"]
    assert table["note"][place] == "pinned: brings the key"
    assert table["E-Mail"][place] == "p0@example.org"
    assert table["probability"][place] == round(float(result.posterior.probabilities[0, 2]), 4)
    assert "probability" in group_sheets(flat())["Group 1"]
    assert "note" not in group_sheets(houses())["Ravenclaw"]


def test_a_column_of_the_table_does_not_hide_one_of_ours():
    result = houses()
    extra = {"name": ("nick",) * 21, "probability": ("high",) * 21}
    table = group_sheets(replace(result, answers=bh.Answers(result.answers.codes, result.names, extra)))["Gryffindor"]
    assert list(table) == ["name", "probability", "name (2)", "probability (2)"]
    assert table["name"] == result.groups()["Gryffindor"]


@pytest.mark.parametrize("write", [write_csv, lambda table, path: write_xlsx({"sheet": table}, path)])
def test_nothing_becomes_a_formula_in_cells_or_headings(write, tmp_path):
    signs = ["=1+1", "+1", "-1", "@x", "＝1", "\t=1"]
    path = write({**{sign: [sign] for sign in signs}, "plain": ["a=b"]}, tmp_path / "table.xlsx")
    if write is write_csv:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
    else:
        assert all(cell.data_type == "s" for row in load_workbook(path)["sheet"] for cell in row)
        rows = [list(row) for row in read_sheets(path)["sheet"]]
    for row in rows:
        assert [cell[0] for cell in row[:-1]] == ["'"] * len(signs)
    assert rows[1][-1] == "a=b"


def test_all_cells_of_a_csv_are_quoted_and_read_back(tmp_path):
    table = {"name": ["Lee, Ann", 'Bo "the\nbold"'], "group": ["A; B", None], "probability": [0.5, 1]}
    path = write_csv(table, tmp_path / "table.csv")
    text = path.read_bytes().decode("utf-8-sig")
    assert text == '"name","group","probability"\r\n"Lee, Ann","A; B","0.5"\r\n"Bo ""the\nbold""","","1"\r\n'
    assert bh.read_assignment(path) == {"Lee, Ann": "A; B"}
    assert [column.texts() for column in read_table(path).columns][2] == ("0.5", "1")


@pytest.mark.parametrize("name", ["table.csv", "table.xlsx"])
def test_what_was_kept_from_being_a_formula_is_read_as_it_was(name, tmp_path):
    cells = ["=1+1", "'=1+1", "''+1", "-1", "@x", "＝1", "'tis", "; a, b", ""]
    path = tmp_path / name
    table = {"-": cells, "n": list(map(str, range(len(cells))))}
    write_csv(table, path) if path.suffix == ".csv" else write_xlsx({"sheet": table}, path)
    read = read_table(path)
    assert read.headings == ("-", "n")
    assert read.columns[0].texts() == tuple(cells)


def test_workbooks_take_every_character(tmp_path):
    name = "bell \x07, half \ud800, family 👩‍👩‍👧"
    rows = read_sheets(write_xlsx({"a": {name: [name]}}, tmp_path / "a.xlsx"))["a"]
    assert rows[1][0] == "bell \ufffd, half \ufffd, family 👩‍👩‍👧"


@pytest.mark.parametrize(
    "wanted",
    [
        ["[a]:*?/\\b", "a", "A", "Ａ"],
        ["x" * 40, "X" * 31, "x" * 31 + "y"],
        ["", " ", "''", "'quoted'"],
        ["History", "history", "sizes"],
        ["👩" * 20, "👩" * 16],
        ["tab\tand\nline", "bell\x07", "half \ud800"],
    ],
)
def test_sheets_have_legal_names(wanted, tmp_path):
    titles = legal_titles(wanted, taken=["Sizes"])
    assert len({title.casefold() for title in [*titles, "Sizes", "History"]}) == len(titles) + 2
    for title in titles:
        assert 1 <= len(title.encode("utf-16-le")) // 2 <= 31
        assert not re.search(r"[\[\]:*?/\\\x00-\x1f]|^'|'$", title)
    assert list(read_sheets(write_xlsx({title: {"a": [1]} for title in titles}, tmp_path / "a.xlsx"))) == titles


@pytest.mark.parametrize("make", ALL)
def test_everybody_gets_a_letter(make):
    result = make()
    table = mail_merge_table(result)
    assert table["name"] == list(result.names)
    assert all(why.endswith(".") for why in table["why"])
    for name, members in zip(table["name"], table["members"], strict=True):
        assert name in members


def test_letters_say_why_but_tell_no_reasons_of_rules():
    result = ruled()
    table = mail_merge_table(result)
    assert table["e-mail"][3] == "p3@example.org"
    assert table["why"][0] == "The organisers gave you this place."
    assert "We have no answers from you" in table["why"][4]
    asked = result.survey.questions
    answers = [question.options[code] for question, code in zip(asked, result.answers.codes[3], strict=True)]
    quoted = re.findall('"([^"]*)" to "([^"]*)"', table["why"][3])
    assert quoted
    texts = dict(zip(answers, [question.text for question in asked], strict=True))
    assert all(texts[answer].startswith(question.rstrip("…")) for answer, question in quoted)
    assert "brings the key" not in str(table)


@pytest.mark.parametrize("make", [high_ratings, flat, houses])
def test_letters_give_only_reasons_that_are_true(make):
    """An answer is called more common in a group only if more of its members gave it, to people who fit there."""
    result = make()
    texts = [question.text for question in result.survey.questions]
    sizes = "You were placed here because of the sizes of the groups."
    for n, why in enumerate(mail_merge_table(result)["why"]):
        own = result.decision.labels == result.decision.labels[n]
        assert why == sizes if result.sure_levels()[n] == 3 else why
        for _, question in re.findall('"([^"]*)"(?: [(][a-z ]*[)])? to "([^"]*)"', why):
            (q,) = (q for q, text in enumerate(texts) if text.startswith(question.rstrip("…")))
            codes = result.answers.chosen(q)[:, 0]
            assert (codes[own] == codes[n]).mean() > (codes[~own] == codes[n]).mean()


def test_letters_tell_of_sizes_and_rules_where_another_group_fits_better():
    whys = mail_merge_table(high_ratings())["why"]
    assert whys.count("You were placed here because of the sizes of the groups.") == 3
    result = ruled()
    pins = ("Person 01", "Person 02", *result.silent)
    rules = "You were placed here because of the sizes of the groups and the organisers' rules."
    for name, why, level in zip(result.names, mail_merge_table(result)["why"], result.sure_levels(), strict=True):
        assert (why == rules) == (level == 3 and name not in pins)


def test_large_groups_are_cut_in_letters():
    members = mail_merge_table(houses(300))["members"]
    assert all("more" in text for text in members)
    assert max(map(len, members)) < 1000


def test_addresses_are_found_where_most_cells_are_such():
    result = houses()
    codes, names = result.answers.codes, result.names

    def found(extra, names=names):
        return find_addresses(replace(result, answers=bh.Answers(codes, names, extra)))

    assert found({}) is None
    assert found({"a": ("x@y",) * 21, "b": ("x@y.org",) * 12 + ("",) * 9}) == ("x@y.org",) * 12 + ("",) * 9
    assert found({"a": ("x@y.org",) * 10 + ("none",) * 11}) is None
    assert found({}, tuple(f"{n}@y.org" for n in range(21))) == tuple(f"{n}@y.org" for n in range(21))


def test_lists_have_a_page_for_each_group_and_everybody_once():
    result = houses()
    page = render_lists(result)
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    for section, members in zip(sections, result.groups().values(), strict=True):
        assert re.findall(r"<li>.*?<bdi>(.*?)</bdi>", section) == members
        assert section.count('type="checkbox"') == len(members)


def test_large_groups_take_several_pages():
    result = houses(300)
    page = render_lists(result)
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    assert len(sections) == sum(-(-size // TWO_COLUMNS) for size in result.decision.sizes.tolist())
    assert max(section.count("<li>") for section in sections) == TWO_COLUMNS
    assert page.count("<li>") == 300


def test_lists_take_names_for_text_and_load_nothing():
    tags = Reader(render_lists(hostile())).tags
    assert not {tag for tag, _ in tags} & {"script", "img", "b", "i", "link"}
    for _, attrs in tags:
        assert not {"src", "srcset", "href", "action", "style"} & set(attrs)


def test_table_lists_have_everybody_in_the_order_of_places_and_nothing_else_about_them():
    result = houses(21)
    seats = bh.seat_people(result.decision)
    page = render_lists(result, seats=seats)
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    for section, (group, members) in zip(sections, seats.groups().items(), strict=True):
        rows = re.findall(r"<li><div><b>(\d+)</b><bdi>(.*?)</bdi></div></li>", section)
        assert rows == [(str(place), name) for place, name in enumerate(members, 1)]
        assert f">{group}<" in section
        assert f"Place {len(members)} is beside place 1." in section
    assert "checkbox" not in page
    ids = ruled()
    assert "@example.org" in render_lists(ids)
    assert "@example.org" not in render_lists(ids, seats=bh.seat_people(ids.decision))


def test_places_go_on_from_page_to_page():
    result = houses(300)
    seats = bh.seat_people(result.decision, "row")
    page = render_lists(result, seats=seats)
    assert page.count("<section") > 4
    numbers = [int(number) for number in re.findall(r"<li><div><b>(\d+)</b>", page)]
    assert numbers == [place for order in seats.orders for place in range(1, len(order) + 1)]
    assert "Place 8 is beside" not in page
    assert "The places go from one end of the row to the other." in page


def test_everybody_has_a_place_in_the_table_and_a_card():
    names = tuple(f"P{n}" for n in range(6))
    decision = bh.mix_people({"name": names}, groups=2)
    result = GroupedPeople("Friday", names, decision, {}, {})
    seats = bh.seat_people(decision)
    table = seats_table(result, seats)
    assert dict(zip(table["name"], table["table"], strict=True)) == dict(zip(names, decision.groups, strict=True))
    cards = re.findall(
        r"<li class=.*?<bdi>(.*?)</bdi></b><span><bdi>(.*?)</bdi> · Place (\d+)<", render_place_cards(result, seats)
    )
    rows = zip(table["name"], table["table"], table["place"], strict=True)
    assert cards == [(name, f"Table {group}", str(place)) for name, group, place in rows]


def test_place_cards_take_names_for_text_and_load_nothing():
    result = hostile()
    seats = bh.seat_people(result.decision)
    for page in (render_place_cards(result, seats), render_lists(result, seats=seats)):
        tags = Reader(page).tags
        assert not {tag for tag, _ in tags} & {"script", "img", "i", "link"}
        for _, attrs in tags:
            assert not {"src", "srcset", "href", "action", "style"} & set(attrs)


def test_a_workbook_has_everybodys_place_beside_a_group_of_that_name():
    result = houses()
    seats = bh.seat_people(result.decision)
    sheets = group_sheets(replace(result, decision=replace(result.decision, names=("Seats", "b", "c", "d"))), seats)
    assert list(sheets) == ["seats", "Seats (2)", "b", "c", "d"]
    assert list(sheets["seats"]) == ["table", "place", "name"]
