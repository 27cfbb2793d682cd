# SPDX-License-Identifier: MIT
"""Every user publishes its row."""

from __future__ import annotations

from typing import Any

from .. import _edgeldp
from .._graphs import as_graph
from .._moved import takes
from .._ledger import Ledger
from .._run import call, next_seed
from .._settings import Rows, options_of
from .release import Release


@takes(rows=Rows)
def release(graph: Any, epsilon: float = 1.0, *, rows: Rows | None = None, with_ids: bool = False,
            ledger: Ledger | None = None) -> Release:
    """Publish every user's noisy row, as one file in memory.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats. A part of it is kept for one count on the release
        (``triangles(graph, release=...)``).
    rows : Rows, optional
        For experts: how noisy rows are made and sent.
    with_ids : bool
        Put the users' ids into the file, if they are numbers; they are there anyway where users
        are declared.
    ledger : Ledger, optional
        Is charged `epsilon` before any coin is drawn, and nothing more for the count.

    Returns
    -------
    Release

    Raises
    ------
    ValueError
        For options that do not fit.

    Examples
    --------
    >>> noisy = edgeldp.release(graph, epsilon=1.0)
    >>> noisy.save("friends.eldp")
    >>> print(edgeldp.triangles(graph, release=noisy))
    """
    g = as_graph(graph)
    if ledger is not None:
        ledger._enter("release", epsilon)
    answer = call("release", dict(epsilon=float(epsilon), with_ids=with_ids, output="-",
                                  **options_of(rows)), given=g._input, seed=next_seed())
    made = Release(_edgeldp.Release.from_bytes(answer.output))
    if ledger is not None:
        ledger._enter_release(made._identity)
    return made
