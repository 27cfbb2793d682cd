# SPDX-License-Identifier: MIT
"""Graphs of users, made of whatever holds edges: files, arrays, objects of other packages."""

from __future__ import annotations

import logging
import operator
import os
import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Union, cast

import numpy as np
from numpy.typing import NDArray

from . import _edgeldp

__all__ = ["BipartiteGraph", "Graph", "as_bipartite", "as_graph"]

_logger = logging.getLogger("edgeldp")

_Ids = NDArray[np.uint32]
_LabelValues = Union[range, NDArray[Any], "tuple[Any, ...]"]
_Declared = Union[int, Sequence[Hashable], NDArray[Any], None]
"""Which vertices there are: how many, what all are called, or (None) those that have an edge."""

_Columns = list[tuple[str, Any]]
"""Of the ends of edges, with what messages call them."""

_MOST_VERTICES = 2**32
_FORMATS = (
    "auto",
    "edge-list",
    "matrix-market",
    "metis",
    "adjacency-list",
    "sif",
    "pajek",
    "graphml",
)
_GRAPH_COLUMNS = (("source", "target"), ("u", "v"), ("from", "to"))
_BIPARTITE_COLUMNS = (("user", "item"), ("left", "right"), *_GRAPH_COLUMNS)
_WEIGHT_COLUMNS = ("weight", "weights", "rating", "count")


# What vertices are called.


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _listed(values: Any) -> list[Any]:
    return cast("list[Any]", values.tolist()) if hasattr(values, "tolist") else list(values)


def _simplest(values: Any) -> _LabelValues:
    """range(n) if they are those numbers, an array of other whole numbers, or a tuple."""
    if isinstance(values, range) and values == range(len(values)):
        return values
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
        is_wide = values.dtype == np.uint64 and values.size > 0 and values.max() >= 2**63
        array = values.astype(np.uint64 if is_wide else np.int64)
    else:
        items = _listed(values)
        if not all(map(_is_whole, items)):
            return tuple(items)
        try:
            array = np.array(list(map(operator.index, items)), dtype=np.int64)
        except OverflowError:
            return tuple(items)
    if np.array_equal(array, np.arange(array.size)):
        return range(array.size)
    array.flags.writeable = False
    return array


class _Labels:
    """What vertices are called, and which of them is called so. Immutable."""

    def __init__(self, values: Any) -> None:
        self.values = _simplest(values)

    def __len__(self) -> int:
        return len(self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Labels) or type(self.values) is not type(other.values):
            return False
        if isinstance(self.values, np.ndarray):
            return np.array_equal(self.values, other.values)
        return bool(self.values == other.values)

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {label: i for i, label in enumerate(_listed(self.values))}

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
            return _listed(vertices)
        if isinstance(self.values, np.ndarray):
            return _listed(self.values[vertices])
        return list(map(self.values.__getitem__, vertices.tolist()))

    def one(self, vertex: int) -> Any:
        i = operator.index(vertex)
        if not 0 <= i < len(self):
            raise IndexError(f"there is no vertex {i}: they are numbered 0 to {len(self) - 1}")
        return self.take(np.array([i]))[0]

    def find_one(self, label: Hashable) -> int:
        if not isinstance(self.values, tuple) and not _is_whole(label):
            raise self._unknown(label, "", 0)
        return int(self.find([label])[0])

    def find(self, labels: Any, what: str = "") -> _Ids:
        """The vertices that are called so. ValueError names the first label that none has."""
        if isinstance(labels, (str, bytes)) or not isinstance(labels, Iterable):
            raise ValueError(f"{what or 'labels'} is {labels!r}: pass a sequence of labels")
        if isinstance(self.values, tuple):
            return self._find_objects(_listed(labels), what)
        wanted = _flat(labels, what or "labels")
        if wanted.size == 0:
            return np.zeros(0, np.uint32)
        if wanted.dtype.kind not in "iu":
            items = wanted.tolist()
            for at, label in enumerate(items):
                if not _is_whole(label):  # a dict finds 1.0 and True where 1 is
                    raise self._unknown(label, what, at)
            return self._find_objects(items, what)
        vertices, is_unknown = self._find_numbers(wanted)
        if is_unknown.any():
            at = int(np.argmax(is_unknown))
            raise self._unknown(_item(wanted, at), what, at)
        return vertices.astype(np.uint32)

    def _find_objects(self, wanted: list[Any], what: str) -> _Ids:
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
        return {"names": list(map(str, _listed(self.values)))}


# Graphs.


class _Named:
    """What graphs of both kinds have in common. `_labels` are those of the users."""

    __slots__ = ("_clean_up", "_input", "_labels")

    _input: _edgeldp.Input
    _labels: _Labels
    _clean_up: dict[str, int]

    @property
    def name(self) -> str:
        """What results call the graph."""
        return self._input.name

    @property
    def labels(self) -> _LabelValues:
        """What user i is called.

        ``range(n)`` where nobody named them, a read-only array of other whole numbers, or a tuple.
        """
        return self._labels.values

    @property
    def users_are_declared(self) -> bool:
        """Whether the set of users was said, and does not follow from who has an edge.

        If it follows from the edges, whoever sees the set learns from it who has an edge: then
        that must be public.
        """
        return self._input.users_are_declared

    @property
    def clean_up(self) -> dict[str, int]:
        """What the reader of a file saw and dropped (lines, comments, self_loops, ...), or {}."""
        return dict(self._clean_up)

    def index(self, label: Hashable) -> int:
        """The number of the user who is called `label`.

        Raises
        ------
        ValueError
            If nobody is called so.
        """
        return self._labels.find_one(label)

    def indices_of(self, labels: Any) -> _Ids:
        """The numbers of the users who are called so.

        Parameters
        ----------
        labels : sequence
            Labels in any order; they may repeat.

        Returns
        -------
        ndarray of uint32
            As many as `labels`.

        Raises
        ------
        ValueError
            If nobody is called so: it names the first such label.

        Notes
        -----
        Where labels are whole numbers the first call sorts them once; no call loops in Python.
        """
        return self._labels.find(labels, "labels")

    def label(self, i: int) -> Any:
        """What user `i` is called.

        Raises
        ------
        IndexError
            If `i` is negative or not below the number of users.
        """
        return self._labels.one(i)


class Graph(_Named):
    """An undirected graph without self-loops and parallel edges. Immutable.

    Every node is a user who knows its neighbours and nobody else's. `as_graph` makes graphs of
    files, arrays and objects of other packages. Nodes are numbered 0 to n - 1; `labels` says what
    they were called before.

    Parameters
    ----------
    graph : compiled graph
    name : str
    labels, users_are_declared, clean_up : optional
        See the properties of the same names.
    """

    __slots__ = ("_graph",)

    def __init__(
        self,
        graph: _edgeldp.Graph,
        *,
        name: str,
        labels: _Labels | None = None,
        users_are_declared: bool = True,
        clean_up: dict[str, int] | None = None,
    ) -> None:
        if graph.nodes == 0:
            raise ValueError("the graph has no nodes: at least one is needed")
        self._graph = graph
        self._labels = _Labels(range(graph.nodes)) if labels is None else labels
        self._clean_up = clean_up or {}
        self._input = _edgeldp.Input(
            graph, name, users_are_declared=users_are_declared, **self._labels.for_input()
        )

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self._graph.nodes

    @property
    def edges(self) -> int:
        """How many edges there are, each counted once."""
        return self._graph.edges

    @property
    def indptr(self) -> NDArray[np.int64]:
        """Where lists begin: node i's neighbours are ``indices[indptr[i]:indptr[i + 1]]``.

        The graph's own memory, not a copy.
        """
        return self._graph.indptr

    @property
    def indices(self) -> NDArray[np.int32]:
        """Neighbours of node 0, of node 1, and so on, each list increasing: every edge is there
        twice. The graph's own memory, not a copy."""
        return self._graph.indices

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.Graph`` whose nodes are the labels.

        Notes
        -----
        networkx must be installed. Takes one pass over the edges in Python.
        """
        import networkx

        made = networkx.Graph(name=self.name)
        made.add_nodes_from(_listed(self.labels))
        u = np.repeat(np.arange(self.nodes), np.diff(self.indptr))
        v = self.indices.view(np.uint32)
        is_first_end = u < v
        take = self._labels.take
        made.add_edges_from(zip(take(u[is_first_end]), take(v[is_first_end])))
        return made

    def __repr__(self) -> str:
        return f"<edgeldp.Graph {self.name!r}: {self.nodes} nodes, {self.edges} edges>"

    def __eq__(self, other: object) -> bool:
        """Whether nodes, edges and labels are the same, whatever the names of the graphs."""
        if not isinstance(other, Graph):
            return NotImplemented
        return self._labels == other._labels and self._graph == other._graph

    def __hash__(self) -> int:
        return hash((self.nodes, self.edges))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.indptr, self.indices, self.labels)
        return _restored, (*parts, self.name, self.users_are_declared, self.clean_up)


def _restored(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    labels: _LabelValues,
    name: str,
    users_are_declared: bool,
    clean_up: dict[str, int],
) -> Graph:
    return Graph(
        _edgeldp.Graph.from_csr(indptr, indices),
        name=name,
        labels=_Labels(labels),
        users_are_declared=users_are_declared,
        clean_up=clean_up,
    )


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
    """
    declared = _declared_by(nodes, users)
    if isinstance(x, (str, os.PathLike)):
        return _read_graph(os.fspath(x), declared, name, format, names)
    _refuse_file_options(format, names)
    if _is_a("pandas", "DataFrame", x):
        return _graph_of_columns(
            _frame_columns(x, _GRAPH_COLUMNS), declared, name, _frame_vertices
        )
    if isinstance(x, (tuple, list, np.ndarray)):
        return _graph_of_columns(_end_columns(x), declared, name)
    if declared is not None:
        raise ValueError(f"nodes= and users= go with files and lists of edges; {_says_itself(x)}")
    if isinstance(x, Graph):
        return x
    if _is_a("networkx", "Graph", x):
        return _graph_of_networkx(x, name)
    if _is_a("igraph", "Graph", x):
        return _graph_of_igraph(x, name)
    if hasattr(x, "indptr") and hasattr(x, "indices"):
        return _graph_of_matrix(x, name)
    raise TypeError(
        f"{_kind(x)} is no graph that edgeldp knows. It takes the path of a file, a tuple (u, v) "
        "of two arrays, an array of shape (m, 2), a sparse matrix in CSR form (a.tocsr()), a "
        "networkx.Graph, an igraph.Graph, a pandas.DataFrame of two columns, or an edgeldp.Graph"
    )


class BipartiteGraph(_Named):
    """A graph of users and items in which edges join a user to an item. Immutable.

    `as_bipartite` makes them. The two sides, left and right, are numbered apart, each from 0;
    `labels`, `index`, `indices_of` and `label` are about the side of the users.

    Parameters
    ----------
    graph : compiled graph
    name : str
    users : {"left", "right"}
    left_labels, right_labels, users_are_declared, clean_up : optional
        See the properties of the same names.
    """

    __slots__ = ("_graph", "_left_labels", "_right_labels", "_users")

    def __init__(
        self,
        graph: _edgeldp.BipartiteGraph,
        *,
        name: str,
        users: str = "left",
        left_labels: _Labels | None = None,
        right_labels: _Labels | None = None,
        users_are_declared: bool = True,
        clean_up: dict[str, int] | None = None,
        read: _edgeldp.Input | None = None,
    ) -> None:
        if graph.left == 0 or graph.right == 0:
            raise ValueError("the graph has an empty side: at least one user and item are needed")
        self._graph = graph
        self._left_labels = _Labels(range(graph.left)) if left_labels is None else left_labels
        self._right_labels = _Labels(range(graph.right)) if right_labels is None else right_labels
        self._users = users
        self._labels = self._left_labels if users == "left" else self._right_labels
        self._clean_up = clean_up or {}
        self._input = read or _edgeldp.Input(graph, name, users_are_declared=users_are_declared)

    @property
    def left(self) -> int:
        """How many nodes the left side has."""
        return self._graph.left

    @property
    def right(self) -> int:
        """How many nodes the right side has."""
        return self._graph.right

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return self._graph.edges

    @property
    def users(self) -> str:
        """Which side the users are: "left" or "right". The other side are items."""
        return self._users

    @property
    def left_labels(self) -> _LabelValues:
        """What nodes of the left side are called: see `labels`."""
        return self._left_labels.values

    @property
    def right_labels(self) -> _LabelValues:
        """What nodes of the right side are called: see `labels`."""
        return self._right_labels.values

    @property
    def users_are_declared(self) -> bool:
        """As of `Graph`."""
        is_left = self._users == "left"
        return self._input.users_are_declared if is_left else self._input.items_are_declared

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BipartiteGraph):
            return NotImplemented
        return (
            self._users == other._users
            and self._graph == other._graph
            and self._left_labels == other._left_labels
            and self._right_labels == other._right_labels
        )

    def __hash__(self) -> int:
        return hash((self.left, self.right, self.edges))

    def __reduce__(self) -> tuple[Any, ...]:
        sides = (self.left, self.right, *self._graph.ends(), self.left_labels, self.right_labels)
        return _bipartite_restored, (*sides, self.users, self.name, self.users_are_declared)

    def __repr__(self) -> str:
        return (
            f"<edgeldp.BipartiteGraph {self.name!r}: {self.left} left, {self.right} right, "
            f"{self.edges} edges, users {self.users}>"
        )


def _bipartite_restored(
    left: int,
    right: int,
    u: _Ids,
    v: _Ids,
    left_labels: _LabelValues,
    right_labels: _LabelValues,
    users: str,
    name: str,
    users_are_declared: bool,
) -> BipartiteGraph:
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(left, right, u, v),
        name=name,
        users=users,
        left_labels=_Labels(left_labels),
        right_labels=_Labels(right_labels),
        users_are_declared=users_are_declared,
    )


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
    """
    if users not in ("left", "right"):
        raise ValueError(f'users={users!r}: say which side they are, "left" or "right"')
    if isinstance(x, (str, os.PathLike)):
        return _read_bipartite(os.fspath(x), left, right, users, name, format, names)
    _refuse_file_options(format, names)
    if _is_a("pandas", "DataFrame", x):
        return _bipartite_of_columns(
            _frame_columns(x, _BIPARTITE_COLUMNS), left, right, users, name, _frame_vertices
        )
    if isinstance(x, (tuple, list, np.ndarray)):
        return _bipartite_of_columns(_end_columns(x), left, right, users, name)
    if left is not None or right is not None:
        raise ValueError(f"left= and right= go with lists of edges; {_says_itself(x)}")
    if isinstance(x, BipartiteGraph):
        return x
    if _is_a("networkx", "Graph", x):
        return _bipartite_of_networkx(x, users, name)
    if all(hasattr(x, part) for part in ("indptr", "indices", "shape")):
        return _bipartite_of_matrix(x, users, name)
    raise TypeError(
        f"{_kind(x)} is no graph of users and items that edgeldp knows. It takes the path of a "
        "file, a tuple (u, v) of two arrays, an array of shape (m, 2), a sparse matrix in CSR "
        "form (a.tocsr()), a networkx.Graph, a pandas.DataFrame of two columns, or an "
        "edgeldp.BipartiteGraph"
    )


# What kind of thing it is.


def _is_a(package: str, kind: str, x: object) -> bool:
    """Whether x is of a package that somebody else has imported: nobody has to install it."""
    return isinstance(x, getattr(sys.modules.get(package), kind, ()))


def _kind(x: object) -> str:
    return f"{type(x).__module__}.{type(x).__qualname__}"


def _says_itself(x: object) -> str:
    return f"{_kind(x)} says itself which nodes it has"


def _declared_by(nodes: int | None, users: Any) -> _Declared:
    if nodes is not None and users is not None:
        raise ValueError("nodes= and users= both say who the users are: pass one of them")
    if nodes is not None:
        return _count(nodes)
    return cast(_Declared, users)


def _refuse_file_options(format: str, names: bool) -> None:
    if format != "auto" or names:
        raise ValueError("format= and names= say how to read a file: pass its path, or leave them")


# Numbers that were passed in.


def _item(array: NDArray[Any], at: int) -> Any:
    """As a Python object, which prints as what was passed."""
    return array[at : at + 1].tolist()[0]


def _flat(values: Any, what: str) -> NDArray[Any]:
    """A one-dimensional array; one of Python integers as one of machine integers."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{what} holds sequences: pass one flat sequence of ids") from None
    if array.ndim != 1:
        raise ValueError(f"{what} has shape {array.shape}: pass one flat sequence of ids")
    if array.dtype == object and all(map(_is_whole, array.tolist())):
        try:
            return array.astype(np.int64)
        except OverflowError:
            return array
    return array


def _refuse(array: NDArray[Any], is_bad: NDArray[np.bool_], what: str, why: str) -> None:
    if is_bad.any():
        at = int(np.argmax(is_bad))
        raise ValueError(f"{what} holds {_item(array, at)!r} at position {at}: {why}")


def _whole_numbers(values: Any, what: str) -> NDArray[Any]:
    array = _flat(values, what)
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
        _refuse(array, is_bad, what, "an id is a whole number")
    elif array.dtype.kind not in "iu":
        is_bad = np.array([not _is_whole(value) for value in array.tolist()])
        why = "an id is a whole number; a pandas.DataFrame takes names"
        _refuse(array, is_bad, what, why)
    return array


def _ids(values: Any, what: str, below: int = _MOST_VERTICES, rule: str = "") -> NDArray[Any]:
    """Checked: 0 <= id < below, as the rule says in words."""
    array = _whole_numbers(values, what)
    if array.size and (array.min() < 0 or array.max() >= below):
        why = rule or "ids are numbers from 0 to 2^32 - 1; a pandas.DataFrame takes any labels"
        _refuse(array, (array < 0) | (array >= below), what, why)
    return array


def _count(value: Any, option: str = "nodes") -> int:
    if not _is_whole(value) or not 1 <= value <= _MOST_VERTICES:
        raise ValueError(f"{option}={value!r}: it must be a whole number from 1 to 2^32")
    return int(value)


# Lists of edges.


def _end_columns(x: Any) -> _Columns:
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


_Numbered = tuple[list[_Ids], "_Labels", bool]
"""Columns as numbers of vertices, what vertices are called, and whether that was declared."""

_Numbering = Callable[[_Columns, _Declared, str], _Numbered]
"""option: the name of the parameter that declares vertices, for messages."""


def _vertices(columns: _Columns, declared: _Declared, option: str) -> _Numbered:
    """Undeclared vertices are 0 to the largest id."""
    if declared is None:
        found = [_ids(values, what) for what, values in columns]
        return [ids.astype(np.uint32) for ids in found], _Labels(range(_most(found, option))), False
    if _is_whole(declared):
        n = _count(declared, option)
        rule = f"{option}={n} says that ids are 0 to {n - 1}"
        found = [_ids(values, what, n, rule) for what, values in columns]
        return [ids.astype(np.uint32) for ids in found], _Labels(range(n)), True
    labels = _declared_labels(declared, option)
    return [labels.find(values, what) for what, values in columns], labels, True


def _declared_labels(declared: Any, option: str) -> _Labels:
    if isinstance(declared, (str, bytes)) or not isinstance(declared, (Iterable, np.ndarray)):
        raise ValueError(f"{option}={declared!r}: pass the sequence of all labels")
    labels = _Labels(declared)
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


def _require_same_lengths(columns: _Columns, u: _Ids, v: _Ids) -> None:
    if u.size != v.size:
        (first, _), (second, _) = columns
        raise ValueError(f"{first} has {u.size} ids and {second} {v.size}: an edge has two ends")


def _graph_of_columns(
    columns: _Columns, declared: _Declared, name: str | None, number: _Numbering = _vertices
) -> Graph:
    option = "nodes" if declared is None or _is_whole(declared) else "users"
    (u, v), labels, is_declared = number(columns, declared, option)
    _require_same_lengths(columns, u, v)
    return _graph_of_edges(u, v, labels, is_declared, name)


def _graph_of_edges(
    u: _Ids, v: _Ids, labels: _Labels, is_declared: bool, name: str | None
) -> Graph:
    loops = int(np.count_nonzero(u == v))
    if loops:
        _logger.info("%d self-loops are left out", loops)
    graph = _edgeldp.Graph(len(labels), u, v)
    return Graph(graph, name=name or "graph", labels=labels, users_are_declared=is_declared)


def _bipartite_of_columns(
    columns: _Columns,
    left: _Declared,
    right: _Declared,
    users: str,
    name: str | None,
    number: _Numbering = _vertices,
) -> BipartiteGraph:
    (u,), left_labels, left_is_declared = number(columns[:1], left, "left")
    (v,), right_labels, right_is_declared = number(columns[1:], right, "right")
    _require_same_lengths(columns, u, v)
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(len(left_labels), len(right_labels), u, v),
        name=name or "graph",
        users=users,
        left_labels=left_labels,
        right_labels=right_labels,
        users_are_declared=left_is_declared if users == "left" else right_is_declared,
    )


# Files.


def _require_format(format: str) -> None:
    if format not in _FORMATS:
        raise ValueError(f"format={format!r}: it must be one of {', '.join(_FORMATS)}")


def _ids_of_file(declared: _Declared, option: str, names: bool) -> Any:
    """Declared users as the reader takes them."""
    if declared is None:
        return None
    if _is_whole(declared):
        if names:
            raise ValueError(f"{option}={declared!r} says numbers, but names=True: pass all names")
        return np.arange(_count(declared, option), dtype=np.uint64)
    labels = _declared_labels(declared, option).values
    if names:
        return list(map(str, _listed(labels)))
    name = next((v for v in labels if not _is_whole(v)), None)
    if name is not None:
        raise ValueError(
            f"{option} holds {name!r}, which is not a whole number: names=True reads a file whose "
            "nodes have names"
        )
    return _ids(labels, option, 2**64, "ids in files are 0 to 2^64 - 1").astype(np.uint64)


def _read_graph(
    path: Any, declared: _Declared, name: str | None, format: str, names: bool
) -> Graph:
    _require_format(format)
    users = _ids_of_file(declared, "nodes" if _is_whole(declared) else "users", names)
    read = _edgeldp.Input.read(os.fsdecode(path), format=format, names=names, users=users)
    return Graph(
        cast(_edgeldp.Graph, read.graph),
        name=name or read.name,
        labels=_Labels(read.names if names else read.labels),
        users_are_declared=read.users_are_declared,
        clean_up=read.clean_up,
    )


def _read_bipartite(
    path: Any,
    left: _Declared,
    right: _Declared,
    users: str,
    name: str | None,
    format: str,
    names: bool,
) -> BipartiteGraph:
    _require_format(format)
    read = _edgeldp.Input.read(
        os.fsdecode(path),
        format=format,
        names=names,
        users=_ids_of_file(left, "left", names),
        items=_ids_of_file(right, "right", names),
        bipartite=True,
        name=name,
    )
    return BipartiteGraph(
        cast(_edgeldp.BipartiteGraph, read.graph),
        name=read.name,
        left_labels=_Labels(read.names if names else read.labels),
        right_labels=_Labels(read.right_names if names else read.right_labels),
        users=users,
        clean_up=read.clean_up,
        read=read,
    )


# Matrices in compressed sparse rows.


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
    _refuse(data, is_weight, "data", why)


def _narrowed(indices: NDArray[Any], columns: int) -> NDArray[np.int32]:
    """The bits of uint32, as the compiled module takes them."""
    if indices.dtype not in (np.dtype(np.int32), np.dtype(np.uint32)):
        indices = _column_ids(indices, columns)
    return cast("NDArray[np.int32]", indices.view(np.int32))


def _column_ids(indices: NDArray[Any], columns: int) -> _Ids:
    rule = f"the matrix has {columns} columns, numbered from 0"
    return _ids(indices, "indices", columns, rule).astype(np.uint32)


def _graph_of_matrix(x: Any, name: str | None) -> Graph:
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
    _logger.info("the rows of the matrix are not sorted: they are copied")
    return cast("NDArray[np.int32]", (ordered % np.uint64(n)).astype(np.uint32).view(np.int32))


def _bipartite_of_matrix(x: Any, users: str, name: str | None) -> BipartiteGraph:
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
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(rows, shape[1], u, v), name=name or "graph", users=users
    )


# networkx and igraph.


def _require_plain_networkx(x: Any) -> None:
    if x.is_directed():
        raise ValueError("the networkx graph is directed: x.to_undirected() forgets directions")
    heavy = next((edge for edge in x.edges(data="weight", default=1) if edge[2] != 1), None)
    if heavy is not None:
        raise ValueError(
            f"the edge from {heavy[0]!r} to {heavy[1]!r} has the weight {heavy[2]!r}: edges have "
            'no weights here; networkx.set_edge_attributes(x, 1, "weight") drops them'
        )


def _networkx_ends(x: Any, nodes: Iterable[Any], places: dict[Any, int]) -> tuple[_Ids, _Ids]:
    """The neighbours of nodes, as places says, one node after the other; and whose they are."""
    lists = [x.adj[node] for node in nodes]
    degrees = np.fromiter(map(len, lists), np.int64, len(lists))
    total = int(degrees.sum())
    ends = np.fromiter(map(places.__getitem__, chain.from_iterable(lists)), np.uint32, total)
    return np.repeat(np.arange(len(lists), dtype=np.uint32), degrees), ends


def _networkx_name(x: Any) -> str:
    return str(x.graph.get("name") or "graph")


def _graph_of_networkx(x: Any, name: str | None) -> Graph:
    _require_plain_networkx(x)
    labels = list(x)
    u, v = _networkx_ends(x, labels, {label: i for i, label in enumerate(labels)})
    is_first_end = u <= v
    u, v = u[is_first_end], v[is_first_end]
    return _graph_of_edges(u, v, _Labels(labels), True, name or _networkx_name(x))


def _bipartite_of_networkx(x: Any, users: str, name: str | None) -> BipartiteGraph:
    _require_plain_networkx(x)
    sides: tuple[list[Any], list[Any]] = ([], [])
    for node, side in x.nodes(data="bipartite"):
        if side not in (0, 1):
            raise ValueError(
                f'the attribute "bipartite" of the node {node!r} is {side!r}: 0 says that a node '
                "is on the left side, and 1 on the right"
            )
        sides[int(side)].append(node)
    left, right = ({node: i for i, node in enumerate(side)} for side in sides)
    within = next((ends for ends in x.edges() if (ends[0] in left) == (ends[1] in left)), None)
    if within is not None:
        raise ValueError(
            f"the edge from {within[0]!r} to {within[1]!r} stays on one side: edges of a "
            "bipartite graph join a node on the left to one on the right"
        )
    u, v = _networkx_ends(x, left, right)
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(len(left), len(right), u, v),
        name=name or _networkx_name(x),
        users=users,
        left_labels=_Labels(sides[0]),
        right_labels=_Labels(sides[1]),
    )


def _graph_of_igraph(x: Any, name: str | None) -> Graph:
    if x.is_directed():
        raise ValueError("the igraph graph is directed: x.as_undirected() forgets directions")
    weights = x.es["weight"] if "weight" in x.es.attributes() else []
    heavy = next((i for i, weight in enumerate(weights) if weight not in (1, None)), None)
    if heavy is not None:
        raise ValueError(
            f"edge {heavy} has the weight {weights[heavy]!r}: edges have no weights here; "
            'del x.es["weight"] drops them'
        )
    labels = _Labels(x.vs["name"] if "name" in x.vs.attributes() else range(x.vcount()))
    labels.require_unique('the vertex attribute "name"')
    ends = np.fromiter(chain.from_iterable(x.get_edgelist()), np.uint32, 2 * x.ecount())
    u, v = np.ascontiguousarray(ends.reshape(-1, 2).T)
    return _graph_of_edges(u, v, labels, True, name)


# pandas.


def _frame_columns(frame: Any, known: Sequence[tuple[str, str]]) -> _Columns:
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
        _refuse(column.to_numpy(), column.isna().to_numpy(), what, why)
    return columns


def _known_places(names: list[Any], known: Sequence[tuple[str, str]]) -> list[int]:
    for pair in known:
        if all(names.count(column) == 1 for column in pair):
            return [names.index(column) for column in pair]
    raise ValueError(
        f"the DataFrame has the columns {names}, and it is not clear which are the ends of edges: "
        f"pass two of them, df[[a, b]], or call them {', or '.join(map(' and '.join, known))}"
    )


def _frame_vertices(columns: _Columns, declared: _Declared, option: str) -> _Numbered:
    """As _vertices, but undeclared vertices are the values found, in the order of the rows."""
    if declared is not None:
        return _vertices(columns, declared, option)
    rows, width = len(columns[0][1]), len(columns)
    if rows == 0:
        raise ValueError(f"there are no edges: {option}= must say which vertices there are")
    pandas = sys.modules["pandas"]
    by_row = np.arange(rows * width).reshape(width, rows).T.ravel()
    values = pandas.concat([column for _, column in columns], ignore_index=True).infer_objects()
    codes, labels = pandas.factorize(values.take(by_row))
    ends = np.ascontiguousarray(codes.reshape(rows, width).T, dtype=np.uint32)
    return list(ends), _Labels(labels), False
