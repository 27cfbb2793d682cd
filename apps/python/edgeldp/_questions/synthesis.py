# SPDX-License-Identifier: MIT
"""Graphs in the place of private ones."""

from __future__ import annotations

import pathlib
from typing import Any

from .._graphs import as_graph
from .._later import NDArray, np
from .._ledger import Ledger
from .._moved import takes
from .._results import SyntheticGraph
from .._run import call, next_seed
from .calls import budgets_of


@takes()
def synthesize(graph: Any, epsilon: float = 1.0, *, graphs: int = 1, method: str = "ours",
               ledger: Ledger | None = None) -> SyntheticGraph:
    """Make a graph that may be handed on, in the place of one that may not.

    Users release noisy degrees, sums of those of their contacts, triangles, and edges within groups where groups can be
    seen; the graph is made from these alone, and what it has of them is said.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats, for all that is released.
    graphs : int
        How many to make from the one release, which costs no more: the further ones are ``made.more``.
    method : str
        ``"ldpgen"`` makes one by another method, to compare with: LDPGen (CCS 2017), as published; ``"ldpgen-uncut"``
        the same with answers that are not cut at 0.
    ledger : Ledger, optional
        Is charged `epsilon`.

    Returns
    -------
    SyntheticGraph
        ``made.edges`` is an array of two columns, ``made.distances`` says how far each statistic is from what was
        released, in its standard errors, and ``made.to_graph()`` is a graph that all functions take.

    Notes
    -----
    How like the true graph it is only who has both can say: `compare_graphs`.

    Examples
    --------
    >>> made = edgeldp.synthesize(graph, epsilon=2.0)
    >>> made.edges.shape[1]
    2
    >>> print(made)
    """
    g = as_graph(graph)
    (budget,) = budgets_of(epsilon)
    if ledger is not None:
        ledger._enter("synthesize", budget)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="edgeldp-") as folder:
        answer = call("synthesize", dict(epsilon=budget, graphs=graphs, method=method,
                                          output=str(pathlib.Path(folder, "made.txt"))),
                      given=g._input, seed=next_seed())
        first, *more = [SyntheticGraph(record, _edges_in(record.pop("file")), answer.seed) for record in answer.records]
    first.more = tuple(more)
    return first


def _edges_in(file: str) -> NDArray[np.int64]:
    """Two columns, behind lines of comments."""
    lines = pathlib.Path(file).read_text(encoding="ascii").splitlines()
    edges = [line.split() for line in lines if not line.startswith("#")]
    return np.array(edges, dtype=np.int64).reshape(-1, 2)
