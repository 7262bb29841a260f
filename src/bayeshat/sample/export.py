"""Posteriors in other forms: a DataTree for ArviZ, and a file."""

from __future__ import annotations

import json
import os
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..survey.answers import Answers
from .convergence import Convergence
from .predict import every_so_many, pointwise_log_likelihood

if TYPE_CHECKING:
    import xarray

    from .posterior import Posterior

# The version of the files that `save` writes.
FORMAT = 2
_OPTIONAL = ("weights", "known", "totals", "correlation", "style")
_ARRAYS = ("z", "phi", "theta", "theta_mean", "theta_low", "theta_high", "log_likelihood", *_OPTIONAL)
_WORDS = ("membership", "label", "sampler", "seconds")


def to_datatree(posterior: Posterior) -> xarray.DataTree:
    """Return the draws as ArviZ keeps them; dimensions chain, draw, respondent, cluster and parameter, by name.

    The parameters of all questions stand side by side, as ``q1[Yes]``, with the coordinates ``question``, ``option``
    (or what else the parameter is) and ``code``: the number that ``answers`` have for this option, counted from 0, and
    -1 where answers are not coded so.
    """
    try:
        import xarray
    except ImportError as error:
        raise InputError(
            f"to_datatree needs bayeshat[arviz]; got: {error}. Install it with pip install 'bayeshat[arviz]'."
        ) from None
    survey = posterior.survey
    coordinates: dict[str, Any] = {
        "chain": np.arange(posterior.n_chains),
        "draw": np.arange(posterior.n_draws),
        "respondent": list(posterior.names),
        "cluster": list(survey.cluster_names),
        "question": [question.id for question in survey.questions],
    }
    sampled, prior = ("chain", "draw"), posterior.prior
    named = [
        (question.id, name, code if kind.plain else -1)
        for question, kind in zip(survey.questions, prior.kinds, strict=True)
        for code, name in enumerate(kind.parameter_names(question))
    ]
    questions_of, options, numbers = (list(part) for part in zip(*named, strict=True))
    parameters = {
        "parameter": [f"{question}[{option}]" for question, option, _ in named],
        "question": ("parameter", questions_of),
        "option": ("parameter", options),
        "code": ("parameter", numbers),
    }
    variables: dict[str, tuple[tuple[str, ...], Any]] = {
        "phi": ((*sampled, "cluster", "parameter"), posterior.phi[..., prior.used]),
        "z": ((*sampled, "respondent"), posterior.z),
    }
    if posterior.theta is not None:
        variables["theta"] = ((*sampled, "respondent", "cluster"), posterior.theta)
    if posterior.weights is not None:
        variables["weights"] = ((*sampled, "cluster"), posterior.weights)
    if posterior.correlation is not None:
        coordinates["other_cluster"] = coordinates["cluster"]
        variables["correlation"] = ((*sampled, "cluster", "other_cluster"), posterior.correlation)
    if posterior.style is not None:
        coordinates["asked"] = [question.id for question in survey.questions]
        variables["style"] = ((*sampled, "asked"), posterior.style)
    statistics = {"log_likelihood": (sampled, posterior.log_likelihood)}
    codes, questions = _given(posterior.answers), posterior.answers.questions
    observed: dict[str, tuple[tuple[str, ...], Any]] = {"answers": (("respondent", "question"), codes)}
    if codes.shape[1] != survey.n_questions:
        asked = [survey.questions[q].id for q in questions]
        observed = {"answers": (("respondent", "answer"), codes), "answered_question": (("answer",), asked)}

    def group(content: dict[str, Any], attributes: dict[str, Any] | None = None) -> xarray.Dataset:
        dimensions = {name for value in content.values() for name in value[0]}
        here = {name: values for name, values in coordinates.items() if name in dimensions}
        here |= parameters if "parameter" in dimensions else {}
        return xarray.Dataset(content, coords=here, attrs=attributes)

    about = {
        "inference_library": "bayeshat",
        "sampler": posterior.sampler,
        "membership": posterior.membership,
        "label": posterior.label,
        "sampling_time": posterior.seconds,
        "status": posterior.status.code,
    }
    groups = {"posterior": group(variables, about), "sample_stats": group(statistics), "observed_data": group(observed)}
    if posterior.correlation is not None:
        return xarray.DataTree.from_dict(groups)
    step = every_so_many(posterior)
    pointwise = xarray.Dataset(
        {"answers": ((*sampled, "respondent"), pointwise_log_likelihood(posterior, step))},
        coords={**{name: coordinates[name] for name in ("chain", "respondent")}, "draw": coordinates["draw"][::step]},
        attrs={"every": step, "about": "labels and memberships are integrated out, for leaving one person out"},
    )
    return xarray.DataTree.from_dict({**groups, "log_likelihood": pointwise})


def _given(answers: Answers) -> np.ndarray:
    """Return what people answered, (N, C): codes of options below 0 for no answer, or numbers with NaN for none."""
    codes = np.asarray(answers.codes)
    if all(levels is None for levels in answers.levels):
        return codes
    given = codes.astype(float)
    for c, levels in enumerate(answers.levels):
        if levels is not None:
            given[:, c] = np.append(levels, np.nan)[np.maximum(codes[:, c], -1)]
    return given


def save(posterior: Posterior, path: str | os.PathLike[str]) -> None:
    """Write everything to one ``.npz`` file; nothing in it is executable."""
    about = {
        "format": FORMAT,
        "status": posterior.status.to_dict(),
        "names": list(posterior.names),
        **{word: getattr(posterior, word) for word in _WORDS},
        "taught": sorted(posterior.taught),
    }
    content: dict[str, Any] = {"about": json.dumps(about), "survey": posterior.survey.to_toml()}
    content["codes"], content["questions"] = posterior.answers.codes, posterior.answers.questions
    content |= {f"levels_{c}": levels for c, levels in enumerate(posterior.answers.levels) if levels is not None}
    content |= {name: getattr(posterior, name) for name in _ARRAYS if getattr(posterior, name) is not None}
    with open(path, "wb") as file:
        np.savez_compressed(file, **content)


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read what ``save`` wrote: the attributes of a posterior."""
    from ..survey.spec import parse_survey

    try:
        with np.load(path, allow_pickle=False) as file:
            content = {name: file[name] for name in file.files}
        about = json.loads(str(content["about"]))
        if about["format"] != FORMAT:
            raise KeyError("format")
    except (KeyError, TypeError, ValueError, AttributeError, zipfile.BadZipFile, EOFError):
        raise InputError(
            f"path must name a file that Posterior.save wrote; got {os.fspath(path)!r}, which is not one. "
            "Save the posterior again with this version."
        ) from None
    codes = content["codes"]
    levels = tuple(content.get(f"levels_{c}") for c in range(codes.shape[1]))
    return {
        **{name: content.get(name) for name in _ARRAYS},
        **{word: about[word] for word in _WORDS},
        "survey": parse_survey(str(content["survey"]), os.fspath(path)),
        "answers": Answers(codes, tuple(about["names"]), questions=content["questions"], levels=levels),
        "status": Convergence.from_dict(about["status"]),
        "taught": frozenset(about["taught"]),
    }
