# SPDX-License-Identifier: MIT
"""What users may spend."""

from __future__ import annotations

import threading

from . import _edgeldp

__all__ = ["Ledger"]


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
