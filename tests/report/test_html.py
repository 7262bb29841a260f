"""The report as text."""

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.report.page import page_people
from bayeshat.report.page.html import render_report, write_report
from bayeshat.report.page.page_about import write_call
from bayeshat.report.page.page_people import describe_changes, measure_sureness
from bayeshat.report.page.page_rules import price_in_words, rules_beyond_survey
from bayeshat.report.result import Result, SizesPrice
from bayeshat.tables.text import quote
from bayeshat.words.message import Message
from bayeshat.words.phrases import tell_share
from report.results import (
    QUICK,
    flat,
    high_ratings,
    hostile,
    houses,
    many_groups,
    one_person,
    quick_result,
    ruled,
    several,
    two_groups,
)


class Reader(HTMLParser):
    """Keeps a page's elements and its text by element id."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def words(page):
    return " ".join(Reader(page).text.split())


def markup(page, name):
    return re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)[0]


def section(page, name):
    return words(markup(page, name))


def test_everybody_is_under_their_house():
    result = houses()
    page = render_report(result)
    for card in re.findall(r'<article class="card.*?</article>', page, re.DOTALL)[:4]:
        name, *members = re.findall(r"<bdi>(.*?)</bdi>", card)
        assert members == result.groups()[name]


def test_sections_come_in_the_order_of_the_readers_questions():
    page = render_report(houses())
    assert re.findall(r'<section id="(\w+)"', page) == [
        *("groups", "sure", "settled", "swaps", "sizes", "why", "other", "quality", "again"),
    ]
    assert "other" not in re.findall(r'<section id="(\w+)"', render_report(flat()))
    with_rules = re.findall(r'<section id="(\w+)"', render_report(ruled()))
    assert with_rules[with_rules.index("sizes") + 1] == "rules"


def test_the_page_begins_with_how_many_people_are_expected_right():
    result = houses()
    own = result.posterior.probabilities[np.arange(21), result.decision.labels].sum()
    assert f"Expected in their right house: {own:.1f} of 21 people." in words(render_report(result))
    text = words(render_report(two_groups()))
    assert "Expected in their right house" not in text
    assert "Expected in their right group: " in text


def test_a_proven_decision_is_said_to_be_proven():
    result = houses()
    told = [
        section(render_report(replace(result, decision=replace(result.decision, proven=proven, n_best=9))), "quality")
        for proven in (True, False)
    ]
    assert ["this was proven" in text for text in told] == [True, False]
    assert ["a good sign, but no proof" in text for text in told] == [False, True]


def test_the_order_of_sizes_is_told_only_where_groups_are_houses():
    for result, told in ((houses(), True), (two_groups(), False)):
        sizes = np.arange(len(result.decision.names))
        exact, softer = replace(result.decision, sizes=sizes), replace(result.decision, sizes=sizes[::-1])
        priced = replace(result, decision=exact, softer=softer)
        assert bool(priced.price_sizes().as_guide) == told


@pytest.mark.parametrize("fewer", [0.0, 0.3])
def test_exact_sizes_that_cost_nothing_are_not_mentioned(monkeypatch, fewer):
    monkeypatch.setattr(Result, "price_sizes", lambda _: SizesPrice(0.4, fewer, (5, 16)))
    told = str(houses().cost_of_sizes())
    assert told.startswith("Having these sizes means 0.4 fewer people expected in their right house")
    assert ("exactly rather than as a guide" in told) == (fewer > 0)
    assert ("they would have become 5, 16" in told) == (fewer > 0)


def test_percentages_from_few_draws_say_how_far_off_they_may_be():
    result = houses()
    unsure = result.share_errors()[np.arange(21), result.decision.labels] > 0.02
    told = section(render_report(result), "sure")
    assert 0 < unsure.sum() <= told.count("(give or take ")
    assert "give or take" not in section(render_report(flat()), "sure")


def test_each_pair_to_swap_comes_once_and_costs_what_the_table_says():
    result = houses(60)
    decision = result.decision
    table = decision.table()
    changes = describe_changes(result, measure_sureness(result), table)
    pairs = [frozenset((swap["one"], swap["other"])) for swap in changes["swaps"]]
    assert len(pairs) == len(set(pairs)) > 0
    cheap = set()
    for n, m in enumerate(table["swap with"]):
        swapped = decision.labels.copy()
        swapped[[n, m]] = swapped[[m, n]]
        least = result.posterior.probabilities[[n, m], decision.labels[[m, n]]].min()
        fewer = result.expected_right() - result.expected_right(replace(decision, labels=swapped))
        if fewer <= 0.1 + 1e-9 and least >= 0.05:
            cheap.add(frozenset((result.names[n], result.names[m])))
    assert len(cheap) == len(pairs) + changes["more_swaps"]
    assert set(pairs) <= cheap


def test_changes_in_people_right_have_signs():
    result = houses(60)
    swaps = describe_changes(result, measure_sureness(result), result.decision.table())["swaps"]
    told = [str(swap["change"]) for swap in swaps]
    assert {change[0] for change in told} == {"+", "n", "−"}
    assert all(re.fullmatch(r"none|[+−]\d\.\d", change) for change in told)
    assert "Change in people right" in section(render_report(result), "swaps")


def test_swaps_put_nobody_where_they_hardly_belong():
    result = high_ratings()
    sureness, labels = measure_sureness(result), result.decision.labels
    swaps = list(enumerate(result.decision.table()["swap with"]))
    cheap = [(n, m) for n, m in swaps if sureness.swap_cost(n, m, labels) <= 0.1]
    assert cheap
    assert all(sureness.shares[[n, m], labels[[m, n]]].min() < 0.05 for n, m in cheap)
    assert "Nobody could" in section(render_report(result), "swaps")


def test_exact_sizes_forbid_moves_but_not_swaps():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 20, rng=3).answers
    page = render_report(quick_result(survey, answers, [5, 5, 5, 5], size_weight=float("inf")))
    assert "Nobody can move alone" in section(page, "sure")


def test_sizes_that_are_not_met_are_told():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 20, rng=3).answers
    result = quick_result(survey, answers, [17, 1, 1, 1], size_weight=0.01)
    off = [size - want for size, want in zip(result.decision.sizes, result.decision.target, strict=True)]
    assert any(off)
    page = render_report(result)
    for difference in filter(None, off):
        assert f"{difference:+g}".replace("-", "−") in section(page, "sizes")
    assert "sizes are not as wanted" in words(page)


def test_the_comparison_names_who_would_be_elsewhere():
    result = houses()
    moved = [
        name for name, a, b in zip(result.names, result.decision.groups, result.other.groups, strict=True) if a != b
    ]
    told = section(render_report(result), "other")
    assert (f"{len(moved)} of 21 people" in told) if moved else ("the same groups" in told)
    assert all(name in told for name in moved)


def test_warnings_are_told_first_and_again_below():
    result = houses()
    assert result.warnings()
    page = render_report(result)
    assert page.index('class="warning"') < page.index('<section id="groups"')
    assert words(result.posterior.status.message) in section(page, "quality")


def test_questions_that_repeat_each_other_are_named_in_plain_words():
    result = houses()
    asked = [question.text for question in result.survey.questions]

    def told(*pairs):
        checks = replace(result.checks, odd_pairs=pairs)
        return section(render_report(replace(result, checks=checks)), "quality").split("For statisticians")[0]

    assert "The groups explain how answers to different questions go together." in told()
    named = told(("q1", "q3"), ("q2", "q4"))
    assert "Some questions seem to repeat each other." in named
    assert f"{quote(asked[0])} with {quote(asked[2])}, {quote(asked[1])} with {quote(asked[3])}. They" in named
    assert " and 2 more. They" in told(*[("q1", f"q{n}") for n in range(2, 7)])
    assert "p-value" not in named
    unknown = replace(result, checks=replace(result.checks, odd_pairs=None))
    assert "go together" not in section(render_report(unknown), "quality").split("For statisticians")[0]


def test_names_that_switch_call_for_no_second_look_where_names_mean_nothing():
    result = flat()
    status = replace(
        result.posterior.status,
        converged=True,
        code="label_switching",
        notes=(Message("label_switching", "Names switch."),),
    )
    switching = replace(result, posterior=replace(result.posterior, status=status))
    assert "Names switch." not in switching.warnings()
    told = section(render_report(switching), "quality")
    assert "Learning from the answers went well. The" in told
    assert "Names switch." in told.split("For statisticians")[1]


def test_groups_that_are_no_houses_are_said_to_be_none():
    assert "a group's name means nothing" in section(render_report(flat()), "groups")
    assert "not the survey's houses" in section(render_report(two_groups()), "groups")
    assert "means nothing" not in section(render_report(houses()), "groups")


def test_groups_are_said_to_be_no_houses_under_a_loss_that_was_asked_for():
    asked = {"loss": "VI()"}
    assert "their names are arbitrary" in section(render_report(replace(flat(), options=asked)), "groups")
    assert "not those of the survey" in section(render_report(replace(two_groups(), options=asked)), "groups")
    assert "who is together" not in section(render_report(houses()), "groups")


def test_names_make_no_elements():
    page = render_report(hostile())
    tags = {tag for tag, _ in Reader(page).tags}
    assert not tags & {"script", "img"}
    assert page.count("<b>bold") == 0
    assert all(not any(key.startswith("on") or key == "style" for key in attrs) for _, attrs in Reader(page).tags)
    assert "{{ 7 * 7 }}" in words(page)


def test_the_page_asks_for_nothing_from_outside():
    for _, attrs in Reader(render_report(houses())).tags:
        assert not {"src", "srcset", "data", "action"} & set(attrs)
        assert attrs.get("href", "#").startswith("#")


def test_ids_differ_and_links_lead_somewhere():
    tags = Reader(render_report(many_groups())).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in tags:
        assert attrs.get("href", "#main")[1:] in ids
        assert attrs.get("aria-labelledby", "main") in ids


@pytest.mark.parametrize("make", [one_person, many_groups, flat, hostile, ruled, several])
def test_awkward_results_have_a_page(make):
    result = make()
    page = render_report(result)
    text = words(page)
    assert all(" ".join(name.encode("utf-8", "replace").decode().split()) in text for name in result.names)
    assert not re.search(r"\b(nan|inf|None|Undefined)\b", section(page, "sure") + section(page, "sizes"))


@pytest.mark.long
def test_very_many_people_make_a_small_page():
    result = houses(5000)
    assert result.decision.n_people > page_people.COMPACT
    page = render_report(result)
    assert len(page.encode()) < 3_000_000
    assert page.count("<tr><th scope") > 5000
    assert "bayeshat explain NAME" in section(page, "why")


def test_many_people_take_less_room_each(monkeypatch):
    whole = render_report(houses(300))
    monkeypatch.setattr(page_people, "COMPACT", 299)
    page = render_report(houses(300))
    assert len(page.encode()) < len(whole.encode()) - 100 * 300
    assert page.count("<tr><th scope") > 300


def test_many_questions_are_cut_to_the_most_telling(monkeypatch):
    monkeypatch.setattr("bayeshat.report.page.page_reasons.LISTED_ROWS", 200)
    rng = np.random.default_rng(1)
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("A", "B", "C", "D", "E")) for q in range(12))
    prior = rng.gamma(1.0, 1.0, (4, 12, 5)) + 0.1
    clusters = tuple(bh.Cluster(name) for name in "PQRS")
    survey = bh.Survey("Long", questions, clusters, prior, np.full(4, 0.3))
    page = render_report(quick_result(survey, bh.simulate(survey, 8, rng=1).answers))
    assert page.count('<details class="question') == 10
    assert "2 questions that hardly separate the groups are left out" in section(page, "why")


def test_the_call_repeats_the_sort(tmp_path):
    """What the page says to run gives the same groups."""
    result = houses(loss=bh.VI() + 0.5 * bh.Placement())
    result.survey.save(tmp_path / "survey.toml")
    table = {"name": list(result.names)}
    for q, question in enumerate(result.survey.questions):
        table[question.id] = [question.options[code] for code in result.answers.codes[:, q]]
    call = write_call(result.options).replace('"answers.csv"', "table")
    call = call.replace('"survey.toml"', repr(str(tmp_path / "survey.toml")))
    space = {"table": table}
    exec(call, space)
    assert space["result"].groups() == result.groups()


def test_the_call_repeats_the_sort_with_its_rules():
    result = ruled()
    survey = replace(result.survey, rules=bh.read_rules({"bar": {"person  05": "slytherin"}}))
    beyond = rules_beyond_survey(replace(result, survey=survey))
    assert len(beyond) == len(result.decision.kept.ruling.rules) - 1
    call = write_call(result.options, beyond)
    call = call.replace('bh.Survey.load("survey.toml")', "survey").replace(
        'bh.read_answers("answers.csv", survey)', "answers"
    )
    space = {"survey": survey, "answers": result.answers}
    exec(call, space)
    assert space["result"].groups() == result.groups()
    assert set(space["result"].decision.kept.ruling.rules) == set(result.decision.kept.ruling.rules)


def test_many_rules_are_taken_from_a_file():
    rules = [bh.Pin(f"Person {n}", ("A",)) for n in range(100)]
    call = write_call({"rules": ["words"], "rng": 1}, rules)
    compile(call, "call", "exec")
    assert 'bh.read_rules("rules.csv")' in call
    assert len(call) < 500


def test_rules_are_told_with_reasons_and_what_became_of_them():
    result = ruled()
    kept = result.decision.kept
    page = render_report(result)
    told = section(page, "rules")
    for rule in kept.ruling.rules:
        assert replace(rule, reason="").words() in told
        assert rule.reason in told
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page.split('id="rules"')[1].split("</section>")[0])
    assert [row.count('class="unmet"') for row in rows] == [int(rule in kept.unmet) for rule in kept.ruling.rules]
    assert "All 5 rules are met." in told
    assert str(price_in_words(result.decision.kept, result.noun)).replace("\u00a0", " ") in told.replace("\u00a0", " ")
    stayed = sum(group == "Hufflepuff" for group in result.decision.groups[9:19])
    assert f"{stayed} of 10 stay" in told
    assert 'href="#rules"' in page
    assert "rules" not in section(render_report(houses()), "sure")


def test_rules_that_hands_broke_are_not_said_to_be_met():
    result = ruled()
    decision = result.decision
    pin = next(rule for rule in decision.kept.ruling.rules if isinstance(rule, bh.Pin))
    broken = replace(decision, kept=replace(decision.kept, unmet=(*decision.kept.unmet, pin)))
    told = section(render_report(replace(result, decision=broken)), "rules")
    assert "Of 5 rules, 1 is broken." in told
    assert "are met" not in told


def test_statistics_stand_apart():
    page = words(render_report(houses()))
    assert "bits" not in page.split("For statisticians")[0]
    assert "the loss" not in page.split("For statisticians")[0]


def test_the_price_of_rules_is_told():
    result = ruled()
    decision = result.decision
    dear = replace(decision, kept=replace(decision.kept, fewer_right=1.23, gap=0.02))
    assert str(price_in_words(dear.kept, "house")).startswith(
        "Keeping to the rules means 1.2 fewer people expected in their right house."
    )
    assert "within 2\u00a0% of its best answer" in str(price_in_words(dear.kept))
    free = replace(decision, kept=replace(decision.kept, fewer_right=-0.1, gap=1e-4))
    assert str(price_in_words(free.kept)) == "Keeping to the rules makes no measurable difference."
    by_hand = replace(decision, kept=replace(decision.kept, fewer_right=None))
    assert price_in_words(by_hand.kept) == ""


def test_many_rules_are_cut_with_unmet_ones_first():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 230, rng=1).answers
    rules = {"pin": dict.fromkeys(answers.names[:220], "Ravenclaw"), "wish": {answers.names[0]: "Slytherin"}}
    page = section(render_report(quick_result(survey, answers, None, rules=rules)), "rules")
    assert "And 21 more." in page
    assert page.index("would like to be in Slytherin") < page.index("must be in Ravenclaw")


def test_pins_and_silence_are_noted_in_the_rows():
    told = section(render_report(ruled()), "sure")
    assert "Person 01 pinned: brings the key" in told
    assert "Person 05 no answers: placed where there was room" in told
    assert told.count("pinned") == 2


def test_several_answers_are_counted_and_said_to_be_several():
    told = section(render_report(several()), "why")
    assert told.count("People could tick several options. 1 person did not answer.") == 1


def test_options_are_written_as_code():
    options = {"target": {'A "quoted" one': 3}, "size_weight": "inf", "rng": "generator", **QUICK}
    call = write_call(options)
    compile(call, "call", "exec")
    assert 'size_weight=float("inf")' in call
    assert "rng=generator" in call
    assert "target={'A \"quoted\" one': 3}" in call


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.001, "under 1 %"), (0.456, "46 %"), (0.999, "over 99 %"), (1.0, "100 %")],
)
def test_percentages_are_not_rounded_to_nothing_or_everything(share, text):
    assert str(tell_share(share)).replace("\u00a0", " ") == text
    assert str(tell_share(share, 0.0199)).replace("\u00a0", " ") == text
    assert str(tell_share(share, 0.031)).replace("\u00a0", " ") == f"{text} (give or take 3)"


def test_the_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "report.html"
    assert write_report(houses(), path) == path
    before = path.read_text(encoding="utf-8")
    assert before == render_report(houses())
    with pytest.raises(AttributeError):
        write_report(replace(houses(), answers=None), path)
    assert path.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


def test_many_people_are_found_in_an_index_from_a_to_z():
    result = houses(300)
    page = render_report(result)
    told = markup(page, "index")
    assert re.findall(r'<li><a href="#p\d+"><bdi>([^<]*)</bdi>', told) == sorted(result.names)
    assert '<details class="fold printed"><summary>All 300 people' in told
    for n in re.findall(r'href="#p(\d+)"', told):
        assert page.count(f'<tr id="p{n}">') == 1
    assert 'id="index"' not in render_report(houses())


def test_the_only_script_is_the_search_and_the_page_allows_no_other():
    page = render_report(houses(300))
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "script" not in render_report(houses()).lower().replace("description", "")


def test_long_lists_are_folded_and_still_printed():
    page = render_report(houses(300))
    for part in ("groups", "sure", "why"):
        assert len(re.findall('<details class="(?:fold )?printed"><summary', markup(page, part))) >= 4
        assert not re.findall('<details class="fold', markup(render_report(houses()), part))


def test_a_report_without_answers_tells_none():
    result = houses()
    page = render_report(result, with_answers=False)
    assert 'id="why"' not in page
    assert "#why" not in page
    assert not any(question.text in page for question in result.survey.questions)
    assert 'id="sure"' in page
