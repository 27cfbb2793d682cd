# SPDX-License-Identifier: MIT
"""Matrices in compressed sparse rows, such as those of scipy."""

from __future__ import annotations

from typing import Any, cast

from .. import _edgeldp
from .._later import NDArray, logger, np
from .arrays import directed_of_arcs
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Ids, checked_ids, refuse_first
from .labels import Labels


def _rows_of(x: Any) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """indptr and indices, checked but for the values of indices; copies only to convert."""
    indptr, indices = np.asarray(x.indptr), np.asarray(x.indices)
    for what, array in (("indptr", indptr), ("indices", indices)):
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise ValueError(
                f"{what} is an array of shape {array.shape} of {array.dtype}: compressed sparse "
                "rows have one-dimensional arrays of integers"
            )
    if indptr.size == 0 or indptr[0] != 0 or np.any(indptr[1:] < indptr[:-1]):
        raise ValueError("indptr must begin with 0 and never decrease")
    stored = int(indptr[-1])
    if stored > indices.size:
        raise ValueError(f"indptr ends at {stored}, but there are {indices.size} indices")
    if getattr(x, "data", None) is not None:
        _require_ones(np.asarray(x.data)[:stored])
    return np.ascontiguousarray(indptr, dtype=np.int64), np.ascontiguousarray(indices[:stored])


def _require_ones(data: NDArray[Any]) -> None:
    is_weight = data != 1
    why = "edges have no weights here; (a != 0) makes an edge of every entry that is not zero"
    refuse_first(data, is_weight, "data", why)


def _narrowed(indices: NDArray[Any], columns: int) -> NDArray[np.int32]:
    """The bits of uint32, as the compiled module takes them."""
    if indices.dtype not in (np.dtype(np.int32), np.dtype(np.uint32)):
        indices = _column_ids(indices, columns)
    return cast("NDArray[np.int32]", indices.view(np.int32))


def _column_ids(indices: NDArray[Any], columns: int) -> Ids:
    rule = f"the matrix has {columns} columns, numbered from 0"
    return checked_ids(indices, "indices", columns, rule).astype(np.uint32)


def graph_of(x: Any, name: str | None) -> Graph:
    layout = getattr(x, "format", "csr")
    if layout not in ("csr", "csc"):
        raise ValueError(f"a matrix in the format {layout!r}: a.tocsr() makes compressed rows")
    indptr, indices = _rows_of(x)
    n = indptr.size - 1
    shape = tuple(getattr(x, "shape", (n, n)))
    if shape != (n, n):
        raise ValueError(
            f"a matrix of shape {shape} with {n} rows in indptr: a graph's matrix is square; "
            "edgeldp.as_bipartite takes one of users and items"
        )
    narrow = _narrowed(indices, n)
    try:
        graph = _edgeldp.Graph.from_csr(indptr, narrow)
    except ValueError:
        graph = _edgeldp.Graph.from_csr(indptr, _with_sorted_rows(indptr, indices))
    return Graph(graph, name=name or "graph")


def _with_sorted_rows(indptr: NDArray[np.int64], indices: NDArray[Any]) -> NDArray[np.int32]:
    """A sorted copy of rows that the compiled module refused, if nothing else is wrong with them.

    ValueError says what is.
    """
    n = indptr.size - 1
    columns = _column_ids(indices, n)
    rows = np.repeat(np.arange(n, dtype=np.uint64), np.diff(indptr))
    loops = np.flatnonzero(rows == columns)
    if loops.size:
        raise ValueError(
            f"the matrix has an entry on its diagonal, at ({rows[loops[0]]}, {rows[loops[0]]}): "
            "nobody is its own neighbour here; a.setdiag(0) and a.eliminate_zeros() remove it"
        )
    entries = rows * np.uint64(n) + columns
    ordered, mirrored = np.sort(entries), np.sort(columns * np.uint64(n) + rows)
    repeats = ordered[1:][ordered[1:] == ordered[:-1]]
    if repeats.size:
        u, v = divmod(int(repeats[0]), n)
        raise ValueError(f"the matrix holds the entry ({u}, {v}) twice: call a.sum_duplicates()")
    lone = np.setdiff1d(ordered, mirrored, assume_unique=True)
    if lone.size:
        u, v = divmod(int(lone[0]), n)
        raise ValueError(
            f"the matrix is not symmetric: it holds ({u}, {v}) and not ({v}, {u}), as that of a "
            "directed graph; (a + a.T) != 0 forgets directions"
        )
    logger().info("the rows of the matrix are not sorted: they are copied")
    return cast("NDArray[np.int32]", (ordered % np.uint64(n)).astype(np.uint32).view(np.int32))


def directed_of(x: Any, name: str | None) -> DirectedGraph:
    """Rows are tails, columns heads."""
    u, v, shape = _entries_of(x)
    if shape[0] != shape[1]:
        raise ValueError(f"a matrix of shape {shape}: a graph's matrix is square")
    return directed_of_arcs(u, v, Labels(range(shape[0])), True, name)


def bipartite_of(x: Any, users: str, name: str | None) -> BipartiteGraph:
    u, v, shape = _entries_of(x)
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(*shape, u, v), name=name or "graph", users=users
    )


def _entries_of(x: Any) -> tuple[Ids, Ids, tuple[int, int]]:
    """Rows and columns of all entries, and how many there are of both."""
    layout = getattr(x, "format", "csr")
    if layout != "csr":
        raise ValueError(f"a matrix in the format {layout!r}: a.tocsr() makes compressed rows")
    indptr, indices = _rows_of(x)
    rows = indptr.size - 1
    shape = tuple(x.shape)
    if len(shape) != 2 or shape[0] != rows:
        raise ValueError(f"a matrix of shape {shape}, but indptr has {rows} rows")
    v = _column_ids(indices, shape[1])
    u = np.repeat(np.arange(rows, dtype=np.uint32), np.diff(indptr))
    return u, v, (rows, int(shape[1]))
