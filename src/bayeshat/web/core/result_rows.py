"""A result in the database, and back: what is needed to show, to change and to explain it, without names."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ...checks.model import ModelCheck
from ...engine.decision import Decision, Kept
from ...engine.draws import LabelDraws, as_draws
from ...engine.losses import VI, as_loss
from ...engine.problem import Problem
from ...engine.rounds import NOBODY_MET, Rounds, count_repeats, met_before
from ...engine.sizes import SOFT_WEIGHT, Sizes
from ...engine.tables import expected_from_tables, total_loss
from ...engine.uncertainty.changes import tell_changes
from ...engine.uncertainty.uncertainty import Alternative, CredibleBall, Extreme, SureCore, Uncertainty
from ...options import Workers
from ...report.result import Result
from ...rules.reading import read_rules
from ...rules.rule_set import RuleSet
from ...rules.rules import Rules
from ...sample.convergence import Convergence
from ...sample.posterior import Posterior
from ...survey.answers import Answers, text_columns
from ...words.message import Message, from_plain, join, join_names, to_plain
from ...words.phrases import title_of
from ...words.status import Status
from ..db.schema import Sorting
from ..people_names import by_place, fill_names
from ..slow import slow
from .events import parse_spoken_survey

Array = np.ndarray

# Label draws are kept whole up to this many bytes, then every second one, and so on.
_MOST_BYTES = 8 * 2**20
_EXTREMES = ("horizontal", "upper", "lower")
# The status of groups that were changed by hand.
CHANGED = "changed_by_hand"
# People named who were moved.
_NAMED = 10


def pack(result: Result) -> tuple[dict[str, Any], bytes]:
    """Return what to keep of a result: plain values, and arrays as one compressed file with nothing executable.

    The result must have been made with `place_token` instead of names. Answers are not in it: they stand in places.
    """
    posterior, decision = result.posterior, result.decision
    n_chains, n_draws, n_people = posterior.z.shape
    step = max(1, math.ceil(n_chains * n_draws * n_people / _MOST_BYTES))
    z = posterior.z[:, ::step]
    # Houses need only their mean answer probabilities; groups that stand for none need them draw by draw.
    phi = posterior.phi.mean(axis=(0, 1), keepdims=True)
    if not result.stands_for_houses:
        z, phi = _thin(posterior, step)
    arrays: dict[str, Array] = {
        "z": z,
        "phi": phi.astype(np.float32),
        "theta_mean": posterior.theta_mean,
        "theta_low": posterior.theta_low,
        "theta_high": posterior.theta_high,
    }
    settled = result.how_settled()
    about_settled, more = (None, {}) if settled is None else _pack_settled(settled)
    rules = decision.kept.ruling.rules if decision.kept is not None else Rules()
    if result.rounds is not None:
        more |= {"rounds": result.rounds.labels}
    about = {
        "options": result.options,
        "noun": result.noun,
        "rules": rules.to_plain(),
        "convergence": posterior.status.to_dict(),
        "membership": posterior.membership,
        "label": posterior.label,
        "totals": None if posterior.totals is None else posterior.totals.tolist(),
        "sampler": posterior.sampler,
        "seconds": posterior.seconds,
        "decision": _about_decision(decision),
        "other": None if result.other is None else _about_decision(result.other),
        "softer": None if result.softer is None else _about_decision(result.softer),
        "checks": None if result.checks is None else result.checks.to_dict(),
        "settled": about_settled,
        "fewest_repeats": None if result.rounds is None else result.rounds.fewest,
        "draws": {"kept": int(z.shape[0] * z.shape[1]), "all": n_chains * n_draws},
    }
    return _plain(about), write_arrays(arrays | more)


@slow
def unpack(sorting: Sorting, answers: Answers) -> Result:
    """Return a kept result as it was decided.

    Its figures are those of the draws that were kept: all of them, for up to some 2000 people.

    Parameters
    ----------
    sorting
        The result, with everything that is read only when it is asked for.
    answers
        What its people had answered, with their names as they are now.
    """
    about, arrays = fill_names(sorting.about, by_place(answers.names)), read_arrays(sorting.arrays)
    survey = parse_spoken_survey(sorting.survey_toml)
    posterior = Posterior(
        z=arrays["z"],
        phi=arrays["phi"].astype(float),
        theta=None,
        theta_mean=arrays["theta_mean"],
        theta_low=arrays["theta_low"],
        theta_high=arrays["theta_high"],
        log_likelihood=np.zeros(arrays["z"].shape[:2]),
        weights=None,
        survey=survey,
        answers=answers,
        membership=about["membership"],
        label=about["label"],
        sampler=about["sampler"],
        seconds=about["seconds"],
        status=Convergence.from_dict(about["convergence"]),
        totals=None if about["totals"] is None else np.array(about["totals"]),
    )
    options = about["options"]
    weight = float(options["size_weight"])
    draws = as_draws(posterior)
    decision = _rebuild(posterior, draws, about, about["decision"], weight)
    other = None if about["other"] is None else _rebuild(posterior, draws, about, about["other"], weight)
    softer = None if about["softer"] is None else _rebuild(posterior, draws, about, about["softer"], SOFT_WEIGHT)
    checks = None if about["checks"] is None else ModelCheck.from_dict(about["checks"])
    rounds = None
    if about["fewest_repeats"] is not None:
        labels = arrays["rounds"]
        before = NOBODY_MET if decision.kept is None else met_before(decision.kept.ruling)
        repeats = count_repeats(labels, before)
        rounds = Rounds(labels, decision.names, answers.names, repeats, about["fewest_repeats"], before=before)
    result = Result(survey, answers, posterior, decision, other, options, softer, checks=checks, rounds=rounds)
    # How settled the groups are is not measured here: that takes longer than anybody waits for a page.
    settled = about["settled"]
    return result.with_settled(
        None if settled is None else _read_settled(settled, arrays, answers.names, decision.names)
    )


def rearrange_result(result: Result, labels: Sequence[int]) -> Result:
    """Return a result for an arrangement made by hand, which says so."""
    decision = rearrange(result.decision, np.asarray(labels, dtype=np.int64), result.names)
    if decision.status.code != CHANGED:
        return result
    return replace(result, decision=decision, softer=None).with_settled(None)


def rearrange(decision: Decision, labels: Array, names: Sequence[str] = ()) -> Decision:
    """Return a decision for other labels under the same loss, sizes and rules; its status says that hands made it.

    Where the sizes were exact and the labels have others, the loss is shown without them, because it would be infinite.
    """
    moved = np.flatnonzero(labels != decision.labels)
    if len(moved) == 0:
        return decision
    sizes = np.bincount(labels, minlength=len(decision.names))
    notes = [_tell_moved([names[n] for n in moved.tolist()] if names else [], len(moved))]
    target, off = decision.problem.sizes, tell_off_sizes(decision, sizes)
    if off:
        target = unsized(decision).problem.sizes
        notes.append(Message("results-sizes-off", sizes=off))
    kept = decision.kept
    if kept is not None:
        kept = replace(kept, unmet=kept.ruling.unmet(labels))
        broken = [rule.told() for rule in kept.unmet if rule.is_hard]
        if broken:
            notes.append(Message("results-broken", count=len(broken), rules=join(broken, "semicolon")))
    changed = _measured(decision, labels, target)
    if kept is not None and decision.kept is not None:
        price = decision.kept.price + changed.expected_loss - decision.expected_loss
        kept = replace(kept, price=price, fewer_right=None)
    return replace(
        changed,
        kept=kept,
        proven=False,
        certified=None,
        status=Status(CHANGED, tuple(Message(CHANGED, note) for note in notes)),
    )


def unsized(decision: Decision) -> Decision:
    """Return the decision as if its sizes did not matter."""
    problem = decision.problem
    return replace(decision, problem=replace(problem, sizes=replace(problem.sizes, size_weight=0.0, exact=None)))


def tell_off_sizes(decision: Decision, sizes: Array) -> str | Message:
    """Return which sizes differ from exact wanted ones; empty if none does or the sizes are not exact."""
    target = decision.problem.sizes
    if target.exact is None or math.isfinite(target.cost(sizes)):
        return ""
    matched = np.asarray(target.matched(sizes, decision.target)).tolist()
    each = zip(decision.names, sizes.tolist(), matched, strict=True)
    off = [(title_of(name), size, int(wanted)) for name, size, wanted in each if size != wanted]
    return join([Message("results-size-off", group=group, size=size, wanted=wanted) for group, size, wanted in off])


def write_arrays(arrays: Mapping[str, Array]) -> bytes:
    """Return arrays as one compressed file."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def read_arrays(content: bytes) -> dict[str, Array]:
    """Return what `write_arrays` wrote."""
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _thin(posterior: Posterior, step: int) -> tuple[Array, Array]:
    size = posterior.phi[0, 0].size * 4
    step = max(step, math.ceil(posterior.n_chains * posterior.n_draws * size / _MOST_BYTES))
    return posterior.z[:, ::step], posterior.phi[:, ::step]


def _about_decision(decision: Decision) -> dict[str, Any]:
    kept = decision.kept
    return {
        "labels": decision.labels.tolist(),
        "names": list(decision.names),
        "loss": repr(decision.loss),
        "loss_reason": to_plain(decision.loss_reason),
        "status": decision.status.to_dict(),
        "n_starts": decision.n_starts,
        "n_best": decision.n_best,
        "proven": decision.proven,
        "seconds": decision.seconds,
        "kept": None
        if kept is None
        else {"price": kept.price, "gap": kept.gap, "worth": kept.worth, "fewer_right": kept.fewer_right},
    }


def _rebuild(
    posterior: Posterior, draws: LabelDraws, about: dict[str, Any], kept_decision: dict[str, Any], size_weight: float
) -> Decision:
    """Return the decision that was made, with its figures measured anew."""
    options = about["options"]
    wanted = Sizes.read(
        options["target"],
        n_people=draws.n_people,
        n_clusters=draws.n_clusters,
        houses=draws.houses,
        size_weight=size_weight,
        pseudocount=options["pseudocount"],
        labels=options["labels"],
    )
    labels = np.array(kept_decision["labels"], dtype=np.int64)
    names = tuple(kept_decision["names"])
    rules = read_rules(about["rules"])
    kept = ruling = None
    told = kept_decision["kept"]
    if rules and told is not None:
        ruling = RuleSet.of(rules, posterior.names, names, text_columns(posterior.survey, posterior.answers))
        worth = float(told["worth"])
        ruling = ruling.priced(worth)
        kept = Kept(ruling, ruling.unmet(labels), told["price"], told["gap"], worth, told["fewer_right"])
    shares = draws.shares(Workers(1))
    reason = from_plain(kept_decision["loss_reason"])
    blank = Decision(
        labels=labels,
        names=names,
        sizes=np.bincount(labels, minlength=len(names)),
        target=None,
        expected_loss=math.nan,
        expected_vi=math.nan,
        size_distance=math.nan,
        status=Status.from_dict(kept_decision["status"]),
        n_starts=kept_decision["n_starts"],
        n_best=kept_decision["n_best"],
        proven=kept_decision["proven"],
        seconds=kept_decision["seconds"],
        loss_reason=reason,
        kept=kept,
        problem=Problem(
            draws,
            wanted,
            as_loss(kept_decision["loss"]),
            reason,
            rules=ruling,
            people=posterior.names,
            shares=shares,
        ),
    )
    return _measured(blank, labels, wanted)


def _pack_settled(settled: Uncertainty) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return what to keep of how settled groups are: plain values, and arrays by name."""
    core, ball, ways = settled.sure_core, settled.ball, settled.alternatives
    levels = np.select([core.settled, core.leaning, core.elsewhere], [0, 1, 3], 2)
    extremes = [getattr(ball, name) for name in _EXTREMES]
    about = {
        "counts": np.bincount(levels, minlength=4).tolist(),
        "any_fixed": bool(settled.fixed.any()),
        "level": settled.level,
        "settled_from": core.level,
        "ways": core.ways,
        "distance": repr(settled.distance),
        "radius": ball.radius,
        "inside": ball.inside,
        "extremes": [[one.distance, one.feasible_distance] for one in extremes],
        "weights": [way.weight for way in ways],
        "losses": [way.expected_loss for way in ways],
        "staying_from": settled.staying_from,
        "based_on": settled.based_on,
    }
    arrays: dict[str, Array] = {
        "belonging": core.belonging,
        "levels": levels.astype(np.int8),
        "staying": settled.staying,
        "fixed": settled.fixed,
        "core": core.order.astype(np.int32),
        "joint": core.joint,
        "alternatives": np.stack([way.labels for way in ways]).astype(np.int32),
        "draws": np.stack([one.draw_labels for one in extremes]).astype(np.int32),
        "nearest": np.stack([one.labels for one in extremes]).astype(np.int32),
    }
    return about, {f"settled_{name}": array for name, array in arrays.items()}


def _read_settled(
    about: Mapping[str, Any], arrays: Mapping[str, Array], names: Sequence[str], groups: Sequence[str]
) -> Uncertainty:
    """Return what was kept of how settled groups are.

    Parameters
    ----------
    about, arrays
        What `_pack_settled` returned.
    names, groups
        The people's names now, and the groups'.
    """
    kept = {name.removeprefix("settled_"): array for name, array in arrays.items() if name.startswith("settled_")}
    labels = kept["alternatives"].astype(np.int64)
    pairs = zip(kept["draws"], kept["nearest"], about["extremes"], strict=True)
    extremes = {
        name: Extreme(draw.astype(np.int64), nearest.astype(np.int64), *distances)
        for name, (draw, nearest, distances) in zip(_EXTREMES, pairs, strict=True)
    }
    return Uncertainty(
        level=about["level"],
        distance=as_loss(about["distance"]),
        ball=CredibleBall(radius=about["radius"], level=about["level"], inside=about["inside"], **extremes),
        alternatives=tuple(
            Alternative(
                labels=other,
                weight=weight,
                changes=tell_changes(labels[0], other, names, groups),
                expected_loss=loss,
                n_moved=int((other != labels[0]).sum()),
            )
            for other, weight, loss in zip(labels, about["weights"], about["losses"], strict=True)
        ),
        sure_core=SureCore(
            level=about["settled_from"],
            belonging=kept["belonging"],
            settled=kept["levels"] == 0,
            leaning=kept["levels"] == 1,
            elsewhere=kept["levels"] == 3,
            order=kept["core"].astype(np.int64),
            joint=kept["joint"],
            ways=about["ways"],
        ),
        staying=kept["staying"],
        fixed=kept["fixed"],
        staying_from=about["staying_from"],
        based_on=about["based_on"],
        people=tuple(names),
    )


def _measured(decision: Decision, labels: Array, target: Any) -> Decision:
    """Return a decision for these labels and this target, with its sizes, losses and distance."""
    draws, sizes = decision.problem.draws, np.bincount(labels, minlength=len(decision.names))
    tables = _count(draws, labels.tobytes(), len(decision.names))
    return replace(
        decision,
        labels=labels,
        sizes=sizes,
        target=decision.problem.sizes.matched(sizes, decision.target),
        expected_loss=total_loss(tables, draws.weights, decision.loss, target),
        expected_vi=expected_from_tables(tables, draws.weights, VI()),
        size_distance=decision.problem.sizes.distance(sizes),
        problem=replace(decision.problem, sizes=target),
    )


@lru_cache(maxsize=8)
def _count(draws: LabelDraws, labels: bytes, n_groups: int) -> Array:
    """Return the counts of a grouping; the last ones are kept, as a move is foretold, made and shown."""
    return draws.count(np.frombuffer(labels, dtype=np.int64), n_groups, Workers(1))


def _tell_moved(names: Sequence[str], count: int) -> Message:
    if not names:
        return Message("results-moved", count=count)
    return Message("results-moved-names", count=count, names=join_names(names, _NAMED))


def _plain(value: Any) -> Any:
    """Return values that JSON knows: no infinities, no NaN, no NumPy numbers."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
