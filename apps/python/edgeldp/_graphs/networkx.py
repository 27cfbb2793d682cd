# SPDX-License-Identifier: MIT
"""Graphs of networkx."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any


from .. import _edgeldp
from .._later import np
from .arrays import directed_of_arcs, graph_of_edges
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Ids
from .labels import Labels


def _require_plain_networkx(x: Any) -> None:
    if x.is_directed():
        raise ValueError(
            "the networkx graph is directed: edgeldp.as_directed keeps directions, and "
            "x.to_undirected() forgets them"
        )
    _require_no_weights(x)


def _require_no_weights(x: Any) -> None:
    heavy = next((edge for edge in x.edges(data="weight", default=1) if edge[2] != 1), None)
    if heavy is not None:
        raise ValueError(
            f"the edge from {heavy[0]!r} to {heavy[1]!r} has the weight {heavy[2]!r}: edges have "
            'no weights here; networkx.set_edge_attributes(x, 1, "weight") drops them'
        )


def _networkx_ends(x: Any, nodes: Iterable[Any], places: dict[Any, int]) -> tuple[Ids, Ids]:
    """The neighbours of nodes, as places says, one node after the other; and whose they are."""
    lists = [x.adj[node] for node in nodes]
    degrees = np.fromiter(map(len, lists), np.int64, len(lists))
    total = int(degrees.sum())
    ends = np.fromiter(map(places.__getitem__, chain.from_iterable(lists)), np.uint32, total)
    return np.repeat(np.arange(len(lists), dtype=np.uint32), degrees), ends


def _networkx_name(x: Any) -> str:
    return str(x.graph.get("name") or "graph")


def graph_of(x: Any, name: str | None) -> Graph:
    _require_plain_networkx(x)
    labels = list(x)
    u, v = _networkx_ends(x, labels, {label: i for i, label in enumerate(labels)})
    is_first_end = u <= v
    u, v = u[is_first_end], v[is_first_end]
    return graph_of_edges(u, v, Labels(labels), True, name or _networkx_name(x))


def directed_of(x: Any, name: str | None) -> DirectedGraph:
    if not x.is_directed():
        raise ValueError(
            "the networkx graph is undirected: x.to_directed() makes two arcs of each edge"
        )
    _require_no_weights(x)
    labels = list(x)
    u, v = _networkx_ends(x, labels, {label: i for i, label in enumerate(labels)})
    return directed_of_arcs(u, v, Labels(labels), True, name or _networkx_name(x))


def bipartite_of(x: Any, users: str, name: str | None) -> BipartiteGraph:
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
        left_labels=Labels(sides[0]),
        right_labels=Labels(sides[1]),
    )
