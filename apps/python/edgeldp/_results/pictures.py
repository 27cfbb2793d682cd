# SPDX-License-Identifier: MIT
"""Small pictures of estimates for tables of HTML."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .. import _words
from .._words import Fields, number
from .tables import Markup

_WIDTH, _SIDE, _MIDDLE = 180, 8, 9
_MARK, _LOST = "#2a7fbf", "#8a8a8a"  # on light and dark grounds


class Scale:
    """Places of numbers in pictures that are to be compared; 0 is always on it."""

    def __init__(self, numbers: Iterable[float]) -> None:
        known = [x for x in numbers if math.isfinite(x)]
        self._least, self._most = min([0.0, *known]), max([0.0, *known])

    def place(self, x: float) -> float:
        """What is beyond it ends at its border."""
        span = self._most - self._least
        share = (x - self._least) / span if span else 0.0
        return _SIDE + min(max(share, 0.0), 1.0) * (_WIDTH - 2 * _SIDE)


def truth_of(record: Fields) -> float:
    return number((record.get("exact") or {}).get("truth"))


def numbers_of(record: Fields) -> list[float]:
    """What a picture of the record shows."""
    return [*_words.interval_of(record, 0.95), truth_of(record)]


def interval_picture(record: Fields, scale: Scale | None = None) -> Markup:
    """An estimate on its interval, 0, and the exact number where it is known.

    What is not usable is grey and has no estimate. Nothing where an end has no bound.
    """
    low, high = _words.interval_of(record, 0.95)
    lost = record.get("judgement") == "not_usable"
    return picture(low, number(record.get("estimate")), high, scale or Scale(numbers_of(record)),
                   _words.estimate_text(record),
                   truth=truth_of(record), lost=lost)


def picture(low: float, value: float, high: float, scale: Scale, said: str, *,
            truth: float = math.nan, lost: bool = False) -> Markup:
    """An interval as inline SVG; `said` is for who cannot see it."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return Markup("")
    from html import escape

    at, y, colour = scale.place, _MIDDLE, _LOST if lost else _MARK
    dots = ' stroke-dasharray="2 4"' if lost else ""
    parts = [f'<path d="M{_SIDE} {y}H{_WIDTH - _SIDE}M{at(0.0):.1f} {y - 4}V{y + 4}" '
             'stroke="currentColor" stroke-opacity="0.35"/>',
             f'<path d="M{at(low):.1f} {y}H{at(high):.1f}" stroke="{colour}" '
             f'stroke-width="3"{dots}/>']
    if not lost:
        parts.append(f'<circle cx="{at(value):.1f}" cy="{y}" r="4" fill="{colour}"/>')
    if math.isfinite(truth):
        parts.append(f'<path d="M{at(truth):.1f} {y - 7}V{y + 7}" stroke="currentColor" '
                     'stroke-width="1.5"/>')
    name = escape(said)
    return Markup(f'<svg width="{_WIDTH}" height="{2 * y}" viewBox="0 0 {_WIDTH} {2 * y}" '
                  f'role="img" aria-label="{name}"><title>{name}</title>{"".join(parts)}</svg>')
