# SPDX-License-Identifier: MIT
"""Errors against budgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._words import number
from .axes import (COLOURS, Drawn, MARKERS, ManyDrawn, axes_of, budget_axis, share_axis, told,
                   with_interval)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def sweep(results: ManyDrawn, ax: Axes | None = None) -> Axes:
    """Errors against the budget, a colour a statistic: predicted ones, and measured ones."""
    ax = axes_of(ax)
    by_name: dict[str, list[Drawn]] = {}
    for r in with_interval(results):
        by_name.setdefault(r.name, []).append(r)
    for i, (name, of_name) in enumerate(by_name.items()):
        of_name = sorted(of_name, key=lambda r: r.epsilon)
        style = {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)]}
        _error_curves(ax, of_name, name + ", " if len(by_name) > 1 else "", style)
    ax.set_yscale("log")
    budget_axis(ax, sorted(results.epsilons))
    share_axis(ax.yaxis)
    exact = all(r.truth is not None for of_name in by_name.values() for r in of_name)
    ax.set_ylabel(f"error, as a share of the {'exact number' if exact else 'estimate'}")
    what = next(iter(by_name)) if len(by_name) == 1 else f"{len(by_name)} statistics"
    ax.set_title(f"Error of {what} against privacy; {told(results)}".rstrip("; "), loc="left",
                 fontsize="medium")
    ax.grid(axis="y", color="#e4e4e4")
    ax.legend(frameon=False)
    return ax


def _error_curves(ax: Axes, results: Sequence[Drawn], prefix: str, style: dict[str, Any]) -> None:
    # The estimate at the largest budget is the best known size where the truth is not known.
    size = abs(results[-1].truth or results[-1].value) or 1.0
    at = [r.epsilon for r in results]
    ax.plot(at, [r.standard_error / size for r in results], **style, label=f"{prefix}predicted")
    runs = f"{results[0].runs} runs" if results[0].runs > 1 else "one run"
    if any(r.error is not None for r in results):
        # A line through single draws would show nothing but luck.
        ax.plot(at, [number(r.error) / size for r in results], **style,
                linestyle=":" if results[0].runs > 1 else "", markerfacecolor="white",
                label=f"{prefix}measured, {runs}")
