# SPDX-License-Identifier: MIT
"""Any question of the program's table that has no settings of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _edgeldp
from .._graphs import AnyGraph, BipartiteGraph, as_bipartite, as_directed, as_either, as_graph
from .._moved import takes
from .._ledger import Ledger
from .._results import Results
from .._settings import Rows, options_of
from .calls import Play, budgets_of, pose, results_of


@takes(rows=Rows)
def ask(question: str, graph: Any, epsilon: float = 1.0, *, rows: Rows | None = None, runs: int = 1,
        exact: bool = True, ledger: Ledger | None = None) -> Results:
    """Ask a question by its name, with the settings that it plans by itself.

    Questions that have settings of their own are functions of their own, such as `triangles`.

    Parameters
    ----------
    question : str
        As the program calls it; a wrong name is told which there are.
    graph : anything that `as_graph` takes
        Or `as_bipartite` for a question about users and items, and `as_directed` for one about
        arcs. "centrality" and "mixing" also take a `DirectedGraph`.
    epsilon : float
        Total privacy budget of a user, in nats.
    rows, runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Results
        One for each number of the answer.

    Raises
    ------
    ValueError
        For a question that there is not, and for options that it has no use for.

    Examples
    --------
    >>> edgeldp.ask("butterflies", "users-items.txt", epsilon=2.0)
    """
    known = _edgeldp.plain_questions()
    if question not in known:
        raise ValueError(f"question = {question!r}: must be one of {', '.join(known)}")
    makers: dict[str, Callable[[Any], AnyGraph]] = {
        "layers": as_bipartite, "arcs": as_directed, "either": as_either, "graph": as_graph}
    g: AnyGraph = makers[known[question]](graph)
    options = options_of(rows)
    if isinstance(g, BipartiteGraph):
        options["layer"] = g.users
    answer = pose(question, g, budgets_of(epsilon), options, Play(runs, exact, ledger, True))
    return results_of(answer, g, question)
