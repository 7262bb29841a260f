"""Where the answers of every question stand, and how much they count."""

import numpy as np
import pytest

from bayeshat.kinds.question import Question
from bayeshat.model.columns import Slots, columns_for
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey


def test_every_option_of_several_has_a_slot_of_its_own():
    """Columns of two questions may alternate: a slot is counted within its question."""
    asked = (
        Question("c", "Which?", ("a", "b", "c")),
        Question("s", "Which ones?", ("a", "b"), "several"),
        Question("t", "Which else?", ("a", "b", "c"), "several"),
    )
    levels = (None,) * 6
    assert Slots(asked, np.array([0, 1, 1, 2, 2, 2]), levels).column_slots.tolist() == [0, 1, 2, 3, 4, 5]
    assert Slots(asked, np.array([2, 1, 2, 0, 1, 2]), levels).column_slots.tolist() == [3, 1, 4, 0, 2, 5]
    assert Slots(asked[:1], np.array([0, 0]), levels[:2]).column_slots.tolist() == [0, 0]


@pytest.mark.parametrize(("weights", "weighted"), [((1.0, 1.0), False), ((1.0, 0.5), True), ((0.5, 0.5), True)])
def test_weights_that_differ_from_one_count(weights, weighted):
    questions = tuple(Question(f"q{weight}{n}", "?", ("a", "b"), weight=weight) for n, weight in enumerate(weights))
    survey = Survey("Weights", questions, (Cluster("A"),), np.ones((1, 2, 2)), np.ones(1))
    assert columns_for(survey, np.array([0, 1])).weighted is weighted
