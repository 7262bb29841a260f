import math

import numpy as np
import pytest

from bayeshat.engine.losses import VI, Placement, as_loss, house_loss
from bayeshat.engine.problem import check_rules
from bayeshat.engine.sizes import Sizes, name_houses
from bayeshat.errors import LossError, RulesError, TargetError
from bayeshat.rules.rules import Pin, Rules

HOUSES = ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff")


def wanted(sizes, n_people=21, **options):
    return Sizes.read(sizes, houses=HOUSES, **options, n_people=n_people, n_clusters=len(HOUSES))


def test_sizes_of_houses_are_exact_and_belong_to_their_houses():
    target = wanted({"Hufflepuff": 6, "Gryffindor": 5, "Ravenclaw": 5, "Slytherin": 5})
    assert target.names == HOUSES
    assert target.labels == "fixed"
    assert target.exact.tolist() == [5, 5, 5, 6]


def test_names_are_matched_without_regard_to_case():
    assert wanted({"gryffindor ": 21}).exact.tolist() == [21, 0, 0, 0]


def test_a_house_that_does_not_exist_is_an_error_with_the_nearest_name():
    with pytest.raises(TargetError, match=r"'Gryfindor'\. Did you mean Gryffindor\?"):
        wanted({"Gryfindor": 5, "Slytherin": 5, "Ravenclaw": 5, "Hufflepuff": 6})


def test_a_house_named_twice_is_an_error():
    with pytest.raises(TargetError, match="Gryffindor twice"):
        wanted({"Gryffindor": 5, "gryffindor": 16})


@pytest.mark.parametrize(
    ("sizes", "exact"),
    [
        ({"Slytherin": 21}, [0, 21, 0, 0]),  # everybody: the others stay empty
        ({"Slytherin": 4, "Hufflepuff": 17}, [0, 4, 0, 17]),
        ({"Slytherin": 4}, [6, 4, 6, 5]),  # fewer: the others share the rest as evenly as possible
        ({"Slytherin": 0}, [7, 0, 7, 7]),
        ({"Slytherin": 0.5}, [4, 11, 3, 3]),  # 10.5 and three times 3.5, by largest remainder
        ({"Slytherin": 1.0}, [0, 21, 0, 0]),
        ([5, 5, 5, 6], [5, 5, 5, 6]),
        ([5, 5, 5, 6, 0], [5, 5, 5, 6]),  # a group without a name and without people is left out
        ([0.5, 0.25, 0.25, 0.0], [11, 5, 5, 0]),
    ],
)
def test_sizes_of_some_houses(sizes, exact):
    target = wanted(sizes)
    assert target.exact.tolist() == exact
    assert target.names == HOUSES


@pytest.mark.parametrize("sizes", [{"Slytherin": 30}, {"Slytherin": -1}, {"Slytherin": "x"}, [5, 5, 5, 5]])
def test_sizes_that_cannot_be_met_are_refused(sizes):
    with pytest.raises((TargetError, ValueError)):
        wanted(sizes)


@pytest.mark.parametrize(("sizes", "exact"), [("balanced", [1, 1, 0, 0]), ([1, 0, 1, 0], [1, 0, 1, 0])])
def test_fewer_people_than_houses_keep_the_houses(sizes, exact):
    target = wanted(sizes, n_people=2)
    assert target.names == HOUSES
    assert target.exact.tolist() == exact


def test_one_house_keeps_its_name():
    assert Sizes.read("balanced", houses=["Owls"], n_people=5, n_clusters=1).names == ("Owls",)


def test_ranges_are_rules_with_balance_as_a_guide():
    sizes = Sizes.read({"Slytherin": "4..6"}, n_people=20, houses=HOUSES)
    assert (sizes.wanted.tolist(), sizes.exact, sizes.size_weight) == ([5.0] * 4, None, 1.0)
    assert [rule.words() for rule in sizes.ranges] == ["Slytherin must have 4 to 6 people"]


def test_other_numbers_of_groups_are_not_the_houses():
    assert wanted([10, 11]).names is None
    assert Sizes.read("balanced", houses=HOUSES, n_people=21, n_clusters=4, groups=3).names is None


def test_sizes_without_names_belong_to_no_group_of_other_draws():
    sizes = Sizes.read([3, 3], n_people=6)
    assert (sizes.size_weight, sizes.labels) == (math.inf, "free")
    named = Sizes.read({"red": 3, "blue": 3}, n_people=6)
    assert (named.size_weight, named.labels) == (math.inf, "fixed")
    assert named.names == ("red", "blue")
    assert Sizes.read(None, n_people=6, n_clusters=2).size_weight == 1.0


def test_what_is_given_besides_sizes_that_were_read_changes_them():
    sizes = Sizes.read("4..6", n_people=20, houses=HOUSES)
    changed = Sizes.read(sizes, n_people=20, size_weight=0.5, labels="fixed")
    assert (changed.size_weight, changed.labels, len(tuple(changed.ranges))) == (0.5, "fixed", 1)
    assert Sizes.read(sizes, n_people=20) is sizes
    even = Sizes.read("balanced", n_people=20, houses=HOUSES)
    assert even.yields
    assert not Sizes.read(even, n_people=20, size_weight=math.inf).yields
    with pytest.raises(TargetError, match="got sizes for 20"):
        Sizes.read(sizes, n_people=21)


def test_another_weight_makes_sizes_exact_or_a_guide():
    sizes = Sizes.read([0.5, 0.3, 0.2], n_people=11)
    assert sizes.exact.tolist() == [6, 3, 2]
    assert str(sizes.note) == "The wanted sizes were rounded to 6, 3, 2 people."
    guide = sizes.with_weight(1.0)
    assert (guide.exact, guide.note, guide.soft_weight) == (None, None, 1.0)
    assert guide.with_weight(math.inf).exact.tolist() == [6, 3, 2]
    assert str(sizes.as_guide().note).startswith("The rules do not allow")


def test_a_series_with_names_is_a_mapping():
    import pandas as pd

    assert wanted(pd.Series({"Hufflepuff": 6, "Gryffindor": 5, "Ravenclaw": 5, "Slytherin": 5})).exact[3] == 6
    assert wanted(pd.Series([5, 5, 5, 6])).exact.tolist() == [5, 5, 5, 6]


def test_a_truth_value_is_no_size():
    with pytest.raises(TargetError, match="got True for Gryffindor"):
        wanted({"Gryffindor": True})


def test_shares_above_one_are_told_as_given():
    with pytest.raises(TargetError, match=r"0\.9, 0\.3, 0, 0"):
        wanted({"Gryffindor": 0.9, "Slytherin": 0.3})


def test_a_weight_makes_sizes_a_guide():
    target = wanted({"Slytherin": 4}, size_weight=1.0)
    assert target.exact is None
    assert target.wanted.sum() == 21


def test_no_pseudocount_with_more_groups_than_people_is_refused():
    with pytest.raises(TargetError, match="pseudocount"):
        Sizes.read("balanced", size_weight=1.0, houses=HOUSES, n_people=3, n_clusters=4, pseudocount=0.0)


def test_the_loss_of_houses_runs_from_0_to_2():
    for n_houses in (2, 3, 4, 9):
        (vi, _), (placement, _) = house_loss(n_houses).terms
        assert math.isclose(vi * 2 * math.log2(n_houses), 1.0)
        assert placement == 1.0
    assert house_loss(1) == Placement()


@pytest.mark.parametrize("loss", [VI(), VI() + 0.5 * Placement(), house_loss(4), 2 * VI(a=0.7) + Placement()])
def test_a_loss_is_read_from_how_it_is_shown(loss):
    read = as_loss(repr(loss))
    assert [(weight, term) for weight, term in read.terms] == [(weight, term) for weight, term in loss.terms]


@pytest.mark.parametrize("text", ["", "vi+", "x*vi", "placement(a=1)", "vi - placement", "auto + vi", 3])
def test_what_is_no_loss_is_refused(text):
    with pytest.raises(LossError, match="loss must be"):
        as_loss(text)


def test_losses_divide():
    assert (VI() / 4).terms == ((0.25, VI()),)
    with pytest.raises(LossError, match="above 0"):
        VI() / 0
    assert np.isclose((house_loss(3) / 2).terms[1][0], 0.5)


@pytest.mark.parametrize(
    ("sizes", "named"),
    [
        ([4, 4], ([4, 4], ("A", "B"))),
        ([4, 4, 0, 0], ([4, 4], ("A", "B"))),
        ([4, 3, 1], ([4, 3, 1], None)),
        ([4, 3, 0, 1], ([4, 3, 0, 1], None)),
        ([8], ([8], None)),
    ],
)
def test_empty_groups_after_the_houses_are_left_out(sizes, named):
    assert name_houses(sizes, ("A", "B"), None, 8) == named


def test_rules_name_the_houses_before_anything_is_sampled():
    people = ("Ann", "Bo", "Cy", "Di")
    even = Sizes.read("balanced", n_people=4, houses=HOUSES)
    assert check_rules(even, Rules([Pin("Ann", ("slytherin",))]), people, {}).names == HOUSES
    full = Rules([Pin(name, ("Slytherin",)) for name in people[:2]])
    with pytest.raises(RulesError):
        check_rules(Sizes.read([1, 1, 1, 1], n_people=4, houses=HOUSES), full, people, {})
    assert check_rules(even, full, people, {}).is_softened


def test_rules_may_come_without_houses():
    sizes = Sizes.read([1, 3], n_people=4)
    assert check_rules(sizes, Rules(apart=[["Ann", "Bo"]]), ("Ann", "Bo", "Cy", "Di"), {}) is sizes
