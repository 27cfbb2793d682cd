# SPDX-License-Identifier: MIT
"""Frames of pandas, whose labels may be anything."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


from .._later import np
from .arrays import (Numbered, bipartite_of_columns, directed_of_columns, graph_of_columns,
                     numbered)
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Columns, Declared, Sides, refuse_first
from .labels import Labels

_GRAPH_COLUMNS = (("source", "target"), ("u", "v"), ("from", "to"))
_BIPARTITE_COLUMNS = (("user", "item"), ("left", "right"), *_GRAPH_COLUMNS)
_WEIGHT_COLUMNS = ("weight", "weights", "rating", "count")


def graph_of(frame: Any, declared: Declared, name: str | None) -> Graph:
    return graph_of_columns(_columns_of(frame, _GRAPH_COLUMNS), declared, name, _numbered)


def directed_of(frame: Any, declared: Declared, name: str | None) -> DirectedGraph:
    return directed_of_columns(_columns_of(frame, _GRAPH_COLUMNS), declared, name, _numbered)


def bipartite_of(frame: Any, sides: Sides, name: str | None) -> BipartiteGraph:
    return bipartite_of_columns(_columns_of(frame, _BIPARTITE_COLUMNS), sides, name, _numbered)


def _columns_of(frame: Any, known: Sequence[tuple[str, str]]) -> Columns:
    names = list(frame.columns)
    places = [0, 1] if len(names) == 2 else _known_places(names, known)
    for i, name in enumerate(names):
        is_weight = i not in places and str(name).lower() in _WEIGHT_COLUMNS
        if is_weight and not (frame.iloc[:, i] == 1).all():
            raise ValueError(
                f"the DataFrame has weights, the column {name!r}: edges have no weights here; "
                f"df[{[names[place] for place in places]}] drops them"
            )
    columns = [(f"column {names[i]!r}", frame.iloc[:, i]) for i in places]
    for what, column in columns:
        why = "the value is missing; df.dropna() drops such rows"
        refuse_first(column.to_numpy(), column.isna().to_numpy(), what, why)
    return columns


def _known_places(names: list[Any], known: Sequence[tuple[str, str]]) -> list[int]:
    for pair in known:
        if all(names.count(column) == 1 for column in pair):
            return [names.index(column) for column in pair]
    raise ValueError(
        f"the DataFrame has the columns {names}, and it is not clear which are the ends of edges: "
        f"pass two of them, df[[a, b]], or call them {', or '.join(map(' and '.join, known))}"
    )


def _numbered(columns: Columns, declared: Declared, option: str) -> Numbered:
    """As numbered, but undeclared vertices are the values found, in the order of the rows."""
    if declared is not None:
        return numbered(columns, declared, option)
    rows, width = len(columns[0][1]), len(columns)
    if rows == 0:
        raise ValueError(f"there are no edges: {option}= must say which vertices there are")
    pandas = sys.modules["pandas"]
    by_row = np.arange(rows * width).reshape(width, rows).T.ravel()
    values = pandas.concat([column for _, column in columns], ignore_index=True).infer_objects()
    codes, labels = pandas.factorize(values.take(by_row))
    ends = np.ascontiguousarray(codes.reshape(rows, width).T, dtype=np.uint32)
    return list(ends), Labels(labels), False
