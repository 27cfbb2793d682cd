# SPDX-License-Identifier: MIT
"""Graphs of igraph."""

from __future__ import annotations

from itertools import chain
from typing import Any


from .._later import np
from .arrays import graph_of_edges
from .graph import Graph
from .labels import Labels


def graph_of(x: Any, name: str | None) -> Graph:
    if x.is_directed():
        raise ValueError("the igraph graph is directed: x.as_undirected() forgets directions")
    weights = x.es["weight"] if "weight" in x.es.attributes() else []
    heavy = next((i for i, weight in enumerate(weights) if weight not in (1, None)), None)
    if heavy is not None:
        raise ValueError(
            f"edge {heavy} has the weight {weights[heavy]!r}: edges have no weights here; "
            'del x.es["weight"] drops them'
        )
    labels = Labels(x.vs["name"] if "name" in x.vs.attributes() else range(x.vcount()))
    labels.require_unique('the vertex attribute "name"')
    ends = np.fromiter(chain.from_iterable(x.get_edgelist()), np.uint32, 2 * x.ecount())
    u, v = np.ascontiguousarray(ends.reshape(-1, 2).T)
    return graph_of_edges(u, v, labels, True, name)
