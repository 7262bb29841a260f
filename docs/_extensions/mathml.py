"""Formulas as MathML, which browsers draw by themselves: no script, and nothing to fetch."""

from typing import Any

import latex2mathml.converter
from docutils.nodes import SkipNode
from sphinx.util import logging

_LOGGER = logging.getLogger(__name__)


def setup(app: Any) -> dict[str, bool]:
    """Register MathML as the way to write formulas in HTML."""
    app.add_html_math_renderer("mathml", inline_renderers=(write_inline, None), block_renderers=(write_block, None))
    app.config.html_math_renderer = "mathml"
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(writer: Any, node: Any) -> None:
    """Write a formula within a line."""
    _write(writer, node, "inline")


def write_block(writer: Any, node: Any) -> None:
    """Write a formula on a line of its own."""
    _write(writer, node, "block")


def _write(writer: Any, node: Any, display: str) -> None:
    formula = latex2mathml.converter.convert(node.astext(), display=display)
    if "\\" in formula:
        # Commands that the converter does not know come out as they are.
        _LOGGER.warning("This formula has a command that MathML has no sign for: %s", node.astext(), location=node)
    writer.body.append(formula)
    raise SkipNode
