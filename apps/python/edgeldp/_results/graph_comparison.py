# SPDX-License-Identifier: MIT
"""How far a graph is from another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._words import number, rounded
from .record import Record
from .tables import html_table, pandas, text_table

if TYPE_CHECKING:
    import pandas as pd

_MEASURES = {"relative": "relative", "kl_divergence": "KL divergence", "nmi": "NMI, 1 is best",
             "mean_absolute": "mean absolute"}


class GraphComparison(Record):
    """A synthetic graph beside the true one, by the fifteen queries of PGB. Not private.

    A mapping of the fields that ``edgeldp compare-graphs --json`` prints:
    ``comparison["queries"]["edges"]["error"]``.
    """

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    @property
    def errors(self) -> dict[str, float]:
        """How far the other graph is from the first, by query; nan where one has no answer.

        Relative errors and divergences are 0 of equal graphs; of ``"communities"`` it is the
        information that those of both graphs share, which is 1.
        """
        return {name: number(query["error"]) for name, query in self._record["queries"].items()}

    def to_frame(self) -> pd.DataFrame:
        """Return a row a query: values of both graphs, error, measure of the error."""
        rows = [{"query": name, "value": number(query["value"]),
                 "other_value": number(query["other_value"]), "error": number(query["error"]),
                 "measure": query["measure"], "shown": query.get("shown", name)}
                for name, query in self._record["queries"].items()]
        return pandas().DataFrame(rows).set_index("query")

    def _heading(self) -> tuple[str, ...]:
        return ("query", self._record["graph"], self._record["other_graph"], "error", "measure")

    def _rows(self) -> list[tuple[str, ...]]:
        return [(_name_of(name, query), _text(query["value"]), _text(query["other_value"]),
                 _text(query["error"]), _MEASURES[query["measure"]])
                for name, query in self._record["queries"].items()]

    def __repr__(self) -> str:
        return (f"<edgeldp.GraphComparison of {self._record['graph']} and "
                f"{self._record['other_graph']}, not private>")

    def __str__(self) -> str:
        return text_table([self._heading(), *self._rows()])

    def _repr_html_(self) -> str:
        return html_table("Two graphs, exactly", self._heading(), self._rows(),
                          ["Not private: both graphs were read in the clear."])


def _name_of(name: str, query: dict[str, Any]) -> str:
    words, shown = name.replace("_", " "), query.get("shown", name)
    return words if shown == name else f"{words}: {shown}"


def _text(value: Any) -> str:
    x = number(value)
    return "-" if math.isnan(x) else rounded(x)
