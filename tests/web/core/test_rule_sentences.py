"""Rules as sentences: there and back, and what is wrong with them."""

import pytest

from bayeshat.rules.rules import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rules, Spread, Stay, Together, Wish
from bayeshat.web.core.rule_sentences import Draft, draft_of, form_kinds, key_of, make_rule
from bayeshat.web.core.rules import Cast, examine, find_conflict
from bayeshat.web.refusals import Refused
from bayeshat.words.message import catalogue

DRAFTS = [
    Draft("size", size="4..6"),
    Draft("size", groups=("Red",), size="..5", reason="small room"),
    Draft("pin", ("Ann",), ("Red", "Blue"), reason="brings the key"),
    Draft("bar", ("Di",), ("Green",)),
    Draft("together", ("Ann", "Bo"), weight="0.5"),
    Draft("apart", ("Ann", "Cy", "Di; the elder")),
    Draft("spread", column="gender"),
    Draft("spread", column="age", bands="3", weight="0.5"),
    Draft("not alone", column="year", value="1"),
    Draft("not alone", column="gender"),
    Draft("wish", ("Ann",), ("Blue", "Green"), weight="2"),
    Draft("companion", ("Ann", "Bo"), weight="0.5", reason="friends"),
    Draft("stay", ("Ed",), ("Red",), weight="1"),
    Draft("joint size", groups=("Red", "Blue"), size="..10"),
    Draft("not again", ("Ann", "Bo", "Cy"), weight="0.5"),
    Draft("running", groups=("Red", "Blue", "Green"), size="..2"),
    Draft("at least", column="drives", value="yes", size="2", weight="0.25"),
    Draft("spread", column="year", shares="30 % first, 70 % second"),
    Draft("size", groups=("Red",), size="0 or 4..6"),
]
CAST = Cast(("Ann", "Bo", "Cy", "Di"), ("Ed",), ("Red", "Blue"), {"year": ("1", "1", "2", "")})


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: f"{draft.kind} {draft.column or draft.people}")
def test_a_sentence_comes_back(draft):
    rule = make_rule(draft)
    assert draft_of(rule) == draft
    (again,) = Rules.from_plain(Rules([rule]).to_plain())
    assert again == rule
    assert key_of(again) == key_of(rule)
    assert str(rule.sentence())


def test_all_sentences_are_kept_together():
    rules = [make_rule(draft) for draft in DRAFTS]
    assert set(Rules.from_plain(Rules(rules).to_plain())) == set(rules)
    assert len({key_of(rule) for rule in rules}) == len(rules)
    assert {draft.kind for draft in DRAFTS} == set(form_kinds())
    assert Rules().to_plain() == {}
    assert not Rules.from_plain({})


def test_an_earlier_assignment_of_several_is_no_sentence():
    rule = Stay({"Ann": "Red", "Bo": "Blue"})
    assert draft_of(rule) is None
    assert str(rule.sentence()) == "2 people should stay in their earlier groups (very strong)"


@pytest.mark.parametrize(
    ("draft", "field", "words"),
    [
        (Draft("pin", ("Ann",)), "groups", "Choose a group"),
        (Draft("pin", ("",), ("Red",)), "people", "Name somebody"),
        (Draft("apart", ("Ann", "")), "people", "Name two people"),
        (Draft("apart", ("Ann", "ann")), "people", "twice"),
        (Draft("companion", ("Ann",)), "people", "Name two people"),
        (Draft("size", size="many"), "size", "4 to 6"),
        (Draft("size"), "size", "4 to 6"),
        (Draft("spread"), "column", "in common"),
        (Draft("spread", column="age", bands="1"), "bands", "2 or more"),
        (Draft("spread", column="age", bands="few"), "bands", "2 or more"),
        (Draft("wish", ("Ann",), ("Red",), weight="much"), "weight", "list"),
        (Draft("wish", ("Ann",), ("Red",), weight="-1"), "people", "positive"),
        (Draft("wish", ("Ann",), ("Red",), weight="1e400"), "people", "positive"),
        (Draft("pins", ("Ann",), ("Red",)), "kind", "list"),
    ],
)
def test_gaps_are_refused_at_their_field(draft, field, words):
    with pytest.raises(Refused) as refused:
        make_rule(draft)
    assert words in catalogue("en").tell(refused.value.words)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Pin("Anne", ("Red",)), "Did you mean “Ann”?"),
        (Pin("Zacharias", ("Red",)), "Nobody called “Zacharias” has answered or is expected."),
        (Bar("Ann", ("Rod",)), "There is no group “Rod”"),
        (Bounds(1, 2, "Rod"), "There is no group “Rod”"),
        (Stay({"Ann": "Rod"}), "There is no group “Rod”"),
        (Wish("Ann", companion="Boo"), "Did you mean “Bo”?"),
        (Spread("gender"), "called “gender”"),
        (NotAlone("year", "9"), "Nobody has “9” for “year”"),
        (CommonTimes("free"), "called “free”"),
    ],
)
def test_unknown_names_are_told_with_the_nearest(rule, words):
    assert words in " ".join(map(str, examine(rule, CAST).problems))


def test_whoever_is_expected_is_waited_for():
    finding = examine(Together(("ann", "ED")), CAST)
    assert (finding.problems, finding.waiting, finding.broken) == ((), ("ED",), False)
    assert CAST.spell(Together(("ann", "ED"))) == Together(("Ann", "Ed"))


def test_a_conflict_is_as_small_as_possible_and_includes_those_who_have_not_answered():
    rules = [Pin("Ed", ("Red",)), Spread("year"), Pin("Zoe", ("Red",)), Apart(("Ed", "Zoe")), Bar("Ann", ("Nowhere",))]
    conflict = find_conflict(rules, CAST, "balanced", None)
    assert conflict.places == {0, 2, 3}
    assert "Ed must be in Red" in str(conflict.words)
    assert not find_conflict(rules[:3], CAST, "balanced", None).words
    assert not find_conflict([], CAST, "balanced", None).words
    # Sizes that do not add up are told elsewhere.
    assert not find_conflict(list(Rules(pins={"Ann": "Red"})), CAST, {"Red": 1, "Blue": 1}, None).words


def test_common_times_wait_for_the_first_answer():
    """A survey's questions are columns from the start, with nobody in them."""
    rule = CommonTimes("free")
    nobody = Cast((), ("Ed", "Flo"), ("Red", "Blue"), {"free": ()})
    assert [str(words) for words in examine(rule, nobody).problems] == ["Nobody has answered “free” yet."]
    assert not find_conflict([rule], nobody, "balanced", None).words
    some = Cast(("Ann", "Bo"), (), ("Red", "Blue"), {"free": ("Mon; Tue", "Tue; Wed")})
    assert not examine(rule, some).problems
    # Whoever names one of the times means all of them.
    assert not examine(CommonTimes("tue"), some).problems
