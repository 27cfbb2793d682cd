# SPDX-License-Identifier: MIT
"""Formulas as MathML, made by docutils while the site is built: no script runs in the browser, and nothing is fetched."""
from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.util import logging

logger = logging.getLogger(__name__)


def convert(text, block, node):
    try:
        return latex2mathml.tex2mathml(text, inline=not block)
    except SyntaxError as error:
        logger.error("formula %r: %s", text, error, location=node)
        return ""


def inline(self, node):
    self.body.append(convert(node.astext(), False, node))
    raise nodes.SkipNode


def block(self, node):
    self.body.append(f'<div class="formula">{convert(node.astext(), True, node)}</div>\n')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
