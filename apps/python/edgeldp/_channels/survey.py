# SPDX-License-Identifier: MIT
"""Surveys of several questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


from .. import _edgeldp
from .._ledger import Ledger
from .._later import np
from .channel import Channel, estimate_columns, made_by, require_truths
from .proportions import Proportions


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

    Examples
    --------
    >>> laws = {"vote": edgeldp.channel(epsilon=1.0, categories=["a", "b"])}
    >>> reports = edgeldp.survey({"vote": ["a", "b", "a"]}, laws)
    """
    columns = _columns(answers, channels)
    for name in columns:
        require_truths(f"column {name}", made_by_in(answers, name))
    if ledger is not None:
        ledger.spend("survey", cost(list(columns.values())), edge_ends=0)
    reports = {name: law.sample(_column(answers, name)) for name, law in columns.items()}
    if not _is_table(answers):
        return list(reports.values())
    table: dict[Any, Any] = {}
    for name, column in reports.items():
        table[name] = column
        table[maker_column(name)] = np.full(len(column), columns[name]._maker, dtype=object)
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

    Examples
    --------
    >>> laws = {"vote": edgeldp.channel(epsilon=1.0, categories=["a", "b"])}
    >>> reports = edgeldp.survey({"vote": ["a", "b"] * 500}, laws)
    >>> print(edgeldp.estimate_survey(reports, laws))
    """
    columns = _columns(reports, channels)
    return estimate_columns({name: (law, _column(reports, name), made_by_in(reports, name))
                             for name, law in columns.items()}, population, simulated)


def _columns(table: Any, channels: Mapping[Any, Channel] | Sequence[Channel]) -> dict[Any, Channel]:
    """Channels by the name or number of their column."""
    if isinstance(channels, Mapping):
        missing = [name for name in channels if name not in table]
        if missing:
            raise ValueError(f"there is no column {missing[0]!r}")
        return dict(channels)
    names = list(range(len(table)))
    if _is_table(table):
        makers = {maker_column(name) for name in table}
        names = [name for name in table if name not in makers]
    if len(names) != len(channels):
        raise ValueError(f"{len(channels)} channels for {len(names)} columns: one for each, or "
                         "channels by the names of columns")
    return dict(zip(names, channels))


def _is_table(columns: Any) -> bool:
    return hasattr(columns, "columns") or isinstance(columns, Mapping)


def _column(table: Any, name: Any) -> Any:
    return table[name]


def maker_column(name: Any) -> str:
    """Which says by what a column was made; the program's tables call it so too."""
    return f"{name}_channel"


def made_by_in(table: Any, name: Any) -> Channel | str | None:
    """What made a column, where it or the column beside it says it."""
    maker = maker_column(name)
    if not _is_table(table) or maker not in table:
        return made_by(_column(table, name))
    said = {str(text) for text in _column(table, maker)}
    if len(said) > 1:
        first, second = sorted(said)[:2]
        raise ValueError(f"column {name}: reports that were made with {first}, and others with {second}")
    return said.pop() if said else None
