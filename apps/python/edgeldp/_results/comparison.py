# SPDX-License-Identifier: MIT
"""Results at several budgets, and of several methods."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import _plots
from .._words import SIMULATED, in_bytes, number, percent
from .result import Result, Results
from .tables import html_table, pandas, text_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def _require_new_figure(ax: Axes | None, column: bool) -> None:
    if ax is not None and column:
        raise ValueError("column: of a new figure; axes that are given have their own width")


class Sweep(Results):
    """Results at several budgets: how much error more privacy costs."""

    def plot(self, ax: Axes | None = None, *, column: bool = False) -> Axes:
        """Draw errors against the budget, as `Comparison.plot` does.

        Thin lines are predicted; points are errors of the runs, and of several runs stand in a band
        that holds the error over many runs with 95% confidence.

        Parameters
        ----------
        ax : matplotlib axes, optional
            A new figure unless given.
        column : bool
            A new figure that is as wide as a column of a paper, as of `Comparison.plot`.

        Returns
        -------
        matplotlib axes
        """
        _require_new_figure(ax, column)
        return _plots.sweep(self, ax, column=column)


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
        frame = pandas().DataFrame([self._line(r) for r in self._results])
        return frame.sort_values(["epsilon", "relative_error"], ignore_index=True)

    def _line(self, r: Result) -> dict[str, Any]:
        return {
            "method": self._key(r),
            "epsilon": r.epsilon,
            "relative_error": number(r._exact("relative_error")),
            "predicted_relative_error": number(r._exact("predicted_relative_error")),
            "rmse_low": number(r._exact("rmse_low")),
            "rmse_high": number(r._exact("rmse_high")),
            "upload_bytes": r.traffic["upload_bytes"],
            "download_bytes": r.traffic["download_bytes"],
            "relationship_dp": number(r._record.get("relationship_dp")),
            "private": r.private,
            "trusts": r._record.get("trusts"),
            "not_private_because": r.not_private_because,
            "runs": r.runs,
        }

    def plot(self, ax: Axes | None = None, *, column: bool = False) -> Axes:
        """Draw errors against the budget, or of one budget against what users read.

        Bands and strokes are intervals that hold the error over many runs with 95% confidence;
        thin lines and dots are errors that methods predict of themselves; hollow points are of
        methods that are not private.

        Parameters
        ----------
        ax : matplotlib axes, optional
            A new figure unless given.
        column : bool
            A new figure that is as wide as a column of a paper, 3.33 inches, with small type.
            ``figure.savefig("methods.pdf")`` writes it as PDF.

        Returns
        -------
        matplotlib axes
        """
        draw = _plots.by_epsilon if len(self.epsilons) > 1 else _plots.by_bytes
        _require_new_figure(ax, column)
        return draw(self, ax, column=column)

    def _about(self) -> str:
        methods = len(set(map(self._key, self._results)))
        return f"{methods} methods of counting triangles"

    def __repr__(self) -> str:
        told = [self._about(), self._budgets(), f"{self.runs} runs each"]
        told += ["simulated"] if self._is_simulated() else []
        return f"<edgeldp.Comparison of {', '.join(told)}>"

    def __str__(self) -> str:
        return text_table([self._HEADING, *self._rows()])

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
        below += [f"{method} is from outside: its privacy is as its author claims, and not checked."
                  for method in dict.fromkeys(self._key(r) for r in self._results if r.private is None)]
        if self._is_simulated():
            below.append(SIMULATED)
        heading = [word if word not in ("sends", "reads") else f"a user {word}"
                   for word in self._HEADING]
        return html_table(f"{self._about()}, {self.runs} runs each", heading, self._rows(), below)


def _private_word(private: bool | None, trusts: str | None) -> str:
    if trusts == "curator":
        return "if a curator is trusted"
    if private is None:
        return "as claimed"
    return "yes" if private else "NO"
