"""Sort people into groups of the sizes you need, from a survey, and say how sure that is.

Everything public is here, and is imported when it is first used: ``import bayeshat`` itself is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks.model import ModelCheck, check_model
    from .checks.number_of_groups import Comparison, compare
    from .checks.prior import prior_sensitivity
    from .engine.decide import decide, decide_path, expected_loss
    from .engine.decision import Decision
    from .engine.draws import LabelDraws
    from .engine.losses import VI, Binder, Loss, Placement
    from .engine.naming import identify
    from .engine.partition import binder, coclustering, variation_of_information
    from .engine.rounds import Rounds, plan_rounds
    from .engine.seats import Seats, seat_people
    from .engine.sizes import aitchison_distance, size_distance
    from .engine.uncertainty.uncertainty import Alternative, CredibleBall, Extreme, SureCore, Uncertainty
    from .errors import BayesHatError, SeparationWarning
    from .estimator import SortingHat
    from .kinds.question import Question
    from .known_people.learned_survey import LearnedSurvey, learn_survey
    from .model.simulate import Simulation, simulate
    from .report.result import Result
    from .rules.reading import read_assignment, read_rules
    from .rules.rules import (
        Apart,
        AtLeast,
        Bar,
        Bounds,
        CommonTimes,
        Fair,
        JointSize,
        NotAgain,
        NotAlone,
        Pin,
        Rules,
        Running,
        Slot,
        Spread,
        Stay,
        Together,
        Wish,
    )
    from .sample.fit import fit
    from .sample.posterior import Posterior
    from .sorting.latecomers import place_people
    from .sorting.mix import mix_people
    from .sorting.partitions import sort_partitions
    from .sorting.people import sort_people
    from .survey.answers import Answers, read_answers
    from .survey.cluster import Cluster
    from .survey.spec import Survey
    from .words.status import Status

__version__ = "0.1.0"

# The names that each module is the home of.
_NAMES = {
    "checks.model": "ModelCheck check_model",
    "checks.number_of_groups": "Comparison compare",
    "checks.prior": "prior_sensitivity",
    "engine.decide": "decide decide_path expected_loss",
    "engine.decision": "Decision",
    "engine.draws": "LabelDraws",
    "engine.losses": "VI Binder Loss Placement",
    "engine.naming": "identify",
    "engine.partition": "binder coclustering variation_of_information",
    "engine.rounds": "Rounds plan_rounds",
    "engine.seats": "Seats seat_people",
    "engine.sizes": "aitchison_distance size_distance",
    "engine.uncertainty.uncertainty": "Alternative CredibleBall Extreme SureCore Uncertainty",
    "errors": "BayesHatError SeparationWarning",
    "estimator": "SortingHat",
    "kinds.question": "Question",
    "known_people.learned_survey": "LearnedSurvey learn_survey",
    "model.simulate": "Simulation simulate",
    "report.result": "Result",
    "rules.reading": "read_assignment read_rules",
    "rules.rules": "Apart AtLeast Bar Bounds CommonTimes Fair JointSize NotAgain NotAlone Pin Rules Running Slot "
    "Spread Stay Together Wish",
    "sample.fit": "fit",
    "sample.posterior": "Posterior",
    "sorting.latecomers": "place_people",
    "sorting.mix": "mix_people",
    "sorting.partitions": "sort_partitions",
    "sorting.people": "sort_people",
    "survey.answers": "Answers read_answers",
    "survey.cluster": "Cluster",
    "survey.spec": "Survey",
    "words.status": "Status",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "VI",
    "Alternative",
    "Answers",
    "Apart",
    "AtLeast",
    "Bar",
    "BayesHatError",
    "Binder",
    "Bounds",
    "Cluster",
    "CommonTimes",
    "Comparison",
    "CredibleBall",
    "Decision",
    "Extreme",
    "Fair",
    "JointSize",
    "LabelDraws",
    "LearnedSurvey",
    "Loss",
    "ModelCheck",
    "NotAgain",
    "NotAlone",
    "Pin",
    "Placement",
    "Posterior",
    "Question",
    "Result",
    "Rounds",
    "Rules",
    "Running",
    "Seats",
    "SeparationWarning",
    "Simulation",
    "Slot",
    "SortingHat",
    "Spread",
    "Status",
    "Stay",
    "SureCore",
    "Survey",
    "Together",
    "Uncertainty",
    "Wish",
    "aitchison_distance",
    "binder",
    "check_model",
    "coclustering",
    "compare",
    "decide",
    "decide_path",
    "expected_loss",
    "fit",
    "identify",
    "learn_survey",
    "mix_people",
    "place_people",
    "plan_rounds",
    "prior_sensitivity",
    "read_answers",
    "read_assignment",
    "read_rules",
    "seat_people",
    "simulate",
    "size_distance",
    "sort_partitions",
    "sort_people",
    "variation_of_information",
]


# Parts that are used as ``bh.plot.theta(...)``; their libraries are loaded when they are.
_PARTS = ("plot", "paper")


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module(f".{name}", __name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_PARTS, "__version__"])
