# SPDX-License-Identifier: MIT
"""All users' noisy rows, and what counts on them have spent."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import Any

from .. import _edgeldp
from .._graphs import Graph, as_graph
from .._ledger import Ledger
from .._later import NDArray, np
from .accounts import Home, accounts
from .posterior import EdgePrior, checked_groups, likely_pairs, posterior_of, posterior_sums, prior_of
from .spent_files import form_of

_Vertices = Any


def _vertices(values: _Vertices, name: str) -> NDArray[np.uint32]:
    array = np.atleast_1d(np.asarray(values))
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name}: must be whole numbers, the places of users from 0 on; "
                         "graph.indices_of(labels) finds them")
    if array.size and (array.min() < 0 or array.max() >= 2**32):
        raise ValueError(f"{name}: users are numbered from 0")
    return np.ascontiguousarray(array, dtype=np.uint32)


class Release:
    """All users' noisy rows: a graph of noise in which the real one is hidden. Immutable.

    Whoever holds it reads any noisy edge, and nobody learns more than its budget allows. A single
    noisy edge says little; many together estimate counts.
    """

    def __init__(self, compiled: _edgeldp.Release, path: str | None = None) -> None:
        self._compiled = compiled
        self._path = path
        self._home: Home | None = None
        self._prior: tuple[bytes | None, EdgePrior] | None = None  # the last that was asked for

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Release:
        """Read a release file.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it is no release file, or was altered.
        """
        name = os.fspath(path)
        return cls(_edgeldp.Release.load(name), os.path.abspath(name))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; the program and `Release.load` read it.

        Whether its budget for counting is spent is kept beside the file, as PATH.spent.
        """
        self._path = accounts.move(self, os.path.realpath(os.fspath(path)))

    @property
    def nodes(self) -> int:
        """How many users there are."""
        return self._compiled.nodes

    @property
    def ids(self) -> NDArray[np.uint64]:
        """What users are called elsewhere; empty where the file does not say."""
        return self._compiled.ids

    @property
    def task(self) -> str:
        """The task id of the collection that made the release; empty where none did."""
        return self._compiled.task

    @property
    def key(self) -> str:
        """The public key of the coins that readers draw, in hexadecimal digits."""
        return self._compiled.key

    @property
    def epsilon(self) -> float:
        """The total budget of a user, in nats, what is reserved for counting included."""
        return self._compiled.epsilon

    @property
    def spent(self) -> float:
        """What a user has paid for the file, in nats."""
        return self._compiled.spent

    @property
    def codec(self) -> str:
        """How rows are written: ppr, nullspace or bitmap."""
        return self._compiled.codec

    @property
    def simulated(self) -> bool:
        """Whether coins were replayed from a seed, so that the file protects nobody."""
        return self._compiled.simulated

    @property
    def private(self) -> bool:
        """Whether the file keeps its promise if coins were not replayed."""
        return self._compiled.private

    @property
    def words(self) -> NDArray[np.uint64]:
        """The rows in memory, one after the other; not copied, and read-only."""
        return self._compiled.words

    def bit(self, u: _Vertices, v: _Vertices) -> NDArray[np.bool_]:
        """Whether pairs of users are noisy edges.

        Parameters
        ----------
        u, v : array_like of int
            Ends of pairs, by their places from 0; `Graph.indices_of` finds those of labels. One of
            them may be a single number.

        Returns
        -------
        ndarray of bool
            One a pair. A pair of a user with itself is never an edge.

        Notes
        -----
        30 to 70 ns a pair and core, by codec; all cores take part.
        """
        return self._compiled.bit(*self._pairs(u, v))

    def chances(self, u: _Vertices, v: _Vertices) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely a noisy edge is for each pair if it is an edge, and if it is none."""
        return self._compiled.chances(*self._pairs(u, v))

    def estimates(self, u: _Vertices, v: _Vertices) -> NDArray[np.float64]:
        """Unbiased estimates of edges, 1 or 0 each: (bit - p0) / (p1 - p0).

        Sums of them over many pairs estimate how many edges those have.
        """
        bits = self.bit(u, v)
        if_edge, if_none = self.chances(u, v)
        spread = if_edge - if_none
        return np.divide(bits - if_none, spread, out=np.zeros(bits.shape), where=spread != 0)

    def posterior(self, u: _Vertices, v: _Vertices, *, groups: Any = None) -> Any:
        """How likely pairs of users are edges, given their bits, released degrees and groups.

        Parameters
        ----------
        u, v : int or array_like of int
            Ends of pairs, by their places from 0, as of `bit`.
        groups : array_like of int, optional
            Each user's group, from 0 on, -1 for who is in none: public, on your word. Edges within
            and across groups are then told apart, by what the bits say of them in sum.

        Returns
        -------
        float, or ndarray of float
            From 0 to 1, one a pair; a user with itself is none. Of all pairs of about the same
            number p, a share of about p are edges; sums of it are expected numbers of edges.
            Unlike sums of `estimates` they are drawn to what is usual, so they err less and have a
            bias.

        Notes
        -----
        It is made of what is public already, the release and your groups: it spends nothing, any
        number of times, and whatever it says falls under the epsilon of the release.

        Odds of an edge are x_u x_v f before its bit is read; x follows from released
        degrees, from which noise is taken as far as can be, and f from bits in sum. The first call
        learns them from up to 17 million bits, in some seconds; then 0.2 us a pair. Degrees decide:
        of the budget give them a tenth, ``Rows(split="degree=0.1,edges=0.899,count=0.001")``, where
        a release keeps most for counts otherwise. Where they have noise of scale 10, numbers below
        0.003 may be half of what they should be.

        Examples
        --------
        >>> noisy = edgeldp.release(graph, epsilon=4.0, rows=edgeldp.Rows(split="degree=0.1,edges=0.899,count=0.001"))
        >>> p = noisy.posterior(0, 1)
        >>> bool(0.0 <= p <= 1.0)
        True
        >>> noisy.posterior(0, [1, 2, 3]).shape
        (3,)
        """
        first, second = self._pairs(u, v)
        found = posterior_of(self, self._prior_by(groups), first, second)
        return float(found[0]) if np.ndim(u) == np.ndim(v) == 0 else found

    def posterior_row(self, u: int, *, groups: Any = None) -> NDArray[np.float64]:
        """`posterior` of one user and each: as many numbers as there are users, its own is 0.

        Examples
        --------
        >>> noisy = edgeldp.release(graph, epsilon=4.0)
        >>> likeliest = noisy.posterior_row(7).argsort()[-10:]
        """
        found: NDArray[np.float64] = self.posterior([u], np.arange(self.nodes), groups=groups)
        return found

    def posterior_matrix(self, min_probability: float = 0.05, *, groups: Any = None) -> tuple[
            NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
        """All pairs that are edges with at least some probability: rows, columns, probabilities.

        Parameters
        ----------
        min_probability : float
            Above 0, at most 1. What is below is left out, so that sums lose it: use `posterior_sums`
            for those.
        groups : array_like of int, optional
            As of `posterior`.

        Returns
        -------
        rows, columns, probabilities : ndarray
            Each pair once, rows < columns; ``scipy.sparse.coo_array((p, (rows, columns)))`` and
            similar take them. 0.2 us for each of the n (n - 1) / 2 pairs.

        Examples
        --------
        >>> u, v, p = edgeldp.release(graph, epsilon=6.0).posterior_matrix(0.5)
        """
        if not 0 < min_probability <= 1:
            raise ValueError(f"min_probability = {min_probability}: must be above 0 and at most 1; "
                             "posterior_row has all numbers of a user")
        return likely_pairs(self, self._prior_by(groups), min_probability)

    def posterior_sums(self, table: Any, *, groups: Any = None) -> NDArray[np.float64]:
        """Sums over neighbours, each as likely as `posterior` says: the posterior matrix times a table.

        Parameters
        ----------
        table : array_like of float
            Public, a row a user, any columns: labels as ones and zeros, ages, an embedding. Users
            whose row is zero are not read.
        groups : array_like of int, optional
            As of `posterior`.

        Returns
        -------
        ndarray of float
            A row a user, of as many columns; of one dimension where the table is.
            0.2 us for each user and each row that is not zero.

        Examples
        --------
        >>> noisy = edgeldp.release(graph, epsilon=4.0)
        >>> on_the_left = noisy.posterior_sums(party == "left")
        >>> on_the_left.shape == (graph.nodes,)
        True
        """
        values = np.asarray(table, dtype=np.float64)
        if values.ndim not in (1, 2) or values.shape[0] != self.nodes:
            raise ValueError(f"table: of shape {values.shape}: must have a row for each of {self.nodes} users")
        if not np.isfinite(values).all():
            raise ValueError("table: must be finite numbers; who has none has a row of zeros")
        return posterior_sums(self, self._prior_by(groups), values)

    def rows(self, users: Iterable[int] | None = None) -> list[NDArray[np.uint32]]:
        """The noisy neighbours in users' rows: of each, those that come earlier in the public order."""
        wanted = range(self.nodes) if users is None else users
        return [self._compiled.row(int(u)) for u in wanted]

    def to_graph(self) -> Graph:
        """All noisy edges as a graph, whose ``indptr`` and ``indices`` scipy.sparse takes.

        It is dense: about p0 n^2 / 2 edges of noise beside the real ones. ValueError where it would
        have more than 200 million.
        """
        noisy = self._compiled.to_graph()
        return as_graph(_Arrays(noisy.indptr, noisy.indices), name=f"release {self.key}")

    def _pairs(self, u: _Vertices, v: _Vertices) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        first, second = np.broadcast_arrays(_vertices(u, "u"), _vertices(v, "v"))
        return np.ascontiguousarray(first), np.ascontiguousarray(second)

    def _prior_by(self, groups: Any) -> EdgePrior:
        """What is known of pairs before their bits are read; the last one is kept."""
        which = None if groups is None else checked_groups(groups, self.nodes)
        key = None if which is None else which.tobytes()
        if self._prior is None or self._prior[0] != key:
            self._prior = key, prior_of(self, which)
        return self._prior[1]

    @functools.cached_property
    def _identity(self) -> str:
        """Which release it is, whatever a file says beside it."""
        return self._compiled.digest()

    @functools.cached_property
    def _form(self) -> str:
        """All that a file of it holds."""
        return form_of(self._compiled)

    def _charge(self, ledger: Ledger | None) -> None:
        """For a count: what is reserved for it, unless that was charged with the release."""
        if ledger is not None:
            ledger._enter_count(self._identity, self.epsilon - self.spent)

    def _file(self) -> str:
        """A file of it, beside which counts on it say what they spend; nothing in it is private."""
        self._home = accounts.home_of(self)
        return self._home.path

    def __reduce__(self) -> tuple[Any, ...]:
        return _release_of, (self._compiled.to_bytes(), self._path, accounts.so_far(self))

    def __repr__(self) -> str:
        said = ", simulated" if self.simulated else ""
        return (f"<edgeldp.Release of {self.nodes} users: {self.codec}, epsilon {self.epsilon:.4g}, "
                f"of which {self.spent:.4g} are spent{said}>")


def _release_of(data: bytes, path: str | None, spent: tuple[int, int] = (0, 0)) -> Release:
    made = Release(_edgeldp.Release.from_bytes(data), path)
    accounts.remember(made._identity, spent)
    return made


class _Arrays:
    """Rows of a matrix in compressed form."""

    def __init__(self, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> None:
        self.indptr, self.indices = indptr, indices
