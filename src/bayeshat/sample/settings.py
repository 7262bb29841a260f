"""How a model is sampled: the settings of ``fit``, and what follows from them and from the number of people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..options import check_threads, whole
from ..words.message import Message
from ..words.voice import setting
from .draws import Size
from .model import Model
from .samplers.table import find_sampler
from .schedule import Schedule

Array = np.ndarray

LABELS = ("dominant", "drawn")
# Sweeps after tuning, at most, as a multiple of those of the first round.
DEFAULT_CAP = 16
# The same for few people whose prior's shape is learned: their chains take two to four times as long to agree.
LEARNING_CAP = 64
# Number of people up to which that cap holds.
FEW_PEOPLE = 100
# Above this number of people, phi is learned from some of them.
LEARN_ALL = 50_000
# Number of people that phi is learned from then.
LEARN_FROM = 20_000
# Bytes that everybody's labels may take by default. They limit the number of kept draws.
LABEL_BYTES = 40_000_000
# Kept draws per chain by default, at least and at most.
FEWEST_DRAWS = 250
MOST_DRAWS = 1000
# Above this number of people, chains that are far apart hardly ever meet; with fewer, they move freely.
FREE = 300
# Above this number of people chains move slowly: the first round is long, and later rounds add to it.
MANY = 1000


@dataclass(frozen=True)
class Settings:
    """How to sample, as given to :func:`bayeshat.fit`, which describes each setting."""

    sampler: str = "gibbs"
    label: str = "dominant"
    chains: int = 4
    tune: int | None = None
    draws: int | None = None
    max_draws: int | None = None
    thin: int | None = None
    threads: int | None = None
    device: str = "cpu"
    keep_theta: bool | None = None
    learn_from: int | None = None


@dataclass(frozen=True)
class Run:
    """How one model is sampled: its settings, checked, with all defaults filled in.

    Attributes
    ----------
    settings
        As given.
    label
        "dominant" or "drawn".
    chains, threads
        Numbers of chains and of threads.
    n_people, n_learned
        Number of people, and of those that phi is learned from.
    taught
        Whether phi stays as people whose house is known have taught it to the survey. Then the sampler has one person,
        without answers.
    n_kept, n_sampled
        Draws kept per chain of everybody, and of those that phi is learned from.
    schedule
        How long to sample.
    """

    settings: Settings
    label: str
    chains: int
    threads: int
    n_people: int
    n_learned: int
    taught: bool
    n_kept: int
    n_sampled: int
    schedule: Schedule

    @classmethod
    def read(cls, model: Model, settings: Settings) -> Run:
        """Check the settings, and choose those that are left out."""
        if settings.label not in LABELS:
            raise InputError(
                f"{setting('label')} must be 'dominant' or 'drawn'; got {settings.label!r}. Take 'dominant' if in "
                "doubt."
            )
        kind = find_sampler(settings.sampler)
        chains = whole("chains", settings.chains, 1, "Use 4 to be able to compare them.")
        tune = whole("tune", kind.tune if settings.tune is None else settings.tune, 0, "Use 1000.")
        at_once = kind.at_once or model.prior.totals is not None
        taught = model.survey.is_taught and model.known is None and settings.learn_from is None and not at_once
        n_people, n_learned = model.n_people, 1 if taught else _count_learned(model, settings, at_once)
        n_kept, n_sampled = (
            whole("draws", default_draws(chains, n) if settings.draws is None else settings.draws, 1, "Use 1000.")
            for n in (n_people, n_learned)
        )
        most = None if settings.max_draws is None else whole("max_draws", settings.max_draws, 1, "Leave it out.")
        thin = settings.thin
        if thin is None:
            thin = 1 if model.single else kind.thin
            if n_learned > MANY and not model.single and kind.long_round > n_sampled * thin:
                thin = kind.long_round // n_sampled
            thin = thin if most is None else max(1, min(thin, most // n_sampled))
        thin = whole("thin", thin, 1, "Use 1 to keep every draw.")
        first = n_sampled * thin
        rounds = LEARNING_CAP if model.survey.learns_favourites and n_learned <= FEW_PEOPLE else DEFAULT_CAP
        cap = rounds * first if most is None else most
        if cap < first:
            raise InputError(
                f"{setting('max_draws')} must be at least {first}, the sweeps that {n_sampled} draws take; got {cap}. "
                f"Raise it, or lower {setting('draws')}."
            )
        return cls(
            settings=settings,
            label="drawn" if model.single else settings.label,
            chains=chains,
            threads=check_threads(settings.threads),
            n_people=n_people,
            n_learned=n_learned,
            taught=taught,
            n_kept=n_kept,
            n_sampled=n_sampled,
            schedule=Schedule(tune, thin, cap, adds=n_learned > MANY, gives_up=n_learned > FREE),
        )

    @property
    def learns_part(self) -> bool:
        """Whether phi is learned from some of the people only."""
        return self.taught or self.n_learned < self.n_people

    def size(self, model: Model, learned: bool = False) -> Size:
        """Return the dimensions of the draws of everybody, or of those that phi is learned from."""
        n_draws, n_people = (self.n_sampled, self.n_learned) if learned else (self.n_kept, self.n_people)
        shape = (model.prior.n_clusters, model.prior.n_questions, model.prior.n_wide)
        styled = model.prior.style is not None
        return Size(self.chains, n_draws, n_people, *shape, model.single, model.codes.shape[1], styled)

    def notes(self, model: Model) -> tuple[Message, ...]:
        """Return what to say about a run with many people, or with a survey that was learned."""
        notes = []
        if self.taught:
            n_taught = f"{sum(model.survey.learned_from or ()):,}".replace(",", " ")
            notes.append(Message("taught_by_survey", Message("sampling-taught", learned=n_taught)))
        elif self.learns_part:
            learned, everybody = (f"{n:,}".replace(",", " ") for n in (self.n_learned, self.n_people))
            told = "sampling-learned-some" if self.n_learned != model.n_known else "sampling-learned-known"
            notes.append(Message("learned_from", Message(told, learned=learned, all=everybody)))
        if self.settings.draws is None and self.n_kept < MOST_DRAWS:
            kept = f"{self.chains} x {self.n_kept}"
            notes.append(Message("fewer_draws", Message("sampling-fewer-draws", kept=kept)))
        if model.survey.corrections is not None and model.prior.totals is not None:
            notes.append(Message("corrections_left_out", Message("sampling-totals-corrections")))
        if model.prior.style is not None:
            count = int(np.count_nonzero(model.prior.style))
            notes.append(Message("answering_style", Message("sampling-style", ratings=count)))
        return tuple(notes)


def join_refused(reasons: list[tuple[bool, str, str]]) -> tuple[str, str]:
    """Join whatever cannot be sampled somewhere, and what to do instead; both are empty if all can be sampled.

    Each reason says whether it applies, what was given, and the remedy.

    Examples
    --------
    >>> join_refused([(True, "totals", "remove totals"), (False, "known", "remove known"), (True, "x", "use y")])
    ('totals, x', 'remove totals and use y')
    """
    found = [(given, remedy) for applies, given, remedy in reasons if applies]
    return ", ".join(given for given, _ in found), " and ".join(remedy for _, remedy in found)


def _count_learned(model: Model, settings: Settings, at_once: bool) -> int:
    """Return how many people phi is learned from: at least those whose cluster is known."""
    n_people = model.n_people
    default = LEARN_FROM if n_people > LEARN_ALL and not at_once else n_people
    given = settings.learn_from
    n_learned = default if given is None else whole("learn_from", given, 1, "Use e.g. 20000.")
    return min(max(n_learned, model.n_known), n_people)


def choose_people(rng: np.random.Generator, n_people: int, n_chosen: int, known: Array | None = None) -> Array:
    """Return some people at random, in their order, and all whose cluster is known.

    If everybody is chosen, the generator is not used.
    """
    if n_chosen == n_people:
        return np.arange(n_people)
    if known is None:
        return np.sort(rng.choice(n_people, n_chosen, replace=False))
    sure, others = np.flatnonzero(known >= 0), np.flatnonzero(known < 0)
    return np.sort(np.concatenate([sure, rng.choice(others, n_chosen - len(sure), replace=False)]))


def default_draws(chains: int, n_people: int) -> int:
    """Return how many draws are kept per chain by default.

    Examples
    --------
    >>> default_draws(4, 20_000), default_draws(4, 10**5), default_draws(4, 10**6)
    (500, 250, 250)
    """
    return max(FEWEST_DRAWS, min(MOST_DRAWS, LABEL_BYTES // (chains * n_people)))
