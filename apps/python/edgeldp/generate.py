# SPDX-License-Identifier: MIT
"""Seeded random graphs: the same arguments give the same graph on every machine."""

from __future__ import annotations

from typing import Any

from . import _edgeldp
from ._graphs import Graph, as_graph
from ._later import NDArray, np

__all__ = ["affiliation", "erdos_renyi", "google_plus", "holme_kim", "labels", "rmat"]

_generate = _edgeldp.generate


def _made(compiled: _edgeldp.Graph, name: str) -> Graph:
    return Graph(compiled, name=name)


def erdos_renyi(nodes: int, edges: int, seed: int = 1) -> Graph:
    """A uniform graph of so many distinct edges."""
    return _made(_generate.erdos_renyi(nodes, edges, seed), "erdos-renyi")


def rmat(scale: int, edges: int, seed: int = 1, *, a: float = 0.57, b: float = 0.19,
         c: float = 0.19) -> Graph:
    """R-MAT of 2^scale nodes: hubs, little clustering, many nodes without an edge.

    `a`, `b` and `c` are the chances of three of the four quadrants. Some of the `edges` draws
    repeat and vanish. Source: Chakrabarti, Zhan, Faloutsos, SDM 2004.
    """
    return _made(_generate.rmat(scale, edges, seed, a, b, c), "rmat")


def holme_kim(nodes: int, edges_per_node: int, triad_probability: float, seed: int = 1) -> Graph:
    """Preferential attachment with closed triads: hubs, and clustering as wanted.

    Source: Holme and Kim, Phys. Rev. E 65, 026107, 2002.
    """
    return _made(_generate.holme_kim(nodes, edges_per_node, triad_probability, seed), "holme-kim")


def affiliation(nodes: int, edges: int, seed: int = 1) -> Graph:
    """Users join groups, and a share of each group's pairs are edges: like a social network.

    `edges` are draws, of which 1 to 15% repeat and vanish.
    """
    return _made(_generate.affiliation(nodes, edges, seed), "affiliation")


def google_plus(halvings: int = 0, seed: int = 1) -> Graph:
    """A graph like SNAP's ego-Gplus (107 614 users, 12.2 million edges), or 2^-halvings of it."""
    return _made(_generate.google_plus(halvings, seed), "google-plus")


def labels(graph: Any, count: int, homophily: float = 0.5, seed: int = 1) -> NDArray[np.uint32]:
    """Groups of users, 0 to count - 1, alike among neighbours with the chance `homophily`."""
    return _generate.labels(as_graph(graph)._graph, count, homophily, seed)
