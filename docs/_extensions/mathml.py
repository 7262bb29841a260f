"""Formulas as MathML, which browsers draw by themselves: no script, and nothing to fetch."""

from pathlib import Path

import latex2mathml.converter
from docutils.nodes import SkipNode


def setup(app):
    """Register MathML as the way to write formulas in HTML."""
    app.add_html_math_renderer("mathml", inline_renderers=(write_inline, None), block_renderers=(write_block, None))
    app.config.html_math_renderer = "mathml"
    app.connect("config-inited", add_styles)
    app.add_css_file("formulas.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_styles(_, config):
    """Add the folder with the styles of formulas to what is copied beside the pages."""
    config.html_static_path.append(str(Path(__file__).parent / "static"))


def write_inline(writer, node):
    """Write a formula within a line."""
    writer.body.append(latex2mathml.converter.convert(node.astext()))
    raise SkipNode


def write_block(writer, node):
    """Write a formula on a line of its own."""
    formula = latex2mathml.converter.convert(node.astext(), display="block")
    writer.body.append(f'<div class="formula">{formula}</div>')
    raise SkipNode
