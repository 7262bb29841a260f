"""A record of behaviour: what public calls and commands return, to compare before and after a restructuring.

Run it with the code of any checkout::

    PYTHONPATH=src python tests/behaviour.py record before.json
    PYTHONPATH=src python tests/behaviour.py compare before.json
    PYTHONPATH=src python tests/behaviour.py compare before.json --only "decide" -v

``compare`` runs everything again, prints one line for each difference, and exits with 1 if there is any. Numbers may
differ by rounding (1e-9); with ``--exact`` they may not. A sentence that was reworded changes many cases: with
``--once`` the same change is printed once, with the number of places.

Only public names are used, so that this script outlives the modules behind them. To add a case, add a line to one of
the tables below. Times are left out of the record.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import hashlib
import io
import json
import math
import os
import platform
import re
import shlex
import sys
import tempfile
import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

# The command prints as wide as this, without colours.
os.environ |= {"COLUMNS": "120", "TERMINAL_WIDTH": "120", "NO_COLOR": "1"}
# As in the Makefile: JAX compiles without costly optimisations, and keeps what it made.
os.environ |= {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_backend_optimization_level=0"}
os.environ |= {"JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0.3"}
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", f"{tempfile.gettempdir()}/bayeshat-behaviour-jax")

import numpy as np

import bayeshat as bh

# Sampling that takes no time, but does not converge; and sampling as it is by default.
QUICK = {"chains": 2, "tune": 100, "draws": 100, "max_draws": 100, "rng": 1}
THOROUGH = {"chains": 4, "tune": None, "draws": None, "max_draws": None}
QUICK_COMMAND = "--chains 2 --tune 100 --draws 100 --max-draws 100"
EXACT = float("inf")
# Arrays and lists with more entries are kept as a digest.
LONG = 100
# How far numbers may differ, relative to their size, unless a case says otherwise.
NEAR = 1e-9
# Many steps of NUTS make rounding errors grow.
TOLERANCES = {"fit nuts": 1e-6, "fit nuts-correlated": 1e-6}


# ---- Inputs ----------------------------------------------------------------------------------------------------------

CAMP = """
title = "Camp"
houses = ["Sea", "Hills"]
[[questions]]
id = "height"
text = "How tall are you?"
kind = "number"
unit = "cm"
prior.Sea = { mean = 165, sd = 5, people = 20 }
prior.Hills = { mean = 185, sd = 5, people = 20 }
[[questions]]
id = "income"
text = "What do you earn?"
kind = "number"
log = true
prior.Sea = { mean = 20000, factor = 1.3, people = 20 }
prior.Hills = { mean = 40000, factor = 1.3, people = 20 }
[[questions]]
id = "walks"
text = "How many walks a week?"
kind = "count"
prior.Sea = { mean = 1, people = 20 }
prior.Hills = { mean = 5, people = 20 }
[[questions]]
id = "rain"
text = "How do you like rain?"
kind = "rating"
options = ["not at all", "a little", "a lot"]
prior.Sea = { mean = 1.5, sd = 0.6, people = 20 }
prior.Hills = { mean = 2.5, sd = 0.6, people = 20 }
[[questions]]
id = "packs"
text = "What do you pack?"
kind = "several"
weight = 2
options = ["Boots", "Towel", "Rope"]
prior.Sea = { ticks = [2, 18, 1], people = 20 }
prior.Hills = { ticks = [18, 6, 10], people = 20 }
[[questions]]
id = "rank"
text = "Rank these"
kind = "ranking"
options = ["Swim", "Climb", "Rest"]
prior.Sea = [14, 2, 4]
prior.Hills = [2, 14, 4]
[[questions]]
id = "tea"
text = "Tea or coffee?"
options = ["Tea", "Coffee"]
prior = "flat"
"""

RULES = """rule,who,what,weight,reason
pin,Person 01,Ravenclaw,,brings the key
bar,Person 05,Slytherin; Gryffindor,,
together,Person 02; Person 03,,,
apart,Person 04; Person 06; Person 07,,,
apart,Person 08; Person 09,,strong,
size,Hufflepuff,4..7,,
spread,,year,0.5,
wish,Person 10,Slytherin; Ravenclaw,,
companion,Person 11,Person 12,weak,
"""


@cache
def survey(name="hogwarts"):
    return bh.Survey.load(name)


@cache
def simulated(n_people=21, name="hogwarts", **options):
    return bh.simulate(survey(name), n_people, rng=1, **options)


def people(n_people=21, name="hogwarts", **options):
    return simulated(n_people, name, **options).answers


@cache
def class_table():
    """Return the answers of 21 people as a table, with columns for rules, wishes and known houses."""
    answers, houses = people(), survey().cluster_names
    choices = [(houses[n % 4], houses[(n * 3 + 1) % 4]) for n in range(21)]
    table = {
        "name": list(answers.names),
        "e-mail": [f"p{n}@example.org" for n in range(21)],
        "year": ["123"[n % 3] for n in range(21)],
        "free": [("Monday; Tuesday", "Tuesday; Friday", "")[n % 3] for n in range(21)],
        "1st choice": [first for first, _ in choices],
        "2nd choice": [second if second != first else "" for first, second in choices],
        "friends": [answers.names[(n + 5) % 21] if n % 2 else "" for n in range(21)],
        "house": [houses[n % 4] if n < 8 else "" for n in range(21)],
    }
    for q, question in enumerate(survey().questions):
        table[question.text] = [question.options[code] for code in answers.codes[:, q]]
    # Somebody answered nothing, and somebody not everything.
    for question in survey().questions:
        table[question.text][20] = ""
    table[survey().questions[2].text][19] = ""
    return table


@cache
def past_table(n_people=60):
    """Return answers of people most of whose houses are known."""
    drawn, asked = simulated(n_people, "simulation-even"), survey("simulation-even")
    known = [asked.cluster_names[k] if n < 40 else "" for n, k in enumerate(drawn.truth)]
    texts = {
        question.text: [question.options[code] for code in drawn.answers.codes[:, q]]
        for q, question in enumerate(asked.questions)
    }
    return {"name": list(drawn.answers.names), "house": known, **texts}


@cache
def breakfast():
    """Return a table that a survey is made of, with columns of many kinds."""
    rng = np.random.default_rng(4)
    kind = np.arange(24) % 2
    return {
        "Name": [f"Guest {n}" for n in range(24)],
        "What do you drink?": np.where((rng.random(24) < 0.8) ^ (kind == 1), "Tea", "Coffee").tolist(),
        "Which of these?": [
            ("Eggs; Bread", "Fruit", "Bread; Fruit", "Eggs")[k] for k in (2 * kind + rng.integers(2, size=24))
        ],
        "How hungry are you?": (1 + 2 * kind + rng.integers(3, size=24)).tolist(),
        "How tall are you?": [f"{160 + 15 * k + int(x)} cm" for k, x in zip(kind, rng.normal(0, 4, 24), strict=True)],
        "How many cups?": rng.poisson(1 + 3 * kind).tolist(),
        "Anything else?": [f"note {n}" for n in range(24)],
    }


def breakfast_survey():
    return bh.Survey.from_answers(breakfast(), 2, skip=["Anything else?"])


def uncertain(n_people, n_clusters, n_draws, right=0.6, seed=1):
    """Return label draws (T, N) that are right in a share of the cases, and else anything."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_clusters, size=n_people)
    noise = rng.integers(n_clusters, size=(n_draws, n_people))
    return np.where(rng.random((n_draws, n_people)) < right, truth, noise)


@cache
def frozen(name="even"):
    return np.load(Path(__file__).parent / "data" / "draws.npz")[name]


@cache
def nine():
    return uncertain(9, 3, 60)


@cache
def posterior():
    return bh.fit("hogwarts", people(), rng=1)


@cache
def quick_posterior():
    return bh.fit("hogwarts", people(), **QUICK)


@cache
def result():
    return bh.sort_people("hogwarts", people(), "balanced", rng=1)


def write_inputs():
    """Write the files that calls and commands read into the folder that we are in."""
    write_table("answers.csv", class_table())
    write_table("past.csv", past_table())
    write_table("breakfast.csv", breakfast())
    write_table("early.csv", {"name": people().names[:9], "group": [survey().cluster_names[n % 4] for n in range(9)]})
    Path("camp.toml").write_text(CAMP, encoding="utf-8")
    Path("slip.toml").write_text(CAMP.replace('"count"', '"cuont"'), encoding="utf-8")
    Path("rules.csv").write_text(RULES, encoding="utf-8")
    Path("conflict.csv").write_text("rule,who,what\ntogether,Person 01; Person 02,\napart,Person 02; Person 01,\n")
    Path("unknown.csv").write_text("rule,who,what\npin,Persn 01,Griffindor\nspread,,shoe size\n")
    np.save("draws.npy", frozen())
    names = [f"Guest {n}" for n in range(9)]
    write_table("draws.csv", dict(zip(names, nine().T.tolist(), strict=True)))


def write_table(path, table):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([list(table), *zip(*table.values(), strict=True)])


# ---- What is kept of each kind of result -----------------------------------------------------------------------------


def about_posterior(found):
    arrays = ("z", "phi", "theta", "theta_mean", "theta_low", "theta_high", "log_likelihood", "weights", "correlation")
    others = ("probabilities", "probability_errors", "identified", "membership", "label", "sampler", "known", "totals")
    told = {name: getattr(found, name) for name in (*arrays, *others)}
    status = ("code", "message", "converged", "r_hat_max", "worst", "ess_bulk_min", "ess_tail_min", "cause", "remedy")
    return told | {"status": {name: getattr(found.status, name) for name in status}, "repr": repr(found)}


def about_tree(tree):
    return {
        f"{node.path} {name}": {"dimensions": list(array.dims), "values": array.values}
        for node in tree.subtree
        for name, array in node.variables.items()
    }


def brief(decision):
    """Return a decision as it writes itself, but for the groups, which the labels tell."""
    return {name: value for name, value in decision.to_dict().items() if name != "groups"}


def about_decision(decision):
    places = range(len(decision.names))
    return brief(decision) | {
        "groups": decision.groups,
        "table": decision.table(),
        "chances": decision.chances(),
        "affinity": decision.affinity(),
        "members": {name: decision.members(name) for name in decision.names},
        "wanted": [decision.wanted_range(group) for group in places],
        "no choice": [decision.left_no_choice, decision.has_fixed_place],
        "words": list(map(str, (decision.search_in_words(), decision.quality_in_words(), decision.proof_in_words()))),
        "status": [decision.status.code, decision.status.ok, str(decision.status)],
        "kept": None if decision.kept is None else str(decision.kept.words()),
        "repr": repr(decision),
    }


def about_uncertainty(found):
    core = found.sure_core
    told = [str(found.settled_in_words()), str(found.alternatives_in_words()), str(found.staying_in_words())]
    return found.to_dict() | {
        "sentences": told,
        "share staying": found.share_staying,
        "core": [core.n_settled, core.open, core.at(0.5), core.settled_at(0.5)],
    }


def brief_result(found):
    """Return a result without what takes long to find out."""
    return {
        "decision": brief(found.decision),
        "other": None if found.other is None else found.other.labels,
        "softer": None if found.softer is None else found.softer.labels,
        "lesson": None if found.lesson is None else found.lesson.to_dict(found.survey),
        "assignments": found.assignments(),
        "probabilities": found.probabilities(),
        "sizes": found.sizes(),
        "comparison": found.comparison(),
        "words": [str(found.fit_in_words()), str(found.cost_of_sizes()), *map(str, found.warnings())],
        "notes": [found.notes(), found.silent, found.identities(), list(map(str, found.answers.notes))],
        "checks": found.checks.to_dict(),
        "sampling": found.posterior.status.message,
        "options": found.options,
    }


def about_result(found):
    settled = found.how_settled()
    return brief_result(found) | {
        "to_dict": found.to_dict(),
        "settled": None if settled is None else about_uncertainty(settled),
        "groups": found.groups(),
        "levels": found.sure_levels(),
        "errors": found.share_errors(),
        "price": found.price_sizes(),
        "repr": repr(found),
    }


def about_survey(found):
    return {"text": found.to_toml().splitlines(), "notes": list(map(str, found.notes))}


def about_answers(found):
    names = ("codes", "names", "extra", "questions", "origin", "notes", "levels", "identifiers")
    return {name: getattr(found, name) for name in names}


def about_rules(rules):
    return [rule.words() for rule in rules]


def about_figure(drawn):
    """Return what a picture shows: its texts, lines, areas and images."""
    from matplotlib.collections import Collection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle
    from matplotlib.text import Text

    figure = drawn.figure
    texts = [text.get_text() for text in figure.findobj(Text)]
    return {
        "axes": len(figure.axes),
        "texts": [text for text in texts if text],
        "lines": [line.get_xydata() for line in figure.findobj(Line2D)],
        "bars": [[bar.get_x(), bar.get_y(), bar.get_width()] for bar in figure.findobj(Rectangle)],
        "places": [np.ma.filled(some.get_offsets(), 0.0) for some in figure.findobj(Collection)],
        "images": [np.ma.filled(image.get_array(), -1.0) for ax in figure.axes for image in ax.images],
    }


# ---- Sampling --------------------------------------------------------------------------------------------------------


def fit(given="hogwarts", answers=None, **options):
    return about_posterior(bh.fit(given, people() if answers is None else answers, **QUICK | options))


def known_houses(n_known=8):
    return np.where(np.arange(21) < n_known, simulated().truth, -1)


def weighted(*weights):
    """Return the Hogwarts survey with other weights of its first questions."""
    questions = survey().questions
    changed = [replace(question, weight=weight) for question, weight in zip(questions, weights, strict=False)]
    return replace(survey(), questions=(*changed, *questions[len(changed) :]))


def saved_and_loaded():
    made = bh.fit("camp.toml", people(15, "camp.toml", missing=0.1), **QUICK)
    made.save("posterior.npz")
    return about_posterior(bh.Posterior.load("posterior.npz"))


def fit_frame():
    import dask.dataframe as dd
    import pandas as pd

    frame = dd.from_pandas(pd.DataFrame(class_table()), npartitions=3)
    found = bh.fit("hogwarts", frame, learn_from=15, **QUICK)
    decision = bh.decide(found, "balanced", rng=1)
    return {"repr": repr(found), "z": found.z.compute(), "labels": decision.labels, "sizes": decision.sizes}


SIZES_BELIEVED = {"Gryffindor": 9, "Slytherin": 4, "Ravenclaw": 4, "Hufflepuff": 4}

FIT = {
    "fit hogwarts": lambda: about_posterior(posterior()),
    "fit summary": lambda: posterior().summary(),
    "fit datatree": lambda: about_tree(quick_posterior().to_datatree()),
    "fit select": lambda: about_posterior(quick_posterior().select([0, 3, 7])),
    "fit simulation-even": lambda: about_posterior(bh.fit("simulation-even", people(20, "simulation-even"), rng=1)),
    "fit simulation-uneven": lambda: fit("simulation-uneven", people(20, "simulation-uneven")),
    "fit six kinds of question": lambda: fit("camp.toml", people(40, "camp.toml", own=30, rest=0.1, missing=0.1)),
    "fit six kinds, single": lambda: fit("camp.toml", people(40, "camp.toml"), membership="single"),
    "fit six kinds, datatree": lambda: about_tree(bh.fit("camp.toml", people(15, "camp.toml"), **QUICK).to_datatree()),
    "fit single": lambda: fit(membership="single"),
    "fit label drawn": lambda: fit(label="drawn"),
    "fit known": lambda: fit(known=known_houses()),
    "fit known, mixed": lambda: fit(known=known_houses(), membership="mixed", label="drawn"),
    "fit totals": lambda: fit(totals={"Gryffindor": 6, "Slytherin": 5, "Ravenclaw": 5, "Hufflepuff": 5}),
    "fit totals and known": lambda: fit(totals=[6, 5, 5, 5], known=known_houses(4)),
    "fit size_prior": lambda: fit(size_prior=SIZES_BELIEVED),
    "fit size_prior with a strength": lambda: fit(size_prior=(SIZES_BELIEVED, 40)),
    "fit size_prior, equal sizes": lambda: fit(size_prior=40.0),
    "fit learn_from": lambda: fit(answers=people(300), learn_from=100),
    "fit learn_from, single": lambda: fit(answers=people(300), learn_from=100, membership="single"),
    "fit thin": lambda: fit(thin=3, max_draws=600),
    "fit keep_theta": lambda: fit(keep_theta=False),
    "fit missing answers": lambda: fit(answers=people(missing=0.3)),
    "fit whole weights of questions": lambda: fit(weighted(2, 0)),
    "fit weights of questions": lambda: fit(weighted(2, 0, 0.5)),
    "fit one chain": lambda: fit(chains=1),
    "fit threads": lambda: fit(threads=1, rng=np.random.default_rng(3)),
    "fit 1200 people": lambda: fit(answers=people(1200), draws=40, max_draws=200),
    "fit a survey made of answers": lambda: fit(breakfast_survey(), breakfast(), draws=200, max_draws=800),
    "fit nuts": lambda: fit(answers=people(5), sampler="nuts", tune=10, draws=5, max_draws=5),
    "fit nuts-correlated": lambda: fit(answers=people(5), sampler="nuts-correlated", tune=10, draws=5, max_draws=5),
    "fit saved and loaded": saved_and_loaded,
    "fit dask frame": fit_frame,
}


# ---- Deciding --------------------------------------------------------------------------------------------------------

# Sizes for nine people in three groups.
TARGETS = {
    "none": None,
    "balanced": "balanced",
    "counts": [5, 3, 1],
    "shares": [0.5, 0.3, 0.2],
    "names": {"red": 4, "blue": 3, "green": 2},
    "shares by name": {"red": 0.2, "blue": 0.2, "green": 0.6},
    "a range": "2..4",
    "ranges by name": {"red": "1..2", "blue": "3..5", "green": "2.."},
}
LOSSES = ("auto", "vi", "binder", "placement", "vi + 0.5*placement", "VI(a=0.7)", "0.5*binder + placement")
LABELS, WEIGHTS = ("free", "fixed"), (0.0, 1.0, EXACT)

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida")
COLUMNS = {
    "gender": ["w", "w", "m", "m", "w", "w", "w", "m", "w"],
    "age": ["11", "12", "13", "14", "15", "16", "17", "18", "19"],
    "free": ["Mon; Tue", "Tue", "Mon", "Mon; Wed", "", "Wed; Tue", "Tue; Mon", "Wed", "Mon; Tue; Wed"],
}
NAMED = {"people": NAMES, "columns": COLUMNS}
THREE = {"red": 3, "blue": 3, "green": 3}
RULES_OF_EACH_KIND = {
    "pins": bh.Rules(pins={"Ann": "green", "Bo": ["red", "blue"]}),
    "bars": bh.Rules(bars={"Ann": "red", "Cy": ["red", "green"]}),
    "together": bh.Rules(together=[["Ann", "Bo", "Cy"]]),
    "together if possible": bh.Rules([bh.Together(("Ann", "Bo"), weight=0.5, reason="friends")]),
    "apart": bh.Rules(apart=[["Di", "Ed", "Fay"]]),
    "apart if possible": bh.Rules([bh.Apart(("Di", "Ed"), weight="strong")]),
    "bounds": bh.Rules(bounds={"red": "..3", "blue": "3..4"}),
    "spread": bh.Rules(spread=["gender"]),
    "spread numbers": bh.Rules([bh.Spread("age", weight=0.5, bands=3)]),
    "not alone": bh.Rules(not_alone=["gender"]),
    "not alone with a value": bh.Rules(not_alone=[("gender", "m")]),
    "common times": bh.Rules(common_times="free"),
    "wishes": bh.Rules(wishes={"Ann": ["blue", "green"], "Gus": "red"}),
    "companions": bh.Rules(companions={"Ann": "Ida", "Bo": ["Cy", "Di"]}),
    "stay": bh.Rules(stay=dict(zip(NAMES, ["red", "blue", "green"] * 3, strict=True))),
}
MANY_RULES = bh.Rules(
    pins={"Ann": "green"}, apart=[["Bo", "Cy"]], spread=["gender"], wishes={"Di": ["blue", "red"]}, bounds="2..4"
)


def decide(draws, target=None, **options):
    return brief(bh.decide(draws, target, **options))


def ruled(rules, target=THREE, **options):
    return bh.decide(nine(), target, rules=rules, **NAMED, **options)


def sizes_and_losses():
    return {f"{name}, {loss}": decide(nine(), target, loss=loss) for name, target in TARGETS.items() for loss in LOSSES}


def labels_and_weights(pseudocount=0.1):
    return {
        f"{loss}, {labels}, {weight}": decide(
            nine(), [1, 5, 3], loss=loss, labels=labels, size_weight=weight, pseudocount=pseudocount
        )
        for loss in ("vi", "binder", "placement")
        for labels in LABELS
        for weight in WEIGHTS
    }


def each_number_of_groups():
    return {str(groups): decide(frozen(), "balanced", groups=groups) for groups in (1, 2, 4, 5)}


def frozen_draws():
    return {
        f"{name}, {loss}, {target}": decide(frozen(name), target, loss=loss)
        for name in ("even", "uneven", "even100", "flat1")
        for loss, target in (("vi", [8, 7, 5]), ("binder", "balanced"), ("vi", None), ("auto", [7, 7, 6]))
    }


def many_people(n_people, n_draws, losses=("vi", "binder", "placement")):
    draws, uneven = uncertain(n_people, 4, n_draws, 0.7), [0.4, 0.3, 0.2, 0.1]
    wanted = {"none": {}, "balanced": {"target": "balanced"}, "uneven": {"target": uneven}}
    wanted["a guide"] = {"target": uneven, "size_weight": 1.0, "labels": "fixed"}
    return {
        f"{loss}, {name}": decide(draws, loss=loss, rng=2, **options)
        for loss in losses
        for name, options in wanted.items()
    }


def importance_weights():
    weights = np.arange(60) % 7
    return {loss: decide(nine(), "balanced", loss=loss, weights=weights) for loss in ("vi", "placement")}


def stan_labels():
    draws = np.array([1, 3, 4])[nine()]
    return {
        "balanced": decide(draws, "balanced"),
        "by label": decide(draws, {"4": 5, "1": 2, "3": 2}, loss="placement"),
        "chains": decide(draws.reshape(3, 20, 9), [4, 3, 2], loss="placement"),
        "more groups": decide(draws, "balanced", groups=4),
    }


def switching_labels():
    rng, draws = np.random.default_rng(5), uncertain(20, 3, 100, 0.8)
    draws = np.array([rng.permutation(3)[row] for row in draws])
    return {loss: decide(draws, [8, 7, 5], loss=loss, rng=1) for loss in ("auto", "placement", "vi + placement")}


def labels_of_each_draw():
    """Decide on labels that mean something only within a draw, as those of some tools do."""
    return decide(nine() + 10 * np.arange(60)[:, None], "balanced")


def dask_arrays():
    import dask.array as da

    told = {}
    for n_people, options in ((50, {"target": "balanced"}), (3500, {"target": "balanced"}), (3500, {"loss": "binder"})):
        draws = da.from_array(uncertain(n_people, 4, 40, 0.7), chunks=(40, (n_people // 3, n_people - n_people // 3)))
        found = bh.decide(draws, rng=2, **options)
        told[f"{n_people} people, {options}"] = {
            "labels": np.asarray(found.labels),
            "sizes": found.sizes,
            "loss": [found.expected_loss, found.expected_vi],
            "status": [found.status.code, found.status.message, str(found.loss_reason)],
        }
    return told


def frames():
    import pandas as pd
    import polars as pl

    named = pd.DataFrame(nine(), columns=NAMES)
    stan = pd.DataFrame(nine() + 1, columns=[f"z[{n + 1}]" for n in range(9)]).assign(lp__=-1.5, **{".chain": 1})
    weighted_draws = named.assign(**{".log_weight": np.linspace(-2, 0, 60)})
    return {
        "pandas": about_decision(bh.decide(named, "balanced", rules=bh.Rules(together=[["Ann", "Bo"]]))),
        "Stan's columns": decide(stan, [4, 3, 2]),
        "log weights": decide(weighted_draws, [4, 3, 2]),
        "polars": decide(pl.DataFrame(nine(), schema=list(NAMES)), pd.Series({"red": 4, "blue": 3, "green": 2})),
    }


def xarrays():
    import xarray as xr

    labels = xr.DataArray(nine().reshape(3, 20, 9), dims=("chain", "draw", "who"), coords={"who": list(NAMES)})
    weights = xr.DataArray(np.arange(60.0).reshape(20, 3), dims=("draw", "chain"))
    turned = labels.transpose("who", "draw", "chain")
    return {
        "array": about_decision(bh.decide(labels, "balanced")),
        "turned, with weights": decide(turned, "balanced", weights=weights),
        "data set": decide(xr.Dataset({"z": labels, "other": labels[..., 0] * 0.5}), [4, 3, 2]),
        "data tree": decide(quick_posterior().to_datatree(), "balanced"),
    }


def draws_in_files():
    import xarray as xr

    xr.Dataset({"z": (("draw", "who"), nine())}).to_netcdf("draws.nc")
    return {name: decide(name, "balanced") for name in ("draws.npy", "draws.csv", "draws.nc")}


def houses_of_a_posterior():
    targets = [None, "balanced", "4..6", [5, 5, 5, 6], [11, 10]]
    targets += [{"hufflepuff": 6}, {"Ravenclaw": 0.4}, {"Slytherin": "..4"}]
    found = {str(target): decide(posterior(), target, rng=1) for target in targets}
    return found | {
        f"as a guide, {loss}": decide(posterior(), [8, 4, 4, 5], size_weight=1.0, loss=loss) for loss in LOSSES
    }


def each_seed():
    draws = uncertain(40, 4, 80, 0.5)
    return {str(seed): decide(draws, [16, 12, 8, 4], rng=seed, starts=3, threads=1) for seed in range(4)}


def paths():
    weights = [1.0, 0.0, 0.03, 0.1, EXACT]
    return {
        "twenty people": [brief(one) for one in bh.decide_path(frozen("uneven"), "balanced", weights, rng=1)],
        "a posterior": [brief(one) for one in bh.decide_path(posterior(), [9, 4, 4, 4], weights, rng=1)],
        "rules": [brief(one) for one in bh.decide_path(nine(), THREE, weights, **NAMED, rules=MANY_RULES)],
    }


def expected_losses():
    groups = np.arange(9) % 3
    found = {
        f"{name}, {loss}": bh.expected_loss(groups, nine(), target, loss=loss, size_weight=1.0)
        for name, target in TARGETS.items()
        for loss in LOSSES
        if "range" not in name
    }
    found["exact and missed"] = bh.expected_loss(groups, nine(), [4, 3, 2])
    found["weights"] = bh.expected_loss(groups, nine(), weights=np.arange(60))
    found["houses"] = bh.expected_loss(np.arange(21) % 4, posterior(), "balanced")
    return found


def rules_of_each_kind():
    return {
        f"{name}, {loss}": brief(ruled(rules, loss=loss)) | {"words": about_rules(rules)}
        for name, rules in RULES_OF_EACH_KIND.items()
        for loss in ("vi", "placement")
    }


def rules_for_40_people():
    names = [f"P{n}" for n in range(40)]
    columns = {"school": ["north", "south", "east", ""] * 10, "free": ["Mon; Tue", "Tue; Wed"] * 20}
    rules = bh.Rules(pins={"P0": "1"}, bars={"P1": "2"}, together=[names[2:5], names[30:32]], apart=[names[5:8]])
    rules += bh.Rules(spread=["school"], common_times="free", companions={"P9": "P19"}, wishes={"P10": "3"})
    options = {"rules": rules, "people": names, "columns": columns, "rng": 1}
    found = {loss: decide(uncertain(40, 4, 60), "balanced", loss=loss, **options) for loss in ("vi", "placement")}
    return found | {"range": decide(uncertain(40, 4, 60), "8..12", **options)}


def proofs():
    """Prove decisions that can be proven in much less than the time given, so that the clock has no say."""
    apart = bh.Rules(apart=[["person 1", "person 2"]], together=[["person 3", "person 4"]])
    found = {
        "vi": bh.decide(frozen(), [7, 7, 6], loss="vi", prove=60),
        "binder": bh.decide(frozen("uneven"), [8, 7, 5], loss="binder", prove=60),
        "placement": bh.decide(uncertain(40, 4, 60), "balanced", loss="placement", prove=60),
        "placement, rules": bh.decide(frozen(), [7, 7, 6], loss="placement", rules=apart, prove=60),
        "vi, rules": bh.decide(frozen()[:, :12], [4, 4, 4], loss="vi", rules=apart, prove=60),
        "sizes as a guide": bh.decide(frozen()[:, :14], [6, 5, 3], loss="vi", size_weight=1.0, prove=60),
    }
    return {name: about_decision(decision) for name, decision in found.items()}


def certificates():
    return {str(n): bh.decide(uncertain(n, 3, 50), "balanced", rng=1).certificate(60) for n in (9, 16, 20)}


def uncertainties():
    exact = bh.decide(frozen(), [7, 7, 6], loss="vi")
    named = bh.decide(frozen(), [7, 7, 6], loss="placement", people=[f"P{n}" for n in range(20)])
    return {
        "vi": about_uncertainty(exact.uncertainty(rng=1)),
        "binder, level 0.8": about_uncertainty(exact.uncertainty(0.8, distance="binder", threads=1)),
        "placement": about_uncertainty(named.uncertainty(rng=1)),
        "rules": about_uncertainty(ruled(MANY_RULES).uncertainty(rng=1)),
        "a posterior": about_uncertainty(bh.decide(posterior(), "balanced").uncertainty(rng=1)),
        "300 people": about_uncertainty(bh.decide(uncertain(300, 4, 60, 0.8), "balanced").uncertainty(rng=1)),
    }


DECIDE = {
    "decide sizes and losses": sizes_and_losses,
    "decide labels and size weights": labels_and_weights,
    "decide without a pseudocount": lambda: labels_and_weights(0.0),
    "decide each number of groups": each_number_of_groups,
    "decide frozen draws": frozen_draws,
    "decide 5 people": lambda: many_people(5, 30),
    "decide 16 people": lambda: many_people(16, 40),
    "decide 40 people": lambda: many_people(40, 80),
    "decide 300 people": lambda: many_people(300, 60),
    "decide 3500 people": lambda: many_people(3500, 40, ("vi", "binder")),
    "decide sums of losses, 300 people": lambda: many_people(300, 40, ("vi + 0.3*placement", "0.2*vi + binder")),
    "decide importance weights": importance_weights,
    "decide labels 1, 3, 4": stan_labels,
    "decide labels that switch": switching_labels,
    "decide labels of each draw": labels_of_each_draw,
    "decide LabelDraws": lambda: decide(bh.LabelDraws(nine().T.copy(), np.full(60, 1 / 60), (0, 1, 2), 3), [4, 3, 2]),
    "decide dask arrays": dask_arrays,
    "decide frames": frames,
    "decide xarray": xarrays,
    "decide files": draws_in_files,
    "decide a posterior": houses_of_a_posterior,
    "decide each seed": each_seed,
    "decide everything about twenty people": lambda: about_decision(bh.decide(frozen(), [8, 7, 5])),
    "decide everything about a posterior": lambda: about_decision(bh.decide(posterior(), "balanced", rng=1)),
    "decide everything about rules": lambda: about_decision(ruled(MANY_RULES)),
    "decide rules of each kind": rules_of_each_kind,
    "decide rules for 40 people": rules_for_40_people,
    "decide with a range and rules": lambda: about_decision(
        ruled(RULES_OF_EACH_KIND["pins"], TARGETS["ranges by name"])
    ),
    "decide with proofs": proofs,
    "decide_path": paths,
    "expected_loss": expected_losses,
    "certificate": certificates,
    "uncertainty": uncertainties,
}


# ---- Sorting, placing and mixing people ------------------------------------------------------------------------------


def sort(target="auto", answers=None, **options):
    return brief_result(
        bh.sort_people("hogwarts", class_table() if answers is None else answers, target, **QUICK | options)
    )


def sort_past(**options):
    return brief_result(bh.sort_people("simulation-even", past_table(), known="house", **QUICK | options))


def sort_breakfast(target="balanced", **options):
    return about_result(bh.sort_people(breakfast_survey(), breakfast(), target, **QUICK | options))


def sort_noise():
    """Sort people who answered at random, so that wishes come first."""
    said = np.random.default_rng(3).choice(["yes", "no", "perhaps"], (6, 24)).tolist()
    table = {"name": [f"P{n}" for n in range(24)]} | {f"Question {q}": cells for q, cells in enumerate(said)}
    asked, wishes = bh.Survey.from_answers(table, ["Art", "Chess", "Music"]), {"P1": "Chess", "P2": ["Art", "Music"]}
    return brief_result(bh.sort_people(asked, table, rules=bh.Rules(wishes=wishes), **QUICK))


def place(target="auto", **options):
    return brief_result(bh.place_people("hogwarts", class_table(), "early.csv", target, **QUICK | options))


def mix(target="balanced", **options):
    return about_decision(bh.mix_people(class_table(), target, **options))


def rounds(decision, n_rounds):
    found = bh.plan_rounds(decision, n_rounds, rng=1)
    return found.to_dict() | {"words": str(found.words()), "table": found.table()}


def partitions():
    import dask.dataframe as dd
    import pandas as pd

    frame = dd.from_pandas(pd.DataFrame(class_table()), npartitions=3)
    with tempfile.TemporaryDirectory() as folder:
        found = bh.sort_partitions("hogwarts", frame, folder=f"{folder}/groups", **QUICK)
        files = {file.name: read_file(file) for file in found.files}
    return {"told": found.to_dict(), "files": files}


@cache
def numbers_and_texts(n_people=40, seed=0):
    """Return a frame of two kinds of people, and their kinds."""
    import pandas as pd

    rng, kind = np.random.default_rng(seed), np.arange(n_people) % 2
    table = {
        "colour": np.where((rng.random(n_people) < 0.8) ^ (kind == 1), "red", "blue"),
        "height": 165 + 15.0 * kind + rng.normal(0, 5, n_people),
        "mark": 1 + kind + rng.integers(0, 3, n_people),
        "steps": rng.poisson(4000 + 2000 * kind),
        "member": rng.random(n_people) < 0.5,
    }
    return pd.DataFrame(table), kind


def hat(y=None, n_groups=2, target="auto", **options):
    frame, _ = numbers_and_texts()
    sampling = {"chains": 2, "tune": 100, "draws": 100, "max_draws": 100, "random_state": 1}
    made = bh.SortingHat(n_groups, target, **sampling | options)
    labels, (new, _) = made.fit_predict(frame, y), numbers_and_texts(12, seed=3)
    return {
        "labels": labels.tolist(),
        "classes": made.classes_.tolist(),
        "predicted": made.predict(new).tolist(),
        "probabilities": made.predict_proba(new),
        "kinds": made.kinds_,
        "categories": made.categories_,
        "decision": brief(made.decision_),
        "sampling": made.posterior_.status.message,
        "lesson": None if made.lesson_ is None else made.lesson_.words(),
    }


def some_classes():
    return [["blue", "red"][kind] if n < 24 else None for n, kind in enumerate(numbers_and_texts()[1])]


SOME_RULES = {
    "pin": {"Person 01": "Ravenclaw"},
    "apart": [["Person 02", "Person 03"]],
    "spread": ["year"],
    "wish": {"Person 04": ["Slytherin", "Ravenclaw"]},
}
EARLIER = {f"Person {n:02}": ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff")[n % 4] for n in range(1, 16)}

SORT = {
    "sort everything": lambda: about_result(result()),
    "sort a table": sort,
    "sort a file": lambda: sort(answers="answers.csv"),
    "sort sizes by house": lambda: sort({"Gryffindor": 8, "ravenclaw": 3}),
    "sort as a guide": lambda: sort([8, 4, 4, 5], size_weight=1.0),
    "sort without sizes": lambda: sort(None),
    "sort within a range": lambda: sort("4..7"),
    "sort into groups that are not the houses": lambda: sort([11, 10]),
    "sort with rules": lambda: sort(rules="rules.csv"),
    "sort with rules, everything": lambda: about_result(
        bh.sort_people("hogwarts", class_table(), rules=SOME_RULES, **QUICK | THOROUGH)
    ),
    "sort and mix": lambda: sort(mix=["year", survey().questions[0].text]),
    "sort with common times": lambda: sort(common_times="free"),
    "sort and stay": lambda: sort(stay=EARLIER),
    "sort with wishes and friends": lambda: sort(wishes="1st choice", friends="friends", **THOROUGH),
    "sort with known people": lambda: sort(known="house"),
    "sort with known people who count": lambda: sort(known="house", known_count=True),
    "sort and learn weights": sort_past,
    "sort without learned weights": lambda: sort_past(weights="off"),
    "sort with totals": lambda: sort(totals=[6, 5, 5, 5], **THOROUGH),
    "sort with totals and even groups": lambda: sort("balanced", totals=[6, 5, 5, 5]),
    "sort with a size prior": lambda: sort(size_prior=20.0),
    "sort by VI": lambda: sort(loss="vi"),
    "sort by placement": lambda: sort(loss=bh.Placement()),
    "sort by Binder's loss": lambda: sort(loss="binder", membership="single"),
    "sort with a proof": lambda: sort(prove=60.0, answers=people(12)),
    "sort six kinds of question": lambda: about_result(
        bh.sort_people("camp.toml", people(24, "camp.toml", missing=0.1), **QUICK | THOROUGH)
    ),
    "sort a survey made of answers": lambda: sort_breakfast(**THOROUGH),
    "sort a survey made of answers, uneven": lambda: sort_breakfast([10, 8, 6]),
    "sort 300 people": lambda: brief_result(bh.sort_people("hogwarts", people(300), **QUICK)),
    "sort noise": sort_noise,
    "sort_partitions": partitions,
    "place": place,
    "place with sizes": lambda: place({"Slytherin": 8}, **THOROUGH),
    "place with rules": lambda: place(rules=bh.Rules(apart=[["Person 12", "Person 13"]])),
    "place without sizes": lambda: place(None),
    "mix by nothing": lambda: mix(groups=4),
    "mix by columns": lambda: mix(groups=4, mix=["year", bh.Spread("house", weight=0.3)]),
    "mix within a range": lambda: mix("4..6", groups=4, mix="year", rng=3),
    "mix with common times": lambda: mix([8, 7, 6], common_times="free", mix="year"),
    "mix by wishes": lambda: mix(wishes="1st choice"),
    "mix by wishes, with sizes and friends": lambda: mix(
        {"Gryffindor": 8, "Slytherin": 5, "Ravenclaw": 5, "Hufflepuff": 3}, wishes="1st choice", friends="friends"
    ),
    "mix with rules": lambda: mix(groups=3, rules=bh.Rules(apart=[list(people().names[:3])], not_alone=["year"])),
    "rounds of mixed people": lambda: rounds(bh.mix_people(class_table(), groups=5, mix="year"), 3),
    "rounds of few people": lambda: rounds(bh.mix_people({"name": list(NAMES)}, groups=3), 5),
    "rounds of sorted people": lambda: rounds(bh.decide(quick_posterior(), "balanced", rng=1), 2),
    "rounds under rules": lambda: rounds(ruled(MANY_RULES), 3),
    "hat": hat,
    "hat with sizes": lambda: hat(target=[25, 15], loss="binder"),
    "hat with more clusters": lambda: hat(n_groups=3, n_clusters=4),
    "hat with y": lambda: hat(some_classes()),
    "hat with y and sizes": lambda: hat(some_classes(), target={"red": 18, "blue": 22}),
    "hat with totals": lambda: hat(totals=[20, 20], numbers=["mark"]),
    "hat with mixed membership": lambda: hat(membership="mixed", membership_prior=0.3),
}


# ---- Everything else that is exported --------------------------------------------------------------------------------


def small_survey():
    questions = (
        bh.Question("tea", "Tea or coffee?", ("tea", "coffee")),
        bh.Question("cups", "Cups?", (), kind="count"),
    )
    prior = np.array([[[3.0, 1.0], [2.0, 1.0]], [[1.0, 3.0], [6.0, 1.0]]])
    return bh.Survey("Cups", questions, (bh.Cluster("Larks", "#e69f00"), bh.Cluster("Owls")), prior, np.ones(2))


def compared_numbers():
    return bh.compare("simulation-even", people(30, "simulation-even", own=100), [1, 2, 3, 4], **QUICK)


def about_comparison():
    found = compared_numbers()
    costs = [[str(found.cost(n)), found.measure_cost(n), found.difference(n)] for n in found.houses]
    chosen = {"recommended": found.recommended, "best": found.best, "words": str(found.sentence())}
    return chosen | {"table": found.table(), "costs": costs, "survey": about_survey(found.survey)}


def about_check(found):
    return found.to_dict() | {"words": str(found.sentence()), "residuals": found.pairs.residuals}


def about_learned(found):
    weights = found.weights.table(found.survey)
    return {"text": found.to_toml().splitlines(), "words": found.words(), "weights": weights}


def about_simulation(found):
    return about_answers(found.answers) | {"truth": found.truth, "theta": found.theta, "phi": found.phi}


def names_of_groups():
    labels = bh.decide(frozen(), [8, 7, 5], loss="vi").labels
    shares = np.random.default_rng(2).dirichlet(np.ones(4), (5, 21))
    return {
        "probabilities": bh.identify((np.arange(21) * 7) % 4, posterior().probabilities),
        "draws": bh.identify(np.arange(21) % 3, shares),
        "more groups": bh.identify(np.arange(21) % 6, shares),
        "labels": labels,
    }


def distances():
    one, other = np.arange(20) % 3, frozen()[0]
    return {
        "vi": [bh.variation_of_information(one, other, a) for a in (1.0, 0.5)],
        "binder": [bh.binder(one, other, a) for a in (1.0, 0.5)],
        "aitchison": [bh.aitchison_distance([1, 2, 3], [3, 2, 2]), bh.aitchison_distance([1, 0], [1, 1])],
        "sizes": [
            bh.size_distance([5, 7, 8], [8, 7, 5], pseudocount=pseudocount, labels=labels)
            for pseudocount in (0.0, 0.1)
            for labels in LABELS
        ],
        "empty group": bh.size_distance([12, 8, 0], [10, 10, 0]),
        "coclustering": bh.coclustering(frozen()),
        "weighted": bh.coclustering(nine(), np.arange(60)),
    }


def losses():
    return [
        repr(bh.VI() / 4 + bh.Placement()),
        repr(0.5 * bh.VI(a=0.7) + 2 * bh.Binder(a=1.5) + bh.Placement()),
        repr((bh.VI() + bh.VI()).terms),
    ]


def read_tables():
    asked = survey("camp.toml")
    cells = {
        "name": ["Ann", "Bo", "Cy", "Ann"],
        "height": ["1,80 m", "172 cm", "", "190"],
        "What do you earn?": ["12 000", "30.000", "25'000", "n/a"],
        "walks": ["2", "0", "3", "1"],
        "rain": ["a lot", "1", "A little", ""],
        "packs": ["Boots; Rope", "", "none", "Towel"],
        "rank": ["Swim > Rest > Climb", "Climb;Swim;Rest", "", "Rest"],
        "tea": ["Tea", "b", "2", "?"],
    }
    return {
        "camp": about_answers(bh.read_answers(cells, asked, duplicates="separate", unknown="blank")),
        "the latest": about_answers(bh.read_answers(cells, asked, duplicates="latest", unknown="blank")),
        "a file": about_answers(bh.read_answers("answers.csv", survey())),
    }


def pictures():
    drawn, three = simulated(20, "simulation-even"), survey("simulation-even")
    triangles = bh.fit(three, drawn.answers, **QUICK)
    path = bh.decide_path(quick_posterior(), "balanced", [0, 0.1, 1], rng=1)
    found = {
        "decision": bh.plot.decision(result()),
        "sizes": bh.plot.sizes(result()),
        "trade_off": bh.plot.trade_off(path),
        "theta": bh.plot.theta(quick_posterior()),
        "theta, triangles": bh.plot.theta(triangles, truth=drawn.theta, people=["Person 01", 3]),
        "phi": bh.plot.phi(quick_posterior(), cluster="Ravenclaw"),
        "phi, triangles": bh.plot.phi(triangles, truth=drawn.phi),
        "comparison": bh.plot.comparison(compared_numbers()),
        "pair_residuals": bh.plot.pair_residuals(bh.check_model(quick_posterior()).pairs),
        "coclustering": bh.plot.coclustering(quick_posterior(), path[0]),
        "trace": bh.plot.trace(quick_posterior(), parameters=2),
        "rank": bh.plot.rank(quick_posterior(), parameters=2),
        "autocorrelation": bh.plot.autocorrelation(quick_posterior(), parameters=2),
        "sure_core": bh.plot.sure_core(result()),
        "alternatives": bh.plot.alternatives(result()),
    }
    return {name: about_figure(figure) for name, figure in found.items()}


OTHERS = {
    "exported names": lambda: dict.fromkeys(dir(bh), "exported"),
    "surveys": lambda: {name: about_survey(survey(name)) for name in ("hogwarts", "simulation-uneven", "camp.toml")},
    "survey in Python": lambda: about_survey(small_survey()),
    "survey from answers": lambda: about_survey(bh.Survey.from_answers(breakfast(), 3)),
    "survey from a file": lambda: about_survey(bh.Survey.from_answers("breakfast.csv", ["Red", "Blue"])),
    "answers": read_tables,
    "rules of a file": lambda: about_rules(bh.read_rules("rules.csv")),
    "rules of a dict": lambda: about_rules(bh.read_rules(SOME_RULES) + RULES_OF_EACH_KIND["stay"]),
    "assignment": lambda: bh.read_assignment("early.csv"),
    "identify": names_of_groups,
    "distances": distances,
    "losses": losses,
    "simulate": lambda: about_simulation(simulated(13, missing=0.2)),
    "simulate sizes": lambda: about_simulation(bh.simulate(survey(), sizes=[1, 2, 3, 4], own=50, rng=2)),
    "simulate six kinds": lambda: about_simulation(simulated(12, "camp.toml", missing=0.2)),
    "compare numbers of groups": about_comparison,
    "check_model": lambda: about_check(bh.check_model(posterior())),
    "check_model, six kinds": lambda: about_check(bh.check_model(bh.fit("camp.toml", people(9, "camp.toml"), **QUICK))),
    "prior_sensitivity": lambda: list(map(str, bh.prior_sensitivity(posterior()).lines())),
    "learn_survey": lambda: about_learned(bh.learn_survey("simulation-even", past_table(), "house", rng=1)),
    "learn_survey from nothing": lambda: about_learned(bh.learn_survey(None, past_table(), "house", discount=1.0)),
    "uncertainty of a result, Binder": lambda: about_uncertainty(result().uncertainty(0.9, distance="binder", rng=2)),
    "plot": pictures,
}


# ---- Errors ----------------------------------------------------------------------------------------------------------


def rules_in_partitions():
    import dask.array as da

    draws = da.from_array(uncertain(3500, 3, 10), chunks=(10, 1000))
    return bh.decide(draws, "balanced", rules=bh.Rules(apart=[["person 1", "person 2"]]))


REFUSE = {
    "sizes that do not add up": lambda: bh.decide(nine(), [4, 4]),
    "negative sizes": lambda: bh.decide(nine(), [5, 5, -1]),
    "sizes of unknown houses": lambda: bh.decide(quick_posterior(), {"Gryfindor": 5}),
    "sizes that are text": lambda: bh.decide(nine(), "even-ish"),
    "a range without room": lambda: bh.decide(nine(), "4..5", groups=3),
    "more groups than people": lambda: bh.decide(nine(), "balanced", groups=10),
    "more sizes than groups": lambda: bh.decide(nine(), [3, 3, 3], groups=2),
    "exact sizes that nobody gave": lambda: bh.decide(nine(), size_weight=EXACT),
    "fixed labels without sizes": lambda: bh.decide(nine(), labels="fixed"),
    "unknown labels": lambda: bh.decide(nine(), [4, 3, 2], labels="loose"),
    "unknown loss": lambda: bh.decide(nine(), loss="rand"),
    "a loss with a wrong weight": lambda: bh.VI(a=3),
    "a negative pseudocount": lambda: bh.decide(nine(), "balanced", pseudocount=-1),
    "an unknown device": lambda: bh.decide(nine(), device="tpu"),
    "no starts": lambda: bh.decide(nine(), starts=0),
    "a seed that is text": lambda: bh.decide(nine(), rng="one"),
    "no time for a proof": lambda: bh.decide(nine(), "balanced", prove=-1),
    "draws of text": lambda: bh.decide([["a", "b"]]),
    "draws of different lengths": lambda: bh.decide([[0, 1], [0]]),
    "negative labels": lambda: bh.decide([[0, -1, 1]]),
    "probabilities as labels": lambda: bh.decide([[0.3, 0.7]]),
    "too few weights": lambda: bh.decide(nine(), weights=[1.0, 2.0]),
    "labels without a meaning": lambda: bh.decide(uncertain(9, 3, 60, 0.0), [3, 3, 3], loss="placement"),
    "groups of unclear labels": lambda: bh.decide(nine() + 2, {"3": 4, "b": 3, "c": 2}, loss="placement"),
    "rules in conflict": lambda: ruled(bh.Rules(together=[["Ann", "Bo"], ["Bo", "Cy"]], apart=[["Ann", "Cy"]])),
    "rules against sizes": lambda: ruled(bh.Rules(together=[list(NAMES[:5])])),
    "rules that name unknown people": lambda: ruled(bh.Rules(pins={"Anne": "red", "Bo": "yellow"}, spread=["sex"])),
    "rules that cannot be meant": lambda: bh.Rules(together=[["Ann"]], bounds="6..4", wishes={"Bo": []}),
    "rules in partitions": rules_in_partitions,
    "people of the same name": lambda: bh.decide(nine(), "balanced", people=["Ann"] * 9),
    "groups that there are not": lambda: bh.decide(nine(), "balanced").members("red"),
    "an assignment of others": lambda: bh.expected_loss([0, 1], nine()),
    "no size weights": lambda: bh.decide_path(nine(), "balanced", []),
    "partitions of others": lambda: bh.variation_of_information([0, 1], [0, 1, 1]),
    "an unknown setting": lambda: bh.fit("hogwarts", people(), drws=100),
    "an unknown sampler": lambda: bh.fit("hogwarts", people(), sampler="stan"),
    "an unknown membership": lambda: bh.fit("hogwarts", people(), membership="both"),
    "too few sweeps": lambda: bh.fit("hogwarts", people(), draws=100, max_draws=50),
    "totals of others": lambda: bh.fit("hogwarts", people(), totals=[1, 2, 3, 4]),
    "totals and a size prior": lambda: bh.fit("hogwarts", people(), totals=[6, 5, 5, 5], size_prior=3),
    "known houses of others": lambda: bh.fit("hogwarts", people(), known=[0, 1, 9]),
    "an unknown survey": lambda: bh.Survey.load("hogwards"),
    "a survey with a slip": lambda: bh.Survey.load("slip.toml"),
    "unknown options": lambda: bh.read_answers(
        past_table() | {"Question 1": ["D", "A"] * 30}, survey("simulation-even")
    ),
    "people who come twice": lambda: bh.read_answers(past_table() | {"name": ["Ann"] * 60}, survey("simulation-even")),
    "a table without the questions": lambda: bh.read_answers({"name": ["Ann"], "age": ["7"]}, survey()),
    "mixing by all questions": lambda: bh.sort_people("hogwarts", people(), mix=[q.text for q in survey().questions]),
    "known people who count, but none": lambda: bh.sort_people("hogwarts", people(), known_count=True),
    "wishes in no column": lambda: bh.sort_people("hogwarts", class_table(), wishes="third choice"),
    "sizes checked before sampling": lambda: bh.sort_people("hogwarts", people(), [1, 2, 3]),
    "earlier groups that there are not": lambda: bh.place_people("hogwarts", people(), {"Person 01": "Durmstrang"}),
    "earlier people who left": lambda: bh.place_people("hogwarts", people(), {"Nobody": "Slytherin"}),
    "mixing without sizes": lambda: bh.mix_people(class_table(), None),
    "wishes for other groups": lambda: bh.mix_people(class_table(), groups=3, wishes="1st choice"),
    "no rounds": lambda: bh.plan_rounds(bh.decide(nine(), "balanced"), 0),
    "a hat with too few sizes": lambda: bh.SortingHat(3, [20, 20]).fit(numbers_and_texts()[0]),
    "too many groups to compare": lambda: bh.compare("simulation-even", people(5, "simulation-even"), [1, 9]),
    "a discount above 1": lambda: bh.learn_survey("simulation-even", past_table(), "house", discount=2),
    "simulated sizes of others": lambda: bh.simulate(survey(), 5, sizes=[1, 1, 1, 1]),
    "a file that is no posterior": lambda: bh.Posterior.load("draws.npy"),
}


# ---- Commands --------------------------------------------------------------------------------------------------------


def run_command(line):
    """Run one command in this process, and return how it ends and what it prints."""
    from bayeshat.cli.app import main

    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.object(sys, "argv", ["bayeshat", *shlex.split(line)]),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    printed = out.getvalue()
    # Progress and the notice about compiling appear only on a slow machine or on the first run.
    passing = re.compile(r" *\d+%  |Preparing the calculations")
    errors = [text.rstrip() for text in err.getvalue().splitlines() if not passing.match(text)]
    lines = json.loads(printed) if printed.startswith("{") else [text.rstrip() for text in printed.splitlines()]
    return {"command": line, "code": code, "printed": lines, "errors": errors}


def commands(*lines, read=()):
    """Run commands in a folder that has the input files; ``read`` names what to keep of the files they write."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_inputs()
        told = [run_command(line) for line in lines]
        written = [path for name in read for path in (Path(name), *sorted(Path(name).glob("*")))]
        files = {str(path): read_file(path) for path in written if not path.is_dir()}
    return {"commands": told, "files": files}


def read_file(path):
    """Return a file's content as plain values."""
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    if path.suffix == ".html":
        return page_text(path.read_text(encoding="utf-8"))
    if path.suffix == ".xlsx":
        from openpyxl import load_workbook

        return {sheet.title: [list(row) for row in sheet.values] for sheet in load_workbook(path).worksheets}
    if path.suffix == ".parquet":
        import pandas as pd

        return pd.read_parquet(path).to_dict("list")
    return path.read_text(encoding="utf-8-sig").splitlines()


class _PageText(HTMLParser):
    """Collects what a page says, with the words that only some readers see."""

    def __init__(self):
        super().__init__()
        self.lines = []
        self.inside = ""

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        self.lines += [f"{name}: {value}" for name, value in attributes if name in ("aria-label", "title", "alt")]

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, text):
        if self.inside not in ("style", "script") and text.strip():
            self.lines.append(" ".join(text.split()))


def page_text(page):
    parser = _PageText()
    parser.feed(page)
    return parser.lines


SORT_LINE = f"sort hogwarts answers.csv {QUICK_COMMAND}"

COMMANDS = {
    "help": lambda: commands("--help", "sort --help", "decide --help", "survey new --help", "version", "--version"),
    "demo": lambda: commands("demo", read=["bayeshat-demo"]),
    "sort with everything": lambda: commands(
        f"{SORT_LINE} --report --lists --xlsx --sensitivity -o groups", read=["groups"]
    ),
    "sort with sizes": lambda: commands(
        f'{SORT_LINE} --sizes "Gryffindor=8,Slytherin=4"',
        f"{SORT_LINE} --sizes 4..7 --json",
        f"{SORT_LINE} --sizes 11,10",
        f"{SORT_LINE} --sizes none --loss placement",
        f"{SORT_LINE} --sizes 40%,20%,20%,20% --size-weight 1 --seed 2",
    ),
    "sort with rules": lambda: commands(
        f"{SORT_LINE} --rules rules.csv --report --no-ids --no-answers -o groups", read=["groups"]
    ),
    "sort with wishes": lambda: commands(f"{SORT_LINE} --wishes '1st choice' --friends friends --mix year=strong"),
    "sort in rounds": lambda: commands(
        f"{SORT_LINE} --free-times free --rounds 2 -o groups", read=["groups/rounds.csv"]
    ),
    "sort with known people": lambda: commands(
        f"sort simulation-even past.csv --known house {QUICK_COMMAND} --report -o groups", read=["groups/report.html"]
    ),
    "sort with totals": lambda: commands(f"{SORT_LINE} --totals 6,5,5,5"),
    "sort, mixing by all questions": lambda: commands(f"{SORT_LINE} --mix all -o groups", read=["groups"]),
    "sort and stay": lambda: commands(f"{SORT_LINE} --stay early.csv"),
    "explain": lambda: commands(
        f"{SORT_LINE} -q", "explain 'person 01'", "explain 21", "explain 'Person 02' --json", "explain Persn"
    ),
    "place": lambda: commands(
        f"place hogwarts answers.csv early.csv {QUICK_COMMAND} --report -o placed", read=["placed/assignments.csv"]
    ),
    "mix": lambda: commands("mix answers.csv --groups 4 --mix year --lists --xlsx", read=["mixed"]),
    "mix by wishes": lambda: commands("mix answers.csv --wishes '1st choice' --sizes 4..7 --rounds 2 --json"),
    "survey new": lambda: commands(
        "survey new breakfast.csv --groups 2 --skip 'Anything else?'",
        f"sort survey.toml breakfast.csv {QUICK_COMMAND} --report",
        read=["survey.toml", "sorted"],
    ),
    "survey new, learned": lambda: commands("survey new past.csv --known house --json", read=["survey.toml"]),
    "survey new, number of groups": lambda: commands(
        "survey new past.csv --groups 1..3 --skip house", read=["survey.toml"]
    ),
    "survey show and check": lambda: commands(
        "survey show hogwarts", "survey show camp.toml", "survey show camp.toml --json", "survey check camp.toml"
    ),
    "learn": lambda: commands("learn simulation-even past.csv --known house", read=["learned.toml"]),
    "simulate": lambda: commands(
        "simulate camp.toml 12 -o new.csv --truth new-truth.csv --missing 0.1",
        f"sort camp.toml new.csv {QUICK_COMMAND} --report -o new",
        read=["new.csv", "new-truth.csv", "new"],
    ),
    "decide": lambda: commands(
        "decide draws.csv --sizes 4,3,2 -o groups.csv",
        'decide draws.csv --sizes "red=5,blue=4" --loss vi --json',
        "decide draws.npy --sizes balanced --groups 4 --prove 30",
        read=["groups.csv"],
    ),
    "paper": lambda: commands(
        "paper --data-sets 1 --no-nuts --no-figures -o paper", read=["paper/study.md", "paper/study.json"]
    ),
    "refusals": lambda: commands(
        "srot",
        "sort",
        "sort hogwarts",
        "sort hogwarts nothing.csv",
        "sort answers.csv",
        "sort hogwarts answers.csv --sizes 5,5",
        "sort hogwarts answers.csv --sizes 6..4",
        "sort hogwarts answers.csv --sizes Gryfindor=5",
        "sort hogwarts answers.csv --loss rand",
        "sort hogwarts answers.csv --draws ten",
        "sort hogwarts answers.csv --rules conflict.csv",
        "sort hogwarts answers.csv --rules unknown.csv",
        "sort hogwarts answers.csv --known shoe",
        "sort camp.toml answers.csv",
        "sort hogwarts answers.csv --answers 'part-*.parquet'",
        "sort hogwarts answers.csv -o .",
        "decide answers.csv",
        "decide draws.csv --labels loose",
        "mix answers.csv",
        "explain Ann",
        "survey show hogwards",
        "survey new answers.csv --groups five",
        "simulate hogwarts 5 -o answers.csv",
    ),
}

CASES = {
    **FIT,
    **DECIDE,
    **SORT,
    **OTHERS,
    **{f"refuse {name}": case for name, case in REFUSE.items()},
    **{f"command {name}": case for name, case in COMMANDS.items()},
}


# ---- Recording and comparing -----------------------------------------------------------------------------------------


def plain(value):
    """Return a value as JSON has it; long arrays and lists as a digest, and without times."""
    if isinstance(value, str):
        return re.sub(r"\b[\d.]+(e[+-]?\d+)? s\b", "# s", value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items() if name not in ("seconds", "sampling_time")}
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if isinstance(value, np.ndarray):
        return digest(value) if value.size > LONG else plain(value.tolist())
    if isinstance(value, list | tuple | set | frozenset):
        listed = sorted(value) if isinstance(value, set | frozenset) else list(value)
        if len(listed) > LONG and all(isinstance(one, int | float) for one in listed):
            return digest(np.array(listed))
        return [plain(one) for one in listed]
    return repr(value)


def digest(array):
    """Return the shape of an array, a digest of its bytes, and three sums, of which the second depends on the order."""
    if array.dtype.kind not in "biuf":
        text = "\n".join(map(str, array.ravel().tolist()))
        return {"shape": list(array.shape), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    exact = array.dtype.kind != "f"
    numbers = np.ascontiguousarray(array, dtype=np.int64 if exact else float)
    there = np.where(np.isfinite(numbers), numbers, 0.0).ravel()
    order = 1 + (0.618 * np.arange(there.size)) % 1
    sums = [float(there.sum()), float((order * there).sum()), float((there**2).sum())]
    name = "sha256" if exact else "bits"
    lost = int((~np.isfinite(numbers)).sum())
    return {"shape": list(array.shape), name: hashlib.sha256(numbers.tobytes()).hexdigest(), "sums": sums, "lost": lost}


def run_case(case):
    """Return what a case returns, or its error, and the warnings on the way."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            told = {"value": plain(case())}
        except Exception as error:
            told = {"error": type(error).__name__, "message": plain(str(error)).splitlines()}
    warned = [one for one in caught if issubclass(one.category, UserWarning)]
    return told | {"warnings": sorted({f"{one.category.__name__}: {one.message}" for one in warned})}


def run_all(only, verbose):
    """Run all cases whose name holds a text, in a folder of their own."""
    told = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_inputs()
        for name, case in CASES.items():
            if only in name:
                began = time.process_time()
                told[name] = run_case(case)
                if verbose:
                    print(f"{time.process_time() - began:6.1f} s  {name}", file=sys.stderr)
                if "error" in told[name] and not name.startswith("refuse "):
                    print(f"{name}: raised {told[name]['error']}: {told[name]['message']}", file=sys.stderr)
    return told


def differences(was, now, near, path=""):
    """Yield where two records differ, and what they have there; floats are near if they differ by rounding only."""
    numbers = [isinstance(one, int | float) and not isinstance(one, bool) for one in (was, now)]
    if all(numbers):
        same = was == now or (was != was and now != now)
        if not same and not (near and math.isclose(was, now, rel_tol=near, abs_tol=near)):
            yield path, was, now
    elif isinstance(was, dict) and isinstance(now, dict):
        for name in [*was, *(name for name in now if name not in was)]:
            if name != "bits" or not near:
                there = (was.get(name, "nothing"), now.get(name, "nothing"))
                yield from differences(*there, near, f"{path}.{name}" if path else name)
    elif isinstance(was, list) and isinstance(now, list):
        found = [
            (place, one, other)
            for n, (before, after) in enumerate(zip(was, now, strict=False))
            for place, one, other in differences(before, after, near, f"{path}[{n}]")
        ]
        if len(was) != len(now):
            # Whatever comes after the first difference is shifted.
            yield f"{path} length", len(was), len(now)
            found = found[:1]
        yield from found
    elif was != now:
        yield path, was, now


def shorten(value, other):
    """Return a value in one line; of a long text the part around its first difference from another one."""
    text, different = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in (value, other))
    if len(text) > 160:
        first = next((n for n, (a, b) in enumerate(zip(text, different, strict=False)) if a != b), 0)
        text = ("…" if first > 60 else "") + text[max(0, first - 60) : first + 100] + "…"
    return text.replace("\n", " ")


def compare(before, after, exact, once):
    """Print all differences, and return how many there are."""
    places = {}
    for name in [*before, *(name for name in after if name not in before)]:
        near = 0.0 if exact else TOLERANCES.get(name, NEAR)
        for path, was, now in differences(before.get(name, "no such case"), after.get(name, "no such case"), near):
            change = f"was {shorten(was, now)} now {shorten(now, was)}"
            places.setdefault(change, []).append(f"{name}: {path}")
            if not once:
                print(f"{name}: {path}: {change}")
    for change, here in places.items() if once else ():
        more = f" (and {len(here) - 1} more)" if len(here) > 1 else ""
        print(f"{here[0]}{more}: {change}")
    return sum(map(len, places.values()))


def versions():
    names = ("numpy", "scipy", "numba", "xarray", "pandas", "scikit-learn", "jax", "numpyro", "dask", "matplotlib")
    return {"python": platform.python_version(), "machine": platform.machine()} | {
        name: version(name) for name in names
    }


def main():
    parser = argparse.ArgumentParser(description="Record what public calls and commands do, or compare with a record.")
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("file", type=Path, help="the record, a JSON file")
    parser.add_argument("--only", default="", help="run only the cases whose name holds this text")
    parser.add_argument("--exact", action="store_true", help="compare numbers to the last bit")
    parser.add_argument("--once", action="store_true", help="print the same change once, however often it comes")
    parser.add_argument("-v", "--verbose", action="store_true", help="print a line for each case, with its time")
    options = parser.parse_args()
    path = options.file.resolve()
    before = json.loads(path.read_text(encoding="utf-8")) if options.what == "compare" else {}
    after = json.loads(json.dumps(run_all(options.only, options.verbose)))
    spent = f"{len(after)} cases, {time.process_time():.0f} s of processor time, {Path(bh.__file__).parent}"
    if options.what == "record":
        text = json.dumps({"versions": versions(), "cases": after}, indent=1, ensure_ascii=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
        print(f"{path}: {spent}")
        return 0
    for name, was, now in differences(before["versions"], versions(), 0.0):
        print(f"note: the record was made with {name} {was}, this is {now}", file=sys.stderr)
    chosen = {name: one for name, one in before["cases"].items() if options.only in name}
    count = compare(chosen, after, options.exact, options.once)
    print(f"{count} differences in {spent}", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
