# SPDX-License-Identifier: MIT
"""Errors against budgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._later import np
from .._words import number
from .axes import (BAND, COLOURS, COLUMN, Drawn, MARKERS, ManyDrawn, THIN, axes_of, budget_axis,
                   error_interval, hollow_unless_private, in_small_type, share_axis, told, with_interval)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@in_small_type
def sweep(results: ManyDrawn, ax: Axes | None = None, *, column: bool = False) -> Axes:
    """Errors against the budget, a colour a statistic: measured ones in bands, predicted ones thin."""
    ax = axes_of(ax, *((COLUMN, 2.8) if column else (6.4, 4.8)))
    by_name: dict[str, list[Drawn]] = {}
    for r in with_interval(results):
        by_name.setdefault(r.name, []).append(r)
    for i, (name, of_name) in enumerate(by_name.items()):
        of_name = sorted(of_name, key=lambda r: r.epsilon)
        _error_curves(ax, of_name, name + ", " if len(by_name) > 1 else "", COLOURS[i % len(COLOURS)],
                      MARKERS[i % len(MARKERS)])
    ax.set_yscale("log")
    budget_axis(ax, sorted(results.epsilons), column)
    share_axis(ax.yaxis)
    exact = all(r.truth is not None for of_name in by_name.values() for r in of_name)
    ax.set_ylabel(f"error, as a share of the {'exact number' if exact else 'estimate'}")
    what = next(iter(by_name)) if len(by_name) == 1 else f"{len(by_name)} statistics"
    between = "\n" if column else "; "
    ax.set_title(f"Error of {what} against privacy{between}{told(results)}".rstrip("; \n"), loc="left",
                 fontsize="medium")
    ax.grid(axis="y", color="#e4e4e4")
    ax.legend(frameon=False, **({"fontsize": "small"} if column else {}))
    return ax


def _error_curves(ax: Axes, results: Sequence[Drawn], prefix: str, colour: str, marker: str) -> None:
    # The estimate at the largest budget is the best known size where the truth is not known.
    size = abs(results[-1].truth or results[-1].value) or 1.0
    at = [r.epsilon for r in results]
    ax.plot(at, [r.standard_error / size for r in results], color=colour, **THIN,
            label=f"{prefix}predicted")
    if all(r.error is None for r in results):
        return
    ends = np.array([error_interval(r, size) for r in results])
    if np.isfinite(ends).any():
        ax.fill_between(at, ends[:, 0], ends[:, 1], color=colour, **BAND)
    runs = f"{results[0].runs} runs" if results[0].runs > 1 else "one run"
    # A line through single draws would show nothing but luck.
    ax.plot(at, [number(r.error) / size for r in results], marker=marker, linewidth=1.3,
            linestyle="-" if results[0].runs > 1 else "",
            **hollow_unless_private(results[0], colour), label=f"{prefix}measured, {runs}")
