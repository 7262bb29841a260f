"""How settled a result's groups are, in the database and back; nobody is named in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...engine.losses import as_loss
from ...engine.uncertainty.changes import tell_changes
from ...engine.uncertainty.uncertainty import Alternative, CredibleBall, Extreme, SureCore, Uncertainty

Array = np.ndarray

_EXTREMES = ("horizontal", "upper", "lower")


def pack_settled(settled: Uncertainty) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return what to keep: plain values, and arrays by name."""
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


def read_settled(
    about: Mapping[str, Any], arrays: Mapping[str, Array], names: Sequence[str], groups: Sequence[str]
) -> Uncertainty:
    """Return what was kept.

    Parameters
    ----------
    about, arrays
        What `pack_settled` returned.
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
