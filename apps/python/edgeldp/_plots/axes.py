# SPDX-License-Identifier: MIT
"""Axes and colours of figures, and what a figure needs of a result."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from .._words import in_bytes, number, rounded

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Draw = TypeVar("_Draw", bound=Callable[..., Any])

# The program's, in its order: Okabe and Ito's, which the colour-blind tell apart.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333")
MARKERS = "os^DvPX"
THIN: dict[str, Any] = {"marker": ".", "linewidth": 0.7, "markersize": 2}
"""What is predicted."""
BAND: dict[str, Any] = {"linewidth": 0, "alpha": 0.12}
"""Where an error over many runs lies."""
TRUTH = {"color": "#333333", "linestyle": (0, (4, 3)), "linewidth": 1.2}
COLUMN = 3.33
"""Inches: a column of a paper in two columns."""
STEPS = (1, 2, 2.5, 5, 10)
EXACT = "exact, known to a simulation only"


class Drawn(Protocol):
    """What figures need of a result."""

    @property
    def statistic(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def standard_error(self) -> float: ...
    @property
    def judgement(self) -> str | None: ...
    @property
    def truth(self) -> float | None: ...
    @property
    def error(self) -> float | None: ...
    @property
    def runs(self) -> int: ...
    @property
    def epsilon(self) -> float: ...
    @property
    def traffic(self) -> dict[str, float]: ...
    @property
    def simulated(self) -> bool: ...
    @property
    def private(self) -> bool | None: ...
    @property
    def users(self) -> Any: ...
    def interval(self) -> tuple[float, float]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def get(self, key: str, /) -> Any: ...
    def __getitem__(self, key: str, /) -> Any: ...


class ManyDrawn(Protocol):
    """What figures need of several."""

    def __iter__(self) -> Iterator[Drawn]: ...
    @property
    def epsilons(self) -> tuple[float, ...]: ...
    @property
    def runs(self) -> int: ...


def axes_of(ax: Axes | None, width: float = 6.4, height: float = 4.8) -> Axes:
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("plots need matplotlib: pip install matplotlib") from error
        ax = plt.subplots(figsize=(width, height), layout="constrained")[1]
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def hollow_unless_private(row: Drawn, colour: str) -> dict[str, Any]:
    """Hollow points mean that what they are of is not private, and nothing else."""
    return {"color": colour, "markerfacecolor": "white" if row.private is False else colour}


def error_interval(result: Drawn, unit: float) -> tuple[float, float]:
    """Where the error over many runs lies, with 95% confidence; not known of one run."""
    exact = result.get("exact") or {}
    return number(exact.get("rmse_low")) / unit, number(exact.get("rmse_high")) / unit


def in_small_type(draw: _Draw) -> _Draw:
    """A figure of a column's width has letters of 7 and 8 points, as captions have."""
    @functools.wraps(draw)
    def drawn(rows: ManyDrawn, ax: Axes | None = None, *, column: bool = False) -> Axes:
        if not column:
            return draw(rows, ax)
        try:
            from matplotlib import rc_context
        except ImportError:
            return draw(rows, ax, column=True)  # says what is missing
        # What is "small" has 5 sixths of the font's size.
        with rc_context({"font.size": 8.41, "axes.labelsize": 7.0, "xtick.labelsize": 7.0,
                         "ytick.labelsize": 7.0, "axes.titlesize": 8.0, "lines.markersize": 4.0,
                         "axes.linewidth": 0.6}):
            return draw(rows, ax, column=True)

    return cast(_Draw, drawn)


def share_axis(axis: Any) -> None:
    """1%, 10%, 100%, and on a short axis what lies between."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    shares = FuncFormatter(lambda x, at: f"{100 * x:.6g}%")
    low, high = axis.get_view_interval()
    axis.set_major_formatter(shares)
    is_wide = high > 300 * low
    axis.set_minor_formatter(NullFormatter() if is_wide else shares)
    if not is_wide:
        axis.set_minor_locator(LogLocator(subs=(2, 5) if high > 30 * low else (2, 3, 5)))


def byte_axis(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda x, at: in_bytes(x)))
    axis.set_minor_formatter(NullFormatter())


def budget_axis(ax: Axes, epsilons: Sequence[float], column: bool) -> None:
    ax.set_xscale("log")
    ax.set_xticks(list(epsilons), [f"{e:.4g}" for e in epsilons])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("privacy budget of a user, epsilon" + ("" if column else " (smaller is more private)"))


def legend_below(ax: Axes, **words: Any) -> None:
    """For a column: as wide as the figure, in two columns of its own where there is room."""
    from matplotlib.transforms import blended_transform_factory

    figure = ax.figure
    for columns in (2, 1):
        legend = ax.legend(frameon=False, fontsize="small", loc="upper left", ncols=columns,
                           bbox_to_anchor=(0.0, -0.2), columnspacing=1.0, handlelength=1.8,
                           bbox_transform=blended_transform_factory(figure.transFigure, ax.transAxes),
                           **words)
        if legend.get_window_extent().width <= figure.bbox.width:
            break


def count_axis(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(5, steps=STEPS))
    axis.set_major_formatter(FuncFormatter(
        lambda x, at: rounded(x) if x == round(x) else f"{x:.4g}"))


def told(results: Iterable[Drawn]) -> str:
    results = list(results)
    epsilons = dict.fromkeys(r.epsilon for r in results if math.isfinite(r.epsilon))
    said = [f"epsilon {e:.4g}" for e in epsilons] if len(epsilons) == 1 else []
    said += ["not private"] if any(r.private is False for r in results) else []
    said += ["simulated"] if any(r.simulated for r in results) else []
    return ", ".join(said)


def with_interval(results: ManyDrawn) -> list[Drawn]:
    """Not means over users, whose errors are those of one user."""
    return [r for r in results if not math.isnan(r.interval()[0])]
