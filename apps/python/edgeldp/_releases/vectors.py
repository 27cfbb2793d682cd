# SPDX-License-Identifier: MIT
"""Lists with values, such as ratings, with noise."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any


from .._moved import takes
from .._ledger import Ledger
from .._later import np
from .._results import Results
from .._run import call, memory_file, next_seed
from .._settings import Rows, options_of


class VectorRelease:
    """All users' noisy lists with values, as a file in memory. Immutable."""

    def __init__(self, data: bytes, record: dict[str, Any] | None = None) -> None:
        self._data = data
        self._record = record or {}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> VectorRelease:
        """Read a file that `save` or the program wrote."""
        try:
            with open(path, "rb") as file:
                return cls(file.read())
        except OSError as error:  # in the words of all other files
            raise type(error)(f"cannot open {os.fspath(path)}: {error.strerror}") from None

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
        pairs = [user for pair in common for user in pair]
        data = contextlib.nullcontext(None) if truth is None else _data_file(truth)
        with memory_file(self._data) as path, data as true_path:
            answer = call("vectors stats", dict(
                file=path, top=top, truth=true_path, item=_names(items), user=_names(users),
                common=_names(pairs)))
        return Results._of(answer.records, notes=answer.notes)

    def decode(self, *, items: Sequence[Any] = (),
               users: Sequence[Any] = ()) -> tuple[list[str], list[str], list[str]]:
        """The noisy values that differ from the reference: users, items and values, by name.

        Parameters
        ----------
        items, users : sequence, optional
            Only those of these.
        """
        with memory_file(self._data) as path:
            answer = call("vectors decode", dict(file=path, item=_names(items),
                                                 user=_names(users)))
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


@takes(rows=Rows)
def vectors(data: Any, epsilon: float = 1.0, *, values: Sequence[Any] | None = None,
            items: Sequence[Any] | None = None, users: Sequence[Any] | None = None,
            reference: dict[Any, Any] | None = None, rows: Rows | None = None,
            ledger: Ledger | None = None) -> VectorRelease:
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
    rows : Rows, optional
        For experts: how values are made noisy and sent.
    ledger : Ledger, optional
        Is charged `epsilon` before any coin is drawn.

    Returns
    -------
    VectorRelease

    Examples
    --------
    >>> rated = ([1, 1, 2], ["tea", "jam", "tea"], [5, 3, 4])  # users, items, values
    >>> noisy = edgeldp.vectors(rated, epsilon=2.0, values=[1, 2, 3, 4, 5], items=["jam", "tea"], users=[1, 2])
    >>> print(noisy.stats(items=["tea"]))
    """
    if ledger is not None:
        ledger._enter("vectors", epsilon, edge_ends=1)
    lists = {"users": _lines(users), "items": _lines(items),
             "reference": None if reference is None else _as_csv(reference.items())}
    with _files(lists) as paths, _data_file(data) as path:
        answer = call("vectors encode",
                      dict(data=path, epsilon=float(epsilon), output="-", values=_names(values),
                           **paths, **options_of(rows)), seed=next_seed())
    return VectorRelease(answer.output, answer.records[0])


def _names(names: Sequence[Any] | None) -> list[str] | None:
    return [str(name) for name in names] if names else None


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
