# SPDX-License-Identifier: MIT
"""All users' noisy rows, and what counts on them have spent."""

from __future__ import annotations

import functools
import os
import threading
import weakref
from collections.abc import Iterable
from typing import Any

from .. import _edgeldp
from .._graphs import Graph, as_graph
from .._ledger import Ledger
from .._later import NDArray, np
from .posterior import EdgePrior, blocks_of, most_groups, posterior_of, prior_of
from .spent_files import bring_to, form_of, read_at, spent_at, units

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
        self._home: _Home | None = None
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
        self._path = _accounts.move(self, os.path.realpath(os.fspath(path)))

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
        prior = self._prior_by(groups)
        everybody = np.arange(self.nodes, dtype=np.uint32)
        parts = []
        for some, u, v in blocks_of(everybody, everybody):
            later = u < v
            u, v = u[later], v[later]
            p = posterior_of(self, prior, u, v)
            kept = p >= min_probability
            parts.append((u[kept], v[kept], p[kept]))
        rows, columns, probabilities = (np.concatenate(part) for part in zip(*parts))
        return rows, columns, probabilities

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
        prior = self._prior_by(groups)
        columns = np.flatnonzero(values.reshape(self.nodes, -1).any(axis=1)).astype(np.uint32)
        sums = np.zeros(values.shape)
        for some, u, v in blocks_of(np.arange(self.nodes, dtype=np.uint32), columns):
            sums[some] = posterior_of(self, prior, u, v).reshape(some.size, columns.size) @ values[columns]
        return sums

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
        which = None if groups is None else np.asarray(groups)
        if which is not None:
            if which.shape != (self.nodes,) or which.dtype.kind not in "iu":
                raise ValueError(f"groups: must be whole numbers, one for each of {self.nodes} users, "
                                 "-1 for who is in none")
            if np.unique(which).size > most_groups:
                raise ValueError(f"groups: {np.unique(which).size}: at most {most_groups}, since edges "
                                 "between each two are learnt from noise")
            which = np.maximum(which.astype(np.int64), -1)
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
        self._home = _accounts.home_of(self)
        return self._home.path

    def __reduce__(self) -> tuple[Any, ...]:
        return _release_of, (self._compiled.to_bytes(), self._path, _accounts.so_far(self))

    def __repr__(self) -> str:
        said = ", simulated" if self.simulated else ""
        return (f"<edgeldp.Release of {self.nodes} users: {self.codec}, epsilon {self.epsilon:.4g}, "
                f"of which {self.spent:.4g} are spent{said}>")


def _release_of(data: bytes, path: str | None, spent: tuple[int, int] = (0, 0)) -> Release:
    made = Release(_edgeldp.Release.from_bytes(data), path)
    _accounts.remember(made._identity, spent)
    return made


class _Home:
    """A file on which a release is counted: one of its own, or one that goes with those who count on
    it here."""

    def __init__(self, path: str | None, release: Release) -> None:
        if path is not None:
            self.path = path
        else:
            from tempfile import mkdtemp  # which imports shutil

            self.path = os.path.join(mkdtemp(prefix="edgeldp-"), "release.eldp")
            weakref.finalize(self, _Home._end, self.path, release.key, release._identity, os.getpid())

    @staticmethod
    def _end(path: str, key: str, identity: str, maker: int) -> None:
        if os.getpid() != maker:
            return  # a child of fork, whose parent still counts there
        _accounts.remember(identity, spent_at(path, key))
        from shutil import rmtree

        rmtree(os.path.dirname(path), ignore_errors=True)


class _Accounts:
    """What counts of this process have spent on releases, by what is in them.

    All copies of a release that this process knows, pickled, copied or loaded from several files,
    count on one file, so that each count knows of those before it. A pickle carries what was spent
    when it was made. Other processes that count on copies of their own know nothing of each other,
    as whoever copies a file: of two accounts the larger one is taken and not the sum, since one
    count each cannot be told from the same count twice.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._homes: weakref.WeakValueDictionary[str, _Home] = weakref.WeakValueDictionary()
        self._places: dict[str, set[str]] = {}  # files that hold a release, or held it
        self._spent: dict[str, tuple[int, int]] = {}  # beside no file: counts, and units of them

    def home_of(self, release: Release) -> _Home:
        """The home of all copies of it, which knows what was spent on any."""
        with self._lock:
            spent = self.so_far(release)
            home = self._homes.get(release._form)
            if home is None or not _holds(home.path, release):
                places = sorted(self._places_of(release))
                path = next((p for p in places if _holds(p, release)), None)
                home = self._settle(path, release)
                if path is None:
                    release._compiled.save(home.path)
            bring_to(home.path, release.key, spent)
            return home

    def move(self, release: Release, path: str) -> str:
        """Makes a file of it, which is its home from then on."""
        with self._lock:
            spent = self.so_far(release)
            release._compiled.save(path)
            release._home = self._settle(path, release)
            bring_to(path, release.key, spent)
            return path

    def so_far(self, release: Release) -> tuple[int, int]:
        """Counts on it, and what a user spent on them in units, as far as this process knows."""
        with self._lock:
            known = [spent_at(p, release.key) for p in self._places_of(release)
                     if read_at(p).identity == release._identity]
            return max([self._spent.get(release._identity, (0, 0)), *known], key=units)

    def remember(self, identity: str, spent: tuple[int, int]) -> None:
        with self._lock:
            self._spent[identity] = max(self._spent.get(identity, (0, 0)), spent, key=units)

    def _places_of(self, release: Release) -> set[str]:
        own = {release._path, os.path.realpath(release._path)} if release._path else set()
        return self._places.get(release._identity, set()) | own

    def _settle(self, path: str | None, release: Release) -> _Home:
        home = _Home(None if path is None else os.path.realpath(path), release)
        self._homes[release._form] = home
        self._places.setdefault(release._identity, set()).add(home.path)
        return home


_accounts = _Accounts()


def _holds(path: str, release: Release) -> bool:
    """Whether that file holds this release, and the same beside it."""
    return read_at(path).form == release._form


class _Arrays:
    """Rows of a matrix in compressed form."""

    def __init__(self, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> None:
        self.indptr, self.indices = indptr, indices
