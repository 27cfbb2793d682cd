# SPDX-License-Identifier: MIT
"""Graphs whose contacts are one-sided."""

from __future__ import annotations

from typing import Any

from .. import _edgeldp
from .graph import BipartiteGraph, Graph, Named
from .ids import Ids, listed
from .labels import Labels, LabelValues


class DirectedGraph(Named):
    """A directed graph without self-loops and parallel arcs. Immutable.

    An arc is in the list of the user whom it leaves, and in no other: whom somebody names need not
    know it. `as_directed` makes them.

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
        graph: _edgeldp.ArcGraph,
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
    def arcs(self) -> int:
        """How many arcs there are; both ways between two nodes are two."""
        return self._graph.arcs

    @property
    def ends(self) -> tuple[Ids, Ids]:
        """Tails and heads of all arcs, as numbers of nodes, sorted."""
        return self._graph.ends()

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.DiGraph`` whose nodes are the labels.

        Notes
        -----
        networkx must be installed. Takes one pass over the arcs in Python.
        """
        import networkx

        made = networkx.DiGraph(name=self.name)
        made.add_nodes_from(listed(self.labels))
        take = self._labels.take
        made.add_edges_from(zip(*map(take, self.ends)))
        return made

    def __repr__(self) -> str:
        return f"<edgeldp.DirectedGraph {self.name!r}: {self.nodes} nodes, {self.arcs} arcs>"

    def __eq__(self, other: object) -> bool:
        """Whether nodes, arcs and labels are the same, whatever the names of the graphs."""
        if not isinstance(other, DirectedGraph):
            return NotImplemented
        return self._labels == other._labels and self._graph == other._graph

    def __hash__(self) -> int:
        return hash((self.nodes, self.arcs))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.nodes, *self.ends, self.labels)
        return _restored_arcs, (*parts, self.name, self.users_are_declared, self.clean_up)


def _restored_arcs(
    nodes: int,
    tails: Ids,
    heads: Ids,
    labels: LabelValues,
    name: str,
    users_are_declared: bool,
    clean_up: dict[str, int],
) -> DirectedGraph:
    return DirectedGraph(
        _edgeldp.ArcGraph(nodes, tails, heads),
        name=name,
        labels=Labels(labels),
        users_are_declared=users_are_declared,
        clean_up=clean_up,
    )


AnyGraph = Graph | DirectedGraph | BipartiteGraph
