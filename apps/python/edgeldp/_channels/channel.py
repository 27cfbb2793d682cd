# SPDX-License-Identifier: MIT
"""Randomized answers to one question."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from .. import _edgeldp
from .._later import NDArray, np
from .._run import block_seed, in_python, next_seed
from .codes import codes_of, named, texts_of
from .proportions import Proportions


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
        return cls(_edgeldp.Channel.from_matrix(texts_of(inputs, table.shape[1]),
                                                texts_of(outputs, table.shape[0]), table))

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
        from .reports import Reports  # a kind of array: numpy has to be there

        require_truths("truths", made_by(truths))
        values = np.asarray(truths)
        reports = self._compiled.sample(codes_of(values, self._places, "truths"), next_seed())
        return Reports.of(named(reports, self.outputs, values), self)

    def estimate(self, reports: Any, *, population: str = "sampled") -> Proportions:
        """Estimate how common each true answer is; see `estimate_survey`."""
        return estimate_columns({0: (self, reports, made_by(reports))}, population)

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


def made_by(reports: Any) -> Channel | None:
    """Who made them, where they are reports of a channel."""
    known = getattr(reports, "channel", None)
    return known if isinstance(known, Channel) else None


def require_truths(what: str, made_by: Channel | str | None) -> None:
    if made_by is not None:
        by = made_by._maker if isinstance(made_by, Channel) else made_by
        raise ValueError(f"{what}: was randomized already, by {by}")


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

    Examples
    --------
    >>> law = edgeldp.channel("k-ary", 1.0, categories=["yes", "no", "perhaps"])
    >>> law.sample(["yes", "no", "yes"])
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


def estimate_columns(columns: Mapping[Any, tuple[Channel, Any, Channel | str | None]],
                     population: str, simulated: bool | None = None) -> Proportions:
    """Of each column its channel, its reports, and what is known to have made them; see
    `estimate_survey`."""
    if population not in ("sampled", "fixed"):
        raise ValueError(f"population = '{population}': must be 'sampled' or 'fixed'")
    for name, (law, _, maker) in columns.items():
        law._require_made(str(name), maker)
    laws = [law for law, _, _ in columns.values()]
    codes = [codes_of(np.asarray(reports), law._reports, f"column {name}")
             for name, (law, reports, _) in columns.items()]
    found = _edgeldp.estimate_proportions([law._compiled for law in laws], codes,
                                          fixed=population == "fixed")
    is_simulated = block_seed() is not None if simulated is None else simulated
    return Proportions(labels=tuple(law.inputs for law in laws), simulated=is_simulated,
                       names=tuple(map(str, columns)), **found)
