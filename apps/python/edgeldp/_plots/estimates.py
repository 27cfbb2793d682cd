# SPDX-License-Identifier: MIT
"""Estimates with their intervals, and numbers of all users."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any


from .._later import np
from .._words import estimate_text, rounded
from .axes import (COLOURS, Drawn, EXACT, ManyDrawn, STEPS, TRUTH, axes_of, count_axis, told,
                   with_interval)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def estimate(result: Drawn, ax: Axes | None = None) -> Axes:
    """One estimate with its 95% interval, and the truth where it is known."""
    ax = axes_of(ax, height=2.2)
    _interval(ax, 0.0, result, 1.0, COLOURS[0], "estimate and 95% interval")
    if result.truth is not None:
        ax.axvline(result.truth, ymax=0.7, **TRUTH, label=EXACT)
    ax.set_ylim(-0.6, 1.0)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    count_axis(ax.xaxis)
    ax.set_xlabel(result.name)
    what = f"{result.name}: {estimate_text(result.to_dict())}"
    ax.set_title(f"{what}\n{told([result])}{_caution(result)}", loc="left", fontsize="medium")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False,
              fontsize="small")
    return ax


def _caution(result: Drawn) -> str:
    return {"weak": "; weak", "not_usable": "; lost in the noise"}.get(
        result.judgement or "", "")


def _interval(ax: Axes, y: float, result: Drawn, unit: float, colour: str,
              label: str | None = None) -> None:
    low, high = result.interval()
    value = result.value / unit
    if math.isfinite(low) and math.isfinite(high):
        ax.plot([low / unit, high / unit], [y, y], color=colour, linewidth=5, alpha=0.35,
                solid_capstyle="butt")
    elif not math.isnan(low):
        ax.axhline(y, color=colour, linewidth=5, alpha=0.15)
    ax.plot([value], [y], "o", color=colour, label=label)


def estimates(results: ManyDrawn, ax: Axes | None = None) -> Axes:
    """Several estimates with their intervals, one a line, from the top.

    Of one statistic they share its unit; of several each is drawn as a share of its exact number,
    or where that is not known of itself.
    """
    shown = with_interval(results)
    is_one = len({r.statistic for r in shown}) <= 1
    ax = axes_of(ax, height=1.4 + 0.36 * max(len(shown), 3))
    for y, r in enumerate(shown):
        unit = 1.0 if is_one else _unit(r)
        _interval(ax, y, r, unit, COLOURS[0] if r.judgement != "not_usable" else "#999999")
        if r.truth is not None:
            ax.plot([r.truth / unit] * 2, [y - 0.32, y + 0.32], color="#333333", linewidth=1.6)
    ax.set_yticks(range(len(shown)), _names(shown))
    ax.set_ylim(len(shown) - 0.4, -0.6)
    if is_one:
        count_axis(ax.xaxis)
        known = any(r.truth is not None for r in shown)
        words = shown[0].statistic.replace("_", " ") if shown else "nothing with an interval"
        ax.set_xlabel(words + (" (dark line: exact number)" if known else ""))
    else:
        _relative_axis(ax, shown)
    ax.set_title(f"Estimates and 95% intervals; {told(shown)}", loc="left", fontsize="medium")
    return ax


def _unit(result: Drawn) -> float:
    return abs(result.truth or result.value) or 1.0


def _names(results: Sequence[Drawn]) -> list[str]:
    """Of the same number at several budgets, or in several runs, these too."""
    names = [r.name for r in results]
    if len({r.epsilon for r in results if math.isfinite(r.epsilon)}) > 1:
        names = [f"{r.name}, epsilon {r.epsilon:.4g}" for r in results]
    return [f"{name}, run {names[:i + 1].count(name)}" if names.count(name) > 1 else name
            for i, name in enumerate(names)]


def _relative_axis(ax: Axes, results: Sequence[Drawn]) -> None:
    """What is lost in the noise must not squeeze what is not."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    ends = np.array([np.array(r.interval()) / _unit(r) for r in results]).reshape(-1, 2)
    ends = ends[np.isfinite(ends).all(axis=1)]
    low = max(-1.0, float(ends[:, 0].min(initial=1.0)))
    high = min(3.0, float(ends[:, 1].max(initial=1.0)))
    margin = 0.05 * (high - low) or 0.1
    ax.set_xlim(low - margin, high + margin)
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=STEPS))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0))
    known = any(r.truth is not None for r in results)
    ax.set_xlabel("share of the exact number (dark line)" if known else "share of the estimate")


def users(result: Drawn, ax: Axes | None = None) -> Axes:
    """The numbers of all users, from the largest to the smallest, with the error of each."""
    numbers = result.users
    assert numbers is not None
    ax = axes_of(ax)
    order = np.argsort(-numbers.values, kind="stable")
    values, errors = numbers.values[order], numbers.standard_errors[order]
    place = np.arange(1, len(values) + 1)
    known = errors[np.isfinite(errors)]
    if known.size:
        ax.fill_between(place, values - 1.96 * errors, values + 1.96 * errors, step="mid",
                        color=COLOURS[0], alpha=0.2, linewidth=0, label="± 1.96 standard errors")
    ax.step(place, values, where="mid", color=COLOURS[0], label="estimate")
    # Noise makes numbers of 0 and less, and a few users have most.
    ax.set_yscale("symlog", linthresh=max(1.0, 3.0 * known.mean() if known.size else 0.0))
    ax.set_xscale("log")
    _plain_log(ax.xaxis)
    _plain_log(ax.yaxis)
    ax.set_xlabel("users, from the largest estimate to the smallest")
    ax.set_ylabel(result.name)
    ax.set_title(f"{result.name} of {len(numbers)} users; {told([result])}", loc="left",
                 fontsize="medium")
    ax.legend(frameon=False)
    return ax


def _plain_log(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda x, at: rounded(x)))
    axis.set_minor_formatter(NullFormatter())
