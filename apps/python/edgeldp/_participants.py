# SPDX-License-Identifier: MIT
"""Who takes part: users one by one, and the collector that asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


from . import _edgeldp
from ._ledger import Ledger
from ._moved import takes
from ._neighbors import Collection, NeighborNumbers
from ._later import np
from ._results import Result
from ._run import block_seed, listener

__all__ = ["Client", "Collector"]

Call = _edgeldp.Call


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
        Total privacy budget of a user, in nats: of `triangles` and `edges` for one call, of all
        questions about `users` together.
    users : anything that `as_graph` takes, a `DirectedGraph`, or a sequence of Client, optional
        Who is asked about neighbours: all users of a graph in this process, with coins that are
        drawn here or replayed by the `simulate` block in which the collector is made; or clients,
        user 0 first, who have their own.
    ledger : Ledger, optional
        Is charged before anybody is asked: `epsilon` for `triangles` and `edges`, the question's own
        for the others.

    Examples
    --------
    >>> clients = [edgeldp.Client(u, len(lists), list) for u, list in enumerate(lists)]
    >>> edgeldp.Collector(epsilon=1.0).triangles(clients)

    A question of one's own, about numbers that are public:

    >>> collector = edgeldp.Collector(epsilon=1.0, users=graph)
    >>> ages = collector.sum_over_neighbors(age_of_user, epsilon=0.5)
    >>> print(ages.total())
    """

    def __init__(self, epsilon: float = 1.0, *, users: Any = None,
                 ledger: Ledger | None = None) -> None:
        self.epsilon = float(epsilon)
        self.ledger = ledger
        self._collection = None if users is None else Collection(users, self.epsilon, ledger)

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

    @takes()
    def degrees(self, epsilon: float) -> NeighborNumbers:
        """Ask `users` how many neighbours they have, with noise; once in a collection.

        Parameters
        ----------
        epsilon : float
            What it costs a user, in nats; as of `sum_over_neighbors`.

        Returns
        -------
        NeighborNumbers

        Notes
        -----
        Sums that are asked afterwards may be centred by these (`sum_over_neighbors`).
        """
        return self._questions().degrees(epsilon)

    @takes()
    def sum_over_neighbors(self, x: Any, epsilon: float, center: Any = None) -> NeighborNumbers:
        """Ask each of `users` for the sum of public numbers of its neighbours, with noise.

        Parameters
        ----------
        x : array_like, shape (n,) or (n, k), or NeighborNumbers
            One number of each user, or k of them, in the order of ``graph.labels``: real and finite.
            **They must be public**, on your word: everybody reads them, and nothing here can check
            it. The record, results and the ledger repeat that they were *declared public*. An
            answer of this collector, given back as it came, is not marked so: the library has
            published it.
        epsilon : float
            What it costs a user, in nats, whatever k is. Both ends of an edge answer, so the edge
            itself loses up to twice that. What exceeds the collector's total is refused before
            anybody is asked.
        center : float or array_like, shape (k,), optional
            Users sum ``x - center``, and ``center`` times their released degree is added back. 0
            adds nothing back, and is chosen where `degrees` was not asked before, and for several
            columns. Otherwise the center is planned, see below.

        Returns
        -------
        NeighborNumbers
            Unbiased sums, in the shape of `x`.

        Raises
        ------
        ValueError
            For numbers that are not finite, or not of all users; for what is left of the budget; for
            a center without degrees; and where ``x - center`` is 0 for everybody.

        Notes
        -----
        Noise has the scale w / epsilon, where w is the largest sum of ``abs(x - center)`` of a user:
        groups as columns of 0 and 1 cost no more than one of them (`count_in_groups`). Numbers are
        rounded to a lattice of w / 2^19 before they are published.

        The variance of a user's sum, for values from m to M and a center c, is 2 times
        (max(M - c, c - m) / epsilon)^2 + (c / epsilon_of_degrees)^2. The planned center makes that
        least: with half of the budget of sums for degrees it is M / 5 for m = 0, with as much as
        for sums it is M / 2.

        The answer is unbiased for `x` as it is. If you made `x` of released numbers, errors of these
        are in `x`, and what they do to your estimate is yours to derive; where a center was added
        back and `x` or weights follow from the released degrees, so does its noise: ``center=0``
        keeps them apart.
        """
        return self._questions().sums(x, epsilon, center)

    @takes()
    def sum_over_edges(self, x: Any, epsilon: float) -> NeighborNumbers:
        """Ask for sums over edges, each of which is answered for by one of its ends alone.

        Parameters
        ----------
        x : array_like, shape (n,) or (n, k), or NeighborNumbers
            Public, as of `sum_over_neighbors`.
        epsilon : float
            What it costs a user, in nats, and an edge as well: of its two ends the one that comes
            later in ``graph.labels`` answers for it.

        Returns
        -------
        NeighborNumbers
            Of each user u the sum of x over those neighbours v that come before it. So
            ``total(weights=w)`` is the sum over edges of ``w[u] * x[v]``, and ``total(weights=x)``
            that of ``x[u] * x[v]``.

        Raises
        ------
        ValueError
            As `sum_over_neighbors`, and for a `DirectedGraph`: there `sum_over_neighbors` has each
            arc once.

        Examples
        --------
        >>> is_left = party == "left"
        >>> asks.sum_over_edges(is_left, 0.5).total(weights=is_left)  # edges within the left
        """
        return self._questions().sums_over_edges(x, epsilon)

    @takes()
    def h_index(self, x: Any, epsilon: float) -> NeighborNumbers:
        """Ask each of `users` for the largest h such that h neighbours have an x of at least h.

        Parameters
        ----------
        x : array_like, shape (n,), or NeighborNumbers
            Public, as of `sum_over_neighbors`.
        epsilon : float
            As of `sum_over_neighbors`. The noise has the scale 1 / epsilon.

        Returns
        -------
        NeighborNumbers

        Notes
        -----
        With x the degrees, and then the answer again and again, it falls to the core numbers.
        """
        return self._questions().h_index(x, epsilon)

    @takes()
    def count_in_groups(self, groups: Any, epsilon: float, *,
                        number: int | None = None) -> NeighborNumbers:
        """Ask each of `users` how many neighbours it has in each of some public groups.

        Parameters
        ----------
        groups : array_like of int, shape (n,)
            The group of each user, from 0; -1 for none. Public, as of `sum_over_neighbors`.
        epsilon : float
            As of `sum_over_neighbors`. The noise of each count has the scale 1 / epsilon, for any
            number of groups.
        number : int, optional
            How many groups there are; otherwise as many as `groups` names.

        Returns
        -------
        NeighborNumbers
            Of shape (n, number).
        """
        return self._questions().groups(groups, epsilon, number)

    @property
    def record(self) -> list[dict[str, Any]]:
        """What `users` were asked, in order.

        Of each question ``asks``, its ``epsilon``, ``values`` (the SHA-256 of what was published for
        it), whether they were ``declared_public``, and how many users were ``asked``, ``answered``
        and ``clamped``: sent what nobody sends who follows the protocol.
        """
        return self._questions().record

    @property
    def spent(self) -> dict[str, float]:
        """What each of `users` has paid: ``epsilon``, ``edge_ldp``, ``relationship_dp``, in nats."""
        return self._questions().spent

    @property
    def remaining(self) -> float:
        """What `users` may still be asked, in nats."""
        return self._questions().remaining

    def _questions(self) -> Collection:
        if self._collection is None:
            raise ValueError("who is asked? edgeldp.Collector(epsilon, users=graph) knows")
        return self._collection

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
