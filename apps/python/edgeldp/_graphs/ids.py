# SPDX-License-Identifier: MIT
"""Numbers and sequences that were passed in, checked: messages say where and what is wrong."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Union, cast

from .._later import NDArray, np

Ids = NDArray["np.uint32"]
Declared = Union[int, Sequence[Hashable], NDArray[Any], None]
"""Which vertices there are: how many, what all are called, or (None) those that have an edge."""



class Sides(NamedTuple):
    """The vertices of both sides of a bipartite graph, and which side are users."""

    left: Declared
    right: Declared
    users: str


Columns = list[tuple[str, Any]]
"""Of the ends of edges, with what messages call them."""

_MOST_VERTICES = 2**32


def is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def listed(values: Any) -> list[Any]:
    return cast("list[Any]", values.tolist()) if hasattr(values, "tolist") else list(values)


def item_at(array: NDArray[Any], at: int) -> Any:
    """As a Python object, which prints as what was passed."""
    return array[at : at + 1].tolist()[0]


def flat(values: Any, what: str) -> NDArray[Any]:
    """A one-dimensional array; one of Python integers as one of machine integers."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{what} holds sequences: pass one flat sequence of ids") from None
    if array.ndim != 1:
        raise ValueError(f"{what} has shape {array.shape}: pass one flat sequence of ids")
    if array.dtype == object and all(map(is_whole, array.tolist())):
        try:
            return array.astype(np.int64)
        except OverflowError:
            return array
    return array


def refuse_first(array: NDArray[Any], is_bad: NDArray[np.bool_], what: str, why: str) -> None:
    if is_bad.any():
        at = int(np.argmax(is_bad))
        raise ValueError(f"{what} holds {item_at(array, at)!r} at position {at}: {why}")


def _whole_numbers(values: Any, what: str) -> NDArray[Any]:
    array = flat(values, what)
    if array.size == 0:
        return np.zeros(0, np.int64)
    if array.dtype.kind == "b":
        raise ValueError(
            f"{what} holds truth values, not ids: np.nonzero(...) of an adjacency matrix makes "
            "the tuple (u, v) of them"
        )
    if array.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            is_bad = ~np.isfinite(array) | (array != np.floor(array))
        refuse_first(array, is_bad, what, "an id is a whole number")
    elif array.dtype.kind not in "iu":
        is_bad = np.array([not is_whole(value) for value in array.tolist()])
        why = "an id is a whole number; a pandas.DataFrame takes names"
        refuse_first(array, is_bad, what, why)
    return array


def checked_ids(
    values: Any, what: str, below: int = _MOST_VERTICES, rule: str = ""
) -> NDArray[Any]:
    """Checked: 0 <= id < below, as the rule says in words."""
    array = _whole_numbers(values, what)
    if array.size and (array.min() < 0 or array.max() >= below):
        why = rule or "ids are numbers from 0 to 2^32 - 1; a pandas.DataFrame takes any labels"
        refuse_first(array, (array < 0) | (array >= below), what, why)
    return array


def checked_count(value: Any, option: str = "nodes") -> int:
    if not is_whole(value) or not 1 <= value <= _MOST_VERTICES:
        raise ValueError(f"{option}={value!r}: it must be a whole number from 1 to 2^32")
    return int(value)
