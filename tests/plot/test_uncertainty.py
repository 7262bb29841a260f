"""Figures of how certain the groups are show their tables."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.plot.canvas import survey_colors
from bayeshat.report.settled_tables import core_table


def test_the_curves_are_those_of_the_table(three):
    _, result = three
    table = core_table(result.how_settled())
    ax = bh.plot.sure_core(result)
    level, each, together = ax.get_lines()
    assert list(each.get_ydata()) == table["each"]
    assert list(together.get_ydata()) == table["all at once"]
    assert set(level.get_xdata()) == {result.how_settled().sure_core.level}


def test_each_way_is_a_column_in_the_colours_of_its_groups(three):
    _, result = three
    settled = result.how_settled()
    first = settled.alternatives[0]
    other = first.labels.copy()
    other[np.flatnonzero(other == 0)[0]] = 1
    shown = replace(result)
    shown._settled.append(replace(settled, alternatives=(first, replace(first, labels=other, n_moved=1))))
    (ax,) = bh.plot.alternatives(shown).axes
    colors = [color.lower() for color in survey_colors(result.survey)]
    order = np.argsort(first.labels, kind="stable")
    drawn = [colors.index(to_hex(bar.get_facecolor())) for bar in ax.patches]
    assert drawn == [*first.labels[order], *other[order]]
    assert [label.get_text() for label in ax.get_yticklabels()] == [result.names[n] for n in order]
    assert [text.get_text() for text in ax.texts] == [result.decision.names[1]]


def test_one_group_cannot_be_drawn(three):
    _, result = three
    single = replace(result)
    single._settled.append(None)
    with pytest.raises(InputError, match="at least two groups"):
        bh.plot.sure_core(single)
