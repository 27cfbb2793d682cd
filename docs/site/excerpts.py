# SPDX-License-Identifier: MIT
"""What a page says, as a script beside it: the list of what a search found shows an excerpt of each page, and a browser loads no
page out of a folder, but scripts. static/excerpts.js loads them."""
import json
from pathlib import Path

from docutils import nodes

FOLDER = "_texts"


def text_of(node):
    if isinstance(node, (nodes.Invisible, nodes.raw, nodes.image)):
        return ""
    if isinstance(node, nodes.Text):
        return str(node)
    return ("" if isinstance(node, nodes.TextElement) else " ").join(map(text_of, node.children))


def write(app, page, template, context, doctree):
    if doctree is None or app.builder.name != "html":
        return
    file = Path(app.outdir) / FOLDER / f"{page}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    text = " ".join(text_of(doctree).split())
    file.write_text(f"pageText({json.dumps(page)}, {json.dumps(text, ensure_ascii=False)});\n", encoding="utf-8")


def setup(app):
    app.connect("html-page-context", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
