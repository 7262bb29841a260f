"""Formulas as MathML, which browsers draw by themselves: no script, and nothing to fetch."""

from pathlib import Path
from typing import Any

import latex2mathml.converter
from docutils.nodes import SkipNode
from sphinx.util import logging

_LOGGER = logging.getLogger(__name__)


def setup(app: Any) -> dict[str, bool]:
    """Register MathML as the way to write formulas in HTML."""
    app.add_html_math_renderer("mathml", inline_renderers=(write_inline, None), block_renderers=(write_block, None))
    app.config.html_math_renderer = "mathml"
    app.connect("config-inited", add_styles)
    app.add_css_file("formulas.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_styles(_: Any, config: Any) -> None:
    """Add the folder with the styles of formulas to what is copied beside the pages."""
    config.html_static_path.append(str(Path(__file__).parent / "static"))


def write_inline(writer: Any, node: Any) -> None:
    """Write a formula within a line."""
    writer.body.append(_convert(node, "inline"))
    raise SkipNode


def write_block(writer: Any, node: Any) -> None:
    """Write a formula on a line of its own."""
    writer.body.append(f'<div class="formula">{_convert(node, "block")}</div>')
    raise SkipNode


def _convert(node: Any, display: str) -> str:
    formula = str(latex2mathml.converter.convert(node.astext(), display=display))
    if "\\" in formula:
        # Commands that the converter does not know come out as they are.
        _LOGGER.warning("This formula has a command that MathML has no sign for: %s", node.astext(), location=node)
    return formula
