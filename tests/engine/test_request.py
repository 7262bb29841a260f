import math

import numpy as np
import pytest

from bayeshat.engine.losses import VI, Placement, as_loss, house_loss
from bayeshat.engine.problem import check_request
from bayeshat.engine.sizes import name_houses, read_request
from bayeshat.errors import LossError, RulesError, TargetError
from bayeshat.rules.rules import Pin, Rules

HOUSES = ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff")


def wanted(sizes, n_people=21, **options):
    return read_request(sizes, houses=HOUSES, **options).target(n_people, len(HOUSES))


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
        ([5, 5, 5, 6, 0], [5, 5, 5, 6]),  # a group that is nobody's and empty is left out
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
    assert read_request("balanced", houses=["Owls"]).target(5, 1).names == ("Owls",)


def test_ranges_are_rules_with_balance_as_a_guide():
    request = read_request({"Slytherin": "4..6"}, houses=HOUSES)
    assert (request.sizes, request.size_weight) == ("balanced", 1.0)
    assert [rule.words() for rule in request.rules] == ["Slytherin has 4 to 6 people"]


def test_other_numbers_of_groups_are_not_the_houses():
    assert wanted([10, 11]).names is None
    assert read_request("balanced", houses=HOUSES).target(21, 4, groups=3).names is None


def test_sizes_without_names_belong_to_no_group_of_other_draws():
    request = read_request([3, 3])
    assert (request.size_weight, request.labels) == (math.inf, "free")
    named = read_request({"red": 3, "blue": 3})
    assert (named.size_weight, named.labels) == (math.inf, "fixed")
    assert named.target(6, 2).names == ("red", "blue")
    assert read_request(None).size_weight == 1.0


def test_what_is_given_besides_a_request_changes_it():
    request = read_request("4..6", houses=HOUSES)
    changed = read_request(request, Rules(together=[["Ann", "Bo"]]), size_weight=0.5, labels="fixed")
    assert (changed.size_weight, changed.labels, len(tuple(changed.rules))) == (0.5, "fixed", 2)
    assert read_request(request) is request
    assert read_request("balanced", houses=HOUSES).yields
    assert not read_request(read_request("balanced", houses=HOUSES), size_weight=math.inf).yields


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
        read_request("balanced", size_weight=1.0, houses=HOUSES).target(3, 4, pseudocount=0.0)


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
    pinned = read_request("balanced", Rules([Pin("Ann", ("slytherin",))]), houses=HOUSES)
    assert check_request(pinned, people, {}).houses == HOUSES
    full = Rules([Pin(name, ("Slytherin",)) for name in people[:2]])
    with pytest.raises(RulesError):
        check_request(read_request([1, 1, 1, 1], full, houses=HOUSES), people, {})


def test_rules_may_come_without_houses():
    request = read_request([1, 3], Rules(apart=[["Ann", "Bo"]]))
    assert check_request(request, ("Ann", "Bo", "Cy", "Di"), {}) is request
