# SPDX-License-Identifier: MIT
"""Answers by their names, and by their numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from .._later import NDArray, np

_WIDEST_TABLE = 1 << 16


def texts_of(given: Sequence[Any] | None, size: int) -> list[str]:
    return [str(i) for i in range(size)] if given is None else [str(name) for name in given]


def codes_of(values: NDArray[Any], places: Mapping[str, int], what: str) -> NDArray[np.int64]:
    """Places of labels."""
    if values.ndim != 1:
        raise ValueError(f"{what}: must be one column")
    codes = _looked_up(values, places)
    if codes.size and codes.min() < 0:
        at = int(np.argmin(codes))
        known = ", ".join(list(places)[:8]) + (", ..." if len(places) > 8 else "")
        raise ValueError(f"{what}[{at}] = {values.tolist()[at]!r}: there are {known}")
    return codes


def _looked_up(values: NDArray[Any], places: Mapping[str, int]) -> NDArray[np.int64]:
    """Places, -1 of what is unknown; of whole numbers by a table, 40 times as fast as by name."""
    if values.dtype.kind in "iu" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < _WIDEST_TABLE:
            table = np.array([places.get(str(value), -1) for value in range(low, high + 1)])
            wide = values.astype(np.uint64 if values.dtype.kind == "u" else np.int64)
            found: NDArray[np.int64] = table[(wide - wide.min()).astype(np.intp)]
            return found.astype(np.int64, copy=False)
    texts = values.tolist() if values.dtype.kind == "U" else map(_text, values.tolist())
    return np.fromiter((places.get(text, -1) for text in texts), np.int64, len(values))


def _text(value: Any) -> str:
    is_whole = isinstance(value, float) and math.isfinite(value) and value == int(value)
    return str(int(value)) if is_whole else str(value)


def named(codes: NDArray[np.int64], labels: Sequence[str], like: NDArray[Any]) -> NDArray[Any]:
    is_number = like.dtype.kind in "iu" and all(label.lstrip("-").isdigit() for label in labels)
    return np.array([int(label) for label in labels] if is_number else labels)[codes]
