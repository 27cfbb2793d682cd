# SPDX-License-Identifier: MIT
"""Files, by the reader of the program."""

from __future__ import annotations

import os
from typing import Any, cast


from .. import _edgeldp
from .._later import np
from .arrays import declared_labels
from .directed import DirectedGraph
from .graph import BipartiteGraph, Graph
from .ids import Declared, Sides, checked_count, checked_ids, is_whole, listed
from .labels import Labels

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


def _require_format(format: str) -> None:
    if format not in _FORMATS:
        raise ValueError(f"format={format!r}: it must be one of {', '.join(_FORMATS)}")


def _ids_of_file(declared: Declared, option: str, names: bool) -> Any:
    """Declared users as the reader takes them."""
    if declared is None:
        return None
    if is_whole(declared):
        if names:
            raise ValueError(f"{option}={declared!r} says numbers, but names=True: pass all names")
        return np.arange(checked_count(declared, option), dtype=np.uint64)
    labels = declared_labels(declared, option).values
    if names:
        return list(map(str, listed(labels)))
    name = next((v for v in labels if not is_whole(v)), None)
    if name is not None:
        raise ValueError(
            f"{option} holds {name!r}, which is not a whole number: names=True reads a file whose "
            "nodes have names"
        )
    return checked_ids(labels, option, 2**64, "ids in files are 0 to 2^64 - 1").astype(np.uint64)


def graph_of(path: Any, declared: Declared, name: str | None, format: str, names: bool) -> Graph:
    _require_format(format)
    users = _ids_of_file(declared, "nodes" if is_whole(declared) else "users", names)
    read = _edgeldp.Input.read(os.fsdecode(path), format=format, names=names, users=users)
    return Graph(
        cast(_edgeldp.Graph, read.graph),
        name=name or read.name,
        labels=Labels(read.names if names else read.labels),
        users_are_declared=read.users_are_declared,
        clean_up=read.clean_up,
    )


def directed_of(
    path: Any, declared: Declared, name: str | None, format: str, names: bool
) -> DirectedGraph:
    _require_format(format)
    users = _ids_of_file(declared, "nodes" if is_whole(declared) else "users", names)
    read = _edgeldp.Input.read(
        os.fsdecode(path), format=format, names=names, users=users, directed=True
    )
    return DirectedGraph(
        cast(_edgeldp.ArcGraph, read.graph),
        name=name or read.name,
        labels=Labels(read.names if names else read.labels),
        users_are_declared=read.users_are_declared,
        clean_up=read.clean_up,
    )


def bipartite_of(
    path: Any, sides: Sides, name: str | None, format: str, names: bool
) -> BipartiteGraph:
    _require_format(format)
    read = _edgeldp.Input.read(
        os.fsdecode(path),
        format=format,
        names=names,
        users=_ids_of_file(sides.left, "left", names),
        items=_ids_of_file(sides.right, "right", names),
        bipartite=True,
        name=name,
    )
    return BipartiteGraph(
        cast(_edgeldp.BipartiteGraph, read.graph),
        name=read.name,
        left_labels=Labels(read.names if names else read.labels),
        right_labels=Labels(read.right_names if names else read.right_labels),
        users=sides.users,
        clean_up=read.clean_up,
        read=read,
    )
