# SPDX-License-Identifier: MIT
"""What vertices are called."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import Any, Union

from .._later import NDArray, np
from .ids import Ids, flat, is_whole, item_at, listed

LabelValues = Union[range, NDArray[Any], "tuple[Any, ...]"]


def _simplest(values: Any) -> LabelValues:
    """range(n) if they are those numbers, an array of other whole numbers, or a tuple."""
    if isinstance(values, range) and values == range(len(values)):
        return values
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
        is_wide = values.dtype == np.uint64 and values.size > 0 and values.max() >= 2**63
        array = values.astype(np.uint64 if is_wide else np.int64)
    else:
        items = listed(values)
        if not all(map(is_whole, items)):
            return tuple(items)
        try:
            array = np.array(list(map(operator.index, items)), dtype=np.int64)
        except OverflowError:
            return tuple(items)
    if np.array_equal(array, np.arange(array.size)):
        return range(array.size)
    array.flags.writeable = False
    return array


class Labels:
    """What vertices are called, and which of them is called so. Immutable."""

    def __init__(self, values: Any) -> None:
        self.values = _simplest(values)

    def __len__(self) -> int:
        return len(self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Labels) or type(self.values) is not type(other.values):
            return False
        if isinstance(self.values, np.ndarray):
            return np.array_equal(self.values, other.values)
        return bool(self.values == other.values)

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {label: i for i, label in enumerate(listed(self.values))}

    @cached_property
    def _sorted(self) -> tuple[NDArray[Any], NDArray[np.intp]]:
        """Labels that are numbers, and whose they are."""
        array = np.asarray(self.values)
        order = np.argsort(array, kind="stable")
        return array[order], order

    def require_unique(self, what: str) -> None:
        if isinstance(self.values, range):
            return
        if isinstance(self.values, tuple):
            repeats = [v for i, v in enumerate(self.values) if self._places[v] != i]
        else:
            ordered, _ = self._sorted
            repeats = ordered[1:][ordered[1:] == ordered[:-1]].tolist()
        if repeats:
            raise ValueError(
                f"{what} holds {repeats[0]!r} twice: every vertex needs a label of its own"
            )

    def take(self, vertices: NDArray[Any]) -> list[Any]:
        """What these are called."""
        if isinstance(self.values, range):
            return listed(vertices)
        if isinstance(self.values, np.ndarray):
            return listed(self.values[vertices])
        return list(map(self.values.__getitem__, vertices.tolist()))

    def one(self, vertex: int) -> Any:
        i = operator.index(vertex)
        if not 0 <= i < len(self):
            raise IndexError(f"there is no vertex {i}: they are numbered 0 to {len(self) - 1}")
        return self.take(np.array([i]))[0]

    def find_one(self, label: Hashable) -> int:
        if not isinstance(self.values, tuple) and not is_whole(label):
            raise self._unknown(label, "", 0)
        return int(self.find([label])[0])

    def find(self, labels: Any, what: str = "") -> Ids:
        """The vertices that are called so. ValueError names the first label that none has."""
        if isinstance(labels, (str, bytes)) or not isinstance(labels, Iterable):
            raise ValueError(f"{what or 'labels'} is {labels!r}: pass a sequence of labels")
        if isinstance(self.values, tuple):
            return self._find_objects(listed(labels), what)
        wanted = flat(labels, what or "labels")
        if wanted.size == 0:
            return np.zeros(0, np.uint32)
        if wanted.dtype.kind not in "iu":
            items = wanted.tolist()
            for at, label in enumerate(items):
                if not is_whole(label):  # a dict finds 1.0 and True where 1 is
                    raise self._unknown(label, what, at)
            return self._find_objects(items, what)
        vertices, is_unknown = self._find_numbers(wanted)
        if is_unknown.any():
            at = int(np.argmax(is_unknown))
            raise self._unknown(item_at(wanted, at), what, at)
        return vertices.astype(np.uint32)

    def _find_objects(self, wanted: list[Any], what: str) -> Ids:
        places = self._places
        try:
            return np.fromiter(map(places.__getitem__, wanted), np.uint32, len(wanted))
        except KeyError:
            at = next(i for i, label in enumerate(wanted) if label not in places)
            raise self._unknown(wanted[at], what, at) from None

    def _find_numbers(self, wanted: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        if isinstance(self.values, range):
            return wanted, (wanted < 0) | (wanted >= len(self))
        ordered, vertices = self._sorted
        # numpy compares int64 with uint64 as float64, in which different large ids are equal.
        alike = wanted.astype(ordered.dtype)
        at = np.minimum(np.searchsorted(ordered, alike), ordered.size - 1)
        return vertices[at], (ordered[at] != alike) | ((wanted < 0) != (alike < 0))

    def _unknown(self, label: object, what: str, at: int) -> ValueError:
        known = (
            f"they are called 0 to {len(self) - 1}"
            if isinstance(self.values, range)
            else f"the first is called {self.one(0)!r}"
        )
        if what:
            found = f"{what} holds {label!r} at position {at}: no vertex is called so"
        else:
            found = f"no vertex is called {label!r}"
        return ValueError(f"{found}; there are {len(self)}, {known}")

    def for_input(self) -> dict[str, Any]:
        """As the compiled module takes them."""
        if isinstance(self.values, range):
            return {}
        if isinstance(self.values, np.ndarray) and self.values.min() >= 0:
            return {"labels": self.values.astype(np.uint64)}
        return {"names": list(map(str, listed(self.values)))}
