# SPDX-License-Identifier: MIT
"""What calls return: estimates with their errors, and what they cost and protect."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .. import _plots, _words
from .._words import number
from .html import html_of_result, html_of_results
from .record import Record, copied, flat
from .tables import pandas
from .users import Columns, UserNumbers, user_numbers

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_Self = TypeVar("_Self", bound="Results")


class Result(Record):
    """An estimate with all that is known of it: its error, what it cost and what it protects.

    A result is also a mapping of the fields that the command line prints with ``--json``:
    ``result["standard_error"]``. `describe` says what a field means.

    Attributes
    ----------
    statistic : str
        What is estimated.
    seed : int or None
        The seed of a simulation.
    notes : tuple of str
        What there is to say about the call.
    users : UserNumbers or None
        The number of every user, where the call has them.
    each : Results
        Where several runs or pairs were asked for, those behind this one; otherwise none.
    """

    statistic: str
    seed: int | None
    notes: tuple[str, ...]
    users: UserNumbers | None
    each: Results

    def __init__(self) -> None:
        raise TypeError("results come from calls such as edgeldp.triangles(graph)")

    @classmethod
    def _of(cls, record: Mapping[str, Any], *, columns: Columns | None = None,
            notes: Iterable[str] = (), labels: Any = None, seed: int | None = None,
            statistic: str | None = None) -> Result:
        """`statistic`: for records that do not name it."""
        self = cls.__new__(cls)
        self._record = copied(record)
        self.statistic = str(record.get("statistic") or statistic or _words.counted(record))
        self.seed, self.notes = seed, tuple(notes)
        self.users = user_numbers(self.statistic, columns, labels)
        self.each = Results(())
        return self

    def _with_each(self, each: Iterable[Result]) -> Result:
        """The same, as the sum of these."""
        other = copy.copy(self)
        other.each = Results(each)
        return other

    @property
    def value(self) -> float:
        """The estimate: over several runs their mean, of numbers of all users the mean of these."""
        return number(self._record.get("estimate"))

    def __float__(self) -> float:
        return self.value

    @property
    def standard_error(self) -> float:
        """How far noise alone moves the estimate of one run, as predicted from what was released.

        It is nan where it is not known, or has no bound.
        """
        return number(self._record.get("standard_error"))

    def interval(self, p: float = 0.95) -> tuple[float, float]:
        """Return both ends of an interval that holds the truth with probability `p`.

        It reaches further than the standard error alone would: predictions are widened, and a
        bias that limits may cause is allowed for.

        Parameters
        ----------
        p : float
            The confidence, between 0 and 1.

        Returns
        -------
        tuple of float
            Infinite where the error has no bound; nan where an interval makes no sense, as of a
            mean over users whose errors are those of one user.
        """
        if not 0 < p < 1:
            raise ValueError(f"p is a probability between 0 and 1, not {p}")
        return _words.interval_of(self._record, p)

    @property
    def judgement(self) -> str | None:
        """``usable``, ``weak`` or ``not_usable``; None where nothing is judged."""
        return self._record.get("judgement")

    @property
    def usable(self) -> bool:
        """Whether the interval reaches at most a quarter of the estimate to either side."""
        return self.judgement == "usable"

    @property
    def truth(self) -> float | None:
        """The exact number, which only a simulation knows."""
        return self._exact("truth")

    @property
    def error(self) -> float | None:
        """How far off the estimate is, which only a simulation knows.

        Over several runs it is the root of the mean square.
        """
        return self._exact("rmse")

    def _exact(self, key: str) -> float | None:
        value: float | None = self._record.get("exact", {}).get(key)
        return value

    @property
    def runs(self) -> int:
        """How many runs the estimate is the mean of."""
        return int(self._record.get("runs", 1))

    @property
    def epsilon(self) -> float:
        """The budget that was allowed for each user, in nats."""
        return number(self._record.get("epsilon"))

    @property
    def spent(self) -> dict[str, float]:
        """What users have paid by now, over runs, budgets and calls, in nats.

        ``epsilon``: the user who paid most; ``edge_ldp``: what tells of one bit of one user's list;
        ``relationship_dp``: what tells of one edge, which stands in two lists.
        """
        spent = self._record.get("spent") or {}
        return {key: number(spent.get(key)) for key in ("epsilon", "edge_ldp", "relationship_dp")}

    @property
    def traffic(self) -> dict[str, float]:
        """``upload_bytes`` and ``download_bytes`` of a user, and ``bits_per_edge`` of rows."""
        return {key: number(self._record.get(key))
                for key in ("upload_bytes", "download_bytes", "bits_per_edge")}

    @property
    def simulated(self) -> bool:
        """Whether coins were replayed from a seed: then nothing is protected."""
        return bool(self._record.get("simulated", True))

    @property
    def private(self) -> bool | None:
        """Whether the call keeps to the losses it claims; None where it is not said."""
        return self._record.get("private")

    @property
    def not_private_because(self) -> str | None:
        """Why it is not private."""
        return self._record.get("not_private_because")

    def to_frame(self) -> pd.DataFrame:
        """Return all users with their numbers, or else all fields as one row.

        Columns of users are ``label``, ``estimate`` and ``standard_error``. Names of fields within
        fields have dots: ``spent.epsilon``; the interval is ``low`` and ``high``.
        """
        frames = pandas()
        if self.users is None:
            return frames.DataFrame([self._row()])
        return frames.DataFrame({"label": self.users.labels, "estimate": self.users.values,
                                 "standard_error": self.users.standard_errors})

    def _row(self) -> dict[str, Any]:
        row: dict[str, Any] = {"statistic": self.statistic, **flat(self._record)}
        if "interval" in row:
            del row["interval"]
            row["low"], row["high"] = self.interval()
        for key, value in (("estimate", self.value), ("standard_error", self.standard_error)):
            if key in row:
                row[key] = value
        return row

    def plot(self, ax: Axes | None = None, *, truth: Any = None) -> Axes:
        """Draw the estimate with its interval and the truth, or the numbers of all users.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; otherwise in a new figure.
        truth : array_like, optional
            Of numbers of all users the true ones, in the order of ``users.labels``, such as
            ``edgeldp.exact.core_numbers(graph)``: then each user's number is drawn against it.

        Returns
        -------
        matplotlib.axes.Axes
        """
        if truth is not None:
            return _plots.against(self, truth, ax)
        return _plots.estimate(self, ax) if self.users is None else _plots.users(self, ax)

    @property
    def name(self) -> str:
        """What is estimated, in _words."""
        return _words.name_of(self.statistic, self._record)

    def __repr__(self) -> str:
        return f"<edgeldp.Result {_words.line(self.statistic, self._record)}>"

    def __str__(self) -> str:
        return _words.sentences(self.statistic, self._record)

    def _repr_html_(self) -> str:
        return html_of_result(self.name, self._record, self.notes)


class Results(Sequence[Result]):
    """Several results of one call: of several statistics, labels or pairs.

    ``results[0]`` is the first one, ``results["wedges"]`` the one of this statistic. Where several
    are called so, the latter are `Results` again.

    Parameters
    ----------
    results : iterable of Result
        In their order.
    each : iterable of Result
        Those of single runs, or pairs, where `results` are means of them.
    """

    def __init__(self, results: Iterable[Result], *, each: Iterable[Result] = ()) -> None:
        self._results = tuple(results)
        self._each = tuple(each)

    @classmethod
    def _of(cls: type[_Self], records: Sequence[Mapping[str, Any]], **known: Any) -> _Self:
        """Of all records of a call; `known` as of `Result._of`.

        Single runs and pairs come before what sums them up, and know of less.
        """
        most = max((int(r.get("runs", 0)) for r in records), default=0)
        sums = [r for r in records if r.get("runs", 0) == most]
        statistic = known.pop("statistic", None) or _words.counted(sums[-1] if sums else {})
        made = [Result._of(r, statistic=statistic, **known) for r in records]
        is_sum = [r.get("runs", 0) == most for r in records]
        return cls((r for r, whole in zip(made, is_sum) if whole),
                   each=(r for r, whole in zip(made, is_sum) if not whole))

    def _key(self, result: Result) -> str:
        return result.statistic

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self: _Self, index: slice) -> _Self: ...
    @overload
    def __getitem__(self, index: str) -> Any: ...

    def __getitem__(self, index: int | slice | str) -> Any:
        if isinstance(index, slice):
            return type(self)(self._results[index])
        if not isinstance(index, str):
            return self._results[index]
        found = [r for r in self._results if self._key(r) == index]
        if not found:
            known = ", ".join(dict.fromkeys(map(self._key, self._results)))
            raise KeyError(f"no result is called '{index}'; there are {known}")
        each = (r for r in self._each if self._key(r) == index)
        return found[0] if len(found) == 1 else type(self)(found, each=each)

    def __len__(self) -> int:
        return len(self._results)

    @property
    def each(self) -> Results:
        """The results of single runs, or pairs, where they were asked for; otherwise none."""
        return Results(self._each)

    @property
    def spent(self) -> dict[str, float]:
        """What users have paid after the last result that says it; see `Result.spent`."""
        known = [r for r in self._results if r._record.get("spent")]
        return (known or self._results)[-1].spent

    @property
    def runs(self) -> int:
        """How many runs the results are means of."""
        return self._results[-1].runs

    @property
    def epsilons(self) -> tuple[float, ...]:
        """The budgets of a user, in their order."""
        return tuple(dict.fromkeys(r.epsilon for r in self._results if math.isfinite(r.epsilon)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a result, with all fields; see `Result.to_frame`."""
        return pandas().DataFrame([r._row() for r in self._results])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw all estimates with their intervals; see `Result.plot`."""
        return _plots.estimates(self, ax)

    def _about(self) -> str:
        names = list(dict.fromkeys(r.name for r in self._results))
        more = f" and {len(names) - 6} more" if len(names) > 7 else ""
        shown = names if not more else names[:6]
        return ", ".join(shown) + more

    def _budgets(self) -> str:
        return "epsilon " + ", ".join(f"{e:.4g}" for e in self.epsilons) if self.epsilons else ""

    def _is_simulated(self) -> bool:
        return any(r.simulated for r in self._results)

    def __repr__(self) -> str:
        said = ["not private"] if any(r.private is False for r in self._results) else []
        said += ["simulated"] if self._is_simulated() else []
        told = ", ".join(filter(None, [self._about(), self._budgets(), *said]))
        return f"<edgeldp.{type(self).__name__} of {len(self)}: {told}>"

    def __str__(self) -> str:
        return "\n".join(_words.line(r.statistic, r._record) for r in self._results)

    def _repr_html_(self) -> str:
        below = [_words.privacy_text(self._results[-1]._record)] if self._results else []
        if len(self.epsilons) == 1:
            below.append(_words.cost_text(self._results[-1]._record))
        notes = dict.fromkeys(note for r in self._results for note in r.notes)
        return html_of_results(self._about(), [(r.name, r._record) for r in self._results],
                               [*filter(None, below), *notes])
