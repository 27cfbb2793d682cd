# SPDX-License-Identifier: MIT
"""Tables of texts, as HTML and as lines; frames are of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class Markup(str):
    """HTML that is put into a table as it is; all other texts are escaped."""


def _html(text: str) -> str:
    from html import escape

    return text if isinstance(text, Markup) else escape(text)


def html_table(caption: str, heading: Sequence[str], rows: Iterable[Sequence[str]],
               below: Sequence[str] = ()) -> str:
    """An HTML table of plain texts; without a heading the first cell of a row is one."""
    style = "text-align:left" + (";white-space:nowrap" if heading else "")

    def cells(tag: str, texts: Iterable[str], scope: str = "") -> str:
        return "".join(f'<{tag}{scope} style="{style}">{_html(t)}</{tag}>' for t in texts)

    row_scope = ' scope="row"'
    head = f"""<thead><tr>{cells('th', heading, ' scope="col"')}</tr></thead>""" if heading else ""
    body = "".join(f"<tr>{cells('th', row[:1], row_scope)}{cells('td', row[1:])}</tr>"
                   for row in rows)
    title = f'<caption style="text-align:left;font-weight:600">{_html(caption)}</caption>'
    notes = "".join(f"<p>{_html(note)}</p>" for note in below)
    return f"<table>{title}{head}<tbody>{body}</tbody></table>{notes}"


def text_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                     for row in rows)


def pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: pip install pandas") from error
    return pandas
