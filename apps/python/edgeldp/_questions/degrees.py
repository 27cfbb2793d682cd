# SPDX-License-Identifier: MIT
"""Degrees, and what follows from them: stars, clustering, triangles at every user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._graphs import as_graph
from .._moved import takes
from .._ledger import Ledger
from .._releases import Release
from .._results import Result, Results
from .._settings import Rows, options_of
from .calls import Options, Play, budgets_of, pose, read_from, results_of


@takes()
def degrees(graph: Any, epsilon: float = 1.0, *, stars: Sequence[int] | None = None,
            release: Release | None = None, runs: int = 1, exact: bool = True,
            ledger: Ledger | None = None) -> Results:
    """Estimate degrees, edges and wedges from one round of noisy degrees.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats. Both ends of an edge take part, so an edge itself
        may lose twice that.
    stars : sequence of int, optional
        Also the numbers of stars of so many leaves.
    release : Release, optional
        Read everything from a release; nothing is spent.
    runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Results
        By name: ``results["edges"]``, ``"mean_degree"``, ``"wedges"``, ``"max_degree"``,
        ``"degrees"``, ``"sorted_degrees"``. ``results["degrees"].users`` has every user's degree as
        numpy arrays.

    Examples
    --------
    >>> found = edgeldp.degrees(graph, epsilon=1.0)
    >>> found["edges"].value, found["degrees"].users.values[:5]
    """
    g = as_graph(graph)
    options: Options = dict(stars=stars)
    if release is not None:
        return read_from(release, g, options, exact)
    return results_of(pose("degrees", g, budgets_of(epsilon), options, Play(runs, exact, ledger)),
                      g)


@takes()
def stars(graph: Any, leaves: int = 2, epsilon: float = 1.0, *, method: str | None = None,
          runs: int = 1, exact: bool = True, ledger: Ledger | None = None) -> Result:
    """Estimate how many stars a graph has: a user with so many of its neighbours.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    leaves : int
        1 to 16; 2 are wedges.
    epsilon : float
        Total privacy budget of a user, in nats.
    method : {"one-round", "local-lap", "own-caps"}, optional
        From noisy degrees; or by counts that are clipped, as published and at caps of one's own.
    runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Result

    Examples
    --------
    >>> print(edgeldp.stars(graph, 3))
    """
    g = as_graph(graph)
    answer = pose("degrees", g, budgets_of(epsilon), dict(stars=[leaves], method=method),
                 Play(runs, exact, ledger))
    name = {1: "edge_ends", 2: "wedges"}.get(leaves, f"{leaves}-stars")
    found: Result = results_of(answer, g)[name]
    return found


@takes(rows=Rows)
def clustering(graph: Any, epsilon: float = 1.0, *, relationship: float | None = None,
               release: Release | None = None, rows: Rows | None = None, runs: int = 1,
               exact: bool = True, ledger: Ledger | None = None) -> Results:
    """Estimate the global clustering coefficient: three times triangles over wedges.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats.
    relationship : float, optional
        As of `triangles`; a relationship loses at least 1.1 times `epsilon` here.
    release : Release, optional
        Read it from a release; nothing is spent.
    rows, runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Results
        ``results["clustering"]``, which networkx calls transitivity, ``"triangles"`` and
        ``"wedges"``.

    Examples
    --------
    >>> print(edgeldp.clustering(graph)["clustering"])
    """
    g = as_graph(graph)
    options: Options = dict(clustering=True, relationship=relationship, **options_of(rows))
    if release is not None:
        return read_from(release, g, options, exact)
    return results_of(pose("degrees", g, budgets_of(epsilon), options, Play(runs, exact, ledger)),
                      g)


@takes(rows=Rows)
def triangles_at_users(graph: Any, epsilon: float = 1.0, *, rows: Rows | None = None,
                       exact: bool = True, ledger: Ledger | None = None) -> Result:
    """Estimate in how many triangles every user is.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats.
    rows, exact, ledger
        As of `triangles`.

    Returns
    -------
    Result
        The mean over users; ``result.users`` has every user's number as numpy arrays.

    Examples
    --------
    >>> edgeldp.triangles_at_users(graph).users.values[:5]
    """
    g = as_graph(graph)
    answer = pose("degrees", g, budgets_of(epsilon), dict(triangles="-", **options_of(rows)),
                 Play(1, exact, ledger))
    found: Result = results_of(answer, g)["triangles_at_users"]
    return found
