# SPDX-License-Identifier: MIT
"""Graphs of users, made of whatever holds edges: files, arrays, objects of other packages."""

from .graph import BipartiteGraph, Graph
from .sources import as_bipartite, as_graph

__all__ = ["BipartiteGraph", "Graph", "as_bipartite", "as_graph"]
