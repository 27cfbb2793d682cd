# SPDX-License-Identifier: MIT
"""Graphs of whatever holds one: which source it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Hashable, Sequence
from typing import Any, cast

from .._later import NDArray, np
from . import arrays, files, igraph, networkx, pandas, scipy
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Declared, Sides, checked_count


def as_graph(
    x: Any,
    *,
    nodes: int | None = None,
    users: Sequence[Hashable] | NDArray[Any] | None = None,
    name: str | None = None,
    format: str = "auto",
    names: bool = False,
) -> Graph:
    """Makes a graph of whatever holds one.

    Parameters
    ----------
    x : str, path, pair of arrays, array, sparse matrix, networkx, igraph or pandas object, Graph
        - A file: an edge list with two ids a line, KONECT, Matrix Market, METIS; plain or gzip; .ecsr or .sg.
        - A tuple ``(u, v)`` of two arrays or lists: edge i joins ``u[i]`` and ``v[i]``.
        - An array of shape (m, 2), or a list of m pairs: a row is an edge.
        - A square matrix in compressed sparse rows, such as scipy's: anything with `indptr` and
          `indices`. It must be symmetric, with an empty diagonal, and hold no numbers but 1.
        - A ``networkx.Graph`` or an undirected ``igraph.Graph``; igraph's nodes are called by
          their attribute "name" if they have it.
        - A ``pandas.DataFrame`` of two columns, or with columns source and target, u and v, or
          from and to. Nodes are called as in the frame, and numbered as they appear in it.
        - A `Graph`: returned as it is.
    nodes : int, optional
        Of files and lists of edges: all users are 0 to ``nodes - 1``.
    users : sequence, optional
        Of files and lists of edges: what all users are called, in the order of their numbers.
    name : str, optional
        What results call the graph; otherwise the file's name, the networkx graph's, or "graph".
    format : {"auto", "edge-list", "matrix-market", "metis", "adjacency-list", "sif", "pajek", \
"graphml"}
        Of a file; graphml also reads GEXF.
    names : bool
        Of a file: its nodes have names, which need not be numbers.

    Returns
    -------
    Graph

    Raises
    ------
    ValueError
        If x is directed, weighted, not symmetric or holds what is no id. The message says where,
        and what to do.
    OSError
        If a file cannot be read.
    TypeError
        If x is none of the above.

    Notes
    -----
    Without `nodes` and `users` the nodes of an array are 0 to its largest id, and those of a
    DataFrame or an edge list in a file are those that it names: `users_are_declared` is false
    then. Matrices and networkx and igraph graphs list their nodes.

    Parallel edges count once, and self-loops are left out: a line of the log "edgeldp" says how
    many, or of a file `clean_up`. A matrix with self-loops is refused. Of a file further columns,
    such as weights, are ignored.

    A matrix with an int64 `indptr` and int32 (or uint32) `indices`, both contiguous, is not
    copied: nobody may change its arrays while the graph lives. Scipy's usual int32 `indptr` is
    converted, `indices` is shared still. Rows that are not sorted are copied. Arrays of a million
    edges take milliseconds to check and convert, the same in a DataFrame some tenths of a second.
    A networkx or igraph graph takes a pass over its edges in Python: one or two seconds for a
    million.

    Examples
    --------
    >>> edgeldp.as_graph(([0, 1, 2], [1, 2, 0]), nodes=4)
    <edgeldp.Graph 'graph': 4 nodes, 3 edges>
    """
    declared = _declared_by(nodes, users)
    if isinstance(x, (str, os.PathLike)):
        return files.graph_of(os.fspath(x), declared, name, format, names)
    _refuse_file_options(format, names)
    if _is_a("pandas", "DataFrame", x):
        return pandas.graph_of(x, declared, name)
    if isinstance(x, (tuple, list, np.ndarray)):
        return arrays.graph_of(x, declared, name)
    if declared is not None:
        raise ValueError(f"nodes= and users= go with files and lists of edges; {_says_itself(x)}")
    if isinstance(x, Graph):
        return x
    if isinstance(x, DirectedGraph):
        raise ValueError(
            "the graph is directed, and what is asked are contacts that both users know: "
            "directed graphs go with ask(), mixing() and Collector(users=...)"
        )
    if _is_a("networkx", "Graph", x):
        return networkx.graph_of(x, name)
    if _is_a("igraph", "Graph", x):
        return igraph.graph_of(x, name)
    if hasattr(x, "indptr") and hasattr(x, "indices"):
        return scipy.graph_of(x, name)
    raise TypeError(
        f"{_kind(x)} is no graph that edgeldp knows. It takes the path of a file, a tuple (u, v) "
        "of two arrays, an array of shape (m, 2), a sparse matrix in CSR form (a.tocsr()), a "
        "networkx.Graph, an igraph.Graph, a pandas.DataFrame of two columns, or an edgeldp.Graph"
    )


def as_directed(
    x: Any,
    *,
    nodes: int | None = None,
    users: Sequence[Hashable] | NDArray[Any] | None = None,
    name: str | None = None,
    format: str = "auto",
    names: bool = False,
) -> DirectedGraph:
    """Makes a directed graph of whatever holds one.

    Parameters
    ----------
    x : str, path, pair of arrays, array, sparse matrix, networkx or pandas object, DirectedGraph
        As `as_graph` takes them, except that an edge from u to v is an arc, which is in the list
        of u alone. A matrix need not be symmetric: its rows are tails, its columns heads. Of
        networkx a ``DiGraph``. Files whose format has no directions are refused.
    nodes, users, name, format, names
        See `as_graph`.

    Returns
    -------
    DirectedGraph

    Raises
    ------
    ValueError, OSError, TypeError
        See `as_graph`.

    Notes
    -----
    Arcs that are there twice count once, and self-loops are left out. All arrays are copied.

    Examples
    --------
    >>> edgeldp.as_directed(([0, 1, 2], [1, 0, 0]), nodes=4).arcs
    3
    """
    declared = _declared_by(nodes, users)
    if isinstance(x, (str, os.PathLike)):
        return files.directed_of(os.fspath(x), declared, name, format, names)
    _refuse_file_options(format, names)
    if _is_a("pandas", "DataFrame", x):
        return pandas.directed_of(x, declared, name)
    if isinstance(x, (tuple, list, np.ndarray)):
        return arrays.directed_of(x, declared, name)
    if declared is not None:
        raise ValueError(f"nodes= and users= go with files and lists of arcs; {_says_itself(x)}")
    if isinstance(x, DirectedGraph):
        return x
    if _is_a("networkx", "Graph", x):
        return networkx.directed_of(x, name)
    if all(hasattr(x, part) for part in ("indptr", "indices", "shape")):
        return scipy.directed_of(x, name)
    raise TypeError(
        f"{_kind(x)} is no directed graph that edgeldp knows. It takes the path of a file, a tuple "
        "(u, v) of two arrays, an array of shape (m, 2), a sparse matrix in CSR form (a.tocsr()), "
        "a networkx.DiGraph, a pandas.DataFrame of two columns, or an edgeldp.DirectedGraph"
    )


def as_either(x: Any) -> Graph | DirectedGraph:
    """A directed graph as it is, and of all else what `as_graph` makes."""
    return x if isinstance(x, DirectedGraph) else as_graph(x)


def as_bipartite(
    x: Any,
    *,
    left: int | Sequence[Hashable] | NDArray[Any] | None = None,
    right: int | Sequence[Hashable] | NDArray[Any] | None = None,
    users: str = "left",
    name: str | None = None,
    format: str = "auto",
    names: bool = False,
) -> BipartiteGraph:
    """Makes a graph of users and items of whatever holds one.

    Parameters
    ----------
    x : str, path, pair of arrays, array, sparse matrix, networkx or pandas object, BipartiteGraph
        As `as_graph` takes them, except that the first end of an edge is on the left side and the
        second on the right, and the sides are numbered apart: the edge (7, 7) joins two nodes.
        A matrix may have any shape: its rows are left, its columns right. Nodes of a
        ``networkx.Graph`` have the attribute "bipartite": 0 says left, 1 right. Of a
        ``pandas.DataFrame`` with more than two columns, those are taken that are called user and
        item, left and right, or as `as_graph` says.
    left, right : int or sequence, optional
        Of arrays and DataFrames: the nodes of a side. A number n says that they are 0 to n - 1, a
        sequence what all are called.
    users : {"left", "right"}
        The side whose nodes are users, each of whom knows its own items. Of files: left.
    name, format, names
        See `as_graph`.

    Returns
    -------
    BipartiteGraph

    Raises
    ------
    ValueError, OSError, TypeError
        See `as_graph`.

    Notes
    -----
    Edges that are there twice count once. The arrays of a matrix are copied. A `BipartiteGraph` is
    returned as it is, `users` included.

    Examples
    --------
    >>> edgeldp.as_bipartite(([0, 0, 1], [0, 1, 0]))
    <edgeldp.BipartiteGraph 'graph': 2 left, 2 right, 3 edges, users left>
    """
    if users not in ("left", "right"):
        raise ValueError(f'users={users!r}: say which side they are, "left" or "right"')
    sides = Sides(left, right, users)
    if isinstance(x, (str, os.PathLike)):
        return files.bipartite_of(os.fspath(x), sides, name, format, names)
    _refuse_file_options(format, names)
    if _is_a("pandas", "DataFrame", x):
        return pandas.bipartite_of(x, sides, name)
    if isinstance(x, (tuple, list, np.ndarray)):
        return arrays.bipartite_of(x, sides, name)
    if left is not None or right is not None:
        raise ValueError(f"left= and right= go with lists of edges; {_says_itself(x)}")
    if isinstance(x, BipartiteGraph):
        return x
    if _is_a("networkx", "Graph", x):
        return networkx.bipartite_of(x, users, name)
    if all(hasattr(x, part) for part in ("indptr", "indices", "shape")):
        return scipy.bipartite_of(x, users, name)
    raise TypeError(
        f"{_kind(x)} is no graph of users and items that edgeldp knows. It takes the path of a "
        "file, a tuple (u, v) of two arrays, an array of shape (m, 2), a sparse matrix in CSR "
        "form (a.tocsr()), a networkx.Graph, a pandas.DataFrame of two columns, or an "
        "edgeldp.BipartiteGraph"
    )


def _is_a(package: str, kind: str, x: object) -> bool:
    """Whether x is of a package that somebody else has imported: nobody has to install it."""
    return isinstance(x, getattr(sys.modules.get(package), kind, ()))


def _kind(x: object) -> str:
    return f"{type(x).__module__}.{type(x).__qualname__}"


def _says_itself(x: object) -> str:
    return f"{_kind(x)} says itself which nodes it has"


def _declared_by(nodes: int | None, users: Any) -> Declared:
    if nodes is not None and users is not None:
        raise ValueError("nodes= and users= both say who the users are: pass one of them")
    if nodes is not None:
        return checked_count(nodes)
    return cast(Declared, users)


def _refuse_file_options(format: str, names: bool) -> None:
    if format != "auto" or names:
        raise ValueError("format= and names= say how to read a file: pass its path, or leave them")
