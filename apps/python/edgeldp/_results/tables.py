# SPDX-License-Identifier: MIT
"""Tables of texts, as HTML and as lines; frames are of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def html_table(caption: str, heading: Sequence[str], rows: Iterable[Sequence[str]],
           below: Sequence[str] = ()) -> str:
    """An HTML table of plain texts; without a heading the first cell of a row is one."""
    from html import escape

    style = "text-align:left" + (";white-space:nowrap" if heading else "")

    def cells(tag: str, texts: Iterable[str]) -> str:
        return "".join(f'<{tag} style="{style}">{escape(t)}</{tag}>' for t in texts)

    head = f"<thead><tr>{cells('th', heading)}</tr></thead>" if heading else ""
    body = "".join(f"<tr>{cells('th', row[:1])}{cells('td', row[1:])}</tr>" for row in rows)
    title = f'<caption style="text-align:left"><b>{escape(caption)}</b></caption>'
    notes = "".join(f"<p>{escape(note)}</p>" for note in below)
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
