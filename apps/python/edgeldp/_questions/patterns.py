# SPDX-License-Identifier: MIT
"""Triangles, cycles and butterflies."""

from __future__ import annotations

from typing import Any

from .._graphs import Graph, as_graph
from .._moved import takes
from .._ledger import Ledger
from .._releases import Release
from .._results import Result
from .._settings import Rows, options_of
from .calls import Epsilon, Options, Play, budgets_of, count_on, only, pose, results_of
from .plain import ask


@takes(rows=Rows)
def triangles(graph: Any, epsilon: float = 1.0, *, relationship: float | None = None,
              max_download: float | None = None, release: Release | None = None,
              rows: Rows | None = None, runs: int = 1,
              exact: bool = True, ledger: Ledger | None = None) -> Result:
    """Estimate how many triangles a graph has.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats: a smaller one is more private, and errors are
        larger. 1 is usual.
    relationship : float, optional
        What a relationship that both people know may lose, as a multiple of `epsilon`: 1.02 (the
        default) to 2. A user loses no more either way, and the error falls by half. Take 2 to
        compare with papers in which both ends of an edge spend `epsilon`.
    max_download : float, optional
        Users read a public sample of rows of about so many bytes, not all rows: less to download,
        more error.
    release : Release, optional
        Count on noisy rows that are there already, with the budget that they reserved for it; then
        `epsilon` is not used. It is enough for one count: beside the release's file, a temporary one
        if it was not saved, an account says that it is spent. Simulated releases have none.
    rows : Rows, optional
        For experts: how noisy rows are made, sent and counted on.
    runs : int
        Repeat with fresh randomness. The result is then about one run of these, with measured
        errors beside predicted ones; ``result.each.to_frame()`` has a row a run.
    exact : bool
        Also count exactly, for comparison. What is then in ``result["exact"]`` is not private.
    ledger : Ledger, optional
        Is charged ``epsilon * runs`` before any coin is drawn; with a release, what that reserved
        for the count, unless the same ledger was charged for the release.

    Returns
    -------
    Result

    Raises
    ------
    ValueError
        For options that do not fit, and budgets outside of 2^-32 to 64.

    Notes
    -----
    Cost: the sum over users of half the square of their earlier neighbours, some 10 ns each and
    core: about 1 s on two cores for a million edges as in social networks.

    Source: two rounds after Imola, Murakami, Chaudhuri, USENIX Security 2021, on compressed rows
    after Hillebrand et al.; centred counts and budgets by rank are this library's own.

    Examples
    --------
    >>> result = edgeldp.triangles("wiki-Vote.txt.gz", epsilon=1.0)
    >>> print(result)
    """
    g = as_graph(graph)
    options = dict(relationship=relationship, max_download=max_download, **options_of(rows))
    return _counted("triangles", g, epsilon, options, release, Play(runs, exact, ledger, True))


def _counted(verb: str, g: Graph, epsilon: Epsilon, options: Options, release: Release | None,
             play: Play) -> Result:
    """All of a two-step protocol, or the count alone on a release."""
    if release is None:
        answer = pose(verb, g, budgets_of(epsilon), options, play)
    else:
        answer = count_on(release, verb, g, options, play)
    return only(results_of(answer, g, verb))


@takes(rows=Rows)
def cycles(graph: Any, length: int = 4, epsilon: float = 1.0, *,
           relationship: float | None = None, release: Release | None = None,
           rows: Rows | None = None, runs: int = 1, exact: bool = True,
           ledger: Ledger | None = None) -> Result:
    """Estimate how many cycles of a length a graph has.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    length : {3, 4, 5}
    epsilon : float
        Total privacy budget of a user, in nats.
    relationship : float, optional
        As of `triangles`.
    release, rows, runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Result

    Examples
    --------
    >>> edgeldp.cycles(graph, 4, epsilon=2.0).interval()
    """
    g = as_graph(graph)
    options = dict(length=length, relationship=relationship, **options_of(rows))
    return _counted("cycles", g, epsilon, options, release, Play(runs, exact, ledger, True))


@takes(rows=Rows)
def butterflies(graph: Any, epsilon: float = 1.0, *, rows: Rows | None = None, runs: int = 1,
                exact: bool = True, ledger: Ledger | None = None) -> Result:
    """Estimate how often two users share two items.

    Parameters
    ----------
    graph : anything that `as_bipartite` takes
        Which side are users, whose lists are private, is said there.
    epsilon : float
        Total privacy budget of a user, in nats.
    rows, runs, exact, ledger
        As of `triangles`.

    Returns
    -------
    Result

    Examples
    --------
    >>> shop = edgeldp.as_bipartite(([0, 0, 1, 1, 2], [0, 1, 0, 1, 0]))
    >>> print(edgeldp.butterflies(shop, epsilon=4.0))
    """
    return only(ask("butterflies", graph, epsilon, rows=rows, runs=runs, exact=exact, ledger=ledger))
