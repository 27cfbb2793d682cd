# SPDX-License-Identifier: MIT
"""Graphs of users, made of whatever holds edges: files, arrays, objects of other packages."""

from .directed import AnyGraph, DirectedGraph
from .graph import BipartiteGraph, Graph
from .sources import as_bipartite, as_directed, as_either, as_graph

__all__ = ["AnyGraph", "BipartiteGraph", "DirectedGraph", "Graph", "as_bipartite", "as_directed",
           "as_either", "as_graph"]
