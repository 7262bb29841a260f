"""bayeshat itself, with its defaults, for each kind of case: the example of a peer of each kind."""

from __future__ import annotations

import math

import numpy as np

import bayeshat as bh
from bayeshat.kinds.question import Question
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey

from .protocol import Peer, Problem, Solution

# The deciding losses, as `bayeshat.decide` takes them.
DECIDING = {
    "vi": {"loss": "vi", "size_weight": 0.0},
    "vi a=0.5": {"loss": bh.VI(a=0.5), "size_weight": 0.0},
    "binder": {"loss": "binder", "size_weight": 0.0},
    "paper": {"loss": "vi", "size_weight": 1.0, "pseudocount": 0.1, "labels": "free"},
}

# How tables of real surveys are read.
READING = {"name_column": "name", "unknown": "blank"}


def decide_draws(problem: Problem) -> Solution:
    target = None if problem.sizes is None else list(problem.sizes)
    groups = problem.n_groups if target is None else None
    decision = bh.decide(
        problem.draws, target, groups=groups, rng=problem.seed, threads=1, **DECIDING[str(problem.loss)]
    )
    return Solution(labels=decision.labels)


def cluster_answers(problem: Problem) -> Solution:
    """Sort by the answers alone: the prior is flat, as for peers that take none. Tables are read as files are."""
    if problem.table is not None:
        return _sort_table(problem)
    columns = [
        [None if code < 0 else f"option {code}" for code in codes]
        for codes in ([] if problem.answers is None else problem.answers.T)
    ]
    if problem.numbers is not None:
        columns += [column.tolist() for column in problem.numbers.T]
    table = np.empty((len(columns[0]), len(columns)), dtype=object)
    for q, column in enumerate(columns):
        table[:, q] = column
    target = None if problem.sizes is None else list(problem.sizes)
    hat = bh.SortingHat(problem.n_groups, target, size_weight=_exact(problem), n_jobs=1, random_state=problem.seed)
    return Solution(labels=hat.fit(table).labels_)


def _sort_table(problem: Problem) -> Solution:
    """Sort the people of a table, as the command ``survey new`` and ``sort`` do."""
    survey = bh.Survey.from_answers(problem.table, problem.n_groups, name_column="name")
    target = None if problem.sizes is None else list(problem.sizes)
    result = bh.sort_people(survey, problem.table, target, name_column="name", rng=problem.seed, threads=1)
    return Solution(labels=result.decision.labels)


def learn_at_once(problem: Problem) -> Solution:
    """Sort everybody else, given whose group is known."""
    survey = bh.Survey.from_answers(problem.table, problem.houses, name_column="name")
    result = bh.sort_people(
        survey, problem.table, None, known=_known_houses(problem), **READING, rng=problem.seed, threads=1
    )
    return Solution(chances=result.posterior.probabilities)


def learn_before(problem: Problem) -> Solution:
    """Learn a survey from the people whose group is known, and sort the others with it later."""
    there = np.flatnonzero(problem.known >= 0)
    survey = bh.Survey.from_answers(problem.table, problem.houses, name_column="name")
    past, late = _rows(problem, there), _rows(problem, np.flatnonzero(problem.known < 0))
    learned = bh.learn_survey(survey, past, _known_houses(problem), **READING).survey
    result = bh.sort_people(learned, late, None, **READING, rng=problem.seed, threads=1)
    return Solution(chances=result.posterior.probabilities)


def _known_houses(problem: Problem) -> dict[str, str]:
    known = zip(problem.table["name"], problem.known.tolist(), strict=True)
    return {name: problem.houses[k] for name, k in known if k >= 0}


def _rows(problem: Problem, people: np.ndarray) -> dict[str, list[str]]:
    return {heading: [column[n] for n in people] for heading, column in problem.table.items()}


def sort_into_houses(problem: Problem) -> Solution:
    """Sort with the survey's own prior, which says what the houses are like; no peer can be told."""
    posterior = bh.fit(survey_of(problem), answers_of(problem), rng=problem.seed, threads=1)
    target = None if problem.sizes is None else list(problem.sizes)
    decision = bh.decide(posterior, target, size_weight=_exact(problem), rng=problem.seed, threads=1)
    return Solution(labels=decision.labels)


def know_totals(problem: Problem) -> Solution:
    """Sort with the totals as facts that the sampler is told."""
    return _single(problem, totals=list(problem.sizes))


def mix_plainly(problem: Problem) -> Solution:
    """Sort with a plain mixture; the sizes matter only when the groups are chosen."""
    return _single(problem)


def _single(problem: Problem, **told: object) -> Solution:
    posterior = bh.fit(
        survey_of(problem), answers_of(problem), membership="single", rng=problem.seed, threads=1, **told
    )
    sizes = list(problem.sizes)
    return Solution(labels=bh.decide(posterior, sizes, loss="placement", rng=problem.seed, threads=1).labels)


def mix_people(problem: Problem) -> Solution:
    answers = problem.answers
    table = {"name": [f"person {n}" for n in range(len(answers))]}
    table |= {f"q{q}": [f"option {code}" for code in codes] for q, codes in enumerate(answers.T)}
    spread = [bh.Spread(f"q{q}", weight=1) for q in range(answers.shape[1])]
    decision = bh.mix_people(table, list(problem.sizes), mix=spread, rng=problem.seed, threads=1)
    return Solution(labels=decision.labels)


def sample(problem: Problem) -> Solution:
    posterior = bh.fit(
        survey_of(problem),
        answers_of(problem),
        membership="mixed",
        rng=problem.seed,
        threads=1,
        keep_theta=True,
    )
    return Solution(theta=np.asarray(posterior.theta))


def survey_of(problem: Problem) -> Survey:
    """Return the survey that a problem's priors describe."""
    prior = problem.answer_prior
    options = [tuple(f"option {v}" for v in range(n)) for n in (prior > 0).any(axis=0).sum(axis=1)]
    return Survey(
        title="Peers",
        questions=tuple(Question(f"q{q}", f"q{q}", names) for q, names in enumerate(options)),
        clusters=tuple(Cluster(f"House {k}") for k in range(prior.shape[0])),
        answer_prior=prior,
        membership_prior=problem.membership_prior,
    )


def answers_of(problem: Problem) -> bh.Answers:
    codes = problem.answers.astype(np.int16)
    return bh.Answers(codes, tuple(f"person {n + 1}" for n in range(len(codes))))


def _exact(problem: Problem) -> float | None:
    return None if problem.sizes is None else math.inf


def version() -> str:
    return bh.__version__


PEERS = (
    Peer(
        name="bayeshat",
        kind="decides draws",
        solve=decide_draws,
        version=version,
        about="decide(draws, sizes, loss=…), 16 starts as by default",
        losses=("vi", "vi a=0.5", "binder", "paper"),
        keeps_sizes=True,
    ),
    Peer(
        name="bayeshat",
        kind="clusters answers",
        solve=cluster_answers,
        version=version,
        about="SortingHat(n_groups, sizes).fit(answers): flat priors, exact sizes",
        keeps_sizes=True,
        accepts=lambda problem: not problem.totals,
    ),
    Peer(
        name="bayeshat",
        kind="learns groups",
        solve=learn_at_once,
        version=version,
        about="sort_people(survey, answers, known=…)",
        keeps_sizes=True,
    ),
    Peer(
        name="bayeshat, learned before",
        kind="learns groups",
        solve=learn_before,
        version=version,
        about="learn_survey(survey, answers, known), then sort_people of the others with the learned survey",
        keeps_sizes=True,
    ),
    Peer(
        name="bayeshat, totals=",
        kind="clusters answers",
        solve=know_totals,
        version=version,
        about="fit(…, totals=sizes), then the most probable assignment with these sizes",
        keeps_sizes=True,
        accepts=lambda problem: problem.totals,
    ),
    Peer(
        name="bayeshat, with the survey's prior",
        kind="clusters answers",
        solve=sort_into_houses,
        version=version,
        about="fit and decide with what the survey says of its houses; no other system here can be told that",
        keeps_sizes=True,
        accepts=lambda problem: problem.answer_prior is not None,
    ),
    Peer(
        name="plain mixture",
        kind="clusters answers",
        solve=mix_plainly,
        version=version,
        about='fit(…, membership="single") without totals, then the most probable assignment with these sizes',
        keeps_sizes=True,
        accepts=lambda problem: problem.totals,
    ),
    Peer(
        name="bayeshat",
        kind="mixes people",
        solve=mix_people,
        version=version,
        about="mix_people(table, sizes, mix=every question)",
        losses=("unevenness",),
        keeps_sizes=True,
    ),
    Peer(
        name="bayeshat",
        kind="samples",
        solve=sample,
        version=version,
        about='fit(survey, answers, membership="mixed"): Gibbs, until R-hat < 1.01',
    ),
)
