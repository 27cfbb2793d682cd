# SPDX-License-Identifier: MIT
"""Noisy rows as files that anybody may read: of graphs, and of lists with values."""

from __future__ import annotations

import contextlib
import csv
import functools
import hashlib
import io
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _edgeldp
from ._graphs import Graph, as_graph
from ._participants import Ledger
from ._results import Results
from ._run import Progress, call, memory_file, next_seed

__all__ = ["Release", "VectorRelease", "release", "vectors"]

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

    @functools.cached_property
    def _identity(self) -> str:
        """Which release it is, whatever a file says beside it."""
        return self._compiled.digest()

    @functools.cached_property
    def _form(self) -> str:
        """All that a file of it holds."""
        return _form_of(self._compiled)

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
        self.path = path or os.path.join(tempfile.mkdtemp(prefix="edgeldp-"), "release.eldp")
        if path is None:
            weakref.finalize(self, _Home._end, self.path, release.key, release._identity, os.getpid())

    @staticmethod
    def _end(path: str, key: str, identity: str, maker: int) -> None:
        if os.getpid() != maker:
            return  # a child of fork, whose parent still counts there
        _accounts.remember(identity, _spent_at(path, key))
        shutil.rmtree(os.path.dirname(path), ignore_errors=True)


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
            _bring_to(home.path, release.key, spent)
            return home

    def move(self, release: Release, path: str) -> str:
        """Makes a file of it, which is its home from then on."""
        with self._lock:
            spent = self.so_far(release)
            release._compiled.save(path)
            release._home = self._settle(path, release)
            _bring_to(path, release.key, spent)
            return path

    def so_far(self, release: Release) -> tuple[int, int]:
        """Counts on it, and what a user spent on them in units, as far as this process knows."""
        with self._lock:
            known = [_spent_at(p, release.key) for p in self._places_of(release)
                     if _read_at(p).identity == release._identity]
            return max([self._spent.get(release._identity, (0, 0)), *known], key=_units)

    def remember(self, identity: str, spent: tuple[int, int]) -> None:
        with self._lock:
            self._spent[identity] = max(self._spent.get(identity, (0, 0)), spent, key=_units)

    def _places_of(self, release: Release) -> set[str]:
        own = {release._path, os.path.realpath(release._path)} if release._path else set()
        return self._places.get(release._identity, set()) | own

    def _settle(self, path: str | None, release: Release) -> _Home:
        home = _Home(None if path is None else os.path.realpath(path), release)
        self._homes[release._form] = home
        self._places.setdefault(release._identity, set()).add(home.path)
        return home


_accounts = _Accounts()


class _Read(NamedTuple):
    """What a file holds: which release, and with what beside it."""

    identity: str
    form: str


@functools.lru_cache(maxsize=256)
def _read_as(path: str, _moment: tuple[int, ...]) -> _Read:
    try:
        found = _edgeldp.Release.load(path)
        return _Read(found.digest(), _form_of(found))
    except (OSError, ValueError):
        return _Read("", "")


def _read_at(path: str) -> _Read:
    try:
        facts = os.stat(path)
    except OSError:
        return _Read("", "")
    return _read_as(path, (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns))


def _holds(path: str, release: Release) -> bool:
    """Whether that file holds this release, and the same beside it."""
    return _read_at(path).form == release._form


def _form_of(compiled: _edgeldp.Release) -> str:
    return hashlib.sha256(compiled.to_bytes()).hexdigest()


def _digest_of_file(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def _units(spent: tuple[int, int]) -> int:
    return spent[1]


def _spent_at(path: str, key: str) -> tuple[int, int]:
    """Counts and units in the account beside a file, as the program writes it."""
    try:
        with open(path + ".spent", encoding="utf-8") as file:
            entries = [line.split() for line in file if not line.startswith("#")]
        names = {key, _digest_of_file(path)}  # earlier versions named releases by their keys
    except OSError:
        return 0, 0
    found = [(int(e[1]), int(e[2])) for e in entries if len(e) == 3 and e[0] in names]
    return max(found, key=_units, default=(0, 0))


def _bring_to(path: str, key: str, spent: tuple[int, int]) -> None:
    """Enters into the account beside a file what it does not know yet."""
    if spent[1] > _spent_at(path, key)[1]:
        with open(path + ".spent", "a", encoding="utf-8") as file:
            file.write(f"{_digest_of_file(path)} {spent[0]} {spent[1]}\n")


class _Arrays:
    """Rows of a matrix in compressed form."""

    def __init__(self, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> None:
        self.indptr, self.indices = indptr, indices


def release(graph: Any, epsilon: float = 1.0, *, codec: str | None = None, prefer: str | None = None,
            alpha: float | None = None, level: int | None = None, beta: float | None = None,
            order: str | None = None, split: str | None = None, margin: int | None = None,
            clip: str | None = None, kappa: int | None = None, chunk_rule: str | None = None,
            preset: str | None = None, max_upload: float | None = None,
            max_error: float | None = None, key: str | None = None, with_ids: bool = False,
            ledger: Ledger | None = None, progress: Progress = None) -> Release:
    """Publish every user's noisy row, as one file in memory.

    Parameters
    ----------
    graph : anything that `as_graph` takes
    epsilon : float
        Total privacy budget of a user, in nats. A part of it is kept for one count on the release
        (``triangles(graph, release=...)``).
    codec : {"auto", "nullspace", "ppr", "bitmap"}, optional
        How rows are sent; chosen from public numbers unless given.
    with_ids : bool
        Put the users' ids into the file, if they are numbers; they are there anyway where users
        are declared.
    ledger : Ledger, optional
        Is charged `epsilon` before any coin is drawn, and nothing more for the count.
    prefer, alpha, level, beta, order, split, margin, clip, kappa, chunk_rule, preset, key
        As the program's options of these names: ``edgeldp release --help-all``.
    max_upload, max_error : float, optional
        Limits that the setting keeps, as predicted: bytes, and a share of the count.

    Returns
    -------
    Release

    Raises
    ------
    ValueError
        For options that do not fit.
    """
    g = as_graph(graph)
    if ledger is not None:
        ledger._enter("release", epsilon)
    answer = call("release", dict(epsilon=float(epsilon), codec=codec, prefer=prefer, alpha=alpha,
                                  level=level, beta=beta, order=order, split=split, margin=margin,
                                  clip=clip, kappa=kappa, chunk_rule=chunk_rule, preset=preset,
                                  max_upload=max_upload, max_error=max_error, key=key,
                                  with_ids=with_ids, output="-"),
                  given=g._input, progress=progress, seed=next_seed())
    made = Release(_edgeldp.Release.from_bytes(answer.output))
    if ledger is not None:
        ledger._enter_release(made._identity)
    return made


# ------------------------------------------------------------------------------------------ Vectors


class VectorRelease:
    """All users' noisy lists with values, as a file in memory. Immutable."""

    def __init__(self, data: bytes, record: dict[str, Any] | None = None) -> None:
        self._data = data
        self._record = record or {}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> VectorRelease:
        """Read a file that `save` or the program wrote."""
        with open(path, "rb") as file:
            return cls(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; ``edgeldp vectors stats`` reads it."""
        with open(path, "wb") as file:
            file.write(self._data)

    def stats(self, *, top: int | None = None, items: Sequence[Any] = (), users: Sequence[Any] = (),
              common: Sequence[tuple[Any, Any]] = (), truth: Any = None) -> Results:
        """Estimate frequencies, histograms and means from the noisy values.

        Parameters
        ----------
        top : int, optional
            So many of the most frequent items.
        items, users : sequence
            Names of items and users to tell of.
        common : sequence of pairs
            Pairs of users, of whom the number of common items is told.
        truth : path, pandas.DataFrame of three columns, or three arrays
            The data themselves, as `vectors` takes them: errors are then told beside estimates.

        Returns
        -------
        Results
        """
        words: list[str] = []
        for option, names in (("--item", items), ("--user", users),
                              ("--common", [user for pair in common for user in pair])):
            words += [f"{option}={name}" for name in names]
        data = contextlib.nullcontext(None) if truth is None else _data_file(truth)
        with memory_file(self._data) as path, data as true_path:
            answer = call("vectors stats", dict(top=top, truth=true_path), files=[*words, path])
        return Results._of(answer.records, notes=answer.notes)

    def decode(self, *, items: Sequence[Any] = (),
               users: Sequence[Any] = ()) -> tuple[list[str], list[str], list[str]]:
        """The noisy values that differ from the reference: users, items and values, by name.

        Parameters
        ----------
        items, users : sequence, optional
            Only those of these.
        """
        words = [f"--item={name}" for name in items] + [f"--user={name}" for name in users]
        with memory_file(self._data) as path:
            answer = call("vectors decode", {}, files=[*words, path])
        rows = list(csv.reader(io.StringIO(answer.output.decode())))[1:]
        users, items, values, _ = zip(*rows) if rows else ((), (), (), ())
        return list(users), list(items), list(values)

    @functools.cached_property
    def _overview(self) -> dict[str, Any]:
        return self.stats(top=0)[0].to_dict()

    @property
    def epsilon(self) -> float:
        """The total budget of a user, in nats."""
        return float(self._overview["epsilon"])

    @property
    def codec(self) -> str:
        """By which mechanism values were made noisy: ppr or bitmap."""
        return str(self._overview["codec"])

    def to_dict(self) -> dict[str, Any]:
        """What the program says of the file when it writes it; empty for one that was loaded."""
        return dict(self._record)

    def __repr__(self) -> str:
        return f"<edgeldp.VectorRelease of {len(self._data)} bytes>"


def _columns_of(data: Any) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
    """Users, items and values."""
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        if len(data.columns) != 3:
            raise ValueError(f"data: {len(data.columns)} columns; the three are user, item, value")
        return tuple(data.iloc[:, i].tolist() for i in range(3))  # type: ignore[return-value]
    if isinstance(data, (tuple, list)) and len(data) == 3:
        users, items, values = (np.asarray(column).tolist() for column in data)
        if not len(users) == len(items) == len(values):
            raise ValueError(f"data: {len(users)} users, {len(items)} items and {len(values)} "
                             "values: there must be as many of each")
        return users, items, values
    raise TypeError("data: a path, a frame of three columns, or three arrays: users, items, values")


def _as_csv(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def vectors(data: Any, epsilon: float = 1.0, *, values: Sequence[Any] | None = None,
            items: Sequence[Any] | None = None, users: Sequence[Any] | None = None,
            reference: dict[Any, Any] | None = None, codec: str | None = None,
            alpha: float | None = None, level: int | None = None, beta: float | None = None,
            size_share: float | None = None, true_sizes: bool = False, ledger: Ledger | None = None,
            progress: Progress = None) -> VectorRelease:
    """Publish every user's list of items with values, such as ratings, with noise.

    Parameters
    ----------
    data : path, pandas.DataFrame of three columns, or three arrays
        Users, items and values, a row an entry.
    epsilon : float
        Total privacy budget of a user, in nats, for one entry of its list.
    values, items, users : sequence, optional
        All that there can be, which is public. What is not given is taken from the data, and then
        the guarantee holds only if it was public: a warning says so.
    reference : dict, optional
        The value that an item usually has; entries that have it cost nothing.
    codec, alpha, level, beta, size_share, true_sizes
        As the program's options: ``edgeldp vectors encode --help-all``.
    ledger : Ledger, optional
        Is charged `epsilon` before any coin is drawn.

    Returns
    -------
    VectorRelease
    """
    if ledger is not None:
        ledger._enter("vectors", epsilon, edge_ends=1)
    lists = {"users": _lines(users), "items": _lines(items),
             "reference": None if reference is None else _as_csv(reference.items())}
    with _files(lists) as paths, _data_file(data) as path:
        answer = call("vectors encode",
                      dict(epsilon=float(epsilon), codec=codec, alpha=alpha, level=level, beta=beta,
                           size_share=size_share, true_sizes=true_sizes, values=values,
                           output="-", **paths), files=[path], progress=progress, seed=next_seed())
    return VectorRelease(answer.output, answer.records[0])


def _lines(names: Sequence[Any] | None) -> str | None:
    return None if names is None else "".join(f"{name}\n" for name in names)


@contextlib.contextmanager
def _files(texts: dict[str, str | None]) -> Iterator[dict[str, str]]:
    """Paths of the texts that are there, by option."""
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(memory_file(text))
               for name, text in texts.items() if text is not None}


def _data_file(data: Any) -> contextlib.AbstractContextManager[str]:
    if isinstance(data, (str, os.PathLike)):
        return contextlib.nullcontext(os.fspath(data))
    return memory_file(_as_csv([("user", "item", "value"), *zip(*_columns_of(data))]))
