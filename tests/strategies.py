"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from bayeshat.kinds.question import Question
from bayeshat.kinds.rating import bin_options, rating_options
from bayeshat.kinds.table import KINDS, kind_of
from bayeshat.rules.rules import (
    Apart,
    Bar,
    Bounds,
    CommonTimes,
    NotAlone,
    Pin,
    Rules,
    Slot,
    Spread,
    Stay,
    Together,
    Wish,
)
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey
from bayeshat.tables.text import normalise


def labels(n_people, n_groups=4):
    return st.lists(st.integers(0, n_groups - 1), min_size=n_people, max_size=n_people)


@st.composite
def partitions(draw, count=2, max_people=12):
    """Return several partitions of the same people."""
    n_people = draw(st.integers(1, max_people))
    return [draw(labels(n_people)) for _ in range(count)]


@st.composite
def compositions(draw, count=2):
    """Return several compositions with the same number of parts."""
    n_parts = draw(st.integers(1, 5))
    part = st.floats(0.01, 100)
    return [draw(st.lists(part, min_size=n_parts, max_size=n_parts)) for _ in range(count)]


def random_draws(seed, n_draws=40, n_people=7, n_clusters=3, own=1.5):
    """Return draws that leave people uncertain, and some truth behind them."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_clusters, n_people)
    share = rng.gamma(np.where(np.arange(n_clusters) == truth[:, None], own, 0.5))
    share /= share.sum(axis=1, keepdims=True)
    return np.array([[rng.choice(n_clusters, p=p) for p in share] for _ in range(n_draws)])


_names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(normalise)
_several = st.lists(_names, min_size=2, max_size=4, unique_by=normalise).map(tuple)
_one_or_more = st.lists(_names, min_size=1, max_size=3, unique_by=normalise).map(tuple)
_weights = st.floats(min_value=0, max_value=1e6, exclude_min=True)
_soft = st.none() | _weights
_reasons = st.just("") | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_bounds = st.tuples(st.integers(0, 9) | st.none(), st.integers(9, 99) | st.none()).filter(
    lambda pair: pair != (None, None)
)
any_rule = st.one_of(
    st.builds(lambda pair, *rest: Bounds(*pair, *rest), _bounds, st.none() | _names, _reasons),
    st.builds(Pin, _names, _one_or_more, _reasons),
    st.builds(Bar, _names, _one_or_more, _reasons),
    st.builds(Together, _several, _soft, _reasons),
    st.builds(Apart, _several, _soft, _reasons),
    st.builds(Spread, _names, _reasons, weight=_soft, bands=st.none() | st.integers(2, 9)),
    st.builds(CommonTimes, _names, st.integers(1, 9), _reasons),
    st.builds(Slot, _names, _one_or_more, _reasons),
    st.builds(NotAlone, _names, st.none() | _names, _reasons),
    st.builds(Wish, _names, _one_or_more, weight=_weights | st.just(0.25), reason=_reasons),
    st.builds(lambda pair, *rest: Wish(pair[0], (), pair[1], *rest), _several, _weights | st.just(0.25), _reasons),
    st.builds(
        lambda people, group, *rest: Stay([(person, group) for person in people], *rest),
        _one_or_more,
        _names,
        _weights | st.just(1.0),
        _reasons,
    ),
)

words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(lambda text: text.strip())
counts = st.one_of(st.sampled_from([1.0, 3.0, 7.0, 4.0]), st.floats(1e-300, 1e300))
ratings = st.builds(
    lambda low, steps: ((float(low), float(low + sum(steps) + 1)), tuple(float(low + x) for x in np.cumsum(steps))),
    st.integers(-3, 3),
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
)


@st.composite
def questions(draw, name, text):
    """Return a question of any kind."""
    kind = draw(st.sampled_from(list(KINDS)))
    if kind in ("number", "count"):
        log = kind == "number" and draw(st.booleans())
        scale = draw(st.none() | st.just((0.5, 2.0))) if kind == "number" else None
        return Question(name, text, (), kind, scale, log=log, unit=draw(st.just("") | words))
    if kind == "rating" and draw(st.booleans()):
        scale = draw(st.sampled_from([(1.0, 5.0), (-2.0, 0.5), (0.0, 100.0)]))
        return Question(name, text, rating_options(scale, ()), kind, scale)
    if kind != "rating":
        options = draw(st.lists(words, min_size=2, max_size=4, unique_by=normalise))
        return Question(name, text, tuple(options), kind)
    scale, bins = draw(ratings)
    n_bins = len(bins) + 1
    named = st.lists(words, min_size=n_bins, max_size=n_bins, unique_by=normalise).map(tuple)
    return Question(name, text, draw(st.just(bin_options(scale, bins)) | named), kind, scale, bins)


@st.composite
def surveys(draw):
    """Return any survey that the package can write."""
    n_questions = draw(st.integers(1, 3))
    names = draw(
        st.lists(words, min_size=1, max_size=3, unique_by=normalise).filter(lambda ws: all(map(normalise, ws)))
    )
    keys = draw(st.lists(words, min_size=2 * n_questions, max_size=2 * n_questions, unique_by=normalise))
    asked = tuple(draw(questions(keys[2 * q], keys[2 * q + 1])) for q in range(n_questions))
    prior = np.zeros((len(names), n_questions, max(kind_of(one).n_prior(one) for one in asked)))
    for q, one in enumerate(asked):
        flat = draw(st.booleans())
        size = kind_of(one).n_prior(one)
        # Sums and powers of larger numbers are not exact.
        count = counts if one.options and one.kind != "several" else st.integers(1, 99)
        for k in range(len(names)):
            prior[k, q, :size] = 1.0 if flat else [draw(count) for _ in range(size)]
    alpha = np.array([draw(counts) for _ in names])
    colors = st.sampled_from([None, "teal", "#0aF", "nosuchcolour"])
    clusters = tuple(Cluster(name, draw(colors)) for name in names)
    sizes = draw(st.none() | st.tuples(*[st.integers(1, 9)] * len(names)))
    named = st.builds(Pin, _names, st.sampled_from(names).map(lambda name: (name,)))
    rules = Rules(draw(st.lists(any_rule | named, max_size=3)))
    return Survey(draw(words), asked, clusters, prior, alpha, sizes, description=draw(st.just("") | words), rules=rules)


def search_alone(monkeypatch):
    """Let decisions on few people rest on the search: neither on every assignment nor on a proof."""
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    monkeypatch.setattr("bayeshat.engine.decide._MAX_PROVEN_PEOPLE", 0)
