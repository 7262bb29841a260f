"""People who come late: what the result says about where they went."""

import pytest

import bayeshat as bh

QUICK = {"chains": 2, "draws": 50, "tune": 50, "max_draws": 50, "starts": 2, "rng": 1}


@pytest.mark.parametrize(
    ("group", "target", "settings", "told"),
    [
        ("Ravenclaw", "auto", {}, "Newcomers went to the house"),
        ("Ravenclaw", {"Ravenclaw": 4}, {}, "Newcomers went to the house"),
        ("Ravenclaw", "auto", {"loss": "placement"}, "People were grouped by the chosen loss: Placement()."),
        ("1", [5, 4], {}, "People were grouped by who belongs together"),
    ],
)
def test_newcomers_are_told_why_they_went_where_they_went(group, target, settings, told):
    survey = bh.Survey.load("hogwarts")
    everybody = bh.simulate(survey, 9, rng=1).answers
    earlier = dict.fromkeys(everybody.names[:3], group)
    result = bh.place_people(survey, everybody, earlier, target, **settings, **QUICK)
    assert str(result.decision.loss_reason).startswith(told)
    assert result.decision.groups[:3] == (group,) * 3
