# SPDX-License-Identifier: MIT
"""Lists of edges: two columns of ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .. import _edgeldp
from .._later import NDArray, logger, np
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Columns, Declared, Ids, Sides, checked_count, checked_ids, is_whole
from .labels import Labels


def graph_of(x: Any, declared: Declared, name: str | None) -> Graph:
    return graph_of_columns(_columns_of(x), declared, name)


def bipartite_of(x: Any, sides: Sides, name: str | None) -> BipartiteGraph:
    return bipartite_of_columns(_columns_of(x), sides, name)


def _columns_of(x: Any) -> Columns:
    if isinstance(x, list) and len(x) == 2 and all(isinstance(part, np.ndarray) for part in x):
        x = tuple(x)
    if isinstance(x, tuple):
        if len(x) != 2:
            raise ValueError(f"a tuple of {len(x)} parts: edges are a tuple (u, v) of two arrays")
        return [("u", x[0]), ("v", x[1])]
    try:
        rows = np.asarray(x)
    except ValueError:
        raise ValueError("the pairs of the list differ in length: an edge has two ends") from None
    if rows.shape == (0,):
        rows = rows.reshape(0, 2)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ValueError(f"an array of shape {rows.shape}: {_advice_on(rows.shape)}")
    return [("column 0", rows[:, 0]), ("column 1", rows[:, 1])]


def _advice_on(shape: tuple[int, ...]) -> str:
    wanted = "edges are the rows of an array of shape (m, 2), or a tuple (u, v) of two arrays"
    if len(shape) == 2 and shape[0] == shape[1]:
        return wanted + "; np.nonzero(a) makes that tuple of an adjacency matrix"
    if len(shape) == 2 and shape[0] == 2:
        return wanted + "; transpose it: a.T"
    return wanted


Numbered = tuple[list[Ids], "Labels", bool]
"""Columns as numbers of vertices, what vertices are called, and whether that was declared."""

Numbering = Callable[[Columns, Declared, str], Numbered]
"""option: the name of the parameter that declares vertices, for messages."""


def numbered(columns: Columns, declared: Declared, option: str) -> Numbered:
    """Undeclared vertices are 0 to the largest id."""
    if declared is None:
        found = [checked_ids(values, what) for what, values in columns]
        return [ids.astype(np.uint32) for ids in found], Labels(range(_most(found, option))), False
    if is_whole(declared):
        n = checked_count(declared, option)
        rule = f"{option}={n} says that ids are 0 to {n - 1}"
        found = [checked_ids(values, what, n, rule) for what, values in columns]
        return [ids.astype(np.uint32) for ids in found], Labels(range(n)), True
    labels = declared_labels(declared, option)
    return [labels.find(values, what) for what, values in columns], labels, True


def declared_labels(declared: Any, option: str) -> Labels:
    if isinstance(declared, (str, bytes)) or not isinstance(declared, (Iterable, np.ndarray)):
        raise ValueError(f"{option}={declared!r}: pass the sequence of all labels")
    labels = Labels(declared)
    if len(labels) == 0:
        raise ValueError(f"{option} is empty: at least one label is needed")
    labels.require_unique(option)
    return labels


def _most(found: list[NDArray[Any]], option: str) -> int:
    """One more than the largest id."""
    entries = sum(ids.size for ids in found)
    if entries == 0:
        raise ValueError(f"there are no edges: {option}= must say how many vertices there are")
    n = 1 + max(int(ids.max()) for ids in found if ids.size)
    if n > 2**24 and n > 64 * entries:
        raise ValueError(
            f"ids go up to {n - 1}, but {entries // len(found)} edges name few of them: "
            f"{option}={n} says that all below are vertices; if ids only tell vertices apart, "
            "pass a pandas.DataFrame, or a sequence of all ids: np.unique(...)"
        )
    return n


def _require_same_lengths(columns: Columns, u: Ids, v: Ids) -> None:
    if u.size != v.size:
        (first, _), (second, _) = columns
        raise ValueError(f"{first} has {u.size} ids and {second} {v.size}: an edge has two ends")


def graph_of_columns(
    columns: Columns, declared: Declared, name: str | None, number: Numbering = numbered
) -> Graph:
    option = "nodes" if declared is None or is_whole(declared) else "users"
    (u, v), labels, is_declared = number(columns, declared, option)
    _require_same_lengths(columns, u, v)
    return graph_of_edges(u, v, labels, is_declared, name)


def _tell_loops(u: Ids, v: Ids) -> None:
    loops = int(np.count_nonzero(u == v))
    if loops:
        logger().info("%d self-loops are left out", loops)


def graph_of_edges(u: Ids, v: Ids, labels: Labels, is_declared: bool, name: str | None) -> Graph:
    _tell_loops(u, v)
    graph = _edgeldp.Graph(len(labels), u, v)
    return Graph(graph, name=name or "graph", labels=labels, users_are_declared=is_declared)


def directed_of(x: Any, declared: Declared, name: str | None) -> DirectedGraph:
    return directed_of_columns(_columns_of(x), declared, name)


def directed_of_columns(
    columns: Columns, declared: Declared, name: str | None, number: Numbering = numbered
) -> DirectedGraph:
    option = "nodes" if declared is None or is_whole(declared) else "users"
    (u, v), labels, is_declared = number(columns, declared, option)
    _require_same_lengths(columns, u, v)
    return directed_of_arcs(u, v, labels, is_declared, name)


def directed_of_arcs(
    u: Ids, v: Ids, labels: Labels, is_declared: bool, name: str | None
) -> DirectedGraph:
    _tell_loops(u, v)
    graph = _edgeldp.ArcGraph(len(labels), u, v)
    return DirectedGraph(graph, name=name or "graph", labels=labels, users_are_declared=is_declared)


def bipartite_of_columns(
    columns: Columns, sides: Sides, name: str | None, number: Numbering = numbered
) -> BipartiteGraph:
    (u,), left_labels, left_is_declared = number(columns[:1], sides.left, "left")
    (v,), right_labels, right_is_declared = number(columns[1:], sides.right, "right")
    _require_same_lengths(columns, u, v)
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(len(left_labels), len(right_labels), u, v),
        name=name or "graph",
        users=sides.users,
        left_labels=left_labels,
        right_labels=right_labels,
        users_are_declared=left_is_declared if sides.users == "left" else right_is_declared,
    )
