# SPDX-License-Identifier: MIT
"""Randomized answers to questions of a survey."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _edgeldp
from ._participants import Ledger
from ._run import block_seed, in_python, next_seed

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Channel", "Proportions", "channel", "estimate_survey", "survey"]


class Channel:
    """One randomized answer: how likely every report is, given the truth. Immutable.

    Made by `channel`, or by `Channel.from_matrix` of any table of probabilities.
    """

    def __init__(self, compiled: _edgeldp.Channel, mechanism: str | None = None,
                 epsilon: float | None = None) -> None:
        self._compiled = compiled
        self._mechanism = mechanism
        self._epsilon = epsilon
        self._places = {label: i for i, label in enumerate(compiled.inputs)}
        self._reports = {label: i for i, label in enumerate(compiled.outputs)}

    @classmethod
    def from_matrix(cls, probabilities: Any, inputs: Sequence[Any] | None = None,
                    outputs: Sequence[Any] | None = None) -> Channel:
        """A channel of any table.

        Parameters
        ----------
        probabilities : array_like, shape (reports, truths)
            Columns add up to 1.
        inputs, outputs : sequence, optional
            What truths and reports are called; 0, 1, ... unless given.

        Raises
        ------
        ValueError
            For a negative entry, or a column that does not add up to 1.
        """
        table = np.asarray(probabilities, dtype=float)
        if table.ndim != 2:
            raise ValueError(f"probabilities: {table.ndim} dimensions; must be a table of reports "
                             "by truths")
        return cls(_edgeldp.Channel.from_matrix(_names(inputs, table.shape[1]),
                                                _names(outputs, table.shape[0]), table))

    @property
    def inputs(self) -> list[str]:
        """What true answers are called."""
        return self._compiled.inputs

    @property
    def outputs(self) -> list[str]:
        """What reports are called."""
        return self._compiled.outputs

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """How likely each report is (rows), given each truth (columns)."""
        return self._compiled.probabilities

    @property
    def mechanism(self) -> str | None:
        """What `channel` made it by; none of other tables of probabilities."""
        return self._mechanism

    @property
    def epsilon(self) -> float | None:
        """The budget that `channel` was given, in nats; none of other tables of probabilities."""
        return self._epsilon

    @functools.cached_property
    def _maker(self) -> str:
        """Mechanism, budget and chances, as reports carry them."""
        return self._compiled.maker(self._mechanism, self._epsilon)

    def _require_made(self, what: str, made_by: Channel | str | None) -> None:
        """ValueError that tells both channels, where reports say that they were made by another."""
        if made_by is None or (isinstance(made_by, Channel) and made_by == self):
            return
        said = made_by._maker if isinstance(made_by, Channel) else made_by
        self._compiled.require_maker(self._mechanism, self._epsilon, what, said)

    @property
    def loss(self) -> float:
        """What a report costs, in nats: the least epsilon for which the channel is private."""
        return self._compiled.loss

    def sample(self, truths: Any) -> NDArray[Any]:
        """One report on each true answer.

        Parameters
        ----------
        truths : array_like
            Names of inputs, as texts or as whatever has that text (numbers).

        Returns
        -------
        ndarray
            Names of outputs: numbers where all of them are whole numbers and `truths` are. Its
            ``channel`` is this one, and estimates through another are refused.

        Raises
        ------
        ValueError
            For an answer that is no input; it names it. For answers that are reports already.

        Notes
        -----
        Some 80 ns a report on one core. Coins are the operating system's, or replayed under `simulate`.
        """
        _require_truths("truths", _made_by(truths))
        values = np.asarray(truths)
        reports = self._compiled.sample(_codes(values, self._places, "truths"), next_seed())
        return Reports._of(_named(reports, self.outputs, values), self)

    def estimate(self, reports: Any, *, population: str = "sampled") -> Proportions:
        """Estimate how common each true answer is; see `estimate_survey`."""
        return estimate_survey([reports], [self], population=population)

    def to_json(self) -> str:
        """The channel as text, which ``edgeldp channel --channel FILE`` reads too."""
        return self._compiled.to_json()

    @classmethod
    def from_json(cls, text: str) -> Channel:
        """Read what `to_json`, or the program, wrote."""
        return cls(_edgeldp.Channel.from_json(text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Channel) and self._compiled == other._compiled

    def __hash__(self) -> int:
        return hash(self._compiled)

    def __reduce__(self) -> tuple[Any, ...]:
        return _channel_of, (self.to_json(), self._mechanism, self._epsilon)

    def __repr__(self) -> str:
        return (f"<edgeldp.Channel of {len(self.inputs)} answers and {len(self.outputs)} reports: "
                f"costs {self.loss:.4g} nats>")


def _channel_of(text: str, mechanism: str | None, epsilon: float | None) -> Channel:
    return Channel(_edgeldp.Channel.from_json(text), mechanism, epsilon)


class Reports(np.ndarray[Any, Any]):
    """Reports that know the channel that made them; what is computed from them does not."""

    channel: Channel | None = None

    @classmethod
    def _of(cls, reports: NDArray[Any], made_by: Channel) -> Reports:
        made = reports.view(cls)
        made.channel = made_by
        return made

    def __array_finalize__(self, whole: Any) -> None:
        self.channel = getattr(whole, "channel", None)

    def __array_wrap__(self, array: NDArray[Any], context: Any = None, *_: Any) -> Any:
        return np.asarray(array)[()]

    def __reduce__(self) -> Any:
        return _reports_of, (np.asarray(self), self.channel)


def _reports_of(reports: NDArray[Any], made_by: Channel | None) -> NDArray[Any]:
    return reports if made_by is None else Reports._of(reports, made_by)


def channel(mechanism: str = "k-ary", epsilon: float = 1.0, *, categories: Sequence[Any] | None = None,
            size: int | None = None, prior: Any = None, sigma: float = 1.0, favoured: int = 1,
            bins: Sequence[Any] | None = None, utility: Any = None) -> Channel:
    """Make a randomized answer of a known kind.

    Parameters
    ----------
    mechanism : str
        "k-ary" (the truth most often, all others alike), "warner" (two answers), "laplace",
        "laplace-calibrated", "exponential", "staircase", "brr", "brr*", "rr-with-prior", "block",
        or "rr-on-bins": as the program's ``edgeldp channel show --help`` explains them.
    epsilon : float
        What a report may cost, in nats.
    categories : sequence
        The answers, in the order that has a meaning where noise has one.
    size : int
        In their place: the answers 1 to `size`.
    prior : array_like, optional
        How likely each category is, from public numbers: brr*, rr-with-prior, block.
    sigma, favoured
        Of block: which categories are frequent, and how many of those rare ones answer with.
    bins : sequence, optional
        Of rr-on-bins: the bin of each category.
    utility : array_like, optional
        Of exponential, brr, brr*: how useful a report (row) is for a truth (column).

    Returns
    -------
    Channel
    """
    if (categories is None) == (size is None):
        raise ValueError("which answers? give categories, or size for the answers 1 to size")
    names = [str(c) for c in (range(1, (size or 0) + 1) if categories is None else categories)]
    try:
        return Channel(_edgeldp.Channel.make(
            mechanism, float(epsilon), names,
            prior=None if prior is None else np.asarray(prior, dtype=float), sigma=sigma,
            favoured=favoured, bins=None if bins is None else [str(b) for b in bins],
            utility=None if utility is None else np.asarray(utility, dtype=float)),
            mechanism, float(epsilon))
    except ValueError as refused:
        raise ValueError(in_python(str(refused))) from None


@dataclass(frozen=True)
class Proportions:
    """How common true answers are, estimated from reports; tables have an axis a question."""

    labels: tuple[list[str], ...]
    """What the answers to each question are called."""
    values: NDArray[np.float64]
    """Unbiased shares; they may be negative where the truth is near 0."""
    standard_errors: NDArray[np.float64]
    low: NDArray[np.float64]
    """Ends of 95% intervals, one share each."""
    high: NDArray[np.float64]
    reports: int
    """How many people answered."""
    condition_number: float
    """By what factor noise in reports can grow in estimates."""
    simulated: bool
    names: tuple[str, ...]
    """What the questions are called."""

    def to_frame(self) -> pd.DataFrame:
        """Return a row a combination of answers."""
        import pandas as pd

        index = pd.MultiIndex.from_product(self.labels, names=self.names)
        if len(self.labels) == 1:
            index = pd.Index(self.labels[0], name=self.names[0])
        return pd.DataFrame({"share": self.values.ravel(),
                             "standard_error": self.standard_errors.ravel(),
                             "low": self.low.ravel(), "high": self.high.ravel()}, index=index)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(float_format="%.4f"))

    def __repr__(self) -> str:
        cells = " x ".join(str(len(labels)) for labels in self.labels)
        said = ", simulated" if self.simulated else ""
        return (f"<edgeldp.Proportions of {cells} answers from {self.reports} reports: standard "
                f"errors {self.standard_errors.min():.2g} to {self.standard_errors.max():.2g}{said}>")


def survey(answers: Any, channels: Mapping[Any, Channel] | Sequence[Channel], *,
           ledger: Ledger | None = None) -> Any:
    """Randomize every person's answers to several questions.

    Parameters
    ----------
    answers : pandas.DataFrame, mapping of columns, or sequence of columns
        True answers, a row a person.
    channels : mapping by column, or sequence
        A channel for each question. What a person spends is the sum of their losses.
    ledger : Ledger, optional
        Is charged that sum before any coin is drawn. Answers use no edge.

    Returns
    -------
    the same kind as `answers`
        Reports, which are safe to publish; columns without a channel are left out. A column
        NAME_channel of a table says by which mechanism and budget NAME was made, as in the
        program's tables, and so does ``reports.channel`` of every other column.

    Raises
    ------
    ValueError
        For an answer that its channel does not take, and answers that are reports already.
    """
    columns = _columns(answers, channels)
    for name in columns:
        _require_truths(f"column {name}", _made_by_in(answers, name))
    if ledger is not None:
        ledger.spend("survey", cost(list(columns.values())), edge_ends=0)
    reports = {name: law.sample(_column(answers, name)) for name, law in columns.items()}
    if not _is_table(answers):
        return list(reports.values())
    table: dict[Any, Any] = {}
    for name, column in reports.items():
        table[name] = column
        table[_maker_column(name)] = np.full(len(column), columns[name]._maker, dtype=object)
    return type(answers)(table, index=answers.index) if hasattr(answers, "iloc") else table


def cost(channels: Sequence[Channel]) -> float:
    """What one person spends who reports through all of them, in nats."""
    return _edgeldp.losses_of([c._compiled for c in channels])


def estimate_survey(reports: Any, channels: Mapping[Any, Channel] | Sequence[Channel], *,
                    population: str = "sampled", simulated: bool | None = None) -> Proportions:
    """Estimate how common each combination of true answers is.

    Parameters
    ----------
    reports : pandas.DataFrame, mapping of columns, or sequence of columns
        As `survey` gives them.
    channels : mapping by column, or sequence
        Through which they were made: where reports say it themselves, others are refused.
    population : {"sampled", "fixed"}
        Errors about the law that people are drawn from, or about the people asked.
    simulated : bool, optional
        Whether reports were made of replayed coins, which they do not say themselves. Unless
        given: whether this call is under `simulate`.

    Returns
    -------
    Proportions

    Raises
    ------
    ValueError
        For reports that say they were made by another channel, which names both; for a report that
        its channel does not make, and a channel whose truths reports do not tell apart.
    """
    if population not in ("sampled", "fixed"):
        raise ValueError(f"population = '{population}': must be 'sampled' or 'fixed'")
    columns = _columns(reports, channels)
    for name, law in columns.items():
        law._require_made(str(name), _made_by_in(reports, name))
    codes = [_codes(np.asarray(_column(reports, name)), law._reports, f"column {name}")
             for name, law in columns.items()]
    laws = [law._compiled for law in columns.values()]
    found = _edgeldp.estimate_proportions(laws, codes, fixed=population == "fixed")
    is_simulated = block_seed() is not None if simulated is None else simulated
    return Proportions(labels=tuple(law.inputs for law in columns.values()), simulated=is_simulated,
                       names=tuple(map(str, columns)), **found)


# ----------------------------------------------------------------------------------------- Columns


def _columns(table: Any, channels: Mapping[Any, Channel] | Sequence[Channel]) -> dict[Any, Channel]:
    """Channels by the name or number of their column."""
    if isinstance(channels, Mapping):
        missing = [name for name in channels if name not in table]
        if missing:
            raise ValueError(f"there is no column {missing[0]!r}")
        return dict(channels)
    names = list(range(len(table)))
    if _is_table(table):
        makers = {_maker_column(name) for name in table}
        names = [name for name in table if name not in makers]
    if len(names) != len(channels):
        raise ValueError(f"{len(channels)} channels for {len(names)} columns: one for each, or "
                         "channels by the names of columns")
    return dict(zip(names, channels))


def _is_table(columns: Any) -> bool:
    return hasattr(columns, "columns") or isinstance(columns, Mapping)


def _column(table: Any, name: Any) -> Any:
    return table[name]


def _maker_column(name: Any) -> str:
    """Which says by what a column was made; the program's tables call it so too."""
    return f"{name}_channel"


def _made_by(reports: Any) -> Channel | None:
    return reports.channel if isinstance(reports, Reports) else None


def _made_by_in(table: Any, name: Any) -> Channel | str | None:
    """What made a column, where it or the column beside it says it."""
    maker = _maker_column(name)
    if not _is_table(table) or maker not in table:
        return _made_by(_column(table, name))
    said = {str(text) for text in _column(table, maker)}
    if len(said) > 1:
        first, second = sorted(said)[:2]
        raise ValueError(f"column {name}: reports that were made with {first}, and others with {second}")
    return said.pop() if said else None


def _require_truths(what: str, made_by: Channel | str | None) -> None:
    if made_by is not None:
        by = made_by._maker if isinstance(made_by, Channel) else made_by
        raise ValueError(f"{what}: was randomized already, by {by}")


def _names(given: Sequence[Any] | None, size: int) -> list[str]:
    return [str(i) for i in range(size)] if given is None else [str(name) for name in given]


def _codes(values: NDArray[Any], places: Mapping[str, int], what: str) -> NDArray[np.int64]:
    """Places of labels."""
    if values.ndim != 1:
        raise ValueError(f"{what}: must be one column")
    codes = _looked_up(values, places)
    if codes.size and codes.min() < 0:
        at = int(np.argmin(codes))
        known = ", ".join(list(places)[:8]) + (", ..." if len(places) > 8 else "")
        raise ValueError(f"{what}[{at}] = {values.tolist()[at]!r}: there are {known}")
    return codes


_WIDEST_TABLE = 1 << 16


def _looked_up(values: NDArray[Any], places: Mapping[str, int]) -> NDArray[np.int64]:
    """Places, -1 of what is unknown; of whole numbers by a table, 40 times as fast as by name."""
    if values.dtype.kind in "iu" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < _WIDEST_TABLE:
            table = np.array([places.get(str(value), -1) for value in range(low, high + 1)])
            wide = values.astype(np.uint64 if values.dtype.kind == "u" else np.int64)
            found: NDArray[np.int64] = table[(wide - wide.min()).astype(np.intp)]
            return found.astype(np.int64, copy=False)
    texts = values.tolist() if values.dtype.kind == "U" else map(_text, values.tolist())
    return np.fromiter((places.get(text, -1) for text in texts), np.int64, len(values))


def _text(value: Any) -> str:
    is_whole = isinstance(value, float) and math.isfinite(value) and value == int(value)
    return str(int(value)) if is_whole else str(value)


def _named(codes: NDArray[np.int64], labels: Sequence[str], like: NDArray[Any]) -> NDArray[Any]:
    is_number = like.dtype.kind in "iu" and all(label.lstrip("-").isdigit() for label in labels)
    return np.array([int(label) for label in labels] if is_number else labels)[codes]
