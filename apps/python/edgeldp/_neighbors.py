# SPDX-License-Identifier: MIT
"""Questions of one's own about the neighbours of users, and their answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from . import _edgeldp
from ._graphs import as_either
from ._ledger import Ledger
from ._later import NDArray, np
from ._results import Result
from ._run import block_seed, listener, next_seed

__all__ = ["Collection", "NeighborNumbers"]

Numbers = NDArray["np.float64"]

_NAMES = {"degree": "degrees", "neighbor sums": "sums over neighbors",
          "earlier neighbor sums": "sums over edges", "h-index": "h-indices",
          "neighbor groups": "neighbors in groups"}
"""Of questions, by what their rounds ask."""


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


class NeighborNumbers:
    """What users answered about their neighbours, one or several numbers each.

    It can be given to the next question of its collector as it is.

    Attributes
    ----------
    values : numpy.ndarray
        Of shape (n,) or (n, k), in the order of the users; nan of users who did not answer.
        Unbiased: single numbers may be negative, or no whole ones.
    standard_errors : numpy.ndarray
        How far noise moves each number, of the same shape: exact, not predicted.
    center : float or numpy.ndarray
        What times the released degree was added back; of shape (k,) for k columns. 0: nothing.
    labels : sequence
        What the users are called.
    declared_public : bool
        Whether the values that were asked about are public on the caller's word alone.
    spent : dict
        What users had paid by then: ``epsilon``, ``edge_ldp``, ``relationship_dp``, in nats.
    simulated : bool
        Whether coins were replayed from a seed: then nothing is protected.
    seed : int or None
        The seed of a simulation.
    """

    def __init__(self, numbers: _edgeldp.NeighborNumbers, shape: tuple[int, ...], labels: Any,
                 entry: dict[str, Any], facts: dict[str, Any], seed: int | None) -> None:
        self._compiled = numbers
        self._entry, self._facts = entry, facts
        errors = np.array(numbers.standard_errors)
        self.values: Numbers = _frozen(numbers.values.reshape(shape))
        self.standard_errors: Numbers = np.broadcast_to(errors if len(shape) == 2 else errors[0], shape)
        self.center: Any = (_frozen(np.array(numbers.centres)) if len(shape) == 2
                            else float(numbers.centres[0]))
        self.labels, self.seed = labels, seed

    @property
    def declared_public(self) -> bool:
        """Whether the values that were asked about are public on the caller's word alone."""
        return bool(self._entry["declared_public"])

    @property
    def spent(self) -> dict[str, float]:
        """What users had paid by then, in nats."""
        return dict(self._facts["spent"])

    @property
    def simulated(self) -> bool:
        """Whether coins were replayed from a seed: then nothing is protected."""
        return bool(self._facts["simulated"])

    def total(self, weights: Any = None, *, column: int | None = None) -> Result:
        """Estimate a sum over all users who answered.

        Parameters
        ----------
        weights : array_like, shape (n,), optional
            What each user's numbers are multiplied by; public, as the values are. Otherwise 1.
        column : int, optional
            Of numbers of shape (n, k) this one alone; otherwise all of them.

        Returns
        -------
        Result
            With its interval: noise is independent from user to user, so that the standard error is
            exact.

        Raises
        ------
        ValueError
            For weights that are not finite, or not one a user.

        Notes
        -----
        Unbiased where weights do not follow from what is summed, nor, where a center was added back,
        from the released degrees.
        """
        table = self.values.reshape(len(self.values), -1)
        each = np.ones(len(table)) if weights is None else _real(weights, "weights")
        if each.shape != (len(table),):
            raise ValueError(f"weights: of shape {each.shape}, and there is one for each of "
                             f"{len(table)} users")
        spread = np.repeat(each[:, np.newaxis], table.shape[1], axis=1)
        if column is not None:
            if not 0 <= column < table.shape[1]:
                raise ValueError(f"column = {column}: must be from 0 to {table.shape[1] - 1}")
            spread[:, [i for i in range(table.shape[1]) if i != column]] = 0.0
        found = self._compiled.total(np.ascontiguousarray(spread).ravel())
        return Result._of({**self._facts, **found}, statistic=f"total of {self._entry['asks']}",
                          seed=self.seed)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        said = ["declared public"] if self.declared_public else []
        said += ["simulated"] if self.simulated else []
        told = "".join(f", {what}" for what in said)
        return (f"<edgeldp.NeighborNumbers: {self._entry['asks']} of shape {self.values.shape}, "
                f"epsilon {self._entry['epsilon']:.4g}{told}>")


def _real(values: Any, name: str) -> Numbers:
    """Real numbers as an array of float64.

    Raises
    ------
    TypeError, ValueError
        For what is no number, or not finite.
    """
    array = np.asarray(values.values if isinstance(values, NeighborNumbers) else values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: must be real numbers, not {array.dtype}")
    numbers = np.ascontiguousarray(array, dtype=np.float64)
    if not np.isfinite(numbers).all():
        where = np.argwhere(~np.isfinite(numbers))[0]
        raise ValueError(f"{name}: {numbers[tuple(where)]} of user {where[0]}: must be finite")
    return numbers


class Collection:
    """Users, what they may spend together in all questions, and what they were asked."""

    def __init__(self, users: Any, epsilon: float, ledger: Ledger | None) -> None:
        self._ledger, self._lock = ledger, threading.Lock()
        clients = list(users) if isinstance(users, Sequence) and not isinstance(users, str) else []
        if clients and all(isinstance(one, _edgeldp.Client) for one in clients):
            self.seed = block_seed()
            self._compiled = _edgeldp.Collection(clients, epsilon, self.seed)
            self._labels: Any = range(len(clients))
        else:
            graph = as_either(users)
            self.seed = next_seed()
            self._compiled = _edgeldp.Collection(graph._graph, epsilon, self.seed)
            self._labels = graph.labels

    def degrees(self, epsilon: float) -> NeighborNumbers:
        n = self._compiled.users
        return self._ask("degree", epsilon, (n,), None, self._compiled.degrees, epsilon)

    def sums(self, x: Any, epsilon: float, center: Any) -> NeighborNumbers:
        values = self._one_a_user(_real(x, "x"), "x")
        table = values.reshape(len(values), -1)
        centers = None
        if center is not None:
            given = _real(center, "center")
            if given.ndim > 1 or given.size not in (1, table.shape[1]):
                raise ValueError(f"center: of shape {given.shape}, and there is one, or one for each "
                                 f"of {table.shape[1]} columns")
            centers = np.broadcast_to(given.ravel(), table.shape[1:]).tolist()
        return self._ask("neighbor sums", epsilon, values.shape, values, self._compiled.sums,
                         table, epsilon, centers)

    def sums_over_edges(self, x: Any, epsilon: float) -> NeighborNumbers:
        values = self._one_a_user(_real(x, "x"), "x")
        table = values.reshape(len(values), -1)
        return self._ask("earlier neighbor sums", epsilon, values.shape, values,
                         self._compiled.sums_over_edges, table, epsilon)

    def h_index(self, x: Any, epsilon: float) -> NeighborNumbers:
        values = self._one_a_user(_real(x, "x"), "x")
        if values.ndim != 1:
            raise ValueError(f"x: of shape {values.shape}, and an h-index is of one number a user")
        return self._ask("h-index", epsilon, values.shape, values, self._compiled.h_index, values,
                         epsilon)

    def groups(self, groups: Any, epsilon: float, number: int | None) -> NeighborNumbers:
        given = np.asarray(groups)
        if given.dtype.kind not in "iu":
            raise TypeError(f"groups: must be whole numbers from 0, or -1 for none, not {given.dtype}")
        group_of = self._one_a_user(np.ascontiguousarray(given, dtype=np.int64), "groups")
        if group_of.ndim != 1:
            raise ValueError(f"groups: of shape {given.shape}, and a user is in one at most")
        many = max(1, int(group_of.max()) + 1) if number is None else int(number)
        if many < 1 or int(group_of.max()) >= many:
            raise ValueError(f"number = {many}: groups are from 0 to {int(group_of.max())}")
        return self._ask("neighbor groups", epsilon, (len(group_of), many),
                         group_of.astype(np.float64), self._compiled.groups, group_of, many, epsilon)

    @property
    def record(self) -> list[dict[str, Any]]:
        return [{**entry, "asks": _NAMES[entry["asks"]]} for entry in self._compiled.asked()]

    @property
    def spent(self) -> dict[str, float]:
        return dict(self._compiled.facts()["spent"])

    @property
    def remaining(self) -> float:
        return self._compiled.remaining

    def _one_a_user(self, values: NDArray[Any], name: str) -> NDArray[Any]:
        n = self._compiled.users
        if values.ndim not in (1, 2) or values.shape[0] != n or 0 in values.shape:
            raise ValueError(f"{name}: of shape {values.shape}, and there are {n} users: must be one "
                             "number each, or one row")
        return values

    def _ask(self, asks: str, epsilon: float, shape: tuple[int, ...], about: Numbers | None,
             ask: Callable[..., _edgeldp.NeighborNumbers], *arguments: Any) -> NeighborNumbers:
        """Pays from the ledger and asks. What exceeds the total is refused before either."""
        with self._lock:
            self._compiled.require_payable(float(epsilon))
            is_declared = about is not None and not self._compiled.is_own(about)
            if self._ledger is not None:
                said = ", declared public" if is_declared else ""
                ends = 1 if asks == "earlier neighbor sums" else 2
                self._ledger._enter(_NAMES[asks] + said, float(epsilon), edge_ends=ends)
            with listener() as heard:
                numbers = ask(*arguments, progress=heard)
            return NeighborNumbers(numbers, shape, self._labels, self.record[-1],
                                   self._compiled.facts(), self.seed)
