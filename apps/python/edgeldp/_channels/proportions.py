# SPDX-License-Identifier: MIT
"""How common true answers are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._later import NDArray, np
from .._results.pictures import Scale, picture
from .._results.tables import html_table
from .._words import SIMULATED

if TYPE_CHECKING:
    import pandas as pd


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
        scale = Scale([*self.low.flat, *self.high.flat])
        rows = []
        for at in np.ndindex(self.values.shape):
            value, error = float(self.values[at]), float(self.standard_errors[at])
            low, high = float(self.low[at]), float(self.high[at])
            rows.append([*(labels[i] for labels, i in zip(self.labels, at)),
                         f"{value:.4f}", f"{error:.4f}",
                         picture(low, value, high, scale, f"from {low:.4f} to {high:.4f}")])
        heading = [*self.names, "share", "standard error", "95% interval"]
        return html_table(f"Shares from {self.reports} reports", heading, rows,
                          [SIMULATED] if self.simulated else [])

    def __repr__(self) -> str:
        cells = " x ".join(str(len(labels)) for labels in self.labels)
        said = ", simulated" if self.simulated else ""
        return (f"<edgeldp.Proportions of {cells} answers from {self.reports} reports: standard "
                f"errors {self.standard_errors.min():.2g} to {self.standard_errors.max():.2g}{said}>")
