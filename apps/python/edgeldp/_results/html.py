# SPDX-License-Identifier: MIT
"""Results as tables of HTML with small pictures, for notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import _words
from .._words import Fields, number
from .pictures import Scale, interval_picture, numbers_of, truth_of
from .tables import html_table

Named = Sequence[tuple[str, Fields]]


def html_of_result(name: str, record: Fields, notes: Sequence[str]) -> str:
    """All that is known of one result, a row each."""
    rows: list[Sequence[str]] = [*_words.rows_of(record)]
    if picture := interval_picture(record):
        rows.insert(1, ("", picture))
    return html_table(name, (), rows, notes)


def _scales(results: Named) -> dict[str, Scale]:
    """One for all results of a name, so that their pictures can be compared.

    What is not usable does not stretch it, unless nothing is.
    """
    shown: dict[str, list[float]] = {}
    lost: dict[str, list[float]] = {}
    for name, record in results:
        kind = lost if record.get("judgement") == "not_usable" else shown
        kind.setdefault(name, []).extend(numbers_of(record))
    return {name: Scale(shown.get(name) or lost[name]) for name, _ in results}


def html_of_results(caption: str, results: Named, below: Sequence[str]) -> str:
    """A result a row; without a column of pictures where none has one."""
    heading = ["", "epsilon", "estimate", "95% interval", "judgement", "exact"]
    scales = _scales(results)
    rows = []
    for name, record in results:
        epsilon, truth = number(record.get("epsilon")), truth_of(record)
        rows.append([name, f"{epsilon:.4g}" if math.isfinite(epsilon) else "",
                     _words.estimate_text(record), interval_picture(record, scales[name]),
                     (record.get("judgement") or "").replace("_", " "),
                     "" if math.isnan(truth) else _words.rounded(truth)])
    if not any(row[3] for row in rows):
        rows, heading = [row[:3] + row[4:] for row in rows], heading[:3] + heading[4:]
    return html_table(caption, heading, rows, below)
