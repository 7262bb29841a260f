"""Formulas as MathML, which browsers draw by themselves: no script, and nothing to fetch."""

import latex2mathml.converter
from docutils.nodes import SkipNode


def setup(app):
    """Register MathML as the way to write formulas in HTML."""
    app.add_html_math_renderer("mathml", inline_renderers=(write_inline, None), block_renderers=(write_block, None))
    app.config.html_math_renderer = "mathml"
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_inline(writer, node):
    """Write a formula within a line."""
    writer.body.append(latex2mathml.converter.convert(node.astext()))
    raise SkipNode


def write_block(writer, node):
    """Write a formula on a line of its own."""
    writer.body.append(latex2mathml.converter.convert(node.astext(), display="block"))
    raise SkipNode
