"""Known groups as scikit-learn has them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from bayeshat.errors import InputError
from bayeshat.estimator import by_class, class_names, read_classes


@pytest.mark.parametrize(
    ("y", "classes", "labels"),
    [
        (["b", "a", "", " ", None], ["a", "b"], [1, 0, -1, -1, -1]),
        ([3.0, np.nan, 1.0], [1.0, 3.0], [1, -1, 0]),
        ([2, -1, 1], [1, 2], [1, -1, 0]),
        (pd.Series(["b", pd.NA, "a"], dtype="string"), ["a", "b"], [1, -1, 0]),
        ([1, "a", None], ["1", "a"], [0, 1, -1]),
    ],
)
def test_gaps_are_not_known(y, classes, labels):
    found, known, note = read_classes(y, len(y))
    assert found.tolist() == classes
    assert known.tolist() == labels
    assert note == ""


@pytest.mark.parametrize("y", [None, [None, "", np.nan], [-1, -1, -1]])
def test_nobody_is_known(y):
    assert read_classes(y, 3)[1] is None


@pytest.mark.parametrize(
    ("y", "told"),
    [
        ([-1, 1, 1], "got 1, and -1, which stands for not known. If -1 is a group, give it another name"),
        (["a", "a", None], "got a alone. Add people of another group"),
        ([-2, -1, 0, 1, 2], "got it beside other negative numbers"),
        ([-1.0, 1.0, 0.0, np.nan], "got it beside empty values"),
    ],
)
def test_groups_that_would_get_lost_are_refused(y, told):
    with pytest.raises(InputError, match=told):
        read_classes(y, len(y))


def test_votes_are_told():
    assert "The group of 2 people is taken as not known" in read_classes([-1, -1, 0, 1], 4)[2]


def test_options_go_by_class():
    classes = np.array(["blue", "red"])
    assert by_class("target", ({"red": 3, "blue": 5}, 1.0), classes, True) == ([5, 3], 1.0)
    assert by_class("target", "balanced", classes, True) == "balanced"
    with pytest.raises(InputError, match=r"every class of y once \(blue, red\); got red\."):
        by_class("target", {"red": 3}, classes, True)


def test_names_of_classes_differ():
    assert class_names(np.array(["a", "A", "b"])) == ("a", "A (2)", "b")
