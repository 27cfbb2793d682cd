# SPDX-License-Identifier: MIT
"""What a page says, section by section and function by function, as a script beside it: the list of what a search found shows an excerpt of each page, and a
browser loads no page out of a folder, but scripts. static/excerpts.js loads them."""
import json
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

FOLDER = "_texts"


PARTS = (nodes.section, addnodes.desc)  # which have an anchor and a text of their own
UNREAD = (nodes.Invisible, nodes.raw, nodes.image, addnodes.desc_parameterlist)


def text_of(node):
    if isinstance(node, (*PARTS, *UNREAD)):
        return ""
    if isinstance(node, nodes.Text):
        return str(node)
    return ("" if isinstance(node, nodes.TextElement) else " ").join(map(text_of, node.children))


def parts_of(doctree):
    """[anchor, text without that of parts below]"""
    return [[(part if isinstance(part, nodes.section) else part[0])["ids"][0], " ".join(" ".join(map(text_of, part.children)).split())]
            for part in doctree.findall(lambda node: isinstance(node, PARTS))]


def write(app, page, template, context, doctree):
    if doctree is None or app.builder.name != "html":
        return
    file = Path(app.outdir) / FOLDER / f"{page}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    said = json.dumps(parts_of(doctree), ensure_ascii=False, separators=(",", ":"))
    file.write_text(f"pageText({json.dumps(page)},{said});\n", encoding="utf-8")


def setup(app):
    app.connect("html-page-context", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
