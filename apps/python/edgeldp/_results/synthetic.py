# SPDX-License-Identifier: MIT
"""A graph in the place of another."""

from __future__ import annotations

from typing import Any

from .. import _words
from .._graphs import Graph, as_graph
from .._later import NDArray, np
from .._words import number, rounded
from .record import Record
from .tables import html_table, text_table
from .users import frozen


class SyntheticGraph(Record):
    """A graph that has released statistics, and what those were.

    A mapping of the fields that ``edgeldp synthesize --json`` prints, but for the file:
    ``made["statistics"]["triangles"]["estimate"]``.

    Attributes
    ----------
    edges : numpy.ndarray, shape (m, 2)
        Each edge once, its smaller end first, in increasing order. Numbers of users are in random order: they tell nothing
        of the users behind the statistics.
    seed : int or None
        The seed of a simulation.
    more : tuple of SyntheticGraph
        Further graphs of the same release, where several were asked for.
    """

    edges: NDArray[np.int64]
    seed: int | None
    more: tuple[SyntheticGraph, ...]

    def __init__(self, record: dict[str, Any], edges: Any, seed: int | None, more: tuple[SyntheticGraph, ...] = ()) -> None:
        self._record = record
        self.edges, self.seed, self.more = frozen(edges), seed, more

    @property
    def nodes(self) -> int:
        """How many users there are, from 0 on; some may have no edges."""
        return int(self._record["nodes"])

    @property
    def distances(self) -> dict[str, float]:
        """By statistic how many of its standard errors the graph is off what was released; nan where it has none."""
        return {name: number(of["errors_off"]) for name, of in self._record["statistics"].items()}

    @property
    def private(self) -> bool:
        """Whether it may be handed on, at the loss that ``made["spent"]`` tells."""
        return bool(self._record["private"])

    @property
    def simulated(self) -> bool:
        """Whether coins were replayed from a seed: then nothing is protected."""
        return bool(self._record["simulated"])

    def to_graph(self) -> Graph:
        """Return it as a graph that all functions take."""
        return as_graph((self.edges[:, 0], self.edges[:, 1]), nodes=self.nodes, name="synthetic")

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [("statistic", "released", "error", "synthetic", "errors off")]
        for name, of in self._record["statistics"].items():
            error, off = number(of["standard_error"]), number(of["errors_off"])
            rows.append((name.replace("_", " "), rounded(of["estimate"], error), rounded(error, error),
                         rounded(of["synthetic"]), "-" if off != off else rounded(off, off)))
        return rows

    def __repr__(self) -> str:
        said = ", simulated" if self.simulated else ""
        return f"<edgeldp.SyntheticGraph: {self.nodes} nodes, {len(self.edges)} edges, epsilon {self['epsilon']:g}{said}>"

    def __str__(self) -> str:
        return f"{text_table(self._rows())}\n{_words.privacy_text(self._record)}"

    def _repr_html_(self) -> str:
        heading, *rows = self._rows()
        return html_table("A synthetic graph", heading, rows, [_words.privacy_text(self._record)])
