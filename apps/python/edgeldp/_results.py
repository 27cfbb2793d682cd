# SPDX-License-Identifier: MIT
"""What calls return: estimates with their errors, and what they cost and protect."""

from __future__ import annotations

import copy
import difflib
import html
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from . import _edgeldp

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Comparison", "Result", "Results", "Sweep", "UserNumbers"]

_Self = TypeVar("_Self", bound="Results")
_Columns = Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]


# ------------------------------------------------------------------------------ Numbers and words

_SIMULATED = "Simulated: random coins were replayed from a seed, so this protects nobody."


def number(value: object) -> float:
    """A number of a record; nan where it is null or missing."""
    return float(value) if isinstance(value, (int, float)) else math.nan


def rounded(value: float, error: float = math.nan) -> str:
    """As many digits as two of the error leave; four without an error."""
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else f"{value:g}"
    has_error = math.isfinite(error) and error > 0
    size = error if has_error else abs(value)
    last = math.floor(math.log10(size)) - (1 if has_error else 3) if size else 0
    if abs(value) >= 1e15 or last < -9:
        return f"{value:.3g}"
    if not has_error and value == round(value):
        last = 0
    value = round(value, -last) + 0.0
    text = f"{value:,.{max(-last, 0)}f}"
    return (text.replace(",", "") if abs(value) < 10_000 else text).replace(",", " ")


def percent(share: float) -> str:
    """A share of something, to two digits."""
    if not math.isfinite(share):
        return "unknown"
    digits = max(0, 1 - math.floor(math.log10(share * 100))) if share > 0 else 0
    return f"{share * 100:,.{min(digits, 3)}f}".replace(",", " ") + "%"


def in_bytes(size: float) -> str:
    """A number of bytes with its unit."""
    if not size:
        return "nothing"
    for unit, least in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= least:
            return f"{size / least:.3g} {unit}"
    return f"{size:.2g} bytes" if size < 10 else f"{size:.0f} bytes"


def _budget(epsilon: float) -> str:
    return f"epsilon {epsilon:.4g}"


def _counted(record: Mapping[str, Any]) -> str:
    """What a record is about where it does not say: of calls that estimate one thing only."""
    measure = record.get("measure", "common" if "first" in record else None)
    if measure is not None:
        return "common_neighbors" if measure == "common" else str(measure)
    if "length" in record:
        return "cycles"
    return "butterflies" if "left" in record else "triangles"


def _table(caption: str, heading: Sequence[str], rows: Iterable[Sequence[str]],
           below: Sequence[str] = ()) -> str:
    """An HTML table of plain texts; without a heading the first cell of a row is one."""
    style = "text-align:left" + (";white-space:nowrap" if heading else "")

    def cells(tag: str, texts: Iterable[str]) -> str:
        return "".join(f'<{tag} style="{style}">{html.escape(t)}</{tag}>' for t in texts)

    head = f"<thead><tr>{cells('th', heading)}</tr></thead>" if heading else ""
    body = "".join(f"<tr>{cells('th', row[:1])}{cells('td', row[1:])}</tr>" for row in rows)
    title = f'<caption style="text-align:left"><b>{html.escape(caption)}</b></caption>'
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in below)
    return f"<table>{title}{head}<tbody>{body}</tbody></table>{notes}"


def _text_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                     for row in rows)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: pip install pandas") from error
    return pandas


# ----------------------------------------------------------------------------------------- Fields

_UNITS = {"estimate": "that of the estimate", "of the truth": "share of the truth"}


def _parts(name: str) -> list[str]:
    return re.sub(r"\.?\[\d*\]", ".[]", name).split(".")


def _meaning(name: str) -> str:
    """What a field means; names of the input's own stand as * in the list."""
    fields = {field: (unit, meaning) for field, unit, meaning in _edgeldp.fields()}
    asked = _parts(name)
    for field in sorted(fields, key=lambda f: f.count("*")):
        known = _parts(field)
        if len(known) == len(asked) and all(k in ("*", a) for k, a in zip(known, asked)):
            unit, meaning = fields[field]
            return f"{meaning} Unit: {_UNITS.get(unit, unit)}." if unit else meaning
    near = difflib.get_close_matches(name, fields, 3)
    raise KeyError(f"no field '{name}'" + (f"; did you mean {', '.join(near)}?" if near else ""))


def _flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = copy.deepcopy(value)
    return flat


# ------------------------------------------------------------------------------------- One result


@dataclass(frozen=True, eq=False, repr=False)
class UserNumbers:
    """A number of every user, each with its own noise.

    Attributes
    ----------
    labels : numpy.ndarray
        What the users are called; of a sorted sequence the places, from 0, since it is nobody's.
    values : numpy.ndarray
        The estimates.
    standard_errors : numpy.ndarray
        Predicted errors of these; nan where none are known.
    """

    labels: NDArray[Any]
    values: NDArray[np.float64]
    standard_errors: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<edgeldp.UserNumbers of {len(self)} users>"


def _frozen(values: Any) -> NDArray[Any]:
    array = np.asarray(values).view()
    array.flags.writeable = False
    return array


def _user_numbers(statistic: str, columns: _Columns | None, labels: Any) -> UserNumbers | None:
    if not columns or statistic not in columns:
        return None
    values, errors = columns[statistic]
    n = len(values)
    if labels is None or "sorted" in statistic:
        labels = range(n)
    elif not isinstance(labels, (range, np.ndarray)):
        labels = np.fromiter(labels, dtype=object, count=n)  # a tuple may be a label
    if len(labels) != n:
        raise ValueError(f"{len(labels)} labels for {n} users")
    return UserNumbers(_frozen(labels), _frozen(values),
                       _frozen(errors if len(errors) else np.full(n, math.nan)))


class Result(Mapping[str, Any]):
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
    _record: dict[str, Any]

    def __init__(self) -> None:
        raise TypeError("results come from calls such as edgeldp.triangles(graph)")

    @classmethod
    def _of(cls, record: Mapping[str, Any], *, columns: _Columns | None = None,
            notes: Iterable[str] = (), labels: Any = None, seed: int | None = None,
            statistic: str | None = None) -> Result:
        """`statistic`: for records that do not name it."""
        self = cls.__new__(cls)
        self._record = copy.deepcopy(dict(record))
        self.statistic = str(record.get("statistic") or statistic or _counted(record))
        self.seed, self.notes = seed, tuple(notes)
        self.users = _user_numbers(self.statistic, columns, labels)
        self.each = Results(())
        return self

    def _with_each(self, each: Iterable[Result]) -> Result:
        """The same, as the sum of these."""
        other = copy.copy(self)
        other.each = Results(each)
        return other

    # --- the mapping

    def __getitem__(self, key: str) -> Any:
        return copy.deepcopy(self._record[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._record)

    def __len__(self) -> int:
        return len(self._record)

    def describe(self, key: str) -> str:
        """Say what a field means.

        Parameters
        ----------
        key : str
            A field, such as ``"half_width"``, ``"spent.epsilon"`` or ``"groups[0].share"``.

        Returns
        -------
        str
            Its meaning, and its unit where it has one.
        """
        return _meaning(key)

    # --- the estimate

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
        confidence = self._record.get("confidence")
        if confidence is None:
            return (math.nan, math.nan)
        if p == confidence:
            low, high = self._record["interval"]
            return (-math.inf if low is None else float(low),
                    math.inf if high is None else float(high))
        parts = [self._record[key] for key in ("inflation", "standard_error", "bias_bound")]
        if None in parts:
            return (-math.inf, math.inf)
        inflation, error, bias = parts
        half = NormalDist().inv_cdf((1 + p) / 2) * inflation * error + bias
        return (self.value - half, self.value + half)

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

    # --- what it costs and protects

    def _numbers(self, record: Mapping[str, Any], *keys: str) -> dict[str, float]:
        return {key: number(record.get(key)) for key in keys}

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
        return self._numbers(self._record.get("spent") or {},
                             "epsilon", "edge_ldp", "relationship_dp")

    @property
    def traffic(self) -> dict[str, float]:
        """``upload_bytes`` and ``download_bytes`` of a user, and ``bits_per_edge`` of rows."""
        return self._numbers(self._record, "upload_bytes", "download_bytes", "bits_per_edge")

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

    # --- other forms

    def to_dict(self) -> dict[str, Any]:
        """Return a copy of all fields, as the command line prints them."""
        return copy.deepcopy(self._record)

    def to_json(self) -> str:
        """Return all fields as a line of JSON."""
        return json.dumps(self._record)

    def to_frame(self) -> pd.DataFrame:
        """Return all users with their numbers, or else all fields as one row.

        Columns of users are ``label``, ``estimate`` and ``standard_error``. Names of fields within
        fields have dots: ``spent.epsilon``; the interval is ``low`` and ``high``.
        """
        pandas = _pandas()
        if self.users is None:
            return pandas.DataFrame([self._row()])
        return pandas.DataFrame({"label": self.users.labels, "estimate": self.users.values,
                                 "standard_error": self.users.standard_errors})

    def _row(self) -> dict[str, Any]:
        row: dict[str, Any] = {"statistic": self.statistic, **_flat(self._record)}
        if "interval" in row:
            del row["interval"]
            row["low"], row["high"] = self.interval()
        for key, value in (("estimate", self.value), ("standard_error", self.standard_error)):
            if key in row:
                row[key] = value
        return row

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the estimate with its interval and the truth, or the numbers of all users.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; otherwise in a new figure.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from . import _plots

        return _plots.estimate(self, ax) if self.users is None else _plots.users(self, ax)

    # --- for people

    @property
    def name(self) -> str:
        """What is estimated, in words."""
        words, record = self.statistic.replace("_", " "), self._record
        if isinstance(record.get("values"), list):
            return f"{words} ({', '.join(map(str, record['values']))})"
        whose = record.get("users")
        whose = list(whose) if isinstance(whose, list) else [
            record[key] for key in ("first", "second", "item", "user") if key in record]
        if whose:
            of = " " if self.statistic in record else " of "
            return words + of + " and ".join(map(str, whose))
        return f"{words} of length {record['length']}" if "length" in record else words

    def _estimate_text(self) -> str:
        half, known = number(self._record.get("half_width")), self._record.get("confidence")
        if math.isfinite(half):
            return f"{rounded(self.value, half)} ± {rounded(half, half)} (95%)"
        if known is not None:
            return f"{rounded(self.value)}, error without bound"
        error = rounded(self.standard_error, self.standard_error)
        if "confidence" in self._record:
            each = "" if math.isnan(self.standard_error) else f", each with an error of {error}"
            return f"{rounded(self.value)} on average over users{each}"
        if "estimate" in self._record:
            return f"{rounded(self.value, self.standard_error)}, standard error {error}"
        return f"predicted error {error}"

    def _interval_text(self) -> str:
        low, high = self.interval()
        half = number(self._record.get("half_width"))
        if math.isinf(low) or math.isinf(high):
            return "without bound"
        return "none" if math.isnan(low) else f"{rounded(low, half)} to {rounded(high, half)}"

    def _reservations(self) -> list[str]:
        said = {"weak": ["weak"], "not_usable": ["not usable"]}.get(self.judgement or "", [])
        if self.private is False:
            said.append("not private")
        return said + (["simulated"] if self.simulated else [])

    def _line(self) -> str:
        said = [f"mean of {self.runs} runs"] if self.runs > 1 else []
        said += [_budget(self.epsilon)] if math.isfinite(self.epsilon) else []
        told = ", ".join([self._estimate_text(), *said, *self._reservations()])
        return f"{self.name}: {told}"

    def __repr__(self) -> str:
        return f"<edgeldp.Result {self._line()}>"

    def _lost_text(self) -> str:
        most, would_do = self._record.get("at_most"), self._record.get("epsilon_that_would_do")
        text = "lost in the noise"
        if most is not None:
            text += (f"; with 95% confidence the truth is at most "
                     f"{rounded(most, self._record['half_width'])}")
        if would_do is not None:
            text += f". {_budget(would_do).capitalize()} would do, as far as this noise tells"
        return text + "."

    def _judgement_text(self) -> str:
        reach = number(self._record.get("half_width")) / abs(self.value or math.nan)
        if self.judgement == "usable":
            return f"Usable: the interval reaches {percent(reach)} of the estimate to either side."
        if self.judgement == "weak" and reach <= 0.25:
            return "Weak: one noisy number, or an allowance for bias, decides the estimate."
        if self.judgement == "weak":
            return (f"Weak: the interval reaches {percent(reach)} of the estimate to either side, "
                    "so it gives little more than the order of magnitude.")
        return f"Not usable: {self._lost_text()}"

    def _privacy_text(self) -> str:
        if self.private is False:
            text = f"Not private: {self.not_private_because or 'it tells more than it claims'}."
        elif math.isfinite(self.spent["epsilon"]):
            text = f"Each user has spent a privacy budget of {_budget(self.spent['epsilon'])}."
        else:
            text = ""
        return f"{text} {_SIMULATED}".strip() if self.simulated else text

    def _edge_text(self) -> str:
        told = self.spent["relationship_dp"]
        if math.isnan(told):
            return ""
        return (f"All messages together tell {_budget(told)} at most of whether two given users "
                "know each other: both may answer.")

    def _cost_text(self) -> str:
        up, down = self.traffic["upload_bytes"], self.traffic["download_bytes"]
        if math.isnan(up) or math.isnan(down):
            return ""
        return f"A user sends {in_bytes(up)} and reads {in_bytes(down)}."

    def _exact_text(self) -> str:
        if self.truth is None:
            return ""
        off = number(self._exact("relative_error"))
        if math.isnan(off):
            return f"{rounded(self.truth)}; the estimate is off by {rounded(number(self.error))}"
        return f"{rounded(self.truth)}; the estimate is off by {percent(off)}"

    def __str__(self) -> str:
        if self.judgement == "not_usable":
            said = [self._lost_text()]
        elif self.judgement in ("usable", "weak"):
            low, high = self.interval()
            half = (high - low) / 2
            said = [f"about {rounded(self.value, half)}; with 95% confidence the truth lies "
                    f"between {rounded(low, half)} and {rounded(high, half)}."]
        else:
            said = [f"{self._estimate_text()}."]
        if self.judgement == "weak":
            said.append(self._judgement_text())
        return " ".join(filter(None, [f"{self.name}:", *said, self._privacy_text()]))

    def _repr_html_(self) -> str:
        rows = [("Estimate", self._estimate_text())]
        if self.runs > 1:
            rows.append(("Runs", f"The estimate is the mean of {self.runs} runs; "
                                 "the interval is as wide as that of one run."))
        if self.judgement:
            rows += [("95% interval", self._interval_text()), ("Judgement", self._judgement_text())]
        rows += [("Privacy", self._privacy_text()), ("An edge", self._edge_text()),
                 ("Cost", self._cost_text()),
                 ("Exact (only a simulation knows)", self._exact_text())]
        return _table(self.name, (), [row for row in rows if row[1]], self.notes)


# --------------------------------------------------------------------------------- Several results


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
        statistic = known.pop("statistic", None) or _counted(sums[-1] if sums else {})
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
        return _pandas().DataFrame([r._row() for r in self._results])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw all estimates with their intervals; see `Result.plot`."""
        from . import _plots

        return _plots.estimates(self, ax)

    def _about(self) -> str:
        names = list(dict.fromkeys(r.name for r in self._results))
        more = f" and {len(names) - 6} more" if len(names) > 7 else ""
        shown = names if not more else names[:6]
        return ", ".join(shown) + more

    def _budgets(self) -> str:
        return "epsilon " + ", ".join(f"{e:.4g}" for e in self.epsilons) if self.epsilons else ""

    def _reservations(self) -> list[str]:
        said = ["not private"] if any(r.private is False for r in self._results) else []
        return said + (["simulated"] if self._is_simulated() else [])

    def _is_simulated(self) -> bool:
        return any(r.simulated for r in self._results)

    def __repr__(self) -> str:
        told = ", ".join(filter(None, [self._about(), self._budgets(), *self._reservations()]))
        return f"<edgeldp.{type(self).__name__} of {len(self)}: {told}>"

    def __str__(self) -> str:
        return "\n".join(r._line() for r in self._results)

    def _repr_html_(self) -> str:
        heading = ["", "epsilon", "estimate", "judgement", "exact"]
        rows = [[r.name, f"{r.epsilon:.4g}" if math.isfinite(r.epsilon) else "",
                 r._estimate_text(), (r.judgement or "").replace("_", " "),
                 "" if r.truth is None else rounded(r.truth)] for r in self._results]
        below = [self._results[-1]._privacy_text()] if rows else []
        if len(self.epsilons) == 1:
            below.append(self._results[-1]._cost_text())
        notes = dict.fromkeys(note for r in self._results for note in r.notes)
        return _table(self._about(), heading, rows, [*filter(None, below), *notes])


class Sweep(Results):
    """Results at several budgets: how much error more privacy costs."""

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw errors, predicted and measured, against the budget; see `Result.plot`."""
        from . import _plots

        return _plots.sweep(self, ax)


class Comparison(Results):
    """Our methods of counting triangles beside published ones, by their errors and costs.

    ``comparison["sampled"]`` is the row of a method.
    """

    _HEADING = ("method", "epsilon", "error", "predicted", "sends", "reads", "private")

    def _key(self, result: Result) -> str:
        return str(result._record.get("method"))

    def best(self, *, epsilon: float | None = None, max_download: float = math.inf) -> Result:
        """Return the private method with the least measured error, which needs no curator.

        Parameters
        ----------
        epsilon : float, optional
            Among the results at this budget only.
        max_download : float
            Bytes that a user may have to read.

        Returns
        -------
        Result
        """
        fit = [r for r in self._results
               if r.private and r._exact("relative_error") is not None
               and epsilon in (None, r.epsilon) and r.traffic["download_bytes"] <= max_download]
        if not fit:
            raise ValueError("no private method fits: allow more bytes, or another epsilon")
        return min(fit, key=lambda r: number(r._exact("relative_error")))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a method and budget, by error; shares of the exact number are errors."""
        frame = _pandas().DataFrame([self._line(r) for r in self._results])
        return frame.sort_values(["epsilon", "relative_error"], ignore_index=True)

    def _line(self, r: Result) -> dict[str, Any]:
        return {
            "method": self._key(r),
            "epsilon": r.epsilon,
            "relative_error": number(r._exact("relative_error")),
            "predicted_relative_error": number(r._exact("predicted_relative_error")),
            "upload_bytes": r.traffic["upload_bytes"],
            "download_bytes": r.traffic["download_bytes"],
            "relationship_dp": number(r._record.get("relationship_dp")),
            "private": r.private,
            "trusts": r._record.get("trusts"),
            "not_private_because": r.not_private_because,
            "runs": r.runs,
        }

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw errors against the budget, or of one budget against what users read."""
        from . import _plots

        return _plots.by_epsilon(self, ax) if len(self.epsilons) > 1 else _plots.by_bytes(self, ax)

    def _about(self) -> str:
        methods = len(set(map(self._key, self._results)))
        return f"{methods} methods of counting triangles"

    def __repr__(self) -> str:
        told = [self._about(), self._budgets(), f"{self.runs} runs each"]
        told += ["simulated"] if self._is_simulated() else []
        return f"<edgeldp.Comparison of {', '.join(told)}>"

    def __str__(self) -> str:
        return _text_table([self._HEADING, *self._rows()])

    def _rows(self) -> list[tuple[str, ...]]:
        by_error = sorted(map(self._line, self._results),
                          key=lambda line: (line["epsilon"], math.isnan(line["relative_error"]),
                                            line["relative_error"]))
        return [(line["method"], f"{line['epsilon']:.4g}", percent(line["relative_error"]),
                 percent(line["predicted_relative_error"]), in_bytes(line["upload_bytes"]),
                 in_bytes(line["download_bytes"]), _private_word(line["private"], line["trusts"]))
                for line in by_error]

    def _repr_html_(self) -> str:
        reasons = {self._key(r): r.not_private_because for r in self._results
                   if r.not_private_because and r._record.get("trusts") != "curator"}
        below = [f"{method} is not private: {why}." for method, why in reasons.items()]
        if self._is_simulated():
            below.append(_SIMULATED)
        heading = [word if word not in ("sends", "reads") else f"a user {word}"
                   for word in self._HEADING]
        return _table(f"{self._about()}, {self.runs} runs each", heading, self._rows(), below)


def _private_word(private: bool | None, trusts: str | None) -> str:
    if trusts == "curator":
        return "if a curator is trusted"
    return "yes" if private else "NO"
