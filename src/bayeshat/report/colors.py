"""Colours of groups that everybody can tell apart, and text that can be read on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle, islice

import numpy as np

Array = np.ndarray

# Two colours are told apart if they differ by at least this much in CIELAB, for everybody. About 2 is the smallest
# difference that can be seen side by side; from 10 on, colours differ at a glance. The palette of Okabe and Ito, made
# for this purpose, has 16.1 between its closest two, which tritanopia brings together.
SMALLEST_DIFFERENCE = 10.0

# Okabe and Ito (2008), "Color universal design": the order in which colours are handed out.
_PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#000000")

# What linear RGB becomes for usual vision, protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes
# 2009, severity 1).
_VISIONS = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
# Linear sRGB to CIE XYZ under D65 (IEC 61966-2-1).
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)


def group_colors(names: Sequence[str], wanted: Sequence[str | None] | None = None) -> tuple[str, ...]:
    """Return one colour per group that everybody can tell from the others, and from white paper.

    Parameters
    ----------
    names
        The groups.
    wanted
        A colour for each, ``"#1f6b45"`` or a CSS name; they are taken if all are given and the closest two differ by
        at least ``SMALLEST_DIFFERENCE`` for usual vision, protanopia, deuteranopia and tritanopia. Otherwise the
        palette of Okabe and Ito is; with more than eight groups, those colours follow that lie farthest from all
        before them.

    Returns
    -------
    tuple of str
        Colours as ``"#rrggbb"``.

    Examples
    --------
    >>> group_colors(["Gryffindor", "Slytherin"])
    ('#e69f00', '#56b4e9')
    >>> group_colors(["Gryffindor", "Slytherin"], ["red", "seagreen"])
    ('#ff0000', '#2e8b57')
    >>> group_colors(["Gryffindor", "Slytherin"], ["#9c1b1f", "#7a5c12"])
    ('#e69f00', '#56b4e9')
    """
    if wanted is not None and len(wanted) == len(names):
        colors = [to_hex(color) for color in wanted]
        known = [color for color in colors if color is not None]
        if len(known) == len(names) and smallest_difference([*known, "#ffffff"]) >= SMALLEST_DIFFERENCE:
            return tuple(known)
    if len(names) <= len(_PALETTE):
        return _PALETTE[: len(names)]
    return _extend_palette(len(names))


def text_on(color: str) -> str:
    """Return black or white, whichever reads better on a colour (by the contrast ratio of WCAG 2.2).

    Examples
    --------
    >>> text_on("#1f6b45"), text_on("#f0e442")
    ('#ffffff', '#000000')
    """
    luminance = float(_XYZ[1] @ _linear_rgb([to_hex(color) or "#ffffff"])[0])
    return "#000000" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "#ffffff"


def to_hex(color: str | None) -> str | None:
    """Return a colour as ``"#rrggbb"``; None if it is neither that, nor ``"#rgb"``, nor the name of a CSS colour."""
    if color is None:
        return None
    if _HEX.fullmatch(color):
        digits = color[1:].lower()
        return f"#{digits}" if len(digits) == 6 else "#" + "".join(2 * digit for digit in digits)
    return _CSS.get(color.lower())


def smallest_difference(colors: Sequence[str]) -> float:
    """Return the smallest CIELAB distance between any two colours (``"#rrggbb"``) in any of the four visions."""
    seen = _seen_lab(_linear_rgb(colors))
    distances = np.linalg.norm(seen[:, :, None] - seen[:, None, :], axis=-1)
    pairs = distances[:, *np.triu_indices(len(colors), 1)]
    return float(pairs.min(initial=np.inf))


def _extend_palette(n_colors: int) -> tuple[str, ...]:
    """Return the palette, then whatever lies farthest from all colours before, as the worst vision sees it."""
    levels = np.arange(0, 256, 15)
    grid = [f"#{red:02x}{green:02x}{blue:02x}" for red in levels for green in levels for blue in levels]
    seen = _seen_lab(_linear_rgb(grid))
    chosen = list(_PALETTE)
    nearest = np.full(len(grid), np.inf)
    for color in ("#ffffff", *chosen):
        nearest = np.minimum(nearest, _distance_from(seen, color))
    while len(chosen) < min(n_colors, len(grid)):
        chosen.append(grid[int(nearest.argmax())])
        nearest = np.minimum(nearest, _distance_from(seen, chosen[-1]))
    return tuple(islice(cycle(chosen), n_colors))


def _distance_from(seen: Array, color: str) -> Array:
    """Return the distance of each colour (vision, color, Lab) from one more, in the vision where it is smallest."""
    return np.linalg.norm(seen - _seen_lab(_linear_rgb([color])), axis=-1).min(axis=0)


def _linear_rgb(colors: Sequence[str]) -> Array:
    """Return (color, 3) light intensities of ``"#rrggbb"`` colours, from 0 to 1."""
    codes = np.array([[int(color[start : start + 2], 16) for start in (1, 3, 5)] for color in colors]) / 255.0
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def _seen_lab(linear: Array) -> Array:
    """Return CIELAB coordinates of (color, 3) intensities as each vision sees them: (vision, color, 3)."""
    seen = np.clip(np.einsum("vij,cj->vci", _VISIONS, linear), 0.0, 1.0)
    relative = seen @ (_XYZ / _XYZ.sum(axis=1, keepdims=True)).T
    edge = 6 / 29
    bent = np.where(relative > edge**3, np.cbrt(relative), relative / (3 * edge**2) + 4 / 29)
    x, y, z = np.moveaxis(bent, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


# The colours that CSS knows by name (CSS Color Module Level 4).
_CSS_TABLE = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc bisque=ffe4c4
black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a burlywood=deb887
cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc
crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b darkgoldenrod=b8860b darkgray=a9a9a9
darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b darkmagenta=8b008b darkolivegreen=556b2f
darkorange=ff8c00 darkorchid=9932cc darkred=8b0000 darksalmon=e9967a darkseagreen=8fbc8f
darkslateblue=483d8b darkslategray=2f4f4f darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3
deeppink=ff1493 deepskyblue=00bfff dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222
floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700
goldenrod=daa520 gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4
indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5
lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff
lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1
lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899 lightslategrey=778899
lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db
mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc
mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5
navajowhite=ffdead navy=000080 oldlace=fdf5e6 olive=808000 olivedrab=6b8e23 orange=ffa500 orangered=ff4500
orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093
papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd powderblue=b0e0e6 purple=800080
rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072
sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb
slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f steelblue=4682b4
tan=d2b48c teal=008080 thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3
white=ffffff whitesmoke=f5f5f5 yellow=ffff00 yellowgreen=9acd32
"""
_CSS = {name: f"#{digits}" for name, digits in (entry.split("=") for entry in _CSS_TABLE.split())}
