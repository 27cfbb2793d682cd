# SPDX-License-Identifier: MIT
"""Who takes part: users one by one, the collector that asks them, and what they may spend."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _edgeldp
from ._moved import takes
from ._results import Result
from ._run import block_seed, listener

__all__ = ["Client", "Collector", "Ledger"]

Call = _edgeldp.Call


class Ledger:
    """What users may spend over several calls: the library's account, which refuses to overspend.

    Every call that is given it enters its whole budget before any random coin is drawn, so that
    one which fails or is interrupted has spent it too. A release that it was charged for is good
    for one count; every other count on that release, or on a copy of it under whatever name, is
    charged again. It knows releases by what is in them.

    Parameters
    ----------
    epsilon : float
        The most that a user may spend, in nats.

    Examples
    --------
    >>> ledger = edgeldp.Ledger(1.0)
    >>> edgeldp.triangles(graph, epsilon=0.7, ledger=ledger)
    >>> edgeldp.degrees(graph, epsilon=0.5, ledger=ledger)
    Traceback (most recent call last):
    ValueError: ...
    """

    def __init__(self, epsilon: float) -> None:
        self._compiled = _edgeldp.Ledger(epsilon)
        self._paid_counts: dict[str, int] = {}  # by digest of a release: paid for, and not yet made
        self._lock = threading.Lock()

    def spend(self, name: str, epsilon: float, *, times: int = 1, edge_ends: int = 2) -> None:
        """Enter a cost.

        Parameters
        ----------
        name : str
            What it is for.
        epsilon : float
            Of one time, in nats. All times together are rounded up to a multiple of 2^-32.
        times : int
            How often.
        edge_ends : {0, 1, 2}
            How many ends of an edge send something that depends on it. Of two, the edge itself may
            lose twice the budget.

        Raises
        ------
        ValueError
            If less is left; then nothing is entered.
        """
        if times < 1:
            raise ValueError(f"{name}: {times} times: must be once at least")
        self._compiled.spend(name, epsilon * times, edge_ends)

    def _enter(self, name: str, epsilon: float, *, times: int = 1, edge_ends: int = 2) -> None:
        """What a mechanism of this library spends, which rounds its budget down to 2^-32."""
        if times < 1:
            raise ValueError(f"{name}: {times} times: must be once at least")
        self._compiled.spend(name, epsilon * times, edge_ends, is_ours=True)

    def _enter_release(self, digest: str) -> None:
        """A release whose whole budget was entered, which is good for one count on it."""
        with self._lock:
            self._paid_counts[digest] = 1

    def _enter_count(self, digest: str, epsilon: float) -> None:
        """A count on a release, unless it is the one that was paid for with the release."""
        with self._lock:
            if self._paid_counts.get(digest, 0) > 0:
                self._paid_counts[digest] = 0
                return
        self.spend("count on a release", epsilon)

    @property
    def epsilon(self) -> float:
        """The most that a user may spend, in nats."""
        return self._compiled.epsilon

    @property
    def spent(self) -> float:
        """What a user has spent."""
        return self._compiled.spent

    @property
    def remaining(self) -> float:
        """What a user may still spend."""
        return self._compiled.remaining

    @property
    def relationship_dp(self) -> float:
        """At most so much is lost for one edge, which both of its ends know."""
        return self._compiled.relationship_dp

    @property
    def entries(self) -> list[tuple[str, float]]:
        """What was paid for, and how much, in order."""
        return self._compiled.entries

    def __repr__(self) -> str:
        return (f"<edgeldp.Ledger: {self.spent:.4g} of {self.epsilon:.4g} spent, "
                f"{self.remaining:.4g} left>")


class Client(_edgeldp.Client):
    """One user: its number, its list of neighbours, and its own random coins.

    It answers the questions of a collector with messages of bytes, which are noisy: nothing else
    of its list leaves it.

    Parameters
    ----------
    user : int
        Its number, which is public, from 0.
    users : int
        How many users there are, which is public too.
    neighbors : array_like of int
        The numbers of the users that it knows; private.

    Notes
    -----
    Under `simulate` its coins are replayed from the seed. A subclass may overload ``answer``, to
    look at questions or to refuse them by returning None; it should decide by what is public
    alone, so that a refusal tells nothing.
    """

    def __init__(self, user: int, users: int, neighbors: Any) -> None:
        if not 0 <= user < users:
            raise ValueError(f"user = {user} of {users}: users are numbered from 0")
        ids = np.asarray(neighbors)
        if ids.size and (ids.dtype.kind not in "iu" or ids.min() < 0 or ids.max() >= users):
            raise ValueError(f"neighbors: must be numbers of users, 0 to {users - 1}")
        super().__init__(user, users, np.ascontiguousarray(ids.ravel(), dtype=np.uint32),
                         block_seed())  # a population of clients is one simulation


class Collector:
    """Who asks users and estimates from their answers, and never sees a list.

    Parameters
    ----------
    epsilon : float
        Total privacy budget of a user, in nats, for one question.
    ledger : Ledger, optional
        Is charged `epsilon` before anybody is asked.

    Examples
    --------
    >>> clients = [edgeldp.Client(u, len(lists), list) for u, list in enumerate(lists)]
    >>> edgeldp.Collector(epsilon=1.0).triangles(clients)
    """

    def __init__(self, epsilon: float = 1.0, *, ledger: Ledger | None = None) -> None:
        self.epsilon = float(epsilon)
        self.ledger = ledger

    @takes()
    def triangles(self, clients: Sequence[_edgeldp.Client]) -> Result:
        """Estimate the number of triangles, in rounds of degrees, sizes, noisy rows and counts.

        Parameters
        ----------
        clients : sequence of Client
            User 0 first, then user 1, and so on.

        Returns
        -------
        Result

        Notes
        -----
        The same protocol as `triangles` on a graph, message by message. Clients are asked one after
        the other: about 20 microseconds each and round, beside what they compute.

        Who does not answer a round is not asked again, and the estimate is of triangles among those
        who sent a row: nobody else's neighbours are counted. Where all are lost that is an error.
        """
        return self._ask("triangles", clients)

    @takes()
    def edges(self, clients: Sequence[_edgeldp.Client]) -> Result:
        """Estimate the number of edges from noisy degrees, in one round; as `triangles`.

        Notes
        -----
        Half the sum of the degrees of those who answer: edges to others count a half.
        """
        return self._ask("edges", clients)

    def _ask(self, question: str, clients: Sequence[_edgeldp.Client]) -> Result:
        asked = list(clients)
        for one in asked:
            if not isinstance(one, _edgeldp.Client):
                raise TypeError(f"clients: {type(one).__name__} is no edgeldp.Client")
        if not asked:
            raise ValueError("clients: there is nobody to ask")
        if self.ledger is not None:
            self.ledger._enter(question, self.epsilon)
        seed = block_seed()
        with listener() as heard:
            found = _edgeldp.collect(question, asked, epsilon=self.epsilon, seed=seed,
                                     progress=heard)
        return Result._of(found, statistic=question, seed=seed)

    def __repr__(self) -> str:
        return f"<edgeldp.Collector: epsilon {self.epsilon:.4g}>"
