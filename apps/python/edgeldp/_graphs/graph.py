# SPDX-License-Identifier: MIT
"""Graphs of users, and of users and items. Immutable."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .. import _edgeldp
from .._later import NDArray, np
from .ids import Ids, listed
from .labels import Labels, LabelValues


class Named:
    """What graphs of both kinds have in common. `_labels` are those of the users."""

    __slots__ = ("_clean_up", "_input", "_labels")

    _input: _edgeldp.Input
    _labels: Labels
    _clean_up: dict[str, int]

    @property
    def name(self) -> str:
        """What results call the graph."""
        return self._input.name

    @property
    def labels(self) -> LabelValues:
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

    def indices_of(self, labels: Any) -> Ids:
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


class Graph(Named):
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
        labels: Labels | None = None,
        users_are_declared: bool = True,
        clean_up: dict[str, int] | None = None,
    ) -> None:
        if graph.nodes == 0:
            raise ValueError("the graph has no nodes: at least one is needed")
        self._graph = graph
        self._labels = Labels(range(graph.nodes)) if labels is None else labels
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
        made.add_nodes_from(listed(self.labels))
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
    labels: LabelValues,
    name: str,
    users_are_declared: bool,
    clean_up: dict[str, int],
) -> Graph:
    return Graph(
        _edgeldp.Graph.from_csr(indptr, indices),
        name=name,
        labels=Labels(labels),
        users_are_declared=users_are_declared,
        clean_up=clean_up,
    )


class BipartiteGraph(Named):
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
        left_labels: Labels | None = None,
        right_labels: Labels | None = None,
        users_are_declared: bool = True,
        clean_up: dict[str, int] | None = None,
        read: _edgeldp.Input | None = None,
    ) -> None:
        if graph.left == 0 or graph.right == 0:
            raise ValueError("the graph has an empty side: at least one user and item are needed")
        self._graph = graph
        self._left_labels = Labels(range(graph.left)) if left_labels is None else left_labels
        self._right_labels = Labels(range(graph.right)) if right_labels is None else right_labels
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
    def left_labels(self) -> LabelValues:
        """What nodes of the left side are called: see `labels`."""
        return self._left_labels.values

    @property
    def right_labels(self) -> LabelValues:
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
    u: Ids,
    v: Ids,
    left_labels: LabelValues,
    right_labels: LabelValues,
    users: str,
    name: str,
    users_are_declared: bool,
) -> BipartiteGraph:
    return BipartiteGraph(
        _edgeldp.BipartiteGraph(left, right, u, v),
        name=name,
        users=users,
        left_labels=Labels(left_labels),
        right_labels=Labels(right_labels),
        users_are_declared=users_are_declared,
    )
